// SPDX-License-Identifier: GPL-2.0
/*
 * Lets a child read a trace: the libraries trust a file that may be damaged, and may crash or
 * compute without an end.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "isolate.h"
#include "shared/error.h"

#define MOST_SECONDS	60

void watch_progress(void)
{
	const struct itimerval timer = { .it_value.tv_sec = MOST_SECONDS };

	setitimer(ITIMER_PROF, &timer, NULL);
}

int isolate(const char *path)
{
	int status, sig;
	pid_t child;

	child = fork();
	if (child < 0)
		fail("cannot fork: %s", strerror(errno));
	if (!child)
		return -1;

	while (waitpid(child, &status, 0) < 0) {
		if (errno != EINTR)
			fail("cannot wait: %s", strerror(errno));
	}
	if (WIFEXITED(status))
		return WEXITSTATUS(status);

	sig = WTERMSIG(status);
	if (sig == SIGPROF)
		fail("'%s' is damaged: reading it comes to no end", path);
	if (sig != SIGSEGV && sig != SIGBUS && sig != SIGABRT && sig != SIGFPE && sig != SIGILL) {
		/* Not a crash: the reader of the output is gone, or the user ended the child. */
		signal(sig, SIG_DFL);
		raise(sig);
	}
	fail("'%s' is damaged: a library that was to read it gave up (%s)", path, strsignal(sig));
}
