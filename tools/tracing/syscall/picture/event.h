/* SPDX-License-Identifier: GPL-2.0 */
/* What a picture shows: calls, and what happened to tasks between them, as parts of text. */
#ifndef _PICTURE_EVENT_H
#define _PICTURE_EVENT_H

#include <linux/syscall_trace_record.h>
#include <linux/trace_seq.h>
#include <linux/types.h>

#include "records/source.h"
#include "format/format.h"

/* A task's name when each byte has become an escape as in C. */
#define PICTURE_COMM_LEN	(NAME_LEN * 4 + 1)

enum picture_what {
	PICTURE_ENTRY,		/* a call has begun, and this is all that is known yet */
	PICTURE_CALL,		/* a call has ended */
	PICTURE_UNFINISHED,	/* no end of a call was recorded */
	PICTURE_SIGNAL,
	PICTURE_FORK,
	PICTURE_THREAD,
	PICTURE_EXEC,
	PICTURE_END,		/* the task has ended */
	PICTURE_LOST,		/* calls of the task are missing */
	PICTURE_OTHER,		/* a record that is not the tracer's */
};

/**
 * struct picture_task - a task, from its first event to its end
 * @next: the next one in the same slot of the table
 * @number: tells it from all others, also from those that had the same @tid before
 * @tid: its number
 * @pid: its process, 0: not known
 * @comm: its name, printable ASCII
 * @open: the call that it is in, if its entry was recorded
 * @busy_until: no call of it begins before that
 * @born_by: the arrow that leads to its first event, 0: none
 * @has_ended: its number may be that of another task from now on
 * @is_needed: another task is in a call that began here: that call is shown here
 * @is_described: whoever writes the picture has told its name
 */
struct picture_task {
	struct picture_task	*next;
	unsigned int		number;
	int			tid;
	int			pid;
	char			comm[PICTURE_COMM_LEN];
	struct picture_event	*open;
	u64			busy_until;
	u64			born_by;
	bool			has_ended;
	bool			is_needed;
	bool			is_described;
};

/**
 * struct picture_event - a call, or what happened to a task
 * @what: enum picture_what
 * @task: whose it is
 * @cpu: where its last record was made
 * @time: when that was
 * @begin: when the call began or, with @began_earlier, was seen to be under way, 0: not known
 * @end: when it ended; of PICTURE_UNFINISHED, when it must have ended, 0: it may go on
 * @abi: the ABI of the call
 * @name: the name of the call, of the signal, or of the kind of event
 * @nr_args: number of @args
 * @args: the arguments that are known
 * @began_earlier: it is not known how long before @begin the call began
 * @is_malformed: the record is damaged
 * @has_entry: the call had a record of its entry
 * @has_ret: @ret is valid
 * @ret: what the call returned
 * @result: all that the line has of that, NULL: no end was recorded
 * @error: the name of the error, NULL: there was none
 * @value: a signal's number, a status as of wait4(), the child, the tid before an exec, or how many
 *	   calls are missing
 * @sender: si_pid of a signal, 0: it has none
 * @text: all that the line would say of it, if it is no call
 * @starts: the arrow that begins here, 0: none
 * @ends: the arrows that end here, 0: none
 * @fmt: the call
 * @s: all texts, each with its NUL
 */
struct picture_event {
	enum picture_what		what;
	struct picture_task		*task;
	int				cpu;
	u64				time;
	u64				begin;
	u64				end;
	const char			*abi;
	const char			*name;
	unsigned int			nr_args;
	struct {
		const char		*name;
		const char		*text;
	} args[SYSCALL_TRACE_MAX_ARGS];
	bool				began_earlier;
	bool				is_malformed;
	bool				has_entry;
	bool				has_ret;
	s64				ret;
	const char			*result;
	const char			*error;
	int				value;
	int				sender;
	const char			*text;
	u64				starts;
	u64				ends[2];
	struct syscall_trace_fmt	fmt;
	struct trace_seq		s;
};

/* Makes text of @len bytes printable ASCII as in C. @text has room for 4 * @len + 1 bytes. */
void picture_escape(char *text, const char *bytes, size_t len);

/* Each fills an empty event, or completes that of an entry. @flags: see picture_open() */
void picture_event_entry(struct picture_event *event, const struct record *rec, unsigned int flags);
void picture_event_exit(struct picture_event *event, const struct record *rec);
void picture_event_call(struct picture_event *event, const struct record *rec, unsigned int flags);
void picture_event_task(struct picture_event *event, const struct record *rec);
void picture_event_other(struct picture_event *event, const char *text);
void picture_event_lost(struct picture_event *event, int tid, unsigned int calls);

/* Is the record the exit of the call of this entry? */
bool picture_event_ends_by(const struct picture_event *event, const struct record *rec);

/*
 * Has the event sent a signal? Tells which one, and to whom: a task or process, or, if that is not
 * positive, whoever it was.
 */
bool picture_event_sent(const struct picture_event *event, int *signal, int *to);

#endif /* _PICTURE_EVENT_H */
