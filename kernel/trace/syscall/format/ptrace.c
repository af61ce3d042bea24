// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints arguments of ptrace().
 */
#include <linux/ptrace.h>
#include <linux/string.h>

#include "format.h"
#include "list.h"
#include "printers.h"

/* Print the registers that were captured; @more: end with dots. */
static void print_regs(struct syscall_trace_fmt *fmt, const struct syscall_trace_blob *blob,
		       bool more)
{
	unsigned int nr = syscall_trace_blob_count(blob), i;
	const struct syscall_trace_regs *regs = syscall_trace_find_regs(nr);
	size_t size = regs->size;

	if (syscall_trace_hide(fmt))
		return;
	trace_seq_putc(fmt->s, '{');
	for (i = 0; i < regs->nr && (i + 1) * size <= blob->len && !syscall_trace_full(fmt);
	     i++) {
		u64 val = syscall_trace_get_uint(blob->data + i * size, size);

		syscall_trace_comma(fmt);
		trace_seq_printf(fmt->s, val ? "%s=0x%llx" : "%s=%llu", regs->names[i], val);
	}
	trace_seq_puts(fmt->s, more ? ", ...}" : "}");
}

static const struct syscall_trace_blob *
find_regs(struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int part)
{
	const struct syscall_trace_blob *blob;

	blob = syscall_trace_find_blob(fmt, arg, syscall_trace_fmt_dir(fmt, arg), part);

	return blob && blob->status == SYSCALL_TRACE_BLOB_OK && blob->len ? blob : NULL;
}

SYSCALL_NESTED(user_regs)
{
	const struct syscall_trace_blob *blob = find_regs(fmt, arg, 0);

	if (blob)
		print_regs(fmt, blob, false);
	else
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
}

static bool read_iov(const struct syscall_trace_blob *blob, u64 iov[2])
{
	if (!blob || blob->len < 2 * sizeof(u64))
		return false;
	memcpy(iov, blob->data, 2 * sizeof(u64));

	return true;
}

/* The kernel sets the length of the vector to that of the registers. */
SYSCALL_NESTED(regset)
{
	const struct syscall_trace_blob *regs = find_regs(fmt, arg, 1);
	u64 in[2], out[2];

	if (!read_iov(syscall_trace_find_in(fmt, arg, 0), in)) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}
	if (!read_iov(syscall_trace_find_out(fmt, arg, 0), out))
		memcpy(out, in, sizeof(out));
	trace_seq_puts(fmt->s, "{iov_base=");
	if (regs)
		print_regs(fmt, regs, out[1] > regs->len);
	else
		syscall_trace_print_pointer(fmt, in[0]);
	trace_seq_printf(fmt->s, ", iov_len=%llu", in[1]);
	if (out[1] != in[1])
		trace_seq_printf(fmt->s, " => %llu", out[1]);
	trace_seq_putc(fmt->s, '}');
}

static void print_info_exit(struct syscall_trace_fmt *fmt, const u8 *data, size_t len)
{
	const struct syscall_trace_const *c = NULL;
	s64 rval = 0;

	if (len < sizeof(rval) + 1)
		return;
	memcpy(&rval, data, sizeof(rval));
	if (data[sizeof(rval)])
		c = syscall_trace_find_const(&syscall_trace_errnos, -(u64)rval);
	if (c)
		trace_seq_printf(fmt->s, ", exit={rval=-%s, is_error=1}", c->name);
	else
		trace_seq_printf(fmt->s, ", exit={rval=%lld, is_error=%u}", rval,
				 data[sizeof(rval)]);
}

SYSCALL_STRUCT(syscall_info)
{
	const size_t common = 24;
	const unsigned int nr_common = 5;
	u64 op = syscall_trace_member(fmt, type, "op", data, len);
	u64 arch = syscall_trace_member(fmt, type, "arch", data, len), nr;

	if (!len || fmt->blob->status == SYSCALL_TRACE_BLOB_FAULTED) {
		syscall_trace_print_address(fmt);
		return;
	}
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_fields(fmt, type, 0, nr_common, data, len);
	if (op == PTRACE_SYSCALL_INFO_EXIT && len > common) {
		print_info_exit(fmt, data + common, len - common);
	} else if ((op == PTRACE_SYSCALL_INFO_ENTRY || op == PTRACE_SYSCALL_INFO_SECCOMP) &&
		   syscall_trace_read_member(fmt, type, "nr", data, len, &nr)) {
		trace_seq_puts(fmt->s, op == PTRACE_SYSCALL_INFO_ENTRY ?
			       ", entry={nr=" : ", seccomp={nr=");
		syscall_trace_print_nr(fmt, arch, nr);
		syscall_trace_print_members(fmt, type, data, len, "args");
		if (op == PTRACE_SYSCALL_INFO_SECCOMP)
			syscall_trace_print_members(fmt, type, data, len, "ret_data");
		trace_seq_putc(fmt->s, '}');
	}
	trace_seq_putc(fmt->s, '}');
}

/* A word of memory or a register that a debugger reads or writes. */
SYSCALL_KIND(memory)
{
	if (!val || !syscall_trace_hide(fmt))
		syscall_trace_print_pointer(fmt, val);
}
