# SPDX-License-Identifier: GPL-2.0
"""Which files need which: objects by their symbols, Python by its imports."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

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


def of_objects(objects: Iterable[Path]) -> Graph:
    """Who calls a function, or uses a variable, of whom."""
    found = {f"{path.parent.name}/{path.stem}": symbols(path) for path in objects}
    home = {name: file for file, (defined, _) in found.items() for name in defined}
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


def of_sources(folder: Path, search: Path, shared: Iterable[str] = ()) -> Graph:
    """
    Who includes whom: a source and its header are one. A macro, a type or a function in line can be
    used only where its header is included, by whatever way: so no circle of these is without one
    of includes. Whom a header in @shared belongs to does not count in its folder.
    """
    paths = {path: f"{path.parent.name}/{path.stem}" for path in sorted(folder.rglob("*.[ch]"))}
    graph: Graph = {room: {} for room in paths.values()}
    hidden = {folder / name for name in shared}
    for path, room in paths.items():
        for quoted, angled in INCLUDE.findall(path.read_text(encoding="utf-8")):
            target = ((path.parent / quoted) if quoted else (search / angled)).resolve()
            if target in hidden and target.parent == path.parent:
                continue
            if target in paths and paths[target] != room:
                graph[room][paths[target]] = ["#include"]
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
