# SPDX-License-Identifier: GPL-2.0
"""Reads a trace for Perfetto as its trace processor does: packets by the published schema,
sorted by time, then slices of tracks.

The schema is the part of perfetto_trace.proto that is used: names, numbers and types as they
are published. Anything that is not in it is an error."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# message: number: name, type; a type that is a message's name is that message
SCHEMA: dict[str, dict[int, tuple[str, str]]] = {
    "Trace": {1: ("packet", "TracePacket")},
    "TracePacket": {
        8: ("timestamp", "uint64"),
        10: ("trusted_packet_sequence_id", "uint32"),
        11: ("track_event", "TrackEvent"),
        60: ("track_descriptor", "TrackDescriptor"),
    },
    "TrackDescriptor": {
        1: ("uuid", "uint64"),
        2: ("name", "string"),
        3: ("process", "ProcessDescriptor"),
        4: ("thread", "ThreadDescriptor"),
    },
    "ProcessDescriptor": {1: ("pid", "int32"), 6: ("process_name", "string")},
    "ThreadDescriptor": {1: ("pid", "int32"), 2: ("tid", "int32"), 5: ("thread_name", "string")},
    "TrackEvent": {
        4: ("debug_annotations", "DebugAnnotation"),
        9: ("type", "uint32"),
        11: ("track_uuid", "uint64"),
        22: ("categories", "string"),
        23: ("name", "string"),
        47: ("flow_ids", "fixed64"),
        48: ("terminating_flow_ids", "fixed64"),
    },
    "DebugAnnotation": {
        2: ("bool_value", "bool"),
        4: ("int_value", "int64"),
        6: ("string_value", "string"),
        10: ("name", "string"),
    },
}
WIRES = {"string": 2, "fixed64": 1}
BEGIN, END, INSTANT = 1, 2, 3

Message = dict[str, list[Any]]


def varint(data: bytes, at: int) -> tuple[int, int]:
    """A number, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
        if shift > 63:
            raise ValueError("a varint is too long")


def decode(data: bytes, kind: str) -> Message:
    """The fields of a message by name; each may be there more than once."""
    message: Message = {}
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        name, of = SCHEMA[kind][tag >> 3]
        wire = WIRES.get(of, 2 if of in SCHEMA else 0)
        if tag & 7 != wire:
            raise ValueError(f"{kind}.{name} has wire type {tag & 7}")
        value: Any
        if wire == 1:
            value = struct.unpack_from("<Q", data, at)[0]
            at += 8
        else:
            value, at = varint(data, at)
        if wire == 2:
            part = data[at : at + value]
            if len(part) != value:
                raise ValueError(f"{kind}.{name} is cut")
            at += value
            value = part.decode("ascii") if of == "string" else decode(part, of)
        elif of == "int64" and value >> 63:
            value -= 1 << 64
        message.setdefault(name, []).append(value)
    return message


@dataclass
class Event:
    """A slice or an instant. A slice without an end goes on."""

    track: int
    name: str
    categories: list[str]
    begin: int
    end: int | None
    notes: dict[str, Any]
    starts: list[int]
    ends: list[int]
    instant: bool
    depth: int = 0


@dataclass
class Trace:
    """What Perfetto shows."""

    events: list[Event] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    threads: dict[int, tuple[int, int]] = field(default_factory=dict)
    processes: dict[int, str] = field(default_factory=dict)


def describe(trace: Trace, track: Message) -> None:
    """A track gets its name, and its task."""
    uuid = track["uuid"][0]
    if "process" in track:
        process = track["process"][0]
        trace.processes[process["pid"][0]] = process["process_name"][0]
        return
    if "thread" in track:
        thread = track["thread"][0]
        trace.threads[uuid] = thread["pid"][0], thread["tid"][0]
        trace.names[uuid] = thread["thread_name"][0]
    else:
        trace.names[uuid] = track["name"][0]


def add(trace: Trace, open_slices: dict[int, list[Event]], time: int, event: Message) -> None:
    """An event goes to its track."""
    track = event["track_uuid"][0]
    if track not in trace.names:
        raise ValueError(f"track {track} has no descriptor")
    stack = open_slices.setdefault(track, [])
    kind = event["type"][0]
    if kind == END:
        if not stack:
            raise ValueError(f"an end without a begin on track {trace.names[track]} at {time}")
        stack.pop().end = time
        return
    notes = {}
    for note in event.get("debug_annotations", []):
        (value,) = (values[0] for name, values in note.items() if name != "name")
        notes[note["name"][0]] = value
    shown = Event(
        track, event["name"][0], event["categories"], time, time if kind == INSTANT else None, notes,
        event.get("flow_ids", []), event.get("terminating_flow_ids", []), kind == INSTANT, len(stack),
    )  # fmt: skip
    trace.events.append(shown)
    if kind == BEGIN:
        stack.append(shown)


def read(path: Path) -> Trace:
    """A file; the events of a track are sorted by their begin."""
    trace = Trace()
    timed = []
    for packet in decode(path.read_bytes(), "Trace")["packet"]:
        if packet["trusted_packet_sequence_id"] != [1]:
            raise ValueError("a packet is of another sequence")
        if "track_descriptor" in packet:
            describe(trace, packet["track_descriptor"][0])
        else:
            timed.append((packet["timestamp"][0], packet["track_event"][0]))
    # Of two at the same time, the one that comes first in the file is first.
    timed.sort(key=lambda each: each[0])
    open_slices: dict[int, list[Event]] = {}
    for time, event in timed:
        add(trace, open_slices, time, event)
    return trace
