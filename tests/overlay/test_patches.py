# SPDX-License-Identifier: GPL-2.0
"""dev/series.py: the patches as commits, and back."""

from __future__ import annotations

from pathlib import Path

from conftest import KernelTree, git


def patches(checkout: Path) -> dict[str, str]:
    """All files of the series."""
    (folder,) = (checkout / "patches").iterdir()
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def series(kernel: KernelTree, command: str, folder: Path, *others: str) -> None:
    """Run it, which must succeed."""
    done = kernel.run("series.py", command, str(kernel.root), str(folder), *others)
    assert done.returncode == 0, done.stderr


def test_there_and_back(kernel: KernelTree, checkout: Path, tmp_path: Path) -> None:
    before = patches(checkout)
    series(kernel, "open", tmp_path / "repo")
    assert len(git(tmp_path / "repo", "log", "--format=%H", "linux..").split()) == sum(name.endswith(".patch") for name in before)
    series(kernel, "save", tmp_path / "repo")
    assert patches(checkout) == before


def test_a_fixup_changes_its_patch_alone(
    kernel: KernelTree, checkout: Path, tmp_path: Path
) -> None:
    repo = tmp_path / "repo"
    before = patches(checkout)
    series(kernel, "open", repo)
    first = git(repo, "log", "--reverse", "--format=%H", "linux..").split()[0]
    name = git(repo, "show", "--format=", "--name-only", first).split()[0]
    with open(repo / name, "a", encoding="utf-8") as file:
        file.write("/* One more line. */\n")
    git(repo, "commit", "--all", f"--fixup={first}")
    git(repo, "-c", "sequence.editor=true", "rebase", "--interactive", "--autosquash", "linux")
    series(kernel, "save", repo)
    after = patches(checkout)
    assert sorted(after) == sorted(before)
    changed = [one for one in after if "+/* One more line. */\n" in after[one]]
    assert changed == [min(one for one in after if one[0].isdigit())]


def test_a_new_commit_is_a_patch_of_a_file_that_had_none(
    kernel: KernelTree, checkout: Path, tmp_path: Path
) -> None:
    repo = tmp_path / "repo"
    before = patches(checkout)
    series(kernel, "open", repo, "kernel/sys.c")
    with open(repo / "kernel/sys.c", "a", encoding="utf-8") as file:
        file.write("/* One more line. */\n")
    git(repo, "commit", "--all", "-m", "Add a line")
    series(kernel, "save", repo)
    after = patches(checkout)
    (new,) = after.keys() - before.keys()
    assert "--- a/kernel/sys.c\n+++ b/kernel/sys.c\n" in after[new]
    assert {name: text for name, text in after.items() if name not in ("series", new)} == {
        name: text for name, text in before.items() if name != "series"
    }


def test_a_file_that_is_not_there_is_refused(kernel: KernelTree, tmp_path: Path) -> None:
    done = kernel.run("series.py", "open", str(kernel.root), str(tmp_path / "repo"), "kernel/none.c")
    assert done.returncode == 1 and "has no kernel/none.c" in done.stderr
    assert not (tmp_path / "repo").exists()


def test_what_is_not_committed_is_refused(
    kernel: KernelTree, checkout: Path, tmp_path: Path
) -> None:
    before = patches(checkout)
    series(kernel, "open", tmp_path / "repo")
    (tmp_path / "repo/new").write_text("new\n", encoding="utf-8")
    done = kernel.run("series.py", "save", str(kernel.root), str(tmp_path / "repo"))
    assert done.returncode == 1 and "not committed" in done.stderr
    assert patches(checkout) == before
