// SPDX-License-Identifier: GPL-2.0
/*
 * A program whose calls others judge: judged WAY FILE [PROGRAM [WORD...]]
 *
 * Writes its number to FILE, and then makes 10 getppid(), which it expects to end as WAY says:
 *   errno	seccomp turns them down
 *   trap	the same, with a signal
 *   allow	seccomp lets them pass
 *   kill	seccomp kills a child that makes one of them, and then none is made
 *   notify	a supervisor answers
 *   dispatch	the program sees to them itself
 *   return	the same, also while it returns from the signal, by the vDSO
 *   execute	instead, PROGRAM makes calls that seccomp lets pass
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../programs/judge.h"
#include "dispatch.h"
#include "mark.h"

#define CALLS	10
#define ANSWER	4711

/* Asks seccomp to do @action at getppid(). Returns a descriptor, if it is one with @flags. */
static int judge(unsigned int action, unsigned int flags)
{
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);

	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags,
		       judge_call(SYS_getppid, action));
}

static int killed(void)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		judge(SECCOMP_RET_KILL_PROCESS, 0);
		syscall(SYS_getppid);
		_exit(0);
	}
	waitpid(pid, &status, 0);

	return !WIFSIGNALED(status) || WTERMSIG(status) != SIGSYS;
}

/* The child answers as long as the parent asks. */
static int notified(void)
{
	int listener = judge(SECCOMP_RET_USER_NOTIF, SECCOMP_FILTER_FLAG_NEW_LISTENER);
	struct seccomp_notif_resp answer;
	struct seccomp_notif request;
	pid_t pid = fork();

	if (!pid) {
		for (;;) {
			memset(&request, 0, sizeof(request));
			if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &request))
				_exit(1);
			answer = (struct seccomp_notif_resp) { .id = request.id, .val = ANSWER };
			ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
		}
	}
	for (int i = 0; i < CALLS; i++) {
		if (syscall(SYS_getppid) != ANSWER)
			return 1;
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);

	return 0;
}

static int dispatched(void)
{
	if (dispatch(1, &selector))
		return 1;
	for (int i = 0; i < CALLS; i++) {
		selector = 1;
		syscall(SYS_getppid);
	}

	return signals != CALLS;
}

static int returned(void)
{
	selector_then = 1;
	if (dispatch(1, &selector))
		return 1;
	selector = 1;
	for (int i = 0; i < CALLS; i++)
		syscall(SYS_getppid);
	selector = 0;

	return signals != CALLS;
}

static int expect(long result, int error)
{
	for (int i = 0; i < CALLS; i++) {
		errno = 0;
		if (syscall(SYS_getppid) == -1 ? result != -1 || errno != error : result == -1)
			return 1;
	}

	return 0;
}

int main(int argc, char **argv)
{
	const char *way;

	if (argc < 3)
		return 2;
	be_marked(argv[2]);
	way = argv[1];
	signal(SIGSYS, on_sigsys);
	if (!strcmp(way, "errno"))
		return judge(SECCOMP_RET_ERRNO | EXDEV, 0) || expect(-1, EXDEV);
	if (!strcmp(way, "allow"))
		return judge(SECCOMP_RET_ALLOW, 0) || expect(0, 0);
	if (!strcmp(way, "execute"))
		return judge(SECCOMP_RET_ALLOW, 0) || execv(argv[3], argv + 3);
	if (!strcmp(way, "trap"))
		return judge(SECCOMP_RET_TRAP, 0) ||
		       (expect(0, 0), signals != CALLS);
	if (!strcmp(way, "kill"))
		return killed();
	if (!strcmp(way, "notify"))
		return notified();
	if (!strcmp(way, "dispatch"))
		return dispatched();
	if (!strcmp(way, "return"))
		return returned();

	return 2;
}
