package dev.kvbench.render.chart;

import java.util.ArrayList;
import java.util.List;

/** The few shapes that every chart is put together from. */
public final class Parts {

  /** Font size of tick labels and figures inside charts. */
  static final double SMALL = 11;

  /** Font size of legends. */
  static final double NORMAL = 12;

  /** Font size of headings. */
  static final double LARGE = 15;

  /** Width of every chart. */
  static final double WIDTH = 800;

  /** Where texts begin. */
  static final double MARGIN = 20;

  /** Width of a character by the size of its font, in a wide font. */
  private static final double EM = 0.6;

  private static final double SAMPLE_WIDTH = 22;
  private static final double SAMPLE_GAP = 6;
  private static final double ENTRY_GAP = 14;

  private Parts() {}

  /**
   * The sheet that a chart is drawn on.
   *
   * @param width in pixels
   * @param height in pixels
   * @param title what the chart shows of what
   * @param heading the title, shortened to the sheet's width
   * @param description the chart's figures in a sentence, for those who do not see it
   */
  public record Canvas(int width, int height, String title, String heading, String description) {

    static Canvas of(int height, String title, String description) {
      String heading = fit(title, WIDTH - 2 * MARGIN, LARGE);
      return new Canvas((int) WIDTH, height, title, heading, description);
    }
  }

  /** A rectangle by its edges. */
  public record Box(double left, double top, double right, double bottom) {}

  /**
   * A round value on an axis.
   *
   * @param at its pixel along the axis
   * @param label what stands beside it; empty for a line only
   */
  public record Tick(double at, String label) {}

  /**
   * An axis.
   *
   * @param title the quantity, with what must be known of the scale
   * @param ticks its round values in their order
   */
  public record Axis(String title, List<Tick> ticks) {
    /** Defensive copy. */
    public Axis {
      ticks = List.copyOf(ticks);
    }
  }

  /**
   * A line, or a filled shape where {@code filled}.
   *
   * @param style name of its colour
   * @param path its course; never empty
   * @param filled whether the area is drawn, else the line
   * @param bound whether it shows lower bounds only
   */
  public record Series(String style, String path, boolean filled, boolean bound) {}

  /**
   * A point with a meaning.
   *
   * @param style name of its colour
   * @param shape {@code dot}, {@code diamond}, {@code triangle} or {@code bar}
   * @param x in pixels
   * @param y in pixels
   * @param hollow whether it shows a lower bound only
   */
  public record Marker(String style, String shape, double x, double y, boolean hollow) {}

  /**
   * A text.
   *
   * @param x in pixels
   * @param y of the line that the text stands on
   * @param anchor {@code start}, {@code middle} or {@code end}
   * @param text what it says
   */
  public record Label(double x, double y, String anchor, String text) {}

  /**
   * What a legend says of one style.
   *
   * @param style name of the colour
   * @param shape {@code line}, {@code area}, {@code bound}, {@code zone} or a {@link Marker}'s
   *     shape
   * @param x where the sample begins
   * @param textX where the text begins
   * @param text the meaning
   */
  public record Entry(String style, String shape, double x, double textX, String text) {}

  /** A legend in the making: entries side by side. */
  static final class Legend {
    private final List<Entry> entries = new ArrayList<>();
    private double x;

    Legend(double left) {
      x = left;
    }

    Legend add(String style, String shape, String text) {
      double textX = x + SAMPLE_WIDTH + SAMPLE_GAP;
      entries.add(new Entry(style, shape, Pixels.round(x), Pixels.round(textX), text));
      x = textX + textWidth(text, NORMAL) + ENTRY_GAP;
      return this;
    }

    List<Entry> entries() {
      return List.copyOf(entries);
    }
  }

  /**
   * Returns how wide a text may become: charts cannot know the reader's font, so this is the width
   * in a wide one.
   */
  static double textWidth(String text, double fontSize) {
    return text.codePointCount(0, text.length()) * fontSize * EM;
  }

  /** Returns {@code text}, or as much of its beginning as fits, with an ellipsis. */
  static String fit(String text, double width, double fontSize) {
    int most = Math.max(1, (int) (width / (fontSize * EM)));
    if (text.codePointCount(0, text.length()) <= most) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }
}
