#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Turns syscalls.def into the tables of the system call tracer, and keeps it
in step with the kernel: the build, --check and --update all read it here."""
from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence

# Nothing but the output may appear in a source tree that may be read-only.
sys.dont_write_bytecode = True

# pylint: disable=wrong-import-position
from syscall_table.arch import Arch, own_file, read_arch  # noqa: E402
from syscall_table.check import check  # noqa: E402
from syscall_table.definition import Failure, Table  # noqa: E402
from syscall_table.emit import calls_text  # noqa: E402
from syscall_table.ioctls import probe_text, table_text  # noqa: E402
from syscall_table.narrow import narrow_arguments  # noqa: E402
from syscall_table.own import read_own_table  # noqa: E402
from syscall_table.slots import numbers_text  # noqa: E402
from syscall_table.tbl import (  # noqa: E402
    abi_lines,
    find_key,
    read_tbl,
    read_tree_tbls,
)
from syscall_table.update import update  # noqa: E402
from syscall_table.write import write_file  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

DESCRIPTION = """\
Turn syscalls.def into the C tables of the system call tracer, compare it with
a kernel tree, or add the system calls of a newer kernel to it."""

EXAMPLES = """\
the build:
  gen_syscall_table.py --calls table.c --tbl syscall_64.tbl syscall_32.tbl
  gen_syscall_table.py --numbers nr_64.h   --tbl syscall_64.tbl --abis common,64
  gen_syscall_table.py --numbers nr_32.h   --tbl syscall_32.tbl --abis common --compat
  gen_syscall_table.py --ioctls probe.c --headers include/uapi arch/$ARCH/include/uapi
  gcc -S -o 64.s ... probe.c   (and for each other ABI)
  gen_syscall_table.py --ioctl-table ioctls.c --asm wide=64.s narrow=32.s

by hand:
  gen_syscall_table.py --check ~/linux            what differs from that tree
  gen_syscall_table.py --check ~/linux --verbose  and which differences are accepted
  gen_syscall_table.py --update ~/linux           add the calls that are missing
  gen_syscall_table.py --dump ~/linux             every number and what it means

A line of syscalls.def that ends in "# differs: reason" may differ from the
kernel's prototype. Exit status: 0; 1 if a file is wrong or --check found
problems; 2 if the command line is wrong."""


def show_path(path: str) -> str:
    """Relative to where we are if it is below; the way gcc shows names."""
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative


def parse_arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="gen_syscall_table.py",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    modes = parser.add_mutually_exclusive_group(required=True)
    modes.add_argument(
        "--calls", metavar="OUT.c", help="write the table of all calls, of every ABI"
    )
    modes.add_argument(
        "--numbers",
        metavar="OUT.h",
        help="write one SYSCALL_TRACE_SLOT(number, call, name) per number of one ABI; "
        "a call that syscalls.def lacks is NULL and a warning",
    )
    modes.add_argument(
        "--ioctls",
        metavar="OUT.c",
        help="write what tells the numbers of ioctl commands once it is compiled to assembler",
    )
    modes.add_argument(
        "--ioctl-table", metavar="OUT.c", help="write the table of ioctl commands, of every ABI"
    )
    tree_help = "TREE: a kernel tree (default: the one this script is in)"
    modes.add_argument(
        "--check",
        metavar="TREE",
        nargs="?",
        const=ROOT,
        help="compare with the tree's calls, prototypes and headers; " + tree_help,
    )
    modes.add_argument(
        "--update",
        metavar="TREE",
        nargs="?",
        const=ROOT,
        help="add a line, to be reviewed, for each of the tree's calls that has none",
    )
    modes.add_argument(
        "--dump",
        metavar="TREE",
        nargs="?",
        const=ROOT,
        help="print 'abi number name key nr_args argument:kind...' for every number",
    )
    modes.add_argument(
        "--dump-calls", action="store_true", help="print 'key nr_args argument...' for every call"
    )
    parser.add_argument(
        "--def",
        dest="definition",
        metavar="FILE",
        help="the table (default: syscalls.def in the directory above the script's)",
    )
    parser.add_argument(
        "--own",
        metavar="FILE",
        help="what the architecture has differently from the table (default, without --def: "
        "what this one's has)",
    )
    parser.add_argument(
        "--tbl",
        metavar="TBL",
        nargs="+",
        default=[],
        help="the kernel's .tbl files: with --calls all of them, for the calls that "
        "never return; with --numbers the one of the ABI",
    )
    parser.add_argument(
        "--abis",
        metavar="WORDS",
        help="with --numbers: take the lines with these words in the second column, "
        "separated by commas",
    )
    parser.add_argument(
        "--compat",
        action="store_true",
        help="with --numbers: prefer the compat entry point (of an ABI of 32 bits)",
    )
    parser.add_argument(
        "--prototypes",
        metavar="FILE",
        help="with --numbers: the header with the prototypes of compat entry points, some "
        "arguments of which have 32 bits where the ABI's registers have 64",
    )
    parser.add_argument(
        "--name", default="", help="with --numbers: what the ABI is called, in messages"
    )
    parser.add_argument(
        "--headers",
        metavar="DIR",
        nargs="+",
        default=[],
        help="with --ioctls: where the headers of user space's interface are",
    )
    parser.add_argument(
        "--foreign",
        metavar="PATTERN",
        nargs="+",
        default=[],
        help="with --ioctls: commands of other architectures, as file names are matched",
    )
    parser.add_argument(
        "--asm",
        metavar="ABI=FILE",
        nargs="+",
        default=[],
        help="with --ioctl-table: the assembler text that the compiler made for the ABI",
    )
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="with --check: list accepted differences too"
    )
    args = parser.parse_args(argv)
    if args.calls is not None and not args.tbl:
        parser.error("--calls needs --tbl")
    if args.numbers is not None and (len(args.tbl) != 1 or not args.abis):
        parser.error("--numbers needs --tbl with one file, and --abis")
    if args.numbers is None and (args.abis or args.compat):
        parser.error("--abis and --compat go with --numbers")
    if args.numbers is None and args.name:
        parser.error("--name goes with --numbers")
    if args.numbers is None and args.prototypes:
        parser.error("--prototypes goes with --numbers")
    if args.tbl and args.calls is None and args.numbers is None:
        parser.error("--tbl goes with --calls and --numbers")
    if bool(args.headers) != (args.ioctls is not None):
        parser.error("--ioctls and --headers go together")
    if args.foreign and args.ioctls is None:
        parser.error("--foreign goes with --ioctls")
    if bool(args.asm) != (args.ioctl_table is not None):
        parser.error("--ioctl-table and --asm go together")
    if not all(re.fullmatch(r"\w+=.+", word) for word in args.asm):
        parser.error("--asm takes ABI=FILE")
    if args.definition is None:
        args.definition = show_path(os.path.join(ROOT, "syscalls.def"))
        own = args.own or own_file()
        args.own = own and show_path(own)
    return args


def write_numbers(table: Table, args: argparse.Namespace) -> None:
    words = tuple(args.abis.split(","))
    path = args.tbl[0]
    narrow = narrow_arguments(args.prototypes) if args.prototypes else {}
    text, warnings = numbers_text(
        table, read_tbl(path), path, words, args.compat, narrow, args.name
    )
    write_file(args.numbers, text)
    for warning in warnings:
        print(warning, file=sys.stderr)


def print_check(table: Table, args: argparse.Namespace) -> int:
    report = check(table, args.check, read_arch())
    for line in report.problems + (report.notes if args.verbose else []):
        print(line)
    print(report.summary)
    return 1 if report.problems else 0


def do_update(table: Table, args: argparse.Namespace) -> None:
    result = update(table, args.update, read_arch(), args.own)
    if result.messages:
        write_file(table.path, result.text)
    else:
        print(f"{table.path}: nothing to add")
    for message in result.messages:
        print(message)


def dump(table: Table, tree: str, arch: Arch) -> None:
    tbls = read_tree_tbls(tree, arch)
    for abi in sorted(arch.abis, key=lambda abi: arch.tbls.index(abi.tbl)):
        for line in abi_lines(tbls[abi.tbl], abi.words, abi.name):
            entry = line.implemented(abi.compat)
            key = find_key(entry, table.calls) if entry is not None else None
            words = ["-", "-"]
            if key is not None:
                args = table.calls[key].args
                words = [key, str(len(args)), *(f"{arg.name}:{arg.kind}" for arg in args if arg)]
            print(abi.name, line.number, line.name, *words)


def dump_calls(table: Table) -> None:
    for call in table.calls.values():
        print(call.key, len(call.args), *call.arg_names)


def run(args: argparse.Namespace) -> int:
    if args.ioctls is not None:
        write_file(args.ioctls, probe_text(args.headers, args.foreign))
        return 0
    if args.ioctl_table is not None:
        write_file(args.ioctl_table, table_text(dict(word.split("=", 1) for word in args.asm)))
        return 0
    table = read_own_table(args.definition, args.own)
    if args.calls is not None:
        tbls = [read_tbl(path) for path in args.tbl]
        write_file(args.calls, calls_text(table, tbls, args.tbl))
    elif args.numbers is not None:
        write_numbers(table, args)
    elif args.check is not None:
        return print_check(table, args)
    elif args.update is not None:
        do_update(table, args)
    elif args.dump is not None:
        dump(table, args.dump, read_arch())
    else:
        dump_calls(table)
    return 0


def main(argv: Sequence[str]) -> int:
    args = parse_arguments(argv)
    try:
        status = run(args)
        sys.stdout.flush()
        return status
    except Failure as failure:
        print("\n".join(failure.lines), file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
