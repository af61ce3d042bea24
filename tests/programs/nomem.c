// SPDX-License-Identifier: GPL-2.0
/*
 * Calls of a task that may not have any more memory: each is in the trace.
 */
#include <sys/wait.h>

#include "case.h"

#define CALLS	50

static const char *cgroup;
static int go[2];

/* Its first call under the tracer that needs memory is made in the full cgroup. */
static void poor(void *arg)
{
	char byte;

	(void)arg;
	sys(SYS_read, go[0], &byte, 1);
	for (int i = 0; i < CALLS; i++) {
		sys(SYS_openat, AT_FDCWD, MISSING, O_RDONLY);
		marker(i);
	}
	sys(SYS_kill, getpid(), SIGKILL);
}

/*
 * With nothing to reclaim, the OOM killer would come for what is charged to a cgroup
 * that is full; a task whose score is -1000 it leaves alone, and the charge fails.
 */
CASE(memory_cgroup)
{
	pid_t pid;

	cgroup = make_cgroup();
	tracer(the_tracer(), "nop");
	if (pipe(go))
		die("no pipe");
	pid = spawn(poor, NULL);
	wait_blocked(pid, SYS_read);
	write_file(text("/proc/%d/oom_score_adj", pid), "-1000");
	write_file(text("%s/cgroup.procs", cgroup), text("%d", pid));
	write_file(text("%s/memory.max", cgroup), "0");
	tracer(the_tracer(), "syscall");
	if (write(go[1], "x", 1) != 1)
		die("cannot wake it up");
	wait_for(pid);
	for (int i = 0; i < CALLS; i++) {
		expect_later_of(pid, "openat(AT_FDCWD, <*>, O_RDONLY) = <*>");
		expect_of(pid, "%s", marker_line(i));
	}
}
