# SPDX-License-Identifier: GPL-2.0
# What suites written in bash share: how a test is run and told. To be sourced.
# shellcheck shell=bash

. "$(dirname "${BASH_SOURCE[0]}")/../dev/lib.sh"
# A test that fails is a result, not a mishap of the script.
trap - ERR
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/syscall-tracer-test.XXXXXX")
# Something of the machine's may still be mounted there.
trap 'rm -rf --one-file-system "$SCRATCH" || true' EXIT
FAILED=0

# check NAME COMMAND...: a test. What the command prints is shown if it fails.
check() {
	local name=$1 status=0
	shift
	# Not as a condition: in one, the shell would go on after a failure inside.
	set +e
	(
		set -e
		"$@"
	) >"$SCRATCH/output" 2>&1
	status=$?
	set -e
	if [ "$status" -eq 0 ]; then
		printf 'ok - %s\n' "$name"
	else
		FAILED=1
		printf 'not ok - %s\n' "$name"
		sed 's/^/  | /' "$SCRATCH/output"
	fi
}

# The last line of a suite.
finish() {
	exit "$FAILED"
}

skip() {
	printf 'ok - %s # SKIP %s\n' "$1" "$2"
}

# same WHAT EXPECTED GOT
same() {
	[ "$2" = "$3" ] || {
		printf '%s: expected "%s", got "%s"\n' "$1" "$2" "$3"
		return 1
	}
}

# has TEXT PATTERN: one line of the text matches
has() {
	grep -qE -- "$2" <<<"$1" || {
		printf 'no line like "%s" in:\n%s\n' "$2" "$1"
		return 1
	}
}
