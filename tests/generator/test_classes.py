# SPDX-License-Identifier: GPL-2.0
"""Classes of calls: in C, and in an architecture's file."""
from __future__ import annotations

from pathlib import Path

from compiled import build
from conftest import WORDS, Tool, Write

from syscall_table.own import read_own_table

SHOW = """\
\tunsigned int i, j;

\tfor (i = 0; i < syscall_trace_nr_classes; i++)
\t\tprintf("%s: %s\\n", syscall_trace_classes[i].name, syscall_trace_classes[i].text);
\tfor (i = 0; i < syscall_trace_nr_calls; i++) {
\t\tprintf("%s", syscall_trace_calls[i].name);
\t\tfor (j = 0; j < 32; j++) {
\t\t\tif (syscall_trace_classes_of[i] >> j & 1)
\t\t\t\tprintf(" %s", syscall_trace_classes[j].name);
\t\t}
\t\tprintf("\\n");
\t}"""


def shown(tool: Tool, write: Write, tbls: list[Path], table: str) -> list[str]:
    """The classes in their order, and then the calls by their names."""
    lines = build(tool, write, tbls, WORDS + table, SHOW)
    return [line for line in lines if ":" in line] + sorted(
        line for line in lines if ":" not in line
    )


def test_classes_as_the_compiler_sees_them(tool: Tool, write: Write, tbls: list[Path]) -> None:
    """They have bits by the order of their declarations, wherever these are."""
    table = """\
plain(b fd)
all(b fd) fd @special %one %three %two # comment
class two "do \\ two things"
class one ""
some() %two
to(b hex) fd = plain %one
memory(b hex) = all
class three "do three"
"""
    assert shown(tool, write, tbls, table) == [
        "two: do \\ two things",
        "one: ",
        "three: do three",
        "all two one three",
        "memory",
        "plain",
        "some two",
        "to one",
    ]


def test_there_need_not_be_any(tool: Tool, write: Write, tbls: list[Path]) -> None:
    assert shown(tool, write, tbls, "a()\n") == ["a"]


def test_as_many_as_there_are_bits(tool: Tool, write: Write, tbls: list[Path]) -> None:
    words = "".join(f'class c{number} ""\n' for number in range(32))
    assert shown(tool, write, tbls, words + "a() %c0 %c31\n")[-1] == "a c0 c31"


def test_compat_calls_have_those_of_the_native_ones(
    tool: Tool, write: Write, tbls: list[Path]
) -> None:
    table = """\
class one ""
class two ""
compat_a()
compat_b() %two
a() %one
b() %one
compat_c()
compat_d()
d()
"""
    assert shown(tool, write, tbls, table)[2:] == [
        "a one",
        "b one",
        "compat_a one",
        "compat_b two",
        "compat_c",
        "compat_d",
        "d",
    ]


def test_an_architecture_has_more_of_them(write: Write) -> None:
    """Other words by the name of a class leave the class alone."""
    text = 'class one "a"\nkind int s32\nold() int %one\nenum errno int <linux/errno.h>\n\tEPERM\n'
    base, own = write("base.def", text), write(
        "own.def", 'class two "b"\nkind one u32\nnew(class one) %one %two\n'
    )
    table = read_own_table(str(base), str(own))
    assert list(table.classes) == ["one", "two"]
    assert [call.classes for call in table.calls.values()] == [["one"], ["one", "two"]]
