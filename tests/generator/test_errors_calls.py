# SPDX-License-Identifier: GPL-2.0
"""Every mistake in a call is reported, where it is and with what to do."""
from __future__ import annotations

from conftest import CTL, DECLARE, FIRST, NOT_POINTER, Mistake, Tool, Write, check_mistake

from syscall_table.definition import call_id

WHERE_CASE = (
    "'case' stands below a call, indented by one tab, or below another 'case', by one more"
)
# A class: 1 line.
ONE_CLASS = 'class one "do one thing"\n'
AFTER_CLASS = "expected the end of the line or another class; classes stand behind everything else"
# Two names whose ids are the same.
TWINS = ("sfjwndp", "kjdgqir")

# name, lines after WORDS, and the message each with its line (from 0) and column
CASES: list[Mistake] = [
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
        [(0, 5, "a call cannot return 'timespec64'; use 'ptr'")],
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
        "call named like a declaration",
        "flags(",
        [(0, 7, "expected the name of an argument, found the end of the line")],
    ),
    ("no name", "(b int)", [(0, 1, "expected a system call or a declaration, found '('")]),
    ("comma missing", "a(b int c int)", [(0, 9, "expected ',' or ')', found 'c'")]),
    ("cut, but not a long", "a(b u32 fd)", [(0, 5, "'u32' is not long or ulong")]),
    ("cut, but as wide", "a(b ulong hex)", [(0, 5, "'hex' is as wide: nothing is cut off")]),
    (
        "cut, but an address",
        "a(b ulong path)",
        [(0, 5, "'path' is an address, of which nothing is cut off")],
    ),
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
                "expected the end of the line, the kind of the result, '@' and a printer or '%' "
                "and a class, found 'fd'",
            )
        ],
    ),
    (
        "words after a class",
        ONE_CLASS + "a() %one fd\nb() fd %one @x\nc(d hex) = a %one as e",
        [
            (1, 10, f"{AFTER_CLASS}, found 'fd'"),
            (2, 13, f"{AFTER_CLASS}, found '@'"),
            (3, 19, f"{AFTER_CLASS}, found 'as'"),
        ],
    ),
    (
        "class missing",
        "a() %\nb() fd @x % @y\nc() fd %1",
        [
            (0, 6, "expected the name of a class after '%', found the end of the line"),
            (1, 13, "expected the name of a class after '%', found '@'"),
            (2, 9, "expected the name of a class after '%', found '1'"),
        ],
    ),
    (
        "unknown class",
        # A kind of that name is none.
        ONE_CLASS + "a() %oen\nb() fd %one %fd",
        [
            (1, 6, "unknown class 'oen' (did you mean 'one'?); declare it with 'class'"),
            (2, 14, "unknown class 'fd'; declare it with 'class'"),
        ],
    ),
    (
        "classes twice, and in another order",
        ONE_CLASS + 'class two ""\na() %one %one\nb() %two %one\nc() %one %two %one',
        [
            (2, 11, "class 'one' is given twice"),
            (3, 11, "class 'one' stands before 'two', by the alphabet"),
            (4, 16, "class 'one' is given twice"),
        ],
    ),
    (
        "class of a case",
        f"{ONE_CLASS}a()\n{CTL}\tcase cmd X_A () %one %two\n\tcase cmd X_B = a %two\n"
        "\tcase cmd 7 () %",
        [
            (6, 19, "classes belong to the line of the call"),
            (7, 20, "classes belong to the line of the call"),
            (8, 17, "expected the name of a class after '%', found the end of the line"),
        ],
    ),
    ("result after the printer", "a() @b fd", [(0, 8, "the result 'fd' stands before the '@'")]),
    (
        "printer missing",
        "a() fd @",
        [(0, 9, "expected the printer's name after '@', found the end of the line")],
    ),
    (
        "constant below a call",
        "a()\n\tO_RDWR",
        [(1, 2, "expected 'case' below a system call, found 'O_RDWR'")],
    ),
    ("indented call", "\ta(b int)", [(0, 2, "a system call starts in the first column")]),
    (
        "indented call after a call",
        "a()\n  b()",
        [(1, 3, "a system call starts in the first column")],
    ),
    ("direction on a number", "a(b in int)", [(0, 5, f"'in' on 'int', {NOT_POINTER}")]),
    (
        "direction on a set",
        "a(b out open_flags)",
        [(0, 5, f"'out' on 'open_flags', {NOT_POINTER}")],
    ),
    (
        "storage type as kind",
        "a(b s32)",
        [(0, 5, f"unknown kind 's32', only a storage type; {DECLARE}")],
    ),
    (
        "structs in each other",
        # `outer` contains both, but not itself.
        "struct outer\n\ta x\nstruct x\n\tb y\nstruct y\n\tc x\n\td u32",
        [(5, 4, "struct 'x' contains itself")],
    ),
    (
        "address after if",
        "a(b ptr, c iovec, d int if c & open_flags, e int if b & open_flags)",
        [(0, 28, "'c' is an address, not a number")],
    ),
    (
        "case indented by blanks",
        CTL + "  case cmd X_A ()\n\t\tcase cmd X_A ()",
        [(4, 3, WHERE_CASE), (5, 3, WHERE_CASE)],
    ),
    (
        "case without argument",
        CTL + "\tcase (arg int)",
        [(4, 7, "expected the argument that decides, found '('")],
    ),
    (
        "case without mask",
        CTL + "\tcase cmd/ (arg int)",
        [(4, 12, "expected a mask after '/', found '('")],
    ),
    (
        "case without values",
        CTL + "\tcase cmd (arg int)",
        [(4, 11, "expected the values of 'cmd', found '('")],
    ),
    (
        "cases in sets",
        CTL + "\tcase cmd in (arg int)\n\tcase cmd in cmdz (arg int)\n\tcase cmd in open_flags ()"
        "\n\tcase cmd in cmds X_A ()\n\tcase cmd in cmds ()\n\tcase cmd X_B ()",
        [
            (4, 14, "expected a set after 'in', found '('"),
            (5, 14, "unknown set 'cmdz' (did you mean 'cmds'?)"),
            (6, 14, "set 'cmds' has no member 'O_CREAT'"),
            (6, 14, "set 'cmds' has no member 'O_WRONLY'"),
            (7, 19, "expected '(', 'as' or '=' after the set 'cmds', found 'X_A'"),
            (9, 11, f"'X_B' is already a case, at line {FIRST + 8}"),
        ],
    ),
    (
        "values of a case with commas",
        CTL + "\tcase cmd X_A, X_B (arg int)",
        [(4, 14, "expected a constant, 'as', '=' and a call, or '(' and the arguments that follow, found ','")],
    ),
    (
        "a call in memory that is not there",
        "mem(args ptr) = bind\nbnd(fd int)",
        [(0, 17, "unknown call 'bind' (did you mean 'bnd'?)")],
    ),
    (
        "a call in memory without a name",
        "mem(args ptr) =",
        [(0, 16, "expected the call that it is after '=', found the end of the line")],
    ),
    (
        "a call in memory that leads to another",
        "mem(args ptr) = more\nmore(args ptr) = one\none(fd int)",
        [(0, 17, "'more' has its own arguments in memory")],
    ),
    (
        "a call in memory that leads to itself",
        "mem(args ptr) = mem",
        [(0, 17, "'mem' has its own arguments in memory")],
    ),
    (
        "a call in memory that nothing leads to",
        "mem() = one\none(fd int)",
        [(0, 9, "'mem' has no argument that leads to them")],
    ),
    (
        "a case with a call in memory and arguments",
        CTL + "\tcase cmd X_A = ctl (arg int)",
        [
            (4, 21, "expected the end of the line, found '('"),
        ],
    ),
    (
        "case without arguments",
        CTL + "\tcase cmd X_A",
        [
            (
                4,
                14,
                "expected a constant, 'as', '=' and a call, or '(' and the arguments that follow, "
                "found the end of the line",
            )
        ],
    ),
    (
        "wrong arguments of a case",
        CTL + "\tcase cmd X_A (arg)\n\tcase cmd X_B (arg ptr",
        [
            (4, 19, "argument 'arg' has no kind: expected a word, found ')'"),
            (5, 23, "missing ')' after the arguments, found the end of the line"),
        ],
    ),
    (
        "words after a case",
        CTL + "\tcase cmd X_A () fd fd",
        [
            (
                4,
                21,
                "expected the end of the line, the kind of the result or '@' and a printer, "
                "found 'fd'",
            )
        ],
    ),
    (
        "unknown words in a case",
        CTL + "\tcase cdm X_A ()\n\tcase cmd X_B (ar fd, more ftp) sise",
        [
            (4, 7, "unknown argument 'cdm' (did you mean 'cmd'?)"),
            (5, 16, "unknown argument 'ar' (did you mean 'arg'?)"),
            (5, 28, f"unknown kind 'ftp'; {DECLARE}"),
            (5, 33, f"unknown kind 'sise' (did you mean 'size'?); {DECLARE}"),
        ],
    ),
    (
        "struct as result of a case",
        CTL + "\tcase cmd X_A () strv",
        [(4, 18, "a call cannot return 'strv'; use 'ptr'")],
    ),
    (
        "unknown member in a case",
        CTL + "\tcase cmd X_C Z ()",
        [
            (4, 11, "set 'cmds' has no member 'X_C' (did you mean 'X_B'?)"),
            (4, 15, "set 'cmds' has no member 'Z'"),
        ],
    ),
    (
        "case of what has no set",
        CTL + "\tcase fd X_A 1 ()",
        [(4, 10, "'fd' has no set that 'X_A' is a member of")],
    ),
    (
        "numbers in a case",
        CTL + "\tcase cmd 010 4294967296 0xffffffff ()",
        [
            (4, 11, "'010' is neither a decimal nor a 0x... number"),
            (4, 15, "4294967296 does not fit into 32 bits"),
        ],
    ),
    (
        "number as mask of a case",
        CTL + "\tcase cmd/0x1ffffffff X_A ()",
        [(4, 11, "0x1ffffffff does not fit into 32 bits")],
    ),
    (
        "value outside of the mask",
        CTL + "\tcase cmd/0xf0 0x10 17 X_A ()",
        [(4, 21, "'17' has bits outside of the mask 0xf0")],
    ),
    (
        "two masks",
        CTL + "\tcase cmd/0xf0 X_A ()\n\tcase cmd/15 X_B ()\n\tcase cmd 32 ()",
        [
            (5, 11, "all cases of a call have the same mask"),
            (6, 7, "all cases of a call have the same mask"),
        ],
    ),
    (
        "two deciding arguments",
        CTL + "\tcase cmd X_A ()\n\tcase fd 1 ()",
        [(5, 7, "all cases of a call are decided by the same argument")],
    ),
    (
        "case given twice",
        CTL + "\tcase cmd X_A 16 X_A ()\n\tcase cmd X_B 0x10 ()",
        [
            (4, 18, f"'X_A' is already a case, at line {FIRST + 4}"),
            (5, 15, f"'0x10' is already a case, at line {FIRST + 4}"),
        ],
    ),
    (
        "arguments of a case in another order",
        CTL + "\tcase cmd X_A (more fd, arg fd)\n\tcase cmd X_B (fd fd, cmd int, arg int, arg int)",
        [
            (4, 25, "'arg' is not behind 'more' in the call"),
            (5, 16, "'fd' is not behind 'cmd' in the call"),
            (5, 23, "'cmd' is not behind 'cmd' in the call"),
            (5, 41, "'arg' is not behind 'arg' in the call"),
        ],
    ),
    (
        "case by an address",
        "a(b strv, c ptr)\n\tcase b 1 ()",
        [(1, 7, "'b' is an address, not a number")],
    ),
    (
        "case by what does not count",
        CTL + "\tcase cmd X_A (more fd)\n\t\tcase arg 1 (more fd)",
        [(5, 8, "'arg' is not an argument in this case")],
    ),
    (
        "length by what does not count",
        CTL + "\tcase cmd X_A (more out bytes[arg])",
        [(4, 31, "'arg' is not an argument in this case")],
    ),
    (
        "own argument of a case as length",
        CTL + "\tcase cmd X_A (more out bytes[more])",
        [(4, 31, "argument 'more' refers to itself")],
    ),
    (
        "direction in a case",
        CTL + "\tcase cmd X_A (arg out fd)",
        [(4, 20, f"'out' on 'fd', {NOT_POINTER}")],
    ),
    (
        "difference of a case",
        CTL + "\tcase cmd X_A () # differs: so",
        [(4, 2, "'# differs:' belongs to the line of the call")],
    ),
    (
        "case within a broken case",
        # Only the first one is wrong, and those below it are not looked at.
        CTL + "\tcase cmd (arg int)\n\t\tcase arg 1 ()\n\t\t\tcase more 1 (x y)\n"
        "\tcase cmd X_A (arg cmds)\n\t\tcase $ arg\n\t\t\tcase more 1 ()\n\t\tcase arg X_C ()",
        [
            (4, 11, "expected the values of 'cmd', found '('"),
            (8, 8, "unexpected character '$'"),
            (10, 12, "set 'cmds' has no member 'X_C' (did you mean 'X_B'?)"),
        ],
    ),
    (
        "case below a broken call",
        "a(b $)\n\tcase b 1 ()\nc(\n\tcase b 1 ()",
        [
            (0, 5, "unexpected character '$'"),
            (2, 3, "expected the name of an argument, found the end of the line"),
        ],
    ),
    (
        "call with cases twice",
        CTL + "ctl()\n\tcase x 1 ()",
        [(4, 1, f"call 'ctl' is already at line {FIRST + 3}")],
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


def test_message(mistake: Mistake, tool: Tool, write: Write) -> None:
    check_mistake(mistake, tool, write)
