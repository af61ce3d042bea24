# SPDX-License-Identifier: GPL-2.0
"""What syscalls.def says, as it is written: no word of a call is looked up yet."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Optional, Union

from .definition import LONGS, STORAGE, CallClass, ConstSet, Files, Kind, Token, Word, near
from .lexer import Problem

DECLARATIONS = ("kind", "struct", "array", "variant", "flags", "enum")
STORAGES = (*STORAGE, *LONGS)
CONST_NUMBER = re.compile(r"0|[1-9][0-9]*|0x[0-9a-fA-F]+", re.ASCII)


@dataclass
class RawArg:
    name: Token
    direction: Optional[Token]
    kind: Token
    length: Optional[Token]
    condition: Optional[tuple[Token, Token]]
    storage: Optional[Token] = None


@dataclass
class RawCall:
    key: Token
    args: list[RawArg] = field(default_factory=list)
    ret: Optional[Token] = None
    printer: Optional[Token] = None
    differs: Optional[str] = None
    target: Optional[Token] = None
    target_name: Optional[Token] = None
    shown: Optional[Token] = None
    classes: list[Token] = field(default_factory=list)
    cases: list[RawCase] = field(default_factory=list)


@dataclass
class RawCase:
    arg: Token
    mask: Optional[Token]
    values: list[Token]
    members: Optional[Token]  # the set whose members the values are
    variant: RawCall


class Written:
    """The words that are declared, the calls, and what is wrong with them."""

    def __init__(self) -> None:
        self.files = Files([])
        self.problems: list[Problem] = []
        self.kinds: dict[str, Kind] = {}
        self.sets: dict[str, ConstSet] = {}
        self.classes: dict[str, CallClass] = {}
        self.raw_calls: dict[str, RawCall] = {}
        # Words whose declaration cannot be read in full: nothing that follows
        # from that is reported.
        self.broken: set[str] = set()

    def problem(self, at: Union[Token, ConstSet], text: str) -> None:
        """Note a mistake."""
        self.problems.append(Problem(at.line, at.col, text))

    def unknown_set(self, word: Token, hint: str = "") -> None:
        """Note that a word that must be a set is none."""
        if word.text not in self.broken:
            near_by = near(word.text, self.sets)
            self.problem(word, f"unknown set '{word.text}'{near_by}{hint}")

    def find_word(self, word: Token) -> Optional[Word]:
        """What a word is declared as."""
        found: Optional[Word] = self.kinds.get(word.text) or self.sets.get(word.text)
        if found is None and word.text not in self.broken:
            hint = near(word.text, [*self.kinds, *self.sets])
            if word.text in STORAGES:
                hint = ", only a storage type"
            self.problem(
                word,
                f"unknown kind '{word.text}'{hint}; "
                f"declare it with {', '.join(DECLARATIONS[:-1])} or {DECLARATIONS[-1]}",
            )
        return found
