// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: counts calls for statistics.
 *
 * A call is counted when it ends, on the CPU where it ends, in the table of each instance
 * that has statistics. The entry only notes which call it is and when it began. The hooks
 * take no lock: a CPU's part of a table is written with preemption disabled, by tasks only.
 *
 * A call notes the epoch in which it began, and is counted by the tables that were there then
 * (tables.c). So one that is in flight when statistics are switched on or reset, which nobody saw
 * begin, is not counted at all.
 */
#include <linux/bitops.h>
#include <linux/nospec.h>
#include <linux/percpu.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/syscall_trace.h>

#include "../choose/task_bits.h"
#include "../record/record.h"
#include "../refusals.h"
#include "../run.h"
#include "stat.h"

/* --------------------------------- counting ------------------------------- */

/**
 * struct ended - a call that has ended
 * @epoch: when it began
 * @slot: its place in the tables
 * @what: its errno; SYSCALL_STAT_NO_RESULT; or 0: it has succeeded
 * @timed: the times that follow are known
 * @took: how long it took
 * @asleep: for how long of it the task was scheduled out
 */
struct ended {
	u32	epoch;
	u32	slot;
	int	what;
	bool	timed;
	u64	took;
	u64	asleep;
};

/**
 * struct spare - memory for what a table lacks
 * @times: NULL: used up, or there was none
 * @outcome: likewise
 * @none: no more memory could be had; go without it
 */
struct spare {
	struct syscall_stat_times	*times;
	struct syscall_stat_outcome	*outcome;
	bool				none;
};

static __always_inline unsigned int bucket_of(u64 ns)
{
	unsigned int shift = fls64(ns | (2 * SYSCALL_STAT_SUB - 1)) - SYSCALL_STAT_SUB_BITS - 1;

	return shift * SYSCALL_STAT_SUB + (ns >> shift);
}

static __always_inline void add_time(struct syscall_stat_times *times, u64 took, u64 asleep)
{
	times->buckets[bucket_of(took)]++;
	times->total += took;
	if (asleep)
		times->asleep += min(asleep, took);
	if (took < times->min)
		times->min = took;
	if (took > times->max)
		times->max = took;
}

static struct syscall_stat_times *find_times(struct syscall_stat_slot *slot, struct spare *spare)
{
	if (likely(slot->times))
		return slot->times;
	if (!spare->times)
		return NULL;
	/* Readers of the file may see it from now on. */
	smp_store_release(&slot->times, spare->times);

	return_ptr(spare->times);
}

static struct syscall_stat_outcome *
find_outcome(struct syscall_stat_slot *slot, int what, struct spare *spare)
{
	struct syscall_stat_outcome *outcome, *other = NULL;
	unsigned int nr = 0;

	for (outcome = slot->outcomes; outcome; outcome = outcome->next) {
		if (outcome->what == what)
			return outcome;
		if (outcome->what == SYSCALL_STAT_OTHER_ERRNO)
			other = outcome;
		else if (outcome->what != SYSCALL_STAT_NO_RESULT)
			nr++;
	}
	if (what != SYSCALL_STAT_NO_RESULT && nr == SYSCALL_STAT_ERRNOS_MAX) {
		if (other)
			return other;
		what = SYSCALL_STAT_OTHER_ERRNO;
	}
	if (!spare->outcome)
		return NULL;
	spare->outcome->what = what;
	spare->outcome->next = slot->outcomes;
	/* Likewise. */
	smp_store_release(&slot->outcomes, spare->outcome);

	return_ptr(spare->outcome);
}

/* Count a call. False: nothing is counted, as memory is lacking. Not preemptible. */
static bool count(struct syscall_stat_cpu *part, const struct ended *call, struct spare *spare)
{
	struct syscall_stat_slot *slot = &part->slots[call->slot];
	struct syscall_stat_outcome *outcome = NULL;
	struct syscall_stat_times *times = NULL;

	if (READ_ONCE(*part->off))
		return true;

	if (call->timed)
		times = find_times(slot, spare);
	if (call->what)
		outcome = find_outcome(slot, call->what, spare);
	if (!spare->none && ((call->timed && !times) || (call->what && !outcome)))
		return false;

	slot->calls++;
	if (outcome)
		outcome->count++;
	/* A reader that interrupts this must not take the error for one that found no memory. */
	barrier();
	if (call->what > 0)
		slot->errors++;
	if (times)
		add_time(times, call->took, call->asleep);

	return true;
}

/* As for a task's store: nobody must be killed for it, or be able to prevent it. */
#define SPARE_GFP	(GFP_KERNEL | __GFP_NOWARN | __GFP_RETRY_MAYFAIL)

static void get_spare(struct spare *spare)
{
	if (!spare->times) {
		spare->times = kzalloc(sizeof(*spare->times), SPARE_GFP);
		if (spare->times)
			spare->times->min = U64_MAX;
	}
	if (!spare->outcome)
		spare->outcome = kzalloc(sizeof(*spare->outcome), SPARE_GFP);
	if (!spare->times || !spare->outcome) {
		spare->none = true;
		syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_MEMORY);
	}
}

/* Does the instance of a table want the current task's call, whatever its conditions say? */
static noinline bool is_wanted_by(const struct syscall_stat_table *table)
{
	const struct syscall_trace_task *task = syscall_trace_of(current);
	u64 unchosen = 0;

	if (READ_ONCE(syscall_trace_entry_run) & MODE_SELECT)
		unchosen = task->unchosen;

	return READ_ONCE(task->wanted) & ~unchosen & table->bit;
}

/*
 * Count a call in all tables that are younger than the epoch @counted. Returns the epoch of the
 * last table that has counted it. Sets @missing if tables behind that one still have to.
 */
static u32 count_in_tables(const struct ended *call, u32 counted, struct spare *spare,
			   bool *missing)
{
	struct syscall_stat_table *table;

	guard(preempt_notrace)();
	list_for_each_entry_rcu(table, &syscall_stat_tables, list) {
		if (table->born <= counted || table->born > call->epoch)
			continue;
		/* The only instance wants whatever comes here. */
		if (unlikely(!READ_ONCE(syscall_trace_only)) && !is_wanted_by(table))
			continue;
		if (!count(table->cpus[smp_processor_id()], call, spare)) {
			*missing = true;
			return counted;
		}
		counted = table->born;
	}
	*missing = false;

	return counted;
}

/* Not pinned to a CPU: what its part of a table lacks is allocated first. May sleep. */
static noinline void count_with_spare(const struct ended *call, u32 counted)
{
	struct spare spare = { };
	bool missing;

	do {
		get_spare(&spare);
		counted = count_in_tables(call, counted, &spare, &missing);
	} while (missing);
	kfree(spare.times);
	kfree(spare.outcome);
}

/*
 * This CPU's part of the only table that counts a call that began in @epoch, or NULL. Not
 * preemptible.
 */
static __always_inline struct syscall_stat_cpu *find_part(u32 epoch)
{
	struct syscall_stat_cpu *part = __this_cpu_read(syscall_stat_only_part);

	return likely(part && epoch >= part->born) ? part : NULL;
}

/* False: there is more than one table, or it lacks memory. */
static __always_inline bool count_in_only(const struct ended *call, struct spare *nothing)
{
	struct syscall_stat_cpu *part;

	guard(preempt_notrace)();
	part = find_part(call->epoch);

	return likely(part) && count(part, call, nothing);
}

static void count_everywhere(const struct ended *call)
{
	static struct spare nothing;
	bool missing;
	u32 counted;

	if (likely(count_in_only(call, &nothing)))
		return;
	counted = count_in_tables(call, 0, &nothing, &missing);
	if (unlikely(missing))
		count_with_spare(call, counted);
}

/* ----------------------------------- hooks -------------------------------- */

static __always_inline u32 find_slot(int nr)
{
	const struct syscall_stat_abi *abi = &syscall_stat_abis[syscall_trace_arch_abi(&nr)];
	unsigned long index = (unsigned int)nr;
	u32 first = READ_ONCE(abi->first);

	if (unlikely(index >= abi->nr))
		return first + abi->nr;

	return first + array_index_nospec(index, abi->nr);
}

static __always_inline void begin(struct syscall_trace_stat *stat)
{
	/* From here on, probe_switch() cares. Pairs with smp_store_release() in tables.c. */
	WRITE_ONCE(stat->epoch, smp_load_acquire(&syscall_stat_epoch));
}

/* What is left of an earlier call in @left, the next switch of the task overwrites. */
static noinline long enter_timed(long syscall, u32 slot)
{
	struct syscall_trace_stat *stat = &syscall_trace_of(current)->stat;

	stat->slot = slot;
	stat->asleep = 0;
	stat->entered = syscall_stat_now();
	begin(stat);

	return syscall;
}

static __always_inline long enter(long syscall)
{
	struct syscall_trace_stat *stat = &syscall_trace_of(current)->stat;
	u32 slot = find_slot(syscall);

	if (slot & SYSCALL_STAT_TIMED)
		return enter_timed(syscall, slot);
	stat->slot = slot;
	begin(stat);

	return syscall;
}

/**
 * syscall_stat_enter - note that a call begins
 * @syscall: the number that the task passed
 *
 * Context: the task's own, preemptible.
 * Return: @syscall, so that the hook can end with this function.
 */
long syscall_stat_enter(long syscall)
{
	return enter(syscall);
}

/* The same as the whole hook: calls are counted, and not recorded. */
long syscall_stat_only_enter(struct pt_regs *regs, long syscall, u32 run)
{
	return enter(syscall);
}

/* Ptrace, seccomp or the like will see the call that has just been noted. */
void syscall_stat_hold(void)
{
	syscall_trace_of(current)->stat.slot |= SYSCALL_STAT_HELD;
}

/* Is the call that passes the one that was held, but for its arguments? */
static bool is_held(const struct syscall_trace_stat *stat, int nr)
{
	return nr == -1 || !((stat->slot ^ find_slot(nr)) & ~SYSCALL_STAT_FLAGS);
}

/**
 * syscall_stat_pass - note what ptrace and seccomp have made of a call
 * @nr: the number that will be executed; -1: a debugger turns the call down
 *
 * A call of another number ends the first one, which gets no result.
 *
 * Context: the task's own, preemptible. May sleep.
 */
void syscall_stat_pass(int nr)
{
	struct syscall_trace_task *task = syscall_trace_of(current);

	if (task->stat.epoch && task->stat.slot & SYSCALL_STAT_HELD) {
		if (is_held(&task->stat, nr)) {
			task->stat.slot &= ~SYSCALL_STAT_HELD;
			return;
		}
		syscall_stat_drop(task);
		syscall_trace_end_recheck(task);
	}
	if (nr != -1)
		syscall_stat_enter(nr);
}

/**
 * syscall_stat_drop - end a call without a result
 * @task: the current task
 *
 * Context: the task's own, preemptible. May sleep.
 */
void syscall_stat_drop(struct syscall_trace_task *task)
{
	struct ended call = {
		.epoch	= task->stat.epoch,
		.slot	= task->stat.slot & ~SYSCALL_STAT_FLAGS,
		.what	= SYSCALL_STAT_NO_RESULT,
	};

	task->stat.epoch = 0;
	if (call.epoch)
		count_everywhere(&call);
}

/*
 * How a call has ended, as struct ended has it. What was turned down is still held; what
 * was killed was interrupted.
 */
static int outcome_of(struct pt_regs *regs, u32 slot)
{
	long ret = syscall_get_return_value(current, regs);

	if (slot & SYSCALL_STAT_NARROW)
		ret = (int)ret;
	if (!IS_ERR_VALUE(ret) && !(slot & SYSCALL_STAT_HELD))
		return 0;
	if (syscall_trace_has_no_result(regs))
		return SYSCALL_STAT_NO_RESULT;

	return IS_ERR_VALUE(ret) ? -ret : 0;
}

/* The time since the call began. The clocks of two CPUs may differ a little. */
static __always_inline u64 time_in_call(const struct syscall_trace_stat *stat)
{
	u64 took = syscall_stat_now() - stat->entered;

	return (s64)took < 0 ? 0 : took;
}

/* Count a call for which no shorter way is made. */
static noinline void exit_slowly(void)
{
	struct syscall_trace_stat *stat = &syscall_trace_of(current)->stat;
	struct ended call = {
		.epoch	= stat->epoch,
		.slot	= stat->slot & ~SYSCALL_STAT_FLAGS,
		.what	= outcome_of(current_pt_regs(), stat->slot),
		.timed	= stat->slot & SYSCALL_STAT_TIMED,
	};

	/* It began when nobody had statistics, or it is a new child. */
	if (!call.epoch)
		return;
	if (call.what == SYSCALL_STAT_NO_RESULT)
		call.timed = false;
	if (call.timed)
		call.took = time_in_call(stat);
	WRITE_ONCE(stat->epoch, 0);
	call.asleep = stat->asleep;
	count_everywhere(&call);
	syscall_trace_end_recheck(syscall_trace_of(current));
}

/* Count a call that has succeeded, and is timed. */
static noinline void exit_timed(void)
{
	struct syscall_trace_stat *stat = &syscall_trace_of(current)->stat;
	u64 took = time_in_call(stat);
	struct syscall_stat_slot *slot;
	struct syscall_stat_cpu *part;

	preempt_disable_notrace();
	part = find_part(stat->epoch);
	if (unlikely(!part))
		goto slowly;
	slot = &part->slots[stat->slot & ~SYSCALL_STAT_FLAGS];
	if (unlikely(!slot->times))
		goto slowly;
	WRITE_ONCE(stat->epoch, 0);
	if (likely(!READ_ONCE(*part->off))) {
		slot->calls++;
		add_time(slot->times, took, stat->asleep);
	}
	preempt_enable_notrace();

	return;

slowly:
	preempt_enable_notrace();
	exit_slowly();
}

/* Count a call that has succeeded, and is not timed. */
static __always_inline void exit_untimed(struct syscall_trace_stat *stat, u32 slot)
{
	struct syscall_stat_cpu *part;

	preempt_disable_notrace();
	part = find_part(stat->epoch);
	if (unlikely(!part)) {
		preempt_enable_notrace();
		exit_slowly();
		return;
	}
	WRITE_ONCE(stat->epoch, 0);
	if (likely(!READ_ONCE(*part->off)))
		part->slots[slot & ~SYSCALL_STAT_FLAGS].calls++;
	preempt_enable_notrace();
}

/**
 * syscall_stat_exit - count a call that returns
 * @regs: the task's registers
 *
 * There are short ways for the commonest cases: one instance has statistics, and a call
 * that nobody holds has succeeded.
 *
 * Context: the task's own, preemptible. May sleep.
 */
void syscall_stat_exit(struct pt_regs *regs)
{
	struct syscall_trace_stat *stat = &syscall_trace_of(current)->stat;
	int ret = syscall_get_return_value(current, regs);
	u32 slot = stat->slot;

	/* The low half tells errors of every ABI. outcome_of() knows the few other results. */
	if (IS_ERR_VALUE((long)ret))
		exit_slowly();
	else if (!(slot & (SYSCALL_STAT_TIMED | SYSCALL_STAT_HELD | SYSCALL_STAT_LATER)))
		exit_untimed(stat, slot);
	else if (!(slot & (SYSCALL_STAT_HELD | SYSCALL_STAT_LATER)))
		exit_timed();
	else
		exit_slowly();
}
