# SPDX-License-Identifier: GPL-2.0
"""What storms share: things that are done again and again, each in a thread of its own, until
the time is up.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path


class Storm:
    """Things that are done all at once."""

    def __init__(self, name: str, seconds: float) -> None:
        self.name = name
        self.seconds = seconds
        self.counts: dict[str, int] = {}
        self.problems: list[str] = []

    def _repeat(self, action: Callable[[], int], end: float) -> None:
        name = action.__name__
        self.counts[name] = 0
        # On a busy machine, one thing may take as long as all was to take.
        last = end + 9 * self.seconds
        while time.monotonic() < (end if self.counts[name] else last):
            try:
                self.counts[name] += action()
            except Exception as problem:  # pylint: disable=broad-exception-caught
                self.problems.append(f"{name}: {problem!r}")
                return

    def rage(self, *actions: Callable[[], int]) -> None:
        """Repeat the actions, which return how much they did. None must have done nothing."""
        end = time.monotonic() + self.seconds
        threads = [threading.Thread(target=self._repeat, args=(action, end)) for action in actions]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        idle = [name for name, count in self.counts.items() if not count]
        if idle:
            self.problems.append(f"did nothing: {idle}")

    def report(self) -> int:
        """Print the result, and what was done. Return the exit status."""
        print(f"{'not ok' if self.problems else 'ok'} - {self.name}")
        print("".join(f"  | {problem}\n" for problem in self.problems[:20]), end="")
        print("# " + ", ".join(f"{name} {count}" for name, count in sorted(self.counts.items())))
        return bool(self.problems)


def write(path: Path, text: object) -> int:
    """Write to a file that may be gone or busy. Return 1 if it was not."""
    try:
        path.write_text(str(text), "ascii")
    except OSError:
        return 0
    return 1


def append(path: Path, text: str) -> None:
    """Add a line to a control file; these cannot seek."""
    fd = os.open(path, os.O_WRONLY | os.O_APPEND)
    try:
        os.write(fd, text.encode())
    finally:
        os.close(fd)
