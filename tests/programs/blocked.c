// SPDX-License-Identifier: GPL-2.0
/*
 * Says so, and waits in a call that it does not leave before a SIGUSR1 comes: for tests of who
 * begins to trace it there. With --list, it has no cases.
 */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void ignore(int sig)
{
	(void)sig;
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		return 0;
	signal(SIGUSR1, ignore);
	puts("blocking");
	fflush(stdout);
	pause();

	return 0;
}
