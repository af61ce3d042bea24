# SPDX-License-Identifier: GPL-2.0
"""What the overlay's tests share: a small kernel tree and the two programs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "dev"))

import overlay  # noqa: E402

# One file's state: kind and permissions, bytes, time of change.
Snapshot = dict[str, tuple[int, bytes, int]]


@dataclass
class KernelTree:
    """Copies of the kernel's files that the overlay deals with."""

    root: Path
    checkout: Path

    def run(self, program: str, *args: str) -> subprocess.CompletedProcess[str]:
        """Run dev/PROGRAM on the tree."""
        command = [str(self.checkout / "dev" / program), *args]
        env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        env |= {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": str(self.config)}
        return subprocess.run(command, env=env, capture_output=True, text=True, check=False)

    @property
    def config(self) -> Path:
        """What git knows of the user."""
        return self.root.parent / "gitconfig"

    def overlay(self, command: str) -> str:
        """Run dev/overlay.py, which must succeed; what it said."""
        done = self.run("overlay.py", command, str(self.root))
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refused(self, command: str) -> str:
        """Run dev/overlay.py, which must fail and change nothing; its message."""
        before = self.snapshot()
        done = self.run("overlay.py", command, str(self.root))
        assert done.returncode == 1, done.stdout
        assert self.snapshot() == before
        return done.stderr

    def snapshot(self) -> Snapshot:
        """Everything in the tree."""
        found: Snapshot = {}
        for path in sorted(self.root.rglob("*")):
            info = path.lstat()
            name = str(path.relative_to(self.root))
            # Folders change their time with their content; that is no matter.
            is_file = path.is_file()
            content = path.read_bytes() if is_file else b""
            found[name] = (info.st_mode, content, info.st_mtime_ns if is_file else 0)
        return found

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace text in a file of the tree."""
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")


def git(folder: Path, *args: str, data: str = "") -> str:
    """Run git with a name and without anybody's settings."""
    settings = ["-c", "user.name=Test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=no"]
    command = ["git", *settings, "-C", str(folder), *args]
    return subprocess.run(command, input=data, capture_output=True, text=True, check=True).stdout


def contents(snapshot: Snapshot) -> dict[str, tuple[int, bytes]]:
    """A snapshot without times."""
    return {name: state[:2] for name, state in snapshot.items()}


@pytest.fixture(scope="session")
def source() -> Path:
    """The whole kernel tree that small ones are cut from."""
    path = os.environ.get("KERNEL_SOURCE")
    if not path:
        pytest.skip("KERNEL_SOURCE names no kernel tree")
    return Path(path)


def make_kernel(folder: Path, source: Path) -> KernelTree:
    """A tree of just the touched files, and some that are not."""
    root = folder / "linux"
    names = {"Makefile", "Kbuild", "kernel/sys.c", "scripts/checkpatch.pl"}
    for patch in overlay.read_series(overlay.series_folder((6, 12))):
        names |= {name for name in overlay.touched_by(patch) if (source / name).exists()}
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source / name, root / name)
        os.utime(root / name, (1700000000, 1700000000))
    tree = KernelTree(root, TOP)
    tree.config.write_text("[user]\n\tname = Jane Doe\n\temail = jane@example.org\n", "ascii")
    return tree


@pytest.fixture
def kernel(tmp_path: Path, source: Path) -> KernelTree:
    """A tree that a test may change."""
    return make_kernel(tmp_path, source)


@pytest.fixture(scope="session")
def mailbox(tmp_path_factory: pytest.TempPathFactory, source: Path) -> str:
    """All mails as one text. To make them changes nothing in the tree."""
    kernel = make_kernel(tmp_path_factory.mktemp("mailbox"), source)
    before = kernel.snapshot()
    done = kernel.run("mbox.py", str(kernel.root))
    assert done.returncode == 0, done.stderr
    assert kernel.snapshot() == before
    return done.stdout


@pytest.fixture(scope="session")
def mails(tmp_path_factory: pytest.TempPathFactory, source: Path) -> dict[str, list[Path]]:
    """The mails of each series, in files beside its cover letter."""
    kernel = make_kernel(tmp_path_factory.mktemp("mails"), source)
    folder = kernel.root.parent / "out"
    done = kernel.run("mbox.py", str(kernel.root), str(folder))
    assert done.returncode == 0, done.stderr
    made = {part.name: sorted(part.glob("*.patch")) for part in sorted(folder.iterdir())}
    letters = [str(folder / name / "cover-letter") for name in made]
    paths = [str(path) for several in made.values() for path in several]
    assert sorted(done.stdout.splitlines()) == sorted(letters + paths)
    return made


@pytest.fixture
def checkout(tmp_path: Path, kernel: KernelTree) -> Path:
    """A copy of this repository's overlay that a test may change."""
    copy = tmp_path / "checkout"
    names = subprocess.run(
        [str(TOP / "dev/overlay.py"), "list"], capture_output=True, text=True, check=True
    ).stdout.split()
    programs = ["dev/overlay.py", "dev/mbox.py", "dev/series.py"]
    for name in [*names, *programs, "patches/linux-6.12/mails"]:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(TOP / name, copy / name)
    kernel.checkout = copy
    return copy
