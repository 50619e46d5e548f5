package dev.kvbench.scenario;

import static dev.kvbench.scenario.Reading.read;
import static dev.kvbench.scenario.Reading.shown;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.scenario.StorageSpec.RocksDb;
import dev.kvbench.scenario.StorageSpec.Sync;
import dev.kvbench.scenario.WorkersSpec.Order;
import dev.kvbench.scenario.WorkersSpec.Queue;
import dev.kvbench.scenario.WorkersSpec.Rejection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings of the reference server: what they mean, and what is said of wrong ones. */
class ReferenceTargetTest {

  @Test
  void read_everySetting() {
    assertThat(
            target(
                "selectors: 2, workers: { threads: 4, queue: linked, capacity: 9, order: lifo,"
                    + " rejection: discard-oldest }, deadline: 200ms, storage: { engine: rocksdb,"
                    + " flush-threshold: 256KiB, block-cache: 0, sync: every-write }, body-limit:"
                    + " 2MiB, heap: 64MiB, jvm: [-XX:+UseG1GC, -Xlog:gc]"))
        .isEqualTo(
            new TargetSpec.Reference(
                2,
                new WorkersSpec(4, 4, Queue.LINKED, 9, Order.LIFO, Rejection.DISCARD_OLDEST),
                200_000_000,
                new RocksDb(256 << 10, 0, Sync.EVERY_WRITE),
                2 << 20,
                64 << 20,
                List.of("-XX:+UseG1GC", "-Xlog:gc")));
  }

  @Test
  void workers_sayLittle_haveDefaults() {
    assertThat(target("workers: { threads: 4 }").workers())
        .isEqualTo(new WorkersSpec(4, 4, Queue.LINKED, 1024, Order.FIFO, Rejection.ABORT));
    assertThat(target("workers: { min: 0, max: 8, queue: synchronous }").workers())
        .isEqualTo(new WorkersSpec(0, 8, Queue.SYNCHRONOUS, 0, Order.FIFO, Rejection.ABORT));
    assertThat(target("workers: none").workers()).isNull();
  }

  @Test
  void rocksdb_saysLittle_hasDefaults() {
    RocksDb usual = new RocksDb(64L << 20, 32L << 20, Sync.NONE);
    assertThat(target("storage: rocksdb").storage()).isEqualTo(usual);
    assertThat(target("storage: { engine: rocksdb }").storage()).isEqualTo(usual);
    assertThat(target("storage: { engine: memory }").storage()).isEqualTo(new StorageSpec.Memory());
  }

  @Test
  void settings_onTopOfTheFile_changeOneOfAMap() {
    TargetSpec changed =
        read(
                "target: { workers: { threads: 4 } }\nsteps: [fill]",
                "target.workers.order=lifo",
                "target.storage.engine=rocksdb")
            .target();

    assertThat(changed)
        .isInstanceOfSatisfying(
            TargetSpec.Reference.class,
            reference -> {
              assertThat(reference.workers())
                  .isEqualTo(
                      new WorkersSpec(4, 4, Queue.LINKED, 1024, Order.LIFO, Rejection.ABORT));
              assertThat(reference.storage()).isInstanceOf(RocksDb.class);
            });
  }

  @Test
  void mistakes_areShownWhereTheyStand() {
    assertThat(
            shown(
                """
                target:
                  workers: { threads: 4, max: 8, queue: tree, ordr: lifo }
                  deadline: 200
                  jvm: [-XX:+UseG1GC, -Xmx1g]
                steps: [fill]
                """))
        .isEqualTo(
            """
            demo.yaml:2:26: target.workers.threads is a fixed number, so there is no 'max'
                  workers: { threads: 4, max: 8, queue: tree, ordr: lifo }
                                         ^
                leave out 'max', or have min and max in place of threads

            demo.yaml:2:41: target.workers.queue must be array or linked or synchronous, not the text 'tree'
                  workers: { threads: 4, max: 8, queue: tree, ordr: lifo }
                                                        ^
                write array or linked or synchronous

            demo.yaml:2:47: unknown key 'ordr' in target.workers
                  workers: { threads: 4, max: 8, queue: tree, ordr: lifo }
                                                              ^
                did you mean 'order'?

            demo.yaml:3:13: target.deadline needs a unit, 200 could be anything
                  deadline: 200
                            ^
                for seconds write 200s; the units are ns, us, ms, s, m, h; or none

            demo.yaml:4:23: a flag of target.jvm cannot be -Xmx1g
                  jvm: [-XX:+UseG1GC, -Xmx1g]
                                      ^
                set the size of the heap with heap: 256MiB""");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workers: 4 | target.workers must be none or a map, not 4",
        "workers: {} | target.workers.threads is missing: how many workers there are",
        "workers: { tread: 4 } | unknown key 'tread' in target.workers",
        "workers: { min: 4 } | target.workers.max is missing",
        "workers: { min: 5, max: 4 } | target.workers.min, 5, is more than max, 4",
        "workers: { threads: 1, queue: array, order: lifo } | target.workers.order can be lifo with"
            + " a linked queue only",
        "workers: { threads: 1, queue: synchronous, capacity: 5 } | a synchronous queue holds"
            + " nothing, so it has no 'capacity'",
        "workers: { threads: 1, queue: synchronous, rejection: discard-oldest } | a synchronous"
            + " queue holds no oldest request that could be discarded",
        "storage: disk | target.storage must be memory or rocksdb, not the text 'disk'",
        "storage: { sync: none } | target.storage.engine is missing",
        "storage: { engine: memory, sync: none } | memory has no settings, so it cannot have sync",
        "jvm: -Xlog | target.jvm must be a list of at most 100 flags, not the text '-Xlog'",
        "jvm: [gc] | a flag of target.jvm must be one flag that begins with -, not the text 'gc'",
        "jvm: [-jar] | a flag of target.jvm cannot be -jar",
        "url: http://a, workers: none | a target with 'url' is not started by kvbench, so it cannot"
            + " have workers",
      })
  void mistake_isToldOnce(String settings, String message) {
    assertThat(Reading.messages("target: { " + settings + " }\nsteps: [fill]"))
        .containsExactly(message);
  }

  private static TargetSpec.Reference target(String settings) {
    return (TargetSpec.Reference) read("target: { " + settings + " }\nsteps: [fill]").target();
  }
}
