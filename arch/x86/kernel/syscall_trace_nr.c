// SPDX-License-Identifier: GPL-2.0
/*
 * x86: from a system call number to the system call tracer's table, one array
 * per ABI. The arrays are generated from the .tbl files the kernel's own
 * dispatch comes from; an ABI the kernel is built without keeps its names.
 */
#include <linux/kernel.h>
#include <linux/nospec.h>
#include <linux/ptrace.h>
#include <linux/syscall_trace.h>
#include <linux/thread_info.h>
#include <asm/unistd.h>
#ifdef __KERNEL__
#include <asm/sigframe.h>
#endif

#define SYSCALL_TRACE_SLOT(nr, entry, text, ...) \
	[nr] = { .call = entry, .name = text, ##__VA_ARGS__ },

static const struct syscall_trace_slot slots_x86_64[] = {
#include "syscall_trace_nr_64.h"
};

static const struct syscall_trace_slot slots_i386[] = {
#include "syscall_trace_nr_32.h"
};

static const struct syscall_trace_slot slots_x32[] = {
#include "syscall_trace_nr_x32.h"
};

static const struct {
	const struct syscall_trace_slot	*slots;
	unsigned long			nr;
} abis[SYSCALL_TRACE_NR_ABIS] = {
	[SYSCALL_TRACE_ABI_X86_64]	= { slots_x86_64, ARRAY_SIZE(slots_x86_64) },
	[SYSCALL_TRACE_ABI_I386]	= { slots_i386, ARRAY_SIZE(slots_i386) },
	[SYSCALL_TRACE_ABI_X32]		= { slots_x32, ARRAY_SIZE(slots_x32) },
};

/* Numbers of x32 have a bit that is not part of the index. */
static unsigned int to_index(unsigned int abi, unsigned int nr)
{
	return abi == SYSCALL_TRACE_ABI_X32 ? nr & ~__X32_SYSCALL_BIT : nr;
}

const struct syscall_trace_slot *
syscall_trace_arch_slot(unsigned int abi, unsigned int nr)
{
	if (abi >= SYSCALL_TRACE_NR_ABIS)
		return NULL;

	nr = to_index(abi, nr);
	if (nr >= abis[abi].nr)
		return NULL;

	/* The number comes from user space, here or by way of a record. */
	return &abis[abi].slots[array_index_nospec(nr, abis[abi].nr)];
}

unsigned int syscall_trace_arch_nr(unsigned int abi, unsigned int index)
{
	return abi == SYSCALL_TRACE_ABI_X32 ? index | __X32_SYSCALL_BIT : index;
}

#ifdef __KERNEL__
/*
 * TS_COMPAT says how this call entered the kernel, whatever the task is: int
 * 0x80 from 64-bit code is an i386 call. A negative number has the x32 bit by
 * accident only.
 */
const struct syscall_trace_call *
syscall_trace_arch_call(struct pt_regs *regs, int nr, struct syscall_trace_head *head)
{
	unsigned long abi = SYSCALL_TRACE_ABI_X86_64, index = (unsigned int)nr;

	head->nr = nr;
	if (unlikely(in_ia32_syscall())) {
		abi = SYSCALL_TRACE_ABI_I386;
	} else if (unlikely(nr & __X32_SYSCALL_BIT) && nr >= 0) {
		abi = SYSCALL_TRACE_ABI_X32;
		index = to_index(abi, nr);
	}
	head->abi = abi;

	if (unlikely(index >= abis[abi].nr))
		return NULL;

	return abis[abi].slots[array_index_nospec(index, abis[abi].nr)].call;
}

/*
 * What the wrappers of asm/syscall_wrapper.h do. Those of i386 take 32 bits of every
 * register. A compat entry point called from x32 gets all 64, of which its parameters
 * take what their types hold.
 */
void syscall_trace_arch_narrow(const struct syscall_trace_head *head,
			       unsigned long args[SYSCALL_TRACE_MAX_ARGS])
{
	const struct syscall_trace_slot *slot;
	unsigned int i, left;

	if (head->abi == SYSCALL_TRACE_ABI_I386) {
		for (i = 0; i < SYSCALL_TRACE_MAX_ARGS; i++)
			args[i] = (u32)args[i];
		return;
	}

	slot = syscall_trace_arch_slot(head->abi, head->nr);
	for (left = slot ? slot->narrow : 0; left; left &= left - 1) {
		const struct syscall_trace_type *type;

		i = __ffs(left);
		type = slot->call->args[i].type;
		args[i] = syscall_trace_extend(args[i], sizeof(u32), type && type->is_signed);
	}
}

/* The frame begins with the address of this call, which is off the stack by now. */
void syscall_trace_arch_sigmask(unsigned int abi, bool old, unsigned long addr[2])
{
	unsigned long sp = current_pt_regs()->sp;

	switch (abi) {
#ifdef CONFIG_X86_64
	case SYSCALL_TRACE_ABI_X86_64:
		addr[0] = sp - sizeof(u64) + offsetof(struct rt_sigframe, uc.uc_sigmask);
		break;
#endif
#ifdef CONFIG_X86_X32_ABI
	case SYSCALL_TRACE_ABI_X32:
		addr[0] = sp - sizeof(u64) + offsetof(struct rt_sigframe_x32, uc.uc_sigmask);
		break;
#endif
#if defined(CONFIG_X86_32) || defined(CONFIG_IA32_EMULATION)
	case SYSCALL_TRACE_ABI_I386:
		if (old) {
			sp -= 2 * sizeof(u32);
			addr[0] = sp + offsetof(struct sigframe_ia32, sc.oldmask);
			addr[1] = sp + offsetof(struct sigframe_ia32, extramask);
			return;
		}
		addr[0] = sp - sizeof(u32) + offsetof(struct rt_sigframe_ia32, uc.uc_sigmask);
		break;
#endif
	default:
		addr[0] = 0;
	}
	addr[1] = addr[0] + sizeof(u32);
}
#endif /* __KERNEL__ */
