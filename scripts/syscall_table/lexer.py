# SPDX-License-Identifier: GPL-2.0
"""From the text of syscalls.def to the words of its lines."""
from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Optional

from .definition import Failure, Token

_TOKENS = re.compile(
    r"(?P<space>[ \t]+)"
    r"|(?P<comment>#.*)"
    r"|(?P<word>[A-Za-z_]\w*)"
    r"|(?P<number>[0-9]\w*)"
    r"|(?P<header><[^<>]*>)"
    r'|(?P<string>"[^"]*")'
    r"|(?P<mark>\.\.\.|->|[()\[\],/&@=%])",
    re.ASCII,
)


@dataclass(frozen=True, order=True)
class Problem:
    line: int
    col: int
    text: str


class Syntax(Exception):
    """The rest of the line makes no sense."""

    def __init__(self, line: int, col: int, text: str) -> None:
        super().__init__(text)
        self.problem = Problem(line, col, text)


class Line:
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

    def stray(self, char: str, col: int) -> Syntax:
        why = f"unexpected character {ascii(char)}"
        if char == '"':
            why = "missing closing '\"'"
        elif char == "<":
            why = "missing '>' of a header's name"
        elif char == "\r":
            why = "DOS line end; end lines with a line feed alone"
        return Syntax(self.number, col, why)

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

    def wrong(self, text: str) -> Syntax:
        """`text` with what is there instead, at the next token or the end."""
        token = self.peek()
        if token is not None:
            return Syntax(token.line, token.col, f"{text}, found '{token.text}'")
        return Syntax(self.number, self.tokens[-1].end, f"{text}, found the end of the line")

    def word(self, what: str) -> Token:
        token = self.accept_type("word")
        if token is None:
            raise self.wrong(f"expected {what}")
        return token

    def count(self, what: str) -> int:
        """What is behind a '['."""
        number = self.accept_type("number")
        if number is None or not number.text.isdigit() or not 0 < int(number.text) <= 0xFFFF:
            self.next -= 1 if number is not None else 0
            raise self.wrong(f"expected {what}")
        if not self.accept("]"):
            raise self.wrong("missing ']'")
        return int(number.text)

    def done(self, hint: str = "") -> None:
        if self.peek() is not None:
            raise self.wrong(f"expected the end of the line{hint}")


def tabs(text: str) -> int:
    """How far a line is indented."""
    return len(text) - len(text.lstrip("\t"))


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
