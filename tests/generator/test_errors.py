# SPDX-License-Identifier: GPL-2.0
"""Every mistake in syscalls.def is reported, where it is and with what to do."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import FIRST, SCRIPT, WORDS, Tool, Write

from syscall_table.definition import call_id

DECLARE = "declare it with kind, struct, flags or enum"
NOT_POINTER = (
    "which is not a pointer; declare it as 'struct' or as 'kind ... pointer' if it is an address"
)
# Two names whose ids are the same.
TWINS = ("sfjwndp", "kjdgqir")

# name, lines after WORDS, and the message each with its line (from 0) and column
CASES: list[tuple[str, str, list[tuple[int, int, str]]]] = [
    (
        "unknown kind",
        "a(b patth, c xyzzy)",
        [
            (0, 5, f"unknown kind 'patth' (did you mean 'path'?); {DECLARE}"),
            (0, 14, f"unknown kind 'xyzzy'; {DECLARE}"),
        ],
    ),
    (
        "unknown kind of result",
        "a() sise",
        [(0, 5, f"unknown kind 'sise' (did you mean 'size'?); {DECLARE}")],
    ),
    (
        "struct as result",
        "a() timespec64",
        [(0, 5, "a call cannot return struct 'timespec64'; use 'ptr'")],
    ),
    ("call twice", "a()\nb()\na(fd fd)", [(2, 1, f"call 'a' is already at line {FIRST}")]),
    (
        "set twice",
        "enum open_flags int <linux/x.h>\n\tX",
        [(0, 6, "'open_flags' is already a set, declared at line 16")],
    ),
    ("kind twice", "kind fd", [(0, 6, "'fd' is already a kind, declared at line 7")]),
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
        "reserved word",
        "kind inout",
        [(0, 6, "'inout' is a word of the language; choose another name")],
    ),
    (
        "constant twice",
        "flags s int <linux/x.h>\n\tX_A\n\tX_B\n\tX_A",
        [(3, 2, f"constant 'X_A' is already in set 's', at line {FIRST + 1}")],
    ),
    (
        "unknown set after if",
        "a(b int, c int if b & open_flgs)",
        [
            (
                0,
                23,
                "unknown set 'open_flgs' (did you mean 'open_flags'?) after '&'; "
                "declare it with 'flags' or 'enum'",
            )
        ],
    ),
    (
        "kind after if",
        "a(b int, c int if b & fd)",
        [(0, 23, "unknown set 'fd' after '&'; declare it with 'flags' or 'enum'")],
    ),
    (
        "unknown argument after if",
        "a(flags int, c int if flag & open_flags)",
        [(0, 23, "unknown argument 'flag' (did you mean 'flags'?)")],
    ),
    (
        "unknown argument as length",
        "a(buf out bytes[count])",
        [(0, 17, "unknown argument 'count'; a length is an argument, a number or 'ret'")],
    ),
    (
        "own argument as length",
        "a(buf out bytes[buf])",
        [(0, 17, "argument 'buf' refers to itself")],
    ),
    (
        "own argument after if",
        "a(b int if b & open_flags)",
        [(0, 12, "argument 'b' refers to itself")],
    ),
    (
        "length not decimal",
        "a(buf out bytes[0x10])",
        [(0, 17, "length '0x10' is not a decimal number")],
    ),
    (
        "length too big",
        "a(buf out bytes[65536])",
        [(0, 17, "length 65536 is too big, at most 65535")],
    ),
    (
        "length missing",
        "a(buf out bytes[])",
        [(0, 17, "expected an argument, a number or 'ret' after '[', found ']'")],
    ),
    ("bracket missing", "a(buf out bytes[4)", [(0, 18, "missing ']', found ')'")]),
    ("argument twice", "a(b int, c int, b fd)", [(0, 17, "argument 'b' of 'a' is given twice")]),
    (
        "seven arguments",
        "a(b fd, c fd, d fd, e fd, f fd, g fd, h fd)",
        [(0, 39, "call 'a' has 7 arguments, a system call has at most 6")],
    ),
    (
        "parenthesis missing at the end",
        "a(b int, c int",
        [(0, 15, "missing ')' after the arguments, found the end of the line")],
    ),
    (
        "parenthesis missing at the start",
        "openat\nO_RDWR",
        [
            (
                0,
                7,
                "expected '(' after 'openat'; the constants of a set are indented, "
                "found the end of the line",
            ),
            (
                1,
                7,
                "expected '(' after 'O_RDWR'; the constants of a set are indented, "
                "found the end of the line",
            ),
        ],
    ),
    (
        "misspelt declaration",
        "flag x int <linux/x.h>",
        [(0, 6, "expected '(' after 'flag' (did you mean 'flags'?), found 'x'")],
    ),
    (
        "call named like a declaration",
        "flags(",
        [(0, 7, "expected the name of an argument, found the end of the line")],
    ),
    ("no name", "(b int)", [(0, 1, "expected a system call or a declaration, found '('")]),
    ("comma missing", "a(b int c int)", [(0, 9, "expected ',' or ')', found 'c'")]),
    ("comma too many", "a(b int,)", [(0, 9, "expected the name of an argument, found ')'")]),
    (
        "kind missing",
        "a(b, c int)",
        [(0, 4, "argument 'b' has no kind: expected a word, found ','")],
    ),
    (
        "and missing",
        "a(b int, c int if b open_flags)",
        [(0, 21, "expected '&' between an argument and a set, found 'open_flags'")],
    ),
    (
        "argument missing after if",
        "a(b int if)",
        [(0, 11, "expected an argument after 'if', found ')'")],
    ),
    ("stray character", "a(b int;)", [(0, 8, "unexpected character ';'")]),
    ("stray character after a tab", "a(b\tint)\t$", [(0, 10, "unexpected character '$'")]),
    ("stray letter", "\u00fcber()", [(0, 1, "unexpected character '\\xfc'")]),
    ("DOS line end", "a()\r", [(0, 4, "DOS line end; end lines with a line feed alone")]),
    (
        "words after the result",
        "a() fd fd",
        [
            (
                0,
                8,
                "expected the end of the line, the kind of the result or '@' and a printer, "
                "found 'fd'",
            )
        ],
    ),
    ("result after the printer", "a() @b fd", [(0, 8, "the result 'fd' stands before the '@'")]),
    (
        "printer missing",
        "a() fd @",
        [(0, 9, "expected the printer's name after '@', found the end of the line")],
    ),
    (
        "constant outside a set",
        "kind x\n\tO_RDWR",
        [
            (
                1,
                2,
                "indented 'O_RDWR' outside a set; "
                "only the members of 'flags' and 'enum' are indented",
            )
        ],
    ),
    ("indented call", "\ta(b int)", [(0, 2, "a system call starts in the first column")]),
    (
        "indented call after a call",
        "a()\n  b()",
        [(1, 3, "a system call starts in the first column")],
    ),
    (
        "set without header",
        "flags s int X_\n\tX_A\na(b s)",
        [(0, 13, "set 's' names no header: expected <linux/....h>, found 'X_'")],
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
        [(0, 28, "expected the end of the line, found 'Y_'")],
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
    ("direction on a number", "a(b in int)", [(0, 5, f"'in' on 'int', {NOT_POINTER}")]),
    (
        "direction on a set",
        "a(b out open_flags)",
        [(0, 5, f"'out' on 'open_flags', {NOT_POINTER}")],
    ),
    ("length on a number", "a(b fd[4])", [(0, 8, f"a length on 'fd', {NOT_POINTER}")]),
    ("kind without name", "kind", [(0, 5, "expected a name, found the end of the line")]),
    (
        "unknown word after a kind",
        "kind x strng",
        [(0, 8, "expected the end of the line, 'string' or 'pointer', found 'strng'")],
    ),
    (
        "unknown word after a struct",
        "struct x string",
        [(0, 10, "expected the end of the line, found 'string'")],
    ),
    (
        "difference without reason",
        "a() # differs:",
        [(0, 5, "'# differs:' needs a reason after the colon")],
    ),
    (
        "same id",
        f"{TWINS[0]}()\n{TWINS[1]}()",
        [
            (
                1,
                1,
                f"'{TWINS[1]}' has the same id as '{TWINS[0]}' at line {FIRST} "
                f"({call_id(TWINS[0]):#x}); the id function call_id() must change",
            )
        ],
    ),
]


@pytest.mark.parametrize(
    ("text", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_message(tool: Tool, write: Write, text: str, expected: list[tuple[int, int, str]]) -> None:
    write("syscalls.def", WORDS + text + "\n")
    result = tool("--dump-calls")
    assert result.err == [
        f"syscalls.def:{FIRST + line}:{col}: {why}" for line, col, why in expected
    ]
    assert result.status == 1
    assert result.out == []


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
    write("syscalls.def", WORDS + 'flags s int "x"\n\tX_A\nkind k $\na(b s, c k, d int if b & s)\n')
    assert [line.split(": ")[0] for line in tool("--dump-calls").err] == [
        f"syscalls.def:{FIRST}:13",
        f"syscalls.def:{FIRST + 2}:8",
    ]


def test_an_id_of_zero(tool: Tool, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("syscall_table.definition.zlib.crc32", lambda data: 0x80000000)
    write("syscalls.def", WORDS + "a()\n")
    assert tool("--dump-calls").err == [
        f"syscalls.def:{FIRST}:1: the id of 'a' is 0; write it differently"
    ]


def test_path_is_shown_as_given(write: Write) -> None:
    path = write("dir/my.def", "kind\n")
    for given in (str(path), "./dir/my.def"):
        done = run_script("--dump-calls", "--def", given)
        assert done.stderr == f"{given}:1:5: expected a name, found the end of the line\n"


def run_script(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), *args], capture_output=True, text=True, check=False
    )


def test_missing_file() -> None:
    done = run_script("--dump-calls", "--def", "nowhere.def")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "nowhere.def: cannot read: No such file or directory\n"


def test_directory_instead_of_file(tmp_path: Path) -> None:
    done = run_script("--dump-calls", "--def", ".")
    assert (done.returncode, done.stderr) == (1, ".: cannot read: Is a directory\n")


def test_default_table_is_the_one_of_the_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(SCRIPT.parent, tmp_path / "tree/scripts")
    table = tmp_path / "tree" / "syscalls.def"
    table.write_text("kind\n")
    script = str(tmp_path / "tree/scripts" / SCRIPT.name)
    message = ":1:5: expected a name, found the end of the line\n"
    for directory, shown in (("tree", "syscalls.def"), ("tree/scripts", str(table))):
        monkeypatch.chdir(tmp_path / directory)
        command = [sys.executable, script, "--dump-calls"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.stderr == shown + message


def test_reader_that_has_seen_enough(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    write("syscalls.def", WORDS + "a()\n")
    read, write_end = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--dump-calls", "--def", "syscalls.def"],
        stdout=write_end,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(write_end)
    assert (done.returncode, done.stderr) == (1, "")


def test_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "x.def").write_bytes("kind a\n# \u00e9 ".encode() + b"\xff\nkind b\n")
    done = run_script("--dump-calls", "--def", "x.def")
    assert (done.returncode, done.stderr) == (1, "x.def:2:5: byte 0xff is not UTF-8 text\n")


def test_nothing_is_left_in_the_source_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    shutil.copytree(SCRIPT.parent, tmp_path / "scripts", ignore=shutil.ignore_patterns("*.pyc"))
    script = tmp_path / "scripts" / SCRIPT.name
    before = sorted(tmp_path.rglob("*"))
    done = subprocess.run([sys.executable, str(script), "--help"], capture_output=True, check=False)
    assert done.returncode == 0
    assert sorted(tmp_path.rglob("*")) == before


# ---- what is right ----


def test_comments_and_blank_lines(tool: Tool, write: Write) -> None:
    write(
        "syscalls.def",
        "# a <comment\n\n   \n\t# indented\nkind fd # text\n"
        'enum s int <linux/x.h> # <\n\n# between\n\tX_A "a # b" # c\n  X_B\n'
        "a( b fd ,c s ) fd@p # d\n",
    )
    result = tool("--dump-calls")
    assert (result.err, result.out) == ([], ["a 2 b c"])


def test_words_of_the_language_as_names(tool: Tool, write: Write) -> None:
    write("syscalls.def", WORDS + "kind(in int, ret fd, if inout ptr)\nflags()\n")
    result = tool("--dump-calls")
    assert (result.err, result.out) == ([], ["kind 3 in ret if", "flags 0"])
