# SPDX-License-Identifier: GPL-2.0
"""The parts of gen_syscall_table.py, which is the program to run.

parse       reads syscalls.def into what definition declares, with lexer;
classes     what some calls have in common;
own         lets an architecture differ from it;
structures  tells which structures cannot be; layout  where their members are;
tbl         reads the kernel's .tbl files;
source      finds prototypes and constants in a kernel tree;
emit        writes the C that the kernel compiles; copies  what of it is about copying;
check       compares the table with a tree; update  adds what is missing.
"""
