// SPDX-License-Identifier: GPL-2.0
/*
 * A program under a debugger that does not always do the same: debugger WAY [FILE]
 *
 * The program writes its number to FILE, if there is one, and then makes calls, children and an
 * execve(). The debugger prints for each task in which stops it was. That has to be the same
 * whether the program is traced by something else, too, or not.
 *
 * WAY: how the tasks go on after each stop
 *   syscall	to the next beginning or end of a call
 *   cont	to the next event
 *   mix	by turns
 *   step	by single instructions, for a while
 *   sysemu	calls are not executed, for a while
 *   rewrite	getppid() becomes getuid()
 *   skip	getppid() is turned down
 *   detach	without the debugger, from within a call
 *   die	the same, because it ends
 */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "mark.h"

#ifndef PTRACE_SYSEMU
#define PTRACE_SYSEMU 31
#endif

#define MAX_TASKS	8
#define STEPS		400
#define TEXT		(1 << 16)
#define EMULATED	4711

static struct task {
	pid_t pid;
	int stops;
	bool inside;	/* of a call, as far as its stops tell */
	char text[TEXT];
	size_t size;
} tasks[MAX_TASKS];
static int nr_tasks;
/* Where the program says that it got to its end. */
static int said[2];
/* What the program waits for if its debugger ends: until then, its end is open. */
static int gate[2] = { -1, -1 };

static void die(const char *what)
{
	perror(what);
	exit(1);
}

/* ---------------------------- the program ---------------------------- */

static void some_calls(void)
{
	struct timespec moment = { .tv_nsec = 1000000 };

	for (int i = 0; i < 3; i++)
		syscall(SYS_getppid);
	nanosleep(&moment, NULL);
}

static void program(const char *self, const char *path)
{
	char descriptor[16];
	sigset_t children;
	int status;
	pid_t pid;

	signal(SIGUSR1, SIG_IGN);
	/* A child may end before or after its parent waits. */
	sigemptyset(&children);
	sigaddset(&children, SIGCHLD);
	sigprocmask(SIG_BLOCK, &children, NULL);
	snprintf(descriptor, sizeof(descriptor), "%d", said[1]);
	if (path)
		be_marked(path);
	if (ptrace(PTRACE_TRACEME))
		die("PTRACE_TRACEME");
	raise(SIGSTOP);
	if (gate[0] >= 0) {
		char byte;

		close(gate[1]);
		if (read(gate[0], &byte, 1))
			die("read");
	}
	some_calls();
	pid = fork();
	if (!pid) {
		some_calls();
		_exit(0);
	}
	waitpid(pid, &status, 0);
	pid = vfork();
	if (!pid)
		_exit(0);
	waitpid(pid, &status, 0);
	kill(getpid(), SIGUSR1);
	execl(self, self, "program", descriptor, NULL);
	die("execl");
}

/* ---------------------------- the debugger ---------------------------- */

static struct task *task_of(pid_t pid)
{
	for (int i = 0; i < nr_tasks; i++) {
		if (tasks[i].pid == pid)
			return &tasks[i];
	}
	if (nr_tasks == MAX_TASKS)
		die("tasks");
	tasks[nr_tasks].pid = pid;

	return &tasks[nr_tasks++];
}

static void note(struct task *task, const char *what, long value)
{
	task->size += snprintf(task->text + task->size, TEXT - task->size, "  %s %ld\n", what,
			       value);
	if (task->size >= TEXT)
		die("text");
}

static long peek(pid_t pid, size_t offset)
{
	errno = 0;
	return ptrace(PTRACE_PEEKUSER, pid, offset, 0);
}

static void poke(pid_t pid, size_t offset, long value)
{
	if (ptrace(PTRACE_POKEUSER, pid, offset, value))
		die("PTRACE_POKEUSER");
}

#define REG(name)	offsetof(struct user_regs_struct, name)

/* The result of calls whose results are not the same each time is left out. */
static void note_call(struct task *task, const char *way)
{
	long nr = peek(task->pid, REG(orig_rax));

	task->inside = !task->inside;
	note(task, task->inside ? "entry" : "exit", nr);
	if (!task->inside && (nr == SYS_getuid || nr == -1))
		note(task, "result", peek(task->pid, REG(rax)));
	if (!task->inside || nr != SYS_getppid)
		return;
	if (!strcmp(way, "rewrite"))
		poke(task->pid, REG(orig_rax), SYS_getuid);
	else if (!strcmp(way, "skip"))
		poke(task->pid, REG(orig_rax), -1);
}

/* Each stop under PTRACE_SYSEMU is before a call. All are executed but getppid(). */
static int emulate(struct task *task)
{
	long nr = peek(task->pid, REG(orig_rax));

	note(task, "asked", nr);
	if (nr == SYS_getppid) {
		poke(task->pid, REG(rax), EMULATED);
		return PTRACE_SYSEMU;
	}
	task->inside = true;
	/* It is asked again, and then executed. */
	poke(task->pid, REG(rip), peek(task->pid, REG(rip)) - 2);
	poke(task->pid, REG(rax), nr);
	return PTRACE_CONT;
}

static int next_request(struct task *task, const char *way)
{
	task->stops++;
	if (!strcmp(way, "cont") || !strcmp(way, "sysemu"))
		return PTRACE_CONT;
	if (!strcmp(way, "mix"))
		return task->stops & 1 ? PTRACE_SYSCALL : PTRACE_CONT;
	if (!strcmp(way, "step"))
		return task->stops < STEPS ? PTRACE_SINGLESTEP : PTRACE_SYSCALL;

	return PTRACE_SYSCALL;
}

/* One stop of a task. Returns the signal to go on with. */
static int take_stop(struct task *task, int status, const char *way)
{
	int signal = WSTOPSIG(status), event = status >> 16;

	if (event) {
		note(task, "event", event);
		/* exec ends in another program, whose exit stop is still to come. */
		return 0;
	}
	if (signal == (SIGTRAP | 0x80)) {
		note_call(task, way);
		return 0;
	}
	if (signal == SIGTRAP && !strcmp(way, "step")) {
		task->inside = false;
		return 0;
	}
	if (signal == SIGSTOP)
		return 0;
	note(task, "signal", signal);

	return signal == SIGUSR1 ? 0 : signal;
}

static void end_task(struct task *task, int status)
{
	if (WIFEXITED(status))
		note(task, "exited", WEXITSTATUS(status));
	else
		note(task, "killed", WTERMSIG(status));
}

/* Is it the moment to leave the program to itself? It is in a call that sleeps. */
static bool leaves(const struct task *task, const char *way)
{
	long nr;

	if (!strcmp(way, "detach"))
		nr = SYS_clock_nanosleep;
	else if (!strcmp(way, "die"))
		nr = SYS_read;
	else
		return false;

	return task->inside && peek(task->pid, REG(orig_rax)) == nr;
}

/* Waits until a task sleeps, not only stands still. */
static void wait_asleep(pid_t pid)
{
	char path[32], state = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	while (state != 'S') {
		file = fopen(path, "r");
		if (!file || fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
			die(path);
		fclose(file);
		sched_yield();
	}
}

/* Debugs until all tasks have ended. Returns the first one's end. */
static int debug(pid_t first, const char *way)
{
	long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
		       PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_TRACEVFORKDONE |
		       PTRACE_O_TRACEEXIT;
	bool emulating = !strcmp(way, "sysemu");
	int status, end = 0;
	pid_t pid;

	if (waitpid(first, &status, 0) != first || !WIFSTOPPED(status))
		die("the first stop");
	if (ptrace(PTRACE_SETOPTIONS, first, 0, options))
		die("PTRACE_SETOPTIONS");
	task_of(first);
	if (ptrace(emulating ? PTRACE_SYSEMU : next_request(task_of(first), way), first, 0, 0))
		die("ptrace");
	while ((pid = waitpid(-1, &status, __WALL)) > 0) {
		struct task *task = task_of(pid);
		int signal, request;

		if (!WIFSTOPPED(status)) {
			end_task(task, status);
			if (pid == first)
				end = status;
			continue;
		}
		if (emulating && WSTOPSIG(status) == (SIGTRAP | 0x80)) {
			request = emulate(task);
			emulating = request == PTRACE_SYSEMU;
			signal = 0;
		} else {
			signal = take_stop(task, status, way);
			request = next_request(task, way);
		}
		if (leaves(task, way)) {
			if (!strcmp(way, "detach")) {
				if (ptrace(PTRACE_DETACH, pid, 0, 0))
					die("PTRACE_DETACH");
				waitpid(pid, &end, 0);
				end_task(task, end);
				return end;
			}
			ptrace(PTRACE_SYSCALL, pid, 0, 0);
			wait_asleep(pid);
			_exit(0);
		}
		if (ptrace(request, pid, 0, signal) && errno != ESRCH)
			die("ptrace");
	}

	return end;
}

/* The debugger is another child, which ends while the program is in a call. */
static int debug_and_die(const char *self, const char *path)
{
	int status;
	pid_t pid;

	if (pipe(gate))
		die("pipe");
	pid = fork();
	if (!pid) {
		pid_t first = fork();

		if (!first)
			program(self, path);
		close(gate[1]);
		debug(first, "die");
		die("still here");
	}
	if (waitpid(pid, &status, 0) != pid || status)
		return 1;
	close(gate[1]);

	return 0;
}

/* Did the program get to its end? */
static int succeeded(void)
{
	char byte;

	close(said[1]);

	return read(said[0], &byte, 1) == 1;
}

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "", *path = argc > 2 ? argv[2] : NULL;
	int status;
	pid_t pid;

	if (!strcmp(way, "program")) {
		some_calls();
		return write(atoi(path), "", 1) == 1 ? 7 : 1;
	}
	if (pipe(said))
		die("pipe");
	if (!strcmp(way, "die"))
		return debug_and_die("/proc/self/exe", path) || !succeeded();
	pid = fork();
	if (!pid)
		program("/proc/self/exe", path);
	status = debug(pid, way);
	for (int i = 0; i < nr_tasks; i++)
		printf("task %d\n%s", i, tasks[i].text);

	return !WIFEXITED(status) || WEXITSTATUS(status) != 7 || !succeeded();
}
