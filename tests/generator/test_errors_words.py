# SPDX-License-Identifier: GPL-2.0
"""Every mistake in a declaration is reported, where it is and with what to do."""
from __future__ import annotations

import pytest
from conftest import FIRST, Messages, Mistake, Tool, Write, mistakes

DECLARE = "declare it with kind, struct, array, variant, flags or enum"
NOT_POINTER = "which is not a pointer; declare it as 'struct' or 'array' if it is an address"
END = "the end of the line"
STORAGES = "s8, u8, s16, u16, s32, u32, s64, u64, long, ulong"
ATTRIBUTES = "packed, union, compat, nested, captured, bytes, bits"
AFTER_STORAGE = "expected the end of the line, a set, '@' or '@' and a printer"

# name, lines after WORDS, and the message each with its line (from 0) and column
CASES: list[Mistake] = [
    ("string as result", "a() path", [(0, 5, "a call cannot return 'path'; use 'ptr'")]),
    ("call twice", "a()\nb()\na(fd fd)", [(2, 1, f"call 'a' is already at line {FIRST}")]),
    (
        "set twice",
        "enum open_flags int <linux/x.h>\n\tX",
        [(0, 6, "'open_flags' is already a set, declared at line 16")],
    ),
    ("kind twice", "kind fd s32", [(0, 6, "'fd' is already a kind, declared at line 7")]),
    (
        "struct twice",
        "struct timespec64",
        [(0, 8, "'timespec64' is already a struct, declared at line 15")],
    ),
    (
        "set named as a kind",
        "flags fd int <linux/x.h>\n\tX",
        [(0, 7, "'fd' is already a kind, declared at line 7")],
    ),
    (
        "array twice",
        "array x int\narray x fd",
        [(1, 7, f"'x' is already an array, declared at line {FIRST}")],
    ),
    (
        "reserved word",
        "kind inout u32",
        [(0, 6, "'inout' is a word of the language; choose another name")],
    ),
    (
        "constant twice",
        "flags s int <linux/x.h>\n\tX_A\n\tX_B\n\tX_A",
        [(3, 2, f"constant 'X_A' is already in set 's', at line {FIRST + 1}")],
    ),
    (
        "sets that include others",
        "flags s int <linux/x.h>\n\tX_A\n\tX_B / X_M\nflags t int <linux/x.h>\n\tX_A\n\tinclude s"
        "\nenum u int <linux/x.h>\n\tinclude s\n\tinclude v\nflags v long <linux/x.h>"
        "\n\tinclude w\n\tX_C\nflags w int <linux/x.h>\n\tX_D\n\tinclude v\n\tinclude nosuch"
        "\nflags y int <linux/x.h>\n\tinclude s t",
        [
            (5, 10, "constant 'X_A' of set 's' is already in set 't'"),
            (7, 10, "set 's' has fields, and an enum has none"),
            (8, 10, "set 'v' is 'long', and 'u' is 'int'"),
            (14, 10, "set 'v' includes itself"),
            (15, 10, "unknown set 'nosuch'"),
            (17, 12, "expected the end of the line; one set per line, found 't'"),
        ],
    ),
    (
        "misspelt declaration",
        "flag x int <linux/x.h>",
        [(0, 6, "expected '(' after 'flag' (did you mean 'flags'?), found 'x'")],
    ),
    (
        "constant outside a set",
        "kind x u8\n\tO_RDWR",
        [(1, 2, "indented 'O_RDWR' outside a set, a structure, a variant or a call")],
    ),
    (
        "indented call in a set",
        "enum s int <linux/x.h>\n\tX_A\n\tb(c int)",
        [(2, 2, "a system call starts in the first column")],
    ),
    (
        "indented call in a structure",
        "struct s\n\tb(c int)",
        [(1, 2, "a system call starts in the first column")],
    ),
    (
        "set without header",
        "flags s int X_\n\tX_A\n\tX_B = 2\na(b s)",
        [
            (
                1,
                2,
                "set 's' names no header that has 'X_A'; "
                "write <linux/....h> behind its type, or '= NUMBER' here",
            )
        ],
    ),
    (
        "not a header",
        "flags s int <linux/x>\n\tX_A",
        [(0, 13, "'<linux/x>' is not the name of a header")],
    ),
    (
        "header without end",
        "flags s int <linux/x.h\n\tX_A\na(b s)",
        [(0, 13, "missing '>' of a header's name")],
    ),
    (
        "set without type",
        "flags s <linux/x.h>\n\tX_A",
        [(0, 9, "expected the type of set 's', 'int' or 'long', found '<linux/x.h>'")],
    ),
    (
        "set without members",
        "flags s int <linux/x.h>\n# nothing\na(b s)",
        [(0, 7, "set 's' has no members; list its constants below it, one per line, indented")],
    ),
    (
        "words after the prefix",
        "flags s int <linux/x.h> X_ Y_\n\tX_A",
        [(0, 28, "expected the end of the line or '@', found 'Y_'")],
    ),
    (
        "two constants on a line",
        "flags s int <linux/x.h>\n\tX_A X_B",
        [(1, 6, "expected the end of the line; one constant per line, found 'X_B'")],
    ),
    (
        "mask missing",
        "flags s int <linux/x.h>\n\tX_A /",
        [(1, 7, "expected the field's mask after '/', found the end of the line")],
    ),
    (
        "mask no number",
        "flags s int <linux/x.h>\n\tX_A / 0f",
        [(1, 8, "'0f' is neither a decimal nor a 0x... number")],
    ),
    (
        "value missing",
        "flags s int <linux/x.h>\n\tX_A = X_B",
        [(1, 8, "expected a number after '=', found 'X_B'")],
    ),
    (
        "octal value",
        "flags s int <linux/x.h>\n\tX_A = 010",
        [(1, 8, "'010' is neither a decimal nor a 0x... number")],
    ),
    (
        "field of an enum",
        "enum s int <linux/x.h>\n\tX_A / X_M",
        [(1, 8, "an enum has no fields; declare the set with 'flags'")],
    ),
    ("text without end", 'enum s int <linux/x.h>\n\tX_A "text', [(1, 6, "missing closing '\"'")]),
    (
        "text is no name",
        'enum s int <linux/x.h>\n\t"X_A"',
        [(1, 2, "expected the name of a constant, found '\"X_A\"'")],
    ),
    ("length on a number", "a(b fd[4])", [(0, 8, f"a length on 'fd', {NOT_POINTER}")]),
    ("kind without name", "kind", [(0, 5, "expected a name, found the end of the line")]),
    # ---- kinds ----
    (
        "kind without type",
        "kind x",
        [(0, 7, f"expected what 'x' is, one of {STORAGES}, string, data, found {END}")],
    ),
    (
        "kind with an unknown type",
        "kind x strng",
        [(0, 8, f"expected what 'x' is, one of {STORAGES}, string, data, found 'strng'")],
    ),
    (
        "kind with a mark for a type",
        "kind x @y",
        [(0, 8, f"expected what 'x' is, one of {STORAGES}, string, data, found '@'")],
    ),
    (
        "words after a set",
        "kind x u8 y z",
        [(0, 11, "unknown set 'y'"), (0, 13, f"{AFTER_STORAGE}, found 'z'")],
    ),
    (
        "kind that is wider than its set",
        "flags s int <linux/x.h>\n\tX\nkind x u64 s\nkind y ulong s @hex\nkind z u32 s",
        [
            (2, 12, "set 's' has 32 bits, and u64 has more; declare it as 'long'"),
            (3, 14, "set 's' has 32 bits, and ulong has more; declare it as 'long'"),
        ],
    ),
    (
        "member that is wider than its set",
        "flags s int <linux/x.h>\n\tX\nkind k u32 s\nstruct x\n\ta u64 s\n\tb s64 k\n\tc s32 s",
        [
            (4, 8, "set 's' has 32 bits, and u64 has more; declare it as 'long'"),
            (5, 8, "set 's' has 32 bits, and s64 has more; declare it as 'long'"),
        ],
    ),
    (
        "member of a storage type that is none",
        "flags s int <linux/x.h>\n\tX\nstruct x\n\ta u63 s",
        [(3, 4, f"'u63' is not one of {STORAGES}")],
    ),
    ("kind of an unknown set", "kind x u8 y", [(0, 11, "unknown set 'y'")]),
    (
        "least size that is no number",
        "struct x bytes[y]",
        [(0, 16, "expected the least number of bytes, found 'y'")],
    ),
    ("words after a printer", "kind x u8 @hex y", [(0, 16, f"{AFTER_STORAGE}, found 'y'")]),
    ("blank before a printer", "kind x u8 @ hex", [(0, 13, f"{AFTER_STORAGE}, found 'hex'")]),
    (
        "printer of a string",
        "kind x string @",
        [(0, 15, "expected the end of the line or 'bytes', found '@'")],
    ),
    # ---- classes ----
    (
        "class twice",
        'class one "a"\nclass two "b"\nclass one "c"',
        [(2, 7, f"'one' is already a class, declared at line {FIRST}")],
    ),
    ("class without name", 'class "a"', [(0, 7, "expected the name of a class, found '\"a\"'")]),
    (
        "class without text",
        # Known all the same.
        "class one\nclass two b\na() %one %two",
        [
            (0, 10, "expected what calls of class 'one' do, in \" \", found the end of the line"),
            (1, 11, "expected what calls of class 'two' do, in \" \", found 'b'"),
        ],
    ),
    (
        "words after a class",
        'class one "a" "b"',
        [(0, 15, "expected the end of the line, found '\"b\"'")],
    ),
    (
        "lines below a class",
        'class one "a"\n\ttwo',
        [(1, 2, "indented 'two' outside a set, a structure, a variant or a call")],
    ),
    (
        "misspelt class",
        'clas one "a"',
        [(0, 6, "expected '(' after 'clas' (did you mean 'class'?), found 'one'")],
    ),
    (
        "too many classes",
        # Once is enough, and all of them are known.
        "".join(f'class c{number} ""\n' for number in range(34)) + "a() %c32 %c33",
        [(32, 7, "class 'c32' is one too many, at most 32")],
    ),
    # ---- structures ----
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
    # ---- sizes of constants ----
    (
        "constants too big",
        "flags s int <linux/x.h>\n\tX_A = 0xffffffff / 0x100000000\n\tX_B = 4294967296",
        [
            (1, 21, "0x100000000 does not fit into 32 bits"),
            (2, 8, "4294967296 does not fit into 32 bits"),
        ],
    ),
    (
        "long constant too big",
        "flags s long <linux/x.h>\n\tX_A = 0x1ffffffffffffffff\n\tX_B = 0x1ffffffff",
        [(1, 8, "0x1ffffffffffffffff does not fit into 64 bits")],
    ),
    # ---- variants ----
    (
        "choices of a variant",
        "enum e int <linux/x.h>\n\tX_A\n\tX_B\nvariant v by e\n\tX_A u32\n\tX_BB u32\n\telse u32"
        "\n\tX_B X_A u32\n\t5 0x5 u32\n\telse u32\n\t4294967296 010 u32\n\tX_B nosuch",
        [
            (5, 2, "set 'e' has no member 'X_BB' (did you mean 'X_B'?)"),
            (6, 2, "'else' is the last choice of a variant"),
            (7, 6, f"'X_A' is already a choice, at line {FIRST + 4}"),
            (8, 4, f"'0x5' is already a choice, at line {FIRST + 8}"),
            (9, 2, f"'else' is already a choice, at line {FIRST + 6}"),
            (10, 2, "'4294967296' is no number of 32 bits"),
            (10, 13, "'010' is no number of 32 bits"),
            (11, 2, f"'X_B' is already a choice, at line {FIRST + 7}"),
            (11, 6, f"unknown kind 'nosuch'; {DECLARE}"),
        ],
    ),
    (
        "lines of a variant",
        "variant v by\nvariant w by nosuch\n\tX u32\nvariant x\n\tX u32\n\tu32\n\t5\n\t1 u16 u32 ="
        "\n\t2 s32 fd\nvariant y\nvariant z by open_flags O\nvariant fd @",
        [
            (0, 13, f"expected a set after 'by', found {END}"),
            (1, 14, "unknown set 'nosuch'"),
            (4, 2, "variant 'x' has no set that 'X' is a member of; "
                   "write 'by' and a set behind its name"),
            (5, 2, "expected constants, or 'else', and a kind, found 'u32'"),
            (6, 3, f"expected a kind, found {END}"),
            (7, 12, "expected the end of the line, found '='"),
            (9, 9, "variant 'y' has neither a set nor choices"),
            (10, 25, "expected the end of the line or '@', found 'O'"),
            (11, 9, "'fd' is already a kind, declared at line 7"),
        ],
    ),
    (
        "where no variant can be",
        "variant v @\n\t1 v\n\t2 path\n\t3 strv\n\t4 iovec\n\t5 u8 s\n\t6 a"
        "\nstruct s\n\ta v\n\tb u32\nstruct t\n\ta v[2]\nstruct u\n\ta -> v"
        "\narray a v\nc(d v, e in v) v",
        [
            (1, 4, "variant 'v' contains itself"),
            (2, 4, "'path' cannot be a member; an address is 'ptr'"),
            (3, 4, "'strv' is 'nested' and cannot be a member"),
            (4, 4, "struct 'iovec' has no members, so it has no size"),
            (5, 7, "'s' is no integer, so it is not stored as u8"),
            (6, 4, "'a' cannot be a member; an address is 'ptr'"),
            (8, 4, "variant 'v' contains itself"),
            (8, 4, "variant 'v' has no size; only the last member can be one"),
            (11, 4, "variant 'v' has no size, so there is no array of it"),
            (13, 7, "a member cannot lead to 'v', which is not one piece of memory"),
            (14, 7, "variant 'v' contains itself"),
            (14, 9, "'v' cannot be an element; an address is 'ptr'"),
            (15, 5, "'v' is a variant and cannot be an argument"),
            (15, 13, "'v' is a variant and cannot be an argument"),
            (15, 16, "a call cannot return 'v'; use 'ptr'"),
        ],
    ),
    # ---- what arguments depend on ----
    (
        "length that leads to no number",
        "array n int\narray t times\nstruct times\n\ta u32\n"
        "a(b out bytes[c], c path, d out bytes[n], n n, e out bytes[t], t t, )".replace(", )", ")"),
        [
            (4, 15, "'c' does not lead to a number, as a length must"),
            (4, 60, "'t' does not lead to a number, as a length must"),
        ],
    ),
    # ---- cases ----
    (
        "case outside a call",
        "kind x u32\n\tcase cmd 1 (b int)",
        [(1, 2, "indented 'case' outside a set, a structure, a variant or a call")],
    ),
]


@pytest.mark.parametrize(
    ("text", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_message(tool: Tool, write: Write, text: str, expected: Messages) -> None:
    assert mistakes(tool, write, text) == expected
