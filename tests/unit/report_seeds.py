#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""What the fuzzer of syscall-report starts with: traces that are in order, and some
whose formats, sizes or counts are not.

report_seeds.py FOLDER

A seed is a byte of options, and a trace.dat; or a byte with its top bit set, and files
of a folder: each its number in tests/unit/fuzz-report.c, two bytes of size, its bytes.
"""

from __future__ import annotations

import re
import struct
import sys
import zlib
from pathlib import Path

FOLDER = 0x80
JSON, NAMES, RAW, TIME = 1, 2, 4, 8
NAMES_OF_FILES = re.findall(
    r'^\t"(\S+)",$', (Path(__file__).parent / "fuzz-report.c").read_text("ascii"), re.M
)
# Types of events in a page: their size in words, or one of these.
LONG, PADDING, EXTEND, STAMP = 0, 29, 30, 31
CLOCKS = "[local] global counter uptime perf mono mono_raw boot tai x86-tsc"

COMMON = [
    ("unsigned short common_type", 0, 2),
    ("unsigned char common_flags", 2, 1),
    ("unsigned char common_preempt_count", 3, 1),
    ("int common_pid", 4, 4),
]
CALL = [("u16 nr", 8, 2), ("u8 words", 10, 1), ("u8 flags", 11, 1), ("u32 seq", 12, 4), ("u8 data[]", 16, 0)]
EVENTS: dict[str, tuple[int, list[tuple[str, int, int]], str]] = {
    "syscall_call": (19, CALL, '"nr:%x", REC->nr'),
    "syscall_enter": (20, CALL, '"nr:%x", REC->nr'),
    "syscall_exit": (21, CALL, '"nr:%x", REC->nr'),
    "syscall_task": (
        22,
        [("u32 what", 8, 4), ("s32 value", 12, 4), ("u32 seq", 16, 4), ("u32 info[]", 20, 0)],
        '"what:%u", REC->what',
    ),
    "kernel_stack": (
        4,
        [("int size", 8, 4), ("unsigned long caller[8]", 16, 64)],
        '"\\t=> %ps\\n", (void *)REC->caller[0]',
    ),
    "print": (
        5,
        [("unsigned long ip", 8, 8), ("char buf[]", 16, 0)],
        '"%ps: %s", (void *)REC->ip, REC->buf',
    ),
    "sched_switch": (
        300,
        [("char prev_comm[16]", 8, 16), ("pid_t prev_pid", 24, 4), ("int prev_prio", 28, 4),
         ("long prev_state", 32, 8), ("__data_loc char[] next_comm", 40, 4)],
        '"%s:%d [%d] %s ==> %s", REC->prev_comm, REC->prev_pid, REC->prev_prio, '
        'REC->prev_state & 3 ? __print_flags(REC->prev_state & 3, "|", { 1, "S" }, { 2, "D" }) '
        ': "R", __get_str(next_comm)',
    ),
}


def format_of(name: str, **places: int) -> bytes:
    """events/.../format, with other offsets of some fields."""
    number, fields, text = EVENTS[name]
    lines = [f"name: {name}", f"ID: {number}", "format:"]
    for number, (declaration, offset, size) in enumerate([*COMMON, *fields]):
        if number == len(COMMON):
            # Without it, libtraceevent takes all for common fields, and no text can be made.
            lines.append("")
        word = re.sub(r"\[.*", "", declaration.replace("char[] ", "")).split()[-1]
        offset = places.get(word, offset)
        lines.append(f"\tfield:{declaration};\toffset:{offset};\tsize:{size};\tsigned:0;")
    return "\n".join([*lines, "", f"print fmt: {text}", ""]).encode()


def header_page(size: int) -> bytes:
    """events/header_page, for pages of a size."""
    return (
        "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
        "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
        "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
        f"\tfield: char data;\toffset:16;\tsize:{size - 16};\tsigned:0;\n"
    ).encode()


# ------------------------------- records -------------------------------


def event(data: bytes, kind: int = 0, delta: int = 100) -> bytes:
    """What the ring buffer has around data."""
    data += bytes(-len(data) % 4)
    if kind in (EXTEND, STAMP):
        return struct.pack("<II", delta << 5 | kind, 1)
    if kind == PADDING:
        return struct.pack("<II", delta << 5 | kind, len(data) + 4) + data
    if len(data) <= 112:
        return struct.pack("<I", delta << 5 | len(data) // 4) + data
    return struct.pack("<II", delta << 5, len(data) + 4) + data


def record(name: str, data: bytes, pid: int = 12) -> bytes:
    """One with what all begin with."""
    return struct.pack("<HBBi", EVENTS[name][0], 1, 0, pid) + data


def head(nr: int, words: int, seq: int = 0, flags: int = 0, abi: int = 0) -> bytes:
    """struct syscall_trace_head"""
    return struct.pack("<HBBI", abi << 12 | nr, words, flags, seq)


def with_words(*args: int) -> tuple[int, bytes]:
    """syscall_trace_head.words, and the words."""
    wide = [arg >> 32 != 0 for arg in args]
    mask = sum(is_wide << index for index, is_wide in enumerate(wide))
    data = b"".join(struct.pack("<Q" if big else "<I", arg) for big, arg in zip(wide, args))
    return 1 << len(args) | mask, data


def whole(nr: int, ret: int, *args: int, abi: int = 0, seq: int = 0, pid: int = 12) -> bytes:
    """The record of a whole call."""
    words, data = with_words(*args)
    return record("syscall_call", head(nr, words, seq, abi=abi) + struct.pack("<i", ret) + data, pid)


def happening(what: int, value: int, seq: int, pid: int = 12) -> bytes:
    """The record of what happens to a task, without more about it."""
    return record("syscall_task", struct.pack("<IiI", what, value, seq), pid)


def late(what: int, seq: int, age: int, number: int, pid: int = 12) -> bytes:
    """The record of an end that is told late."""
    return record("syscall_task", struct.pack("<IiIQII", what, 0, seq, age, number, 0), pid)


def enter(nr: int, seq: int, *args: int, abi: int = 0) -> bytes:
    """The record of an entry."""
    words, data = with_words(*args)
    return record("syscall_enter", head(nr, words, seq, abi=abi) + data)


def leave(nr: int, seq: int, ret: int, abi: int = 0) -> bytes:
    """The record of an exit."""
    return record("syscall_exit", head(nr, 1, seq, abi=abi) + struct.pack("<i", ret))


def page(size: int, *events: bytes, flags: int = 0) -> bytes:
    """A sub-buffer."""
    data = b"".join(events)
    return (struct.pack("<QQ", 5_000_000_000, len(data) | flags) + data).ljust(size, b"\0")


def usual_events() -> list[bytes]:
    """One of each kind."""
    stack = struct.pack("<iiQQQ", 3, 0, 0xFFFFFFFF81000010, 0x7FFFFFFF, 2**64 - 1)
    switch = b"a".ljust(16, b"\0") + struct.pack("<iiqHH", 12, 120, 1, 44, 4) + b"abc\0"
    return [
        event(whole(1, 5, 1, 0x7F0000001000, 5)),
        event(enter(39, 1)),
        event(leave(39, 1, 12)),
        event(enter(3, 2, 7)),
        event(b"", EXTEND),
        event(b"", STAMP),
        event(record("syscall_task", struct.pack("<IiI", 1, 10, 0) + b"\n" + bytes(40))),
        event(record("kernel_stack", stack)),
        event(bytes(8), PADDING),
        event(record("print", struct.pack("<Q", 0xFFFFFFFF81000020) + b"a mark\n\0")),
        event(record("sched_switch", switch)),
        event(leave(3, 2, -9)),
        event(enter(1, 3, 1, 2, 3)),
        event(record("syscall_enter", head(1, 0x7F) + bytes(120))),
        event(record("syscall_call", head(1, 0x7F, 0x7F) + bytes(120))),
    ]


# -------------------------------- traces --------------------------------


def folder(how: int, files: dict[str, bytes]) -> bytes:
    """A seed of files."""
    data = bytes([FOLDER | how])
    for name, text in files.items():
        data += struct.pack("<BH", NAMES_OF_FILES.index(name), len(text)) + text
    return data


def usual_files(size: int = 1024) -> dict[str, bytes]:
    """All of a folder."""
    events = usual_events()
    files = {
        f"events/{'sched' if name == 'sched_switch' else 'ftrace'}/{name}/format": format_of(name)
        for name in EVENTS
    }
    lost = 3 << 30
    return files | {
        "events/header_page": header_page(size),
        "per_cpu/cpu0/trace_pipe_raw": page(size, *events) + page(size, *events[:3], flags=lost),
        "per_cpu/cpu1/trace_pipe_raw": page(size, *events[3:]),
        "per_cpu/cpu0/stats": f"entries: {len(events) + 3}\noverrun: 5\n".encode(),
        "saved_cmdlines": b"12 a name\n13 another\n",
        "saved_tgids": b"12 12\n13 12\n",
        "syscall_names": b'# TIME PID\n900 12 "sh" "a name"\n2000 13 "\\134\\042" "another"\n',
        "syscall_table": TABLE,
        "printk_formats": b'0xffffffff82000000 : "a %d\\n"\n',
        "kallsyms": b"ffffffff81000000 T a\nffffffff81000018 t b\t[c]\nffffffff81000100 t d\n",
        "online": b"0-1,3\n",
        "trace_clock": f"{CLOCKS}\n".encode(),
        "current_tracer": b"syscall\n",
        "options/record-tgid": b"1\n",
    }


def id_of(call: str) -> str:
    """syscall_trace_call.id, as syscall_table has it."""
    return f"{zlib.crc32(call.encode()) & 0x7FFFFFFF:#010x}"


TABLE = f"""# syscall_table version 3
abi 0 x86_64 wide wide
nr 1 {id_of("write")} write
nr 3 {id_of("close")} close
nr 39 {id_of("getpid")} getpid
nr 70 0x00000001 of_later
abi 1 other narrow narrow
nr 3 - old_one
""".encode("ascii")


def at_end(size: int, data: bytes) -> bytes:
    """A page whose end is that of the data."""
    last = event(data)
    first = event(bytes(size - 16 - len(last) - 8), PADDING)
    return page(size, first, last)


def wrong_files() -> list[dict[str, bytes]]:
    """Folders that want memory to be read that is not there."""
    short = 64
    found = []

    def wrong(name: str, text: bytes, raw: bytes = b"", size: int = short) -> None:
        files = usual_files(size) if size != short else usual_files()
        files["events/header_page"] = header_page(size)
        files["per_cpu/cpu0/trace_pipe_raw"] = raw or files["per_cpu/cpu0/trace_pipe_raw"]
        files["per_cpu/cpu1/trace_pipe_raw"] = b""
        files[name] = text
        found.append(files)

    def ftrace(name: str) -> str:
        return f"events/ftrace/{name}/format"

    for name, places in (
        ("syscall_enter", {"data": 9}),
        ("syscall_enter", {"nr": 9}),
        ("syscall_exit", {"seq": 13, "data": 17}),
        ("syscall_call", {"data": 9}),
        ("syscall_call", {"words": 8}),
        ("syscall_task", {"value": 9, "info": 10}),
        ("syscall_task", {"value": 12, "seq": 13, "info": 14}),
    ):
        tail = record(name, bytes(places.get("data", places.get("info", 9)) - 8))
        wrong(ftrace(name), format_of(name, **places), at_end(short, tail))
    for text in (
        b"", b"# syscall_table version 1\n", TABLE[:40], TABLE.replace(b"abi 1", b"abi 7"),
        TABLE.replace(b"nr 3 ", b"nr 4294967295 "), TABLE.replace(b"close", b'clo"se'),
        TABLE.replace(b"wide", b"w"), TABLE.replace(b"old_one", b"x" * 65),
    ):
        wrong("syscall_table", text, size=1024)
    for name, field in (("print", "buf"), ("kernel_stack", "caller"), ("syscall_enter", "data")):
        for offset in (-1, 65535, 2**31 - 1, 2**31, 2**63):
            wrong(ftrace(name), format_of(name, **{field: offset}), size=1024)
    for offset in (0, 7, 9, 40, 44, 4096, 2**31 - 4):
        wrong("events/sched/sched_switch/format", format_of("sched_switch", next_comm=offset), size=1024)
    # A text that has no end, and one that is elsewhere.
    marks = [
        at_end(short, record("print", struct.pack("<Q", 0) + b"no end")),
        at_end(short, record("print", struct.pack("<Q", 0))),
        at_end(short, record("kernel_stack", struct.pack("<ii", 1 << 30, 0))),
    ]
    switch = bytes(16) + struct.pack("<iiq", 1, 2, 3)
    marks += [
        at_end(96, record("sched_switch", switch + struct.pack("<HH", *place)))
        for place in ((44, 4), (43, 1), (65535, 65535), (0, 65535), (44, 0))
    ]
    for raw in marks:
        wrong("online", b"0-9223372036854775807,4-1\n", raw, short if len(raw) == short else len(raw))
    wrong("events/header_page", header_page(16))
    wrong("events/header_page", header_page(2**31))
    wrong("saved_tgids", b"99999999999999999999 1\n" * 3)
    wrong("saved_cmdlines", b"-1 a\n99999999999 b\n12\n12 \n 12 c\n")
    wrong("syscall_names", b'-1 12 "" ""\n1 12\n1 12 "a\n1 12 "a" "\\9"\n1 12 "0123456789abcdef" "b"\n')
    wrong("online", b"0-8191," * 40)
    return found


def sized(data: bytes, kind: str = "<Q") -> bytes:
    """A text behind its size."""
    return struct.pack(kind, len(data)) + data


def trace_dat(files: dict[str, bytes], raw: bytes) -> bytes:
    """A file of trace-cmd, in version 6, of one CPU."""
    ftrace = [text for name, text in files.items() if "/ftrace/" in name]
    data = b"\x17\x08\x44tracing6\0" + struct.pack("<BBI", 0, 8, 4096)
    data += b"header_page\0" + sized(files["events/header_page"])
    data += b"header_event\0" + sized(b"# compressed entry header\n")
    data += struct.pack("<I", len(ftrace)) + b"".join(map(sized, ftrace))
    data += struct.pack("<I", 1) + b"sched\0" + struct.pack("<I", 1)
    data += sized(files["events/sched/sched_switch/format"])
    data += sized(files["kallsyms"], "<I") + sized(files["printk_formats"], "<I")
    data += sized(files["saved_cmdlines"]) + struct.pack("<I", 1)
    data += b"options  \0"
    for number, text in ((4, b"cpu: 0\noverrun: 3\n\0"), (5, b"[local] global\0"), (8, struct.pack("<I", 1))):
        data += struct.pack("<H", number) + sized(text, "<I")
    data += struct.pack("<H", 0) + b"flyrecord\0"
    start = (len(data) + 16 + 4095) // 4096 * 4096
    return (data + struct.pack("<QQ", start, len(raw))).ljust(start, b"\0") + raw


def main() -> int:
    """Write them."""
    target = Path(sys.argv[1])
    files = usual_files(4096)
    long_page = page(4096, *usual_events())
    seeds = [folder(how, usual_files()) for how in (0, JSON, NAMES | TIME, RAW)]
    seeds += [folder(how, each) for each in wrong_files() for how in (0, JSON)]
    seeds += [bytes([how]) + trace_dat(files, long_page) for how in (0, JSON)]
    for each in wrong_files():
        each["events/header_page"] = header_page(4096)
        raw = each["per_cpu/cpu0/trace_pipe_raw"]
        if len(raw) < 100:
            raw = at_end(4096, raw[-32:])
        seeds.append(b"\0" + trace_dat(each, raw.ljust(4096, b"\0")))
    for number, seed in enumerate(seeds):
        (target / f"seed-{number:03}").write_bytes(seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
