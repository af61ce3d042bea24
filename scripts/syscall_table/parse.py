# SPDX-License-Identifier: GPL-2.0
"""Reads syscalls.def.

read_table() is the only parser. It reports every mistake of the file at once,
each with its line and column, and returns a Table only if there is none.
"""
from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from typing import Optional

from .classes import CLASS, parse_class, parse_classes, resolve_classes
from .declarations import AS, CASE, DIRECTIONS, INCLUDE, Declarations
from .definition import ConstSet, Failure, Kind, Table, Token, near
from .lexer import Line, Problem, Syntax, read_text, tabs
from .resolve import resolve_calls
from .sets import include_sets
from .structures import check_sizes, check_structures
from .variants import check_choices, parse_choices
from .views import fill_views
from .written import DECLARATIONS, STORAGES, RawArg, RawCall, RawCase

IN = "in"

_DIFFERS = re.compile(r"#\s*differs:(.*)")
_DECLARED = re.compile(
    r"(kind|struct|array|variant|flags|enum)[ \t]+([A-Za-z_]\w*)(?![ \t]*\()", re.ASCII
)


class _Parser(Declarations):
    def __init__(self, read: Callable[[str], str]) -> None:
        super().__init__()
        self.read = read
        # Indented lines belong to a line that cannot be read: nothing to report.
        self.skipping = False
        self.included: list[str] = []

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
        storage: Optional[Token] = None
        token = line.peek()
        if kind.text in STORAGES and token is not None and token.type == "word":
            if token.text != "if":
                storage, kind = kind, token
                line.next += 1
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
        return RawArg(name, direction, kind, length, condition, storage)

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
