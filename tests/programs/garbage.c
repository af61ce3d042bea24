// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel ignores of the registers: the upper half, where a call takes 32
 * bits, and more where it takes a umode_t. All three ABIs are called from 64-bit
 * code, which alone can have something there.
 *
 * The program is linked to low addresses. Where a pointer has garbage above bit 31,
 * that whole address is mapped as well, and holds something else.
 */
#include <linux/fs.h>
#include <linux/futex.h>
#include <linux/keyctl.h>
#include <linux/quota.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "case.h"

#ifdef ABI_64

#define GARBAGE		0xdeadbeef00000000ull
#define DECOY_ABOVE	0x100000000ull
#define NO_PID		0x3fffff00

/* The word @x, an int or an address of this program, with garbage above bit 31. */
#define DIRTY(x)	(GARBAGE | (unsigned int)(unsigned long)(x))

/* With all six words as they are, the number included. */
#define WIDE_(fn, nr, a, b, c, d, e, f, ...)				\
	fn((word)(nr), (word)(a), (word)(b), (word)(c), (word)(d),	\
	   (word)(e), (word)(f))
#define wide(...)	WIDE_(raw_syscall, __VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)
#define wide_int80(...)	WIDE_(raw_int80_wide, __VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)

#define X32(nr)		(0x40000000 | (nr))

/*
 * The address of @real with a bit above it, where @len bytes of @fake are. Both
 * must lie in one page.
 */
static word decoy(const void *real, const void *fake, size_t len)
{
	word address = WORD(real) | DECOY_ABOVE;
	void *page = (void *)(address & -PAGE);

	if (WORD(real) >> 32)
		die("the program is not where it should be");
	if (mmap(page, PAGE, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != page)
		die("no memory above 4 GiB");
	memcpy((void *)address, fake, len);
	return address;
}

static char real_path[64] __attribute__((aligned(64))) = MISSING;

static word decoy_path(void)
{
	return decoy(real_path, "/etc/passwd", sizeof("/etc/passwd"));
}

/* ------------------------------- int 0x80 --------------------------------- */

CASE(int80_path)
{
	word path = decoy_path();

	wide_int80(5, path, O_RDONLY);
	expect("open(\"" MISSING "\", O_RDONLY) = " ENOENT_LINE);
	wide_int80(295, AT_FDCWD, path, O_RDONLY);
	expect("openat(AT_FDCWD, \"" MISSING "\", O_RDONLY) = " ENOENT_LINE);
	wide_int80(5 | GARBAGE, DIRTY(real_path), O_RDONLY);
	expect("open(\"" MISSING "\", O_RDONLY) = " ENOENT_LINE);
	wide_int80(33, DIRTY(0), R_OK);
	expect("access(NULL, R_OK) = " EFAULT_LINE);
	wide_int80(33, DIRTY(8), R_OK);
	expect("access(0x8, R_OK) = " EFAULT_LINE);
}

CASE(int80_data)
{
	static char buf[16] __attribute__((aligned(16))) = "real data";
	word fake = decoy(buf, "made up!!", 10);
	int fd = file_with("");

	wide_int80(4, DIRTY(fd), fake, DIRTY(9));
	expect_later("write(%d, \"real data\", 9) = 9", fd);
	wide_int80(4, DIRTY(-1), DIRTY(buf), DIRTY(4));
	expect("write(-1, \"real\", 4) = " EBADF_LINE);
	wide_int80(181, DIRTY(fd), fake, DIRTY(4), DIRTY(1), DIRTY(0));
	expect("pwrite64(%d, \"real\", 4, 1) = 4", fd);
	wide_int80(180, DIRTY(fd), fake, DIRTY(5), DIRTY(0), DIRTY(0));
	expect("pread64(%d, \"rreal\", 5, 0) = 5", fd);
	wide_int80(193, DIRTY(real_path), DIRTY(5), DIRTY(1));
	expect("truncate64(\"" MISSING "\", 4294967301) = " ENOENT_LINE);
}

CASE(int80_vector)
{
	static char one[8] = "one", two[8] = "two";
	static unsigned int real[4] __attribute__((aligned(32)));
	unsigned int fake[4];
	word vector;

	real[0] = HALF(one);
	real[1] = 3;
	real[2] = HALF(two);
	real[3] = 3;
	memset(fake, 1, sizeof(fake));
	vector = decoy(real, fake, sizeof(fake));
	wide_int80(146, DIRTY(-1), vector, DIRTY(2));
	expect("writev(-1, [{iov_base=\"one\", iov_len=3}, {iov_base=\"two\", iov_len=3}], 2) = "
	       EBADF_LINE);
	wide_int80(146, DIRTY(-1), DIRTY(real), DIRTY(2));
	expect("writev(-1, [{iov_base=\"one\", iov_len=3}, {iov_base=\"two\", iov_len=3}], 2) = "
	       EBADF_LINE);
}

CASE(int80_execve)
{
	static char arg[8] = "arg";
	static unsigned int argv[2] __attribute__((aligned(16)));
	static unsigned int envp[2];
	unsigned int none[2] = { 0, 0 };
	word path = decoy_path();

	argv[0] = HALF(arg);
	envp[0] = HALF(arg);
	wide_int80(11, path, DIRTY(argv), DIRTY(envp));
	expect("execve(\"" MISSING "\", [\"arg\"], %s /* 1 var */) = " ENOENT_LINE, ptr(envp));
	wide_int80(11, path, decoy(argv, none, sizeof(none)), DIRTY(envp));
	expect_later("execve(\"" MISSING "\", [\"arg\"], %s /* 1 var */) = " ENOENT_LINE,
		     ptr(envp));
}

CASE(int80_mount)
{
	static char source[8] = "source", type[8] = "type", options[8] = "data";

	wide_int80(21, DIRTY(source), decoy_path(), DIRTY(type), DIRTY(MS_RDONLY), DIRTY(options));
	expect_later("mount(\"source\", \"" MISSING "\", \"type\", MS_RDONLY, \"data\") = "
		     ENOENT_LINE);
}

CASE(int80_numbers)
{
	wide_int80(295, DIRTY(-77), DIRTY(real_path), DIRTY(O_WRONLY | O_CREAT), DIRTY(0600));
	expect("openat(-77, \"" MISSING "\", O_WRONLY|O_CREAT, 0600) = " ENOENT_LINE);
	wide_int80(5, DIRTY(real_path), DIRTY(O_CREAT), DIRTY(0xabcd0000 | 0600));
	expect("open(\"" MISSING "\", O_RDONLY|O_CREAT, 0600) = " ENOENT_LINE);
	wide_int80(6, DIRTY(-77));
	expect("close(-77) = " EBADF_LINE);
	wide_int80(37, DIRTY(NO_PID), DIRTY(SIGUSR1));
	expect("kill(%d, SIGUSR1) = " ESRCH_LINE, NO_PID);
	wide_int80(192, DIRTY(0), DIRTY(0), DIRTY(PROT_READ), DIRTY(MAP_PRIVATE | MAP_ANONYMOUS),
		   DIRTY(-1), DIRTY(0));
	expect("mmap2(NULL, 0, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = " EINVAL_LINE);
	wide_int80(310, DIRTY(CLONE_VFORK));
	expect("unshare(0x4000 /* CLONE_??? */) = " EINVAL_LINE);
}

/* A number is never another call, whatever is above it. */
CASE(int80_commands)
{
	static unsigned int args[4] __attribute__((aligned(16))) = { 77, SOCK_STREAM, 0 };
	static int on = 1;
	unsigned int others[4] = { AF_UNIX, SOCK_DGRAM, 0 };
	word fake = decoy(args, others, sizeof(others));

	wide_int80(102, DIRTY(1), fake);
	expect_later("socket(0x4d /* AF_??? */, SOCK_STREAM, 0) = <*>");
	wide_int80(117, DIRTY(13), DIRTY(0x1234), DIRTY(0));
	expect("msgget(0x1234, 000) = " ENOENT_LINE);
	wide_int80(55, DIRTY(-1), DIRTY(F_GETFD), DIRTY(5));
	expect("fcntl(-1, F_GETFD) = " EBADF_LINE);
	wide_int80(221, DIRTY(-1), DIRTY(F_DUPFD), DIRTY(5));
	expect("fcntl64(-1, F_DUPFD, 5) = " EBADF_LINE);
	wide_int80(240, DIRTY(8), DIRTY(FUTEX_WAKE_PRIVATE), DIRTY(1));
	expect("futex(0x8, FUTEX_WAKE_PRIVATE, 1) = <*>");
	wide_int80(54, DIRTY(-1), DIRTY(FIONBIO), DIRTY(&on));
	expect("ioctl(-1, FIONBIO, [1]) = " EBADF_LINE);
	wide_int80(172, DIRTY(PR_SET_DUMPABLE), DIRTY(9));
	expect("prctl(PR_SET_DUMPABLE, 0x9 /* SUID_DUMP_??? */) = " EINVAL_LINE);
	wide_int80(26, DIRTY(PTRACE_CONT), DIRTY(NO_PID), DIRTY(0), DIRTY(SIGUSR1));
	expect("ptrace(PTRACE_CONT, %d, NULL, SIGUSR1) = " ESRCH_LINE, NO_PID);
	wide_int80(288, DIRTY(KEYCTL_CLEAR), DIRTY(KEY_SPEC_PROCESS_KEYRING));
	expect("keyctl(KEYCTL_CLEAR, KEY_SPEC_PROCESS_KEYRING) = <*>");
	wide_int80(131, DIRTY(QCMD(Q_SYNC, USRQUOTA)), DIRTY(real_path), DIRTY(0), DIRTY(0));
	expect("quotactl(QCMD(Q_SYNC, USRQUOTA), \"" MISSING "\"<*>) = <*>");
}

/* ---------------------------------- x32 ------------------------------------ */

static void need_x32(void)
{
	if (raw_syscall(X32(SYS_getppid), 0, 0, 0, 0, 0, 0) != getppid())
		skip("no x32");
}

/* The last argument is a compat_ulong_t. */
CASE(x32_ioctl)
{
	static int on __attribute__((aligned(8))) = 1;
	int off = 0, fd = file_with("");
	word fake;

	need_x32();
	fake = decoy(&on, &off, sizeof(off));
	wide(X32(514), DIRTY(fd), DIRTY(FIONBIO), fake);
	expect_later("ioctl(%d, FIONBIO, [1]) = 0", fd);
	wide(X32(514), DIRTY(fd), DIRTY(FIONBIO), DIRTY(&on));
	expect("ioctl(%d, FIONBIO, [1]) = 0", fd);
	wide(X32(SYS_fcntl), DIRTY(fd), DIRTY(F_DUPFD), 5);
	expect("fcntl(%d, F_DUPFD, 5) = 5", fd);
}

/* All of ptrace() are compat_long_t: what x86-64 has as a long. */
CASE(x32_ptrace)
{
	need_x32();
	wide(X32(521), DIRTY(PTRACE_CONT), DIRTY(NO_PID), DIRTY(0), DIRTY(SIGUSR1));
	expect_later("ptrace(PTRACE_CONT, %d, NULL, SIGUSR1) = " ESRCH_LINE, NO_PID);
	wide(X32(521), DIRTY(PTRACE_ATTACH), DIRTY(NO_PID), DIRTY(0), DIRTY(0));
	expect("ptrace(PTRACE_ATTACH, %d) = " ESRCH_LINE, NO_PID);
}

/* Sizes are compat_size_t, and pointers are whole. */
CASE(x32_sizes)
{
	static char buf[16];
	static uint64_t set;

	need_x32();
	wide(X32(517), DIRTY(-1), buf, DIRTY(7), DIRTY(MSG_DONTWAIT), NULL, NULL);
	expect_later("recvfrom(-1, %s, 7, MSG_DONTWAIT, NULL, NULL) = " EBADF_LINE, ptr(buf));
	wide(X32(512), DIRTY(SIGUSR1), NULL, NULL, DIRTY(8));
	expect("rt_sigaction(SIGUSR1, NULL, NULL, 8) = 0");
	wide(X32(522), &set, DIRTY(8));
	expect("rt_sigpending([], 8) = 0");
	wide(X32(530), 8, DIRTY(7));
	expect("set_robust_list(0x8, 7) = " EINVAL_LINE);
	wide(X32(528), DIRTY(0x1000), DIRTY(1), 8, DIRTY(0x990000));
	expect("kexec_load(0x1000, 1, 0x8, 0x990000<*>) = <*>");
	wide(X32(SYS_open), DECOY_ABOVE | 8, O_RDONLY);
	expect("open(0x100000008, O_RDONLY) = " EFAULT_LINE);
}

/* setsockopt() is that of x86-64. */
CASE(x32_sockets)
{
	static int on = 1;

	need_x32();
	wide(X32(541), DIRTY(-1), DIRTY(SOL_SOCKET), DIRTY(SO_REUSEADDR), &on, DIRTY(4));
	expect_later("setsockopt(-1, SOL_SOCKET, SO_REUSEADDR, [1], 4) = " EBADF_LINE);
	wide(X32(529), DIRTY(P_PID), DIRTY(NO_PID), NULL, DIRTY(0x4), NULL);
	expect("waitid(P_PID, %d, NULL, WEXITED, NULL) = -1 ECHILD (No child processes)", NO_PID);
	wide(X32(524), DIRTY(NO_PID), DIRTY(SIGUSR1), 8);
	expect("rt_sigqueueinfo(%d, SIGUSR1, 0x8) = " EFAULT_LINE, NO_PID);
	wide(X32(538), DIRTY(-1), NULL, DIRTY(0), DIRTY(MSG_DONTWAIT));
	expect("sendmmsg(-1, NULL, 0, MSG_DONTWAIT) = " EBADF_LINE);
}

/* --------------------------------- x86-64 ---------------------------------- */

CASE(ints)
{
	wide(SYS_close, DIRTY(-77));
	expect("close(-77) = " EBADF_LINE);
	wide(SYS_openat, DIRTY(AT_FDCWD), MISSING, DIRTY(O_WRONLY | O_CREAT), DIRTY(0600));
	expect("openat(AT_FDCWD, \"" MISSING "\", O_WRONLY|O_CREAT, 0600) = " ENOENT_LINE);
	/* Without O_CREAT, there is no mode. */
	wide(SYS_openat, DIRTY(AT_FDCWD), MISSING, DIRTY(O_WRONLY), DIRTY(0600));
	expect("openat(AT_FDCWD, \"" MISSING "\", O_WRONLY) = " ENOENT_LINE);
	wide(SYS_access, MISSING, DIRTY(R_OK | W_OK));
	expect("access(\"" MISSING "\", R_OK|W_OK) = " ENOENT_LINE);
	wide(SYS_kill, DIRTY(NO_PID), DIRTY(SIGUSR1));
	expect("kill(%d, SIGUSR1) = " ESRCH_LINE, NO_PID);
	wide(SYS_lseek, DIRTY(-1), 1ull << 32, DIRTY(SEEK_END));
	expect("lseek(-1, 4294967296, SEEK_END) = " EBADF_LINE);
	wide(SYS_flock, DIRTY(-1), DIRTY(LOCK_SH | LOCK_NB));
	expect("flock(-1, LOCK_SH|LOCK_NB) = " EBADF_LINE);
	wide(SYS_dup3, DIRTY(-1), DIRTY(7), DIRTY(O_CLOEXEC));
	expect("dup3(-1, 7, O_CLOEXEC) = " EBADF_LINE);
	wide(SYS_madvise, 0x1001, 0, DIRTY(MADV_DONTNEED));
	expect("madvise(0x1001, 0, MADV_DONTNEED) = " EINVAL_LINE);
	wide(SYS_socket, DIRTY(77), DIRTY(SOCK_STREAM), DIRTY(0));
	expect("socket(0x4d /* AF_??? */, SOCK_STREAM, 0) = <*>");
}

/* An int gives the size of what is behind a pointer. */
CASE(int_sizes)
{
	static int on = 1;

	wide(SYS_setsockopt, DIRTY(-1), DIRTY(SOL_SOCKET), DIRTY(SO_REUSEADDR), &on, DIRTY(4));
	expect("setsockopt(-1, SOL_SOCKET, SO_REUSEADDR, [1], 4) = " EBADF_LINE);
	wide(SYS_connect, DIRTY(-1), "\1\0/path", DIRTY(7));
	expect("connect(-1, {sa_family=AF_UNIX, sun_path=\"/path\"}, 7) = " EBADF_LINE);
	/* A size_t does count as a whole. */
	wide(SYS_write, DIRTY(-1), "data", 1ull << 32 | 4);
	expect_never("write(-1, \"data\", 4) = <*>");
	marker(1);
	expect_later("%s", marker_line(1));
}

CASE(modes)
{
	wide(SYS_openat, AT_FDCWD, MISSING, O_CREAT, GARBAGE | 0xabcd0000 | 0640);
	expect("openat(AT_FDCWD, \"" MISSING "\", O_RDONLY|O_CREAT, 0640) = " ENOENT_LINE);
	wide(SYS_open, MISSING, O_CREAT, 0xabcd0000 | 0640);
	expect("open(\"" MISSING "\", O_RDONLY|O_CREAT, 0640) = " ENOENT_LINE);
	wide(SYS_creat, MISSING, 0xabcd0000 | 0640);
	expect("creat(\"" MISSING "\", 0640) = " ENOENT_LINE);
	wide(SYS_chmod, MISSING, 0xabcd0000 | 0640);
	expect("chmod(\"" MISSING "\", 0640) = " ENOENT_LINE);
	wide(SYS_fchmod, -1, 0xabcd0000 | 0640);
	expect("fchmod(-1, 0640) = " EBADF_LINE);
	wide(SYS_fchmodat, AT_FDCWD, MISSING, 0xabcd0000 | 0640);
	expect("fchmodat(AT_FDCWD, \"" MISSING "\", 0640) = " ENOENT_LINE);
	wide(SYS_mkdir, MISSING, 0xabcd0000 | 0750);
	expect("mkdir(\"" MISSING "\", 0750) = " ENOENT_LINE);
	wide(SYS_mkdirat, AT_FDCWD, MISSING, 0xabcd0000 | 0750);
	expect("mkdirat(AT_FDCWD, \"" MISSING "\", 0750) = " ENOENT_LINE);
	/* The type decides whether there is a device. */
	wide(SYS_mknod, MISSING, 0xabcd0000 | S_IFIFO | 0600, GARBAGE | 5);
	expect("mknod(\"" MISSING "\", S_IFIFO|0600) = " ENOENT_LINE);
	wide(SYS_mknodat, AT_FDCWD, MISSING, 0xabcd0000 | S_IFCHR | 0600, GARBAGE | 0x103);
	expect("mknodat(AT_FDCWD, \"" MISSING "\", S_IFCHR|0600, makedev(0x1, 0x3)) = "
	       ENOENT_LINE);
}

CASE(commands)
{
	static int on = 1;

	wide(SYS_fcntl, DIRTY(-1), DIRTY(F_GETFD), 5);
	expect("fcntl(-1, F_GETFD) = " EBADF_LINE);
	wide(SYS_ioctl, DIRTY(-1), DIRTY(FIONBIO), &on);
	expect("ioctl(-1, FIONBIO, [1]) = " EBADF_LINE);
	wide(SYS_futex, 8, DIRTY(FUTEX_WAKE_PRIVATE), DIRTY(1));
	expect("futex(0x8, FUTEX_WAKE_PRIVATE, 1) = <*>");
	wide(SYS_prctl, DIRTY(PR_SET_DUMPABLE), 9);
	expect("prctl(PR_SET_DUMPABLE, 0x9 /* SUID_DUMP_??? */) = " EINVAL_LINE);
	wide(SYS_keyctl, DIRTY(KEYCTL_CLEAR), KEY_SPEC_PROCESS_KEYRING);
	expect("keyctl(KEYCTL_CLEAR, KEY_SPEC_PROCESS_KEYRING) = <*>");
	wide(SYS_quotactl, DIRTY(QCMD(Q_SYNC, USRQUOTA)), MISSING, DIRTY(0), 0);
	expect("quotactl(QCMD(Q_SYNC, USRQUOTA), \"" MISSING "\"<*>) = <*>");
	wide(SYS_epoll_ctl, DIRTY(-1), DIRTY(EPOLL_CTL_DEL), DIRTY(-2), 8);
	expect("epoll_ctl(-1, EPOLL_CTL_DEL, -2, 0x8) = " EBADF_LINE);
	wide(SYS_msgctl, DIRTY(-1), DIRTY(0), NULL);
	expect("msgctl(-1, IPC_RMID, NULL) = " EINVAL_LINE);
	wide(SYS_seccomp, DIRTY(0), DIRTY(1), NULL);
	expect("seccomp(SECCOMP_SET_MODE_STRICT, 0x1, NULL) = " EINVAL_LINE);
}

/*
 * Of a long, the kernel may take an int in turn. The line has both, unless the call is so
 * frequent that its records have no room for more.
 */
CASE(narrowed)
{
	static char text[] = "text", in[8];
	struct iovec iov = { text, 4 }, to = { in, 4 };
	int fd = open("/dev/null", O_WRONLY), from = file_with("content"), fds[2];
	pid_t pid = getpid();
	int ret;

	if (pipe(fds))
		die("no pipe");
	wide(SYS_writev, fd, &iov, DIRTY(1));
	expect_later("writev(%d, [{iov_base=\"text\", iov_len=4}], 1) = 4", fd);
	wide(SYS_pwritev, from, &iov, DIRTY(1), 3);
	expect("pwritev(%d, [{iov_base=\"text\", iov_len=4}], 1, 3) = 4", from);
	wide(SYS_pwritev2, from, &iov, DIRTY(1), 3);
	expect("pwritev2(%d, [{iov_base=\"text\", iov_len=4}], 1, 3, 0) = 4", from);
	wide(SYS_readv, from, &to, DIRTY(1));
	expect("readv(%d, [{iov_base=\"cont\", iov_len=4}], 1) = 4", from);
	wide(SYS_preadv, from, &to, DIRTY(1), 3);
	expect("preadv(%d, [{iov_base=\"text\", iov_len=4}], 1, 3) = 4", from);
	wide(SYS_preadv2, from, &to, DIRTY(1), 0);
	expect("preadv2(%d, [{iov_base=\"cont\", iov_len=4}], 1, 0, 0) = 4", from);
	wide(SYS_vmsplice, fds[1], &iov, DIRTY(1));
	expect("vmsplice(%d, [{iov_base=\"text\", iov_len=4}], 1, 0) = 4", fds[1]);
	wide(SYS_process_vm_readv, pid, &to, DIRTY(1), &iov, 1);
	expect("process_vm_readv(%d, [{iov_base=\"text\", iov_len=4}], 1 /* 0xdeadbeef00000001 */, [{iov_base=%s, iov_len=4}], 1, 0) = 4",
	       pid, ptr(text));
	wide(SYS_process_vm_writev, pid, &to, DIRTY(1), &iov, 1);
	expect("process_vm_writev(%d, [{iov_base=\"text\", iov_len=4}], 1 /* 0xdeadbeef00000001 */, [{iov_base=%s, iov_len=4}], 1, 0) = 4",
	       pid, ptr(text));
	/* Of the other count, it takes all. */
	wide(SYS_process_vm_readv, pid, &to, 1, &iov, 1ull << 32);
	expect("process_vm_readv(%d, [{iov_base=%s, iov_len=4}], 1, <*>, 4294967296, 0) = " EINVAL_LINE,
	       pid, ptr(in));
	wide(SYS_process_madvise, -1, &iov, DIRTY(1), MADV_COLD);
	expect("process_madvise(-1, [{iov_base=%s, iov_len=4}], 1 /* 0xdeadbeef00000001 */, MADV_COLD, 0) = " EBADF_LINE, ptr(text));

	wide(SYS_fcntl, fd, F_DUPFD, DIRTY(50));
	expect("fcntl(%d, F_DUPFD, 50 /* 0xdeadbeef00000032 */) = 50", fd);
	ret = wide(SYS_fcntl, fds[0], F_SETPIPE_SZ, DIRTY(8192));
	expect("fcntl(%d, F_SETPIPE_SZ, 8192 /* 0xdeadbeef00002000 */) = %s", fds[0], result(ret));
	wide(SYS_fcntl, -1, F_NOTIFY, DIRTY(DN_ACCESS));
	expect("fcntl(-1, F_NOTIFY, DN_ACCESS /* 0xdeadbeef00000001 */) = " EBADF_LINE);
	wide(SYS_semctl, -1, 0, SETVAL, DIRTY(5));
	expect("semctl(-1, 0, SETVAL, 0x5) = <*>");
	wide(SYS_clone, DIRTY(CLONE_SIGHAND | SIGCHLD));
	expect("clone(child_stack=NULL, flags=CLONE_SIGHAND|SIGCHLD /* 0xdeadbeef00000811 */) = " EINVAL_LINE);
	wide(SYS_mbind, 0x1001, 0, DIRTY(2));
	expect("mbind(0x1001, 0, MPOL_BIND /* 0xdeadbeef00000002 */, NULL, 0, 0) = <*>");
	wide(SYS_keyctl, KEYCTL_DESCRIBE, KEY_SPEC_PROCESS_KEYRING, 0, DIRTY(4));
	expect("keyctl(KEYCTL_DESCRIBE, KEY_SPEC_PROCESS_KEYRING, NULL, 4 /* 0xdeadbeef00000004 */) = <*>");
	wide(SYS_keyctl, KEYCTL_INSTANTIATE_IOV, 0, &iov, DIRTY(1), 0);
	expect("keyctl(KEYCTL_INSTANTIATE_IOV, 0, [{iov_base=\"text\", iov_len=4}], 1 /* 0xdeadbeef00000001 */, 0) = <*>");
	wide(SYS_sysfs, 2, DIRTY(7), 8);
	expect("sysfs(0x2, 0x7 /* 0xdeadbeef00000007 */, 0x8) = <*>");
	wide(SYS_ptrace, PTRACE_DETACH, NO_PID, 0, DIRTY(SIGUSR1));
	expect("ptrace(PTRACE_DETACH, %d, NULL, SIGUSR1 /* 0xdeadbeef0000000a */) = " ESRCH_LINE, NO_PID);
	wide(SYS_ptrace, PTRACE_DETACH, 1ull << 32 | NO_PID, 0, 0);
	expect("ptrace(PTRACE_DETACH, %d /* 0x13fffff00 */, NULL, 0) = " ESRCH_LINE, NO_PID);
	/* Here, it does not. */
	wide(SYS_ptrace, PTRACE_CONT, NO_PID, 0, 1ull << 32 | SIGUSR1);
	expect("ptrace(PTRACE_CONT, %d, NULL, 4294967306) = " ESRCH_LINE, NO_PID);
}

/* Vectors of x32 are those of i386. */
CASE(x32_narrowed)
{
	static unsigned int iov[2];
	int fd = open("/dev/null", O_WRONLY);

	need_x32();
	iov[0] = HALF("text");
	iov[1] = 4;
	wide(X32(516), fd, iov, DIRTY(1));
	expect_later("writev(%d, [{iov_base=\"text\", iov_len=4}], 1) = 4", fd);
	wide(X32(SYS_fcntl), fd, F_DUPFD, DIRTY(50));
	expect("fcntl(%d, F_DUPFD, 50) = 50", fd);
}

/* ptrace() takes a long: no request, with that. */
CASE(long_command)
{
	wide(SYS_ptrace, DIRTY(PTRACE_CONT), NO_PID, 0, SIGUSR1);
	marker(1);
	expect_later("%s", marker_line(1));
	expect_never("ptrace(PTRACE_CONT, <*>) = <*>");
}

#endif /* ABI_64 */
