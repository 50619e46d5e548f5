package dev.kvbench.targets.resources;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.lang.management.MemoryUsage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.Notification;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * A Java virtual machine as its management beans tell of it, in this process or over a connection.
 * It is asked for figures once a second, and tells by itself of each collection of garbage.
 */
final class JvmProbe implements AutoCloseable {

  private static final String MEMORY = "java.lang:type=Memory";
  private static final String COMPILATION = "java.lang:type=Compilation";
  private static final String THREADING = "java.lang:type=Threading";
  private static final String COLLECTORS = "java.lang:type=GarbageCollector,*";
  private static final String POOLS = "java.lang:type=MemoryPool,*";
  private static final double MILLIS_PER_SECOND = 1e3;

  private final MBeanServerConnection beans;
  private final @Nullable Path perfFile;
  private final CollectionLog collections;
  private final NotificationListener listener;
  private final Set<ObjectName> collectors;
  private final Set<String> heapPools = new HashSet<>();
  private final boolean tellsAllocation;

  /**
   * Listens to a machine from now on.
   *
   * @param perfFile its performance file, or null
   * @throws IOException if the connection breaks
   * @throws JMException if it is not like any machine that is known
   */
  JvmProbe(
      MBeanServerConnection beans,
      @Nullable Path perfFile,
      CollectionLog collections,
      NanoClock clock)
      throws IOException, JMException {
    this.beans = beans;
    this.perfFile = perfFile;
    this.collections = collections;
    this.listener = (notification, handback) -> heard(notification, clock.nanos());
    for (ObjectName pool : beans.queryNames(new ObjectName(POOLS), null)) {
      if ("HEAP".equals(beans.getAttribute(pool, "Type"))) {
        heapPools.add(pool.getKeyProperty("name"));
      }
    }
    tellsAllocation = allocated() != null;
    collectors = Set.copyOf(beans.queryNames(new ObjectName(COLLECTORS), null));
    for (ObjectName collector : collectors) {
      beans.addNotificationListener(collector, listener, null, null);
    }
  }

  /**
   * Looks now.
   *
   * @throws IOException if the connection breaks
   * @throws JMException if the machine does not know what it is asked for
   */
  JvmLook look() throws IOException, JMException {
    MemoryUsage heap =
        MemoryUsage.from(
            (CompositeData) beans.getAttribute(new ObjectName(MEMORY), "HeapMemoryUsage"));
    Long safepoints = null;
    Double safepointMillis = null;
    Map<String, Long> counters = counters();
    Long count = counters.get(PerfCounters.SAFEPOINTS);
    Long ticks = counters.get(PerfCounters.SAFEPOINT_TICKS);
    Long frequency = counters.get(PerfCounters.TICKS_PER_SECOND);
    if (count != null && ticks != null && frequency != null && frequency > 0) {
      safepoints = count;
      safepointMillis = ticks * MILLIS_PER_SECOND / frequency;
    }
    return new JvmLook(
        heap.getUsed(),
        heap.getCommitted(),
        tellsAllocation ? allocated() : null,
        jitMillis(),
        safepoints,
        safepointMillis);
  }

  /** What this machine does not tell, a sentence each without its end. */
  List<String> leftOut() {
    List<String> sentences = new ArrayList<>();
    if (!counters().containsKey(PerfCounters.SAFEPOINT_TICKS)) {
      sentences.add(
          "safepoints of the target are not known: its virtual machine keeps no performance file"
              + " that could be read (-XX:+UsePerfData)");
    }
    if (!tellsAllocation) {
      sentences.add(
          "how much the target allocates is not known: its virtual machine is too old to tell");
    }
    return sentences;
  }

  /** Listens no more. */
  @Override
  public void close() {
    for (ObjectName collector : collectors) {
      try {
        beans.removeNotificationListener(collector, listener);
      } catch (IOException | JMException e) {
        // The machine has ended, and with it the listening.
      }
    }
  }

  private void heard(Notification notification, long nowNanos) {
    if (!GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(
        notification.getType())) {
      return;
    }
    GarbageCollectionNotificationInfo told =
        GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
    GcInfo info = told.getGcInfo();
    collections.add(
        new CollectionLog.Told(
            told.getGcName(),
            told.getGcCause(),
            info.getStartTime(),
            info.getDuration(),
            heap(info.getMemoryUsageBeforeGc()),
            heap(info.getMemoryUsageAfterGc())),
        nowNanos);
  }

  private long heap(Map<String, MemoryUsage> pools) {
    return pools.entrySet().stream()
        .filter(pool -> heapPools.contains(pool.getKey()))
        .mapToLong(pool -> pool.getValue().getUsed())
        .sum();
  }

  private @Nullable Long allocated() throws IOException {
    try {
      Object bytes = beans.getAttribute(new ObjectName(THREADING), "TotalThreadAllocatedBytes");
      return bytes instanceof Long all && all >= 0 ? all : null;
    } catch (JMException e) {
      return null;
    }
  }

  private @Nullable Long jitMillis() throws IOException {
    try {
      return beans.getAttribute(new ObjectName(COMPILATION), "TotalCompilationTime")
              instanceof Long millis
          ? millis
          : null;
    } catch (JMException | RuntimeException e) {
      return null;
    }
  }

  private Map<String, Long> counters() {
    if (perfFile == null) {
      return Map.of();
    }
    try {
      return PerfCounters.read(perfFile);
    } catch (IOException e) {
      return Map.of();
    }
  }
}
