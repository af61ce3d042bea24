#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# A root file system of the tests' own, so that what is installed or set on a machine does not change
# their results: Debian with the packages of dev/setup.sh, made once in the cache folder.
#
#   dev/root.sh make STAGE                 make the one of a stage of dev/setup.sh, print its folder
#   dev/root.sh sources                    print where apt gets packages from, for another one
#   dev/root.sh run STAGE COMMAND...       run a command in it, at the same working directory
#
# A command sees this checkout and the cache folder at their own paths, and may write there. If make cannot
# have such a path, because of a blank for example, there is _ in place of what it cannot have. What a command
# writes elsewhere is thrown away at its end. Its environment is this one, but for the lines below, and IN_ROOT
# says what it sees: "own", or "host" where that cannot be done, as it takes root's rights. Then it says why, and
# the command sees this machine's files, with the packages that are missing.

# Only programs of Debian's packages, as they are without anybody's settings.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8
unset TMPDIR LD_PRELOAD LD_LIBRARY_PATH
umask 022

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

SUITE=bookworm

# Says why not.
can() {
	if [ "$(id -u)" -ne 0 ]; then
		say 'only root can give the tests a root file system of their own'
	elif ! have mmdebstrap; then
		say "no mmdebstrap: dev/setup.sh root installs it"
	elif ! unshare --mount true 2>/dev/null; then
		say 'this machine forbids namespaces for mounts'
	else
		return 0
	fi
	return 1
}

# Where apt gets packages from, as lines of sources.list. Nobody but apt knows the mirrors.
known_sources() {
	local site release
	apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages' | sort -u |
		while read -r site release; do
			case $release in
			"$SUITE" | "$SUITE-updates" | "$SUITE-security") printf 'deb %s %s main\n' "$site" "$release" ;;
			esac
		done
}

# The same if apt has to ask them first what they have. What it says goes to standard error.
sources() {
	local lines
	lines=$(known_sources)
	if ! grep -q " $SUITE main" <<<"$lines"; then
		apt-get update -qq >&2 </dev/null || true
		lines=$(known_sources)
	fi
	printf '%s\n' "$lines"
}

# Those of a stage, and what makes another root in this one.
packages() {
	{
		"$TOP/dev/setup.sh" list "$1"
		"$TOP/dev/setup.sh" list root
	} | sort -u | paste -sd ,
}

# What decides what is in it, but not which versions Debian has today.
key() {
	{
		packages "$1"
		declare -f bootstrap
	} | sha256sum | cut -c 1-16
}

# bootstrap STAGE FOLDER: makes it of the sources in standard input. This machine's certificates
# may be those of a proxy. If this shell is killed, all that takes part in it is, and nothing stays mounted.
bootstrap() {
	local certificates=()
	[ ! -d /etc/ssl/certs ] ||
		certificates=(--customize-hook='mkdir -p "$1/etc/ssl"' --customize-hook='copy-in /etc/ssl/certs /etc/ssl')
	setpriv --pdeathsig KILL unshare --pid --fork --kill-child --mount-proc \
		mmdebstrap --variant=minbase --include="$(packages "$1")" --aptopt='APT::Install-Recommends "false"' \
		"${certificates[@]}" "$SUITE" "$2" -
}

# make_root STAGE: makes the one of a stage, ROOT is its folder.
make_root() {
	local folder lines log=$LOGS/root.log
	folder=$CACHE/root-$1-$(key "$1")
	mkdir -p "$LOGS"
	lock "$CACHE/lock-root" "the root file systems in $CACHE"
	if [ ! -e "$folder/etc/debian_version" ]; then
		lines=$(sources 2>"$log")
		if [ -z "$lines" ]; then
			tail -n 15 "$log" >&2
			die "apt knows no mirror of Debian's $SUITE, log: $log"
		fi
		say "making a root file system for the tests, $(packages "$1" | tr ',' '\n' | wc -l) packages (log: $log)"
		rm -rf --one-file-system "$CACHE"/root-*.part
		if ! bootstrap "$1" "$folder.part" <<<"$lines" >"$log" 2>&1; then
			tail -n 15 "$log" >&2
			die "the root file system could not be made of Debian's packages, log: $log"
		fi
		mv "$folder.part" "$folder"
	fi
	touch "$folder"
	# A checkout with other packages may run for hours in one of these.
	find "$CACHE" -maxdepth 1 -name "root-$1-????????????????" -mtime +6 -exec rm -rf {} +
	unlock
	ROOT=$folder
}

# What the path is in the root.
inside() {
	local LC_ALL=C
	printf '%s\n' "${1//[^[:alnum:]\/._@+-]/_}"
}

# In a mount namespace: the root, with a layer in memory that takes the writes.
enter() {
	local root=$1 new=/run/syscall-tracer-root name folder
	shift
	mkdir -p "$new"
	mount -t tmpfs -o mode=755 tmpfs "$new"
	mkdir "$new"/{upper,work,root}
	mount -t overlay -o "lowerdir=$root,upperdir=$new/upper,workdir=$new/work" overlay "$new/root"
	for name in proc sys dev; do
		mount --rbind "/$name" "$new/root/$name"
	done
	mount -t tmpfs -o mode=755 tmpfs "$new/root/run"
	# What is in /tmp may be large: it is on a disk, under the number of this process.
	mkdir -p "$CACHE/tmp"
	for name in "$CACHE"/tmp/*; do
		if [ "${name##*/}" = $$ ] || [ ! -e "/proc/${name##*/}" ]; then
			rm -rf --one-file-system "$name"
		fi
	done
	mkdir -m 1777 "$CACHE/tmp/$$"
	mount --bind "$CACHE/tmp/$$" "$new/root/tmp"
	[ -z "${LINUX_SOURCE:-}" ] || LINUX_SOURCE=$(realpath "$LINUX_SOURCE")
	for name in "$CACHE" "$TOP" ${LINUX_SOURCE:+"${LINUX_SOURCE%/*}"}; do
		folder=$new/root$(inside "$name")
		mkdir -p "$folder"
		mount --bind "$name" "$folder"
	done
	[ -z "${LINUX_SOURCE:-}" ] || LINUX_SOURCE=$(inside "${LINUX_SOURCE%/*}")/${LINUX_SOURCE##*/}
	XDG_CACHE_HOME=$(inside "${CACHE%/*}")
	export XDG_CACHE_HOME
	cp -L /etc/resolv.conf "$new/root/etc/resolv.conf" 2>/dev/null || true
	printf '127.0.0.1 localhost\n::1 localhost ip6-localhost\n' >"$new/root/etc/hosts"
	folder=$(inside "$(pwd -P)")
	[ -d "$new/root$folder" ] || folder=$(inside "$TOP")
	exec chroot "$new/root" env -C "$folder" "${@/#"$TOP"/"$(inside "$TOP")"}"
}

run() {
	local stage=$1
	shift
	[ "$(id -u)" -ne 0 ] || "$TOP/dev/setup.sh" root || true
	if ! can; then
		"$TOP/dev/setup.sh" "$stage"
		IN_ROOT=host exec "$@"
	fi
	make_root "$stage"
	IN_ROOT=own exec unshare --mount --propagation private "${BASH_SOURCE[0]}" enter "$ROOT" "$@"
}

main() {
	local command=${1:-}
	case $command in
	make)
		[ $# -eq 2 ] || die 'usage: dev/root.sh make STAGE'
		make_root "$2"
		printf '%s\n' "$ROOT"
		;;
	sources) sources ;;
	run)
		[ $# -ge 3 ] || die 'usage: dev/root.sh run STAGE COMMAND...'
		shift && run "$@"
		;;
	enter) shift && enter "$@" ;;
	*) die 'usage: dev/root.sh make|sources|run ...' ;;
	esac
}

main "$@"
