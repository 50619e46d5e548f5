package dev.kvbench.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The program's version, as the build wrote it. */
final class Version implements IVersionProvider {

  /** Version and, where the build knew it, the revision of the sources. */
  static String text() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      return "unknown";
    }
    String version = properties.getProperty("version", "unknown");
    String revision = properties.getProperty("revision", "");
    return revision.isBlank() ? version : version + " (" + revision + ")";
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "kvbench " + text(),
      "on Java " + System.getProperty("java.version") + ", " + System.getProperty("java.home")
    };
  }
}
