// SPDX-License-Identifier: GPL-2.0
/* Sockets of several families, their options, messages with parts and descriptors. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/if_packet.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "must.h"

static void tcp(int family, void *address, socklen_t len)
{
	struct linger linger = { .l_onoff = 1, .l_linger = 1 };
	struct timeval patience = { .tv_sec = 5 };
	struct sockaddr_storage peer;
	socklen_t size = sizeof(peer);
	struct tcp_info info;
	int one = 1, value = 0, flags;
	int server = must(socket(family, SOCK_STREAM, IPPROTO_TCP));
	int client = must(socket(family, SOCK_STREAM | SOCK_NONBLOCK, 0));
	struct pollfd wanted = { .fd = client, .events = POLLOUT | POLLIN };
	char buffer[200];
	int conn;

	must(setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)));
	must(setsockopt(server, SOL_SOCKET, SO_LINGER, &linger, sizeof(linger)));
	must(setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one)));
	must(setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)));
	must(bind(server, address, len));
	must(listen(server, SOMAXCONN));
	must(getsockname(server, (void *)&peer, &size));
	if (connect(client, (void *)&peer, size) == 0)
		puts("at once");
	conn = must(accept(server, (void *)&peer, &size));
	must(poll(&wanted, 1, 1000));
	size = sizeof(value);
	must(getsockopt(client, SOL_SOCKET, SO_ERROR, &value, &size));
	size = sizeof(info);
	must(getsockopt(client, IPPROTO_TCP, TCP_INFO, &info, &size));
	size = sizeof(peer);
	must(getpeername(client, (void *)&peer, &size));
	must(send(conn, "some data\n\0\1\2\377", 14, MSG_MORE));
	must(send(conn, "x", 1, 0));
	must(ioctl(client, FIONREAD, &value));
	must(poll(&wanted, 1, 1000));
	must(recv(client, buffer, sizeof(buffer), MSG_PEEK));
	must(recvfrom(client, buffer, sizeof(buffer), 0, NULL, NULL));
	flags = must(fcntl(client, F_GETFL));
	must(fcntl(client, F_SETFL, flags & ~O_NONBLOCK));
	must(shutdown(conn, SHUT_WR));
	must(read(client, buffer, sizeof(buffer)));
	close(conn);
	close(client);
	close(server);
}

static void udp(void)
{
	struct sockaddr_in address = { .sin_family = AF_INET };
	struct mmsghdr messages[2] = { };
	struct iovec parts[2] = { { "first", 5 }, { "second", 6 } };
	struct timespec patience = { .tv_sec = 1 };
	socklen_t len = sizeof(address);
	int fd = must(socket(AF_INET, SOCK_DGRAM, 0)), i;
	char buffer[100], other[100];
	fd_set readable;
	struct timeval wait = { .tv_usec = 100 };

	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	must(bind(fd, (void *)&address, sizeof(address)));
	must(getsockname(fd, (void *)&address, &len));
	must(sendto(fd, "datagram", 8, 0, (void *)&address, len));
	must(recvfrom(fd, buffer, sizeof(buffer), MSG_TRUNC, (void *)&address, &len));
	for (i = 0; i < 2; i++) {
		messages[i].msg_hdr.msg_name = &address;
		messages[i].msg_hdr.msg_namelen = sizeof(address);
		messages[i].msg_hdr.msg_iov = &parts[i];
		messages[i].msg_hdr.msg_iovlen = 1;
	}
	must(sendmmsg(fd, messages, 2, 0));
	parts[0] = (struct iovec){ buffer, sizeof(buffer) };
	parts[1] = (struct iovec){ other, sizeof(other) };
	must(recvmmsg(fd, messages, 2, 0, &patience));
	FD_ZERO(&readable);
	FD_SET(fd, &readable);
	must(select(fd + 1, &readable, NULL, NULL, &wait));
	close(fd);
}

static void unix_pair(void)
{
	union {
		struct cmsghdr head;
		char space[CMSG_SPACE(sizeof(int))];
	} control = { .head = { CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS } };
	struct iovec part = { "with a descriptor", 17 };
	struct msghdr message = {
		.msg_iov = &part, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof(control),
	};
	struct ucred peer;
	socklen_t len = sizeof(peer);
	char buffer[50];
	int fds[2], out = 1;

	must(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds));
	memcpy(CMSG_DATA(&control.head), &out, sizeof(out));
	must(sendmsg(fds[0], &message, 0));
	part = (struct iovec){ buffer, sizeof(buffer) };
	must(recvmsg(fds[1], &message, MSG_CMSG_CLOEXEC));
	must(getsockopt(fds[1], SOL_SOCKET, SO_PEERCRED, &peer, &len));
	close(fds[0]);
	close(fds[1]);
}

static void netlink(void)
{
	struct {
		struct nlmsghdr head;
		struct ifinfomsg info;
	} request = {
		.head = { sizeof(request), RTM_GETLINK, NLM_F_REQUEST | NLM_F_DUMP, 1, 0 },
		.info = { .ifi_family = AF_UNSPEC },
	};
	struct sockaddr_nl kernel = { .nl_family = AF_NETLINK };
	struct ifreq interface = { .ifr_name = "lo" };
	char answer[8192];
	int fd = must(socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE));

	must(bind(fd, (void *)&kernel, sizeof(kernel)));
	must(sendto(fd, &request, sizeof(request), 0, (void *)&kernel, sizeof(kernel)));
	must(recv(fd, answer, sizeof(answer), 0));
	must(ioctl(fd, SIOCGIFINDEX, &interface));
	must(ioctl(fd, SIOCGIFFLAGS, &interface));
	close(fd);
}

int main(void)
{
	struct sockaddr_in four = { .sin_family = AF_INET };
	struct sockaddr_in6 six = { .sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT };
	struct sockaddr_un local = { .sun_family = AF_UNIX, .sun_path = "\0abstract" };
	int file = must(open("/etc/passwd", O_RDONLY)), pair[2], fd;

	four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	tcp(AF_INET, &four, sizeof(four));
	tcp(AF_INET6, &six, sizeof(six));
	udp();
	unix_pair();
	netlink();
	fd = must(socket(AF_UNIX, SOCK_DGRAM, 0));
	must(bind(fd, (void *)&local, sizeof(sa_family_t) + 9));
	must(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
	must(sendfile(pair[0], file, NULL, 100));
	fd = socket(AF_PACKET, SOCK_RAW, htons(3));
	fd = socket(12345, 0, 0);
	return fd != -1;
}
