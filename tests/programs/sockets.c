// SPDX-License-Identifier: GPL-2.0
/*
 * Sockets: their kinds and protocols, addresses of many families, and lengths that
 * calls change. On i386, also the one call behind which all of these once were.
 */
#include <arpa/inet.h>
#include <linux/if_alg.h>
#include <linux/if_packet.h>
#include <linux/netlink.h>
#include <linux/vm_sockets.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "case.h"


union address {
	struct sockaddr_storage	storage;
	struct sockaddr_un	un;
	struct sockaddr_in	in;
	struct sockaddr_in6	in6;
	struct sockaddr_nl	nl;
	struct sockaddr_ll	ll;
	struct sockaddr_vm	vm;
	struct sockaddr_alg	alg;
	sa_family_t		family;
	unsigned char		bytes[256];
};

static union address addr;

static void set_family(int family)
{
	memset(&addr, 0, sizeof(addr));
	addr.family = family;
}

/* bind() without a socket: the address is shown all the same. */
#define BIND(len, shown)						\
	do {								\
		sys(SYS_bind, -1, &addr, (len));			\
		expect("bind(-1, %s, %d) = " EBADF_LINE, (shown), (len)); \
	} while (0)

CASE(unix)
{
	set_family(AF_UNIX);
	strcpy(addr.un.sun_path, "/a\n\1b");
	BIND(110, "{sa_family=AF_UNIX, sun_path=\"/a\\n\\1b\"}");
	BIND(5, "{sa_family=AF_UNIX, sun_path=\"/a\\n\"}");
	BIND(3, "{sa_family=AF_UNIX, sun_path=\"/\"}");
	BIND(2, "{sa_family=AF_UNIX}");
	memset(addr.un.sun_path, 'x', 108);
	BIND(110, text("{sa_family=AF_UNIX, sun_path=\"%.108s\"}", addr.un.sun_path));
	BIND(111, text("{sa_family=AF_UNIX, sun_path=\"%.108s\"}", addr.un.sun_path));
}

CASE(abstract)
{
	set_family(AF_UNIX);
	memcpy(addr.un.sun_path, "\0name\0more", 10);
	BIND(7, "{sa_family=AF_UNIX, sun_path=@\"name\"}");
	BIND(12, "{sa_family=AF_UNIX, sun_path=@\"name\\0more\"}");
	BIND(3, "{sa_family=AF_UNIX, sun_path=@\"\"}");
}

CASE(lengths)
{
	set_family(AF_UNIX);
	addr.un.sun_path[0] = 'x';
	BIND(1, ptr(&addr));
	BIND(0, ptr(&addr));
	BIND(-1, ptr(&addr));
	BIND(200, "{sa_family=AF_UNIX, sun_path=\"x\"}");
	BIND(0x7fffffff, "{sa_family=AF_UNIX, sun_path=\"x\"}");
	sys(SYS_bind, -1, NULL, 16);
	expect("bind(-1, NULL, 16) = " EBADF_LINE);
	sys(SYS_bind, -1, 8, 16);
	expect("bind(-1, 0x8, 16) = " EBADF_LINE);
}

CASE(end_of_page)
{
	const char *shown = "{sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr(\"127.0.0.1\")}";
	void *p;

	set_family(AF_INET);
	addr.in.sin_port = htons(80);
	addr.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	p = at_end(&addr, 16);
	sys(SYS_connect, -1, p, 16);
	expect_later("connect(-1, %s, 16) = " EBADF_LINE, shown);
	sys(SYS_connect, -1, p, 17);
	expect("connect(-1, %s, 17) = " EBADF_LINE, ptr(p));
	p = at_end(&addr, 15);
	sys(SYS_connect, -1, p, 16);
	expect_later("connect(-1, %s, 16) = " EBADF_LINE, ptr(p));
	/* No address has more than 128 bytes. */
	p = at_end(&addr, 130);
	sys(SYS_connect, -1, p, 200);
	expect_later("connect(-1, %s, 200) = " EBADF_LINE, shown);
}

CASE(inet)
{
	set_family(AF_INET);
	addr.in.sin_port = htons(65535);
	addr.in.sin_addr.s_addr = htonl(0xc0a80001);
	BIND(16, "{sa_family=AF_INET, sin_port=htons(65535), sin_addr=inet_addr(\"192.168.0.1\")}");
	BIND(28, "{sa_family=AF_INET, sin_port=htons(65535), sin_addr=inet_addr(\"192.168.0.1\")}");
	BIND(15, "{sa_family=AF_INET, sa_data=\"\\377\\377\\300\\250\\0\\1\\0\\0\\0\\0\\0\\0\\0\"}");
	BIND(4, "{sa_family=AF_INET, sa_data=\"\\377\\377\"}");
}

#define INET6(address) "{sa_family=AF_INET6, sin6_port=htons(8080), sin6_flowinfo=htonl(7), " \
		       "inet_pton(AF_INET6, \"" address "\", &sin6_addr)"

static void set_inet6(const char *address)
{
	if (inet_pton(AF_INET6, address, &addr.in6.sin6_addr) != 1)
		die("%s", address);
}

#define BIND6(address, shown)						\
	do {								\
		set_inet6(address);					\
		BIND(28, INET6(shown) ", sin6_scope_id=5}");		\
	} while (0)

CASE(inet6)
{
	set_family(AF_INET6);
	addr.in6.sin6_port = htons(8080);
	addr.in6.sin6_flowinfo = htonl(7);
	addr.in6.sin6_scope_id = 5;
	BIND6("::", "::");
	BIND6("::1", "::1");
	BIND6("1::", "1::");
	BIND6("::1.2.3.4", "::1.2.3.4");
	BIND6("::ffff:1.2.3.4", "::ffff:1.2.3.4");
	BIND6("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1");
	BIND6("1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7");
	BIND6("1:0:0:2:0:0:0:3", "1:0:0:2::3");
	BIND6("::1:2:3", "::1:2:3");
	BIND6("FEDC:BA98:7654:3210:FEDC:BA98:7654:3210", "fedc:ba98:7654:3210:fedc:ba98:7654:3210");
	set_inet6("::1");
	BIND(24, INET6("::1") "}");
	BIND(26, INET6("::1") ", sin6_scope_id=5}");
	addr.in6.sin6_scope_id = 0x10005;
	BIND(26, INET6("::1") ", sin6_scope_id=5}");
	BIND(27, INET6("::1") ", sin6_scope_id=65541}");
}

/* The scope of such an address is a network interface: it is shown by its name. */
CASE(link_local)
{
	set_family(AF_INET6);
	addr.in6.sin6_port = htons(8080);
	addr.in6.sin6_flowinfo = htonl(7);
	addr.in6.sin6_scope_id = 1;
	set_inet6("fe80::1");
	BIND(28, INET6("fe80::1") ", sin6_scope_id=if_nametoindex(\"lo\")}");
	set_inet6("ff02::fb");
	BIND(28, INET6("ff02::fb") ", sin6_scope_id=if_nametoindex(\"lo\")}");
	set_inet6("2001:db8::1");
	BIND(28, INET6("2001:db8::1") ", sin6_scope_id=1}");
	addr.in6.sin6_scope_id = 7777;
	set_inet6("fe80::1");
	BIND(28, INET6("fe80::1") ", sin6_scope_id=7777}");
}

CASE(netlink)
{
	set_family(AF_NETLINK);
	addr.nl.nl_pid = 5;
	addr.nl.nl_groups = 0x11;
	BIND(12, "{sa_family=AF_NETLINK, nl_pid=5, nl_groups=0x000011}");
	addr.nl.nl_pid = -5;
	BIND(12, "{sa_family=AF_NETLINK, nl_pid=-5, nl_groups=0x000011}");
	addr.nl.nl_pid = 5;
	addr.nl.nl_pad = 3;
	addr.nl.nl_groups = 0;
	BIND(12, "{sa_family=AF_NETLINK, nl_pad=0x3, nl_pid=5, nl_groups=00000000}");
	BIND(11, "{sa_family=AF_NETLINK, sa_data=\"\\3\\0\\5\\0\\0\\0\\0\\0\\0\"}");
}

CASE(packet)
{
	set_family(AF_PACKET);
	addr.ll.sll_protocol = htons(3);
	addr.ll.sll_ifindex = 1;
	addr.ll.sll_hatype = 1;
	addr.ll.sll_pkttype = 2;
	BIND(20, "{sa_family=AF_PACKET, sll_protocol=htons(ETH_P_ALL), "
	     "sll_ifindex=if_nametoindex(\"lo\"), sll_hatype=ARPHRD_ETHER, "
	     "sll_pkttype=PACKET_MULTICAST, sll_halen=0}");
	addr.ll.sll_protocol = 0x7777;
	addr.ll.sll_ifindex = 9999;
	addr.ll.sll_hatype = 0x7777;
	addr.ll.sll_pkttype = 99;
	addr.ll.sll_halen = 6;
	memcpy(addr.ll.sll_addr, "\1\2\3\20\0\377", 6);
	BIND(20, "{sa_family=AF_PACKET, sll_protocol=htons(0x7777 /* ETH_P_??? */), "
	     "sll_ifindex=9999, sll_hatype=0x7777 /* ARPHRD_??? */, "
	     "sll_pkttype=0x63 /* PACKET_??? */, sll_halen=6, "
	     "sll_addr=[0x1, 0x2, 0x3, 0x10, 00, 0xff]}");
	addr.ll.sll_halen = 255;
	BIND(20, "{sa_family=AF_PACKET, sll_protocol=htons(0x7777 /* ETH_P_??? */), "
	     "sll_ifindex=9999, sll_hatype=0x7777 /* ARPHRD_??? */, "
	     "sll_pkttype=0x63 /* PACKET_??? */, sll_halen=255, "
	     "sll_addr=[0x1, 0x2, 0x3, 0x10, 00, 0xff, 00, 00, ...]}");
}

CASE(other_families)
{
	set_family(AF_VSOCK);
	addr.vm.svm_cid = 2;
	addr.vm.svm_port = -1;
	BIND(16, "{sa_family=AF_VSOCK, svm_cid=VMADDR_CID_HOST, svm_port=VMADDR_PORT_ANY, svm_flags=0}");
	addr.vm.svm_cid = 44;
	addr.vm.svm_port = 44;
	addr.vm.svm_reserved1 = 1;
	addr.bytes[13] = 9;
	BIND(16, "{sa_family=AF_VSOCK, svm_reserved1=0x1, svm_cid=0x2c, svm_port=0x2c, "
	     "svm_flags=0, svm_zero=\"\\x09\\x00\\x00\"}");

	set_family(AF_ALG);
	strcpy((char *)addr.alg.salg_type, "hash");
	strcpy((char *)addr.alg.salg_name, "sha256");
	BIND(88, "{sa_family=AF_ALG, salg_type=\"hash\", salg_feat=0, salg_mask=0, salg_name=\"sha256\"}");
	memset(addr.alg.salg_type, 't', 14);
	memset(addr.alg.salg_name, 'n', 64);
	addr.alg.salg_feat = 8;
	BIND(28, "{sa_family=AF_ALG, salg_type=\"ttttttttttttt\"..., "
	     "salg_feat=0x8 /* CRYPTO_ALG_??? */, salg_mask=0, salg_name=\"nnn\"...}");

	set_family(AF_BLUETOOTH);
	addr.bytes[2] = 1;
	BIND(4, "{sa_family=AF_BLUETOOTH, hci_dev=htobs(1)}");
	BIND(6, "{sa_family=AF_BLUETOOTH, hci_dev=htobs(1), hci_channel=HCI_CHANNEL_RAW}");
	BIND(8, "{sa_family=AF_BLUETOOTH, sco_bdaddr=01:00:00:00:00:00}");
	BIND(10, "{sa_family=AF_BLUETOOTH, rc_bdaddr=01:00:00:00:00:00, rc_channel=0}");
	BIND(14, "{sa_family=AF_BLUETOOTH, l2_psm=htobs(L2CAP_PSM_SDP), l2_bdaddr=00:00:00:00:00:00, "
	     "l2_cid=htobs(0 /* L2CAP_CID_??? */), l2_bdaddr_type=BDADDR_BREDR}");
	BIND(7, "{sa_family=AF_BLUETOOTH, sa_data=\"\\1\\0\\0\\0\\0\"}");
	memcpy(addr.bytes + 2, "\3\20", 2);
	memcpy(addr.bytes + 10, "\101", 1);
	BIND(12, "{sa_family=AF_BLUETOOTH, l2_psm=htobs(L2CAP_PSM_DYN_START+2), "
	     "l2_bdaddr=00:00:00:00:00:00, l2_cid=htobs(L2CAP_CID_DYN_START+1)}");
}

CASE(unknown_family)
{
	set_family(200);
	BIND(2, "{sa_family=0xc8 /* AF_??? */}");
	memset(addr.bytes + 2, 'z', 254);
	BIND(4, "{sa_family=0xc8 /* AF_??? */, sa_data=\"zz\"}");
	BIND(300, text("{sa_family=0xc8 /* AF_??? */, sa_data=\"%.126s\"}", addr.bytes + 2));
	addr.family = AF_UNSPEC;
	BIND(5, "{sa_family=AF_UNSPEC, sa_data=\"zzz\"}");
}

CASE(protocols)
{
	long fd = sys(SYS_socket, AF_INET, SOCK_STREAM | SOCK_CLOEXEC, IPPROTO_TCP);

	expect("socket(AF_INET, SOCK_STREAM|SOCK_CLOEXEC, IPPROTO_TCP) = %ld", fd);
	sys(SYS_socket, AF_INET6, SOCK_DGRAM | SOCK_NONBLOCK, 999);
	expect("socket(AF_INET6, SOCK_DGRAM|SOCK_NONBLOCK, 0x3e7 /* IPPROTO_??? */) = " EINVAL_LINE);
	sys(SYS_socket, AF_UNIX, 0, 7);
	expect("socket(AF_UNIX, 0, 7) = -1 EPROTONOSUPPORT (Protocol not supported)");
	fd = sys(SYS_socket, AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	expect("socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE) = %ld", fd);
	fd = sys(SYS_socket, AF_PACKET, SOCK_RAW, htons(3));
	if (fd >= 0)
		expect("socket(AF_PACKET, SOCK_RAW, htons(ETH_P_ALL)) = %ld", fd);
	else
		expect("socket(AF_PACKET, SOCK_RAW, htons(ETH_P_ALL)) = -1 <*>");
	sys(SYS_socket, AF_BLUETOOTH, 0x105, 3);
	expect("socket(AF_BLUETOOTH, SOCK_SEQPACKET|0x100 /* SOCK_??? */, BTPROTO_RFCOMM) = " EINVAL_LINE);
	sys(SYS_socket, 9999, -1, -1);
	expect("socket(0x270f /* AF_??? */, SOCK_CLOEXEC|SOCK_NONBLOCK|0xfff7f7ff, 4294967295) = " EINVAL_LINE);
}

CASE(pairs)
{
	int sv[2];

	sys(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, sv);
	expect("socketpair(AF_UNIX, SOCK_STREAM, 0, [%d, %d]) = 0", sv[0], sv[1]);
	sys(SYS_socketpair, AF_INET, SOCK_STREAM, 6, sv);
	expect("socketpair(AF_INET, SOCK_STREAM, 6, %s) = -1 EOPNOTSUPP (Operation not supported)", ptr(sv));
	sys(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, NULL);
	expect("socketpair(AF_UNIX, SOCK_STREAM, 0, NULL) = " EFAULT_LINE);
}

/* What there is room for, and what the address has. */
CASE(names)
{
	long fd = socket(AF_INET, SOCK_STREAM, 0);
	const char *any = "{sa_family=AF_INET, sin_port=htons(0), sin_addr=inet_addr(\"0.0.0.0\")}";
	int len = 128;

	sys(SYS_getsockname, fd, &addr, &len);
	expect_later("getsockname(%ld, %s, [128 => 16]) = 0", fd, any);
	sys(SYS_getsockname, fd, &addr, &len);
	expect("getsockname(%ld, %s, [16]) = 0", fd, any);
	len = 7;
	sys(SYS_getsockname, fd, &addr, &len);
	expect("getsockname(%ld, {sa_family=AF_INET, sa_data=\"\\0\\0\\0\\0\\0\"}, [7 => 16]) = 0", fd);
	len = 0;
	sys(SYS_getsockname, fd, &addr, &len);
	expect("getsockname(%ld, %s, [0 => 16]) = 0", fd, ptr(&addr));
	len = -1;
	sys(SYS_getsockname, fd, &addr, &len);
	expect("getsockname(%ld, %s, [-1]) = " EINVAL_LINE, fd, ptr(&addr));
	sys(SYS_getsockname, fd, NULL, &len);
	expect("getsockname(%ld, NULL, %s) = " EINVAL_LINE, fd, ptr(&len));
	sys(SYS_getsockname, fd, &addr, NULL);
	expect("getsockname(%ld, %s, NULL) = " EFAULT_LINE, fd, ptr(&addr));
	sys(SYS_getsockname, fd, &addr, 8);
	expect("getsockname(%ld, %s, 0x8) = " EFAULT_LINE, fd, ptr(&addr));
	len = 16;
	sys(SYS_getpeername, fd, &addr, &len);
	expect("getpeername(%ld, %s, [16]) = -1 ENOTCONN (Transport endpoint is not connected)", fd, ptr(&addr));
	sys(SYS_accept4, -1, &addr, &len, SOCK_CLOEXEC);
	expect("accept4(-1, %s, [16], SOCK_CLOEXEC) = " EBADF_LINE, ptr(&addr));
	sys(SYS_accept4, -1, NULL, NULL, 7);
	expect("accept4(-1, NULL, NULL, 0x7 /* SOCK_??? */) = " EBADF_LINE);
}

CASE(accept)
{
	struct sockaddr_un name = { .sun_family = AF_UNIX, .sun_path = "\0accept" };
	long server, client, fd;
	int len;

	server = socket(AF_UNIX, SOCK_STREAM, 0);
	client = socket(AF_UNIX, SOCK_STREAM, 0);
	sys(SYS_bind, server, &name, 9);
	expect_later("bind(%ld, {sa_family=AF_UNIX, sun_path=@\"accept\"}, 9) = 0", server);
	sys(SYS_listen, server, 5);
	expect("listen(%ld, 5) = 0", server);
	sys(SYS_connect, client, &name, 9);
	expect("connect(%ld, {sa_family=AF_UNIX, sun_path=@\"accept\"}, 9) = 0", client);
	len = 110;
#ifdef SYS_accept
	fd = sys(SYS_accept, server, &addr, &len);
	expect("accept(%ld, {sa_family=AF_UNIX}, [110 => 2]) = %ld", server, fd);
#else
	fd = sys(SYS_accept4, server, &addr, &len, 0);
	expect("accept4(%ld, {sa_family=AF_UNIX}, [110 => 2], 0) = %ld", server, fd);
#endif
	len = 110;
	sys(SYS_getpeername, client, &addr, &len);
	expect("getpeername(%ld, {sa_family=AF_UNIX, sun_path=@\"accept\"}, [110 => 9]) = 0", client);
}

CASE(transfer)
{
	struct sockaddr_un name = { .sun_family = AF_UNIX, .sun_path = "\0from" };
	int sv[2], len = 110;
	long fd, to;
	char buf[64];

	socketpair(AF_UNIX, SOCK_STREAM, 0, sv);
	sys(SYS_sendto, sv[0], "hello", 5, MSG_NOSIGNAL, NULL, 0);
	expect_later("sendto(%d, \"hello\", 5, MSG_NOSIGNAL, NULL, 0) = 5", sv[0]);
	sys(SYS_recvfrom, sv[1], buf, 64, 0, NULL, NULL);
	expect("recvfrom(%d, \"hello\", 64, 0, NULL, NULL) = 5", sv[1]);
	sys(SYS_recvfrom, sv[1], buf, 64, MSG_DONTWAIT, &addr, &len);
	expect("recvfrom(%d, %s, 64, MSG_DONTWAIT, %s, [110]) = -1 EAGAIN (Resource temporarily unavailable)",
	       sv[1], ptr(buf), ptr(&addr));

	fd = socket(AF_UNIX, SOCK_DGRAM, 0);
	to = socket(AF_UNIX, SOCK_DGRAM, 0);
	bind(fd, (void *)&name, 7);
	sys(SYS_sendto, to, "to", 2, 0, &name, 7);
	expect_later("sendto(%ld, \"to\", 2, 0, {sa_family=AF_UNIX, sun_path=@\"from\"}, 7) = 2", to);
	sys(SYS_sendto, fd, "self", 4, 0, &name, 7);
	expect("sendto(%ld, \"self\", 4, 0, {sa_family=AF_UNIX, sun_path=@\"from\"}, 7) = 4", fd);
	sys(SYS_recvfrom, fd, buf, 64, 0, &addr, &len);
	expect("recvfrom(%ld, \"to\", 64, 0, %s, [110 => 0]) = 2", fd, ptr(&addr));
	len = 110;
	sys(SYS_recvfrom, fd, buf, 64, MSG_TRUNC, &addr, &len);
	expect("recvfrom(%ld, \"self\", 64, MSG_TRUNC, {sa_family=AF_UNIX, sun_path=@\"from\"}, [110 => 7]) = 4", fd);
	sys(SYS_sendto, -1, 8, 9, 0x40000, 8, 16);
	expect("sendto(-1, 0x8, 9, MSG_BATCH, 0x8, 16) = " EBADF_LINE);
}

/* Two ends of a connection of TCP. */
static void connect_tcp(int *sv)
{
	struct sockaddr_in name = { .sin_family = AF_INET };
	socklen_t len = sizeof(name);
	int server = socket(AF_INET, SOCK_STREAM, 0);

	name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	sv[0] = socket(AF_INET, SOCK_STREAM, 0);
	if (bind(server, (void *)&name, len) || listen(server, 1) ||
	    getsockname(server, (void *)&name, &len) || connect(sv[0], (void *)&name, len))
		die("no connection: %s", strerror(errno));
	sv[1] = accept(server, NULL, NULL);
}

/* With MSG_TRUNC, TCP writes nothing of what it receives: what is in the buffer is old. */
CASE(discarded)
{
	char buf[] = "stale", other[] = "stale";
	struct iovec iov = { buf, 5 };
	struct mmsghdr msg = { .msg_hdr = { .msg_iov = &iov, .msg_iovlen = 1 } };
	int sv[2];

	connect_tcp(sv);
	write(sv[0], "freshfreshfreshfresh", 20);
	sys(SYS_recvfrom, sv[1], buf, 5, MSG_TRUNC, NULL, NULL);
	expect_later("recvfrom(%d, %s, 5, MSG_TRUNC, NULL, NULL) = 5", sv[1], ptr(buf));
	sys(SYS_recvmsg, sv[1], &msg.msg_hdr, MSG_TRUNC);
	expect("recvmsg(%d, {<*>msg_iov=[{iov_base=%s, iov_len=5}]<*>}, MSG_TRUNC) = 5", sv[1],
	       ptr(buf));
	sys(SYS_recvmmsg, sv[1], &msg, 1, MSG_TRUNC, NULL);
	expect("recvmmsg(%d, [{msg_hdr={<*>msg_iov=[{iov_base=%s, iov_len=5}]<*>}, msg_len=5}], 1, "
	       "MSG_TRUNC, NULL) = 1", sv[1], ptr(buf));
	sys(SYS_recvfrom, sv[1], buf, 5, 0, NULL, NULL);
	expect("recvfrom(%d, \"fresh\", 5, 0, NULL, NULL) = 5", sv[1]);

	/* Others write all that there is room for. */
	socketpair(AF_UNIX, SOCK_DGRAM, 0, sv);
	write(sv[0], "fresh and long", 14);
	sys(SYS_recvfrom, sv[1], other, 5, MSG_TRUNC, NULL, NULL);
	expect_later("recvfrom(%d, \"fresh\", 5, MSG_TRUNC, NULL, NULL) = 14", sv[1]);
}

#ifdef ABI_32
/* The arguments are in memory. */
CASE(socketcall)
{
	static char page[4096] __attribute__((aligned(4096)));
	int sv[2], len = 110;
	uint32_t a[6] = { AF_UNIX, SOCK_STREAM, 0, (uintptr_t)sv };
	char buf[8];
	long fd;

	fd = sys(SYS_socketcall, 1, a);
	expect("socket(AF_UNIX, SOCK_STREAM, 0) = %ld", fd);
	sys(SYS_socketcall, 8, a);
	expect("socketpair(AF_UNIX, SOCK_STREAM, 0, [%d, %d]) = 0", sv[0], sv[1]);
	memcpy(a, (uint32_t[]) { sv[0], (uintptr_t)"hi", 2, 0 }, 16);
	sys(SYS_socketcall, 9, a);
	expect("send(%d, \"hi\", 2, 0) = 2", sv[0]);
	memcpy(a, (uint32_t[]) { sv[1], (uintptr_t)buf, 8, 0 }, 16);
	sys(SYS_socketcall, 10, a);
	expect("recv(%d, \"hi\", 8, 0) = 2", sv[1]);
	memcpy(a, (uint32_t[]) { fd, (uintptr_t)&addr, (uintptr_t)&len }, 12);
	sys(SYS_socketcall, 6, a);
	expect("getsockname(%ld, {sa_family=AF_UNIX}, [110 => 2]) = 0", fd);
	set_family(AF_UNIX);
	strcpy(addr.un.sun_path, "/no/such/socket");
	memcpy(a, (uint32_t[]) { fd, (uintptr_t)&addr, 20 }, 12);
	sys(SYS_socketcall, 3, a);
	expect("connect(%ld, {sa_family=AF_UNIX, sun_path=\"/no/such/socket\"}, 20) = " ENOENT_LINE, fd);
	memcpy(a, (uint32_t[]) { fd, 1, 20, (uintptr_t)"\1\0\0", 4 }, 20);
	sys(SYS_socketcall, 14, a);
	expect("setsockopt(%ld, SOL_SOCKET, SO_RCVTIMEO_OLD, [1], 4) = " EINVAL_LINE, fd);
	memcpy(a, (uint32_t[]) { fd, 0, 0, 0, 0 }, 20);
	sys(SYS_socketcall, 19, a);
	expect("recvmmsg(%ld, NULL, 0, 0, NULL) = 0 (Timeout)", fd);

	sys(SYS_socketcall, 1, 8);
	expect("socketcall(SYS_SOCKET, 0x8) = " EFAULT_LINE);
	sys(SYS_socketcall, 1, NULL);
	expect("socketcall(SYS_SOCKET, NULL) = " EFAULT_LINE);
	sys(SYS_socketcall, 0, a);
	expect("socketcall(0, %s) = " EINVAL_LINE, ptr(a));
	sys(SYS_socketcall, 25, a);
	expect("socketcall(25, %s) = " EINVAL_LINE, ptr(a));
	mprotect(page, sizeof(page), PROT_NONE);
	sys(SYS_socketcall, 2, page);
	expect_later("socketcall(SYS_BIND, %s) = " EFAULT_LINE, ptr(page));
	sys(SYS_socketcall, 2, at_end(a, 12));
	expect_later("bind(%ld, NULL, 0) = -1 <*>", fd);

	view("syscall_raw");
	expect("socketcall(0x1, 0x%lx) = 0x%lx", (unsigned long)a, fd);
}

static void wait_for_data(void *arg)
{
	uint32_t a[4] = { *(int *)arg, (uintptr_t)&addr, 1, 0 };

	sys(SYS_socketcall, 10, a);
}

/* By its name in both halves. */
CASE(socketcall_split)
{
	int sv[2];
	pid_t tid;

	socketpair(AF_UNIX, SOCK_STREAM, 0, sv);
	tid = spawn_thread(wait_for_data, &sv[1]);
	wait_blocked(tid, SYS_socketcall);
	sys(SYS_write, sv[0], "x", 1);
	wait_for_thread(tid);
	expect_later_of(tid, "recv(%d, \"x\", 1, 0) = 1", sv[1]);
}
#endif
