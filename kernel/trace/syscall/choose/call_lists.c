// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the files set_syscall and set_syscall_notrace.
 */
#include <linux/rculist.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "../instance.h"
#include "../tracefs/file.h"
#include "calls.h"

static struct syscall_trace_calls *calls_of(void *data)
{
	return &syscall_file_instance(data)->calls;
}

static int set_calls(struct syscall_trace_calls *calls, struct syscall_trace_words **place,
		     char *text, bool append, struct syscall_trace_fault *fault)
{
	struct syscall_trace_words *words;
	int ret;

	ret = syscall_trace_add_call_words(&words, append ? *place : NULL, text, fault);
	if (ret)
		return ret;
	swap(*place, words);
	ret = syscall_trace_renew_set(calls);
	if (ret)
		swap(*place, words);
	syscall_trace_free_words(words);

	return ret;
}

static int set_wanted(void *data, char *text, bool append,
		      struct syscall_trace_fault *fault)
{
	return set_calls(calls_of(data), &calls_of(data)->wanted, text, append, fault);
}

static int set_unwanted(void *data, char *text, bool append,
			struct syscall_trace_fault *fault)
{
	return set_calls(calls_of(data), &calls_of(data)->unwanted, text, append, fault);
}

static void show_wanted(struct seq_file *m, void *data)
{
	if (calls_of(data)->wanted)
		syscall_trace_print_words(m, calls_of(data)->wanted);
	else
		seq_puts(m, "# All calls. Write names to see these only, with ? and * for what may stand\n"
			    "# there, classes, ABIs, or what not to see. available_syscalls has all names:\n"
			    "# echo 'openat* %network mmap@64 !recv*' > set_syscall\n");
}

static void show_unwanted(struct seq_file *m, void *data)
{
	if (calls_of(data)->unwanted)
		syscall_trace_print_words(m, calls_of(data)->unwanted);
	else
		seq_puts(m, "# No call is left out. Write names, as to set_syscall, to leave these out:\n"
			    "# echo 'futex %clock' > set_syscall_notrace\n");
}

const struct syscall_trace_list_file syscall_trace_call_files[] = {
	{
		.fops	= SYSCALL_TRACE_LIST_FOPS,
		.name	= "set_syscall",
		.errors	= SYSCALL_TRACE_CALL_ERRORS,
		.set	= set_wanted,
		.show	= show_wanted,
	}, {
		.fops	= SYSCALL_TRACE_LIST_FOPS,
		.name	= "set_syscall_notrace",
		.errors	= SYSCALL_TRACE_CALL_ERRORS,
		.set	= set_unwanted,
		.show	= show_unwanted,
	},
};

const unsigned int syscall_trace_nr_call_files = ARRAY_SIZE(syscall_trace_call_files);

/**
 * syscall_trace_free_calls - free the lists of an instance
 * @inst: the instance, which is being removed: nobody uses its lists any more
 *
 * Context: task context.
 */
void syscall_trace_free_calls(struct syscall_trace_instance *inst)
{
	syscall_trace_free_words(inst->calls.wanted);
	syscall_trace_free_words(inst->calls.unwanted);
	kfree(rcu_dereference_protected(inst->calls.set, true));
}
