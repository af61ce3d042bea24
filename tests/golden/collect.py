# SPDX-License-Identifier: GPL-2.0
"""From the traces that the virtual machine kept to golden records: each with the lines
that the kernel printed of it, and no two that are alike."""

from __future__ import annotations

import json
import re
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pages import Event, read_cpu

ENTER, EXIT, TASK = "enter", "exit", "task"
HEAD = re.compile(r"\s*.{1,16}-(\d+) +\[\d+\] +\S+ +[\d.]+: (.*)", re.DOTALL)
UNFINISHED = " <unfinished ...>"
# struct syscall_trace_head and, in an entry and an exit, the number of the call.
ABI_SHIFT, SEQ_END = 12, 8
NOT_IN_NS = ("counter", "uptime", "x86-tsc")
# enum syscall_trace_event
EVENTS_CALLS = (5, 6)
LOST = re.compile(r": \+\+\+ \d+ calls? of \[pid \d+\] w(as|ere) lost \+\+\+$|\"type\":\"lost\"|"
                  r"^\d+ \d+ \d+ \+\+\+ \d+ call")
# What makes two lines different that show the same: numbers.
NUMBERS = re.compile(r"0x[0-9a-f]+|\d+")
# How many lines are taken that are equal but for their numbers.
ALIKE = 2


@dataclass
class Golden:
    """The records of one line, the lines that they make, by view."""

    case: str
    records: list[tuple[str, Event]]
    lines: dict[str, str] = field(default_factory=dict)
    # What a "context" line has, see tests/unit/golden.c.
    context: str = ""


class NotWhole(Exception):
    """Records and lines do not belong together."""


def is_exit_of(enter: Event, exit_: Event) -> bool:
    """The same task, call, ABI and count; see struct syscall_trace_head."""
    return (
        enter.tid == exit_.tid
        and enter.body[0:2] == exit_.body[0:2]
        and enter.body[4:SEQ_END] == exit_.body[4:SEQ_END]
    )


def abi_of(event: Event) -> int:
    """Its index."""
    return int.from_bytes(event.body[0:2], "little") >> ABI_SHIFT


def shown(text: str) -> list[str]:
    """The lines of a trace, without those that are about it, and those about calls that are missing."""
    lines = [line for line in text.split("\n") if line and not line.startswith("#")]
    return [line for line in lines if not LOST.search(line)]


def has_line(event: Event, kinds: dict[int, str]) -> bool:
    """A record that tells how many calls a task has made is for readers who look for gaps."""
    return kinds.get(event.type) != TASK or int.from_bytes(event.body[0:4], "little") not in EVENTS_CALLS


def group(
    case: str, cpus: list[list[Event]], kinds: dict[int, str], text: list[str]
) -> Iterator[Golden | None]:
    """The records of each line; None for a line of some other event."""
    # Where each processor is.
    at = [0] * len(cpus)
    for line in text:
        waiting = [cpu for cpu, events in enumerate(cpus) if at[cpu] < len(events)]
        if not waiting:
            raise NotWhole(f"{case}: no record for: {line}")
        cpu = min(waiting, key=lambda cpu: (cpus[cpu][at[cpu]].time, cpu))
        event = cpus[cpu][at[cpu]]
        at[cpu] += 1
        kind = kinds.get(event.type)
        if not kind:
            yield None
            continue
        head = HEAD.fullmatch(line)
        if not head or int(head[1]) != event.tid:
            raise NotWhole(f"{case}: not of task {event.tid}: {line}")
        records = [(kind, event)]
        behind = cpus[cpu][at[cpu]] if at[cpu] < len(cpus[cpu]) else None
        if (
            kind == ENTER
            and behind
            and kinds.get(behind.type) == EXIT
            and is_exit_of(event, behind)
            and not line.endswith(UNFINISHED)
        ):
            at[cpu] += 1
            records.append((EXIT, behind))
        yield Golden(case, records)
    if any(at[cpu] < len(events) for cpu, events in enumerate(cpus)):
        raise NotWhole(f"{case}: fewer lines than records")


def clock_of(text: str) -> str:
    """What the file trace_clock says: whether the clock counts nanoseconds."""
    chosen = next(name for name in text.split() if name.startswith("["))
    return str(int(chosen.strip("[]") not in NOT_IN_NS))


def context_of(line: str) -> str:
    """What a line of JSON says of when, where and who."""
    found = json.loads(line)
    comm = re.sub(r"\\(\d{3})", lambda match: chr(int(match[1], 8)), found["comm"])
    numbers = [found.get(key) or 0 for key in ("time", "cpu", "pid", "tid", "ns_pid", "ns_tid")]
    return " ".join([*map(str, numbers), comm.encode("latin-1").hex()])


def read_case(case: str, files: dict[str, bytes], kinds: dict[int, str]) -> list[Golden]:
    """All of a trace."""
    cpus = []
    for name in sorted(files, key=lambda name: (len(name), name)):
        if name.startswith("cpu"):
            cpu, size = name[3:].split(".")
            events = read_cpu(files[name], int(size), int(cpu))
            cpus.append([event for event in events if has_line(event, kinds)])
    views = {
        view: shown(data.decode("utf-8", "surrogateescape"))
        for view, data in files.items()
        if view != "clock" and not view.startswith("cpu")
    }
    found = list(group(case, cpus, kinds, views["text"]))
    for view, lines in views.items():
        if len(lines) != len(found):
            raise NotWhole(f"{case}: {len(found)} lines, {len(lines)} in view {view}")
        for golden, line in zip(found, lines):
            if golden:
                head = None if "json" in view else HEAD.fullmatch(line)
                golden.lines[view] = head[2] if head else line
    clock = clock_of(files["clock"].decode())
    known = []
    for golden in found:
        if golden:
            contexts = {context_of(line) for view, line in golden.lines.items() if "json" in view}
            # Of which process a task is may become known while the views are read.
            if len(contexts) == 1:
                golden.context = f"{contexts.pop()} {clock}"
                known.append(golden)
    return known


def read_tar(path: Path) -> Iterator[list[Golden]]:
    """Every trace of a tar file that keep.py has made."""
    kinds: dict[int, str] = {}
    files: dict[str, bytes] = {}
    last = ""
    with tarfile.open(path) as tar:
        for member in tar:
            stream = tar.extractfile(member)
            assert stream
            case, _, name = member.name.rpartition("/")
            if not case:
                words = stream.read().decode().split()
                kinds = {int(number): kind for kind, number in zip(words[::2], words[1::2])}
                continue
            if case != last and files:
                yield read_case(last, files, kinds)
                files = {}
            last = case
            files[name] = stream.read()
    if files:
        yield read_case(last, files, kinds)


class Chosen:
    """Few of the lines that are alike."""

    def __init__(self) -> None:
        self.count: dict[tuple[str, ...], int] = {}

    def add(self, golden: Golden) -> bool:
        """Whether this one is to be kept."""
        kinds = " ".join(kind for kind, _ in golden.records)
        abi = abi_of(golden.records[0][1]) if kinds != TASK else 0
        key = (kinds, str(abi), NUMBERS.sub("0", golden.lines["text"]))
        self.count[key] = self.count.get(key, 0) + 1
        return self.count[key] <= ALIKE
