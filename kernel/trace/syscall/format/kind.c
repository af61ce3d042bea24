// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints integers that are not simply decimal, as arguments, results or
 * members of structures. syscalls.def binds syscall_kind_WORD() to a kind.
 */
#include <linux/fcntl.h>

#include <uapi/linux/fanotify.h>
#include <uapi/linux/futex.h>
#include <uapi/linux/mman.h>
#include <uapi/linux/sched.h>

#include "format.h"
#include "printers.h"

SYSCALL_KIND(set)
{
	syscall_trace_print_set(fmt, type->set, val);
}

/* The name of a value, if it has one. */
SYSCALL_KIND(named)
{
	if (!syscall_trace_print_const(fmt, type->set, val))
		syscall_trace_print_in_hex(fmt, val);
}

/* The number, with its names as a comment. */
SYSCALL_KIND(annotated)
{
	const struct syscall_trace_set *set = type->set;
	bool known = set->flags ? val && syscall_trace_has_const(set, val) :
				  !!syscall_trace_find_const(set, val);

	if (!known) {
		syscall_trace_print_set(fmt, set, val);
		return;
	}
	syscall_trace_print_in_hex(fmt, val);
	trace_seq_puts(fmt->s, " /* ");
	syscall_trace_print_set(fmt, set, val);
	trace_seq_puts(fmt->s, " */");
}

static void print_unknown(struct syscall_trace_fmt *fmt, u64 val, const char *what)
{
	trace_seq_printf(fmt->s, "0x%llx /* %s */", val, what);
}

/* The bits of @val that no constant of the set explains. */
static u64 unnamed_bits(const struct syscall_trace_set *set, u64 val)
{
	u64 known = 0;
	unsigned int i;

	for (i = 0; i < set->nr; i++) {
		if ((val & set->consts[i].mask) == set->consts[i].value)
			known |= set->consts[i].mask;
	}

	return val & ~known;
}

/* If no flag has a name, the number alone is printed, without a remark. */
SYSCALL_KIND(bare_flags)
{
	if (unnamed_bits(type->set, (u32)val) == (u32)val)
		syscall_trace_print_in_hex(fmt, (u32)val);
	else
		syscall_trace_print_set(fmt, type->set, val);
}

/* Print flags; if none has a name, @what is the remark. */
static void print_flags(struct syscall_trace_fmt *fmt, const struct syscall_trace_set *set,
			u64 val, const char *what)
{
	if (unnamed_bits(set, (u32)val) == (u32)val && val)
		print_unknown(fmt, (u32)val, what);
	else
		syscall_trace_print_set(fmt, set, val);
}

SYSCALL_KIND(access_mode)
{
	print_flags(fmt, type->set, val, "?_OK");
}

SYSCALL_KIND(renameat2_flags)
{
	print_flags(fmt, type->set, val, "RENAME_??");
}

/* An unknown policy hides the flags, too. */
SYSCALL_KIND(sched_policy)
{
	if (unnamed_bits(type->set, (u32)val))
		print_unknown(fmt, (u32)val, "SCHED_???");
	else
		syscall_trace_print_set(fmt, type->set, val);
}

SYSCALL_KIND(sched_policy_flags)
{
	syscall_kind_sched_policy(fmt, type, val);
}

/* A number, in hex if it has a flag, and what that means. */
SYSCALL_KIND(got_policy)
{
	if (val & SCHED_RESET_ON_FORK)
		syscall_trace_print_in_hex(fmt, (u32)val);
	else
		syscall_trace_print_signed(fmt, (s64)val);
	if (unnamed_bits(type->set, (u32)val))
		return;
	trace_seq_puts(fmt->s, " (");
	syscall_trace_print_set(fmt, type->set, (u32)val);
	trace_seq_putc(fmt->s, ')');
}

/* The set names operations with their flags. Only a few operations take the clock. */
SYSCALL_KIND(futex_op)
{
	const u32 clocked = 1 << FUTEX_WAIT | 1 << FUTEX_WAIT_BITSET |
			    1 << FUTEX_WAIT_REQUEUE_PI;
	bool has_clock = val & FUTEX_CLOCK_REALTIME;

	if ((u32)val == (FUTEX_FD | FUTEX_PRIVATE_FLAG))
		trace_seq_puts(fmt->s, "FUTEX_FD|FUTEX_PRIVATE_FLAG");
	else if (unnamed_bits(type->set, (u32)val) ||
		 (has_clock && !(clocked >> (val & FUTEX_CMD_MASK & 0x1f) & 1)))
		print_unknown(fmt, (u32)val, "FUTEX_???");
	else
		syscall_trace_print_set(fmt, type->set, val);
}

/*
 * Print the number in the bits of @mask, and flags. @what is the remark if the number has no
 * name, @others if no flag has one.
 */
static void print_number_and_flags(struct syscall_trace_fmt *fmt,
				   const struct syscall_trace_set *set, u64 val, u64 mask,
				   const char *what, const char *others)
{
	u64 flags = val & ~mask, rest = unnamed_bits(set, flags);
	unsigned int i;

	if (unnamed_bits(set, val & mask))
		print_unknown(fmt, val & mask, what);
	else
		syscall_trace_print_set(fmt, set, val & mask);
	for (i = 0; i < set->nr; i++) {
		if (set->consts[i].mask & flags & ~rest)
			trace_seq_printf(fmt->s, "|%s", set->consts[i].name);
	}
	if (!rest)
		return;
	trace_seq_putc(fmt->s, '|');
	if (others && rest == flags)
		print_unknown(fmt, rest, others);
	else
		syscall_trace_print_in_hex(fmt, rest);
}

/* The logarithm of the size of a huge page is in the upper bits. */
SYSCALL_KIND(mmap_flags)
{
	unsigned int huge = (u32)val >> MAP_HUGE_SHIFT;

	print_number_and_flags(fmt, type->set, val & ~((u64)MAP_HUGE_MASK << MAP_HUGE_SHIFT),
			       MAP_TYPE, "MAP_???", NULL);
	if (huge)
		trace_seq_printf(fmt->s, "|%u<<MAP_HUGE_SHIFT", huge);
}

SYSCALL_KIND(fanotify_init_flags)
{
	print_number_and_flags(fmt, type->set, val, FAN_ALL_CLASS_BITS, "FAN_CLASS_???",
			       "FAN_???");
}

/* Bytes that are no text. */
SYSCALL_STRUCT(xbytes)
{
	syscall_trace_print_hex(fmt, data, len,
				fmt->blob->status == SYSCALL_TRACE_BLOB_TRUNCATED);
}

SYSCALL_KIND(zhex)
{
	trace_seq_printf(fmt->s, val ? "0x%06x" : "%08x", (u32)val);
}

SYSCALL_KIND(hex)
{
	syscall_trace_print_in_hex(fmt, val);
}

SYSCALL_KIND(reserved)
{
	if (type->set)
		syscall_trace_print_set(fmt, type->set, val);
	else
		syscall_trace_print_in_hex(fmt, val);
}

SYSCALL_KIND(octal)
{
	trace_seq_printf(fmt->s, "%#03llo", val);
}

SYSCALL_KIND(ptr)
{
	syscall_trace_print_pointer(fmt, val);
}

/* What is a member of a union with an address is shown as one. */
SYSCALL_KIND(union)
{
	syscall_trace_print_pointer(fmt, val);
}

/* A word of memory or a register that a debugger reads or writes. */
SYSCALL_KIND(memory)
{
	if (!val || !syscall_trace_hide(fmt))
		syscall_trace_print_pointer(fmt, val);
}

/* In an argument list, @val has both halves. */
SYSCALL_KIND(lo)
{
	syscall_trace_print_signed(fmt, val);
}

SYSCALL_KIND(hi)
{
	syscall_trace_print_unsigned(fmt, val);
}

/* Signed if a program's long is wider. */
SYSCALL_KIND(signed_word)
{
	syscall_trace_print_signed(fmt, syscall_trace_user_long(fmt->abi) > sizeof(u32) ?
			 (s64)(s32)val : (s64)(u32)val);
}

SYSCALL_KIND(dirfd)
{
	if ((s32)val == AT_FDCWD)
		trace_seq_puts(fmt->s, "AT_FDCWD");
	else
		syscall_trace_print_signed(fmt, (s32)val);
}

/* A user or group id of 16 or 32 bits; -1 leaves it as it is. */
SYSCALL_KIND(id)
{
	if (val == syscall_trace_extend(U64_MAX, type->size[SYSCALL_TRACE_WIDE], false))
		trace_seq_puts(fmt->s, "-1");
	else
		syscall_trace_print_unsigned(fmt, val);
}

/* The encoding of a device number at the system call boundary: new_encode_dev(). */
SYSCALL_KIND(dev)
{
	u32 major = (val & 0xfff00) >> 8;
	u32 minor = (val & 0xff) | ((val >> 12) & 0xfff00);

	trace_seq_puts(fmt->s, "makedev(");
	syscall_trace_print_in_hex(fmt, major);
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_in_hex(fmt, minor);
	trace_seq_putc(fmt->s, ')');
}

/* A number without a name in a set of signed ones is decimal. */
SYSCALL_KIND(signed_set)
{
	if (syscall_trace_find_const(type->set, (u32)val))
		syscall_trace_print_set(fmt, type->set, val);
	else
		trace_seq_printf(fmt->s, "%d /* %s??? */", (s32)val, type->set->unknown);
}

/* The number, with its name as a comment. */
SYSCALL_KIND(numbered)
{
	const struct syscall_trace_const *c = syscall_trace_find_const(type->set, (u32)val);

	trace_seq_printf(fmt->s, "%d /* %s%s */", (s32)val, c ? c->name : type->set->unknown,
			 c ? "" : "???");
}

static void print_error_name(struct syscall_trace_fmt *fmt, const char *sign, u64 err)
{
	trace_seq_puts(fmt->s, sign);
	if (!syscall_trace_print_const(fmt, &syscall_trace_errnos, err))
		syscall_trace_print_unsigned(fmt, err);
}

SYSCALL_KIND(neg_error)
{
	if ((s32)val < 0)
		print_error_name(fmt, "-", -(s64)(s32)val);
	else
		syscall_trace_print_unsigned(fmt, val);
}

SYSCALL_KIND(key_error)
{
	if (val)
		print_error_name(fmt, "", val);
	else
		trace_seq_putc(fmt->s, '0');
}

SYSCALL_KIND(kernel_version)
{
	trace_seq_printf(fmt->s, "KERNEL_VERSION(%llu, %llu, %llu)", val >> 16,
			 val >> 8 & 0xff, val & 0xff);
}
