// SPDX-License-Identifier: GPL-2.0
/*
 * A program that asks for dispatch of its calls, gives it up, and is debugged by one that looks at
 * that and changes it: dispatched FILE
 *
 * Writes its number to FILE, and what happened to standard output. The last number there is how
 * many getppid() the kernel has executed.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dispatch.h"
#include "mark.h"

#define SET_CONFIG	0x4210	/* PTRACE_SET_SYSCALL_USER_DISPATCH_CONFIG, since Linux 6.4 */
#define GET_CONFIG	0x4211
#define CALLS		5

struct config {
	unsigned long long mode, selector, offset, len;
};

static void call(int times)
{
	for (int i = 0; i < times; i++)
		syscall(SYS_getppid);
}

/* All calls are dispatched, the end of the process and the return from a signal, too. */
static void dispatch_all(void)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		dispatch(1, NULL);
		call(1);
		_exit(0);
	}
	waitpid(pid, &status, 0);
	printf("all: %s\n", WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS ? "killed" : "alive");
}

static int dispatch_none(void)
{
	printf("on: %d\n", dispatch(1, &selector));
	call(CALLS);
	selector = 1;
	call(1);
	printf("dispatched: %d\n", signals);
	printf("off: %d\n", dispatch(0, NULL));
	selector = 1;
	call(CALLS);

	return 2 * CALLS;
}

static void look(pid_t pid)
{
	struct config config = { 0 };
	long ret = ptrace(GET_CONFIG, pid, sizeof(config), &config);

	printf("a debugger sees: %ld, %llu, selector %d\n", ret, config.mode,
	       config.selector == (unsigned long)&selector);
}

static void change(pid_t pid, int mode)
{
	struct config config = { .mode = mode, .selector = mode ? (unsigned long)&selector : 0 };

	printf("and changes: %ld\n", ptrace(SET_CONFIG, pid, sizeof(config), &config));
}

/* Lets it go on to the next signal. */
static int go_on(pid_t pid, int signal)
{
	int status;

	ptrace(PTRACE_CONT, pid, NULL, signal);
	if (waitpid(pid, &status, 0) != pid)
		return 0;

	return WIFSTOPPED(status) ? WSTOPSIG(status) : WEXITSTATUS(status);
}

static int dispatch_debugged(void)
{
	int stop, status;
	pid_t pid = fork();

	if (!pid) {
		signals = 0;
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
		selector = 1;
		call(1);
		raise(SIGSTOP);
		selector = 1;
		call(CALLS);
		_exit(signals);
	}
	waitpid(pid, &status, 0);
	look(pid);
	change(pid, 1);
	look(pid);
	stop = go_on(pid, 0);
	if (stop == SIGSYS)
		stop = go_on(pid, SIGSYS);
	printf("stops: %d\n", stop == SIGSTOP);
	look(pid);
	change(pid, 0);
	look(pid);
	status = go_on(pid, 0);
	printf("debugged: %d\n", status);

	return CALLS + !status;
}

int main(int argc, char **argv)
{
	int calls;

	if (argc != 2)
		return 2;
	be_marked(argv[1]);
	setvbuf(stdout, NULL, _IONBF, 0);
	signal(SIGSYS, on_sigsys);
	dispatch_all();
	calls = dispatch_none();
	calls += dispatch_debugged();
	printf("calls: %d\n", calls);

	return 0;
}
