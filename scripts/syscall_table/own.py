# SPDX-License-Identifier: GPL-2.0
"""What an architecture has differently from syscalls.def, in a file of its own.

A declaration or a call there takes the place of the one by that name in syscalls.def, or
stands beside all others. Two more words are known at the beginning of a line:

    without NAME...	there are no such declarations, calls, constants or <headers>
    align NUMBER	to what a 64-bit integer is aligned in the narrow layout (4 if not said)

parse.py reads this file as one more part of the table. Lines keep their numbers.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Optional

from .definition import Failure, Table
from .lexer import read_text
from .parse import read_table
from .written import STORAGES

_BLOCK = re.compile(
    r"(?!(?:include|class)[ \t])"
    r"(?:(?:kind|struct|array|variant|flags|enum)[ \t]+)?([A-Za-z_]\w*)",
    re.ASCII,
)
_WORD = re.compile(r"\s+([A-Za-z_]\w*)", re.ASCII)
_CASE = re.compile(r"(?P<head>(?P<tabs>\t+)case +\S+)(?P<values>( +\w+)+?)(?P<rest> +(\(|=|as ).*)")
_HEADER = re.compile(r" <[^<>]*>")


@dataclass
class _Own:
    """The architecture's file."""

    lines: list[str]
    names: set[str] = field(default_factory=set)  # that it declares
    without: set[str] = field(default_factory=set)
    align: int = 0


def _read_own(path: str) -> _Own:
    own = _Own(read_text(path).split("\n"))
    for number, line in enumerate(own.lines):
        first, *rest = line.split("#")[0].split() or [""]
        if first == "without" and not line[0].isspace():  # else a set's
            own.without.update(rest)
        elif first == "align" and len(rest) == 1 and rest[0].isdecimal():
            own.align = int(rest[0])
        else:
            if match := _BLOCK.match(line):
                own.names.add(match[1])
            continue
        own.lines[number] = ""
    return own


class _Remover:
    """Takes lines out of syscalls.def and of what it includes."""

    def __init__(self, own: _Own) -> None:
        self.own = own
        self.gone: set[str] = set()
        # Lines with more tabs than this belong to one that is gone.
        self.depth: Optional[int] = None
        self.in_variant = False

    def left(self, line: str) -> str:
        """What is left of a line."""
        if not line.strip() or line.startswith("#"):
            return line
        depth = len(line) - len(line.lstrip("\t"))
        if self.depth is not None and depth > self.depth:
            return ""
        self.depth = None
        line = self._left_of_case(line) if depth else self._left_of_block(line)
        if not line:
            self.depth = depth
        return line

    def _is_gone(self, name: str) -> bool:
        if name in self.own.without:
            self.gone.add(name)
            return True
        return False

    def _left_of_block(self, line: str) -> str:
        match = _BLOCK.match(line)
        self.in_variant = line.startswith("variant")
        if match is not None and (self._is_gone(match[1]) or match[1] in self.own.names):
            return ""
        return _HEADER.sub(lambda found: "" if self._is_gone(found[0].strip()) else found[0], line)

    def _left_of_case(self, line: str) -> str:
        match = _CASE.match(line)
        if match is None:
            return self._left_of_choice(line) if self.in_variant else self._left_of_member(line)
        values = [name for name in match["values"].split() if not self._is_gone(name)]
        # Of `in SET`, one word is not enough.
        if values in ([], ["in"]):
            return ""
        return " ".join([match["head"], *values]) + match["rest"]

    def _left_of_member(self, line: str) -> str:
        word = _WORD.match(line)
        return "" if word is not None and self._is_gone(word[1]) else line

    def _left_of_choice(self, line: str) -> str:
        """Of several constants, the others stay."""
        words = line.split("#")[0].split()
        left = [word for word in words if not self._is_gone(word)]
        if len(left) == len(words):
            return line
        # A kind, perhaps with its storage, for no constant.
        return "" if len(left) < 2 or left[0] in STORAGES else "\t" + " ".join(left)


def read_own_table(
    path: str, own_path: Optional[str], read: Callable[[str], str] = read_text
) -> Table:
    """The table of an architecture, which may have nothing of its own; a Failure names
    everything that is wrong in it."""
    if own_path is None:
        return read_table(path, read)
    own = _read_own(own_path)
    remover = _Remover(own)

    def read_left(each: str) -> str:
        lines = own.lines if each == own_path else map(remover.left, read(each).split("\n"))
        return "\n".join(lines)

    table = read_table(path, read_left, [own_path])
    if unknown := sorted(own.without - remover.gone):
        raise Failure([f"{own_path}: {path} has no '{name}' to do without" for name in unknown])
    if own.align:
        table.u64_align = own.align
    return table
