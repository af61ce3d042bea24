// SPDX-License-Identifier: GPL-2.0
/*
 * fcntl(): what its argument and its result are depends on the command.
 */
#include <sys/mman.h>

#include "case.h"


/* The two layouts. In that of x86-64, which is x32's, a long has 64 bits. */
struct native_flock {
	short		type;
	short		whence;
#ifdef ABI_32
	int		start;
	int		len;
#else
	long long	start;
	long long	len;
#endif
	int		pid;
};

struct wide_flock {
	short		type;
	short		whence;
	long long	start;
	long long	len;
	int		pid;
};

#ifdef ABI_32
#define NR	SYS_fcntl64
#define NAME	"fcntl64"
#define LARGEFILE
#else
#define NR	SYS_fcntl
#define NAME	"fcntl"
#define LARGEFILE "|O_LARGEFILE"
#endif

CASE(flags)
{
	int fd = file_with(""), null = open("/dev/null", O_RDONLY);

	sys(NR, fd, F_GETFL, 0);
	expect(NAME "(%d, F_GETFL) = 0x<*>2 (flags O_RDWR" LARGEFILE ")", fd);
	sys(NR, null, F_GETFL, 5);
	expect_later(NAME "(%d, F_GETFL) = <*> (flags O_RDONLY" LARGEFILE ")", null);
	sys(NR, 99, F_GETFL);
	expect(NAME "(99, F_GETFL) = " EBADF_LINE);
	sys(NR, fd, F_SETFL, O_NONBLOCK | O_APPEND | 0x40000000);
	expect(NAME "(%d, F_SETFL, O_RDONLY|O_APPEND|O_NONBLOCK|0x40000000) = 0", fd);
	sys(NR, fd, F_SETFL, 0);
	expect(NAME "(%d, F_SETFL, O_RDONLY) = 0", fd);
	sys(NR, fd, F_GETFD);
	expect(NAME "(%d, F_GETFD) = 0", fd);
	sys(NR, fd, F_SETFD, FD_CLOEXEC);
	expect(NAME "(%d, F_SETFD, FD_CLOEXEC) = 0", fd);
	sys(NR, fd, F_GETFD);
	expect(NAME "(%d, F_GETFD) = 0x1 (flags FD_CLOEXEC)", fd);
	sys(NR, fd, F_SETFD, 6);
	expect(NAME "(%d, F_SETFD, 0x6 /* FD_??? */) = 0", fd);
	sys(NR, fd, F_DUPFD, 10);
	expect(NAME "(%d, F_DUPFD, 10) = 10", fd);
	sys(NR, fd, 0x1234, 5);
	expect(NAME "(%d, 0x1234 /* F_??? */, 0x5) = " EINVAL_LINE, fd);
}

CASE(locks)
{
	struct native_flock lock = { F_WRLCK, SEEK_SET, 5, 10, 77 };
	struct wide_flock wide = { F_RDLCK, SEEK_CUR, 5, 10, 0 };
	int fd = file_with(""), other = file_with("");
	char *hole = before_hole(5);

	sys(NR, fd, F_SETLK, &lock);
	expect_later(NAME "(%d, F_SETLK, {l_type=F_WRLCK, l_whence=SEEK_SET, l_start=5, l_len=10}) = 0",
		     fd);
	sys(NR, fd, F_GETLK, &lock);
	expect(NAME "(%d, F_GETLK, {l_type=F_UNLCK, l_whence=SEEK_SET, l_start=5, l_len=10, l_pid=77}) = 0",
	       fd);
	lock.type = 7;
	lock.whence = 9;
	lock.start = -5;
	sys(NR, fd, F_SETLKW, &lock);
	expect(NAME "(%d, F_SETLKW, {l_type=0x7 /* F_??? */, l_whence=0x9 /* SEEK_??? */, "
	       "l_start=-5, l_len=10}) = " EINVAL_LINE, fd);
	sys(NR, 99, F_GETLK, &lock);
	expect(NAME "(99, F_GETLK, %s) = " EBADF_LINE, ptr(&lock));
	sys(NR, fd, F_SETLK, NULL);
	expect(NAME "(%d, F_SETLK, NULL) = " EFAULT_LINE, fd);
	sys(NR, fd, F_SETLK, hole);
	expect(NAME "(%d, F_SETLK, %s) = " EFAULT_LINE, fd, ptr(hole));
	sys(NR, fd, F_GETLK, hole);
	expect(NAME "(%d, F_GETLK, %s) = " EFAULT_LINE, fd, ptr(hole));
	sys(NR, other, 37, &wide);
	expect(NAME "(%d, F_OFD_SETLK, {l_type=F_RDLCK, l_whence=SEEK_CUR, l_start=5, l_len=10}) = 0",
	       other);
	sys(NR, other, 36, &wide);
	expect(NAME "(%d, F_OFD_GETLK, {l_type=F_UNLCK, l_whence=SEEK_CUR, l_start=5, l_len=10, l_pid=0}) = 0",
	       other);
#ifdef ABI_32
	wide.start = 0x500000000;
	sys(NR, other, F_SETLK64, &wide);
	expect(NAME "(%d, F_SETLK64, {l_type=F_UNLCK, l_whence=SEEK_CUR, l_start=21474836480, l_len=10}) = 0",
	       other);
#else
	sys(NR, other, 13, &wide);
	expect(NAME "(%d, F_SETLK64, %s) = " EINVAL_LINE, other, ptr(&wide));
#endif
}

CASE(owners)
{
	int fd = file_with(""), owner[2] = { 1, getpid() };

	sys(NR, fd, F_SETOWN, owner[1]);
	expect(NAME "(%d, F_SETOWN, %d) = 0", fd, owner[1]);
	sys(NR, fd, F_SETOWN, -owner[1]);
	expect(NAME "(%d, F_SETOWN, %d) = 0", fd, -owner[1]);
	sys(NR, fd, F_SETSIG, SIGUSR1);
	expect(NAME "(%d, F_SETSIG, SIGUSR1) = 0", fd);
	sys(NR, fd, F_GETSIG);
	expect(NAME "(%d, F_GETSIG) = 10 (SIGUSR1)", fd);
	sys(NR, fd, F_SETSIG, 0);
	expect(NAME "(%d, F_SETSIG, 0) = 0", fd);
	sys(NR, fd, F_GETSIG);
	expect(NAME "(%d, F_GETSIG) = 0", fd);
	sys(NR, fd, F_SETOWN_EX, owner);
	expect(NAME "(%d, F_SETOWN_EX, {type=F_OWNER_PID, pid=%d}) = 0", fd, owner[1]);
	sys(NR, fd, F_GETOWN_EX, owner);
	expect(NAME "(%d, F_GETOWN_EX, {type=F_OWNER_PID, pid=%d}) = 0", fd, owner[1]);
	owner[0] = 9;
	sys(NR, fd, F_SETOWN_EX, owner);
	expect(NAME "(%d, F_SETOWN_EX, {type=0x9 /* F_OWNER_??? */, pid=%d}) = " EINVAL_LINE, fd,
	       owner[1]);
	sys(NR, 99, F_GETOWN_EX, owner);
	expect(NAME "(99, F_GETOWN_EX, %s) = " EBADF_LINE, ptr(owner));
	sys(NR, fd, F_GETOWN_EX, NULL);
	expect(NAME "(%d, F_GETOWN_EX, NULL) = " EFAULT_LINE, fd);
}

CASE(others)
{
	int fd = file_with(""), memfd = syscall(SYS_memfd_create, "x", 2), fds[2];
	uint64_t hint = 2;

	if (pipe(fds))
		die("no pipe");
	sys(NR, fd, F_SETLEASE, F_WRLCK);
	expect_later(NAME "(%d, F_SETLEASE, F_WRLCK) = 0", fd);
	sys(NR, fd, F_GETLEASE);
	expect(NAME "(%d, F_GETLEASE) = 0x1 (F_WRLCK)", fd);
	sys(NR, fd, F_SETLEASE, 99);
	expect(NAME "(%d, F_SETLEASE, 0x63 /* F_??? */) = " EINVAL_LINE, fd);
	sys(NR, 99, F_NOTIFY, DN_ACCESS | DN_CREATE | DN_MULTISHOT);
	expect(NAME "(99, F_NOTIFY, DN_ACCESS|DN_CREATE|DN_MULTISHOT) = " EBADF_LINE);
	sys(NR, 99, F_NOTIFY, 0x100);
	expect(NAME "(99, F_NOTIFY, 0x100 /* DN_??? */) = " EBADF_LINE);
	sys(NR, fds[0], F_SETPIPE_SZ, 8192);
	expect(NAME "(%d, F_SETPIPE_SZ, 8192) = 8192", fds[0]);
	sys(NR, fds[0], F_GETPIPE_SZ);
	expect(NAME "(%d, F_GETPIPE_SZ) = 8192", fds[0]);
	sys(NR, memfd, F_GET_SEALS);
	expect(NAME "(%d, F_GET_SEALS) = 0", memfd);
	sys(NR, memfd, F_ADD_SEALS, F_SEAL_SHRINK);
	expect(NAME "(%d, F_ADD_SEALS, F_SEAL_SHRINK) = 0", memfd);
	sys(NR, memfd, F_GET_SEALS);
	expect(NAME "(%d, F_GET_SEALS) = 0x2 (seals F_SEAL_SHRINK)", memfd);
	sys(NR, memfd, F_ADD_SEALS, 0x6000);
	expect(NAME "(%d, F_ADD_SEALS, 0x6000 /* F_SEAL_??? */) = " EINVAL_LINE, memfd);
	sys(NR, fd, 1036, &hint);
	expect(NAME "(%d, F_SET_RW_HINT, [RWH_WRITE_LIFE_SHORT]) = 0", fd);
	sys(NR, fd, 1035, &hint);
	expect(NAME "(%d, F_GET_RW_HINT, [RWH_WRITE_LIFE_SHORT]) = 0", fd);
	sys(NR, fd, 1036, NULL);
	expect(NAME "(%d, F_SET_RW_HINT, NULL) = " EFAULT_LINE, fd);
}
