# SPDX-License-Identifier: GPL-2.0
"""Checks of sctrace that runs in namespaces, as in a container: numbers are those of whoever reads them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import tempfile
from pathlib import Path

from checking import PATIENCE, wait_until
from held_exit import held_exit
from home import TRACING
from sctrace.checks import (
    SCTRACE,
    has,
    heard,
    instances,
    lacks,
    run,
    same,
    table,
    test,
    traces,
)

PID_NAMESPACE = ["unshare", "--pid", "--fork", "--mount-proc"]

# Begins a process with a number of its own choice, and is replaced by a tracer of that number.
WITH_NUMBER = """
import ctypes, os, sys
number = ctypes.c_int(int(sys.argv[1]))
words = (ctypes.c_uint64 * 11)(*[0] * 4, 17, *[0] * 3, ctypes.addressof(number), 1, 0)
child = ctypes.CDLL(None, use_errno=True).syscall(435, ctypes.byref(words), ctypes.sizeof(words))
if child < 0:
    sys.exit(os.strerror(ctypes.get_errno()))
if child == 0:
    os.execlp("sh", "sh", "-c", sys.argv[2])
os.execv(sys.argv[3], [*sys.argv[3:], "-p", sys.argv[1]])
"""


def inside(*words: str, status: int = 0, before: list[str] | None = None) -> str:
    """Run sctrace in a pid namespace; return what it has written to standard error."""
    ended = run(*(before or PID_NAMESPACE), SCTRACE, *words)
    same(status, ended.returncode, f"status of {words}, which said {ended.stderr[-600:]!r}:")
    return ended.stderr


def born(text: str) -> set[int]:
    """The numbers that calls have returned to those who have made a process."""
    found = re.findall(r"(?:\bv?fork\(|\bclone3?\(|<\.\.\. (?:v?fork|clone3?) resumed>).* = (\d+)$", text, re.M)
    return {int(number) for number in found}


def first_child(process: subprocess.Popen[str]) -> int:
    """The number of what a process has begun, as it is outside."""
    found: list[str] = []

    def look() -> bool:
        found[:] = run("pgrep", "-P", str(process.pid)).stdout.split()
        return bool(found)

    wait_until("it has begun", look)
    return int(found[0])


def one_traces() -> bool:
    """There is one sctrace, and it has begun."""
    return [traces(name) for name in instances()] == [True]


@test("in a pid namespace: a command, its status, and the numbers that it sees")
def namespace_command() -> None:
    """Also of children that have ended before anybody looks at their records."""
    text = inside("sh", "-c", "kill -0 $$; exit 7", status=7)
    has(r'execve\("[^"]*/sh", \["sh", "-c", .*(\) = 0| <unfinished \.\.\.>)', text)
    has(r"kill\(2, 0\) += 0", text)
    has(r"\+\+\+ exited with 7 \+\+\+", text)
    lacks(r"pid +\d", text)
    text = inside("-f", "sh", "-c", "for i in $(seq 40); do (exit $i); done; kill -0 $$; :")
    children = born(text)
    same(41, len(children))
    same(True, max(children) < 100, children)
    shown = {int(number) for number in re.findall(r"^\[pid +(-?\d+)\]", text, re.M)}
    same(children | {2}, shown)
    same(sorted(children), sorted(map(int, re.findall(r"^strace: Process (-?\d+) attached$", text, re.M))))
    for status in range(1, 41):
        has(rf"(\[pid +\d+\] )?\+\+\+ exited with {status} \+\+\+", text)


@test("in a pid namespace: each task has its file, and its objects")
def namespace_files() -> None:
    """By the numbers that the tasks themselves see."""
    script = 'echo $$; sh -c \'echo $$; :\'; sh -c \'echo $$; :\''
    with tempfile.TemporaryDirectory() as folder:
        done = run(*PID_NAMESPACE, SCTRACE, "-ff", "-o", f"{folder}/out", "sh", "-c", script)
        same(0, done.returncode, done.stderr)
        names = {f"out.{number}" for number in done.stdout.split()}
        same(3, len(names))
        same(names, set(os.listdir(folder)))
        has(r'execve\("[^"]*/sh", \["sh", "-c", "echo.*\) = 0',
            (Path(folder) / f"out.{done.stdout.split()[1]}").read_text(encoding="utf-8"))
        done = run(*PID_NAMESPACE, SCTRACE, "--json", "-f", "-o", f"{folder}/json", "sh", "-c", script)
        lines = (Path(folder) / "json").read_text(encoding="utf-8").splitlines()
    objects = [json.loads(line) for line in lines]
    numbers = {int(number) for number in done.stdout.split()}
    same(numbers, {thing["tid"] for thing in objects})
    same(numbers, {thing["pid"] for thing in objects})
    births = [thing for thing in objects if thing.get("event") == "fork"]
    same(numbers - {2}, {thing["child"] for thing in births})
    same([], [thing for thing in births if "ns_child" in thing])
    lacks("in its namespace", "\n".join(lines))
    same({"sh"}, {thing["comm"] for thing in objects if thing.get("name") == "wait4"})


@test("in a pid namespace: -c counts the command's calls")
def namespace_count() -> None:
    """And no other's."""
    text = inside("-c", "sh", "-c", "cd /; sh -c 'cd /; cd /'")
    same([("chdir", 3, 0)], [row for row in table(text) if row[0] == "chdir"])


@test("in a pid namespace: -p traces who has the number there, and not who has it outside")
def namespace_attach() -> None:
    """Both run, and do what tells them apart."""
    with tempfile.TemporaryDirectory() as folder:
        until = f"until [ -e {folder}/end ]; do cd /none/%s 2>/dev/null; sleep 0.05; done"
        with subprocess.Popen(["sh", "-c", until % "outside"]) as outside:
            tracer = subprocess.Popen(
                [*PID_NAMESPACE, "python3", "-c", WITH_NUMBER, str(outside.pid), until % "inside",
                 SCTRACE, "--no-follow", "-e", "chdir"], stderr=subprocess.PIPE, text=True)
            try:
                text = heard(tracer, "chdir|such process|rror")
            finally:
                (Path(folder) / "end").touch()
            text += tracer.communicate(timeout=PATIENCE)[1]
    has(rf"strace: Process {outside.pid} attached", text)
    has(r'chdir\("/none/inside"\) += -1 ENOENT .*', text)
    lacks("/none/outside", text)
    has(r"\+\+\+ exited with 0 \+\+\+", text)
    same(0, tracer.returncode)
    text = inside("-p", str(os.getpid()), status=1)
    has(rf"sctrace: .*-p {os.getpid()}: there is no such process", text)


@test("in a pid namespace with the /proc of the outer one")
def namespace_other_proc() -> None:
    """The command sees that one, sctrace its own."""
    script = 'sh -c "read line; exit 5" <&3 & "$0" -p $! 2>&1; wait $!; echo $?'
    reader, writer = os.pipe()
    with subprocess.Popen(["unshare", "--pid", "--fork", "sh", "-c", f"exec 3<&{reader}; {script}", SCTRACE],
                          stdout=subprocess.PIPE, text=True, pass_fds=[reader]) as shell:
        os.close(reader)
        assert shell.stdout
        text = shell.stdout.readline()
        wait_until("it traces", one_traces)
        os.close(writer)
        text += shell.communicate(timeout=PATIENCE)[0]
    has("strace: Process 2 attached", text)
    has(r"\+\+\+ exited with 5 \+\+\+", text)
    same("5", text.splitlines()[-1])
    done = run("unshare", "--pid", "--fork", SCTRACE, "-o", "/dev/null", "readlink", "/proc/self")
    same(True, int(done.stdout) > 20, "the command's /proc is another one:")


@test("a /proc that hides tasks of others")
def hiding_proc() -> None:
    """sctrace, which may not use ptrace(), mounts its own. If it may not do that either, it says what is hidden."""
    hiding = ["unshare", "-m", "sh", "-c", 'mount -t proc -o hidepid=2,gid=1 proc /proc && exec setpriv --bounding-set "$@"',
              "sh"]
    with subprocess.Popen(["setpriv", "--reuid", "nobody", "--clear-groups", "sh", "-c", "read line; exit 4"],
                          stdin=subprocess.PIPE) as shell:
        assert shell.stdin
        refused = run(*hiding, "-sys_ptrace,-sys_admin", SCTRACE, "-p", str(shell.pid))
        tracer = subprocess.Popen([*hiding, "-sys_ptrace", SCTRACE, "-p", str(shell.pid)],
                                  stderr=subprocess.PIPE, text=True)
        text = heard(tracer, "attached|sctrace")
        shell.stdin.close()
        text += tracer.communicate(timeout=PATIENCE)[1]
    same(0, tracer.returncode, text)
    has(r"\+\+\+ exited with 4 \+\+\+", text)
    same(1, refused.returncode, refused.stderr)
    has(rf"sctrace: -p {shell.pid}: /proc does not show the process, .*", refused.stderr)


@test("what others unmount does not stay mounted for sctrace, which has mounts of its own only if /proc hides tasks from it")
def hiding_unmount() -> None:
    """From who may use ptrace(), it does not."""
    script = ('mount -t proc -o hidepid=2 proc /proc; mount -t tmpfs none "$0"; "$@" -o /dev/null -p $$ &\n'
              'read line; umount "$0"; echo done; read line')
    for weak in ["setpriv", "--bounding-set", "-sys_ptrace"], []:
        with tempfile.TemporaryDirectory() as folder, \
                subprocess.Popen(["unshare", "-m", "--propagation", "shared", "sh", "-c", script, folder, *weak, SCTRACE],
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                 text=True) as shell:
            assert shell.stdin and shell.stdout
            wait_until("it traces", one_traces)
            tracer = Path("/proc") / instances()[0].removeprefix("sctrace-")
            try:
                same(bool(weak), (tracer / "ns/mnt").readlink() != Path(f"/proc/{shell.pid}/ns/mnt").readlink())
                has(f"none {folder} tmpfs .*", (tracer / "mounts").read_text())
                shell.stdin.write("\n")
                shell.stdin.flush()
                same("done\n", shell.stdout.readline())
                lacks(folder, (tracer / "mounts").read_text())
            finally:
                shell.communicate(timeout=PATIENCE)
            wait_until("it has ended", lambda: not instances())


@test("in a pid namespace: tasks of one below it, and of one above it")
def namespace_nested() -> None:
    """A task has a number in each one up to the first; who is not below has none, and the kernel's is shown."""
    nested = [*PID_NAMESPACE, *PID_NAMESPACE]
    for before in (PID_NAMESPACE, nested):
        text = inside("-f", "unshare", "--pid", "--fork", "sh", "-c", "kill -0 $$; sh -c 'kill -0 $$; :'; exit 9",
                      status=9, before=before)
        has(r"\[pid +3\] kill\(1, 0\) += 0", text)
        has(r"\[pid +4\] kill\(2, 0\) += 0", text)
        has(r"(\[pid +3\] )?\+\+\+ exited with 9 \+\+\+", text)
        has("strace: Process 4 attached", text)
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "above"
        script.write_text(f"#!/bin/sh\nuntil [ -e {folder}/end ]; do cd /none/up 2>/dev/null; sleep 0.05; done\n",
                          encoding="utf-8")
        script.chmod(0o755)
        with subprocess.Popen([script], stderr=subprocess.DEVNULL) as above:
            tracer = subprocess.Popen(
                [*PID_NAMESPACE, SCTRACE, "-f", "-o", "|cat >&2", "--comm", "above", "-e", "chdir"],
                stderr=subprocess.PIPE, text=True)
            try:
                text = heard(tracer, "chdir")
                os.kill(first_child(tracer), signal.SIGINT)
                text += tracer.communicate(timeout=PATIENCE)[1]
            finally:
                (Path(folder) / "end").touch()
    has(rf'-{above.pid} +chdir\("/none/up"\) += -1 ENOENT .*', text)


@test("in a pid namespace: a process above it that goes on is not said to have ended")
def namespace_above_goes_on() -> None:
    """Its first thread has ended, and nobody in the namespace knows whether the other one runs."""
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "above"
        python.symlink_to("/usr/bin/python3")
        with held_exit(python) as above:
            tracer = subprocess.Popen(
                [*PID_NAMESPACE, SCTRACE, "-f", "-o", "|cat >&2", "--comm", "above", "-e", "exit_group"],
                stderr=subprocess.PIPE, text=True)
            wait_until("it traces", one_traces)
            above.begin()
            above.end()
            text = heard(tracer, r"exit_group\(3\)")
            os.kill(first_child(tracer), signal.SIGINT)
            text += tracer.communicate(timeout=PATIENCE)[1]
    has(rf"-{above.child} +exit_group\(3\) += \?", text)
    lacks("exited", text)


@test("syscall_pids: the numbers of tasks in the namespace of whoever has opened it")
def namespace_file() -> None:
    """A position is the kernel's number. Who has ended stays, until the file is closed."""
    with open(TRACING / "syscall_pids", encoding="utf-8") as file:
        lines = file.read().splitlines()
        has(f"{os.getpid()} {os.getpid()}", "\n".join(lines))
        child = subprocess.Popen(["true"])
        child.wait()
        fd = file.fileno()
        same(f"{child.pid} {child.pid} ended\n".encode(), os.pread(fd, 40, child.pid).splitlines(True)[0])
        same(f"{os.getpid()} {os.getpid()}\n".encode(), os.pread(fd, 40, os.getpid()).splitlines(True)[0])
        same(b"", os.pread(fd, 40, 1 << 40))
        try:
            os.pread(fd, 2, 0)
            raise AssertionError("half a line")
        except OSError:
            pass
    script = "exec 3</sys/kernel/tracing/syscall_pids; cat <&3; sh -c :; echo; cat <&3"
    text = run("unshare", "--pid", "--fork", "sh", "-c", script).stdout
    before, after = text.split("\n\n")
    same([1, 2], [int(line.split()[1]) for line in before.splitlines()])
    same(True, int(before.split()[0]) > 20)
    has(r"\d+ 3 ended", after)
    has(r"\d+ 4", after)


@test("--uid in a user namespace is refused, --cgroup in a cgroup namespace is a path there")
def namespace_of_others() -> None:
    """What cannot be told apart is not traced by mistake."""
    done = run("unshare", "--user", "--map-root-user", SCTRACE, "--uid", "0")
    same(1, done.returncode, done.stderr)
    has("sctrace: --uid: this is a user namespace, .*", done.stderr)
    mounted = Path("/tmp/cgroup")
    mounted.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "cgroup2", "none", mounted], check=True)
    (mounted / "here/below").mkdir(parents=True)
    loop = 'echo $$ > "$0/cgroup.procs"; while :; do sleep 0.05; done'
    with subprocess.Popen(["sh", "-c", loop, mounted / "here/below"]) as below, \
            subprocess.Popen(["sh", "-c", loop, mounted / "here"]) as beside:
        script = 'echo $$ > "$0/cgroup.procs"; exec unshare --cgroup "$@"'
        tracer = subprocess.Popen(["sh", "-c", script, mounted / "here", SCTRACE, "-f", "-o", "|cat >&2",
                                   "--cgroup", "/below", "-e", "wait4"], stderr=subprocess.PIPE, text=True)
        try:
            text = heard(tracer, f"{below.pid} +wait4")
        finally:
            tracer.send_signal(signal.SIGINT)
            text += tracer.communicate(timeout=PATIENCE)[1]
            below.kill()
            beside.kill()
    lacks(rf"(?m)^{beside.pid} ", text)
    wait_until("the cgroup is empty", lambda: "populated 0" in (mounted / "here/cgroup.events").read_text())
    (mounted / "here/below").rmdir()
    (mounted / "here").rmdir()
    subprocess.run(["umount", mounted], check=True)
