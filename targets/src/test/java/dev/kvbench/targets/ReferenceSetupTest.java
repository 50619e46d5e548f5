package dev.kvbench.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.kvbench.scenario.StorageSpec.RocksDb;
import dev.kvbench.scenario.StorageSpec.Sync;
import dev.kvbench.scenario.TargetSpec;
import dev.kvbench.scenario.WorkersSpec;
import dev.kvbench.scenario.WorkersSpec.Order;
import dev.kvbench.scenario.WorkersSpec.Queue;
import dev.kvbench.scenario.WorkersSpec.Rejection;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReferenceSetupTest {

  private static final TargetSpec.Reference RICH =
      new TargetSpec.Reference(
          2,
          new WorkersSpec(1, 8, Queue.ARRAY, 64, Order.FIFO, Rejection.DISCARD_OLDEST),
          200_000_000,
          new RocksDb(256 << 10, 0, Sync.EVERY_WRITE),
          5000,
          512 << 20,
          List.of("-XX:+UseG1GC", "-Xlog:gc"));

  @Test
  void arguments_sayEverySetting() {
    assertThat(String.join(" ", ReferenceSetup.arguments(RICH)))
        .isEqualTo(
            "--port 0 --selectors 2 --workers 1-8 --queue array --queue-capacity 64 --order fifo"
                + " --rejection discard-oldest --deadline-nanos 200000000 --max-body-bytes 5000"
                + " --storage rocksdb --data {dir}/data --flush-threshold-bytes 262144"
                + " --block-cache-bytes 0 --sync every-write --owned");
    assertThat(String.join(" ", ReferenceSetup.arguments(TargetSpec.Reference.DEFAULT)))
        .isEqualTo("--port 0 --selectors 1 --deadline-nanos 0 --max-body-bytes 1048576 --owned");
  }

  @Test
  void jvmFlags_ofTheScenario_comeLastAndMayChooseTheCollector() {
    assertThat(ReferenceSetup.jvmFlags(RICH))
        .startsWith("-XX:-UsePerfData", "-Xms512m", "-Xmx512m")
        .endsWith("-XX:+UseG1GC", "-Xlog:gc");
    assertThat(ReferenceSetup.jvmFlags(TargetSpec.Reference.DEFAULT))
        .contains("-XX:+UseSerialGC", "-Xmx256m");
  }

  @Test
  void facts_sayHowItIsSetUp() {
    assertThat(ReferenceSetup.facts(RICH))
        .contains(
            entry("workers", "1 to 8, array queue of 64, fifo, rejection discard-oldest"),
            entry("deadline", "200 ms for a worker"),
            entry("storage", "rocksdb, flush threshold 256 KiB, block cache 0 B, sync every-write"),
            entry("body limit", "5000 B"));
    assertThat(ReferenceSetup.facts(TargetSpec.Reference.DEFAULT))
        .contains(
            entry("workers", "none: the selectors do the requests"),
            entry("storage", "memory"),
            entry("body limit", "1 MiB"))
        .doesNotContainKey("deadline");
  }
}
