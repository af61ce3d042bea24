# SPDX-License-Identifier: GPL-2.0
"""Where the members of a structure are, by the rules of the ABIs.

Two layouts: "wide", where long and pointers have 64 bits, and "narrow", where they have
32. They may also differ in the alignment of 64-bit integers.
"""
from __future__ import annotations

from dataclasses import dataclass

from .definition import LONGS, STORAGE, ConstSet, Field, Kind, Table

WIDE, NARROW = range(2)
LAYOUTS = (WIDE, NARROW)
LONG_SIZE = {WIDE: 8, NARROW: 4}


@dataclass(frozen=True)
class Layout:
    size: int
    align: int
    offsets: tuple[int, ...]


def integer(storage: str, layout: int) -> tuple[int, bool]:
    """Bytes and sign of an integer type."""
    if storage in LONGS:
        return LONG_SIZE[layout], LONGS[storage]
    return STORAGE[storage]


def integer_align(size: int, table: Table, layout: int) -> int:
    return min(size, LONG_SIZE[WIDE] if layout == WIDE else table.u64_align)


def field_storage(each: Field, table: Table) -> str:
    """The integer type of a member that is no structure."""
    return each.storage or table.storage(each.kind) or "u8"


def inner_layout(each: Field, table: Table, layout: int) -> Layout:
    """Of one element of a member."""
    word = table.word(each.kind)
    if isinstance(word, Kind) and word.sort == "struct":
        return struct_layout(word, table, layout)
    if isinstance(word, Kind) and word.sort == "variant":
        return Layout(0, 1, ())
    size = integer(field_storage(each, table), layout)[0]
    return Layout(size, integer_align(size, table, layout), ())


def struct_layout(kind: Kind, table: Table, layout: int) -> Layout:
    offsets: list[int] = []
    end, size, align = 0, 0, 1
    for each in kind.fields:
        inner = inner_layout(each, table, layout)
        step = 1 if kind.packed else inner.align
        align = max(align, step)
        end = 0 if kind.union else round_up(end, step)
        offsets.append(end)
        end += inner.size * (each.count or 1)
        size = max(size, end)
    return Layout(round_up(size, align), align, tuple(offsets))


def round_up(value: int, step: int) -> int:
    return (value + step - 1) // step * step


def type_size(name: str, table: Table, layout: int) -> int:
    """Bytes of a scalar or a structure, or of an array's element; 0: not fixed."""
    word = table.word(name)
    if isinstance(word, ConstSet):
        return integer(word.storage, layout)[0]
    if word.sort == "scalar":
        return integer(word.storage, layout)[0]
    if word.sort == "struct" and word.fields:
        return struct_layout(word, table, layout).size
    if word.sort == "array":
        return type_size(word.element, table, layout)
    return 0


def sizes(values: list[int]) -> str:
    """One for each layout, in C."""
    return f"{{ {', '.join(map(str, values))} }}"
