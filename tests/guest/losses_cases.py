# SPDX-License-Identifier: GPL-2.0
"""Ways to lose calls in an instance: what is done to it while tests/programs/numbered.c runs.

Each case returns what is wrong: calls that are missing and of which no reader knows.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable

from checking import wait_until
from home import TRACER, TRACING
from losses_tasks import (
    FEW,
    PART,
    as_many_calls,
    cleared_of_zombie,
    cleared_while_ending,
    dispatched,
    ended_while_looked_at,
    executed,
    executed_in_vain,
    executed_meanwhile,
    many_ended,
    refused_to_many,
    refused_to_the_end,
    reused,
    supervised,
)
from losses_told import THREADS, Told, add_up, add_up_told, calls_of, told_by
from losses_tracer import (
    Tracer,
    buffers_of,
    make_like,
    option,
    read_pipe,
    read_pipe_once,
    write,
)
from task_state import waits_for_input

# So often the program runs while somebody reads.
RUNS = 3


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


RAW_LINE = re.compile(r"^(\d+) (\d+) (\d+) (.*)$")


def from_words(lines: list[str]) -> list[str]:
    """Lines with raw words, with what is in front of others."""
    return [RAW_LINE.sub(r"numbered-\1 [\2] ..... \3.0: \4", line) for line in lines]


def refused_as_words(tracer: Tracer) -> list[str]:
    """Lines have raw words. The last calls of a task are missing in them as in others."""
    tracer.write("options/overwrite", "0")
    with option(tracer.where, "raw"):
        tracer.run()
        problems = add_up(from_words(tracer.trace()), tracer.calls)
        lines = from_words(read_pipe_once(tracer) + read_pipe_once(tracer))
    tracer.write("options/overwrite", "1")
    return problems + [f"trace_pipe: {one}" for one in add_up(lines, tracer.calls)]


def refused_at_times(tracer: Tracer) -> list[str]:
    """A reader of trace_pipe makes room now and then."""
    tracer.write("options/overwrite", "0")
    lines = read_pipe(tracer, pause=0.05) + read_pipe_once(tracer)
    tracer.write("options/overwrite", "1")
    return add_up(lines, tracer.calls)


def slow_pipe(tracer: Tracer) -> list[str]:
    """A reader who does not keep up. It knows of each task, also if all records of it were overwritten."""
    told = list(told_by(read_pipe(tracer, pause=0.02, runs=RUNS)))
    return add_up_told(told, tracer.calls, threads=RUNS * THREADS)


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


def goes_on(tracer: Tracer) -> list[str]:
    """Afterwards, each call is recorded again."""
    tracer.write("trace", "")
    tracer.run(FEW)
    return [f"afterwards: {one}" for one in add_up(tracer.trace(), FEW)]


def off(tracer: Tracer) -> list[str]:
    """It is off as long as the program runs: whoever has switched it off does not ask for that."""
    tracer.write("tracing_on", "0")
    tracer.run()
    tracer.write("tracing_on", "1")
    return [line for line in tracer.trace() if not line.startswith("#")] + goes_on(tracer)


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


def refused_snapshot(tracer: Tracer) -> list[str]:
    """A condition refuses a snapshot, which takes no call then. What is overwritten is told as ever."""
    trigger = tracer.where / "events/syscalls/sys_enter_kill/trigger"
    event = f"hist:keys=sig:highest=sig:onmax($highest).snapshot() if common_pid == {os.getpid()}"
    write(trigger, event)
    # Neither does anything to a task that does not ask for it.
    os.kill(os.getpid(), signal.SIGURG)
    tracer.write("trace", "")
    os.kill(os.getpid(), signal.SIGCONT)
    tracer.run()
    problems = add_up(tracer.trace(), tracer.calls)
    write(trigger, f"!{event}")
    tracer.write("snapshot", "0")
    return problems


def swapped_pipe(tracer: Tracer) -> list[str]:
    """Somebody reads meanwhile: what a snapshot takes from him is told, and may come back with another one.
    Each call is shown or told; none is told twice."""
    tracer.write("snapshot", "1")
    tracer.write("trace", "")

    def swap(_: int) -> None:
        time.sleep(0.02)
        tracer.write("snapshot", "1")

    calls = tracer.calls * 4
    told = list(told_by(read_pipe(tracer, run=lambda one: one.during(swap, calls))))
    tracer.write("snapshot", "0")
    problems = []
    last: dict[int, int] = defaultdict(int)
    lost: dict[int, int] = defaultdict(int)
    # Exits alone, which do not say which number their calls have.
    alone: dict[int, int] = defaultdict(int)
    known: dict[int, set[int]] = defaultdict(set)

    def pass_lost(tid: int) -> None:
        known[tid].update(range(last[tid] + 1, last[tid] + lost[tid] + 1))
        last[tid] += lost.pop(tid)

    for tid, what, number in calls_of(told):
        if what == "lost":
            lost[tid] += number
        elif what == "exit" and lost[tid]:
            # It is of the next one.
            pass_lost(tid)
            last[tid] += 1
            known[tid].add(last[tid])
        elif what == "exit":
            alone[tid] += 1
        else:
            if calls - alone[tid] <= last[tid] + lost[tid] <= calls:
                # Told when the task had ended. What follows comes back.
                pass_lost(tid)
            missing = number - last[tid] - 1
            if missing >= 0 and not lost[tid] <= missing <= lost[tid] + alone[tid]:
                problems.append(f"[{tid}] {last[tid]}, {lost[tid]} lost, {number}")
            known[tid].update(range(min(last[tid] + 1, number), number + 1))
            last[tid] = max(last[tid], number)
            lost[tid] = 0
    for tid in list(lost):
        pass_lost(tid)
    for tid, numbers in known.items():
        # The module tells of an end at the next record, and there is none.
        count = calls if TRACER == "current_tracer" else max(numbers)
        if not count - alone[tid] <= len(numbers) <= count:
            first = min(set(range(1, count + 1)) - numbers, default=0)
            problems.append(f"[{tid}] {len(numbers)} calls of {count} are shown or told; {first} is not")
    print(f"# {len(known)} tasks, {sum(what == 'call' for _, what, _ in told)} calls")
    return problems + [f"{len(known)} tasks"] * (len(known) != THREADS)


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


def cleared_of_one_cpu(tracer: Tracer) -> list[str]:
    """What tasks did before is not known, and what those do that begin behind that is."""
    tracer.write("per_cpu/cpu0/trace", "")
    tracer.run()
    return add_up(tracer.trace(), tracer.calls)


def consumed(tracer: Tracer) -> list[str]:
    """What somebody read from trace_pipe is not missing in the trace."""
    half = tracer.calls // 4
    lines = []
    with tracer.start("1", calls=half) as process:
        lines += read_pipe_once(tracer)
        process.communicate(b"\n")
    lines += tracer.trace()
    return add_up(lines, half)


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
    return problems + ["no call is shown"] * (not last) + goes_on(tracer)


def not_wanted(tracer: Tracer) -> list[str]:
    """What lists and conditions leave out is no loss."""
    tracer.calls //= PART
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


def several(tracer: Tracer) -> list[str]:
    """Two more instances want other calls of the same tasks; one comes while these run."""
    tracer.calls //= PART
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
        with tracer.start("1") as process:
            wait_until("it reads", lambda: waits_for_input(process.pid))
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
    """A list leaves tasks out, and takes them in again, while a thread waits and while it calls: that is no loss."""
    tracer.write("buffer_size_kb", "20000")

    def choose(count: int) -> None:
        tracer.write("set_syscall_comm", "none" if count % 2 else "numbered")

    with tracer.start("3", stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        # The first part is wanted, the second one is not, and the third one is at times.
        for count in range(3):
            if count:
                process.stdout.readline()
            choose(count)
            process.stdin.write(b"\n")
            process.stdin.flush()
        while process.poll() is None:
            choose(count := count + 1)
    told = list(calls_of(told_by(tracer.trace())))
    problems = [f"[{tid}] {number} lost" for tid, what, number in told if what == "lost"]
    shown = len(told) - len(problems)
    if not 0 < shown < tracer.calls * THREADS:
        problems.append(f"{shown} calls of {tracer.calls * THREADS} are shown")
    tracer.write("set_syscall_comm", "numbered")
    return problems + goes_on(tracer)


# A name, what is done, and how large the ring buffer is then, in KiB a CPU.
CASES: tuple[tuple[str, Callable[[Tracer], list[str]], int], ...] = (
    ("old calls are overwritten", overwritten, 64),
    ("old calls are overwritten, in the smallest buffer", overwritten, 4),
    ("old calls are overwritten, as JSON", overwritten_json, 64),
    ("new calls are refused", refused, 64),
    ("new calls are refused, and lines have raw words", refused_as_words, 64),
    ("new calls are refused at times", refused_at_times, 64),
    ("new calls are refused, and records are written together", refused_in_batches, 16),
    ("a reader of trace_pipe is slow", slow_pipe, 16),
    ("many tasks have ended", many_ended, 4),
    ("new calls are refused to many tasks", refused_to_many, 8),
    ("new calls are refused until a task ends", refused_to_the_end, 4),
    ("tasks have the same pid", reused, 16),
    ("tasks have the same pid, and make as many calls", as_many_calls, 4000),
    ("a task that has ended has its pid yet when the trace is cleared", cleared_of_zombie, 16),
    ("a task makes no more calls, and has not ended, when it is", cleared_while_ending, 16),
    ("the ring buffer grows: no call is lost", resized, 20000),
    ("it grows and shrinks", resized_to_and_fro, 16),
    ("it grows and shrinks while somebody reads", resized_pipe, 16),
    ("its parts become larger and smaller while somebody reads", divided_anew_pipe, 64),
    ("it grows and shrinks, and there is a snapshot", resized_with_snapshot, 400),
    ("recording is switched off and on", switched, 4000),
    ("recording is switched off while tasks end", ended_while_looked_at, 4000),
    ("recording is off", off, 64),
    ("snapshots are taken", swapped, 4000),
    ("snapshots are refused", refused_snapshot, 64),
    ("snapshots are taken while somebody reads", swapped_pipe, 100),
    ("in batches, recording is switched off and on", in_batches, 4000),
    ("both records of calls", both_records, 16),
    ("the trace is cleared", cleared, 16),
    ("the trace of one CPU is cleared", cleared_of_one_cpu, 16),
    ("the trace is cleared while somebody reads", cleared_pipe, 4000),
    ("trace_pipe has been read", consumed, 4000),
    ("conditions leave calls out", not_wanted, 64),
    ("several instances", several, 64),
    ("a thread executes a program", executed, 20000),
    ("a thread executes a program, and all is there", executed_meanwhile, 20000),
    ("a thread executes a program, and old calls are overwritten", executed_meanwhile, 4),
    ("a thread executes a program in vain, and its pid is forgotten", executed_in_vain, 64),
    ("tasks are left out for a while", unwanted_for_a_while, 64),
    ("a task is left out while its call is judged", supervised, 64),
    ("a task is left out while its call is not the one that a debugger makes of it", dispatched, 64),
)
