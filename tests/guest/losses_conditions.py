# SPDX-License-Identifier: GPL-2.0
"""Recording is off for a while, and conditions say which calls an instance wants.

Each case returns what is wrong: a call that meets the condition and was made meanwhile is missing, and
no other call is.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
from collections.abc import Callable, Iterator
from pathlib import Path

from home import TRACER, TRACING
from losses_tracer import Tracer, make_like, option, write

# So many calls are made before recording is switched off, meanwhile, and after it.
PERIOD = 10
SLEEP_MS = 15


def read_nothing(number: int) -> None:
    """There is no such file."""
    try:
        os.pread(-1, 7, number)
    except OSError:
        pass


def read_something(number: int) -> None:
    """A file begins with the name of root; of each other call, there is none."""
    file = os.open("/etc/passwd", os.O_RDONLY)
    try:
        os.pread(file if number % 2 else -1, 4, 0)
    except OSError:
        pass
    os.close(file)


def open_nothing(number: int) -> None:
    """The name of each file has a number."""
    try:
        os.open(f"/none/{number}", os.O_RDONLY)
    except OSError:
        pass


def seek_nothing(number: int) -> None:
    """A call by which nothing is copied."""
    try:
        os.lseek(-1, number, os.SEEK_SET)
    except OSError:
        pass


def sleep_at_times(number: int) -> None:
    """There is a call for each other number, and it takes long."""
    if number % 2:
        select.poll().poll(SLEEP_MS)


def all_of_them(_: int) -> bool:
    """Each call meets the condition."""
    return True


def odd(number: int) -> bool:
    """Those that have an odd number do."""
    return number % 2 == 1


def none_of_them(_: int) -> bool:
    """No call does."""
    return False


# A condition, the calls that are made, and which of them meet it.
Condition = tuple[str, Callable[[int], None], Callable[[int], bool]]
CONDITIONS: tuple[Condition, ...] = (
    ("pread64: failed", read_nothing, all_of_them),
    ("pread64: errno == EBADF && pos & 1", read_nothing, odd),
    ("pread64: pos & 1", read_nothing, odd),
    ("pread64: ret == 4", read_something, odd),
    ('pread64: buf ~ "root*"', read_something, odd),
    ("lseek: failed", seek_nothing, all_of_them),
    ("lseek: errno == EBADF && offset & 1", seek_nothing, odd),
    ('openat: filename ~ "/none/*[13579]"', open_nothing, odd),
    ('openat: filename ~ "/none/*[13579]" && errno == ENOENT', open_nothing, odd),
    ("poll: duration > 5ms", sleep_at_times, odd),
    ("poll: duration > 5ms && ret == 0", sleep_at_times, odd),
    ("poll: duration > 5ms && failed\npoll: ret == 0", sleep_at_times, odd),
    ("poll: duration > 1000s || failed", sleep_at_times, none_of_them),
)


def made_in(period: int) -> range:
    """The numbers of calls."""
    return range(period * PERIOD + 1, (period + 1) * PERIOD + 1)


def told_in(where: Path) -> tuple[int, int]:
    """How many calls are shown in an instance, and how many are said to be missing."""
    shown = lost = 0
    for line in (where / "trace").read_text(errors="replace").splitlines():
        event = json.loads(line) if line.startswith("{") else {"type": ""}
        shown += event["type"] in ("call", "exit")
        lost += event.get("calls", 0) if event["type"] == "lost" else 0
    return shown, lost


def ask(instances: dict[Path, Condition], off: set[Path]) -> list[str]:
    """Make the calls of all conditions, and switch recording off meanwhile in some instances."""
    for where, condition in instances.items():
        write(where / "syscall_filter", condition[0])
        write(where / "trace", "")
    for period in range(3):
        for where in off:
            write(where / "tracing_on", f"{period % 2 ^ 1}")
        for call in {call for _, call, _ in instances.values()}:
            for number in made_in(period):
                call(number)
    problems = []
    for where, (text, _, meets) in instances.items():
        shown, lost = (sum(map(meets, made_in(period))) for period in (0, 1))
        shown *= 2
        if where not in off:
            shown, lost = shown + lost, 0
        if (shown, lost) != (told := told_in(where)):
            problems.append(f"{text!r}: {told} shown and lost, not {(shown, lost)}")
        write(where / "syscall_filter", "")
    return problems


@contextlib.contextmanager
def own_calls(where: Path) -> Iterator[None]:
    """An instance wants those of this process meanwhile, and shows them as JSON."""
    write(where / "set_syscall_comm", "")
    write(where / "set_syscall", "")
    write(where / "set_syscall_pid", f"{os.getpid()}")
    try:
        with option(where, "syscall_json"):
            yield
    finally:
        write(where / "set_syscall_pid", "")


@contextlib.contextmanager
def another_instance(tracer: Tracer) -> Iterator[Path]:
    """Both want the calls of this process meanwhile, the other one traces."""
    other = TRACING / "instances/other"
    make_like(tracer.where, other)
    try:
        with own_calls(tracer.where), own_calls(other):
            write(other / TRACER, "syscall")
            yield other
    finally:
        write(other / TRACER, "nop")
        other.rmdir()


def off_alone(tracer: Tracer) -> list[str]:
    """In the only instance."""
    with own_calls(tracer.where):
        return [problem for one in CONDITIONS for problem in ask({tracer.where: one}, {tracer.where})]


def off_batched(tracer: Tracer) -> list[str]:
    """Its records are written together."""
    with option(tracer.where, "syscall_batch"):
        return off_alone(tracer)


def off_recorded_twice(tracer: Tracer) -> list[str]:
    """Each call has two records."""
    with option(tracer.where, "syscall_entries"):
        return off_alone(tracer)


def off_with_others(tracer: Tracer) -> list[str]:
    """In one of two, or in both. The other one has the next condition."""
    problems = []
    with another_instance(tracer) as other:
        for off in {other}, {tracer.where, other}:
            for one, next_one in zip(CONDITIONS, CONDITIONS[1:] + CONDITIONS[:1]):
                problems += ask({tracer.where: one, other: next_one}, off)
    return problems


def acts_when_on(tracer: Tracer) -> list[str]:
    """What a condition asks for happens once, when recording is on. The other instance records all the time."""
    problems = []
    with another_instance(tracer) as other:
        for call, name in (read_nothing, "pread64"), (seek_nothing, "lseek"):
            write(other / "syscall_filter", f"{name}: failed :stop :count 1")
            write(other / "tracing_on", "0")
            for period in range(2):
                for number in made_in(period):
                    call(number)
                now_on = (other / "tracing_on").read_text().strip()
                problems += [f"{name}: tracing_on is {now_on} after period {period}"] * (now_on != "0")
                write(other / "tracing_on", "1")
            call(1)
            now_on = (other / "tracing_on").read_text().strip()
            problems += [f"{name}: recording was stopped twice"] * (now_on != "1")
    return problems


def long_in_batches(tracer: Tracer) -> list[str]:
    """The entry of a call that takes long is recorded while others wait to be written: they come before it."""
    cpus = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {0})
    write(tracer.where / "set_syscall_comm", "")
    write(tracer.where / "set_syscall", "getppid poll")
    write(tracer.where / "set_syscall_pid", f"{os.getpid()}")
    write(tracer.where / "syscall_filter", f"getppid:\npoll: duration > {SLEEP_MS // 3}ms")
    with option(tracer.where, "syscall_batch"):
        write(tracer.where / "trace", "")
        for _ in range(PERIOD):
            os.getppid()
            select.poll().poll(SLEEP_MS)
    lines = [line for line in tracer.trace() if not line.startswith("#")]
    write(tracer.where / "syscall_filter", "")
    write(tracer.where / "set_syscall_pid", "")
    os.sched_setaffinity(0, cpus)
    told = re.findall(r": (getppid|poll|\+\+\+)", "\n".join(lines))
    return lines if told != ["getppid", "poll"] * PERIOD else []


# As those of losses_cases.py.
CASES: tuple[tuple[str, Callable[[Tracer], list[str]], int], ...] = (
    ("recording is off, and there are conditions", off_alone, 4000),
    ("in batches, recording is off, and there are conditions", off_batched, 4000),
    ("both records of calls, recording is off, and there are conditions", off_recorded_twice, 4000),
    ("several instances, recording is off, and there are conditions", off_with_others, 4000),
    ("in batches, calls take long", long_in_batches, 4000),
    ("recording is off, and conditions ask for actions", acts_when_on, 64),
)
