package dev.kvbench.render.chart;

/** A line under construction, in the notation of an SVG path's {@code d}. */
final class Path {

  private final StringBuilder commands = new StringBuilder();
  private boolean down;
  private String lastX = "";
  private String lastY = "";

  /** Draws on to a point, or begins a line there if the pen is up. */
  Path to(double x, double y) {
    String textX = Pixels.text(x);
    String textY = Pixels.text(y);
    if (!down) {
      command('M', textX + " " + textY);
    } else if (textX.equals(lastX) && textY.equals(lastY)) {
      return this;
    } else if (textY.equals(lastY)) {
      command('H', textX);
    } else if (textX.equals(lastX)) {
      command('V', textY);
    } else {
      command('L', textX + " " + textY);
    }
    down = true;
    lastX = textX;
    lastY = textY;
    return this;
  }

  /** Lifts the pen: the next point begins a new line. */
  Path lift() {
    down = false;
    return this;
  }

  /** Draws back to where the line began. */
  Path close() {
    commands.append('Z');
    return lift();
  }

  private void command(char name, String operands) {
    commands.append(name).append(operands);
  }

  @Override
  public String toString() {
    return commands.toString();
  }
}
