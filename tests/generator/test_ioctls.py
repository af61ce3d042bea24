# SPDX-License-Identifier: GPL-2.0
"""The table of ioctl commands: names from headers, numbers from the compiler."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, Tool, Write
from syscall_table import ioctls

HEADERS = {
    "uapi/asm-generic/ioctls.h": """\
#define TCGETS 0x5401
#define FIONREAD (0x541B)
#define TIOCINQ FIONREAD /* another name */
#define TIOCPKT_DATA 0
#define TIOCM_LE 0x001
#define TIOCGPTN _IOR('T', 0x30, unsigned int) /* a
   comment */
""",
    "uapi/linux/a.h": """\
#define A_MAGIC 'a'
#define A_ONE _IO(A_MAGIC, 1)
#define A_LONG _IOW(A_MAGIC, 2, long)
#define A_PAIR \\
\t_IOWR(A_MAGIC, 3, \\
\t      struct a_pair)
struct a_pair {
\tlong long first;
\tvoid *second;
};
/* #define A_GONE _IO(A_MAGIC, 4) */
#define A_IO(nr) _IO(A_MAGIC, nr)
#define A_DERIVED A_IO(5)
#define A_LENGTH(len) _IOC(_IOC_READ, A_MAGIC, 6, len)
#define A_SIZE sizeof(long)
#define A_PLAIN 0x6107
#define _A_IOR _IOR
#define A_TOP ((_A_IOR(A_MAGIC, 8, int)))
#define __A_HIDDEN _IO(A_MAGIC, 9)
#ifdef OTHER_ARCHITECTURE
#define A_OTHER _IO(A_MAGIC, 10)
#endif
""",
    "uapi/linux/b.h": """\
#define A_MAGIC 'b'
enum b_commands {
\tB_ONE = _IO(A_MAGIC, 1),
\tB_TWO = _IOR('b', 2, int),
\tB_NUMBER = 3,
};
#define B_SAME _IO('a', 1)
#define B_FLAGS _IOR('f', 1, int)
#define B32_FLAGS _IOR('f', 1, int)
#define B_USE MIXER_READ(1)
""",
    "uapi/linux/empty.h": "#error never included\n",
    "uapi/linux/readme.txt": "#define TEXT _IO('t', 1)\n",
    "scsi/sg.h": "#include <linux/none.h>\n#define SG_IO 0x2285\n#define SG_FLAG 0x10000\n",
    "other/no.h": "#define OTHER _IO('o', 1)\n",
}


@pytest.fixture
def headers(write: Write) -> None:
    for name, text in HEADERS.items():
        write(f"include/{name}", text)


def probe(tool: Tool) -> str:
    result = tool("--ioctls", "probe.c", "--headers", "include/uapi")
    assert (result.status, result.out, result.err) == (0, [], [])
    return Path("probe.c").read_text()


def commands(text: str) -> list[str]:
    return [line[9:-2] for line in text.splitlines() if line.startswith("\tCOMMAND(")]


def test_names(tool: Tool, headers: None) -> None:
    assert commands(probe(tool)) == [
        "TCGETS",
        "FIONREAD",
        "TIOCGPTN",
        "A_ONE",
        "A_LONG",
        "A_PAIR",
        "A_DERIVED",
        "A_TOP",
        "A_OTHER",
        "B_SAME",
        "B_FLAGS",
        "B32_FLAGS",
        "B_ONE",
        "B_TWO",
        "SG_IO",
    ]


def test_only_headers_with_commands_are_included(tool: Tool, headers: None) -> None:
    lines = probe(tool).split(ioctls.PRELUDE)[1].splitlines()
    assert [line for line in lines if line.startswith("#include")] == [
        "#include <asm-generic/ioctls.h>",
        "#include <linux/a.h>",
        "#include <linux/b.h>",
    ]
    assert [line for line in lines if line.startswith("#define")] == ["#define SG_IO 0x2285"]


def test_new_header(tool: Tool, write: Write, headers: None) -> None:
    before = commands(probe(tool))
    write("include/uapi/misc/new/deep.h", "#define DEEP _IO('d', 1)\n")
    assert set(commands(probe(tool))) - set(before) == {"DEEP"}


def test_left_out(tool: Tool, headers: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ioctls.WITHOUT, "linux/a.h", "does not compile")
    monkeypatch.setitem(ioctls.UNNAMED, "B_.*", "of no interest")
    names = commands(probe(tool))
    assert names == ["TCGETS", "FIONREAD", "TIOCGPTN", "B32_FLAGS", "SG_IO"]


def test_left_out_says_why() -> None:
    assert all(ioctls.WITHOUT.values()) and all(ioctls.UNNAMED.values())


# What the probe takes from a kernel's headers.
PRELUDE = """\
#define _IOC(dir, type, nr, size) ((dir) << 30 | (size) << 16 | (type) << 8 | (nr))
#define _IOC_READ 2U
#define _IO(type, nr) _IOC(0U, type, nr, 0)
#define _IOW(type, nr, arg) _IOC(1U, type, nr, sizeof(arg))
#define _IOR(type, nr, arg) _IOC(2U, type, nr, sizeof(arg))
#define _IOWR(type, nr, arg) _IOC(3U, type, nr, sizeof(arg))
#define MIXER_READ(dev) _IOR('M', dev, int)
"""


def compiled(text: str, *flags: str) -> str:
    """The assembler text of the probe."""
    command = ioctls.PRELUDE[ioctls.PRELUDE.index("/* As asm-offsets") :]
    Path("short.c").write_text(text.replace(ioctls.PRELUDE, PRELUDE + command))
    words = ["gcc", *flags, "-nostdinc", "-w", "-S", "-o", "-", "-Iinclude/uapi", "short.c"]
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout


def table(tool: Tool, *abis: str) -> list[str]:
    result = tool("--ioctl-table", "table.c", "--asm", *abis)
    assert (result.status, result.out, result.err) == (0, [], [])
    lines = Path("table.c").read_text().splitlines()
    return [line[3:-3] for line in lines if line.startswith("\t{")]


def test_table(tool: Tool, write: Write, headers: None) -> None:
    text = probe(tool)
    write("64.s", compiled(text, "-m64"))
    write("32.s", compiled(text, "-m32"))
    lines = table(tool, "X86_64=64.s", "I386=32.s")
    assert lines == [
        '0x00002285, X86_64 | I386, "SG_IO"',
        '0x00005401, X86_64 | I386, "TCGETS"',
        '0x0000541b, X86_64 | I386, "FIONREAD"',
        '0x00006101, X86_64 | I386, "A_ONE"',
        '0x00006101, X86_64 | I386, "B_SAME"',
        '0x00006105, X86_64 | I386, "A_DERIVED"',
        '0x00006201, X86_64 | I386, "B_ONE"',
        '0x40046102, I386, "A_LONG"',
        '0x40086102, X86_64, "A_LONG"',
        '0x80045430, X86_64 | I386, "TIOCGPTN"',
        '0x80046108, X86_64 | I386, "A_TOP"',
        '0x80046202, X86_64 | I386, "B_TWO"',
        '0x80046601, X86_64 | I386, "B32_FLAGS"',
        '0xc00c6103, I386, "A_PAIR"',
        '0xc0106103, X86_64, "A_PAIR"',
    ]
    text = Path("table.c").read_text()
    assert "const unsigned int syscall_trace_nr_ioctls = 15;\n" in text
    assert "#define I386\tBIT(SYSCALL_TRACE_ABI_I386)\n" in text


def test_every_way_to_write_a_number(tool: Tool, write: Write) -> None:
    write(
        "a.s",
        '.ascii "->ioctl A $1"\n\t.ascii "->ioctl B #2"\n.ascii\t"->ioctl C 3"\n'
        '.ascii "->ioctl D $-1073457647"\n.ascii "->other E $4"\n# ioctl F 5\n',
    )
    assert table(tool, "X86_64=a.s") == [
        '0x00000001, X86_64, "A"',
        '0x00000002, X86_64, "B"',
        '0x00000003, X86_64, "C"',
        '0xc0045611, X86_64, "D"',
    ]


def test_name_of_the_width_goes_first(tool: Tool, write: Write) -> None:
    text = '.ascii "->ioctl {} ${}"\n'
    pairs = [("X_GET", 1), ("X32_GET", 1), ("X_SET", 2), ("X_SET64", 3), ("LED32", 4), ("LED64", 4)]
    write("a.s", "".join(text.format(*pair) for pair in pairs))
    assert [line.split('"')[1] for line in table(tool, "X86_64=a.s")] == [
        "X32_GET",
        "X_SET",
        "X_SET64",
        "LED32",
        "LED64",
    ]


def test_output_says_where_it_comes_from(tool: Tool, write: Write, headers: None) -> None:
    assert probe(tool).startswith("// SPDX-License-Identifier: GPL-2.0\n/*\n * Tells")
    write("x/a.s", '.ascii "->ioctl A $1"\n')
    write("x/b.s", '.ascii "->ioctl A $1"\n')
    table(tool, "X86_64=x/a.s", "X32=x/b.s")
    assert Path("table.c").read_text().splitlines()[:7] == [
        "// SPDX-License-Identifier: GPL-2.0",
        "/*",
        " * The numbers of ioctl commands in each ABI.",
        " *",
        " * Generated by scripts/gen_syscall_table.py from a.s, b.s.",
        " * Do not edit.",
        " */",
    ]


def test_output_does_not_depend_on_the_directory(
    tool: Tool, write: Write, headers: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = probe(tool)
    for name, text in reversed(HEADERS.items()):
        write(f"other/include/{name}", text)
    monkeypatch.chdir("other")
    assert probe(tool) == first


def test_missing_input(tool: Tool, write: Write) -> None:
    write("out", "old")
    write("empty.s", "\n")
    for args, error in (
        (["--ioctls", "out", "--headers", "none"], "none: no such directory"),
        (
            ["--ioctl-table", "out", "--asm", "X32=no.s"],
            "no.s: cannot read: No such file or directory",
        ),
        (["--ioctl-table", "out", "--asm", "X32=empty.s"], "empty.s: tells no ioctl command"),
    ):
        result = tool(*args)
        assert (result.status, result.err) == (1, [error])
    assert Path("out").read_text() == "old"


@pytest.mark.parametrize(
    "args",
    [
        ["--ioctls", "out"],
        ["--headers", "include", "--dump-calls"],
        ["--ioctl-table", "out"],
        ["--ioctl-table", "out", "--asm", "a.s"],
        ["--ioctls", "out", "--headers", "include", "--asm", "X32=a.s"],
    ],
)
def test_wrong_command_lines(tool: Tool, args: list[str]) -> None:
    result = tool(*args)
    assert result.status == 2
    assert result.err[0].startswith("usage:")
    assert not os.path.exists("out")


def test_stand_ins_are_empty() -> None:
    """The headers that stand in for the C library's define nothing."""
    for path in (ROOT / "scripts/syscall_table/include").iterdir():
        assert "#" not in path.read_text()
