# SPDX-License-Identifier: GPL-2.0
"""A word is printed and copied where its family is: syscalls/X.def, format/X.c and capture/X.c."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
import words

TRACER = words.TOP / "kernel/trace/syscall"
FAMILIES = {path.stem for path in (words.TOP / "syscalls").glob("*.def")}
# What only an architecture's table names is in its own file.
OWN = "syscall_trace_printers"


def rooms(files: Iterable[Path]) -> set[str]:
    """The names of files in which a function may stand that these files of the table name: that of
    the only family that does, else those of all families that do and, as "", that of none."""
    stems = {OWN if path.parts[-2] == "kernel" else path.stem for path in files}
    own = stems == {OWN}
    if len(stems) == 1 and (own or stems <= FAMILIES):
        return stems
    return {"", *stems & FAMILIES}


def stands_right(path: Path, files: Iterable[Path]) -> bool:
    allowed = rooms(files)
    return path.stem in allowed or ("" in allowed and path.stem not in FAMILIES)


def test_rooms() -> None:
    def table(*names: str) -> list[Path]:
        return [words.TOP / name for name in names]

    own = "arch/x86/kernel/syscalls.def"
    assert rooms(table("syscalls/mm.def")) == {"mm"}
    assert rooms(table(own)) == {OWN}
    assert rooms(table("syscalls.def")) == {""}
    assert rooms(table("syscalls/stat.def", own)) == {"", "stat"}
    assert rooms(table("syscalls.def", "syscalls/ptrace.def")) == {"", "ptrace"}
    assert rooms([]) == {""}
    assert stands_right(Path("format/mm.c"), table("syscalls/mm.def"))
    assert not stands_right(Path("format/integer.c"), table("syscalls/mm.def"))
    assert not stands_right(Path("format/mm.c"), table("syscalls.def"))
    assert stands_right(Path("format/integer.c"), table("syscalls.def"))


FOLDERS = [TRACER / "format", TRACER / "capture", *sorted((words.TOP / "arch").glob("*/kernel"))]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: str(path.relative_to(words.TOP)))
def test_words_stand_with_their_family(folder: Path) -> None:
    homes = words.homes()
    strangers = [
        f"{path.name}: SYSCALL_{head[0]}({head[1]}) is not in {rooms(homes.get(head, []))}"
        for head, path in words.functions(folder)
        if not stands_right(path, homes.get(head, []))
    ]
    assert strangers == []


def test_functions_are_found() -> None:
    found = {head for folder in FOLDERS for head, _ in words.functions(folder)}
    assert len(found) > 200
    # What the table names is there, but for what the generator names by itself.
    assert set(words.homes()) <= found
