// SPDX-License-Identifier: GPL-2.0
/*
 * Calls that signals interrupt, and the call that ends a signal handler. The
 * kernel's own codes for "start again" show as they are: at that time nobody
 * knows what the program will see of them.
 */
#include <sys/mman.h>
#include <time.h>

#include "case.h"

#define INTR "-1 EINTR (Interrupted system call)"
#define RESTARTSYS "? ERESTARTSYS (To be restarted if SA_RESTART is set)"
#define RESTARTNOHAND "? ERESTARTNOHAND (To be restarted if no handler)"
#define RESTARTBLOCK "? ERESTART_RESTARTBLOCK (Interrupted by signal)"

/* Handlers that take one argument return by another call in i386 programs. */
#ifdef ABI_32
#define SIGRETURN "sigreturn"
#define FOUND REG_EAX
#else
#define SIGRETURN "rt_sigreturn"
#define FOUND REG_RAX
#endif

static struct shared {
	volatile int	handled;
	char		byte;
} *shared;

static int pipe_fds[2];

/* What the interrupted code is made to find as the result of its call, unless it is 0. */
static long found;

static void handler(int sig)
{
	(void)sig;
	shared->handled++;
}

static void info_handler(int sig, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;

	(void)info;
	if (found)
		uc->uc_mcontext.gregs[FOUND] = found;
	handler(sig);
}

static void setup(int flags)
{
	struct sigaction sa = { .sa_flags = flags };

	if (flags & SA_SIGINFO)
		sa.sa_sigaction = info_handler;
	else
		sa.sa_handler = handler;
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED || pipe(pipe_fds) ||
	    sigaction(SIGUSR1, &sa, NULL))
		die("cannot set up");
}

static void wait_handled(void)
{
	while (!shared->handled)
		usleep(1000);
}

static void read_pipe(void *arg)
{
	(void)arg;
	sys(SYS_read, pipe_fds[0], &shared->byte, 1);
	marker(1);
}

/* The "result" is the register that the signal found. */
CASE(sigreturn)
{
	pid_t pid = getpid();

	setup(0);
	sys(SYS_kill, pid, SIGUSR1);
	expect_later("kill(%d, SIGUSR1) = 0", pid);
	expect(SIGRETURN "({mask=[]}) = 0");
}

CASE(rt_sigreturn)
{
	pid_t pid = getpid();

	setup(SA_SIGINFO);
	sys(SYS_kill, pid, SIGUSR1);
	expect_later("kill(%d, SIGUSR1) = 0", pid);
	expect("rt_sigreturn({mask=[]}) = 0");
	marker(1);
	expect("%s", marker_line(1));
	found = INT_MIN;
	sys(SYS_kill, pid, SIGUSR1);
	expect_later("kill(%d, SIGUSR1) = 0", pid);
#ifdef ABI_32
	expect("rt_sigreturn({mask=[]}) = 2147483648");
#else
	expect("rt_sigreturn({mask=[]}) = -2147483648");
#endif
}

CASE(interrupted)
{
	pid_t child;

	setup(SA_SIGINFO);
	child = spawn(read_pipe, NULL);
	wait_blocked(child, SYS_read);
	kill(child, SIGUSR1);
	wait_for(child);
	expect_later_of(child, "read(%d, %s, 1) = " RESTARTSYS, pipe_fds[0],
			data(&shared->byte, 1));
	expect_of(child, "rt_sigreturn({mask=[]}) = " INTR);
	expect_of(child, "%s", marker_line(1));
}

CASE(restarted)
{
	pid_t child;

	setup(SA_SIGINFO | SA_RESTART);
	child = spawn(read_pipe, NULL);
	wait_blocked(child, SYS_read);
	kill(child, SIGUSR1);
	wait_handled();
	if (write(pipe_fds[1], "x", 1) != 1)
		die("cannot write");
	wait_for(child);
	expect_later_of(child, "read(%d, %s, 1) = " RESTARTSYS, pipe_fds[0],
			data(&shared->byte, 1));
	/* The number is back in its register. */
	expect_of(child, "rt_sigreturn({mask=[]}) = %d", SYS_read);
	expect_of(child, "read(%d, \"x\", 1) = 1", pipe_fds[0]);
	expect_of(child, "%s", marker_line(1));
}

static void do_pause(void *arg)
{
	(void)arg;
	sys(SYS_pause);
	marker(1);
}

CASE(pause)
{
	pid_t child;

	setup(SA_SIGINFO | SA_RESTART);
	child = spawn(do_pause, NULL);
	wait_blocked(child, SYS_pause);
	kill(child, SIGUSR1);
	wait_for(child);
	expect_later_of(child, "pause() = " RESTARTNOHAND);
	expect_of(child, "rt_sigreturn({mask=[]}) = " INTR);
	expect_of(child, "%s", marker_line(1));
}

static void do_sleep(void *arg)
{
	static struct timespec forever = { .tv_sec = 1000000 };

	(void)arg;
	sys(SYS_nanosleep, &forever, NULL);
	marker(1);
}

/* Without a handler a sleep goes on as a call of another name. */
CASE(restart_block)
{
	pid_t child;

	setup(SA_SIGINFO);
	child = spawn(do_sleep, NULL);
	wait_blocked(child, SYS_nanosleep);
	kill(child, SIGSTOP);
	kill(child, SIGCONT);
	wait_blocked(child, SYS_restart_syscall);
	kill(child, SIGUSR1);
	wait_for(child);
	expect_later_of(child, "nanosleep(<*>, NULL) = " RESTARTBLOCK);
	expect_of(child, "restart_syscall(<... resuming interrupted system call ...>) = " RESTARTBLOCK);
	expect_of(child, "rt_sigreturn({mask=[]}) = " INTR);
	expect_of(child, "%s", marker_line(1));
}

/* A call in a handler is not the call that was interrupted. */
static void calling_handler(int sig, siginfo_t *info, void *context)
{
	(void)sig;
	(void)info;
	(void)context;
	marker(2);
	shared->handled++;
}

CASE(call_in_handler)
{
	struct sigaction sa = {
		.sa_sigaction = calling_handler,
		.sa_flags = SA_SIGINFO | SA_RESTART,
	};
	pid_t child;

	setup(0);
	sigaction(SIGUSR1, &sa, NULL);
	child = spawn(read_pipe, NULL);
	wait_blocked(child, SYS_read);
	kill(child, SIGUSR1);
	wait_handled();
	if (write(pipe_fds[1], "x", 1) != 1)
		die("cannot write");
	wait_for(child);
	expect_later_of(child, "read(%d, %s, 1) = " RESTARTSYS, pipe_fds[0],
			data(&shared->byte, 1));
	expect_of(child, "%s", marker_line(2));
	expect_of(child, "rt_sigreturn({mask=[]}) = %d", SYS_read);
	expect_of(child, "read(%d, \"x\", 1) = 1", pipe_fds[0]);
}
