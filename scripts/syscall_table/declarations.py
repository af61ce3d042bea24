# SPDX-License-Identifier: GPL-2.0
"""Reads what syscalls.def declares: kinds, structures, arrays, variants and sets."""
from __future__ import annotations

import re
from typing import Optional, Union

from .definition import (
    DATA,
    POINTER,
    STRING,
    Const,
    ConstSet,
    Field,
    Kind,
    Listed,
    Pointed,
    Token,
    When,
    Word,
    near,
)
from .lexer import Line
from .variants import Choice
from .written import CONST_NUMBER, STORAGES, RawCall, Written

# What an address in a structure can be stored as.
ADDRESSES = ("u32", "u64", "ulong")
DIRECTIONS = ("in", "out", "inout", "update", "found", "rest", "told", "tried", "aside")
# The direction of a member that the kernel writes.
OUT = "out"
# What begins a member's condition, and what comes between two of its terms.
CONDITIONS = ("if", "unless")
OR = "or"
CASE = "case"
AS = "as"
BY = "by"
INCLUDE = "include"
WITHOUT = "without"
# What a structure's declaration may say of it, and the attribute that becomes.
ATTRIBUTES = ("packed", "union", "compat", "nested", "captured", "bytes", "bits")


class Declarations(Written):
    """The part of the parser that reads them."""

    def __init__(self) -> None:
        super().__init__()
        # Where indented lines go. Calls: one per indentation.
        self.open: Union[ConstSet, Kind, list[RawCall], None] = None
        self.declared: list[ConstSet] = []
        # Sets without a header, whose members all have numbers.
        self.headless: set[str] = set()
        # Arrays, whose elements may be declared below them.
        self.elements: list[tuple[Kind, Token]] = []
        # Scalars and variants, whose sets are.
        self.scalars: list[tuple[Kind, Token]] = []
        self.choices: list[Choice] = []

    def is_new_word(self, name: Token) -> bool:
        old: Optional[Word] = self.kinds.get(name.text) or self.sets.get(name.text)
        if old is not None:
            what = "a set" if isinstance(old, ConstSet) else f"a {old.declared_with}"
            what = what.replace("a array", "an array")
            where = self.files.other(old.line, name.line)
            self.problem(name, f"'{name.text}' is already {what}, declared at {where}")
        elif name.text in (*DIRECTIONS, *CONDITIONS, OR, STRING, "ret", CASE, AS):
            self.problem(name, f"'{name.text}' is a word of the language; choose another name")
        return old is None

    def declare(self, name: Token, sort: str) -> Kind:
        """Known even if the line ends badly: no second error where it is used."""
        new = Kind(name.text, sort, name.line, ctype=f"struct {name.text}", col=name.col)
        if self.is_new_word(name):
            self.kinds[name.text] = new
        return new

    def parse_kind(self, line: Line) -> None:
        name = line.word("a name")
        new = self.declare(name, "scalar")
        what = line.accept_type("word")
        if what is None or what.text not in (*STORAGES, STRING, DATA):
            line.next -= 1 if what is not None else 0
            raise line.wrong(
                f"expected what '{name.text}' is, one of {', '.join((*STORAGES, STRING, DATA))}"
            )
        if what.text in (STRING, DATA):
            new.sort = what.text
        else:
            new.storage = what.text
            members = line.accept_type("word")
            if members is not None:
                self.scalars.append((new, members))
        if what.text == DATA:
            word = line.peek()
            if word is not None and word.text == "captured":
                line.next += 1
                new.captured = True
        if what.text != STRING:
            new.printer = self.parse_printer(line, name)
            line.done(", a set, '@' or '@' and a printer")
            return
        limit = line.peek()
        if limit is not None and limit.text == "bytes":
            line.next += 1
            new.count_by = limit.text
        line.done(" or 'bytes'")

    @staticmethod
    def parse_printer(line: Line, name: Token) -> Optional[str]:
        """`@`: of that name; `@OTHER`: one that others use as well."""
        at, other = line.accept("@"), line.peek()
        if at is None:
            return None
        if other is None or other.type != "word" or other.col != at.end:
            return name.text
        line.next += 1
        return other.text

    def parse_struct(self, line: Line) -> None:
        name = line.word("a name")
        new = self.open = self.declare(name, "struct")
        if line.accept(AS):
            new.base = line.word(f"a structure after '{AS}'")
            new.printer = self.parse_printer(line, name)
            line.done(" or '@'")
            return
        seen: list[str] = []
        while True:
            word = line.accept_type("word")
            if word is None:
                break
            if word.text in seen:
                self.problem(word, f"attribute '{word.text}' is given twice")
            elif {word.text, *seen} >= {"bytes", "bits"}:
                self.problem(word, "a length counts 'bytes' or 'bits', not both")
            seen.append(word.text)
            if word.text in ("bytes", "bits"):
                new.count_by = word.text
                if word.text == "bytes" and line.accept("["):
                    new.least = line.count("the least number of bytes")
            elif word.text in ATTRIBUTES:
                setattr(new, word.text, True)
                if word.text == "captured" and line.accept("["):
                    new.captured_by = line.word("the function that captures it").text
                    if not line.accept("]"):
                        raise line.wrong("missing ']'")
            else:
                self.problem(
                    word,
                    f"unknown attribute '{word.text}'{near(word.text, ATTRIBUTES)}; "
                    f"it is one of {', '.join(ATTRIBUTES)}",
                )
        header = line.accept_type("header")
        if header is not None:
            self.check_header(header)
            new.header = header.text
            ctype = line.accept_type("word")
            if ctype is not None:
                new.ctype = f"struct {ctype.text}"
                if ctype.text in ATTRIBUTES:
                    self.problem(ctype, f"attribute '{ctype.text}' stands before the header")
        at = line.peek("@")
        new.printer = self.parse_printer(line, name)
        line.done("" if at else " or '@'" if header else ", a header or '@'")

    def parse_array(self, line: Line) -> None:
        new = self.declare(line.word("a name"), "array")
        new.compat = line.accept("compat") is not None
        self.elements.append((new, line.word("the kind of its elements")))
        line.done()

    def parse_variant(self, line: Line) -> None:
        name = line.word("a name")
        self.open = new = self.declare(name, "variant")
        by = line.accept(BY)
        if by is not None:
            self.scalars.append((new, line.word(f"a set after '{BY}'")))
        new.printer = self.parse_printer(line, name)
        line.done(" or '@'" if by else f", '{BY}' and a set, or '@'")

    def parse_field(self, line: Line, struct: Kind) -> None:
        if line.accept("..."):
            struct.abbreviated = True
            line.done()
            return
        name = line.word("the name of a member")
        answer = line.accept(OUT) is not None
        if struct.base is not None:
            struct.listed.append(
                Listed(name, self.accept_kind(line), self.parse_when(line), answer)
            )
            line.done(", a kind or a condition")
            return
        storage = self.accept_kind(line)
        to: Optional[Pointed] = None
        if line.peek("->"):
            storage, kind, to = self.parse_pointed(line, storage)
        else:
            kind = self.accept_kind(line) or storage
        if storage is None or kind is None:
            raise line.wrong(f"member '{name.text}' has no kind: expected a word")
        if to is None and storage is not kind and storage.text not in STORAGES:
            self.problem(storage, f"'{storage.text}' is not one of {', '.join(STORAGES)}")
        count = 0
        if to is None and line.accept("["):
            count = line.count("the number of elements")
        when = self.parse_when(line)
        line.done()
        if any(old.name == name.text for old in struct.fields):
            self.problem(name, f"member '{name.text}' is given twice")
        struct.fields.append(
            Field(
                name.text,
                kind.text,
                None if storage is kind else storage.text,
                count,
                not struct.abbreviated,
                kind.line,
                kind.col,
                to,
                when,
                answer,
            )
        )

    @staticmethod
    def accept_kind(line: Line) -> Optional[Token]:
        """A word that begins no condition."""
        return None if any(map(line.peek, CONDITIONS)) else line.accept_type("word")

    @staticmethod
    def parse_when(line: Line) -> Optional[When]:
        first = next(filter(None, map(line.accept, CONDITIONS)), None)
        if first is None:
            return None
        terms: list[tuple[Token, Optional[Token]]] = []
        word = first
        while word is not None:
            member = line.word(f"a member after '{word.text}'")
            members = line.word("a set after '&'") if line.accept("&") else None
            terms.append((member, members))
            word = line.accept(OR)
        return When(first.text == "unless", terms)

    def parse_pointed(
        self, line: Line, storage: Optional[Token]
    ) -> tuple[Token, Token, Pointed]:
        """What an address leads to; its own kind is a pointer."""
        arrow = line.tokens[line.next]
        line.next += 1
        if storage is not None and storage.text not in ADDRESSES:
            self.problem(storage, f"an address is not stored as '{storage.text}', "
                         f"but as {', '.join(ADDRESSES)}")
        kind = line.word("the kind that the address leads to")
        length: Optional[Token] = None
        if line.accept("["):
            length = line.word("the member that is its length")
            if not line.accept("]"):
                raise line.wrong("missing ']'")
        pointer = Token("word", POINTER, arrow.line, arrow.col)
        return storage or pointer, pointer, Pointed(kind, length)

    def check_header(self, header: Token) -> None:
        if not re.fullmatch(r"<[\w./+-]+\.h>", header.text, re.ASCII):
            self.problem(header, f"'{header.text}' is not the name of a header")

    def parse_set(self, line: Line, keyword: Token) -> None:
        name = line.word("the set's name")
        new = ConstSet(name.text, keyword.text == "flags", "int", [], None, name.line, name.col)
        self.open = new
        self.declared.append(new)
        if self.is_new_word(name):
            self.sets[name.text] = new
        size = line.peek()
        if size is None or size.text not in ("int", "long"):
            raise line.wrong(f"expected the type of set '{name.text}', 'int' or 'long'")
        line.next += 1
        new.type = size.text
        while True:
            header = line.accept_type("header")
            if header is None:
                break
            self.check_header(header)
            new.headers.append(header.text)
        prefix = line.accept_type("word")
        if prefix is not None:
            new.prefix = prefix.text
        new.printer = self.parse_printer(line, name)
        line.done(" or '@'")
        if not new.headers:
            self.headless.add(new.name)

    def parse_const(self, line: Line, into: ConstSet) -> None:
        name = line.word("the name of a constant")
        if name.text == INCLUDE and line.peek() is not None and line.tokens[1].type == "word":
            into.includes.append((len(into.consts), line.word("a set")))
            line.done("; one set per line")
            return
        if name.text == WITHOUT and line.peek() is not None and line.tokens[1].type == "word":
            while line.peek() is not None:
                into.without.append(line.word("the name of a constant"))
            return
        bits = 32 if into.type == "int" else 64
        value: Optional[str] = None
        mask: Optional[str] = None
        text: Optional[str] = None
        if line.accept("="):
            value = self.parse_number(line, bits, "a number after '='", "number").text
        elif into.name in self.headless:
            self.problem(
                name,
                f"set '{into.name}' names no header that has '{name.text}'; "
                "write <linux/....h> behind its type, or '= NUMBER' here",
            )
        if line.accept("/"):
            token = self.parse_number(line, bits, "the field's mask after '/'", "word", "number")
            mask = token.text
            if not into.flags:
                self.problem(token, "an enum has no fields; declare the set with 'flags'")
        quoted = line.accept_type("string")
        if quoted is not None:
            text = quoted.text[1:-1]
        old = [const for const in into.consts if const.name == name.text]
        if old:
            self.problem(
                name,
                f"constant '{name.text}' is already in set '{into.name}', "
                f"at {self.files.other(old[0].line, name.line)}",
            )
        into.consts.append(Const(name.text, value, mask, text, name.line, name.col))
        line.done("; one constant per line")

    def parse_number(self, line: Line, bits: int, what: str, *types: str) -> Token:
        token = line.accept_type(*types)
        if token is None:
            raise line.wrong(f"expected {what}")
        if token.type == "number":
            if not CONST_NUMBER.fullmatch(token.text):
                self.problem(token, f"'{token.text}' is neither a decimal nor a 0x... number")
            elif int(token.text, 0) >> bits:
                self.problem(token, f"{token.text} does not fit into {bits} bits")
        return token
