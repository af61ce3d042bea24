// SPDX-License-Identifier: GPL-2.0
/*
 * Requests that the kernel works on by itself, what it notices, and what it has in
 * memory.
 */
#include <sys/mman.h>
#include <sys/fanotify.h>
#include <linux/aio_abi.h>
#include <linux/io_uring.h>

#include "case.h"


#ifdef ABI_X32
typedef long long native_long;
#else
typedef long native_long;
#endif

CASE(requests)
{
	static char buf[100];
	struct { void *base; unsigned long len; } iov[2] = { { "abc", 3 }, { "de", 2 } };
	int fd = file_with("hello world");
	struct iocb read = {
		.aio_data = 0x11, .aio_key = 5, .aio_lio_opcode = IOCB_CMD_PREAD,
		.aio_fildes = fd, .aio_buf = WORD(buf), .aio_nbytes = 5, .aio_offset = 1,
	};
	struct iocb write = {
		.aio_lio_opcode = IOCB_CMD_PWRITE, .aio_reqprio = 3, .aio_fildes = fd,
		.aio_buf = WORD("text"), .aio_nbytes = 4, .aio_offset = 1,
	};
	struct iocb writev = {
		.aio_lio_opcode = IOCB_CMD_PWRITEV, .aio_fildes = fd, .aio_buf = WORD(iov),
		.aio_nbytes = 2,
	};
	struct iocb readv = {
		.aio_lio_opcode = IOCB_CMD_PREADV, .aio_fildes = fd, .aio_buf = WORD(iov),
		.aio_nbytes = 2,
	};
	struct iocb sync = { .aio_lio_opcode = IOCB_CMD_FSYNC, .aio_fildes = fd };
	struct iocb wrong = { .aio_lio_opcode = 77, .aio_fildes = fd };
	struct iocb prio = {
		.aio_lio_opcode = IOCB_CMD_FSYNC, .aio_fildes = fd, .aio_flags = 2,
		.aio_reqprio = 2 << 13 | 4,
	};
	struct iocb poll = { .aio_lio_opcode = IOCB_CMD_POLL, .aio_fildes = fd, .aio_buf = 1 };
	struct iocb *list[4] = { &read, &write, &sync, &poll };
	struct iocb *vectors[4] = { &writev, &readv, &wrong, (void *)8 };
	struct iocb *prios[1] = { &prio };
	uint64_t set = 1 << (SIGUSR1 - 1);
#ifdef ABI_32
	unsigned long sigset[2] = { (unsigned long)&set, 8 };
#else
	uint64_t sigset[2] = { WORD(&set), 8 };
#endif
	native_long ctx = 0;

	sys(SYS_io_setup, 10, &ctx);
	expect_later("io_setup(10, [%s]) = 0", ptr((void *)(long)ctx));
	sys(SYS_io_setup, 10, NULL);
	expect("io_setup(10, NULL) = " EFAULT_LINE);
	sys(SYS_io_submit, 5, 4, list);
	expect("io_submit(0x5, 4, [{aio_data=0x11, aio_key=5, aio_lio_opcode=IOCB_CMD_PREAD, aio_fildes=%d, "
	       "aio_buf=%s, aio_nbytes=5, aio_offset=1}, {aio_data=0, aio_lio_opcode=IOCB_CMD_PWRITE, "
	       "aio_reqprio=3, aio_fildes=%d, aio_buf=\"text\", aio_nbytes=4, aio_offset=1}, "
	       "{aio_data=0, aio_lio_opcode=IOCB_CMD_FSYNC, aio_fildes=%d}, "
	       "{aio_data=0, aio_lio_opcode=IOCB_CMD_POLL, aio_fildes=%d, aio_buf=POLLIN}]) = " EINVAL_LINE,
	       fd, ptr(buf), fd, fd, fd);
	sys(SYS_io_submit, 5, 4, vectors);
	expect("io_submit(0x5, 4, [{aio_data=0, aio_lio_opcode=IOCB_CMD_PWRITEV, aio_fildes=%d, "
	       "aio_buf=[{iov_base=\"abc\", iov_len=3}, {iov_base=\"de\", iov_len=2}], aio_offset=0}, "
	       "{aio_data=0, aio_lio_opcode=IOCB_CMD_PREADV, aio_fildes=%d, "
	       "aio_buf=[{iov_base=%s, iov_len=3}, {iov_base=%s, iov_len=2}], aio_offset=0}, "
	       "{aio_data=0, aio_lio_opcode=77 /* IOCB_CMD_??? */, aio_fildes=%d}, 0x8]) = " EINVAL_LINE,
	       fd, fd, ptr(iov[0].base), ptr(iov[1].base), fd);
	sys(SYS_io_submit, ctx, 0, list);
	expect("io_submit(<*>, 0, []) = 0");
#ifndef ABI_X32
	sys(SYS_io_submit, ctx, -1, list);
	expect("io_submit(<*>, -1, %s) = " EINVAL_LINE, ptr(list));
#endif
	sys(SYS_io_submit, ctx, 1, list);
	expect("io_submit(<*>, 1, [{<*>}]) = 1");
	sys(SYS_io_getevents, ctx, 1, 4, buf, NULL);
	expect("io_getevents(<*>, 1, 4, [{data=0x11, obj=%s, res=5, res2=0}], NULL) = 1", ptr(&read));
	sys(SYS_io_getevents, ctx, 0, 4, buf, NULL);
	expect("io_getevents(<*>, 0, 4, [], NULL) = 0");
	sys(SYS_io_pgetevents, ctx, 0, 4, buf, NULL, sigset);
	expect("io_pgetevents(<*>, 0, 4, [], NULL, {sigmask=[USR1], sigsetsize=8}) = 0");
	sys(SYS_io_pgetevents, ctx, 0, 4, buf, NULL, 8);
	expect("io_pgetevents(<*>, 0, 4, %s, NULL, 0x8) = " EFAULT_LINE, ptr(buf));
	sys(SYS_io_submit, 5, 1, prios);
	expect("io_submit(0x5, 1, [{aio_data=0, aio_lio_opcode=IOCB_CMD_FSYNC, "
	       "aio_reqprio=IOPRIO_PRIO_VALUE(IOPRIO_CLASS_BE, 4), aio_fildes=%d, "
	       "aio_flags=IOCB_FLAG_IOPRIO}]) = " EINVAL_LINE, fd);
	read.aio_flags = 5;
	read.aio_resfd = -1;
	readv.aio_flags = 4;
	readv.aio_resfd = 9;
	readv.aio_buf = 0;
	sys(SYS_io_submit, 5, 1, list);
	expect("io_submit(0x5, 1, [{<*>, aio_buf=%s, aio_nbytes=5, aio_offset=1, "
	       "aio_flags=IOCB_FLAG_RESFD|0x4, aio_resfd=-1}]) = " EINVAL_LINE, ptr(buf));
	sys(SYS_io_submit, 5, 1, vectors + 1);
	expect("io_submit(0x5, 1, [{<*>, aio_buf=NULL, aio_nbytes=2, aio_offset=0, "
	       "aio_flags=0x4 /* IOCB_FLAG_??? */, aio_resfd=0x9}]) = " EINVAL_LINE);
	sys(SYS_io_cancel, ctx, &wrong, buf);
	expect("io_cancel(<*>, {aio_data=0, aio_lio_opcode=77 /* IOCB_CMD_??? */, aio_fildes=%d}, %s) = "
	       EINVAL_LINE, fd, ptr(buf));
}

CASE(rings)
{
	struct io_uring_params p = { .flags = IORING_SETUP_CLAMP };
	uint32_t ring[4] = { -1, 0, -2, 0 }, pbuf[10] = { 1, 0, 2, 3 | 9 << 16 };
	uint64_t mask = 1;
	int fd = sys(SYS_io_uring_setup, 4, &p);

	if (fd < 0)
		skip("no io_uring");
	expect("io_uring_setup(4, {flags=IORING_SETUP_CLAMP, sq_thread_cpu=0, sq_thread_idle=0, sq_entries=4, "
	       "cq_entries=8, features=IORING_FEAT_SINGLE_MMAP|<*>, sq_off={head=%u, tail=%u, <*>, array=%u}, "
	       "cq_off={head=%u, <*>, flags=%u}}) = %d", p.sq_off.head, p.sq_off.tail, p.sq_off.array,
	       p.cq_off.head, p.cq_off.flags, fd);
	p = (struct io_uring_params) {
		.flags = IORING_SETUP_SQPOLL | IORING_SETUP_SQ_AFF | IORING_SETUP_ATTACH_WQ | 0x80000000,
		.sq_thread_idle = 5, .sq_thread_cpu = 1, .wq_fd = 3, .resv = { 0, 4, 0 },
	};
	sys(SYS_io_uring_setup, 4, &p);
	expect("io_uring_setup(4, {flags=IORING_SETUP_SQPOLL|IORING_SETUP_SQ_AFF|IORING_SETUP_ATTACH_WQ|0x80000000, "
	       "sq_thread_cpu=0x1, sq_thread_idle=5, wq_fd=3, resv=[0, 0x4, 0]}) = " EINVAL_LINE);
	sys(SYS_io_uring_setup, 4, NULL);
	expect("io_uring_setup(4, NULL) = " EFAULT_LINE);
	sys(SYS_io_uring_enter, -1, 1, 0, IORING_ENTER_SQ_WAKEUP, &mask, 8);
	expect("io_uring_enter(-1, 1, 0, IORING_ENTER_SQ_WAKEUP, [HUP], 8) = " EBADF_LINE);
	sys(SYS_io_uring_register, -1, IORING_REGISTER_RING_FDS, ring, 1);
	expect("io_uring_register(-1, IORING_REGISTER_RING_FDS, [{offset=-1, data=-2}], 1) = <*>");
	ring[1] = 5;
	sys(SYS_io_uring_register, -1, IORING_REGISTER_RING_FDS, ring, 1);
	expect("io_uring_register(-1, IORING_REGISTER_RING_FDS, [{offset=-1, resv=0x5, data=-2}], 1) = <*>");
	sys(SYS_io_uring_register, -1, IORING_REGISTER_FILES_UPDATE, ring, 0);
	expect("io_uring_register(-1, IORING_REGISTER_FILES_UPDATE, {offset=4294967295, resv=0x5, fds=<*>}, 0) = <*>");
	sys(SYS_io_uring_register, -1, IORING_REGISTER_PBUF_RING, pbuf, 1);
	expect("io_uring_register(-1, IORING_REGISTER_PBUF_RING, {ring_addr=0x1, ring_entries=2, bgid=3, flags=IOU_PBUF_RING_MMAP|0x8}, 1) = <*>");
	pbuf[3] = 3;
	sys(SYS_io_uring_register, -1, IORING_REGISTER_PBUF_RING, pbuf, 1);
	expect("io_uring_register(-1, IORING_REGISTER_PBUF_RING, {ring_addr=0x1, ring_entries=2, bgid=3}, 1) = <*>");
}

CASE(marks)
{
#ifdef ABI_32
	sys(SYS_fanotify_mark, 99, FAN_MARK_ADD, FAN_OPEN | FAN_CLOSE, 1, AT_FDCWD, "/tmp");
#else
	raw_syscall(SYS_fanotify_mark, 99, FAN_MARK_ADD, 0x100000000 | FAN_OPEN | FAN_CLOSE,
		    AT_FDCWD, WORD("/tmp"), 0);
#endif
	expect("fanotify_mark(99, FAN_MARK_ADD, FAN_CLOSE_WRITE|FAN_CLOSE_NOWRITE|FAN_OPEN|0x100000000, "
	       "AT_FDCWD, \"/tmp\") = <*>");
#ifdef ABI_32
	sys(SYS_fanotify_mark, 99, FAN_MARK_FLUSH, 0, 0, -1, NULL);
#else
	sys(SYS_fanotify_mark, 99, FAN_MARK_FLUSH, 0, -1, NULL);
#endif
	expect("fanotify_mark(99, FAN_MARK_FLUSH, 0, FAN_NOFD, NULL) = <*>");
}

CASE(in_memory)
{
	static char buf[100];
	char *end = before_hole(2);
	char *map = mmap(NULL, 50 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	map[0] = 1;
	map[PAGE] = 1;
	sys(SYS_mincore, map, 3 * PAGE, buf);
	expect_later("mincore(%s, 12288, [1, 1, 0]) = 0", ptr(map));
	sys(SYS_mincore, map, PAGE + 1, end);
	expect("mincore(%s, 4097, [1, 1]) = 0", ptr(map));
	sys(SYS_mincore, map, 0, buf);
	expect("mincore(%s, 0, []) = 0", ptr(map));
	sys(SYS_mincore, map, 50 * PAGE, buf);
	expect("mincore(%s, 204800, [1, 1, 0, <*>, 0, ...]) = 0", ptr(map));
	sys(SYS_mincore, map, 3 * PAGE, end);
	expect("mincore(%s, 12288, %s) = " EFAULT_LINE, ptr(map), ptr(end));
	sys(SYS_mincore, map, 3 * PAGE, NULL);
	expect("mincore(%s, 12288, NULL) = " EFAULT_LINE, ptr(map));
}

CASE(mappings)
{
	int fd = open("/proc/self/exe", O_RDONLY);
#ifdef ABI_32
	unsigned int args[6] = { 0, 4096, PROT_READ, MAP_PRIVATE, fd, 4096 };
	char *hole;

	sys(SYS_mmap2, NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 1);
	expect_later("mmap2(NULL, 4096, PROT_READ, MAP_PRIVATE, %d, 0x1000) = 0x<*>", fd);
	sys(SYS_mmap2, NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0x100000);
	expect("mmap2(NULL, 4096, PROT_READ, MAP_PRIVATE, %d, 0x100000000) = 0x<*>", fd);
	sys(SYS_mmap, args);
	expect("mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, %d, 0x1000) = 0x<*>", fd);
	args[5] = 5;
	sys(SYS_mmap, args);
	expect("mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, %d, 0x5) = " EINVAL_LINE, fd);
	sys(SYS_mmap, NULL);
	expect("mmap(NULL) = " EFAULT_LINE);
	hole = before_hole(20);
	sys(SYS_mmap, hole);
	expect_later("mmap(%s) = " EFAULT_LINE, ptr(hole));
#else
	sys(SYS_mmap, NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 4096);
	expect_later("mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, %d, 0x1000) = 0x<*>", fd);
	sys(SYS_mmap, NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 5);
	expect("mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, %d, 0x5) = " EINVAL_LINE, fd);
#endif
}
