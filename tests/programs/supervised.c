// SPDX-License-Identifier: GPL-2.0
/*
 * A task that waits in a call for another one, which lets the call go on:
 *
 *	supervised
 *
 * The call is getppid(). When it waits, the program writes a line with the task's pid. It lets the
 * task go on when it has read a byte.
 */
#include <linux/seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "judge.h"

int main(int argc, char **argv)
{
	struct seccomp_notif asked = { 0 };
	struct seccomp_notif_resp answer = { .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE };
	int listener, status;
	pid_t pid;
	char byte;

	/* It has no cases, see case.h. */
	if (argc == 2 && !strcmp(argv[1], "--list"))
		return 0;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return 1;
	listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
			   judge_call(SYS_getppid, SECCOMP_RET_USER_NOTIF));
	if (listener < 0)
		return 1;
	pid = fork();
	if (!pid)
		_exit(syscall(SYS_getppid) <= 0);
	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked))
		return 1;
	printf("%d\n", pid);
	fflush(stdout);
	if (read(STDIN_FILENO, &byte, 1) != 1)
		return 1;
	answer.id = asked.id;
	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer))
		return 1;

	return waitpid(pid, &status, 0) != pid || status;
}
