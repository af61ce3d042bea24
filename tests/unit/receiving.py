# SPDX-License-Identifier: GPL-2.0
"""syscall-receive for tests: the datagrams that nettrace sends, and what the lines tell."""

from __future__ import annotations

import os
import re
import socket
import struct
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Callable, List, Optional, Tuple

TOP = Path(__file__).resolve().parents[2]
DATAGRAM = struct.Struct("<4sBBHIIQIHH")
RECORD = struct.Struct("<IBBBBQIIHHI16s")
ROOM = 1460 - DATAGRAM.size
X86_64 = 62
CALL, ENTER, EXIT, TASK = 1, 2, 3, 4
END, EXEC, CALLS = 1, 4, 5  # enum syscall_trace_event
LAST = 1  # NETTRACE_END

failures: List[str] = []


class Wrong(Exception):
    """Something is not as it must be."""


def must(good: bool, what: str) -> None:
    """Complain if something is not so."""
    if not good:
        raise Wrong(what)


def test(name: str, function: Callable[[], None]) -> None:
    """Run one test and tell its result."""
    try:
        function()
    except (Wrong, OSError, subprocess.TimeoutExpired) as wrong:
        failures.append(name)
        print(f"not ok - {name}\n  {wrong}", flush=True)
    else:
        print(f"ok - {name}", flush=True)


class Receiver:
    """syscall-receive, and a socket that sends to it."""

    program = ""

    def __init__(self, *options: str, once: bool = True, output: Optional[int] = None) -> None:
        options = ("--once", *options) if once else options
        try:
            probe = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
        except OSError:
            # Somebody has disabled it.
            probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        probe.bind(("", 0))
        self.port = probe.getsockname()[1]
        probe.close()
        self.out = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [self.program, *options, str(self.port)],
            stdout=output or self.out, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        must("waiting" in self.said_line(), "it does not wait")
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

    def said_line(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.readline()

    def send(self, *datagrams: bytes) -> None:
        for datagram in datagrams:
            self.socket.sendto(datagram, ("127.0.0.1", self.port))

    def result(self) -> List[str]:
        """The lines, when it has ended by itself. What it says is in self.said."""
        try:
            self.said = self.process.communicate(timeout=30)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.said = self.process.communicate()[1]
            raise Wrong(f"it does not end; it says: {self.said}") from None
        must(self.process.returncode == 0, f"status {self.process.returncode}: {self.said}")
        return self.so_far()

    def so_far(self) -> List[str]:
        """The lines that it has printed by now."""
        # The program goes on to write where the file's offset is, which is not moved therefore.
        fd = self.out.fileno()
        return os.pread(fd, os.fstat(fd).st_size, 0).decode().splitlines()


def record(nr: int, size: int = 0, cpu: int = 0, lost: int = 0) -> bytes:
    """The end of a task, or a program of a long name."""
    if size:
        data = struct.pack("<IiI", EXEC, nr, 0) + b"x" * size + b"\0"
    else:
        data = struct.pack("<IiI", END, nr << 8, 0)
    head = RECORD.pack(
        RECORD.size + len(data), TASK, 0, 0, 0, 10**9 + nr * 1000, 1000 + nr, 1000, cpu, 0, lost,
        b"name",
    )  # fmt: skip
    return head + data


def entry(pid: int, cpu: int) -> bytes:
    """The entry of getppid()."""
    data = struct.pack("<HBBI", 110, 0, 0, 1)
    head = RECORD.pack(
        RECORD.size + len(data), ENTER, 0, 0, 0, 10**9, pid, pid, cpu, 0, 0, b"sleeper"
    )
    return head + data


def numbered(pid: int, seq: int, instance: int, kind: int = CALL) -> bytes:
    """A call that an instance has numbered, with both numbers in it, or a part of it, or how many of them the
    task has made."""
    if kind == CALL:
        data = struct.pack("<HBBIiIII", 8, 8, 0, seq, 0, instance, seq, 0)
    elif kind == ENTER:
        data = struct.pack("<HBBIIII", 8, 8, 0, seq, instance, seq, 0)
    elif kind == EXIT:
        data = struct.pack("<HBBIi", 8, 1, 0, seq, 0)
    else:
        data = struct.pack("<IiI", CALLS, pid, seq)
    head = RECORD.pack(
        RECORD.size + len(data), kind, 0, 0, 0, 10**9 + seq * 1000, pid, pid, pid % 2, instance, 0, b"name"
    )
    return head + data


def datagrams(
    records: List[bytes], stream: int = 7, end: bool = True, first_nr: int = 0, newest: int = 0, sequence: int = 0
) -> List[bytes]:
    """What nettrace makes of records."""
    stream_bytes = b"".join(records)
    starts = [sum(map(len, records[:nr])) for nr in range(len(records))]
    result = []
    for pos in [*range(0, len(stream_bytes), ROOM), None]:  # type: ignore[list-item]
        begin = [nr for nr, at in enumerate(starts) if pos is not None and pos <= at < pos + ROOM]
        number = begin[0] if begin else len([at for at in starts if pos is None or at < pos])
        first = starts[begin[0]] - pos if begin else 0xFFFF
        if pos is None and not end:
            break
        head = DATAGRAM.pack(
            b"NTRC", 1, LAST if pos is None else 0, X86_64, stream, (sequence + len(result)) % 2**32,
            number + first_nr, 0, first, newest,
        )  # fmt: skip
        result.append(head + (stream_bytes[pos : pos + ROOM] if pos is not None else b""))
    return result


def shown(lines: List[str]) -> List[int]:
    """The records whose lines are there."""
    return [int(m[1]) - 1000 for line in lines if (m := re.match(r" *name-(\d+)", line))]


def missing(lines: List[str]) -> List[int]:
    """The records that lines say to be lost on the way."""
    lost: List[int] = []
    for line in lines:
        if match := re.fullmatch(r"\[LOST (\d+) RECORDS ON THE WAY: (\d+)-(\d+)\]", line):
            numbers = range(int(match[2]), int(match[3]) + 1)
            must(len(numbers) == int(match[1]), f"it cannot count: {line}")
            lost += numbers
    return lost


# What a line tells of calls that are missing, and a call with its instance and its number.
LOST_CALLS = re.compile(r" *name-(\d+) .*: \+\+\+ (\d+) calls? of \[pid (\d+)\] w(?:as|ere) lost \+\+\+")
NUMBERED = re.compile(r" *name-(\d+) .*: lseek\((\d+), (\d+), SEEK_SET\) += 0")


def lost_calls(lines: List[str]) -> List[Tuple[int, int]]:
    """Tasks, and how many calls of theirs are said to be missing, in the order of the lines."""
    found = [match for line in lines if (match := LOST_CALLS.fullmatch(line))]
    must(all(match[1] == match[3] for match in found), "a line is about another task")
    must(len(found) == sum("+++" in line for line in lines), f"other lines: {lines[:3]}")
    return [(int(match[1]), int(match[2])) for match in found]


def until(recv: Receiver, is_there: Callable[[List[str]], bool]) -> None:
    """Wait for lines."""
    end = time.monotonic() + 30
    while not is_there(recv.so_far()):
        must(time.monotonic() < end, f"{recv.so_far()}")
        time.sleep(0.01)


def build_receiver() -> None:
    """Build the program, with the sanitizers."""
    build = subprocess.run(
        [TOP / "tests/unit/build.sh", "unit.lib/syscall-receive"],
        stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    Receiver.program = f"{build.stdout.splitlines()[-1]}/unit.lib/syscall-receive"
