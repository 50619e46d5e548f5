package dev.kvbench.render;

import dev.kvbench.result.Resources;
import java.util.ArrayList;
import java.util.List;

/** What a step that stalled in its seconds 12 and 13 might have needed. */
final class SampleResources {

  private SampleResources() {}

  static Resources stalledTwice(int seconds) {
    List<Resources.Span> spans = new ArrayList<>();
    List<Resources.Collection> collections = new ArrayList<>();
    for (int s = 0; s < seconds; s++) {
      boolean stalled = s == 12 || s == 13;
      spans.add(
          new Resources.Span(
              s + 0.001,
              s + 1.001,
              new Resources.ProcessUse(
                  stalled ? 0.12 : 0.41 + 0.01 * (s % 5),
                  stalled ? 0.05 : 0.22,
                  stalled ? 0.97 : 0.38,
                  210_000_000 + 900_000L * s,
                  23,
                  9_800.0 - 120 * (s % 7),
                  410.0,
                  0.0,
                  s % 10 == 4 ? 34_000_000.0 : 120_000.0),
              new Resources.ProcessUse(
                  0.16, 0.14, 0.21, 640_000_000, 19, 14_200.0, 120.0, 0.0, 2_000.0),
              // It did not answer while it stood still.
              stalled
                  ? null
                  : new Resources.JvmUse(
                      20_000_000 + 11_000_000L * (s % 4),
                      134_217_728,
                      48_500_000.0,
                      s < 3 ? 240.0 : 4.0,
                      2L,
                      6.5),
              new Resources.JvmUse(
                  90_000_000 + 2_000_000L * s, 536_870_912, 2_000_000.0, 3.0, null, null),
              new Resources.MachineUse(0.48, s == 20 ? 0.04 : 0.001, 3_400_000.0, 3_400_000.0)));
      collections.add(
          new Resources.Collection(
              Resources.TARGET,
              s + 0.4,
              s % 4 == 0 ? 7 : 2,
              true,
              "Copy",
              "Allocation Failure",
              61_000_000,
              20_000_000));
    }
    collections.add(
        new Resources.Collection(
            Resources.TARGET,
            12.2,
            1_610,
            true,
            "MarkSweepCompact",
            "Allocation Failure",
            128_000_000,
            19_000_000));
    collections.add(
        new Resources.Collection(
            Resources.KVBENCH,
            25.31,
            3,
            true,
            "Copy",
            "Allocation Failure",
            214_000_000,
            9_000_000));
    return new Resources(
        spans,
        collections,
        List.of(new Resources.Stall(3.2, 1.4), new Resources.Stall(20.7, 8.8)),
        List.of("safepoints of kvbench are not looked at"),
        1_240.0,
        List.of(
            new Resources.LongInterval(
                12,
                13,
                398_000.0,
                409_000,
                List.of(
                    "the target stood still for 2 collections of garbage, 1.62 s in all, the longest"
                        + " 1.61 s at 12.20 s (MarkSweepCompact, Allocation Failure, heap 128 MB →"
                        + " 19 MB)",
                    "one thread of the target used 97 % of a core")),
            new Resources.LongInterval(22, 23, null, 10_002_000, List.of())));
  }
}
