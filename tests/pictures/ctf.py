# SPDX-License-Identifier: GPL-2.0
"""Reads a trace in the Common Trace Format with babeltrace2."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

STRING = r'"(?:[^"\\]|\\.)*"'
LINE = re.compile(
    rf"\[(\d+)\.(\d{{9}})\] \(\S+\) (.+?): \{{ cpu_id = (\d+) \}},"
    rf" \{{ tid = (-?\d+), pid = (-?\d+), comm = ({STRING}) \}}, \{{ (.*) \}}"
)
FIELD = re.compile(rf"(\w+) = ({STRING}|-?\d+|\( {STRING} : container = \d+ \))")


@dataclass
class Event:
    """A call or a mark."""

    time: int
    name: str
    cpu: int
    tid: int
    pid: int
    comm: str
    fields: dict[str, str]


def value(text: str) -> str:
    """A string without its quotes; the name of a state; a number as it is."""
    quoted = re.search(STRING, text)
    # Text is printable: what is behind a backslash stands for itself.
    return re.sub(r"\\(.)", r"\1", quoted[0][1:-1]) if quoted else text


def read(path: Path) -> tuple[list[Event], str]:
    """All events in their order, and what babeltrace2 complains of."""
    done = subprocess.run(
        ["babeltrace2", "--clock-seconds", "--clock-gmt", path],
        check=True, capture_output=True, encoding="ascii",
    )  # fmt: skip
    events = []
    for line in done.stdout.splitlines():
        match = LINE.fullmatch(line)
        if not match:
            raise ValueError(f"not an event: {line}")
        seconds, fraction, name, cpu, tid, pid, comm, fields = match.groups()
        events.append(Event(
            int(seconds + fraction), name, int(cpu), int(tid), int(pid), value(comm),
            {field: value(text) for field, text in FIELD.findall(fields)},
        ))  # fmt: skip
    return events, done.stderr
