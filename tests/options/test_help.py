# SPDX-License-Identifier: GPL-2.0
"""--help explains each option of the table, under its heading."""

from __future__ import annotations

import os
import re
import subprocess

from table import EFFECTIVE, ROWS, Row, needs_argument

SCTRACE = os.environ["SCTRACE"]


def read_help() -> list[tuple[str, str, str]]:
    """The heading, the names and the explanation of each option."""
    said = subprocess.run([SCTRACE, "--help"], check=True, capture_output=True, text=True).stdout
    found, heading = [], ""
    for line in re.sub(r"\n {20,}", "   ", said).splitlines():
        if match := re.fullmatch(r"(\S.*):", line):
            heading = match[1]
        elif match := re.fullmatch(r"  (-\S.*?)  +(\S.*)", line):
            found.append((heading, match[1], match[2]))
    return found


def names_of(row: Row) -> str:
    """How an option begins its line: "-o FILE, --output"."""
    first, *others = row.names()
    return ", ".join([f"{first} {row.arg}".strip(), *others])


def test_help_has_each_listed_option_with_its_explanation() -> None:
    listed = [row for row in ROWS if row.listed]
    assert len(listed) > 35
    said = [line for line in read_help() if not line[1].startswith("-e ") or line[1] == "-e EXPRESSION"]
    assert said == [(row.heading, names_of(row), row.help) for row in listed]


def test_what_is_not_listed_goes_by_another_name() -> None:
    said = " ".join(" ".join(line) for line in read_help())
    for row in EFFECTIVE:
        assert row.listed or f"{row.qualifier}=" in said or row.qualifier == "", row.name


def test_each_option_has_an_explanation() -> None:
    assert [row.names() for row in ROWS if not row.help.strip()] == []


def complaints(*words: str) -> str:
    """What sctrace says of a command line that could go on with a command."""
    return subprocess.run([SCTRACE, *words, "--help"], check=False, capture_output=True, text=True).stderr


def test_sctrace_knows_each_name() -> None:
    names = [(row, name) for row in ROWS for name in row.names()]
    assert len({name for _, name in names}) == len(names)
    for row, name in names:
        said = complaints(name, *["1"] * needs_argument(row))
        assert ("cannot be had" in said) == (row.kind == "refused"), name
        assert not re.search("unrecognized|ambiguous|invalid option|requires", said), name


def test_names_of_one_option_may_be_cut_where_they_part() -> None:
    several = [row.names() for row in ROWS if row.aliases]
    assert len(several) > 2
    for names in several:
        for one, other in zip(names, names[1:]):
            common = os.path.commonprefix([one, other])
            assert len(common) < 6 or complaints(f"{common}=attach") == "", common


def test_a_refused_option_is_refused_by_e_too() -> None:
    refused = [row for row in ROWS if row.kind == "refused" and row.qualifier]
    assert len(refused) > 8
    for row in refused:
        assert f"-e {row.qualifier}= cannot be had: {row.help}" in complaints("-e", f"{row.qualifier}=1")
