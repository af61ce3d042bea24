#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Builds the kernels of configs/ in the cache folder, where checkouts and clones
# share sources, objects and finished kernels.
#
#   dev/kernel.sh image CONFIG            build, print the folder of the kernel (modules/: its modules)
#   dev/kernel.sh objects CONFIG FILE.o.. build just these, print their folder
#   dev/kernel.sh warnings CONFIG FILE.o..  build these, print what the compiler (W=1) and sparse say of them
#   dev/kernel.sh module CONFIG FOLDER    build the module in FOLDER for it, print where it is
#   dev/kernel.sh tree FOLDER CONFIG GOAL..  build in a kernel tree of one's own, with what it has of CONFIG
#   dev/kernel.sh deb [CONFIG]            build Debian packages, print their paths
#   dev/kernel.sh source                  print the tree without the overlay
#   dev/kernel.sh headers                 print the folder of its headers for programs
#   dev/kernel.sh clean                   remove all of it but the compiler cache
#
# A finished kernel is filed under a hash of all its input. If such a kernel exists, no
# checkout builds it again. Each checkout has a tree with the overlay. Builds in one tree wait
# for each other; running a kernel waits for nobody.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

TARBALL=${LINUX_SOURCE:-/usr/src/linux-source-6.12.tar.xz}
KCONFIG=$TOP/dev/kconfig.py
CONFIGS=$TOP/configs
# Trees with the overlay: more checkouts than these take each other's.
MOST_TREES=8

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
			"$TOP/dev/overlay.py" list | grep -vE '^(Documentation|tests|tools)/' |
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

# nobody_has OWNER: whether that checkout needs its tree no more. In a root file system of the tests' own,
# one does not see whether it is gone.
nobody_has() {
	[ -z "$1" ] || { [ "${IN_ROOT:-}" != own ] && [ ! -d "$1" ]; }
}

# Prints the name of a tree with the overlay for this checkout: the one that it had, or one that
# nobody has, or else the one that was not used for the longest time.
overlay_tree() (
	local number owner found=''
	lock "$CACHE/lock-owners" "the list of kernel trees in $CACHE"
	for ((number = 1; number <= MOST_TREES; number++)); do
		owner=$(cat "$CACHE/owner-$number" 2>/dev/null || true)
		if [ "$owner" = "$TOP" ]; then
			found=$number
			break
		fi
		[ -n "$found" ] || ! nobody_has "$owner" || found=$number
	done
	found=${found:-$(find "$CACHE" -maxdepth 1 -name 'owner-*' -printf '%T@ %f\n' |
		sort -n | sed -n '1s/.*-//p')}
	printf '%s\n' "$TOP" >"$CACHE/owner-$found"
	printf 'overlay-%s\n' "$found"
)

# take_tree plain|overlay: sets TREE, and returns with its lock held.
take_tree() {
	local name=$1 trees
	[ "$name" = plain ] || name=$(overlay_tree)
	lock "$CACHE/lock-$name" "the kernel tree in $CACHE"
	trees=$(unpack)
	TREE=$trees/$name
	[ "$name" != plain ] || return 0
	if [ ! -e "$TREE" ]; then
		rm -rf "$TREE.part"
		# The build folders of the plain tree are not copied.
		mkdir "$TREE.part"
		find "$trees/plain" -mindepth 1 -maxdepth 1 ! -name 'o-*' \
			-exec cp -al -t "$TREE.part" {} +
		mv "$TREE.part" "$TREE"
	fi
	"$TOP/dev/overlay.py" install "$TREE" >&2
}

# Prints the program that puts ccache in front of a compiler. CCACHE_DEPEND makes ccache blind to what
# assembler files take in with .incbin, such as the compressed kernel in a bzImage.
ccache_but_for_assembler() {
	local program=$CACHE/ccache-cc
	if [ ! -x "$program" ]; then
		mkdir -p "$CACHE"
		cat >"$program.$$" <<'END'
#!/bin/sh
case " $* " in
*".S "*) exec "$@" ;;
esac
exec ccache "$@"
END
		chmod +x "$program.$$"
		mv "$program.$$" "$program"
	fi
	printf '%s\n' "$program"
}

# kmake TREE CONFIG ARGS...: runs the kernel's make. The build folder is inside the tree,
# so the compiler sees the same relative paths in all trees, and the trees share the
# compiler cache.
# The configuration would name the version of a compiler for Rust, if one is in PATH: then
# nothing could be shared with who has another one, or none.
kmake() {
	local tree=$1 config=$2 arch=${FOREIGN:-x86_64} cc=${CC:-gcc} hostcc=${CC:-gcc} cached
	shift 2
	[ "$arch" = x86_64 ] || cc=clang
	if have_ccache; then
		cached=$(ccache_but_for_assembler)
		cc="$cached $cc" hostcc="$cached $hostcc"
		# Otherwise every file is preprocessed twice, a third more work.
		export CCACHE_DEPEND=1
	fi
	env -u MAKEFLAGS -u MAKEOVERRIDES -u MFLAGS -u MAKELEVEL \
		LC_ALL=C KBUILD_BUILD_TIMESTAMP='Thu Jan  1 00:00:00 UTC 1970' \
		KBUILD_BUILD_USER=syscall KBUILD_BUILD_HOST=tracer KBUILD_BUILD_VERSION=1 \
		make -C "$tree" O="o-$config" ARCH="$arch" CROSS_COMPILE="${CROSS[$arch]-}" \
		CC="$cc" HOSTCC="$hostcc" RUSTC=none \
		-j "${JOBS:-$(nproc)}" "$@"
}

# log_of TREE NAME: each tree has logs of its own, as checkouts build at the same time.
log_of() {
	printf '%s/%s-%s.log\n' "$LOGS" "$2" "${1##*/}"
}

# Writes a .config of what a tree has of the scenario.
write_config() {
	local tree=$1 config=$2 log
	log=$(log_of "$1" "$2-config")
	if ! kmake "$tree" "$config" KCONFIG_ALLCONFIG="$tree/o-$config/scenario.new" \
		allnoconfig >"$log" 2>&1; then
		tail -n 30 "$log" >&2
		die "configuring the $config kernel failed, log: $log"
	fi
}

# Prints what allnoconfig shall have.
print_scenario() {
	cat "$1/kernel/configs/tiny-base.config" "$1/kernel/configs/tiny.config"
	"$KCONFIG" merge "$2"
}

# Writes .config if the scenario or the kernel's Kconfig files changed.
configure() {
	local tree=$1 config=$2 out=$1/o-$2
	mkdir -p "$out"
	print_scenario "$tree" "$config" >"$out/scenario.new"
	if ! cmp -s "$out/scenario.new" "$out/scenario"; then
		# Removed before .config changes: if this fails, the next run does it again.
		rm -f "$out/scenario"
		write_config "$tree" "$config"
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
	local tree=$1 config=$2 total=$3 log start=$SECONDS
	log=$(log_of "$1" "$2")
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
	local config=$1 kind total=0 count
	shift
	kind=$(kernel_kind "$config")
	FOREIGN=$("$KCONFIG" get "$config" arch | tail -n 1)
	mkdir -p "$LOGS" "$CACHE/objects"
	take_tree "$kind"
	configure "$TREE" "$config"
	OUT=$TREE/o-$config
	if [[ $1 =~ ^(vmlinux|bzImage)$ && ! -e $OUT/vmlinux ]]; then
		total=$(expected_objects "$config")
	fi
	count=$(compile "$TREE" "$config" "$total" "$@")
	if [ "$total" -gt 0 ]; then
		printf '%s\n' "$count" >"$CACHE/objects/$config"
	fi
}

# Removes finished kernels but the last ones of the scenario, and those that somebody has booted today.
prune() {
	local old
	find "$CACHE/images" -mindepth 1 -maxdepth 1 -name "$1-*" -printf '%T@ %p\n' |
		sort -rn | tail -n +5 | cut -d ' ' -f 2- |
		while IFS= read -r old; do
			find "$old" -maxdepth 0 -mtime +0 -exec rm -rf {} +
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

# warnings CONFIG FILES...: sparse does not follow locks into guard(), so it must not count them.
warnings() {
	local log
	build "$@" W=1 C=2 CHECK='sparse -Wno-context'
	log=$(log_of "$TREE" "$1")
	grep -q '^  CHECK ' "$log" || die "sparse has looked at nothing"
	grep -E '^[^ ]+:[0-9]+:[0-9]+: (warning|error): ' "$log" || true
}

# module CONFIG FOLDER: builds a module that is not part of the kernel.
module() {
	local config=$1 name log
	name=$(basename "$2")
	build "$config" "$("$KCONFIG" get "$config" boot | tail -n 1)" modules >/dev/null
	log=$(log_of "$TREE" "$1-module")
	rm -rf "${OUT:?}/$name"
	cp -r "$2" "$OUT/$name"
	if ! kmake "${OUT%/*}" "$config" M="$OUT/$name" modules >"$log" 2>&1; then
		tail -n 30 "$log" >&2
		die "building $name failed, log: $log"
	fi
	printf '%s\n' "$OUT/$name/$name.ko"
}

# tree FOLDER CONFIG GOALS...: what the tree lacks is left out of the configuration.
tree() {
	local tree=$1 config=$2 log=$LOGS/$2-series.log
	shift 2
	mkdir -p "$LOGS" "$tree/o-$config"
	print_scenario "$tree" "$config" >"$tree/o-$config/scenario.new"
	write_config "$tree" "$config"
	if ! kmake "$tree" "$config" "$@" >"$log" 2>&1; then
		tail -n 30 "$log" >&2
		die "building failed, log: $log"
	fi
	printf '%s\n' "$tree/o-$config"
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
	local given=${1:-} scenario='' fragment=$TOP/packaging/kernel.config text out target
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
	take_tree overlay
	out=$TREE/o-deb-kernel
	mkdir -p "$out"
	if [ -n "$scenario" ]; then
		target=(KCONFIG_ALLCONFIG="$out/given" allnoconfig)
		cat "$TREE"/kernel/configs/tiny{-base,}.config - "$fragment" <<<"$text" >"$out/given"
	else
		target=(olddefconfig)
		cat - "$fragment" <<<"$text" >"$out/.config"
	fi
	if ! kmake "$TREE" deb-kernel "${target[@]}" >"$log" 2>&1; then
		tail -n 30 "$log" >&2
		die "configuring the kernel failed, log: $log"
	fi
	"$KCONFIG" check "$fragment" "$out/.config"
	# The kernel leaves the packages beside the folder of its objects.
	rm -f "$TREE"/linux-*.{deb,buildinfo,changes}
	# Debugging symbols would be by far the largest of them.
	DEB_BUILD_PROFILES=pkg.linux-upstream.nokerneldbg compile "$TREE" deb-kernel 0 bindeb-pkg >/dev/null
	rm -rf "$made"
	mkdir "$made"
	# That of the C library's headers stays there: it would replace the distribution's.
	mv "$TREE"/linux-{image,headers}-*.deb "$made"
	say "To install and boot it, as root:  dpkg -i $made/*.deb && reboot"
	say "If GRUB starts another kernel: choose this one in its menu, under \"Advanced options\"."
	printf '%s\n' "$made"/*.deb
}

# Makes the headers for programs, with the kernel's make. Those that are complete stay as they are: whoever
# needs them does not wait for others that build in that tree.
headers() {
	local out log=$LOGS/headers.log
	out=$(unpack)/plain/o-headers
	if [ ! -e "$out/complete" ]; then
		mkdir -p "$LOGS"
		take_tree plain
		mkdir -p "$out"
		kmake "$TREE" headers headers >"$log" 2>&1 || {
			tail -n 30 "$log" >&2
			die "preparing the kernel's headers failed, log: $log"
		}
		touch "$out/complete"
	fi
	printf '%s\n' "$out/usr/include"
}

clean() {
	local kind
	for kind in source plain $(seq -f 'overlay-%g' "$MOST_TREES"); do
		lock "$CACHE/lock-$kind" "the kernel tree in $CACHE"
	done
	rm -rf "$CACHE"/linux-* "$CACHE"/owner-* "$CACHE/images" "$CACHE/objects" "$LOGS" "$CACHE"/vm-init-* \
		"$CACHE/npm" "$CACHE/programs" "$CACHE/regenerate" "$CACHE/unit" "$CACHE/deb" "$CACHE/deb-kernel" "$CACHE"/root-* \
		"$CACHE/tmp" "$CACHE/stock"
	say "removed; compiled objects stay in $CACHE/ccache"
}

main() {
	local command=${1:-}
	[[ ! $CACHE =~ [[:space:]:] ]] || die "the kernel cannot be built below $CACHE: set XDG_CACHE_HOME"
	"$TOP/dev/setup.sh" build
	case $command in
	image | objects | warnings | module)
		[ $# -ge 2 ] || die "usage: dev/kernel.sh $command CONFIG"
		"$KCONFIG" get "$2" kernel >/dev/null || exit 1
		;;
	esac
	case $command in
	image) image "$2" ;;
	objects) shift && objects "$@" ;;
	warnings) shift && warnings "$@" ;;
	module)
		[ $# -eq 3 ] || die "usage: dev/kernel.sh module CONFIG FOLDER"
		module "$2" "$3"
		;;
	tree)
		[ $# -ge 4 ] || die "usage: dev/kernel.sh tree FOLDER CONFIG GOAL..."
		shift && tree "$@"
		;;
	deb) deb "${2:-}" ;;
	source) printf '%s/plain\n' "$(unpack)" ;;
	headers) headers ;;
	clean) clean ;;
	*) die "usage: dev/kernel.sh image|objects|warnings|module|tree|deb|source|headers|clean ..." ;;
	esac
}

main "$@"
