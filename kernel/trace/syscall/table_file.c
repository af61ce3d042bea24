// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the table as text, for readers that decode elsewhere.
 *
 * A position in the file is a section, an item of it and a part of that: nothing is
 * kept between two reads, and all that is read is constant.
 */
#include <linux/seq_file.h>
#include <linux/string.h>

#include "../trace.h"
#include "tracer.h"
#include "format/format.h"
#include "format/ioctl_cmd.h"

#define PART_BITS	24
#define ITEM_BITS	24

/* In place of a word where there is none. */
#define NONE		"-"

static const char help[] =
	"# syscall_table version 1\n"
	"#\n"
	"# What the system call tracer knows of all calls, in the words of syscalls.def;\n"
	"# see Documentation/trace/syscall.rst. - is none, [] is around what may be missing.\n"
	"# Of two sizes or offsets, the first is that of the layout wide, the other of narrow.\n"
	"#\n"
	"# flags|enum SET int|long PREFIX [@]\n"
	"#   const NAME VALUE MASK\n"
	"#     text MEANING...\n"
	"# kind KIND STORAGE SET [@]\n"
	"# array KIND ELEMENT [compat]\n"
	"# struct KIND SIZE SIZE [compat] [bytes|bits] [least BYTES] [nested|captured|unknown] [...] [@]\n"
	"#   member NAME KIND OFFSET OFFSET SIZE SIZE NUMBER [signed] [-> KIND[MEMBER]]\n"
	"# call ID NAME RET [noreturn] [= CALL as NAME] [@]\n"
	"#   arg INDEX NAME DIRECTION KIND LENGTH [if ARG & SET] [limit ARG]\n"
	"#   case DEPTH ARG MASK VALUE,... RET [noreturn] [as NAME] [= CALL as NAME] [@]\n"
	"#     arg ...\n"
	"# abi NUMBER NAME LAYOUT COMPAT-LAYOUT\n"
	"#   nr NUMBER ID NAME\n"
	"# ioctl NUMBER ABI,... NAME\n";

/**
 * struct section - lines of the same sort
 * @has: there is such a part of such an item; each has a part 0
 * @show: prints it
 */
struct section {
	bool (*has)(unsigned int item, unsigned int part);
	void (*show)(struct seq_file *m, unsigned int item, unsigned int part);
};

static const char *name_or_none(const char *name)
{
	return name && *name ? name : NONE;
}

static bool help_has(unsigned int item, unsigned int part)
{
	return !item && !part;
}

static void help_show(struct seq_file *m, unsigned int item, unsigned int part)
{
	seq_puts(m, help);
}

/* ------------------------------- the words ------------------------------- */

/* A set has a type of its name; a kind that has a set has another one. */
static bool is_set(const struct syscall_trace_type *type)
{
	return type->set && !strcmp(type->set->name, type->name);
}

/* Does a function print it that does more than to look its set up? */
static bool has_own_printer(const struct syscall_trace_type *type)
{
	return type->printer && type->role != SYSCALL_TRACE_SET;
}

static void show_set(struct seq_file *m, const struct syscall_trace_type *type)
{
	const struct syscall_trace_set *set = type->set;

	seq_printf(m, "%s %s %s %s", set->flags ? "flags" : "enum", set->name,
		   set->size == sizeof(u32) ? "int" : "long",
		   set->unknown ? name_or_none(set->unknown) : "decimal");
	seq_puts(m, has_own_printer(type) ? " @\n" : "\n");
}

static void show_const(struct seq_file *m, const struct syscall_trace_const *c)
{
	seq_printf(m, "const %s 0x%llx 0x%llx\n", c->name, c->value, c->mask);
	if (c->text)
		seq_printf(m, "text %s\n", c->text);
}

static void show_scalar(struct seq_file *m, const struct syscall_trace_type *type)
{
	const u16 *size = type->size;

	seq_printf(m, "kind %s ", type->name);
	if (size[SYSCALL_TRACE_WIDE] != size[SYSCALL_TRACE_NARROW])
		seq_puts(m, type->is_signed ? "long" : "ulong");
	else
		seq_printf(m, "%c%u", type->is_signed ? 's' : 'u', 8 * size[SYSCALL_TRACE_WIDE]);
	seq_printf(m, " %s", type->set ? type->set->name : NONE);
	if (has_own_printer(type))
		seq_puts(m, " @");
	seq_putc(m, '\n');
}

static void show_struct(struct seq_file *m, const struct syscall_trace_type *type)
{
	seq_printf(m, "struct %s %u %u", type->name, type->size[SYSCALL_TRACE_WIDE],
		   type->size[SYSCALL_TRACE_NARROW]);
	if (type->compat)
		seq_puts(m, " compat");
	if (type->count_by == SYSCALL_TRACE_BYTES)
		seq_puts(m, " bytes");
	else if (type->count_by == SYSCALL_TRACE_BITS)
		seq_puts(m, " bits");
	if (type->least)
		seq_printf(m, " least %u", type->least);
	if (type->sort == SYSCALL_TRACE_NESTED)
		seq_puts(m, " nested");
	else if (type->sort == SYSCALL_TRACE_UNKNOWN)
		seq_puts(m, " unknown");
	else if (type->capture && !type->leads_on)
		seq_puts(m, " captured");
	if (type->abbreviated)
		seq_puts(m, " ...");
	if (type->sort == SYSCALL_TRACE_STRUCT && has_own_printer(type))
		seq_puts(m, " @");
	seq_putc(m, '\n');
}

static void show_member(struct seq_file *m, const struct syscall_trace_type *type,
			const struct syscall_trace_field *field)
{
	seq_printf(m, "member %s %s %u %u %u %u %u%s", name_or_none(field->name),
		   field->type->name,
		   field->offset[SYSCALL_TRACE_WIDE], field->offset[SYSCALL_TRACE_NARROW],
		   field->size[SYSCALL_TRACE_WIDE], field->size[SYSCALL_TRACE_NARROW],
		   field->nr, field->is_signed ? " signed" : "");
	if (field->to)
		seq_printf(m, " -> %s", field->to->name);
	if (field->length)
		seq_printf(m, "[%s]", type->fields[field->length - 1].name);
	seq_putc(m, '\n');
}

static bool type_has(unsigned int item, unsigned int part)
{
	const struct syscall_trace_type *type;

	if (item >= syscall_trace_nr_types)
		return false;

	type = syscall_trace_types[item];

	return part <= (is_set(type) ? type->set->nr : type->nr_fields);
}

static void type_show(struct seq_file *m, unsigned int item, unsigned int part)
{
	const struct syscall_trace_type *type = syscall_trace_types[item];

	if (part) {
		if (is_set(type))
			show_const(m, &type->set->consts[part - 1]);
		else
			show_member(m, type, &type->fields[part - 1]);
		return;
	}

	switch (type->sort) {
	case SYSCALL_TRACE_SCALAR:
		if (is_set(type))
			show_set(m, type);
		else
			show_scalar(m, type);
		break;
	case SYSCALL_TRACE_STRING:
		seq_printf(m, "kind %s string " NONE "\n", type->name);
		break;
	case SYSCALL_TRACE_DATA:
		seq_printf(m, "kind %s data " NONE "%s\n", type->name,
			   has_own_printer(type) ? " @" : "");
		break;
	case SYSCALL_TRACE_ARRAY:
		seq_printf(m, "array %s %s%s\n", type->name, type->element->name,
			   type->compat ? " compat" : "");
		break;
	default:
		show_struct(m, type);
	}
}

/* ------------------------------- the calls ------------------------------- */

/**
 * struct variant - what a call may turn out to be
 * @call: the call in that case
 * @cases: among which it is
 * @first: index of the first of its values
 * @depth: how many cases lead to it, 0 if it is the call itself
 */
struct variant {
	const struct syscall_trace_call		*call;
	const struct syscall_trace_cases	*cases;
	unsigned int				first;
	unsigned int				depth;
};

/*
 * The one that comes @left behind @v in syscalls.def, where each is followed by its
 * own cases. These are nested as deep as the lines there, and no deeper.
 */
static bool find_variant(struct variant *v, unsigned int *left)
{
	const struct syscall_trace_cases *cases = v->call->cases;
	struct variant next = { .cases = cases, .depth = v->depth + 1 };
	unsigned int i;

	if (!(*left)--)
		return true;

	for (i = 0; cases && i < cases->nr; i++) {
		/* The values of one case stand together. */
		if (i && cases->cases[i].call == cases->cases[i - 1].call)
			continue;
		next.call = cases->cases[i].call;
		next.first = i;
		if (find_variant(&next, left)) {
			*v = next;
			return true;
		}
	}

	return false;
}

static const char *direction(const struct syscall_trace_arg *arg)
{
	switch (arg->dir) {
	case 0:
		return NONE;
	case SYSCALL_TRACE_IN:
		return "in";
	case SYSCALL_TRACE_OUT:
		return arg->name ? "out" : "aside";
	case SYSCALL_TRACE_IN | SYSCALL_TRACE_OUT:
		return "inout";
	case SYSCALL_TRACE_IN | SYSCALL_TRACE_OUT | SYSCALL_TRACE_EARLY:
		return "update";
	case SYSCALL_TRACE_OUT | SYSCALL_TRACE_FOUND:
		return "found";
	case SYSCALL_TRACE_OUT | SYSCALL_TRACE_REST:
		return "rest";
	default:
		return "?";
	}
}

/* @whole has the names of all arguments, also of those that do not count in a case. */
static const char *arg_name(const struct syscall_trace_call *whole, unsigned int i)
{
	return i < whole->nr_args ? name_or_none(whole->args[i].name) : NONE;
}

static void show_arg(struct seq_file *m, const struct syscall_trace_call *whole,
		     const struct syscall_trace_call *call, unsigned int i)
{
	const struct syscall_trace_arg *arg = &call->args[i];

	/* It does not count in this case. */
	if (!arg->type)
		return;

	seq_printf(m, "arg %u %s %s %s ", i, name_or_none(arg->name), direction(arg),
		   arg->type->name);

	switch (arg->len_by) {
	case SYSCALL_TRACE_LEN_ARG:
	case SYSCALL_TRACE_LEN_PTR:
		seq_puts(m, arg_name(whole, arg->len));
		break;
	case SYSCALL_TRACE_LEN_RET:
		seq_puts(m, "ret");
		break;
	case SYSCALL_TRACE_LEN_CONST:
		seq_printf(m, "%u", arg->len);
		break;
	default:
		seq_puts(m, NONE);
	}

	if (arg->cond_set)
		seq_printf(m, " if %s & %s", arg_name(whole, arg->cond_arg), arg->cond_set->name);
	if (arg->len_by == SYSCALL_TRACE_LEN_RET && arg->len < call->nr_args)
		seq_printf(m, " limit %s", arg_name(whole, arg->len));
	seq_putc(m, '\n');
}

static void show_case(struct seq_file *m, const struct syscall_trace_call *whole,
		      const struct variant *v)
{
	const struct syscall_trace_cases *cases = v->cases;
	unsigned int i;

	seq_printf(m, "case %u %s 0x%x ", v->depth, arg_name(whole, cases->arg), cases->mask);
	for (i = v->first; i < cases->nr && cases->cases[i].call == v->call; i++)
		seq_printf(m, "%s0x%x", i > v->first ? "," : "", cases->cases[i].value);
}

static bool call_has(unsigned int item, unsigned int part)
{
	struct variant v;

	if (item >= syscall_trace_nr_calls)
		return false;

	v = (struct variant){ .call = &syscall_trace_calls[item] };

	return find_variant(&v, &part);
}

static void call_show(struct seq_file *m, unsigned int item, unsigned int part)
{
	const struct syscall_trace_call *whole = &syscall_trace_calls[item], *call;
	struct variant v = { .call = whole };
	unsigned int place;

	find_variant(&v, &part);
	call = v.call;
	if (v.depth)
		show_case(m, whole, &v);
	else
		seq_printf(m, "call 0x%08x %s", call->id, call->name);
	seq_printf(m, " %s", call->ret->name);
	if (call->noreturn)
		seq_puts(m, " noreturn");
	if (call->shown)
		seq_printf(m, " as %s", call->shown);
	if (call->target)
		seq_printf(m, " = %s as %s", call->target->name, call->target_name);
	seq_puts(m, call->print_args ? " @\n" : "\n");

	for (place = 0; place < call->nr_shown; place++)
		show_arg(m, whole, call, syscall_trace_arg_at(call, place));
}

/* ------------------------------ the numbers ------------------------------ */

static const char *layout_of(unsigned int abi, bool compat)
{
	const struct syscall_trace_type type = { .compat = compat };

	return syscall_trace_layout(&type, abi) == SYSCALL_TRACE_WIDE ? "wide" : "narrow";
}

static bool abi_has(unsigned int item, unsigned int part)
{
	return item < syscall_trace_nr_abis &&
	       (!part || syscall_trace_find_slot(item, part - 1));
}

static void abi_show(struct seq_file *m, unsigned int item, unsigned int part)
{
	const struct syscall_trace_slot *slot;

	if (!part) {
		seq_printf(m, "abi %u %s %s %s\n", item, syscall_trace_abis[item].name,
			   layout_of(item, false), layout_of(item, true));
		return;
	}

	slot = syscall_trace_find_slot(item, part - 1);
	if (!slot->name)
		return;

	seq_printf(m, "nr %u ", (part - 1) | syscall_trace_abis[item].nr_bit);
	if (slot->call)
		seq_printf(m, "0x%08x", slot->call->id);
	else
		seq_puts(m, NONE);
	seq_printf(m, " %s\n", slot->name);
}

static bool ioctl_has(unsigned int item, unsigned int part)
{
	return !item && part < syscall_trace_nr_ioctls;
}

static void ioctl_show(struct seq_file *m, unsigned int item, unsigned int part)
{
	const struct syscall_trace_ioctl *ioctl = &syscall_trace_ioctls[part];
	const char *sep = "";
	unsigned int abi;

	seq_printf(m, "ioctl 0x%x ", ioctl->cmd);
	for (abi = 0; abi < syscall_trace_nr_abis; abi++) {
		if (!(ioctl->abis & BIT(abi)))
			continue;
		seq_printf(m, "%s%s", sep, syscall_trace_abis[abi].name);
		sep = ",";
	}
	seq_printf(m, " %s\n", ioctl->name);
}

/* ------------------------------- the file -------------------------------- */

/* What a line refers to stands above it, but for calls. */
static const struct section sections[] = {
	{ help_has, help_show },
	{ type_has, type_show },
	{ call_has, call_show },
	{ abi_has, abi_show },
	{ ioctl_has, ioctl_show },
};

static unsigned int part_of(loff_t pos)
{
	return pos & GENMASK(PART_BITS - 1, 0);
}

static unsigned int item_of(loff_t pos)
{
	return pos >> PART_BITS & GENMASK(ITEM_BITS - 1, 0);
}

static unsigned int section_of(loff_t pos)
{
	return pos >> (PART_BITS + ITEM_BITS);
}

/* Behind the last part is the next item, behind the last item the next section. */
static void *table_start(struct seq_file *m, loff_t *pos)
{
	while (section_of(*pos) < ARRAY_SIZE(sections)) {
		unsigned int bits = part_of(*pos) ? PART_BITS : PART_BITS + ITEM_BITS;

		if (sections[section_of(*pos)].has(item_of(*pos), part_of(*pos)))
			return pos;
		*pos = ((*pos >> bits) + 1) << bits;
	}

	return NULL;
}

static void *table_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;

	return table_start(m, pos);
}

static void table_stop(struct seq_file *m, void *v)
{
}

static int table_show(struct seq_file *m, void *v)
{
	loff_t pos = *(loff_t *)v;

	sections[section_of(pos)].show(m, item_of(pos), part_of(pos));

	return 0;
}

static const struct seq_operations table_ops = {
	.start	= table_start,
	.next	= table_next,
	.stop	= table_stop,
	.show	= table_show,
};

static int table_open(struct inode *inode, struct file *file)
{
	return tracing_check_open_get_tr(NULL) ?: seq_open(file, &table_ops);
}

/* Of the file syscall_table, which all instances share. */
const struct file_operations syscall_trace_table_fops = {
	.open		= table_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= seq_release,
};
