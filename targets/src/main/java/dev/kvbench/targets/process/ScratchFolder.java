package dev.kvbench.targets.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A folder of its own among the machine's temporary files, deleted with all that is in it.
 *
 * <p>A file beside it, {@link #LOCK_SUFFIX}, is locked as long as the folder is in use, by the
 * operating system, which lets go of it when the process ends in whatever way. So a folder whose
 * process was killed is known by a lock that can be had, and {@link Leftovers} deletes it.
 */
public final class ScratchFolder implements AutoCloseable {

  /** What the name of the lock has after that of the folder. */
  static final String LOCK_SUFFIX = ".lock";

  /**
   * The locks of this process: closing a lock's file lets go of it, whoever of the process had
   * opened it, so the process must not look at its own.
   */
  private static final Set<Path> OWN_LOCKS = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final @Nullable FileChannel lock;

  private ScratchFolder(Path path, @Nullable FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Makes one, and deletes those that killed processes have left.
   *
   * @param prefix what its name begins with; {@code kvbench-} at least
   */
  public static ScratchFolder create(String prefix) throws IOException {
    while (true) {
      // One spelling, by which locks and the marks of processes are known again.
      ScratchFolder made = guarded(Files.createTempDirectory(prefix).toRealPath());
      if (made != null) {
        Leftovers.delete(made.path);
        return made;
      }
    }
  }

  /** Locks a new folder; null if another process thought that it had been left, and deletes it. */
  private static @Nullable ScratchFolder guarded(Path folder) throws IOException {
    Path lockFile = lockOf(folder);
    OWN_LOCKS.add(lockFile);
    @Nullable FileChannel lock = null;
    try {
      lock = FileChannel.open(lockFile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      if (lock.tryLock() != null && Files.exists(lockFile) && Files.exists(folder)) {
        return new ScratchFolder(folder, lock);
      }
    } catch (IOException e) {
      // A file system without locks: the folder is as good, and is left where the process is
      // killed.
      if (Files.exists(folder)) {
        close(lock);
        return new ScratchFolder(folder, unguarded(lockFile));
      }
    }
    close(lock);
    OWN_LOCKS.remove(lockFile);
    return null;
  }

  private static @Nullable FileChannel unguarded(Path lockFile) throws IOException {
    Files.deleteIfExists(lockFile);
    return null;
  }

  private static void close(@Nullable FileChannel lock) throws IOException {
    if (lock != null) {
      lock.close();
    }
  }

  /** The folder. */
  public Path path() {
    return path;
  }

  static Path lockOf(Path folder) {
    return folder.resolveSibling(folder.getFileName() + LOCK_SUFFIX);
  }

  static boolean isOwnLock(Path lockFile) {
    return OWN_LOCKS.contains(lockFile);
  }

  /**
   * Deletes the folder; links in it, and not what they lead to. What cannot be deleted is left to
   * the machine's own cleaning of temporary files, and keeps nothing else from being deleted.
   */
  @Override
  public void close() {
    Path lockFile = lockOf(path);
    delete(path);
    delete(lockFile);
    try {
      close(lock);
    } catch (IOException e) {
      // The file is gone, and its lock with it.
    }
    OWN_LOCKS.remove(lockFile);
  }

  /** Deletes a file, or a folder with all that is in it, as far as that can be done. */
  static void delete(Path each) {
    if (!Files.exists(each, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      Path unused = Files.walkFileTree(each, new Deletion());
    } catch (IOException e) {
      // Each failure is passed over below; one that is not has left what it could not see.
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      return delete(file);
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      return delete(file);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
      return delete(folder);
    }

    private static FileVisitResult delete(Path each) {
      try {
        boolean unused = Files.deleteIfExists(each);
      } catch (IOException e) {
        // Its folder cannot be deleted either, and all others can.
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
