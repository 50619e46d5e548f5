package dev.kvbench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvbench.server.WorkersConfig.Order;
import dev.kvbench.server.WorkersConfig.Queue;
import dev.kvbench.server.WorkersConfig.Rejection;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkersConfigTest {

  private static final WorkersConfig FIXED = WorkersConfig.fixed(4);

  @Test
  void fixed_isALinkedQueueOf1024InTheOrderOfArrival() {
    assertThat(FIXED)
        .isEqualTo(new WorkersConfig(4, 4, Queue.LINKED, 1024, Order.FIFO, Rejection.ABORT));
  }

  @Test
  void new_whatCannotBe_saysWhy() {
    assertWrong(() -> FIXED.withThreads(0, 0), "at least 1 worker");
    assertWrong(() -> FIXED.withThreads(5, 4), "no more to begin with than in the end");
    assertWrong(() -> FIXED.withThreads(-1, 4), "not -1 to 4");
    assertWrong(() -> FIXED.withQueue(Queue.LINKED, 0), "at least 1 request");
    assertWrong(() -> FIXED.withQueue(Queue.ARRAY, Integer.MAX_VALUE), "at most 16777216");
    assertWrong(() -> FIXED.withQueue(Queue.SYNCHRONOUS, 1), "holds nothing");
    assertWrong(
        () -> FIXED.withRejection(Rejection.DISCARD_OLDEST).withQueue(Queue.SYNCHRONOUS, 0),
        "no oldest request");
    assertWrong(
        () -> FIXED.withQueue(Queue.ARRAY, 1).withOrder(Order.LIFO), "needs a linked queue");
  }

  @Test
  void options_describeWorkers() {
    assertThat(parse("--workers 1-4").workers()).isEqualTo(FIXED.withThreads(1, 4));
    assertThat(parse("--workers 0-4 --queue synchronous --rejection caller-runs").workers())
        .isEqualTo(
            FIXED
                .withThreads(0, 4)
                .withQueue(Queue.SYNCHRONOUS, 0)
                .withRejection(Rejection.CALLER_RUNS));
    assertThat(parse("--order lifo --queue-capacity 9 --workers 4-4 --queue linked").workers())
        .isEqualTo(FIXED.withQueue(Queue.LINKED, 9).withOrder(Order.LIFO));
    assertThat(parse("--deadline-nanos 200000000 --max-body-bytes 5"))
        .isEqualTo(ServerConfig.DEFAULT.withDeadlineNanos(200_000_000).withMaxBodyBytes(5));
  }

  @ParameterizedTest
  @CsvSource({
    "--workers 4, 'The option --workers needs two whole numbers, as in 1-4, not ''4''.'",
    "--workers a-b, 'The option --workers needs two whole numbers, as in 1-4, not ''a-b''.'",
    "--workers 1-1 --queue tree, 'The option --queue needs array or linked or synchronous, not"
        + " ''tree''.'",
    "--workers 1-1 --order random, 'The option --order needs fifo or lifo, not ''random''.'",
    "--order lifo, 'The option --order is about workers, and there are none without --workers"
        + " MIN-MAX.'",
    "--deadline-nanos 1s, 'The option --deadline-nanos needs a whole number, not ''1s''.'",
  })
  void options_wrong_areTold(String options, String sentence) {
    assertThatThrownBy(() -> parse(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(sentence);
  }

  private static ServerConfig parse(String options) {
    return ServerOptions.parse(List.of(options.split(" "))).config();
  }

  private static void assertWrong(ThrowingCallable making, String part) {
    assertThatThrownBy(making)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(part);
  }
}
