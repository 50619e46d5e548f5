package dev.kvbench.render;

import dev.kvbench.result.Figures;
import dev.kvbench.result.Profiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the report's template sees of one event of a step that was profiled: tables of shares, the
 * variants side by side.
 *
 * @param title what it is of
 * @param columns the tables' columns behind the first
 * @param groups shares by thread group; empty where nothing was seen
 * @param activities shares by activity, likewise
 * @param crossings for each variant, which threads did what; empty where one group did nearly all
 * @param facts what the figures rest on, in sentences
 * @param graphs the flame graphs
 */
record ProfileView(
    String title,
    List<String> columns,
    List<Row> groups,
    List<Row> activities,
    List<Crossing> crossings,
    List<String> facts,
    List<Graph> graphs) {

  private static final double UNCERTAIN_SHARE = 0.1;

  /** Of the normal distribution, what 95 % lie within. */
  private static final double WITHIN_95_PERCENT = 1.96;

  private static final double WORTH_NAMING = 0.01;
  private static final Pattern LINK = Pattern.compile("[A-Za-z0-9._/-]+");

  /** A row of a table: its name and a cell for each column. */
  record Row(String name, boolean sum, List<String> cells) {}

  /** Which threads of a variant did what. */
  record Crossing(String variant, List<String> groups, List<Row> rows) {}

  /** A flame graph; what cannot be linked is named. */
  record Graph(String name, String file, boolean linkable) {}

  /** A variant's share of a table. */
  private record Column(Profiles.Step step, Profiles.Event event) {

    double weight(Function<Profiles.Share, String> key, String name) {
      return event.shares().stream()
          .filter(share -> key.apply(share).equals(name))
          .mapToDouble(Profiles.Share::weight)
          .sum();
    }

    @Nullable Double perRequest(double weight) {
      return step.requests() > 0 ? weight / step.requests() : null;
    }

    String share(double weight) {
      return event.weight() > 0 ? Phrases.share(weight / event.weight()) : Phrases.NONE;
    }
  }

  /** The events of a step that was profiled with the settings of {@code steps}, the first first. */
  static List<ProfileView> of(List<String> events, List<Profiles.Step> steps) {
    List<ProfileView> views = new ArrayList<>();
    for (String event : events) {
      List<Column> columns = new ArrayList<>();
      for (Profiles.Step step : steps) {
        Profiles.Event seen = step.event(event);
        if (seen != null) {
          columns.add(new Column(step, seen));
        }
      }
      if (!columns.isEmpty()) {
        views.add(view(event, columns, steps.size() > 1));
      }
    }
    return views;
  }

  private static ProfileView view(String event, List<Column> columns, boolean several) {
    List<String> heads = new ArrayList<>();
    for (Column column : columns) {
      heads.add(several ? column.step().variant() : "Share");
      heads.add("Per request");
      if (heads.size() > 2) {
        heads.add("Against " + columns.get(0).step().variant());
      }
    }
    List<String> facts = new ArrayList<>();
    List<Graph> graphs = new ArrayList<>();
    List<Crossing> crossings = new ArrayList<>();
    for (Column column : columns) {
      String variant = several ? column.step().variant() : "";
      facts(column, several ? variant + ": " : "", facts);
      graphs(column, several ? " of " + variant : "", graphs);
      if (needsCrossing(column)) {
        crossings.add(crossing(column, variant));
      }
    }
    boolean any = columns.stream().anyMatch(column -> column.event().samples() > 0);
    return new ProfileView(
        title(event),
        heads,
        any ? rows(columns, Profiles.Share::threadGroup) : List.of(),
        any ? rows(columns, Profiles.Share::activity) : List.of(),
        crossings,
        facts,
        graphs);
  }

  private static String title(String event) {
    return switch (event) {
      case "cpu" -> "Processor time";
      case "alloc" -> "Memory allocated";
      case "lock" -> "Time waited for locks";
      default -> event;
    };
  }

  private static List<Row> rows(List<Column> columns, Function<Profiles.Share, String> key) {
    List<Row> rows = new ArrayList<>();
    for (String name : names(columns, key)) {
      rows.add(row(name, false, columns, column -> column.weight(key, name)));
    }
    rows.add(row("all", true, columns, column -> column.event().weight()));
    return rows;
  }

  private static Row row(
      String name, boolean sum, List<Column> columns, Function<Column, Double> weights) {
    Column first = columns.get(0);
    Double base = first.perRequest(weights.apply(first));
    List<String> cells = new ArrayList<>();
    for (Column column : columns) {
      double weight = weights.apply(column);
      Double perRequest = column.perRequest(weight);
      String unit = column.event().unit();
      cells.add(column.share(weight));
      cells.add(perRequest == null ? Phrases.NONE : amount(perRequest, unit));
      if (cells.size() > 2) {
        cells.add(
            perRequest == null || base == null ? Phrases.NONE : change(perRequest - base, unit));
      }
    }
    return new Row(name, sum, cells);
  }

  /** What is in any of the columns, the heaviest first, by the mean of their shares. */
  private static List<String> names(List<Column> columns, Function<Profiles.Share, String> key) {
    Set<String> names = new LinkedHashSet<>();
    columns.forEach(column -> column.event().shares().forEach(s -> names.add(key.apply(s))));
    return names.stream()
        .sorted(
            Comparator.comparingDouble(
                    (String name) ->
                        columns.stream()
                            .mapToDouble(
                                c ->
                                    c.event().weight() > 0
                                        ? c.weight(key, name) / c.event().weight()
                                        : 0)
                            .sum())
                .reversed())
        .toList();
  }

  /** Whether more than one group had a part worth naming in what is not its only purpose. */
  private static boolean needsCrossing(Column column) {
    return column.event().shares().stream()
            .filter(share -> !share.activity().equals(share.threadGroup()))
            .filter(share -> share.weight() >= WORTH_NAMING * column.event().weight())
            .map(Profiles.Share::threadGroup)
            .distinct()
            .count()
        > 1;
  }

  private static Crossing crossing(Column column, String variant) {
    List<Column> alone = List.of(column);
    List<String> groups = names(alone, Profiles.Share::threadGroup);
    List<Row> rows = new ArrayList<>();
    for (String activity : names(alone, Profiles.Share::activity)) {
      List<String> cells = new ArrayList<>();
      for (String group : groups) {
        double weight =
            column.event().shares().stream()
                .filter(s -> s.activity().equals(activity) && s.threadGroup().equals(group))
                .mapToDouble(Profiles.Share::weight)
                .sum();
        cells.add(weight > 0 ? column.share(weight) : "");
      }
      rows.add(new Row(activity, false, cells));
    }
    return new Crossing(variant, groups, rows);
  }

  private static void facts(Column column, String prefix, List<String> facts) {
    Profiles.Event event = column.event();
    if (event.samples() == 0) {
      facts.add(prefix + nothing(event.event()));
      return;
    }
    String whole = amount(event.weight(), event.unit());
    String rests = prefix + whole + " in " + Figures.count(event.samples()) + " samples";
    if (event.event().equals("lock")) {
      facts.add(rests + "; waits of less than 10 µs are there in part only");
    } else {
      double error =
          WITHIN_95_PERCENT * Math.sqrt(UNCERTAIN_SHARE * (1 - UNCERTAIN_SHARE) / event.samples());
      facts.add(
          rests
              + ": a share of 10 % is known to about ± "
              + Figures.significant(error * 100)
              + " percentage points");
    }
    Double counted = column.step().processorSeconds();
    if (event.event().equals("cpu") && counted != null) {
      facts.add(
          prefix
              + "the system counts "
              + Figures.duration(counted * 1e9)
              + " of processor time for the target in the same window");
    }
    unmatched(event, prefix, facts);
  }

  private static String nothing(String event) {
    return event.equals("lock") ? "nothing waited for a lock" : "no samples were taken";
  }

  private static void unmatched(Profiles.Event event, String prefix, List<String> facts) {
    List<String> frames =
        event.unmatched().stream()
            .filter(frame -> frame.weight() >= WORTH_NAMING * event.weight())
            .map(
                frame -> frame.name() + " (" + Phrases.share(frame.weight() / event.weight()) + ")")
            .toList();
    if (!frames.isEmpty()) {
      facts.add(prefix + "no rule knows the activity of " + String.join(", ", frames));
    }
  }

  private static void graphs(Column column, String suffix, List<Graph> graphs) {
    graphs.add(graph("flame graph" + suffix, column.event().flameGraph()));
    for (Profiles.Difference difference : column.event().differences()) {
      graphs.add(
          graph(
              "what differs" + suffix + " against " + difference.against(),
              difference.flameGraph()));
    }
    graphs.add(graph("recording" + suffix, column.step().jfr()));
  }

  private static Graph graph(String name, String file) {
    return new Graph(name, file, LINK.matcher(file).matches());
  }

  /** Returns a weight as people read it. */
  private static String amount(double weight, String unit) {
    return unit.equals("bytes") ? Figures.bytes(weight) : Figures.duration(weight);
  }

  private static String change(double weight, String unit) {
    return (weight > 0 ? "+" : weight < 0 ? "−" : "") + amount(Math.abs(weight), unit);
  }

  /** What the template sees of the profiles of a run; null where nobody asked for any. */
  static @Nullable Section section(@Nullable Profiles profiles) {
    if (profiles == null) {
      return null;
    }
    List<ProfiledStep> steps = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    profiles.steps().forEach(step -> names.add(step.name()));
    for (String name : names) {
      List<Profiles.Step> same =
          profiles.steps().stream().filter(step -> step.name().equals(name)).toList();
      boolean several = same.size() > 1;
      steps.add(
          new ProfiledStep(
              name,
              same.stream().map(step -> speed(step, several)).toList(),
              of(profiles.events(), same)));
    }
    return new Section(profiles.remarks(), steps);
  }

  private static String speed(Profiles.Step step, boolean several) {
    return (several ? step.variant() + ": " : "")
        + Figures.count(step.requests())
        + " answers in "
        + Figures.duration(step.durationSeconds() * 1e9)
        + ", "
        + Figures.rate(step.achievedPerSecond())
        + " right of "
        + Figures.rate(step.offeredPerSecond())
        + " due, while the profiler was attached";
  }

  /**
   * The profiles of a run.
   *
   * @param remarks what was left out or done otherwise, in sentences
   */
  record Section(List<String> remarks, List<ProfiledStep> steps) {}

  /**
   * A step that was profiled.
   *
   * @param speeds how many requests were answered meanwhile, for each variant
   */
  record ProfiledStep(String name, List<String> speeds, List<ProfileView> events) {}
}
