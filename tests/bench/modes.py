# SPDX-License-Identifier: GPL-2.0
"""The modes whose cost is measured: the only list of them.

A mode is what is written to files of tracefs before the program starts, or the tool that
the program runs under, or both.
"""

from __future__ import annotations

from dataclasses import dataclass

# What each mode starts from. Written in this order; files that a kernel lacks are left out.
RESET = (
    ("tracing_on", "0"),
    ("events/enable", "0"),
    ("set_event_pid", ""),
    ("set_syscall_pid", ""),
    ("set_syscall", ""),
    ("syscall_filter", ""),
    ("current_tracer", "nop"),
    ("buffer_size_kb", "1024"),
    ("trace", ""),
    ("tracing_on", "1"),
)

ON = (("current_tracer", "syscall"),)
EVENTS = (("events/syscalls/enable", "1"),)
NO_COPIES = tuple((f"options/syscall_{kind}", "0") for kind in ("strings", "data", "structs"))


@dataclass(frozen=True)
class Mode:
    """Something that observes system calls."""

    name: str
    title: str
    files: tuple[tuple[str, str], ...] = ()
    # A command, as words: {program} is a script to run, {out} where to write.
    tool: tuple[str, ...] = ()
    # How many of the calls it must have noticed, by the function of this name in guest.py.
    proof: str = "nothing"
    # Measured also with whole programs; as output; with `make bench-check`.
    whole: bool = False
    output: bool = False
    checked: bool = False


def chosen(name: str, title: str, file: str, value: str, proof: str = "none_buffered") -> Mode:
    """The tracer with a list that says what is recorded."""
    return Mode(
        name,
        f"``syscall``, {title}",
        ((file, value), *ON),
        proof=proof,
        checked=True,
    )


def option(name: str, title: str, *more: str) -> Mode:
    """The tracer with options that are off by default."""
    files = tuple((f"options/syscall_{word}", "1") for word in (name, *more))
    proof = "in_statistics" if name == "stat_only" else "buffered"
    return Mode(
        "-".join((name, *more)),
        title,
        (*files, *ON),
        proof=proof,
        output=name in ("entries", "batch"),
        checked=True,
    )


MODES = (
    Mode("off", "nothing", whole=True, checked=True),
    Mode("default", "``syscall``", ON, proof="buffered", whole=True, output=True, checked=True),
    Mode(
        "words",
        "``syscall``, words only",
        (*NO_COPIES, *ON),
        proof="buffered",
        output=True,
        checked=True,
    ),
    Mode(
        "strings",
        "``syscall``, words and strings",
        (*NO_COPIES[1:], *ON),
        proof="buffered",
        checked=True,
    ),
    option("time", "``syscall`` with ``syscall_time``"),
    option("process", "``syscall`` with ``syscall_process``"),
    option("entries", "``syscall`` with ``syscall_entries``"),
    option("batch", "``syscall`` with ``syscall_batch``"),
    option("stat", "``syscall`` with ``syscall_stat``"),
    option("stat_only", "``syscall`` with ``syscall_stat_only``"),
    option("stat_only", "``syscall`` with ``syscall_stat_only`` and times", "time"),
    chosen("other_task", "another task chosen (``set_syscall_pid``)", "set_syscall_pid", "1"),
    chosen("left_out", "another call chosen (``set_syscall``)", "set_syscall", "reboot"),
    chosen("fd", "condition ``fd == 77``", "syscall_filter", "fd == 77"),
    chosen("failed", "condition ``failed``", "syscall_filter", "failed", "some_buffered"),
    chosen("slow", "condition ``duration > 10ms``", "syscall_filter", "duration > 10ms"),
    Mode(
        "events",
        "``events/syscalls``",
        EVENTS,
        proof="buffered",
        whole=True,
        output=True,
        checked=True,
    ),
    Mode(
        "raw_events",
        "``events/raw_syscalls``",
        (("events/raw_syscalls/enable", "1"),),
        proof="buffered",
    ),
    Mode(
        "other_pid",
        "``events/syscalls`` of another task (``set_event_pid``)",
        (("set_event_pid", "1"), *EVENTS),
        proof="none_buffered",
    ),
    Mode(
        "trace_cmd",
        "``trace-cmd record -e syscalls``",
        tool=("trace-cmd", "record", "-q", "-e", "syscalls", "-o", "{out}", "{program}"),
        proof="bytes",
    ),
    Mode(
        "trace_cmd_syscall",
        "``trace-cmd record -p syscall``",
        tool=("trace-cmd", "record", "-q", "-p", "syscall", "-o", "{out}", "{program}"),
        proof="bytes",
    ),
    Mode(
        "perf_record",
        "``perf record -e raw_syscalls:*``",
        tool=("perf", "record", "-q", "-e", "raw_syscalls:*", "-o", "{out}", "{program}"),
        proof="bytes",
    ),
    Mode(
        "perf_trace",
        "``perf trace``",
        tool=("perf", "trace", "-o", "{out}", "{program}"),
        proof="lines",
    ),
    Mode(
        "bpftrace_count",
        "``bpftrace``, counting by name of task",
        tool=(
            "bpftrace",
            "-o",
            "{out}",
            "-e",
            "tracepoint:raw_syscalls:sys_enter { @[comm] = count(); }",
            "-c",
            "/bin/sh {program}",
        ),
        proof="map",
    ),
    Mode(
        "bpftrace_print",
        "``bpftrace``, printing a line for each call",
        tool=(
            "bpftrace",
            "-o",
            "{out}",
            "-e",
            'tracepoint:raw_syscalls:sys_enter { printf("%s %d\\n", comm, args->id); }',
            "-c",
            "/bin/sh {program}",
        ),
        proof="lines",
    ),
    Mode(
        "strace",
        "``strace -f``",
        tool=("strace", "-f", "-o", "{out}", "{program}"),
        proof="lines",
    ),
    Mode(
        "strace_seccomp",
        "``strace -f --seccomp-bpf -e trace=openat``",
        tool=("strace", "-f", "--seccomp-bpf", "-e", "trace=openat", "-o", "{out}", "{program}"),
        proof="some_lines",
    ),
)

BY_NAME = {mode.name: mode for mode in MODES}
