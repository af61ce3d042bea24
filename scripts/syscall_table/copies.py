# SPDX-License-Identifier: GPL-2.0
"""What calls copy from and to programs, and when: for the hooks, which look at no type."""
from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Optional

from .definition import Arg, Call, Kind, Table
from .layout import LAYOUTS, sizes, type_size

# What the call gives is not for the list of arguments.
ASIDE = "aside"
DIRECTION_BITS = {
    "in": "SYSCALL_TRACE_DIR_IN",
    "out": "SYSCALL_TRACE_DIR_OUT",
    "inout": "SYSCALL_TRACE_DIR_IN | SYSCALL_TRACE_DIR_OUT",
    "update": "SYSCALL_TRACE_DIR_IN | SYSCALL_TRACE_DIR_OUT | SYSCALL_TRACE_DIR_UPDATE",
    "found": "SYSCALL_TRACE_DIR_OUT | SYSCALL_TRACE_DIR_FOUND",
    "rest": "SYSCALL_TRACE_DIR_OUT | SYSCALL_TRACE_DIR_REST",
    "told": "SYSCALL_TRACE_DIR_OUT | SYSCALL_TRACE_DIR_TRIED",
    "tried": "SYSCALL_TRACE_DIR_IN | SYSCALL_TRACE_DIR_OUT | SYSCALL_TRACE_DIR_TRIED",
    ASIDE: "SYSCALL_TRACE_DIR_OUT",
}
NO_LIMIT = "SYSCALL_TRACE_MAX_ARGS"
# What is read when a call begins, and what when it ends.
ENTRY = ("in", "inout", "update", "tried")
EXIT = ("out", "inout", "update", "found", "rest", "told", "tried", ASIDE)
# All that is neither text nor data.
STRUCTS = "struct array"


def is_pointer(arg: Arg, table: Table) -> bool:
    word = table.word(arg.kind)
    return isinstance(word, Kind) and word.pointer


def limit_of_ret(call: Call, index: int, table: Table) -> str:
    """What a call returns may be more than the buffer holds: see syscalls.def."""
    for neighbour in (index + 1, index - 1):
        arg = call.args[neighbour] if 0 <= neighbour < len(call.args) else None
        if arg is not None and not is_pointer(arg, table):
            return str(neighbour)
    return NO_LIMIT


def captured_as(kind: Kind) -> str:
    """Its sort, but text that is cut as data is has to do with data."""
    return "data" if kind.sort == "string" and kind.count_by == "bytes" else kind.sort


def mask_of(call: Call, table: Table, sorts: str, *directions: str) -> int:
    """The arguments that are of such a sort and have such a direction."""
    mask = 0
    for index, arg in enumerate(call.args):
        kind = table.kinds.get(arg.kind) if arg is not None else None
        if arg is not None and kind is not None and kind.pointer and kind.known:
            if captured_as(kind) in sorts.split() and arg.direction in directions:
                mask |= 1 << index
    return mask


def captures_lines(call: Call, table: Table) -> Iterator[str]:
    """Which arguments lead to something that is copied, and what that is."""
    other = f"data {STRUCTS}"
    text = mask_of(call, table, "string", "out")
    masks = (
        mask_of(call, table, "string", *ENTRY),
        mask_of(call, table, other, *ENTRY),
        mask_of(call, table, other, *EXIT) | text,
    )
    flags = {
        "CASES": call.cases or call.target,
        "NAMES": any(each.shown is not None for each in call.variants()),
        "TEXT": text,
        "DATA": mask_of(call, table, "data", *ENTRY, *EXIT),
        "STRUCTS": mask_of(call, table, STRUCTS, *ENTRY, *EXIT),
    }
    words = [f"SYSCALL_TRACE_HAS_{name}" for name, given in flags.items() if given]
    if any(masks):
        words.insert(0, f"SYSCALL_TRACE_CAPTURES({', '.join(map(hex, masks))})")
    if words:
        yield "\t\t.captures\t= " + " |\n\t\t\t\t  ".join(words) + ","


def order_of(call: Call) -> list[int]:
    """The arguments in the order in which they are shown."""
    return list(range(len(call.args))) if call.order is None else call.order


def split_of(call: Call, table: Table) -> int:
    """Where, in that order, the first is that is shown as it is when the call ends."""
    mask = mask_of(call, table, f"data {STRUCTS}", "out", "inout", "found", "rest", "told", "tried")
    mask |= mask_of(call, table, "string", "out")
    order = order_of(call)
    return next((place for place, index in enumerate(order) if mask >> index & 1), len(order))


def is_word(arg: Optional[Arg], table: Table) -> bool:
    """Is the argument an unsigned integer that fills a register?"""
    return arg is not None and not arg.direction and table.storage(arg.kind) in ("ulong", "u64")


def flat_of(call: Call, table: Table) -> Optional[tuple[int, int]]:
    """The data that is all that the call copies, and the argument that counts it, if simple."""
    mask = mask_of(call, table, f"string data {STRUCTS}", *ENTRY, *EXIT)
    index = mask.bit_length() - 1
    arg = call.args[index] if mask == 1 << max(index, 0) else None
    if arg is None or arg.length is None or call.cases or call.target is not None:
        return None
    kind, by = table.kinds[arg.kind], arg.length.by
    counter = str(arg.length.value) if by == "arg" else limit_of_ret(call, index, table)
    simple = kind.sort == "data" and not kind.captured and arg.direction in ("in", "out")
    counted = by in ("arg", "ret") and counter != NO_LIMIT
    if not (simple and counted and is_word(call.args[int(counter)], table)):
        return None
    return index, int(counter)


# Bytes of a simple copy that are always there; the kernel has the same numbers.
SIMPLE_MAX = 256
ELEMENTS_MAX = 32
# Kinds with a capture that has nothing more to copy, as a rule: the kernel tells when.
SIMPLE_CAPTURES = {"sock_data": ("SOCKET",), "sockaddr": ("SOCKET",), "pollfds": ()}
# Of these, the one that copies something else at exit, and that only if there is a result.
SEARCHED = "pollfds"


@dataclass(frozen=True)
class Copy:
    """What to copy behind an argument, so that nobody needs to look at its type."""

    flags: tuple[str, ...]
    length: int = 0
    limit: int = 0
    size: tuple[int, ...] = (0, 0)


# Simple only without an address: there is nothing to copy then.
NULL = Copy(("NULL",))


def copy_of(call: Call, index: int, table: Table, last: bool) -> Optional[Copy]:
    """How an argument is copied, if that is simple; `last`: no other one needs room."""
    arg = call.args[index]
    assert arg is not None
    kind = table.kinds[arg.kind]
    own = SIMPLE_CAPTURES.get(kind.name)
    if (kind.captured or table.leads_on(kind.name)) and own is None:
        return None
    if kind.sort == "string":
        return Copy(("TEXT",)) if captured_as(kind) == "string" and arg.direction in ENTRY else None
    size = tuple(type_size(kind.name, table, layout) for layout in LAYOUTS)
    if arg.length is None or arg.length.by == "const":
        count = arg.length.value if arg.length is not None else 1
        fixed = all(size) and count <= ELEMENTS_MAX and max(size) * count <= SIMPLE_MAX
        if not fixed or own is not None or kind.count_by != "elements":
            return None
        return Copy(("FIXED",), count, size=tuple(count * each for each in size))
    return counted_copy(call, index, table, last, Copy(own or (), size=size))


def counted_copy(
    call: Call, index: int, table: Table, last: bool, copy: Copy
) -> Optional[Copy]:
    """The same if an argument, or the result, says how much there is."""
    arg = call.args[index]
    assert arg is not None and arg.length is not None
    kind = table.kinds[arg.kind]
    counter = str(arg.length.value) if arg.length.by == "arg" else limit_of_ret(call, index, table)
    count = call.args[int(counter)] if counter != NO_LIMIT else None
    storage = table.storage(count.kind) if count is not None and not count.direction else ""
    if storage not in ("ulong", "u64", "u32", "s32"):
        return NULL
    flags = copy.flags + (("LONG",) if storage in ("ulong", "u64") else ())
    copy = replace(copy, flags=flags, length=int(counter))
    if kind.sort == "data":
        return replace(copy, flags=("DATA", *flags), limit=0xFFFF if last else SIMPLE_MAX)
    if kind.count_by == "bits":
        return replace(copy, flags=("BITS", *flags), limit=8 * SIMPLE_MAX)
    if kind.count_by == "bytes":
        return replace(copy, size=(1, 1), limit=SIMPLE_MAX)
    if not all(copy.size):
        return None
    return replace(copy, limit=min(ELEMENTS_MAX, SIMPLE_MAX // max(copy.size)))


def copied_mask(call: Call, table: Table, *directions: str) -> int:
    """The arguments that are copied at entry or at exit."""
    strings = mask_of(call, table, "string", *(directions if directions == ENTRY else ("out",)))
    return strings | mask_of(call, table, f"data {STRUCTS}", *directions)


def copies_of(call: Call, table: Table, *directions: str) -> Optional[list[str]]:
    """The lines of what is copied at entry or at exit, or None if that is not simple."""
    others = mask_of(call, table, f"data {STRUCTS}", *directions)
    mask = copied_mask(call, table, *directions)
    lines = []
    for index in (index for index in range(len(call.args)) if mask >> index & 1):
        arg = call.args[index]
        assert arg is not None
        if arg.direction == "rest":
            continue
        searched = directions == EXIT and arg.kind == SEARCHED
        copy = NULL if searched else copy_of(call, index, table, not others >> index + 1)
        if copy is None:
            return None
        lines.append(copy_line(arg, index, copy, table, directions == EXIT))
    return lines


def copy_line(arg: Arg, index: int, copy: Copy, table: Table, at_exit: bool) -> str:
    kind = table.kinds[arg.kind]
    sort = "nested" if kind.nested or kind.answers else kind.sort
    what = {"string": "TEXT", "data": "DATA"}.get(captured_as(kind), "STRUCTS")
    flags = list(copy.flags)
    flags += ["RESULT"] * (arg.length is not None and arg.length.by == "ret")
    flags += ["FOUND"] * (arg.direction == "found" or (at_exit and arg.kind == SEARCHED))
    flags += ["COMPAT"] * kind.compat
    words = " | ".join(f"SYSCALL_TRACE_COPY_{name}" for name in flags)
    return (
        f"\t{{ .arg = {index}, .sort = SYSCALL_TRACE_{sort.upper()}, "
        f".what = SYSCALL_TRACE_HAS_{what} >> SYSCALL_TRACE_HAS_SHIFT, "
        f".len = {copy.length}, .flags = {words or 0}, .limit = {copy.limit}, "
        f".size = {sizes(list(copy.size))} }},"
    )


def copies_symbol(lines: list[str]) -> str:
    """Calls that copy the same share a list, which is called by what is in it."""
    return f"syscall_copies_{zlib.crc32(''.join(lines).encode()):08x}"


def lists_of(call: Call, table: Table) -> Iterator[tuple[str, list[str]]]:
    """The lists of copies that a call has, each with the member that leads to it."""
    if call.target is not None:
        return
    for member, directions in (("inputs", ENTRY), ("outputs", EXIT)):
        lines = copies_of(call, table, *directions)
        if lines is not None and copied_mask(call, table, *directions):
            yield member, lines


def copies_lines(calls: list[Call], table: Table) -> Iterator[str]:
    """The lists of copies, each of them once."""
    lists: dict[str, list[str]] = {}
    for each in (variant for call in calls for variant in call.variants()):
        for _, lines in lists_of(each, table):
            lists[copies_symbol(lines)] = lines
    for symbol, lines in sorted(lists.items()):
        yield f"static const struct syscall_trace_copy {symbol}[] = {{"
        yield from lines
        yield "\t{ }"
        yield "};"
        yield ""
