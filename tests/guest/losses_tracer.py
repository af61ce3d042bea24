# SPDX-License-Identifier: GPL-2.0
"""The instance that loses calls, and what its readers get."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from checking import wait_until
from home import TRACER, TRACING
from losses_told import THREADS


def write(path: Path, text: str) -> None:
    """To a control file."""
    path.write_text(text + "\n")


@contextlib.contextmanager
def option(where: Path, name: str) -> Iterator[None]:
    """It is on meanwhile in an instance."""
    write(where / "options" / name, "1")
    try:
        yield
    finally:
        write(where / "options" / name, "0")


class Tracer:
    """An instance that records the numbered calls, and nothing else."""

    def __init__(self, programs: Path, calls: int, where: Path = TRACING, size_kb: int = 64) -> None:
        self.program = programs / "64/numbered"
        self.calls = calls
        self.where = where
        self.write("buffer_size_kb", f"{size_kb}")
        self.begin()

    def begin(self) -> None:
        """Begin to record."""
        self.write("set_syscall_comm", "numbered")
        self.write("set_syscall", "lseek")
        self.write(TRACER, "syscall")

    def write(self, name: str, text: str) -> None:
        """To a control file, when nobody has the trace open: whoever watches all files (fanotify) opens them, too."""
        wait_until(f"nobody is in the way of {name}", lambda: self.writes(name, text))

    def writes(self, name: str, text: str) -> bool:
        """The same, unless somebody has it open."""
        try:
            write(self.where / name, text)
        except OSError as problem:
            if problem.errno != errno.EBUSY:
                raise
            return False
        return True

    def start(self, *words: str, calls: int | None = None, stdout: int | None = None) -> subprocess.Popen[bytes]:
        """The program."""
        number = str(self.calls if calls is None else calls)
        return subprocess.Popen([self.program, str(THREADS), number, *words], stdin=subprocess.PIPE, stdout=stdout)

    def run(self, calls: int | None = None) -> None:
        """To its end."""
        with self.start(calls=calls) as process:
            process.communicate()
        assert not process.returncode

    def during(self, disturb: Callable[[int], None], calls: int | None = None) -> None:
        """While the program runs, do something again and again."""
        with self.start(calls=calls) as process:
            count = 0
            while process.poll() is None:
                disturb(count)
                count += 1

    def trace(self) -> list[str]:
        """The file."""
        return (self.where / "trace").read_text(errors="replace").splitlines()

    def end(self) -> None:
        """As it was."""
        self.write(TRACER, "nop")
        self.write("set_syscall", "")
        self.write("set_syscall_comm", "")
        self.write("tracing_on", "1")


def read_pipe(
    tracer: Tracer, pause: float = 0, disturb: Callable[[int], None] | None = None, runs: int = 1,
    run: Callable[[Tracer], None] = Tracer.run,
) -> list[str]:
    """What a reader gets who reads while the program runs."""
    parts: list[bytes] = []
    done = threading.Event()
    pipe = os.open(tracer.where / "trace_pipe", os.O_RDONLY | os.O_NONBLOCK)

    def read() -> None:
        while True:
            over = done.is_set()
            try:
                while part := os.read(pipe, 65536):
                    parts.append(part)
                    time.sleep(pause)
            except BlockingIOError:
                pass
            if over:
                return
            time.sleep(0.01)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        if disturb:
            tracer.during(disturb)
        else:
            for _ in range(runs):
                run(tracer)
    finally:
        done.set()
        reader.join()
        os.close(pipe)
    return b"".join(parts).decode(errors="replace").splitlines()


def read_pipe_once(tracer: Tracer) -> list[str]:
    """What is there."""
    pipe = os.open(tracer.where / "trace_pipe", os.O_RDONLY | os.O_NONBLOCK)
    parts = []
    try:
        while part := os.read(pipe, 65536):
            parts.append(part)
    except BlockingIOError:
        pass
    os.close(pipe)
    return b"".join(parts).decode(errors="replace").splitlines()


def buffers_of(instance: Path) -> str:
    """How large they are, and what they have lost."""
    told = []
    for cpu in sorted((instance / "per_cpu").iterdir()):
        counts = re.findall(r"(overrun|dropped events): (\d+)", (cpu / "stats").read_text())
        size = (cpu / "buffer_size_kb").read_text().split()[0]
        told.append(f"{cpu.name} {size} KiB, " + ", ".join(f"{name} {count}" for name, count in counts))
    return "; ".join(told)


def make_like(model: Path, instance: Path) -> None:
    """Make an instance that prints as another one does, and not as the first one, which it inherits from."""
    instance.mkdir()
    for option in (instance / "options").iterdir():
        wanted = (model / "options" / option.name).read_text()
        if option.read_text() != wanted:
            option.write_text(wanted)
