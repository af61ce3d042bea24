# SPDX-License-Identifier: GPL-2.0
"""What stress-ng does in a storm."""

from __future__ import annotations

import random

STRESSORS = (
    "syscall", "fork", "vfork", "clone", "pthread", "exec", "kill", "signal", "sigrt", "sigfd", "sigq",
    "ptrace", "seccomp", "futex", "pipe", "poll", "epoll", "eventfd", "timerfd", "timer", "nanosleep",
    "sockpair", "sockfd", "udp", "dup", "open", "dentry", "dir", "rename", "symlink", "getdent", "fcntl",
    "flock", "inotify", "fanotify", "splice", "tee", "vm-splice", "mq", "msg", "sem-sysv", "shm",
    "enosys", "sysinval", "sysbadaddr", "sysinfo", "get", "set", "prctl", "procfs", "rseq", "wait",
    "zombie", "switch", "yield", "mmap", "mremap", "mprotect", "userfaultfd", "membarrier", "io-uring",
    "aio", "env", "access", "utime", "xattr", "alarm", "itimer", "clock", "schedpolicy", "affinity",
)
AT_ONCE = 3


def stress_ng(chance: random.Random, seconds: int) -> list[str]:
    """The command for a few of them."""
    words = ["stress-ng", "--quiet", "--timeout", str(seconds), "--temp-path", "/tmp"]
    for stressor in chance.sample(STRESSORS, AT_ONCE):
        words += [f"--{stressor}", "1"]
    return words
