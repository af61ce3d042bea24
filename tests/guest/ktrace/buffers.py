# SPDX-License-Identifier: GPL-2.0
"""Checks of buffers: positions, sizes, mappings."""

from __future__ import annotations

import ctypes
import errno
import mmap
import threading

from ktrace_reader import (
    GET_CONSUMED,
    GET_PRODUCED,
    GET_SIZE,
    PUT_CONSUMED,
    PUT_PRODUCED,
    Buffer,
    decode,
    records,
)
from ktrace.checks import cat, fails, get, put, same, storm

LIBC = ctypes.CDLL(None, use_errno=True)
MMAP = LIBC.mmap
MMAP.restype, MMAP.argtypes = ctypes.c_long, [ctypes.c_long] * 6


def overflow() -> None:
    """Events that do not fit are counted, and told of before the next one."""
    storm(100000)
    lost = int(get("overflow"))
    buffer = Buffer(0)
    stored = len(list(buffer.mapped() if buffer.map_all() else ()))
    same(100000, lost + stored)
    storm(1)
    same([("LOST", [lost]), ("sample_storm", [0, 1, b"python3"])],
         [decode(buffer.info, record) for _, record in buffer.mapped()])
    buffer.close()
    storm(100000)
    put("reset", 1)
    same("0", get("overflow"))
    same([], cat())
    storm(1)
    same(["sample_storm: 0 of 1 by python3"], cat())


def positions() -> None:
    """PRODUCED and CONSUMED tell exactly what waits; PUT_CONSUMED gives back as much."""
    buffer = Buffer(0)
    buffer.map_all()
    same(buffer.get(GET_PRODUCED), start := buffer.get(GET_CONSUMED))
    storm(10)
    produced = buffer.get(GET_PRODUCED)
    _, read, commit = buffer.front()
    same(produced - start, commit - read)
    # The first one may have a time stamp in front.
    size = len(list(records(buffer.front()[0], buffer.info.header, read))[-1][1]) + 4
    third = produced - 7 * size
    for position in start - 1, produced + 1:
        fails(errno.EINVAL, lambda position=position: buffer.put(PUT_CONSUMED, position))
    buffer.put(PUT_CONSUMED, third + 1)
    same(third, buffer.get(GET_CONSUMED))
    sub, read, _ = buffer.front()
    numbers = [decode(buffer.info, record)[1][0]
               for _, record in records(sub, buffer.info.header, read)]
    same(list(range(3, 10)), numbers)
    buffer.put(PUT_CONSUMED, produced)
    same(produced, buffer.get(GET_CONSUMED))
    same([], list(buffer.mapped()))
    # Further than the sub-buffer in front
    storm(2000)
    buffer.put(PUT_CONSUMED, buffer.get(GET_PRODUCED))
    storm(1)
    same([0], [decode(buffer.info, record)[1][0] for _, record in buffer.mapped()])
    buffer.close()


def positions_go_on() -> None:
    """A position from before a reset, or before another size, is not taken for a new one."""
    buffer = Buffer(0)
    for name, value in ("reset", 1), ("buffer_size_kb", 64), ("buffer_size_kb", 1024):
        storm(20)
        consumed, produced = buffer.get(GET_CONSUMED), buffer.get(GET_PRODUCED)
        put(name, value)
        same((produced, produced), (buffer.get(GET_CONSUMED), buffer.get(GET_PRODUCED)))
        storm(40)
        if buffer.get(GET_PRODUCED) - produced <= produced - consumed:
            raise AssertionError("not enough")
        middle = (consumed + produced) // 2
        fails(errno.EINVAL, lambda middle=middle: buffer.put(PUT_CONSUMED, middle))
        same(produced, buffer.get(GET_CONSUMED))
        same(40, len(cat()))
        same(buffer.get(GET_PRODUCED), buffer.get(GET_CONSUMED))
    buffer.close()


def died_reader() -> None:
    """What a reader has not given back is for the next one."""
    storm(5)
    buffer = Buffer(0)
    buffer.map_all()
    buffer.get(GET_PRODUCED)
    buffer.front()
    buffer.close()
    same(5, len(cat()))


def commands() -> None:
    """What else ioctl() and mmap() may answer."""
    buffer = Buffer(0)
    same(0, buffer.get(GET_SIZE) % buffer.info.subbuf)
    fails(errno.ENOTTY, lambda: buffer.get(0x8004F505))
    fails(errno.EINVAL, lambda: buffer.put(PUT_PRODUCED,
                                           buffer.get(GET_CONSUMED) + buffer.get(GET_SIZE)))
    fails(errno.EPERM, lambda: mmap.mmap(buffer.file, 65536, mmap.MAP_PRIVATE, mmap.PROT_READ))
    buffer.map_all()
    fails(errno.EBUSY, lambda: put("buffer_size_kb", 64))
    buffer.close()
    put("buffer_size_kb", 64)
    buffer = Buffer(0)
    if not 64 * 1024 <= buffer.get(GET_SIZE) <= 128 * 1024:
        raise AssertionError(f"{buffer.get(GET_SIZE)}")
    buffer.close()
    put("buffer_size_kb", 1024)


def mappings() -> None:
    """Mappings are of all from the beginning, to be read, and stay so."""
    buffer = Buffer(0)
    size, shared = buffer.info.subbuf, mmap.MAP_SHARED
    whole = buffer.get(GET_SIZE) + size
    for code, length, flags, access, offset in (
        (errno.EPERM, size, mmap.MAP_PRIVATE, mmap.PROT_READ, 0),
        (errno.EPERM, size, shared, mmap.PROT_READ | mmap.PROT_EXEC, 0),
        (errno.EACCES, size, shared, mmap.PROT_READ | mmap.PROT_WRITE, 0),
        (errno.EINVAL, size, shared, mmap.PROT_READ, size),
        (errno.EINVAL, whole + size, shared, mmap.PROT_READ, 0),
    ):
        # Not mmap.mmap(): that looks at the size first.
        got = MMAP(0, length, access, flags, buffer.file, offset)
        same((-1, errno.errorcode[code]), (got, errno.errorcode.get(ctypes.get_errno())))
    address = MMAP(0, whole, mmap.PROT_READ, shared, buffer.file, 0)
    for access in mmap.PROT_WRITE, mmap.PROT_EXEC:
        access |= mmap.PROT_READ
        same(-1, LIBC.mprotect(ctypes.c_void_p(address), ctypes.c_size_t(whole), access))
        same(errno.EACCES, ctypes.get_errno())
    same(0, LIBC.munmap(ctypes.c_void_p(address), ctypes.c_size_t(whole)))
    buffer.close()
    # None of those that failed counts.
    put("buffer_size_kb", 1024)


def busy() -> None:
    """Another size that is refused, because somebody maps a buffer, loses no event."""
    buffer = Buffer(0)
    buffer.map_all()
    thread = threading.Thread(target=storm, args=(15000,))
    thread.start()
    refused_times = 0
    while thread.is_alive():
        fails(errno.EBUSY, lambda: put("buffer_size_kb", 64))
        refused_times += 1
    thread.join()
    if not refused_times:
        raise AssertionError("it was not refused meanwhile")
    same("0", get("overflow"))
    same(15000, len(list(buffer.mapped())))
    buffer.close()
    put("buffer_size_kb", 1024)
