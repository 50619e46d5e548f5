package dev.kvbench.scenario;

import static dev.kvbench.scenario.Reading.messages;
import static dev.kvbench.scenario.Reading.problems;
import static dev.kvbench.scenario.Reading.read;
import static dev.kvbench.scenario.Reading.shown;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** How operations are asked for. */
class ApiTest {

  private static final KeyFormat KEYS = new KeyFormat("k", 3, "");

  private static Api api(String settings) {
    return read("target: { url: http://a }\napi: " + settings + "\nsteps: [fill]").api();
  }

  private static String path(Api.Call call, long first, long end) {
    return Objects.requireNonNull(call).path().path(KEYS, first, end);
  }

  @Test
  void api_isTheCourses_whereNothingIsSaid() {
    assertThat(read("steps: [fill]").api()).isEqualTo(Api.COURSE);
    assertThat(api("course")).isEqualTo(Api.COURSE);
    assertThat(api("{ preset: course }")).isEqualTo(Api.COURSE);
    assertThat(path(Objects.requireNonNull(Api.COURSE.get()), 7, 7))
        .isEqualTo("/v0/entity?id=k007");
    assertThat(path(Objects.requireNonNull(Api.COURSE.range()), 7, 9))
        .isEqualTo("/v0/entities?start=k007&end=k009");
  }

  @Test
  void path_hasTheKeyInThePath_andNoRange() {
    Api path = api("path");
    assertThat(path).isEqualTo(Api.PATH);
    assertThat(path(Objects.requireNonNull(path.put()), 7, 7)).isEqualTo("/k007");
    assertThat(Objects.requireNonNull(path.put()).right()).containsExactly(201, 204);
    assertThat(Objects.requireNonNull(path.delete()).miss()).containsExactly(404);
    assertThat(path.range()).isNull();
  }

  @Test
  void operations_changeWhatAPresetHas() {
    Api api = api("{ preset: path, put: { method: POST, right: 200, headers: { X-A: b c } } }");
    Api.Call put = Objects.requireNonNull(api.put());
    assertThat(put.method()).isEqualTo("POST");
    assertThat(put.path()).isEqualTo(Objects.requireNonNull(Api.PATH.put()).path());
    assertThat(put.right()).containsExactly(200);
    assertThat(put.headers()).containsExactly(Map.entry("x-a", "b c"));
    assertThat(api.get()).isEqualTo(Api.PATH.get());
  }

  @Test
  void operationsWithoutAPreset_areAllThereIs() {
    Api api = api("{ put: { path: \"/a/{key}/b?c={key}\" } }");
    Api.Call put = Objects.requireNonNull(api.put());
    assertThat(path(put, 1, 1)).isEqualTo("/a/k001/b?c=k001");
    assertThat(put.right()).containsExactly(200, 201, 204);
    assertThat(api.get()).isNull();
    assertThat(api.delete()).isNull();
    assertThat(api.range()).isNull();
  }

  @Test
  void lengthOfARange_isKnownWhereTheCoursesPathIsKept() {
    assertThat(range("{ preset: course, range: { headers: { a: b } } }").plainEntries()).isTrue();
    assertThat(range("{ preset: course, range: { path: \"/r?s={start}\" } }").plainEntries())
        .isFalse();
  }

  private static Api.Call range(String settings) {
    return Objects.requireNonNull(api(settings.replace("course,", "course, put: {},")).range());
  }

  @Test
  void end_isLeftOutWithItsParameter() throws BadValueException {
    List<PathTemplate.Slot> places = List.of(PathTemplate.Slot.START, PathTemplate.Slot.END);
    assertThat(PathTemplate.parse("/r?end={end}&a={start}&b", places).withoutEnd().text())
        .isEqualTo("/r?a={start}&b");
    assertThat(PathTemplate.parse("/r/{start}?end={end}", places).withoutEnd().text())
        .isEqualTo("/r/{start}");
    assertThat(PathTemplate.parse("/r/{start}", places).withoutEnd().text())
        .isEqualTo("/r/{start}");
  }

  @Test
  void stepThatTheApiLacks_isSaidWhereItStands() {
    assertThat(
            shown(
                """
                target: { url: http://a }
                api: path
                steps:
                  - fill
                  - range: { rate: 5 }
                """))
        .isEqualTo(
            """
            demo.yaml:5:5: the api has no 'range', which range needs
                  - range: { rate: 5 }
                    ^
                leave the step out, or say in 'api' how it is asked for:  range: { path: "/?from={start}" }""");
    assertThat(
            messages(
                "target: { url: http://a }\napi: { get: { path: \"/{key}\" } }\nsteps: [fill]"))
        .containsExactly("the api has no 'put', which fill needs");
  }

  @Test
  void referenceServer_hasNoOtherApi() {
    Problem problem = problems("api: path\nsteps: [fill]").get(0);
    assertThat(problem.message())
        .isEqualTo("the reference server has the api 'course' and no other");
    assertThat(problem.line()).isEqualTo(1);
  }

  @Test
  void mistakesInAPath_sayWhatWouldBeRight() {
    assertThat(wrongPath("/objects")).contains("has no place for {key}");
    assertThat(wrongPath("objects/{key}")).contains("does not begin with '/'");
    assertThat(wrongPath("/{kye}")).contains("has an unknown place '{kye}'");
    assertThat(wrongPath("/{key}#a")).contains("characters that a path");
    assertThat(wrongPath("/{key}/" + "a".repeat(1024))).contains("longer than 1024");
    assertThat(problems(withPut("/{kye}")).get(0).hint()).isEqualTo("did you mean 'key'?");
  }

  private static String wrongPath(String path) {
    return messages(withPut(path)).get(0);
  }

  private static String withPut(String path) {
    return "target: { url: http://a }\napi: { put: { path: \"" + path + "\" } }\nsteps: [fill]";
  }
}
