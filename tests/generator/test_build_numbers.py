# SPDX-License-Identifier: GPL-2.0
"""The generated numbers of each ABI."""
from __future__ import annotations

from pathlib import Path

from conftest import CALLS, WORDS, Tool, Write

from syscall_table.definition import call_id


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
    slots, err = numbers(tool, tbls[0], "--abis", "common,64", "--name", "x86_64")
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
    result = tool("--numbers", "out", "--abis", "common,64", "--name", "wide", "--tbl", tbl)
    assert (result.status, result.err) == (
        1,
        ["a.tbl:3: number 1 of wide is already 'a' at line 1"],
    )


def test_arguments_that_a_compat_entry_point_takes_less_of(
    tool: Tool, write: Write, tbls: list[Path]
) -> None:
    write("syscalls.def", WORDS + CALLS + "compat_mixed(a fd, b fd, c fd, d fd, e fd)\n")
    tbl = write("a.tbl", "1\tx32\tmixed\tcompat_sys_mixed\n2\tx32\tnone\tcompat_sys_exit\n")
    header = write(
        "compat.h",
        "/* long compat_sys_mixed(int); */\n"
        "asmlinkage long compat_sys_mixed(compat_ulong_t a, compat_uptr_t __user *b,\n"
        "\t\tunsigned long c, compat_loff_t d, int e);\n"
        "asmlinkage long compat_sys_exit(void);\n",
    )
    slots = numbers(tool, tbl, "--abis", "x32", "--prototypes", str(header))[0]
    assert slots[0].endswith('"mixed", .narrow = 0x11)')
    assert slots[1].endswith('"none")')


def test_header_without_prototypes(tool: Tool, write: Write, tbls: list[Path]) -> None:
    write("syscalls.def", WORDS + CALLS)
    header = write("compat.h", "int x;\n")
    args = ["--numbers", "nr.h", "--tbl", str(tbls[0]), "--abis", "x32"]
    result = tool(*args, "--prototypes", str(header))
    assert result.status == 1
    assert result.err == [f"{header}: there is no prototype of a compat entry point"]
