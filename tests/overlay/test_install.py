# SPDX-License-Identifier: GPL-2.0
"""make install and make uninstall."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from conftest import KernelTree, contents

EVENTS = "kernel/trace/trace_events_syscalls.c"
TRACER = "kernel/trace/trace_syscalls.c"


def test_install_adds_and_patches(kernel: KernelTree) -> None:
    before = kernel.snapshot()
    assert "installed" in kernel.overlay("install")
    after = kernel.snapshot()
    top = kernel.checkout
    for name in ("syscalls.def", "syscalls/file.def", "include/linux/syscall_trace.h", TRACER):
        assert after[name][1] == (top / name).read_bytes()
    assert after[EVENTS][1] == before[TRACER][1]
    assert b"syscall_trace_asked" in after["kernel/entry/common.c"][1]
    assert not [name for name in after if name.endswith((".orig", ".rej"))]


def test_modes(kernel: KernelTree) -> None:
    kernel.overlay("install")
    assert os.access(kernel.root / "scripts/gen_syscall_table.py", os.X_OK)
    assert not os.access(kernel.root / "syscalls.def", os.X_OK)


def test_install_leaves_other_files_alone(kernel: KernelTree) -> None:
    before = kernel.snapshot()
    kernel.overlay("install")
    after = kernel.snapshot()
    for name in ("Makefile", "Kbuild", "kernel/sys.c", "scripts/checkpatch.pl"):
        assert after[name] == before[name]


def test_twice_is_once(kernel: KernelTree) -> None:
    kernel.overlay("install")
    once = kernel.snapshot()
    assert "(0 of" in kernel.overlay("install")
    twice = kernel.snapshot()
    del once[".syscall-tracer/manifest.json"], twice[".syscall-tracer/manifest.json"]
    assert once == twice


def test_uninstall_restores_byte_for_byte(kernel: KernelTree) -> None:
    (kernel.root / "kernel/fork.c").chmod(0o640)
    before = kernel.snapshot()
    kernel.overlay("install")
    # What a build leaves in our folders.
    cache = kernel.root / "scripts/syscall_table/__pycache__"
    cache.mkdir()
    (cache / "tbl.cpython-311.pyc").write_bytes(b"x")
    kernel.overlay("uninstall")
    after = kernel.snapshot()
    assert contents(after) == contents(before)
    assert after["kernel/sys.c"] == before["kernel/sys.c"]
    # make must see that a restored file is not what was compiled.
    assert after["kernel/fork.c"][2] > before["kernel/fork.c"][2]


def test_uninstall_what_is_not_installed(kernel: KernelTree) -> None:
    before = kernel.snapshot()
    assert "not installed" in kernel.overlay("uninstall")
    assert kernel.snapshot() == before


def test_hunk_that_does_not_fit(kernel: KernelTree) -> None:
    kernel.edit("kernel/entry/common.c", "syscall_enter_audit(regs, syscall);", "other();")
    message = kernel.refused("install")
    assert "nothing was changed" in message
    assert "patches/linux-6.12/" in message
    assert "kernel/entry/common.c: hunk " in message
    assert message.count("does not fit") == 1


def test_file_that_is_missing(kernel: KernelTree) -> None:
    (kernel.root / "kernel/fork.c").unlink()
    assert "kernel/fork.c: no such file" in kernel.refused("install")


def test_line_numbers_may_differ(kernel: KernelTree) -> None:
    kernel.edit("kernel/fork.c", "\nstatic ", "\n/* one more line */\nstatic ")
    before = kernel.snapshot()
    kernel.overlay("install")
    kernel.overlay("uninstall")
    assert contents(kernel.snapshot()) == contents(before)


def test_no_kernel_tree(tmp_path: Path, kernel: KernelTree) -> None:
    done = kernel.run("overlay.py", "install", str(tmp_path))
    assert done.returncode == 1
    assert "is not a Linux source tree" in done.stderr
    missing = kernel.run("overlay.py", "install", str(tmp_path / "none"))
    assert missing.returncode == 1
    assert "is not a Linux source tree" in missing.stderr


def test_make_names_the_missing_word(kernel: KernelTree) -> None:
    done = subprocess.run(
        ["make", "-C", str(kernel.checkout), "install"], capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "KERNEL=DIR" in done.stderr


def test_overlay_copied_by_hand(kernel: KernelTree) -> None:
    path = kernel.root / TRACER
    path.write_bytes((kernel.checkout / TRACER).read_bytes())
    message = kernel.refused("install")
    assert f"{TRACER}: not the kernel's own file (no event_class_syscall_enter)" in message


def test_foreign_file_in_the_way(kernel: KernelTree) -> None:
    (kernel.root / "syscalls.def").write_text("mine\n", encoding="ascii")
    assert "syscalls.def exists already" in kernel.refused("install")


def test_rename_target_in_the_way(kernel: KernelTree) -> None:
    (kernel.root / EVENTS).write_text("mine\n", encoding="ascii")
    assert f"{EVENTS}: exists already" in kernel.refused("install")


@pytest.mark.parametrize("command", ["install", "uninstall"])
@pytest.mark.parametrize("name", ["kernel/fork.c", TRACER, EVENTS])
def test_user_changed_a_file(kernel: KernelTree, command: str, name: str) -> None:
    kernel.overlay("install")
    with (kernel.root / name).open("a", encoding="utf-8") as file:
        file.write("/* mine */\n")
    assert name in kernel.refused(command)


def test_user_removed_a_file(kernel: KernelTree) -> None:
    kernel.overlay("install")
    (kernel.root / "syscalls.def").unlink()
    assert "syscalls.def" in kernel.refused("uninstall")


def test_users_file_in_our_folder_survives(kernel: KernelTree) -> None:
    kernel.overlay("install")
    mine = kernel.root / "scripts/syscall_table/mine.txt"
    mine.write_text("mine\n", encoding="ascii")
    kernel.overlay("uninstall")
    assert mine.read_text(encoding="ascii") == "mine\n"


def test_changed_overlay_file(kernel: KernelTree, checkout: Path) -> None:
    before = kernel.snapshot()
    kernel.overlay("install")
    installed = kernel.snapshot()
    with (checkout / "syscalls.def").open("a", encoding="utf-8") as file:
        file.write("# one line more\n")
    (checkout / "kernel/trace/trace_syscalls_new.c").write_text("new\n", encoding="ascii")
    assert "(2 of" in kernel.overlay("install")
    after = kernel.snapshot()
    assert after["syscalls.def"][1].endswith(b"# one line more\n")
    assert after["kernel/trace/trace_syscalls_new.c"][1] == b"new\n"
    # Nothing else was written: a build would compile it again.
    assert after["kernel/fork.c"] == installed["kernel/fork.c"]
    kernel.overlay("uninstall")
    assert contents(kernel.snapshot()) == contents(before)


def test_removed_overlay_file(kernel: KernelTree, checkout: Path) -> None:
    kernel.overlay("install")
    (checkout / "include/linux/syscall_trace.h").unlink()
    kernel.overlay("install")
    assert not (kernel.root / "include/linux/syscall_trace.h").exists()


def test_changed_patch(kernel: KernelTree, checkout: Path) -> None:
    before = kernel.snapshot()
    kernel.overlay("install")
    for patch in (checkout / "patches/linux-6.12").glob("*.patch"):
        text = patch.read_text(encoding="utf-8")
        text = text.replace("syscall_trace_record_exit(regs)", "syscall_trace_other_exit(regs)")
        patch.write_text(text, encoding="utf-8")
    assert "(1 of" in kernel.overlay("install")
    entry = (kernel.root / "kernel/entry/common.c").read_text(encoding="utf-8")
    assert "syscall_trace_other_exit" in entry
    assert "syscall_trace_record_exit" not in entry
    kernel.overlay("uninstall")
    assert contents(kernel.snapshot()) == contents(before)


def test_shorter_series(kernel: KernelTree, checkout: Path) -> None:
    before = kernel.snapshot()
    kernel.overlay("install")
    series = checkout / "patches/linux-6.12/series"
    names = series.read_text(encoding="utf-8").splitlines()
    dropped = [name for name in names if "ring-buffer" in name]
    series.write_text("\n".join(name for name in names if name not in dropped), encoding="utf-8")
    kernel.overlay("install")
    ring = "kernel/trace/ring_buffer.c"
    assert kernel.snapshot()[ring][1] == before[ring][1]


def test_interrupted_installation(kernel: KernelTree, monkeypatch: pytest.MonkeyPatch) -> None:
    import overlay

    before = kernel.snapshot()
    written = 0
    write = overlay.write_file

    def give_up(path: Path, file: overlay.File) -> None:
        nonlocal written
        if ".syscall-tracer/" not in str(path):
            written += 1
            if written > 5:
                raise KeyboardInterrupt
        write(path, file)

    tree = overlay.Tree(kernel.root)
    wanted = tree.desired()
    monkeypatch.setattr(overlay, "write_file", give_up)
    with pytest.raises(KeyboardInterrupt):
        tree.change_to(wanted)
    monkeypatch.undo()
    os.close(tree._lock)
    assert contents(kernel.snapshot()) != contents(before)
    kernel.overlay("uninstall")
    assert contents(kernel.snapshot()) == contents(before)
