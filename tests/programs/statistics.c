// SPDX-License-Identifier: GPL-2.0
/*
 * Makes calls that nobody else makes, and says how many they were and how they ended, for
 * tests/guest/check-statistics:
 *
 *	statistics		prints what its calls must have counted
 *	statistics sleep MS	sleeps once, or until it gets SIGUSR1
 *	statistics errors	has seccomp make a call fail in more ways than are told apart
 *	statistics elsewhere N	the same on one CPU, then on another one: so many steps of it
 *
 * A line is "call ABI NAME CALLS ERRORS ERRNO ERRNO_CALLS NO_RESULT", with - for no errno,
 * or "slept NS ASKED_NS": how long a nanosleep took at most, and at least.
 */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>

#include "case.h"

#ifdef ABI_64
#define ABI_NAME "x86_64"
#elif defined(ABI_X32)
#define ABI_NAME "x32"
#else
#define ABI_NAME "i386"
#endif

#define THREADS		4
#define ROUNDS		500
#define NO_NUMBER	1000
/* A number that the ABI's table has, but that no call has. */
#ifdef ABI_32
#define GAP		285
#else
#define GAP		400
#endif

static void told(const char *abi, const char *name, int calls, int errors, const char *err,
		 int err_calls, int no_result)
{
	printf("call %s %s %d %d %s %d %d\n", abi, name, calls, errors, err, err_calls,
	       no_result);
}

/* --------------------------------- threads -------------------------------- */

static void work(void *arg)
{
	long nr = (long)arg;

	for (int i = 0; i < ROUNDS; i++) {
		sys(SYS_sched_get_priority_max, i % 10 ? SCHED_FIFO : 77);
		/* EBADF is commoner than EINVAL, and comes later. */
		sys(SYS_flock, i % 5 < 2 ? 1 : -1, i % 5 < 2 ? 77 : LOCK_SH);
		if (i % 100 == 0)
			sys(NO_NUMBER + nr);
		if (i % 100 == 1)
			sys(GAP);
		if (i % 100 == 2)
			int80(159 /* sched_get_priority_max */, 77);
	}
}

static void run_threads(void)
{
	pid_t tids[THREADS];
	int n = THREADS * ROUNDS;

	for (long i = 0; i < THREADS; i++)
		tids[i] = spawn_thread(work, (void *)i);
	for (int i = 0; i < THREADS; i++)
		wait_for_thread(tids[i]);
	told(ABI_NAME, "flock", n, n, "EBADF", n * 3 / 5, 0);
	told(ABI_NAME, "unknown", n / 50, n / 50, "ENOSYS", n / 50, 0);
	told(ABI_NAME, "exit", THREADS, 0, "-", 0, THREADS);
#ifdef ABI_32
	told("i386", "sched_get_priority_max", n + n / 100, n / 10 + n / 100, "EINVAL",
	     n / 10 + n / 100, 0);
#else
	told(ABI_NAME, "sched_get_priority_max", n, n / 10, "EINVAL", n / 10, 0);
	told("i386", "sched_get_priority_max", n / 100, n / 100, "EINVAL", n / 100, 0);
#endif
}

/* ---------------------------------- sleeps --------------------------------- */

static unsigned long long clock_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

static void sleep_once(int ms, bool tell)
{
#ifdef ABI_X32
	long long ts[2] = { ms / 1000, ms % 1000 * 1000000 };
#else
	long ts[2] = { ms / 1000, ms % 1000 * 1000000 };
#endif
	unsigned long long begin = clock_ns();

	sys(SYS_nanosleep, ts, NULL);
	if (tell)
		printf("slept %llu %llu\n", clock_ns() - begin, ms * 1000000ull);
}

static void sleep_often(void)
{
	for (int i = 0; i < 100; i++)
		sleep_once(i < 90 ? 1 : i < 98 ? 20 : 100, true);
	told(ABI_NAME, "nanosleep", 100, 0, "-", 0, 0);
}

/* ---------------------------- calls without result ------------------------- */

static void be_killed(void *arg)
{
	(void)arg;
	sys(SYS_pause);
}

/* Killed in a call: it ends, and nobody sees how. */
static void kill_in_call(void)
{
	pid_t pid = spawn(be_killed, NULL);

	wait_blocked(pid, SYS_pause);
	kill(pid, SIGKILL);
	wait_for(pid);
	told(ABI_NAME, "pause", 1, 0, "-", 0, 1);
}

static void on_signal(int sig)
{
	(void)sig;
}

#define IF_CALL(nr, action)						\
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (nr), 0, 1),		\
	BPF_STMT(BPF_RET | BPF_K, (action))

/* Seccomp turns calls down: with an error, with a signal, and by killing the thread. */
static void be_denied(void *arg)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		IF_CALL(SYS_getpgid, SECCOMP_RET_ERRNO | EXDEV),
		IF_CALL(SYS_getsid, SECCOMP_RET_TRAP),
		IF_CALL(SYS_personality, SECCOMP_RET_KILL_PROCESS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { sizeof(filter) / sizeof(*filter), filter };

	(void)arg;
	signal(SIGSYS, on_signal);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog))
		die("no seccomp");
	for (int i = 0; i < 10; i++) {
		sys(SYS_getpgid, 0);
		sys(SYS_getsid, 0);
		/* It passes. */
		sys(SYS_sched_get_priority_min, SCHED_FIFO);
	}
	sys(SYS_personality, -1);
}

static void deny(void)
{
	wait_for(spawn(be_denied, NULL));
	told(ABI_NAME, "getpgid", 10, 10, "EXDEV", 10, 0);
	told(ABI_NAME, "getsid", 10, 0, "-", 0, 10);
	told(ABI_NAME, "personality", 1, 0, "-", 0, 1);
	told(ABI_NAME, "sched_get_priority_min", 10, 0, "-", 0, 0);
}

static void run_on(int cpu)
{
	unsigned long cpus = 1UL << cpu;

	sys(SYS_sched_setaffinity, 0, sizeof(cpus), &cpus);
}

/* From here on, the argument of getpgid() says with which error it fails. */
static void fail_as_asked(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getpgid, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
		BPF_STMT(BPF_ALU | BPF_OR | BPF_K, SECCOMP_RET_ERRNO),
		BPF_STMT(BPF_RET | BPF_A, 0),
	};
	struct sock_fprog prog = { sizeof(filter) / sizeof(*filter), filter };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog))
		die("no seccomp");
}

static void fail_with(int err, int times)
{
	for (int i = 0; i < times; i++)
		sys(SYS_getpgid, err);
}

static void fail_in_many_ways(void)
{
	run_on(0);
	fail_as_asked();
	for (int i = 1; i <= 500; i++)
		sys(SYS_getpgid, i);
	for (int i = 0; i < 10; i++)
		sys(SYS_getpgid, 500);
	sys(SYS_getpgid, EIO);
	/* Others have a number together that is greater than that of any that came first. */
	told(ABI_NAME, "getpgid", 511, 511, "-", 0, 0);
}

/* Each CPU tells its own first errors apart. So one may be commoner than it seems. */
static void fail_elsewhere(int steps)
{
	run_on(0);
	fail_as_asked();
	for (int i = 1; i <= 64; i++)
		fail_with(i, 1);
	fail_with(EIO, 12);
	fail_with(EPERM, 9);
	fail_with(100, 5);
	if (steps == 1) {
		/* The other error is neither. */
		told(ABI_NAME, "getpgid", 90, 90, "EIO", 13, 0);
		return;
	}
	run_on(1);
	for (int i = 101; i <= 164; i++)
		fail_with(i, 1);
	fail_with(EPERM, 5);
	if (steps == 2) {
		told(ABI_NAME, "getpgid", 159, 159, "-", 0, 0);
		return;
	}
	run_on(0);
	fail_with(EPERM, 20);
	/* It is certain which one, but not how often. */
	told(ABI_NAME, "getpgid", 179, 179, "EPERM", 0, 0);
}

#ifdef ABI_64
static void be_rewritten(void *arg)
{
	(void)arg;
	ptrace(PTRACE_TRACEME, 0, 0, 0);
	raise(SIGSTOP);
	for (int i = 0; i < 6; i++)
		sys(SYS_setfsuid, -1);
}

/* A debugger makes other calls of every other setfsuid(), and turns the last one down. */
static void rewrite(void)
{
	pid_t pid = spawn(be_rewritten, NULL);
	struct user_regs_struct regs;
	int status, n = 0;
	bool entry = false;

	waitpid(pid, &status, __WALL);
	ptrace(PTRACE_SETOPTIONS, pid, 0, PTRACE_O_TRACESYSGOOD);
	for (;;) {
		ptrace(PTRACE_SYSCALL, pid, 0, 0);
		if (waitpid(pid, &status, __WALL) < 0 || !WIFSTOPPED(status))
			break;
		if (WSTOPSIG(status) != (SIGTRAP | 0x80))
			continue;
		ptrace(PTRACE_GETREGS, pid, 0, &regs);
		if (regs.orig_rax == SYS_setfsuid || regs.orig_rax == SYS_setfsgid)
			entry = !entry;
		if (!entry || regs.orig_rax != SYS_setfsuid)
			continue;
		n++;
		if (n == 6)
			regs.orig_rax = -1;
		else if (n % 2)
			regs.orig_rax = SYS_setfsgid;
		else
			/* The same call with another argument is no other call. */
			regs.rdi = -2;
		ptrace(PTRACE_SETREGS, pid, 0, &regs);
	}
	told(ABI_NAME, "setfsuid", 6, 1, "ENOSYS", 1, 3);
	told(ABI_NAME, "setfsgid", 3, 0, "-", 0, 0);
}
#endif

int main(int argc, char **argv)
{
	setbuf(stdout, NULL);
	if (argc == 2 && !strcmp(argv[1], "--list"))
		return 0;
	if (argc == 3 && !strcmp(argv[1], "sleep")) {
		signal(SIGUSR1, on_signal);
		sleep_once(atoi(argv[2]), false);
		return 0;
	}
	if (argc == 2 && !strcmp(argv[1], "errors")) {
		fail_in_many_ways();
		return 0;
	}
	if (argc == 3 && !strcmp(argv[1], "elsewhere")) {
		fail_elsewhere(atoi(argv[2]));
		return 0;
	}
	/* What children inherit of it must be empty. */
	run_threads();
	sleep_often();
	kill_in_call();
	deny();
#ifdef ABI_64
	rewrite();
#endif
	return 0;
}
