# SPDX-License-Identifier: GPL-2.0
"""What the generator's tests share: a way to run it, a table, a kernel tree."""
from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "gen_syscall_table.py"
sys.path.insert(0, str(SCRIPT.parent))
sys.dont_write_bytecode = True

import gen_syscall_table  # noqa: E402

# Line 1 to 21; tests append what they are about and count on from 22.
WORDS = """\
kind int s32
kind u32 u32
kind ulong ulong
kind size ulong
kind hex ulong @
kind ptr ulong @
kind fd s32
kind dirfd s32 @
kind path string
kind str string
kind umode u16 @octal
kind bytes data
struct strv nested captured
struct iovec
struct timespec64
flags open_flags int <linux/fcntl.h> O_
\tO_WRONLY / O_ACCMODE
\tO_CREAT
enum errno int <linux/errno.h> E
\tEPERM "Operation not permitted"
\tENOENT "No such file or directory"
"""
FIRST = WORDS.count("\n") + 1

CALLS = """\
read(fd fd, buf out bytes[ret], count size) size
openat(dfd dirfd, filename path, flags open_flags, mode umode if flags & open_flags) fd
exit(error_code int)
wait(upid int, options open_flags) open_flags
ia32_wait(options int, upid int)
"""

TBL_64 = """\
# <number> <abi> <name> <entry point> [<compat entry point> [noreturn]]
0\tcommon\tread\t\t\tsys_read
3\tcommon\topenat\t\t\tsys_openat
5\t64\twait\t\t\tsys_wait
7\tcommon\texit\t\t\tsys_exit\t\t-\t\tnoreturn
8\t64\told\t\t\tsys_ni_syscall
9\t64\tgone
512\tx32\twait\t\t\tcompat_sys_wait
"""
TBL_32 = """\
1\ti386\texit\t\t\tsys_exit\t\t-\t\tnoreturn
3\ti386\tread\t\t\tsys_read
7\ti386\twait\t\t\tsys_wait\t\tcompat_sys_ia32_wait
8\ti386\tbreak
9\ti386\tvm\t\t\tsys_openat\t\tsys_ni_syscall
"""

SOURCES = {
    "arch/x86/entry/syscalls/syscall_64.tbl": TBL_64,
    "arch/x86/entry/syscalls/syscall_32.tbl": TBL_32,
    "fs/open.c": """\
/* SYSCALL_DEFINE1(read, int, not_me) */
SYSCALL_DEFINE3(read, unsigned int, fd, char __user *, buf, size_t, count)
{
}

SYSCALL_DEFINE4(openat, int, dfd, const char __user *, filename,
\t\tint, flags, umode_t, mode)
{
}
""",
    "kernel/exit.c": """\
SYSCALL_DEFINE1(exit, int, error_code)
{
}
SYSCALL_DEFINE2(wait, pid_t, upid, int, options)
{
}
COMPAT_SYSCALL_DEFINE2(wait, compat_pid_t, pid, int, options)
{
}
""",
    "arch/x86/kernel/sys_ia32.c": """\
COMPAT_SYSCALL_DEFINE2(ia32_wait, int, options, compat_pid_t, upid)
{
}
""",
    # None of these is x86's.
    "arch/arm/kernel/sys.c": "SYSCALL_DEFINE1(read, int, arm)\n{\n}\n",
    "arch/x86/um/sys.c": "SYSCALL_DEFINE1(exit, int, um)\n{\n}\n",
    "tools/sys.c": "SYSCALL_DEFINE1(exit, int, tools)\n{\n}\n",
    "include/linux/fcntl.h": "#include <uapi/linux/fcntl.h>\n",
    "include/uapi/linux/fcntl.h": "#include <asm/fcntl.h>\n",
    "include/uapi/asm-generic/fcntl.h": (
        "#define O_ACCMODE 3\n#define O_WRONLY 1\n#define O_CREAT 0100 /* O_OLD */\n"
    ),
    "include/linux/errno.h": "#include <uapi/linux/errno.h>\n",
    "include/uapi/linux/errno.h": "enum { EPERM = 1, ENOENT };\n",
}


@dataclass(frozen=True)
class Result:
    status: int
    out: list[str]
    err: list[str]


Tool = Callable[..., Result]
Write = Callable[[str, str], Path]


@pytest.fixture(autouse=True)
def in_empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Makes a file below the current directory."""

    def make(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return make


@pytest.fixture
def tool(capsys: pytest.CaptureFixture[str]) -> Tool:
    """Runs the generator on the table syscalls.def of the current directory."""

    def run(*args: object) -> Result:
        words = [os.fspath(arg) if isinstance(arg, Path) else str(arg) for arg in args]
        try:
            status = gen_syscall_table.main([*words, "--def", "syscalls.def"])
        except SystemExit as stop:
            status = int(stop.code or 0)
        captured = capsys.readouterr()
        return Result(status, captured.out.splitlines(), captured.err.splitlines())

    return run


@pytest.fixture
def tree(write: Write) -> str:
    """A kernel tree that agrees with the table WORDS + CALLS."""
    for name, text in SOURCES.items():
        write(f"linux/{name}", text)
    write("syscalls.def", WORDS + CALLS)
    return "linux"


# A call with an argument that others may depend on: 2 lines.
CMDS = "enum cmds int <linux/x.h>\n\tX_A\n\tX_B\n"
CTL = CMDS + "ctl(fd fd, cmd cmds, arg ptr, more ptr)\n"

# What is reported: line (from 0, behind WORDS), column and message.
Messages = list[tuple[int, int, str]]
# A name for it, and the lines that have it.
Mistake = tuple[str, str, Messages]
# Parts of messages.
DECLARE = "declare it with kind, struct, array, variant, flags or enum"
NOT_POINTER = "which is not a pointer; declare it as 'struct' or 'array' if it is an address"
STORAGES = "s8, u8, s16, u16, s32, u32, s64, u64, long, ulong"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test of mistakes gets each of the CASES of its file."""
    if "mistake" in metafunc.fixturenames:
        cases: list[Mistake] = metafunc.module.CASES
        metafunc.parametrize("mistake", cases, ids=[name for name, _, _ in cases])


def mistakes(tool: Tool, write: Write, text: str) -> Messages:
    """What is reported of lines behind WORDS."""
    write("syscalls.def", WORDS + text + "\n")
    result = tool("--dump-calls")
    assert (result.status, result.out) == (1, [])
    places = [line.split(":", 3) for line in result.err]
    assert {path for path, *_ in places} == {"syscalls.def"}
    return [(int(line) - FIRST, int(col), why[1:]) for _, line, col, why in places]


def check_mistake(mistake: Mistake, tool: Tool, write: Write) -> None:
    """What is reported of a mistake is what is expected, and nothing else."""
    _, text, expected = mistake
    assert mistakes(tool, write, text) == expected


@pytest.fixture
def tbls(write: Write) -> list[Path]:
    """The tables of numbers, as files."""
    return [write("syscall_64.tbl", TBL_64), write("syscall_32.tbl", TBL_32)]
