/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what a condition finds in structures though the table does not show it
 * as such: members that only printers know, and numbers in the order of the network.
 */
#ifndef _SYSCALL_FILTER_MEMBER_H
#define _SYSCALL_FILTER_MEMBER_H

#include <linux/syscall_trace_table.h>

/**
 * struct syscall_filter_hidden - a text in a structure that only a printer knows
 * @type: the name of the structure's type
 * @name: the member
 * @offset: where it begins
 * @size: its bytes at most; it may end before, by a NUL
 * @has_abstract: one that begins with a NUL and goes on is as long as the structure
 */
struct syscall_filter_hidden {
	const char	*type;
	const char	*name;
	u8		offset;
	u8		size;
	bool		has_abstract;
};

/**
 * struct syscall_filter_pieces - which pieces of an argument are structures of its type
 * @type: the name of the type
 * @first: the number of the first one; those before it only lead to it
 * @every: the next one has a number higher by this; 0: there is none
 * @last: none has a higher number
 * @is_row: a piece may be several structures in a row
 * @at_entry: they are copied only when the call begins
 * @if_found: when the call has ended, they are copied if its result is more than 0
 */
struct syscall_filter_pieces {
	const char	*type;
	u16		first;
	u16		every;
	u16		last;
	bool		is_row;
	bool		at_entry;
	bool		if_found;
};

/* The text of an IPv4 address. */
#define SYSCALL_FILTER_IPV4_MAX	16

const struct syscall_filter_hidden *
syscall_filter_find_hidden(const struct syscall_trace_type *type, const char *name);
const struct syscall_filter_pieces *
syscall_filter_find_pieces(const struct syscall_trace_type *type);
bool syscall_filter_is_unseen(const struct syscall_trace_type *type, const char *name);
bool syscall_filter_leads_to_text(const struct syscall_trace_type *type);
bool syscall_filter_is_ipv4(const struct syscall_trace_type *type);
size_t syscall_filter_print_ipv4(u8 *text, u32 addr);
u64 syscall_filter_host_order(const struct syscall_trace_type *type, u64 val);

#endif /* _SYSCALL_FILTER_MEMBER_H */
