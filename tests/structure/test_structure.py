# SPDX-License-Identifier: GPL-2.0
"""The house: who may know whom, and what may be where."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import graph
import pytest

TOP = Path(__file__).resolve().parent.parent.parent
TRACER = TOP / "kernel/trace/syscall"
INCLUDE = re.compile(r'^#include ["<](.*)[">]', re.MULTILINE)
# Of the kernel, what programs have by the same name, or tools/tracing/syscall has for them.
TOOLS = TOP / "tools/tracing/syscall"


def test_no_circle_is_found_where_there_is_none() -> None:
    assert not graph.circle({"a": {"b": ["x"], "c": ["y"]}, "b": {"c": ["z"]}, "c": {}})


def test_a_circle_is_found() -> None:
    assert graph.circle({"a": {"b": ["x"]}, "b": {"c": ["y"]}, "c": {"b": ["z"]}}) == (
        "b needs c: y\nc needs b: z\n"
    )


def kernel_objects() -> list[Path]:
    """Of the tracer, without what is generated: the table refers to all printers."""
    objects = Path(os.environ["KERNEL_OBJECTS"]) / "kernel/trace"
    sources = [*TRACER.rglob("*.c"), TRACER.parent / "trace_syscalls.c"]
    return [objects / path.relative_to(TRACER.parent).with_suffix(".o") for path in sources]


@pytest.mark.parametrize("part", ["", "capture", "format"])
def test_no_circles_in_the_kernel(part: str) -> None:
    objects = [path for path in kernel_objects() if not part or path.parent.name == part]
    assert len(objects) > 5
    # Files of one family have one name in both folders.
    names = [path.stem for path in objects]
    assert part == "" or len(names) == len(set(names))
    assert graph.circle(graph.of_objects(objects)) == ""


def test_no_circles_in_syscall_report() -> None:
    objects = list((Path(os.environ["UNIT"]) / "unit.lib").glob("*report*.o"))
    assert len(objects) == len(list(TOOLS.glob("*report*.c")))
    assert graph.circle(graph.of_objects(objects)) == ""


@pytest.mark.parametrize("folder", ["scripts/syscall_table", "dev", "tests/guest", "tests/golden"])
def test_no_circles_in_python(folder: str) -> None:
    found = graph.of_modules(TOP / folder)
    assert found
    assert graph.circle(found) == ""


def test_the_formatter_includes_nothing_that_is_not_pure() -> None:
    gen = Path(os.environ["UNIT"]) / "gen"
    folders = [TOOLS / "include", TOOLS / "libc", gen / "own", gen / "standins", gen / "uapi",
               Path(os.environ["KERNEL_HEADERS"])]  # fmt: skip
    for path in sorted((TRACER / "format").glob("*.[ch]")):
        for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
            here = (path.parent / name).resolve()
            if here.exists():
                assert here.parent == path.parent or here.name == "pieces.h", (path.name, name)
            else:
                assert any((folder / name).exists() for folder in folders), (path.name, name)


def test_programs_get_the_whole_formatter() -> None:
    run = subprocess.run(
        ["make", "-s", "-C", TOOLS, "sources"], check=True, stdout=subprocess.PIPE, text=True
    )
    assert {Path(name) for name in run.stdout.split()} == set((TRACER / "format").glob("*.c"))


@pytest.mark.parametrize(
    "path", sorted(TRACER.rglob("*.[ch]")), ids=lambda path: str(path.relative_to(TRACER))
)
def test_a_file_says_what_it_is_for(path: Path) -> None:
    assert re.match(
        r"(// SPDX.*\n/\*|/\* SPDX.*\n/\*)\n \* System call tracer: \w", path.read_text("utf-8")
    )
