package dev.kvbench.targets.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.kvbench.result.SampledStack;
import dev.kvbench.scenario.ProfileEvent;
import dev.kvbench.targets.process.VirtualMachines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real profiler on a real virtual machine of its own. */
@Timeout(120)
class ProfilerTest {

  private static final int LINES = 40;

  @TempDir private Path folder;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() {
    started.forEach(
        process -> {
          process.descendants().forEach(ProcessHandle::destroy);
          process.destroy();
        });
  }

  private Process start(String... words) throws IOException {
    Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    started.add(process);
    return process;
  }

  private static List<String> busyProgram() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-Xmx64m",
        "-cp",
        System.getProperty("java.class.path"),
        BusyProgram.class.getName());
  }

  /** Waits until the program has done so much more, however fast the machine is. */
  private static void await(BufferedReader lines, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      assertThat(lines.readLine()).startsWith("turn ");
    }
  }

  private static Recording begin(Profiler profiler, long pid, ProfileEvent... events) {
    try {
      return profiler.start(pid, Arrays.asList(events), 120);
    } catch (ProfileException e) {
      return abort("no virtual machine can be profiled here: " + e.getMessage());
    }
  }

  private static Profiler unpack() {
    try {
      return Profiler.unpack();
    } catch (ProfileException e) {
      return abort("no profiler for this machine: " + e.getMessage());
    }
  }

  @Test
  void recording_ofAVirtualMachine_holdsEveryEvent() throws IOException {
    Process process = start(busyProgram().toArray(String[]::new));
    try (Profiler profiler = unpack();
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      await(lines, 1);
      Recording recording = begin(profiler, process.pid(), ProfileEvent.values());
      await(lines, LINES);
      Path jfr = recording.stop();
      for (ProfileEvent event : ProfileEvent.values()) {
        RecordedEvent seen = RecordedEvent.read(jfr, event, 0, 0);
        assertThat(seen.stacks())
            .as("%s", event)
            .anySatisfy(
                stack -> {
                  assertThat(stack.thread()).startsWith("busy");
                  assertThat(stack.samples()).isPositive();
                  assertThat(stack.weight()).isPositive();
                  assertThat(stack.frames())
                      .extracting(SampledStack.Frame::name)
                      .anyMatch(name -> name.endsWith("BusyProgram.work"));
                });
        String page = FlameGraphs.of(seen.stacks(), "a <title>");
        assertThat(page).contains("a &lt;title&gt;").contains("BusyProgram");
        assertThat(page.split("</script", -1)).hasSize(3);
      }
      RecordedEvent cpu = RecordedEvent.read(jfr, ProfileEvent.CPU, 0, 0);
      assertThat(cpu.engine()).isNotBlank();
      // Sampled once for every millisecond of processor time.
      assertThat(cpu.stacks())
          .allSatisfy(stack -> assertThat(stack.weight()).isEqualTo(stack.samples() * 1e6));
      RecordedEvent alloc = RecordedEvent.read(jfr, ProfileEvent.ALLOC, 0, 0);
      assertThat(alloc.stacks()).extracting(SampledStack::object).contains("long[]");
      RecordedEvent nothing = RecordedEvent.read(jfr, ProfileEvent.CPU, 1, 2);
      assertThat(nothing.stacks()).isEmpty();
    }
  }

  @Test
  void recording_ofOneEvent_holdsThatAlone_andAnotherMayFollow() throws IOException {
    Process process = start(busyProgram().toArray(String[]::new));
    try (Profiler profiler = unpack();
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      await(lines, 1);
      for (ProfileEvent event : List.of(ProfileEvent.ALLOC, ProfileEvent.LOCK)) {
        Recording recording = begin(profiler, process.pid(), event);
        await(lines, LINES);
        Path jfr = recording.stop();
        assertThat(RecordedEvent.read(jfr, event, 0, 0).stacks()).isNotEmpty();
        assertThat(RecordedEvent.read(jfr, ProfileEvent.CPU, 0, 0).stacks()).isEmpty();
      }
    }
  }

  @Test
  void close_leavesNothingBehind() throws IOException {
    Path kept;
    try (Profiler profiler = unpack()) {
      kept = profiler.folder();
      assertThat(kept).isDirectoryContaining("glob:**/libasyncProfiler.so");
    }
    assertThat(kept).doesNotExist();
  }

  @Test
  void start_onAVirtualMachineThatAShellStarted_findsIt() throws IOException {
    String command = String.join("' '", busyProgram());
    Process process = start("sh", "-c", "'" + command + "'; true");
    try (Profiler profiler = unpack();
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      await(lines, 1);
      assertThat(VirtualMachines.find(process.pid()).orElseThrow()).isNotEqualTo(process.pid());
      Recording recording = begin(profiler, process.pid(), ProfileEvent.CPU);
      await(lines, LINES);
      assertThat(recording.stop()).isNotEmptyFile();
    }
  }

  @Test
  void start_onAVirtualMachineThatSignalsWouldEnd_leavesItAlone() throws IOException {
    List<String> command = new ArrayList<>(busyProgram());
    command.add(1, "-Xrs");
    Process process = start(command.toArray(String[]::new));
    try (Profiler profiler = unpack();
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      await(lines, 1);
      assertThatThrownBy(() -> profiler.start(process.pid(), List.of(ProfileEvent.CPU), 60))
          .isInstanceOf(ProfileException.class)
          .hasMessageContaining("-Xrs");
      await(lines, LINES);
      assertThat(process.isAlive()).isTrue();
    }
  }

  @Test
  void start_onWhatIsNoVirtualMachine_leavesItAlone() throws IOException {
    Process process = start("cat");
    try (Profiler profiler = unpack()) {
      assertThatThrownBy(() -> profiler.start(process.pid(), List.of(ProfileEvent.CPU), 60))
          .isInstanceOf(ProfileException.class)
          .hasMessage(
              "its process "
                  + process.pid()
                  + " (cat) is no Java virtual machine, or another user's");
      assertThat(process.isAlive()).isTrue();
    }
  }

  @Test
  void start_onAVirtualMachineThatTakesNoAgents_saysSo() throws IOException {
    List<String> words = new ArrayList<>(busyProgram());
    words.add(1, "-XX:+DisableAttachMechanism");
    Process process = start(words.toArray(String[]::new));
    try (Profiler profiler = unpack();
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      await(lines, 1);
      assertThatThrownBy(() -> profiler.start(process.pid(), List.of(ProfileEvent.CPU), 60))
          .isInstanceOf(ProfileException.class)
          .hasMessageContaining("virtual machine")
          .hasMessageContaining(Long.toString(process.pid()));
      await(lines, 1);
    }
  }

  @Test
  void start_onAProcessThatIsGone_saysSo() throws Exception {
    Process process = start("true");
    process.waitFor();
    try (Profiler profiler = unpack()) {
      assertThatThrownBy(() -> profiler.start(process.pid(), List.of(ProfileEvent.CPU), 60))
          .isInstanceOf(ProfileException.class)
          .hasMessage("its process " + process.pid() + " is gone");
    }
  }

  @Test
  void resource_isThereForEveryPlatformThatIsKnown() {
    for (String platform : List.of("Linux/amd64", "Linux/aarch64", "Mac OS X/aarch64")) {
      String[] parts = platform.split("/", -1);
      assertThat(
              one.profiler.AsyncProfiler.class.getResource(Profiler.resource(parts[0], parts[1])))
          .as(platform)
          .isNotNull();
    }
    assertThatThrownBy(() -> Profiler.resource("Windows 11", "amd64"))
        .isInstanceOf(ProfileException.class)
        .hasMessage("async-profiler does not know Windows 11 on amd64");
    assertThatThrownBy(() -> Profiler.resource("Linux", "riscv64"))
        .isInstanceOf(ProfileException.class);
  }

  @Test
  void read_ofWhatIsNoRecording_saysSo() throws IOException {
    Path file = Files.writeString(folder.resolve("a.jfr"), "no recording at all\n".repeat(20));
    assertThatThrownBy(() -> RecordedEvent.read(file, ProfileEvent.CPU, 0, 0))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining("cannot be read");
    assertThatThrownBy(() -> RecordedEvent.read(folder.resolve("b.jfr"), ProfileEvent.CPU, 0, 0))
        .isInstanceOf(ProfileException.class);
  }
}
