package dev.kvbench.analysis.profile;

import dev.kvbench.scenario.ProfileSpec.Rule;
import java.util.List;

/**
 * kvbench's own rules, for one-nio, Netty, the JDK's channels, executors and HTTP server, and the
 * usual names of stores. Frames are named {@code package.Class.method} in Java, as their symbols
 * are elsewhere.
 */
final class DefaultRules {

  /** Where no rule matches. */
  static final String OTHER = "other";

  /** What is no contention by itself, but the way in which a lock is waited for. */
  static final String PARK = "park/unpark";

  private static final String GC = "GC";
  private static final String JIT = "JIT";
  private static final String FLUSH = "flush and compaction";

  /** Groups whose threads do one thing only, whatever their frames are called. */
  static final List<String> OF_ONE_PURPOSE = List.of(GC, JIT, FLUSH);

  /**
   * Linux keeps 15 characters of a native thread's name: long ones are known by their beginning.
   */
  static final List<Rule> THREADS =
      List.of(
          // The serial collector works in the virtual machine's own thread.
          new Rule(
              GC,
              "^(GC Thread|GC task|G1 |ParGC|VM Thread|Gang worker|Concurrent Mark|Shenandoah|XWorker"
                  + "|Z(Worker|Director|Driver|Stat|Uncommit|Unmapper))"),
          new Rule(JIT, "^(C1 Compiler|C2 Compiler|JVMCI|libgraal|Sweeper thread)"),
          new Rule(FLUSH, "(?i)flush|compact|^rocksdb:"),
          new Rule(
              "selectors",
              "(?i)selector|accept|poller|event-?loop|^NIO |epoll|kqueue|^reactor-http|^HTTP-Dispatcher"
                  + "| I/O-\\d"),
          new Rule(
              "workers",
              "(?i)worker|^pool-\\d+-thread-|ForkJoinPool|executor|-exec-\\d|^qtp\\d|task-\\d|handler"));

  private static final String JUC = "^java\\.util\\.concurrent\\.";
  private static final String QUEUES =
      JUC
          + "(\\w+BlockingQueue|LinkedBlockingDeque|SynchronousQueue|LinkedTransferQueue|DelayQueue"
          + "|ConcurrentLinked(Queue|Deque)|ScheduledThreadPoolExecutor\\$DelayedWorkQueue)\\.";

  /** A class or package that says it stores something, and is no library's that does not. */
  private static final String STORE =
      "(?i)^(?!(java|javax|sun|jdk|one\\.nio|io\\.netty)\\.)[\\w.$]*"
          + "(dao|storage|store|repository|database|mem_?table|ss_?table|leveldb|rocksdb)[\\w.$]*\\.";

  /** Tried for each frame in this order. */
  static final List<Rule> ACTIVITIES =
      List.of(
          new Rule(
              "poll/select",
              "^sun\\.nio\\.ch\\.(\\w*Selector\\w*|SelectionKeyImpl|EPoll|KQueue|Poll|WEPoll)\\."
                  + "|^one\\.nio\\.net\\.\\w*Selector\\."
                  + "|^io\\.netty\\.channel\\.\\w+\\.\\w+\\.(epoll|kevent|select)\\w*$"
                  + "|^(__)?(GI_)?(epoll_p?wait2?|epoll_ctl|p?poll|p?select|kevent)$"),
          new Rule(
              "socket read",
              "^sun\\.nio\\.ch\\.(SocketDispatcher|SocketChannelImpl|NioSocketImpl)\\.\\w*[Rr]ead"
                  + "|^java\\.net\\.Socket(\\$Socket)?InputStream\\.read"
                  + "|^one\\.nio\\.net\\.(\\w*Socket|Session)\\.(read|recv)\\w*$"
                  + "|^io\\.netty\\.channel\\.unix\\.\\w+\\.(read|recv)\\w*$"),
          new Rule(
              "socket write",
              "^sun\\.nio\\.ch\\.(SocketDispatcher|SocketChannelImpl|NioSocketImpl)\\.\\w*[Ww]rite"
                  + "|^java\\.net\\.Socket(\\$Socket)?OutputStream\\.write"
                  + "|^one\\.nio\\.net\\.(\\w*Socket|Session)(\\$\\w+)?\\.(write|send)\\w*$"
                  + "|^io\\.netty\\.channel\\.unix\\.\\w+\\.(write|send)\\w*$"),
          new Rule(
              PARK,
              "^java\\.util\\.concurrent\\.locks\\.LockSupport\\."
                  + "|^(jdk\\.internal|sun)\\.misc\\.Unsafe\\.(un)?park$"
                  + "|^java\\.lang\\.Object\\.(wait0?|notify\\w*)$|^java\\.lang\\.VirtualThread\\."
                  + "|^Unsafe_(Unp|P)ark$|^Parker::|^ObjectMonitor::"),
          new Rule(
              "queue put",
              QUEUES
                  + "(put|offer|add|push)\\w*$|"
                  + JUC
                  + "(ThreadPoolExecutor|AbstractExecutorService|ForkJoinPool)\\."
                  + "(execute|submit|external\\w+|push\\w*|signalWork)$"
                  + "|\\.jctools\\.queues\\.\\w+\\.(offer|add)\\w*$"),
          new Rule(
              "queue take",
              QUEUES
                  + "(take|poll|remove|pop|drain)\\w*$|"
                  + JUC
                  + "(ThreadPoolExecutor\\.getTask|ForkJoinPool\\.(awaitWork|scan|runWorker))$"
                  + "|\\.jctools\\.queues\\.\\w+\\.(poll|remove)\\w*$"),
          new Rule(
              "storage iterate",
              STORE
                  + "(range|scan|iterat|entries|newIterator|next|hasNext|seek|advance|peek)\\w*$"
                  + "|^rocksdb::(\\w*DBIter|\\w+Iterator)::"),
          new Rule(
              "storage get",
              STORE
                  + "(get|multiGet|read|find|lookup|load|contains)\\w*$|^rocksdb::DB\\w*::\\w*Get"),
          new Rule(
              "storage put",
              STORE
                  + "(put|upsert|insert|set|write|append|save|store|delete|remove|merge)\\w*$"
                  + "|^rocksdb::DB\\w*::(Put|Delete|Merge|Write)"),
          new Rule(
              GC,
              "^(SerialHeap|DefNewGeneration|TenuredGeneration|GenCollectedHeap|Generation|G1Young|G1Full"
                  + "|PSScavenge|PSParallel|ZGeneration|ShenandoahConc)\\w*::|^VM_(Gen|G1|Parallel)\\w*::"
                  + "|^java\\.lang\\.System\\.gc$"),
          new Rule(
              "request parsing",
              "^one\\.nio\\.http\\.Request\\.|\\.HttpSession\\.(process|parse|startParsing)\\w*$"
                  + "|\\.(processHttpBuffer|processRead|parseRequest\\w*|parseHeader\\w*)$"
                  + "|\\.startParsingRequestBody$|\\.\\w*Request\\w*\\.(<init>|parse)$"
                  + "|^io\\.netty\\.handler\\.codec\\.|^sun\\.net\\.httpserver\\.Request\\."),
          new Rule(
              "handler",
              "^(?!(java|sun|jdk)\\.).*\\.(handle|handleRequest|handleParsedRequest|handleDefault"
                  + "|channelRead0?|service|doGet|doPut|doPost|doDelete)$|"
                  + JUC
                  + "(ThreadPoolExecutor\\.runWorker|FutureTask\\.run|ForkJoinTask\\.doExec)$"));

  private DefaultRules() {}
}
