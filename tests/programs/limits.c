// SPDX-License-Identifier: GPL-2.0
/*
 * What is recorded of a call at the limits of what fits, and when these change.
 */
#include <linux/bpf.h>
#include <linux/netlink.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "case.h"

#define MESSAGES	7
#define CONTROL		512
#define BUFFERS		32
#define REFUSALS	"/sys/kernel/tracing/syscall_refusals"

/* A record holds less than there is to copy of these, none of it strings or data. */
CASE(more_than_a_record)
{
	static char control[CONTROL], name[sizeof(struct sockaddr_storage)];
	static struct mmsghdr msgs[MESSAGES];

	tracer("syscall_datalen", "4095");
	for (int i = 0; i < MESSAGES; i++)
		msgs[i].msg_hdr = (struct msghdr) {
			.msg_name = name,
			.msg_namelen = sizeof(name),
			.msg_control = control,
			.msg_controllen = sizeof(control),
		};
	sys(SYS_sendmmsg, -1, msgs, MESSAGES, 0);
	marker(1);

	expect("sendmmsg(-1, [{msg_hdr={msg_name={sa_family=AF_UNSPEC, <*>], %d, 0) = <*>",
	       MESSAGES);
	expect("%s", marker_line(1));
}

/* All 64 bits of a count say how much is written, and whether it is shown as a whole. */
CASE(count_of_64_bits)
{
#ifndef ABI_32
	static char buf[64];
	int fd = open("/dev/null", O_WRONLY);

	memset(buf, 'A', sizeof(buf));
	raw_syscall(SYS_write, fd, WORD(buf), 5 + (1ULL << 32), 0, 0, 0);
	expect("write(%d, \"%.32s\"..., 4294967301) = 2147479552", fd, buf);
	raw_syscall(SYS_write, fd, WORD(buf), 1ULL << 32, 0, 0, 0);
	expect("write(%d, \"%.32s\"..., 4294967296) = 2147479552", fd, buf);
	raw_syscall(SYS_pwrite64, fd, WORD(buf), 5 + (1ULL << 32), 7, 0, 0);
	expect("pwrite64(%d, \"%.32s\"..., 4294967301, 7) = 2147479552", fd, buf);
	raw_syscall(SYS_pwrite64, fd, WORD(buf), 1ULL << 32, 0, 0, 0);
	expect("pwrite64(%d, \"%.32s\"..., 4294967296, 0) = 2147479552", fd, buf);
#else
	skip("has no larger count");
#endif
}

/* The storage of a task only grows, but what may be in a record shrinks again. */
CASE(less_than_before)
{
	static char buf[BUFFERS][110];
	struct iovec iov[BUFFERS];
	int fd;

	for (int i = 0; i < BUFFERS; i++)
		iov[i] = (struct iovec) { buf[i], sizeof(buf[i]) };
	fd = open("/dev/zero", O_RDONLY);
	tracer("syscall_strlen", "4095");
	access("/", F_OK);
	tracer("syscall_strlen", "256");
	tracer("syscall_datalen", "110");
	sys(SYS_readv, fd, iov, BUFFERS);
	marker(1);

	expect("readv(%d, [{iov_base=\"\\0\\0<*>], %d) = %zu", fd, BUFFERS, sizeof(buf));
	expect("%s", marker_line(1));
}

/*
 * Larger limits never show less: the beginning of what does not fit as a whole, and
 * all pieces of what has several.
 */
CASE(longer_limits)
{
	static char buf[3][3000];
	static struct {
		struct nlmsghdr	head;
		char		data[6004];
	} message = { .head = { .nlmsg_len = sizeof(message), .nlmsg_type = NLMSG_NOOP } };
	struct iovec iov[3];
	struct msghdr msg = { .msg_iov = iov, .msg_iovlen = 3 };
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);

	for (int i = 0; i < 3; i++) {
		memset(buf[i], 'a' + i, sizeof(buf[i]));
		iov[i] = (struct iovec) { buf[i], sizeof(buf[i]) };
	}
	tracer("syscall_strlen", "4095");
	tracer("syscall_datalen", "4095");
	sys(SYS_sendto, fd, &message, sizeof(message), 0);
	expect("sendto(%d, [[{nlmsg_len=%zu, nlmsg_type=NLMSG_NOOP, <*>", fd, sizeof(message));
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, {<*>{iov_base=\"aaa<*>, {iov_base=\"bbb<*>, {iov_base=\"ccc<*>");
}

/* One instance asks for all there is, and another one loses nothing by that. */
CASE(limits_of_others)
{
	static char path[2][3000];
	const char *other = other_instance();

	for (int i = 0; i < 2; i++)
		memset(path[i], 'a' + i, sizeof(path[i]) - 1);
	write_file(text("%s/%s", other, the_tracer()), "syscall");
	write_file(text("%s/syscall_strlen", other), "4095");
	write_file(text("%s/syscall_datalen", other), "4095");
	sys(SYS_rename, path[0], path[1]);
	write_file(text("%s/%s", other, the_tracer()), "nop");
	expect("rename(\"%.256s\"..., \"%.256s\"...) = -1 <*>", path[0], path[1]);
}

/* What is copied for one instance does not show in another one that wants less. */
CASE(less_than_others)
{
	static char path[200];
	union bpf_attr attr = { .pathname = (uintptr_t)path, .bpf_fd = 99 };
	struct nlmsghdr message = { .nlmsg_len = sizeof(message), .nlmsg_type = NLMSG_NOOP };
	const char *other = other_instance();
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	struct iovec iov = { before_hole(5), 50 };

	memset(path, 'a', sizeof(path) - 1);
	write_file(text("%s/%s", other, the_tracer()), "syscall");
	write_file(text("%s/syscall_strlen", other), "4095");
	write_file(text("%s/syscall_datalen", other), "4095");
	sys(SYS_sendto, fd, &message, sizeof(message), 0, NULL, 0);
	expect("sendto(%d, {nlmsg_len=16, nlmsg_type=NLMSG_NOOP, <*>}, 16, 0, NULL, 0) = 16", fd);
	/* A member that is a file name has the limit of strings. */
	sys(SYS_bpf, BPF_OBJ_GET, &attr, sizeof(attr));
	expect("bpf(BPF_OBJ_GET, {pathname=\"%s\", bpf_fd=99<*>", path);

	tracer("syscall_datalen", "15");
	sys(SYS_sendto, fd, &message, sizeof(message), 0, NULL, 0);
	expect_later("sendto(%d, \"\\20\\0\\0\\0\\1\\0<*>\"..., 16, 0, NULL, 0) = 16", fd);
	tracer("syscall_datalen", "0");
	sys(SYS_sendto, fd, &message, sizeof(message), 0, NULL, 0);
	expect_later("sendto(%d, %s, 16, 0, NULL, 0) = 16", fd, ptr(&message));

	/* All that is wanted was copied, though there was no more. */
	tracer("syscall_datalen", "5");
	sys(SYS_writev, -1, &iov, 1);
	expect_later("writev(-1, [{iov_base=\"\\0\\0\\0\\0\\0\"..., iov_len=50}], 1) = " EBADF_LINE);
	write_file(text("%s/%s", other, the_tracer()), "nop");
}

/* How often nothing, or less than wanted, was copied because there was no room. */
static unsigned long refused(void)
{
	unsigned long count, sum = 0;
	char line[256];
	FILE *f = fopen(REFUSALS, "re");

	if (!f)
		die("no " REFUSALS);
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "no_room %lu", &count) == 1 ||
		    sscanf(line, "no_share %lu", &count) == 1)
			sum += count;
	fclose(f);
	return sum;
}

/* What is left out of the last pieces is counted. */
CASE(pieces_refused)
{
	static char buf[BUFFERS][200];
	struct iovec iov[BUFFERS];
	unsigned long before;

	for (int i = 0; i < BUFFERS; i++)
		iov[i] = (struct iovec) { buf[i], sizeof(buf[i]) };
	tracer("syscall_datalen", "200");
	sys(SYS_writev, -1, iov, 1);
	expect("writev(-1, [{iov_base=\"<*>\", iov_len=200}], 1) = " EBADF_LINE);
	before = refused();
	sys(SYS_writev, -1, iov, BUFFERS);
	if (refused() == before)
		die("nothing of %d pieces is refused", BUFFERS);
	expect_later("writev(-1, [<*>], %d) = " EBADF_LINE, BUFFERS);
}

static int pipe_fds[2];
static char byte;

static void read_pipe(void *arg)
{
	(void)arg;
	sys(SYS_read, pipe_fds[0], &byte, 1);
}

/* An exit that is apart tells when its call began, though no data is wanted. */
CASE(time_without_data)
{
	pid_t child;

	tracer("syscall_datalen", "0");
	/* Records may have to be cut to fit. */
	tracer("syscall_strlen", "4095");
	tracer("options/syscall_time", "1");
	if (pipe(pipe_fds))
		die("no pipe");
	pin(0);
	child = spawn(read_pipe, NULL);
	wait_blocked(child, SYS_read);
	if (write(pipe_fds[1], "x", 1) != 1)
		die("cannot write");
	wait_for(child);

	view("syscall_time");
	expect_of(child, "<... read resumed>) = 1 <<*>>");
}
