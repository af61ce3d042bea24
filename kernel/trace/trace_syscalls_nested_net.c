// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures addresses and messages: names, vectors, data and
 * control data, and the names of the network interfaces that their numbers stand for.
 */
#include <linux/in6.h>
#include <linux/netdevice.h>
#include <linux/nsproxy.h>
#include <linux/sched.h>
#include <linux/socket.h>
#include <net/ipv6.h>
#include <net/net_namespace.h>
#include <uapi/linux/if_packet.h>
#include <uapi/linux/if_xdp.h>
#include <uapi/linux/nfc.h>

#include "trace_syscalls.h"
#include "trace_syscalls_nested.h"

/* What is copied of control data at most. */
#define CONTROL_MAX	512

/* ------------------------------- interfaces ------------------------------ */

#ifdef CONFIG_NET
static bool interface_name(int ifindex, char *name)
{
	struct net_device *dev = NULL;

	rcu_read_lock();
	if (current->nsproxy)
		dev = dev_get_by_index_rcu(current->nsproxy->net_ns, ifindex);
	if (dev)
		netdev_copy_name(dev, name);
	rcu_read_unlock();

	return dev;
}
#else
static bool interface_name(int ifindex, char *name)
{
	return false;
}
#endif

/**
 * syscall_trace_capture_ifname - capture the name of a network interface
 * @cap: the capture
 * @ifindex: its number
 *
 * As it is now: the printer has no way to ask for it. There is room for a few.
 */
void syscall_trace_capture_ifname(struct syscall_trace_capture *cap, int ifindex)
{
	unsigned int i;
	struct syscall_trace_blob *blob;
	char name[IFNAMSIZ] = "";
	size_t len;

	for (i = 0; i < cap->nr_ifnames; i++) {
		if (cap->ifindexes[i] == ifindex)
			return;
	}
	if (ifindex <= 0 || cap->nr_ifnames == SYSCALL_TRACE_IFNAMES_MAX ||
	    !interface_name(ifindex, name))
		return;

	len = sizeof(u32) + strnlen(name, sizeof(name));
	/* What was captured at entry stays when the call ends. */
	cap->ifindexes[cap->nr_ifnames] = ifindex;
	blob = syscall_trace_add_blob(cap, SYSCALL_TRACE_IFNAME_BLOB, cap->nr_ifnames++,
				      SYSCALL_TRACE_NESTED);
	if (!blob || cap->end - cap->pos < syscall_trace_blob_size(len))
		return;
	memcpy(blob->data, &ifindex, sizeof(u32));
	memcpy(blob->data + sizeof(u32), name, len - sizeof(u32));
	blob->len = len;
	syscall_trace_end_blob(cap, blob);
}

/* The same of the number @offset bytes into the blob, if that is there. */
static void capture_ifname_at(struct syscall_trace_capture *cap,
			      const struct syscall_trace_blob *blob, size_t offset)
{
	int ifindex;

	if (blob->len < offset + sizeof(ifindex))
		return;
	memcpy(&ifindex, blob->data + offset, sizeof(ifindex));
	syscall_trace_capture_ifname(cap, ifindex);
}

/* An address tells of interfaces in some families. @blob is complete. */
static void capture_address_ifname(struct syscall_trace_capture *cap,
				   const struct syscall_trace_blob *blob, size_t offset)
{
	struct sockaddr_in6 in6;
	sa_family_t family;

	if (blob->len < offset + sizeof(family))
		return;
	memcpy(&family, blob->data + offset, sizeof(family));

	switch (family) {
	case AF_INET6:
		if (blob->len < offset + sizeof(in6))
			break;
		memcpy(&in6, blob->data + offset, sizeof(in6));
		if (ipv6_addr_type(&in6.sin6_addr) & IPV6_ADDR_LINKLOCAL)
			syscall_trace_capture_ifname(cap, in6.sin6_scope_id);
		break;
	case AF_PACKET:
		capture_ifname_at(cap, blob, offset + offsetof(struct sockaddr_ll, sll_ifindex));
		break;
	case AF_NFC:
		capture_ifname_at(cap, blob, offset + offsetof(struct sockaddr_nfc, dev_idx));
		break;
	case AF_XDP:
		capture_ifname_at(cap, blob, offset + offsetof(struct sockaddr_xdp, sxdp_ifindex));
		break;
	}
}

/* Capture an argument; returns the blob, or NULL if there is none. */
static const struct syscall_trace_blob *
capture_plain(struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_blob *blob = cap->pos;

	syscall_trace_capture_plain(cap, arg);

	return cap->pos == blob ? NULL : blob;
}

void syscall_capture_sockaddr(struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_blob *blob = capture_plain(cap, arg);

	if (blob)
		capture_address_ifname(cap, blob, 0);
}

void syscall_capture_ipv6_mreq(struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_blob *blob = capture_plain(cap, arg);

	if (blob)
		capture_ifname_at(cap, blob, offsetof(struct ipv6_mreq, ipv6mr_ifindex));
}

void syscall_capture_packet_mreq(struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_blob *blob = capture_plain(cap, arg);

	if (blob)
		capture_ifname_at(cap, blob, offsetof(struct packet_mreq, mr_ifindex));
}

static size_t long_size(const struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_type *type = cap->call->args[arg].type;

	return syscall_trace_layout(type, cap->task->head.abi) == SYSCALL_TRACE_NARROW ?
	       sizeof(u32) : sizeof(u64);
}

void syscall_capture_group_req(struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_blob *blob = capture_plain(cap, arg);

	if (!blob)
		return;
	capture_ifname_at(cap, blob, 0);
	/* The address is aligned as a long is. */
	capture_address_ifname(cap, blob, long_size(cap, arg));
}

/* -------------------------------- lengths -------------------------------- */

void syscall_capture_name_len(struct syscall_trace_capture *cap, unsigned int arg)
{
	syscall_trace_capture_plain(cap, arg);
}

void syscall_capture_opt_len(struct syscall_trace_capture *cap, unsigned int arg)
{
	syscall_trace_capture_plain(cap, arg);
}

/* -------------------------------- messages ------------------------------- */

/* struct msghdr, whose members all take as much room as a long. */
enum {
	MSG_NAME,
	MSG_NAMELEN,
	MSG_IOV,
	MSG_IOVLEN,
	MSG_CONTROL,
	MSG_CONTROLLEN,
	MSG_FLAGS,
	NR_MSG_WORDS,
	MSG_LEN = NR_MSG_WORDS,		/* struct mmsghdr */
	NR_MMSG_WORDS,
};

/* The words of a header that was captured. */
static void header_words(const struct syscall_trace_blob *blob, size_t size, u64 *words)
{
	unsigned int i;

	for (i = 0; i < NR_MMSG_WORDS; i++) {
		words[i] = 0;
		if (blob->len >= (i + 1) * size)
			memcpy(&words[i], blob->data + i * size, size);
	}
	words[MSG_NAMELEN] = (u32)words[MSG_NAMELEN];
	words[MSG_LEN] = (u32)words[MSG_LEN];
}

/* Capture a header of @nr words; false: it is not there. */
static bool capture_header(struct syscall_trace_capture *cap, unsigned int arg,
			   unsigned int part, unsigned long addr, unsigned int nr, u64 *words)
{
	size_t size = long_size(cap, arg);
	struct syscall_trace_blob *blob;

	blob = syscall_trace_add_blob(cap, arg, part, SYSCALL_TRACE_NESTED);
	if (!blob)
		return false;
	syscall_trace_copy(cap, blob, addr, nr * size, nr * size);
	if (blob->status != SYSCALL_TRACE_OK)
		blob->len = 0;
	header_words(blob, size, words);
	syscall_trace_end_blob(cap, blob);

	return blob->status == SYSCALL_TRACE_OK;
}

/* What there was room for in a name when the call began; there may be more now. */
static s32 name_room(const struct syscall_trace_capture *cap, unsigned int arg,
		     unsigned int part)
{
	const void *pos = cap->store->args + cap->task->head.nr_args;

	while (pos < cap->pos) {
		const struct syscall_trace_blob *blob = pos;
		u64 words[NR_MMSG_WORDS];

		if (blob->arg == (arg | SYSCALL_TRACE_AS_ENTERED) && blob->part == part) {
			header_words(blob, long_size(cap, arg), words);
			return words[MSG_NAMELEN];
		}
		pos += syscall_trace_blob_size(blob->len);
	}

	return S32_MAX;
}

/* Returns the family, AF_UNSPEC if there is no address. */
static sa_family_t capture_name(struct syscall_trace_capture *cap, unsigned int arg,
				unsigned int part, const u64 *words)
{
	const struct syscall_trace_blob *blob;
	s32 len = words[MSG_NAMELEN];
	sa_family_t family;

	if (cap->at_exit)
		len = min(len, name_room(cap, arg, part));
	if (!words[MSG_NAME] || len < (s32)sizeof(family))
		return AF_UNSPEC;

	len = min_t(s32, len, sizeof(struct sockaddr_storage));
	blob = syscall_trace_capture_part(cap, arg, part + SYSCALL_MSG_NAME, words[MSG_NAME],
					  len, len);
	if (!blob || blob->status != SYSCALL_TRACE_OK)
		return AF_UNSPEC;
	capture_address_ifname(cap, blob, 0);
	memcpy(&family, blob->data, sizeof(family));

	return family;
}

/*
 * The vector, and @left bytes of what it leads to; U64_MAX: all of it. @netlink: that may
 * be messages of such a socket.
 */
static void capture_iov(struct syscall_trace_capture *cap, unsigned int arg,
			unsigned int part, u64 addr, u64 nr, u64 left, bool netlink)
{
	size_t size = long_size(cap, arg), bytes, i;
	u64 iov[2 * SYSCALL_TRACE_ELEMENTS_MAX];
	const struct syscall_trace_blob *vec;

	if (check_mul_overflow((size_t)nr, 2 * size, &bytes) || addr + bytes < addr)
		return;
	vec = syscall_trace_capture_part(cap, arg, part + SYSCALL_MSG_IOV, addr, bytes,
					 SYSCALL_TRACE_ELEMENTS_MAX * 2 * size);
	if (!vec)
		return;

	nr = vec->len / (2 * size);
	for (i = 0; i < 2 * nr; i++) {
		iov[i] = 0;
		memcpy(&iov[i], vec->data + i * size, size);
	}
	for (i = 0; i < nr && cap->limits->datalen; i++) {
		u64 len = min(iov[2 * i + 1], left);
		struct syscall_trace_blob *blob;

		blob = syscall_trace_add_blob(cap, arg, part + SYSCALL_MSG_DATA + i,
					      SYSCALL_TRACE_DATA);
		if (!blob)
			break;
		syscall_trace_copy(cap, blob, iov[2 * i], len,
				   syscall_trace_piece(cap, cap->limits->datalen, nr - i));
		if (netlink)
			syscall_trace_copy_netlink(cap, blob, iov[2 * i], len);
		syscall_trace_end_blob(cap, blob);
		syscall_trace_netlink_ifnames(cap, blob);
		if (left != U64_MAX)
			left -= len;
	}
}

/* The numbers of interfaces in control data. */
static void capture_cmsg_ifnames(struct syscall_trace_capture *cap, unsigned int arg,
				 const struct syscall_trace_blob *blob)
{
	size_t size = long_size(cap, arg), head = size + 2 * sizeof(u32), pos = 0;

	while (pos < blob->len && blob->len - pos >= head) {
		u64 len = 0;
		u32 level, type;

		memcpy(&len, blob->data + pos, size);
		memcpy(&level, blob->data + pos + size, sizeof(level));
		memcpy(&type, blob->data + pos + size + sizeof(level), sizeof(type));
		if (level == SOL_IP && type == IP_PKTINFO)
			capture_ifname_at(cap, blob, pos + head);
		if (len < head || len > blob->len - pos)
			break;
		pos += ALIGN(len, size);
	}
}

static void capture_control(struct syscall_trace_capture *cap, unsigned int arg,
			    unsigned int part, u64 addr, u64 len)
{
	const struct syscall_trace_blob *blob;

	if (len < long_size(cap, arg) + 2 * sizeof(u32))
		return;
	blob = syscall_trace_capture_part(cap, arg, part + SYSCALL_MSG_CONTROL, addr, len,
					  CONTROL_MAX);
	if (blob && blob->status != SYSCALL_TRACE_FAULTED)
		capture_cmsg_ifnames(cap, arg, blob);
}

/* All that a header leads to, of the data @left bytes. */
static void capture_pieces(struct syscall_trace_capture *cap, unsigned int arg,
			   unsigned int part, const u64 *words, u64 left)
{
	sa_family_t family = capture_name(cap, arg, part, words);

	capture_control(cap, arg, part, words[MSG_CONTROL], words[MSG_CONTROLLEN]);
	capture_iov(cap, arg, part, words[MSG_IOV], words[MSG_IOVLEN], left,
		    family == AF_NETLINK);
}

/*
 * Of a message that is received, only the header is of interest when the call begins:
 * it says how much room there is for the name.
 */
void syscall_capture_msghdr(struct syscall_trace_capture *cap, unsigned int arg)
{
	bool received = cap->call->args[arg].dir & SYSCALL_TRACE_OUT;
	u64 words[NR_MMSG_WORDS];

	if (cap->args[arg] &&
	    capture_header(cap, arg, 0, cap->args[arg], NR_MSG_WORDS, words) &&
	    (cap->at_exit || !received))
		capture_pieces(cap, arg, 0, words, received ? cap->ret : U64_MAX);
}

/* @nr messages in a row: headers only, or what they lead to. */
static void capture_messages(struct syscall_trace_capture *cap, unsigned int arg,
			     unsigned int nr, bool pieces, bool received)
{
	unsigned long addr = cap->args[arg];
	u64 words[NR_MMSG_WORDS];
	unsigned int i;

	if (!addr)
		return;
	for (i = 0; i < min_t(unsigned int, nr, SYSCALL_MSGS_MAX); i++) {
		if (!capture_header(cap, arg, i * SYSCALL_MSG_PARTS, addr, NR_MMSG_WORDS, words))
			break;
		if (pieces)
			capture_pieces(cap, arg, i * SYSCALL_MSG_PARTS, words,
				       received ? words[MSG_LEN] : U64_MAX);
		addr += NR_MMSG_WORDS * long_size(cap, arg);
	}
}

/* What is sent is there from the beginning, but how much of it was is not. */
void syscall_capture_mmsgs_sent(struct syscall_trace_capture *cap, unsigned int arg)
{
	u32 vlen = syscall_trace_length(cap, arg);

	capture_messages(cap, arg, cap->at_exit ? min_t(u32, vlen, cap->ret) : vlen,
			 !cap->at_exit, false);
}

void syscall_capture_mmsgs_received(struct syscall_trace_capture *cap, unsigned int arg)
{
	u32 vlen = syscall_trace_length(cap, arg);

	capture_messages(cap, arg, cap->at_exit ? min_t(u32, vlen, cap->ret) : vlen,
			 cap->at_exit, true);
}
