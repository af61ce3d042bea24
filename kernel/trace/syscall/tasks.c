// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: which tasks each instance wants to see.
 *
 * Each task has a bit for each instance that wants its calls, and the flag that the entry code
 * looks at if there is any. So a task that nobody wants pays nothing. What else becomes of it
 * is recorded by a second set of bits. The bits are found anew when
 * something changes that they depend on: the lists of an instance, the name, user or cgroup
 * of the task, or whether it reads a trace. A change of lists counts at once. A change of the
 * task itself counts when the task returns to user space, so that its call is recorded as a
 * whole or not at all.
 */
#include <linux/cgroup.h>
#include <linux/cred.h>
#include <linux/glob.h>
#include <linux/pid_namespace.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/task_work.h>
#include <trace/events/cgroup.h>
#include <trace/events/sched.h>
#include <trace/events/task.h>

#include "tasks.h"
#include "tracer.h"

DEFINE_RAW_SPINLOCK(syscall_trace_tasks_lock);

/* Some instance traces, or has a list of pids, which changes with each new task. */
DEFINE_STATIC_KEY_FALSE(syscall_trace_has_tasks);

/* The instances with lists of pids, whether they trace or not. */
static LIST_HEAD(with_pids);

/**
 * struct syscall_trace_reader - a process that reads the trace of an instance
 * @list: links those of the instance
 * @file: the open file
 * @process: has opened it or has read from it
 */
struct syscall_trace_reader {
	struct list_head	list;
	const struct file	*file;
	struct pid		*process;
};

/* --------------------------- what an instance wants ----------------------- */

static struct trace_array *array_of(const struct syscall_trace_instance *inst)
{
	return container_of(inst, struct trace_array, syscall_trace);
}

/* The lists of its tracer; without one, those of the tracer syscall. */
static const struct syscall_trace_choice *choice_of(const struct syscall_trace_instance *inst)
{
	return inst->bit && inst->process.on ? &inst->tasks.process : &inst->tasks.syscall;
}

static bool has_pid(struct trace_pid_list *list, const struct task_struct *task)
{
	return trace_pid_list_is_set(list, task->pid);
}

/*
 * The files of events narrow the tasks further: what a user of these, or trace-cmd, asks for
 * by a pid holds for all that an instance records. @parent: that of a new @task, or NULL. The
 * event code adds a new task to its lists later than this.
 */
static bool wants_event_pid(const struct trace_array *tr, const struct task_struct *task,
			    const struct task_struct *parent)
{
	struct trace_pid_list *pids = rcu_dereference_sched(tr->filtered_pids);
	struct trace_pid_list *no_pids = rcu_dereference_sched(tr->filtered_no_pids);

	if (!(tr->trace_flags & TRACE_ITER_EVENT_FORK))
		parent = NULL;
	if (pids && !has_pid(pids, task) && !(parent && has_pid(pids, parent)))
		return false;

	return !no_pids || !(has_pid(no_pids, task) || (parent && has_pid(no_pids, parent)));
}

static bool wants_uid(const struct syscall_trace_uids *uids, struct task_struct *task)
{
	unsigned int i;
	uid_t uid;

	if (!uids)
		return true;

	uid = from_kuid(&init_user_ns, task_uid(task));
	for (i = 0; i < uids->nr; i++) {
		if (uid >= uids->range[i].first && uid <= uids->range[i].last)
			return true;
	}

	return false;
}

static bool wants_comm(const struct syscall_trace_words *comms, const char *comm)
{
	unsigned int i;

	if (!comms)
		return true;

	for (i = 0; i < comms->nr; i++) {
		if (glob_match(comms->word[i], comm))
			return true;
	}

	return false;
}

#ifdef CONFIG_CGROUPS
static bool wants_cgroup(const struct syscall_trace_cgroups *cgroups, struct task_struct *task)
{
	struct cgroup *own;
	unsigned int i;

	if (!cgroups)
		return true;

	guard(rcu)();
	own = task_dfl_cgroup(task);
	for (i = 0; i < cgroups->nr; i++) {
		if (cgroup_is_descendant(own, cgroups->cgroup[i]))
			return true;
	}

	return false;
}
#else
static bool wants_cgroup(const struct syscall_trace_cgroups *cgroups, struct task_struct *task)
{
	return true;
}
#endif

/* Does a process read the trace of an instance, through @file, or through any if it is NULL? */
static struct syscall_trace_reader *find_reader(const struct syscall_trace_tasks *tasks,
						const struct pid *process,
						const struct file *file)
{
	struct syscall_trace_reader *reader;

	list_for_each_entry(reader, &tasks->readers, list) {
		if (reader->process == process && (!file || reader->file == file))
			return reader;
	}

	return NULL;
}

/* Who reads the trace would fill it with the calls by which he reads, but not with other events. */
static bool is_reader(const struct syscall_trace_instance *inst, struct task_struct *task)
{
	return !list_empty(&inst->tasks.readers) &&
	       !syscall_trace_option(SYSCALL_TRACE_OPT_READERS) &&
	       find_reader(&inst->tasks, task_tgid(task), NULL);
}

/* Kinds of lists narrow each other; entries of a list widen it. */
static bool wants(const struct trace_array *tr, struct task_struct *task,
		  const struct task_struct *parent)
{
	const struct syscall_trace_choice *choice = choice_of(&tr->syscall_trace);
	const struct syscall_trace_tasks *tasks = &tr->syscall_trace.tasks;

	if (trace_ignore_this_task(choice->pids, tasks->no_pids, task))
		return false;

	return wants_event_pid(tr, task, parent) && wants_uid(choice->uids, task) &&
	       wants_comm(choice->comms, task->comm) && wants_cgroup(tasks->cgroups, task);
}

/* ------------------------------- bits of a task --------------------------- */

/* Find the instances that want a task. @parent: that of a new task, or NULL. */
static void update_task(struct task_struct *task, const struct task_struct *parent)
{
	struct syscall_trace_task *call = &task->syscall_trace;
	struct syscall_trace_instance *inst;
	u64 watched = 0, wanted = 0, bits = 0;

	lockdep_assert_held(&syscall_trace_tasks_lock);

	list_for_each_entry_rcu(inst, &syscall_trace_tracing, tracing) {
		bits |= inst->bit;
		if (!wants(array_of(inst), task, parent))
			continue;
		watched |= inst->bit;
		if (inst->hooked && !is_reader(inst, task))
			wanted |= inst->bit;
	}
	list_for_each_entry(inst, &syscall_trace_probing, probing) {
		bits |= inst->probe_bit;
		if (wants(array_of(inst), task, parent))
			watched |= inst->probe_bit;
	}
	/* Whoever has seen a task sees its end, though its pid is in no list any more. */
	if (task->flags & PF_EXITING)
		watched |= call->watched & bits;
	WRITE_ONCE(call->watched, watched);
	/* What is left of a call that nobody saw end must not be taken for the next one. */
	if (wanted && !call->wanted) {
		WRITE_ONCE(call->entered, 0);
		WRITE_ONCE(call->stat.epoch, 0);
	}
	WRITE_ONCE(call->wanted, wanted);
	/*
	 * A hook that is under way must not write the call to the only instance that is left: it
	 * looks at this before, with preemption disabled.
	 */
	if (!wanted)
		WRITE_ONCE(call->entered, 0);
	if (wanted)
		set_task_syscall_work(task, SYSCALL_TRACER);
	else
		clear_task_syscall_work(task, SYSCALL_TRACER);
}

/* The same for a task that others can see. */
static void update_listed_task(struct task_struct *task)
{
	/* Its name does not change meanwhile. */
	guard(task_lock)(task);
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	update_task(task, NULL);
}

static void recheck_now(struct callback_head *work)
{
	/* What changes from here on queues the work again. */
	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock)
		work->func = NULL;
	update_listed_task(current);
}

/*
 * Find the instances that want a task when it returns to user space. May be called twice. The lock
 * makes both calls sure that the work is queued: the task could return before another CPU has
 * done so.
 */
static void recheck(struct task_struct *task)
{
	struct callback_head *work = &task->syscall_trace.recheck;

	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	if (work->func)
		return;
	work->func = recheck_now;
	/* A kernel thread never returns to user space, nor does a task that ends. */
	if (task->flags & PF_KTHREAD || task_work_add(task, work, TWA_RESUME))
		work->func = NULL;
}

/* The same for all tasks of a process. The caller is in an RCU read-side critical section. */
static void recheck_process(struct task_struct *process)
{
	struct task_struct *task;

	for_each_thread(process, task)
		recheck(task);
}

/**
 * __syscall_trace_fork - find the instances that want a new task
 * @child: the task
 *
 * Context: the parent's, which is about to list @child: tasklist_lock is held for writing.
 */
void __syscall_trace_fork(struct task_struct *child)
{
	struct syscall_trace_tasks *tasks;

	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	list_for_each_entry(tasks, &with_pids, with_pids) {
		trace_filter_add_remove_task(tasks->process.pids, current, child);
		if (!syscall_trace_option(SYSCALL_TRACE_OPT_FOLLOW))
			continue;
		trace_filter_add_remove_task(tasks->syscall.pids, current, child);
		trace_filter_add_remove_task(tasks->no_pids, current, child);
	}
	update_task(child, current);
}

/**
 * syscall_trace_forget_pid - take a task that ends out of the lists of pids
 * @task: the task
 *
 * Nobody else has its pid yet.
 *
 * Context: task context.
 */
void syscall_trace_forget_pid(struct task_struct *task)
{
	struct syscall_trace_tasks *tasks;

	if (list_empty_careful(&with_pids))
		return;

	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	list_for_each_entry(tasks, &with_pids, with_pids) {
		trace_filter_add_remove_task(tasks->process.pids, NULL, task);
		trace_filter_add_remove_task(tasks->syscall.pids, NULL, task);
		trace_filter_add_remove_task(tasks->no_pids, NULL, task);
	}
}

/* -------------------------------- what changes ---------------------------- */

/* The criteria by which some instance chooses tasks, and which may change in a task's life. */
#define BY_PID		BIT(0)
#define BY_UID		BIT(1)
#define BY_COMM		BIT(2)
#define BY_CGROUP	BIT(3)

static unsigned int criteria;

/* A thread that executes a program takes over the pid of its process. */
static void rename_pid(struct trace_pid_list *list, pid_t old, pid_t new)
{
	if (list && trace_pid_list_is_set(list, old)) {
		trace_pid_list_clear(list, old);
		trace_pid_list_set(list, new);
	}
}

static void probe_exec(void *data, struct task_struct *task, pid_t old_pid,
		       struct linux_binprm *bprm)
{
	struct syscall_trace_tasks *tasks;

	if (task->pid == old_pid)
		return;

	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock) {
		list_for_each_entry(tasks, &with_pids, with_pids) {
			rename_pid(tasks->process.pids, old_pid, task->pid);
			rename_pid(tasks->syscall.pids, old_pid, task->pid);
			rename_pid(tasks->no_pids, old_pid, task->pid);
		}
	}
	recheck(task);
}

static void probe_rename(void *data, struct task_struct *task, const char *comm)
{
	recheck(task);
}

/**
 * __syscall_trace_cred_changed - the current task has another user
 *
 * Context: the task's own.
 */
void __syscall_trace_cred_changed(void)
{
	if (READ_ONCE(criteria) & BY_UID)
		recheck(current);
}

#ifdef CONFIG_CGROUPS
static void probe_attach(void *data, struct cgroup *to, const char *path,
			 struct task_struct *leader, bool all_threads)
{
	guard(rcu)();
	if (all_threads)
		recheck_process(leader);
	else
		recheck(leader);
}

/* When syscall_trace_fork() looked, the new task was not in its cgroup yet. */
static void probe_birth(void *data, struct task_struct *parent, struct task_struct *child)
{
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	update_task(child, parent);
}

static int watch_cgroups(bool on)
{
	int ret = 0;

	if (!on)
		goto off;
	ret = register_trace_sched_process_fork(probe_birth, NULL);
	if (ret)
		return ret;
	ret = register_trace_cgroup_attach_task(probe_attach, NULL);
	if (ret)
		goto no_attach;

	return 0;

off:
	unregister_trace_cgroup_attach_task(probe_attach, NULL);
no_attach:
	unregister_trace_sched_process_fork(probe_birth, NULL);

	return ret;
}
#else
static int watch_cgroups(bool on)
{
	return 0;
}
#endif

static int watch_exec(bool on)
{
	if (on)
		return register_trace_sched_process_exec(probe_exec, NULL);
	unregister_trace_sched_process_exec(probe_exec, NULL);

	return 0;
}

static int watch_names(bool on)
{
	if (on)
		return register_trace_task_rename(probe_rename, NULL);
	unregister_trace_task_rename(probe_rename, NULL);

	return 0;
}

/* Begin or end to watch what one criterion depends on. */
static int watch_criterion(unsigned int by, bool on)
{
	int ret = 0;

	switch (by) {
	case BY_PID:
		ret = watch_exec(on);
		break;
	case BY_COMM:
		ret = watch_names(on);
		break;
	case BY_CGROUP:
		ret = watch_cgroups(on);
		break;
	}
	if (!ret)
		WRITE_ONCE(criteria, on ? criteria | by : criteria & ~by);

	return ret;
}

static int watch_criteria(unsigned int which, bool on)
{
	unsigned int by;
	int ret;

	for (by = BY_PID; by <= BY_CGROUP; by <<= 1) {
		ret = which & by ? watch_criterion(by, on) : 0;
		if (ret)
			return ret;
	}

	return 0;
}

static unsigned int criteria_of(const struct syscall_trace_instance *inst)
{
	return (choice_of(inst)->uids ? BY_UID : 0) | (choice_of(inst)->comms ? BY_COMM : 0) |
	       (inst->tasks.cgroups ? BY_CGROUP : 0);
}

static unsigned int find_criteria(void)
{
	const struct syscall_trace_instance *inst;
	unsigned int by = list_empty(&with_pids) ? 0 : BY_PID;

	list_for_each_entry(inst, &syscall_trace_tracing, tracing)
		by |= criteria_of(inst);
	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock) {
		list_for_each_entry(inst, &syscall_trace_probing, probing)
			by |= criteria_of(inst);
	}

	return by;
}

static void update_all(void)
{
	struct task_struct *p, *t;
	int cpu;

	/* Nobody will see the exit of a call whose task loses its flag. */
	syscall_trace_show_all();

	/* These make no calls, but come to probes, as do their interrupts. */
	for_each_possible_cpu(cpu) {
		t = idle_task(cpu);
		if (t)
			update_listed_task(t);
	}

	guard(read_lock)(&tasklist_lock);
	/* Kernel threads, too: process 1 is one until its exec. */
	for_each_process_thread(p, t)
		update_listed_task(t);
}

static void update_bits(void)
{
	u64 stale = READ_ONCE(syscall_trace_stale_bits);

	update_all();
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	syscall_trace_stale_bits &= ~stale;
}

/**
 * syscall_trace_forget_refusals - forget which instances refused the calls of tasks
 *
 * Context: task context.
 */
void syscall_trace_forget_refusals(void)
{
	struct task_struct *p, *t;

	guard(read_lock)(&tasklist_lock);
	for_each_process_thread(p, t) {
		WRITE_ONCE(t->syscall_trace.unchosen, 0);
		WRITE_ONCE(t->syscall_trace.refused, 0);
	}
}

/**
 * syscall_trace_update_tasks - find the instances that want each task
 *
 * To be called when instances, their lists, or options have changed.
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0, or an error if changes of tasks cannot be watched.
 */
int syscall_trace_update_tasks(void)
{
	bool tracing = syscall_trace_chooses_tasks();
	unsigned int by = find_criteria();
	static bool was_tracing;
	int ret;

	lockdep_assert_held(&trace_types_lock);

	/* First: what changes before somebody watches is found below. */
	ret = watch_criteria(by & ~criteria, true);
	if (tracing || by)
		static_branch_enable(&syscall_trace_has_tasks);
	if (tracing || was_tracing)
		update_bits();
	was_tracing = tracing;
	if (!tracing && !by)
		static_branch_disable(&syscall_trace_has_tasks);
	watch_criteria(criteria & ~by, false);

	return ret;
}

static void exchange(struct syscall_trace_tasks *tasks, void **place, void **list)
{
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	swap(*place, *list);
	/* Lists of pids follow what tasks do, from now on or no more. */
	list_del_init(&tasks->with_pids);
	if (tasks->syscall.pids || tasks->process.pids || tasks->no_pids)
		list_add(&tasks->with_pids, &with_pids);
}

/* Find the tasks wanted by a list that was exchanged. If that fails, take the old one back. */
static int use_list(struct syscall_trace_tasks *tasks, void **place, void **list)
{
	int ret = syscall_trace_update_tasks();

	if (ret) {
		exchange(tasks, place, list);
		syscall_trace_update_tasks();
	}

	return ret;
}

/**
 * syscall_trace_pids_changed - the files set_event_pid or set_event_notrace_pid were written
 *
 * Context: task context, may sleep.
 */
void syscall_trace_pids_changed(void)
{
	guard(mutex)(&trace_types_lock);
	/* Whatever this fails to watch it has failed before. */
	if (syscall_trace_chooses_tasks())
		syscall_trace_update_tasks();
}

/**
 * syscall_trace_exchange_list - exchange a list of an instance, and find the tasks wanted now
 * @tasks: the lists of the instance
 * @place: where the pointer to the list is
 * @list: where that to the new list is; gets the old one, which nobody uses any more
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error, and then nothing has changed.
 */
int syscall_trace_exchange_list(struct syscall_trace_tasks *tasks, void *place, void *list)
{
	exchange(tasks, place, list);

	return use_list(tasks, place, list);
}

/*
 * Add the threads of the processes in a list, and if @descendants is set all that descends from
 * them: a process stands behind its parent in the list of processes, which was there before.
 */
static int add_followed(struct trace_pid_list *pids, bool descendants)
{
	struct task_struct *process, *task, *parent;

	for_each_process_thread(process, task) {
		parent = rcu_dereference_protected(process->real_parent,
						   lockdep_is_held(&tasklist_lock));
		if (!trace_pid_list_is_set(pids, process->pid) &&
		    !(descendants && trace_pid_list_is_set(pids, parent->tgid)))
			continue;
		if (trace_pid_list_set(pids, process->pid) || trace_pid_list_set(pids, task->pid))
			return -ENOMEM;
	}

	return 0;
}

/* Take tasks that end out of a list of pids that is in use since a moment. */
static void drop_ended(struct trace_pid_list *pids)
{
	struct task_struct *process, *task;

	/* Either the task finds the list, or it is found here. do_exit() has a barrier, too. */
	smp_mb();
	for_each_process_thread(process, task) {
		if (READ_ONCE(task->flags) & PF_EXITING)
			trace_pid_list_clear(pids, task->pid);
	}
}

/**
 * syscall_trace_exchange_pids - exchange a list of pids, and find the tasks wanted now
 * @tasks: the lists of the instance
 * @place: where the pointer to the list is
 * @pids: where that to the new list is; gets the old one, which nobody uses any more
 * @threads: the processes that are listed mean their threads, too
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error, and then nothing has changed.
 */
int syscall_trace_exchange_pids(struct syscall_trace_tasks *tasks, struct trace_pid_list **place,
				struct trace_pid_list **pids, bool threads)
{
	int ret = 0;

	/* Nobody forks before the list is in use. */
	scoped_guard(read_lock, &tasklist_lock) {
		if (*pids && threads)
			ret = add_followed(*pids, false);
		if (ret)
			return ret;
		exchange(tasks, (void **)place, (void **)pids);
		if (*place && threads)
			drop_ended(*place);
	}

	return use_list(tasks, (void **)place, (void **)pids);
}

/**
 * syscall_trace_follow - let the tracer process follow a process, its threads and descendants
 * @tasks: the lists of the instance
 * @pids: an empty list, which is filled; gets the old one, which nobody uses any more
 * @pid: the process, or one of its threads
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0; -ESRCH: there is no such process; or another error. Then nothing has changed.
 */
int syscall_trace_follow(struct syscall_trace_tasks *tasks, struct trace_pid_list **pids,
			 pid_t pid)
{
	struct trace_pid_list **place = &tasks->process.pids;
	struct task_struct *task;
	int ret;

	/* Nobody forks before the list is in use, and the pid means nobody else. */
	scoped_guard(read_lock, &tasklist_lock) {
		scoped_guard(rcu) {
			task = find_task_by_pid_ns(pid, &init_pid_ns);
			if (!task)
				return -ESRCH;
			ret = trace_pid_list_set(*pids, task->tgid);
		}
		ret = ret ?: add_followed(*pids, true);
		if (ret)
			return ret;
		exchange(tasks, (void **)place, (void **)pids);
		drop_ended(*place);
	}

	return use_list(tasks, (void **)place, (void **)pids);
}

/* --------------------------------- readers -------------------------------- */

/*
 * Forget those who have read from @file, or, if it is NULL, those who have ended: a file that
 * stays open may be read by one process after another.
 */
static void forget_readers(struct syscall_trace_tasks *tasks, const struct file *file)
{
	struct syscall_trace_reader *reader, *next;
	struct task_struct *process;
	LIST_HEAD(gone);

	guard(rcu)();
	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock) {
		list_for_each_entry_safe(reader, next, &tasks->readers, list) {
			if (file ? reader->file == file :
				   !pid_task(reader->process, PIDTYPE_TGID))
				list_move(&reader->list, &gone);
		}
	}
	list_for_each_entry_safe(reader, next, &gone, list) {
		process = pid_task(reader->process, PIDTYPE_TGID);
		if (process)
			recheck_process(process);
		put_pid(reader->process);
		kfree(reader);
	}
}

/**
 * syscall_trace_reads - note that the current process reads the trace of an instance
 * @tr: the instance
 * @file: the open file
 *
 * Context: task context, may sleep.
 */
void syscall_trace_reads(struct trace_array *tr, const struct file *file)
{
	struct syscall_trace_tasks *tasks = &tr->syscall_trace.tasks;
	struct syscall_trace_reader *reader __free(kfree) = NULL;
	struct pid *process = task_tgid(current);

	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock) {
		if (find_reader(tasks, process, file))
			return;
	}
	forget_readers(tasks, NULL);
	/* Without memory, it sees its own calls. */
	reader = kzalloc(sizeof(*reader), GFP_KERNEL);
	if (!reader)
		return;
	reader->file = file;
	reader->process = get_pid(process);
	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock)
		list_add(&no_free_ptr(reader)->list, &tasks->readers);

	guard(rcu)();
	recheck_process(current);
}

/**
 * syscall_trace_read_ends - forget who has read from an open file
 * @tr: the instance whose trace it is
 * @file: the file, which is being closed
 *
 * Context: task context, may sleep.
 */
void syscall_trace_read_ends(struct trace_array *tr, const struct file *file)
{
	forget_readers(&tr->syscall_trace.tasks, file);
}

/**
 * syscall_trace_read_begins - note where a reader of the file trace will end
 * @iter: its iterator
 *
 * Context: task context.
 */
void syscall_trace_read_begins(struct trace_iterator *iter)
{
	struct trace_array *tr = iter->tr;

	/* A probe may be hit by every read. */
	iter->until = (READ_ONCE(tr->syscall_trace.bit) ||
		       READ_ONCE(tr->syscall_trace.probe_bit)) && !iter->snapshot ?
		      ring_buffer_time_stamp(tr->array_buffer.buffer) : 0;
}
