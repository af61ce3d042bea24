// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints messages of netlink sockets: heads, what is behind them, and
 * attributes, as far as syscalls.def has them.
 *
 * A message or an attribute says how long it is; nothing of that is trusted.
 */
#include <linux/socket.h>
#include <linux/string.h>

#include <uapi/linux/genetlink.h>
#include <uapi/linux/netlink.h>
#include <uapi/linux/rtnetlink.h>

#include "format.h"
#include "printers.h"

/* As much is shown of bytes that nobody knows, and of elements of any kind. */
#define BYTES_MAX	32
#define ELEMENTS_MAX	32

#define ALIGN_TO	4
#define INET_SIZE	4
#define INET6_SIZE	16
#define HWADDR_MAX	32

#define NO_PROTOCOL	U32_MAX

static size_t aligned(size_t len)
{
	return (len + ALIGN_TO - 1) & ~(size_t)(ALIGN_TO - 1);
}

static void print_bytes(struct syscall_trace_fmt *fmt, const u8 *data, size_t len)
{
	syscall_trace_print_hex(fmt, data, len < BYTES_MAX ? len : BYTES_MAX, len > BYTES_MAX);
}

/* ------------------------------- attributes ------------------------------ */

/* Text with its NUL, which counts. */
SYSCALL_STRUCT(nla_str)
{
	bool ends = len && len <= BYTES_MAX && !data[len - 1];

	if (len > BYTES_MAX)
		len = BYTES_MAX;
	syscall_trace_print_string(fmt, data, len - ends, !ends);
}

SYSCALL_STRUCT(nla_hwaddr)
{
	if (len > HWADDR_MAX)
		print_bytes(fmt, data, len);
	else
		syscall_trace_print_hwaddr(fmt, data, len);
}

/* An address of either family; of a route of MPLS it is a stack of labels. */
SYSCALL_STRUCT(nla_inet)
{
	if (len == INET_SIZE && fmt->family != AF_MPLS)
		syscall_kind_inet_addr(fmt, type, syscall_trace_get_long(data, len));
	else if (len == INET6_SIZE && fmt->family != AF_MPLS)
		syscall_trace_print_inet6(fmt, data, NULL);
	else
		print_bytes(fmt, data, len);
}

static void print_attribute(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
			    const struct nlattr *attr, const u8 *data, size_t len)
{
	u16 nr = attr->nla_type & NLA_TYPE_MASK;

	if (attr->nla_len < len)
		len = attr->nla_len;
	trace_seq_printf(fmt->s, "%s{nla_len=%u, nla_type=%s%s",
			 len > sizeof(*attr) ? "[" : "", attr->nla_len,
			 attr->nla_type & NLA_F_NESTED ? "NLA_F_NESTED|" : "",
			 attr->nla_type & NLA_F_NET_BYTEORDER ? "NLA_F_NET_BYTEORDER|" : "");
	syscall_trace_print_set(fmt, type->set, nr);
	trace_seq_putc(fmt->s, '}');
	if (len <= sizeof(*attr))
		return;
	trace_seq_puts(fmt->s, ", ");
	data += sizeof(*attr);
	len -= sizeof(*attr);
	if (!syscall_trace_print_choice(fmt, syscall_trace_choose(type, nr), data, len))
		print_bytes(fmt, data, len);
	trace_seq_putc(fmt->s, ']');
}

/* Attributes in a row: a variant by their numbers. */
SYSCALL_STRUCT(nlattrs)
{
	unsigned int nr;
	bool list = false;

	for (nr = 0; ; nr++) {
		struct nlattr attr;
		size_t next;

		if (len < sizeof(attr)) {
			print_bytes(fmt, data, len);
			break;
		}
		if (nr == ELEMENTS_MAX || syscall_trace_full(fmt)) {
			trace_seq_puts(fmt->s, "...");
			break;
		}
		memcpy(&attr, data, sizeof(attr));
		next = aligned(attr.nla_len);
		if (attr.nla_len < sizeof(attr) || next >= len)
			next = 0;
		if (next && !list) {
			trace_seq_putc(fmt->s, '[');
			list = true;
		}
		print_attribute(fmt, type, &attr, data, len);
		if (!next)
			break;
		trace_seq_puts(fmt->s, ", ");
		data += next;
		len -= next;
	}
	if (list)
		trace_seq_putc(fmt->s, ']');
}

/* A variant by the message's family. */
SYSCALL_STRUCT(nlfamily)
{
	syscall_trace_print_choice(fmt, syscall_trace_choose(type, fmt->family), data, len);
}

/* A structure, and attributes behind it. Less than a structure tells only of its family. */
SYSCALL_STRUCT(nlmessage)
{
	const struct syscall_trace_type *head = type->fields[0].type;
	size_t size = head->size[SYSCALL_TRACE_WIDE];

	if (len < size) {
		syscall_trace_print_struct(fmt, head, data, 1);
		return;
	}
	syscall_trace_print_struct(fmt, head, data, size);
	size = aligned(size);
	if (len > size) {
		trace_seq_puts(fmt->s, ", ");
		syscall_trace_print_struct(fmt, type->fields[1].type, data + size, len - size);
	}
}

/* -------------------------------- messages ------------------------------- */

/* The one that tells the numbers of the others has a number and a name of its own. */
SYSCALL_KIND(genl_family)
{
	if (val == GENL_ID_CTRL)
		trace_seq_puts(fmt->s, "nlctrl");
	else
		trace_seq_printf(fmt->s, "0x%llx /* GENERIC_FAMILY_??? */", val);
}

/* No protocol has messages of its own that have the number of a common one. */
static u32 type_protocol(u32 protocol, u16 type)
{
	return type < NLMSG_MIN_TYPE ? NO_PROTOCOL : protocol;
}

/* A variant of a protocol's messages, or a set that has only their names. */
static const struct syscall_trace_type *messages_of(u32 protocol, u16 type)
{
	return syscall_trace_chosen(&syscall_trace_netlink_messages,
				    type_protocol(protocol, type));
}

static const struct syscall_trace_type *flags_of(u32 protocol, u16 type)
{
	const struct syscall_trace_type *flags;

	flags = syscall_trace_chosen(&syscall_trace_netlink_flags, type_protocol(protocol, type));

	return syscall_trace_chosen(flags, type);
}

static void print_head(struct syscall_trace_fmt *fmt, u32 protocol,
		       const struct nlmsghdr *head)
{
	u16 type = head->nlmsg_type;

	trace_seq_printf(fmt->s, "{nlmsg_len=%u, nlmsg_type=", head->nlmsg_len);
	syscall_trace_print_scalar(fmt, messages_of(protocol, type), type);
	trace_seq_puts(fmt->s, ", nlmsg_flags=");
	syscall_trace_print_scalar(fmt, flags_of(protocol, type), head->nlmsg_flags);
	trace_seq_printf(fmt->s, ", nlmsg_seq=%u, nlmsg_pid=%d}", head->nlmsg_seq,
			 (s32)head->nlmsg_pid);
}

/* All that is known of a message of NETLINK_ROUTE is that its family comes first. */
SYSCALL_STRUCT(rtgenmsg)
{
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_field(fmt, type, "family", data, len);
	if (len > 1) {
		trace_seq_puts(fmt->s, ", data=");
		print_bytes(fmt, data + 1, len - 1);
	}
	trace_seq_putc(fmt->s, '}');
}

/* What is behind the head of a message: at least one byte. */
static void print_body(struct syscall_trace_fmt *fmt, u32 protocol,
		       const struct nlmsghdr *head, const u8 *data, size_t len)
{
	u16 type = head->nlmsg_type;

	fmt->family = *data;
	if (type == NLMSG_DONE && len == sizeof(s32))
		trace_seq_printf(fmt->s, "%d", (s32)syscall_trace_get_long(data, len));
	else if (!syscall_trace_print_choice(fmt, syscall_trace_choose(messages_of(protocol, type),
								       type), data, len))
		print_bytes(fmt, data, len);
}

/* What an error is about: a message, perhaps its head alone. */
static void print_cause(struct syscall_trace_fmt *fmt, u32 protocol,
			const u8 *data, size_t len)
{
	struct nlmsghdr head;

	if (len < sizeof(head)) {
		print_bytes(fmt, data, len);
		return;
	}
	memcpy(&head, data, sizeof(head));
	if (len == sizeof(head)) {
		print_head(fmt, protocol, &head);
		return;
	}
	trace_seq_putc(fmt->s, '[');
	print_head(fmt, protocol, &head);
	trace_seq_puts(fmt->s, ", ");
	/* Of an error about an error, nothing more is known. */
	print_body(fmt, protocol, &head, data + sizeof(head), len - sizeof(head));
	trace_seq_putc(fmt->s, ']');
}

/* An error, the message that it is about, and perhaps attributes. */
static void print_error(struct syscall_trace_fmt *fmt, u32 protocol, bool capped,
			const u8 *data, size_t len)
{
	size_t size = sizeof(struct nlmsghdr);
	s32 error;
	u32 all;

	if (len < sizeof(error)) {
		print_bytes(fmt, data, len);
		return;
	}
	memcpy(&error, data, sizeof(error));
	data += sizeof(error);
	len -= sizeof(error);

	if (!capped && len >= size) {
		memcpy(&all, data, sizeof(all));
		size = all > size ? all : size;
	}
	if (size > len)
		size = len;
	trace_seq_puts(fmt->s, size < len ? "[{error=" : "{error=");
	syscall_kind_neg_error(fmt, NULL, error);
	if (len) {
		trace_seq_puts(fmt->s, ", msg=");
		print_cause(fmt, protocol, data, size);
	}
	trace_seq_putc(fmt->s, '}');
	if (size < len) {
		trace_seq_puts(fmt->s, ", ");
		syscall_trace_print_struct(fmt, &syscall_trace_nlmsgerr_attrs, data + size,
					   len - size);
		trace_seq_putc(fmt->s, ']');
	}
}

/**
 * syscall_trace_print_netlink - print messages
 * @fmt: the call
 * @blob: the messages, with the protocol
 * @addr: where they are in user space
 */
void syscall_trace_print_netlink(struct syscall_trace_fmt *fmt,
				 const struct syscall_trace_blob *blob, u64 addr)
{
	u32 protocol = blob->count - 1;
	const u8 *data = blob->data;
	size_t len = blob->len;
	bool list = false;
	unsigned int nr;

	if (blob->status == SYSCALL_TRACE_FAULTED && len < sizeof(struct nlmsghdr)) {
		syscall_trace_print_missing(fmt, addr, blob);
		return;
	}
	if (syscall_trace_hide(fmt))
		return;
	for (nr = 0; ; nr++) {
		struct nlmsghdr head;
		size_t size, next;

		if (len < sizeof(head) && blob->status == SYSCALL_TRACE_OK) {
			print_bytes(fmt, data, len);
			break;
		}
		if (len < sizeof(head) || nr == ELEMENTS_MAX || syscall_trace_full(fmt)) {
			trace_seq_puts(fmt->s, "...");
			if (len < sizeof(head) && blob->status == SYSCALL_TRACE_FAULTED)
				syscall_trace_print_where(fmt, blob, addr + blob->len);
			break;
		}
		memcpy(&head, data, sizeof(head));
		size = head.nlmsg_len < len ? head.nlmsg_len : len;
		next = aligned(head.nlmsg_len);
		if (head.nlmsg_len < sizeof(head) ||
		    (next >= len && blob->status == SYSCALL_TRACE_OK))
			next = 0;
		if (next && !list) {
			trace_seq_putc(fmt->s, '[');
			list = true;
		}
		if (size > sizeof(head))
			trace_seq_putc(fmt->s, '[');
		print_head(fmt, protocol, &head);
		if (size > sizeof(head)) {
			trace_seq_puts(fmt->s, ", ");
			if (head.nlmsg_type == NLMSG_ERROR)
				print_error(fmt, protocol, head.nlmsg_flags & NLM_F_CAPPED,
					    data + sizeof(head), size - sizeof(head));
			else
				print_body(fmt, protocol, &head, data + sizeof(head),
					    size - sizeof(head));
			trace_seq_putc(fmt->s, ']');
		}
		if (!next)
			break;
		trace_seq_puts(fmt->s, ", ");
		next = next < len ? next : len;
		data += next;
		len -= next;
	}
	if (list)
		trace_seq_putc(fmt->s, ']');
}

/* Data of a socket. */
SYSCALL_STRUCT(sock_data)
{
	if ((fmt->blob->sort & ~SYSCALL_TRACE_ABSENT) == SYSCALL_TRACE_NESTED)
		syscall_trace_print_netlink(fmt, fmt->blob,
					    syscall_trace_arg(fmt, syscall_trace_blob_arg(fmt)));
	else
		syscall_trace_print_string(fmt, data, len,
					   fmt->blob->status == SYSCALL_TRACE_TRUNCATED);
}
