// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the length of what an argument leads to, from other arguments or the
 * result, as the table says. Called by arg.c and by the files of the families.
 */
#include "length.h"

/* The value of argument @arg, which is a length. */
static s64 arg_value(const struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_type *type = cap->call->args[arg].type;
	unsigned int layout = syscall_trace_abis[cap->task->abi].layout;
	u64 val = cap->args[arg];

	if (!type || type->sort != SYSCALL_TRACE_SCALAR)
		return val;
	if (type->size[layout] < sizeof(val))
		return syscall_trace_extend(val, type->size[layout], type->is_signed);

	/* No memory is larger than S64_MAX. */
	return type->is_signed ? (s64)val : min_t(u64, val, S64_MAX);
}

/* The number behind the address @arg, -1 if it is not readable. */
static s64 pointed_value(const struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_type *type = cap->call->args[arg].type;
	size_t size = syscall_trace_type_size(cap, type);
	u64 val = 0;

	if (!size || size > sizeof(val) ||
	    syscall_trace_read(&val, cap->args[arg], size))
		return -1;

	return val;
}

/* The number that was there when the call began, -1 if none was captured. */
static s64 entered_value(const struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_blob *blob = syscall_trace_entered(cap, arg, 0);
	u64 val = 0;

	if (!blob || !blob->len)
		return -1;
	memcpy(&val, blob->data, min_t(size_t, blob->len, sizeof(val)));

	return val;
}

/*
 * The length at the address in argument @arg. At exit, the kernel may have stored a larger
 * one, but it has not written more than the length at entry allows.
 */
static noinline s64 length_at(const struct syscall_trace_capture *cap, unsigned int arg)
{
	s64 val = pointed_value(cap, arg);

	return cap->at_exit ? min(val, entered_value(cap, arg)) : val;
}

/**
 * syscall_trace_length - find the length of what an argument leads to
 * @cap: the capture
 * @arg: index of the argument
 *
 * Context: may sleep.
 * Return: the number of elements, bytes or bits; negative if there is none, or it could
 * not be read.
 */
s64 syscall_trace_length(const struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_arg *desc = &cap->call->args[arg];
	s64 limit = S64_MAX;

	switch (desc->len_by) {
	case SYSCALL_TRACE_LEN_ARG:
		return arg_value(cap, desc->len);
	case SYSCALL_TRACE_LEN_PTR:
		return length_at(cap, desc->len);
	case SYSCALL_TRACE_LEN_RET:
		if (desc->len < cap->call->nr_args)
			limit = arg_value(cap, desc->len);
		return min_t(s64, cap->ret, limit < 0 ? S64_MAX : limit);
	case SYSCALL_TRACE_LEN_CONST:
		return desc->len;
	}

	return -1;
}
