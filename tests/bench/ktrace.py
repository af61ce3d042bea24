#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Measure what an enabled trace point of ktrace costs, in instructions.

ktrace.py           print the table: base and speed are configs/NAME.config
ktrace.py --check   on base: is it at most 0.8 of a trace event with the same fields?

The sample module ktrace-bench has the trace points. The clock of the virtual machine
counts instructions. Documentation/trace/ktrace.rst has the figures.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
AIM = 0.8
# A site that is off: the key's test, and what the loop around it takes.
OFF_MOST = {"base": 4, "speed": 2}
SCRIPT = """
insmod {modules}/ktrace-bench.ko
echo off; cat /sys/module/ktrace_bench/parameters/cycles
echo 1 >/sys/kernel/debug/ktrace/enabled
echo 1 >/sys/kernel/tracing/events/ktrace_bench/enable
echo on; cat /sys/module/ktrace_bench/parameters/cycles
"""

Figures = dict[str, dict[str, int]]


def measure(config: str) -> dict[str, Figures]:
    """Off and on: of each kind of trace point, of each set of arguments."""
    run = [TOP / "dev/kernel.sh", "image", config]
    image = subprocess.run(run, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    run = [TOP / "dev/vm", SCRIPT.format(modules=f"{image}/modules")]
    env = {**os.environ, "CONFIG": config, "VM_ICOUNT": "1"}
    text = subprocess.run(run, env=env, check=True, stdout=subprocess.PIPE, text=True).stdout
    figures: dict[str, Figures] = {}
    state: Figures = {}
    for line in text.splitlines():
        if line in ("off", "on"):
            state = figures.setdefault(line, {})
        else:
            kind, arguments, count = line.split()
            state.setdefault(kind, {})[arguments] = int(count)
    return figures


def check() -> int:
    """The aims hold."""
    figures = measure("base")
    good = True
    for arguments, event in figures["on"]["trace_event"].items():
        ktrace = figures["on"]["ktrace"][arguments]
        print(f"{arguments}: {ktrace} of {event}: {ktrace / event:.2f}")
        good = good and 50 < ktrace <= AIM * event
        off = figures["off"]["ktrace"][arguments]
        print(f"{arguments}, off: {off}")
        good = good and off <= OFF_MOST["base"]
    return not good


def syscall_tracer(config: str) -> str:
    """What the saved figures say that recording a simple call adds to it."""
    saved = json.loads((TOP / "Documentation/trace/syscall-bench.json").read_text("utf-8"))
    modes = saved[config]["calls"]
    added = modes["default"]["getppid"]["mean"] - modes["off"]["getppid"]["mean"]
    return f"syscall tracer {added:8.0f} (getppid(); make bench PART=calls)"


def table(config: str) -> None:
    """Print it."""
    figures = measure(config)
    print(f"{config:14} {'numbers':>8} {'string':>8}")
    for state in "on", "off":
        for kind, counts in figures[state].items():
            if state == "on" or kind != "trace_printk":
                name = kind if state == "on" else f"{kind}, off"
                print(f"{name:14} {counts['numbers']:8} {counts['string']:8}".rstrip())
    print(syscall_tracer(config))


def main(args: list[str]) -> int:
    """See above."""
    if args == ["--check"]:
        return check()
    if args:
        sys.exit(__doc__)
    for config in "base", "speed":
        table(config)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
