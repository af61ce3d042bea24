# SPDX-License-Identifier: GPL-2.0
"""What the checks of exports share: the tracer, and tests."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Callable, List

MODULES, RECEIVER, PROGRAMS = sys.argv[1:]
TRACING = Path("/sys/kernel/tracing")
CONFIGFS = Path("/sys/kernel/config")
# What the program "numbered" does
THREADS, CALLS = 4, 5000
# What is traced: processes that come and go, on both processors.
WORK = "for i in 1 2 3; do ls -l /etc; busybox find /etc -name none & wc /etc/passwd; wait; done"
# The names of tests that failed.
FAILED: List[str] = []


class Wrong(Exception):
    """Something is not as it must be."""


def must(good: bool, what: str) -> None:
    """Complain if something is not so."""
    if not good:
        raise Wrong(what)


def write(path: Path, text: str) -> None:
    """Write a control file in one go."""
    with path.open("w", encoding="ascii") as file:
        file.write(text)


def run(command: str) -> str:
    """Run a command of the shell, which must succeed, and return what it prints."""
    done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = done.stdout.decode(errors="replace")
    must(done.returncode == 0, f"'{command}' failed: {text}")
    return text


def test(name: str, function: Callable[[], None]) -> None:
    """Run one test and tell its result."""
    write(TRACING / "current_tracer", "nop")
    for option in ("syscall_json", "syscall_batch", "syscall_process", "syscall_entries"):
        write(TRACING / "options" / option, "0")
    write(TRACING / "tracing_on", "1")
    write(TRACING / "trace", "")
    try:
        function()
    except (Wrong, OSError, subprocess.TimeoutExpired) as wrong:
        FAILED.append(name)
        print(f"not ok - {name}\n  {wrong}", flush=True)
    else:
        print(f"ok - {name}", flush=True)


def trace(work: str = WORK) -> None:
    """Trace the calls of a command of the shell, and of nobody else."""
    shell = subprocess.Popen(
        ["sh", "-c", f"read go; {work}"],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    write(TRACING / "set_syscall_pid", str(shell.pid))
    write(TRACING / "current_tracer", "syscall")
    shell.communicate(b"go\n", timeout=300)
    write(TRACING / "tracing_on", "0")
    write(TRACING / "set_syscall_pid", "")


def start_numbered(*instances: Path) -> subprocess.Popen[bytes]:
    """Let threads make calls, and instances record them."""
    for where in instances:
        write(where / "set_syscall_comm", "numbered")
        write(where / "set_syscall", "lseek")
        write(where / "current_tracer", "syscall")
    return subprocess.Popen([f"{PROGRAMS}/64/numbered", str(THREADS), str(CALLS)])


def numbered(*instances: Path) -> None:
    """The same, to their end."""
    must(not start_numbered(*instances).wait(), "it failed")


def not_numbered(*instances: Path) -> None:
    """As it was."""
    for where in instances:
        write(where / "current_tracer", "nop")
        write(where / "set_syscall", "")
        write(where / "set_syscall_comm", "")


def written() -> int:
    """How many records the ring buffer has got; none may be lost."""
    entries, wrote = re.search(  # type: ignore[union-attr]
        r"entries-in-buffer/entries-written: (\d+)/(\d+)", (TRACING / "trace").read_text()
    ).groups()
    must(entries == wrote, f"the ring buffer has lost some: {entries} of {wrote}")
    return int(wrote)
