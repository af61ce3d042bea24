// SPDX-License-Identifier: GPL-2.0
/*
 * A program whose debugger makes other calls of those that it asks for: rewritten WAY FILE
 *
 * The program writes its number to FILE, and then makes the call that WAY says:
 *   path	execve() of a program gets the path of another one
 *   execute	getppid() becomes an execve()
 *   signal	kill() of a child gets another signal
 *   judged	getppid() becomes getpgrp(), which seccomp turns down with a signal
 *   twice	getppid() becomes getpgrp() and, when seccomp asks, getuid()
 *   leave	getppid() becomes exit_group()
 *   emulate	getppid() is not executed; what was changed is none
 *   killed	the same, because the program is killed
 *   ended	getppid() has been executed when the number is changed
 *   leaving	exit_group(), too
 */
#include <errno.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../programs/judge.h"
#include "mark.h"

#ifndef PTRACE_SYSEMU
#define PTRACE_SYSEMU 31
#endif

#define REG(name)	offsetof(struct user_regs_struct, name)
#define AT_CALL		(SIGTRAP | 0x80)
#define STATUS		3

/* The debugger is a copy of the program, so that both have these at the same addresses. */
static const char other_path[] = "/bin/true";
static char *const words[] = { "this", NULL };

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void ignore(int signal)
{
	(void)signal;
}

/* ---------------------------- the program ---------------------------- */

static void judge(unsigned int nr, unsigned int action)
{
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, judge_call(nr, action)))
		die("seccomp");
}

static void kill_child(void)
{
	pid_t pid = fork();

	if (!pid) {
		pause();
		_exit(0);
	}
	kill(pid, 0);
	waitpid(pid, NULL, 0);
}

static void program(const char *way, const char *path)
{
	be_marked(path);
	signal(SIGSYS, ignore);
	if (!strcmp(way, "judged"))
		judge(SYS_getpgrp, SECCOMP_RET_TRAP);
	if (!strcmp(way, "twice"))
		judge(SYS_getpgrp, SECCOMP_RET_TRACE);
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		die("PTRACE_TRACEME");
	/* The next call is the one that is meant: raise() makes more. */
	kill(getpid(), SIGSTOP);
	if (!strcmp(way, "path"))
		execv("/bin/false", words);
	else if (!strcmp(way, "signal"))
		kill_child();
	else if (strcmp(way, "leaving"))
		syscall(SYS_getppid);
	_exit(STATUS);
}

/* ---------------------------- the debugger ---------------------------- */

static void set(pid_t pid, size_t offset, unsigned long value)
{
	if (ptrace(PTRACE_POKEUSER, pid, offset, value))
		die("PTRACE_POKEUSER");
}

static void make_execve(pid_t pid)
{
	set(pid, REG(orig_rax), SYS_execve);
	set(pid, REG(rdi), (uintptr_t)other_path);
	set(pid, REG(rsi), (uintptr_t)words);
	set(pid, REG(rdx), 0);
}

/* At the beginning of a call. Returns whether it was the one that WAY means. */
static int change(pid_t pid, const char *way, long nr)
{
	if (!strcmp(way, "path") && nr == SYS_execve)
		set(pid, REG(rdi), (uintptr_t)other_path);
	else if (!strcmp(way, "signal") && nr == SYS_kill)
		set(pid, REG(rsi), SIGKILL);
	else if (nr != SYS_getppid)
		return 0;
	else if (!strcmp(way, "execute"))
		make_execve(pid);
	else if (!strcmp(way, "judged") || !strcmp(way, "twice"))
		set(pid, REG(orig_rax), SYS_getpgrp);
	else if (!strcmp(way, "emulate") || !strcmp(way, "killed"))
		set(pid, REG(orig_rax), SYS_getuid);
	else if (!strcmp(way, "leave")) {
		set(pid, REG(orig_rax), SYS_exit_group);
		set(pid, REG(rdi), STATUS);
	}

	return 1;
}

/* Debugs until the program has ended. Returns whether it did in the way that is expected. */
static int debug(pid_t pid, const char *way)
{
	int request = strcmp(way, "emulate") ? PTRACE_SYSCALL : PTRACE_SYSEMU;
	int status, found = 0;

	while (waitpid(pid, &status, 0) == pid && WIFSTOPPED(status)) {
		int event = status >> 16, signal = WSTOPSIG(status);
		long nr = ptrace(PTRACE_PEEKUSER, pid, REG(orig_rax), 0);

		if (signal == AT_CALL && !event && found == 1) {
			/* The other end of it. */
			found = 2;
			if (!strcmp(way, "ended"))
				set(pid, REG(orig_rax), SYS_getuid);
			request = PTRACE_CONT;
		} else if (signal == AT_CALL && !event && !found && change(pid, way, nr)) {
			found = 1;
			if (!strcmp(way, "killed"))
				kill(pid, SIGKILL);
			if (!strcmp(way, "emulate"))
				request = PTRACE_CONT;
		} else if (event == PTRACE_EVENT_SECCOMP) {
			set(pid, REG(orig_rax), SYS_getuid);
		} else if (event == PTRACE_EVENT_EXIT) {
			if (!strcmp(way, "leaving"))
				set(pid, REG(orig_rax), SYS_getuid);
		}
		if (event || signal == AT_CALL || signal == SIGSTOP || signal == SIGTRAP)
			signal = 0;
		/* Who is killed goes on by itself. */
		if (ptrace(request, pid, 0, signal) && errno != ESRCH)
			die("ptrace");
	}

	if (!strcmp(way, "killed"))
		return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;

	return WIFEXITED(status) &&
	       WEXITSTATUS(status) == (strcmp(way, "path") && strcmp(way, "execute") ? STATUS : 0);
}

int main(int argc, char **argv)
{
	long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEEXIT | PTRACE_O_TRACEEXEC |
		       PTRACE_O_TRACESECCOMP;
	int status;
	pid_t pid;

	if (argc != 3)
		return 2;
	pid = fork();
	if (!pid)
		program(argv[1], argv[2]);
	if (waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status))
		die("the first stop");
	if (ptrace(PTRACE_SETOPTIONS, pid, 0, options) ||
	    ptrace(strcmp(argv[1], "emulate") ? PTRACE_SYSCALL : PTRACE_SYSEMU, pid, 0, 0))
		die("ptrace");

	return !debug(pid, argv[1]);
}
