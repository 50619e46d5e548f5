package dev.kvbench.scenario;

import static dev.kvbench.scenario.Reading.read;
import static dev.kvbench.scenario.Reading.shown;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keeps {@code docs/scenarios.md} from falling behind the language. */
class DocumentationTest {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");

  private static final Map<Vocabulary, String> HEADINGS =
      Map.ofEntries(
          Map.entry(Vocabulary.SCENARIO, "## The file"),
          Map.entry(Vocabulary.TARGET, "## `target`"),
          Map.entry(Vocabulary.WORKERS, "### `workers`"),
          Map.entry(Vocabulary.STORAGE, "### `storage`"),
          Map.entry(Vocabulary.READY, "### `ready`"),
          Map.entry(Vocabulary.ENVIRONMENT, "### `environment`"),
          Map.entry(Vocabulary.FILES, "### `files`"),
          Map.entry(Vocabulary.TLS, "### `tls`"),
          Map.entry(Vocabulary.API, "## `api`"),
          Map.entry(Vocabulary.API_CALL, "### An operation"),
          Map.entry(Vocabulary.HEADERS, "### `headers`"),
          Map.entry(Vocabulary.KEYS, "## `keys`"),
          Map.entry(Vocabulary.VALUES, "## `values`"),
          Map.entry(Vocabulary.CONNECTIONS, "## `connections`"),
          Map.entry(Vocabulary.PROFILE_RULES, "## `profile` and `profile-rules`"),
          Map.entry(Vocabulary.STEP, "## `steps`"),
          Map.entry(Vocabulary.FILL, "### `fill`"),
          Map.entry(Vocabulary.LOAD, "### `put` and `get`"),
          Map.entry(Vocabulary.RANGE, "### `range`"),
          Map.entry(Vocabulary.ARRIVALS, "### `arrivals`"),
          Map.entry(Vocabulary.RAMP, "#### `ramp`"),
          Map.entry(Vocabulary.STAIRCASE, "#### `staircase`"),
          Map.entry(Vocabulary.BURSTS, "#### `bursts`"),
          Map.entry(Vocabulary.OBJECTIVES, "### `objectives`"));

  private final String page;

  DocumentationTest() throws IOException {
    page = Files.readString(Path.of("..", "docs", "scenarios.md"));
  }

  private List<String> blocks(String language) {
    return BLOCK
        .matcher(page)
        .results()
        .filter(b -> b.group(1).equals(language))
        .map((MatchResult b) -> b.group(2))
        .toList();
  }

  @ParameterizedTest
  @EnumSource(Vocabulary.class)
  void everyKey_isInTheTableOfItsSection(Vocabulary vocabulary) {
    String heading = "\n" + HEADINGS.get(vocabulary) + "\n";
    assertThat(page).contains(heading);
    String section = page.substring(page.indexOf(heading) + heading.length());
    section = section.substring(0, (section + "\n##").indexOf("\n##"));
    List<String> firstCells =
        section.lines().filter(l -> l.startsWith("| `")).map(l -> l.split("\\|")[1]).toList();
    assertThat(vocabulary.keys())
        .allSatisfy(key -> assertThat(firstCells).anyMatch(c -> c.contains("`" + key + "`")));
  }

  @ParameterizedTest
  @EnumSource(Units.class)
  void everyUnit_isNamed(Units units) {
    assertThat(units.names()).allSatisfy(this::assertNamed);
  }

  @Test
  void everyWord_isNamed() {
    assertThat(Words.of(KeySpec.Distribution.values()).keySet()).allSatisfy(this::assertNamed);
    assertThat(Words.of(ValueSpec.Content.values()).keySet()).allSatisfy(this::assertNamed);
    assertThat(ArrivalsBinder.words().keySet()).allSatisfy(this::assertNamed);
    assertThat(ConnectionsBinder.modes().keySet()).allSatisfy(this::assertNamed);
    assertThat(RouteBinder.protocols().keySet()).allSatisfy(this::assertNamed);
    assertThat(Words.of(WorkersSpec.Queue.values()).keySet()).allSatisfy(this::assertNamed);
    assertThat(Words.of(WorkersSpec.Order.values()).keySet()).allSatisfy(this::assertNamed);
    assertThat(Words.of(WorkersSpec.Rejection.values()).keySet()).allSatisfy(this::assertNamed);
    assertThat(Words.of(StorageSpec.Sync.values()).keySet()).allSatisfy(this::assertNamed);
    assertThat(ReferenceBinder.engines().keySet()).allSatisfy(this::assertNamed);
    assertThat(ApiBinder.presets().keySet()).allSatisfy(this::assertNamed);
    assertThat(ProfileBinder.words()).allSatisfy(this::assertNamed);
    assertThat(PaceBinder.loops()).allSatisfy(this::assertNamed);
    assertThat(Words.of(ArrivalProcess.Shape.values()).keySet()).allSatisfy(this::assertNamed);
  }

  private void assertNamed(String word) {
    assertThat(page).contains("`" + word + "`");
  }

  @Test
  void examples_areScenarios() {
    assertThat(blocks("yaml")).hasSize(11).allSatisfy(b -> assertThat(read(b)).isNotNull());
  }

  @Test
  void examplesOfTargets_areScenarios() throws IOException {
    String targets = Files.readString(Path.of("..", "docs", "targets.md"));
    assertThat(BLOCK.matcher(targets).results().filter(b -> b.group(1).equals("yaml")))
        .hasSize(4)
        .allSatisfy(b -> assertThat(read(b.group(2))).isNotNull());
  }

  @Test
  void defaultsSpelledOut_areTheDefaults() {
    Scenario least = read(blocks("yaml").get(0));
    Scenario spelledOut = read(blocks("yaml").get(1));
    assertThat(spelledOut).usingRecursiveComparison().ignoringFields("source").isEqualTo(least);
  }

  @Test
  void exampleOfMistakes_isWhatIsSaid() {
    List<String> blocks = blocks("");
    String mistakes = blocks.get(blocks.size() - 2);
    String said = blocks.get(blocks.size() - 1);
    assertThat(shown(mistakes)).isEqualTo(said.stripTrailing());
  }

  @Test
  void settingsOfTheCommandLine_areTaken() {
    String[] settings =
        Pattern.compile("`--set '?([^`']+)'?`")
            .matcher(page)
            .results()
            .map(m -> m.group(1))
            .filter(s -> s.contains("=") && !s.startsWith("path"))
            .toArray(String[]::new);
    assertThat(settings).hasSizeGreaterThan(5);
    assertThat(Arrays.asList(settings))
        .allSatisfy(s -> assertThat(read(blocks("yaml").get(0), s)).isNotNull());
  }
}
