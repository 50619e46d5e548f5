"""The parts of the comparison: what each runs in turn, and which bars its figures are held to."""

import os
import re
import shutil
import statistics
import time

from . import machine, tools
from .report import Bar, Line, micros, per_second, plain

CONNECTIONS = 64
STEP = 500


class Bench:
    """What all parts share: the tools that there are, how often and how long to run, and what is printed meanwhile."""

    def __init__(self, kvbench, ohas, wrk, options):
        self.kvbench = kvbench
        self.ohas = ohas
        self.wrk = wrk
        self.options = options
        self.lines = []

    def seconds(self, usual):
        return self.options.seconds or usual

    def alone(self):
        return machine.alone(self.options.lock)

    def say(self, part, tool, figures):
        line = Line(part, tool.name, figures)
        self.lines.append(line)
        print("  " + line.text(), flush=True)
        return figures


def medians(runs):
    """Returns the median of every figure that all runs of a tool have."""
    common = set.intersection(*(set(run) for run in runs)) - {"verdict"}
    return {key: statistics.median(run[key] for run in runs) for key in common if all(run[key] is not None for run in runs)}


def in_turn(bench, part, rate, seconds):
    """Runs the open-loop tools one after the other, round by round; returns their medians by name."""
    runs = {tool.name: [] for tool in [bench.kvbench] + bench.ohas}
    for _ in range(bench.options.rounds):
        with bench.alone():
            for tool in [bench.kvbench] + bench.ohas:
                runs[tool.name].append(bench.say(part, tool, tool.measure(rate, seconds, CONNECTIONS)))
    return {name: medians(figures) for name, figures in runs.items()}


def rate_15k(bench):
    """Response times at 15,000/s."""
    found = in_turn(bench, "15,000/s", 15_000, bench.seconds(15))
    at = "at 15,000/s, "
    return [
        Bar(at + "response p50", found, "p50", micros, of_oha=0.6),
        Bar(at + "response p99", found, "p99", micros, of_oha=1),
        Bar(at + "response p99.9", found, "p999", micros, of_oha=2),
    ]


def rate_40k(bench):
    """Response times, processor time and garbage at 40,000/s."""
    found = in_turn(bench, "40,000/s", 40_000, bench.seconds(60))
    at = "at 40,000/s, "
    return [
        Bar(at + "response p50", found, "p50", micros, of_oha=0.4),
        Bar(at + "response p99", found, "p99", micros, most=2000),
        Bar(at + "processor time per request, start-up included", found, "cpu", micros, of_oha=1.5),
        Bar(at + "young collections per second", found, "collections", plain(2), most=1),
        Bar(at + "bytes allocated per request", found, "allocated", plain(0)),
        Bar(at + "pause of a young collection, median", found, "pause_median", micros),
    ]


class Search:
    """The search for the highest rate that a tool holds: outwards until one is held and one is not, then between the two."""

    def __init__(self, tool, begin, precision):
        self.tool = tool
        self.held = None
        self.held_figures = None
        self.lost = None
        self._precision = precision
        self._failures = 0
        self.next_rate = self._round(begin)

    @property
    def done(self):
        if self.held is None or self.lost is None:
            return False
        return self.lost <= max(self.held * self._precision, self.held + STEP)

    def note(self, rate, figures):
        """Takes what a run at next_rate came to. A rate counts as not held once it has failed twice."""
        if holds(rate, figures):
            self.held, self.held_figures, self._failures = rate, figures, 0
        elif self._failures == 0:
            self._failures = 1
            return
        else:
            self.lost, self._failures = rate, 0
        if self.lost is None:
            self.next_rate = max(self._round(self.held * 1.12), self.held + STEP)
        elif self.held is None:
            self.next_rate = min(self._round(self.lost / 1.12), self.lost - STEP)
            if self.next_rate < 2 * STEP:
                raise SystemExit(f"bench/compare: {self.tool.name} holds no rate at all")
        else:
            self.next_rate = self._round((self.held * self.lost) ** 0.5)

    @staticmethod
    def _round(rate):
        return round(rate / STEP) * STEP


def holds(rate, figures):
    p99 = figures["p99"]
    return figures["rate"] >= 0.99 * rate and p99 is not None and p99 < 50_000 and figures["errors"] == 0


def highest(bench):
    """The highest rate held, by search; the tools' probes take turns."""
    seconds = bench.seconds(20)
    begin = 80_000
    closed = None
    if bench.wrk:
        with bench.alone():
            closed = bench.say("highest rate", bench.wrk, bench.wrk.measure(seconds, CONNECTIONS))
        begin = closed["rate"] * 0.6
    searches = [Search(tool, begin, 1.03) for tool in [bench.kvbench] + bench.ohas]
    while not all(search.done for search in searches):
        with bench.alone():
            for search in (search for search in searches if not search.done):
                rate = search.next_rate
                figures = search.tool.measure(rate, seconds, CONNECTIONS)
                figures["asked"] = rate
                figures["held"] = holds(rate, figures)
                search.note(rate, bench.say("highest rate", search.tool, figures))
    found = {search.tool.name: {"highest": search.held, "p50": search.held_figures["p50"]} for search in searches}
    if closed:
        found["wrk"] = {"highest": closed["rate"]}
    return [
        Bar(f"highest rate held for {seconds} s (wrk: closed loop)", found, "highest", per_second, at_least_oha=True),
        Bar("… response p50 at that rate", found, "p50", micros),
    ]


def connections(bench):
    """10,000 connections."""
    count, rate, seconds = 10_000, 20_000, bench.seconds(15)
    if bench.options.files < count + 1000:
        print(f"  left out: {count:,} connections need a limit of {count + 1000:,} open files (ulimit -Hn), it is {bench.options.files:,}")
        return []
    found = {}
    with bench.alone():
        for tool in [bench.kvbench] + bench.ohas[:1]:
            found[tool.name] = bench.say("10,000 connections", tool, tool.measure(rate, seconds, count))
    for figures in found.values():
        figures["peak_mb"] = figures["peak"] / 1e6
    at = "10,000 connections at 20,000/s, "
    return [
        Bar(at + "requests without a right answer", found, "errors", plain(0), most=0),
        Bar(at + "peak memory in MB (VmHWM)", found, "peak_mb", plain(0), most=1000),
        Bar(at + "response p50", found, "p50", micros),
        Bar(at + "response p99", found, "p99", micros),
    ]


def memory(bench):
    """kvbench's memory over time: a run of a minute against a long one, both at --memory-rate."""
    rate, minutes = bench.options.memory_rate, 60 if bench.options.hour else bench.options.minutes
    short = watched(bench, rate, 1)
    long = watched(bench, rate, minutes)
    long["growth"] = long["live_mb"] - short["live_mb"]
    found = {"kvbench": long}
    return [
        Bar(f"live heap in MB towards the end of {minutes} min at {rate:,}/s (after 1 min: {short['live_mb']})", found, "live_mb", plain(0), most=short["live_mb"] + 1),
        Bar(
            f"peak memory in MB of {minutes} min (of 1 min: {short['peak_mb']:.0f})",
            found,
            "peak_mb",
            plain(0),
            most=short["peak_mb"] * 1.01,
        ),
    ]


def watched(bench, rate, minutes):
    """Runs kvbench and has it collect all garbage every so often: what is left is the live heap."""
    kvbench = bench.kvbench
    jcmd = beside_java("jcmd")
    child = kvbench.start(rate, minutes * 60, CONNECTIONS)
    begin = time.monotonic()
    live = []
    try:
        for minute in range(1, minutes + 1):
            # A little before the minute is over, so that the last one is within the run.
            time.sleep(max(0, begin + minute * 60 - time.monotonic()))
            if machine.output_of(jcmd, str(child.pid), "GC.run").find("executed successfully") < 0:
                raise SystemExit("bench/compare: jcmd could not have kvbench collect its garbage")
            live.append(tools.collections(kvbench.gc_log, r"Pause Full \(System.gc\(\)\)")[-1][2] >> 20)
        figures = kvbench.figures(child.wait(), rate)
    finally:
        child.end()
    for about_garbage in ("collections", "allocated", "pause_median", "pause_max"):
        # So few requests are collected every minute that what is left in the log is from behind the run.
        figures.pop(about_garbage, None)
    figures.update(live_mb=live[-1], live_by_minute=live, peak_mb=figures["peak"] / 1e6)
    return bench.say(f"{minutes} min at {rate:,}/s", kvbench, figures)


def beside_java(tool):
    home = os.environ.get("JAVA_HOME")
    path = os.path.join(home, "bin", tool) if home else shutil.which(tool)
    if not path or not os.path.exists(path):
        raise SystemExit(f"bench/compare: {tool} comes with a JDK; put one on the path or set JAVA_HOME")
    return path


ALL = {
    re.sub("_", "-", part.__name__): part for part in (rate_15k, rate_40k, highest, connections, memory)
}
