// SPDX-License-Identifier: GPL-2.0
/*
 * Is this the kernel for which redirect.c was written? What names and headers cannot tell is
 * read from its instructions.
 */
#include <linux/audit.h>
#include <linux/cgroup.h>
#include <linux/entry-common.h>
#include <linux/ptrace.h>
#include <linux/uaccess.h>
#include <asm/ibt.h>

#include "compat.h"
#include "module.h"

/* An ENDBR, and the call that ftrace replaces. */
#define ENDBR_SIZE	4
#define FENTRY_SIZE	5
/* The first look at the work bits is among so many bytes behind them. */
#define PROLOGUE_SIZE	32
#define BRANCH_SIZE	5

/* The stubs pass these arguments on. */
#ifdef COMPAT_ENTER_HAS_NUMBER
static_assert(__same_type(syscall_trace_enter, long (struct pt_regs *, long, unsigned long)));
#endif
static_assert(__same_type(user_single_step_report, void (struct pt_regs *)));
static_assert(__same_type(ptrace_notify, int (int, unsigned long)));
static_assert(__same_type(__audit_syscall_exit, void (int, long)));
static_assert(__same_type(cgroup_leave_frozen, void (bool)));

/* Find the bytes of an instruction that is among the first of a function. */
static bool begins_with(unsigned long function, const u8 *wanted, size_t size)
{
	u8 code[PROLOGUE_SIZE];
	size_t i;

	if (is_endbr(*(u32 *)function))
		function += ENDBR_SIZE;
	if (copy_from_kernel_nofault(code, (void *)(function + FENTRY_SIZE), sizeof(code)))
		return false;
	for (i = 0; i + size <= sizeof(code); i++) {
		if (!memcmp(code + i, wanted, size))
			return true;
	}

	return false;
}

/* Does the first function call or jump to the second one? */
static bool branches_to(unsigned long from, unsigned long to)
{
	unsigned long end = from + address_size(from);
	u8 code[BRANCH_SIZE];
	s32 distance;

	for (; from + sizeof(code) <= end; from++) {
		if (copy_from_kernel_nofault(code, (void *)from, sizeof(code)))
			return false;
		memcpy(&distance, code + 1, sizeof(distance));
		if ((code[0] == 0xe8 || code[0] == 0xe9) &&
		    from + sizeof(code) + distance == to)
			return true;
	}

	return false;
}

/*
 * The work bits are in the register in which the stub looks for them: the function begins with
 * the question whether the call is dispatched to the program.
 */
static int check_enter(void)
{
#ifdef COMPAT_ENTER_HAS_NUMBER
	static const u8 and_edx[] = { 0x83, 0xe2, SYSCALL_WORK_SYSCALL_USER_DISPATCH };
#else
	static const u8 and_esi[] = { 0x83, 0xe6, SYSCALL_WORK_SYSCALL_USER_DISPATCH };
#define and_edx and_esi
#endif
	unsigned long enter = address_of(COMPAT_ENTER);

	if (!enter)
		return redirect_refuse("syscall_trace_enter", "it is not in /proc/kallsyms");
	if (!begins_with(enter, and_edx, sizeof(and_edx)))
		return redirect_refuse("syscall_trace_enter", "its arguments are not as expected");

	return 0;
}

/* A function by another one that has to branch to it. */
static const struct {
	const char *function;
	const char *from[3];
} branches[] = {
	{ "user_single_step_report", { "syscall_exit_to_user_mode_prepare" } },
	{ "ptrace_notify", { "syscall_exit_to_user_mode_prepare" } },
	{ "__audit_syscall_exit", { "syscall_exit_to_user_mode_prepare" } },
	{ "cgroup_leave_frozen", { "ptrace_stop", "ptrace_stop.part.0", "ptrace_do_notify" } },
};

static bool any_branches_to(const char *const *from, size_t count, unsigned long to)
{
	unsigned long address;
	size_t i;

	for (i = 0; i < count && from[i]; i++) {
		address = address_of(from[i]);
		if (address && branches_to(address, to))
			return true;
	}

	return false;
}

/**
 * check_kernel - find out whether the kernel is as expected
 *
 * Return: 0 or an error, which is in the log.
 */
int check_kernel(void)
{
	unsigned long address, enabled = address_of("ftrace_enabled");
	size_t i;
	int ret;

	ret = check_enter();
	if (ret)
		return ret;
	for (i = 0; i < ARRAY_SIZE(branches); i++) {
		address = address_of(branches[i].function);
		if (!address)
			return redirect_refuse(branches[i].function, "it is not in /proc/kallsyms");
		if (!any_branches_to(branches[i].from, ARRAY_SIZE(branches[i].from), address))
			return redirect_refuse(branches[i].function,
					    "it is not called where it is expected to be");
	}
	if (!enabled || !READ_ONCE(*(int *)enabled))
		return redirect_refuse("syscall_trace_enter", "kernel.ftrace_enabled is 0");

	return 0;
}
