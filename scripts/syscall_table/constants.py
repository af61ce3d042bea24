# SPDX-License-Identifier: GPL-2.0
"""Finds constants that a header has beside those of a set, and the set lacks.

A header defines constants that belong together as one enum, or as #define lines without
an empty line, or code, between them: as one block. What stands in a block with two members of a
set, and has their prefix, belongs to the set if the set can show its value. If the members have
no prefix in common, each one counts that two of them have.

Blocks with nothing but empty lines between them are a run. If a set has two members in it, what has
their prefix belongs to the set, too, in a block with a member and in one beside that, unless the
latter has members of another set, or a longer prefix of its own.
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
NO_MEMBER = re.compile(r"_+.*|(.*_)?(MIN|MAX|MASK|ALL|LAST|NR|NUM|COUNT|NPROTO)")

_DEFINE = re.compile(r"[ \t]*#([ \t]*)define[ \t]+(\w+)[ \t]+(.*)")
_DIRECTIVE = re.compile(r"^[ \t]*#.*", re.MULTILINE)
_ENUM = re.compile(r"\benum\b[^{;()]*\{([^}]*)\}")
_MEMBER = re.compile(r"(\w+)\s*(?:=\s*(.*))?", re.DOTALL)

_CAST = re.compile(r"\(\s*(?:__force\s+)?(?:unsigned\s+)?(?:__\w+|int|long|char|unsigned)\s*\)")
_BIT = re.compile(r"\b(?:_BITULL?|BIT|BIT_ULL)\s*\(")
_LITERAL = re.compile(r"\b(?:_AC|_UL|_ULL)\s*\(\s*(\w+)[^)]*\)")
_OPERAND = re.compile(r"\b(?:(0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*|([A-Za-z_]\w*))\b")
_EXPRESSION = re.compile(r"[0-9\s<>|&+\-~()]+")

# What names begin with.
Prefixes = tuple[str, ...]


def header_runs(text: str, arch: Arch) -> Iterator[list[dict[str, str]]]:
    """The runs of a header's blocks: names, and the expressions of their values."""
    text = strip_comments(text, COMMENT).replace("\\\n", " ")
    for start, end in reversed(excluded_ranges(text, arch)):
        text = text[:start] + text[end:]
    yield from define_runs(text)
    for members in _ENUM.findall(_DIRECTIVE.sub("", text.replace(COMMENT, " "))):
        yield [enum_block(members)]


def define_runs(text: str) -> Iterator[list[dict[str, str]]]:
    """Values of a constant are often indented behind it, as in `# define`: a run of their own."""
    run: list[dict[str, str]] = [{}]
    values: dict[str, str] = {}
    for line in text.split("\n"):
        match = _DEFINE.fullmatch(line)
        if match is None and COMMENT in line and not line.strip():
            continue
        if match is not None and match[1]:
            values[match[2]] = match[3]
            continue
        if values or match is None:
            yield [values]
            values = {}
            run.append({})
        if match is not None:
            run[-1][match[2]] = match[3]
        elif line.strip():
            yield run
            run = [{}]
    yield [values]
    yield run


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

    runs: dict[str, list[list[list[str]]]] = field(default_factory=dict)  # by each name in them
    found: dict[str, str] = field(default_factory=dict)  # names, and expressions
    values: dict[str, Optional[int]] = field(default_factory=dict)

    def add(self, run: list[dict[str, str]]) -> None:
        for name, expression in (item for block in run for item in block.items()):
            if expression.strip() != name:  # of an enum, for #ifdef
                self.found.setdefault(name, expression)
        blocks = [[name for name in block if not NO_MEMBER.fullmatch(name)] for block in run]
        blocks = [names for names in blocks if names]
        for name in (name for names in blocks for name in names):
            self.runs.setdefault(name, []).append(blocks)

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

    def blocks_of(
        self, each: ConstSet, known: set[str]
    ) -> Iterator[tuple[list[str], Prefixes, set[Optional[int]]]]:
        """The blocks that tell what belongs to the set, and the prefixes of its members there.

        And the values that have names there already.
        """
        members = {const.name for const in each.consts}
        runs = {id(run): run for name in members for run in self.runs.get(name, ())}
        for run in runs.values():
            for names in run:
                prefixes = prefixes_in(names, members, each)
                if prefixes:
                    yield names, prefixes, self.values_of(names, known)
            names = [name for names in run for name in names]
            prefixes = prefixes_in(names, members, each)
            if len(run) > 1 and prefixes:
                beside = list(names_beside(run, members, known, prefixes))
                yield beside, prefixes, self.values_of(names, known)

    def values_of(self, names: list[str], known: set[str]) -> set[Optional[int]]:
        return {self.value(name) for name in names if name in known}

    def lacking(self, each: ConstSet, known: set[str]) -> Iterator[str]:
        """Names that no set of `known` has, and whose values this set could show."""
        taken = {self.value(const.name) for const in each.consts}
        taken |= {int(const.value, 0) for const in each.consts if const.value is not None}
        for names, prefixes, aliases in self.blocks_of(each, known):
            for name in names:
                value = self.value(name)
                if (
                    name not in known
                    and name.startswith(prefixes)
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


def prefixes_in(names: list[str], members: set[str], each: ConstSet) -> Prefixes:
    """What the members among the names begin with: all, or else at least two of them."""
    inside = [name for name in names if name in members]
    if each.prefix is not None and inside and all(name.startswith(each.prefix) for name in inside):
        common = each.prefix
    else:
        common = os.path.commonprefix(inside)
        common = common[: common.rfind("_") + 1] or common
    if common:
        return (common,) if len(inside) > 1 else ()
    families = [name[: name.rfind("_") + 1] for name in inside]
    return tuple(sorted({family for family in families if family and families.count(family) > 1}))


def names_beside(
    run: list[list[str]], members: set[str], known: set[str], prefixes: Prefixes
) -> Iterator[str]:
    """The names of blocks with members, and of those beside them that may have more."""
    has = [not members.isdisjoint(names) for names in run]
    for index, names in enumerate(run):
        beside = any(has[max(index - 1, 0) : index + 2]) and known.isdisjoint(names)
        own = os.path.commonprefix(names)
        family = own[: own.rfind("_") + 1]
        alike = own.startswith(prefixes) if len(names) == 1 else family in prefixes
        if has[index] or (beside and alike):
            yield from names


def read_constants(headers: Headers, arch: Arch, sets: list[ConstSet]) -> Constants:
    """Those of user space's interface, and of the kernel's own headers that sets name."""
    result = Constants()
    named = {path for each in sets for name in each.headers for path in headers.paths(name[1:-1])}
    for path in dict.fromkeys([*headers.interface(), *sorted(named)]):
        for run in header_runs(read_header(path), arch):
            result.add(run)
    return result
