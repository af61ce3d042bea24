# SPDX-License-Identifier: GPL-2.0
"""The generated calls, as the compiler sees them."""
from __future__ import annotations

from pathlib import Path

import pytest
from compiled import HAS_CASES, HAS_DATA, HAS_STRUCTS, build, by_call, captures
from conftest import CALLS, WORDS, Tool, Write

from syscall_table.definition import call_id


def test_calls_as_the_compiler_sees_them(tool: Tool, write: Write, tbls: list[Path]) -> None:
    lines = build(tool, write, tbls, WORDS + CALLS)
    assert by_call(lines, "read") == [
        f"read id={call_id('read'):x} {captures(0, 0, 2, HAS_DATA)} split=1 noreturn=0 args= ret=size",
        "  fd fd",
        "  buf bytes dir=2 len=3,2",
        "  count size",
    ]
    assert by_call(lines, "openat") == [
        f"openat id={call_id('openat'):x} {captures(strings=2)} split=4 noreturn=0 args= ret=fd",
        "  dfd dirfd",
        "  filename path dir=1",
        "  flags open_flags",
        "  mode umode if=open_flags,2",
    ]
    assert by_call(lines, "exit")[0].endswith(" split=1 noreturn=1 args= ret=int")
    assert by_call(lines, "wait")[0].endswith(" noreturn=0 args= ret=open_flags")
    assert lines[-2:] == [
        "strings=1",
        " errno unknown=E size=4 enum EPERM=1/ffffffffffffffff(Operation not permitted)"
        " ENOENT=2/ffffffffffffffff(No such file or directory)",
    ]


def test_longs_that_the_kernel_cuts(tool: Tool, write: Write, tbls: list[Path]) -> None:
    calls = "a(b u32, c ulong u32, d ulong open_flags if c & open_flags)\n"
    lines = build(tool, write, tbls, WORDS + calls)
    assert by_call(lines, "a")[1:] == [
        "  b u32",
        "  c u32 long",
        "  d open_flags long if=open_flags,1",
    ]


def test_directions_lengths_and_printers(tool: Tool, write: Write, tbls: list[Path]) -> None:
    lines = build(
        tool,
        write,
        tbls,
        WORDS
        + "struct known\n\ta u32\narray intp int\n"
        + "a(b ptr, c out known, d known, e inout known[6], f strv, g update known[b]"
        ") int @special\n"
        + "b(n in bytes[len], len inout intp, p out bytes[len], s inout str[65535], u path,"
        " t str) ptr\n"
        + "c(n found known, m rest known)\n"
        + "none() ptr\n",
    )
    assert by_call(lines, "a") == [
        f"a id={call_id('a'):x} {captures(0, 0b111100, 0b101010, HAS_STRUCTS)} split=1 noreturn=0"
        " args=syscall_print_special ret=int",
        "  b ptr",
        "  c known dir=2",
        "  d known dir=1",
        "  e known dir=3 len=4,6",
        "  f strv dir=1",
        "  g known dir=7 len=1,0",
    ]
    assert by_call(lines, "b") == [
        f"b id={call_id('b'):x} {captures(0b111000, 0b11, 0b110, HAS_DATA, HAS_STRUCTS)} split=1 noreturn=0"
        " args= ret=ptr",
        "  n bytes dir=1 len=2,1",
        "  len intp dir=3",
        "  p bytes dir=2 len=2,1",
        "  s str dir=3 len=4,65535",
        "  u path dir=1",
        "  t str dir=1",
    ]
    assert by_call(lines, "c")[1:] == ["  n known dir=10", "  m known dir=18"]
    assert by_call(lines, "none")[0].endswith(" captures=0 split=0 noreturn=0 args= ret=ptr")
    assert lines[-2] == "strings=3"


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        # What stands behind the split is shown when the call ends.
        ("b fd, c ptr", f"{captures()} split=2"),
        ("b in k, c str", f"{captures(2, 1, 0, HAS_STRUCTS)} split=2"),
        # Text that is cut as data is has no part in the quick way of strings.
        ("b brief, c path", f"{captures(2, 1, 0, HAS_DATA)} split=2"),
        ("b own, c out own", f"{captures(0, 1, 2, HAS_DATA)} split=1"),
        ("b str, c out k, d in k", f"{captures(1, 0b100, 0b10, HAS_STRUCTS)} split=1"),
        ("b inout k, c fd", f"{captures(0, 1, 1, HAS_STRUCTS)} split=0"),
        ("b update k, c fd", f"{captures(0, 1, 1, HAS_STRUCTS)} split=2"),
        ("b update k, c found k", f"{captures(0, 1, 3, HAS_STRUCTS)} split=1"),
        ("b fd, c rest k", f"{captures(0, 0, 2, HAS_STRUCTS)} split=1"),
        # An address that is not followed.
        ("b out iovec, c iovec, d out strv", f"{captures(0, 0, 4, HAS_STRUCTS)} split=2"),
        ("b n", f"{captures(0, 1, 0, HAS_STRUCTS)} split=1"),
    ],
)
def test_captures_and_split(
    tool: Tool, write: Write, tbls: list[Path], args: str, expected: str
) -> None:
    words = "struct k\n\ta u32\narray n int\nkind brief string bytes\nkind own data captured\n"
    lines = build(tool, write, tbls, f"{WORDS}{words}a({args})\n")
    assert f" {expected} noreturn=0" in by_call(lines, "a")[0]


@pytest.mark.parametrize(
    ("args", "limit"),
    [
        ("buf out bytes[ret], count size, fd fd", 1),
        ("fd fd, buf out bytes[ret], count size", 2),
        ("count size, buf out bytes[ret]", 0),
        ("count size, buf out bytes[ret], len inout n, fd fd", 0),
        ("other str, buf out bytes[ret], len inout n", 6),
        ("buf out bytes[ret]", 6),
    ],
)
def test_limit_of_a_length_that_is_returned(
    tool: Tool, write: Write, tbls: list[Path], args: str, limit: int
) -> None:
    lines = by_call(build(tool, write, tbls, f"{WORDS}array n int\na({args}) size\n"), "a")
    assert f"  buf bytes dir=2 len=3,{limit}" in lines


CASES = """\
enum cmd int <linux/x.h>
\tX_ONE
\tX_GIVEN = 0x77
\tX_TOP
\tX_NEGATIVE
struct k
\ta u32
ctl(name str, cmd cmd, arg ptr, len size, more hex) fd @ctl
\tcase cmd/0xffff X_ONE 2 (arg out k, len fd) @one
\tcase cmd/0xffff X_GIVEN X_TOP (arg str) ptr
\tcase cmd/0xffff X_NEGATIVE ()
"""


def test_cases(tool: Tool, write: Write, tbls: list[Path]) -> None:
    lines = by_call(build(tool, write, tbls, WORDS + CASES), "ctl")
    head = f"ctl id={call_id('ctl'):x} "
    own = f"{captures(1, 0, 0, HAS_CASES)} split=5 noreturn=0 args=syscall_print_ctl ret=fd"
    assert lines[0] == head + own
    shown = ["      name str dir=1", "      cmd cmd"]
    one = [
        f"    {head}{captures(1, 0, 4, HAS_STRUCTS)} split=2 noreturn=0 args=syscall_print_one ret=fd",
        *shown,
        "      arg k dir=2",
        "      len fd",
        "      -",
    ]
    given = [
        f"    {head}{captures(0b101)} split=5 noreturn=0 args= ret=ptr",
        *shown,
        "      arg str dir=1",
        "      -",
        "      -",
    ]
    negative = [f"    {head}{captures(1)} split=5 noreturn=0 args= ret=fd", *shown]
    negative += ["      -"] * 3
    assert lines[6:] == [
        *["  case 1/ffff 1", *one],
        *["  case 1/ffff 2", *one],
        # Given in the table, where the header may lack it.
        *["  case 1/ffff 77", *given],
        *["  case 1/ffff 80000000", *given],
        *["  case 1/ffff ffffff9c", *negative],
    ]


SHORT = """\
flags some int
\tX_A = 1
\tX_B = 2
flags all int <linux/fcntl.h> X_
\tX_C = 4
\tinclude some
\tX_D = 8
ctl(fd fd, cmd all, arg hex)
\tcase cmd in some (arg fd)
\tcase cmd X_D ()
"""


def test_sets_and_cases_by_other_sets(tool: Tool, write: Write, tbls: list[Path]) -> None:
    long = SHORT.replace("\tinclude some\n", "\tX_A = 1\n\tX_B = 2\n").replace("in some", "X_A X_B")
    texts = []
    for table in (SHORT, long):
        write("syscalls.def", WORDS + table)
        assert tool("--calls", "table.c", "--tbl", *tbls).status == 0
        texts.append(Path("table.c").read_text())
    assert texts[0] == texts[1]
    assert "VALUE(1), .mask = VALUE(1), .name = \"X_A\"" in texts[0]


def test_cases_of_cases(tool: Tool, write: Write, tbls: list[Path]) -> None:
    """And what a case does not list is none of its arguments."""
    table = """\
flags sub int <linux/x.h>
\tX_ONE
ctl(cmd u32, sub hex, arg ptr, last str)
\tcase cmd 7 (sub sub, arg fd)
\t\tcase sub/X_MASK X_ONE (last str) fd
\t\tcase sub/X_MASK 4 ()
\tcase cmd 8 ()
"""
    lines = by_call(build(tool, write, tbls, WORDS + table), "ctl")
    head = f"ctl id={call_id('ctl'):x}"
    tail = "noreturn=0 args="
    assert lines == [
        f"{head} {captures(8, 0, 0, HAS_CASES)} split=4 {tail} ret=int",
        "  cmd u32",
        "  sub hex",
        "  arg ptr",
        "  last str dir=1",
        "  case 0/ffffffff 7",
        f"    {head} {captures(0, 0, 0, HAS_CASES)} split=4 {tail} ret=int",
        "      cmd u32",
        "      sub sub",
        "      arg fd",
        "      -",
        "      case 1/fffffffc 1",
        f"        {head} {captures(8)} split=4 {tail} ret=fd",
        "          cmd u32",
        "          sub sub",
        "          -",
        "          last str dir=1",
        "      case 1/fffffffc 4",
        f"        {head} {captures()} split=4 {tail} ret=int",
        "          cmd u32",
        "          sub sub",
        "          -",
        "          -",
        "  case 0/ffffffff 8",
        f"    {head} {captures()} split=4 {tail} ret=int",
        "      cmd u32",
        "      -",
        "      -",
        "      -",
    ]


def test_arguments_in_memory(tool: Tool, write: Write, tbls: list[Path]) -> None:
    """All that such a call is given by itself is shown if they cannot be read."""
    table = """\
one(fd fd, name str) fd
two(fd fd)
many(which fd, args hex) int
\tcase which 1 = one
\tcase which 2 = two as deux
old(args hex) = one
"""
    lines = build(tool, write, tbls, WORDS + table)
    many = f"many id={call_id('many'):x}"
    tail = "split=2 noreturn=0 args= ret=int"
    assert by_call(lines, "many") == [
        f"{many} {captures(0, 0, 0, HAS_CASES)} {tail}",
        "  which fd",
        "  args hex",
        "  case 0/ffffffff 1",
        f"    {many} {captures(0, 0, 0, HAS_CASES)} {tail}",
        "      which fd",
        "      args hex",
        "      = one as one",
        "  case 0/ffffffff 2",
        f"    {many} {captures(0, 0, 0, HAS_CASES)} {tail}",
        "      which fd",
        "      args hex",
        "      = two as deux",
    ]
    assert by_call(lines, "old") == [
        f"old id={call_id('old'):x} {captures(0, 0, 0, HAS_CASES)} split=1 noreturn=0 args= ret=int",
        "  args hex",
        "  = one as one",
    ]


def test_strings_of_cases_count(tool: Tool, write: Write, tbls: list[Path]) -> None:
    """No call has more strings than there is room for."""
    table = "ctl(cmd u32, a ptr, b ptr, c ptr)\n\tcase cmd 1 (a str, b path, c str)\n"
    assert build(tool, write, tbls, WORDS + table)[-2] == "strings=3"


def test_cases_of_a_call_that_never_returns(tool: Tool, write: Write, tbls: list[Path]) -> None:
    lines = build(tool, write, tbls, WORDS + "exit(error_code int)\n\tcase error_code 1 ()\n")
    assert [line.split(" noreturn=")[1][0] for line in lines if " noreturn=" in line] == ["1", "1"]


def test_hidden_argument(tool: Tool, write: Write, tbls: list[Path]) -> None:
    lines = by_call(build(tool, write, tbls, WORDS + "kind pad u8\na(b fd, c pad)\n"), "a")
    assert lines[1:] == ["  b fd", "  - pad"]


def test_calls_are_sorted_by_id(tool: Tool, write: Write, tbls: list[Path]) -> None:
    lines = build(tool, write, tbls, WORDS + CALLS)
    ids = [int(line.split("id=")[1].split()[0], 16) for line in lines if " id=" in line]
    assert len(ids) == 5
    assert ids == sorted(ids)


def test_id_is_stable() -> None:
    # Records of one build are read by another: this number is for ever.
    assert call_id("openat") == 0x548DF23B
