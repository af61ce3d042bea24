# SPDX-License-Identifier: GPL-2.0
"""A reader of ktrace's buffers, written from Documentation/trace/ktrace.rst alone."""

from __future__ import annotations

import fcntl
import mmap
import os
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Union

KTRACE = Path("/sys/kernel/debug/ktrace")
GET_SIZE, GET_PRODUCED, GET_CONSUMED = (0x8004F500 + nr for nr in range(3))
PUT_PRODUCED, PUT_CONSUMED = (0x4004F500 + nr for nr in (3, 4))

Value = Union[int, bytes, None, "Bad"]


class Bad:
    """A string that could not be read."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bad)

    def __repr__(self) -> str:
        return "Bad()"


@dataclass
class Cut:
    """A string that was longer."""

    text: bytes


@dataclass
class Event:
    """A line of info."""

    number: int
    state: str
    name: str
    kinds: list[str]
    format: str


class Info:
    """The file info."""

    def __init__(self) -> None:
        self.facts: dict[str, str] = {}
        self.events: dict[int, Event] = {}
        for line in (KTRACE / "info").read_text("ascii").splitlines():
            word, rest = line.split(" ", 1)
            if word != "event":
                self.facts[word] = rest
                continue
            number, state, name, kinds, text = rest.split(" ", 4)
            text = re.sub(r"\\(\d{3})", lambda found: chr(int(found[1], 8)), text[1:-1])
            kind_list = [] if kinds == "-" else kinds.split(",")
            self.events[int(number)] = Event(int(number), state, name, kind_list, text)
        assert self.facts["version"] == "1" and self.facts["endian"] == "little"
        self.subbuf = int(self.facts["subbuf_size"])
        self.header = int(self.facts["subbuf_header"])

    def named(self, name: str) -> list[Event]:
        """The events of a name."""
        return [event for event in self.events.values() if event.name == name]


def records(sub: bytes, header: int, begin: int = 0) -> Iterator[tuple[int, bytes]]:
    """Time and content of the records of a sub-buffer, without those before begin."""
    time, commit = struct.unpack_from("<QQ", sub)
    at, end = header, header + (commit & 0x3FFFFFFF)
    while at < end:
        (word,) = struct.unpack_from("<I", sub, at)
        kind, delta = word & 31, word >> 5
        first = struct.unpack_from("<I", sub, at + 4)[0] if at + 8 <= end else 0
        if kind == 29:
            if not delta:
                return
            at += 4 + first
        elif kind == 30:
            time += (first << 27) + delta
            at += 8
        elif kind == 31:
            time = (time & (31 << 59)) | ((first << 27) + delta)
            at += 8
        else:
            time += delta
            data, size = (at + 8, first - 4) if not kind else (at + 4, kind * 4)
            if at - header >= begin:
                yield time, sub[data : data + size]
            at = data + size


def decode(info: Info, record: bytes) -> tuple[str, list[Value | Cut]]:
    """Name and arguments."""
    (number,) = struct.unpack_from("<I", record)
    if number == 0:
        return "LOST", list(struct.unpack_from("<Q", record, 4))
    event = info.events[number]
    at = 4
    values: list[Value | Cut] = []
    for kind in event.kinds:
        if kind == "str":
            (head,) = struct.unpack_from("<H", record, at)
            at += 2
            if head >= 0xFFFE:
                values.append(None if head == 0xFFFF else Bad())
                continue
            text = record[at : at + (head & 0x1FFF)]
            at += len(text)
            values.append(Cut(text) if head & 0x8000 else text)
        else:
            size = 8 if kind == "ptr" else int(kind[1:]) // 8
            part = record[at : at + size]
            values.append(int.from_bytes(part, "little", signed=kind[0] == "s"))
            at += size
    assert 0 <= len(record) - at <= 7, (event, record)
    return event.name, values


class Buffer:
    """A file buffers/cpuN."""

    def __init__(self, cpu: int, flags: int = os.O_NONBLOCK) -> None:
        self.info = Info()
        self.file = os.open(KTRACE / f"buffers/cpu{cpu}", os.O_RDONLY | flags)
        self.map: mmap.mmap | None = None

    def get(self, command: int) -> int:
        """One of the GET commands."""
        return struct.unpack("<I", fcntl.ioctl(self.file, command, bytes(4)))[0]

    def put(self, command: int, value: int) -> None:
        """One of the PUT commands."""
        fcntl.ioctl(self.file, command, struct.pack("<I", value & 0xFFFFFFFF))

    def map_all(self) -> mmap.mmap:
        """Map meta page and sub-buffers. Others may change the size until they are mapped."""
        while True:
            length = self.get(GET_SIZE) + self.info.subbuf
            mapping = mmap.mmap(self.file, length, mmap.MAP_SHARED, mmap.PROT_READ)
            try:
                is_all = self.get(GET_SIZE) + self.info.subbuf == length
            except OSError:
                mapping.close()
                raise
            if is_all:
                self.map = mapping
                return mapping
            mapping.close()

    def front(self) -> tuple[bytes, int, int]:
        """The sub-buffer in front, how much of it is consumed, how much there is."""
        assert self.map
        number, read = struct.unpack_from("<II", self.map, 24)
        begin = self.info.subbuf * (1 + number)
        sub = self.map[begin : begin + self.info.subbuf]
        return sub, read, struct.unpack_from("<Q", sub, 8)[0] & 0x3FFFFFFF

    def mapped(self) -> Iterator[tuple[int, bytes]]:
        """All records that there are, by the mapping."""
        while self.get(GET_PRODUCED) != (consumed := self.get(GET_CONSUMED)):
            sub, read, commit = self.front()
            if self.get(GET_CONSUMED) != consumed:
                continue
            yield from records(sub, self.info.header, read)
            self.put(PUT_CONSUMED, consumed + commit - read)

    def read(self) -> Iterator[tuple[int, bytes]]:
        """All records that there are, by read()."""
        while True:
            try:
                sub = os.read(self.file, self.info.subbuf)
            except BlockingIOError:
                return
            if not sub:
                return
            yield from records(sub, self.info.header)

    def close(self) -> None:
        """Unmap and close."""
        if self.map is not None:
            self.map.close()
        os.close(self.file)
