// SPDX-License-Identifier: GPL-2.0
/*
 * Calls that others have a say in: seccomp turns them down, a debugger changes
 * or skips them, a program dispatches its own. What shows is what the kernel
 * was asked for when it decided, and what came of it.
 */
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>

#include "case.h"
#include "judge.h"

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH	59
#endif
#define DISPATCH_OFF	0
#define DISPATCH_ON	1
#define SELECTOR_ALLOW	0
#define SELECTOR_BLOCK	1

#ifdef ABI_32
#define NUMBER_REG	orig_eax
#define RESULT_REG	eax
#define FIRST_ARG_REG	ebx
#define LAST_ARG_REG	ebp
#else
#define NUMBER_REG	orig_rax
#define RESULT_REG	rax
#define FIRST_ARG_REG	rdi
#define LAST_ARG_REG	r9
#endif

/* seccomp's @action for call @nr. */
static void deny(unsigned int nr, unsigned int action)
{
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, judge_call(nr, action)))
		skip("no seccomp filters");
}

CASE(seccomp_errno)
{
	deny(SYS_openat, SECCOMP_RET_ERRNO | EPERM);
	for (int i = 0; i < 2; i++) {
		sys(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY);
		expect("openat(AT_FDCWD, \"/etc/passwd\", O_RDONLY) = " EPERM_LINE);
		marker(i);
		expect("%s", marker_line(i));
	}
}

/* seccomp can return any: names that no call returns, and no name at all. */
CASE(errno_names)
{
	static const struct {
		long		call;
		const char	*name;
		int		error;
		const char	*shown;
	} errors[] = {
		{ SYS_getppid, "getppid", 85, "-1 ERESTART (Interrupted system call should be restarted)" },
		{ SYS_getuid, "getuid", 133, "-1 EHWPOISON (Memory page has hardware error)" },
		{ SYS_geteuid, "geteuid", 41, "-1 (errno 41)" },
		{ SYS_getgid, "getgid", 4095, "-1 (errno 4095)" },
	};

	for (size_t i = 0; i < sizeof(errors) / sizeof(*errors); i++) {
		deny(errors[i].call, SECCOMP_RET_ERRNO | errors[i].error);
		sys(errors[i].call);
		expect_later("%s() = %s", errors[i].name, errors[i].shown);
	}
}

CASE(seccomp_errno_int80)
{
	deny(5, SECCOMP_RET_ERRNO | ENOTTY);
	int80(5, "/etc/passwd", O_WRONLY);
	expect("open(\"/etc/passwd\", O_WRONLY) = -1 ENOTTY (Inappropriate ioctl for device)");
}

/* Turned down with success, which is also x86-64's number of this call. */
CASE(seccomp_success)
{
	deny(SYS_read, SECCOMP_RET_ERRNO | 0);
	sys(SYS_read, 99, NULL, 7);
	expect("read(99, NULL, 7) = 0");
}

/* A call that usually has no end. */
CASE(seccomp_exit)
{
	deny(SYS_exit, SECCOMP_RET_ERRNO | EPERM);
	sys(SYS_exit, 7);
	expect("exit(7) = " EPERM_LINE);
	marker(1);
	expect("%s", marker_line(1));
}

CASE(seccomp_unknown_number)
{
	deny(600, SECCOMP_RET_ERRNO | EPERM);
#ifdef ABI_X32
	raw_syscall(600, 1, 2, 3, 4, 5, 6);
#else
	sys(600, 1, 2, 3, 4, 5, 6);
#endif
	expect("syscall_0x258(0x1, 0x2, 0x3, 0x4, 0x5, 0x6) = " EPERM_LINE);
}

static void on_sigsys(int sig, siginfo_t *info, void *context)
{
	(void)sig;
	(void)info;
	(void)context;
	marker(3);
}

/* The registers are rolled back: the "result" is the number, as in strace. */
CASE(seccomp_trap)
{
	struct sigaction sa = { .sa_sigaction = on_sigsys, .sa_flags = SA_SIGINFO };

	sigaction(SIGSYS, &sa, NULL);
	deny(SYS_getppid, SECCOMP_RET_TRAP);
	sys(SYS_getppid);
	expect("getppid() = ?");
	expect("%s", marker_line(3));
	expect("rt_sigreturn({mask=[]}) = %ld", (long)SYS_getppid);
}

static void killed_by_seccomp(void *arg)
{
	(void)arg;
	deny(SYS_getppid, SECCOMP_RET_KILL_PROCESS);
	marker(1);
	sys(SYS_getppid);
	marker(2);
}

CASE(seccomp_kill_process)
{
	pid_t child = spawn(killed_by_seccomp, NULL);

	if (wait_for(child) == 0)
		skip("no SECCOMP_RET_KILL_PROCESS");
	expect_later_of(child, "%s", marker_line(1));
	/* As above. */
	expect_of(child, "getppid() = ?");
	expect_never_of(child, "%s", marker_line(2));
}

static void thread_killed_by_seccomp(void *arg)
{
	(void)arg;
	deny(SYS_getppid, SECCOMP_RET_KILL_THREAD);
	marker(1);
	sys(SYS_getppid);
	marker(2);
}

/* It ends inside seccomp: the call never does. */
CASE(seccomp_kill_thread)
{
	pid_t tid = spawn_thread(thread_killed_by_seccomp, NULL);

	wait_for_thread(tid);
	marker(4);
	expect_later("%s", marker_line(4));
	expect_later_of(tid, "%s", marker_line(1));
	expect_of(tid, "getppid( <unfinished ...>");
	expect_never_of(tid, "%s", marker_line(2));
}

static void strict(void *arg)
{
	(void)arg;
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
#ifndef ABI_X32
	/* The kernel's list of what is allowed is i386's for x32, too. */
	sys(SYS_write, -1, NULL, 0);
#endif
	sys(SYS_getppid);
}

CASE(seccomp_strict)
{
	pid_t child = spawn(strict, NULL);

	wait_for(child);
#ifdef ABI_X32
	expect_later_of(child, "prctl(PR_SET_SECCOMP, <*>) = 0");
#else
	expect_later_of(child, "write(-1, NULL, 0) = " EBADF_LINE);
#endif
	expect_of(child, "getppid( <unfinished ...>");
}

/* --------------------------------- debuggers ------------------------------- */

/* Stops, for its debugger to take over, and makes one call. */
static void debuggee(void *action)
{
	ptrace(PTRACE_TRACEME, 0, NULL, NULL);
	if (action)
		deny(SYS_getppid, *(unsigned int *)action);
	sys(SYS_kill, getpid(), SIGSTOP);
	sys(SYS_getppid, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66);
	marker(1);
}

static void expect_stop(pid_t pid, int signal)
{
	int status;

	if (waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status) ||
	    WSTOPSIG(status) != signal)
		die("the debuggee did not stop: %x", status);
}

static pid_t debug(unsigned int *seccomp_action, long options)
{
	pid_t pid = spawn(debuggee, seccomp_action);

	expect_stop(pid, SIGSTOP);
	if (ptrace(PTRACE_SETOPTIONS, pid, NULL,
		   (void *)(options | PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL)))
		die("cannot debug");
	return pid;
}

static void resume(pid_t pid, int request, int stop)
{
	if (ptrace(request, pid, NULL, NULL))
		die("cannot resume: %s", strerror(errno));
	expect_stop(pid, stop);
}

static void finish(pid_t pid)
{
	if (ptrace(PTRACE_CONT, pid, NULL, NULL))
		die("cannot let go: %s", strerror(errno));
	wait_for(pid);
	expect_of(pid, "%s", marker_line(1));
}

#define SET_REG(pid, reg, value)					\
	do {								\
		struct user_regs_struct regs;				\
									\
		if (ptrace(PTRACE_GETREGS, pid, NULL, &regs))		\
			die("cannot get the registers");		\
		regs.reg = (value);					\
		if (ptrace(PTRACE_SETREGS, pid, NULL, &regs))		\
			die("cannot set the registers");		\
	} while (0)

/* What was asked for ends there, and the call that is made begins. */
CASE(ptrace_number)
{
	pid_t pid = debug(NULL, 0);

	resume(pid, PTRACE_SYSCALL, SIGTRAP | 0x80);
	SET_REG(pid, NUMBER_REG, SYS_getpid);
	expect_later_of(pid, "kill(%d, SIGSTOP) = 0", pid);
	expect_of(pid, "getppid() = ? <rewritten>");
	expect_of(pid, "getpid() = %d", pid);
	finish(pid);
}

CASE(ptrace_argument)
{
	pid_t pid = debug(NULL, 0);

	resume(pid, PTRACE_SYSCALL, SIGTRAP | 0x80);
	SET_REG(pid, NUMBER_REG, SYS_close);
	SET_REG(pid, FIRST_ARG_REG, -77);
	expect_later_of(pid, "getppid() = ? <rewritten>");
	expect_of(pid, "close(-77) = " EBADF_LINE);
	finish(pid);
}

/* What the call does not look at makes no other call of it. */
CASE(ptrace_ignored)
{
	pid_t pid = debug(NULL, 0);

	resume(pid, PTRACE_SYSCALL, SIGTRAP | 0x80);
	SET_REG(pid, LAST_ARG_REG, -77);
	expect_later_of(pid, "kill(%d, SIGSTOP) = 0", pid);
	expect_of(pid, "getppid() = %d", getpid());
	finish(pid);
}

/* -1 is a debugger's way to say "none at all"; it makes up the result. */
CASE(ptrace_skip)
{
	pid_t pid = debug(NULL, 0);

	resume(pid, PTRACE_SYSCALL, SIGTRAP | 0x80);
	SET_REG(pid, NUMBER_REG, -1);
	SET_REG(pid, RESULT_REG, 4242);
	expect_later_of(pid, "getppid() = 4242");
	finish(pid);
}

CASE(ptrace_sysemu)
{
	pid_t pid = debug(NULL, 0);

	resume(pid, PTRACE_SYSEMU, SIGTRAP | 0x80);
	SET_REG(pid, RESULT_REG, 777);
	expect_later_of(pid, "getppid() = 777");
	finish(pid);
}

static unsigned int trace_action = SECCOMP_RET_TRACE | 5;

CASE(seccomp_trace)
{
	pid_t pid = debug(&trace_action, PTRACE_O_TRACESECCOMP);

	resume(pid, PTRACE_CONT, SIGTRAP);
	expect_later_of(pid, "getppid() = %d", getpid());
	finish(pid);
}

CASE(seccomp_trace_number)
{
	pid_t pid = debug(&trace_action, PTRACE_O_TRACESECCOMP);

	resume(pid, PTRACE_CONT, SIGTRAP);
	SET_REG(pid, NUMBER_REG, SYS_getpid);
	expect_later_of(pid, "kill(%d, SIGSTOP) = 0", pid);
	expect_of(pid, "getppid() = ? <rewritten>");
	expect_of(pid, "getpid() = %d", pid);
	finish(pid);
}

CASE(seccomp_trace_skip)
{
	pid_t pid = debug(&trace_action, PTRACE_O_TRACESECCOMP);

	resume(pid, PTRACE_CONT, SIGTRAP);
	SET_REG(pid, NUMBER_REG, -1);
	SET_REG(pid, RESULT_REG, 4242);
	expect_later_of(pid, "getppid() = 4242");
	finish(pid);
}

/* Nobody there to ask: the kernel says it has no such call. */
CASE(seccomp_trace_alone)
{
	deny(SYS_getppid, trace_action);
	sys(SYS_getppid);
	expect("getppid() = -1 ENOSYS (Function not implemented)");
}

/* ------------------------------- user dispatch ----------------------------- */

static volatile char selector = SELECTOR_ALLOW;

static void on_dispatch(int sig, siginfo_t *info, void *context)
{
	(void)sig;
	(void)info;
	(void)context;
	selector = SELECTOR_ALLOW;
}

/* A call that the program keeps for itself never was one. */
CASE(user_dispatch)
{
	struct sigaction sa = { .sa_sigaction = on_dispatch, .sa_flags = SA_SIGINFO };

	sigaction(SIGSYS, &sa, NULL);
	if (prctl(PR_SET_SYSCALL_USER_DISPATCH, DISPATCH_ON, 0, 0, &selector))
		skip("no syscall user dispatch");
	marker(1);
	selector = SELECTOR_BLOCK;
	sys(SYS_getppid);
	marker(2);
	expect("%s", marker_line(1));
	expect("rt_sigreturn({mask=[]}) = <*>");
	expect("%s", marker_line(2));
	expect_never("getppid() = <*>");
}

static void killed_by_dispatch(void *where)
{
	if (prctl(PR_SET_SYSCALL_USER_DISPATCH, DISPATCH_ON, 0, 0, where))
		_exit(0);
	sys(SYS_getppid);
}

/* Nor was one in whose place the kernel kills the program, as it cannot tell whose it is. */
static void kill_by_dispatch(const void *where, int signal)
{
	pid_t child = spawn(killed_by_dispatch, (void *)where);
	int status = wait_for(child);

	if (!status)
		skip("no syscall user dispatch");
	if (!WIFSIGNALED(status) || WTERMSIG(status) != signal)
		die("it was not killed: %#x", status);
	expect_of(child, "prctl(PR_SET_SYSCALL_USER_DISPATCH, <*>) = 0");
	expect_never_of(child, "getppid() = <*>");
	expect_never_of(child, "<... getppid resumed><*>");
}

CASE(unreadable_dispatch)
{
	kill_by_dispatch((void *)4096, SIGSEGV);
}

CASE(unknown_dispatch)
{
	static const char unknown = SELECTOR_BLOCK + 1;

	kill_by_dispatch(&unknown, SIGSYS);
}
