// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the file syscall_filter, with the conditions that calls must meet to be
 * recorded in an instance. A line says which calls it is about, what must be true of them, and
 * perhaps what to do then.
 */
#include <linux/bitmap.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "../instances.h"
#include "../copy_limits.h"
#include "../record/sink.h"
#include "../tracefs/file.h"
#include "calls.h"
#include "conditions.h"

/* Errors: those of a line and its condition, as filter/parse.c has them; then those of names. */
#define WRONG_CALLS	SYSCALL_FILTER_NR_ERRORS

static const char *errors[WRONG_CALLS + SYSCALL_TRACE_NR_WRONG_CALLS];

static void fill_in_errors(void)
{
	unsigned int i;

	for (i = 0; i < SYSCALL_FILTER_NR_ERRORS; i++)
		errors[i] = syscall_filter_errors[i];
	for (i = 0; i < SYSCALL_TRACE_NR_WRONG_CALLS; i++)
		errors[WRONG_CALLS + i] = SYSCALL_TRACE_CALL_ERRORS[i];
}

/* --------------------------------- memory --------------------------------- */

static void free_line(struct syscall_trace_line *line)
{
	syscall_filter_free(line->filter);
	bitmap_free(line->calls);
	kfree(line->text);
}

static void free_conditions(struct syscall_trace_conditions *conditions)
{
	unsigned int i;

	if (!conditions)
		return;
	for (i = 0; i < conditions->nr; i++)
		free_line(&conditions->lines[i]);
	bitmap_free(conditions->calls);
	kvfree(conditions);
}

DEFINE_FREE(conditions, struct syscall_trace_conditions *, free_conditions(_T))

static struct syscall_trace_conditions *alloc_conditions(unsigned int nr)
{
	struct syscall_trace_conditions *conditions;

	static u64 last_id;

	lockdep_assert_held(&trace_types_lock);

	conditions = kvzalloc(struct_size(conditions, lines, nr), GFP_KERNEL);
	if (!conditions)
		return NULL;
	conditions->id = ++last_id;
	conditions->calls = bitmap_zalloc(SYSCALL_TRACE_SET_BITS, GFP_KERNEL);
	if (conditions->calls)
		return conditions;
	free_conditions(conditions);

	return NULL;
}

/* ---------------------------------- a line -------------------------------- */

static int refuse(struct syscall_trace_fault *fault, unsigned int error, const char *where)
{
	return syscall_trace_refuse_word(fault, error, where);
}

/* Take names, joined by | and perhaps in parentheses. */
static int set_names(struct syscall_trace_line *line, struct syscall_filter_word names,
		     struct syscall_trace_fault *fault)
{
	struct syscall_filter_word rest = syscall_filter_inner_names(names), name;
	bool first = true;
	char word[128];
	int ret;

	while (rest.text) {
		name = syscall_filter_take_name(&rest);
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

/* A line that was refused at @at: does it begin with the name of a call, and then lack a colon? */
static bool lacks_colon(struct syscall_trace_line *line, struct syscall_filter_word text,
			const char *at)
{
	struct syscall_filter_word word = syscall_filter_first_word(&text);
	struct syscall_trace_fault unused;

	return at <= text.text && !set_names(line, word, &unused);
}

static int set_condition(struct syscall_trace_line *line,
			 const struct syscall_filter_line *parts,
			 struct syscall_trace_fault *fault)
{
	unsigned long *points __free(bitmap) = bitmap_zalloc(syscall_trace_nr_calls, GFP_KERNEL);
	struct syscall_filter_fault wrong;
	int ret;

	if (!points)
		return -ENOMEM;
	syscall_trace_entry_points(points, line->calls);
	ret = syscall_filter_parse(&line->filter, parts->condition.text, parts->condition.len,
				   points, &wrong);
	if (ret != -EINVAL)
		return ret;
	if (!parts->has_names && lacks_colon(line, parts->condition, wrong.at))
		return refuse(fault, SYSCALL_FILTER_NO_COLON, wrong.at);

	return refuse(fault, wrong.error, wrong.at);
}

static int set_actions(struct syscall_trace_line *line, struct syscall_filter_word text,
		       struct syscall_trace_fault *fault)
{
	const u8 able = SYSCALL_TRACE_DO_STOP |
			(syscall_sink_has_snapshots() ? SYSCALL_TRACE_DO_SNAPSHOT : 0) |
			(syscall_sink_has_stacks() ? SYSCALL_TRACE_DO_STACKTRACE : 0);
	struct syscall_filter_actions actions;
	struct syscall_filter_fault wrong;

	if (syscall_filter_parse_actions(&actions, text, able, &wrong))
		return refuse(fault, wrong.error, wrong.at);
	line->actions = actions.what;
	line->limited = actions.most;
	atomic_set(&line->left, actions.most);

	return 0;
}

/* Make a condition of a line. @line is zeroed; what it gets is freed by free_line(). */
static int make_line(struct syscall_trace_line *line, struct syscall_filter_word text,
		     struct syscall_trace_fault *fault)
{
	struct syscall_filter_line parts;
	int ret = 0;

	line->text = kmemdup_nul(text.text, text.len, GFP_KERNEL);
	line->calls = bitmap_alloc(SYSCALL_TRACE_SET_BITS, GFP_KERNEL);
	if (!line->text || !line->calls)
		return -ENOMEM;

	syscall_filter_split_line(&parts, text);
	if (parts.has_names)
		ret = set_names(line, parts.names, fault);
	else
		bitmap_fill(line->calls, SYSCALL_TRACE_SET_BITS);
	if (!ret && parts.condition.len)
		ret = set_condition(line, &parts, fault);
	else if (!ret && !parts.has_names)
		ret = refuse(fault, SYSCALL_FILTER_NO_CONDITION, parts.condition.text);

	return ret ?: set_actions(line, parts.actions, fault);
}

/* Note what a new line means for all. */
static void join_line(struct syscall_trace_conditions *conditions,
		      const struct syscall_trace_line *line)
{
	bitmap_or(conditions->calls, conditions->calls, line->calls, SYSCALL_TRACE_SET_BITS);
	if (line->filter) {
		syscall_filter_add_needs(&conditions->needs, line->filter);
		if (syscall_filter_asks_duration(line->filter))
			conditions->times = true;
		if (syscall_filter_is_limited(line->filter))
			conditions->needs_all = true;
	}
	if (line->actions)
		conditions->acts = true;
	else
		conditions->selects = true;
	if (line->actions & SYSCALL_TRACE_DO_SNAPSHOT)
		conditions->snapshots = true;
}

static int add_lines(struct syscall_trace_conditions *conditions, const char *text,
		     struct syscall_trace_fault *fault)
{
	struct syscall_filter_word line;
	int ret = 0;

	while (!ret && syscall_filter_take_line(&text, &line)) {
		ret = make_line(&conditions->lines[conditions->nr++], line, fault);
		if (!ret)
			join_line(conditions, &conditions->lines[conditions->nr - 1]);
	}

	return ret;
}

static unsigned int count_lines(const char *text)
{
	struct syscall_filter_word line;
	unsigned int nr = 0;

	while (syscall_filter_take_line(&text, &line))
		nr++;

	return nr;
}

/* Make the conditions of an instance. @old: those before, which stay. */
static int make_conditions(struct syscall_trace_conditions **conditions,
			   const struct syscall_trace_conditions *old, const char *text,
			   struct syscall_trace_fault *fault)
{
	unsigned int i, nr = count_lines(text) + (old ? old->nr : 0);
	struct syscall_trace_conditions *new __free(conditions) = NULL;
	int ret = 0;

	*conditions = NULL;
	/* As with filters of events, 0 means none. */
	if (!nr || (!old && sysfs_streq(text, "0")))
		return 0;
	new = alloc_conditions(nr);
	if (!new)
		return -ENOMEM;
	for (i = 0; !ret && old && i < old->nr; i++)
		ret = add_lines(new, old->lines[i].text, fault);
	ret = ret ?: add_lines(new, text, fault);
	if (ret)
		return ret;
	*conditions = no_free_ptr(new);

	return 0;
}

/* ---------------------------------- the file ------------------------------ */

static int set_conditions(void *data, char *text, bool append,
			  struct syscall_trace_fault *fault)
{
	struct syscall_trace_instance *inst = syscall_file_instance(data);
	struct syscall_trace_calls *calls = &inst->calls;
	struct syscall_trace_conditions *old = syscall_trace_conditions_of(calls), *new;
	int ret;

	fill_in_errors();
	ret = make_conditions(&new, append ? old : NULL, text, fault);
	if (ret)
		return ret;
	if (new && new->snapshots && syscall_sink_let_snapshots(inst)) {
		free_conditions(new);
		return refuse(fault, SYSCALL_FILTER_NO_SNAPSHOT, text);
	}

	rcu_assign_pointer(calls->conditions, new);
	ret = syscall_trace_renew_set(calls);
	if (ret) {
		rcu_assign_pointer(calls->conditions, old);
		swap(old, new);
	}
	syscall_trace_update_limits();
	if (old && old->snapshots)
		syscall_sink_end_snapshots(inst);
	if (old)
		synchronize_rcu();
	free_conditions(old);

	return ret;
}

static void show_conditions(struct seq_file *m, void *data)
{
	const struct syscall_trace_calls *calls = &syscall_file_instance(data)->calls;
	const struct syscall_trace_conditions *conditions = syscall_trace_conditions_of(calls);
	unsigned int i;

	if (!conditions) {
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
	for (i = 0; i < conditions->nr; i++)
		seq_printf(m, "%s\n", conditions->lines[i].text);
}

const struct syscall_trace_list_file syscall_trace_filter_file = {
	.fops	= SYSCALL_TRACE_LIST_FOPS,
	.name	= "syscall_filter",
	.errors	= errors,
	.lines	= true,
	.none	= "0",
	.set	= set_conditions,
	.show	= show_conditions,
};

/**
 * syscall_trace_free_conditions - free the conditions of an instance
 * @inst: the instance, which is being removed: nobody uses them any more
 *
 * Context: task context.
 */
void syscall_trace_free_conditions(struct syscall_trace_instance *inst)
{
	free_conditions(rcu_dereference_protected(inst->calls.conditions, true));
}
