#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""A database: journals, locks of byte ranges, shared memory of the write-ahead log."""

import sqlite3

for mode in ("delete", "wal"):
    one = sqlite3.connect(f"{mode}.db", timeout=0.1)
    print(one.execute(f"pragma journal_mode={mode}").fetchone())
    one.execute("create table t (id integer primary key, name text)")
    with one:
        one.executemany("insert into t (name) values (?)", [(f"name {n}",) for n in range(300)])
    two = sqlite3.connect(f"{mode}.db", timeout=0.1)
    two.execute("begin immediate")
    try:
        one.execute("delete from t")
    except sqlite3.OperationalError as error:
        print(error)
    two.rollback()
    two.close()
    with one:
        one.execute("update t set name = upper(name) where id % 7 = 0")
    print(one.execute("select count(*), max(name) from t").fetchone())
    one.execute("vacuum")
    one.close()
