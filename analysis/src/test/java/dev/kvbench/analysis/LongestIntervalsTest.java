package dev.kvbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.Resources;
import dev.kvbench.result.Resources.LongInterval;
import dev.kvbench.result.StepResult;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LongestIntervalsTest {

  private static final StepResult.TargetUse TWO_CORES = new StepResult.TargetUse(0.5, 0.4, 2);

  @Test
  void of_aQuietStep_listsTheLongest_andSaysNothingOfThem() {
    List<LongInterval> found = of(seconds(20), quiet(20), TWO_CORES);
    assertThat(found).hasSize(LongestIntervals.MOST);
    assertThat(found).allMatch(interval -> interval.happened().isEmpty());
  }

  @Test
  void of_theHighestP99s_andTheHighestMaxima_areListedInTheirOrder() {
    List<SecondTimes> seconds = seconds(20);
    seconds.set(17, new SecondTimes(17, 18, 900.0, 1_000));
    seconds.set(3, new SecondTimes(3, 4, 100.0, 50_000));
    seconds.set(9, new SecondTimes(9, 10, null, 70_000));
    assertThat(of(seconds, quiet(20), TWO_CORES))
        .extracting(LongInterval::fromSeconds)
        .contains(3.0, 9.0, 17.0)
        .isSorted();
  }

  @Test
  void of_nothingMeasured_isEmpty() {
    assertThat(of(List.of(), quiet(0), null)).isEmpty();
  }

  @Test
  void of_aPause_namesIt_alsoWhereItBeganInTheSecondBefore() {
    Resources resources =
        with(
            quiet(20),
            List.of(
                collection(Resources.TARGET, 4.9, 250, "Copy"),
                collection(Resources.TARGET, 5.5, 0, "Copy"),
                collection(Resources.TARGET, 7.5, 400, "Copy")),
            List.of());
    assertThat(happened(resources, 5, 300_000))
        .containsExactly(
            "the target stood still for 2 collections of garbage, 250 ms in all, the longest 250 ms"
                + " at 4.90 s (Copy, Allocation Failure, heap 60 MB → 9 MB)");
  }

  @Test
  void of_aRequestThatWasLongUnderWay_looksAtAllThatTime() {
    Resources resources =
        with(quiet(20), List.of(collection(Resources.TARGET, 2.5, 30, "Copy")), List.of());
    assertThat(happened(resources, 12, 9_000)).isEmpty();
    assertThat(happened(resources, 12, 10_000_000)).singleElement().asString().contains("30 ms");
  }

  @Test
  void of_aCollectorThatWorksBesideTheProgram_isNoPause() {
    Resources resources =
        with(
            quiet(20),
            List.of(
                collection(Resources.TARGET, 5.1, 120, false, "ZGC Cycles"),
                collection(Resources.TARGET, 5.2, 0, true, "ZGC Pauses")),
            List.of());
    assertThat(happened(resources, 5, 9_000))
        .satisfiesExactly(
            pause ->
                assertThat(pause).contains("for a collection of garbage, under 1 ms at 5.20 s"),
            cycle -> assertThat(cycle).contains("beside its work for 120 ms from 5.10 s on"));
  }

  @Test
  void of_kvbenchsOwnStallsAndCollections_areNamedWhereTheyAreNotSmallBesideTheTimes() {
    Resources resources =
        with(
            quiet(20),
            List.of(collection(Resources.KVBENCH, 5.4, 8, "Copy")),
            List.of(
                new Resources.Stall(5.3, 8.5),
                new Resources.Stall(5.6, 2),
                new Resources.Stall(6.2, 30)));
    assertThat(happened(resources, 5, 9_000))
        .satisfiesExactly(
            stall ->
                assertThat(stall)
                    .isEqualTo("kvbench itself stood still 2 times, the longest 8.50 ms at 5.30 s"),
            own -> assertThat(own).startsWith("kvbench stood still for a collection of garbage"));
    assertThat(happened(resources, 5, 1_000_000)).noneMatch(text -> text.contains("itself"));
  }

  @Test
  void of_processorsAtTheirLimit_areNamed() {
    Resources busy =
        at(5, use(1.85, 0.9, 0.0), jvm(2.0), new Resources.MachineUse(0.97, 0.05, null, null));
    assertThat(happened(busy, 5, 9_000))
        .containsExactly(
            "the target's processors were at their limit: 1.85 of 2",
            "all processors of the machine together were 97 % busy",
            "the host took 5 % of the machine's processor time (steal)");
    Resources oneThread = at(5, use(1.1, 0.99, 0.0), jvm(2.0), null);
    assertThat(happened(oneThread, 5, 9_000))
        .containsExactly("one thread of the target used 99 % of a core");
  }

  @Test
  void of_compilersAndDisk_areNamedWhereTheyAreUnusual() {
    Resources resources = at(5, use(0.5, 0.4, 40e6), jvm(350), null);
    assertThat(happened(resources, 5, 9_000))
        .containsExactly(
            "the target's compilers ended 350 ms of work (JIT)",
            "the target wrote 40 MB/s to disk");
  }

  @Test
  void secondTimes_ofFewArrivals_haveNoP99_andOfNoneAreNotThere() {
    List<SecondTimes> all = new ArrayList<>();
    Histogram times = new Histogram(3);
    SecondTimes.add(all, 0, 1, times);
    times.recordValueWithCount(5_000, 99);
    SecondTimes.add(all, 1, 2, times);
    times.recordValue(9_000_000);
    SecondTimes.add(all, 2, 3, times);
    assertThat(all).extracting(SecondTimes::p99Micros).containsExactly(null, 5.003);
    assertThat(all).extracting(SecondTimes::maxMicros).containsExactly(5.003, 9_003.007);
  }

  private static List<String> happened(Resources resources, int second, double maxMicros) {
    List<SecondTimes> one = List.of(new SecondTimes(second, second + 1, 200.0, maxMicros));
    return of(one, resources, TWO_CORES).get(0).happened();
  }

  private static List<LongInterval> of(
      List<SecondTimes> seconds, Resources resources, StepResult.@Nullable TargetUse target) {
    return LongestIntervals.of(seconds, resources, target);
  }

  private static List<SecondTimes> seconds(int count) {
    List<SecondTimes> seconds = new ArrayList<>();
    for (int s = 0; s < count; s++) {
      seconds.add(new SecondTimes(s, s + 1, 100.0, 400));
    }
    return seconds;
  }

  private static Resources quiet(int seconds) {
    return at(-1, use(0.5, 0.4, 0.0), jvm(2.0), null, seconds);
  }

  /** A quiet step but for one second. */
  private static Resources at(
      int odd,
      Resources.ProcessUse use,
      Resources.JvmUse jvm,
      Resources.@Nullable MachineUse machine) {
    return at(odd, use, jvm, machine, 20);
  }

  private static Resources at(
      int odd,
      Resources.ProcessUse use,
      Resources.JvmUse jvm,
      Resources.@Nullable MachineUse machine,
      int seconds) {
    List<Resources.Span> spans = new ArrayList<>();
    for (int s = 0; s < seconds; s++) {
      spans.add(
          s == odd
              ? new Resources.Span(s + 0.002, s + 1.002, use, null, jvm, null, machine)
              : new Resources.Span(
                  s + 0.002, s + 1.002, use(0.5, 0.4, 200_000.0), null, jvm(2.0), null, null));
    }
    return new Resources(spans, List.of(), List.of(), List.of(), null, List.of());
  }

  private static Resources with(
      Resources resources, List<Resources.Collection> collections, List<Resources.Stall> stalls) {
    return new Resources(resources.seconds(), collections, stalls, List.of(), null, List.of());
  }

  private static Resources.ProcessUse use(double cores, double thread, double written) {
    return new Resources.ProcessUse(cores, 0, thread, 1_000_000, 9, 100.0, 10.0, 0.0, written);
  }

  private static Resources.JvmUse jvm(double jitMillis) {
    return new Resources.JvmUse(1_000, 2_000, 1e6, jitMillis, null, null);
  }

  private static Resources.Collection collection(
      String process, double start, double millis, String collector) {
    return collection(process, start, millis, true, collector);
  }

  private static Resources.Collection collection(
      String process, double start, double millis, boolean pause, String collector) {
    return new Resources.Collection(
        process, start, millis, pause, collector, "Allocation Failure", 60_000_000, 9_000_000);
  }
}
