// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the table as text, for readers that decode elsewhere.
 *
 * A position in the file is a type, a call, an ABI or an ioctl command, with all the
 * lines that belong to it. Nothing is kept between two reads: all of it is constant.
 */
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/stringify.h>

#include "../format/format.h"
#include "../format/ioctl.h"
#include "file.h"
#include "table_file.h"

/* In place of a word where there is none. */
#define NONE		"-"

static const char help[] =
	"# syscall_table version " __stringify(SYSCALL_TRACE_VERSION) "\n"
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
	"#   member NAME KIND OFFSET OFFSET SIZE SIZE NUMBER [signed] [out] [-> KIND[MEMBER]]\n"
	"#          [if|unless MEMBER [& SET] [or MEMBER [& SET]]...]\n"
	"# variant KIND SET [@]\n"
	"#   choice CONST VALUE KIND SIZE SIZE [signed]\n"
	"# call ID NAME RET [noreturn] [= CALL as NAME] [@]\n"
	"#   arg INDEX NAME DIRECTION KIND LENGTH [if ARG & SET] [limit ARG]\n"
	"#   case DEPTH ARG MASK VALUE,... RET [noreturn] [as NAME] [= CALL as NAME] [@]\n"
	"#     arg ...\n"
	"# abi NUMBER NAME LAYOUT COMPAT-LAYOUT\n"
	"#   nr NUMBER ID NAME\n"
	"# ioctl NUMBER ABI,... NAME\n";

static const char *name_or_none(const char *name)
{
	return name && *name ? name : NONE;
}

static void put_if(struct seq_file *m, bool wanted, const char *word)
{
	if (wanted)
		seq_printf(m, " %s", word);
}

static void show_help(struct seq_file *m, unsigned int item)
{
	seq_puts(m, help);
}

/* ------------------------------- the words ------------------------------- */

/* Each set has a type of the same name. Other types that use the set have other names. */
static bool is_set(const struct syscall_trace_type *type)
{
	return type->set && !strcmp(type->set->name, type->name);
}

/* Does a function print it that does more than look up names in its set? */
static bool has_own_printer(const struct syscall_trace_type *type)
{
	return type->printer && type->role != SYSCALL_TRACE_SET &&
	       type->sort != SYSCALL_TRACE_NESTED;
}

static void show_set(struct seq_file *m, const struct syscall_trace_set *set)
{
	seq_printf(m, "%s %s %s %s", set->flags ? "flags" : "enum", set->name,
		   set->size == sizeof(u32) ? "int" : "long",
		   set->unknown ? name_or_none(set->unknown) : "decimal");
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
}

static void show_struct(struct seq_file *m, const struct syscall_trace_type *type)
{
	seq_printf(m, "struct %s %u %u", type->name, type->size[SYSCALL_TRACE_WIDE],
		   type->size[SYSCALL_TRACE_NARROW]);
	put_if(m, type->compat, "compat");
	put_if(m, type->count_by == SYSCALL_TRACE_BYTES, "bytes");
	put_if(m, type->count_by == SYSCALL_TRACE_BITS, "bits");
	if (type->least)
		seq_printf(m, " least %u", type->least);
	put_if(m, type->sort == SYSCALL_TRACE_NESTED, "nested");
	put_if(m, type->sort == SYSCALL_TRACE_UNKNOWN, "unknown");
	put_if(m, type->sort == SYSCALL_TRACE_STRUCT && type->capture && !type->leads_on,
	       "captured");
	put_if(m, type->abbreviated, "...");
}

static void show_const(struct seq_file *m, const struct syscall_trace_const *c)
{
	seq_printf(m, "const %s 0x%llx 0x%llx\n", c->name, c->value, c->mask);
	if (c->text)
		seq_printf(m, "text %s\n", c->text);
}

static void show_member(struct seq_file *m, const struct syscall_trace_type *type,
			const struct syscall_trace_field *field)
{
	bool answer = type->nr_inputs && field >= type->fields + type->nr_inputs;
	unsigned int i;

	seq_printf(m, "member %s %s %u %u %u %u %u", name_or_none(field->name),
		   field->type->name,
		   field->offset[SYSCALL_TRACE_WIDE], field->offset[SYSCALL_TRACE_NARROW],
		   field->size[SYSCALL_TRACE_WIDE], field->size[SYSCALL_TRACE_NARROW],
		   field->nr);
	put_if(m, field->is_signed, "signed");
	put_if(m, answer, "out");
	if (field->to)
		seq_printf(m, " -> %s", field->to->name);
	if (field->length)
		seq_printf(m, "[%s]", type->fields[field->length - 1].name);
	for (i = 0; i < field->nr_when; i++) {
		const struct syscall_trace_when *when = &field->when[i];

		seq_printf(m, " %s %s", i ? "or" : field->unless ? "unless" : "if",
			   name_or_none(type->fields[when->field].name));
		if (when->set)
			seq_printf(m, " & %s", when->set->name);
	}
	seq_putc(m, '\n');
}

static void show_choice(struct seq_file *m, const struct syscall_trace_field *field)
{
	if (field->name)
		seq_printf(m, "choice %s 0x%x", field->name, field->value);
	else
		seq_puts(m, "choice " NONE " " NONE);
	seq_printf(m, " %s %u %u", field->type->name, field->size[SYSCALL_TRACE_WIDE],
		   field->size[SYSCALL_TRACE_NARROW]);
	put_if(m, field->is_signed, "signed");
	seq_putc(m, '\n');
}

static void show_type(struct seq_file *m, unsigned int item)
{
	const struct syscall_trace_type *type = syscall_trace_types[item];
	unsigned int i;

	switch (type->sort) {
	case SYSCALL_TRACE_SCALAR:
		if (is_set(type))
			show_set(m, type->set);
		else
			show_scalar(m, type);
		break;
	case SYSCALL_TRACE_STRING:
		seq_printf(m, "kind %s string " NONE, type->name);
		break;
	case SYSCALL_TRACE_DATA:
		seq_printf(m, "kind %s data " NONE, type->name);
		break;
	case SYSCALL_TRACE_ARRAY:
		seq_printf(m, "array %s %s", type->name, type->element->name);
		put_if(m, type->compat, "compat");
		break;
	case SYSCALL_TRACE_VARIANT:
		seq_printf(m, "variant %s %s", type->name, type->set ? type->set->name : NONE);
		break;
	default:
		show_struct(m, type);
	}
	put_if(m, has_own_printer(type), "@");
	seq_putc(m, '\n');

	for (i = 0; is_set(type) && i < type->set->nr; i++)
		show_const(m, &type->set->consts[i]);
	for (i = 0; i < type->nr_fields; i++) {
		if (type->sort == SYSCALL_TRACE_VARIANT)
			show_choice(m, &type->fields[i]);
		else
			show_member(m, type, &type->fields[i]);
	}
}

/* ------------------------------- the calls ------------------------------- */

static const char * const directions[] = {
	[0]						= NONE,
	[SYSCALL_TRACE_DIR_IN]				= "in",
	[SYSCALL_TRACE_DIR_OUT]				= "out",
	[SYSCALL_TRACE_DIR_OUT | SYSCALL_TRACE_DIR_FOUND]	= "found",
	[SYSCALL_TRACE_DIR_OUT | SYSCALL_TRACE_DIR_REST]	= "rest",
	[SYSCALL_TRACE_DIR_IN | SYSCALL_TRACE_DIR_OUT]		= "inout",
	[SYSCALL_TRACE_DIR_OUT | SYSCALL_TRACE_DIR_TRIED]	= "told",
	[SYSCALL_TRACE_DIR_IN | SYSCALL_TRACE_DIR_OUT | SYSCALL_TRACE_DIR_TRIED] = "tried",
	[SYSCALL_TRACE_DIR_IN | SYSCALL_TRACE_DIR_OUT | SYSCALL_TRACE_DIR_UPDATE] = "update",
};

/* @whole: the call itself, not a case: it has the names of all arguments. */
static const char *arg_name(const struct syscall_trace_call *whole, unsigned int i)
{
	return i < whole->nr_args ? name_or_none(whole->args[i].name) : NONE;
}

static void show_arg(struct seq_file *m, const struct syscall_trace_call *whole,
		     const struct syscall_trace_call *call, unsigned int i)
{
	const struct syscall_trace_arg *arg = &call->args[i];
	bool aside = arg->dir == SYSCALL_TRACE_DIR_OUT && !arg->name;

	/* The case does not use it. */
	if (!arg->type)
		return;

	seq_printf(m, "arg %u %s %s %s ", i, name_or_none(arg->name),
		   aside ? "aside" : directions[arg->dir], arg->type->name);

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

/* What calls and cases have in common, from the result on. */
static void show_signature(struct seq_file *m, const struct syscall_trace_call *whole,
			   const struct syscall_trace_call *call)
{
	unsigned int place;

	seq_printf(m, " %s", call->ret->name);
	put_if(m, call->noreturn, "noreturn");
	if (call->shown)
		seq_printf(m, " as %s", call->shown);
	if (call->target)
		seq_printf(m, " = %s as %s", call->target->name, call->target_name);
	put_if(m, call->print_args, "@");
	seq_putc(m, '\n');

	for (place = 0; place < call->nr_shown; place++)
		show_arg(m, whole, call, syscall_trace_arg_at(call, place));
}

/* Each case is followed by its own cases, which are nested as in syscalls.def. */
static void show_cases(struct seq_file *m, const struct syscall_trace_call *whole,
		       const struct syscall_trace_cases *cases, unsigned int depth)
{
	unsigned int i = 0;

	while (cases && i < cases->nr) {
		const struct syscall_trace_call *call = cases->cases[i].call;

		seq_printf(m, "case %u %s 0x%x 0x%x", depth, arg_name(whole, cases->arg),
			   cases->mask, cases->cases[i].value);
		/* The values of one case stand together. */
		while (++i < cases->nr && cases->cases[i].call == call)
			seq_printf(m, ",0x%x", cases->cases[i].value);
		show_signature(m, whole, call);
		show_cases(m, whole, call->cases, depth + 1);
	}
}

static void show_call(struct seq_file *m, unsigned int item)
{
	const struct syscall_trace_call *call = &syscall_trace_calls[item];

	seq_printf(m, "call 0x%08x %s", call->id, call->name);
	show_signature(m, call, call);
	show_cases(m, call, call->cases, 1);
}

/* ------------------------------ the numbers ------------------------------ */

static void show_nr(struct seq_file *m, unsigned int nr, const struct syscall_trace_slot *slot)
{
	seq_printf(m, "nr %u ", nr);
	if (slot->call)
		seq_printf(m, "0x%08x", slot->call->id);
	else
		seq_puts(m, NONE);
	seq_printf(m, " %s\n", slot->name);
}

static void show_abi(struct seq_file *m, unsigned int item)
{
	static const char * const layouts[] = {
		[SYSCALL_TRACE_WIDE]	= "wide",
		[SYSCALL_TRACE_NARROW]	= "narrow",
	};
	const struct syscall_trace_abi *abi = &syscall_trace_abis[item];
	unsigned int i;

	seq_printf(m, "abi %u %s %s %s\n", item, abi->name, layouts[abi->layout],
		   layouts[abi->compat_layout]);
	for (i = 0; i < abi->nr_slots; i++) {
		if (abi->slots[i].name)
			show_nr(m, i | abi->nr_bit, &abi->slots[i]);
	}
}

static void show_ioctl(struct seq_file *m, unsigned int item)
{
	const struct syscall_trace_ioctl *ioctl = &syscall_trace_ioctls[item];
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

static const unsigned int one_help = 1;

/* A line refers to lines above it only, except to calls. */
static const struct {
	const unsigned int	*nr;
	void			(*show)(struct seq_file *m, unsigned int item);
} sections[] = {
	{ &one_help,			show_help },
	{ &syscall_trace_nr_types,	show_type },
	{ &syscall_trace_nr_calls,	show_call },
	{ &syscall_trace_nr_abis,	show_abi },
	{ &syscall_trace_nr_ioctls,	show_ioctl },
};

static void *table_start(struct seq_file *m, loff_t *pos)
{
	loff_t items = 0;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sections); i++)
		items += *sections[i].nr;

	return *pos < items ? pos : NULL;
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
	loff_t item = *(loff_t *)v;
	unsigned int i;

	for (i = 0; item >= *sections[i].nr; i++)
		item -= *sections[i].nr;
	sections[i].show(m, item);

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
	return syscall_file_get(NULL) ?: seq_open(file, &table_ops);
}

/* Of the file syscall_table, which all instances share. */
const struct file_operations syscall_trace_table_fops = {
	.owner		= THIS_MODULE,
	.open		= table_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= seq_release,
};
