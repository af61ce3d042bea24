/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the user has asked for.
 */
#ifndef _SCTRACE_SETTINGS_H
#define _SCTRACE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "picture/kind.h"
#include "words.h"

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))

/* Times at the start of a line. */
enum stamp {
	STAMP_NONE,
	STAMP_SECONDS,
	STAMP_MICROSECONDS,
	STAMP_EPOCH,
	STAMP_EPOCH_MICROSECONDS,
};

/* What is not told: -q, -qq and -qqq, or --quiet. */
#define QUIET_ATTACH		1
#define QUIET_EXIT		2
#define QUIET_PERSONALITY	4
#define QUIET_THREAD_EXECVE	8
/* Nothing of that, but the user has said what is told. */
#define QUIET_CHOSEN		16
#define QUIET_PATH_RESOLUTION	32

/* Which strings are printed in hex: -x and -xx. */
enum hex_style {
	HEX_NONE,
	HEX_BINARY,
	HEX_ALL,
};

/* How constants are printed: -X. */
enum const_style {
	CONST_ABBREV,
	CONST_RAW,
	CONST_VERBOSE,
};

/* What a table of counts is sorted by: -S. */
enum sort_key {
	SORT_TIME,
	SORT_MIN,
	SORT_MAX,
	SORT_AVERAGE,
	SORT_CALLS,
	SORT_ERRORS,
	SORT_NAME,
	SORT_NOTHING,
};

/**
 * struct settings - what the user has asked for
 * @command: the command to run with its arguments; NULL: none
 * @user: the user that it runs as; NULL: this one
 * @environment: NAME=VALUE to set for it, or NAME to unset
 * @pids: processes to trace
 * @nr_pids: their number
 * @all: trace all tasks
 * @comm: trace tasks with these names, or NULL
 * @uid: trace tasks of this user, or NULL
 * @cgroup: trace tasks in this cgroup, or NULL
 * @follow: children, too
 * @follow_to_end: the end of the last child is waited for, not that of the command
 * @trace: words of strace for the calls to trace, as of -e trace
 * @status: how calls must have ended; NULL: in any way
 * @signals: which signals to print; NULL: all
 * @conditions: lines of syscall_filter
 * @paths: calls must have one of these names as an argument
 * @output: the file for the output, "|COMMAND"; NULL: standard error
 * @append: add to the file
 * @separate: one file for each task
 * @pid_column: each line begins with the task
 * @column: where results begin
 * @strlen: bytes to print of data
 * @stamp: time at the start of a line
 * @relative: time since the line before
 * @durations: how long calls took
 * @numbers: numbers of calls
 * @cpus: the CPU that recorded each line
 * @hex: which strings are printed in hex; more than HEX_ALL: all
 * @consts: how constants are printed
 * @quiet: what is not told: QUIET_*
 * @json: an object for each line
 * @picture: the file or folder for a picture, which is made in place of lines; NULL: none
 * @picture_kind: what is made there
 * @count: a table of counts, and no calls
 * @count_too: a table of counts after the calls
 * @wall: its times are those that calls took, not those on a CPU
 * @sort: what it is sorted by
 * @buffer: bytes of the ring buffer of each CPU; 0: as many as are needed
 */
struct settings {
	char			**command;
	const char		*user;
	struct words		environment;
	pid_t			*pids;
	size_t			nr_pids;
	bool			all;
	const char		*comm;
	const char		*uid;
	const char		*cgroup;
	bool			follow;
	bool			follow_to_end;
	struct words		trace;
	const char		*status;
	const char		*signals;
	struct words		conditions;
	struct words		paths;
	const char		*output;
	bool			append;
	bool			separate;
	bool			pid_column;
	unsigned int		column;
	unsigned int		strlen;
	enum stamp		stamp;
	bool			relative;
	bool			durations;
	bool			numbers;
	bool			cpus;
	unsigned int		hex;
	enum const_style	consts;
	unsigned int		quiet;
	bool			json;
	const char		*picture;
	enum picture_kind	picture_kind;
	bool			count;
	bool			count_too;
	bool			wall;
	enum sort_key		sort;
	size_t			buffer;
};

extern struct settings settings;

#endif /* _SCTRACE_SETTINGS_H */
