# SPDX-License-Identifier: GPL-2.0
"""Writes what was made, or nothing."""
from __future__ import annotations

import contextlib
import os
import tempfile

from .definition import Failure


def write_file(path: str, text: str) -> None:
    """Replaces the file as a whole or, on any error, leaves it alone."""
    real = os.path.realpath(path)
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(
            prefix=f".{os.path.basename(real)}.", dir=os.path.dirname(real)
        )
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(temporary, file_mode(real))
        os.replace(temporary, real)
    except OSError as error:
        if temporary:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        raise Failure([f"{path}: cannot write: {error.strerror}"]) from None


def file_mode(path: str) -> int:
    """The mode of the file; of a new one, what open() would give it."""
    try:
        return os.stat(path).st_mode & 0o7777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
