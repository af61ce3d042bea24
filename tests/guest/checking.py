# SPDX-License-Identifier: GPL-2.0
"""What checks of many parts share: which parts are asked for, how they wait, and what they do to
the machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 300.0


def is_asked_for(name: str, words: list[str]) -> bool:
    """Whether the words pick a part: by a text in its name, or all but those with the text of a !word."""
    wanted = [word for word in words if not word.startswith("!")] or [""]
    unwanted = [word[1:] for word in words if word.startswith("!")]
    return any(word in name for word in wanted) and not any(word in name for word in unwanted)


def wait_until(what: str, true: Callable[[], bool], pause: float = 0.02) -> None:
    """With a deadline that no machine should come to."""
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            raise AssertionError(f"not in {PATIENCE:.0f} s: {what}")
        time.sleep(pause)


@contextmanager
def without_cpu(number: int) -> Iterator[Path]:
    """A CPU is off. It has no ring buffer in an instance that is made meanwhile, until it comes back."""
    online = Path(f"/sys/devices/system/cpu/cpu{number}/online")
    online.write_text("0")
    try:
        yield online
    finally:
        online.write_text("1")
