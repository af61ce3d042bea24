// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints arguments and results of calls on processes.
 */
#include <linux/limits.h>
#include <linux/personality.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <uapi/linux/wait.h>

#include "format.h"
#include "list.h"
#include "printers.h"

/* ---------------------------------- wait --------------------------------- */

SYSCALL_STRUCT(wait_status)
{
	struct trace_seq *s = fmt->s;
	u64 status = syscall_trace_member(fmt, type, "status", data, len);
	u64 event = syscall_trace_member(fmt, type, "event", data, len);
	unsigned int sig = status >> 8, low = status & 0x7f;

	trace_seq_putc(s, '[');
	if ((status & 0xff) == 0x7f) {
		trace_seq_puts(s, "{WIFSTOPPED(s) && WSTOPSIG(s) == ");
		syscall_trace_print_signal(fmt, sig & 0x7f);
		trace_seq_puts(s, sig & 0x80 ? " | 0x80}" : "}");
		status = 0;
	} else if (low && low != 0x7f) {
		trace_seq_puts(s, "{WIFSIGNALED(s) && WTERMSIG(s) == ");
		syscall_trace_print_signal(fmt, low);
		trace_seq_puts(s, status & 0x80 ? " && WCOREDUMP(s)}" : "}");
		status &= ~0xffULL;
	} else if (!low) {
		trace_seq_printf(s, "{WIFEXITED(s) && WEXITSTATUS(s) == %u}", sig);
		status &= 0xff;
	} else if (status == 0xffff) {
		trace_seq_puts(s, "{WIFCONTINUED(s)}");
		status = 0;
	} else {
		trace_seq_printf(s, "0x%llx]", event << 16 | status);
		return;
	}

	if (event) {
		trace_seq_putc(s, '|');
		syscall_trace_print_scalar(fmt, syscall_trace_find_field(type, "event")->type,
					   event);
		trace_seq_puts(s, "<<16");
	}
	if (status)
		trace_seq_printf(s, "|0x%llx", status);
	trace_seq_putc(s, ']');
}

/* The arguments of waitid() that tell whether there was a child. */
#define WAITID_INFOP	2
#define WAITID_OPTIONS	3

/* Without a child, waitid() writes no signal, and no usage. */
SYSCALL_STRUCT(wait_rusage)
{
	const struct syscall_trace_blob *info = syscall_trace_find_out(fmt, WAITID_INFOP, 0);
	bool waited = !(syscall_trace_arg(fmt, WAITID_OPTIONS) & WNOHANG);

	if (info && info->len >= sizeof(u32))
		waited = syscall_trace_get_uint(info->data, sizeof(u32));
	if (!waited) {
		syscall_trace_print_address(fmt);
		return;
	}
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, data, len, "ru_utime", "ru_stime");
	trace_seq_puts(fmt->s, ", ...}");
}

/* --------------------------------- others -------------------------------- */

SYSCALL_KIND(rlim)
{
	bool narrow = type->size[syscall_trace_is_narrow(fmt)] == sizeof(u32);

	if (narrow && (u32)val == U32_MAX)
		trace_seq_puts(fmt->s, "RLIM_INFINITY");
	else if (!narrow && val == U64_MAX)
		trace_seq_puts(fmt->s, "RLIM64_INFINITY");
	else if (val > 1024 && val % 1024 == 0)
		trace_seq_printf(fmt->s, "%llu*1024", val / 1024);
	else
		syscall_trace_print_unsigned(fmt, val);
}

/* The domain of a personality, with the most flags that belong to it; NULL: it has no name. */
static const struct syscall_trace_const *find_domain(const struct syscall_trace_set *set, u32 val)
{
	const struct syscall_trace_const *c, *found = NULL;

	for (c = set->consts; c < set->consts + set->nr; c++) {
		if (c->mask & PER_MASK && !((c->value ^ val) & PER_MASK) &&
		    (val & c->value) == c->value && (!found || c->value > found->value))
			found = c;
	}

	return found;
}

/* -1 asks for the current one. */
SYSCALL_KIND(personality)
{
	const struct syscall_trace_const *c = find_domain(type->set, val);
	u32 flags = val & ~(u64)PER_MASK;
	unsigned int i;

	if ((u32)val == U32_MAX) {
		trace_seq_puts(fmt->s, "0xffffffff");
		return;
	}
	if (c) {
		trace_seq_puts(fmt->s, c->name);
		flags &= ~c->value;
	} else {
		trace_seq_printf(fmt->s, "0x%x /* PER_??? */", (u32)val & PER_MASK);
	}
	for (i = 0; flags && i < type->set->nr; i++) {
		c = &type->set->consts[i];
		if (c->mask & PER_MASK || !c->value || (flags & c->value) != c->value)
			continue;
		trace_seq_printf(fmt->s, "|%s", c->name);
		flags &= ~c->value;
	}
	if (flags)
		trace_seq_printf(fmt->s, "|0x%x", flags);
}
