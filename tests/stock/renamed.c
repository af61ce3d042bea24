// SPDX-License-Identifier: GPL-2.0
/*
 * A program whose debugger writes another number in place of that of a call that has been executed
 * as it was: renamed FILE
 *
 * The program has a filter of seccomp that lets all pass. It writes its number to FILE, and then
 * calls fork() and vfork(). At the event within each, the debugger makes getppid() of it.
 */
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../programs/judge.h"
#include "mark.h"

#define NUMBER	offsetof(struct user_regs_struct, orig_rax)

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void program(const char *path)
{
	int status;
	pid_t pid;

	be_marked(path);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0,
		    judge_call(SYS_getpgrp, SECCOMP_RET_ALLOW)))
		die("seccomp");
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		die("PTRACE_TRACEME");
	raise(SIGSTOP);
	pid = syscall(SYS_fork);
	if (!pid)
		_exit(0);
	waitpid(pid, &status, 0);
	pid = vfork();
	if (!pid)
		_exit(0);
	waitpid(pid, &status, 0);
	_exit(0);
}

int main(int argc, char **argv)
{
	int status, events = 0;
	pid_t pid;

	if (argc != 2)
		return 2;
	pid = fork();
	if (!pid)
		program(argv[1]);
	if (waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status))
		die("the first stop");
	/* Nobody waits for the children: they are not debugged for long. */
	if (ptrace(PTRACE_SETOPTIONS, pid, 0, PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK))
		die("PTRACE_SETOPTIONS");
	if (ptrace(PTRACE_CONT, pid, 0, 0))
		die("PTRACE_CONT");
	while ((pid = waitpid(-1, &status, __WALL)) > 0) {
		int event = status >> 16, signal = WSTOPSIG(status);

		if (!WIFSTOPPED(status))
			continue;
		if (event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK) {
			events++;
			if (ptrace(PTRACE_POKEUSER, pid, NUMBER, SYS_getppid))
				die("PTRACE_POKEUSER");
		}
		if (ptrace(PTRACE_CONT, pid, 0, event || signal == SIGSTOP ? 0 : signal))
			die("PTRACE_CONT");
	}

	return events != 2;
}
