// SPDX-License-Identifier: GPL-2.0
/*
 * What calls about processes take and give: their making, their end, their
 * limits, and the calls that are many by one of their arguments.
 */
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "case.h"


/* A child that ends at once, on this side of the C library. */
static pid_t child(void (*fn)(void))
{
	pid_t pid = fork();

	if (!pid) {
		fn();
		_exit(7);
	}
	return pid;
}

static void nothing(void)
{
}

static void killed(void)
{
	kill(getpid(), SIGKILL);
}

static void stopped(void)
{
	kill(getpid(), SIGSTOP);
}

static void paused(void)
{
	stopped();
	pause();
}

#define RUSAGE "{ru_utime={tv_sec=0, tv_usec=<*>}, ru_stime={tv_sec=0, tv_usec=<*>}, ...}"

CASE(wait_statuses)
{
	struct rusage ru;
	unsigned int status;
	pid_t pid;

	pid = child(nothing);
	sys(SYS_wait4, pid, &status, 0, &ru);
	expect_later("wait4(%d, [{WIFEXITED(s) && WEXITSTATUS(s) == 7}], 0, " RUSAGE ") = %d", pid, pid);
	pid = child(killed);
	sys(SYS_wait4, -1, &status, __WALL, NULL);
	expect_later("wait4(-1, [{WIFSIGNALED(s) && WTERMSIG(s) == SIGKILL}], __WALL, NULL) = %d", pid);
	pid = child(paused);
	sys(SYS_wait4, pid, &status, WUNTRACED, NULL);
	expect_later("wait4(%d, [{WIFSTOPPED(s) && WSTOPSIG(s) == SIGSTOP}], WSTOPPED, NULL) = %d", pid, pid);
	sys(SYS_wait4, pid, &status, WNOHANG, &ru);
	expect("wait4(%d, %s, WNOHANG, %s) = 0", pid, ptr(&status), ptr(&ru));
	kill(pid, SIGCONT);
	sys(SYS_wait4, pid, &status, WCONTINUED, NULL);
	expect_later("wait4(%d, [{WIFCONTINUED(s)}], WCONTINUED, NULL) = %d", pid, pid);
	kill(pid, SIGKILL);
	wait_for(pid);
	sys(SYS_wait4, pid, &status, 0x20000000, &ru);
	expect_later("wait4(%d, %s, __WNOTHREAD, %s) = -1 ECHILD (No child processes)", pid, ptr(&status), ptr(&ru));
#ifdef ABI_32
	pid = child(nothing);
	sys(SYS_waitpid, pid, &status, 0);
	expect_later("waitpid(%d, [{WIFEXITED(s) && WEXITSTATUS(s) == 7}], 0) = %d", pid, pid);
#endif
}

CASE(waitid)
{
	char info[128] = { };
	struct rusage ru;
	pid_t pid;

	pid = child(stopped);
	sys(SYS_waitid, P_PID, pid, info, WSTOPPED, &ru);
	expect_later("waitid(P_PID, %d, {si_signo=SIGCHLD, si_code=CLD_STOPPED, si_pid=%d, si_uid=0, si_status=SIGSTOP, si_utime=0, si_stime=0}, WSTOPPED, " RUSAGE ") = 0", pid, pid);
	sys(SYS_waitid, P_ALL, 0, info, WNOHANG | WEXITED, NULL);
	expect("waitid(P_ALL, 0, {}, WNOHANG|WEXITED, NULL) = 0");
	kill(pid, SIGCONT);
	sys(SYS_waitid, P_PID, pid, info, WEXITED | WNOWAIT, NULL);
	expect_later("waitid(P_PID, %d, {si_signo=SIGCHLD, si_code=CLD_EXITED, si_pid=%d, si_uid=0, si_status=7, si_utime=0, si_stime=0}, WEXITED|WNOWAIT, NULL) = 0", pid, pid);
	sys(SYS_waitid, 99, pid, info, WEXITED, NULL);
	expect("waitid(0x63 /* P_??? */, %d, %s, WEXITED, NULL) = " EINVAL_LINE, pid, ptr(info));
	wait_for(pid);
}

/* The two last arguments are the other way round for i386. */
#ifdef ABI_32
#define sys_clone(flags, stack, parent, child, tls) sys(SYS_clone, flags, stack, parent, tls, child)
#else
#define sys_clone(flags, stack, parent, child, tls) sys(SYS_clone, flags, stack, parent, child, tls)
#endif

CASE(clone)
{
	int parent = 0, tid = 0;
	pid_t pid;

	pid = sys_clone(SIGCHLD | CLONE_PARENT_SETTID | CLONE_CHILD_SETTID, 0, &parent, &tid, 0);
	if (!pid)
		_exit(0);
	expect("clone(child_stack=NULL, flags=CLONE_PARENT_SETTID|CLONE_CHILD_SETTID|SIGCHLD, parent_tid=[%d], child_tidptr=%s) = %d", pid, ptr(&tid), pid);
	wait_for(pid);
	pid = sys_clone(0, 0, 0, 0, 0);
	if (!pid)
		_exit(0);
	expect_later("clone(child_stack=NULL, flags=0) = %d", pid);
	wait_for(pid);
	sys_clone(CLONE_THREAD | 99, 0x1000, 0, 0, 0);
	expect_later("clone(child_stack=0x1000, flags=CLONE_THREAD|99) = " EINVAL_LINE);
	sys_clone(CLONE_SIGHAND | CLONE_PARENT_SETTID | CLONE_SETTLS | CLONE_CHILD_CLEARTID, 0, &parent, NULL, 0x20);
	expect("clone(child_stack=NULL, flags=CLONE_SIGHAND|CLONE_SETTLS|CLONE_PARENT_SETTID|CLONE_CHILD_CLEARTID, parent_tid=%s, tls=0x20, child_tidptr=NULL) = " EINVAL_LINE, ptr(&parent));
}

CASE(clone3)
{
	struct clone_args args = {
		.flags = CLONE_PARENT_SETTID | CLONE_FS, .exit_signal = SIGCHLD,
	};
	struct {
		struct clone_args	args;
		char			more[8];
	} newer = { };
	int parent, ids[2] = { 0, 0 };
	static char page[4096];
	pid_t pid;
	void *end;

	args.parent_tid = (uintptr_t)&parent;
	pid = sys(SYS_clone3, &args, sizeof(args));
	if (!pid)
		_exit(0);
	expect("clone3({flags=CLONE_FS|CLONE_PARENT_SETTID, parent_tid=%s, exit_signal=SIGCHLD, stack=NULL, stack_size=0} => {parent_tid=[%d]}, 88) = %d", ptr(&parent), pid, pid);
	wait_for(pid);
	/* The kernel has read the address before it writes over it. */
	args.parent_tid = (uintptr_t)&args.parent_tid;
	pid = sys(SYS_clone3, &args, sizeof(args));
	if (!pid)
		_exit(0);
	expect_later("clone3({flags=CLONE_FS|CLONE_PARENT_SETTID, parent_tid=%s, exit_signal=SIGCHLD, stack=NULL, stack_size=0} => {parent_tid=[%d]}, 88) = %d", ptr(&args.parent_tid), pid, pid);
	wait_for(pid);
	args.flags = CLONE_SETTLS | CLONE_CHILD_SETTID | 0x100000000ULL;
	args.tls = 5;
	args.exit_signal = 0x80000001;
	args.stack_size = 4;
	args.set_tid = (uintptr_t)ids;
	args.set_tid_size = 2;
	args.cgroup = 3;
	sys(SYS_clone3, &args, sizeof(args));
#ifdef ABI_32
	expect_later("clone3({flags=CLONE_SETTLS|CLONE_CHILD_SETTID|CLONE_CLEAR_SIGHAND, child_tid=NULL, exit_signal=2147483649, stack=NULL, stack_size=0x4, tls=<*>, set_tid=[0, 0], set_tid_size=2, cgroup=3}, 88) = " EINVAL_LINE);
#else
	expect_later("clone3({flags=CLONE_SETTLS|CLONE_CHILD_SETTID|CLONE_CLEAR_SIGHAND, child_tid=NULL, exit_signal=2147483649, stack=NULL, stack_size=0x4, tls=0x5, set_tid=[0, 0], set_tid_size=2, cgroup=3}, 88) = " EINVAL_LINE);
#endif
	args = (struct clone_args) { .flags = CLONE_NEWNS | CLONE_FS, .set_tid_size = 2 };
	args.set_tid = (uintptr_t)before_hole(6);
	sys(SYS_clone3, &args, sizeof(args));
	expect_later("clone3({flags=CLONE_FS|CLONE_NEWNS, exit_signal=0, stack=NULL, stack_size=0, set_tid=[0, ... /* 0x%llx */], set_tid_size=2}, 88) = " EFAULT_LINE,
		     (unsigned long long)args.set_tid + 4);
	args.set_tid_size = 0;
	args.set_tid = 0;
	newer.args = args;
	sys(SYS_clone3, &newer, sizeof(newer));
	expect("clone3({flags=CLONE_FS|CLONE_NEWNS, exit_signal=0, stack=NULL, stack_size=0}, 96) = " EINVAL_LINE);
	newer.more[1] = 5;
	sys(SYS_clone3, &newer, sizeof(newer));
	expect("clone3({flags=CLONE_FS|CLONE_NEWNS, exit_signal=0, stack=NULL, stack_size=0, /* bytes 88..95 */ \"\\x00\\x05\\x00\\x00\\x00\\x00\\x00\\x00\"}, 96) = -1 E2BIG (Argument list too long)");
	memcpy(page, &newer, sizeof(newer));
	sys(SYS_clone3, page, sizeof(page));
	expect("clone3({flags=CLONE_FS|CLONE_NEWNS, exit_signal=0, stack=NULL, stack_size=0, /* bytes 88..4095 */ \"\\x00\\x05<*>\"...}, 4096) = -1 E2BIG (Argument list too long)");
	end = at_end(&newer, sizeof(args));
	sys(SYS_clone3, end, sizeof(newer));
	expect_later("clone3({flags=CLONE_FS|CLONE_NEWNS, exit_signal=0, stack=NULL, stack_size=0, ???}, 96) = " EFAULT_LINE);
	sys(SYS_clone3, &args, 63);
	expect("clone3(%s, 63) = " EINVAL_LINE, ptr(&args));
	sys(SYS_clone3, 8, 88);
	expect("clone3(0x8, 88) = " EFAULT_LINE);
	sys(SYS_clone3, NULL, 64);
	expect("clone3(NULL, 64) = " EFAULT_LINE);
}

CASE(limits)
{
	struct rlimit64 {
		unsigned long long cur, max;
	} l64 = { 3000, 1 << 20 }, old;
	unsigned long l[2] = { 0, 0 };

	sys(SYS_prlimit64, 0, RLIMIT_CORE, &l64, NULL);
	expect("prlimit64(0, RLIMIT_CORE, {rlim_cur=3000, rlim_max=1024*1024}, NULL) = 0");
	sys(SYS_prlimit64, 0, RLIMIT_CORE, NULL, &old);
	expect("prlimit64(0, RLIMIT_CORE, NULL, {rlim_cur=3000, rlim_max=1024*1024}) = 0");
	l64.max = -1;
	sys(SYS_prlimit64, 0, 99, &l64, &old);
	expect("prlimit64(0, 0x63 /* RLIMIT_??? */, {rlim_cur=3000, rlim_max=RLIM64_INFINITY}, %s) = " EINVAL_LINE, ptr(&old));
	sys(SYS_prlimit64, 0, RLIMIT_CORE, 8, NULL);
	expect("prlimit64(0, RLIMIT_CORE, 0x8, NULL) = " EFAULT_LINE);
	sys(SYS_getrusage, 5, 8);
	expect_later("getrusage(0x5 /* RUSAGE_??? */, 0x8) = " EINVAL_LINE);
#ifdef ABI_32
	sys(SYS_ugetrlimit, RLIMIT_CORE, l);
	expect("ugetrlimit(RLIMIT_CORE, {rlim_cur=3000, rlim_max=1024*1024}) = 0");
	l[0] = 5;
	l[1] = -1;
	sys(SYS_setrlimit, 99, l);
	expect("setrlimit(0x63 /* RLIMIT_??? */, {rlim_cur=5, rlim_max=RLIM_INFINITY}) = " EINVAL_LINE);
#elif defined(ABI_64)
	sys(SYS_getrlimit, RLIMIT_CORE, l);
	expect("getrlimit(RLIMIT_CORE, {rlim_cur=3000, rlim_max=1024*1024}) = 0");
#endif
	(void)l;
}

CASE(scheduling)
{
	struct {
		unsigned int size, policy;
		unsigned long long flags;
		int nice;
		unsigned int priority;
		unsigned long long runtime, deadline, period;
		unsigned int min, max;
		char more[8];
	} attr;
	int priority = 0;
	unsigned long mask[32] = { 1 };

	sys(SYS_sched_getparam, 0, &priority);
	expect("sched_getparam(0, [0]) = 0");
	priority = 77;
	sys(SYS_sched_setscheduler, 0, 0, &priority);
	expect("sched_setscheduler(0, SCHED_OTHER, [77]) = " EINVAL_LINE);
	sys(SYS_sched_getscheduler, 0);
	expect("sched_getscheduler(0) = 0 (SCHED_OTHER)");
	priority = 0;
	sys(SYS_sched_setscheduler, 0, SCHED_BATCH | SCHED_RESET_ON_FORK, &priority);
	expect("sched_setscheduler(0, SCHED_BATCH|SCHED_RESET_ON_FORK, [0]) = 0");
	sys(SYS_sched_getscheduler, 0);
	expect("sched_getscheduler(0) = 0x40000003 (SCHED_BATCH|SCHED_RESET_ON_FORK)");
	sys(SYS_sched_setscheduler, 0, 4 | SCHED_RESET_ON_FORK, &priority);
	expect("sched_setscheduler(0, SCHED_ISO|SCHED_RESET_ON_FORK, [0]) = " EINVAL_LINE);
	sys(SYS_sched_setscheduler, 0, 77 | SCHED_RESET_ON_FORK, &priority);
	expect("sched_setscheduler(0, 0x4000004d /* SCHED_??? */, [0]) = " EINVAL_LINE);
	sys(SYS_sched_setscheduler, 0, 0, &priority);
	expect("sched_setscheduler(0, SCHED_OTHER, [0]) = 0");
	sys(SYS_sched_getattr, 0, &attr, 48, 0);
	expect("sched_getattr(0, {size=48, sched_policy=SCHED_OTHER, sched_flags=0, sched_nice=0, sched_priority=0, sched_runtime=<*>, sched_deadline=0, sched_period=0}, 48, 0) = 0");
	attr.flags = 0x1001;
	attr.nice = -5;
	sys(SYS_sched_setattr, 0, &attr, 0);
	expect("sched_setattr(0, {size=48, sched_policy=SCHED_OTHER, sched_flags=SCHED_FLAG_RESET_ON_FORK|0x1000, sched_nice=-5, sched_priority=0, sched_runtime=<*>, sched_deadline=0, sched_period=0}, 0) = " EINVAL_LINE);
	attr.policy = 99;
	attr.flags = 8;
	sys(SYS_sched_setattr, 0, &attr, 1);
	expect("sched_setattr(0, {size=48, sched_flags=SCHED_FLAG_KEEP_POLICY, sched_nice=-5, sched_priority=0, sched_runtime=<*>, sched_deadline=0, sched_period=0}, 1) = " EINVAL_LINE);
	attr.flags = 0x10;
	sys(SYS_sched_setattr, 0, &attr, 1);
	expect("sched_setattr(0, {size=48, sched_policy=0x63 /* SCHED_??? */, sched_flags=SCHED_FLAG_KEEP_PARAMS}, 1) = " EINVAL_LINE);
	sys(SYS_sched_getattr, 0, &attr, 4, 0);
	expect("sched_getattr(0, %s, 4, 0) = " EINVAL_LINE, ptr(&attr));
	sys(SYS_sched_setattr, 0, 8, 1);
	expect("sched_setattr(0, 0x8, 1) = <*>");
	sys(SYS_sched_setaffinity, 0, 8, mask);
	expect("sched_setaffinity(0, 8, [0]) = 0");
	sys(SYS_sched_getaffinity, 0, 128, mask);
	expect("sched_getaffinity(0, 128, [0]) = <*>");
	sys(SYS_sched_setaffinity, 0, 0, mask);
	expect("sched_setaffinity(0, 0, []) = " EINVAL_LINE);
	sys(SYS_sched_getaffinity, 0, 0, mask);
	expect("sched_getaffinity(0, 0, %s) = " EINVAL_LINE, ptr(mask));
	sys(SYS_ioprio_set, 1, 0, 2 << 13 | 4);
	expect("ioprio_set(IOPRIO_WHO_PROCESS, 0, IOPRIO_PRIO_VALUE(IOPRIO_CLASS_BE, 4)) = 0");
	sys(SYS_ioprio_get, 1, 0);
	expect("ioprio_get(IOPRIO_WHO_PROCESS, 0) = 16388 (IOPRIO_PRIO_VALUE(IOPRIO_CLASS_BE, 4))");
	sys(SYS_getcpu, &priority, &priority, NULL);
	expect("getcpu([0], [0], NULL) = 0");
}

CASE(personality)
{
	sys(SYS_personality, 0xffffffff);
	expect("personality(0xffffffff) = 0 (PER_LINUX)");
	sys(SYS_personality, 0x00c0008);
	expect("personality(PER_LINUX32|ADDR_NO_RANDOMIZE|FDPIC_FUNCPTRS) = 0 (PER_LINUX)");
	sys(SYS_personality, 0x21);
	expect("personality(0x21 /* PER_??? */) = 0xc0008 (PER_LINUX32|ADDR_NO_RANDOMIZE|FDPIC_FUNCPTRS)");
}

CASE(capabilities)
{
	struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct caps[2] = { { 3, 0x80000000, 0 }, { 0x200, 0xfffffe00, 1 } };

	sys(SYS_capset, &header, caps);
	expect("capset({version=_LINUX_CAPABILITY_VERSION_3, pid=0}, {effective=1<<CAP_CHOWN|1<<CAP_DAC_OVERRIDE|0x200 /* CAP_??? */, permitted=1<<CAP_SETFCAP|0xfffffe00 /* CAP_??? */, inheritable=1<<CAP_MAC_OVERRIDE}) = " EPERM_LINE);
	header.version = _LINUX_CAPABILITY_VERSION_1;
	header.pid = 1;
	sys(SYS_capset, &header, at_end(caps, sizeof(*caps)));
	expect_later("capset({version=_LINUX_CAPABILITY_VERSION_1, pid=1}, {effective=1<<CAP_CHOWN|1<<CAP_DAC_OVERRIDE, permitted=1<<CAP_SETFCAP, inheritable=0}) = " EPERM_LINE);
	sys(SYS_capget, &header, at_end(caps, sizeof(*caps)));
	expect_later("capget({version=_LINUX_CAPABILITY_VERSION_1, pid=1}, {effective=<*>, permitted=<*>, inheritable=0}) = 0");
	sys(SYS_capget, 8, caps);
	expect("capget(0x8, %s) = " EFAULT_LINE, ptr(caps));
	header.version = 1;
	sys(SYS_capget, &header, caps);
	expect("capget({version=0x1 /* _LINUX_CAPABILITY_VERSION_??? */, pid=1}, %s) = " EINVAL_LINE, ptr(caps));
}

CASE(prctl)
{
	struct sock_fprog prog = { 3, (void *)0x10 };
	char name[16];
	int n;

	sys(SYS_prctl, PR_SET_NAME, "averyveryverylongname");
	expect("prctl(PR_SET_NAME, \"averyveryverylo\"...) = 0");
	sys(SYS_prctl, PR_GET_NAME, name);
	expect("prctl(PR_GET_NAME, \"averyveryverylo\") = 0");
	sys(SYS_prctl, PR_SET_NAME, "fifteen letters");
	expect("prctl(PR_SET_NAME, \"fifteen letters\"...) = 0");
	sys(SYS_prctl, PR_SET_NAME, "but 14 letters");
	expect("prctl(PR_SET_NAME, \"but 14 letters\") = 0");
	sys(SYS_prctl, PR_SET_NAME, at_end("short", 6));
	expect_later("prctl(PR_SET_NAME, \"short\") = 0");
	sys(SYS_prctl, PR_SET_NAME, 8);
	expect("prctl(PR_SET_NAME, 0x8) = " EFAULT_LINE);
	sys(SYS_prctl, PR_SET_DUMPABLE, 9);
	expect("prctl(PR_SET_DUMPABLE, 0x9 /* SUID_DUMP_??? */) = " EINVAL_LINE);
	sys(SYS_prctl, PR_SET_DUMPABLE, 1);
	sys(SYS_prctl, PR_GET_DUMPABLE);
	expect_later("prctl(PR_GET_DUMPABLE) = 1 (SUID_DUMP_USER)");
	sys(SYS_prctl, PR_GET_SECUREBITS);
	expect("prctl(PR_GET_SECUREBITS) = 0");
	sys(SYS_prctl, PR_SET_PDEATHSIG, SIGUSR1);
	expect("prctl(PR_SET_PDEATHSIG, SIGUSR1) = 0");
	sys(SYS_prctl, PR_SET_PDEATHSIG, -1L);
	expect("prctl(PR_SET_PDEATHSIG, " MAX_LONG ") = " EINVAL_LINE);
	sys(SYS_prctl, PR_GET_PDEATHSIG, &n);
	expect("prctl(PR_GET_PDEATHSIG, [SIGUSR1]) = 0");
	sys(SYS_prctl, PR_GET_TSC, &n);
	expect("prctl(PR_GET_TSC, [PR_TSC_ENABLE]) = 0");
	sys(SYS_prctl, PR_CAPBSET_READ, CAP_SYS_ADMIN);
	expect("prctl(PR_CAPBSET_READ, CAP_SYS_ADMIN) = <*>");
	sys(SYS_prctl, PR_CAPBSET_DROP, 300);
	expect("prctl(PR_CAPBSET_DROP, 0x12c /* CAP_??? */) = " EINVAL_LINE);
#ifdef ABI_64
	sys(SYS_prctl, PR_CAPBSET_READ, 0x100000005);
	expect("prctl(PR_CAPBSET_READ, 0x100000005 /* CAP_??? */) = " EINVAL_LINE);
	sys(SYS_prctl, PR_SET_PDEATHSIG, 0x100000009);
	expect("prctl(PR_SET_PDEATHSIG, 4294967305) = " EINVAL_LINE);
#endif
	sys(SYS_prctl, PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, 300, 0, 0);
	expect("prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, 0x12c /* CAP_??? */, 0, 0) = " EINVAL_LINE);
	sys(SYS_prctl, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 3, 0, 0);
	expect("prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0x3, 0, 0) = " EINVAL_LINE);
	sys(SYS_prctl, PR_SET_VMA, PR_SET_VMA_ANON_NAME, 0x1000, 5, "name");
	expect("prctl(PR_SET_VMA, PR_SET_VMA_ANON_NAME, 0x1000, 5, \"name\") = " EINVAL_LINE);
	sys(SYS_prctl, PR_SET_MM, PR_SET_MM_START_DATA, 5, 6, 7);
	expect("prctl(PR_SET_MM, PR_SET_MM_START_DATA, 0x5, 0x6, 0x7) = " EINVAL_LINE);
	sys(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog);
	expect("prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, {len=3, filter=0x10}) = " EFAULT_LINE);
	sys(SYS_prctl, PR_SET_SECCOMP, 77, 1, 2, 3);
	expect("prctl(PR_SET_SECCOMP, 0x4d /* SECCOMP_MODE_??? */, 0x1, 0x2, 0x3) = " EINVAL_LINE);
	sys(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 9);
	expect("prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0x9) = " EINVAL_LINE);
	sys(SYS_prctl, PR_MCE_KILL, PR_MCE_KILL_SET, PR_MCE_KILL_DEFAULT, 0, 0);
	expect("prctl(PR_MCE_KILL, PR_MCE_KILL_SET, PR_MCE_KILL_DEFAULT, 0, 0) = <*>");
	sys(SYS_prctl, 99999, 1, 2, 3, 4);
	expect("prctl(0x1869f /* PR_??? */, 0x1, 0x2, 0x3, 0x4) = " EINVAL_LINE);
}

CASE(futex)
{
	struct futex_waitv waiters[2] = { { 1, 16, 2, 0 }, { 2, 32, 2, 7 } };
	struct sock_fprog prog = { 0, 0 };
	unsigned int lock = 5;
	long ts[2] = { 0, 1000 };

	(void)prog;
	sys(SYS_futex, &lock, FUTEX_WAIT_PRIVATE, 4, NULL);
	expect("futex(%s, FUTEX_WAIT_PRIVATE, 4, NULL) = -1 EAGAIN (Resource temporarily unavailable)", ptr(&lock));
#ifndef ABI_X32
	sys(SYS_futex, &lock, FUTEX_WAIT, 5, ts);
	expect("futex(%s, FUTEX_WAIT, 5, {tv_sec=0, tv_nsec=1000}) = -1 ETIMEDOUT (Connection timed out)", ptr(&lock));
#endif
	sys(SYS_futex, &lock, FUTEX_WAKE_PRIVATE, 1);
	expect("futex(%s, FUTEX_WAKE_PRIVATE, 1) = 0", ptr(&lock));
	sys(SYS_futex, &lock, FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, 4, NULL, NULL, -1);
	expect("futex(%s, FUTEX_WAIT_BITSET|FUTEX_CLOCK_REALTIME, 4, NULL, FUTEX_BITSET_MATCH_ANY) = -1 EAGAIN (Resource temporarily unavailable)", ptr(&lock));
	sys(SYS_futex, &lock, FUTEX_WAKE_BITSET, 4, NULL, NULL, 3);
	expect("futex(%s, FUTEX_WAKE_BITSET, 4, 0x3) = 0", ptr(&lock));
	sys(SYS_futex, &lock, FUTEX_CMP_REQUEUE, 1, 2, &lock, 6);
	expect("futex(%s, FUTEX_CMP_REQUEUE, 1, 2, %s, 6) = -1 EAGAIN (Resource temporarily unavailable)", ptr(&lock), ptr(&lock));
	sys(SYS_futex, 8, FUTEX_WAKE_OP, 1, 2, 8, FUTEX_OP(FUTEX_OP_ADD, 3, FUTEX_OP_CMP_GT, 4));
	expect("futex(0x8, FUTEX_WAKE_OP, 1, 2, 0x8, FUTEX_OP_ADD<<28|0x3<<12|FUTEX_OP_CMP_GT<<24|0x4) = " EFAULT_LINE);
	sys(SYS_futex, 8, FUTEX_WAKE_OP_PRIVATE, 1, 2, 8, 0xff000000);
	expect("futex(0x8, FUTEX_WAKE_OP_PRIVATE, 1, 2, 0x8, FUTEX_OP_OPARG_SHIFT<<28|0x7<<28 /* FUTEX_OP_??? */|0<<12|0xf<<24 /* FUTEX_OP_CMP_??? */|0) = <*>");
	sys(SYS_futex, 8, FUTEX_LOCK_PI, 1, 8, 3, 4);
	expect("futex(0x8, FUTEX_LOCK_PI, 0x8) = " EFAULT_LINE);
	sys(SYS_futex, 8, FUTEX_UNLOCK_PI, 1, 2, 3, 4);
	expect("futex(0x8, FUTEX_UNLOCK_PI) = " EFAULT_LINE);
	sys(SYS_futex, 8, 99, 1, 2, 3, 4);
	expect("futex(0x8, 0x63 /* FUTEX_??? */, 1, 0x2, 0x3, 0x4) = -1 ENOSYS (Function not implemented)");
	(void)ts;
	sys(SYS_futex_waitv, waiters, 2, 0, NULL, 0);
	expect_later("futex_waitv([{val=0x1, uaddr=0x10, flags=FUTEX_32}, {val=0x2, uaddr=0x20, flags=FUTEX_32, __reserved=0x7}], 2, 0, NULL, CLOCK_REALTIME) = " EINVAL_LINE);
}

/* The requests that look at a task which is not there: their arguments still show. */
CASE(ptrace)
{
	struct iovec iov = { (void *)0x10, 5 };
	struct {
		unsigned long long off;
		unsigned int flags, nr;
	} args = { 1, 3, 4 };
	siginfo_t info = { .si_signo = SIGTRAP, .si_code = SI_USER };
	unsigned long long set = 0x200;
	pid_t none = 0x7fffffff;

	sys(SYS_ptrace, PTRACE_PEEKUSER, none, 8 * 15, 16);
	expect("ptrace(PTRACE_PEEKUSER, %d, 8*ORIG_RAX, 0x10) = " ESRCH_LINE, none);
	sys(SYS_ptrace, PTRACE_POKEUSER, none, 851, 16);
	expect("ptrace(PTRACE_POKEUSER, %d, offsetof(struct user, u_debugreg)+3, 0x10) = " ESRCH_LINE, none);
	sys(SYS_ptrace, PTRACE_PEEKUSER, none, 913, NULL);
	expect("ptrace(PTRACE_PEEKUSER, %d, 0x391, NULL) = " ESRCH_LINE, none);
	sys(SYS_ptrace, PTRACE_CONT, none, 0, SIGUSR1);
	expect("ptrace(PTRACE_CONT, %d, NULL, SIGUSR1) = " ESRCH_LINE, none);
	sys(SYS_ptrace, PTRACE_SETOPTIONS, none, 0, PTRACE_O_TRACESYSGOOD | 0x8000);
	expect("ptrace(PTRACE_SETOPTIONS, %d, NULL, PTRACE_O_TRACESYSGOOD|0x8000) = " ESRCH_LINE, none);
	sys(SYS_ptrace, PTRACE_SETREGSET, none, 1, &iov);
	expect("ptrace(PTRACE_SETREGSET, %d, NT_PRSTATUS, {iov_base=0x10, iov_len=5}) = " ESRCH_LINE, none);
	sys(SYS_ptrace, PTRACE_GETFPREGS, none, 1, 8);
	expect("ptrace(PTRACE_GETFPREGS, %d, 0x8) = " ESRCH_LINE, none);
	sys(SYS_ptrace, PTRACE_GETREGSET, none, 99, 8);
	expect("ptrace(PTRACE_GETREGSET, %d, 0x63 /* NT_??? */, 0x8) = " ESRCH_LINE, none);
	sys(SYS_ptrace, PTRACE_PEEKSIGINFO, none, &args, 16);
	expect("ptrace(PTRACE_PEEKSIGINFO, %d, {off=1, flags=PTRACE_PEEKSIGINFO_SHARED|0x2, nr=4}, 0x10) = " ESRCH_LINE, none);
	sys(SYS_ptrace, PTRACE_SETSIGINFO, none, 0, &info);
	expect("ptrace(PTRACE_SETSIGINFO, %d, NULL, {si_signo=SIGTRAP, si_code=SI_USER, si_pid=0, si_uid=0}) = " ESRCH_LINE, none);
	sys(SYS_ptrace, PTRACE_SETSIGMASK, none, 8, &set);
	expect("ptrace(PTRACE_SETSIGMASK, %d, 8, [USR1]) = " ESRCH_LINE, none);
	sys(SYS_ptrace, PTRACE_ATTACH, none, 1, 2);
	expect("ptrace(PTRACE_ATTACH, %d) = " ESRCH_LINE, none);
	sys(SYS_ptrace, 999, none, 1, 2);
	expect("ptrace(0x3e7 /* PTRACE_??? */, %d, 0x1, 0x2) = " ESRCH_LINE, none);
}

CASE(traced)
{
	unsigned long data_word = 0x1234;
	char regs[512];
	struct iovec iov = { regs, sizeof(regs) };
	union {
		struct iovec	iov;
		char		regs[512];
	} self = { { &self, sizeof(self) } };
	siginfo_t info;
	pid_t pid = child(stopped);

	waitpid(pid, NULL, WUNTRACED);
	if (sys(SYS_ptrace, PTRACE_SEIZE, pid, 0, 0))
		skip("no ptrace");
	sys(SYS_ptrace, PTRACE_INTERRUPT, pid);
	waitpid(pid, NULL, 0);
	sys(SYS_ptrace, PTRACE_PEEKDATA, pid, &data_word, &data_word);
	expect_later("ptrace(PTRACE_PEEKDATA, %d, %s, [<*>]) = 0", pid, ptr(&data_word));
	sys(SYS_ptrace, PTRACE_GETSIGINFO, pid, 0, &info);
	expect("ptrace(PTRACE_GETSIGINFO, %d, NULL, {si_signo=SIG<*>", pid);
	sys(SYS_ptrace, PTRACE_GETREGSET, pid, 1, &iov);
#ifdef ABI_32
	expect("ptrace(PTRACE_GETREGSET, %d, NT_PRSTATUS, {iov_base={ebx=0x<*>, orig_eax=0x<*>, xss=0x2b}, iov_len=512 => 68}) = 0", pid);
#elif defined(ABI_64)
	expect("ptrace(PTRACE_GETREGSET, %d, NT_PRSTATUS, {iov_base={r15=<*>, orig_rax=0x<*>, gs=0}, iov_len=512 => 216}) = 0", pid);
#else
	expect("ptrace(PTRACE_GETREGSET, %d, NT_PRSTATUS, <*>) = 0", pid);
#endif
	/* The registers go over the address. */
	sys(SYS_ptrace, PTRACE_GETREGSET, pid, 1, &self);
#ifdef ABI_32
	expect("ptrace(PTRACE_GETREGSET, %d, NT_PRSTATUS, {iov_base={ebx=0x<*>, orig_eax=0x<*>, xss=0x2b}, iov_len=512 => 68}) = 0", pid);
#elif defined(ABI_64)
	expect("ptrace(PTRACE_GETREGSET, %d, NT_PRSTATUS, {iov_base={r15=<*>, orig_rax=0x<*>, gs=0}, iov_len=512 => 216}) = 0", pid);
#else
	expect("ptrace(PTRACE_GETREGSET, %d, NT_PRSTATUS, <*>) = 0", pid);
#endif
#ifdef ABI_64
	/* The kernel takes the lower half of the register only. */
	raw_syscall(SYS_ptrace, PTRACE_GETREGSET, pid, 1 + (1ULL << 32), WORD(&iov), 0, 0);
	expect("ptrace(PTRACE_GETREGSET, %d, NT_PRSTATUS /* 0x100000001 */, {iov_base={r15=<*>, orig_rax=0x<*>, gs=0}, iov_len=216}) = 0", pid);
#endif
	sys(SYS_ptrace, PTRACE_GET_SYSCALL_INFO, pid, 20, regs);
	expect("ptrace(PTRACE_GET_SYSCALL_INFO, %d, 20, {op=PTRACE_SYSCALL_INFO_NONE, arch=AUDIT_ARCH_<*>, instruction_pointer=0x<*>}) = 24", pid);
	sys(SYS_ptrace, PTRACE_DETACH, pid, 0, 0);
	expect("ptrace(PTRACE_DETACH, %d, NULL, 0) = 0", pid);
	kill(pid, SIGCONT);
	wait_for(pid);
}

CASE(others)
{
	struct sock_fprog prog = { 2, (void *)8 };
	unsigned int action = SECCOMP_RET_LOG, ids[3] = { 5, -1, 7 }, slot[3] = { 1, 2, 3 };
	unsigned short sizes[3];
	char bytes[40];
	int ret;

	sys(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action);
	expect("seccomp(SECCOMP_GET_ACTION_AVAIL, 0, [SECCOMP_RET_LOG]) = 0");
	sys(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, sizes);
	expect("seccomp(SECCOMP_GET_NOTIF_SIZES, 0, {seccomp_notif=%u, seccomp_notif_resp=%u, seccomp_data=%u}) = 0", sizes[0], sizes[1], sizes[2]);
	sys(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_LOG, &prog);
	expect("seccomp(SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_LOG, {len=2, filter=0x8}) = " EFAULT_LINE);
	sys(SYS_seccomp, 99, 1, 2);
	expect("seccomp(0x63 /* SECCOMP_SET_MODE_??? */, 0x1, 0x2) = " EINVAL_LINE);
	sys(SYS_kcmp, 0x7fffffff, 1, 7, 3, slot);
	expect("kcmp(2147483647, 1, KCMP_EPOLL_TFD, 3, {efd=1, tfd=2, toff=3}) = " ESRCH_LINE);
	sys(SYS_kcmp, 0x7fffffff, 1, 1, 3, 4);
	expect("kcmp(2147483647, 1, KCMP_VM) = " ESRCH_LINE);
	sys(SYS_getrandom, bytes, 2, 0);
	expect("getrandom(\"\\x%02x\\x%02x\", 2, 0) = 2", bytes[0] & 0xff, bytes[1] & 0xff);
	sys(SYS_getrandom, bytes, 40, 1);
	expect("getrandom(\"\\x<*>\"..., 40, GRND_NONBLOCK) = 40");
#ifdef ABI_32
	sys(SYS_setgroups32, 3, ids);
	expect("setgroups32(3, [5, -1, 7]) = " EINVAL_LINE);
#else
	sys(SYS_setgroups, 3, ids);
	expect("setgroups(3, [5, -1, 7]) = " EINVAL_LINE);
#endif
	sys(SYS_unshare, CLONE_NEWNS | 0x100);
	expect("unshare(CLONE_VM|CLONE_NEWNS) = <*>");
	ret = sys(SYS_pidfd_send_signal, -1, SIGUSR1, NULL, 1);
	expect("pidfd_send_signal(-1, SIGUSR1, NULL, PIDFD_SIGNAL_THREAD) = %s", result(ret));
	sys(SYS_set_robust_list, bytes, 5);
	expect("set_robust_list(%s, 5) = " EINVAL_LINE, ptr(bytes));
	sys(SYS_rseq, bytes, 31, 0, 0x53);
	expect("rseq(%s, 0x1f, 0, 0x53) = <*>", ptr(bytes));
	sys(SYS_membarrier, 0, 0, 0);
	expect("membarrier(MEMBARRIER_CMD_QUERY, 0) = 0x<*> (MEMBARRIER_CMD_GLOBAL|<*>)");
}
