#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Builds the test programs in the cache folder and prints where they are. The
# place is named after the sources, so that checkouts do not get each other's.
#
#   tests/programs/build.sh [FOLDER]
#
# FOLDER, by default this one, has the sources and a Makefile that builds in OUT.

. "$(dirname "${BASH_SOURCE[0]}")/../../dev/lib.sh"

sources=${1:-$TOP/tests/programs}
# tests/stock includes it.
shared=$TOP/tests/programs/judge.h
key=$(cat "$sources"/*.[ch] "$shared" "$sources"/Makefile | sha256sum | cut -c 1-16)
out=$CACHE/programs/$key
if [ ! -e "$out/complete" ]; then
	lock "$CACHE/lock-programs" "the folder of test programs in $CACHE"
	# What nobody uses any more
	find "$CACHE/programs" -mindepth 1 -maxdepth 1 -mtime +7 -exec rm -rf {} + 2>/dev/null || true
	make -s -C "$sources" OUT="$out" -j "$(nproc)" >&2
	touch "$out/complete"
fi
touch "$out"
printf '%s\n' "$out"
