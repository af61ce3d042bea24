# SPDX-License-Identifier: GPL-2.0
"""Classes of calls, such as %file: words for what some of them have in common."""
from __future__ import annotations

from collections.abc import Iterable

from .definition import Call, CallClass, Token, near
from .lexer import Line
from .written import Written

# What begins the declaration of one, and what stands before its name everywhere else.
CLASS = "class"
MARK = "%"
# syscall_trace_classes_of[] has a bit for each.
MAX_CLASSES = 32
COMPAT = "compat_"
# The classes that kinds of arguments and results speak for.
DESC, FILE = "desc", "file"
DESCRIPTORS = {"fd", "dirfd", "fan_dirfd", "fdpair", "fd_set", "pollfds"}
PATH = "path"


def parse_class(line: Line, written: Written) -> None:
    """Known even if the line ends badly: no second error where it is used."""
    name = line.word("the name of a class")
    old = written.classes.get(name.text)
    if old is not None:
        where = written.files.other(old.line, name.line)
        written.problem(name, f"'{name.text}' is already a class, declared at {where}")
    elif len(written.classes) == MAX_CLASSES:
        written.problem(name, f"class '{name.text}' is one too many, at most {MAX_CLASSES}")
    new = CallClass(name.text, "", name.line, name.col)
    written.classes.setdefault(name.text, new)
    text = line.accept_type("string")
    if text is None:
        raise line.wrong(f"expected what calls of class '{name.text}' do, in \" \"")
    new.text = text.text[1:-1]
    line.done()


def parse_classes(line: Line) -> list[Token]:
    """Those that a call is in, which stand behind everything else."""
    found: list[Token] = []
    while line.accept(MARK):
        found.append(line.word(f"the name of a class after '{MARK}'"))
    return found


def resolve_classes(written: Written, calls: dict[str, Call]) -> None:
    """Look them up, and give them to the compat calls that name none."""
    for raw in written.raw_calls.values():
        call = calls[raw.key.text]
        call.classes = [word.text for word in raw.classes]
        for index, word in enumerate(raw.classes):
            check_class(written, word, call.classes[:index])
    for call in calls.values():
        native = calls.get(call.key[len(COMPAT) :]) if call.key.startswith(COMPAT) else None
        if native is not None and not call.classes:
            call.classes = native.classes


def check_class(written: Written, word: Token, before: list[str]) -> None:
    if word.text not in written.classes:
        hint = near(word.text, written.classes)
        written.problem(word, f"unknown class '{word.text}'{hint}; declare it with '{CLASS}'")
    elif word.text in before:
        written.problem(word, f"class '{word.text}' is given twice")
    elif before and before[-1] > word.text:
        written.problem(
            word, f"class '{word.text}' stands before '{before[-1]}', by the alphabet"
        )


def spoken_for(kinds: Iterable[str]) -> list[str]:
    """The classes that a call is in, as a rule, if its arguments and its result are of these
    kinds."""
    given = set(kinds)
    found = [DESC] if given & DESCRIPTORS else []
    return found + ([FILE] if PATH in given else [])
