# SPDX-License-Identifier: GPL-2.0
"""--check finds constants that headers have beside those of a set."""
from __future__ import annotations

import pytest
from conftest import Tool, Write

FLAGS = "flags probe int <uapi/linux/probe.h>\n\tP_A\n\tP_B\n"
ENUM = "enum probe int <uapi/linux/probe.h>\n\tP_A\n\tP_B\n"
TWO = "#define P_A 1\n#define P_B 2\n"
SETS = [
    # (the header, the set, what it lacks)
    ("a flag", TWO + "#define P_C 4\n", FLAGS, ["P_C"]),
    ("a comment between", TWO + "\t/* what\n\n it does */\n#define P_C 0x4UL\n", FLAGS, ["P_C"]),
    ("an empty line", TWO + "\n#define P_C 4\n", FLAGS, ["P_C"]),
    ("each alone", "#define P_A 1\n\n#define P_B 2\n\n/* new */\n#define P_C 4\n", FLAGS, ["P_C"]),
    ("two lines away", TWO + "\n#define Q_C 4\n\n#define P_D 8\n", FLAGS, []),
    ("a family of its own", TWO + "\n#define P_C_X 4\n#define P_C_Y 8\n", FLAGS, []),
    ("code between", TWO + "struct x;\n#define P_C 4\n", FLAGS, []),
    ("another block", TWO + "\n#define P_C 4\n#define P_D 8\n", FLAGS, ["P_C", "P_D"]),
    ("no block of its own", TWO + "\n#define P_C 4\n#define Q_D 8\n", FLAGS, []),
    ("another prefix", TWO + "#define PC 4\n#define Q_D 8\n", FLAGS, []),
    (
        "two families",
        TWO + "#define Q_A 4\n#define P_C 8\n#define Q_B 16\n",
        FLAGS + "\tQ_A\n",
        ["P_C"],
    ),
    ("of the prefix", TWO + "#define P_C 4\n", FLAGS.replace(".h>", ".h> P_X"), ["P_C"]),
    ("only one member", "#define P_A 1\n#define P_C 4\n", FLAGS.replace("\tP_B\n", ""), []),
    ("no bits", TWO + "#define P_C 3\n#define P_D 0\n#define P_E 12\n", FLAGS, []),
    ("no constants", TWO + "#define P_C(x) 4\n#define P_D\n#define P_E sizeof(int)\n", FLAGS, []),
    ("an alias", TWO + "#define P_C P_B\n#define P_D 0x01\n", FLAGS, []),
    ("masks and numbers", TWO + "#define P_MASK 4\n#define P_MAX 8\n#define __P_C 16\n", FLAGS, []),
    ("words that end so", TWO + "#define P_CALL 4\n#define P_ALL 8\n", FLAGS, ["P_CALL"]),
    ("a case", "#if 0\n#define P_C 4\n#endif\n" + TWO, FLAGS, []),
    (
        "expressions",
        "#define P_A (1U << 0)\n#define P_B (1U << 1)\n#define P_C (P_B << 1)\n#define P_D BIT(3)\n"
        "#define P_E ((__force __u32) 020)\n#define P_F _BITUL(5)\n#define P_G ~P_A\n"
        "#define P_H P_H\n#define P_I (1 <<\n",
        FLAGS,
        ["P_C", "P_D", "P_E", "P_F"],
    ),
    ("an enum", "enum p { P_A, P_B = 7, P_C, P_MAX = P_C };\n", ENUM, ["P_C"]),
    ("another enum", "enum p { P_A, P_B };\nenum q { P_C = 7 };\n", ENUM, []),
    (
        "an enum with macros",
        "enum {\n\tP_A,\n#define P_A P_A\n\tP_B,\n#define P_B P_B\n\tP_C,\n#define P_C P_C\n};\n",
        ENUM,
        ["P_C"],
    ),
    ("any number", TWO + "#define P_C 3\n#define P_D 0\n", ENUM, ["P_C", "P_D"]),
    ("a number of the table", TWO + "#define P_C 3\n", ENUM + "\tP_OLD = 3\n", []),
    ("what need not be named", TWO + "#define P_C 3\n", ENUM.replace(".h>", ".h> decimal"), []),
    (
        "a field",
        TWO + "#define P_F 0xf0\n#define P_C 0x30\n#define P_D 0x300\n",
        FLAGS + "\tP_ONE = 16 / P_F\n",
        ["P_C"],
    ),
    ("values of a constant", "#define P_A 1\n# define P_C 4\n" + TWO[14:], FLAGS, []),
    ("left out", TWO + "#define P_C 4\n#define P_D 8\n", FLAGS + "\twithout P_C P_D # why\n", []),
    ("one left out", TWO + "#define P_C 4\n#define P_D 8\n", FLAGS + "\twithout P_D\n", ["P_C"]),
]


def lines(tool: Tool, tree: str) -> list[str]:
    """What is told of the set."""
    return [line.split(": ", 1)[1] for line in tool("--check", tree).out if "set 'probe'" in line]


@pytest.mark.parametrize(
    ("_name", "header", "text", "lacking"), SETS, ids=[each[0] for each in SETS]
)
def test_constants_of_a_block(
    tool: Tool, write: Write, tree: str, _name: str, header: str, text: str, lacking: list[str]
) -> None:
    declare(write, tree, header, text)
    assert lines(tool, tree) == [
        f"set 'probe' lacks '{name}'; add it, or 'without {name}'" for name in lacking
    ]


def declare(write: Write, tree: str, header: str, text: str, kinds: str = "a probe") -> None:
    write(f"{tree}/include/uapi/linux/probe.h", header)
    with open("syscalls.def", "a", encoding="utf-8") as file:
        file.write(text + f"old({kinds}) # differs: of another architecture\n")


def test_header_of_the_kernel(tool: Tool, write: Write, tree: str) -> None:
    write(f"{tree}/include/linux/own.h", TWO + "#define P_C 4\n")
    declare(write, tree, "", FLAGS.replace("uapi/linux/probe", "linux/own"))
    assert lines(tool, tree) == ["set 'probe' lacks 'P_C'; add it, or 'without P_C'"]


def test_constants_of_another_set(tool: Tool, write: Write, tree: str) -> None:
    other = FLAGS.replace("probe int", "other int").replace("P_A", "P_C")
    header = TWO + "#define P_C 4\n#define P_ALIAS P_C\n"
    declare(write, tree, header, FLAGS + other, "a probe, b other")
    assert lines(tool, tree) == []


def test_block_of_another_set(tool: Tool, write: Write, tree: str) -> None:
    other = FLAGS.replace("probe int", "other int").replace("P_A", "P_C").replace("P_B", "P_D")
    header = TWO + "\n#define P_C 4\n#define P_D 8\n#define P_E 16\n"
    declare(write, tree, header, FLAGS + other, "a probe, b other")
    assert lines(tool, tree) == []
    assert any("'other' lacks 'P_E'" in line for line in tool("--check", tree).out)


def test_set_of_a_condition_names_nothing(tool: Tool, write: Write, tree: str) -> None:
    other = "flags has_c int <uapi/linux/probe.h>\n\tP_C\n"
    declare(write, tree, TWO + "#define P_C 4\n", FLAGS + other, "a probe, b int if a & has_c")
    assert lines(tool, tree) == ["set 'probe' lacks 'P_C'; add it, or 'without P_C'"]


def test_nothing_is_left_out(tool: Tool, write: Write, tree: str) -> None:
    declare(write, tree, TWO + "#define P_C 4\n", FLAGS + "\twithout P_A P_C P_D\n")
    assert lines(tool, tree) == [
        f"set 'probe' does not lack '{name}'; remove it" for name in ("P_A", "P_D")
    ]


def test_sets_that_no_header_completes_are_noted(tool: Tool, write: Write, tree: str) -> None:
    declare(write, tree, "#define P_A 1\nstruct x;\n#define P_B 2\n", FLAGS)
    note = "set 'probe' may lack constants: no header tells which"
    assert lines(tool, tree) == []
    assert any(note in line for line in tool("--check", tree, "-v").out)
