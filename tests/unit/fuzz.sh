#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Feeds arbitrary bytes to the formatter as records.
#
#   tests/unit/fuzz.sh SECONDS
#
# What has reached new code is kept in the cache folder, for the next run. An input
# that fails is left there, too; the fuzz program of tests/unit/build.sh runs it again.

. "$(dirname "${BASH_SOURCE[0]}")/../../dev/lib.sh"

seconds=${1:?how many seconds?}
out=$("$TOP/tests/unit/build.sh" fuzz seeds)
work=$CACHE/fuzz
mkdir -p "$work/corpus" "$work/failed"
seeds=$(mktemp -d "${TMPDIR:-/tmp}/syscall-tracer-seeds.XXXXXX")
trap 'rm -rf "$seeds"' EXIT
"$out/seeds" "$seeds"
status=0
"$out/fuzz" -max_total_time="$seconds" -timeout=5 -max_len=16384 -use_value_profile=1 \
	-print_final_stats=1 -verbosity=1 -artifact_prefix="$work/failed/" \
	"$work/corpus" "$seeds" >"$out/fuzz.log" 2>&1 || status=$?
grep -aE '^stat::(number_of_executed_units|average_exec)|cov: .*DONE' "$out/fuzz.log" | tail -n 3
if [ "$status" -ne 0 ]; then
	grep -avE '^#[0-9]+\s' "$out/fuzz.log" | tail -n 60
	say "the fuzz program: $out/fuzz"
fi
exit "$status"
