#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Read a scenario of configs/ and check that the kernel took it.

kconfig.py merge NAME     print the scenario's lines, includes resolved
kconfig.py get NAME KEY   print the values of its "# KEY: ..." lines, outer last
kconfig.py check NAME .config
                          name every line that the finished .config lacks; with a slash,
                          NAME is a file
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

CONFIGS = Path(__file__).resolve().parent.parent / "configs"
SETTING = re.compile(r"(CONFIG_\w+)=(.*)")
DIRECTIVE = re.compile(r"# (kernel|boot|arch|include|append|objects): *(.*)")


def find(name: str) -> Path:
    """The fragment of configs/ that has this name."""
    path = CONFIGS / f"{name}.config"
    if not re.fullmatch(r"[\w-]+", name) or not path.is_file():
        known = ", ".join(sorted(p.stem for p in CONFIGS.glob("*.config")))
        sys.exit(f"error: no such configuration: {name} (known: {known})")
    return path


class Scenario:
    """The settings and directives of a fragment and of those it includes."""

    def __init__(self, path: Path) -> None:
        self.settings: dict[str, str] = {}
        self.directives: dict[str, list[str]] = {}
        self._read(path, ())

    def _read(self, path: Path, above: tuple[Path, ...]) -> None:
        if path in above:
            sys.exit(f"error: {path}: includes itself")
        lines = path.read_text(encoding="utf-8").splitlines()
        # Included fragments come first, wherever the include line stands, so that the
        # fragment's own lines always win.
        for line in lines:
            match = DIRECTIVE.fullmatch(line)
            if match and match[1] == "include":
                self._read(find(match[2]), (*above, path))
        for number, line in enumerate(lines, 1):
            if match := DIRECTIVE.fullmatch(line):
                self.directives.setdefault(match[1], []).append(match[2])
            elif match := SETTING.fullmatch(line):
                self._set(match[1], match[2])
            elif line and not line.startswith("#"):
                sys.exit(f"error: {path}:{number}: not a setting: {line}")

    def _set(self, symbol: str, value: str) -> None:
        # An empty value cancels an included line: the symbol is neither set nor checked.
        self.settings.pop(symbol, None)
        if value:
            self.settings[symbol] = value


def read_config(path: str) -> dict[str, str]:
    """The settings of a finished .config; an absent symbol is "n"."""
    found = {}
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        if match := SETTING.fullmatch(line):
            found[match[1]] = match[2]
    return found


def check(scenario: Scenario, path: str) -> None:
    """Exit with the list of lines that the .config lacks."""
    found = read_config(path)
    missing = [
        f"  {symbol}={value} (is: {found.get(symbol, 'n')})"
        for symbol, value in scenario.settings.items()
        # A text that cannot be set is as good as an empty one.
        if found.get(symbol, value if value == '""' else "n") != value
    ]
    if missing:
        sys.exit("error: the kernel's configuration did not take:\n" + "\n".join(missing))


def main(args: list[str]) -> None:
    """Dispatch on the command word."""
    if len(args) == 2 and args[0] == "merge":
        for symbol, value in Scenario(find(args[1])).settings.items():
            print(f"{symbol}={value}")
    elif len(args) == 3 and args[0] == "get":
        print("\n".join(Scenario(find(args[1])).directives.get(args[2], [])))
    elif len(args) == 3 and args[0] == "check":
        check(Scenario(Path(args[1]) if "/" in args[1] else find(args[1])), args[2])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
