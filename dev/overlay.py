#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Put the system call tracer into a kernel source tree, and take it out again.

overlay.py install TREE     patch the tree and add the overlay's files
overlay.py uninstall TREE   restore the tree
overlay.py list             print the files of this repository that get installed

If a patch does not fit, or somebody else changed an installed file, nothing is written.
TREE/.syscall-tracer keeps the original files and a record of the changes.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, NoReturn, Optional

TOP = Path(__file__).resolve().parent.parent
STATE = ".syscall-tracer"
# Folders with the same path here and in the kernel tree.
FOLDERS = (
    "include",
    "kernel",
    "arch",
    "drivers",
    "samples",
    "scripts",
    "syscalls",
    "tools",
    "Documentation",
)
# Each folder of cases below tests/test.d goes here.
FTRACE_TESTS = "tools/testing/selftests/ftrace/test.d"
NOT_OURS = re.compile(r"__pycache__|\.pyc$|\.orig$|\.rej$|~$|/\.")
# The kernel's provider of events/syscalls/*, which gives its file name to the tracer.
EVENTS_FILE = "kernel/trace/trace_syscalls.c"
EVENTS_MARK = b"event_class_syscall_enter"


def die(message: str) -> NoReturn:
    """End with a message for the user."""
    sys.exit(f"error: {message}")


@dataclass(frozen=True)
class File:
    """What is at a path: bytes and permissions."""

    content: bytes
    mode: int

    def digest(self) -> str:
        return f"{self.mode:o}:{hashlib.sha256(self.content).hexdigest()}"


# None: there is no file at that path.
Files = Dict[str, Optional[File]]
ABSENT = "absent"


def digest(file: File | None) -> str:
    """Tells two states of a path apart."""
    return file.digest() if file else ABSENT


def read_file(path: Path) -> File | None:
    """The file at a path."""
    try:
        info = path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    if not stat.S_ISREG(info.st_mode):
        die(f"{path} is not a regular file")
    return File(path.read_bytes(), stat.S_IMODE(info.st_mode))


def write_file(path: Path, file: File) -> None:
    """Replace a file in one step."""
    part = path.with_name(f".{path.name}.{STATE[1:]}-part")
    part.write_bytes(file.content)
    part.chmod(file.mode)
    part.replace(path)


# ------------------------------- the overlay --------------------------------


def added_files() -> dict[str, Path]:
    """The overlay's own files: path in the kernel tree -> path here."""
    found = {"syscalls.def": TOP / "syscalls.def"}
    for folder in FOLDERS:
        for path in sorted((TOP / folder).rglob("*")):
            name = path.relative_to(TOP).as_posix()
            if path.is_file() and not NOT_OURS.search(f"/{name}"):
                found[name] = path
    for path in sorted((TOP / "tests/test.d").glob("*/*")):
        found[f"{FTRACE_TESTS}/{path.parent.name}/{path.name}"] = path
    return {name: path for name, path in found.items() if path.is_file()}


def read_added(path: Path) -> File:
    """A file of the overlay, with the permissions for the tree, whatever the umask was."""
    executable = path.stat().st_mode & stat.S_IXUSR
    return File(path.read_bytes(), 0o755 if executable else 0o644)


def series_folder(version: tuple[int, int]) -> Path:
    """The newest patch series made for this version or an older one."""
    known = {}
    for path in (TOP / "patches").glob("linux-*"):
        if match := re.fullmatch(r"linux-(\d+)\.(\d+)", path.name):
            known[(int(match[1]), int(match[2]))] = path
    if not known:
        die(f"no patch series in {TOP / 'patches'}")
    fitting = [number for number in known if number <= version]
    return known[max(fitting) if fitting else min(known)]


def read_series(folder: Path) -> list[Path]:
    """The patches, in order."""
    lines = (folder / "series").read_text(encoding="utf-8").splitlines()
    names = [line.split("#")[0].split() for line in lines]
    return [folder / words[0] for words in names if words]


def touched_by(patch: Path) -> list[str]:
    """The paths that a patch reads, writes, renames or removes."""
    names = []
    for line in patch.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        if match := re.match(r"(?:---|\+\+\+) [ab]/(\S+)|rename (?:from|to) (\S+)", line):
            name = match[1] or match[2]
            if name.startswith("/") or ".." in name.split("/"):
                die(f"{patch}: a path that leaves the tree: {name}")
            names.append(name)
    return list(dict.fromkeys(names))


# --------------------------- what the series makes --------------------------


def explain(patch: Path, output: str) -> str:
    """What does not fit, from the words of patch(1)."""
    name = patch.relative_to(TOP)
    file, found = "", []
    for line in output.splitlines():
        if match := re.match(r"(?:patching|checking) file '?([^ ']+)'?", line):
            file = match[1]
        elif match := re.match(r"Hunk #(\d+) FAILED at (\d+)", line):
            found.append(f"{name}: {file}: hunk {match[1]} does not fit at line {match[2]}")
        elif match := re.match(r"\|\+\+\+ b/(\S+)", line):
            found.append(f"{name}: {match[1]}: no such file")
        elif "previously applied" in line:
            found.append(f"{name}: {file}: seems to be applied already")
    return "\n  ".join(found or [f"{name}: {output.strip()}"])


def apply_patch(patch: Path, folder: Path) -> str | None:
    """Run patch(1) in a folder; None if the patch fits, otherwise what does not."""
    command = ["patch", "-p1", "--batch", "--forward", "--no-backup-if-mismatch"]
    try:
        run = subprocess.run(
            [*command, "--reject-file=-", "-d", str(folder), "-i", str(patch)],
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "LC_ALL": "C"},
        )
    except FileNotFoundError:
        die("the program patch is missing (Debian package: patch)")
    return explain(patch, run.stdout) if run.returncode else None


def try_rename(patch: Path, base: Files) -> str | None:
    """Check renames: patch(1) finds nothing wrong with one that has no hunks."""
    text = patch.read_text(encoding="utf-8", errors="surrogateescape")
    name = patch.relative_to(TOP)
    for source, target in re.findall(r"^rename from (\S+)\nrename to (\S+)$", text, re.M):
        original = base.get(source)
        if original is None:
            return f"{name}: {source}: no such file"
        if source == EVENTS_FILE and EVENTS_MARK not in original.content:
            return f"{name}: {source}: not the kernel's own file (no {EVENTS_MARK.decode()})"
        if base.get(target) is not None:
            return f"{name}: {target}: exists already"
    return None


def patched(base: Files, patches: list[Path]) -> Files:
    """The files that the series touches, patched; ends if the series does not fit."""
    with tempfile.TemporaryDirectory(prefix="syscall-tracer-") as scratch:
        root = Path(scratch)
        for name, file in base.items():
            if file:
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                write_file(root / name, file)
        problems = []
        for patch in patches:
            problem = try_rename(patch, base) or apply_patch(patch, root)
            if problem:
                problems.append(problem)
        if problems:
            die("the patches do not fit, nothing was changed:\n  " + "\n  ".join(problems))
        return {name: read_file(root / name) for name in base}


# ------------------------------ a kernel tree -------------------------------


@dataclass
class Record:
    """The changes to the tree, as its manifest keeps them."""

    # Path -> the states that it may have; several while an installation runs.
    files: dict[str, list[str]] = field(default_factory=dict)
    # The paths that had a file before.
    originals: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)


class Tree:
    """A kernel source tree and the record of the overlay in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.state = root / STATE
        self.version = self._version()
        # Held until the process ends. The lock is on the tree's folder: it adds no file.
        self._lock = os.open(root, os.O_RDONLY)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self.record = self._load()

    def _version(self) -> tuple[int, int]:
        try:
            text = (self.root / "Makefile").read_text(encoding="utf-8", errors="replace")
        except OSError:
            text = ""
        match = re.search(r"^VERSION = (\d+)\nPATCHLEVEL = (\d+)$", text, re.M)
        if not match or not (self.root / "kernel/trace").is_dir():
            die(f"{self.root} is not a Linux source tree (no such Makefile, or no kernel/trace)")
        return int(match[1]), int(match[2])

    def _load(self) -> Record:
        try:
            return Record(**json.loads((self.state / "manifest.json").read_text(encoding="utf-8")))
        except FileNotFoundError:
            return Record()
        except (ValueError, TypeError) as error:
            die(f"{self.state}/manifest.json cannot be read: {error}")

    def _save(self) -> None:
        text = json.dumps(vars(self.record), indent=1, sort_keys=True) + "\n"
        write_file(self.state / "manifest.json", File(text.encode(), 0o644))

    def current(self, name: str) -> File | None:
        """The file as it is now."""
        return read_file(self.root / name)

    def base(self, name: str) -> File | None:
        """The file as it was before the overlay."""
        if name not in self.record.files:
            return self.current(name)
        if name not in self.record.originals:
            return None
        return read_file(self.state / "original" / name)

    def refuse_foreign_changes(self) -> None:
        """End if somebody changed an installed file since."""
        changed = [
            name
            for name, allowed in self.record.files.items()
            if digest(self.current(name)) not in allowed
        ]
        if changed:
            die(
                "changed since the overlay was installed, nothing was done:\n  "
                + "\n  ".join(str(self.root / name) for name in changed)
                + "\nMove your changes away, or into the overlay, and restore the file"
                + f" (installed state: see {self.state}/manifest.json)."
            )

    def desired(self) -> Files:
        """Every path of the overlay with the file that belongs there."""
        patches = read_series(series_folder(self.version))
        names = dict.fromkeys(name for patch in patches for name in touched_by(patch))
        wanted = patched({name: self.base(name) for name in names}, patches)
        for name, path in added_files().items():
            present = wanted[name] if name in wanted else self.base(name)
            if present:
                die(f"{self.root / name} exists already and is not ours, nothing was changed")
            wanted[name] = read_added(path)
        return wanted

    def change_to(self, wanted: Files) -> int:
        """Bring the tree to a state; the number of files that had to change.

        Wherever this is interrupted, the record tells which states each file may have.
        The next run can therefore repeat it or undo it.
        """
        before = {name: self.current(name) for name in {*self.record.files, *wanted}}
        after: Files = {name: self.base(name) for name in self.record.files}
        after.update(wanted)
        self._keep_originals(before)
        for name in after:
            states = {*self.record.files.get(name, []), digest(before[name]), digest(after[name])}
            self.record.files[name] = sorted(states)
        self._note_folders(after)
        self._save()

        changed = 0
        for name, file in sorted(after.items()):
            path = self.root / name
            if digest(file) == digest(before[name]):
                continue
            changed += 1
            if file is None:
                path.unlink()
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                write_file(path, file)

        self.record.files = {name: [digest(file)] for name, file in wanted.items()}
        for name in set(self.record.originals) - set(wanted):
            self.record.originals.remove(name)
        self._save()
        return changed

    def _keep_originals(self, before: Files) -> None:
        for name, file in before.items():
            if name not in self.record.files and file:
                kept = self.state / "original" / name
                kept.parent.mkdir(parents=True, exist_ok=True)
                write_file(kept, file)
                self.record.originals.append(name)
        self.state.mkdir(exist_ok=True)
        self.record.originals.sort()

    def _note_folders(self, files: Files) -> None:
        for name, file in files.items():
            if not file:
                continue
            for parent in Path(name).parents:
                if not (self.root / parent).exists() and str(parent) not in self.record.folders:
                    self.record.folders.append(str(parent))

    def remove_folders(self) -> None:
        """Remove the folders that an installation made, and Python's files in them."""
        for name in sorted(self.record.folders, reverse=True):
            folder = self.root / name
            shutil.rmtree(folder / "__pycache__", ignore_errors=True)
            try:
                folder.rmdir()
            except OSError:
                print(f"{folder} holds files of others and stays", file=sys.stderr)


def install(tree: Tree) -> None:
    """Put the overlay into the tree, or bring the tree up to date."""
    tree.refuse_foreign_changes()
    wanted = tree.desired()
    changed = tree.change_to(wanted)
    print(f"{tree.root}: the tracer is installed ({changed} of {len(wanted)} files written)")


def uninstall(tree: Tree) -> None:
    """Restore the tree as it was before the first installation."""
    if not tree.record.files:
        print(f"{tree.root}: the tracer is not installed")
        return
    tree.refuse_foreign_changes()
    changed = tree.change_to({})
    tree.remove_folders()
    shutil.rmtree(tree.state)
    print(f"{tree.root}: the tracer is removed ({changed} files restored or removed)")


def list_files() -> None:
    """Print all files that decide what an installation writes."""
    files = list(added_files().values())
    for folder in sorted((TOP / "patches").glob("linux-*")):
        files += [folder / "series", *read_series(folder)]
    for path in files:
        print(path.relative_to(TOP))


def main(args: list[str]) -> None:
    """Dispatch on the command word."""
    if args == ["list"]:
        list_files()
        return
    if len(args) != 2 or args[0] not in ("install", "uninstall"):
        sys.exit(__doc__)
    try:
        tree = Tree(Path(args[1]).resolve())
        install(tree) if args[0] == "install" else uninstall(tree)
    except OSError as error:
        die(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
