# SPDX-License-Identifier: GPL-2.0
"""The account of numbered calls itself: what adds up, and what does not."""

from __future__ import annotations

from losses_told import add_up

CALL = "lseek(-1, {}, SEEK_SET) = -1 EBADF (Bad file descriptor)"
ENTRY = "lseek(-1, {}, SEEK_SET <unfinished ...>"
EXIT = "<... lseek resumed>) = -1 EBADF (Bad file descriptor)"
LOST = "+++ {} calls of [pid 7] were lost +++"


def problems(*texts: str, calls: int = 9, threads: int = 1) -> list[str]:
    """What is wrong with lines of one task."""
    head = "        numbered-7       [001] ..... 1.000001: "
    # What is said of a trace as a whole depends on how many threads it has.
    silent = [f"        numbered-{tid}  [001] ..... 1.0: " + CALL.format(9) for tid in range(8, 12 - threads)]
    lost = [f"        numbered-{tid}  [001] ..... 1.0: +++ 8 calls of [pid {tid}] were lost +++"
            for tid in range(8, 12 - threads)]
    return add_up([head + text for text in texts] + lost + silent, calls)


def calls(*numbers: int) -> list[str]:
    """A line for each."""
    return [CALL.format(number) for number in numbers]


def test_all_are_there() -> None:
    assert not problems(*calls(*range(1, 10)))


def test_what_is_told_is_not_missing() -> None:
    assert not problems(*calls(1, 2, 3), LOST.format(4), *calls(8, 9))
    assert not problems(LOST.format(5), *calls(6, 7, 8, 9))
    assert not problems(*calls(1, 2, 3), LOST.format(6))
    assert not problems(*calls(1, 2), LOST.format(2), LOST.format(3), *calls(8, 9))


def test_what_nobody_tells_is_missing() -> None:
    assert problems(*calls(1, 2, 3, 5, 6, 7, 8, 9)) == ["[7] 3, 0 lost, 5 (call, call, call, call)"]
    assert problems(*calls(1, 2, 3), LOST.format(3), *calls(8, 9))
    assert problems(*calls(1, 2, 3), LOST.format(5), *calls(8, 9))
    assert problems(*calls(1, 2, 3, 3, 4, 5, 6, 7, 8, 9))
    assert problems(*calls(*range(1, 9)))
    assert problems()


def test_a_call_with_two_lines_is_one() -> None:
    assert not problems(*calls(*range(1, 5)), ENTRY.format(5), EXIT, *calls(*range(6, 10)))


def test_one_line_of_a_call_is_lost() -> None:
    assert not problems(*calls(*range(1, 5)), EXIT, *calls(*range(6, 10)))
    assert not problems(*calls(*range(1, 5)), ENTRY.format(5), *calls(*range(6, 10)))
    assert problems(*calls(*range(1, 5)), EXIT, *calls(*range(5, 10)))


def test_the_resumed_call_behind_a_hole_is_another_one() -> None:
    assert not problems(*calls(1), ENTRY.format(2), LOST.format(3), EXIT, *calls(7, 8, 9))
    assert problems(*calls(1), ENTRY.format(2), LOST.format(3), EXIT, *calls(6, 7, 8, 9))
