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
 *	call ABI/NAME RESULT [WORD...]	entry and exit in one record
 *	task WHAT NUMBER BYTES...	what happened to one, in place of a call
 *	text TYPE BYTES...		a line of something else, likewise, as JSON
 *	lost CPU NUMBER			records that are, likewise
 *	missing TID NUMBER		calls that are, of a task, in place of a call
 *	blob ARG[.PART] STATUS BYTES...	in the record above
 *	set WHAT NUMBER			of its head; or its time, or when the call was entered;
 *					or the size of its words and blobs; or count or sort of
 *					the last blob
 *	poke OFFSET SIZE NUMBER		overwrite bytes behind its words
 *	who PID TID NS_PID NS_TID BYTES...
 *					the task, and its name
 *	view WORD...			raw, names, numbers, both, dump, nodata, apart, time, counter,
 *					ns, json
 *	= LINE				what comes out: one or more
 *	ask STAGE ANSWER CONDITION	what a condition says of the call that was given by
 *					`call`, which is begun, copied or ended, or has taken so
 *					many ns: true, false, unknown or, if that is for ever,
 *					undecided. Of a condition that is refused: the column and
 *					why, with _ for blanks. STAGE may be `needs`: bytes of
 *					strings and data, and structures; `limited`: is it about
 *					some calls only; or `next`: at how many ns to ask again;
 *					or `line`: the parts of lines, see ask_line(), without a call
 *
 * An entry and its exit are printed as two records and then, unless they are apart or
 * differ in what one record says once, as a whole one: both must come out the same.
 *
 * ARG counts arguments from 0. PART is 0 or left out for what the argument itself leads
 * to; members with a `->` have 1, 2 and so on, in their order. In exits, ARG may be
 * `entered:ARG`, in calls `left:ARG`: the copy was made at the other end of the call. STATUS is ok, truncated, faulted, null, absent (faulted, as it is not
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

#include "ask.h"

#define LINE_MAX_LEN	(2 * TRACE_SEQ_BUFFER_SIZE)
#define MOST_BLOBS	128
#define NO_WORDS	-1

/**
 * struct part - what a case says of one record
 * @call: all but its time and its blobs
 * @time: when it was recorded
 * @has_words: @call has the argument words
 * @words: syscall_trace_head.words; NO_WORDS: as @call has them
 * @size: bytes of words and blobs that are left; 0: all
 * @nr_blobs: how many of @blobs there are
 * @blobs: where they begin in @copies
 * @copies: the blobs
 */
struct part {
	struct record_call	call;
	u64			time;
	bool			has_words;
	int			words;
	size_t			size;
	unsigned int		nr_blobs;
	size_t			blobs[MOST_BLOBS];
	struct record		copies;
};

static struct {
	const char	*file;
	unsigned int	line;
	char		name[256];
	struct part	enter;
	struct part	exit;
	struct part	whole;
	struct part	*last;
	bool		has_enter;
	bool		has_exit;
	bool		has_whole;
	bool		asked;
	enum { CALL, TASK, TEXT, LOST, MISSING } sort;
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

static unsigned int nr_cases, nr_failed, nr_whole;

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

static void find_number(struct record_call *call, const char *name)
{
	const struct syscall_trace_slot *slot;
	unsigned int nr, i;

	if (isdigit((unsigned char)*name)) {
		call->nr = number(name);
		return;
	}
	for (nr = 0; nr < 1000; nr++) {
		slot = syscall_trace_find_slot(call->abi, nr);
		if (slot && slot->name && !strcmp(slot->name, name)) {
			call->nr = nr;
			return;
		}
	}
	/* A call that no number leads to yet goes by the name in the table. */
	for (i = 0; i < syscall_trace_nr_calls; i++) {
		if (!strcmp(syscall_trace_calls[i].name, name)) {
			call->nr = RECORD_NR_CALLS + i;
			return;
		}
	}
	die("no such call, neither in a .tbl nor in syscalls.def", name);
}

static void begin_part(struct part *part, char **pos)
{
	char *abi = word(pos), *name = abi ? strchr(abi, '/') : NULL;
	struct record_call *call = &part->call;

	if (!name)
		die("not ABI/NAME", abi ?: "nothing");
	*name++ = '\0';
	*part = (struct part) { .words = NO_WORDS, .call.wide = U8_MAX };
	while (call->abi < syscall_trace_nr_abis &&
	       strcmp(syscall_trace_abis[call->abi].name, abi))
		call->abi++;
	if (call->abi == syscall_trace_nr_abis)
		die("no such ABI", abi);
	find_number(call, name);
	unit.last = part;
}

static void read_words(struct part *part, char **pos)
{
	struct record_call *call = &part->call;
	char *text;

	while ((text = word(pos))) {
		if (call->nr_args == SYSCALL_TRACE_MAX_ARGS)
			die("too many words", text);
		call->args[call->nr_args++] = number(text);
		part->has_words = true;
	}
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
	unsigned int at_exit = 0;
	struct part *last = unit.last;
	bool absent;
	size_t len;
	struct syscall_trace_blob *blob;

	if (!last || !status)
		die("not a blob", arg ?: "");
	if (last->nr_blobs == MOST_BLOBS)
		die("too many blobs", arg);
	if (last == &unit.exit)
		at_exit = SYSCALL_TRACE_BLOB_AT_EXIT;
	if (last == &unit.exit && !strncmp(arg, "entered:", 8)) {
		at_exit = 0;
		arg += 8;
	} else if (last == &unit.whole && !strncmp(arg, "left:", 5)) {
		at_exit = SYSCALL_TRACE_BLOB_AT_EXIT;
		arg += 5;
	}
	part = strchr(arg, '.');
	if (part)
		*part++ = '\0';
	len = read_bytes(data, pos);
	absent = !strcmp(status, "absent");
	last->blobs[last->nr_blobs++] = last->copies.size;
	blob = record_blob(&last->copies, number(arg) | at_exit, part ? number(part) : 0,
			   absent ? SYSCALL_TRACE_BLOB_FAULTED : read_status(status), data, len);
	blob->absent = absent;
}

static struct syscall_trace_blob *blob_of(const struct part *part, unsigned int i)
{
	return syscall_trace_blob_at(part->copies.data + part->blobs[i]);
}

static struct syscall_trace_blob *last_blob(struct part *part)
{
	if (!part->nr_blobs)
		die("no blob", "");

	return blob_of(part, part->nr_blobs - 1);
}

/* Let the last blob say how many elements the caller passed. */
static void set_count(struct part *part, u64 count)
{
	const struct syscall_trace_blob_part first = { .is_part = true };
	struct syscall_trace_blob *blob = last_blob(part);
	u8 *start = syscall_trace_blob_start(blob);

	if (!blob->has_part) {
		blob->has_part = true;
		record_append(&part->copies, &first, sizeof(first));
		memmove(start + sizeof(first), start, part->copies.data + part->copies.size -
			start - sizeof(first));
		memcpy(start, &first, sizeof(first));
	}
	syscall_trace_part_of(last_blob(part))->count = count;
}

static void set_field(const char *field, u64 val)
{
	struct part *part = unit.last;

	if (!part)
		die("no record", field);
	if (!strcmp(field, "seq"))
		part->call.seq = val;
	else if (!strcmp(field, "nr"))
		part->call.nr = val;
	else if (!strcmp(field, "abi"))
		part->call.abi = val;
	else if (!strcmp(field, "words") && val <= U8_MAX)
		part->words = val;
	else if (!strcmp(field, "flags"))
		part->call.flags = val;
	else if (!strcmp(field, "time"))
		part->time = val;
	else if (!strcmp(field, "count"))
		set_count(part, val);
	else if (!strcmp(field, "sort"))
		last_blob(part)->sort = val;
	else if (!strcmp(field, "entered"))
		part->call.entered = val;
	else if (!strcmp(field, "size") && val && val <= RECORD_MAX)
		part->size = val;
	else
		die("nothing to set", field);
}

/* Write @val over the @size bytes at @offset of the blobs: a broken one. */
static void poke(u64 offset, u64 val, u64 size)
{
	struct part *part = unit.last;

	if (!part || size > sizeof(val) || offset + size > RECORD_MAX)
		die("cannot poke", "");
	memcpy(part->copies.data + offset, &val, size);
}

/* -------------------------- from parts to records ------------------------- */

static void begin_record(struct record *rec, enum syscall_trace_kind kind,
			 const struct part *part)
{
	struct record_call call = part->call;

	if (call.entered)
		call.flags |= SYSCALL_TRACE_HEAD_TIMED;
	rec->time = part->time;
	record_begin(rec, kind, &call);
	if (part->words != NO_WORDS)
		rec->data[offsetof(struct syscall_trace_head, words)] = part->words;
}

static void make_record(struct record *rec, enum syscall_trace_kind kind,
			const struct part *part)
{
	struct part without = *part;
	size_t start;

	begin_record(rec, kind, part);
	record_append(rec, part->copies.data, part->copies.size);
	if (!part->size)
		return;
	without.call.nr_args = 0;
	begin_record(&without.copies, kind, &without);
	start = without.copies.size;
	if (start + part->size < rec->size)
		rec->size = start + part->size;
}

static bool has_blob(const struct part *part, const struct syscall_trace_blob *blob)
{
	unsigned int i;

	for (i = 0; i < part->nr_blobs; i++) {
		if (blob_of(part, i)->arg == blob->arg &&
		    syscall_trace_blob_nr(blob_of(part, i)) == syscall_trace_blob_nr(blob))
			return true;
	}

	return false;
}

/* Does one record say the same as both? */
static bool is_one_call(const struct part *enter, const struct part *exit)
{
	const struct record_call *a = &enter->call, *b = &exit->call;
	const u8 split = SYSCALL_TRACE_HEAD_SPLIT;

	return a->abi == b->abi && a->nr == b->nr && a->seq == b->seq &&
	       !((a->flags ^ b->flags) & split) &&
	       (!(b->flags & split) || (a->nr_args == b->nr_args &&
					!memcmp(a->args, b->args, sizeof(a->args)))) &&
	       enter->words == NO_WORDS && exit->words == NO_WORDS &&
	       !enter->size && !exit->size;
}

/* What was copied at the entry is in both, and is in the whole record once. */
static void make_whole(struct record *rec, const struct part *enter, const struct part *exit)
{
	static struct part whole;
	unsigned int i;
	size_t end;

	whole = *enter;
	whole.time = exit->time;
	whole.call.ret = exit->call.ret;
	whole.call.flags |= exit->call.flags;
	for (i = 0; i < exit->nr_blobs; i++) {
		const struct syscall_trace_blob *blob = blob_of(exit, i);

		end = i + 1 < exit->nr_blobs ? exit->blobs[i + 1] : exit->copies.size;
		if (!has_blob(enter, blob))
			record_append(&whole.copies, syscall_trace_blob_start(blob),
				      end - exit->blobs[i]);
	}
	make_record(rec, SYSCALL_TRACE_WHOLE, &whole);
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

static bool compare(const char *as, const struct trace_seq *s)
{
	if (!trace_seq_has_overflowed((struct trace_seq *)s) && !strcmp(s->buffer, unit.expected))
		return true;
	printf("not ok - %s%s\n", unit.name, as);
	show("expected", unit.expected);
	show("got     ", s->buffer);

	return false;
}

static bool run_call(void)
{
	static struct record first, exit;
	static struct trace_seq s;
	struct part *enter = &unit.enter;
	bool same;

	/* By default, an entry is recorded when the call is entered. */
	if (unit.has_enter && !enter->call.entered)
		enter->call.entered = enter->time;
	if (unit.has_enter && !unit.exit.call.entered)
		unit.exit.call.entered = enter->call.entered;
	if (unit.has_enter)
		make_record(&first, SYSCALL_TRACE_ENTRY, enter);
	if (unit.has_exit)
		make_record(&exit, SYSCALL_TRACE_EXIT, &unit.exit);
	if (unit.has_whole)
		make_record(&first, SYSCALL_TRACE_WHOLE, &unit.whole);
	trace_seq_init(&s);
	record_print(&s, unit.has_enter || unit.has_whole ? &first : NULL,
		     unit.has_exit ? &exit : NULL, &unit.view);
	same = compare("", &s);

	if (!unit.has_enter || !unit.has_exit || unit.view.apart ||
	    !is_one_call(enter, &unit.exit) ||
	    (enter->time > enter->call.entered && unit.view.flags & SYSCALL_TRACE_SHOW_TIME))
		return same;
	make_whole(&first, enter, &unit.exit);
	trace_seq_init(&s);
	record_print(&s, &first, NULL, &unit.view);
	nr_whole++;

	return compare(", as one record", &s) && same;
}

static void run_case(void)
{
	static struct trace_seq s;
	bool same;

	if (!*unit.name)
		return;
	if (!*unit.expected && unit.asked) {
		*unit.name = '\0';
		return;
	}
	if (!*unit.expected)
		die("nothing is expected", unit.name);

	trace_seq_init(&s);
	switch (unit.sort) {
	case CALL:
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
	case MISSING:
		record_print_missing(&s, unit.other.what, unit.other.value, &unit.view);
		break;
	}
	same = unit.sort == CALL ? run_call() : compare("", &s);
	if (same)
		printf("ok - %s\n", unit.name);
	else
		nr_failed++;
	nr_cases++;
	*unit.name = '\0';
}

static void begin_case(const char *name)
{
	run_case();
	unit.last = NULL;
	unit.has_enter = false;
	unit.has_exit = false;
	unit.has_whole = false;
	unit.asked = false;
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
		else if (!strcmp(text, "numbers"))
			unit.view.flags |= SYSCALL_TRACE_SHOW_NUMBERS;
		else if (!strcmp(text, "both"))
			unit.view.flags |= SYSCALL_TRACE_SHOW_BOTH;
		else if (!strcmp(text, "dump"))
			unit.view.room = SYSCALL_TRACE_DUMP_MAX;
		else if (!strcmp(text, "nodata"))
			unit.view.flags |= SYSCALL_TRACE_SHOW_NO_DATA;
		else if (!strcmp(text, "apart"))
			unit.view.apart = true;
		else if (!strcmp(text, "time"))
			unit.view.flags |= SYSCALL_TRACE_SHOW_TIME | SYSCALL_TRACE_SHOW_IN_NS;
		else if (!strcmp(text, "counter"))
			unit.view.flags &= ~SYSCALL_TRACE_SHOW_IN_NS;
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

static void ask(char **pos)
{
	static struct record whole;
	char answer[512], title[sizeof(unit.name) + LINE_MAX_LEN];
	char *stage = word(pos), *expected = word(pos);

	if (!expected || (!unit.has_whole && strcmp(stage, "line")))
		die("no call, stage or answer", unit.name);
	if (!strcmp(stage, "line")) {
		ask_line(answer, sizeof(answer), *pos);
	} else {
		make_record(&whole, SYSCALL_TRACE_WHOLE, &unit.whole);
		ask_record(answer, sizeof(answer), &whole, stage, *pos);
	}
	for (char *c = answer; *c; c++)
		*c = *c == ' ' ? '_' : *c;
	snprintf(title, sizeof(title), "%s: %s %s", unit.name, stage, *pos);
	nr_cases++;
	unit.asked = true;
	if (!strcmp(answer, expected)) {
		printf("ok - %s\n", title);
		return;
	}
	printf("not ok - %s\n", title);
	show("expected", expected);
	show("got     ", answer);
	nr_failed++;
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
		begin_part(&unit.enter, &pos);
		read_words(&unit.enter, &pos);
		unit.has_enter = true;
	} else if (!strcmp(what, "exit")) {
		begin_part(&unit.exit, &pos);
		name = word(&pos);
		unit.exit.call.ret = number(name ?: "nothing");
		read_words(&unit.exit, &pos);
		if (unit.exit.has_words)
			unit.exit.call.flags = SYSCALL_TRACE_HEAD_SPLIT;
		unit.has_exit = true;
	} else if (!strcmp(what, "call")) {
		begin_part(&unit.whole, &pos);
		name = word(&pos);
		unit.whole.call.ret = number(name ?: "nothing");
		read_words(&unit.whole, &pos);
		unit.has_whole = true;
	} else if (!strcmp(what, "task")) {
		unit.sort = TASK;
		unit.other.what = number(word(&pos) ?: "nothing");
		unit.other.value = number(word(&pos) ?: "nothing");
		unit.other.size = read_bytes(unit.other.info, &pos);
	} else if (!strcmp(what, "text")) {
		unit.sort = TEXT;
		snprintf(unit.other.type, sizeof(unit.other.type), "%s", word(&pos) ?: "nothing");
		unit.other.size = read_bytes(unit.other.info, &pos);
	} else if (!strcmp(what, "lost") || !strcmp(what, "missing")) {
		unit.sort = *what == 'l' ? LOST : MISSING;
		unit.other.what = number(word(&pos) ?: "nothing");
		unit.other.value = number(word(&pos) ?: "nothing");
	} else if (!strcmp(what, "who")) {
		read_who(&pos);
	} else if (!strcmp(what, "blob")) {
		read_blob(&pos);
	} else if (!strcmp(what, "set")) {
		name = word(&pos);
		set_field(name ?: "nothing", number(word(&pos) ?: "nothing"));
	} else if (!strcmp(what, "ask")) {
		ask(&pos);
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

	printf("# %u cases, %u of them as one record, too\n", nr_cases, nr_whole);

	return !nr_cases || nr_failed;
}
