# SPDX-License-Identifier: GPL-2.0
"""Shells complete the options of sctrace, their arguments, and the command with its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from shells import bash, zsh
from table import ACCEPTED, COMPLETION, ROWS, Row, needs_argument

Shell = Callable[..., list[str]]
both = pytest.mark.parametrize("shell", [bash, zsh])


def propose(shell: Shell, *words: str) -> set[str]:
    """What the shell proposes for the last word of a line, without what is before in that word."""
    found = shell(COMPLETION, "sctrace", *words)
    start = words[-1].rpartition("=")[0]
    return {each.removeprefix(f"{start}=").rpartition("/")[2].rstrip("=") for each in found}


@both
def test_all_long_options_are_proposed(shell: Shell) -> None:
    expected = {name for row in ACCEPTED for name in row.names() if name.startswith("--")}
    assert len(expected) > 40
    assert propose(shell, "--") == expected


# By what completes an argument: what is typed of it, and what is proposed then
PROPOSED = {
    "nothing": ("", set()),
    "file": ("/etc/host", {path.name for path in Path("/etc").glob("host*")}),
    "folder": ("/etc/", {path.name for path in Path("/etc").glob("[!.]*/")}),
    "command": ("setpri", {"setpriv"}),
    "user": ("nobo", {"nobody"}),
    "calls": ("clone", {"clone", "clone3"}),
}


def is_completed(shell: Shell, row: Row, *words: str) -> bool:
    """Does the shell propose what it should for an argument that begins behind these words?"""
    if row.completes == "words":
        return propose(shell, *words) == set(row.words.split())
    if row.completes == "pid":
        found = propose(shell, *words)
        return bool(found) and all(word.isdecimal() for word in found)
    typed, expected = PROPOSED[row.completes]
    return propose(shell, *words[:-1], words[-1] + typed) == expected


def test_each_way_to_complete_is_that_of_an_option() -> None:
    assert {row.completes for row in ACCEPTED if row.arg} == {*PROPOSED, "words", "pid"}


@both
@pytest.mark.parametrize("completes", [*PROPOSED, "words", "pid"])
def test_each_option_has_its_argument_completed(shell: Shell, completes: str) -> None:
    rows = [row for row in ACCEPTED if row.arg and row.completes == completes]
    forms = [(row, [name, ""]) for row in rows if needs_argument(row) for name in row.names()]
    forms += [(row, ["-f" + row.names()[0][1:], ""]) for row in rows if needs_argument(row) and row.letter]
    forms += [(row, [f"{name}="]) for row in rows for name in row.names() if name.startswith("--")]
    assert [words for row, words in forms if not is_completed(shell, row, *words)] == []


@both
@pytest.mark.parametrize(
    "words",
    [["-e", "clone"], ["-e", "trace=clone"], ["--trace", "clone"], ["--trace=clone"], ["-fe", "clone"]],
)
def test_calls_are_proposed(shell: Shell, words: list[str]) -> None:
    assert propose(shell, *words) == {"clone", "clone3"}


@both
def test_more_calls_are_proposed_behind_a_comma(shell: Shell) -> None:
    assert propose(shell, "-e", "openat,clone") == {"openat,clone", "openat,clone3"}
    assert propose(shell, "-e", "trace=%mem") == {"%memory"}


@both
def test_what_e_knows_is_proposed(shell: Shell) -> None:
    assert propose(shell, "-e", "stat") >= {"status", "statfs"}
    assert propose(shell, "-e", "quie") == {row.qualifier for row in ROWS if row.name == "quiet"}


@both
def test_a_name_of_tasks_is_that_of_a_command(shell: Shell) -> None:
    assert "grep" in propose(shell, "--comm", "gre")


@both
@pytest.mark.parametrize("before", [[], ["-f"], ["-fo", "/tmp/x"], ["--html=/tmp/x"], ["--quiet"], ["-f", "--"]])
def test_the_command_has_its_own_completion(shell: Shell, before: list[str]) -> None:
    assert "grep" in propose(shell, *before, "gre")
    assert propose(shell, *before, "ls", "--almo") == {"--almost-all"}


# zsh proposes nothing more behind an option that was given by its other name.
@both
@pytest.mark.parametrize("which", [0, -1])
def test_an_argument_is_no_command(shell: Shell, which: int) -> None:
    names = [row.names()[which] for row in ACCEPTED if needs_argument(row)]
    assert len(names) > 15
    words = [word for name in names for word in (name, "x")]
    assert propose(shell, *words, "--js") == {"--json"}
    assert "grep" in propose(shell, *words, "gre")
