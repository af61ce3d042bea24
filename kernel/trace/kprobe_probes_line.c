// SPDX-License-Identifier: GPL-2.0
/*
 * The file kprobe_probes: lines as they are written, and what they mean to trace_kprobe.c.
 */
#include <linux/cleanup.h>
#include <linux/ctype.h>
#include <linux/kallsyms.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kprobe_probes.h"
#include "kprobe_probes_line.h"
#include "trace_probe.h"

/* The type of all fields: a word, printed in hex. */
#if BITS_PER_LONG == 64
#define TYPE		":x64"
#else
#define TYPE		":x32"
#endif

const char *kprobe_probes_errors[] = {
	[PROBE_NO_KIND]	   = "A line begins with p (probe) or r (return probe)",
	[PROBE_NO_PLACE]	   = "Say where: SYMBOL, SYMBOL+offs, SYMBOL-offs or an address",
	[PROBE_NO_SYMBOL]	   = "No such function; MOD:SYMBOL waits for a module",
	[PROBE_SYMBOL_TWICE]	   = "Several functions have this name: give an address",
	[PROBE_BAD_OFFSET]	   = "An offset is a number of bytes, as 16 or 0x10",
	[PROBE_NOT_TEXT]	   = "There is no code of the kernel at this address",
	[PROBE_NO_BOUNDARY]	   = "No instruction begins here",
	[PROBE_BLACKLISTED]	   =
		"This place must not be probed, see kprobes/blacklist in debugfs",
	[PROBE_NO_PROBE]	   =
		"The kernel cannot probe here: the function is not traced, or its code is patched",
	[PROBE_NO_RETURN_PLACE]  = "A return probe needs the name of a function, without offset",
	[PROBE_NO_FETCH]	   = "Not rN, sN, mADDR or aN, nor rv or rp of a return probe",
	[PROBE_NO_REGISTER]	   = "There are not so many registers",
	[PROBE_NO_STACK]	   = "The stack has not so many entries",
	[PROBE_NO_ARGUMENT]	   = "Arguments have numbers from 1 on, and not as high as this",
	[PROBE_NO_ARGUMENT_HERE] =
		"Arguments are known at the first instruction of a named function only",
	[PROBE_ONLY_RETURN]	   = "Only return probes (r) have this",
	[PROBE_NO_VALUE]	   = "This function returns no value",
	[PROBE_NO_MEMORY]	   = "Not an address where the kernel has memory",
	[PROBE_TOO_MANY]	   = "A probe records at most 128 values",
	[PROBE_LOCKED_DOWN]	   = "Kernel lockdown forbids probes",
	[PROBE_OTHER]		   = "The kernel refuses this probe",
};

static void free_line(struct kprobe_probes_line *line)
{
	if (!line)
		return;
	kfree(line->text);
	kfree(line->place);
	kfree(line->args);
	kfree(line);
}

DEFINE_FREE(probe_line, struct kprobe_probes_line *, free_line(_T))

/**
 * kprobe_probes_free_lines - free lines
 * @lines: the list of them, which is empty afterwards
 *
 * Context: task context.
 */
void kprobe_probes_free_lines(struct list_head *lines)
{
	struct kprobe_probes_line *line, *next;

	list_for_each_entry_safe(line, next, lines, list)
		free_line(line);
	INIT_LIST_HEAD(lines);
}

/**
 * kprobe_probes_find_line - find a line
 * @lines: the list of them
 * @text: the line as it is listed
 *
 * Context: any.
 * Return: the line, or NULL.
 */
struct kprobe_probes_line *kprobe_probes_find_line(struct list_head *lines, const char *text)
{
	struct kprobe_probes_line *line;

	list_for_each_entry(line, lines, list) {
		if (!strcmp(line->text, text))
			return line;
	}

	return NULL;
}

/* ---------------------------------- symbols ------------------------------- */

/**
 * kprobe_probes_find_symbol - find the function that an address is in
 * @addr: the address
 * @symbol: gets the function; without one, its name is empty
 *
 * Context: any.
 * Return: false if there is none.
 */
bool kprobe_probes_find_symbol(unsigned long addr, struct kprobe_probes_symbol *symbol)
{
	const char *name;
	char *module = NULL;

	symbol->module[0] = '\0';
	/* The name of the module goes away with it. */
	guard(preempt_notrace)();
	name = kallsyms_lookup(addr, NULL, &symbol->offset, &module, symbol->name);
	if (!name) {
		symbol->name[0] = '\0';
		return false;
	}
	if (name != symbol->name)
		strscpy(symbol->name, name);
	if (module)
		strscpy(symbol->module, module);

	return true;
}

/**
 * kprobe_probes_print_symbol - print a place as it can be written to the file
 * @s: where to
 * @symbol: the place
 *
 * Context: any.
 */
void kprobe_probes_print_symbol(struct seq_buf *s, const struct kprobe_probes_symbol *symbol)
{
	if (symbol->module[0])
		seq_buf_printf(s, "%s:", symbol->module);
	seq_buf_puts(s, symbol->name);
	if (symbol->offset)
		seq_buf_printf(s, "+%#lx", symbol->offset);
}

static bool is_unique(const struct kprobe_probes_symbol *symbol)
{
	return trace_kprobe_count_symbols(symbol->module[0] ? symbol->module : NULL,
					  symbol->name) == 1;
}

/* --------------------------------- registers ------------------------------ */

/*
 * Registers are numbered as struct pt_regs has them, and have names by which trace_probe.c
 * finds them.
 */
static const char *register_name(unsigned long nr)
{
	if (nr >= sizeof(struct pt_regs) / sizeof(unsigned long))
		return NULL;

	return regs_query_register_name(nr * sizeof(unsigned long));
}

/*
 * While a function returns, its caller is found where the program counter is else. Which
 * register that is depends on the architecture.
 */
static const char *return_address_name(void)
{
	const unsigned long mark = (unsigned long)return_address_name;
	struct pt_regs regs = { };
	const char *name;
	unsigned int i;

	instruction_pointer_set(&regs, mark);
	for (i = 0; i < sizeof(regs) / sizeof(unsigned long); i++) {
		name = register_name(i);
		if (name && regs_get_register(&regs, i * sizeof(unsigned long)) == mark)
			return name;
	}

	return NULL;
}

/* ---------------------------------- parsing ------------------------------- */

/* What a fetch argument means in the words of trace_probe.c; the word as it is listed. */
static int translate_fetch(const char *word, bool is_return, char *listed, size_t size,
			   char *meaning, u8 *error)
{
	const char *name;
	unsigned long nr;

	if (!strcmp(word, "rv") || !strcmp(word, "rp")) {
		*error = PROBE_ONLY_RETURN;
		if (!is_return)
			return -EINVAL;
		name = word[1] == 'v' ? NULL : return_address_name();
		*error = PROBE_OTHER;
		if (word[1] == 'p' && !name)
			return -EINVAL;
		strscpy(listed, word, size);
		scnprintf(meaning, size, "%s%s", name ? "%" : "$retval", name ?: "");
		return 0;
	}

	*error = PROBE_NO_FETCH;
	/* kstrtoul() takes a sign. */
	if (!*word || !isdigit(word[1]) || kstrtoul(word + 1, *word == 'm' ? 0 : 10, &nr))
		return -EINVAL;
	switch (*word) {
	case 'r':
		*error = PROBE_NO_REGISTER;
		name = register_name(nr);
		if (!name)
			return -EINVAL;
		scnprintf(meaning, size, "%%%s", name);
		break;
	case 's':
		*error = PROBE_NO_STACK;
		if (nr >= THREAD_SIZE / sizeof(unsigned long))
			return -EINVAL;
		scnprintf(meaning, size, "$stack%lu", nr);
		break;
	case 'a':
		scnprintf(meaning, size, "$arg%lu", nr);
		break;
	case 'm':
		scnprintf(listed, size, "m%#lx", nr);
		scnprintf(meaning, size, "@%#lx", nr);
		return 0;
	default:
		return -EINVAL;
	}
	scnprintf(listed, size, "%c%lu", *word, nr);

	return 0;
}

/* The same argument may be there twice, but fields have names of their own. */
static unsigned int count_same(const struct kprobe_probes_line *line, unsigned int nr)
{
	unsigned int i, same = 1;

	for (i = 2; i < nr; i++)
		same += !strcmp(line->word[i], line->word[nr]);

	return same;
}

static int parse_fetches(struct kprobe_probes_line *line, struct seq_buf *text,
			 struct seq_buf *args, struct syscall_trace_fault *fault)
{
	char listed[MAX_ARG_NAME_LEN], meaning[MAX_ARG_NAME_LEN];
	unsigned int i, same;
	u8 error;

	for (i = 2; i < line->nr; i++) {
		if (translate_fetch(line->word[i], line->is_return, listed, sizeof(listed),
				    meaning, &error))
			return syscall_trace_refuse_word(fault, error, line->word[i]);
		same = count_same(line, i);
		seq_buf_printf(text, " %s", listed);
		if (same > 1)
			seq_buf_printf(args, " %s_%u=%s" TYPE, listed, same, meaning);
		else
			seq_buf_printf(args, " %s=%s" TYPE, listed, meaning);
	}

	return 0;
}

/*
 * An address becomes a place in a function, if only one function has this name: so it is the
 * same line as one with the name, its arguments are known, and in a module it comes back.
 */
static void place_address(unsigned long addr, struct seq_buf *place)
{
	struct kprobe_probes_symbol *symbol __free(kfree) = kmalloc(sizeof(*symbol), GFP_KERNEL);

	if (symbol && kprobe_probes_find_symbol(addr, symbol) && is_unique(symbol))
		kprobe_probes_print_symbol(place, symbol);
	else
		seq_buf_printf(place, "%#lx", addr);
}

/* What kprobe events find by the name of a function, but not by those of data or of nothing. */
static bool is_symbol(const char *name)
{
	const char *colon = strchr(name, ':');

	if (isdigit(*name) || colon == name || (colon && (!colon[1] || strchr(colon + 1, ':'))))
		return false;
	for (; *name; name++) {
		if (!isalnum(*name) && !strchr("_.$:", *name))
			return false;
	}

	return true;
}

/* Before a symbol: the function that is found there, if only one has the name. */
static int place_before(struct kprobe_probes_line *line, const char *name, unsigned long offset,
			struct seq_buf *place, struct syscall_trace_fault *fault)
{
	struct kprobe_probes_symbol *symbol __free(kfree) = kmalloc(sizeof(*symbol), GFP_KERNEL);
	unsigned long addr = kallsyms_lookup_name(name);

	if (!symbol)
		return -ENOMEM;
	if (!addr)
		return syscall_trace_refuse_word(fault, PROBE_NO_SYMBOL, line->word[1]);
	if (!kprobe_probes_find_symbol(addr, symbol) || !is_unique(symbol))
		return syscall_trace_refuse_word(fault, PROBE_SYMBOL_TWICE, line->word[1]);
	place_address(addr - offset, place);

	return 0;
}

/*
 * At a symbol or behind it. If it is in a module, the module is named: only so the probe is
 * armed again when the module comes back.
 */
static int place_behind(const char *name, unsigned long offset, struct seq_buf *place)
{
	struct kprobe_probes_symbol *symbol __free(kfree) = kmalloc(sizeof(*symbol), GFP_KERNEL);
	unsigned long addr = strchr(name, ':') ? 0 : kallsyms_lookup_name(name);

	if (!symbol)
		return -ENOMEM;
	if (addr && kprobe_probes_find_symbol(addr, symbol) && symbol->module[0] &&
	    trace_kprobe_count_symbols(NULL, name) == 1)
		seq_buf_printf(place, "%s:", symbol->module);
	seq_buf_puts(place, name);
	if (offset)
		seq_buf_printf(place, "+%#lx", offset);

	return 0;
}

static int parse_place(struct kprobe_probes_line *line, struct seq_buf *place,
		       struct syscall_trace_fault *fault)
{
	char *name __free(kfree) = kstrdup(line->word[1], GFP_KERNEL);
	unsigned long offset = 0, addr;
	char *end, sign;

	if (!name)
		return -ENOMEM;
	if (isdigit(*name)) {
		if (kstrtoul(name, 0, &addr))
			return syscall_trace_refuse_word(fault, PROBE_NO_PLACE, line->word[1]);
		if (line->is_return)
			return syscall_trace_refuse_word(fault, PROBE_NO_RETURN_PLACE,
							 line->word[1]);
		place_address(addr, place);
		return 0;
	}

	end = name + strcspn(name, "+-");
	sign = *end;
	if (sign) {
		*end++ = '\0';
		if (!isdigit(*end) || kstrtoul(end, 0, &offset) || offset > UINT_MAX)
			return syscall_trace_refuse_word(fault, PROBE_BAD_OFFSET,
							 line->word[1] + (end - name));
		if (line->is_return && (offset || sign == '-'))
			return syscall_trace_refuse_word(fault, PROBE_NO_RETURN_PLACE,
							 line->word[1]);
	}
	if (!*name)
		return syscall_trace_refuse_word(fault, PROBE_NO_PLACE, line->word[1]);
	if (strlen(name) >= KSYM_NAME_LEN || !is_symbol(name))
		return syscall_trace_refuse_word(fault, PROBE_NO_SYMBOL, line->word[1]);

	return sign == '-' && offset ? place_before(line, name, offset, place, fault) :
				       place_behind(name, offset, place);
}

/* Fill in what follows from the words of a line. */
static int parse_words(struct kprobe_probes_line *line, char *buf,
		       struct syscall_trace_fault *fault)
{
	struct seq_buf place, text, args;
	int ret;

	if (strcmp(line->word[0], "p") && strcmp(line->word[0], "r"))
		return syscall_trace_refuse_word(fault, PROBE_NO_KIND, line->word[0]);
	line->is_return = line->word[0][0] == 'r';
	if (line->nr < 2)
		return syscall_trace_refuse_word(fault, PROBE_NO_PLACE, line->word[0] + 1);

	seq_buf_init(&place, buf, PLACE_MAX);
	ret = parse_place(line, &place, fault);
	if (ret)
		return ret;
	line->place = kstrdup(seq_buf_str(&place), GFP_KERNEL);
	if (!line->place)
		return -ENOMEM;

	seq_buf_init(&text, buf, LINE_MAX);
	seq_buf_init(&args, buf + LINE_MAX, COMMAND_MAX);
	seq_buf_printf(&text, "%s %s", line->word[0], line->place);
	ret = parse_fetches(line, &text, &args, fault);
	if (ret)
		return ret;
	line->text = kstrdup(seq_buf_str(&text), GFP_KERNEL);
	line->args = kstrdup(seq_buf_str(&args), GFP_KERNEL);

	return line->text && line->args ? 0 : -ENOMEM;
}

/* Make a line of text, which it changes. Comments begin with #. */
static int parse_line(char *text, char *buf, struct kprobe_probes_line **new,
		      struct syscall_trace_fault *fault)
{
	struct kprobe_probes_line *line __free(probe_line) = NULL;
	unsigned int nr = syscall_trace_count_words(text);
	char *word;
	int ret;

	*new = NULL;
	if (!nr)
		return 0;
	line = kzalloc(struct_size(line, word, nr), GFP_KERNEL);
	if (!line)
		return -ENOMEM;
	while ((word = syscall_trace_next_word(&text)))
		line->word[line->nr++] = word;
	if (!line->nr)
		return 0;
	if (line->nr > MAX_TRACE_ARGS + 2)
		return syscall_trace_refuse_word(fault, PROBE_TOO_MANY,
						 line->word[MAX_TRACE_ARGS + 2]);
	ret = parse_words(line, buf, fault);
	if (!ret)
		*new = no_free_ptr(line);

	return ret;
}

/**
 * kprobe_probes_parse - make lines of text
 * @text: the text, which is changed, and to which the lines point
 * @lines: the lines are added to this list, those that are there twice only once
 * @fault: gets what is wrong
 *
 * Whether the places exist is found out when their events are created.
 *
 * Context: task context, may sleep.
 * Return: 0; -EINVAL: @fault tells why; or -ENOMEM.
 */
int kprobe_probes_parse(char *text, struct list_head *lines, struct syscall_trace_fault *fault)
{
	char *buf __free(kfree) = kmalloc(LINE_MAX + COMMAND_MAX, GFP_KERNEL);
	struct kprobe_probes_line *line;
	char *next;
	int ret;

	if (!buf)
		return -ENOMEM;
	while ((next = strsep(&text, "\n"))) {
		ret = parse_line(next, buf, &line, fault);
		if (ret)
			return ret;
		if (line && kprobe_probes_find_line(lines, line->text))
			free_line(line);
		else if (line)
			list_add_tail(&line->list, lines);
	}

	return 0;
}
