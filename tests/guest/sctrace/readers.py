# SPDX-License-Identifier: GPL-2.0
"""Checks of sctrace and of who reads its output, when a signal comes and without one."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import perfetto
from checking import PATIENCE, wait_until
from sctrace.checks import (
    INSTANCES,
    PROGRAMS,
    SCTRACE,
    attached,
    has,
    heard,
    instances,
    is_writing,
    lacks,
    run,
    same,
    test,
    whole_lines,
)
from task_state import state_of

CALLS = 10000


@contextmanager
def numbered() -> Iterator[subprocess.Popen[bytes]]:
    """A task that makes so many calls when told to, and then waits."""
    with subprocess.Popen([PROGRAMS / "64/numbered", "1", f"{2 * CALLS}", "2"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as task:
        assert task.stdin
        try:
            yield task
        finally:
            task.stdin.close()


def make_calls(task: subprocess.Popen[bytes]) -> None:
    """The task makes its calls."""
    assert task.stdin and task.stdout
    task.stdin.write(b"\n")
    task.stdin.flush()
    same(b"made\n", task.stdout.readline())


class SlowReader:
    """Who reads a page now and then, and knows whether it has stood still, as machines do that have too much to do."""

    # A reader that has read nothing for so many seconds is not waited for when a signal has come.
    LONGEST = 1.0

    def __init__(self) -> None:
        self.longest = 0.0
        self.last = 0.0

    def read(self, reader: int, size: int) -> bytes:
        """Some of what comes."""
        before = time.monotonic()
        data = os.read(reader, size)
        self.longest = max(self.longest, time.monotonic() - self.last)
        self.last = before
        return data

    def read_all(self, reader: int, tracer: subprocess.Popen[str], number: int) -> bytes:
        """All that comes when the tracer gets a signal; at first, a page now and then."""
        data = b""
        self.last = time.monotonic()
        tracer.send_signal(number)
        for _ in range(60):
            data += self.read(reader, 4096)
            time.sleep(0.05)
        while more := self.read(reader, 1 << 16):
            data += more
        return data


def unless_it_stands(attempt: Callable[[SlowReader], None]) -> None:
    """It succeeds, the first time that its reader does not stand still."""
    for again in range(5, -1, -1):
        reader = SlowReader()
        try:
            attempt(reader)
            return
        except AssertionError:
            if not again or reader.longest < reader.LONGEST:
                raise


def to_end(tracer: subprocess.Popen[str]) -> str:
    """What it says until it ends."""
    try:
        return tracer.communicate(timeout=PATIENCE)[1]
    except subprocess.TimeoutExpired:
        tracer.kill()
        tracer.wait()
        raise AssertionError("it does not end") from None


def is_waiting(pid: int) -> bool:
    """It sleeps in wait4(): a child is still there."""
    call = Path(f"/proc/{pid}/syscall").read_text().split()[0]
    return state_of(pid) == "S" and call == "61"


def stopped_lines(slow: SlowReader, fifo: Path | None, number: int) -> None:
    """The signal comes while sctrace waits for the reader of standard error, or of a FIFO."""
    output = ["-o", str(fifo)] if fifo else []
    with numbered() as task:
        reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK) if fifo else -1
        tracer = attached(*output, "-e", "lseek", "-p", str(task.pid))
        assert tracer.stderr
        if fifo:
            os.set_blocking(reader, True)
        else:
            reader = os.dup(tracer.stderr.fileno())
        make_calls(task)
        wait_until("it cannot write", lambda: is_writing(tracer.pid))
        text = slow.read_all(reader, tracer, number).decode()
        os.close(reader)
        said = tracer.stderr.read()
        tracer.stderr.close()
        same((-number, []), (tracer.wait(), instances()), output)
    same([str(call) for call in range(1, CALLS + 1)],
         re.findall(r"^lseek\(-1, (\d+), SEEK_SET\) += -1 EBADF", text, re.M))
    has(f"strace: Process {task.pid} detached", text + said)
    lacks("sctrace:", said)


@test("a signal takes nothing from a reader that is slow")
def slow_when_stopped() -> None:
    """SIGALRM is one as others are."""
    with tempfile.TemporaryDirectory() as folder:
        fifo = Path(folder) / "fifo"
        os.mkfifo(fifo)
        for number in (signal.SIGINT, signal.SIGALRM):
            for output in (None, fifo):
                unless_it_stands(lambda slow, to=output, by=number: stopped_lines(slow, to, by))


def stopped_picture(slow: SlowReader) -> None:
    """The signal comes while sctrace waits for the reader."""
    with tempfile.TemporaryDirectory() as folder:
        fifo, picture = (Path(folder) / name for name in ("fifo", "picture"))
        os.mkfifo(fifo)
        reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        with numbered() as task:
            tracer = attached("--perfetto", str(fifo), "-e", "lseek", "-p", str(task.pid))
            os.set_blocking(reader, True)
            make_calls(task)
            wait_until("it cannot write", lambda: is_writing(tracer.pid))
            picture.write_bytes(slow.read_all(reader, tracer, signal.SIGINT))
            os.close(reader)
            said = tracer.communicate()[1]
        same((-signal.SIGINT, []), (tracer.returncode, instances()), said)
        lacks("sctrace:", said)
        calls = [event for event in perfetto.read(picture).events if event.name == "lseek"]
    same(CALLS, len(calls))


@test("a signal takes nothing from the reader of a picture that is slow")
def slow_picture() -> None:
    """As from that of lines."""
    unless_it_stands(stopped_picture)


def waits_for_room(pid: int) -> bool:
    """It sleeps in poll() of a file."""
    words = Path(f"/proc/{pid}/syscall").read_text().split()
    return state_of(pid) == "S" and words[0] == "7" and words[2] == "0x1"


@test("a command that lets standard error not wait does not end the trace")
def not_waiting() -> None:
    """It is sctrace's, too. Who reads it begins when there is no room, and all calls are there."""
    script = f"import os\nos.set_blocking(2, False)\nfor i in range({CALLS}): os.getppid()"
    tracer = subprocess.Popen([SCTRACE, "-e", "getppid", "python3", "-c", script], stderr=subprocess.PIPE, text=True)
    wait_until("there is no room", lambda: tracer.poll() is not None or waits_for_room(tracer.pid))
    said = to_end(tracer)
    same((0, []), (tracer.returncode, instances()), said[-600:])
    same(CALLS, sum(bool(re.fullmatch(r"getppid\(\) += \d+", line)) for line in whole_lines(said)))
    lacks("sctrace:", said)


@test("a signal ends it though nobody reads standard error, which does not wait")
def not_waiting_unread() -> None:
    """It waits for room as long as for a file that waits."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with numbered() as task:
        tracer = attached("-e", "lseek", "-p", str(task.pid), stderr=writer)
        os.close(writer)
        make_calls(task)
        wait_until("there is no room", lambda: tracer.poll() is not None or waits_for_room(tracer.pid))
        tracer.send_signal(signal.SIGINT)
        to_end(tracer)
        same((-signal.SIGINT, []), (tracer.returncode, instances()))
    os.close(reader)


@test("two signals at once end it, though SIGALRM was blocked when it was started")
def two_signals() -> None:
    """The handler of one interrupts that of the other one. Nobody reads."""
    with tempfile.TemporaryDirectory() as folder, numbered() as task:
        fifo = Path(folder) / "fifo"
        os.mkfifo(fifo)
        reader = os.open(fifo, os.O_RDWR)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
        try:
            tracer = attached("-o", str(fifo), "-e", "lseek", "-p", str(task.pid))
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGALRM])
        make_calls(task)
        wait_until("it cannot write", lambda: is_writing(tracer.pid))
        tracer.send_signal(signal.SIGSTOP)
        wait_until("it is stopped", lambda: state_of(tracer.pid) == "T")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCONT):
            tracer.send_signal(number)
        said = to_end(tracer)
        os.close(reader)
        same((True, []), (tracer.returncode in (-signal.SIGINT, -signal.SIGTERM), instances()), said)
    has(f"sctrace: '{fifo}' stands still: the rest of the trace is lost", said)


@test("the trace goes on if nothing can be said on standard error, and is elsewhere")
def nothing_said() -> None:
    """Whatever the last error was that has nothing to do with it."""
    with tempfile.TemporaryDirectory() as folder, open("/dev/full", "wb") as full:
        for options in (["--perfetto", f"{folder}/picture"], ["-ff", "-o", f"{folder}/lines"]):
            with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as cat:
                assert cat.stdin
                tracer = attached(*options, "-p", str(cat.pid), stderr=full.fileno())
                cat.stdin.close()
                same(0, tracer.wait(PATIENCE), options)
        has(r"\+\+\+ exited with 0 \+\+\+", Path(f"{folder}/lines.{cat.pid}").read_text())


@test("who reads the output may go on when the tracing has ended by a signal")
def reader_goes_on() -> None:
    """It is waited for until then, and for a second."""
    with tempfile.TemporaryDirectory() as folder:
        go, read = (Path(folder) / name for name in ("go", "read"))
        os.mkfifo(go)
        reader = f"cat >{read}; head -n 1 {go} >/dev/null; rm {read}"
        # It comes before the end, and while the end is waited for.
        for is_over in (False, True):
            with numbered() as task:
                tracer = attached("-o", f"|{reader}", "-e", "lseek", "-p", str(task.pid))
                if is_over:
                    task.kill()
                    wait_until("its end is there", lambda: read.exists() and "killed" in read.read_text())
                    wait_until("it waits for the reader", lambda: is_waiting(tracer.pid))
                tracer.send_signal(signal.SIGTERM)
                try:
                    tracer.wait(PATIENCE)
                except subprocess.TimeoutExpired:
                    raise AssertionError("it does not end") from None
                finally:
                    go.write_text("\n")
                    tracer.wait()
                same((-signal.SIGTERM, []), (tracer.returncode, instances()))
            wait_until("the reader has ended", lambda: not read.exists())
        # Without a signal, it is waited for until it ends.
        same((0, ""), (run(SCTRACE, "-o", f"|cat >{read}; sleep 0.5; rm {read}", "true").returncode,
                       "".join(str(path) for path in Path(folder).glob("read"))))


def is_stopped_in_poll(process: subprocess.Popen[str]) -> bool:
    """It is stopped, and is in poll() then. If not, it goes on."""
    process.send_signal(signal.SIGSTOP)
    wait_until("it is stopped", lambda: state_of(process.pid) == "T")
    if Path(f"/proc/{process.pid}/syscall").read_text().split()[0] == "7":
        return True
    process.send_signal(signal.SIGCONT)
    return False


@test("the ring buffer grows though calls come, without an end, many times as fast as they are printed")
def grows_while_losing() -> None:
    """Most of what waits is overwritten before it is read. Calls are printed as fast as they are read from the FIFO."""
    with tempfile.TemporaryDirectory() as folder, \
            subprocess.Popen([PROGRAMS / "64/numbered", "1", f"{1 << 60}"]) as task:
        fifo = Path(folder) / "fifo"
        os.mkfifo(fifo)
        reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        try:
            tracer = attached("-e", "lseek", "-o", str(fifo), "-p", str(task.pid))
            os.set_blocking(reader, True)
            size = INSTANCES / f"sctrace-{tracer.pid}" / "buffer_size_kb"
            sizes = [int(size.read_text())] * 2
            text, lines = b"", 0
            # The tracer looks at what waits after so many lines.
            while lines < 3 * 4096 and sizes[0] == sizes[1]:
                data = os.read(reader, 4096)
                lines += data.count(b"\n") if b" were lost +++" in text else 0
                text += data
                sizes[1] = int(size.read_text())
                time.sleep(0.01)
        finally:
            task.kill()
            os.close(reader)
        tracer.communicate(timeout=PATIENCE)
    same(True, sizes[0] < sizes[1], f"it has grown: {sizes}")


@test("nothing is recorded after the command has ended though more is left to print than is printed at a time")
def ends_with_backlog() -> None:
    """A child could make calls faster than they are printed, for ever."""
    with tempfile.TemporaryDirectory() as folder:
        fifo = f"{folder}/fifo"
        os.mkfifo(fifo)
        script = f'exec 3<&0; "$0" 1 20000 2 <&3 & read line < {fifo}'
        with subprocess.Popen([SCTRACE, "-e", "lseek", "--buffer", "16M", "sh", "-c", script, PROGRAMS / "64/numbered"],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True) as tracer:
            assert tracer.stdin and tracer.stdout and tracer.stderr
            # The command has opened it, too.
            with open(fifo, "w", encoding="utf-8"):
                wait_until("it is stopped where it pauses", lambda: is_stopped_in_poll(tracer))
                tracer.stdin.write("\n")
                tracer.stdin.flush()
                same("made\n", tracer.stdout.readline())
            command = int(Path(f"/proc/{tracer.pid}/task/{tracer.pid}/children").read_text())
            wait_until("the command has ended", lambda: state_of(command) == "Z")
            tracer.send_signal(signal.SIGCONT)
            # It writes the second part, which is not yet all that there is: a pipe has no room for more.
            heard(tracer, r"lseek\(-1, 5500,")
            is_on = (INSTANCES / f"sctrace-{tracer.pid}" / "tracing_on").read_text()
            tracer.stdin.close()
            text = tracer.stderr.read()
    same("0\n", is_on, "the tracing is on:")
    has(r".*lseek\(-1, 10000, .*", text)


@test("an instance that somebody else reads stays, and records nothing")
def left_instance() -> None:
    """However sctrace ends. The next one removes it."""
    with numbered() as task:
        tracer = attached("--perfetto", "/dev/full", "-e", "lseek", "-p", str(task.pid))
        instance = INSTANCES / f"sctrace-{tracer.pid}"
        with open(instance / "trace_pipe", "rb", buffering=0):
            make_calls(task)
            has(".*cannot write '/dev/full': No space left on device", to_end(tracer))
            same((1, "0\n"), (tracer.returncode, (instance / "tracing_on").read_text()))
    same(0, run(SCTRACE, "-o", "/dev/null", "true").returncode)


@test("--ctf: what is written can be read, however sctrace ends")
def ctf_cut_short() -> None:
    """There is no room, or it is killed."""
    for before in ["prlimit", "--fsize=100000"], []:
        with tempfile.TemporaryDirectory() as folder, numbered() as task:
            path = Path(folder) / "trace"
            tracer = subprocess.Popen([*before, SCTRACE, "--ctf", path, "-e", "lseek", "-p", str(task.pid)],
                                      stderr=subprocess.PIPE, text=True)
            heard(tracer, "attached")
            make_calls(task)
            if not before:
                wait_until("there is a packet", lambda: any(file.stat().st_size for file in path.glob("cpu*")))
                tracer.kill()
            to_end(tracer)
            same(1 if before else -signal.SIGKILL, tracer.returncode)
            same(1, (path / "metadata").read_text().count('name = "lseek"'), before)
    same(0, run(SCTRACE, "-o", "/dev/null", "true").returncode)


@test("-o '|COMMAND': the command ignores no signals that the caller does not")
def reader_signals() -> None:
    """And all that the caller does. Two are those of the C library, whose posix_spawn() ignores them."""

    def pipe_and_size(text: str) -> int:
        return int(text.split()[1], 16) & (1 << signal.SIGPIPE - 1 | 1 << signal.SIGXFSZ - 1)

    with tempfile.TemporaryDirectory() as folder:
        for before in "", "trap '' PIPE XFSZ; ":
            command = f"cat > /dev/null; grep ^SigIgn /proc/self/status > {folder}/signals"
            same(0, run("sh", "-c", before + 'exec "$0" -o "|$1" true', SCTRACE, command).returncode)
            same(pipe_and_size(run("sh", "-c", before + "grep ^SigIgn /proc/self/status").stdout),
                 pipe_and_size((Path(folder) / "signals").read_text()))
