# SPDX-License-Identifier: GPL-2.0
"""Checks of sctrace that attaches to what runs already, or chooses it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from checking import PATIENCE, wait_until, without_cpu
from home import TRACING
from sctrace.checks import (
    GREP,
    MISSING,
    OPENAT,
    PROGRAMS,
    SCTRACE,
    attached,
    ended,
    has,
    heard,
    lacks,
    run,
    same,
    sctrace,
    stopped,
    test,
    to_end,
)
from task_state import state_of, waits_for_input


@contextmanager
def busy() -> Iterator[subprocess.Popen[bytes]]:
    """A process that makes a call now and then, and ends with the test, however that ends."""
    with subprocess.Popen(["sh", "-c", "while :; do sleep 0.05; done"]) as shell:
        try:
            yield shell
        finally:
            shell.kill()


@test("-p: attaches, and Ctrl-C ends the tracing and not the traced")
def attach() -> None:
    """With children, and without them."""
    with busy() as shell:
        tracer = attached("-p", str(shell.pid), "-p", f"{shell.pid:010}")
        text = heard(tracer, r"clock_nanosleep\(") + ended(tracer, signal.SIGINT)
        same(1, text.count("detached"))
        same(-signal.SIGINT, tracer.returncode)
        same(None, shell.poll())
        same(f"strace: Process {shell.pid} attached", text.splitlines()[0])
        same(f"strace: Process {shell.pid} detached", text.splitlines()[-1])
        has(r"\[pid +\d+\] clock_nanosleep\(.*", text)
        tracer = attached("--no-follow", "-p", str(shell.pid))
        text = heard(tracer, "wait4") + ended(tracer, signal.SIGTERM)
        lacks("clock_nanosleep|pid ", text)
        has(r"(wait4|<\.\.\. wait4).*", text)
        shell.kill()


@test("-C: the table stands behind all lines, also behind that of a call under way")
def table_behind_lines() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as cat,
    ):
        log = Path(folder) / "log"
        wait_until("it reads", lambda: waits_for_input(cat.pid))
        tracer = attached("-C", "-o", str(log), "-p", str(cat.pid))
        assert cat.stdin
        cat.stdin.write(b"x")
        cat.stdin.flush()
        wait_until("its next call is shown", lambda: log.exists() and log.read_text().count("read(0, ") == 2)
        ended(tracer, signal.SIGINT)
        text = log.read_text()
        cat.kill()
    has(".* total", text.splitlines()[-1])
    same(1, len(re.findall(r"^read\(0,  <unfinished \.\.\.>\n% time .*$", text, re.M)), text)


@test("-c -u: what it takes to become the user is not counted")
def count_user() -> None:
    """However long that takes."""
    text = run("strace", "-f", "-o", "/dev/null", "-e", "inject=setgroups:delay_enter=1500000",
               SCTRACE, "-c", "-u", "nobody", "true").stderr
    has(".* total", text)
    lacks("setgroups|setreuid", text)


@test("-p: who has ended is not said to be detached")
def attach_one_left() -> None:
    """The other one is."""
    with busy() as shell, subprocess.Popen(["cat"], stdin=subprocess.PIPE) as cat:
        assert cat.stdin
        tracer = attached("--no-follow", "-p", f"{cat.pid},{shell.pid}")
        cat.stdin.close()
        text = heard(tracer, r"exited with 0") + ended(tracer, signal.SIGINT)
        same([f"strace: Process {shell.pid} detached"],
             [line for line in text.splitlines() if "detached" in line])


@test("-p --json: there are only objects where they go")
def attach_objects() -> None:
    """With -o, which processes are attached is said on standard error."""
    with busy() as shell:
        tracer = attached("--json", "-p", str(shell.pid))
        for line in (heard(tracer, "wait4") + ended(tracer, signal.SIGINT)).splitlines():
            json.loads(line)
        tracer = attached("--json", "-o", "/dev/null", "-p", str(shell.pid))
        same([f"strace: Process {shell.pid} {state}\n" for state in ("attached", "detached")],
             (heard(tracer, "attached") + ended(tracer, signal.SIGINT)).splitlines(True))


@test("-p --json: the name of a task may have any characters")
def attach_named() -> None:
    """It comes escaped, as other text of programs does."""
    name = "a\\b (c\n)\n"
    script = ("import ctypes, os, sys\n"
              f"ctypes.CDLL(None).prctl(15, {name.encode()!r}, 0, 0, 0)\n"
              "print(flush=True)\n"
              "sys.stdin.read(1)\n"
              "os.getppid()")
    with subprocess.Popen(["python3", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process, \
            tempfile.NamedTemporaryFile("r") as log:
        assert process.stdin and process.stdout
        same(b"\n", process.stdout.readline())
        tracer = attached("--json", "-e", "getppid", "-o", log.name, "-p", str(process.pid))
        process.stdin.close()
        to_end(tracer, "it has ended")
        objects = [json.loads(line) for line in log]
    same([r"a\134b (c\012)\012"], [one["comm"] for one in objects if one.get("name") == "getppid"])


@test("-p: what a process does once it is said to be attached is traced")
def attach_says() -> None:
    """Whoever waits for the line lets it go on."""
    command = [PROGRAMS / "64/numbered", "1", "200", "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.stdin
        tracer = subprocess.Popen([SCTRACE, "-p", str(process.pid)], stderr=subprocess.PIPE, text=True)
        heard(tracer, "attached")
        process.stdin.close()
        text = tracer.communicate(timeout=PATIENCE)[1]
    same(200, len(re.findall(r"^lseek\(-1, \d+, SEEK_SET\) += -1", text, re.M)))
    has(r"\+\+\+ exited with 0 \+\+\+", text)


@test("-p: shows the call that a task is blocked in, of each ABI")
def attach_blocked() -> None:
    """Its end belongs to it. An x32 program needs a kernel that has x32."""
    for bits in ("64", "32", "x32"):
        try:
            # pylint: disable-next=consider-using-with
            blocked = subprocess.Popen([PROGRAMS / bits / "blocked"], stdout=subprocess.PIPE)
        except OSError:
            same("x32", bits, "a program that does not run:")
            continue
        with blocked:
            same(b"blocking\n", blocked.stdout.readline() if blocked.stdout else b"")
            wait_until("it is blocked", lambda pid=blocked.pid: state_of(pid) == "S")
            tracer = attached("-p", str(blocked.pid))
            blocked.send_signal(signal.SIGUSR1)
            text = tracer.communicate(timeout=PATIENCE)[1]
        has(r"pause\(\) += \? ERESTARTNOHAND .*", text)
        lacks("resumed", text)


@test("-p in the background of a script ends by Ctrl-C's signal, as strace does")
def background() -> None:
    """Shells without job control let it ignore SIGINT; nohup's SIGHUP stays ignored."""
    script = ('sleep 600 & pid=$!; "$0" -p $pid 2>"$1" & tracer=$!\n'
              'until grep -q attached "$1"; do sleep 0.1; done; kill -INT $tracer\n'
              'wait $tracer; echo $?; kill $pid')
    with tempfile.NamedTemporaryFile() as said:
        same("130\n", run("timeout", f"{PATIENCE}", "sh", "-c", script, SCTRACE, said.name).stdout)


@test("with a CPU that is off, and comes back")
def cpu_off() -> None:
    """Calls on it are there as soon as it is."""
    with without_cpu(1) as online:
        has(r".*openat\(.*", sctrace("-e", "openat", *GREP, status=2))
        script = f"echo 1 >{online}; exec taskset -c 1 grep -s x {MISSING}"
        text = sctrace("-f", "-e", "openat", "sh", "-c", script, status=2)
        has(re.escape(OPENAT) + r" = -1 ENOENT .*", text)


# Each of some threads soon lets another one take its place.
REPLACED = """
import threading, time
def replace():
    time.sleep(0.02)
    threading.Thread(target=replace).start()
for i in range(16):
    replace()
print(flush=True)
"""


@test("-p: a process whose threads are replaced all the time is attached, and a signal ends the attaching")
def attach_replaced() -> None:
    """Those that were chosen beget chosen ones. Each one that is chosen takes a while."""
    with subprocess.Popen(["python3", "-c", REPLACED], stdout=subprocess.PIPE) as process:
        assert process.stdout
        try:
            same(b"\n", process.stdout.readline())
            tracer = subprocess.Popen([SCTRACE, "-o", "/dev/null", "-p", str(process.pid)],
                                      stderr=subprocess.PIPE, text=True)
            heard(tracer, "attached")
            ended(tracer, signal.SIGINT)
            with stopped("set_event_pid", "write", "-o", "/dev/null", "-p", str(process.pid)) as tracer:
                tracer.send_signal(signal.SIGINT)
                tracer.send_signal(signal.SIGCONT)
                said = tracer.communicate(timeout=PATIENCE)[1]
            same((-signal.SIGINT, ""), (tracer.returncode, said))
        finally:
            process.kill()


# Two threads beside the first one. One of them makes another thread when it gets a byte, and ends. The next byte ends
# the process.
THREADS = """
import os, threading
def end():
    os.read(0, 1)
    last = threading.Thread(target=os.getppid)
    last.start()
    last.join()
ending = threading.Thread(target=end)
ending.start()
threading.Thread(target=threading.Event().wait, daemon=True).start()
print(ending.native_id, flush=True)
ending.join()
os.getppid()
os.read(0, 1)
os._exit(3)
"""


@contextmanager
def attached_by_thread(*words: str) -> Iterator[tuple[subprocess.Popen[bytes], int, subprocess.Popen[str]]]:
    """THREADS, the number of the thread that has ended, and sctrace, which was given that number."""
    with subprocess.Popen(["python3", "-c", THREADS], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        try:
            thread = int(process.stdout.readline())
            tracer = subprocess.Popen([SCTRACE, *words, "-p", str(thread)], stderr=subprocess.PIPE, text=True)
            threads = "" if "--no-follow" in words else " with 3 threads"
            same(f"strace: Process {thread} attached{threads}\n", heard(tracer, "attached"))
            process.stdin.write(b"x")
            process.stdin.flush()
            wait_until("the thread has ended", lambda: not Path(f"/proc/{thread}").exists())
            yield process, thread, tracer
        finally:
            process.kill()


@test("-p: the number is that of a thread which is not the first: its process is known, and its end is told")
def attach_by_thread() -> None:
    """When it happens, also if the process goes on. With --no-follow, it is the only one."""
    with tempfile.NamedTemporaryFile("r") as log:
        with attached_by_thread("--json", "-o", log.name) as (process, thread, tracer):
            process.communicate(b"x")
            to_end(tracer, "the process has ended")
            objects = [json.loads(line) for line in log]
            same({process.pid}, {one["pid"] for one in objects})
            same(4, len({one["tid"] for one in objects}))
        with attached_by_thread("-f", "-o", log.name) as (process, thread, tracer):
            same(f"strace: Process {thread} detached", ended(tracer, signal.SIGINT).splitlines()[-1])
            has(rf"{thread} +\+\+\+ exited with 0 \+\+\+", Path(log.name).read_text())
        with attached_by_thread("-f", "-o", log.name) as (process, thread, tracer):
            process.communicate(b"x")
            to_end(tracer, "the process has ended")
            ends = re.findall(r"^(\d+) +\+\+\+ exited with (\d+)", Path(log.name).read_text(), re.M)
            same("0", dict(ends[:-1])[f"{thread}"])
            same((f"{process.pid}", "3"), ends[-1])
        with attached_by_thread("--no-follow", "-o", log.name) as (process, thread, tracer):
            to_end(tracer, "the thread has ended")
            lacks(r"\[pid", Path(log.name).read_text())
            same("+++ exited with 0 +++\n", Path(log.name).read_text().splitlines(True)[-1])


# Says so when all of its threads are there.
MANY = 1500
MANY_THREADS = f"""
import threading
threading.stack_size(65536)
for i in range({MANY}):
    threading.Thread(target=threading.Event().wait).start()
print(flush=True)
"""


@test("-p: a process with many threads is attached by one write to the kernel's list")
def attach_many() -> None:
    """Each one makes the kernel wait for others, and copies the list."""
    script = ('where=/sys/kernel/tracing/instances/sctrace-$$/set_event_pid log=$1; shift\n'
              'exec strace -D -qq -o "$log" -P $where -e trace=read,write "$0" "$@"')
    with subprocess.Popen(["python3", "-c", MANY_THREADS], stdout=subprocess.PIPE) as process, \
            tempfile.NamedTemporaryFile("r") as log:
        assert process.stdout
        try:
            same(b"\n", process.stdout.readline())
            words = [SCTRACE, log.name, "-o", "/dev/null", "-p", str(process.pid)]
            tracer = subprocess.Popen(["sh", "-c", script, *words], stderr=subprocess.PIPE, text=True)
            has(f"strace: Process {process.pid} attached with {MANY + 1} threads", heard(tracer, "attached"))
            ended(tracer, signal.SIGINT)
        finally:
            process.kill()
        calls = [line.split("(")[0] for line in log]
    same(1, calls.count("write"))
    same(1, calls.count("read"))


@test("-p: ends with a process that ends while it is attached")
def attach_ending() -> None:
    """At any moment: before it is found, before it is followed, before the tracer is on, before anything is read."""
    unseen = "sctrace: -p PID: the process has ended, and its end was not recorded"
    for options in ((), ("-f",), ("-c",)):
        for file, call, says in (
            ("process_trace_signals", "openat", "sctrace: -p PID: there is no such process"),
            ("set_event_pid", "openat", unseen),
            ("set_event_pid", "write", unseen),
            ("per_cpu/cpu0/trace_pipe_raw", "openat", r"\+\+\+ exited with 0 \+\+\+"),
        ):
            with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as cat:
                tracer = stopped(file, call, *options, "-p", f"{cat.pid}")
                cat.communicate()
                tracer.send_signal(signal.SIGCONT)
                text = tracer.communicate(timeout=PATIENCE)[1]
            is_found = file != "process_trace_signals"
            same((not is_found, is_found), (tracer.returncode, f"Process {cat.pid} attached" in text), text)
            if options != ("-c",) or not is_found:
                has(says.replace("PID", str(cat.pid)), text)
            elif says != unseen:
                has(".* total", text)


@test("--no-follow -p: ends with the process, also if it only counts")
def attach_alone() -> None:
    """Nobody has waited for the process yet; and with it goes what the kernel tells only of those who follow."""
    for options in ((), ("-c",), ("-C",)):
        with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as cat:
            assert cat.stdin
            wait_until("it sleeps", lambda pid=cat.pid: state_of(pid) == "S")
            tracer = attached("--no-follow", *options, "-p", str(cat.pid))
            cat.stdin.close()
            wait_until("it has ended", lambda pid=cat.pid: state_of(pid) == "Z")
            text = to_end(tracer, options)
        has("(.* )?exit_group(\\(0\\) += \\?)?" if not options else ".* total", text)


@test("-p: what makes no calls is refused: a process that has ended, a thread of the kernel")
def attach_refused() -> None:
    """With a reason, at once."""
    zombie = os.fork()
    if not zombie:
        os._exit(0)
    wait_until("it is a zombie", lambda: state_of(zombie) == "Z")
    has(rf"sctrace: .*-p {zombie}: the process has ended", sctrace("-p", str(zombie), status=1))
    os.waitpid(zombie, 0)
    has("sctrace: .*-p 2: 'kthreadd' is a thread of the kernel, which makes no system calls",
        sctrace("-p", "2", status=1))


@test("-p: one of a list has ended, and one is named twice")
def attach_list() -> None:
    """The others are traced."""
    with subprocess.Popen(["sh", "-c", "read line; exit 4"], stdin=subprocess.PIPE) as shell:
        assert shell.stdin
        gone = subprocess.Popen(["true"])
        gone.wait()
        tracer = attached("-p", f"{gone.pid},{shell.pid}", "-p", str(shell.pid))
        shell.stdin.close()
        text = tracer.communicate(timeout=PATIENCE)[1]
    said = [line for line in text.splitlines() if line.startswith("sctrace: ")]
    same([f"sctrace: -p {gone.pid}: there is no such process"], said)
    same(1, text.count(f"Process {shell.pid} attached"))
    has(r"\+\+\+ exited with 4 \+\+\+", text)
    same(0, tracer.returncode)


@test("-p: the first thread of a process has ended, and others go on")
def attach_without_leader() -> None:
    """As in programs of Go and Java."""
    script = ("import ctypes, os, sys, threading\n"
              "threading.Thread(target=lambda: (sys.stdin.read(1), os._exit(3))).start()\n"
              "ctypes.CDLL(None).syscall(60, 0)")
    with subprocess.Popen(["python3", "-c", script], stdin=subprocess.PIPE) as process:
        assert process.stdin
        wait_until("the first thread has ended", lambda: state_of(process.pid) == "Z")
        tracer = attached("-f", "-p", str(process.pid))
        process.stdin.close()
        text = tracer.communicate(timeout=PATIENCE)[1]
        same(0, tracer.returncode)
    has(r"(\[pid +\d+\] )?exit_group\(3\) += \?", text)
    has(r"(\[pid +\d+\] )?\+\+\+ exited with 3 \+\+\+", text)


@test("without /proc, and if few files may be open")
def rescue_shell() -> None:
    """As on a machine that is broken."""
    for shell in ('umount -l /proc && exec "$0" "$@"', 'ulimit -n 8 && exec "$0" "$@"'):
        done = run("unshare", "-m", "sh", "-c", shell, SCTRACE, "-e", "openat", *GREP)
        same(2, done.returncode, (shell, done.stderr))
        has(re.escape(OPENAT) + " = -1 ENOENT .*", done.stderr)


@test("-p: ends with the last of the processes")
def attach_to_end() -> None:
    """Two of them, one with threads."""
    script = ("import os, threading\n"
              "for i in range(3): threading.Thread(target=os.read, args=[0, 1]).start()\n")
    with subprocess.Popen(["python3", "-c", script], stdin=subprocess.PIPE) as threads, \
            subprocess.Popen(["cat"], stdin=subprocess.PIPE) as cat:
        wait_until("all threads are there", lambda: len(list(Path(f"/proc/{threads.pid}/task").iterdir())) == 4)
        wait_until("it sleeps", lambda: state_of(cat.pid) == "S")
        tracer = attached("-p", f"{threads.pid},{cat.pid}")
        assert threads.stdin and cat.stdin and tracer.stderr
        text = heard(tracer, rf"^(\[pid +{cat.pid}\] )?read\(0,  <unfinished \.\.\.>$")
        threads.stdin.close()
        cat.stdin.close()
        text += tracer.stderr.read()
        same(0, tracer.wait())
    has(rf"strace: Process {threads.pid} attached with 4 threads", text)
    same(5, len(re.findall(r"\+\+\+ exited with 0", text)))
    has(rf"(\[pid +{cat.pid}\] )?<\.\.\. read resumed>\"\", \d+\) += 0", text)


# Its child is another program before it ends.
LEAVES = """
import os
child = os.fork()
if not child:
    os.getppid()
    os.execlp("cat", "cat")
print(child, flush=True)
os.waitpid(child, 0)
"""

# Makes a process with a number of its own choice, which becomes a program.
WITH_NUMBER = """
import ctypes, os, sys
number = ctypes.c_int(int(sys.argv[1]))
words = (ctypes.c_uint64 * 11)(*[0] * 4, 17, *[0] * 3, ctypes.addressof(number), 1, 0)
child = ctypes.CDLL(None).syscall(435, ctypes.byref(words), ctypes.sizeof(words))
if not child:
    os.execv(sys.argv[2], sys.argv[2:])
sys.exit(child < 0 or os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@test("--comm: a task is forgotten that is not chosen any more when it ends, and another one may have its number")
def chosen_leaves() -> None:
    """Its file does not stay open."""
    with tempfile.TemporaryDirectory() as folder:
        chosen = Path(folder) / "chosen"
        chosen.symlink_to(run("sh", "-c", "command -v python3").stdout.strip())
        tracer = attached("--comm", "chosen", "-ff", "-o", f"{folder}/o", "-e", "getppid")
        try:
            with subprocess.Popen([chosen, "-c", LEAVES], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  text=True) as parent:
                assert parent.stdin and parent.stdout
                child = parent.stdout.readline().strip()
                file = Path(folder) / f"o.{child}"
                wait_until("its call is shown", lambda: file.exists() and "getppid" in file.read_text())
                parent.stdin.close()
            wait_until("its file is closed", lambda: str(file) not in run("ls", "-l", f"/proc/{tracer.pid}/fd").stdout)
            same(5, run("python3", "-c", WITH_NUMBER, child, str(chosen), "-c",
                        "import os; os.getppid(); os._exit(5)").returncode)
            wait_until("the other one is shown", lambda: "+++ exited with 5 +++" in file.read_text())
        finally:
            ended(tracer, signal.SIGINT)
        same(["getppid()", "getppid()", "+++ exited with 5 +++"],
             [line.split(" ")[0] if "getppid" in line else line for line in file.read_text().splitlines()])


@test("--comm, --uid, --cgroup, --all choose tasks")
def choose() -> None:
    """And leave others alone."""
    with busy() as shell:
        for words, wanted in (
            (["--comm", "sleep"], True), (["--comm", "slee?x"], False),
            (["--uid", "root"], True), (["--uid", "nobody"], False), (["--all"], True),
        ):
            tracer = attached(*words, "-e", "clock_nanosleep")
            if wanted:
                text = heard(tracer, "clock_nanosleep")
            else:
                time.sleep(0.6)
                text = ""
            text += ended(tracer, signal.SIGINT)
            same(wanted, "clock_nanosleep" in text, (words, text[-300:]))
        shell.kill()
    mounted = Path("/tmp/cgroup")
    mounted.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "cgroup2", "none", mounted], check=True)
    (mounted / "here").mkdir()
    with busy() as shell, busy() as other:
        (mounted / "here/cgroup.procs").write_text(str(shell.pid))
        tracer = attached("--cgroup", "/here")
        text = heard(tracer, r"clock_nanosleep\(") + ended(tracer, signal.SIGINT)
        lacks(rf"pid +{other.pid}\]", text)
        shell.kill()
        other.kill()
        shell.wait()
    # What the shell had started may live a moment longer.
    wait_until("the cgroup is empty", lambda: "populated 0" in (mounted / "here/cgroup.events").read_text())
    (mounted / "here").rmdir()
    subprocess.run(["umount", mounted], check=True)


@test("--comm: a name with blanks, or with what means something in a pattern, is one name")
def choose_name() -> None:
    """And no other task is chosen."""
    for name, other in ("a b", "axb"), ("#b", "b"), ("a b", "b"), ("pool[1]", "pool1"), ("a\\b", "ab"), ("a\\", "a"), \
            ("\u00e0b", "b"), ("[a-c]", "b"), ("a\tb", "axb"):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            cat = run("sh", "-c", "command -v cat").stdout.strip()
            for each in name, other:
                (Path(folder) / each).symlink_to(cat)
            both = [subprocess.Popen([f"{folder}/{each}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                    for each in (other, name)]
            for task in both:
                wait_until("it reads", lambda pid=task.pid: waits_for_input(pid))
            tracer = attached("--comm", name, "-e", "read", "-o", str(log))
            for task in both:
                task.communicate(b"x")
            wait_until("the end is shown", lambda: log.exists() and "exited" in log.read_text())
            ended(tracer, signal.SIGINT)
            same({f"{both[1].pid}"}, {line.split()[0] for line in log.read_text().splitlines()}, name)


@test("--all: neither sctrace nor what reads its output is among all tasks")
def all_but_own() -> None:
    """From the beginning on, with what it is told by signals."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        for output in f"{log}", f"|cat | exec cat >{log}":
            tracer = attached("--all", "-o", output)
            readers = Path(f"/proc/{tracer.pid}/task/{tracer.pid}/children").read_text().split()
            run("sh", "-c", "cd /none")
            wait_until("a call is shown", lambda: log.exists() and 'chdir("/none")' in log.read_text())
            ended(tracer, signal.SIGINT)
            shown = {line.split()[0] for line in log.read_text().splitlines()}
            same(set(), shown & {f"{tracer.pid}", *readers}, output)
            log.unlink()


@test("--all: what reads its output is left out also if nobody follows, and it is said that its children are not")
def all_unfollowed() -> None:
    """The option is that of all instances."""
    option = TRACING / "options/syscall_follow"
    option.write_text("0")
    try:
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            tracer = attached("--all", "-o", f"|exec cat >{log}")
            readers = Path(f"/proc/{tracer.pid}/task/{tracer.pid}/children").read_text().split()
            run("sh", "-c", "cd /none")
            wait_until("a call is shown", lambda: log.exists() and 'chdir("/none")' in log.read_text())
            said = ended(tracer, signal.SIGINT)
            shown = {line.split()[0] for line in log.read_text().splitlines()}
            same((1, set()), (len(readers), shown & {f"{tracer.pid}", *readers}))
    finally:
        option.write_text("1")
    has("sctrace: somebody has cleared options/syscall_follow in tracefs: what 'exec cat .*", said)


@test("-p with --comm, --uid or --all ends with the last of the processes")
def choose_among() -> None:
    """Also if the process is not chosen by the others."""
    for words in (["--comm", "cat"], ["--comm", "another"], ["--uid", "root"], ["--all"]):
        with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as cat:
            tracer = attached(*words, "-p", str(cat.pid))
            cat.communicate()
            to_end(tracer, f"it has ended ({words})")
