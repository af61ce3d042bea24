# SPDX-License-Identifier: GPL-2.0
"""A target of nettrace, and who receives what it sends: another host."""

from __future__ import annotations

import re
import signal
import subprocess
from typing import Dict, List

from export.checks import CONFIGFS, RECEIVER, must, run, trace, write

TARGET = CONFIGFS / "nettrace/far"
FAR = ["ip", "netns", "exec", "far"]


class Receiver:
    """syscall-receive in a network name space of its own."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            # The exits of calls are waited for until the trace is read, as the kernel does.
            [*FAR, RECEIVER, "--once", "--wait", "30000", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
        )  # fmt: skip
        must(self.process.stderr is not None, "no standard error")
        line = self.process.stderr.readline()  # type: ignore[union-attr]
        must("waiting" in line, line)

    def result(self) -> List[str]:
        """The lines, when the stream has ended. All that is said of it is in self.said."""
        out, self.said = self.process.communicate(timeout=300)
        must(self.process.returncode == 0, f"it failed: {self.said}")
        match = re.search(
            r": (\d+) records came, (\d+) were lost on the way, (\d+) were dropped", self.said
        )
        must(match is not None, f"no summary: {self.said}")
        self.came, self.lost, self.dropped = map(int, match.groups())  # type: ignore[union-attr]
        return out.splitlines()

    def stop(self) -> None:
        """Do not wait for it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.communicate()


def set_up_network() -> None:
    """eth1 is another host."""
    run("ip netns add far && ip link set eth1 netns far && ip -n far link set lo up")
    run("ip addr add 10.9.0.1/24 dev eth0 && ip link set eth0 up")
    run("ip -n far addr add 10.9.0.2/24 dev eth1 && ip -n far link set eth1 up")
    run("ip -6 addr add fd00::1/64 dev eth0 nodad && ip -n far -6 addr add fd00::2/64 dev eth1 nodad")


def make_target(**settings: object) -> None:
    """A target in its usual state, which is off."""
    TARGET.mkdir()
    for name, value in {"remote_ip": "10.9.0.2", "rate_kb": 0, **settings}.items():
        write(TARGET / name, str(value))


def status() -> Dict[str, str]:
    """What the target says of itself."""
    return dict(line.split(": ") for line in (TARGET / "status").read_text().splitlines())


def send(recv: Receiver) -> List[str]:
    """Trace, switch the target off, and return what has come."""
    write(TARGET / "enabled", "1")
    trace()
    write(TARGET / "enabled", "0")
    return recv.result()
