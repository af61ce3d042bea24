// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the file syscall_filter, with the conditions that calls must meet to be
 * recorded in an instance. A line says which calls it is about, what must be true of them, and
 * perhaps what to do then.
 */
#include <linux/bitmap.h>
#include <linux/ctype.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "../instances.h"
#include "../copy_limits.h"
#include "../record/sink.h"
#include "../tracefs/file.h"
#include "calls.h"
#include "conditions.h"

/* Syntax errors of a line; calls.c has those of names, filter/parse.c those of conditions. */
enum {
	WRONG_CALLS	= SYSCALL_FILTER_NR_ERRORS,
	WRONG_ACTION	= WRONG_CALLS + SYSCALL_TRACE_NR_WRONG_CALLS,
	WRONG_COUNT,
	COUNTS_NOTHING,
	NO_CONDITION,
	NO_COLON,
	NO_SNAPSHOT,
	NR_ERRORS,
};

static const char *errors[NR_ERRORS] = {
	[WRONG_ACTION]	= "Not an action: stop, snapshot or stacktrace, then perhaps count N",
	[WRONG_COUNT]	= "Not a number from 1 to 1000000000",
	[COUNTS_NOTHING] = "Counts actions, of which there is none",
	[NO_CONDITION]	= "Neither names of calls nor a condition",
	[NO_COLON]	= "No colon behind the names of calls",
	[NO_SNAPSHOT]	= "No snapshots: the kernel lacks them, or the buffer is mapped",
};

static void fill_in_errors(void)
{
	unsigned int i;

	for (i = 0; i < SYSCALL_FILTER_NR_ERRORS; i++)
		errors[i] = syscall_filter_errors[i];
	for (i = 0; i < SYSCALL_TRACE_NR_WRONG_CALLS; i++)
		errors[WRONG_CALLS + i] = SYSCALL_TRACE_CALL_ERRORS[i];
}

/* --------------------------------- memory --------------------------------- */

static void free_line(struct syscall_trace_condition *line)
{
	syscall_filter_free(line->filter);
	bitmap_free(line->calls);
	kfree(line->text);
}

static void free_filters(struct syscall_trace_filters *filters)
{
	unsigned int i;

	if (!filters)
		return;
	for (i = 0; i < filters->nr; i++)
		free_line(&filters->lines[i]);
	bitmap_free(filters->calls);
	kvfree(filters);
}

DEFINE_FREE(filters, struct syscall_trace_filters *, free_filters(_T))

static struct syscall_trace_filters *alloc_filters(unsigned int nr)
{
	struct syscall_trace_filters *filters;

	static u64 last_id;

	lockdep_assert_held(&trace_types_lock);

	filters = kvzalloc(struct_size(filters, lines, nr), GFP_KERNEL);
	if (!filters)
		return NULL;
	filters->id = ++last_id;
	filters->calls = bitmap_zalloc(SYSCALL_TRACE_SET_BITS, GFP_KERNEL);
	if (filters->calls)
		return filters;
	free_filters(filters);

	return NULL;
}

/* ---------------------------------- a line -------------------------------- */

/* A piece of a line. */
struct piece {
	const char	*text;
	size_t		len;
};

static void trim(struct piece *piece)
{
	while (piece->len && isspace(*piece->text)) {
		piece->text++;
		piece->len--;
	}
	while (piece->len && isspace(piece->text[piece->len - 1]))
		piece->len--;
}

static bool is_word(const struct piece *piece, const char *word)
{
	return piece->len == strlen(word) && !memcmp(piece->text, word, piece->len);
}

/* The length of what is in front of the next @sign that is not in quotes, or of all. */
static size_t length_to(const struct piece *rest, char sign)
{
	char quote = '\0';
	size_t i;

	for (i = 0; i < rest->len; i++) {
		char c = rest->text[i];

		if (quote && c == '\\')
			i++;
		else if (quote)
			quote = c == quote ? '\0' : quote;
		else if (c == '"' || c == '\'')
			quote = c;
		else if (c == sign)
			return i;
	}

	return rest->len;
}

/* Take what is in front of the next colon. @rest begins with the colon, or is empty. */
static struct piece take_piece(struct piece *rest)
{
	struct piece piece = { rest->text, length_to(rest, ':') };

	rest->text += piece.len;
	rest->len -= piece.len;
	trim(&piece);

	return piece;
}

static int refuse(struct syscall_trace_fault *fault, unsigned int error, const char *where)
{
	return syscall_trace_refuse_word(fault, error, where);
}

/* ---------------------------------- actions ------------------------------- */

static int set_count(struct syscall_trace_condition *line, struct piece number,
		     struct syscall_trace_fault *fault)
{
	char text[12] = "";
	unsigned int count;

	trim(&number);
	if (number.len && *number.text == '=') {
		number.text++;
		number.len--;
		trim(&number);
	}
	if (!line->actions)
		return refuse(fault, COUNTS_NOTHING, number.text);
	if (number.len < sizeof(text))
		memcpy(text, number.text, number.len);
	if (kstrtouint(text, 0, &count) || !count || count > 1000000000)
		return refuse(fault, WRONG_COUNT, number.text);
	line->limited = true;
	atomic_set(&line->left, count);

	return 0;
}

/* SYSCALL_TRACE_DO_*, or 0 */
static u8 action_of(const struct piece *word)
{
	if (is_word(word, "stop"))
		return SYSCALL_TRACE_DO_STOP;
	if (is_word(word, "snapshot"))
		return SYSCALL_TRACE_DO_SNAPSHOT;
	if (is_word(word, "stacktrace"))
		return SYSCALL_TRACE_DO_STACKTRACE;

	return 0;
}

static int add_action(struct syscall_trace_condition *line, const struct piece *word,
		      struct syscall_trace_fault *fault)
{
	u8 action = action_of(word);

	if (!action)
		return refuse(fault, WRONG_ACTION, word->text);
	if (action == SYSCALL_TRACE_DO_SNAPSHOT && !IS_ENABLED(CONFIG_TRACER_SNAPSHOT))
		return refuse(fault, NO_SNAPSHOT, word->text);
	line->actions |= action;

	return 0;
}

/* Is this how often actions are done? As with triggers of events, a number says so, too. */
static bool take_count(struct piece *word)
{
	if (word->len && isdigit(*word->text))
		return true;
	if (word->len <= 5 || memcmp(word->text, "count", 5) ||
	    !(isspace(word->text[5]) || word->text[5] == '='))
		return false;
	word->text += 5;
	word->len -= 5;

	return true;
}

/* Each begins with a colon. */
static int add_actions(struct syscall_trace_condition *line, struct piece rest,
		       struct syscall_trace_fault *fault)
{
	struct piece word;
	int ret = 0;

	while (!ret && rest.len) {
		rest.text++;
		rest.len--;
		word = take_piece(&rest);
		ret = take_count(&word) ? set_count(line, word, fault) :
					  add_action(line, &word, fault);
	}

	return ret;
}

/* ----------------------------------- names -------------------------------- */

/* Take what is in front of the next |. @rest is what is behind it; NULL: there is none. */
static struct piece take_name(struct piece *rest)
{
	struct piece name = { rest->text, length_to(rest, '|') };

	rest->len -= name.len;
	rest->text = rest->len ? rest->text + name.len + 1 : NULL;
	rest->len -= !!rest->len;
	trim(&name);

	return name;
}

/* Without the parentheses that it may be in. */
static struct piece inner(struct piece names)
{
	if (names.len >= 2 && *names.text == '(' && names.text[names.len - 1] == ')') {
		names.text++;
		names.len -= 2;
	}

	return names;
}

/* May these be names of calls? A condition has operators, or blanks elsewhere than at a |. */
static bool may_be_names(const struct piece *piece)
{
	struct piece rest = inner(*piece), name;
	size_t i;

	while (rest.text) {
		name = take_name(&rest);
		for (i = 0; i < name.len; i++) {
			if (strchr("=<>&~\"' \t", name.text[i]))
				return false;
		}
	}

	return true;
}

/* Does a line begin with names of calls? An action right behind the colon has a condition. */
static bool has_names(const struct piece *line)
{
	struct piece rest = *line, names = take_piece(&rest), next;

	if (!rest.len || !may_be_names(&names))
		return false;
	rest.text++;
	rest.len--;
	if (!rest.len || isspace(*rest.text))
		return true;
	next = take_piece(&rest);

	return !action_of(&next) && !take_count(&next);
}

/* Take names, joined by | and perhaps in parentheses. */
static int set_names(struct syscall_trace_condition *line, struct piece names,
		     struct syscall_trace_fault *fault)
{
	struct piece rest = inner(names), name;
	bool first = true;
	char word[128];
	int ret;

	while (rest.text) {
		name = take_name(&rest);
		if (!name.len || name.len >= sizeof(word))
			return refuse(fault, WRONG_CALLS + SYSCALL_TRACE_WRONG_CALL,
				      name.len ? name.text : names.text);
		memcpy(word, name.text, name.len);
		word[name.len] = '\0';
		ret = syscall_trace_add_calls(line->calls, word, first, fault);
		if (ret == -EINVAL)
			return refuse(fault, WRONG_CALLS + fault->error,
				      name.text + (fault->word - word));
		if (ret)
			return ret;
		first = false;
	}

	return 0;
}

/* The first word of a line. */
static struct piece first_word(struct piece line)
{
	size_t len;

	for (len = 0; len < line.len && !isspace(line.text[len]); len++)
		;
	line.len = len;

	return line;
}

/* A line that was refused at @at: does it begin with the name of a call, and then lack a colon? */
static bool lacks_colon(struct syscall_trace_condition *line, const struct piece *text,
			const char *at)
{
	struct piece word = first_word(*text), rest = *text;
	struct syscall_trace_fault unused;

	rest.text += word.len;
	rest.len -= word.len;
	trim(&rest);

	return at <= rest.text && !set_names(line, word, &unused);
}

/* ----------------------------------- lines -------------------------------- */

static int set_condition(struct syscall_trace_condition *line, const struct piece *text,
			 bool named, struct syscall_trace_fault *fault)
{
	unsigned long *points __free(bitmap) = bitmap_zalloc(syscall_trace_nr_calls, GFP_KERNEL);
	struct syscall_filter_fault wrong;
	int ret;

	if (!points)
		return -ENOMEM;
	syscall_trace_entry_points(points, line->calls);
	ret = syscall_filter_parse(&line->filter, text->text, text->len, points, &wrong);
	if (ret != -EINVAL)
		return ret;
	if (!named && lacks_colon(line, text, wrong.at))
		return refuse(fault, NO_COLON, wrong.at);

	return refuse(fault, wrong.error, wrong.at);
}

/* Parse a line into @line, which is zeroed. What it gets is freed by free_line(). */
static int parse_line(struct syscall_trace_condition *line, struct piece text,
		      struct syscall_trace_fault *fault)
{
	struct piece piece;
	bool named = false;
	int ret = 0;

	line->text = kmemdup_nul(text.text, text.len, GFP_KERNEL);
	line->calls = bitmap_alloc(SYSCALL_TRACE_SET_BITS, GFP_KERNEL);
	if (!line->text || !line->calls)
		return -ENOMEM;

	if (has_names(&text)) {
		named = true;
		ret = set_names(line, take_piece(&text), fault);
		text.text++;
		text.len--;
	} else {
		bitmap_fill(line->calls, SYSCALL_TRACE_SET_BITS);
	}
	piece = take_piece(&text);
	if (!ret && piece.len)
		ret = set_condition(line, &piece, named, fault);
	else if (!ret && !named)
		ret = refuse(fault, NO_CONDITION, piece.text);

	return ret ?: add_actions(line, text, fault);
}

/* Take the next line that says anything, without the comment that may be behind it. */
static bool take_line(const char **pos, struct piece *line)
{
	while (**pos) {
		line->text = *pos;
		line->len = strcspn(*pos, "\n");
		*pos += line->len + !!(*pos)[line->len];
		line->len = length_to(line, '#');
		trim(line);
		if (line->len)
			return true;
	}

	return false;
}

/* Note what a new line means for all. */
static void join_line(struct syscall_trace_filters *filters,
		      const struct syscall_trace_condition *line)
{
	bitmap_or(filters->calls, filters->calls, line->calls, SYSCALL_TRACE_SET_BITS);
	if (line->filter) {
		syscall_filter_add_needs(&filters->needs, line->filter);
		if (syscall_filter_next_time(line->filter, 0) != U64_MAX)
			filters->times = true;
		if (syscall_filter_is_limited(line->filter))
			filters->needs_all = true;
	}
	if (line->actions)
		filters->acts = true;
	else
		filters->selects = true;
	if (line->actions & SYSCALL_TRACE_DO_SNAPSHOT)
		filters->snapshots = true;
}

static int add_lines(struct syscall_trace_filters *filters, const char *text,
		     struct syscall_trace_fault *fault)
{
	struct piece line;
	int ret = 0;

	while (!ret && take_line(&text, &line)) {
		ret = parse_line(&filters->lines[filters->nr++], line, fault);
		if (!ret)
			join_line(filters, &filters->lines[filters->nr - 1]);
	}

	return ret;
}

static unsigned int count_lines(const char *text)
{
	struct piece line;
	unsigned int nr = 0;

	while (take_line(&text, &line))
		nr++;

	return nr;
}

/* Make the conditions of an instance. @old: those before, which stay. */
static int make_filters(struct syscall_trace_filters **filters,
			const struct syscall_trace_filters *old, const char *text,
			struct syscall_trace_fault *fault)
{
	unsigned int i, nr = count_lines(text) + (old ? old->nr : 0);
	struct syscall_trace_filters *new __free(filters) = NULL;
	int ret = 0;

	*filters = NULL;
	/* As with filters of events, 0 means none. */
	if (!nr || (!old && sysfs_streq(text, "0")))
		return 0;
	new = alloc_filters(nr);
	if (!new)
		return -ENOMEM;
	for (i = 0; !ret && old && i < old->nr; i++)
		ret = add_lines(new, old->lines[i].text, fault);
	ret = ret ?: add_lines(new, text, fault);
	if (ret)
		return ret;
	*filters = no_free_ptr(new);

	return 0;
}

/* ---------------------------------- the file ------------------------------ */

static int set_filters(void *data, char *text, bool append,
		       struct syscall_trace_fault *fault)
{
	struct syscall_trace_instance *inst = syscall_file_instance(data);
	struct syscall_trace_calls *calls = &inst->calls;
	struct syscall_trace_filters *old = syscall_trace_filters_of(calls), *new;
	int ret;

	fill_in_errors();
	ret = make_filters(&new, append ? old : NULL, text, fault);
	if (ret)
		return ret;
	if (new && new->snapshots && syscall_sink_let_snapshots(inst)) {
		free_filters(new);
		return refuse(fault, NO_SNAPSHOT, text);
	}

	rcu_assign_pointer(calls->filters, new);
	ret = syscall_trace_renew_set(calls);
	if (ret) {
		rcu_assign_pointer(calls->filters, old);
		swap(old, new);
	}
	syscall_trace_update_limits();
	if (old && old->snapshots)
		syscall_sink_end_snapshots(inst);
	if (old)
		synchronize_rcu();
	free_filters(old);

	return ret;
}

static void show_filters(struct seq_file *m, void *data)
{
	const struct syscall_trace_calls *calls = &syscall_file_instance(data)->calls;
	const struct syscall_trace_filters *filters = syscall_trace_filters_of(calls);
	unsigned int i;

	if (!filters) {
		seq_puts(m, "# No conditions. Each line has one; a call of which one is true is recorded, others\n"
			    "# are not. Names of calls in front of it say which ones it is about:\n"
			    "# echo 'failed && errno != EAGAIN' > syscall_filter\n"
			    "# echo 'openat: flags & O_CREAT && filename ~ \"/etc/*\"' > syscall_filter\n"
			    "# echo '(read|write): ret == 0 || duration >= 1s' >> syscall_filter\n"
			    "# Lines with an action do not choose what is recorded:\n"
			    "# echo 'openat: filename == \"/etc/shadow\" :snapshot :count 1' >> syscall_filter\n"
			    "# There are ==, !=, <, <=, >, >=, & (bits), ~ (globs), &&, ||, ! and parentheses;\n"
			    "# arguments and their members, ret, errno, failed, duration and abi;\n"
			    "# :stop, :snapshot, :stacktrace and :count N.\n");
		return;
	}
	for (i = 0; i < filters->nr; i++)
		seq_printf(m, "%s\n", filters->lines[i].text);
}

const struct syscall_trace_list_file syscall_trace_filter_file = {
	.fops	= SYSCALL_TRACE_LIST_FOPS,
	.name	= "syscall_filter",
	.errors	= errors,
	.lines	= true,
	.set	= set_filters,
	.show	= show_filters,
};

/**
 * syscall_trace_free_filters - free the conditions of an instance
 * @inst: the instance, which is being removed: nobody uses them any more
 *
 * Context: task context.
 */
void syscall_trace_free_filters(struct syscall_trace_instance *inst)
{
	free_filters(rcu_dereference_protected(inst->calls.filters, true));
}
