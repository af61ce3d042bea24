# SPDX-License-Identifier: GPL-2.0
"""Several read the trace of an instance, and each of them is told which calls are missing before the
line where he is.

Each case returns what is wrong.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from mmap import mmap
from pathlib import Path
from socket import socketpair

from checking import wait_until
from losses_conditions import made_in, seek_nothing
from losses_told import add_up, calls_of, told_by
from losses_tracer import Tracer, read_pipe_once

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


class Echo:
    """A task that reads one byte after the other, and answers each."""

    def __init__(self) -> None:
        self.theirs, self.ours = socketpair()
        self.pid = os.fork()
        if not self.pid:
            self.ours.close()
            while os.read(self.theirs.fileno(), 1):
                self.theirs.send(b".")
            os._exit(0)
        self.theirs.close()
        self.wait_until_it_reads()

    def wait_until_it_reads(self) -> None:
        """It waits in read()."""
        now = Path(f"/proc/{self.pid}/syscall")
        wait_until("it reads", lambda: now.read_text().startswith("0 "))

    def answer(self) -> None:
        """Let it go on to its next read()."""
        self.ours.send(b".")
        self.ours.recv(1)
        self.wait_until_it_reads()

    def end(self) -> None:
        """Let it end."""
        self.ours.close()
        os.waitpid(self.pid, 0)


def parts(tracer: Tracer) -> list[str]:
    """A snapshot takes the exit of a call and the entry of the next one, so that two are not taken for one."""
    tracer.write("set_syscall_comm", "")
    tracer.write("set_syscall", "read")
    task = Echo()
    tracer.write("set_syscall_pid", f"{task.pid}")
    # There is one, and nothing in it.
    tracer.write("snapshot", "1")
    tracer.write("snapshot", "2")
    tracer.write("trace", "")
    task.answer()
    problems = []

    def expect(*wanted: str) -> None:
        """What comes next from trace_pipe."""
        shown = [line.partition(": ")[2] for line in read_pipe_once(tracer)]
        if len(shown) != len(wanted) or not all(map(str.startswith, shown, wanted)):
            problems.append(f"{shown}, not {list(wanted)}")

    begins = "read("
    resumes = "<... read resumed>"
    expect(resumes, begins)
    task.answer()
    tracer.write("snapshot", "1")
    task.answer()
    expect(f"+++ parts of 2 calls of [pid {task.pid}] were lost +++", resumes, begins)
    tracer.write("set_syscall_pid", "")
    task.end()
    tracer.write("snapshot", "0")
    return problems


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
    now = Path(f"/proc/{pid}/syscall")
    lines: list[str] = []

    def comes_midway() -> bool:
        wait_until("it reads", lambda: now.read_text().startswith("0 "))
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


# As those of losses_cases.py.
CASES: tuple[tuple[str, Callable[[Tracer], list[str]], int], ...] = (
    ("the trace is cleared in the midst of a task's calls", cleared_midway, 64),
    ("a task is left out in the midst of a call", left_out_midway, 64),
    ("several read at once", at_once, 64),
    ("several read trace_pipe, one after the other", pipes, 64),
    ("the records of one CPU are read", of_one_cpu, 64),
    ("snapshots take calls from who reads trace_pipe", taken, 64),
    ("a snapshot takes parts of two calls from him", parts, 64),
)
