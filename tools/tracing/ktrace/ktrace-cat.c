// SPDX-License-Identifier: GPL-2.0
/*
 * Prints the events of ktrace: Documentation/trace/ktrace.rst
 */
#include <ctype.h>
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "info.h"
#include "stream.h"

static char info_path[PATH_MAX];
static struct info info;
static bool raw;

/* ---------------------- what the formatter wants to have ---------------------- */

/* Reading is for those who may see addresses. */
void ktrace_print_pointer(char *text, size_t size, u64 pointer, int long_size)
{
	snprintf(text, size, "%0*llx", long_size * 2, (unsigned long long)pointer);
}

/* The C library leaves out the 0x that the kernel puts before a 0. */
int ktrace_snprintf(char *text, size_t size, const char *format, ...)
{
	char conversion = format[strlen(format) - 1];
	bool prefix = strchr(format, '#') && tolower(conversion) == 'x';
	bool precise = strstr(format, ".*");
	int width, precision = 0, ret;
	unsigned long long number;
	va_list args;

	va_start(args, format);
	width = va_arg(args, int);
	if (precise)
		precision = va_arg(args, int);
	number = va_arg(args, unsigned long long);
	va_end(args);

	prefix = prefix && !number;
	if (precise)
		ret = snprintf(text, size, format, width, precision, number + prefix);
	else
		ret = snprintf(text, size, format, width, number + prefix);
	if (prefix && strrchr(text, '1'))
		*strrchr(text, '1') = '0';

	return ret;
}

static void put(struct ktrace_out *out, const char *text, size_t length)
{
	(void)out;
	fwrite(text, 1, length, stdout);
}

/* ---------------------------------- records ---------------------------------- */

/* The arguments as they are stored, with the formatter's own escapes. */
static void print_raw(struct ktrace_out *out, const struct event *event, const u8 *data,
		      size_t size)
{
	unsigned int i;

	for (i = 0; i < event->nr_args; i++) {
		const u8 *kind = &event->kinds[i];
		const char *format = "%llu";
		size_t used;

		if (i)
			fputs(", ", stdout);
		if (*kind & KTRACE_KIND_STR) {
			u16 head = KTRACE_STR_NULL;

			if (size >= sizeof(head))
				memcpy(&head, data, sizeof(head));
			used = sizeof(head) + (head >= KTRACE_STR_BAD ? 0 : head & KTRACE_STR_LEN);
			format = head >= KTRACE_STR_BAD ? "%s" : "\"%s\"";
		} else {
			used = *kind & KTRACE_KIND_SIZE;
			if (*kind & KTRACE_KIND_PTR)
				format = "0x%llx";
			else if (*kind & KTRACE_KIND_SIGNED)
				format = "%lld";
		}
		if (used > size)
			used = size;
		ktrace_print(out, format, kind, 1, data, used);
		data += used;
		size -= used;
	}
}

static void print_record(const struct stream *stream)
{
	struct ktrace_out out = { .put = put, .long_size = info.long_size };
	const u8 *data = stream->record + sizeof(u32);
	size_t size = stream->length - sizeof(u32);
	const struct event *event;
	u32 id;

	memcpy(&id, stream->record, sizeof(id));
	printf("[%03d] %5llu.%06llu: ", stream->cpu, stream->time / 1000000000,
	       stream->time / 1000 % 1000000);
	if (id == KTRACE_ID_LOST) {
		u64 count = 0;

		memcpy(&count, data, size < sizeof(count) ? size : sizeof(count));
		printf("LOST %llu EVENTS\n", (unsigned long long)count);
		return;
	}
	event = info_find(&info, id);
	if (!event) {
		info_read(&info, info_path);
		event = info_find(&info, id);
	}
	if (!event) {
		printf("ktrace: event %u, forgotten\n", id);
		return;
	}
	printf("%s: ", event->name);
	if (raw)
		print_raw(&out, event, data, size);
	else
		ktrace_print(&out, event->format, event->kinds, event->nr_args, data, size);
	putchar('\n');
}

/* ---------------------------------- streams ---------------------------------- */

/* Print what there is of all CPUs now, in the order of time. */
static void print_all(struct stream *streams, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		stream_begin(&streams[i]);
	for (i = 0; i < nr; i++)
		stream_next(&streams[i], &info);
	for (;;) {
		struct stream *first = NULL;

		for (i = 0; i < nr; i++) {
			if (streams[i].record && (!first || streams[i].time < first->time))
				first = &streams[i];
		}
		if (!first)
			break;
		print_record(first);
		stream_next(first, &info);
	}
	if (fflush(stdout))
		err(1, "output");
}

static void wait_for_events(const struct stream *streams, size_t nr)
{
	struct pollfd files[nr];
	size_t i;

	for (i = 0; i < nr; i++)
		files[i] = (struct pollfd) { .fd = streams[i].fd, .events = POLLIN };
	if (poll(files, nr, -1) < 0 && errno != EINTR)
		err(1, "poll");
}

static struct stream *open_streams(const char *dir, size_t *nr)
{
	struct stream *streams = NULL;
	char path[PATH_MAX];
	struct dirent **names;
	int found, i, cpu;

	snprintf(path, sizeof(path), "%s/buffers", dir);
	found = scandir(path, &names, NULL, versionsort);
	if (found < 0)
		err(1, "%s", path);
	for (i = 0; i < found; i++) {
		if (sscanf(names[i]->d_name, "cpu%d", &cpu) == 1) {
			streams = reallocarray(streams, *nr + 1, sizeof(*streams));
			if (!streams)
				err(1, "%s", path);
			snprintf(path, sizeof(path), "%s/buffers/cpu%d", dir, cpu);
			*nr += stream_open(&streams[*nr], &info, path, cpu);
		}
		free(names[i]);
	}
	free(names);

	return streams;
}

static void usage(FILE *to)
{
	fputs("usage: ktrace-cat [--follow] [--raw] [--dir DIR]\n"
	      "Prints the events that ktrace has recorded, and consumes them.\n"
	      "  -f, --follow   go on until interrupted\n"
	      "  -r, --raw      print the arguments without the format\n"
	      "  -d, --dir DIR  the folder of ktrace (/sys/kernel/debug/ktrace)\n", to);
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "follow", no_argument, NULL, 'f' },
		{ "raw", no_argument, NULL, 'r' },
		{ "dir", required_argument, NULL, 'd' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	const char *dir = "/sys/kernel/debug/ktrace";
	struct stream *streams;
	bool follow = false;
	size_t nr = 0;
	int option;

	while ((option = getopt_long(argc, argv, "frd:h", options, NULL)) >= 0) {
		switch (option) {
		case 'f':
			follow = true;
			break;
		case 'r':
			raw = true;
			break;
		case 'd':
			dir = optarg;
			break;
		case 'h':
			usage(stdout);
			return 0;
		default:
			usage(stderr);
			return 2;
		}
	}
	if (optind < argc) {
		usage(stderr);
		return 2;
	}
	snprintf(info_path, sizeof(info_path), "%s/info", dir);
	info_read(&info, info_path);
	streams = open_streams(dir, &nr);
	if (!nr)
		errx(1, "%s: no CPU has a buffer", dir);
	do {
		print_all(streams, nr);
		if (follow)
			wait_for_events(streams, nr);
	} while (follow);

	return 0;
}
