// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints signals, sets of signals, and their structures.
 */
#include <linux/signal.h>

#include "../named_types.h"
#include "format.h"
#include "list.h"
#include "printers.h"

/* Signals are numbered from 1, up to 64 on every architecture but MIPS. */
#define NR_SIGNALS	64
#define FIRST_RT_SIGNAL	32

static const char * const signal_names[] = {
	"HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1",
	"SEGV", "USR2", "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP",
	"TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH",
	"IO", "PWR", "SYS",
};

/* Print the name of a signal from 1 to NR_SIGNALS, without the SIG. */
static void print_signal_name(struct syscall_trace_fmt *fmt, unsigned int sig)
{
	if (sig <= ARRAY_SIZE(signal_names))
		trace_seq_puts(fmt->s, signal_names[sig - 1]);
	else if (sig == FIRST_RT_SIGNAL)
		trace_seq_puts(fmt->s, "RTMIN");
	else
		trace_seq_printf(fmt->s, "RT_%u", sig - FIRST_RT_SIGNAL);
}

/* Print the name of a signal, or the number if it is none. */
void syscall_trace_print_signal(struct syscall_trace_fmt *fmt, int sig)
{
	if (sig < 1 || sig > NR_SIGNALS) {
		syscall_trace_print_signed(fmt, sig);
		return;
	}
	trace_seq_puts(fmt->s, "SIG");
	print_signal_name(fmt, sig);
}

/* ---------------------------------- sets --------------------------------- */

/* Print a set of signals; one of two thirds or more by those it lacks, behind a ~. */
void syscall_trace_print_mask(struct syscall_trace_fmt *fmt, u64 set, unsigned int nr)
{
	const char *sep = "";
	unsigned int sig;

	if (hweight64(set) >= nr * 2 / 3) {
		set = ~set;
		trace_seq_putc(fmt->s, '~');
	}

	trace_seq_putc(fmt->s, '[');
	for (sig = 1; sig <= nr; sig++) {
		if (!(set >> (sig - 1) & 1))
			continue;
		trace_seq_puts(fmt->s, sep);
		if (syscall_trace_full(fmt)) {
			trace_seq_puts(fmt->s, "...");
			break;
		}
		sep = " ";
		print_signal_name(fmt, sig);
	}
	trace_seq_putc(fmt->s, ']');
}

SYSCALL_KIND(sigmask)
{
	syscall_trace_print_mask(fmt, val, 8 * type->size[syscall_trace_is_narrow(fmt)]);
}

/* What sgetmask() and ssetmask() return. */
static void print_mask_result(struct syscall_trace_fmt *fmt, const char *what, u64 val)
{
	trace_seq_printf(fmt->s, val ? "0x%llx (%s " : "%llu (%s ", val, what);
	syscall_trace_print_mask(fmt, val, 32);
	trace_seq_putc(fmt->s, ')');
}

SYSCALL_KIND(cur_mask)
{
	print_mask_result(fmt, "mask", val);
}

SYSCALL_KIND(old_mask)
{
	print_mask_result(fmt, "old mask", val);
}

/*
 * The kernel refuses less than a long of user space, and more than a set. Only
 * rt_sigpending() may ask for a part.
 */
SYSCALL_STRUCT(sigset)
{
	bool pending = fmt->call->nr_args <= 2 &&
		       (fmt->call->args[0].dir & SYSCALL_TRACE_DIR_OUT);
	unsigned int least = syscall_trace_user_long(fmt->abi);

	if (len > sizeof(u64) || len < (pending ? 1 : least) ||
	    fmt->blob->status == SYSCALL_TRACE_BLOB_FAULTED) {
		syscall_trace_print_address(fmt);
		return;
	}
	syscall_trace_print_mask(fmt, syscall_trace_get_uint(data, len), len > 4 ? 64 : 32);
}

/* The mask in the frame of a signal handler. */
SYSCALL_NESTED(sigframe)
{
	const struct syscall_trace_blob *blob = syscall_trace_find_in(fmt, arg, 0);

	if (!blob || blob->len < sizeof(u64))
		return;
	trace_seq_puts(fmt->s, "{mask=");
	syscall_trace_print_mask(fmt, syscall_trace_get_uint(blob->data, sizeof(u64)), NR_SIGNALS);
	trace_seq_putc(fmt->s, '}');
}

SYSCALL_NESTED(old_sigframe)
{
	syscall_nested_sigframe(fmt, arg);
}

/* ------------------------------- sigaction ------------------------------- */

/* What signal() returns. */
SYSCALL_KIND(handler)
{
	syscall_kind_hex(fmt, type, val);
	if (val == (__force u64)SIG_DFL)
		trace_seq_puts(fmt->s, " (SIG_DFL)");
	else if (val == (__force u64)SIG_IGN)
		trace_seq_puts(fmt->s, " (SIG_IGN)");
}

/* Both structures have these members, in another order. */
SYSCALL_STRUCT(sigaction)
{
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, data, len, "sa_handler", "sa_mask", "sa_flags");
	if (syscall_trace_member(fmt, type, "sa_flags", data, len) & SA_RESTORER)
		syscall_trace_print_members(fmt, type, data, len, "sa_restorer");
	trace_seq_putc(fmt->s, '}');
}

/* -------------------------------- siginfo -------------------------------- */

/* A structure, or one inside of it, and the bytes that were captured. */
struct typed_data {
	struct syscall_trace_fmt	*fmt;
	const struct syscall_trace_type	*type;
	const u8			*data;
	size_t				len;
};

/* The member @name of a structure, with all bytes from its start on. */
static struct typed_data inner(const struct typed_data *outer, const char *name)
{
	const struct syscall_trace_field *field;
	unsigned int layout = syscall_trace_layout(outer->type, outer->fmt->abi);
	struct typed_data s = *outer;

	field = syscall_trace_find_field(outer->type, name);
	if (field)
		s.type = field->type;
	if (!field || field->offset[layout] > s.len) {
		s.len = 0;
		return s;
	}
	s.data += field->offset[layout];
	s.len -= field->offset[layout];

	return s;
}

static u64 value(const struct typed_data *s, const char *name)
{
	return syscall_trace_member(s->fmt, s->type, name, s->data, s->len);
}

static void print_named(const struct typed_data *s, const char * const *names)
{
	syscall_trace_print_named(s->fmt, s->type, s->data, s->len, names);
}

#define print_members(s, ...) print_named(s, (const char * const []) { __VA_ARGS__, NULL })

static void print_inner(const struct typed_data *outer, const char *name)
{
	struct typed_data s = inner(outer, name);

	syscall_trace_print_all(s.fmt, s.type, s.data, s.len);
}

/* What a program sends with a signal: a number or an address. */
SYSCALL_KIND(sigval)
{
	trace_seq_printf(fmt->s, "%d, si_ptr=", (s32)val);
	syscall_trace_print_pointer(fmt, val);
}

/**
 * syscall_trace_print_nr - print the number of a system call by its name
 * @fmt: the call that is being printed
 * @arch: AUDIT_ARCH_* of the system call
 * @nr: its number
 *
 * The name of another ABI's call stands in a comment, because the C constant has the number
 * of this ABI.
 */
void syscall_trace_print_nr(struct syscall_trace_fmt *fmt, u32 arch, u32 nr)
{
	unsigned int abi = syscall_trace_find_abi(arch, nr);
	const struct syscall_trace_slot *slot = syscall_trace_find_slot(abi, nr);

	if (!slot || !slot->name)
		syscall_trace_print_unsigned(fmt, nr);
	else if (abi == fmt->abi)
		trace_seq_printf(fmt->s, "__NR_%s", slot->name);
	else
		trace_seq_printf(fmt->s, "%u /* %s */", nr, slot->name);
}

/* @waited: waitid() does not write the times. Zeroes are shown, as others show them. */
static void print_child(const struct typed_data *fields, int code, bool waited)
{
	struct syscall_trace_fmt *fmt = fields->fmt;
	struct typed_data s;

	s = inner(fields, syscall_trace_abis[fmt->abi].sigchld);
	print_members(&s, "si_pid", "si_uid");
	if (code == CLD_EXITED) {
		print_members(&s, "si_status");
	} else {
		trace_seq_puts(fmt->s, ", si_status=");
		syscall_trace_print_signal(fmt, value(&s, "si_status"));
	}
	if (waited && (value(&s, "si_utime") || value(&s, "si_stime")))
		trace_seq_puts(fmt->s, ", ...");
	else
		print_members(&s, "si_utime", "si_stime");
}

/* SIGSYS tells which call was refused. */
static void print_refused(const struct typed_data *fields)
{
	struct syscall_trace_fmt *fmt = fields->fmt;
	struct typed_data s = inner(fields, "sys");

	print_members(&s, "si_call_addr");
	trace_seq_puts(fmt->s, ", si_syscall=");
	syscall_trace_print_nr(fmt, value(&s, "si_arch"), value(&s, "si_syscall"));
	print_members(&s, "si_arch");
}

/* The member of struct siginfo_fields that a signal of a program fills. */
static const char *program_fields(int code)
{
	switch (code) {
	case SI_TIMER:	return "timer";
	case SI_SIGIO:	return "poll";
	case SI_USER:
	case SI_TKILL:	return "kill";
	}

	return "queue";
}

/* The member that a signal of the kernel fills, or NULL. */
static const char *kernel_fields(int sig, int code)
{
	switch (sig) {
	case SIGBUS:
		return code == BUS_MCEERR_AR || code == BUS_MCEERR_AO ? "lsb" : "fault";
	case SIGSEGV:
		return code == SEGV_BNDERR ? "bounds" : code == SEGV_PKUERR ? "pkey" : "fault";
	case SIGILL:
	case SIGFPE:
		return "fault";
	case SIGTRAP:
		/* A stop of a traced task tells of the task itself. */
		return code > TRAP_PERF && code != SI_KERNEL ? "kill" : "fault";
	case SIGIO:
		return code >= POLL_IN && code <= POLL_HUP ? "poll" : NULL;
	}

	/* With F_SETSIG, any signal tells what happened to a descriptor. */
	return code <= POLL_HUP ? "poll" : "rt";
}

static void print_fields(const struct typed_data *fields, int sig, int code, bool waited)
{
	const char *name = code <= 0 ? program_fields(code) : kernel_fields(sig, code);

	if (code > 0 && sig == SIGCHLD)
		print_child(fields, code, waited);
	else if (code > 0 && sig == SIGSYS)
		print_refused(fields);
	else if (name)
		print_inner(fields, name);
}

/**
 * syscall_trace_read_siginfo - tell what a siginfo says of a signal and its sender
 * @fmt: its ABI is that of the siginfo
 * @data: the siginfo
 * @len: bytes of it
 * @sent: gets what it says; what is not there becomes 0
 */
void syscall_trace_read_siginfo(struct syscall_trace_fmt *fmt, const u8 *data, size_t len,
				struct syscall_trace_sent *sent)
{
	struct typed_data all = { fmt, &syscall_trace_siginfo, data, len }, codes, fields;
	const char *name;
	int sig;

	all = inner(&all, "info");
	codes = inner(&all, "si_code");
	fields = inner(&all, "fields");
	sig = value(&all, "si_signo");
	*sent = (struct syscall_trace_sent) {
		.error	= value(&all, "si_errno"),
		.code	= value(&codes, "any"),
	};

	if (sent->code <= 0)
		name = program_fields(sent->code);
	else if (sig == SIGCHLD)
		name = syscall_trace_abis[fmt->abi].sigchld;
	else
		name = sig == SIGSYS ? NULL : kernel_fields(sig, sent->code);
	if (!name)
		return;
	fields = inner(&fields, name);
	if (!fields.len || !syscall_trace_find_field(fields.type, "si_pid"))
		return;
	sent->pid = value(&fields, "si_pid");
	sent->uid = value(&fields, "si_uid");
	/* The kernel itself sends signals without one. */
	sent->has_sender = sent->code <= 0 || sent->pid || sent->uid;
}

/* struct si_codes has a member for each signal that has codes of its own. */
static void print_code(const struct typed_data *codes, int sig, int code)
{
	const struct syscall_trace_const *c;
	const struct syscall_trace_type *type;

	c = syscall_trace_find_const(syscall_trace_signal.set, sig);
	type = c ? syscall_trace_member_type(codes->type, c->name) : NULL;
	trace_seq_puts(codes->fmt->s, ", si_code=");
	syscall_trace_print_scalar(codes->fmt, type ?: codes->type->fields[0].type, (u32)code);
}

static void print_siginfo(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
			  const u8 *data, size_t len, bool waited)
{
	struct typed_data all = { fmt, type, data, len }, codes, fields;
	int sig, code, err;

	all = inner(&all, "info");
	trace_seq_putc(fmt->s, '{');
	sig = value(&all, "si_signo");
	if (!sig) {
		trace_seq_putc(fmt->s, '}');
		return;
	}

	syscall_trace_print_field(fmt, all.type, "si_signo", data, len);
	codes = inner(&all, "si_code");
	code = value(&codes, "any");
	print_code(&codes, sig, code);

	err = value(&all, "si_errno");
	if (err) {
		trace_seq_puts(fmt->s, ", si_errno=");
		if (!syscall_trace_print_const(fmt, &syscall_trace_errnos, (u32)err))
			syscall_trace_print_unsigned(fmt, (u32)err);
	}
	fields = inner(&all, "fields");
	print_fields(&fields, sig, code, waited);
	trace_seq_putc(fmt->s, '}');
}

/* Also prints struct kernel_siginfo, a siginfo that ends behind its last member. */
SYSCALL_STRUCT(siginfo)
{
	print_siginfo(fmt, type, data, len, false);
}

SYSCALL_STRUCT(wait_siginfo)
{
	print_siginfo(fmt, type, data, len, true);
}

/* -------------------------------- sigevent ------------------------------- */

SYSCALL_STRUCT(sigevent)
{
	struct typed_data all = { fmt, type, data, len };
	struct typed_data val = inner(&all, "sigev_value"), un = inner(&all, "un");
	int sig = value(&all, "sigev_signo"), notify = value(&all, "sigev_notify");

	trace_seq_putc(fmt->s, '{');
	if (value(&val, "sival_ptr")) {
		trace_seq_puts(fmt->s, "sigev_value={");
		print_members(&val, "sival_int", "sival_ptr");
		trace_seq_puts(fmt->s, "}, ");
	}

	trace_seq_puts(fmt->s, "sigev_signo=");
	if (notify == SIGEV_SIGNAL || notify == SIGEV_THREAD || notify == SIGEV_THREAD_ID)
		syscall_trace_print_signal(fmt, sig);
	else
		syscall_trace_print_unsigned(fmt, (u32)sig);
	print_members(&all, "sigev_notify");
	if (notify == SIGEV_THREAD_ID)
		print_inner(&un, "tid");
	else if (notify == SIGEV_THREAD)
		print_inner(&un, "thread");
	trace_seq_putc(fmt->s, '}');
}

/* --------------------------------- restarts ------------------------------ */

/* The line before tells which call was interrupted. */
SYSCALL_PRINT(restart_syscall)
{
	trace_seq_puts(fmt->s, "<... resuming interrupted system call ...>");
}
