# SPDX-License-Identifier: GPL-2.0
"""Several mistakes at once, those that follow from others, and what is none."""
from __future__ import annotations

import pytest
from conftest import CTL, FIRST, WORDS, Tool, Write


def test_all_errors_are_reported_in_the_order_of_lines(tool: Tool, write: Write) -> None:
    # Syntax is noticed before meaning, which must not show.
    write("syscalls.def", WORDS + "a(b nokind)\nb(\nc(d nokind)\nflags s int <linux/x.h>\n")
    places = [line.split(": ")[0] for line in tool("--dump-calls").err]
    assert places == [
        f"syscalls.def:{FIRST}:5",
        f"syscalls.def:{FIRST + 1}:3",
        f"syscalls.def:{FIRST + 2}:5",
        f"syscalls.def:{FIRST + 3}:7",
    ]


def test_words_of_a_broken_declaration_are_not_reported_again(tool: Tool, write: Write) -> None:
    write(
        "syscalls.def",
        WORDS
        + 'flags s int "x"\n\tX_A\nkind k $\nstruct t\n\ta $\nstruct u $\n\ta x\narray v\nkind w\n'
        + "struct ok\n\ta t\n\tb u[2]\n\tc w\narray all t\n"
        + "a(b s, c k, d int if b & s, e t[f], f v) w\n\tcase b X_A (c all)\n",
    )
    assert [line.split(": ")[0] for line in tool("--dump-calls").err] == [
        f"syscalls.def:{FIRST}:13",
        f"syscalls.def:{FIRST + 2}:8",
        f"syscalls.def:{FIRST + 4}:4",
        f"syscalls.def:{FIRST + 5}:10",
        f"syscalls.def:{FIRST + 7}:8",
        f"syscalls.def:{FIRST + 8}:7",
    ]


def test_result_that_is_not_declared(tool: Tool, write: Write) -> None:
    """Calls return int: said once, and only if a call does so."""
    write("syscalls.def", "kind x s32\na(b x) x\n")
    assert tool("--dump-calls").status == 0
    write("syscalls.def", "kind x s32\na(b x) x\nb()\nc()\n")
    assert tool("--dump-calls").err == [
        "syscalls.def:3:1: 'int', which calls return unless they say otherwise, is not declared"
    ]
    write("syscalls.def", "kind int $\nb()\n")
    assert tool("--dump-calls").err == ["syscalls.def:1:10: unexpected character '$'"]


def test_an_id_of_zero(tool: Tool, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("syscall_table.definition.zlib.crc32", lambda data: 0x80000000)
    write("syscalls.def", WORDS + "a()\n")
    assert tool("--dump-calls").err == [
        f"syscalls.def:{FIRST}:1: the id of 'a' is 0; write it differently"
    ]


def test_comments_and_blank_lines(tool: Tool, write: Write) -> None:
    write(
        "syscalls.def",
        "# a <comment\n\n   \n\t# indented\nkind fd s32 # text\n"
        'enum s int <linux/x.h> # <\n\n# between\n\tX_A "a # b" # c\n  X_B\n'
        "a( b fd ,c s ) fd@p # d\n",
    )
    result = tool("--dump-calls")
    assert (result.err, result.out) == ([], ["a 2 b c"])


def test_words_of_the_language_as_names(tool: Tool, write: Write) -> None:
    write("syscalls.def", WORDS + "kind(in int, ret fd, if inout str)\nflags()\n")
    result = tool("--dump-calls")
    assert (result.err, result.out) == ([], ["kind 3 in ret if", "flags 0"])


def test_words_may_be_used_before_they_are_declared(tool: Tool, write: Write) -> None:
    write(
        "syscalls.def",
        "a(b outer, c xs[d], d n, e s)\n\tcase e X_A (e s)\n".replace("(e s)", "()")
        + "struct outer\n\ta inner[3]\n\tb s\n\tc u16 s\narray xs inner\narray n num\n"
        "struct inner\n\ta num\n\t...\n\tb chars[255]\nkind num u8\nkind int s32\n"
        "kind chars data\nenum s int <linux/x.h> # of x\n\tX_A\n",
    )
    result = tool("--dump-calls")
    assert (result.err, result.out) == ([], ["a 4 b c d e"])


def test_cases_with_comments_and_blank_lines_between(tool: Tool, write: Write) -> None:
    write(
        "syscalls.def",
        WORDS + CTL + "# of it\n\n\tcase cmd X_A (arg cmds) # one\n\n\t\t# two\n"
        "\t\tcase arg X_A 3 () fd @p\n\t# three\n\tcase cmd X_B 0x10 (more out path)\n",
    )
    result = tool("--dump-calls")
    assert (result.err, result.out) == ([], ["ctl 4 fd cmd arg more"])


def test_largest_structures(tool: Tool, write: Write) -> None:
    members = "".join(f"\ta{i} u32\n" for i in range(254)) + "\tlast bytes[64519]\n"
    write("syscalls.def", WORDS + "struct x packed\n" + members)
    assert tool("--dump-calls").err == []
