// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints sets of descriptors, and which of them are ready.
 */
#include "format.h"
#include "list.h"
#include "printers.h"

/* Indices of arguments of select() and poll(). */
#define SELECT_NFDS	0
#define SELECT_SETS	1
#define SELECT_TIME	4
#define POLL_FDS	0
#define POLL_TIME	2

/* The copy of the time that is left, or NULL if there was no limit. */
const struct syscall_trace_blob *
syscall_trace_find_time_left(const struct syscall_trace_fmt *fmt, unsigned int arg)
{
	const struct syscall_trace_blob *blob = syscall_trace_find_out(fmt, arg, 0);

	return blob && blob->status != SYSCALL_TRACE_BLOB_NULL ? blob : NULL;
}

/* Print the time that is left, behind @sep. */
void syscall_trace_print_time_left(struct syscall_trace_fmt *fmt, unsigned int arg,
				   const char *sep)
{
	const struct syscall_trace_blob *blob = syscall_trace_find_time_left(fmt, arg);

	if (!blob)
		return;
	trace_seq_printf(fmt->s, "%sleft ", sep);
	syscall_trace_print_blob(fmt, arg, blob);
}

/* --------------------------------- select -------------------------------- */

SYSCALL_STRUCT(fd_set)
{
	size_t nr = syscall_trace_blob_count(fmt->blob);

	if (!nr || fmt->blob->status == SYSCALL_TRACE_BLOB_FAULTED)
		syscall_trace_print_missing(fmt, fmt->addr, fmt->blob);
	else
		syscall_trace_print_bits(fmt, data, min(nr, 8 * len), nr > 8 * len);
}

/* A descriptor counts once for each set that it is left in. */
SYSCALL_KIND(select_result)
{
	static const char * const names[] = { "in", "out", "except" };
	s32 nfds = syscall_trace_arg(fmt, SELECT_NFDS), ready = val;
	const struct syscall_trace_blob *blob;
	const char *sep = "";
	bool cut = false;
	unsigned int i;
	s32 bit, nr;

	syscall_trace_print_signed(fmt, ready);
	if (!ready) {
		trace_seq_puts(fmt->s, " (Timeout)");
		return;
	}

	trace_seq_puts(fmt->s, " (");
	for (i = 0; i < ARRAY_SIZE(names) && ready > 0; i++) {
		bool first = true;

		blob = syscall_trace_find_out(fmt, SELECT_SETS + i, 0);
		if (!blob || blob->status > SYSCALL_TRACE_BLOB_TRUNCATED)
			continue;
		nr = min(nfds, 8 * blob->len);
		for (bit = 0; bit < nr && ready > 0 && !syscall_trace_full(fmt); bit++) {
			if (!(blob->data[bit / 8] >> bit % 8 & 1))
				continue;
			if (first)
				trace_seq_printf(fmt->s, "%s%s [%d", sep, names[i], bit);
			else
				trace_seq_printf(fmt->s, " %d", bit);
			first = false;
			ready--;
		}
		cut |= bit < nfds;
		if (!first) {
			trace_seq_putc(fmt->s, ']');
			sep = ", ";
		}
	}
	/* The others are behind what was copied. */
	if (cut && ready > 0) {
		trace_seq_printf(fmt->s, "%s...", sep);
		sep = ", ";
	}
	syscall_trace_print_time_left(fmt, SELECT_TIME, sep);
	trace_seq_putc(fmt->s, ')');
}

/* ---------------------------------- poll --------------------------------- */

/* The kernel ignores the events of a negative descriptor. */
SYSCALL_STRUCT(pollfd)
{
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, data, len, "fd");
	if ((s32)syscall_trace_member(fmt, type, "fd", data, len) >= 0)
		syscall_trace_print_members(fmt, type, data, len, "events");
	trace_seq_putc(fmt->s, '}');
}

SYSCALL_NESTED(pollfds)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type->fields[0].type;
	const struct syscall_trace_blob *blob;

	blob = syscall_trace_need_list(fmt, arg, SYSCALL_TRACE_DIR_IN,
				       syscall_trace_fmt_size(fmt, type));
	if (blob)
		syscall_trace_print_array(fmt, type, syscall_trace_arg(fmt, arg), blob);
}

/* Print the descriptors of @all that are ready. No others were captured at exit. */
static void print_ready(struct syscall_trace_fmt *fmt, const struct syscall_trace_blob *blob,
			s32 all)
{
	const struct syscall_trace_type *type = fmt->call->args[POLL_FDS].type->fields[0].type;
	size_t size = syscall_trace_fmt_size(fmt, type), nr = blob->len / size, i;

	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < nr && syscall_trace_next_of_few(fmt, i); i++) {
		trace_seq_putc(fmt->s, '{');
		syscall_trace_print_members(fmt, type, blob->data + i * size, size, "fd",
					    "revents");
		trace_seq_putc(fmt->s, '}');
	}
	/* The others stand far behind in the list, or somebody has overwritten it. */
	if (i == nr && all > 0 && nr < all)
		trace_seq_puts(fmt->s, ", ...");
	trace_seq_putc(fmt->s, ']');
}

SYSCALL_KIND(poll_result)
{
	const struct syscall_trace_blob *blob = syscall_trace_find_out(fmt, POLL_FDS, 0);
	bool ready = blob && blob->len;

	syscall_trace_print_signed(fmt, (s32)val);
	if (!val) {
		trace_seq_puts(fmt->s, " (Timeout)");
		return;
	}
	if (!ready && !syscall_trace_find_time_left(fmt, POLL_TIME))
		return;
	trace_seq_puts(fmt->s, " (");
	if (ready)
		print_ready(fmt, blob, val);
	syscall_trace_print_time_left(fmt, POLL_TIME, ready ? ", " : "");
	trace_seq_putc(fmt->s, ')');
}

/* --------------------------------- epoll --------------------------------- */

SYSCALL_KIND(epoll_data)
{
	trace_seq_printf(fmt->s, "{u32=%u, u64=%llu}", (u32)val, val);
}

/* ------------------------------ epoll_pwait() ---------------------------- */

/* Arguments that are left to the exit are decoded if the call succeeded, else pointers. */
SYSCALL_PRINT(unless_failed)
{
	const struct syscall_trace_call *call = fmt->call;
	unsigned int place, from = fmt->at_exit ? call->split : 0;
	unsigned int to = fmt->at_exit || !fmt->is_split ? call->nr_shown : call->split;

	if (!syscall_trace_failed(fmt)) {
		syscall_trace_print_range(fmt, from, to);
		if (to < call->nr_shown)
			trace_seq_puts(fmt->s, ", ");
		return;
	}
	for (place = from; place < call->nr_shown; place++) {
		unsigned int i = syscall_trace_arg_at(call, place);

		if (place != from)
			trace_seq_puts(fmt->s, ", ");
		if (call->args[i].type->sort == SYSCALL_TRACE_SCALAR)
			syscall_trace_print_joined(fmt, i);
		else
			syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, i));
	}
}
