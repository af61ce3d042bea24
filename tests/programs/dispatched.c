// SPDX-License-Identifier: GPL-2.0
/*
 * A task makes a call, and the kernel waits for memory in which the program says what to do with
 * it (syscall user dispatch). Then a debugger makes another call of it:
 *
 *	dispatched
 *
 * The call is getppid(), and becomes getpgrp(). When the kernel waits, the program writes a line
 * with the task's pid. The memory is there when it has read a byte.
 */
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <fcntl.h>
#include <unistd.h>

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH	59
#endif
#define DISPATCH_ON	1

#ifdef __i386__
#define NUMBER_REG	orig_eax
#else
#define NUMBER_REG	orig_rax
#endif

#define SIZE	4096

static char *selector;
static int faults;

/* The memory has zeros, by which calls are allowed. */
static void *provide(void *unused)
{
	struct uffdio_zeropage zeros = {
		.range = { .start = (unsigned long)selector, .len = SIZE },
	};
	struct uffd_msg msg;
	char byte;

	(void)unused;
	if (read(faults, &msg, sizeof(msg)) != sizeof(msg))
		_exit(1);
	printf("%d\n", getpid());
	fflush(stdout);
	if (read(STDIN_FILENO, &byte, 1) != 1 || ioctl(faults, UFFDIO_ZEROPAGE, &zeros))
		_exit(1);

	return NULL;
}

static int make_call(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register where = {
		.range = { .len = SIZE }, .mode = UFFDIO_REGISTER_MODE_MISSING,
	};
	pthread_t thread;

	selector = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	where.range.start = (unsigned long)selector;
	faults = syscall(SYS_userfaultfd, O_CLOEXEC);
	if (faults < 0 || ioctl(faults, UFFDIO_API, &api) ||
	    ioctl(faults, UFFDIO_REGISTER, &where) || pthread_create(&thread, NULL, provide, NULL))
		return 1;
	if (ptrace(PTRACE_TRACEME, 0, 0, 0) || raise(SIGSTOP) ||
	    prctl(PR_SET_SYSCALL_USER_DISPATCH, DISPATCH_ON, 0, 0, selector))
		return 1;

	return syscall(SYS_getppid) <= 0;
}

int main(int argc, char **argv)
{
	struct user_regs_struct regs;
	int status;
	pid_t pid;

	/* It has no cases, see case.h. */
	if (argc == 2 && !strcmp(argv[1], "--list"))
		return 0;
	pid = fork();
	if (!pid)
		_exit(make_call());
	if (waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status))
		return 1;
	do {
		if (ptrace(PTRACE_SYSCALL, pid, 0, 0) || waitpid(pid, &status, 0) != pid ||
		    !WIFSTOPPED(status) || ptrace(PTRACE_GETREGS, pid, 0, &regs))
			return 1;
	} while ((int)regs.NUMBER_REG != SYS_getppid);
	regs.NUMBER_REG = SYS_getpgrp;
	if (ptrace(PTRACE_SETREGS, pid, 0, &regs) || ptrace(PTRACE_DETACH, pid, 0, 0))
		return 1;

	return waitpid(pid, &status, 0) != pid || status;
}
