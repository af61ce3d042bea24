# SPDX-License-Identifier: GPL-2.0
"""Checks of what exports of a module get."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

from export.checks import (
    MODULES,
    THREADS,
    TRACING,
    must,
    not_numbered,
    numbered,
    run,
    trace,
    write,
    written,
)

SAMPLE = Path("/sys/module/syscall_export_sample/parameters")
KINDS = ("calls", "entries", "exits", "tasks")


def counter(name: str) -> int:
    """A figure of the sample."""
    return int((SAMPLE / name).read_text())


def counted() -> int:
    """The records that the sample's exports have got."""
    must(counter("others") == 0, "an export got records of somebody else")
    return sum(map(counter, KINDS))


def load_sample(exports: int) -> None:
    run(f"insmod {MODULES}/syscall-export-sample.ko exports={exports}")


def unload_sample() -> None:
    run("rmmod syscall-export-sample")


def several_exports() -> None:
    """Each of several exports gets all records, of all kinds."""
    load_sample(3)
    try:
        for option in ("syscall_process", "syscall_entries"):
            write(TRACING / "options" / option, "1")
        trace()
        must(counted() == 3 * written(), f"{counted()} of 3 times {written()} records came")
        for kind in ("entries", "exits", "tasks"):
            must(counter(kind) > 100, f"there were but {counter(kind)} {kind}")
    finally:
        unload_sample()


def batches() -> None:
    """Records of batches are exported one by one."""
    write(TRACING / "options/syscall_batch", "1")
    load_sample(1)
    try:
        trace()
        must(counted() == written(), f"{counted()} of {written()} records came")
        must(counter("calls") > 100, f"there were but {counter('calls')} calls")
        before = counted()
        write(SAMPLE / "exports", "0")
        write(TRACING / "tracing_on", "1")
        trace("ls /etc")
        must(counted() == before, "records came without an export")
    finally:
        unload_sample()


def ends_of_tasks() -> None:
    """A task that ends tells how many calls it made: what was sent of them may be lost."""
    load_sample(1)
    try:
        numbered(TRACING)
        must(counter("tasks") == THREADS, f"{counter('tasks')} of {THREADS} threads")
        must("+++" not in (TRACING / "trace").read_text(), "somebody sees it in the trace")
    finally:
        not_numbered(TRACING)
        unload_sample()


def under_load() -> None:
    """Exports come and go while records are written. None is called after it has gone."""
    work = [
        subprocess.Popen(["sh", "-c", "while :; do ls /etc; done"], stdout=subprocess.DEVNULL)
        for _ in range(3)
    ]
    write(TRACING / "current_tracer", "syscall")
    try:
        for nr in range(20):
            load_sample(nr % 3)
            for exports in (8, 1, 5, 0, 2):
                write(SAMPLE / "exports", str(exports))
            time.sleep(0.05)
            must(counted() > 0, "no record came")
            must(counter("late") == 0, f"{counter('late')} records came too late")
            unload_sample()
    finally:
        for process in work:
            process.kill()
            process.wait()


def refusals() -> None:
    """What is registered twice, or not at all, or without .write, is refused."""
    load_sample(2)
    try:
        write(SAMPLE / "check_refusals", "1")
        trace("ls /etc")
        must(counted() == 2 * written(), "the exports do not work any more")
    finally:
        unload_sample()
