# SPDX-License-Identifier: GPL-2.0
"""What an architecture has differently from syscalls.def."""
from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Tool, Write
from syscall_table.definition import Failure
from syscall_table.layout import NARROW, WIDE, struct_layout
from syscall_table.own import read_own_table

BASE = """\
kind int s32
kind fd s32
enum errno int <linux/errno.h> E
\tEPERM
\tENOENT
enum cmds int <linux/a.h> <asm/x.h>
\tC_ONE
\tC_TWO
\tC_THREE
struct pair
\tword u32 fd
\twide u64 fd
variant parts by cmds
\tC_TWO u32 fd
\tC_ONE C_THREE fd
# a comment
old(fd fd)
ctl(fd fd, cmd cmds, arg fd)
\tcase cmd C_ONE (arg fd)
\tcase cmd C_TWO C_THREE ()
\t\tcase cmd 7 ()
"""


def own(write: Write, text: str) -> tuple[str, str]:
    return str(write("base.def", BASE)), str(write("own.def", text))


def test_a_file_that_says_nothing(write: Write) -> None:
    table = read_own_table(*own(write, "# nothing\n"))
    assert set(table.calls) == {"old", "ctl"}
    assert struct_layout(table.kinds["pair"], table, NARROW).size == 12


def test_own_words_take_the_place_of_others(write: Write) -> None:
    table = read_own_table(
        *own(write, "old(a fd, b fd)\nnew()\nstruct pair packed\n\tword u32 fd\n")
    )
    assert table.calls["old"].arg_names == ["a", "b"]
    assert set(table.calls) == {"old", "ctl", "new"}
    assert struct_layout(table.kinds["pair"], table, WIDE).size == 4


def test_what_there_is_not(write: Write) -> None:
    text = "without old C_ONE <asm/x.h>\nwithout C_TWO\t# nor that\nwithout pair\n"
    table = read_own_table(*own(write, text))
    assert set(table.calls) == {"ctl"}
    assert "pair" not in table.kinds
    assert [const.name for const in table.sets["cmds"].consts] == ["C_THREE"]
    assert [choice.name for choice in table.kinds["parts"].fields] == ["C_THREE"]
    assert table.sets["cmds"].headers == ["<linux/a.h>"]
    cases = table.calls["ctl"].cases
    assert [case.values for case in cases] == [["C_THREE"]]


def test_what_a_set_is_without_stays(write: Write) -> None:
    text = "enum mine int <asm/x.h>\n\tC_FOUR\n\twithout C_FIVE\n"
    table = read_own_table(*own(write, text))
    assert [word.text for word in table.sets["mine"].without] == ["C_FIVE"]


def test_a_case_without_values_takes_those_below_it_along(write: Write) -> None:
    table = read_own_table(*own(write, "without C_TWO C_THREE\n"))
    assert [case.values for case in table.calls["ctl"].cases] == [["C_ONE"]]
    assert len(table.calls["ctl"].variants()) == 2


def test_a_case_of_a_set_that_is_gone(write: Write) -> None:
    text = "get(cmd cmds, arg fd)\n\tcase cmd in more (arg fd)\n\tcase cmd C_ONE ()\n"
    path = write("base.def", f"{BASE}{text}enum more int <linux/a.h>\n\tC_FOUR\n")
    table = read_own_table(str(path), str(write("own.def", "without more\n")))
    assert [case.values for case in table.calls["get"].cases] == [["C_ONE"]]


def test_files_that_the_table_includes(write: Write) -> None:
    base = write("base.def", 'include "part.def"\n' + BASE)
    write("part.def", "gone(fd fd)\nother(fd fd)\n\nstays(fd fd)\n")
    path = str(write("own.def", "without gone\nother()\n"))
    table = read_own_table(str(base), path)
    assert set(table.calls) == {"old", "ctl", "stays", "other"}
    assert table.calls["other"].args == []
    places = [table.files.place(table.calls[key].line) for key in ("stays", "other")]
    assert places == [(str(base.parent / "part.def"), 4), (path, 2)]


def test_alignment(write: Write) -> None:
    table = read_own_table(*own(write, "align 8\n"))
    layouts = [struct_layout(table.kinds["pair"], table, layout) for layout in (WIDE, NARROW)]
    assert [layout.offsets for layout in layouts] == [(0, 8), (0, 8)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("without nothing\n", "own.def: {base} has no 'nothing' to do without"),
        ("\nnew(a nokind)\n", "own.def:2:7: unknown kind 'nokind'"),
        ('include "base.def"\n', "own.def:1:9: an included file includes no others"),
        ("without fd\n", "{base}:11:11: unknown kind 'fd'"),
    ],
)
def test_mistakes_are_where_they_are(write: Write, text: str, message: str) -> None:
    base, path = own(write, text)
    with pytest.raises(Failure) as failure:
        read_own_table(base, path)
    expected = message.format(base=base).replace("own.def", path, 1)
    assert failure.value.lines[0].startswith(expected)


def test_the_generator_takes_it(tool: Tool, write: Write) -> None:
    write("syscalls.def", BASE)
    write("own.def", "new()\n")
    write("a.tbl", "1\t64\tnew\tsys_new\n")
    args = ["--numbers", "nr.h", "--tbl", "a.tbl", "--abis", "64"]
    assert len(tool(*args).err) == 1
    assert tool(*args, "--own", "own.def").err == []
    assert '"new")' in Path("nr.h").read_text()
    assert tool("--dump-calls", "--own", "own.def").out[-1] == "new 0"
