// SPDX-License-Identifier: GPL-2.0
/*
 * What is recorded of a call at the limits of what fits, and when these change.
 */
#include <linux/netlink.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "case.h"

#define MESSAGES	7
#define CONTROL		512
#define BUFFERS		32

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
	write_file(text("%s/current_tracer", other), "syscall");
	write_file(text("%s/syscall_strlen", other), "4095");
	write_file(text("%s/syscall_datalen", other), "4095");
	sys(SYS_rename, path[0], path[1]);
	write_file(text("%s/current_tracer", other), "nop");
	expect("rename(\"%.256s\"..., \"%.256s\"...) = -1 <*>", path[0], path[1]);
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
