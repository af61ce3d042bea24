// SPDX-License-Identifier: GPL-2.0
/*
 * The lines that the kernel prints in front of the records of a trace.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/types.h>

#include "header.h"
#include "lines/line.h"
#include "records/source.h"
#include "shared/error.h"
#include "shared/printable.h"

/* Adds the numbers behind a word in the statistics of each CPU to @of_cpus; returns their sum. */
static unsigned long long count(const struct source *src, const char *word,
				unsigned long long *of_cpus)
{
	static const char cpu_word[] = "CPU: ";
	unsigned long long sum = 0, cpu = ULLONG_MAX, number;
	char *text = source_stats(src);
	char *line, *rest = text;

	while ((line = strsep(&rest, "\n"))) {
		if (!strncmp(line, cpu_word, strlen(cpu_word)))
			cpu = strtoull(line + strlen(cpu_word), NULL, 10);
		if (strncmp(line, word, strlen(word)))
			continue;
		number = strtoull(line + strlen(word), NULL, 10);
		sum += number;
		if (cpu < (unsigned int)source_cpus(src))
			of_cpus[cpu] += number;
	}
	free(text);

	return sum;
}

unsigned long long header_count_overwritten(const struct source *src, unsigned long long *of_cpus)
{
	return count(src, "overrun: ", of_cpus);
}

void header_count_refused(const struct source *src, unsigned long long *of_cpus)
{
	/* It was full; or it became full while an interrupt wrote inside another record. */
	count(src, "dropped events: ", of_cpus);
	count(src, "commit overrun: ", of_cpus);
}

static void print_columns(void)
{
	bool tgid = option_is_on(OPTION_RECORD_TGID);
	int space = tgid ? 12 : 2;

	if (!option_is_on(OPTION_IRQ_INFO)) {
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

void header_print(struct source *src, unsigned long long records, unsigned long long overwritten)
{
	char *saved = source_tracer(src);
	const char *tracer = *saved ? saved : "syscall";
	char *shown = printable_copy(tracer, "");

	if (!shown)
		fail("not enough memory");
	printf("# tracer: %s\n#\n", shown);
	free(shown);
	if (option_is_on(OPTION_CONTEXT_INFO)) {
		printf("# entries-in-buffer/entries-written: %llu/%llu   #P:%d\n#\n", records,
		       records + overwritten, source_online(src));
		print_columns();
		if (!strcmp(tracer, "syscall"))
			fputs(SYSCALL_TRACE_HEADER, stdout);
	}
	free(saved);
}
