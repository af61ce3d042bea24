#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Makes the completion of sctrace for a shell.

make.py TEMPLATE ROWS CALLS

ROWS is what sctrace-rows prints of the options. CALLS has the names of calls and classes, one a line. Prints
TEMPLATE, sctrace.bash or sctrace.zsh, with both in place of its line with @TABLE@.
"""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

MARK = "# @TABLE@\n"
# These may be there more than once.
REPEATED = ("tally", "texts", "set", "parse", "expression")


@dataclass(frozen=True)
class Row:
    """An option, as sctrace-rows prints it."""

    letter: str
    name: str
    kind: str
    arg: str
    completes: str
    words: str
    qualifier: str
    listed: str
    help: str
    heading: str

    def names(self) -> list[str]:
        """What it is called on a command line."""
        return [f"-{self.letter}"] * bool(self.letter) + [f"--{self.name}"] * bool(self.name)


def read_rows(path: Path) -> list[Row]:
    """All options, each with the heading above it."""
    found, heading = [], ""
    for line in path.read_text("utf-8").splitlines():
        row = Row(*line.split("\t"), heading)
        if row.kind == "heading":
            heading = row.help
        else:
            found.append(row)
    return found


def assign(name: str, value: str) -> str:
    """A variable of bash."""
    return f"{name}={shlex.quote(value)}\n"


def assign_map(name: str, values: dict[str, str]) -> str:
    """An associative array of bash."""
    pairs = " ".join(f"[{key}]={shlex.quote(value)}" for key, value in values.items())
    return f"{name}=({pairs})\n"


def for_bash(rows: list[Row], calls: list[str]) -> str:
    """Variables with all that sctrace.bash has to know."""
    named = [(name, row) for row in rows for name in row.names()]
    taking = [(name, row) for name, row in named if row.arg]
    return "".join((
        assign("_sctrace_options", " ".join(name for name, _ in named)),
        assign_map("_sctrace_arguments", {name: row.completes for name, row in taking}),
        assign_map("_sctrace_optional",
                   {name: "yes" for name, row in taking if row.arg.startswith("[")}),
        assign_map("_sctrace_words", {name: row.words for name, row in taking if row.words}),
        assign("_sctrace_qualifiers",
               " ".join(f"{row.qualifier}=" for row in rows if row.qualifier)),
        assign("_sctrace_calls", " ".join(calls)),
    ))  # fmt: skip


def zsh_action(row: Row) -> str:
    """What completes the argument of an option."""
    if row.completes == "words":
        words = row.words
        return f"_values -s , {row.arg.strip('[]')} {words}" if row.kind == "set" else f"({words})"
    return {
        "nothing": "",
        "file": "_files",
        "folder": "_files -/",
        "command": "_command_names -e",
        "pid": "_pids",
        "user": "_users",
        "calls": "_sctrace_expression" if row.kind == "expression" else "_sctrace_calls",
    }[row.completes]


def zsh_spec(name: str, row: Row) -> str:
    """A name of an option, as _arguments of zsh takes it."""
    others = "*" if row.kind in REPEATED else f"({' '.join(row.names())})"
    if row.kind in ("help", "version"):
        others = "(-)"
    spec = f"{others}{name}"
    is_long, optional = name.startswith("--"), row.arg.startswith("[")
    text = f"[{row.help}]" if row.help else ""
    # The argument of a letter cannot be left out: then it takes none.
    if not row.arg or (optional and not is_long):
        return spec + text
    spec += ("=-" if optional else "=") if is_long else "+"
    return f"{spec}{text}{'::' if optional else ':'}{row.arg.strip('[]')}:{zsh_action(row)}"


def for_zsh(rows: list[Row], calls: list[str]) -> str:
    """Arrays with all that sctrace.zsh has to know."""
    specs = [zsh_spec(name, row) for row in rows for name in row.names()]
    qualifiers = dict.fromkeys(row.qualifier for row in rows if row.qualifier)
    return "".join((
        f"calls=({' '.join(shlex.quote(call) for call in calls)})\n",
        f"qualifiers=({' '.join(qualifiers)})\n",
        "options=(\n",
        *(f"\t{shlex.quote(spec)}\n" for spec in specs),
        ")\n",
    ))  # fmt: skip


def main() -> None:
    """Print the completion."""
    template, rows, calls = (Path(name) for name in sys.argv[1:])
    before, after = template.read_text("utf-8").split(MARK)
    accepted = [row for row in read_rows(rows) if row.kind != "refused"]
    make = for_bash if template.suffix == ".bash" else for_zsh
    print(before + make(accepted, calls.read_text("utf-8").split()) + after, end="")


if __name__ == "__main__":
    main()
