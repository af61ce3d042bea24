# SPDX-License-Identifier: GPL-2.0
"""Checks of events: their text, their values, their times."""

from __future__ import annotations

import os
import re
from pathlib import Path

from ktrace_reader import KTRACE, Bad, Buffer, Cut, decode
from ktrace.checks import TRACE, cat, dmesg, drain, fire, get, put, same, storm


def before_use() -> None:
    """What the files say at first."""
    same(["0", "0", "0", "1024"],
         [get(name) for name in ("enabled", "trace", "overflow", "buffer_size_kb")])
    same([], os.listdir(KTRACE / "events"))


def no_memory_before_use() -> None:
    """The buffers take memory when they are first used."""
    def free() -> int:
        return int(re.findall(r"MemFree: +(\d+)", Path("/proc/meminfo").read_text("ascii"))[0])

    before = free()
    put("enabled", 1)
    put("enabled", 0)
    cpus = os.cpu_count() or 1
    taken = before - free()
    if not 900 * cpus <= taken <= 1500 * cpus:
        raise AssertionError(f"{taken} KiB for {cpus} CPUs")


def equal_to_printk() -> None:
    """What readers print is what printk() prints of the same arguments."""
    put("trace", 1)
    fire()
    put("trace", 0)
    printed = re.findall(r"ktrace_sample: (sample_.*)", dmesg())
    if len(printed) < 22:
        raise AssertionError(f"only {len(printed)} lines")
    got = cat()
    same(printed, [line for line in got if line in printed])
    traced = re.findall(r"\d: (sample_.*)", TRACE.read_text("ascii"))
    pointers = [line.startswith("sample_pointer") for line in printed]
    for line, other, pointer in zip(printed, traced, pointers):
        if not pointer:
            same(line, other)
    TRACE.write_text("", "ascii")


def what_printk_cannot() -> None:
    """Strings that are bad, long, or could do harm."""
    k = "k" * 4096
    fire()
    lines = {line.split(": ", 1)[0]: line.split(": ", 1)[1] for line in cat()}
    same("[(efault)] [(efault)]", lines["sample_efault"])
    same("\\033[2J\\377\\012\"\\ \\011", lines["sample_bytes"])
    same(k, lines["sample_4k"])
    same(f"{k}....", lines["sample_cut"])
    same(f"{k}...", lines["sample_5000"])
    part = "k" * 2048 + "..."
    same(f"{part} hello {part} {part} {part} {part}", lines["sample_six"])


def traced_cut() -> None:
    """Long records are cut in the trace file, whose sub-buffers are smaller."""
    put("trace", 1)
    fire()
    put("trace", 0)
    line = re.findall(r"sample_4k: (k*)(.*)", TRACE.read_text("ascii"))
    if len(line) != 1 or not 3900 < len(line[0][0]) < 4096 or line[0][1] != "...":
        raise AssertionError(f"{len(line[0][0])} {line[0][1]}")
    TRACE.write_text("", "ascii")
    drain()


def traced_beyond() -> None:
    """The trace file gets also what there is no space for in the buffers of ktrace."""
    put("trace", 1)
    for _ in range(2):
        storm(50000)
        lost = int(get("overflow"))
        if not lost:
            raise AssertionError("nothing is lost")
        fire()
        lines = re.findall(r"\d: (sample_.*)", TRACE.read_text("ascii"))
        same("sample_storm: 49999 of 50000 by python3",
             [line for line in lines if "storm" in line][-1])
        last = lines[lines.index("sample_storm: 49999 of 50000 by python3") + 1:]
        same(28, len(last))
        for text in "sample_nothing: no arguments, 100%", "sample_bits: 5 -6":
            if text not in last:
                raise AssertionError(f"not there: {text}")
        TRACE.write_text("", "ascii")
    put("trace", 0)
    storm(1)
    same([], re.findall("sample_.*", TRACE.read_text("ascii")))
    # What ktrace itself has is what came first.
    if cat()[0] != "sample_storm: 0 of 50000 by python3":
        raise AssertionError("not the first one")
    put("reset", 1)


def raw_values() -> None:
    """The binary has the values, by read() and by the mapping."""
    for how in Buffer.read, Buffer.mapped:
        fire()
        buffer = Buffer(0)
        if how is Buffer.mapped:
            buffer.map_all()
        found = dict(decode(buffer.info, record) for _, record in how(buffer))
        buffer.close()
        same(28, len(found))
        same([-1, -(1 << 31), (1 << 32) - 1, 0xBEEF, 0xBEEF, 8, 0], found["sample_int"])
        same([-(1 << 63), (1 << 64) - 1, 0xFEDCBA9876543210], found["sample_long_long"])
        same([0x1234, 0, (1 << 64) - 2], found["sample_pointer"])
        same([5, -6], found["sample_bits"])
        same([], found["sample_nothing"])
        same([b""], found["sample_empty"])
        same([None, None, None], found["sample_null"])
        same([Bad(), Bad()], found["sample_efault"])
        same([b"four", 4, b"four"], found["sample_no_end"])
        same([b"\033[2J\377\n\"\\", 9], found["sample_bytes"])
        same([b"k" * 4096], found["sample_4k"])
        same([Cut(b"k" * 4096)], found["sample_cut"])


def times_go_on() -> None:
    """Times are those of the trace clock, and in order."""
    def mark() -> int:
        """The time of a mark in the trace file, in us."""
        (TRACE.parent / "trace_marker").write_text("times_go_on", "ascii")
        seconds, us = re.findall(r" (\d+)\.(\d{6}): .*times_go_on", TRACE.read_text("ascii"))[-1]
        return int(seconds) * 1_000_000 + int(us)

    (TRACE.parent / "trace_clock").write_text("local", "ascii")
    begin = mark()
    storm(3000)
    end = mark()
    TRACE.write_text("", "ascii")
    buffer = Buffer(0)
    times = [when for when, _ in buffer.read()]
    buffer.close()
    same(3000, len(times))
    same(sorted(times), times)
    # As the trace file rounds them
    first, last = ((when + 500) // 1000 for when in (times[0], times[-1]))
    if not begin <= first < last <= end:
        raise AssertionError(f"{begin} {first} {last} {end}")
