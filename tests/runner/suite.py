# SPDX-License-Identifier: GPL-2.0
"""Suites: what their heads say of them, what they print, how long they took."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import time
from dataclasses import dataclass, field
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
SUITES = TOP / "tests/suites"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "syscall-tracer"
ALL_LOGS = CACHE / "log/check"
# This checkout's: others may be tested at the same time.
LOGS = ALL_LOGS / f"{TOP.name}-{hashlib.sha256(os.fsencode(TOP)).hexdigest()[:8]}"
CONFIG = os.environ.get("CONFIG") or "base"
# Of each suite: as the last run went that did not fail, on this kernel, of any checkout.
LAST = ALL_LOGS / f"last-{CONFIG}.json"
LOGS_DAYS = 30
TIERS = ("quick", "full")
RESULT = re.compile(r"(not ok|ok)\b(?: \d+)?(?: - )? ?(.*?)(?:\s+# SKIP\s*(.*))?$")


def make_logs() -> None:
    """Make the folder of logs, and remove those of checkouts that are no longer tested."""
    LOGS.mkdir(parents=True, exist_ok=True)
    os.utime(LOGS)
    for folder in ALL_LOGS.iterdir():
        if folder.is_dir() and time.time() - folder.stat().st_mtime > LOGS_DAYS * 86400:
            shutil.rmtree(folder, ignore_errors=True)


def clock(seconds: float) -> str:
    """Minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


@dataclass
class Suite:
    """One executable and what came out of it."""

    path: Path
    passed: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    explanations: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    seconds: float = 0.0
    # Seconds of processors.
    used: float = 0.0
    after_failure: bool = False
    # Nobody waited for its end.
    cut_short: bool = False

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def log(self) -> Path:
        return LOGS / f"{self.name}.log"

    def note_end(self, mark: str) -> None:
        """It has ended, in the run with that mark."""
        self.log.with_suffix(".ended").write_text(mark, encoding="utf-8")

    def has_ended(self, mark: str) -> bool:
        """Is its log of the run with that mark, and whole?"""
        with contextlib.suppress(FileNotFoundError):
            return self.log.with_suffix(".ended").read_text(encoding="utf-8") == mark
        return False

    def text(self) -> str:
        """All that it printed."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def head(self, name: str) -> list[str]:
        """What a line "# NAME: ..." says."""
        match = re.search(rf"^# {name}: (.*)$", self.path.read_text(encoding="utf-8"), re.M)
        return match[1].split() if match else []

    def tier(self) -> str:
        """Which of TIERS it is in; "" if it does not say so."""
        words = self.head("tier")
        return words[0] if len(words) == 1 and words[0] in TIERS else ""

    def kernels(self) -> list[str]:
        """The scenarios whose kernels it boots; the one of CONFIG instead of "base"."""
        return [CONFIG if name == "base" else name for name in self.head("kernels")]

    def waits(self) -> bool:
        """Whether it uses next to nothing of a processor."""
        return self.head("waits") == ["yes"]

    def guessed_seconds(self) -> float:
        """How long it takes, as far as its head knows."""
        words = self.head("takes")
        return float(words[0]) if words and words[0].isdigit() else 0.0

    def take(self, line: str) -> None:
        """Count one line of output."""
        match = RESULT.match(line)
        if line.startswith("# "):
            self.notes.append(line[2:])
            return
        if not match:
            # What follows a failure belongs to it, up to the next result.
            if self.after_failure and line.strip():
                self.explanations.append(f"{self.name}:   {line}")
            return
        verdict, what, skip = match.groups()
        self.after_failure = verdict == "not ok"
        if skip is not None:
            self.skipped.append(f"{what} ({skip})" if skip else what)
        elif verdict == "ok":
            self.passed.append(what)
        else:
            self.fail(what)

    def fail(self, what: str) -> None:
        """Count a failure."""
        self.failed.append(what)
        self.explanations.append(f"{self.name}: not ok - {what}")

    def said(self) -> str:
        """What followed the first failure, in a line."""
        return next((line.split(":", 1)[1].strip(" |") for line in self.explanations if ": not ok - " not in line), "")

    def counts(self) -> str:
        """The suite's own summary."""
        parts = [f"{len(self.passed)} passed"]
        parts += [f"{len(self.failed)} failed"] if self.failed else []
        parts += [f"{len(self.skipped)} skipped"] if self.skipped else []
        return ", ".join(parts)


@dataclass
class LastRun:
    """How a suite went the last time: how long, and how many tests."""

    seconds: float
    tests: int


def last_runs() -> dict[str, LastRun]:
    """What is known of earlier runs, by suite."""
    try:
        return {
            str(name): LastRun(float(seconds), int(tests))
            for name, (seconds, tests) in json.loads(LAST.read_text()).items()
        }
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def keep_last(suite: Suite) -> None:
    """For the next run. Another checkout may have written the file meanwhile."""
    known = {name: [last.seconds, last.tests] for name, last in last_runs().items()}
    known[suite.name] = [round(suite.seconds, 1), len(suite.passed) + len(suite.skipped)]
    part = LAST.with_suffix(f".{os.getpid()}")
    part.write_text(json.dumps(known, indent=0, sort_keys=True) + "\n")
    part.replace(LAST)


def expected_seconds(suites: list[Suite]) -> dict[str, float]:
    """How long each will take: as the last time, or as its head guesses."""
    known = last_runs()
    return {
        suite.name: known[suite.name].seconds if suite.name in known else suite.guessed_seconds() for suite in suites
    }


def all_suites() -> list[Suite]:
    """Every suite, in the order of their names."""
    return [Suite(path) for path in sorted(SUITES.glob("[0-9][0-9]-*")) if os.access(path, os.X_OK)]
