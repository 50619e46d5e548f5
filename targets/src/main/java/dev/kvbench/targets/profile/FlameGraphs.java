package dev.kvbench.targets.profile;

import dev.kvbench.result.SampledStack;
import dev.kvbench.result.SampledStack.Frame;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import one.convert.Arguments;
import one.convert.CallStack;
import one.convert.FlameGraph;

/** Flame graphs as pages that need nothing beside them. */
public final class FlameGraphs {

  private FlameGraphs() {}

  /**
   * Draws stacks, threads of one name together.
   *
   * @param title stands above it
   * @return the page
   */
  public static String of(List<SampledStack> stacks, String title) {
    return page(graph(stacks, 1, title));
  }

  /**
   * Draws stacks, coloured by what is more (red) and what is less (blue) than in others.
   *
   * @param before the others
   * @param scale what their weights are multiplied by first, so that both stand for as much work
   * @return the page
   */
  public static String difference(
      List<SampledStack> before, double scale, List<SampledStack> after, String title) {
    FlameGraph graph = graph(after, 1, title);
    graph.diff(graph(before, scale, title));
    return page(graph);
  }

  private static FlameGraph graph(List<SampledStack> stacks, double scale, String title) {
    Arguments arguments = new Arguments();
    arguments.title = escaped(title);
    FlameGraph graph = new FlameGraph(arguments);
    CallStack path = new CallStack();
    for (SampledStack stack : stacks) {
      path.clear();
      path.push("[" + stack.thread() + "]", one.convert.Frame.TYPE_NATIVE);
      List<Frame> frames = stack.frames();
      for (int i = frames.size() - 1; i >= 0; i--) {
        path.push(frames.get(i).name(), type(frames.get(i).kind()));
      }
      if (!stack.object().isEmpty()) {
        path.push(stack.object(), one.convert.Frame.TYPE_INLINED);
      }
      graph.addSample(path, Math.round(stack.weight() * scale));
    }
    return graph;
  }

  private static byte type(SampledStack.Kind kind) {
    return switch (kind) {
      case INTERPRETED -> one.convert.Frame.TYPE_INTERPRETED;
      case COMPILED -> one.convert.Frame.TYPE_JIT_COMPILED;
      case INLINED -> one.convert.Frame.TYPE_INLINED;
      case NATIVE -> one.convert.Frame.TYPE_NATIVE;
      case VIRTUAL_MACHINE -> one.convert.Frame.TYPE_CPP;
      case KERNEL -> one.convert.Frame.TYPE_KERNEL;
      case QUICKLY_COMPILED -> one.convert.Frame.TYPE_C1_COMPILED;
    };
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String page(FlameGraph graph) {
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(page, false, StandardCharsets.UTF_8)) {
      graph.dump(out);
    }
    return page.toString(StandardCharsets.UTF_8);
  }
}
