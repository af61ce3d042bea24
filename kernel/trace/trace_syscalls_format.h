/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what the formatter's files share.
 *
 * The formatter turns one record and the table into text. It looks at nothing
 * else: no user memory, no locks, no allocation, so it works in an oops dump
 * and compiles in user space.
 */
#ifndef _TRACE_SYSCALLS_FORMAT_H
#define _TRACE_SYSCALLS_FORMAT_H

#include <linux/syscall_trace.h>
#include <linux/trace_seq.h>
#include <linux/types.h>

/*
 * A record's text must fit into an empty trace_seq whatever the record holds.
 * Only strings can be long: they end where this many bytes are written, and
 * what else one call prints, its line's head and the result included, stays
 * below the rest of the trace_seq.
 */
#define SYSCALL_TRACE_TEXT_MAX	6144

/* The same for an oops dump, which cuts lines at 1000 bytes. */
#define SYSCALL_TRACE_DUMP_MAX	600

#define SYSCALL_TRACE_RAW	1	/* words in hex, nothing decoded */
#define SYSCALL_TRACE_NAMES	2	/* argument names */

/**
 * struct syscall_trace_fmt - one record on its way to text
 * @s: where the text goes
 * @call: what is known about the call, or NULL
 * @name: printed name, or NULL
 * @nr: number, for a call without a name
 * @abi: enum syscall_trace_abi
 * @flags: SYSCALL_TRACE_RAW, SYSCALL_TRACE_NAMES
 * @nr_args: how many of @args the record holds
 * @args: argument words as the task passed them
 * @ret: return value
 * @blobs: captured data, untrusted
 * @size: bytes in @blobs
 * @end: length of @s at which strings must end
 */
struct syscall_trace_fmt {
	struct trace_seq		*s;
	const struct syscall_trace_call	*call;
	const char			*name;
	int				nr;
	unsigned int			abi;
	unsigned int			flags;
	unsigned int			nr_args;
	u64				args[SYSCALL_TRACE_MAX_ARGS];
	s64				ret;
	const void			*blobs;
	size_t				size;
	size_t				end;
};

void syscall_trace_print_name(struct syscall_trace_fmt *fmt);
void syscall_trace_print_enter(struct syscall_trace_fmt *fmt);
void syscall_trace_print_ret(struct syscall_trace_fmt *fmt);

/* For printers. */
bool syscall_trace_narrow(const struct syscall_trace_fmt *fmt);
void syscall_trace_print_string(struct syscall_trace_fmt *fmt, const u8 *str,
				size_t len, bool truncated);
void syscall_trace_print_set(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_set *set, u64 val);
bool syscall_trace_has_const(const struct syscall_trace_set *set, u64 val);
const struct syscall_trace_blob *
syscall_trace_find_blob(const struct syscall_trace_fmt *fmt, unsigned int arg);
const struct syscall_trace_call *syscall_trace_find_call(u32 id);

#endif /* _TRACE_SYSCALLS_FORMAT_H */
