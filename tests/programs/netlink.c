// SPDX-License-Identifier: GPL-2.0
/*
 * Messages of netlink sockets: what is sent, what comes back, and what is none.
 */
#include <linux/if_addr.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "case.h"

#define HEAD(len, type, flags) \
	"{nlmsg_len=" len ", nlmsg_type=" type ", nlmsg_flags=" flags ", nlmsg_seq=7, nlmsg_pid=0}"

static union {
	struct {
		struct nlmsghdr		head;
		union {
			struct ifaddrmsg	addr;
			struct ifinfomsg	link;
			struct rtmsg		route;
		};
	};
	char bytes[8192];
} msg;

static int new_socket(int protocol)
{
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, protocol);

	if (fd < 0)
		skip("no such sockets");
	memset(&msg, 0, sizeof(msg));
	msg.head.nlmsg_seq = 7;
	msg.head.nlmsg_flags = NLM_F_REQUEST;
	return fd;
}

static void set_type(int type, unsigned int size)
{
	msg.head.nlmsg_type = type;
	msg.head.nlmsg_len = sizeof(msg.head) + size;
}

/* An attribute at the end of the message. */
static void add(int type, const void *data, unsigned int len)
{
	struct nlattr attr = { sizeof(attr) + len, type };
	unsigned int at = NLMSG_ALIGN(msg.head.nlmsg_len);

	memcpy(msg.bytes + at, &attr, sizeof(attr));
	memcpy(msg.bytes + at + sizeof(attr), data, len);
	msg.head.nlmsg_len = at + sizeof(attr) + len;
}

static long send_it(int fd, unsigned int len)
{
	return sys(SYS_sendto, fd, &msg, len, MSG_DONTWAIT, NULL, 0);
}

CASE(sent)
{
	int fd = new_socket(NETLINK_ROUTE);

	set_type(RTM_GETADDR, sizeof(msg.addr));
	msg.head.nlmsg_flags |= NLM_F_DUMP;
	msg.addr.ifa_family = AF_INET;
	send_it(fd, msg.head.nlmsg_len);
	expect_later("sendto(%d, [" HEAD("24", "RTM_GETADDR", "NLM_F_REQUEST|NLM_F_DUMP") ", "
		     "{ifa_family=AF_INET, ifa_prefixlen=0, ifa_flags=0, ifa_scope=RT_SCOPE_UNIVERSE, ifa_index=0}], "
		     "24, MSG_DONTWAIT, NULL, 0) = <*>", fd);

	set_type(RTM_NEWLINK, sizeof(msg.link));
	msg.head.nlmsg_flags = NLM_F_REQUEST | NLM_F_EXCL;
	msg.link = (struct ifinfomsg){ .ifi_index = 1 };
	add(IFLA_IFNAME, "a", 2);
	add(IFLA_MTU, &(int){ 5 }, 4);
	add(0x3fff, "bytes", 5);
	send_it(fd, msg.head.nlmsg_len);
	expect("sendto(%d, [" HEAD("57", "RTM_NEWLINK", "NLM_F_REQUEST|NLM_F_EXCL") ", "
	       "{ifi_family=AF_UNSPEC, ifi_type=ARPHRD_NETROM, ifi_index=if_nametoindex(\"lo\"), ifi_flags=0, ifi_change=0}, "
	       "[[{nla_len=6, nla_type=IFLA_IFNAME}, \"a\"], [{nla_len=8, nla_type=IFLA_MTU}, 5], "
	       "[{nla_len=9, nla_type=0x3fff /* IFLA_??? */}, \"\\x62\\x79\\x74\\x65\\x73\"]]], "
	       "57, MSG_DONTWAIT, NULL, 0) = <*>", fd);

	set_type(RTM_GETROUTE, sizeof(msg.route));
	msg.head.nlmsg_flags = NLM_F_REQUEST;
	memset(&msg.route, 0, sizeof(msg.route));
	msg.route.rtm_family = AF_INET;
	msg.route.rtm_table = RT_TABLE_MAIN;
	add(RTA_DST, (char []){ 127, 0, 0, 1 }, 4);
	send_it(fd, msg.head.nlmsg_len);
	expect("sendto(%d, [" HEAD("36", "RTM_GETROUTE", "NLM_F_REQUEST") ", "
	       "{rtm_family=AF_INET, rtm_dst_len=0, rtm_src_len=0, rtm_tos=0, rtm_table=RT_TABLE_MAIN, "
	       "rtm_protocol=RTPROT_UNSPEC, rtm_scope=RT_SCOPE_UNIVERSE, rtm_type=RTN_UNSPEC, rtm_flags=0}, "
	       "[{nla_len=8, nla_type=RTA_DST}, inet_addr(\"127.0.0.1\")]], 36, MSG_DONTWAIT, NULL, 0) = <*>", fd);
}

/* The name of an interface is that of the socket's namespace, wherever the task has gone. */
CASE(other_namespace)
{
	int fd = new_socket(NETLINK_ROUTE), own;
	struct ifreq name = { .ifr_name = "lo", .ifr_newname = "other0" };

	if (unshare(CLONE_NEWNET))
		skip("no other namespaces of networks");
	own = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (ioctl(own, SIOCSIFNAME, &name))
		die("cannot rename lo");
	set_type(RTM_GETLINK, sizeof(msg.link));
	msg.link = (struct ifinfomsg){ .ifi_index = 1 };
	send_it(fd, msg.head.nlmsg_len);
	expect_later("sendto(%d, [" HEAD("32", "RTM_GETLINK", "NLM_F_REQUEST") ", "
		     "{ifi_family=AF_UNSPEC, ifi_type=ARPHRD_NETROM, ifi_index=if_nametoindex(\"lo\"), ifi_flags=0, ifi_change=0}], "
		     "32, MSG_DONTWAIT, NULL, 0) = <*>", fd);
	close(fd);
	if (new_socket(NETLINK_ROUTE) != fd)
		die("another descriptor");
	set_type(RTM_GETLINK, sizeof(msg.link));
	msg.link = (struct ifinfomsg){ .ifi_index = 1 };
	send_it(fd, msg.head.nlmsg_len);
	expect_later("sendto(%d, [" HEAD("32", "RTM_GETLINK", "NLM_F_REQUEST") ", "
		     "{ifi_family=AF_UNSPEC, ifi_type=ARPHRD_NETROM, ifi_index=if_nametoindex(\"other0\"), ifi_flags=0, ifi_change=0}], "
		     "32, MSG_DONTWAIT, NULL, 0) = <*>", fd);
}

/* What the messages say of their lengths is not always so. */
CASE(odd_lengths)
{
	int fd = new_socket(NETLINK_ROUTE);

	set_type(RTM_GETLINK, 0);
	send_it(fd, 16);
	expect_later("sendto(%d, " HEAD("16", "RTM_GETLINK", "NLM_F_REQUEST")
		     ", 16, MSG_DONTWAIT, NULL, 0) = <*>", fd);
	msg.head.nlmsg_len = 17;
	send_it(fd, 17);
	expect("sendto(%d, [" HEAD("17", "RTM_GETLINK", "NLM_F_REQUEST") ", {ifi_family=AF_UNSPEC, ...}], "
	       "17, MSG_DONTWAIT, NULL, 0) = <*>", fd);
	msg.head.nlmsg_len = 500;
	send_it(fd, 17);
	expect("sendto(%d, [" HEAD("500", "RTM_GETLINK", "NLM_F_REQUEST") ", {ifi_family=AF_UNSPEC, ...}], "
	       "17, MSG_DONTWAIT, NULL, 0) = <*>", fd);
	set_type(RTM_GETLINK, sizeof(msg.link));
	add(IFLA_IFNAME, "a", 2);
	/* An attribute that ends behind the message, and one too short to be. */
	msg.bytes[32] = 99;
	send_it(fd, msg.head.nlmsg_len);
	expect("sendto(%d, [" HEAD("38", "RTM_GETLINK", "NLM_F_REQUEST") ", {<*>}, "
	       "[{nla_len=99, nla_type=IFLA_IFNAME}, \"a\"]], 38, MSG_DONTWAIT, NULL, 0) = <*>", fd);
	msg.bytes[32] = 3;
	send_it(fd, msg.head.nlmsg_len);
	expect("sendto(%d, [" HEAD("38", "RTM_GETLINK", "NLM_F_REQUEST") ", {<*>}, "
	       "[{nla_len=3, nla_type=IFLA_IFNAME}, ...]], 38, MSG_DONTWAIT, NULL, 0) = <*>", fd);
	/* Two messages, and what is left. */
	set_type(NLMSG_NOOP, 0);
	memcpy(msg.bytes + 16, msg.bytes, 16);
	send_it(fd, 35);
	expect("sendto(%d, [" HEAD("16", "NLMSG_NOOP", "NLM_F_REQUEST") ", "
	       HEAD("16", "NLMSG_NOOP", "NLM_F_REQUEST") ", \"<*>\"], 35, MSG_DONTWAIT, NULL, 0) = <*>", fd);
}

/* What of a message is behind the end of what can be read is not there. */
CASE(readable_in_part)
{
	int fd = new_socket(NETLINK_ROUTE);
	struct sockaddr_nl to = { .nl_family = AF_NETLINK };
	struct iovec iov = { .iov_len = 100 };
	struct msghdr hdr = { .msg_name = &to, .msg_namelen = sizeof(to),
			      .msg_iov = &iov, .msg_iovlen = 1 };
	char *at;

	set_type(RTM_GETLINK, sizeof(msg.link));
	add(IFLA_MTU, &(int){ 5 }, 4);
	add(IFLA_MTU, &(int){ 6 }, 4);
	at = at_end(&msg, msg.head.nlmsg_len - 2);
	sys(SYS_sendto, fd, at, msg.head.nlmsg_len, MSG_DONTWAIT, NULL, 0);
	expect_later("sendto(%d, [[" HEAD("48", "RTM_GETLINK", "NLM_F_REQUEST") ", {ifi_family=AF_UNSPEC, <*>}, "
		     "[[{nla_len=8, nla_type=IFLA_MTU}, 5], [{nla_len=8, nla_type=IFLA_MTU}, \"\\x06\\x00\"]]], "
		     "... /* %s */], 48, MSG_DONTWAIT, NULL, 0) = " EFAULT_LINE, fd, ptr(at + 46));
	iov.iov_base = at;
	sys(SYS_sendmsg, fd, &hdr, 0);
	expect("sendmsg(%d, {<*>msg_iov=[{iov_base=[[" HEAD("48", "RTM_GETLINK", "NLM_F_REQUEST") ", <*>]], "
	       "... /* %s */], iov_len=100}], <*>}, 0) = " EFAULT_LINE, fd, ptr(at + 46));
	at = at_end(&msg, 16);
	sys(SYS_sendto, fd, at, 20, 0, NULL, 0);
	expect_later("sendto(%d, [" HEAD("48", "RTM_GETLINK", "NLM_F_REQUEST") ", ... /* %s */], "
		     "20, 0, NULL, 0) = " EFAULT_LINE, fd, ptr(at + 16));
	at = at_end(&msg, 15);
	sys(SYS_sendto, fd, at, 20, 0, NULL, 0);
	expect_later("sendto(%d, %s, 20, 0, NULL, 0) = " EFAULT_LINE, fd, ptr(at));
}

/* The same attribute is something else in messages about bridges. */
CASE(bridges)
{
	int fd = new_socket(NETLINK_ROUTE);
	struct {
		struct nlattr	flags;
		uint16_t	flags_value[2];
		struct nlattr	mode;
		uint16_t	mode_value[2];
		struct nlattr	vlan;
		uint16_t	vlan_value[2];
	} spec = {
		{ 6, 0 }, { 3 }, { 6, 1 }, { 0xffff }, { 8, 2 }, { 0x48, 9 },
	};

	set_type(RTM_SETLINK, sizeof(msg.link));
	msg.link.ifi_family = AF_BRIDGE;
	add(IFLA_AF_SPEC, &spec, sizeof(spec));
	send_it(fd, msg.head.nlmsg_len);
	expect_later("sendto(%d, [" HEAD("60", "RTM_SETLINK", "NLM_F_REQUEST") ", {ifi_family=AF_BRIDGE, <*>}, "
		     "[{nla_len=28, nla_type=IFLA_AF_SPEC}, "
		     "[[{nla_len=6, nla_type=IFLA_BRIDGE_FLAGS}, BRIDGE_FLAGS_MASTER|BRIDGE_FLAGS_SELF], "
		     "[{nla_len=6, nla_type=IFLA_BRIDGE_MODE}, BRIDGE_MODE_UNDEF], "
		     "[{nla_len=8, nla_type=IFLA_BRIDGE_VLAN_INFO}, "
		     "{flags=BRIDGE_VLAN_INFO_RANGE_BEGIN|BRIDGE_VLAN_INFO_ONLY_OPTS, vid=9}]]]], "
		     "60, MSG_DONTWAIT, NULL, 0) = <*>", fd);
}

CASE(received)
{
	int fd = new_socket(NETLINK_ROUTE);
	struct sockaddr_nl from;
	struct iovec iov = { &msg, sizeof(msg) };
	struct msghdr hdr = { .msg_name = &from, .msg_namelen = sizeof(from),
			      .msg_iov = &iov, .msg_iovlen = 1 };

	set_type(RTM_GETLINK, sizeof(msg.link));
	msg.link.ifi_index = 12345;
	send_it(fd, msg.head.nlmsg_len);
	sys(SYS_recvmsg, fd, &hdr, 0);
	expect_later("recvmsg(%d, {msg_name={sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}, msg_namelen=12, "
		     "msg_iov=[{iov_base=[{nlmsg_len=52, nlmsg_type=NLMSG_ERROR, nlmsg_flags=0, nlmsg_seq=7, nlmsg_pid=<*>}, "
		     "{error=-ENODEV, msg=[" HEAD("32", "RTM_GETLINK", "NLM_F_REQUEST") ", {ifi_family=AF_UNSPEC, <*>}]}], "
		     "iov_len=8192}], msg_iovlen=1, msg_controllen=0, msg_flags=0}, 0) = 52", fd);
	set_type(RTM_GETLINK, sizeof(msg.link));
	msg.head.nlmsg_flags = NLM_F_REQUEST;
	msg.link = (struct ifinfomsg){ .ifi_index = 12345 };
	send_it(fd, msg.head.nlmsg_len);
	sys(SYS_recvfrom, fd, &msg, sizeof(msg), 0, NULL, NULL);
	expect_later("recvfrom(%d, [{nlmsg_len=52, nlmsg_type=NLMSG_ERROR, nlmsg_flags=0, nlmsg_seq=<*>, nlmsg_pid=<*>}, "
		     "{error=-ENODEV, msg=[{<*>}, {<*>}]}], 8192, 0, NULL, NULL) = 52", fd);
}

/* The same bytes are text anywhere else. */
CASE(other_sockets)
{
	int pair[2];

	new_socket(NETLINK_ROUTE);
	set_type(NLMSG_NOOP, 4);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		die("no sockets");
	send_it(pair[0], 20);
	expect_later("sendto(%d, \"\\24\\0\\0\\0\\1\\0\\1\\0\\7\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\", 20, MSG_DONTWAIT, NULL, 0) = 20",
		     pair[0]);
	sys(SYS_recvfrom, pair[1], &msg, 100, 0, NULL, NULL);
	expect("recvfrom(%d, \"\\24\\0\\0\\0\\1\\0\\1\\0\\7\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\", 100, 0, NULL, NULL) = 20",
	       pair[1]);
	send_it(-1, 20);
	expect("sendto(-1, \"\\24<*>\", 20, MSG_DONTWAIT, NULL, 0) = " EBADF_LINE);
}
