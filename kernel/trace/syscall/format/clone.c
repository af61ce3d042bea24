// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints what makes new tasks.
 */
#include <linux/sched.h>

#include "format.h"
#include "printers.h"

/* The low byte is a signal. */
SYSCALL_KIND(clone_flags)
{
	unsigned int sig = val & CSIGNAL;
	u64 flags = val & ~(u64)CSIGNAL;

	if (flags) {
		syscall_trace_print_set(fmt, type->set, flags);
		if (!sig)
			return;
		trace_seq_putc(fmt->s, '|');
	}
	syscall_trace_print_signal(fmt, sig);
}

static void print_named_arg(struct syscall_trace_fmt *fmt, const char *name, unsigned int arg)
{
	trace_seq_puts(fmt->s, name);
	syscall_trace_print_arg(fmt, arg);
}

/*
 * The order is that of the C library's function; the kernel's depends on the
 * architecture.
 */
static void print_clone(struct syscall_trace_fmt *fmt, unsigned int tls, unsigned int child_tid)
{
	u64 flags = syscall_trace_arg(fmt, 0);

	if (!fmt->at_exit) {
		print_named_arg(fmt, "child_stack=", 1);
		print_named_arg(fmt, ", flags=", 0);
		if (fmt->halves)
			return;
	}
	if (flags & (CLONE_PARENT_SETTID | CLONE_PIDFD))
		print_named_arg(fmt, ", parent_tid=", 2);
	if (flags & CLONE_SETTLS && syscall_trace_failed(fmt)) {
		trace_seq_puts(fmt->s, ", tls=");
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, tls));
	} else if (flags & CLONE_SETTLS) {
		print_named_arg(fmt, ", tls=", tls);
	}
	if (flags & (CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID))
		print_named_arg(fmt, ", child_tidptr=", child_tid);
}

SYSCALL_PRINT(clone)
{
	print_clone(fmt, 4, 3);
}

/* Where CONFIG_CLONE_BACKWARDS has the arguments in another order. */
SYSCALL_PRINT(clone_backwards)
{
	print_clone(fmt, 3, 4);
}

SYSCALL_KIND(exit_signal)
{
	if (val < INT_MAX)
		syscall_trace_print_signal(fmt, val);
	else
		trace_seq_printf(fmt->s, "%llu", val);
}

struct clone3 {
	const struct syscall_trace_type	*type;
	const u8			*data;
	size_t				len;
};

static u64 clone3_value(struct syscall_trace_fmt *fmt, const struct clone3 *c, const char *name)
{
	return syscall_trace_member(fmt, c->type, name, c->data, c->len);
}

/* An earlier version of the structure does not have all members. */
static void clone3_member(struct syscall_trace_fmt *fmt, const struct clone3 *c,
			  const char *name)
{
	u64 val;

	if (syscall_trace_field(fmt, c->type, name, c->data, c->len, &val))
		syscall_trace_print_members(fmt, c->type, c->data, c->len, name);
}

static void print_set_tid(struct syscall_trace_fmt *fmt, const struct clone3 *c)
{
	const struct syscall_trace_blob *ids;
	unsigned int i;

	ids = syscall_trace_find_in(fmt, 0, SYSCALL_CLONE3_SET_TID);
	if (ids && ids->len >= sizeof(s32)) {
		trace_seq_puts(fmt->s, ", set_tid=[");
		for (i = 0; i < ids->len / sizeof(s32) && !syscall_trace_full(fmt); i++) {
			s32 id = syscall_trace_get_long(ids->data + i * sizeof(id), sizeof(id));

			trace_seq_printf(fmt->s, i ? ", %d" : "%d", id);
		}
		if (ids->status == SYSCALL_TRACE_FAULTED)
			syscall_trace_print_more(fmt, ids, clone3_value(fmt, c, "set_tid") +
							   i * sizeof(s32));
		trace_seq_putc(fmt->s, ']');
	} else {
		clone3_member(fmt, c, "set_tid");
	}
	clone3_member(fmt, c, "set_tid_size");
}

SYSCALL_NESTED(clone_args)
{
	const struct syscall_trace_blob *blob;
	struct clone3 c = { fmt->call->args[arg].type };
	u64 flags;

	blob = syscall_trace_need_bytes(fmt, arg, SYSCALL_TRACE_IN, CLONE_ARGS_SIZE_VER0);
	if (!blob)
		return;

	fmt->blob = blob;
	c.data = blob->data;
	c.len = min_t(size_t, blob->len, c.type->size[SYSCALL_TRACE_WIDE]);
	flags = clone3_value(fmt, &c, "flags");
	trace_seq_putc(fmt->s, '{');
	clone3_member(fmt, &c, "flags");
	if (flags & CLONE_PIDFD)
		clone3_member(fmt, &c, "pidfd");
	if (flags & (CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID))
		clone3_member(fmt, &c, "child_tid");
	if (flags & CLONE_PARENT_SETTID)
		clone3_member(fmt, &c, "parent_tid");
	clone3_member(fmt, &c, "exit_signal");
	clone3_member(fmt, &c, "stack");
	clone3_member(fmt, &c, "stack_size");
	if (flags & CLONE_SETTLS)
		clone3_member(fmt, &c, "tls");
	if (clone3_value(fmt, &c, "set_tid") || clone3_value(fmt, &c, "set_tid_size"))
		print_set_tid(fmt, &c);
	if (clone3_value(fmt, &c, "cgroup") || (flags & CLONE_INTO_CGROUP))
		clone3_member(fmt, &c, "cgroup");
	if (blob->status == SYSCALL_TRACE_FAULTED)
		trace_seq_puts(fmt->s, ", ???");
	else if (c.len == c.type->size[SYSCALL_TRACE_WIDE])
		syscall_trace_print_rest(fmt, c.type, blob->data, blob->len);
	trace_seq_putc(fmt->s, '}');
}

static bool print_clone3_out(struct syscall_trace_fmt *fmt, const char *sep, const char *name,
			     unsigned int part)
{
	const struct syscall_trace_blob *blob = syscall_trace_find_out(fmt, 0, part);

	if (!blob || blob->len < sizeof(s32))
		return false;
	trace_seq_printf(fmt->s, "%s%s=[%d]", sep, name,
			 (s32)syscall_trace_get_long(blob->data, sizeof(s32)));

	return true;
}

SYSCALL_PRINT(clone3)
{
	bool some;

	if (!fmt->at_exit) {
		syscall_nested_clone_args(fmt, 0);
		if (fmt->halves)
			return;
	} else {
		some = print_clone3_out(fmt, " => {", "pidfd", SYSCALL_CLONE3_PIDFD);
		some |= print_clone3_out(fmt, some ? ", " : " => {", "parent_tid",
					 SYSCALL_CLONE3_PARENT_TID);
		if (some)
			trace_seq_putc(fmt->s, '}');
	}
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_arg(fmt, 1);
}
