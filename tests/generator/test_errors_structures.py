# SPDX-License-Identifier: GPL-2.0
"""Every mistake in a structure or an array is reported, where it is and with what to do."""
from __future__ import annotations

from conftest import DECLARE, STORAGES, Mistake, Tool, Write, check_mistake

ATTRIBUTES = "packed, union, compat, nested, captured, bytes, bits"

# name, lines after WORDS, and the message each with its line (from 0) and column
CASES: list[Mistake] = [
    ("struct without name", "struct", [(0, 7, "expected a name, found the end of the line")]),
    (
        "unknown attribute",
        "struct x string pakced",
        [
            (0, 10, f"unknown attribute 'string'; it is one of {ATTRIBUTES}"),
            (
                0,
                17,
                "unknown attribute 'pakced' (did you mean 'packed'?); "
                f"it is one of {ATTRIBUTES}",
            ),
        ],
    ),
    (
        "attribute twice",
        "struct x packed compat packed",
        [(0, 24, "attribute 'packed' is given twice")],
    ),
    (
        "two units of a length",
        "struct x bits packed bytes",
        [(0, 22, "a length counts 'bytes' or 'bits', not both")],
    ),
    (
        "attribute behind the header",
        "struct x <linux/x.h> packed",
        [(0, 22, "attribute 'packed' stands before the header")],
    ),
    (
        "two headers of a struct",
        "struct x <linux/x.h> <linux/y.h>",
        [(0, 22, "expected the end of the line or '@', found '<linux/y.h>'")],
    ),
    (
        "no header of a struct",
        "struct x <x>\n\ta u32",
        [(0, 10, "'<x>' is not the name of a header")],
    ),
    (
        "words after the C name",
        "struct x <linux/x.h> y z",
        [(0, 24, "expected the end of the line or '@', found 'z'")],
    ),
    (
        "words after a struct's printer",
        "struct x @y z",
        [(0, 13, "expected the end of the line, found 'z'")],
    ),
    (
        "number after a struct",
        "struct x 4",
        [(0, 10, "expected the end of the line, a header or '@', found '4'")],
    ),
    ("member without name", "struct x\n\t4", [(1, 2, "expected the name of a member, found '4'")]),
    (
        "member without kind",
        "struct x\n\ta",
        [(1, 3, "member 'a' has no kind: expected a word, found the end of the line")],
    ),
    (
        "unknown storage type",
        "struct x\n\ta u33 hex",
        [(1, 4, f"'u33' is not one of {STORAGES}")],
    ),
    (
        "words after a member",
        "struct x\n\ta u32 hex u32",
        [(1, 12, "expected the end of the line, found 'u32'")],
    ),
    (
        "number of elements missing",
        "struct x\n\ta u32[]",
        [(1, 8, "expected the number of elements, found ']'")],
    ),
    (
        "argument as number of elements",
        "struct x\n\ta u32[a]",
        [(1, 8, "expected the number of elements, found 'a'")],
    ),
    (
        "no elements",
        "struct x\n\ta u32[0]",
        [(1, 8, "expected the number of elements, found '0'")],
    ),
    (
        "too many elements",
        "struct x\n\ta u32[65536]",
        [(1, 8, "expected the number of elements, found '65536'")],
    ),
    (
        "hexadecimal number of elements",
        "struct x\n\ta u32[0x8]",
        [(1, 8, "expected the number of elements, found '0x8'")],
    ),
    (
        "bracket of a member missing",
        "struct x\n\ta u32[8",
        [(1, 9, "missing ']', found the end of the line")],
    ),
    (
        "member twice",
        "struct x\n\ta u32\n\tb u32\n\ta fd",
        [(3, 2, "member 'a' is given twice")],
    ),
    (
        "words after the dots",
        "struct x\n\ta u32\n\t... b u32",
        [(2, 6, "expected the end of the line, found 'b'")],
    ),
    (
        "unknown kind of a member",
        "struct x\n\ta fdd\n\tb u32 hxe",
        [
            (1, 4, f"unknown kind 'fdd' (did you mean 'fd'?); {DECLARE}"),
            (2, 8, f"unknown kind 'hxe' (did you mean 'hex'?); {DECLARE}"),
        ],
    ),
    (
        "strings and arrays as members",
        "array n int\nstruct x\n\ta path\n\tb n",
        [
            (2, 4, "'path' cannot be a member; an address is 'ptr'"),
            (3, 4, "'n' cannot be a member; an address is 'ptr'"),
        ],
    ),
    (
        "member without size",
        "struct x\n\ta iovec[2]",
        [(1, 4, "struct 'iovec' has no members, so it has no size")],
    ),
    ("nested member", "struct x\n\ta strv", [(1, 4, "'strv' is 'nested' and cannot be a member")]),
    (
        "storage type of what is no integer",
        "struct y\n\ta u32\nstruct x\n\ta u32 y\n\tb u8 bytes[4]",
        [
            (3, 8, "'y' is no integer, so it is not stored as u32"),
            (4, 7, "'bytes' is no integer, so it is not stored as u8"),
        ],
    ),
    (
        "compat member",
        "struct y compat\n\ta ulong\nstruct x\n\ta y\narray z y",
        [
            (3, 4, "struct 'y' is 'compat', so 'x' must be as well"),
            (4, 9, "struct 'y' is 'compat', so 'z' must be as well"),
        ],
    ),
    (
        "struct in itself",
        "struct x\n\ta u32\n\tb x[2]",
        [(2, 4, "struct 'x' contains itself")],
    ),
    (
        "what members lead to",
        "struct x\n\ta -> fd\n\tb u64 -> open_flags\n\tc -> pth\n\td -> bytes\n\te ->"
        "\n\tf -> bytes[\n\tg -> bytes[h",
        [
            (1, 7, "an address leads to 'fd' only in an array; declare 'array WORD fd'"),
            (2, 11, "an address leads to 'open_flags' only in an array; declare 'array WORD open_flags'"),
            (3, 7, f"unknown kind 'pth' (did you mean 'path'?); {DECLARE}"),
            (4, 7, "'bytes' has no size of its own; name its length behind it in [ ]"),
            (5, 6, "expected the kind that the address leads to, found the end of the line"),
            (6, 13, "expected the member that is its length, found the end of the line"),
            (7, 14, "missing ']', found the end of the line"),
        ],
    ),
    (
        "structures that members lead to",
        "struct x\n\ta -> path\nstruct y bits @\nstruct z bytes\n\ta u32\n\tb -> z\n\tc -> w"
        "\nstruct w\n\ta -> strv\n\tb -> iovec\n\tc -> x\n\td -> y\n\te -> v"
        "\narray v z",
        [
            (5, 7, "a member cannot lead to 'z', which is not one piece of memory"),
            (5, 7, "struct 'z' leads to itself"),
            (6, 7, "a member cannot lead to 'w', which is not one piece of memory"),
            (8, 7, "a member cannot lead to 'strv', which is not one piece of memory"),
            (9, 7, "a member cannot lead to 'iovec', which is not one piece of memory"),
            (10, 7, "a member cannot lead to 'x', which is not one piece of memory"),
            (11, 7, "'y' has no size of its own; name its length behind it in [ ]"),
            (13, 7, "struct 'z' contains itself"),
        ],
    ),
    (
        "what makes members count",
        "struct x\n\ta u32 if\n\tb u32 if c &\n\tc u32 if nosuch or c & nosuch\n\td u32[2] unless d & errno"
        "\n\te u32 if d if c\n\tf out u32\n\tg u32 if f\n\th out -> path\nstruct y @\n\ta out u32"
        "\nkind unless u32",
        [
            (1, 10, "expected a member after 'if', found the end of the line"),
            (2, 14, "expected a set after '&', found the end of the line"),
            (3, 11, "struct 'x' has no member 'nosuch'"),
            (3, 25, "unknown set 'nosuch' after '&'"),
            (4, 18, "member 'd' is not a number, so it holds no constant"),
            (5, 13, "expected the end of the line, found 'if'"),
            (7, 11, "'f' is what the kernel writes, and decides on no other member"),
            (8, 8, "what 'h' leads to is captured before the kernel writes it"),
            (10, 8, "'y' has a printer, which decides what is shown of 'a'"),
            (11, 6, "'unless' is a word of the language; choose another name"),
        ],
    ),
    (
        "a member that leads on and is not always shown",
        "struct x\n\ta -> path\nstruct y\n\tb u32\n\tc x if b",
        [(4, 4, "'x' has members that lead on, so 'c' is always shown")],
    ),
    (
        "structures with an answer, where there is room for none",
        "struct x\n\ta out u32\nstruct y\n\tb x\n\tc -> x\narray z x\ncall(p inout x[n], n u32)",
        [
            (3, 4, "'x' has members that the kernel writes and cannot be a member"),
            (4, 7, "a member cannot lead to 'x', which is not one piece of memory"),
            (5, 9, "'x' has members that the kernel writes and cannot be an element"),
            (6, 16, "a length on 'x', which has members that the kernel writes: leave out the "
             "length, or 'out' of these members"),
        ],
    ),
    (
        "views of other structures",
        "struct x\n\ta u32\n\tb size\n\tc timespec64\nstruct y as x\n\ta\n\tno\n\ta"
        "\nstruct z as y\n\ta\nstruct w as fd\n\ta\nstruct v as x\nstruct u as x bits\n\ta"
        "\nstruct t as x\n\ta fd u32\nstruct s as\nstruct r as r\n\ta",
        [
            (3, 4, "struct 'timespec64' has no members, so it has no size"),
            (6, 2, "struct 'x' has no member 'no'"),
            (7, 2, "member 'a' is given twice"),
            (8, 13, "'y' is 'as' another structure itself"),
            (10, 13, "there is no struct 'fd' with members"),
            (12, 8, "'v' shows no member"),
            (13, 15, "expected the end of the line or '@', found 'bits'"),
            (16, 7, "expected the end of the line, a kind or a condition, found 'u32'"),
            (17, 12, "expected a structure after 'as', found the end of the line"),
            (18, 13, "'r' is 'as' another structure itself"),
        ],
    ),
    (
        "a view with members of other sizes",
        "struct x\n\ta u32\n\tb v\nstruct v\n\tc u32\nstruct w\n\tc size\nstruct y as x\n\tb w",
        [(8, 4, "'w' is laid out in another way than 'v' of 'x'")],
    ),
    (
        "structures that lead on, several or printed by a function",
        "struct x\n\ta -> path\nstruct y @\n\ta -> path\nstruct z\n\ta x\n\tb x[2]\n\tc y",
        [
            (6, 4, "what members of 'x' lead to cannot be told apart here"),
            (7, 4, "what members of 'y' lead to cannot be told apart here"),
        ],
    ),
    (
        "lengths that are none",
        "struct x\n\ta -> bytes[alen]\n\ta_len u32\n\tb -> path[a_len]\n\tc -> bytes[b]"
        "\n\td u32[2]\n\te -> bytes[d]\n\tf iovec\n\tg -> bytes[f]\n\tk -> bytes[3]",
        [
            (1, 13, "struct 'x' has no member 'alen' (did you mean 'a_len'?)"),
            (3, 12, "'path' ends with a NUL and has no length"),
            (4, 13, "member 'b' is not a number, as a length must be"),
            (6, 13, "member 'd' is not a number, as a length must be"),
            (7, 4, "struct 'iovec' has no members, so it has no size"),
            (8, 13, "member 'f' is not a number, as a length must be"),
            (9, 13, "expected the member that is its length, found '3'"),
        ],
    ),
    (
        "storage of an address",
        "struct x\n\ta u63 -> path\n\tb u16 -> path",
        [
            (1, 4, "an address is not stored as 'u63', but as u32, u64, ulong"),
            (2, 4, "an address is not stored as 'u16', but as u32, u64, ulong"),
        ],
    ),
    (
        "struct too big",
        "struct x\n\ta u64 hex[8191]\n\tb u32\n\tc u8 u32",
        # 65533 bytes, and 3 of padding.
        [(0, 8, "struct 'x' has 65536 bytes, more than 65535")],
    ),
    (
        "too many members",
        "struct x\n" + "".join(f"\ta{i} u32\n" for i in range(256)),
        [(0, 8, "struct 'x' has 256 members, more than 255")],
    ),
    # ---- arrays ----
    ("array without name", "array", [(0, 6, "expected a name, found the end of the line")]),
    (
        "array without kind",
        "array x compat",
        [(0, 15, "expected the kind of its elements, found the end of the line")],
    ),
    (
        "words after an array",
        "array x int 4",
        [(0, 13, "expected the end of the line, found '4'")],
    ),
    (
        "unknown kind of elements",
        "array x compat itn",
        [(0, 16, f"unknown kind 'itn' (did you mean 'int'?); {DECLARE}")],
    ),
    (
        "elements that cannot be",
        "array x int\narray y x\narray z path\narray v strv\narray w bytes\narray u iovec",
        [
            (1, 9, "'x' cannot be an element; an address is 'ptr'"),
            (2, 9, "'path' cannot be an element; an address is 'ptr'"),
            (3, 9, "'strv' is 'nested' and cannot be an element"),
            (4, 9, "'bytes' cannot be an element; an address is 'ptr'"),
            (5, 9, "struct 'iovec' has no members, so it has no size"),
        ],
    ),
    (
        "array of itself",
        "array x x",
        [(0, 9, "'x' cannot be an element; an address is 'ptr'")],
    ),
]


def test_message(mistake: Mistake, tool: Tool, write: Write) -> None:
    check_mistake(mistake, tool, write)
