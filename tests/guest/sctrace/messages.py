# SPDX-License-Identifier: GPL-2.0
"""Checks of what sctrace says when it cannot do what it is asked for."""

from __future__ import annotations

import re
from pathlib import Path

from sctrace.checks import MISSING, SCTRACE, has, instances, lacks, run, same, sctrace, test


@test("errors say what is wrong, and what to do")
def errors() -> None:
    """One line each, and status 1."""
    for words, pattern in (
        (["-e", "opennat", "true"], ".*no system call 'opennat'; did you mean openat\\?"),
        (["-e", "trace=%nonesuch", "true"], ".*no class of calls '%nonesuch'; .*available_syscalls.*"),
        (["-e", "trace=close@128", "true"], ".*no ABI '128': 64, 32 and x32 are"),
        (["-e", "/(", "true"], ".*no regular expression: .*"),
        (["-e", "nonesuch == 1", "true"], ".*syscall_filter: the kernel refuses 'nonesuch == 1': .*"),
        (["-e", "abc=1", "true"], ".*no such qualifier; a condition compares with =="),
        (["-e", "signal=NONE1", "true"], ".*no such signal"),
        (["-e", "status=bad", "true"], ".*successful, failed, unfinished.*"),
        (["-p", "2147483647"], ".*no such process"),
        (["-p", "x"], ".*not a number from 1 to .*"),
        (["-p", "1", "true"], ".*either a command or -p.*"),
        ([], ".*which tasks\\?.*"),
        (["-u", "nonesuch", "true"], ".*no user 'nonesuch'"),
        (["--uid", "nonesuch"], ".*no user 'nonesuch'"),
        (["--cgroup", "/none/such"], ".*set_syscall_cgroup: .*"),
        (["--cgroup", ""], ".*--cgroup: the path is missing; .*"),
        (["--comm", ""], ".*--comm: the name is missing; .*"),
        (["--comm", "systemd-timesyncd"], ".*longer than the name of any task: .* cuts it to 'systemd-timesyn'"),
        (["--comm", "longer[than]that-"], ".*longer than the name of any task: .*"),
        (["-e", "trace=", "true"], ".*the name of a call is missing; .*"),
        (["-e", "trace=read,,write", "true"], ".*the name of a call is missing; .*"),
        (["-e", "!", "true"], ".*the name of a call is missing; .*"),
        (["-e", "trace=!read,!write", "true"], ".*'!write': a ! stands before the whole list, .*"),
        (["-e", "signal=", "true"], ".*the name of a signal is missing; .*"),
        (["-o", "/none/such/file", "true"], ".*cannot open '/none/such/file': No such file or directory"),
        (["-I", "9", "true"], ".*-I 9: anywhere, waiting, never and never_tstp are moments"),
        (["-S", "bad", "-c", "true"], ".*-S bad: time, calls, .*"),
        (["-ff", "--json", "-o", "/tmp/objects", "true"], ".*--json writes .*: it does not go with -ff"),
        (["-C", "--json", "true"], ".*-C prints a table behind the calls: it does not go with --json, .*"),
        (["--buffer", "1", "true"], ".*not a size such as .*"),
        (["-k", "true"], r".*-k \(--stack-traces\) cannot be had: .*"),
        (["-e", "inject=open:error=EIO", "true"], ".*-e inject= cannot be had: .*changes nothing.*"),
        (["-y", "true"], ".*-y .* cannot be had: .*"),
        (["--nonesuch", "true"], ".*unrecognized option.*"),
    ):
        text = sctrace(*words, status=1)
        has(pattern, text)
        if len(text.splitlines()) > 2:
            raise AssertionError(f"{words}: more than it takes: {text!r}")
        same([], instances(), words)


@test("who is not root is told so")
def not_root() -> None:
    """And a kernel that lacks the tracer, or is older."""
    ended = run("setpriv", "--reuid", "nobody", "--clear-groups", SCTRACE, "true")
    same(1, ended.returncode)
    has("sctrace: only root can trace system calls: try sudo sctrace .*", ended.stderr)


@test("--help names each option that it has, and strace has no option that it does not know")
def helps() -> None:
    """All of strace's options are accepted, or refused with a reason."""
    text = run(SCTRACE, "--help").stdout
    for word in ("-p", "--comm", "--json", "-e", "--buffer", "-S"):
        if word not in text:
            raise AssertionError(f"{word} is not in {text}")
    page = (Path(__file__).parents[3] / "Documentation/trace/sctrace.rst").read_text()
    rows = re.findall(r"^(-.*)\n  (\S.*)$", page.split(".. options-begin")[1], re.M)
    longs = set(re.findall(r"--[a-z][a-z0-9-]+", run("strace", "--help").stdout))
    if len(rows) < 40:
        raise AssertionError(f"the page has only {rows}")
    same(set(), longs - set(re.findall(r"--[a-z][a-z0-9-]+", " ".join(row[0] for row in rows))),
         "options that the page lacks:")
    unknown = re.compile("unrecognized option|ambiguous")
    for names, text in rows:
        option = names.split(", ")[-1]
        said = run(SCTRACE, f"{option}=1" if " " in names.split(",")[0] else option, "1", "true").stderr
        reason = text.removeprefix("refused: ") if text.startswith("refused: ") else ""
        if (f"cannot be had: {reason}" in said) != bool(reason) or unknown.search(said):
            raise AssertionError(f"{names}: the page says {text!r}, sctrace {said!r}")
        longs.discard(option)
    for option in sorted(longs - {"--help", "--version"}):
        lacks(unknown.pattern, run(SCTRACE, f"{option}=1", MISSING).stderr)
