/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records of calls, made by hand or by the fuzzer, on their way through the
 * formatter.
 */
#ifndef _TESTS_UNIT_RECORD_H
#define _TESTS_UNIT_RECORD_H

#include <linux/syscall_trace.h>
#include <linux/trace_seq.h>

#include "format/format.h"

/* More than the tracer ever records of one call. */
#define RECORD_MAX	32768

/**
 * struct record - one record
 * @head: what it begins with
 * @ret: the return value, in an exit
 * @time: when it was recorded
 * @size: bytes of @data in use
 * @data: argument words and blobs
 */
struct record {
	struct syscall_trace_head	head;
	s64				ret;
	u64				time;
	size_t				size;
	u8				data[RECORD_MAX];
};

/**
 * struct view - how the records are shown
 * @flags: SYSCALL_TRACE_SHOW_RAW and others
 * @room: SYSCALL_TRACE_TEXT_MAX, _JSON_MAX or _DUMP_MAX
 * @apart: entry and exit on lines of their own
 * @clock: which of the trace clocks the times are of
 * @json: as JSON, recorded then and there; NULL: as strace's lines
 */
struct view {
	unsigned int	flags;
	size_t		room;
	bool		apart;
	unsigned int	clock;
	const struct syscall_trace_context *json;
};

void record_print(struct trace_seq *s, const struct record *enter,
		  const struct record *exit, const struct view *view);
void record_print_task(struct trace_seq *s, unsigned int what, int value,
		       const void *info, size_t size, const struct view *view);
void record_print_text(struct trace_seq *s, const char *type, const void *text, size_t size,
		       const struct view *view);
void *record_blob(struct record *rec, unsigned int arg, unsigned int part,
		  unsigned int status, const void *data, size_t len);
void record_words(struct record *rec, const u64 *words, unsigned int nr);

#endif /* _TESTS_UNIT_RECORD_H */
