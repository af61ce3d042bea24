// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: asks the conditions of syscall_filter about calls, for the hooks.
 *
 * They are asked when a call begins, again once its arguments have been copied, and when it has
 * ended, as long as there is no answer. An instance that has none yet is counted among those that
 * refuse the call: so nobody writes its entry there. For calls that take long, see
 * conditions_wait.c.
 */
#include <linux/rculist.h>
#include <linux/sched/clock.h>
#include <linux/sched/task_stack.h>

#include "../capture/store.h"
#include "../capture/words.h"
#include "../hook/inflight.h"
#include "../instances.h"
#include "../loss/seq.h"
#include "../run.h"
#include "calls.h"
#include "conditions.h"

/* ------------------------------- what is known ---------------------------- */

/* The first argument of the current task's call. As its number, it is what the register says. */
static unsigned long find_first(const struct syscall_trace_task *task)
{
	unsigned long words[SYSCALL_TRACE_MAX_ARGS];

	syscall_trace_get_arguments(current, task_pt_regs(current), task->abi, task->nr, words);

	return words[0];
}

/* Note what little is known at once. Most conditions need no more to be false. */
static void begin_question(struct syscall_trace_question *question,
			   struct syscall_trace_task *task, const unsigned long *args,
			   unsigned int stage)
{
	struct syscall_filter_call *call = &question->call;

	question->task = task;
	question->args = args;
	question->first = args ? args[0] : find_first(task);
	question->index = syscall_trace_case_index(syscall_trace_index_of(task), question->first);
	question->again = false;
	call->stage = stage;
	call->has_args = args;
	call->is_brief = true;
	call->has_duration = stage != SYSCALL_FILTER_ENDED;
	call->duration = 0;
	call->fmt.abi = task->abi;
	call->fmt.ret = 0;
	call->fmt.at_exit = false;
}

/* The same of a call that has ended. */
static void begin_last_question(struct syscall_trace_question *question,
				struct syscall_trace_task *task, const unsigned long *args,
				long ret)
{
	struct syscall_filter_call *call = &question->call;

	begin_question(question, task, args, SYSCALL_FILTER_ENDED);
	call->fmt.at_exit = !(task->flags & SYSCALL_TRACE_HEAD_NO_RESULT);
	call->fmt.ret = syscall_trace_is_narrow(&call->fmt) ? (s32)ret : ret;
	call->has_duration = task->began;
	if (call->has_duration)
		call->duration = syscall_trace_duration_of(task);
}

/* Find out all that is known. */
static void find_all(struct syscall_trace_question *question)
{
	const struct syscall_trace_task *task = question->task;
	const struct syscall_trace_slot *slot = syscall_trace_find_slot(task->abi, task->nr);
	struct syscall_filter_call *call = &question->call;
	bool at_exit = call->fmt.at_exit;
	s64 ret = call->fmt.ret;
	unsigned int i;

	call->is_brief = false;
	call->index = slot && slot->call ? slot->call - syscall_trace_calls : -1;
	call->fmt = (struct syscall_trace_fmt) {
		.abi		= task->abi,
		.nr		= task->nr,
		.ret		= ret,
		.at_exit	= at_exit,
		.uncopied	= task->flags & SYSCALL_TRACE_HEAD_UNCOPIED,
	};
	if (question->args) {
		call->fmt.nr_args = task->nr_args;
		for (i = 0; i < task->nr_args; i++)
			call->fmt.args[i] = task->wide & BIT(i) ? question->args[i] :
								  (u32)question->args[i];
		if (call->stage > SYSCALL_FILTER_BEGUN && task->stored)
			call->fmt.blobs = (struct syscall_trace_blobs) {
				task->store->blobs, task->store->size,
			};
	}
	syscall_trace_identify(&call->fmt);
	if (!question->args && syscall_trace_nr_named(call->fmt.call))
		call->fmt.call = syscall_trace_find_case(call->fmt.call, question->first) ?:
				 call->fmt.call;
}

/* --------------------------------- all of them ---------------------------- */

/* Does any instance want the call, or need to see its end? */
static bool is_of_use(const struct syscall_trace_task *task)
{
	return READ_ONCE(task->wanted) & (~task->declined | task->filtered);
}

/* Should the instance record the call? */
static enum syscall_filter_truth ask_to_record(const struct syscall_trace_conditions *conditions,
					       struct syscall_trace_question *question)
{
	enum syscall_filter_truth truth;

	truth = syscall_trace_ask_lines(conditions, &question->call, question->index);
	if (truth != SYSCALL_FILTER_UNKNOWN || !question->call.is_brief || !conditions->needs_all)
		return truth;
	find_all(question);

	return syscall_trace_ask_lines(conditions, &question->call, question->index);
}

/* Should it do anything about the call? */
static enum syscall_filter_truth
ask_to_act(struct syscall_trace_conditions *conditions, struct syscall_trace_question *question,
	   syscall_trace_condition_met *met, void *data)
{
	if (!conditions->acts)
		return SYSCALL_FILTER_FALSE;
	if (question->call.is_brief)
		find_all(question);

	return syscall_trace_ask_actions(conditions, &question->call, question->index, met, data);
}

/* Ask the instance again, or for the first time. */
static void ask_instance(struct syscall_trace_question *question, u64 bit,
			 struct syscall_trace_conditions *conditions)
{
	enum syscall_filter_truth truth = ask_to_record(conditions, question);
	enum syscall_filter_truth acts = ask_to_act(conditions, question, NULL, NULL);
	struct syscall_trace_task *task = question->task;

	task->filtered &= ~bit;
	task->deferred &= ~bit;
	task->undecided &= ~bit;
	task->declined &= ~bit;
	if (truth == SYSCALL_FILTER_UNKNOWN)
		task->deferred |= bit;
	if (truth == SYSCALL_FILTER_UNDECIDED)
		task->undecided |= bit;
	if (!syscall_filter_may_be(truth))
		task->declined |= bit;
	/* The exit has to say so, too, if it is undecided. */
	if (task->deferred & bit || task->undecided & bit || acts != SYSCALL_FILTER_FALSE)
		task->filtered |= bit;
}

/**
 * syscall_trace_ask_begun - ask all instances about the current task's call when it begins
 * @question: gets what is asked, for syscall_trace_ask_copied()
 * @task: the task's
 * @args: the arguments
 *
 * Context: the task's own, preemptible.
 * Return: whether any instance wants the call, or has to see its end.
 */
bool syscall_trace_ask_begun(struct syscall_trace_question *question,
			     struct syscall_trace_task *task, const unsigned long *args)
{
	struct syscall_trace_instance *inst;
	struct syscall_trace_conditions *conditions;

	task->filtered = 0;
	task->deferred = 0;
	task->undecided = 0;
	begin_question(question, task, args, SYSCALL_FILTER_BEGUN);

	guard(rcu)();
	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		conditions = rcu_dereference(inst->calls.conditions);
		if (!conditions || !(READ_ONCE(task->wanted) & ~task->declined & inst->bit))
			continue;
		ask_instance(question, inst->bit, conditions);
		if (conditions->times && task->filtered & inst->bit)
			question->again = true;
	}
	/* Later than the time in the record, so that no call is shown shorter than it is. */
	task->began = question->again ? local_clock() : 0;

	return is_of_use(task);
}

/**
 * syscall_trace_ask_copied - ask again once the arguments have been copied
 * @question: what was asked before
 *
 * Context: the task's own, preemptible; syscall_trace_prepare_wait() has been called if there is
 * something to ask again. May not sleep, as the task is not busy: its store could be taken away.
 * Return: whether any instance wants the call, or has to see its end.
 */
bool syscall_trace_ask_copied(struct syscall_trace_question *question)
{
	struct syscall_trace_task *task = question->task;
	struct syscall_trace_instance *inst;
	struct syscall_trace_conditions *conditions;

	question->call.stage = SYSCALL_FILTER_COPIED;
	find_all(question);

	guard(rcu)();
	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		conditions = rcu_dereference(inst->calls.conditions);
		if (!conditions || !(task->filtered & inst->bit))
			continue;
		ask_instance(question, inst->bit, conditions);
		if (conditions->times && task->filtered & inst->bit)
			syscall_trace_await_lines(task, inst->bit, conditions, &question->call,
						  question->index);
	}

	return is_of_use(task);
}

/**
 * syscall_trace_ask_unseen - ask about a call that ends, and that nobody saw begin
 * @task: the current task's
 * @ret: the result
 *
 * Its arguments are not known: whoever asks for them gets it, as undecided.
 *
 * Context: the task's own, preemptible.
 * Return: whether any instance wants it.
 */
bool syscall_trace_ask_unseen(struct syscall_trace_task *task, long ret)
{
	struct syscall_trace_question question __uninitialized;
	struct syscall_trace_instance *inst;
	struct syscall_trace_conditions *conditions;
	enum syscall_filter_truth truth;

	begin_last_question(&question, task, NULL, ret);

	guard(rcu)();
	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		conditions = rcu_dereference(inst->calls.conditions);
		if (!conditions)
			continue;
		truth = ask_to_record(conditions, &question);
		if (truth == SYSCALL_FILTER_UNDECIDED)
			task->undecided |= inst->bit;
		if (!syscall_filter_may_be(truth))
			task->declined |= inst->bit;
	}

	return READ_ONCE(task->wanted) & ~task->declined;
}

/* What syscall_trace_ask_ended() gives to add_actions(). */
struct to_do {
	struct syscall_trace_verdict	*verdict;
	const struct syscall_trace_wait	*wait;
	const struct syscall_trace_instance *inst;
	const struct syscall_trace_conditions *conditions;
};

static void add_actions(struct syscall_trace_line *line, void *data)
{
	const struct to_do *to_do = data;

	/* It was done when the call had taken long. */
	if (!syscall_trace_has_acted(to_do->wait, to_do->inst->bit, to_do->conditions, line,
				     to_do->verdict))
		syscall_trace_add_actions(to_do->verdict, line, to_do->inst);
}

/*
 * Is a condition true that nobody can decide, if the memory has stayed as it was read when the
 * call had ended? If it is not, that proves nothing: others may have changed it.
 */
static bool is_true_late(const struct syscall_trace_conditions *conditions,
			 struct syscall_trace_question *question)
{
	struct syscall_trace_fmt *fmt = &question->call.fmt;
	enum syscall_filter_truth truth;

	/* What was asked does not depend on memory. */
	if (question->call.is_brief)
		return false;
	fmt->late = syscall_trace_late_args(fmt);
	if (!fmt->late)
		return false;
	truth = ask_to_record(conditions, question);
	fmt->late = 0;

	return truth == SYSCALL_FILTER_TRUE;
}

/*
 * Find the instances that have begun to want the current task's call since it began, and are not
 * asked about it yet. They decline it until then: late.c has left it to the task to say so.
 */
static u64 decline_joined(struct syscall_trace_task *task)
{
	u64 joined = atomic64_read(&task->joined);

	if (!joined)
		return 0;
	joined &= READ_ONCE(task->wanted) & ~task->filtered;
	task->declined |= joined;

	return joined;
}

/* Ask those that have joined later: there may be one. */
u32 __syscall_trace_defer_joined(struct syscall_trace_task *task)
{
	u64 declined = task->declined, joined = decline_joined(task) & ~declined;

	task->deferred |= joined;

	return joined ? ENTERED_FILTERED : 0;
}

/* Leave those whose lists do not have the call out of @joined. */
static u64 choose_joined(const struct syscall_trace_task *task, unsigned long first, u64 joined)
{
	if (!joined)
		return 0;
	guard(preempt_notrace)();

	return joined & ~syscall_trace_declining(syscall_trace_index_of(task), first);
}

/* Ask those that have joined: there may be one. */
void __syscall_trace_ask_joined(struct syscall_trace_task *task, const unsigned long *args,
				long ret)
{
	struct syscall_trace_question question __uninitialized;
	struct syscall_trace_conditions *conditions;
	struct syscall_trace_instance *inst;
	enum syscall_filter_truth truth;
	/* late.c has asked the lists of those that are deferred. */
	u64 deferred = task->deferred & ~task->filtered;
	/* While others waited for the end of the call. */
	u64 joined = task->filtered ? decline_joined(task) : 0;

	if (!(deferred | joined))
		return;
	begin_last_question(&question, task, args, ret);
	joined = (deferred | choose_joined(task, question.first, joined)) & READ_ONCE(task->wanted);
	task->undecided &= ~joined;

	guard(rcu)();
	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		if (!(joined & inst->bit))
			continue;
		conditions = rcu_dereference(inst->calls.conditions);
		truth = conditions ? ask_to_record(conditions, &question) : SYSCALL_FILTER_TRUE;
		if (truth == SYSCALL_FILTER_UNDECIDED && !is_true_late(conditions, &question))
			task->undecided |= inst->bit;
		if (syscall_filter_may_be(truth))
			task->declined &= ~inst->bit;
	}
	task->deferred &= task->filtered;
}

/*
 * Ask an instance again that had no certain answer when the call began. Returns whether it records
 * the whole call only now.
 */
static bool ask_again(const struct syscall_trace_conditions *conditions,
		      struct syscall_trace_question *question, u64 bit)
{
	enum syscall_filter_truth truth = SYSCALL_FILTER_TRUE;
	struct syscall_trace_task *task = question->task;

	if (!((task->deferred | task->undecided) & bit))
		return false;
	if (conditions)
		truth = ask_to_record(conditions, question);
	if (truth == SYSCALL_FILTER_TRUE ||
	    (truth == SYSCALL_FILTER_UNDECIDED && is_true_late(conditions, question)))
		task->undecided &= ~bit;
	else if (truth == SYSCALL_FILTER_UNDECIDED)
		task->undecided |= bit;

	return task->deferred & bit && syscall_filter_may_be(truth);
}

/**
 * syscall_trace_ask_ended - ask the instances that are left when a call has ended
 * @task: the current task's
 * @args: the arguments, or NULL if they are not known
 * @ret: the result; with SYSCALL_TRACE_HEAD_NO_RESULT, there is none
 *
 * Those that did not want the call before, and do now, record it as a whole. If the conditions
 * have been removed meanwhile, it is recorded, too.
 *
 * Context: the task's own, preemptible; nobody waits for the call any more.
 * Return: what to do.
 */
struct syscall_trace_verdict
syscall_trace_ask_ended(struct syscall_trace_task *task, const unsigned long *args, long ret)
{
	struct syscall_trace_verdict verdict = { };
	struct to_do to_do = { .verdict = &verdict, .wait = task->wait };
	struct syscall_trace_question question __uninitialized;
	struct syscall_trace_instance *inst;
	struct syscall_trace_conditions *conditions;

	begin_last_question(&question, task, args, ret);

	guard(rcu)();
	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		if (!(task->filtered & READ_ONCE(task->wanted) & inst->bit))
			continue;
		conditions = rcu_dereference(inst->calls.conditions);
		if (ask_again(conditions, &question, inst->bit))
			verdict.record |= inst->bit;
		to_do.inst = inst;
		to_do.conditions = conditions;
		if (conditions && ask_to_act(conditions, &question, add_actions, &to_do) ==
			       SYSCALL_FILTER_UNDECIDED)
			task->undecided |= inst->bit;
	}
	task->deferred = 0;

	return verdict;
}

/**
 * syscall_trace_end_unfinished - the current task ends, and its call never does
 * @task: the task's
 *
 * If a condition does not need a result, the entry is recorded now.
 *
 * Context: the task's own, preemptible; nobody waits for the call any more.
 */
void syscall_trace_end_unfinished(struct syscall_trace_task *task)
{
	unsigned long words[SYSCALL_TRACE_MAX_ARGS] __uninitialized;
	struct syscall_trace_verdict verdict;

	if ((READ_ONCE(task->entered) & SYSCALL_TRACE_RUN_MASK) !=
	    READ_ONCE(syscall_trace_current_run))
		return;
	/* What began before is not missing. */
	if (task->filtered)
		decline_joined(task);
	task->flags |= SYSCALL_TRACE_HEAD_NO_RESULT;
	verdict = syscall_trace_ask_ended(task, syscall_trace_args_of(task, words), 0);
	task->flags &= ~SYSCALL_TRACE_HEAD_NO_RESULT;
	if (verdict.record) {
		guard(preempt_notrace)();
		syscall_trace_write_entry(task, verdict.record);
		syscall_trace_miss_last(task, verdict.record);
	}
	syscall_trace_act(&verdict);
}

/* Had the call to be copied when it began? So it is with all that change registers. */
static bool copies_at_entry(const struct syscall_trace_task *task)
{
	const struct syscall_trace_slot *slot = syscall_trace_find_slot(task->abi, task->nr);

	return slot && slot->call && slot->call->captures & SYSCALL_TRACE_HAS_ENTRY_WORK;
}

/*
 * The arguments of the current task's call, as it made them: in @words, or NULL. They are not known
 * if nobody saw it begin. What a call without a store has made of the registers is not known: exec
 * changes all.
 */
const unsigned long *syscall_trace_args_of(const struct syscall_trace_task *task,
					   unsigned long *words)
{
	if (READ_ONCE(task->entered) & ENTERED_LATE)
		return NULL;
	if (task->stored)
		return memcpy(words, task->store->args, sizeof(task->store->args));
	if (task->flags & SYSCALL_TRACE_HEAD_UNCOPIED || copies_at_entry(task))
		return NULL;
	syscall_trace_get_arguments(current, task_pt_regs(current), task->abi, task->nr, words);

	return words;
}
