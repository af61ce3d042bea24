#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Write the whole feature as a series of commits for git am.

mbox.py TREE [FOLDER]

TREE is the kernel tree that the series is for. It may have the overlay in it, and is
not changed. The series goes to standard output as one mailbox, or to FOLDER as one
file per patch. It holds the patches of patches/linux-*/series and, between them, the
files that the overlay adds. The file added-files beside the series groups these. Before
the series is written, git am has to make the same files of it as an installation does.

added-files: paragraphs separated by empty lines,

    after: NAME           the group follows the patch with NAME in its file name
    subject: WORDS
    files: GLOB ...
    WORDS...              the rest is the commit's message

A file belongs to the first group with a glob that matches.
"""

from __future__ import annotations

import email.message
import email.parser
import fnmatch
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

sys.dont_write_bytecode = True  # a checkout may be read-only, or shared

import overlay  # noqa: E402
from overlay import File, Files, Tree, die  # noqa: E402


@dataclass
class Group:
    """Files that are added in one commit."""

    after: str = ""
    subject: str = ""
    globs: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    files: dict[str, File] = field(default_factory=dict)

    def message(self) -> str:
        return f"{self.subject}\n\n" + "\n".join(self.text) + "\n"


def read_groups(path: Path) -> list[Group]:
    """The paragraphs of added-files."""
    groups = []
    text = "\n".join(
        line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
    )
    for paragraph in filter(None, (part.strip() for part in text.split("\n\n"))):
        group = Group()
        for line in paragraph.split("\n"):
            key, _, value = line.partition(":")
            if key == "after":
                group.after = value.strip()
            elif key == "subject":
                group.subject = value.strip()
            elif key == "files":
                group.globs += value.split()
            else:
                group.text.append(line)
        if not (group.after and group.subject and group.globs):
            die(f"{path}: a paragraph lacks after, subject or files: {paragraph[:60]!r}")
        groups.append(group)
    return groups


def sort_files(groups: list[Group], path: Path) -> None:
    """Give every added file to its group; none may be left over."""
    for name, source in overlay.added_files().items():
        for group in groups:
            if any(fnmatch.fnmatchcase(name, glob) for glob in group.globs):
                group.files[name] = overlay.read_added(source)
                break
        else:
            die(f"{path}: no group takes {name}")


class Repository:
    """A scratch repository that holds just the files that the series touches."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.author = "Nobody <nobody@localhost>"
        self.date = "Thu, 1 Jan 1970 00:00:00 +0000"
        self.git("init", "--quiet", ".")

    def git(self, *args: str, data: bytes | None = None) -> bytes:
        """Run git, unimpressed by the user's settings."""
        env = {
            **os.environ,
            "LC_ALL": "C",
            "HOME": str(self.root),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CEILING_DIRECTORIES": str(self.root.parent),
            "GIT_COMMITTER_NAME": "Nobody",
            "GIT_COMMITTER_EMAIL": "nobody@localhost",
            "GIT_COMMITTER_DATE": self.date,
        }
        for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
            env.pop(name, None)
        options = ["-c", "commit.gpgsign=false", "-c", "core.autocrlf=false"]
        command = ["git", *options, "-C", str(self.root), *args]
        run = subprocess.run(command, input=data, env=env, capture_output=True, check=False)
        if run.returncode:
            die(f"git {args[0]}: {(run.stderr or run.stdout).decode(errors='replace').strip()}")
        return run.stdout

    def write(self, files: Files) -> None:
        """Put files into the working tree."""
        for name, file in files.items():
            if file:
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                overlay.write_file(self.root / name, file)

    def commit(self, message: str) -> None:
        """Commit the working tree as the series' author."""
        self.git("add", "--all", "--force", ".")
        self.git(
            *("commit", "--quiet", "--no-verify", "--allow-empty", "--cleanup=whitespace"),
            *(f"--author={self.author}", f"--date={self.date}", "--file=-"),
            data=message.encode(),
        )


def patch_message(text: str) -> tuple[email.message.Message, str]:
    """The mail header of a patch and its message, without diffstat and diff."""
    mail = email.parser.Parser().parsestr(text)
    subject = " ".join(str(mail["Subject"] or "").split())
    body = str(mail.get_payload()).split("\n---\n")[0].split("\ndiff --git ")[0]
    return mail, f"{subject}\n\n{body.strip()}\n"


def build_commits(repo: Repository, patches: list[Path], groups: list[Group]) -> None:
    """One commit per patch, and one per group where it belongs."""
    waiting = list(groups)
    for patch in patches:
        text = patch.read_text(encoding="utf-8")
        mail, message = patch_message(text)
        if not mail["Subject"]:
            die(f"{patch}: no Subject: line")
        repo.author = " ".join(str(mail["From"] or repo.author).split())
        repo.date = str(mail["Date"] or repo.date)
        if problem := overlay.apply_patch(patch, repo.root):
            die(problem)
        repo.commit(message)
        for group in [group for group in waiting if group.after in patch.name]:
            waiting.remove(group)
            if group.files:
                repo.write(dict(group.files))
                repo.commit(group.message())
    for group in waiting:
        die(f"added-files: no patch is named like {group.after!r}")


def check_series(base: Files, wanted: Files, mailbox: bytes, root: Path) -> None:
    """End unless git am makes of the base what an installation makes of it."""
    repo = Repository(root)
    repo.write(base)
    repo.commit("base")
    repo.git("am", "--quiet", "--whitespace=nowarn", data=mailbox)
    for name, file in wanted.items():
        made = overlay.read_file(root / name)
        if made != file:
            die(f"the series makes something else of {name} than an installation")


def write_series(tree: Tree, folder: Path | None) -> None:
    """The series for a tree, to a folder or to standard output."""
    source = overlay.series_folder(tree.version)
    patches = overlay.read_series(source)
    groups = read_groups(source / "added-files")
    sort_files(groups, source / "added-files")
    wanted = tree.desired()
    base = {name: tree.base(name) for name in wanted}
    with tempfile.TemporaryDirectory(prefix="syscall-tracer-") as scratch:
        made, checked = Path(scratch) / "made", Path(scratch) / "checked"
        made.mkdir()
        checked.mkdir()
        repo = Repository(made)
        repo.write(base)
        repo.commit("base")
        root = repo.git("rev-parse", "HEAD").decode().strip()
        build_commits(repo, patches, groups)
        options = ["format-patch", "--find-renames", "--no-signature", f"{root}..HEAD"]
        mailbox = repo.git(*options, "--stdout")
        check_series(base, wanted, mailbox, checked)
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            for name in repo.git(*options, "-o", str(folder.resolve())).decode().split("\n"):
                print(name, end="\n" if name else "")
        else:
            sys.stdout.buffer.write(mailbox)


def main(args: list[str]) -> None:
    """Check the arguments, write the series."""
    if len(args) not in (1, 2):
        sys.exit(__doc__)
    try:
        tree = Tree(Path(args[0]).resolve())
        tree.refuse_foreign_changes()
        write_series(tree, Path(args[1]) if len(args) == 2 else None)
    except OSError as error:
        die(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
