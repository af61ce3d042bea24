# SPDX-License-Identifier: GPL-2.0
"""The whole programs that are measured: each does a fixed amount of work.

A workload is a script for bash. Its current folder is new, empty and in memory. $PROGRAMS
has the bench's own programs.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Workload:
    """A program and what it works on."""

    name: str
    title: str
    script: str
    # Prepares the folder, outside the measured time. The process whose number it leaves in
    # the file "server" is ended afterwards.
    prepare: str = ":"
    needs: tuple[str, ...] = ()


LOAD = "/usr/share/dbench/client.txt"
# dbench repeats its load until some time has passed. A line that must fail ends it after
# the first time.
LAST_LINE = "Close 99999 NT_STATUS_OK"

WORKLOADS = (
    Workload("files", "mix of file calls, 500 times", "$PROGRAMS/mix . 500"),
    Workload(
        "dbench",
        "dbench, 3,000 lines of its load file",
        "dbench --no-resolve -t 600 -c load -D data 1 | grep -q 'handle 99999 was not found'",
        f"mkdir data; {{ head -n 3000 {LOAD}; echo {LAST_LINE}; }} >load",
        ("dbench",),
    ),
    Workload(
        "tbench",
        "3,000 lines of dbench's load file as tbench does them, one connection",
        f"$PROGRAMS/pingpong 3000 {LOAD}",
        needs=("dbench",),
    ),
    Workload("pingpong", "TCP ping-pong, 256 bytes, 3,000 times", "$PROGRAMS/pingpong 3000"),
    Workload(
        "compile",
        "``gcc -O2 -c`` of a file of 80 lines",
        "gcc -O2 -c mix.c",
        "cp $SOURCES/mix.c $SOURCES/bench.h .",
        ("gcc",),
    ),
    Workload(
        "shell",
        "shell loop, 60 short commands",
        "for i in {1..15}; do /bin/true; ls / >/dev/null; echo $i | cat >/dev/null;"
        " x=$(basename /a/$i.c .c); done",
    ),
    Workload(
        "sqlite",
        "sqlite3, 200 inserts, each a transaction",
        "sqlite3 db <inserts",
        'sqlite3 db "create table t (id integer primary key, name text, value real);";'
        " for i in {1..200}; do echo \"insert into t (name, value) values ('name $i', $i.5);\";"
        " done >inserts",
        ("sqlite3",),
    ),
    Workload(
        "web",
        "busybox httpd and ab, 100 requests of 16 KiB",
        "ab -q -n 100 -c 4 http://127.0.0.1:8000/page >report;"
        " grep -q 'Complete requests: *100$' report && grep -q 'Failed requests: *0$' report",
        "head -c 16384 /dev/zero >page;"
        " busybox httpd -f -p 8000 -h . >log 2>&1 & echo $! >server; sleep 0.1",
        ("busybox", "ab"),
    ),
)
