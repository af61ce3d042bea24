# SPDX-License-Identifier: GPL-2.0
"""What a reader tells of programs that number their calls, and whether it adds up.

The threads of tests/programs/numbered.c number their calls from 1. The numbers of the calls that are
shown and those that are said to be missing must add up: between two calls of a thread, before its
first one, and behind its last one.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

THREADS = 4

# What a line tells of a task: the number of a call, or how many calls are missing.
Told = tuple[int, str, int]
LINE = re.compile(r"^ *.{1,16}-(\d+) +(?:\(.{7}\) )?\[\d+\] \S+ +[\d.]+: (.*)$")
# Options of the tracer may change meanwhile: names of arguments, raw words.
NUMBER = r"^lseek\((?:fd=)?(?:-1|0xffffffff), (?:offset=)?(\d+|0x[0-9a-f]+), (?:whence=)?(?:SEEK_SET|0)"
CALL = re.compile(NUMBER + r"\) += (?:-1 EBADF|0xfffffffffffffff7)")
ENTRY = re.compile(NUMBER + r" <unfinished \.\.\.>$")
EXIT = re.compile(r"^<\.\.\. lseek resumed>\) += ")
# If it is asked for, the last call of a thread is that by which it ends.
LAST = re.compile(r"^exit(?:_group)?\((?:\w+=)?(?:\d+|0x[0-9a-f]+)(?:\) += \?| <unfinished \.\.\.>)$")
# What a reader is told of a CPU: the records of a thread may all be lost.
OF_CPU = re.compile(r"^# entries-in-buffer/entries-written: (\d+)/(?!\1 )|^CPU:\d+ \[LOST |^{\"cpu\":\d+,\"type\":\"lost\"")
LOST = re.compile(r"^\+\+\+ (?:parts of )?(\d+) calls? of \[pid (\d+)\] w(?:as|ere) lost \+\+\+$")


def told_by_line(line: str) -> Told | None:
    """By one of trace, trace_pipe and syscall-report."""
    if not (match := LINE.match(line)):
        return None
    tid, text = int(match[1]), match[2]
    if (lost := LOST.match(text)) and int(lost[2]) == tid:
        return tid, "lost", 0 if "parts" in text else int(lost[1])
    if call := CALL.match(text):
        return tid, "call", int(call[1], 0)
    if call := ENTRY.match(text):
        return tid, "entry", int(call[1], 0)
    if LAST.match(text):
        return tid, "last", 0
    return (tid, "exit", 0) if EXIT.match(text) else None


def told_by_object(line: str) -> Told | None:
    """By one of JSON."""
    try:
        event = json.loads(line)
    except ValueError as problem:
        raise ValueError(f"{problem}: {line[:200]!r}") from problem
    if event["type"] == "lost" and "calls" in event:
        return event["tid"], "lost", event["calls"]
    if event["type"] in ("call", "entry") and event["name"] == "lseek":
        # With raw words, arguments have no names.
        number = event["args"].get("offset") or event["args"]["arg1"]
        return event["tid"], event["type"], int(number["raw"], 16)
    if event["type"] in ("call", "entry") and event["name"] in ("exit", "exit_group"):
        return event["tid"], "last", 0
    if event["type"] == "exit" and event["name"] == "lseek":
        return event["tid"], "exit", 0
    return None


def told_by(lines: Iterable[str]) -> Iterator[Told]:
    """By lines of any kind."""
    for line in lines:
        told = told_by_object(line) if line.startswith("{") else told_by_line(line)
        if told:
            yield told


def calls_of(told: Iterable[Told]) -> Iterator[Told]:
    """Each call that is shown, in one line or two, and what is missing. Of two lines, one may be missing, too:
    an exit that is left over does not say which number its call has."""
    is_open: dict[int, bool] = defaultdict(bool)
    for tid, what, number in told:
        # A call that is resumed behind a hole is another one than the last before it.
        if what != "exit" or not is_open[tid]:
            yield tid, what, number
        is_open[tid] = what == "entry"


def add_up(lines: list[str], calls: int, ends: bool = True) -> list[str]:
    """Do calls and losses add up in a trace? If nothing is said of a thread, records of a CPU are missing."""
    return add_up_told(told_by(lines), calls, ends, any(OF_CPU.match(line) for line in lines))


def add_up_told(
    told: Iterable[Told], calls: int, ends: bool = True, some_lost: bool = False, threads: int = THREADS
) -> list[str]:
    """Do they for each thread? @ends: those behind the last call count, too."""
    problems = []
    last: dict[int, int] = defaultdict(int)
    lost: dict[int, int] = defaultdict(int)
    kinds: dict[int, list[str]] = defaultdict(list)
    shown = 0
    for tid, what, number in calls_of(told):
        kinds[tid].append(what)
        if what == "lost":
            lost[tid] += number
            continue
        if what == "last":
            number = calls
        if what == "exit":
            number = last[tid] + lost[tid] + 1
        shown += 1
        if number - last[tid] - 1 != lost[tid]:
            way = ", ".join(kinds[tid][-8:])
            problems.append(f"[{tid}] {last[tid]}, {lost[tid]} lost, {number} ({way})")
        last[tid] = number
        lost[tid] = 0
    for tid in sorted(set(last) | set(lost)):
        if ends and not some_lost and last[tid] + lost[tid] != calls:
            problems.append(f"[{tid}] {last[tid]}, {lost[tid]} lost at its end, of {calls}")
    if ends and len(last) != threads and not (some_lost and last):
        problems.append(f"{len(last)} threads of {threads}")
    print(f"# {shown} shown", flush=True)
    return problems
