# SPDX-License-Identifier: GPL-2.0
"""What strace and the tracer tell of one task, put side by side.

A line is a call with its arguments and its result, `name(arguments) = result`. It
matches if both wrote the same characters. Nothing is rounded, sorted or rewritten
before: both watch the same run, so addresses, numbers and times are the same too.

The exceptions are in LEFT_OUT, all of them, each with its reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher

# What two watchers of one run cannot both know. These lines are not compared, but
# counted, except that of restart_syscall(), of which all but the argument is.
LEFT_OUT = {
    "before exec": "the tracer saw the first task before it executed the program, strace was"
    " attached to it in the middle of that",
    "birth": "the tracer tells how a new task leaves the call that made it; strace is not"
    " asked for that",
    "in flight": "the task was killed or replaced by another thread's exec inside the call:"
    " strace cannot ask for the result any more, or tells it of another task",
    "lives": "the tracer marks forks, threads and executed programs, where strace has the"
    " calls only; strace tells that a task is stopped because it was asked to stop it",
    "resumed": "strace tells what restart_syscall() goes on with from its memory of the task's"
    " calls, not from the call",
    "events": "signals and ends of tasks, as long as the tracer has no option to print them",
}

UNFINISHED = " <unfinished ...>"
DIED = re.compile(r"(?!exit(?:_group)?\().*\) = \?", re.DOTALL)
RESUMED = re.compile(r"<\.\.\. (\S+) resumed>")
EVENT = re.compile(r"--- (?:stopped by )?SIG\w+|\+\+\+ \w+")
NEW_TASK = re.compile(r"<\.\.\. (?:clone|clone3|fork|vfork) resumed>\)? = 0$")
LIVES = re.compile(r"\+\+\+ (?:forked|started|executes) |--- stopped by SIG")
RESTART = re.compile(r"restart_syscall\(<\.\.\. .*? \.\.\.>\)")
FIRST_EXEC = re.compile(r"execve(?:at)?\(.*\) = 0$", re.DOTALL)
ONLY_STRACE = "only strace tells it"
ONLY_TRACER = "only the tracer tells it"

# Calls of old that carry others, by whose names strace knows them.
CARRIERS = ("ipc", "socketcall")
# Calls that are many in one, and the argument that says which.
SELECTOR = {
    "arch_prctl": 0, "bpf": 0, "epoll_ctl": 1, "fcntl": 1, "fcntl64": 1, "futex": 1,
    "futex_time64": 1, "getsockopt": 2, "ioctl": 1, "ipc": 0, "keyctl": 0, "msgctl": 1,
    "prctl": 0, "ptrace": 0, "quotactl": 0, "seccomp": 0, "semctl": 2, "setsockopt": 2,
    "shmctl": 1, "socketcall": 0,
}  # fmt: skip


@dataclass
class Class:
    """One way in which lines differ."""

    lines: int
    tracer: str
    strace: str


@dataclass
class Tally:
    """What came of comparing."""

    # of each call: lines that match, lines
    calls: dict[str, list[int]] = field(default_factory=dict)
    # call, part of the line, how each shows it
    classes: dict[tuple[str, str, str], Class] = field(default_factory=dict)
    left_out: dict[str, int] = field(default_factory=dict)

    def leave_out(self, reason: str, lines: int = 1) -> None:
        """Not compared: a reason of LEFT_OUT."""
        assert reason in LEFT_OUT
        if lines:
            self.left_out[reason] = self.left_out.get(reason, 0) + lines

    def count(self, name: str, matched: bool) -> None:
        """One line of this call."""
        counts = self.calls.setdefault(name, [0, 0])
        counts[0] += matched
        counts[1] += 1

    def differ(self, call: str, part: str, how: str, tracer: str, strace: str) -> None:
        """One difference, of which the shortest is the example."""
        old = self.classes.setdefault((call, part, how), Class(0, tracer, strace))
        old.lines += 1
        if len(tracer) + len(strace) < len(old.tracer) + len(old.strace):
            old.tracer, old.strace = tracer, strace


# ------------------------------ one task's lines ----------------------------


def name_of(text: str) -> str:
    """The call, or what else the line tells of."""
    if event := EVENT.match(text):
        return event[0]
    resumed = RESUMED.match(text)
    return resumed[1] if resumed else text.partition("(")[0]


def joined(lines: list[str]) -> list[str]:
    """One task's lines with the halves of each call put together."""
    whole: list[str] = []
    half = -1
    for line in lines:
        resumed = RESUMED.match(line)
        if resumed and half >= 0 and name_of(whole[half]) == resumed[1]:
            whole[half] = whole[half][: -len(UNFINISHED)] + line[resumed.end() :]
            half = -1
            continue
        if not EVENT.match(line):
            half = len(whole) if line.endswith(UNFINISHED) else -1
        whole.append(line)
    return whole


def without_events(lines: list[str]) -> list[str]:
    """The calls only."""
    return [line for line in lines if not EVENT.match(line)]


def without_lives(lines: list[str]) -> list[str]:
    """All but the marks that only one of the two makes."""
    return [line for line in lines if not LIVES.match(line)]


def from_exec(lines: list[str]) -> list[str]:
    """From the first exec that succeeded on."""
    for number, line in enumerate(lines):
        if FIRST_EXEC.match(line):
            return lines[number:]
    return []


def in_flight(text: str) -> bool:
    """Whether half of the call, or its result, is missing."""
    return text.endswith(UNFINISHED) or bool(DIED.fullmatch(text) or RESUMED.match(text))


# ------------------------------ what differs in a line ----------------------

OPEN, CLOSE = "([{", ")]}"


def pieces(text: str, start: int = 0, end: str = "") -> tuple[list[str], int]:
    """What commas separate at the outermost level, and where it ended: at END."""
    found, depth, at, i = [], 0, start, start
    while i < len(text):
        c = text[i]
        if c == '"':
            i += 1
            while i < len(text) and text[i] != '"':
                i += 2 if text[i] == "\\" else 1
        elif text.startswith("/*", i):
            closing = text.find("*/", i)
            i = closing + 1 if closing >= 0 else i
        elif not depth and c == end:
            break
        elif c in OPEN:
            depth += 1
        elif c in CLOSE:
            depth -= 1
        elif c == "," and not depth:
            found.append(text[at:i].strip())
            at = i + 1
        i += 1
    last = text[at:i].strip()
    return [*found, last] if last else found, i


def shape(text: str) -> str:
    """What kind of text it is."""
    for pattern, kind in (
        (r'"(?:[^"\\]|\\.)*"', "string"),
        (r'"(?:[^"\\]|\\.)*"\.\.\.', "string..."),
        (r"0x[0-9a-f]+", "0x"),
        (r"-?\d+", "number"),
        (r"NULL", "NULL"),
        (r"[~]?\[.*\]", "[...]"),
        (r"\{.*\}", "{...}"),
        (r".*/\*.*\*/", "x /* remark */"),
        (r"[A-Z_][\w|]*", "NAME"),
        (r"(?:\w+=)(?P<value>.*)", ""),
    ):
        if match := re.fullmatch(pattern, text, re.DOTALL):
            return kind or shape(match["value"])
    return "text" if text else "nothing"


def inner(tracer: str, strace: str, path: str) -> Iterator[tuple[str, str, str]]:
    """Where exactly two texts of one argument differ, and both texts there."""
    both = (tracer, strace)
    if all(text.startswith("{") for text in both) or all(text.startswith("[") for text in both):
        brackets = ("{", "}") if tracer[0] == "{" else ("[", "]")
        (ours, our_end), (theirs, their_end) = (pieces(text, 1, brackets[1]) for text in both)
        whole = our_end == len(tracer) - 1 and their_end == len(strace) - 1
        if whole and len(ours) == len(theirs) and list(map(label, ours)) == list(map(label, theirs)):
            for mine, its in zip(ours, theirs):
                if mine != its:
                    name = label(its)
                    step = f".{name}" if name else "[]" if brackets[0] == "[" else "{}"
                    yield from inner(mine[len(name) + 1 if name else 0 :],
                                     its[len(name) + 1 if name else 0 :], path + step)
            return
    yield path, tracer, strace


def label(member: str) -> str:
    """The name in name=value."""
    match = re.match(r"(\w+)=", member)
    return match[1] if match else ""


def parsed(text: str) -> tuple[str, list[str], str] | None:
    """Name, arguments, result."""
    match = re.match(r"\w+\(", text)
    if not match:
        return None
    args, end = pieces(text, match.end(), ")")
    result = text[end:]
    return (match[0][:-1], args, result[4:]) if result.startswith(") = ") else None


def differences(tracer: str, strace: str) -> Iterator[tuple[str, str, str]]:
    """Of two lines that are not the same: the call, which part differs, and how."""
    ours, theirs = parsed(tracer), parsed(strace)
    if not ours or not theirs or ours[0] != theirs[0]:
        name = theirs[0] if theirs else name_of(strace)
        yield name, "the line", f"{shape(tracer)} - {shape(strace)}"
        return
    name, args, result = theirs
    call = name
    which = SELECTOR.get(name, len(args))
    if which < len(args):
        call = f"{name}({args[which][:40]})"
    found = False
    if len(ours[1]) != len(args):
        found = True
        yield call, "number of arguments", f"{len(ours[1])} - {len(args)}"
    else:
        for number, (mine, its) in enumerate(zip(ours[1], args), 1):
            if mine != its:
                for path, a, b in dict.fromkeys(inner(mine, its, f"argument {number}")):
                    found = True
                    yield call, path, f"{shape(a)} - {shape(b)}"
    if ours[2] != result:
        found = True
        mine, its = ours[2].partition(" ")[0], result.partition(" ")[0]
        part = "result" if mine != its else "remark behind the result"
        yield call, part, f"{shape(ours[2])} - {shape(result)}"
    if not found:
        yield call, "blanks", ""


# ------------------------------ both sides ----------------------------------


def aligned(ours: list[str], theirs: list[str]) -> Iterator[tuple[str | None, str | None]]:
    """Lines of the same call beside each other; None where one side has none."""
    a, b = [name_of(line) for line in ours], [name_of(line) for line in theirs]
    if a == b:
        yield from zip(ours, theirs)
        return
    # Without autojunk, which is for text; but then long lists would take forever.
    matcher = SequenceMatcher(None, a, b, autojunk=len(a) > 3000)
    for _, a1, a2, b1, b2 in matcher.get_opcodes():
        for i in range(max(a2 - a1, b2 - b1)):
            mine = ours[a1 + i] if a1 + i < a2 else None
            its = theirs[b1 + i] if b1 + i < b2 else None
            # Under its carrier's name, a call is still that call.
            alike = mine and its and name_of(mine) in (name_of(its), *CARRIERS)
            if mine is None or its is None or alike:
                yield mine, its
            else:
                yield mine, None
                yield None, its


def compare_pair(tally: Tally, mine: str | None, its: str | None, edge: bool) -> None:
    """One call as both tell it, or one of them; EDGE: the task's last."""
    text = its or mine or ""
    if mine != its and (edge or name_of(text).startswith("execve")) and in_flight(text):
        tally.leave_out("in flight")
        return
    if mine is None or its is None:
        tally.count(name_of(text), False)
        part = ONLY_STRACE if mine is None else ONLY_TRACER
        tally.differ(name_of(text), part, "", mine or "", its or "")
        return
    if mine != its and RESTART.match(its):
        mine, its = (RESTART.sub("restart_syscall()", text) for text in (mine, its))
        tally.leave_out("resumed")
    tally.count(name_of(its), mine == its)
    if mine != its:
        for call, part, how in differences(mine, its):
            tally.differ(call, part, how, mine, its)


def compare_task(
    tally: Tally, ours: list[str], theirs: list[str], *, first: bool, events: bool
) -> None:
    """All that the two tell of a task; FIRST: the one that executes the program."""
    ours, theirs = joined(ours), joined(theirs)
    if first:
        ours_then, theirs_then = from_exec(ours), from_exec(theirs)
        tally.leave_out("before exec", len(ours) - len(ours_then))
        ours, theirs = ours_then, theirs_then
    elif ours and NEW_TASK.match(ours[0]):
        ours = ours[1:]
        tally.leave_out("birth")
    if not events:
        everything = len(theirs)
        ours, theirs = without_events(ours), without_events(theirs)
        tally.leave_out("events", everything - len(theirs))
    everything = len(ours) + len(theirs)
    ours, theirs = without_lives(ours), without_lives(theirs)
    tally.leave_out("lives", everything - len(ours) - len(theirs))
    pairs = list(aligned(ours, theirs))
    calls = [i for i, (mine, its) in enumerate(pairs) if not EVENT.match(its or mine or "")]
    for number, (mine, its) in enumerate(pairs):
        compare_pair(tally, mine, its, edge=number == calls[-1] if calls else False)
