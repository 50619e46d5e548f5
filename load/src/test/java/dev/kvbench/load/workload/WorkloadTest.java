package dev.kvbench.load.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.scenario.StepSpec;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkloadTest {

  private static final String SCENARIO =
      """
      keys: { count: 1000, distribution: %s, format: "k%%06d" }
      values: { size: 16 }
      steps:
        - fill
        - put: { rate: 1, duration: 1s }
        - get: { rate: 1, duration: 1s }
        - range: { rate: 1, duration: 1s, entries: 10 }
      """;

  @Test
  void request_ofOneNumber_isTheSameWheneverItIsAsked() {
    Workload first = workload("uniform", 1, true);
    Workload second = workload("uniform", 1, true);
    second.request(77);
    for (int i = 0; i < 100; i++) {
      assertThat(second.request(i)).isEqualTo(first.request(i));
    }
  }

  @Test
  void steps_doNotRepeatEachOthersKeys() {
    Workload put = workload("uniform", 1, true);
    Workload get = workload("uniform", 2, true);
    int same = 0;
    for (int i = 0; i < 1_000; i++) {
      same += put.request(i).path().equals(get.request(i).path()) ? 1 : 0;
    }
    assertThat(same).isLessThan(10);
  }

  @Test
  void uniform_choosesEveryKeyEquallyOften() {
    Workload get = workload("uniform", 2, true);
    int[] counts = new int[1_000];
    int draws = 100_000;
    for (int i = 0; i < draws; i++) {
      String path = get.request(i).path();
      counts[Integer.parseInt(path.substring(path.indexOf('k') + 1))]++;
    }
    double chiSquare = 0;
    double expected = draws / 1_000.0;
    for (int count : counts) {
      chiSquare += (count - expected) * (count - expected) / expected;
    }
    // 999 degrees of freedom: mean 999, standard deviation 44.7; the seed is fixed.
    assertThat(chiSquare).isBetween(999 - 4 * 44.7, 999 + 4 * 44.7);
  }

  @Test
  void sequential_takesTheKeysInTheirOrder_andStartsAgain() {
    Workload put = workload("sequential", 1, true);
    assertThat(put.request(0).path()).isEqualTo("/v0/entity?id=k000000");
    assertThat(put.request(999).path()).isEqualTo("/v0/entity?id=k000999");
    assertThat(put.request(1_000).path()).isEqualTo("/v0/entity?id=k000000");
  }

  @Test
  void fill_putsEveryKeyOnce() {
    Scenario scenario = scenario("uniform");
    Workload fill = Workload.fill(scenario, (StepSpec.Fill) scenario.steps().get(0));
    Set<String> paths = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      paths.add(fill.request(i).path());
    }
    assertThat(paths).hasSize(1_000);
  }

  @Test
  void put_carriesAValueOfItsSize_thatDiffersBetweenArrivals() {
    Workload put = workload("uniform", 1, true);
    Set<ByteBuffer> values = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      ByteBuffer body = Objects.requireNonNull(put.request(i).body());
      assertThat(body.capacity()).isEqualTo(16);
      values.add(body);
    }
    assertThat(values).hasSizeGreaterThan(95);
  }

  @Test
  void range_staysWithinTheKeys_andKnowsItsLength() {
    Workload range = workload("uniform", 3, true);
    for (int i = 0; i < 5_000; i++) {
      Request request = range.request(i);
      String path = request.path();
      int start = Integer.parseInt(path.substring(path.indexOf("start=k") + 7).substring(0, 6));
      assertThat(start).isBetween(0, 990);
      assertThat(path).endsWith(String.format(Locale.ROOT, "&end=k%06d", start + 10));
      assertThat(request.rightBodyLength()).isEqualTo(10 * (7 + 1 + 16));
    }
  }

  @Test
  void get_afterAFill_takesNoMissForRight() {
    assertThat(workload("uniform", 2, true).request(0).missIsRight()).isFalse();
    assertThat(workload("uniform", 2, false).request(0).missIsRight()).isTrue();
    assertThat(workload("uniform", 2, false).request(0).rightBodyLength())
        .isEqualTo(Request.ANY_LENGTH);
  }

  @Test
  void range_behindTheLastKeyThatCanBeWritten_isOpen() {
    String text =
        """
        keys: { count: 10, format: k%01d }
        steps: [ range: { rate: 1, duration: 1s, entries: 10 } ]
        """;
    Scenario scenario = ScenarioReader.read("test.yaml", text, List.of());
    Request request =
        Workload.of(scenario, (StepSpec.Load) scenario.steps().get(0), true).request(0);
    assertThat(request.path()).isEqualTo("/v0/entities?start=k0");
    assertThat(request.rightBodyLength()).isEqualTo(Request.ANY_LENGTH);
  }

  @Test
  void api_givesMethodPathHeadersAndStatuses() {
    String text =
        """
        target: { url: http://a }
        api:
          put: { method: POST, path: "/kv/{key}?twice={key}", headers: { X-A: b }, right: [200, 202] }
          get: { path: "/{key}", miss: [404, 410] }
          range: { path: "/kv?from={start}&to={end}" }
        keys: { count: 100, format: k%03d, distribution: sequential }
        steps: [ fill, get: { rate: 1, duration: 1s }, range: { rate: 1, duration: 1s, entries: 10 } ]
        """;
    Scenario scenario = ScenarioReader.read("test.yaml", text, List.of());
    Request put = Workload.fill(scenario, (StepSpec.Fill) scenario.steps().get(0)).request(7);
    assertThat(put.method()).isEqualTo("POST");
    assertThat(put.path()).isEqualTo("/kv/k007?twice=k007");
    assertThat(put.form().headerLines()).isEqualTo("x-a: b\r\n");
    assertThat(put.form().isRight(202)).isTrue();
    assertThat(put.form().isRight(201)).isFalse();
    assertThat(put.form().isIdempotent()).isFalse();
    Workload gets = Workload.of(scenario, (StepSpec.Load) scenario.steps().get(1), false);
    assertThat(gets.request(1).path()).isEqualTo("/k001");
    assertThat(gets.request(1).form().isMiss(410)).isTrue();
    assertThat(gets.request(1).form().isIdempotent()).isTrue();
    Workload ranges = Workload.of(scenario, (StepSpec.Load) scenario.steps().get(2), true);
    assertThat(ranges.request(5).path()).isEqualTo("/kv?from=k005&to=k015");
    assertThat(ranges.request(5).rightBodyLength()).isEqualTo(Request.ANY_LENGTH);
  }

  private static Workload workload(String distribution, int step, boolean filled) {
    Scenario scenario = scenario(distribution);
    return Workload.of(scenario, (StepSpec.Load) scenario.steps().get(step), filled);
  }

  private static Scenario scenario(String distribution) {
    return ScenarioReader.read("test.yaml", SCENARIO.formatted(distribution), List.of());
  }
}
