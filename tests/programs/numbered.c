// SPDX-License-Identifier: GPL-2.0
/*
 * Threads that number their calls, so that whoever reads a trace can tell which are missing:
 *
 *	numbered THREADS CALLS [wait]
 *
 * Call number I, from 1, of each thread is lseek(-1, I, SEEK_SET). With "wait", the program waits for
 * a line of input first.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long nr_calls;

static void *make_calls(void *arg)
{
	long i;

	for (i = 1; i <= nr_calls; i++)
		lseek(-1, i, SEEK_SET);

	return arg;
}

int main(int argc, char **argv)
{
	pthread_t threads[64];
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
	if (argc > 3)
		getchar();
	for (i = 1; i < nr; i++) {
		if (pthread_create(&threads[i], NULL, make_calls, NULL))
			return 1;
	}
	make_calls(NULL);
	for (i = 1; i < nr; i++)
		pthread_join(threads[i], NULL);

	return 0;
}
