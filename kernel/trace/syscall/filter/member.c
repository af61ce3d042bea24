// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: what a condition finds in structures though the table does not show it
 * as such. Called by names.c and eval.c.
 */
#include <linux/string.h>
#include <linux/swab.h>

#include "../format/format.h"
#include "../format/printers.h"
#include "member.h"

static const struct syscall_filter_hidden hidden[] = {
	{ "sockaddr_un", "sun_path", 2, 108, true },
	{ "sockaddr_alg", "salg_name", 24, 64 },
};

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
