# SPDX-License-Identifier: GPL-2.0
"""Which functions in C the table names for a word, and which of its files name them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Union

TOP = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "scripts"))

# pylint: disable=wrong-import-position
from syscall_table.definition import Call, ConstSet, Kind, Table  # noqa: E402
from syscall_table.own import read_own_table  # noqa: E402

# The macro that heads a function, and the word in it.
Head = tuple[str, str]
HEAD = re.compile(r"^SYSCALL_(KIND|STRUCT|NESTED|PRINT|CAPTURE)\((\w+)\)", re.MULTILINE)
# A call, with its bracket, or a word.
DECLARED = re.compile(r"^(?:(?:kind|struct|array|variant|flags|enum) (\w+)|(\w+\())", re.MULTILINE)


def of_kind(word: Kind) -> Iterator[Head]:
    """What prints and copies a kind that is no set, if that is no function of all kinds."""
    name = word.printer or word.name
    if word.nested:
        yield "NESTED", name
    elif word.printer is not None:
        yield "KIND" if word.sort == "scalar" else "STRUCT", name
    if word.captured:
        yield "CAPTURE", word.captured_by or (name if word.nested else word.name)


def of_word(word: Union[Kind, ConstSet, Call]) -> Iterator[Head]:
    """What a declaration or a call names."""
    if isinstance(word, Kind):
        yield from of_kind(word)
    elif isinstance(word, ConstSet):
        if word.printer is not None:
            yield "KIND", word.printer
    else:
        for each in word.variants():
            if each.printer is not None:
                yield "PRINT", each.printer


def tables() -> Iterator[Table]:
    """The table as each architecture has it."""
    for own in sorted(TOP.glob("arch/*/kernel/syscalls.def")):
        yield read_own_table(str(TOP / "syscalls.def"), str(own))


def replaced() -> dict[str, Path]:
    """Where what an architecture may declare anew is declared for all others."""
    return {
        name: path
        for path in sorted((TOP / "syscalls").glob("*.def"))
        for name in map("".join, DECLARED.findall(path.read_text(encoding="utf-8")))
    }


def homes() -> dict[Head, set[Path]]:
    """The files of the table that name each function."""
    found: dict[Head, set[Path]] = {}
    others = replaced()
    for table in tables():
        for word in (*table.kinds.values(), *table.sets.values(), *table.calls.values()):
            name = f"{word.key}(" if isinstance(word, Call) else word.name
            file = Path(table.files.place(word.line)[0])
            for head in of_word(word):
                found.setdefault(head, set()).update({file, others.get(name, file)})
    return found


def functions(folder: Path) -> Iterator[tuple[Head, Path]]:
    """The functions that stand in the files of a folder."""
    for path in sorted(folder.glob("*.c")):
        for macro, word in HEAD.findall(path.read_text(encoding="utf-8")):
            yield (macro, word), path
