# SPDX-License-Identifier: GPL-2.0
"""Whether the kinds, structures and arrays of syscalls.def can be."""
from __future__ import annotations

from .definition import LONGS, STORAGE, Field, Kind, Table, Token, near
from .layout import LAYOUTS, WIDE, inner_layout, integer, struct_layout
from .lexer import Problem

# What the kernel's tables have room for.
MAX_SIZE = 0xFFFF
MAX_FIELDS = 0xFF


def check_structures(
    table: Table,
    elements: list[tuple[Kind, Token]],
    scalars: list[tuple[Kind, Token]],
    broken: set[str],
) -> list[Problem]:
    """Their problems, less those that follow from declarations that are `broken`."""
    problems: list[Problem] = []
    for kind, word in scalars:
        for text in set_problems(kind.storage, word.text, table):
            problems.append(Problem(word.line, word.col, text))
    for kind, word in elements:
        for text in inner_problems(kind, word.text, "an element", table, broken):
            problems.append(Problem(word.line, word.col, text))
    for kind in table.kinds.values():
        for each in kind.fields:
            for text in field_problems(kind, each, table, broken):
                problems.append(Problem(each.line, each.col, text))
            problems += pointed_problems(kind, each, table)
            problems += when_problems(kind, each, table, broken)
        problems += answer_problems(kind)
    return problems + recursions(table)


def check_sizes(table: Table) -> list[Problem]:
    """What the structures of a table without other problems are too big for."""
    return [
        problem
        for kind in table.kinds.values()
        for problem in (*too_big(kind, table), *differs_from_base(kind, table))
    ]


def inner_problems(
    outer: Kind, name: str, what: str, table: Table, broken: set[str]
) -> list[str]:
    """What is wrong with elements or members of kind `name`."""
    inner = table.kinds.get(name)
    if inner is not None and what == "a member":
        if outer.sort == "variant" and inner.sort == "struct" and inner.known and not inner.nested:
            return []
        if inner.sort == "variant":
            last = outer.sort == "variant" or outer.fields[-1].kind == name
            text = f"variant '{name}' has no size; only the last member can be one"
            return [] if last else [text]
    if inner is None or inner.sort in ("scalar", "data" if what == "a member" else "scalar"):
        return []
    if inner.sort != "struct":
        return [f"'{name}' cannot be {what}; an address is 'ptr'"]
    if inner.nested:
        return [f"'{name}' is 'nested' and cannot be {what}"]
    if inner.answers:
        return [f"'{name}' has members that the kernel writes and cannot be {what}"]
    if not inner.fields and name not in broken:
        return [f"struct '{name}' has no members, so it has no size"]
    if inner.compat and not outer.compat:
        return [f"struct '{name}' is 'compat', so '{outer.name}' must be as well"]
    return []


def field_problems(kind: Kind, each: Field, table: Table, broken: set[str]) -> list[str]:
    inner = table.kinds.get(each.kind)
    if inner is not None and inner.sort == "variant" and each.count:
        return [f"variant '{each.kind}' has no size, so there is no array of it"]
    if each.storage is not None and inner is not None and inner.pointer:
        return [f"'{each.kind}' is no integer, so it is not stored as {each.storage}"]
    name = inner.set if inner is not None else each.kind
    if table.leads_on(each.kind) and (each.count or (inner is not None and inner.printer)):
        return [f"what members of '{each.kind}' lead to cannot be told apart here"]
    return [
        *set_problems(each.storage or "", name, table),
        *inner_problems(kind, each.kind, "a member", table, broken),
    ]


def pointed_problems(kind: Kind, each: Field, table: Table) -> list[Problem]:
    """What is wrong with the kind that a member leads to, and with its length."""
    if each.to is None:
        return []
    to, length = each.to.kind, each.to.length
    texts: list[tuple[Token, str]] = []
    inner = table.kinds.get(to.text)
    if to.text in table.sets or (inner is not None and not inner.pointer):
        hint = arrays_of(to.text, table)
        texts.append((to, f"an address leads to '{to.text}' only in an array{hint}"))
    elif inner is not None and (
        inner.nested
        or inner.captured
        or inner.answers
        or not inner.known
        or table.leads_on(to.text)
        or inner.sort == "variant"
    ):
        texts.append((to, f"a member cannot lead to '{to.text}', which is not one piece of memory"))
    elif inner is not None and inner.sort == "string" and inner.count_by != "bytes" and length:
        texts.append((length, f"'{to.text}' ends with a NUL and has no length"))
    elif length is None and inner is not None and has_no_size(inner):
        texts.append((to, f"'{to.text}' has no size of its own; name its length behind it in [ ]"))
    if length is not None:
        texts += [(length, text) for text in length_problems(kind, length.text, table)]
    return [Problem(token.line, token.col, text) for token, text in texts]


def arrays_of(name: str, table: Table) -> str:
    """A hint at the arrays that there are."""
    found = [f"'{kind.name}'" for kind in table.kinds.values() if kind.element == name]
    return f": {', '.join(found)}" if found else f"; declare 'array WORD {name}'"


def has_no_size(kind: Kind) -> bool:
    return kind.sort == "data" or (kind.sort == "struct" and kind.count_by != "elements")


def length_problems(kind: Kind, name: str, table: Table) -> list[str]:
    return number_problems(kind, name, table, "as a length must be")


def number_problems(kind: Kind, name: str, table: Table, why: str) -> list[str]:
    """What is wrong with a member of which the number counts."""
    names = [member.name for member in kind.fields]
    if name not in names:
        return [f"struct '{kind.name}' has no member '{name}'{near(name, names)}"]
    member = kind.fields[names.index(name)]
    inner = table.kinds.get(member.kind)
    if member.count or member.to is not None or (inner is not None and inner.pointer):
        return [f"member '{name}' is not a number, {why}"]
    return []


def when_problems(kind: Kind, each: Field, table: Table, broken: set[str]) -> list[Problem]:
    """What is wrong with what makes a member count."""
    problems: list[Problem] = []
    names = [member.name for member in kind.fields]
    if each.when is not None and table.leads_on(each.kind):
        text = f"'{each.kind}' has members that lead on, so '{each.name}' is always shown"
        problems.append(Problem(each.line, each.col, text))
    for member, members in each.when.terms if each.when is not None else ():
        texts: list[str] = []
        if member.text not in names:
            hint = near(member.text, names)
            texts = [f"struct '{kind.name}' has no member '{member.text}'{hint}"]
        elif kind.fields[names.index(member.text)].answer:
            texts = [f"'{member.text}' is what the kernel writes, and decides on no other member"]
        elif members is not None:
            texts = number_problems(kind, member.text, table, "so it holds no constant")
        problems += [Problem(member.line, member.col, text) for text in texts]
        if members is None:
            continue
        if members.text not in table.sets and members.text not in broken:
            hint = near(members.text, table.sets)
            problems.append(
                Problem(members.line, members.col, f"unknown set '{members.text}'{hint} after '&'")
            )
    return problems


def answer_problems(kind: Kind) -> list[Problem]:
    """What is wrong with the members that the kernel writes."""
    problems: list[Problem] = []
    for each in kind.in_order()[1]:
        text = ""
        if kind.printer is not None and not kind.nested:
            text = f"'{kind.name}' has a printer, which decides what is shown of '{each.name}'"
        elif each.to is not None:
            text = f"what '{each.name}' leads to is captured before the kernel writes it"
        if text:
            problems.append(Problem(each.line, each.col, text))
    return problems


def differs_from_base(kind: Kind, table: Table) -> list[Problem]:
    """The first member that has another size than in the structure this is a view of."""
    if kind.base is None:
        return []
    base = table.kinds[kind.base.text]
    for ours, theirs in zip(kind.fields, base.fields):
        if any(
            inner_layout(ours, table, layout) != inner_layout(theirs, table, layout)
            for layout in LAYOUTS
        ):
            text = f"'{ours.kind}' is laid out in another way than '{theirs.kind}' of '{base.name}'"
            return [Problem(ours.line, ours.col, text)]
    return []


def set_problems(storage: str, name: str, table: Table) -> list[str]:
    """An int's names would be given to a wider number by its lower half alone."""
    members = table.sets.get(name)
    if members is None or members.type == "long" or storage not in (*STORAGE, *LONGS):
        return []
    if integer(storage, WIDE)[0] <= integer("u32", WIDE)[0]:
        return []
    return [f"set '{name}' has 32 bits, and {storage} has more; declare it as 'long'"]


def steps(kind: Kind) -> list[tuple[str, int, int, str]]:
    """The kinds that a structure is made of, or leads to: name, place, how."""
    found = [(each.kind, each.line, each.col, "contains") for each in kind.fields]
    found += [
        (each.to.kind.text, each.to.kind.line, each.to.kind.col, "leads to")
        for each in kind.fields
        if each.to is not None
    ]
    if kind.element not in ("", kind.name):
        found.append((kind.element, kind.line, kind.col, "contains"))
    return found


def recursions(table: Table) -> list[Problem]:
    """The members by which structures contain themselves, or lead to themselves."""
    problems: list[Problem] = []
    done: set[str] = set()

    def visit(kind: Kind, outer: list[str]) -> None:
        for name, line, col, how in steps(kind):
            inner = table.kinds.get(name)
            if name in outer:
                what = "variant" if inner is not None and inner.sort == "variant" else "struct"
                problems.append(Problem(line, col, f"{what} '{name}' {how} itself"))
            elif inner is not None and name not in done:
                visit(inner, [*outer, name])
        done.add(kind.name)

    for name, kind in table.kinds.items():
        if name not in done:
            visit(kind, [name])
    return problems


def too_big(kind: Kind, table: Table) -> list[Problem]:
    size = max(struct_layout(kind, table, layout).size for layout in LAYOUTS)
    if size > MAX_SIZE and kind.sort != "variant":
        text = f"struct '{kind.name}' has {size} bytes, more than {MAX_SIZE}"
    elif len(kind.fields) > MAX_FIELDS:
        text = f"{kind.sort} '{kind.name}' has {len(kind.fields)} members, more than {MAX_FIELDS}"
    else:
        return []
    return [Problem(kind.line, kind.col, text)]
