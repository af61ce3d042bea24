# SPDX-License-Identifier: GPL-2.0
"""The generated types and sets, as the compiler sees them."""
from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from compiled import build, gcc, make_table, types
from conftest import CALLS, WORDS, Tool, Write

from syscall_table.definition import STORAGE


def test_variants(tool: Tool, write: Write, tbls: list[Path]) -> None:
    table = """\
enum e int <linux/x.h>
\tX_A = 1
\tX_B = 2
\tX_C = 300
\tX_D = 4
variant whole by e
\tX_A X_D u16 open_flags
\tX_B inner
\tX_C parts
\t7 fd
\t0x80000000 other
\telse s64 long
kind long ulong
variant parts by e @
variant numbers @text
\t3 bytes
\t4 text
kind text data @
struct inner
\ta fd
\tb ulong
struct other @
struct outer
\ta u32
\tb whole
"""
    assert types(tool, write, tbls, table, "whole", "parts", "numbers", "outer") == [
        "whole variant size=0,0 set=e @syscall_kind_set",
        "  X_A open_flags 0,0 size=2,2 for=1",
        "  X_D open_flags 0,0 size=2,2 for=4",
        "  X_B inner 0,0 size=16,8 for=2",
        "  X_C parts 0,0 size=0,0 for=12c",
        "  7 fd 0,0 size=4,4 for=7 signed",
        "  0x80000000 other 0,0 size=0,0 for=80000000",
        "  - long 0,0 size=8,8 for=0 signed",
        "parts variant size=0,0 set=e @syscall_struct_parts",
        "numbers variant size=0,0 @syscall_struct_text",
        "  3 bytes 0,0 size=1,1 for=3",
        "  4 text 0,0 size=1,1 for=4",
        "outer struct size=4,4",
        "  a u32 0,0 size=4,4",
        "  b whole 4,4 size=0,0",
    ]


def test_kinds(tool: Tool, write: Write, tbls: list[Path]) -> None:
    table = """\
kind narrow s8
kind wide u64 @
kind printed s16 @other
kind native long
kind xdata data @
kind odata data @other
struct bits bits
struct sized bytes compat
struct own @
struct others @own
array list compat native
array structs inner
struct inner
	b wide
enum e long <linux/x.h> @
\tX_ONE
flags f int <linux/x.h> X_ @other
\tX_ONE
"""
    names = re.findall(r"^(?:kind|struct|array|enum|flags) (\w+)", table, re.MULTILINE)
    names += ["bytes", "path", "strv", "hex", "open_flags"]
    assert types(tool, write, tbls, table, *names) == [
        "narrow scalar signed size=1,1",
        "wide scalar size=8,8 @syscall_kind_wide",
        "printed scalar signed size=2,2 @syscall_kind_other",
        "native scalar signed size=8,4",
        "xdata data size=0,0 @syscall_struct_xdata",
        "odata data size=0,0 @syscall_struct_other",
        "bits unknown by=bits size=0,0",
        "sized unknown by=bytes compat size=0,0",
        "own struct size=0,0 @syscall_struct_own",
        "others struct size=0,0 @syscall_struct_own",
        "list array compat size=8,4 of=native",
        "structs array size=8,8 of=inner",
        "inner struct size=8,8",
        "  b wide 0,0 size=8,8",
        "e scalar size=8,4 set=e @syscall_kind_e",
        "f scalar size=4,4 set=f @syscall_kind_other",
        "bytes data size=0,0",
        "path string size=0,0",
        "strv nested size=0,0 @syscall_nested_strv syscall_capture_strv",
        "hex scalar size=8,4 @syscall_kind_hex",
        "open_flags scalar size=4,4 set=open_flags @syscall_kind_set",
    ]


def test_members(tool: Tool, write: Write, tbls: list[Path]) -> None:
    table = """\
kind s64 s64
kind pad u8
kind char data
struct timeval
\tsec ulong int
\tusec long fd
struct x
\tshort u16 int
\twide s64
\tflags u8 open_flags
\tgap pad[2]
\tflag open_flags
\ttimes timeval[2]
\tname char[5]
\t...
\tmore s16 hex
struct y packed compat bytes
\tone u8 hex
\twide s64
\tinner x
struct z nested captured
\ta hex
struct w captured @
\ta hex
struct v captured[other]
\ta hex
"""
    assert types(tool, write, tbls, table, "timeval", "x", "y", "z", "w", "v") == [
        "timeval struct size=16,8",
        "  sec int 0,0 size=8,4",
        "  usec fd 8,4 size=8,4 signed",
        "x struct dots size=64,44",
        "  short int 0,0 size=2,2",
        "  wide s64 8,4 size=8,8 signed",
        "  flags open_flags 16,12 size=1,1",
        "  - pad 17,13 size=1,1 nr=2",
        "  flag open_flags 20,16 size=4,4",
        "  times timeval 24,20 size=16,8 nr=2",
        "  name char 56,36 size=1,1 nr=5",
        "  - hex 62,42 size=2,2 signed",
        "y struct by=bytes compat size=73,53",
        "  one hex 0,0 size=1,1",
        "  wide s64 1,1 size=8,8 signed",
        "  inner x 9,9 size=64,44",
        "z nested size=8,4 @syscall_nested_z syscall_capture_z",
        "  a hex 0,0 size=8,4",
        "w struct size=8,4 @syscall_struct_w syscall_capture_w",
        "  a hex 0,0 size=8,4",
        "v struct size=8,4 syscall_capture_other",
        "  a hex 0,0 size=8,4",
    ]


def test_pointers(tool: Tool, write: Write, tbls: list[Path]) -> None:
    table = """\
struct x compat
\tname -> path
\tlen u32
\ttext u64 -> bytes[len]
struct y compat bytes
\tinner x
\tflags u32
struct z captured
\ta u32 -> str
struct v nested @other
\ta u32
array n u32
struct w
\tv -> n[nr]
\tnr u32
\tone -> timespec
struct timespec
\tsec ulong
"""
    assert types(tool, write, tbls, table, "x", "y", "z", "v", "w") == [
        "x struct compat leads size=24,16 syscall_capture_pointers",
        "  name ptr 0,0 size=8,4 -> path[0]",
        "  len u32 8,4 size=4,4",
        "  text ptr 16,8 size=8,8 -> bytes[2]",
        "y struct by=bytes compat leads size=32,20 syscall_capture_pointers",
        "  inner x 0,0 size=24,16",
        "  flags u32 24,16 size=4,4",
        "z struct leads size=4,4 syscall_capture_z",
        "  a ptr 0,0 size=4,4 -> str[0]",
        "v nested size=4,4 @syscall_nested_other",
        "  a u32 0,0 size=4,4",
        "w struct leads size=24,12 syscall_capture_pointers",
        "  v ptr 0,0 size=8,4 -> n[2]",
        "  nr u32 8,4 size=4,4",
        "  one ptr 16,8 size=8,4 -> timespec[0]",
    ]


def random_struct(number: int, random: Random) -> tuple[str, str]:
    """The same structure in the table's language, and twice in C."""
    packed = random.random() < 0.3
    lines = [f"struct r{number}{' packed' * packed}"]
    c = {"wide": "", "narrow": ""}
    for index in range(random.randint(1, 9)):
        kind = random.choice([*STORAGE, "ulong", "long", "struct"])
        count = random.choice([0, 0, 1, 2, 7])
        if kind == "struct":
            if not number:
                continue
            inner = f"r{random.randrange(number)}"
            lines.append(f"m{index} {inner}" + f"[{count}]" * bool(count))
        else:
            lines.append(f"m{index} {kind} hex" + f"[{count}]" * bool(count))
        for layout in c:
            ctype = f"struct {layout}_{inner}" if kind == "struct" else f"{layout}_{kind}"
            c[layout] += f"\t{ctype} m{index}" + f"[{count}]" * bool(count) + ";\n"
    lines += ["last u8 hex"]
    attribute = " __attribute__((packed))" * packed
    return "\n\t".join(lines) + "\n", "".join(
        f"struct {layout}_r{number} {{\n{members}\tu8 last;\n}}{attribute};\n"
        for layout, members in c.items()
    )


def test_layouts_are_those_of_the_compiler(tool: Tool, write: Write, tbls: list[Path]) -> None:
    """On x86-64 as it is; and on i386, which aligns 64 bits to 32."""
    random = Random(1)
    pairs = [random_struct(number, random) for number in range(40)]
    table = "".join(text for text, _ in pairs)
    show = [f"typedef {each} wide_{each};" for each in STORAGE]
    show += [
        f"typedef {each} narrow_{each} __attribute__((aligned({min(size, 4)})));"
        for each, (size, _) in STORAGE.items()
    ]
    show += ["typedef u64 wide_ulong; typedef s64 wide_long;"]
    show += ["typedef u32 narrow_ulong; typedef s32 narrow_long;"]
    show += [c for _, c in pairs]
    for number, (text, _) in enumerate(pairs):
        for index, member in enumerate([line.split()[0] for line in text.splitlines()[1:]]):
            for layout, name in enumerate(("wide", "narrow")):
                struct = f"struct {name}_r{number}"
                ours = f"syscall_fields_r{number}[{index}].offset[{layout}]"
                show.append(f'printf("%d %d\\n", {ours}, (int)offsetof({struct}, {member}));')
        for layout, name in enumerate(("wide", "narrow")):
            ours = f"syscall_type_r{number}.size[{layout}]"
            show.append(f'printf("%d %d\\n", {ours}, (int)sizeof(struct {name}_r{number}));')
    lines = build(tool, write, tbls, WORDS + table, "\n".join(show))
    assert len(lines) > 400
    assert [line for line in lines if len(set(line.split())) != 1] == []


HEADER_STRUCT = """\
struct s {
\tu32 a;
\tu64 b;
\tu16 c[2];
\tu8 d, e;
};
struct other {
\tu32 a;
};
"""


@pytest.mark.parametrize(
    ("members", "error"),
    [
        ("a u32|b u64 hex|c u16 int[2]|d u8 int|e u8 int", ""),
        ("a u32|b ulong|c u32|d u8 int|gap pad", ""),
        # Not what it is, although all others are where they belong.
        ("a u8 int|b ulong|c int|d u8 int|e u8 int", "sizeof_field(struct s, a) == 1"),
        ("a u8 int|gap pad[3]|b ulong|c u32|d u8 int|e u8 int", ""),
        # Nor as signed as C has it, but for what is known by negative numbers.
        ("a int|b ulong|c u32|d u8 int|e u8 int", "IS_SIGNED(((struct s *)0)->a)"),
        ("a u32|b ulong|c s16 int[2]|d u8 int|e u8 int", "IS_SIGNED(((struct s *)0)->c[0])"),
        ("a fd|b ulong|c u32|d u8 int|e u8 int", ""),
        ("a u32|b u32|gap pad[8]|c int|d u8 int|e u8 int", "offsetof(struct s, b) == 4"),
        ("a u32|b ulong|c int[2]|d u8 int|e u8 int", "sizeof_field(struct s, c) == 8"),
        ("a u32|gap u32 pad|c int|b ulong|d u8 int|e u8 int", "offsetof(struct s, c) == 8"),
        ("a u32|b ulong", "sizeof(struct s) == 16"),
        ("a u32|b ulong|c int|d u8 int|e u8 int|f ulong", "no member named"),
    ],
)
def test_members_are_compared_with_the_header(
    tool: Tool, write: Write, tbls: list[Path], members: str, error: str
) -> None:
    write("include/linux/s.h", HEADER_STRUCT)
    text = "struct x <linux/s.h> s\n" + "".join(f"\t{each}\n" for each in members.split("|"))
    text = "kind pad u8\n" + text + "struct other <linux/s.h>\n\ta u32\n"
    make_table(tool, write, tbls, WORDS + text + CALLS)
    said = gcc("-c", "table.c")
    assert (error in said) if error else said == ""


def test_struct_of_a_header_that_is_none(tool: Tool, write: Write, tbls: list[Path]) -> None:
    write("include/linux/s.h", HEADER_STRUCT)
    make_table(tool, write, tbls, WORDS + "struct gone <linux/s.h>\n\ta u32\n" + CALLS)
    assert "gone" in gcc("-c", "table.c")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("kind k u32 @nosuch\n", "syscall_kind_nosuch"),
        ("kind nosuch data @\n", "syscall_struct_nosuch"),
        ("struct nosuch @\n", "syscall_struct_nosuch"),
        ("struct nosuch nested\n", "syscall_nested_nosuch"),
        ("a() @nosuch\n", "syscall_print_nosuch"),
        ("a(b int)\n\tcase b 1 () @nosuch\n", "syscall_print_nosuch"),
    ],
)
def test_printer_that_is_not_there(
    tool: Tool, write: Write, tbls: list[Path], text: str, name: str
) -> None:
    make_table(tool, write, tbls, WORDS + text)
    write("main.c", "int main(void)\n{\n\treturn 0;\n}\n")
    assert f"undefined reference to `{name}'" in gcc("table.c", "main.c")


def test_index_of_types(tool: Tool, write: Write, tbls: list[Path]) -> None:
    """Each word once, used or not, behind those that it is made of."""
    table = WORDS + """\
array several outer
struct outer
\tb inner
struct inner
\tc holder
kind holder s32 zset
kind unused u8
enum zset int <linux/x.h> X_
\tX_ONE
"""
    show = """\
\tfor (unsigned int i = 0; i < syscall_trace_nr_types; i++)
\t\tprintf("%s\\n", syscall_trace_types[i]->name);"""
    lines = build(tool, write, tbls, table, show)
    words = re.findall(r"^(?:kind|struct|array|enum|flags) (\w+)", table, re.MULTILINE)
    assert sorted(lines) == sorted(words)
    chain = ["zset", "holder", "inner", "outer", "several"]
    assert [name for name in lines if name in chain] == chain


def test_type_for_others(tool: Tool, write: Write, tbls: list[Path]) -> None:
    """A signal's description is printed by more than the table."""
    lines = build(
        tool,
        write,
        tbls,
        WORDS + "struct siginfo\n\ta u32\nb(c siginfo)\n",
        "\tshow_type(&syscall_trace_siginfo);",
    )
    assert lines == ["siginfo struct size=4,4", "  a u32 0,0 size=4,4"]


def test_constants(tool: Tool, write: Write, tbls: list[Path]) -> None:
    """Negative and large values, fields, given values, and one name in two sets."""
    sets = """\
flags narrow int <linux/x.h>
\tX_NEGATIVE
\tX_TOP
\tX_ONE / X_MASK
\tX_THREE = 3 / 0xff
enum wide long <linux/x.h> <linux/fcntl.h> XX
\tX_NEGATIVE "a \\ b"
\tX_HIGH
flags wide_flags long <linux/x.h>
\tX_HIGH
\tX_SIGN
\tX_ONE / X_MASK
"""
    shown = build(
        tool,
        write,
        tbls,
        WORDS + sets + "a(b narrow, c wide, d wide_flags)\n",
        "".join(
            f'\tshow_set(&syscall_set_{name});\n\tprintf("\\n");\n'
            for name in ("narrow", "wide", "wide_flags")
        )
    )
    assert shown == [
        " narrow unknown=X_ size=4 flags X_NEGATIVE=ffffff9c/ffffff9c() X_TOP=80000000/80000000()"
        " X_ONE=1/fffffffc() X_THREE=3/ff()",
        " wide unknown=XX size=8 enum X_NEGATIVE=ffffff9c/ffffffffffffffff(a \\ b)"
        " X_HIGH=10000000000/ffffffffffffffff()",
        " wide_flags unknown=X_ size=8 flags X_HIGH=10000000000/10000000000()"
        " X_SIGN=80000000/80000000() X_ONE=1/fffffffc()",
    ]


@pytest.mark.parametrize(
    ("members", "prefix"),
    [
        ("\tAF_UNIX\n", "AF_"),
        ("\tX_A_ONE\n\tX_A_OTHER\n", "X_A_"),
        ("\tSIGHUP\n\tSIGINT\n", ""),
        ("\tA\n\tB\n", ""),
    ],
)
def test_prefix_of_unknown_values(
    tool: Tool, write: Write, tbls: list[Path], members: str, prefix: str
) -> None:
    write("syscalls.def", WORDS + "enum s int <linux/x.h>\n" + members + CALLS)
    assert tool("--calls", "table.c", "--tbl", *tbls).status == 0
    text = Path("table.c").read_text()
    assert f'\t.name\t\t= "s",\n\t.unknown\t= "{prefix}",\n' in text


def test_set_without_use_compiles(tool: Tool, write: Write, tbls: list[Path]) -> None:
    lines = build(tool, write, tbls, WORDS + "enum s int <linux/x.h>\n\tX_ONE\na()\n")
    assert lines[0].startswith("a ")


def test_headers_are_included_once_in_order(tool: Tool, write: Write, tbls: list[Path]) -> None:
    sets = """\
enum a int <uapi/linux/b.h> <asm/z.h> <net/x.h> <linux/errno.h>
\tA
enum b int <linux/types.h> <linux/a.h> <asm/z.h>
\tA
"""
    write("syscalls.def", WORDS + sets + CALLS)
    assert tool("--calls", "table.c", "--tbl", *tbls).status == 0
    lines = Path("table.c").read_text().splitlines()
    assert [line.split()[1] for line in lines if line.startswith("#include")] == [
        "<linux/types.h>",
        "<linux/a.h>",
        "<linux/errno.h>",
        "<linux/fcntl.h>",
        "<net/x.h>",
        "<asm/z.h>",
        "<uapi/linux/b.h>",
        "<linux/syscall_trace_table.h>",
        '"capture/nested.h"',
        '"format/printers.h"',
        '"named_types.h"',
    ]


def test_no_set_of_errors(tool: Tool, write: Write, tbls: list[Path]) -> None:
    write("syscalls.def", "kind int s32\na(b int)\n")
    result = tool("--calls", "table.c", "--tbl", *tbls)
    assert result.status == 1
    assert result.err == [
        "syscalls.def:1:1: there is no set 'errno', which names the errors; "
        "declare it with 'enum errno int <linux/errno.h> E'"
    ]
    assert not Path("table.c").exists()


def test_members_that_depend_on_others(tool: Tool, write: Write, tbls: list[Path]) -> None:
    table = """\
struct x
\ta u32 open_flags
\tb u32 if a & open_flags or d
\tc size unless a & open_flags
\td fd if d
"""
    assert types(tool, write, tbls, table, "x") == [
        "x struct size=24,16",
        "  a open_flags 0,0 size=4,4",
        "  b u32 4,4 size=4,4 if open_flags open_flags or fd ",
        "  c size 8,8 size=8,4 unless open_flags open_flags",
        "  d fd 16,12 size=4,4 signed if fd ",
    ]


def test_members_that_the_kernel_writes(tool: Tool, write: Write, tbls: list[Path]) -> None:
    table = """\
struct x
\ta out u32
\tb fd
\tc out ptr if b
\td u32
struct y nested @z
\ta out u32
\tb fd
"""
    assert types(tool, write, tbls, table, "x", "y") == [
        "x nested size=24,16 @syscall_nested_answered",
        "  b fd 4,4 size=4,4 signed in",
        "  d u32 16,12 size=4,4 in",
        "  a u32 0,0 size=4,4 out",
        "  c ptr 8,8 size=8,4 out if fd ",
        "y nested size=8,8 @syscall_nested_z",
        "  b fd 4,4 size=4,4 signed in",
        "  a u32 0,0 size=4,4 out",
    ]


def test_views(tool: Tool, write: Write, tbls: list[Path]) -> None:
    table = """\
struct y as x
\td
\tb open_flags if c
\te w
\tc
\t...
struct x packed bytes[2] compat
\ta u8 umode
\tb u32
\tc u16 umode unless a
\td -> bytes[b]
\te v
struct v
\tf u32
\tg u32
struct w as v
\tg
"""
    assert types(tool, write, tbls, table, "y", "w") == [
        "y struct by=bytes compat dots size=23,19 syscall_capture_pointers",
        "  d ptr 7,7 size=8,4 -> bytes[2]",
        "  b open_flags 1,1 size=4,4 if umode ",
        "  e w 15,11 size=8,8",
        "  c umode 5,5 size=2,2 unless umode ",
        "  - umode 0,0 size=1,1",
        "w struct size=8,8",
        "  g u32 4,4 size=4,4",
        "  - u32 0,0 size=4,4",
    ]
