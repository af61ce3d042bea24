// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks that stand still wherever a task can: sleepers FILE
 *
 * Each writes its number to FILE, and then is held by a debugger at the beginning of a call,
 * at its end, at an event within it, or at a signal; waits for seccomp's supervisor, for its
 * child of vfork(), for time, for input; or is stopped. Prints "asleep" when all are. At the end
 * of the input, it lets them go on. Each has to end by itself, with status 7.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../programs/judge.h"
#include "mark.h"

#define FINE	7

static const char *mark;
/* What all wait for: its end is closed. */
static int gate[2];

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void wait_for_gate(void)
{
	char byte;

	while (read(gate[0], &byte, 1) < 0 && errno == EINTR)
		;
}

/* ------------------------- what the tasks do ------------------------- */

static void debugged(void)
{
	ptrace(PTRACE_TRACEME);
	raise(SIGSTOP);
	syscall(SYS_getppid);
}

static void forking(void)
{
	int status;
	pid_t pid;

	ptrace(PTRACE_TRACEME);
	raise(SIGSTOP);
	pid = fork();
	if (!pid)
		_exit(FINE);
	waitpid(pid, &status, 0);
}

static void executing(void)
{
	ptrace(PTRACE_TRACEME);
	raise(SIGSTOP);
	execl("/proc/self/exe", "sleepers", "end", NULL);
}

static void signalled(void)
{
	ptrace(PTRACE_TRACEME);
	raise(SIGSTOP);
	raise(SIGUSR1);
}

static void asking(void)
{
	if (syscall(SYS_getppid) != FINE)
		_exit(1);
}

static void vforking(void)
{
	int status;
	pid_t pid = vfork();

	if (!pid) {
		wait_for_gate();
		_exit(FINE);
	}
	waitpid(pid, &status, 0);
}

static void stopped(void)
{
	raise(SIGSTOP);
}

static pid_t start(void (*what)(void))
{
	pid_t pid = fork();

	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		/* Whoever reads what is printed waits for this process alone. */
		close(1);
		close(gate[1]);
		be_marked(mark);
		what();
		_exit(FINE);
	}

	return pid;
}

/* ------------------------- what holds them there ------------------------- */

static int wait_stop(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, __WALL | WUNTRACED) != pid || !WIFSTOPPED(status))
		die("no stop");

	return status;
}

/* Lets a debugged task go on to its next stops: @requests has one each. */
static pid_t hold(void (*what)(void), const int *requests, int count)
{
	pid_t pid = start(what);

	wait_stop(pid);
	ptrace(PTRACE_SETOPTIONS, pid, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK |
	       PTRACE_O_TRACEEXEC);
	for (int i = 0; i < count; i++) {
		if (ptrace(requests[i], pid, 0, 0))
			die("ptrace");
		wait_stop(pid);
	}

	return pid;
}

static pid_t ask(int *listener)
{
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	*listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
			    SECCOMP_FILTER_FLAG_NEW_LISTENER,
			    judge_call(SYS_getppid, SECCOMP_RET_USER_NOTIF));
	if (*listener < 0)
		die("seccomp");

	return start(asking);
}

/* Lets a task that is debugged go to its end. Children that it has are debugged, too. */
static void finish_debugged(pid_t pid)
{
	int status;
	pid_t got;

	ptrace(PTRACE_CONT, pid, 0, 0);
	while ((got = waitpid(-1, &status, __WALL)) > 0) {
		if (WIFSTOPPED(status)) {
			ptrace(PTRACE_CONT, got, 0, 0);
			continue;
		}
		if (!WIFEXITED(status) || WEXITSTATUS(status) != FINE) {
			printf("a debugged task ended with status %x\n", status);
			exit(1);
		}
		if (got == pid)
			return;
	}
	die("waitpid");
}

static void finish(const char *name, pid_t pid)
{
	int status;

	if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status) ||
	    WEXITSTATUS(status) != FINE) {
		printf("%s ended with status %x\n", name, status);
		exit(1);
	}
}

int main(int argc, char **argv)
{
	static const int to_entry[] = { PTRACE_SYSCALL };
	static const int to_exit[] = { PTRACE_SYSCALL, PTRACE_SYSCALL };
	static const int to_event[] = { PTRACE_CONT };
	struct seccomp_notif request = { };
	struct seccomp_notif_resp answer = { };
	pid_t held[5], waiting, asked, vforked, stop;
	int listener;
	char byte;

	if (argc != 2)
		return 1;
	mark = argv[1];
	if (!strcmp(mark, "end"))
		return FINE;
	if (pipe2(gate, O_CLOEXEC))
		die("pipe");
	held[0] = hold(debugged, to_entry, 1);
	held[1] = hold(debugged, to_exit, 2);
	held[2] = hold(forking, to_event, 1);
	held[3] = hold(executing, to_event, 1);
	held[4] = hold(signalled, to_event, 1);
	waiting = start(wait_for_gate);
	vforked = start(vforking);
	stop = start(stopped);
	wait_stop(stop);
	asked = ask(&listener);
	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &request))
		die("SECCOMP_IOCTL_NOTIF_RECV");
	puts("asleep");
	fflush(stdout);
	while (read(0, &byte, 1) > 0)
		;

	close(gate[1]);
	finish("a task that waited for input", waiting);
	finish("a task in vfork()", vforked);
	kill(stop, SIGCONT);
	finish("a task that was stopped", stop);
	answer.id = request.id;
	answer.val = FINE;
	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer))
		die("SECCOMP_IOCTL_NOTIF_SEND");
	finish("a task that asked its supervisor", asked);
	for (int i = 0; i < 5; i++)
		finish_debugged(held[i]);
	puts("fine");

	return 0;
}
