// SPDX-License-Identifier: GPL-2.0
/*
 * Options of sockets, by level and name: integers, structures and bytes.
 */
#include <arpa/inet.h>
#include <linux/filter.h>
#include <linux/if_packet.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include "case.h"


/* Set an option of no socket: the value is shown all the same. */
#define SET(level, name, val, len, shown_level, shown_name, shown)	\
	do {								\
		sys(SYS_setsockopt, -1, level, name, val, len);		\
		expect("setsockopt(-1, " shown_level ", " shown_name ", %s, %d) = " EBADF_LINE, \
		       (const char *)(shown), (int)(len));		\
	} while (0)

CASE(integers)
{
	int val = -5, ret;
	void *p;

	SET(SOL_SOCKET, SO_KEEPALIVE, &val, 4, "SOL_SOCKET", "SO_KEEPALIVE", "[-5]");
	SET(SOL_SOCKET, SO_KEEPALIVE, &val, 5, "SOL_SOCKET", "SO_KEEPALIVE", "[-5]");
	SET(SOL_SOCKET, SO_KEEPALIVE, &val, 3, "SOL_SOCKET", "SO_KEEPALIVE", ptr(&val));
	SET(SOL_SOCKET, SO_KEEPALIVE, &val, 0, "SOL_SOCKET", "SO_KEEPALIVE", ptr(&val));
	ret = sys(SYS_setsockopt, -1, SOL_SOCKET, SO_KEEPALIVE, &val, -1);
	expect("setsockopt(-1, SOL_SOCKET, SO_KEEPALIVE, %s, -1) = %s", ptr(&val), result(ret));
	SET(SOL_SOCKET, SO_KEEPALIVE, NULL, 4, "SOL_SOCKET", "SO_KEEPALIVE", "NULL");
	SET(SOL_SOCKET, SO_KEEPALIVE, 8, 4, "SOL_SOCKET", "SO_KEEPALIVE", "0x8");
	p = at_end(&val, 2);
	sys(SYS_setsockopt, -1, SOL_SOCKET, SO_KEEPALIVE, p, 4);
	expect_later("setsockopt(-1, SOL_SOCKET, SO_KEEPALIVE, %s, 4) = " EBADF_LINE, ptr(p));
	p = at_end(&val, 4);
	sys(SYS_setsockopt, -1, SOL_SOCKET, SO_KEEPALIVE, p, 20);
	expect_later("setsockopt(-1, SOL_SOCKET, SO_KEEPALIVE, [-5], 20) = " EBADF_LINE);
	val = 1;
	SET(SOL_SOCKET, 74, &val, 4, "SOL_SOCKET", "SO_TXREHASH", "[SOCK_TXREHASH_ENABLED]");
}

/* Of what has no form of its own, the length tells whether it is an integer. */
CASE(plain)
{
	int val = 7;

	SET(IPPROTO_TCP, 1, &val, 4, "SOL_TCP", "TCP_NODELAY", "[7]");
	SET(IPPROTO_TCP, 13, "cubic", 5, "SOL_TCP", "TCP_CONGESTION", "\"cubic\"");
	SET(IPPROTO_TCP, 13, "0123456789012345678901234567890123456789", 40, "SOL_TCP", "TCP_CONGESTION",
	    "\"01234567890123456789012345678901\"...");
	SET(SOL_SOCKET, SO_BINDTODEVICE, "lo", 3, "SOL_SOCKET", "SO_BINDTODEVICE", "\"lo\\0\"");
	SET(SOL_SOCKET, SO_BINDTODEVICE, "lo", 0, "SOL_SOCKET", "SO_BINDTODEVICE", "\"\"");
	SET(SOL_SOCKET, SO_BINDTODEVICE, 8, 3, "SOL_SOCKET", "SO_BINDTODEVICE", "0x8");
	SET(SOL_IPV6, 26, &val, 4, "SOL_IPV6", "IPV6_V6ONLY", "[7]");
	SET(SOL_IP, 999, &val, 4, "SOL_IP", "0x3e7 /* IP_??? */", "[7]");
	SET(999, 5, &val, 4, "0x3e7 /* SOL_?? */", "5", "[7]");
	SET(-1, -1, &val, 4, "0xffffffff /* SOL_?? */", "4294967295", "[7]");
}

CASE(structures)
{
	struct linger linger = { 1, 30 };
	struct ip_mreq mreq = { { htonl(0xe0000105) }, { htonl(INADDR_LOOPBACK) } };
	struct ipv6_mreq mreq6 = { .ipv6mr_interface = 1 };
	struct sock_filter code[2] = { { 6, 0, 0, 1 } };
	struct sock_fprog prog = { 2, code };
	struct tpacket_req ring = { 4096, 2, 2048, 4 };
	struct packet_mreq pm = { 1, PACKET_MR_PROMISC, 6, "\1\2\3\4\5\6" };
	const char *shown;

	SET(SOL_SOCKET, SO_LINGER, &linger, 8, "SOL_SOCKET", "SO_LINGER", "{l_onoff=1, l_linger=30}");
	SET(SOL_SOCKET, SO_LINGER, &linger, 16, "SOL_SOCKET", "SO_LINGER", "{l_onoff=1, l_linger=30}");
	SET(SOL_SOCKET, SO_LINGER, &linger, 7, "SOL_SOCKET", "SO_LINGER", ptr(&linger));
	shown = "{imr_multiaddr=inet_addr(\"224.0.1.5\"), imr_interface=inet_addr(\"127.0.0.1\")}";
	SET(SOL_IP, IP_ADD_MEMBERSHIP, &mreq, 8, "SOL_IP", "IP_ADD_MEMBERSHIP", shown);
	SET(SOL_IP, IP_DROP_MEMBERSHIP, &mreq, 7, "SOL_IP", "IP_DROP_MEMBERSHIP", ptr(&mreq));
	inet_pton(AF_INET6, "ff02::5", &mreq6.ipv6mr_multiaddr);
	shown = "{inet_pton(AF_INET6, \"ff02::5\", &ipv6mr_multiaddr), ipv6mr_interface=if_nametoindex(\"lo\")}";
	SET(SOL_IPV6, 20, &mreq6, 20, "SOL_IPV6", "IPV6_ADD_MEMBERSHIP", shown);
	SET(SOL_IPV6, 28, &mreq6, 19, "SOL_IPV6", "IPV6_LEAVE_ANYCAST", ptr(&mreq6));
	shown = text("{len=2, filter=%s}", ptr(code));
	SET(SOL_SOCKET, SO_ATTACH_FILTER, &prog, sizeof(prog), "SOL_SOCKET", "SO_ATTACH_FILTER", shown);
	SET(SOL_SOCKET, SO_ATTACH_FILTER, &prog, sizeof(prog) + 1, "SOL_SOCKET", "SO_ATTACH_FILTER", ptr(&prog));
	shown = "{tp_block_size=4096, tp_block_nr=2, tp_frame_size=2048, tp_frame_nr=4}";
	SET(SOL_PACKET, PACKET_RX_RING, &ring, 16, "SOL_PACKET", "PACKET_RX_RING", shown);
	SET(SOL_PACKET, PACKET_TX_RING, &ring, 28, "SOL_PACKET", "PACKET_TX_RING", ptr(&ring));
	shown = "{mr_ifindex=if_nametoindex(\"lo\"), mr_type=PACKET_MR_PROMISC, mr_alen=6, mr_address=01:02:03:04:05:06}";
	SET(SOL_PACKET, PACKET_ADD_MEMBERSHIP, &pm, 16, "SOL_PACKET", "PACKET_ADD_MEMBERSHIP", shown);
	pm.mr_ifindex = 8888;
	pm.mr_type = 9;
	pm.mr_alen = 99;
	shown = "{mr_ifindex=8888, mr_type=0x9 /* PACKET_MR_??? */, mr_alen=99, mr_address=01:02:03:04:05:06:00:00}";
	SET(SOL_PACKET, PACKET_DROP_MEMBERSHIP, &pm, 16, "SOL_PACKET", "PACKET_DROP_MEMBERSHIP", shown);
}

CASE(groups)
{
	struct group_req req = { .gr_interface = 1 };
	struct sockaddr_in *in = (void *)&req.gr_group;
	const char *shown = "{gr_interface=if_nametoindex(\"lo\"), gr_group={sa_family=AF_INET, "
			    "sin_port=htons(0), sin_addr=inet_addr(\"224.0.1.6\")}}";

	in->sin_family = AF_INET;
	in->sin_addr.s_addr = htonl(0xe0000106);
	SET(SOL_IP, MCAST_JOIN_GROUP, &req, sizeof(req), "SOL_IP", "MCAST_JOIN_GROUP", shown);
	SET(SOL_IPV6, MCAST_LEAVE_GROUP, &req, sizeof(req) + 1, "SOL_IPV6", "MCAST_LEAVE_GROUP", shown);
	SET(SOL_IP, MCAST_JOIN_GROUP, &req, sizeof(req) - 1, "SOL_IP", "MCAST_JOIN_GROUP", ptr(&req));
}

CASE(icmp)
{
	unsigned int filter = 1;

	SET(SOL_RAW, 1, &filter, 4, "SOL_RAW", "ICMP_FILTER", "[ICMP_ECHOREPLY]");
	filter = 0;
	SET(SOL_RAW, 1, &filter, 8, "SOL_RAW", "ICMP_FILTER", "[]");
	filter = ~0x102;
	SET(SOL_RAW, 1, &filter, 4, "SOL_RAW", "ICMP_FILTER", "~[0x1 /* ICMP_??? */ ICMP_ECHO]");
	SET(SOL_RAW, 1, &filter, 0, "SOL_RAW", "ICMP_FILTER", ptr(&filter));
}

#define GET(fd, level, name, room, shown_level, shown_name, shown, shown_len)	\
	do {								\
		len = room;						\
		sys(SYS_getsockopt, fd, level, name, buf, &len);	\
		expect_later("getsockopt(%d, " shown_level ", " shown_name ", %s, %s) = 0", \
			     (int)(fd), (const char *)(shown), shown_len); \
	} while (0)

CASE(answers)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0), sv[2], len;
	struct linger linger = { 1, 30 };
	char buf[400];

	GET(fd, SOL_SOCKET, SO_TYPE, 4, "SOL_SOCKET", "SO_TYPE", "[1]", "[4]");
	GET(fd, SOL_SOCKET, SO_TYPE, 8, "SOL_SOCKET", "SO_TYPE", "[1]", "[8 => 4]");
	GET(fd, SOL_SOCKET, SO_TYPE, 2, "SOL_SOCKET", "SO_TYPE", "\"\\1\\0\"", "[2]");
	GET(fd, SOL_SOCKET, SO_TYPE, 0, "SOL_SOCKET", "SO_TYPE", ptr(buf), "[0]");
	GET(fd, SOL_SOCKET, SO_ERROR, 4, "SOL_SOCKET", "SO_ERROR", "[0]", "[4]");
	GET(fd, SOL_SOCKET, SO_ERROR, 2, "SOL_SOCKET", "SO_ERROR", "\"\\x00\\x00\"", "[2]");
	GET(fd, SOL_SOCKET, SO_REUSEADDR, 4, "SOL_SOCKET", "SO_REUSEADDR", "[0]", "[4]");
	GET(fd, SOL_SOCKET, SO_REUSEADDR, 3, "SOL_SOCKET", "SO_REUSEADDR", "\"\\x00\\x00\\x00\"", "[3]");
	setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, 8);
	GET(fd, SOL_SOCKET, SO_LINGER, 9, "SOL_SOCKET", "SO_LINGER", "{l_onoff=1, l_linger=30}", "[9 => 8]");
	GET(fd, SOL_SOCKET, SO_LINGER, 6, "SOL_SOCKET", "SO_LINGER", "{l_onoff=1, l_linger=\"\\x1e\\x00\"}", "[6]");
	GET(fd, SOL_SOCKET, SO_LINGER, 4, "SOL_SOCKET", "SO_LINGER", "{l_onoff=1}", "[4]");
	GET(fd, SOL_SOCKET, SO_LINGER, 0, "SOL_SOCKET", "SO_LINGER", ptr(buf), "[0]");
	socketpair(AF_UNIX, SOCK_STREAM, 0, sv);
	GET(sv[0], SOL_SOCKET, SO_PEERCRED, 12, "SOL_SOCKET", "SO_PEERCRED",
	    text("{pid=%d, uid=0, gid=0}", getpid()), "[12]");

	len = -4;
	sys(SYS_getsockopt, fd, SOL_SOCKET, SO_TYPE, buf, &len);
	expect_later("getsockopt(%d, SOL_SOCKET, SO_TYPE, %s, [-4]) = " EINVAL_LINE, fd, ptr(buf));
	sys(SYS_getsockopt, fd, SOL_SOCKET, SO_TYPE, buf, NULL);
	expect("getsockopt(%d, SOL_SOCKET, SO_TYPE, %s, NULL) = " EFAULT_LINE, fd, ptr(buf));
	len = 4;
	sys(SYS_getsockopt, fd, SOL_SOCKET, SO_TYPE, NULL, &len);
	expect("getsockopt(%d, SOL_SOCKET, SO_TYPE, NULL, [4]) = " EFAULT_LINE, fd);
	sys(SYS_getsockopt, fd, SOL_SOCKET, SO_TYPE, buf, 8);
	expect("getsockopt(%d, SOL_SOCKET, SO_TYPE, %s, 0x8) = " EFAULT_LINE, fd, ptr(buf));
}

/* An error by its name. */
CASE(pending_error)
{
	struct sockaddr_in name = { AF_INET, htons(1), { htonl(INADDR_LOOPBACK) }, { } };
	int fd = socket(AF_INET, SOCK_DGRAM, 0), val = 0, len = 4;

	if (system("ip link set lo up"))
		skip("no way to set up lo");
	connect(fd, (void *)&name, sizeof(name));
	send(fd, "x", 1, 0);
	sys(SYS_getsockopt, fd, SOL_SOCKET, SO_ERROR, &val, &len);
	expect_later("getsockopt(%d, SOL_SOCKET, SO_ERROR, [ECONNREFUSED], [4]) = 0", fd);
}

CASE(netlink_groups)
{
	int fd = socket(AF_NETLINK, SOCK_RAW, 0), one = 1, len;
	char buf[64];

	sys(SYS_setsockopt, fd, SOL_NETLINK, 1, &one, 4);
	expect_later("setsockopt(%d, SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, [1], 4) = 0", fd);
	GET(fd, SOL_NETLINK, 9, 8, "SOL_NETLINK", "NETLINK_LIST_MEMBERSHIPS", "[1, 0]", "[8]");
	GET(fd, SOL_NETLINK, 9, 4, "SOL_NETLINK", "NETLINK_LIST_MEMBERSHIPS", "[1]", "[4 => 8]");
	GET(fd, SOL_NETLINK, 10, 4, "SOL_NETLINK", "NETLINK_CAP_ACK", "[0]", "[4]");
}
