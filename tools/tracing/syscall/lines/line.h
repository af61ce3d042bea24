/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines as the kernel prints them, for syscall-report and syscall-receive.
 */
#ifndef _LINES_LINE_H
#define _LINES_LINE_H

#include <linux/syscall_trace_record.h>
#include <linux/trace_seq.h>

#include "records/record.h"
#include "format/format.h"

/* The options of tracefs that decide how lines look. */
enum line_option {
	OPTION_ANNOTATE,
	OPTION_CONTEXT_INFO,
	OPTION_IRQ_INFO,
	OPTION_RECORD_TGID,
	OPTION_JSON,
	OPTION_NAMES,
	OPTION_RAW,
	OPTION_TIME,
	NR_OPTIONS,
};

const char *option_name(enum line_option nr);
bool option_is_on(enum line_option nr);
void option_set(enum line_option nr, bool on);

/* Sets the option that is named so, or clears it if "no" is before the name. */
void option_set_by_name(const char *text);

/**
 * struct lines - where lines are made
 * @s: the text of one
 * @in_ns: whether the clock counts nanoseconds
 * @is_whole: no line is cut: @s has TRACE_SEQ_LONG_SIZE
 * @leave: goes on behind the record of a CPU that is being printed. The record is invalid then
 * @peek: tells the next record of a CPU, or NULL
 * @join: hears of the exit that @peek has told, if it is printed with its entry; it is left then
 */
struct lines {
	struct trace_seq	s;
	bool			in_ns;
	bool			is_whole;
	void			(*leave)(struct lines *lines, int cpu);
	const struct record	*(*peek)(struct lines *lines, int cpu);
	void			(*join)(struct lines *lines, const struct record *rec);
};

/* What the formatter wants to know of a record of a call, and of one of a task. */
struct syscall_trace_record call_record(const struct record *rec);
struct syscall_trace_task_event task_record(const struct record *rec);

/* What is before the call in a line. @comm: the name of the task. @tgid: 0: not known */
void lines_print_head(struct lines *lines, const struct record *rec, const char *comm, int tgid);

/*
 * A record of the tracer, and the exit behind an entry if it is of the same call. Both are left.
 * @json: the object's context, or NULL for text.
 */
void lines_print_record(struct lines *lines, const struct record *rec,
			const struct syscall_trace_context *json);

/*
 * The text of something else, which may have several lines. What would control a terminal is shown
 * as octal numbers; the kernel lets it pass.
 */
void lines_print_text(struct lines *lines, const char *text);

/* How a record of something else is printed as JSON: the text is the line without its head. */
void lines_print_text_as_json(struct lines *lines, const struct syscall_trace_context *json,
			      const char *text, size_t len);

/* So many calls are missing before the record, and are of its task. @json: as above */
void lines_print_lost_calls(struct lines *lines, const struct record *rec, unsigned int calls,
			    const struct syscall_trace_context *json);

/* Records of a CPU are missing; -1: some. */
void lines_print_lost(struct lines *lines, int cpu, long long missing);

/* Ends what there is of a line that is too long, and says so in it. */
void lines_end(struct lines *lines);

/* Ends the line, and writes it to standard output. */
void lines_write(struct lines *lines);

#endif /* _LINES_LINE_H */
