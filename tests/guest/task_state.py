# SPDX-License-Identifier: GPL-2.0
"""What a process does, by its state in /proc."""

from __future__ import annotations

from pathlib import Path


def state_of(pid: int) -> str:
    """S: it sleeps, in a call that a signal would end; D: it waits for a file; Z: it has ended."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]


def waits_for_input(pid: int) -> bool:
    """Does a process read, and wait?"""
    try:
        return Path(f"/proc/{pid}/syscall").read_text().startswith("0 0x0 ")
    except OSError:
        return False
