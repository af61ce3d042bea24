# SPDX-License-Identifier: GPL-2.0
"""Checks of what sctrace does with the command that it runs."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import tempfile
from pathlib import Path

from checking import PATIENCE, wait_until
from home import TRACER
from sctrace.checks import INSTANCES, SCTRACE, has, instances, lacks, run, same, sctrace, stopped, test
from task_state import state_of


@test("status, signals and standard streams are the command's own")
def command_is_itself() -> None:
    """As without sctrace."""
    same(7, run(SCTRACE, "-o", "/dev/null", "sh", "-c", "exit 7").returncode)
    same(-signal.SIGTERM, run(SCTRACE, "-o", "/dev/null", "sh", "-c", "kill $$").returncode)
    ended = run(SCTRACE, "-o", "/dev/null", "sh", "-c", "cat; echo err >&2", stdin="text")
    same(("text", "err\n"), (ended.stdout, ended.stderr))
    same(127, run(SCTRACE, "-o", "/dev/null", "sh", "-c", "exit 127").returncode)
    mask = run(SCTRACE, "-o", "/dev/null", "grep", "^Sig", "/proc/self/status").stdout
    same(run("grep", "^Sig", "/proc/self/status").stdout, mask)
    fds = run(SCTRACE, "-o", "/dev/null", "ls", "/proc/self/fd").stdout
    same(run("ls", "/proc/self/fd").stdout, fds)


@test("standard streams that are closed stay so for the command, and take no files of the tracer")
def closed_streams() -> None:
    """Lines that have no place to go to are not written to tracefs."""
    shell = '"$0" true <&- >&- 2>&- && "$0" -o /dev/null sh -c "! [ -e /proc/self/fd/2 ]" 2>&-'
    same(0, run("sh", "-c", shell, SCTRACE).returncode)


@test("who reads what the command writes sees the end of it with the last one that can write")
def pipes() -> None:
    """And not only with sctrace: the child goes on for a while."""
    process = subprocess.Popen([SCTRACE, "-f", "-o", "/dev/null", "sh", "-c", "sleep 60 >&- & echo on"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout
    same(b"on\n", process.stdout.read())
    # If it does not, nobody sleeps any more.
    wait_until("somebody sleeps", lambda: run("pkill", "-x", "sleep").returncode == 0)
    same(0, process.wait())


@test("a signal that is blocked ends it, too, if it ends the command")
def blocked_signal() -> None:
    """Its status is the command's."""
    script = ("import os, signal, subprocess, sys\n"
              "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])\n"
              "reset = 'import os, signal; signal.pthread_sigmask(signal.SIG_UNBLOCK, [15]); os.kill(os.getpid(), 15)'\n"
              "sys.exit(-subprocess.run([sys.argv[1], '-o', '/dev/null', 'python3', '-c', reset]).returncode)")
    same(signal.SIGTERM, run("python3", "-c", script, SCTRACE).returncode)


@test("it ends with the command though SIGCHLD is blocked")
def blocked_child_signal() -> None:
    """Whoever has started it may have done so."""
    script = ("import os, signal, sys\n"
              "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])\n"
              "os.execv(sys.argv[1], sys.argv[1:])")
    same(3, run("python3", "-c", script, SCTRACE, "-o", "/dev/null", "sh", "-c", "exit 3").returncode)


@test("-u runs it as somebody else, -E sets its environment")
def user() -> None:
    """And sctrace stays who it is."""
    ended = run(SCTRACE, "-o", "/dev/null", "-u", "nobody", "-E", "A=b", "-E", "HOME",
                "sh", "-c", 'id -u; id -G; echo "$A${HOME-unset}"')
    uid = run("id", "-u", "nobody").stdout.strip()
    same(f"{uid}\n{run('id', '-G', 'nobody').stdout}bunset\n", ended.stdout)


@test("-u: why the command cannot become the user is said, with a status")
def user_refused() -> None:
    """It may not be the user, and has ended long before it would begin; in a pid namespace, it is missed earlier."""
    weak = ["setpriv", "--bounding-set", "-setuid,-setgid"]
    for before in [], ["unshare", "--pid", "--fork", "--mount-proc"]:
        ended = run(*weak, *before, SCTRACE, "-u", "nobody", "true")
        has("sctrace: cannot run 'true' as nobody: Operation not permitted", ended.stderr)
        same(126, ended.returncode)


def command_of(tracer: subprocess.Popen[str]) -> int:
    """The number of a command that has not begun, and is sctrace still."""
    children = Path(f"/proc/{tracer.pid}/task/{tracer.pid}/children").read_text().split()
    (command,) = (int(child) for child in children if Path(f"/proc/{child}/comm").read_text() == "sctrace\n")
    return command


@test("a signal that comes before the command has begun leaves nothing, and nothing begins")
def signal_before() -> None:
    """Before the instance is set up, before the command is chosen, and before the tracer is on. Ctrl-C in a terminal
    ends the command, too."""
    with tempfile.TemporaryDirectory() as folder:
        begun = Path(folder) / "begun"
        for file, call in (("process_trace_times", "openat"), ("set_event_pid", "write"), (TRACER, "write")):
            for is_for_both in False, True:
                with stopped(file, call, "touch", str(begun)) as tracer:
                    if is_for_both:
                        command = command_of(tracer)
                        os.kill(command, signal.SIGINT)
                        wait_until("the command has ended", lambda pid=command: state_of(pid) == "Z")
                    tracer.send_signal(signal.SIGINT)
                    tracer.send_signal(signal.SIGCONT)
                    said = tracer.communicate(timeout=PATIENCE)[1]
                same((-signal.SIGINT, False, []), (tracer.returncode, begun.exists(), instances()),
                     f"{file}, {is_for_both}, {said!r}:")


@test("a signal ends it while it waits for the reader of a FIFO, and the command does not begin")
def signal_at_fifo() -> None:
    """Nobody opens it."""

    def is_opening() -> bool:
        words = Path(f"/proc/{tracer.pid}/syscall").read_text().split()
        return state_of(tracer.pid) == "S" and words[0] == "257"

    with tempfile.TemporaryDirectory() as folder:
        begun, fifo = (Path(folder) / name for name in ("begun", "fifo"))
        os.mkfifo(fifo)
        with subprocess.Popen([SCTRACE, "-o", fifo, "touch", begun], stderr=subprocess.DEVNULL) as tracer:
            wait_until("it opens the FIFO", is_opening)
            tracer.send_signal(signal.SIGINT)
            same(-signal.SIGINT, tracer.wait(PATIENCE))
        same((False, []), (begun.exists(), instances()))


@test("a signal ends it while it waits for others that begin or end, and the command does not begin")
def signal_at_lock() -> None:
    """Somebody has their lock for long."""

    def waits() -> bool:
        return state_of(tracer.pid) == "S" and Path(f"/proc/{tracer.pid}/syscall").read_text().split()[0] == "73"

    lock = os.open(INSTANCES, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    with tempfile.TemporaryDirectory() as folder:
        begun = Path(folder) / "begun"
        with subprocess.Popen([SCTRACE, "touch", begun], stderr=subprocess.DEVNULL) as tracer:
            try:
                wait_until("it waits for the lock", waits)
                tracer.send_signal(signal.SIGINT)
                same(-signal.SIGINT, tracer.wait(PATIENCE))
            finally:
                os.close(lock)
        same((False, []), (begun.exists(), instances()))


@test("a command that cannot be started has a message and a status")
def no_command() -> None:
    """Nothing is left behind."""
    has("sctrace: there is no program 'nonesuch' .*", sctrace("nonesuch", status=1))
    has("sctrace: cannot start '/none': No such file or directory", sctrace("/none", status=1))
    text = sctrace("/etc/passwd", status=126)
    has("sctrace: cannot run '/etc/passwd': Permission denied", text)
    # What sctrace does to start it is not shown.
    lacks(r"^(read|write|exit_group)", text)
