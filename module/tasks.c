// SPDX-License-Identifier: GPL-2.0
/*
 * Which tasks are traced, and what is kept of them.
 */
#include <linux/ptrace.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/thread_info.h>
#include <linux/tracepoint.h>

#include "compat.h"
#include "lend.h"
#include "module.h"

struct hlist_head tasks_table[1 << TASKS_BITS];
static DEFINE_SPINLOCK(table_lock);
static const struct redirect_hooks *hooks;
/* Children are not followed any more. */
static bool stopping;
/* Children that were not followed for want of memory. */
static atomic_long_t unseen;

/**
 * tasks_unseen - tell how many children were not followed
 */
unsigned long tasks_unseen(void)
{
	return atomic_long_read(&unseen);
}

static void forget(struct redirect_task *known)
{
	put_task_struct(known->task);
	kfree(known);
}

static void free_at_last(struct rcu_head *rcu)
{
	kfree(container_of(rcu, struct redirect_task, rcu));
}

/* Nobody is at its task any more, but somebody may have been preempted at it in tasks_find(). */
static void free_later(struct rcu_head *rcu)
{
	put_task_struct(container_of(rcu, struct redirect_task, rcu)->task);
	call_rcu_tasks(rcu, free_at_last);
}

/* Make sure that a task is in the table. */
static int add(struct task_struct *task)
{
	size_t words = DIV_ROUND_UP(hooks->data_size, sizeof(u64));
	struct redirect_task *new;
	unsigned long flags;
	bool known;

	new = kzalloc(struct_size(new, data, words), GFP_ATOMIC | __GFP_NOWARN);
	if (!new)
		return -ENOMEM;
	new->task = get_task_struct(task);
	spin_lock_irqsave(&table_lock, flags);
	known = tasks_find(task);
	if (!known)
		hlist_add_head_rcu(&new->node, &tasks_table[hash_ptr(task, TASKS_BITS)]);
	spin_unlock_irqrestore(&table_lock, flags);
	if (known)
		forget(new);

	return 0;
}

static void drop(struct task_struct *task)
{
	struct redirect_task *known;
	unsigned long flags;

	spin_lock_irqsave(&table_lock, flags);
	known = tasks_find(task);
	if (known)
		hlist_del_rcu(&known->node);
	spin_unlock_irqrestore(&table_lock, flags);
	if (known)
		call_rcu(&known->rcu, free_later);
}

/*
 * Clear SYSCALL_EXIT_TRAP, which a debugger may set and clear at the same time: it sets
 * TIF_SINGLESTEP before, and clears it before. Each bit operation is a full barrier.
 */
static void disarm(struct task_struct *task)
{
	clear_task_syscall_work(task, SYSCALL_EXIT_TRAP);
	while (test_tsk_thread_flag(task, TIF_SINGLESTEP)) {
		set_task_syscall_work(task, SYSCALL_EXIT_TRAP);
		if (test_tsk_thread_flag(task, TIF_SINGLESTEP))
			break;
		clear_task_syscall_work(task, SYSCALL_EXIT_TRAP);
	}
}

/**
 * tasks_arm - let a task tell the end of its call
 * @task: a task that is traced, or was
 *
 * Does nothing if the task is not traced any more, if it has an audit context, or if ptrace is to
 * be told the end. All that is in one word: so it cannot become wrong in between. ptrace_resume()
 * first says that ptrace is to be told, then clears the bit, and then lets the task run.
 */
void tasks_arm(struct task_struct *task)
{
	unsigned long *work = redirect_work(task);
	unsigned long old = READ_ONCE(*work);

	do {
		if (!(old & REDIRECT_MARKED) || old & (SYSCALL_WORK_SYSCALL_EXIT_TRAP |
						       SYSCALL_WORK_SYSCALL_TRACE |
						       REDIRECT_AUDITED))
			return;
	} while (!try_cmpxchg(work, &old, old | SYSCALL_WORK_SYSCALL_EXIT_TRAP));
}

/*
 * What a task has told before it lost its mark says nothing of the call that it is in. Without the
 * mark, it tells nothing.
 */
static void forget_told(struct task_struct *task)
{
	struct redirect_task *known;

	rcu_read_lock();
	known = tasks_find(task);
	if (known)
		WRITE_ONCE(known->told, false);
	rcu_read_unlock();
}

static void set_bits(struct task_struct *task)
{
	unsigned long *work = redirect_work(task);

	if (!redirect_is_marked(task))
		forget_told(task);
	if (task->audit_context)
		set_bit(REDIRECT_AUDITED_BIT, work);
	else
		clear_bit(REDIRECT_AUDITED_BIT, work);
	set_bit(REDIRECT_MARKED_BIT, work);
	lend(task);
	tasks_arm(task);
}

/* Without the mark, nobody sets SYSCALL_EXIT_TRAP again. */
static void clear_bits(struct task_struct *task)
{
	unsigned long *work = redirect_work(task);

	clear_bit(REDIRECT_MARKED_BIT, work);
	clear_bit(REDIRECT_AUDITED_BIT, work);
	lend_no_more(task);
	disarm(task);
}

/**
 * tasks_keep - make sure that something is kept of a task
 * @task: the task
 *
 * Context: any but NMI.
 * Return: 0 or -ENOMEM.
 */
int tasks_keep(struct task_struct *task)
{
	int ret;

	if (tasks_find(task))
		return 0;
	ret = add(task);
	if (ret)
		atomic_long_inc(&unseen);

	return ret;
}

/**
 * tasks_set_bits - trace a task of which something is kept
 * @task: the task
 *
 * It may have the mark and not the rest: on_fork() clears a child's bits while others set them.
 *
 * Context: any but NMI.
 */
void tasks_set_bits(struct task_struct *task)
{
	set_bits(task);
}

/**
 * tasks_for_each - do something for all tasks of which something is kept
 * @what: does it, under RCU; the tasks may have ended
 */
void tasks_for_each(void (*what)(struct redirect_task *task))
{
	struct redirect_task *known;
	size_t i;

	rcu_read_lock();
	for (i = 0; i < ARRAY_SIZE(tasks_table); i++) {
		hlist_for_each_entry_rcu(known, &tasks_table[i], node)
			what(known);
	}
	rcu_read_unlock();
}

/**
 * tasks_unmark - trace a task no more
 * @task: the task
 */
void tasks_unmark(struct task_struct *task)
{
	if (redirect_is_marked(task))
		clear_bits(task);
}

/* The child has a copy of its parent's bits, but SYSCALL_EXIT_TRAP. It does not run yet. */
static void on_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	if (redirect_is_marked(child))
		clear_bits(child);
	if (!READ_ONCE(stopping))
		hooks->fork(child);
}

/*
 * The current task is a debugger that ends. ptrace was to be told when the calls of those that it
 * debugs end, but soon it will not be any more. They may be running.
 */
static void arm_debugged(struct redirect_task *known)
{
	unsigned long *work = redirect_work(known->task), old;

	if (!known->task->ptrace || rcu_access_pointer(known->task->parent) != current)
		return;
	old = READ_ONCE(*work);
	do {
		if (!(old & REDIRECT_MARKED) || old & REDIRECT_AUDITED)
			return;
	} while (!try_cmpxchg(work, &old, old | SYSCALL_WORK_SYSCALL_EXIT_TRAP));
}

static void on_exit(void *data, struct task_struct *task)
{
	if (unlikely(!list_empty(&task->ptraced)))
		tasks_for_each(arm_debugged);
	if (hooks->end)
		hooks->end(task);
}

/* Nobody looks for it any more. */
static void on_free(void *data, struct task_struct *task)
{
	if (tasks_find(task))
		drop(task);
}

static struct probe {
	const char *name;
	void *function;
	struct tracepoint *point;
	bool on;
} probes[] = {
	{ .name = "sched_process_fork", .function = on_fork },
	{ .name = "sched_process_exit", .function = on_exit },
	{ .name = "sched_process_free", .function = on_free },
};

static void find_point(struct tracepoint *point, void *data)
{
	struct probe *probe = data;

	if (!strcmp(point->name, probe->name))
		probe->point = point;
}

static int add_probe(struct probe *probe)
{
	int ret;

	for_each_kernel_tracepoint(find_point, probe);
	if (!probe->point) {
		pr_err("syscall_tracer: this kernel has no tracepoint %s\n", probe->name);
		return -EOPNOTSUPP;
	}
	/* Before the probes of others: what is recorded here comes before what they record. */
	ret = tracepoint_probe_register_prio(probe->point, probe->function, NULL,
					     TRACEPOINT_DEFAULT_PRIO + 1);
	probe->on = !ret;

	return ret;
}

static void clear_bits_of_all(bool begins)
{
	struct task_struct *process, *task;

	rcu_read_lock();
	for_each_process_thread(process, task) {
		if (begins)
			lend_begin(task);
		tasks_unmark(task);
		lend_forget(task);
	}
	rcu_read_unlock();
}

/**
 * tasks_start - begin to follow tasks
 * @user: what wants to be called for them
 *
 * Return: 0 or an error, which is in the log.
 */
int tasks_start(const struct redirect_hooks *user)
{
	size_t i;
	int ret;

	hooks = user;
	for (i = 0; i < ARRAY_SIZE(probes); i++) {
		ret = add_probe(&probes[i]);
		if (ret) {
			tasks_stop();
			return ret;
		}
	}
	/*
	 * A fork that took longer than the module's last end has left some. on_fork() now clears
	 * those of children that are not in the list of tasks yet.
	 */
	clear_bits_of_all(true);

	return 0;
}

/**
 * tasks_unmark_all - trace no task any more
 *
 * The caller makes sure that none is marked meanwhile.
 */
void tasks_unmark_all(void)
{
	WRITE_ONCE(stopping, true);
	/* Until then, on_fork() may mark a child. */
	tracepoint_synchronize_unregister();
	clear_bits_of_all(false);
}

/**
 * tasks_stop - follow tasks no more
 */
void tasks_stop(void)
{
	size_t i;

	/* Nothing of a task that ends meanwhile is dropped before on_exit() has seen it. */
	for (i = ARRAY_SIZE(probes); i; i--) {
		if (probes[i - 1].on)
			tracepoint_probe_unregister(probes[i - 1].point, probes[i - 1].function,
						    NULL);
		probes[i - 1].on = false;
	}
	tracepoint_synchronize_unregister();
	/*
	 * Children that were not in the list of tasks when their parents' bits were cleared.
	 * Nothing is lent any more: what they have is a copy.
	 */
	clear_bits_of_all(true);
}

/**
 * tasks_free - forget all tasks
 *
 * Nobody looks at them any more.
 */
void tasks_free(void)
{
	struct redirect_task *known;
	struct hlist_node *next;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(tasks_table); i++) {
		hlist_for_each_entry_safe(known, next, &tasks_table[i], node)
			forget(known);
	}
	/* What was dropped before. */
	rcu_barrier();
	rcu_barrier_tasks();
}
