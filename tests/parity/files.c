// SPDX-License-Identifier: GPL-2.0
/* What can be done with files, memory and pipes. */
#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <termios.h>
#include <unistd.h>

#include "must.h"

static void data(void)
{
	struct iovec parts[] = { { "one ", 4 }, { "two ", 4 }, { "three\n", 6 } };
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 10 };
	int fd = must(open("data", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
	int copy = must(openat(AT_FDCWD, "copy", O_RDWR | O_CREAT, 0600));
	char one[7], two[9];
	loff_t from = 0;

	must(writev(fd, parts, 3));
	must(pwrite(fd, "\t\n\v\f\r\"\\", 7, 100));
	must(pwritev(fd, parts, 2, 4096));
	parts[0] = (struct iovec){ one, sizeof(one) };
	parts[1] = (struct iovec){ two, sizeof(two) };
	must(lseek(fd, 0, SEEK_SET));
	must(readv(fd, parts, 2));
	must(preadv2(fd, parts, 2, 0, RWF_HIPRI));
	must(pread(fd, one, 5, 100));
	must(lseek(fd, 0, SEEK_DATA));
	must(fcntl(fd, F_SETLK, &lock));
	must(fcntl(fd, F_GETLK, &lock));
	must(fcntl(fd, F_OFD_GETLK, &(struct flock){ .l_type = F_RDLCK }));
	must(flock(fd, LOCK_EX | LOCK_NB));
	must(fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, 1 << 20));
	must(ftruncate(fd, 5000));
	must(fsync(fd));
	must(posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL));
	must(copy_file_range(fd, &from, copy, NULL, 3000, 0));
	must(fcntl(fd, F_DUPFD_CLOEXEC, 100));
	must(dup3(fd, 50, O_CLOEXEC));
	must(fcntl(fd, F_GETFD));
	fsetxattr(fd, "user.name", "value", 5, XATTR_CREATE);
	fgetxattr(fd, "trusted.name", one, sizeof(one));
	flistxattr(fd, one, sizeof(one));
	close(copy);
	close(fd);
}

static void names(void)
{
	struct timespec times[2] = { { 1000000000, 123456789 }, { 0, UTIME_NOW } };
	struct timeval old[2] = { { 1, 2 }, { 3, 4 } };
	struct statfs fs;
	struct statvfs vfs;
	struct statx more;
	struct stat st;
	char link[20];
	DIR *folder;

	must(mkdir("folder", 0750));
	must(symlink("folder/target", "link"));
	must(readlink("link", link, sizeof(link)));
	must(mknod("node", S_IFCHR | 0600, makedev(1, 3)));
	must(stat("node", &st));
	must(lstat("link", &st));
	must(mknod("fifo", S_IFIFO | 0644, 0));
	must(utimensat(AT_FDCWD, "data", times, 0));
	must(utimes("copy", old));
	must(utimensat(AT_FDCWD, "link", NULL, AT_SYMLINK_NOFOLLOW));
	must(chmod("data", 04755));
	must(lchown("link", 1, -1));
	must(rename("copy", "folder/copy"));
	must(renameat2(AT_FDCWD, "data", AT_FDCWD, "folder/copy", RENAME_EXCHANGE));
	must(faccessat(AT_FDCWD, "data", R_OK | W_OK, AT_EACCESS));
	must(statx(AT_FDCWD, "data", AT_STATX_DONT_SYNC, STATX_ALL, &more));
	must(statfs("/proc", &fs));
	must(statvfs("/", &vfs));
	folder = opendir(".");
	while (readdir(folder))
		;
	closedir(folder);
	must(chdir("folder"));
	free(getcwd(NULL, 0));
	must(chdir(".."));
	must(unlinkat(AT_FDCWD, "fifo", 0));
	umask(022);
	sync();
	if (stat("missing", &st) != -1 || open("folder", O_WRONLY) != -1)
		exit(2);
}

static void memory(void)
{
	size_t size = 1 << 16;
	unsigned char resident[16];
	int fd = must(memfd_create("memory", MFD_CLOEXEC | MFD_ALLOW_SEALING));
	char *map;

	must(ftruncate(fd, size));
	must(fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW));
	map = must(mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
	memset(map, 1, size);
	must(msync(map, size, MS_SYNC));
	must(mincore(map, size, resident));
	must(mprotect(map, 4096, PROT_READ));
	must(munmap(map, size));
	map = must(mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE,
			-1, 0));
	must(madvise(map, size, MADV_DONTNEED));
	must(mlock(map, 4096));
	must(munlock(map, 4096));
	map = must(mremap(map, size, 2 * size, MREMAP_MAYMOVE));
	must(munmap(map, 2 * size));
	if (mmap(NULL, 0, PROT_NONE, MAP_PRIVATE, -1, 0) != MAP_FAILED)
		exit(3);
}

static void pipes(void)
{
	struct iovec part = { "through", 7 };
	struct termios settings;
	struct winsize size;
	char buffer[20];
	int one[2], two[2], pty;

	must(pipe2(one, O_CLOEXEC | O_NONBLOCK));
	must(pipe(two));
	must(fcntl(one[1], F_SETPIPE_SZ, 8192));
	must(vmsplice(one[1], &part, 1, 0));
	must(tee(one[0], two[1], 7, 0));
	must(splice(one[0], NULL, two[1], NULL, 7, SPLICE_F_MOVE));
	must(read(two[0], buffer, sizeof(buffer)));
	if (read(one[0], buffer, 1) != -1)
		exit(4);
	pty = must(posix_openpt(O_RDWR | O_NOCTTY));
	must(unlockpt(pty));
	must(tcgetattr(pty, &settings));
	settings.c_lflag &= ~ECHO;
	must(tcsetattr(pty, TCSANOW, &settings));
	must(ioctl(pty, TIOCGWINSZ, &size));
	size.ws_col = 80;
	must(ioctl(pty, TIOCSWINSZ, &size));
	must(ptsname(pty) ? 0 : -1);
}

int main(void)
{
	data();
	names();
	memory();
	pipes();
	return 0;
}
