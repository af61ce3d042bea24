// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: looks things up in the architecture's table of ABIs. Called
 * by record.c and signal.c, and by table_file.c outside of this folder.
 */
#include <linux/kernel.h>
#include <linux/nospec.h>

#include "format.h"

/**
 * syscall_trace_find_slot - find the table entry of a system call number
 * @abi: index of the ABI
 * @nr: the number as it was in the register, any value
 *
 * Context: any.
 * Return: the slot, or NULL if the number or the ABI is out of range.
 */
const struct syscall_trace_slot *syscall_trace_find_slot(unsigned int abi, unsigned int nr)
{
	const struct syscall_trace_abi *desc;

	if (abi >= syscall_trace_nr_abis)
		return NULL;

	desc = &syscall_trace_abis[abi];
	nr &= ~desc->nr_bit;
	if (nr >= desc->nr_slots)
		return NULL;

	/* The number comes from user space, here or by way of a record. */
	return &desc->slots[array_index_nospec(nr, desc->nr_slots)];
}

/**
 * syscall_trace_find_abi - find an ABI by the architecture that seccomp and ptrace report
 * @arch: AUDIT_ARCH_*
 * @nr: the number as it was in the register
 *
 * Two ABIs may differ only in a bit of the number. The ABI with the bit comes last in the
 * table, so the search begins there.
 *
 * Return: index of the ABI, syscall_trace_nr_abis if this architecture has none.
 */
unsigned int syscall_trace_find_abi(u32 arch, u32 nr)
{
	unsigned int abi;

	for (abi = syscall_trace_nr_abis; abi--;) {
		const struct syscall_trace_abi *desc = &syscall_trace_abis[abi];

		if (desc->audit_arch == arch && (nr & desc->nr_bit) == desc->nr_bit)
			return abi;
	}

	return syscall_trace_nr_abis;
}

/**
 * syscall_trace_find_regs - find a set of general registers by its size
 * @nr: how many registers it has
 *
 * Return: the set; that of the first ABI if none has @nr.
 */
const struct syscall_trace_regs *syscall_trace_find_regs(unsigned int nr)
{
	unsigned int abi;

	for (abi = 0; abi < syscall_trace_nr_abis; abi++) {
		if (syscall_trace_abis[abi].regs->nr == nr)
			return syscall_trace_abis[abi].regs;
	}

	return syscall_trace_abis[0].regs;
}
