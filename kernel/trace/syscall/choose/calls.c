// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: which calls each instance wants to see.
 *
 * The words of both lists become one set of calls for each instance, and the sets of all
 * instances one set in which the hook at entry looks a call up. A number whose bit is clear is
 * left out at once. So is a call that all instances refuse, if these differ, or if the number
 * stands for several calls, by its first argument.
 */
#include <linux/bitmap.h>
#include <linux/glob.h>
#include <linux/rculist.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/syscall_trace.h>

#include "../capture/words.h"
#include "../instances.h"
#include "../run.h"
#include "calls.h"
#include "lines.h"

u8 syscall_trace_choices[SYSCALL_TRACE_SET_BITS] __read_mostly;

static_assert(SYSCALL_TRACE_SET_CASES_MAX < SYSCALL_TRACE_SET_NUMBERS);

/* ----------------------------- calls of one number ------------------------ */

/**
 * struct multiplexer - a number that stands for several calls
 * @index: its place in a set
 * @first: that of the first one of its cases
 * @call: the number's call
 */
struct multiplexer {
	unsigned int			index;
	unsigned int			first;
	const struct syscall_trace_call	*call;
};

/* Of all ABIs; filled in when a list is first written. */
static struct multiplexer multiplexers[8];
static unsigned int nr_multiplexers;

static int find_multiplexers(void)
{
	unsigned int abi, nr, next = SYSCALL_TRACE_SET_CASES;
	const struct syscall_trace_abi *desc;

	for (abi = 0; !nr_multiplexers && abi < SYSCALL_TRACE_NR_ABIS; abi++) {
		desc = &syscall_trace_abis[abi];
		if (WARN_ON_ONCE(desc->nr_slots > SYSCALL_TRACE_SET_OTHERS))
			return -E2BIG;
		for (nr = 0; nr < desc->nr_slots; nr++) {
			const struct syscall_trace_call *call = desc->slots[nr].call;

			if (!syscall_trace_nr_named(call))
				continue;
			if (WARN_ON_ONCE(nr_multiplexers == ARRAY_SIZE(multiplexers) ||
					 next + call->cases->nr > SYSCALL_TRACE_SET_BITS))
				return -E2BIG;
			multiplexers[nr_multiplexers++] = (struct multiplexer) {
				.index	= abi * SYSCALL_TRACE_SET_NUMBERS + nr,
				.first	= next,
				.call	= call,
			};
			next += call->cases->nr;
		}
	}

	return 0;
}

static const struct multiplexer *find_multiplexer(unsigned int index)
{
	unsigned int i;

	for (i = 0; i < nr_multiplexers; i++) {
		if (multiplexers[i].index == index)
			return &multiplexers[i];
	}

	return NULL;
}

/* ------------------------------ words of a list --------------------------- */

/**
 * struct pattern - which calls a word means
 * @all_but: not these: the word begins with !
 * @class: index of a class, or negative
 * @name: what names of calls match, if it is no class
 * @abi: the name of an ABI, or a part of it behind _; NULL: any
 * @text: holds the two
 */
struct pattern {
	bool		all_but;
	int		class;
	const char	*name;
	const char	*abi;
	char		text[64];
};

static bool abi_matches(const struct pattern *pattern, unsigned int abi)
{
	const char *name = syscall_trace_abis[abi].name, *part = strrchr(name, '_');

	return !pattern->abi || !strcmp(pattern->abi, name) ||
	       (part && !strcmp(pattern->abi, part + 1));
}

static bool name_matches(const struct pattern *pattern, const char *name)
{
	return pattern->class < 0 && name && glob_match(pattern->name, name);
}

static bool class_matches(const struct pattern *pattern, const struct syscall_trace_call *call)
{
	return pattern->class >= 0 && call &&
	       syscall_trace_classes_of[call - syscall_trace_calls] & BIT(pattern->class);
}

static int find_class(const char *name)
{
	unsigned int i;

	for (i = 0; i < syscall_trace_nr_classes; i++) {
		if (!strcmp(syscall_trace_classes[i].name, name))
			return i;
	}

	return -1;
}

static void parse_pattern(struct pattern *pattern, const char *word)
{
	char *at;

	pattern->all_but = *word == '!';
	strscpy(pattern->text, word + pattern->all_but);
	pattern->name = pattern->text;
	pattern->abi = NULL;
	at = strrchr(pattern->text, '@');
	if (at) {
		*at = '\0';
		pattern->abi = at + 1;
	}
	pattern->class = *pattern->name == '%' ? find_class(pattern->name + 1) : -1;
}

/* Does any call have such a name? */
static bool any_matches(const struct pattern *pattern)
{
	const struct syscall_trace_abi *desc;
	unsigned int abi, nr, i;

	for (abi = 0; abi < SYSCALL_TRACE_NR_ABIS; abi++) {
		desc = &syscall_trace_abis[abi];
		for (nr = 0; abi_matches(pattern, abi) && nr < desc->nr_slots; nr++) {
			const struct syscall_trace_call *call = desc->slots[nr].call;

			if (name_matches(pattern, desc->slots[nr].name))
				return true;
			for (i = 0; i < syscall_trace_nr_named(call); i++) {
				if (name_matches(pattern, syscall_trace_case_name(call, i)))
					return true;
			}
		}
	}

	return false;
}

static int check_word(const char *word, struct syscall_trace_fault *fault)
{
	struct pattern pattern;
	unsigned int abi;

	if (strlen(word) >= sizeof(pattern.text))
		return syscall_trace_refuse_word(fault, SYSCALL_TRACE_WRONG_CALL, word);
	parse_pattern(&pattern, word);
	if (pattern.abi) {
		for (abi = 0; abi < SYSCALL_TRACE_NR_ABIS && !abi_matches(&pattern, abi); abi++)
			;
		if (abi == SYSCALL_TRACE_NR_ABIS)
			return syscall_trace_refuse_word(fault, SYSCALL_TRACE_WRONG_ABI,
							 strrchr(word, '@') + 1);
	}
	if (pattern.class >= 0)
		return 0;
	if (*pattern.name == '%')
		return syscall_trace_refuse_word(fault, SYSCALL_TRACE_WRONG_CLASS, word);
	if (!any_matches(&pattern))
		return syscall_trace_refuse_word(fault, SYSCALL_TRACE_WRONG_CALL, word);

	return 0;
}

/* ----------------------------------- sets --------------------------------- */

static void assign_range(unsigned long *set, unsigned int first, unsigned int nr, bool wanted)
{
	if (wanted)
		bitmap_set(set, first, nr);
	else
		bitmap_clear(set, first, nr);
}

/* Add the calls that a word means to a set of these, or take them out. */
static void apply_pattern(unsigned long *set, const struct pattern *pattern)
{
	const struct syscall_trace_abi *desc;
	const struct multiplexer *mux;
	/* This name means all numbers, also those that have no name. */
	bool every = !strcmp(pattern->name, "*"), whole;
	unsigned int abi, nr, index, i;

	for (abi = 0; abi < SYSCALL_TRACE_NR_ABIS; abi++) {
		if (!abi_matches(pattern, abi))
			continue;
		desc = &syscall_trace_abis[abi];
		index = abi * SYSCALL_TRACE_SET_NUMBERS;
		if (every)
			assign_range(set, index, SYSCALL_TRACE_SET_NUMBERS, !pattern->all_but);
		for (nr = 0; nr < desc->nr_slots; nr++, index++) {
			whole = every || name_matches(pattern, desc->slots[nr].name) ||
				class_matches(pattern, desc->slots[nr].call);
			if (whole)
				__assign_bit(index, set, !pattern->all_but);
			mux = find_multiplexer(index);
			for (i = 0; mux && i < mux->call->cases->nr; i++) {
				if (whole ||
				    name_matches(pattern, syscall_trace_case_name(mux->call, i)))
					__assign_bit(mux->first + i, set, !pattern->all_but);
			}
		}
	}
}

/* Add what a word means. If the first one says what is not wanted, all others are. */
static void apply_word(unsigned long *set, const char *word, bool first)
{
	struct pattern pattern;

	if (first && *word == '!')
		bitmap_fill(set, SYSCALL_TRACE_SET_BITS);
	else if (first)
		bitmap_zero(set, SYSCALL_TRACE_SET_BITS);
	parse_pattern(&pattern, word);
	apply_pattern(set, &pattern);
}

/* Find the calls that a list means. */
static void apply_words(unsigned long *set, const struct syscall_trace_words *words)
{
	unsigned int i;

	for (i = 0; i < words->nr; i++)
		apply_word(set, words->word[i], !i);
}

/**
 * syscall_trace_add_calls - add the calls that a word means to a set, or take them out
 * @set: the set, of SYSCALL_TRACE_SET_BITS
 * @word: the word, as in set_syscall
 * @first: it is the first one
 * @fault: tells why it was refused
 *
 * Context: task context, trace_types_lock is held.
 * Return: 0 or an error; -EINVAL: @fault has an index into SYSCALL_TRACE_CALL_ERRORS.
 */
int syscall_trace_add_calls(unsigned long *set, const char *word, bool first,
			    struct syscall_trace_fault *fault)
{
	int ret = find_multiplexers() ?: check_word(word, fault);

	if (!ret)
		apply_word(set, word, first);

	return ret;
}

/**
 * syscall_trace_entry_points - find the entry points of a set of calls
 * @points: gets a bit for each of syscall_trace_calls[]
 * @set: the set
 */
void syscall_trace_entry_points(unsigned long *points, const unsigned long *set)
{
	const struct syscall_trace_call *call;
	const struct syscall_trace_abi *desc;
	const struct multiplexer *mux;
	unsigned int abi, nr, index, i;

	for (abi = 0; abi < SYSCALL_TRACE_NR_ABIS; abi++) {
		desc = &syscall_trace_abis[abi];
		index = abi * SYSCALL_TRACE_SET_NUMBERS;
		for (nr = 0; nr < desc->nr_slots; nr++, index++) {
			call = desc->slots[nr].call;
			if (call && test_bit(index, set))
				__set_bit(call - syscall_trace_calls, points);
			mux = find_multiplexer(index);
			for (i = 0; mux && i < mux->call->cases->nr; i++) {
				call = mux->call->cases->cases[i].call->target ?: mux->call;
				if (test_bit(mux->first + i, set))
					__set_bit(call - syscall_trace_calls, points);
			}
		}
	}
}

/* Add the number to a set that has some case of it. */
static void add_numbers(unsigned long *set)
{
	const struct multiplexer *mux;
	unsigned int end;

	for (mux = multiplexers; mux < multiplexers + nr_multiplexers; mux++) {
		end = mux->first + mux->call->cases->nr;
		if (find_next_bit(set, end, mux->first) < end)
			__set_bit(mux->index, set);
	}
}

/* Of a number that stands for several calls, note whether all of these are wanted. */
static void note_cases(struct syscall_trace_call_set *set)
{
	const struct multiplexer *mux;
	unsigned int nr, end;

	for (mux = multiplexers; mux < multiplexers + nr_multiplexers; mux++) {
		end = mux->first + mux->call->cases->nr;
		nr = bitmap_weight(set->wanted, end) - bitmap_weight(set->wanted, mux->first);
		/* Unknown cases go with the number itself. */
		if (nr == mux->call->cases->nr && test_bit(mux->index, set->wanted))
			continue;
		if (!nr && !test_bit(mux->index, set->wanted))
			continue;
		__set_bit(mux->index, set->partly);
	}
}

/* Make the set of an instance. Returns NULL in @set if it wants all calls. */
static int make_set(const struct syscall_trace_calls *calls, struct syscall_trace_call_set **set)
{
	struct syscall_trace_call_set *new;
	unsigned long *without;

	const struct syscall_trace_conditions *conditions = syscall_trace_conditions_of(calls);
	bool asks = conditions && conditions->selects;

	*set = NULL;
	if (!calls->wanted && !calls->unwanted && !asks)
		return 0;
	new = kzalloc(sizeof(*new), GFP_KERNEL);
	without = bitmap_zalloc(SYSCALL_TRACE_SET_BITS, GFP_KERNEL);
	if (!new || !without) {
		kfree(new);
		bitmap_free(without);
		return -ENOMEM;
	}
	if (calls->wanted)
		apply_words(new->wanted, calls->wanted);
	else
		bitmap_fill(new->wanted, SYSCALL_TRACE_SET_BITS);
	if (calls->unwanted)
		apply_words(without, calls->unwanted);
	bitmap_andnot(new->wanted, new->wanted, without, SYSCALL_TRACE_SET_BITS);
	bitmap_free(without);
	if (asks)
		bitmap_and(new->wanted, new->wanted, conditions->calls, SYSCALL_TRACE_SET_BITS);
	note_cases(new);
	*set = new;

	return 0;
}

/* Add the set of an instance to that of all. */
static void add_set(struct syscall_trace_call_set *all, const struct syscall_trace_call_set *set,
		    bool first)
{
	DECLARE_BITMAP(differ, SYSCALL_TRACE_SET_BITS);

	if (!first) {
		bitmap_xor(differ, all->wanted, set->wanted, SYSCALL_TRACE_SET_BITS);
		bitmap_or(all->partly, all->partly, differ, SYSCALL_TRACE_SET_BITS);
	}
	bitmap_or(all->wanted, all->wanted, set->wanted, SYSCALL_TRACE_SET_BITS);
	bitmap_or(all->partly, all->partly, set->partly, SYSCALL_TRACE_SET_BITS);
}

/* Forget which instances declined the calls of tasks. */
static void forget_declined(void)
{
	struct syscall_trace_task *task;
	struct task_struct *p, *t;

	guard(read_lock)(&tasklist_lock);
	for_each_process_thread(p, t) {
		task = syscall_trace_of(t);
		WRITE_ONCE(task->unchosen, 0);
		WRITE_ONCE(task->declined, 0);
	}
}

static u8 choice_of(const struct syscall_trace_call_set *set, const unsigned long *filtered,
		    unsigned int index)
{
	if (!test_bit(index, set->wanted))
		return 0;

	return CHOSEN | (test_bit(index, set->partly) ? CHOSEN_PARTLY : 0) |
	       (test_bit(index, filtered) ? CHOSEN_FILTERED : 0);
}

/**
 * syscall_trace_update_calls - find which calls the hooks record
 *
 * To be called when instances or their lists have changed.
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error.
 */
int syscall_trace_update_calls(void)
{
	struct syscall_trace_call_set *all __free(kfree) = kzalloc(sizeof(*all), GFP_KERNEL);
	struct syscall_trace_call_set *every __free(kfree) = kzalloc(sizeof(*every), GFP_KERNEL);
	unsigned long *filtered __free(bitmap) = bitmap_zalloc(SYSCALL_TRACE_SET_BITS, GFP_KERNEL);
	const struct syscall_trace_instance *inst;
	const struct syscall_trace_conditions *conditions;
	const struct syscall_trace_call_set *set;
	bool first = true, selects = false;
	unsigned int i;

	lockdep_assert_held(&trace_types_lock);

	if (!all || !every || !filtered)
		return -ENOMEM;
	bitmap_fill(every->wanted, SYSCALL_TRACE_SET_BITS);
	list_for_each_entry(inst, &syscall_trace_instances, list) {
		set = rcu_dereference_protected(inst->calls.set, true);
		add_set(all, set ?: every, first);
		conditions = syscall_trace_conditions_of(&inst->calls);
		if (conditions)
			bitmap_or(filtered, filtered, conditions->calls, SYSCALL_TRACE_SET_BITS);
		selects = selects || set || conditions;
		first = false;
	}
	/* A number that stands for several calls is asked about if any of these is. */
	add_numbers(filtered);
	bitmap_or(all->wanted, all->wanted, all->partly, SYSCALL_TRACE_SET_BITS);
	bitmap_and(filtered, filtered, all->wanted, SYSCALL_TRACE_SET_BITS);
	for (i = 0; i < SYSCALL_TRACE_SET_BITS; i++)
		WRITE_ONCE(syscall_trace_choices[i], choice_of(all, filtered, i));
	if (selects != syscall_trace_selects_calls)
		forget_declined();
	syscall_trace_selects_calls = selects;
	syscall_trace_set_run(syscall_trace_current_run);

	return 0;
}

/* ----------------------------------- hook --------------------------------- */

/**
 * syscall_trace_case_index - find the case of a number that stands for several calls
 * @index: the place of the number in sets
 * @arg: the first argument of the call
 *
 * Return: the place of the case; @index, if there is none for @arg, or the number stands for
 * one call.
 */
unsigned int syscall_trace_case_index(unsigned int index, unsigned long arg)
{
	const struct multiplexer *mux = find_multiplexer(index);
	const struct syscall_trace_cases *cases;
	unsigned int i;

	if (!mux)
		return index;
	cases = mux->call->cases;
	for (i = 0; i < cases->nr; i++) {
		if (cases->cases[i].value == ((u32)arg & cases->mask))
			return mux->first + i;
	}

	return index;
}

static bool wants(const struct syscall_trace_call_set *set, unsigned int index, unsigned long arg)
{
	if (!set)
		return true;
	if (test_bit(index, set->partly))
		index = syscall_trace_case_index(index, arg);

	return test_bit(index, set->wanted);
}

/**
 * syscall_trace_declining - find the instances whose lists do not have a call
 * @index: the place of the call in sets
 * @arg: its first argument
 *
 * Context: any, preemption is disabled.
 * Return: a bit for each.
 */
u64 syscall_trace_declining(unsigned int index, unsigned long arg)
{
	struct syscall_trace_instance *inst;
	u64 declined = 0;

	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		if (!wants(rcu_dereference_sched(inst->calls.set), index, arg))
			declined |= inst->bit;
	}

	return declined;
}

/**
 * syscall_trace_is_declined - find the instances that do not want the current task's call
 * @task: the task's
 * @regs: its registers
 * @nr: the number, as it was passed
 * @index: the place of the call in sets
 *
 * Context: the task's own.
 * Return: whether nobody wants it.
 */
bool syscall_trace_is_declined(struct syscall_trace_task *task, struct pt_regs *regs, int nr,
			       unsigned int index)
{
	unsigned long args[SYSCALL_TRACE_MAX_ARGS];
	unsigned int abi;
	u64 declined;

	abi = syscall_trace_arch_abi(&nr);
	syscall_trace_get_arguments(current, regs, abi, nr, args);

	guard(preempt_notrace)();
	declined = syscall_trace_declining(index, args[0]);
	task->unchosen = declined;
	task->declined = declined;

	return !(READ_ONCE(task->wanted) & ~declined);
}

/* ----------------------------------- lists -------------------------------- */

/**
 * syscall_trace_add_call_words - add words to a list of calls
 * @words: gets the new list
 * @old: the old one, or NULL
 * @text: the words
 * @fault: tells which word is refused, and why
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error.
 */
int syscall_trace_add_call_words(struct syscall_trace_words **words,
				 const struct syscall_trace_words *old, char *text,
				 struct syscall_trace_fault *fault)
{
	return find_multiplexers() ?: syscall_trace_add_words(words, old, text, check_word, fault);
}

/**
 * syscall_trace_renew_set - find anew which calls an instance wants to see
 * @calls: what the instance has, in which something has changed
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error; then all is as it was.
 */
int syscall_trace_renew_set(struct syscall_trace_calls *calls)
{
	struct syscall_trace_call_set *set, *old = rcu_dereference_protected(calls->set, true);
	int ret = make_set(calls, &set);

	if (ret)
		return ret;
	rcu_assign_pointer(calls->set, set);
	ret = syscall_trace_update_calls();
	if (ret) {
		rcu_assign_pointer(calls->set, old);
		old = set;
	}
	if (old)
		synchronize_rcu();
	kfree(old);

	return ret;
}
