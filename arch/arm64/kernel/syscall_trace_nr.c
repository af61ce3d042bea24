// SPDX-License-Identifier: GPL-2.0
/*
 * arm64: all that the system call tracer has to be told about an architecture. The
 * numbers are generated from the .tbl files the kernel's own dispatch comes from; an
 * ABI the kernel is built without keeps its names.
 */
#include <linux/audit.h>
#include <linux/kernel.h>
#include <linux/nospec.h>
#include <linux/syscall_trace_table.h>
#include <asm/syscall_trace.h>
#ifdef __KERNEL__
#include <linux/compat.h>
#include <linux/ptrace.h>
#include <linux/sched/task_stack.h>
#include <asm/signal32.h>
#include <asm/ucontext.h>
#endif

#define SYSCALL_TRACE_SLOT(nr, entry, text, ...) \
	[nr] = { .call = entry, .name = text, ##__VA_ARGS__ },

static const struct syscall_trace_slot slots_arm64[] = {
#include "syscall_trace_nr_arm64.h"
};

static const struct syscall_trace_slot slots_arm[] = {
#include "syscall_trace_nr_arm.h"
};

static const char * const names_64[] = {
	"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12",
	"x13", "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24",
	"x25", "x26", "x27", "x28", "x29", "x30", "sp", "pc", "pstate",
};

static const char * const names_32[] = {
	"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "fp", "ip", "sp",
	"lr", "pc", "cpsr", "orig_r0",
};

static const struct syscall_trace_regs regs_64 = { names_64, ARRAY_SIZE(names_64), sizeof(u64) };
static const struct syscall_trace_regs regs_32 = { names_32, ARRAY_SIZE(names_32), sizeof(u32) };

const struct syscall_trace_abi syscall_trace_abis[] = {
	[SYSCALL_TRACE_ABI_ARM64] = {
		.name		= "arm64",
		.slots		= slots_arm64,
		.nr_slots	= ARRAY_SIZE(slots_arm64),
		.audit_arch	= AUDIT_ARCH_AARCH64,
		.layout		= SYSCALL_TRACE_WIDE,
		.compat_layout	= SYSCALL_TRACE_WIDE,
		.regs		= &regs_64,
		.sigchld	= "chld",
	},
	[SYSCALL_TRACE_ABI_ARM] = {
		.name		= "arm",
		.slots		= slots_arm,
		.nr_slots	= ARRAY_SIZE(slots_arm),
		.audit_arch	= AUDIT_ARCH_ARM,
		.layout		= SYSCALL_TRACE_NARROW,
		.compat_layout	= SYSCALL_TRACE_NARROW,
		.regs		= &regs_32,
		.sigchld	= "chld",
	},
	[SYSCALL_TRACE_NR_ABIS] = SYSCALL_TRACE_NO_ABI,
};

const unsigned int syscall_trace_nr_abis = SYSCALL_TRACE_NR_ABIS;

#ifdef __KERNEL__
const struct syscall_trace_regs *syscall_trace_arch_regs(struct task_struct *task)
{
	return compat_user_mode(task_pt_regs(task)) ? &regs_32 : &regs_64;
}

/* As arch/arm64/kernel/signal.c puts it on the stack. */
struct rt_sigframe {
	struct siginfo	info;
	struct ucontext	uc;
};

/* A task of 32 bits has its stack pointer elsewhere among the registers. */
void syscall_trace_arch_sigmask(unsigned int abi, bool old, unsigned long addr[2])
{
	struct pt_regs *regs = current_pt_regs();

#ifdef CONFIG_COMPAT
	if (abi == SYSCALL_TRACE_ABI_ARM)
		addr[0] = regs->compat_sp +
			  (old ? offsetof(struct compat_sigframe, uc.uc_sigmask) :
				 offsetof(struct compat_rt_sigframe, sig.uc.uc_sigmask));
	else
#endif
		addr[0] = regs->sp + offsetof(struct rt_sigframe, uc.uc_sigmask);
	addr[1] = addr[0] + sizeof(u32);
}
#endif /* __KERNEL__ */
