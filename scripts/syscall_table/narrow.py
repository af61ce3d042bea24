# SPDX-License-Identifier: GPL-2.0
"""Tells which arguments a compat entry point takes 32 bits of, for calls that come
with registers of 64 bits. The prototypes in include/linux/compat.h say so."""
from __future__ import annotations

import re

from .definition import Failure
from .lexer import read_text
from .source import strip_comments
from .tbl import COMPAT_PREFIX

_PROTOTYPE = re.compile(r"\b(" + COMPAT_PREFIX + r"\w+)\s*\(([^()]*)\)\s*;")
# What has 64 bits in such a prototype; all else has 32 or, in the table, less.
_WIDE = re.compile(r"\*|\b(?:compat_)?(?:loff_t|[su]64)\b|\b(?:long|s?size_t)\b")


def narrow_arguments(path: str) -> dict[str, int]:
    """By entry point, a bit for each argument that has 32 bits, or less."""
    found: dict[str, int] = {}
    for entry, parameters in _PROTOTYPE.findall(strip_comments(read_text(path))):
        mask = 0
        for index, parameter in enumerate(parameters.split(",")):
            if parameter.strip() != "void" and not _WIDE.search(parameter):
                mask |= 1 << index
        found[entry] = mask
    if not found:
        raise Failure([f"{path}: there is no prototype of a compat entry point"])
    return found
