# SPDX-License-Identifier: GPL-2.0
"""Checks of what another host gets: lines, packets, and what is lost of them."""

from __future__ import annotations

import collections
import json
import re
import subprocess
import time
from typing import List

from checking import wait_until
from export.checks import TRACING, must, run, trace, write, written
from export.target import FAR, TARGET, Receiver, make_target, send, status


def without_time(lines: List[str]) -> List[str]:
    """The lines without comments, times, and names of tasks.

    The trace shows the name that a task has by now, not the one that it had.
    """
    return [
        re.sub(r"\d+\.\d+: ", "", re.sub(r"^.{16}", "", line), count=1)
        for line in lines
        if line[:1] != "#"
    ]


def compare(near: List[str], far: List[str]) -> None:
    """Lines are the same, perhaps in another order: two processors' times are compared."""
    must(len(near) > 100, f"there are but {len(near)} lines")
    missing = collections.Counter(near) - collections.Counter(far)
    extra = collections.Counter(far) - collections.Counter(near)
    must(
        not missing and not extra,
        f"{sum(missing.values())} missing, {sum(extra.values())} more: "
        f"{list(missing)[:3]} {list(extra)[:3]}",
    )


def equal_lines() -> None:
    """What arrives equals what the ring buffer holds."""
    make_target()
    recv = Receiver()
    try:
        far = send(recv)
        compare(without_time((TRACING / "trace").read_text().splitlines()), without_time(far))
        must(recv.came == written() and not recv.lost and not recv.dropped, recv.said)
        must(int(status()["records"]) == written(), "the status does not say how many were sent")
    finally:
        recv.stop()
        TARGET.rmdir()


def equal_json() -> None:
    """The same by IPv6, as JSON."""
    make_target(remote_ip="fd00::2", remote_port=7000, local_port=7001)
    write(TRACING / "options/syscall_json", "1")
    recv = Receiver("--json", "7000")
    try:
        far = [json.loads(line) for line in send(recv)]
        near = [json.loads(line) for line in (TRACING / "trace").read_text().splitlines()]
        for record in near + far:
            must(record.pop("time") > 0, "a record without its time")
            must(record.pop("comm") != "", "a record without a name")
            # Whoever began to trace the task has written it, and knows its process no better.
            if record.get("late"):
                record.pop("pid")
        # The kernel knows the process of a task by its list of the last tasks.
        compare([json.dumps(r, sort_keys=True) for r in near],
                [json.dumps(r, sort_keys=True) for r in far])  # fmt: skip
    finally:
        recv.stop()
        TARGET.rmdir()


def too_fast() -> None:
    """What exceeds the limit is dropped where it is recorded, counted, and told of."""
    make_target(rate_kb=1, buffer_size_kb=64)
    recv = Receiver()
    try:
        far = send(recv)
        must(recv.dropped > 100, f"only {recv.dropped} were dropped")
        must(recv.lost == 0, f"{recv.lost} were lost on the way")
        must(recv.came + recv.dropped == written(), f"{recv.said}, {written()} were recorded")
        told = sum(int(n) for line in far for n in re.findall(r"\[LOST (\d+) EVENTS\]", line))
        must(told == recv.dropped, f"{told} of {recv.dropped} lost records are in the lines")
        must(int(status()["dropped"]) == recv.dropped, "the status has another number")
    finally:
        recv.stop()
        TARGET.rmdir()


def unplugged() -> None:
    """Without a link, the machine goes on; with it again, the rest arrives."""
    make_target(buffer_size_kb=256)
    recv = Receiver()
    try:
        write(TARGET / "enabled", "1")
        run("ip link set eth0 down")
        trace()  # ends, or complains of a timeout
        must(status()["state"] == "the device takes no packets", f"it says {status()}")
        before = int(status()["records"])
        time.sleep(0.3)
        must(int(status()["records"]) == before, "records are sent without a link")
        run("ip link set eth0 up")
        write(TARGET / "enabled", "0")
        recv.result()
        must(recv.came > 100, f"only {recv.came} records came")
        must(recv.came + recv.lost + recv.dropped == written(), f"{recv.said}, {written()}")
    finally:
        recv.stop()
        TARGET.rmdir()


def never_plugged() -> None:
    """What cannot be sent at all is counted, too."""
    make_target(buffer_size_kb=64)
    try:
        write(TARGET / "enabled", "1")
        run("ip link set eth0 down")
        trace()
        said = status()
        must(int(said["dropped"]) > 100, f"it says {said}")
        write(TARGET / "enabled", "0")
        said = status()
        must(int(said["records"]) + int(said["dropped"]) == written(), f"{said}, {written()}")
    finally:
        TARGET.rmdir()
        run("ip link set eth0 up")


SNIFF = """
import socket, sys
sniffer = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x86DD))
sniffer.bind(("eth1", 0))
print("ready", flush=True)
print(max(len(sniffer.recv(4000)) for _ in range(60)) - 14)
"""


def packet_sizes() -> None:
    """No packet is larger than the device allows, which may be less than usual."""
    # It went with the link.
    run("ip -6 addr replace fd00::1/64 dev eth0 nodad")
    for mtu in (1500, 1280):
        run(f"ip link set eth0 mtu {mtu}")
        make_target(remote_ip="fd00::2")
        sniffer = subprocess.Popen(
            [*FAR, "python3", "-c", SNIFF], stdout=subprocess.PIPE, text=True
        )
        recv = Receiver()
        try:
            must(sniffer.stdout is not None and "ready" in sniffer.stdout.readline(), "no sniffer")
            write(TRACING / "current_tracer", "nop")
            write(TRACING / "tracing_on", "1")
            write(TRACING / "trace", "")
            send(recv)
            must(recv.came == written(), f"{recv.said}, {written()}")
            largest = int(sniffer.communicate(timeout=300)[0])
            must(mtu - 8 <= largest <= mtu, f"the largest of {mtu} has {largest} bytes")
        finally:
            sniffer.kill()
            recv.stop()
            TARGET.rmdir()
            run("ip link set eth0 mtu 1500")


def own_address() -> None:
    """Without local_ip, it is the address that the device has now."""
    make_target()
    try:
        for address in ("10.9.0.1", "10.9.0.77", "10.9.0.1"):
            run(f"ip addr flush dev eth0 scope global && ip addr add {address}/24 dev eth0")
            write(TARGET / "enabled", "1")
            used = (TARGET / "local_ip").read_text().strip()
            write(TARGET / "enabled", "0")
            must(used == address, f"{used} instead of {address}")
            must((TARGET / "local_ip").read_text().strip() == "0.0.0.0", "it has been set")
    finally:
        TARGET.rmdir()


def deaf() -> None:
    """If the other host takes nothing for a while, the machine goes on, and what is lost shows."""
    make_target(buffer_size_kb=256)
    recv = Receiver()
    try:
        write(TARGET / "enabled", "1")
        trace("ls /etc")
        first = written()
        wait_until("all is sent", lambda: int(status()["records"]) >= first)
        # The emulator keeps what comes for a device that is down, and it is not lost.
        run("ip -n far addr del 10.9.0.2/24 dev eth1")
        write(TRACING / "tracing_on", "1")
        trace()
        deaf_for = written()
        wait_until("all is sent", lambda: int(status()["records"]) + int(status()["dropped"]) >= deaf_for)
        run("ip -n far addr add 10.9.0.2/24 dev eth1")
        write(TRACING / "tracing_on", "1")
        trace("ls /etc")
        write(TARGET / "enabled", "0")
        far = recv.result()
        must(recv.came > first, f"only {recv.came} records came, {first} before the loss")
        must(recv.lost > 100, f"only {recv.lost} were lost")
        must(recv.came + recv.lost + recv.dropped == written(), f"{recv.said}, {written()}")
        told = sum(int(n) for line in far for n in re.findall(r"^\[LOST (\d+) RECORDS", line))
        must(told == recv.lost, f"{told} of {recv.lost} lost records are in the lines")
    finally:
        recv.stop()
        TARGET.rmdir()
