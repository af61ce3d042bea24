# SPDX-License-Identifier: GPL-2.0
"""Small mistakes in files of C: == for !=, true for false, + 2 for + 1 and the like.

And where it is asked for: a call of a function whose result nobody needs is left out.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
# The share of mistakes that tests have to notice.
ENOUGH = 0.9

# What is not code: comments, text, and lines of the preprocessor with their continuation.
NO_CODE = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|^#(?:\\\n|[^\n])*"
    r"|static_assert\(.*?\);"
    # The smaller, the larger or the amount of two is the same if they are equal.
    r"|(\b[\w.>-]+) [<>]=? (\w+) \? (?:\1 : \2|\2 : \1|-(?:\(\w+\))?\1 : \1)\b",
    re.DOTALL | re.MULTILINE,
)
MISTAKES = [
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r" == ", " != "),
        (r" != ", " == "),
        (r" < ", " <= "),
        (r" <= ", " < "),
        (r" > ", " >= "),
        (r" >= ", " > "),
        (r" && ", " || "),
        (r" \|\| ", " && "),
        (r"\btrue\b", "false"),
        (r"\bfalse\b", "true"),
        (r" \+ 1\b", " + 2"),
        (r" - 1\b", " - 2"),
        (r" \+ (?!1\b)", " - "),
        (r"(?<=[(\s])!(?=[a-z*(])", ""),
        (r"\breturn 0;", "return 1;"),
        (r" \+= ", " -= "),
        (r" & (?=[A-Za-z(])", " | "),
    )
]
# Not those that only the debug kernel makes.
LEFT_OUT = [(re.compile(r"(?<=\t)(?!lockdep_|might_)[a-z_]\w*\([^;{}]*\);$", re.MULTILINE), ";")]


@dataclass
class Mistake:
    """A place, and what stands there."""

    file: Path
    at: int
    end: int
    instead: str
    line: int

    def put_into(self, text: str) -> str:
        """The file with it."""
        return text[: self.at] + self.instead + text[self.end :]


def output(*command: str | Path) -> str:
    """What a program prints."""
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return run.stdout.strip()


def places(file: Path, kinds: list[tuple[re.Pattern[str], str]]) -> list[Mistake]:
    """All that can be wrong in a file, of these kinds."""
    text = (TOP / file).read_text(encoding="utf-8")
    code = NO_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    return [
        Mistake(file, match.start(), match.end(), instead, code.count("\n", 0, match.start()) + 1)
        for pattern, instead in kinds
        for match in pattern.finditer(code)
    ]


def shown(mistake: Mistake) -> str:
    """For a reader: the line as it is, and as it was for the tests."""
    text = (TOP / mistake.file).read_text(encoding="utf-8")
    before, after = (
        each.splitlines()[mistake.line - 1].strip() for each in (text, mistake.put_into(text))
    )
    return f"{mistake.file}:{mistake.line}\n  - {before}\n  + {after}"
