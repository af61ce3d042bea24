# SPDX-License-Identifier: GPL-2.0
"""Keeps what is in the buffer of an instance: the records, and what the kernel prints
of them with each of the options that change the text.

For run-programs and compare-parity in the virtual machine, when `make golden` asks them
with --keep: then a tar file is their standard output.
"""

from __future__ import annotations

import io
import os
import re
import sys
import tarfile
from pathlib import Path

# The name of each way to read a trace, and the options that make it.
VIEWS = {
    "text": (),
    "names": ("syscall_names",),
    "time": ("syscall_time",),
    "raw": ("syscall_raw",),
    "json": ("syscall_json",),
    "json-time": ("syscall_json", "syscall_time"),
    "json-raw": ("syscall_json", "syscall_raw"),
}
# What is on in any of them, and is off in the others.
OPTIONS = sorted({option for options in VIEWS.values() for option in options})

# As tracefs has them, less "syscall_".
RECORDS = ("call", "enter", "exit", "task")
TRACING = Path("/sys/kernel/tracing")


def type_of(name: str) -> str:
    """The number that records of a kind have."""
    text = (TRACING / f"events/ftrace/syscall_{name}/format").read_text()
    found = re.search(r"^ID: (\d+)$", text, re.MULTILINE)
    assert found
    return found[1]


def read_pages(cpu: Path, size: int) -> bytes:
    """What a processor has recorded; it is gone from the buffer then."""
    pages = []
    pipe = os.open(cpu / "trace_pipe_raw", os.O_RDONLY | os.O_NONBLOCK)
    try:
        while page := os.read(pipe, size):
            pages.append(page.ljust(size, b"\0"))
    except BlockingIOError:
        pass
    finally:
        os.close(pipe)
    return b"".join(pages)


class Keeper:
    """A tar file that takes the traces, each in a folder of its own."""

    def __init__(self, file: io.BufferedIOBase) -> None:
        self.tar = tarfile.open(fileobj=file, mode="w|")
        self.add("types", "".join(f"{name} {type_of(name)}\n" for name in RECORDS).encode())

    def add(self, name: str, data: bytes) -> None:
        """One file."""
        info = tarfile.TarInfo(name)
        info.size = len(data)
        self.tar.addfile(info, io.BytesIO(data))

    def keep(self, instance: Path, name: str) -> None:
        """The trace of an instance that does not record any more; options stay as they are."""
        switches = [instance / "options" / option for option in OPTIONS]
        before = [switch.read_text() for switch in switches]
        for view, options in VIEWS.items():
            for option, switch in zip(OPTIONS, switches):
                switch.write_text(str(int(option in options)))
            self.add(f"{name}/{view}", (instance / "trace").read_bytes())
        for switch, value in zip(switches, before):
            switch.write_text(value)
        size = int((instance / "buffer_subbuf_size_kb").read_text()) * 1024
        for cpu in sorted(instance.glob("per_cpu/cpu*")):
            self.add(f"{name}/{cpu.name}.{size}", read_pages(cpu, size))
        self.add(f"{name}/clock", (instance / "trace_clock").read_bytes())

    def close(self) -> None:
        """The end of the tar file."""
        self.tar.close()


def keeper_if(wanted: bool) -> Keeper | None:
    """With the standard output; what else is printed goes to standard error from now on."""
    if not wanted:
        return None
    made = Keeper(os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    return made
