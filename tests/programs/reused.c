// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks that number their calls, one after the other with the same pid:
 *
 *	reused CALLS|CALLS,wait|CALLS,zombie|wait...
 *
 * Call number I, from 1, of each is lseek(-1, I, SEEK_SET). Each has its own number of calls. With
 * "wait", the program waits for a byte before it goes on; with ",wait", the task does before it
 * ends; with ",zombie", the program does when the task has ended, and has its pid yet. The program
 * must be run by root.
 */
#include <errno.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Make a child with the pid @pid, or with any if it is 0. */
static pid_t make_child(pid_t pid)
{
	struct clone_args args = {
		.exit_signal	= SIGCHLD,
		.set_tid	= pid ? (unsigned long)&pid : 0,
		.set_tid_size	= !!pid,
	};

	return syscall(SYS_clone3, &args, sizeof(args));
}

static int await(void)
{
	char byte;

	return read(STDIN_FILENO, &byte, 1) != 1;
}

int main(int argc, char **argv)
{
	pid_t child = 0;
	siginfo_t info;
	int status, i;
	long call;

	/* It has no cases, see case.h. */
	if (argc == 2 && !strcmp(argv[1], "--list"))
		return 0;
	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "wait")) {
			if (await())
				return 1;
			continue;
		}
		child = make_child(child);
		/* Somebody else has got it meanwhile. */
		if (child < 0 && errno == EEXIST)
			child = make_child(0);
		if (child < 0)
			return 1;
		if (!child) {
			for (call = 1; call <= atol(argv[i]); call++)
				lseek(-1, call, SEEK_SET);
			_exit(strstr(argv[i], ",wait") && await());
		}
		if (strstr(argv[i], ",zombie") &&
		    (waitid(P_PID, child, &info, WEXITED | WNOWAIT) || await()))
			return 1;
		if (waitpid(child, &status, 0) != child || status)
			return 1;
	}

	return 0;
}
