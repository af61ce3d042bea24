#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Builds the user-space programs of the formatter's tests in the cache folder and
# prints where they are. Each checkout has a folder of its own.
#
#   tests/unit/build.sh [TARGET...]	of tests/unit/Makefile, without the folder

. "$(dirname "${BASH_SOURCE[0]}")/../../dev/lib.sh"

out=$CACHE/unit/$(sha256sum <<<"$TOP" | cut -c 1-16)
mkdir -p "$out"
touch "$out"
lock "$out/lock" "the folder of this checkout's tests of the formatter"
# Folders of checkouts that nobody uses any more.
find "$CACHE/unit" -mindepth 1 -maxdepth 1 -mtime +7 -exec rm -rf {} + 2>/dev/null || true
tree=$("$TOP/dev/kernel.sh" source)
headers=$("$TOP/dev/kernel.sh" headers)
targets=()
for target in "$@"; do
	if [ "$target" = tables ]; then
		targets+=(tables)
	else
		targets+=("$out/$target")
	fi
done
# All files of a new checkout are newer than what was made of those of the last one.
cached=''
! have_ccache || cached='ccache '
env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -s -C "$TOP/tests/unit" -j "$(nproc)" OUT="$out" \
	KERNEL="$tree" HEADERS="$headers" CC="$cached${CC:-gcc}" CLANG="$cached${CLANG:-clang}" \
	"${targets[@]}" >&2
printf '%s\n' "$out"
