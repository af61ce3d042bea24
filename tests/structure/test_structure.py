# SPDX-License-Identifier: GPL-2.0
"""The house: who may know whom, and what may be where."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import graph
import pytest

TOP = Path(__file__).resolve().parent.parent.parent
TRACER = TOP / "kernel/trace/syscall"
MODULE = TOP / "module"
INCLUDE = re.compile(r'^#include ["<](.*)[">]', re.MULTILINE)
# Of the kernel, what programs have by the same name, or tools/tracing/syscall has for them.
TOOLS = TOP / "tools/tracing/syscall"
# What only this architecture has to print.
PRINTERS = [TOP / "arch/x86/kernel/syscall_trace_printers.c"]


def test_no_circle_is_found_where_there_is_none() -> None:
    assert not graph.circle({"a": {"b": ["x"], "c": ["y"]}, "b": {"c": ["z"]}, "c": {}})


def test_a_circle_is_found() -> None:
    assert graph.circle({"a": {"b": ["x"]}, "b": {"c": ["y"]}, "c": {"b": ["z"]}}) == (
        "b needs c: y\nc needs b: z\n"
    )


def kernel_objects() -> list[Path]:
    """Of the tracer, without what is generated: the table refers to all printers."""
    objects = Path(os.environ["KERNEL_OBJECTS"]) / "kernel/trace"
    sources = [*TRACER.rglob("*.c"), TRACER.parent / "trace_syscalls.c"]
    return [objects / path.relative_to(TRACER.parent).with_suffix(".o") for path in sources]


@pytest.mark.parametrize("part", ["", "capture", "format"])
def test_no_circles_in_the_kernel(part: str) -> None:
    objects = [path for path in kernel_objects() if not part or path.parent.name == part]
    assert len(objects) > 5
    # Files of one family have one name in both folders.
    names = [path.stem for path in objects]
    assert part == "" or len(names) == len(set(names))
    assert graph.circle(graph.of_objects(objects)) == ""


# What a home has, belongs to the header that asks for it.
BUILTIN = TRACER / "builtin"


def as_readers_see_it() -> graph.Graph:
    """All that leads from one file to another: includes, names, calls and variables."""
    asked = graph.declared_outside(TRACER, BUILTIN)
    return graph.merged(
        [
            graph.of_includes(TRACER, BUILTIN),
            graph.of_names(sorted(TRACER.rglob("*.[ch]")), asked),
            graph.of_objects(kernel_objects(), asked),
        ]
    )


def test_no_circles_for_readers() -> None:
    found = as_readers_see_it()
    assert sum(map(len, found.values())) > 700
    assert graph.circle(found) == ""


def of_programs(pattern: str) -> list[Path]:
    """The files of all programs; those in include/ and libc/ are there for the formatter."""
    return sorted(
        path
        for path in TOOLS.glob(f"*/{pattern}")
        if path.relative_to(TOOLS).parts[0] not in ("include", "libc")
    )


@pytest.mark.parametrize("folder", ["kernel/trace/ktrace", "tools/tracing/ktrace", ""])
def test_no_circles_of_names(folder: str) -> None:
    paths = sorted((TOP / folder).glob("*.[ch]")) if folder else of_programs("*.[ch]")
    found = graph.of_names(paths)
    assert sum(map(len, found.values())) > 5
    assert graph.circle(found) == ""


def test_no_circles_in_the_module() -> None:
    files = sorted(MODULE.glob("*.[ch]"))
    # What its home has, belongs to the headers of the tracer that ask for it.
    includes = {
        room: {other: names for other, names in needs.items() if not other.startswith("home/")}
        for room, needs in graph.of_includes(MODULE, MODULE).items()
        if not room.startswith("home/")
    }
    found = graph.merged([includes, graph.of_names(files)])
    assert sum(map(len, found.values())) > 60
    assert graph.circle(found) == ""


def test_circles_of_includes_are_found(tmp_path: Path) -> None:
    files = {"a/one.c": "a.h", "a/a.h": "../b/b.h", "b/b.c": "b.h", "b/b.h": "../a/one.h"}
    files["a/one.h"] = ""
    for name, target in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f'#include "{target}"\n', encoding="utf-8")
    found = graph.of_includes(tmp_path, tmp_path)
    assert found["a/one"] == {"a/a": ["#include"]}
    assert graph.circle(found).count("#include") == 3


# Two files of C, and what is to be found of the first one in the second.
NAMES = [
    ("#define LIMIT 3\n", "int most = LIMIT;\n", "LIMIT"),
    ("struct thing {\n\tint nr;\n};\n", "struct thing thing;\n", "thing"),
    ("enum { ONE, TWO = 2 };\n", "int two = TWO;\n", "TWO"),
    ("typedef void act(int);\n", "act done;\n", "act"),
    ("static int twice(int nr)\n{\n\treturn 2 * nr;\n}\n", "int four = twice(2);\n", "twice"),
    ("#define LIMIT 3\n", "int most; /* LIMIT */\nconst char *text = \"LIMIT\";\n", ""),
    ("struct thing {\n\tint nr;\n};\n", "struct thing;\nvoid pass(struct thing *thing);\n", ""),
    ("enum { ONE };\n", "int one = thing->ONE;\n", ""),
    ("int count(void);\n", "int all = count();\n", ""),
    ("#define LIMIT 3\n", "#define LIMIT 4\nint most = LIMIT;\n", ""),
]


@pytest.mark.parametrize(("header", "source", "name"), NAMES)
def test_names_are_found(tmp_path: Path, header: str, source: str, name: str) -> None:
    (tmp_path / "one.h").write_text(header, encoding="utf-8")
    (tmp_path / "two.c").write_text(source, encoding="utf-8")
    found = graph.of_names(sorted(tmp_path.glob("*.[ch]")))
    room = tmp_path.name
    assert found[f"{room}/two"] == ({f"{room}/one": [name]} if name else {})


def test_a_declaration_outside_says_whose_a_function_is(tmp_path: Path) -> None:
    files = {
        "top.h": "void ask(void);\n",
        "home/own.h": "void other(void);\n",
        "home/own.c": "void ask(void)\n{\n}\n\nvoid other(void)\n{\n}\n",
        "use.c": "void use(void)\n{\n\task();\n\tother();\n}\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    asked = graph.declared_outside(tmp_path, tmp_path / "home")
    assert asked == {"ask": f"{tmp_path.name}/top"}
    found = graph.of_names(sorted(tmp_path.rglob("*.[ch]")), asked)
    assert found[f"{tmp_path.name}/use"] == {f"{tmp_path.name}/top": ["ask"], "home/own": ["other"]}


def test_no_circles_in_syscall_report() -> None:
    rooms = Path(os.environ["UNIT"]) / "unit.lib/obj"
    objects = [path for name in ("report", "records", "lines") for path in (rooms / name).glob("*.o")]
    assert len(objects) > 10
    assert graph.circle(graph.of_objects(objects)) == ""


@pytest.mark.parametrize(
    "folder", ["scripts/syscall_table", "dev", "tests/bench", "tests/guest", "tests/golden"]
)
def test_no_circles_in_python(folder: str) -> None:
    found = graph.of_modules(TOP / folder)
    assert found
    assert graph.circle(found) == ""


# What capture and format agree on, and what both know of the table.
SHARED = ("named_types.h", "pieces.h")


def test_the_formatter_includes_nothing_that_is_not_pure() -> None:
    gen = Path(os.environ["UNIT"]) / "gen"
    folders = [TOOLS / "include", TOOLS / "libc", gen / "own", gen / "standins", gen / "uapi",
               Path(os.environ["KERNEL_HEADERS"])]  # fmt: skip
    formatter = TRACER / "format"
    for path in [*sorted(formatter.glob("*.[ch]")), *PRINTERS]:
        for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
            here = (formatter / name).resolve()
            if here.exists():
                assert here.parent == formatter or here.name in SHARED, (path.name, name)
            else:
                assert any((folder / name).exists() for folder in folders), (path.name, name)


def test_programs_get_the_whole_formatter() -> None:
    run = subprocess.run(
        ["make", "-s", "-C", TOOLS, "sources"], check=True, stdout=subprocess.PIPE, text=True
    )
    assert {Path(name) for name in run.stdout.split()} == {
        *(TRACER / "format").glob("*.c"),
        *(TRACER / "filter").glob("*.c"),
        *PRINTERS,
    }


@pytest.mark.parametrize("table", ["syscall_trace_table.o", "syscall_trace_ioctls.o"])
def test_programs_have_all_constants_and_layouts_of_the_kernel(table: str) -> None:
    kernel = Path(os.environ["KERNEL_OBJECTS"]) / "kernel/trace/syscall" / table
    plain = Path(os.environ["UNIT"]) / "plain" / table
    run = subprocess.run(
        [TOP / "tests/structure/compare-tables", kernel, plain],
        check=False,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert not run.returncode, run.stdout


def abi_names() -> set[str]:
    """The names of all architectures and of their ABIs."""
    names = {folder.name for folder in (TOP / "arch").iterdir()}
    for path in (TOP / "arch").glob("*/kernel/Makefile.syscall_trace"):
        abis = re.findall(r"^syscall-abis := (.*)$", path.read_text("utf-8"), re.MULTILINE)
        names.update(abis[0].split())
    return names


# What names an architecture to choose what is built for it.
CHOICES = {
    "syscall_table/arch.py": 'DEFAULT = "x86"',
    "home/sink.h": "return tracing_arm_snapshot_locked(syscall_trace_array(inst));",
}


def generic_files() -> list[Path]:
    """All that every architecture has in common."""
    return [
        TRACER.parent / "trace_syscalls.c",
        *sorted((TOP / "include/linux").glob("syscall_trace*.h")),
        *(path for path in sorted(TRACER.rglob("*")) if path.is_file()),
        TOP / "scripts/gen_syscall_table.py",
        TOP / "scripts/Makefile.syscall_trace",
        *sorted((TOP / "scripts/syscall_table").glob("*.py")),
    ]


def named(text: str, names: set[str]) -> list[str]:
    """The lines that name one of them, also as a part of a longer name."""
    pattern = re.compile(rf"(?<![a-z0-9])({'|'.join(names)})(?![a-z0-9])", re.IGNORECASE)
    return [line for line in text.splitlines() if pattern.search(line)]


def test_names_of_abis_are_found() -> None:
    names = abi_names()
    assert {"x86", "i386", "x32", "arm"} <= names
    lines = ["abi == SYSCALL_TRACE_ABI_I386", "CONFIG_X86_64", "/* of x32 */", "AUDIT_ARCH_ARM"]
    assert named("\n".join([*lines, "struct timex32", "is armed", "ia32"]), names) == lines


@pytest.mark.parametrize("path", generic_files(), ids=lambda path: str(path.relative_to(TOP)))
def test_generic_code_names_no_abi(path: Path) -> None:
    choice = CHOICES.get(f"{path.parent.name}/{path.name}")
    lines = named(path.read_text("utf-8"), abi_names())
    assert [line.strip() for line in lines if line.strip() != choice] == []


# So many lines of a file one can hold in the head.
MOST_LINES = 600
# Where they are. What is recorded is not for people to read, nor is what Python leaves behind.
FOLDERS = (
    "arch", "dev", "drivers", "include", "kernel", "module", "samples", "scripts", "syscalls", "tests",
    "tools",
)  # fmt: skip
UNREAD = (".xz", ".pyc")


def test_no_file_is_long() -> None:
    paths = [TOP / "syscalls.def", *(path for name in FOLDERS for path in (TOP / name).rglob("*"))]
    lines = {
        str(path.relative_to(TOP)): path.read_bytes().count(b"\n")
        for path in paths
        if path.suffix not in UNREAD and path.is_file()
    }
    assert len(lines) > 700
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


def test_tags_lead_to_what_macros_define() -> None:
    headers = [TRACER / "format/printers.h", TRACER / "capture/nested.h"]
    text = "".join(path.read_text("utf-8") for path in headers)
    macros = set(re.findall(r"^#define (SYSCALL_[A-Z]+)\(word\)\t", text, re.MULTILINE))
    (patch,) = (TOP / "patches/linux-6.12").glob("*-scripts-Find-the-printers-*.patch")
    assert "SYSCALL_KIND" in macros
    assert set(re.findall(r"^\+\t'/\^(SYSCALL_[A-Z]+)\(", patch.read_text("utf-8"), re.M)) == macros


def test_a_macro_of_a_header_is_defined_once() -> None:
    """Whoever includes both files would get one of two. That may be the module only."""
    headers = [*TRACER.rglob("*.h"), *(TOP / "include/linux").glob("syscall_trace*.h")]
    places: dict[str, set[str]] = {}
    for path in [*headers, *TRACER.rglob("*.c")]:
        for name in re.findall(r"^#[ \t]*define[ \t]+(\w+)", path.read_text("utf-8"), re.MULTILINE):
            places.setdefault(name, set()).add(str(path.relative_to(TOP)))
    assert len(places) > 300
    several = {name: found for name, found in places.items() if len(found) > 1}
    assert {name: found for name, found in several.items() if any(file.endswith(".h") for file in found)} == {}


@pytest.mark.parametrize(
    "path", [*sorted(TRACER.rglob("*.[ch]")), *PRINTERS], ids=lambda path: path.name
)
def test_a_file_says_what_it_is_for(path: Path) -> None:
    assert re.match(
        r"(// SPDX.*\n/\*|/\* SPDX.*\n/\*)\n \* System call tracer: \w", path.read_text("utf-8")
    )
