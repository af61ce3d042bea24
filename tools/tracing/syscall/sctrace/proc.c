// SPDX-License-Identifier: GPL-2.0
/*
 * What /proc says of tasks.
 */
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include "proc.h"

/* The bit of the kernel's threads in the flags of /proc/PID/stat. */
#define PF_KTHREAD	0x00200000
/* The inode of the initial pid namespace, on each machine */
#define PID_NAMESPACE	0xeffffffcU

/**
 * proc_exists - is /proc mounted? A rescue shell may be without it
 */
bool proc_exists(void)
{
	struct statfs fs;

	return !statfs("/proc", &fs) && fs.f_type == PROC_SUPER_MAGIC;
}

/**
 * proc_in_pid_namespace - are the numbers of tasks here others than the kernel's?
 */
bool proc_in_pid_namespace(void)
{
	struct stat here;

	return !stat("/proc/self/ns/pid", &here) && here.st_ino != PID_NAMESPACE;
}

/**
 * proc_read - what /proc says of a task
 * @pid: the task, which may be any thread
 * @task: gets it
 *
 * Returns false if there is no such task.
 */
bool proc_read(int pid, struct proc_task *task)
{
	char name[32], text[512] = "";
	const char *begin, *end;
	unsigned int flags;
	FILE *file;

	snprintf(name, sizeof(name), "/proc/%d/stat", pid);
	file = fopen(name, "re");
	if (!file)
		return false;
	if (!fgets(text, sizeof(text), file))
		text[0] = '\0';
	fclose(file);
	/* The name stands in brackets, and may have some. */
	begin = strchr(text, '(');
	end = strrchr(text, ')');
	if (!begin || !end || end < begin ||
	    sscanf(end + 1, " %c %*d %*d %*d %*d %*d %u", &task->state, &flags) != 2)
		return false;
	task->of_kernel = flags & PF_KTHREAD;
	snprintf(task->comm, sizeof(task->comm), "%.*s", (int)(end - begin - 1), begin + 1);

	return true;
}

/**
 * proc_runs - can a task still make calls?
 * @pid: the task, which may be any thread
 *
 * One that has ended is a zombie, until somebody waits for it.
 */
bool proc_runs(int pid)
{
	struct proc_task task;

	return proc_read(pid, &task) && !strchr("ZX", task.state);
}
