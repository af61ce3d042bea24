# SPDX-License-Identifier: GPL-2.0
"""Checks of what sctrace leaves to others and what they do to it; of losses."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ctf
from checking import PATIENCE, wait_until
from home import TRACER, TRACING
from sctrace.checks import (
    GREP,
    INSTANCES,
    MISSING,
    OPENAT,
    PROGRAMS,
    SCTRACE,
    attached,
    child_of,
    has,
    heard,
    instances,
    is_writing,
    lacks,
    lost_calls,
    run,
    same,
    sctrace,
    stopped,
    table,
    test,
    traces,
)
from task_state import state_of, waits_for_input


def settings() -> dict[str, str]:
    """The files of the first instance, but for those that say what has happened."""
    found = {}
    for name in os.listdir(TRACING):
        path = TRACING / name
        if path.is_file() and name not in ("trace_pipe", "trace", "free_buffer", "trace_marker",
                                           "trace_marker_raw", "syscall_names",
                                           "syscall_refusals", "syscall_pids", "error_log",
                                           "saved_cmdlines", "snapshot", "uprobe_profile",
                                           "kprobe_profile", "buffer_total_size_kb"):
            try:
                found[name] = path.read_text(errors="replace")
            except OSError:
                pass
    found.update({f"options/{path.name}": path.read_text()
                  for path in (TRACING / "options").iterdir()})
    return found


@test("no setting of the first instance changes, nor do its lines")
def leaves_alone() -> None:
    """While another user traces there."""
    (TRACING / "set_syscall_comm").write_text("grep")
    (TRACING / TRACER).write_text("syscall")
    before = settings()
    tracer = attached("-c", "--all")
    same(before, settings())
    run(*GREP)
    sctrace("-T", *GREP, status=2)
    tracer.send_signal(signal.SIGINT)
    tracer.communicate()
    same(before, settings())
    lines = [line for line in (TRACING / "trace").read_text().splitlines() if MISSING in line]
    (TRACING / TRACER).write_text("nop")
    (TRACING / "set_syscall_comm").write_text("\n")
    same(2, sum("openat" in line for line in lines), lines)
    for line in lines:
        if "openat" in line:
            has(r".*= -1 ENOENT \(No such file or directory\)", line)


@test("two at once are two")
def two() -> None:
    """Each has its program, and nothing of the other."""
    with subprocess.Popen([SCTRACE, "sh", "-c", f"sleep 0.5; cat {MISSING}1"],
                          stderr=subprocess.PIPE, text=True) as one, \
            subprocess.Popen([SCTRACE, "-c", "sh", "-c", "sleep 0.5; true"],
                             stderr=subprocess.PIPE, text=True) as count_, \
            subprocess.Popen([SCTRACE, "sh", "-c", f"sleep 0.5; cat {MISSING}2"],
                             stderr=subprocess.PIPE, text=True) as other:
        texts = [tracer.communicate()[1] for tracer in (one, other, count_)]
    has(rf'.*openat\(AT_FDCWD, "{MISSING}1", O_RDONLY\) = -1 ENOENT .*', texts[0])
    has(rf'.*openat\(AT_FDCWD, "{MISSING}2", O_RDONLY\) = -1 ENOENT .*', texts[1])
    lacks(f"{MISSING}2", texts[0])
    lacks(f"{MISSING}1", texts[1])
    same(1, dict((row[0], row[1]) for row in table(texts[2])).get("clock_nanosleep"))


@test("however it ends, the next start leaves nothing of it")
def killed() -> None:
    """Killed at any time, with a command and without one."""
    for i in range(12):
        command = ["sh", "-c", "exec sleep 0.1"] if i % 2 else ["--comm", "nonesuch"]
        with subprocess.Popen([SCTRACE, *command], stderr=subprocess.DEVNULL) as tracer:
            time.sleep(0.03 * i)
            tracer.kill()
    alive = attached("--comm", "nonesuch")
    sctrace("true")
    same([f"sctrace-{alive.pid}"], instances(), "the one that is in use stays:")
    alive.send_signal(signal.SIGINT)
    alive.communicate()
    same([], instances())
    lines = Path("/proc/mounts").read_text()
    same(1, lines.count(" tracefs "), lines)


@test("a foreign instance is never removed")
def foreign() -> None:
    """Whatever its name."""
    names = ["sctrace", "sctrace-", "sctrace-x", "xsctrace-1"]
    for name in names:
        (INSTANCES / name).mkdir()
    sctrace("true")
    same(sorted(names), instances())
    for name in names:
        (INSTANCES / name).rmdir()


@test("tracefs need not be mounted, and is not mounted afterwards")
def unmounted() -> None:
    """The command does not see it either."""
    subprocess.run(["umount", TRACING], check=True)
    try:
        mounts = Path("/proc/mounts").read_text()
        ended = run(SCTRACE, "-e", "execve", "cat", "/proc/mounts")
        has(r'execve\("/usr/bin/cat", .*', ended.stderr)
        same(mounts, ended.stdout)
        same(mounts, Path("/proc/mounts").read_text())
    finally:
        subprocess.run(["mount", "-t", "tracefs", "none", TRACING], check=True)
    same([], instances())


@test("lost records are said where they are lost, and counted")
def lost() -> None:
    """A buffer that is much too small; and one that may grow loses less."""
    script = "import os\nfor i in range(10000): os.getppid()"
    text = sctrace("--buffer", "16K", "-s", "0", "python3", "-c", script)
    said = re.findall(r"^\+\+\+ (\d+ )?records of CPU \d+ were lost \+\+\+$", text, re.M)
    whole = re.search(r"^sctrace: (\d+) records were lost:", text, re.M)
    if not said or not whole:
        raise AssertionError(f"nothing is said: {text[-600:]!r}")
    # What is there and what is lost makes what was called.
    calls, missing = len(re.findall(r"^getppid\(\)", text, re.M)), int(whole.group(1))
    if calls >= 10000 or calls + missing < 10000:
        raise AssertionError(f"{calls} lines and {missing} lost of 10000")
    text = sctrace("-e", "getppid", "python3", "-c", script)
    same(10000, len(re.findall(r"^getppid\(\)", text, re.M)), text[-300:])
    lacks("lost", text)


# Of each thread of "numbered", of which there are four, and which runs three times
NR_LSEEK = 3000
NR_THREADS = 12


def add_up(text: str, calls: int) -> None:
    """Calls that are shown and calls that are told to be lost are those that were made."""
    shown = len(re.findall(r"lseek\(-1, \d+, SEEK_SET", text))
    lost = lost_calls(text)
    same(calls, shown + lost, f"{shown} shown, {lost} lost; {text[-600:]!r}")


@test("--json: a child has the name that its parent has given itself")
def name_of_child() -> None:
    """Until it is another program. The module does not know when names change."""
    script = "printf another >/proc/$$/comm; (echo x >/dev/null); :"
    with tempfile.NamedTemporaryFile("r") as log:
        sctrace("-f", "--json", "-e", "write", "-o", log.name, "sh", "-c", script)
        objects = [json.loads(line) for line in log]
    calls = [(one["pid"], one["comm"]) for one in objects if one.get("name") == "write"]
    same(2, len({pid for pid, _ in calls}), f"{calls}")
    same("another" if TRACER == "current_tracer" else "sh", calls[-1][1], f"{calls}")


@test("lost calls are said of each task, however many tasks end meanwhile")
def lost_ends() -> None:
    """The end of a task may be overwritten with its last calls, and all of a task may be."""
    again = ["sh", "-c", f'for i in 1 2 3; do "$0" 4 {NR_LSEEK}; done', str(PROGRAMS / "64/numbered")]
    options = ("--buffer", "16K", "-e", "lseek", "--quiet=all")
    with tempfile.NamedTemporaryFile("r") as log:
        sctrace("-f", "-o", log.name, *options, *again)
        text = log.read()
        add_up(text, NR_THREADS * NR_LSEEK)
        # As in any line of -f, the task is in front, also if nothing was known of it.
        lost = [line for line in text.splitlines() if " of [pid " in line]
        same([], [line for line in lost if not re.match(r"(\d+) +\+\+\+ \d+ calls? of \[pid \1\] ", line)])
    with tempfile.TemporaryDirectory() as folder:
        sctrace("--json", *options, "-o", f"{folder}/json", "-f", *again)
        objects = [json.loads(line) for line in (Path(folder) / "json").read_text().splitlines()]
        shown = sum(one.get("name") == "lseek" and one["type"] != "exit" for one in objects)
        lost = sum(one.get("calls", 0) for one in objects if one["type"] == "lost")
        same(NR_THREADS * NR_LSEEK, shown + lost, f"JSON: {shown} shown, {lost} lost")
    with tempfile.TemporaryDirectory() as folder:
        sctrace("-ff", *options, "-o", f"{folder}/o", *again)
        texts = [file.read_text() for file in Path(folder).iterdir()]
        texts = [text for text in texts if "lseek(" in text or " lost " in text]
        same(NR_THREADS, len(texts), [text[:60] for text in texts])
        for text in texts:
            add_up(text, NR_LSEEK)


@test("lost calls are said of a task whose pid another one has had, with as many calls")
def lost_reused() -> None:
    """The first task is shown. While sctrace is stopped, the second one makes its calls, and the third one those
    that overwrite them."""
    calls = ("5", "5", "20000")
    cpus = os.sched_getaffinity(0)
    with tempfile.NamedTemporaryFile("r") as log:
        # One CPU, so that nothing is left of the second one.
        os.sched_setaffinity(0, {min(cpus)})
        with subprocess.Popen([SCTRACE, "-f", "-o", log.name, "--buffer", "64K", "-e", "lseek",
                               str(PROGRAMS / "64/reused"), calls[0], "wait", *calls[1:]],
                              stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as tracer:
            os.sched_setaffinity(0, cpus)
            assert tracer.stdin
            text = Path(log.name)
            wait_until("the first task is shown", lambda: "+++ exited with 0 +++" in text.read_text())
            tracer.send_signal(signal.SIGSTOP)
            command = child_of(tracer)
            tracer.stdin.write(b"\n")
            tracer.stdin.flush()
            wait_until("all have ended", lambda: state_of(command) == "Z")
            tracer.send_signal(signal.SIGCONT)
        add_up(log.read(), sum(map(int, calls)))


@test("lost calls are said of a thread that executes a program, under both pids")
def lost_executed() -> None:
    """The first thread, the second one, and the program: each makes as many calls. Which of them is lost is
    not known before the end, since one pid is that of two tasks."""
    for _ in range(3):
        text = sctrace("-f", "--buffer", "8K", "-e", "lseek", "--quiet=all", str(PROGRAMS / "64/executed"),
                       str(NR_LSEEK), "call")
        add_up(text, 3 * NR_LSEEK)


# A task waits in read(), and computes after some calls that nobody sees.
COMPUTES = """
import os
os.read(0, 1)
for _ in range(10):
    os.getppid()
os.write(1, b"x")
while True:
    pass
"""

# Another one makes so many calls that none of these are left, before them, as sctrace has the page of the first ones,
# and behind them.
FLOODS = """
import os
while os.read(0, 1):
    for _ in range(5000):
        os.getppid()
    os.write(1, b"x")
"""


@test("a call that a task has returned from while calls were lost is not said to be under way at its end")
def lost_return() -> None:
    """While sctrace is stopped, the task makes calls, another one those that overwrite them, and the task ends."""
    cpus = os.sched_getaffinity(0)
    # One CPU, so that nothing is left.
    os.sched_setaffinity(0, {min(cpus)})
    words = ["/usr/bin/python3", "-c"]
    with (
        tempfile.NamedTemporaryFile("r") as log,
        subprocess.Popen([*words, COMPUTES], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as task,
        subprocess.Popen([*words, FLOODS], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other,
    ):
        os.sched_setaffinity(0, cpus)
        for one in task, other:
            wait_until("it reads", lambda pid=one.pid: waits_for_input(pid))
        both = ["-p", str(task.pid), "-p", str(other.pid)]
        with attached("-o", log.name, "--buffer", "16K", "-e", "read,getppid", *both) as tracer:
            text = Path(log.name)
            wait_until("its call is shown", lambda: f"{task.pid:<5} read(0, " in text.read_text())
            tracer.send_signal(signal.SIGSTOP)
            wait_until("sctrace is stopped", lambda: state_of(tracer.pid) == "T")
            for one in other, task, other:
                assert one.stdin and one.stdout
                one.stdin.write(b"\n")
                one.stdin.flush()
                one.stdout.read(1)
            task.kill()
            task.wait()
            tracer.send_signal(signal.SIGCONT)
            other.communicate()
        lines = re.findall(f"^{task.pid} +(.*)", log.read(), re.M)
    begins = lines.index("read(0,  <unfinished ...>")
    same(f"+++ 10 calls of [pid {task.pid}] were lost +++", lines[begins + 1], lines)
    same("+++ killed by SIGKILL +++", lines[-1], lines)
    lacks("resumed", " ".join(lines[begins:]))


@test("-ff: tasks that have one pid, one after the other, share the file")
def reused_pid() -> None:
    """The second one does not overwrite what the first one has written."""
    with tempfile.TemporaryDirectory() as folder:
        sctrace("-ff", "-e", "lseek", "-o", f"{folder}/o", str(PROGRAMS / "64/reused"), "3", "4", "5")
        texts = [file.read_text() for file in Path(folder).iterdir()]
        calls = [[int(nr) for nr in re.findall(r"^lseek\(-1, (\d+),", text, re.M)] for text in texts]
        same([[1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 4, 5]], [made for made in calls if made], calls)


# Of "cost getppid"
NR_GETPPID = 3000


def late(*words: str) -> str:
    """Run a program whose first records are overwritten: when sctrace first looks, it sees none, and it looks again
    when the program has ended."""
    with stopped("per_cpu/cpu0/trace_pipe_raw", "read:error=EAGAIN", *words, "--buffer", "16K",
                 str(PROGRAMS / "64/cost"), "getppid") as tracer:
        children = Path(f"/proc/{tracer.pid}/task/{tracer.pid}/children")

        def has_ended() -> bool:
            states = [Path(f"/proc/{pid}/stat").read_text().split(" ", 3) for pid in children.read_text().split()]
            return ["(cost)", "Z"] in [state[1:3] for state in states]

        wait_until("the program has ended", has_ended)
        tracer.send_signal(signal.SIGCONT)
        text = tracer.communicate(timeout=PATIENCE)[1]
    same(0, tracer.returncode, f"status of {words}, which said {text[-600:]!r}:")
    lacks(r"execve\(", text)
    has(r"sctrace\S*: \d+ records were lost: .*", text)
    return text


@test("if the record of the command's exec is lost, this is said, and the rest is shown")
def overwritten_exec() -> None:
    """As lines, as JSON and in a picture; what is lost and what is there make all of it."""
    text = late("-f")
    has(r"\+\+\+ (\d+ )?records of CPU \d+ were lost \+\+\+", text)
    calls = len(re.findall(r"^getppid\(\)", text, re.M))
    missing = int(re.findall(r"(\d+) records were lost", text)[-1])
    if not calls or calls + missing < NR_GETPPID:
        raise AssertionError(f"{calls} lines, {missing} are lost: {text[-600:]!r}")
    same("+++ exited with 0 +++", text.splitlines()[-2])
    with tempfile.NamedTemporaryFile("r") as log:
        late("--json", "-o", log.name)
        objects = [json.loads(line) for line in log]
    same("lost", objects[0]["type"])
    same(True, any(one.get("name") == "getppid" for one in objects), objects[:3])
    with tempfile.TemporaryDirectory() as folder:
        late("--ctf", f"{folder}/trace")
        events, said = ctf.read(Path(folder) / "trace")
    same(True, any(event.name == "getppid" for event in events))
    # Of each loss, an event and babeltrace2 say how many records it took; the kernel may not have noted that.
    losses = [event.fields["text"].split()[0] for event in events if event.name == "lost:records"]
    told = [1 if number == "records" else int(number) for number in losses]
    same(True, bool(told), f"losses are told of: {said!r}")
    same(sorted(told), sorted(map(int, re.findall(r"discarded (\d+) event", said))), f"{said!r}")


@test("options of the first instance that a new one inherits do not disturb it")
def inherited() -> None:
    """Also when nothing is read for a while; each of them alone."""
    for option, value in (("overwrite", "0"), ("stacktrace", "1"), ("userstacktrace", "1")):
        path = TRACING / "options" / option
        old = path.read_text()
        path.write_text(value)
        try:
            has(r"\+\+\+ exited with 0 \+\+\+", late("-f"))
            text = sctrace("-f", "--quiet=all", "-e", "openat", *GREP, status=2)
            has(re.escape(OPENAT) + " = -1 ENOENT .*", text)
            same(value, path.read_text().strip(), "others' option:")
        finally:
            path.write_text(old)


@test("options of all instances by which something is not recorded are told of")
def common_options() -> None:
    """They are somebody else's, and stay."""
    for option, value, status, pattern in (
        ("syscall_stat_only", "1", 1, "sctrace: somebody has set options/syscall_stat_only .*"),
        ("syscall_strings", "0", 2, "sctrace: somebody has cleared options/syscall_strings .*"),
        ("syscall_data", "0", 2, "sctrace: somebody has cleared options/syscall_data .*"),
        ("syscall_structs", "0", 2, "sctrace: somebody has cleared options/syscall_structs .*"),
    ):
        path = TRACING / "options" / option
        old = path.read_text()
        path.write_text(value)
        try:
            has(pattern, sctrace(*GREP, status=status))
            lacks("somebody", sctrace("-c", *GREP, status=2))
        finally:
            path.write_text(old)
    lacks("somebody", sctrace(*GREP, status=2))
    counted = [sorted(table(sctrace(words, *GREP, status=2))) for words in ("-c", "-C")]
    path = TRACING / "options/syscall_json"
    path.write_text("1")
    try:
        same(counted, [sorted(table(sctrace(words, *GREP, status=2))) for words in ("-c", "-C")], "as JSON")
        has(r" *[\d.]+ +0\.3\d+ +\d+ +1 +clock_nanosleep", sctrace("-c", "-w", "sleep", "0.3"))
        has(r" *[\d.]+ +0\.[0-2]\d+ +\d+ +1 +clock_nanosleep", sctrace("-c", "sleep", "0.3"))
    finally:
        path.write_text("0")


@test("a reader of the output that is slow loses nothing, while there is room")
def slow_reader() -> None:
    """It begins when the command has ended. The ring buffer grows then; the end of the command does not disturb the
    writing."""
    with tempfile.TemporaryDirectory() as folder:
        fifos = [f"{folder}/go", f"{folder}/end"]
        for fifo in fifos:
            os.mkfifo(fifo)
        go, end = (os.open(fifo, os.O_RDWR) for fifo in fifos)
        # More than half of the ring buffer of a CPU, and less than all of it
        calls = str(150000 // (os.cpu_count() or 1))
        reader = f"head -n 1 {fifos[0]} >&2; grep -c '^lseek('; head -n 1 {fifos[1]} >&2"
        with subprocess.Popen([SCTRACE, "-o", f"|{reader}", "-e", "lseek", PROGRAMS / "64/numbered", "1", calls],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as tracer:
            assert tracer.stdout
            wait_until("there is one", lambda: any(traces(name) for name in instances()))
            size = INSTANCES / instances()[0] / "buffer_size_kb"
            sizes = [int(size.read_text())]
            children = Path(f"/proc/{tracer.pid}/task/{tracer.pid}/children")
            wait_until("it cannot write, and the command has ended", lambda: is_writing(tracer.pid) and "Z" in
                       [state_of(int(child)) for child in children.read_text().split()])
            os.write(go, b"\n")
            shown = tracer.stdout.readline()
            sizes.append(int(size.read_text()))
            os.write(end, b"\n")
            said = tracer.communicate(timeout=PATIENCE)[1]
        os.close(go)
        os.close(end)
    same((f"{calls}\n", 0, "\n\n"), (shown, tracer.returncode, said))
    same(True, sizes[0] < sizes[1], f"it has grown: {sizes}")


@test("a clock that somebody sets holds back no lines")
def cpus_clock_set() -> None:
    """Records have the clock of the instance that was there before."""
    other, realtime = INSTANCES / "other", time.CLOCK_REALTIME
    other.mkdir()
    (other / "trace_clock").write_text("tai")
    (other / "set_syscall_comm").write_text("nonesuch")
    (other / TRACER).write_text("syscall")
    try:
        with tempfile.NamedTemporaryFile("r") as log, \
                subprocess.Popen([PROGRAMS / "64/numbered", "1", "10", "2"], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE) as task:
            assert task.stdin and task.stdout
            tracer = attached("-ttt", "-e", "lseek", "-o", log.name, "-p", str(task.pid))
            heard(tracer, "attached")
            time.clock_settime(realtime, time.clock_gettime(realtime) + 3600)
            try:
                task.stdin.write(b"\n")
                task.stdin.flush()
                same(b"made\n", task.stdout.readline())
                wait_until("the calls are shown", lambda: "lseek(-1, 5," in Path(log.name).read_text())
                shown = float(log.read().split()[0])
                same(True, abs(time.clock_gettime(realtime) - shown) < 600, f"{shown} is the time:")
            finally:
                time.clock_settime(realtime, time.clock_gettime(realtime) - 3600)
            task.stdin.close()
            tracer.communicate(timeout=PATIENCE)
    finally:
        (other / TRACER).write_text("nop")
        other.rmdir()


@test("a reader of the output that goes away ends the tracing, not the command")
def reader_gone() -> None:
    """sctrace CMD 2>&1 | head"""
    with tempfile.TemporaryDirectory() as folder:
        go, done, read = (Path(folder) / name for name in ("go", "done", "read"))
        command = f"head -n 1 {go} > /dev/null; touch {done}; exit 4"
        os.mkfifo(go)
        reader, writer = os.pipe()
        os.close(reader)
        with subprocess.Popen([SCTRACE, "sh", "-c", command], stderr=writer) as traced:
            os.close(writer)
            same(-signal.SIGPIPE, traced.wait())
        same([], instances())
        go.write_text("go\n")
        wait_until("the command has come to its end", done.exists)
        done.unlink()
        command_of = [SCTRACE, "-o", f"|head -n 1 > {read}", "sh", "-c", command]
        with subprocess.Popen(command_of, stderr=subprocess.PIPE, text=True) as traced:
            wait_until("there is a line", lambda: read.exists() and "execve" in read.read_text())
            go.write_text("go\n")
            said = traced.communicate()[1]
            same(4, traced.returncode)
        same(f"sctrace: 'head -n 1 > {read}' reads no more: the rest of the trace is lost\n", said)
        same(True, done.exists())
        # It has been gone for long when there is something to write.
        gone = Path(folder) / "gone"
        reader_of = f"exec <&-; touch {gone}"
        ended = run(SCTRACE, "-o", f"|{reader_of}", "-e", "exit_group", "sh", "-c",
                    f"until [ -e {gone} ]; do sleep 0.1; done; exit 3")
        same((3, f"sctrace: '{reader_of}' reads no more: the rest of the trace is lost\n"),
             (ended.returncode, ended.stderr))
        gone.unlink()
        ended = run(SCTRACE, "-o", f"|{reader_of}", "-e", "kill", "sh", "-c",
                    f"until [ -e {gone} ]; do sleep 0.1; done; kill -KILL $$")
        same((-signal.SIGKILL, f"sctrace: '{reader_of}' reads no more: the rest of the trace is lost\n"),
             (ended.returncode, ended.stderr))
    same([], instances())


def ended_unread(output: list[str], is_before: bool) -> tuple[int, str]:
    """The number of a task that sctrace has attached to, and what sctrace says that is ended by Ctrl-C while nobody
    reads what it writes. The signal comes when it waits for that, or before it begins to write."""
    with subprocess.Popen([PROGRAMS / "64/numbered", "1", "5000", "2"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as task:
        assert task.stdin and task.stdout
        tracer = attached(*output, "-e", "lseek", "-p", str(task.pid))
        if is_before:
            tracer.send_signal(signal.SIGSTOP)
            wait_until("it is stopped", lambda: state_of(tracer.pid) == "T")
        task.stdin.write(b"\n")
        task.stdin.flush()
        same(b"made\n", task.stdout.readline())
        if not is_before:
            wait_until("it cannot write", lambda: is_writing(tracer.pid))
        tracer.send_signal(signal.SIGINT)
        tracer.send_signal(signal.SIGCONT)
        try:
            tracer.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            tracer.kill()
            tracer.wait()
            raise AssertionError(f"{output}, {is_before}: it does not end") from None
        task.stdin.close()
    assert tracer.stderr
    same(-signal.SIGINT, tracer.returncode, output)
    with tracer.stderr:
        return task.pid, tracer.stderr.read()


@test("a reader of the output that stands still does not keep it from ending by a signal")
def reader_stands() -> None:
    """Where that can be said, what cannot be written is said to be lost. Each waits for a while: all do at once."""

    def is_not_said(output: list[str], is_before: bool) -> None:
        lacks("(?m)^(sctrace|% time)", ended_unread(output, is_before)[1])

    def is_said(name: str, is_before: bool) -> None:
        pid, text = ended_unread(["-o", name], is_before)
        same([f"strace: Process {pid} attached",
              f"sctrace: '{name.removeprefix('|')}' stands still: the rest of the trace is lost",
              f"strace: Process {pid} detached"], text.splitlines())

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(10) as pool:
        go, fifo = (Path(folder) / name for name in ("go", "fifo"))
        os.mkfifo(go)
        os.mkfifo(fifo)
        reader = os.open(fifo, os.O_RDWR)
        done = []
        for is_before in False, True:
            done += [pool.submit(is_not_said, output, is_before) for output in ([], ["-C"], ["--json"])]
            done += [pool.submit(is_said, name, is_before) for name in (str(fifo), f"|exec head -n 1 {go} 2>/dev/null")]
        for one in done:
            one.result()
        # Nobody is left.
        for reader_left in os.open(go, os.O_RDWR), reader:
            os.close(reader_left)
    same([], instances())


@test("what cannot be written has the status 1")
def full_device() -> None:
    """Lines, objects, and tables."""
    for options in ("", "--json", "-c", "-C -e none"):
        for to in ("2>", "-o "):
            script = f"exec '{SCTRACE}' {options} {to}/dev/full true"
            same(1, run("sh", "-c", script).returncode, script)
    same([], instances())


@test("a file that may not become larger ends the tracing, and says why")
def file_too_large() -> None:
    with tempfile.TemporaryDirectory() as folder:
        ended = run("sh", "-c", f"ulimit -f 1; cd {folder}; exec '{SCTRACE}' -o lines find /proc/self")
        same(1, ended.returncode)
        has("sctrace: cannot write the output: File too large", ended.stderr)
    same([], instances())
