package dev.kvbench.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
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
  void report_saysTheTextAsItIsWhereverItStands(String text) {
    String line = PlainText.line(text);
    List<String> expected =
        said(Hostile.report(line.isEmpty() ? "" : "plain").markdown()).stream()
            .map(
                said -> said.replace("plain", line).replace("PLAIN", line.toUpperCase(Locale.ROOT)))
            .toList();
    assertThat(said(Hostile.report(text).markdown())).isEqualTo(expected);
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
    String summary = TerminalSummary.of(Hostile.run(text), TerminalSummary.WIDTH);
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

  /** What each heading, paragraph and cell says. */
  private static List<String> said(String markdown) {
    List<String> said = new ArrayList<>();
    collectTexts(MARKDOWN.parse(markdown), said);
    return said;
  }

  private static void collectTexts(Node node, List<String> said) {
    if (node instanceof TableCell || node instanceof Paragraph || node instanceof Heading) {
      StringBuilder all = new StringBuilder();
      appendTexts(node, all);
      said.add(all.toString());
      return;
    }
    for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
      collectTexts(child, said);
    }
  }

  private static void appendTexts(Node node, StringBuilder all) {
    for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
      if (child instanceof Text text) {
        all.append(text.getLiteral());
      } else if (child instanceof SoftLineBreak) {
        all.append(' ');
      }
      appendTexts(child, all);
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
