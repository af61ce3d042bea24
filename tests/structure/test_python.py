# SPDX-License-Identifier: GPL-2.0
"""All names in files of Python are defined somewhere, and all that are imported are of use."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
import words
from pyflakes.api import checkPath
from pyflakes.reporter import Reporter

FOLDERS = ("dev", "scripts", "tests", "tools")


def is_python(path: Path) -> bool:
    """By its name, or by its first line."""
    if path.suffix or not path.is_file():
        return path.suffix == ".py"
    with path.open("rb") as file:
        line = file.readline()
    return line.startswith(b"#!") and b"python" in line


def files() -> Iterator[Path]:
    """Those of the tracer."""
    for folder in FOLDERS:
        yield from filter(is_python, sorted((words.TOP / folder).rglob("*")))


def complaints(path: Path) -> str:
    """What pyflakes says of a file."""
    said = io.StringIO()
    checkPath(str(path), Reporter(said, said))
    return said.getvalue()


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(words.TOP)))
def test_names_are_defined(path: Path) -> None:
    assert complaints(path) == ""


def test_there_are_complaints(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("#!/usr/bin/env python3\nimport os\nprint(name)\n", "utf-8")
    assert is_python(file)
    assert "undefined name 'name'" in complaints(file)
    assert "'os' imported but unused" in complaints(file)


def test_files_are_found() -> None:
    found = {path.name for path in files()}
    assert {"gen_syscall_table.py", "vm"} <= found
    assert len(found) > 150
