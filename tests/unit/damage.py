# SPDX-License-Identifier: GPL-2.0
"""What can happen to the bytes of a file."""

from __future__ import annotations

import random
import struct

PAGE = 4096


def cut(data: bytearray, chance: random.Random) -> None:
    """Leave the end out."""
    del data[chance.randrange(len(data)) :]


def flip(data: bytearray, chance: random.Random) -> None:
    """Change a few bits."""
    for _ in range(chance.choice((1, 4, 64))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def words(data: bytearray, chance: random.Random) -> None:
    """Change a few words to what lengths go wrong with."""
    for _ in range(chance.choice((1, 4, 64))):
        at = chance.randrange(len(data) // 4) * 4
        data[at : at + 4] = struct.pack("<I", chance.choice((0, 1, 0x1D, 0x7FFFFFFF, 0xFFFFFFF8)))


def heads(data: bytearray, chance: random.Random) -> None:
    """Change bits of what pages begin with: a time, a size, which may become too large
    with all its flags, and the first events."""
    for page in range(0, len(data), PAGE):
        data[page + chance.randrange(32)] ^= 1 << chance.randrange(8)
        if not chance.randrange(8):
            struct.pack_into("<I", data, page + 8, 0xFFFFFFFF)
