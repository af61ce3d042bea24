# SPDX-License-Identifier: GPL-2.0
"""Reads the kernel's system call tables, the .tbl files of an architecture.

Their lines are
    <number> <abi> <name> <entry point> [<compat entry point> [noreturn]]
and which line of syscalls.def an entry point uses is decided here, once.
"""
from __future__ import annotations

import os
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Optional

from .arch import Arch
from .definition import Failure
from .lexer import read_text

COMPAT_PREFIX = "compat_sys_"
PREFIX = "sys_"
# Stands in the table for "there is no such system call".
NOT_IMPLEMENTED = "sys_ni_syscall"


@dataclass(frozen=True)
class TblLine:
    path: str
    line: int
    number: int
    abi: str
    name: str
    entry: Optional[str]
    compat: Optional[str]
    noreturn: bool

    def entry_for(self, compat: bool) -> Optional[str]:
        return self.compat if compat and self.compat is not None else self.entry

    def implemented(self, compat: bool) -> Optional[str]:
        entry = self.entry_for(compat)
        return None if entry == NOT_IMPLEMENTED else entry

    def entries(self) -> Iterator[str]:
        for entry in (self.entry, self.compat):
            if entry is not None and entry != NOT_IMPLEMENTED:
                yield entry


def split_entry(entry: str) -> tuple[str, bool]:
    """The entry point's name without its prefix, and whether it is compat."""
    if entry.startswith(COMPAT_PREFIX):
        return entry[len(COMPAT_PREFIX) :], True
    if entry.startswith(PREFIX):
        return entry[len(PREFIX) :], False
    return entry, False


def find_key(entry: str, keys: Container[str]) -> Optional[str]:
    """The line of syscalls.def that describes an entry point."""
    name, compat = split_entry(entry)
    if compat and f"compat_{name}" in keys:
        return f"compat_{name}"
    return name if name in keys else None


def read_tbl(path: str) -> list[TblLine]:
    lines: list[TblLine] = []
    problems: list[str] = []
    for number, text in enumerate(read_text(path).split("\n"), 1):
        words = text.split("#")[0].split()
        if not words:
            continue
        if len(words) < 3 or not words[0].isdecimal():
            problems.append(f"{path}:{number}: expected <number> <abi> <name> [<entry point>...]")
            continue
        column = dict(enumerate("" if word == "-" else word for word in words))
        lines.append(
            TblLine(
                path,
                number,
                int(words[0]),
                words[1],
                words[2],
                column.get(3) or None,
                column.get(4) or None,
                column.get(5) == "noreturn",
            )
        )
    if problems:
        raise Failure(problems)
    return lines


def abi_lines(lines: list[TblLine], words: tuple[str, ...], name: str = "") -> list[TblLine]:
    """The lines of one ABI, which is called `name`, by number; a number given twice is a
    Failure."""
    taken: dict[int, TblLine] = {}
    problems: list[str] = []
    for line in lines:
        if line.abi not in words:
            continue
        old = taken.setdefault(line.number, line)
        if old is not line:
            problems.append(
                f"{line.path}:{line.line}: number {line.number} of {name or words[-1]} "
                f"is already '{old.name}' at line {old.line}"
            )
    if problems:
        raise Failure(problems)
    return [taken[number] for number in sorted(taken)]


def tree_path(tree: str, relative: str) -> str:
    return os.path.normpath(os.path.join(tree, relative))


def read_tree_tbls(tree: str, arch: Arch) -> dict[str, list[TblLine]]:
    """The tables of a kernel tree, by their path inside it."""
    for relative in arch.tbls:
        if not os.path.isfile(tree_path(tree, relative)):
            raise Failure(
                [f"{tree}: not a kernel tree for {arch.name}: there is no {relative}"]
            )
    return {relative: read_tbl(tree_path(tree, relative)) for relative in arch.tbls}
