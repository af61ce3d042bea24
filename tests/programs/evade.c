// SPDX-License-Identifier: GPL-2.0
/*
 * Calls that try to hide from a condition: their arguments lie where the tracer cannot read
 * them when the call begins, or behind the part that it copies. Each call has a number, in an
 * argument that is a number. Those that meet the condition, or may do so, must be in the trace;
 * those that certainly do not must not, as long as memory can be read.
 */
#include <arpa/inet.h>
#include <linux/userfaultfd.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/user.h>
#include <sys/wait.h>

#include "case.h"

#define ABSENT		" /* not resident */"
#define UNDECIDED	" /* condition undecided */"
#define SECRET		"/none/secret"
#define PLAIN		"/none/plain"
#define HIDES		"openat: filename ~ \"*secret*\""
#define CALLS		40

/* Trace this process, from here on, in an instance with a condition. */
static void condition(const char *filter)
{
	const char *dir = other_instance();

	write_file(text("%s/trace_clock", dir), "counter");
	write_file(text("%s/set_syscall_pid", dir), text("%d", getpid()));
	write_file(text("%s/syscall_filter", dir), filter);
	write_file(text("%s/%s", dir, the_tracer()), "syscall");
	view_instance(dir);
}

/* Open @path; the call has number @nr, which the kernel does not look at. */
static void open_path(int nr, const char *path)
{
	sys(SYS_openat, nr, path, O_RDONLY);
}

/* ------------------------- what cannot be read at first -------------------- */

static char *page;
static char content[PAGE] __attribute__((aligned(PAGE)));
static int uffd;

/* A page that is there only when somebody has waited for it. */
static void make_absent(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = { .mode = UFFDIO_REGISTER_MODE_MISSING };

	page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	range.range.start = WORD(page);
	range.range.len = PAGE;
	uffd = syscall(SYS_userfaultfd, O_CLOEXEC);
	if (page == MAP_FAILED || uffd < 0 || ioctl(uffd, UFFDIO_API, &api) ||
	    ioctl(uffd, UFFDIO_REGISTER, &range))
		die("no userfaultfd: %s", strerror(errno));
}

static void provide(void *unused)
{
	struct uffdio_copy copy = { .dst = WORD(page), .src = WORD(content), .len = PAGE };
	struct uffd_msg msg;

	(void)unused;
	if (read(uffd, &msg, sizeof(msg)) != sizeof(msg) || ioctl(uffd, UFFDIO_COPY, &copy))
		die("a page is missing: %s", strerror(errno));
}

/* Make call @nr, which has to wait for its path. */
static void open_absent(int nr, const char *path)
{
	pid_t tid;

	make_absent();
	strcpy(content, path);
	tid = spawn_thread(provide, NULL);
	open_path(nr, page);
	wait_for_thread(tid);
}

CASE(absent_path)
{
	condition(HIDES);
	open_absent(1, SECRET);
	expect_later("openat(1, %s" ABSENT ", O_RDONLY) = " ENOENT_LINE
		     " /* filename=\"" SECRET "\" read at exit */", ptr(page));
	/* Somebody may have changed it by then. */
	open_absent(2, PLAIN);
	expect("openat(2, %s" ABSENT ", O_RDONLY) = " ENOENT_LINE
	       " /* filename=\"" PLAIN "\" read at exit */" UNDECIDED, ptr(page));
	open_path(3, PLAIN);
	expect_never("openat(3, <*>");
	open_path(4, SECRET);
	expect("openat(4, \"" SECRET "\", O_RDONLY) = " ENOENT_LINE);
}

CASE(absent_path_turned_round)
{
	condition("openat: !(filename ~ \"*plain*\")");
	open_absent(1, SECRET);
	expect_later("openat(1, <*>) = " ENOENT_LINE " /* filename=\"" SECRET
		     "\" read at exit */");
	open_absent(2, PLAIN);
	expect("openat(2, <*>) = " ENOENT_LINE " /* filename=\"" PLAIN "\" read at exit */"
	       UNDECIDED);
	open_path(3, PLAIN);
	expect_never("openat(3, <*>");
}

CASE(absent_path_and_the_result)
{
	condition("openat: filename ~ \"*secret*\" && failed");
	open_absent(1, SECRET);
	expect_later("openat(1, <*>) = " ENOENT_LINE " /* filename=\"" SECRET
		     "\" read at exit */");
	open_absent(2, "/");
	expect_never("openat(2, <*>");
	open_absent(3, PLAIN);
	expect("openat(3, <*>) = " ENOENT_LINE " /* filename=\"" PLAIN "\" read at exit */"
	       UNDECIDED);
}

CASE(absent_path_without_conditions)
{
	open_absent(1, SECRET);
	expect_later("openat(1, %s" ABSENT ", O_RDONLY) = " ENOENT_LINE
		     " /* filename=\"" SECRET "\" read at exit */", ptr(page));
}

/* The kernel writes something, too, and the call fails or does not. */
CASE(absent_path_and_output)
{
	char status[256];
	pid_t tid;

	make_absent();
	strcpy(content, "/");
	tid = spawn_thread(provide, NULL);
	sys(SYS_statx, 1, page, 0, 0, status);
	wait_for_thread(tid);
	expect_later("statx(1, %s" ABSENT ", <*>, {<*>}) = 0"
		     " /* filename=\"/\" read at exit */", ptr(page));
	make_absent();
	strcpy(content, SECRET);
	tid = spawn_thread(provide, NULL);
	sys(SYS_statx, 2, page, 0, 0, status);
	wait_for_thread(tid);
	expect_later("statx(2, %s" ABSENT ", <*>, %s) = " ENOENT_LINE
		     " /* filename=\"" SECRET "\" read at exit */", ptr(page), ptr(status));
}

CASE(absent_buffers)
{
	struct iovec iov[2];
	int fd = file_with("");
	pid_t tid;

	condition("writev: vec ~ \"*secret*\"");
	make_absent();
	iov[0] = (struct iovec) { "plain", 5 };
	iov[1] = (struct iovec) { page, 6 };
	strcpy(content, "secret");
	tid = spawn_thread(provide, NULL);
	sys(SYS_writev, fd, iov, 2);
	wait_for_thread(tid);
	expect_later("writev(%d, [{iov_base=\"plain\", iov_len=5}, {iov_base=%s" ABSENT
		     ", iov_len=6}], 2) = 11 /* vec=[{iov_base=\"plain\", iov_len=5},"
		     " {iov_base=\"secret\", iov_len=6}] read at exit */", fd, ptr(page));
	iov[1].iov_base = "public";
	sys(SYS_writev, fd, iov, 2);
	expect_never("writev(<*>public<*>");
}

/* Another thread could have let the kernel read it. */
CASE(forbidden_path)
{
	char *map = mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	condition(HIDES);
	open_path(1, map);
	expect_later("openat(1, %s, O_RDONLY) = " EFAULT_LINE UNDECIDED, ptr(map));
	open_path(2, NULL);
	expect_never("openat(2, <*>");
}

CASE(action)
{
	condition(HIDES " :stop");
	marker(1);
	expect_later("%s", marker_line(1));
	open_path(1, PLAIN);
	expect("openat(1, \"" PLAIN "\", O_RDONLY) = " ENOENT_LINE);
	open_absent(2, PLAIN);
	expect_later("openat(2, <*>) = " ENOENT_LINE " /* filename=\"" PLAIN
		     "\" read at exit */" UNDECIDED);
	marker(2);
	expect_never("%s", marker_line(2));
}

/* ----------------------------- behind the copies --------------------------- */

#define MANY	40
/* More than are copied of an execve(). */
#define MANY_ARGS	250

static void make_argv(char **argv, int nr, char *last)
{
	for (int i = 0; i < nr - 1; i++)
		argv[i] = "plain";
	argv[nr - 1] = last;
	argv[nr] = NULL;
}

CASE(late_arguments)
{
	char *argv[MANY_ARGS + 1];

	condition("execve: argv ~ \"*evil*\"");
	make_argv(argv, MANY_ARGS, "evil");
	sys(SYS_execve, "/none/1", argv, NULL);
	expect_later("execve(\"/none/1\", [<*>, ... /* <*> more */], NULL) = " ENOENT_LINE UNDECIDED);
	make_argv(argv, 3, "evil");
	sys(SYS_execve, "/none/2", argv, NULL);
	expect("execve(\"/none/2\", [\"plain\", \"plain\", \"evil\"], NULL) = " ENOENT_LINE);
	make_argv(argv, 32, "harmless");
	sys(SYS_execve, "/none/3", argv, NULL);
	expect_never("execve(\"/none/3\"<*>");
	make_argv(argv, 201, "harmless");
	sys(SYS_execve, "/none/4", argv, NULL);
	expect("execve(\"/none/4\", [<*>, ... /* <*> more */], NULL) = " ENOENT_LINE UNDECIDED);
}

CASE(late_arguments_turned_round)
{
	char *argv[MANY_ARGS + 1];

	condition("execve: !(argv ~ \"plain\")");
	make_argv(argv, MANY_ARGS, "evil");
	sys(SYS_execve, "/none/1", argv, NULL);
	expect_never("execve(\"/none/1\"<*>");
	argv[0] = "evil";
	make_argv(argv + 1, 2, "plain");
	sys(SYS_execve, "/none/2", argv, NULL);
	expect_never("execve(\"/none/2\"<*>");
	for (int i = 0; i < MANY_ARGS; i++)
		argv[i] = "evil";
	argv[MANY_ARGS] = NULL;
	sys(SYS_execve, "/none/3", argv, NULL);
	expect_later("execve(\"/none/3\", [<*>, ... /* <*> more */], NULL) = " ENOENT_LINE UNDECIDED);
}

CASE(late_buffers)
{
	struct iovec iov[MANY];

	condition("writev: vec ~ \"*evil*\"");
	for (int i = 0; i < MANY; i++)
		iov[i] = (struct iovec) { "plain", 5 };
	iov[MANY - 1].iov_base = "evil!";
	sys(SYS_writev, -1, iov, MANY);
	expect_later("writev(-1, [<*>, ...], %d) = " EBADF_LINE UNDECIDED, MANY);
	sys(SYS_writev, -1, iov, 5);
	expect_never("writev(-1, <*>, 5) = <*>");
	sys(SYS_writev, -1, iov + MANY - 2, 2);
	expect("writev(-1, [{iov_base=\"plain\", iov_len=5}, {iov_base=\"evil!\", iov_len=5}], 2)"
	       " = " EBADF_LINE);
}

CASE(end_of_data)
{
	static char data[2 * PAGE];

	condition("write: buf ~ \"*evil\"");
	memset(data, 'x', sizeof(data));
	memcpy(data + sizeof(data) - 4, "evil", 4);
	sys(SYS_write, -1, data, sizeof(data));
	expect_later("write(-1, \"xxx<*>\"..., %d) = " EBADF_LINE UNDECIDED, (int)sizeof(data));
	sys(SYS_write, -1, data, 9);
	expect_never("write(-1, <*>, 9) = <*>");
	sys(SYS_write, -1, data + sizeof(data) - 8, 8);
	expect("write(-1, \"xxxxevil\", 8) = " EBADF_LINE);
}

/* The upper half of a count is no place to hide in: a device that takes all of it reads it. */
CASE(large_count)
{
#ifndef ABI_32
	static const char secret[64] = "a secret, and zeroes behind it";
	int fd = open("/dev/null", O_WRONLY);

	condition("write|pwrite64: buf ~ \"*secret*\"");
	raw_syscall(SYS_write, fd, WORD(secret), sizeof(secret) + (1ULL << 32), 0, 0, 0);
	expect_later("write(%d, \"a secret, <*>\"..., 4294967360) = 2147479552", fd);
	raw_syscall(SYS_pwrite64, fd, WORD(secret), 1ULL << 32, 0, 0, 0);
	expect_later("pwrite64(%d, \"a secret, <*>\"..., 4294967296, 0) = 2147479552", fd);
	raw_syscall(SYS_write, fd, WORD(secret), 3 + (1ULL << 32), 0, 0, 0);
	expect_later("write(%d, \"a secret, <*>\"..., 4294967299) = 2147479552", fd);
#else
	skip("has no larger count");
#endif
}

/* -------------------------- not where one looks first ---------------------- */

CASE(second_buffer)
{
	static char data[8192];
	struct iovec iov[] = { { data, 0 }, { data, sizeof(data) }, { data, 1 } };

	condition("writev: vec.iov_len > 4096");
	sys(SYS_writev, -1, iov, 2);
	expect_later("writev(-1, <*>, 2) = " EBADF_LINE);
	iov[1].iov_len = 4096;
	sys(SYS_writev, -1, iov, 3);
	expect_never("writev(-1, <*>, 3) = <*>");
}

CASE(second_descriptor)
{
	struct pollfd fds[] = { { .fd = -6 }, { .fd = -7 } };

	condition("poll: ufds.pollfd.fd == -7");
	sys(SYS_poll, fds, 2, 0);
	expect_later("poll(<*>, 2, 0) = 0 (Timeout)");
	sys(SYS_poll, fds, 1, 0);
	expect_never("poll(<*>, 1, 0)<*>");
}

CASE(second_message)
{
	struct mmsghdr msgs[3] = { };

	msgs[1].msg_hdr.msg_flags = MSG_OOB;
	condition("sendmmsg: mmsg.msg_hdr.msg_flags & MSG_OOB");
	sys(SYS_sendmmsg, -1, msgs, 2, 0);
	expect_later("sendmmsg(-1, <*>, 2, 0) = " EBADF_LINE);
	msgs[1].msg_hdr.msg_flags = 0;
	sys(SYS_sendmmsg, -1, msgs, 3, 0);
	expect_never("sendmmsg(-1, <*>, 3, 0) = <*>");
}

/* UDP takes an address without a family. */
CASE(no_family)
{
	struct sockaddr_in addr = {
		.sin_port = htons(4433), .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	long long ret;

	condition("sendto: addr.sin_port == 4433");
	ret = sys(SYS_sendto, fd, "x", 1, 0, &addr, sizeof(addr));
	if (ret == -EINVAL || ret == -EAFNOSUPPORT)
		die("the kernel refuses an address without a family");
	expect_later("sendto(%d, \"x\", 1, 0, <*>, 16) = %s", fd, result(ret));
	addr.sin_port = htons(4434);
	sys(SYS_sendto, fd, "y", 1, 0, &addr, sizeof(addr));
	expect_never("sendto(%d, \"y\"<*>", fd);
}

CASE(abstract_name)
{
	struct sockaddr_un addr = { .sun_family = AF_UNIX, .sun_path = "\0no such name" };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	condition("connect: uservaddr.sun_path == \"\\0no such\"");
	sys(SYS_connect, fd, &addr, 2 + 8);
	expect_later("connect(%d, {sa_family=AF_UNIX, sun_path=@\"no such\"}, 10) = "
		     "-1 ECONNREFUSED (Connection refused)", fd);
	sys(SYS_connect, fd, &addr, 2 + 9);
	expect_never("connect(%d, <*>, 11)<*>", fd);
}

/* A descriptor's flags have the value of a type of locks. */
CASE(word_in_place_of_members)
{
	struct flock lock = { .l_type = F_WRLCK };

	condition("fcntl: arg.l_type == F_WRLCK");
	sys(SYS_fcntl, -1, F_SETLK, &lock);
	expect_later("fcntl(-1, F_SETLK, {l_type=F_WRLCK, <*>}) = " EBADF_LINE);
	sys(SYS_fcntl, -1, F_SETFD, FD_CLOEXEC);
	expect_never("fcntl(-1, F_SETFD, <*>");
}

/* The same call has parameters of other names in another ABI, or other ones. */
CASE(other_abi)
{
#ifdef ABI_32
	skip("there is no other one");
#else
	static const char secret[] = "secret", plain[] = "plain";

	condition("pwrite64: buf ~ \"*secret*\"\nfallocate: len == 7\nmsgget: msgflg == 8");
	int80(181, -1, secret, 6, 0, 0);
	expect_later("pwrite64(-1, \"secret\", 6, 0) = " EBADF_LINE);
	int80(181, -1, plain, 5, 0, 0);
	expect_never("pwrite64(-1, \"plain\"<*>");
	int80(324, -1, 0, 0, 0, 7, 0);
	expect_later("fallocate(-1, 0, 0, 7) = " EBADF_LINE UNDECIDED);
	/* ipc() */
	int80(117, 13, 0x1234, 8, 0, 0, 0);
	expect_later("msgget(0x1234, 010) = " ENOENT_LINE UNDECIDED);
#endif
}

/* Numbers without a name are meant by the name that means all. */
CASE(no_name)
{
#ifdef ABI_32
	int hole = 222;
#else
	int hole = 400;
#endif
	const char *dir = other_instance();

	write_file(text("%s/set_syscall_pid", dir), text("%d", getpid()));
	write_file(text("%s/set_syscall", dir), "*");
	write_file(text("%s/%s", dir, the_tracer()), "syscall");
	view_instance(dir);
	sys(600, 1, 2, 3, 4, 5, 6);
	expect_later("syscall_0x258(0x1, 0x2, 0x3, 0x4, 0x5, 0x6) = -1 ENOSYS (Function not implemented)");
	sys(hole, 1, 2, 3, 4, 5, 6);
	expect("syscall_%#x(0x1, 0x2, 0x3, 0x4, 0x5, 0x6) = -1 ENOSYS (Function not implemented)", hole);
	write_file(text("%s/set_syscall", dir), "* !*");
	sys(hole, 2, 2, 3, 4, 5, 6);
	expect_never("syscall_%#x(0x2, <*>", hole);
	sys(600, 2, 2, 3, 4, 5, 6);
	expect_never("syscall_0x258(0x2, <*>");
}

/* --------------------------------- other threads --------------------------- */

static volatile bool done;

static void *fork_on(void *unused)
{
	pid_t pid;

	while (!done) {
		pid = fork();
		if (!pid)
			_exit(0);
		waitpid(pid, NULL, 0);
	}

	return unused;
}

/*
 * The path lies in a page of a file that is not mapped, while another thread forks, and so
 * holds the locks of all mappings.
 */
CASE(storm)
{
	int fd = file_with(SECRET);
	char *map = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, fd, 0);
	/* A page of the program's file is not always resident, either. */
	char plain[] = PLAIN;
	pthread_t thread;

	if (map == MAP_FAILED)
		die("no mapping");
	condition(HIDES);
	if (pthread_create(&thread, NULL, fork_on, NULL))
		die("no thread");
	for (int i = 0; i < CALLS; i++) {
		madvise(map, PAGE, MADV_DONTNEED);
		open_path(1000 + i, map);
		expect_later("openat(%d, <*>) = " ENOENT_LINE "<*>", 1000 + i);
		open_path(2000 + i, plain);
		expect_never("openat(%d, <*>", 2000 + i);
	}
	done = true;
	pthread_join(thread, NULL);
}

/* ------------------------ before anybody has looked ------------------------ */

#ifdef ABI_32
#define SOCKETCALL_RECV	10

static int pair[2];

static void receive(void *arg)
{
	char buf[8];
	uint32_t words[] = { pair[0], (uintptr_t)buf, sizeof(buf), 0 };

	(void)arg;
	sys(SYS_socketcall, SOCKETCALL_RECV, WORD(words));
}

/* A task gets @len bytes by a call that began before anybody wanted to see it. */
static pid_t receive_unseen(size_t len)
{
	pid_t child = spawn(receive, NULL);

	wait_blocked(child, SYS_socketcall);
	write_file(text("%s/set_syscall_pid", other_instance()), text("%d", child));
	if (write(pair[1], "bytes", len) != (ssize_t)len)
		die("cannot send");
	wait_for(child);

	return child;
}
#endif

/* A condition names a call, and a task is in flight in that by way of another one. */
CASE(in_flight_by_socketcall)
{
#ifdef ABI_32
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		die("no sockets");
	tracer(the_tracer(), "nop");
	condition("recv: size > 0 && ret == 1\nrecv: ret == 2\nsend: len > 0\nsize > 0 && ret == 4");
	/* Children would be followed. */
	write_file(text("%s/set_syscall_pid", other_instance()), "1");
	expect_of(receive_unseen(1), "<... socketcall resumed><*>) = 1" UNDECIDED);
	expect_of(receive_unseen(2), "<... socketcall resumed><*>) = 2");
	expect_never_of(receive_unseen(3), "<... socketcall resumed><*>");
	expect_of(receive_unseen(4), "<... socketcall resumed><*>) = 4" UNDECIDED);
#else
	skip("there is no such call");
#endif
}

/* -------------------------------- a hostile parent ------------------------- */

#ifdef ABI_32
#define FIRST_ARG_REG	ebx
#else
#define FIRST_ARG_REG	rdi
#endif

/*
 * A task ends with 3, and its parent changes the register with that while the task is stopped at
 * its end: whoever asks then still gets what the task has passed.
 */
CASE(changed_at_the_end)
{
	struct user_regs_struct regs;
	pid_t pid = fork();
	int status;

	if (!pid) {
		raise(SIGSTOP);
		sys(SYS_exit_group, 3);
	}
	if (waitpid(pid, &status, WUNTRACED) != pid || !WIFSTOPPED(status))
		die("it does not stop");
	condition("exit_group: error_code == 3 && !failed");
	write_file(text("%s/set_syscall_pid", other_instance()), text("%d", pid));
	if (ptrace(PTRACE_SEIZE, pid, NULL, WORD(PTRACE_O_TRACEEXIT | PTRACE_O_EXITKILL)))
		skip("no ptrace");
	kill(pid, SIGCONT);
	while (waitpid(pid, &status, 0) == pid && WIFSTOPPED(status) &&
	       status >> 16 != PTRACE_EVENT_EXIT)
		ptrace(PTRACE_CONT, pid, NULL, NULL);
	if (status >> 16 != PTRACE_EVENT_EXIT || ptrace(PTRACE_GETREGS, pid, NULL, &regs))
		die("its end is not seen");
	/* An x32 program cannot write single ones. */
	regs.FIRST_ARG_REG = 0;
	if (ptrace(PTRACE_SETREGS, pid, NULL, &regs) || ptrace(PTRACE_CONT, pid, NULL, NULL))
		die("its registers cannot be changed");
	if (wait_for(pid) != 3 << 8)
		die("it ends in another way");
	expect_of(pid, "exit_group(3<*>");
}
