// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks that change what lists choose them by, as fast as they can. Told what to do by
 * tests/guest/storm-tracing:
 *
 *	chameleon KIND TASKS ROUNDS [WHERE]
 *
 * In each of ROUNDS, each of TASKS tasks makes itself one that is to be seen, and calls
 * close(SEEN); then one that is not to be seen, and calls close(UNSEEN). KIND says by what:
 *
 *	name	threads change their name: "seen" or not
 *	user	threads change their real user: 1000 or 0
 *	cgroup	processes go to the cgroups WHERE/seen and WHERE/unseen
 *	exec	processes execute WHERE/seen and WHERE/unseen, which are links to this program;
 *		every other time, a thread does
 *	pid	children are added to the list in the file WHERE; others that get their pids are not
 */
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "case.h"

#define SEEN		-2000
#define UNSEEN		-2001
#define STACK		(64 << 10)
/* Tasks with KIND pid that are not added to the list, for each one that is. */
#define OTHERS		7

static const char *kind, *where;
static unsigned int rounds;

static void fail(const char *what)
{
	die("%s: %m", what);
}

static void put_text(const char *name, int flags, const char *text)
{
	int fd = open(name, O_WRONLY | flags);

	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		fail(name);
	close(fd);
}

static void go_to_cgroup(bool seen)
{
	char name[256];

	snprintf(name, sizeof(name), "%s/%s/cgroup.procs", where, seen ? "seen" : "unseen");
	put_text(name, 0, "0");
}

static void change(bool seen)
{
	long ret = 0;

	if (!strcmp(kind, "name"))
		ret = sys(SYS_prctl, PR_SET_NAME, seen ? "seen" : "other");
	else if (!strcmp(kind, "user"))
		/* Of this thread alone: the C library would change all. */
		ret = sys(SYS_setresuid, seen ? 1000 : 0, -1, -1);
	else
		go_to_cgroup(seen);
	if (ret)
		die("changing the %s: %ld", kind, ret);
}

static int change_all_the_time(void *unused)
{
	(void)unused;
	for (unsigned int i = 0; i < rounds; i++) {
		change(true);
		sys(SYS_close, SEEN);
		change(false);
		sys(SYS_close, UNSEEN);
	}
	return 0;
}

/* ----------------------------------- exec --------------------------------- */

static int execute(void *seen)
{
	const char *name = seen ? "seen" : "unseen";
	char path[256], left[16];

	snprintf(path, sizeof(path), "%s/%s", where, name);
	snprintf(left, sizeof(left), "%u", rounds);
	execl(path, name, "exec", "0", left, where, NULL);
	fail(path);
	return 1;
}

/* What the program does that the last one has executed. */
static void go_on(bool seen)
{
	static char stack[STACK] __attribute__((aligned(16)));

	sys(SYS_close, seen ? SEEN : UNSEEN);
	if (!seen && !--rounds)
		return;
	if (rounds % 2)
		execute(seen ? NULL : &rounds);
	if (clone(execute, stack + STACK, CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND |
		  CLONE_THREAD | CLONE_SYSVSEM, seen ? NULL : &rounds) < 0)
		fail("clone");
	/* Until the thread takes its place. */
	for (;;)
		pause();
}

/* ----------------------------------- pids --------------------------------- */

/* A child that calls close() once it may, and ends. */
static void make_child(bool seen)
{
	int pipes[2];
	char text[16];
	pid_t pid;

	if (pipe(pipes))
		fail("pipe");
	pid = fork();
	if (pid < 0)
		fail("fork");
	if (!pid) {
		close(pipes[1]);
		if (read(pipes[0], text, 1) != 0)
			fail("read");
		sys(SYS_close, seen ? SEEN : UNSEEN);
		_exit(0);
	}
	snprintf(text, sizeof(text), "%d\n", pid);
	if (seen)
		put_text(where, O_APPEND, text);
	close(pipes[0]);
	close(pipes[1]);
	waitpid(pid, NULL, 0);
}

static void make_children(void)
{
	for (unsigned int i = 0; i < rounds; i++) {
		make_child(true);
		for (unsigned int other = 0; other < OTHERS; other++)
			make_child(false);
	}
}

int main(int argc, char **argv)
{
	unsigned int tasks;
	int status, ret = 0;

	/* The runner asks each program for its cases. */
	if (argc == 2)
		return 0;
	if (argc < 4)
		return 2;
	kind = argv[1];
	tasks = atoi(argv[2]);
	rounds = atoi(argv[3]);
	where = argc > 4 ? argv[4] : "";
	if (!tasks) {
		go_on(!strcmp(argv[0], "seen"));
		return 0;
	}
	for (; tasks; tasks--) {
		bool threads = !strcmp(kind, "name") || !strcmp(kind, "user");

		if (threads) {
			char *stack = malloc(STACK);

			/* A thread that wait() knows: it has an address space with others. */
			if (!stack || clone(change_all_the_time, stack + STACK,
					    CLONE_VM | CLONE_FS | CLONE_FILES | SIGCHLD, NULL) < 0)
				fail("clone");
			continue;
		}
		if (fork())
			continue;
		if (!strcmp(kind, "exec"))
			execute(&rounds);
		else if (!strcmp(kind, "pid"))
			make_children();
		else
			change_all_the_time(NULL);
		_exit(0);
	}
	while (wait(&status) > 0)
		ret |= status;
	return !!ret;
}
