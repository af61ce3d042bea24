# SPDX-License-Identifier: GPL-2.0
"""Which copies of a call are simple, and what the hooks are told of them."""
from __future__ import annotations

from pathlib import Path

import pytest

from compiled import build
from conftest import WORDS, Tool, Write

# The first call and, if it has one, its first case.
SHOW = """\
\tconst struct syscall_trace_call *call = &syscall_trace_calls[0];
\tconst struct syscall_trace_copy *copy;
\tint i;

\tif (call->cases)
\t\tcall = call->cases->cases[0].call;
\tfor (i = 0; i < 2; i++) {
\t\tcopy = i ? call->outputs : call->inputs;
\t\tif (!copy)
\t\t\tprintf("-");
\t\tfor (; copy && copy->what; copy++)
\t\t\tprintf("%d:%x/%x %d %d %d,%d;", copy->arg, copy->what, copy->flags, copy->len,
\t\t\t       copy->limit, copy->size[0], copy->size[1]);
\t\tprintf("\\n");
\t}"""
KINDS = """\
kind pad u8
kind slong long
struct pair
	a ulong
	b u32
struct big
	a pad[260]
struct own nested captured
	a u32
struct lead
	a ulong -> path
struct packet bytes
	a u32
struct set bits
	a ulong
struct sockaddr union bytes[2] captured[ifnames]
	a umode
struct pollfds nested captured
	a u32
	b u32
array pairs pair
array longs compat ulong
array intp int
kind sock_data data captured
kind brief string bytes
"""
TEXT, FIXED, DATA, BITS, NULL, LONG, RESULT, FOUND, COMPAT, SOCKET = (1 << bit for bit in range(10))
# Which option copies it.
TEXTS, BYTES, STRUCTS = 4, 8, 16


def line(*copies: tuple[int, ...]) -> str:
    return "".join(
        f"{arg}:{what:x}/{flags:x} {length} {limit} {wide},{narrow};"
        for arg, what, flags, length, limit, wide, narrow in copies
    )


@pytest.mark.parametrize(
    ("args", "inputs", "outputs"),
    [
        ("a fd", "-", "-"),
        ("a path, b path", line((0, TEXTS, TEXT, 0, 0, 0, 0), (1, TEXTS, TEXT, 0, 0, 0, 0)), "-"),
        (
            "a path, b out pair",
            line((0, TEXTS, TEXT, 0, 0, 0, 0)),
            line((1, STRUCTS, FIXED, 1, 0, 16, 8)),
        ),
        # An array of a fixed length, and one of another layout.
        ("a pairs[2], b longs", line(
            (0, STRUCTS, FIXED, 2, 0, 32, 16), (1, STRUCTS, FIXED | COMPAT, 1, 0, 8, 4)), "-"),
        # How many there may be is bounded by the larger layout.
        ("a pairs[b], b u32", line((0, STRUCTS, 0, 1, 16, 16, 8)), "-"),
        ("a out longs[ret], b size", "-",
         line((0, STRUCTS, LONG | RESULT | COMPAT, 1, 32, 8, 4))),
        ("a bytes[b], b size", line((0, BYTES, DATA | LONG, 1, 0xFFFF, 0, 0)), "-"),
        # Data has all the room only if nothing else needs some.
        ("a bytes[b], b int, c pair", line(
            (0, BYTES, DATA, 1, 256, 0, 0), (2, STRUCTS, FIXED, 1, 0, 16, 8)), "-"),
        ("a sock_data[b], b size", line((0, BYTES, SOCKET | DATA | LONG, 1, 0xFFFF, 0, 0)), "-"),
        ("a sockaddr[b], b int", line((0, STRUCTS, SOCKET, 1, 256, 1, 1)), "-"),
        ("a packet[b], b u32", line((0, STRUCTS, 0, 1, 256, 1, 1)), "-"),
        ("a set[b], b int", line((0, STRUCTS, BITS, 1, 2048, 8, 4)), "-"),
        # The length is in memory, or of no type that the hooks know.
        ("a out sockaddr[b], b inout intp", line((1, STRUCTS, FIXED, 1, 0, 4, 4)), line(
            (0, STRUCTS, NULL, 0, 0, 0, 0), (1, STRUCTS, FIXED, 1, 0, 4, 4))),
        ("a bytes[b], b slong", line((0, BYTES, NULL, 0, 0, 0, 0)), "-"),
        # What is ready is searched for, if there is anything.
        ("a update pollfds[b], b u32", line((0, STRUCTS, 0, 1, 32, 8, 8)),
         line((0, STRUCTS, NULL | FOUND, 0, 0, 0, 0))),
        ("a found pair, b rest pair", "-", line((0, STRUCTS, FIXED | FOUND, 1, 0, 16, 8))),
        # One that is not simple is enough, but the other end of the call does not mind.
        ("a big, b pair, c out pair", "-", line((2, STRUCTS, FIXED, 1, 0, 16, 8))),
        ("a own, b out own", "-", "-"),
        ("a lead", "-", "-"),
        ("a brief", "-", "-"),
        ("a out str", "-", "-"),
        ("a pairs[33]", "-", "-"),
    ],
)
def test_copies(
    tool: Tool, write: Write, tbls: list[Path], args: str, inputs: str, outputs: str
) -> None:
    assert build(tool, write, tbls, f"{WORDS}{KINDS}a({args})\n", SHOW) == [inputs, outputs]


def test_copies_of_a_case(tool: Tool, write: Write, tbls: list[Path]) -> None:
    table = f"{WORDS}{KINDS}a(op int, b ptr)\n\tcase op 7 (b out pair)\n"
    assert build(tool, write, tbls, table, SHOW) == ["-", line((1, STRUCTS, FIXED, 1, 0, 16, 8))]
