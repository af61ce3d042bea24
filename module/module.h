/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The parts of the module, to each other. Documentation/trace/syscall-module.rst tells how they
 * work together.
 */
#ifndef _MODULE_MODULE_H
#define _MODULE_MODULE_H

#include <linux/bits.h>
#include <linux/hash.h>
#include <linux/printk.h>
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/static_call.h>
#include <linux/types.h>

#include "stubs.h"

#define REDIRECT_MARKED		BIT(REDIRECT_MARKED_BIT)
#define REDIRECT_AUDITED	BIT(REDIRECT_AUDITED_BIT)

struct pt_regs;

/**
 * struct redirect_task - a task that is or was traced
 * @node: in the table of all
 * @task: the task, which stays as long as this; this is taken out of the table when the kernel has
 *	  nothing more to do with the task
 * @rcu: it is freed later, because others may look at it
 * @told: the end of the call was told; only the task itself uses it, and whoever marks it again
 * @stopped: a debugger may be making another call of the one that began; only the task itself
 *	     uses it
 * @data: what the hooks keep for the task, zero at first
 */
struct redirect_task {
	struct hlist_node node;
	struct task_struct *task;
	struct rcu_head rcu;
	bool told;
	bool stopped;
	u64 data[];
};

/**
 * struct redirect_hooks - what wants to be called for the tasks that are traced
 * @data_size: bytes that it keeps for each
 * @enter: a call begins
 * @later: a call may begin, of which nobody can tell yet. Only its end is told. May not sleep
 * @stopped: a call has begun, and stands still for a debugger, which may make another one of it.
 *	     May be NULL
 * @resumed: the debugger has let that call go on. May be NULL
 * @exit: a call ends, or the task begins to run after its parent's fork()
 * @fork: the current task has a child, which does not run yet: it is marked if that is wanted
 * @end: a task ends, or NULL. It makes no more calls
 *
 * The first five are called in the task's own context, preemptible, with interrupts on, and may
 * read user memory. @held says that ptrace, seccomp or another may hold the call, change it, turn
 * it down or end the task. A call that ends in none of the ways that the kernel tells (exit(),
 * SYSEMU) ends when the next one begins.
 */
struct redirect_hooks {
	size_t data_size;
	void (*enter)(struct redirect_task *task, struct pt_regs *regs, long nr, bool held);
	void (*later)(struct redirect_task *task);
	void (*stopped)(struct redirect_task *task, struct pt_regs *regs);
	void (*resumed)(struct redirect_task *task, struct pt_regs *regs);
	void (*exit)(struct redirect_task *task, struct pt_regs *regs);
	void (*fork)(struct task_struct *child);
	void (*end)(struct task_struct *task);
};

/* address.c */
int address_init(void);
unsigned long address_of(const char *name);
unsigned long address_size(unsigned long address);

/* check.c */
int check_kernel(void);

/* enter_called.c, enter_inlined.c: is it the function for which they were written? */
int enter_check(void);

/* redirect.c */
int redirect_start(const struct redirect_hooks *hooks);
void redirect_stop(void);
void redirect_wait(void);

/* tasks.c */
int tasks_start(const struct redirect_hooks *hooks);
void tasks_unmark_all(void);
void tasks_stop(void);
void tasks_free(void);
void tasks_unmark(struct task_struct *task);
int tasks_keep(struct task_struct *task);
void tasks_set_bits(struct task_struct *task);
void tasks_arm(struct task_struct *task);
void tasks_for_each(void (*what)(struct redirect_task *task));
unsigned long tasks_unseen(void);

/* Say why the module is of no use here: what is wrong with a function. Returns an error. */
static inline int redirect_refuse(const char *name, const char *why)
{
	pr_err("syscall_tracer: this kernel's %s() cannot be redirected: %s\n", name, why);

	return -EOPNOTSUPP;
}

/* What uses the redirects, and has the control files. */
extern const struct redirect_hooks user_hooks;
int user_prepare(void);
int user_start(void);
void user_stop(void);
void user_end(void);

/* The work bits of a task. Others set and clear bits at any time. */
static inline unsigned long *redirect_work(struct task_struct *task)
{
	return &task_thread_info(task)->syscall_work;
}

static inline bool redirect_is_marked(struct task_struct *task)
{
	return READ_ONCE(*redirect_work(task)) & REDIRECT_MARKED;
}

#define TASKS_BITS	12

extern struct hlist_head tasks_table[1 << TASKS_BITS];

/**
 * tasks_find - find what is kept of a task
 * @task: the task, which is the current one unless the caller reads under RCU
 *
 * On the way to it, this may be preempted at what is kept of others: see drop().
 *
 * Return: it stays as long as the task, or %NULL.
 */
static __always_inline struct redirect_task *tasks_find(const struct task_struct *task)
{
	struct redirect_task *found;

	hlist_for_each_entry_rcu(found, &tasks_table[hash_ptr(task, TASKS_BITS)], node, true) {
		if (found->task == task)
			return found;
	}

	return NULL;
}

#endif /* _MODULE_MODULE_H */
