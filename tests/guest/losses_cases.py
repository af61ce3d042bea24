# SPDX-License-Identifier: GPL-2.0
"""Ways to lose calls in an instance: what is done to it while tests/programs/numbered.c runs.

Each case returns what is wrong: calls that are missing and of which no reader knows.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

from home import TRACER, TRACING
from losses_told import OF_CPU, THREADS, Told, add_up, add_up_told, told_by

# So often the program runs while somebody reads.
RUNS = 3
# So often it runs to make many tasks, which make a few calls each.
MANY, FEW = 60, 40
# So many calls make tasks that have the same pid, one after the other.
REUSED = (2000, 1000, 500, 500, 500, 3000)


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
        """To a control file."""
        write(self.where / name, text)

    def start(self, *words: str, calls: int | None = None) -> subprocess.Popen[bytes]:
        """The program."""
        number = str(self.calls if calls is None else calls)
        return subprocess.Popen([self.program, str(THREADS), number, *words], stdin=subprocess.PIPE)

    def run(self, calls: int | None = None) -> None:
        """To its end."""
        with self.start(calls=calls) as process:
            process.communicate()

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


def resize(tracer: Tracer, sizes: tuple[int, ...]) -> Callable[[int], None]:
    """One size after the other."""
    return lambda count: tracer.write("buffer_size_kb", f"{sizes[count % len(sizes)]}")


def lossless(tracer: Tracer, told: list[Told]) -> list[str]:
    """Nothing may be missing, and all is there."""
    problems = add_up_told(told, tracer.calls)
    lost = sum(number for _, what, number in told if what == "lost")
    return problems + [f"{lost} calls were lost"] * bool(lost)


def overwritten(tracer: Tracer) -> list[str]:
    """The ring buffer holds only the last calls."""
    tracer.run()
    return add_up(tracer.trace(), tracer.calls)


def overwritten_json(tracer: Tracer) -> list[str]:
    """As objects."""
    tracer.write("options/syscall_json", "1")
    tracer.run()
    lines = tracer.trace()
    tracer.write("options/syscall_json", "0")
    return add_up(lines, tracer.calls)


def refused(tracer: Tracer) -> list[str]:
    """It holds only the first ones; then there is room again."""
    tracer.write("options/overwrite", "0")
    tracer.run()
    problems = add_up(tracer.trace(), tracer.calls)
    # What a task could not say when it ended, it says when there is room.
    lines = read_pipe_once(tracer) + read_pipe_once(tracer)
    tracer.write("options/overwrite", "1")
    return problems + [f"trace_pipe: {one}" for one in add_up(lines, tracer.calls)]


def refused_at_times(tracer: Tracer) -> list[str]:
    """A reader of trace_pipe makes room now and then."""
    tracer.write("options/overwrite", "0")
    lines = read_pipe(tracer, pause=0.05) + read_pipe_once(tracer)
    tracer.write("options/overwrite", "1")
    return add_up(lines, tracer.calls)


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


def slow_pipe(tracer: Tracer) -> list[str]:
    """A reader who does not keep up. It knows of each task, also if all records of it were overwritten."""
    told = list(told_by(read_pipe(tracer, pause=0.02, runs=RUNS)))
    return add_up_told(told, tracer.calls, threads=RUNS * THREADS)


def many_ended(tracer: Tracer) -> list[str]:
    """Many tasks have ended before somebody reads. Where a line finds no room, it is not forgotten."""
    for _ in range(MANY):
        tracer.run(calls=FEW)
    told = list(told_by(read_pipe_once(tracer)))
    return add_up_told(told, FEW, threads=MANY * THREADS)


def refused_to_many(tracer: Tracer) -> list[str]:
    """Many tasks end while it is full; what some could not say is said when others end."""
    tracer.write("options/overwrite", "0")
    for _ in range(MANY):
        tracer.run(calls=FEW)
    problems = add_up_told(told_by(tracer.trace()), FEW, threads=MANY * THREADS)
    tracer.write("options/overwrite", "1")
    return problems


def refused_to_the_end(tracer: Tracer) -> list[str]:
    """There may be room again for the call by which a task ends, when it counts as missing already."""
    tracer.write("set_syscall", "lseek exit exit_group")
    tracer.write("options/overwrite", "0")
    lines = read_pipe(tracer, pause=0.001, runs=MANY, run=lambda one: one.run(calls=10 * FEW))
    lines += read_pipe_once(tracer)
    tracer.write("options/overwrite", "1")
    return add_up_told(told_by(lines), 10 * FEW + 1, threads=MANY * THREADS)


def refused_in_batches(tracer: Tracer) -> list[str]:
    """The records of a block are refused together, but no number is."""
    tracer.write("options/syscall_batch", "1")
    problems = refused(tracer) + refused_at_times(tracer)
    # The option may be set later than the other one, and unset earlier.
    tracer.write("options/overwrite", "0")
    tracer.write("options/syscall_batch", "0")
    tracer.write("options/syscall_batch", "1")
    tracer.write("trace", "")
    tracer.run()
    problems += add_up(tracer.trace(), tracer.calls)
    tracer.write("options/overwrite", "1")
    tracer.write("options/syscall_batch", "0")
    return problems


def run_reused(tracer: Tracer) -> None:
    """Tasks with the same pid."""
    subprocess.run([tracer.program.with_name("reused"), *map(str, REUSED)], check=True)


def add_up_reused(lines: list[str]) -> list[str]:
    """Is each of their calls shown or told to be missing?"""
    told = list(told_by(lines))
    shown = sum(what == "call" for _, what, _ in told)
    lost = sum(number for _, what, number in told if what == "lost")
    print(f"# {shown} shown", flush=True)
    return [f"{shown} shown, {lost} lost, of {sum(REUSED)}"] * (shown + lost != sum(REUSED))


def reused(tracer: Tracer) -> list[str]:
    """Tasks have the same pid, and what they record is refused, overwritten, or read too slowly."""
    tracer.write("set_syscall_comm", "reused")
    problems = [f"pipe: {one}" for one in add_up_reused(read_pipe(tracer, pause=0.02, run=run_reused))]
    tracer.write("options/overwrite", "0")
    tracer.write("trace", "")
    run_reused(tracer)
    problems += [f"refused: {one}" for one in add_up_reused(tracer.trace())]
    problems += [f"refused, pipe: {one}" for one in add_up_reused(read_pipe_once(tracer))]
    tracer.write("options/overwrite", "1")
    return problems


def as_many_calls(tracer: Tracer) -> list[str]:
    """Two tasks have the same pid and make as many calls, the second one while recording is off. Where
    nothing but records tells of their ends, the second end is not taken for the first one again."""
    tracer.write("set_syscall_comm", "reused")
    tracer.write("options/syscall_process", "1")
    tracer.write("snapshot", "1")
    tracer.write("trace", "")
    words = [tracer.program.with_name("reused"), f"{FEW}", "wait", f"{FEW},wait"]
    with subprocess.Popen(words, stdin=subprocess.PIPE) as process:
        assert process.stdin
        ended: list[str] = []
        while not ended:
            ended = [line for line in tracer.trace() if re.search("exited with 0|\"exit\"", line)]
        pid = int(ended[0].split("-")[1].split()[0])
        tracer.write("tracing_on", "0")
        process.stdin.write(b"\n")
        process.stdin.flush()
        # It has made its calls when it reads.
        while not waits_for_input(pid):
            time.sleep(0.01)
        tracer.write("tracing_on", "1")
        process.communicate(b"\n")
    assert not process.returncode
    tracer.write("options/syscall_process", "0")
    lines = {"trace": tracer.trace()}
    tracer.write("snapshot", "1")
    lines["snapshot"] = (tracer.where / "snapshot").read_text().splitlines()
    tracer.write("snapshot", "0")
    problems = []
    for name, text in lines.items():
        told = [(what, number) for tid, what, number in told_by(text) if tid == pid]
        shown = sum(what == "call" for what, _ in told)
        lost = sum(number for what, number in told if what == "lost")
        if (shown, lost) != (FEW, FEW):
            problems.append(f"{name}: {shown} shown, {lost} lost, of {FEW} and {FEW}")
    return problems


def waits_for_input(pid: int) -> bool:
    """Does a process read, and wait?"""
    try:
        return Path(f"/proc/{pid}/syscall").read_text().startswith("0 0x0 ")
    except OSError:
        return False


def resized(tracer: Tracer) -> list[str]:
    """It grows, and has room enough at any time."""
    sizes = tuple(range(20000, 24000, 500))
    tracer.during(resize(tracer, sizes))
    return lossless(tracer, list(told_by(tracer.trace())))


def resized_to_and_fro(tracer: Tracer) -> list[str]:
    """It becomes smaller, too."""
    tracer.during(resize(tracer, (16, 4000, 4, 1000)))
    return add_up(tracer.trace(), tracer.calls)


def resized_pipe(tracer: Tracer) -> list[str]:
    """And somebody reads."""
    lines = read_pipe(tracer, disturb=resize(tracer, (16, 4000, 64, 1000)))
    return add_up(lines, tracer.calls)


def divided_anew_pipe(tracer: Tracer) -> list[str]:
    """The size of its parts changes, by which it is cleared, while somebody reads."""

    def divide(count: int) -> None:
        time.sleep(0.05)
        tracer.write("buffer_subbuf_size_kb", f"{(4, 8)[count % 2]}")

    calls = tracer.calls * 20
    lines = read_pipe(tracer, run=lambda one: one.during(divide, calls))
    tracer.write("buffer_subbuf_size_kb", "4")
    return add_up(lines, calls)


def resized_with_snapshot(tracer: Tracer) -> list[str]:
    """Then recording stops meanwhile."""
    tracer.write("snapshot", "1")
    tracer.write("trace", "")
    tracer.during(resize(tracer, (400, 4000)))
    problems = add_up(tracer.trace(), tracer.calls)
    tracer.write("snapshot", "0")
    return problems


def switched(tracer: Tracer) -> list[str]:
    """Recording is switched off and on."""

    def switch(count: int) -> None:
        tracer.write("tracing_on", f"{count % 2}")
        time.sleep(0.002)

    tracer.during(switch)
    tracer.write("tracing_on", "1")
    # Of a thread that ends while recording is off, the end is not known.
    return add_up(tracer.trace(), tracer.calls, ends=False)


def off(tracer: Tracer) -> list[str]:
    """It is off as long as the program runs: whoever has switched it off does not ask for that."""
    tracer.write("tracing_on", "0")
    tracer.run()
    tracer.write("tracing_on", "1")
    return [line for line in tracer.trace() if not line.startswith("#")]


def swapped(tracer: Tracer) -> list[str]:
    """Snapshots are taken: what is in one of two is missing in the other, but in no middle in silence."""
    tracer.write("snapshot", "1")
    tracer.write("trace", "")

    def swap(_: int) -> None:
        tracer.write("snapshot", "1")
        time.sleep(0.02)

    tracer.during(swap)
    problems = []
    for name in "trace", "snapshot":
        lines = (tracer.where / name).read_text(errors="replace").splitlines()
        first: set[int] = set()
        kept = []
        for tid, what, number in told_by(lines):
            # Where a file begins is the swap's doing.
            if tid not in first:
                if what == "exit":
                    # Its entry is in the other one.
                    continue
                first.add(tid)
                if what == "call":
                    kept.append((tid, "lost", number - 1))
                elif what == "lost":
                    problems.append(f"{name}: [{tid}] {number} lost at the beginning")
            kept.append((tid, what, number))
        problems += [f"{name}: {problem}" for problem in add_up_told(kept, tracer.calls, ends=False)]
    tracer.write("snapshot", "0")
    return problems


def swapped_pipe(tracer: Tracer) -> list[str]:
    """Somebody reads meanwhile: what is in the snapshot comes back, and no call is said to be lost that
    was not."""
    tracer.write("snapshot", "1")
    tracer.write("trace", "")

    def swap(_: int) -> None:
        time.sleep(0.02)
        tracer.write("snapshot", "1")

    calls = tracer.calls * 4
    lines = read_pipe(tracer, run=lambda one: one.during(swap, calls))
    tracer.write("snapshot", "0")
    problems = []
    last: dict[int, int] = {}
    lost: dict[int, int] = {}
    for tid, what, number in told_by(lines):
        if what == "lost":
            lost[tid] = lost.get(tid, 0) + number
        elif what in ("call", "entry"):
            told, before = lost.pop(tid, 0), last.get(tid, 0)
            # Up to its end: what comes then was in the snapshot until now.
            if told and before + told not in (number - 1, calls):
                problems.append(f"[{tid}] {before}, {told} lost, {number}")
            last[tid] = number
        elif told := lost.pop(tid, 0):
            # An exit whose entry is missing
            last[tid] = last.get(tid, 0) + told + 1
    print(f"# {len(last)} tasks, {sum(what == 'call' for _, what, _ in told_by(lines))} calls")
    return problems


def in_batches(tracer: Tracer) -> list[str]:
    """Records are written together."""
    tracer.write("options/syscall_batch", "1")

    def switch(count: int) -> None:
        tracer.write("tracing_on", f"{count % 2}")
        time.sleep(0.002)

    tracer.during(switch)
    tracer.write("tracing_on", "1")
    problems = add_up(tracer.trace(), tracer.calls, ends=False)
    tracer.write("options/syscall_batch", "0")
    return problems


def both_records(tracer: Tracer) -> list[str]:
    """Each call has two."""
    with option(tracer.where, "syscall_entries"):
        return resized_to_and_fro(tracer)


def cleared(tracer: Tracer) -> list[str]:
    """What was there before somebody cleared the trace is not missing."""
    tracer.run()
    tracer.write("trace", "")
    problems = [line for line in tracer.trace() if "lost" in line]
    tracer.run()
    return problems + add_up(tracer.trace(), tracer.calls)


def consumed(tracer: Tracer) -> list[str]:
    """What somebody read from trace_pipe is not missing in the trace."""
    half = tracer.calls // 4
    lines = []
    with tracer.start("wait", calls=half) as process:
        lines += read_pipe_once(tracer)
        process.communicate(b"\n")
    lines += tracer.trace()
    return add_up(lines, half)


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


def cleared_pipe(tracer: Tracer) -> list[str]:
    """While somebody reads who does not keep up: what is cleared is not told, and nothing else is."""

    def clear(count: int) -> None:
        time.sleep(0.02)
        tracer.write("trace", "")

    lines = read_pipe(tracer, pause=0.002, disturb=clear)
    problems = []
    last: dict[int, int] = defaultdict(int)
    lost: dict[int, int] = defaultdict(int)
    for tid, what, number in told_by(lines):
        if what == "lost":
            lost[tid] += number
        elif what == "call":
            if lost[tid] > number - last[tid] - 1:
                problems.append(f"[{tid}] {last[tid]}, {lost[tid]} lost, {number}")
            last[tid], lost[tid] = number, 0
    print(f"# {len(lines)} lines", flush=True)
    return problems


def not_wanted(tracer: Tracer) -> list[str]:
    """What lists and conditions leave out is no loss."""
    tracer.write("buffer_size_kb", "20000")
    tracer.write("syscall_filter", "lseek: offset & 1")
    tracer.run()
    # A call in which its task was scheduled out has a line of its own for its end.
    told = [one for one in told_by(tracer.trace()) if one[1] != "exit"]
    problems = [f"{what} {number}" for _, what, number in told if what == "lost" or number % 2 == 0]
    expected = (tracer.calls + 1) // 2 * THREADS
    problems += [f"{len(told)} lines, not {expected}"] * (len(told) != expected)
    tracer.write("syscall_filter", "")
    return problems


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


def several(tracer: Tracer) -> list[str]:
    """Two more instances want other calls of the same tasks; one comes while these run."""
    tracer.write("buffer_size_kb", "20000")
    other, late = (TRACING / "instances" / name for name in ("other", "late"))
    make_like(tracer.where, other)
    make_like(tracer.where, late)
    problems = []
    try:
        for where in other, late:
            write(where / "buffer_size_kb", "20000")
            write(where / "set_syscall_comm", "numbered")
        write(other / "syscall_filter", "lseek: offset & 1")
        write(other / TRACER, "syscall")
        with tracer.start("wait") as process:
            time.sleep(0.3)
            write(late / TRACER, "syscall")
            process.communicate(b"\n")
        problems += [f"first: {one}" for one in lossless(tracer, list(told_by(tracer.trace())))]
        lines = (other / "trace").read_text(errors="replace").splitlines()
        told = [one for one in told_by(lines) if one[1] == "lost" or one[1] != "exit" and one[2] % 2 == 0]
        problems += [f"second: {one}" for one in told]
        lines = (late / "trace").read_text(errors="replace").splitlines()
        problems += [f"third: {one}, {buffers_of(late)}" for one in told_by(lines) if one[1] == "lost"]
    finally:
        for where in other, late:
            write(where / TRACER, "nop")
            where.rmdir()
    return problems


def unwanted_for_a_while(tracer: Tracer) -> list[str]:
    """A list leaves tasks out, and takes them in again: that is no loss."""
    tracer.write("buffer_size_kb", "20000")

    def choose(count: int) -> None:
        tracer.write("set_syscall_comm", "none" if count % 2 else "numbered")

    tracer.during(choose)
    return [f"[{tid}] {number} lost" for tid, what, number in told_by(tracer.trace()) if what == "lost"]


# A thread makes calls, and takes over the pid of its process.
EXECUTES = """
import os, sys, threading
def go():
    for number in range(1, 41):
        os.lseek(0, number, os.SEEK_SET)
    os.execv(sys.argv[1], [sys.argv[1], "1", "20"])
threading.Thread(target=go).start()
threading.Event().wait()
"""


CALL_LINE = re.compile(r"[ \"]lseek[(\"]")
EXECUTED = re.compile(r" execve\(|\"name\":\"execve\".*\"type\":\"(?:call|entry)\"")


def executed(tracer: Tracer) -> list[str]:
    """No call is missing, though two records tell of the other pid."""
    tracer.write("set_syscall_comm", "python3 numbered")
    tracer.write("options/syscall_process", "1")
    # It goes back in a file, and so it needs one.
    with open("/etc/passwd", "rb") as file:
        subprocess.run(["python3", "-c", EXECUTES, tracer.program], stdin=file, check=True)
    tracer.write("options/syscall_process", "0")
    lines = tracer.trace()
    count = sum(" lseek(" in line or '"name":"lseek"' in line for line in lines)
    problems = [line for line in lines if " lost +++" in line or '"type":"lost"' in line]
    return problems + [f"{count} calls, fewer than 60"] * (count < 60)


def break_program(program: str) -> Path:
    """A copy that the kernel begins to execute, and cannot load: a part has more bytes in the file than in memory."""
    broken = Path(program).with_suffix(".broken")
    image = bytearray(Path(program).read_bytes())
    parts, size, count = struct.unpack_from("<Q", image, 32)[0], *struct.unpack_from("<HH", image, 54)
    for part in range(parts, parts + size * count, size):
        if struct.unpack_from("<I", image, part)[0] == 1:
            struct.pack_into("<Q", image, part + 40, 0)
    broken.write_bytes(image)
    broken.chmod(0o755)
    return broken


def count_shown(told: list[Told]) -> int:
    """Calls that are shown, in one line or two; of two, one may be missing."""
    shown = 0
    is_open: dict[int, bool] = defaultdict(bool)
    for tid, what, _ in told:
        shown += what in ("call", "entry") or (what == "exit" and not is_open[tid])
        is_open[tid] = what == "entry"
    return shown


def executed_meanwhile(tracer: Tracer) -> list[str]:
    """All calls of a task count, whatever pids it had and whatever is left of its records. There is nobody
    whose pid it takes over, or he is waited for. If the program is in memory, nothing else is."""
    folder = Path(tempfile.mkdtemp())
    subprocess.run(["mount", "-t", "tmpfs", "executed", folder], check=True)
    program = shutil.copy(tracer.program.with_name("executed"), folder)
    tracer.write("set_syscall", "lseek execve")
    broken = break_program(program)
    problems = []
    for first, file, calls in ("leave", None, 2), ("stay", None, 2), ("call", None, 3), ("stay", broken, 1):
        for pipe in False, True:
            # A task that begins to be wanted while it is being executed may show that call, or not.
            tracer.write("set_syscall_comm", "nobody")
            words = [program, str(tracer.calls), first] + [file] * bool(file)
            with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
                assert process.stdout
                process.stdout.readline()
                tracer.write("trace", "")
                tracer.write("set_syscall_comm", "executed")
                process.communicate(b"\n")
            if process.returncode != (-signal.SIGSEGV if file else 0):
                problems.append(f"{first}: status {process.returncode}")
            calls_made = calls * tracer.calls + 1
            lines = read_pipe_once(tracer) if pipe else tracer.trace()
            told = list(told_by(lines))
            # The call by which the program is executed counts under the first pid: its exit tells nothing.
            shown = count_shown(told) + any(EXECUTED.search(line) for line in lines)
            lost = sum(number for _, what, number in told if what == "lost")
            if shown + lost != calls_made:
                # What is said of anything but a call of the program, and the first and last of these.
                records = [line for line in lines if not line.startswith("#")]
                calls_shown = [line for line in records if CALL_LINE.search(line)]
                said = [line for line in records if not CALL_LINE.search(line)]
                said += calls_shown[:2] + calls_shown[-2:]
                where = "".join(f"\n  {line[:150]}" for line in said[:12])
                problems.append(f"{first}, pipe {pipe}: {shown} shown, {lost} lost, of {calls_made}{where}")
            if lost and not any(OF_CPU.match(line) for line in lines):
                problems.append(f"{first}, pipe {pipe}: {lost} lost, but no record is")
    subprocess.run(["umount", folder], check=True)
    folder.rmdir()
    return problems


# A name, what is done, and how large the ring buffer is then, in KiB a CPU.
CASES: tuple[tuple[str, Callable[[Tracer], list[str]], int], ...] = (
    ("old calls are overwritten", overwritten, 64),
    ("old calls are overwritten, in the smallest buffer", overwritten, 4),
    ("old calls are overwritten, as JSON", overwritten_json, 64),
    ("new calls are refused", refused, 64),
    ("new calls are refused at times", refused_at_times, 64),
    ("new calls are refused, and records are written together", refused_in_batches, 16),
    ("a reader of trace_pipe is slow", slow_pipe, 16),
    ("many tasks have ended", many_ended, 4),
    ("new calls are refused to many tasks", refused_to_many, 8),
    ("new calls are refused until a task ends", refused_to_the_end, 4),
    ("tasks have the same pid", reused, 16),
    ("tasks have the same pid, and make as many calls", as_many_calls, 4000),
    ("the ring buffer grows: no call is lost", resized, 20000),
    ("it grows and shrinks", resized_to_and_fro, 16),
    ("it grows and shrinks while somebody reads", resized_pipe, 16),
    ("its parts become larger and smaller while somebody reads", divided_anew_pipe, 64),
    ("it grows and shrinks, and there is a snapshot", resized_with_snapshot, 400),
    ("recording is switched off and on", switched, 4000),
    ("recording is off", off, 64),
    ("snapshots are taken", swapped, 4000),
    ("snapshots are taken while somebody reads", swapped_pipe, 100),
    ("in batches, recording is switched off and on", in_batches, 4000),
    ("both records of calls", both_records, 16),
    ("the trace is cleared", cleared, 16),
    ("the trace is cleared while somebody reads", cleared_pipe, 4000),
    ("trace_pipe has been read", consumed, 4000),
    ("conditions leave calls out", not_wanted, 64),
    ("several instances", several, 64),
    ("a thread executes a program", executed, 20000),
    ("a thread executes a program, and all is there", executed_meanwhile, 20000),
    ("a thread executes a program, and old calls are overwritten", executed_meanwhile, 4),
    ("tasks are left out for a while", unwanted_for_a_while, 64),
)
