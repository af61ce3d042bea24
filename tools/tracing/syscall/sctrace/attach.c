// SPDX-License-Identifier: GPL-2.0
/*
 * Chooses the tasks that are traced by their numbers: those of -p, and the command. A process may
 * have thousands of threads, and each change of the kernel's list takes a while: so the list is
 * read once and changed once for all threads that are there.
 */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "shared/error.h"
#include "shared/patience.h"
#include "attach.h"
#include "call.h"
#include "namespace.h"
#include "pids.h"
#include "print.h"
#include "proc.h"
#include "settings.h"
#include "tasks.h"

/**
 * struct process - a process that is traced
 * @pid: the number that the user gave, which may be that of any thread
 * @tgid: the number of the process
 * @is_chosen: a thread of it was chosen
 */
struct process {
	pid_t	pid;
	pid_t	tgid;
	bool	is_chosen;
};

/**
 * struct threads - threads of processes
 * @tids: their numbers
 * @of: the process of each
 * @nr: how many there are
 * @room: how many there can be
 */
struct threads {
	pid_t		*tids;
	struct process	**of;
	size_t		nr;
	size_t		room;
};

/* As in settings.pids, in the same order */
static struct process *processes;

static void add_thread(struct threads *threads, pid_t tid, struct process *process)
{
	if (threads->nr == threads->room) {
		threads->room = threads->room ? 2 * threads->room : 64;
		threads->tids = reallocarray(threads->tids, threads->room, sizeof(*threads->tids));
		threads->of = reallocarray(threads->of, threads->room, sizeof(*threads->of));
		if (!threads->tids || !threads->of)
			fail("not enough memory");
	}
	threads->tids[threads->nr] = tid;
	threads->of[threads->nr++] = process;
}

static void free_threads(struct threads *threads)
{
	free(threads->tids);
	free(threads->of);
}

/* Adds the threads of a process that run: those that are chosen, or those that are not. */
static void find_threads(struct threads *threads, struct process *process, bool is_chosen)
{
	struct dirent *entry;
	char name[64];
	pid_t tid;
	DIR *dir;

	snprintf(name, sizeof(name), "/proc/%d/task", process->tgid);
	dir = opendir(name);
	if (!dir)
		return;
	while ((entry = readdir(dir))) {
		tid = atoi(entry->d_name);
		if (tid > 0 && (settings.follow || tid == process->pid) &&
		    !task_find(tid) == !is_chosen && proc_runs(tid))
			add_thread(threads, tid, process);
	}
	closedir(dir);
}

static size_t count_chosen(struct process *process)
{
	struct threads threads = { };

	find_threads(&threads, process, true);
	free_threads(&threads);

	return threads.nr;
}

/* Does a process run of which any thread is chosen? */
static bool is_traced(struct process *process)
{
	return count_chosen(process) || (task_find(process->pid) && proc_hides(process->pid));
}

/* Returns whether the kernel had not chosen all of the threads. Some may have ended. */
static bool choose(const struct threads *threads)
{
	pid_t *kernels = allocate(threads->nr + 1, sizeof(*kernels));
	char comm[NAME_LEN + 1];
	bool was_told;
	size_t i;

	namespace_to_kernels(threads->tids, kernels, threads->nr);
	was_told = pids_add(kernels, threads->nr);
	for (i = 0; i < threads->nr; i++) {
		if (!kernels[i])
			continue;
		proc_read_comm(threads->tids[i], comm, sizeof(comm));
		print_attached(threads->tids[i], threads->of[i]->tgid, comm);
		threads->of[i]->is_chosen = true;
	}
	free(kernels);

	return was_told;
}

/**
 * attach_command - choose the command
 * @pid: its number
 *
 * Return: false: it has ended.
 */
bool attach_command(pid_t pid)
{
	struct process process = { .pid = pid, .tgid = pid };
	struct threads threads = { };

	add_thread(&threads, pid, &process);
	choose(&threads);
	free_threads(&threads);

	return process.is_chosen;
}

/* Chooses threads that are not chosen yet. Returns whether there may be others that are not. */
static bool choose_new(void)
{
	struct threads threads = { };
	bool was_told;
	size_t i;

	for (i = 0; i < settings.nr_pids; i++) {
		/* It takes a while, and the user may want to end. */
		if (patience_ends())
			exit(EXIT_FAILURE);
		find_threads(&threads, &processes[i], false);
	}
	was_told = threads.nr && choose(&threads);
	free_threads(&threads);

	return was_told;
}

/* Returns the number of a process that can be traced, or 0. */
static pid_t find_process(pid_t pid)
{
	struct proc_task task;
	pid_t tgid;

	if (pid == getpid())
		fail("-p %d: sctrace cannot trace itself", pid);
	if (kill(pid, 0) && errno == ESRCH) {
		complain("-p %d: there is no such process", pid);
		return 0;
	}
	if (proc_read(pid, &task) && task.of_kernel) {
		complain("-p %d: '%s' is a thread of the kernel, which makes no system calls", pid,
			 task.comm);
		return 0;
	}
	if (proc_hides(pid)) {
		complain("-p %d: /proc does not show the process, as its option hidepid says: try with CAP_SYS_PTRACE, or another /proc",
			 pid);
		return 0;
	}
	tgid = proc_tgid(pid);
	if (!tgid)
		complain("-p %d: the process has ended", pid);

	return tgid;
}

/* It may have been named twice, or by several of its threads. */
static bool is_named(const struct process *process, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		if (settings.follow ? processes[i].tgid == process->tgid :
				      processes[i].pid == process->pid)
			return true;
	}

	return false;
}

/* Forgets those of which no thread was chosen. */
static void leave_ended(void)
{
	size_t i, nr = 0;

	for (i = 0; i < settings.nr_pids; i++) {
		if (!processes[i].is_chosen) {
			complain("-p %d: the process has ended", processes[i].pid);
			continue;
		}
		settings.pids[nr] = settings.pids[i];
		processes[nr++] = processes[i];
	}
	settings.nr_pids = nr;
}

/**
 * attach_all - choose the processes of -p with all their threads
 *
 * Threads that begin meanwhile are found the next time, until chosen ones have begotten all of
 * them. Those processes that cannot be traced are forgotten. The program ends if no other is left.
 */
void attach_all(void)
{
	size_t i, nr = 0;

	if (!settings.nr_pids)
		return;
	processes = allocate(settings.nr_pids, sizeof(*processes));
	for (i = 0; i < settings.nr_pids; i++) {
		const pid_t pid = settings.pids[i];
		const struct process process = { .pid = pid, .tgid = find_process(pid) };

		if (!process.tgid || is_named(&process, nr))
			continue;
		settings.pids[nr] = pid;
		processes[nr++] = process;
	}
	settings.nr_pids = nr;
	while (choose_new())
		;
	leave_ended();
	if (!settings.nr_pids && !settings.command)
		exit(EXIT_FAILURE);
}

/* Is it said which processes are attached? Among objects, there is nothing else. */
static bool says_which(void)
{
	return !(settings.quiet & QUIET_ATTACH) && (!settings.json || settings.output);
}

/**
 * attach_say - say which processes are attached
 *
 * Whoever waits for the line may let the process go on: its calls are recorded from now on.
 */
void attach_say(void)
{
	size_t i, nr;

	if (!says_which())
		return;
	for (i = 0; i < settings.nr_pids; i++) {
		nr = count_chosen(&processes[i]);
		if (nr > 1)
			fprintf(stderr, "strace: Process %d attached with %zu threads\n",
				processes[i].pid, nr);
		else
			fprintf(stderr, "strace: Process %d attached\n", processes[i].pid);
	}
}

/**
 * attach_say_unseen_ends - say which processes have ended, and nothing else has told that
 *
 * A process may have ended before the tracer was on. One whose first thread was forgotten may go
 * on.
 */
void attach_say_unseen_ends(void)
{
	size_t i;
	pid_t pid;

	if (patience_ends() || settings.count)
		return;
	for (i = 0; i < settings.nr_pids; i++) {
		pid = processes[i].pid;
		if ((events_missed_end(pid) || task_find(pid)) && !is_traced(&processes[i]))
			complain("-p %d: the process has ended, and its end was not recorded", pid);
	}
}

/**
 * attach_say_detached - say which processes are left to themselves
 * @command: the command, 0: there is none, or it has ended
 *
 * Those that have ended are not there to be left.
 */
void attach_say_detached(pid_t command)
{
	size_t i;

	if (!says_which())
		return;
	for (i = 0; i < settings.nr_pids; i++) {
		if (is_traced(&processes[i]))
			fprintf(stderr, "strace: Process %d detached\n", processes[i].pid);
	}
	if (command)
		fprintf(stderr, "strace: Process %d detached\n", command);
}
