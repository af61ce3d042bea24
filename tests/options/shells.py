# SPDX-License-Identifier: GPL-2.0
"""What shells propose for a command line."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
TIMEOUT = 60.0


def bash(completion: Path, *words: str) -> list[str]:
    """What bash proposes for the last word."""
    run = subprocess.run(
        ["bash", "--norc", HERE / "complete.bash", completion / "bash/sctrace", *words],
        check=True, capture_output=True, text=True, timeout=TIMEOUT,
    )  # fmt: skip
    # Options for readline cannot be set where it does not ask.
    said = [line for line in run.stderr.splitlines() if "compopt: not currently" not in line]
    assert said == []
    return sorted({word.strip() for word in run.stdout.splitlines()} - {""})


class Terminal:
    """An interactive zsh."""

    def __init__(self, completion: Path) -> None:
        self.said = ""
        self.pid, self.fd = pty.fork()
        if not self.pid:
            os.environ.update(FOLDER=str(completion / "zsh"), TERM="dumb")
            os.execvp("zsh", ["zsh", "-f", "-i"])

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self.fd, text.encode())

    def wait_for(self, word: str) -> str:
        """Read until this word is a line; return all that was said."""
        end = time.monotonic() + TIMEOUT
        while not re.search(rf"^{word}\r?$", self.said, re.MULTILINE):
            ready, _, _ = select.select([self.fd], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"zsh says no {word}: {self.said}"
            self.said += os.read(self.fd, 65536).decode(errors="replace")
        return self.said

    def close(self) -> None:
        """End the shell."""
        os.close(self.fd)
        os.waitpid(self.pid, 0)


def zsh(completion: Path, *words: str) -> list[str]:
    """What zsh proposes for the last word."""
    terminal = Terminal(completion)
    try:
        terminal.type(f" source {HERE}/complete.zsh\n")
        terminal.wait_for("READY")
        terminal.type(" ".join(words) + "\t")
        said = terminal.wait_for("END")
    finally:
        terminal.close()
    return sorted(set(re.findall(r"^<(.*)>\r?$", said.split("BEGIN")[1], re.MULTILINE)))
