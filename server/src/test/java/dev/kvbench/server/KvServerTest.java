package dev.kvbench.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract, row by row, as an ordinary HTTP client sees it. */
@ParameterizedClass
@EnumSource(Doing.class)
class KvServerTest {

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private KvServer server;
  private final Doing doing;

  KvServerTest(Doing doing) {
    this.doing = doing;
  }

  @BeforeEach
  void start() throws IOException {
    server = KvServer.start(doing.config());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void get_absent_is404() throws Exception {
    HttpResponse<byte[]> response = send("GET", "/v0/entity?id=absent");

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void get_afterPut_is200WithTheValue() throws Exception {
    assertThat(put("key", "value".getBytes(UTF_8))).isEqualTo(201);

    assertThat(get("key")).isEqualTo("value".getBytes(UTF_8));
  }

  @Test
  void put_again_replacesTheValue() throws Exception {
    put("key", "first value".getBytes(UTF_8));
    assertThat(put("key", "second".getBytes(UTF_8))).isEqualTo(201);

    assertThat(get("key")).isEqualTo("second".getBytes(UTF_8));
  }

  @Test
  void put_emptyBody_readsBackAs200OfLength0() throws Exception {
    assertThat(put("key", new byte[0])).isEqualTo(201);

    HttpResponse<byte[]> response = send("GET", "/v0/entity?id=key");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Length")).contains("0");
    assertThat(response.body()).isEmpty();
  }

  @Test
  void put_anyBytes_readBackAsTheyWere() throws Exception {
    byte[] value = new byte[70_000];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) (i * 31 + i / 256);
    }
    assertThat(put("key", value)).isEqualTo(201);

    assertThat(get("key")).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 10, 99, 100, 65_535, 65_536, 1024 * 1024})
  void get_anySize_hasItsLength(int size) throws Exception {
    put("key", new byte[size]);

    assertThat(get("key")).hasSize(size);
  }

  @Test
  void delete_present_is202AndItIsGone() throws Exception {
    put("key", new byte[1]);

    assertThat(send("DELETE", "/v0/entity?id=key").statusCode()).isEqualTo(202);
    assertThat(send("GET", "/v0/entity?id=key").statusCode()).isEqualTo(404);
  }

  @Test
  void delete_absent_is202() throws Exception {
    assertThat(send("DELETE", "/v0/entity?id=never").statusCode()).isEqualTo(202);
  }

  @Test
  void status_get_is200() throws Exception {
    assertThat(send("GET", "/v0/status").statusCode()).isEqualTo(200);
    assertThat(send("GET", "/v0/status?verbose=1").statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v0/entity",
        "/v0/entity?",
        "/v0/entity?id",
        "/v0/entity?id=",
        "/v0/entity?id=&id=key",
        "/v0/entity?ID=key",
        "/v0/entity?uid=key",
        "/v0/entities",
        "/v0/entities?start=",
        "/v0/entities?end=b",
        "/v0/entities?start=&end=b",
        "/v0/entities?start=b&end=a",
        "/v0/entities?start=ab&end=a",
        "/v0/entities?start=%C3%A9&end=z",
        "/v0/entities?start=a&end=",
        "/",
        "/v0",
        "/v0/entity/",
        "/v0/entity/key",
        "/v0/entityid=key",
        "/v1/entity?id=key",
        "/v0/Entity?id=key"
      })
  void get_withoutWhatItNeeds_is400(String target) throws Exception {
    assertThat(send("GET", target).statusCode()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({"PUT, 400", "DELETE, 400", "POST, 405", "PATCH, 405"})
  void entity_withoutId_saysFirstIfTheMethodIsWrong(String method, int status) throws Exception {
    assertThat(send(method, "/v0/entity").statusCode()).isEqualTo(status);
    assertThat(send(method, "/v0/entity?id=").statusCode()).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "HEAD", "OPTIONS", "TRACE", "PATCH", "PROPFIND"})
  void entity_otherMethod_is405(String method) throws Exception {
    HttpResponse<byte[]> response = send(method, "/v0/entity?id=key");

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("Allow")).contains("GET, PUT, DELETE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "DELETE", "POST", "HEAD"})
  void entitiesAndStatus_otherMethod_is405(String method) throws Exception {
    HttpResponse<byte[]> entities = send(method, "/v0/entities?start=a");
    HttpResponse<byte[]> status = send(method, "/v0/status");

    assertThat(entities.statusCode()).isEqualTo(405);
    assertThat(entities.headers().firstValue("Allow")).contains("GET");
    assertThat(status.statusCode()).isEqualTo(405);
  }

  @Test
  void unknownPath_anyMethod_is400() throws Exception {
    assertThat(send("POST", "/v0/other").statusCode()).isEqualTo(400);
  }

  @Test
  void range_isInOrderFromStartToBeforeEnd() throws Exception {
    for (String key : new String[] {"d", "b", "a", "c"}) {
      put(key, ("<" + key + ">").getBytes(UTF_8));
    }

    HttpResponse<byte[]> response = send("GET", "/v0/entities?start=b&end=d");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Transfer-Encoding")).contains("chunked");
    assertThat(response.body()).asString(UTF_8).isEqualTo("b\n<b>c\n<c>");
    assertThat(send("GET", "/v0/entities?end=d&start=b").body()).isEqualTo(response.body());
    assertThat(send("GET", "/v0/entities?start=c").body())
        .asString(UTF_8)
        .isEqualTo("c\n<c>d\n<d>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"start=a&end=a", "start=x", "start=x&end=y"})
  void range_withoutRecords_is200OfLength0(String query) throws Exception {
    put("a", new byte[1]);

    HttpResponse<byte[]> response = send("GET", "/v0/entities?" + query);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void put_overTheLimit_is413AndTheConnectionGoesOn() throws Exception {
    assertThat(put("key", new byte[1024 * 1024 + 1])).isEqualTo(413);

    assertThat(send("GET", "/v0/entity?id=key").statusCode()).isEqualTo(404);
  }

  private int put(String id, byte[] value) throws Exception {
    HttpRequest request =
        request("/v0/entity?id=" + id).PUT(BodyPublishers.ofByteArray(value)).build();
    return client.send(request, BodyHandlers.discarding()).statusCode();
  }

  private byte[] get(String id) throws Exception {
    HttpResponse<byte[]> response = send("GET", "/v0/entity?id=" + id);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Length"))
        .contains(Integer.toString(response.body().length));
    return Arrays.copyOf(response.body(), response.body().length);
  }

  private HttpResponse<byte[]> send(String method, String target) throws Exception {
    HttpRequest request = request(target).method(method, BodyPublishers.noBody()).build();
    return client.send(request, BodyHandlers.ofByteArray());
  }

  private HttpRequest.Builder request(String target) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + target));
  }
}
