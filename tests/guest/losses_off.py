# SPDX-License-Identifier: GPL-2.0
"""Tasks end, or execute a program, while recording is off, and others have their pids. What is known of the
calls of these depends on what has been read, cleared, or forgotten meanwhile.

Each case returns what is wrong.
"""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

from losses_conditions import seek_nothing
from losses_raw import CALLS_LATE, find_told, read_all
from losses_told import told_by
from losses_tracer import Tracer, read_pipe_once, write
from task_state import waits_for_input

# More tasks than half of those whose ends an instance keeps, and more than all of them
HALF, ALL = 2100, 4300

# The first thread of a process makes calls, and the program that another one executes makes more, when it is told to.
EXECUTES_LATER = """
import os, sys, threading
def calls(count):
    for number in range(1, count + 1):
        os.lseek(file, number, os.SEEK_SET)
    os.write(1, b"." if os.read(0, 1) else b"")
file = os.open("/etc/passwd", os.O_RDONLY)
if len(sys.argv) > 2:
    calls(40)
    calls(100)
    calls(1)
else:
    calls(100)
    words = [sys.executable, "-c", sys.argv[1], sys.argv[1], "again"]
    threading.Thread(target=os.execv, args=(sys.executable, words)).start()
    threading.Event().wait()
"""


def do_nothing() -> None:
    """Nothing happens in between."""


def execute_while_off(tracer: Tracer, happens: Callable[[], None] = do_nothing) -> int:
    """Recording is off while a thread takes over the pid of its process, and makes its first calls. Something happens
    before the last one. Returns the pid."""
    tracer.write("set_syscall_comm", "python3")
    words = ["/usr/bin/python3", "-c", EXECUTES_LATER, EXECUTES_LATER]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin and process.stdout

        def go_on() -> None:
            assert process.stdin and process.stdout
            process.stdin.write(b".")
            process.stdout.read(1)
            wait()

        def wait() -> None:
            while not waits_for_input(process.pid):
                time.sleep(0.01)

        wait()
        tracer.write("tracing_on", "0")
        go_on()
        tracer.write("tracing_on", "1")
        go_on()
        happens()
        process.communicate(b"..")
    assert not process.returncode
    return process.pid


def lost_of(pid: int, lines: list[str]) -> list[int]:
    """What is told of its calls."""
    return [number for tid, what, number in told_by(lines) if tid == pid and what == "lost"]


def executed_while_off(tracer: Tracer) -> list[str]:
    """What the program does then is not taken for earlier calls of the process, though it has lower numbers."""
    pid = execute_while_off(tracer)
    problems = []
    for name, lines in ("trace", tracer.trace()), ("pipe", read_pipe_once(tracer)):
        lost = sum(lost_of(pid, lines))
        if not 40 <= lost < 100:
            problems.append(f"{name}: {lost} lost of 40, and those by which python3 begins")
    return problems


def silent_behind(tracer: Tracer, happens: Callable[[], None]) -> list[str]:
    """Nobody knows what the task did before the last call: so nothing is said."""
    pid = execute_while_off(tracer, happens)
    lines = {"trace": tracer.trace(), "pipe": read_pipe_once(tracer)}
    problems = [f"{name}: {lost} lost" for name, text in lines.items() if (lost := lost_of(pid, text))]
    shown = sum(f"-{pid} " in line and "lseek(" in line for line in lines["trace"])
    return problems + ["no call is shown"] * (not shown)


def read_meanwhile(tracer: Tracer) -> list[str]:
    """Somebody reads the records before the last call."""
    return silent_behind(tracer, lambda: print(f"# {len(read_all(tracer))} bytes"))


def clear_parts(tracer: Tracer) -> None:
    """The trace of each CPU."""
    for cpu in sorted((tracer.where / "per_cpu").iterdir()):
        write(cpu / "trace", "")


def cleared_meanwhile(tracer: Tracer) -> list[str]:
    """The trace of each CPU is cleared before the last call."""
    return silent_behind(tracer, lambda: clear_parts(tracer))


def many_ended_before(tracer: Tracer) -> list[str]:
    """Many tasks have ended while recording was on: what ends while it is off is kept nevertheless."""
    tracer.write("set_syscall", "lseek exit_group")
    tracer.write("set_syscall_comm", "bash")
    subprocess.run(["bash", "-c", f"for i in {{1..{HALF}}}; do (:); done"], check=True)
    return executed_while_off(tracer)


def told_late(tracer: Tracer) -> list[str]:
    """Who reads the records is told late that there were two tasks, and not how many calls the first one made."""
    data = b""

    def read() -> None:
        nonlocal data
        data += read_all(tracer)

    pid = execute_while_off(tracer, read)
    read()
    numbers = find_told(data, pid, CALLS_LATE)
    return [] if 0 in numbers else [f"he is told of {numbers} calls"]


def end_on_two_cpus(count: int) -> None:
    """Threads make a call on the first CPU and one on the next, and end."""

    def run() -> None:
        for cpu in 0, 1:
            os.sched_setaffinity(0, {cpu})
            seek_nothing(cpu)

    for _ in range(count):
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()


def cleared_of_one_cpu_before(tracer: Tracer) -> list[str]:
    """What tasks did on the CPU whose trace is cleared is not missing, not even of those that are forgotten."""
    tracer.write("set_syscall_comm", Path("/proc/self/comm").read_text().strip())
    cpus = os.sched_getaffinity(0)
    problems = []
    for count in 1, ALL:
        tracer.write("trace", "")
        os.sched_setaffinity(0, {0})
        seek_nothing(0)
        end_on_two_cpus(count)
        # Without lseek(), of which a file object makes some
        os.close(os.open(tracer.where / "per_cpu/cpu0/trace", os.O_WRONLY | os.O_TRUNC))
        os.sched_setaffinity(0, {1})
        seek_nothing(1)
        for name, lines in ("trace", tracer.trace()), ("pipe", read_pipe_once(tracer)):
            lost = [line for line in lines if "lost +++" in line]
            shown = sum("lseek(" in line for line in lines)
            print(f"# {shown} shown")
            problems += [f"{count}, {name}: {len(lost)} tasks: {one}" for one in lost[:1]]
            problems += [f"{count}, {name}: {shown} calls"] * (shown < count + 1)
    os.sched_setaffinity(0, cpus)
    return problems


# As those of losses_cases.py.
CASES: tuple[tuple[str, Callable[[Tracer], list[str]], int], ...] = (
    ("a thread executes a program while recording is off", executed_while_off, 4000),
    ("it does, and somebody reads its records", read_meanwhile, 4000),
    ("it does, and the trace of each CPU is cleared", cleared_meanwhile, 4000),
    ("it does when many tasks have ended", many_ended_before, 4000),
    ("it does, and who reads the records is told late", told_late, 4000),
    ("the trace of one CPU is cleared behind tasks that have ended", cleared_of_one_cpu_before, 4000),
)
