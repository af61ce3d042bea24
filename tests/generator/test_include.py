# SPDX-License-Identifier: GPL-2.0
"""A table of several files: whose lines count, and which may include which."""
from __future__ import annotations

from pathlib import Path

import pytest
from conftest import CALLS, FIRST, WORDS, Result, Tool, Write

MEMORY = "# Memory.\nmap(addr ptr, how map_flags)\nflags map_flags int <linux/mman.h>\n\tM_A\n"


def errors(result: Result) -> list[str]:
    assert (result.status, result.out) == (1, [])
    return result.err


def test_parts_are_one_table(tool: Tool, write: Write) -> None:
    """Words may be used in any file, before and behind the one that declares them."""
    write("syscalls.def", f'include "parts/mm.def"\n{WORDS}include "parts/io.def"\n')
    write("parts/mm.def", MEMORY)
    write("parts/io.def", "read(fd fd, how map_flags)")
    assert tool("--dump-calls").out == ["map 2 addr how", "read 2 fd how"]


def test_names_are_relative_to_the_table(
    tool: Tool, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("linux/syscalls.def", f'{WORDS}include "parts/mm.def"\n')
    write("linux/parts/mm.def", MEMORY + "a(b nokind)\n")
    Path("syscalls.def").symlink_to("linux/syscalls.def")
    assert errors(tool("--dump-calls")) == [
        f"syscalls.def:{FIRST}:9: there is no file 'parts/mm.def'"
    ]
    monkeypatch.chdir("linux")
    assert errors(tool("--dump-calls"))[0].startswith("parts/mm.def:5:5: unknown kind 'nokind'")


def test_what_is_no_include(tool: Tool, write: Write) -> None:
    write("syscalls.def", f"{WORDS}include\ninclude mm\ninclude <mm.def>\ninclude \"mm\" 1\n")
    assert errors(tool("--dump-calls")) == [
        f"syscalls.def:{FIRST}:8: expected the name of a file, as in \"folder/file.def\", "
        "found the end of the line",
        f"syscalls.def:{FIRST + 1}:9: expected the name of a file, as in \"folder/file.def\", "
        "found 'mm'",
        f"syscalls.def:{FIRST + 2}:9: expected the name of a file, as in \"folder/file.def\", "
        "found '<mm.def>'",
        f"syscalls.def:{FIRST + 3}:14: expected the end of the line, found '1'",
    ]


def test_a_call_may_have_that_name(tool: Tool, write: Write) -> None:
    write("syscalls.def", f"{WORDS}include(fd fd)\n")
    assert tool("--dump-calls").out == ["include 1 fd"]


@pytest.mark.parametrize("name", ["mm.def", "./mm.def", "syscalls.def"])
def test_no_file_counts_twice(tool: Tool, write: Write, name: str) -> None:
    write("syscalls.def", f'{WORDS}include "mm.def"\ninclude "{name}"\n')
    write("mm.def", MEMORY)
    file = name.replace("./", "")
    assert errors(tool("--dump-calls")) == [
        f"syscalls.def:{FIRST + 1}:9: '{file}' is already part of the table"
    ]


def test_parts_include_nothing(tool: Tool, write: Write) -> None:
    write("syscalls.def", f'{WORDS}include "mm.def"\n')
    write("mm.def", MEMORY + 'include "more.def"\n')
    write("more.def", "")
    assert errors(tool("--dump-calls")) == [
        "mm.def:5:9: an included file includes no others; only 'syscalls.def' does"
    ]


def test_unreadable_part(tool: Tool, write: Write) -> None:
    write("syscalls.def", f'{WORDS}include "mm.def"\n')
    Path("mm.def").write_bytes(b"# one\nflags \xff\n")
    assert errors(tool("--dump-calls")) == ["mm.def:2:7: byte 0xff is not UTF-8 text"]


def test_mistakes_of_all_files_are_reported(tool: Tool, write: Write) -> None:
    """Each with its file; a file's last line opens nothing in the next."""
    write("syscalls.def", f'{WORDS}include "mm.def"\ninclude "io.def"\nread(fd $)\n')
    write("mm.def", MEMORY + "map()\nflags open_flags int <linux/x.h>\n\tX\na(b fd)\n")
    write("io.def", "\tcase b 1 ()\nread(fd nokind)\na()\n")
    assert [line.split("; declare")[0] for line in errors(tool("--dump-calls"))] == [
        f"syscalls.def:{FIRST + 2}:9: unexpected character '$'",
        "mm.def:5:1: call 'map' is already at line 2",
        "mm.def:6:7: 'open_flags' is already a set, declared at syscalls.def:16",
        "io.def:1:2: indented 'case' outside a set, a structure, a variant or a call",
        "io.def:2:9: unknown kind 'nokind'",
        "io.def:3:1: call 'a' is already at mm.def:8",
    ]


def test_check_names_the_file(tool: Tool, write: Write, tree: str) -> None:
    write("syscalls.def", f'{WORDS}include "parts/all.def"\n')
    write("parts/all.def", CALLS.replace("count size", "size size") + "old()\n")
    out = tool("--check", tree).out
    assert any(line.startswith("parts/all.def:1:1: 'read' has 3 arguments") for line in out)
    assert any(line.startswith("parts/all.def:6:1: 'old' is the entry point") for line in out)


def test_update_writes_into_the_table_itself(tool: Tool, write: Write, tree: str) -> None:
    calls = CALLS.splitlines(keepends=True)
    write("syscalls.def", f'{WORDS}include "all.def"\n# The end.\n')
    all_def = write("all.def", "".join(calls[1:]))
    result = tool("--update", tree)
    assert result.out == [f"syscalls.def:{FIRST + 4}: added 'read' from linux/fs/open.c:2"]
    text = Path("syscalls.def").read_text()
    assert text.startswith(f'{WORDS}include "all.def"\n# The end.\n\n# --- to be reviewed ---\nread(')
    assert all_def.read_text() == "".join(calls[1:])
    assert tool("--update", tree).out == ["syscalls.def: nothing to add"]
