// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: what "ftrace=syscall" traces: kernel parameters that stand for the files
 * of the first instance.
 */
#include <linux/init.h>
#include <linux/moduleparam.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../trace.h"
#include "../choose/calls.h"
#include "../choose/conditions.h"
#include "../choose/tasks.h"
#include "boot.h"

#undef MODULE_PARAM_PREFIX
#define MODULE_PARAM_PREFIX "syscall_trace."

/* Their values, which are there before any memory can be had. */
static char *pid, *uid, *comm, *calls, *filter;

module_param(pid, charp, 0);
module_param(uid, charp, 0);
module_param(comm, charp, 0);
module_param(calls, charp, 0);
module_param(filter, charp, 0);

static const struct syscall_trace_list_file * __init
find_file(const struct syscall_trace_list_file *files, unsigned int nr, const char *name)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (!strcmp(files[i].name, name))
			return &files[i];
	}

	return NULL;
}

/* @separator stands between words or lines, where the file has a blank or a new line. */
static void __init set_list(const struct syscall_trace_list_file *file, const char *value,
			    char separator)
{
	const char *error = "No memory", *where = value;
	char *text;

	if (!value || WARN_ON_ONCE(!file))
		return;
	/* The test would look for calls that the list leaves out. */
	disable_tracing_selftest("lists of the system call tracer");
	text = kstrdup(value, GFP_KERNEL);
	if (text)
		error = syscall_trace_set_list(file, top_trace_array(),
					       strreplace(text, separator, '\n'), &where);
	if (error)
		pr_warn("syscall_trace: \"%s\" is refused for %s, at \"%.*s\": %s\n", value,
			file->name, (int)strcspn(where, "\n"), where, error);
	kfree(text);
}

/**
 * syscall_trace_set_boot_lists - set the lists that are in the kernel's command line
 *
 * Context: task context, before the tracer is registered, which may switch it on.
 */
void __init syscall_trace_set_boot_lists(void)
{
	const struct syscall_trace_list_file *tasks = syscall_trace_task_files;
	unsigned int nr = syscall_trace_nr_task_files;

	set_list(find_file(tasks, nr, "set_syscall_pid"), pid, ',');
	set_list(find_file(tasks, nr, "set_syscall_uid"), uid, ',');
	set_list(find_file(tasks, nr, "set_syscall_comm"), comm, ',');
	set_list(find_file(syscall_trace_call_files, syscall_trace_nr_call_files, "set_syscall"),
		 calls, ',');
	set_list(&syscall_trace_filter_file, filter, ';');
}
