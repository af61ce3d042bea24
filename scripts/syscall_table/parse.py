# SPDX-License-Identifier: GPL-2.0
"""Reads syscalls.def.

read_table() is the only parser. It reports every mistake of the file at once,
each with its line and column, and returns a Table only if there is none.
"""
from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from typing import Optional, Union

from .classes import CLASS, parse_class, parse_classes, resolve_classes
from .definition import (
    DATA,
    POINTER,
    STRING,
    Const,
    ConstSet,
    Failure,
    Field,
    Kind,
    Listed,
    Pointed,
    Table,
    Token,
    When,
    Word,
    near,
)
from .lexer import Line, Problem, Syntax, read_text, tabs
from .resolve import resolve_calls
from .sets import include_sets
from .structures import check_sizes, check_structures
from .variants import Choice, check_choices, parse_choices
from .views import fill_views
from .written import CONST_NUMBER, DECLARATIONS, STORAGES, RawArg, RawCall, RawCase, Written

# What an address in a structure can be stored as.
ADDRESSES = ("u32", "u64", "ulong")
DIRECTIONS = ("in", "out", "inout", "update", "found", "rest", "aside")
# The direction of a member that the kernel writes.
OUT = "out"
# What begins a member's condition, and what comes between two of its terms.
CONDITIONS = ("if", "unless")
OR = "or"
CASE = "case"
AS = "as"
IN = "in"
BY = "by"
INCLUDE = "include"
# What a structure's declaration may say of it, and the attribute that becomes.
ATTRIBUTES = ("packed", "union", "compat", "nested", "captured", "bytes", "bits")

_DIFFERS = re.compile(r"#\s*differs:(.*)")
_DECLARED = re.compile(
    r"(kind|struct|array|variant|flags|enum)[ \t]+([A-Za-z_]\w*)(?![ \t]*\()", re.ASCII
)


class _Parser(Written):
    def __init__(self, read: Callable[[str], str]) -> None:
        super().__init__()
        self.read = read
        # Where indented lines go. Calls: one per indentation.
        self.open: Union[ConstSet, Kind, list[RawCall], None] = None
        # Indented lines belong to a line that cannot be read: nothing to report.
        self.skipping = False
        self.included: list[str] = []
        self.declared: list[ConstSet] = []
        # Sets without a header, whose members all have numbers.
        self.headless: set[str] = set()
        # Arrays, whose elements may be declared below them.
        self.elements: list[tuple[Kind, Token]] = []
        # Scalars and variants, whose sets are.
        self.scalars: list[tuple[Kind, Token]] = []
        self.choices: list[Choice] = []

    def parse(self, path: str, others: Sequence[str]) -> Table:
        self.parse_file(path)
        for other in (*self.included, *others):
            self.parse_file(other)
        for each in self.declared:
            if not each.consts and not each.includes and each.name not in self.broken:
                self.problem(
                    each,
                    f"set '{each.name}' has no members; "
                    "list its constants below it, one per line, indented",
                )
        self.resolve_words()
        calls = resolve_calls(self)
        resolve_classes(self, calls)
        table = Table(self.files, self.kinds, self.sets, calls, classes=self.classes)
        self.problems += [] if self.problems else check_sizes(table)
        if self.problems:
            raise Failure([self.message(problem) for problem in sorted(set(self.problems))])
        return table

    def message(self, problem: Problem) -> str:
        path, line = self.files.place(problem.line)
        return f"{path}:{line}:{problem.col}: {problem.text}"

    def parse_file(self, path: str) -> None:
        file = self.files.add(path, self.read(path))
        self.open = None
        self.skipping = False
        for number, text in enumerate(file.lines, file.before + 1):
            try:
                self.parse_line(number, text)
            except Syntax as error:
                self.problems.append(error.problem)
                self.give_up(text)

    def parse_line(self, number: int, text: str) -> None:
        indented = text[:1] in (" ", "\t")
        if not indented and text and not text.startswith("#"):
            self.open = None
            self.skipping = False
        if indented and self.skipping:
            return
        line = Line(number, text)
        first = line.peek()
        if first is None:
            return
        if indented:
            self.parse_member(line, tabs(text))
        elif first.text in DECLARATIONS and not self.is_call(line):
            line.next = 1
            if first.text == "kind":
                self.parse_kind(line)
            elif first.text == "struct":
                self.parse_struct(line)
            elif first.text == "array":
                self.parse_array(line)
            elif first.text == "variant":
                self.parse_variant(line)
            else:
                self.parse_set(line, first)
        elif first.text == INCLUDE and not self.is_call(line):
            line.next = 1
            self.parse_include(line)
        elif first.text == CLASS and not self.is_call(line):
            line.next = 1
            parse_class(line, self)
        else:
            self.parse_call(line)

    def give_up(self, text: str) -> None:
        """What is wrong still takes its own, lest one mistake be reported many times."""
        match = _DECLARED.match(text)
        depth = tabs(text)
        if match is not None:
            self.broken.add(match.group(2))
        if text[:1] not in (" ", "\t"):
            self.skipping = self.open is None
        elif isinstance(self.open, (ConstSet, Kind)):
            self.broken.add(self.open.name)
        elif self.open is not None and 1 <= depth <= len(self.open):
            self.open[depth:] = [RawCall(self.open[0].key)]

    def parse_member(self, line: Line, depth: int) -> None:
        first = line.tokens[0]
        if isinstance(self.open, list) and first.text == CASE:
            self.parse_case(line, self.open, depth)
        elif self.is_call(line):
            raise Syntax(first.line, first.col, "a system call starts in the first column")
        elif isinstance(self.open, ConstSet):
            self.parse_const(line, self.open)
        elif isinstance(self.open, Kind) and self.open.sort == "variant":
            self.choices += parse_choices(line, self.open)
        elif isinstance(self.open, Kind):
            self.parse_field(line, self.open)
        elif isinstance(self.open, list):
            raise Syntax(
                first.line,
                first.col,
                f"expected '{CASE}' below a system call, found '{first.text}'",
            )
        else:
            raise Syntax(
                first.line,
                first.col,
                f"indented '{first.text}' outside a set, a structure, a variant or a call",
            )

    @staticmethod
    def is_call(line: Line) -> bool:
        return len(line.tokens) > 1 and line.tokens[1].text == "("

    # ---- files ----

    def parse_include(self, line: Line) -> None:
        """Its lines count behind those of all files before it."""
        name = line.accept_type("string")
        if name is None:
            raise line.wrong('expected the name of a file, as in "folder/file.def"')
        line.done()
        main = self.files.main.path
        path = os.path.normpath(os.path.join(os.path.dirname(main), name.text[1:-1]))
        if len(self.files.files) > 1:
            self.problem(name, f"an included file includes no others; only '{main}' does")
        elif path in (os.path.normpath(main), *self.included):
            self.problem(name, f"'{path}' is already part of the table")
        elif not os.path.isfile(path):
            self.problem(name, f"there is no file '{path}'")
        else:
            self.included.append(path)

    # ---- declarations ----

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

    # ---- calls ----

    def parse_call(self, line: Line) -> None:
        key = line.accept_type("word")
        if key is None:
            raise line.wrong("expected a system call or a declaration")
        opening = line.accept("(")
        if opening is None:
            hint = near(key.text, (*DECLARATIONS, CLASS)) or "; the constants of a set are indented"
            raise line.wrong(f"expected '(' after '{key.text}'{hint}")
        old = self.raw_calls.get(key.text)
        if old is not None:
            where = self.files.other(old.key.line, key.line)
            self.problem(key, f"call '{key.text}' is already at {where}")
        raw = RawCall(key, differs=self.parse_differs(line))
        self.open = [raw]
        self.parse_signature(line, raw)
        raw.classes = parse_classes(line)
        line.done(
            " or another class; classes stand behind everything else"
            if raw.classes
            else ", the kind of the result, '@' and a printer or '%' and a class"
        )
        # The first one stays, so that what it says is checked only once.
        if old is None:
            self.raw_calls[key.text] = raw

    def parse_signature(self, line: Line, raw: RawCall) -> None:
        """The arguments behind the '(', the result, the printer."""
        if not line.accept(")"):
            self.parse_args(line, raw)
        raw.ret = line.accept_type("word")
        if line.accept("@"):
            raw.printer = line.word("the printer's name after '@'")
            extra = line.peek()
            if extra is not None and raw.ret is None and extra.type == "word":
                raise Syntax(
                    extra.line, extra.col, f"the result '{extra.text}' stands before the '@'"
                )
        elif line.accept("="):
            self.parse_target(line, raw)

    @staticmethod
    def parse_target(line: Line, raw: RawCall) -> None:
        raw.target = line.word("the call that it is after '='")
        if line.accept(AS):
            raw.target_name = line.word(f"a name after '{AS}'")

    def parse_case(self, line: Line, calls: list[RawCall], depth: int) -> None:
        """Belongs to the call, or the case, that is indented by one tab less."""
        first = line.tokens[0]
        line.next = 1
        if not 1 <= depth <= len(calls):
            raise Syntax(
                first.line,
                first.col,
                f"'{CASE}' stands below a call, indented by one tab, "
                f"or below another '{CASE}', by one more",
            )
        if self.parse_differs(line) is not None:
            self.problem(first, "'# differs:' belongs to the line of the call")
        arg = line.word("the argument that decides")
        mask = None
        if line.accept("/"):
            mask = self.parse_number(line, 32, "a mask after '/'", "word", "number")
        values: list[Token] = []
        members = line.word(f"a set after '{IN}'") if line.accept(IN) else None
        while not any(line.peek(word) for word in ("(", AS, "=")):
            if members is not None:
                raise line.wrong(f"expected '(', '{AS}' or '=' after the set '{members.text}'")
            what = f"a constant, '{AS}', '=' and a call, or '(' and the arguments that follow"
            values.append(self.parse_number(line, 32, what, "word", "number"))
        if not values and members is None:
            raise line.wrong(f"expected the values of '{arg.text}'")
        variant = RawCall(calls[0].key)
        if line.accept("="):
            self.parse_target(line, variant)
            after = ""
        else:
            if line.accept(AS):
                variant.shown = line.word(f"a name after '{AS}'")
            if not line.accept("("):
                raise line.wrong(f"expected '(' after '{AS}' and a name")
            self.parse_signature(line, variant)
            after = ", the kind of the result or '@' and a printer"
        for word in parse_classes(line)[:1]:
            self.problem(word, "classes belong to the line of the call")
        line.done(after)
        calls[depth - 1].cases.append(RawCase(arg, mask, values, members, variant))
        calls[depth:] = [variant]

    def parse_args(self, line: Line, raw: RawCall) -> None:
        while True:
            raw.args.append(self.parse_arg(line))
            if line.accept(","):
                continue
            if line.accept(")"):
                return
            token = line.peek()
            if token is None:
                raise line.wrong("missing ')' after the arguments")
            raise line.wrong("expected ',' or ')'")

    @staticmethod
    def parse_arg(line: Line) -> RawArg:
        name = line.word("the name of an argument")
        direction: Optional[Token] = None
        token = line.peek()
        if token is not None and token.text in DIRECTIONS:
            direction = token
            line.next += 1
        kind = line.accept_type("word")
        if kind is None:
            raise line.wrong(f"argument '{name.text}' has no kind: expected a word")
        length: Optional[Token] = None
        condition: Optional[tuple[Token, Token]] = None
        if line.accept("["):
            length = line.accept_type("word", "number")
            if length is None:
                raise line.wrong("expected an argument, a number or 'ret' after '['")
            if not line.accept("]"):
                raise line.wrong("missing ']'")
        if line.accept("if"):
            tested = line.word("an argument after 'if'")
            if not line.accept("&"):
                raise line.wrong("expected '&' between an argument and a set")
            condition = (tested, line.word("a set after '&'"))
        return RawArg(name, direction, kind, length, condition)

    def parse_differs(self, line: Line) -> Optional[str]:
        match = _DIFFERS.match(line.comment.text) if line.comment else None
        if match is None or line.comment is None:
            return None
        if not match.group(1).strip():
            self.problem(line.comment, "'# differs:' needs a reason after the colon")
        return match.group(1).strip()

    # ---- words ----

    def resolve_words(self) -> None:
        include_sets(self, self.declared)
        for kind, element in self.elements:
            self.find_word(element)
            kind.element = element.text
        for kind, members in self.scalars:
            kind.set = members.text
            if members.text not in self.sets:
                self.unknown_set(members)
        fill_views(self)
        for kind in self.kinds.values():
            for each in kind.fields:
                self.find_word(Token("word", each.kind, each.line, each.col))
                if each.to is not None:
                    self.find_word(each.to.kind)
        check_choices(self, self.choices)
        table = Table(self.files, self.kinds, self.sets, {})
        self.problems += check_structures(table, self.elements, self.scalars, self.broken)


def read_table(
    path: str, read: Callable[[str], str] = read_text, others: Sequence[str] = ()
) -> Table:
    """The table at `path`; a Failure names everything that is wrong in it. OTHERS: files
    that are part of it without being included."""
    return _Parser(read).parse(path, others)
