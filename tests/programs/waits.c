// SPDX-License-Identifier: GPL-2.0
/*
 * Waiting for descriptors: select, poll and epoll, with what the result tells.
 */
#include <poll.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <time.h>

#include "case.h"


/* The one that takes its arguments in registers, and what user space calls it. */
#ifdef SYS__newselect
#define SYS_SELECT SYS__newselect
#define SELECT "_newselect"
#else
#define SYS_SELECT SYS_select
#define SELECT "select"
#endif

/* Two sockets that can be written to but have nothing to read. */
static int sv[2];

static void connect_pair(void)
{
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, sv))
		die("no sockets");
}

/* ---------------------------------- poll --------------------------------- */

CASE(poll)
{
	struct pollfd fds[3];
	void *p;

	connect_pair();
	fds[0] = (struct pollfd) { sv[0], POLLIN | POLLOUT, 0 };
	fds[1] = (struct pollfd) { -1, POLLIN, 0 };
	fds[2] = (struct pollfd) { 999, POLLIN | POLLPRI, 0 };
	sys(SYS_poll, fds, 1, 100);
	expect_later("poll([{fd=%d, events=POLLIN|POLLOUT}], 1, 100) = 1 ([{fd=%d, revents=POLLOUT}])", sv[0], sv[0]);
	sys(SYS_poll, fds, 3, -1);
	expect("poll([{fd=%d, events=POLLIN|POLLOUT}, {fd=-1}, {fd=999, events=POLLIN|POLLPRI}], 3, -1) = 2 "
	       "([{fd=%d, revents=POLLOUT}, {fd=999, revents=POLLNVAL}])", sv[0], sv[0]);
	fds[0].events = POLLIN;
	sys(SYS_poll, fds, 2, 1);
	expect("poll([{fd=%d, events=POLLIN}, {fd=-1}], 2, 1) = 0 (Timeout)", sv[0]);
	p = before_hole(4);
	sys(SYS_poll, p, 1, 0);
	expect_later("poll(%s, 1, 0) = " EFAULT_LINE, ptr(p));
	sys(SYS_poll, fds, 0, 0);
	expect("poll([], 0, 0) = 0 (Timeout)");
	sys(SYS_poll, NULL, 0, 0);
	expect("poll(NULL, 0, 0) = 0 (Timeout)");
	sys(SYS_poll, NULL, 1, 0);
	expect("poll(NULL, 1, 0) = " EFAULT_LINE);
	sys(SYS_poll, 8, 1, 0);
	expect("poll(0x8, 1, 0) = " EFAULT_LINE);
	p = at_end(fds, 12);
	sys(SYS_poll, p, 2, 1);
	expect_later("poll([{fd=%d, events=POLLIN}, ... /* %s */], 2, 1) = " EFAULT_LINE, sv[0], ptr(p + 8));
}

/* Those that are ready may be far behind those that are shown. */
CASE(poll_many)
{
	struct pollfd fds[200];
	char all[2048] = "", ready[2048] = "";
	int i;

	connect_pair();
	for (i = 0; i < 200; i++) {
		fds[i] = (struct pollfd) { -1, 0, 0 };
		if (i < 32)
			strcat(all, i ? ", {fd=-1}" : "{fd=-1}");
	}
	fds[150] = (struct pollfd) { sv[0], POLLOUT, 0 };
	sys(SYS_poll, fds, 200, -1);
	expect_later("poll([%s, ...], 200, -1) = 1 ([{fd=%d, revents=POLLOUT}])", all, sv[0]);
	all[0] = '\0';
	for (i = 0; i < 200; i++) {
		fds[i] = (struct pollfd) { sv[0], POLLOUT, 0 };
		if (i < 32) {
			sprintf(all + strlen(all), "%s{fd=%d, events=POLLOUT}", i ? ", " : "", sv[0]);
			sprintf(ready + strlen(ready), "%s{fd=%d, revents=POLLOUT}", i ? ", " : "", sv[0]);
		}
	}
	sys(SYS_poll, fds, 200, -1);
	expect("poll([%s, ...], 200, -1) = 200 ([%s, ...])", all, ready);
}

CASE(ppoll)
{
	struct timespec limit = { 3, 0 };
	struct pollfd fd;
	uint64_t mask = 1ULL << (SIGUSR1 - 1);

	connect_pair();
	fd = (struct pollfd) { sv[0], POLLOUT, 0 };
	sys(SYS_ppoll, &fd, 1, &limit, &mask, 8);
	expect_later("ppoll([{fd=%d, events=POLLOUT}], 1, {tv_sec=3, tv_nsec=0}, [USR1], 8) = 1 "
		     "([{fd=%d, revents=POLLOUT}], left {tv_sec=<*>, tv_nsec=<*>})", sv[0], sv[0]);
	sys(SYS_ppoll, &fd, 1, NULL, NULL, 0);
	expect("ppoll([{fd=%d, events=POLLOUT}], 1, NULL, NULL, 0) = 1 ([{fd=%d, revents=POLLOUT}])", sv[0], sv[0]);
	fd.events = POLLIN;
	limit = (struct timespec) { 0, 1000 };
	sys(SYS_ppoll, &fd, 1, &limit, NULL, 8);
	expect("ppoll([{fd=%d, events=POLLIN}], 1, {tv_sec=0, tv_nsec=1000}, NULL, 8) = 0 (Timeout)", sv[0]);
	sys(SYS_ppoll, &fd, 1, 8, NULL, 8);
	expect("ppoll([{fd=%d, events=POLLIN}], 1, 0x8, NULL, 8) = " EFAULT_LINE, sv[0]);
	limit = (struct timespec) { 0, -1 };
	sys(SYS_ppoll, &fd, 1, &limit, &mask, 9);
	expect("ppoll([{fd=%d, events=POLLIN}], 1, {tv_sec=0, tv_nsec=<*>}, %s, 9) = " EINVAL_LINE, sv[0], ptr(&mask));
}

/* --------------------------------- select -------------------------------- */

CASE(select)
{
	fd_set in, out, except;
	struct timeval limit = { 9, 500 };

	connect_pair();
	FD_ZERO(&in);
	FD_ZERO(&out);
	FD_ZERO(&except);
	FD_SET(sv[0], &in);
	FD_SET(sv[0], &out);
	FD_SET(sv[1], &out);
	FD_SET(1, &except);
	sys(SYS_SELECT, 20, &in, &out, &except, &limit);
	expect_later(SELECT "(20, [%d], [%d %d], [1], {tv_sec=9, tv_usec=500}) = 2 "
		     "(out [%d %d], left {tv_sec=<*>, tv_usec=<*>})", sv[0], sv[0], sv[1], sv[0], sv[1]);
	sys(SYS_write, sv[1], "x", 1);
	FD_SET(sv[0], &in);
	sys(SYS_SELECT, 1024, &in, &out, NULL, NULL);
	expect_later(SELECT "(1024, [%d], [%d %d], NULL, NULL) = 3 (in [%d], out [%d %d])",
		     sv[0], sv[0], sv[1], sv[0], sv[0], sv[1]);
	FD_ZERO(&except);
	limit = (struct timeval) { 0, 1 };
	sys(SYS_SELECT, sv[1], NULL, NULL, &except, &limit);
	expect(SELECT "(%d, NULL, NULL, [], {tv_sec=0, tv_usec=1}) = 0 (Timeout)", sv[1]);
	/* Those from the first argument on are not meant. */
	FD_SET(900, &except);
	sys(SYS_SELECT, 900, NULL, NULL, &except, &limit);
	expect(SELECT "(900, NULL, NULL, [], {tv_sec=0, tv_usec=0}) = 0 (Timeout)");
}

CASE(select_without)
{
	struct timeval limit = { };
	uint64_t bits = 0;
	char *p;

	sys(SYS_SELECT, 0, &bits, NULL, NULL, &limit);
	expect(SELECT "(0, %s, NULL, NULL, {tv_sec=0, tv_usec=0}) = 0 (Timeout)", ptr(&bits));
	sys(SYS_SELECT, -1, &bits, NULL, NULL, &limit);
	expect(SELECT "(-1, %s, NULL, NULL, {tv_sec=0, tv_usec=0}) = " EINVAL_LINE, ptr(&bits));
	sys(SYS_SELECT, 9, 8, NULL, NULL, &limit);
	expect(SELECT "(9, 0x8, NULL, NULL, {tv_sec=0, tv_usec=0}) = " EFAULT_LINE);
	sys(SYS_SELECT, 9, NULL, &bits, NULL, 8);
	expect(SELECT "(9, NULL, [], NULL, 0x8) = " EFAULT_LINE);
	/* Bits come in longs. */
	p = at_end(&bits, 1);
	sys(SYS_SELECT, 4, p, NULL, NULL, &limit);
	expect_later(SELECT "(4, %s, NULL, NULL, {tv_sec=0, tv_usec=0}) = " EFAULT_LINE, ptr(p));
}

CASE(pselect)
{
	struct timespec limit = { 3, 0 };
	uint64_t mask = 1ULL << (SIGUSR1 - 1);
#ifdef ABI_X32
	/* As the kernel has it. */
	struct { word mask, size; } arg = { WORD(&mask), 8 };
#else
	struct { unsigned long mask, size; } arg = { WORD(&mask), 8 };
#endif
	fd_set out;

	connect_pair();
	FD_ZERO(&out);
	FD_SET(sv[0], &out);
	sys(SYS_pselect6, 20, NULL, &out, NULL, &limit, &arg);
	expect_later("pselect6(20, NULL, [%d], NULL, {tv_sec=3, tv_nsec=0}, {sigmask=[USR1], sigsetsize=8}) = 1 "
		     "(out [%d], left {tv_sec=<*>, tv_nsec=<*>})", sv[0], sv[0]);
	sys(SYS_pselect6, 20, NULL, &out, NULL, NULL, NULL);
	expect("pselect6(20, NULL, [%d], NULL, NULL, NULL) = 1 (out [%d])", sv[0], sv[0]);
	arg.mask = 0;
	sys(SYS_pselect6, 20, NULL, &out, NULL, NULL, &arg);
	expect("pselect6(20, NULL, [%d], NULL, NULL, {sigmask=NULL, sigsetsize=8}) = 1 (out [%d])", sv[0], sv[0]);
	arg.mask = 8;
	sys(SYS_pselect6, 20, NULL, &out, NULL, NULL, &arg);
	expect("pselect6(20, NULL, [%d], NULL, NULL, {sigmask=0x8, sigsetsize=8}) = " EFAULT_LINE, sv[0]);
	arg.mask = WORD(&mask);
	arg.size = 9;
	sys(SYS_pselect6, 20, NULL, &out, NULL, NULL, &arg);
	expect("pselect6(20, NULL, [%d], NULL, NULL, {sigmask=%s, sigsetsize=9}) = " EINVAL_LINE, sv[0], ptr(&mask));
	sys(SYS_pselect6, 20, NULL, &out, NULL, NULL, 8);
	expect("pselect6(20, NULL, [%d], NULL, NULL, 0x8) = " EFAULT_LINE, sv[0]);
}

#ifdef ABI_32
/* The arguments are in memory. */
CASE(old_select)
{
	uint32_t bits = 0;
	struct timeval limit = { 5, 0 };
	uint32_t a[5] = { 20, 0, (uintptr_t)&bits, 0, (uintptr_t)&limit };

	connect_pair();
	bits = 1 << sv[0];
	sys(SYS_select, a);
	expect_later("select(20, NULL, [%d], NULL, {tv_sec=5, tv_usec=0}) = 1 (out [%d], left {tv_sec=<*>, tv_usec=<*>})",
		     sv[0], sv[0]);
	sys(SYS_select, 8);
	expect("select(0x8) = " EFAULT_LINE);
	sys(SYS_select, NULL);
	expect("select(NULL) = " EFAULT_LINE);
}
#endif

/* --------------------------------- epoll --------------------------------- */

#define EVENT(events, u32, u64) "{events=" events ", data={u32=" u32 ", u64=" u64 "}}"

CASE(epoll)
{
	struct epoll_event event = { EPOLLOUT | EPOLLET, { .u64 = 0x500000003ULL } }, events[4];
	uint64_t mask = 1ULL << (SIGUSR1 - 1);
	long fd;

	connect_pair();
	fd = sys(SYS_epoll_create1, EPOLL_CLOEXEC);
	expect_later("epoll_create1(EPOLL_CLOEXEC) = %ld", fd);
	sys(SYS_epoll_ctl, fd, EPOLL_CTL_ADD, sv[0], &event);
	expect("epoll_ctl(%ld, EPOLL_CTL_ADD, %d, " EVENT("EPOLLOUT|EPOLLET", "3", "21474836483") ") = 0", fd, sv[0]);
	sys(SYS_epoll_pwait, fd, events, 4, 100, &mask, 8);
	expect("epoll_pwait(%ld, [" EVENT("EPOLLOUT", "3", "21474836483") "], 4, 100, [USR1], 8) = 1", fd);
	sys(SYS_epoll_pwait, fd, events, 4, 0, NULL, 8);
	expect("epoll_pwait(%ld, [], 4, 0, NULL, 8) = 0", fd);
	event = (struct epoll_event) { EPOLLOUT, { .fd = -1 } };
	event.data.u64 = -1;
	sys(SYS_epoll_ctl, fd, EPOLL_CTL_MOD, sv[0], &event);
	expect("epoll_ctl(%ld, EPOLL_CTL_MOD, %d, " EVENT("EPOLLOUT", "4294967295", "18446744073709551615") ") = 0",
	       fd, sv[0]);
	sys(SYS_epoll_wait, fd, events, 4, -1);
	expect("epoll_wait(%ld, [" EVENT("EPOLLOUT", "4294967295", "18446744073709551615") "], 4, -1) = 1", fd);
	sys(SYS_epoll_wait, fd, events, -1, 0);
	expect("epoll_wait(%ld, %s, -1, 0) = " EINVAL_LINE, fd, ptr(events));
	sys(SYS_epoll_ctl, fd, EPOLL_CTL_DEL, sv[0], &event);
	expect("epoll_ctl(%ld, EPOLL_CTL_DEL, %d, %s) = 0", fd, sv[0], ptr(&event));
	sys(SYS_epoll_ctl, fd, EPOLL_CTL_ADD, sv[0], 8);
	expect("epoll_ctl(%ld, EPOLL_CTL_ADD, %d, 0x8) = " EFAULT_LINE, fd, sv[0]);
	sys(SYS_epoll_ctl, fd, 9, sv[0], &event);
	expect("epoll_ctl(%ld, 0x9 /* EPOLL_CTL_??? */, %d, " EVENT("EPOLLOUT", "4294967295", "18446744073709551615")
	       ") = " EINVAL_LINE, fd, sv[0]);
}
