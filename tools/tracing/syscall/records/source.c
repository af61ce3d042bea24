// SPDX-License-Identifier: GPL-2.0
/*
 * The records of a saved trace and what belongs to them. A struct input reads them;
 * this file says which are the tracer's, and where in them is what the tracer recorded.
 * Other records are libtraceevent's to print.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <event-parse.h>
#include <trace-seq.h>

#include "shared/error.h"
#include "input.h"
#include "layout.h"
#include "names.h"
#include "source.h"
#include "text.h"

struct process {
	int	pid;
	int	tgid;
};

/**
 * struct cpu - one CPU's records
 * @next: the next record, if there is one
 * @state: whether @next has been read, and whether it exists
 */
struct cpu {
	struct record	next;
	enum { UNREAD, THERE, AT_END } state;
};

/**
 * struct source - an open trace
 * @input: what reads it
 * @layouts: of the tracer's records, by enum record_type
 * @cpus: what is read of each CPU
 * @processes: the known processes of tasks, sorted by pid
 * @nr_processes: how many there are
 * @names: what tasks were called; NULL: nobody has asked yet
 * @damages: how many complaints there were, except those of @input
 * @text: what source_text() has returned
 */
struct source {
	struct input		*input;
	struct layout		layouts[RECORD_OTHER];
	struct cpu		*cpus;
	struct process		*processes;
	size_t			nr_processes;
	struct names		*names;
	unsigned int		damages;
	struct trace_seq	text;
};

/* ------------------------------ the formats ------------------------------ */

/* The tracer once made two records of each call, which named the call by an id. */
static void refuse_old(struct source *src)
{
	struct tep_handle *tep = src->input->tep;
	struct tep_event *enter = tep_find_event_by_name(tep, "ftrace", "syscall_enter");

	if (enter && (!tep_find_event_by_name(tep, "ftrace", "syscall_call") ||
		      tep_find_any_field(enter, "id")))
		fail("'%s': an older version of the tracer has recorded it: print it with the syscall-report of that version, or record it again",
		     src->input->path);
}

static void find_layouts(struct source *src)
{
	enum record_type type;
	char why[LAYOUT_WHY];

	refuse_old(src);
	for (type = 0; type < RECORD_OTHER; type++) {
		struct tep_event *event = tep_find_event_by_name(src->input->tep, "ftrace",
								 layout_name(type));

		if (!event)
			fail("'%s': the format of %s is missing: the kernel that has recorded it did not have the system call tracer",
			     src->input->path, layout_name(type));
		if (!layout_find(&src->layouts[type], type, event, why))
			fail("'%s': %s", src->input->path, why);
	}
}

/* --------------------------- files beside the records --------------------------- */

char *source_setting(const struct source *src, const char *name)
{
	return src->input->ops->file(src->input, name);
}

char *source_first_line(const struct source *src, const char *name)
{
	char *text = source_setting(src, name);

	if (!text)
		text = strdup("");
	if (!text)
		fail("not enough memory");
	text[strcspn(text, "\n")] = '\0';

	return text;
}

char *source_tracer(const struct source *src)
{
	char *text = source_first_line(src, "syscall_tracer");

	/* It is the module's: without it, the tracer is built in. */
	if (*text)
		return text;
	free(text);

	return source_first_line(src, "current_tracer");
}

char *source_stats(const struct source *src)
{
	return src->input->ops->stats(src->input);
}

static int compare_processes(const void *a, const void *b)
{
	const struct process *x = a, *y = b;

	return (x->pid > y->pid) - (x->pid < y->pid);
}

static void load_processes(struct source *src)
{
	char *text = source_setting(src, "saved_tgids");
	char *pos = text, *between, *end;
	struct process process;
	size_t room = 0;
	long pid, tgid;

	for (; pos; pos = end) {
		pid = strtol(pos, &between, 10);
		tgid = strtol(between, &end, 10);
		if (between == pos || end == between)
			break;
		if (pid <= 0 || pid > INT32_MAX || tgid <= 0 || tgid > INT32_MAX)
			continue;
		process = (struct process) { .pid = pid, .tgid = tgid };
		if (src->nr_processes == room) {
			room = 2 * room + 64;
			src->processes = realloc(src->processes, room * sizeof(process));
			if (!src->processes)
				fail("not enough memory");
		}
		src->processes[src->nr_processes++] = process;
	}
	if (src->nr_processes)
		qsort(src->processes, src->nr_processes, sizeof(process), compare_processes);
	free(text);
}

int source_tgid(const struct source *src, int pid)
{
	struct process key = { .pid = pid };
	struct process *found = NULL;

	if (src->nr_processes)
		found = bsearch(&key, src->processes, src->nr_processes, sizeof(key),
				compare_processes);

	return found ? found->tgid : 0;
}

int source_cpus(const struct source *src)
{
	return src->input->nr_cpus;
}

/* Counts a list like "0-3,5". If it was not saved, all CPUs were online. */
int source_online(const struct source *src)
{
	char *text = source_setting(src, "online");
	char *pos = text, *end;
	long nr = 0, first, last;

	while (pos && *pos >= '0' && *pos <= '9') {
		first = strtol(pos, &end, 10);
		last = first;
		if (*end == '-')
			last = strtol(end + 1, &end, 10);
		if (last < first || last >= MAX_CPUS || nr >= MAX_CPUS)
			break;
		nr += last - first + 1;
		pos = end + (*end == ',');
	}
	free(text);

	return nr ? nr : src->input->nr_cpus;
}

/* --------------------------------- records --------------------------------- */

/* Fills in the rest of a record; false: it is damaged. */
static bool complete_record(struct source *src, struct record *rec)
{
	enum record_type type;

	if (rec->size > src->input->max_size || !layout_read_common(rec))
		return false;

	rec->type = RECORD_OTHER;
	for (type = 0; type < RECORD_OTHER; type++) {
		if (src->layouts[type].id == rec->id)
			return layout_apply(&src->layouts[type], type, rec);
	}

	return true;
}

const struct record *source_peek(struct source *src, int nr)
{
	struct cpu *cpu = &src->cpus[nr];
	long long missing = 0;

	while (cpu->state == UNREAD) {
		cpu->next = (struct record) { .cpu = nr };
		if (!src->input->ops->read(src->input, &cpu->next)) {
			cpu->state = AT_END;
			break;
		}
		if (complete_record(src, &cpu->next)) {
			if (missing)
				cpu->next.missing = missing;
			cpu->state = THERE;
			break;
		}
		if (!src->damages++)
			complain("'%s': a record of CPU %d is damaged, it is left out",
				 src->input->path, nr);
		missing = -1;
	}

	return cpu->state == THERE ? &cpu->next : NULL;
}

void source_advance(struct source *src, int cpu)
{
	if (src->cpus[cpu].state == THERE)
		src->cpus[cpu].state = UNREAD;
}

/* Look again whether there are records of a CPU that had none. */
void source_retry(struct source *src, int cpu)
{
	if (src->cpus[cpu].state == AT_END)
		src->cpus[cpu].state = UNREAD;
}

void source_rewind(struct source *src)
{
	int nr;

	src->input->ops->rewind(src->input);
	for (nr = 0; nr < src->input->nr_cpus; nr++)
		src->cpus[nr].state = UNREAD;
}

unsigned int source_damages(const struct source *src)
{
	const struct input_ops *ops = src->input->ops;

	return src->damages + (ops->damages ? ops->damages(src->input) : 0);
}

static void load_names(struct source *src)
{
	char *text = source_setting(src, "syscall_names");

	src->names = names_open(text);
	free(text);
}

const char *source_changed_comm(struct source *src, int pid, unsigned long long time)
{
	if (!src->names)
		load_names(src);

	return names_find(src->names, pid, time);
}

void source_forget_names(struct source *src)
{
	if (src->names)
		names_close(src->names);
	src->names = NULL;
}

const char *source_comm(struct source *src, int pid, unsigned long long time)
{
	const char *comm;

	if (pid < 0)
		return "<XXX>";
	if (!pid)
		return "<idle>";
	comm = source_changed_comm(src, pid, time);

	return comm ? comm : tep_data_comm_from_pid(src->input->tep, pid);
}

const char *source_text(struct source *src, const struct record *rec)
{
	return report_text(src->input->tep, &src->text, rec);
}

/* ------------------------------- the whole trace ------------------------------- */

/**
 * source_of - read a trace of any kind
 * @input: reads it; source_close() closes it
 *
 * Return: the trace. The program ends if it cannot be read.
 */
struct source *source_of(struct input *input)
{
	struct source *src = allocate(1, sizeof(*src));

	src->input = input;
	load_processes(src);
	if (input->nr_cpus < 1 || input->nr_cpus > MAX_CPUS)
		fail("'%s' is damaged: it has %d CPUs", input->path, input->nr_cpus);
	src->cpus = allocate(input->nr_cpus, sizeof(*src->cpus));
	input->ops->start(input);
	find_layouts(src);
	trace_seq_init(&src->text);

	return src;
}

void source_close(struct source *src)
{
	src->input->ops->close(src->input);
	free(src->cpus);
	free(src->processes);
	source_forget_names(src);
	trace_seq_destroy(&src->text);
	free(src);
}
