# SPDX-License-Identifier: GPL-2.0
"""The tracer does not know where it lives: it compiles and has all it needs in another home."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import graph
import pytest

TOP = Path(__file__).resolve().parent.parent.parent
TRACER = TOP / "kernel/trace/syscall"
HOME = TOP / "tests/structure/home"
OBJECTS = Path(os.environ["KERNEL_OBJECTS"])

# What is the built-in tracer's alone.
BUILTIN = "builtin"
# Which files elsewhere include trace.h, and why. The list may only get shorter.
EXEMPT = {
    "loss/left.c": "is told by trace.c that a snapshot is taken, or a file opened",
    "loss/losses.c": "looks for gaps where trace and trace_pipe read: at a trace_iterator",
    "tracefs/output.c": "prints what only trace.c knows of a trace_iterator",
}
# What another home must have besides the headers, see Documentation/trace/syscall-design.rst.
HOME_HAS = {
    "batches": {
        "syscall_trace_batch_one",
        "syscall_trace_flush_here",
        "syscall_trace_leave_batch",
        "syscall_trace_update_batches",
        "syscall_trace_write_batched",
    },
    "files": {"syscall_file_instance"},
    "home": {
        "syscall_home_begin",
        "syscall_home_begin_calls",
        "syscall_home_end",
        "syscall_home_log_err",
        "syscall_home_options_changed",
        "syscall_home_watch",
    },
    "options": {"syscall_trace_option", "syscall_trace_options_on"},
}
# What the headers of the built-in home call.
IN_LINE = {"syscall_trace_consumes", "syscall_trace_export", "syscall_trace_pipe", "syscall_trace_shows_exit"}


def sources() -> list[str]:
    """Of the tracer, but for what is the built-in tracer's alone."""
    paths = (str(path.relative_to(TRACER)) for path in TRACER.rglob("*.c"))
    return sorted(path for path in paths if not path.startswith(f"{BUILTIN}/"))


def saved(source: str) -> str:
    """What Kbuild has noted of an object: its command, and all files that it was made of."""
    path = OBJECTS / "kernel/trace/syscall" / source
    return (path.parent / f".{path.stem}.o.cmd").read_text("utf-8")


def includes(source: str, what: str) -> bool:
    """Whether a file in kernel/trace/ was among these, or one in a folder there."""
    words = saved(source).split()
    names = {os.path.normpath(word) for word in words if word.endswith(".h")}
    return any(f"{name}/".startswith(f"../kernel/trace/{what}/") for name in names)


def compile_elsewhere(source: str) -> tuple[str, str]:
    """What is wrong with a file with another home, and with nothing in trace.h."""
    line = saved(source).splitlines()[0].partition(" := ")[2]
    command = shlex.split(line.partition(" ; ")[0])
    command = command[next(i for i, word in enumerate(command) if word.endswith("gcc")) :]
    output = command.index("-o")
    del command[output : output + 2]
    command = [word for word in command if word != "-c" and not word.startswith("-Wp,-MMD")]
    assert sum(word.endswith(f"/syscall/{BUILTIN}") for word in command) == 1
    command = [f"-I{HOME}" if word.endswith(f"/syscall/{BUILTIN}") else word for word in command]
    run = subprocess.run(
        [*command, "-D_LINUX_KERNEL_TRACE_H", "-H", "-fsyntax-only"],
        check=False, cwd=OBJECTS, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    if run.returncode:
        return source, "\n".join(line for line in run.stderr.splitlines() if " error: " in line)
    included = {os.path.normpath(line.partition(" ")[2]) for line in run.stderr.splitlines()}
    return source, "includes trace.h" if "../kernel/trace/trace.h" in included else ""


def compiled_elsewhere(files: list[str]) -> dict[str, str]:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(pool.map(compile_elsewhere, files))


def test_files_that_know_no_home_do_not_include_trace_h() -> None:
    files = [path for path in sources() if not includes(path, f"syscall/{BUILTIN}")]
    assert len(files) > 40
    assert [path for path in files if path not in EXEMPT and includes(path, "trace.h")] == []


def test_others_compile_in_another_home() -> None:
    files = [path for path in sources() if path not in EXEMPT]
    files = [path for path in files if includes(path, f"syscall/{BUILTIN}")]
    assert len(files) > 25
    assert {path: said for path, said in compiled_elsewhere(files).items() if said} == {}


def test_exceptions_are_needed() -> None:
    assert set(EXEMPT) <= set(sources())
    said = compiled_elsewhere(list(EXEMPT))
    assert [path for path in EXEMPT if not said[path]] == []


def test_what_a_home_must_have_is_listed() -> None:
    objects = OBJECTS / "kernel/trace/syscall"
    known = [*sources(), "syscall_trace_table.c", "syscall_trace_ioctls.c"]
    has: set[str] = set()
    needs: set[str] = set()
    for source in known:
        defined, needed = graph.symbols((objects / source).with_suffix(".o"))
        if source not in EXEMPT:
            has |= defined
            needs |= needed
    builtin: set[str] = set()
    for path in [*TRACER.glob(f"{BUILTIN}/*.c"), *(TRACER / name for name in EXEMPT)]:
        defined, _ = graph.symbols(objects / path.relative_to(TRACER).with_suffix(".o"))
        builtin |= defined
    assert (needs - has - IN_LINE) & builtin == set().union(*HOME_HAS.values())


@pytest.mark.parametrize("name", ["sink", "pids", "users", "files", "memory", "lines", "works"])
def test_the_other_home_has_no_more_than_is_described(name: str) -> None:
    contract = {
        "sink": "record/sink.h",
        "pids": "choose/pids.h",
        "users": "choose/users.h",
        "files": "tracefs/file.h",
        "memory": "capture/devices.h",
        "lines": "tracefs/lines.h",
        "works": "task/works.h",
    }[name]
    function = re.compile(r"^static \w*inline (?:.*[ *\n])?(syscall_\w+)\(", re.MULTILINE)
    declared = set(function.findall((TRACER / contract).read_text("utf-8")))
    assert declared
    assert set(function.findall((HOME / f"home/{name}.h").read_text("utf-8"))) == declared
