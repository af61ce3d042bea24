// SPDX-License-Identifier: GPL-2.0
/*
 * Ordinary calls of ordinary programs: names, numbers, flags, addresses and
 * results, and the signs of 32-bit words.
 */
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include "case.h"


CASE(success)
{
	long fd = sys(SYS_openat, AT_FDCWD, "/dev/null", O_RDONLY | O_CLOEXEC);

	expect("openat(AT_FDCWD, \"/dev/null\", O_RDONLY|O_CLOEXEC) = %ld", fd);
	sys(SYS_close, fd);
	expect("close(%ld) = 0", fd);
}

CASE(error)
{
	sys(SYS_openat, AT_FDCWD, MISSING, O_RDONLY);
	expect("openat(AT_FDCWD, \"" MISSING "\", O_RDONLY) = " ENOENT_LINE);
	sys(SYS_close, 99);
	expect("close(99) = " EBADF_LINE);
}

CASE(no_arguments)
{
	pid_t ppid = sys(SYS_getppid);

	expect("getppid() = %d", ppid);
	sys(SYS_sched_yield);
	expect("sched_yield() = 0");
}

/* The mode counts only if the flags can make a file. */
CASE(open_mode)
{
	long fd;

	sys(SYS_openat, AT_FDCWD, MISSING, O_WRONLY | O_CREAT | O_EXCL, 0640);
	expect("openat(AT_FDCWD, \"" MISSING "\", O_WRONLY|O_CREAT|O_EXCL, 0640) = " ENOENT_LINE);
	sys(SYS_openat, AT_FDCWD, MISSING, O_RDWR | O_TRUNC, 0640);
	expect("openat(AT_FDCWD, \"" MISSING "\", O_RDWR|O_TRUNC) = " ENOENT_LINE);
	fd = sys(SYS_openat, AT_FDCWD, "/dev/shm", O_RDWR | O_TMPFILE, 0600);
	expect("openat(AT_FDCWD, \"/dev/shm\", O_RDWR|O_TMPFILE, 0600) = %ld", fd);
	sys(SYS_openat, AT_FDCWD, MISSING, O_CREAT, 0);
	expect("openat(AT_FDCWD, \"" MISSING "\", O_RDONLY|O_CREAT, 000) = " ENOENT_LINE);
	sys(SYS_open, MISSING, O_CREAT | O_APPEND, 04755);
	expect("open(\"" MISSING "\", O_RDONLY|O_CREAT|O_APPEND, 04755) = " ENOENT_LINE);
	sys(SYS_open, MISSING, O_RDONLY, 04755);
	expect("open(\"" MISSING "\", O_RDONLY) = " ENOENT_LINE);
	sys(SYS_creat, MISSING, 0644);
	expect("creat(\"" MISSING "\", 0644) = " ENOENT_LINE);
}

/* A name whose bits hold another name's: the longer one alone. */
CASE(open_flags)
{
	sys(SYS_openat, AT_FDCWD, MISSING, O_RDONLY | O_DIRECTORY);
	expect("openat(AT_FDCWD, \"" MISSING "\", O_RDONLY|O_DIRECTORY) = " ENOENT_LINE);
	sys(SYS_openat, AT_FDCWD, MISSING, O_RDWR | O_SYNC);
	expect("openat(AT_FDCWD, \"" MISSING "\", O_RDWR|O_SYNC) = " ENOENT_LINE);
	sys(SYS_openat, AT_FDCWD, MISSING, O_RDWR | O_DSYNC);
	expect("openat(AT_FDCWD, \"" MISSING "\", O_RDWR|O_DSYNC) = " ENOENT_LINE);
	sys(SYS_openat, AT_FDCWD, MISSING, O_ACCMODE);
	expect("openat(AT_FDCWD, \"" MISSING "\", O_ACCMODE) = " ENOENT_LINE);
}

CASE(unknown_flags)
{
	sys(SYS_openat, AT_FDCWD, MISSING, 0x40000000);
	expect("openat(AT_FDCWD, \"" MISSING "\", O_RDONLY|0x40000000) = " ENOENT_LINE);
	sys(SYS_openat, AT_FDCWD, MISSING, O_WRONLY | O_PATH | 0xc0000000u);
	expect("openat(AT_FDCWD, \"" MISSING "\", O_WRONLY|O_PATH|0xc0000000) = " ENOENT_LINE);
	sys(SYS_unlinkat, AT_FDCWD, MISSING, 0x40000001);
	expect("unlinkat(AT_FDCWD, \"" MISSING "\", 0x40000001 /* AT_??? */) = " EINVAL_LINE);
}

CASE(unknown_value)
{
	long fd = sys(SYS_openat, AT_FDCWD, "/dev/null", O_RDONLY);

	sys(SYS_lseek, fd, 0, 99);
	expect("lseek(%ld, 0, 0x63 /* SEEK_??? */) = " EINVAL_LINE, fd);
	sys(SYS_lseek, fd, 0, SEEK_END);
	expect("lseek(%ld, 0, SEEK_END) = 0", fd);
}

CASE(access_mode)
{
	sys(SYS_access, MISSING, F_OK);
	expect("access(\"" MISSING "\", F_OK) = " ENOENT_LINE);
	sys(SYS_access, MISSING, R_OK | X_OK);
	expect("access(\"" MISSING "\", R_OK|X_OK) = " ENOENT_LINE);
}

/* int arguments: 32 bits count, with their sign, whatever the register holds. */
CASE(negative_int)
{
	sys(SYS_close, -1);
	expect("close(-1) = " EBADF_LINE);
	sys(SYS_unlinkat, AT_FDCWD, MISSING, 0);
	expect("unlinkat(AT_FDCWD, \"" MISSING "\", 0) = " ENOENT_LINE);
#ifndef ABI_32
	raw_syscall(SYS_close, 0xffffffff, 0, 0, 0, 0, 0);
	expect("close(-1) = " EBADF_LINE);
	raw_syscall(SYS_close, 0xffffffffffffffff, 0, 0, 0, 0, 0);
	expect("close(-1) = " EBADF_LINE);
	raw_syscall(SYS_close, 0x1234567800000063, 0, 0, 0, 0, 0);
	expect("close(99) = " EBADF_LINE);
	raw_syscall(SYS_unlinkat, 0xffffff9c, WORD(MISSING), 0, 0, 0, 0);
	expect("unlinkat(AT_FDCWD, \"" MISSING "\", 0) = " ENOENT_LINE);
	raw_syscall(SYS_unlinkat, 0xffffffffffffff9c, WORD(MISSING), 0, 0, 0, 0);
	expect("unlinkat(AT_FDCWD, \"" MISSING "\", 0) = " ENOENT_LINE);
#endif
}

/* long arguments: 32 bits with their sign in i386 calls, else 64. */
CASE(negative_long)
{
	long fd = sys(SYS_openat, AT_FDCWD, "/", O_RDONLY);

#ifdef ABI_32
	sys(SYS_lseek, fd, -4096, SEEK_SET);
#else
	raw_syscall(SYS_lseek, fd, -4096LL, SEEK_SET, 0, 0, 0);
#endif
	expect("lseek(%ld, -4096, SEEK_SET) = " EINVAL_LINE, fd);
	sys(SYS_ftruncate, fd, 4096);
	expect("ftruncate(%ld, 4096) = " EINVAL_LINE, fd);
#ifndef ABI_32
	raw_syscall(SYS_ftruncate, fd, 0x7fffffff00000001, 0, 0, 0, 0);
	expect("ftruncate(%ld, 9223372032559808513) = " EINVAL_LINE, fd);
#endif
}

CASE(addresses)
{
	void *map;

#ifdef ABI_32
	map = (void *)(long)sys(SYS_mmap2, 0, 8192, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	expect("mmap2(NULL, 8192, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = %s",
	       ptr(map));
	sys(SYS_mmap2, 0, 4096, PROT_NONE, MAP_SHARED, -1, 0);
	expect("mmap2(NULL, 4096, PROT_NONE, MAP_SHARED, -1, 0) = " EBADF_LINE);
#else
	map = (void *)(long)sys(SYS_mmap, 0, 8192, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	expect("mmap(NULL, 8192, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = %s",
	       ptr(map));
	sys(SYS_mmap, 0, 4096, PROT_NONE, MAP_SHARED, -1, 0);
	expect("mmap(NULL, 4096, PROT_NONE, MAP_SHARED, -1, 0) = " EBADF_LINE);
#endif
	sys(SYS_mprotect, map, 4096, PROT_READ | PROT_EXEC);
	expect("mprotect(%s, 4096, PROT_READ|PROT_EXEC) = 0", ptr(map));
	sys(SYS_mprotect, map, 4096, PROT_READ | 0x800);
	expect("mprotect(%s, 4096, PROT_READ|0x800) = " EINVAL_LINE, ptr(map));
	sys(SYS_munmap, map, 8192);
	expect("munmap(%s, 8192) = 0", ptr(map));
	map = (void *)(long)sys(SYS_brk, 0);
	expect("brk(NULL) = %s", ptr(map));
}

CASE(octal)
{
	sys(SYS_umask, 0);
	expect("umask(000) = 022");
	sys(SYS_umask, 027);
	expect("umask(027) = 000");
	sys(SYS_umask, 022);
	expect("umask(022) = 027");
	sys(SYS_chmod, MISSING, 0);
	expect("chmod(\"" MISSING "\", 000) = " ENOENT_LINE);
	sys(SYS_chmod, MISSING, 01777);
	expect("chmod(\"" MISSING "\", 01777) = " ENOENT_LINE);
	sys(SYS_fchmod, -1, 0644);
	expect("fchmod(-1, 0644) = " EBADF_LINE);
}

CASE(ids)
{
	sys(SYS_setuid, -1);
	expect("setuid(-1) = " EINVAL_LINE);
	sys(SYS_fchown, 99, -1, 5);
	expect("fchown(99, -1, 5) = " EBADF_LINE);
	sys(SYS_getuid);
	expect("getuid() = 0");
#ifdef ABI_32
	/* 32 bits; the calls above have 16. */
	sys(SYS_fchown32, 99, 70000, -1);
	expect("fchown32(99, 70000, -1) = " EBADF_LINE);
	sys(SYS_setuid32, -1);
	expect("setuid32(-1) = " EINVAL_LINE);
	sys(SYS_setuid, 0xffff);
	expect("setuid(-1) = " EINVAL_LINE);
#else
	sys(SYS_fchown, 99, 4294967294u, 65535);
	expect("fchown(99, 4294967294, 65535) = " EBADF_LINE);
#endif
}

CASE(signals)
{
	pid_t pid = getpid();

	sys(SYS_kill, pid, 0);
	expect_later("kill(%d, 0) = 0", pid);
	sys(SYS_kill, pid, 99);
	expect("kill(%d, 99) = " EINVAL_LINE, pid);
	sys(SYS_tgkill, pid, 99999999, SIGUSR1);
	expect("tgkill(%d, 99999999, SIGUSR1) = " ESRCH_LINE, pid);
	sys(SYS_tgkill, pid, 99999999, 34);
	expect("tgkill(%d, 99999999, SIGRT_2) = " ESRCH_LINE, pid);
	sys(SYS_tgkill, pid, 99999999, 32);
	expect("tgkill(%d, 99999999, SIGRTMIN) = " ESRCH_LINE, pid);
	sys(SYS_tgkill, pid, 99999999, 64);
	expect("tgkill(%d, 99999999, SIGRT_32) = " ESRCH_LINE, pid);
	sys(SYS_tgkill, pid, 99999999, -3);
	expect("tgkill(%d, 99999999, -3) = " ESRCH_LINE, pid);
}

CASE(devices)
{
	sys(SYS_mknodat, AT_FDCWD, MISSING, S_IFCHR | 0600, 0x1234);
	expect("mknodat(AT_FDCWD, \"" MISSING "\", S_IFCHR|0600, makedev(0x12, 0x34)) = " ENOENT_LINE);
	sys(SYS_mkdirat, -100, MISSING, 0755);
	expect("mkdirat(AT_FDCWD, \"" MISSING "\", 0755) = " ENOENT_LINE);
}

CASE(several_strings)
{
	sys(SYS_rename, MISSING, "/b");
	expect("rename(\"" MISSING "\", \"/b\") = " ENOENT_LINE);
	sys(SYS_renameat2, AT_FDCWD, "x/y", 77, "", 0);
	expect("renameat2(AT_FDCWD, \"x/y\", 77, \"\", 0) = " ENOENT_LINE);
	sys(SYS_symlinkat, "the target", AT_FDCWD, MISSING);
	expect("symlinkat(\"the target\", AT_FDCWD, \"" MISSING "\") = " ENOENT_LINE);
	sys(SYS_linkat, AT_FDCWD, MISSING, AT_FDCWD, "b", AT_SYMLINK_FOLLOW);
	expect("linkat(AT_FDCWD, \"" MISSING "\", AT_FDCWD, \"b\", AT_SYMLINK_FOLLOW) = " ENOENT_LINE);
	sys(SYS_mount, "dev", MISSING, "ext9", MS_RDONLY | MS_NOSUID, NULL);
	expect("mount(\"dev\", \"" MISSING "\", \"ext9\", MS_RDONLY|MS_NOSUID, NULL) = " ENOENT_LINE);
	sys(SYS_mount, NULL, MISSING, (void *)8, 0, "opt=1,x");
	expect("mount(NULL, \"" MISSING "\", 0x8, 0, \"opt=1,x\") = " EFAULT_LINE);
	sys(SYS_removexattr, MISSING, "user.x");
	expect("removexattr(\"" MISSING "\", \"user.x\") = " ENOENT_LINE);
}

/* An i386 call's result is an int; a pointer is not an error. */
CASE(big_results)
{
	void *map;

#ifdef ABI_32
	map = (void *)(long)sys(SYS_mmap2, 0xf0000000u, 4096, PROT_NONE,
				MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	expect("mmap2(0xf0000000, 4096, PROT_NONE, MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS, -1, 0) = 0xf0000000");
#else
	map = (void *)(long)sys(SYS_mmap, 0xf0000000u, 4096, PROT_NONE,
				MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	expect("mmap(0xf0000000, 4096, PROT_NONE, MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS, -1, 0) = 0xf0000000");
#endif
	sys(SYS_munmap, map, 4096);
	expect("munmap(0xf0000000, 4096) = 0");
}
