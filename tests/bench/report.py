# SPDX-License-Identifier: GPL-2.0
"""Make a page and a chart of the saved figures."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import aims
import modes
import size
from workloads import WORKLOADS

Figures = dict[str, Any]

# What the columns of the table of calls are called.
CALLS = {
    "getppid": "getppid",
    "pread64": "pread64, 16 bytes",
    "read": "read, 4 KiB",
    "openat": "openat, missing",
    "opened": "openat, there",
    "futex": "futex wake",
    "stat": "stat",
    "sendto": "sendto",
    "i386-getppid": "getppid, i386",
}
KERNELS = {
    "base": "the small kernel (``configs/base.config``: tinyconfig with tracing, optimised"
    " for size)",
    "speed": "a kernel built as distributions do (``configs/speed.config``: optimised for speed,"
    " with jump labels, function tracing, the stack protector and mitigations)",
    "stock": "Debian's own kernel, {kernel}, with the tracer as a module",
}

HEAD = """\
.. SPDX-License-Identifier: GPL-2.0

:orphan:

=====================================
What observing system calls costs
=====================================

This page is made by ``make bench`` in the tracer's own repository; the figures are in
``syscall-bench.json``. They are numbers of instructions, counted by a virtual machine with
one processor (QEMU, ``-icount``), and so do not depend on the machine or on what else it
does. The kernel is Linux {kernel}, compiled by {compiler}.
"""


def need_plotting() -> None:
    """End with a message if the chart cannot be drawn."""
    if not find_spec("matplotlib"):
        sys.exit("error: this python3 has no matplotlib; Debian's has it: python3-matplotlib")


def rounded(value: Any) -> Any:
    """The same with fewer digits."""
    if isinstance(value, float):
        return round(value, 2)
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    return value


def table(rows: list[list[str]]) -> str:
    """A table of reStructuredText, the first row of which is its head."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows)]
    rule = "  ".join("=" * width for width in widths)
    lines = []
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join([rule, lines[0], rule, *lines[1:], rule])


def section(title: str) -> str:
    """A headline."""
    return f"\n{title}\n{'=' * len(title)}\n"


def title_of(mode: str) -> str:
    """What the page calls a mode."""
    return modes.BY_NAME[mode].title


def ordered(found: Figures) -> list[str]:
    """The modes that were measured, in the order of the list of modes."""
    return [mode.name for mode in modes.MODES if mode.name in found]


def calls_table(calls: Figures) -> str:
    """What each mode adds to each call."""
    rows = [["what is on", *CALLS.values()]]
    off = calls["off"]
    rows.append(["nothing (all of the call)", *(f"{off[call]['mean']:,.0f}" for call in CALLS)])
    for mode in ordered(calls):
        if mode != "off":
            more = (calls[mode][call]["mean"] - off[call]["mean"] for call in CALLS)
            rows.append([title_of(mode), *(f"{value:,.0f}" for value in more)])
    return table(rows)


def programs_table(programs: Figures) -> str:
    """What each mode adds to whole programs."""
    names = [name for name in ordered(programs) if name != "off"]
    rows = [["program", "million instructions", *map(title_of, names)]]
    for workload in WORKLOADS:
        if workload.name not in programs["off"]:
            continue
        off = median(programs["off"][workload.name])
        shares = [f"{aims.percent(programs, workload.name, name):+.1f} %" for name in names]
        rows.append([workload.title, f"{off / 1e6:.1f}", *shares])
    return table(rows)


def output_table(output: Figures) -> str:
    """What reading takes, what a buffer holds, and what is lost."""
    columns = {
        "text": "text",
        "json": "JSON",
        "raw": "raw",
        "held": "calls in a MiB",
        "bytes": "bytes a call",
        "lost_text": "lost, text",
        "lost_json": "lost, JSON",
        "lost_raw": "lost, raw",
    }
    rows = [["what is on", *columns.values()]]
    for mode in ordered(output):
        cells = []
        for name in columns:
            value = output[mode].get(name)
            lost = name.startswith("lost")
            cells.append("" if value is None else f"{value:.1f} %" if lost else f"{value:,.0f}")
        rows.append([title_of(mode), *cells])
    return table(rows)


def size_table(found: Figures) -> str:
    """Bytes of code and data, by part."""
    parts = found["parts"]
    kinds = list(parts["all"])
    rows = [["part", *kinds]]
    for part in sorted(parts, key=size.ORDER.index):
        rows.append([part, *(f"{parts[part][kind]:,}" for kind in kinds)])
    return table(rows)


def page(figures: Figures) -> str:
    """The page as a whole."""
    first = next(iter(figures.values()))

    def on(config: str) -> str:
        return f"\nOn {KERNELS[config].format(**figures[config])}:\n\n"

    text = HEAD.format(kernel=first["kernel"], compiler=first["compiler"])
    text += "\n.. kernel-figure:: syscall-bench.svg\n"
    text += "   :alt: instructions added to getppid() by each mode\n"
    text += section("Single calls")
    text += CALLS_TEXT
    for config in KERNELS:
        if "calls" in figures.get(config, {}):
            text += on(config) + calls_table(figures[config]["calls"]) + "\n"
    text += section("Reading a trace")
    text += OUTPUT_TEXT
    for config in KERNELS:
        if "output" in figures.get(config, {}):
            text += on(config) + output_table(figures[config]["output"]) + "\n"
    text += section("Whole programs")
    text += PROGRAMS_TEXT
    for config in KERNELS:
        if "programs" in figures.get(config, {}):
            text += on(config) + programs_table(figures[config]["programs"]) + "\n"
    if "base" in figures:
        text += section("What was aimed at")
        text += AIMS_TEXT + on("base") + table(list(aims.rows(figures["base"], aims.AIMS))) + "\n"
    if "stock" in figures:
        rows = aims.rows(figures["stock"], aims.MODULE_AIMS)
        text += on("stock") + table(list(rows)) + "\n"
    for config in KERNELS:
        if "size" in figures.get(config, {}):
            memory, parts = figures[config]["memory"], figures[config]["size"]
            text += section("Size")
            text += SIZE_TEXT.format(**memory, task_struct=parts["task_struct"])
            text += "\n" + size_table(parts) + "\n"
    return text


SIZE_TEXT = """
A task takes {task_struct} bytes of its task_struct, and, from its first traced call with
something to copy until the tracer is switched off, {task:.1f} KiB, measured with 200 tasks.
An instance takes {instance:.1f} KiB beside its ring buffer. The code and data of the small
kernel grow by so many bytes:
"""

CALLS_TEXT = """
The mean that each mode adds to a call, entry and exit together, to what the call takes
when nothing is on. What a tool executes beside the program counts, too. "openat, missing"
is of a file that is not there. ``events/syscalls`` do not record the calls of 32-bit
programs. ``perf trace`` and bpftrace lose calls at this speed, which makes them cheaper. What
a call gets of the work of these two differs from run to run by a third, that of
``perf record`` by a twentieth; the others differ by less than a hundredth.
"""

OUTPUT_TEXT = """
Of a mix of file calls (open, 8 writes and 8 reads of 4 KiB, lseek, close, stat, rename,
unlink): the instructions for each call that is read as text, as JSON and from
``trace_pipe_raw``; how many calls a buffer of a MiB holds; and how many calls are lost if
66,000 of them are made at full speed, with such a buffer, while a reader runs on the same
processor.
"""

PROGRAMS_TEXT = """
Each does a fixed amount of work. All instructions count that the machine executes
meanwhile, those of other processes and of the kernel's threads included, but not the time
in which nothing is to be done. The first column of figures is without tracing. All figures
are the middle ones of three runs. In another start of the machine, percentages differ by up
to 0.3, those of the shell loop and of the web server by up to 1.
"""


AIMS_TEXT = """
Instructions are those that are added to a call. Why more than that is
out of reach, :doc:`syscall-design` says: "What a record costs".
"""


def draw(figures: Figures, path: Path) -> None:
    """A chart of what the modes add to a call that has nothing to copy."""
    import matplotlib

    matplotlib.use("svg")
    # Nothing in the file depends on the day or on chance.
    matplotlib.rcParams["svg.hashsalt"] = "syscall-bench"
    matplotlib.rcParams["svg.fonttype"] = "none"
    from matplotlib import pyplot

    kernels = [config for config in KERNELS if "calls" in figures.get(config, {})]
    if not kernels:
        return
    names = [mode for mode in ordered(figures[kernels[0]]["calls"]) if mode != "off"]
    chart, axes = pyplot.subplots(figsize=(9, 0.42 * len(names) + 1.2))
    height = 0.8 / len(kernels)
    for number, config in enumerate(kernels):
        calls = figures[config]["calls"]
        off = calls["off"]["getppid"]["mean"]
        measured = [name for name in names if name in calls]
        more = [calls[name]["getppid"]["mean"] - off for name in measured]
        shift = (number - (len(kernels) - 1) / 2) * height
        places = [names.index(name) + shift for name in measured]
        bars = axes.barh(places, more, height, label=f"{config} kernel")
        axes.bar_label(bars, [f"{value:,.0f}" for value in more], padding=3, fontsize=7)
    titles = [title_of(name).replace("``", "") for name in names]
    axes.set_yticks(range(len(names)), titles, fontsize=8)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlim(30, 100000)
    axes.set_xlabel("instructions added to getppid(), logarithmic")
    axes.legend()
    chart.tight_layout()
    chart.savefig(path, metadata={"Date": None})


def write(figures: Figures, path: Path) -> None:
    """Write the page and the chart."""
    path.with_suffix(".rst").write_text(page(figures), encoding="utf-8")
    draw(figures, path.with_suffix(".svg"))
