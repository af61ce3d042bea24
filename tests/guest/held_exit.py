# SPDX-License-Identifier: GPL-2.0
"""A process whose first thread ends it, while the other one does not end before it may."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from checking import wait_until
from task_state import state_of

# Of ptrace() and wait4()
CONT, SEIZE, TRACEEXIT = 7, 0x4206, 0x40
WALL = 0x40000000

# Its child has a second thread, and ends with the status 3. Each waits to be told before.
PROGRAM = """
import os, threading
os.read(0, 1)
child = os.fork()
if not child:
    threading.Thread(target=os.read, args=(os.pipe()[0], 1)).start()
    os.read(0, 1)
    os._exit(3)
os.waitpid(child, 0)
"""


def ptrace(request: int, tid: int, data: int = 0) -> None:
    """ptrace()"""
    call = ctypes.CDLL(None, use_errno=True).ptrace
    call.argtypes = [ctypes.c_long] * 4
    if call(request, tid, 0, data):
        raise OSError(ctypes.get_errno(), f"ptrace {request:#x} of {tid}")


class HeldExit:
    """The program; its child, and the thread that is held."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.child = 0
        self.thread = 0

    def tell(self) -> None:
        """It goes on."""
        assert self.process.stdin
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()

    def begin(self) -> None:
        """It makes its child, and that its thread."""
        self.tell()
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children")
        wait_until("there is a child", lambda: children.read_text() != "")
        self.child = int(children.read_text())
        tasks = Path(f"/proc/{self.child}/task")
        wait_until("there is a thread", lambda: len(list(tasks.iterdir())) == 2)
        (self.thread,) = (int(task.name) for task in tasks.iterdir() if task.name != f"{self.child}")
        ptrace(SEIZE, self.thread, TRACEEXIT)

    def end(self) -> None:
        """The child ends, but for that thread."""
        self.tell()
        os.waitpid(self.thread, WALL)
        wait_until("the first thread has ended", lambda: state_of(self.child) == "Z")

    def release(self) -> None:
        """The thread ends, too."""
        ptrace(CONT, self.thread)
        os.waitpid(self.thread, WALL)
        self.thread = 0

    def kill(self) -> None:
        """However far it is."""
        self.process.kill()
        if self.thread:
            os.kill(self.child, signal.SIGKILL)
        while self.thread:
            # A thread that is not held goes on already.
            with suppress(ProcessLookupError):
                ptrace(CONT, self.thread)
            if not os.WIFSTOPPED(os.waitpid(self.thread, WALL)[1]):
                self.thread = 0


@contextmanager
def held_exit(program: Path = Path("/usr/bin/python3")) -> Iterator[HeldExit]:
    """The process, which is gone afterwards. PROGRAM is Python under whatever name."""
    with subprocess.Popen([program, "-c", PROGRAM], stdin=subprocess.PIPE) as process:
        held = HeldExit(process)
        try:
            yield held
        finally:
            held.kill()
