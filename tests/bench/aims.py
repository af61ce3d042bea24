# SPDX-License-Identifier: GPL-2.0
"""What the tracer was meant to cost, beside what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any

from workloads import WORKLOADS

Figures = dict[str, Any]


@dataclass(frozen=True)
class Aim:
    """A figure that was aimed at; less is better."""

    title: str
    most: float
    measured: Callable[[Figures], float]
    form: str = "{:,.0f}"


def added(call: str, mode: str, beside: str = "off") -> Callable[[Figures], float]:
    """What a mode adds to a call, compared with another mode."""

    def find(found: Figures) -> float:
        calls = found["calls"]
        return float(calls[mode][call]["mean"] - calls[beside][call]["mean"])

    return find


def beside_events(call: str) -> Callable[[Figures], float]:
    """What the tracer adds to a call, as a part of what events/syscalls add."""
    return lambda found: added(call, "default")(found) / added(call, "events")(found)


def share(name: str, mode: str) -> Callable[[Figures], float]:
    """What a mode has of what events/syscalls have."""
    return lambda found: float(found["output"][mode][name] / found["output"]["events"][name])


def percent(programs: Figures, workload: str, mode: str) -> float:
    """What a mode adds to a program."""
    return float(100 * (median(programs[mode][workload]) / median(programs["off"][workload]) - 1))


def more(workload: str) -> Callable[[Figures], float]:
    """What the tracer adds to a program."""
    return lambda found: percent(found["programs"], workload, "default")


def part(workload: str) -> Callable[[Figures], float]:
    """The same as a part of what events/syscalls add."""
    return lambda found: (
        percent(found["programs"], workload, "default")
        / percent(found["programs"], workload, "events")
    )


# On the small kernel
AIMS = (
    Aim("getppid()", 420, added("getppid", "default")),
    Aim("pread64() of 16 bytes", 560, added("pread64", "default")),
    Aim("openat() of a missing file", 540, added("openat", "default")),
    Aim("with durations, in addition: getppid()", 45, added("getppid", "time", "default")),
    Aim("``syscall_batch``: getppid()", 170, added("getppid", "batch")),
    Aim("``syscall_stat_only``: getppid()", 100, added("getppid", "stat_only")),
    Aim("the same with times", 200, added("getppid", "stat_only-time")),
    Aim("``syscall_entries``: getppid()", 800, added("getppid", "entries")),
    Aim("bytes of a call, part of events/syscalls", 1, share("bytes", "default"), "{:.2f}"),
    Aim("the same, words only", 0.6, share("bytes", "words"), "{:.2f}"),
    Aim("reading as text, part of events/syscalls", 0.7, share("text", "default"), "{:.2f}"),
    Aim("a mix of file calls, added", 6, more("files"), "{:.1f} %"),
    Aim("ping-pong over loopback, added", 12, more("pingpong"), "{:.1f} %"),
    Aim("a compile, added", 1, more("compile"), "{:.1f} %"),
    *(
        Aim(f"{each.title}: part of events/syscalls", 0.5, part(each.name), "{:.2f}")
        for each in WORKLOADS
    ),
)


# In a module
MODULE_AIMS = (
    Aim("getppid(), part of events/syscalls", 0.5, beside_events("getppid"), "{:.2f}"),
    Aim("pread64() of 16 bytes, the same", 0.8, beside_events("pread64"), "{:.2f}"),
    Aim("openat() of a missing file, the same", 0.8, beside_events("openat"), "{:.2f}"),
)


def rows(found: Figures, aims: tuple[Aim, ...]) -> Iterator[list[str]]:
    """The rows of a table, without those that were not measured."""
    yield ["", "aim", "measured", "more than aimed at"]
    for aim in aims:
        try:
            value = aim.measured(found)
        except KeyError:
            continue
        # What is shown as equal is equal.
        over = float(aim.form.format(value).split()[0].replace(",", "")) > aim.most
        excess = f"{100 * (value / aim.most - 1):.0f} %" if over else ""
        yield [aim.title, aim.form.format(aim.most), aim.form.format(value), excess]
