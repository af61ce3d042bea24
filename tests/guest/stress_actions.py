# SPDX-License-Identifier: GPL-2.0
"""What is done to the tracer in a storm: an action does one thing at random, and returns whether it
could be done.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import random
import signal
import stat
import time
from collections.abc import Callable
from pathlib import Path

from storm import write

TRACING = Path("/sys/kernel/tracing")
CPUS = Path("/sys/devices/system/cpu")
# Instances in which anything may happen, the top one beside them.
WILD = [TRACING] + [TRACING / f"instances/stress-{n}" for n in range(3)]
TRACERS = ("syscall", "process", "nop")

# What is written to a control file by its name: what may be right, beside what surely is wrong.
WORDS: dict[str, tuple[str, ...]] = {
    "set_syscall_pid": ("", "1", "1 2 3", "4194304", "-1", "1 x"),
    "set_syscall_notrace_pid": ("", "1", "2 3", "-"),
    "set_event_pid": ("", "1", "1 2 3", "x"),
    "set_event_notrace_pid": ("", "1", "2 3"),
    "set_syscall_uid": ("", "0", "1-4294967294", "5-4"),
    "set_syscall_comm": ("", "stress-ng* storm chaos*", "*", "nobody", "a" * 300),
    "set_syscall_cgroup": ("", "/", "/none"),
    "set_syscall": ("", "%file", "* !close", "openat read write", "nosuchcall", "%desc@i386"),
    "set_syscall_notrace": ("", "%desc", "close", "%nosuchclass"),
    "syscall_filter": (
        "", "failed", "duration > 2ms", "duration > 1ms && failed :stacktrace :count 9",
        'openat: filename ~ "*none*"', "fd == 3 || !failed", "nosuch == 1",
        "failed :snapshot :count 3", "%file: failed && errno == ENOENT", "((((((((fd == 1",
        'execve: argv ~ "*x*"', "duration > 100us :stop :count 1",
    ),
    "syscall_strlen": ("0", "1", "17", "256", "4095", "1000000"),
    "syscall_datalen": ("0", "1", "17", "256", "4095", "-1"),
    "buffer_size_kb": ("1", "4", "17", "64", "500", "3000", "0"),
    "buffer_subbuf_size_kb": ("4", "8", "64", "3"),
    "buffer_percent": ("0", "50", "100", "101"),
    "trace_clock": ("local", "global", "counter", "boot", "mono", "tai", "x86-tsc", "nosuch"),
    "current_tracer": (*TRACERS, "nosuch"),
    "snapshot": ("0", "1", "2", "1", "1"),
    "trace": ("",),
    "tracing_on": ("0", "1", "1", "1"),
    "tracing_cpumask": ("1", "3", "f", "ff", "0"),
    "trace_options": ("nosyscall_batch", "syscall_batch", "overwrite", "nooverwrite", "nosuch"),
    "process_trace_taskcomm_filter": ("", "storm", "*"),
    "process_trace_uid_filter": ("", "0", "1000"),
    "syscall_stats": ("", "0", "x"),
    "syscall_hist": ("", "0"),
    "trace_marker": ("hello", "\0", "x" * 5000),
    "saved_cmdlines_size": ("1", "128", "5000", "0"),
    "tracing_max_latency": ("0",),
    "tracing_thresh": ("0", "100"),
    "set_event": ("sched:*", "!sched:*", "syscalls:*", "!*:*", "no:such"),
}
# Events that are recorded beside calls.
EVENTS = ("sched", "raw_syscalls", "signal", "task", "timer", "ipi", "kmem", "cgroup")
# What would end the storm, or make a test of something else out of it.
LEFT_ALONE = ("free_buffer", "hwlat_detector", "dynamic_events", "kprobe_events", "uprobe_events",
              "synthetic_events", "kprobe_probes", "process_trace_README")

chance = random.Random()


def give_way(longest: float) -> None:
    """Let others do something."""
    time.sleep(chance.random() * longest)


def any_instance() -> Path:
    """One of those in which anything may happen."""
    return chance.choice(WILD)


def control_files(instance: Path) -> list[Path]:
    """All that can be written."""
    found = [path for path in instance.iterdir() if path.is_file()]
    found += list((instance / "options").iterdir())
    found += list((instance / "per_cpu").glob("cpu[01]/*"))
    return [path for path in found if not is_left_alone(path) and path.stat().st_mode & stat.S_IWUSR]


def words_for(path: Path) -> bytes:
    """Right ones, wrong ones, or none at all."""
    kind = chance.random()
    if kind < 0.06:
        return chance.randbytes(chance.choice((1, 7, 64, 4095, 4096, 9000)))
    if kind < 0.12:
        return str(chance.choice((-1, 2**31, 2**63, 2**64, "x" * 5000, " ", "\n\n", "%s%n"))).encode()
    if path.parent.name == "options":
        return chance.choice((b"0", b"1", b"1\n", b"2"))
    words = WORDS.get(path.name, ("0", "1", "", "nosuch"))
    return chance.choice(words).encode()


# Options that print elsewhere or do nothing.
LEFT_OPTIONS = {"test_nop_refuse", "test_nop_accept", "trace_printk_dest", "userstacktrace"}
# Without records, there are no numbers of calls.
NO_RECORDS = "syscall_stat_only"


def is_left_alone(path: Path) -> bool:
    """May nothing be written there?"""
    return path.name in LEFT_ALONE or path.parent.name == "options" and path.name in LEFT_OPTIONS


def write_controls() -> int:
    """Any control file gets anything; some are appended to, or written in two parts."""
    path = chance.choice(control_files(any_instance()))
    give_way(0.004)
    flags = os.O_WRONLY | chance.choice((os.O_TRUNC, os.O_TRUNC, os.O_APPEND, 0))
    words = words_for(path)
    try:
        fd = os.open(path, flags | os.O_NONBLOCK)
    except OSError:
        return 0
    try:
        os.write(fd, words)
        if chance.random() < 0.1:
            os.write(fd, words_for(path))
    except OSError:
        return 0
    finally:
        with contextlib.suppress(OSError):
            os.close(fd)
    return 1


def read_controls() -> int:
    """Any file is read, in parts of any size."""
    instance = any_instance()
    names = [path for path in instance.iterdir() if path.is_file()]
    names += list((instance / "per_cpu/cpu0").iterdir())
    path = chance.choice(names)
    if path.name in LEFT_ALONE:
        return 0
    fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        for _ in range(chance.choice((1, 3, 30))):
            if not os.read(fd, chance.choice((1, 100, 4096, 65536))):
                break
        if chance.random() < 0.3:
            os.lseek(fd, chance.choice((0, 1, 4096)), os.SEEK_SET)
            os.read(fd, 4096)
    finally:
        os.close(fd)
    return 1


def switch_tracers() -> int:
    """An instance begins or ends to trace."""
    give_way(0.02)
    return write(any_instance() / "current_tracer", chance.choice(TRACERS))


def set_options() -> int:
    """What is recorded, and how it is shown, is another."""
    options = [path for path in (any_instance() / "options").iterdir() if not is_left_alone(path)]
    give_way(0.01)
    return write(chance.choice(options), chance.choice("01"))


def set_events() -> int:
    """Other recorders write to the same ring buffers."""
    give_way(0.05)
    return write(any_instance() / f"events/{chance.choice(EVENTS)}/enable", chance.choice("0001"))


def read_pages() -> int:
    """The pages of a CPU, by read() or splice()."""
    path = any_instance() / f"per_cpu/cpu{chance.choice((0, 1))}/trace_pipe_raw"
    fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    null = os.open("/dev/null", os.O_WRONLY)
    pipe = os.pipe()
    done = 0
    try:
        for _ in range(8):
            with contextlib.suppress(OSError):
                if chance.random() < 0.5:
                    done += bool(os.read(fd, 4096))
                else:
                    done += bool(os.splice(fd, pipe[1], 16384, flags=os.SPLICE_F_NONBLOCK))
                    os.splice(pipe[0], null, 16384, flags=os.SPLICE_F_NONBLOCK)
    finally:
        for one in (fd, null, *pipe):
            os.close(one)
    return done


def map_pages() -> int:
    """The ring buffer of a CPU, by mmap()."""
    path = any_instance() / "per_cpu/cpu0/trace_pipe_raw"
    fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with mmap.mmap(fd, mmap.PAGESIZE, mmap.MAP_SHARED, mmap.PROT_READ) as meta:
            give_way(0.05)
            return len(meta[:64]) // 64
    except (OSError, ValueError):
        return 0
    finally:
        os.close(fd)


def remake_instances() -> int:
    """An instance comes, has blocked calls in it, and goes."""
    instance = TRACING / f"instances/stress-{os.getpid()}"
    instance.mkdir(exist_ok=True)
    ends = os.pipe()
    blocked = os.fork()
    if not blocked:
        os.close(ends[1])
        os.read(ends[0], 1)
        os._exit(0)
    try:
        write(instance / "set_syscall_pid", blocked)
        write(instance / "syscall_filter", chance.choice(("", "duration > 1ms", "failed")))
        write(instance / "options/syscall_batch", chance.choice("01"))
        write(instance / "current_tracer", chance.choice(TRACERS))
        give_way(0.02)
    finally:
        instance.rmdir()
        if chance.random() < 0.5:
            os.kill(blocked, signal.SIGKILL)
        for end in ends:
            os.close(end)
        os.waitpid(blocked, 0)
    return 1


def plug_cpus() -> int:
    """CPUs go and come."""
    cpus = sorted(CPUS.glob("cpu[1-9]"))
    give_way(1)
    return write(chance.choice(cpus) / "online", chance.choice("01"))


ACTIONS: tuple[Callable[[], int], ...] = (
    write_controls, write_controls, read_controls, switch_tracers, set_options, set_events, read_pages,
    map_pages, remake_instances, plug_cpus,
)


def make_instances() -> None:
    """Those in which anything may happen."""
    for instance in WILD[1:]:
        instance.mkdir(exist_ok=True)


def options_of(instance: Path) -> dict[Path, str]:
    """Its options, which instances inherit from the top one."""
    return {path: path.read_text() for path in (instance / "options").iterdir() if not is_left_alone(path)}


def clear_lists(instance: Path) -> None:
    """It chooses no tasks and no calls."""
    for path in control_files(instance):
        if path.name.startswith(("set_syscall", "set_event_", "syscall_filter", "process_trace_taskcomm",
                                 "process_trace_uid")):
            write(path, "")


def end(options: dict[Path, str]) -> None:
    """Nothing is traced any more, all CPUs are there, and the top instance is as it was."""
    for cpu in CPUS.glob("cpu[1-9]"):
        write(cpu / "online", "1")
    for instance in WILD[1:]:
        write(instance / "current_tracer", "nop")
        instance.rmdir()
    for name, value in (("current_tracer", "nop"), ("tracing_on", "1"), ("events/enable", "0"),
                        ("snapshot", "0"), ("trace_clock", "local"), ("tracing_cpumask", "ff"),
                        ("buffer_subbuf_size_kb", "4"), ("buffer_size_kb", "64"),
                        ("saved_cmdlines_size", "128"), ("error_log", ""), ("trace", "")):
        write(TRACING / name, value)
    for path, value in options.items():
        write(path, value)
    clear_lists(TRACING)
