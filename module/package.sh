#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Collects the source of the module in a folder, which is all that a build of it takes:
#
#   module/package.sh FOLDER TREE HEADERS
#
# What the generator makes is made here, so that nobody who builds the module needs Python. TREE is
# the source of Linux 6.12, for the numbers of calls, HEADERS the folder of its headers for modules,
# for the values of constants. Both are right for 6.1, too: what programs pass to the kernel has the
# same values in all kernels, and newer ones only add some. A module for 6.1 knows these by name as
# well, though that kernel refuses them. But its headers lack them: so the table is compiled here.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd -P)
folder=$1 tree=$2 headers=$3
common=$(sed -n 's/^include \(.*\)\/Makefile$/\1/p' "$headers/Makefile")
arch=arch/x86/kernel
tracer=$folder/tracer

# Prints what a makefile sets a variable to.
words() {
	printf 'include %s\nprint:\n\t@echo $(%s)\n' "$top/$arch/Makefile.syscall_trace" "$1" |
		make -s -f - print
}

generate() {
	python3 "$top/scripts/gen_syscall_table.py" "$@"
}

table() {
	generate --def "$top/syscalls.def" --own "$top/$arch/syscalls.def" "$@"
}

rm -rf "$folder"
mkdir -p "$folder/include"
cp -r "$top/module/." "$folder"
cp -r "$top/kernel/trace/syscall" "$tracer"
rm -r "$tracer/builtin"
cp -r "$top/include/linux" "$folder/include/"
rm "$folder/include/linux/syscall_trace.h"
cp -r "$folder/own/." "$folder/include/"
cp -r "$top/arch/x86/include/asm" "$folder/include/"
cp "$top/$arch"/syscall_trace_*.c "$tracer/"

# --------------------------------- the table --------------------------------

tbls=()
abis=$(words syscall-abis)
for abi in $abis; do
	tbl=$tree/$(words "syscall-tbl-$abi")
	tbls+=("$tbl")
	numbers=$(words "syscall-numbers-$abi")
	# shellcheck disable=SC2086
	table --numbers "$tracer/syscall_trace_nr_$abi.h" --name "$abi" --tbl "$tbl" \
		${numbers//include\//$tree/include/}
done
mapfile -t tbls < <(printf '%s\n' "${tbls[@]}" | sort -u)
table --calls "$tracer/syscall_trace_table.c" --tbl "${tbls[@]}"
make -s -C "$headers" M="$folder" KCFLAGS=-g0 tracer/syscall_trace_table.s
{
	printf '/* SPDX-License-Identifier: GPL-2.0 */\n'
	sed '/^#/d' "$tracer/syscall_trace_table.s"
} >"$tracer/syscall_trace_table.S"
rm "$tracer"/syscall_trace_table.[cs] "$tracer"/.*.cmd

# ------------------------- the numbers of ioctl() commands ------------------

mapfile -t foreign < <(words syscall-foreign-ioctls | tr ' ' '\n')
generate --ioctls "$tracer/ioctl_names.c" --headers "$common/include/uapi" \
	"$common/arch/x86/include/uapi" --foreign "${foreign[@]}"
texts=()
for abi in $abis; do
	# shellcheck disable=SC2046
	gcc -nostdinc -I"$common/arch/x86/include/uapi" -I"$headers/arch/x86/include/generated/uapi" \
		-I"$common/include/uapi" -I"$headers/include/generated/uapi" \
		-include "$common/include/linux/compiler-version.h" \
		-include "$common/include/linux/kconfig.h" \
		-idirafter "$top/scripts/syscall_table/include" -idirafter "$common/include" \
		-I"$headers/include" $(words "syscall-cflags-$abi") -std=gnu11 -w -S \
		-o "$tracer/ioctls_$abi.s" "$tracer/ioctl_names.c"
	texts+=("$abi=$tracer/ioctls_$abi.s")
done
generate --ioctl-table "$tracer/syscall_trace_ioctls.c" --asm "${texts[@]}"
rm "$tracer/ioctl_names.c" "$tracer"/ioctls_*.s
