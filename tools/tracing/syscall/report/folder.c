// SPDX-License-Identifier: GPL-2.0
/*
 * A saved trace of syscall-save, a folder with files of tracefs. libtraceevent parses the
 * formats, records/pages.c reads the records.
 */
#include <ctype.h>
#include <errno.h>
#include <glob.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event-parse.h>

#include "shared/error.h"
#include "records/input.h"
#include "records/names.h"
#include "records/pages.h"
#include "records/source.h"

#define RAW_NAME	"trace_pipe_raw"
#define MAX_SUBBUF	(16 << 20)
/* All symbols of a kernel are some 20 MB. */
#define MAX_TEXT	(256 << 20)

/**
 * struct folder - an open folder
 * @input: what it has in common with a trace.dat
 * @plugins: those that libtraceevent has loaded, or NULL
 * @pages: of each CPU, its file of records, or NULL
 * @saved: of each CPU, how many records it had when the trace was saved; 0: nobody tells, or that
 *	   has been compared with what is in its file
 * @read: of each CPU, how many have been read
 * @missing: how many CPUs have had records, but have no such file, or less of them there
 */
struct folder {
	struct input		input;
	struct tep_plugin_list	*plugins;
	struct pages		**pages;
	unsigned long long	*saved;
	unsigned long long	*read;
	unsigned int		missing;
};

static struct folder *to_folder(const struct input *input)
{
	return container_of(input, struct folder, input);
}

/* -------------------------------- the files -------------------------------- */

/* Returns the path of a file in a folder. */
static char *join(const char *dir, const char *name)
{
	char *path;

	if (asprintf(&path, "%s/%s", dir, name) < 0)
		fail("not enough memory");

	return path;
}

/* Returns the content of a file as a string, its length in @len; NULL: there is no file. */
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

/* The same for a file of the saved trace. */
static char *read_in(const struct input *input, const char *name, size_t *len)
{
	char *path = join(input->path, name);
	char *text = read_file(path, len);

	free(path);

	return text;
}

static void parse_header_page(struct input *input)
{
	size_t len;
	char *text = read_in(input, "events/header_page", &len);
	int size;

	if (!text)
		fail("'%s/events/header_page' is missing: is it a folder that syscall-save has made?",
		     input->path);
	size = tep_parse_header_page(input->tep, text, len, 8) ? 0 :
	       tep_get_sub_buffer_size(input->tep);
	free(text);
	if (size < 64 || size > MAX_SUBBUF || tep_get_header_page_size(input->tep) != 8)
		fail("'%s/events/header_page' is damaged", input->path);
	input->max_size = size;
}

/* Finds files in the folder, whose own name may have characters of a pattern. False: none. */
static bool find_files(const struct input *input, const char *pattern, glob_t *found)
{
	char *quoted = malloc(2 * strlen(input->path) + 1), *to = quoted, *whole;
	const char *from;
	bool some;

	if (!quoted)
		fail("not enough memory");
	for (from = input->path; *from; from++) {
		if (strchr("*?[\\", *from))
			*to++ = '\\';
		*to++ = *from;
	}
	*to = '\0';

	whole = join(quoted, pattern);
	some = !glob(whole, 0, NULL, found);
	free(whole);
	free(quoted);

	return some;
}

/* The same for files that must be there. */
static void need_files(const struct input *input, const char *pattern, glob_t *found)
{
	if (!find_files(input, pattern, found))
		fail("'%s/%s' is missing", input->path, pattern);
}

static void parse_formats(struct input *input)
{
	glob_t found;
	size_t i;

	need_files(input, "events/*/*/format", &found);
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
		tep_parse_event(input->tep, text, len, system);
		free(text);
	}
	globfree(&found);
}

/* Returns the name in a line "1234 NAME"; NULL: the line continues a name with a newline. */
static char *name_in(char *line, long *pid)
{
	char *name;

	*pid = strtol(line, &name, 10);

	return isdigit((unsigned char)*line) && *name == ' ' && *pid > 0 && *pid <= INT32_MAX ?
	       name + 1 : NULL;
}

/*
 * Where a name ends that its task has or had in syscall_names, which has names in quotes. Of
 * several, it is the longest: the rest of it is no other task's. NULL: it is none of them.
 */
static char *known_end(const struct names *names, char *name, long pid)
{
	const char *known;
	char *end = NULL;
	size_t i, len;

	for (i = 0; (known = names_of(names, pid, i)); i++) {
		len = strlen(known);
		if (strncmp(name, known, len) || (name[len] && name[len] != '\n'))
			continue;
		if (!end || name + len > end)
			end = name + len;
	}

	return end;
}

/* Otherwise, lines that continue the name belong to it, up to the longest possible name. */
static char *likely_end(char *name)
{
	char *end = strchrnul(name, '\n');
	long pid;

	while (*end && end[1] && end - name < NAME_LEN - 1 && !name_in(end + 1, &pid))
		end = strchrnul(end + 1, '\n');

	return end;
}

/* Each name stands in a line of its own, but may have newlines itself. */
static void parse_comms(struct input *input)
{
	char *changes = read_in(input, "syscall_names", NULL);
	char *text = read_in(input, "saved_cmdlines", NULL);
	struct names *names = names_open(changes);
	char *line, *end, *name;
	long pid;

	for (line = text; line && *line; line = end) {
		name = name_in(line, &pid);
		if (name)
			end = known_end(names, name, pid) ?: likely_end(name);
		else
			end = strchrnul(line, '\n');
		if (*end)
			*end++ = '\0';
		if (name)
			tep_register_comm(input->tep, name, pid);
	}
	names_close(names);
	free(changes);
	free(text);
}

/* The number of the last CPU's folder tells how many CPUs there are. */
static int count_cpus(struct input *input)
{
	int nr = 0, cpu;
	glob_t found;
	size_t i;

	need_files(input, "per_cpu/cpu*/" RAW_NAME, &found);
	for (i = 0; i < found.gl_pathc; i++) {
		const char *name = found.gl_pathv[i] + strlen(input->path);

		if (sscanf(name, "/per_cpu/cpu%d/", &cpu) == 1 && cpu >= nr && cpu < MAX_CPUS)
			nr = cpu + 1;
	}
	globfree(&found);

	return nr;
}

/* How many records a CPU had when the trace was saved, as its statistics tell. */
static unsigned long long count_saved(const char *path)
{
	static const char word[] = "entries: ";
	char *text = read_file(path, NULL);
	unsigned long long nr = 0;

	if (text && !strncmp(text, word, strlen(word)))
		nr = strtoull(text + strlen(word), NULL, 10);
	free(text);

	return nr;
}

/* A CPU that was never on has statistics, but no file of records. Any other one has both. */
static void complain_of_missing(struct folder *folder)
{
	unsigned long long saved;
	char *dir, *raw;
	glob_t found;
	size_t i;

	if (!find_files(&folder->input, "per_cpu/cpu*/stats", &found))
		return;
	for (i = 0; i < found.gl_pathc; i++) {
		saved = count_saved(found.gl_pathv[i]);
		dir = found.gl_pathv[i];
		*strrchr(dir, '/') = '\0';
		raw = join(dir, RAW_NAME);
		if (saved && access(raw, F_OK)) {
			complain("'%s' is missing, and had %llu records when the trace was saved", raw, saved);
			folder->missing++;
		}
		free(raw);
	}
	globfree(&found);
}

/* ------------------------------- the records ------------------------------- */

static void folder_start(struct input *input)
{
	struct folder *folder = to_folder(input);
	char name[64];
	char *path;
	int cpu;

	complain_of_missing(folder);
	folder->pages = allocate(input->nr_cpus, sizeof(*folder->pages));
	folder->saved = allocate(input->nr_cpus, sizeof(*folder->saved));
	folder->read = allocate(input->nr_cpus, sizeof(*folder->read));
	for (cpu = 0; cpu < input->nr_cpus; cpu++) {
		snprintf(name, sizeof(name), "per_cpu/cpu%d/" RAW_NAME, cpu);
		path = join(input->path, name);
		folder->pages[cpu] = pages_open(path, input->max_size);
		free(path);
		snprintf(name, sizeof(name), "per_cpu/cpu%d/stats", cpu);
		path = join(input->path, name);
		folder->saved[cpu] = count_saved(path);
		free(path);
	}
}

/* All records of a CPU have been read. Whole sub-buffers may be missing at the end of its file. */
static void compare_with_saved(struct folder *folder, int cpu)
{
	unsigned long long saved = folder->saved[cpu], nr = folder->read[cpu];

	folder->saved[cpu] = 0;
	/* What is damaged has been told of. */
	if (nr >= saved || pages_damages(folder->pages[cpu]))
		return;
	complain("'%s/per_cpu/cpu%d/" RAW_NAME "' has %llu records, and had %llu when the trace was saved",
		 folder->input.path, cpu, nr, saved);
	folder->missing++;
}

static bool folder_read(struct input *input, struct record *rec)
{
	struct folder *folder = to_folder(input);
	struct pages *pages = folder->pages[rec->cpu];
	struct page_event event;

	if (!pages)
		return false;
	if (!pages_next(pages, &event)) {
		compare_with_saved(folder, rec->cpu);
		return false;
	}
	folder->read[rec->cpu]++;
	rec->time = event.time;
	rec->missing = event.missing;
	rec->data = event.data;
	rec->size = event.size;

	return true;
}

static void folder_rewind(struct input *input)
{
	struct folder *folder = to_folder(input);
	int cpu;

	for (cpu = 0; cpu < input->nr_cpus; cpu++) {
		if (folder->pages[cpu])
			pages_rewind(folder->pages[cpu]);
		folder->read[cpu] = 0;
	}
}

static unsigned int folder_damages(const struct input *input)
{
	const struct folder *folder = to_folder(input);
	unsigned int damages = folder->missing;
	int cpu;

	for (cpu = 0; cpu < input->nr_cpus; cpu++) {
		if (folder->pages[cpu])
			damages += pages_damages(folder->pages[cpu]);
	}

	return damages;
}

static char *folder_file(const struct input *input, const char *name)
{
	return read_in(input, name, NULL);
}

static char *folder_stats(const struct input *input)
{
	size_t size = 0;
	char *all = NULL;
	char name[64];
	FILE *file;
	int cpu;

	file = open_memstream(&all, &size);
	if (!file)
		fail("not enough memory");
	for (cpu = 0; cpu < input->nr_cpus; cpu++) {
		char *text;

		snprintf(name, sizeof(name), "per_cpu/cpu%d/stats", cpu);
		text = read_in(input, name, NULL);
		/* As trace-cmd has them. */
		if (text)
			fprintf(file, "CPU: %d\n%s", cpu, text);
		free(text);
	}
	fclose(file);

	return all;
}

static void folder_close(struct input *input)
{
	struct folder *folder = to_folder(input);

	pages_close_all(folder->pages, input->nr_cpus);
	free(folder->saved);
	free(folder->read);
	if (folder->plugins)
		tep_unload_plugins(folder->plugins, input->tep);
	tep_free(input->tep);
	free(folder);
}

static const struct input_ops folder_ops = {
	.start		= folder_start,
	.read		= folder_read,
	.rewind		= folder_rewind,
	.file		= folder_file,
	.stats		= folder_stats,
	.damages	= folder_damages,
	.close		= folder_close,
};

/**
 * folder_open - open a folder of syscall-save
 * @path: its name
 * @plugins: whether libtraceevent uses its plugins
 *
 * Return: the open folder. The program ends if it cannot be read.
 */
struct input *folder_open(const char *path, bool plugins)
{
	struct folder *folder = allocate(1, sizeof(*folder));
	struct input *input = &folder->input;
	char *text;

	input->ops = &folder_ops;
	input->path = path;
	input->tep = tep_alloc();
	if (!input->tep)
		fail("not enough memory");
	tep_set_long_size(input->tep, 8);
	tep_set_file_bigendian(input->tep, TEP_LITTLE_ENDIAN);
	tep_set_local_bigendian(input->tep, TEP_LITTLE_ENDIAN);
	if (plugins)
		folder->plugins = tep_load_plugins(input->tep);
	parse_header_page(input);
	parse_formats(input);
	input->nr_cpus = count_cpus(input);
	tep_set_cpus(input->tep, input->nr_cpus);

	text = read_in(input, "kallsyms", NULL);
	if (text)
		tep_parse_kallsyms(input->tep, text);
	free(text);
	text = read_in(input, "printk_formats", NULL);
	if (text)
		tep_parse_printk_formats(input->tep, text);
	free(text);
	parse_comms(input);

	return input;
}
