// SPDX-License-Identifier: GPL-2.0
/*
 * What a call does not touch because it fails at once: the tracer does not, either. It
 * reads no device, fills no hole, and takes no memory where there is none to spare.
 */
#include <dirent.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "case.h"

#define ABSENT	" /* not resident */"
#define SIZE	16
#define ZEROES	"\"\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\""

static bool is_cached(void *page)
{
	unsigned char here;

	if (mincore(page, PAGE, &here))
		die("mincore: %s", strerror(errno));

	return here & 1;
}

CASE(ramfs_hole)
{
	const char *dir = text("/dev/shm/ramfs-%d", getpid());
	char *map;
	int fd;

	if (mkdir(dir, 0700) || mount("ramfs", dir, "ramfs", 0, NULL))
		die("no ramfs");
	fd = open(text("%s/hole", dir), O_RDWR | O_CREAT, 0600);
	map = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED || ftruncate(fd, PAGE))
		die("no hole");
	sys(SYS_write, -1, map, SIZE);
	expect_later("write(-1, " ZEROES ", %d) = " EBADF_LINE, SIZE);
	if (is_cached(map))
		die("the hole is filled");
	umount2(dir, MNT_DETACH);
	rmdir(dir);
}

/* ---------------------------------- devices -------------------------------- */

/* The registers of some device, which may do anything when they are read. */
static void *device(void)
{
	struct dirent *entry;
	DIR *dir = opendir("/sys/bus/pci/devices");
	void *map;
	int fd;

	while (dir && (entry = readdir(dir))) {
		for (int i = 0; i < 6; i++) {
			fd = open(text("/sys/bus/pci/devices/%s/resource%d", entry->d_name, i),
				  O_RDWR | O_CLOEXEC);
			if (fd < 0)
				continue;
			map = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
			close(fd);
			if (map != MAP_FAILED) {
				closedir(dir);
				return map;
			}
		}
	}
	skip("no device has registers that can be mapped");
}

static void use(void *registers)
{
	sys(SYS_write, -1, registers, SIZE);
	sys(SYS_access, registers, R_OK);
}

static void expect_unread(pid_t pid, void *registers)
{
	expect_later_of(pid, "write(-1, %s" ABSENT ", %d) = " EBADF_LINE, ptr(registers), SIZE);
	expect_of(pid, "access(%s" ABSENT ", R_OK) = <*>", ptr(registers));
}

CASE(device)
{
	void *registers = device();

	use(registers);
	expect_unread(getpid(), registers);
}

CASE(device_of_the_parent)
{
	void *registers = device();
	pid_t pid = spawn(use, registers);

	wait_for(pid);
	expect_unread(pid, registers);
}

/* All else is as ever: what is there, what is partly there, and what nobody has touched. */
CASE(beside_a_device)
{
	char *map = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	device();
	if (munmap(map + 2 * PAGE, PAGE))
		die("munmap: %s", strerror(errno));
	sys(SYS_write, -1, map + PAGE, SIZE);
	expect_later("write(-1, " ZEROES ", %d) = " EBADF_LINE, SIZE);
	strcpy(map + PAGE - 4, "/both/pages");
	sys(SYS_access, map + PAGE - 4, R_OK);
	expect_later("access(\"/both/pages\", R_OK) = " ENOENT_LINE);
	memset(map + 2 * PAGE - 4, 'x', 4);
	sys(SYS_access, map + 2 * PAGE - 4, R_OK);
	expect_later("access(%s, R_OK) = " EFAULT_LINE, ptr(map + 2 * PAGE - 4));
	sys(SYS_write, -1, map + 2 * PAGE - 4, 4);
	expect_later("write(-1, \"xxxx\", 4) = " EBADF_LINE);
}

/* ---------------------------------- memory --------------------------------- */

/* What is in a file of a cgroup that has a number. */
static unsigned long cgroup_file(const char *cgroup, const char *name)
{
	FILE *file = fopen(text("%s/%s", cgroup, name), "r");
	unsigned long number;

	if (!file || fscanf(file, "%lu", &number) != 1)
		die("%s/%s has no number", cgroup, name);
	fclose(file);

	return number;
}

static char *cold_page(const char *dir)
{
	char *path = text("%s/cold-XXXXXX", dir), *map;
	int fd = mkstemp(path);

	if (fd < 0 || unlink(path) || write(fd, "cold content", 13) != 13 || fsync(fd) ||
	    posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED))
		die("no cold file in %s", dir);
	map = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, fd, 0);
	if (map == MAP_FAILED)
		die("cannot map a file");
	if (is_cached(map))
		die("the file is not cold");

	return map;
}

struct crowd {
	const char	*cgroup;
	const char	*limit;
	char		*page;
};

/* Fills its cgroup almost to the limit, then makes a call that fails. */
static void crowded(void *arg)
{
	const size_t most = 8 << 20, spare = 896 << 10, step = 16 * PAGE;
	struct crowd *crowd = arg;
	char *map = mmap(NULL, most, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	write_file(text("%s/cgroup.procs", crowd->cgroup), "0");
	write_file(text("%s/%s", crowd->cgroup, crowd->limit), "8388608");
	for (size_t i = 0; cgroup_file(crowd->cgroup, "memory.current") < most - spare; i += step)
		memset(map + i, 'x', step);
	sys(SYS_write, -1, crowd->page, SIZE);
	sys(SYS_exit, is_cached(crowd->page));
}

static void check_crowd(const char *limit)
{
	const char *dir = make_disk();
	struct crowd crowd = { make_cgroup(), limit, cold_page(dir) };
	pid_t pid = spawn(crowded, &crowd);
	int status;

	if (waitpid(pid, &status, 0) != pid || status)
		die("the process failed: %x", status);
	expect_later_of(pid, "write(-1, %s" ABSENT ", %d) = " EBADF_LINE, ptr(crowd.page), SIZE);
	/* Where there is enough, it is had. */
	sys(SYS_write, -1, crowd.page, 12);
	expect_later("write(-1, \"cold content\", 12) = " EBADF_LINE);
	remove_disk(dir);
}

CASE(memory_max)
{
	check_crowd("memory.max");
}

CASE(memory_high)
{
	check_crowd("memory.high");
}
