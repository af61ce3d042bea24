// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints what calls about processes take and give. Pure, as
 * the formatter.
 */
#include <linux/ioprio.h>
#include <linux/limits.h>
#include <linux/personality.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <uapi/linux/futex.h>

#include "../pieces.h"
#include "format.h"
#include "printers.h"

/* argv: what has no string of its own shows as a pointer. */
SYSCALL_NESTED(strv)
{
	const struct syscall_trace_blob *ptrs, *str;
	bool narrow = syscall_trace_layout(fmt->call->args[arg].type, fmt->abi) ==
		      SYSCALL_TRACE_NARROW;
	unsigned int i, nr;

	ptrs = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, 0);
	if (!ptrs || ptrs->status == SYSCALL_TRACE_NULL ||
	    (ptrs->status == SYSCALL_TRACE_FAULTED && !ptrs->len)) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}

	nr = ptrs->len / sizeof(u64);
	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < nr && !syscall_trace_full(fmt); i++) {
		u64 ptr;

		if (i)
			trace_seq_puts(fmt->s, ", ");
		str = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, i + 1);
		if (str && (str->status == SYSCALL_TRACE_OK ||
			    str->status == SYSCALL_TRACE_TRUNCATED)) {
			syscall_trace_print_path(fmt, str->data, str->len,
						 str->status == SYSCALL_TRACE_TRUNCATED);
		} else {
			memcpy(&ptr, ptrs->data + i * sizeof(ptr), sizeof(ptr));
			syscall_trace_print_missing(fmt, ptr, str);
		}
	}
	if (ptrs->status == SYSCALL_TRACE_FAULTED)
		syscall_trace_print_more(fmt, ptrs,
					 syscall_trace_arg(fmt, arg) +
					 (u64)nr * (narrow ? sizeof(u32) : sizeof(u64)));
	else if (ptrs->status == SYSCALL_TRACE_TRUNCATED || i < nr)
		trace_seq_puts(fmt->s, ", ...");
	trace_seq_putc(fmt->s, ']');
}

/* envp: how many there are. */
SYSCALL_NESTED(envv)
{
	const struct syscall_trace_blob *blob;

	syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
	blob = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, 0);
	if (blob && blob->status == SYSCALL_TRACE_OK)
		trace_seq_printf(fmt->s, " /* %u var%s */", blob->count,
				 blob->count == 1 ? "" : "s");
	else if (blob && blob->status == SYSCALL_TRACE_TRUNCATED)
		trace_seq_printf(fmt->s, " /* more than %u vars */", blob->count);
	else if (blob && blob->status == SYSCALL_TRACE_FAULTED && blob->count)
		trace_seq_printf(fmt->s, " /* %u var%s, unterminated */", blob->count,
				 blob->count == 1 ? "" : "s");
}

/* --------------------------------- clone --------------------------------- */

/* The low byte is a signal. */
SYSCALL_KIND(clone_flags)
{
	unsigned int sig = val & CSIGNAL;
	u64 flags = val & ~(u64)CSIGNAL;

	if (flags) {
		syscall_trace_print_set(fmt, type->set, flags);
		if (!sig)
			return;
		trace_seq_putc(fmt->s, '|');
	}
	syscall_trace_print_signal(fmt, sig);
}

static void print_named_arg(struct syscall_trace_fmt *fmt, const char *name, unsigned int arg)
{
	trace_seq_printf(fmt->s, "%s=", name);
	syscall_trace_print_arg(fmt, arg);
}

/*
 * The order is that of the C library's function; the kernel's depends on the
 * architecture.
 */
static void print_clone(struct syscall_trace_fmt *fmt, unsigned int tls, unsigned int child_tid)
{
	u64 flags = syscall_trace_arg(fmt, 0);

	if (!fmt->at_exit) {
		print_named_arg(fmt, "child_stack", 1);
		trace_seq_puts(fmt->s, ", ");
		print_named_arg(fmt, "flags", 0);
		if (fmt->halves)
			return;
	}
	if (flags & (CLONE_PARENT_SETTID | CLONE_PIDFD)) {
		trace_seq_puts(fmt->s, ", ");
		print_named_arg(fmt, "parent_tid", 2);
	}
	if (flags & CLONE_SETTLS) {
		trace_seq_puts(fmt->s, ", ");
		if (syscall_trace_failed(fmt)) {
			trace_seq_puts(fmt->s, "tls=");
			syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, tls));
		} else {
			print_named_arg(fmt, "tls", tls);
		}
	}
	if (flags & (CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID)) {
		trace_seq_puts(fmt->s, ", ");
		print_named_arg(fmt, "child_tidptr", child_tid);
	}
}

SYSCALL_PRINT(clone)
{
	print_clone(fmt, 4, 3);
}

SYSCALL_PRINT(ia32_clone)
{
	print_clone(fmt, 3, 4);
}

SYSCALL_KIND(exit_signal)
{
	if (val < INT_MAX)
		syscall_trace_print_signal(fmt, val);
	else
		trace_seq_printf(fmt->s, "%llu", val);
}

struct clone3 {
	const struct syscall_trace_type	*type;
	const u8			*data;
	size_t				len;
};

static u64 clone3_value(struct syscall_trace_fmt *fmt, const struct clone3 *c, const char *name)
{
	u64 val = 0;

	syscall_trace_field(fmt, c->type, name, c->data, c->len, &val);

	return val;
}

/* An earlier version of the structure does not have all members. */
static void clone3_member(struct syscall_trace_fmt *fmt, const struct clone3 *c,
			  const char *name)
{
	u64 val;

	if (!syscall_trace_field(fmt, c->type, name, c->data, c->len, &val))
		return;
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_field(fmt, c->type, name, c->data, c->len);
}

static void print_set_tid(struct syscall_trace_fmt *fmt, const struct clone3 *c)
{
	const struct syscall_trace_blob *ids;
	unsigned int i;
	s32 id;

	ids = syscall_trace_find_blob(fmt, 0, SYSCALL_TRACE_IN, SYSCALL_CLONE3_SET_TID);
	if (ids && ids->len >= sizeof(id)) {
		trace_seq_puts(fmt->s, ", set_tid=[");
		for (i = 0; i < ids->len / sizeof(id) && !syscall_trace_full(fmt); i++) {
			memcpy(&id, ids->data + i * sizeof(id), sizeof(id));
			trace_seq_printf(fmt->s, i ? ", %d" : "%d", id);
		}
		if (ids->status == SYSCALL_TRACE_FAULTED)
			syscall_trace_print_more(fmt, ids, clone3_value(fmt, c, "set_tid") +
							   i * sizeof(id));
		trace_seq_putc(fmt->s, ']');
	} else {
		clone3_member(fmt, c, "set_tid");
	}
	clone3_member(fmt, c, "set_tid_size");
}

static void print_clone3_in(struct syscall_trace_fmt *fmt)
{
	const struct syscall_trace_blob *blob;
	struct clone3 c = { fmt->call->args[0].type };
	u64 flags;

	blob = syscall_trace_find_blob(fmt, 0, SYSCALL_TRACE_IN, 0);
	if (!blob || blob->len < CLONE_ARGS_SIZE_VER0) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, 0));
		return;
	}

	fmt->blob = blob;
	c.data = blob->data;
	c.len = min_t(size_t, blob->len, c.type->size[SYSCALL_TRACE_WIDE]);
	flags = clone3_value(fmt, &c, "flags");
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_field(fmt, c.type, "flags", c.data, c.len);
	if (flags & CLONE_PIDFD)
		clone3_member(fmt, &c, "pidfd");
	if (flags & (CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID))
		clone3_member(fmt, &c, "child_tid");
	if (flags & CLONE_PARENT_SETTID)
		clone3_member(fmt, &c, "parent_tid");
	clone3_member(fmt, &c, "exit_signal");
	clone3_member(fmt, &c, "stack");
	clone3_member(fmt, &c, "stack_size");
	if (flags & CLONE_SETTLS)
		clone3_member(fmt, &c, "tls");
	if (clone3_value(fmt, &c, "set_tid") || clone3_value(fmt, &c, "set_tid_size"))
		print_set_tid(fmt, &c);
	if (clone3_value(fmt, &c, "cgroup") || (flags & CLONE_INTO_CGROUP))
		clone3_member(fmt, &c, "cgroup");
	if (blob->status == SYSCALL_TRACE_FAULTED)
		trace_seq_puts(fmt->s, ", ???");
	else if (c.len == c.type->size[SYSCALL_TRACE_WIDE])
		syscall_trace_print_rest(fmt, c.type, blob->data, blob->len);
	trace_seq_putc(fmt->s, '}');
}

static bool print_clone3_out(struct syscall_trace_fmt *fmt, const char *sep, const char *name,
			     unsigned int part)
{
	const struct syscall_trace_blob *blob;
	s32 id;

	blob = syscall_trace_find_blob(fmt, 0, SYSCALL_TRACE_OUT, part);
	if (!blob || blob->len < sizeof(id))
		return false;
	memcpy(&id, blob->data, sizeof(id));
	trace_seq_printf(fmt->s, "%s%s=[%d]", sep, name, id);

	return true;
}

SYSCALL_PRINT(clone3)
{
	bool some;

	if (!fmt->at_exit) {
		print_clone3_in(fmt);
		if (fmt->halves)
			return;
	} else {
		some = print_clone3_out(fmt, " => {", "pidfd", SYSCALL_CLONE3_PIDFD);
		some |= print_clone3_out(fmt, some ? ", " : " => {", "parent_tid",
					 SYSCALL_CLONE3_PARENT_TID);
		if (some)
			trace_seq_putc(fmt->s, '}');
	}
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_arg(fmt, 1);
}

/* Only the two printers above know its parts. */
SYSCALL_NESTED(clone_args)
{
	print_clone3_in(fmt);
}

/* ---------------------------------- wait --------------------------------- */

SYSCALL_STRUCT(wait_status)
{
	struct trace_seq *s = fmt->s;
	u64 status = 0, event = 0;
	unsigned int sig, low;
	bool stopped;

	syscall_trace_field(fmt, type, "status", data, len, &status);
	syscall_trace_field(fmt, type, "event", data, len, &event);

	low = status & 0x7f;
	sig = status >> 8;
	stopped = (status & 0xff) == 0x7f;
	trace_seq_putc(s, '[');
	if (stopped) {
		trace_seq_puts(s, "{WIFSTOPPED(s) && WSTOPSIG(s) == ");
		syscall_trace_print_signal(fmt, sig & 0x7f);
		trace_seq_puts(s, sig & 0x80 ? " | 0x80}" : "}");
		status = 0;
	} else if (low && low != 0x7f) {
		trace_seq_puts(s, "{WIFSIGNALED(s) && WTERMSIG(s) == ");
		syscall_trace_print_signal(fmt, low);
		trace_seq_puts(s, status & 0x80 ? " && WCOREDUMP(s)}" : "}");
		status &= ~0xffULL;
	} else if (!low) {
		trace_seq_printf(s, "{WIFEXITED(s) && WEXITSTATUS(s) == %u}", sig);
		status &= 0xff;
	} else if (status == 0xffff) {
		trace_seq_puts(s, "{WIFCONTINUED(s)}");
		status = 0;
	} else {
		trace_seq_printf(s, "0x%llx]", event << 16 | status);
		return;
	}

	if (event) {
		trace_seq_putc(s, '|');
		syscall_trace_print_scalar(fmt, syscall_trace_find_field(type, "event")->type,
					   event);
		trace_seq_puts(s, "<<16");
	}
	if (status)
		trace_seq_printf(s, "|0x%llx", status);
	trace_seq_putc(s, ']');
}

/* ------------------------------- scheduling ------------------------------ */

/* The CPUs' numbers. The kernel's own masks are never longer than this. */
#define CPUMASK_MAX	128

SYSCALL_STRUCT(cpumask)
{
	unsigned int cpu, nr = 8 * min_t(size_t, len, CPUMASK_MAX);
	const char *sep = "";

	if (fmt->blob->status == SYSCALL_TRACE_FAULTED) {
		syscall_trace_print_address(fmt);
		return;
	}
	trace_seq_putc(fmt->s, '[');
	for (cpu = 0; cpu < nr && !syscall_trace_full(fmt); cpu++) {
		if (!(data[cpu / 8] >> cpu % 8 & 1))
			continue;
		trace_seq_printf(fmt->s, "%s%u", sep, cpu);
		sep = " ";
	}
	if (len > CPUMASK_MAX || cpu < nr)
		trace_seq_printf(fmt->s, "%s...", sep);
	trace_seq_putc(fmt->s, ']');
}

/* What a structure of the first version has, and of the second. */
#define SCHED_ATTR_0	48
#define SCHED_ATTR_1	56

/* The first member says how much of it the caller knows. What is kept is not read. */
SYSCALL_STRUCT(sched_attr)
{
	static const struct {
		const char	*name;
		u64		kept_by;
	} members[] = {
		{ "sched_policy", SCHED_FLAG_KEEP_POLICY },
		{ "sched_flags" },
		{ "sched_nice", SCHED_FLAG_KEEP_PARAMS },
		{ "sched_priority", SCHED_FLAG_KEEP_PARAMS },
		{ "sched_runtime", SCHED_FLAG_KEEP_PARAMS },
		{ "sched_deadline", SCHED_FLAG_KEEP_PARAMS },
		{ "sched_period", SCHED_FLAG_KEEP_PARAMS },
		/* Only in the second version */
		{ "sched_util_min" },
		{ "sched_util_max" },
	};
	bool given = !(fmt->call->args[1].dir & SYSCALL_TRACE_OUT);
	u64 size, wanted, flags = 0;
	unsigned int i, nr = 0;

	if (!syscall_trace_field(fmt, type, "size", data, len, &size)) {
		syscall_trace_print_address(fmt);
		return;
	}
	wanted = given && !size ? SCHED_ATTR_0 : size;
	if (wanted >= SCHED_ATTR_0 && len < min_t(u64, wanted, SCHED_ATTR_1)) {
		syscall_trace_print_address(fmt);
		return;
	}
	if (wanted >= SCHED_ATTR_0)
		nr = ARRAY_SIZE(members) - (wanted < SCHED_ATTR_1 ? 2 : 0);

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_field(fmt, type, "size", data, len);
	syscall_trace_field(fmt, type, "sched_flags", data, len, &flags);
	for (i = 0; i < nr; i++) {
		if (flags & members[i].kept_by)
			continue;
		trace_seq_puts(fmt->s, ", ");
		syscall_trace_print_field(fmt, type, members[i].name, data, len);
	}
	if (wanted > SCHED_ATTR_1)
		trace_seq_puts(fmt->s, ", ...");
	trace_seq_putc(fmt->s, '}');
}

SYSCALL_KIND(ioprio)
{
	trace_seq_puts(fmt->s, "IOPRIO_PRIO_VALUE(");
	syscall_trace_print_set(fmt, type->set, val >> IOPRIO_CLASS_SHIFT);
	trace_seq_printf(fmt->s, ", %llu)", val & IOPRIO_PRIO_MASK);
}

/* --------------------------------- others -------------------------------- */

SYSCALL_KIND(rlim)
{
	bool narrow = type->size[syscall_trace_narrow(fmt)] == sizeof(u32);

	if (narrow && (u32)val == U32_MAX)
		trace_seq_puts(fmt->s, "RLIM_INFINITY");
	else if (!narrow && val == U64_MAX)
		trace_seq_puts(fmt->s, "RLIM64_INFINITY");
	else if (val > 1024 && val % 1024 == 0)
		trace_seq_printf(fmt->s, "%llu*1024", val / 1024);
	else
		trace_seq_printf(fmt->s, "%llu", val);
}

/* -1 asks for what it is and is nothing that it can be. */
SYSCALL_KIND(personality)
{
	u32 domain = val & PER_MASK, flags = val & ~(u64)PER_MASK;
	const struct syscall_trace_const *c;
	unsigned int i;

	if ((u32)val == U32_MAX) {
		trace_seq_puts(fmt->s, "0xffffffff");
		return;
	}
	c = syscall_trace_find_const(type->set, domain);
	if (c)
		trace_seq_puts(fmt->s, c->name);
	else
		trace_seq_printf(fmt->s, "0x%x /* PER_??? */", domain);
	for (i = 0; flags && i < type->set->nr; i++) {
		c = &type->set->consts[i];
		if (c->mask & PER_MASK || !c->value || (flags & c->value) != c->value)
			continue;
		trace_seq_printf(fmt->s, "|%s", c->name);
		flags &= ~c->value;
	}
	if (flags)
		trace_seq_printf(fmt->s, "|0x%x", flags);
}

/* The length of a vector in the low half of 32 bits, with flags in all bits above it. */
SYSCALL_KIND(vector_length)
{
	u64 len = val & U16_MAX, flags = val - len;

	if (flags && syscall_trace_has_const(type->set, flags))
		syscall_trace_print_set(fmt, type->set, flags);
	else if (flags)
		trace_seq_printf(fmt->s, "0x%llx", flags);
	trace_seq_printf(fmt->s, len ? "%s0x%llx" : "%s%llu", flags ? "|" : "", len);
}

/* prctl(): the name of a thread. */
SYSCALL_STRUCT(comm)
{
	syscall_trace_print_path(fmt, data, strnlen(data, len), false);
}

/* val3 of FUTEX_WAKE_OP: an operation and a comparison, each with its argument. */
SYSCALL_KIND(futex_wake_op)
{
	static const char * const compare[] = {
		[FUTEX_OP_CMP_EQ] = "FUTEX_OP_CMP_EQ",
		[FUTEX_OP_CMP_NE] = "FUTEX_OP_CMP_NE",
		[FUTEX_OP_CMP_LT] = "FUTEX_OP_CMP_LT",
		[FUTEX_OP_CMP_LE] = "FUTEX_OP_CMP_LE",
		[FUTEX_OP_CMP_GT] = "FUTEX_OP_CMP_GT",
		[FUTEX_OP_CMP_GE] = "FUTEX_OP_CMP_GE",
	};
	u32 op = val >> 28 & 7, cmp = val >> 24 & 0xf, arg = val >> 12 & 0xfff;
	const struct syscall_trace_const *c;

	if (val >> 28 & FUTEX_OP_OPARG_SHIFT)
		trace_seq_puts(fmt->s, "FUTEX_OP_OPARG_SHIFT<<28|");
	c = syscall_trace_find_const(type->set, op);
	if (c)
		trace_seq_printf(fmt->s, "%s<<28|", c->name);
	else
		trace_seq_printf(fmt->s, "0x%x<<28 /* FUTEX_OP_??? */|", op);
	trace_seq_printf(fmt->s, arg ? "0x%x<<12|" : "%u<<12|", arg);
	if (cmp < ARRAY_SIZE(compare))
		trace_seq_printf(fmt->s, "%s<<24|", compare[cmp]);
	else
		trace_seq_printf(fmt->s, "0x%x<<24 /* FUTEX_OP_CMP_??? */|", cmp);
	trace_seq_printf(fmt->s, val & 0xfff ? "0x%llx" : "%llu", val & 0xfff);
}

/* i386: one bit each but for the contents; the last one is x86-64's alone. */
SYSCALL_STRUCT(user_desc)
{
	u64 flags = 0;

	/* modify_ldt() takes anything, by its size. */
	if (fmt->call->nr_args == 3 && syscall_trace_arg(fmt, 2) != len) {
		syscall_trace_print_address(fmt);
		return;
	}
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_field(fmt, type, "entry_number", data, len);
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_field(fmt, type, "base_addr", data, len);
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_field(fmt, type, "limit", data, len);
	syscall_trace_field(fmt, type, "flags", data, len, &flags);
	trace_seq_printf(fmt->s, ", seg_32bit=%u, contents=%u, read_exec_only=%u",
			 (unsigned int)flags & 1, (unsigned int)flags >> 1 & 3,
			 (unsigned int)flags >> 3 & 1);
	trace_seq_printf(fmt->s, ", limit_in_pages=%u, seg_not_present=%u, useable=%u",
			 (unsigned int)flags >> 4 & 1, (unsigned int)flags >> 5 & 1,
			 (unsigned int)flags >> 6 & 1);
	if (fmt->abi != SYSCALL_TRACE_ABI_I386)
		trace_seq_printf(fmt->s, ", lm=%u", (unsigned int)flags >> 7 & 1);
	trace_seq_putc(fmt->s, '}');
}

/* The kernel has chosen an entry if it was told to. */
SYSCALL_KIND(thread_area)
{
	const struct syscall_trace_blob *blob;
	u64 entry;

	trace_seq_printf(fmt->s, "%lld", (s64)val);
	blob = syscall_trace_find_blob(fmt, 0, SYSCALL_TRACE_OUT, 0);
	if (blob && syscall_trace_field(fmt, fmt->call->args[0].type, "entry_number",
					blob->data, blob->len, &entry))
		trace_seq_printf(fmt->s, " (entry_number=%llu)", entry);
}

/* Asks for one entry, by its number in the structure that it comes in. */
SYSCALL_PRINT(get_thread_area)
{
	const struct syscall_trace_type *type = fmt->call->args[0].type;
	const struct syscall_trace_blob *in, *out;

	in = syscall_trace_find_blob(fmt, 0, SYSCALL_TRACE_IN, 0);
	out = syscall_trace_find_blob(fmt, 0, SYSCALL_TRACE_OUT, 0);
	if (!fmt->at_exit && fmt->halves)
		return;
	if (out || !in || in->status != SYSCALL_TRACE_OK) {
		syscall_trace_print_blob(fmt, 0, out);
		return;
	}
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_field(fmt, type, "entry_number", in->data, in->len);
	trace_seq_puts(fmt->s, ", ...}");
}

/* Which call was interrupted is told by the line before. */
SYSCALL_PRINT(restart_syscall)
{
	trace_seq_puts(fmt->s, "<... resuming interrupted system call ...>");
}

/* On x86-64, an error is cut off to 32 bits and reads as a number. */
SYSCALL_KIND(ldt_result)
{
	const struct syscall_trace_const *c;

	trace_seq_printf(fmt->s, "%lld", (s64)val);
	if (val < 0xfffff000 || val > U32_MAX)
		return;
	c = syscall_trace_find_const(&syscall_trace_errnos, -(u32)val);
	if (c)
		trace_seq_printf(fmt->s, " %s (%s)", c->name, c->text ?: "");
}

/* --------------------------------- ptrace -------------------------------- */

/*
 * Where what is no register is in struct user. Every 32-bit program of x86 is told of
 * the places in the 64-bit structure, too.
 */
SYSCALL_KIND(user_offset)
{
	static const char * const regs[] = {
		"R15", "R14", "R13", "R12", "RBP", "RBX", "R11", "R10", "R9", "R8", "RAX",
		"RCX", "RDX", "RSI", "RDI", "ORIG_RAX", "RIP", "CS", "EFL", "RSP", "SS",
	};
	static const struct {
		unsigned int	offset;
		const char	*name;
	} others[] = {
		{ 216, "u_fpvalid" }, { 224, "i387" }, { 736, "u_tsize" },
		{ 744, "u_dsize" }, { 752, "u_ssize" }, { 760, "start_code" },
		{ 768, "start_stack" }, { 776, "signal" }, { 784, "reserved" },
		{ 792, "u_ar0" }, { 800, "u_fpstate" }, { 808, "magic" },
		{ 816, "u_comm" }, { 848, "u_debugreg" }, { 912, NULL },
	};
	unsigned int i, reg = min_t(u64, val / 8, ARRAY_SIZE(regs) - 1);
	u64 from = 8 * reg;

	if (val > 912) {
		syscall_trace_print_pointer(fmt, val);
		return;
	}
	for (i = ARRAY_SIZE(others); i--;) {
		if (val >= others[i].offset)
			break;
	}
	if (i == ARRAY_SIZE(others) - 1) {
		trace_seq_puts(fmt->s, "sizeof(struct user)");
		return;
	}
	if (i < ARRAY_SIZE(others)) {
		trace_seq_printf(fmt->s, "offsetof(struct user, %s)", others[i].name);
		from = others[i].offset;
	} else {
		trace_seq_printf(fmt->s, "8*%s", regs[reg]);
	}
	if (val > from)
		trace_seq_printf(fmt->s, "+%llu", val - from);
}

/* Those that are there; @more: there is something behind the last one. */
static void print_regs(struct syscall_trace_fmt *fmt, const struct syscall_trace_blob *blob,
		       bool more)
{
	static const char * const wide[SYSCALL_NR_REGS_64] = {
		"r15", "r14", "r13", "r12", "rbp", "rbx", "r11", "r10", "r9", "r8", "rax",
		"rcx", "rdx", "rsi", "rdi", "orig_rax", "rip", "cs", "eflags", "rsp", "ss",
		"fs_base", "gs_base", "ds", "es", "fs", "gs",
	};
	static const char * const narrow[SYSCALL_NR_REGS_32] = {
		"ebx", "ecx", "edx", "esi", "edi", "ebp", "eax", "xds", "xes", "xfs", "xgs",
		"orig_eax", "eip", "xcs", "eflags", "esp", "xss",
	};
	bool is_narrow = blob->count == SYSCALL_NR_REGS_32;
	const char * const *names = is_narrow ? narrow : wide;
	unsigned int nr = is_narrow ? ARRAY_SIZE(narrow) : ARRAY_SIZE(wide);
	size_t size = is_narrow ? sizeof(u32) : sizeof(u64);
	unsigned int i;

	if (syscall_trace_hide(fmt))
		return;
	for (i = 0; i < nr && (i + 1) * size <= blob->len && !syscall_trace_full(fmt); i++) {
		u64 val = 0;

		memcpy(&val, blob->data + i * size, size);
		trace_seq_printf(fmt->s, val ? "%s%s=0x%llx" : "%s%s=%llu",
				 i ? ", " : "{", names[i], val);
	}
	trace_seq_puts(fmt->s, more ? ", ...}" : "}");
}

static const struct syscall_trace_blob *
find_regs(struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int part)
{
	const struct syscall_trace_blob *blob;
	bool out = fmt->call->args[arg].dir & SYSCALL_TRACE_OUT;

	blob = syscall_trace_find_blob(fmt, arg, out ? SYSCALL_TRACE_OUT : SYSCALL_TRACE_IN,
				       part);

	return blob && blob->status == SYSCALL_TRACE_OK && blob->len ? blob : NULL;
}

SYSCALL_NESTED(user_regs)
{
	const struct syscall_trace_blob *blob = find_regs(fmt, arg, 0);

	if (blob)
		print_regs(fmt, blob, false);
	else
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
}

static bool read_iov(const struct syscall_trace_blob *blob, u64 iov[2])
{
	if (!blob || blob->len < 2 * sizeof(u64))
		return false;
	memcpy(iov, blob->data, 2 * sizeof(u64));

	return true;
}

/* How much was asked for, and how much there is. */
SYSCALL_NESTED(regset)
{
	const struct syscall_trace_blob *regs = find_regs(fmt, arg, 1);
	u64 in[2], out[2];

	if (!read_iov(syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, 0), in)) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}
	if (!read_iov(syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_OUT, 0), out))
		memcpy(out, in, sizeof(out));
	trace_seq_puts(fmt->s, "{iov_base=");
	if (regs)
		print_regs(fmt, regs, out[1] > regs->len);
	else
		syscall_trace_print_pointer(fmt, in[0]);
	trace_seq_printf(fmt->s, ", iov_len=%llu", in[1]);
	if (out[1] != in[1])
		trace_seq_printf(fmt->s, " => %llu", out[1]);
	trace_seq_putc(fmt->s, '}');
}

static void print_info_member(struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_type *type, const char *sep,
			      const char *name, const u8 *data, size_t len)
{
	trace_seq_puts(fmt->s, sep);
	syscall_trace_print_field(fmt, type, name, data, len);
}

static void print_info_exit(struct syscall_trace_fmt *fmt, const u8 *data, size_t len)
{
	const struct syscall_trace_const *c = NULL;
	s64 rval = 0;

	if (len < sizeof(rval) + 1)
		return;
	memcpy(&rval, data, sizeof(rval));
	if (data[sizeof(rval)])
		c = syscall_trace_find_const(&syscall_trace_errnos, -rval);
	if (c)
		trace_seq_printf(fmt->s, ", exit={rval=-%s, is_error=1}", c->name);
	else
		trace_seq_printf(fmt->s, ", exit={rval=%lld, is_error=%u}", rval,
				 data[sizeof(rval)]);
}

SYSCALL_STRUCT(syscall_info)
{
	const size_t common = 24;
	u64 op = 0, arch = 0, nr;

	if (!len || fmt->blob->status == SYSCALL_TRACE_FAULTED) {
		syscall_trace_print_address(fmt);
		return;
	}
	syscall_trace_field(fmt, type, "op", data, len, &op);
	syscall_trace_field(fmt, type, "arch", data, len, &arch);
	print_info_member(fmt, type, "{", "op", data, len);
	if (len >= 8)
		print_info_member(fmt, type, ", ", "arch", data, len);
	if (len >= 16)
		print_info_member(fmt, type, ", ", "instruction_pointer", data, len);
	if (len >= common)
		print_info_member(fmt, type, ", ", "stack_pointer", data, len);

	if (op == PTRACE_SYSCALL_INFO_EXIT && len > common) {
		print_info_exit(fmt, data + common, len - common);
	} else if ((op == PTRACE_SYSCALL_INFO_ENTRY || op == PTRACE_SYSCALL_INFO_SECCOMP) &&
		   syscall_trace_field(fmt, type, "nr", data, len, &nr)) {
		trace_seq_puts(fmt->s, op == PTRACE_SYSCALL_INFO_ENTRY ?
			       ", entry={nr=" : ", seccomp={nr=");
		syscall_trace_print_nr(fmt, arch, nr);
		print_info_member(fmt, type, ", ", "args", data, len);
		if (op == PTRACE_SYSCALL_INFO_SECCOMP)
			print_info_member(fmt, type, ", ", "ret_data", data, len);
		trace_seq_putc(fmt->s, '}');
	}
	trace_seq_putc(fmt->s, '}');
}
