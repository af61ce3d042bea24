# SPDX-License-Identifier: GPL-2.0
"""Checks of readers that wait, and of those that may not read."""

from __future__ import annotations

import errno
import os
import select
import threading
import time
from pathlib import Path

from ktrace_reader import GET_CONSUMED, GET_PRODUCED, GET_SIZE, PUT_PRODUCED, Buffer
from ktrace.checks import drain, fails, get, put, same, storm


def blocking() -> None:
    """read() waits for an event, not with O_NONBLOCK, and not while ktrace is off."""
    buffer = Buffer(0)
    fails(errno.EAGAIN, lambda: os.read(buffer.file, 100))
    buffer.close()
    buffer = Buffer(0, 0)
    thread = threading.Timer(0.3, storm, (1,))
    begin = time.monotonic()
    thread.start()
    # In parts: a file made of them is the same.
    sub = b"".join(os.read(buffer.file, buffer.info.subbuf // 3 + 1) for _ in range(3))
    same(buffer.info.subbuf, len(sub))
    if time.monotonic() - begin < 0.2:
        raise AssertionError("it did not wait")
    thread.join()
    thread = threading.Timer(0.3, put, ("enabled", 0))
    thread.start()
    same(b"", os.read(buffer.file, 100))
    thread.join()
    put("enabled", 1)
    buffer.close()


def polling() -> None:
    """poll() waits for an event, or for the mark."""
    def poll(seconds: float) -> int:
        return len(select.select([buffer.file], [], [], seconds)[0])

    buffer = Buffer(0)
    buffer.map_all()
    same(0, poll(0.1))
    storm(1)
    same(1, poll(0))
    size = buffer.get(GET_PRODUCED) - buffer.get(GET_CONSUMED)
    # A mark so near that each event is looked at, and one that is sub-buffers ahead.
    for events in 40, 8000:
        list(buffer.mapped())
        buffer.put(PUT_PRODUCED, buffer.get(GET_CONSUMED) + events * size)
        storm(events // 2)
        same(0, poll(0.1))
        thread = threading.Timer(0.2, storm, (events,))
        thread.start()
        same(1, poll(20))
        if buffer.get(GET_PRODUCED) - buffer.get(GET_CONSUMED) < events * size:
            raise AssertionError("too early")
        thread.join()
    list(buffer.mapped())
    buffer.put(PUT_PRODUCED, buffer.get(GET_CONSUMED) + 100 * size)
    storm(1)
    same(0, poll(0))
    # Nothing more can come.
    put("enabled", 0)
    same(1, poll(0))
    put("enabled", 1)
    buffer.close()
    drain()


def slow_events(stop: threading.Event) -> threading.Thread:
    """Events in small portions, in a thread of their own."""
    def loop() -> None:
        while not stop.wait(0.003):
            storm(40)

    thread = threading.Thread(target=loop)
    thread.start()
    return thread


def polling_far() -> None:
    """poll() and epoll find a mark that is many sub-buffers ahead, however slowly it comes."""
    buffer = Buffer(0)
    buffer.map_all()
    one, many = select.poll(), select.epoll()
    one.register(buffer.file, select.POLLIN)
    many.register(buffer.file, select.EPOLLIN)
    for wait in lambda: one.poll(30000), lambda: many.poll(30), lambda: many.poll(30):
        list(buffer.mapped())
        mark = buffer.get(GET_CONSUMED) + buffer.get(GET_SIZE) // 2
        buffer.put(PUT_PRODUCED, mark)
        stop = threading.Event()
        thread = slow_events(stop)
        got = wait()
        produced = buffer.get(GET_PRODUCED)
        stop.set()
        thread.join()
        same([(buffer.file, select.POLLIN)], got)
        if not mark <= produced < mark + buffer.get(GET_SIZE):
            raise AssertionError(f"mark {mark}, but {produced}")
    # After a reset, it is no longer so far away.
    list(buffer.mapped())
    mark = buffer.get(GET_CONSUMED) + buffer.get(GET_SIZE) // 2
    buffer.put(PUT_PRODUCED, mark)
    while mark - buffer.get(GET_PRODUCED) > 20000:
        storm(40)
    timers = [threading.Timer(0.3, put, ("reset", 1)), threading.Timer(0.6, storm, (1000,))]
    begin = time.monotonic()
    for thread in timers:
        thread.start()
    same([(buffer.file, select.POLLIN)], one.poll(10000))
    if time.monotonic() - begin < 0.5:
        raise AssertionError("it did not wait")
    for thread in timers:
        thread.join()
    # A nearer mark counts at once.
    list(buffer.mapped())
    buffer.put(PUT_PRODUCED, buffer.get(GET_CONSUMED) + buffer.get(GET_SIZE) // 2)
    storm(1)
    storm(1)
    same([], many.poll(0.1))
    thread = threading.Timer(0.2, buffer.put, (PUT_PRODUCED, buffer.get(GET_CONSUMED)))
    thread.start()
    same([(buffer.file, select.POLLIN)], many.poll(10))
    thread.join()
    many.close()
    buffer.close()
    drain()


def addresses() -> None:
    """Records may have addresses: who may not see those may not read."""
    restrict = Path("/proc/sys/kernel/kptr_restrict")
    before = restrict.read_text("ascii")
    paranoid = Path("/proc/sys/kernel/perf_event_paranoid")
    paranoid.write_text("2", "ascii")
    restrict.write_text("2", "ascii")
    fails(errno.EPERM, lambda: Buffer(0))
    fails(errno.EPERM, lambda: put("trace", 1))
    same("0", get("trace"))
    put("trace", 0)
    restrict.write_text(before, "ascii")
    Buffer(0).close()
    put("trace", 1)
    put("trace", 0)
