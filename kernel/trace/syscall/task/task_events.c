// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: signals, and beginning and end of tasks, in the stream of
 * their calls. The tracer process records them, and syscall with the option syscall_process.
 *
 * All of it comes from tracepoints that the kernel has anyway. They are used while any instance
 * wants to see what they tell. They fire for every task; those that nobody watches are dropped.
 *
 * The ids of tasks in their pid namespaces, for JSON, are noted here, too.
 */
#include <linux/binfmts.h>
#include <linux/mm_types.h>
#include <linux/pid_namespace.h>
#include <linux/slab.h>
#include <linux/syscall_trace.h>
#include <linux/task_work.h>
#include <linux/xarray.h>
#include <trace/events/sched.h>
#include <trace/events/signal.h>
#include <trace/events/task.h>

#include "../instances.h"
#include "../loss/counter.h"
#include "../options.h"
#include "../record/sink.h"
#include "task_events.h"
#include "works.h"

/**
 * syscall_trace_write_event - record what happens to a task
 * @inst: the instance
 * @happening: what happens
 *
 * Context: any.
 * Return: false if there is no room, or recording is off.
 */
bool syscall_trace_write_event(struct syscall_trace_instance *inst,
			       const struct syscall_trace_happening *happening)
{
	unsigned int context = tracing_gen_ctx();
	struct syscall_task_entry *entry;
	struct syscall_sink_space space;

	if (!syscall_sink_reserve_event(&space, inst, sizeof(*entry) + happening->size, context))
		return false;

	entry = space.entry;
	entry->ent.pid = happening->pid;
	entry->what = happening->what;
	entry->value = happening->value;
	entry->seq = READ_ONCE(*happening->seq) & SYSCALL_TRACE_SEQ_MASK;
	memcpy(entry->info, happening->info, happening->size);

	syscall_sink_commit_event(inst, &space, context);

	return true;
}

/* The option is that of the tracer syscall. What the tracer process records is its own choice. */
static bool has_option(void)
{
	return syscall_trace_option(SYSCALL_TRACE_OPT_PROCESS) &&
	       !syscall_trace_option(SYSCALL_TRACE_OPT_STAT_ONLY);
}

static bool wants_signals(const struct syscall_trace_instance *inst)
{
	return inst->process.on ? READ_ONCE(inst->process.signals) : has_option();
}

static bool wants_lives(const struct syscall_trace_instance *inst)
{
	return inst->process.on ? READ_ONCE(inst->process.lifecycle) : has_option();
}

/* Record what happens to a task in the instances that watch it and want to see that. */
static __always_inline void record_of(struct task_struct *task,
				      bool (*wants)(const struct syscall_trace_instance *inst),
				      enum syscall_trace_event what, int value, const void *info,
				      size_t size)
{
	struct syscall_trace_happening event = {
		.what = what, .value = value, .pid = task->pid, .info = info, .size = size,
	};
	u64 watched = READ_ONCE(syscall_trace_of(task)->watched);
	struct syscall_trace_instance *inst;

	guard(preempt_notrace)();
	list_for_each_entry_rcu(inst, &syscall_trace_tracing, tracing) {
		if (!(watched & inst->bit) || !wants(inst))
			continue;
		event.seq = syscall_trace_seq_of(syscall_trace_of(task), inst);
		syscall_trace_write_event(inst, &event);
	}
}

/* The same of the current task. */
static __always_inline void record(bool (*wants)(const struct syscall_trace_instance *inst),
				   enum syscall_trace_event what, int value, const void *info,
				   size_t size)
{
	record_of(current, wants, what, value, info, size);
}

/* Most tasks are watched by nobody. */
static bool is_watched(struct task_struct *task)
{
	return READ_ONCE(syscall_trace_of(task)->watched);
}

/* What a signal whose sender has not filled in any information tells the task that gets it. */
static void fill_in_info(struct kernel_siginfo *to, int sig, const struct kernel_siginfo *info,
			 struct task_struct *task)
{
	clear_siginfo(to);
	to->si_signo = sig;
	if (info == SEND_SIG_PRIV) {
		to->si_code = SI_KERNEL;
		return;
	}
	to->si_code = SI_USER;
	to->si_pid = task_tgid_nr_ns(current, task_active_pid_ns(task));
	guard(rcu)();
	to->si_uid = from_kuid_munged(task_cred_xxx(task, user_ns), current_uid());
}

/**
 * struct note - a signal that a task does not get, for its way back to user space
 * @work: brings it there; only that of the first note of a task is used
 * @next: the note of a signal with a larger number, or NULL
 * @info: what the task would have been told
 */
struct note {
	struct callback_head	work;
	struct note		*next;
	struct kernel_siginfo	info;
};

/* Record what was noted for the current task. It does not get anything any more if it has ended. */
static void record_notes(struct note *note)
{
	struct note *next;

	for (; note; note = next) {
		next = note->next;
		if (!(current->flags & PF_EXITING))
			record(wants_signals, SYSCALL_TRACE_EVENT_SIGNAL, note->info.si_signo,
			       &note->info, sizeof(note->info));
		kfree(note);
	}
}

static void notes_due(struct callback_head *work)
{
	record_notes(container_of(work, struct note, work));
	syscall_works_gone();
}

/* Take the notes of a task, unless it is recording them. */
static struct note *take_notes(struct task_struct *task)
{
	struct callback_head *work = task_work_cancel_func(task, notes_due);

	if (!work)
		return NULL;
	syscall_works_gone();

	return container_of(work, struct note, work);
}

static void free_notes(struct note *note)
{
	struct note *next;

	for (; note; note = next) {
		next = note->next;
		kfree(note);
	}
}

/**
 * syscall_trace_drop_notes - forget what was noted for a task: a home that can go is about to
 * @task: the task
 *
 * Context: any, the task stays.
 */
void syscall_trace_drop_notes(struct task_struct *task)
{
	free_notes(take_notes(task));
}

/*
 * Add a note in the order in which signals are delivered. As with signals that wait, the first
 * one of a number stays; so there are never many.
 */
static struct note *add_note(struct note *notes, struct note *note)
{
	struct note **place = &notes;

	while (*place && (*place)->info.si_signo < note->info.si_signo)
		place = &(*place)->next;
	if (*place && (*place)->info.si_signo == note->info.si_signo) {
		kfree(note);
		return notes;
	}
	note->next = *place;
	*place = note;

	return notes;
}

/*
 * Let a task record a signal when it goes back to user space: behind the call that it is in. This
 * wakes nobody. False: there is no memory, or the task ends.
 */
static bool note_signal(struct task_struct *task, const struct kernel_siginfo *info)
{
	struct note *note = kmalloc(sizeof(*note), GFP_NOWAIT | __GFP_NOWARN);

	if (!note)
		return false;
	copy_siginfo(&note->info, info);
	note = add_note(take_notes(task), note);
	init_task_work(&note->work, notes_due);
	syscall_works_given();
	if (!task_work_add(task, &note->work, TWA_RESUME | TWAF_NO_ALLOC))
		return true;
	syscall_works_gone();
	free_notes(note);

	return false;
}

/*
 * Two kinds of signals are not delivered, but a debugger would see them. One that kills a process
 * at once: each task gets a SIGKILL without information instead. And one that is ignored, such as
 * SIGCHLD where there is no handler. So they are noted when they are sent, for the task that they
 * are sent to. The sender holds the lock of the signals of @task.
 */
static void probe_sent(void *data, int sig, struct kernel_siginfo *info, struct task_struct *task,
		       int group, int result)
{
	bool ignored = result == TRACE_SIGNAL_IGNORED, dying;
	struct kernel_siginfo own;

	if (!is_watched(task))
		return;
	dying = task->signal->flags & SIGNAL_GROUP_EXIT;
	/* What is sent to a process that was dying already is dropped, too. */
	if (ignored == dying)
		return;
	if (!ignored && result != TRACE_SIGNAL_DELIVERED && result != TRACE_SIGNAL_LOSE_INFO)
		return;
	if (info == SEND_SIG_NOINFO || info == SEND_SIG_PRIV) {
		fill_in_info(&own, sig, info, task);
		info = &own;
	}
	if (!note_signal(task, info) && !ignored)
		record_of(task, wants_signals, SYSCALL_TRACE_EVENT_SIGNAL, sig, info,
			  sizeof(*info));
}

/*
 * The SIGKILL without information is not recorded: the end tells. A task that was stopped has not
 * been on its way back before it.
 */
static void probe_signal(void *data, int sig, struct kernel_siginfo *info,
			 struct k_sigaction *ka)
{
	if (!is_watched(current))
		return;
	if (info == SEND_SIG_NOINFO)
		record_notes(take_notes(current));
	else
		record(wants_signals, SYSCALL_TRACE_EVENT_SIGNAL, sig, info, sizeof(*info));
}

/* A thread that the kernel works in for a program, as for io_uring, has no life of a program's. */
static bool is_worker(const struct task_struct *task)
{
	return task->flags & PF_USER_WORKER;
}

static void probe_exit(void *data, struct task_struct *task)
{
	if (is_watched(current) && !is_worker(task))
		record(wants_lives, SYSCALL_TRACE_EVENT_END, task->exit_code, NULL, 0);
}

static void probe_birth(void *data, struct task_struct *child, unsigned long flags)
{
	struct syscall_trace_birth birth = { .flags = flags };
	bool thread = same_thread_group(current, child);
	s32 id;

	if (!is_watched(current) || is_worker(child))
		return;
	/* What the parent's call returns */
	id = task_pid_nr_ns(child, task_active_pid_ns(current));
	if (id != child->pid)
		birth.ns_pid = id;
	if (!thread)
		birth.exit_signal = child->exit_signal;
	record(wants_lives, thread ? SYSCALL_TRACE_EVENT_THREAD : SYSCALL_TRACE_EVENT_FORK,
	       child->pid, &birth, sizeof(birth));
}

static void probe_exec(void *data, struct task_struct *task, pid_t old_pid,
		       struct linux_binprm *bprm)
{
	size_t len;

	if (!is_watched(current))
		return;
	len = strnlen(bprm->filename, SYSCALL_TRACE_EXEC_NAME_MAX);
	/* With its NUL: the padding of a record is old data. */
	record(wants_lives, SYSCALL_TRACE_EVENT_EXEC, old_pid, bprm->filename,
	       min(len + 1, SYSCALL_TRACE_EXEC_NAME_MAX));
}

static int watch_signals(bool on)
{
	int ret;

	if (!on) {
		unregister_trace_signal_deliver(probe_signal, NULL);
		unregister_trace_signal_generate(probe_sent, NULL);
		return 0;
	}
	ret = register_trace_signal_generate(probe_sent, NULL);
	if (ret)
		return ret;
	ret = register_trace_signal_deliver(probe_signal, NULL);
	if (ret)
		unregister_trace_signal_generate(probe_sent, NULL);

	return ret;
}

static int watch_lives(bool on)
{
	int ret = 0;

	if (!on)
		goto off;
	ret = register_trace_sched_process_exit(probe_exit, NULL);
	if (ret)
		return ret;
	ret = register_trace_task_newtask(probe_birth, NULL);
	if (ret)
		goto no_birth;
	ret = register_trace_sched_process_exec(probe_exec, NULL);
	if (ret)
		goto no_exec;

	return 0;

off:
	unregister_trace_sched_process_exec(probe_exec, NULL);
no_exec:
	unregister_trace_task_newtask(probe_birth, NULL);
no_birth:
	unregister_trace_sched_process_exit(probe_exit, NULL);

	return ret;
}

/* Begin to watch something if any instance wants to see it, else end it. @is_on: is it watched? */
static int watch(bool (*wants)(const struct syscall_trace_instance *inst), int (*set)(bool on),
		 bool *is_on)
{
	const struct syscall_trace_instance *inst;
	bool on = false;
	int ret = 0;

	list_for_each_entry(inst, &syscall_trace_tracing, tracing)
		on = on || wants(inst);
	if (on != *is_on)
		ret = set(on);
	if (!ret)
		*is_on = on;

	return ret;
}

/**
 * syscall_trace_watch_tasks - begin or end to watch signals, and fork, exec and exit
 *
 * To be called when instances, options or what the tracer process records have changed.
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error.
 */
int syscall_trace_watch_tasks(void)
{
	static bool watches_signals, watches_lives;

	lockdep_assert_held(&trace_types_lock);

	return watch(wants_signals, watch_signals, &watches_signals) ?:
	       watch(wants_lives, watch_lives, &watches_lives);
}

#ifdef CONFIG_PID_NS

/*
 * Maps the global pid of each task in a pid namespace to the numbers of its process and of
 * itself there. Neither changes in the life of a task, so an entry is made at fork. It
 * stays when the task ends, because records do, until another task gets the pid: there
 * cannot be more entries than pids.
 */
static DEFINE_XARRAY_FLAGS(ns_ids, XA_FLAGS_LOCK_IRQ);

#define ID_BITS		31
#define ID_MASK		(BIT(ID_BITS) - 1)
static_assert(2 * ID_BITS < BITS_PER_LONG);

/* Without memory, the ids of the task stay unknown. */
static void note_ids(struct task_struct *task)
{
	struct pid_namespace *ns = task_active_pid_ns(task);
	unsigned long ids;

	/* It may be about to end. */
	if (!ns)
		return;
	if (ns == &init_pid_ns) {
		if (xa_load(&ns_ids, task->pid))
			xa_erase_irq(&ns_ids, task->pid);
		return;
	}
	ids = (unsigned long)task_tgid_nr_ns(task, ns) << ID_BITS | task_pid_nr_ns(task, ns);
	xa_store_irq(&ns_ids, task->pid, xa_mk_value(ids), GFP_NOWAIT | __GFP_NOWARN);
}

static void probe_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	note_ids(child);
}

static void note_all_ids(void)
{
	struct task_struct *process, *task;

	guard(rcu)();
	for_each_process_thread(process, task)
		note_ids(task);
}

/**
 * syscall_trace_watch_namespaces - begin or end to note the ids of tasks in namespaces
 * @on: begin
 *
 * Context: task context, trace_types_lock is held; may sleep.
 */
void syscall_trace_watch_namespaces(bool on)
{
	static bool is_on;

	lockdep_assert_held(&trace_types_lock);

	if (on == is_on)
		return;
	if (on) {
		if (register_trace_sched_process_fork(probe_fork, NULL))
			return;
		note_all_ids();
	} else {
		unregister_trace_sched_process_fork(probe_fork, NULL);
		tracepoint_synchronize_unregister();
		xa_destroy(&ns_ids);
	}
	is_on = on;
}

/**
 * syscall_trace_find_ns_ids - find the ids of a task in its pid namespace
 * @tid: its global pid
 * @ns_pid: gets the number of its process; unchanged if the task has no such namespace
 * @ns_tid: gets its own number, likewise
 *
 * Context: any.
 */
void syscall_trace_find_ns_ids(int tid, int *ns_pid, int *ns_tid)
{
	void *entry = xa_load(&ns_ids, tid);

	if (!entry)
		return;
	*ns_pid = xa_to_value(entry) >> ID_BITS;
	*ns_tid = xa_to_value(entry) & ID_MASK;
}

#endif /* CONFIG_PID_NS */
