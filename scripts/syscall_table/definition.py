# SPDX-License-Identifier: GPL-2.0
"""Reads syscalls.def, the description of all system calls.

read_table() is the only parser. It reports every mistake of the file at once,
each with its line and column, and returns a Table only if there is none.
"""
from __future__ import annotations

import difflib
import os
import re
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Optional, Union

MAX_ARGS = 6
DIRECTIONS = ("in", "out", "inout")
DECLARATIONS = ("kind", "struct", "flags", "enum")
# Built-in kinds that hold an address although their declaration is one word.
POINTER_KINDS = ("ptr", "bytes", "strv")
# The only pointer that says nothing about what is behind it.
BARE_POINTER = "ptr"
DEFAULT_RET = "int"


class Failure(Exception):
    """The run cannot go on; `lines` is what to tell the user."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


@dataclass(frozen=True, order=True)
class Problem:
    line: int
    col: int
    text: str


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
class Kind:
    """A word that says what an argument is; all but sets."""

    name: str
    string: bool
    pointer: bool
    struct: bool
    line: int


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

    @property
    def unknown(self) -> str:
        """What an unnamed value is shown as: given, or common to all members."""
        if self.prefix is not None:
            return self.prefix
        common = os.path.commonprefix([const.name for const in self.consts])
        return common[: common.rfind("_") + 1]


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
    direction: str  # "", "in", "out" or "inout"
    length: Optional[Length]
    condition: Optional[Condition]


@dataclass
class Call:
    key: str
    args: list[Arg]
    ret: str
    printer: Optional[str]
    differs: Optional[str]  # why it may differ from the kernel's prototype
    line: int
    col: int

    @property
    def id(self) -> int:
        return call_id(self.key)

    @property
    def arg_names(self) -> list[str]:
        return [arg.name for arg in self.args]


@dataclass
class Table:
    path: str
    text: str
    kinds: dict[str, Kind]
    sets: dict[str, ConstSet]
    calls: dict[str, Call]


def call_id(key: str) -> int:
    """The same in every build and on every architecture."""
    return zlib.crc32(key.encode()) & 0x7FFFFFFF


def near(word: str, known: Iterable[str]) -> str:
    """A hint at the word that was probably meant, or nothing."""
    found = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean '{found[0]}'?)" if found else ""


# A call as written, before its words are looked up.
@dataclass
class _RawArg:
    name: Token
    direction: Optional[Token]
    kind: Token
    length: Optional[Token]
    condition: Optional[tuple[Token, Token]]


@dataclass
class _RawCall:
    key: Token
    args: list[_RawArg]
    ret: Optional[Token]
    printer: Optional[Token]
    differs: Optional[str]


_TOKENS = re.compile(
    r"(?P<space>[ \t]+)"
    r"|(?P<comment>#.*)"
    r"|(?P<word>[A-Za-z_]\w*)"
    r"|(?P<number>[0-9]\w*)"
    r"|(?P<header><[^<>]*>)"
    r'|(?P<string>"[^"]*")'
    r"|(?P<mark>[()\[\],/&@=])",
    re.ASCII,
)
_CONST_NUMBER = re.compile(r"0|[1-9][0-9]*|0x[0-9a-fA-F]+", re.ASCII)
_DIFFERS = re.compile(r"#\s*differs:(.*)")
_DECLARED = re.compile(r"(kind|struct|flags|enum)[ \t]+([A-Za-z_]\w*)(?![ \t]*\()", re.ASCII)


class _Syntax(Exception):
    """The rest of the line makes no sense."""

    def __init__(self, line: int, col: int, text: str) -> None:
        super().__init__(text)
        self.problem = Problem(line, col, text)


class _Line:
    """The tokens of one line, taken from left to right."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.tokens: list[Token] = []
        self.comment: Optional[Token] = None
        self.next = 0
        pos = 0
        while pos < len(text):
            match = _TOKENS.match(text, pos)
            if match is None:
                raise self.stray(text[pos], pos + 1)
            token = Token(str(match.lastgroup), match.group(), number, pos + 1)
            if token.type == "comment":
                self.comment = token
            elif token.type != "space":
                self.tokens.append(token)
            pos = match.end()

    def stray(self, char: str, col: int) -> _Syntax:
        why = f"unexpected character {ascii(char)}"
        if char == '"':
            why = "missing closing '\"'"
        elif char == "<":
            why = "missing '>' of a header's name"
        elif char == "\r":
            why = "DOS line end; end lines with a line feed alone"
        return _Syntax(self.number, col, why)

    def peek(self, text: str = "") -> Optional[Token]:
        """The next token; with `text`, only if it is that one."""
        if self.next == len(self.tokens):
            return None
        token = self.tokens[self.next]
        return token if text in ("", token.text) else None

    def accept(self, text: str) -> Optional[Token]:
        token = self.peek(text)
        if token is not None:
            self.next += 1
        return token

    def accept_type(self, *types: str) -> Optional[Token]:
        token = self.peek()
        if token is None or token.type not in types:
            return None
        self.next += 1
        return token

    def wrong(self, text: str) -> _Syntax:
        """`text` with what is there instead, at the next token or the end."""
        token = self.peek()
        if token is not None:
            return _Syntax(token.line, token.col, f"{text}, found '{token.text}'")
        return _Syntax(self.number, self.tokens[-1].end, f"{text}, found the end of the line")

    def word(self, what: str) -> Token:
        token = self.accept_type("word")
        if token is None:
            raise self.wrong(f"expected {what}")
        return token

    def done(self, hint: str = "") -> None:
        if self.peek() is not None:
            raise self.wrong(f"expected the end of the line{hint}")


class _Parser:
    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.problems: list[Problem] = []
        self.kinds: dict[str, Kind] = {}
        self.sets: dict[str, ConstSet] = {}
        self.raw_calls: dict[str, _RawCall] = {}
        self.calls: dict[str, Call] = {}
        # Where members go. Sets that are wrong themselves still take theirs,
        # lest one mistake be reported once per member.
        self.open_set: Optional[ConstSet] = None
        self.declared: list[ConstSet] = []
        # Words whose declaration cannot be read in full: nothing that follows
        # from that is reported.
        self.broken: set[str] = set()

    def problem(self, at: Union[Token, Const, ConstSet], text: str) -> None:
        self.problems.append(Problem(at.line, at.col, text))

    def parse(self) -> Table:
        for number, text in enumerate(self.text.split("\n"), 1):
            try:
                self.parse_line(number, text)
            except _Syntax as error:
                self.problems.append(error.problem)
                match = _DECLARED.match(text)
                if match is not None:
                    self.broken.add(match.group(2))
                elif self.open_set is not None:
                    self.broken.add(self.open_set.name)
        for each in self.declared:
            if not each.consts and each.name not in self.broken:
                self.problem(
                    each,
                    f"set '{each.name}' has no members; "
                    "list its constants below it, one per line, indented",
                )
        for raw in self.raw_calls.values():
            self.resolve_call(raw)
        self.check_ids()
        if self.problems:
            raise Failure(
                [f"{self.path}:{p.line}:{p.col}: {p.text}" for p in sorted(set(self.problems))]
            )
        return Table(self.path, self.text, self.kinds, self.sets, self.calls)

    def parse_line(self, number: int, text: str) -> None:
        indented = text[:1] in (" ", "\t")
        if not indented and text.strip() and not text.startswith("#"):
            is_set = text.startswith(("flags", "enum"))
            self.open_set = ConstSet("", True, "int", [], None, number, 1) if is_set else None
        line = _Line(number, text)
        first = line.peek()
        if first is None:
            return
        if indented:
            self.parse_const(line)
        elif first.text in DECLARATIONS and not self.is_call(line):
            line.next = 1
            if first.text in ("kind", "struct"):
                self.parse_kind(line, first.text == "struct")
            else:
                self.parse_set(line, first)
        else:
            self.parse_call(line)

    @staticmethod
    def is_call(line: _Line) -> bool:
        return len(line.tokens) > 1 and line.tokens[1].text == "("

    # ---- declarations ----

    def is_new_word(self, name: Token) -> bool:
        old: Union[Kind, ConstSet, None] = self.kinds.get(name.text) or self.sets.get(name.text)
        if old is not None:
            what = "set" if isinstance(old, ConstSet) else "struct" if old.struct else "kind"
            self.problem(name, f"'{name.text}' is already a {what}, declared at line {old.line}")
        elif name.text in DIRECTIONS + ("if", "ret"):
            self.problem(name, f"'{name.text}' is a word of the language; choose another name")
        return old is None

    def parse_kind(self, line: _Line, struct: bool) -> None:
        name = line.word("a name")
        string = pointer = False
        if not struct:
            string = line.accept("string") is not None
            pointer = not string and line.accept("pointer") is not None
        # Known even if the line ends badly: no second error where it is used.
        if self.is_new_word(name):
            pointer = pointer or struct or string or name.text in POINTER_KINDS
            self.kinds[name.text] = Kind(name.text, string, pointer, struct, name.line)
        line.done("" if struct else ", 'string' or 'pointer'")

    def parse_set(self, line: _Line, keyword: Token) -> None:
        name = line.word("the set's name")
        new = ConstSet(name.text, keyword.text == "flags", "int", [], None, name.line, name.col)
        self.open_set = new
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
            if not re.fullmatch(r"<[\w./+-]+\.h>", header.text, re.ASCII):
                self.problem(header, f"'{header.text}' is not the name of a header")
            new.headers.append(header.text)
        if not new.headers:
            raise line.wrong(f"set '{name.text}' names no header: expected <linux/....h>")
        prefix = line.accept_type("word")
        if prefix is not None:
            new.prefix = prefix.text
        line.done()

    def parse_const(self, line: _Line) -> None:
        if self.open_set is None:
            first = line.tokens[0]
            raise _Syntax(
                first.line,
                first.col,
                "a system call starts in the first column"
                if self.is_call(line)
                else f"indented '{first.text}' outside a set; "
                "only the members of 'flags' and 'enum' are indented",
            )
        if self.is_call(line):
            raise _Syntax(
                line.number, line.tokens[0].col, "a system call starts in the first column"
            )
        name = line.word("the name of a constant")
        value: Optional[str] = None
        mask: Optional[str] = None
        text: Optional[str] = None
        if line.accept("="):
            value = self.parse_number(line, "a number after '='", "number").text
        if line.accept("/"):
            token = self.parse_number(line, "the field's mask after '/'", "word", "number")
            mask = token.text
            if not self.open_set.flags:
                self.problem(token, "an enum has no fields; declare the set with 'flags'")
        quoted = line.accept_type("string")
        if quoted is not None:
            text = quoted.text[1:-1]
        old = [const for const in self.open_set.consts if const.name == name.text]
        if old:
            self.problem(
                name,
                f"constant '{name.text}' is already in set '{self.open_set.name}', "
                f"at line {old[0].line}",
            )
        self.open_set.consts.append(Const(name.text, value, mask, text, name.line, name.col))
        line.done("; one constant per line")

    def parse_number(self, line: _Line, what: str, *types: str) -> Token:
        token = line.accept_type(*types)
        if token is None:
            raise line.wrong(f"expected {what}")
        if token.type == "number" and not _CONST_NUMBER.fullmatch(token.text):
            self.problem(token, f"'{token.text}' is neither a decimal nor a 0x... number")
        return token

    # ---- calls ----

    def parse_call(self, line: _Line) -> None:
        key = line.accept_type("word")
        if key is None:
            raise line.wrong("expected a system call or a declaration")
        opening = line.accept("(")
        if opening is None:
            hint = near(key.text, DECLARATIONS) or "; the constants of a set are indented"
            raise line.wrong(f"expected '(' after '{key.text}'{hint}")
        old = self.raw_calls.get(key.text)
        if old is not None:
            self.problem(key, f"call '{key.text}' is already at line {old.key.line}")
        raw = _RawCall(key, [], None, None, self.parse_differs(line))
        if not line.accept(")"):
            self.parse_args(line, raw)
        raw.ret = line.accept_type("word")
        if line.accept("@"):
            raw.printer = line.word("the printer's name after '@'")
            extra = line.peek()
            if extra is not None and raw.ret is None and extra.type == "word":
                raise _Syntax(
                    extra.line, extra.col, f"the result '{extra.text}' stands before the '@'"
                )
        line.done(", the kind of the result or '@' and a printer")
        # The first one stays, so that what it says is checked only once.
        if old is None:
            self.raw_calls[key.text] = raw

    def parse_args(self, line: _Line, raw: _RawCall) -> None:
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
    def parse_arg(line: _Line) -> _RawArg:
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
        return _RawArg(name, direction, kind, length, condition)

    def parse_differs(self, line: _Line) -> Optional[str]:
        match = _DIFFERS.match(line.comment.text) if line.comment else None
        if match is None or line.comment is None:
            return None
        if not match.group(1).strip():
            self.problem(line.comment, "'# differs:' needs a reason after the colon")
        return match.group(1).strip()

    # ---- meaning ----

    def resolve_call(self, raw: _RawCall) -> None:
        names = [arg.name.text for arg in raw.args]
        if len(raw.args) > MAX_ARGS:
            self.problem(
                raw.args[MAX_ARGS].name,
                f"call '{raw.key.text}' has {len(names)} arguments, "
                f"a system call has at most {MAX_ARGS}",
            )
        for index, arg in enumerate(raw.args):
            if arg.name.text in names[:index]:
                self.problem(
                    arg.name, f"argument '{arg.name.text}' of '{raw.key.text}' is given twice"
                )
        args = [self.resolve_arg(raw, index, names) for index in range(len(raw.args))]
        ret = DEFAULT_RET
        if raw.ret is not None:
            ret = raw.ret.text
            if ret != DEFAULT_RET:
                kind = self.find_word(raw.ret)
                if isinstance(kind, Kind) and kind.struct:
                    self.problem(raw.ret, f"a call cannot return struct '{ret}'; use 'ptr'")
        self.calls[raw.key.text] = Call(
            raw.key.text,
            args,
            ret,
            raw.printer.text if raw.printer else None,
            raw.differs,
            raw.key.line,
            raw.key.col,
        )

    def find_word(self, word: Token) -> Union[Kind, ConstSet, None]:
        found: Union[Kind, ConstSet, None] = self.kinds.get(word.text) or self.sets.get(word.text)
        if found is None and word.text not in self.broken:
            hint = near(word.text, [*self.kinds, *self.sets])
            self.problem(
                word,
                f"unknown kind '{word.text}'{hint}; declare it with kind, struct, flags or enum",
            )
        return found

    def resolve_arg(self, raw: _RawCall, index: int, names: list[str]) -> Arg:
        arg = raw.args[index]
        kind = self.find_word(arg.kind)
        pointer = isinstance(kind, Kind) and kind.pointer
        direction = arg.direction.text if arg.direction else ""
        advice = "; declare it as 'struct' or as 'kind ... pointer' if it is an address"
        if kind is not None and not pointer:
            if arg.direction is not None:
                self.problem(
                    arg.direction,
                    f"'{direction}' on '{arg.kind.text}', which is not a pointer{advice}",
                )
            elif arg.length is not None:
                self.problem(
                    arg.length,
                    f"a length on '{arg.kind.text}', which is not a pointer{advice}",
                )
        if pointer and not direction and arg.kind.text != BARE_POINTER:
            direction = "in"
        length: Optional[Length] = None
        if arg.length is not None:
            length = self.resolve_length(arg.length, index, names)
        condition: Optional[Condition] = None
        if arg.condition is not None:
            condition = self.resolve_condition(arg.condition, index, names)
        return Arg(arg.name.text, arg.kind.text, direction, length, condition)

    def resolve_length(self, word: Token, index: int, names: list[str]) -> Optional[Length]:
        if word.text == "ret":
            return Length("ret", 0)
        if word.type == "number":
            if not re.fullmatch(r"0|[1-9][0-9]*", word.text, re.ASCII):
                self.problem(word, f"length '{word.text}' is not a decimal number")
            elif int(word.text) > 0xFFFF:
                self.problem(word, f"length {word.text} is too big, at most {0xFFFF}")
            else:
                return Length("const", int(word.text))
            return None
        found = self.find_arg(word, index, names, "; a length is an argument, a number or 'ret'")
        return None if found is None else Length("arg", found)

    def resolve_condition(
        self, words: tuple[Token, Token], index: int, names: list[str]
    ) -> Optional[Condition]:
        tested, members = words
        found = self.find_arg(tested, index, names, "")
        if members.text not in self.sets and members.text not in self.broken:
            hint = near(members.text, self.sets)
            self.problem(
                members,
                f"unknown set '{members.text}'{hint} after '&'; "
                "declare it with 'flags' or 'enum'",
            )
        return None if found is None else Condition(found, members.text)

    def find_arg(self, word: Token, index: int, names: list[str], more: str) -> Optional[int]:
        if word.text not in names:
            hint = near(word.text, names)
            self.problem(word, f"unknown argument '{word.text}'{hint}{more}")
            return None
        if names.index(word.text) == index:
            self.problem(word, f"argument '{word.text}' refers to itself")
            return None
        return names.index(word.text)

    def check_ids(self) -> None:
        seen: dict[int, _RawCall] = {}
        for raw in self.raw_calls.values():
            number = call_id(raw.key.text)
            if number == 0:
                self.problem(raw.key, f"the id of '{raw.key.text}' is 0; write it differently")
            elif number in seen:
                other = seen[number].key
                self.problem(
                    raw.key,
                    f"'{raw.key.text}' has the same id as '{other.text}' at line {other.line} "
                    f"({number:#x}); the id function call_id() must change",
                )
            seen.setdefault(number, raw)


def read_text(path: str) -> str:
    """The file as text, or a Failure that says where it is not UTF-8."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise Failure([f"{path}: cannot read: {error.strerror}"]) from None
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        col = len(before[before.rfind(b"\n") + 1 :].decode()) + 1
        raise Failure(
            [f"{path}:{line}:{col}: byte {data[error.start]:#04x} is not UTF-8 text"]
        ) from None


def read_table(path: str, read: Callable[[str], str] = read_text) -> Table:
    """The table at `path`; a Failure names everything that is wrong in it."""
    return _Parser(path, read(path)).parse()
