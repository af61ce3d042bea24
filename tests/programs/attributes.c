// SPDX-License-Identifier: GPL-2.0
/*
 * Times of files, extended attributes, handles, ways to open and names that the kernel
 * writes.
 */
#include <sys/mman.h>
#include <sys/stat.h>
#include <linux/xattr.h>

#include "case.h"


/* x32 has the structures of x86-64. */
#ifdef ABI_32
typedef int native_long;
#define UTIMENSAT_64	SYS_utimensat_time64
#define NAME_64		"utimensat_time64"
#else
typedef long long native_long;
#define UTIMENSAT_64	SYS_utimensat
#define NAME_64		"utimensat"
#endif

CASE(times)
{
	native_long utim[2] = { 1700000000, 5 };
	native_long times[4] = { 1700000000, 5, -5, 0 };
	native_long none[4] = { 0, 0, 1700000000, 1000000 };
	char *hole = before_hole(8);

	sys(SYS_utime, MISSING, utim);
	expect_later("utime(\"" MISSING "\", {actime=1700000000 /* 2023-11-14T22:13:20+0000 */, "
		     "modtime=5 /* 1970-01-01T00:00:05+0000 */}) = " ENOENT_LINE);
	sys(SYS_utime, MISSING, NULL);
	expect("utime(\"" MISSING "\", NULL) = " ENOENT_LINE);
	sys(SYS_utime, MISSING, 8);
	expect("utime(\"" MISSING "\", 0x8) = " EFAULT_LINE);
	sys(SYS_utimes, MISSING, times);
	expect("utimes(\"" MISSING "\", [{tv_sec=1700000000, tv_usec=5} /* 2023-11-14T22:13:20.000005+0000 */, "
	       "{tv_sec=-5, tv_usec=0} /* 1969-12-31T23:59:55+0000 */]) = " ENOENT_LINE);
	sys(SYS_utimes, MISSING, none);
	expect("utimes(\"" MISSING "\", [{tv_sec=0, tv_usec=0}, "
	       "{tv_sec=1700000000, tv_usec=1000000}]) = " EINVAL_LINE);
	sys(SYS_utimes, MISSING, hole);
	expect("utimes(\"" MISSING "\", %s) = " EFAULT_LINE, ptr(hole));
	sys(SYS_futimesat, AT_FDCWD, MISSING, NULL);
	expect("futimesat(AT_FDCWD, \"" MISSING "\", NULL) = " ENOENT_LINE);
	sys(SYS_utimensat, AT_FDCWD, MISSING, times, 0);
	expect("utimensat(AT_FDCWD, \"" MISSING "\", [{tv_sec=1700000000, tv_nsec=5} /* 2023-11-14T22:13:20.000000005+0000 */, "
	       "{tv_sec=-5, tv_nsec=0} /* 1969-12-31T23:59:55+0000 */], 0) = " ENOENT_LINE);
}

CASE(special_times)
{
	long long times[4] = { 0, 0x3fffffff, 5, 0x3ffffffe };
	long long wrong[4] = { 0x1000000000000000, 1000000001, 253402300800, 6 };
	char *hole = before_hole(20);

	sys(UTIMENSAT_64, AT_FDCWD, MISSING, times, AT_SYMLINK_NOFOLLOW);
	expect_later(NAME_64 "(AT_FDCWD, \"" MISSING "\", [UTIME_NOW, UTIME_OMIT], AT_SYMLINK_NOFOLLOW) = "
		     ENOENT_LINE);
	sys(UTIMENSAT_64, AT_FDCWD, MISSING, wrong, 0);
	expect(NAME_64 "(AT_FDCWD, \"" MISSING "\", [{tv_sec=1152921504606846976, tv_nsec=1000000001}, "
	       "{tv_sec=253402300800, tv_nsec=6} /* 10000-01-01T00:00:00.000000006+0000 */], 0) = <*>");
	sys(UTIMENSAT_64, AT_FDCWD, MISSING, hole, 0);
	expect(NAME_64 "(AT_FDCWD, \"" MISSING "\", %s, 0) = " EFAULT_LINE, ptr(hole));
	sys(UTIMENSAT_64, 99, NULL, NULL, 0);
	expect(NAME_64 "(99, NULL, NULL, 0) = " EBADF_LINE);
}

CASE(xattrs)
{
	char path[] = "/dev/shm/attributes-XXXXXX", long_value[1000];
	static char buf[100];
	char *hole = before_hole(3);
	int fd = mkstemp(path), ret;

	memcpy(hole, "abc", 3);
	memset(long_value, 'v', sizeof(long_value));
	sys(SYS_fsetxattr, fd, "trusted.a", "val\0ue", 6, XATTR_CREATE);
	expect_later("fsetxattr(%d, \"trusted.a\", \"val\\0ue\", 6, XATTR_CREATE) = 0", fd);
	sys(SYS_fgetxattr, fd, "trusted.a", buf, 100);
	expect("fgetxattr(%d, \"trusted.a\", \"val\\0ue\", 100) = 6", fd);
	sys(SYS_fgetxattr, fd, "trusted.a", buf, -1);
	expect("fgetxattr(%d, \"trusted.a\", \"val\\0ue\", " MAX_LONG ") = 6", fd);
	sys(SYS_fgetxattr, fd, "trusted.a", NULL, 0);
	expect("fgetxattr(%d, \"trusted.a\", NULL, 0) = 6", fd);
	sys(SYS_fgetxattr, fd, "trusted.a", buf, 2);
	expect("fgetxattr(%d, \"trusted.a\", %s, 2) = -1 ERANGE (Numerical result out of range)",
	       fd, ptr(buf));
	sys(SYS_setxattr, MISSING, "user.a", hole, 3, 0);
	expect("setxattr(\"" MISSING "\", \"user.a\", \"abc\", 3, 0) = <*>");
	sys(SYS_setxattr, MISSING, "user.a", hole, 4, 0);
	expect("setxattr(\"" MISSING "\", \"user.a\", %s, 4, 0) = <*>", ptr(hole));
	ret = sys(SYS_setxattr, MISSING, "user.a", long_value, 1000, 8);
	expect("setxattr(\"" MISSING "\", \"user.a\", \"vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv\"..., 1000, 0x8 /* XATTR_??? */) = %s",
	       result(ret));
	sys(SYS_flistxattr, fd, buf, 100);
	expect("flistxattr(%d, \"trusted.a\\0\", 100) = 10", fd);
	unlink(path);
}

CASE(handles)
{
	static unsigned int handle[64];
	unsigned int *hole = (void *)before_hole(10);
	char *short_hole = before_hole(4);
	unsigned int room[2] = { 0 };
	int mnt;

	handle[0] = 4;
	handle[1] = 5;
	handle[2] = 0x04030201;
	sys(SYS_open_by_handle_at, 99, handle, O_RDONLY | O_PATH);
	expect_later("open_by_handle_at(99, {handle_bytes=4, handle_type=5, f_handle=\"\\x01\\x02\\x03\\x04\"}, "
		     "O_RDONLY|O_PATH) = " EBADF_LINE);
	handle[0] = 0;
	sys(SYS_open_by_handle_at, 99, handle, O_RDONLY);
	expect("open_by_handle_at(99, {handle_bytes=0, handle_type=5, f_handle=\"\"}, O_RDONLY) = <*>");
	memcpy(hole, handle, 8);
	hole[0] = 8;
	sys(SYS_open_by_handle_at, 99, hole, O_RDONLY);
	expect("open_by_handle_at(99, {handle_bytes=8, handle_type=5, f_handle=???}, O_RDONLY) = <*>");
	sys(SYS_open_by_handle_at, 99, short_hole, O_RDONLY);
	expect("open_by_handle_at(99, %s, O_RDONLY) = <*>", ptr(short_hole));
	sys(SYS_open_by_handle_at, 99, NULL, O_RDONLY);
	expect("open_by_handle_at(99, NULL, O_RDONLY) = <*>");
	handle[0] = 128;
	sys(SYS_name_to_handle_at, AT_FDCWD, MISSING, handle, &mnt, AT_SYMLINK_FOLLOW);
	expect("name_to_handle_at(AT_FDCWD, \"" MISSING "\", {handle_bytes=128}, %s, AT_SYMLINK_FOLLOW) = "
	       ENOENT_LINE, ptr(&mnt));
	if (sys(SYS_name_to_handle_at, AT_FDCWD, "/dev/shm", handle, &mnt, 0))
		skip("the file system has no handles");
	expect("name_to_handle_at(AT_FDCWD, \"/dev/shm\", {handle_bytes=128 => %u, handle_type=%d, "
	       "f_handle=\"\\x<*>\"}, [%d], 0) = 0", handle[0], (int)handle[1], mnt);
	/* The length is the answer. */
	sys(SYS_name_to_handle_at, AT_FDCWD, "/dev/shm", room, &mnt, 0);
	expect("name_to_handle_at(AT_FDCWD, \"/dev/shm\", {handle_bytes=0 => %u}, [%d], 0) = "
		     "-1 EOVERFLOW (Value too large for defined data type)", handle[0], mnt);
}

#ifndef RESOLVE_BENEATH
#define RESOLVE_BENEATH	8
#endif

CASE(openat2)
{
	uint64_t how[4] = { O_RDONLY | O_CLOEXEC, 0, RESOLVE_BENEATH, 5 };
	char *hole = before_hole(23), *end = before_hole(24);

	sys(SYS_openat2, AT_FDCWD, MISSING, how, 24);
	expect_later("openat2(AT_FDCWD, \"" MISSING "\", {flags=O_RDONLY|O_CLOEXEC, "
		     "resolve=RESOLVE_BENEATH}, 24) = <*>");
	how[0] = O_CREAT | O_RDWR | 0x4000000000000000;
	sys(SYS_openat2, AT_FDCWD, MISSING, how, 24);
	expect("openat2(AT_FDCWD, \"" MISSING "\", {flags=O_RDWR|O_CREAT|0x4000000000000000, mode=000, "
	       "resolve=RESOLVE_BENEATH}, 24) = <*>");
	how[0] = 0;
	how[1] = 0600;
	how[2] = 0x4000;
	sys(SYS_openat2, AT_FDCWD, MISSING, how, 32);
	expect("openat2(AT_FDCWD, \"" MISSING "\", {flags=O_RDONLY, mode=0600, "
	       "resolve=0x4000 /* RESOLVE_??? */, /* bytes 24..31 */ \"\\x05\\x00\\x00\\x00\\x00\\x00\\x00\\x00\"}, 32) = <*>");
	how[3] = 0;
	sys(SYS_openat2, AT_FDCWD, MISSING, how, 32);
	expect("openat2(AT_FDCWD, \"" MISSING "\", {flags=O_RDONLY, mode=0600, "
	       "resolve=0x4000 /* RESOLVE_??? */}, 32) = <*>");
	memcpy(end, how, 24);
	sys(SYS_openat2, AT_FDCWD, MISSING, end, 32);
	expect("openat2(AT_FDCWD, \"" MISSING "\", {flags=O_RDONLY, mode=0600, "
	       "resolve=0x4000 /* RESOLVE_??? */, ???}, 32) = " EFAULT_LINE);
	sys(SYS_openat2, AT_FDCWD, MISSING, how, 23);
	expect("openat2(AT_FDCWD, \"" MISSING "\", %s, 23) = " EINVAL_LINE, ptr(how));
	sys(SYS_openat2, AT_FDCWD, MISSING, how, 0);
	expect("openat2(AT_FDCWD, \"" MISSING "\", %s, 0) = " EINVAL_LINE, ptr(how));
	sys(SYS_openat2, AT_FDCWD, MISSING, NULL, 24);
	expect("openat2(AT_FDCWD, \"" MISSING "\", NULL, 24) = " EFAULT_LINE);
	sys(SYS_openat2, AT_FDCWD, MISSING, hole, 24);
	expect("openat2(AT_FDCWD, \"" MISSING "\", %s, 24) = " EFAULT_LINE, ptr(hole));
}

#define LONG_NAME "a-long-directory-name-that-is-longer-than-thirty-two"

CASE(names)
{
	static char buf[200];

	if (mkdir("/tmp/" LONG_NAME, 0700) || chdir("/tmp/" LONG_NAME) ||
	    symlink(LONG_NAME, "link"))
		die("cannot make a directory");
	sys(SYS_getcwd, buf, 200);
	expect_later("getcwd(\"/tmp/" LONG_NAME "\", 200) = %zu", strlen("/tmp/" LONG_NAME) + 1);
	sys(SYS_getcwd, buf, 2);
	expect("getcwd(%s, 2) = -1 ERANGE (Numerical result out of range)", ptr(buf));
	sys(SYS_readlink, "link", buf, 200);
	expect("readlink(\"link\", \"a-long-directory-name-that-is-lo\"..., 200) = %zu",
	       strlen(LONG_NAME));
	sys(SYS_readlinkat, AT_FDCWD, "link", buf, 6);
	expect("readlinkat(AT_FDCWD, \"link\", \"a-long\", 6) = 6");
	unlink("link");
	chdir("/");
	rmdir("/tmp/" LONG_NAME);
}
