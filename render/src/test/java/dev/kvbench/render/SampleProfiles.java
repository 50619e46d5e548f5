package dev.kvbench.render;

import dev.kvbench.result.Profiles;
import dev.kvbench.result.Profiles.Share;
import java.util.List;

/** Synthetic profiles of a server without workers and with them. */
final class SampleProfiles {

  private SampleProfiles() {}

  static Profiles ofOneVariant() {
    return new Profiles(
        List.of("cpu", "lock"),
        List.of(step("no-workers", 100_000, cpu("no-workers"), nothing("no-workers"))),
        List.of());
  }

  static Profiles ofTwoVariants() {
    Profiles.Event lock =
        event(
            "lock",
            "workers",
            List.of(
                new Share("workers", "queue take", 614, 6.14e8),
                new Share("selectors", "queue put", 252, 2.52e8)),
            List.of());
    return new Profiles(
        List.of("cpu", "alloc", "lock"),
        List.of(
            step(
                "no-workers",
                100_000,
                cpu("no-workers"),
                event(
                    "alloc",
                    "no-workers",
                    List.of(new Share("selectors", "request parsing", 1_300, 8.5e7)),
                    List.of()),
                nothing("no-workers")),
            step("workers", 88_000, cpuOfWorkers(), lock)),
        List.of("Processor time was sampled with timers (ctimer)."));
  }

  private static Profiles.Step step(String variant, long requests, Profiles.Event... events) {
    return new Profiles.Step(
        variant,
        "get",
        "get",
        10,
        requests / 10.0,
        requests / 10.0,
        requests,
        4.1,
        "profiles/" + variant + "/get.jfr",
        List.of(events));
  }

  private static Profiles.Event cpu(String variant) {
    return event(
        "cpu",
        variant,
        List.of(
            new Share("selectors", "socket write", 2_000, 2e9),
            new Share("selectors", "poll/select", 1_000, 1e9),
            new Share("selectors", "storage get", 500, 5e8),
            new Share("JIT", "JIT", 300, 3e8),
            new Share("GC", "GC", 100, 1e8),
            new Share("selectors", "other", 100, 1e8)),
        List.of());
  }

  private static Profiles.Event cpuOfWorkers() {
    return event(
        "cpu",
        "workers",
        List.of(
            new Share("workers", "socket write", 1_900, 1.9e9),
            new Share("selectors", "poll/select", 1_200, 1.2e9),
            new Share("workers", "park/unpark", 500, 5e8),
            new Share("selectors", "park/unpark", 400, 4e8),
            new Share("selectors", "queue put", 200, 2e8)),
        List.of(
            new Profiles.Difference(
                "no-workers", "profiles/workers/get.cpu.against.no-workers.html")));
  }

  private static Profiles.Event nothing(String variant) {
    return event("lock", variant, List.of(), List.of());
  }

  private static Profiles.Event event(
      String event, String variant, List<Share> shares, List<Profiles.Difference> differences) {
    double weight = shares.stream().mapToDouble(Share::weight).sum();
    return new Profiles.Event(
        event,
        event.equals("cpu") ? "ctimer" : null,
        event.equals("alloc") ? "bytes" : "ns",
        shares.stream().mapToLong(Share::samples).sum(),
        weight,
        shares,
        shares.stream()
            .filter(share -> share.activity().equals("other"))
            .map(share -> new Profiles.Frame("one.nio.server.SelectorThread.run", share.weight()))
            .toList(),
        "profiles/" + variant + "/get." + event + ".html",
        differences);
  }
}
