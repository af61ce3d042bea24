// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the files with the lists by which an instance chooses tasks.
 */
#include <linux/cleanup.h>
#include <linux/slab.h>

#include "../instance.h"
#include "../instances.h"
#include "../options.h"
#include "../tracefs/file.h"
#include "cgroups.h"
#include "choose.h"
#include "pid_layers.h"
#include "pids.h"
#include "readers.h"
#include "tasks.h"

/* Bytes of a glob: each character of a name can be [abc...]. */
#define COMM_PATTERN_MAX	512

static struct syscall_trace_tasks *tasks_of(void *data)
{
	return &syscall_file_instance(data)->tasks;
}

/* ----------------------------------- pids --------------------------------- */

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

static void *make_pids(const struct syscall_trace_list_file *which, char *text,
		       struct syscall_trace_fault *fault)
{
	struct trace_pid_list *pids __free(pid_list) = trace_pid_list_alloc();
	bool any = false;
	int ret;

	if (!pids)
		return ERR_PTR(-ENOMEM);
	ret = parse_pids(pids, text, fault, &any);
	if (ret)
		return ERR_PTR(ret);

	return syscall_trace_make_pids(which, any ? &pids : NULL);
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

static void show_wanted_pids(struct seq_file *m, void *data)
{
	show_pids(m, tasks_of(data)->syscall.pids,
		  "# All tasks. Write pids to see these only, and their children and threads\n"
		  "# with options/syscall_follow: echo 42 43 > set_syscall_pid\n");
}

static void show_unwanted_pids(struct seq_file *m, void *data)
{
	show_pids(m, tasks_of(data)->no_pids,
		  "# No task is left out. Write pids to leave these out, and their children and\n"
		  "# threads with options/syscall_follow: echo 42 43 > set_syscall_notrace_pid\n");
}

/* Errors of process_follow_pid, as index into syscall_trace_list_file.errors */
enum {
	NO_PID,
	NO_PROCESS,
	TWO_PIDS,
};

static int parse_followed(char *text, int *pid, struct syscall_trace_fault *fault)
{
	char *word = syscall_trace_next_word(&text), *second;

	*pid = 0;
	if (word && (kstrtoint(word, 0, pid) || *pid < 0))
		return syscall_trace_refuse_word(fault, NO_PID, word);
	second = syscall_trace_next_word(&text);

	return second ? syscall_trace_refuse_word(fault, TWO_PIDS, second) : 0;
}

static void *make_followed(const struct syscall_trace_list_file *which, char *text,
			   struct syscall_trace_fault *fault)
{
	int pid, ret = parse_followed(text, &pid, fault);
	void *layer;

	if (ret)
		return ERR_PTR(ret);
	layer = syscall_trace_follow(which, pid);
	if (layer == ERR_PTR(-ESRCH))
		syscall_trace_refuse_word(fault, NO_PROCESS, skip_spaces(text));

	return layer;
}

static void show_followed_pid(struct seq_file *m, void *data)
{
	struct trace_pid_list *pids = tasks_of(data)->process.pids;
	unsigned int pid;

	seq_printf(m, "%d\n", syscall_file_instance(data)->process.follow);
	if (pids && trace_pid_list_first(pids, &pid))
		seq_puts(m, "# It has ended, and all that descends from it.\n");
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

/*
 * Make a list of users: those of @old, and those that are named. NULL: there are none. @any: the
 * word that means so if it is the only one, or NULL.
 */
static int make_uids(struct syscall_trace_uids **made, const struct syscall_trace_uids *old,
		     char *text, const char *any, struct syscall_trace_fault *fault)
{
	struct syscall_trace_uids *uids __free(kvfree) = NULL;
	unsigned int nr = old ? old->nr : 0;
	char *word, *rest;

	*made = NULL;
	uids = kvzalloc(struct_size(uids, range, nr + syscall_trace_count_words(text)), GFP_KERNEL);
	if (!uids)
		return -ENOMEM;
	if (old)
		memcpy(uids, old, struct_size(old, range, nr));
	word = syscall_trace_next_word(&text);
	rest = text;
	if (any && word && !strcmp(word, any) && !syscall_trace_next_word(&rest))
		return 0;
	for (; word; word = syscall_trace_next_word(&text)) {
		if (!parse_range(word, &uids->range[nr].first, &uids->range[nr].last))
			return syscall_trace_refuse_word(fault, 0, word);
		nr++;
	}
	uids->nr = nr;
	if (nr)
		*made = no_free_ptr(uids);

	return 0;
}

static int use_uids(struct syscall_trace_uids **place, struct syscall_trace_uids *uids)
{
	int ret = syscall_trace_exchange_list(place, &uids);

	kvfree(uids);

	return ret;
}

static int set_uids(void *data, char *text, bool append,
		    struct syscall_trace_fault *fault)
{
	struct syscall_trace_uids **place = &tasks_of(data)->syscall.uids, *uids;

	return make_uids(&uids, append ? *place : NULL, text, NULL, fault) ?:
	       use_uids(place, uids);
}

static void print_uids(struct seq_file *m, const struct syscall_trace_uids *uids)
{
	unsigned int i;

	for (i = 0; i < uids->nr; i++) {
		seq_printf(m, "%u", uids->range[i].first);
		if (uids->range[i].last != uids->range[i].first)
			seq_printf(m, "-%u", uids->range[i].last);
		seq_putc(m, '\n');
	}
}

static void show_uids(struct seq_file *m, void *data)
{
	if (tasks_of(data)->syscall.uids)
		print_uids(m, tasks_of(data)->syscall.uids);
	else
		seq_puts(m, "# All users. Write ids to see only tasks with these as real user id:\n"
			    "# echo 0 1000-1999 > set_syscall_uid\n");
}

static int set_process_uids(void *data, char *text, bool append,
			    struct syscall_trace_fault *fault)
{
	struct syscall_trace_uids **place = &tasks_of(data)->process.uids, *uids;

	return make_uids(&uids, append ? *place : NULL, text, "-1", fault) ?:
	       use_uids(place, uids);
}

static void show_process_uids(struct seq_file *m, void *data)
{
	if (tasks_of(data)->process.uids)
		print_uids(m, tasks_of(data)->process.uids);
	else
		seq_puts(m, "-1\n");
}

/* ----------------------------------- names -------------------------------- */

/* Errors of names, as index into syscall_trace_list_file.errors */
enum {
	LONG_PATTERN,
	LONG_NAME,
};

static int check_comm(const char *word, struct syscall_trace_fault *fault)
{
	if (strlen(word) >= COMM_PATTERN_MAX)
		return syscall_trace_refuse_word(fault, LONG_PATTERN, word);
	if (strlen(word) >= TASK_COMM_LEN && !strpbrk(word, "*?[\\"))
		return syscall_trace_refuse_word(fault, LONG_NAME, word);

	return 0;
}

static int set_comms(struct syscall_trace_words **place, char *text, bool append,
		     struct syscall_trace_fault *fault)
{
	struct syscall_trace_words *comms;
	int ret;

	ret = syscall_trace_add_words(&comms, append ? *place : NULL, text, check_comm, fault);
	if (ret)
		return ret;
	ret = syscall_trace_exchange_list(place, &comms);
	syscall_trace_free_words(comms);

	return ret;
}

static void show_comms(struct seq_file *m, const struct syscall_trace_words *comms,
		       const char *file)
{
	if (comms)
		syscall_trace_print_words(m, comms);
	else
		seq_printf(m, "# Tasks of all names. Write names to see these only, with ? and * for\n"
			   "# what may stand there: echo 'nginx php-fpm*' > %s\n", file);
}

static int set_syscall_comms(void *data, char *text, bool append,
			     struct syscall_trace_fault *fault)
{
	return set_comms(&tasks_of(data)->syscall.comms, text, append, fault);
}

static void show_syscall_comms(struct seq_file *m, void *data)
{
	show_comms(m, tasks_of(data)->syscall.comms, "set_syscall_comm");
}

static int set_process_comms(void *data, char *text, bool append,
			     struct syscall_trace_fault *fault)
{
	return set_comms(&tasks_of(data)->process.comms, text, append, fault);
}

static void show_process_comms(struct seq_file *m, void *data)
{
	show_comms(m, tasks_of(data)->process.comms, "process_trace_taskcomm_filter");
}

/* ----------------------------------- files -------------------------------- */

#define COMM_ERRORS ((const char *[]) {							\
	[LONG_PATTERN]	= "Longer than any pattern has to be",				\
	[LONG_NAME]	= "Longer than the name of any task, which has 15 bytes at most", \
})

#define PID_LAYERS(list, make_layer)	(&(const struct syscall_trace_list_layers) {		\
	.place		= offsetof(struct syscall_trace_tasks, list),			\
	.keep		= syscall_trace_keep_pids,					\
	.make		= (make_layer),							\
	.unite		= syscall_trace_unite_pids,					\
	.use		= syscall_trace_use_pids,					\
	.drop		= syscall_trace_drop_pids,					\
})

const struct syscall_trace_list_file syscall_trace_task_files[] = {
	{
		.fops	= SYSCALL_TRACE_LIST_FOPS,
		.name	= "set_syscall_pid",
		.errors	= (const char *[]) { "Not a pid" },
		.layers	= PID_LAYERS(syscall.pids, make_pids),
		.show	= show_wanted_pids,
	}, {
		.fops	= SYSCALL_TRACE_LIST_FOPS,
		.name	= "set_syscall_notrace_pid",
		.errors	= (const char *[]) { "Not a pid" },
		.layers	= PID_LAYERS(no_pids, make_pids),
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
		.errors	= COMM_ERRORS,
		.set	= set_syscall_comms,
		.show	= show_syscall_comms,
	}, {
		.fops	= SYSCALL_TRACE_LIST_FOPS,
		.name	= "process_follow_pid",
		.errors	= (const char *[]) {
			[NO_PID]	= "Not a pid, nor 0 for all tasks",
			[NO_PROCESS]	= "There is no process with this pid",
			[TWO_PIDS]	= "Only one process, with all that descends from it",
		},
		.layers	= PID_LAYERS(process.pids, make_followed),
		.single	= true,
		.show	= show_followed_pid,
	}, {
		.fops	= SYSCALL_TRACE_LIST_FOPS,
		.name	= "process_trace_uid_filter",
		.none	= "-1",
		.errors	= (const char *[]) {
			"Not a user id, nor a range as 1000-1999, nor -1 alone for any",
		},
		.set	= set_process_uids,
		.show	= show_process_uids,
	}, {
		.fops	= SYSCALL_TRACE_LIST_FOPS,
		.name	= "process_trace_taskcomm_filter",
		.errors	= COMM_ERRORS,
		.set	= set_process_comms,
		.show	= show_process_comms,
	},
};

const unsigned int syscall_trace_nr_task_files = ARRAY_SIZE(syscall_trace_task_files);

static void free_choice(struct syscall_trace_choice *choice)
{
	if (choice->pids)
		trace_pid_list_free(choice->pids);
	kvfree(choice->uids);
	syscall_trace_free_words(choice->comms);
}

/**
 * syscall_trace_free_tasks - free the lists of an instance
 * @inst: the instance, which is being removed: nobody uses its lists any more
 *
 * Context: task context, may sleep.
 */
void syscall_trace_free_tasks(struct syscall_trace_instance *inst)
{
	struct syscall_trace_tasks *tasks = &inst->tasks;

	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock)
		list_del_init(&tasks->with_pids);
	free_choice(&tasks->syscall);
	free_choice(&tasks->process);
	if (tasks->no_pids)
		trace_pid_list_free(tasks->no_pids);
	syscall_trace_free_cgroups(tasks->cgroups);
	syscall_trace_free_readers(tasks);
}
