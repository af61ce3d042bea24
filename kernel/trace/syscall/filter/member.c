// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: what a condition finds in structures though the table does not show it
 * as such. Called by names.c and eval.c.
 */
#include <linux/string.h>
#include <linux/swab.h>

#include "../format/format.h"
#include "../format/printers.h"
#include "../pieces.h"
#include "member.h"

static const struct syscall_filter_hidden hidden[] = {
	{ "sockaddr_un", "sun_path", 2, 108, true },
	{ "sockaddr_alg", "salg_name", 24, 64 },
};

/* Of all other types, the first piece is one structure, or several as the table says. */
static const struct syscall_filter_pieces pieces[] = {
	{ "buffers", .is_row = true, .at_entry = true },
	{ "pollfds", .is_row = true, .if_found = true },
	{ "iocbs", .first = 1, .every = 1, .last = SYSCALL_TRACE_ELEMENTS_MAX, .at_entry = true },
	{ "mmsgs_sent", .every = SYSCALL_MSG_PARTS, .last = SYSCALL_TRACE_PART_MAX },
	{ "mmsgs_received", .every = SYSCALL_MSG_PARTS, .last = SYSCALL_TRACE_PART_MAX },
	{ "clone_args", .at_entry = true },
	{ "ipc_semid_ds", .first = 1, .last = 1 },
	{ "ipc_semid_set", .first = 1, .last = 1 },
	{ "ipc_seminfo", .first = 1, .last = 1 },
};

/* Members that are never copied where they could be looked at; NULL: all of the type. */
static const struct {
	const char	*type;
	const char	*member;
} unseen[] = {
	{ "dirent", NULL },
	{ "dirent64", NULL },
	{ "ifconf", "request" },
};

/**
 * syscall_filter_find_pieces - find where the structures of a type are
 * @type: the type of an argument
 *
 * Return: the pieces; never NULL.
 */
const struct syscall_filter_pieces *
syscall_filter_find_pieces(const struct syscall_trace_type *type)
{
	static const struct syscall_filter_pieces only_first;
	const struct syscall_filter_pieces *one = pieces;

	if (type->sort != SYSCALL_TRACE_NESTED)
		return &only_first;
	for (; one < pieces + sizeof(pieces) / sizeof(*pieces); one++) {
		if (!strcmp(one->type, type->name))
			return one;
	}

	return &only_first;
}

/**
 * syscall_filter_is_unseen - is a member never copied where it could be looked at?
 * @type: the type of the structure
 * @name: the member
 */
bool syscall_filter_is_unseen(const struct syscall_trace_type *type, const char *name)
{
	unsigned int i;

	if (type->sort != SYSCALL_TRACE_NESTED)
		return false;
	for (i = 0; i < sizeof(unseen) / sizeof(*unseen); i++) {
		if (!strcmp(unseen[i].type, type->name) &&
		    (!unseen[i].member || !strcmp(unseen[i].member, name)))
			return true;
	}

	return false;
}

/**
 * syscall_filter_find_hidden - find a member that only a printer knows
 * @type: the type of the structure
 * @name: the member
 *
 * Return: the member, or NULL.
 */
const struct syscall_filter_hidden *
syscall_filter_find_hidden(const struct syscall_trace_type *type, const char *name)
{
	const struct syscall_filter_hidden *one = hidden;

	for (; one < hidden + sizeof(hidden) / sizeof(*hidden); one++) {
		if (!strcmp(one->name, name) && !strcmp(one->type, type->name))
			return one;
	}

	return NULL;
}

/* What only a printer knows, and among whose pieces there is text. */
static const char * const texts[] = {
	"buffers", "hostname", "iocbs", "ipc_msgrcv", "mmsgs_received", "mmsgs_sent", "msgbuf",
	"msghdr", "strv",
};

/**
 * syscall_filter_leads_to_text - is there text among the pieces of what only a printer knows?
 * @type: its type
 *
 * Of the others, the tracer copies only numbers, or counts: no text can be found in them.
 */
bool syscall_filter_leads_to_text(const struct syscall_trace_type *type)
{
	unsigned int i;

	for (i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		if (!strcmp(texts[i], type->name))
			return true;
	}

	return type->leads_on;
}

/* Is it an IPv4 address, which can be compared as text, too? */
bool syscall_filter_is_ipv4(const struct syscall_trace_type *type)
{
	return syscall_trace_integer_printer(type) == syscall_kind_inet_addr;
}

/* Write the text of an address, without a NUL. Returns its length. */
size_t syscall_filter_print_ipv4(u8 *text, u32 addr)
{
	unsigned int i, byte;
	u8 *pos = text;

	for (i = 0; i < sizeof(addr); i++, addr >>= 8) {
		byte = addr & 0xff;
		if (i)
			*pos++ = '.';
		if (byte >= 100)
			*pos++ = '0' + byte / 100;
		if (byte >= 10)
			*pos++ = '0' + byte / 10 % 10;
		*pos++ = '0' + byte % 10;
	}

	return pos - text;
}

/**
 * syscall_filter_host_order - the number that a user means by a number of the network
 * @type: the type of the number
 * @val: the number as it is in memory
 *
 * The tracer needs a little-endian machine: see HAVE_SYSCALL_TRACER.
 *
 * Return: @val, in the order of the machine.
 */
u64 syscall_filter_host_order(const struct syscall_trace_type *type, u64 val)
{
	syscall_trace_print_integer *print = syscall_trace_integer_printer(type);

	if (print == syscall_kind_port || print == syscall_kind_protocol_packet)
		return __swab16(val);
	if (print == syscall_kind_htonl || print == syscall_kind_htonl_hex ||
	    print == syscall_kind_inet_addr)
		return __swab32(val);

	return val;
}
