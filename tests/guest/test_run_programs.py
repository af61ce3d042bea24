# SPDX-License-Identifier: GPL-2.0
"""How run-programs finds the lines that a program expects."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import sys
from pathlib import Path
from types import ModuleType


def load() -> ModuleType:
    """The program, whose name is none of a module."""
    path = Path(__file__).with_name("run-programs")
    loader = importlib.machinery.SourceFileLoader("run_programs", str(path))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    sys.modules[loader.name] = module
    loader.exec_module(module)
    return module


RUN = load()
SPLIT = [
    RUN.Line("sendto(3, [x], 0 <unfinished ...>"),
    RUN.Line("<... sendto resumed>) = 1"),
    RUN.Line("close(3) = 0"),
]


def test_wildcard_takes_both_halves() -> None:
    """What is expected next is behind the second one."""
    assert not RUN.compare(1, SPLIT, [("=", "sendto(3, <*>"), ("=", "close(3) = 0")])


def test_first_half_alone() -> None:
    """If that is what is expected."""
    expected = [("=", "sendto(3, [x], 0 <unfinished ...>"), ("=", "<... sendto resumed>) = 1")]
    assert not RUN.compare(1, SPLIT, expected)


def test_missing_line_is_told() -> None:
    """With the lines that are there instead."""
    assert RUN.compare(1, SPLIT, [("=", "sendto(3, <*>"), ("=", "close(4) = 0")])
