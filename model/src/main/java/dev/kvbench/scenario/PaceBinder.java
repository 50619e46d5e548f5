package dev.kvbench.scenario;

import dev.kvbench.scenario.StepSpec.Warmup;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes of a step's settings how many requests are due when, and for how long. */
final class PaceBinder {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long DEFAULT_DURATION_NANOS = 30_000_000_000L;
  private static final Section.Parser<Long> DURATION = Values.duration("1ms", "24h");
  private static final long MAX_DURATION_NANOS = 24 * 3600 * 1_000_000_000L;

  private static final Map<String, Loop> LOOPS = Words.of(Loop.values());

  private final Problems problems;
  private final ReferencedFiles files;

  PaceBinder(Problems problems, ReferencedFiles files) {
    this.problems = problems;
    this.files = files;
  }

  /** Whether requests wait for the answers to earlier ones. */
  private enum Loop {
    OPEN,
    CLOSED
  }

  /** The words for the two. */
  static Set<String> loops() {
    return LOOPS.keySet();
  }

  /** What a step's settings say of time. */
  record Pace(double ratePerSecond, ArrivalProcess arrivals, Warmup warmup, long durationNanos) {}

  /** The pace of a step. */
  Pace bind(Section section, StepForm form, String name) {
    return section.get("loop", Loop.OPEN, Values.oneOf(LOOPS)) == Loop.CLOSED
        ? closed(section)
        : open(section, form, name);
  }

  /** The pace of a step whose requests wait for answers. */
  private static Pace closed(Section section) {
    for (String key : List.of("rate", "arrivals")) {
      if (section.has(key)) {
        section.report(
            section.placeOfKey(key),
            key,
            "a closed loop has no "
                + key
                + ": each connection sends its next request when it has the answer to its last",
            "leave out either '" + key + "' or 'loop'; a think time makes a closed loop slower");
      }
    }
    long thinkNanos = section.get("think", 0L, Values.duration("0s", "24h"));
    Warmup warmup = section.get("warmup", Warmup.AUTO, PaceBinder::parseWarmup);
    long durationNanos = section.get("duration", DEFAULT_DURATION_NANOS, DURATION);
    return new Pace(0, new ArrivalProcess.Closed(thinkNanos), warmup, durationNanos);
  }

  private Pace open(Section section, StepForm form, String name) {
    if (section.has("think") && section.isSound("loop")) {
      section.report(
          section.placeOfKey("think"),
          "think",
          "only a closed loop has a think time: an open loop's requests wait for no answer",
          "leave out 'think', or put  loop: closed  in place of the rate");
    }
    ArrivalProcess arrivals = new ArrivalsBinder(problems, files).bind(section);
    boolean ownRates =
        arrivals instanceof ArrivalProcess.Staircase || arrivals instanceof ArrivalProcess.Trace;
    double ratePerSecond = section.get("rate", 1.0, Values.rate());
    // settings of a process that cannot be made leave open whether it has rates of its own
    boolean isKnown =
        section.isSound("loop")
            && (section.isSound("arrivals")
                || !(section.value("arrivals") instanceof YamlNode.Mapping));
    if (ownRates) {
      reportRate(section, arrivals);
    } else if (section.isMissing("rate") && isKnown) {
      section.report(
          form.place(),
          "rate",
          "the step " + Excerpt.quoted(name) + " has no rate",
          "say how many requests a second:  " + form.operation() + ": { rate: 10000 }");
    }
    Warmup warmup = warmup(section, arrivals);
    long durationNanos = duration(section, arrivals, warmup);
    double meanRate = arrivals.meanRatePerSecond(ratePerSecond, warmup.nanos(), durationNanos);
    if (isKnown
        && (ownRates || (section.has("rate") && section.isSound("rate")))
        && section.isSound("duration")
        && section.isSound("warmup")
        && meanRate * durationNanos < NANOS_PER_SECOND) {
      reportNothingDue(section, arrivals);
    }
    return new Pace(ownRates ? meanRate : ratePerSecond, arrivals, warmup, durationNanos);
  }

  private static void reportRate(Section section, ArrivalProcess arrivals) {
    if (section.has("rate") && section.isSound("rate")) {
      section.report(
          section.placeOfKey("rate"),
          "rate",
          arrivals instanceof ArrivalProcess.Trace
              ? "a trace says by itself when requests are due, so the step has no rate"
              : "a staircase has rates of its own, so the step has none",
          "leave out either 'rate' or 'arrivals'");
    }
  }

  private static void reportNothingDue(Section section, ArrivalProcess arrivals) {
    if (arrivals instanceof ArrivalProcess.Trace) {
      section.report(
          section.placeOf("arrivals"),
          "arrivals",
          "not one due time of the trace lies in the measured window",
          "the window begins when the warm-up is over; change warmup or duration");
    } else {
      boolean hasRate = section.has("rate");
      section.report(
          section.placeOf(hasRate ? "rate" : "arrivals"),
          hasRate ? "rate" : "arrivals",
          "not one request is due at this rate in the step's duration",
          "raise the rate or the duration");
    }
  }

  private static Warmup warmup(Section section, ArrivalProcess arrivals) {
    Warmup warmup = section.get("warmup", Warmup.AUTO, PaceBinder::parseWarmup);
    if (arrivals.isShaped()
        && warmup.auto()
        && section.isSound("warmup")
        && (section.has("warmup") || section.isMissing("warmup"))) {
      section.report(
          section.placeOf(section.has("warmup") ? "warmup" : "arrivals"),
          "warmup",
          "these arrivals need a warm-up of a known length, since their course begins with the"
              + " measured window",
          "give its length, or 0s for none:  warmup: 10s");
    }
    return warmup;
  }

  private static Warmup parseWarmup(YamlNode node) throws BadValueException {
    return Values.orAuto(
            given -> new Warmup(false, Values.duration("0s", "24h").parse(given)), Warmup.AUTO)
        .parse(node);
  }

  /** The given duration; that of the whole staircase or trace where those have one. */
  private static long duration(Section section, ArrivalProcess arrivals, Warmup warmup) {
    long own = ownDuration(arrivals, warmup);
    if (own > MAX_DURATION_NANOS && !section.has("duration")) {
      section.report(
          section.placeOf("arrivals"),
          "duration",
          "these arrivals go on for more than 24h",
          "a step measures at most 24h; set duration to measure the beginning");
      return MAX_DURATION_NANOS;
    }
    long nanos = section.get("duration", own, DURATION);
    if (arrivals instanceof ArrivalProcess.Staircase stairs
        && section.isSound("duration")
        && nanos <= (stairs.ratesPerSecond().size() - 1) * stairs.eachNanos()) {
      section.report(
          section.placeOf("duration"),
          "duration",
          "the step is over before the staircase comes to its last rate",
          "leave duration out to have it as long as the staircase");
    }
    return nanos;
  }

  private static long ownDuration(ArrivalProcess arrivals, Warmup warmup) {
    if (arrivals instanceof ArrivalProcess.Staircase stairs) {
      return stairs.ratesPerSecond().size() * stairs.eachNanos();
    }
    if (arrivals instanceof ArrivalProcess.Trace trace) {
      long millis = (trace.times().lastNanos() - warmup.nanos()) / NANOS_PER_MILLI + 1;
      return Math.max(1, millis) * NANOS_PER_MILLI;
    }
    return DEFAULT_DURATION_NANOS;
  }
}
