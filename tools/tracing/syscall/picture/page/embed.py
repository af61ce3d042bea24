#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Makes the page of syscall-report --html a part of the program.

embed.py OUTPUT LIBRARY

LIBRARY is the folder of uPlot. If it is not there, the program has no page, and says so. OUTPUT is a C file
with what is before the events of a session and what is behind them.
"""

from __future__ import annotations

import base64
import hashlib
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCRIPTS = ("data.js", "table.js", "timeline.js")


def allowed(text: str) -> str:
    """How a page's policy names a script or a style that it allows."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def read(path: Path) -> str:
    """A text that can be inside of a script or a style."""
    text = path.read_text("utf-8")
    if "</s" in text or "<!--" in text.replace("<!-- SPDX", ""):
        raise SystemExit(f"{path.name} would end the script that it is in")
    return text


def page(library: Path) -> tuple[str, str]:
    """What is before the events, and what is behind them."""
    licence = (library / "LICENSE").read_text("utf-8").strip()
    scripts = [
        f"/*\n{licence}\n*/\n{read(library / 'dist/uPlot.iife.min.js')}",
        "'use strict';\n" + "".join(read(HERE / name) for name in SCRIPTS),
    ]
    style = read(library / "dist/uPlot.min.css") + read(HERE / "page.css")
    # No script, style, picture or connection but what is in the file.
    policy = (
        f"default-src 'none'; script-src {' '.join(map(allowed, scripts))}; "
        f"style-src {allowed(style)}; base-uri 'none'; form-action 'none'"
    )
    head = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width">\n<title>System calls</title>\n'
        f"<style>{style}</style>\n</head>\n<body>\n{(HERE / 'page.html').read_text('utf-8')}"
        '<script type="application/json" id="session">\n'
    )
    tail = "\n</script>\n" + "".join(f"<script>{text}</script>\n" for text in scripts) + "</body>\n</html>\n"
    return head, tail


def array(name: str, text: str) -> str:
    """A text as C. No compiler needs to take a string of any length."""
    data = text.encode()
    lines = (", ".join(map(str, data[at : at + 24])) for at in range(0, len(data), 24))
    return f"const unsigned char {name}[] = {{\n" + "".join(f"\t{line},\n" for line in lines) + (
        f"\t0\n}};\nconst size_t {name}_len = {len(data)};\n"
    )


def main() -> None:
    """Write the file, only if it is complete and not yet the same."""
    output, library = map(Path, sys.argv[1:])
    head, tail = page(library) if library.is_dir() else ("", "")
    text = (
        '// SPDX-License-Identifier: GPL-2.0\n#include "picture/page.h"\n\n'
        + array("picture_page_head", head) + array("picture_page_tail", tail)
    )  # fmt: skip
    if not output.exists() or output.read_text("ascii") != text:
        output.write_text(text, "ascii")


if __name__ == "__main__":
    main()
