#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Write stand-ins for headers that only the kernel has. The kernel's table of system
calls compiles in user space with these.

standins.py TREE OUT [--def FILE] [--arch ARCH]

syscalls.def names headers. For each <header> that is not part of the interface to user
space, OUT/header gets the definitions, from the kernel tree TREE, of just those constants
and structures that the table takes from the header. It leaves out what the header of the
same name in the interface defines.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
sys.dont_write_bytecode = True
sys.path.insert(0, str(TOP / "scripts"))

# pylint: disable=wrong-import-position
from syscall_table.arch import DEFAULT  # noqa: E402
from syscall_table.own import read_own_table  # noqa: E402

# Where a kernel tree has the headers <...>: all of them, and those of the interface to
# user space.
KERNEL_DIRS = ("arch/{arch}/include", "include")
UAPI_DIRS = ("arch/{arch}/include/uapi", "include/uapi")
# A header gets much of its content from the headers that it includes, down to this depth.
DEPTH = 3

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*<([^>]+)>", re.M)
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(?:[ \t]+(\S.*))?$", re.M)
ENUM = re.compile(r"\benum\b[ \t]*\w*\s*\{([^{}]*)\}")
TYPEDEF = re.compile(r"^typedef\s[^;{}()]*\b(\w+);", re.M)
STRUCT = re.compile(r"^struct[ \t]+(\w+)\s*\{[^{}]*\};", re.M)
NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass
class Header:
    """What one file of the tree defines."""

    uapi: bool
    includes: list[str]
    macros: dict[str, str] = field(default_factory=dict)
    enums: dict[str, str] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)

    def has(self, name: str) -> bool:
        """Is the constant here?"""
        return name in self.macros or name in self.enums


class Tree:
    """The headers of a kernel tree."""

    def __init__(self, root: Path, arch: str) -> None:
        self.root = root
        self.uapi = [each.format(arch=arch) for each in UAPI_DIRS]
        self.folders = [*(each.format(arch=arch) for each in KERNEL_DIRS), *self.uapi]
        self.cache: dict[Path, Header] = {}

    def read(self, path: Path, uapi: bool) -> Header:
        """One file."""
        if path not in self.cache:
            text = path.read_text(encoding="utf-8", errors="replace").replace("\\\n", " ")
            text = COMMENT.sub(" ", text)
            header = self.cache[path] = Header(uapi, INCLUDE.findall(text))
            for name, body in DEFINE.findall(text):
                # Each configuration may have its own definition: take the first.
                header.macros.setdefault(name, " ".join(body.split()))
            for match in ENUM.finditer(text):
                for item in match[1].split(","):
                    if name := NAME.match(re.sub(r"^\s*#.*$", "", item, flags=re.M).strip()):
                        header.enums[name[0]] = match[0]
            for match in (*TYPEDEF.finditer(text), *STRUCT.finditer(text)):
                header.types[match[1]] = match[0]
        return self.cache[path]

    def files(self, name: str) -> Iterator[Header]:
        """The files that make up <name>."""
        paths = [(folder, self.root / folder / name) for folder in self.folders]
        found = [(folder, path) for folder, path in paths if path.is_file()]
        # If the architecture does not have the header, its build includes this one.
        if not found and name.startswith("asm/"):
            yield from self.files(f"asm-generic/{name.removeprefix('asm/')}")
        for folder, path in found:
            yield self.read(path, folder in self.uapi)

    def reach(self, names: list[str]) -> list[Header]:
        """The headers, and those that they include, nearest first."""
        found: list[Header] = []
        seen = set(names)
        for _ in range(DEPTH + 1):
            layer = [header for name in names for header in self.files(name)]
            found += layer
            names = [name for header in layer for name in header.includes if name not in seen]
            names = list(dict.fromkeys(name.removeprefix("uapi/") for name in names))
            seen.update(names)
        return found


class StandIn:
    """The text of one stand-in under way."""

    def __init__(self, tree: Tree, name: str) -> None:
        self.headers = tree.reach([name])
        self.done: set[str] = set()
        self.lines: list[str] = []

    def constant(self, name: str) -> None:
        """Define a constant, after the constants in its definition."""
        if name in self.done:
            return
        self.done.add(name)
        header = next((each for each in self.headers if each.has(name)), None)
        if header is None:
            return
        if name in header.macros:
            for each in NAME.findall(header.macros[name]):
                self.constant(each)
            self.lines += [f"#ifndef {name}", f"#define {name} {header.macros[name]}", "#endif"]
        elif not header.uapi:
            text = header.enums[name]
            members = {each for each, enum in header.enums.items() if enum == text}
            self.done |= members
            for each in NAME.findall(text):
                self.constant(each)
            self.lines += [*text.splitlines()[:-1], text.splitlines()[-1] + ";"]

    def type(self, name: str) -> None:
        """Define a type, after the types of its members."""
        if name in self.done:
            return
        self.done.add(name)
        header = next((each for each in self.headers if name in each.types), None)
        if header is None or header.uapi:
            return
        text = header.types[name]
        for each in NAME.findall(text):
            self.type(each)
        self.lines += text.splitlines()


def is_uapi(header: str) -> bool:
    """Does the table name a header of the interface to user space?"""
    return header.startswith("<uapi/")


def main() -> int:
    """Write the stand-ins."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("tree", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--def", dest="definition", default=str(TOP / "syscalls.def"))
    parser.add_argument("--own", help="what the architecture has differently")
    parser.add_argument("--arch", default=DEFAULT, help="the folder of the architecture")
    args = parser.parse_args()
    if not (args.tree / "include/uapi").is_dir():
        sys.exit(f"error: {args.tree} is not a kernel tree")

    table = read_own_table(args.definition, args.own)
    tree = Tree(args.tree, args.arch)
    wanted: dict[str, StandIn] = {}

    def stand_in(header: str) -> StandIn:
        name = header.strip("<>")
        return wanted.setdefault(header, StandIn(tree, name))

    for each in table.sets.values():
        for header in each.headers:
            if is_uapi(header):
                continue
            for const in each.consts:
                for text in (const.value or const.name, const.mask or ""):
                    for name in NAME.findall(text):
                        stand_in(header).constant(name)
    for kind in table.kinds.values():
        if kind.header is not None and not is_uapi(kind.header):
            stand_in(kind.header).type(kind.ctype.removeprefix("struct "))

    for header, made in wanted.items():
        name = header.strip("<>")
        path = args.out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [
            "/* SPDX-License-Identifier: GPL-2.0 */",
            f"/* Made by standins.py from the kernel's {header}. */",
            "#pragma once",
            "#include <linux/types.h>",
            f"#if __has_include_next({header})",
            f"#include_next {header}",
            "#endif",
            *made.lines,
            "",
        ]
        path.write_text("\n".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
