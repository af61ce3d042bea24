// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints messages of netlink sockets: heads, bodies and attributes, as
 * far as syscalls.def knows them.
 *
 * Messages and attributes begin with their length, which is not trusted.
 */
#include <linux/socket.h>
#include <linux/string.h>

#include <uapi/linux/genetlink.h>
#include <uapi/linux/netlink.h>
#include <uapi/linux/rtnetlink.h>

#include "../named_types.h"
#include "format.h"
#include "printers.h"

/* So many unknown bytes, and so many messages or attributes in a row, are shown. */
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

/* ------------------------- messages and attributes ----------------------- */

/* Messages or attributes: each begins with a head, and that with the length of the item. */
struct item {
	size_t	head_size;
	size_t	length_size;
	/* Prints the @len bytes that are there: the head may say less, or more. */
	void (*print)(struct syscall_trace_fmt *fmt, const void *by, const u8 *data, size_t len);
};

/*
 * Print items, several of them in brackets. @by is passed on to the printer. @blob: the copy
 * that the items fill and that may be cut, or NULL.
 */
static void print_items(struct syscall_trace_fmt *fmt, const struct item *item, const void *by,
			const u8 *data, size_t len, const struct syscall_trace_blob *blob)
{
	bool cut = blob && blob->status != SYSCALL_TRACE_BLOB_OK, list = false;
	unsigned int nr;

	for (nr = 0; ; nr++) {
		size_t size, next;
		bool is_short;

		if (len < item->head_size && !cut) {
			print_bytes(fmt, data, len);
			break;
		}
		if (len < item->head_size || nr == ELEMENTS_MAX || syscall_trace_full(fmt)) {
			trace_seq_puts(fmt->s, "...");
			if (len < item->head_size && blob->status == SYSCALL_TRACE_BLOB_FAULTED)
				syscall_trace_print_fault(fmt, blob, fmt->addr + blob->len);
			break;
		}
		size = syscall_trace_get_uint(data, item->length_size);
		next = aligned(size);
		if (size < item->head_size || (next >= len && !cut))
			next = 0;
		/* Where the next one begins, nobody can tell. */
		is_short = size < item->head_size;
		if (is_short)
			size = item->head_size;
		is_short &= cut || len > size;
		if ((next || is_short) && !list) {
			trace_seq_putc(fmt->s, '[');
			list = true;
		}
		item->print(fmt, by, data, min(size, len));
		if (is_short)
			trace_seq_puts(fmt->s, ", ...");
		if (!next)
			break;
		trace_seq_puts(fmt->s, ", ");
		next = min(next, len);
		data += next;
		len -= next;
	}
	if (list)
		trace_seq_putc(fmt->s, ']');
}

/* ------------------------------- attributes ------------------------------ */

/* Text whose length includes its NUL. */
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

SYSCALL_STRUCT(nla_in6)
{
	if (len == INET6_SIZE)
		syscall_trace_print_inet6(fmt, data, NULL);
	else
		print_bytes(fmt, data, len);
}

/* An address of the message's family. That of a bridge's neighbour is told by its length. */
SYSCALL_STRUCT(nla_inet)
{
	u8 family = fmt->family;

	if (family == AF_BRIDGE)
		family = len == INET_SIZE ? AF_INET : AF_INET6;
	if (len == INET_SIZE && (family == AF_INET || family == RTNL_FAMILY_IPMR))
		syscall_kind_inet_addr(fmt, type, syscall_trace_get_uint(data, len));
	else if (family == AF_INET6 || family == RTNL_FAMILY_IP6MR)
		syscall_struct_nla_in6(fmt, type, data, len);
	else
		print_bytes(fmt, data, len);
}

/* Does an attribute have more bytes than its type, of which the printer shows nothing? */
static bool hides_rest(const struct syscall_trace_fmt *fmt,
		       const struct syscall_trace_field *choice, size_t len)
{
	const struct syscall_trace_type *type = choice->type;

	if (len <= choice->size[syscall_trace_layout(type, fmt->abi)])
		return false;

	return type->sort == SYSCALL_TRACE_SCALAR ||
	       (type->sort == SYSCALL_TRACE_STRUCT && !syscall_trace_struct_printer(type) &&
		type->count_by != SYSCALL_TRACE_BYTES);
}

static void print_attribute(struct syscall_trace_fmt *fmt, const void *variant, const u8 *data,
			    size_t len)
{
	const struct syscall_trace_type *type = variant;
	const struct syscall_trace_field *choice;
	struct nlattr attr;
	u16 nr;

	memcpy(&attr, data, sizeof(attr));
	nr = attr.nla_type & NLA_TYPE_MASK;
	trace_seq_printf(fmt->s, "%s{nla_len=%u, nla_type=%s%s",
			 len > sizeof(attr) ? "[" : "", attr.nla_len,
			 attr.nla_type & NLA_F_NESTED ? "NLA_F_NESTED|" : "",
			 attr.nla_type & NLA_F_NET_BYTEORDER ? "NLA_F_NET_BYTEORDER|" : "");
	syscall_trace_print_set(fmt, type->set, nr);
	trace_seq_putc(fmt->s, '}');
	if (len <= sizeof(attr))
		return;
	trace_seq_puts(fmt->s, ", ");
	data += sizeof(attr);
	len -= sizeof(attr);
	choice = syscall_trace_find_choice(type, nr);
	if (!syscall_trace_print_choice(fmt, choice, data, len))
		print_bytes(fmt, data, len);
	else if (hides_rest(fmt, choice, len))
		trace_seq_puts(fmt->s, "...");
	trace_seq_putc(fmt->s, ']');
}

/* A variant by the numbers of attributes. */
SYSCALL_STRUCT(nlattrs)
{
	static const struct item attribute = {
		sizeof(struct nlattr), sizeof(u16), print_attribute,
	};

	print_items(fmt, &attribute, type, data, len, NULL);
}

/* -------------------------------- messages ------------------------------- */

/* Only the family that tells the numbers of the others has a fixed number. */
SYSCALL_KIND(genl_family)
{
	if (val == GENL_ID_CTRL)
		trace_seq_puts(fmt->s, "nlctrl");
	else
		trace_seq_printf(fmt->s, "0x%llx /* GENERIC_FAMILY_??? */", val);
}

/* All protocols share the lowest types. */
static u32 type_protocol(u32 protocol, u16 type)
{
	return type < NLMSG_MIN_TYPE ? NO_PROTOCOL : protocol;
}

/* The variant of a protocol's messages, or a set that only names them. */
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

/* An unknown message of NETLINK_ROUTE: it begins with its family. */
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

/* The body of a message: at least one byte. */
static void print_body(struct syscall_trace_fmt *fmt, u32 protocol,
		       const struct nlmsghdr *head, const u8 *data, size_t len)
{
	u16 type = head->nlmsg_type;
	const struct syscall_trace_field *body;

	body = syscall_trace_find_choice(messages_of(protocol, type), type);
	fmt->family = *data;
	if (type == NLMSG_DONE && len == sizeof(s32))
		syscall_trace_print_signed(fmt, (s32)syscall_trace_get_uint(data, len));
	else if (!syscall_trace_print_choice(fmt, body, data, len))
		print_bytes(fmt, data, len);
}

static void print_error(struct syscall_trace_fmt *fmt, u32 protocol, bool capped,
			const u8 *data, size_t len);

/* @cause: an error quotes the message. An error in there is printed as bytes: no recursion. */
static void print_message(struct syscall_trace_fmt *fmt, u32 protocol, bool cause,
			  const u8 *data, size_t len)
{
	struct nlmsghdr head;

	memcpy(&head, data, sizeof(head));
	if (len <= sizeof(head)) {
		print_head(fmt, protocol, &head);
		return;
	}
	data += sizeof(head);
	len -= sizeof(head);
	trace_seq_putc(fmt->s, '[');
	print_head(fmt, protocol, &head);
	trace_seq_puts(fmt->s, ", ");
	if (head.nlmsg_type == NLMSG_ERROR && !cause)
		print_error(fmt, protocol, head.nlmsg_flags & NLM_F_CAPPED, data, len);
	else
		print_body(fmt, protocol, &head, data, len);
	trace_seq_putc(fmt->s, ']');
}

/* What auditd receives: the kernel leaves the head out of the length that it says. */
static bool is_audit_record(const struct syscall_trace_blob *blob, u32 protocol)
{
	struct nlmsghdr head;

	/* What a program sends is no such record, whatever its length says. */
	if (protocol != NETLINK_AUDIT || !(blob->arg & SYSCALL_TRACE_BLOB_AT_EXIT) ||
	    blob->status != SYSCALL_TRACE_BLOB_OK || blob->len < sizeof(head))
		return false;
	memcpy(&head, blob->data, sizeof(head));

	return head.nlmsg_type >= NLMSG_MIN_TYPE &&
	       (u64)head.nlmsg_len + sizeof(head) == blob->len;
}

static void print_any_message(struct syscall_trace_fmt *fmt, const void *protocol,
			      const u8 *data, size_t len)
{
	print_message(fmt, *(const u32 *)protocol, false, data, len);
}

/* An error, the message that caused it, and perhaps attributes. */
static void print_error(struct syscall_trace_fmt *fmt, u32 protocol, bool capped,
			const u8 *data, size_t len)
{
	size_t size = sizeof(struct nlmsghdr), behind;
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
	/* The kernel aligns what follows. */
	behind = min(aligned(size), len);
	trace_seq_puts(fmt->s, behind < len ? "[{error=" : "{error=");
	syscall_kind_neg_error(fmt, NULL, error);
	if (len)
		trace_seq_puts(fmt->s, ", msg=");
	if (size >= sizeof(struct nlmsghdr))
		print_message(fmt, protocol, true, data, size);
	else if (size)
		print_bytes(fmt, data, size);
	trace_seq_putc(fmt->s, '}');
	if (behind < len) {
		trace_seq_puts(fmt->s, ", ");
		syscall_trace_print_struct(fmt, &syscall_trace_nlmsgerr_attrs, data + behind,
					   len - behind);
		trace_seq_putc(fmt->s, ']');
	}
}

/**
 * syscall_trace_print_netlink - print messages
 * @fmt: the call
 * @blob: the messages; its @count is the protocol + 1
 * @addr: where they are in user space
 */
void syscall_trace_print_netlink(struct syscall_trace_fmt *fmt,
				 const struct syscall_trace_blob *blob, u64 addr)
{
	static const struct item message = {
		sizeof(struct nlmsghdr), sizeof(u32), print_any_message,
	};
	u32 protocol = syscall_trace_blob_count(blob) - 1;

	fmt->addr = addr;
	if (blob->status == SYSCALL_TRACE_BLOB_FAULTED && blob->len < sizeof(struct nlmsghdr))
		syscall_trace_print_missing(fmt, addr, blob);
	else if (syscall_trace_hide(fmt))
		return;
	else if (is_audit_record(blob, protocol))
		print_message(fmt, protocol, false, blob->data, blob->len);
	else
		print_items(fmt, &message, &protocol, blob->data, blob->len, blob);
}
