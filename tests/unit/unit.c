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
 *					`call`, which is begun, copied or ended, untimed (ended,
 *					but nobody knows how long it has taken), or has taken so
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
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "part.h"
#include "words.h"

#define LINE_MAX_LEN	(2 * TRACE_SEQ_BUFFER_SIZE)

static struct {
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
		part_record(&first, enter);
	if (unit.has_exit)
		part_record(&exit, &unit.exit);
	if (unit.has_whole)
		part_record(&first, &unit.whole);
	trace_seq_init(&s);
	record_print(&s, unit.has_enter || unit.has_whole ? &first : NULL,
		     unit.has_exit ? &exit : NULL, &unit.view);
	same = compare("", &s);

	if (!unit.has_enter || !unit.has_exit || unit.view.apart ||
	    !part_is_one_call(enter, &unit.exit) ||
	    (enter->time > enter->call.entered && unit.view.flags & SYSCALL_TRACE_SHOW_TIME))
		return same;
	part_whole(&first, enter, &unit.exit);
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
		words_die("nothing is expected", unit.name);

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
		*ids[i] = words_number(words_next(pos) ?: "nothing");
	unit.comm[words_bytes(unit.comm, pos)] = '\0';
	unit.context.comm = (char *)unit.comm;
}

static void read_view(char **pos)
{
	char *text;

	while ((text = words_next(pos))) {
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
			words_die("no such view", text);
	}
}

static void expect(const char *text)
{
	size_t len = strlen(unit.expected);

	if (len + strlen(text) + 2 > sizeof(unit.expected))
		words_die("too long", text);
	sprintf(unit.expected + len, "%s\n", text);
}

static void ask(char **pos)
{
	static struct record whole;
	char answer[512], title[sizeof(unit.name) + LINE_MAX_LEN];
	char *stage = words_next(pos), *expected = words_next(pos);

	if (!expected || (!unit.has_whole && strcmp(stage, "line")))
		words_die("no call, stage or answer", unit.name);
	if (!strcmp(stage, "line")) {
		ask_line(answer, sizeof(answer), *pos);
	} else {
		part_record(&whole, &unit.whole);
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

static void begin_part(struct part *part, enum syscall_trace_kind kind, char **pos)
{
	part_begin(part, kind, pos);
	unit.last = part;
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

	what = words_next(&pos);
	if (!what)
		return;
	if (!strcmp(what, "case")) {
		begin_case(pos);
	} else if (!*unit.name) {
		words_die("not in a case", what);
	} else if (!strcmp(what, "enter")) {
		begin_part(&unit.enter, SYSCALL_TRACE_ENTRY, &pos);
		part_words(&unit.enter, &pos);
		unit.has_enter = true;
	} else if (!strcmp(what, "exit")) {
		begin_part(&unit.exit, SYSCALL_TRACE_EXIT, &pos);
		name = words_next(&pos);
		unit.exit.call.ret = words_number(name ?: "nothing");
		part_words(&unit.exit, &pos);
		if (unit.exit.has_words)
			unit.exit.call.flags = SYSCALL_TRACE_HEAD_SPLIT;
		unit.has_exit = true;
	} else if (!strcmp(what, "call")) {
		begin_part(&unit.whole, SYSCALL_TRACE_WHOLE, &pos);
		name = words_next(&pos);
		unit.whole.call.ret = words_number(name ?: "nothing");
		part_words(&unit.whole, &pos);
		unit.has_whole = true;
	} else if (!strcmp(what, "task")) {
		unit.sort = TASK;
		unit.other.what = words_number(words_next(&pos) ?: "nothing");
		unit.other.value = words_number(words_next(&pos) ?: "nothing");
		unit.other.size = words_bytes(unit.other.info, &pos);
	} else if (!strcmp(what, "text")) {
		unit.sort = TEXT;
		snprintf(unit.other.type, sizeof(unit.other.type), "%s", words_next(&pos) ?: "nothing");
		unit.other.size = words_bytes(unit.other.info, &pos);
	} else if (!strcmp(what, "lost") || !strcmp(what, "missing")) {
		unit.sort = *what == 'l' ? LOST : MISSING;
		unit.other.what = words_number(words_next(&pos) ?: "nothing");
		unit.other.value = words_number(words_next(&pos) ?: "nothing");
	} else if (!strcmp(what, "who")) {
		read_who(&pos);
	} else if (!strcmp(what, "blob")) {
		part_blob(unit.last, &pos);
	} else if (!strcmp(what, "set")) {
		name = words_next(&pos);
		part_set(unit.last, name ?: "nothing", words_number(words_next(&pos) ?: "nothing"));
	} else if (!strcmp(what, "ask")) {
		ask(&pos);
	} else if (!strcmp(what, "poke")) {
		u64 offset = words_number(words_next(&pos) ?: "nothing");
		u64 size = words_number(words_next(&pos) ?: "nothing");

		part_poke(unit.last, offset, words_number(words_next(&pos) ?: "nothing"), size);
	} else if (!strcmp(what, "view")) {
		read_view(&pos);
	} else {
		words_die("not a line of a case", what);
	}
}

int main(int argc, char **argv)
{
	static char line[LINE_MAX_LEN];

	for (int i = 1; i < argc; i++) {
		FILE *file = fopen(argv[i], "r");

		words_place.file = argv[i];
		words_place.line = 0;
		if (!file)
			words_die("cannot read", strerror(errno));
		while (fgets(line, sizeof(line), file)) {
			words_place.line++;
			read_line(line);
		}
		fclose(file);
		run_case();
	}

	printf("# %u cases, %u of them as one record, too\n", nr_cases, nr_whole);

	return !nr_cases || nr_failed;
}
