# SPDX-License-Identifier: GPL-2.0
"""What an architecture says of its ABIs, in its kernel/Makefile.syscall_trace. A tree is
compared with the table, and the table updated, by what DEFAULT has of it."""
from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Optional

from .definition import Failure
from .lexer import read_text

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEFAULT = "x86"
_ASSIGNMENT = re.compile(r"^syscall-([\w-]+) := *(.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Abi:
    """One way to number system calls, and where its numbers come from."""

    name: str
    tbl: str
    words: tuple[str, ...]
    compat: bool


@dataclass(frozen=True)
class Arch:
    """An architecture, by the name of its folder."""

    name: str
    abis: tuple[Abi, ...]
    conditions: dict[str, bool]
    skipped: tuple[str, ...]

    @property
    def tbls(self) -> list[str]:
        """The files with the numbers of all ABIs."""
        return list(dict.fromkeys(abi.tbl for abi in self.abis))

    @property
    def include_dirs(self) -> tuple[str, str]:
        """Its headers, and those of user space's interface."""
        return f"arch/{self.name}/include", f"arch/{self.name}/include/uapi"


def own_file(name: str = DEFAULT) -> Optional[str]:
    """What the architecture has differently from syscalls.def, if it has."""
    path = os.path.join(ROOT, "arch", name, "kernel", "syscalls.def")
    return path if os.path.exists(path) else None


def read_arch(name: str = DEFAULT) -> Arch:
    """The architecture as the tree that this script is in describes it."""
    path = os.path.join(ROOT, "arch", name, "kernel", "Makefile.syscall_trace")
    text = read_text(path).replace("\\\n", " ")
    values = {key: value.split() for key, value in _ASSIGNMENT.findall(text)}
    try:
        return Arch(
            name,
            tuple(_read_abi(abi, values) for abi in values["abis"]),
            {
                **dict.fromkeys(values.get("conditions-y", []), True),
                **dict.fromkeys(values.get("conditions-n", []), False),
            },
            tuple(values.get("skipped", [])),
        )
    except (KeyError, ValueError) as missing:
        raise Failure([f"{path}: there is no {missing}"]) from None


def _read_abi(name: str, values: dict[str, list[str]]) -> Abi:
    options = values[f"numbers-{name}"]
    words = tuple(options[options.index("--abis") + 1].split(","))
    return Abi(name, values[f"tbl-{name}"][0], words, "--compat" in options)
