package dev.kvbench.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.text.TextContentRenderer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HostileTextTest {

  private static final Parser MARKDOWN =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();

  static Stream<String> texts() {
    return Hostile.TEXTS.stream();
  }

  @ParameterizedTest
  @MethodSource("texts")
  void report_hasTheStructureOfAPlainOne(String text) {
    assertThat(structure(Hostile.report(text).markdown()))
        .isEqualTo(structure(Hostile.report(text.isBlank() ? "" : "plain").markdown()));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void report_saysTheTextAsItIs(String text) {
    Node parsed = MARKDOWN.parse(Hostile.report(text).markdown());
    String said = TextContentRenderer.builder().build().render(parsed.getFirstChild());
    assertThat(said).isEqualTo(("kvbench: " + PlainText.line(text)).strip());
  }

  @ParameterizedTest
  @MethodSource("texts")
  void report_keepsTheScenarioInItsBlock(String text) {
    List<String> blocks = new ArrayList<>();
    collectBlocks(MARKDOWN.parse(Hostile.report(text).markdown()), blocks);
    assertThat(blocks).containsExactly(PlainText.block(text) + "\n");
  }

  @ParameterizedTest
  @MethodSource("texts")
  void charts_areWellFormedAndNamedHarmlessly(String text) {
    Report report = Hostile.report(text);
    assertThat(report.charts()).hasSize(7);
    report
        .charts()
        .forEach(
            (file, svg) -> {
              assertThat(file).matches("charts/[a-z0-9-]+\\.svg");
              assertThat(SvgTexts.parse(svg).getElementsByTagName("script").getLength()).isZero();
            });
  }

  @ParameterizedTest
  @MethodSource("texts")
  void terminal_getsNoControls(String text) {
    String summary = TerminalSummary.of(Hostile.run(text));
    assertThat(summary.replace("\n", "")).doesNotContainPattern("[\\p{Cc}\u202e]");
    assertThat(summary.lines()).allMatch(line -> line.length() <= TerminalSummary.WIDTH);
  }

  /** The tree of nodes without what the texts say; cells by their row's number of them. */
  private static List<String> structure(String markdown) {
    List<String> nodes = new ArrayList<>();
    collect(MARKDOWN.parse(markdown), 0, nodes);
    return nodes;
  }

  private static void collect(Node node, int depth, List<String> nodes) {
    String name = node.getClass().getSimpleName();
    boolean isText = name.equals("Text") || name.equals("SoftLineBreak");
    if (!isText && !(node instanceof TableCell)) {
      nodes.add(" ".repeat(depth) + name + (node instanceof TableRow ? cells(node) : ""));
    }
    for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
      collect(child, depth + 1, nodes);
    }
  }

  private static int cells(Node row) {
    int cells = 0;
    for (Node cell = row.getFirstChild(); cell != null; cell = cell.getNext()) {
      cells++;
    }
    return cells;
  }

  private static void collectBlocks(Node node, List<String> blocks) {
    if (node instanceof FencedCodeBlock block) {
      blocks.add(block.getLiteral());
    }
    for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
      collectBlocks(child, blocks);
    }
  }
}
