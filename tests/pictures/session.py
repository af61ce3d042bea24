# SPDX-License-Identifier: GPL-2.0
"""What tests of pictures share: a session that was recorded, and what `syscall-report --json`
tells of it, as calls and marks of tasks."""

from __future__ import annotations

import json
import os
import shlex
import struct
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TOP = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "tests/unit"))

import report_seeds  # noqa: E402  # pylint: disable=wrong-import-position

PAGE = 4096
HEADER = 16
MISSING, MISSING_STORED = 1 << 31, 1 << 30
# How many records the session lacks.
LOST = 7

failed = False


def check(name: str, problem: str) -> None:
    """Tell the result of one test."""
    global failed
    failed = failed or bool(problem)
    print(f"{'not ok' if problem else 'ok'} - {name}")
    print("".join(f"  | {line}\n" for line in problem.splitlines()[-20:]), end="", flush=True)


def output(*command: str | Path) -> str:
    """What a script prints."""
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return run.stdout.strip()


class Report:
    """The program, with the sanitizers."""

    def __init__(self) -> None:
        target = "unit.lib/syscall-report"
        self.program = Path(output(TOP / "tests/unit/build.sh", target)) / target
        # The libraries lose memory.
        self.env = {**os.environ, "ASAN_OPTIONS": "exitcode=99", "UBSAN_OPTIONS": "exitcode=99",
                    "LSAN_OPTIONS": "suppressions=/dev/stdin:print_suppressions=0"}  # fmt: skip

    def run(self, *args: str | Path) -> tuple[str, str, int]:
        """Output, messages, status."""
        run = subprocess.run(
            [self.program, *args], env=self.env, input="leak:libtrace\n", capture_output=True,
            check=False, timeout=180, encoding="ascii", errors="replace",
        )  # fmt: skip
        return run.stdout, run.stderr, run.returncode

    def json(self, *args: str | Path) -> list[dict[str, Any]]:
        """The objects of a trace."""
        return [json.loads(line) for line in self.run("--json", "--time", *args)[0].splitlines()]


def record_session(folder: Path) -> Path:
    """Let the virtual machine record one."""
    programs = output(TOP / "tests/programs/build.sh", TOP / "tests/parity")
    save = str(TOP / "tools/tracing/syscall/syscall-save")
    words = [str(TOP / "tests/guest/save-session"), programs, save]
    # A kernel without the tracer needs it as a module.
    words += os.environ.get("MODULE", "").split()
    with tempfile.TemporaryFile() as tar:
        subprocess.run(
            [TOP / "dev/vm", shlex.join(words)], env={**os.environ, "VM_SMP": "2"},
            stdin=subprocess.DEVNULL, stdout=tar, check=True,
        )  # fmt: skip
        tar.seek(0)
        subprocess.run(["tar", "-C", folder, "-xz"], stdin=tar, check=True)
    return folder / "session"


def made_folder(scratch: Path, *events: bytes) -> Path:
    """A folder of syscall-save with these events on CPU 0."""
    folder = Path(tempfile.mkdtemp(dir=scratch))
    files = report_seeds.usual_files(PAGE)
    # The program's own table has the numbers.
    del files["syscall_table"]
    files |= {
        "per_cpu/cpu0/trace_pipe_raw": report_seeds.page(PAGE, *events),
        "per_cpu/cpu0/stats": f"entries: {len(events)}\noverrun: 0\n".encode(),
        "per_cpu/cpu1/trace_pipe_raw": b"",
    }
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def lose_records(folder: Path, number: int) -> None:
    """Let records be missing before the second page of CPU 0."""
    path = folder / "per_cpu/cpu0/trace_pipe_raw"
    data = bytearray(path.read_bytes())
    for page in range(PAGE, len(data), PAGE):
        (commit,) = struct.unpack_from("<I", data, page + 8)
        if commit <= PAGE - HEADER - 8:
            break
    struct.pack_into("<I", data, page + 8, commit | MISSING | MISSING_STORED)
    struct.pack_into("<Q", data, page + HEADER + commit, number)
    path.write_bytes(data)


def damaged_session(scratch: Path) -> Path:
    """A session that lacks records; PICTURES_SESSION is the folder of one that was recorded before."""
    if made := os.environ.get("PICTURES_SESSION"):
        folder = scratch / "session"
        output("cp", "-a", made, folder)
    else:
        folder = record_session(scratch)
    lose_records(folder, LOST)
    return folder


@dataclass
class Call:
    """A call; begin and end are None if they are not known."""

    tid: int
    name: str
    begin: int | None = None
    end: int | None = None
    args: dict[str, str] = field(default_factory=dict)
    result: str | None = None
    ret: int | None = None
    errno: str | None = None
    unfinished: bool = False
    late: bool = False


@dataclass
class Mark:
    """What happened to a task between its calls."""

    tid: int
    name: str
    time: int
    text: str
    facts: dict[str, Any]


@dataclass
class Story:
    """All that the objects tell, in order of time."""

    calls: list[Call] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    lost: list[int | None] = field(default_factory=list)


def texts(thing: dict[str, Any]) -> dict[str, str]:
    """The arguments as text."""
    return {name: arg.get("text", arg["raw"]) for name, arg in thing["args"].items()}


def outcome(thing: dict[str, Any]) -> str:
    """What the line has behind the equals sign."""
    text: str = thing["result"] + " <rewritten>" * thing.get("rewritten", False)
    text += "".join(f" /* {name}={late} read at exit */" for name, late in thing.get("read_at_exit", {}).items())
    return text + " /* condition undecided */" * thing.get("undecided", False)


def finish(call: Call, thing: dict[str, Any]) -> None:
    """What the end of a call tells."""
    call.args |= texts(thing)
    call.result, call.ret, call.errno = outcome(thing), thing["ret"], thing.get("errno")
    call.begin = thing.get("entered", call.begin)
    if "duration" in thing:
        call.end = thing["entered"] + thing["duration"]
    elif thing["type"] == "exit" or call.begin is None:
        call.end = thing["time"]


def mark_of(thing: dict[str, Any]) -> Mark:
    """An object that is no call."""
    name = thing.get("event", "")
    if name == "signal":
        name = thing["text"].split()[1]
    return Mark(thing["tid"], name, thing["time"], thing["text"], thing)


def story_of(things: list[dict[str, Any]]) -> Story:
    """Calls and marks of the objects that the report prints."""
    story = Story()
    in_flight: dict[int, Call] = {}

    def give_up(tid: int) -> None:
        if call := in_flight.pop(tid, None):
            call.unfinished = True

    for thing in things:
        kind = thing["type"]
        if kind == "lost":
            story.lost.append(thing.get("records"))
            continue
        if kind in ("task", "other"):
            mark = mark_of(thing)
            story.marks.append(mark)
            if mark.name == "exit":
                give_up(mark.tid)
            continue
        call = in_flight.get(thing["tid"]) if kind == "exit" else None
        if call and call.name == thing["name"]:
            del in_flight[call.tid]
            finish(call, thing)
            continue
        give_up(thing["tid"])
        call = Call(thing["tid"], thing["name"])
        story.calls.append(call)
        if kind == "entry":
            call.begin, call.args = thing.get("entered", thing["time"]), texts(thing)
            call.late = thing.get("late", False)
            in_flight[call.tid] = call
        else:
            finish(call, thing)
    for tid in [*in_flight]:
        give_up(tid)
    return story
