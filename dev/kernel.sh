#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Builds the kernels of configs/ in the cache folder, where checkouts and clones
# share sources, objects and finished kernels.
#
#   dev/kernel.sh image CONFIG            build, print the folder of the kernel (modules/: its modules)
#   dev/kernel.sh objects CONFIG FILE.o.. build just these, print their folder
#   dev/kernel.sh deb [CONFIG]            build Debian packages, print their paths
#   dev/kernel.sh source                  print the tree without the overlay
#   dev/kernel.sh headers                 print the folder of its headers for programs
#   dev/kernel.sh clean                   remove all of it but the compiler cache
#
# A finished kernel is filed under a hash of all its input. If such a kernel exists, no
# checkout builds it again. Builds wait for each other; running a kernel waits for nobody.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

TARBALL=${LINUX_SOURCE:-/usr/src/linux-source-6.12.tar.xz}
KCONFIG=$TOP/dev/kconfig.py
CONFIGS=$TOP/configs

# The prefix of the binutils for other architectures. The compiler for these is clang,
# because Debian cannot install a gcc for another architecture beside gcc-multilib.
declare -A CROSS=([arm64]=aarch64-linux-gnu-)
# The architecture of the current build, if it is not x86.
FOREIGN=

# Names the source by size and date of the tarball: an update of the package changes it.
source_version() {
	[ -r "$TARBALL" ] || die "no kernel source: $TARBALL (dev/setup.sh installs it)"
	stat -L -c '%s-%Y' "$TARBALL"
}

# Prints the hash of all that decides the bytes of CONFIG's kernel.
image_key() {
	{
		source_version
		"${CC:-gcc}" -dumpfullversion
		"$KCONFIG" merge "$1"
		if [ "$(kernel_kind "$1")" = overlay ]; then
			"$TOP/dev/overlay.py" list | grep -v '^Documentation/' |
				(cd "$TOP" && xargs -d '\n' sha256sum)
		fi
	} | sha256sum | cut -c 1-16
}

kernel_kind() {
	"$KCONFIG" get "$1" kernel | tail -n 1
}

# Unpacks the tarball once, prints the tree. Nobody modifies it: the other trees are hard
# links.
unpack() (
	local tree
	lock "$CACHE/lock-source" "the kernel source in $CACHE"
	tree=$CACHE/linux-$(source_version)
	if [ ! -e "$tree/plain/Makefile" ]; then
		say "unpacking the kernel source"
		rm -rf "$tree"
		mkdir -p "$tree/plain.part"
		tar -xf "$TARBALL" -C "$tree/plain.part" --strip-components=1
		mv "$tree/plain.part" "$tree/plain"
		# Remove trees of kernels that the package no longer has.
		find "$CACHE" -maxdepth 1 -name 'linux-*' -mtime +30 -exec rm -rf {} +
	fi
	touch "$tree"
	printf '%s\n' "$tree"
)

# source_tree plain|overlay: print the tree's path; the caller holds its lock.
source_tree() {
	local tree
	tree=$(unpack)
	if [ "$1" = overlay ]; then
		if [ ! -e "$tree/overlay" ]; then
			rm -rf "$tree/overlay.part"
			# The build folders of the plain tree are not copied.
			mkdir "$tree/overlay.part"
			find "$tree/plain" -mindepth 1 -maxdepth 1 ! -name 'o-*' \
				-exec cp -al -t "$tree/overlay.part" {} +
			mv "$tree/overlay.part" "$tree/overlay"
		fi
		"$TOP/dev/overlay.py" install "$tree/overlay" >&2
	fi
	printf '%s\n' "$tree/$1"
}

# kmake TREE CONFIG ARGS...: runs the kernel's make. The build folder is inside the tree,
# so the compiler sees the same relative paths in all trees, and the trees share the
# compiler cache.
kmake() {
	local tree=$1 config=$2 arch=${FOREIGN:-x86_64} cc=${CC:-gcc} hostcc=${CC:-gcc}
	shift 2
	[ "$arch" = x86_64 ] || cc=clang
	if have ccache; then
		cc="ccache $cc" hostcc="ccache $hostcc"
		export CCACHE_DIR=$CACHE/ccache CCACHE_MAXSIZE=5G CCACHE_NOHASHDIR=1
		# Otherwise every file is preprocessed twice, a third more work.
		export CCACHE_DEPEND=1
	fi
	env -u MAKEFLAGS -u MAKEOVERRIDES -u MFLAGS -u MAKELEVEL \
		LC_ALL=C KBUILD_BUILD_TIMESTAMP='Thu Jan  1 00:00:00 UTC 1970' \
		KBUILD_BUILD_USER=syscall KBUILD_BUILD_HOST=tracer KBUILD_BUILD_VERSION=1 \
		make -C "$tree" O="o-$config" ARCH="$arch" CROSS_COMPILE="${CROSS[$arch]-}" \
		CC="$cc" HOSTCC="$hostcc" \
		-j "${JOBS:-$(nproc)}" "$@"
}

# Writes .config if the scenario or the kernel's Kconfig files changed.
configure() {
	local tree=$1 config=$2 out=$1/o-$2 log=$LOGS/$2-config.log
	mkdir -p "$out"
	{
		cat "$tree/kernel/configs/tiny-base.config" "$tree/kernel/configs/tiny.config"
		"$KCONFIG" merge "$config"
	} >"$out/scenario.new"
	if ! cmp -s "$out/scenario.new" "$out/scenario"; then
		# Removed before .config changes: if this fails, the next run does it again.
		rm -f "$out/scenario"
		if ! kmake "$tree" "$config" KCONFIG_ALLCONFIG="$out/scenario.new" \
			allnoconfig >"$log" 2>&1; then
			tail -n 30 "$log" >&2
			die "configuring the $config kernel failed, log: $log"
		fi
		"$KCONFIG" check "$config" "$out/.config"
		mv "$out/scenario.new" "$out/scenario"
	fi
	rm -f "$out/scenario.new"
}

# Prints how many objects a full build has: as the last one had, or as the scenario guesses.
expected_objects() {
	if ! cat "$CACHE/objects/$1" 2>/dev/null; then
		"$KCONFIG" get "$1" objects | tail -n 1
	fi
}

# compile TREE CONFIG TOTAL TARGETS...: shows the progress, and prints how many objects were built.
compile() {
	local tree=$1 config=$2 total=$3 log=$LOGS/$2.log start=$SECONDS
	shift 3
	say "building the $config kernel"
	if ! kmake "$tree" "$config" "$@" 2>&1 |
		"$TOP/dev/progress.py" "  $config" "$log" "$total"; then
		tail -n 30 "$log" >&2
		die "building the $config kernel failed after $((SECONDS - start)) s, log: $log"
	fi
}

# build CONFIG TARGETS...: sets OUT. Returns with the tree's lock held.
build() {
	local config=$1 kind tree total=0 count
	shift
	kind=$(kernel_kind "$config")
	FOREIGN=$("$KCONFIG" get "$config" arch | tail -n 1)
	mkdir -p "$LOGS" "$CACHE/objects"
	lock "$CACHE/lock-$kind" "the kernel tree in $CACHE"
	tree=$(source_tree "$kind")
	configure "$tree" "$config"
	OUT=$tree/o-$config
	if [[ $1 =~ ^(vmlinux|bzImage)$ && ! -e $OUT/vmlinux ]]; then
		total=$(expected_objects "$config")
	fi
	count=$(compile "$tree" "$config" "$total" "$@")
	if [ "$total" -gt 0 ]; then
		printf '%s\n' "$count" >"$CACHE/objects/$config"
	fi
}

# Removes finished kernels but the last ones of the scenario.
prune() {
	local old
	find "$CACHE/images" -mindepth 1 -maxdepth 1 -name "$1-*" -printf '%T@ %p\n' |
		sort -rn | tail -n +5 | cut -d ' ' -f 2- |
		while IFS= read -r old; do
			rm -rf "$old"
		done
}

image() {
	local config=$1 boot dir part targets
	dir=$CACHE/images/$config-$(image_key "$config")
	if [ ! -e "$dir/kernel" ]; then
		boot=$("$KCONFIG" get "$config" boot | tail -n 1)
		targets=("$boot")
		if [ -n "$("$KCONFIG" merge "$config" | grep -x CONFIG_MODULES=y)" ]; then
			targets+=(modules)
		fi
		build "$config" "${targets[@]}"
		part=$dir.$$
		rm -rf "$part"
		mkdir -p "$part/modules"
		if [ "${#targets[@]}" -gt 1 ]; then
			# The folder may still have modules that are no longer built.
			(cd "$OUT" && sed 's/\.o$/.ko/' modules.order | xargs -r cp -t "$part/modules")
		fi
		cp "$OUT/.config" "$part/config"
		cp "$OUT/System.map" "$part/System.map"
		case $boot in
		vmlinux) cp "$OUT/vmlinux" "$part/kernel" ;;
		bzImage) cp "$OUT/arch/x86/boot/bzImage" "$part/kernel" ;;
		esac
		rm -rf "$dir"
		mv "$part" "$dir"
		prune "$config"
	fi
	touch "$dir"
	printf '%s\n' "$dir"
}

objects() {
	build "$@"
	printf '%s\n' "$OUT"
}

# Prints the file with the running kernel's configuration.
running_config() {
	local file
	for file in "/boot/config-$(uname -r)" /proc/config.gz; do
		if [ -r "$file" ]; then
			printf '%s\n' "$file"
			return
		fi
	done
	die "this machine does not tell its kernel's configuration: CONFIG=FILE"
}

# read_config FILE: prints a configuration of the user's, if it is one.
read_config() {
	local text
	[[ -f $1 && -r $1 ]] || die "CONFIG=$1 is neither a file nor one of configs/"
	text=$(zcat -f -- "$1" | tr -d '\0')
	grep -q '^CONFIG_' <<<"$text" || die "$1 is not the configuration of a kernel"
	grep -qx 'CONFIG_X86_64=y' <<<"$text" || die "$1 is not a configuration for x86-64"
	printf '%s\n' "$text"
}

# deb [CONFIG]: builds packages, as the kernel makes them, of one of configs/ or of a file.
deb() {
	local given=${1:-} scenario='' fragment=$TOP/packaging/kernel.config text tree out target
	local log=$LOGS/deb-kernel-config.log made=$CACHE/deb-kernel
	if [ -e "$CONFIGS/$given.config" ]; then
		scenario=$given
		[ "$(kernel_kind "$given")" = overlay ] || die "the $given kernel has no tracer"
		[ -z "$("$KCONFIG" get "$given" arch)" ] || die "the $given kernel is not for x86-64"
		text=$("$KCONFIG" merge "$given")
	else
		given=${given:-$(running_config)}
		text=$(read_config "$given")
	fi
	say "the configuration is $given, changed by packaging/kernel.config"
	mkdir -p "$LOGS"
	lock "$CACHE/lock-overlay" "the kernel tree in $CACHE"
	tree=$(source_tree overlay)
	out=$tree/o-deb-kernel
	mkdir -p "$out"
	if [ -n "$scenario" ]; then
		target=(KCONFIG_ALLCONFIG="$out/given" allnoconfig)
		cat "$tree"/kernel/configs/tiny{-base,}.config - "$fragment" <<<"$text" >"$out/given"
	else
		target=(olddefconfig)
		cat - "$fragment" <<<"$text" >"$out/.config"
	fi
	if ! kmake "$tree" deb-kernel "${target[@]}" >"$log" 2>&1; then
		tail -n 30 "$log" >&2
		die "configuring the kernel failed, log: $log"
	fi
	"$KCONFIG" check "$fragment" "$out/.config"
	# The kernel leaves the packages beside the folder of its objects.
	rm -f "$tree"/linux-*.{deb,buildinfo,changes}
	# Debugging symbols would be by far the largest of them.
	DEB_BUILD_PROFILES=pkg.linux-upstream.nokerneldbg compile "$tree" deb-kernel 0 bindeb-pkg >/dev/null
	rm -rf "$made"
	mkdir "$made"
	# That of the C library's headers stays there: it would replace the distribution's.
	mv "$tree"/linux-{image,headers}-*.deb "$made"
	say "To install and boot it, as root:  dpkg -i $made/*.deb && reboot"
	say "If GRUB starts another kernel: choose this one in its menu, under \"Advanced options\"."
	printf '%s\n' "$made"/*.deb
}

# Makes the headers for programs, with the kernel's make.
headers() {
	local tree out log=$LOGS/headers.log
	mkdir -p "$LOGS"
	lock "$CACHE/lock-plain" "the kernel tree in $CACHE"
	tree=$(source_tree plain)
	out=$tree/o-headers
	if [ ! -e "$out/complete" ]; then
		mkdir -p "$out"
		kmake "$tree" headers headers >"$log" 2>&1 || {
			tail -n 30 "$log" >&2
			die "preparing the kernel's headers failed, log: $log"
		}
		touch "$out/complete"
	fi
	printf '%s\n' "$out/usr/include"
}

clean() {
	local kind
	for kind in source plain overlay; do
		lock "$CACHE/lock-$kind" "the kernel tree in $CACHE"
	done
	rm -rf "$CACHE"/linux-* "$CACHE/images" "$CACHE/objects" "$LOGS" "$CACHE"/vm-init-* \
		"$CACHE/programs" "$CACHE/regenerate" "$CACHE/unit" "$CACHE/deb" "$CACHE/deb-kernel"
	say "removed; compiled objects stay in $CACHE/ccache"
}

main() {
	local command=${1:-}
	"$TOP/dev/setup.sh" build
	case $command in
	image | objects)
		[ $# -ge 2 ] || die "usage: dev/kernel.sh $command CONFIG"
		"$KCONFIG" get "$2" kernel >/dev/null
		;;
	esac
	case $command in
	image) image "$2" ;;
	objects) shift && objects "$@" ;;
	deb) deb "${2:-}" ;;
	source) printf '%s/plain\n' "$(unpack)" ;;
	headers) headers ;;
	clean) clean ;;
	*) die "usage: dev/kernel.sh image|objects|deb|source|headers|clean ..." ;;
	esac
}

main "$@"
