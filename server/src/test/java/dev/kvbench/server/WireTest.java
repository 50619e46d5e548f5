package dev.kvbench.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes over the wire, byte for byte, and what a client that is not a library may send. */
@ParameterizedClass
@EnumSource(Doing.class)
class WireTest {

  private KvServer server;
  private RawClient client;
  private final Doing doing;

  WireTest(Doing doing) {
    this.doing = doing;
  }

  @BeforeEach
  void start() throws IOException {
    server = KvServer.start(doing.config());
    client = new RawClient(server.port());
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    server.close();
  }

  @Test
  void get_byteForByte() throws IOException {
    client.put("k", "0123456789".getBytes(UTF_8));

    client.sendRequest("GET /v0/entity?id=k");

    expect("HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 10\r\n\r\n0123456789");
  }

  @Test
  void range_byteForByte_aChunkARecordInLowerCaseHexadecimal() throws IOException {
    client.put("a", "0123456789abcdef".getBytes(UTF_8));
    client.put("b", new byte[0]);
    client.put("c", "x".repeat(8).getBytes(UTF_8));

    client.sendRequest("GET /v0/entities?start=a");

    expect(
        String.join(
            "\r\n",
            "HTTP/1.1 200 OK",
            "Connection: keep-alive",
            "Transfer-Encoding: chunked",
            "",
            "12",
            "a\n0123456789abcdef",
            "2",
            "b\n",
            "a",
            "c\nxxxxxxxx",
            "0",
            "",
            ""));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 13, 14, 253, 254, 4093, 4094, 65_519, 65_533, 65_534, 300_000})
  void range_anyValueSize_isOneChunk(int size) throws IOException {
    byte[] value = new byte[size];
    client.put("a", value);
    client.put("b", value);

    RawClient.Reply reply = client.request("GET /v0/entities?start=a");

    assertThat(reply.chunks())
        .extracting(chunk -> chunk.length)
        .containsExactly(size + 2, size + 2);
  }

  @Test
  void range_thenOtherRequests_onTheSameConnection() throws IOException {
    client.put("a", "1".getBytes(UTF_8));

    assertThat(client.request("GET /v0/entities?start=a").texts()).containsExactly("a\n1");
    assertThat(client.request("GET /v0/entities?start=b").texts()).isEmpty();
    assertThat(client.request("GET /v0/entity?id=a").text()).isEqualTo("1");
  }

  @Test
  void pipelined_answersComeInOrder() throws IOException {
    client.put("a", "1".getBytes(UTF_8));
    StringBuilder requests = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      requests
          .append("PUT /v0/entity?id=b HTTP/1.1\r\nContent-Length: 4\r\n\r\n")
          .append(1000 + i)
          .append("GET /v0/entity?id=b HTTP/1.1\r\n\r\n")
          .append("GET /v0/entities?start=a&end=b HTTP/1.1\r\n\r\n");
    }

    client.send(requests.toString());

    for (int i = 0; i < 1000; i++) {
      assertThat(client.read().status()).isEqualTo(201);
      assertThat(client.read().text()).isEqualTo(Integer.toString(1000 + i));
      assertThat(client.read().texts()).containsExactly("a\n1");
    }
  }

  @Test
  void pipelined_behindAnswersThatTheSocketDoesNotTake_waitAndKeepTheirOrder() throws IOException {
    client.put("large", new byte[ServerConfig.DEFAULT_MAX_BODY_BYTES]);
    client.put("small", "1".getBytes(UTF_8));
    StringBuilder requests = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      requests.append("GET /v0/entity?id=large HTTP/1.1\r\n\r\n");
      requests.append("GET /v0/entities?start=large HTTP/1.1\r\n\r\n");
      requests.append("GET /v0/entity?id=small HTTP/1.1\r\n\r\n");
    }
    requests.append("nonsense\r\n\r\n");

    client.send(requests.toString());

    for (int i = 0; i < 50; i++) {
      assertThat(client.read().chunks().get(0)).hasSize(ServerConfig.DEFAULT_MAX_BODY_BYTES);
      assertThat(client.read().chunks()).hasSize(2);
      assertThat(client.read().text()).isEqualTo("1");
    }
    assertThat(client.read().status()).isEqualTo(400);
    assertThat(client.atEnd()).isTrue();
  }

  @Test
  void request_inSingleBytes_isAnswered() throws IOException {
    byte[] request =
        "PUT /v0/entity?id=k HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcGET /v0/entity?id=k HTTP/1.1\r\n\r\n"
            .getBytes(UTF_8);
    for (byte b : request) {
      client.send(new byte[] {b});
    }

    assertThat(client.read().status()).isEqualTo(201);
    assertThat(client.read().text()).isEqualTo("abc");
  }

  @Test
  void range_binaryValues_comeAsTheyAre() throws IOException {
    byte[] value = new byte[1024];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) i;
    }
    client.put("k", value);

    RawClient.Reply reply = client.request("GET /v0/entities?start=k");

    assertThat(reply.chunks()).hasSize(1);
    assertThat(new String(reply.chunks().get(0), ISO_8859_1))
        .isEqualTo("k\n" + new String(value, ISO_8859_1));
  }

  @ParameterizedTest
  @ValueSource(ints = {ServerConfig.DEFAULT_MAX_BODY_BYTES + 1, 20_000_000})
  void put_bodyOverTheLimit_is413WithoutKeepingItAndTheConnectionStays(int size)
      throws IOException {
    client.send("PUT /v0/entity?id=k HTTP/1.1\r\nContent-Length: " + size + "\r\n\r\n");
    byte[] piece = new byte[65_536];
    for (int left = size; left > 0; left -= piece.length) {
      client.send(left < piece.length ? new byte[left] : piece);
    }
    client.send("GET /v0/entity?id=k HTTP/1.1\r\n\r\nGET /v0/status HTTP/1.1\r\n\r\n");

    assertThat(client.read().status()).isEqualTo(413);
    assertThat(client.read().status()).isEqualTo(404);
    assertThat(client.read().status()).isEqualTo(200);
  }

  @Test
  void put_bodyOfAnUnthinkableLength_is413AtOnce() throws IOException {
    client.send("PUT /v0/entity?id=k HTTP/1.1\r\nContent-Length: 9000000000000000000\r\n\r\n");

    assertThat(client.read().status()).isEqualTo(413);
  }

  @Test
  void put_chunkedBody_is411AndClosed() throws IOException {
    client.send(
        "PUT /v0/entity?id=k HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");

    assertThat(client.read().status()).isEqualTo(411);
    assertThat(client.atEnd()).isTrue();
    assertServerLives();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense\r\n\r\n",
        "GET /v0/status\r\n\r\n",
        "GET  /v0/status HTTP/1.1\r\n\r\n",
        "GET /v0/status HTTP/2.0\r\n\r\n",
        " /v0/status HTTP/1.1\r\n\r\n",
        "GET  HTTP/1.1\r\n\r\n",
        "PUT /v0/entity?id=k HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        "PUT /v0/entity?id=k HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "\u0016\u0003\u0001\n\n"
      })
  void request_thatIsNone_is400AndClosed(String text) throws IOException {
    client.send(text);

    assertThat(client.read().status()).isEqualTo(400);
    assertThat(client.atEnd()).isTrue();
    assertServerLives();
  }

  @Test
  void connectionClose_isAnsweredAndClosed() throws IOException {
    client.put("a", "1".getBytes(UTF_8));
    client.send("GET /v0/entities?start=a HTTP/1.1\r\nConnection: close\r\n\r\n");

    RawClient.Reply reply = client.read();

    assertThat(reply.header("Connection")).isEqualTo("close");
    assertThat(reply.texts()).containsExactly("a\n1");
    assertThat(client.atEnd()).isTrue();
  }

  @Test
  void http10_closesUnlessAskedNotTo() throws IOException {
    client.send("GET /v0/status HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
    assertThat(client.read().header("Connection")).isEqualTo("keep-alive");

    client.send("GET /v0/status HTTP/1.0\r\n\r\n");
    assertThat(client.read().header("Connection")).isEqualTo("close");
    assertThat(client.atEnd()).isTrue();
  }

  @Test
  void http10_range_is505SinceItHasNoChunks() throws IOException {
    client.send("GET /v0/entities?start=a HTTP/1.0\r\n\r\n");

    assertThat(client.read().status()).isEqualTo(505);
  }

  private void expect(String bytes) throws IOException {
    assertThat(new String(client.readBytes(bytes.length()), ISO_8859_1)).isEqualTo(bytes);
  }

  private void assertServerLives() throws IOException {
    try (RawClient another = new RawClient(server.port())) {
      assertThat(another.request("GET /v0/status").status()).isEqualTo(200);
    }
  }
}
