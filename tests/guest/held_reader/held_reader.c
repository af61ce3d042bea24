// SPDX-License-Identifier: GPL-2.0
/*
 * Holds a reader of trace_pipe while it looks for the next record: when it has consumed one, before it looks at
 * CPU 1. So what happens on other CPUs meanwhile, happens on CPU 0 behind it, and on CPU 1 in front of it.
 */
#include <linux/delay.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/sched.h>

/* Where it is held */
#define CPU		1
/* A test that fails must not keep the processor for ever. */
#define MOST_MS		20000

static int reader;
module_param(reader, int, 0600);
MODULE_PARM_DESC(reader, "the task that is to be held once; 0: none");

static bool held;
module_param(held, bool, 0600);
MODULE_PARM_DESC(held, "it is; N lets it go on");

static bool has_consumed;

static int note_consumption(struct kprobe *probe, struct pt_regs *regs)
{
	if (current->pid == READ_ONCE(reader))
		has_consumed = true;

	return 0;
}

static int hold(struct kprobe *probe, struct pt_regs *regs)
{
	int ms = 0;

	if (current->pid != READ_ONCE(reader) || !has_consumed ||
	    regs_get_kernel_argument(regs, 1) != CPU)
		return 0;
	has_consumed = false;
	WRITE_ONCE(reader, 0);
	WRITE_ONCE(held, true);
	while (READ_ONCE(held) && ms++ < MOST_MS)
		mdelay(1);

	return 0;
}

static struct kprobe consumes = {
	.symbol_name	= "ring_buffer_consume",
	.pre_handler	= note_consumption,
};

static struct kprobe looks = {
	.symbol_name	= "ring_buffer_empty_cpu",
	.pre_handler	= hold,
};

static struct kprobe *probes[] = { &consumes, &looks };

static int __init held_reader_init(void)
{
	return register_kprobes(probes, ARRAY_SIZE(probes));
}

static void __exit held_reader_exit(void)
{
	unregister_kprobes(probes, ARRAY_SIZE(probes));
}

module_init(held_reader_init);
module_exit(held_reader_exit);
MODULE_DESCRIPTION("Holds a reader of trace_pipe between two CPUs");
MODULE_LICENSE("GPL");
