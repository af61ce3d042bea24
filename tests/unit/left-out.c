// SPDX-License-Identifier: GPL-2.0
/*
 * Looks for members that no line shows.
 *
 *	left-out LIST
 *
 * Of each structure of the table, it changes each bit of many contents. A byte of which no bit
 * changes what is printed is left out in silence, unless dots stand for what is not shown. LIST
 * has those that are meant, as `TYPE FROM..TO`, and behind a # why; a TYPE may end with a `*`.
 * Padding between members does not count, nor do structures that are printed by the whole call.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"

#define SIZE_MOST	1024
#define CONTENTS	200
#define RANGES_MOST	256

struct range {
	char	type[64];
	size_t	from;
	size_t	to;
	bool	found;
};

static struct range ranges[RANGES_MOST];
static unsigned int nr_ranges;
static int failed;

static void die(const char *what, const char *text)
{
	fprintf(stderr, "left-out: %s: %s\n", what, text);
	exit(2);
}

static void read_list(const char *name)
{
	FILE *file = fopen(name, "r");
	struct range *range = ranges;
	char line[512];

	if (!file)
		die("cannot read", name);
	while (fgets(line, sizeof(line), file)) {
		if (*line == '#' || *line == '\n')
			continue;
		if (range == ranges + RANGES_MOST)
			die("too many ranges", name);
		if (sscanf(line, "%63s %zu..%zu", range->type, &range->from, &range->to) != 3 ||
		    !strchr(line, '#'))
			die("not a structure, bytes and a reason", line);
		range++;
	}
	nr_ranges = range - ranges;
	fclose(file);
}

/* Print a structure as the first argument of a call. */
static void print(struct trace_seq *s, const struct syscall_trace_type *type, const u8 *data,
		  size_t len)
{
	static const struct syscall_trace_arg args[SYSCALL_TRACE_MAX_ARGS];
	static const struct syscall_trace_call call = {
		.nr_args = SYSCALL_TRACE_MAX_ARGS, .args = args,
	};
	static struct record copies;
	struct syscall_trace_fmt fmt = {
		.s = s, .call = &call, .nr_args = SYSCALL_TRACE_MAX_ARGS,
		.at_exit = true, .end = SYSCALL_TRACE_TEXT_MAX,
	};

	copies.size = 0;
	record_blob(&copies, 0, 0, SYSCALL_TRACE_BLOB_OK, data, len);
	fmt.blobs = (struct syscall_trace_blobs){ copies.data, copies.size };
	fmt.blob = syscall_trace_find_in(&fmt, 0, 0);
	trace_seq_init(s);
	syscall_trace_print_struct(&fmt, type, fmt.blob->data, len);
	trace_seq_putc(s, 0);
}

static void fill(const struct syscall_trace_type *type, unsigned int nr, u8 *data, size_t len)
{
	size_t i;

	memset(data, nr == 1 ? 0xff : 0, len);
	if (nr >= 2 && nr - 2 < type->nr_fields) {
		record_satisfy(type, &type->fields[nr - 2], SYSCALL_TRACE_WIDE, data);
	} else if (nr >= 2) {
		/* Small numbers decide more than large ones. */
		for (i = 0; i < len; i++)
			data[i] = nr % 2 ? rand() : rand() & 7 ? 0 : rand() & 31;
	}
}

static const struct syscall_trace_field *
member_at(const struct syscall_trace_type *type, size_t pos)
{
	unsigned int i;

	for (i = 0; i < type->nr_fields; i++) {
		const struct syscall_trace_field *field = &type->fields[i];
		size_t start = field->offset[SYSCALL_TRACE_WIDE];
		size_t size = field->size[SYSCALL_TRACE_WIDE] * (size_t)(field->nr ?: 1);

		if (pos >= start && pos < start + size)
			return field;
	}

	return NULL;
}

static bool changes(const struct syscall_trace_type *type, u8 *data, size_t len, size_t pos,
		    const struct trace_seq *before)
{
	static struct trace_seq after;
	unsigned int bit;

	for (bit = 0; bit < 8; bit++) {
		data[pos] ^= 1 << bit;
		print(&after, type, data, len);
		data[pos] ^= 1 << bit;
		if (strcmp(before->buffer, after.buffer))
			return true;
	}

	return false;
}

static bool is_of(const struct range *range, const struct syscall_trace_type *type)
{
	size_t len = strcspn(range->type, "*");

	return range->type[len] ? !strncmp(range->type, type->name, len) :
				  !strcmp(range->type, type->name);
}

static void report(const struct syscall_trace_type *type, size_t from, size_t to)
{
	unsigned int i;

	for (i = 0; i < nr_ranges; i++) {
		if (is_of(&ranges[i], type) && ranges[i].from <= from && to <= ranges[i].to) {
			ranges[i].found = true;
			return;
		}
	}
	printf("not ok - no line shows %s of %s, bytes %zu..%zu\n",
	       member_at(type, from)->name ?: "what", type->name, from, to);
	failed = 1;
}

/* An inner structure has been looked at by itself. */
static bool counts(const struct syscall_trace_type *type, size_t pos)
{
	const struct syscall_trace_field *field = member_at(type, pos);

	return field && field->type->sort != SYSCALL_TRACE_STRUCT;
}

static void look_at(const struct syscall_trace_type *type)
{
	size_t len = type->size[SYSCALL_TRACE_WIDE], from, to;
	static struct trace_seq before;
	u8 data[SIZE_MOST], shown[SIZE_MOST] = { };
	unsigned int nr;

	srand(1);
	for (nr = 0; nr < CONTENTS; nr++) {
		fill(type, nr, data, len);
		print(&before, type, data, len);
		if (!nr && strstr(before.buffer, "..."))
			return;
		for (from = 0; from < len; from++)
			shown[from] |= shown[from] || changes(type, data, len, from, &before);
		if (!memchr(shown, 0, len))
			return;
	}
	for (from = 0; from < len; from = to + 1) {
		for (to = from; to + 1 < len && member_at(type, to + 1) == member_at(type, from) &&
		     shown[to + 1] == shown[from]; to++)
			;
		if (!shown[from] && counts(type, from))
			report(type, from, to);
	}
}

int main(int argc, char **argv)
{
	unsigned int i, looked = 0;

	if (argc != 2)
		die("usage", "left-out LIST");
	read_list(argv[1]);
	for (i = 0; i < syscall_trace_nr_types; i++) {
		const struct syscall_trace_type *type = syscall_trace_types[i];
		size_t len = type->size[SYSCALL_TRACE_WIDE];

		if (type->sort != SYSCALL_TRACE_STRUCT || !type->nr_fields || !len ||
		    len > SIZE_MOST || type->abbreviated)
			continue;
		look_at(type);
		looked++;
	}
	for (i = 0; i < nr_ranges; i++) {
		if (!ranges[i].found) {
			printf("not ok - bytes %zu..%zu of %s are shown\n", ranges[i].from,
			       ranges[i].to, ranges[i].type);
			failed = 1;
		}
	}
	if (!failed)
		printf("ok - lines show all members, or the list says why not\n# %u structures\n",
		       looked);

	return failed;
}
