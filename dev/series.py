#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""The patches of patches/linux-* as commits, so that one edits code and not patches.

series.py open TREE FOLDER [FILE...]
    make a git repository of those files of a kernel tree that the patches change: a commit
    for each patch, after the tag linux. FILE: also this one, which no patch has changed yet
series.py save TREE FOLDER
    write the commits after that tag back as the patches for TREE

To change a patch: edit the file in FOLDER, `git commit --fixup=COMMIT FILE`, and
`git rebase --interactive --autosquash linux`. A new commit becomes a new patch.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True  # a checkout may be read-only, or shared

import overlay  # noqa: E402
from mbox import Repository, build_commits  # noqa: E402
from overlay import Tree, die  # noqa: E402

TAG = "linux"
# What differs from run to run, or from machine to machine, or is said by `make patch`.
NOISE = re.compile(r"\AFrom 0+ .*\nFrom: .*\n(?: .*\n)*|^index [0-9a-f]+\.\.[0-9a-f]+(?: [0-7]+)?\n", re.M)


def open_series(tree: Tree, folder: Path, others: list[str]) -> None:
    """Make the repository."""
    if folder.exists():
        die(f"{folder} exists")
    patches = overlay.read_series(overlay.series_folder(tree.version))
    originals = {name: tree.base(name) for name in [*tree.desired(), *others]}
    for name in others:
        if not originals[name]:
            die(f"{tree.root} has no {name}")
    folder.mkdir(parents=True)
    repo = Repository(folder)
    repo.write(originals)
    repo.commit("The kernel without the patches")
    repo.git("tag", TAG)
    build_commits(repo, patches, [])
    repo.git("checkout", "--quiet", "-B", "series")
    print(f"{folder}: {len(patches)} commits after the tag {TAG}")


def save_series(tree: Tree, folder: Path) -> None:
    """Write the patches anew."""
    if not (folder / ".git").is_dir():
        die(f"{folder} is not a repository that `series.py open` has made")
    repo = Repository(folder, new=False)
    repo.git("rev-parse", "--verify", TAG)
    if repo.git("status", "--porcelain"):
        die(f"{folder} has changes that are not committed")
    if (folder / ".git/rebase-merge").exists():
        die(f"a rebase is not finished in {folder}")
    target = overlay.series_folder(tree.version)
    options = ["--no-numbered", "--no-signature", "--find-renames", "--zero-commit", "--stat=76"]
    with tempfile.TemporaryDirectory(prefix="syscall-tracer-") as scratch:
        repo.git("format-patch", "--quiet", *options, "-o", scratch, f"{TAG}..HEAD")
        made = {path.name: path.read_text(encoding="utf-8") for path in Path(scratch).iterdir()}
    if not made:
        die(f"{folder} has no commit after the tag {TAG}")
    for path in target.glob("*.patch"):
        path.unlink()
    for name, text in made.items():
        text = NOISE.sub("", text).replace("\nSubject: [PATCH] ", "\nSubject: ", 1)
        (target / name).write_text(text, encoding="utf-8")
    (target / "series").write_text("".join(f"{name}\n" for name in sorted(made)), encoding="utf-8")
    print(f"{target}: {len(made)} patches")


def main(args: list[str]) -> None:
    """Check the arguments, do it."""
    if len(args) < 3 or args[0] not in ("open", "save") or (args[0] == "save" and args[3:]):
        sys.exit(__doc__)
    tree, folder = Tree(Path(args[1]).resolve()), Path(args[2]).resolve()
    try:
        if args[0] == "open":
            open_series(tree, folder, args[3:])
        else:
            save_series(tree, folder)
    except OSError as error:
        die(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
