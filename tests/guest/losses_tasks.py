# SPDX-License-Identifier: GPL-2.0
"""Tasks end, have the same pid, or execute a program, and calls of theirs are missing.

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
import time
from pathlib import Path

from checking import wait_until
from home import TRACER
from losses_told import OF_CPU, THREADS, Told, add_up_told, calls_of, told_by
from losses_tracer import Tracer, read_pipe, read_pipe_once
from slow import slow
from task_state import state_of, waits_for_input

# So often it runs to make many tasks, which make a few calls each.
MANY, FEW = 60, 40
# By so much fewer calls are enough where it does not matter how many they are.
PART = 5
# So many calls make tasks that have the same pid, one after the other.
REUSED = (2000, 1000, 500, 500, 500, 3000)


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


def ended_while_looked_at(tracer: Tracer) -> list[str]:
    """Recording is switched off, and it takes long to look at the call of a task that ends meanwhile. What tasks
    do last while recording is off, nobody is told. The module looks at no call then."""
    tracer.write("set_syscall_comm", "bash")
    tracer.write("set_syscall", "exit_group")
    cpus = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cpus)})
    looks = slow("write_entry_of") if TRACER == "current_tracer" else contextlib.nullcontext()
    with looks, subprocess.Popen(["bash", "-c", f"for i in {{1..{2 * MANY}}}; do (:); done"]) as bash:
        # In a storm, the CPU may be off by now.
        with contextlib.suppress(OSError):
            os.sched_setaffinity(bash.pid, {max(cpus)})
        while bash.poll() is None:
            tracer.write("tracing_on", "0")
            tracer.write("tracing_on", "1")
    os.sched_setaffinity(0, cpus)
    # All of them may have ended while it was off.
    subprocess.run(["bash", "-c", ":"], check=True)
    return ["no end is shown"] * (" exit_group(0)" not in "".join(tracer.trace()))


def run_reused(tracer: Tracer) -> None:
    """Tasks with the same pid."""
    subprocess.run([tracer.program.with_name("reused"), *map(str, REUSED)], check=True)


def add_up_reused(lines: list[str], calls: int = sum(REUSED)) -> list[str]:
    """Is each of their calls shown or told to be missing?"""
    told = list(told_by(lines))
    shown = count_shown(told)
    lost = sum(number for _, what, number in told if what == "lost")
    print(f"# {shown} shown", flush=True)
    return [f"{shown} shown, {lost} lost, of {calls}"] * (shown + lost != calls)


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
        # It reads when the first task has ended.
        while not waits_for_input(process.pid):
            time.sleep(0.01)
        pid = next(told_by(tracer.trace()))[0]
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
        told = [one for one in told_by(text) if one[0] == pid]
        shown = count_shown(told)
        lost = sum(number for _, what, number in told if what == "lost")
        if (shown, lost) != (FEW, FEW):
            problems.append(f"{name}: {shown} shown, {lost} lost, of {FEW} and {FEW}")
    return problems


def cleared_of_zombie(tracer: Tracer) -> list[str]:
    """A task has ended, and has its pid yet, when the trace is cleared. The next task with the pid is another one."""
    tracer.write("set_syscall_comm", "reused")
    problems = []
    for name, read in ("trace", Tracer.trace), ("pipe", read_pipe_once):
        words = [tracer.program.with_name("reused"), f"{max(REUSED) * 2},zombie", f"{max(REUSED)}"]
        with subprocess.Popen(words, stdin=subprocess.PIPE) as process:
            while not waits_for_input(process.pid):
                time.sleep(0.01)
            tracer.write("trace", "")
            process.communicate(b"\n")
        assert not process.returncode
        problems += [f"{name}: {one}" for one in add_up_reused(read(tracer), max(REUSED))]
    return problems


def has_no_memory(pid: int) -> bool:
    """Has it none any more, because it ends?"""
    try:
        return Path(f"/proc/{pid}/statm").read_text().startswith("0 ") and state_of(pid) != "Z"
    except OSError:
        return False


def cleared_while_ending(tracer: Tracer) -> list[str]:
    """A task makes no more calls, and is no zombie yet, when the trace is cleared. The module cannot be asked: a
    probe that takes long is more than its kernel may have."""
    if TRACER != "current_tracer":
        return []
    tracer.write("set_syscall_comm", "reused")
    words = [tracer.program.with_name("reused"), f"{max(REUSED) * 2},wait", f"{max(REUSED)}"]
    # The first function of a task that ends, behind that by which the tracer knows it
    with slow("exit_sem"), subprocess.Popen(words, stdin=subprocess.PIPE) as process:
        assert process.stdin
        wait_until("a task makes calls", lambda: any(True for _ in told_by(tracer.trace())))
        pid = next(told_by(tracer.trace()))[0]
        wait_until("it reads", lambda: waits_for_input(pid))
        process.stdin.write(b".")
        process.stdin.flush()
        wait_until("it ends", lambda: has_no_memory(pid), pause=0)
        tracer.write("trace", "")
        process.communicate()
    assert not process.returncode
    return add_up_reused(tracer.trace(), max(REUSED))


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
    """Calls that are shown."""
    return sum(what not in ("lost", "last") for _, what, _ in calls_of(told))


def executed_meanwhile(tracer: Tracer) -> list[str]:
    """All calls of a task count, whatever pids it had and whatever is left of its records. There is nobody
    whose pid it takes over, or he is waited for. If the program is in memory, nothing else is."""
    folder = Path(tempfile.mkdtemp())
    subprocess.run(["mount", "-t", "tmpfs", "executed", folder], check=True)
    program = shutil.copy(tracer.program.with_name("executed"), folder)
    tracer.write("set_syscall", "lseek execve")
    broken = break_program(program)
    calls_each = tracer.calls // PART
    problems = []
    for first, file, calls in ("leave", None, 2), ("stay", None, 2), ("call", None, 3), ("stay", broken, 1):
        for pipe in False, True:
            # A task that begins to be wanted while it is being executed may show that call, or not.
            tracer.write("set_syscall_comm", "nobody")
            words = [program, str(calls_each), first] + [file] * bool(file)
            with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
                assert process.stdout
                process.stdout.readline()
                tracer.write("trace", "")
                tracer.write("set_syscall_comm", "executed")
                process.communicate(b"\n")
            if process.returncode != (-signal.SIGSEGV if file else 0):
                problems.append(f"{first}: status {process.returncode}")
            calls_made = calls * calls_each + 1
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
    # Whoever looks at files (fanotify) may have one open.
    subprocess.run(["umount", "--lazy", folder], check=True)
    folder.rmdir()
    return problems


def executed_in_vain(tracer: Tracer) -> list[str]:
    """A thread has got the pid of its process, and no program: neither pid stays in a list."""
    folder = Path(tempfile.mkdtemp())
    program = shutil.copy(tracer.program.with_name("executed"), folder)
    broken = break_program(program)
    problems = []
    for name in "set_syscall_pid", "set_syscall_notrace_pid", "process_follow_pid":
        for first in "stay", "leave":
            words = [program, "1", first, broken]
            with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
                assert process.stdout
                process.stdout.readline()
                tracer.write(name, f"{process.pid}")
                process.communicate(b"\n")
            if process.returncode != -signal.SIGSEGV:
                problems.append(f"{name}, {first}: status {process.returncode}")
            left = (tracer.where / name).read_text()
            if "ended" not in left:
                problems.append(f"{name}, {first}: the list has {left!r}, where process {process.pid} was")
            tracer.write(name, "0" if name == "process_follow_pid" else "")
    shutil.rmtree(folder)
    return problems


def run_held(tracer: Tracer, name: str, calls: str, seen: bool = True) -> list[str]:
    """A list leaves the task of a program out, and takes it in again, while it is held in a call. Unless that is seen,
    it has left it out before. Returns its lines."""
    tracer.write("set_syscall", calls)
    tracer.write("set_syscall_comm", name if seen else "nobody")
    with subprocess.Popen([tracer.program.with_name(name)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        pid = int(process.stdout.readline())
        tracer.write("set_syscall_comm", "nobody")
        tracer.write("trace", "")
        tracer.write("set_syscall_comm", name)
        process.communicate(b"\n")
    assert not process.returncode
    return [line for line in tracer.trace() if f"-{pid} " in line]


def supervised(tracer: Tracer) -> list[str]:
    """Somebody else judges the call: it is there once."""
    lines = run_held(tracer, "supervised", "getppid")
    begun = sum(" getppid(" in line for line in lines)
    ended = sum(bool(re.search(r"getppid.* = \d", line)) for line in lines)
    return lines if (begun, ended, len(lines)) not in ((1, 1, 1), (1, 1, 2)) else []


def dispatched(tracer: Tracer) -> list[str]:
    """The kernel waits for memory of the program, and a debugger makes another call of it: it has not its result."""
    lines = run_held(tracer, "dispatched", "getppid getpgrp", seen=False)
    ended = sum(bool(re.search(r"getpgrp\(\) += \d", line)) for line in lines)
    mixed = any(re.search(r"getppid.* = \d", line) for line in lines)
    print("".join(f"# {line}\n" for line in lines), end="")
    return lines if ended != 1 or mixed else []
