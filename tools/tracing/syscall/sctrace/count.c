// SPDX-License-Identifier: GPL-2.0
/*
 * The table of -c and -C, in the form of strace. The kernel has counted the calls.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "shared/error.h"
#include "count.h"
#include "instance.h"
#include "settings.h"

#define RULE	"------ ----------- ----------- --------- --------- ----------------\n"

/**
 * struct row - a call of an ABI
 * @name: its name
 * @abi: the name of the ABI
 * @calls: how many calls had a result
 * @errors: how many of these failed
 * @seconds: what they took, or were on a CPU, in sum
 * @min: the shortest one in microseconds
 * @max: the longest one
 * @place: in the kernel's order
 */
struct row {
	char			name[48];
	char			abi[16];
	unsigned long long	calls;
	unsigned long long	errors;
	double			seconds;
	double			min;
	double			max;
	size_t			place;
};

/* What strace calls the ABIs; the first one has a table without a title. */
static const struct {
	const char	*abi, *title;
} tables[] = {
	{ "x86_64", NULL }, { "i386", "32 bit" }, { "x32", "x32" },
};

/* The columns of a line of syscall_stats that has all of them. Only the errors may be missing. */
enum {
	PERCENT, SECONDS, AVERAGE, CALLS, ERRORS, NAME, ABI, ERRNO, NO_RESULT, ASLEEP, ON_CPU,
	MIN, P50, P95, P99, MAX, NR_COLUMNS,
};

/* A number of an object, in the unit of @scale; 0: the object has none with this name. */
static double number_in(const char *object, const char *name, double scale)
{
	const char *at = strstr(object, name);

	return at ? strtod(at + strlen(name), NULL) / scale : 0;
}

/* Reads an object of syscall_stats, which are there in place of lines if somebody wants JSON. */
static bool read_object(const char *object, struct row *row)
{
	const char *name = strstr(object, ",\"name\":\"");

	*row = (struct row) { };
	if (!name || sscanf(object, "{\"type\":\"stat\",\"abi\":\"%15[^\"]\"", row->abi) != 1 ||
	    sscanf(name, ",\"name\":\"%47[^\"]\"", row->name) != 1)
		return false;
	row->calls = number_in(object, ",\"calls\":", 1) - number_in(object, ",\"no_result\":", 1);
	row->errors = number_in(object, ",\"errors\":", 1);
	row->seconds = number_in(object, ",\"total\":", 1e9);
	if (!settings.wall)
		row->seconds -= number_in(object, ",\"asleep\":", 1e9);
	row->min = number_in(object, ",\"min\":", 1e3);
	row->max = number_in(object, ",\"max\":", 1e3);

	return row->calls;
}

/* Reads a line of syscall_stats; false: it is none of a call. */
static bool read_row(char *line, struct row *row)
{
	char *column[NR_COLUMNS] = { }, *word;
	unsigned long long none;
	size_t nr = 0;

	if (*line == '{')
		return read_object(line, row);
	while ((word = strsep(&line, " "))) {
		if (!*word)
			continue;
		if (nr == ERRORS && !isdigit((unsigned char)*word))
			column[nr++] = "0";
		if (nr < NR_COLUMNS)
			column[nr] = word;
		nr++;
	}
	if (nr != NR_COLUMNS || !isdigit((unsigned char)*column[PERCENT]))
		return false;

	*row = (struct row) { };
	snprintf(row->name, sizeof(row->name), "%s", column[NAME]);
	snprintf(row->abi, sizeof(row->abi), "%s", column[ABI]);
	none = strtoull(column[NO_RESULT], NULL, 10);
	row->calls = strtoull(column[CALLS], NULL, 10) - none;
	row->errors = strtoull(column[ERRORS], NULL, 10);
	row->seconds = strtod(column[settings.wall ? SECONDS : ON_CPU], NULL);
	row->min = strtod(column[MIN], NULL);
	row->max = strtod(column[MAX], NULL);

	return row->calls;
}

static int more(double a, double b)
{
	return (a < b) - (a > b);
}

static int compare(const void *one, const void *other)
{
	const struct row *a = one, *b = other;
	int order = 0;

	switch (settings.sort) {
	case SORT_TIME:
		order = more(a->seconds, b->seconds);
		break;
	case SORT_MIN:
		order = more(a->min, b->min);
		break;
	case SORT_MAX:
		order = more(a->max, b->max);
		break;
	case SORT_AVERAGE:
		order = more(a->seconds / a->calls, b->seconds / b->calls);
		break;
	case SORT_CALLS:
		order = more(a->calls, b->calls);
		break;
	case SORT_ERRORS:
		order = more(a->errors, b->errors);
		break;
	case SORT_NAME:
		order = strcmp(a->name, b->name);
		break;
	case SORT_NOTHING:
		break;
	}

	return order ?: (a->place > b->place) - (a->place < b->place);
}

static void print_row(FILE *out, double all, const struct row *row, const char *name)
{
	char errors[24] = "";

	if (row->errors)
		snprintf(errors, sizeof(errors), "%llu", row->errors);
	fprintf(out, "%6.2f %11.6f %11llu %9llu %9s %s\n",
		all > 0 ? 100 * row->seconds / all : 0, row->seconds,
		row->calls ? (unsigned long long)(row->seconds * 1e6 / row->calls) : 0, row->calls,
		errors, name);
}

static void print_table(FILE *out, const struct row *rows, size_t nr, const char *abi)
{
	struct row total = { };
	size_t i;

	for (i = 0; i < nr; i++) {
		if (strcmp(rows[i].abi, abi))
			continue;
		total.calls += rows[i].calls;
		total.errors += rows[i].errors;
		total.seconds += rows[i].seconds;
	}
	fputs("% time     seconds  usecs/call     calls    errors syscall\n" RULE, out);
	for (i = 0; i < nr; i++) {
		if (!strcmp(rows[i].abi, abi) && !ferror(out))
			print_row(out, total.seconds, &rows[i], rows[i].name);
	}
	fputs(RULE, out);
	print_row(out, total.seconds, &total, "total");
}

static bool has_abi(const struct row *rows, size_t nr, const char *abi)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		if (!strcmp(rows[i].abi, abi))
			return true;
	}

	return false;
}

void count_print(FILE *out)
{
	char *text = instance_read("syscall_stats"), *rest = text, *line;
	struct row *rows = NULL, row;
	size_t nr = 0, i;

	while ((line = strsep(&rest, "\n"))) {
		if (!read_row(line, &row))
			continue;
		row.place = nr;
		rows = reallocarray(rows, nr + 1, sizeof(*rows));
		if (!rows)
			fail("not enough memory");
		rows[nr++] = row;
	}
	free(text);
	if (nr)
		qsort(rows, nr, sizeof(*rows), compare);
	for (i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
		if (!has_abi(rows, nr, tables[i].abi))
			continue;
		if (tables[i].title)
			fprintf(out, "System call usage summary for %s mode:\n", tables[i].title);
		print_table(out, rows, nr, tables[i].abi);
	}
	free(rows);
}
