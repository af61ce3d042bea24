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

#include "enter.h"
#include "module.h"

#define BRANCH_SIZE	5

/* The stubs pass these arguments on. */
static_assert(__same_type(user_single_step_report, void (struct pt_regs *)));
static_assert(__same_type(ptrace_notify, int (int, unsigned long)));
static_assert(__same_type(__audit_syscall_exit, void (int, long)));
static_assert(__same_type(cgroup_leave_frozen, void (bool)));

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

/* A function by another one that has to branch to it. */
static const struct {
	const char *function;
	const char *from[3];
} branches[] = {
	{ "user_single_step_report", { ENTER_END_OF_CALL } },
	{ "ptrace_notify", { ENTER_END_OF_CALL } },
	{ "__audit_syscall_exit", { ENTER_END_OF_CALL } },
	ENTER_BRANCHES
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

	ret = enter_check();
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
		return redirect_refuse(ENTER_NAME, "kernel.ftrace_enabled is 0");

	return 0;
}
