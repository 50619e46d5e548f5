package dev.kvbench.targets.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;

/**
 * What kvbench could not take with it because it was killed: scratch folders, and the processes
 * that were started in them and go on. They would take processor time from the next measurement.
 */
final class Leftovers {

  private static final String LOCKS = "kvbench-*" + ScratchFolder.LOCK_SUFFIX;

  private Leftovers() {}

  /**
   * Ends and deletes what is left of processes that are gone, of this user alone. What cannot be
   * looked at is left as it is: it is not what the caller came for.
   *
   * @param own a folder of this process's, beside which the others are
   */
  static void delete(Path own) {
    Path beside = own.toAbsolutePath().getParent();
    if (beside == null) {
      return;
    }
    try (DirectoryStream<Path> locks = Files.newDirectoryStream(beside, LOCKS)) {
      UserPrincipal user = Files.getOwner(own);
      for (Path lock : locks) {
        if (!ScratchFolder.isOwnLock(lock)) {
          deleteIfLeft(lock, user);
        }
      }
    } catch (IOException | RuntimeException e) {
      // As above: another start tries again.
    }
  }

  private static void deleteIfLeft(Path lockFile, UserPrincipal user) {
    String name = String.valueOf(lockFile.getFileName());
    String folderName = name.substring(0, name.length() - ScratchFolder.LOCK_SUFFIX.length());
    Path folder = lockFile.resolveSibling(folderName);
    // Temporary folders are everybody's: what another user has put there may be a trap.
    if (!isOf(user, lockFile) || (exists(folder) && !isOf(user, folder))) {
      return;
    }
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        FileLock lock = channel.tryLock()) {
      if (lock != null) {
        ProcessTree.startedWith(ServerProcess.FOLDER_VARIABLE + "=" + folder).end();
        ScratchFolder.delete(folder);
        ScratchFolder.delete(lockFile);
      }
    } catch (IOException | OverlappingFileLockException e) {
      // Somebody else is at it, or it has gone.
    }
  }

  private static boolean exists(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isOf(UserPrincipal user, Path path) {
    try {
      return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).equals(user);
    } catch (IOException e) {
      return false;
    }
  }
}
