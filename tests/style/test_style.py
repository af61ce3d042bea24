# SPDX-License-Identifier: GPL-2.0
"""The kernel's checkers find nothing in what goes into the kernel, but for what is accepted here."""

from __future__ import annotations

import os
import re
import subprocess
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
SOURCE = Path(os.environ["KERNEL_SOURCE"])
# The C files that go into the kernel, by their path there.
KERNEL_FILES = os.environ["KERNEL_FILES"].split()
WARNINGS = os.environ["KERNEL_WARNINGS"]

# checkpatch.pl takes long to start, and has one thread.
FILES_AT_ONCE = 20


@dataclass(frozen=True)
class Accepted:
    """Reports of checkpatch.pl that stay: their types, where, and why."""

    types: str
    path: str
    line: str
    why: str


# The list may only get shorter.
ACCEPTED = [
    Accepted("CONST_STRUCT", ".*", "struct file_operations;", "declares no more than the name"),
    Accepted("LINE_SPACING", ".*", r"NOKPROBE_SYMBOL\(", "belongs to the function, as an export"),
    Accepted("ENOSYS", "arch/x86/.*", "ax == -ENOSYS", "is what the register has in a call"),
    Accepted("TYPO_SPELLING", "arch/x86/.*", "useable=%u", "is what the header calls the member"),
    Accepted("UNDOCUMENTED_SETUP", ".*/options.c", "syscall_dump_data", "is listed, with others"),
    Accepted("UNCOMMENTED_DEFINITION", ".*/list_.*", "mutex", "has its comment above, @lock"),
    Accepted("MACRO_ARG_.*", "drivers/.*", "NUMBER_ATTRIBUTE", "makes names of its arguments"),
    Accepted(
        "COMPLEX_MACRO|MACRO_ARG_.*|MULTISTATEMENT_MACRO.*|SPACING|TRAILING_SEMICOLON|VOLATILE",
        "include/linux/ktrace.h|samples/ktrace/ktrace-sample.c",
        "KTRACE_|volatile char|SAMPLE",
        "takes a list of arguments apart, each of which is evaluated once",
    ),
    Accepted("MACRO_ARG_.*", "include/linux/ktrace.h", "DO_TRACE", "does so in parts"),
    Accepted(
        "OPEN_ENDED_LINE|PARENTHESIS_ALIGNMENT|SPACING",
        "samples/ktrace/ktrace-bench.h",
        ".*",
        "is in the language of trace events",
    ),
    Accepted("TRACE_PRINTK", "samples/.*", "trace_printk", "is what is measured"),
    Accepted("STATIC_CONST_CHAR_ARRAY", "samples/.*", "string", "is not to be known before"),
    Accepted("VSPRINTF_SPECIFIER_PX", "samples/.*", "%px", "is a format that is recorded"),
]


@dataclass(frozen=True)
class Report:
    """What checkpatch.pl says of a line."""

    path: str
    number: int
    kind: str
    text: str

    def accepted(self) -> Accepted | None:
        """The entry above that accepts it."""
        line = (TOP / self.path).read_text("utf-8").splitlines()[self.number - 1]
        for entry in ACCEPTED:
            if (
                re.fullmatch(entry.types, self.kind)
                and re.fullmatch(entry.path, self.path)
                and re.search(entry.line, line)
            ):
                return entry
        return None


def checkpatch(folder: Path, names: list[str]) -> list[Report]:
    """What it says of files below a folder."""
    command = [SOURCE / "scripts/checkpatch.pl", f"--root={SOURCE}", "--no-tree", "--strict",
               "--show-types", "--terse", "--quiet", "--file", *names]  # fmt: skip
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    found = re.findall(r"^(\S+?):(\d+): \w+:(\w+): (.*)$", done.stdout, re.MULTILINE)
    return [Report(path, int(number), kind, text) for path, number, kind, text in found]


@pytest.fixture(scope="session")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Report]]:
    """What checkpatch.pl says of each file."""
    names = KERNEL_FILES
    # It leaves a file where it runs.
    folder = tmp_path_factory.mktemp("tree")
    for name in {Path(name).parts[0] for name in names}:
        (folder / name).symlink_to(TOP / name)
    parts = [names[i : i + FILES_AT_ONCE] for i in range(0, len(names), FILES_AT_ONCE)]
    found = defaultdict(list)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for part in pool.map(lambda part: checkpatch(folder, part), parts):
            for report in part:
                found[report.path].append(report)
    return found


@pytest.mark.parametrize("name", KERNEL_FILES)
def test_checkpatch_finds_nothing(name: str, reports: dict[str, list[Report]]) -> None:
    assert [report for report in reports[name] if not report.accepted()] == []


def test_all_that_is_accepted_is_there(reports: dict[str, list[Report]]) -> None:
    used = {report.accepted() for found in reports.values() for report in found}
    assert [entry for entry in ACCEPTED if entry not in used] == []


def test_checkpatch_looks(tmp_path: Path) -> None:
    (tmp_path / "wrong.c").write_text(
        "// SPDX-License-Identifier: GPL-2.0\nint f(void)\n{\n\tint a = 1;\n\tif(a)\n\t\treturn 1;\n"
        f"\treturn {'1 + ' * 40}1;\n}}\n"
    )
    kinds = {report.kind for report in checkpatch(tmp_path, ["wrong.c"])}
    assert {"SPACING", "LINE_SPACING", "LONG_LINE"} <= kinds


def test_compiler_and_sparse_find_nothing() -> None:
    assert WARNINGS.splitlines() == []
