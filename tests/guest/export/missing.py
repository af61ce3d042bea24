# SPDX-License-Identifier: GPL-2.0
"""Checks of what another host is told of calls that it does not get."""

from __future__ import annotations

import collections
import os
import re
import subprocess
import time
from typing import Counter, List

from checking import wait_until
from export.checks import CALLS, THREADS, TRACING, must, not_numbered, numbered, run, start_numbered, write
from export.target import FAR, TARGET, Receiver, make_target, status


def calls_in_place(lines: List[str]) -> int:
    """One instance has the odd calls, one the even ones. What is missing of both must be told where it is.

    The end of a thread may be lost, too, but not that of the last one. Returns how many calls are said to be lost.
    """
    last: Counter[tuple[int, int]] = collections.Counter()
    ended: Counter[int] = collections.Counter()
    found = [re.fullmatch(r" *numbered-(\d+) .*: (?:lseek\(-1, (\d+), .*|\+\+\+ (\d+) calls? of .* lost \+\+\+)", line)
             for line in lines if "ON THE WAY" not in line]  # fmt: skip
    must(None not in found, f"other lines: {lines[:3]}")
    told = [tuple(int(number or 0) for number in match.groups()) for match in found if match]
    lost = 0
    for (pid, call, missing), after in zip(told, told[1:] + [(0, 0, 0)]):
        if missing and not (after[0] == pid and after[1]):
            ended[pid] += missing
            continue
        if call:
            number = (call + 1) // 2
            before = last[pid, call % 2]
            must(number == before + lost + 1, f"[{pid}] {before}, {lost} lost, {number} of those like {call}")
            last[pid, call % 2] = number
        lost = missing
    made = {pid: last[pid, 0] + last[pid, 1] + ended[pid] for pid, _, _ in told}
    must(len(made) == THREADS and max(made.values()) == CALLS, f"they made {made}")
    return sum(missing for _, _, missing in told)


def wait_for_part(part: int) -> None:
    """So many eighths of what is recorded have been sent."""
    records = part * THREADS * (CALLS + 2) // 8
    wait_until(f"{records} records are sent", lambda: int(status()["records"]) >= records)


def calls_of_tasks() -> None:
    """Calls whose datagrams are lost are missing in two instances, and told of in each."""
    second = TRACING / "instances/second"
    second.mkdir()
    # It takes some seconds to send all of it. For parts of it, nobody listens.
    make_target(rate_kb=300, buffer_size_kb=8192)
    recv = Receiver()
    try:
        write(TRACING / "syscall_filter", "lseek: offset & 1")
        write(second / "syscall_filter", "lseek: !(offset & 1)")
        write(TARGET / "enabled", "1")
        made = start_numbered(TRACING, second)
        for part in 1, 3, 5:
            wait_for_part(part)
            run("ip -n far addr del 10.9.0.2/24 dev eth1")
            wait_for_part(part + 1)
            run("ip -n far addr add 10.9.0.2/24 dev eth1")
        must(not made.wait(), "it failed")
        # What is left would be sent so fast that more is lost.
        wait_for_part(8)
        write(TARGET / "enabled", "0")
        lines = recv.result()
        must(recv.lost > 100 and recv.dropped == 0, recv.said)
        told = calls_in_place(lines)
        must(told > 100 and f": {told} calls are missing" in recv.said, f"{told}; {recv.said}")
    finally:
        recv.stop()
        TARGET.rmdir()
        not_numbered(TRACING, second)
        write(TRACING / "syscall_filter", "")
        second.rmdir()


def calls_add_up(lines: List[str]) -> int:
    """Those that are there, and those that are said to be missing, are all. Returns how many are."""
    text = "\n".join(lines)
    shown = collections.Counter(re.findall(r"(?m)^ *numbered-(\d+) .*: lseek\(-1, \d+, SEEK_SET", text))
    lost: Counter[str] = collections.Counter()
    for number, pid in re.findall(r"\+\+\+ (\d+) calls? of \[pid (\d+)\] w\w+ lost", text):
        lost[pid] += int(number)
    must(len(shown | lost) == THREADS, f"{len(shown | lost)} threads")
    for pid in shown | lost:
        must(shown[pid] + lost[pid] == CALLS, f"[{pid}] {shown[pid]} shown, {lost[pid]} lost")
    return sum(lost.values())


def calls_not_recorded() -> None:
    """Nor is a call overlooked that could not be recorded."""
    make_target(buffer_size_kb=8192)
    recv = Receiver()
    size = (TRACING / "buffer_size_kb").read_text()
    try:
        write(TRACING / "options/overwrite", "0")
        write(TRACING / "buffer_size_kb", "64")
        write(TARGET / "enabled", "1")
        numbered(TRACING)
        # There is room again: who has ended tells now.
        for _ in range(2):
            pipe = os.open(TRACING / "trace_pipe", os.O_RDONLY | os.O_NONBLOCK)
            try:
                while os.read(pipe, 65536):
                    pass
            except BlockingIOError:
                pass
            os.close(pipe)
        write(TARGET / "enabled", "0")
        told = calls_add_up(recv.result())
        must(told > 100 and recv.lost == recv.dropped == 0, f"{told}; {recv.said}")
    finally:
        recv.stop()
        TARGET.rmdir()
        write(TRACING / "options/overwrite", "1")
        write(TRACING / "buffer_size_kb", size)
        not_numbered(TRACING)


LISTEN = """
import socket, struct
sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
# SO_RCVBUFFORCE: room for all, as this program may be slower than the sender.
sock.setsockopt(socket.SOL_SOCKET, 33, 64 << 20)
sock.bind(("10.9.0.2", 6668))
print("ready", flush=True)
numbers, newest, flags = [], [], 0
while not flags & 1:
    data = sock.recv(2000)
    flags, first = data[5], struct.unpack_from("<H", data, 28)[0]
    if first != 0xFFFF and 32 + first + 28 <= len(data):
        newest += struct.unpack_from("<H", data, 30)
        numbers += struct.unpack_from("<H", data, 32 + first + 26)
print(*numbers)
print(*newest)
"""


def numbers_of_instances() -> None:
    """Each time that an instance begins to trace, it has another number, whatever had it before."""
    make_target()
    listener = subprocess.Popen([*FAR, "python3", "-c", LISTEN], stdout=subprocess.PIPE, text=True)
    try:
        must(listener.stdout is not None and "ready" in listener.stdout.readline(), "nobody listens")
        write(TARGET / "enabled", "1")
        for name in ("a", "b", "b"):
            where = TRACING / "instances" / name
            where.mkdir()
            numbered(TRACING, where)
            not_numbered(TRACING, where)
            where.rmdir()
            # The next records are in no datagram with these.
            time.sleep(0.2)
        write(TARGET / "enabled", "0")
        numbers, newest = (
            [int(word) for word in line.split()] for line in listener.communicate(timeout=300)[0].splitlines()
        )
        first = newest[0] + 1
        must(set(newest) == {newest[0]}, f"{set(newest)}")
        must(set(numbers) == set(range(first, first + 6)), f"{set(numbers)} behind {newest[0]}")
        runs = [(number - first) // 2 for number in numbers]
        must(runs == sorted(runs), "they are out of order")
    finally:
        listener.kill()
        TARGET.rmdir()
