# SPDX-License-Identifier: GPL-2.0
"""Tells which arguments a compat entry point takes 32 bits of, for calls that come
with registers of 64 bits: x32's. The prototypes in include/linux/compat.h say so."""
from __future__ import annotations

import re

from .definition import Failure
from .lexer import read_text
from .source import strip_comments
from .tbl import COMPAT_PREFIX

_PROTOTYPE = re.compile(r"\b(" + COMPAT_PREFIX + r"\w+)\s*\(([^()]*)\)\s*;")
# Types of compat prototypes that have 32 bits; the others of that prefix have 64.
_NARROW = re.compile(r"compat_(?!loff_t|u64|s64)\w+\b(?!.*\*)", re.DOTALL)


def narrow_arguments(path: str) -> dict[str, int]:
    """By entry point, a bit for each argument that has 32 bits; `int` and the like,
    which have them in every ABI, are the table's to know."""
    found: dict[str, int] = {}
    for entry, parameters in _PROTOTYPE.findall(strip_comments(read_text(path))):
        mask = 0
        for index, parameter in enumerate(parameters.split(",")):
            if _NARROW.match(parameter.strip()):
                mask |= 1 << index
        found[entry] = mask
    if not found:
        raise Failure([f"{path}: there is no prototype of a compat entry point"])
    return found
