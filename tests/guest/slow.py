# SPDX-License-Identifier: GPL-2.0
"""Lets a function of the kernel take long, so that others overtake it."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import struct
from collections.abc import Iterator
from pathlib import Path

from home import TRACING

SYS_BPF, SYS_PERF_EVENT_OPEN = 321, 298
BPF_PROG_LOAD, BPF_PROG_TYPE_KPROBE = 5, 2
PERF_TYPE_TRACEPOINT, PERF_EVENT_IOC_ENABLE, PERF_EVENT_IOC_SET_BPF = 2, 0x2400, 0x40042408
# Instructions of BPF that go round eight million times: may_goto +1; goto -2; r0 = 0; exit
LOOP = ((0xE5, 0, 1, 0), (0x05, 0, -2, 0), (0xB7, 0, 0, 0), (0x95, 0, 0, 0))

libc = ctypes.CDLL(None, use_errno=True)


def call(number: int, *words: object) -> int:
    """Make a system call."""
    result = int(libc.syscall(number, *words))
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), f"system call {number}")
    return result


def define(line: str) -> None:
    """Make or remove an event, beside others."""
    events = os.open(TRACING / "kprobe_events", os.O_WRONLY | os.O_APPEND)
    try:
        os.write(events, line.encode())
    finally:
        os.close(events)


def load_loop() -> int:
    """The file of a program of BPF that takes some 100 ms."""
    code = ctypes.create_string_buffer(b"".join(struct.pack("<BBhi", *word) for word in LOOP))
    terms = ctypes.create_string_buffer(b"GPL")
    words = struct.pack("<IIQQ", BPF_PROG_TYPE_KPROBE, len(LOOP), ctypes.addressof(code), ctypes.addressof(terms))
    return call(SYS_BPF, BPF_PROG_LOAD, ctypes.create_string_buffer(words, 128), 128)


def symbol_of(function: str) -> str:
    """The name that the compiler has given to it: there may be a suffix."""
    names = (line.split()[2] for line in Path("/proc/kallsyms").read_text().splitlines())
    return next(name for name in names if name.split(".")[0] == function)


@contextlib.contextmanager
def slow(function: str) -> Iterator[None]:
    """A function of the kernel takes that long meanwhile."""
    with contextlib.ExitStack() as files:
        define(f"p:kprobes/slow {symbol_of(function)}\n")
        files.callback(define, "-:kprobes/slow\n")
        number = int((TRACING / "events/kprobes/slow/id").read_text())
        attr = ctypes.create_string_buffer(struct.pack("<IIQ", PERF_TYPE_TRACEPOINT, 128, number), 128)
        loop = load_loop()
        files.callback(os.close, loop)
        event = call(SYS_PERF_EVENT_OPEN, attr, -1, 0, -1, 0)
        files.callback(os.close, event)
        fcntl.ioctl(event, PERF_EVENT_IOC_SET_BPF, loop)
        fcntl.ioctl(event, PERF_EVENT_IOC_ENABLE, 0)
        yield
