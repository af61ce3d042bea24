# SPDX-License-Identifier: GPL-2.0
"""Finds the names of ioctl commands and makes the table of their numbers.

A number holds the size of a structure, so only the compiler knows it, and each
ABI has its own. There are two steps. probe_text() scans the headers for names
and writes a C file that is compiled once for each ABI, but never linked: the
assembler text that comes out says what each name is. table_text() reads these
texts and writes the table, sorted.

The headers are those of user space's interface alone, which compile for every
ABI; the kernel's own compile only for the one it is built for. A new header, or
a new command in one, needs nothing to be done.
"""
from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Optional

from .definition import Failure
from .emit import GENERATOR, base_names
from .source import strip_comments

# What every command is made by; macros that end in one of these make some, too.
MAKERS = ("_IO", "_IOC", "_IOR", "_IOW", "_IOWR", "_IOR_BAD", "_IOW_BAD", "_IOWR_BAD")
# These make families of commands, which the kernel prints by rule.
FAMILIES = ("MIXER_READ", "MIXER_WRITE")

# Headers whose commands are plain numbers, and the upper byte of these.
PLAIN = {
    "asm-generic/ioctls.h": 0x54,
    "asm-generic/sockios.h": 0x89,
    "linux/cdrom.h": 0x53,
    "linux/fb.h": 0x46,
    "linux/hdreg.h": 0x03,
    "linux/kd.h": 0x4B,
    "linux/loop.h": 0x4C,
    "linux/sockios.h": 0x89,
    "linux/vt.h": 0x56,
    "linux/wireless.h": 0x8B,
    "scsi/scsi.h": 0x53,
    "scsi/scsi_ioctl.h": 0x53,
    "scsi/sg.h": 0x22,
}

# Headers of the kernel's own with commands that programs use, which take them from
# the C library or have copies. They do not compile without the rest of the kernel:
# the lines that define commands are copied.
OUTSIDE = (
    "linux/vmw_vmci_defs.h",
    "net/bluetooth/hci_sock.h",
    "net/bluetooth/rfcomm.h",
    "scsi/scsi.h",
    "scsi/scsi_ioctl.h",
    "scsi/sg.h",
)

# Headers that are left out, and why. None has to be now.
WITHOUT: dict[str, str] = {}

# Commands that are left out, as regular expressions, and why. Those of other architectures
# are left out, too: the architecture tells which.
UNNAMED = {
    r"__.*": "not for use outside the header",
    r"USBDEVFS_.*32|EXT4_IOC32_GROUP_ADD": "of structures that only the kernel's headers have",
    r"VIDIOC_SUBDEV_([GS]_(DV_TIMINGS|EDID|STD)|(ENUM|QUERY)_?(DV_TIMINGS|STD)|DV_TIMINGS_CAP)": (
        "the same commands as those without SUBDEV_"
    ),
    r"DMA_BUF_SET_NAME": "DMA_BUF_SET_NAME_A and _B tell its two numbers apart",
}


# ---- names ----

_DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)\n]*\))?[ \t]*(.*)$", re.MULTILINE)
_MADE = re.compile(r"[\s(]*(\w+)\s*\(")
_ENUM = re.compile(r"\benum\b[^{};]*\{([^{}]*)\}")
_MEMBER = re.compile(r"(\w+)\s*=\s*(\w+)\s*\(")
_NUMBER = re.compile(r"\(?0x([0-9a-f]{1,2})[0-9a-f]{2}\)?", re.IGNORECASE)


@dataclass
class Header:
    """What is of interest in one header, in its order."""

    name: str  # as it is included
    macros: dict[str, str] = field(default_factory=dict)
    functions: dict[str, str] = field(default_factory=dict)
    members: dict[str, str] = field(default_factory=dict)  # of enums: what makes them
    commands: list[str] = field(default_factory=list)


def read_header(path: str, name: str) -> Header:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = strip_comments(file.read()).replace("\\\n", " ")
    except OSError as error:
        raise Failure([f"{path}: cannot read: {error.strerror}"]) from None
    header = Header(name)
    for macro, parameters, body in _DEFINE.findall(text):
        (header.functions if parameters else header.macros).setdefault(macro, body.strip())
    for members in _ENUM.findall(_DEFINE.sub("", text)):
        header.members.update(_MEMBER.findall(members))
    return header


def read_headers(roots: list[str]) -> list[Header]:
    """All headers below these directories, then those of OUTSIDE."""
    headers: list[Header] = []
    for root in roots:
        if not os.path.isdir(root):
            raise Failure([f"{root}: no such directory"])
        for directory, subdirectories, files in os.walk(root):
            subdirectories.sort()
            for file in sorted(files):
                path = os.path.join(directory, file)
                name = os.path.relpath(path, root)
                if file.endswith(".h") and name not in WITHOUT:
                    headers.append(read_header(path, name))
    for name in OUTSIDE:
        for root in roots:
            path = os.path.join(root, os.pardir, name)
            if os.path.isfile(path):
                headers.append(read_header(path, name))
    return headers


def made_by(body: str) -> Optional[str]:
    match = _MADE.match(body)
    return match.group(1) if match else None


def all_makers(headers: list[Header]) -> set[str]:
    """MAKERS and what the headers define by them."""
    makers = set(MAKERS)
    size = 0
    while size != len(makers):
        size = len(makers)
        for header in headers:
            for name, body in header.functions.items():
                if made_by(body) in makers and name not in FAMILIES:
                    makers.add(name)
            # "#define _SIO _IO"
            makers |= {name for name, body in header.macros.items() if body in makers}
    return makers


def find_commands(header: Header, makers: set[str]) -> Iterator[str]:
    """Not those that are only another name of a command: "#define TIOCINQ FIONREAD"."""
    plain = PLAIN.get(header.name)
    for name, body in header.macros.items():
        number = _NUMBER.fullmatch(body)
        if number and plain is not None and int(number.group(1), 16) == plain:
            yield name
        elif made_by(body) in makers:
            yield name
    for name, maker in header.members.items():
        if maker in makers:
            yield name


def is_named(name: str, foreign: Sequence[str]) -> bool:
    """FOREIGN: patterns as those of file names."""
    return not (
        any(re.fullmatch(pattern, name) for pattern in UNNAMED)
        or any(fnmatchcase(name, pattern) for pattern in foreign)
    )


# ---- the probe ----

# What the headers take for granted. They are read as the kernel reads them: then
# they need nothing of the C library, and structures are those that the kernel sees.
PRELUDE = """\
/* Headers of the kernel: of no use here, nor would they compile for every ABI. */
#define __KVM_TYPES_H__
#define __LINUX_COMPILER_H
#define __LINUX_COMPILER_TYPES_H
#define __XEN_PUBLIC_XEN_H__

#define __always_inline	inline
#define __aligned(x)	__attribute__((aligned(x)))
#define __attribute_const__
#define __bitwise
#define __counted_by(x)
#define __force
#define __iomem
#define __packed	__attribute__((packed))
#define __user
#define KVM_STATS_NAME_SIZE	48

#include <linux/ioctl.h>
#include <linux/types.h>

typedef __s8 s8, int8_t;
typedef __s16 s16, int16_t;
typedef __s32 s32, int32_t;
typedef __s64 s64, int64_t;
typedef __u8 u8, uint8_t;
typedef __u16 u16, uint16_t, sa_family_t, domid_t;
typedef __u32 u32, uint32_t, grant_ref_t, compat_ulong_t;
typedef __u64 u64, uint64_t;
typedef unsigned short u_short;
typedef unsigned long u_long, uintptr_t, xen_pfn_t;
typedef unsigned long long u_quad_t;
typedef _Bool bool;
typedef char *caddr_t;
typedef __kernel_ino_t ino_t;
typedef __kernel_loff_t loff_t;
typedef __kernel_mode_t mode_t;
typedef __kernel_off_t off_t;
typedef __kernel_old_time_t time_t;
typedef __kernel_pid_t pid_t;
typedef __kernel_size_t size_t;
typedef __kernel_uid_t uid_t;

struct sockaddr {
	sa_family_t		sa_family;
	char			sa_data[14];
};

struct timespec {
	__kernel_old_time_t	tv_sec;
	long			tv_nsec;
};

struct timeval {
	__kernel_old_time_t	tv_sec;
	__kernel_suseconds_t	tv_usec;
};

void *memset(void *dst, int c, size_t count);

/* These hide structures from the kernel that commands are made of. */
#include <linux/dvb/frontend.h>
#include <sound/asound.h>

#define __KERNEL__

/* Some headers rely on others that they do not include. */
#include <linux/atmdev.h>
#include <linux/blktrace_api.h>
#include <linux/fiemap.h>
#include <linux/filter.h>
#include <linux/major.h>
#include <linux/serial.h>
#include <linux/time_types.h>
#include <linux/videodev2.h>
#include <asm/termbits.h>

/* As asm-offsets does it: the numbers are read from the assembler text. */
#define COMMAND(name) \\
	asm volatile("\\n.ascii \\"->ioctl " #name " %0\\"" : : "i" ((unsigned int)(name)))
"""


def probe_text(roots: list[str], foreign: Sequence[str] = ()) -> str:
    """The C file from whose assembler text the numbers can be read, of all commands but
    those of other architectures."""
    headers = read_headers(roots)
    makers = all_makers(headers)
    lines = [
        "// SPDX-License-Identifier: GPL-2.0",
        "/*",
        " * Tells the numbers of ioctl commands: compiled, but not linked.",
        " *",
        f" * Generated by {GENERATOR}. Do not edit. If a header does not compile",
        " * here: scripts/syscall_table/ioctls.py can leave it, or a command, out.",
        " */",
        PRELUDE,
    ]
    for index, header in enumerate(headers):
        names = [name for name in find_commands(header, makers) if is_named(name, foreign)]
        if names:
            lines += header_lines(header, names)
            # At once, because the next header may define the macros anew that
            # these names are made of.
            lines += command_lines(index, header, names)
    return "\n".join(lines)


def header_lines(header: Header, names: list[str]) -> Iterator[str]:
    if header.name not in OUTSIDE:
        yield f"#include <{header.name}>"
        return
    yield f"/* {header.name} */"
    for name in names:
        yield f"#define {name} {header.macros[name]}"


def command_lines(index: int, header: Header, names: list[str]) -> Iterator[str]:
    yield f"void commands_{index}(void)"
    yield "{"
    for name in names:
        if name in header.members:
            yield f"\tCOMMAND({name});"
        else:
            # Which of them there are may depend on the architecture.
            yield from (f"#ifdef {name}", f"\tCOMMAND({name});", "#endif")
    yield "}"
    yield ""


# ---- the table ----

# gcc and clang write a constant as $1, #1 or 1: that depends on the architecture, and so
# does whether clang leaves the line as it is.
_COMMAND = re.compile(r'\.ascii\s+"->ioctl (\w+) [$#]?(-?\d+)"')
_WIDTH = re.compile(r"32|64")


def read_numbers(path: str) -> dict[int, set[str]]:
    """The names of each number, from one ABI's assembler text."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError as error:
        raise Failure([f"{path}: cannot read: {error.strerror}"]) from None
    numbers: dict[int, set[str]] = {}
    for name, number in _COMMAND.findall(text):
        numbers.setdefault(int(number) & 0xFFFFFFFF, set()).add(name)
    if not numbers:
        raise Failure([f"{path}: tells no ioctl command"])
    return {number: distinct(names) for number, names in numbers.items()}


def distinct(names: set[str]) -> set[str]:
    """FS_IOC32_GETFLAGS makes FS_IOC_GETFLAGS, if it is the same number, superfluous."""
    return names - {_WIDTH.sub("", name) for name in names if _WIDTH.search(name)}


def table_text(texts: dict[str, str]) -> str:
    """The C file that defines syscall_trace_ioctls[]. `texts`: one path for each ABI."""
    entries: dict[tuple[int, str], list[str]] = {}
    for abi, path in texts.items():
        for number, names in read_numbers(path).items():
            for name in names:
                entries.setdefault((number, name), []).append(abi.upper())
    lines = [
        "// SPDX-License-Identifier: GPL-2.0",
        "/*",
        " * The numbers of ioctl commands in each ABI.",
        " *",
        f" * Generated by {GENERATOR} from {base_names(list(texts.values()))}.",
        " * Do not edit.",
        " */",
        "#include <linux/bits.h>",
        "#include <asm/syscall_trace.h>",
        "",
        '#include "format/ioctl.h"',
        "",
        *(f"#define {abi.upper()}\tBIT(SYSCALL_TRACE_ABI_{abi.upper()})" for abi in texts),
        "",
        "const struct syscall_trace_ioctl syscall_trace_ioctls[] = {",
    ]
    for (number, name), abis in sorted(entries.items()):
        lines.append(f'\t{{ {number:#010x}, {" | ".join(abis)}, "{name}" }},')
    lines += ["};", "", f"const unsigned int syscall_trace_nr_ioctls = {len(entries)};", ""]
    return "\n".join(lines)
