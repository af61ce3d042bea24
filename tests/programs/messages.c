// SPDX-License-Identifier: GPL-2.0
/*
 * Messages: names, vectors, data and control data, one and several at a time.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>

#include "case.h"


static struct iovec three = { "abc", 3 };
static struct msghdr msg;

static union {
	struct cmsghdr	head;
	char		bytes[1024];
} control;

/* How a message with nothing but the data "abc" is shown, and with control data. */
#define PLAIN "{msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base=\"abc\", iov_len=3}], msg_iovlen=1, "
#define CONTROL(shown) PLAIN "msg_control=" shown ", msg_controllen=%zu, msg_flags=0}"

static void clear(void)
{
	memset(&msg, 0, sizeof(msg));
	msg.msg_iov = &three;
	msg.msg_iovlen = 1;
}

static void set_control(int level, int type, const void *data, size_t len)
{
	memset(&control, 0, sizeof(control));
	control.head.cmsg_len = CMSG_LEN(len);
	control.head.cmsg_level = level;
	control.head.cmsg_type = type;
	memcpy(CMSG_DATA(&control.head), data, len);
	clear();
	msg.msg_control = &control;
	msg.msg_controllen = CMSG_SPACE(len);
}

CASE(sent)
{
	struct iovec iov[] = { { "0123", 4 }, { "", 0 }, { "0123456789012345678901234567890123456789", 40 } };
	struct sockaddr_un name = { .sun_family = AF_UNIX, .sun_path = "\0abc" };

	clear();
	sys(SYS_sendmsg, -1, &msg, MSG_DONTWAIT);
	expect("sendmsg(-1, " PLAIN "msg_controllen=0, msg_flags=0}, MSG_DONTWAIT) = " EBADF_LINE);
	msg.msg_iov = iov;
	msg.msg_iovlen = 3;
	msg.msg_name = &name;
	msg.msg_namelen = 6;
	msg.msg_flags = MSG_OOB;
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, {msg_name={sa_family=AF_UNIX, sun_path=@\"abc\"}, msg_namelen=6, "
	       "msg_iov=[{iov_base=\"0123\", iov_len=4}, {iov_base=\"\", iov_len=0}, "
	       "{iov_base=\"01234567890123456789012345678901\"..., iov_len=40}], msg_iovlen=3, "
	       "msg_controllen=0, msg_flags=MSG_OOB}, 0) = " EBADF_LINE);
}

CASE(nothing_there)
{
	struct iovec iov[2] = { { (void *)8, 5 }, { NULL, 0 } };
	void *p;

	sys(SYS_sendmsg, -1, NULL, 0);
	expect("sendmsg(-1, NULL, 0) = " EBADF_LINE);
	sys(SYS_recvmsg, -1, 8, 0);
	expect("recvmsg(-1, 0x8, 0) = " EBADF_LINE);
	clear();
	p = at_end(&msg, sizeof(msg) - 1);
	sys(SYS_sendmsg, -1, p, 0);
	expect_later("sendmsg(-1, %s, 0) = " EBADF_LINE, ptr(p));
	msg.msg_iov = iov;
	msg.msg_iovlen = 2;
	msg.msg_name = (void *)8;
	msg.msg_namelen = 16;
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, {msg_name=0x8, msg_namelen=16, msg_iov=[{iov_base=0x8, iov_len=5}, "
	       "{iov_base=NULL, iov_len=0}], msg_iovlen=2, msg_controllen=0, msg_flags=0}, 0) = " EBADF_LINE);
	clear();
	msg.msg_iov = (void *)8;
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, {msg_name=NULL, msg_namelen=0, msg_iov=0x8, msg_iovlen=1, "
	       "msg_controllen=0, msg_flags=0}, 0) = " EBADF_LINE);
	msg.msg_iov = NULL;
	msg.msg_iovlen = 0;
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, {msg_name=NULL, msg_namelen=0, msg_iov=NULL, msg_iovlen=0, "
	       "msg_controllen=0, msg_flags=0}, 0) = " EBADF_LINE);
	msg.msg_iov = iov;
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, {msg_name=NULL, msg_namelen=0, msg_iov=[], msg_iovlen=0, "
	       "msg_controllen=0, msg_flags=0}, 0) = " EBADF_LINE);
}

CASE(vectors)
{
	struct iovec iov[40];
	char shown[4096] = "";
	void *p;
	int i;

	for (i = 0; i < 40; i++) {
		iov[i] = (struct iovec) { "ab", 2 };
		if (i < 32)
			strcat(shown, i ? ", {iov_base=\"ab\", iov_len=2}" : "{iov_base=\"ab\", iov_len=2}");
	}
	clear();
	msg.msg_iov = iov;
	msg.msg_iovlen = 40;
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, {msg_name=NULL, msg_namelen=0, msg_iov=[%s, ...], msg_iovlen=40, "
	       "msg_controllen=0, msg_flags=0}, 0) = " EBADF_LINE, shown);
	p = at_end(iov, sizeof(*iov) + 3);
	msg.msg_iov = p;
	msg.msg_iovlen = 2;
	sys(SYS_sendmsg, -1, &msg, 0);
	expect_later("sendmsg(-1, {msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base=\"ab\", iov_len=2}, "
		     "... /* %s */], msg_iovlen=2, msg_controllen=0, msg_flags=0}, 0) = " EBADF_LINE,
		     ptr(p + sizeof(*iov)));
	msg.msg_iov = iov;
	msg.msg_iovlen = -1;
	sys(SYS_sendmsg, -1, &msg, 0);
	/* So many are more than all memory there is, unless a size has 32 bits. */
	expect("sendmsg(-1, {msg_name=NULL, msg_namelen=0, msg_iov=%s, msg_iovlen=%zu, "
	       "msg_controllen=0, msg_flags=0}, 0) = " EBADF_LINE,
	       sizeof(size_t) == 8 ? ptr(iov) : text("[%s, ...]", shown), (size_t)-1);
	iov[0].iov_len = -1;
	iov[0].iov_base = "0123456789012345678901234567890123456789";
	msg.msg_iovlen = 2;
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, {msg_name=NULL, msg_namelen=0, "
	       "msg_iov=[{iov_base=\"01234567890123456789012345678901\"..., iov_len=%zu}, "
	       "{iov_base=\"ab\", iov_len=2}], msg_iovlen=2, msg_controllen=0, msg_flags=0}, 0) = " EBADF_LINE,
	       (size_t)-1);
}

CASE(received)
{
	struct sockaddr_un name = { .sun_family = AF_UNIX, .sun_path = "\0me" }, from;
	char first[2], second[50];
	struct iovec iov[] = { { first, 2 }, { second, 50 }, { second, 5 } };
	long fd = socket(AF_UNIX, SOCK_DGRAM, 0);

	bind(fd, (void *)&name, 5);
	sendto(fd, "hello", 5, 0, (void *)&name, 5);
	clear();
	msg.msg_name = &from;
	msg.msg_namelen = sizeof(from);
	msg.msg_iov = iov;
	msg.msg_iovlen = 3;
	sys(SYS_recvmsg, fd, &msg, MSG_CMSG_CLOEXEC);
	expect_later("recvmsg(%ld, {msg_name={sa_family=AF_UNIX, sun_path=@\"me\"}, msg_namelen=110 => 5, "
		     "msg_iov=[{iov_base=\"he\", iov_len=2}, {iov_base=\"llo\", iov_len=50}, "
		     "{iov_base=\"\", iov_len=5}], msg_iovlen=3, msg_controllen=0, "
		     "msg_flags=MSG_CMSG_CLOEXEC}, MSG_CMSG_CLOEXEC) = 5", fd);
	msg.msg_namelen = 77;
	sys(SYS_recvmsg, fd, &msg, MSG_DONTWAIT);
	expect("recvmsg(%ld, {msg_namelen=77}, MSG_DONTWAIT) = -1 EAGAIN (Resource temporarily unavailable)", fd);
}

CASE(rights)
{
	int sv[2], fds[40] = { 0, 1 }, i;
	static long many[400];
	char shown[512] = "";
	struct iovec iov;
	char buf[3];

	socketpair(AF_UNIX, SOCK_STREAM, 0, sv);
	set_control(SOL_SOCKET, SCM_RIGHTS, fds, 8);
	sys(SYS_sendmsg, sv[0], &msg, 0);
	expect_later("sendmsg(%d, " CONTROL("[{cmsg_len=%zu, cmsg_level=SOL_SOCKET, cmsg_type=SCM_RIGHTS, "
		     "cmsg_data=[0, 1]}]") ", 0) = 3", sv[0], (size_t)CMSG_LEN(8), (size_t)CMSG_SPACE(8));
	iov = (struct iovec) { buf, 3 };
	msg.msg_iov = &iov;
	msg.msg_controllen = 200;
	sys(SYS_recvmsg, sv[1], &msg, 0);
	memcpy(fds, CMSG_DATA(&control.head), 8);
	expect("recvmsg(%d, " CONTROL("[{cmsg_len=%zu, cmsg_level=SOL_SOCKET, cmsg_type=SCM_RIGHTS, "
	       "cmsg_data=[%d, %d]}]") ", 0) = 3", sv[1], (size_t)CMSG_LEN(8), fds[0], fds[1],
	       (size_t)CMSG_SPACE(8));

	memset(fds, 0, sizeof(fds));
	for (i = 0; i < 32; i++)
		strcat(shown, i ? ", 0" : "0");
	set_control(SOL_SOCKET, SCM_RIGHTS, fds, 160);
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, " CONTROL("[{cmsg_len=%zu, cmsg_level=SOL_SOCKET, cmsg_type=SCM_RIGHTS, "
	       "cmsg_data=[%s, ...]}]") ", 0) = " EBADF_LINE, (size_t)CMSG_LEN(160), shown,
	       (size_t)CMSG_SPACE(160));

	/* More than is copied, and then what there is no length of. */
	memcpy(many, &control.head, sizeof(control.head));
	((struct cmsghdr *)many)->cmsg_len = sizeof(many);
	msg.msg_control = many;
	msg.msg_controllen = sizeof(many);
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, " CONTROL("[{cmsg_len=%zu, cmsg_level=SOL_SOCKET, cmsg_type=SCM_RIGHTS, "
	       "cmsg_data=[%s, ...]}]") ", 0) = " EBADF_LINE, sizeof(many), shown, sizeof(many));
	((struct cmsghdr *)many)->cmsg_len = 0;
	msg.msg_controllen = sizeof(struct cmsghdr);
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, " CONTROL("[{cmsg_len=0, cmsg_level=SOL_SOCKET, cmsg_type=SCM_RIGHTS}]")
	       ", 0) = " EBADF_LINE, sizeof(struct cmsghdr));
}

static void expect_content(int level, int type, const void *data, size_t len,
			   const char *level_shown, const char *shown)
{
	set_control(level, type, data, len);
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, " CONTROL("[{cmsg_len=%zu, cmsg_level=%s, cmsg_type=%s}]") ", 0) = " EBADF_LINE,
	       (size_t)CMSG_LEN(len), level_shown, shown, (size_t)CMSG_SPACE(len));
}

#define SOCKET(type, data, len, shown) expect_content(SOL_SOCKET, type, data, len, "SOL_SOCKET", shown)
#define IP(type, data, len, shown) expect_content(SOL_IP, type, data, len, "SOL_IP", shown)

CASE(contents)
{
	struct sockaddr_in name = { AF_INET, htons(80), { htonl(0x01020304) }, { } };
	struct in_pktinfo info = { 1, { htonl(INADDR_LOOPBACK) }, { htonl(0x08080808) } };
	struct { unsigned int nr; unsigned char a[4]; unsigned int b[2]; struct sockaddr_in in; } ee = {
		111, { 2, 3, 4, 0 }, { 5, 6 }, name,
	};
	long times[] = { 1, 2, 3, 4, 5, 6 };
	long long times64[] = { 1, 2, 3, 4, 5, 6 };
	int ids[] = { 5, 0, -1, 7 }, ttl = 64;

	SOCKET(SCM_CREDENTIALS, ids, 12, "SCM_CREDENTIALS, cmsg_data={pid=5, uid=0, gid=-1}");
	SOCKET(SCM_CREDENTIALS, ids, 8, "SCM_CREDENTIALS, cmsg_data=\"\\5\\0\\0\\0\\0\\0\\0\\0\"");
	SOCKET(SCM_RIGHTS, "\1\2", 2, "SCM_RIGHTS, cmsg_data=\"\\1\\2\"");
	SOCKET(SCM_RIGHTS, "", 0, "SCM_RIGHTS");
	SOCKET(3, "label", 5, "SCM_SECURITY, cmsg_data=\"label\"");
#ifdef ABI_X32
	/* These are as the kernel has them. */
	SOCKET(29, times64, 16, "SO_TIMESTAMP_OLD, cmsg_data={tv_sec=1, tv_usec=2}");
	SOCKET(35, times64, 16, "SO_TIMESTAMPNS_OLD, cmsg_data={tv_sec=1, tv_nsec=2}");
	(void)times;
#else
	SOCKET(29, times, sizeof(long) * 2, "SO_TIMESTAMP_OLD, cmsg_data={tv_sec=1, tv_usec=2}");
	SOCKET(35, times, sizeof(long) * 2, "SO_TIMESTAMPNS_OLD, cmsg_data={tv_sec=1, tv_nsec=2}");
	SOCKET(37, times, sizeof(long) * 6, "SO_TIMESTAMPING_OLD, cmsg_data=[{tv_sec=1, tv_nsec=2}, "
	       "{tv_sec=3, tv_nsec=4}, {tv_sec=5, tv_nsec=6}]");
#endif
	SOCKET(29, times, 4, "SO_TIMESTAMP_OLD, cmsg_data=???");
	SOCKET(63, times64, 16, "SO_TIMESTAMP_NEW, cmsg_data={tv_sec=1, tv_usec=2}");
	SOCKET(64, times64, 16, "SO_TIMESTAMPNS_NEW, cmsg_data={tv_sec=1, tv_nsec=2}");
	SOCKET(65, times64, 48, "SO_TIMESTAMPING_NEW, cmsg_data=[{tv_sec=1, tv_nsec=2}, "
	       "{tv_sec=3, tv_nsec=4}, {tv_sec=5, tv_nsec=6}]");
	SOCKET(0, "", 1, "0 /* SCM_??? */");
	SOCKET(999, "", 1, "0x3e7 /* SCM_??? */");
	IP(IP_TTL, &ttl, 4, "IP_TTL, cmsg_data=[64]");
	IP(IP_TTL, &ttl, 3, "IP_TTL, cmsg_data=\"@\\0\\0\"");
	IP(IP_TOS, "\20", 1, "IP_TOS, cmsg_data=[0x10]");
	IP(IP_PKTINFO, &info, 12, "IP_PKTINFO, cmsg_data={ipi_ifindex=if_nametoindex(\"lo\"), "
	   "ipi_spec_dst=inet_addr(\"127.0.0.1\"), ipi_addr=inet_addr(\"8.8.8.8\")}");
	IP(IP_RECVERR, &ee, 32, "IP_RECVERR, cmsg_data={ee_errno=111, ee_origin=2, ee_type=3, ee_code=4, "
	   "ee_info=5, ee_data=6, offender={sa_family=AF_INET, sin_port=htons(80), "
	   "sin_addr=inet_addr(\"1.2.3.4\")}}");
	IP(IP_RECVERR, &ee, 16, "IP_RECVERR, cmsg_data=\"o\\0\\0\\0\\2\\3\\4\\0\\5\\0\\0\\0\\6\\0\\0\\0\"");
	IP(20, &name, 16, "IP_ORIGDSTADDR, cmsg_data={sa_family=AF_INET, sin_port=htons(80), "
	   "sin_addr=inet_addr(\"1.2.3.4\")}");
	expect_content(SOL_IPV6, 50, "", 1, "SOL_IPV6", "0x32");
	expect_content(999, 0, "", 1, "0x3e7 /* SOL_??? */", "0");
}

/* Control data that does not add up. */
CASE(broken_control)
{
	size_t head = CMSG_LEN(0);

	set_control(SOL_IP, IP_TTL, "", 1);
	control.head.cmsg_len = 5;
	msg.msg_controllen = 48;
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, " CONTROL("[{cmsg_len=5, cmsg_level=SOL_IP, cmsg_type=IP_TTL}, ... /* %s */]")
	       ", 0) = " EBADF_LINE, ptr(control.bytes + head), (size_t)48);
	control.head.cmsg_len = CMSG_LEN(0);
	msg.msg_controllen = head + 3;
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, " CONTROL("[{cmsg_len=%zu, cmsg_level=SOL_IP, cmsg_type=IP_TTL}, ... /* %s */]")
	       ", 0) = " EBADF_LINE, head, ptr(control.bytes + head), head + 3);
	control.head.cmsg_len = -1;
	msg.msg_controllen = head + 4;
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, " CONTROL("[{cmsg_len=%zu, cmsg_level=SOL_IP, cmsg_type=IP_TTL, cmsg_data=[0]}]")
	       ", 0) = " EBADF_LINE, (size_t)-1, head + 4);
	msg.msg_controllen = head - 1;
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, " CONTROL("%s") ", 0) = " EBADF_LINE, ptr(&control), head - 1);
	msg.msg_control = (void *)8;
	msg.msg_controllen = 44;
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, " CONTROL("0x8") ", 0) = " EBADF_LINE, (size_t)44);
	msg.msg_control = NULL;
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, " CONTROL("NULL") ", 0) = " EBADF_LINE, (size_t)44);
	/* Zero bytes are no end. */
	memset(&control, 0, sizeof(control));
	msg.msg_control = &control;
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, " CONTROL("[{cmsg_len=0, cmsg_level=SOL_IP, cmsg_type=0 /* IP_??? */}, ... /* %s */]")
	       ", 0) = " EBADF_LINE, ptr(control.bytes + head), (size_t)44);
}

#define HEADER(data, len) "{msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base=\"" data "\", iov_len=" len "}], " \
			  "msg_iovlen=1, msg_controllen=0, msg_flags=0}"

CASE(several)
{
	struct iovec iov[3] = { { "a", 1 }, { "bb", 2 }, { "ccc", 3 } };
	struct mmsghdr mm[3], *p;
	char buf[3][8];
	int sv[2], i;

	memset(mm, 0, sizeof(mm));
	for (i = 0; i < 3; i++) {
		mm[i].msg_hdr.msg_iov = &iov[i];
		mm[i].msg_hdr.msg_iovlen = 1;
	}
	socketpair(AF_UNIX, SOCK_DGRAM, 0, sv);
	sys(SYS_sendmmsg, sv[0], mm, 3, MSG_NOSIGNAL);
	expect_later("sendmmsg(%d, [{msg_hdr=" HEADER("a", "1") ", msg_len=1}, {msg_hdr=" HEADER("bb", "2")
		     ", msg_len=2}, {msg_hdr=" HEADER("ccc", "3") ", msg_len=3}], 3, MSG_NOSIGNAL) = 3", sv[0]);
	sys(SYS_sendmmsg, -1, mm, 2, 0);
	expect("sendmmsg(-1, [{msg_hdr=" HEADER("a", "1") "}, {msg_hdr=" HEADER("bb", "2") "}], 2, 0) = " EBADF_LINE);
	p = at_end(mm, sizeof(*mm));
	sys(SYS_sendmmsg, -1, p, 2, 0);
	expect_later("sendmmsg(-1, [{msg_hdr=" HEADER("a", "1") "}, ... /* %s */], 2, 0) = " EBADF_LINE,
		     ptr(p + 1));
	sys(SYS_sendmmsg, -1, 8, 2, 0);
	expect("sendmmsg(-1, 0x8, 2, 0) = " EBADF_LINE);
	sys(SYS_sendmmsg, -1, NULL, 2, 0);
	expect("sendmmsg(-1, NULL, 2, 0) = " EBADF_LINE);
	sys(SYS_sendmmsg, sv[0], mm, 0, 0);
	expect("sendmmsg(%d, [], 0, 0) = 0", sv[0]);

	for (i = 0; i < 3; i++) {
		iov[i] = (struct iovec) { buf[i], 8 };
		mm[i].msg_hdr.msg_namelen = 0;
	}
	sys(SYS_recvmmsg, sv[1], mm, 2, 0, NULL);
	expect("recvmmsg(%d, [{msg_hdr=" HEADER("a", "8") ", msg_len=1}, {msg_hdr=" HEADER("bb", "8")
	       ", msg_len=2}], 2, 0, NULL) = 2", sv[1]);
	sys(SYS_recvmmsg, -1, mm, 2, MSG_DONTWAIT, NULL);
	expect("recvmmsg(-1, %s, 2, MSG_DONTWAIT, NULL) = " EBADF_LINE, ptr(mm));
	sys(SYS_recvmmsg, sv[1], mm, 0, 0, NULL);
	expect("recvmmsg(%d, [], 0, 0, NULL) = 0 (Timeout)", sv[1]);
}

/* What is received may go over what says where it is to go: that was read before. */
CASE(received_over_vector)
{
	static char in[4], good[] = "good";
	struct iovec iov[2] = { { iov, sizeof(*iov) }, { in, 4 } };
	struct {
		struct iovec	other;
		char		text[4];
	} sent = { { good, 4 }, "evil" };
	struct mmsghdr mm = { .msg_hdr = { .msg_iov = iov, .msg_iovlen = 2 } };
	int sv[2];

	socketpair(AF_UNIX, SOCK_DGRAM, 0, sv);
	send(sv[0], &sent, sizeof(sent.other) + 4, 0);
	send(sv[0], &sent, sizeof(sent.other) + 4, 0);
	clear();
	msg.msg_iov = iov;
	msg.msg_iovlen = 2;
	sys(SYS_recvmsg, sv[1], &msg, 0);
	expect_later("recvmsg(%d, {msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base=<*>, iov_len=%zu}, "
		     "{iov_base=\"evil\", iov_len=4}], msg_iovlen=2, msg_controllen=0, msg_flags=0}, 0) = %zu",
		     sv[1], sizeof(*iov), sizeof(*iov) + 4);
	iov[0] = (struct iovec) { iov, sizeof(*iov) };
	sys(SYS_recvmmsg, sv[1], &mm, 1, 0, NULL);
	expect("recvmmsg(%d, [{msg_hdr={msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base=<*>, iov_len=%zu}, "
	       "{iov_base=\"evil\", iov_len=4}], msg_iovlen=2, msg_controllen=0, msg_flags=0}, "
	       "msg_len=%zu}], 1, 0, NULL) = 1", sv[1], sizeof(*iov), sizeof(*iov) + 4);
	expect_never("recv<*>\"good\"<*>");
}

CASE(received_over_header)
{
	struct sockaddr_un name = { .sun_family = AF_UNIX, .sun_path = "\0me" };
	struct sockaddr_un made_up = { .sun_family = AF_UNIX, .sun_path = "good" };
	static struct iovec good = { "good", 4 };
	struct iovec iov = { &msg, sizeof(msg) };
	struct msghdr sent;
	long fd = socket(AF_UNIX, SOCK_DGRAM, 0);

	bind(fd, (void *)&name, 5);
	memset(&sent, 0, sizeof(sent));
	sent.msg_name = &made_up;
	sent.msg_namelen = sizeof(made_up);
	sent.msg_iov = &good;
	sent.msg_iovlen = 1;
	sendto(fd, &sent, sizeof(sent), 0, (void *)&name, 5);
	clear();
	msg.msg_iov = &iov;
	sys(SYS_recvmsg, fd, &msg, 0);
	expect_later("recvmsg(%ld, {msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base=<*>, iov_len=%zu}], "
		     "msg_iovlen=1, msg_controllen=0, msg_flags=0}, 0) = %zu", fd, sizeof(msg), sizeof(msg));

	/* The kernel looks for room for the name after that: there is none any more. */
	sent.msg_namelen = 0;
	sendto(fd, &sent, sizeof(sent), 0, (void *)&name, 5);
	clear();
	msg.msg_iov = &iov;
	msg.msg_name = &made_up;
	msg.msg_namelen = sizeof(made_up);
	sys(SYS_recvmsg, fd, &msg, 0);
	expect_later("recvmsg(%ld, {msg_name=%s, msg_namelen=110 => 5, msg_iov=[{iov_base=<*>, "
		     "iov_len=%zu}], msg_iovlen=1, msg_controllen=0, msg_flags=0}, 0) = %zu",
		     fd, ptr(&made_up), sizeof(msg), sizeof(msg));
	expect_never("recv<*>good\"<*>");
}

/* A header that an earlier message went over was another one when the kernel read it. */
CASE(received_over_next)
{
	static char buf[2][8], good[8] = "good";
	struct iovec iov[2] = { { NULL, sizeof(struct msghdr) }, { good, 8 } };
	struct iovec other = { buf[0], 8 };
	struct mmsghdr mm[2];
	struct msghdr sent;
	int sv[2];

	memset(mm, 0, sizeof(mm));
	memset(&sent, 0, sizeof(sent));
	sent.msg_iov = &other;
	sent.msg_iovlen = 1;
	iov[0].iov_base = &mm[1];
	mm[0].msg_hdr.msg_iov = &iov[0];
	mm[0].msg_hdr.msg_iovlen = 1;
	mm[1].msg_hdr.msg_iov = &iov[1];
	mm[1].msg_hdr.msg_iovlen = 1;
	socketpair(AF_UNIX, SOCK_DGRAM, 0, sv);
	send(sv[0], &sent, sizeof(sent), 0);
	send(sv[0], "evil", 4, 0);
	sys(SYS_recvmmsg, sv[1], mm, 2, 0, NULL);
	expect_later("recvmmsg(%d, %s, 2, 0, NULL) = 2", sv[1], ptr(mm));
	if (memcmp(buf[0], "evil", 4))
		die("the kernel did not read the header again");
}

/* The time that is left, and names. */
CASE(received_in_time)
{
	struct timespec limit = { 5, 7 };
	struct sockaddr_un name;
	struct iovec iov;
	struct mmsghdr mm;
	char buf[8];
	int sv[2];

	socketpair(AF_UNIX, SOCK_DGRAM, 0, sv);
	send(sv[0], "abc", 3, 0);
	memset(&mm, 0, sizeof(mm));
	iov = (struct iovec) { buf, 8 };
	mm.msg_hdr.msg_iov = &iov;
	mm.msg_hdr.msg_iovlen = 1;
	mm.msg_hdr.msg_name = &name;
	mm.msg_hdr.msg_namelen = 110;
	sys(SYS_recvmmsg, sv[1], &mm, 1, 0, &limit);
	expect_later("recvmmsg(%d, [{msg_hdr={msg_name=%s, msg_namelen=110 => 0, "
		     "msg_iov=[{iov_base=\"abc\", iov_len=8}], msg_iovlen=1, msg_controllen=0, msg_flags=0}, "
		     "msg_len=3}], 1, 0, {tv_sec=5, tv_nsec=7}) = 1 (left {tv_sec=<*>, tv_nsec=<*>})",
		     sv[1], ptr(&name));
}

#define MANY	40

/* How messages are shown, @begin up to @end, each of two bytes; @room: bytes there are for each. */
static char *numbered(char *to, int begin, int end, int room, bool whole)
{
	for (int i = begin; i < end; i++)
		to += sprintf(to, "%s{msg_hdr={msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base=\"%02d\", "
			      "iov_len=%d}], msg_iovlen=1, msg_controllen=0, msg_flags=0}%s}",
			      i == begin ? "" : ", ", i, room, whole ? ", msg_len=2" : "");

	return to;
}

static void number(struct mmsghdr *mm, struct iovec *iov, char (*data)[4])
{
	memset(mm, 0, MANY * sizeof(*mm));
	for (int i = 0; i < MANY; i++) {
		sprintf(data[i], "%02d", i);
		iov[i] = (struct iovec) { data[i], 2 };
		mm[i].msg_hdr.msg_iov = &iov[i];
		mm[i].msg_hdr.msg_iovlen = 1;
	}
}

/* As many as there is room for, and how many more there are. */
CASE(many)
{
	static struct mmsghdr mm[MANY];
	static struct iovec iov[MANY];
	static char data[MANY][4], shown[MANY * 200];
	int sv[2], i;

	number(mm, iov, data);
	socketpair(AF_UNIX, SOCK_DGRAM, 0, sv);
	sys(SYS_sendmmsg, sv[0], mm, 10, 0);
	numbered(shown, 0, 10, 2, true);
	expect_later("sendmmsg(%d, [%s], 10, 0) = 10", sv[0], shown);
	for (i = 0; i < 10; i++)
		iov[i].iov_len = 3;
	sys(SYS_recvmmsg, sv[1], mm, 10, MSG_DONTWAIT, NULL);
	numbered(shown, 0, 10, 3, true);
	expect("recvmmsg(%d, [%s], 10, MSG_DONTWAIT, NULL) = 10", sv[1], shown);

	number(mm, iov, data);
	sys(SYS_sendmmsg, -1, mm, MANY, 0);
	numbered(shown, 0, 12, 2, false);
	expect("sendmmsg(-1, [%s<*>, ... /* <*> more */], %d, 0) = " EBADF_LINE, shown, MANY);
	expect_never("sendmmsg(-1, <*>[{iov_base=\"39\"<*>");
}

/* Long messages leave room for those behind them. */
CASE(many_long)
{
	static struct mmsghdr mm[MANY];
	static struct iovec iov[MANY];
	static char data[MANY][4], long_data[4000], shown[MANY * 200];

	tracer("syscall_datalen", "4000");
	memset(long_data, 'x', sizeof(long_data));
	number(mm, iov, data);
	iov[0] = (struct iovec) { long_data, sizeof(long_data) };
	sys(SYS_sendmmsg, -1, mm, 10, 0);
	numbered(shown, 1, 10, 2, false);
	expect("sendmmsg(-1, [{msg_hdr={msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base=\"xxxxxxxx<*>x\"..., "
	       "iov_len=4000}], msg_iovlen=1, msg_controllen=0, msg_flags=0}}, %s], 10, 0) = " EBADF_LINE, shown);
}

/* One of them may be received over the header or the vector of another one, wherever these are. */
CASE(received_among_each_other)
{
	struct {
		struct iovec	iov;
		char		data[8];
	} parts[12];
	struct mmsghdr mm[12];
	char shown[12 * 200];
	int sv[2], i;

	memset(mm, 0, sizeof(mm));
	socketpair(AF_UNIX, SOCK_DGRAM, 0, sv);
	for (i = 0; i < 12; i++) {
		parts[i].iov = (struct iovec) { parts[i].data, 8 };
		mm[i].msg_hdr.msg_iov = &parts[i].iov;
		mm[i].msg_hdr.msg_iovlen = 1;
		send(sv[0], text("%02d", i), 2, 0);
	}
	sys(SYS_recvmmsg, sv[1], mm, 12, MSG_DONTWAIT, NULL);
	numbered(shown, 0, 12, 8, true);
	expect_later("recvmmsg(%d, [%s], 12, MSG_DONTWAIT, NULL) = 12", sv[1], shown);

	for (i = 0; i < 12; i++)
		send(sv[0], text("%02d", i), 2, 0);
	parts[3].iov.iov_base = &parts[9].iov.iov_len;
	parts[3].iov.iov_len = 1;
	sys(SYS_recvmmsg, sv[1], mm, 12, MSG_DONTWAIT, NULL);
	expect_later("recvmmsg(%d, %s, 12, MSG_DONTWAIT, NULL) = 12", sv[1], ptr(mm));
}
