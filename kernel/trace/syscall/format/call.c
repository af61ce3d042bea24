// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints a call's name, arguments and result in strace's notation.
 * Called by line.c and json.c.
 */
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/string.h>

#include "format.h"

/**
 * syscall_trace_is_decoded - tell whether the table says how to print the words
 * @fmt: the call
 *
 * A record with another number of words comes from another table.
 *
 * Return: false: they are printed in hex.
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
		trace_seq_printf(fmt->s, "syscall_0x%llx", syscall_trace_is_narrow(fmt) ?
				 (u64)(u32)fmt->nr : (u64)(s64)fmt->nr);
}

/* Hide a word that holds contents: ptrace() takes what it writes to memory in one. */
static bool hide_word(struct syscall_trace_fmt *fmt, unsigned int i)
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
		if (!hide_word(fmt, i))
			syscall_trace_print_in_hex(fmt, fmt->args[i]);
	}
}

/**
 * syscall_trace_arg_shown - tell whether an argument is shown
 * @fmt: the call, decoded
 * @i: the argument
 *
 * openat() shows a mode only if it may create a file. The lower half of a number shows the
 * upper half, too.
 *
 * Return: true if it is shown.
 */
bool syscall_trace_arg_shown(const struct syscall_trace_fmt *fmt, unsigned int i)
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
 * Find the argument with the upper half of the number whose lower half is @i; return @i if
 * there is none. It follows the lower half, or precedes a lower half of kind `lo`.
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

/* Print the argument @i of a decoded call, joined with its upper half. */
void syscall_trace_print_joined(struct syscall_trace_fmt *fmt, unsigned int i)
{
	unsigned int hi = upper_half(fmt->call, i);

	/* In 64 bits, the kernel ignores the upper half: the lower one is the whole number. */
	if (syscall_trace_is_narrow(fmt) && hi != i)
		syscall_trace_print_scalar(fmt, fmt->call->args[i].type,
					   fmt->args[hi] << 32 | (u32)fmt->args[i]);
	else
		syscall_trace_print_arg(fmt, i);
}

/* Print the arguments in the places from @from up to @to, separated by commas. */
void syscall_trace_print_range(struct syscall_trace_fmt *fmt, unsigned int from,
			       unsigned int to)
{
	unsigned int place;
	bool first = true;

	for (place = from; place < to; place++) {
		unsigned int i = syscall_trace_arg_at(fmt->call, place);

		if (!syscall_trace_arg_shown(fmt, i))
			continue;
		if (!first)
			trace_seq_puts(fmt->s, ", ");
		first = false;
		if (fmt->flags & SYSCALL_TRACE_SHOW_NAMES)
			trace_seq_printf(fmt->s, "%s=", fmt->call->args[i].name);
		syscall_trace_print_joined(fmt, i);
	}
}

/**
 * syscall_trace_print_enter - print the name and the arguments of a call at its entry
 * @fmt: the call, with the blobs of its entry
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
	/* It has them only because something was copied late. */
	if (fmt->call->split == fmt->call->nr_shown)
		return;
	if (fmt->call->print_args)
		fmt->call->print_args(fmt);
	else
		syscall_trace_print_range(fmt, fmt->call->split, fmt->call->nr_shown);
}

/**
 * syscall_trace_print_late - print what was copied late of an argument
 * @fmt: the call
 * @arg: index of the argument, one of syscall_trace_late_args()
 */
void syscall_trace_print_late(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	fmt->late = BIT(arg);
	syscall_trace_print_arg(fmt, arg);
	fmt->late = 0;
}

/*
 * The task never sees a restart code: signal delivery makes EINTR of it or restarts the
 * call.
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

	trace_seq_puts(s, is_restart(err) ? "? " : "-1 ");
	trace_seq_puts(s, c->name);
	trace_seq_puts(s, " (");
	trace_seq_puts(s, c->text ?: "");
	trace_seq_putc(s, ')');
}

/* Print the number and, behind it, its names if it has any. */
static void print_named_result(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_type *type, u64 val)
{
	const struct syscall_trace_set *set = type->set;

	if (set->flags && val)
		syscall_trace_print_in_hex(fmt, val);
	else
		syscall_trace_print_signed(fmt, fmt->ret);
	if (type->role == SYSCALL_TRACE_SET && !(set->flags && val) &&
	    !syscall_trace_find_const(set, val))
		return;

	trace_seq_puts(fmt->s, " (");
	syscall_trace_print_scalar(fmt, type, val);
	trace_seq_putc(fmt->s, ')');
}

/*
 * Is a result unsigned and of 32 bits? A 32-bit long is taken as unsigned: if it is no
 * error, it is an address or a count.
 */
static bool is_unsigned_word(const struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_type *type)
{
	if (!type || type->size[syscall_trace_is_narrow(fmt)] != sizeof(u32))
		return false;

	return !type->is_signed || type->size[SYSCALL_TRACE_WIDE] > sizeof(u32);
}

/* The result of a call as a number that is negative only if it means that. */
s64 syscall_trace_result(const struct syscall_trace_fmt *fmt)
{
	const struct syscall_trace_type *type = fmt->call ? fmt->call->ret : NULL;

	return !syscall_trace_failed(fmt) && is_unsigned_word(fmt, type) ? (u32)fmt->ret : fmt->ret;
}

/* A result without a printer is signed, even of an unsigned kind like size. */
static void print_success(struct syscall_trace_fmt *fmt)
{
	const struct syscall_trace_type *type = fmt->call ? fmt->call->ret : NULL;
	u64 val;

	if (!type || !syscall_trace_integer_printer(type)) {
		syscall_trace_print_signed(fmt, syscall_trace_result(fmt));
		return;
	}

	val = syscall_trace_extend(fmt->ret, type->size[syscall_trace_is_narrow(fmt)],
				   type->is_signed);
	/* A kind with both a set and a printer of its own prints the number itself. */
	if (type->role == SYSCALL_TRACE_SET ||
	    (type->set && !strcmp(type->name, type->set->name)))
		print_named_result(fmt, type, val);
	else
		syscall_trace_print_scalar(fmt, type, val);
}

/* Print the result of a call that has ended. Its number stands beside its names anyway. */
void syscall_trace_print_result(struct syscall_trace_fmt *fmt)
{
	unsigned int flags = fmt->flags;

	fmt->flags &= ~(SYSCALL_TRACE_SHOW_NUMBERS | SYSCALL_TRACE_SHOW_BOTH);
	if (fmt->flags & SYSCALL_TRACE_SHOW_RAW)
		trace_seq_printf(fmt->s, "0x%llx", syscall_trace_is_narrow(fmt) ?
				 (u64)(u32)fmt->ret : (u64)fmt->ret);
	else if (syscall_trace_failed(fmt))
		print_error(fmt->s, -fmt->ret);
	else
		print_success(fmt);
	fmt->flags = flags;
}
