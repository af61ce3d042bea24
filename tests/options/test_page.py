# SPDX-License-Identifier: GPL-2.0
"""The manual page of sctrace has the options of the table, and no others."""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from table import EFFECTIVE, ROWS, Row, filled

PAGE = Path(__file__).resolve().parent.parent.parent / "Documentation/trace/sctrace.rst"


@dataclass(frozen=True)
class Term:
    """An option as the page explains it: "-e trace=CALL,..." has all parts."""

    heading: str
    option: str
    qualifier: str
    arg: str

    def names(self) -> list[str]:
        """Options that it may be: -ff is -f twice."""
        return [self.option, self.option[:2]] if self.option[1] != "-" else [self.option]


def read_terms() -> list[Term]:
    """What is explained under OPTIONS."""
    text = PAGE.read_text("utf-8").split("\nOPTIONS\n")[1].split("\nDIFFERENCES FROM STRACE\n")[0]
    found, heading = [], ""
    lines = text.splitlines()
    for line, after in zip(lines, lines[1:]):
        if after and not after.strip("-"):
            heading = line
        if line.startswith("**-") and after.startswith("  "):
            for item in re.sub(r"\\ |\*", "", line).split(", "):
                parts = re.fullmatch(r"(--?[A-Za-z-]+)(?: ([a-z]+)=)?(.*)", item)
                assert parts, item
                option, qualifier, arg = parts.groups()
                found.append(Term(heading, option, qualifier or "",
                                  arg.replace("[=", "[").lstrip(" ")))  # fmt: skip
    return found


TERMS = read_terms()
BY_NAME = {name: row for row in ROWS for name in row.names()}
BY_QUALIFIER = {row.qualifier: row for row in EFFECTIVE if row.qualifier}


def row_of(term: Term) -> Row:
    """The option that is explained."""
    row = next((BY_NAME[name] for name in term.names() if name in BY_NAME), None)
    assert row and row in EFFECTIVE, f"sctrace has no {term.option}"
    return row


def test_the_page_explains_each_option() -> None:
    explained = {name for term in TERMS for name in term.names()}
    assert [name for row in EFFECTIVE for name in row.names() if name not in explained] == []


def test_the_page_explains_no_other_option() -> None:
    assert len(TERMS) > 60
    for term in TERMS:
        row_of(term)


def test_each_option_has_the_argument_of_the_table() -> None:
    args = defaultdict(set)
    for term in TERMS:
        row = row_of(term)
        if row.kind != "expression":
            args[row] |= {term.arg} - {""}
    assert {row.names()[-1]: args[row] for row in args} == {
        row.names()[-1]: {row.arg} - {""} for row in args
    }


def test_what_e_knows_is_explained_with_its_argument() -> None:
    assert {(term.qualifier, term.arg) for term in TERMS if term.qualifier} == {
        (word, BY_QUALIFIER[word].arg) for word in BY_QUALIFIER if word != "quiet"
    }


def test_options_are_under_the_headings_of_help() -> None:
    for term in TERMS:
        if term.option in BY_NAME:
            assert term.heading == BY_NAME[term.option].heading, term.option


def test_the_list_beside_strace_is_that_of_the_table() -> None:
    text = PAGE.read_text("utf-8")
    assert filled(text) == text, "make options writes it anew"


def test_the_list_has_each_option_of_strace() -> None:
    said = subprocess.run(["strace", "--help"], check=True, capture_output=True, text=True).stdout
    theirs = set(re.findall(r"--[a-z][a-z0-9-]+", said))
    assert len(theirs) > 40
    assert theirs <= {name for row in ROWS if row.said_of_strace() for name in row.names()}
