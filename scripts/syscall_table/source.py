# SPDX-License-Identifier: GPL-2.0
"""Finds the prototypes of system calls and the constants of headers in a tree.

Nothing is compiled: the macros that define system calls are recognized in the
text, as a kernel for the architecture with all of its ABIs would see them.
"""
from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Optional

from .arch import Arch
from .definition import Failure
from .tbl import COMPAT_PREFIX, PREFIX, tree_path

# Files whose prototypes count only where no other file has one.
SECOND_CHOICE = ("nommu.c", "-stubs.c", "_32.c")

# Most of a tree is drivers, and few of them define system calls: these
# directories first, and all drivers only if a prototype is still missing.
SKIPPED = ("Documentation", "LICENSES", "arch", "include", "samples", "scripts", "tools", "usr")
LATE = ("drivers", "sound")
DRIVERS = ("drivers/char", "drivers/pci")


@dataclass(frozen=True)
class Param:
    type: str
    name: str


@dataclass(frozen=True)
class Prototype:
    entry: str
    params: tuple[Param, ...]
    path: str  # inside the tree
    line: int
    rank: int  # the smaller, the more likely it is what the kernel compiles

    @property
    def names(self) -> list[str]:
        return [param.name for param in self.params]


# ---- C text ----

_COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\')', re.DOTALL)
_WORD = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_MACRO = re.compile(
    r"^[ \t]*(COMPAT_SYSCALL|SYSCALL|SYSCALL32)_DEFINE([0-6])[ \t\n]*(?=\()", re.MULTILINE
)
_FUNCTION = re.compile(
    r"^asmlinkage[ \t\n]+[\w \t\n]*?\b((?:compat_)?sys_\w+)[ \t\n]*\(([^()]*)\)[ \t\n]*\{",
    re.MULTILINE,
)
# One 64-bit argument of a 32-bit call, in two halves.
_HALVES = re.compile(r"(?:SC_ARG64|compat_arg_u64_dual)\s*\(\s*(\w+)\s*\)")
_DIRECTIVE = re.compile(
    r"^[ \t]*#[ \t]*(ifdef|ifndef|if|elif|else|endif)\b((?:\\\n|.)*)", re.MULTILINE
)
_CONDITION = re.compile(r"\s*(\w+|&&|\|\||[()!]|.)")


def strip_comments(text: str, blank: str = " ") -> str:
    """Comments become blanks; every line keeps its number."""

    def blanks(match: re.Match[str]) -> str:
        return match.group(1) or blank + ("\n" + blank) * match.group().count("\n")

    return _COMMENT.sub(blanks, text)


class _Condition:
    """Evaluates an #if condition to true, false or None: it depends."""

    def __init__(self, text: str, arch: Arch) -> None:
        self.known = arch.conditions
        self.tokens: list[str] = _CONDITION.findall(text.replace("\\\n", " ").strip())
        self.next = 0

    def value(self) -> Optional[bool]:
        result = self.any_of()
        return result if self.next == len(self.tokens) else None

    def accept(self, token: str) -> bool:
        if self.next < len(self.tokens) and self.tokens[self.next] == token:
            self.next += 1
            return True
        return False

    def any_of(self) -> Optional[bool]:
        values = [self.all_of()]
        while self.accept("||"):
            values.append(self.all_of())
        return True if True in values else None if None in values else False

    def all_of(self) -> Optional[bool]:
        values = [self.one()]
        while self.accept("&&"):
            values.append(self.one())
        return False if False in values else None if None in values else True

    def one(self) -> Optional[bool]:
        if self.accept("!"):
            value = self.one()
            return None if value is None else not value
        if self.accept("("):
            value = self.any_of()
            self.accept(")")
            return value
        word = self.tokens[self.next] if self.next < len(self.tokens) else ""
        self.next += 1
        if word in ("defined", "IS_ENABLED"):
            parenthesis = self.accept("(")
            word = self.tokens[self.next] if self.next < len(self.tokens) else ""
            self.next += 1
            if parenthesis:
                self.accept(")")
        if word.isdecimal():
            return word != "0"
        return self.known.get(word)


@dataclass
class _Branch:
    taken: Optional[bool]  # an earlier branch of this #if is compiled
    here: Optional[bool]  # this branch is


def _not(value: Optional[bool]) -> Optional[bool]:
    return None if value is None else not value


def excluded_ranges(text: str, arch: Arch) -> list[tuple[int, int]]:
    """Parts of the text that are certainly not compiled."""
    stack: list[_Branch] = []
    ranges: list[tuple[int, int]] = []
    start: Optional[int] = None
    for match in _DIRECTIVE.finditer(text):
        word, condition = match.groups()
        if word in ("if", "ifdef", "ifndef"):
            value = _Condition(condition, arch).value()
            value = _not(value) if word == "ifndef" else value
            stack.append(_Branch(value, value))
        elif not stack:
            continue
        elif word == "endif":
            stack.pop()
        else:
            branch = stack[-1]
            value = True if word == "else" else _Condition(condition, arch).value()
            values = (_not(branch.taken), value)
            branch.here = False if False in values else None if None in values else True
            taken = (branch.taken, value)
            branch.taken = True if True in taken else None if None in taken else False
        out = any(branch.here is False for branch in stack)
        if out and start is None:
            start = match.start()
        elif not out and start is not None:
            ranges.append((start, match.start()))
            start = None
    if start is not None:
        ranges.append((start, len(text)))
    return ranges


# ---- prototypes ----


def closing(text: str, opening: int) -> Optional[int]:
    """The position of the parenthesis that closes the one at `opening`."""
    depth = 0
    for pos in range(opening, len(text)):
        if text[pos] == "(":
            depth += 1
        elif text[pos] == ")":
            depth -= 1
            if depth == 0:
                return pos
    return None


def split_commas(text: str) -> list[str]:
    parts = [""]
    depth = 0
    for char in text:
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [" ".join(part.split()) for part in parts]


def clean_type(text: str) -> str:
    return " ".join(text.replace("__user", " ").split()).replace("* ", "*")


def macro_params(parts: list[str]) -> tuple[Param, ...]:
    """(type, name, type, name...) as the macros take them."""
    pairs = zip(parts[0::2], parts[1::2])
    return tuple(Param(clean_type(kind), name.lstrip("_")) for kind, name in pairs)


def function_params(text: str) -> tuple[Param, ...]:
    params: list[Param] = []
    for part in split_commas(text):
        words = _WORD.findall(part)
        if len(words) < 2:
            continue
        name = words[-1]
        params.append(Param(clean_type(part[: part.rfind(name)]), name.lstrip("_")))
    return tuple(params)


def file_prototypes(path: str, raw: str, arch: Arch) -> Iterator[Prototype]:
    """Every system call that one C file defines."""
    text = strip_comments(raw)
    excluded = excluded_ranges(text, arch)
    late = 1 if path.endswith(SECOND_CHOICE) else 0

    def rank(pos: int) -> int:
        return late + 2 * any(start <= pos < end for start, end in excluded)

    for match in _MACRO.finditer(text):
        end = closing(text, match.end())
        if end is None:
            continue
        inside = _HALVES.sub(r"u32, \1_lo, u32, \1_hi", text[match.end() + 1 : end])
        name, *parts = split_commas(inside)
        if len(parts) != 2 * int(match.group(2)):
            continue
        line = text.count("\n", 0, match.start()) + 1
        params = macro_params(parts)
        macro = match.group(1)
        if macro != "SYSCALL":
            yield Prototype(COMPAT_PREFIX + name, params, path, line, rank(match.start()))
        if macro == "SYSCALL32":
            # The native call of a 32-bit kernel, which often has another
            # definition for 64 bits.
            yield Prototype(PREFIX + name, params, path, line, rank(match.start()) + 1)
        if macro == "SYSCALL":
            yield Prototype(PREFIX + name, params, path, line, rank(match.start()))
    for match in _FUNCTION.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        yield Prototype(
            match.group(1), function_params(match.group(2)), path, line, rank(match.start())
        )


def source_files(top: str, recurse: bool = True) -> Iterator[str]:
    for directory, subdirectories, files in os.walk(top):
        subdirectories[:] = sorted(subdirectories) if recurse else []
        for name in sorted(files):
            if name.endswith(".c"):
                yield os.path.join(directory, name)


def core_files(tree: str, arch: Arch) -> Iterator[str]:
    for name in sorted(os.listdir(tree)):
        path = os.path.join(tree, name)
        if name not in SKIPPED + LATE and not name.startswith(".") and os.path.isdir(path):
            yield from source_files(path)
    skipped = tuple(os.path.join(tree, folder) + os.sep for folder in arch.skipped)
    for path in source_files(os.path.join(tree, "arch", arch.name)):
        if not path.startswith(skipped):
            yield path
    for name in DRIVERS:
        yield from source_files(os.path.join(tree, name), recurse=False)


def driver_files(tree: str, _arch: Arch) -> Iterator[str]:
    for name in LATE:
        yield from source_files(os.path.join(tree, name))


def find_prototypes(
    tree: str, arch: Arch, wanted: Iterable[str]
) -> dict[str, list[Prototype]]:
    """The prototypes of each wanted entry point, where the tree has any.

    More than one remains only if nothing tells which the kernel compiles.
    """
    found: dict[str, list[Prototype]] = {}
    missing = set(wanted)
    for files in (core_files, driver_files):
        if not missing:
            break
        for path in files(tree, arch):
            try:
                with open(path, "rb") as file:
                    data = file.read()
            except OSError as error:
                raise Failure([f"{path}: cannot read: {error.strerror}"]) from None
            if b"SYSCALL" not in data and b"asmlinkage" not in data:
                continue
            relative = os.path.relpath(path, tree)
            for prototype in file_prototypes(relative, data.decode(errors="replace"), arch):
                found.setdefault(prototype.entry, []).append(prototype)
        missing -= found.keys()
    return {entry: best(prototypes) for entry, prototypes in found.items()}


def best(prototypes: list[Prototype]) -> list[Prototype]:
    rank = min(prototype.rank for prototype in prototypes)
    return [prototype for prototype in prototypes if prototype.rank == rank]


# ---- constants ----

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)
_ROOTS = ("include", "include/uapi")


def read_header(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError as error:
        raise Failure([f"{path}: cannot read: {error.strerror}"]) from None


@dataclass(frozen=True)
class _Header:
    words: frozenset[str]
    includes: tuple[str, ...]  # paths


class Headers:
    """The identifiers that the headers of a tree mention outside comments."""

    def __init__(self, tree: str, arch: Arch) -> None:
        self.tree = tree
        self.roots = (*arch.include_dirs, *_ROOTS)
        # Where a constant may have moved to without a change for the one who uses it.
        self.fallback = (_ROOTS[1], arch.include_dirs[1])
        self.read: dict[str, _Header] = {}
        self.everywhere: Optional[frozenset[str]] = None

    def paths(self, name: str) -> list[str]:
        """Every file that <name> may be. A generated <asm/x.h> is the generic one."""
        names = [name, re.sub(r"^(uapi/)?asm/", r"\1asm-generic/", name)]
        paths = [tree_path(self.tree, f"{root}/{each}") for each in names for root in self.roots]
        return [path for path in dict.fromkeys(paths) if os.path.isfile(path)]

    def header(self, path: str) -> _Header:
        known = self.read.get(path)
        if known is not None:
            return known
        text = strip_comments(read_header(path))
        includes: list[str] = []
        for mark, name in _INCLUDE.findall(text):
            beside = os.path.join(os.path.dirname(path), name)
            if mark == '"' and os.path.isfile(beside):
                includes.append(beside)
            else:
                includes += self.paths(name)
        self.read[path] = _Header(frozenset(_WORD.findall(text)), tuple(includes))
        return self.read[path]

    def missing(self, headers: list[str], constants: set[str]) -> set[str]:
        """The constants that are not to be had from these headers."""
        left = set(constants)
        queue = [path for header in headers for path in self.paths(header[1:-1])]
        seen = set(queue)
        while queue and left:
            path = queue.pop(0)
            header = self.header(path)
            left -= header.words
            for include in header.includes:
                if include not in seen:
                    seen.add(include)
                    queue.append(include)
        return left - self.all_words() if left else left

    def all_words(self) -> frozenset[str]:
        if self.everywhere is None:
            self.everywhere = frozenset().union(
                *(self.header(path).words for path in self.interface())
            )
        return self.everywhere

    def interface(self) -> Iterator[str]:
        """The headers for user space."""
        for top in self.fallback:
            for directory, subdirectories, files in os.walk(tree_path(self.tree, top)):
                subdirectories.sort()
                for name in sorted(files):
                    if name.endswith(".h"):
                        yield os.path.join(directory, name)
