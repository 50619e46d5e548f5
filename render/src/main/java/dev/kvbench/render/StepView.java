package dev.kvbench.render;

import dev.kvbench.analysis.Intervals;
import dev.kvbench.analysis.Verdicts;
import dev.kvbench.render.RunView.Picture;
import dev.kvbench.result.Figures;
import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.result.TimeSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the report's template sees of a step: ready texts.
 *
 * @param label what the step is called
 * @param verdict the word for it
 * @param reasons what the verdict rests on, but for what held kvbench back, which the course says
 * @param run whether the step was run; if not, nothing below is printed
 * @param course what was done, in sentences
 * @param warning what a closed loop hides; empty where the loop is open
 * @param corrected whether there are times corrected for that
 * @param intervals whether there are confidence intervals
 * @param spectrum mean, percentiles, maximum and count of all kinds of time
 * @param refused whether a percentile was refused for want of arrivals
 * @param bounds whether figures are lower bounds only
 * @param narrow whether intervals are too narrow, that of the rate among them
 * @param tellingSeconds fewer seconds than this do not tell
 * @param ledger every class of the ledger
 * @param scheduled the arrivals of the window
 * @param sum all classes together
 * @param balanced whether the two agree, as they must
 * @param resent how many requests were written once more
 * @param reconnects how many connections were opened again
 * @param split where the mean response time went
 * @param waiting what connection wait means for connections like the step's
 * @param ownStalls of what kvbench's own and the machine's part in corrected times is, in words;
 *     empty where nothing is known of it
 * @param failures the first failures of each kind
 * @param charts the step's charts
 * @param resources what was needed meanwhile
 * @param files its histogram files
 */
record StepView(
    String label,
    String verdict,
    List<String> reasons,
    boolean run,
    List<String> course,
    String warning,
    boolean corrected,
    boolean intervals,
    List<Spectrum> spectrum,
    boolean refused,
    boolean bounds,
    boolean narrow,
    String tellingSeconds,
    List<LedgerLine> ledger,
    String scheduled,
    String sum,
    boolean balanced,
    String resent,
    String reconnects,
    List<Part> split,
    String waiting,
    String ownStalls,
    List<FailureLine> failures,
    List<Picture> charts,
    ResourceView resources,
    List<String> files) {

  private static final String PER_REQUEST = "per-request";

  /** A row of the times. */
  record Spectrum(
      String name,
      String response,
      String interval,
      String corrected,
      String service,
      String scheduleLag,
      String connectionWait,
      String firstByte) {}

  /** A row of the ledger. */
  record LedgerLine(String name, String count, String share, String meaning) {}

  /** A part of the mean response time. */
  record Part(String name, String mean, String share, String meaning) {}

  /** A row of the failures. */
  record FailureLine(String kind, String count, String message) {}

  static StepView of(String label, StepResult step, List<Picture> charts) {
    TimeSummary response = Phrases.times(step, TimeKind.RESPONSE);
    Ledger ledger = step.ledger();
    StepResult.Files files = step.files();
    StepResult.RateInterval rate = step.achievedInterval();
    return new StepView(
        label,
        Phrases.verdict(step),
        step.reasons().stream().filter(r -> !r.startsWith(Verdicts.HELD_BACK)).toList(),
        Phrases.wasRun(step),
        StepCourse.of(step),
        Phrases.isClosedLoop(step) ? Phrases.closedLoopWarning() : "",
        step.times().containsKey(StepResult.RESPONSE_CORRECTED),
        !response.intervals().isEmpty(),
        spectrum(step),
        !response.needs().isEmpty(),
        response.censoredFrom() != null,
        !response.narrowIntervals().isEmpty() || (rate != null && rate.tooNarrow()),
        Figures.count(Intervals.TELLING_SECONDS),
        ledger(ledger),
        Figures.count(ledger.scheduled()),
        Figures.count(ledger.sum()),
        ledger.sum() == ledger.scheduled(),
        Figures.count(step.resent()),
        Figures.count(step.reconnects()),
        split(step),
        waiting(step),
        ownStalls(step),
        step.failures().stream()
            .map(f -> new FailureLine(f.kind(), Figures.count(f.count()), f.message()))
            .toList(),
        charts,
        ResourceView.of(step),
        files == null ? List.of() : List.of(files.hlog(), files.hgrm()));
  }

  private static List<Spectrum> spectrum(StepResult step) {
    TimeSummary response = Phrases.times(step, TimeKind.RESPONSE);
    TimeSummary service = Phrases.times(step, TimeKind.SERVICE);
    TimeSummary lag = Phrases.times(step, TimeKind.SCHEDULE_LAG);
    TimeSummary wait = Phrases.times(step, TimeKind.CONNECTION_WAIT);
    TimeSummary first = Phrases.times(step, TimeKind.FIRST_BYTE);
    TimeSummary corrected = Phrases.corrected(step);
    List<Spectrum> rows = new ArrayList<>();
    for (String p : TimeSummary.PERCENTILES) {
      String figure = Phrases.percentile(response, p);
      rows.add(
          new Spectrum(
              p + " %",
              figure.startsWith("needs") ? figure + " arrivals" : figure,
              Phrases.interval(response, p) + Phrases.narrow(response, p),
              Phrases.percentile(corrected, p),
              Phrases.percentile(service, p),
              Phrases.percentile(lag, p),
              Phrases.percentile(wait, p),
              Phrases.percentile(first, p)));
    }
    rows.add(
        new Spectrum(
            "max",
            Phrases.max(response),
            "",
            Phrases.max(corrected),
            Phrases.max(service),
            Phrases.max(lag),
            Phrases.max(wait),
            Phrases.max(first)));
    rows.add(
        new Spectrum(
            "mean",
            Phrases.mean(response),
            "",
            Phrases.mean(corrected),
            Phrases.mean(service),
            Phrases.mean(lag),
            Phrases.mean(wait),
            Phrases.mean(first)));
    rows.add(
        new Spectrum(
            "arrivals",
            Figures.count(response.count()),
            "",
            Figures.count(corrected.count()),
            Figures.count(service.count()),
            Figures.count(lag.count()),
            Figures.count(wait.count()),
            Figures.count(first.count())));
    return rows;
  }

  private static List<LedgerLine> ledger(Ledger ledger) {
    List<LedgerLine> lines = new ArrayList<>();
    line(lines, ledger, "ok", ledger.ok(), "right answers");
    line(lines, ledger, "miss", ledger.miss(), "404 where that is a right answer");
    line(
        lines,
        ledger,
        "wrong",
        ledger.wrong(),
        "another success or length than is right, or a miss of a stored key");
    if (ledger.status().isEmpty()) {
      line(lines, ledger, "status", 0, "another status code");
    }
    for (Map.Entry<String, Long> status : ledger.status().entrySet()) {
      String code = status.getKey();
      line(lines, ledger, "status " + code, status.getValue(), "answered " + code);
    }
    line(lines, ledger, "connect", ledger.connect(), "no connection could be made");
    line(lines, ledger, "read", ledger.read(), "connection broke before the whole answer");
    line(lines, ledger, "write", ledger.write(), "connection broke while writing");
    line(lines, ledger, "timeout", ledger.timeout(), "given up, counted from writing");
    line(lines, ledger, "malformed", ledger.malformed(), "the answer is no HTTP");
    line(lines, ledger, "unsent", ledger.unsent(), "due, but never got a connection");
    line(lines, ledger, "unfinished", ledger.unfinished(), "in flight when draining ended");
    return lines;
  }

  private static void line(
      List<LedgerLine> lines, Ledger ledger, String name, long count, String meaning) {
    String share = Phrases.share(count, ledger.scheduled());
    lines.add(new LedgerLine(name, Figures.count(count), share, meaning));
  }

  private static List<Part> split(StepResult step) {
    Double lag = Phrases.times(step, TimeKind.SCHEDULE_LAG).meanMicros();
    Double wait = Phrases.times(step, TimeKind.CONNECTION_WAIT).meanMicros();
    Double first = Phrases.times(step, TimeKind.FIRST_BYTE).meanMicros();
    Double service = Phrases.times(step, TimeKind.SERVICE).meanMicros();
    if (lag == null || wait == null || first == null || service == null) {
      return List.of();
    }
    double rest = Math.max(0, service - first);
    double whole = lag + wait + first + rest;
    return List.of(
        part("schedule lag", lag, whole, "kvbench was late"),
        part("connection wait", wait, whole, whileWaiting(step)),
        part("first byte", first, whole, "written, until the head of the answer"),
        part("rest", rest, whole, "from the head to the last byte"));
  }

  /** What there was to wait for before a request had its connection, in a few words. */
  private static String whileWaiting(StepResult step) {
    StepResult.OnDemand onDemand = step.connections().onDemand();
    if (onDemand != null && onDemand.mode().equals(PER_REQUEST)) {
      return "its connection was being opened";
    }
    if (Phrases.isClosedLoop(step)) {
      return "a lost connection was being opened again";
    }
    return onDemand == null
        ? "no connection was idle"
        : "no connection was idle, or one was being opened";
  }

  private static String waiting(StepResult step) {
    StepResult.OnDemand onDemand = step.connections().onDemand();
    if (onDemand == null) {
      return Phrases.isClosedLoop(step)
          ? "connection wait means that a lost connection had to be opened again"
          : "connection wait means that all connections were busy, as when the server is slower than"
              + " the rate asks";
    }
    String opening =
        onDemand.mode().equals(PER_REQUEST)
            ? "connection wait is the opening of a connection for each request"
            : "connection wait is the opening of a connection where none was idle";
    return Phrases.isClosedLoop(step)
        ? opening
        : opening
            + ", and waiting for one where all "
            + Figures.count(onDemand.max())
            + " that may be open were busy";
  }

  private static String ownStalls(StepResult step) {
    StepResult.Standstill still = step.generator().standstill();
    if (still == null || step.durationSeconds() <= 0) {
      return "";
    }
    return still.stalls() == 0
        ? "here kvbench was never seen to stand still for more than a millisecond"
        : "here kvbench stood still for about "
            + Figures.duration(still.stalledMillis() * 1e6)
            + ", "
            + Phrases.share(still.stalledMillis() / 1e3 / step.durationSeconds())
            + " of the window";
  }

  private static Part part(String name, double micros, double whole, String meaning) {
    String share = whole > 0 ? Phrases.share(micros / whole) : Phrases.NONE;
    return new Part(name, Figures.micros(micros), share, meaning);
  }
}
