# SPDX-License-Identifier: GPL-2.0
"""What the kernel of a virtual machine says on its console."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import time
from pathlib import Path

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "syscall-tracer"
CONSOLES_STAY = 24 * 3600.0

# The start of a line of the kernel: "[    1.234567] ", and perhaps who printed it.
STAMP = r"\[ *\d+\.\d+\](?:\[ *[TC]\d+\])? "

# A complaint is at the start of a message, perhaps after the name of the part that
# complains. In the middle of a message, it may be the name of a program or a file.
COMPLAINT = re.compile(
    rf"(?:^|{STAMP})\s*(?:NMI )?(?:[\w/.-]+: )?(?:"
    r"WARNING:|(?:kernel )?BUG\b|Call Trace|KASAN|INFO: .*(?:lockdep|blocked|stall)|Kernel panic"
    r"|PANIC:|suspicious RCU|Oops|general protection fault|UBSAN|.*selftest.*FAILED"
    r"|Testing .*FAILED!|\.*FAILED!)"
)

# What the kernel prints about a program that crashes: "NAME[12]: segfault at ...", "traps:
# NAME[12] general protection fault ip:...". The program has chosen its name and that of the
# file at the end. Behind a newline in such a name, the line begins with the same stamp.
CHARACTER = r"(?:[^\n]|(?(stamp)\r?\n(?P=stamp)|(?!)))"
OF_PROGRAM = re.compile(
    rf"^(?P<stamp>{STAMP})?(?:[a-z][\w-]*: )?{CHARACTER}{{0,15}}\[\d+\]:? {CHARACTER}*$",
    re.MULTILINE,
)

# To replace its own instructions, the kernel puts a breakpoint (int3) there, and forgets it
# once every processor has the new instructions. QEMU 7.2 to 10.0 can translate the
# breakpoint on one processor while another one overwrites it, and still execute it later.
# The sign of this: the byte before the one in brackets is not int3. The first code shown is
# the kernel's. It cannot happen if the processors take turns; if it happens, the command runs
# again, and what it had printed is thrown away.
STALE_BREAKPOINT = re.compile(
    rf"{STAMP}Oops: int3: (?:(?!Code: ).)*Code: (?:[0-9a-f]{{2}} )*(?!cc)[0-9a-f]{{2}} <",
    re.DOTALL,
)


def note(text: str) -> None:
    """Print a message for the user, apart from the command's output."""
    print(text, file=sys.stderr, flush=True)


def must_be_silent() -> bool:
    """Whether nothing that the kernel says on its console is fine."""
    return os.environ.get("VM_CONSOLE_OK", "") in ("", "0")


def complaints(text: str) -> list[str]:
    """The lines of a console that no healthy kernel writes."""
    # Only a newline ends a line here; splitlines() would split at other characters, too.
    lines = (line.rstrip("\r") for line in OF_PROGRAM.sub("", text).split("\n"))
    return [line for line in lines if COMPLAINT.search(line)]


def was_stale(text: str) -> bool:
    """Whether the kernel has died of a breakpoint that was gone."""
    return STALE_BREAKPOINT.search(text) is not None


def show_complaints(console: Path) -> bool:
    """Print the lines of the console that no healthy kernel writes; whether there are any."""
    text = console.read_bytes().decode(errors="replace")
    found = complaints(text)
    if found:
        note(f"error: the kernel complained, see {console}:")
        note("\n".join(f"  | {line}" for line in found[:20]))
    if was_stale(text):
        note("error: the emulator's fault: QEMU executed a breakpoint that is no longer there")
    return bool(found)


def last_lines(console: Path, count: int = 25) -> str:
    """The end of the console, for the user."""
    text = console.read_text(encoding="utf-8", errors="replace")
    return "".join(f"  | {line}\n" for line in text.splitlines()[-count:])


def console_path() -> tuple[Path, bool]:
    """Where the console goes, and whether the user asked for it."""
    if asked := os.environ.get("VM_CONSOLE"):
        return Path(asked).absolute(), True
    logs = CACHE / "log"
    logs.mkdir(parents=True, exist_ok=True)
    for path in logs.glob("console-*.log"):
        with contextlib.suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime > CONSOLES_STAY:
                path.unlink()
    return logs / f"console-{os.getpid()}.log", False
