#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Builds a Debian package in the cache folder, and prints its path. Nothing is written to the checkout.
#
#   dev/deb.sh [tools]      the tools
#   dev/deb.sh dkms         the source of the module, which dkms builds

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

BUILD=$CACHE/deb/$(sha256sum <<<"$TOP" | cut -c 1-16)

# build FOLDER LOG PACKAGING ARCHITECTURE NAME=VALUE..: builds the one package that debian/ makes
build() {
	local folder=$1 log=$LOGS/$2 packaging=$TOP/packaging/$3 architecture=$4 name version package
	shift 4
	mkdir -p "$LOGS"
	rm -rf "$folder/debian"
	cp -a "$packaging" "$folder/debian"
	say "building the package, log: $log"
	if ! (cd "$folder" && env "$@" dpkg-buildpackage -b -us -uc) >"$log" 2>&1 </dev/null; then
		tail -n 20 "$log" >&2
		die "the package could not be built"
	fi
	name=$(sed -n 's/^Package: //p' "$packaging/control")
	version=$(dpkg-parsechangelog -l "$packaging/changelog" -S Version)
	package=$folder/../${name}_${version}_$architecture.deb
	[ -e "$package" ] || die "dpkg-buildpackage made no $package"
	realpath "$package"
}

# What the tools are built of. Objects stay, so that the next build takes seconds.
tools() {
	local part source=$BUILD/source
	mkdir -p "$source"
	for part in Documentation/trace arch include kernel/trace/syscall packaging scripts syscalls \
		syscalls.def tools/tracing/syscall; do
		mkdir -p "$source/$(dirname "$part")"
		rm -rf "${source:?}/$part"
		cp -a "$TOP/$part" "$source/$part"
	done
	build "$source" deb.log debian "$(dpkg --print-architecture)" \
		KERNEL="$("$TOP/dev/kernel.sh" source)" HEADERS="$("$TOP/dev/kernel.sh" headers)"
}

dkms() {
	local source=$BUILD/dkms
	rm -rf "$source"
	mkdir -p "$source"
	"$TOP/module/package.sh" "$source/module" "$("$TOP/dev/kernel.sh" source)" \
		"$("$TOP/dev/stock.sh" headers 6.12)"
	build "$source" deb-dkms.log dkms all MODULE=module
}

lock "$CACHE/lock-deb" "the folder of Debian packages in $CACHE"
case ${1:-tools} in
tools | dkms) "${1:-tools}" ;;
*) die 'usage: dev/deb.sh [tools|dkms]' ;;
esac
