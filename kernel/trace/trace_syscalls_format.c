// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: from a record and the table to text, in strace's
 * notation. Pure: see trace_syscalls_format.h.
 *
 * The printers of single kinds of arguments are in trace_syscalls_kinds.c.
 */
#include <linux/errno.h>

#include "trace_syscalls_format.h"
#include "trace_syscalls_kinds.h"

#define MAX_ERRNO_VALUE	4095

/**
 * syscall_trace_find_call - look up a call by its id
 * @id: an id from a record, not trusted
 *
 * Return: the call, or NULL if this table does not have it.
 */
const struct syscall_trace_call *syscall_trace_find_call(u32 id)
{
	unsigned int low = 0, high = syscall_trace_nr_calls;

	while (low < high) {
		unsigned int mid = low + (high - low) / 2;
		const struct syscall_trace_call *call = &syscall_trace_calls[mid];

		if (call->id == id)
			return call;
		if (call->id < id)
			low = mid + 1;
		else
			high = mid;
	}

	return NULL;
}

/**
 * syscall_trace_find_blob - find what was captured of an argument
 * @fmt: the record
 * @arg: index of the argument
 *
 * Return: the blob with its @len bytes inside the record, or NULL if the
 * argument was not captured.
 */
const struct syscall_trace_blob *
syscall_trace_find_blob(const struct syscall_trace_fmt *fmt, unsigned int arg)
{
	const struct syscall_trace_blob *blob;
	size_t pos = 0, need;

	while (pos < fmt->size && fmt->size - pos >= sizeof(*blob)) {
		blob = fmt->blobs + pos;
		need = sizeof(*blob) + blob->len;
		if (need > fmt->size - pos)
			return NULL;
		if (blob->arg == arg)
			return blob;
		pos += (need + SYSCALL_TRACE_BLOB_ALIGN - 1) &
		       ~(size_t)(SYSCALL_TRACE_BLOB_ALIGN - 1);
	}

	return NULL;
}

/* Does a C long of this call's ABI have 32 bits in the kernel's eyes? */
bool syscall_trace_narrow(const struct syscall_trace_fmt *fmt)
{
	return fmt->abi == SYSCALL_TRACE_ABI_I386;
}

static char escape_letter(u8 c)
{
	switch (c) {
	case '\f': return 'f';
	case '\n': return 'n';
	case '\r': return 'r';
	case '\t': return 't';
	case '\v': return 'v';
	case '"':
	case '\\': return c;
	}

	return 0;
}

/**
 * syscall_trace_print_string - print bytes as a C string literal
 * @fmt: the record
 * @str: the bytes, not trusted
 * @len: how many
 * @truncated: there were more than @len
 *
 * Nothing but printable ASCII comes out. An octal escape is as short as the byte
 * after it allows.
 */
void syscall_trace_print_string(struct syscall_trace_fmt *fmt, const u8 *str,
				size_t len, bool truncated)
{
	struct trace_seq *s = fmt->s;
	size_t i;

	trace_seq_putc(s, '"');
	for (i = 0; i < len; i++) {
		char letter = escape_letter(str[i]);

		if (trace_seq_used(s) >= fmt->end) {
			truncated = true;
			break;
		}

		if (letter)
			trace_seq_printf(s, "\\%c", letter);
		else if (str[i] >= ' ' && str[i] <= '~')
			trace_seq_putc(s, str[i]);
		else if (i + 1 < len && str[i + 1] >= '0' && str[i + 1] <= '7')
			trace_seq_printf(s, "\\%03o", str[i]);
		else
			trace_seq_printf(s, "\\%o", str[i]);
	}
	trace_seq_putc(s, '"');
	if (truncated)
		trace_seq_puts(s, "...");
}

static u64 set_value(const struct syscall_trace_set *set, u64 val)
{
	return set->size == sizeof(u32) ? (u32)val : val;
}

static void print_unknown(struct trace_seq *s,
			  const struct syscall_trace_set *set, u64 val)
{
	if (!set->unknown)
		trace_seq_printf(s, "%lld", set->size == sizeof(s32) ? (s32)val : (s64)val);
	else
		trace_seq_printf(s, val ? "0x%llx /* %s??? */" : "%llu /* %s??? */",
				 val, set->unknown);
}

static const struct syscall_trace_const *
find_const(const struct syscall_trace_set *set, u64 val)
{
	unsigned int i;

	for (i = 0; i < set->nr; i++) {
		if (set->consts[i].value == val)
			return &set->consts[i];
	}

	return NULL;
}

static void print_flags(struct trace_seq *s,
			const struct syscall_trace_set *set, u64 val)
{
	const struct syscall_trace_const *c;
	const char *sep = "";
	u64 done = 0;
	unsigned int i;

	if (!val) {
		c = find_const(set, 0);
		trace_seq_puts(s, c ? c->name : "0");
		return;
	}

	for (i = 0; i < set->nr; i++) {
		c = &set->consts[i];
		/* A bit that one name accounts for is not told twice. */
		if (!c->mask || (c->mask & done) || (val & c->mask) != c->value)
			continue;
		trace_seq_printf(s, "%s%s", sep, c->name);
		done |= c->mask;
		sep = "|";
	}

	val &= ~done;
	if (!val)
		return;
	if (*sep)
		trace_seq_printf(s, "|0x%llx", val);
	else
		print_unknown(s, set, val);
}

/**
 * syscall_trace_print_set - print a value by the names of its constants
 * @fmt: the record
 * @set: the constants
 * @val: the value; bits above the set's size are ignored
 *
 * Bits and values without a name stay visible in hex.
 */
void syscall_trace_print_set(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_set *set, u64 val)
{
	const struct syscall_trace_const *c;

	val = set_value(set, val);
	if (set->flags) {
		print_flags(fmt->s, set, val);
		return;
	}

	c = find_const(set, val);
	if (c)
		trace_seq_puts(fmt->s, c->name);
	else
		print_unknown(fmt->s, set, val);
}

/* Does @val contain one of the constants of @set? */
bool syscall_trace_has_const(const struct syscall_trace_set *set, u64 val)
{
	unsigned int i;

	val = set_value(set, val);
	for (i = 0; i < set->nr; i++) {
		if ((val & set->consts[i].mask) == set->consts[i].value)
			return true;
	}

	return false;
}

/**
 * syscall_trace_print_name - print the name of the call
 * @fmt: the record
 */
void syscall_trace_print_name(struct syscall_trace_fmt *fmt)
{
	if (fmt->name)
		trace_seq_puts(fmt->s, fmt->name);
	else
		trace_seq_printf(fmt->s, "syscall_%d", fmt->nr);
}

static void print_words(struct syscall_trace_fmt *fmt)
{
	bool names = fmt->call && (fmt->flags & SYSCALL_TRACE_NAMES);
	unsigned int i;

	for (i = 0; i < fmt->nr_args; i++) {
		if (i)
			trace_seq_puts(fmt->s, ", ");
		if (names && i < fmt->call->nr_args)
			trace_seq_printf(fmt->s, "%s=", fmt->call->args[i].name);
		trace_seq_printf(fmt->s, "0x%llx", fmt->args[i]);
	}
}

/* openat() has a mode only if it may create a file. */
static bool arg_counts(const struct syscall_trace_fmt *fmt,
		       const struct syscall_trace_arg *arg)
{
	return !arg->cond_set ||
	       syscall_trace_has_const(arg->cond_set, fmt->args[arg->cond_arg]);
}

static void print_args(struct syscall_trace_fmt *fmt)
{
	const char *sep = "";
	unsigned int i;

	for (i = 0; i < fmt->call->nr_args; i++) {
		const struct syscall_trace_arg *arg = &fmt->call->args[i];

		if (!arg_counts(fmt, arg))
			continue;
		trace_seq_puts(fmt->s, sep);
		sep = ", ";
		if (fmt->flags & SYSCALL_TRACE_NAMES)
			trace_seq_printf(fmt->s, "%s=", arg->name);
		arg->print(fmt, i);
	}
}

/**
 * syscall_trace_print_enter - print a call up to its last argument
 * @fmt: an entry record
 *
 * A record whose number of words is not the table's is from another table:
 * its words are shown as they are.
 */
void syscall_trace_print_enter(struct syscall_trace_fmt *fmt)
{
	syscall_trace_print_name(fmt);
	trace_seq_putc(fmt->s, '(');
	if (!fmt->call || fmt->call->nr_args != fmt->nr_args ||
	    (fmt->flags & SYSCALL_TRACE_RAW))
		print_words(fmt);
	else if (fmt->call->print_args)
		fmt->call->print_args(fmt);
	else
		print_args(fmt);
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
	const struct syscall_trace_const *c = find_const(&syscall_trace_errnos, err);

	if (!c) {
		trace_seq_printf(s, "-1 (errno %u)", err);
		return;
	}

	trace_seq_printf(s, "%s %s (%s)", is_restart(err) ? "?" : "-1",
			 c->name, c->text ?: "");
}

/**
 * syscall_trace_print_ret - print the return value, " = " first
 * @fmt: an exit record
 *
 * An i386 call returns an int: without sign extension -ENOENT would read as
 * 4294967294.
 */
void syscall_trace_print_ret(struct syscall_trace_fmt *fmt)
{
	if (syscall_trace_narrow(fmt))
		fmt->ret = (s32)fmt->ret;

	trace_seq_puts(fmt->s, " = ");
	if (fmt->flags & SYSCALL_TRACE_RAW)
		trace_seq_printf(fmt->s, "0x%llx", syscall_trace_narrow(fmt) ?
				 (u64)(u32)fmt->ret : (u64)fmt->ret);
	else if (fmt->ret < 0 && fmt->ret >= -MAX_ERRNO_VALUE)
		print_error(fmt->s, -fmt->ret);
	else if (fmt->call && fmt->call->ret_set)
		syscall_trace_print_set(fmt, fmt->call->ret_set, fmt->ret);
	else if (fmt->call && fmt->call->print_ret)
		fmt->call->print_ret(fmt);
	else
		syscall_ret_int(fmt);
}
