# SPDX-License-Identifier: GPL-2.0
"""The tracer's records in pages of the ring buffer, as trace_pipe_raw has them.

What pages look like is told by events/header_page and events/header_event of tracefs.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

HEADER = struct.Struct("<QQ")
# Of the second word of the header: bytes that follow.
COMMIT = (1 << 27) - 1
DATA_MAX, PADDING, TIME_EXTEND, TIME_STAMP = 28, 29, 30, 31
# A time stamp has the lower 59 bits only.
STAMP_TOP = ~((1 << 59) - 1)
COMMON = struct.Struct("<HBBi")


@dataclass
class Event:
    """What a processor recorded: when, of which task, what is behind the common fields."""

    time: int
    cpu: int
    type: int
    tid: int
    body: bytes


def read_page(page: bytes, cpu: int) -> Iterator[Event]:
    """The events of one page, the oldest first."""
    time, commit = HEADER.unpack_from(page)
    at = HEADER.size
    end = at + (commit & COMMIT)
    while at < end:
        (word,) = struct.unpack_from("<I", page, at)
        kind, delta = word & 31, word >> 5
        at += 4
        if kind in (TIME_EXTEND, TIME_STAMP):
            (high,) = struct.unpack_from("<I", page, at)
            stamp = (high << 27) + delta
            time = time + stamp if kind == TIME_EXTEND else (time & STAMP_TOP) | stamp
            at += 4
            continue
        if kind == PADDING:
            # Something was dropped; without a time, the page ends here.
            if not delta:
                return
            time += delta
            at += struct.unpack_from("<I", page, at)[0]
            continue
        time += delta
        size = kind * 4
        if not kind:
            # This length counts itself.
            size = struct.unpack_from("<I", page, at)[0] - 4
            at += 4
        type_, _, _, tid = COMMON.unpack_from(page, at)
        yield Event(time, cpu, type_, tid, page[at + COMMON.size : at + size])
        at += size


def read_cpu(pages: bytes, size: int, cpu: int) -> Iterator[Event]:
    """The events of all pages of a processor."""
    for at in range(0, len(pages), size):
        yield from read_page(pages[at : at + size], cpu)
