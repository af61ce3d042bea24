# SPDX-License-Identifier: GPL-2.0
"""make patch: the feature as commits."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from conftest import TOP, KernelTree


def git(folder: Path, *args: str, data: str = "") -> str:
    """Run git with a name and without anybody's settings."""
    settings = ["-c", "user.name=Test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=no"]
    command = ["git", *settings, "-C", str(folder), *args]
    return subprocess.run(command, input=data, capture_output=True, text=True, check=True).stdout


def commit_all(kernel: KernelTree) -> None:
    """Make a repository of the tree as it is."""
    git(kernel.root, "init", "--quiet", ".")
    git(kernel.root, "add", "--all", ".")
    git(kernel.root, "commit", "--quiet", "-m", "base")


def test_git_am_makes_what_install_makes(kernel: KernelTree) -> None:
    commit_all(kernel)
    base = git(kernel.root, "rev-parse", "HEAD").strip()
    before = kernel.snapshot()
    done = kernel.run("mbox.py", str(kernel.root))
    assert done.returncode == 0, done.stderr
    assert kernel.snapshot() == before

    git(kernel.root, "am", data=done.stdout)
    assert git(kernel.root, "status", "--porcelain") == ""
    by_git = {
        name: state[1] for name, state in kernel.snapshot().items() if not name.startswith(".git")
    }
    git(kernel.root, "reset", "--quiet", "--hard", base)
    kernel.overlay("install")
    by_install = {
        name: state[1]
        for name, state in kernel.snapshot().items()
        if not name.startswith((".git", ".syscall-tracer"))
    }
    assert by_git == by_install


def test_the_same_from_an_installed_tree(kernel: KernelTree) -> None:
    first = kernel.run("mbox.py", str(kernel.root)).stdout
    kernel.overlay("install")
    assert kernel.run("mbox.py", str(kernel.root)).stdout == first


def test_subjects(kernel: KernelTree) -> None:
    mailbox = kernel.run("mbox.py", str(kernel.root)).stdout
    subjects = re.findall(r"^Subject: \[PATCH \d+/\d+\] (.*)$", mailbox, re.M)
    patches = (kernel.checkout / "patches/linux-6.12/series").read_text(encoding="utf-8").split()
    assert len(subjects) > len(patches)
    assert all(re.match(r"[\w/-]+: [A-Z]", subject) for subject in subjects)
    assert "rename from kernel/trace/trace_syscalls.c" in mailbox
    assert "nobody@localhost" not in mailbox


def test_to_a_folder(kernel: KernelTree, tmp_path: Path) -> None:
    done = kernel.run("mbox.py", str(kernel.root), str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names[0].startswith("0001-") and names[0].endswith(".patch")
    assert len(done.stdout.splitlines()) == len(names)


def test_file_without_a_commit(kernel: KernelTree, checkout: Path) -> None:
    (checkout / "include/linux/new.h").write_text("new\n", encoding="ascii")
    done = kernel.run("mbox.py", str(kernel.root))
    assert done.returncode == 1
    assert "no group takes include/linux/new.h" in done.stderr


def test_tree_that_does_not_fit(kernel: KernelTree) -> None:
    kernel.edit("kernel/entry/common.c", "syscall_enter_audit(regs, syscall);", "other();")
    done = kernel.run("mbox.py", str(kernel.root))
    assert done.returncode == 1
    assert done.stdout == ""
    assert "kernel/entry/common.c: hunk " in done.stderr


def test_comments_stay_with_what_they_describe() -> None:
    """No hunk puts something between a comment of the kernel and the next line of it."""
    parted = []
    for path in sorted((TOP / "patches/linux-6.12").glob("*.patch")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, (line, following) in enumerate(zip(lines, lines[1:]), 1):
            if re.match(r" \s*/?\*.*\*/$", line) and re.match(r"\+\S", following):
                parted.append(f"{path.name}:{number}: {line}")
    assert parted == []
