# SPDX-License-Identifier: GPL-2.0
"""Checks of sctrace of tasks whose beginning or end is not recorded."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from checking import PATIENCE, wait_until
from held_exit import held_exit
from sctrace.checks import (
    INSTANCES,
    PROGRAMS,
    SCTRACE,
    attached,
    child_of,
    ended,
    has,
    heard,
    lacks,
    lost_calls,
    run,
    same,
    sctrace,
    stopped,
    test,
    to_end,
)
from task_state import state_of


@test("-f: ends with its tasks though the end of one is not recorded")
def unseen_end() -> None:
    """Recording is off when the task ends."""
    script = ("sleep 600 & cd /sys/kernel/tracing/instances/sctrace-*; echo 0 >tracing_on\n"
              "kill $!; wait; echo 1 >tracing_on; exit 3")
    text = sctrace("-f", "sh", "-c", script, status=3)
    has(r".*exit_group\(3\) += \?", text)
    lacks("killed by SIGTERM", text)


def switch_of(tracer: subprocess.Popen[str]) -> Path:
    """What switches its recording off and on."""
    return INSTANCES / f"sctrace-{tracer.pid}" / "tracing_on"


def wait_until_closed(tracer: subprocess.Popen[str], file: Path) -> None:
    """The file of a task was there, and is not open any more."""
    same(True, file.exists(), f"{file} exists:")
    wait_until("its file is closed", lambda: str(file) not in run("ls", "-l", f"/proc/{tracer.pid}/fd").stdout)


def wait_until_asked(tracer: subprocess.Popen[str]) -> None:
    """It has looked some times whether somebody is left, or has ended. It sleeps between two looks."""

    def looks() -> int:
        status = Path(f"/proc/{tracer.pid}/status").read_text()
        return int(status.split("nonvoluntary")[0].rsplit(":", 1)[1])

    before = looks()
    wait_until("it has looked", lambda: tracer.poll() is not None or looks() > before + 5)


@test("-p: goes on with a child whose beginning is not recorded, whether the end of its parent is or not")
def unseen_child() -> None:
    """Recording is off when the child is made. It makes no call before it has been asked who is left."""
    script = ("import os, sys, time\n"
              "sys.stdin.readline()\n"
              "os.getppid()\n"
              "sys.stdin.readline()\n"
              "if os.fork():\n"
              "    sys.stdin.readline()\n"
              "    os._exit(0)\n"
              "while not os.path.exists(sys.argv[1]): time.sleep(0.1)\n"
              "os.getppid()\n"
              "os._exit(7)")

    def tell(process: subprocess.Popen[bytes]) -> None:
        assert process.stdin
        process.stdin.write(b"\n")
        process.stdin.flush()

    def goes_on(folder: str, is_recorded: bool) -> None:
        go_on = Path(folder) / f"go-on-{is_recorded}"
        with subprocess.Popen(["python3", "-c", script, go_on], stdin=subprocess.PIPE) as process:
            assert process.stdin
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            tracer = attached("-ff", "-o", f"{folder}/o", "-e", "getppid", "-p", str(process.pid))
            switch, file = switch_of(tracer), Path(folder) / f"o.{process.pid}"
            tell(process)
            wait_until("its call is shown", lambda: file.exists() and "getppid" in file.read_text())
            switch.write_text("0")
            tell(process)
            wait_until("there is a child", lambda: children.read_text() != "")
            child = children.read_text().strip()
            if is_recorded:
                switch.write_text("1")
            process.stdin.close()
            process.wait()
            switch.write_text("1")
            wait_until_closed(tracer, file)
            wait_until_asked(tracer)
            go_on.touch()
            to_end(tracer, is_recorded)
        same(is_recorded, "+++ exited with 0 +++" in file.read_text(), file.read_text())
        text = (Path(folder) / f"o.{child}").read_text()
        has(r"getppid\(\) += \d+", text)
        has(r"\+\+\+ exited with 7 \+\+\+", text)

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda is_recorded: goes_on(folder, is_recorded), (True, False)))


@test("what the command does on one CPU is shown, though on another one its exec is lost")
def cpus_overwritten_exec() -> None:
    """sctrace is stopped meanwhile. What is older than the loss was recorded behind the exec nevertheless."""
    first, second = 100, 5000
    script = ("import os\n"
              f"for cpu, calls in (1, {first}), (0, {second}):\n"
              "    os.sched_setaffinity(0, {cpu})\n"
              "    for _ in range(calls): os.getppid()\n")
    cpus = os.sched_getaffinity(0)
    # The command begins there.
    os.sched_setaffinity(0, {0})
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with stopped("per_cpu/cpu0/trace_pipe_raw", "read:error=EAGAIN", "-o", str(log), "--buffer", "16K", "-e", "getppid",
                     "python3", "-c", script) as tracer:
            os.sched_setaffinity(0, cpus)
            wait_until("the command has ended", lambda: state_of(child_of(tracer)) == "Z")
            tracer.send_signal(signal.SIGCONT)
            to_end(tracer, "it has ended")
        text = log.read_text()
    shown = len(re.findall(r"^getppid\(\) ", text, re.M))
    lost = lost_calls(text)
    same(first + second, shown + lost, f"{shown} shown, {lost} lost: {text[:600]!r}")
    has(r"getppid\(\) .*", text.splitlines()[0])


@test("what sctrace does until the command begins is not shown, though records of later calls are lost on another CPU")
def cpus_begun_before() -> None:
    """sctrace is stopped meanwhile. The exec is there, and what a second program does is lost."""
    cpus = os.sched_getaffinity(0)
    # The command begins there.
    os.sched_setaffinity(0, {0})
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with stopped("per_cpu/cpu0/trace_pipe_raw", "read:error=EAGAIN", "-o", str(log), "--buffer", "16K",
                     "taskset", "-c", "1", str(PROGRAMS / "64/cost"), "getppid") as tracer:
            os.sched_setaffinity(0, cpus)
            wait_until("the command has ended", lambda: state_of(child_of(tracer)) == "Z")
            tracer.send_signal(signal.SIGCONT)
            to_end(tracer, "it has ended")
        text = log.read_text()
    has(r"\+\+\+ (\d+ )?records of CPU 1 were lost \+\+\+", text)
    has(r'execve\("/usr/bin/taskset", .* = 0', text.splitlines()[0])


# A task waits for a lock in its first call that is traced. Another one makes so many calls before that and behind it
# that there is no record of how it began.
LOCKS = """
import fcntl, mmap, os, sys
locked = [os.open(sys.argv[1], os.O_RDWR) for _ in range(2)]
go = mmap.mmap(-1, 4096)
fcntl.flock(locked[0], fcntl.LOCK_EX)
child = os.fork()
if not child:
    os.close(locked[0])
    while not go[0]:
        pass
    fcntl.flock(locked[1], fcntl.LOCK_EX)
    os._exit(7)
os.getppid()
os.read(0, 1)
for _ in range(2):
    for _ in range(5000):
        os.getppid()
    go[0] = 1
    while open(f"/proc/{child}/syscall").read().split()[0] != "73":
        pass
fcntl.flock(locked[0], fcntl.LOCK_UN)
os.wait()
os.write(1, b"x")
os.read(0, 1)
"""


@test("-f: a new task's first call is shown, though only its end is recorded")
def unseen_first() -> None:
    """It is not the return from the call by which the task was made."""
    cpus = os.sched_getaffinity(0)
    with tempfile.TemporaryDirectory() as folder:
        log, file = (Path(folder) / name for name in ("log", "file"))
        file.touch()
        # One CPU, so that nothing is left.
        os.sched_setaffinity(0, {min(cpus)})
        with subprocess.Popen([SCTRACE, "-f", "-o", str(log), "--buffer", "16K", "-e", "flock,getppid", "python3", "-c", LOCKS,
                               str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as tracer:
            os.sched_setaffinity(0, cpus)
            assert tracer.stdin and tracer.stdout
            wait_until("there is a child", lambda: log.exists() and "getppid" in log.read_text())
            child = Path(f"/proc/{child_of(tracer)}/task/{child_of(tracer)}/children").read_text().strip()
            tracer.send_signal(signal.SIGSTOP)
            wait_until("sctrace is stopped", lambda: state_of(tracer.pid) == "T")
            tracer.stdin.write(b"\n")
            tracer.stdin.flush()
            tracer.stdout.read(1)
            tracer.send_signal(signal.SIGCONT)
            tracer.communicate(b"\n")
        lines = [line.split(maxsplit=1)[1] for line in log.read_text().splitlines() if line.split()[0] == child]
    has(r"<\.\.\. flock resumed>.* = 0", lines[0])
    same("+++ exited with 7 +++", lines[-1])


@contextmanager
def child_unseen(tracer: subprocess.Popen[str], log: Path, *calls: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A program whose first child makes a call, which is shown, and ends while recording is off; and the number of the
    child. The program waits for a byte before it makes others."""
    with subprocess.Popen([PROGRAMS / "64/reused", "1,wait", "wait", *calls], stdin=subprocess.PIPE) as program:
        assert program.stdin
        children = Path(f"/proc/{program.pid}/task/{program.pid}/children")
        wait_until("the call of the child is shown",
                   lambda: any("lseek(-1, 1," in file.read_text() for file in log.parent.glob(f"{log.name}*")))
        child = children.read_text().strip()
        switch_of(tracer).write_text("0")
        program.stdin.write(b"\n")
        program.stdin.flush()
        wait_until("the child has ended", lambda: children.read_text() == "" and state_of(program.pid) == "S")
        switch_of(tracer).write_text("1")
        yield program, child


@test("--all: who has the number of a task whose end was not recorded is another one")
def unseen_reused() -> None:
    """What it returns from first is no call of its own."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "o"
        tracer = attached("--all", "-e", "clone3,lseek", "-o", str(log))
        try:
            with child_unseen(tracer, log, "2") as (program, child):
                program.communicate(b"\n")
                same(0, program.returncode)
            wait_until("the other one is shown", lambda: "lseek(-1, 2," in log.read_text())
        finally:
            ended(tracer, signal.SIGINT)
        lines = [line.split(maxsplit=1) for line in log.read_text().splitlines()]
    same(["lseek(-1, 1", "lseek(-1, 1", "lseek(-1, 2", "+++ exited with 0 +++"],
         [line.split(", SEEK_SET")[0] for pid, line in lines if pid == child])


@test("--all: a task is forgotten whose end was not recorded")
def unseen_forgotten() -> None:
    """Its file does not stay open."""
    with tempfile.TemporaryDirectory() as folder:
        tracer = attached("--all", "-ff", "-e", "lseek", "-o", f"{folder}/o")
        try:
            with child_unseen(tracer, Path(folder) / "o") as (program, child):
                wait_until_closed(tracer, Path(folder) / f"o.{child}")
                program.communicate(b"\n")
        finally:
            ended(tracer, signal.SIGINT)


@test("-p: that the end of a process was not recorded is said though the process is forgotten before others end")
def unseen_named() -> None:
    """Its file does not stay open."""
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(["cat"], stdin=subprocess.PIPE) as cat, \
            subprocess.Popen(["cat"], stdin=subprocess.PIPE) as other:
        assert other.stdin
        file = Path(folder) / f"o.{cat.pid}"
        tracer = attached("-ff", "-o", f"{folder}/o", "-p", f"{cat.pid},{other.pid}")
        wait_until("its call is shown", lambda: file.exists() and "read(0" in file.read_text())
        switch_of(tracer).write_text("0")
        cat.communicate()
        switch_of(tracer).write_text("1")
        wait_until_closed(tracer, file)
        other.stdin.close()
        text = to_end(tracer, "both have ended")
    said = [line for line in text.splitlines() if line.startswith("sctrace")]
    same([f"sctrace: -p {cat.pid}: the process has ended, and its end was not recorded"], said)


@test("-p: a process whose first thread was forgotten, as its end was not recorded, is not said to have ended")
def unseen_first_thread() -> None:
    """Another thread goes on, whose lines begin without a number when it is the only one. The output ends the tracing:
    who reads it is gone."""
    script = ("import ctypes, os, sys, threading, time\n"
              "def go_on():\n"
              "    while not os.path.exists(sys.argv[1]):\n"
              "        os.getppid()\n"
              "        time.sleep(0.02)\n"
              "    os._exit(3)\n"
              "threading.Thread(target=go_on).start()\n"
              "sys.stdin.readline()\n"
              "ctypes.CDLL(None).syscall(60, 7)")
    with tempfile.TemporaryDirectory() as folder, \
            subprocess.Popen(["python3", "-c", script, f"{folder}/end"], stdin=subprocess.PIPE) as process:
        assert process.stdin
        wait_until("there is a thread", lambda: len(list(Path(f"/proc/{process.pid}/task").iterdir())) == 2)
        reader, lines = f"exec cat > {folder}/lines", Path(folder) / "lines"
        try:
            tracer = attached("-o", f"|{reader}", "-e", "getppid", "-p", str(process.pid))
            wait_until("it has begun", lambda: lines.exists() and "getppid" in lines.read_text())
            switch_of(tracer).write_text("0")
            process.stdin.close()
            wait_until("the first thread has ended", lambda: state_of(process.pid) == "Z")
            switch_of(tracer).write_text("1")
            wait_until("there is one thread", lambda: "\ngetppid" in lines.read_text())
            os.kill(int(Path(f"/proc/{tracer.pid}/task/{tracer.pid}/children").read_text()), signal.SIGKILL)
            said = tracer.communicate(timeout=PATIENCE)[1]
            same(None, process.poll())
        finally:
            (Path(folder) / "end").touch()
    has(f"sctrace: '{re.escape(reader)}' reads no more: the rest of the trace is lost", said)
    lacks("has ended", said)


@test("-p: how a process has ended is not said if another thread may have ended it, whose end is not recorded")
def unseen_thread_end() -> None:
    """Recording is off when that ends. The first thread has ended before, with another status."""
    script = ("import ctypes, os, sys, threading\n"
              "threading.Thread(target=lambda: (sys.stdin.read(1), os._exit(3))).start()\n"
              "os.read(int(sys.argv[1]), 1)\n"
              "ctypes.CDLL(None).syscall(60, 7)")
    theirs, ours = os.pipe()
    with subprocess.Popen(["python3", "-c", script, f"{theirs}"], stdin=subprocess.PIPE, pass_fds=[theirs]) as process:
        assert process.stdin
        wait_until("there is a thread", lambda: len(list(Path(f"/proc/{process.pid}/task").iterdir())) == 2)
        tracer = attached("-f", "-e", "exit", "-p", str(process.pid))
        os.write(ours, b"\n")
        text = heard(tracer, r"exit\(7\) += \?")
        wait_until("the first thread has ended", lambda: state_of(process.pid) == "Z")
        (INSTANCES / f"sctrace-{tracer.pid}" / "tracing_on").write_text("0")
        process.stdin.close()
        same(3, process.wait())
        text += to_end(tracer, "it has ended")
    os.close(theirs)
    os.close(ours)
    lacks("exited with", text)
    has(f"sctrace: -p {process.pid}: the process has ended, and its end was not recorded", text)


@test("-p: how a process has ended is said if its first thread has ended it, whatever is recorded of others")
def seen_process_end() -> None:
    """Recording is off when the last thread ends."""
    with held_exit() as held:
        tracer = attached("-f", "-e", "exit_group", "-p", str(held.process.pid))
        held.begin()
        held.end()
        text = heard(tracer, r"exit_group\(3\) += \?")
        (INSTANCES / f"sctrace-{tracer.pid}" / "tracing_on").write_text("0")
        held.release()
        same(0, held.process.wait())
        text += to_end(tracer, "it has ended")
    has(rf"(\[pid +{held.child}\] )?\+\+\+ exited with 3 \+\+\+", text)
