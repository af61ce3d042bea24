# SPDX-License-Identifier: GPL-2.0
# What every script of the front door needs: where things are, how to talk to
# the user, how to wait for another command that is at work in the same place.
# To be sourced. Everything said to the user goes to stderr: the standard output
# of a script is its result.
# shellcheck shell=bash

set -eu -o pipefail
shopt -s inherit_errexit
# No script of ours ends early without a word.
set -o errtrace
trap 'printf "error: %s:%s: failed: %s\n" "${BASH_SOURCE[0]}" "$LINENO" "$BASH_COMMAND" >&2' ERR

TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/syscall-tracer
LOGS=$CACHE/log
export TOP CACHE LOGS

say() {
	printf '%s\n' "$*" >&2
}

die() {
	say "error: $*"
	exit 1
}

have() {
	command -v "$1" >/dev/null 2>&1
}

# lock FILE WHAT: hold FILE's lock until this shell ends. Who has to wait is
# told once what for.
lock() {
	local fd
	mkdir -p "$(dirname "$1")"
	exec {fd}>>"$1"
	if ! flock --nonblock "$fd"; then
		say "waiting: $2 is in use by another command ($(cat "$1"))"
		flock "$fd"
	fi
	printf 'process %s in %s\n' "$$" "$TOP" >"$1"
}
