# SPDX-License-Identifier: GPL-2.0
"""What the checks of ktrace share: its files, the sample, and tests."""

from __future__ import annotations

import errno
import re
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from ktrace_reader import KTRACE

MODULES, READER = Path(sys.argv[1]), sys.argv[2]
PARAMETERS = Path("/sys/module/ktrace_sample/parameters")
TRACE = Path("/sys/kernel/tracing/trace")
FAILED: list[str] = []


def check(name: str, test: Callable[[], object]) -> None:
    """A test: it passes if it does not raise anything."""
    try:
        test()
        print(f"ok - {name}", flush=True)
    except Exception as problem:  # pylint: disable=broad-exception-caught
        FAILED.append(name)
        place = traceback.extract_tb(problem.__traceback__)[1]
        print(f"not ok - {name}\n  | {Path(place.filename).name}:{place.lineno}: {problem!r}"[:2000],
              flush=True)


def same(expected: object, got: object) -> None:
    """They are equal."""
    if expected != got:
        raise AssertionError(f"expected {expected!r}, got {got!r}"[:1800])


def fails(code: int, action: Callable[[], object]) -> None:
    """It fails, with this error."""
    try:
        action()
    except OSError as error:
        same(errno.errorcode[code], errno.errorcode[error.errno or 0])
        return
    raise AssertionError(f"no {errno.errorcode[code]}")


def put(name: str, text: object) -> None:
    """Write to a file of ktrace."""
    (KTRACE / name).write_text(str(text), "ascii")


def get(name: str) -> str:
    """Read one."""
    return (KTRACE / name).read_text("ascii").strip()


def load(module: str, *args: str) -> None:
    """Load a module."""
    subprocess.run(["insmod", MODULES / f"{module}.ko", *args], check=True)


def unload(module: str) -> None:
    """And unload it."""
    subprocess.run(["rmmod", module], check=True)


def fire(times: int = 1) -> None:
    """Run all trace points of the sample on CPU 0."""
    (PARAMETERS / "fire").write_text(str(times), "ascii")


def storm(times: int) -> None:
    """Run one of them."""
    (PARAMETERS / "storm").write_text(str(times), "ascii")


def cat(*args: str) -> list[str]:
    """What ktrace-cat prints, without CPU and time."""
    run = subprocess.run([READER, *args], check=True, stdout=subprocess.PIPE)
    lines = run.stdout.decode("ascii").splitlines()
    return [re.sub(r"^\[\d+\] +\d+\.\d{6}: ", "", line) for line in lines]


def dmesg() -> str:
    """The kernel log."""
    return subprocess.run(["dmesg"], check=True, stdout=subprocess.PIPE, text=True).stdout


def drain() -> None:
    """Nothing is left in the buffers."""
    cat()
