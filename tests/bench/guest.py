#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Measure one part in the guest, and print the figures as JSON.

guest.py PART MODE...

$PROGRAMS is the folder of the bench's own programs, $COST has the test program of this
name for each ABI, $MODULE is the tracer where the kernel does not have it. The guest's clock
counts instructions.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import modes
from modes import Mode
from workloads import WORKLOADS, Workload

TRACING = Path("/sys/kernel/tracing")
SCRATCH = Path("/dev/shm/bench")
PROGRAMS = Path(os.environ["PROGRAMS"])
COST = Path(os.environ["COST"])
MODULE = os.environ.get("MODULE")
RUNS = 3
# What tests/programs/cost.c measures of each call, at least.
CALLS_EACH = 3000
WARMING_RUNS = 2
# Of the calls that a program is known to make; tools lose some, and it is told how many.
NOTICED_LEAST = 0.9
TOOL_NOTICED_LEAST = 0.1
NEXT_TO_NONE = 20
# Calls of others that are not left out: those that wait for files of the host are slow.
OTHERS_MOST = 0.01
# How often the mix of file calls is repeated, to be read, to overrun a buffer of a MiB, and
# to race with a reader.
MIX_READ = 300
MIX_OVERRUN = 2000
MIX_LOST = 3000
LARGE_KB = 16384
TASKS = 200
INSTANCES = 20

Figures = dict[str, Any]


class Skipped(Exception):
    """This kernel or machine lacks what the mode needs; the text says what."""


def say(text: str) -> None:
    """Tell how far it is."""
    print(text, file=sys.stderr, flush=True)


def path_of(name: str) -> Path:
    """A file of tracefs. The module has its own in which the tracer is chosen."""
    return TRACING / (name.replace("current_tracer", "syscall_tracer") if MODULE else name)


def write(name: str, value: str) -> None:
    """Write a file of tracefs."""
    with path_of(name).open("w", encoding="utf-8") as file:
        file.write(value + "\n" if value else "")


def options() -> dict[str, str]:
    """All options of the tracer, as they are."""
    found = (TRACING / "options").glob("syscall_*")
    return {f"options/{path.name}": path.read_text().strip() for path in found}


DEFAULTS = options()


def reset() -> None:
    """What every mode starts from."""
    for name, value in (*modes.RESET, *DEFAULTS.items()):
        if path_of(name).exists():
            write(name, value)


def need_tracer() -> None:
    """Load it where it is a module. Until then, the kernel is as it is without."""
    if MODULE and not path_of("current_tracer").exists():
        subprocess.run(["insmod", MODULE], check=True)
        DEFAULTS.update(options())


def switch_on(mode: Mode) -> None:
    """Prepare what the mode writes to tracefs."""
    if mode.files:
        need_tracer()
    for name, _ in mode.files:
        if not path_of(name).exists():
            raise Skipped(f"this kernel has no {name}")
    if mode.tool and not shutil.which(mode.tool[0]):
        raise Skipped(f"there is no {mode.tool[0]}")
    if MODULE and "-p" in mode.tool:
        raise Skipped("a module's tracer is no tracer to trace-cmd")
    reset()
    for name, value in mode.files:
        write(name, value)


# ----------------------------- what was noticed -----------------------------


def stats() -> dict[str, int]:
    """The numbers in the statistics of the only processor's buffer."""
    text = (TRACING / "per_cpu/cpu0/stats").read_text()
    return {name: int(value) for name, value in re.findall(r"^([\w ]+): +(\d+)$", text, re.M)}


def buffered(_: Path) -> int:
    found = stats()
    return found["entries"] + found["overrun"] + found["read events"]


def in_statistics(_: Path) -> int:
    """The calls that were counted, from the last line of syscall_stats."""
    text = (TRACING / "syscall_stats").read_text().replace("% time", "%time")
    head = next(line for line in text.splitlines() if " calls " in line and line[0] != "#")
    return int(text.splitlines()[-1].split()[head.split().index("calls")])


def lines(out: Path) -> int:
    return out.read_bytes().count(b"\n")


def file_size(out: Path) -> int:
    return out.stat().st_size


def counted(out: Path) -> int:
    return sum(int(n) for n in re.findall(r"^@\[.*\]: (\d+)$", out.read_text(), re.M))


COUNTS = {
    "buffered": buffered,
    "none_buffered": buffered,
    "some_buffered": buffered,
    "in_statistics": in_statistics,
    "lines": lines,
    "some_lines": lines,
    "map": counted,
    "bytes": file_size,
}


def prove(mode: Mode, out: Path, calls: int) -> int:
    """How much the mode noticed; end if it was too little."""
    if mode.proof not in COUNTS:
        return 0
    found = COUNTS[mode.proof](out)
    if mode.proof == "none_buffered":
        good = found < OTHERS_MOST * calls
    elif mode.proof in ("some_lines", "some_buffered"):
        good = NEXT_TO_NONE < found < calls
    elif "batch" in mode.name:
        good = found > NEXT_TO_NONE
    else:
        good = found >= (TOOL_NOTICED_LEAST if mode.tool else NOTICED_LEAST) * calls
    if not good:
        sys.exit(f"error: {mode.name}: {calls} calls were made, noticed: {found} ({mode.proof})")
    return found


# ---------------------------------- calls -----------------------------------


def run_tool(mode: Mode, program: Path, out: Path) -> None:
    """Run the program, under the mode's tool if it has one."""
    command = mode.tool or ("{program}",)
    words = [word.replace("{program}", str(program)).replace("{out}", str(out)) for word in command]
    done = subprocess.run(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=SCRATCH, check=False
    )
    if done.returncode:
        sys.exit(f"error: {mode.name}: {done.stdout.decode(errors='replace')[-1000:]}")


def read_costs(path: Path, prefix: str) -> dict[str, tuple[float, float]]:
    """What tests/programs/cost.c printed."""
    found = {}
    for line in path.read_text().splitlines():
        name, mean, least = line.split()
        found[prefix + name] = float(mean), float(least)
    return found


def measure_calls(mode: Mode) -> Figures:
    """Mean and minimum of each call: of several runs the middle mean and the least minimum."""
    wide, narrow, out = SCRATCH / "wide", SCRATCH / "narrow", SCRATCH / "out"
    script = SCRATCH / "run"
    script.write_text(f"#!/bin/sh\n{COST}/64/cost >{wide} && {COST}/32/cost getppid >{narrow}\n")
    script.chmod(0o755)
    runs: dict[str, list[tuple[float, float]]] = {}
    noticed = 0
    for _ in range(RUNS):
        switch_on(mode)
        run_tool(mode, script, out)
        costs = {**read_costs(wide, ""), **read_costs(narrow, "i386-")}
        noticed = prove(mode, out, len(costs) * CALLS_EACH)
        for name, figures in costs.items():
            runs.setdefault(name, []).append(figures)
    reset()
    if mode.tool and mode.proof != "bytes":
        say(f"    noticed {noticed} calls; {len(runs) * CALLS_EACH} were measured")
    return {
        name: {"mean": median(mean for mean, _ in found), "least": min(least for _, least in found)}
        for name, found in runs.items()
    }


# ---------------------------------- output ----------------------------------


def mix(times: int) -> int:
    """Run the mix of file calls, traced from its first call to its last; how many it made."""
    write("tracing_on", "0")
    write("trace", "")
    command = [PROGRAMS / "mix", SCRATCH, str(times), TRACING / "tracing_on"]
    return int(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def read_all(name: str) -> int:
    """How many instructions it takes to read a file of tracefs."""
    command = [PROGRAMS / "reader", TRACING / name]
    return int(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def measure_reading(mode: Mode) -> Figures:
    """Instructions for a call that is read."""
    switch_on(mode)
    write("buffer_size_kb", str(LARGE_KB))
    calls = mix(MIX_READ)
    prove(mode, Path(), calls)
    if stats()["overrun"]:
        sys.exit(f"error: {mode.name}: the buffer of {LARGE_KB} KiB is too small")
    found: Figures = {}
    # The first reader pays for what is set up once.
    read_all("trace")
    found["text"] = read_all("trace") / calls
    if mode.files[-1] == modes.ON[-1]:
        write("options/syscall_json", "1")
        read_all("trace")
        found["json"] = read_all("trace") / calls
        write("options/syscall_json", DEFAULTS["options/syscall_json"])
    found["raw"] = read_all("per_cpu/cpu0/trace_pipe_raw") / calls
    return found


def held(mode: Mode) -> float:
    """How many of the last calls a buffer of a MiB has."""
    switch_on(mode)
    calls = mix(MIX_OVERRUN)
    found = stats()
    if not found["overrun"]:
        sys.exit(f"error: {mode.name}: the buffer was not filled")
    return calls * found["entries"] / (found["entries"] + found["overrun"])


def lost(mode: Mode, reader: str) -> float:
    """Percent of calls that are overwritten before the reader comes to them."""
    switch_on(mode)
    name = "per_cpu/cpu0/trace_pipe_raw" if reader == "raw" else "trace_pipe"
    write("tracing_on", "0")
    write("trace", "")
    if reader == "json":
        write("options/syscall_json", "1")
    process = subprocess.Popen([PROGRAMS / "reader", TRACING / name, "follow"])
    command = [PROGRAMS / "mix", SCRATCH, str(MIX_LOST), TRACING / "tracing_on"]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    found = stats()
    process.kill()
    process.wait()
    total = found["entries"] + found["overrun"] + found["read events"]
    return 100 * found["overrun"] / total


def measure_output(mode: Mode) -> Figures:
    """All about the output of one mode."""
    found = measure_reading(mode)
    readers = list(found)
    found["held"] = held(mode)
    found["bytes"] = (1 << 20) / found["held"]
    for reader in readers:
        found[f"lost_{reader}"] = lost(mode, reader)
    return found


# ------------------------------- whole programs ------------------------------


def run_workload(workload: Workload) -> int:
    """How many instructions the machine executes for it."""
    folder = SCRATCH / "work"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    subprocess.run(["bash", "-c", workload.prepare], cwd=folder, check=True)
    command = [PROGRAMS / "count", "bash", "-c", workload.script]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=True, text=True)
    server = folder / "server"
    if server.exists():
        os.kill(int(server.read_text()), signal.SIGTERM)
    count, status = done.stdout.split()[-2:]
    if int(status):
        sys.exit(f"error: {workload.name} failed with status {status}: {done.stdout[-1000:]}")
    return int(count)


def part_programs(names: list[str]) -> Figures:
    """What whole programs take: all runs, for the spread of them tells what they are worth."""
    found: Figures = {name: {} for name in names}
    for workload in WORKLOADS:
        missing = [need for need in workload.needs if not shutil.which(need)]
        if missing:
            say(f"  programs: {workload.name}: skipped: there is no {' '.join(missing)}")
            continue
        # The first runs fill caches. Modes take turns: what goes on changing meets all.
        reset()
        for _ in range(WARMING_RUNS):
            run_workload(workload)
        for _ in range(RUNS):
            for name in names:
                switch_on(modes.BY_NAME[name])
                found[name].setdefault(workload.name, []).append(run_workload(workload))
        counts = [f"{name} {median(found[name][workload.name]):,}" for name in names]
        say(f"  programs: {workload.name}: {', '.join(counts)}")
    reset()
    return found


# ---------------------------------- memory -----------------------------------


def free_kib() -> int:
    """Free memory, by the kernel's own account."""
    # Let what waits for RCU be freed.
    time.sleep(0.5)
    match = re.search(r"^MemFree: +(\d+) kB$", Path("/proc/meminfo").read_text(), re.M)
    return int(match[1]) if match else 0


class Tasks:
    """Processes that make a call with a path whenever they are told."""

    def __init__(self, number: int) -> None:
        self.told, self.tell = os.pipe()
        self.heard, self.answer = os.pipe()
        self.pids = [self._start() for _ in range(number)]

    def _start(self) -> int:
        pid = os.fork()
        if pid:
            return pid
        while os.read(self.told, 1):
            os.access("/none", os.R_OK)
            os.write(self.answer, b"x")
            # Let the others have their turn.
            time.sleep(0.2)
        os._exit(0)

    def call(self) -> None:
        """Let each make its call."""
        os.write(self.tell, b"x" * len(self.pids))
        for _ in self.pids:
            os.read(self.heard, 1)
        time.sleep(0.5)

    def end(self) -> None:
        """End them."""
        for pid in self.pids:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def task_kib() -> float:
    """What a task takes from its first traced call on."""
    tasks = Tasks(TASKS)
    used = []
    switch_on(modes.BY_NAME["default"])
    write("tracing_on", "0")
    for state in "0", "0", "1":
        write("tracing_on", state)
        before = free_kib()
        tasks.call()
        used.append(before - free_kib())
    tasks.end()
    reset()
    return (used[2] - used[1]) / TASKS


def instance_kib() -> float:
    """What the tracer adds to an instance that has its buffer."""
    folders = [TRACING / f"instances/bench{number}" for number in range(INSTANCES)]
    reset()
    write("current_tracer", "syscall")
    for folder in folders:
        folder.mkdir()
        write(f"{folder}/buffer_size_kb", "256")
    before = free_kib()
    for folder in folders:
        write(f"{folder}/current_tracer", "syscall")
    used = before - free_kib()
    for folder in folders:
        write(f"{folder}/current_tracer", "nop")
        folder.rmdir()
    reset()
    return used / INSTANCES


def part_memory(_: list[str]) -> Figures:
    """KiB that tasks and instances take."""
    return {"task": task_kib(), "instance": instance_kib()}


# ----------------------------------- parts -----------------------------------

def one_by_one(measure: Callable[[Mode], Figures]) -> Callable[[list[str]], Figures]:
    """Measure each mode by itself, leaving out what cannot be measured here."""

    def part(names: list[str]) -> Figures:
        result: Figures = {}
        for name in names:
            say(f"  {measure.__name__.replace('measure_', '')}: {name}")
            try:
                result[name] = measure(modes.BY_NAME[name])
            except Skipped as reason:
                say(f"    skipped: {reason}")
        return result

    return part


PARTS = {
    "calls": one_by_one(measure_calls),
    "output": one_by_one(measure_output),
    "programs": part_programs,
    "memory": part_memory,
}


def main(part: str, *names: str) -> None:
    """Measure and print."""
    SCRATCH.mkdir()
    os.environ["HOME"] = str(SCRATCH)
    Path("/proc/sys/kernel/randomize_va_space").write_text("0")
    figures = PARTS[part](list(names))
    text = Path("/proc/version").read_text()
    version = re.match(r"Linux version (\S+) \S+ \((.*?) \(.*?\) (\S+?),", text)
    if not version:
        sys.exit("error: /proc/version does not name the compiler")
    result = {"kernel": version[1], "compiler": f"{version[2]} {version[3]}", part: figures}
    print(json.dumps(result))


if __name__ == "__main__":
    main(*sys.argv[1:])
