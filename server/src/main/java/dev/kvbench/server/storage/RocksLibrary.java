package dev.kvbench.server.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/**
 * RocksDB's native library. By itself it unpacks into the machine's temporary folder, and a process
 * that is killed leaves it there; here it has a folder of its own, which is deleted as soon as the
 * library is loaded.
 */
final class RocksLibrary {

  private RocksLibrary() {}

  /**
   * Loads the library, unless it is.
   *
   * @throws IOException if it cannot be unpacked, or is not for this machine
   */
  static synchronized void load() throws IOException {
    Path folder = Files.createTempDirectory("kvbench-rocksdb-");
    try {
      NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
      RocksDB.loadLibrary();
    } catch (UnsatisfiedLinkError | RuntimeException e) {
      throw new IOException("RocksDB's native library cannot be loaded: " + e.getMessage(), e);
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> paths = Files.walk(folder)) {
      deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      Files.deleteIfExists(path);
    }
  }
}
