#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What the demonstration traces: the everyday work of a shell.
# demo-workload.sh FOLDER-OF-PROGRAMS

# A pipeline of two processes
# shellcheck disable=SC2012
ls /etc/apt | cat

# A file that is not there
cat /no/such/file

# A child that fails
sh -c 'exit 3'

# A network connection, by a 64-bit and by a 32-bit program
"$1/loopback-64"
"$1/loopback-32"
