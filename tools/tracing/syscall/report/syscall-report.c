// SPDX-License-Identifier: GPL-2.0
/*
 * Prints a saved trace of the system call tracer as the kernel prints it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/syscall_trace_record.h>
#include <linux/syscall_trace_table.h>
#include <linux/trace_seq.h>
#include <linux/types.h>

#include "picture/picture.h"
#include "shared/error.h"
#include "lines/gaps.h"
#include "header.h"
#include "isolate.h"
#include "settings.h"
#include "lines/line.h"
#include "records/source.h"
#include "lines/table.h"

static const char default_clocks[] =
	"[local] global counter uptime perf mono mono_raw boot tai x86-tsc";
static const char clocks_not_in_ns[] = " counter uptime x86-tsc ";

/**
 * struct cpu_seen - what was seen of a CPU
 * @before: so many records were overwritten before the first one; -1: some
 * @has_record: a record, which may only count calls
 * @has_line: a line
 * @refused: so many the ring buffer has refused, nobody knows when
 */
struct cpu_seen {
	long long		before;
	bool			has_record;
	bool			has_line;
	unsigned long long	refused;
};

/**
 * struct report - the trace that is being printed
 * @src: its records
 * @gaps: which calls are missing
 * @lines: the text of one record
 * @cpus: what was seen of each CPU
 * @nr_records: the number of records so far
 * @last: the time of the last one of them
 * @overrun: the number of overwritten records
 * @has_begun: something has been printed
 * @pictures: the pictures that are made in place of lines, NULL: not this kind
 * @has_pictures: there are some
 */
struct report {
	struct source		*src;
	struct gaps		*gaps;
	struct lines		lines;
	struct cpu_seen		*cpus;
	unsigned long		nr_records;
	unsigned long long	last;
	unsigned long long	overrun;
	bool			has_begun;
	struct picture		*pictures[NR_PICTURES];
	bool			has_pictures;
};

/* ------------------------------ the settings ------------------------------ */

static void load_options(struct source *src)
{
	char name[64];
	unsigned int i;
	char *text;

	for (i = 0; i < NR_OPTIONS; i++) {
		snprintf(name, sizeof(name), "options/%s", option_name(i));
		text = source_first_line(src, name);
		if (*text)
			option_set(i, *text == '1');
		free(text);
	}
	/* The kernel has no JSON for other tracers. */
	text = source_tracer(src);
	if (*text && strcmp(text, "syscall"))
		option_set(OPTION_JSON, false);
	free(text);
}

static void set_clock(struct report *report, const char *wanted)
{
	char *text = source_first_line(report->src, "trace_clock");
	char *all = strdup(strchr(text, '[') ? text : default_clocks);
	char *word, *rest = all;
	char name[64];

	if (!all)
		fail("not enough memory");
	if (!wanted && !strchr(text, '[') && *text)
		wanted = text;
	while ((word = strsep(&rest, " "))) {
		size_t len = strcspn(word, "]");
		bool chosen = *word == '[';

		word[len] = '\0';
		word += chosen;
		if (!wanted ? !chosen : strcmp(word, wanted))
			continue;
		snprintf(name, sizeof(name), " %s ", word);
		report->lines.in_ns = !strstr(clocks_not_in_ns, name);
		break;
	}
	if (!word && wanted)
		fail("there is no trace clock '%s'; --clock takes one of: %s", wanted,
		     default_clocks);
	if (!word)
		fail("trace_clock does not tell the clock; --clock takes one of: %s",
		     default_clocks);
	free(all);
	free(text);
}

/* --------------------------------- the records -------------------------------- */

static void leave(struct lines *lines, int cpu)
{
	source_advance(container_of(lines, struct report, lines)->src, cpu);
}

static const struct record *peek(struct lines *lines, int cpu)
{
	return source_peek(container_of(lines, struct report, lines)->src, cpu);
}

/* The exit is printed with its entry. Behind it, other calls may be missing. */
static void join(struct lines *lines, const struct record *rec)
{
	gaps_find(container_of(lines, struct report, lines)->gaps, rec);
}

static void print_other(struct report *report, const struct record *rec)
{
	const char *text = source_text(report->src, rec);
	struct trace_seq *s = &report->lines.s;

	if (!text) {
		trace_seq_printf(s, "Unknown type %d\n", rec->id);
		return;
	}
	lines_print_text(&report->lines, text);
	if (!*text || s->buffer[s->len - 1] != '\n')
		trace_seq_putc(s, '\n');
}

/* Prints other records as JSON: the text is the line without its head, of any length. */
static void print_other_json(struct report *report, const struct record *rec,
			     const struct syscall_trace_context *json)
{
	const char *text = source_text(report->src, rec);
	char unknown[32];

	if (!text) {
		snprintf(unknown, sizeof(unknown), "Unknown type %d", rec->id);
		text = unknown;
	}
	lines_print_text_as_json(&report->lines, json, text, strlen(text));
}

/* Writes what was printed. The next record needs all the room. */
static void flush_lines(struct report *report)
{
	lines_write(&report->lines);
	trace_seq_init(&report->lines.s);
}

/* JSON has no header to count the records that were overwritten before the first of each CPU. */
static void print_overwritten(struct report *report)
{
	int cpu;

	for (cpu = 0; cpu < source_cpus(report->src); cpu++) {
		if (!report->cpus[cpu].before)
			continue;
		lines_print_lost(&report->lines, cpu, report->cpus[cpu].before);
		flush_lines(report);
	}
}

/* How many records are missing before this one. Of the first one, the statistics may tell. */
static long long missing_before(const struct report *report, const struct record *rec)
{
	const struct cpu_seen *seen = &report->cpus[rec->cpu];

	return seen->has_record ? rec->missing : seen->before ?: rec->missing;
}

/* What was overwritten before the first record has been told, by the header or in front of all. */
static void print_lost(struct report *report, const struct record *rec)
{
	const struct cpu_seen *seen = &report->cpus[rec->cpu];

	if (!rec->missing || (!seen->has_record && seen->before))
		return;
	lines_print_lost(&report->lines, rec->cpu, rec->missing);
	flush_lines(report);
}

/* The kernel prints no such remark for the first two records. */
static void print_start(struct report *report, int cpu)
{
	bool starts = !report->cpus[cpu].has_line;

	report->cpus[cpu].has_line = true;
	if (option_is_on(OPTION_ANNOTATE) && report->overrun && starts && report->nr_records > 2)
		trace_seq_printf(&report->lines.s, "##### CPU %u buffer started ####\n", cpu);
}

/* When and where a record was made, and by which task. */
static struct syscall_trace_context context_of(struct report *report, const struct record *rec)
{
	return (struct syscall_trace_context) {
		.time	= rec->time,
		.cpu	= rec->cpu,
		.comm	= source_comm(report->src, rec->pid, rec->time),
		.pid	= source_tgid(report->src, rec->pid),
		.tid	= rec->pid,
	};
}

/* Prints how many calls are missing before a record. */
static void print_gap(struct report *report, const struct record *rec, unsigned int calls,
		      const struct syscall_trace_context *json)
{
	const struct syscall_trace_context *ctx = option_is_on(OPTION_JSON) ? json : NULL;

	if (!ctx && option_is_on(OPTION_CONTEXT_INFO))
		lines_print_head(&report->lines, rec, json->comm, json->pid);
	lines_print_lost_calls(&report->lines, rec, calls, ctx);
	flush_lines(report);
}

/* Prints the next record, and goes on behind it. */
static void print_record(struct report *report, const struct record *rec)
{
	const struct syscall_trace_context json = context_of(report, rec);
	const struct syscall_trace_context *ctx = option_is_on(OPTION_JSON) ? &json : NULL;
	unsigned int calls = gaps_find(report->gaps, rec);
	bool has_line = !gaps_only_count(rec);

	trace_seq_init(&report->lines.s);
	report->nr_records++;
	if (ctx && (calls || has_line) && !report->has_begun) {
		print_overwritten(report);
		report->has_begun = true;
	}
	print_lost(report, rec);
	report->cpus[rec->cpu].has_record = true;
	if (!ctx && (calls || has_line))
		print_start(report, rec->cpu);
	if (calls)
		print_gap(report, rec, calls, &json);
	if (!has_line) {
		source_advance(report->src, rec->cpu);
		lines_write(&report->lines);
		return;
	}
	if (!ctx && option_is_on(OPTION_CONTEXT_INFO))
		lines_print_head(&report->lines, rec, json.comm, json.pid);

	if (rec->type != RECORD_OTHER) {
		lines_print_record(&report->lines, rec, ctx);
	} else {
		if (ctx)
			print_other_json(report, rec, ctx);
		else
			print_other(report, rec);
		source_advance(report->src, json.cpu);
	}
	lines_write(&report->lines);
}

/* -------------------------------- the pictures ------------------------------- */

static void open_pictures(struct report *report, const char * const *paths)
{
	unsigned int flags = 0, kind;

	if (option_is_on(OPTION_RAW))
		flags |= SYSCALL_TRACE_SHOW_RAW;
	if (report->lines.in_ns)
		flags |= SYSCALL_TRACE_SHOW_IN_NS;
	for (kind = 0; kind < NR_PICTURES; kind++) {
		if (!paths[kind])
			continue;
		report->pictures[kind] = picture_open(kind, paths[kind], flags);
		report->has_pictures = true;
	}
}

static void add_lost(struct report *report, int cpu, unsigned long long time, long long missing)
{
	unsigned int kind;

	for (kind = 0; missing && kind < NR_PICTURES; kind++) {
		if (report->pictures[kind])
			picture_lost(report->pictures[kind], cpu, time, missing);
	}
}

/* A CPU that has no records has lost those that it had before the first one of all. */
static void add_lost_of_others(struct report *report, unsigned long long time)
{
	int cpu;

	for (cpu = 0; cpu < source_cpus(report->src); cpu++) {
		if (!source_peek(report->src, cpu))
			add_lost(report, cpu, time, report->cpus[cpu].before);
	}
}

/* Adds the next record to the pictures, and goes on behind it. */
static void add_record(struct report *report, const struct record *rec)
{
	const struct syscall_trace_context who = context_of(report, rec);
	const char *text = rec->type == RECORD_OTHER ? source_text(report->src, rec) : NULL;
	unsigned int calls = gaps_find(report->gaps, rec), kind;

	if (!report->nr_records++)
		add_lost_of_others(report, rec->time);
	add_lost(report, rec->cpu, rec->time, missing_before(report, rec));
	for (kind = 0; kind < NR_PICTURES; kind++) {
		struct picture *picture = report->pictures[kind];

		if (!picture)
			continue;
		if (calls)
			picture_lost_calls(picture, rec, &who, calls);
		if (!gaps_only_count(rec))
			picture_add(picture, rec, &who, text);
	}
	report->cpus[rec->cpu].has_record = true;
	source_advance(report->src, who.cpu);
}

static void close_pictures(struct report *report)
{
	unsigned int kind;

	for (kind = 0; kind < NR_PICTURES; kind++) {
		if (report->pictures[kind])
			picture_close(report->pictures[kind]);
	}
}

/* ---------------------------------- all of it ---------------------------------- */

#define RECORDS_A_TIME	4096

/* The earliest record; of two at the same time, that of the lower CPU. */
static const struct record *next_record(struct report *report)
{
	const struct record *next = NULL, *rec;
	int cpu;

	for (cpu = 0; cpu < source_cpus(report->src); cpu++) {
		rec = source_peek(report->src, cpu);
		if (rec && (!next || rec->time < next->time))
			next = rec;
	}

	return next;
}

/*
 * Counts the records. Who reads while it is traced finds that some are missing between others:
 * those were overwritten, but not before the first one. If it is not known how many are missing
 * between others, what is missing before the first one is what that record says.
 */
static unsigned long long count_records(struct report *report, unsigned long long *overwritten)
{
	struct source *src = report->src;
	unsigned long long nr = 0;
	const struct record *rec;
	bool is_first, is_known;
	long long first;
	int cpu;

	for (cpu = 0; cpu < source_cpus(src); cpu++) {
		first = 0;
		is_known = true;
		for (is_first = true; (rec = source_peek(src, cpu)); is_first = false) {
			if (!(nr++ % RECORDS_A_TIME))
				watch_progress();
			if (is_first)
				first = rec->missing;
			else if (rec->missing < 0)
				is_known = false;
			else
				overwritten[cpu] -= min_t(unsigned long long, rec->missing,
							  overwritten[cpu]);
			source_advance(src, cpu);
		}
		report->cpus[cpu].before = is_known ? overwritten[cpu] : first;
	}
	source_rewind(src);

	return nr;
}

/* Finds out how much was overwritten, and prints the header if there is one. */
static void begin_trace(struct report *report)
{
	bool has_header = !option_is_on(OPTION_JSON) && !report->has_pictures;
	unsigned long long *overwritten, records;

	overwritten = allocate(source_cpus(report->src), sizeof(*overwritten));
	report->overrun = header_count_overwritten(report->src, overwritten);
	if (has_header || report->overrun) {
		records = count_records(report, overwritten);
		if (has_header)
			header_print(report->src, records, report->overrun);
	}
	free(overwritten);
}

/* No line is in the trace for what was refused. The kernel says in its statistics only that it was. */
static void complain_of_refused(struct report *report)
{
	unsigned long long *refused;
	int cpu;

	refused = allocate(source_cpus(report->src), sizeof(*refused));
	header_count_refused(report->src, refused);
	for (cpu = 0; cpu < source_cpus(report->src); cpu++) {
		report->cpus[cpu].refused = refused[cpu];
		if (refused[cpu])
			complain("the ring buffer of CPU %d has refused %llu record%s: a larger one "
				 "(buffer_size_kb) has room", cpu, refused[cpu],
				 refused[cpu] == 1 ? "" : "s");
	}
	free(refused);
}

/* Most often, a buffer was full, and has refused all until the end. */
static void end_with_refused(struct report *report)
{
	int cpu;

	for (cpu = 0; cpu < source_cpus(report->src); cpu++) {
		if (!report->cpus[cpu].refused)
			continue;
		add_lost(report, cpu, report->last, report->cpus[cpu].refused);
		if (report->has_pictures || !option_is_on(OPTION_JSON))
			continue;
		trace_seq_init(&report->lines.s);
		lines_print_lost(&report->lines, cpu, report->cpus[cpu].refused);
		flush_lines(report);
	}
}

static int print_trace(struct report *report)
{
	const struct record *rec;
	unsigned int damages;

	report->gaps = gaps_open(false);
	report->lines.leave = leave;
	report->lines.peek = peek;
	report->lines.join = join;
	report->cpus = calloc(source_cpus(report->src), sizeof(*report->cpus));
	if (!report->cpus)
		fail("not enough memory");
	complain_of_refused(report);
	begin_trace(report);
	while ((rec = next_record(report))) {
		if (!(report->nr_records % RECORDS_A_TIME))
			watch_progress();
		report->last = rec->time;
		if (report->has_pictures)
			add_record(report, rec);
		else
			print_record(report, rec);
	}
	end_with_refused(report);
	close_pictures(report);
	if (fflush(stdout))
		fail("cannot write: %s", strerror(errno));
	damages = source_damages(report->src);
	source_close(report->src);
	gaps_close(report->gaps);
	free(report->cpus);

	return damages ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	struct settings settings = { .path = "trace.dat" };
	static struct report report;
	char *table;
	int status, i;

	parse_settings(&settings, argc, argv);
	status = isolate(settings.path);
	if (status >= 0) {
		free(settings.options);
		return status;
	}

	watch_progress();
	report.src = source_open(settings.path, settings.instance, settings.plugins);
	table = source_setting(report.src, "syscall_table");
	table_load(settings.path, table);
	free(table);
	load_options(report.src);
	for (i = 0; i < settings.nr_options; i++)
		option_set_by_name(settings.options[i]);
	free(settings.options);
	set_clock(&report, settings.clock);
	open_pictures(&report, settings.pictures);

	return print_trace(&report);
}
