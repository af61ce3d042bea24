// SPDX-License-Identifier: GPL-2.0
/*
 * Finds tracefs for sctrace, with the tracer, and tells why that cannot be used.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mntent.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <unistd.h>

#include <tracefs.h>

#include "shared/error.h"
#include "shared/patience.h"
#include "fail.h"
#include "module.h"
#include "proc.h"
#include "tracefs.h"

/*
 * What is mounted from now on is seen by this process and its children only: so nothing is left
 * when it ends, however that happens. The command has been started before, and does not see it.
 * What others mount and unmount is so here, too.
 */
static bool try_own_mounts(void)
{
	static bool are_own;

	if (!are_own)
		are_own = !unshare(CLONE_NEWNS) && !mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL);

	return are_own;
}

static void make_own_mounts(void)
{
	if (geteuid()) {
		errno = EPERM;
		fail_to("mount tracefs");
	}
	if (!try_own_mounts())
		fail_to("make room for mounting tracefs");
}

static bool try_proc(void)
{
	return !mount("proc", "/proc", "proc", 0, NULL);
}

/* Neither libtracefs nor sctrace is without it. */
static void mount_proc(void)
{
	make_own_mounts();
	if (!try_proc())
		fail_to("mount /proc, which is not there, or is that of another pid namespace");
}

/* Tasks of others are needed, too. Without that, they are told of where it matters. */
static void show_hidden(void)
{
	if (proc_may_hide() && try_own_mounts())
		try_proc();
}

static void mount_tracefs(void)
{
	static char dir[] = "/sys/kernel/tracing";

	make_own_mounts();
	if (mount("tracefs", dir, "tracefs", 0, NULL)) {
		if (errno == ENODEV || errno == ENOENT)
			fail("this kernel cannot trace: it has no tracefs (CONFIG_TRACING)");
		fail_to("mount tracefs on /sys/kernel/tracing");
	}
	if (tracefs_set_tracing_dir(dir))
		fail("not enough memory");
}

/* libtracefs would mount it to find out. */
static bool is_mounted(void)
{
	FILE *mounts = setmntent("/proc/self/mounts", "re");
	struct mntent *mount;
	bool found = false;

	if (!mounts)
		return false;
	while (!found && (mount = getmntent(mounts)))
		found = !strcmp(mount->mnt_type, "tracefs");
	endmntent(mounts);

	return found;
}

/* Where a tracer is chosen if it is the module's. All other files have the same names. */
#define MODULE_TRACER	"syscall_tracer"

static bool has_module(void)
{
	return tracefs_file_exists(NULL, MODULE_TRACER);
}

static bool is_built_in(void)
{
	return tracefs_tracer_available(NULL, "process");
}

/**
 * tracer_file - tell in which file a tracer is chosen
 *
 * Return: its name.
 */
const char *tracer_file(void)
{
	return is_built_in() ? "current_tracer" : MODULE_TRACER;
}

static int lock = -1;

static void take_lock(bool begins)
{
	char path[PATH_MAX];

	if (lock >= 0)
		return;
	snprintf(path, sizeof(path), "%s/instances", tracefs_tracing_dir());
	lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (lock < 0)
		fail_to("look into the instances of tracefs");
	while (flock(lock, LOCK_EX)) {
		if (errno != EINTR)
			fail_to("lock the instances of tracefs");
		/* What has begun must end as it should. */
		if (begins && patience_ends())
			exit(EXIT_FAILURE);
	}
}

/**
 * tracefs_lock - let no other sctrace begin or end for a moment
 *
 * One that begins makes its instance meanwhile, so who ends sees whether the module is used.
 *
 * Return: the descriptor that has the lock.
 */
int tracefs_lock(void)
{
	take_lock(false);

	return lock;
}

/* Let others go on. */
void tracefs_unlock(void)
{
	if (lock >= 0)
		close(lock);
	lock = -1;
}

/**
 * find_tracefs - find tracefs with the tracer, mount it and load the module if need be
 *
 * The program ends if there is none. It has the lock afterwards.
 */
void find_tracefs(void)
{
	const char *dir;

	if (!proc_is_ours())
		mount_proc();
	else
		show_hidden();
	if (!is_mounted())
		mount_tracefs();
	dir = tracefs_tracing_dir();
	if (!dir)
		fail_to("find tracefs");
	if (access(dir, X_OK))
		fail_to("look into tracefs");
	if (!tracefs_file_exists(NULL, "available_tracers"))
		fail_to("find the tracers in tracefs");
	take_lock(true);
	if (!is_built_in() && !has_module()) {
		module_load();
		if (!has_module())
			fail("the module syscall_tracer has made no files in tracefs: dmesg may say why");
	}
	if (!tracefs_file_exists(NULL, "process_trace_times"))
		fail("the system call tracer of this kernel is older than this program: both must be of one version");
}
