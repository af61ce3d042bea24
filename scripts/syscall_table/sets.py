# SPDX-License-Identifier: GPL-2.0
"""Sets of syscalls.def that have the members of other ones."""
from __future__ import annotations

from .definition import ConstSet
from .written import Written


def include_sets(written: Written, sets: list[ConstSet]) -> None:
    """Give each set the members of those that it includes, where it does."""
    done: set[str] = set()

    def visit(into: ConstSet, outer: list[str]) -> None:
        if into.name in done:
            return
        done.add(into.name)
        # The last one first: the places of the others stay what they are.
        for place, word in reversed(into.includes):
            other = written.sets.get(word.text)
            if other is None:
                written.unknown_set(word)
            elif word.text in (*outer, into.name):
                written.problem(word, f"set '{word.text}' includes itself")
            else:
                visit(other, [*outer, into.name])
                for text in include_problems(into, other):
                    written.problem(word, text)
                into.consts[place:place] = other.consts
                into.headers += [each for each in other.headers if each not in into.headers]

    for each in sets:
        visit(each, [])


def include_problems(into: ConstSet, other: ConstSet) -> list[str]:
    names = {const.name for const in into.consts}
    problems = [
        f"constant '{const.name}' of set '{other.name}' is already in set '{into.name}'"
        for const in other.consts
        if const.name in names
    ]
    if other.type == "long" and into.type == "int":
        problems.append(f"set '{other.name}' is 'long', and '{into.name}' is 'int'")
    if not into.flags and any(const.mask is not None for const in other.consts):
        problems.append(f"set '{other.name}' has fields, and an enum has none")
    return problems
