# SPDX-License-Identifier: GPL-2.0
"""The C that the build makes of the table compiles and says what the table says."""
from __future__ import annotations

import os
import re
import stat
import subprocess
from pathlib import Path

import pytest
from conftest import CALLS, ROOT, TBL_32, TBL_64, WORDS, Tool, Write

from syscall_table.definition import call_id

HEADERS = {
    "linux/types.h": """\
#ifndef TYPES_H
#define TYPES_H
#include <stdbool.h>
#include <stdint.h>
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
#define __maybe_unused __attribute__((__unused__))
#define __force
#endif
""",
    "linux/errno.h": "enum { EPERM = 1, ENOENT };\n",
    "linux/fcntl.h": "#define O_ACCMODE 3\n#define O_WRONLY 1\n#define O_CREAT 0100\n",
    "linux/x.h": """\
#define X_NEGATIVE (-100)
#define X_TOP 0x80000000
#define X_HIGH (1UL << 40)
#define X_SIGN (1 << 31)
#define X_MASK (~3)
enum { X_ONE = 1 };
""",
}

# Shows the whole table, the printers by the name they print.
MAIN = """\
#include <stdio.h>
#include <linux/syscall_trace.h>

static void show_set(const struct syscall_trace_set *set)
{
\tint i;

\tprintf(" %s unknown=%s size=%d %s", set->name, set->unknown, set->size,
\t       set->flags ? "flags" : "enum");
\tfor (i = 0; i < set->nr; i++)
\t\tprintf(" %s=%llx/%llx(%s)", set->consts[i].name,
\t\t       (unsigned long long)set->consts[i].value,
\t\t       (unsigned long long)set->consts[i].mask,
\t\t       set->consts[i].text ? set->consts[i].text : "");
}

int main(void)
{
\tunsigned int i, arg;

\tfor (i = 0; i < syscall_trace_nr_calls; i++) {
\t\tconst struct syscall_trace_call *call = &syscall_trace_calls[i];

\t\tprintf("%s id=%x str=%x/%d noreturn=%d args=", call->name, call->id,
\t\t       call->str_mask, call->nr_strings, call->noreturn);
\t\tif (call->print_args)
\t\t\tcall->print_args(0);
\t\tprintf(" ret=");
\t\tif (call->print_ret)
\t\t\tcall->print_ret(0);
\t\tif (call->ret_set)
\t\t\tprintf("%s", call->ret_set->name);
\t\tprintf("\\n");
\t\tfor (arg = 0; arg < call->nr_args; arg++) {
\t\t\tconst struct syscall_trace_arg *a = &call->args[arg];

\t\t\tprintf("  %s %s print=", a->name, a->kind);
\t\t\ta->print(0, arg);
\t\t\tprintf(" set=%s if=%s,%d dir=%d len=%d,%d\\n",
\t\t\t       a->set ? a->set->name : "", a->cond_set ? a->cond_set->name : "",
\t\t\t       a->cond_arg, a->dir, a->len_by, a->len);
\t\t}
\t}
\tshow_set(&syscall_trace_errnos);
\tprintf("\\n");
\treturn 0;
}
"""


@pytest.fixture
def tbls(write: Write) -> list[Path]:
    return [write("syscall_64.tbl", TBL_64), write("syscall_32.tbl", TBL_32)]


def gcc(*args: str) -> None:
    command = ["gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-Iinclude"]
    done = subprocess.run(
        [*command, f"-I{ROOT / 'include'}", *args], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def build(tool: Tool, write: Write, tbls: list[Path], table: str, show: str = "") -> list[str]:
    """What a program says about the generated table; `show` is more C for it."""
    write("syscalls.def", table)
    result = tool("--calls", "table.c", "--tbl", *tbls)
    assert (result.status, result.err, result.out) == (0, [], [])
    for name, text in HEADERS.items():
        write(f"include/{name}", text)
    text = Path("table.c").read_text()
    kinds = stubs = ""
    for kind, name in sorted(set(re.findall(r"\bsyscall_(kind|ret|print)_(\w+)", text))):
        head = f"void syscall_{kind}_{name}(struct syscall_trace_fmt *fmt"
        # Printers of whole calls are declared by the table itself.
        if kind == "kind":
            head += ", unsigned int arg"
        if kind != "print":
            kinds += f"{head});\n"
        head = head.replace("fmt,", "fmt __maybe_unused,") + " __maybe_unused)"
        stubs += f'{head}\n{{\n\tprintf("syscall_{kind}_{name}");\n}}\n\n'
    write("include/trace_syscalls_kinds.h", kinds)
    write("main.c", MAIN.replace("int main", stubs + "int main"))
    if show:
        # Sets are static: look at them from inside the table.
        main = MAIN.replace("int main(void)", "int unused_main(void)")
        write("main.c", f'#include "table.c"\n{main}\n{stubs}\nint main(void)\n{{\n{show}\n}}\n')
        gcc("-o", "show", "main.c")
    else:
        gcc("-o", "show", "main.c", "table.c")
    return subprocess.run(
        ["./show"], capture_output=True, text=True, check=True
    ).stdout.splitlines()


def by_call(lines: list[str], key: str) -> list[str]:
    start = next(i for i, line in enumerate(lines) if line.startswith(key + " "))
    end = start + 1
    while lines[end].startswith("  "):
        end += 1
    return lines[start:end]


def test_calls_as_the_compiler_sees_them(tool: Tool, write: Write, tbls: list[Path]) -> None:
    lines = build(tool, write, tbls, WORDS + CALLS)
    assert by_call(lines, "read") == [
        f"read id={call_id('read'):x} str=0/0 noreturn=0 args= ret=syscall_ret_size",
        "  fd fd print=syscall_kind_fd set= if=,0 dir=0 len=0,0",
        "  buf bytes print=syscall_kind_bytes set= if=,0 dir=2 len=2,0",
        "  count size print=syscall_kind_size set= if=,0 dir=0 len=0,0",
    ]
    assert by_call(lines, "openat") == [
        f"openat id={call_id('openat'):x} str=2/1 noreturn=0 args= ret=syscall_ret_fd",
        "  dfd dirfd print=syscall_kind_dirfd set= if=,0 dir=0 len=0,0",
        "  filename path print=syscall_kind_path set= if=,0 dir=1 len=0,0",
        "  flags open_flags print=syscall_kind_set set=open_flags if=,0 dir=0 len=0,0",
        "  mode umode print=syscall_kind_umode set= if=open_flags,2 dir=0 len=0,0",
    ]
    assert by_call(lines, "exit")[0].split()[3] == "noreturn=1"
    assert by_call(lines, "wait")[0].endswith(" args= ret=open_flags")
    assert lines[-1] == (
        " errno unknown=E size=4 enum EPERM=1/ffffffffffffffff(Operation not permitted)"
        " ENOENT=2/ffffffffffffffff(No such file or directory)"
    )


def test_directions_lengths_and_printers(tool: Tool, write: Write, tbls: list[Path]) -> None:
    lines = build(
        tool,
        write,
        tbls,
        WORDS + "a(b ptr, c out ptr, d timespec64, e inout iovec[6], f strv, g out path[d]"
        ") int @special\n"
        + "b(n in bytes[len], len size, s out str, t inout str, u str[65535])\n"
        + "none() ptr\n",
    )
    assert by_call(lines, "a") == [
        f"a id={call_id('a'):x} str=0/0 noreturn=0 args=syscall_print_special ret=",
        "  b ptr print=syscall_kind_ptr set= if=,0 dir=0 len=0,0",
        "  c ptr print=syscall_kind_ptr set= if=,0 dir=2 len=0,0",
        "  d timespec64 print=syscall_kind_ptr set= if=,0 dir=1 len=0,0",
        "  e iovec print=syscall_kind_iovec set= if=,0 dir=3 len=3,6",
        "  f strv print=syscall_kind_strv set= if=,0 dir=1 len=0,0",
        "  g path print=syscall_kind_path set= if=,0 dir=2 len=1,2",
    ]
    assert by_call(lines, "b")[1:] == [
        "  n bytes print=syscall_kind_bytes set= if=,0 dir=1 len=1,1",
        "  len size print=syscall_kind_size set= if=,0 dir=0 len=0,0",
        "  s str print=syscall_kind_str set= if=,0 dir=2 len=0,0",
        "  t str print=syscall_kind_str set= if=,0 dir=3 len=0,0",
        "  u str print=syscall_kind_str set= if=,0 dir=1 len=3,65535",
    ]
    assert by_call(lines, "b")[0].split()[2] == "str=18/2"
    assert by_call(lines, "none")[0].endswith("args= ret=syscall_ret_ptr")


def test_calls_are_sorted_by_id(tool: Tool, write: Write, tbls: list[Path]) -> None:
    lines = build(tool, write, tbls, WORDS + CALLS)
    ids = [int(line.split("id=")[1].split()[0], 16) for line in lines if " id=" in line]
    assert len(ids) == 5
    assert ids == sorted(ids)


def test_id_is_stable() -> None:
    # Records of one build are read by another: this number is for ever.
    assert call_id("openat") == 0x548DF23B


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
        + "\treturn 0;\n",
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
        "<linux/syscall_trace.h>",
        '"trace_syscalls_kinds.h"',
    ]


def test_no_set_of_errors(tool: Tool, write: Write, tbls: list[Path]) -> None:
    write("syscalls.def", "kind fd\na(b fd)\n")
    result = tool("--calls", "table.c", "--tbl", *tbls)
    assert result.status == 1
    assert result.err == [
        "syscalls.def:1:1: there is no set 'errno', which names the errors; "
        "declare it with 'enum errno int <linux/errno.h> E'"
    ]
    assert not Path("table.c").exists()


# ---- numbers ----


def numbers(tool: Tool, tbl: Path, *args: str) -> tuple[list[str], list[str]]:
    result = tool("--numbers", "nr.h", "--tbl", tbl, *args)
    assert (result.status, result.out) == (0, [])
    lines = Path("nr.h").read_text().splitlines()
    return [line for line in lines if line.startswith("SYSCALL_TRACE_SLOT")], result.err


def slot(nr: int, key: str, name: str) -> str:
    keys = [line.split("(")[0] for line in CALLS.splitlines()]
    index = sorted(keys, key=call_id).index(key)
    return f'SYSCALL_TRACE_SLOT({nr}, &syscall_trace_calls[{index}], "{name}")'


def test_numbers_of_each_abi(tool: Tool, write: Write, tbls: list[Path]) -> None:
    write("syscalls.def", WORDS + CALLS)
    common = [slot(0, "read", "read"), slot(3, "openat", "openat")]
    assert numbers(tool, tbls[0], "--abis", "common,64") == (
        [
            *common,
            slot(5, "wait", "wait"),
            slot(7, "exit", "exit"),
            'SYSCALL_TRACE_SLOT(8, NULL, "old")',
            'SYSCALL_TRACE_SLOT(9, NULL, "gone")',
        ],
        [],
    )
    assert numbers(tool, tbls[0], "--abis", "common,x32") == (
        [*common, slot(7, "exit", "exit"), slot(512, "wait", "wait")],
        [],
    )
    native = [
        slot(1, "exit", "exit"),
        slot(3, "read", "read"),
        slot(7, "wait", "wait"),
        'SYSCALL_TRACE_SLOT(8, NULL, "break")',
        slot(9, "openat", "vm"),
    ]
    assert numbers(tool, tbls[1], "--abis", "i386") == (native, [])
    native[2] = slot(7, "ia32_wait", "wait")
    native[4] = 'SYSCALL_TRACE_SLOT(9, NULL, "vm")'
    assert numbers(tool, tbls[1], "--abis", "i386", "--compat") == (native, [])


def test_compat_line_goes_before_the_native_one(tool: Tool, write: Write, tbls: list[Path]) -> None:
    write("syscalls.def", WORDS + CALLS + "compat_wait()\n")
    slots = numbers(tool, tbls[0], "--abis", "common,x32")[0]
    keys = [*(line.split("(")[0] for line in CALLS.splitlines()), "compat_wait"]
    index = sorted(keys, key=call_id).index("compat_wait")
    assert slots[-1] == f'SYSCALL_TRACE_SLOT(512, &syscall_trace_calls[{index}], "wait")'


def test_entry_point_without_prefix(tool: Tool, write: Write) -> None:
    write("syscalls.def", WORDS + CALLS + "compat_read()\n")
    tbl = write("a.tbl", "1\t64\tx\tread\n")
    keys = [*(line.split("(")[0] for line in CALLS.splitlines()), "compat_read"]
    index = sorted(keys, key=call_id).index("read")
    assert numbers(tool, tbl, "--abis", "64") == (
        [f'SYSCALL_TRACE_SLOT(1, &syscall_trace_calls[{index}], "x")'],
        [],
    )


def test_missing_call_is_a_warning(tool: Tool, write: Write, tbls: list[Path]) -> None:
    write("syscalls.def", WORDS + "read(fd fd)\nexit()\nopenat()\n")
    slots, err = numbers(tool, tbls[0], "--abis", "common,64")
    assert slots[2] == 'SYSCALL_TRACE_SLOT(5, NULL, "wait")'
    assert err == [
        "syscalls.def: warning: no line for system call 'wait' (x86_64 number 5); "
        "it will be traced as raw words; run scripts/gen_syscall_table.py --update"
    ]
    for words, name in (("common,x32", "x32 number 512"), ("foo", "")):
        warned = numbers(tool, tbls[0], "--abis", words)[1]
        assert len(warned) == bool(name)
        assert name in "".join(warned)


def test_broken_tbl(tool: Tool, write: Write) -> None:
    write("syscalls.def", WORDS + CALLS)
    bad = write("bad.tbl", "0\tcommon\n1\t64\ta\tsys_a\nx\t64\tb\n").name
    for mode in (["--calls", "out"], ["--numbers", "out", "--abis", "64"]):
        result = tool(*mode, "--tbl", bad)
        assert result.status == 1
        assert result.err == [
            f"bad.tbl:{line}: expected <number> <abi> <name> [<entry point>...]" for line in (1, 3)
        ]
    assert not Path("out").exists()


def test_number_given_twice(tool: Tool, write: Write) -> None:
    write("syscalls.def", WORDS + CALLS)
    tbl = write("a.tbl", "1\tcommon\ta\n1\tx32\tc\n1\t64\tb\n").name
    result = tool("--numbers", "out", "--abis", "common,64", "--tbl", tbl)
    assert (result.status, result.err) == (
        1,
        ["a.tbl:3: number 1 of x86_64 is already 'a' at line 1"],
    )


# ---- files ----


def outputs(tool: Tool, tbls: list[Path]) -> list[bytes]:
    tool("--calls", "table.c", "--tbl", *tbls)
    tool("--numbers", "nr.h", "--tbl", tbls[0], "--abis", "common,64")
    return [Path("table.c").read_bytes(), Path("nr.h").read_bytes()]


def test_output_depends_on_nothing_else(
    tool: Tool, write: Write, tbls: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither on the directory nor on the order of sets and calls in memory."""
    write("syscalls.def", WORDS + CALLS)
    first = outputs(tool, tbls)
    again = [write("other/dir/" + tbl.name, tbl.read_text()) for tbl in tbls]
    lines = CALLS.splitlines(keepends=True)
    write("other/syscalls.def", WORDS + "".join(reversed(lines)))
    monkeypatch.chdir("other")
    assert outputs(tool, again) == first


def test_output_says_where_it_comes_from(tool: Tool, write: Write, tbls: list[Path]) -> None:
    write("syscalls.def", WORDS + CALLS)
    calls, nrs = (text.decode().splitlines() for text in outputs(tool, tbls))
    assert calls[0] == "// SPDX-License-Identifier: GPL-2.0"
    assert calls[4:6] == [
        " * Generated by scripts/gen_syscall_table.py from"
        " syscalls.def, syscall_64.tbl, syscall_32.tbl.",
        " * Do not edit.",
    ]
    assert nrs[0] == "/* SPDX-License-Identifier: GPL-2.0 */"
    assert nrs[4:6] == [
        " * Generated by scripts/gen_syscall_table.py from"
        " syscalls.def, syscall_64.tbl (common, 64).",
        " * Do not edit.",
    ]


def test_errors_leave_the_old_output(tool: Tool, write: Write, tbls: list[Path]) -> None:
    write("syscalls.def", WORDS + "a(b nokind)\n")
    write("out", "old")
    assert tool("--calls", "out", "--tbl", *tbls).status == 1
    assert tool("--numbers", "out", "--tbl", tbls[0], "--abis", "64").status == 1
    assert Path("out").read_text() == "old"


def test_output_appears_as_a_whole(
    tool: Tool, write: Write, tbls: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A write that fails half way changes nothing and leaves nothing behind."""
    write("syscalls.def", WORDS + CALLS)
    write("out", "old")
    before = sorted(os.listdir())

    def fail(source: str, target: str) -> None:
        assert Path(target).read_text() == "old"
        assert Path(source).parent == Path(target).parent
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fail)
    result = tool("--calls", "out", "--tbl", *tbls)
    assert (result.status, result.err) == (1, ["out: cannot write: No space left on device"])
    assert sorted(os.listdir()) == before


def test_output_directory_missing(tool: Tool, write: Write, tbls: list[Path]) -> None:
    write("syscalls.def", WORDS + CALLS)
    result = tool("--calls", "no/out", "--tbl", *tbls)
    assert (result.status, result.err) == (1, ["no/out: cannot write: No such file or directory"])


def test_output_mode_is_that_of_any_new_file(tool: Tool, write: Write, tbls: list[Path]) -> None:
    write("syscalls.def", WORDS + CALLS)
    tool("--calls", "out", "--tbl", *tbls)
    assert stat.S_IMODE(os.stat("out").st_mode) == stat.S_IMODE(os.stat("syscalls.def").st_mode)


# ---- command line ----


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["--calls", "out"],
        ["--numbers", "out", "--tbl", "a.tbl"],
        ["--numbers", "out", "--tbl", "a.tbl", "b.tbl", "--abis", "64"],
        ["--calls", "out", "--tbl", "a.tbl", "--compat"],
        ["--dump-calls", "--tbl", "a.tbl"],
        ["--calls", "out", "--tbl", "a.tbl", "--dump-calls"],
    ],
)
def test_wrong_command_lines(tool: Tool, write: Write, args: list[str]) -> None:
    write("syscalls.def", WORDS + CALLS)
    write("a.tbl", TBL_64)
    write("b.tbl", TBL_32)
    result = tool(*args)
    assert result.status == 2
    assert result.err[0].startswith("usage:")
    assert not Path("out").exists()
