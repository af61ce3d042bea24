// SPDX-License-Identifier: GPL-2.0
/*
 * How many instructions the machine executes while a command runs.
 *
 *	count COMMAND...
 *
 * The machine has one processor, whose time stamp counter counts instructions.  When that
 * processor is idle, the counter jumps ahead.  So a process that never sleeps runs whenever
 * nothing else does, and what it executed is subtracted.  Everything else counts: the
 * command with its children, the kernel's threads and those who watch.
 */
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "bench.h"

/* Costs wall time: the spinning process runs meanwhile. */
#define SETTLE_US 5000

static pid_t spin(void)
{
	struct sched_param param = { };
	pid_t pid = fork();

	must(pid >= 0, "fork");
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	must(!sched_setscheduler(0, SCHED_IDLE, &param), "SCHED_IDLE");
	for (;;)
		;
}

static unsigned long long executed_by(clockid_t clock)
{
	struct timespec ts;

	must(!clock_gettime(clock, &ts), "the clock of a process");
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

int main(int argc, char **argv)
{
	unsigned long long start, spun, end;
	pid_t spinner, pid;
	clockid_t clock;
	int status;

	must(argc > 1, "count COMMAND...");
	spinner = spin();
	must(!clock_getcpuclockid(spinner, &clock), "the clock of a process");
	/* Let what happened before settle. */
	usleep(SETTLE_US);
	spun = executed_by(clock);
	start = now();
	pid = fork();
	must(pid >= 0, "fork");
	if (!pid) {
		execvp(argv[1], argv + 1);
		must(0, argv[1]);
	}
	must(waitpid(pid, &status, 0) == pid, "waitpid");
	/* What is freed later belongs to it. */
	usleep(SETTLE_US);
	end = now();
	spun = executed_by(clock) - spun;
	kill(spinner, SIGKILL);
	printf("%llu %d\n", end - start - spun, WIFEXITED(status) ? WEXITSTATUS(status) : 255);
	return 0;
}
