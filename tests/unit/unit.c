// SPDX-License-Identifier: GPL-2.0
/*
 * Runs the cases of text files: records, and the line that the formatter must make
 * of them, to the character.
 *
 *	unit FILE...
 *
 * A case:
 *
 *	case WHAT IT IS ABOUT
 *	enter ABI/NAME WORD...		a call by its name, in the .tbl or in syscalls.def, or by
 *					its number
 *	exit ABI/NAME RESULT [WORD...]	with words, they and blobs are in it, too
 *	task WHAT NUMBER BYTES...	what happened to one, in place of a call
 *	text TYPE BYTES...		a line of something else, likewise, as JSON
 *	lost CPU NUMBER			records that are, likewise
 *	blob ARG[.PART] STATUS BYTES...	in the record above
 *	set WHAT NUMBER			of its head, or its size or time
 *	poke OFFSET SIZE NUMBER		overwrite bytes behind its words
 *	who PID TID NS_PID NS_TID BYTES...
 *					the task, and its name
 *	view WORD...			raw, names, dump, nodata, apart, time, ns, json
 *	= LINE				what comes out: one or more
 *
 * ARG counts arguments from 0. PART is 0 or left out for what the argument itself leads
 * to; members with a `->` have 1, 2 and so on, in their order. In exits, ARG may be
 * `entered:ARG`. STATUS is ok, truncated, faulted, null, absent (faulted, as it is not
 * resident) or a number. BYTES are "text" with C's octal escapes, u8:N, u16:N, u32:N, u64:N
 * or N*BYTES; a string is captured without its NUL. `set flags 2`, behind an enter,
 * leaves the arguments that the kernel writes, and all behind them, to the exit, which then
 * has words. A case with `= ?` fails and tells what comes out.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"

#define LINE_MAX_LEN	(2 * TRACE_SEQ_BUFFER_SIZE)

static struct {
	const char	*file;
	unsigned int	line;
	char		name[256];
	struct record	enter;
	struct record	exit;
	struct record	*last;
	bool		has_enter;
	bool		has_exit;
	enum { CALL, TASK, TEXT, LOST } sort;
	struct {
		u32	what;
		s64	value;
		char	type[32];
		u8	info[2 * U16_MAX];
		size_t	size;
	} other;
	u8		comm[U16_MAX + 1];
	struct view	view;
	struct syscall_trace_context context;
	char		expected[LINE_MAX_LEN];
} unit;

static unsigned int nr_cases, nr_failed;

static void die(const char *what, const char *text)
{
	fprintf(stderr, "%s:%u: %s: %s\n", unit.file, unit.line, what, text);
	exit(2);
}

static u64 number(const char *text)
{
	u64 val;
	char *end;

	errno = 0;
	val = *text == '-' ? (u64)strtoll(text, &end, 0) : strtoull(text, &end, 0);
	if (errno || end == text || *end)
		die("not a number", text);

	return val;
}

/* The next word, or NULL. */
static char *word(char **pos)
{
	char *start;

	*pos += strspn(*pos, " \t");
	if (!**pos)
		return NULL;
	start = *pos;
	*pos += strcspn(*pos, " \t");
	if (**pos)
		*(*pos)++ = '\0';

	return start;
}

/* --------------------------------- records ------------------------------- */

static void find_number(struct syscall_trace_head *head, const char *name)
{
	const struct syscall_trace_slot *slot;
	unsigned int nr, i;

	if (isdigit((unsigned char)*name)) {
		head->nr = number(name);
		return;
	}
	for (nr = 0; nr < 1000; nr++) {
		slot = syscall_trace_find_slot(head->abi, nr);
		if (slot && slot->name && !strcmp(slot->name, name)) {
			head->nr = nr;
			head->id = slot->call ? slot->call->id : 0;
			return;
		}
	}
	/* A call that no number leads to yet goes by the name in the table. */
	for (i = 0; i < syscall_trace_nr_calls; i++) {
		if (!strcmp(syscall_trace_calls[i].name, name)) {
			head->nr = -1;
			head->id = syscall_trace_calls[i].id;
			return;
		}
	}
	die("no such call, neither in a .tbl nor in syscalls.def", name);
}

static void begin_record(struct record *rec, char **pos)
{
	char *abi = word(pos), *name = abi ? strchr(abi, '/') : NULL;

	if (!name)
		die("not ABI/NAME", abi ?: "nothing");
	*name++ = '\0';
	*rec = (struct record) { };
	while (rec->head.abi < syscall_trace_nr_abis &&
	       strcmp(syscall_trace_abis[rec->head.abi].name, abi))
		rec->head.abi++;
	if (rec->head.abi == syscall_trace_nr_abis)
		die("no such ABI", abi);
	find_number(&rec->head, name);
	unit.last = rec;
}

static unsigned int read_words(struct record *rec, char **pos)
{
	u64 words[SYSCALL_TRACE_MAX_ARGS];
	unsigned int nr = 0;
	char *text;

	while ((text = word(pos))) {
		if (nr == SYSCALL_TRACE_MAX_ARGS)
			die("too many words", text);
		words[nr++] = number(text);
	}
	record_words(rec, words, nr);

	return nr;
}

static unsigned int read_status(const char *text)
{
	static const char * const names[] = { "ok", "truncated", "faulted", "null" };
	unsigned int i;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (!strcmp(text, names[i]))
			return i;
	}

	return number(text);
}

/* A string with octal escapes; @text is behind the opening quote. */
static size_t read_string(u8 *data, char **text)
{
	size_t len = 0;

	while (**text && **text != '"') {
		if (**text == '\\' && isdigit((unsigned char)(*text)[1])) {
			++*text;
			data[len] = 0;
			for (int i = 0; i < 3 && isdigit((unsigned char)**text); i++)
				data[len] = data[len] * 8 + *(*text)++ - '0';
			len++;
			continue;
		}
		if (**text == '\\')
			++*text;
		data[len++] = *(*text)++;
	}
	if (**text != '"')
		die("no closing quote", "");
	++*text;

	return len;
}

static size_t read_bytes(u8 *data, char **pos)
{
	size_t len = 0, one;
	unsigned long times;
	char *text, *end;
	u64 val;

	for (;;) {
		*pos += strspn(*pos, " \t");
		if (!**pos)
			return len;

		times = strtoul(*pos, &end, 10);
		if (end != *pos && *end == '*')
			*pos = end + 1;
		else
			times = 1;
		if (**pos == '"') {
			++*pos;
			one = read_string(data + len, pos);
		} else {
			text = word(pos);
			end = strchr(text, ':');
			if (*text != 'u' || !end)
				die("not bytes", text);
			*end++ = '\0';
			one = number(text + 1) / 8;
			if (one > sizeof(val))
				die("not a size", text);
			val = number(end);
			memcpy(data + len, &val, one);
		}
		if (len + times * one > U16_MAX)
			die("too long", "");
		for (end = (char *)data + len; times > 1; times--, len += one)
			memcpy(data + len + one, end, one);
		len += times ? one : 0;
	}
}

static void read_blob(char **pos)
{
	static u8 data[2 * U16_MAX];
	char *arg = word(pos), *status = word(pos), *part;
	unsigned int entered = 0;
	bool absent;
	size_t len;
	u8 *blob;

	if (!unit.last || !status)
		die("not a blob", arg ?: "");
	if (!strncmp(arg, "entered:", 8)) {
		entered = SYSCALL_TRACE_BLOB_AS_ENTERED;
		arg += 8;
	}
	part = strchr(arg, '.');
	if (part)
		*part++ = '\0';
	len = read_bytes(data, pos);
	absent = !strcmp(status, "absent");
	blob = record_blob(unit.last, number(arg) | entered, part ? number(part) : 0,
			   absent ? SYSCALL_TRACE_BLOB_FAULTED : read_status(status), data, len);
	if (absent)
		blob[offsetof(struct syscall_trace_blob, sort)] = SYSCALL_TRACE_BLOB_ABSENT;
}

static void set_field(const char *field, u64 val)
{
	struct syscall_trace_head *head;
	struct record *rec = unit.last;

	if (!rec)
		die("no record", field);
	head = &rec->head;
	if (!strcmp(field, "id"))
		head->id = val;
	else if (!strcmp(field, "seq"))
		head->seq = val;
	else if (!strcmp(field, "nr"))
		head->nr = val;
	else if (!strcmp(field, "abi"))
		head->abi = val;
	else if (!strcmp(field, "nr_args"))
		head->nr_args = val;
	else if (!strcmp(field, "flags"))
		head->flags = val;
	else if (!strcmp(field, "time"))
		rec->time = val;
	else if (!strcmp(field, "size") && val <= RECORD_MAX)
		rec->size = val;
	else
		die("nothing to set", field);
}

/* Write @val over the @size bytes at @offset behind the words: a broken blob. */
static void poke(u64 offset, u64 val, u64 size)
{
	struct record *rec = unit.last;

	offset += rec ? rec->head.nr_args * sizeof(u64) : 0;
	if (!rec || size > sizeof(val) || offset + size > RECORD_MAX)
		die("cannot poke", "");
	memcpy(rec->data + offset, &val, size);
}

/* ---------------------------------- cases -------------------------------- */

static void show(const char *mark, const char *text)
{
	const char *end;

	for (; *text; text = end + 1) {
		end = strchr(text, '\n');
		if (!end) {
			printf("  | %s %s (no newline)\n", mark, text);
			return;
		}
		printf("  | %s %.*s\n", mark, (int)(end - text), text);
	}
}

static void run_case(void)
{
	static struct trace_seq s;
	bool same;

	if (!*unit.name)
		return;
	if (!*unit.expected)
		die("nothing is expected", unit.name);

	trace_seq_init(&s);
	switch (unit.sort) {
	case CALL:
		record_print(&s, unit.has_enter ? &unit.enter : NULL,
			     unit.has_exit ? &unit.exit : NULL, &unit.view);
		break;
	case TASK:
		record_print_task(&s, unit.other.what, unit.other.value, unit.other.info,
				  unit.other.size, &unit.view);
		break;
	case TEXT:
		unit.view.json = &unit.context;
		record_print_text(&s, unit.other.type, unit.other.info, unit.other.size,
				  &unit.view);
		break;
	case LOST:
		syscall_trace_json_lost(&s, unit.other.what, unit.other.value);
		break;
	}
	same = !trace_seq_has_overflowed(&s) && !strcmp(s.buffer, unit.expected);
	printf("%s - %s\n", same ? "ok" : "not ok", unit.name);
	if (!same) {
		show("expected", unit.expected);
		show("got     ", s.buffer);
		nr_failed++;
	}
	nr_cases++;
	*unit.name = '\0';
}

static void begin_case(const char *name)
{
	run_case();
	unit.last = NULL;
	unit.has_enter = false;
	unit.has_exit = false;
	unit.sort = CALL;
	unit.view = (struct view) { .room = SYSCALL_TRACE_TEXT_MAX };
	unit.context = (struct syscall_trace_context) {
		.time = 123, .cpu = 1, .comm = "a task", .pid = 10, .tid = 11,
	};
	*unit.expected = '\0';
	snprintf(unit.name, sizeof(unit.name), "%s", name);
}

static void read_who(char **pos)
{
	int *ids[] = {
		&unit.context.pid, &unit.context.tid, &unit.context.ns_pid, &unit.context.ns_tid,
	};

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++)
		*ids[i] = number(word(pos) ?: "nothing");
	unit.comm[read_bytes(unit.comm, pos)] = '\0';
	unit.context.comm = (char *)unit.comm;
}

static void read_view(char **pos)
{
	char *text;

	while ((text = word(pos))) {
		if (!strcmp(text, "raw"))
			unit.view.flags |= SYSCALL_TRACE_SHOW_RAW;
		else if (!strcmp(text, "names"))
			unit.view.flags |= SYSCALL_TRACE_SHOW_NAMES;
		else if (!strcmp(text, "dump"))
			unit.view.room = SYSCALL_TRACE_DUMP_MAX;
		else if (!strcmp(text, "nodata"))
			unit.view.flags |= SYSCALL_TRACE_SHOW_NO_DATA;
		else if (!strcmp(text, "apart"))
			unit.view.apart = true;
		else if (!strcmp(text, "time"))
			unit.view.flags |= SYSCALL_TRACE_SHOW_TIME | SYSCALL_TRACE_SHOW_IN_NS;
		else if (!strcmp(text, "ns"))
			unit.context.ns_pid = 1, unit.context.ns_tid = 2;
		else if (!strcmp(text, "json"))
			unit.view.json = &unit.context;
		else
			die("no such view", text);
	}
}

static void expect(const char *text)
{
	size_t len = strlen(unit.expected);

	if (len + strlen(text) + 2 > sizeof(unit.expected))
		die("too long", text);
	sprintf(unit.expected + len, "%s\n", text);
}

static void read_line(char *line)
{
	char *pos = line, *what, *name;

	line[strcspn(line, "\n")] = '\0';
	if (*line == '#' || !*line)
		return;
	if (!strncmp(line, "= ", 2)) {
		expect(line + 2);
		return;
	}

	what = word(&pos);
	if (!what)
		return;
	if (!strcmp(what, "case")) {
		begin_case(pos);
	} else if (!*unit.name) {
		die("not in a case", what);
	} else if (!strcmp(what, "enter")) {
		begin_record(&unit.enter, &pos);
		read_words(&unit.enter, &pos);
		unit.has_enter = true;
	} else if (!strcmp(what, "exit")) {
		begin_record(&unit.exit, &pos);
		name = word(&pos);
		unit.exit.ret = number(name ?: "nothing");
		if (read_words(&unit.exit, &pos))
			unit.exit.head.flags = SYSCALL_TRACE_HEAD_SPLIT;
		unit.has_exit = true;
	} else if (!strcmp(what, "task")) {
		unit.sort = TASK;
		unit.other.what = number(word(&pos) ?: "nothing");
		unit.other.value = number(word(&pos) ?: "nothing");
		unit.other.size = read_bytes(unit.other.info, &pos);
	} else if (!strcmp(what, "text")) {
		unit.sort = TEXT;
		snprintf(unit.other.type, sizeof(unit.other.type), "%s", word(&pos) ?: "nothing");
		unit.other.size = read_bytes(unit.other.info, &pos);
	} else if (!strcmp(what, "lost")) {
		unit.sort = LOST;
		unit.other.what = number(word(&pos) ?: "nothing");
		unit.other.value = number(word(&pos) ?: "nothing");
	} else if (!strcmp(what, "who")) {
		read_who(&pos);
	} else if (!strcmp(what, "blob")) {
		read_blob(&pos);
	} else if (!strcmp(what, "set")) {
		name = word(&pos);
		set_field(name ?: "nothing", number(word(&pos) ?: "nothing"));
	} else if (!strcmp(what, "poke")) {
		u64 offset = number(word(&pos) ?: "nothing");
		u64 size = number(word(&pos) ?: "nothing");

		poke(offset, number(word(&pos) ?: "nothing"), size);
	} else if (!strcmp(what, "view")) {
		read_view(&pos);
	} else {
		die("not a line of a case", what);
	}
}

int main(int argc, char **argv)
{
	static char line[LINE_MAX_LEN];

	for (int i = 1; i < argc; i++) {
		FILE *file = fopen(argv[i], "r");

		unit.file = argv[i];
		unit.line = 0;
		if (!file)
			die("cannot read", strerror(errno));
		while (fgets(line, sizeof(line), file)) {
			unit.line++;
			read_line(line);
		}
		fclose(file);
		run_case();
	}

	return !nr_cases || nr_failed;
}
