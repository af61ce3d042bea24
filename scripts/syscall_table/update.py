# SPDX-License-Identifier: GPL-2.0
"""Adds the system calls of a newer kernel, with kinds guessed from C types.

The arguments and their names are the kernel's. The kinds are a start for the
one who reviews the line, who also knows what C types do not tell: the sets of
flags, the lengths, what comes back, and more classes than %desc and %file.
"""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Optional

from .arch import Arch
from .check import Tree, layout_differs, read_tree
from .classes import COMPAT, MARK, spoken_for
from .definition import DEFAULT_RET, LONGS, STORAGE, Kind, Table
from .lexer import read_text
from .own import read_own_table
from .source import Param, Prototype
from .tbl import find_key, split_entry

HEADING = "# --- to be reviewed ---"
GUESSED = "# review: kinds guessed from the C types"
UNKNOWN = "# review: no prototype found, arguments unknown"

# Types that have a kind of their own; "compat_" and "__" are taken off first.
TYPE_KINDS = {
    "umode_t": "umode",
    "size_t": "size",
    "ssize_t": "ssize",
    "loff_t": "loff",
    "off_t": "off",
    "pid_t": "pid",
    "uid_t": "uid",
    "old_uid_t": "uid",
    "qid_t": "uid",
    "gid_t": "gid",
    "old_gid_t": "gid",
    "dev_t": "dev",
    "mqd_t": "fd",
    "uptr_t": "ptr",
    "u64": "u64",
    "s64": "s64",
    "u32": "u32",
    "unsigned int": "u32",
    "unsigned": "u32",
    "unsigned long": "ulong",
    "ulong_t": "ulong",
    "long": "long",
    "long_t": "long",
    "int": "int",
    "clockid_t": "int",
    "timer_t": "int",
    "key_t": "int",
    "key_serial_t": "int",
}
# Structures whose kind in the table is not called like their C type.
STRUCTS = {
    "__kernel_timespec": "timespec64",
    "__kernel_itimerspec": "itimerspec64",
    "__kernel_timex": "timex64",
    "old_timespec32": "timespec32",
    "old_itimerspec32": "itimerspec32",
    "old_timex32": "timex32",
    "linux_dirent": "dirent",
    "linux_dirent64": "dirent64",
}
# What a kind is that the table lacks, and --update declares.
KINDS = {"int": "s32", "hex": "ulong @", "ptr": "ulong @"}
COUNTS = ("size", "u32", "int", "ulong", "u64")


def bare_type(ctype: str) -> str:
    """A type's name without what only says where it is used."""
    return re.sub(r"\b(const |compat_|__(kernel_)?)", "", ctype)


@dataclass
class Update:
    text: str
    messages: list[str]


@dataclass
class _Guess:
    """Turns prototypes into lines, and collects the words they need."""

    table: Table
    declared: dict[str, str] = field(default_factory=dict)

    def pick(self, *kinds: str) -> str:
        """The first of the kinds that the table has; else the last, declared."""
        for kind in kinds:
            if kind in (*self.table.kinds, *self.table.sets, *self.declared):
                return kind
        word = kinds[-1]
        storage = word if word in (*STORAGE, *LONGS) else KINDS[word]
        self.declared.setdefault(word, f"kind {word} {storage}")
        return word

    def line(self, key: str, prototype: Prototype) -> str:
        self.pick(DEFAULT_RET)
        params = prototype.params
        args = [self.arg(param, params[index + 1 :]) for index, param in enumerate(params)]
        return f"{key}({', '.join(args)}){self.classes(key, args)}\t{GUESSED}"

    def classes(self, key: str, args: list[str]) -> str:
        """Those that the arguments speak for; a compat call has those of the native one."""
        kinds = [arg.split("[")[0].split()[-1] for arg in args]
        found = [] if key.startswith(COMPAT) else spoken_for(kinds)
        return "".join(f" {MARK}{word}" for word in found if word in self.table.classes)

    def arg(self, param: Param, rest: tuple[Param, ...]) -> str:
        kind = self.pointer(param, rest) if "*" in param.type else self.plain(param)
        return f"{param.name} {kind}"

    def plain(self, param: Param) -> str:
        kind = TYPE_KINDS.get(bare_type(param.type), "hex")
        if kind in ("int", "u32"):
            if re.search(r"(^|_)dfd$|dirfd$", param.name):
                return self.pick("dirfd", "fd", "int")
            if re.search(r"fd$|^fd_|_fd_", param.name):
                return self.pick("fd", "int")
            if param.name in ("sig", "signum"):
                return self.pick("signal", "int")
        if kind in ("int", "u32", "ulong", "u64", "hex") and "flags" in param.name:
            return self.pick("hex32", "hex") if kind in ("int", "u32") else self.pick("hex")
        return self.pick(kind, "hex")

    def pointer(self, param: Param, rest: tuple[Param, ...]) -> str:
        ctype = param.type
        const = "const " in ctype
        if ctype.count("*") > 1:
            return self.pick("strv", "ptr") if "char" in ctype else self.pick("ptr")
        count = self.count(rest)
        struct = re.search(r"\bstruct (\w+)", ctype)
        if struct is not None:
            return self.struct(struct.group(1), const, count)
        direction = "in" if const else "out"
        if re.search(r"\bchar\b", ctype) and const and count is None:
            if re.search(r"path|file|(old|new|dir|dev)_?name", param.name):
                return self.pick("path", "str", "ptr")
            return self.pick("str", "ptr")
        if re.search(r"\b(char|void)\b", ctype) and count is not None:
            kind = self.pick("bytes", "ptr")
            return kind if kind == "ptr" else f"{direction} {kind}[{count}]"
        # "intp" for an int *, "sigset" for a sigset_t *: if the table has it.
        target = bare_type(ctype.replace("*", "").strip())
        for word in (TYPE_KINDS.get(target, target) + "p", re.sub(r"_t$", "", target)):
            if self.is_pointer(word):
                return f"{direction} {word}"
        return self.pick("ptr")

    def is_pointer(self, word: str) -> bool:
        return word in self.table.kinds and self.table.kinds[word].pointer

    def count(self, rest: tuple[Param, ...]) -> Optional[str]:
        """The next argument, if it looks like what counts the bytes."""
        if rest and "*" not in rest[0].type and self.plain(rest[0]) in COUNTS:
            if re.search(r"(?<!sigset)size|len|count|bytes", rest[0].name):
                return rest[0].name
        return None

    def struct(self, name: str, const: bool, count: Optional[str]) -> str:
        name = STRUCTS[name] if self.is_pointer(STRUCTS.get(name, "")) else name
        if not self.is_pointer(name):
            if name in self.table.kinds or name in self.table.sets:
                return self.pick("ptr")
            self.declared.setdefault(name, f"struct {name}")
        length = f"[{count}]" if count is not None else ""
        return f"{'in' if const else 'out'} {name}{length}"


def missing_keys(table: Table, tree: Tree) -> dict[str, str]:
    """The lines to add, each with the entry point it describes."""
    keys: dict[str, str] = {}
    # The native calls first: a compat one needs a line only if it differs.
    for entry in sorted(tree.entries, key=lambda entry: split_entry(entry)[1]):
        name, compat = split_entry(entry)
        key = find_key(entry, table.calls) or find_key(entry, keys)
        if key is None:
            keys[name] = entry
        elif compat and key == name and f"sys_{name}" in tree.entries:
            theirs = tree.prototype(entry)
            if key in table.calls:
                accepted = table.calls[key].differs is not None
                ours: Optional[list[str]] = table.calls[key].arg_names
            else:
                accepted = False
                native = tree.prototype(keys[key])
                ours = native.names if native is not None else None
            if theirs and ours is not None and not accepted and layout_differs(ours, theirs.names):
                keys[f"compat_{name}"] = entry
    return keys


def update(table: Table, path: str, arch: Arch, own: Optional[str]) -> Update:
    """The text of the table with a line for every system call of the tree. OWN: what the
    architecture has differently."""
    tree = read_tree(path, arch)
    guess = _Guess(table)
    calls: list[str] = []
    sources: dict[str, str] = {}
    for key, entry in missing_keys(table, tree).items():
        prototype = tree.prototype(entry)
        if prototype is None:
            guess.pick(DEFAULT_RET)
            calls.append(f"{key}()\t{UNKNOWN}")
            sources[key] = f"without arguments: no prototype of {entry} in {path}"
        else:
            calls.append(guess.line(key, prototype))
            sources[key] = f"from {tree.place(prototype)}"
    if not calls:
        return Update(table.files.main.text, [])
    text = insert(table, [*guess.declared.values(), *calls])
    # What was added must be readable, whatever the tree contained.
    new = read_own_table(
        table.path, own, lambda path: text if path == table.path else read_text(path)
    )
    messages = [
        f"{table.path}:{new.calls[key].line}: added '{key}' {source}"
        for key, source in sources.items()
    ]
    messages += [
        f"{table.path}:{new.kinds[word].line}: added {declared_as(new.kinds[word])} '{word}'"
        for word in guess.declared
    ]
    return Update(text, messages)


def declared_as(kind: Kind) -> str:
    return "struct" if kind.sort == "struct" else "kind"


def insert(table: Table, added: list[str]) -> str:
    """The table itself with lines added behind its last call, or its end, under the heading."""
    lines = table.files.main.lines
    ours = [call.last_line for call in table.calls.values() if call.last_line <= len(lines)]
    last = max(ours, default=0)
    if HEADING in lines:
        after = max(last, lines.index(HEADING) + 1)
        block = added
    else:
        if last == 0:
            last = len(lines) - 1 if lines[-1] == "" else len(lines)
        after = last
        block = ["", HEADING, *added]
    rest = lines[after:]
    if rest and rest[0] != "":
        block = [*block, ""]
    return "\n".join([*lines[:after], *block, *(rest or [""])])
