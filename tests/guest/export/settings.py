# SPDX-License-Identifier: GPL-2.0
"""Checks of a target: how it is set, and that it comes and goes."""

from __future__ import annotations

import errno
import subprocess
import time
from pathlib import Path

from checking import wait_until
from export.checks import MODULES, TRACING, Wrong, must, run, trace, write, written
from export.target import TARGET, make_target, status


def in_mid_flight() -> None:
    """Targets and the module come and go while records are written."""
    work = [
        subprocess.Popen(["sh", "-c", "while :; do ls /etc; done"], stdout=subprocess.DEVNULL)
        for _ in range(3)
    ]
    write(TRACING / "current_tracer", "syscall")
    try:
        for nr in range(10):
            make_target(rate_kb=nr * 100)
            for on in (1, 1, 0, 0, 1):
                write(TARGET / "enabled", str(on))
                time.sleep(0.02)
            other = TARGET.with_name("other")
            other.mkdir()
            write(other / "remote_ip", "10.9.0.2")
            write(other / "enabled", "1")
            wait_until("something is sent", lambda: int(status()["records"]) > 0)
            TARGET.rmdir()
            other.rmdir()
            run("rmmod nettrace")
            run(f"insmod {MODULES}/nettrace.ko")
    finally:
        for process in work:
            process.kill()
            process.wait()


def refuses(name: str, text: str, *codes: int) -> None:
    """A file does not take a text, for one of these reasons."""
    try:
        write(TARGET / name, text)
    except OSError as error:
        must(error.errno in codes, f"'{text}' in {name}: {error}")
        return
    raise Wrong(f"{name} took '{text}'")


def refused_settings() -> None:
    """Bad settings are refused, and change nothing."""
    bad = {
        "remote_ip": ("1.2.3", "1.2.3.4x", "fe80::/64", "", "1.2.3.4 5"),
        "remote_mac": ("1:2:3:4:5:6", "00:11:22:33:44", "00:11:22:33:44:5g", "00:11:22:33:44:55x"),
        "remote_port": ("0", "65536", "-1", "x"),
        "dev_name": ("", "a-name-that-is-too-long"),
        "rate_kb": ("-1", "4294967296"),
        "buffer_size_kb": ("0", "x"),
        "enabled": ("maybe",),
    }
    make_target()
    try:
        for name, values in bad.items():
            for value in values:
                before = (TARGET / name).read_text()
                refuses(name, value + "\n", errno.EINVAL, errno.ERANGE)
                must((TARGET / name).read_text() == before, f"'{value}' has changed {name}")
        for name, value, code in (
            ("dev_name", "none0", errno.ENODEV), ("buffer_size_kb", "4000000000", errno.ENOMEM),
            ("remote_ip", "0.0.0.0", errno.EDESTADDRREQ),
        ):  # fmt: skip
            before = (TARGET / name).read_text()
            write(TARGET / name, value)
            refuses("enabled", "1", code)
            must((TARGET / "enabled").read_text() == "0\n", f"it is enabled with {name} {value}")
            write(TARGET / name, before)
        write(TARGET / "dev_name", "eth0\n")
        write(TARGET / "enabled", "1")
        for name in bad:
            if name != "enabled":
                refuses(name, (TARGET / name).read_text(), errno.EBUSY)
    finally:
        TARGET.rmdir()


def device_goes() -> None:
    """A device that is taken away is let go."""
    make_target()
    card = Path("/sys/class/net/eth0/device").resolve().name
    driver = Path("/sys/bus/virtio/drivers/virtio_net")
    try:
        write(TARGET / "enabled", "1")
        write(driver / "unbind", card)
        must(status()["state"] == "the device is gone", f"it says {status()}")
        trace("ls /etc")
        write(TARGET / "enabled", "0")
        must(status()["state"] == "off", f"it says {status()}")
        must(written() > 0, "nothing was recorded")
    finally:
        TARGET.rmdir()
        write(driver / "bind", card)
