# SPDX-License-Identifier: GPL-2.0
"""Classes of calls: in C, in an architecture's file, and in the table that is shipped."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from compiled import build
from conftest import ROOT, WORDS, Tool, Write

from syscall_table.classes import spoken_for
from syscall_table.definition import Call, Table
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


# ---- the table that is shipped ----

ARCHITECTURES = sorted(path.parents[1].name for path in ROOT.glob("arch/*/kernel/syscalls.def"))
# Calls with an argument that speaks for a class which strace does not give them.
EXCEPTIONS = {
    "desc": {
        "kcmp": "the descriptors are those of other processes",
        "keyctl": "only KEYCTL_WATCH_KEY takes one",
    },
    "file": {
        "ioctl": "few commands take a path",
        "mq_open": "the name is that of a queue",
        "mq_unlink": "likewise",
        "quotactl_fd": "only Q_QUOTAON takes a path",
    },
}


def shipped(architecture: str) -> Table:
    own = ROOT / "arch" / architecture / "kernel" / "syscalls.def"
    return read_own_table(str(ROOT / "syscalls.def"), str(own))


def kinds_of(call: Call) -> Iterator[str]:
    """The kinds of all that it takes and returns, in all its cases."""
    for each in call.variants():
        yield each.ret
        yield from (arg.kind for arg in each.args if arg is not None)


def expected(call: Call) -> set[str]:
    """The classes that its arguments speak for. A socket is a descriptor, too."""
    found = set(spoken_for(kinds_of(call)))
    return found - {"desc"} if "network" in call.classes else found


def test_there_are_architectures() -> None:
    assert {"arm64", "x86"} <= set(ARCHITECTURES)


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_each_class_has_a_call(architecture: str) -> None:
    table = shipped(architecture)
    assert {"desc", "file", "network", "process", "signal"} <= set(table.classes)
    given = {name for call in table.calls.values() for name in call.classes}
    assert set(table.classes) - given == set()


@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("name", EXCEPTIONS)
def test_arguments_speak_for_classes(architecture: str, name: str) -> None:
    """If this fails for a new call, give it the class, or give a reason above."""
    calls = shipped(architecture).calls.values()
    without = {call.key for call in calls if name in expected(call) - set(call.classes)}
    assert without == set(EXCEPTIONS[name])


@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("name", EXCEPTIONS)
def test_no_class_without_such_an_argument(architecture: str, name: str) -> None:
    """Those whose arguments are in memory have the classes of what they pass on."""
    calls = shipped(architecture).calls
    for call in calls.values():
        if name not in call.classes or name in spoken_for(kinds_of(call)):
            continue
        targets = [each.target for each in call.variants() if each.target is not None]
        assert targets, call.key
        for target in targets:
            assert name in spoken_for(kinds_of(calls[target])), call.key
