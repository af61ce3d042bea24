# SPDX-License-Identifier: GPL-2.0
"""syscall-report for tests, and folders for it that no kernel has made."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from pathlib import Path

import report_seeds

TOP = Path(__file__).resolve().parents[2]

failures: list[str] = []


def check(name: str, problem: str) -> None:
    """Tell the result of one test."""
    if problem:
        failures.append(name)
    print(f"{'not ok' if problem else 'ok'} - {name}")
    print("".join(f"  | {line}\n" for line in problem.splitlines()[-20:]), end="", flush=True)


def output(*command: str | Path) -> str:
    """What a script prints."""
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return run.stdout.strip()


def of_library(errors: str) -> bool:
    """A sanitizer has something to say, but of a library: see report/isolate.c."""
    frames = re.findall(r"^ *#\d+ .*?(libtrace\w+\.so|tools/tracing/syscall/)", errors, re.M)
    return bool(frames) and frames[0].startswith("libtrace")


class Report:
    """The program, with the sanitizers."""

    def __init__(self) -> None:
        target = "unit.lib/syscall-report"
        self.program = Path(output(TOP / "tests/unit/build.sh", target)) / target
        self.env = {
            **os.environ,
            "ASAN_OPTIONS": "exitcode=99:allocator_may_return_null=1",
            "UBSAN_OPTIONS": "exitcode=99",
            # The libraries lose what they have when a file turns out to be damaged.
            "LSAN_OPTIONS": "detect_leaks=0",
        }

    def crash(self) -> None:
        """From now on, a crash is for the program to tell, not for the sanitizer."""
        signals = ("segv", "sigbus", "abort", "sigfpe")
        self.env["ASAN_OPTIONS"] += "".join(f":handle_{name}=0" for name in signals)

    def run(self, *args: str | Path) -> tuple[bytes, str, int]:
        """Output, messages, status."""
        run = subprocess.run(
            [self.program, *args], env=self.env, capture_output=True, check=False, timeout=180
        )
        return run.stdout, run.stderr.decode(errors="surrogateescape"), run.returncode


def made_folder(scratch: Path, table: bytes | None, *records: bytes, size: int = 4096) -> Path:
    """A folder with these records in a page of a size, and perhaps a table."""
    folder = Path(tempfile.mkdtemp(dir=scratch))
    files = report_seeds.usual_files(size)
    pages = report_seeds.page(size, *map(report_seeds.event, records))
    files |= {
        "per_cpu/cpu0/trace_pipe_raw": pages,
        "per_cpu/cpu0/stats": f"entries: {len(records)}\noverrun: 0\n".encode(),
        "per_cpu/cpu1/trace_pipe_raw": b"",
    }
    if table is None:
        del files["syscall_table"]
    else:
        files["syscall_table"] = table
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder
