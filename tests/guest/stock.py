# SPDX-License-Identifier: GPL-2.0
"""What the tests of the module on Debian's own kernels share."""

from __future__ import annotations

import os
import socket
import struct
import subprocess
from pathlib import Path

FOLDER = Path("/sys/kernel/debug/syscall_tracer_test")
MARK = FOLDER / "mark"
TRACING = Path("/sys/kernel/tracing")
# What the module redirects. Kernels like 7.2 have syscall_trace_enter() in line. The first one's name may have an end.
INLINED = not os.uname().release.startswith("6.")
FUNCTIONS = ("syscall_user_dispatch" if INLINED else "syscall_trace_enter", "user_single_step_report",
             "ptrace_notify", "__audit_syscall_exit", "cgroup_leave_frozen")
FUNCTIONS += ("set_syscall_user_dispatch", "syscall_user_dispatch_set_config",
              "syscall_user_dispatch_get_config") if INLINED else ()
# Ways of tests/stock/debugger.c, all but sysemu.
WAYS = ("syscall", "cont", "mix", "step", "rewrite", "skip", "detach", "die")

AUDIT_SET, AUDIT_ENABLED = 1001, 1


def run(*words: str | Path, status: int | None = 0) -> subprocess.CompletedProcess[str]:
    """Run a program."""
    done = subprocess.run(words, check=False, text=True, capture_output=True)
    assert status is None or done.returncode == status, f"{words}: {done}"
    return done


def set_audit(enabled: int) -> None:
    """Switch the kernel's audit on or off. It says in its log that it is."""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 9) as audit:
        status = struct.pack("=10I", AUDIT_ENABLED, enabled, 0, 0, 0, 0, 0, 0, 0, 0)
        # With NLM_F_REQUEST and NLM_F_ACK
        audit.send(struct.pack("=IHHII", 16 + len(status), AUDIT_SET, 5, 1, 0) + status)
        answer = struct.unpack_from("=i", audit.recv(4096), 16)[0]
        assert answer == 0, f"audit answers {answer}"


def trace_functions(tracer: str) -> None:
    """Let another tracer look at the functions that the module redirects, or "nop" at none."""
    if tracer == "nop":
        (TRACING / "current_tracer").write_text(tracer, "ascii")
        (TRACING / "set_ftrace_filter").write_text("", "ascii")
        return
    for function in (FUNCTIONS[0] + "*", *FUNCTIONS[1:]):
        with (TRACING / "set_ftrace_filter").open("a", encoding="ascii") as file:
            file.write(function + "\n")
    (TRACING / "current_tracer").write_text(tracer, "ascii")
