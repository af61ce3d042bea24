# SPDX-License-Identifier: GPL-2.0
"""Checks of what a System Trace Module gets."""

from __future__ import annotations

import collections
import os
import re
import struct
from pathlib import Path
from typing import Counter, Dict, Iterator

from export.checks import CONFIGFS, TRACING, must, trace, write

FORMATS = ("syscall_call", "syscall_enter", "syscall_exit", "syscall_task")


def type_ids() -> Dict[int, str]:
    """The kernel's numbers of the tracer's records."""
    ids = {}
    for name in FORMATS:
        text = (TRACING / f"events/ftrace/{name}/format").read_text()
        ids[int(re.search(r"^ID: (\d+)", text, re.MULTILINE)[1])] = name  # type: ignore[index]
    return ids


def events_of(page: bytes) -> Iterator[bytes]:
    """The events of a page of the ring buffer."""
    commit = struct.unpack_from("<Q", page, 8)[0] & 0xFFFFF
    pos, end = 16, 16 + commit
    while pos < end:
        kind = struct.unpack_from("<I", page, pos)[0] & 0x1F
        pos += 4
        if kind == 29:  # padding
            return
        if kind in (30, 31):  # time extend, time stamp
            pos += 4
        elif kind:
            yield page[pos : pos + 4 * kind]
            pos += 4 * kind
        else:
            size = struct.unpack_from("<I", page, pos)[0] - 4
            yield page[pos + 4 : pos + 4 + size]
            pos += (4 + size + 3) & ~3


def raw_records() -> Counter[bytes]:
    """The tracer's records in the ring buffer, as they are."""
    found: Counter[bytes] = collections.Counter()
    ids = type_ids()
    for path in sorted(TRACING.glob("per_cpu/cpu*/trace_pipe_raw")):
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            while page := os.read(fd, 4096):
                found.update(e for e in events_of(page) if e[0] + e[1] * 256 in ids)
        except BlockingIOError:
            pass
        os.close(fd)
    return found


def link_stm() -> Path:
    """Connect the kernel's source "ftrace" with its dummy device."""
    device = sorted(Path("/sys/class/stm").glob("dummy_stm*"))[0]
    policy = CONFIGFS / f"stp-policy/{device.name}:p_basic.test"
    policy.mkdir()
    (policy / "default").mkdir()
    link = Path("/sys/class/stm_source/ftrace/stm_source_link")
    write(link, device.name)
    must(link.read_text().strip() == device.name, "STM is not linked")
    return policy


def unlink_stm() -> None:
    """Disconnect it: the name of no device does, and is an error."""
    try:
        write(Path("/sys/class/stm_source/ftrace/stm_source_link"), "none")
    except OSError:
        pass


def stm() -> None:
    """What a dummy STM gets is what the ring buffer holds, byte by byte."""
    instance = TRACING / "instances/stm"
    instance.mkdir()
    # The device forgets what it gets: a probe looks on.
    write(
        TRACING / "kprobe_events",
        "p:stm dummy_stm_packet channel=$arg3:u32 packet=$arg4:u32 size=$arg6:u32 data=+0($arg7):x64",
    )
    write(instance / "buffer_size_kb", "20000")
    write(instance / "events/kprobes/stm/enable", "1")
    policy = link_stm()
    try:
        trace("ls /etc; wc /etc/passwd")
        write(instance / "tracing_on", "0")
        wanted = raw_records()
        must(sum(wanted.values()) > 100, "too few records")
        must("[LOST" not in (instance / "trace").read_text(), "the probe has lost packets")
        got = frames((instance / "trace").read_text())
        missing, extra = wanted - got, got - wanted
        must(not missing, f"{sum(missing.values())} records are missing: {list(missing)[:2]}")
        must(not extra, f"{sum(extra.values())} records are not in the buffer: {list(extra)[:2]}")
    finally:
        unlink_stm()
        (policy / "default").rmdir()
        policy.rmdir()
        write(instance / "events/kprobes/stm/enable", "0")
        instance.rmdir()
        write(TRACING / "kprobe_events", "")


def frames(text: str) -> Counter[bytes]:
    """The tracer's records in the packets that a dummy STM has got."""
    ids = type_ids()
    found: Counter[bytes] = collections.Counter()
    open_frames: Dict[str, bytes] = collections.defaultdict(bytes)
    for line in text.splitlines():
        match = re.search(r"channel=(\d+) packet=(\d+) size=(\d+) data=0x([0-9a-f]+)", line)
        if not match:
            continue
        channel, packet, size = match[1], int(match[2]), int(match[3])
        if packet == 0:  # data
            data = int(match[4], 16).to_bytes(8, "little")
            open_frames[channel] += data[:size]
        else:  # the end of a frame
            frame = open_frames.pop(channel, b"")
            if len(frame) >= 8 and frame[0] + frame[1] * 256 in ids:
                found[frame] += 1
    return found
