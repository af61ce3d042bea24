// SPDX-License-Identifier: GPL-2.0
/*
 * Vectors of buffers: what is in them when they are written and how much of them was
 * read, and addresses instead of what cannot be had. Positions in files.
 */
#include <sys/mman.h>
#include <sys/uio.h>

#include "case.h"

#define TEXT "hello world, this is a somewhat longer file to read from\n"

CASE(written)
{
	struct iovec iov[40] = { { "abc", 3 }, { "d\ne", 3 }, { NULL, 0 }, { (void *)8, 0 } };
	static char many[8000];
	int fd = open("/dev/null", O_WRONLY);

	sys(SYS_writev, fd, iov, 2);
	expect("writev(%d, [{iov_base=\"abc\", iov_len=3}, {iov_base=\"d\\ne\", iov_len=3}], 2) = 6",
	       fd);
	sys(SYS_writev, fd, iov, 4);
	expect("writev(%d, [{iov_base=\"abc\", iov_len=3}, {iov_base=\"d\\ne\", iov_len=3}, "
	       "{iov_base=NULL, iov_len=0}, {iov_base=\"\", iov_len=0}], 4) = 6", fd);
	sys(SYS_writev, fd, iov, 0);
	expect("writev(%d, [], 0) = 0", fd);
	sys(SYS_writev, fd, iov, 40);
	expect("writev(%d, [{iov_base=\"abc\", iov_len=3}, <*>{iov_base=NULL, iov_len=0}, ...], 40) = 6",
	       fd);
	sys(SYS_writev, 99, iov, 1);
	expect("writev(99, [{iov_base=\"abc\", iov_len=3}], 1) = " EBADF_LINE);
	memset(many, 'x', sizeof(many));
	iov[0] = (struct iovec){ many, sizeof(many) };
	sys(SYS_writev, fd, iov, 1);
	expect("writev(%d, [{iov_base=\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"..., iov_len=8000}], 1) = 8000",
	       fd);
	sys(SYS_pwritev, fd, iov + 1, 1, 5, 0);
	expect("pwritev(%d, [{iov_base=\"d\\ne\", iov_len=3}], 1, 5) = 3", fd);
	sys(SYS_pwritev2, fd, iov + 1, 1, 5, 0, 0x80000000);
	expect("pwritev2(%d, [{iov_base=\"d\\ne\", iov_len=3}], 1, 5, <*>) = <*>", fd);
}

CASE(written_unreadable)
{
	struct iovec iov[3] = { { "ok", 2 }, { (void *)8, 3 }, { "too", 3 } };
	char *hole = before_hole(10);
	struct iovec *end = (void *)before_hole(2 * sizeof(*end));
	int fd = open("/dev/null", O_WRONLY);

	memcpy(hole, "0123456789", 10);
	memcpy(end, iov, 2 * sizeof(*end));
	end[1] = end[0];
	sys(SYS_writev, fd, NULL, 2);
	expect_later("writev(%d, NULL, 2) = " EFAULT_LINE, fd);
	sys(SYS_writev, fd, 8, 2);
	expect("writev(%d, 0x8, 2) = " EFAULT_LINE, fd);
	sys(SYS_writev, fd, end, 2);
	expect("writev(%d, [{iov_base=\"ok\", iov_len=2}, {iov_base=\"ok\", iov_len=2}], 2) = 4",
	       fd);
	sys(SYS_writev, fd, end, 3);
	expect("writev(%d, [{iov_base=\"ok\", iov_len=2}, {iov_base=\"ok\", iov_len=2}, ... /* %s */], 3) = "
	       EFAULT_LINE, fd, ptr(end + 2));
	sys(SYS_writev, fd, iov, 3);
	expect("writev(%d, [{iov_base=\"ok\", iov_len=2}, {iov_base=0x8, iov_len=3}, "
	       "{iov_base=\"too\", iov_len=3}], 3) = 8", fd);
	iov[0] = (struct iovec){ hole, 11 };
	sys(SYS_writev, fd, iov, 1);
	expect("writev(%d, [{iov_base=%s, iov_len=11}], 1) = 11", fd, ptr(hole));
	iov[0].iov_len = -1;
	sys(SYS_writev, fd, iov, 1);
	expect("writev(%d, [{iov_base=%s, iov_len=" MAX_LONG "}], 1) = <*>", fd, ptr(hole));
#ifdef ABI_64
	sys(SYS_writev, fd, iov, -1);
	/* The kernel takes 32 bits of it. */
	expect("writev(%d, [{iov_base=%s, iov_len=" MAX_LONG "}, <*>], 4294967295) = " EINVAL_LINE,
	       fd, ptr(hole));
#endif
}

CASE(read)
{
	static char a[100], b[100], c[50];
	struct iovec iov[3] = { { a, 5 }, { b, 100 }, { c, 50 } };
	struct iovec *end = (void *)before_hole(sizeof(*end));
	int fd = file_with(TEXT);

	*end = iov[0];
	sys(SYS_readv, fd, iov, 3);
	expect_later("readv(%d, [{iov_base=\"hello\", iov_len=5}, "
	       "{iov_base=\" world, this is a somewhat longe\"..., iov_len=100}, "
	       "{iov_base=\"\", iov_len=50}], 3) = %zu", fd, strlen(TEXT));
	sys(SYS_readv, fd, iov, 1);
	expect("readv(%d, [{iov_base=\"\", iov_len=5}], 1) = 0", fd);
	sys(SYS_readv, fd, iov, 0);
	expect("readv(%d, [], 0) = 0", fd);
	sys(SYS_readv, 99, iov, 2);
	expect("readv(99, [{iov_base=%s, iov_len=5}, {iov_base=%s, iov_len=100}], 2) = " EBADF_LINE,
	       ptr(a), ptr(b));
	sys(SYS_readv, fd, NULL, 2);
	expect("readv(%d, NULL, 2) = " EFAULT_LINE, fd);
	sys(SYS_readv, fd, end, 2);
	expect("readv(%d, [{iov_base=%s, iov_len=5}, ... /* %s */], 2) = " EFAULT_LINE,
	       fd, ptr(a), ptr(end + 1));
	sys(SYS_preadv, fd, iov, 1, 6, 0);
	expect("preadv(%d, [{iov_base=\"world\", iov_len=5}], 1, 6) = 5", fd);
	sys(SYS_preadv2, fd, iov, 1, 6, 0, 0);
	expect("preadv2(%d, [{iov_base=\"world\", iov_len=5}], 1, 6, 0) = 5", fd);
#ifdef ABI_32
	sys(SYS_preadv, fd, iov, 1, 6, 1);
	expect("preadv(%d, [{iov_base=\"\", iov_len=5}], 1, 4294967302) = 0", fd);
	sys(SYS_preadv, fd, iov, 1, -1, -1);
	expect("preadv(%d, [{iov_base=%s, iov_len=5}], 1, -1) = " EINVAL_LINE, fd, ptr(a));
#endif
}

CASE(of_others)
{
	static char a[10], b[100], remote[] = "remote";
	struct iovec local[2] = { { a, 5 }, { b, 100 } };
	struct iovec there[2] = { { remote, 6 }, { (void *)0x12345678, 10 } };
	pid_t pid = getpid();

	sys(SYS_process_vm_readv, pid, local, 2, there, 1, 0);
	expect_later("process_vm_readv(%d, [{iov_base=\"remot\", iov_len=5}, "
		     "{iov_base=\"e\", iov_len=100}], 2, [{iov_base=%s, iov_len=6}], 1, 0) = 6",
		     pid, ptr(remote));
	sys(SYS_process_vm_readv, pid, local, 1, there + 1, 1, 0);
	expect("process_vm_readv(%d, [{iov_base=%s, iov_len=5}], 1, "
	       "[{iov_base=0x12345678, iov_len=10}], 1, 0) = " EFAULT_LINE, pid, ptr(a));
	sys(SYS_process_vm_writev, pid, local, 1, there, 2, 0);
	expect("process_vm_writev(%d, [{iov_base=\"remot\", iov_len=5}], 1, [{iov_base=%s, iov_len=6}, "
	       "{iov_base=0x12345678, iov_len=10}], 2, 0) = 5", pid, ptr(remote));
	sys(SYS_process_madvise, 99, there, 2, MADV_COLD, 0);
	expect("process_madvise(99, [{iov_base=%s, iov_len=6}, {iov_base=0x12345678, iov_len=10}], "
	       "2, MADV_COLD, 0) = " EBADF_LINE, ptr(remote));
}

CASE(pipes)
{
	struct iovec iov[1] = { { "spliced", 7 } };
	int fds[2];

	sys(SYS_pipe, fds);
	expect("pipe([%d, %d]) = 0", fds[0], fds[1]);
	sys(SYS_vmsplice, fds[1], iov, 1, 2);
	expect("vmsplice(%d, [{iov_base=\"spliced\", iov_len=7}], 1, SPLICE_F_NONBLOCK) = 7", fds[1]);
	sys(SYS_pipe2, fds, O_CLOEXEC | O_NONBLOCK);
	expect("pipe2([%d, %d], O_NONBLOCK|O_CLOEXEC) = 0", fds[0], fds[1]);
	sys(SYS_pipe2, fds, 0x40000000);
	expect("pipe2(%s, 0x40000000 /* O_??? */) = " EINVAL_LINE, ptr(fds));
	sys(SYS_pipe, 8);
	expect("pipe(0x8) = " EFAULT_LINE);
	sys(SYS_pipe, before_hole(4));
	expect_later("pipe(0x<*>) = " EFAULT_LINE);
}

CASE(positions)
{
	long long wide = 1, there = 2;
#ifdef ABI_X32
	long long offset = 0;
#else
	long offset = 0;
#endif
	int fds[2], fd = file_with(TEXT), out = file_with(TEXT);

	if (pipe(fds))
		die("no pipe");
	sys(SYS_sendfile, fds[1], fd, &offset, 5);
	expect_later("sendfile(%d, %d, [0] => [5], 5) = 5", fds[1], fd);
	sys(SYS_sendfile, fds[1], fd, NULL, 5);
	expect("sendfile(%d, %d, NULL, 5) = 5", fds[1], fd);
	sys(SYS_sendfile, 99, fd, &offset, 5);
	expect("sendfile(99, %d, [5], 5) = " EBADF_LINE, fd);
	sys(SYS_splice, fd, &wide, fds[1], NULL, 5, 0x80);
	expect("splice(%d, [1], %d, NULL, 5, 0x80 /* SPLICE_F_??? */) = " EINVAL_LINE, fd, fds[1]);
	sys(SYS_splice, fd, &wide, fds[1], NULL, 5, 5);
	expect("splice(%d, [1], %d, NULL, 5, SPLICE_F_MOVE|SPLICE_F_MORE) = 5", fd, fds[1]);
	wide = 1;
	sys(SYS_copy_file_range, fd, &wide, out, &there, 3, 0);
	expect("copy_file_range(%d, [1], %d, [2], 3, 0) = 3", fd, out);
#ifdef ABI_32
	wide = 1;
	sys(SYS_sendfile64, fds[1], fd, &wide, 5);
	expect("sendfile64(%d, %d, [1] => [6], 5) = 5", fds[1], fd);
	sys(SYS__llseek, fd, 1, 0x80000000, &wide, SEEK_SET);
	expect("_llseek(%d, 6442450944, [6442450944], SEEK_SET) = 0", fd);
	sys(SYS__llseek, 99, -1, -1, &wide, 77);
	expect("_llseek(99, -1, %s, 0x4d /* SEEK_??? */) = " EBADF_LINE, ptr(&wide));
	sys(SYS_ftruncate64, fd, 10, 1);
	expect("ftruncate64(%d, 4294967306) = <*>", fd);
	sys(SYS_ftruncate64, fd, -1, -1);
	expect("ftruncate64(%d, 18446744073709551615) = " EINVAL_LINE, fd);
	sys(SYS_fadvise64_64, fd, 5, 1, 10, 1, 4);
	expect("fadvise64_64(%d, 4294967301, 4294967306, POSIX_FADV_DONTNEED) = 0", fd);
#endif
	sys(SYS_ftruncate, fd, -1);
	expect("ftruncate(%d, <*>) = <*>", fd);
	sys(SYS_copy_file_range, fd, NULL, 99, NULL, 3, 5);
	expect("copy_file_range(%d, NULL, 99, NULL, 3, 5) = " EBADF_LINE, fd);
}
