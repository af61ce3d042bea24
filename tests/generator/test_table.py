# SPDX-License-Identifier: GPL-2.0
"""The table that is shipped."""
from __future__ import annotations

from conftest import ROOT

from syscall_table.parse import read_table


def test_the_table_can_be_read() -> None:
    table = read_table(str(ROOT / "syscalls.def"))
    assert {"openat", "read", "execve"} <= set(table.calls)
