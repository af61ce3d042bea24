// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the tables in which calls are counted, and what switches the hooks on that
 * do so.
 *
 * Tables come and go in epochs. That of an epoch is behind those of earlier ones in the list.
 */
#include <linux/percpu.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/syscall_trace.h>
#include <trace/events/sched.h>

#include "../instances.h"
#include "../options.h"
#include "../record/record.h"
#include "../record/sink.h"
#include "../run.h"
#include "tables.h"

struct syscall_stat_abi syscall_stat_abis[SYSCALL_TRACE_NR_ABIS] __read_mostly;

DEFINE_STATIC_KEY_FALSE(syscall_stat_on);

LIST_HEAD(syscall_stat_tables);

u32 syscall_stat_epoch __read_mostly;

DEFINE_PER_CPU(struct syscall_stat_cpu *, syscall_stat_only_part);

static void free_slot(struct syscall_stat_slot *slot)
{
	struct syscall_stat_outcome *outcome, *next;

	kfree(slot->times);
	for (outcome = slot->outcomes; outcome; outcome = next) {
		next = outcome->next;
		kfree(outcome);
	}
}

static unsigned int nr_slots(void)
{
	const struct syscall_stat_abi *last = &syscall_stat_abis[SYSCALL_TRACE_NR_ABIS - 1];

	return (last->first & ~SYSCALL_STAT_FLAGS) + last->nr + 1;
}

static void free_table(struct syscall_stat_table *table)
{
	unsigned int i;
	int cpu;

	if (!table)
		return;
	for_each_possible_cpu(cpu) {
		for (i = 0; table->cpus[cpu] && i < nr_slots(); i++)
			free_slot(&table->cpus[cpu]->slots[i]);
		kvfree(table->cpus[cpu]);
	}
	kfree(table);
}

/* Number the slots. The hooks find in the first one of an ABI whether results are narrow. */
static void init_abis(void)
{
	const struct syscall_trace_abi *desc;
	unsigned int abi, first = 0;

	for (abi = 0; abi < SYSCALL_TRACE_NR_ABIS; abi++) {
		desc = &syscall_trace_abis[abi];
		syscall_stat_abis[abi].first = first;
		syscall_stat_abis[abi].nr = desc->nr_slots;
		if (desc->layout == SYSCALL_TRACE_NARROW)
			syscall_stat_abis[abi].first |= SYSCALL_STAT_NARROW;
		first += desc->nr_slots + 1;
	}
}

static struct syscall_stat_table *new_table(struct syscall_trace_instance *inst)
{
	struct syscall_stat_table *table;
	struct syscall_stat_cpu *part;
	int cpu;

	if (!syscall_stat_abis[0].nr)
		init_abis();
	table = kzalloc(struct_size(table, cpus, nr_cpu_ids), GFP_KERNEL);
	if (!table)
		return NULL;
	table->bit = inst->bit;
	for_each_possible_cpu(cpu) {
		/* Larger than a page, so that no two CPUs write the same cache line. */
		part = kvzalloc_node(struct_size(part, slots, nr_slots()),
				     GFP_KERNEL | __GFP_NOWARN, cpu_to_node(cpu));
		if (!part) {
			free_table(table);
			return NULL;
		}
		part->off = syscall_sink_off(inst);
		table->cpus[cpu] = part;
	}

	return table;
}

static void set_only_part(const struct syscall_stat_table *table)
{
	int cpu;

	/* What the parts consist of was there before the grace period in replace(). */
	for_each_possible_cpu(cpu)
		WRITE_ONCE(per_cpu(syscall_stat_only_part, cpu), table ? table->cpus[cpu] : NULL);
}

/**
 * syscall_stat_update_only - find whether there is one table, and each call belongs in it
 *
 * Context: trace_types_lock is held. A second instance has not marked its tasks yet.
 */
void syscall_stat_update_only(void)
{
	bool only = syscall_trace_is_single && list_is_singular(&syscall_stat_tables);

	lockdep_assert_held(&trace_types_lock);

	set_only_part(only ? list_first_entry(&syscall_stat_tables, struct syscall_stat_table,
					      list) : NULL);
}

/* Put @table in the place of the table of an instance. Either may be NULL. */
static void replace(struct syscall_trace_instance *inst, struct syscall_stat_table *table)
{
	struct syscall_stat_table *old = inst->stat;
	int cpu;

	lockdep_assert_held(&trace_types_lock);

	if (table) {
		table->born = syscall_stat_epoch + 1;
		for_each_possible_cpu(cpu)
			table->cpus[cpu]->born = table->born;
	}
	/* Hooks that still know of one table only must not be there when there are two. */
	set_only_part(NULL);
	synchronize_rcu();

	inst->stat = table;
	if (table) {
		list_add_tail_rcu(&table->list, &syscall_stat_tables);
		/* Calls of this epoch find the table when they end. */
		smp_store_release(&syscall_stat_epoch, table->born);
	}
	if (old) {
		list_del_rcu(&old->list);
		synchronize_rcu();
		free_table(old);
	}
	syscall_stat_update_only();
}

/* Switching tasks ends and begins the sleep of those that are in a timed call. */
static void probe_switch(void *data, bool preempt, struct task_struct *prev,
			 struct task_struct *next, unsigned int prev_state)
{
	struct syscall_trace_stat *left = &syscall_trace_of(prev)->stat;
	struct syscall_trace_stat *back = &syscall_trace_of(next)->stat;
	u64 time;

	if (!left->epoch && !back->left)
		return;

	time = syscall_stat_now();
	if (left->epoch)
		left->left = time;
	if (back->left) {
		back->asleep += time - back->left;
		back->left = 0;
	}
}

/*
 * Watch the scheduler from the first timed call until statistics end: of a call that is in
 * flight when syscall_time is switched off, the sleep is still known.
 */
static int watch_switches(bool on)
{
	static bool is_on;
	int ret = 0;

	if (on == is_on)
		return 0;
	if (on)
		ret = register_trace_sched_switch(probe_switch, NULL);
	else
		unregister_trace_sched_switch(probe_switch, NULL);
	if (!ret)
		is_on = on;

	return ret;
}

/* The hooks find in the slots of an ABI whether its calls are timed. */
static void time_calls(bool on)
{
	struct syscall_stat_abi *abi;

	for (abi = syscall_stat_abis; abi < syscall_stat_abis + SYSCALL_TRACE_NR_ABIS; abi++)
		WRITE_ONCE(abi->first, (abi->first & ~SYSCALL_STAT_TIMED) |
				       (on ? SYSCALL_STAT_TIMED : 0));
}

static bool wants_stat(const struct syscall_trace_instance *inst)
{
	return syscall_trace_option(SYSCALL_TRACE_OPT_STAT | SYSCALL_TRACE_OPT_STAT_ONLY) ||
	       (inst->process.on && inst->process.stats);
}

/* Does an instance that counts calls want to know how long they take? */
static bool anybody_times(void)
{
	const struct syscall_trace_instance *inst;

	list_for_each_entry(inst, &syscall_trace_instances, list) {
		if (inst->stat && syscall_trace_times_calls(inst))
			return true;
	}

	return false;
}

/* Tell the hooks what is to be done. */
static int set_hooks(void)
{
	bool on = !list_empty(&syscall_stat_tables);
	bool timed = anybody_times();
	int ret = 0;

	if (timed || !on)
		ret = watch_switches(on);
	time_calls(timed && !ret);
	syscall_stat_update_only();
	syscall_trace_counts_calls = on;
	if (on)
		static_branch_enable(&syscall_stat_on);
	else
		static_branch_disable(&syscall_stat_on);
	syscall_trace_set_run(syscall_trace_current_run);

	return ret;
}

/**
 * syscall_stat_update - give instances the statistics that options or they themselves ask for
 *
 * To be called when instances or options have changed.
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error, and then not all have them.
 */
int syscall_stat_update(void)
{
	struct syscall_trace_instance *inst;
	int ret = 0;

	list_for_each_entry(inst, &syscall_trace_instances, list) {
		bool on = wants_stat(inst);

		if (on && !inst->stat)
			ret = syscall_stat_reset(inst);
		else if (!on && inst->stat)
			replace(inst, NULL);
		if (ret)
			return ret;
	}

	return set_hooks();
}

/**
 * syscall_stat_leave - end the statistics of an instance that does not trace any more
 * @inst: the instance, out of syscall_trace_instances
 *
 * Context: task context, trace_types_lock is held; may sleep.
 */
void syscall_stat_leave(struct syscall_trace_instance *inst)
{
	if (inst->stat)
		replace(inst, NULL);
	set_hooks();
}

/**
 * syscall_stat_reset - begin the statistics of an instance anew
 * @inst: the instance
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0; -ENOMEM: what it had goes on.
 */
int syscall_stat_reset(struct syscall_trace_instance *inst)
{
	struct syscall_stat_table *table = new_table(inst);

	if (!table)
		return -ENOMEM;
	replace(inst, table);

	return 0;
}
