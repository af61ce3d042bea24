# SPDX-License-Identifier: GPL-2.0
"""Which files need which: objects by their symbols, C by its names, Python by its imports."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

Graph = dict[str, dict[str, list[str]]]

INCLUDE = re.compile(r'^#include (?:"(.*)"|<(.*)>)', re.MULTILINE)


def symbols(path: Path) -> tuple[set[str], set[str]]:
    """What an object defines for others, and what it needs of them."""
    defined, needed = set(), set()
    run = subprocess.run(["nm", "-g", path], check=True, stdout=subprocess.PIPE, text=True)
    for line in run.stdout.splitlines():
        *_, kind, name = line.split()
        (needed if kind == "U" else defined).add(name)
    return defined, needed


def of_objects(objects: Iterable[Path], others: Optional[dict[str, str]] = None) -> Graph:
    """Who calls a function, or uses a variable, of whom; @others says where it belongs instead."""
    found = {f"{path.parent.name}/{path.stem}": symbols(path) for path in objects}
    home = {name: file for file, (defined, _) in found.items() for name in defined}
    home.update(others or {})
    graph: Graph = {file: {} for file in found}
    for file, (_, needed) in found.items():
        for name in sorted(needed):
            if name in home and home[name] != file:
                graph[file].setdefault(home[name], []).append(name)
    return graph


def of_modules(folder: Path) -> Graph:
    """Who imports whom, of the modules in a folder."""
    files = {path.stem: path for path in folder.glob("*.py")}
    graph: Graph = {}
    for name, path in files.items():
        needs: dict[str, list[str]] = {}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = []
            if isinstance(node, ast.ImportFrom):
                modules = [node.module or ""] + [each.name for each in node.names]
            elif isinstance(node, ast.Import):
                modules = [each.name for each in node.names]
            for module in modules:
                if module in files and module != name:
                    needs.setdefault(module, []).append("import")
        graph[name] = needs
    return graph


def circle(graph: Graph) -> str:
    """Some files each of which needs the next, and the last the first; "" if there are none."""
    done: set[str] = set()

    def visit(file: str, path: list[str]) -> str:
        if file in path:
            around = [*path[path.index(file) :], file]
            return "".join(
                f"{one} needs {other}: {', '.join(graph[one][other])}\n"
                for one, other in zip(around, around[1:])
            )
        if file in done:
            return ""
        for needed in graph[file]:
            if found := visit(needed, [*path, file]):
                return found
        done.add(file)
        return ""

    return next((found for file in graph if (found := visit(file, []))), "")


def room_of(path: Path) -> str:
    """A source and its header are one."""
    return f"{path.parent.name}/{path.stem}"


def of_includes(folder: Path, search: Path) -> Graph:
    """Who includes whom, of the files in a folder and those below it."""
    paths = {path: room_of(path) for path in sorted(folder.rglob("*.[ch]"))}
    graph: Graph = {room: {} for room in paths.values()}
    for path, room in paths.items():
        for quoted, angled in INCLUDE.findall(path.read_text(encoding="utf-8")):
            target = ((path.parent / quoted) if quoted else (search / angled)).resolve()
            if target in paths and paths[target] != room:
                graph[room][paths[target]] = ["#include"]
    return graph


# Of C: what has no names in it, and what gives a thing its name. All begin in the first column.
MUTE = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
MACRO = re.compile(r"^#\s*define\s+(\w+)", re.MULTILINE)
TYPE = re.compile(r"^(?:struct|union|enum)\s+(\w+)\s*\{", re.MULTILINE)
TYPEDEF = re.compile(r"^typedef\b[^;{]*?\(?\*?(\w+)\)?\s*(?:\([^;]*\))?;", re.MULTILINE)
ENUM = re.compile(r"^enum\b[^{;()]*\{([^}]*)\}", re.MULTILINE)
FORWARD = re.compile(r"^(?:struct|union) (\w+);", re.MULTILINE)
FUNCTION = re.compile(
    r"^(?![#\s]|typedef\b)([\w\s*]*?)\b(\w+)"
    r"\((?:[^(){};]|\((?:[^()]|\([^()]*\))*\))*\)[\w\s()]*([;{])",
    re.MULTILINE,
)
# A name, unless it is that of a member behind a dot or an arrow.
USE = re.compile(r"(?:->|\.)\s*\w+|(?:\b(struct|union|enum)\s+)?\b([A-Za-z_]\w*)")


@dataclass
class Names:
    """What a file of C gives to others, and what it takes."""

    defines: set[str] = field(default_factory=set)
    tags: set[str] = field(default_factory=set)
    declares: set[str] = field(default_factory=set)
    uses: set[str] = field(default_factory=set)
    # Structures that it does more with than to pass them on.
    needs: set[str] = field(default_factory=set)


def names_in(path: Path) -> Names:
    """Functions in line, macros, constants and types as well as functions."""
    text = path.read_text(encoding="utf-8")
    text = MUTE.sub(lambda match: "" if match[0][0] in "\"'" else " ", text)
    text = re.sub(INCLUDE.pattern + "|^#include *$", "", text, flags=re.MULTILINE)
    found = Names()
    passed = set(FORWARD.findall(text))
    text = FORWARD.sub("", text)
    own = set(MACRO.findall(text))
    if path.suffix == ".h":
        found.tags.update(TYPE.findall(text))
        found.defines.update(own, TYPEDEF.findall(text))
        for body in ENUM.findall(text):
            found.defines.update(each.split("=")[0].strip() for each in body.split(","))
        found.defines.discard("")

    def take(match: re.Match[str]) -> str:
        before, name, end = match.groups()
        if not before.strip() or "return" in before.split():
            return match[0]
        if end == ";":
            found.declares.add(name)
            return ""
        if "static" not in before.split() or path.suffix == ".h":
            found.defines.add(name)
        else:
            own.add(name)
        return match[0]

    text = FUNCTION.sub(take, text)
    for tag, name in USE.findall(text):
        (found.needs if tag else found.uses).add(name)
    found.uses -= own | {""}
    found.needs -= passed
    return found


def declared_outside(folder: Path, inside: Path) -> dict[str, str]:
    """The functions of files below @inside that a header elsewhere in @folder asks for."""
    defined = {name for path in inside.rglob("*.c") for name in names_in(path).defines}
    return {
        name: room_of(path)
        for path in sorted(folder.rglob("*.h"))
        if inside not in path.parents
        for name in names_in(path).declares & defined
    }


def of_names(paths: Iterable[Path], others: Optional[dict[str, str]] = None) -> Graph:
    """Who uses a name that another file has defined; @others says where it belongs instead."""
    found = {path: names_in(path) for path in paths}
    homes: dict[str, set[str]] = {}
    tags: dict[str, set[str]] = {}
    for path, names in found.items():
        for name in names.defines:
            homes.setdefault(name, set()).add(room_of(path))
        for name in names.tags:
            tags.setdefault(name, set()).add(room_of(path))
    homes.update({name: {room} for name, room in (others or {}).items()})
    graph: Graph = {room_of(path): {} for path in found}
    for path, names in found.items():
        here = room_of(path)
        for where, used in ((homes, names.uses), (tags, names.needs)):
            for name in sorted(used):
                # What several define is local in each of them.
                owners = where.get(name, set())
                if len(owners) == 1 and here not in owners:
                    graph[here].setdefault(*owners, []).append(name)
    return graph


def merged(graphs: Iterable[Graph]) -> Graph:
    """Who needs whom for any reason."""
    together: Graph = {}
    for graph in graphs:
        for room, needs in graph.items():
            for other, names in needs.items():
                together.setdefault(room, {}).setdefault(other, []).extend(names)
                together.setdefault(other, {})
    return together
