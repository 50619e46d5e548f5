package dev.kvbench.load.engine;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A key and the certificate that it has signed itself, made by the JDK's keytool for one test.
 *
 * @param context serves as this identity
 * @param pem the certificate as text
 */
record Identity(SSLContext context, String pem) {

  private static final String PASSWORD = "of-no-worth";

  /** An identity for the loopback address. */
  static Identity ofLoopback() throws IOException {
    return of("ip:127.0.0.1,dns:localhost");
  }

  /**
   * Makes an identity.
   *
   * @param names subject alternative names, as keytool takes them
   * @param more further arguments for keytool
   */
  static Identity of(String names, String... more) throws IOException {
    Path folder = Files.createTempDirectory("kvbench-identity");
    Path file = folder.resolve("keys.p12");
    try {
      generate(file, names, more);
      KeyStore keys = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(file)) {
        keys.load(in, PASSWORD.toCharArray());
      }
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys, PASSWORD.toCharArray());
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
      String pem =
          "-----BEGIN CERTIFICATE-----\n"
              + lines.encodeToString(keys.getCertificate("server").getEncoded())
              + "\n-----END CERTIFICATE-----\n";
      return new Identity(context, pem);
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(folder);
    }
  }

  private static void generate(Path file, String names, String... more) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-alias", "server", "-dname", "CN=kvbench test"));
    command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-storetype", "PKCS12"));
    command.addAll(List.of("-keystore", file.toString(), "-storepass", PASSWORD));
    command.addAll(List.of("-ext", "san=" + names));
    command.addAll(List.of(more));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (keytool.waitFor() != 0) {
        throw new IOException("keytool: " + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** A socket at any free port of the loopback address that serves as this identity. */
  ServerSocket listen() throws IOException {
    return context
        .getServerSocketFactory()
        .createServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
  }
}
