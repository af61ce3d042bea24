// SPDX-License-Identifier: GPL-2.0
/*
 * What programs rarely pass: flags that nobody knows, numbers out of range, text that
 * is cut, and calls that failed where something else was shown if they had not.
 */
#include <fcntl.h>
#include <linux/fanotify.h>
#include <linux/fs.h>
#include <linux/futex.h>
#include <linux/nsfs.h>
#include <linux/perf_event.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <time.h>

#include "case.h"

#define FORTY "0123456789012345678901234567890123456789"
#define CUT "\"01234567890123456789012345678901\"..."

CASE(remarks)
{
	sys(SYS_access, "", 8);
	expect("access(\"\", 0x8 /* ?_OK */) = " EINVAL_LINE);
	sys(SYS_access, "", 12);
	expect("access(\"\", R_OK|0x8) = " EINVAL_LINE);
	sys(SYS_renameat2, -1, "", -1, "", 8);
	expect("renameat2(-1, \"\", -1, \"\", 0x8 /* RENAME_?? */) = " EINVAL_LINE);
	sys(SYS_renameat2, -1, "", -1, "", 9);
	expect("renameat2(-1, \"\", -1, \"\", RENAME_NOREPLACE|0x8) = " EINVAL_LINE);
	sys(SYS_fanotify_init, 0x0c | FAN_CLOEXEC, O_RDONLY);
	expect("fanotify_init(0xc /* FAN_CLASS_??? */|FAN_CLOEXEC, O_RDONLY) = <*>");
	sys(SYS_fanotify_init, 0x40000000, O_RDONLY);
	expect("fanotify_init(FAN_CLASS_NOTIF|0x40000000 /* FAN_??? */, O_RDONLY) = <*>");
	sys(SYS_fanotify_init, 0x40000000 | FAN_CLOEXEC | FAN_CLASS_CONTENT, O_RDONLY);
	expect("fanotify_init(FAN_CLASS_CONTENT|FAN_CLOEXEC|0x40000000, O_RDONLY) = <*>");
	sys(SYS_memfd_secret, 2);
	expect("memfd_secret(0x2) = <*>");
	sys(SYS_memfd_secret, O_CLOEXEC | 2);
	expect("memfd_secret(O_CLOEXEC|0x2) = <*>");
	sys(SYS_pipe2, NULL, O_EXCL);
	expect("pipe2(NULL, O_EXCL) = <*>");
}

/* A number that is none of the known ones is shown as a whole. */
CASE(whole_numbers)
{
	sys(SYS_sched_get_priority_max, 0x100);
	expect("sched_get_priority_max(0x100 /* SCHED_??? */) = " EINVAL_LINE);
	sys(SYS_sched_get_priority_max, 0x40000000 | SCHED_FIFO);
	expect("sched_get_priority_max(0x40000001 /* SCHED_??? */) = " EINVAL_LINE);
	sys(SYS_futex, NULL, FUTEX_CLOCK_REALTIME | FUTEX_WAKE, 0);
	expect("futex(NULL, 0x101 /* FUTEX_??? */, 0) = <*>");
	sys(SYS_futex, NULL, FUTEX_CLOCK_REALTIME | FUTEX_WAIT_BITSET_PRIVATE, 0, NULL, NULL, 1);
	expect("futex(NULL, FUTEX_WAIT_BITSET_PRIVATE|FUTEX_CLOCK_REALTIME, 0, NULL, 0x1) = <*>");
	sys(SYS_futex, NULL, FUTEX_FD | FUTEX_PRIVATE_FLAG, 0);
	expect("futex(NULL, FUTEX_FD|FUTEX_PRIVATE_FLAG, 0) = <*>");
	sys(SYS_futex, NULL, 0x800, 0);
	expect("futex(NULL, 0x800 /* FUTEX_??? */, 0, NULL) = <*>");
	sys(SYS_msgget, -1, 0x1000);
	expect("msgget(0xffffffff, 0x1000000) = <*>");
	sys(SYS_semget, -1, 0, 0x1000 | 02000);
	expect("semget(0xffffffff, 0, IPC_EXCL|0x1000|000) = <*>");
}

#ifdef SYS_mmap2
#define MMAP SYS_mmap2
#define MMAP_NAME "mmap2"
#else
#define MMAP SYS_mmap
#define MMAP_NAME "mmap"
#endif

CASE(memory)
{
	sys(MMAP, 0, 0, 0, MAP_HUGETLB | 21 << 26, -1, 0);
	expect(MMAP_NAME "(NULL, 0, PROT_NONE, MAP_FILE|MAP_HUGETLB|21<<MAP_HUGE_SHIFT, -1, 0) = <*>");
	sys(MMAP, 0, 0, 0, MAP_PRIVATE | 1U << 31, -1, 0);
	expect(MMAP_NAME "(NULL, 0, PROT_NONE, MAP_PRIVATE|32<<MAP_HUGE_SHIFT, -1, 0) = <*>");
	sys(MMAP, 0, 0, 0, 0xe | MAP_FIXED, -1, 0);
	expect(MMAP_NAME "(NULL, 0, PROT_NONE, 0xe /* MAP_??? */|MAP_FIXED, -1, 0) = <*>");
	sys(MMAP, 0, 0, 0, 0xe, -1, 0);
	expect(MMAP_NAME "(NULL, 0, PROT_NONE, 0xe /* MAP_??? */, -1, 0) = <*>");
	sys(SYS_mremap, 0x1000, 3, 3, MREMAP_FIXED, 0x5000);
	expect("mremap(0x1000, 3, 3, MREMAP_FIXED) = " EINVAL_LINE);
	sys(SYS_mremap, 0x1000, 3, 3, MREMAP_MAYMOVE | MREMAP_FIXED, 0x5001);
	/* There is nothing, and the address is none: which comes first depends on the kernel. */
	expect("mremap(0x1000, 3, 3, MREMAP_MAYMOVE|MREMAP_FIXED, 0x5001) = -1 E<*>");
}

CASE(unsigned_numbers)
{
	struct timespec times[2] = { { 1, -1 }, { 2, UTIME_OMIT } };
	char buf[8];

	sys(SYS_readlink, "/proc/self", buf, -1);
	/* The kernel takes an int. */
	expect("readlink(\"/proc/self\", %s, 4294967295) = " EINVAL_LINE, ptr(buf));
	sys(SYS_close_range, -1, 3, 0);
	expect("close_range(4294967295, 3, 0) = " EINVAL_LINE);
	sys(SYS_fcntl, -1, F_DUPFD, -1);
	expect("fcntl(-1, F_DUPFD, %lld) = " EBADF_LINE, (long long)-1UL);
	sys(SYS_utimensat, AT_FDCWD, "/none", times, 0);
	expect("utimensat(AT_FDCWD, \"/none\", [{tv_sec=1, tv_nsec=<*>}, UTIME_OMIT], 0) = <*>");
	expect_never("utimensat(AT_FDCWD, \"/none\", [{tv_sec=1, tv_nsec=-1}, UTIME_OMIT], 0) = <*>");
	sys(SYS_io_destroy, 0);
	expect("io_destroy(NULL) = " EINVAL_LINE);
	sys(SYS_rseq, 0, 1, 0, 2);
	expect("rseq(0, 0x1, 0, 0x2) = " EINVAL_LINE);
	sys(SYS_set_tid_address, 0);
	expect("set_tid_address(0) = %d", getpid());
}

/* Text that is no name of a file is cut as data is. */
CASE(cut_text)
{
	sys(SYS_fsopen, FORTY, 0);
	expect("fsopen(" CUT ", 0) = <*>");
	sys(SYS_fsopen, "01234567890123456789012345678901", 0);
	expect("fsopen(\"01234567890123456789012345678901\", 0) = <*>");
	sys(SYS_fsopen, "", 0);
	expect("fsopen(\"\", 0) = <*>");
	sys(SYS_fsopen, 8, 0);
	expect("fsopen(0x8, 0) = " EFAULT_LINE);
	sys(SYS_removexattr, FORTY, FORTY);
	expect("removexattr(\"" FORTY "\", " CUT ") = " ENOENT_LINE);
	sys(SYS_request_key, FORTY, "short", FORTY, 0);
	expect("request_key(" CUT ", \"short\", " CUT ", 0) = <*>");
	sys(SYS_mount, FORTY, FORTY, FORTY, 0, FORTY);
	expect("mount(\"" FORTY "\", \"" FORTY "\", " CUT ", 0, " CUT ") = <*>");
	sys(SYS_mq_unlink, FORTY);
	expect("mq_unlink(\"" FORTY "\") = " ENOENT_LINE);
}

CASE(attribute_values)
{
	const char *name = text("/tmp/unusual.%d", getpid());
	static char value[70000];
	char buf[64];

	close(open(name, O_CREAT | O_RDWR, 0600));
	sys(SYS_setxattr, name, "user.x", "abc", 4, 0);
	expect_later("setxattr(\"%s\", \"user.x\", \"abc\", 4, 0) = <*>", name);
	sys(SYS_setxattr, name, "user.x", "abc\0", 5, XATTR_REPLACE);
	expect("setxattr(\"%s\", \"user.x\", \"abc\\0\", 5, XATTR_REPLACE) = <*>", name);
	sys(SYS_setxattr, name, "user.x", "\0", 1, 0);
	expect("setxattr(\"%s\", \"user.x\", \"\", 1, 0) = <*>", name);
	memset(value, 'x', sizeof(value));
	sys(SYS_setxattr, name, "none.x", value, 40, 0);
	expect("setxattr(\"%s\", \"none.x\", \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"..., 40, 0) = <*>", name);
	value[31] = 0;
	sys(SYS_setxattr, name, "none.x", value, 40, 0);
	expect("setxattr(\"%s\", \"none.x\", \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\\0\"..., 40, 0) = <*>", name);
	sys(SYS_setxattr, name, "none.x", value, 65537, 0);
	expect("setxattr(\"%s\", \"none.x\", %s, 65537, 0) = <*>", name, ptr(value));
	sys(SYS_listxattr, name, buf, 0);
	expect("listxattr(\"%s\", %s, 0) = <*>", name, ptr(buf));
	unlink(name);
}

CASE(after_failure)
{
	struct timespec time = { 0, 2 };
	struct epoll_event event;
	unsigned long long mask = ~0ull;
	int fd = epoll_create1(0);

	sys(SYS_epoll_pwait, -1, &event, 3, 5, &mask, 8);
	expect_later("epoll_pwait(-1, %s, 3, 5, %s, 8) = " EBADF_LINE, ptr(&event), ptr(&mask));
	sys(SYS_epoll_pwait, fd, &event, 1, 0, &mask, 8);
	expect("epoll_pwait(%d, [], 1, 0, ~[], 8) = 0", fd);
#ifndef ABI_32
	sys(SYS_epoll_pwait2, -1, &event, 3, &time, &mask, 8);
	expect("epoll_pwait2(-1, %s, 3, %s, %s, 8) = " EBADF_LINE, ptr(&event), ptr(&time),
	       ptr(&mask));
	sys(SYS_epoll_pwait2, fd, &event, 1, &time, NULL, 8);
	expect("epoll_pwait2(%d, [], 1, {tv_sec=0, tv_nsec=2}, NULL, 8) = 0", fd);
#else
	(void)time;
#endif
}

CASE(queues)
{
	struct mq_attr attr = { .mq_flags = O_NONBLOCK, .mq_maxmsg = 1, .mq_msgsize = 2 };

	sys(SYS_mq_open, "/none", O_TMPFILE, 0600, &attr);
	expect("mq_open(\"/none\", O_RDONLY|O_TMPFILE) = <*>");
	sys(SYS_mq_open, "/none", O_CREAT | O_EXCL, 0, &attr);
	expect("mq_open(\"/none\", O_RDONLY|O_CREAT|O_EXCL, 000, {mq_flags=0x800, mq_maxmsg=1, mq_msgsize=2, mq_curmsgs=0}) = <*>");
}

CASE(namespaces)
{
	int fd = open("/proc/self/ns/user", O_RDONLY);
	uid_t uid;

	if (fd < 0)
		skip("no user namespaces");
	sys(SYS_ioctl, fd, NS_GET_NSTYPE, 5);
	expect_later("ioctl(%d, NS_GET_NSTYPE) = 268435456 (CLONE_NEWUSER)", fd);
	sys(SYS_ioctl, fd, NS_GET_PARENT, 5);
	expect("ioctl(%d, NS_GET_PARENT) = " EPERM_LINE, fd);
	sys(SYS_ioctl, -1, NS_GET_USERNS);
	expect("ioctl(-1, NS_GET_USERNS) = " EBADF_LINE);
	sys(SYS_ioctl, fd, NS_GET_OWNER_UID, &uid);
	expect("ioctl(%d, NS_GET_OWNER_UID, [0]) = 0", fd);
}

CASE(performance_counters)
{
	unsigned long long period = 7;

	sys(SYS_ioctl, -1, PERF_EVENT_IOC_ENABLE, 0);
	expect("ioctl(-1, PERF_EVENT_IOC_ENABLE, 0) = " EBADF_LINE);
	sys(SYS_ioctl, -1, PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP | 2);
	expect("ioctl(-1, PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP|0x2) = " EBADF_LINE);
	sys(SYS_ioctl, -1, PERF_EVENT_IOC_SET_OUTPUT, -1);
	expect("ioctl(-1, PERF_EVENT_IOC_SET_OUTPUT, -1) = " EBADF_LINE);
	sys(SYS_ioctl, -1, PERF_EVENT_IOC_PERIOD, &period);
	expect("ioctl(-1, PERF_EVENT_IOC_PERIOD, [7]) = " EBADF_LINE);
	sys(SYS_ioctl, -1, PERF_EVENT_IOC_SET_FILTER, "text");
	expect("ioctl(-1, PERF_EVENT_IOC_SET_FILTER, \"text\") = " EBADF_LINE);
}

/* What is read of the table of segments is no description of one. */
CASE(segments)
{
	static unsigned int buf[4] = { 5, 0x10, 0x20, 1 };

	sys(SYS_modify_ldt, 0, buf, 16);
	expect_later("modify_ldt(0, %s, 16) = <*>", ptr(buf));
	sys(SYS_modify_ldt, 2, buf, 16);
	expect("modify_ldt(2, %s, 16) = <*>", ptr(buf));
}
