# SPDX-License-Identifier: GPL-2.0
"""Which files need which: objects by their symbols, Python by its imports."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterable
from pathlib import Path

Graph = dict[str, dict[str, list[str]]]


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
