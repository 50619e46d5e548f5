package dev.kvbench.targets.process;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A folder of its own among the machine's temporary files, deleted with all that is in it.
 *
 * @param path the folder
 */
public record ScratchFolder(Path path) implements AutoCloseable {

  /**
   * Makes one.
   *
   * @param prefix what its name begins with
   */
  public static ScratchFolder create(String prefix) throws IOException {
    return new ScratchFolder(Files.createTempDirectory(prefix));
  }

  /**
   * Deletes the folder; links in it, and not what they lead to. What cannot be deleted is left to
   * the machine's own cleaning of temporary files, and keeps nothing else from being deleted.
   */
  @Override
  public void close() {
    try {
      Path unused = Files.walkFileTree(path, new Deletion());
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
