# SPDX-License-Identifier: GPL-2.0
"""Every mistake in a declaration is reported, where it is and with what to do. Those in members and
elements of structures and arrays: test_errors_structures.py."""
from __future__ import annotations

from conftest import DECLARE, FIRST, NOT_POINTER, STORAGES, Mistake, Tool, Write, check_mistake

END = "the end of the line"
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


def test_message(mistake: Mistake, tool: Tool, write: Write) -> None:
    check_mistake(mistake, tool, write)
