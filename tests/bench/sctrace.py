#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Measure how long programs take under sctrace and under strace.

sctrace.py          print the table; Documentation/trace/sctrace.rst has it
sctrace.py --check  print it, and a result as suites do

The clock of the virtual machine counts instructions, a nanosecond each. "itself" is what the
program executes, user and system time. This is how long it takes if sctrace has another
processor. "all" is what the machine executes, with the tool. This is how long it takes if there
is one processor, or if program and tool take turns, as those of ptrace do.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
# Of the program's time alone: what it may take by itself under sctrace, and what it may take
# while sctrace traces another one.
ITSELF = 1.2
BESIDE = 1.02

WORKLOADS = {
    "calls": "$PROGRAMS/mix . 1000 >/dev/null",
    "shell": "for i in {1..15}; do /bin/true; ls / >/dev/null; echo $i | cat >/dev/null; done",
    "gcc": "gcc -O2 -c $SOURCES/mix.c -o mix.o",
}
TOOLS = {
    "alone": "",
    "sctrace": "$SCTRACE -o out",
    "sctrace -c": "$SCTRACE -c -o out",
    "strace -f": "strace -f -o out",
}
# What the tool has written shows that it has seen the program.
SCRIPT = """
mount -t tmpfs none /mnt; cd /mnt
export TIMEFORMAT='%U %S'
measure() {
	for run in 1 2 3; do
		: >out
		all=$($PROGRAMS/count $3 bash -c "time { $2; } 2>errors" 2>times)
		echo "$1|$all|$(tail -n 1 times)|$(wc -c <out)"
	done
}
"""
BESIDE_SCRIPT = """
sleep 1000 & $SCTRACE -p $! -o out 2>/dev/null & sleep 1
measure 'beside|calls' "$CALLS" ''
"""

Figures = dict[tuple[str, str], tuple[float, float]]


def output_of(*command: "str | Path") -> str:
    """What a command prints last."""
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    return done.stdout.splitlines()[-1]


def measure() -> Figures:
    """Of each tool and workload: seconds of the machine, and of the program itself."""
    build = TOP / "tests/programs/build.sh"
    programs = TOP / "tests/bench/programs"
    tool = f"{output_of(TOP / 'tests/unit/build.sh', 'plain/sctrace')}/plain/sctrace"
    lines = [f"export PROGRAMS={output_of(build, programs)} SOURCES={programs} SCTRACE={tool}",
             f"CALLS='{WORKLOADS['calls']}'", SCRIPT]
    for workload, script in WORKLOADS.items():
        for name, command in TOOLS.items():
            lines.append(f"measure '{name}|{workload}' '{script}' \"{command}\"")
    run = [TOP / "dev/vm", "bash -c " + quoted("\n".join(lines) + BESIDE_SCRIPT)]
    env = {**os.environ, "VM_ICOUNT": "1"}
    text = subprocess.run(run, env=env, check=True, stdout=subprocess.PIPE, text=True).stdout
    found: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for line in text.splitlines():
        name, workload, count, times, size = line.split("|")
        executed, status = map(int, count.split())
        if status:
            sys.exit(f"error: {name}, {workload}: status {status}")
        if (name in ("alone", "beside")) != (int(size) < 100):
            sys.exit(f"error: {name}, {workload}: {size} bytes were written")
        itself = sum(map(float, times.split()))
        found.setdefault((name, workload), []).append((executed / 1e9, itself))
    # Runs differ by what interrupts them.
    return {key: sorted(runs)[len(runs) // 2] for key, runs in found.items()}


def quoted(text: str) -> str:
    """As one word of a shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def ratio(figures: Figures, name: str, workload: str, own: bool) -> float:
    """How many times as long as alone; @own: what the program takes by itself."""
    return figures[name, workload][own] / figures["alone", workload][own]


def table(figures: Figures) -> None:
    """Print it."""
    print(f"{'':8} {'alone':>8}  {'sctrace':>16}  {'sctrace -c':>16}  {'strace -f':>9}")
    head = "".join(f"  {word:>7}" for word in ("itself", "all") * 2)
    print(f"{'':8} {'':>8}{head}  {'all':>9}")
    for workload in WORKLOADS:
        words = [f"{workload:8} {figures['alone', workload][0]:6.3f} s"]
        for name in "sctrace", "sctrace -c":
            words.append(f"{ratio(figures, name, workload, True):7.2f}")
            words.append(f"{ratio(figures, name, workload, False):7.2f}")
        words.append(f"{ratio(figures, 'strace -f', workload, False):9.2f}")
        print("  ".join(words))
    beside = ratio(figures, "beside", "calls", False)
    print(f"calls, while sctrace traces another process: {beside:.2f}")


def main(args: list[str]) -> int:
    """See above."""
    if args not in ([], ["--check"]):
        sys.exit(__doc__)
    figures = measure()
    table(figures)
    if not args:
        return 0
    bad = [f"{workload}: {ratio(figures, 'sctrace', workload, True):.2f}" for workload in WORKLOADS
           if ratio(figures, "sctrace", workload, True) > ITSELF]
    if ratio(figures, "beside", "calls", False) > BESIDE:
        bad.append("a program beside it pays, too")
    print(f"{'not ok' if bad else 'ok'} - programs take at most {ITSELF} times as long by"
          " themselves under sctrace")
    for line in bad:
        print(f"  {line}")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
