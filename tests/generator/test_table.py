# SPDX-License-Identifier: GPL-2.0
"""The table that is shipped."""
from __future__ import annotations

import gen_syscall_table
import pytest
from conftest import ROOT

from syscall_table.arch import own_file
from syscall_table.own import read_own_table


def test_the_table_can_be_read() -> None:
    table = read_own_table(str(ROOT / "syscalls.def"), own_file())
    assert {"openat", "read", "execve", "arch_prctl"} <= set(table.calls)


def test_by_hand_it_has_what_the_architecture_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert gen_syscall_table.main(["--dump-calls"]) == 0
    assert {"openat 4 dfd filename flags mode", "iopl 1 level"} <= set(
        capsys.readouterr().out.splitlines()
    )
