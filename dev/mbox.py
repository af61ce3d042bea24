#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Write the whole feature as series of commits for git am.

mbox.py TREE [FOLDER]

TREE is the kernel tree that the series are for. It may have the overlay in it, and is
not changed. They hold the patches of patches/linux-*/series and, between them, the files
that the overlay adds. The file mails beside the patches says how. All mails go to standard
output as one mailbox, or to FOLDER as a folder per series, each with a cover-letter and a
file per mail. Before they are written, git am has to make the same files of them as an
installation does.

Whoever runs this sends the mails and signs them off: git in TREE knows his name.

mails: paragraphs separated by empty lines. One that begins a series,

    part: NAME            its folder
    begins: NAME          its first patch has NAME in its file name
    subject: WORDS
    TEXT                  the rest is the cover letter; paragraphs that follow belong to it

and one that adds files in a commit,

    after: NAME           the commit follows the patch with NAME in its file name
    subject: WORDS
    files: GLOB ...
    TEXT                  the rest is the message of the commit

A file belongs to the first of these with a glob that matches.
"""

from __future__ import annotations

import email.message
import email.parser
import fnmatch
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

sys.dont_write_bytecode = True  # a checkout may be read-only, or shared

import overlay  # noqa: E402
from overlay import File, Files, Tree, die  # noqa: E402


@dataclass
class Letter:
    """What a mail says."""

    subject: str
    text: list[str]

    def message(self) -> str:
        return f"{self.subject}\n\n" + "\n".join(self.text) + "\n"


@dataclass
class Group(Letter):
    """Files that are added in one commit."""

    after: str
    globs: list[str]
    files: dict[str, File] = field(default_factory=dict)


@dataclass
class Part(Letter):
    """Commits that are sent as one series, after the commit @base."""

    name: str
    begins: str
    base: str = ""


def read_mails(path: Path) -> tuple[list[Part], list[Group]]:
    """The paragraphs of the file mails."""
    parts: list[Part] = []
    groups: list[Group] = []
    lines = path.read_text(encoding="utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#"))
    letter: Part | None = None
    for paragraph in filter(None, (part.strip("\n") for part in text.split("\n\n"))):
        keys: dict[str, str] = {}
        rest = []
        for line in paragraph.split("\n"):
            key, colon, value = line.partition(":")
            if colon and key in ("part", "begins", "after", "subject", "files"):
                keys[key] = value.strip()
            else:
                rest.append(line)
        if set(keys) == {"part", "begins", "subject"}:
            letter = Part(keys["subject"], rest, keys["part"], keys["begins"])
            parts.append(letter)
        elif set(keys) == {"after", "subject", "files"}:
            letter = None
            groups.append(Group(keys["subject"], rest, keys["after"], keys["files"].split()))
        elif not keys and letter:
            letter.text += ["", *rest]
        else:
            die(f"{path}: not the beginning of a series, nor of a commit: {paragraph[:60]!r}")
    return parts, groups


def committer(tree: Path) -> str:
    """Who sends the mails, as git in the tree has it."""
    command = ["git", "-C", str(tree), "-c", "user.useConfigOnly=true", "var", "GIT_COMMITTER_IDENT"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    match = re.match(r"(.+ <.+>) \d", run.stdout)
    if run.returncode or not match:
        die(
            "each mail is signed off by who sends it, and git does not know you. Say who you are:\n"
            f"  git -C {tree} config user.name 'Jane Doe'\n"
            f"  git -C {tree} config user.email jane@example.org\n"
            "or with --global in place of -C and the folder"
        )
    return match[1]


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
    """A repository that holds just the files that the series touches."""

    def __init__(
        self, root: Path, *, new: bool = True, author: str = "Nobody <nobody@localhost>"
    ) -> None:
        self.root = root
        self.author = author
        self.date = "Thu, 1 Jan 1970 00:00:00 +0000"
        if new:
            self.git("init", "--quiet", ".")

    def git(self, *args: str, data: bytes | None = None) -> bytes:
        """Run git, unimpressed by the user's settings."""
        name, _, mail = self.author.rstrip(">").partition(" <")
        env = {
            **os.environ,
            "LC_ALL": "C",
            "HOME": str(self.root),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CEILING_DIRECTORIES": str(self.root.parent),
            "GIT_COMMITTER_NAME": name,
            "GIT_COMMITTER_EMAIL": mail,
            "GIT_COMMITTER_DATE": self.date,
        }
        for variable in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
            env.pop(variable, None)
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

    def commit(self, message: str, *options: str) -> None:
        """Commit the working tree as the series' author."""
        self.git("add", "--all", "--force", ".")
        self.git(
            *("commit", "--quiet", "--no-verify", "--allow-empty", "--cleanup=whitespace"),
            *(f"--author={self.author}", f"--date={self.date}", "--file=-", *options),
            data=message.encode(),
        )

    def head(self) -> str:
        """The commit that the next one follows."""
        return self.git("rev-parse", "HEAD").decode().strip()


def patch_message(text: str) -> tuple[email.message.Message, str]:
    """The mail header of a patch and its message, without diffstat and diff."""
    mail = email.parser.Parser().parsestr(text)
    subject = " ".join(str(mail["Subject"] or "").split())
    body = f"\n{mail.get_payload()}".split("\n---\n")[0].split("\ndiff --git ")[0]
    return mail, f"{subject}\n\n{body.strip()}\n"


def build_commits(
    repo: Repository, patches: list[Path], groups: list[Group], *options: str
) -> dict[str, str]:
    """One commit per patch, and one per group where it belongs. What each patch is based on."""
    waiting = list(groups)
    bases = {}
    for patch in patches:
        text = patch.read_text(encoding="utf-8")
        mail, message = patch_message(text)
        if not mail["Subject"]:
            die(f"{patch}: no Subject: line")
        bases[patch.name] = repo.head()
        repo.date = str(mail["Date"] or repo.date)
        if problem := overlay.apply_patch(patch, repo.root):
            die(problem)
        repo.commit(message, *options)
        for group in [group for group in waiting if group.after in patch.name]:
            waiting.remove(group)
            if group.files:
                repo.write(dict(group.files))
                repo.commit(group.message(), *options)
    for group in waiting:
        die(f"mails: no patch is named like {group.after!r}")
    return bases


def find_parts(parts: list[Part], bases: dict[str, str]) -> None:
    """What each series is based on. The first one begins with the first patch."""
    names = list(bases)
    order = []
    for part in parts:
        found = [name for name in names if part.begins in name]
        if len(found) != 1:
            die(f"mails: {len(found)} patches are named like {part.begins!r}")
        part.base = bases[found[0]]
        order.append(names.index(found[0]))
    if not order or order[0] or order != sorted(set(order)):
        die("mails: the series have to begin with the first patch, and to be in order")


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


FORMAT = ["format-patch", "--find-renames", "--no-signature"]


def write_folder(repo: Repository, part: Part, end: str, folder: Path) -> None:
    """A series with its cover letter, to a folder of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    repo.git("branch", "--force", part.name, end)
    repo.git("config", f"branch.{part.name}.description", part.message())
    cover = ["--cover-letter", "--cover-from-description=subject", "-o", str(folder.resolve())]
    made = repo.git(*FORMAT, *cover, f"{part.base}..{part.name}").decode().split("\n")
    # git am takes what ends in .patch.
    letter = folder / "cover-letter"
    Path(made[0]).rename(letter)
    print("\n".join([str(letter), *filter(None, made[1:])]))


def write_series(tree: Tree, folder: Path | None) -> None:
    """All series for a tree, to folders or to standard output."""
    source = overlay.series_folder(tree.version)
    patches = overlay.read_series(source)
    parts, groups = read_mails(source / "mails")
    sort_files(groups, source / "mails")
    author = committer(tree.root)
    wanted = tree.desired()
    base = {name: tree.base(name) for name in wanted}
    with tempfile.TemporaryDirectory(prefix="syscall-tracer-") as scratch:
        made, checked = Path(scratch) / "made", Path(scratch) / "checked"
        made.mkdir()
        checked.mkdir()
        repo = Repository(made, author=author)
        repo.write(base)
        repo.commit("base")
        find_parts(parts, build_commits(repo, patches, groups, "--signoff"))
        ends = [*(part.base for part in parts[1:]), repo.head()]
        mailbox = b"".join(
            repo.git(*FORMAT, "--stdout", f"{part.base}..{end}") for part, end in zip(parts, ends)
        )
        check_series(base, wanted, mailbox, checked)
        if not folder:
            sys.stdout.buffer.write(mailbox)
            return
        for part, end in zip(parts, ends):
            write_folder(repo, part, end, folder / part.name)


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
