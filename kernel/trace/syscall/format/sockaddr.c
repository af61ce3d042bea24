// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints addresses of sockets, by family.
 */
#include <linux/string.h>
#include <linux/swab.h>
#include <uapi/linux/if_xdp.h>

#include "../named_types.h"
#include "format.h"
#include "list.h"
#include "printers.h"

/* Offsets and sizes of members that the table does not show. */
#define FAMILY_SIZE		2
#define IN6_ADDR_OFFSET		8
#define IN6_SCOPE_OFFSET	24
#define IN6_ADDR_SIZE		16
#define LL_ADDR_OFFSET		12
#define UN_SIZE			110	/* of struct sockaddr_un */
#define ALG_NAME_OFFSET		24
#define STORAGE_SIZE		128	/* of struct sockaddr_storage */

/* -------------------------------- integers ------------------------------- */

/* The tracer needs a little-endian machine: see HAVE_SYSCALL_TRACER. */
SYSCALL_KIND(port)
{
	trace_seq_printf(fmt->s, "htons(%u)", __swab16(val));
}

SYSCALL_KIND(htonl)
{
	trace_seq_printf(fmt->s, "htonl(%u)", __swab32(val));
}

SYSCALL_KIND(htonl_hex)
{
	trace_seq_printf(fmt->s, val ? "htonl(0x%x)" : "htonl(%u)", __swab32(val));
}

SYSCALL_KIND(htobs)
{
	trace_seq_printf(fmt->s, "htobs(%u)", (u16)val);
}

SYSCALL_KIND(sock_byte)
{
	trace_seq_printf(fmt->s, val ? "0x%x" : "%02x", (u8)val);
}

static void print_ipv4(struct syscall_trace_fmt *fmt, const u8 *addr)
{
	trace_seq_printf(fmt->s, "%u.%u.%u.%u", addr[0], addr[1], addr[2], addr[3]);
}

SYSCALL_KIND(inet_addr)
{
	u8 addr[4] = { val, val >> 8, val >> 16, val >> 24 };

	trace_seq_puts(fmt->s, "inet_addr(\"");
	print_ipv4(fmt, addr);
	trace_seq_puts(fmt->s, "\")");
}

static const struct syscall_trace_blob *
find_ifname(const struct syscall_trace_fmt *fmt, unsigned int dir, u32 ifindex)
{
	const struct syscall_trace_blob *blob;
	unsigned int i;

	for (i = 0; i < SYSCALL_TRACE_IFNAMES_MAX; i++) {
		blob = syscall_trace_find_blob(fmt, SYSCALL_TRACE_BLOB_IFNAME, dir, i);
		if (blob && blob->len > sizeof(ifindex) &&
		    syscall_trace_get_uint(blob->data, sizeof(ifindex)) == ifindex)
			return blob;
	}

	return NULL;
}

/* A network interface: the name that was captured, or the number. */
SYSCALL_KIND(ifindex)
{
	const struct syscall_trace_blob *blob;

	blob = find_ifname(fmt, SYSCALL_TRACE_DIR_OUT, val) ?:
	       find_ifname(fmt, SYSCALL_TRACE_DIR_IN, val);
	if (!blob) {
		syscall_trace_print_unsigned(fmt, (u32)val);
		return;
	}
	trace_seq_puts(fmt->s, "if_nametoindex(");
	syscall_trace_print_path(fmt, blob->data + sizeof(u32), blob->len - sizeof(u32), false);
	trace_seq_putc(fmt->s, ')');
}

/* @first: print a number without a name as an offset from this constant, unless it is NULL. */
static void print_htobs(struct syscall_trace_fmt *fmt, const struct syscall_trace_set *set,
			u64 val, const struct syscall_trace_const *first)
{
	const struct syscall_trace_const *c = syscall_trace_find_const(set, val);

	trace_seq_puts(fmt->s, "htobs(");
	if (c || !first)
		syscall_trace_print_set(fmt, set, val);
	else
		trace_seq_printf(fmt->s, "%s+%llu", first->name, val - first->value);
	trace_seq_putc(fmt->s, ')');
}

SYSCALL_KIND(l2cap_psm)
{
	const struct syscall_trace_set *set = type->set;
	const struct syscall_trace_const *c, *first = NULL;

	/* LE_DYN_START, LE_DYN_END, DYN_START are the last three. */
	if (set->nr >= 3) {
		c = &set->consts[set->nr - 3];
		if (val >= c[0].value && val <= c[1].value)
			first = &c[0];
		else if (val >= c[2].value)
			first = &c[2];
	}
	print_htobs(fmt, set, val, first);
}

SYSCALL_KIND(l2cap_cid)
{
	const struct syscall_trace_const *last = &type->set->consts[type->set->nr - 1];

	print_htobs(fmt, type->set, val, val >= last->value ? last : NULL);
}

/* ---------------------------- addresses of IPv6 -------------------------- */

static u16 word_at(const u8 *addr, unsigned int i)
{
	return addr[2 * i] << 8 | addr[2 * i + 1];
}

/* Find the longest run of zero words, the first one of several. Returns its length. */
static unsigned int longest_run(const u8 *addr, unsigned int *start)
{
	unsigned int i, run = 0, best = 0;

	for (i = 0; i < IN6_ADDR_SIZE / 2; i++) {
		run = word_at(addr, i) ? 0 : run + 1;
		if (run > best) {
			best = run;
			*start = i + 1 - run;
		}
	}

	return best;
}

/* As RFC 5952 recommends. Addresses that embed one of IPv4 show it. */
static void print_ipv6(struct syscall_trace_fmt *fmt, const u8 *addr)
{
	unsigned int i, start = 0, run = longest_run(addr, &start);
	bool ipv4;

	if (run < 2)
		run = 0;
	ipv4 = run && !start && (run == 6 || (run == 5 && word_at(addr, 5) == 0xffff));

	for (i = 0; i < IN6_ADDR_SIZE / 2; i++) {
		if (run && i == start) {
			trace_seq_puts(fmt->s, "::");
			i += run - 1;
			continue;
		}
		if (i && !(run && i == start + run))
			trace_seq_putc(fmt->s, ':');
		if (ipv4 && i == 6) {
			print_ipv4(fmt, addr + IN6_ADDR_SIZE - 4);
			break;
		}
		trace_seq_printf(fmt->s, "%x", word_at(addr, i));
	}
}

/* Print the 16 bytes of an IPv6 address; @name: the member that it is, or NULL. */
void syscall_trace_print_inet6(struct syscall_trace_fmt *fmt, const u8 *addr,
			       const char *name)
{
	trace_seq_puts(fmt->s, "inet_pton(AF_INET6, \"");
	print_ipv6(fmt, addr);
	trace_seq_putc(fmt->s, '"');
	if (name)
		trace_seq_printf(fmt->s, ", &%s", name);
	trace_seq_putc(fmt->s, ')');
}

static bool is_link_local(const u8 *addr)
{
	return (addr[0] == 0xfe && (addr[1] & 0xc0) == 0x80) ||
	       (addr[0] == 0xff && (addr[1] & 0x0f) == 0x02);
}

/* -------------------------------- families ------------------------------- */

/* Print text of @size bytes. Without a NUL, dots stand for the last byte. */
static void print_text(struct syscall_trace_fmt *fmt, const u8 *data, size_t size)
{
	size_t len = strnlen(data, size);

	syscall_trace_print_path(fmt, data, len < size ? len : size - 1, len == size);
}

/* Print a hardware address. */
void syscall_trace_print_hwaddr(struct syscall_trace_fmt *fmt, const u8 *data, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		trace_seq_printf(fmt->s, i ? ":%02x" : "%02x", data[i]);
}

static void print_raw(struct syscall_trace_fmt *fmt, const u8 *data, size_t len)
{
	if (len <= FAMILY_SIZE)
		return;
	trace_seq_puts(fmt->s, ", sa_data=");
	syscall_trace_print_string(fmt, data + FAMILY_SIZE, len - FAMILY_SIZE, false);
}

SYSCALL_STRUCT(sockaddr_un)
{
	const u8 *path = data + FAMILY_SIZE;
	size_t size = (len < UN_SIZE ? len : UN_SIZE) - FAMILY_SIZE;

	trace_seq_puts(fmt->s, ", sun_path=");
	if (*path) {
		syscall_trace_print_path(fmt, path, strnlen(path, size), false);
	} else {
		trace_seq_putc(fmt->s, '@');
		syscall_trace_print_path(fmt, path + 1, size - 1, false);
	}
}

/*
 * The members of an address, but for what is reserved and zero. @brief: only as many as
 * fit into the line.
 */
static void print_members(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
			  const u8 *data, size_t len, bool brief)
{
	const struct syscall_trace_field *field = type->fields;

	for (; field < type->fields + type->nr_fields; field++) {
		if (brief && syscall_trace_full(fmt))
			break;
		if (field->name && field->type->role == SYSCALL_TRACE_RESERVED)
			syscall_trace_print_nonzero(fmt, type, field->name, data, len);
		else if (field->name)
			syscall_trace_print_members(fmt, type, data, len, field->name);
	}
}

SYSCALL_STRUCT(address)
{
	print_members(fmt, type, data, len, false);
}

SYSCALL_STRUCT(address_brief)
{
	print_members(fmt, type, data, len, true);
}

/* A structure in brackets, with all its members even if the line is full. */
SYSCALL_STRUCT(whole)
{
	trace_seq_putc(fmt->s, '{');
	print_members(fmt, type, data, len, false);
	trace_seq_putc(fmt->s, '}');
}

SYSCALL_STRUCT(sockaddr_in6)
{
	size_t rest = len > IN6_SCOPE_OFFSET ? len - IN6_SCOPE_OFFSET : 0;
	u32 val;

	syscall_trace_print_members(fmt, type, data, len, "sin6_port", "sin6_flowinfo");
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_inet6(fmt, data + IN6_ADDR_OFFSET, "sin6_addr");
	if (!rest)
		return;

	/* The last bytes of the number may be missing; they count as 0. */
	val = syscall_trace_get_uint(data + IN6_SCOPE_OFFSET, min(rest, sizeof(val)));
	trace_seq_puts(fmt->s, ", sin6_scope_id=");
	if (is_link_local(data + IN6_ADDR_OFFSET))
		syscall_kind_ifindex(fmt, type, val);
	else
		syscall_trace_print_unsigned(fmt, val);
}

SYSCALL_STRUCT(sockaddr_ll)
{
	u64 nr = syscall_trace_member(fmt, type, "sll_halen", data, len);
	unsigned int i;

	print_members(fmt, type, data, len, false);
	if (!nr)
		return;

	trace_seq_puts(fmt->s, ", sll_addr=[");
	for (i = 0; i < nr; i++) {
		syscall_trace_comma(fmt);
		if (LL_ADDR_OFFSET + i >= len) {
			trace_seq_puts(fmt->s, "...");
			break;
		}
		syscall_kind_sock_byte(fmt, type, data[LL_ADDR_OFFSET + i]);
	}
	trace_seq_putc(fmt->s, ']');
}

SYSCALL_STRUCT(sockaddr_alg)
{
	print_members(fmt, type, data, len, false);
	trace_seq_puts(fmt->s, ", salg_name=");
	print_text(fmt, data + ALG_NAME_OFFSET, len - ALG_NAME_OFFSET);
}

SYSCALL_STRUCT(sockaddr_nfc)
{
	print_members(fmt, type, data, len, true);
	if (len > type->size[SYSCALL_TRACE_WIDE])
		trace_seq_puts(fmt->s, ", ...");
}

SYSCALL_STRUCT(sockaddr_vm)
{
	const struct syscall_trace_field *zero = syscall_trace_find_field(type, "svm_zero");

	syscall_trace_print_nonzero(fmt, type, "svm_reserved1", data, len);
	syscall_trace_print_members(fmt, type, data, len, "svm_cid", "svm_port", "svm_flags");
	if (zero && !syscall_trace_is_zero(data + zero->offset[SYSCALL_TRACE_WIDE], zero->nr)) {
		trace_seq_puts(fmt->s, ", svm_zero=");
		syscall_trace_print_hex(fmt, data + zero->offset[SYSCALL_TRACE_WIDE], zero->nr,
					false);
	}
}

SYSCALL_STRUCT(sockaddr_xdp)
{
	u64 flags = syscall_trace_member(fmt, type, "sxdp_flags", data, len);
	u32 fd = syscall_trace_member(fmt, type, "sxdp_shared_umem_fd", data, len);

	syscall_trace_print_members(fmt, type, data, len, "sxdp_flags", "sxdp_ifindex",
				    "sxdp_queue_id");
	if (flags & XDP_SHARED_UMEM)
		syscall_trace_print_members(fmt, type, data, len, "sxdp_shared_umem_fd");
	else if (fd)
		trace_seq_printf(fmt->s, ", sxdp_shared_umem_fd=0x%x", fd);
}

/* A variant: the length tells which address it is. */
SYSCALL_STRUCT(sockaddr_bluetooth)
{
	if (!syscall_trace_print_choice(fmt, syscall_trace_find_choice(type, len), data, len))
		print_raw(fmt, data, len);
}

/**
 * syscall_trace_print_sockaddr - print an address of a socket
 * @fmt: the call
 * @data: the address, not trusted
 * @len: bytes of it, at least those of the family
 */
void syscall_trace_print_sockaddr(struct syscall_trace_fmt *fmt, const u8 *data, size_t len)
{
	u16 family = syscall_trace_get_uint(data, sizeof(family));
	const struct syscall_trace_field *choice;

	len = min_t(size_t, len, STORAGE_SIZE);
	choice = syscall_trace_find_choice(&syscall_trace_sockaddrs, family);
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_field(fmt, &syscall_trace_sockaddr, "sa_family", data, len);
	if (!syscall_trace_print_choice(fmt, choice, data, len))
		print_raw(fmt, data, len);
	trace_seq_putc(fmt->s, '}');
}

/* Of an argument, all bytes that its length counts must be readable. */
SYSCALL_STRUCT(sockaddr)
{
	bool argument = data == fmt->blob->data;

	if (len < FAMILY_SIZE || (argument && fmt->blob->status == SYSCALL_TRACE_BLOB_FAULTED &&
				  len < STORAGE_SIZE)) {
		syscall_trace_print_address(fmt);
		return;
	}
	syscall_trace_print_sockaddr(fmt, data, len);
}

/* --------------------------------- lengths ------------------------------- */

/* The length of an address. Without an address, the kernel ignores it. */
SYSCALL_NESTED(name_len)
{
	if (syscall_trace_arg(fmt, arg - 1))
		syscall_trace_print_length(fmt, arg);
	else
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
}
