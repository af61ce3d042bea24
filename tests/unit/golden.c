// SPDX-License-Identifier: GPL-2.0
/*
 * Replays golden records: what a kernel recorded goes through the formatter and must
 * become, in each view, the line that this kernel printed.
 *
 *	golden NAME <FILE		compares
 *	golden -1 NAME <FILE		does so up to the first difference
 *	golden -d <FILE			prints the file again, with the views of a dump
 *
 * The file, which tests/golden/make writes:
 *
 *	case NAME			what made the records
 *	context TIME CPU PID TID NS_PID NS_TID COMM IN_NS
 *	call TIME BYTES			a record behind its common fields
 *	enter TIME BYTES
 *	exit TIME BYTES
 *	task TIME BYTES
 *	VIEW LINE			what is printed of it; any number of views
 *
 * COMM and BYTES are in hex.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record.h"

/* The most mismatches that are shown. */
#define SHOWN_MAX	10

/* As struct syscall_task_entry, behind the common fields. */
struct task_head {
	u32	what;
	s32	value;
	u32	seq;
};

enum form { LINE, JSON, DUMP };

static const size_t rooms[] = {
	[LINE]	= SYSCALL_TRACE_TEXT_MAX,
	[JSON]	= SYSCALL_TRACE_JSON_MAX,
	[DUMP]	= SYSCALL_TRACE_DUMP_MAX,
};

/* Of these, a dump goes to the log of a kernel: no file of tracefs shows it. */
static const struct way {
	const char	*name;
	enum form	form;
	unsigned int	flags;
} ways[] = {
	{ "text", LINE, 0 },
	{ "names", LINE, SYSCALL_TRACE_SHOW_NAMES },
	{ "time", LINE, SYSCALL_TRACE_SHOW_TIME },
	{ "raw", LINE, SYSCALL_TRACE_SHOW_RAW },
	{ "json", JSON, 0 },
	{ "json-time", JSON, SYSCALL_TRACE_SHOW_TIME },
	{ "json-raw", JSON, SYSCALL_TRACE_SHOW_RAW },
	{ "dump", DUMP, SYSCALL_TRACE_SHOW_NO_DATA },
	{ "dump-data", DUMP, 0 },
};

static struct {
	char		name[256];
	char		comm[64];
	struct syscall_trace_context context;
	bool		in_ns;
	struct record	first;
	struct record	exit;
	struct task_head task;
	u8		info[RECORD_MAX];
	size_t		info_size;
	bool		has_first;
	bool		has_exit;
	bool		has_task;
} golden;

static unsigned long nr_lines, nr_failed;

static void die(const char *what, const char *line)
{
	fprintf(stderr, "error: %s: %s: %.100s\n", golden.name, what, line);
	exit(2);
}

/* @text is all hex digits. */
static size_t read_hex(u8 *to, size_t room, const char *text)
{
	unsigned int byte;
	size_t len;

	for (len = 0; sscanf(text + 2 * len, "%2x", &byte) == 1; len++) {
		if (len == room)
			die("too long", text);
		to[len] = byte;
	}

	return len;
}

static void read_context(const char *text)
{
	struct syscall_trace_context *ctx = &golden.context;
	char comm[sizeof(golden.comm)];
	unsigned int in_ns;

	memset(golden.comm, 0, sizeof(golden.comm));
	if (sscanf(text, "%llu %d %d %d %d %d %63s %u", (unsigned long long *)&ctx->time,
		   &ctx->cpu, &ctx->pid, &ctx->tid, &ctx->ns_pid, &ctx->ns_tid, comm,
		   &in_ns) != 8)
		die("not a context", text);
	read_hex((u8 *)golden.comm, sizeof(golden.comm) - 1, comm);
	ctx->comm = golden.comm;
	golden.in_ns = in_ns;
	golden.has_first = false;
	golden.has_exit = false;
	golden.has_task = false;
}

/* The bytes behind the time, and how many. */
static u8 *read_body(const char *text, u64 *time, size_t *size)
{
	static u8 body[RECORD_MAX];
	char *end;

	*time = strtoull(text, &end, 10);
	if (*end != ' ')
		die("not a record", text);
	*size = read_hex(body, sizeof(body), end + 1);

	return body;
}

static void take(void *to, size_t len, u8 **from, size_t *left)
{
	if (*left < len)
		die("too short", "");
	memcpy(to, *from, len);
	*from += len;
	*left -= len;
}

static void read_record(struct record *rec, enum syscall_trace_kind kind, const char *text)
{
	const u8 *body = read_body(text, &rec->time, &rec->size);

	rec->kind = kind;
	memcpy(rec->data, body, rec->size);
}

static void read_task(const char *text)
{
	u64 time;
	u8 *body = read_body(text, &time, &golden.info_size);

	take(&golden.task, sizeof(golden.task), &body, &golden.info_size);
	memcpy(golden.info, body, golden.info_size);
}

/* Without the newline. */
static const char *print(const struct way *way)
{
	static struct trace_seq s;
	struct view view = {
		.flags	= way->flags | (golden.in_ns ? SYSCALL_TRACE_SHOW_IN_NS : 0),
		.room	= rooms[way->form],
		.json	= way->form == JSON ? &golden.context : NULL,
	};

	trace_seq_init(&s);
	if (golden.has_task)
		record_print_task(&s, golden.task.what, golden.task.value, golden.info,
				  golden.info_size, &view);
	else
		record_print(&s, golden.has_first ? &golden.first : NULL,
			     golden.has_exit ? &golden.exit : NULL, &view);
	if (trace_seq_has_overflowed(&s) || !s.len || s.buffer[s.len - 1] != '\n')
		return "(no line)";
	s.buffer[s.len - 1] = '\0';

	return s.buffer;
}

static void compare(const struct way *way, const char *expected)
{
	const char *got = print(way);

	nr_lines++;
	if (!strcmp(got, expected))
		return;
	if (nr_failed++ >= SHOWN_MAX)
		return;
	printf("  | %s, as %s\n  |   expected %s\n  |   got      %s\n", golden.name, way->name,
	       expected, got);
}

static const struct way *find_way(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
		if (!strcmp(ways[i].name, name))
			return &ways[i];
	}

	return NULL;
}

static void read_line(char *line)
{
	char *rest = strchr(line, ' ');
	const struct way *way;

	if (!rest)
		die("not a line of golden records", line);
	*rest++ = '\0';
	if (!strcmp(line, "case")) {
		snprintf(golden.name, sizeof(golden.name), "%s", rest);
	} else if (!strcmp(line, "context")) {
		read_context(rest);
	} else if (!strcmp(line, "enter")) {
		read_record(&golden.first, SYSCALL_TRACE_ENTRY, rest);
		golden.has_first = true;
	} else if (!strcmp(line, "call")) {
		read_record(&golden.first, SYSCALL_TRACE_WHOLE, rest);
		golden.has_first = true;
	} else if (!strcmp(line, "exit")) {
		read_record(&golden.exit, SYSCALL_TRACE_EXIT, rest);
		golden.has_exit = true;
	} else if (!strcmp(line, "task")) {
		read_task(rest);
		golden.has_task = true;
	} else {
		way = find_way(line);
		if (!way)
			die("no such view", line);
		compare(way, rest);
	}
}

/* Behind the last view of records. */
static void add_dumps(void)
{
	size_t i;

	for (i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
		if (ways[i].form == DUMP)
			printf("%s %s\n", ways[i].name, print(&ways[i]));
	}
}

static void add_all_dumps(const char *line)
{
	bool begins = !strncmp(line, "case ", 5);

	if (begins && (golden.has_first || golden.has_exit || golden.has_task))
		add_dumps();
	puts(line);
}

int main(int argc, char **argv)
{
	bool add = argc == 2 && !strcmp(argv[1], "-d");
	size_t room = 0;
	bool first = argc == 3 && !strcmp(argv[1], "-1");
	char *line = NULL;
	ssize_t len;

	if (argc != 2 && !first) {
		fprintf(stderr, "usage: golden [-1] NAME|-d <FILE\n");
		return 2;
	}
	while ((!first || !nr_failed) && (len = getline(&line, &room, stdin)) > 0) {
		if (line[len - 1] == '\n')
			line[len - 1] = '\0';
		if (add)
			add_all_dumps(line);
		read_line(line);
	}
	free(line);
	if (add) {
		add_dumps();
		return nr_failed != 0;
	}
	printf("%s - %s: %lu lines\n", nr_failed || !nr_lines ? "not ok" : "ok", argv[argc - 1],
	       nr_lines);
	if (nr_failed)
		printf("  | %lu lines differ\n", nr_failed);

	return nr_failed || !nr_lines;
}
