// SPDX-License-Identifier: GPL-2.0
/*
 * What signal calls take and give: actions, sets, what comes with a signal and
 * how one is asked for.
 */
#include <sys/mman.h>
#include <time.h>

#include "case.h"


/* The kernel's, not the C library's. A long has the size of the ABI's. */
struct action {
	unsigned long	handler, flags, restorer;
	unsigned int	mask[2];
};

CASE(actions)
{
	struct action act = { .handler = 1 }, old;

	sys(SYS_rt_sigaction, SIGUSR1, &act, NULL, 8);
	expect("rt_sigaction(SIGUSR1, {sa_handler=SIG_IGN, sa_mask=[], sa_flags=0}, NULL, 8) = 0");
	act = (struct action) { 0x1234, 0x94000100, 0x5678, { 0x4000, 2 } };
	sys(SYS_rt_sigaction, SIGUSR1, &act, &old, 8);
	expect("rt_sigaction(SIGUSR1, {sa_handler=0x1234, sa_mask=[TERM RT_2], sa_flags=SA_RESTORER|SA_RESTART|SA_RESETHAND|0x100, sa_restorer=0x5678}, {sa_handler=SIG_IGN, sa_mask=[], sa_flags=0}, 8) = 0");
	sys(SYS_rt_sigaction, SIGUSR1, NULL, &old, 8);
	expect("rt_sigaction(SIGUSR1, NULL, {sa_handler=0x1234, sa_mask=[TERM RT_2], sa_flags=SA_RESTORER|SA_RESTART|SA_RESETHAND<*>, sa_restorer=0x5678}, 8) = 0");
	sys(SYS_rt_sigaction, SIGRTMIN + 30, at_end(&act, sizeof(act)), NULL, 8);
	expect_later("rt_sigaction(SIGRT_32, {sa_handler=0x1234, sa_mask=[TERM RT_2], <*>, sa_restorer=0x5678}, NULL, 8) = 0");
}

CASE(bad_actions)
{
	struct action act = { }, old;
	char *part = at_end(&act, 12);

	sys(SYS_rt_sigaction, SIGKILL, &act, &old, 8);
	expect_later("rt_sigaction(SIGKILL, {sa_handler=SIG_DFL, sa_mask=[], sa_flags=0}, %s, 8) = " EINVAL_LINE, ptr(&old));
	sys(SYS_rt_sigaction, 99, &act, 8, 8);
	expect("rt_sigaction(99, {sa_handler=SIG_DFL, sa_mask=[], sa_flags=0}, 0x8, 8) = " EINVAL_LINE);
	sys(SYS_rt_sigaction, SIGUSR1, part, NULL, 8);
	expect("rt_sigaction(SIGUSR1, %s, NULL, 8) = " EFAULT_LINE, ptr(part));
	sys(SYS_rt_sigaction, SIGUSR1, 8, NULL, 8);
	expect("rt_sigaction(SIGUSR1, 0x8, NULL, 8) = " EFAULT_LINE);
	sys(SYS_rt_sigaction, SIGUSR1, &act, NULL, 16);
	expect("rt_sigaction(SIGUSR1, {sa_handler=SIG_DFL, sa_mask=[], sa_flags=0}, NULL, 16) = " EINVAL_LINE);
}

CASE(sets)
{
	unsigned int all[4] = { -1, -1, 0, 0 }, none[2] = { }, some[2] = { 0x40000200, 0x80000000 };
	unsigned int most[2] = { 0x7fffffff, 0xfffffffe }, old[2];
	char *part = at_end(all, 4);

	sys(SYS_rt_sigprocmask, SIG_BLOCK, none, old, 8);
	expect_later("rt_sigprocmask(SIG_BLOCK, [], [], 8) = 0");
	sys(SYS_rt_sigprocmask, SIG_SETMASK, some, NULL, 8);
	expect("rt_sigprocmask(SIG_SETMASK, [USR1 SYS RT_32], NULL, 8) = 0");
	sys(SYS_rt_sigprocmask, SIG_SETMASK, most, old, 8);
	expect("rt_sigprocmask(SIG_SETMASK, ~[RTMIN RT_1], [USR1 SYS RT_32], 8) = 0");
	sys(SYS_rt_sigprocmask, SIG_UNBLOCK, all, old, 8);
	expect("rt_sigprocmask(SIG_UNBLOCK, ~[], ~[KILL STOP RTMIN RT_1], 8) = 0");
	sys(SYS_rt_sigprocmask, 7, none, NULL, 8);
	expect("rt_sigprocmask(0x7 /* SIG_??? */, [], NULL, 8) = " EINVAL_LINE);
	sys(SYS_rt_sigprocmask, SIG_BLOCK, all, old, 16);
	expect("rt_sigprocmask(SIG_BLOCK, %s, %s, 16) = " EINVAL_LINE, ptr(all), ptr(old));
	sys(SYS_rt_sigprocmask, SIG_BLOCK, all, NULL, -1);
	expect("rt_sigprocmask(SIG_BLOCK, %s, NULL, %lu) = " EINVAL_LINE, ptr(all), -1UL);
	sys(SYS_rt_sigprocmask, SIG_BLOCK, all, NULL, 0);
	expect("rt_sigprocmask(SIG_BLOCK, %s, NULL, 0) = " EINVAL_LINE, ptr(all));
	sys(SYS_rt_sigprocmask, SIG_BLOCK, part, NULL, 8);
	expect("rt_sigprocmask(SIG_BLOCK, %s, NULL, 8) = " EFAULT_LINE, ptr(part));
	sys(SYS_rt_sigprocmask, SIG_BLOCK, NULL, 8, 8);
	expect("rt_sigprocmask(SIG_BLOCK, NULL, 0x8, 8) = " EFAULT_LINE);
	sys(SYS_rt_sigpending, old, 4);
	expect("rt_sigpending([], 4) = 0");
	sys(SYS_rt_sigpending, old, 9);
	expect("rt_sigpending(%s, 9) = " EINVAL_LINE, ptr(old));
	sys(SYS_rt_sigsuspend, none, 3);
	expect("rt_sigsuspend(%s, 3) = " EINVAL_LINE, ptr(none));
	sys(SYS_signalfd4, -1, some, 8, 0);
	expect("signalfd4(-1, [USR1 SYS RT_32], 8, 0) = 3");
}

static void block(int sig)
{
	unsigned long long set = 1ULL << (sig - 1);

	sys(SYS_rt_sigprocmask, SIG_BLOCK, &set, NULL, 8);
}

CASE(waited_for)
{
	unsigned long long set = 1ULL << (SIGUSR1 - 1);
	struct timespec none = { };
	unsigned char info[128];
	pid_t pid = getpid();

	block(SIGUSR1);
	sys(SYS_kill, pid, SIGUSR1);
	sys(SYS_rt_sigtimedwait, &set, info, &none, 8);
	expect_later("kill(%d, SIGUSR1) = 0", pid);
	expect("rt_sigtimedwait([USR1], {si_signo=SIGUSR1, si_code=SI_USER, si_pid=%d, si_uid=0}, {tv_sec=0, tv_nsec=0}, 8) = 10 (SIGUSR1)", pid);
	sys(SYS_rt_sigtimedwait, &set, info, &none, 8);
	expect("rt_sigtimedwait([USR1], %s, {tv_sec=0, tv_nsec=0}, 8) = -1 EAGAIN (Resource temporarily unavailable)", ptr(info));
	sys(SYS_rt_sigtimedwait, &set, NULL, 8, 8);
	expect("rt_sigtimedwait([USR1], NULL, 0x8, 8) = " EFAULT_LINE);
}

/* What comes with a signal, by signal and code. The call is refused: it is not ours. */
static void check_info(siginfo_t *info, const char *shown)
{
	sys(SYS_rt_sigqueueinfo, 0x7fffffff, SIGUSR1, info);
	expect("rt_sigqueueinfo(2147483647, SIGUSR1, {%s}) = <*>", shown);
}

CASE(infos)
{
	siginfo_t info = { };

	check_info(&info, "");
	info.si_signo = SIGUSR2;
	info.si_code = SI_QUEUE;
	info.si_errno = EIO;
	info.si_pid = 5;
	info.si_uid = -1;
	check_info(&info, "si_signo=SIGUSR2, si_code=SI_QUEUE, si_errno=EIO, si_pid=5, si_uid=-1");
	info.si_ptr = (void *)0x77;
	info.si_errno = 9999;
	check_info(&info, "si_signo=SIGUSR2, si_code=SI_QUEUE, si_errno=9999, si_pid=5, si_uid=-1, si_int=119, si_ptr=0x77");
	info.si_errno = 0;
	info.si_code = SI_TKILL;
	check_info(&info, "si_signo=SIGUSR2, si_code=SI_TKILL, si_pid=5, si_uid=-1");
	info.si_code = SI_TIMER;
	info.si_timerid = 0xabc;
	info.si_overrun = 4;
	check_info(&info, "si_signo=SIGUSR2, si_code=SI_TIMER, si_timerid=0xabc, si_overrun=4, si_int=119, si_ptr=0x77");
	info.si_code = -99;
	info.si_pid = info.si_uid = 7;
	info.si_ptr = NULL;
	check_info(&info, "si_signo=SIGUSR2, si_code=0xffffff9d, si_pid=7, si_uid=7");
	info.si_code = 99;
	check_info(&info, "si_signo=SIGUSR2, si_code=0x63, si_pid=7, si_uid=7");
	info.si_signo = 200;
	info.si_pid = info.si_uid = 0;
	check_info(&info, "si_signo=200, si_code=0x63");
}

CASE(infos_of_faults)
{
	siginfo_t info = { .si_signo = SIGSEGV, .si_code = SEGV_MAPERR };

	info.si_addr = (void *)0x1000;
	check_info(&info, "si_signo=SIGSEGV, si_code=SEGV_MAPERR, si_addr=0x1000");
	info.si_code = SEGV_BNDERR;
	info.si_lower = (void *)0x2000;
	info.si_upper = NULL;
	check_info(&info, "si_signo=SIGSEGV, si_code=SEGV_BNDERR, si_addr=0x1000, si_lower=0x2000, si_upper=NULL");
	info.si_code = SEGV_PKUERR;
	info.si_pkey = 9;
	check_info(&info, "si_signo=SIGSEGV, si_code=SEGV_PKUERR, si_addr=0x1000, si_pkey=9");
	info.si_signo = SIGBUS;
	info.si_code = BUS_MCEERR_AO;
	info.si_addr_lsb = 12;
	check_info(&info, "si_signo=SIGBUS, si_code=BUS_MCEERR_AO, si_addr=0x1000, si_addr_lsb=0xc");
	info.si_signo = SIGILL;
	info.si_code = ILL_ILLOPN;
	check_info(&info, "si_signo=SIGILL, si_code=ILL_ILLOPN, si_addr=0x1000");
	info.si_signo = SIGTRAP;
	info.si_code = TRAP_BRKPT;
	info.si_addr = NULL;
	check_info(&info, "si_signo=SIGTRAP, si_code=TRAP_BRKPT, si_addr=NULL");
}

CASE(infos_of_kernel)
{
	siginfo_t info = { .si_signo = SIGCHLD, .si_code = CLD_EXITED };

	info.si_pid = 3;
	info.si_status = 9;
	check_info(&info, "si_signo=SIGCHLD, si_code=CLD_EXITED, si_pid=3, si_uid=0, si_status=9, si_utime=0, si_stime=0");
	info.si_code = CLD_KILLED;
	info.si_utime = 1;
	info.si_stime = 12345;
	check_info(&info, "si_signo=SIGCHLD, si_code=CLD_KILLED, si_pid=3, si_uid=0, si_status=SIGKILL, si_utime=1 /* 0.01 s */, si_stime=12345 /* 123.45 s */");
	info = (siginfo_t) { .si_signo = SIGIO, .si_code = POLL_OUT };
	info.si_band = 4;
	info.si_fd = 5;
	check_info(&info, "si_signo=SIGIO, si_code=POLL_OUT, si_band=4, si_fd=5");
	info.si_code = POLL_HUP;
	check_info(&info, "si_signo=SIGIO, si_code=POLL_HUP, si_band=4, si_fd=5");
	info = (siginfo_t) { .si_signo = SIGSYS, .si_code = 1 };
	info.si_syscall = 3;
	info.si_arch = 0x40000003;
#ifdef ABI_32
	check_info(&info, "si_signo=SIGSYS, si_code=SYS_SECCOMP, si_call_addr=NULL, si_syscall=__NR_read, si_arch=AUDIT_ARCH_I386");
#else
	check_info(&info, "si_signo=SIGSYS, si_code=SYS_SECCOMP, si_call_addr=NULL, si_syscall=3 /* read */, si_arch=AUDIT_ARCH_I386");
#endif
	info.si_syscall = 0x3fffffff;
	check_info(&info, "si_signo=SIGSYS, si_code=SYS_SECCOMP, si_call_addr=NULL, si_syscall=1073741823, si_arch=AUDIT_ARCH_I386");
}

CASE(stacks)
{
	stack_t ss = { .ss_sp = (void *)0x12345000, .ss_size = 65536 }, old;

	sys(SYS_sigaltstack, &ss, &old);
	expect("sigaltstack({ss_sp=0x12345000, ss_flags=0, ss_size=65536}, {ss_sp=NULL, ss_flags=SS_DISABLE, ss_size=0}) = 0");
	ss.ss_flags = 0x80000000 | 0x40;
	sys(SYS_sigaltstack, &ss, &old);
	expect("sigaltstack({ss_sp=0x12345000, ss_flags=SS_AUTODISARM|0x40, ss_size=65536}, %s) = " EINVAL_LINE, ptr(&old));
	sys(SYS_sigaltstack, NULL, &old);
	expect("sigaltstack(NULL, {ss_sp=0x12345000, ss_flags=0, ss_size=65536}) = 0");
	sys(SYS_sigaltstack, 8, NULL);
	expect("sigaltstack(0x8, NULL) = " EFAULT_LINE);
}

CASE(events)
{
	struct sigevent ev = { .sigev_signo = SIGUSR1 };
	int id;

	sys(SYS_timer_create, CLOCK_MONOTONIC, &ev, &id);
	expect("timer_create(CLOCK_MONOTONIC, {sigev_signo=SIGUSR1, sigev_notify=SIGEV_SIGNAL}, [%d]) = 0", id);
	ev.sigev_value.sival_ptr = (void *)5;
	ev.sigev_notify = SIGEV_NONE;
	sys(SYS_timer_create, CLOCK_REALTIME, &ev, &id);
	expect("timer_create(CLOCK_REALTIME, {sigev_value={sival_int=5, sival_ptr=0x5}, sigev_signo=10, sigev_notify=SIGEV_NONE}, [%d]) = 0", id);
	ev.sigev_notify = SIGEV_THREAD_ID;
	sys(SYS_timer_create, 99, &ev, &id);
	expect("timer_create(0x63 /* CLOCK_??? */, {sigev_value={sival_int=5, sival_ptr=0x5}, sigev_signo=SIGUSR1, sigev_notify=SIGEV_THREAD_ID, sigev_notify_thread_id=0}, %s) = " EINVAL_LINE, ptr(&id));
	ev.sigev_notify = SIGEV_THREAD;
	ev.sigev_notify_function = (void (*)(union sigval))0x10;
	sys(SYS_timer_create, CLOCK_REALTIME, &ev, 8);
	expect("timer_create(CLOCK_REALTIME, {sigev_value={sival_int=5, sival_ptr=0x5}, sigev_signo=SIGUSR1, sigev_notify=SIGEV_THREAD, sigev_notify_function=0x10, sigev_notify_attributes=NULL}, 0x8) = " EFAULT_LINE);
	sys(SYS_timer_create, CLOCK_REALTIME, 8, &id);
	expect("timer_create(CLOCK_REALTIME, 0x8, %s) = " EFAULT_LINE, ptr(&id));
}

/* The calls from before there were real-time signals: masks of 32 bits. */
CASE(old_calls)
{
#ifndef ABI_32
	skip("calls of i386");
#else
	struct {
		unsigned long handler, mask, flags, restorer;
	} act = { 1, 0x200, SA_RESTART, 0 }, old;
	unsigned int set = 1 << (SIGUSR2 - 1), was;

	sys(SYS_sigaction, SIGUSR1, &act, &old);
	expect("sigaction(SIGUSR1, {sa_handler=SIG_IGN, sa_mask=[USR1], sa_flags=SA_RESTART}, {sa_handler=SIG_DFL, sa_mask=[], sa_flags=0}) = 0");
	sys(SYS_sigprocmask, SIG_BLOCK, &set, &was);
	expect("sigprocmask(SIG_BLOCK, [USR2], []) = 0");
	sys(SYS_kill, getpid(), SIGUSR2);
	sys(SYS_sigpending, &was);
	expect_later("sigpending([USR2]) = 0");
	sys(SYS_sgetmask);
	expect("sgetmask() = 0x800 (mask [USR2])");
	sys(SYS_ssetmask, 0xfffff800);
	expect("ssetmask(~[HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV]) = 0x800 (old mask [USR2])");
	sys(SYS_signal, SIGUSR1, 0);
	expect("signal(SIGUSR1, SIG_DFL) = 0x1 (SIG_IGN)");
	sys(SYS_sigprocmask, 8, 8, NULL);
	expect("sigprocmask(0x8 /* SIG_??? */, 0x8, NULL) = " EFAULT_LINE);
#endif
}
