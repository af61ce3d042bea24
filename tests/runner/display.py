# SPDX-License-Identifier: GPL-2.0
"""What is told while suites run."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from runner.suite import Suite, clock

SIGN_OF_LIFE = 60.0


class Display:
    """What runs and for how long: rewritten on a terminal, else now and then."""

    def __init__(self, suites: list[Suite], jobs: int, beside: set[str], expected: dict[str, float]) -> None:
        self.tty = os.isatty(1)
        self.last = time.monotonic()
        self.jobs = jobs
        # Those that take no place of these.
        self.beside = beside
        self.expected = expected
        self.total = len(suites)
        self.left = {suite.name for suite in suites}
        # What runs, and since when.
        self.running: dict[str, tuple[Suite, float]] = {}
        self.lock = threading.Lock()

    @contextmanager
    def show(self, suite: Suite) -> Iterator[None]:
        """A suite runs."""
        with self.lock:
            self.running[suite.name] = suite, time.monotonic()
        try:
            yield
        finally:
            with self.lock:
                del self.running[suite.name]

    def alive(self) -> None:
        """Show that it goes on."""
        with self.lock:
            now = time.monotonic()
            if now - self.last < (1.0 if self.tty else SIGN_OF_LIFE):
                return
            self.last = now
            parts = [
                f"{suite.name}: {suite.counts()}, {clock(now - start)}{self.before(suite)}"
                for suite, start in self.running.values()
            ]
            text = f"{self.done()} {'; '.join(parts)}{self.rest(now)} ..."
            print(f"\r\033[K{text}" if self.tty else text, end="" if self.tty else "\n", flush=True)

    def done(self) -> str:
        """How many have ended."""
        return f"[{self.total - len(self.left)}/{self.total}]"

    def before(self, suite: Suite) -> str:
        """How long it takes, if that is known."""
        seconds = self.expected.get(suite.name)
        return f" of about {clock(seconds)}" if seconds else ""

    def rest(self, now: float) -> str:
        """How long the others will take."""
        since = {name: start for name, (_, start) in self.running.items()}
        seconds = {name: max(self.expected.get(name, 0.0) - (now - since.get(name, now)), 0.0) for name in self.left}
        places = sum(left for name, left in seconds.items() if name not in self.beside)
        longest = max(places / self.jobs, *seconds.values(), 0.0)
        return f"; about {clock(longest)} left" if longest else ""

    def ended(self, suite: Suite) -> None:
        """Tell of a suite that will not run again, unless it failed."""
        with self.lock:
            self.left.discard(suite.name)
            rest = self.rest(time.monotonic())
        self.line(f"{self.done()} {suite.name}: {suite.counts()}, {clock(suite.seconds)}{self.before(suite)}{rest}")

    def line(self, text: str) -> None:
        """A line that stays."""
        with self.lock:
            print(f"\r\033[K{text}" if self.tty else text, flush=True)
