package dev.kvbench.targets;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.OptionalLong;
import oshi.SystemInfo;
import oshi.software.os.InternetProtocolStats.IPConnection;
import oshi.software.os.InternetProtocolStats.TcpState;

/** Which process of this machine listens at an address. */
final class Listeners {

  private Listeners() {}

  /**
   * Looks for it.
   *
   * @return none where the address is another machine's, or the process another user's
   */
  static OptionalLong pid(InetSocketAddress address) {
    if (!isThisMachine(address.getAddress())) {
      return OptionalLong.empty();
    }
    return new SystemInfo()
        .getOperatingSystem().getInternetProtocolStats().getConnections().stream()
            .filter(connection -> connection.getState() == TcpState.LISTEN)
            .filter(connection -> connection.getLocalPort() == address.getPort())
            .mapToLong(IPConnection::getowningProcessId)
            .filter(pid -> pid > 0)
            .min();
  }

  private static boolean isThisMachine(InetAddress address) {
    try {
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      return false;
    }
  }
}
