package dev.kvbench.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AlignedTablesTest {

  @Test
  void align_cells_standInLine() {
    assertThat(AlignedTables.align("| a | bbbb |\n|---|--:|\n| long | 1 |\n"))
        .isEqualTo("| a    | bbbb |\n| ---- | ---: |\n| long |    1 |\n");
  }

  @Test
  void align_escapedBars_divideNothing() {
    assertThat(AlignedTables.align("| a\\|b | c |\n|---|---|\n| \\\\ | d |\n"))
        .isEqualTo("| a\\|b | c   |\n| ---- | --- |\n| \\\\   | d   |\n");
  }

  @Test
  void align_otherLines_passUnchanged() {
    assertThat(AlignedTables.align("text\n\n  - item\nend")).isEqualTo("text\n\n  - item\nend");
  }

  @Test
  void align_emptyCells_keepTheirPlace() {
    assertThat(AlignedTables.align("| a | |\n|---|---|\n| | b |\n"))
        .isEqualTo("| a   |     |\n| --- | --- |\n|     | b   |\n");
  }
}
