# SPDX-License-Identifier: GPL-2.0
"""The processes of suites: the environment that they get, and that none of them is left."""

from __future__ import annotations

import ctypes
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from runner.suite import CACHE, TOP

# What a suite inherits of the user's environment. All else could change a result.
INHERITED = re.compile(
    r"HOME|USER|LOGNAME|XDG_CACHE_HOME|LINUX_SOURCE|SETUP|CI|CONFIG|IN_ROOT"
    # settings of suites
    r"|FUZZ_SECONDS|TRUTH_CALLS|FTRACETEST|PROBES_SMP|REPORT_TRACES|PLUGIN_TRACES|PICTURES_SESSION|WITHOUT_HTML"
    r"|HOSTILE_SUITES|STOCK|STORM"
    # how packages are reached
    r"|(?i:(https?|no|all)_proxy)|npm_config_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)"
)
FIXED = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "SHELL": "/bin/bash",
    "TERM": "dumb",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONNOUSERSITE": "1",
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    # What a checkout has got, others need no network for.
    "npm_config_cache": str(CACHE / "npm"),
    "npm_config_prefer_offline": "true",
}
ANY = resource.RLIM_INFINITY
LIMITS = {
    resource.RLIMIT_AS: ANY,
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_CPU: ANY,
    resource.RLIMIT_DATA: ANY,
    resource.RLIMIT_FSIZE: ANY,
    # QEMU has the files open that a virtual machine has.
    resource.RLIMIT_NOFILE: 16384,
    resource.RLIMIT_STACK: 8 << 20,
}
# In the environment of all that a run starts, so that it can be found.
MARK = "SYSCALL_TRACER_RUN"
KILL_TIMEOUT = 10.0
PR_SET_CHILD_SUBREAPER = 36


class Stopped(Exception):
    """Nothing is to be run any more."""


def environment(mark: str) -> dict[str, str]:
    """What a suite's environment is."""
    inherited = {name: value for name, value in os.environ.items() if INHERITED.fullmatch(name)}
    if os.environ.get("IN_ROOT") == "own":
        inherited |= {"HOME": "/root", "USER": "root", "LOGNAME": "root"}
    return {**inherited, "XDG_CACHE_HOME": str(CACHE.parent), **FIXED, **({MARK: mark} if mark else {})}


def ignore(_number: int, _frame: FrameType | None) -> None:
    """Handle a signal."""


def own_files_and_limits() -> None:
    """Make the rest of what processes inherit, but for signals.

    Nothing else may get the numbers of standard files that were closed.
    """
    while (fd := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(fd, True)
    os.close(fd)
    for limit, wanted in LIMITS.items():
        hard = resource.getrlimit(limit)[1]
        possible = hard == ANY or ANY != wanted <= hard
        resource.setrlimit(limit, (wanted if possible else hard, hard))


def own_signals(on_signal: Callable[[int, FrameType | None], None]) -> None:
    """Handle signals. What whoever runs this ignores, is ignored, but not by suites."""
    for number in signal.valid_signals():
        # These two are ignored by Python, and not by what it runs.
        if signal.getsignal(number) == signal.SIG_IGN and number not in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, ignore)
        elif number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, on_signal)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def marked(mark: str) -> list[int]:
    """The processes that have the mark in their environment."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if any(word == wanted or word.startswith(wanted + b"/") for word in path.read_bytes().split(b"\0")):
                found.append(int(path.parent.name))
        except OSError:
            continue
    return [pid for pid in found if pid != os.getpid()]


def used_by(pid: int) -> float:
    """Seconds of processors that a process has used, with what it has waited for; 0 if it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def kill_marked(mark: str) -> None:
    """End what is left: first asked to end in order, then not asked."""
    until = time.monotonic() + KILL_TIMEOUT
    for number in (signal.SIGTERM, signal.SIGKILL):
        asked: set[int] = set()
        while (pids := marked(mark)) and time.monotonic() < until:
            for pid in set(pids) - asked:
                try:
                    os.kill(pid, number)
                except OSError:
                    pass
            asked |= set(pids)
            time.sleep(0.05)
        until += KILL_TIMEOUT


def end_with_me(mark: str) -> None:
    """Start a process that ends all with the mark once this one is gone, however it has ended."""
    # What loses its parent gets this one, and none of the machine's.
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    reader, _writer = os.pipe()
    if os.fork():
        os.close(reader)
        return
    os.setsid()
    os.close(_writer)
    for fd in (0, 1, 2):
        os.dup2(os.open(os.devnull, os.O_RDWR), fd)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    os.read(reader, 1)
    kill_marked(mark)
    os._exit(0)


class Processes:
    """What has been started, to be ended together."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.running: set[subprocess.Popen[bytes]] = set()
        self.stopped = False
        # Whoever runs this run finds its processes, too.
        self.mark = "/".join(filter(None, (os.environ.get(MARK), f"{os.getpid()}-{time.time_ns()}")))
        sys.stdout.flush()
        end_with_me(self.mark)

    @contextmanager
    def start(self, name: str, command: list[str | Path]) -> Iterator[subprocess.Popen[bytes]]:
        """Run a command in a process group of its own; nothing that it started is left afterwards."""
        mark = f"{self.mark}/{name}"
        with self.lock:
            if self.stopped:
                raise Stopped
            process = subprocess.Popen(
                command,
                cwd=TOP,
                env=environment(mark),
                umask=0o022,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            self.running.add(process)
        try:
            yield process
        finally:
            self.end(process)
            kill_marked(mark)
            process.wait()
            with self.lock:
                self.running.remove(process)

    @staticmethod
    def end(process: subprocess.Popen[bytes]) -> None:
        """Ask a suite, and what it has started, to end."""
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)

    def stop(self) -> None:
        """End all."""
        with self.lock:
            self.stopped = True
            for process in self.running:
                self.end(process)
