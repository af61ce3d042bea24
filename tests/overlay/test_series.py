# SPDX-License-Identifier: GPL-2.0
"""make patch: the feature as commits."""

from __future__ import annotations

import re
from pathlib import Path

from conftest import TOP, KernelTree, git


def commit_all(kernel: KernelTree) -> None:
    """Make a repository of the tree as it is."""
    git(kernel.root, "init", "--quiet", ".")
    git(kernel.root, "add", "--all", ".")
    git(kernel.root, "commit", "--quiet", "-m", "base")


def test_git_am_makes_what_install_makes(kernel: KernelTree, mailbox: str) -> None:
    commit_all(kernel)
    base = git(kernel.root, "rev-parse", "HEAD").strip()

    git(kernel.root, "am", data=mailbox)
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


def test_the_same_from_an_installed_tree(kernel: KernelTree, mailbox: str) -> None:
    kernel.overlay("install")
    assert kernel.run("mbox.py", str(kernel.root)).stdout == mailbox


def test_subjects(mailbox: str) -> None:
    subjects = re.findall(r"^Subject: \[PATCH \d+/\d+\] (.*)$", mailbox, re.M)
    patches = (TOP / "patches/linux-6.12/series").read_text(encoding="utf-8").split()
    assert len(subjects) > len(patches)
    assert all(re.match(r"[\w/-]+: [A-Z]", subject) for subject in subjects)
    assert "rename from kernel/trace/trace_syscalls.c" in mailbox
    assert "nobody@localhost" not in mailbox


def test_to_folders(mails: dict[str, list[Path]]) -> None:
    assert list(mails) == ["1-fixes", "2-ring-buffer", "3-syscall", "4-beside"]
    for paths in mails.values():
        assert [path.name[:5] for path in paths] == [f"{nr:04}-" for nr in range(1, len(paths) + 1)]
        letter = (paths[0].parent / "cover-letter").read_text(encoding="utf-8")
        assert re.search(rf"^Subject: \[PATCH 0+/{len(paths)}\] (tracing|ring-buffer): [A-Z]", letter, re.M)
        assert "*** " not in letter
        assert letter.count("\n\n") > 3


def test_who_makes_the_mails_signs_them_off(mails: dict[str, list[Path]]) -> None:
    for paths in mails.values():
        for path in paths:
            head, _, body = path.read_text(encoding="utf-8").partition("\n\n")
            assert "\nFrom: Jane Doe <jane@example.org>\n" in head, path.name
            message = body.split("\n---\n")[0]
            assert message.endswith("\nSigned-off-by: Jane Doe <jane@example.org>"), path.name


def test_nobody_signs_off(kernel: KernelTree, tmp_path: Path) -> None:
    kernel.config.write_text("", "ascii")
    done = kernel.run("mbox.py", str(kernel.root), str(tmp_path / "out"))
    assert done.returncode == 1
    assert "git does not know you" in done.stderr
    assert f"git -C {kernel.root} config user.name" in done.stderr
    assert not (tmp_path / "out").exists()
    # What git has for the tree is enough.
    git(kernel.root, "init", "--quiet", ".")
    git(kernel.root, "config", "user.name", "John Roe")
    git(kernel.root, "config", "user.email", "john@example.org")
    done = kernel.run("mbox.py", str(kernel.root))
    assert done.returncode == 0, done.stderr
    assert "\nSigned-off-by: John Roe <john@example.org>\n" in done.stdout


# Measured or drawn by a program.
GENERATED = ("Document-what-the-system-call-tracer",)


def test_no_mail_is_long(mails: dict[str, list[Path]]) -> None:
    sizes = {path.name: path.stat().st_size for paths in mails.values() for path in paths}
    long = {name: size for name, size in sizes.items() if size > 100 * 1024}
    assert [name for name in long if not any(part in name for part in GENERATED)] == []


def test_no_patch_rewrites_one_of_its_series(
    kernel: KernelTree, mails: dict[str, list[Path]]
) -> None:
    """A line that one patch adds, no later one of the same series changes."""
    commit_all(kernel)
    rewritten = []
    for paths in mails.values():
        base = git(kernel.root, "rev-parse", "HEAD").strip()
        git(kernel.root, "am", *map(str, paths))
        commits = git(kernel.root, "rev-list", f"{base}..").split()
        for commit in commits:
            diff = git(kernel.root, "diff", "-U0", "--find-renames", f"{commit}^", commit)
            name = ""
            for line in diff.splitlines():
                if line.startswith("--- a/"):
                    name = line[6:]
                hunk = re.match(r"@@ -(\d+)(?:,(\d+))? ", line)
                if not hunk or hunk[2] == "0" or not name:
                    continue
                lines = f"{hunk[1]},+{hunk[2] or 1}"
                blame = git(kernel.root, "blame", "-l", "-s", "-L", lines, f"{commit}^", "--", name)
                rewritten += [old for old in blame.splitlines() if old.split()[0] in commits]
    assert rewritten == []


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
