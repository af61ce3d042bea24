# SPDX-License-Identifier: GPL-2.0
"""Checks of sctrace beside strace: the same command under both, and what options change."""

from __future__ import annotations

import ast
import json
import os
import re
import resource
import tempfile
from pathlib import Path

from sctrace.checks import (
    GREP,
    MISSING,
    OPENAT,
    PROGRAMS,
    SCTRACE,
    TESTS,
    has,
    lacks,
    run,
    same,
    sctrace,
    table,
    test,
)

# What two runs of a program cannot have alike
RUNS_DIFFER = [
    (r"0x[0-9a-f]{6,}", "ADDRESS"),
    (r'getrandom\("[^"]*"', 'getrandom("RANDOM"'),
    (r"(set_tid_address\(ADDRESS\) *= )\d+", r"\1TID"),
    (r"((?:getpid|gettid|getppid|getpgrp|fork|vfork)\(\) *= )\d+", r"\1PID"),
    (r"(clone3?\(.*\) *= )\d+", r"\1PID"),
    (r"(clone3?\(.*=> \{parent_tid=\[)\d+", r"\1PID"),
    (r"si_pid=\d+", "si_pid=PID"),
    (r"si_[us]time=\d+(?: /\* [0-9.]+ s \*/)?", "TIME"),
    (r"(wait4\(.*\) *= )\d+", r"\1PID"),
    (r"(rt_sigreturn\(.*\) *= )\d+", r"\1PID"),
    (r"(sysinfo\(\{).*(\}\) *= 0)", r"\1INFO\2"),
    (r"/\* \d+ vars \*/", "/* VARS */"),
    (r"\b(tv_n?u?sec|tms_\w+|ru_\w+|st_[acm]time\w*|tgid|tid)=[^,}]+", r"\1=TIME"),
    (r"/(?:tmp|dev/shm)/[^\"]*", "/tmp/NAME"),
    (r"= ?\? ERESTART\w+ \(.*\)", "= ? RESTART"),
    (r'read\(\d+, "[0-9a-f]{8,}-.*', "read(MAPS"),
    (r"\bf_[bf]\w*=\d+", "f_x=N"),
    (r" +=", " ="),
]


def alike(text: str) -> list[str]:
    """The lines without what two runs cannot have alike: when children end, for one."""
    for pattern, instead in RUNS_DIFFER:
        text = re.sub(pattern, instead, text)
    return [line for line in text.splitlines() if not re.match(
        r"--- SIGCHLD|rt_sigreturn\(|wait4\(|.*wait4 resumed", line)]


def files_of(folder: Path) -> list[list[str]]:
    """The lines of each task, the first one first."""
    files = sorted(folder.iterdir(), key=lambda file: int(file.suffix[1:]))
    return [alike(file.read_text(errors="replace")) for file in files]


def side_by_side(*words: str) -> None:
    """Each task of a program has the same lines under strace and under sctrace."""
    both = []
    for tracer in ("strace", SCTRACE):
        with tempfile.TemporaryDirectory() as folder:
            run(tracer, "-ff", "-o", f"{folder}/log", *words, stdin="one\ntwo\n")
            both.append(files_of(Path(folder)))
    same(len(both[0]), len(both[1]), "number of tasks:")
    for theirs, ours in zip(*both):
        for i, line in enumerate(theirs):
            same(line, ours[i] if i < len(ours) else "nothing", f"line {i + 1}:")
        same(len(theirs), len(ours), "lines:")


def add_side_by_side() -> None:
    """A test for each of these commands."""
    commands: dict[str, list[str]] = {
        "true": ["true"],
        "ls": ["ls", "-l", "/etc", MISSING],
        "cat": ["cat"],
        "a pipeline": ["sh", "-c", "ls / | sort | head -n 2"],
        "a shell that forks": ["sh", "-c", "(exit 3); sh -c 'exit 4'; exit 5"],
        "find": ["find", "/etc/apt"],
        "grep": ["grep", "-r", "nobody", "/etc/passwd"],
        "tar": ["tar", "-cf", "/dev/null", "/etc/apt"],
        "date": ["date", "-u", "-d", "@0"],
        "id": ["id"],
        "sed": ["sed", "s/o/0/"],
        "awk": ["awk", "{ print $1 }"],
        "a program of 32 bits": [str(PROGRAMS / "32/files")],
        "a program of 64 bits": [str(PROGRAMS / "64/files")],
        "no program": ["/etc/passwd"],
    }
    for name, command in commands.items():

        def compare(command: list[str] = command) -> None:
            if command == ["/etc/passwd"]:
                has(r'execve\("/etc/passwd", .* = -1 EACCES \(Permission denied\)',
                    sctrace(*command, status=126))
            else:
                side_by_side(*command)

        compare.__name__ = "beside_strace"
        TESTS.append((f"{name}: the same lines as strace's", compare))


add_side_by_side()


@test("each option changes lines as it does with strace")
def options() -> None:
    """A program that always does the same, with each option."""
    numbers = [(r"^\d\d:\d\d:\d\d\b", "CLOCK"), (r"\d+\.\d{6}", "TIME"), (r"\.\d{6} ", ".FRACTION "),
               (r"^\d{10}", "EPOCH"), (r"<TIME>", "<DURATION>")]
    for words in (
        ["-t"], ["-tt"], ["-ttt"], ["-r"], ["-T"], ["-n"], ["-tt", "-r", "-T"], ["-a", "60"],
        ["-a", "1"], ["-s", "3", "-e", "openat"], ["-s", "100"], ["-x"],
        ["-xx", "-e", "openat,close"], ["--strings-in-hex", "-e", "openat,close"], ["-qq"], ["-z"], ["-Z"],
        ["-e", "openat"],
        ["-e", "trace=!mmap,read"], ["-e", "%file"], ["-e", "trace=file"], ["-e", "/^(open|clo)"],
        ["-e", "status=!failed"], ["-e", "trace=?nonesuch,close"],
        ["-e", "trace=!?nonesuch"], ["-e", "trace=!?/nonesuch"], ["-e", "!?nonesuch,close"], ["-e", "trace=?nonesuch"],
        ["-e", "openat", "-e", "trace=close"], ["-e", "trace=close@64"], ["-e", "trace=none"],
        ["--trace=openat", "--syscall-times", "--columns=50", "--string-limit=5"],
        ["-P", MISSING], ["--absolute-timestamps=unix,us"], ["--absolute-timestamps=unix"],
        ["--absolute-timestamps=precision:us,format:unix"], ["--absolute-timestamps=none,us"],
    ):
        both = []
        for tracer in ("strace", SCTRACE):
            with tempfile.NamedTemporaryFile("r") as log:
                run(tracer, "-o", log.name, *words, *GREP)
                text = log.read()
            for pattern, instead in numbers:
                text = re.sub(pattern, instead, text, flags=re.M)
            # Here padding counts, but not that behind a word of another length.
            lines = [re.sub(r"ADDRESS|TIME +=|DURATION", "X", line) for line in alike(text)]
            both.append(lines)
        for theirs, ours in zip(*both):
            same(theirs, ours, words)
        same(len(both[0]), len(both[1]), f"{words}, lines:")


@test("-P: a link is followed, and it is said to where")
def resolved_path() -> None:
    """A call may have the name that was given, or that of the file."""
    with tempfile.TemporaryDirectory() as folder:
        for name in "file", "other":
            (Path(folder) / name).touch()
        (Path(folder) / "link").symlink_to("file")
        for words in (["-P", f"{folder}/link"], ["-P", "link", "-P", f"{folder}/other"], ["-P", f"{folder}/file"],
                      ["--quiet=path-resolution", "-P", "link"], ["-P", "none"]):
            both = []
            for tracer in ("strace", SCTRACE):
                ended = run("sh", "-c", f'cd {folder}; exec "$0" "$@"', tracer, "-o", "log", *words, "-e", "openat", "cat",
                            "link", "file", f"{folder}/file", f"{folder}/link", f"{folder}/other")
                both.append((ended.stderr, alike((Path(folder) / "log").read_text())))
            same(*both, words)


@test("--cpu shows which CPU recorded a line, between the task and the time")
def cpu_column() -> None:
    """A program that runs on one CPU only, each in turn."""
    for cpu in os.sched_getaffinity(0):
        with tempfile.NamedTemporaryFile("r") as log:
            run(SCTRACE, "--cpu", "-ttt", "-n", "-f", "-o", log.name, "-P", MISSING,
                "taskset", "-c", str(cpu), *GREP)
            text = log.read()
        begin = rf"\d+ +\[{cpu:03}\] \d+\.\d{{6}} \[ *\d+\] "
        has(begin + re.escape(OPENAT) + " = -1 ENOENT .*", text)
        has(begin + r"\+\+\+ exited with 2 \+\+\+", text)
    has(r"\[\d{3}\] " + re.escape(OPENAT) + " = -1 ENOENT .*",
        sctrace("--cpu", "-P", MISSING, *GREP, status=2))


@test("results stand in the column that -a says")
def column() -> None:
    """As strace pads: not more than it takes, and one blank at least."""
    with tempfile.NamedTemporaryFile("r") as log:
        sctrace("-a", "50", "-e", "close,openat", "-o", log.name, *GREP, status=2)
        text = log.read()
    same(True, "\nclose(" in text, text)
    for line in text.splitlines():
        if line.startswith("close("):
            same(50, line.index("= "), line)
    has(r"openat\(AT_FDCWD, \"/lib/x86_64-linux-gnu/libc.so.6\", O_RDONLY\|O_CLOEXEC\) = 3", text)


@test("-X shows constants as numbers, or as both")
def constants() -> None:
    """As strace does. A result that has names has them beside its number anyway."""
    script = "import fcntl; fcntl.fcntl(open('/etc/hostname'), fcntl.F_GETFL)"
    for style in ("raw", "verbose"):
        for calls, command in (("mmap,mprotect,access", GREP), ("fcntl", ("python3", "-c", script))):
            both = []
            for tracer in ("strace", SCTRACE):
                with tempfile.NamedTemporaryFile("r") as log:
                    run(tracer, "-o", log.name, "-X", style, "-e", calls, *command)
                    both.append([line for line in alike(log.read()) if calls != "fcntl" or "0x3" in line])
            same(both[0], both[1], style)
            if not any("0x3" in line for line in both[1]):
                raise AssertionError(f"no number: {both[1]}")


@test("-c counts what strace -c counts, and -S sorts")
def count() -> None:
    """The table, and nothing else."""
    theirs = run("strace", "-c", *GREP).stderr
    ours = sctrace("-c", *GREP, status=2)
    same(sorted(table(theirs)), sorted(table(ours)))
    same(theirs.splitlines()[:2], ours.splitlines()[:2])
    names = [row[0] for row in table(sctrace("-c", "-S", "name", *GREP, status=2))[:-1]]
    same(sorted(names), names)
    calls = [row[1] for row in table(sctrace("-c", "-S", "calls", *GREP, status=2))[:-1]]
    same(sorted(calls, reverse=True), calls)
    chosen = run("strace", "-c", "-e", "openat", *GREP).stderr
    same(table(chosen), table(sctrace("-c", "-e", "openat", *GREP, status=2)))
    same([], table(sctrace("-c", "-e", "none", *GREP, status=2))[:-1])
    for nobody in "!?nonesuch", "!?/nonesuch":
        same(sorted(table(ours)), sorted(table(sctrace("-c", "-e", nobody, *GREP, status=2))), nobody)
    has("sctrace: .*conditions and -P are only for lines",
        sctrace("-c", "-P", "/etc/passwd", *GREP, status=2))
    both = sctrace("-C", *GREP, status=2)
    has(re.escape(OPENAT) + " = -1 ENOENT .*", both)
    same(sorted(table(ours)), sorted(table(both)))
    has(r" *[\d.]+ +(0\.[3-9]|[1-9]\d*\.)\d+ +\d+ +1 +clock_nanosleep",
        sctrace("-c", "-w", "sleep", "0.3"))
    has(r" *[\d.]+ +0\.[0-2]\d+ +\d+ +1 +clock_nanosleep", sctrace("-c", "sleep", "0.3"))
    # The last child ends after the command; the other children are not counted.
    forks = "sh", "-c", "(sleep 0.3; exec cat /none/such) & exit 3"
    for words in (("-f",), ("--no-follow",)):
        done = run(SCTRACE, "-c", *words, *forks)
        same(3, done.returncode, done.stderr)
        same(words == ("-f",), "clock_nanosleep" in done.stderr, done.stderr)
    has("System call usage summary for 32 bit mode:",
        run(SCTRACE, "-c", str(PROGRAMS / "32/files")).stderr)


@test("conditions of the tracer choose calls, beside those of strace")
def conditions() -> None:
    """-e EXPR, alone and with others."""
    text = sctrace("-qqq", "-e", 'openat: filename ~ "/none*"', *GREP, status=2)
    same(1, len(re.findall("^openat", text, re.M)), text)
    has(re.escape(OPENAT) + " = -1 ENOENT .*", text)
    text = sctrace("-qqq", "-e", "duration > 1s", "sleep", "1.1")
    has(r"(\[pid +\d+\] )?clock_nanosleep\(.*", text)
    lacks("openat", text)
    text = sctrace("-qqq", "-z", "-e", "fd == 1", "-e", "fd == 3", "echo", "hello")
    has(r'write\(1, "hello\\n", 6\) += 6', text)
    lacks(" = -1 ", text)
    for line in text.splitlines():
        if re.match("(read|write|close|fstat)", line):
            has(r"\w+\([13][,)].*", line)


@test("with -s 4000, lines and objects have all of the data, whatever bytes these are")
def long_data() -> None:
    """Also long names, and vectors of many elements."""
    data = os.urandom(4000)
    name = "/" + "\u00e4/" * 660
    script = ("import os, sys\nnull = os.open('/dev/null', os.O_WRONLY)\n"
              "os.write(null, open(sys.argv[1], 'rb').read())\n"
              "try: os.chdir(sys.argv[2])\nexcept OSError: pass")
    with tempfile.NamedTemporaryFile() as file, tempfile.NamedTemporaryFile("r") as log:
        file.write(data)
        file.flush()
        for words in ([], ["--json"]):
            sctrace("-s", "4000", "-e", "trace=write,chdir", "-o", log.name, *words, "python3", "-c", script,
                    file.name, name)
            log.seek(0)
            lines = log.read().splitlines()
            if words:
                texts = [argument["text"] for one in map(json.loads, lines) if one["type"] == "call"
                         for argument in one["args"].values() if argument.get("text", "").startswith('"')]
            else:
                texts = [line[line.index('"'):line.rindex('"') + 1] for line in lines
                         if re.match(r"(\[pid +\d+\] )?(write|chdir)\(", line)]
            for expected in (data, name.encode()):
                same(True, expected in [ast.literal_eval(f"b{text}") for text in texts],
                     (words, [len(text) for text in texts]))
        script = "import os\nos.writev(os.open('/dev/null', os.O_WRONLY), [b'\\xff' * 40] * 30)"
        text = sctrace("-s", "40", "-e", "writev", "python3", "-c", script)
        same(30, text.count(r'{iov_base="' + r"\377" * 40 + '", iov_len=40}'), text[-300:])


@test("with -s 4000, execve() has the arguments of a long command line")
def many_arguments() -> None:
    """As strace has them; more than there is room for end in dots."""
    for words in ([str(i) for i in range(100, 250)], [f"-I/usr/src/{i:040}/include" for i in range(64)]):
        lines = []
        for tracer in ("strace", SCTRACE):
            with tempfile.NamedTemporaryFile("r") as log:
                run(tracer, "-o", log.name, "-s", "4000", "-e", "execve", "true", *words)
                lines.append(alike(log.read())[0])
        same(*lines)
    # In a file of its own, the line stays open however long the call takes.
    with tempfile.NamedTemporaryFile("r") as log:
        sctrace("-o", log.name, "-s", "4000", "-e", "execve", "true", *(str(i) for i in range(300)))
        has(r'execve\("/usr/bin/true", \["true", "0", .*, "150", .*, \.\.\. /\* \d+ more \*/\], .*\) = 0', log.read())


def cpu_time(*words: str) -> float:
    """Seconds that sctrace itself computes for a program that does nothing."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    sctrace(*words, "-o", "/dev/null", "true")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


@test("it begins at once, also with names and paths")
def begins_at_once() -> None:
    """The table of all calls is not walked once for each of its lines."""
    plain = max(cpu_time() for _ in range(3))
    for words in (["-P", MISSING], ["-e", "openat"], ["-e", "/^get"]):
        took = min(cpu_time(*words) for _ in range(2))
        if took > 10 * plain + 0.5:
            raise AssertionError(f"{words} takes {took} s, and none {plain} s")


@test("-e signal= chooses signals")
def signals() -> None:
    """By name and by number, and what is left out."""
    script = ["sh", "-c", "trap : USR1; kill -USR1 $$; true & wait"]
    has(r"(\[pid +\d+\] )?--- SIGUSR1 \{.*\} ---", sctrace(*script))
    text = sctrace("-e", "signal=!USR1", *script)
    lacks("--- SIGUSR1", text)
    has(r"(\[pid +\d+\] )?--- SIGCHLD \{.*\} ---", text)
    text = sctrace("-e", "signal=10", *script)
    lacks("--- SIGCHLD", text)
    has(r"(\[pid +\d+\] )?--- SIGUSR1 \{.*\} ---", text)
    lacks("---", sctrace("-e", "signal=none", *script))


@test("signals that are ignored, and that which kills, stand where strace has them")
def signals_in_place() -> None:
    """Behind the call in which they came; SIGCHLD, too, where nobody has a handler."""
    # A child ends when its parent waits.
    script = ("import os, signal, time\n"
              "for status in range(3):\n"
              "    child = os.fork()\n"
              "    if not child:\n"
              "        while open(f'/proc/{os.getppid()}/stat').read().split()[2] != 'S': time.sleep(0.01)\n"
              "        os._exit(status)\n"
              "    os.waitpid(child, 0)\n"
              "signal.signal(signal.SIGUSR1, signal.SIG_IGN)\n"
              "for sig in (signal.SIGWINCH, signal.SIGURG, signal.SIGCONT, signal.SIGUSR1): os.kill(os.getpid(), sig)\n"
              "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGURG])\n"
              "os.kill(os.getpid(), signal.SIGURG)\n"
              "signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGURG])\n"
              "os.kill(os.getpid(), signal.SIGTERM)")
    both = []
    for tracer in ("strace", SCTRACE):
        with tempfile.TemporaryDirectory() as folder:
            run(tracer, "-ff", "-o", f"{folder}/log", "-e", "kill,wait4", "python3", "-c", script)
            first = min(Path(folder).iterdir(), key=lambda file: int(file.suffix[1:]))
            text = re.sub(r"si_[us]time=\d+(?: /\* [0-9.]+ s \*/)?", "TIME", first.read_text())
            # Numbers of processes differ in length, too.
            both.append(re.sub(r"\b\d\d+\b", "PID", re.sub(" +=", " =", text)).splitlines())
    for theirs, ours in zip(*both):
        same(theirs, ours)
    same(len(both[0]), len(both[1]), "lines:")
    same(9, sum(line.startswith("---") for line in both[1]))


@test("a process that is stopped and killed has the signal that killed it")
def killed_while_stopped() -> None:
    """It has not been on its way to user space before its end; and so do those that sleep."""
    until = "until grep -q '(sleep) %s ' /proc/$pid/stat; do sleep 0.05; done;"
    for stop in (f"kill -STOP $pid; {until % 'T'}", ""):
        text = sctrace("-e", "none", "sh", "-c", f"sleep 600 & pid=$!; {until % 'S'} {stop} kill -KILL $pid; wait")
        has(r"(\[pid +\d+\] )?--- SIGKILL \{si_signo=SIGKILL, si_code=SI_USER, .*\} ---", text)
        has(r"(\[pid +\d+\] )?\+\+\+ killed by SIGKILL \+\+\+", text)
        same(bool(stop), "--- stopped by SIGSTOP ---" in text or "--- SIGSTOP {" in text, text)
