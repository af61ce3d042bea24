# SPDX-License-Identifier: GPL-2.0
"""The table of options, as sctrace-rows prints it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tools/tracing/syscall/sctrace/completion"))

from make import Row, fill, read_rows  # noqa: E402

# Where the build has put the completions
COMPLETION = Path(os.environ["COMPLETION"])


def needs_argument(row: Row) -> bool:
    """Is the next word its argument?"""
    return bool(row.arg) and not row.arg.startswith("[")


ROWS = read_rows(COMPLETION / "rows")
ACCEPTED = [row for row in ROWS if row.kind != "refused"]
EFFECTIVE = [row for row in ACCEPTED if row.kind != "ignored"]


def filled(page: str) -> str:
    """The manual page with the list of all options."""
    return fill(page, ROWS)
