# SPDX-License-Identifier: GPL-2.0
"""What shells propose for a command line."""

from __future__ import annotations

import functools
import os
import pty
import re
import select
import subprocess
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
TIMEOUT = 60.0
KILL_LINE = "\x15"


class Bash:
    """A bash that calls completions, as readline would."""

    def __init__(self, completion: Path) -> None:
        self.errors = tempfile.TemporaryFile("w+")  # pylint: disable=consider-using-with
        self.process = subprocess.Popen(  # pylint: disable=consider-using-with
            ["bash", "--norc", HERE / "complete.bash", completion / "bash/sctrace"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True,
        )  # fmt: skip

    def ask(self, words: tuple[str, ...]) -> list[str]:
        """What is proposed for the last word."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write("\t".join(words) + "\n")
        self.process.stdin.flush()
        found = []
        for line in self.process.stdout:
            if line == "END\n":
                return found
            found.append(line.strip())
        raise AssertionError("bash has ended")

    def said(self) -> list[str]:
        """What it has complained of since this was asked for last."""
        self.errors.seek(0)
        lines = self.errors.read().splitlines()
        self.errors.seek(0)
        self.errors.truncate()
        # Options for readline cannot be set where it does not ask.
        return [line for line in lines if "compopt: not currently" not in line]


class Zsh:
    """An interactive zsh."""

    def __init__(self, completion: Path) -> None:
        self.text = ""
        self.pid, self.fd = pty.fork()
        if not self.pid:
            os.environ.update(FOLDER=str(completion / "zsh"), TERM="dumb")
            os.execvp("zsh", ["zsh", "-f", "-i"])
        self.type(f" source {HERE}/complete.zsh\n")
        self.read_to("READY")

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self.fd, text.encode())

    def read_to(self, word: str) -> str:
        """Read until this word is a line; return what was before."""
        end = time.monotonic() + TIMEOUT
        while not (found := re.search(rf"^{word}\r?\n", self.text, re.MULTILINE)):
            ready, _, _ = select.select([self.fd], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"zsh says no {word}: {self.text}"
            self.text += os.read(self.fd, 65536).decode(errors="replace")
        before, self.text = self.text[: found.start()], self.text[found.end() :]
        return before

    def ask(self, words: tuple[str, ...]) -> list[str]:
        """What is proposed for the last word."""
        self.type(KILL_LINE + " ".join(words) + "\t")
        self.read_to("BEGIN")
        return re.findall(r"^<(.*)>\r?$", self.read_to("END"), re.MULTILINE)


# They live as long as the tests: when these end, they read the end of their input.
the_bash = functools.cache(Bash)
the_zsh = functools.cache(Zsh)


def bash(completion: Path, *words: str) -> list[str]:
    """What bash proposes for the last word."""
    found = the_bash(completion).ask(words)
    assert the_bash(completion).said() == []
    return sorted(set(found) - {""})


def zsh(completion: Path, *words: str) -> list[str]:
    """What zsh proposes for the last word."""
    return sorted(set(the_zsh(completion).ask(words)))
