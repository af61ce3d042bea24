# SPDX-License-Identifier: GPL-2.0
"""The pages are what docutils, by which the kernel's documentation is built, takes without a complaint."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import words
from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers.rst import directives, roles
from docutils.parsers.rst.directives.images import Figure

PAGES = sorted((words.TOP / "Documentation/trace").glob("*.rst"))

# What only Sphinx and the kernel's own part of it know.
directives.register_directive("kernel-figure", Figure)
roles.register_generic_role("doc", nodes.literal)


def complaints(text: str) -> str:
    """What docutils says of a page, from warnings on."""
    said = io.StringIO()
    publish_doctree(text, settings_overrides={"report_level": 2, "halt_level": 5, "warning_stream": said})
    return said.getvalue()


def test_there_are_complaints() -> None:
    assert "Unexpected indentation" in complaints("A term,\nof two lines\n  is none.\n")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_docutils_does_not_complain(page: Path) -> None:
    assert complaints(page.read_text("utf-8")) == ""


def test_pages_are_found() -> None:
    assert len(PAGES) > 10
