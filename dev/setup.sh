#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Installs the missing Debian packages, and says what each is for.
#
#   dev/setup.sh run|build|deb|deb-kernel|vm|demo|check|soak|stress|bench|check-deb|kernelshark|root|host
#   dev/setup.sh list STAGE        print the names of all packages of one of these
#
# stages() says which of the others each includes. With SETUP=no, or
# without root's rights, it only prints the apt line.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# stage, package, a program or file that shows that it is installed, what it is for
PACKAGES='
build make              make                                   the kernel is built with it
build gcc               gcc                                    the kernel is compiled with it
build libc6-dev         /usr/include/stdio.h                   C headers for programs of the kernel build and the tests
build flex              flex                                   Kconfig is built with it
build bison             bison                                  Kconfig is built with it
build bc                bc                                     a constant of the kernel is computed with it
build libelf-dev        /usr/include/libelf.h                  objtool, part of the kernel build, reads ELF with it
build xz-utils          xz                                     the kernel source comes compressed with it
build patch             patch                                  the overlay edits the kernel tree with it
build python3           python3                                the table generator and the scripts here are written in it
build ccache            ccache                                 keeps compiled objects between builds
build linux-source-6.12 /usr/src/linux-source-6.12.tar.xz      the kernel that gets the tracer
deb   dpkg-dev          dpkg-buildpackage                      makes Debian packages
deb   build-essential   /usr/share/build-essential/list        dpkg-buildpackage builds nothing without it
deb   debhelper         dh                                     says how the package of the tools is made
deb   help2man          help2man                               makes manual pages of what --help says
deb   python3-docutils  rst2man                                makes the manual page of sctrace
deb   libtracecmd-dev   /usr/include/trace-cmd/trace-cmd.h     syscall-report reads trace.dat files with it
deb   libtracefs-dev    /usr/include/tracefs/tracefs.h         sctrace finds tracefs with it
deb   libtraceevent-dev /usr/include/traceevent/event-parse.h  all of them read formats of events with it
deb   pkg-config        pkg-config                             tells where these are
deb-kernel rsync        rsync                                  collects the files of packages of the kernel
deb-kernel cpio         cpio                                   packs the headers that a kernel has in itself
deb-kernel kmod         /sbin/depmod                           lists what modules need
deb-kernel libssl-dev   /usr/include/openssl/opensslv.h        the tools that sign modules are built with it
deb-kernel openssl      openssl                                makes the key that modules are signed with
deb-kernel zstd         zstd                                   compresses kernels of some configurations
deb-kernel pahole       pahole                                 gives a kernel its types for BPF, if the configuration asks
run   python3           /usr/bin/python3                       runs the tests
root  mmdebstrap        mmdebstrap                             makes a root file system for the tests
host  make              make                                   is what one types
host  locales           localedef                              lets a host speak another language
host  busybox-static    busybox                                excludes the package of the tests
host  libtracecmd1      /usr/lib/x86_64-linux-gnu/libtracecmd.so.1 the package of the tools needs it
host  libtracefs1       /usr/lib/x86_64-linux-gnu/libtracefs.so.1 this, too
host  libtraceevent1    /usr/lib/x86_64-linux-gnu/libtraceevent.so.1 and this
check-deb debootstrap   debootstrap                            installs Debian into a disk image
check-deb e2fsprogs     /sbin/mke2fs                           makes that image
vm    qemu-system-x86   qemu-system-x86_64                     the virtual machine
demo  gcc-multilib      /usr/include/asm                       compiles programs of the two 32-bit ABIs
check procps            pgrep                                  finds what tests have left running
check util-linux        setpriv                                starts programs as other users
check e2fsprogs         /sbin/mke2fs                           makes file systems that are mounted in the virtual machine
check perl              perl                                   one of the programs that run under strace and the tracer
check ca-certificates   /etc/ssl/certs/ca-certificates.crt     npm trusts these
check git               git                                    the patch series is tested with git am
check python3-pytest    pytest-3                               runs the tests of the scripts and of the table generator
check pyflakes3         pyflakes3                              finds names that are defined nowhere in scripts and tests
check strace            strace                                 the reference that the trace is compared with
check sparse            sparse                                 finds what compilers do not look for: address spaces, byte orders
check clang             clang                                  fuzzes the formatter and syscall-report, compiles the tracer for another architecture
check binutils-aarch64-linux-gnu aarch64-linux-gnu-ld          links what that build needs before it compiles
check libclang-rt-14-dev /usr/lib/clang/14.0.6/lib/linux/libclang_rt.fuzzer-x86_64.a the fuzzer itself
check babeltrace2       babeltrace2                            reads the traces that syscall-report writes for it
check npm               npm                                    gets the library that pages of syscall-report --html draw axes with
check chromium          chromium                               is the browser that reads these pages
check chromium-driver   chromedriver                           lets a program use that browser
check python3-selenium  /usr/lib/python3/dist-packages/selenium the program does
check trace-cmd         trace-cmd                              records traces that syscall-report prints
check lintian           lintian                                finds mistakes in the package of the tools
check man-db            man                                    renders the manual pages
check bash-completion   /usr/share/bash-completion/bash_completion completes what the completions are tested with
check zsh               zsh                                    loads those for zsh
check busybox           busybox                                one of the programs that run under strace and the tracer
check kmod              insmod                                 loads modules in the virtual machine
check iproute2          ip                                     gives the virtual machine a network
check linux-perf        perf                                   reads the events of probes, and is one of the tools whose cost is compared
check mawk              mawk                                   one of the awks that the scripts have to work with
check gawk              gawk                                   another one
stress stress-ng        stress-ng                              makes all system calls in a storm
bench bpftrace          bpftrace                               another tool whose cost is compared
bench dbench            dbench                                 replays what file servers were asked (dbench, tbench)
bench sqlite3           sqlite3                                one of the programs that are measured
bench apache2-utils     ab                                     the client of the web server that is measured
bench python3-matplotlib /usr/lib/python3/dist-packages/matplotlib/pyplot.py draws the chart
kernelshark kernelshark kernelshark                            shows a trace in a window
kernelshark xvfb        xvfb-run                               the display of that window, which nobody sees
kernelshark xauth       xauth                                  xvfb-run needs it
kernelshark xdotool     xdotool                                finds the window
kernelshark imagemagick import                                 makes a picture of it
'

stages() {
	case $1 in
	build) echo build ;;
	deb) echo build deb ;;
	deb-kernel) echo build deb deb-kernel ;;
	check-deb) echo build deb deb-kernel vm check-deb ;;
	run) echo run ;;
	root) echo root ;;
	host) echo run host ;;
	vm) echo build vm ;;
	demo) echo build vm demo ;;
	check) echo build deb vm demo check ;;
	soak) echo stress ;;
	stress) echo build deb vm demo check stress ;;
	bench) echo build deb vm demo check bench ;;
	kernelshark) echo build deb vm demo check kernelshark ;;
	*) die 'which stage? See dev/setup.sh' ;;
	esac
}

present() {
	case $1 in
	/*) [ -e "$1" ] ;;
	*) have "$1" ;;
	esac
}

# Prints the packages of a stage.
list() {
	local wanted stage package rest
	wanted=" $(stages "$1") "
	while read -r stage package rest; do
		[[ -z $stage || $wanted != *" $stage "* ]] || printf '%s\n' "$package"
	done <<<"$PACKAGES" | sort -u
}

# Sets MISSING, and says what each missing package is for.
find_missing() {
	local wanted stage package sign reason
	wanted=" $(stages "$1") "
	MISSING=()
	while read -r stage package sign reason; do
		if [[ -z $stage || $wanted != *" $stage "* ]] || present "$sign"; then
			continue
		fi
		if [ "$package" = linux-source-6.12 ] && [ -n "${LINUX_SOURCE:-}" ]; then
			continue
		fi
		MISSING+=("$package")
		say "$(printf 'missing: %-18s %s' "$package" "$reason")"
	done <<<"$PACKAGES"
}

apt_line="apt-get install --no-install-recommends"

# What upgrades a machine by itself may hold the lock for some minutes.
apt_install() {
	DEBIAN_FRONTEND=noninteractive $apt_line -o DPkg::Lock::Timeout=1800 -y "$@" >"$LOGS/setup.log" 2>&1 </dev/null
}

install_missing() {
	mkdir -p "$LOGS"
	say "installing: $apt_line ${MISSING[*]}"
	# Fetch the package lists only if the installation fails: they may be absent or old.
	if apt_install "${MISSING[@]}"; then
		return
	fi
	say "fetching the package lists: apt-get update"
	apt-get update >"$LOGS/setup.log" 2>&1 </dev/null || say "apt-get update failed, going on"
	if ! apt_install "${MISSING[@]}"; then
		tail -n 15 "$LOGS/setup.log" >&2
		die "the packages could not be installed, log: $LOGS/setup.log"
	fi
}

main() {
	if [ "${1:-}" = list ]; then
		list "${2:?of which stage?}"
		return
	fi
	find_missing "${1:-check}"
	if [ ${#MISSING[@]} -eq 0 ]; then
		return
	fi
	if [ "${SETUP:-}" = no ]; then
		die "to install what is missing: $apt_line ${MISSING[*]}"
	elif [ "$(id -u)" -ne 0 ]; then
		die "only root can install what is missing: sudo $apt_line ${MISSING[*]}"
	elif ! have apt-get; then
		die "this is not a Debian system; install the content of these packages by other means"
	fi
	install_missing
	find_missing "$1"
	[ ${#MISSING[@]} -eq 0 ] || die "still missing after the installation: ${MISSING[*]}"
}

main "$@"
