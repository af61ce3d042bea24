# SPDX-License-Identifier: GPL-2.0
"""Shells complete the options of sctrace, their arguments, and the command with its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from shells import bash, zsh
from table import ACCEPTED, COMPLETION, ROWS, needs_argument

Shell = Callable[..., list[str]]
both = pytest.mark.parametrize("shell", [bash, zsh])


def propose(shell: Shell, *words: str) -> set[str]:
    """What the shell proposes for the last word of a line, without what is before in that word."""
    found = shell(COMPLETION, "sctrace", *words)
    start = words[-1].rpartition("=")[0]
    return {each.removeprefix(f"{start}=").rpartition("/")[2].rstrip("=") for each in found}


@both
def test_all_long_options_are_proposed(shell: Shell) -> None:
    expected = {f"--{row.name}" for row in ACCEPTED if row.name}
    assert len(expected) > 40
    assert propose(shell, "--") == expected


@both
@pytest.mark.parametrize("name", ["--html", "--perfetto", "-o", "--output", "-P", "-fo"])
def test_files_are_proposed(shell: Shell, name: str) -> None:
    assert propose(shell, name, "/etc/host") >= {"hostname", "hosts"}


@both
def test_files_are_proposed_behind_an_equals_sign(shell: Shell) -> None:
    assert propose(shell, "--html=/etc/host") >= {"hostname", "hosts"}


@both
@pytest.mark.parametrize("name", ["--ctf", "--cgroup"])
def test_only_folders_are_proposed(shell: Shell, name: str, tmp_path: Path) -> None:
    (tmp_path / "one-folder").mkdir()
    (tmp_path / "one-file").touch()
    assert propose(shell, name, f"{tmp_path}/one") == {"one-folder"}


@both
@pytest.mark.parametrize("name", ["-u", "--user", "--uid"])
def test_users_are_proposed(shell: Shell, name: str) -> None:
    assert propose(shell, name, "nobo") == {"nobody"}


@both
def test_processes_are_proposed(shell: Shell) -> None:
    found = propose(shell, "-p", "")
    assert found and all(word.isdecimal() for word in found)


@both
def test_words_are_proposed(shell: Shell) -> None:
    for row in ACCEPTED:
        if row.completes == "words" and needs_argument(row):
            for name in row.names():
                assert propose(shell, name, "") == set(row.words.split()), name


@both
def test_words_are_proposed_behind_an_equals_sign(shell: Shell) -> None:
    for row in ACCEPTED:
        if row.completes == "words":
            assert propose(shell, f"--{row.name}=") == set(row.words.split()), row.name


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
