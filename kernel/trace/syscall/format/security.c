// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints what bpf, perf, keys, capabilities, seccomp and Landlock need.
 * Pure, as the formatter.
 */
#include <linux/capability.h>
#include <linux/string.h>
#include <uapi/linux/bpf.h>

#include "format.h"
#include "printers.h"

/* How much of a structure of bpf can be there. */
#define BPF_ATTR_MAX	256

/* ---------------------------------- words -------------------------------- */

/* A number without a name in a set of signed ones is decimal. */
SYSCALL_KIND(signed_set)
{
	if (syscall_trace_find_const(type->set, (u32)val))
		syscall_trace_print_set(fmt, type->set, val);
	else
		trace_seq_printf(fmt->s, "%d /* %s??? */", (s32)val, type->set->unknown);
}

/* The number first: who asks for it may know it better than its name. */
SYSCALL_KIND(numbered)
{
	const struct syscall_trace_const *c = syscall_trace_find_const(type->set, (u32)val);

	trace_seq_printf(fmt->s, "%d /* %s%s */", (s32)val, c ? c->name : type->set->unknown,
			 c ? "" : "???");
}

static void print_error_name(struct syscall_trace_fmt *fmt, const char *sign, u64 err)
{
	const struct syscall_trace_const *c;

	c = syscall_trace_find_const(&syscall_trace_errnos, err);
	if (c)
		trace_seq_printf(fmt->s, "%s%s", sign, c->name);
	else
		trace_seq_printf(fmt->s, "%s%llu", sign, err);
}

SYSCALL_KIND(neg_error)
{
	if ((s32)val < 0)
		print_error_name(fmt, "-", -(s64)(s32)val);
	else
		trace_seq_printf(fmt->s, "%llu", val);
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

/* Flags and, above them, the logarithm of a size of pages. */
SYSCALL_KIND(memfd_flags)
{
	unsigned int huge = (u32)val >> 26;
	u64 flags = val & 0x3ffffff;

	if (flags || !huge)
		syscall_trace_print_set(fmt, type->set, flags);
	if (huge)
		trace_seq_printf(fmt->s, "%s%u<<MFD_HUGE_SHIFT", flags ? "|" : "", huge);
}

/* Flags and, below them, a priority. */
SYSCALL_KIND(swapon_flags)
{
	u64 flags = val & ~0x7fffULL;

	if (flags) {
		syscall_trace_print_set(fmt, type->set, flags);
		trace_seq_putc(fmt->s, '|');
	}
	trace_seq_printf(fmt->s, "%llu", val & 0x7fff);
}

SYSCALL_NESTED(hostname)
{
	const struct syscall_trace_blob *blob;

	blob = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, 0);
	if (!blob || blob->status == SYSCALL_TRACE_FAULTED)
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
	else
		syscall_trace_print_string(fmt, blob->data, blob->len,
					   blob->status == SYSCALL_TRACE_TRUNCATED);
}

/* Addresses in structures: what they lead to is printed by syscall_nested_indirect(). */
SYSCALL_KIND(at_str)
{
	syscall_trace_print_pointer(fmt, val);
}

SYSCALL_KIND(at_path)
{
	syscall_trace_print_pointer(fmt, val);
}

SYSCALL_KIND(at_bytes)
{
	syscall_trace_print_pointer(fmt, val);
}

bool syscall_trace_is_address(const struct syscall_trace_type *type)
{
	syscall_trace_print_integer *print = syscall_trace_integer_printer(type);

	return print == syscall_kind_at_str || print == syscall_kind_at_path ||
	       print == syscall_kind_at_bytes;
}

/* --------------------------------- indirect ------------------------------ */

static bool field_is(const struct syscall_trace_field *field, const char *name)
{
	return !strcmp(field->name, name);
}

static void print_pointed(struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int part,
			  const struct syscall_trace_type *type,
			  const struct syscall_trace_field *field, const u8 *data, size_t len)
{
	void (*print)(struct syscall_trace_fmt *fmt, const u8 *str, size_t len, bool truncated);
	const struct syscall_trace_blob *blob;

	blob = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, part);
	if (blob && (blob->status == SYSCALL_TRACE_OK ||
		     blob->status == SYSCALL_TRACE_TRUNCATED)) {
		trace_seq_printf(fmt->s, "%s=", field->name);
		print = syscall_trace_integer_printer(field->type) == syscall_kind_at_path ?
			syscall_trace_print_path : syscall_trace_print_string;
		print(fmt, blob->data, blob->len, blob->status == SYSCALL_TRACE_TRUNCATED);
	} else {
		syscall_trace_print_field(fmt, type, field->name, data, len);
	}
}

/* If the kernel has changed a member, the new value goes behind an arrow. */
static void print_changed(struct syscall_trace_fmt *fmt, unsigned int arg,
			  const struct syscall_trace_type *type,
			  const struct syscall_trace_field *field, const u8 *data, size_t len)
{
	const struct syscall_trace_blob *blob;
	u64 before, after;

	blob = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_OUT, 0);
	if (blob && syscall_trace_field(fmt, type, field->name, data, len, &before) &&
	    syscall_trace_field(fmt, type, field->name, blob->data, blob->len, &after) &&
	    before != after)
		trace_seq_printf(fmt->s, " => %llu", after);
}

/* Some members are there only if another one says so. */
static bool member_counts(struct syscall_trace_fmt *fmt,
			  const struct syscall_trace_type *type,
			  const struct syscall_trace_field *field, const u8 *data, size_t len)
{
	u64 val = 0;

	if (field_is(field, "numa_node"))
		return syscall_trace_field(fmt, type, "map_flags", data, len, &val) &&
		       (val & BPF_F_NUMA_NODE);
	if (field_is(field, "perf_event"))
		return syscall_trace_field(fmt, type, "attach_type", data, len, &val) &&
		       val == BPF_PERF_EVENT;

	return true;
}

/* What the members that are addresses lead to is in pieces, by their order. */
static void print_indirect(struct syscall_trace_fmt *fmt, unsigned int arg,
			   unsigned int *part, const struct syscall_trace_type *type,
			   unsigned int layout, const u8 *data, size_t len, bool more)
{
	const char *sep = "";
	unsigned int i;

	trace_seq_putc(fmt->s, '{');
	for (i = 0; i < type->nr_fields && !syscall_trace_full(fmt); i++) {
		const struct syscall_trace_field *field = &type->fields[i];
		size_t offset = field->offset[layout];

		if (!field->name || offset >= len ||
		    !member_counts(fmt, type, field, data, len) ||
		    syscall_trace_is_unused(field, layout, data, len))
			continue;

		trace_seq_puts(fmt->s, sep);
		sep = ", ";
		if (field->type->sort == SYSCALL_TRACE_STRUCT) {
			trace_seq_printf(fmt->s, "%s=", field->name);
			print_indirect(fmt, arg, part, field->type, layout, data + offset,
				       len - offset, false);
		} else if (syscall_trace_is_address(field->type)) {
			print_pointed(fmt, arg, ++*part, type, field, data, len);
		} else {
			syscall_trace_print_field(fmt, type, field->name, data, len);
		}
		if (field_is(field, "next_id"))
			print_changed(fmt, arg, type, field, data, len);
	}
	if (more || i < type->nr_fields)
		trace_seq_printf(fmt->s, "%s...", sep);
	trace_seq_putc(fmt->s, '}');
}

/* Where the last member that is there ends. */
static size_t known_size(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
			 unsigned int layout, const u8 *data, size_t len)
{
	size_t end = 0;
	unsigned int i;

	for (i = 0; i < type->nr_fields; i++) {
		const struct syscall_trace_field *field = &type->fields[i];
		size_t offset = field->offset[layout];
		size_t size = field->size[layout] * (size_t)(field->nr ?: 1);

		if (field->name && !member_counts(fmt, type, field, data, len))
			continue;
		if (field->type->sort == SYSCALL_TRACE_STRUCT && offset < len)
			size = known_size(fmt, field->type, layout, data + offset, len - offset);
		end = max(end, offset + size);
	}

	return end;
}

SYSCALL_NESTED(indirect)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *blob;
	unsigned int part = 0;

	blob = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, 0);
	if (!blob || blob->status != SYSCALL_TRACE_OK)
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
	else
		print_indirect(fmt, arg, &part, type, syscall_trace_layout(type, fmt->abi),
			       blob->data, blob->len, false);
}

/* ----------------------------------- bpf --------------------------------- */

/* Is there anything but zeroes? */
static bool any_set(const u8 *data, size_t from, size_t to)
{
	size_t i;

	for (i = from; i < to; i++) {
		if (data[i])
			return true;
	}

	return false;
}

/* How many elements of a batch the kernel has worked on. */
static void print_batch(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
			const struct syscall_trace_blob *in,
			const struct syscall_trace_blob *out)
{
	const struct syscall_trace_field *field = syscall_trace_find_field(type, "batch");
	u64 before, after;

	if (!field || !out ||
	    !syscall_trace_field(fmt, field->type, "count", in->data, in->len, &before) ||
	    !syscall_trace_field(fmt, field->type, "count", out->data, out->len, &after) ||
	    before == after)
		return;
	trace_seq_printf(fmt->s, " => {batch={count=%llu}}", after);
}

/*
 * Members that begin behind the end of what the task passes are not there, and what is
 * beyond the members counts only if it is not zero.
 */
SYSCALL_NESTED(bpf_attr)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	unsigned int layout = syscall_trace_layout(type, fmt->abi), part = 0;
	const struct syscall_trace_blob *blob;
	u8 attr[BPF_ATTR_MAX] = { };
	size_t len, end;

	blob = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, 0);
	if (!blob || !blob->len || blob->status == SYSCALL_TRACE_NULL ||
	    blob->status == SYSCALL_TRACE_FAULTED) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}

	len = min_t(size_t, blob->len, sizeof(attr));
	memcpy(attr, blob->data, len);
	end = min_t(size_t, known_size(fmt, type, layout, attr, len), len);
	print_indirect(fmt, arg, &part, type, layout, attr, len,
		       any_set(attr, end, len));
	print_batch(fmt, type, blob, syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_OUT, 0));
}

/* ----------------------------------- perf -------------------------------- */

#define PRECISE_SHIFT	15
#define PRECISE_MASK	3
#define RESERVED_SHIFT	38

/* The smallest structure that the kernel takes. */
#define PERF_SIZE_MIN	64

/* The bits of the flag word, in their order; the precision has two of them. */
static const char * const perf_flags[] = {
	"disabled", "inherit", "pinned", "exclusive", "exclude_user", "exclude_kernel",
	"exclude_hv", "exclude_idle", "mmap", "comm", "freq", "inherit_stat",
	"enable_on_exec", "task", "watermark", "precise_ip", NULL, "mmap_data",
	"sample_id_all", "exclude_host", "exclude_guest", "exclude_callchain_kernel",
	"exclude_callchain_user", "mmap2", "comm_exec", "use_clockid", "context_switch",
	"write_backward", "namespaces", "ksymbol", "bpf_event", "aux_output", "cgroup",
	"text_poke", "build_id", "inherit_thread", "remove_on_exec", "sigtrap",
};

static void print_perf_flags(struct syscall_trace_fmt *fmt, u64 flags)
{
	static const char * const skids[] = {
		"arbitrary skid", "constant skid", "requested to have 0 skid",
		"must have 0 skid",
	};
	unsigned int i, precise = flags >> PRECISE_SHIFT & PRECISE_MASK;

	for (i = 0; i < ARRAY_SIZE(perf_flags) && !syscall_trace_full(fmt); i++) {
		if (i == PRECISE_SHIFT)
			trace_seq_printf(fmt->s, ", precise_ip=%u /* %s */", precise,
					 skids[precise]);
		else if (perf_flags[i] && flags >> i & 1)
			trace_seq_printf(fmt->s, ", %s=1", perf_flags[i]);
	}
	if (flags >> RESERVED_SHIFT && !syscall_trace_full(fmt))
		trace_seq_printf(fmt->s, ", __reserved_1=0x%llx /* Bits 63..%u */",
				 flags >> RESERVED_SHIFT, RESERVED_SHIFT);
}

/* Print a number by the kind of a member of struct perf_config. */
static void print_config_as(struct syscall_trace_fmt *fmt,
			    const struct syscall_trace_type *config, const char *name, u64 val)
{
	const struct syscall_trace_field *field = syscall_trace_find_field(config, name);

	if (field)
		syscall_trace_print_scalar(fmt, field->type, val);
}

static void print_perf_config(struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_type *config, u64 type, u64 val)
{
	static const char * const by_type[] = {
		"hardware", "software", "tracepoint", "cache",
	};

	trace_seq_puts(fmt->s, ", config=");
	if (type >= ARRAY_SIZE(by_type)) {
		print_config_as(fmt, config, "raw", val);
		return;
	}
	/* Which of several such units of the machine; the kernel's own events have none. */
	if (strcmp(by_type[type], "software") && strcmp(by_type[type], "tracepoint") && val >> 32) {
		trace_seq_printf(fmt->s, "0x%llx<<32|", val >> 32);
		val = (u32)val;
	}
	if (!strcmp(by_type[type], "cache")) {
		if (val >> 24)
			trace_seq_printf(fmt->s, "0x%llx<<24|", val >> 24);
		print_config_as(fmt, config, "result", val >> 16 & 0xff);
		trace_seq_puts(fmt->s, "<<16|");
		print_config_as(fmt, config, "op", val >> 8 & 0xff);
		trace_seq_puts(fmt->s, "<<8|");
		print_config_as(fmt, config, "cache", val & 0xff);
	} else {
		print_config_as(fmt, config, by_type[type], val);
	}
}

SYSCALL_STRUCT(perf_event_attr)
{
	const struct syscall_trace_field *config = syscall_trace_find_field(type, "config");
	u64 kind, size, period, flags, val = 0;

	if (!config || !syscall_trace_field(fmt, type, "type", data, len, &kind) ||
	    !syscall_trace_field(fmt, type, "size", data, len, &size) ||
	    !syscall_trace_field(fmt, type, "sample_period", data, len, &period) ||
	    !syscall_trace_field(fmt, type, "flags", data, len, &flags) ||
	    (size && size < PERF_SIZE_MIN)) {
		syscall_trace_print_address(fmt);
		return;
	}

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_field(fmt, type, "type", data, len);
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_field(fmt, type, "size", data, len);
	/* In the middle of the others, so all of it is there. */
	memcpy(&val, data + config->offset[syscall_trace_layout(type, fmt->abi)], sizeof(val));
	print_perf_config(fmt, config->type, kind, val);
	trace_seq_printf(fmt->s, ", sample_%s=%llu, ", flags >> 10 & 1 ? "freq" : "period",
			 period);
	syscall_trace_print_field(fmt, type, "sample_type", data, len);
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_field(fmt, type, "read_format", data, len);
	print_perf_flags(fmt, flags);
	trace_seq_puts(fmt->s, ", ...}");
}

/* ---------------------------- keys and Landlock -------------------------- */

/* One byte each, by what they stand for. */
SYSCALL_STRUCT(keyctl_caps)
{
	unsigned int i;

	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < len && !syscall_trace_full(fmt); i++) {
		if (i)
			trace_seq_puts(fmt->s, ", ");
		if (i < type->nr_fields)
			syscall_trace_print_scalar(fmt, type->fields[i].type, data[i]);
		else
			trace_seq_printf(fmt->s, "0x%x", data[i]);
	}
	trace_seq_puts(fmt->s, i < len ? ", ...]" : "]");
}

/* The length includes a NUL, which is there if all of the text is. */
SYSCALL_STRUCT(key_text)
{
	if (len && !data[len - 1] && fmt->blob->status == SYSCALL_TRACE_OK)
		len--;
	syscall_trace_print_string(fmt, data, len,
				   fmt->blob->status == SYSCALL_TRACE_TRUNCATED);
}

/* Newer kernels know of more members. */
SYSCALL_STRUCT(landlock_ruleset_attr)
{
	unsigned int i;

	trace_seq_putc(fmt->s, '{');
	for (i = 0; i < type->nr_fields; i++) {
		const struct syscall_trace_field *field = &type->fields[i];

		if (field->offset[SYSCALL_TRACE_WIDE] + field->size[SYSCALL_TRACE_WIDE] > len)
			break;
		trace_seq_puts(fmt->s, i ? ", " : "");
		syscall_trace_print_field(fmt, type, field->name, data, len);
	}
	trace_seq_puts(fmt->s, len > type->size[SYSCALL_TRACE_WIDE] ||
		       fmt->blob->status != SYSCALL_TRACE_OK ? ", ...}" : "}");
}

/* -------------------------------- io_uring ------------------------------- */

/*
 * An array at an address that is a member, or behind the structure itself: it begins
 * behind @pos bytes of @blob, which is a copy of what is at @addr.
 */
static void print_list(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *element,
		       size_t size, const struct syscall_trace_blob *blob, size_t pos, u64 addr)
{
	const char *sep = "";

	trace_seq_putc(fmt->s, '[');
	for (; blob->len - pos >= size && !syscall_trace_full(fmt); pos += size) {
		s32 fd;

		trace_seq_puts(fmt->s, sep);
		sep = ", ";
		if (element) {
			syscall_trace_print_struct(fmt, element, blob->data + pos, size);
		} else {
			memcpy(&fd, blob->data + pos, sizeof(fd));
			trace_seq_printf(fmt->s, "%d", fd);
		}
	}
	if (blob->status != SYSCALL_TRACE_OK || blob->len - pos >= size)
		trace_seq_printf(fmt->s, "%s...", sep);
	if (blob->status == SYSCALL_TRACE_FAULTED && blob->len - pos < size)
		syscall_trace_print_where(fmt, blob, addr + pos);
	trace_seq_putc(fmt->s, ']');
}

SYSCALL_NESTED(io_uring_files_update)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *blob, *list;
	u64 resv, fds;

	blob = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, 0);
	if (!blob || blob->len < type->size[SYSCALL_TRACE_WIDE]) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_field(fmt, type, "offset", blob->data, blob->len);
	if (syscall_trace_field(fmt, type, "resv", blob->data, blob->len, &resv) && resv)
		trace_seq_printf(fmt->s, ", resv=0x%llx", resv);
	trace_seq_puts(fmt->s, ", ");
	list = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, 1);
	if (list && (list->status != SYSCALL_TRACE_FAULTED || list->len >= sizeof(s32)) &&
	    syscall_trace_field(fmt, type, "fds", blob->data, blob->len, &fds)) {
		trace_seq_puts(fmt->s, "fds=");
		print_list(fmt, NULL, sizeof(s32), list, 0, fds);
	} else {
		syscall_trace_print_field(fmt, type, "fds", blob->data, blob->len);
	}
	trace_seq_putc(fmt->s, '}');
}

SYSCALL_NESTED(io_uring_probe)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_field *ops = syscall_trace_find_field(type, "ops");
	const struct syscall_trace_blob *blob;
	size_t size = ops->offset[SYSCALL_TRACE_WIDE];

	blob = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_OUT, 0);
	if (!blob || blob->len < size) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_field(fmt, type, "last_op", blob->data, blob->len);
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_field(fmt, type, "ops_len", blob->data, blob->len);
	trace_seq_puts(fmt->s, ", ops=");
	print_list(fmt, ops->type, ops->size[SYSCALL_TRACE_WIDE], blob, size,
		   syscall_trace_arg(fmt, arg));
	trace_seq_putc(fmt->s, '}');
}

/* Numbers with the names of their places. */
SYSCALL_STRUCT(io_uring_workers)
{
	u64 bound = 0, unbound = 0;

	syscall_trace_field(fmt, type, "bound", data, len, &bound);
	syscall_trace_field(fmt, type, "unbound", data, len, &unbound);
	trace_seq_printf(fmt->s, "[[IO_WQ_BOUND]=%llu, [IO_WQ_UNBOUND]=%llu]", bound, unbound);
}

/* --------------------------------- memory -------------------------------- */

SYSCALL_NESTED(nodemask)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	unsigned int dir = fmt->call->args[arg].dir & SYSCALL_TRACE_OUT ?
			   SYSCALL_TRACE_OUT : SYSCALL_TRACE_IN;
	size_t size = syscall_trace_layout(type, fmt->abi) == SYSCALL_TRACE_NARROW ?
		      sizeof(u32) : sizeof(u64);
	const struct syscall_trace_blob *blob = syscall_trace_find_blob(fmt, arg, dir, 0);
	unsigned int i;

	if (!blob || blob->status == SYSCALL_TRACE_NULL ||
	    (blob->status == SYSCALL_TRACE_FAULTED && blob->len < size)) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}

	trace_seq_putc(fmt->s, '[');
	for (i = 0; (i + 1) * size <= blob->len && !syscall_trace_full(fmt); i++) {
		u64 word = 0;

		memcpy(&word, blob->data + i * size, size);
		if (i)
			trace_seq_puts(fmt->s, ", ");
		/* As many characters as there are digits, less those of the 0x. */
		if (word)
			trace_seq_printf(fmt->s, "0x%0*llx", (int)(2 * size - 2), word);
		else
			trace_seq_printf(fmt->s, "%0*d", (int)(2 * size), 0);
	}
	if (blob->status == SYSCALL_TRACE_FAULTED)
		syscall_trace_print_more(fmt, blob, syscall_trace_arg(fmt, arg) + i * size);
	else if (blob->status == SYSCALL_TRACE_TRUNCATED || (i + 1) * size <= blob->len)
		trace_seq_puts(fmt->s, ", ...");
	trace_seq_putc(fmt->s, ']');
}

/* ------------------------------ capabilities ----------------------------- */

/* Bits @from and up of a set of numbers. */
static void print_capabilities(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_set *set, u32 val,
			       unsigned int from)
{
	const struct syscall_trace_const *c;
	const char *sep = "";
	unsigned int bit;
	u32 left = val;

	for (bit = 0; bit < 32 && !syscall_trace_full(fmt); bit++) {
		c = val >> bit & 1 ? syscall_trace_find_const(set, from + bit) : NULL;
		if (!c)
			continue;
		trace_seq_printf(fmt->s, "%s1<<%s", sep, c->name);
		sep = "|";
		left &= ~(1U << bit);
	}
	if (left && (*sep || syscall_trace_full(fmt)))
		trace_seq_printf(fmt->s, "%s0x%x", sep, left);
	else if (left)
		trace_seq_printf(fmt->s, "0x%x /* CAP_??? */", left);
	else if (!*sep)
		trace_seq_putc(fmt->s, '0');
}

/* The second half of each set is in a structure of its own. */
SYSCALL_STRUCT(cap_data)
{
	static const char * const names[] = { "effective", "permitted", "inheritable" };
	const size_t half = 3 * sizeof(u32);
	const struct syscall_trace_blob *header;
	u64 version = 0, low, high;
	unsigned int i, nr = 1;
	const char *sep = "{";

	header = syscall_trace_find_blob(fmt, 0, fmt->at_exit ? SYSCALL_TRACE_OUT :
					 SYSCALL_TRACE_IN, 0);
	if (header && header->status == SYSCALL_TRACE_OK)
		syscall_trace_field(fmt, fmt->call->args[0].type, "version", header->data,
				    header->len, &version);
	if (version == _LINUX_CAPABILITY_VERSION_2 || version == _LINUX_CAPABILITY_VERSION_3)
		nr = 2;
	if (!version || len < nr * half) {
		syscall_trace_print_address(fmt);
		return;
	}

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		const struct syscall_trace_field *field;

		field = syscall_trace_find_field(type, names[i]);
		low = 0;
		high = 0;
		syscall_trace_field(fmt, type, names[i], data, half, &low);
		if (nr == 2)
			syscall_trace_field(fmt, type, names[i], data + half, half, &high);

		trace_seq_printf(fmt->s, "%s%s=", sep, names[i]);
		sep = ", ";
		if (!field)
			continue;
		if (low || !high)
			print_capabilities(fmt, field->type->set, low, 0);
		if (low && high)
			trace_seq_putc(fmt->s, '|');
		if (high)
			print_capabilities(fmt, field->type->set, high, 32);
	}
	trace_seq_putc(fmt->s, '}');
}
