// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the files with the lists by which an instance chooses tasks.
 */
#include <linux/cleanup.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>

#include "../trace.h"
#include "tasks.h"
#include "tracer.h"

/* Bytes of a glob: each character of a name can be [abc...]. */
#define COMM_PATTERN_MAX	512

static struct syscall_trace_tasks *tasks_of(struct trace_array *tr)
{
	return &tr->syscall_trace.tasks;
}

/* ----------------------------------- pids --------------------------------- */

DEFINE_FREE(pid_list, struct trace_pid_list *, trace_pid_list_free(_T))

/* Add the pids of one list to another. */
static int add_pids(struct trace_pid_list *to, struct trace_pid_list *from)
{
	unsigned int pid = 0;
	int ret;

	if (!from)
		return 0;
	for (ret = trace_pid_list_first(from, &pid); !ret;
	     ret = trace_pid_list_next(from, pid + 1, &pid)) {
		if (trace_pid_list_set(to, pid))
			return -ENOMEM;
	}

	return 0;
}

/* Whoever is interested in a process is so in its threads. */
static int add_threads(struct trace_pid_list *pids)
{
	struct task_struct *process, *task;

	guard(read_lock)(&tasklist_lock);
	for_each_process_thread(process, task) {
		if (trace_pid_list_is_set(pids, process->pid) &&
		    trace_pid_list_set(pids, task->pid))
			return -ENOMEM;
	}

	return 0;
}

static int parse_pids(struct trace_pid_list *pids, char *text, struct syscall_trace_fault *fault,
		      bool *any)
{
	unsigned int pid;
	char *word;

	while ((word = syscall_trace_next_word(&text))) {
		if (kstrtouint(word, 0, &pid) || pid >= PID_MAX_LIMIT)
			return syscall_trace_refuse_word(fault, 0, word);
		if (trace_pid_list_set(pids, pid))
			return -ENOMEM;
		*any = true;
	}

	return 0;
}

static int set_pids(struct syscall_trace_tasks *tasks, struct trace_pid_list **place,
		    char *text, bool append, struct syscall_trace_fault *fault)
{
	struct trace_pid_list *pids __free(pid_list) = trace_pid_list_alloc();
	bool any = append && *place;
	int ret;

	if (!pids)
		return -ENOMEM;
	ret = append ? add_pids(pids, *place) : 0;
	ret = ret ?: parse_pids(pids, text, fault, &any);
	if (!ret && syscall_trace_option(SYSCALL_TRACE_OPT_FOLLOW))
		ret = add_threads(pids);
	if (ret)
		return ret;
	if (!any) {
		trace_pid_list_free(pids);
		pids = NULL;
	}

	return syscall_trace_exchange_list(tasks, place, &pids);
}

static void show_pids(struct seq_file *m, struct trace_pid_list *pids, const char *none)
{
	unsigned int pid = 0, nr = 0;
	int ret;

	if (!pids) {
		seq_puts(m, none);
		return;
	}
	for (ret = trace_pid_list_first(pids, &pid); !ret;
	     ret = trace_pid_list_next(pids, pid + 1, &pid), nr++)
		seq_printf(m, "%u\n", pid);
	if (!nr)
		seq_puts(m, "# None: the tasks that were listed have ended.\n");
}

static int set_wanted_pids(struct trace_array *tr, char *text, bool append,
			   struct syscall_trace_fault *fault)
{
	return set_pids(tasks_of(tr), &tasks_of(tr)->pids, text, append, fault);
}

static void show_wanted_pids(struct seq_file *m, struct trace_array *tr)
{
	show_pids(m, tasks_of(tr)->pids,
		  "# All tasks. Write pids to see these only, and their children and threads\n"
		  "# with options/syscall_follow: echo 42 43 > set_syscall_pid\n");
}

static int set_unwanted_pids(struct trace_array *tr, char *text, bool append,
			     struct syscall_trace_fault *fault)
{
	return set_pids(tasks_of(tr), &tasks_of(tr)->no_pids, text, append, fault);
}

static void show_unwanted_pids(struct seq_file *m, struct trace_array *tr)
{
	show_pids(m, tasks_of(tr)->no_pids,
		  "# No task is left out. Write pids to leave these out, and their children and\n"
		  "# threads with options/syscall_follow: echo 42 43 > set_syscall_notrace_pid\n");
}

/* ----------------------------------- users -------------------------------- */

/* A number, or two with a - between them. */
static bool parse_range(char *word, uid_t *first, uid_t *last)
{
	char *dash = strchr(word, '-');
	bool ok;

	if (dash)
		*dash = '\0';
	ok = !kstrtouint(word, 10, first);
	*last = *first;
	if (dash) {
		ok = ok && !kstrtouint(dash + 1, 10, last) && *first <= *last;
		*dash = '-';
	}

	return ok;
}

static int set_uids(struct trace_array *tr, char *text, bool append,
		    struct syscall_trace_fault *fault)
{
	const struct syscall_trace_uids *old = append ? tasks_of(tr)->uids : NULL;
	struct syscall_trace_uids *uids __free(kvfree) = NULL;
	unsigned int nr = old ? old->nr : 0;
	char *word;

	uids = kvzalloc(struct_size(uids, range, nr + syscall_trace_count_words(text)), GFP_KERNEL);
	if (!uids)
		return -ENOMEM;
	if (old)
		memcpy(uids, old, struct_size(old, range, nr));
	while ((word = syscall_trace_next_word(&text))) {
		if (!parse_range(word, &uids->range[nr].first, &uids->range[nr].last))
			return syscall_trace_refuse_word(fault, 0, word);
		nr++;
	}
	uids->nr = nr;
	if (!nr) {
		kvfree(uids);
		uids = NULL;
	}

	return syscall_trace_exchange_list(tasks_of(tr), &tasks_of(tr)->uids, &uids);
}

static void show_uids(struct seq_file *m, struct trace_array *tr)
{
	const struct syscall_trace_uids *uids = tasks_of(tr)->uids;
	unsigned int i;

	if (!uids) {
		seq_puts(m, "# All users. Write ids to see only tasks with these as real user id:\n"
			    "# echo 0 1000-1999 > set_syscall_uid\n");
		return;
	}
	for (i = 0; i < uids->nr; i++) {
		seq_printf(m, "%u", uids->range[i].first);
		if (uids->range[i].last != uids->range[i].first)
			seq_printf(m, "-%u", uids->range[i].last);
		seq_putc(m, '\n');
	}
}

/* ----------------------------------- names -------------------------------- */

static int check_comm(const char *word, struct syscall_trace_fault *fault)
{
	return strlen(word) < COMM_PATTERN_MAX ? 0 : syscall_trace_refuse_word(fault, 0, word);
}

static int set_comms(struct trace_array *tr, char *text, bool append,
		     struct syscall_trace_fault *fault)
{
	struct syscall_trace_words **place = &tasks_of(tr)->comms, *comms;
	int ret;

	ret = syscall_trace_add_words(&comms, append ? *place : NULL, text, check_comm, fault);
	if (ret)
		return ret;
	ret = syscall_trace_exchange_list(tasks_of(tr), place, &comms);
	syscall_trace_free_words(comms);

	return ret;
}

static void show_comms(struct seq_file *m, struct trace_array *tr)
{
	if (tasks_of(tr)->comms)
		syscall_trace_show_words(m, tasks_of(tr)->comms);
	else
		seq_puts(m, "# Tasks of all names. Write names to see these only, with ? and * for\n"
			    "# what may stand there: echo 'nginx php-fpm*' > set_syscall_comm\n");
}

/* ----------------------------------- files -------------------------------- */

const struct syscall_trace_list_file syscall_trace_task_files[] = {
	{
		.fops	= SYSCALL_TRACE_LIST_FOPS,
		.name	= "set_syscall_pid",
		.errors	= (const char *[]) { "Not a pid" },
		.set	= set_wanted_pids,
		.show	= show_wanted_pids,
	}, {
		.fops	= SYSCALL_TRACE_LIST_FOPS,
		.name	= "set_syscall_notrace_pid",
		.errors	= (const char *[]) { "Not a pid" },
		.set	= set_unwanted_pids,
		.show	= show_unwanted_pids,
	}, {
		.fops	= SYSCALL_TRACE_LIST_FOPS,
		.name	= "set_syscall_uid",
		.errors	= (const char *[]) { "Not a user id, nor a range as 1000-1999" },
		.set	= set_uids,
		.show	= show_uids,
	}, {
		.fops	= SYSCALL_TRACE_LIST_FOPS,
		.name	= "set_syscall_comm",
		.errors	= (const char *[]) { "Longer than any pattern has to be" },
		.set	= set_comms,
		.show	= show_comms,
	},
};

const unsigned int syscall_trace_nr_task_files = ARRAY_SIZE(syscall_trace_task_files);

/**
 * syscall_trace_free_tasks - free the lists of an instance
 * @tr: the instance, which is being removed: nobody uses its lists any more
 *
 * Context: task context, may sleep.
 */
void syscall_trace_free_tasks(struct trace_array *tr)
{
	struct syscall_trace_tasks *tasks = tasks_of(tr);

	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock)
		list_del_init(&tasks->with_pids);
	if (tasks->pids)
		trace_pid_list_free(tasks->pids);
	if (tasks->no_pids)
		trace_pid_list_free(tasks->no_pids);
	kvfree(tasks->uids);
	syscall_trace_free_words(tasks->comms);
	syscall_trace_free_cgroups(tasks->cgroups);
}
