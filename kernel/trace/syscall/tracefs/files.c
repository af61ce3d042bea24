// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: its files in the directory of each instance.
 */
#include <linux/seq_file.h>

#include "../../trace.h"
#include "../builtin/names.h"
#include "../choose/calls.h"
#include "../choose/conditions.h"
#include "../choose/tasks.h"
#include "../copy_limits.h"
#include "../loss/losses.h"
#include "../refusals.h"
#include "../stat/stat.h"
#include "../task/process.h"
#include "file.h"
#include "number_file.h"
#include "table_file.h"

static int update_limits(struct syscall_trace_instance *inst)
{
	syscall_trace_update_limits();

	return 0;
}

#define LENGTH_FILE(what, limit) {						\
	.fops	= SYSCALL_TRACE_NUMBER_FOPS,					\
	.name	= "syscall_" #what,						\
	.errors	= (const char *[]) { "Not a number from 0 to " __stringify(limit) }, \
	.field	= offsetof(struct syscall_trace_instance, what),		\
	.max	= (limit),							\
	.update	= update_limits,						\
}

static const struct syscall_trace_number_file length_files[] = {
	LENGTH_FILE(strlen, SYSCALL_TRACE_STRLEN_MAX),
	LENGTH_FILE(datalen, SYSCALL_TRACE_DATALEN_MAX),
};

static void create_list_file(const struct syscall_trace_list_file *which, struct trace_array *tr,
			     struct dentry *dir)
{
	trace_create_file(which->name, TRACE_MODE_WRITE, dir, tr, &which->fops);
}

static void create_number_file(const struct syscall_trace_number_file *which,
			       struct trace_array *tr, struct dentry *dir)
{
	trace_create_file(which->name, TRACE_MODE_WRITE, dir, tr, &which->fops);
}

/**
 * syscall_trace_init_tracefs - create the tracer's files
 * @tr: the instance they belong to; the first one has those that all share
 * @dir: its directory in tracefs
 *
 * Context: task context, may sleep.
 */
void syscall_trace_init_tracefs(struct trace_array *tr, struct dentry *dir)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(length_files); i++)
		create_number_file(&length_files[i], tr, dir);
	for (i = 0; i < syscall_trace_nr_process_switches; i++)
		create_number_file(&syscall_trace_process_switches[i], tr, dir);
	trace_create_file("process_trace_README", TRACE_MODE_READ, dir, NULL,
			  &syscall_trace_process_readme_fops);
	syscall_stat_init_tracefs(tr, dir);
	trace_create_file("syscall_names", TRACE_MODE_READ, dir, tr, &syscall_trace_names_fops);
	for (i = 0; i < syscall_trace_nr_task_files; i++)
		create_list_file(&syscall_trace_task_files[i], tr, dir);
	for (i = 0; i < syscall_trace_nr_call_files; i++)
		create_list_file(&syscall_trace_call_files[i], tr, dir);
	create_list_file(&syscall_trace_filter_file, tr, dir);
	if (IS_ENABLED(CONFIG_CGROUPS))
		create_list_file(&syscall_trace_cgroup_file, tr, dir);
	if (!(tr->flags & TRACE_ARRAY_FL_GLOBAL))
		return;
	trace_create_file("syscall_refusals", TRACE_MODE_WRITE, dir, NULL,
			  &syscall_trace_refusals_fops);
	trace_create_file("available_syscalls", TRACE_MODE_READ, dir, NULL,
			  &syscall_trace_available_fops);
	trace_create_file("syscall_table", TRACE_MODE_READ, dir, NULL,
			  &syscall_trace_table_fops);
}
