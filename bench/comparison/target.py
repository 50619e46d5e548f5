"""What is loaded: an nginx of our own with one worker, which answers every request with the same body."""

import os
import shutil
import signal
import socket
import subprocess
import time

BODY = "0123456789" * 13

CONFIGURATION = """\
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx-error.log;
events {{ worker_connections {connections}; }}
http {{
  access_log off;
  default_type text/plain;
  keepalive_requests 1000000000;
  keepalive_timeout 3600s;
  {temporary}
  server {{
    listen 127.0.0.1:{port} backlog=16384;
    location / {{ return 200 "{body}"; }}
  }}
}}
"""


class Nginx:
    """The server, from with to its end, on a free port of the loopback."""

    def __init__(self, folder, files):
        self._folder = os.path.join(folder, "nginx")
        # nginx keeps some files open beside its connections.
        self._connections = min(files - 100, 40_000)
        self._process = None
        self.port = None

    @property
    def authority(self):
        return f"127.0.0.1:{self.port}"

    def user_seconds(self):
        """Returns the processor time so far of the server's own code, without the kernel's."""
        ticks = 0
        for pid in [self._process.pid] + self._workers():
            with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
                ticks += int(stat.read().rpartition(")")[2].split()[11])
        return ticks / os.sysconf("SC_CLK_TCK")

    def _workers(self):
        with open(f"/proc/{self._process.pid}/task/{self._process.pid}/children", encoding="ascii") as children:
            return [int(pid) for pid in children.read().split()]

    def __enter__(self):
        os.mkdir(self._folder)
        for _ in range(5):  # somebody else may take the port between our look and nginx's
            self.port = free_port()
            self._start()
            if self._answers():
                return self
            self._end()
        with open(os.path.join(self._folder, "nginx-error.log"), encoding="utf-8") as log:
            raise SystemExit("bench/compare: nginx does not start: " + log.read().strip())

    def __exit__(self, *_):
        self._end()

    def _start(self):
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        built = subprocess.run(["nginx", "-V"], stderr=subprocess.PIPE, check=False).stderr.decode()
        temporary = " ".join(
            f"{kind}_temp_path {self._folder}/{kind};" for kind in kinds if f"--without-http_{kind}_module" not in built
        )
        configuration = os.path.join(self._folder, "nginx.conf")
        with open(configuration, "w", encoding="ascii") as file:
            file.write(
                CONFIGURATION.format(
                    folder=self._folder, connections=self._connections, temporary=temporary, port=self.port, body=BODY
                )
            )
        # A session of its own: Ctrl-C is for us, and we end it.
        self._process = subprocess.Popen(
            ["nginx", "-p", self._folder, "-e", os.path.join(self._folder, "nginx-error.log"), "-c", configuration],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def _answers(self):
        for _ in range(100):
            if self._process.poll() is not None:
                return False
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                    return True
            except OSError:
                time.sleep(0.05)
        return False

    def _end(self):
        if self._process is None or self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)  # the master and its worker
            self._process.wait()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def found():
    return shutil.which("nginx") is not None
