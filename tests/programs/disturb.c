// SPDX-License-Identifier: GPL-2.0
/*
 * Memory that somebody else has to provide: userfaultfd's, and that of a file system
 * in user space or of a server. The tracer does not wait for it, and nobody is asked
 * for it because of the tracer. All other memory that is merely not there yet is shown.
 */
#include <linux/fuse.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "case.h"

#define ABSENT		" /* not resident */"
#define SIZE		16
#define ZEROES		"\"\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\""

/* How long a call that has nothing to wait for may take. */
#define PATIENCE_MS	10000
#define STEP_MS		20

/* Whoever else has to end before a process can that waits for memory. */
static pid_t provider;

/* Runs @fn(@arg) in a process that is killed if it does not end. */
static void run_alone(void (*fn)(void *arg), void *arg)
{
	pid_t pid = spawn(fn, arg);
	int status;

	for (int ms = 0; ms < PATIENCE_MS; ms += STEP_MS) {
		if (waitpid(pid, &status, WNOHANG) == pid) {
			if (status)
				die("the process failed: %x", status);
			return;
		}
		usleep(STEP_MS * 1000);
	}
	kill(pid, SIGKILL);
	if (provider)
		kill(provider, SIGKILL);
	wait_for(pid);
	die("a call waits that has nothing to wait for");
}

/* ------------------------------- userfaultfd ------------------------------- */

static int uffd;

/* @pages that nobody provides; the page before them is there. */
static char *absent(size_t pages)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	char *map = mmap(NULL, (pages + 1) * PAGE, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (map == MAP_FAILED)
		die("no memory");
	map[0] = 0;
	range.range.start = WORD(map + PAGE);
	range.range.len = pages * PAGE;
	uffd = syscall(SYS_userfaultfd, O_CLOEXEC);
	if (uffd < 0 || ioctl(uffd, UFFDIO_API, &api) ||
	    ioctl(uffd, UFFDIO_REGISTER, &range))
		die("no userfaultfd: %s", strerror(errno));
	return map + PAGE;
}

static void absent_data(void *arg)
{
	char *page = absent(1);

	(void)arg;
	sys(SYS_write, -1, page, SIZE);
	expect("write(-1, %s" ABSENT ", %d) = " EBADF_LINE, ptr(page), SIZE);
	sys(SYS_pwrite64, -1, page + 7, SIZE, 0, 0);
	expect("pwrite64(-1, %s" ABSENT ", %d, 0) = " EBADF_LINE, ptr(page + 7), SIZE);
	marker(1);
	expect("%s", marker_line(1));
}

CASE(data)
{
	run_alone(absent_data, NULL);
}

static void wait_for_data(void *arg)
{
	sys(SYS_write, *(int *)arg, absent(1), SIZE);
}

/* A task waits for it already when it begins to be traced: whoever wants to see that does not. */
CASE(absent_in_call)
{
	int fds[2];
	pid_t child;

	if (pipe(fds))
		die("cannot make a pipe");
	tracer(the_tracer(), "nop");
	child = spawn(wait_for_data, &fds[1]);
	wait_blocked(child, SYS_write);
	tracer(the_tracer(), "syscall");
	kill(child, SIGKILL);
	wait_for(child);
	expect_of(child, "write(%d, <*>" ABSENT ", %d <begun earlier> <unfinished ...>", fds[1], SIZE);
}

/* Half of it is there. */
static void half_absent_data(void *arg)
{
	char *page = absent(1);

	(void)arg;
	memcpy(page - 4, "half", 4);
	sys(SYS_write, -1, page - 4, SIZE);
	expect("write(-1, %s" ABSENT ", %d) = " EBADF_LINE, ptr(page - 4), SIZE);
	marker(1);
	expect("%s", marker_line(1));
}

CASE(half_of_data)
{
	run_alone(half_absent_data, NULL);
}

/* All of these look for the descriptor before they look there. */
static void absent_structures(void *arg)
{
	char *page = absent(1);
	const char *shown = ptr(page);

	(void)arg;
	sys(SYS_connect, -1, page, SIZE);
	expect("connect(-1, %s" ABSENT ", %d) = " EBADF_LINE, shown, SIZE);
	sys(SYS_setsockopt, -1, SOL_SOCKET, SO_REUSEADDR, page, 4);
	expect("setsockopt(-1, SOL_SOCKET, SO_REUSEADDR, %s" ABSENT ", 4) = " EBADF_LINE, shown);
	sys(SYS_ioctl, -1, FIONBIO, page);
	expect("ioctl(-1, FIONBIO, %s" ABSENT ") = " EBADF_LINE, shown);
	sys(SYS_fcntl, -1, F_SETLK, page);
	expect("fcntl(-1, F_SETLK, %s" ABSENT ") = " EBADF_LINE, shown);
	/* What the call did not write is an address as it was. */
	sys(SYS_read, -1, page, SIZE);
	expect("read(-1, %s, %d) = " EBADF_LINE, shown, SIZE);
}

CASE(structures)
{
	run_alone(absent_structures, NULL);
}

static void absent_vector(void *arg)
{
	struct iovec *page = (void *)absent(1), *last = page - 1;
	struct iovec iov[] = { { "there", 5 }, { page, SIZE } };

	(void)arg;
	sys(SYS_writev, -1, page, 2);
	expect("writev(-1, %s" ABSENT ", 2) = " EBADF_LINE, ptr(page));
	sys(SYS_writev, -1, iov, 2);
	expect("writev(-1, [{iov_base=\"there\", iov_len=5}, {iov_base=%s" ABSENT
	       ", iov_len=%d}], 2) = " EBADF_LINE, ptr(page), SIZE);
	*last = iov[0];
	sys(SYS_writev, -1, last, 2);
	expect("writev(-1, [{iov_base=\"there\", iov_len=5}, ... /* <*>not resident */], 2) = "
	       EBADF_LINE);
}

CASE(vector)
{
	run_alone(absent_vector, NULL);
}

static void absent_message(void *arg)
{
	char *page = absent(1);
	const char *shown = ptr(page);
	struct msghdr name = { .msg_name = page, .msg_namelen = SIZE };
	struct msghdr iov = { .msg_iov = (void *)page, .msg_iovlen = 1 };
	struct msghdr control = { .msg_control = page, .msg_controllen = 64 };

	(void)arg;
	sys(SYS_sendmsg, -1, page, 0);
	expect("sendmsg(-1, %s" ABSENT ", 0) = " EBADF_LINE, shown);
	sys(SYS_sendmsg, -1, &name, 0);
	expect("sendmsg(-1, {msg_name=%s" ABSENT ", msg_namelen=%d, <*>}, 0) = " EBADF_LINE,
	       shown, SIZE);
	sys(SYS_sendmsg, -1, &iov, 0);
	expect("sendmsg(-1, {<*>msg_iov=%s" ABSENT ", msg_iovlen=1, <*>}, 0) = " EBADF_LINE,
	       shown);
	sys(SYS_sendmsg, -1, &control, 0);
	expect("sendmsg(-1, {<*>msg_control=%s" ABSENT ", msg_controllen=64, <*>}, 0) = "
	       EBADF_LINE, shown);
}

CASE(message)
{
	run_alone(absent_message, NULL);
}

/* The kernel looks for the file first. */
static void absent_arguments(void *arg)
{
	char *page = absent(1);
	const char *argv[] = { "one", page, "three", NULL };

	(void)arg;
	sys(SYS_execve, MISSING, page, NULL);
	expect("execve(\"" MISSING "\", %s" ABSENT ", NULL) = " ENOENT_LINE, ptr(page));
	sys(SYS_execve, MISSING, argv, NULL);
	expect("execve(\"" MISSING "\", [\"one\", %s" ABSENT ", \"three\"], NULL) = " ENOENT_LINE,
	       ptr(page));
	sys(SYS_execve, MISSING, NULL, page);
	expect("execve(\"" MISSING "\", NULL, %s<*>) = " ENOENT_LINE, ptr(page));
}

CASE(arguments)
{
	if (sys(SYS_execve, MISSING, 8, NULL) == -EFAULT)
		skip("this kernel looks at the arguments first");
	run_alone(absent_arguments, NULL);
}

/* ------------------------- the kernel's own waiting ------------------------ */

/* Calls that are made while another one waits for memory. */
#define CALLS_MEANWHILE	30

static char *wanted;

/* Waits until the page @wanted is asked for, and copies the page @from there. */
static void provide(void *from)
{
	struct uffdio_copy copy = {
		.dst = WORD(wanted) & -PAGE, .src = WORD(from), .len = PAGE,
	};
	struct uffd_msg msg;

	sys(SYS_read, uffd, &msg, sizeof(msg));
	for (int i = 0; i < CALLS_MEANWHILE; i++)
		marker(2);
	sys(SYS_ioctl, uffd, UFFDIO_COPY, &copy);
}

/* The runner's clock counts the records that are written. */
static void expect_wait(const char *line)
{
	expect_later("%s <<*>>", line);
	for (int i = 0; i < CALLS_MEANWHILE; i++)
		expect_never("%s <%d>", line, i);
}

static void open_absent(void *arg)
{
	static char from[PAGE] __attribute__((aligned(PAGE))) = MISSING;

	(void)arg;
	wanted = absent(1);
	spawn_thread(provide, from);
	sys(SYS_openat, AT_FDCWD, wanted, O_RDONLY);
	expect_wait(text("openat(AT_FDCWD, %s" ABSENT ", O_RDONLY) = " ENOENT_LINE
			 " /* filename=\"" MISSING "\" read at exit */", ptr(wanted)));
	sys(SYS_openat, AT_FDCWD, wanted, O_RDONLY);
	expect_later("openat(AT_FDCWD, \"" MISSING "\", O_RDONLY) = " ENOENT_LINE " <<*>>");
}

CASE(path)
{
	tracer("options/syscall_time", "1");
	view("syscall_time");
	run_alone(open_absent, NULL);
}

/* The path begins in a page that is there. */
static void open_half_absent(void *arg)
{
	static char from[PAGE] __attribute__((aligned(PAGE))) = "such/file";

	(void)arg;
	wanted = absent(1);
	memcpy(wanted - 4, "/no/", 4);
	spawn_thread(provide, from);
	sys(SYS_openat, AT_FDCWD, wanted - 4, O_RDONLY);
	expect_wait(text("openat(AT_FDCWD, %s" ABSENT ", O_RDONLY) = " ENOENT_LINE
			 " /* filename=\"" MISSING "\" read at exit */", ptr(wanted - 4)));
}

CASE(half_of_path)
{
	tracer("options/syscall_time", "1");
	view("syscall_time");
	run_alone(open_half_absent, NULL);
}

/* What the kernel waited for is there when the call is over. */
static void read_absent(void *arg)
{
	static char from[PAGE] __attribute__((aligned(PAGE)));

	(void)arg;
	wanted = absent(1);
	spawn_thread(provide, from);
	sys(SYS_read, file_with("content"), wanted, SIZE);
	expect_later("read(<*>, \"content\", %d) = 7", SIZE);
}

CASE(output)
{
	run_alone(read_absent, NULL);
}

/* ---------------------------------- FUSE ----------------------------------- */

#define ROOT_NODE	1
#define FILE_NODE	2

static void answer(int fd, const struct fuse_in_header *in, int error, const void *data,
		   size_t len)
{
	struct fuse_out_header out = {
		.len = sizeof(out) + len, .error = error, .unique = in->unique,
	};
	struct iovec iov[] = { { &out, sizeof(out) }, { (void *)data, len } };

	if (writev(fd, iov, 2) < 0 && errno != ENOENT)
		die("FUSE: cannot answer: %s", strerror(errno));
}

static struct fuse_attr attributes(uint64_t node)
{
	return (struct fuse_attr) {
		.ino = node, .nlink = 1, .size = PAGE,
		.mode = node == ROOT_NODE ? S_IFDIR | 0755 : S_IFREG | 0644,
	};
}

/* One file, of one page that nobody ever gets to see. */
static void serve(int fd, const struct fuse_in_header *in)
{
	struct fuse_init_out init = {
		.major = FUSE_KERNEL_VERSION, .minor = FUSE_KERNEL_MINOR_VERSION,
		.max_write = PAGE,
	};
	struct fuse_entry_out entry = { .nodeid = FILE_NODE, .attr = attributes(FILE_NODE) };
	struct fuse_attr_out attr = { .attr = attributes(in->nodeid) };
	struct fuse_open_out opened = { .fh = 1 };

	switch (in->opcode) {
	case FUSE_INIT:
		answer(fd, in, 0, &init, sizeof(init));
		break;
	case FUSE_LOOKUP:
		answer(fd, in, 0, &entry, sizeof(entry));
		break;
	case FUSE_GETATTR:
		answer(fd, in, 0, &attr, sizeof(attr));
		break;
	case FUSE_OPEN:
		answer(fd, in, 0, &opened, sizeof(opened));
		break;
	case FUSE_READ:
	case FUSE_FORGET:
	case FUSE_INTERRUPT:
		break;
	default:
		answer(fd, in, -ENOSYS, NULL, 0);
	}
}

static void server(void *arg)
{
	static char request[64 << 10];
	int fd = *(int *)arg;

	while (read(fd, request, sizeof(request)) > 0)
		serve(fd, (void *)request);
}

static void write_unanswered(void *arg)
{
	int fd = open(arg, O_RDONLY);
	char *map = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, fd, 0);

	if (fd < 0 || map == MAP_FAILED)
		die("cannot map the file: %s", strerror(errno));
	sys(SYS_write, -1, map, SIZE);
	expect_later("write(-1, %s" ABSENT ", %d) = " EBADF_LINE, ptr(map), SIZE);
}

CASE(fuse)
{
	const char *dir = text("/tmp/disturb-%d", getpid());
	int fd = open("/dev/fuse", O_RDWR | O_CLOEXEC);

	if (fd < 0 || mkdir(dir, 0700) ||
	    mount("test", dir, "fuse", 0,
		  text("fd=%d,rootmode=40000,user_id=0,group_id=0", fd)))
		die("no FUSE: %s", strerror(errno));
	provider = spawn(server, &fd);
	close(fd);
	run_alone(write_unanswered, text("%s/file", dir));
	umount2(dir, MNT_DETACH);
	kill(provider, SIGKILL);
	wait_for(provider);
	rmdir(dir);
}

/* ------------------------------ ordinary memory ---------------------------- */

/* Nobody has touched it yet. */
CASE(untouched)
{
	char *map = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *shared = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	sys(SYS_write, -1, map, SIZE);
	expect_later("write(-1, " ZEROES ", %d) = " EBADF_LINE, SIZE);
	sys(SYS_access, map + PAGE, R_OK);
	expect("access(\"\", R_OK) = " ENOENT_LINE);
	sys(SYS_write, -1, shared, SIZE);
	expect("write(-1, " ZEROES ", %d) = " EBADF_LINE, SIZE);
}

static unsigned long page_tables(void)
{
	FILE *file = fopen("/proc/self/status", "r");
	unsigned long size = 0;
	char line[100];

	while (fgets(line, sizeof(line), file)) {
		if (sscanf(line, "VmPTE: %lu kB", &size) == 1)
			break;
	}
	fclose(file);
	return size;
}

/* What nobody has touched takes no memory, nor page tables, by being shown. */
CASE(untouched_memory)
{
	const size_t step = 4 << 20;
	const int nr = 16;
	char *map = mmap(NULL, nr * step, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	unsigned long before = page_tables(), after;

	for (int i = 0; i < nr; i++) {
		sys(SYS_write, -1, map + i * step, SIZE);
		expect_later("write(-1, " ZEROES ", %d) = " EBADF_LINE, SIZE);
	}
	/* The program itself may need one more. */
	after = page_tables();
	if (!before || after >= before + nr * PAGE / 1024)
		die("the page tables had %lu kB, now %lu kB", before, after);
}

/* Nor is the hole of a file filled. */
CASE(hole)
{
	int fd = memfd_create("hole", 0);
	struct stat st;
	char *map;

	if (fd < 0 || ftruncate(fd, PAGE))
		die("no memfd");
	map = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, 0);
	sys(SYS_write, -1, map, SIZE);
	expect_later("write(-1, " ZEROES ", %d) = " EBADF_LINE, SIZE);
	if (fstat(fd, &st) || st.st_blocks)
		die("the hole has %lld blocks", (long long)st.st_blocks);
}

/* Maps a new file in @dir that has been read, or is in no page cache. */
static const char *mapped_file(const char *dir, bool cached)
{
	static const char content[] = "/mapped content";
	char *path = text("%s/disturb-XXXXXX", dir), *map;
	int fd = mkstemp(path);

	if (fd < 0 || unlink(path) || write(fd, content, sizeof(content)) < 0)
		die("cannot make a file in %s", dir);
	if (!cached && (fsync(fd) || posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED)))
		die("cannot forget a file");
	map = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, fd, 0);
	if (map == MAP_FAILED)
		die("cannot map a file");
	return map;
}

static void check_mapped(const char *dir, bool cached)
{
	sys(SYS_write, -1, mapped_file(dir, cached), 8);
	expect_later("write(-1, \"/mapped \", 8) = " EBADF_LINE);
	sys(SYS_access, mapped_file(dir, cached), R_OK);
	expect_later("access(\"/mapped content\", R_OK) = " ENOENT_LINE);
}

CASE(mapped_tmpfs)
{
	check_mapped("/dev/shm", true);
}

CASE(mapped_root)
{
	check_mapped("/", true);
	check_mapped("/", false);
}

/* A file system on a disk, which does what it is asked for. */
CASE(mapped_disk)
{
	const char *dir = make_disk();

	check_mapped(dir, false);
	remove_disk(dir);
}

/*
 * A program that nobody has run: its file is the host's, which may take its time. It
 * is shown once it is there.
 */
CASE(server)
{
	int fd = open(program(ABI, "cost"), O_RDONLY);
	const char *map = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, fd, 0);

	if (map == MAP_FAILED || posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED))
		die("cannot map a program");
	sys(SYS_write, -1, map, 4);
	expect_later("write(-1, %s" ABSENT ", 4) = " EBADF_LINE, ptr(map));
	if (*(const volatile char *)map != 0x7f)
		die("this is no program");
	sys(SYS_write, -1, map, 4);
	expect_later("write(-1, \"\\177ELF\", 4) = " EBADF_LINE);
	/* In the page cache alone, it is there, too. */
	map = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, fd, 0);
	sys(SYS_write, -1, map, 4);
	expect_later("write(-1, \"\\177ELF\", 4) = " EBADF_LINE);
}

/* Behind the end of a file there is nothing to wait for. */
CASE(behind_the_end)
{
	const char *map = mmap(NULL, 2 * PAGE, PROT_READ, MAP_PRIVATE, file_with("x"), 0);

	sys(SYS_write, -1, map + PAGE, SIZE);
	expect_later("write(-1, %s, %d) = " EBADF_LINE, ptr(map + PAGE), SIZE);
}
