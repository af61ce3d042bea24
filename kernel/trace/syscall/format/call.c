// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: a call's name, its arguments and its result, in strace's notation.
 * Called by show.c and json.c.
 */
#include <linux/errno.h>
#include <linux/string.h>

#include "format.h"

/**
 * syscall_trace_is_decoded - do the words mean what the table says?
 * @fmt: the call
 *
 * A record whose number of words is not the table's is from another table.
 *
 * Return: whether they do, and are to be shown so.
 */
bool syscall_trace_is_decoded(const struct syscall_trace_fmt *fmt)
{
	return fmt->call && fmt->call->nr_args == fmt->nr_args &&
	       !(fmt->flags & SYSCALL_TRACE_SHOW_RAW);
}

/* Print the name of the call, or its number. */
void syscall_trace_print_name(struct syscall_trace_fmt *fmt)
{
	if (syscall_trace_is_decoded(fmt) && fmt->call->shown)
		trace_seq_puts(fmt->s, fmt->call->shown);
	else if (fmt->name)
		trace_seq_puts(fmt->s, fmt->name);
	else
		trace_seq_printf(fmt->s, "syscall_0x%llx", syscall_trace_narrow(fmt) ?
				 (u64)(u32)fmt->nr : (u64)(s64)fmt->nr);
}

/* A word that is not to be shown where contents are not. */
static bool hides_word(struct syscall_trace_fmt *fmt, unsigned int i)
{
	const struct syscall_trace_call *call = fmt->call;

	return call && i < call->nr_args && call->args[i].type && fmt->args[i] &&
	       call->args[i].type->role == SYSCALL_TRACE_MEMORY && syscall_trace_hide(fmt);
}

static void print_words(struct syscall_trace_fmt *fmt)
{
	bool names = fmt->call && (fmt->flags & SYSCALL_TRACE_SHOW_NAMES);
	unsigned int i;

	for (i = 0; i < fmt->nr_args; i++) {
		if (i)
			trace_seq_puts(fmt->s, ", ");
		if (names && i < fmt->call->nr_args && fmt->call->args[i].name)
			trace_seq_printf(fmt->s, "%s=", fmt->call->args[i].name);
		if (!hides_word(fmt, i))
			trace_seq_printf(fmt->s, fmt->args[i] ? "0x%llx" : "%llu",
					 fmt->args[i]);
	}
}

/**
 * syscall_trace_arg_counts - tell whether an argument is shown
 * @fmt: the call, decoded
 * @i: the argument
 *
 * openat() has a mode only if it may create a file, and the upper half of a number
 * is shown with the lower one.
 *
 * Return: whether it is.
 */
bool syscall_trace_arg_counts(const struct syscall_trace_fmt *fmt, unsigned int i)
{
	const struct syscall_trace_arg *arg = &fmt->call->args[i];

	if (!arg->name || arg->type->role == SYSCALL_TRACE_HI)
		return false;

	return !arg->cond_set ||
	       syscall_trace_has_const(arg->cond_set, fmt->args[arg->cond_arg]);
}

static bool is_half(const struct syscall_trace_call *call, unsigned int i, unsigned int half)
{
	return i < call->nr_args && call->args[i].name && call->args[i].type->role == half;
}

/*
 * The argument that has the upper half of the number whose lower half is @i; @i if
 * there is none. What follows a lower half of any kind is an upper one, which may
 * also precede one of kind `lo`.
 */
static unsigned int upper_half(const struct syscall_trace_call *call, unsigned int i)
{
	const struct syscall_trace_type *type = call->args[i].type;

	if (type->sort != SYSCALL_TRACE_SCALAR ||
	    type->size[SYSCALL_TRACE_WIDE] == type->size[SYSCALL_TRACE_NARROW])
		return i;
	if (is_half(call, i + 1, SYSCALL_TRACE_HI))
		return i + 1;
	if (i && is_half(call, i, SYSCALL_TRACE_LO) && is_half(call, i - 1, SYSCALL_TRACE_HI))
		return i - 1;

	return i;
}

/* Print the argument @i of a decoded call. */
void syscall_trace_print_shown(struct syscall_trace_fmt *fmt, unsigned int i)
{
	unsigned int hi = upper_half(fmt->call, i);

	/* A long of 64 bits has it all, and what is in the other one is ignored. */
	if (syscall_trace_narrow(fmt) && hi != i)
		syscall_trace_print_scalar(fmt, fmt->call->args[i].type,
					   fmt->args[hi] << 32 | (u32)fmt->args[i]);
	else
		syscall_trace_print_arg(fmt, i);
}

/* Print the arguments in the places from @from up to @to, separated by commas. */
void syscall_trace_print_range(struct syscall_trace_fmt *fmt, unsigned int from,
			       unsigned int to)
{
	const char *sep = "";
	unsigned int place;

	for (place = from; place < to; place++) {
		unsigned int i = syscall_trace_arg_at(fmt->call, place);

		if (!syscall_trace_arg_counts(fmt, i))
			continue;
		trace_seq_puts(fmt->s, sep);
		sep = ", ";
		if (fmt->flags & SYSCALL_TRACE_SHOW_NAMES)
			trace_seq_printf(fmt->s, "%s=", fmt->call->args[i].name);
		syscall_trace_print_shown(fmt, i);
	}
}

/**
 * syscall_trace_print_enter - print a call from its name on
 * @fmt: the call, with what was captured at entry
 * @is_split: arguments from the table's split on are left to the exit
 */
void syscall_trace_print_enter(struct syscall_trace_fmt *fmt, bool is_split)
{
	unsigned int split;

	syscall_trace_print_name(fmt);
	trace_seq_putc(fmt->s, '(');
	if (!syscall_trace_is_decoded(fmt)) {
		print_words(fmt);
		return;
	}

	fmt->is_split = is_split;
	split = is_split ? fmt->call->split : fmt->call->nr_shown;
	if (fmt->call->print_args) {
		fmt->call->print_args(fmt);
		return;
	}
	syscall_trace_print_range(fmt, 0, split);
	if (split && split < fmt->call->nr_shown)
		trace_seq_puts(fmt->s, ", ");
}

/* Print the arguments that were left to the exit. */
void syscall_trace_print_exit(struct syscall_trace_fmt *fmt)
{
	if (!syscall_trace_is_decoded(fmt))
		return;
	if (fmt->call->print_args)
		fmt->call->print_args(fmt);
	else
		syscall_trace_print_range(fmt, fmt->call->split, fmt->call->nr_shown);
}

/*
 * A restart code is not what the task will see: the signal code decides whether
 * it is EINTR or the call starts again.
 */
static bool is_restart(unsigned int err)
{
	return err == ERESTARTSYS || err == ERESTARTNOINTR ||
	       err == ERESTARTNOHAND || err == ERESTART_RESTARTBLOCK;
}

static void print_error(struct trace_seq *s, unsigned int err)
{
	const struct syscall_trace_const *c;

	c = syscall_trace_find_const(&syscall_trace_errnos, err);
	if (!c) {
		trace_seq_printf(s, "-1 (errno %u)", err);
		return;
	}

	trace_seq_printf(s, "%s %s (%s)", is_restart(err) ? "?" : "-1",
			 c->name, c->text ?: "");
}

/* The number comes first, and behind it what it is made of if that has names. */
static void print_named_value(struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_type *type, u64 val)
{
	const struct syscall_trace_set *set = type->set;

	if (set->flags && val)
		trace_seq_printf(fmt->s, "0x%llx", val);
	else
		trace_seq_printf(fmt->s, "%lld", fmt->ret);
	if (type->role == SYSCALL_TRACE_SET && !(set->flags && val) &&
	    !syscall_trace_find_const(set, val))
		return;

	trace_seq_puts(fmt->s, " (");
	syscall_trace_print_scalar(fmt, type, val);
	trace_seq_putc(fmt->s, ')');
}

/*
 * Is it an unsigned result of 32 bits? So is a long of 32 bits: if it is no error, it is
 * a register, or counts something.
 */
static bool is_unsigned_word(const struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_type *type)
{
	if (!type || type->size[syscall_trace_narrow(fmt)] != sizeof(u32))
		return false;

	return !type->is_signed || type->size[SYSCALL_TRACE_WIDE] > sizeof(u32);
}

/* Sizes of 64 bits that calls return are signed, whatever their kind says of arguments. */
static void print_success(struct syscall_trace_fmt *fmt)
{
	const struct syscall_trace_type *type = fmt->call ? fmt->call->ret : NULL;
	u64 val;

	if (!type || !syscall_trace_integer_printer(type)) {
		trace_seq_printf(fmt->s, "%lld",
				 is_unsigned_word(fmt, type) ? (u32)fmt->ret : fmt->ret);
		return;
	}

	val = syscall_trace_extend(fmt->ret, type->size[syscall_trace_narrow(fmt)],
				   type->is_signed);
	/* A kind that has a set as well as a printer says all there is to say. */
	if (type->role == SYSCALL_TRACE_SET ||
	    (type->set && !strcmp(type->name, type->set->name)))
		print_named_value(fmt, type, val);
	else
		syscall_trace_print_scalar(fmt, type, val);
}

/* Print the return value of a call that has ended. */
void syscall_trace_print_value(struct syscall_trace_fmt *fmt)
{
	if (fmt->flags & SYSCALL_TRACE_SHOW_RAW)
		trace_seq_printf(fmt->s, "0x%llx", syscall_trace_narrow(fmt) ?
				 (u64)(u32)fmt->ret : (u64)fmt->ret);
	else if (syscall_trace_failed(fmt))
		print_error(fmt->s, -fmt->ret);
	else
		print_success(fmt);
}
