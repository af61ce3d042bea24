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

static size_t aligned(size_t len)
{
	return (len + ALIGN_TO - 1) & ~(size_t)(ALIGN_TO - 1);
}

static void print_bytes(struct syscall_trace_fmt *fmt, const u8 *data, size_t len)
{
	syscall_trace_print_hex(fmt, data, len < BYTES_MAX ? len : BYTES_MAX, len > BYTES_MAX);
}

/* ------------------------------ what the table has ----------------------- */

static const struct syscall_trace_type *word(const char *name)
{
	return syscall_trace_member_type(&syscall_trace_netlink, name);
}

/* The name of a number of the type's set, or NULL. */
static const char *name_of(const struct syscall_trace_type *type, u64 val)
{
	const struct syscall_trace_const *c = NULL;

	if (type && type->set)
		c = syscall_trace_find_const(type->set, val);

	return c ? c->name : NULL;
}

static void print_by(struct syscall_trace_fmt *fmt, const char *member, u64 val)
{
	const struct syscall_trace_type *type = word(member);

	if (type)
		syscall_trace_print_scalar(fmt, type, val);
	else
		trace_seq_printf(fmt->s, "%llu", val);
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

static void print_value(struct syscall_trace_fmt *fmt, const struct syscall_trace_field *field,
			const u8 *data, size_t len)
{
	const struct syscall_trace_type *type = field ? field->type : NULL;
	size_t size = field ? field->size[SYSCALL_TRACE_WIDE] : 0;
	u64 val = 0;

	if (type && syscall_trace_struct_printer(type)) {
		/* It knows what to do with less. */
		syscall_trace_print_struct(fmt, type, data, len);
	} else if (!type || len < size) {
		print_bytes(fmt, data, len);
	} else if (type->sort == SYSCALL_TRACE_SCALAR) {
		memcpy(&val, data, size < sizeof(val) ? size : sizeof(val));
		syscall_trace_print_scalar(fmt, type, syscall_trace_extend(val, size,
									   field->is_signed));
	} else {
		syscall_trace_print_struct(fmt, type, data, size);
	}
}

static void print_attribute(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
			    const struct nlattr *attr, const u8 *data, size_t len)
{
	const struct syscall_trace_set *set = type->fields[0].type->set;
	u16 nr = attr->nla_type & NLA_TYPE_MASK;
	const struct syscall_trace_const *c = syscall_trace_find_const(set, nr);

	if (attr->nla_len < len)
		len = attr->nla_len;
	trace_seq_printf(fmt->s, "%s{nla_len=%u, nla_type=%s%s",
			 len > sizeof(*attr) ? "[" : "", attr->nla_len,
			 attr->nla_type & NLA_F_NESTED ? "NLA_F_NESTED|" : "",
			 attr->nla_type & NLA_F_NET_BYTEORDER ? "NLA_F_NET_BYTEORDER|" : "");
	syscall_trace_print_set(fmt, set, nr);
	trace_seq_putc(fmt->s, '}');
	if (len <= sizeof(*attr))
		return;
	trace_seq_puts(fmt->s, ", ");
	print_value(fmt, c ? syscall_trace_find_field(type, c->name) : NULL,
		    data + sizeof(*attr), len - sizeof(*attr));
	trace_seq_putc(fmt->s, ']');
}

/* Attributes in a row; the first member of the union says what their numbers are. */
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

/* What the message's family decides: the member of its name, or else the first one. */
SYSCALL_STRUCT(nlfamily)
{
	const struct syscall_trace_type *families, *member;

	families = syscall_trace_member_type(word("route"), "family");
	member = syscall_trace_member_type(type, name_of(families, fmt->family));
	syscall_trace_print_struct(fmt, member ?: type->fields[0].type, data, len);
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

/* The set that the bits above the common flags are from. */
static const char *flags_of(const char *protocol, u16 type)
{
	static const char * const sorts[] = { "NEW", "DEL", "GET" };
	const char *name = name_of(word(protocol), type), *last;
	unsigned int i;

	if (type < NLMSG_MIN_TYPE)
		return type == NLMSG_ERROR ? "ack" : "flags";
	if (protocol && !strcmp(protocol, "NETLINK_SOCK_DIAG"))
		return "GET";
	if (!name || !strcmp(protocol, "NETLINK_SELINUX"))
		return "flags";
	if (!strcmp(name, "RTM_DELACTION"))
		return "GET";
	/* RTM_NEWLINK, XFRM_MSG_NEWSA */
	for (last = name; *name; name++) {
		if (*name == '_')
			last = name + 1;
	}
	for (i = 0; i < sizeof(sorts) / sizeof(*sorts); i++) {
		if (!strncmp(last, sorts[i], strlen(sorts[i])))
			return sorts[i];
	}

	return "flags";
}

static void print_head(struct syscall_trace_fmt *fmt, const char *protocol,
		       const struct nlmsghdr *head)
{
	bool known = head->nlmsg_type >= NLMSG_MIN_TYPE && word(protocol);

	trace_seq_printf(fmt->s, "{nlmsg_len=%u, nlmsg_type=", head->nlmsg_len);
	print_by(fmt, known ? protocol : "type", head->nlmsg_type);
	trace_seq_puts(fmt->s, ", nlmsg_flags=");
	print_by(fmt, flags_of(protocol, head->nlmsg_type), head->nlmsg_flags);
	trace_seq_printf(fmt->s, ", nlmsg_seq=%u, nlmsg_pid=%d}", head->nlmsg_seq,
			 (s32)head->nlmsg_pid);
}

/* What NETLINK_ROUTE has behind a head. */
static void print_route(struct syscall_trace_fmt *fmt, u16 type, const u8 *data, size_t len)
{
	const struct syscall_trace_type *all = word("route");
	const char *name = name_of(word("NETLINK_ROUTE"), type);
	const struct syscall_trace_type *message = syscall_trace_member_type(all, name);

	if (message) {
		fmt->family = len ? *data : AF_UNSPEC;
		syscall_trace_print_struct(fmt, message, data, len);
		return;
	}
	trace_seq_putc(fmt->s, '{');
	if (all)
		syscall_trace_print_field(fmt, all, "family", data, len);
	if (len > 1) {
		trace_seq_puts(fmt->s, ", data=");
		print_bytes(fmt, data + 1, len - 1);
	}
	trace_seq_putc(fmt->s, '}');
}

static void print_plain(struct syscall_trace_fmt *fmt, const char *protocol,
			const struct nlmsghdr *head, const u8 *data, size_t len)
{
	if (head->nlmsg_type == NLMSG_DONE && len == sizeof(s32))
		trace_seq_printf(fmt->s, "%d", (s32)syscall_trace_get_long(data, len));
	else if (head->nlmsg_type >= NLMSG_MIN_TYPE && protocol &&
		 !strcmp(protocol, "NETLINK_ROUTE"))
		print_route(fmt, head->nlmsg_type, data, len);
	else
		print_bytes(fmt, data, len);
}

/* What an error is about: a message, perhaps its head alone. */
static void print_cause(struct syscall_trace_fmt *fmt, const char *protocol,
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
	print_plain(fmt, protocol, &head, data + sizeof(head), len - sizeof(head));
	trace_seq_putc(fmt->s, ']');
}

/* An error, the message that it is about, and perhaps attributes. */
static void print_error(struct syscall_trace_fmt *fmt, const char *protocol, bool capped,
			const u8 *data, size_t len)
{
	const struct syscall_trace_type *attrs = word("error_attrs");
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
	if (!attrs || size > len)
		size = len;
	trace_seq_puts(fmt->s, size < len ? "[{error=" : "{error=");
	print_by(fmt, "error", error);
	if (len) {
		trace_seq_puts(fmt->s, ", msg=");
		print_cause(fmt, protocol, data, size);
	}
	trace_seq_putc(fmt->s, '}');
	if (size < len) {
		trace_seq_puts(fmt->s, ", ");
		syscall_trace_print_struct(fmt, attrs, data + size, len - size);
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
	const char *protocol = name_of(word("protocol"), blob->count - 1);
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
				print_plain(fmt, protocol, &head, data + sizeof(head),
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
