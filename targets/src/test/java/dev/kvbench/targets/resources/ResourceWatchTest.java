package dev.kvbench.targets.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.kvbench.result.Resources;
import dev.kvbench.targets.process.VirtualMachines;
import dev.kvbench.time.NanoClock;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Real processes, looked at as in a step; how long a second is, the tests' patience decides. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ResourceWatchTest {

  private static final long A_SECOND_MILLIS = 200;

  @Test
  void aVirtualMachine_isSeenToWorkAllocateAndCollect() throws Exception {
    try (Child child = Child.churning();
        ResourceWatch watch =
            ResourceWatch.open(OptionalLong.of(child.pid()), true, NanoClock.system())) {
      watch.windowBegan();
      child.collect();
      Resources seen =
          until(
              watch,
              resources ->
                  resources.collections().stream()
                          .anyMatch(each -> each.cause().equals("System.gc()"))
                      && resources.seconds().stream().anyMatch(ResourceWatchTest::isComplete));
      Resources.Span span =
          seen.seconds().stream().filter(ResourceWatchTest::isComplete).findFirst().orElseThrow();
      Resources.ProcessUse target = Objects.requireNonNull(span.target());
      assertThat(target.cores()).isPositive();
      assertThat(target.busiestThreadShare()).isPositive().isLessThanOrEqualTo(1.5);
      assertThat(target.residentBytes()).isGreaterThan(1 << 20);
      assertThat(target.threads()).isGreaterThan(5);
      assertThat(target.switchesPerSecond()).isNotNegative();
      Resources.JvmUse jvm = Objects.requireNonNull(span.targetJvm());
      assertThat(jvm.heapUsedBytes()).isBetween(1L, 64L << 20);
      assertThat(jvm.allocatedPerSecond()).isGreaterThan(1e6);
      assertThat(jvm.safepoints()).isPositive();
      assertThat(jvm.jitMillis()).isNotNegative();
      assertThat(seen.leftOut()).isEmpty();
      assertThat(seen.lookMicros()).isPositive();

      Resources.Collection forced =
          seen.collections().stream()
              .filter(each -> each.cause().equals("System.gc()"))
              .findFirst()
              .orElseThrow();
      assertThat(forced.process()).isEqualTo(Resources.TARGET);
      assertThat(forced.pause()).isTrue();
      assertThat(forced.collector()).isEqualTo("MarkSweepCompact");
      assertThat(forced.startSeconds()).isBetween(-0.1, span.toSeconds() + 60);
      assertThat(forced.millis()).isNotNegative();
      assertThat(forced.heapAfterBytes()).isPositive();
      assertThat(seen.collections())
          .anyMatch(each -> each.cause().equals("Allocation Failure") && each.pause());
    }
  }

  @Test
  void whatKvbenchItselfNeeds_isSeenLikewise() {
    try (ResourceWatch watch = ResourceWatch.open(OptionalLong.empty(), true, NanoClock.system())) {
      watch.windowBegan();
      System.gc();
      Resources seen =
          until(
              watch,
              resources ->
                  !resources.seconds().isEmpty()
                      && resources.collections().stream()
                          .anyMatch(each -> each.process().equals(Resources.KVBENCH)));
      Resources.Span span = seen.seconds().get(0);
      assertThat(span.target()).isNull();
      assertThat(Objects.requireNonNull(span.kvbench()).residentBytes()).isPositive();
      assertThat(Objects.requireNonNull(span.kvbenchJvm()).heapUsedBytes()).isPositive();
      assertThat(Objects.requireNonNull(span.machine()).busyShare()).isBetween(0.0, 1.0);
      assertThat(span.machine().receivedPerSecond()).isNotNegative();
      assertThat(seen.leftOut())
          .singleElement()
          .asString()
          .contains("the target's process is not known");
    }
  }

  @Test
  void aProgramThatIsNoVirtualMachine_hasItsProcessFigures_andIsNotTouched() throws Exception {
    try (Child child = Child.start("sleep", "600");
        ResourceWatch watch =
            ResourceWatch.open(OptionalLong.of(child.pid()), true, NanoClock.system())) {
      watch.windowBegan();
      Resources seen = until(watch, resources -> !resources.seconds().isEmpty());
      Resources.Span span = seen.seconds().get(0);
      assertThat(Objects.requireNonNull(span.target()).residentBytes()).isPositive();
      assertThat(span.target().threads()).isEqualTo(1);
      assertThat(span.targetJvm()).isNull();
      assertThat(seen.leftOut())
          .singleElement()
          .asString()
          .contains("the target is no Java virtual machine");
      assertThat(child.isAlive()).isTrue();
    }
  }

  @Test
  void aVirtualMachine_thatAScriptStarted_isFound() throws Exception {
    try (Child shell = Child.start("sh", "-c", churningCommand() + "; true")) {
      OptionalLong found = OptionalLong.empty();
      while (found.isEmpty()) {
        found = VirtualMachines.find(shell.pid());
      }
      assertThat(found.getAsLong()).isNotEqualTo(shell.pid());
      ProcessHandle.of(found.getAsLong()).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void aVirtualMachine_thatLetsNobodyAttach_isLeftAlone_withAWord() throws Exception {
    for (String flag : List.of("-XX:+DisableAttachMechanism", "-Xrs")) {
      try (Child child = Child.churning(flag);
          ResourceWatch watch =
              ResourceWatch.open(OptionalLong.of(child.pid()), true, NanoClock.system())) {
        watch.windowBegan();
        Resources seen = until(watch, resources -> !resources.seconds().isEmpty());
        assertThat(seen.leftOut()).as(flag).singleElement().asString().contains("are not known: ");
        assertThat(seen.seconds().get(0).target()).isNotNull();
        assertThat(seen.seconds().get(0).targetJvm()).isNull();
        assertThat(child.isAlive()).as(flag).isTrue();
      }
    }
  }

  @Test
  void aVirtualMachine_thatNobodyPointedAt_isNotAttachedTo() throws Exception {
    try (Child child = Child.churning();
        ResourceWatch watch =
            ResourceWatch.open(OptionalLong.of(child.pid()), false, NanoClock.system())) {
      watch.windowBegan();
      Resources seen = until(watch, resources -> !resources.seconds().isEmpty());
      assertThat(seen.leftOut()).singleElement().asString().contains("was not told to look into");
      assertThat(seen.seconds().get(0).target()).isNotNull();
      assertThat(seen.seconds().get(0).targetJvm()).isNull();
    }
  }

  @Test
  void aVirtualMachine_withoutAPerformanceFile_isSeenButForItsSafepoints() throws Exception {
    try (Child child = Child.churning("-XX:-UsePerfData");
        ResourceWatch watch =
            ResourceWatch.open(OptionalLong.of(child.pid()), true, NanoClock.system())) {
      watch.windowBegan();
      Resources seen =
          until(
              watch,
              resources -> resources.seconds().stream().anyMatch(span -> span.targetJvm() != null));
      assertThat(seen.leftOut()).singleElement().asString().contains("safepoints");
    }
  }

  @Test
  void aVirtualMachine_thatHangs_isLeftBehind() throws Exception {
    try (Child child = Child.churning();
        ResourceWatch watch =
            ResourceWatch.open(OptionalLong.of(child.pid()), true, NanoClock.system())) {
      watch.windowBegan();
      Resources before =
          until(
              watch,
              resources -> resources.seconds().stream().anyMatch(s -> s.targetJvm() != null));
      child.freeze();
      int seconds = before.seconds().size();
      Resources after =
          until(
              watch,
              resources ->
                  resources.seconds().size() > seconds + 2
                      && resources.seconds().get(resources.seconds().size() - 1).targetJvm()
                          == null);
      assertThat(after.seconds().get(after.seconds().size() - 1).target()).isNotNull();
    }
  }

  @Test
  void aTargetThatIsGone_isSaidToBe() throws Exception {
    long pid;
    try (Child child = Child.start("sleep", "600")) {
      pid = child.pid();
    }
    try (ResourceWatch watch = ResourceWatch.open(OptionalLong.of(pid), true, NanoClock.system())) {
      watch.windowBegan();
      Resources seen = until(watch, resources -> !resources.seconds().isEmpty());
      assertThat(seen.seconds().get(0).target()).isNull();
      assertThat(seen.leftOut()).anyMatch(sentence -> sentence.contains("is gone"));
    }
  }

  @Test
  void aWindow_thatWasToldOfLate_beganWhenItsSecondsSay() {
    AtomicLong nanos = new AtomicLong(1_000 * NanoClock.NANOS_PER_SECOND);
    try (ResourceWatch watch = ResourceWatch.open(OptionalLong.empty(), true, nanos::get)) {
      // Told 0.25 s late; the first second's end again, the second's in time.
      nanos.addAndGet(NanoClock.NANOS_PER_SECOND / 4);
      watch.windowBegan();
      waitForLooks(watch, 1);
      nanos.addAndGet(NanoClock.NANOS_PER_SECOND);
      watch.secondEnded(1);
      waitForLooks(watch, 2);
      nanos.addAndGet(NanoClock.NANOS_PER_SECOND * 3 / 4);
      watch.secondEnded(2);
      waitForLooks(watch, 3);
      assertThat(watch.resources().seconds())
          .extracting(Resources.Span::fromSeconds, Resources.Span::toSeconds)
          .containsExactly(tuple(0.25, 1.25), tuple(1.25, 2.0));
    }
  }

  private static void waitForLooks(ResourceWatch watch, int count) {
    while (watch.looks() < count) {
      Thread.onSpinWait();
    }
  }

  private static String churningCommand() {
    return "'"
        + System.getProperty("java.home")
        + "/bin/java' -Xmx64m -cp '"
        + System.getProperty("java.class.path")
        + "' "
        + ChurningProgram.class.getName();
  }

  private static boolean isComplete(Resources.Span span) {
    return span.target() != null
        && span.target().cores() > 0
        && span.targetJvm() != null
        && span.targetJvm().allocatedPerSecond() != null
        && span.targetJvm().safepoints() != null
        && span.targetJvm().safepoints() > 0;
  }

  /** Ends one second after the other until what is waited for was seen. */
  private static Resources until(ResourceWatch watch, Predicate<Resources> seen) {
    while (true) {
      LockSupport.parkNanos(A_SECOND_MILLIS * NanoClock.NANOS_PER_MILLI);
      watch.secondEnded(0);
      Resources resources = watch.resources();
      if (seen.test(resources)) {
        return resources;
      }
    }
  }
}
