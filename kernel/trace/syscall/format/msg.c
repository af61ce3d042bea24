// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints messages of sockets: names, vectors, data and control data.
 */
#include <linux/socket.h>
#include <linux/string.h>

#include "../named_types.h"
#include "format.h"
#include "list.h"
#include "printers.h"

/* The index of the time limit of recvmmsg(). */
#define RECVMMSG_TIME	4

/* A message: its argument, the part of its header, and when its parts were captured. */
struct place {
	unsigned int	arg;
	unsigned int	part;
	unsigned int	dir;
};

static const struct syscall_trace_type *header_type(const struct syscall_trace_fmt *fmt,
						    unsigned int arg)
{
	return fmt->call->args[arg].type->fields[0].type;
}

static const struct syscall_trace_blob *
find_piece(const struct syscall_trace_fmt *fmt, const struct place *at, unsigned int part)
{
	return syscall_trace_find_blob(fmt, at->arg, at->dir, at->part + part);
}

/* The header of a message; NULL: a member that is needed is missing. */
static const struct syscall_trace_blob *
find_message(const struct syscall_trace_fmt *fmt, const struct place *at)
{
	const struct syscall_trace_blob *blob = find_piece(fmt, at, 0);
	u64 last;

	if (!blob || !syscall_trace_read_member(fmt, header_type(fmt, at->arg), "msg_controllen",
						blob->data, blob->len, &last))
		return NULL;

	return blob;
}

static u64 member(const struct syscall_trace_fmt *fmt, const struct place *at,
		  const struct syscall_trace_blob *msg, const char *name)
{
	return syscall_trace_member(fmt, header_type(fmt, at->arg), name, msg->data, msg->len);
}

/* --------------------------------- vectors ------------------------------- */

static void print_data(struct syscall_trace_fmt *fmt, const struct syscall_trace_blob *blob,
		       u64 addr)
{
	if (addr && blob && blob->len && syscall_trace_is_netlink(blob))
		syscall_trace_print_netlink(fmt, blob, addr);
	else if (!addr || !blob || blob->status == SYSCALL_TRACE_BLOB_FAULTED)
		syscall_trace_print_missing(fmt, addr, blob);
	else
		syscall_trace_print_text(fmt, blob);
}

/* The vector is that of the entry: received data may overwrite it. */
static void print_iov(struct syscall_trace_fmt *fmt, const struct place *at, u64 addr)
{
	const struct place in = { at->arg, at->part, SYSCALL_TRACE_DIR_IN };
	const struct syscall_trace_blob *blob = find_piece(fmt, &in, SYSCALL_MSG_IOV);
	size_t size = syscall_trace_long_size(header_type(fmt, at->arg), fmt->abi);
	unsigned int i, nr;

	if (!addr || !syscall_trace_has_list(blob, 2 * size)) {
		syscall_trace_print_missing(fmt, addr, blob);
		return;
	}

	nr = blob->len / (2 * size);
	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < nr && !syscall_trace_full(fmt); i++) {
		const u8 *iov = blob->data + 2 * i * size;

		trace_seq_printf(fmt->s, "%s{iov_base=", i ? ", " : "");
		print_data(fmt, find_piece(fmt, at, SYSCALL_MSG_DATA + i),
			   syscall_trace_get_uint(iov, size));
		trace_seq_printf(fmt->s, ", iov_len=%llu}",
				 syscall_trace_get_uint(iov + size, size));
	}
	if (i < nr || blob->status == SYSCALL_TRACE_BLOB_TRUNCATED)
		trace_seq_puts(fmt->s, ", ...");
	else if (blob->status == SYSCALL_TRACE_BLOB_FAULTED)
		syscall_trace_print_list_fault(fmt, blob, addr + 2 * nr * size);
	trace_seq_putc(fmt->s, ']');
}

/* ------------------------------ control data ----------------------------- */

SYSCALL_STRUCT(octets)
{
	size_t i;

	if (len && syscall_trace_hide(fmt))
		return;
	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < len && syscall_trace_next_of_few(fmt, i); i++)
		syscall_trace_print_in_hex(fmt, data[i]);
	trace_seq_putc(fmt->s, ']');
}

/* Times, in brackets if there are several; ??? if one is missing. */
SYSCALL_STRUCT(scm_times)
{
	const struct syscall_trace_type *time = type->fields[0].type;
	size_t size = syscall_trace_fmt_size(fmt, time);
	unsigned int i, nr = type->fields[0].nr ?: 1;

	if (len < nr * size) {
		trace_seq_puts(fmt->s, "???");
		return;
	}
	if (nr > 1)
		trace_seq_putc(fmt->s, '[');
	for (i = 0; i < nr; i++) {
		if (i)
			trace_seq_puts(fmt->s, ", ");
		syscall_trace_print_struct(fmt, time, data + i * size, size);
	}
	if (nr > 1)
		trace_seq_putc(fmt->s, ']');
}

/* Does the line end with a list that says that it is not whole? */
static bool ends_in_dots(const struct syscall_trace_fmt *fmt)
{
	static const char dots[] = "...]";
	size_t used = trace_seq_used(fmt->s), len = sizeof(dots) - 1;

	return used >= len && !memcmp(fmt->s->buffer + used - len, dots, len);
}

/*
 * Print a control message. Data that is too short for its type is printed as bytes. @cut: it has
 * more data than was copied.
 */
static void print_cmsg(struct syscall_trace_fmt *fmt, u64 cmsg_len, u32 level, u32 type,
		       const u8 *data, size_t len, bool cut)
{
	const struct syscall_trace_type *types = syscall_trace_chosen(&syscall_trace_cmsgs, level);
	const struct syscall_trace_field *content = syscall_trace_find_choice(types, type);

	trace_seq_printf(fmt->s, "{cmsg_len=%llu, cmsg_level=", cmsg_len);
	syscall_trace_print_scalar(fmt, &syscall_trace_cmsgs, level);
	trace_seq_puts(fmt->s, ", cmsg_type=");
	syscall_trace_print_scalar(fmt, types, type);
	if (content && len) {
		trace_seq_puts(fmt->s, ", cmsg_data=");
		if (!syscall_trace_print_choice(fmt, content, data, len))
			syscall_trace_print_string(fmt, data, len, false);
	}
	trace_seq_puts(fmt->s, cut && content && !ends_in_dots(fmt) ? ", ...}" : "}");
}

static void print_control(struct syscall_trace_fmt *fmt, const struct place *at,
			  u64 addr, u64 control_len)
{
	const struct syscall_trace_blob *blob = find_piece(fmt, at, SYSCALL_MSG_CONTROL);
	size_t size = syscall_trace_long_size(header_type(fmt, at->arg), fmt->abi);
	size_t head = size + 2 * sizeof(u32), pos = 0;
	bool broken = false;
	u64 next = 0;

	if (!control_len)
		return;
	trace_seq_puts(fmt->s, ", msg_control=");
	if (!blob || blob->status > SYSCALL_TRACE_BLOB_TRUNCATED || blob->len < head) {
		syscall_trace_print_missing(fmt, addr, blob);
		return;
	}

	trace_seq_putc(fmt->s, '[');
	while (blob->len - pos >= head && !syscall_trace_full(fmt)) {
		const u8 *data = blob->data + pos;
		u64 cmsg_len = syscall_trace_get_uint(data, size), len;
		u32 level = syscall_trace_get_uint(data + size, sizeof(level));
		u32 type = syscall_trace_get_uint(data + size + sizeof(level), sizeof(type));

		len = cmsg_len < blob->len - pos ? cmsg_len : blob->len - pos;
		if (pos)
			trace_seq_puts(fmt->s, ", ");
		print_cmsg(fmt, cmsg_len, level, type, data + head, len > head ? len - head : 0,
			   len < cmsg_len && blob->status != SYSCALL_TRACE_BLOB_OK);
		if (len < head) {
			pos += head;
			next = pos;
			broken = true;
			break;
		}
		next = cmsg_len < control_len - pos ? pos + cmsg_len : control_len;
		/* @pos and @len are at most blob->len: no overflow. */
		pos += (len + size - 1) / size * size;
		if (pos >= blob->len) {
			pos = blob->len;
			break;
		}
	}
	if (!broken && blob->len - pos >= head)
		trace_seq_puts(fmt->s, pos ? ", ..." : "...");	/* the line is full */
	else if (next < control_len && blob->status == SYSCALL_TRACE_BLOB_TRUNCATED)
		trace_seq_puts(fmt->s, ", ...");
	else if (next < control_len && (pos < blob->len || broken))
		syscall_trace_print_list_fault(fmt, blob, addr + pos);
	trace_seq_putc(fmt->s, ']');
}

/* -------------------------------- messages ------------------------------- */

/* Print a message. @before: its header at entry if it was received, else NULL. */
static void print_message(struct syscall_trace_fmt *fmt, const struct place *at,
			  const struct syscall_trace_blob *msg,
			  const struct syscall_trace_blob *before)
{
	const struct syscall_trace_blob *name = find_piece(fmt, at, SYSCALL_MSG_NAME);
	s32 name_len = member(fmt, at, msg, "msg_namelen");
	s32 room = before ? member(fmt, at, before, "msg_namelen") : name_len;

	trace_seq_puts(fmt->s, "{msg_name=");
	if (name && name->status == SYSCALL_TRACE_BLOB_OK && name->len >= sizeof(u16))
		syscall_trace_print_sockaddr(fmt, name->data, name->len);
	else
		syscall_trace_print_missing(fmt, member(fmt, at, msg, "msg_name"), name);
	trace_seq_puts(fmt->s, ", msg_namelen=");
	if (room != name_len)
		trace_seq_printf(fmt->s, "%d => ", room);
	trace_seq_printf(fmt->s, "%d, msg_iov=", name_len);
	print_iov(fmt, at, member(fmt, at, msg, "msg_iov"));
	syscall_trace_print_members(fmt, header_type(fmt, at->arg), msg->data, msg->len,
				    "msg_iovlen");
	print_control(fmt, at, member(fmt, at, msg, "msg_control"),
		      member(fmt, at, msg, "msg_controllen"));
	syscall_trace_print_members(fmt, header_type(fmt, at->arg), msg->data, msg->len,
				    "msg_controllen", "msg_flags");
	trace_seq_putc(fmt->s, '}');
}

/* If receiving fails, only the room for the name is shown. */
SYSCALL_NESTED(msghdr)
{
	struct place in = { arg, 0, SYSCALL_TRACE_DIR_IN };
	struct place out = { arg, 0, SYSCALL_TRACE_DIR_OUT };
	bool received = fmt->call->args[arg].dir & SYSCALL_TRACE_DIR_OUT;
	const struct syscall_trace_blob *before = find_message(fmt, &in);
	const struct syscall_trace_blob *after = find_message(fmt, &out);

	if (before && !received)
		print_message(fmt, &in, before, NULL);
	else if (before && after)
		print_message(fmt, &out, after, before);
	else if (before && syscall_trace_failed(fmt))
		trace_seq_printf(fmt->s, "{msg_namelen=%d}",
				 (s32)member(fmt, &in, before, "msg_namelen"));
	else
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
}

/* Print, behind @nr messages of @all, why these are not all: no room, or memory was unreadable. */
static void print_end(struct syscall_trace_fmt *fmt, const struct place *at, u32 nr, u32 all)
{
	const struct syscall_trace_blob *blob = find_piece(fmt, at, 0);
	const struct syscall_trace_type *type = fmt->call->args[at->arg].type;

	trace_seq_puts(fmt->s, ", ...");
	if (blob && blob->status == SYSCALL_TRACE_BLOB_FAULTED)
		syscall_trace_print_fault(fmt, blob, syscall_trace_arg(fmt, at->arg) +
						     nr * syscall_trace_fmt_size(fmt, type));
	else
		trace_seq_printf(fmt->s, " /* %u more */", all - nr);
}

/* ", msg_len=3}" */
static void print_msg_len(struct syscall_trace_fmt *fmt, const struct place *at)
{
	const struct syscall_trace_type *type = fmt->call->args[at->arg].type;
	const struct syscall_trace_blob *blob = syscall_trace_find_out(fmt, at->arg, at->part);

	if (blob && blob->len)
		syscall_trace_print_members(fmt, type, blob->data, blob->len, "msg_len");
	trace_seq_putc(fmt->s, '}');
}

/* Print @nr messages as they were captured at entry or exit, by @dir. */
static void print_messages(struct syscall_trace_fmt *fmt, unsigned int arg, u32 nr,
			   unsigned int dir)
{
	struct place at = { arg, 0, dir }, before = { arg, 0, SYSCALL_TRACE_DIR_IN };
	const struct syscall_trace_blob *msg;
	u32 i;

	if (!syscall_trace_arg(fmt, arg) || (nr && !find_message(fmt, &at))) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}

	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < nr; i++) {
		at.part = i * SYSCALL_MSG_PARTS;
		before.part = at.part;
		msg = find_message(fmt, &at);
		if (syscall_trace_full(fmt) || !msg) {
			print_end(fmt, &at, i, nr);
			break;
		}
		trace_seq_puts(fmt->s, i ? ", {msg_hdr=" : "{msg_hdr=");
		print_message(fmt, &at, msg, dir == SYSCALL_TRACE_DIR_OUT ?
					     find_message(fmt, &before) : NULL);
		print_msg_len(fmt, &at);
	}
	trace_seq_putc(fmt->s, ']');
}

/* The argument behind the messages is their number. */
SYSCALL_NESTED(mmsgs_sent)
{
	print_messages(fmt, arg, syscall_trace_arg(fmt, arg + 1), SYSCALL_TRACE_DIR_IN);
}

SYSCALL_NESTED(mmsgs_received)
{
	if (fmt->at_exit && fmt->ret >= 0)
		print_messages(fmt, arg, fmt->ret, SYSCALL_TRACE_DIR_OUT);
	else
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
}

/* Data of a socket; the capture marks netlink messages. */
SYSCALL_STRUCT(sock_data)
{
	if (syscall_trace_is_netlink(fmt->blob))
		syscall_trace_print_netlink(fmt, fmt->blob,
					    syscall_trace_arg(fmt, syscall_trace_blob_arg(fmt)));
	else
		syscall_trace_print_string(fmt, data, len,
					   fmt->blob->status == SYSCALL_TRACE_BLOB_TRUNCATED);
}

/* recvmmsg() has a time limit, too. */
SYSCALL_KIND(recvmmsg_result)
{
	syscall_trace_print_signed(fmt, (s32)val);
	if (!val) {
		trace_seq_puts(fmt->s, " (Timeout)");
	} else if (syscall_trace_find_time_left(fmt, RECVMMSG_TIME)) {
		syscall_trace_print_time_left(fmt, RECVMMSG_TIME, " (");
		trace_seq_putc(fmt->s, ')');
	}
}
