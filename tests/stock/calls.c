// SPDX-License-Identifier: GPL-2.0
/*
 * Makes known numbers of calls: calls FILE N
 *
 * Writes its number to FILE, and then makes N getppid() itself, N getpgrp() in a child, N
 * getsid() in a child of vfork(), and N gettid() in a thread.
 */
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mark.h"

static int count;
static char stack[1 << 16] __attribute__((aligned(16)));

static void make(long nr)
{
	for (int i = 0; i < count; i++)
		syscall(nr, 0);
}

static int thread(void *arg)
{
	(void)arg;
	make(SYS_gettid);
	syscall(SYS_exit, 0);

	return 0;
}

int main(int argc, char **argv)
{
	int status = 0;
	pid_t pid;

	if (argc != 3)
		return 2;
	be_marked(argv[1]);
	count = atoi(argv[2]);
	make(SYS_getppid);

	pid = fork();
	if (!pid) {
		make(SYS_getpgrp);
		_exit(0);
	}
	if (waitpid(pid, &status, 0) != pid || status)
		return 1;

	pid = vfork();
	if (!pid) {
		make(SYS_getsid);
		_exit(0);
	}
	if (waitpid(pid, &status, 0) != pid || status)
		return 1;

	pid = clone(thread, stack + sizeof(stack), CLONE_VM | CLONE_FS | CLONE_FILES, NULL);
	if (pid < 0 || waitpid(pid, &status, __WALL) != pid || status)
		return 1;

	return 0;
}
