# SPDX-License-Identifier: GPL-2.0
"""The comparison itself: what is equal, what is not, and what must not be passed over."""

from __future__ import annotations

from parity_lines import ONLY_STRACE, ONLY_TRACER, Tally, compare_task, differences, joined

EXEC = 'execve("/bin/x", ["x"], 0x7ffc /* 3 vars */) = 0'
EXIT = "exit_group(0) = ?"


def compared(ours: list[str], theirs: list[str], first: bool = False, events: bool = True) -> Tally:
    """One task's account."""
    tally = Tally()
    compare_task(tally, ours, theirs, first=first, events=events)
    return tally


def score(tally: Tally) -> tuple[int, int]:
    """Lines that match, lines."""
    counts = tally.calls.values()
    return sum(matched for matched, _ in counts), sum(total for _, total in counts)


def test_equal_lines_match() -> None:
    lines = ["close(3) = 0", 'read(0, "a, b) = 1", 6) = 6', EXIT]
    tally = compared(lines, lines)
    assert score(tally) == (3, 3)
    assert not tally.classes and not tally.left_out


def test_one_character_is_a_difference() -> None:
    for ours, theirs in (
        ("close(3) = 0", "close(4) = 0"),
        ("close(3) = 0", "close(3) = 1"),
        ("close(3) = 0", "close(3)  = 0"),
        ("f(0x20) = 0", "f(32) = 0"),
        ("f(A|B) = 0", "f(B|A) = 0"),
        ("poll(0x1, 1, 5) = 0", "poll(0x1, 1, 5) = 0 (Timeout)"),
    ):
        tally = compared([ours], [theirs])
        assert score(tally) == (0, 1)
        assert len(tally.classes) == 1


def test_halves_are_joined() -> None:
    halves = ["read(0, <unfinished ...>", "--- SIGUSR1 {} ---", '<... read resumed>"ab", 5) = 2']
    assert joined(halves) == ['read(0,"ab", 5) = 2', "--- SIGUSR1 {} ---"]
    assert joined(["read(0 <unfinished ...>", "close(3) = 0"])[0].endswith("<unfinished ...>")


def test_a_lost_line_is_a_difference() -> None:
    lines = ["close(3) = 0", "getpid() = 7", "close(4) = 0", EXIT]
    for ours, theirs, part in (
        (lines[:1] + lines[2:], lines, ONLY_STRACE),
        (lines, lines[:1] + lines[2:], ONLY_TRACER),
    ):
        tally = compared(ours, theirs)
        assert score(tally) == (3, 4)
        assert list(tally.classes) == [("getpid", part, "")]
    assert score(compared([], lines)) == (0, 4)


def test_a_lost_half_is_a_difference() -> None:
    theirs = ["read(0, NULL, 0) = 0", "close(3) = 0", EXIT]
    for half in ("read(0, NULL, 0 <unfinished ...>", "<... read resumed>) = 0"):
        assert score(compared([half, *theirs[1:]], theirs)) == (2, 3)
        assert score(compared([half, *theirs[1:]], theirs[1:])) == (2, 3)


def test_the_call_in_which_a_task_dies() -> None:
    died = ["close(3) = 0", "pause() = ? ERESTARTNOHAND (To be restarted if no handler)"]
    for its in ("pause() = ?", "pause( <unfinished ...>) = ?", "pause( <unfinished ...>"):
        tally = compared(died, ["close(3) = 0", its])
        assert score(tally) == (1, 1)
        assert tally.left_out == {"in flight": 1}
    # But not the call whose result is never known, nor one in the middle.
    assert score(compared(["exit_group(1) = ?"], ["exit_group(0) = ?"])) == (0, 1)
    assert score(compared([*died, EXIT], [died[0], "pause() = ?", EXIT])) == (2, 3)


def test_what_comes_before_the_program() -> None:
    before = ['execve("/none", 0x1, 0x2) = -1 ENOENT (No such file)', "read(3, 0x1, 1) = 1"]
    tally = compared([*before, EXEC, EXIT], [before[1], EXEC, EXIT], first=True)
    assert score(tally) == (2, 2)
    assert tally.left_out == {"before exec": 2}
    # A trace without the program's start is no trace of the program.
    assert score(compared(before, [EXEC, EXIT], first=True)) == (0, 2)


def test_a_child_is_born() -> None:
    for call in ("clone", "clone3", "vfork", "fork"):
        tally = compared([f"<... {call} resumed>) = 0", EXIT], [EXIT])
        assert score(tally) == (1, 1)
    assert score(compared(["<... read resumed>) = 0", EXIT], [EXIT])) == (1, 2)


def test_restarted_calls_differ_only_in_their_text() -> None:
    its = "restart_syscall(<... resuming interrupted poll ...>) = 1"
    assert score(compared(["restart_syscall() = 1"], [its])) == (1, 1)
    assert score(compared(["restart_syscall() = 2"], [its])) == (0, 1)


def test_events() -> None:
    lines = ["close(3) = 0", "--- SIGCHLD {si_signo=SIGCHLD} ---", EXIT, "+++ exited with 0 +++"]
    calls = [lines[0], EXIT]
    assert score(compared(lines, lines)) == (4, 4)
    assert score(compared(calls, lines)) == (2, 4)
    tally = compared(calls, lines, events=False)
    assert score(tally) == (2, 2)
    assert tally.left_out == {"events": 2}


def test_carried_calls_are_one_line() -> None:
    tally = compared(["socketcall(SYS_SEND, 0x1) = 8", EXIT], ['send(3, "x", 1, 0) = 8', EXIT])
    assert score(tally) == (1, 2)


def test_where_lines_differ() -> None:
    def told(ours: str, theirs: str) -> list[tuple[str, str, str]]:
        return list(differences(ours, theirs))

    assert told('read(3, 0x7, 9) = 2', 'read(3, ") = 1, {", 9) = 2') == [
        ("read", "argument 2", "0x - string")
    ]
    assert told("fstat(3, {a=1, b={c=X, d=2}}) = 0", "fstat(3, {a=1, b={c=Y, d=2}}) = 0") == [
        ("fstat", "argument 2.b.c", "NAME - NAME")
    ]
    assert told("poll([{fd=3}, {fd=4}], 1) = 1", "poll([{fd=3}, {fd=5}], 2) = 2") == [
        ("poll", "argument 1[].fd", "number - number"),
        ("poll", "argument 2", "number - number"),
        ("poll", "result", "number - number"),
    ]
    assert told("ioctl(1, 0x5401, 0x7) = 0", "ioctl(1, TCGETS, {...}) = 0") == [
        ("ioctl(TCGETS)", "argument 2", "0x - NAME"),
        ("ioctl(TCGETS)", "argument 3", "0x - {...}"),
    ]
    assert told("f(1, 2) = 0", "f(1) = 0") == [("f", "number of arguments", "2 - 1")]
    assert told(r'f("\", \\", 1) = 0', r'f("\", \\", 2) = 0') == [
        ("f", "argument 2", "number - number")
    ]
    assert told("f( 1) = 0", "f(1) = 0") == [("f", "blanks", "")]
    assert told("(<malformed record>", "f(1) = 0") == [("f", "the line", "text - text")]
