# SPDX-License-Identifier: GPL-2.0
"""--check finds each way in which the table and a kernel tree can differ."""
from __future__ import annotations

from pathlib import Path

import pytest
from conftest import CALLS, FIRST, WORDS, Tool, Write

# 5 lines; sys_read, _openat, _wait, _exit and compat_sys_wait, _ia32_wait; 2 sets
SUMMARY = "{} calls, {} entry points, {} sets: {}"
TBL_64 = "arch/x86/entry/syscalls/syscall_64.tbl"
READ = FIRST
OPENAT, EXIT, WAIT, IA32_WAIT, NEXT = range(FIRST + 1, FIRST + 6)


def append(path: str, text: str) -> None:
    with open(path, "a", encoding="utf-8") as file:
        file.write(text)


def replace(path: str, old: str, new: str) -> None:
    text = Path(path).read_text()
    assert old in text
    Path(path).write_text(text.replace(old, new))


def test_tree_that_agrees(tool: Tool, tree: str) -> None:
    result = tool("--check", tree)
    assert (result.status, result.err) == (0, [])
    assert result.out == [SUMMARY.format(5, 6, 2, "0 problems")]


def test_names_alone_differ_in_an_inherited_line(tool: Tool, tree: str) -> None:
    # wait(upid, ...) against compat_sys_wait(pid, ...): the same in all that counts.
    result = tool("--check", tree, "--verbose")
    assert result.status == 0
    assert [line for line in result.out if "names the arguments" in line] == [
        f"syscalls.def:{WAIT}:1: 'wait' names the arguments (upid, options), "
        "compat_sys_wait (pid, options)"
    ]


def test_call_without_line(tool: Tool, tree: str) -> None:
    append(f"{tree}/{TBL_64}", "600\tcommon\tnew\tsys_new\n")
    append(f"{tree}/{TBL_64.replace('64', '32')}", "600\ti386\tnew\tsys_new\tcompat_sys_new\n")
    result = tool("--check", tree)
    assert result.status == 1
    assert result.out == [
        f"linux/{TBL_64.replace('64', '32')}:6: system call 'new' (compat_sys_new) "
        "has no line in syscalls.def; --update adds one",
        f"linux/{TBL_64}:9: system call 'new' (sys_new) "
        "has no line in syscalls.def; --update adds one",
        SUMMARY.format(5, 8, 2, "2 problems"),
    ]


def test_line_without_call(tool: Tool, tree: str) -> None:
    append("syscalls.def", "old(a int)\ncompat_read()\n")
    result = tool("--check", tree)
    assert result.status == 1
    assert result.out == [
        f"syscalls.def:{NEXT}:1: 'old' is the entry point of no system call",
        f"syscalls.def:{NEXT + 1}:1: 'compat_read' is the entry point of no system call",
        SUMMARY.format(7, 6, 2, "2 problems"),
    ]


@pytest.mark.parametrize(
    ("line", "ours"),
    [
        ("read(fd fd, buf out bytes)", "2 arguments (fd, buf)"),
        ("read(fd fd, buffer out bytes, count size)", "3 arguments (fd, buffer, count)"),
        ("read(buf out bytes, fd fd, count size)", "3 arguments (buf, fd, count)"),
        ("read(fd fd)", "1 argument (fd)"),
        ("read()", "no arguments"),
    ],
)
def test_arguments_differ(tool: Tool, write: Write, tree: str, line: str, ours: str) -> None:
    write("syscalls.def", WORDS + line + "\n" + "".join(CALLS.splitlines(keepends=True)[1:]))
    result = tool("--check", tree)
    assert result.status == 1
    assert result.out == [
        f"syscalls.def:{READ}:1: 'read' has {ours}, sys_read has 3 arguments (fd, buf, count) "
        "at linux/fs/open.c:2",
        SUMMARY.format(5, 6, 2, "1 problem"),
    ]


@pytest.mark.parametrize("params", ["int, options, compat_pid_t, upid", "int, a, int, b, int, c"])
def test_compat_call_needs_a_line_of_its_own(tool: Tool, tree: str, params: str) -> None:
    count = params.count(",") // 2 + 1
    replace(
        f"{tree}/kernel/exit.c",
        "COMPAT_SYSCALL_DEFINE2(wait, compat_pid_t, pid, int, options)",
        f"COMPAT_SYSCALL_DEFINE{count}(wait, {params})",
    )
    names = ", ".join(params.split(", ")[1::2])
    result = tool("--check", tree)
    assert result.out[0] == (
        f"syscalls.def:{WAIT}:1: 'wait' has 2 arguments (upid, options), compat_sys_wait has "
        f"{count} arguments ({names}) at linux/kernel/exit.c:7; give it a line 'compat_wait'"
    )
    # With one, both are compared with their own prototype.
    kinds = ", ".join(f"{name} int" for name in names.split(", "))
    append("syscalls.def", f"compat_wait({kinds})\n")
    assert tool("--check", tree).out == [SUMMARY.format(6, 6, 2, "0 problems")]


def test_name_counts_where_compat_is_all_there_is(tool: Tool, tree: str) -> None:
    replace("syscalls.def", "ia32_wait(options int, upid int)", "ia32_wait(options int, pid int)")
    assert tool("--check", tree).out[0] == (
        f"syscalls.def:{IA32_WAIT}:1: 'ia32_wait' has 2 arguments (options, pid), "
        "compat_sys_ia32_wait has 2 arguments (options, upid) "
        "at linux/arch/x86/kernel/sys_ia32.c:1"
    )


def test_no_prototype(tool: Tool, tree: str) -> None:
    Path(tree, "kernel/exit.c").write_text("")
    result = tool("--check", tree)
    assert result.out == [
        f"syscalls.def:{line}:1: '{key}' cannot be checked: no prototype of {entry} in linux"
        for line, key, entry in (
            (EXIT, "exit", "sys_exit"),
            (WAIT, "wait", "compat_sys_wait"),
            (WAIT, "wait", "sys_wait"),
        )
    ] + [SUMMARY.format(5, 6, 2, "3 problems")]


def test_constant_gone(tool: Tool, tree: str) -> None:
    # Mentioned in a comment only, which does not help the compiler.
    replace(
        f"{tree}/include/uapi/asm-generic/fcntl.h", "#define O_CREAT", "/* O_CREAT */ #define X"
    )
    replace(f"{tree}/include/uapi/asm-generic/fcntl.h", "O_ACCMODE", "O_MASK")
    result = tool("--check", tree)
    more = "is not in linux: neither in <linux/fcntl.h> nor elsewhere in the headers for user space"
    assert result.out == [
        f"syscalls.def:17:2: constant 'O_ACCMODE' of set 'open_flags' {more}",
        f"syscalls.def:18:2: constant 'O_CREAT' of set 'open_flags' {more}",
        SUMMARY.format(5, 6, 2, "2 problems"),
    ]


def test_constant_moved(tool: Tool, write: Write, tree: str) -> None:
    replace(f"{tree}/include/uapi/linux/errno.h", "EPERM", "EOTHER")
    write(f"{tree}/include/uapi/linux/new.h", "#define EPERM 1\n")
    assert tool("--check", tree).status == 0


def test_values_given_in_the_table_need_no_header(tool: Tool, tree: str) -> None:
    replace("syscalls.def", "\tO_CREAT\n", "\tO_CREAT\n\tO_MINE = 0x10 / 0xf0\n\tO_ALSO = 1 / 3\n")
    assert tool("--check", tree).out == [SUMMARY.format(5, 6, 2, "0 problems")]


def test_header_gone(tool: Tool, tree: str) -> None:
    Path(tree, "include/linux/errno.h").unlink()
    # The kernel looks for <linux/errno.h> in include/uapi as well.
    assert tool("--check", tree).status == 0
    Path(tree, "include/uapi/linux/errno.h").rename(f"{tree}/include/uapi/linux/moved.h")
    assert tool("--check", tree).out == [
        "syscalls.def:19:6: header <linux/errno.h> of set 'errno' is not in linux",
        SUMMARY.format(5, 6, 2, "1 problem"),
    ]


def test_set_without_use_is_a_note(tool: Tool, tree: str) -> None:
    append("syscalls.def", "enum more int <linux/errno.h>\n\tEPERM\n")
    assert tool("--check", tree).out == [SUMMARY.format(5, 6, 3, "0 problems")]
    noted = tool("--check", tree, "-v").out
    assert f"syscalls.def:{NEXT}:6: set 'more' is not used" in noted
    assert not [line for line in noted if "set 'errno'" in line]


def test_class_without_calls_is_a_note(tool: Tool, tree: str) -> None:
    replace("syscalls.def", "size) size", "size) size %used")
    append("syscalls.def", 'class used "a"\nclass more "b"\n')
    assert tool("--check", tree).out == [SUMMARY.format(5, 6, 2, "0 problems")]
    noted = tool("--check", tree, "-v").out
    assert [line for line in noted if "class" in line] == [
        f"syscalls.def:{NEXT + 1}:7: class 'more' has no call"
    ]


def test_words_without_use_are_notes(tool: Tool, tree: str) -> None:
    append(
        "syscalls.def",
        "kind one u32\nstruct two\n\ta three\n\tb four\nkind three u32\nenum four int"
        " <linux/errno.h>\n\tEPERM\narray five six\nkind six u8\nkind seven u8\n"
        "array eight seven\nkind nine u8\nenum ten int <linux/errno.h>\n\tEPERM\n"
        "kind eleven u8\n"
        "old(a int) # differs: of another architecture\n"
        "\tcase a 1 () nine\nolder(a int, b int) # differs: of another architecture\n"
        "\tcase a 1 (b ten)\n\t\tcase b 1 () ten\n",
    )
    result = tool("--check", tree, "-v")
    assert result.status == 0
    assert [line for line in result.out if "is not used" in line and unused_here(line)] == [
        f"syscalls.def:{NEXT}:6: kind 'one' is not used",
        f"syscalls.def:{NEXT + 1}:8: struct 'two' is not used",
        f"syscalls.def:{NEXT + 7}:7: array 'five' is not used",
        f"syscalls.def:{NEXT + 10}:7: array 'eight' is not used",
        f"syscalls.def:{NEXT + 14}:6: kind 'eleven' is not used",
    ]


def unused_here(line: str) -> bool:
    """It is about a word that the test declares."""
    return int(line.split(":")[1]) >= NEXT


@pytest.mark.parametrize("name", ["asm/fcntl.h", "uapi/asm/fcntl.h"])
def test_header_that_the_build_makes(tool: Tool, tree: str, name: str) -> None:
    replace("syscalls.def", "<linux/fcntl.h>", f"<{name}>")
    assert tool("--check", tree).out == [SUMMARY.format(5, 6, 2, "0 problems")]


def test_header_of_a_struct_gone(tool: Tool, tree: str) -> None:
    append("syscalls.def", "struct x <linux/gone.h>\n\ta int\nstruct y <linux/errno.h>\n\ta int\n")
    assert tool("--check", tree).out[0] == (
        f"syscalls.def:{NEXT}:8: header <linux/gone.h> of struct 'x' is not in linux"
    )
    assert tool("--check", tree).out[1] == SUMMARY.format(5, 6, 2, "1 problem")


def test_mask_of_a_case_gone(tool: Tool, tree: str) -> None:
    append(
        "syscalls.def",
        "old(a open_flags, b int) # differs: of another architecture\n"
        "\tcase a/O_ACCMODE O_WRONLY ()\n"
        "new(a open_flags, b int) # differs: of another architecture\n"
        "\tcase a/O_GONE O_WRONLY ()\n"
        "newer(a open_flags, b int) # differs: of another architecture\n"
        "\tcase a/3 O_WRONLY ()\n",
    )
    assert tool("--check", tree).out == [
        f"syscalls.def:{NEXT + 3}:7: mask 'O_GONE' of a case of 'new' is not in linux",
        SUMMARY.format(8, 6, 2, "1 problem"),
    ]


def test_accepted_difference(tool: Tool, tree: str) -> None:
    replace("syscalls.def", "exit(error_code int)", "exit(code int) # differs: shorter")
    append("syscalls.def", "old(a int) # differs: of another architecture\n")
    assert tool("--check", tree).out == [SUMMARY.format(6, 6, 2, "0 problems")]
    noted = tool("--check", tree, "--verbose")
    assert noted.status == 0
    assert [line for line in noted.out if "; accepted: " in line] == [
        f"syscalls.def:{EXIT}:1: 'exit' has 1 argument (code), sys_exit has "
        "1 argument (error_code) at linux/kernel/exit.c:1; accepted: shorter",
        f"syscalls.def:{NEXT}:1: 'old' is the entry point of no system call; "
        "accepted: of another architecture",
    ]


def test_accepted_difference_that_is_none(tool: Tool, tree: str) -> None:
    replace("syscalls.def", "exit(error_code int)", "exit(error_code int)\t# differs: once it did")
    assert tool("--check", tree).out[0] == (
        f"syscalls.def:{EXIT}:1: 'exit' agrees with the kernel; remove '# differs: once it did'"
    )


def test_not_a_kernel_tree(tool: Tool, write: Write) -> None:
    write("syscalls.def", WORDS + CALLS)
    for mode in ("--check", "--update", "--dump"):
        result = tool(mode, ".")
        assert result.status == 1
        assert result.err == [f".: not a kernel tree for x86: there is no {TBL_64}"]


# ---- how prototypes are found ----


PROTOTYPES = [
    # (source file, its text, the arguments that --check must find)
    ("mm/a.c", "SYSCALL_DEFINE2(probe,\n\t\tint __user *, __a,\n\t\tint, b)\n{\n}\n", "a, b"),
    ("mm/a.c", "SYSCALL_DEFINE0(probe)\n{\n}\n", ""),
    (
        "mm/a.c",
        "SYSCALL_DEFINE3(probe, int, a, compat_arg_u64_dual(pos))\n{\n}\n",
        "a, pos_lo, pos_hi",
    ),
    ("mm/a.c", "SYSCALL_DEFINE3(probe, SC_ARG64(mask), int, c)\n{\n}\n", "mask_lo, mask_hi, c"),
    ("mm/a.c", "SYSCALL32_DEFINE1(probe, int, only)\n{\n}\n", "only"),
    (
        "mm/a.c",
        "SYSCALL32_DEFINE1(probe, int, narrow)\n{\n}\nSYSCALL_DEFINE1(probe, int, wide)\n{\n}\n",
        "wide",
    ),
    ("mm/a.c", "asmlinkage long sys_probe(const char __user *a, int b)\n{\n}\n", "a, b"),
    ("mm/a.c", "asmlinkage\nlong sys_probe(void)\n{\n}\n", ""),
    ("arch/x86/kernel/a.c", "SYSCALL_DEFINE1(probe, int, x86)\n{\n}\n", "x86"),
    ("drivers/char/a.c", "SYSCALL_DEFINE1(probe, int, near)\n{\n}\n", "near"),
    ("drivers/gpu/drm/a.c", "SYSCALL_DEFINE1(probe, int, far)\n{\n}\n", "far"),
    (
        "mm/a.c",
        "// SYSCALL_DEFINE1(probe, int, x)\n/*\nSYSCALL_DEFINE1(probe, int, y)\n*/\n"
        'char *s = "/*";\nSYSCALL_DEFINE1(probe, int, z)\n{\n}\n/* */\n',
        "z",
    ),
]
BRANCHES = [
    # (condition, whether x86-64 takes it)
    ("#ifdef CONFIG_CLONE_BACKWARDS", False),
    ("#ifndef CONFIG_CLONE_BACKWARDS", True),
    ("#ifdef CONFIG_X86_64", True),
    ("#if 0", False),
    ("#if defined(CONFIG_X86_32) || defined(CONFIG_UML)", False),
    ("#if defined CONFIG_X86_64 && !IS_ENABLED(CONFIG_X86_32)", True),
    ("#if !(defined(CONFIG_X86_64) && \\\n\tCONFIG_X86)", False),
    ("#if defined(CONFIG_SOMETHING) && defined(CONFIG_OLD_SIGSUSPEND)", False),
    ("#if defined(CONFIG_SOMETHING) || defined(CONFIG_MMU)", True),
]


def found_arguments(tool: Tool, tree: str) -> str:
    """What the tree has for sys_probe, seen through the message of a wrong line."""
    append(f"{tree}/{TBL_64}", "600\tcommon\tprobe\tsys_probe\n")
    append("syscalls.def", "probe(wrong_ int)\n")
    out = tool("--check", tree).out[0]
    assert f"syscalls.def:{NEXT}:1: 'probe' has 1 argument (wrong_), sys_probe has" in out
    return out.split("sys_probe has ")[1].split(" at ")[0].partition("(")[2].rstrip(")")


@pytest.mark.parametrize(("path", "text", "names"), PROTOTYPES)
def test_prototype(tool: Tool, write: Write, tree: str, path: str, text: str, names: str) -> None:
    write(f"{tree}/{path}", text)
    assert found_arguments(tool, tree) == names


@pytest.mark.parametrize(("condition", "taken"), BRANCHES)
def test_branch_of_the_preprocessor(
    tool: Tool, write: Write, tree: str, condition: str, taken: bool
) -> None:
    write(
        f"{tree}/mm/a.c",
        f"{condition}\nSYSCALL_DEFINE1(probe, int, first)\n#else\n"
        "SYSCALL_DEFINE1(probe, int, second)\n#endif\n{\n}\n",
    )
    assert found_arguments(tool, tree) == ("first" if taken else "second")


def test_chain_of_branches(tool: Tool, write: Write, tree: str) -> None:
    write(
        f"{tree}/mm/a.c",
        "#ifdef CONFIG_ANY\n#if defined(CONFIG_CLONE_BACKWARDS)\n"
        "SYSCALL_DEFINE1(probe, int, a)\n#elif defined(CONFIG_CLONE_BACKWARDS2)\n"
        "SYSCALL_DEFINE1(probe, int, b)\n#elif defined(CONFIG_64BIT)\n"
        "SYSCALL_DEFINE1(probe, int, c)\n#else\n"
        "SYSCALL_DEFINE1(probe, int, d)\n#endif\n#endif\n{\n}\n",
    )
    assert found_arguments(tool, tree) == "c"


def test_any_of_several_prototypes_will_do(tool: Tool, write: Write, tree: str) -> None:
    # Nothing tells which one is compiled.
    write(
        f"{tree}/mm/a.c",
        "#ifdef CONFIG_ANY\nSYSCALL_DEFINE1(probe, int, a)\n#else\n"
        "SYSCALL_DEFINE1(probe, int, b)\n#endif\n{\n}\n",
    )
    append(f"{tree}/{TBL_64}", "600\tcommon\tprobe\tsys_probe\n")
    text = Path("syscalls.def").read_text()
    for name, status in (("a", 0), ("b", 0), ("c", 1)):
        write("syscalls.def", f"{text}probe({name} int)\n")
        assert tool("--check", tree).status == status


@pytest.mark.parametrize("name", ["nommu.c", "time-stubs.c", "process_32.c"])
def test_files_of_other_configurations(tool: Tool, write: Write, tree: str, name: str) -> None:
    write(f"{tree}/block/{name}", "SYSCALL_DEFINE1(probe, int, second_choice)\n{\n}\n")
    write(f"{tree}/mm/z.c", "SYSCALL_DEFINE1(probe, int, first_choice)\n{\n}\n")
    assert found_arguments(tool, tree) == "first_choice"


def test_drivers_are_not_read_without_need(tool: Tool, tree: str) -> None:
    # Reading this one is an error.
    unreadable = Path(tree, "drivers/gpu/a.c")
    unreadable.parent.mkdir(parents=True)
    unreadable.symlink_to("nowhere")
    assert tool("--check", tree).status == 0
    append(f"{tree}/{TBL_64}", "600\tcommon\tprobe\tsys_probe\n")
    result = tool("--check", tree)
    assert (result.status, result.out) == (1, [])
    assert result.err == ["linux/drivers/gpu/a.c: cannot read: No such file or directory"]


# ---- --dump ----


def test_dump(tool: Tool, tree: str) -> None:
    wait = "2 upid:int options:open_flags"
    exit_ = "exit exit 1 error_code:int"
    read = "read read 3 fd:fd buf:bytes count:size"
    openat = "openat 4 dfd:dirfd filename:path flags:open_flags mode:umode"
    assert tool("--dump", tree).out == [
        f"x86_64 0 {read}",
        f"x86_64 3 openat {openat}",
        f"x86_64 5 wait wait {wait}",
        f"x86_64 7 {exit_}",
        "x86_64 8 old - -",
        "x86_64 9 gone - -",
        f"x32 0 {read}",
        f"x32 3 openat {openat}",
        f"x32 7 {exit_}",
        f"x32 512 wait wait {wait}",
        f"i386 1 {exit_}",
        f"i386 3 {read}",
        "i386 7 wait ia32_wait 2 options:int upid:int",
        "i386 8 break - -",
        "i386 9 vm - -",
    ]


def test_dump_calls(tool: Tool, tree: str) -> None:
    assert tool("--dump-calls").out == [
        "read 3 fd buf count",
        "openat 4 dfd filename flags mode",
        "exit 1 error_code",
        "wait 2 upid options",
        "ia32_wait 2 options upid",
    ]
