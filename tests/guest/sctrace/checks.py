# SPDX-License-Identifier: GPL-2.0
"""What the checks of sctrace share."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from checking import PATIENCE, wait_until
from home import TRACER, TRACING
from task_state import state_of

SCTRACE, PROGRAMS = sys.argv[1], Path(sys.argv[2])
INSTANCES = TRACING / "instances"
MISSING = "/none/such"
TESTS: list[tuple[str, Callable[[], None]]] = []

# What LeakSanitizer finds when the program ends by a signal of its own is no leak.
os.environ["ASAN_OPTIONS"] = "exitcode=99:detect_leaks=0"
os.environ["UBSAN_OPTIONS"] = "exitcode=99:halt_on_error=1"


def test(name: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Make a test of a function, which passes if it does not raise anything."""

    def add(function: Callable[[], None]) -> Callable[[], None]:
        TESTS.append((name, function))
        return function

    return add


def same(expected: object, got: object, what: object = "") -> None:
    """They are equal."""
    if expected != got:
        raise AssertionError(f"{what} expected {expected!r}, got {got!r}"[:1900])


# What may be in front of a call in a line of standard error: a CPU, and a task if there are several
HEAD = re.compile(r"((?:\[\d+\] )?(?:\[pid +-?\d+\] )?)(.*)")
# Results stand in this column, if they can.
COLUMN = 40


def whole_lines(text: str) -> list[str]:
    """Each call in one line, where its end is. It has two if it takes longer than 100 ms where the command writes, too,
    and if another task has a line meanwhile."""
    lines = []
    begun: dict[str, str] = {}
    for line in text.splitlines():
        head, call = HEAD.fullmatch(line).groups()  # type: ignore[union-attr]
        if call.endswith(" <unfinished ...>"):
            begun[head] = call.removesuffix(" <unfinished ...>")
            continue
        if resumed := re.match(r"<\.\.\. (\w+) resumed>(.*)", call):
            # A task has no number in front before there is another one.
            for begins in head, "":
                if begun.get(begins, "").startswith(f"{resumed[1]}("):
                    call = begun.pop(begins) + resumed[2]
                    # The result is padded again.
                    if padded := re.fullmatch(r"(.*\)) += (.*)", call):
                        call = f"{padded[1]:{COLUMN - 1}} = {padded[2]}"
                    break
        lines.append(head + call)
    return lines


def has(pattern: str, text: str) -> None:
    """Some line of the text matches as a whole, or a call in two lines does as if it were in one."""
    if not any(re.fullmatch(pattern, line) for line in text.splitlines() + whole_lines(text)):
        raise AssertionError(f"no line is like {pattern!r}: {text[-1500:]!r}")


def lacks(pattern: str, text: str) -> None:
    """No part of the text matches."""
    found = re.search(pattern, text)
    if found:
        raise AssertionError(f"there should be no {found.group()!r}: {text[-1500:]!r}")


def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a program."""
    return subprocess.run(
        words, check=False, input=stdin, capture_output=True, text=True, timeout=PATIENCE,
        errors="replace",
    )


def sctrace(*words: str, status: int = 0) -> str:
    """Run sctrace; return what it has written to standard error."""
    ended = run(SCTRACE, *words)
    same(status, ended.returncode, f"status of {words}, which said {ended.stderr[-600:]!r}:")
    return ended.stderr


def instances() -> list[str]:
    """The instances that there are."""
    return sorted(os.listdir(INSTANCES))


# It says nothing, always does the same, and ends with the status 2.
GREP = ["grep", "-s", "x", MISSING]
OPENAT = 'openat(AT_FDCWD, "/none/such", O_RDONLY|O_NOCTTY)'


def table(text: str) -> list[tuple[str, int, int]]:
    """Name, calls and errors of each line of a table of -c."""
    rows = re.findall(r"^ *[\d.]+ +[\d.]+ +\d+ +(\d+) +(\d+ )? *(\w+)$", text, re.M)
    return [(name, int(calls), int(errors or 0)) for calls, errors, name in rows]


def traces(name: str) -> bool:
    """Whether an instance is one of a sctrace that has begun to trace. Its files may be there before the kernel
    knows it, and be there still when it does not know it any more."""
    try:
        return (INSTANCES / name / TRACER).read_text() == "process\n"
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENODEV):
            raise
        return False


def attached(*words: str, stderr: int = subprocess.PIPE) -> subprocess.Popen[str]:
    """sctrace that has begun to trace."""

    def begins() -> bool:
        if tracer.poll() is not None:
            said = tracer.stderr.read()[-600:] if tracer.stderr else ""
            raise AssertionError(f"{words}: it has ended with {tracer.returncode}, and said {said!r}")
        return any(traces(name) for name in instances() if re.fullmatch(rf"sctrace-{tracer.pid}(-\d+)?", name))

    tracer = subprocess.Popen([SCTRACE, *words], stderr=stderr, text=True)
    wait_until("sctrace traces", begins)
    return tracer


def child_of(tracer: subprocess.Popen[str] | subprocess.Popen[bytes]) -> int:
    """The process that it has made."""
    return int(Path(f"/proc/{tracer.pid}/task/{tracer.pid}/children").read_text().split()[0])


def lost_calls(text: str) -> int:
    """How many calls of tasks are told to be lost."""
    return sum(map(int, re.findall(r"\+\+\+ (\d+) calls? of \[pid \d+\] w(?:as|ere) lost", text)))


def is_writing(pid: int) -> bool:
    """It sleeps in write(): there is no room."""
    call = Path(f"/proc/{pid}/syscall").read_text().split()[0]
    return state_of(pid) == "S" and call == "1"


def stopped(file: str, call: str, *words: str) -> subprocess.Popen[str]:
    """sctrace that has stopped in its first such call for a file of its instance. CALL is as strace's -e inject has
    it; it has been made, unless there is another result."""
    script = ('where=/sys/kernel/tracing/instances/sctrace-$$/$1 call=$2; shift 2\n'
              'exec strace -D -qq -o /dev/null -P $where -e inject=$call:signal=STOP:when=1 "$0" "$@"')
    tracer = subprocess.Popen(["sh", "-c", script, SCTRACE, file, call, *words],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    state = os.waitid(os.P_PID, tracer.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
    same(os.CLD_STOPPED, state.si_code if state else None, f"it has not stopped in {call} of {file}:")
    return tracer


def heard(tracer: subprocess.Popen[str], pattern: str) -> str:
    """What it prints, up to a line in which the pattern is."""
    assert tracer.stderr
    watchdog = threading.Timer(PATIENCE, tracer.kill)
    watchdog.start()
    text = ""
    for line in tracer.stderr:
        text += line
        if re.search(pattern, line):
            watchdog.cancel()
            return text
    watchdog.cancel()
    raise AssertionError(f"it has not printed {pattern}: {text[-1500:]!r}")


def ended(tracer: subprocess.Popen[str], number: int) -> str:
    """What it prints still when it gets a signal."""
    assert tracer.stderr
    tracer.send_signal(number)
    text = tracer.stderr.read()
    tracer.wait()
    return text


def to_end(tracer: subprocess.Popen[str], what: object) -> str:
    """What it prints until it ends by itself."""
    try:
        text = tracer.communicate(timeout=PATIENCE)[1]
    except subprocess.TimeoutExpired:
        tracer.kill()
        tracer.wait()
        raise AssertionError(f"{what}: it does not end") from None
    same(0, tracer.returncode, what)
    return text
