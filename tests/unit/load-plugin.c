// SPDX-License-Identifier: GPL-2.0
/*
 * Loads the plugin of libtraceevent as other programs do, for several traces at once, and prints
 * the tracer's records with it: whole, and for nothing but the sanitizers cut off and damaged.
 *
 * load-plugin FILE [OPTION]
 *
 * For each record of the tracer in FILE, a trace.dat, it writes its CPU and its line. OPTION is one
 * of the plugin's, as PLUGIN:NAME.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event-parse.h>
#include <trace-cmd.h>

#define DAMAGES	4

static unsigned int chance(unsigned int below)
{
	static unsigned int state = 1;

	state = state * 1103515245 + 12345;

	return (state >> 8) % below;
}

/* Returns the line. It is valid until the next call. */
static const char *line_of(struct tep_handle *tep, struct tep_record *rec)
{
	static struct trace_seq s;

	if (!s.buffer)
		trace_seq_init(&s);
	trace_seq_reset(&s);
	tep_print_event(tep, &s, rec, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(&s);

	return s.buffer;
}

static bool is_ours(struct tep_handle *tep, struct tep_record *rec)
{
	struct tep_event *event = tep_find_event_by_record(tep, rec);

	return event && !strcmp(event->system, "ftrace") && !strncmp(event->name, "syscall_", 8);
}

static void expect(const char *what, const char *expected, const char *line)
{
	if (strcmp(expected, line)) {
		fprintf(stderr, "%s: expected \"%s\", got \"%s\"\n", what, expected, line);
		exit(EXIT_FAILURE);
	}
}

/* At an odd address, and with nothing behind it. */
static void print_part(struct tep_handle *tep, const struct tep_record *rec, int size, bool harm)
{
	struct tep_record part = *rec;
	unsigned char *copy = malloc(size + 1);

	memcpy(copy + 1, rec->data, size);
	part.data = copy + 1;
	part.size = size;
	/* The library itself looks at the number of the format. */
	if (harm && size > 2)
		copy[3 + chance(size - 2)] ^= 1 << chance(8);
	line_of(tep, &part);
	free(copy);
}

static void try_parts(struct tep_handle *tep, const struct tep_record *rec)
{
	int size, nr;

	for (size = 2; size <= rec->size; size += size < 64 ? 1 : 13)
		print_part(tep, rec, size, false);
	for (nr = 0; nr < DAMAGES; nr++)
		print_part(tep, rec, rec->size, true);
}

/* The size comes from the file, and nobody has checked it. */
static void try_sizes(struct tep_handle *tep, const struct tep_record *rec)
{
	static const int sizes[] = { 2, 11, 1 << 20 };
	struct tep_record wrong = *rec;
	unsigned int i;

	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		wrong.size = sizes[i];
		expect("a size that is wrong", "<malformed record>", line_of(tep, &wrong));
	}
}

static struct tracecmd_input *open_trace(const char *path)
{
	struct tracecmd_input *trace = tracecmd_open(path, 0);

	if (!trace) {
		fprintf(stderr, "cannot open '%s'\n", path);
		exit(EXIT_FAILURE);
	}

	return trace;
}

/* Returns the first record of the first CPU that has any: a short command may have had one CPU. */
static struct tep_record *first_record(struct tracecmd_input *trace)
{
	struct tep_handle *tep = tracecmd_get_tep(trace);
	struct tep_record *rec;
	int cpu;

	for (cpu = 0; cpu < tep_get_cpus(tep); cpu++) {
		while ((rec = tracecmd_read_data(trace, cpu))) {
			if (is_ours(tep, rec))
				return rec;
			tracecmd_free_record(rec);
		}
	}
	fputs("there is no record\n", stderr);
	exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
	struct tracecmd_input *first, *second;
	struct tep_record *rec;
	struct tep_handle *tep;
	char *before;
	int cpu;

	if (argc < 2 || argc > 3)
		return EXIT_FAILURE;
	if (argc > 2 && tep_plugin_add_option(argv[2], NULL)) {
		fprintf(stderr, "'%s' is no option\n", argv[2]);
		return EXIT_FAILURE;
	}

	/* Two traces, of which one is closed. */
	first = open_trace(argv[1]);
	second = open_trace(argv[1]);
	rec = first_record(first);
	before = strdup(line_of(tracecmd_get_tep(first), rec));
	tracecmd_free_record(rec);
	tracecmd_close(first);

	tep = tracecmd_get_tep(second);
	for (cpu = 0; cpu < tep_get_cpus(tep); cpu++) {
		while ((rec = tracecmd_read_data(second, cpu))) {
			if (is_ours(tep, rec)) {
				printf("%d %s\n", cpu, line_of(tep, rec));
				try_parts(tep, rec);
				try_sizes(tep, rec);
			}
			tracecmd_free_record(rec);
		}
	}
	tracecmd_close(second);

	/* The plugin was unloaded. */
	first = open_trace(argv[1]);
	rec = first_record(first);
	expect("once more", before, line_of(tracecmd_get_tep(first), rec));
	tracecmd_free_record(rec);
	tracecmd_close(first);
	free(before);

	return EXIT_SUCCESS;
}
