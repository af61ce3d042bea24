// SPDX-License-Identifier: GPL-2.0
/*
 * Records and what belongs to them, out of a trace.dat by libtracecmd or out of a
 * folder with files of tracefs. What they mean is libtraceevent's to know, but for
 * the records of the system call tracer: of these, it tells where they begin.
 */
#include <ctype.h>
#include <errno.h>
#include <glob.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <event-parse.h>
#include <trace-cmd.h>

#include "report-error.h"
#include "report-pages.h"
#include "report-source.h"
#include "report-text.h"

#define RAW_NAME	"trace_pipe_raw"
#define MAX_CPUS	8192
#define MAX_SUBBUF	(16 << 20)
/* All symbols of a kernel are some 20 MB. */
#define MAX_TEXT	(256 << 20)

/*
 * The library exports these, in all versions that read files of today, but declares
 * them for trace-cmd only.
 */
const char *tracecmd_get_trace_clock(struct tracecmd_input *handle) __attribute__((weak));
const char *tracecmd_get_cpustats(struct tracecmd_input *handle) __attribute__((weak));
void *tracecmd_record_page(struct tracecmd_input *handle, struct tep_record *rec)
	__attribute__((weak));
int tracecmd_page_size(struct tracecmd_input *handle) __attribute__((weak));

/*
 * Which events/ftrace/NAME/format it is, the places that it tells, and how much there
 * has to be at the first two of these.
 */
struct layout {
	const char	*name;
	const char	*head;
	const char	*ret;
	const char	*args;
	size_t		head_size;
	size_t		ret_size;
	int		id;
	size_t		head_at;
	size_t		ret_at;
	size_t		args_at;
};

static const struct layout layouts[] = {
	[RECORD_ENTER] = {
		.name = "syscall_enter", .head = "id", .ret = "args", .args = "args",
		.head_size = RECORD_HEAD_SIZE,
	},
	[RECORD_EXIT] = {
		.name = "syscall_exit", .head = "id", .ret = "ret", .args = "args",
		.head_size = RECORD_HEAD_SIZE, .ret_size = sizeof(int64_t),
	},
	[RECORD_TASK] = {
		.name = "syscall_task", .head = "what", .ret = "value", .args = "info",
		.head_size = sizeof(uint32_t), .ret_size = sizeof(int32_t),
	},
};

#define NR_LAYOUTS	(sizeof(layouts) / sizeof(layouts[0]))

/* What every record begins with; checked like the layouts. */
struct common {
	uint16_t	type;
	uint8_t		flags;
	uint8_t		preempt_count;
	int32_t		pid;
};

struct process {
	int	pid;
	int	tgid;
};

/**
 * struct cpu - one CPU's records
 * @pages: of a folder: its file
 * @stored: of a trace.dat: what the library made of the next one
 * @rewound: it is not taken yet
 * @next: the next one, if there is one
 * @state: whether @next was looked for, and is there
 */
struct cpu {
	struct pages		*pages;
	struct tep_record	*stored;
	bool			rewound;
	struct record		next;
	enum { UNREAD, THERE, AT_END } state;
};

/**
 * struct source - an open file or folder
 * @path: its name
 * @input: the trace.dat, or NULL
 * @whole: the same, if @input is one of the instances in it
 * @instance: which one, or NULL
 * @tep: the formats of the events
 * @plain: without the plugins of libtraceevent
 * @plugins: of @tep, if they have to be unloaded here
 * @layouts: of the tracer's records
 * @cpus: what is read of each of them
 * @nr_cpus: how many there are
 * @processes: what is known of processes, sorted by pid
 * @nr_processes: how many there are
 * @max_size: no record can be larger
 * @damages: what was wrong, but for the pages of a folder
 * @text: what source_text() has returned
 */
struct source {
	const char		*path;
	struct tracecmd_input	*input;
	struct tracecmd_input	*whole;
	const char		*instance;
	struct tep_handle	*tep;
	bool			plain;
	struct tep_plugin_list	*plugins;
	struct layout		layouts[NR_LAYOUTS];
	struct cpu		*cpus;
	int			nr_cpus;
	struct process		*processes;
	size_t			nr_processes;
	size_t			max_size;
	unsigned int		damages;
	struct trace_seq	text;
};

static void *allocate(size_t nr, size_t size)
{
	void *mem = calloc(nr, size);

	if (!mem)
		fail("not enough memory");

	return mem;
}

/* The name of a file in a folder. */
static char *join(const char *dir, const char *name)
{
	char *path;

	if (asprintf(&path, "%s/%s", dir, name) < 0)
		fail("not enough memory");

	return path;
}

/* All of a file as a string, its length in @len; NULL: it is not there. */
static char *read_file(const char *path, size_t *len)
{
	FILE *file = fopen(path, "rb");
	size_t size = 0, room = 0, got;
	char *text = NULL;

	if (!file && (errno == ENOENT || errno == ENOTDIR))
		return NULL;
	if (!file)
		fail("cannot open '%s': %s", path, strerror(errno));
	do {
		if (room - size < 4096) {
			room = 2 * room + 8192;
			text = realloc(text, room);
			if (!text)
				fail("not enough memory for '%s'", path);
		}
		got = fread(text + size, 1, room - size - 1, file);
		size += got;
		if (size > MAX_TEXT)
			fail("'%s' is damaged: it is far too large", path);
	} while (got);
	if (ferror(file))
		fail("cannot read '%s': %s", path, strerror(errno));
	fclose(file);
	text[size] = '\0';
	if (len)
		*len = size;

	return text;
}

/* The same of a file of the folder. */
static char *read_in(const struct source *src, const char *name, size_t *len)
{
	char *path = join(src->path, name);
	char *text = read_file(path, len);

	free(path);

	return text;
}

/* ------------------------------ the formats ------------------------------ */

static size_t place(struct source *src, struct tep_event *event, const char *name)
{
	struct tep_format_field *field = tep_find_any_field(event, name);

	if (!field)
		fail("'%s': the format of %s has no field '%s': the tracer that has recorded it is too different from this program",
		     src->path, event->name, name);
	if (field->offset < 0 || field->offset > 4096)
		fail("'%s': the format of %s is damaged", src->path, event->name);

	return field->offset;
}

/* What the program reads at fixed places has to be there. */
static void check_places(struct source *src, struct tep_event *event,
			 const struct layout *layout)
{
	bool call = strcmp(layout->head, "id") == 0;

	if (place(src, event, "common_type") != offsetof(struct common, type) ||
	    place(src, event, "common_flags") != offsetof(struct common, flags) ||
	    place(src, event, "common_preempt_count") !=
					offsetof(struct common, preempt_count) ||
	    place(src, event, "common_pid") != offsetof(struct common, pid) ||
	    layout->head_at < sizeof(struct common) ||
	    layout->ret_at < layout->head_at + layout->head_size ||
	    layout->args_at < layout->ret_at + layout->ret_size ||
	    (call && (place(src, event, "nr") != layout->head_at + 4 ||
		      place(src, event, "seq") != layout->head_at + 8 ||
		      place(src, event, "abi") != layout->head_at + 12 ||
		      place(src, event, "nr_args") != layout->head_at + 13)))
		fail("'%s': the format of %s is not the one that this program knows",
		     src->path, event->name);
}

static void find_layouts(struct source *src)
{
	struct tep_event *event;
	unsigned int i;

	memcpy(src->layouts, layouts, sizeof(layouts));
	for (i = 0; i < NR_LAYOUTS; i++) {
		struct layout *layout = &src->layouts[i];

		event = tep_find_event_by_name(src->tep, "ftrace", layout->name);
		if (!event)
			fail("'%s': the format of %s is missing: the kernel that has recorded it did not have the system call tracer",
			     src->path, layout->name);
		layout->id = event->id;
		layout->head_at = place(src, event, layout->head);
		layout->ret_at = place(src, event, layout->ret);
		layout->args_at = place(src, event, layout->args);
		check_places(src, event, layout);
	}
}

/* ------------------------------- a trace.dat ------------------------------- */

static void no_instance(struct source *src)
{
	int nr = tracecmd_buffer_instances(src->whole);
	int i;

	for (i = 0; i < nr; i++)
		complain("'%s' has an instance '%s'", src->path,
			 tracecmd_buffer_instance_name(src->whole, i));
	fail("'%s' has no instance '%s'", src->path, src->instance);
}

static void open_dat(struct source *src)
{
	const char *instance = src->instance;
	int i, nr;

	src->input = tracecmd_open(src->path, src->plain ? TRACECMD_FL_LOAD_NO_PLUGINS : 0);
	if (!src->input)
		fail("cannot read '%s': it is no trace.dat of trace-cmd, or it is damaged",
		     src->path);
	if (instance) {
		src->whole = src->input;
		nr = tracecmd_buffer_instances(src->whole);
		for (i = 0; i < nr; i++) {
			const char *name = tracecmd_buffer_instance_name(src->whole, i);

			if (name && !strcmp(name, instance))
				break;
		}
		if (i >= nr)
			no_instance(src);
		src->input = tracecmd_buffer_instance_handle(src->whole, i);
		if (!src->input)
			fail("cannot read the instance '%s' of '%s'", instance, src->path);
	}

	src->tep = tracecmd_get_tep(src->input);
	src->nr_cpus = tep_get_cpus(src->tep);
	src->max_size = tep_get_sub_buffer_size(src->tep);
	if (tep_get_long_size(src->tep) != 8 || tep_is_file_bigendian(src->tep))
		fail("'%s' is of another kind of machine: only x86-64 has this tracer",
		     src->path);
}

/* --------------------------------- a folder --------------------------------- */

static void parse_header_page(struct source *src)
{
	size_t len;
	char *text = read_in(src, "events/header_page", &len);
	int size;

	if (!text)
		fail("'%s/events/header_page' is missing: is it a folder that syscall-save has made?",
		     src->path);
	size = tep_parse_header_page(src->tep, text, len, 8) ? 0 :
	       tep_get_sub_buffer_size(src->tep);
	free(text);
	if (size < 64 || size > MAX_SUBBUF || tep_get_header_page_size(src->tep) != 8)
		fail("'%s/events/header_page' is damaged", src->path);
	src->max_size = size;
}

/* Find files in the folder, whatever characters its own name has. */
static void find_files(const struct source *src, const char *pattern, glob_t *found)
{
	char *quoted = malloc(2 * strlen(src->path) + 1), *to = quoted, *whole;
	const char *from;

	if (!quoted)
		fail("not enough memory");
	for (from = src->path; *from; from++) {
		if (strchr("*?[\\", *from))
			*to++ = '\\';
		*to++ = *from;
	}
	*to = '\0';

	whole = join(quoted, pattern);
	if (glob(whole, 0, NULL, found))
		fail("'%s/%s' is missing", src->path, pattern);
	free(whole);
	free(quoted);
}

static void parse_formats(struct source *src)
{
	glob_t found;
	size_t i;

	find_files(src, "events/*/*/format", &found);
	for (i = 0; i < found.gl_pathc; i++) {
		char *path = found.gl_pathv[i];
		size_t len;
		char *text = read_file(path, &len);
		char *end, *system;

		if (!text)
			continue;
		/* .../SYSTEM/EVENT/format */
		end = strrchr(path, '/');
		*end = '\0';
		*strrchr(path, '/') = '\0';
		system = strrchr(path, '/') + 1;
		tep_parse_event(src->tep, text, len, system);
		free(text);
	}
	globfree(&found);
}

/* The name in a line "1234 NAME"; NULL: it is the rest of a name with a newline in it. */
static char *name_in(char *line, long *pid)
{
	char *name;

	*pid = strtol(line, &name, 10);

	return isdigit((unsigned char)*line) && *name == ' ' && *pid > 0 && *pid <= INT32_MAX ?
	       name + 1 : NULL;
}

/* Lines with the names as they are, be they what they may. */
static void parse_comms(struct source *src)
{
	char *text = read_in(src, "saved_cmdlines", NULL);
	char *line, *end, *name;
	long pid, next;

	for (line = text; line && *line; line = end) {
		name = name_in(line, &pid);
		end = strchrnul(line, '\n');
		/* No name is longer than one can be. */
		while (*end && end[1] && name && end - name < NAME_LEN - 1 &&
		       !name_in(end + 1, &next))
			end = strchrnul(end + 1, '\n');
		if (*end)
			*end++ = '\0';
		if (name)
			tep_register_comm(src->tep, name, pid);
	}
	free(text);
}

static int compare_processes(const void *a, const void *b)
{
	const struct process *x = a, *y = b;

	return (x->pid > y->pid) - (x->pid < y->pid);
}

static void parse_tgids(struct source *src)
{
	char *text = read_in(src, "saved_tgids", NULL);
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

/* As many as there are folders, wherever the last one is. */
static int count_cpus(struct source *src)
{
	int nr = 0, cpu;
	glob_t found;
	size_t i;

	find_files(src, "per_cpu/cpu*/" RAW_NAME, &found);
	for (i = 0; i < found.gl_pathc; i++) {
		const char *name = found.gl_pathv[i] + strlen(src->path);

		if (sscanf(name, "/per_cpu/cpu%d/", &cpu) == 1 && cpu >= nr && cpu < MAX_CPUS)
			nr = cpu + 1;
	}
	globfree(&found);

	return nr;
}

static void open_pages(struct source *src)
{
	char name[64];
	char *path;
	int cpu;

	for (cpu = 0; cpu < src->nr_cpus; cpu++) {
		snprintf(name, sizeof(name), "per_cpu/cpu%d/" RAW_NAME, cpu);
		path = join(src->path, name);
		src->cpus[cpu].pages = pages_open(path, src->max_size);
		free(path);
	}
}

static void open_folder(struct source *src)
{
	char *text;

	src->tep = tep_alloc();
	if (!src->tep)
		fail("not enough memory");
	tep_set_long_size(src->tep, 8);
	tep_set_file_bigendian(src->tep, TEP_LITTLE_ENDIAN);
	tep_set_local_bigendian(src->tep, TEP_LITTLE_ENDIAN);
	if (!src->plain)
		src->plugins = tep_load_plugins(src->tep);
	parse_header_page(src);
	parse_formats(src);
	src->nr_cpus = count_cpus(src);
	tep_set_cpus(src->tep, src->nr_cpus);

	text = read_in(src, "kallsyms", NULL);
	if (text)
		tep_parse_kallsyms(src->tep, text);
	free(text);
	text = read_in(src, "printk_formats", NULL);
	if (text)
		tep_parse_printk_formats(src->tep, text);
	free(text);
	parse_comms(src);
	parse_tgids(src);
}

/* --------------------------------- records --------------------------------- */

static bool complete_record(struct source *src, struct record *rec)
{
	struct common common;
	unsigned int i;

	if (rec->size < sizeof(common) || rec->size > src->max_size)
		return false;

	memcpy(&common, rec->data, sizeof(common));
	rec->id = common.type;
	rec->pid = common.pid;
	rec->flags = common.flags;
	rec->preempt_count = common.preempt_count;
	rec->type = RECORD_OTHER;
	for (i = 0; i < NR_LAYOUTS; i++) {
		const struct layout *layout = &src->layouts[i];

		if (layout->id != rec->id)
			continue;
		rec->type = i;
		rec->head = layout->head_at;
		rec->ret = layout->ret_at;
		rec->args = layout->args_at;

		return rec->size >= rec->args;
	}

	return true;
}

/* The library takes the size of a record from the file as it is. */
static bool is_in_page(const struct source *src, struct tep_record *stored)
{
	const char *page = NULL;
	size_t size = 0, at;

	if (stored->size < 0)
		return false;
	if (tracecmd_record_page && tracecmd_page_size) {
		page = tracecmd_record_page(src->input, stored);
		size = tracecmd_page_size(src->input);
	}
	/* Another version of it, which does not tell: the child may crash. */
	if (!page)
		return true;

	/* Before the page: very large. */
	at = (const char *)stored->data - page;

	return at <= size && (size_t)stored->size <= size - at;
}

/* Look for the next one; false: there is none. */
static bool read_record(struct source *src, struct cpu *cpu, struct record *rec)
{
	struct page_event event;

	if (!src->input) {
		if (!cpu->pages || !pages_next(cpu->pages, &event))
			return false;
		rec->time = event.time;
		rec->missing = event.missing;
		rec->data = event.data;
		rec->size = event.size;
		return true;
	}

	if (!cpu->rewound) {
		tracecmd_free_record(cpu->stored);
		cpu->stored = tracecmd_read_data(src->input, rec->cpu);
	}
	cpu->rewound = false;
	if (!cpu->stored)
		return false;
	rec->time = cpu->stored->ts;
	rec->missing = cpu->stored->missed_events;
	rec->data = cpu->stored->data;
	rec->size = is_in_page(src, cpu->stored) ? cpu->stored->size : 0;

	return true;
}

const struct record *source_peek(struct source *src, int nr)
{
	struct cpu *cpu = &src->cpus[nr];
	long long missing = 0;

	while (cpu->state == UNREAD) {
		cpu->next = (struct record) { .cpu = nr };
		if (!read_record(src, cpu, &cpu->next)) {
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
				 src->path, nr);
		missing = -1;
	}

	return cpu->state == THERE ? &cpu->next : NULL;
}

void source_advance(struct source *src, int cpu)
{
	if (src->cpus[cpu].state == THERE)
		src->cpus[cpu].state = UNREAD;
}

void source_rewind(struct source *src)
{
	int nr;

	for (nr = 0; nr < src->nr_cpus; nr++) {
		struct cpu *cpu = &src->cpus[nr];

		cpu->state = UNREAD;
		if (cpu->pages)
			pages_rewind(cpu->pages);
		if (!src->input)
			continue;
		tracecmd_free_record(cpu->stored);
		cpu->stored = tracecmd_read_cpu_first(src->input, nr);
		cpu->rewound = true;
	}
}

unsigned int source_damages(const struct source *src)
{
	unsigned int damages = src->damages;
	int cpu;

	for (cpu = 0; cpu < src->nr_cpus; cpu++) {
		if (src->cpus[cpu].pages)
			damages += pages_damages(src->cpus[cpu].pages);
	}

	return damages;
}

/* ---------------------------- what belongs to them ---------------------------- */

char *source_setting(struct source *src, const char *name)
{
	const char *clock;

	if (!src->input)
		return read_in(src, name, NULL);
	if (strcmp(name, "trace_clock") || !tracecmd_get_trace_clock)
		return NULL;
	clock = tracecmd_get_trace_clock(src->input);

	return clock ? strdup(clock) : NULL;
}

/* Those of the whole file come first, then those of each instance. */
static char *stats_of_dat(struct source *src)
{
	const char *text = NULL, *end;
	char *title;

	if (tracecmd_get_cpustats)
		text = tracecmd_get_cpustats(src->whole ?: src->input);
	if (text && src->whole) {
		if (asprintf(&title, "Buffer: %s\n", src->instance) < 0)
			fail("not enough memory");
		text = strstr(text, title);
		text = text ? text + strlen(title) : NULL;
		free(title);
	}
	if (!text)
		return NULL;
	end = strstr(text, "Buffer: ");

	return end ? strndup(text, end - text) : strdup(text);
}

char *source_stats(struct source *src)
{
	size_t size = 0;
	char *all = NULL;
	char name[64];
	FILE *file;
	int cpu;

	if (src->input)
		return stats_of_dat(src);

	file = open_memstream(&all, &size);
	if (!file)
		fail("not enough memory");
	for (cpu = 0; cpu < src->nr_cpus; cpu++) {
		char *text;

		snprintf(name, sizeof(name), "per_cpu/cpu%d/stats", cpu);
		text = read_in(src, name, NULL);
		if (text)
			fputs(text, file);
		free(text);
	}
	fclose(file);

	return all;
}

int source_cpus(const struct source *src)
{
	return src->nr_cpus;
}

/* A list like "0-3,5"; if it was not saved, as many as there are. */
int source_online(const struct source *src)
{
	char *text = src->input ? NULL : read_in(src, "online", NULL);
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

	return nr ? nr : src->nr_cpus;
}

const char *source_comm(struct source *src, int pid)
{
	if (pid < 0)
		return "<XXX>";

	return pid ? tep_data_comm_from_pid(src->tep, pid) : "<idle>";
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

const char *source_text(struct source *src, const struct record *rec)
{
	return report_text(src->tep, &src->text, rec);
}

/**
 * source_open - open a file or a folder
 * @path: its name
 * @instance: the instance in a file whose records are wanted, or NULL
 * @plugins: libtraceevent is to use those that it has for some events
 *
 * Return: it. What cannot be read ends the program.
 */
struct source *source_open(const char *path, const char *instance, bool plugins)
{
	struct source *src = allocate(1, sizeof(*src));
	struct stat stat_of;

	if (stat(path, &stat_of))
		fail("cannot open '%s': %s", path, strerror(errno));

	/* They would speak of events that nobody asked for. */
	tep_set_loglevel(TEP_LOG_CRITICAL);
	tracecmd_set_loglevel(TEP_LOG_CRITICAL);
	src->path = path;
	src->instance = instance;
	src->plain = !plugins;
	trace_seq_init(&src->text);
	if (!S_ISDIR(stat_of.st_mode))
		open_dat(src);
	else if (instance)
		fail("'%s' is a folder, and that has the records of one instance only", path);
	else
		open_folder(src);
	if (src->nr_cpus < 1 || src->nr_cpus > MAX_CPUS)
		fail("'%s' is damaged: it has %d CPUs", path, src->nr_cpus);
	src->cpus = allocate(src->nr_cpus, sizeof(*src->cpus));
	if (!src->input)
		open_pages(src);
	find_layouts(src);
	source_rewind(src);

	return src;
}

void source_close(struct source *src)
{
	int cpu;

	for (cpu = 0; cpu < src->nr_cpus; cpu++) {
		tracecmd_free_record(src->cpus[cpu].stored);
		if (src->cpus[cpu].pages)
			pages_close(src->cpus[cpu].pages);
	}
	free(src->cpus);
	free(src->processes);
	trace_seq_destroy(&src->text);
	if (src->input) {
		tracecmd_close(src->input);
		if (src->whole)
			tracecmd_close(src->whole);
	} else {
		if (src->plugins)
			tep_unload_plugins(src->plugins, src->tep);
		tep_free(src->tep);
	}
	free(src);
}
