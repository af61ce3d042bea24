# SPDX-License-Identifier: GPL-2.0
"""The structures of syscalls.def that show another one in a way of their own."""
from __future__ import annotations

from dataclasses import replace
from typing import Optional

from .definition import Field, Kind, Listed, Token, near
from .written import Written


def fill_views(written: Written) -> None:
    """Give each the members of the structure that it is a view of."""
    for view in written.kinds.values():
        base = base_of(view, written)
        if base is None:
            continue
        listed = listed_of(view, base, written)
        view.fields = [seen_by(view, each, listed.get(each.name), written) for each in base.fields]
        view.packed, view.union, view.compat = base.packed, base.union, base.compat
        view.count_by, view.least = base.count_by, base.least


def base_of(view: Kind, written: Written) -> Optional[Kind]:
    if view.base is None or view.base.text in written.broken:
        return None
    base = written.kinds.get(view.base.text)
    if base is None or base.sort != "struct" or not (base.fields or base.base):
        hint = near(view.base.text, [kind.name for kind in written.kinds.values() if kind.fields])
        written.problem(view.base, f"there is no struct '{view.base.text}' with members{hint}")
    elif base.base is not None:
        written.problem(view.base, f"'{base.name}' is 'as' another structure itself")
    else:
        return base
    written.broken.add(view.name)
    return None


def listed_of(view: Kind, base: Kind, written: Written) -> dict[str, Listed]:
    """What the view shows, by name."""
    listed: dict[str, Listed] = {}
    if not view.listed:
        written.problem(Token("", "", view.line, view.col), f"'{view.name}' shows no member")
    names = [each.name for each in base.fields]
    for each in view.listed:
        if each.name.text in listed:
            written.problem(each.name, f"member '{each.name.text}' is given twice")
        elif each.name.text not in names:
            name = f"'{each.name.text}'{near(each.name.text, names)}"
            written.problem(each.name, f"struct '{base.name}' has no member {name}")
        listed[each.name.text] = each
    return listed


def seen_by(view: Kind, each: Field, listed: Optional[Listed], written: Written) -> Field:
    """A member of the other structure, as the view has it."""
    if listed is None:
        return replace(each, shown=False, when=None, answer=False)
    field = replace(
        each,
        shown=True,
        when=listed.when or each.when,
        answer=listed.answer or each.answer,
        line=listed.name.line,
        col=listed.name.col,
    )
    if listed.kind is None:
        return field
    old, new = written.kinds.get(each.kind), written.kinds.get(listed.kind.text)
    stored = each.storage
    # The integer stays as wide as it is; a structure has a size of its own.
    if stored is None and not (new is not None and new.pointer):
        stored = old.storage if old is not None else written.sets[each.kind].storage
    field.kind, field.storage = listed.kind.text, stored or None
    field.line, field.col = listed.kind.line, listed.kind.col
    return field
