// SPDX-License-Identifier: GPL-2.0
/*
 * A thread that executes a program, and so takes over the pid of its process. Its calls are numbered:
 *
 *	executed CALLS stay|leave|call [FILE]
 *
 * Calls 1 to CALLS are lseek(-1, I, SEEK_SET), then comes execve(), and the program makes as many
 * again. Meanwhile, the first thread stays, or has left, or has made as many calls before, and stays.
 * If the program is FILE, it makes what it likes. It says that it is there, and begins when it has read
 * something, so that nobody has to begin to trace it while it is being executed.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char **args;

static void make_calls(long first, long last)
{
	long i;

	for (i = first; i <= last; i++)
		lseek(-1, i, SEEK_SET);
}

static void *make_and_execute(void *arg)
{
	long nr = atol(args[1]);

	make_calls(1, nr);
	execl(args[3] ?: args[0], args[0], args[1], "again", NULL);

	return arg;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	/* It has no cases, see case.h. */
	if (argc == 2 && !strcmp(argv[1], "--list"))
		return 0;
	if (argc != 3 && argc != 4)
		return 2;
	args = argv;
	if (!strcmp(argv[2], "again")) {
		make_calls(atol(argv[1]) + 1, 2 * atol(argv[1]));
		return 0;
	}
	puts("ready");
	fflush(stdout);
	getchar();
	if (!strcmp(argv[2], "call"))
		make_calls(1, atol(argv[1]));
	if (pthread_create(&thread, NULL, make_and_execute, NULL))
		return 1;
	if (!strcmp(argv[2], "leave"))
		pthread_exit(NULL);
	pause();

	return 1;
}
