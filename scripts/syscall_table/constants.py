# SPDX-License-Identifier: GPL-2.0
"""Finds constants that a header has beside those of a set, and the set lacks.

A header defines constants that belong together as one enum, or as #define lines without
an empty line, or code, between them: as one block. What stands in a block with two members of a
set, and has their prefix, belongs to the set if the set can show its value.
"""
from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Optional

from .arch import Arch
from .definition import ConstSet
from .source import Headers, excluded_ranges, read_header, strip_comments

# Stands for a comment, so that its lines are not empty.
COMMENT = "\f"
# How a set says that a value without a name is nothing unusual.
INCOMPLETE = "decimal"
# Numbers of constants, masks, and what only the header is to use: no members of a set.
NO_MEMBER = re.compile(r"_+.*|.*(MAX|MASK|ALL|LAST|NR|NUM|COUNT|NPROTO)")

_DEFINE = re.compile(r"[ \t]*#([ \t]*)define[ \t]+(\w+)[ \t]+(.*)")
_DIRECTIVE = re.compile(r"^[ \t]*#.*", re.MULTILINE)
_ENUM = re.compile(r"\benum\b[^{;()]*\{([^}]*)\}")
_MEMBER = re.compile(r"(\w+)\s*(?:=\s*(.*))?", re.DOTALL)

_CAST = re.compile(r"\(\s*(?:__force\s+)?(?:unsigned\s+)?(?:__\w+|int|long|char|unsigned)\s*\)")
_BIT = re.compile(r"\b(?:_BITULL?|BIT|BIT_ULL)\s*\(")
_LITERAL = re.compile(r"\b(?:_AC|_UL|_ULL)\s*\(\s*(\w+)[^)]*\)")
_OPERAND = re.compile(r"\b(?:(0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*|([A-Za-z_]\w*))\b")
_EXPRESSION = re.compile(r"[0-9\s<>|&+\-~()]+")


def header_blocks(text: str, arch: Arch) -> Iterator[dict[str, str]]:
    """The blocks of a header: names, and the expressions of their values."""
    text = strip_comments(text, COMMENT).replace("\\\n", " ")
    for start, end in reversed(excluded_ranges(text, arch)):
        text = text[:start] + text[end:]
    yield from define_blocks(text)
    for members in _ENUM.findall(_DIRECTIVE.sub("", text.replace(COMMENT, " "))):
        yield enum_block(members)


def define_blocks(text: str) -> Iterator[dict[str, str]]:
    """Values of a constant are often indented behind it, as in `# define`: another block."""
    block: dict[str, str] = {}
    outer: Optional[str] = None
    for line in text.split("\n"):
        match = _DEFINE.fullmatch(line)
        if match is None and COMMENT in line and not line.strip():
            continue
        if match is None or match[1] != outer:
            yield block
            block, outer = {}, match[1] if match else None
        if match is not None:
            block[match[2]] = match[3]
    yield block


def enum_block(members: str) -> dict[str, str]:
    block: dict[str, str] = {}
    before = ""
    for each in members.split(","):
        match = _MEMBER.fullmatch(each.strip())
        if match is None:
            continue
        block[match[1]] = match[2] or (f"{before} + 1" if before else "0")
        before = match[1]
    return block


@dataclass
class Constants:
    """What headers define."""

    blocks: dict[str, list[list[str]]] = field(default_factory=dict)  # by each name in them
    found: dict[str, str] = field(default_factory=dict)  # names, and expressions
    values: dict[str, Optional[int]] = field(default_factory=dict)

    def add(self, block: dict[str, str]) -> None:
        for name, expression in block.items():
            if expression.strip() != name:  # of an enum, for #ifdef
                self.found.setdefault(name, expression)
        names = [name for name in block if not NO_MEMBER.fullmatch(name)]
        for name in names:
            self.blocks.setdefault(name, []).append(names)

    def value(self, name: str) -> Optional[int]:
        """None: it cannot be told."""
        if name not in self.values:
            self.values[name] = None  # while it is being computed, too
            self.values[name] = self.compute(self.found.get(name, ""))
        return self.values[name]

    def compute(self, text: str) -> Optional[int]:
        text = _LITERAL.sub(r"\1", _BIT.sub("(1 << ", _CAST.sub("", text)))

        def number(match: re.Match[str]) -> str:
            digits, name = match.groups()
            if digits is None:
                return f"({self.value(name)})"
            return str(int(digits, 8 if re.fullmatch("0[0-9]+", digits) else 0))

        text = _OPERAND.sub(number, text).strip()
        if not _EXPRESSION.fullmatch(text):
            return None
        try:
            return int(eval(text, {"__builtins__": {}}))  # numbers and operators only
        except (SyntaxError, TypeError, ValueError):
            return None

    def blocks_of(self, each: ConstSet) -> Iterator[tuple[list[str], str]]:
        """The blocks that tell what belongs to the set, with the prefix of its members there."""
        members = {const.name for const in each.consts}
        blocks = {id(block): block for name in members for block in self.blocks.get(name, ())}
        for block in blocks.values():
            inside = [name for name in block if name in members]
            prefix = common_prefix(inside, each)
            if prefix and len(inside) > 1:
                yield block, prefix

    def lacking(self, each: ConstSet, known: set[str]) -> Iterator[str]:
        """Names that no set of `known` has, and whose values this set could show."""
        taken = {self.value(const.name) for const in each.consts}
        taken |= {int(const.value, 0) for const in each.consts if const.value is not None}
        for block, prefix in self.blocks_of(each):
            aliases = {self.value(name) for name in block if name in known}
            for name in block:
                value = self.value(name)
                if (
                    name not in known
                    and name.startswith(prefix)
                    and value is not None
                    and value not in taken | aliases
                    and self.can_show(each, value)
                ):
                    yield name

    def can_show(self, each: ConstSet, value: int) -> bool:
        """Any value of an enum; a bit, or a value of one of the fields."""
        if not each.flags:
            return True
        masks = {const.mask for const in each.consts if const.mask is not None}
        fields = [int(mask, 0) if mask[0].isdecimal() else self.value(mask) for mask in masks]
        return value > 0 and (
            not value & (value - 1) or any(not value & ~(mask or 0) for mask in fields)
        )


def common_prefix(names: list[str], each: ConstSet) -> str:
    """What the names begin with, up to the last `_`, or the set's PREFIX."""
    if each.prefix is not None and names and all(name.startswith(each.prefix) for name in names):
        return each.prefix
    common = os.path.commonprefix(names)
    if "_" not in common and len(names) > 1:
        return common
    return common[: common.rfind("_") + 1]


def read_constants(headers: Headers, arch: Arch, sets: list[ConstSet]) -> Constants:
    """Those of user space's interface, and of the kernel's own headers that sets name."""
    result = Constants()
    named = {path for each in sets for name in each.headers for path in headers.paths(name[1:-1])}
    for path in dict.fromkeys([*headers.interface(), *sorted(named)]):
        for block in header_blocks(read_header(path), arch):
            result.add(block)
    return result
