# SPDX-License-Identifier: GPL-2.0
# To be sourced by every script here: the folders, messages to the user, and locks.
# Messages go to stderr, because the standard output of a script is its result.
# shellcheck shell=bash

set -eu -o pipefail
shopt -s inherit_errexit
# A script that ends early says where.
set -o errtrace
trap 'printf "error: %s:%s: failed: %s\n" "${BASH_SOURCE[0]}" "$LINENO" "$BASH_COMMAND" >&2' ERR

# With this, cd prints where it went.
unset CDPATH
TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
# Where HOME is not set, ~ is what the list of users says.
CACHE=${XDG_CACHE_HOME:-~/.cache}/syscall-tracer
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

# Returns whether there is a cache for what compilers make, and has it used by ccache then.
have_ccache() {
	have ccache || return 1
	export CCACHE_DIR=$CACHE/ccache CCACHE_MAXSIZE=5G CCACHE_NOHASHDIR=1
}

# lock FILE WHAT: hold FILE's lock until this shell ends. If another command has it, say
# once that WHAT is in use, and wait.
lock() {
	mkdir -p "$(dirname "$1")"
	exec {LOCK}>>"$1"
	if ! flock --nonblock "$LOCK"; then
		say "waiting: $2 is in use by another command ($(cat "$1"))"
		flock "$LOCK"
	fi
	printf 'process %s in %s\n' "$$" "$TOP" >"$1"
}

# Gives the last lock back before that.
unlock() {
	exec {LOCK}>&-
}
