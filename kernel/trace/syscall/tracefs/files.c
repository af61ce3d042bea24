// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: its files in the directory of each instance.
 */
#include <linux/seq_file.h>

#include "../choose/calls.h"
#include "../choose/conditions.h"
#include "../choose/tasks.h"
#include "../copy_limits.h"
#include "../instance.h"
#include "../refusals.h"
#include "../stat/stat.h"
#include "../stat/stat_file.h"
#include "../task/numbers.h"
#include "../task/process.h"
#include "file.h"
#include "files.h"
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

static void create_list_file(const struct syscall_trace_list_file *which, void *data,
			     struct dentry *dir)
{
	syscall_file_create(which->name, TRACE_MODE_WRITE, dir, data, &which->fops);
}

static void create_number_file(const struct syscall_trace_number_file *which, void *data,
			       struct dentry *dir)
{
	syscall_file_create(which->name, TRACE_MODE_WRITE, dir, data, &which->fops);
}

/**
 * syscall_trace_create_files - create the files of an instance
 * @data: what they are created with, see syscall_file_create()
 * @dir: its directory
 *
 * Context: task context, may sleep.
 */
void syscall_trace_create_files(void *data, struct dentry *dir)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(length_files); i++)
		create_number_file(&length_files[i], data, dir);
	for (i = 0; i < syscall_trace_nr_process_switches; i++)
		create_number_file(&syscall_trace_process_switches[i], data, dir);
	syscall_file_create("process_trace_README", TRACE_MODE_READ, dir, NULL,
			    &syscall_trace_process_readme_fops);
	syscall_stat_init_tracefs(data, dir);
	for (i = 0; i < syscall_trace_nr_task_files; i++)
		create_list_file(&syscall_trace_task_files[i], data, dir);
	for (i = 0; i < syscall_trace_nr_call_files; i++)
		create_list_file(&syscall_trace_call_files[i], data, dir);
	create_list_file(&syscall_trace_filter_file, data, dir);
	if (IS_ENABLED(CONFIG_CGROUPS))
		create_list_file(&syscall_trace_cgroup_file, data, dir);
}

/**
 * syscall_trace_create_shared_files - create the files that all instances share
 * @dir: the directory of the first one
 *
 * Context: task context, may sleep.
 */
void syscall_trace_create_shared_files(struct dentry *dir)
{
	syscall_file_create("syscall_refusals", TRACE_MODE_WRITE, dir, NULL,
			    &syscall_trace_refusals_fops);
	if (IS_ENABLED(CONFIG_PID_NS))
		syscall_file_create("syscall_pids", TRACE_MODE_READ, dir, NULL,
				    &syscall_trace_pids_fops);
	syscall_file_create("available_syscalls", TRACE_MODE_READ, dir, NULL,
			    &syscall_trace_available_fops);
	syscall_file_create("syscall_table", TRACE_MODE_READ, dir, NULL,
			    &syscall_trace_table_fops);
}
