package dev.kvbench.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many connections that ask for nothing, or stop in the middle of a request. */
class IdleConnectionsTest {

  private static final int CONNECTIONS = 1500;
  private static final byte[] HALF_A_REQUEST =
      "PUT /v0/entity?id=a HTTP/1.1\r\nContent-Length: 100\r\n\r\nhalf"
          .getBytes(StandardCharsets.US_ASCII);

  private final List<SocketChannel> connections = new ArrayList<>();

  @AfterEach
  void closeAll() throws IOException {
    for (SocketChannel connection : connections) {
      connection.close();
    }
  }

  private SocketChannel connect(int port) throws IOException {
    SocketChannel connection =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    connections.add(connection);
    return connection;
  }

  @Test
  void connections_idleAndHalfWay_holdNobodyUpAndStay() throws Exception {
    try (ServerProcess process = ServerProcess.startMain()) {
      int port = process.awaitPort();
      for (int i = 0; i < CONNECTIONS; i++) {
        SocketChannel connection = connect(port);
        if (i % 2 == 1) {
          connection.write(ByteBuffer.wrap(HALF_A_REQUEST));
        }
      }
      try (RawClient client = new RawClient(port)) {
        assertThat(client.put("k", new byte[10]).status()).isEqualTo(201);
        assertThat(client.request("GET /v0/entity?id=k").chunks().get(0)).hasSize(10);
      }
      // they are as good as new ones
      for (int i = 0; i < CONNECTIONS; i += 2) {
        String request = "GET /v0/status HTTP/1.1\r\n\r\n";
        connections.get(i).write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
      }
      ByteBuffer answer = ByteBuffer.allocate(100);
      for (int i = 0; i < CONNECTIONS; i += 2) {
        connections.get(i).read(answer.clear());
        assertThat(new String(answer.array(), StandardCharsets.US_ASCII))
            .startsWith("HTTP/1.1 200 OK\r\n");
      }
    }
  }

  /** Clients over the limit wait to be accepted; they get their turn when others have gone. */
  @Test
  void connections_moreThanThereAreDescriptorsFor_areTakenWhenOthersGo() throws Exception {
    try (ServerProcess process = ServerProcess.startWithDescriptors(100)) {
      int port = process.awaitPort();
      for (int i = 0; i < 200; i++) {
        connect(port);
      }
      closeAll();
      try (RawClient client = new RawClient(port)) {
        assertThat(client.request("GET /v0/status").status()).isEqualTo(200);
      }
    }
  }
}
