#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Prints which bits of the argument registers each system call ignores.

ignored_bits.py TREE

A line is "ABI NUMBER MASK...", with six masks in hex. What a call ignores follows
from the C types of its entry point, as the kernel source TREE has them: the wrapper
around each takes a register of the ABI and casts it. i386 has 32 bits a register,
whatever 64-bit code has in the rest of it.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "scripts"))

# pylint: disable=wrong-import-position
from syscall_table.check import Tree, read_tree
from syscall_table.arch import Abi, read_arch
from syscall_table.tbl import TblLine, read_tree_tbls

WORDS = 6
X32_BIT = 0x40000000
# seccomp cannot deny it, and it kills who calls it; and what is shown of the others is
# on the stack, where the calls before leave something else each time.
UNTOUCHABLE = ("uretprobe", "rt_sigreturn", "sigreturn")

SIZES = {
    8: "long, unsigned long, size_t, ssize_t, loff_t, off_t, u64, __u64, aio_context_t,"
    " old_sigset_t, cap_user_header_t, cap_user_data_t, __sighandler_t, compat_loff_t",
    4: "int, unsigned int, unsigned, u32, __u32, __s32, s32, pid_t, uid_t, gid_t, qid_t, key_t,"
    " key_serial_t, clockid_t, timer_t, mqd_t, rwf_t, compat_long_t, compat_ulong_t,"
    " compat_size_t, compat_ssize_t, compat_off_t, compat_pid_t, compat_uptr_t, compat_int_t,"
    " compat_uint_t, compat_aio_context_t, compat_old_sigset_t, compat_clock_t,"
    " enum landlock_rule_type",
    2: "umode_t, old_uid_t, old_gid_t, compat_mode_t, short, unsigned short",
}
SIZE_OF = {name.strip(): size for size, names in SIZES.items() for name in names.split(",")}


def size_of(kind: str) -> int:
    """The size of a C type; nothing is guessed."""
    if "*" in kind:
        return 8
    return SIZE_OF[kind.replace("const ", "")]


def ignored(sizes: list[int], register: int) -> list[int]:
    """The masks of arguments of these sizes, in registers of that many bytes."""
    sizes = sizes + [8] * (WORDS - len(sizes))
    whole = (1 << 64) - 1
    return [whole & ~((1 << 8 * min(size, register)) - 1) for size in sizes]


def line_of(tree: Tree, abi: Abi, call: TblLine) -> str:
    """What is printed of one number; nothing if there is no such call."""
    entry = call.implemented(abi.compat)
    prototype = tree.prototype(entry) if entry else None
    if not prototype or call.name in UNTOUCHABLE:
        return ""
    sizes = [size_of(param.type) for param in prototype.params]
    masks = ignored(sizes, 4 if abi.compat else 8)
    number = call.number | (X32_BIT if abi.name == "x32" else 0)
    return f"{abi.name} {number} " + " ".join(f"{mask:x}" for mask in masks)


def main() -> None:
    """Print all numbers of all ABIs."""
    path = sys.argv[1]
    arch = read_arch()
    tree, tbls = read_tree(path, arch), read_tree_tbls(path, arch)
    for abi in arch.abis:
        calls = [call for call in tbls[abi.tbl] if call.abi in abi.words]
        lines = [line for line in (line_of(tree, abi, call) for call in calls) if line]
        # Every call has a prototype, but for some that the kernel lacks.
        if len(lines) < 0.9 * len(calls):
            sys.exit(f"{abi.name}: prototypes of {len(lines)} of {len(calls)} calls")
        print("\n".join(lines))


if __name__ == "__main__":
    main()
