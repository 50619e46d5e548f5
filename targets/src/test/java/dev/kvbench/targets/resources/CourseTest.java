package dev.kvbench.targets.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kvbench.result.Resources.JvmUse;
import dev.kvbench.result.Resources.MachineUse;
import dev.kvbench.result.Resources.ProcessUse;
import dev.kvbench.result.Resources.Span;
import dev.kvbench.targets.ProcessorTicks;
import dev.kvbench.targets.resources.MemberLook.DiskLook;
import dev.kvbench.targets.resources.MemberLook.ThreadLook;
import dev.kvbench.targets.resources.Rounds.Seen;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CourseTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long START = 7 * SECOND;

  @Test
  void of_twoLooks_givesRatesAndSizes() {
    Map<Long, ThreadLook> threads = Map.of(1L, new ThreadLook(100, 10, 1));
    Map<Long, ThreadLook> later =
        Map.of(1L, new ThreadLook(700, 40, 5), 2L, new ThreadLook(300, 20, 2));
    Span span =
        Course.of(
                START,
                List.of(
                    look(0, 0, member(100, 50, threads, new DiskLook(1_000, 2_000))),
                    look(1, 2, member(1_100, 450, later, new DiskLook(1_000, 10_000)))),
                List.of(),
                List.of())
            .get(0);
    assertThat(span.fromSeconds()).isZero();
    assertThat(span.toSeconds()).isEqualTo(2);
    ProcessUse use = Objects.requireNonNull(span.target());
    assertThat(use.userCores()).isCloseTo(0.5, within(1e-9));
    assertThat(use.systemCores()).isCloseTo(0.2, within(1e-9));
    assertThat(use.busiestThreadShare()).isCloseTo(0.3, within(1e-9));
    assertThat(use.switchesPerSecond()).isCloseTo(28, within(1e-9));
    assertThat(use.preemptionsPerSecond()).isCloseTo(3, within(1e-9));
    assertThat(use.diskReadPerSecond()).isZero();
    assertThat(use.diskWrittenPerSecond()).isEqualTo(4_000);
    assertThat(use.residentBytes()).isEqualTo(5_000);
    MachineUse machine = Objects.requireNonNull(span.machine());
    assertThat(machine.busyShare()).isCloseTo(0.75, within(1e-9));
    assertThat(machine.stealShare()).isCloseTo(0.25, within(1e-9));
    assertThat(machine.receivedPerSecond()).isEqualTo(150);
    assertThat(machine.sentPerSecond()).isEqualTo(50);
  }

  @Test
  void of_aFamily_addsUp_andWhoCameBetweenCountsFromThenOn() {
    MemberLook parent = member(100, 0, Map.of(), null);
    MemberLook parentLater = member(600, 0, Map.of(), null);
    MemberLook child = member(9_000, 0, Map.of(), null);
    MemberLook childLater = member(9_250, 0, Map.of(), null);
    List<Span> spans =
        Course.of(
            START,
            List.of(
                look(0, 0, Map.of(1L, parent)),
                look(1, 1, Map.of(1L, parentLater, 2L, child)),
                look(2, 2, Map.of(1L, parentLater, 2L, childLater)),
                look(3, 3, Map.of(1L, parentLater))),
            List.of(),
            List.of());
    assertThat(spans)
        .extracting(span -> Objects.requireNonNull(span.target()).cores())
        .containsExactly(0.5, 0.25, 0.0);
    assertThat(spans)
        .extracting(span -> Objects.requireNonNull(span.target()).residentBytes())
        .containsExactly(10_000L, 10_000L, 5_000L);
    assertThat(spans.get(0).target()).extracting(ProcessUse::busiestThreadShare).isNull();
    assertThat(spans.get(0).target()).extracting(ProcessUse::diskWrittenPerSecond).isNull();
  }

  @Test
  void of_lookThatIsMissing_makesOneSpanOfTwo() {
    MemberLook member = member(0, 0, Map.of(), null);
    List<Span> spans =
        Course.of(
            START,
            List.of(look(0, 0, member), look(2, 2, member), look(3, 3, member)),
            List.of(jvm(0, 0, 100, 1_000L), jvm(1, 1, 200, 2_000L), jvm(3, 3, 300, 6_000L)),
            List.of());
    assertThat(spans).extracting(Span::toSeconds).containsExactly(2.0, 3.0);
    // The virtual machine was not looked at in round 2.
    assertThat(spans.get(0).targetJvm()).isNull();
    assertThat(spans.get(1).targetJvm()).isEqualTo(new JvmUse(300, 512, null, null, null, null));
  }

  @Test
  void of_aVirtualMachine_givesWhatItDidBetween() {
    MemberLook member = member(0, 0, Map.of(), null);
    JvmUse use =
        Course.of(
                START,
                List.of(look(0, 0, member), look(1, 2, member)),
                List.of(),
                List.of(jvm(0, 0, 100, 1_000L), jvm(1, 2, 200, 9_000L)))
            .get(0)
            .kvbenchJvm();
    assertThat(use).isEqualTo(new JvmUse(200, 512, 4_000.0, 20.0, 2L, 1.0));
  }

  @Test
  void of_targetThatIsGone_hasNoFigures() {
    Span span =
        Course.of(
                START,
                List.of(look(0, 0, member(1, 1, Map.of(), null)), look(1, 1, Map.of())),
                List.of(),
                List.of())
            .get(0);
    assertThat(span.target()).isNull();
  }

  @Test
  void of_looksThatAreTooClose_areTakenTogether() {
    MemberLook member = member(0, 0, Map.of(), null);
    assertThat(
            Course.of(
                START,
                List.of(look(0, 0, member), look(1, 0.05, member), look(2, 1, member)),
                List.of(),
                List.of()))
        .extracting(Span::fromSeconds, Span::toSeconds)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(0.0, 1.0));
  }

  private static Seen<Look> look(long round, double seconds, MemberLook target) {
    return look(round, seconds, Map.of(1L, target));
  }

  private static Seen<Look> look(long round, double seconds, Map<Long, MemberLook> target) {
    return new Seen<>(
        round,
        START + (long) (seconds * SECOND),
        new Look(
            target,
            null,
            new ProcessorTicks(100 + round * 200, 40 + round * 50, round * 50),
            new Traffic(round * 300, 5 + round * 100)));
  }

  private static MemberLook member(
      long user,
      long system,
      Map<Long, ThreadLook> threads,
      @org.jspecify.annotations.Nullable DiskLook disk) {
    return new MemberLook(user, system, 5_000, 3, threads, null, disk);
  }

  private static Seen<JvmLook> jvm(long round, double seconds, long used, long allocated) {
    return new Seen<>(
        round,
        START + (long) (seconds * SECOND),
        new JvmLook(used, 512, allocated, round * 20, round * 2, round * 1.0));
  }
}
