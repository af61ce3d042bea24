// SPDX-License-Identifier: GPL-2.0
/*
 * Calls that wait for somebody before they begin: a debugger, or the one who answers
 * seccomp's notifications. What was asked for is what shows, whatever becomes of the
 * registers and of the memory meanwhile, and the wait is part of the call.
 */
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

#include "case.h"
#include "judge.h"

#ifdef ABI_32
#define NUMBER_REG	orig_eax
#define RESULT_REG	eax
#define FIRST_ARG_REG	ebx
#define SECOND_ARG_REG	ecx
#define THIRD_ARG_REG	edx
#else
#define NUMBER_REG	orig_rax
#define RESULT_REG	rax
#define FIRST_ARG_REG	rdi
#define SECOND_ARG_REG	rsi
#define THIRD_ARG_REG	rdx
#endif

#define ASKED		"/asked-for"
#define MADE_UP		"/made-up"
#define ASKED_LINE	"openat(AT_FDCWD, \"" ASKED "\", O_RDONLY) = "
#define REWRITTEN_LINE	ASKED_LINE "? <rewritten>"
#define ASKED_UNFINISHED	"openat(AT_FDCWD, \"" ASKED "\", O_RDONLY <unfinished ...>"
#define RESULT		777

static char made_up[] = MADE_UP;
static char path[16] = ASKED;

/* seccomp's @action for openat(). */
static int deny_openat(unsigned int action, unsigned int flags)
{
	sys(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	return sys(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, judge_call(SYS_openat, action));
}

/* -------------------------------- debuggers -------------------------------- */

/* Stops, for its debugger to take over, and makes one call. */
static void debuggee(void *action)
{
	ptrace(PTRACE_TRACEME, 0, NULL, NULL);
	if (action)
		deny_openat(*(unsigned int *)action, 0);
	sys(SYS_kill, getpid(), SIGSTOP);
	sys(SYS_openat, AT_FDCWD, path, O_RDONLY);
	marker(1);
}

static void expect_stop(pid_t pid, int signal)
{
	int status;

	if (waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status) ||
	    WSTOPSIG(status) != signal)
		die("the debuggee did not stop: %x", status);
}

/* A debuggee that is held where it asks for openat(). */
static pid_t held_by(int request, unsigned int *seccomp_action)
{
	long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL |
		       (seccomp_action ? PTRACE_O_TRACESECCOMP : 0);
	pid_t pid = spawn(debuggee, seccomp_action);

	expect_stop(pid, SIGSTOP);
	if (ptrace(PTRACE_SETOPTIONS, pid, NULL, (void *)options) ||
	    ptrace(request, pid, NULL, NULL))
		die("cannot debug");
	expect_stop(pid, seccomp_action ? SIGTRAP : SIGTRAP | 0x80);
	return pid;
}

static void finish(pid_t pid)
{
	if (ptrace(PTRACE_CONT, pid, NULL, NULL))
		die("cannot let go: %s", strerror(errno));
	wait_for(pid);
	expect_of(pid, "%s", marker_line(1));
}

static struct user_regs_struct registers(pid_t pid)
{
	struct user_regs_struct regs;

	if (ptrace(PTRACE_GETREGS, pid, NULL, &regs))
		die("cannot get the registers");
	return regs;
}

static void set_registers(pid_t pid, struct user_regs_struct regs)
{
	if (ptrace(PTRACE_SETREGS, pid, NULL, &regs))
		die("cannot set the registers");
}

/* Registers that ask for unlink(MADE_UP). */
static void make_up(pid_t pid)
{
	struct user_regs_struct regs = registers(pid);

	regs.NUMBER_REG = SYS_unlink;
	regs.FIRST_ARG_REG = WORD(made_up);
	regs.RESULT_REG = RESULT;
	set_registers(pid, regs);
}

static void change_path(pid_t pid)
{
	struct iovec from = { made_up, sizeof(made_up) };
	struct iovec to = { path, sizeof(made_up) };

	if (process_vm_writev(pid, &from, 1, &to, 1, 0) != (ssize_t)sizeof(made_up))
		die("cannot write the debuggee's memory");
}

/* The call is not made: what the debugger leaves in the registers is no call. */
CASE(sysemu)
{
	pid_t pid = held_by(PTRACE_SYSEMU, NULL);

	make_up(pid);
	expect_later_of(pid, ASKED_LINE "%d", RESULT);
	expect_never_of(pid, "unlink(<*>");
	finish(pid);
}

/* Likewise if what is left is no number at all. */
CASE(sysemu_no_number)
{
	pid_t pid = held_by(PTRACE_SYSEMU, NULL);
	struct user_regs_struct regs = registers(pid);

	regs.NUMBER_REG = -1;
	regs.RESULT_REG = -EPERM;
	set_registers(pid, regs);
	expect_later_of(pid, ASKED_LINE EPERM_LINE);
	finish(pid);
}

CASE(sysemu_argument)
{
	pid_t pid = held_by(PTRACE_SYSEMU, NULL);
	struct user_regs_struct regs = registers(pid);

	change_path(pid);
	regs.SECOND_ARG_REG = WORD(made_up);
	regs.RESULT_REG = RESULT;
	set_registers(pid, regs);
	expect_later_of(pid, ASKED_LINE "%d", RESULT);
	expect_never_of(pid, "openat(AT_FDCWD, \"" MADE_UP "\", <*>");
	finish(pid);
}

CASE(ptrace_untouched)
{
	pid_t pid = held_by(PTRACE_SYSCALL, NULL);

	set_registers(pid, registers(pid));
	expect_later_of(pid, "kill(%d, SIGSTOP) = 0", pid);
	expect_of(pid, ASKED_LINE ENOENT_LINE);
	finish(pid);
}

CASE(ptrace_number)
{
	pid_t pid = held_by(PTRACE_SYSCALL, NULL);

	make_up(pid);
	expect_later_of(pid, REWRITTEN_LINE);
	expect_of(pid, "unlink(\"" MADE_UP "\") = " ENOENT_LINE);
	finish(pid);
}

/* A held call gets another argument, and goes on. */
static void expect_other_argument(pid_t pid)
{
	struct user_regs_struct regs = registers(pid);

	regs.SECOND_ARG_REG = WORD(made_up);
	set_registers(pid, regs);
	expect_later_of(pid, REWRITTEN_LINE);
	expect_of(pid, "openat(AT_FDCWD, \"" MADE_UP "\", O_RDONLY) = " ENOENT_LINE);
	finish(pid);
}

/* -1 is a debugger's way to say "none at all"; it makes up the result. */
static void expect_turned_down(pid_t pid)
{
	struct user_regs_struct regs = registers(pid);

	regs.NUMBER_REG = -1;
	regs.RESULT_REG = RESULT;
	set_registers(pid, regs);
	expect_later_of(pid, ASKED_LINE "%d", RESULT);
	expect_never_of(pid, MINUS_ONE_NAME "<*>");
	finish(pid);
}

CASE(ptrace_argument)
{
	expect_other_argument(held_by(PTRACE_SYSCALL, NULL));
}

CASE(ptrace_skip)
{
	expect_turned_down(held_by(PTRACE_SYSCALL, NULL));
}

/* The registers are as they were; the memory is not. */
CASE(ptrace_memory)
{
	pid_t pid = held_by(PTRACE_SYSCALL, NULL);

	change_path(pid);
	expect_later_of(pid, ASKED_LINE ENOENT_LINE);
	finish(pid);
}

static int gate[2];

/* Waits in clone() for its child, which waits at the gate. */
static void forker(void *arg)
{
	int *ids = arg;
	char byte;

	/* From now on, it has a store. */
	sys(SYS_openat, AT_FDCWD, path, O_RDONLY);
	if (!sys(SYS_clone, CLONE_VFORK | CLONE_PARENT_SETTID | SIGCHLD, 0, WORD(ids), 0, 0)) {
		if (read(gate[0], &byte, 1) != 1)
			die("no byte");
		_exit(0);
	}
	marker(1);
}

/* A debugger that comes while the call is on its way can stop the task in it. */
CASE(ptrace_in_the_middle)
{
	int *ids = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct user_regs_struct regs;
	int status;
	pid_t pid;

	if (ids == MAP_FAILED || pipe(gate))
		die("cannot set up");
	pid = spawn(forker, ids);
	wait_blocked(pid, SYS_clone);
	if (ptrace(PTRACE_SEIZE, pid, NULL, WORD(PTRACE_O_TRACEVFORKDONE)))
		die("cannot attach");
	if (write(gate[1], "x", 1) != 1)
		die("cannot write");
	if (waitpid(pid, &status, 0) != pid || status >> 16 != PTRACE_EVENT_VFORK_DONE)
		die("the debuggee did not stop: %x", status);
	regs = registers(pid);
	regs.THIRD_ARG_REG = WORD(&ids[1]);
	set_registers(pid, regs);
	if (ptrace(PTRACE_DETACH, pid, NULL, NULL))
		die("cannot detach");
	wait_for(pid);
	expect_later_of(pid, "clone(child_stack=NULL, flags=<*>, parent_tid=[%d]) = %d", ids[0],
			ids[0]);
	expect_of(pid, "%s", marker_line(1));
}

/* Its end comes while it is held: the call was asked for all the same. */
CASE(ptrace_killed)
{
	pid_t pid = held_by(PTRACE_SYSCALL, NULL);

	kill(pid, SIGKILL);
	wait_for(pid);
	expect_later_of(pid, "kill(%d, SIGSTOP) = 0", pid);
	expect_of(pid, "openat(AT_FDCWD, \"" ASKED "\", O_RDONLY<*>");
}

/* --------------------------------- seccomp --------------------------------- */

static unsigned int trace_action = SECCOMP_RET_TRACE | 5;

CASE(seccomp_trace_number)
{
	pid_t pid = held_by(PTRACE_CONT, &trace_action);

	make_up(pid);
	expect_later_of(pid, REWRITTEN_LINE);
	expect_of(pid, "unlink(\"" MADE_UP "\") = " ENOENT_LINE);
	finish(pid);
}

CASE(seccomp_trace_argument)
{
	expect_other_argument(held_by(PTRACE_CONT, &trace_action));
}

CASE(seccomp_trace_skip)
{
	expect_turned_down(held_by(PTRACE_CONT, &trace_action));
}

CASE(seccomp_trace_untouched)
{
	pid_t pid = held_by(PTRACE_CONT, &trace_action);

	set_registers(pid, registers(pid));
	expect_later_of(pid, "kill(%d, SIGSTOP) = 0", pid);
	expect_of(pid, ASKED_LINE ENOENT_LINE);
	finish(pid);
}

static void denied(void *action)
{
	if (action)
		deny_openat(*(unsigned int *)action, 0);
	else
		sys(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
	sys(SYS_openat, AT_FDCWD, path, O_RDONLY);
	marker(2);
}

static unsigned int kill_thread = SECCOMP_RET_KILL_THREAD;
static unsigned int kill_process = SECCOMP_RET_KILL_PROCESS;

/* One thread of several ends right there. */
CASE(seccomp_kill_thread)
{
	pid_t tid = spawn_thread(denied, &kill_thread);

	wait_for_thread(tid);
	expect_later_of(tid, "seccomp(<*>) = 0");
	expect_of(tid, ASKED_UNFINISHED);
	expect_never_of(tid, "%s", marker_line(2));
}

/* The last thread of a process gets the signal, and so does RET_KILL_PROCESS. */
CASE(seccomp_kill_process)
{
	unsigned int *const actions[] = { &kill_thread, &kill_process };

	for (int i = 0; i < 2; i++) {
		pid_t pid = spawn(denied, actions[i]);

		wait_for(pid);
		expect_later_of(pid, "seccomp(<*>) = 0");
		expect_of(pid, ASKED_LINE "?");
		expect_never_of(pid, "%s", marker_line(2));
	}
}

CASE(seccomp_strict)
{
	pid_t pid = spawn(denied, NULL);

	wait_for(pid);
	expect_later_of(pid, "prctl(PR_SET_SECCOMP, <*>) = 0");
	expect_of(pid, ASKED_UNFINISHED);
	expect_never_of(pid, "%s", marker_line(2));
}

/* ------------------------------ notifications ------------------------------ */

/* Calls that are made while another one waits for its answer. */
#define CALLS_MEANWHILE	30

static volatile int listener = -1;
static bool sigsys_waits;

static void asks_supervisor(void *arg)
{
	sigset_t set;

	(void)arg;
	if (sigsys_waits) {
		sigemptyset(&set);
		sigaddset(&set, SIGSYS);
		pthread_sigmask(SIG_BLOCK, &set, NULL);
		raise(SIGSYS);
	}
	listener = deny_openat(SECCOMP_RET_USER_NOTIF, SECCOMP_FILTER_FLAG_NEW_LISTENER);
	if (listener >= 0)
		sys(SYS_openat, AT_FDCWD, path, O_RDONLY);
	marker(1);
}

/* The thread asks; its path is another one when the answer comes. */
static pid_t answered(int error, long val, unsigned int flags)
{
	struct seccomp_notif asked = { 0 };
	struct seccomp_notif_resp answer = { .error = -error, .val = val, .flags = flags };
	pid_t tid = spawn_thread(asks_supervisor, NULL);

	while (listener == -1)
		usleep(1000);
	if (listener < 0 || ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked))
		die("no notification: %d", listener);
	answer.id = asked.id;
	strcpy(path, MADE_UP);
	for (int i = 0; i < CALLS_MEANWHILE; i++)
		marker(2);
	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer))
		die("cannot answer");
	wait_for_thread(tid);
	return tid;
}

/* What the supervisor is told, and says. */
CASE(notification_told)
{
	struct seccomp_notif asked = { 0 };
	struct seccomp_notif_addfd more = { .srcfd = 0, .newfd_flags = O_CLOEXEC };
	struct seccomp_notif_resp answer = { .error = -EPERM };
	pid_t tid = spawn_thread(asks_supervisor, NULL);
	unsigned long long id;
	int given;

	while (listener == -1)
		usleep(1000);
	sys(SYS_ioctl, listener, SECCOMP_IOCTL_NOTIF_RECV, &asked);
	id = asked.id;
	expect_later("ioctl(%d, SECCOMP_IOCTL_NOTIF_RECV, {id=%#llx, pid=%d, flags=0, data={nr=__NR_openat, arch=AUDIT_ARCH_<*>, instruction_pointer=<*>, args=[<*>]}}) = 0",
		     listener, id, tid);
	sys(SYS_ioctl, listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &id);
	expect("ioctl(%d, SECCOMP_IOCTL_NOTIF_ID_VALID, [%#llx]) = 0", listener, id);
	more.id = id;
	given = sys(SYS_ioctl, listener, SECCOMP_IOCTL_NOTIF_ADDFD, &more);
	expect("ioctl(%d, SECCOMP_IOCTL_NOTIF_ADDFD, {id=%#llx, flags=0, srcfd=0, newfd=0, newfd_flags=O_CLOEXEC}) = %d",
	       listener, id, given);
	answer.id = id;
	sys(SYS_ioctl, listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
	expect("ioctl(%d, SECCOMP_IOCTL_NOTIF_SEND, {id=%#llx, val=0, error=-EPERM, flags=0}) = 0",
	       listener, id);
	sys(SYS_ioctl, listener, SECCOMP_IOCTL_NOTIF_RECV, 8);
	expect("ioctl(%d, SECCOMP_IOCTL_NOTIF_RECV, 0x8) = " EFAULT_LINE, listener);
	wait_for_thread(tid);
}

CASE(notification_refused)
{
	pid_t tid = answered(EPERM, 0, 0);

	expect_later_of(tid, ASKED_LINE EPERM_LINE);
	expect_of(tid, "%s", marker_line(1));
	expect_never_of(tid, "openat(AT_FDCWD, \"" MADE_UP "\", <*>");
}

/* An answer that is the call's number, while the signal waits that comes without one. */
CASE(notification_number)
{
	pid_t tid;

	sigsys_waits = true;
	tid = answered(0, SYS_openat, 0);
	expect_later_of(tid, ASKED_LINE "%ld", (long)SYS_openat);
	expect_of(tid, "%s", marker_line(1));
}

/* The kernel opens the other path, but was asked for this one. */
CASE(notification_continued)
{
	pid_t tid = answered(0, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE);

	expect_later_of(tid, ASKED_LINE ENOENT_LINE);
	expect_of(tid, "%s", marker_line(1));
}

/* The runner's clock counts the records that are written. */
static void check_time(int error, unsigned int flags, const char *result)
{
	pid_t tid;

	tracer("options/syscall_time", "1");
	tid = answered(error, 0, flags);
	view("syscall_time");
	expect_later_of(tid, ASKED_LINE "%s <<*>>", result);
	expect_of(tid, "%s <<*>>", marker_line(1));
	for (int i = 0; i < CALLS_MEANWHILE; i++)
		expect_never_of(tid, "openat(<*>) = %s <%d>", result, i);
}

CASE(notification_refused_time)
{
	check_time(EPERM, 0, EPERM_LINE);
}

CASE(notification_continued_time)
{
	check_time(0, SECCOMP_USER_NOTIF_FLAG_CONTINUE, ENOENT_LINE);
}
