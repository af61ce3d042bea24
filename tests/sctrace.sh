# SPDX-License-Identifier: GPL-2.0
# What the suites of sctrace share. To be sourced.
# shellcheck shell=bash

. "$(dirname "${BASH_SOURCE[0]}")/suite.sh"

# check_sctrace BUILD [TEST...]: "plain", or "unit.lib" with sanitizers; TEST is a NAME of check-sctrace. MODULE
# is the tracer's, if the kernel has none.
check_sctrace() {
	local build=$1 folder programs
	shift
	folder=$("$TOP/tests/unit/build.sh" "$build/sctrace")
	programs=$("$TOP/tests/programs/build.sh")
	"$TOP/dev/vm" "${MODULE:+insmod '$MODULE' &&}
		'$TOP/tests/guest/check-sctrace' '$folder/$build/sctrace' '$programs' $(printf "'%s' " "$@")" || FAILED=1
}
