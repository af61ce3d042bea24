// SPDX-License-Identifier: GPL-2.0
/*
 * What files are like: their types and permissions, and what stat() and the like tell
 * of them in the layouts of all ABIs; directories.
 */
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>

#include "case.h"


static char buf[8192];

/* A file of 5 bytes whose mode is 04755. */
static int make_file(char *path)
{
	int fd = mkstemp(path);

	if (fd < 0 || write(fd, "hello", 5) != 5 || fchmod(fd, 04755))
		die("cannot make a file");
	return fd;
}

#define FILE_STAT "{st_mode=S_IFREG|S_ISUID|0755, st_size=5, ...}"
#define NULL_STAT "{st_mode=S_IFCHR|0666, st_rdev=makedev(0x1, 0x3), ...}"

CASE(stat)
{
	char path[] = "/tmp/files-XXXXXX";
	char *hole = before_hole(8);
	int fd = make_file(path);

	sys(SYS_stat, path, buf);
	expect("stat(\"%s\", " FILE_STAT ") = 0", path);
	sys(SYS_lstat, path, buf);
	expect("lstat(\"%s\", " FILE_STAT ") = 0", path);
	sys(SYS_fstat, fd, buf);
	expect("fstat(%d, " FILE_STAT ") = 0", fd);
	sys(SYS_stat, "/dev/null", buf);
	expect("stat(\"/dev/null\", " NULL_STAT ") = 0");
	sys(SYS_stat, "/proc/self/fd", buf);
	expect("stat(\"/proc/self/fd\", {st_mode=S_IFDIR|0500, st_size=<*>, ...}) = 0");
	sys(SYS_stat, MISSING, buf);
	expect("stat(\"" MISSING "\", %s) = " ENOENT_LINE, ptr(buf));
	sys(SYS_stat, path, hole);
	expect("stat(\"%s\", %s) = " EFAULT_LINE, path, ptr(hole));
	sys(SYS_stat, path, NULL);
	expect("stat(\"%s\", NULL) = " EFAULT_LINE, path);
	sys(SYS_fstat, 99, buf);
	expect("fstat(99, %s) = " EBADF_LINE, ptr(buf));
#ifdef ABI_32
	sys(SYS_oldstat, path, buf);
	expect("oldstat(\"%s\", " FILE_STAT ") = 0", path);
	sys(SYS_oldfstat, fd, buf);
	expect("oldfstat(%d, " FILE_STAT ") = 0", fd);
	sys(SYS_oldlstat, "/dev/null", buf);
	expect("oldlstat(\"/dev/null\", " NULL_STAT ") = 0");
	sys(SYS_stat64, path, buf);
	expect("stat64(\"%s\", " FILE_STAT ") = 0", path);
	sys(SYS_lstat64, "/dev/null", buf);
	expect("lstat64(\"/dev/null\", " NULL_STAT ") = 0");
	sys(SYS_fstat64, fd, buf);
	expect("fstat64(%d, " FILE_STAT ") = 0", fd);
	sys(SYS_fstatat64, AT_FDCWD, path, buf, AT_SYMLINK_NOFOLLOW);
	expect("fstatat64(AT_FDCWD, \"%s\", " FILE_STAT ", AT_SYMLINK_NOFOLLOW) = 0", path);
#else
	sys(SYS_newfstatat, fd, "", buf, AT_EMPTY_PATH);
	expect("newfstatat(%d, \"\", " FILE_STAT ", AT_EMPTY_PATH) = 0", fd);
	sys(SYS_newfstatat, AT_FDCWD, "/dev/null", buf, 0);
	expect("newfstatat(AT_FDCWD, \"/dev/null\", " NULL_STAT ", 0) = 0");
#endif
	unlink(path);
}

#define STATX_FILE "stx_attributes=0, stx_mode=S_IFREG|S_ISUID|0755, stx_size=5, ...}"

CASE(statx)
{
	char path[] = "/tmp/files-XXXXXX";
	int fd = make_file(path);

	sys(SYS_statx, fd, "", AT_EMPTY_PATH, STATX_BASIC_STATS, buf);
	expect("statx(%d, \"\", AT_STATX_SYNC_AS_STAT|AT_EMPTY_PATH, STATX_BASIC_STATS, "
	       "{stx_mask=STATX_BASIC_STATS|STATX_MNT_ID, " STATX_FILE ") = 0", fd);
	sys(SYS_statx, AT_FDCWD, MISSING, 0, 0, buf);
	expect("statx(AT_FDCWD, \"" MISSING "\", AT_STATX_SYNC_AS_STAT, 0, %s) = " ENOENT_LINE,
	       ptr(buf));
	sys(SYS_statx, fd, "", AT_EMPTY_PATH, STATX_SIZE, NULL);
	expect("statx(%d, \"\", AT_STATX_SYNC_AS_STAT|AT_EMPTY_PATH, STATX_SIZE, NULL) = "
	       EFAULT_LINE, fd);
	sys(SYS_statx, fd, "", AT_EMPTY_PATH, STATX_TYPE, before_hole(256));
	expect_later("statx(%d, \"\", AT_STATX_SYNC_AS_STAT|AT_EMPTY_PATH, STATX_TYPE, "
		     "{stx_mask=STATX_<*>|STATX_MNT_ID, " STATX_FILE ") = 0", fd);
	unlink(path);
}

/* What buf has. Not all kernels give this file system an id. */
static const char *proc_statfs(void)
{
	struct statfs fs;

	memcpy(&fs, buf, sizeof(fs));

	return text("{f_type=PROC_SUPER_MAGIC, f_bsize=4096, f_blocks=0, f_bfree=0, f_bavail=0, "
		    "f_files=0, f_ffree=0, f_fsid={val=[%#x, 0]}, f_namelen=255, f_frsize=4096, "
		    "f_flags=ST_VALID<*>}", fs.f_fsid.__val[0]);
}

CASE(statfs)
{
	int fd = open("/proc", O_RDONLY);
	const char *proc;

	sys(SYS_statfs, "/proc", buf);
	proc = proc_statfs();
	expect("statfs(\"/proc\", %s) = 0", proc);
	sys(SYS_fstatfs, fd, buf);
	expect("fstatfs(%d, %s) = 0", fd, proc);
	sys(SYS_statfs, MISSING, buf);
	expect("statfs(\"" MISSING "\", %s) = " ENOENT_LINE, ptr(buf));
	sys(SYS_statfs, "/proc", NULL);
	expect("statfs(\"/proc\", NULL) = " EFAULT_LINE);
#ifdef ABI_32
	sys(SYS_statfs64, "/proc", 84, buf);
	expect("statfs64(\"/proc\", 84, %s) = 0", proc);
	sys(SYS_fstatfs64, fd, 84, buf);
	expect("fstatfs64(%d, 84, %s) = 0", fd, proc);
	sys(SYS_statfs64, "/proc", 80, buf);
	expect("statfs64(\"/proc\", 80, %s) = " EINVAL_LINE, ptr(buf));
#endif
}

CASE(modes)
{
	static const struct {
		unsigned int	mode;
		const char	*shown;
	} modes[] = {
		{ S_IFIFO | 0666,	"S_IFIFO|0666" },
		{ S_IFREG | 07777,	"S_IFREG|S_ISUID|S_ISGID|S_ISVTX|0777" },
		{ S_IFSOCK,		"S_IFSOCK|000" },
		{ 0644,			"0644" },
		{ 04644,		"S_ISUID|0644" },
		{ 0,			"000" },
		{ 0170644,		"0170644" },
		{ 0x12340000 | S_IFIFO | 0644, "S_IFIFO|0644" },
		{ S_IFCHR | 0600,	"S_IFCHR|0600, makedev(0x123, 0x45)" },
		{ S_IFBLK | 01600,	"S_IFBLK|S_ISVTX|0600, makedev(0x123, 0x45)" },
	};
	unsigned int i;

	for (i = 0; i < sizeof(modes) / sizeof(*modes); i++) {
		sys(SYS_mknod, MISSING, modes[i].mode, 0x12345);
		expect("mknod(\"" MISSING "\", %s) = -1 <*>", modes[i].shown);
	}
	sys(SYS_mknodat, AT_FDCWD, MISSING, S_IFDIR | 02600, 0x103);
	expect("mknodat(AT_FDCWD, \"" MISSING "\", S_IFDIR|S_ISGID|0600) = -1 <*>");
	sys(SYS_umask, 0170022);
	expect("umask(0170022) = 022");
}

CASE(directories)
{
	char path[] = "/tmp/files-XXXXXX", name[64];
	char *hole = before_hole(100);
	int fd, i;

	if (!mkdtemp(path))
		die("cannot make a directory");
	for (i = 0; i < 40; i++) {
		snprintf(name, sizeof(name), "%s/%d", path, i);
		close(open(name, O_CREAT, 0600));
	}
	fd = open(path, O_RDONLY | O_DIRECTORY);

	i = sys(SYS_getdents64, fd, buf, 8192);
	expect("getdents64(%d, %s /* 42 entries */, 8192) = %d", fd, ptr(buf), i);
	sys(SYS_getdents64, fd, buf, 8192);
	expect("getdents64(%d, %s /* 0 entries */, 8192) = 0", fd, ptr(buf));
	lseek(fd, 0, SEEK_SET);
	sys(SYS_getdents, fd, buf, 8192);
	expect_later("getdents(%d, %s /* 42 entries */, 8192) = <*>", fd, ptr(buf));
	lseek(fd, 0, SEEK_SET);
	sys(SYS_getdents64, fd, hole, 4096);
	expect_later("getdents64(%d, %s /* <*> entries */, 4096) = <*>", fd, ptr(hole));
	sys(SYS_getdents64, 99, buf, 60);
	expect("getdents64(99, %s, 60) = " EBADF_LINE, ptr(buf));
	sys(SYS_getdents64, fd, NULL, 4096);
	expect("getdents64(%d, NULL, 4096) = " EFAULT_LINE, fd);
#ifdef ABI_32
	lseek(fd, 0, SEEK_SET);
	sys(SYS_readdir, fd, buf, 1);
	expect_later("readdir(%d, {d_ino=<*>, d_off=<*>, d_reclen=<*>, d_name=\"<*>\"}) = 1",
		     fd);
	lseek(fd, 0, SEEK_END);
	sys(SYS_readdir, 99, buf, 1);
	expect_later("readdir(99, %s) = " EBADF_LINE, ptr(buf));
	sys(SYS_readdir, 99, buf, 7);
	expect("readdir(99, %s, 7) = " EBADF_LINE, ptr(buf));
#endif
	for (i = 0; i < 40; i++) {
		snprintf(name, sizeof(name), "%s/%d", path, i);
		unlink(name);
	}
	rmdir(path);
}
