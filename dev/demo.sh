#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The demonstration: installs packages, builds a kernel, boots it, and prints the decoded
# trace of a small workload.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

PROGRAMS=$CACHE/demo
TRACE=$CACHE/demo-trace.txt
LINES_PER_TASK=${DEMO_LINES:-16}

build_programs() {
	local bits
	mkdir -p "$PROGRAMS"
	for bits in 64 32; do
		gcc "-m$bits" -O1 -static -o "$PROGRAMS/loopback-$bits.new" "$TOP/dev/demo-loopback.c"
		mv "$PROGRAMS/loopback-$bits.new" "$PROGRAMS/loopback-$bits"
	done
}

record() {
	"$TOP/dev/vm" "'$TOP/dev/demo-guest.sh' '$PROGRAMS'" </dev/null >"$TRACE.new"
	mv "$TRACE.new" "$TRACE"
}

# Prints the tasks of the workload: its first task and all later ones. For each task it
# prints the calls that started programs, and the last lines. The dynamic linker's calls
# are in between.
show() {
	awk -v max="$LINES_PER_TASK" '
	NR == 1 { first = $1; next }
	/^#/ { next }
	{
		task = $0
		sub(/ +\[[0-9]+\] .*/, "", task)
		sub(/^ +/, "", task)
		pid = task
		sub(/.*-/, "", pid)
		if (pid + 0 < first + 0)
			next
		if (!(pid in lines))
			order[++tasks] = pid
		name[pid] = task
		line[pid, lines[pid]++] = $0
	}
	END {
		for (i = 1; i <= tasks; i++) {
			pid = order[i]
			start = lines[pid] > max ? lines[pid] - max : 0
			printf "\n# %s: %d lines", name[pid], lines[pid]
			if (start)
				printf ", its start and the last %d", max
			printf "\n"
			for (j = 0; j < lines[pid]; j++)
				if (j >= start || line[pid, j] ~ /: execve\(.*= 0/)
					print line[pid, j]
		}
	}' "$TRACE"
}

main() {
	"$TOP/dev/setup.sh" demo
	"$TOP/dev/kernel.sh" image base >/dev/null
	build_programs
	say "booting the traced kernel, running dev/demo-workload.sh in it"
	record
	show
	say ""
	say "The whole trace: $TRACE"
	say "A shell on that kernel: make vm"
}

main "$@"
