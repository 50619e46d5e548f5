package dev.kvbench.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.server.WorkersConfig.Order;
import dev.kvbench.server.WorkersConfig.Queue;
import dev.kvbench.server.WorkersConfig.Rejection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of requests when the workers are at work already. */
class WorkersTest {

  private static final long DEADLINE_NANOS = 200_000_000;
  private static final WorkersConfig ONE = WorkersConfig.fixed(1);

  private final HoldingStorage storage = new HoldingStorage();
  private final AtomicLong nowNanos = new AtomicLong(Long.MAX_VALUE - 1);
  private final List<RawClient> clients = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // each test starts its own
  private KvServer server;

  @AfterEach
  void stop() throws IOException {
    storage.letGo();
    for (RawClient client : clients) {
      client.close();
    }
    server.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = Queue.class,
      names = {"ARRAY", "LINKED"})
  void abort_queueFull_is503AndTheOthersAreDone(Queue queue) throws IOException {
    start(ONE.withQueue(queue, 1));
    RawClient working = beginsToWait("held");
    RawClient waiting = sendAndQueue("GET /v0/entity?id=waiting", 1);

    RawClient late = client();
    assertThat(late.request("GET /v0/entity?id=late").status()).isEqualTo(503);

    storage.letGo();
    assertThat(working.read().text()).isEqualTo("held");
    assertThat(waiting.read().text()).isEqualTo("waiting");
    assertThat(late.request("GET /v0/entity?id=again").text()).isEqualTo("again");
    assertThat(storage.keysRead()).containsExactly("held", "waiting", "again");
  }

  @Test
  void abort_synchronousAndAllAtWork_is503() throws IOException {
    start(WorkersConfig.fixed(2).withQueue(Queue.SYNCHRONOUS, 0));
    RawClient first = beginsToWait("held-1");
    RawClient second = beginsToWait("held-2");

    assertThat(client().request("GET /v0/status").status()).isEqualTo(503);

    storage.letGo();
    assertThat(first.read().status()).isEqualTo(200);
    assertThat(second.read().status()).isEqualTo(200);
  }

  @Test
  void callerRuns_queueFull_isDoneByTheSelector() throws IOException {
    start(ONE.withQueue(Queue.LINKED, 1).withRejection(Rejection.CALLER_RUNS));
    beginsToWait("held");
    sendAndQueue("GET /v0/entity?id=waiting", 1);

    assertThat(client().request("GET /v0/entity?id=late").text()).isEqualTo("late");

    assertThat(storage.readings())
        .extracting(HoldingStorage.Reading::key, reading -> group(reading.thread()))
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("held", "kvbench-server worker"),
            org.assertj.core.groups.Tuple.tuple("late", "kvbench-server selector"));
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void discardOldest_queueFull_theOneThatWaitsLongestIs503(Order order) throws IOException {
    start(ONE.withQueue(Queue.LINKED, 2).withOrder(order).withRejection(Rejection.DISCARD_OLDEST));
    RawClient working = beginsToWait("held");
    RawClient oldest = sendAndQueue("GET /v0/entity?id=oldest", 1);
    RawClient younger = sendAndQueue("GET /v0/entity?id=younger", 2);

    RawClient latest = client();
    latest.sendRequest("GET /v0/entity?id=latest");

    assertThat(oldest.read().status()).isEqualTo(503);
    storage.letGo();
    assertThat(working.read().text()).isEqualTo("held");
    assertThat(younger.read().text()).isEqualTo("younger");
    assertThat(latest.read().text()).isEqualTo("latest");
    assertThat(oldest.request("GET /v0/entity?id=again").text()).isEqualTo("again");
    assertThat(storage.keysRead()).doesNotContain("oldest");
  }

  @ParameterizedTest
  @CsvSource({"FIFO, held a b c", "LIFO, held c b a"})
  void order_isThatOfTheQueue(Order order, String expected) throws IOException {
    start(ONE.withOrder(order));
    beginsToWait("held");
    List<RawClient> waiting = new ArrayList<>();
    for (String key : List.of("a", "b", "c")) {
      waiting.add(sendAndQueue("GET /v0/entity?id=" + key, waiting.size() + 1));
    }

    storage.letGo();

    for (RawClient client : waiting) {
      assertThat(client.read().status()).isEqualTo(200);
    }
    assertThat(storage.keysRead()).containsExactly(expected.split(" "));
  }

  @Test
  void elastic_growsWhenTheQueueIsFull_upToItsMost() throws IOException {
    start(ONE.withThreads(1, 3).withQueue(Queue.ARRAY, 1));
    beginsToWait("held-1");
    sendAndQueue("GET /v0/entity?id=held-waiting", 1);
    beginsToWait("held-2");
    beginsToWait("held-3");

    assertThat(client().request("GET /v0/status").status()).isEqualTo(503);
    assertThat(storage.readings())
        .extracting(HoldingStorage.Reading::thread)
        .containsExactlyInAnyOrder(
            "kvbench-server worker 0", "kvbench-server worker 1", "kvbench-server worker 2");
  }

  @Test
  void deadline_passedBeforeTheWorkBegan_is408AndNotDone() throws IOException {
    start(ONE, DEADLINE_NANOS);
    RawClient working = beginsToWait("held");
    RawClient late =
        sendAndQueue("PUT /v0/entity?id=late HTTP/1.1\r\nContent-Length: 1\r\nX: x", 1);
    nowNanos.addAndGet(1);
    RawClient justInTime = sendAndQueue("GET /v0/entity?id=just-in-time", 2);

    nowNanos.addAndGet(DEADLINE_NANOS);
    storage.letGo();

    assertThat(working.read().status()).as("begun in time").isEqualTo(200);
    assertThat(late.read().status()).isEqualTo(408);
    assertThat(justInTime.read().text()).isEqualTo("just-in-time");
    assertThat(late.request("GET /v0/entities?start=a").texts()).as("what was put").isEmpty();
  }

  @Test
  void pipelined_waitForTheAnswerBefore_andOthersDoNotWaitForThem() throws IOException {
    start(WorkersConfig.fixed(2));
    RawClient pipelining = client();
    pipelining.sendRequest("GET /v0/entity?id=held");
    Waiting.until(() -> storage.readings().size() == 1);
    for (int i = 0; i < 100; i++) {
      pipelining.sendRequest("GET /v0/entity?id=" + i);
    }

    for (int i = 0; i < 100; i++) {
      assertThat(client().request("GET /v0/status").status()).isEqualTo(200);
    }
    assertThat(storage.keysRead()).containsExactly("held");
    storage.letGo();

    assertThat(pipelining.read().text()).isEqualTo("held");
    for (int i = 0; i < 100; i++) {
      assertThat(pipelining.read().text()).isEqualTo(Integer.toString(i));
    }
  }

  @Test
  void clientGone_whileItsRequestIsAtWork_isForgotten() throws IOException {
    start(ONE);
    RawClient gone = beginsToWait("held");
    RawClient reset = sendAndQueue("GET /v0/entities?start=a", 1);
    RawClient pipelined = sendAndQueue("GET /v0/entity?id=b", 2);
    pipelined.sendRequest("GET /v0/entity?id=c");
    gone.close();
    reset.reset();
    pipelined.reset();

    storage.letGo();

    assertThat(client().request("GET /v0/entity?id=other").text()).isEqualTo("other");
    Waiting.until(() -> server.connections() == 1);
  }

  @Test
  void closeAsked_isAnsweredAndClosed() throws IOException {
    start(ONE);
    RawClient client = client();
    client.send("GET /v0/entity?id=a HTTP/1.1\r\nConnection: close\r\n\r\n");

    assertThat(client.read().text()).isEqualTo("a");
    assertThat(client.atEnd()).isTrue();
    Waiting.until(() -> server.connections() == 0);
  }

  @Test
  void close_endsTheWorkersAndWhatWaits() throws IOException {
    start(WorkersConfig.fixed(2));
    RawClient working = beginsToWait("held-1");
    RawClient alsoWorking = beginsToWait("held-2");
    RawClient waiting = sendAndQueue("GET /v0/entity?id=waiting", 1);

    server.close();

    assertThat(working.atEnd()).isTrue();
    assertThat(alsoWorking.atEnd()).isTrue();
    assertThat(waiting.atEnd()).isTrue();
    assertThat(storage.keysRead()).containsExactly("held-1", "held-2");
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("kvbench-server "));
  }

  @Test
  void overload_everyRequestIsAnsweredOnceAndInOrder() throws Exception {
    storage.letGo();
    start(
        WorkersConfig.fixed(2).withQueue(Queue.LINKED, 2).withRejection(Rejection.DISCARD_OLDEST),
        0,
        2);
    List<Thread> users = new ArrayList<>();
    List<String> wrong = new java.util.concurrent.CopyOnWriteArrayList<>();
    AtomicLong answered = new AtomicLong();
    for (int u = 0; u < 16; u++) {
      RawClient client = client();
      String user = "user-" + u;
      Thread thread =
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < 200; i++) {
                    // two at a time, of which either may be discarded
                    client.sendRequest("GET /v0/entity?id=" + user + "-" + i + "-a");
                    client.sendRequest("GET /v0/entity?id=" + user + "-" + i + "-b");
                    for (String which : List.of("-a", "-b")) {
                      RawClient.Reply reply = client.read();
                      boolean right =
                          reply.status() == 503
                              ? reply.text().isEmpty()
                              : reply.text().equals(user + "-" + i + which);
                      if (!right) {
                        wrong.add(reply.text());
                      }
                      answered.incrementAndGet();
                    }
                  }
                } catch (IOException e) {
                  wrong.add(e.toString());
                }
              });
      users.add(thread);
      thread.start();
    }
    for (Thread user : users) {
      user.join();
    }

    assertThat(wrong).isEmpty();
    assertThat(answered).hasValue(16 * 200 * 2);
  }

  private void start(WorkersConfig workers) throws IOException {
    start(workers, 0);
  }

  private void start(WorkersConfig workers, long deadlineNanos) throws IOException {
    start(workers, deadlineNanos, 1);
  }

  private void start(WorkersConfig workers, long deadlineNanos, int selectors) throws IOException {
    server =
        KvServer.start(
            ServerConfig.DEFAULT
                .withSelectors(selectors)
                .withWorkers(workers)
                .withDeadlineNanos(deadlineNanos),
            storage,
            nowNanos::get);
  }

  private RawClient client() throws IOException {
    RawClient client = new RawClient(server.port());
    clients.add(client);
    return client;
  }

  /** A client whose request a worker is at, and does not get done with. */
  private RawClient beginsToWait(String key) throws IOException {
    RawClient client = client();
    client.sendRequest("GET /v0/entity?id=" + key);
    Waiting.until(() -> storage.keysRead().contains(key));
    return client;
  }

  /**
   * A client whose request waits for a worker.
   *
   * @param waiting how many wait then
   */
  private RawClient sendAndQueue(String request, int waiting) throws IOException {
    RawClient client = client();
    if (request.startsWith("PUT")) {
      client.send((request + "\r\n\r\nv").getBytes(UTF_8));
    } else {
      client.sendRequest(request);
    }
    Waiting.until(() -> server.waitingRequests() == waiting);
    return client;
  }

  private static String group(String thread) {
    return thread.replaceAll(" \\d+$", "");
  }
}
