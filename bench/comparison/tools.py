"""The tools that are held against each other: how each is called, and its answer in the same words."""

import json
import os
import re
import shutil
import statistics

from . import machine
from .target import BODY

MISSING = {
    "oha": "cargo install oha --locked",
    "wrk": "apt install wrk",
    "nginx": "apt install nginx-light",
}


class Figures(dict):
    """What a run came to: p50, p99 and p99.9 in µs, rate, cpu in µs per request, errors, peak in bytes, steal, and others."""


class Kvbench:
    """kvbench by its launcher, quietly: what it measures is in its result.json."""

    name = "kvbench"
    open_loop = True

    def __init__(self, launcher, folder, server):
        self._launcher = launcher
        self._folder = folder
        self._server = server
        self._out = os.path.join(folder, "result")
        self._scenario = os.path.join(folder, "compare.yaml")
        self.gc_log = os.path.join(folder, "gc.log")
        with open(self._scenario, "w", encoding="ascii") as file:
            file.write(
                "name: compare\n"
                f'target: {{ url: "http://{server.authority}" }}\n'
                'keys: { count: 100000, distribution: uniform, format: "%012d" }\n'
                "steps:\n"
                "  - get: { rate: 1000 }\n"
            )

    def start(self, rate, seconds, connections):
        """Begins a run as a user would, with the warm-up that kvbench itself chooses."""
        shutil.rmtree(self._out, ignore_errors=True)
        step = {"rate": rate, "duration": f"{seconds}s"}
        settings = [f"connections={connections}"] + [f"steps.get.{key}={value}" for key, value in step.items()]
        command = [self._launcher, "run", self._scenario, "--out", self._out, "--quiet"]
        for setting in settings:
            command += ["--set", setting]
        options = os.environ.get("KVBENCH_JAVA_OPTIONS", "")
        env = dict(os.environ, KVBENCH_JAVA_OPTIONS=f"{options} -Xlog:gc:file={self.gc_log}:uptime:filecount=0")
        return machine.Child(command, self._folder, self._server, env)

    def measure(self, rate, seconds, connections):
        return self.figures(self.start(rate, seconds, connections).wait(), rate)

    def figures(self, run, rate):
        try:
            with open(os.path.join(self._out, "result.json"), encoding="utf-8") as file:
                step = json.load(file)["steps"][0]
        except (OSError, IndexError):
            raise SystemExit(f"bench/compare: kvbench gave no result (exit code {run.code}): {run.stderr.strip()}") from None
        times, ledger = step["times"], step["ledger"]
        response = times["response"]["percentilesMicros"]
        answered = ledger["ok"] + ledger["miss"]
        return Figures(
            p50=response["50"],
            p99=response["99"],
            p999=response["99.9"],
            rate=step["achievedPerSecond"],
            # Its processor time includes the warm-up's requests, so they count.
            cpu=run.cpu_seconds * 1e6 / (answered + step["warmup"]["arrivals"]),
            warmup=step["warmup"]["seconds"],
            errors=ledger["scheduled"] - answered,
            peak=run.peak_bytes,
            stolen=run.stolen,
            others=run.others,
            verdict=step["verdict"],
            lag99=times["scheduleLag"]["percentilesMicros"]["99"],
            **self._collections(rate, step["achievedPerSecond"]),
        )

    def _collections(self, rate, achieved):
        """Reads the collector's log: collections a second, and bytes allocated per request between the first and the last."""
        young = collections(self.gc_log, "Pause Young")
        if len(young) < 3 or achieved < 0.99 * rate:
            return {}
        seconds = young[-1][0] - young[0][0]
        allocated = sum(now[1] - then[2] for then, now in zip(young, young[1:]))
        return {
            "collections": (len(young) - 1) / seconds,
            "allocated": allocated / (rate * seconds),
            "pause_median": statistics.median(pause[3] for pause in young) * 1e6,
            "pause_max": max(pause[3] for pause in young) * 1e6,
        }


class Oha:
    """oha in its open loop, with its correction for coordinated omission."""

    open_loop = True

    def __init__(self, folder, server, random_keys):
        self.name = "oha, random keys" if random_keys else "oha, one URL"
        self._folder = folder
        self._server = server
        self._here = f"http://{server.authority}/v0/entity?id="
        if random_keys:
            # Dots stay as they are: oha escapes them itself, and one that is escaped twice stands for any character.
            self._where = ["--rand-regex-url", f"http://{server.authority}/v0/entity" + r"\?id=[0-9]{12}"]
            self._insist_on_loopback()
        else:
            self._where = [self._here + "000000000001"]

    def _insist_on_loopback(self):
        """Looks at what oha makes of the expression before it sends anything: a wrong one may name another host."""
        urls = machine.output_of("oha", "--dump-urls", "100", *self._where).split()
        if len(urls) != 100 or not all(url.startswith(self._here) for url in urls):
            raise SystemExit(f"bench/compare: oha would not load {self._here}… but {', '.join(urls[:3])}")

    def measure(self, rate, seconds, connections):
        command = ["oha", "-q", str(rate), "-c", str(connections), "-z", f"{seconds}s", "--latency-correction", "-w"]
        command += ["--no-tui", "--output-format", "json"] + self._where
        run = machine.run(command, self._folder, self._server)
        try:
            answer = json.loads(run.stdout)
        except ValueError:
            raise SystemExit(f"bench/compare: oha gave no result (exit code {run.code}): {run.stderr.strip()}") from None
        micros = {key: (value or 0) * 1e6 for key, value in answer["latencyPercentiles"].items()}
        good = answer["statusCodeDistribution"].get("200", 0)
        if good and answer["summary"]["sizePerRequest"] != len(BODY):
            raise SystemExit("bench/compare: oha got other answers than our nginx gives")
        others = sum(answer["statusCodeDistribution"].values()) - good
        return Figures(
            p50=micros["p50"],
            p99=micros["p99"],
            p999=micros["p99.9"],
            rate=answer["summary"]["requestsPerSec"],
            cpu=run.cpu_seconds * 1e6 / max(good, 1),
            errors=others + sum(answer["errorDistribution"].values()),
            peak=run.peak_bytes,
            stolen=run.stolen,
            others=run.others,
        )


class Wrk:
    """wrk, which has no open loop: as many requests as its connections bring about."""

    name = "wrk"
    open_loop = False

    def __init__(self, folder, server):
        self._folder = folder
        self._server = server
        self._url = f"http://{server.authority}/v0/entity?id=000000000001"

    def measure(self, seconds, connections):
        command = ["wrk", "-t1", "-c", str(connections), "-d", f"{seconds}s", "--latency", self._url]
        run = machine.run(command, self._folder, self._server)
        rate = re.search(r"Requests/sec:\s*([\d.]+)", run.stdout)
        total = re.search(r"(\d+) requests in", run.stdout)
        if not rate or not total:
            raise SystemExit(f"bench/compare: wrk gave no result (exit code {run.code}): {run.stderr.strip()}")
        return Figures(
            rate=float(rate.group(1)),
            cpu=run.cpu_seconds * 1e6 / max(int(total.group(1)), 1),
            stolen=run.stolen,
            others=run.others,
        )


def collections(log, kind):
    """Returns a kind's collections from a log of -Xlog:gc: when in seconds, bytes before and after, and the pause in seconds."""
    pattern = re.compile(r"^\[([\d.]+)s\].*" + kind + r".* (\d+)M->(\d+)M\(\d+M\) ([\d.]+)ms$")
    with open(log, encoding="ascii") as lines:
        matches = [match for match in map(pattern.match, lines) if match]
    mebi = 1 << 20
    return [(float(at), int(before) * mebi, int(after) * mebi, float(ms) / 1000) for at, before, after, ms in (m.groups() for m in matches)]


def versions(launcher):
    """Returns (what, its version) pairs of all tools that there are."""
    java = os.path.join(os.environ["JAVA_HOME"], "bin", "java") if os.environ.get("JAVA_HOME") else "java"
    jdk = re.search(r"\(build ([^)]*)\)", machine.output_of(java, "-version"))
    kvbench = machine.output_of(launcher, "--version").splitlines()[0].removeprefix("kvbench ")
    said = [("kvbench", kvbench), ("JDK", jdk.group(1) if jdk else "unknown")]
    for tool, asking, pattern in (
        ("nginx", "-v", r"nginx/(\S+)"),
        ("oha", "--version", r"oha (\S+)"),
        ("wrk", "-v", r"wrk (\S+)"),
    ):
        if shutil.which(tool):
            match = re.search(pattern, machine.output_of(tool, asking))
            said.append((tool, match.group(1) if match else "of unknown version"))
    return said
