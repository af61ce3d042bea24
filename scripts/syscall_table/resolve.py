# SPDX-License-Identifier: GPL-2.0
"""From the calls of syscalls.def as they are written to what they mean.

resolve_calls() looks up their words, and complains of what does not fit together.
"""
from __future__ import annotations

import re
from typing import Optional

from .definition import (
    DEFAULT_RET,
    LONGS,
    MAX_ARGS,
    Arg,
    Call,
    Case,
    Condition,
    Kind,
    Length,
    Token,
    Word,
    call_id,
    near,
)
from .layout import WIDE, integer
from .written import CONST_NUMBER, RawArg, RawCall, RawCase, Written


class _Resolver:
    def __init__(self, written: Written) -> None:
        self.kinds = written.kinds
        self.sets = written.sets
        self.raw_calls = written.raw_calls
        self.broken = written.broken
        self.problem = written.problem
        self.unknown_set = written.unknown_set
        self.files = written.files
        self.find_word = written.find_word

    def resolve_call(self, raw: RawCall) -> Call:
        names = [arg.name.text for arg in raw.args]
        if len(raw.args) > MAX_ARGS:
            self.problem(
                raw.args[MAX_ARGS].name,
                f"call '{raw.key.text}' has {len(names)} arguments, "
                f"a system call has at most {MAX_ARGS}",
            )
        for index, arg in enumerate(raw.args):
            if arg.name.text in names[:index]:
                self.problem(
                    arg.name, f"argument '{arg.name.text}' of '{raw.key.text}' is given twice"
                )
        args: list[Optional[Arg]] = [self.resolve_arg(arg, names) for arg in raw.args]
        call = Call(
            raw.key.text,
            args,
            self.resolve_ret(raw.ret, DEFAULT_RET, raw.key),
            raw.printer.text if raw.printer else None,
            raw.differs,
            raw.key.line,
            raw.key.col,
        )
        self.check_arguments(raw, call, names)
        self.resolve_target(raw, call)
        self.resolve_cases(raw, call, names)
        return call

    def resolve_target(self, raw: RawCall, call: Call) -> None:
        """The arguments of that one are where the last one of this leads to."""
        if raw.target is None:
            return
        target = self.raw_calls.get(raw.target.text)
        if target is None:
            hint = near(raw.target.text, self.raw_calls)
            self.problem(raw.target, f"unknown call '{raw.target.text}'{hint}")
        elif target.target or any(case.variant.target for case in target.cases):
            self.problem(raw.target, f"'{raw.target.text}' has its own arguments in memory")
        elif not call.args:
            self.problem(raw.target, f"'{call.key}' has no argument that leads to them")
        call.target = raw.target.text
        call.target_name = (raw.target_name or raw.target).text

    def resolve_ret(self, word: Optional[Token], default: str, key: Token) -> str:
        if word is None and default not in (*self.kinds, *self.sets, *self.broken):
            self.broken.add(default)
            self.problem(
                key, f"'{default}', which calls return unless they say otherwise, is not declared"
            )
        if word is None:
            return default
        kind = self.find_word(word)
        if isinstance(kind, Kind) and kind.pointer:
            self.problem(word, f"a call cannot return '{word.text}'; use 'ptr'")
        return word.text

    def check_arguments(self, raw: RawCall, call: Call, names: list[str]) -> None:
        """Whether what arguments depend on is a number."""
        for each in raw.args:
            arg = call.args[names.index(each.name.text)] if each.name.text in names else None
            if arg is None:
                continue
            if arg.length is not None and arg.length.by == "arg" and each.length is not None:
                self.check_counter(each.length, call.args[arg.length.value])
            if arg.condition is not None and each.condition is not None:
                tested = call.args[arg.condition.arg]
                if tested is not None and tested.direction:
                    self.problem(each.condition[0], f"'{tested.name}' is an address, not a number")

    def check_counter(self, word: Token, counter: Optional[Arg]) -> None:
        if counter is None:
            self.problem(word, f"'{word.text}' is not an argument in this case")
            return
        kind = self.kinds.get(counter.kind)
        element = self.kinds.get(kind.element) if kind is not None else None
        # What is printed in a way of its own may be a number all the same.
        alone = kind is not None and kind.nested and len(kind.fields) == 1
        if kind is not None and kind.pointer and not alone:
            if kind.sort != "array" or (element is not None and element.pointer):
                self.problem(word, f"'{word.text}' does not lead to a number, as a length must")

    def resolve_cases(self, raw: RawCall, call: Call, names: list[str]) -> None:
        """What a case does not list before its selector is as in the call itself."""
        first = next((case for case in raw.cases if case.arg.text in names), None)
        for case in raw.cases:
            case.values += self.members_of(case.members)
        for case in raw.cases:
            selector = self.find_arg(case.arg, None, names, "")
            if selector is None or first is None:
                continue
            self.check_selector(case, first, call, selector)
            args: list[Optional[Arg]] = [None] * len(names)
            if case.variant.target is not None:
                args = list(call.args)
            elif case.variant.shown is None:
                args[: selector + 1] = call.args[: selector + 1]
            order: list[int] = []
            last = selector
            for arg in case.variant.args:
                index = self.find_arg(arg.name, None, names, "")
                if index is None:
                    continue
                order.append(index)
                if case.variant.shown is not None or call.order is not None:
                    if order.count(index) > 1:
                        self.problem(arg.name, f"argument '{arg.name.text}' is given twice")
                elif index <= last:
                    self.problem(
                        arg.name, f"'{arg.name.text}' is not behind '{names[last]}' in the call"
                    )
                last = max(last, index)
                args[index] = self.resolve_arg(arg, names)
            variant = Call(
                call.key,
                args,
                self.resolve_ret(case.variant.ret, call.ret, raw.key),
                case.variant.printer.text if case.variant.printer else None,
                None,
                case.arg.line,
                case.arg.col,
            )
            if case.variant.target is None and case.variant.shown is not None:
                variant.shown = case.variant.shown.text
                variant.order = order
            elif call.order is not None:
                variant.shown = call.shown
                variant.order = [n for n in call.order if n <= selector] + order
            mask = case.mask.text if case.mask else None
            values = self.resolve_values(case, call.args[selector])
            call.cases.append(Case(selector, mask, values, variant))
            self.check_arguments(case.variant, variant, names)
            self.resolve_target(case.variant, variant)
            self.resolve_cases(case.variant, variant, names)
        self.check_doubles(raw.cases)

    def check_selector(self, case: RawCase, first: RawCase, call: Call, index: int) -> None:
        arg = call.args[index]
        ours, theirs = (each.mask.text if each.mask else "" for each in (case, first))
        if arg is None:
            # One that goes by another name may hide what decides on it.
            if call.order is None:
                self.problem(case.arg, f"'{case.arg.text}' is not an argument in this case")
        elif arg.direction:
            self.problem(case.arg, f"'{case.arg.text}' is an address, not a number")
        if case.arg.text != first.arg.text:
            self.problem(case.arg, "all cases of a call are decided by the same argument")
        elif ours != theirs:
            self.problem(case.mask or case.arg, "all cases of a call have the same mask")

    def check_doubles(self, cases: list[RawCase]) -> None:
        seen: dict[str, Token] = {}
        for value in (value for case in cases for value in case.values):
            number = value.type == "number" and CONST_NUMBER.fullmatch(value.text)
            old = seen.setdefault(str(int(value.text, 0)) if number else value.text, value)
            if old is not value:
                where = self.files.other(old.line, value.line)
                self.problem(value, f"'{value.text}' is already a case, at {where}")

    def members_of(self, word: Optional[Token]) -> list[Token]:
        """The names of a set's members, at the place where it is used."""
        if word is None:
            return []
        members = self.sets.get(word.text)
        if members is None:
            self.unknown_set(word)
        consts = members.consts if members is not None else []
        return [Token("word", const.name, word.line, word.col) for const in consts]

    def resolve_values(self, case: RawCase, arg: Optional[Arg]) -> list[str]:
        """Numbers, and names that the set's header has."""
        known = self.sets.get(arg.kind) if arg is not None else None
        members = {const.name: const.value for const in known.consts} if known is not None else {}
        for value in case.values:
            if value.type == "number":
                self.check_mask(value, case.mask)
            elif known is None:
                if arg is not None and arg.kind not in self.broken and not arg.direction:
                    self.problem(
                        value, f"'{case.arg.text}' has no set that '{value.text}' is a member of"
                    )
            elif value.text not in members and known.name not in self.broken:
                hint = near(value.text, members)
                self.problem(value, f"set '{known.name}' has no member '{value.text}'{hint}")
        return [members.get(value.text) or value.text for value in case.values]

    def check_mask(self, value: Token, mask: Optional[Token]) -> None:
        numbers = [value, mask] if mask is not None else []
        if all(each.type == "number" and CONST_NUMBER.fullmatch(each.text) for each in numbers):
            if mask is not None and int(value.text, 0) & ~int(mask.text, 0):
                self.problem(value, f"'{value.text}' has bits outside of the mask {mask.text}")

    def resolve_arg(self, arg: RawArg, names: list[str]) -> Arg:
        index = names.index(arg.name.text)
        kind = self.find_word(arg.kind)
        pointer = isinstance(kind, Kind) and kind.pointer
        if isinstance(kind, Kind) and kind.sort == "variant":
            self.problem(arg.kind, f"'{arg.kind.text}' is a variant and cannot be an argument")
        direction = arg.direction.text if arg.direction else ""
        advice = "; declare it as 'struct' or 'array' if it is an address"
        if kind is not None and not pointer:
            if arg.direction is not None:
                self.problem(
                    arg.direction,
                    f"'{direction}' on '{arg.kind.text}', which is not a pointer{advice}",
                )
            elif arg.length is not None:
                self.problem(
                    arg.length,
                    f"a length on '{arg.kind.text}', which is not a pointer{advice}",
                )
        if arg.length is not None and isinstance(kind, Kind) and kind.answers:
            self.problem(
                arg.length,
                f"a length on '{arg.kind.text}', which has members that the kernel writes: "
                "leave out the length, or 'out' of these members",
            )
        if pointer and not direction:
            direction = "in"
        length: Optional[Length] = None
        if arg.length is not None:
            length = self.resolve_length(arg.length, index, names)
        condition: Optional[Condition] = None
        if arg.condition is not None:
            condition = self.resolve_condition(arg.condition, index, names)
        is_long = arg.storage is not None
        if arg.storage is not None and kind is not None:
            self.check_cut(arg.storage, arg.kind, kind)
        return Arg(arg.name.text, arg.kind.text, direction, length, condition, is_long)

    def check_cut(self, storage: Token, word: Token, kind: Word) -> None:
        """Whether a long of which the kernel cuts off the upper half is one, and is cut."""
        if storage.text not in LONGS:
            self.problem(storage, f"'{storage.text}' is not {' or '.join(LONGS)}")
        elif isinstance(kind, Kind) and kind.pointer:
            self.problem(storage, f"'{word.text}' is an address, of which nothing is cut off")
        elif integer(kind.storage, WIDE)[0] > integer("u32", WIDE)[0]:
            self.problem(storage, f"'{word.text}' is as wide: nothing is cut off")

    def resolve_length(self, word: Token, index: int, names: list[str]) -> Optional[Length]:
        if word.text == "ret":
            return Length("ret", 0)
        if word.type == "number":
            if not re.fullmatch(r"0|[1-9][0-9]*", word.text, re.ASCII):
                self.problem(word, f"length '{word.text}' is not a decimal number")
            elif int(word.text) > 0xFFFF:
                self.problem(word, f"length {word.text} is too big, at most {0xFFFF}")
            else:
                return Length("const", int(word.text))
            return None
        found = self.find_arg(word, index, names, "; a length is an argument, a number or 'ret'")
        return None if found is None else Length("arg", found)

    def resolve_condition(
        self, words: tuple[Token, Token], index: int, names: list[str]
    ) -> Optional[Condition]:
        tested, members = words
        found = self.find_arg(tested, index, names, "")
        if members.text not in self.sets:
            self.unknown_set(members, " after '&'; declare it with 'flags' or 'enum'")
        return None if found is None else Condition(found, members.text)

    def find_arg(
        self, word: Token, index: Optional[int], names: list[str], more: str
    ) -> Optional[int]:
        if word.text not in names:
            hint = near(word.text, names)
            self.problem(word, f"unknown argument '{word.text}'{hint}{more}")
            return None
        if names.index(word.text) == index:
            self.problem(word, f"argument '{word.text}' refers to itself")
            return None
        return names.index(word.text)

    def check_ids(self) -> None:
        seen: dict[int, RawCall] = {}
        for raw in self.raw_calls.values():
            number = call_id(raw.key.text)
            if number == 0:
                self.problem(raw.key, f"the id of '{raw.key.text}' is 0; write it differently")
            elif number in seen:
                other = seen[number].key
                self.problem(
                    raw.key,
                    f"'{raw.key.text}' has the same id as '{other.text}' at "
                    f"{self.files.other(other.line, raw.key.line)} "
                    f"({number:#x}); the id function call_id() must change",
                )
            seen.setdefault(number, raw)


def resolve_calls(written: Written) -> dict[str, Call]:
    """The calls by their entry points."""
    resolver = _Resolver(written)
    calls = {raw.key.text: resolver.resolve_call(raw) for raw in written.raw_calls.values()}
    resolver.check_ids()
    return calls
