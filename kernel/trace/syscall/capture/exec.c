// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures arguments and environments of programs.
 */
#include <linux/mm.h>
#include <linux/sched/signal.h>

#include "../refusals.h"
#include "blob.h"
#include "nested.h"

/* Elements of a list are counted up to this number. */
#define COUNT_MAX	U16_MAX

/* How many pointers are read at once. */
#define CHUNK		64

/*
 * How many strings are copied at most, by the numbers of their pieces. And the room that each is
 * worth: its pointer, its head, and a word of usual length.
 */
#define STRINGS_MAX	(SYSCALL_STRV_ALL - 1)
#define STRING_ROOM	32

/* What the number of all strings takes. */
#define ALL_ROOM	(SYSCALL_TRACE_BLOB_HEAD_MAX + sizeof(u64))

/*
 * Read up to @nr pointers of a list that a null pointer ends, but no further than to the
 * end of the page: the page behind the list need not be readable. Returns their number.
 */
static unsigned int read_pointers(unsigned long addr, size_t size, u64 *ptrs, unsigned int nr)
{
	nr = min_t(size_t, nr, max_t(size_t, (PAGE_SIZE - offset_in_page(addr)) / size, 1));

	return syscall_trace_read_longs(ptrs, addr, size, nr);
}

/* How many strings of argv are copied. They share the room, and leave that of their number. */
static unsigned int most_strings(const struct syscall_trace_capture *cap,
				 const struct syscall_trace_blob *blob)
{
	size_t room = min_t(size_t, cap->end - (void *)blob->data, cap->limits->least);

	room -= min(room, ALL_ROOM);

	return min(clamp(room / STRING_ROOM, SYSCALL_TRACE_ELEMENTS_MAX, STRINGS_MAX),
		   room / sizeof(u64));
}

/* How a list ends, as far as it was read */
enum list_end {
	LIST_ENDS,
	LIST_IS_LONG,
	LIST_IS_LEFT,
	LIST_IS_NOT_READABLE,
};

/*
 * Count the pointers of a list, up to COUNT_MAX, and copy the first @most of them to @to. Whoever
 * is about to die counts no further than that. Returns their number.
 */
static unsigned int walk_list(unsigned long addr, size_t size, void *to, unsigned int most,
			      enum list_end *end)
{
	unsigned int nr = 0, got, i;
	u64 ptrs[CHUNK];

	do {
		if (nr > most && fatal_signal_pending(current)) {
			*end = LIST_IS_LEFT;
			return nr;
		}
		got = read_pointers(addr + nr * size, size, ptrs, CHUNK);
		for (i = 0; i < got && ptrs[i] && nr < COUNT_MAX; i++, nr++) {
			if (nr < most)
				memcpy(to + nr * sizeof(*ptrs), &ptrs[i], sizeof(*ptrs));
		}
	} while (got && i == got);

	if (!got)
		*end = LIST_IS_NOT_READABLE;
	else
		*end = ptrs[i] ? LIST_IS_LONG : LIST_ENDS;

	return nr;
}

/*
 * Copy the pointers of argv that are shown to the blob. Returns their number; the blob's status
 * tells if there are more. @all: how many there are then, 0 if nobody knows.
 */
static unsigned int copy_list(const struct syscall_trace_capture *cap,
			      struct syscall_trace_blob *blob, unsigned long addr, size_t size,
			      u64 *all)
{
	unsigned int most = most_strings(cap, blob), nr;
	enum list_end end;

	*all = 0;
	nr = walk_list(addr, size, blob->data, most, &end);
	if (nr > most) {
		blob->status = SYSCALL_TRACE_BLOB_TRUNCATED;
		if (end == LIST_ENDS)
			*all = nr;
		return most;
	}
	if (end == LIST_IS_NOT_READABLE)
		syscall_trace_set_faulted(blob, cap->task->absent);

	return nr;
}

/* argv: the pointers that are shown, then their strings, each in a part of its own. */
SYSCALL_CAPTURE(strv)
{
	struct syscall_trace_blob *blob, *list;
	size_t size = syscall_trace_arg_long(cap, arg);
	unsigned int i, nr;
	u64 all;

	list = syscall_trace_begin_nested(cap, arg);
	if (!list)
		return;

	nr = copy_list(cap, list, cap->args[arg], size, &all);
	list->len = nr * sizeof(u64);
	syscall_trace_end_blob(cap, list);
	if (all)
		cap->end -= ALL_ROOM;

	for (i = 0; i < nr; i++) {
		size_t share = syscall_trace_left(cap) / (nr - i);

		if (!cap->limits->datalen) {
			syscall_trace_note_missing(cap, arg);
			break;
		}
		if (share <= syscall_trace_string_room(0)) {
			syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_ROOM);
			syscall_trace_note_missing(cap, arg);
			break;
		}
		blob = syscall_trace_copy_part(cap, arg, i + 1,
					       syscall_trace_number_at(list, i * sizeof(u64),
								       sizeof(u64)),
					       min_t(size_t, cap->limits->datalen,
						     share - syscall_trace_string_room(0)));
		blob->sort = SYSCALL_TRACE_DATA;
		if (blob->status == SYSCALL_TRACE_BLOB_TRUNCATED &&
		    blob->len < cap->limits->datalen)
			syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_SHARE);
		syscall_trace_end_blob(cap, blob);
	}
	if (all) {
		cap->end += ALL_ROOM;
		syscall_trace_capture_words(cap, arg, SYSCALL_STRV_ALL, &all, 1);
	}
}

/*
 * envp: only the number of strings. Counting is cheap compared with the call, which copies
 * each of them.
 */
SYSCALL_CAPTURE(envv)
{
	size_t size = syscall_trace_arg_long(cap, arg);
	struct syscall_trace_blob *blob;
	enum list_end end;
	unsigned int nr;

	blob = syscall_trace_begin_counted(cap, arg, 0);
	if (!blob)
		return;
	nr = walk_list(cap->args[arg], size, NULL, 0, &end);
	/* The one that was counted last may be the last one. */
	if (end == LIST_IS_LEFT)
		nr--;
	syscall_trace_part_of(blob)->count = nr;
	if (end == LIST_IS_NOT_READABLE)
		syscall_trace_set_faulted(blob, cap->task->absent);
	else if (end != LIST_ENDS)
		blob->status = SYSCALL_TRACE_BLOB_TRUNCATED;
	syscall_trace_end_blob(cap, blob);
}
