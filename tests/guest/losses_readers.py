# SPDX-License-Identifier: GPL-2.0
"""Several read the trace of an instance, and each of them is told which calls are missing before the
line where he is.

Each case returns what is wrong.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
from collections.abc import Callable, Iterator
from mmap import mmap
from pathlib import Path
from select import POLLIN, poll
from socket import socketpair

from checking import wait_until
from home import TRACER
from losses_conditions import made_in, seek_nothing
from losses_told import add_up, calls_of, told_by
from losses_tracer import Tracer, make_like, option, read_pipe_once, write
from task_state import state_of

# Bytes: less than a page, so that a reader goes on where he was in the midst of the records.
PIECE = 3000


def read_on(file: int) -> bytes:
    """The next piece."""
    return os.read(file, PIECE)


def read_rest(file: int) -> bytes:
    """All that is left."""
    parts = []
    while part := read_on(file):
        parts.append(part)
    return b"".join(parts)


def read_at(file: int) -> bytes:
    """All, by pread(), which does not go on where it was."""
    text = b""
    while part := os.pread(file, PIECE, len(text)):
        text += part
    return text


def at_once(tracer: Tracer) -> list[str]:
    """They take turns, and others come and go meanwhile. Who goes back is told the same again."""
    # Where lines of a CPU begin is said once.
    tracer.write("options/annotate", "0")
    tracer.run()
    path = tracer.where / "trace"
    wanted = path.read_bytes()
    problems = add_up(wanted.decode().splitlines(), tracer.calls)
    first, second = (os.open(path, os.O_RDONLY) for _ in range(2))
    texts = {name: b"" for name in ("first", "second")}
    for _ in range(3):
        texts["first"] += read_on(first)
        texts["third"] = path.read_bytes()
        texts["second"] += read_on(second)
    os.lseek(first, 0, os.SEEK_SET)
    texts["first"] = read_rest(first)
    texts["second"] += read_rest(second)
    texts["fourth"] = read_at(second)
    for file in first, second:
        os.close(file)
    tracer.write("options/annotate", "1")
    others = [name for name, text in texts.items() if text != wanted]
    return problems + [f"the {name} reader: something else" for name in others]


def pipes(tracer: Tracer) -> list[str]:
    """One after the other reads trace_pipe: none is told what another one was."""
    tracer.run()
    parts = []
    while True:
        pipe = os.open(tracer.where / "trace_pipe", os.O_RDONLY | os.O_NONBLOCK)
        try:
            parts.append(os.read(pipe, 65536))
        except BlockingIOError:
            break
        finally:
            os.close(pipe)
    print(f"# {len(parts)} readers", flush=True)
    problems = ["fewer than three readers"] * (len(parts) < 3)
    return problems + add_up(b"".join(parts).decode().splitlines(), tracer.calls)


def of_one_cpu(tracer: Tracer) -> list[str]:
    """Who reads the records of one CPU is told nothing: a task leaves it, and that is no loss."""
    tracer.run()
    files: list[Path] = sorted(tracer.where.glob("per_cpu/cpu*/trace"))
    lines = [line for file in files for line in file.read_text().splitlines()]
    problems = [line for line in lines if "lost +++" in line]
    problems += ["no call is shown"] * (not any("lseek(" in line for line in lines))
    # Nor does anybody else count what he has seen.
    return problems + add_up(read_pipe_once(tracer), tracer.calls)


def cleared_midway(tracer: Tracer) -> list[str]:
    """What a task had done when the trace was cleared is not missing, whoever reads."""
    tracer.write("set_syscall_comm", "")
    tracer.write("set_syscall_pid", f"{os.getpid()}")
    lines = {}
    for name, read in ("trace", Tracer.trace), ("trace_pipe", read_pipe_once):
        for period in range(2):
            tracer.write("trace", "")
            for number in made_in(period):
                seek_nothing(number)
        lines[name] = read(tracer)
    tracer.write("set_syscall_pid", "")
    problems = []
    for name, text in lines.items():
        problems += [f"{name}: {line}" for line in text if "lost +++" in line]
        shown = sum("lseek(-1, " in line for line in text)
        problems += [f"{name}: {shown} calls"] * (shown != len(made_in(0)))
    return problems


def ten_calls(first: int) -> list[tuple[str, int]]:
    """What is told of ten calls that are shown."""
    return [("call", number) for number in range(first, first + 10)]


def taken(tracer: Tracer) -> list[str]:
    """Snapshots take calls from a reader of trace_pipe, and bring them back: he is told what he does not see."""
    tracer.write("set_syscall_comm", "")
    tracer.write("set_syscall_pid", f"{os.getpid()}")
    tracer.write("snapshot", "1")
    tracer.write("trace", "")

    def make(first: int) -> None:
        for number in range(first, first + 10):
            seek_nothing(number)

    def read() -> list[tuple[str, int]]:
        told = calls_of(told_by(read_pipe_once(tracer)))
        return [("call" if what == "entry" else what, number) for _, what, number in told]

    # Without lseek(), of which a file object makes some
    snapshot = os.open(tracer.where / "snapshot", os.O_WRONLY)
    make(1)
    parts = [(read(), ten_calls(1))]
    make(11)
    os.write(snapshot, b"1")
    make(21)
    parts.append((read(), [("lost", 10), *ten_calls(21)]))
    make(31)
    os.write(snapshot, b"1")
    make(41)
    parts.append((read(), [*ten_calls(11), ("lost", 10), *ten_calls(41)]))
    os.write(snapshot, b"1")
    parts.append((read(), ten_calls(31)))
    os.close(snapshot)
    tracer.write("set_syscall_pid", "")
    tracer.write("snapshot", "0")
    return [f"{shown}, not {wanted}" for shown, wanted in parts if shown != wanted]


# Calls of x86-64 in which a task waits
READ, POLL, RECVFROM = 0, 7, 45


def wait_until_in(pid: int, call: int) -> None:
    """A task waits in a call."""
    now = Path(f"/proc/{pid}/syscall")
    wait_until(f"it waits in call {call}", lambda: now.read_text().startswith(f"{call} "))


class Echo:
    """A task that waits in a call for one byte after the other, and answers each. poll() copies when it begins.

    If it pauses, it waits in recvfrom() before the next one.
    """

    def __init__(self, call: int = READ, pauses: bool = False) -> None:
        self.theirs, self.ours = socketpair()
        self.call = call
        self.pid = os.fork()
        if not self.pid:
            self.ours.close()
            asked = poll()
            asked.register(self.theirs, POLLIN)
            while self.get(asked):
                self.theirs.send(b".")
                if pauses:
                    self.theirs.recv(1)
            os._exit(0)
        self.theirs.close()
        wait_until_in(self.pid, call)

    def get(self, asked: poll) -> bytes:
        """Wait for a byte."""
        if self.call == READ:
            return os.read(self.theirs.fileno(), 1)
        asked.poll()
        return self.theirs.recv(1)

    def answer(self, then: int | None = None) -> None:
        """Let it go on to its next call."""
        self.ours.send(b".")
        self.ours.recv(1)
        wait_until_in(self.pid, self.call if then is None else then)

    def pause(self) -> None:
        """Let it end its call."""
        self.answer(RECVFROM)

    def begin(self) -> None:
        """Let it begin the next one."""
        self.ours.send(b".")
        wait_until_in(self.pid, self.call)

    def end(self) -> None:
        """Let it end."""
        self.ours.close()
        os.waitpid(self.pid, 0)


class Expected:
    """What readers of an instance are to be told, without what stands in front of the lines."""

    def __init__(self, tracer: Tracer) -> None:
        self.tracer = tracer
        self.problems: list[str] = []

    def lines(self, found: list[str], *wanted: str) -> None:
        """How each of these begins."""
        shown = [line.partition(": ")[2] for line in found]
        if len(shown) != len(wanted) or not all(map(str.startswith, shown, wanted)):
            self.problems.append(f"{shown}, not {list(wanted)}")

    def next(self, *wanted: str) -> None:
        """Those that come next from trace_pipe."""
        self.lines(read_pipe_once(self.tracer), *wanted)


BEGINS, RESUMES = "read(", "<... read resumed>"


@contextlib.contextmanager
def traced(tracer: Tracer, calls: str, task: Echo) -> Iterator[Expected]:
    """These calls of the task are recorded meanwhile, and nothing else. Then it ends."""
    tracer.write("set_syscall", calls)
    tracer.write("set_syscall_pid", f"{task.pid}")
    tracer.write("set_syscall_comm", "")
    yield Expected(tracer)
    tracer.write("set_syscall_pid", "")
    task.end()


def lost_parts(task: Echo) -> str:
    """How a line of them begins."""
    return f"+++ parts of 2 calls of [pid {task.pid}] were lost +++"


def parts(tracer: Tracer) -> list[str]:
    """A snapshot takes the exit of a call and the entry of the next one, so that two are not taken for one."""
    task = Echo()
    with traced(tracer, "read", task) as expected:
        # There is one, and nothing in it.
        tracer.write("snapshot", "1")
        tracer.write("snapshot", "2")
        tracer.write("trace", "")
        task.answer()
        expected.next(RESUMES, BEGINS)
        task.answer()
        tracer.write("snapshot", "1")
        task.answer()
        expected.next(lost_parts(task), RESUMES, BEGINS)
    tracer.write("snapshot", "0")
    return expected.problems


def parts_while_off(tracer: Tracer) -> list[str]:
    """The same if recording is off meanwhile."""
    task = Echo(POLL)
    with traced(tracer, "poll", task) as expected:
        tracer.write("trace", "")
        task.answer()
        tracer.write("tracing_on", "0")
        task.answer()
        tracer.write("tracing_on", "1")
        task.answer()
        resumes = "<... poll resumed>"
        expected.next(resumes, "poll(", lost_parts(task), resumes, "poll(")
    return expected.problems


def parts_refused(tracer: Tracer) -> list[str]:
    """The same if there was no room meanwhile, but another instance had it for the entry."""
    tracer.write("options/overwrite", "0")
    task = Echo()
    other = tracer.where / "instances/other"
    make_like(tracer.where, other)
    where = os.sched_getaffinity(0)
    for pid in 0, task.pid:
        os.sched_setaffinity(pid, {0})

    def shown() -> list[str]:
        return [line for line in read_pipe_once(tracer) if f"-{task.pid} " in line]

    try:
        write(other / "set_syscall", "read")
        write(other / "set_syscall_pid", f"{task.pid}")
        write(other / TRACER, "syscall")
        with traced(tracer, "read lseek", task) as expected:
            tracer.write("set_syscall_pid", f"{task.pid} {os.getpid()}")
            tracer.write("trace", "")
            task.answer()
            for number in range(5000):
                seek_nothing(number)
            task.answer()
            expected.lines(shown(), RESUMES, BEGINS)
            task.answer()
            expected.lines(shown(), lost_parts(task), RESUMES, BEGINS)
    finally:
        write(other / TRACER, "nop")
        other.rmdir()
        os.sched_setaffinity(0, where)
    tracer.write("options/overwrite", "1")
    return expected.problems


def one_part(tracer: Tracer) -> list[str]:
    """Only the entry of a call is missing: the exit of the one before is there, on the line of its entry."""
    task = Echo(POLL, pauses=True)
    # Both records of a call are on one CPU.
    os.sched_setaffinity(task.pid, {0})
    with traced(tracer, "poll", task) as expected:
        task.pause()
        tracer.write("trace", "")
        task.begin()
        task.pause()
        tracer.write("tracing_on", "0")
        task.begin()
        tracer.write("tracing_on", "1")
        task.pause()
        told = "poll([", "<... poll resumed>"
        expected.lines([line for line in tracer.trace() if not line.startswith("#")], *told)
        expected.next(*told)
        # Likewise if a snapshot takes it.
        tracer.write("snapshot", "1")
        task.begin()
        task.pause()
        expected.next(told[0])
        task.begin()
        tracer.write("snapshot", "1")
        task.pause()
        expected.next(told[1])
    tracer.write("snapshot", "0")
    return expected.problems


def earlier_clock(tracer: Tracer) -> list[str]:
    """It begins to trace again with a clock that tells earlier times, and once there was a snapshot."""
    task = Echo(pauses=True)
    with traced(tracer, "read", task) as expected:
        tracer.write("snapshot", "1")
        task.pause()
        expected.next(RESUMES)
        tracer.write(TRACER, "nop")
        clock = (tracer.where / "trace_clock").read_text()
        tracer.write("trace_clock", "counter")
        tracer.write(TRACER, "syscall")
        task.begin()
        expected.next(BEGINS)
        task.pause()
        expected.next(RESUMES)
        task.begin()
        tracer.write("snapshot", "1")
        task.pause()
        expected.next(RESUMES)
    tracer.write("snapshot", "0")
    tracer.write(TRACER, "nop")
    tracer.write("trace_clock", re.findall(r"\[(.*)\]", clock)[0])
    tracer.write(TRACER, "syscall")
    return expected.problems


def coarse_clock(tracer: Tracer) -> list[str]:
    """Tasks end at the time of their calls, as far as the clock tells: none of these is missing, whoever reads."""
    clock = (tracer.where / "trace_clock").read_text()
    tracer.write("trace_clock", "uptime")
    problems = []
    for name, read in ("trace", Tracer.trace), ("trace_pipe", read_pipe_once):
        for _ in range(20):
            tracer.run(3)
            lines = read(tracer)
            problems += [f"{name}: {line}" for line in lines if "lost +++" in line]
            problems += [f"{name}: {problem}" for problem in add_up(lines, 3)]
            tracer.write("trace", "")
    tracer.write("trace_clock", re.findall(r"\[(.*)\]", clock)[0])
    return problems


class Spinning:
    """A task that reads a byte, and then makes calls when it is told to in memory; else it makes none."""

    def __init__(self) -> None:
        self.theirs, self.ours = socketpair()
        self.memory = mmap(-1, 1)
        self.pid = os.fork()
        if not self.pid:
            self.ours.close()
            os.read(self.theirs.fileno(), 1)
            self.made(1)
            with contextlib.suppress(FileNotFoundError):
                os.open("/nowhere", os.O_RDONLY)
            self.made(3)
            seek_nothing(1)
            os._exit(0)
        self.theirs.close()
        wait_until_in(self.pid, READ)

    def made(self, step: int) -> None:
        """The task says so, and waits until it may go on."""
        self.memory[0] = step
        while self.memory[0] == step:
            pass

    def wait_for(self, step: int) -> None:
        """It has come so far."""
        wait_until(f"it comes to step {step}", lambda: self.memory[0] == step)


def left_out_asleep(tracer: Tracer) -> list[str]:
    """A list leaves a task out while it sleeps in a call, and takes it in again behind that. Then a call is lost."""
    tracer.write("set_syscall_comm", "")
    tracer.write("set_syscall", "read openat lseek")
    task = Spinning()
    tracer.write("set_syscall_pid", f"{os.getpid()}")
    tracer.write("trace", "")
    tracer.write("set_syscall_pid", f"{task.pid}")
    tracer.write("set_syscall_pid", f"{os.getpid()}")
    task.ours.send(b".")
    task.wait_for(1)
    tracer.write("set_syscall_pid", f"{task.pid}")
    tracer.write("tracing_on", "0")
    task.memory[0] = 2
    task.wait_for(3)
    tracer.write("tracing_on", "1")
    task.memory[0] = 4
    os.waitpid(task.pid, 0)
    expected = Expected(tracer)
    lost = f"+++ 1 call of [pid {task.pid}] was lost +++"
    expected.lines([line for line in tracer.trace() if f"-{task.pid} " in line], BEGINS, lost, "lseek(")
    expected.lines([line for line in read_pipe_once(tracer) if f"-{task.pid} " in line], BEGINS, lost, "lseek(")
    tracer.write("set_syscall_pid", "")
    return expected.problems


def left_out_midway(tracer: Tracer) -> list[str]:
    """A list leaves a task out in the midst of a call, and takes it in again in the midst of the next one. Nobody
    wanted what is missing."""
    tracer.write("set_syscall_comm", "")
    tracer.write("set_syscall", "read readv")
    theirs, ours = socketpair()
    is_reading = mmap(-1, 1)
    pid = os.fork()
    if not pid:
        ours.close()
        zeros, room = os.open("/dev/zero", os.O_RDONLY), bytearray(64 << 20)
        while os.read(theirs.fileno(), 1):
            is_reading[0] = 1
            os.readv(zeros, [room])
            is_reading[0] = 0
            theirs.send(b".")
        os._exit(0)
    theirs.close()
    lines: list[str] = []

    def comes_midway() -> bool:
        wait_until_in(pid, READ)
        tracer.write("set_syscall_pid", f"{pid}")
        tracer.write("set_syscall_pid", f"{os.getpid()}")
        ours.send(b".")
        wait_until("it reads zeros", lambda: is_reading[0] == 1, pause=0)
        tracer.write("set_syscall_pid", f"{pid}")
        ours.recv(1)
        lines[:] = [line for line in read_pipe_once(tracer) if f"-{pid} " in line]
        # If it was preempted in readv(), there is an entry.
        return any(" <... readv resumed>" in line for line in lines) and not any(" readv(" in line for line in lines)

    wait_until("it is taken in again in the midst of readv", comes_midway, pause=0)
    tracer.write("set_syscall_pid", "")
    ours.close()
    os.waitpid(pid, 0)
    return [line for line in lines if "lost +++" in line]


def taken_elsewhere(tracer: Tracer) -> list[str]:
    """The exit of a call is lost. In the midst of the next one, a snapshot that cannot wait records the entry in
    another instance alone: here it is lost, too."""
    other = tracer.where / "instances/other"
    make_like(tracer.where, other)
    theirs, ours = socketpair()
    step, room = mmap(-1, 1), mmap(-1, 64 << 20)
    pid = os.fork()
    if not pid:
        ours.close()
        zeros = os.open("/dev/zero", os.O_RDONLY)
        while os.read(theirs.fileno(), 1):
            room[0] = 1
            step[0] = 1
            while step[0] == 1:
                pass
            os.readv(zeros, [room])
            theirs.send(b".")
        os._exit(0)
    theirs.close()
    lines: list[str] = []

    def is_taken() -> bool:
        wait_until_in(pid, READ)
        tracer.write("tracing_on", "0")
        ours.send(b".")
        wait_until("it has read a byte", lambda: step[0] == 1, pause=0)
        tracer.write("tracing_on", "1")
        step[0] = 2
        wait_until("it reads zeros", lambda: room[0] == 0, pause=0)
        # Its trace point takes the snapshot.
        os.getppid()
        ours.recv(1)
        lines[:] = [line.partition(": ")[2] for line in read_pipe_once(tracer) if f"-{pid} " in line]
        return "<... readv resumed>" in str(lines) and not any(line.startswith("readv(") for line in lines)

    trigger = other / "events/syscalls/sys_enter_getppid/trigger"
    write(trigger, "snapshot")
    for where in tracer.where, other:
        write(where / "set_syscall", "read readv")
        write(where / "set_syscall_pid", f"{pid}")
        write(where / "set_syscall_comm", "")
    write(other / TRACER, "syscall")
    try:
        wait_until("the snapshot has the entry of readv alone", is_taken, pause=0)
    finally:
        write(trigger, "!snapshot")
        write(other / TRACER, "nop")
        tracer.write("set_syscall_pid", "")
        ours.close()
        os.waitpid(pid, 0)
        other.rmdir()
    told = [line for line in lines if line.startswith(f"+++ parts of 2 calls of [pid {pid}] were lost +++")]
    return [] if len(told) == 1 else [f"{lines}"]


def awaited(tracer: Tracer) -> list[str]:
    """He waits for a call, and recording stops on another CPU: what waited to be written wakes him."""
    cpus = os.sched_getaffinity(0)
    trigger = tracer.where / "events/syscalls/sys_enter_getppid/trigger"
    write(trigger, "traceoff")
    with option(tracer.where, "syscall_batch"):
        pid = os.fork()
        if not pid:
            pipe = os.open(tracer.where / "trace_pipe", os.O_RDONLY)
            os._exit(b"lseek(" not in os.read(pipe, PIECE))
        wait_until_in(pid, READ)
        tracer.write("set_syscall_pid", f"{os.getpid()}")
        os.close(os.open(tracer.where / "set_syscall_comm", os.O_WRONLY | os.O_TRUNC))
        os.sched_setaffinity(0, {1})
        seek_nothing(1)
        os.sched_setaffinity(0, {0})
        os.getppid()
        try:
            wait_until("he has read", lambda: state_of(pid) == "Z")
        finally:
            os.kill(pid, signal.SIGKILL)
    os.sched_setaffinity(0, cpus)
    write(trigger, "!traceoff")
    tracer.write("set_syscall_pid", "")
    return ["he has read something else"] * (os.waitpid(pid, 0)[1] != 0)


# As those of losses_cases.py.
CASES: tuple[tuple[str, Callable[[Tracer], list[str]], int], ...] = (
    ("the trace is cleared in the midst of a task's calls", cleared_midway, 64),
    ("a task is left out in the midst of a call", left_out_midway, 64),
    ("several read at once", at_once, 64),
    ("several read trace_pipe, one after the other", pipes, 64),
    ("recording stops while somebody waits for what is written together", awaited, 64),
    ("the records of one CPU are read", of_one_cpu, 64),
    ("snapshots take calls from who reads trace_pipe", taken, 64),
    ("a snapshot takes parts of two calls from him", parts, 64),
    ("parts of two calls are lost while recording is off", parts_while_off, 64),
    ("likewise while there is no room for them", parts_refused, 64),
    ("the entry of a call is lost behind one on one line", one_part, 64),
    ("it begins again with a clock of earlier times", earlier_clock, 64),
    ("the clock tells no time between the last calls of a task and its end", coarse_clock, 64),
    ("a task is left out while it sleeps, and then a call is lost", left_out_asleep, 64),
    ("a snapshot that cannot wait takes an entry for another instance alone", taken_elsewhere, 64),
)
