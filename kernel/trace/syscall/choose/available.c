// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: available_syscalls, the file of all calls and classes.
 */
#include <linux/seq_file.h>

#include "../tracefs/file.h"
#include "calls.h"

static void show_classes(struct seq_file *m, const struct syscall_trace_call *call)
{
	u32 classes = call ? syscall_trace_classes_of[call - syscall_trace_calls] : 0;
	unsigned int i;

	for (i = 0; i < syscall_trace_nr_classes; i++) {
		if (classes & BIT(i))
			seq_printf(m, " %%%s", syscall_trace_classes[i].name);
	}
	seq_putc(m, '\n');
}

static void show_available_abi(struct seq_file *m, unsigned int abi)
{
	const struct syscall_trace_abi *desc = &syscall_trace_abis[abi];
	const struct syscall_trace_slot *slot;
	unsigned int nr, i;

	for (nr = 0; nr < desc->nr_slots; nr++) {
		slot = &desc->slots[nr];
		if (!slot->name)
			continue;
		seq_printf(m, "%s %u %s", desc->name, nr, slot->name);
		show_classes(m, slot->call);
		for (i = 0; i < syscall_trace_nr_named(slot->call); i++) {
			seq_printf(m, "%s %u %s", desc->name, nr,
				   syscall_trace_case_name(slot->call, i));
			show_classes(m, slot->call);
		}
	}
}

static int show_available(struct seq_file *m, void *v)
{
	unsigned int i;

	seq_puts(m, "# Calls: ABI, number, name, classes. A name in set_syscall means all ABIs, NAME@ABI\n"
		    "# one. Calls of one number are cases of the first one. Classes:\n");
	for (i = 0; i < syscall_trace_nr_classes; i++)
		seq_printf(m, "#   %%%-10s%s\n", syscall_trace_classes[i].name,
			   syscall_trace_classes[i].text);
	for (i = 0; i < SYSCALL_TRACE_NR_ABIS; i++)
		show_available_abi(m, i);

	return 0;
}

static int open_available(struct inode *inode, struct file *file)
{
	return syscall_file_get(NULL) ?: single_open(file, show_available, NULL);
}

const struct file_operations syscall_trace_available_fops = {
	.owner		= THIS_MODULE,
	.open		= open_available,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= single_release,
};
