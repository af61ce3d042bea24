/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records of calls, made by hand or by the fuzzer, on their way through the
 * formatter.
 */
#ifndef _TESTS_UNIT_RECORD_H
#define _TESTS_UNIT_RECORD_H

#include <linux/syscall_trace.h>
#include <linux/trace_seq.h>

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
 * @flags: SYSCALL_TRACE_RAW and others
 * @room: SYSCALL_TRACE_TEXT_MAX, _JSON_MAX or _DUMP_MAX
 * @apart: entry and exit on lines of their own
 * @json: as JSON, by a task of this name; NULL: as strace's lines
 * @ns: of a task in a pid namespace
 */
struct view {
	unsigned int	flags;
	size_t		room;
	bool		apart;
	const char	*json;
	bool		ns;
};

void record_print(struct trace_seq *s, const struct record *enter,
		  const struct record *exit, const struct view *view);
void record_print_task(struct trace_seq *s, unsigned int what, int value,
		       const void *info, size_t size, const struct view *view);
void *record_blob(struct record *rec, unsigned int arg, unsigned int part,
		  unsigned int status, const void *data, size_t len);
void record_words(struct record *rec, const u64 *words, unsigned int nr);

#endif /* _TESTS_UNIT_RECORD_H */
