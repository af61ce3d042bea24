# SPDX-License-Identifier: GPL-2.0
"""What has to be in a picture of any kind: of a folder that no kernel has made, one of each."""

from __future__ import annotations

import json
import re
import struct
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ctf
import perfetto
import session
from session import Report, check, report_seeds


@dataclass
class Pictures:
    """One of each kind, and what babeltrace2 says."""

    perfetto: perfetto.Trace
    ctf: list[ctf.Event]
    said: str
    rows: list[list[Any]]


def rows_of(page: Path) -> list[list[Any]]:
    """The data of a page."""
    data = page.read_text("utf-8").split('id="session">', 1)[1].split("</script>", 1)[0]
    rows: list[list[Any]] = json.loads(data)["rows"]
    return rows


def pictures_of(report: Report, folder: Path) -> Pictures:
    """The pictures of a folder."""
    with tempfile.TemporaryDirectory(dir=folder) as name:
        made = Path(name)
        words = [word for kind in ("perfetto", "ctf", "html") for word in (f"--{kind}", str(made / kind))]
        _, errors, status = report.run(*words, folder)
        if status:
            raise ValueError(f"status {status}: {errors}")
        events, said = ctf.read(made / "ctf")
        return Pictures(perfetto.read(made / "perfetto"), events, said, rows_of(made / "html"))


# ------------------------------ what an exit tells ------------------------------

NO_RESULT, SPLIT, REWRITTEN, UNDECIDED = 1, 2, 16, 128
OPENAT = 257
FAULTED = 2
STRING = 1 << 3
AT_EXIT = 0x80
NAME = b"/etc/shadow"


def opened(flags: int = 0, seq: int = 0) -> bytes:
    """The rest of an exit of openat(): its name could not be read before."""
    words, data = report_seeds.with_words(3, 0x7F0000001000, 0, 0)
    blobs = struct.pack("<HBB", 0, 1, FAULTED | STRING)
    blobs += struct.pack("<HBB", len(NAME), 1 | AT_EXIT, STRING) + NAME + bytes(-len(NAME) % 4)
    return report_seeds.head(OPENAT, words, seq, flags) + struct.pack("<i", 5) + data + blobs


def check_outcomes(report: Report, scratch: Path) -> None:
    """All that the line has behind the equals sign."""
    words, data = report_seeds.with_words(3, 0x7F0000001000, 0, 0)
    began = report_seeds.record("syscall_enter", report_seeds.head(OPENAT, words, 1) + data)
    late = ' /* filename="/etc/shadow" read at exit */'
    for what, records, expected in (
        ("what is read at exit", [report_seeds.record("syscall_call", opened())], "5" + late),
        ("that of an entry", [began, report_seeds.record("syscall_exit", opened(SPLIT, 1))], "5" + late),
        ("a condition that is undecided", [report_seeds.record("syscall_call", opened(UNDECIDED))],
         f"5{late} /* condition undecided */"),
        ("a call that is replaced",
         [report_seeds.record("syscall_call", report_seeds.head(39, 1, 0, NO_RESULT | REWRITTEN) + bytes(4))], "? <rewritten>"),
        ("a result that nobody saw",
         [report_seeds.record("syscall_call", report_seeds.head(39, 1, 0, NO_RESULT) + bytes(4))], "?"),
    ):  # fmt: skip
        folder = session.made_folder(scratch, *map(report_seeds.event, records))
        (line,) = report.run(folder)[0].splitlines()[-1:]
        found = pictures_of(report, folder)
        told = {
            "line": line.rsplit(") = ", 1)[-1], "--html": next(row[6] for row in found.rows if row[0] == "c"),
            "--perfetto": found.perfetto.events[0].notes["result"], "--ctf": found.ctf[0].fields["result"],
        }  # fmt: skip
        (call,) = session.story_of(report.json(folder)).calls
        told["--json"] = call.result or ""
        wrong = "\n".join(f"{kind}: {text}, not {expected}" for kind, text in told.items() if text != expected)
        check(f"all pictures have what the line says of a result: {what}", wrong)


# ---------------------------- when it has begun before ----------------------------

# SYSCALL_TRACE_HEAD_LATE
BEGUN_EARLIER = 16


def check_begun_earlier(report: Report, scratch: Path) -> None:
    """A call that was under way when its task began to be traced took nobody knows how long."""
    words, data = report_seeds.with_words(7)
    began = report_seeds.record("syscall_enter", report_seeds.head(3, words, 5, BEGUN_EARLIER) + data)
    for what, records, end, state in (
        ("that ends", [began, report_seeds.leave(3, 5, 0)], 100, "begun_earlier"),
        ("that goes on", [began], None, "begun_earlier_unfinished"),
        ("and then another one", [began, report_seeds.enter(39, 6), report_seeds.leave(39, 6, 4)], 100,
         "begun_earlier_unfinished"),
    ):  # fmt: skip
        folder = session.made_folder(scratch, *map(report_seeds.event, records))
        found = pictures_of(report, folder)
        first = found.perfetto.events[0]
        told = {
            "--perfetto": (first.notes.get("begun earlier"), "begun earlier" in first.categories,
                           first.end and first.end - first.begin),
            "--ctf": (found.ctf[0].fields["state"], found.ctf[0].fields["duration"]),
            "--html": [(None if row[3] is None else row[3] - row[2], *row[9:10]) for row in found.rows if row[0] == "c"],
        }  # fmt: skip
        expected = {
            "--perfetto": (1, True, end), "--ctf": (state, "0"),
            "--html": [(end, True)] + [(100, False)] * (len(records) == 3),
        }  # fmt: skip
        problem = f"{told}, not {expected}" * (told != expected)
        others = [event for event in found.perfetto.events[1:] if "begun earlier" in event.notes]
        check(f"all pictures say that a call has begun earlier: one {what}", problem + f"{others}" * bool(others))


# --------------------------------- what was lost ---------------------------------


def overrun(folder: Path, numbers: dict[int, int]) -> None:
    """So many records of each CPU were overwritten."""
    for cpu, number in numbers.items():
        (folder / f"per_cpu/cpu{cpu}/stats").write_text(f"entries: 0\noverrun: {number}\n", "ascii")


def lost_in_ctf(found: Pictures, numbers: list[int | None]) -> str:
    """The trace tells of these losses, each as an event and by a count of babeltrace2's; None: not known."""
    texts = sorted(event.fields["text"] for event in found.ctf if event.name == "lost:records")
    expected = sorted(f"{number} records were lost" if number else "records were lost, nobody knows how many"
                      for number in numbers)  # fmt: skip
    counts = [int(count) for count in re.findall(r"discarded (\d+) event", found.said)]
    if texts != expected or sorted(counts) != sorted(number or 1 for number in numbers):
        return f"--ctf: {texts} {counts} {found.said}"
    return ""


def check_unknown(report: Report, scratch: Path) -> None:
    """So many that nobody knows, between the records of a CPU."""
    call = report_seeds.event(report_seeds.whole(39, 4))
    folder = session.made_folder(scratch, call)
    path = folder / "per_cpu/cpu0/trace_pipe_raw"
    path.write_bytes(path.read_bytes() + report_seeds.page(session.PAGE, call, flags=session.MISSING))
    found = pictures_of(report, folder)
    problem = lost_in_ctf(found, [None])
    problem += f"--html: {found.rows}" * ([row[3] for row in found.rows if row[0] == "l"] != [-1])
    notes = [event.notes for event in found.perfetto.events if "lost" in event.categories]
    check("all pictures tell of records that are lost, nobody knows how many", problem + f"{notes}" * (notes != [{}]))


def check_overwritten(report: Report, scratch: Path) -> None:
    """Before the first record of a CPU; CPU 1 has none."""
    calls = [report_seeds.event(report_seeds.whole(39, 4))] * 2
    for what, numbers in (
        ("none", {0: 0, 1: 0}), ("of a CPU", {0: 7, 1: 0}), ("of both", {0: 7, 1: 5}),
    ):  # fmt: skip
        folder = session.made_folder(scratch, *calls)
        overrun(folder, numbers)
        found = pictures_of(report, folder)
        lost = [event for event in found.perfetto.events if "lost" in event.categories]
        expected = sorted((f"CPU {cpu}: lost records", number) for cpu, number in numbers.items() if number)
        told = sorted((found.perfetto.names[event.track], event.notes["records"]) for event in lost)
        problem = f"--perfetto: {told}\n" * (told != expected)
        first = min(event.begin for event in found.perfetto.events)
        problem += "--perfetto: later than the first record\n" * any(event.begin != first for event in lost)
        rows = [row for row in found.rows if row[0] == "l"]
        problem += f"--html: {rows}\n" * (sorted((f"CPU {row[1]}: lost records", row[3]) for row in rows) != expected)
        problem += lost_in_ctf(found, [number for number in numbers.values() if number])
        check(f"all pictures tell of records that were overwritten before the first one: {what}", problem)


def check_missing_calls(report: Report, scratch: Path) -> None:
    """Calls of a task that are missing are told like records that are, but on the track of the task."""
    records = [report_seeds.whole(39, 4, seq=seq) for seq in (1, 5)]
    found = pictures_of(report, session.made_folder(scratch, *map(report_seeds.event, records)))
    text = "+++ 3 calls of [pid 12] were lost +++"
    lost = [event for event in found.perfetto.events if "lost" in event.categories]
    told = {
        "--perfetto": [(event.name, event.begin, event.track, event.notes) for event in lost],
        "--ctf": [(event.name, event.fields["text"]) for event in found.ctf if ":" in event.name],
        "--html": [row for row in found.rows if row[0] not in "tc"],
    }  # fmt: skip
    last = found.perfetto.events[-1]
    expected = {
        "--perfetto": [("lost calls", last.begin, last.track, {"text": text, "cpu": 0, "calls": 3})],
        "--ctf": [("lost:calls", text)], "--html": [["n", found.rows[0][1], 100, 3, text]],
    }  # fmt: skip
    check("all pictures tell of calls that are missing", "" if told == expected else f"{told}, not {expected}")


def check_all(report: Report, scratch: Path) -> None:
    """All of them."""
    check_outcomes(report, scratch)
    check_begun_earlier(report, scratch)
    check_unknown(report, scratch)
    check_overwritten(report, scratch)
    check_missing_calls(report, scratch)
