#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Builds the tools as a Debian package in the cache folder, and prints the path of the package.
# Nothing is written to the checkout.
#
#   dev/deb.sh

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

build=$CACHE/deb/$(sha256sum <<<"$TOP" | cut -c 1-16)
lock "$CACHE/lock-deb" "the folder of Debian packages in $CACHE"
tree=$("$TOP/dev/kernel.sh" source)
headers=$("$TOP/dev/kernel.sh" headers)
log=$LOGS/deb.log
mkdir -p "$LOGS"

# What the tools are built of. Objects stay, so that the next build takes seconds.
mkdir -p "$build/source"
for part in Documentation/trace arch include kernel/trace/syscall packaging scripts syscalls \
	syscalls.def tools/tracing/syscall; do
	mkdir -p "$build/source/$(dirname "$part")"
	rm -rf "${build:?}/source/$part"
	cp -a "$TOP/$part" "$build/source/$part"
done
rm -rf "$build/source/debian"
cp -a "$TOP/packaging/debian" "$build/source/debian"

say "building the package, log: $log"
if ! (cd "$build/source" && KERNEL=$tree HEADERS=$headers dpkg-buildpackage -b -us -uc) \
	>"$log" 2>&1 </dev/null; then
	tail -n 20 "$log" >&2
	die "the package could not be built"
fi
version=$(dpkg-parsechangelog -l "$TOP/packaging/debian/changelog" -S Version)
package=$build/syscall-tracer-tools_${version}_$(dpkg --print-architecture).deb
[ -e "$package" ] || die "dpkg-buildpackage made no $package"
printf '%s\n' "$package"
