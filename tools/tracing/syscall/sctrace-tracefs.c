// SPDX-License-Identifier: GPL-2.0
/*
 * Finds tracefs for sctrace, and tells why the tracer in it cannot be used.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <linux/magic.h>
#include <sys/mount.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <tracefs.h>

#include "report-error.h"
#include "sctrace.h"

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
 * Mounts tracefs where only this process and its children see it: so nothing is left when it ends,
 * however that happens. The command has been started before, and does not see it.
 */
static void mount_tracefs(const char *dir)
{
	if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
		fail_to("make room for mounting tracefs");
	if (mount("tracefs", dir, "tracefs", 0, NULL)) {
		if (errno == ENODEV || errno == ENOENT)
			fail("this kernel cannot trace: it has no tracefs (CONFIG_TRACING)");
		fail_to("mount tracefs on /sys/kernel/tracing");
	}
}

/* libtracefs would mount it to find out, and needs /proc for that. */
static bool is_mounted(const char *dir)
{
	struct statfs fs;

	return !statfs(dir, &fs) && fs.f_type == TRACEFS_MAGIC;
}

/**
 * find_tracefs - find tracefs with the tracer, and mount it if need be
 *
 * The program ends if there is none.
 */
void find_tracefs(void)
{
	static char usual[] = "/sys/kernel/tracing", older[] = "/sys/kernel/debug/tracing";
	char *dir = !is_mounted(usual) && is_mounted(older) ? older : usual;

	if (!is_mounted(dir)) {
		if (geteuid()) {
			errno = EPERM;
			fail_to("mount tracefs");
		}
		mount_tracefs(dir);
	}
	if (tracefs_set_tracing_dir(dir))
		fail("not enough memory");
	if (access(dir, X_OK))
		fail_to("look into tracefs");
	if (!tracefs_file_exists(NULL, "available_tracers"))
		fail_to("find the tracers in tracefs");
	if (!tracefs_tracer_available(NULL, "process"))
		fail("this kernel does not have the system call tracer: it needs CONFIG_SYSCALL_TRACER (uname -r: see Documentation/trace/syscall-packages.rst for how to get one)");
	if (!tracefs_file_exists(NULL, "process_trace_times"))
		fail("the system call tracer of this kernel is older than this program: both must be of one version");
}
