# SPDX-License-Identifier: GPL-2.0
"""Variants of syscalls.def: what kind of thing a value is, by a constant of a set."""
from __future__ import annotations

from dataclasses import dataclass

from .definition import Field, Kind, Token, near
from .lexer import Line
from .written import CONST_NUMBER, STORAGES, Written

ELSE = "else"


@dataclass(frozen=True)
class Choice:
    """A constant of a line below a variant, and what that line says."""

    variant: Kind
    constant: Token
    field: Field


def parse_choices(line: Line, variant: Kind) -> list[Choice]:
    """CONSTANT... [STORAGE] KIND, or `else` in place of the constants."""
    words: list[Token] = []
    while (token := line.accept_type("word", "number")) is not None:
        words.append(token)
    kind = words.pop() if words and words[-1].type == "word" else None
    if kind is None:
        raise line.wrong("expected a kind")
    storage = words.pop() if len(words) > 1 and words[-1].text in STORAGES else kind
    if not words:
        line.next -= 1
        raise line.wrong(f"expected constants, or '{ELSE}', and a kind")
    line.done()
    choices = [
        Choice(
            variant,
            word,
            Field(
                word.text,
                kind.text,
                None if storage is kind else storage.text,
                0,
                word.text != ELSE,
                kind.line,
                kind.col,
                value=None if word.text == ELSE else word.text,
            ),
        )
        for word in words
    ]
    variant.fields += [each.field for each in choices]
    return choices


def check_choices(written: Written, choices: list[Choice]) -> None:
    """Whether the constants are the set's, each of them once, and `else` ends a variant."""
    for kind in written.kinds.values():
        empty = kind.sort == "variant" and not (kind.fields or kind.set)
        if empty and kind.name not in written.broken:
            at = Token("word", kind.name, kind.line, kind.col)
            written.problem(at, f"variant '{kind.name}' has neither a set nor choices")
    seen: dict[tuple[str, str], Token] = {}
    for each in choices:
        word, variant = each.constant, each.variant
        number = word.type == "number" and CONST_NUMBER.fullmatch(word.text)
        key = (variant.name, str(int(word.text, 0)) if number else word.text)
        old = seen.setdefault(key, word)
        if old is not word:
            where = written.files.other(old.line, word.line)
            written.problem(word, f"'{word.text}' is already a choice, at {where}")
        elif word.text == ELSE:
            if variant.fields[-1] is not each.field:
                written.problem(word, f"'{ELSE}' is the last choice of a variant")
        elif word.type == "number":
            if not number or int(word.text, 0) >> 32:
                written.problem(word, f"'{word.text}' is no number of 32 bits")
        elif not variant.set:
            written.problem(word, f"variant '{variant.name}' has no set that "
                            f"'{word.text}' is a member of; write 'by' and a set behind its name")
        elif variant.set in written.sets and variant.set not in written.broken:
            members = {const.name: const.value for const in written.sets[variant.set].consts}
            if word.text not in members:
                hint = near(word.text, members)
                text = f"set '{variant.set}' has no member '{word.text}'{hint}"
                written.problem(word, text)
            each.field.value = members.get(word.text) or word.text
