#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The part of the demonstration that runs in the virtual machine: switches the tracer
# on, runs the workload, prints the workload's first process id and the trace.
# demo-guest.sh FOLDER-OF-PROGRAMS

set -eu -o pipefail

workload=$(dirname "$0")/demo-workload.sh
cd /sys/kernel/tracing
echo 16384 >buffer_size_kb

echo syscall >current_tracer
"$workload" "$1" >/dev/null 2>&1 &
first=$!
wait "$first" || true
echo 0 >tracing_on

echo "$first"
cat trace
