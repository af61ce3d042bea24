#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Makes what follows from the options of sctrace: completions of shells, and a list in the manual page.

make.py TEMPLATE ROWS CALLS
make.py PAGE ROWS

ROWS is what sctrace-rows prints of the options. CALLS has the names of calls and classes, one a line. Prints
TEMPLATE, sctrace.bash or sctrace.zsh, with both in place of its line with @TABLE@. Or prints PAGE, sctrace.rst,
with what the options are beside those of strace between the marks for that.
"""

from __future__ import annotations

import shlex
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path

MARK = "# @TABLE@\n"
BEGIN, END = ".. options-begin\n", "\n.. options-end\n"
WIDTH = 100
# These may be there more than once.
REPEATED = ("tally", "texts", "set", "parse", "expression")


@dataclass(frozen=True)
class Row:
    """An option, as sctrace-rows prints it."""

    letter: str
    name: str
    aliases: str
    kind: str
    arg: str
    completes: str
    words: str
    qualifier: str
    listed: str
    times: str
    strace: str
    help: str
    heading: str

    def names(self) -> list[str]:
        """What it is called on a command line."""
        longs = [self.name] * bool(self.name) + self.aliases.split()
        return [f"-{self.letter}"] * bool(self.letter) + [f"--{name}" for name in longs]

    def said_of_strace(self) -> str:
        """How the option of strace differs; empty: there is none."""
        return {"ignored": f"has no effect: {self.help}", "refused": f"refused: {self.help}"}.get(
            self.kind, self.strace
        )


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


def page_names(row: Row) -> list[str]:
    """What a reader may look for: "-t, -tt, -ttt", or "-e trace=, --trace"."""
    letters = [f"-{row.letter * times}" for times in range(1, int(row.times) + 1) if row.letter]
    expressions = [f"-e {row.qualifier}="] * bool(row.qualifier)
    return letters + expressions + [name for name in row.names() if name.startswith("--")]


def for_page(rows: list[Row]) -> str:
    """The list of all options that strace has, too, by their names: small letters are before large ones."""
    said = {", ".join(page_names(row)): row.said_of_strace() for row in rows}
    order = sorted(said, key=lambda names: (names.strip("-").split(",")[0].casefold(), names.swapcase()))
    texts = {names: textwrap.wrap(said[names], WIDTH - 2, break_on_hyphens=False) for names in order}
    return "".join(f"\n{names}\n  " + "\n  ".join(texts[names]) + "\n" for names in order if texts[names])


def fill(text: str, rows: list[Row]) -> str:
    """The page with the list of these options."""
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    return before + BEGIN + for_page(rows) + END + after


def main() -> None:
    """Print the completion, or the page."""
    template, rows = Path(sys.argv[1]), read_rows(Path(sys.argv[2]))
    text = template.read_text("utf-8")
    if template.suffix == ".rst":
        print(fill(text, rows), end="")
        return
    before, after = text.split(MARK)
    accepted = [row for row in rows if row.kind != "refused"]
    make = for_bash if template.suffix == ".bash" else for_zsh
    print(before + make(accepted, Path(sys.argv[3]).read_text("utf-8").split()) + after, end="")


if __name__ == "__main__":
    main()
