package dev.kvbench.run;

import dev.kvbench.analysis.profile.ProfileRules;
import dev.kvbench.analysis.profile.ProfileShares;
import dev.kvbench.result.Profiles;
import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.SampledStack;
import dev.kvbench.scenario.ProfileEvent;
import dev.kvbench.scenario.ProfileSpec;
import dev.kvbench.targets.profile.FlameGraphs;
import dev.kvbench.targets.profile.RecordedEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Makes the result of profiled steps: the recording and its flame graphs in the result directory,
 * and the shares. What it saw of the first variant it keeps, to draw against it what differs in the
 * others.
 */
final class ProfileRecorder {

  private static final String FOLDER = "profiles/";

  private final ProfileSpec spec;
  private final ResultDirectory directory;
  private final List<Kept> kept = new ArrayList<>();

  /** What was seen of an event of a step of a variant. */
  private record Kept(
      String variant, String step, ProfileEvent event, long requests, List<SampledStack> stacks) {}

  /**
   * What is known of a profiled step beside its recording.
   *
   * @param fromMillis where its window began, in milliseconds since 1970
   * @param toMillis where it ended, likewise
   * @param requests whole answers
   * @param processorSeconds processor time of the target in the window; null where unknown
   */
  record Window(
      long fromMillis,
      long toMillis,
      double durationSeconds,
      double offeredPerSecond,
      double achievedPerSecond,
      long requests,
      @Nullable Double processorSeconds) {}

  ProfileRecorder(ProfileSpec spec, ResultDirectory directory) {
    this.spec = spec;
    this.directory = directory;
  }

  /** The events that are asked for, as the result names them. */
  List<String> events() {
    return spec.events().stream().map(ProfileRecorder::word).toList();
  }

  /**
   * Writes a step's files.
   *
   * @param jfr the recording; it is copied
   * @throws dev.kvbench.targets.profile.ProfileException if it cannot be read
   */
  Profiles.Step record(String variant, String step, String operation, Window window, Path jfr) {
    // Names of steps and variants have no dots, so that no two files can have one name.
    String base = FOLDER + variant + "/" + step;
    directory.adopt(base + ".jfr", jfr);
    List<Profiles.Event> events = new ArrayList<>();
    for (ProfileEvent event : spec.events()) {
      RecordedEvent seen = RecordedEvent.read(jfr, event, window.fromMillis(), window.toMillis());
      ProfileShares shares = ProfileShares.of(seen.stacks(), ProfileRules.of(spec, event));
      String file = base + "." + word(event) + ".html";
      directory.write(file, FlameGraphs.of(seen.stacks(), title(variant, step, event)));
      Kept now = new Kept(variant, step, event, window.requests(), seen.stacks());
      events.add(
          new Profiles.Event(
              word(event),
              seen.engine(),
              event.unit(),
              shares.samples(),
              shares.weight(),
              shares.shares(),
              shares.unmatched(),
              file,
              differences(now, base)));
      kept.add(now);
    }
    return new Profiles.Step(
        variant,
        step,
        operation,
        window.durationSeconds(),
        window.offeredPerSecond(),
        window.achievedPerSecond(),
        window.requests(),
        window.processorSeconds(),
        base + ".jfr",
        events);
  }

  /** Draws what differs from the first variant, both brought to the same number of requests. */
  private List<Profiles.Difference> differences(Kept now, String base) {
    List<Profiles.Difference> differences = new ArrayList<>();
    kept.stream()
        .filter(before -> before.step().equals(now.step()) && before.event() == now.event())
        .findFirst()
        .filter(before -> !before.variant().equals(now.variant()))
        .filter(before -> before.requests() > 0 && now.requests() > 0)
        .ifPresent(
            before -> {
              String file =
                  base + "." + word(now.event()) + ".against." + before.variant() + ".html";
              directory.write(
                  file,
                  FlameGraphs.difference(
                      before.stacks(),
                      now.requests() / (double) before.requests(),
                      now.stacks(),
                      title(now.variant(), now.step(), now.event())
                          + " against "
                          + before.variant()
                          + ", for as many requests: red is more, blue is less"));
              differences.add(new Profiles.Difference(before.variant(), file));
            });
    return differences;
  }

  private static String title(String variant, String step, ProfileEvent event) {
    return variant
        + " / "
        + step
        + ": "
        + switch (event) {
          case CPU -> "processor time (ns)";
          case ALLOC -> "memory allocated (bytes)";
          case LOCK -> "time waited for locks (ns)";
        };
  }

  private static String word(ProfileEvent event) {
    return event.name().toLowerCase(Locale.ROOT);
  }
}
