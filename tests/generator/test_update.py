# SPDX-License-Identifier: GPL-2.0
"""--update adds what a newer kernel has, once, for a person to review."""
from __future__ import annotations

import os
from pathlib import Path

import pytest
from conftest import CALLS, FIRST, WORDS, Tool, Write

TBL_64 = "arch/x86/entry/syscalls/syscall_64.tbl"
TBL_32 = "arch/x86/entry/syscalls/syscall_32.tbl"
HEADING = "# --- to be reviewed ---"
REVIEW = "\t# review: kinds guessed from the C types"
END = FIRST + 5  # the line after the last one of WORDS + CALLS


def append(path: str, text: str) -> None:
    with open(path, "a", encoding="utf-8") as file:
        file.write(text)


def new_call(write: Write, tree: str, params: str, name: str = "new") -> None:
    """Adds a system call to the tree; `params` is (type, name, type, name...)."""
    append(f"{tree}/{TBL_64}", f"600\tcommon\t{name}\t\tsys_{name}\n")
    count = len(params.split(",")) // 2
    comma = ", " if params else ""
    write(f"{tree}/mm/{name}.c", f"SYSCALL_DEFINE{count}({name}{comma}{params})\n{{\n}}\n")


def added(before: str) -> list[str]:
    """The lines that syscalls.def has more than `before`."""
    text = Path("syscalls.def").read_text()
    assert text.startswith(before)
    return text[len(before) :].splitlines()


def test_new_call_with_path_and_flags(tool: Tool, write: Write, tree: str) -> None:
    new_call(
        write,
        tree,
        "int, dfd, const char __user *, pathname, unsigned int, flags,\n"
        "\t\tstruct new_how __user *, how, size_t, usize, umode_t, mode",
    )
    assert tool("--check", tree).status == 1
    result = tool("--update", tree)
    assert (result.status, result.err) == (0, [])
    assert result.out == [
        f"syscalls.def:{END + 3}: added 'new' from linux/mm/new.c:1",
        f"syscalls.def:{END + 2}: added struct 'new_how'",
    ]
    assert added(WORDS + CALLS) == [
        "",
        HEADING,
        "struct new_how",
        "new(dfd dirfd, pathname path, flags hex, how out new_how[usize], usize size, mode umode)"
        + REVIEW,
    ]
    assert tool("--check", tree).status == 0


def test_second_run_adds_nothing(tool: Tool, write: Write, tree: str) -> None:
    new_call(write, tree, "int, fd")
    tool("--update", tree)
    text = Path("syscalls.def").read_text()
    stamp = os.stat("syscalls.def").st_ino
    result = tool("--update", tree)
    assert (result.status, result.out) == (0, ["syscalls.def: nothing to add"])
    assert Path("syscalls.def").read_text() == text
    assert os.stat("syscalls.def").st_ino == stamp


def test_next_calls_join_the_heading(tool: Tool, write: Write, tree: str) -> None:
    new_call(write, tree, "int, fd")
    tool("--update", tree)
    new_call(write, tree, "", name="newer")
    tool("--update", tree)
    assert added(WORDS + CALLS) == ["", HEADING, f"new(fd fd){REVIEW}", f"newer(){REVIEW}"]


def test_heading_without_calls_below_it(tool: Tool, write: Write, tree: str) -> None:
    write("syscalls.def", f"{WORDS}{CALLS}\n{HEADING}\n\n# the end\n")
    new_call(write, tree, "int, fd")
    assert tool("--update", tree).out == [
        f"syscalls.def:{END + 2}: added 'new' from linux/mm/new.c:1"
    ]
    assert added(WORDS + CALLS) == ["", HEADING, f"new(fd fd){REVIEW}", "", "# the end"]


def test_calls_before_the_sets(tool: Tool, write: Write, tree: str) -> None:
    declarations = "enum more int <linux/errno.h>\n\tEPERM\n"
    write("syscalls.def", WORDS + CALLS + declarations)
    new_call(write, tree, "int, fd")
    tool("--update", tree)
    assert added(WORDS + CALLS) == [
        "",
        HEADING,
        f"new(fd fd){REVIEW}",
        "",
        *declarations.splitlines(),
    ]


def test_file_without_calls_or_last_line_end(tool: Tool, write: Write, tree: str) -> None:
    write("syscalls.def", WORDS.rstrip("\n"))
    assert tool("--update", tree).status == 0
    text = Path("syscalls.def").read_text()
    assert text.startswith(WORDS + f"\n{HEADING}\nread(")
    assert text.endswith("\n") and not text.endswith("\n\n")
    assert tool("--check", tree).status == 0


def test_call_without_prototype(tool: Tool, tree: str) -> None:
    append(f"{tree}/{TBL_64}", "600\tcommon\tnew\tsys_new\n")
    assert tool("--update", tree).out == [
        f"syscalls.def:{END + 2}: added 'new' without arguments: no prototype of sys_new in linux"
    ]
    assert added(WORDS + CALLS)[2:] == ["new()\t# review: no prototype found, arguments unknown"]


def test_compat_call_gets_a_line_if_it_must(tool: Tool, write: Write, tree: str) -> None:
    new_call(write, tree, "int, fd, loff_t, pos")
    append(f"{tree}/{TBL_32}", "600\ti386\tnew\tsys_new\tcompat_sys_new\n")
    compat = "{}COMPAT_SYSCALL_DEFINE{}(new, int, {}, {})\n{{\n}}\n"
    source = Path(tree, "mm/new.c").read_text()
    write(f"{tree}/mm/new.c", compat.format(source, 2, "file", "compat_loff_t, pos"))
    tool("--update", tree)
    assert added(WORDS + CALLS)[2:] == [f"new(fd fd, pos hex){REVIEW}"]
    write(f"{tree}/mm/new.c", compat.format(source, 3, "fd", "compat_arg_u64_dual(pos)"))
    tool("--update", tree)
    assert added(WORDS + CALLS)[2:] == [
        f"new(fd fd, pos hex){REVIEW}",
        f"compat_new(fd fd, pos_lo u32, pos_hi u32){REVIEW}",
    ]
    # Both at once, and with nothing to inherit from.
    write("syscalls.def", WORDS + CALLS)
    tool("--update", tree)
    assert len(added(WORDS + CALLS)) == 4
    append(f"{tree}/{TBL_32}", "601\ti386\tonly\t-\tcompat_sys_only\n")
    write(f"{tree}/mm/only.c", "COMPAT_SYSCALL_DEFINE0(only)\n{\n}\n")
    tool("--update", tree)
    assert added(WORDS + CALLS)[4:] == [f"only(){REVIEW}"]
    assert tool("--check", tree).status == 0


def test_accepted_difference_needs_no_compat_line(tool: Tool, write: Write, tree: str) -> None:
    write(
        "syscalls.def",
        WORDS
        + CALLS.replace("wait(upid int, options open_flags) open_flags", "wait() # differs: yes"),
    )
    before = Path("syscalls.def").read_text()
    assert tool("--update", tree).out == ["syscalls.def: nothing to add"]
    assert added(before) == []


GUESSES = [
    # C parameters, what the table gets
    ("int, fd, unsigned int, oldfd, int, fd_in, int, nfds", "fd fd, oldfd fd, fd_in fd, nfds int"),
    ("int, dfd, int, mountdirfd", "dfd dirfd, mountdirfd dirfd"),
    ("const char __user *, name", "name str"),
    (
        "const char __user *, new_name, const char __user *, filename",
        "new_name path, filename path",
    ),
    ("const char __user *, specialfile", "specialfile path"),
    (
        "const char __user *, buf, size_t, count, void __user *, data, int, len",
        "buf in bytes[count], count size, data out bytes[len], len int",
    ),
    ("void __user *, addr, const void __user *, x, int, n", "addr ptr, x ptr, n int"),
    ("const char __user *const __user *, argv", "argv strv"),
    ("int __user *__user *, array", "array ptr"),
    (
        "const struct iovec __user *, vec, unsigned long, vlen",
        "vec in iovec[vlen], vlen ulong",
    ),
    (
        "struct __kernel_timespec __user *, ts, const struct __kernel_timespec __user *, in",
        "ts out timespec64, in in timespec64",
    ),
    ("int __user *, p", "p ptr"),
    ("size_t, s, umode_t, m, unsigned long, l", "s size, m umode, l ulong"),
    ("compat_size_t, s, __u32, u, compat_ulong_t, l", "s size, u u32, l ulong"),
    ("unsigned long, clone_flags, u32, flags", "clone_flags hex, flags hex"),
    ("strange_t, s, const int, i", "s hex, i int"),
    ("struct open_flags __user *, how", "how ptr"),
]


@pytest.mark.parametrize(("params", "args"), GUESSES)
def test_guess(tool: Tool, write: Write, tree: str, params: str, args: str) -> None:
    new_call(write, tree, params)
    assert tool("--update", tree).status == 0
    assert added(WORDS + CALLS)[2:] == [f"new({args}){REVIEW}"]


def test_guess_with_more_words(tool: Tool, write: Write, tree: str) -> None:
    more = "array intp int\nstruct sigset\nkind loff s64\nkind pid s32\nkind hex32 u32 @hex\n"
    more += "enum signal int <linux/errno.h>\n\tEPERM\n"
    write("syscalls.def", WORDS + more + CALLS)
    new_call(
        write,
        tree,
        "int __user *, p, const sigset_t __user *, set, loff_t, pos, compat_pid_t, pid, int, sig,\n"
        "\t\tu32, flags",
    )
    tool("--update", tree)
    assert added(WORDS + more + CALLS)[2:] == [
        f"new(p out intp, set in sigset, pos loff, pid pid, sig signal, "
        f"flags hex32){REVIEW}"
    ]


CLASSES = 'class desc ""\nclass file ""\nclass network ""\n'
CLASS_GUESSES = [
    # C parameters, what the table gets, and the classes
    ("int, fd, int, n", "fd fd, n int", " %desc"),
    ("int, n, const char __user *, path", "n int, path path", " %file"),
    ("const char __user *, path, int, dfd", "path path, dfd dirfd", " %desc %file"),
    ("const char __user *, name, int, n", "name str, n int", ""),
]


@pytest.mark.parametrize(("params", "args", "classes"), CLASS_GUESSES)
def test_guess_of_classes(
    tool: Tool, write: Write, tree: str, params: str, args: str, classes: str
) -> None:
    write("syscalls.def", WORDS + CLASSES + CALLS)
    new_call(write, tree, params)
    assert tool("--update", tree).status == 0
    assert added(WORDS + CLASSES + CALLS)[2:] == [f"new({args}){classes}{REVIEW}"]


def test_guess_of_no_class_that_is_not_declared(tool: Tool, write: Write, tree: str) -> None:
    words = WORDS + 'class file ""\n'
    write("syscalls.def", words + CALLS)
    new_call(write, tree, "int, fd, const char __user *, path")
    assert tool("--update", tree).status == 0
    assert added(words + CALLS)[2:] == [f"new(fd fd, path path) %file{REVIEW}"]


def test_compat_call_has_the_classes_of_the_native_one(
    tool: Tool, write: Write, tree: str
) -> None:
    write("syscalls.def", WORDS + CLASSES + CALLS)
    new_call(write, tree, "int, fd")
    append(f"{tree}/{TBL_32}", "600\ti386\tnew\tsys_new\tcompat_sys_new\n")
    source = Path(tree, "mm/new.c").read_text()
    compat = "COMPAT_SYSCALL_DEFINE2(new, int, fd, int, more)\n{\n}\n"
    write(f"{tree}/mm/new.c", source + compat)
    assert tool("--update", tree).status == 0
    assert added(WORDS + CLASSES + CALLS)[2:] == [
        f"new(fd fd) %desc{REVIEW}",
        f"compat_new(fd fd, more int){REVIEW}",
    ]


def test_guess_declares_the_words_it_needs(tool: Tool, write: Write, tree: str) -> None:
    # A table need not have any of them.
    words = "enum errno int <linux/errno.h> E\n\tEPERM\n"
    write("syscalls.def", words)
    new_call(write, tree, "const char __user *, path, strange_t, s, struct x __user *, x, int, i")
    result = tool("--update", tree)
    assert (result.status, result.err) == (0, [])
    lines = added(words)
    assert sorted(line for line in lines if line.startswith(("kind", "struct"))) == [
        "kind hex ulong @",
        "kind int s32",
        "kind ptr ulong @",
        "struct x",
    ]
    assert f"new(path ptr, s hex, x out x, i int){REVIEW}" in lines
    assert tool("--check", tree).status == 0


def test_result_of_a_call_without_prototype_is_declared(
    tool: Tool, write: Write, tree: str
) -> None:
    write(f"{tree}/{TBL_64}", "600\tcommon\tnew\tsys_new\n")
    write(f"{tree}/{TBL_32}", "")
    write("syscalls.def", "enum errno int <linux/errno.h> E\n\tEPERM\n")
    result = tool("--update", tree)
    assert (result.status, result.err) == (0, [])
    assert "kind int s32" in Path("syscalls.def").read_text().splitlines()


def test_cases_stay_with_their_call(tool: Tool, write: Write, tree: str) -> None:
    cases = "\tcase options O_CREAT ()\n\t\tcase options 2 ()\n# the end\n"
    before = WORDS + CALLS.replace("ia32_wait(options int", "ia32_wait(options open_flags")
    write("syscalls.def", before + cases)
    new_call(write, tree, "int, fd")
    assert tool("--update", tree).status == 0
    lines = added(before)
    assert lines[:2] == cases.splitlines()[:2]
    assert f"new(fd fd){REVIEW}" in lines[2:]
    assert lines[-1] == "# the end"


def test_broken_table_is_left_alone(tool: Tool, write: Write, tree: str) -> None:
    new_call(write, tree, "int, fd")
    append("syscalls.def", "a(b nokind)\n")
    before = Path("syscalls.def").read_text()
    assert tool("--update", tree).status == 1
    assert Path("syscalls.def").read_text() == before


def test_update_keeps_mode_and_link(tool: Tool, write: Write, tree: str) -> None:
    os.rename("syscalls.def", "real.def")
    os.chmod("real.def", 0o640)
    os.symlink("real.def", "syscalls.def")
    new_call(write, tree, "int, fd")
    assert tool("--update", tree).status == 0
    assert os.path.islink("syscalls.def")
    assert os.stat("real.def").st_mode & 0o777 == 0o640
    assert "new(fd fd)" in Path("real.def").read_text()


def test_updated_table_builds(tool: Tool, write: Write, tree: str) -> None:
    """A new call: raw words with a warning before --update, a line of its own after."""
    new_call(write, tree, "const char __user *, path, int, flags")
    args = ["--numbers", "nr.h", "--tbl", f"{tree}/{TBL_64}", "--abis", "common,64"]
    assert len(tool(*args).err) == 1
    assert 'SYSCALL_TRACE_SLOT(600, NULL, "new")' in Path("nr.h").read_text()
    tool("--update", tree)
    assert tool(*args).err == []
    assert "SYSCALL_TRACE_SLOT(600, &syscall_trace_calls[" in Path("nr.h").read_text()
