// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures arguments and environments of programs.
 */
#include <linux/sched/signal.h>

#include "capture.h"
#include "nested.h"

/* Elements of a list are counted up to this number. */
#define COUNT_MAX	U16_MAX

/* How many pointers are read at once. */
#define CHUNK		64

/*
 * Read up to @nr pointers of a list that a null pointer ends, but no further than to the
 * end of the page: the page behind the list need not be readable. Returns their number.
 */
static unsigned int read_pointers(unsigned long addr, size_t size, u64 *ptrs, unsigned int nr)
{
	nr = min_t(size_t, nr, max_t(size_t, (PAGE_SIZE - offset_in_page(addr)) / size, 1));

	return syscall_trace_read_longs(ptrs, addr, size, nr);
}

/* Read the pointers of argv that are shown. The blob's status tells if there are more. */
static unsigned int read_list(const struct syscall_trace_capture *cap,
			      struct syscall_trace_blob *blob, unsigned long addr,
			      size_t size, u64 *ptrs)
{
	unsigned int nr = 0;

	for (;;) {
		unsigned int end = nr + read_pointers(addr + nr * size, size, ptrs + nr,
						      SYSCALL_TRACE_ELEMENTS_MAX + 1 - nr);

		if (end == nr) {
			syscall_trace_set_faulted(blob, cap->task->absent);
			return nr;
		}
		for (; nr < end; nr++) {
			if (!ptrs[nr])
				return nr;
		}
		if (nr > SYSCALL_TRACE_ELEMENTS_MAX) {
			blob->status = SYSCALL_TRACE_BLOB_TRUNCATED;
			return SYSCALL_TRACE_ELEMENTS_MAX;
		}
	}
}

/* argv: the pointers that are shown, then their strings, each in a part of its own. */
SYSCALL_CAPTURE(strv)
{
	struct syscall_trace_blob *blob;
	size_t size = syscall_trace_arg_long(cap, arg);
	u64 ptrs[SYSCALL_TRACE_ELEMENTS_MAX + 1];
	unsigned int i, nr;

	blob = syscall_trace_begin_nested(cap, arg);
	if (!blob)
		return;

	nr = read_list(cap, blob, cap->args[arg], size, ptrs);
	if (!syscall_trace_has_room(cap, blob, nr * sizeof(*ptrs)))
		return;
	memcpy(blob->data, ptrs, nr * sizeof(*ptrs));
	blob->len = nr * sizeof(*ptrs);
	syscall_trace_end_blob(cap, blob);

	for (i = 0; i < nr; i++) {
		size_t share = (cap->end - cap->pos) / (nr - i);

		if (!cap->limits->datalen)
			break;
		if (share <= syscall_trace_string_room(0)) {
			syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_ROOM);
			break;
		}
		blob = syscall_trace_copy_part(cap, arg, i + 1, ptrs[i],
					       min_t(size_t, cap->limits->datalen,
						     share - syscall_trace_string_room(0)));
		blob->sort = SYSCALL_TRACE_DATA;
		if (blob->status == SYSCALL_TRACE_BLOB_TRUNCATED &&
		    blob->len < cap->limits->datalen)
			syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_SHARE);
		syscall_trace_end_blob(cap, blob);
	}
}

/*
 * envp: only the number of strings. Counting is cheap compared with the call, which copies
 * each of them.
 */
SYSCALL_CAPTURE(envv)
{
	unsigned long addr = cap->args[arg];
	struct syscall_trace_blob *blob;
	size_t size = syscall_trace_arg_long(cap, arg);
	struct syscall_trace_blob_part *counted;
	u64 ptrs[CHUNK];
	unsigned int i, nr;

	blob = syscall_trace_begin_counted(cap, arg, 0);
	if (!blob)
		return;
	counted = syscall_trace_part_of(blob);

	for (;; addr += nr * size) {
		nr = fatal_signal_pending(current) ? 0 :
		     read_pointers(addr, size, ptrs, ARRAY_SIZE(ptrs));
		if (!nr) {
			syscall_trace_set_faulted(blob, cap->task->absent);
			break;
		}
		for (i = 0; i < nr && ptrs[i] && counted->count < COUNT_MAX; i++)
			counted->count++;
		if (i == nr)
			continue;
		if (ptrs[i])
			blob->status = SYSCALL_TRACE_BLOB_TRUNCATED;
		break;
	}
	syscall_trace_end_blob(cap, blob);
}
