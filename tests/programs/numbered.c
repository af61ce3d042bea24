// SPDX-License-Identifier: GPL-2.0
/*
 * Threads that number their calls, so that whoever reads a trace can tell which are missing:
 *
 *	numbered THREADS CALLS [PARTS]
 *
 * Call number I, from 1, of each thread is lseek(-1, I, SEEK_SET). The first thread makes its calls in
 * so many parts: it waits for a line of input before each, also before it starts the others, and says
 * when it has made those of a part but the last one.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long nr_calls;

static void make_calls(long first, long last)
{
	long i;

	for (i = first; i <= last; i++)
		lseek(-1, i, SEEK_SET);
}

static void *make_all_calls(void *arg)
{
	make_calls(1, nr_calls);

	return arg;
}

static void make_calls_in_parts(int nr_parts)
{
	int i;

	for (i = 0; i < nr_parts; i++) {
		if (i) {
			puts("made");
			fflush(stdout);
			getchar();
		}
		make_calls(nr_calls * i / nr_parts + 1, nr_calls * (i + 1) / nr_parts);
	}
}

int main(int argc, char **argv)
{
	pthread_t threads[64];
	int nr_parts = 1;
	int nr, i;

	/* It has no cases, see case.h. */
	if (argc == 2 && !strcmp(argv[1], "--list"))
		return 0;
	if (argc < 3)
		return 2;
	nr = atoi(argv[1]);
	nr_calls = atol(argv[2]);
	if (nr < 1 || nr > 64)
		return 2;
	if (argc > 3) {
		nr_parts = atoi(argv[3]);
		getchar();
	}
	for (i = 1; i < nr; i++) {
		if (pthread_create(&threads[i], NULL, make_all_calls, NULL))
			return 1;
	}
	make_calls_in_parts(nr_parts);
	for (i = 1; i < nr; i++)
		pthread_join(threads[i], NULL);

	return 0;
}
