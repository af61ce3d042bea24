# SPDX-License-Identifier: GPL-2.0
"""Checks of the lines that sctrace writes, of its files and of its other outputs."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

import ctf
import perfetto
from checking import PATIENCE, wait_until
from sctrace.checks import (
    GREP,
    MISSING,
    PROGRAMS,
    SCTRACE,
    has,
    heard,
    lacks,
    run,
    same,
    sctrace,
    test,
)
from task_state import state_of


@test("lines come when they happen")
def live() -> None:
    """A call that sleeps is there before it ends, and its line is completed."""
    with subprocess.Popen([SCTRACE, "-e", "read", "cat"], stdin=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as tracer:
        # A line is complete, as the command may print something meanwhile.
        text = heard(tracer, r"^read\(0,")
        same("read(0,  <unfinished ...>", text.splitlines()[-1])
        assert tracer.stdin and tracer.stderr
        tracer.stdin.close()
        has(r'<\.\.\. read resumed>"", \d+\) += 0', tracer.stderr.readline())


@test("what the command prints lands between lines, never in one")
def whole_lines() -> None:
    """Where both write to the same place, a line is one write(); in a file, a call in flight is open."""
    script = "read x; echo hello >&2; (echo child >&2; sleep 0.2); true"
    reader, writer = os.pipe2(os.O_DIRECT)  # each read() returns what one write() has written
    writes = []
    with subprocess.Popen([SCTRACE, "sh", "-c", script], stdin=subprocess.PIPE, stderr=writer) as tracer:
        assert tracer.stdin
        os.close(writer)
        while text := os.read(reader, 65536):
            writes.append(text)
            if re.search(rb"read\(0, +<unfinished", text):
                tracer.stdin.close()
        os.close(reader)
        same(0, tracer.wait())
    same([], [text for text in writes if not text.endswith(b"\n") or text.count(b"\n") != 1])
    for part in (b"hello\n", b"child\n"):
        same(True, part in writes, part)
    has(r"(\[pid +\d+\] )?read\(0, +<unfinished \.\.\.>", b"".join(writes).decode())
    with tempfile.NamedTemporaryFile("r") as log:
        sctrace("-o", log.name, "sleep", "0.5")
        has(r"clock_nanosleep\(.*\{tv_sec=0, tv_nsec=500000000\}, .*\) = 0", log.read())


def refused(*words: str, says: str = "who could lead the file elsewhere") -> None:
    """Such a file is not written, and the command does not run."""
    text = sctrace(*words, "touch", "/tmp/has-run", status=1)
    if says not in text or Path("/tmp/has-run").exists():
        raise AssertionError(f"{words}: {text!r}")


def user_folder(path: Path, mode: int, owner: str) -> Path:
    """A folder of this user."""
    path.mkdir()
    shutil.chown(path, owner)
    path.chmod(mode)
    return path


@test("files are not written where somebody else can lead them elsewhere")
def hostile_folder() -> None:
    """Links, names of other files, and folders of others; also in a folder that is everybody's."""
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        top.chmod(0o755)
        secret = top / "secret"
        secret.write_text("secret")
        secret.chmod(0o600)
        theirs = user_folder(top / "theirs", 0o755, "nobody")
        shared = user_folder(top / "shared", 0o1777, "root")
        open_ = user_folder(top / "open", 0o777, "root")
        (theirs / "link").symlink_to(secret)
        for option in ("-o", "--html", "--perfetto", "--ctf", "-ffo"):
            refused("-u", "nobody", option, str(theirs / "link"))
            refused("-u", "nobody", option, str(theirs / "new"))
            refused("-u", "nobody", option, str(open_ / "new"), says="everybody may exchange files")
        # In the folder that all share
        for link, target in (("link", secret), ("folder", top)):
            (shared / link).symlink_to(target)
            os.lchown(shared / link, theirs.stat().st_uid, -1)
        (shared / "hard").hardlink_to(secret)
        (shared / "foreign").touch()
        shutil.chown(shared / "foreign", "nobody")
        for option in ("-o", "--html", "--perfetto"):
            refused(option, str(shared / "link"))
            refused(option, str(shared / "folder/secret"))
            refused(option, str(shared / "hard"), says="it is left alone")
            refused(option, str(shared / "foreign"), says="it is left alone")
        same("secret", secret.read_text())
        script = ("import os, time\n"
                  f"for i in range(1, 20): os.symlink('{secret}', f'{shared}/o.{{os.getpid() + i}}')\n"
                  "if not os.fork(): os._exit(0)\n"
                  "os.wait()")
        text = sctrace("-u", "nobody", "-f", "-ff", "-o", f"{shared}/o", "python3", "-c", script)
        has(r"sctrace: cannot open 'o\.\d+' in the folder of .*: it belongs to somebody else.*", text)
        same("secret", secret.read_text())
        # What is the caller's own is written: files, links, files that are there, pipes, and streams.
        (shared / "own").write_text("old\n" * 9999)
        (shared / "mine").symlink_to(shared / "own")
        for path in ("own", "mine", "new"):
            sctrace("-o", str(shared / path), "true")
            has("execve.*", (shared / path).read_text().splitlines()[0])
            lacks("old", (shared / path).read_text())
        has("execve.*", sctrace("-o", "/dev/stderr", "true"))
        sctrace("-o", "/dev/null", "true")
        os.environ["SUDO_UID"] = str(theirs.stat().st_uid)
        try:
            sctrace("-o", str(theirs / "own"), "true")
        finally:
            del os.environ["SUDO_UID"]


@test("-ff: behind a slash, files of tasks are in that folder; -o alone refuses it")
def files_in_folder() -> None:
    """As strace has it."""
    for tracer in "strace", SCTRACE:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "in").mkdir()
            run(tracer, "-ff", "-o", f"{folder}/in/", "sh", "-c", "(exit 4)")
            names = [path.relative_to(folder) for path in Path(folder).rglob("*.*")]
            same([True, True], [re.fullmatch(r"in/\.\d+", str(name)) is not None for name in names], (tracer, names))
            same(1, run(tracer, "-o", f"{folder}/none/", "true").returncode)
            same(["in"], os.listdir(folder), tracer)


@test("-ff: more tasks live at a time than files may be open")
def many_files() -> None:
    """Each task has all of its lines."""
    # None goes on before all have made a call.
    script = ("import os\n"
              "go, wait = os.pipe(), os.pipe()\n"
              "def child():\n"
              "    os.getppid()\n"
              "    os.close(go[1])\n"
              "    os.write(wait[1], b'.')\n"
              "    os.read(go[0], 1)\n"
              "    os.getppid()\n"
              "    os._exit(7)\n"
              "for i in range(60):\n"
              "    if not os.fork(): child()\n"
              "for i in range(60): os.read(wait[0], 1)\n"
              "os.close(go[1])\n"
              "for i in range(60): os.wait()")
    with tempfile.TemporaryDirectory() as folder:
        ended = run("sh", "-c", 'ulimit -n 40; exec "$@"', "sh", SCTRACE, "-ff", "-o", f"{folder}/o", "-e",
                    "getppid,read", "python3", "-c", script)
        same((0, ""), (ended.returncode, ended.stderr))
        files = [path.read_text() for path in Path(folder).iterdir()]
    same(61, len(files))
    lines = r"getppid\(\) .*\nread\(.*\n(<\.\.\. read .*\n)?getppid\(\) .*\n\+\+\+ exited with 7 \+\+\+\n"
    same(60, sum(bool(re.fullmatch(lines, text)) for text in files), files[:3])


@test("-ff: a task that lives takes as much memory as its lines, not as the longest line")
def many_tasks() -> None:
    """Also if it gets the memory of others, which have ended."""
    script = ("import os, sys\n"
              "for again in range(3):\n"
              "    go, wait = os.pipe(), os.pipe()\n"
              "    for i in range(150):\n"
              "        if not os.fork():\n"
              "            os.getppid()\n"
              "            os.close(go[1])\n"
              "            os.write(wait[1], b'.')\n"
              "            os.read(go[0], 1)\n"
              "            os._exit(0)\n"
              "    for i in range(150): os.read(wait[0], 1)\n"
              "    print(flush=True)\n"
              "    sys.stdin.readline()\n"
              "    os.close(go[1])\n"
              "    for i in range(150): os.wait()")
    with tempfile.TemporaryDirectory() as folder:
        with subprocess.Popen([SCTRACE, "-ff", "-o", f"{folder}/o", "-e", "getppid", "python3", "-c", script],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as tracer:
            assert tracer.stdin and tracer.stdout
            sizes = []
            for again in range(1, 4):
                same("\n", tracer.stdout.readline())
                wait_until("all are shown", lambda count=150 * again: sum(
                    "getppid" in path.read_text() for path in Path(folder).iterdir()) == count)
                status = Path(f"/proc/{tracer.pid}/status").read_text()
                sizes.append(int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]))
                tracer.stdin.write("\n")
                tracer.stdin.flush()
            same(0, tracer.wait(PATIENCE))
    same(True, max(sizes) < 100 * 1024, f"{sizes} KB are little:")


def numbers_in(path: Path) -> list[int]:
    """Those of the calls that "numbered" has made."""
    return [int(nr) for nr in re.findall(r"^lseek\(-1, (\d+), SEEK_SET\) += -1 .*\n", path.read_text(), re.M)]


def stopped_with_backlog(folder: str, *before: str) -> tuple[subprocess.CompletedProcess[str], Path]:
    """sctrace -ff is stopped while a task makes more calls than are printed at a time, and then gets Ctrl-C. The task
    goes on living. Returns how sctrace has ended, and the file of the task."""
    command = [str(PROGRAMS / "64/numbered"), "1", "10000", "2"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as task:
        assert task.stdin and task.stdout
        words = ["-ff", "-o", f"{folder}/o", "-e", "lseek", "--buffer", "16M", "-p", str(task.pid)]
        with subprocess.Popen([*before, SCTRACE, *words], stderr=subprocess.PIPE, text=True) as tracer:
            said = heard(tracer, "attached")
            tracer.send_signal(signal.SIGSTOP)
            wait_until("it is stopped", lambda: state_of(tracer.pid) == "T")
            task.stdin.write("\n")
            task.stdin.flush()
            same("made\n", task.stdout.readline())
            tracer.send_signal(signal.SIGINT)
            tracer.send_signal(signal.SIGCONT)
            said += tracer.communicate(timeout=PATIENCE)[1]
        same(None, task.poll())
        task.stdin.close()
    return subprocess.CompletedProcess(words, tracer.returncode, "", said), Path(folder) / f"o.{task.pid}"


@test("-ff: the last lines of tasks that live still are there, and whole, when sctrace ends")
def last_lines() -> None:
    """By Ctrl-C. If there is no room for them in the file, this is told."""
    with tempfile.TemporaryDirectory() as folder:
        ended, file = stopped_with_backlog(folder)
        same(-signal.SIGINT, ended.returncode, ended.stderr)
        made = numbers_in(file)
        same((5000, 5000, sorted(made)), (len(made), made[-1], made), f"{len(made)} calls:")
        same("\n", file.read_text()[-1])
        size = file.stat().st_size
    with tempfile.TemporaryDirectory() as folder:
        ended, file = stopped_with_backlog(folder, "prlimit", f"--fsize={size - 1}")
        same(1, ended.returncode, ended.stderr)
        has("sctrace: cannot write the output: File too large", ended.stderr)


@test("several tasks: prefixes, attached, unfinished, exited")
def several() -> None:
    """The shape of what strace -f writes."""
    text = sctrace("sh", "-c", "sleep 0.3; true")
    has(r"strace: Process \d+ attached", text)
    # With a log, messages are left out, if nobody asks for some.
    for words in ([], ["-q"], ["--quiet=exit"]):
        said = [run(tracer, "-f", "-o", "/dev/null", *words, "sh", "-c", "sleep 0.1 & wait").stderr
                for tracer in ("strace", SCTRACE)]
        same(*(re.sub(r"\d+", "0", text) for text in said))
    has(r"\[pid +\d+\] wait4\(-1,  <unfinished \.\.\.>", text)
    has(r"\[pid +\d+\] clock_nanosleep\(CLOCK_REALTIME, 0, .*", text)
    has(r"\[pid +\d+\] \+\+\+ exited with 0 \+\+\+", text)
    has(r"<\.\.\. wait4 resumed>\[\{WIFEXITED\(s\) && WEXITSTATUS\(s\) == 0\}\], .*", text)
    same("+++ exited with 0 +++", text.splitlines()[-1])
    lacks("attached", sctrace("-q", "sh", "-c", "sleep 0.1 & wait"))
    lacks(r"\+\+\+ exited", sctrace("-qq", "sh", "-c", "sleep 0.1 & wait"))
    text = sctrace("--no-follow", "sh", "-c", "sleep 0.1 & wait")
    lacks(r"clock_nanosleep|attached|\[pid", text)


@test("-F is -f, as strace has it, and is told to be old")
def old_follow() -> None:
    """It is no second -f either, as -ff would be."""
    for words in (["-F"], ["-f", "-F"]):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            text = sctrace(*words, "-o", str(log), "-e", "exit_group", "sh", "-c", "(exit 4) & exit 0")
            has(r"\d+ +\+\+\+ exited with 4 \+\+\+", log.read_text())
            same(["log"], os.listdir(folder))
        has("sctrace: -F is an old name of -f, .*; --no-follow leaves them alone", text)


@test("what a call was asked for decides what its result means, on a line of its own, too")
def result_alone() -> None:
    """A debugger holds the calls: so each has its end on a line of its own."""
    script = "import fcntl; print(fcntl.fcntl(open('/etc/hostname'), fcntl.F_GETFD))"
    decoded = r"0x1 \(flags FD_CLOEXEC\)"
    for words, line in (([], rf".*<\.\.\. fcntl resumed>\) += {decoded}"),
                        (["--json"], rf'.*"type":"exit","ret":1,"result":"{decoded}".*')):
        with tempfile.NamedTemporaryFile("r") as log:
            run(SCTRACE, "-f", *words, "-o", log.name, "strace", "-f", "-o", "/dev/null", "python3", "-c", script)
            has(line, log.read())


@test("a thread in which the kernel works for io_uring has no lines")
def kernels_thread() -> None:
    """IORING_SETUP_SQPOLL: it ends with the process."""
    script = ("import ctypes, os\n"
              "params = (ctypes.c_uint32 * 30)(0, 0, 2)\n"
              "ring = ctypes.CDLL(None).syscall(425, 4, params)\n"
              "print(ring, len(os.listdir('/proc/self/task')))\n")
    ended = run(SCTRACE, "-f", "python3", "-c", script)
    has(r"^[1-9]\d* 2$", ended.stdout)
    same(["+++ exited with 0 +++"], [line for line in ended.stderr.splitlines() if "+++ exited" in line])


@test("-f -o: each line begins with the task; without -f, as strace without it")
def pid_column() -> None:
    """What scripts that read logs expect."""
    with tempfile.NamedTemporaryFile("r") as log:
        sctrace("-f", "-o", log.name, "sh", "-c", "true & wait")
        for line in Path(log.name).read_text().splitlines():
            has(r"\d+ +[a-z+<-].*", line)
        sctrace("-o", log.name, "true")
        has(r"execve\(.*", Path(log.name).read_text().splitlines()[0])
        sctrace("-A", "-o", log.name, "true")
        same(2, Path(log.name).read_text().count("execve("))
        same("0\n", run(SCTRACE, "-o", "|grep -c nonesuch; true", "true").stdout)


@test("a call that is cut short, and one that never returns, have an end of their lines")
def ends_in_call() -> None:
    """Killed; and exit_group() while another task has the last line."""
    has(r"exit_group\(0\) += \?", sctrace("sleep", "0.1"))
    text = sctrace("-e", "clock_nanosleep", "sh", "-c",
                   "sleep 100 & until grep -q '(sleep) S' /proc/$!/stat; do sleep 0.1; done; kill -9 $!; wait $!; true")
    has(r".*clock_nanosleep resumed>\{tv_sec=\d+, tv_nsec=\d+\}\) = \? ERESTART_.*", text)
    has(r"(\[pid +\d+\] )?--- SIGKILL \{si_signo=SIGKILL, si_code=SI_USER, si_pid=\d+, .*\} ---", text)
    has(r"(\[pid +\d+\] )?\+\+\+ killed by SIGKILL \+\+\+", text)


@test("--json: each object has the name that its task had then")
def json_names() -> None:
    """Programs name themselves and their threads."""
    script = ("import ctypes, os, threading\n"
              "libc = ctypes.CDLL(None)\n"
              "def call(name):\n"
              "    if name: libc.prctl(15, name, 0, 0, 0)\n"
              "    os.getppid()\n"
              "for name in None, b'npm init', b'worker 2': call(name)\n"
              "thread = threading.Thread(target=call, args=[b'a thread'])\n"
              "thread.start(); thread.join()\n"
              "open('/proc/self/comm', 'w').write('by file'); call(None)")
    with tempfile.NamedTemporaryFile("r") as log:
        sctrace("-f", "--json", "-o", log.name, "-e", "getppid", "python3", "-c", script)
        objects = [json.loads(line) for line in log]
    names = [one["comm"] for one in objects if one.get("name") == "getppid" and one["type"] != "entry"]
    same(["python3", "npm init", "worker 2", "a thread", "by file"], names)


@test("--json: an object per line, with processes, and nothing else")
def as_json() -> None:
    """What a program reads."""
    with tempfile.NamedTemporaryFile("r") as log:
        sctrace("--json", "-o", log.name, "sh", "-c", f"cat {MISSING}; true & wait")
        objects = [json.loads(line) for line in log]
    # An entry and its exit may be two objects.
    found = [one for one in objects if one.get("name") == "openat" and
             one["args"].get("filename", {}).get("text") == f'"{MISSING}"']
    same(["cat"], [one["comm"] for one in found])
    if not any(one.get("errno") == "ENOENT" and one["tid"] == found[0]["tid"] for one in objects):
        raise AssertionError(f"no error: {found}")
    same([], [one for one in objects if one["type"] != "lost" and not one["pid"]])
    same({0, 1}, {one["status"] for one in objects if one.get("event") == "exit"})


@test("--perfetto: a picture in place of lines, with tasks, calls, marks and arrows")
def as_picture() -> None:
    """As the test of syscall-report's pictures reads it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "picture"
        text = sctrace("--perfetto", str(path), "sh", "-c", f"cat {MISSING}; true & wait; kill -USR1 $$",
                       status=-signal.SIGUSR1)
        trace = perfetto.read(path)
    same(f"cat: {MISSING}: No such file or directory\n", text)
    calls = [event for event in trace.events if "call" in event.categories]
    found = [event for event in calls if event.notes.get("filename") == f'"{MISSING}"']
    same([("openat", "ENOENT", "cat")],
         [(event.name, event.notes["errno"], trace.names[event.track]) for event in found])
    # What sctrace does before it is the command is not shown; the calls of the command have length.
    same("execve", min(calls, key=lambda event: event.begin).name)
    same([], [event for event in calls if event.name in ("openat", "read") and event.instant])
    starts = {arrow: event.name for event in trace.events for arrow in event.starts}
    arrows = {(starts.get(arrow), event.name) for event in trace.events for arrow in event.ends}
    for arrow in (("kill", "SIGUSR1"), ("exit", "SIGCHLD")):
        if arrow not in arrows:
            raise AssertionError(f"no arrow {arrow} in {arrows}")
    if not {"fork"} & {one for one, _ in arrows}:
        raise AssertionError(f"no arrow to a child in {arrows}")


@test("--ctf: a trace in place of lines, which babeltrace2 reads")
def as_ctf() -> None:
    """As the test of syscall-report's pictures reads it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace"
        text = sctrace("--ctf", str(path), *GREP, status=2)
        events, said = ctf.read(path)
    same("", said)
    lacks("openat", text)
    found = [event for event in events if f'filename="{MISSING}"' in event.fields.get("args", "")]
    same([("openat", "ENOENT", "grep")],
         [(event.name, event.fields["errno"], event.comm) for event in found])
    same("task:exit", events[-1].name)


@test("what programs choose as names and data comes escaped")
def hostile_text() -> None:
    """Nothing reaches the terminal but printable ASCII."""
    script = r"open(b'/tmp/\x1b[31m\xff\n\"x', 'w'); import os; os.write(3, b'\x1b]0;x\x07')"
    ended = subprocess.run([SCTRACE, "python3", "-c", script], check=False, capture_output=True)
    bad = [byte for byte in ended.stderr if (byte < 32 and byte != 10) or byte > 126]
    same([], bad)
    has(r'openat\(AT_FDCWD, "/tmp/\\33\[31m\\377\\n\\"x", .*', ended.stderr.decode())


@test("a thread that executes a program has the lines that strace has")
def thread_exec() -> None:
    """It goes on under the number of its process."""
    script = ("import threading, os, time\n"
              "threading.Thread(target=lambda: os.execv('/bin/true', ['true'])).start()\n"
              "time.sleep(60)")
    text = sctrace("-e", "execve", "python3", "-c", script)
    found = re.search(r"^\[pid +(\d+)\] execve\(\"/bin/true\", .* <(?:pid changed to \d+|unfinished) \.\.\.>$", text, re.M)
    if not found:
        raise AssertionError(f"no execve of the thread: {text[-600:]!r}")
    has(rf"(\[pid +\d+\] )?\+\+\+ superseded by execve in pid {found.group(1)} \+\+\+", text)
    has(r"<\.\.\. execve resumed>\) +=  ?0", text)
    # The first thread goes on as the one that has executed the program.
    same(1, text.count("+++ exited with 0 +++"), text)
    same("+++ exited with 0 +++", text.splitlines()[-1])


@test("children that the command gives to its parent do not stay as zombies")
def siblings() -> None:
    """Made with CLONE_PARENT; the command waits until the child is gone."""
    # clone() has number 56, and kill() 62.
    script = ("import ctypes, os\n"
              "call = ctypes.CDLL(None).syscall\n"
              "child = call(56, 0x8000 | 17, 0, 0, 0, 0)\n"
              "if not child: os._exit(5)\n"
              "while not call(62, child, 0): pass\n"
              "os._exit(3)")
    for words in (("-f",), ("--no-follow",)):
        sctrace("-e", "%process", *words, "python3", "-c", script, status=3)


@test("a process whose first thread ends before others ends with the last one")
def first_thread_ends() -> None:
    """As its parent sees it."""
    script = ("import ctypes, os, threading, time\n"
              "def end():\n"
              "    while open('/proc/self/stat').read().split()[2] != 'Z': time.sleep(0.01)\n"
              "    os._exit(3)\n"
              "threading.Thread(target=end).start()\n"
              "ctypes.CDLL(None).syscall(60, 0)")
    lines = []
    for program in ("strace", SCTRACE):
        text = run(program, "-f", "-e", "exit,exit_group", "python3", "-c", script).stderr
        lines.append([re.sub(r"\[pid +\d+\]|\d+ attached|=", "", line).split()
                      for line in text.splitlines()])
    same(lines[0], lines[1])


def in_terminal(*words: str) -> tuple[str, int]:
    """Run sctrace in a terminal, and press Ctrl-C there when it has printed something."""
    pid, terminal = pty.fork()
    if not pid:
        os.execv(SCTRACE, [SCTRACE, *words])
    text, pressed = b"", False
    ended = os.pidfd_open(pid)
    # The command may keep the terminal open for longer.
    while terminal in select.select([terminal, ended], [], [])[0]:
        try:
            text += os.read(terminal, 65536)
        except OSError:
            break
        if b"clock_nanosleep(" in text and not pressed:
            pressed = True
            os.write(terminal, b"\x03")
    os.close(ended)
    os.close(terminal)
    return text.decode(errors="replace").replace("\r\n", "\n"), os.waitpid(pid, 0)[1]


@test("Ctrl-C in a terminal: the command's last words are there; one that goes on goes on")
def ctrl_c() -> None:
    """The terminal sends the signal to both."""
    text, status = in_terminal("-e", "clock_nanosleep", "sleep", "100")
    has(r"--- SIGINT \{si_signo=SIGINT, si_code=SI_KERNEL.*\} ---", text)
    has(r"\+\+\+ killed by SIGINT \+\+\+", text)
    same(signal.SIGINT, status & 0x7f, text)
    with tempfile.TemporaryDirectory() as folder:
        text, status = in_terminal("-e", "clock_nanosleep", "sh", "-c", "trap '' INT HUP; "
                                   f"until [ -e {folder}/go ]; do sleep 0.1; done; touch {folder}/done")
        has(r"(\^C)?strace: Process \d+ detached", text)
        same(signal.SIGINT, status & 0x7f, text)
        (Path(folder) / "go").touch()
        wait_until("the command has gone on", (Path(folder) / "done").exists)


def signals_in(path: Path, option: str) -> list[str | int]:
    """The signals in what sctrace has written with this option."""
    if option == "--ctf":
        return [event.name.removeprefix("signal:") for event in ctf.read(path)[0] if event.name.startswith("signal:")]
    if option == "--perfetto":
        return [event.name for event in perfetto.read(path).events if event.name.startswith("SIG")]
    objects = map(json.loads, path.read_text().splitlines())
    return ["SIGIO" if one["signal"] == signal.SIGIO else one["signal"] for one in objects if one.get("event") == "signal"]


@test("-e signal= knows the names that lines have")
def names_of_signals() -> None:
    """Each of them, and no other one is shown then. Who catches 32 and 33 is the C library."""
    script = ("import os, signal\n"
              "for sig in signal.valid_signals() - {9, 19, 32, 33}:\n"
              "    signal.signal(sig, lambda *_: None)\n"
              "    os.kill(os.getpid(), sig)")

    def shown(signals: str) -> list[str]:
        text = sctrace("-e", "trace=none", "-e", f"signal={signals}", "python3", "-c", script)
        return re.findall(r"^--- (\w+) ", text, re.M)

    names = shown("all")
    same((60, True, True), (len(names), "SIGIO" in names, "SIGRT_4" in names), names)
    same(names, shown(",".join(names)))
    for name in "SIGIO", "SIGRT_4":
        same([name], shown(name))
    for words in (["--json", "-o"], ["--perfetto"], ["--ctf"]):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "file"
            sctrace("-e", "trace=none", "-e", "signal=IO", *words, str(path), "python3", "-c", script)
            same(["SIGIO"], signals_in(path, words[0]), words)


@test("a terminal where only the foreground may write: lines come also when the command is there alone")
def terminal_of_command() -> None:
    """As an interactive shell is."""
    script = ("import os, signal, termios\n"
              "words = termios.tcgetattr(0)\n"
              "words[3] |= termios.TOSTOP\n"
              "termios.tcsetattr(0, termios.TCSANOW, words)\n"
              "os.setpgid(0, 0)\n"
              "signal.signal(signal.SIGTTOU, signal.SIG_IGN)\n"
              "os.tcsetpgrp(0, os.getpgrp())\n"
              "os.getppid()")
    text, status = in_terminal("-e", "getppid", "python3", "-c", script)
    has(r"getppid\(\) += \d+", text)
    same(0, status, text)


@test("-ff without -o is -f")
def separate_nowhere() -> None:
    """As strace has it."""
    for words in (["-ff"], ["-f", "--output-separately"]):
        text = sctrace(*words, "-e", "exit_group", "sh", "-c", "(exit 4) & wait")
        has(r"(\[pid +\d+\] )?exit_group\(4\) += \?", text)
