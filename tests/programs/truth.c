// SPDX-License-Identifier: GPL-2.0
/*
 * Threads that make many calls of many kinds, and a program that knows all of them:
 *
 *	truth CALLS
 *
 * Each of THREADS threads makes CALLS calls, some of which sleep. Beside them, KILLED
 * processes are killed in a call. Prints "ready" and waits for a line of input before, and
 * "done" and waits for another one behind that. Then it prints for each call, in the order
 * of its thread, "TID LINE": the line of a trace without its head.
 */
#include <linux/futex.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "case.h"

#define THREADS		8
#define KILLED		20
#define KINDS		20

static long nr_calls;
static unsigned int never;
static int null_fd, zero_fd, pipes[THREADS][2];
static pid_t tids[THREADS], killed[KILLED];
static char last;

static unsigned int kind_of(int thread, int i)
{
	return (i * 7919u + thread * 104729u) / 3 % KINDS;
}

/* Different for each call, and no descriptor of the program. */
static int id_of(int thread, int i)
{
	return 1000000 * (thread + 1) + i;
}

static void make_call(int thread, int i)
{
	int id = id_of(thread, i);
	long time[2] = { 0, id % 1000 + 1 };
	char buf[64];

	switch (kind_of(thread, i)) {
	case 0:
		sys(SYS_getppid);
		break;
	case 1:
		sys(SYS_close, -id);
		break;
	case 2:
		sys(SYS_dup, -id);
		break;
	case 3:
		sys(SYS_lseek, -id, i, SEEK_CUR);
		break;
	case 4:
		sys(SYS_read, -id, (long)id, 5);
		break;
	case 5:
		snprintf(buf, sizeof(buf), "truth-%d", id);
		sys(SYS_write, null_fd, buf, strlen(buf));
		break;
	case 6:
		snprintf(buf, sizeof(buf), "/none/%d", id);
		sys(SYS_openat, AT_FDCWD, buf, O_RDONLY);
		break;
	case 7:
		sys(SYS_fcntl, -id, F_GETFD);
		break;
	case 8:
		sys(SYS_read, zero_fd, buf, id % 40);
		break;
	case 9:
		sys(SYS_nanosleep, time, NULL);
		break;
	case 10:
		sys(SYS_sched_yield);
		break;
	case 11:
		sys(SYS_gettid);
		break;
	case 12:
		sys(SYS_futex, &never, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, id, NULL);
		break;
	case 13:
		sys(SYS_poll, NULL, 0, 1);
		break;
	case 14:
		snprintf(buf, sizeof(buf), "%d", id);
		sys(SYS_write, pipes[thread][1], buf, strlen(buf));
		sys(SYS_read, pipes[thread][0], buf, sizeof(buf));
		break;
	case 15:
		sys(SYS_getpgid, -id);
		break;
	case 16:
		sys(SYS_fchdir, -id);
		break;
	case 17:
		sys(SYS_access, "/none", id & 7);
		break;
	case 18:
		sys(SYS_dup2, -id, id);
		break;
	case 19:
		sys(SYS_umask, 022);
		break;
	}
}

/* Octal escapes as strace has them: the next character is no digit. */
static void print_zeroes(int tid, int n)
{
	int shown = n < 32 ? n : 32;

	printf("%d read(%d, \"", tid, zero_fd);
	for (int i = 0; i < shown; i++)
		printf("\\0");
	printf("\"%s, %d) = %d\n", n > shown ? "..." : "", n, n);
}

static void print_call(int thread, int i)
{
	static const char * const modes[] = {
		"F_OK", "X_OK", "W_OK", "W_OK|X_OK", "R_OK", "R_OK|X_OK", "R_OK|W_OK",
		"R_OK|W_OK|X_OK",
	};
	int id = id_of(thread, i), tid = tids[thread], len = snprintf(NULL, 0, "%d", id);

	switch (kind_of(thread, i)) {
	case 0:
		printf("%d getppid() = %d\n", tid, getppid());
		break;
	case 1:
		printf("%d close(%d) = " EBADF_LINE "\n", tid, -id);
		break;
	case 2:
		printf("%d dup(%d) = " EBADF_LINE "\n", tid, -id);
		break;
	case 3:
		printf("%d lseek(%d, %d, SEEK_CUR) = " EBADF_LINE "\n", tid, -id, i);
		break;
	case 4:
		printf("%d read(%d, 0x%x, 5) = " EBADF_LINE "\n", tid, -id, id);
		break;
	case 5:
		printf("%d write(%d, \"truth-%d\", %d) = %d\n", tid, null_fd, id, len + 6, len + 6);
		break;
	case 6:
		printf("%d openat(AT_FDCWD, \"/none/%d\", O_RDONLY) = " ENOENT_LINE "\n", tid, id);
		break;
	case 7:
		printf("%d fcntl(%d, F_GETFD) = " EBADF_LINE "\n", tid, -id);
		break;
	case 8:
		print_zeroes(tid, id % 40);
		break;
	case 9:
		printf("%d nanosleep({tv_sec=0, tv_nsec=%d}, NULL) = 0\n", tid, id % 1000 + 1);
		break;
	case 10:
		printf("%d sched_yield() = 0\n", tid);
		break;
	case 11:
		printf("%d gettid() = %d\n", tid, tid);
		break;
	case 12:
		printf("%d futex(%p, FUTEX_WAIT_PRIVATE, %d, NULL) = -1 EAGAIN (Resource temporarily unavailable)\n",
		       tid, (void *)&never, id);
		break;
	case 13:
		printf("%d poll(NULL, 0, 1) = 0 (Timeout)\n", tid);
		break;
	case 14:
		printf("%d write(%d, \"%d\", %d) = %d\n", tid, pipes[thread][1], id, len, len);
		printf("%d read(%d, \"%d\", 64) = %d\n", tid, pipes[thread][0], id, len);
		break;
	case 15:
		printf("%d getpgid(%d) = " ESRCH_LINE "\n", tid, -id);
		break;
	case 16:
		printf("%d fchdir(%d) = " EBADF_LINE "\n", tid, -id);
		break;
	case 17:
		printf("%d access(\"/none\", %s) = " ENOENT_LINE "\n", tid, modes[id & 7]);
		break;
	case 18:
		printf("%d dup2(%d, %d) = " EBADF_LINE "\n", tid, -id, id);
		break;
	case 19:
		printf("%d umask(022) = 022\n", tid);
		break;
	}
}

static void work(void *arg)
{
	int thread = (long)arg;

	for (int i = 0; i < nr_calls; i++)
		make_call(thread, i);
}

/* Children that are killed in a call, which nothing ends. */
static void kill_some(void)
{
	for (int i = 0; i < KILLED; i++) {
		killed[i] = fork();
		if (!killed[i]) {
			sys(SYS_read, pipes[0][0], &last, 77 + i);
			_exit(1);
		}
	}
	for (int i = 0; i < KILLED; i++) {
		wait_blocked(killed[i], SYS_read);
		kill(killed[i], SIGKILL);
	}
	for (int i = 0; i < KILLED; i++)
		waitpid(killed[i], NULL, 0);
}

static void wait_for_line(const char *said)
{
	char line[8];

	puts(said);
	fflush(stdout);
	if (!fgets(line, sizeof(line), stdin))
		die("no more input");
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "--list"))
		return 0;
	nr_calls = argc == 2 ? atol(argv[1]) : 0;
	null_fd = open("/dev/null", O_WRONLY);
	zero_fd = open("/dev/zero", O_RDONLY);
	umask(022);
	for (int i = 0; i < THREADS; i++) {
		if (pipe(pipes[i]))
			die("no pipes");
	}
	if (nr_calls <= 0 || null_fd < 0 || zero_fd < 0)
		die("usage: truth CALLS");

	wait_for_line("ready");
	kill_some();
	for (long i = 0; i < THREADS; i++)
		tids[i] = spawn_thread(work, (void *)i);
	for (int i = 0; i < THREADS; i++)
		wait_for_thread(tids[i]);
	wait_for_line("done");
	for (int i = 0; i < THREADS; i++) {
		for (int j = 0; j < nr_calls; j++)
			print_call(i, j);
	}
	for (int i = 0; i < KILLED; i++)
		printf("%d read(%d, %p, %d) = ? ERESTARTSYS (To be restarted if SA_RESTART is set)\n",
		       killed[i], pipes[0][0], (void *)&last, 77 + i);
	return 0;
}
