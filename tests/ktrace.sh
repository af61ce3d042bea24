# SPDX-License-Identifier: GPL-2.0
# What the suites of ktrace share. To be sourced.
# shellcheck shell=bash

. "$(dirname "${BASH_SOURCE[0]}")/suite.sh"

export CONFIG=${CONFIG:-base}
MODULES=$("$TOP/dev/kernel.sh" image "$CONFIG")/modules
make -s -C "$TOP/tools/tracing/ktrace" OUT="$SCRATCH" KERNEL="$("$TOP/dev/kernel.sh" source)" \
	FLAGS='-O1 -g -Werror -fsanitize=undefined -fno-sanitize-recover'

# in_machine PROGRAM: of tests/guest, which tells its results itself
in_machine() {
	"$TOP/dev/vm" "'$TOP/tests/guest/$1' '$MODULES' '$SCRATCH/ktrace-cat'" || FAILED=1
}
