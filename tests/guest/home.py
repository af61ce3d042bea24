# SPDX-License-Identifier: GPL-2.0
"""Where the tracer lives: in the kernel, or in a module that is loaded before the test begins."""

from __future__ import annotations

from pathlib import Path

TRACING = Path("/sys/kernel/tracing")
# Where a tracer is chosen: the module has a file of its own beside those of the kernel.
TRACER = "syscall_tracer" if (TRACING / "syscall_tracer").exists() else "current_tracer"
