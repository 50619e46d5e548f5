package dev.kvbench.analysis.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.Profiles;
import dev.kvbench.result.SampledStack;
import dev.kvbench.result.SampledStack.Frame;
import dev.kvbench.result.SampledStack.Kind;
import dev.kvbench.scenario.ProfileEvent;
import dev.kvbench.scenario.ProfileSpec;
import dev.kvbench.scenario.ProfileSpec.Rule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileRulesTest {

  private static final ProfileRules CPU = ProfileRules.of(ProfileSpec.NONE, ProfileEvent.CPU);
  private static final ProfileRules LOCK = ProfileRules.of(ProfileSpec.NONE, ProfileEvent.LOCK);

  /** A stack as people write it, from the root to the leaf; {@code #} marks the kernel's frames. */
  private static SampledStack stack(String thread, String frames, long samples) {
    List<Frame> list = new ArrayList<>();
    for (String name : frames.split(" > ", -1)) {
      list.add(
          name.startsWith("#")
              ? new Frame(name.substring(1), Kind.KERNEL)
              : new Frame(name, Kind.COMPILED));
    }
    Collections.reverse(list);
    return new SampledStack(thread, list, "", samples, samples * 1e6);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GC Thread#0                         | GC
          G1 Main Marker                      | GC
          G1 Conc#0                           | GC
          VM Thread                           | GC
          ZDriverMinor                        | GC
          Shenandoah GC T                     | GC
          C2 CompilerThre                     | JIT
          C2 CompilerThread0                  | JIT
          C1 CompilerThre                     | JIT
          rocksdb:low                         | flush and compaction
          rocksdb:high0                       | flush and compaction
          dao-flush-thread                    | flush and compaction
          CompactionWorker-1                  | flush and compaction
          NIO Selector #0                     | selectors
          NIO Acceptor #0                     | selectors
          kvbench-server selector 3           | selectors
          kvbench-server accept               | selectors
          nioEventLoopGroup-3-1               | selectors
          epollEventLoopGroup-2-4             | selectors
          multiThreadIoEventLoopGroup-3-1     | selectors
          http-nio-8080-Poller                | selectors
          vert.x-eventloop-thread-0           | selectors
          reactor-http-nio-2                  | selectors
          HTTP-Dispatcher                     | selectors
          kvbench-server worker 7             | workers
          pool-1-thread-12                    | workers
          ForkJoinPool.commonPool-worker-3    | workers
          http-nio-8080-exec-10               | workers
          qtp1338823963-22                    | workers
          main                                | other
          Signal Dispatcher                   | other
          Attach Listener                     | other
          """)
  void threadGroup_ofUsualNames(String thread, String group) {
    assertThat(CPU.threadGroup(thread)).isEqualTo(group);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # one-nio over the JDK's channels
          one.nio.server.SelectorThread.run > one.nio.net.JavaSelector.select > sun.nio.ch.EPoll.wait > epoll_wait > #do_epoll_wait | poll/select
          one.nio.server.SelectorThread.run > one.nio.net.Session.process > one.nio.http.HttpSession.processRead > one.nio.net.Session.read > one.nio.net.JavaSocket.read > sun.nio.ch.SocketChannelImpl.read > sun.nio.ch.IOUtil.read > __GI_read > #tcp_recvmsg | socket read
          one.nio.http.HttpSession.processRead > x.Server.handleRequest > one.nio.http.HttpSession.sendResponse > one.nio.net.Session.write > one.nio.net.NativeSocket.write > send > #tcp_sendmsg > #net_rx_action > #ep_poll_callback | socket write
          one.nio.http.HttpSession.processRead > one.nio.http.HttpSession.processHttpBuffer > one.nio.util.Utf8.read > java.lang.String.<init> | request parsing
          one.nio.http.HttpSession.processRead > dev.kvbench.server.KvSession.parseRequest > dev.kvbench.server.KvRequest.<init> > one.nio.http.Request.<init> | request parsing
          one.nio.http.HttpSession.processRead > x.Server.handleRequest > x.Keys.decode > java.util.Arrays.copyOfRange | handler
          one.nio.http.HttpSession.processRead > x.Server.handleRequest > x.dao.MemoryDao.get > java.util.concurrent.ConcurrentSkipListMap.get | storage get
          x.Server.handleRequest > dev.kvbench.server.storage.MemoryStorage.put > java.util.concurrent.ConcurrentSkipListMap.doPut | storage put
          one.nio.net.Session.write > dev.kvbench.server.RangeStream.write > dev.kvbench.server.storage.MemoryStorage$EntryCursor.next > java.util.Iterator.next | storage iterate
          x.Server.handleRequest > org.rocksdb.RocksDB.get > Java_org_rocksdb_RocksDB_get > rocksdb::DBImpl::GetImpl > memcpy | storage get
          x.Server.handleRequest > org.rocksdb.RocksDB.put > rocksdb::DBImpl::WriteImpl | storage put
          x.Server.range > org.rocksdb.AbstractRocksIterator.next > rocksdb::DBIter::Next | storage iterate
          # workers behind a queue
          x.Server.handleRequest > java.util.concurrent.ThreadPoolExecutor.execute > java.util.concurrent.ArrayBlockingQueue.offer > java.util.concurrent.locks.ReentrantLock.unlock | queue put
          x.Server.handleRequest > java.util.concurrent.ThreadPoolExecutor.execute > java.util.concurrent.LinkedBlockingQueue.offer > java.util.concurrent.locks.LockSupport.unpark > jdk.internal.misc.Unsafe.unpark > #futex_wake | park/unpark
          java.util.concurrent.ThreadPoolExecutor.runWorker > java.util.concurrent.ThreadPoolExecutor.getTask > java.util.concurrent.LinkedBlockingQueue.take > java.util.concurrent.locks.LockSupport.park > Unsafe_Park > Parker::park | park/unpark
          java.util.concurrent.ThreadPoolExecutor.getTask > java.util.concurrent.LinkedBlockingDeque.takeFirst > java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire | queue take
          java.util.concurrent.ThreadPoolExecutor.getTask > java.util.concurrent.SynchronousQueue.poll > java.util.concurrent.SynchronousQueue$TransferStack.transfer | queue take
          java.util.concurrent.ThreadPoolExecutor.runWorker > x.Server.lambda$submit$0 > x.Keys.decode | handler
          # Netty
          io.netty.channel.nio.NioEventLoop.run > io.netty.channel.nio.NioEventLoop.select > sun.nio.ch.SelectorImpl.lockAndDoSelect | poll/select
          io.netty.channel.epoll.EpollEventLoop.run > io.netty.channel.epoll.Native.epollWait > epoll_wait | poll/select
          io.netty.handler.codec.ByteToMessageDecoder.channelRead > io.netty.handler.codec.http.HttpObjectDecoder.decode | request parsing
          io.netty.handler.codec.ByteToMessageDecoder.channelRead > x.KvHandler.channelRead0 > x.Json.render | handler
          x.KvHandler.channelRead0 > io.netty.channel.unix.FileDescriptor.writev > writev | socket write
          io.netty.channel.epoll.AbstractEpollStreamChannel.doReadBytes > io.netty.channel.unix.Socket.recvAddress | socket read
          # the JDK's HTTP server
          sun.net.httpserver.ServerImpl$Exchange.run > sun.net.httpserver.Request.<init> > sun.net.httpserver.Request.readLine | request parsing
          sun.net.httpserver.ServerImpl$Exchange.run > x.Entity.handle > x.Files.name | handler
          # a file is no socket
          x.dao.Sst.find > sun.nio.ch.FileChannelImpl.read > sun.nio.ch.IOUtil.read > sun.nio.ch.FileDispatcherImpl.pread0 > pread64 | storage get
          # neither the collections of the JDK nor the kernel decide
          x.Thing.run > java.util.HashMap$KeyIterator.next | other
          start_thread > #epoll_wait | other
          """)
  void activity_isThatOfTheFrameNearestTheLeafThatARuleKnows(String frames, String activity) {
    assertThat(CPU.activity(stack("NIO Selector #0", frames, 1))).isEqualTo(activity);
  }

  @Test
  void activity_ofThreadsWithASinglePurpose_isTheirPurpose() {
    assertThat(CPU.activity(stack("VM Thread", "SerialHeap::collect > memcpy", 1))).isEqualTo("GC");
    assertThat(CPU.activity(stack("C2 CompilerThre", "Compile::Compile", 1))).isEqualTo("JIT");
    assertThat(CPU.activity(stack("dao-flush", "x.dao.Dao.put", 1)))
        .isEqualTo("flush and compaction");
  }

  @Test
  void activity_ofLocks_isWhatTheLockIsFor_sinceAllWhoWaitAreParked() {
    SampledStack waiting =
        stack(
            "pool-1-thread-1",
            "java.util.concurrent.ThreadPoolExecutor.getTask"
                + " > java.util.concurrent.ArrayBlockingQueue.take"
                + " > java.util.concurrent.locks.ReentrantLock.lockInterruptibly"
                + " > java.util.concurrent.locks.LockSupport.park > jdk.internal.misc.Unsafe.park",
            1);
    assertThat(LOCK.activity(waiting)).isEqualTo("queue take");
    assertThat(CPU.activity(waiting)).isEqualTo("park/unpark");
  }

  @Test
  void rulesOfTheScenario_comeFirst_inTheirOrder() {
    ProfileSpec spec =
        new ProfileSpec(
            List.of(ProfileEvent.CPU),
            List.of(new Rule("replication", "^repl-"), new Rule("workers", "^NIO")),
            List.of(new Rule("json", "\\.Json\\."), new Rule("late", "\\.Json\\.render")));
    ProfileRules rules = ProfileRules.of(spec, ProfileEvent.CPU);
    assertThat(rules.threadGroup("repl-worker-1")).isEqualTo("replication");
    assertThat(rules.threadGroup("NIO Selector #0")).isEqualTo("workers");
    assertThat(rules.threadGroup("pool-1-thread-1")).isEqualTo("workers");
    assertThat(rules.activity(stack("repl-1", "x.Server.handle > x.Json.render", 1)))
        .isEqualTo("json");
    // A frame of kvbench's own rules that lies nearer to the leaf decides all the same.
    assertThat(rules.activity(stack("repl-1", "x.Json.render > one.nio.net.Session.write", 1)))
        .isEqualTo("socket write");
  }

  @Test
  void shares_addUpToTheWhole_theHeaviestFirst() {
    List<SampledStack> stacks =
        List.of(
            stack("NIO Selector #0", "x.Server.run > one.nio.net.JavaSelector.select", 30),
            stack("NIO Selector #1", "x.Server.run > one.nio.net.JavaSelector.select", 10),
            stack("NIO Selector #1", "x.Server.run > x.Odd.thing > #page_fault", 7),
            stack("main", "x.Server.run > x.Odd.thing", 2),
            stack("main", "#page_fault", 1),
            stack("VM Thread", "memcpy", 50));
    ProfileShares shares = ProfileShares.of(stacks, CPU);
    assertThat(shares.samples()).isEqualTo(100);
    assertThat(shares.weight()).isEqualTo(100e6);
    assertThat(shares.shares())
        .containsExactly(
            new Profiles.Share("GC", "GC", 50, 50e6),
            new Profiles.Share("selectors", "poll/select", 40, 40e6),
            new Profiles.Share("selectors", "other", 7, 7e6),
            new Profiles.Share("other", "other", 3, 3e6));
    assertThat(shares.unmatched())
        .containsExactly(
            new Profiles.Frame("x.Odd.thing", 9e6), new Profiles.Frame("page_fault", 1e6));
  }

  @Test
  void shares_ofNothing_areNone() {
    ProfileShares shares = ProfileShares.of(List.of(), CPU);
    assertThat(shares).isEqualTo(new ProfileShares(0, 0, List.of(), List.of()));
  }
}
