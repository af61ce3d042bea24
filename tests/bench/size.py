# SPDX-License-Identifier: GPL-2.0
"""How large the tracer is in the kernel: bytes of code and data, by part."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

TOP = Path(__file__).resolve().parent.parent.parent

# The folders of the tracer that are no part of their own
ROOMS = ("choose", "filter", "hook", "loss", "record", "stat", "task", "tracefs")

# The objects of each part. What is left of the difference between a kernel with the tracer
# and one without it is in the files that both have.
PARTS = {
    "tracer: hooks, instances, files, output": (
        "kernel/trace/trace_syscalls.o",
        "kernel/trace/syscall/[!s]*.o",
        "kernel/trace/syscall/state.o",
        *(f"kernel/trace/syscall/{room}/*.o" for room in ROOMS),
        "arch/x86/kernel/syscall_trace_nr.o",
    ),
    "capture": ("kernel/trace/syscall/capture/*.o",),
    "format": ("kernel/trace/syscall/format/*.o", "arch/x86/kernel/syscall_trace_printers.o"),
    "table of calls": ("kernel/trace/syscall/syscall_trace_table.o",),
    "table of ioctl commands": ("kernel/trace/syscall/syscall_trace_ioctls.o",),
}
WITHOUT = "plain"
REST = "other files; merged strings"
ALL = "all"
ORDER = (*PARTS, REST, ALL)

# What a kind is made of: sections, by the beginnings of their names, the first one counts;
# and symbols, by the letters of nm, because some sections are padded to megabytes.
SECTIONS = {
    ".rodata": "read-only data",
    ".data.rel.ro": "read-only data",
    ".orc_unwind": "read-only data",
    "__ex_table": "read-only data",
    ".data": "data",
    ".init.data": "data",
}
SYMBOLS = {**dict.fromkeys("tTwW", "code"), **dict.fromkeys("bB", "data")}
KINDS = ("code", "read-only data", "data")

Sizes = dict[str, int]


def output_of(*command: "str | Path") -> str:
    """What a command prints."""
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout.strip()


def sizes(path: Path) -> Sizes:
    """Bytes of each kind."""
    found = dict.fromkeys(KINDS, 0)
    for line in output_of("size", "-A", path).splitlines():
        match = re.match(r"(\S+) +(\d+) +\d+$", line)
        name = next((name for name in SECTIONS if match and match[1].startswith(name)), None)
        if match and name:
            found[SECTIONS[name]] += int(match[2])
    for line in output_of("nm", "-S", path).splitlines():
        match = re.match(r"\w+ (\w+) (\w) ", line)
        if match and match[2] in SYMBOLS:
            found[SYMBOLS[match[2]]] += int(match[1], 16)
    return found


def task_size(kernel: Path) -> int:
    """The size of a task_struct: that of the first one."""
    match = re.search(r"^\w+ (\w+) \w init_task$", output_of("nm", "-S", kernel), re.M)
    return int(match[1], 16) if match else 0


def image(config: str) -> Path:
    """A finished kernel."""
    return Path(output_of(TOP / "dev/kernel.sh", "image", config)) / "kernel"


def measure(config: str) -> dict[str, Any]:
    """All sizes."""
    built = Path(output_of(TOP / "dev/kernel.sh", "objects", config, "vmlinux"))
    result: dict[str, Sizes] = {}
    for part, patterns in PARTS.items():
        files = {file for pattern in patterns for file in built.glob(pattern)}
        each = [sizes(file) for file in sorted(files)]
        result[part] = {kind: sum(one[kind] for one in each) for kind in KINDS}
    ours, theirs = image(config), image(WITHOUT)
    more, less = sizes(ours), sizes(theirs)
    total = {kind: more[kind] - less[kind] for kind in KINDS}
    listed = {kind: sum(part[kind] for part in result.values()) for kind in KINDS}
    result[REST] = {kind: total[kind] - listed[kind] for kind in KINDS}
    result[ALL] = total
    return {"parts": result, "task_struct": task_size(ours) - task_size(theirs)}
