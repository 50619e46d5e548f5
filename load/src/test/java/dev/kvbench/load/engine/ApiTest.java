package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.time.NanoClock;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An interface of the scenario's own: what is asked on the wire, and what is taken for right. */
@Timeout(60)
class ApiTest {

  private static final String API =
      """
      target: { url: "http://127.0.0.1:1" }
      api:
        put: { method: POST, path: "/kv/{key}", headers: { X-Api: a b, accept: "*/*" }, right: [200, 303] }
        get: { path: "/kv/{key}", miss: [404, 410] }
        range: { path: "/kv?from={start}", miss: 410 }
      keys: { count: 100 }
      values: { size: 4 }
      connections: 4
      steps:
        - %s: { rate: 200, warmup: 0s, duration: 500ms %s }
      """;

  private final Queue<String> heads = new ConcurrentLinkedQueue<>();

  private Map<String, Long> ends(String operation, boolean filled, String... answers)
      throws IOException {
    String more = operation.equals("range") ? ", entries: 10" : "";
    Scenario scenario = ScenarioReader.read("test.yaml", API.formatted(operation, more), List.of());
    StepSpec.Load step = (StepSpec.Load) scenario.steps().get(0);
    try (ScriptedServer server =
        ScriptedServer.conversing(
            socket -> {
              InputStream in = new BufferedInputStream(socket.getInputStream());
              String head = ScriptedServer.readHead(in);
              for (int i = 0; head != null; i++) {
                heads.add(head);
                in.skipNBytes(ScriptedServer.bodyBytes(head));
                String answer = answers[i % answers.length];
                ScriptedServer.write(
                    socket.getOutputStream(),
                    "HTTP/1.1 " + answer + "\r\nContent-Length: 4\r\n\r\nbody");
                head = ScriptedServer.readHead(in);
              }
            })) {
      return Trial.ends(
          Trial.run(
              new StepRun(scenario, step, filled, server.url(), NanoClock.system()), Trial.SILENT));
    }
  }

  @Test
  void put_isWhatTheApiSays_andBothOfItsStatusesAreRight() throws IOException {
    assertThat(ends("put", false, "200 OK", "303 See Other")).containsOnly(Map.entry("ok", 100L));
    assertThat(heads)
        .hasSize(100)
        .allSatisfy(
            head ->
                assertThat(head.split("\r\n"))
                    .satisfiesExactly(
                        line -> assertThat(line).matches("post /kv/\\d{12} http/1\\.1"),
                        line -> assertThat(line).matches("host: 127\\.0\\.0\\.1:\\d+"),
                        line -> assertThat(line).isEqualTo("x-api: a b"),
                        line -> assertThat(line).isEqualTo("accept: */*"),
                        line -> assertThat(line).isEqualTo("content-length: 4")));
  }

  @Test
  void put_answeredByAnotherSuccess_isWrong_andByAnError_thatError() throws IOException {
    assertThat(ends("put", false, "201 Created")).containsOnly(Map.entry("wrong", 100L));
    assertThat(ends("put", false, "404 Not Found")).containsOnly(Map.entry("404", 100L));
  }

  @Test
  void get_missedByAStatusOfTheApi_isAMiss_butNotOfAStoredKey() throws IOException {
    assertThat(ends("get", false, "410 Gone")).containsOnly(Map.entry("miss", 100L));
    assertThat(ends("get", true, "410 Gone")).containsOnly(Map.entry("wrong", 100L));
    assertThat(ends("get", true, "200 OK")).containsOnly(Map.entry("ok", 100L));
  }

  @Test
  void range_ofAnotherApi_hasNoKnownLength() throws IOException {
    assertThat(ends("range", true, "200 OK")).containsOnly(Map.entry("ok", 100L));
    assertThat(heads).allSatisfy(head -> assertThat(head).matches("(?s)get /kv\\?from=\\d{12} .*"));
    assertThat(ends("range", false, "410 Gone")).containsOnly(Map.entry("miss", 100L));
  }
}
