/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records of calls, made by hand or by the fuzzer, on their way through the
 * formatter.
 */
#ifndef _TESTS_UNIT_RECORD_H
#define _TESTS_UNIT_RECORD_H

#include <linux/syscall_trace_record.h>
#include <linux/trace_seq.h>

#include "format/format.h"

/* More than the tracer ever records of one call. */
#define RECORD_MAX	32768

/*
 * From here on, numbers lead to the calls of syscall_trace_calls[] in its order, in every
 * ABI: a call need not have a number of its own.
 */
#define RECORD_NR_CALLS	0x100000

/**
 * struct record - one record
 * @kind: which of the records of calls it is
 * @time: when it was recorded
 * @size: bytes of @data in use
 * @data: its bytes from struct syscall_trace_head on
 */
struct record {
	enum syscall_trace_kind	kind;
	u64			time;
	size_t			size;
	u8			data[RECORD_MAX];
};

/**
 * struct record_call - what a record says, blobs apart
 * @abi: index of the ABI, of which the record has the low 4 bits
 * @nr: the number
 * @seq: the number of the call among those of the task
 * @flags: SYSCALL_TRACE_HEAD_*; those that tell of long integers are set by need, too
 * @ret: the result
 * @entered: the time of the entry, for SYSCALL_TRACE_HEAD_TIMED
 * @nr_args: how many of @args there are
 * @wide: the arguments that have 64 bits if their upper half is not 0, a bit for each
 * @args: the argument words
 */
struct record_call {
	unsigned int	abi;
	s32		nr;
	u32		seq;
	u8		flags;
	s64		ret;
	u64		entered;
	unsigned int	nr_args;
	u8		wide;
	u64		args[SYSCALL_TRACE_MAX_ARGS];
};

/**
 * struct view - how the records are shown
 * @flags: SYSCALL_TRACE_SHOW_RAW and others
 * @room: SYSCALL_TRACE_TEXT_MAX, _JSON_MAX or _DUMP_MAX
 * @apart: entry and exit on lines of their own
 * @json: as JSON, recorded then and there; NULL: as strace's lines
 */
struct view {
	unsigned int	flags;
	size_t		room;
	bool		apart;
	const struct syscall_trace_context *json;
};

void record_print(struct trace_seq *s, const struct record *first,
		  const struct record *exit, const struct view *view);
void record_print_task(struct trace_seq *s, unsigned int what, int value,
		       const void *info, size_t size, const struct view *view);
void record_print_missing(struct trace_seq *s, int tid, unsigned int calls,
			  const struct view *view);
void record_print_text(struct trace_seq *s, const char *type, const void *text, size_t size,
		       const struct view *view);
void record_begin(struct record *rec, enum syscall_trace_kind kind,
		  const struct record_call *call);
struct syscall_trace_blob *record_blob(struct record *rec, unsigned int arg, unsigned int part,
				       unsigned int status, const void *data, size_t len);
void record_append(struct record *rec, const void *data, size_t len);
void record_satisfy(const struct syscall_trace_type *type,
		    const struct syscall_trace_field *field, unsigned int layout, u8 *data);

#endif /* _TESTS_UNIT_RECORD_H */
