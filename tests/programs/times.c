// SPDX-License-Identifier: GPL-2.0
/*
 * Clocks, timers and sleeping: times in and out, and what is left of a sleep that
 * a signal ended.
 */
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <time.h>

#include "case.h"

#define RESTART_LINE	"? ERESTART_RESTARTBLOCK (Interrupted by signal)"

/* What the plain calls of the ABI take: two longs, but 64 bits each for x32. */
#ifdef ABI_X32
typedef long long word_t;
#else
typedef long word_t;
#endif

static void on_alarm(int sig)
{
	(void)sig;
}

/* Again and again: the first one may come too early. */
static void alarm_often(int usec)
{
	word_t often[4] = { 0, usec, 0, usec };

	signal(SIGALRM, on_alarm);
	sys(SYS_setitimer, ITIMER_REAL, often, NULL);
}

/* What is left shows if there was a signal; otherwise nobody has written it. */
CASE(sleep)
{
	word_t ts[2] = { 0, 1000 }, left[2] = { 77, 88 };

	sys(SYS_nanosleep, ts, left);
	expect("nanosleep({tv_sec=0, tv_nsec=1000}, %s) = 0", ptr(left));
	ts[1] = -1;
	sys(SYS_nanosleep, ts, left);
	expect("nanosleep({tv_sec=0, tv_nsec=%llu}, %s) = " EINVAL_LINE,
	       (unsigned long long)(sizeof(void *) == 8 ? -1ULL : 0xffffffff), ptr(left));
	sys(SYS_nanosleep, 8, NULL);
	expect("nanosleep(0x8, NULL) = " EFAULT_LINE);
	ts[0] = 1000;
	ts[1] = 0;
	alarm_often(100000);
	sys(SYS_nanosleep, ts, left);
	alarm_often(0);
	expect_later("setitimer(ITIMER_REAL, {it_interval={tv_sec=0, tv_usec=100000}, it_value={tv_sec=0, tv_usec=100000}}, NULL) = 0");
	expect_later("nanosleep({tv_sec=1000, tv_nsec=0}, {tv_sec=%lld, tv_nsec=%lld}) = " RESTART_LINE,
		     (long long)left[0], (long long)left[1]);
	alarm_often(100000);
	sys(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, ts, left);
	alarm_often(0);
	expect_later("clock_nanosleep(CLOCK_MONOTONIC, 0, {tv_sec=1000, tv_nsec=0}, {tv_sec=%lld, tv_nsec=%lld}) = " RESTART_LINE,
		     (long long)left[0], (long long)left[1]);
	sys(SYS_clock_nanosleep, CLOCK_REALTIME, TIMER_ABSTIME, ts, left);
	expect_later("clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, {tv_sec=1000, tv_nsec=0}, %s) = 0", ptr(left));
}

CASE(clocks)
{
	word_t ts[2] = { };

	sys(SYS_clock_gettime, CLOCK_MONOTONIC, ts);
	expect("clock_gettime(CLOCK_MONOTONIC, {tv_sec=%lld, tv_nsec=%lld}) = 0", (long long)ts[0], (long long)ts[1]);
	sys(SYS_clock_gettime, -6, 8);
	expect("clock_gettime(MAKE_PROCESS_CPUCLOCK(0, CPUCLOCK_SCHED), 0x8) = " EFAULT_LINE);
	sys(SYS_clock_gettime, 77, ts);
	expect("clock_gettime(0x4d /* CLOCK_??? */, %s) = " EINVAL_LINE, ptr(ts));
	sys(SYS_clock_getres, CLOCK_MONOTONIC_COARSE, ts);
	expect("clock_getres(CLOCK_MONOTONIC_COARSE, {tv_sec=0, tv_nsec=%lld}) = 0", (long long)ts[1]);
	ts[0] = -1;
	sys(SYS_clock_settime, CLOCK_MONOTONIC, ts);
	expect("clock_settime(CLOCK_MONOTONIC, {tv_sec=-1, tv_nsec=%lld}) = " EINVAL_LINE, (long long)ts[1]);
}

/* Nobody waits for it. */
CASE(alarm)
{
	sys(SYS_alarm, 0x80000000);
	expect("alarm(2147483648) = 0");
	sys(SYS_alarm, 0);
	expect("alarm(0) = 2147483648");
}

CASE(days)
{
	struct timezone tz;
	word_t tv[2], now = 0;

	sys(SYS_gettimeofday, tv, &tz);
	expect("gettimeofday({tv_sec=%lld, tv_usec=%lld}, {tz_minuteswest=<*>, tz_dsttime=0}) = 0", (long long)tv[0], (long long)tv[1]);
	sys(SYS_gettimeofday, NULL, NULL);
	expect("gettimeofday(NULL, NULL) = 0");
	tv[1] = 2000000;
	sys(SYS_settimeofday, tv, NULL);
	expect("settimeofday({tv_sec=%lld, tv_usec=2000000}, NULL) = " EINVAL_LINE, (long long)tv[0]);
	sys(SYS_time, &now);
	expect("time([%lld /* 20<*>T<*>:<*>:<*>+0000 */]) = %lld (20<*>T<*>:<*>:<*>+0000)", (long long)now, (long long)now);
	sys(SYS_time, 8);
	expect("time(0x8) = " EFAULT_LINE);
}

CASE(timers)
{
	word_t spec[4] = { 1, 2, 3, 4 }, old[4];
	int id;

	signal(SIGALRM, SIG_IGN);
	sys(SYS_timer_create, CLOCK_REALTIME, NULL, &id);
	expect_later("timer_create(CLOCK_REALTIME, NULL, [%d]) = 0", id);
	sys(SYS_timer_settime, id, TIMER_ABSTIME | 4, spec, NULL);
	expect("timer_settime(%d, TIMER_ABSTIME|0x4, {it_interval={tv_sec=1, tv_nsec=2}, it_value={tv_sec=3, tv_nsec=4}}, NULL) = 0", id);
	sys(SYS_timer_settime, id + 5, 0, 8, old);
	expect("timer_settime(%d, 0, 0x8, %s) = " EFAULT_LINE, id + 5, ptr(old));
	sys(SYS_timer_gettime, id + 5, old);
	expect("timer_gettime(%d, %s) = " EINVAL_LINE, id + 5, ptr(old));
	sys(SYS_timer_delete, id);
	sys(SYS_getitimer, ITIMER_PROF, old);
	expect_later("getitimer(ITIMER_PROF, {it_interval={tv_sec=0, tv_usec=0}, it_value={tv_sec=0, tv_usec=0}}) = 0");
	id = sys(SYS_timerfd_create, CLOCK_MONOTONIC, TFD_CLOEXEC);
	expect("timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC) = %d", id);
	spec[0] = 50;
	sys(SYS_timerfd_settime, id, TFD_TIMER_ABSTIME, spec, old);
	expect("timerfd_settime(%d, TFD_TIMER_ABSTIME, {it_interval={tv_sec=50, tv_nsec=2}, it_value={tv_sec=3, tv_nsec=4}}, {it_interval={tv_sec=0, tv_nsec=0}, it_value={tv_sec=0, tv_nsec=0}}) = 0", id);
	sys(SYS_timerfd_gettime, id, old);
	expect("timerfd_gettime(%d, {it_interval={tv_sec=50, tv_nsec=2}, it_value={tv_sec=<*>, tv_nsec=<*>}}) = 0", id);
}

CASE(adjust)
{
	long long tx[26] = { 0x4000000000000000 };

	sys(SYS_adjtimex, memset(tx, 0, sizeof(tx)));
	expect("adjtimex({modes=0, offset=<*>, freq=<*>, maxerror=<*>, esterror=<*>, status=<*>, constant=<*>, precision=<*>, tolerance=<*>, time={tv_sec=<*>, tv_usec=<*>}, tick=<*>, ppsfreq=0, jitter=0, shift=0, stabil=0, jitcnt=0, calcnt=0, errcnt=0, stbcnt=0, tai=<*>}) = <*> (TIME_<*>)");
	sys(SYS_adjtimex, 8);
	expect("adjtimex(0x8) = " EFAULT_LINE);
	sys(SYS_clock_adjtime, CLOCK_MONOTONIC, tx);
	expect("clock_adjtime(CLOCK_MONOTONIC, %s) = -1 EOPNOTSUPP (Operation not supported)", ptr(tx));
}

/* --------------------------- from one clock to another ---------------------- */

#define SLEEPERS	40
#define EXPEDITED	"/sys/kernel/rcu_expedited"

static volatile bool *over;
static int epoll_fd;

static void sleep_on(void *arg)
{
	struct epoll_event event;

	(void)arg;
	while (!*over)
		sys(SYS_epoll_wait, epoll_fd, &event, 1, 200);
}

/*
 * Calls that begin while the trace clock is set, and end behind that: by this clock, they would have
 * taken all the time since boot. Usual grace periods of RCU give them time to begin.
 */
CASE(another_clock)
{
	bool expedited = !access(EXPEDITED, W_OK);
	pid_t pids[SLEEPERS];
	struct timespec now;

	if (strcmp(the_tracer(), "current_tracer"))
		skip("the kernel names the clock before it is set");
	tracer("options/syscall_time", "1");
	tracer("trace_clock", "counter");
	epoll_fd = epoll_create1(0);
	over = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (epoll_fd < 0 || over == MAP_FAILED)
		die("cannot set up");
	for (int i = 0; i < SLEEPERS; i++) {
		pids[i] = spawn(sleep_on, NULL);
		usleep(200000 / SLEEPERS);
	}
	if (expedited)
		write_file(EXPEDITED, "0");
	tracer("trace_clock", "local");
	clock_gettime(CLOCK_MONOTONIC, &now);
	if (expedited)
		write_file(EXPEDITED, "1");
	*over = true;
	for (int i = 0; i < SLEEPERS; i++)
		wait_for(pids[i]);
	view("syscall_time");
	for (int i = 0; i < SLEEPERS; i++) {
		for (int more = -5; more < 10; more++)
			expect_never_of(pids[i], "epoll_wait(<*>) = <*> <%d.<*>",
					(int)now.tv_sec + more);
	}
}
