# SPDX-License-Identifier: GPL-2.0
"""What syscalls.def says, as parse.py reads it."""
from __future__ import annotations

import difflib
import os
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Optional, Union

MAX_ARGS = 6
DEFAULT_RET = "int"
# How the two kinds of data that the tracer knows by itself are declared.
STRING = "string"
DATA = "data"
# The kind of a member that is an address.
POINTER = "ptr"
# The bytes of an integer and whether it has a sign; `long` is the ABI's.
STORAGE = {f"{sign}{8 * size}": (size, sign == "s") for size in (1, 2, 4, 8) for sign in "su"}
LONGS = {"long": True, "ulong": False}


class Failure(Exception):
    """The run cannot go on; `lines` is what to tell the user."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


@dataclass(frozen=True)
class Token:
    type: str
    text: str
    line: int
    col: int

    @property
    def end(self) -> int:
        return self.col + len(self.text)


@dataclass(frozen=True)
class Pointed:
    """What a member leads to that is an address."""

    kind: Token
    length: Optional[Token]  # the member that says how much there is


@dataclass(frozen=True)
class When:
    """What makes a member count: one of these members holds a constant of the set behind
    it or, without a set, anything but 0. With `unless`, none of them does."""

    unless: bool
    terms: list[tuple[Token, Optional[Token]]]


@dataclass
class Field:
    """One member of a structure; its name is C's."""

    name: str
    kind: str
    storage: Optional[str]  # None: what the kind has by itself
    count: int  # of elements in an array; 0: no array
    shown: bool
    line: int
    col: int
    to: Optional[Pointed] = None  # what it leads to, if it is an address
    when: Optional[When] = None
    answer: bool = False  # the kernel writes it
    value: Optional[str] = None  # of a choice: the constant that it is for; None: any other


@dataclass(frozen=True)
class Listed:
    """A member that a view of another structure shows, with what it says of it."""

    name: Token
    kind: Optional[Token]
    when: Optional[When]
    answer: bool


@dataclass
class Kind:
    """A word that says what an argument is; all but sets."""

    name: str
    # "scalar", "string", "data", "struct", "array" or "variant"
    sort: str
    line: int
    storage: str = ""  # of a scalar
    set: str = ""  # the constants a scalar may hold, or that decide in a variant
    printer: Optional[str] = None
    element: str = ""  # of an array
    fields: list[Field] = field(default_factory=list)  # of a variant: its choices
    abbreviated: bool = False  # there is more in the structure than is shown
    packed: bool = False
    union: bool = False  # all members are at the beginning
    compat: bool = False  # it has the ABI's compat layout
    nested: bool = False  # printed by a function that gets the whole call
    captured: bool = False  # captured by a function of its own
    captured_by: str = ""  # that function, if it is not called as the kind is
    count_by: str = "elements"  # what a length counts; or "bytes", "bits"
    least: int = 0  # with "bytes": less than that is none
    header: Optional[str] = None
    ctype: str = ""
    col: int = 1
    base: Optional[Token] = None  # the structure that this one is a view of
    listed: list[Listed] = field(default_factory=list)  # with `base`, what is shown

    @property
    def pointer(self) -> bool:
        """An argument of this kind is the address of what is printed."""
        return self.sort != "scalar"

    @property
    def declared_with(self) -> str:
        return self.sort if self.sort in ("struct", "array", "variant") else "kind"

    @property
    def known(self) -> bool:
        """There is a way to print what the address leads to."""
        return self.sort != "struct" or bool(self.fields or self.printer or self.nested)

    @property
    def answers(self) -> bool:
        """The kernel writes some of its members, and the others are asked with."""
        return any(each.answer for each in self.fields)

    def in_order(self) -> tuple[list[Field], list[Field]]:
        """The members as they are shown: those that are asked with, and the answer."""
        names = [each.name.text for each in self.listed]
        fields = sorted(self.fields, key=lambda each: places(names, each.name))
        asked = [each for each in fields if not each.answer]
        return asked, [each for each in fields if each.answer]

    def member(self, name: str) -> int:
        """Its index, in the order in which members are shown."""
        return [each.name for each in self.in_order()[0]].index(name)


@dataclass(frozen=True)
class Const:
    name: str
    value: Optional[str]  # None: what the header says
    mask: Optional[str]
    text: Optional[str]
    line: int
    col: int


@dataclass
class ConstSet:
    name: str
    flags: bool
    type: str
    headers: list[str]
    prefix: Optional[str]
    line: int
    col: int
    consts: list[Const] = field(default_factory=list)
    printer: Optional[str] = None
    # Constants of the headers that are left out.
    without: list[Token] = field(default_factory=list)
    # Other sets whose members it has, each with the number of `consts` before them.
    includes: list[tuple[int, Token]] = field(default_factory=list)

    @property
    def storage(self) -> str:
        return {"int": "u32", "long": "ulong"}[self.type]

    @property
    def unknown(self) -> str:
        """What an unnamed value is shown as: given, or common to all members."""
        if self.prefix is not None:
            return self.prefix
        common = os.path.commonprefix([const.name for const in self.consts])
        return common[: common.rfind("_") + 1]


Word = Union[Kind, ConstSet]


@dataclass
class CallClass:
    """What some calls have in common."""

    name: str
    text: str
    line: int
    col: int


@dataclass(frozen=True)
class Length:
    """What counts the bytes or elements behind a pointer."""

    by: str  # "arg", "ret" or "const"
    value: int  # index of the argument, 0, or the number


@dataclass(frozen=True)
class Condition:
    arg: int
    set: str


@dataclass(frozen=True)
class Arg:
    name: str
    kind: str
    direction: str  # "", "in", "out", "inout", "update", "found", "rest", "told", "tried" or "aside"
    length: Optional[Length]
    condition: Optional[Condition]
    is_long: bool = False  # the parameter; the kernel uses as much of it as the kind has


@dataclass(frozen=True)
class Case:
    """What the call is if argument `arg`, less the bits outside of `mask`, is this."""

    arg: int
    mask: Optional[str]
    values: list[str]
    variant: Call


@dataclass
class Call:
    key: str
    args: list[Optional[Arg]]  # None: not shown, in a variant
    ret: str
    printer: Optional[str]
    differs: Optional[str]  # why it may differ from the kernel's prototype
    line: int
    col: int
    cases: list[Case] = field(default_factory=list)
    shown: Optional[str] = None  # the name it goes by, in a case that has one
    order: Optional[list[int]] = None  # its arguments as they are shown
    target: Optional[str] = None  # the call that it makes with arguments in memory
    target_name: str = ""  # and what that is called
    classes: list[str] = field(default_factory=list)  # none, in a case

    @property
    def id(self) -> int:
        return call_id(self.key)

    @property
    def arg_names(self) -> list[str]:
        return [arg.name for arg in self.args if arg is not None]

    @property
    def last_line(self) -> int:
        """That of its last case, if it has any."""
        return max(each.line for each in self.variants())

    def variants(self) -> list[Call]:
        """This call and all that it may turn out to be."""
        found = [self]
        for case in self.cases:
            found += case.variant.variants()
        return found


@dataclass(frozen=True)
class File:
    """The table, or a part that it includes. Lines are numbered on from file to file."""

    path: str
    text: str
    before: int  # lines of the files before this one

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")


@dataclass(frozen=True)
class Files:
    """The table itself and then what it includes, in that order."""

    files: list[File]

    @property
    def main(self) -> File:
        return self.files[0]

    def add(self, path: str, text: str) -> File:
        last = self.files[-1] if self.files else File("", "", -1)
        new = File(path, text, last.before + len(last.lines))
        self.files.append(new)
        return new

    def place(self, line: int) -> tuple[str, int]:
        """The file that a line is in, and which it is there."""
        file = [each for each in self.files if each.before < line][-1]
        return file.path, line - file.before

    def other(self, line: int, here: int) -> str:
        """What to call a line when speaking of the line `here`."""
        path, number = self.place(line)
        return f"line {number}" if path == self.place(here)[0] else f"{path}:{number}"


@dataclass
class Table:
    files: Files
    kinds: dict[str, Kind]
    sets: dict[str, ConstSet]
    calls: dict[str, Call]
    u64_align: int = 4  # in the narrow layout
    classes: dict[str, CallClass] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return self.files.main.path

    def word(self, name: str) -> Word:
        return self.kinds[name] if name in self.kinds else self.sets[name]

    def leads_on(self, name: str, outer: tuple[str, ...] = ()) -> bool:
        """Members of that structure, or of one in it, have a kind that they lead to."""
        kind = self.kinds.get(name)
        if kind is None or name in outer:
            return False
        return any(
            each.to is not None or self.leads_on(each.kind, (*outer, name)) for each in kind.fields
        )

    def storage(self, name: str) -> Optional[str]:
        """The integer type of a scalar kind or a set, None if it is a pointer."""
        word = self.word(name)
        return word.storage if isinstance(word, ConstSet) or word.sort == "scalar" else None


def places(names: list[str], name: str) -> int:
    """Where the name is; all others are behind the last one."""
    return names.index(name) if name in names else len(names)


def call_id(key: str) -> int:
    """The same in every build and on every architecture."""
    return zlib.crc32(key.encode()) & 0x7FFFFFFF


def near(word: str, known: Iterable[str]) -> str:
    """A hint at the word that was probably meant, or nothing."""
    found = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean '{found[0]}'?)" if found else ""
