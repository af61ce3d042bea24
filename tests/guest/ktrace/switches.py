# SPDX-License-Identifier: GPL-2.0
"""Checks of what switches events, and of modules that come and go."""

from __future__ import annotations

import errno
import os
import re

from ktrace_reader import KTRACE, Info
from ktrace.checks import TRACE, cat, dmesg, drain, fails, fire, get, load, put, same, unload


def one_event() -> None:
    """Events are switched one by one."""
    for name in os.listdir(KTRACE / "events"):
        put(f"events/{name}", 0)
    put("events/sample_string", 1)
    fire(2)
    same(["sample_string: hello, array"] * 2, cat())
    states = {event.name: event.state for event in Info().events.values()}
    same(("on", "off"), (states["sample_string"], states["sample_int"]))
    for name in os.listdir(KTRACE / "events"):
        put(f"events/{name}", 1)


def bad_input() -> None:
    """What is no value is refused, and changes nothing."""
    for name in "enabled", "trace", "events/sample_int":
        before = get(name)
        for text in "2", "x", "-1":
            fails(errno.EINVAL, lambda name=name, text=text: put(name, text))
        same(before, get(name))
    for text in "31", "1048577", "x":
        fails(errno.EINVAL, lambda text=text: put("buffer_size_kb", text))
    same("1024", get("buffer_size_kb"))


def off_is_off() -> None:
    """Nothing is recorded when ktrace is off."""
    put("enabled", 0)
    fire()
    same([], cat())
    put("enabled", 1)
    same("0", get("overflow"))


def refused() -> None:
    """Another format for a name, and formats that cannot be kept."""
    before = get("info")
    load("ktrace-refused")
    log = dmesg()
    for text in (
        'event sample_string does not record here: its format is "%d", but elsewhere "%s, %s"',
        "with arguments of other types",
        'event refused_symbol does not record: of %p, only %p and %px can be stored: "%pS"',
        "event refused_pointer does not record: %p would store what a char * points to",
    ):
        if text not in log:
            raise AssertionError(f"not in the log: {text}")
    after = get("info").splitlines()
    same(before.splitlines(), after[:-1])
    same("refused_not", after[-1].split()[3])
    same("1", get("events/sample_string"))
    if not re.fullmatch(r"refused_not: [0-9a-f]{16} is not text", "".join(cat())):
        raise AssertionError("refused_not is not there")
    fire()
    if "sample_string: hello, array" not in cat():
        raise AssertionError("sample_string does not record any more")
    unload("ktrace-refused")


def unloaded() -> None:
    """What a module leaves in the buffers can be read without it, until a reset."""
    number = Info().named("sample_bits")[0].number
    put("events/sample_int", 0)
    put("trace", 1)
    fire()
    unload("ktrace-sample")
    same([], os.listdir(KTRACE / "events"))
    same("gone", Info().named("sample_bits")[0].state)
    lines = cat()
    if "sample_bits: 5 -6" not in lines or "sample_exit: unloaded by rmmod" not in lines:
        raise AssertionError("not there")
    if "sample_bits: 5 -6" not in TRACE.read_text("ascii"):
        raise AssertionError("not in trace")
    load("ktrace-sample")
    same(number, Info().named("sample_bits")[0].number)
    same("0", get("events/sample_int"))
    put("events/sample_int", 1)
    same(["sample_init: loaded by insmod"], cat())
    unload("ktrace-sample")
    put("reset", 1)
    same([], list(Info().events))
    if f"ktrace: event {number}, forgotten" not in TRACE.read_text("ascii"):
        raise AssertionError("not forgotten in trace")
    put("trace", 0)
    TRACE.write_text("", "ascii")
    load("ktrace-sample")
    if Info().named("sample_bits")[0].number <= number:
        raise AssertionError("an id is used again")
    drain()
