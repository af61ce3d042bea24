# SPDX-License-Identifier: GPL-2.0
# The kernel's own ftrace tests with their own runner, for the suites that share our cases.
# To be sourced.
# shellcheck shell=bash

. "$(dirname "${BASH_SOURCE[0]}")/suite.sh"

SELFTESTS=$("$TOP/dev/kernel.sh" source)/tools/testing/selftests/ftrace
CASES=$TOP/tests/test.d/syscall

# What the guest does first
PREPARE=:

# results CONFIG FOLDER [CASE...]: the runner's results
results() {
	local config=$1 folder=$2
	shift 2
	CONFIG=$config "$TOP/dev/vm" "$PREPARE
		'$TOP/tests/guest/run-ftracetest' '$SELFTESTS' '$folder' ${*@Q}"
}

# every_second NUMBER: runs every second one of our cases, from that one on, in the top instance
every_second() {
	local cases
	mapfile -t cases < <(find "$CASES" -name '*.tc' -printf 'syscall/%f\n' | sort | sed -n "$1~2p")
	PREPARE='export IN_INSTANCES=no'
	results "${CONFIG:-base}" "$CASES" "${cases[@]}" || FAILED=1
}
