// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the switches that say what the tracer process records, and its README.
 */
#include <linux/kernel.h>

#include "../control.h"
#include "../instance.h"
#include "../run.h"
#include "../stat/stat.h"
#include "../stat/tables.h"
#include "../tracefs/file.h"
#include "process.h"
#include "task_events.h"

/* What is off is not even watched. */
static int update_events(struct syscall_trace_instance *inst)
{
	return syscall_trace_watch_tasks();
}

static int update_times(struct syscall_trace_instance *inst)
{
	syscall_trace_set_run(syscall_trace_current_run);

	return syscall_stat_update();
}

#define SWITCH(what, changed) {						\
	.fops	= SYSCALL_TRACE_NUMBER_FOPS,				\
	.name	= "process_trace_" #what,				\
	.errors	= (const char *[]) { "Neither 0 nor 1" },		\
	.field	= offsetof(struct syscall_trace_instance, process.what), \
	.max	= 1,							\
	.update	= (changed),						\
}

const struct syscall_trace_number_file syscall_trace_process_switches[] = {
	SWITCH(syscalls, syscall_trace_switch_calls),
	SWITCH(stats, syscall_trace_switch_calls),
	SWITCH(times, update_times),
	SWITCH(signals, update_events),
	SWITCH(lifecycle, update_events),
};

const unsigned int syscall_trace_nr_process_switches = ARRAY_SIZE(syscall_trace_process_switches);

static const char readme[] =
	"The tracer process shows the life of processes: their system calls, the signals they\n"
	"get, and when they fork, execute a program and exit.\n"
	"\n"
	"  # echo 1234 > process_follow_pid      process 1234 and all that descends from it\n"
	"  # echo process > " SYSCALL_HOME_TRACER "       begin\n"
	"  # cat trace_pipe                      watch; or read trace later\n"
	"  # echo nop > " SYSCALL_HOME_TRACER "           end, and empty the trace\n"
	"\n"
	"To see all of a command, let a shell follow itself and become that command:\n"
	"\n"
	"  # sh -c 'echo $$ > process_follow_pid; echo process > " SYSCALL_HOME_TRACER
	"; exec make -C /src'\n"
	"\n"
	"Whom it traces. Only those who meet all three conditions:\n"
	"\n"
	"  process_follow_pid             a process, its threads, children, children of these and\n"
	"                                 so on, those that run already and new ones; 0: all\n"
	"  process_trace_uid_filter       a user by number, or a range as 1000-1999; -1: any\n"
	"  process_trace_taskcomm_filter  names of tasks, with ? and * for what may stand there:\n"
	"                                 echo 'make cc*' > process_trace_taskcomm_filter\n"
	"                                 empty: any\n"
	"\n"
	"What it records of them. 1: yes; 0: no, and this costs nothing any more:\n"
	"\n"
	"  process_trace_syscalls         system calls, with arguments and results\n"
	"  process_trace_signals          signals that they get, or ignore\n"
	"  process_trace_lifecycle        fork, clone, exec, exit\n"
	"  process_trace_times            how long calls take\n"
	"\n"
	"process_trace_stats counts calls in syscall_stats instead. It can be set beside\n"
	"process_trace_syscalls or without it.\n"
	"\n"
	"Each instance (mkdir instances/NAME) has these files for itself. They can be changed at\n"
	"any time, and keep what they have while another tracer is chosen. What is refused changes\n"
	"nothing, and error_log tells why. Which calls: set_syscall. How much of these is shown:\n"
	"syscall_strlen, syscall_datalen, options/syscall_*.\n"
	"\n"
	"Documentation/trace/syscall.rst tells more.\n";

static ssize_t readme_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	return simple_read_from_buffer(buf, count, ppos, readme, sizeof(readme) - 1);
}

static int readme_open(struct inode *inode, struct file *file)
{
	return syscall_file_get(NULL);
}

const struct file_operations syscall_trace_process_readme_fops = {
	.owner		= THIS_MODULE,
	.open	= readme_open,
	.read	= readme_read,
	.llseek	= generic_file_llseek,
};
