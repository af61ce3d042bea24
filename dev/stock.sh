#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Debian's own kernels, as apt delivers them. They are unpacked in the cache folder, where checkouts
# share them, and never installed.
#
#   dev/stock.sh image VERSION            print the file that boots, of 6.1, 6.12 or 7.2
#   dev/stock.sh modules VERSION NAME..   print files of modules in the order in which they are
#                                         inserted: those that a module needs are before it
#   dev/stock.sh headers VERSION          print the folder that a module is built in (make -C)
#   dev/stock.sh release VERSION          print what uname -r says there
#   dev/stock.sh earlier VERSION          print the same of the one that Debian had before, or nothing
#   dev/stock.sh debs VERSION FOLDER      download the packages of the kernel and its headers
#   dev/stock.sh module VERSION FOLDER GOALS..  build the module in FOLDER there (GOALS are make's,
#                                         such as NAME=VALUE), print the files
#   dev/stock.sh tracer VERSION           build the tracer as a module there, as its package does,
#                                         print the file
#   dev/stock.sh update VERSION           ask apt whether Debian has a newer one
#
# What is in the cache folder is used until it is updated. 7.2 is in Debian unstable, whose compiler
# and libraries a module takes: so its folder is a root file system, in which modules are built.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

STOCK=$CACHE/stock

is_unstable() {
	[ "$1" = 7.2 ]
}

# Prints the names of the releases that apt knows, the newest one is the last: 6.1.0-56-amd64,
# 6.12.117+deb12-amd64
releases() {
	apt-cache pkgnames "linux-image-$1." |
		sed -En "s/^linux-image-(${1//./\\.}\.[0-9]+(-[0-9]+|\+deb[0-9]+)-amd64)\$/\1/p" |
		sort -V
}

# The same if apt has to ask first what there is.
known() {
	local known
	known=$(releases "$1")
	if [ -z "$known" ]; then
		apt-get update -qq >&2 </dev/null || true
		known=$(releases "$1")
	fi
	printf '%s\n' "$known"
}

newest() {
	known "$1" | tail -n 1
}

# earlier VERSION RELEASE
earlier() {
	known "$1" | awk -v release="$2" '$0 == release { printf "%s", before; exit } { before = $0 "\n" }'
}

# Prints the packages of a release.
packages() {
	local common=${2%-amd64} kbuild=linux-kbuild-${2%-amd64}
	[ "$1" != 6.1 ] || kbuild=linux-kbuild-6.1
	printf '%s\n' "linux-image-$2" "linux-headers-$2" "linux-headers-$common-common" "$kbuild"
}

# debs VERSION RELEASE FOLDER
debs() {
	packages "$1" "$2" | (cd "$3" && xargs apt-get download)
}

# in_root ROOT FOLDER COMMAND..: runs it in ROOT, where FOLDER is /mnt.
in_root() {
	# shellcheck disable=SC2016
	unshare --mount --pid --fork sh -c '
		root=$1 folder=$2 && shift 2 &&
		mount -t proc proc "$root/proc" && mount --bind "$folder" "$root/mnt" &&
		exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C chroot "$root" "$@"' - "$@"
}

# unpack_debs FOLDER ROOT
unpack_debs() {
	local package
	for package in "$1"/*.deb; do
		dpkg-deb -x "$package" "$2"
	done
	rm -r "$1"
}

# bootstrap ROOT: makes it of Debian unstable with the headers of its kernel, and unpacks that kernel. A mirror that
# is kept as it was has lists that are no longer valid.
bootstrap() {
	local release debs=$1.debs
	"$TOP/dev/root.sh" sources | sed -n 's/ bookworm main$/ unstable main/p' |
		mmdebstrap --variant=minbase --aptopt='APT::Install-Recommends "false"' \
			--aptopt='Acquire::Check-Valid-Until "false"' \
			--skip=cleanup/apt/lists --include=make,linux-headers-amd64 unstable "$1" -
	release=$(echo "$1"/lib/modules/*-amd64)
	release=${release##*/}
	mkdir -p "$debs"
	# shellcheck disable=SC2016
	in_root "$1" "$debs" sh -c 'cd /mnt && apt-get download "$@"' - \
		"linux-binary-$release" "linux-modules-$release" "linux-base-$release"
	unpack_debs "$debs" "$1"
}

# The makefiles of the headers name the place where they are when they are installed.
relocate() {
	local file
	for file in "$1"/usr/src/linux-headers-*/Makefile; do
		sed -i "s|/usr/src/|$2/usr/src/|" "$file"
	done
}

# The modules are kept as they are inserted: kernels do not unpack what insmod does not.
# unpack_modules FOLDER RELEASE
unpack_modules() {
	# Debian 13 has them below /usr, Debian unstable the kernel, too.
	if [ ! -e "$1/lib/modules" ]; then
		mkdir -p "$1/lib"
		ln -s ../usr/lib/modules "$1/lib/modules"
	fi
	[ -e "$1/boot/vmlinuz-$2" ] || ln -s "../lib/modules/$2/vmlinuz" "$1/boot/vmlinuz-$2"
	find "$1/lib/modules/" -name '*.ko.xz' -exec xz -d -T 0 {} +
	depmod -b "$1" "$2"
}

# unpack VERSION RELEASE FOLDER
unpack() {
	local part=$3.part log=$LOGS/stock-$1.log
	say "fetching Debian's kernel $2 (log: $log)"
	rm -rf "$part"
	mkdir -p "$part/debs" "$LOGS"
	debs "$1" "$2" "$part/debs" >"$log" 2>&1 ||
		die "apt-get download failed, log: $log"
	unpack_debs "$part/debs" "$part"
	unpack_modules "$part" "$2"
	relocate "$part" "$3"
	rm -rf "$3"
	mv "$part" "$3"
}

# unpack_unstable VERSION: the same of the one that is there; prints the release.
unpack_unstable() {
	local part=$STOCK/unstable.part release log=$LOGS/stock-$1.log
	say "fetching Debian's kernel $1 and a root for modules (log: $log)"
	rm -rf --one-file-system "$part"
	mkdir -p "$LOGS"
	bootstrap "$part" >"$log" 2>&1 || die "mmdebstrap failed, log: $log"
	release=$(echo "$part"/lib/modules/*-amd64)
	release=${release##*/}
	[ "${release#"$1".}" != "$release" ] || die "Debian unstable has $release, not $1"
	unpack_modules "$part" "$release"
	rm -rf --one-file-system "${STOCK:?}/$release"
	mv "$part" "$STOCK/$release"
	printf '%s\n' "$release"
}

# folder VERSION [update]: prints the folder of a kernel, which it makes if it is not there.
folder() (
	local version=$1 release
	lock "$CACHE/lock-stock" "Debian's kernels in $CACHE"
	mkdir -p "$STOCK"
	if [ $# -eq 1 ] && [ -e "$STOCK/$version" ]; then
		readlink -f "$STOCK/$version"
		return
	fi
	if is_unstable "$version"; then
		release=$(unpack_unstable "$version")
	else
		release=$(newest "$version")
		[ -n "$release" ] || die "apt knows no kernel $version"
		[ -e "$STOCK/$release" ] || unpack "$version" "$release" "$STOCK/$release"
	fi
	find "$STOCK" -mindepth 1 -maxdepth 1 -name "$version.*" ! -name "$release" -exec rm -rf {} +
	ln -sfn "$release" "$STOCK/$version"
	printf '%s\n' "$STOCK/$release"
)

# Prints the paths of modules and of what they need, each once, below the folder of all.
# What is built in is not a module.
modules() {
	local folder=$1 name
	shift
	for name in "$@"; do
		name=${name//[-_]/[-_]}
		if ! grep -E "/$name\.ko:" "$folder/modules.dep"; then
			grep -qE "/$name\.ko\$" "$folder/modules.builtin" || die "$folder has no module $name"
		fi
	done | awk -v folder="$folder" '{
		sub(":", "", $1)
		# What is needed first is last.
		for (i = NF; i; i--) {
			if (!seen[$i]++)
				print folder "/" $i
		}
	}'
}

# make_modules FOLDER RELEASE SOURCE GOALS..
make_modules() {
	local folder=$1 headers=usr/src/linux-headers-$2 source=$3
	shift 3
	set -- CONFIG_DEBUG_INFO_BTF_MODULES= "$@" modules
	if [ ! -e "$folder/usr/bin/make" ]; then
		make -C "$folder/$headers" M="$source" "$@"
		return
	fi
	in_root "$folder" "$source" make -C "/$headers" M=/mnt "$@"
}

# module FOLDER RELEASE SOURCE GOALS..: builds in a copy, as dkms does, unless the same was built
# before. The module's types would take pahole, and nobody but BPF reads them. Whoever loads it needs
# no debug information.
module() (
	local folder=$1 release=$2 source=$3 key work log=$LOGS/stock-module-$2.log
	shift 3
	key=$({
		printf '%s\n' "$release" "$@"
		(cd "$source" && find . -type f -exec sha256sum {} + | sort)
	} | sha256sum | cut -c 1-16)
	work=$STOCK/module-$key
	lock "$CACHE/lock-stock-module" "modules for Debian's kernels in $CACHE"
	if [ ! -e "$work/complete" ]; then
		find "$STOCK" -mindepth 1 -maxdepth 1 -name 'module-*' -mtime +7 -exec rm -rf {} +
		mkdir -p "$LOGS"
		rm -rf "$work"
		cp -r "$source" "$work"
		if ! make_modules "$folder" "$release" "$work" "$@" >"$log" 2>&1; then
			tail -n 30 "$log" >&2
			die "building a module for $release failed, log: $log"
		fi
		if grep -iE 'warning:' "$log" >&2; then
			die "there are warnings, log: $log"
		fi
		find "$work" -name '*.ko' -exec strip --strip-debug {} +
		touch "$work/complete"
	fi
	find "$work" -name '*.ko'
)

# tracer FOLDER RELEASE
tracer() (
	local source
	source=$(mktemp -d)
	trap 'rm -rf "$source"' EXIT
	"$TOP/module/package.sh" "$source/module" "$("$TOP/dev/kernel.sh" source)" \
		"$("$TOP/dev/stock.sh" headers 6.12)"
	module "$1" "$2" "$source/module" W=1 | grep '/syscall_tracer\.ko$'
)

main() {
	local command=${1:-} version=${2:-} folder release
	case $version in
	6.1 | 6.12 | 7.2) ;;
	*) die 'usage: dev/stock.sh image|modules|headers|release|earlier|debs|module|tracer|update 6.1|6.12|7.2 ...' ;;
	esac
	if [ "$command" = update ]; then
		folder "$version" now
		return
	fi
	folder=$(folder "$version")
	release=${folder##*/}
	shift 2
	case $command in
	image) printf '%s\n' "$folder/boot/vmlinuz-$release" ;;
	modules) modules "$folder/lib/modules/$release" "$@" ;;
	headers) printf '%s\n' "$folder/usr/src/linux-headers-$release" ;;
	release) printf '%s\n' "$release" ;;
	earlier) earlier "$version" "$release" ;;
	debs) debs "$version" "$release" "$@" ;;
	module) module "$folder" "$release" "$@" ;;
	tracer) tracer "$folder" "$release" ;;
	*) die "usage: dev/stock.sh image|modules|headers|release|earlier|debs|module|tracer|update VERSION ..." ;;
	esac
}

main "$@"
