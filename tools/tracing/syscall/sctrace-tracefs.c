// SPDX-License-Identifier: GPL-2.0
/*
 * Finds tracefs for sctrace, and tells why the tracer in it cannot be used.
 */
#include <errno.h>
#include <mntent.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include <tracefs.h>

#include "report-error.h"
#include "sctrace-proc.h"
#include "sctrace-tracefs.h"

static bool is_locked_down(void)
{
	FILE *file = fopen("/sys/kernel/security/lockdown", "r");
	char text[128] = "";

	if (!file)
		return false;
	if (!fgets(text, sizeof(text), file))
		text[0] = '\0';
	fclose(file);

	return strstr(text, "[confidentiality]");
}

/**
 * fail_to - end the program with a message
 * @what: what could not be done, errno tells why
 */
void fail_to(const char *what)
{
	int error = errno;

	if (geteuid() && (error == EACCES || error == EPERM))
		fail("only root can trace system calls: try sudo sctrace ...");
	if (error == EPERM && is_locked_down())
		fail("the kernel is locked down (see /sys/kernel/security/lockdown): it lets nobody trace");
	fail("cannot %s: %s", what, strerror(error));
}

/*
 * What is mounted from now on is seen by this process and its children only: so nothing is left when
 * it ends, however that happens. The command has been started before, and does not see it.
 */
static void make_mounts_private(void)
{
	static bool are_private;

	if (geteuid()) {
		errno = EPERM;
		fail_to("mount tracefs");
	}
	if (!are_private && (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL)))
		fail_to("make room for mounting tracefs");
	are_private = true;
}

/* A rescue shell may be without it, and libtracefs is not. */
static void mount_proc(void)
{
	make_mounts_private();
	if (mount("proc", "/proc", "proc", 0, NULL))
		fail_to("mount /proc, which is not there");
}

static void mount_tracefs(void)
{
	static char dir[] = "/sys/kernel/tracing";

	make_mounts_private();
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

/**
 * find_tracefs - find tracefs with the tracer, and mount it if need be
 *
 * The program ends if there is none.
 */
void find_tracefs(void)
{
	const char *dir;

	if (!proc_exists())
		mount_proc();
	if (!is_mounted())
		mount_tracefs();
	dir = tracefs_tracing_dir();
	if (!dir)
		fail_to("find tracefs");
	if (access(dir, X_OK))
		fail_to("look into tracefs");
	if (!tracefs_file_exists(NULL, "available_tracers"))
		fail_to("find the tracers in tracefs");
	if (!tracefs_tracer_available(NULL, "process"))
		fail("this kernel does not have the system call tracer: it needs CONFIG_SYSCALL_TRACER (uname -r: see Documentation/trace/syscall-packages.rst for how to get one)");
	if (!tracefs_file_exists(NULL, "process_trace_times"))
		fail("the system call tracer of this kernel is older than this program: both must be of one version");
}
