// SPDX-License-Identifier: GPL-2.0
/*
 * Prints a saved trace of the system call tracer as the kernel prints it. The kernel's own
 * formatter prints the calls. This file prints what is around them, as kernel/trace/trace.c
 * and trace_output.c do.
 */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/syscall_trace.h>
#include <linux/trace_seq.h>
#include <linux/types.h>

#include "report-error.h"
#include "report-source.h"
#include "report-table.h"
#include "format/format.h"

static const char help[] =
"usage: " PROGRAM " [OPTION...] [FILE|FOLDER]\n"
"\n"
"Prints a saved trace of the system call tracer exactly as the file \"trace\" of\n"
"tracefs would show it. The trace is one of:\n"
"\n"
"  FILE    a trace.dat of trace-cmd (the default is trace.dat):\n"
"              trace-cmd record -p syscall COMMAND\n"
"              trace-cmd start -p syscall; ...; trace-cmd stop; trace-cmd extract\n"
"  FOLDER  a folder of syscall-save\n"
"\n"
"  --json   JSON, an object per line       (options/syscall_json)\n"
"  --names  names of arguments             (options/syscall_names)\n"
"  --raw    all words in hex               (options/syscall_raw)\n"
"  --time   how long each call took        (options/syscall_time)\n"
"  -O, --option [no]NAME\n"
"           any of these options by its name in tracefs, or context-info, irq-info,\n"
"           record-tgid, annotate; for example -O nosyscall_json\n"
"  -B, --instance NAME\n"
"           the instance NAME of a FILE that has several (trace-cmd record -B)\n"
"  --plugins\n"
"           print other events with the plugins of libtraceevent, as trace-cmd report\n"
"           does, not as the kernel does\n"
"  --clock NAME\n"
"           the trace clock, if the trace does not say which it is\n"
"  -h, --help\n"
"\n"
"A FOLDER has the options that tracefs had when it was saved. A FILE has no options: it\n"
"gets the kernel's defaults. Options given here override both.\n"
"\n"
"FOLDER has these files of tracefs, by their names there:\n"
"  events/header_page, events/*/*/format  how to read the records; the formats in\n"
"                                         events/ftrace are needed, others are not\n"
"  per_cpu/cpu*/trace_pipe_raw            the records\n"
"  syscall_table                          which numbers calls have there; without it, the\n"
"                                         numbers are those that this program knows\n"
"  per_cpu/cpu*/stats, current_tracer, trace_clock, options/*, saved_cmdlines,\n"
"  saved_tgids, printk_formats            not needed\n"
"It may also have /proc/kallsyms and /sys/devices/system/cpu/online.\n"
"\n"
"Only the header counts the records that were lost before the first one of a CPU.\n"
"libtraceevent prints other events, from their formats.\n"
"\n"
"Status: 0, or 1 if not all of the trace can be read.\n";

/* The kernel's defaults. */
static struct option_setting {
	const char	*name;
	bool		on;
} settings[] = {
	{ "annotate", true },
	{ "context-info", true },
	{ "irq-info", true },
	{ "record-tgid", false },
	{ "syscall_json", false },
	{ "syscall_names", false },
	{ "syscall_raw", false },
	{ "syscall_time", false },
};

enum {
	ANNOTATE,
	CONTEXT_INFO,
	IRQ_INFO,
	RECORD_TGID,
	JSON,
	NAMES,
	RAW,
	TIME,
};

static const char default_clocks[] =
	"[local] global counter uptime perf mono mono_raw boot tai x86-tsc";
static const char clocks_not_in_ns[] = " counter uptime x86-tsc ";

/**
 * struct report - the trace that is being printed
 * @src: its records
 * @s: the text of one record
 * @in_ns: whether the clock counts nanoseconds
 * @started: for each CPU, whether a record of it was printed
 * @lines: the number of lines so far
 * @overrun: the number of overwritten records
 */
struct report {
	struct source		*src;
	struct trace_seq	s;
	bool			in_ns;
	bool			*started;
	unsigned long		lines;
	unsigned long long	overrun;
};

/* ------------------------------ the settings ------------------------------ */

static bool is_on(unsigned int nr)
{
	return settings[nr].on;
}

static void set_option(const char *text)
{
	bool on = strncmp(text, "no", 2) != 0;
	const char *name = on ? text : text + 2;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(settings); i++) {
		if (!strcmp(settings[i].name, name)) {
			settings[i].on = on;
			return;
		}
	}
	fail("there is no option '%s'; --help lists them", text);
}

/* Returns the first line of a setting, or "" if the trace does not have it. */
static char *setting(struct source *src, const char *name)
{
	char *text = source_setting(src, name);

	if (!text)
		text = strdup("");
	if (!text)
		fail("not enough memory");
	text[strcspn(text, "\n")] = '\0';

	return text;
}

static void load_options(struct source *src)
{
	char name[64];
	unsigned int i;
	char *text;

	for (i = 0; i < ARRAY_SIZE(settings); i++) {
		snprintf(name, sizeof(name), "options/%s", settings[i].name);
		text = setting(src, name);
		if (*text)
			settings[i].on = *text == '1';
		free(text);
	}
	/* The kernel has no JSON for other tracers. */
	text = setting(src, "current_tracer");
	if (*text && strcmp(text, "syscall"))
		settings[JSON].on = false;
	free(text);
}

static void set_clock(struct report *report, const char *wanted)
{
	char *text = setting(report->src, "trace_clock");
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
		report->in_ns = !strstr(clocks_not_in_ns, name);
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

/* ------------------------------- the line head ------------------------------- */

/* The bits of record.flags */
#define IRQS_OFF	0x01
#define NO_IRQ_FLAGS	0x02
#define NEED_RESCHED	0x04
#define HARDIRQ		0x08
#define SOFTIRQ		0x10
#define PREEMPT_RESCHED	0x20
#define NMI		0x40
#define BH_OFF		0x80

static char irqs_char(unsigned int flags)
{
	if (flags & IRQS_OFF)
		return flags & BH_OFF ? 'D' : 'd';
	if (flags & BH_OFF)
		return 'b';

	return flags & NO_IRQ_FLAGS ? 'X' : '.';
}

static char resched_char(unsigned int flags)
{
	if (flags & NEED_RESCHED)
		return flags & PREEMPT_RESCHED ? 'N' : 'n';

	return flags & PREEMPT_RESCHED ? 'p' : '.';
}

static char interrupt_char(unsigned int flags)
{
	if (flags & NMI)
		return flags & HARDIRQ ? 'Z' : 'z';
	if (flags & HARDIRQ)
		return flags & SOFTIRQ ? 'H' : 'h';

	return flags & SOFTIRQ ? 's' : '.';
}

static void print_digit(struct trace_seq *s, unsigned int digit)
{
	if (digit)
		trace_seq_printf(s, "%x", digit);
	else
		trace_seq_putc(s, '.');
}

static void print_time(struct report *report, u64 time)
{
	u64 usecs = (time + 500) / 1000;

	if (report->in_ns)
		trace_seq_printf(&report->s, " %5llu.%06llu: ", usecs / 1000000, usecs % 1000000);
	else
		trace_seq_printf(&report->s, " %12llu: ", time);
}

/* A task's name may have any bytes. Special ones are escaped, as in the kernel. */
static void print_comm(struct trace_seq *s, const char *comm)
{
	char text[NAME_LEN * 4 + 1];
	unsigned int len = 0, i;

	for (i = 0; comm[i] && i < NAME_LEN; i++) {
		unsigned char c = comm[i];

		if (c < ' ' || c > '~' || c == '\\')
			len += sprintf(text + len, "\\%03o", c);
		else
			text[len++] = c;
	}
	text[len] = '\0';
	trace_seq_printf(s, "%16s", text);
}

static void print_head(struct report *report, const struct record *rec)
{
	struct trace_seq *s = &report->s;
	int tgid;

	print_comm(s, source_comm(report->src, rec->pid));
	trace_seq_printf(s, "-%-7d ", rec->pid);
	if (is_on(RECORD_TGID)) {
		tgid = source_tgid(report->src, rec->pid);
		if (tgid)
			trace_seq_printf(s, "(%7d) ", tgid);
		else
			trace_seq_puts(s, "(-------) ");
	}
	trace_seq_printf(s, "[%03d] ", rec->cpu);
	if (is_on(IRQ_INFO)) {
		trace_seq_putc(s, irqs_char(rec->flags));
		trace_seq_putc(s, resched_char(rec->flags));
		trace_seq_putc(s, interrupt_char(rec->flags));
		print_digit(s, rec->preempt_count & 0xf);
		print_digit(s, rec->preempt_count >> 4 & 0xf);
	}
	print_time(report, rec->time);
}

/* ------------------------------- the records ------------------------------- */

static void init_format(struct report *report, struct syscall_trace_fmt *fmt,
			const struct syscall_trace_context *json)
{
	unsigned int flags = 0;

	if (is_on(RAW))
		flags |= SYSCALL_TRACE_SHOW_RAW;
	if (is_on(NAMES))
		flags |= SYSCALL_TRACE_SHOW_NAMES;
	if (is_on(TIME))
		flags |= SYSCALL_TRACE_SHOW_TIME;
	if (report->in_ns)
		flags |= SYSCALL_TRACE_SHOW_IN_NS;
	syscall_trace_init_fmt(fmt, &report->s, flags,
			       json ? SYSCALL_TRACE_JSON_MAX : SYSCALL_TRACE_TEXT_MAX);
	fmt->json = json;
}

/* The file decides about the address: it may be unaligned. */
static struct syscall_trace_record call_record(const struct record *rec)
{
	static const enum syscall_trace_kind kinds[] = {
		[RECORD_CALL]	= SYSCALL_TRACE_WHOLE,
		[RECORD_ENTER]	= SYSCALL_TRACE_ENTRY,
		[RECORD_EXIT]	= SYSCALL_TRACE_EXIT,
	};

	return (struct syscall_trace_record) {
		.kind	= kinds[rec->type],
		.data	= rec->data + rec->head,
		.size	= rec->size - rec->head,
		.time	= rec->time,
	};
}

static void print_call(struct report *report, const struct record *rec,
		       const struct syscall_trace_context *json)
{
	struct syscall_trace_record call = call_record(rec);
	struct syscall_trace_fmt fmt;

	init_format(report, &fmt, json);
	syscall_trace_show_call(&fmt, &call);
}

/* Prints the line and goes on behind its records; false: the line is too long. */
static bool print_enter(struct report *report, const struct record *rec,
			const struct syscall_trace_context *json)
{
	struct syscall_trace_record call = call_record(rec);
	struct syscall_trace_fmt fmt;
	const struct record *next;
	int pid = rec->pid;
	int cpu = rec->cpu;
	bool open;

	init_format(report, &fmt, json);
	open = syscall_trace_show_enter(&fmt, &call);
	if (open && !syscall_trace_exit_fits(&fmt)) {
		source_advance(report->src, cpu);
		return false;
	}
	source_advance(report->src, cpu);
	if (!open)
		return !trace_seq_has_overflowed(&report->s);

	next = source_peek(report->src, cpu);
	if (next && !next->missing && next->type == RECORD_EXIT && next->pid == pid) {
		call = call_record(next);
		if (syscall_trace_is_exit_of(&fmt, &call)) {
			syscall_trace_show_exit(&fmt, &call);
			source_advance(report->src, cpu);
			return !trace_seq_has_overflowed(&report->s);
		}
	}
	syscall_trace_show_unfinished(&fmt);

	return !trace_seq_has_overflowed(&report->s);
}

static void print_exit(struct report *report, const struct record *rec,
		       const struct syscall_trace_context *json)
{
	struct syscall_trace_record call = call_record(rec);
	struct syscall_trace_fmt fmt;

	init_format(report, &fmt, json);
	syscall_trace_show_resumed(&fmt, &call);
}

static void print_task(struct report *report, const struct record *rec,
		       const struct syscall_trace_context *json)
{
	struct syscall_trace_task_event event = {
		.info	= rec->data + rec->rest,
		.size	= rec->size - rec->rest,
	};
	struct syscall_trace_fmt fmt;

	memcpy(&event.what, rec->data + rec->head, sizeof(event.what));
	memcpy(&event.value, rec->data + rec->rest - sizeof(event.value), sizeof(event.value));
	init_format(report, &fmt, json);
	syscall_trace_show_task(&fmt, &event);
}

static void print_other(struct report *report, const struct record *rec)
{
	const char *text = source_text(report->src, rec);
	size_t len = text ? strlen(text) : 0;

	if (!text) {
		trace_seq_printf(&report->s, "Unknown type %d\n", rec->id);
		return;
	}
	trace_seq_puts(&report->s, text);
	if (!len || text[len - 1] != '\n')
		trace_seq_putc(&report->s, '\n');
}

/* Prints other records as JSON: the text is the line without its head. */
static void print_other_json(struct report *report, const struct record *rec,
			     const struct syscall_trace_context *json)
{
	struct trace_seq *s = &report->s;
	char text[SYSCALL_TRACE_OTHER_MAX];
	size_t start = trace_seq_used(s);
	struct syscall_trace_fmt fmt;
	size_t len = 0;

	print_other(report, rec);
	if (!trace_seq_has_overflowed(s)) {
		len = min(sizeof(text), trace_seq_used(s) - start);
		memcpy(text, s->buffer + start, len);
		s->len = start;
	}
	init_format(report, &fmt, json);
	syscall_trace_json_text(&fmt, "other", text, len);
}

static void print_lost(struct report *report, const struct record *rec)
{
	struct trace_seq *s = &report->s;

	/* The header counts records that were overwritten before the first one. */
	if (!rec->missing || !report->started[rec->cpu])
		return;
	if (is_on(JSON))
		syscall_trace_json_lost(s, rec->cpu, rec->missing < 0 ? ULONG_MAX : rec->missing);
	else if (rec->missing < 0)
		trace_seq_printf(s, "CPU:%d [LOST EVENTS]\n", rec->cpu);
	else
		trace_seq_printf(s, "CPU:%d [LOST %lld EVENTS]\n", rec->cpu, rec->missing);
}

/* The kernel prints no such remark in the first two lines. */
static void print_start(struct report *report, int cpu)
{
	if (is_on(ANNOTATE) && report->overrun && !report->started[cpu] && report->lines > 2)
		trace_seq_printf(&report->s, "##### CPU %u buffer started ####\n", cpu);
}

/* Prints the next record, and goes on behind it. */
static void print_record(struct report *report, const struct record *rec)
{
	const struct syscall_trace_context json = {
		.time	= rec->time,
		.cpu	= rec->cpu,
		.comm	= source_comm(report->src, rec->pid),
		.pid	= source_tgid(report->src, rec->pid),
		.tid	= rec->pid,
	};
	const struct syscall_trace_context *ctx = is_on(JSON) ? &json : NULL;
	struct trace_seq *s = &report->s;
	bool whole;

	trace_seq_init(s);
	report->lines++;
	print_lost(report, rec);
	if (!ctx)
		print_start(report, rec->cpu);
	report->started[rec->cpu] = true;
	if (!ctx && is_on(CONTEXT_INFO))
		print_head(report, rec);

	if (rec->type == RECORD_ENTER) {
		whole = print_enter(report, rec, ctx);
	} else {
		if (rec->type == RECORD_CALL)
			print_call(report, rec, ctx);
		else if (rec->type == RECORD_EXIT)
			print_exit(report, rec, ctx);
		else if (rec->type == RECORD_TASK)
			print_task(report, rec, ctx);
		else if (ctx)
			print_other_json(report, rec, ctx);
		else
			print_other(report, rec);
		source_advance(report->src, json.cpu);
		whole = !trace_seq_has_overflowed(s);
	}
	if (!whole) {
		s->full = false;
		trace_seq_puts(s, "[LINE TOO BIG]\n");
	}
	if (fwrite(s->buffer, 1, s->len, stdout) != s->len)
		fail("cannot write: %s", strerror(errno));
}

/* -------------------------------- the header -------------------------------- */

static void print_columns(struct report *report, unsigned long long entries)
{
	bool tgid = is_on(RECORD_TGID);
	int space = tgid ? 12 : 2;

	printf("# entries-in-buffer/entries-written: %llu/%llu   #P:%d\n#\n", entries,
	       entries + report->overrun, source_online(report->src));
	if (!is_on(IRQ_INFO)) {
		printf("#           TASK-PID    %s CPU#     TIMESTAMP  FUNCTION\n",
		       tgid ? "   TGID   " : "");
		printf("#              | |      %s   |         |         |\n",
		       tgid ? "     |    " : "");
		return;
	}
	printf("#                            %*s  _-----=> irqs-off/BH-disabled\n", space, "");
	printf("#                            %*s / _----=> need-resched\n", space, "");
	printf("#                            %*s| / _---=> hardirq/softirq\n", space, "");
	printf("#                            %*s|| / _--=> preempt-depth\n", space, "");
	printf("#                            %*s||| / _-=> migrate-disable\n", space, "");
	printf("#                            %*s|||| /     delay\n", space, "");
	printf("#           TASK-PID  %.*s CPU#  |||||  TIMESTAMP  FUNCTION\n", space,
	       "     TGID   ");
	printf("#              | |    %.*s   |   |||||     |         |\n", space,
	       "       |    ");
}

static void print_header(struct report *report, unsigned long long entries)
{
	char *saved = setting(report->src, "current_tracer");
	const char *tracer = *saved ? saved : "syscall";

	printf("# tracer: %s\n#\n", tracer);
	if (is_on(CONTEXT_INFO)) {
		print_columns(report, entries);
		if (!strcmp(tracer, "syscall"))
			fputs(SYSCALL_TRACE_HEADER, stdout);
	}
	free(saved);
}

/* Adds up the lines "overrun: NUMBER" of all CPUs. */
static void load_overrun(struct report *report)
{
	static const char word[] = "overrun: ";
	char *text = source_stats(report->src);
	char *line, *rest = text;

	while ((line = strsep(&rest, "\n"))) {
		if (!strncmp(line, word, strlen(word)))
			report->overrun += strtoull(line + strlen(word), NULL, 10);
	}
	free(text);
}

/* ---------------------------------- all of it ---------------------------------- */

/*
 * The libraries trust a file that may be damaged, and may crash or compute without an end.
 * They therefore run in a child, which isolate() starts and watch_progress() limits.
 */
#define MOST_SECONDS	60
#define RECORDS_A_TIME	4096

static void watch_progress(void)
{
	const struct itimerval timer = { .it_value.tv_sec = MOST_SECONDS };

	setitimer(ITIMER_PROF, &timer, NULL);
}

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

static unsigned long long count_records(struct source *src)
{
	unsigned long long nr = 0;
	int cpu;

	for (cpu = 0; cpu < source_cpus(src); cpu++) {
		for (; source_peek(src, cpu); source_advance(src, cpu)) {
			if (!(nr++ % RECORDS_A_TIME))
				watch_progress();
		}
	}
	source_rewind(src);

	return nr;
}

static int print_trace(struct report *report)
{
	const struct record *rec;
	unsigned int damages;

	report->started = calloc(source_cpus(report->src), sizeof(*report->started));
	if (!report->started)
		fail("not enough memory");
	if (!is_on(JSON)) {
		load_overrun(report);
		print_header(report, count_records(report->src));
	}
	while ((rec = next_record(report))) {
		if (!(report->lines % RECORDS_A_TIME))
			watch_progress();
		print_record(report, rec);
	}
	if (fflush(stdout))
		fail("cannot write: %s", strerror(errno));
	damages = source_damages(report->src);
	source_close(report->src);
	free(report->started);

	return damages ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Starts a child. Returns -1 in the child, and the child's status here. */
static int isolate(const char *path)
{
	int status, sig;
	pid_t child;

	child = fork();
	if (child < 0)
		fail("cannot fork: %s", strerror(errno));
	if (!child)
		return -1;

	while (waitpid(child, &status, 0) < 0) {
		if (errno != EINTR)
			fail("cannot wait: %s", strerror(errno));
	}
	if (WIFEXITED(status))
		return WEXITSTATUS(status);

	sig = WTERMSIG(status);
	if (sig == SIGPROF)
		fail("'%s' is damaged: reading it comes to no end", path);
	if (sig != SIGSEGV && sig != SIGBUS && sig != SIGABRT && sig != SIGFPE && sig != SIGILL) {
		/* Not a crash: the reader of the output is gone, or the user ended the child. */
		signal(sig, SIG_DFL);
		raise(sig);
	}
	fail("'%s' is damaged: a library that was to read it gave up (%s)", path, strsignal(sig));
}

int main(int argc, char **argv)
{
	enum { CLOCK = 256, PLUGINS };
	static const struct option long_options[] = {
		{ "json", no_argument, NULL, JSON },
		{ "names", no_argument, NULL, NAMES },
		{ "raw", no_argument, NULL, RAW },
		{ "time", no_argument, NULL, TIME },
		{ "option", required_argument, NULL, 'O' },
		{ "instance", required_argument, NULL, 'B' },
		{ "clock", required_argument, NULL, CLOCK },
		{ "plugins", no_argument, NULL, PLUGINS },
		{ "help", no_argument, NULL, 'h' },
		{ }
	};
	const char *path = "trace.dat", *instance = NULL, *clock = NULL;
	static struct report report;
	const char **wanted;
	bool plugins = false;
	char *table;
	int opt, i, nr = 0;
	int status;

	wanted = calloc(argc, sizeof(*wanted));
	if (!wanted)
		fail("not enough memory");
	while ((opt = getopt_long(argc, argv, "O:B:h", long_options, NULL)) != -1) {
		switch (opt) {
		case JSON:
		case NAMES:
		case RAW:
		case TIME:
			wanted[nr++] = settings[opt].name;
			break;
		case 'O':
			set_option(optarg);
			wanted[nr++] = optarg;
			break;
		case 'B':
			instance = optarg;
			break;
		case CLOCK:
			clock = optarg;
			break;
		case PLUGINS:
			plugins = true;
			break;
		case 'h':
			fputs(help, stdout);
			return EXIT_SUCCESS;
		default:
			fputs("Try " PROGRAM " --help\n", stderr);
			return EXIT_FAILURE;
		}
	}
	if (argc - optind > 1)
		fail("only one trace at a time; --help explains");
	if (optind < argc)
		path = argv[optind];

	status = isolate(path);
	if (status >= 0) {
		free(wanted);
		return status;
	}

	watch_progress();
	report.src = source_open(path, instance, plugins);
	table = source_setting(report.src, "syscall_table");
	table_load(path, table);
	free(table);
	load_options(report.src);
	for (i = 0; i < nr; i++)
		set_option(wanted[i]);
	free(wanted);
	set_clock(&report, clock);

	return print_trace(&report);
}
