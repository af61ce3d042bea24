#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Feeds arbitrary bytes to the formatter as records, to syscall-report as traces, and to
# syscall_filter as conditions.
#
#   tests/unit/fuzz.sh SECONDS
#   tests/unit/fuzz.sh report RUNS
#
# The first feeds all three, a third of the time each. The second feeds syscall-report so many
# traces that are the same each time.
#
# What has reached new code is kept in the cache folder, for the next run. An input
# that fails is left there, too; the fuzz program of tests/unit/build.sh runs it again.

. "$(dirname "${BASH_SOURCE[0]}")/../../dev/lib.sh"

work=$CACHE/fuzz
seeds=$(mktemp -d "${TMPDIR:-/tmp}/syscall-tracer-seeds.XXXXXX")
trap 'rm -rf "$seeds"' EXIT
mkdir -p "$work/failed" "$seeds"/{records,traces,conditions}

# fuzz PROGRAM ARGUMENT...
fuzz() {
	local program=$out/$1 log=$out/$1.log status=0
	shift
	"$program" -timeout=60 -max_len=16384 -print_final_stats=1 -verbosity=1 \
		-artifact_prefix="$work/failed/" "$@" >"$log" 2>&1 || status=$?
	grep -aE '^stat::(number_of_executed_units|average_exec)|cov: .*DONE|^a library' "$log" |
		tail -n 4
	if [ "$status" -ne 0 ]; then
		grep -avE '^#[0-9]+\s' "$log" | tail -n 60
		say "the fuzz program: $program"
	fi
	return "$status"
}

if [ "${1:?how many seconds?}" = report ]; then
	out=$("$TOP/tests/unit/build.sh" fuzz-report)
	"$TOP/tests/unit/report_seeds.py" "$seeds/traces"
	fuzz fuzz-report -runs="$2" -seed=1 "$seeds/traces"
	exit
fi
out=$("$TOP/tests/unit/build.sh" fuzz seeds fuzz-report fuzz-filter)
mkdir -p "$work/corpus" "$work/traces" "$work/conditions"
"$out/seeds" "$seeds/records"
"$TOP/tests/unit/report_seeds.py" "$seeds/traces"
# The conditions of the tests, and all words that they consist of.
sed -n 's/^ask [^ ]* [^ ]* //p' "$TOP/tests/unit/cases/conditions.txt" |
	split -l 1 -a 4 - "$seeds/conditions/"
# Whole lines: names of calls, a condition and actions.
printf '%s' 'openat: flags & O_CREAT :snapshot :count 1 # rare' >"$seeds/conditions/line-1"
printf '%s' '(read | write): ret == 0 || errno == EIO :stop:stacktrace:0x10' >"$seeds/conditions/line-2"
printf '%s' 'openat:filename ~ "a:b#c" :stop :count=7' >"$seeds/conditions/line-3"
sed -n 's/^ask [^ ]* [^ ]* //p' "$TOP/tests/unit/cases/conditions.txt" | tr ' ' '\n' |
	sed '/^$/d; s/[\\"]/\\&/g; s/.*/"&"/' | sort -u >"$seeds/words"
printf '"%s"\n' : '|' '#' :stop :snapshot :stacktrace ':count ' >>"$seeds/words"
third=$((($1 + 2) / 3))
fuzz fuzz -max_total_time="$third" -timeout=5 -use_value_profile=1 "$work/corpus" "$seeds/records"
fuzz fuzz-report -max_total_time="$third" "$work/traces" "$seeds/traces"
fuzz fuzz-filter -max_total_time="$third" -timeout=5 -dict="$seeds/words" "$work/conditions" \
	"$seeds/conditions"
