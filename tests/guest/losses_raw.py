# SPDX-License-Identifier: GPL-2.0
"""Somebody reads the records themselves. What tells him that a task has ended goes where he does not read.

Each case returns what is wrong.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from pathlib import Path

from keep import read_pages, type_of
from losses_conditions import seek_nothing
from losses_tracer import Tracer, write

# Of enum syscall_trace_event
CALLS_LATE = 6
MOST = 65536
# Bytes from the pid of such a record to the number of calls
SEQ_AT = 12


def read_all(tracer: Tracer) -> bytes:
    """What all processors have recorded, and what is recorded for who has read that."""
    cpus = sorted((tracer.where / "per_cpu").iterdir())
    return b"".join(read_pages(cpu, MOST) for _ in range(3) for cpu in cpus)


def end_traced(tracer: Tracer, calls: int = 1) -> int:
    """A process makes calls on one processor, and ends."""
    begin, go = os.pipe()
    pid = os.fork()
    if not pid:
        os.read(begin, 1)
        os.sched_setaffinity(0, {0})
        for number in range(calls):
            seek_nothing(number)
        os._exit(0)
    tracer.write("set_syscall_pid", f"{pid}")
    os.write(go, b".")
    os.waitpid(pid, 0)
    os.close(begin)
    os.close(go)
    return pid


def find_told(data: bytes, pid: int, what: int) -> list[int]:
    """What records of that event say: how many calls it has made."""
    ours, found, at = struct.pack("<H", int(type_of("task"))), [], -1
    while (at := data.find(struct.pack("<iI", pid, what), at + 1)) >= 0:
        if at >= 4 and data[at - 4:at - 2] == ours:
            found.append(struct.unpack_from("<I", data, at + SEQ_AT)[0])
    return found


def tells_late(data: bytes, pid: int) -> bool:
    """Is there a record that tells late of its end?"""
    return bool(find_told(data, pid, CALLS_LATE))


def told_after(tracer: Tracer, takes: Callable[[], None]) -> list[str]:
    """A task ends, and its records are taken."""
    tracer.write("set_syscall_comm", "")
    read_all(tracer)
    pid = end_traced(tracer)
    takes()
    data = read_all(tracer)
    tracer.write("set_syscall_pid", "")
    return ["he is not told that it has ended"] * (not tells_late(data, pid))


def behind_snapshot(tracer: Tracer) -> list[str]:
    """A snapshot takes the ring buffer."""
    tracer.write("snapshot", "1")
    tracer.write("trace", "")
    problems = told_after(tracer, lambda: tracer.write("snapshot", "1"))
    tracer.write("snapshot", "0")
    return problems


def behind_resize(tracer: Tracer) -> list[str]:
    """Sub-buffers of another size are empty."""
    name = "buffer_subbuf_size_kb"
    problems = told_after(tracer, lambda: tracer.write(name, "8"))
    tracer.write(name, "4")
    return problems


def behind_refused_resize(tracer: Tracer) -> list[str]:
    """The snapshot keeps its sub-buffers, because somebody reads it: so nothing is changed, but all is empty."""
    problems = []
    tracer.write("snapshot", "1")
    tracer.write("trace", "")

    def refuse() -> None:
        with open(tracer.where / "snapshot", encoding="utf-8"):
            if tracer.writes("buffer_subbuf_size_kb", "8"):
                problems.append("it is not refused")

    problems += told_after(tracer, refuse)
    tracer.write("snapshot", "0")
    tracer.write("buffer_subbuf_size_kb", "4")
    return problems


def behind_dump(tracer: Tracer) -> list[str]:
    """A dump consumes what it prints."""

    def dump() -> None:
        write(Path("/proc/sysrq-trigger"), "z")
        tracer.write("tracing_on", "1")

    return told_after(tracer, dump)


def without_room(tracer: Tracer) -> list[str]:
    """The end of a task finds no room, and he reads what is there while recording is off. When it is on again,
    others who get the records are told, too."""
    tracer.write("set_syscall_comm", "")
    tracer.write("options/overwrite", "0")
    pid = end_traced(tracer, 10000)
    tracer.write("tracing_on", "0")
    problems = ["he is not told"] * (not tells_late(read_all(tracer), pid))
    tracer.write("tracing_on", "1")
    problems += ["no other is told"] * (not tells_late(read_all(tracer), pid))
    tracer.write("set_syscall_pid", "")
    tracer.write("options/overwrite", "1")
    return problems


# As those of losses_cases.py.
CASES: tuple[tuple[str, Callable[[Tracer], list[str]], int], ...] = (
    ("a snapshot takes the end of a task from who reads records", behind_snapshot, 64),
    ("other sub-buffers take it from him", behind_resize, 64),
    ("other sub-buffers that are refused take it from him", behind_refused_resize, 64),
    ("dumps take it from him", behind_dump, 64),
    ("what found no room is not told to who reads records alone", without_room, 64),
)
