package dev.kvbench.targets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import oshi.SystemInfo;
import oshi.software.os.InternetProtocolStats.IPConnection;
import oshi.software.os.InternetProtocolStats.TcpState;

/** Which process of this machine listens at an address. */
final class Listeners {

  private static final Path PROC = Path.of("/proc");

  /** Fields of a line of {@code /proc/net/tcp}, and what its state says (proc(5)). */
  private static final int LOCAL_ADDRESS = 1;

  private static final int STATE = 3;
  private static final int INODE = 9;
  private static final String LISTEN = "0A";

  private Listeners() {}

  /**
   * Looks for it. Where several processes hold the socket, as those of a server with workers do, it
   * is the one that the others come from.
   *
   * @return none where the address is another machine's, the process another user's, or several
   *     have nothing to do with each other
   */
  static OptionalLong pid(InetSocketAddress address) {
    if (!isThisMachine(address.getAddress())) {
      return OptionalLong.empty();
    }
    Set<String> sockets = sockets(address.getPort());
    return sockets.isEmpty() ? askSystem(address.getPort()) : eldest(holders(sockets));
  }

  /** The one of {@code pids} that all others descend from. */
  static OptionalLong eldest(Set<Long> pids) {
    return pids.stream()
        .filter(pid -> pids.stream().allMatch(other -> comesFrom(other, pid)))
        .mapToLong(Long::longValue)
        .findFirst();
  }

  private static boolean comesFrom(long pid, long ancestor) {
    return Stream.iterate(
            ProcessHandle.of(pid),
            process -> process.isPresent(),
            process -> process.flatMap(ProcessHandle::parent))
        .flatMap(process -> process.stream())
        .anyMatch(process -> process.pid() == ancestor);
  }

  /** How Linux names the sockets that listen on a port; none elsewhere. */
  private static Set<String> sockets(int port) {
    Set<String> sockets = new HashSet<>();
    for (String table : List.of("tcp", "tcp6")) {
      try (Stream<String> lines = Files.lines(PROC.resolve("net").resolve(table))) {
        lines
            .skip(1)
            .map(line -> line.strip().split("\\s+", -1))
            .filter(fields -> fields.length > INODE && fields[STATE].equals(LISTEN))
            .filter(fields -> port(fields[LOCAL_ADDRESS]) == port)
            .forEach(fields -> sockets.add("socket:[" + fields[INODE] + "]"));
      } catch (IOException e) {
        // Not Linux, or no such protocol.
      }
    }
    return sockets;
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), 16);
  }

  private static Set<Long> holders(Set<String> sockets) {
    Set<Long> holders = new TreeSet<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        if (holds(process, sockets)) {
          holders.add(Long.parseLong(process.getFileName().toString()));
        }
      }
    } catch (IOException e) {
      // What was found has to do.
    }
    return holders;
  }

  private static boolean holds(Path process, Set<String> sockets) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path file : files) {
        if (isOneOf(sockets, file)) {
          return true;
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // Another user's, or gone.
    }
    return false;
  }

  private static boolean isOneOf(Set<String> sockets, Path file) {
    try {
      return sockets.contains(Files.readSymbolicLink(file).toString());
    } catch (IOException e) {
      return false; // closed meanwhile
    }
  }

  /** What a system tells that is no Linux: one process a socket. */
  private static OptionalLong askSystem(int port) {
    Set<Long> pids = new TreeSet<>();
    new SystemInfo()
        .getOperatingSystem().getInternetProtocolStats().getConnections().stream()
            .filter(connection -> connection.getState() == TcpState.LISTEN)
            .filter(connection -> connection.getLocalPort() == port)
            .mapToLong(IPConnection::getowningProcessId)
            .filter(pid -> pid > 0)
            .forEach(pids::add);
    return eldest(pids);
  }

  private static boolean isThisMachine(InetAddress address) {
    try {
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      return false;
    }
  }
}
