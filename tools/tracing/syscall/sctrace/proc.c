// SPDX-License-Identifier: GPL-2.0
/*
 * What /proc says of tasks.
 */
#include <errno.h>
#include <linux/capability.h>
#include <linux/magic.h>
#include <mntent.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "proc.h"

/* The bit of the kernel's threads in the flags of /proc/PID/stat. */
#define PF_KTHREAD	0x00200000
/* The inodes of the initial namespaces, on each machine */
#define USER_NAMESPACE	0xeffffffdU
#define PID_NAMESPACE	0xeffffffcU

/* /proc tells the numbers of a task in its own pid namespace and in those below. */
static bool has_one_number(void)
{
	FILE *file = fopen("/proc/self/status", "re");
	bool has_more = false;
	char line[512];
	int here, below;

	if (!file)
		return false;
	while (!has_more && fgets(line, sizeof(line), file))
		has_more = sscanf(line, "NSpid: %d %d", &here, &below) == 2;
	fclose(file);

	return !has_more;
}

/* Nothing is hidden from who may trace all tasks with ptrace(), also those of other users. */
static bool may_trace_all(void)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = { };

	return !syscall(SYS_capget, &header, data) &&
	       data[0].effective & CAP_TO_MASK(CAP_SYS_PTRACE) && !proc_in_user_namespace();
}

/**
 * proc_may_hide - may /proc hide tasks of others?
 */
bool proc_may_hide(void)
{
	FILE *mounts;
	struct mntent *mount;
	bool hides = false;

	if (may_trace_all())
		return false;
	mounts = setmntent("/proc/self/mounts", "re");
	if (!mounts)
		return false;
	/* The last one is that which is seen. */
	while ((mount = getmntent(mounts))) {
		if (!strcmp(mount->mnt_dir, "/proc"))
			hides = hasmntopt(mount, "hidepid");
	}
	endmntent(mounts);

	return hides;
}

/**
 * proc_is_ours - does /proc have the numbers of tasks that this process sees?
 *
 * A rescue shell may be without it. Who begins a pid namespace may have left that of the outer one.
 */
bool proc_is_ours(void)
{
	struct statfs fs;

	return !statfs("/proc", &fs) && fs.f_type == PROC_SUPER_MAGIC && has_one_number();
}

static bool is_other(const char *namespace, ino_t initial)
{
	struct stat here;

	return !stat(namespace, &here) && here.st_ino != initial;
}

/**
 * proc_in_pid_namespace - are the numbers of tasks here others than the kernel's?
 */
bool proc_in_pid_namespace(void)
{
	return is_other("/proc/self/ns/pid", PID_NAMESPACE);
}

/**
 * proc_in_user_namespace - are the numbers of users here others than the kernel's?
 */
bool proc_in_user_namespace(void)
{
	return is_other("/proc/self/ns/user", USER_NAMESPACE);
}

/**
 * proc_read_comm - what is a task called?
 * @pid: the task, which may be any thread
 * @comm: gets the name, which is empty if there is no such task
 * @size: the size of @comm
 */
void proc_read_comm(int pid, char *comm, size_t size)
{
	char name[32];
	size_t len = 0;
	FILE *file;

	snprintf(name, sizeof(name), "/proc/%d/comm", pid);
	file = fopen(name, "re");
	if (file) {
		len = fread(comm, 1, size - 1, file);
		fclose(file);
	}
	/* The name stands in the file as it is, which may be with newlines; another one follows. */
	if (len && comm[len - 1] == '\n')
		len--;
	comm[len] = '\0';
}

/*
 * Reads the stat file of a thread, but for the name. For /proc/PID/stat, the kernel would add up all
 * threads of the process.
 */
static bool read_stat(int pid, struct proc_task *task)
{
	char name[64], text[512] = "";
	unsigned int flags;
	const char *end;
	FILE *file;

	snprintf(name, sizeof(name), "/proc/%d/task/%d/stat", pid, pid);
	file = fopen(name, "re");
	if (!file)
		return false;
	text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
	fclose(file);
	/* The name stands in brackets, and may have some, and newlines. */
	end = strrchr(text, ')');
	if (!end || sscanf(end + 1, " %c %*d %*d %*d %*d %*d %u", &task->state, &flags) != 2)
		return false;
	task->of_kernel = flags & PF_KTHREAD;

	return true;
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
	if (!read_stat(pid, task))
		return false;
	proc_read_comm(pid, task->comm, sizeof(task->comm));

	return true;
}

/**
 * proc_tgid - which process is a task of?
 * @pid: the task, which may be any thread
 *
 * Returns the number of the process; 0: there is no such task.
 */
int proc_tgid(int pid)
{
	char name[32], line[512];
	int tgid = 0;
	FILE *file;

	snprintf(name, sizeof(name), "/proc/%d/status", pid);
	file = fopen(name, "re");
	if (!file)
		return 0;
	/* The name of the task, which comes first, has no newline here. */
	while (!tgid && fgets(line, sizeof(line), file))
		sscanf(line, "Tgid: %d", &tgid);
	fclose(file);

	return tgid;
}

/**
 * proc_hides - is a task there of which /proc tells nothing?
 * @pid: the task, which may be any thread
 *
 * hidepid of /proc hides those of others from whoever may not trace them with ptrace().
 */
bool proc_hides(int pid)
{
	char name[32];

	snprintf(name, sizeof(name), "/proc/%d", pid);

	return access(name, F_OK) && (!kill(pid, 0) || errno != ESRCH);
}

/**
 * proc_runs - can a task still make calls?
 * @pid: the task, which may be any thread
 *
 * One that has ended is a zombie, until somebody waits for it. A hidden one is taken for one that
 * has not.
 */
bool proc_runs(int pid)
{
	struct proc_task task;

	return read_stat(pid, &task) ? !strchr("ZX", task.state) : proc_hides(pid);
}
