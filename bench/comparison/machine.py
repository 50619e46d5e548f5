"""The machine that measures: what it is, what it lost meanwhile to others, and whose turn it is on it."""

import contextlib
import fcntl
import os
import platform
import re
import resource
import subprocess
import time


TICKS = os.sysconf("SC_CLK_TCK")


class Ticks:
    """What all processors have done since an earlier moment, from /proc/stat."""

    def __init__(self):
        self._begin = self._read()

    @staticmethod
    def _read():
        with open("/proc/stat", encoding="ascii") as stat:
            # user, nice, system, idle, iowait, irq, softirq, steal; guests' time is in user already
            return [int(ticks) for ticks in stat.readline().split()[1:9]]

    def _spent(self):
        return [now - then for now, then in zip(self._read(), self._begin)]

    def stolen(self):
        """Returns the share of all processors' time that the hypervisor gave to others, 0 to 1."""
        spent = self._spent()
        return spent[7] / (sum(spent) or 1)

    def user_seconds(self):
        """Returns the processor time of all programs together, without the kernel's."""
        spent = self._spent()
        return (spent[0] + spent[1]) / TICKS


class Run:
    """One process that has ended: processor time, peak memory, and what went on beside it.

    stolen is the share of the processors that the hypervisor took away. others is what programs that are neither
    this one nor the server used, in processors: well above 0 the figures are not this comparison's alone. Only
    the programs' own time can be told apart like that, not the kernel's.
    """

    def __init__(self, code, rusage, stolen, others, stdout, stderr):
        self.code = code
        self.cpu_seconds = rusage.ru_utime + rusage.ru_stime
        self.peak_bytes = rusage.ru_maxrss * 1024
        self.stolen = stolen
        self.others = others
        self.stdout = stdout
        self.stderr = stderr


class Child:
    """A process of ours that runs against a server of ours. It is ended if we are."""

    def __init__(self, command, folder, server, env=None):
        self._outputs = [os.path.join(folder, name) for name in ("stdout", "stderr")]
        self._server = server
        self._server_seconds = server.user_seconds()
        self._begin = time.monotonic()
        self._ticks = Ticks()
        with open(self._outputs[0], "wb") as out, open(self._outputs[1], "wb") as err:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=env)
        self.pid = self._process.pid

    def wait(self):
        """Waits for its end. Its usage is its own and that of the processes it waited for: nobody else's."""
        try:
            _, status, rusage = os.wait4(self.pid, 0)
        except BaseException:
            self.end()
            raise
        self._process.returncode = os.waitstatus_to_exitcode(status)
        ours = rusage.ru_utime + self._server.user_seconds() - self._server_seconds
        others = max(0, self._ticks.user_seconds() - ours) / (time.monotonic() - self._begin)
        stdout, stderr = (self._read(path) for path in self._outputs)
        return Run(self._process.returncode, rusage, self._ticks.stolen(), others, stdout, stderr)

    def end(self):
        if self._process.returncode is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    @staticmethod
    def _read(path):
        with open(path, encoding="utf-8", errors="replace") as text:
            return text.read()


def run(command, folder, server):
    return Child(command, folder, server).wait()


@contextlib.contextmanager
def alone(locks):
    """Holds every lock file for as long as it lasts, exclusively, in the order given (see flock(1))."""
    with contextlib.ExitStack() as held:
        for path in locks:
            file = held.enter_context(open(path, "a", encoding="ascii"))
            fcntl.flock(file, fcntl.LOCK_EX)
        if locks:
            time.sleep(1)  # whoever held it before is still going out
        yield


def raise_file_limit():
    """Allows as many open files as the system gives without asking; returns their number."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def output_of(*command):
    """Returns what a command prints, on either stream, whatever it thinks of being asked."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.stdout.decode("utf-8", "replace").strip()


def description():
    """Returns (what, its value) pairs that say where the figures come from."""
    with open("/proc/cpuinfo", encoding="utf-8") as cpuinfo:
        text = cpuinfo.read()
    model = re.search(r"^model name\s*: (.*)$", text, re.M)
    virtual = " (a virtual machine)" if re.search(r"^flags\s*:.*\bhypervisor\b", text, re.M) else ""
    with open("/proc/meminfo", encoding="ascii") as meminfo:
        kib = int(re.search(r"^MemTotal:\s*(\d+)", meminfo.read(), re.M).group(1))
    release = re.match(r"[\d.]*\d", platform.release())
    return [
        ("machine", f"{model.group(1) if model else platform.machine()}, {len(os.sched_getaffinity(0))} processors{virtual}, {kib / 1048576:.0f} GiB"),
        ("kernel", f"{platform.system()} {release.group(0) if release else platform.release()}"),
    ]
