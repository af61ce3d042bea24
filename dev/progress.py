#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Show how far a kernel build is.

progress.py LABEL LOG TOTAL

Reads make's output from standard input and keeps it in LOG. Shows on stderr how many
objects are compiled and how long that took: on a terminal as one line that is rewritten,
otherwise as a line every 20 seconds. TOTAL is the expected number of objects, or 0 if it
is unknown. Prints the number of objects at the end.
"""

from __future__ import annotations

import os
import re
import select
import sys
import time
from pathlib import Path

# The kernel's short build lines that stand for a compiled object.
OBJECT = re.compile(rb"^  (?:CC|AS|HOSTCC) ", re.M)
QUIET_EVERY = 20.0


class Display:
    """Rewrites one line on a terminal, prints a line now and then elsewhere."""

    def __init__(self, label: str, total: int) -> None:
        self.label = label
        self.total = total
        self.start = time.monotonic()
        self.last = self.start
        self.tty = os.isatty(2)

    def text(self, done: int) -> str:
        seconds = int(time.monotonic() - self.start)
        total = f"/{max(self.total, done)}" if self.total else ""
        return f"{self.label}: {done}{total} objects, {seconds // 60}:{seconds % 60:02}"

    def update(self, done: int) -> None:
        now = time.monotonic()
        if now - self.last < (0.2 if self.tty else QUIET_EVERY):
            return
        self.last = now
        end = "" if self.tty else "\n"
        start = "\r\033[K" if self.tty else ""
        print(start + self.text(done), end=end, file=sys.stderr, flush=True)

    def finish(self, done: int) -> None:
        start = "\r\033[K" if self.tty else ""
        print(f"{start}{self.text(done)}, done", file=sys.stderr, flush=True)


def follow(display: Display, log_path: Path) -> int:
    """Copy standard input to the log until its end; the number of objects."""
    done = 0
    rest = b""
    with log_path.open("wb") as log:
        while True:
            ready, _, _ = select.select([0], [], [], 1.0)
            if ready:
                data = os.read(0, 65536)
                if not data:
                    return done
                log.write(data)
                log.flush()
                lines, newline, rest = (rest + data).rpartition(b"\n")
                done += len(OBJECT.findall(lines + newline))
            display.update(done)


def main() -> None:
    """Follow one build."""
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    display = Display(sys.argv[1], int(sys.argv[3]))
    done = follow(display, Path(sys.argv[2]))
    display.finish(done)
    print(done)


if __name__ == "__main__":
    main()
