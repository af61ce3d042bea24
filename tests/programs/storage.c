// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel memory that tasks cost because they are traced: none once the tracer is
 * off, whatever they do, and none when they are dead.
 */
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "case.h"

#define TASKS		500
#define STACK		(4 * PAGE)

/*
 * More than this for each task is no noise: kernels keep some of what is freed for each processor.
 * The storage of one task is twice as large.
 */
#define ALLOWED_KB	(TASKS * 2)

/* Until this has passed, what is freed may be on its way. */
#define PATIENCE_MS	5000
#define STEP_MS		100

/* What the kernel has allocated for itself, in KiB. */
static long kernel_memory(void)
{
	static const char *const names[] = { "SUnreclaim:", "VmallocUsed:", "Percpu:" };
	char *end, *info = text("%*s", 8 << 10, "");
	int fd = open("/proc/meminfo", O_RDONLY | O_CLOEXEC);
	ssize_t len = read(fd, info, (8 << 10) - 1);
	long sum = 0;

	if (len <= 0)
		die("no /proc/meminfo");
	close(fd);
	info[len] = '\0';
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		char *at = strstr(info, names[i]);

		if (!at)
			die("no %s in /proc/meminfo", names[i]);
		sum += strtol(at + strlen(names[i]), &end, 10);
	}
	return sum;
}

/* KASAN keeps what was freed for a while, to see whether it is used. */
static void need_exact_memory(void)
{
	char line[256];
	FILE *f = fopen("/proc/kallsyms", "re");

	while (f && fgets(line, sizeof(line), f))
		if (strstr(line, "kasan_quarantine_put"))
			skip("KASAN keeps what was freed");
	if (f)
		fclose(f);
}

/* Waits until the kernel has at most @limit KiB; returns what it has. */
static long settle(long limit)
{
	long now = kernel_memory();

	for (int ms = 0; now > limit && ms < PATIENCE_MS; ms += STEP_MS) {
		usleep(STEP_MS * 1000);
		now = kernel_memory();
	}
	return now;
}

/* What the kernel has when it has had time to free what it is about to. */
static long settled(void)
{
	long before, now = kernel_memory();

	do {
		before = now;
		usleep(2 * STEP_MS * 1000);
		now = kernel_memory();
	} while (labs(now - before) > TASKS / 10);
	return now;
}

/* ---------------------------------- idle tasks ----------------------------- */

static int wake_up[2];
static volatile int sleeping;

/* Sleeps, calls open(), sleeps for ever. */
static int idle(void *arg)
{
	char byte;

	(void)arg;
	__atomic_fetch_add(&sleeping, 1, __ATOMIC_SEQ_CST);
	sys(SYS_read, wake_up[0], &byte, 1);
	sys(SYS_openat, AT_FDCWD, MISSING, O_RDONLY);
	__atomic_fetch_add(&sleeping, 1, __ATOMIC_SEQ_CST);
	for (;;)
		sys(SYS_pause);
	return 0;
}

static void wait_for_sleepers(int count)
{
	while (sleeping < count)
		usleep(1000);
	/* The last one is about to. */
	usleep(STEP_MS * 1000);
}

static void make_idle_tasks(void)
{
	char *stacks = mmap(NULL, TASKS * STACK, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (stacks == MAP_FAILED || pipe(wake_up))
		die("no memory");
	for (int i = 0; i < TASKS; i++)
		if (clone(idle, stacks + (i + 1) * STACK,
			  CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND |
			  CLONE_THREAD | CLONE_SYSVSEM, NULL) < 0)
			die("cannot make %d threads", i + 1);
	wait_for_sleepers(TASKS);
}

CASE(idle_tasks)
{
	static char bytes[TASKS];
	long before, after;

	need_exact_memory();
	tracer(the_tracer(), "nop");
	make_idle_tasks();
	before = settled();
	tracer(the_tracer(), "syscall");
	if (write(wake_up[1], bytes, TASKS) != TASKS)
		die("cannot wake the tasks up");
	wait_for_sleepers(2 * TASKS);
	tracer(the_tracer(), "nop");
	after = settle(before + ALLOWED_KB);
	if (after > before + ALLOWED_KB)
		die("%d idle tasks keep %ld KiB", TASKS, after - before);
	tracer(the_tracer(), "syscall");
	marker(1);
	expect_later("%s", marker_line(1));
}

/* ----------------------------------- zombies ------------------------------- */

static pid_t zombies[TASKS];

/* The memory that tasks take that have ended and are not waited for. */
static long zombie_memory(void)
{
	long before = settled(), after;
	siginfo_t info;

	for (int i = 0; i < TASKS; i++) {
		zombies[i] = fork();
		if (zombies[i] < 0)
			die("cannot make %d processes", i + 1);
		if (!zombies[i]) {
			sys(SYS_openat, AT_FDCWD, MISSING, O_RDONLY);
			_exit(0);
		}
	}
	for (int i = 0; i < TASKS; i++)
		waitid(P_PID, zombies[i], &info, WEXITED | WNOWAIT);
	after = settled();
	for (int i = 0; i < TASKS; i++)
		wait_for(zombies[i]);
	return after - before;
}

CASE(zombies)
{
	long usual, traced;

	need_exact_memory();
	tracer(the_tracer(), "nop");
	/* The first ones grow what is allocated once. */
	zombie_memory();
	usual = zombie_memory();
	tracer(the_tracer(), "syscall");
	traced = zombie_memory();
	if (traced > usual + ALLOWED_KB)
		die("%d zombies keep %ld KiB, %ld if they are traced", TASKS, usual, traced);
	marker(1);
	expect_later("%s", marker_line(1));
}
