// SPDX-License-Identifier: GPL-2.0
/*
 * x86: all that the system call tracer has to be told about an architecture. The
 * numbers are generated from the .tbl files the kernel's own dispatch comes from; an
 * ABI the kernel is built without keeps its names.
 */
#include <linux/audit.h>
#include <linux/kernel.h>
#include <linux/nospec.h>
#include <linux/ptrace.h>
#include <linux/syscall_trace_table.h>
#include <linux/thread_info.h>
#include <asm/syscall_trace.h>
#include <asm/unistd.h>
#ifdef __KERNEL__
#include <asm/sigframe.h>
#endif

#define SYSCALL_TRACE_SLOT(nr, entry, text, ...) \
	[nr] = { .call = entry, .name = text, ##__VA_ARGS__ },

static const struct syscall_trace_slot slots_x86_64[] = {
#include "syscall_trace_nr_x86_64.h"
};

static const struct syscall_trace_slot slots_i386[] = {
#include "syscall_trace_nr_i386.h"
};

static const struct syscall_trace_slot slots_x32[] = {
#include "syscall_trace_nr_x32.h"
};

static const char * const names_64[] = {
	"r15", "r14", "r13", "r12", "rbp", "rbx", "r11", "r10", "r9", "r8", "rax", "rcx",
	"rdx", "rsi", "rdi", "orig_rax", "rip", "cs", "eflags", "rsp", "ss", "fs_base",
	"gs_base", "ds", "es", "fs", "gs",
};

static const char * const names_32[] = {
	"ebx", "ecx", "edx", "esi", "edi", "ebp", "eax", "xds", "xes", "xfs", "xgs",
	"orig_eax", "eip", "xcs", "eflags", "esp", "xss",
};

static const struct syscall_trace_regs regs_64 = { names_64, ARRAY_SIZE(names_64), sizeof(u64) };
static const struct syscall_trace_regs regs_32 = { names_32, ARRAY_SIZE(names_32), sizeof(u32) };

const struct syscall_trace_abi syscall_trace_abis[] = {
	[SYSCALL_TRACE_ABI_X86_64] = {
		.name		= "x86_64",
		.slots		= slots_x86_64,
		.nr_slots	= ARRAY_SIZE(slots_x86_64),
		.audit_arch	= AUDIT_ARCH_X86_64,
		.layout		= SYSCALL_TRACE_WIDE,
		.compat_layout	= SYSCALL_TRACE_WIDE,
		.regs		= &regs_64,
		.sigchld	= "chld",
	},
	[SYSCALL_TRACE_ABI_I386] = {
		.name		= "i386",
		.slots		= slots_i386,
		.nr_slots	= ARRAY_SIZE(slots_i386),
		.audit_arch	= AUDIT_ARCH_I386,
		.layout		= SYSCALL_TRACE_NARROW,
		.compat_layout	= SYSCALL_TRACE_NARROW,
		.regs		= &regs_32,
		.sigchld	= "chld",
	},
	[SYSCALL_TRACE_ABI_X32] = {
		.name		= "x32",
		.slots		= slots_x32,
		.nr_slots	= ARRAY_SIZE(slots_x32),
		.nr_bit		= __X32_SYSCALL_BIT,
		.audit_arch	= AUDIT_ARCH_X86_64,
		.layout		= SYSCALL_TRACE_WIDE,
		.compat_layout	= SYSCALL_TRACE_NARROW,
		.regs		= &regs_64,
		.sigchld	= "chld_x32",
	},
	[SYSCALL_TRACE_NR_ABIS] = SYSCALL_TRACE_NO_ABI,
};

const unsigned int syscall_trace_nr_abis = SYSCALL_TRACE_NR_ABIS;

#ifdef __KERNEL__
/* By what the task executes now, which need not be what it was compiled for. */
const struct syscall_trace_regs *syscall_trace_arch_regs(struct task_struct *task)
{
	return user_64bit_mode(task_pt_regs(task)) ? &regs_64 : &regs_32;
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
