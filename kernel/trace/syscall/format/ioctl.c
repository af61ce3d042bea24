// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints the arguments of ioctl commands.
 */
#include <linux/string.h>

#include "format.h"
#include "printers.h"

/* The copy of an argument's structure; NULL: a part of it or all is missing. */
static const struct syscall_trace_blob *
whole_blob(const struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int dir)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *blob = syscall_trace_find_blob(fmt, arg, dir, 0);

	return blob && blob->len >= syscall_trace_fmt_size(fmt, type) ? blob : NULL;
}

/* The same of one that the task passes; on NULL, its address is printed. */
static const struct syscall_trace_blob *
need_whole(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	return syscall_trace_need_bytes(fmt, arg, SYSCALL_TRACE_DIR_IN,
					syscall_trace_fmt_size(fmt, fmt->call->args[arg].type));
}

/* -------------------------------- terminals ------------------------------ */

#define CIBAUD		0x100f0000U
#define IBSHIFT		16

/* Is the constant one of several values of a bit field, and no flag? */
static bool is_field_value(const struct syscall_trace_set *set, const struct syscall_trace_const *c)
{
	unsigned int i;

	for (i = 0; i < set->nr; i++) {
		if (set->consts[i].mask == c->mask && set->consts[i].value != c->value)
			return true;
	}

	return false;
}

/*
 * The values of bit fields come first, each followed by a |, and then the flags. A word
 * without either prints as nothing.
 */
SYSCALL_KIND(termios_flags)
{
	const struct syscall_trace_set *set = type->set;
	const struct syscall_trace_const *c;
	bool is_cflag = set->nr && set->consts[0].mask == CIBAUD >> IBSHIFT;
	const char *sep = "";
	unsigned int i;
	u64 done = 0;

	for (i = 0; i < set->nr; i++) {
		c = &set->consts[i];
		if (!(c->mask & done) && (val & c->mask) == c->value && is_field_value(set, c)) {
			trace_seq_printf(fmt->s, "%s%s", sep, c->name);
			done |= c->mask;
			sep = "|";
			/* Behind the output speed comes the input speed if it is set. */
			if (is_cflag && c->mask == set->consts[0].mask && (val & CIBAUD)) {
				const struct syscall_trace_const *in;

				in = syscall_trace_find_const(set, (val & CIBAUD) >> IBSHIFT);
				if (in)
					trace_seq_printf(fmt->s, "|%s<<IBSHIFT", in->name);
				else
					trace_seq_printf(fmt->s, "|0x%llx<<IBSHIFT",
							 (val & CIBAUD) >> IBSHIFT);
				done |= CIBAUD;
			}
		}
	}
	if (*sep)
		trace_seq_puts(fmt->s, sep);

	sep = "";
	for (i = 0; i < set->nr; i++) {
		c = &set->consts[i];
		if ((val & c->mask) != c->value || (c->mask & done) || is_field_value(set, c))
			continue;
		trace_seq_printf(fmt->s, "%s%s", sep, c->name);
		done |= c->mask;
		sep = "|";
	}
	if (val & ~done)
		trace_seq_printf(fmt->s, "%s0x%llx", sep, val & ~done);
}

/* ----------------------------- network devices --------------------------- */

#define ADDR_LEN	6

/* A struct ifreq. The kernel also writes back what was asked for, so its copy will do. */
SYSCALL_NESTED(ifreq)
{
	const struct syscall_trace_blob *out = whole_blob(fmt, arg, SYSCALL_TRACE_DIR_OUT);

	if (out && !whole_blob(fmt, arg, SYSCALL_TRACE_DIR_IN))
		syscall_trace_print_struct(fmt, fmt->call->args[arg].type, out->data, out->len);
	else
		syscall_nested_answered(fmt, arg);
}

/* The type of a hardware address tells its length. */
SYSCALL_STRUCT(hwaddr)
{
	const struct syscall_trace_const *c;
	u64 family;
	size_t nr;

	if (!syscall_trace_read_member(fmt, type, "sa_family", data, len, &family))
		return;

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, data, len, "sa_family");
	trace_seq_puts(fmt->s, ", sa_data=");
	c = syscall_trace_find_const(type->fields[0].type->set, family);
	nr = c && (!strcmp(c->name, "ARPHRD_ETHER") || !strcmp(c->name, "ARPHRD_LOOPBACK")) ?
	     ADDR_LEN : len - sizeof(u16);
	syscall_trace_print_hwaddr(fmt, data + sizeof(u16), nr);
	trace_seq_putc(fmt->s, '}');
}

SYSCALL_STRUCT(sockaddr16)
{
	if (len < type->size[SYSCALL_TRACE_WIDE])
		syscall_trace_print_address(fmt);
	else
		syscall_trace_print_sockaddr(fmt, data, type->size[SYSCALL_TRACE_WIDE]);
}

static void print_ifc_len(struct syscall_trace_fmt *fmt, s32 len, size_t size)
{
	syscall_trace_print_signed(fmt, len);
	if (len > 0 && !(len % size))
		trace_seq_printf(fmt->s, " /* %u * sizeof(struct ifreq) */",
				 (unsigned int)(len / size));
}

/* SIOCGIFCONF: the room that there was, the room that it took, and the devices. */
SYSCALL_NESTED(ifconf)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *in = syscall_trace_find_in(fmt, arg, 0);
	const struct syscall_trace_blob *out = syscall_trace_find_out(fmt, arg, 0), *list;
	size_t size = SYSCALL_IFREQ_SIZE(syscall_trace_layout(type, fmt->abi));
	const struct syscall_trace_type *ifreq;
	u64 before, after, buf;
	unsigned int i;

	if (!in || !syscall_trace_read_member(fmt, type, "ifc_len", in->data, in->len, &before) ||
	    !syscall_trace_read_member(fmt, type, "ifc_buf", in->data, in->len, &buf)) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}

	trace_seq_puts(fmt->s, "{ifc_len=");
	if (!out || !syscall_trace_read_member(fmt, type, "ifc_len", out->data, out->len, &after))
		after = before;
	/* Without a buffer, the kernel only tells which size it must have. */
	print_ifc_len(fmt, buf ? before : after, size);
	if (buf && before != after) {
		trace_seq_puts(fmt->s, " => ");
		print_ifc_len(fmt, after, size);
	}

	trace_seq_puts(fmt->s, ", ifc_buf=");
	list = out && buf ? syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_DIR_OUT, 1) : NULL;
	ifreq = syscall_trace_find_field(type, "request")->type;
	if (!list || list->status == SYSCALL_TRACE_BLOB_FAULTED) {
		syscall_trace_print_pointer(fmt, buf);
	} else {
		trace_seq_putc(fmt->s, '[');
		for (i = 0; (i + 1) * size <= list->len && !syscall_trace_full(fmt); i++) {
			syscall_trace_comma(fmt);
			syscall_trace_print_struct(fmt, ifreq, list->data + i * size, size);
		}
		if (list->status == SYSCALL_TRACE_BLOB_TRUNCATED || (i + 1) * size <= list->len)
			trace_seq_puts(fmt->s, ", ...");
		trace_seq_putc(fmt->s, ']');
	}
	trace_seq_putc(fmt->s, '}');
}

/* ------------------------- files and block devices ----------------------- */

SYSCALL_STRUCT(fslabel)
{
	syscall_trace_print_string(fmt, data, strnlen(data, len), false);
}

/* Dots stand for the extents. */
SYSCALL_NESTED(fiemap)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *in = need_whole(fmt, arg);
	const struct syscall_trace_blob *out = whole_blob(fmt, arg, SYSCALL_TRACE_DIR_OUT);

	if (!in)
		return;

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, in->data, in->len, "fm_start", "fm_length",
				    "fm_flags", "fm_extent_count");
	trace_seq_putc(fmt->s, '}');
	if (out) {
		trace_seq_puts(fmt->s, " => {");
		syscall_trace_print_members(fmt, type, out->data, out->len, "fm_flags",
					    "fm_mapped_extents");
		trace_seq_puts(fmt->s, ", ...}");
	}
}

/* The text may be a password. */
SYSCALL_STRUCT(loop_key)
{
	size_t end = strnlen(data, len);
	bool cut = end == len;

	if (!syscall_trace_hide(fmt))
		syscall_trace_print_path(fmt, data, end - cut, cut);
}

/* ------------------------------- userfaultfd ----------------------------- */

SYSCALL_NESTED(uffdio_api)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *in = need_whole(fmt, arg);
	const struct syscall_trace_blob *out = whole_blob(fmt, arg, SYSCALL_TRACE_DIR_OUT);

	if (!in)
		return;

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, in->data, in->len, "api", "features");
	if (out) {
		trace_seq_puts(fmt->s, " => ");
		syscall_trace_print_field(fmt, type, "features", out->data, out->len);
		syscall_trace_print_members(fmt, type, out->data, out->len, "ioctls");
	}
	trace_seq_putc(fmt->s, '}');
}

/* A bit for each command number. */
SYSCALL_KIND(uffd_ioctls)
{
	const struct syscall_trace_set *set = type->set;
	const char *sep = "";
	unsigned int i;

	for (i = 0; i < set->nr; i++) {
		u64 bit = 1ULL << (set->consts[i].value & 63);

		if (!(val & bit))
			continue;
		trace_seq_printf(fmt->s, "%s1<<%s", sep, set->consts[i].name);
		val &= ~bit;
		sep = "|";
	}
	if (val || !*sep)
		trace_seq_printf(fmt->s, val ? "%s0x%llx" : "%s%llu", sep, val);
}
