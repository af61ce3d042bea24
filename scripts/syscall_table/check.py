# SPDX-License-Identifier: GPL-2.0
"""Compares the table with a kernel tree: calls, prototypes, constants."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional, Union

from .arch import Arch
from .constants import INCOMPLETE, read_constants
from .definition import Call, CallClass, Const, ConstSet, Kind, Table, Token
from .emit import ERRNO_SET, EXPORTED
from .source import Headers, Prototype, find_prototypes
from .tbl import TblLine, find_key, read_tree_tbls, split_entry, tree_path


@dataclass
class Report:
    """What there is to say; `notes` are no problems."""

    problems: list[str]
    notes: list[str]
    summary: str


@dataclass
class Tree:
    """What a kernel tree has to say about its system calls."""

    path: str
    arch: Arch
    entries: dict[str, TblLine]  # each entry point and where it is first named
    prototypes: dict[str, list[Prototype]]

    def prototype(self, entry: str, names: Optional[list[str]] = None) -> Optional[Prototype]:
        """The entry point's prototype, best the one with arguments `names`."""
        all_of = self.prototypes.get(entry, [])
        same = [prototype for prototype in all_of if prototype.names == names]
        return next(iter(same or all_of), None)

    def place(self, prototype: Prototype) -> str:
        return f"{tree_path(self.path, prototype.path)}:{prototype.line}"


def read_tree(path: str, arch: Arch) -> Tree:
    entries: dict[str, TblLine] = {}
    for lines in read_tree_tbls(path, arch).values():
        for line in lines:
            for entry in line.entries():
                entries.setdefault(entry, line)
    return Tree(path, arch, entries, find_prototypes(path, arch, entries))


def arguments(names: list[str]) -> str:
    """`2 arguments (fd, buf)`"""
    count = f"{len(names)} argument{'' if len(names) == 1 else 's'}"
    return f"{count} ({', '.join(names)})" if names else "no arguments"


def layout_differs(ours: list[str], theirs: list[str]) -> bool:
    """Whether one line cannot serve both; another name alone does no harm."""
    return len(ours) != len(theirs) or (ours != theirs and sorted(ours) == sorted(theirs))


@dataclass
class _Check:
    table: Table
    tree: Tree
    problems: list[tuple[str, int, int, str]] = field(default_factory=list)
    notes: list[tuple[str, int, int, str]] = field(default_factory=list)
    accepted: set[str] = field(default_factory=set)

    def difference(self, call: Call, text: str) -> None:
        """A note instead of a problem if the line says that it is meant."""
        if call.differs is None:
            self.problem(call, text)
        else:
            self.accepted.add(call.key)
            self.note(call, f"{text}; accepted: {call.differs}")

    def problem(self, at: Union[Call, ConstSet, Const, Kind, Token], text: str) -> None:
        self.problems.append((*self.table.files.place(at.line), at.col, text))

    def note(self, at: Union[Call, CallClass, ConstSet, Const, Kind], text: str) -> None:
        self.notes.append((*self.table.files.place(at.line), at.col, text))

    # ---- calls ----

    def check_calls(self) -> None:
        used: set[str] = set()
        for entry, line in self.tree.entries.items():
            key = find_key(entry, self.table.calls)
            if key is None:
                self.problems.append(
                    (
                        line.path,
                        line.line,
                        0,
                        f"system call '{line.name}' ({entry}) has no line in "
                        f"{self.table.path}; --update adds one",
                    )
                )
                continue
            used.add(key)
            call = self.table.calls[key]
            inherited = split_entry(entry)[1] and not key.startswith("compat_")
            native = f"sys_{key}" in self.tree.entries
            if inherited and native:
                self.check_inherited(call, entry)
            else:
                self.check_prototype(call, entry)
        for call in self.table.calls.values():
            if call.key not in used:
                self.difference(call, f"'{call.key}' is the entry point of no system call")

    def check_prototype(self, call: Call, entry: str) -> None:
        found = self.tree.prototype(entry, call.arg_names)
        if found is None:
            self.difference(
                call, f"'{call.key}' cannot be checked: no prototype of {entry} in {self.tree.path}"
            )
        elif found.names != call.arg_names:
            self.difference(
                call,
                f"'{call.key}' has {arguments(call.arg_names)}, {entry} has "
                f"{arguments(found.names)} at {self.tree.place(found)}",
            )

    def check_inherited(self, call: Call, entry: str) -> None:
        """A compat entry point on the line of the native one."""
        found = self.tree.prototype(entry, call.arg_names)
        if found is None:
            self.check_prototype(call, entry)
        elif layout_differs(call.arg_names, found.names):
            self.difference(
                call,
                f"'{call.key}' has {arguments(call.arg_names)}, {entry} has "
                f"{arguments(found.names)} at {self.tree.place(found)}; "
                f"give it a line 'compat_{call.key}'",
            )
        elif found.names != call.arg_names:
            self.note(
                call,
                f"'{call.key}' names the arguments ({', '.join(call.arg_names)}), "
                f"{entry} ({', '.join(found.names)})",
            )

    def check_differs(self) -> None:
        for call in self.table.calls.values():
            if call.differs is not None and call.key not in self.accepted:
                self.problem(
                    call,
                    f"'{call.key}' agrees with the kernel; remove '# differs: {call.differs}'",
                )

    # ---- words ----

    def check_words(self) -> None:
        headers = Headers(self.tree.path, self.tree.arch)
        used = used_words(self.table)
        for kind in self.table.kinds.values():
            named = f"{kind.declared_with} '{kind.name}'"
            self.check_headers(kind, named, [kind.header] if kind.header else [], headers)
            if kind.name not in used:
                self.note(kind, f"{named} is not used")
        for each in self.table.sets.values():
            self.check_headers(each, f"set '{each.name}'", each.headers, headers)
            self.check_constants(each, headers)
            if each.name not in used:
                self.note(each, f"set '{each.name}' is not used")
        given = {name for call in self.table.calls.values() for name in call.classes}
        for unused in (each for name, each in self.table.classes.items() if name not in given):
            self.note(unused, f"class '{unused.name}' has no call")
        for call in self.table.calls.values():
            self.check_masks(call, headers)
        self.check_complete(headers)

    def check_headers(
        self, word: Union[Kind, ConstSet], named: str, names: list[str], headers: Headers
    ) -> None:
        for name in names:
            if not headers.paths(name[1:-1]):
                self.problem(word, f"header {name} of {named} is not in {self.tree.path}")

    def check_masks(self, call: Call, headers: Headers) -> None:
        """The masks of cases are constants of the header of the argument's set, too."""
        for variant in call.variants():
            for case in variant.cases:
                arg = variant.args[case.arg]
                known = self.table.sets.get(arg.kind) if arg is not None else None
                if known is not None and case.mask is not None and not case.mask[0].isdecimal():
                    if headers.missing(known.headers, {case.mask}):
                        self.problem(
                            case.variant,
                            f"mask '{case.mask}' of a case of '{call.key}' "
                            f"is not in {self.tree.path}",
                        )

    def check_constants(self, each: ConstSet, headers: Headers) -> None:
        wanted = {const.name for const in each.consts if const.value is None}
        masks = {const.mask for const in each.consts if const.mask is not None}
        wanted |= {mask for mask in masks if not mask.isdecimal() and not mask.startswith("0x")}
        missing = headers.missing(each.headers, wanted)
        for const in each.consts:
            for name in (const.name, const.mask):
                if name in missing:
                    self.problem(
                        const,
                        f"constant '{name}' of set '{each.name}' is not in {self.tree.path}: "
                        f"neither in {' '.join(each.headers)} nor elsewhere in the "
                        "headers for user space",
                    )


    def check_complete(self, headers: Headers) -> None:
        """Sets have the constants that headers define beside theirs."""
        shown = shown_words(self.table)
        sets = [each for name, each in self.table.sets.items() if name in shown]
        constants = read_constants(headers, self.tree.arch, sets)
        consts = [const for each in sets for const in each.consts]
        known = {name for const in consts for name in (const.name, const.mask) if name}
        for each in sets:
            lacking = set(constants.lacking(each, known)) if each.prefix != INCOMPLETE else set()
            for word in each.without:
                if word.text not in lacking:
                    self.problem(word, f"set '{each.name}' does not lack '{word.text}'; remove it")
            for name in sorted(lacking - {word.text for word in each.without}):
                self.problem(
                    each, f"set '{each.name}' lacks '{name}'; add it, or 'without {name}'"
                )
            if not any(constants.blocks_of(each, known)) or each.prefix == INCOMPLETE:
                self.note(each, f"set '{each.name}' may lack constants: no header tells which")


def check(table: Table, path: str, arch: Arch) -> Report:
    tree = read_tree(path, arch)
    run = _Check(table, tree)
    run.check_calls()
    run.check_differs()
    run.check_words()
    problems = sorted(set(run.problems))
    summary = (
        f"{len(table.calls)} calls, {len(tree.entries)} entry points, {len(table.sets)} sets: "
        f"{len(problems)} problem{'' if len(problems) == 1 else 's'}"
    )
    return Report(
        [message(item) for item in problems],
        [message(item) for item in sorted(set(run.notes))],
        summary,
    )


def message(item: tuple[str, int, int, str]) -> str:
    path, line, col, text = item
    place = f"{path}:{line}:{col}" if col else f"{path}:{line}"
    return f"{place}: {text}"


def used_words(table: Table) -> set[str]:
    """What calls, their variants and the structures refer to."""
    used = {ERRNO_SET, *EXPORTED, *shown_words(table)}
    used |= {kind.base.text for kind in table.kinds.values() if kind.base is not None}
    for each in (each for kind in table.kinds.values() for each in kind.fields):
        terms = each.when.terms if each.when is not None else ()
        used |= {members.text for _, members in terms if members is not None}
    for call in (variant for call in table.calls.values() for variant in call.variants()):
        used |= {arg.condition.set for arg in call.args if arg is not None and arg.condition}
    return used


def shown_words(table: Table) -> set[str]:
    """What arguments, results and members are shown as; sets of conditions are not."""
    shown = {each.kind for kind in table.kinds.values() for each in kind.fields}
    shown |= {word for kind in table.kinds.values() for word in (kind.element, kind.set)}
    for call in (variant for call in table.calls.values() for variant in call.variants()):
        shown |= {call.ret, *(arg.kind for arg in call.args if arg is not None)}
    return shown
