// SPDX-License-Identifier: GPL-2.0
/*
 * What a trace point of ktrace costs, beside a trace event with the same fields and
 * trace_printk(). Reading /sys/module/ktrace_bench/parameters/cycles runs each of them, and
 * prints the ticks of the machine's counter that a pass takes, without those of the loop.
 * Each is measured as it is switched on or off at that time.
 */
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/ktrace.h>
#include <linux/module.h>
#include <linux/timex.h>

#define CREATE_TRACE_POINTS
#include "ktrace-bench.h"

/* In a pass, few enough for a buffer; of passes, the best is taken. */
#define PASSES	20
#define TIMES	50

/* Not known when this is compiled. */
static int number = 42;
static unsigned long size = 4096;
static char string[] = "a string of 26 characters!";

#define MEASURE(statement)						\
({									\
	unsigned long best = ULONG_MAX, flags;				\
	int pass, i;							\
									\
	for (pass = 0; pass < PASSES; pass++) {				\
		cycles_t begin, end;					\
									\
		local_irq_save(flags);					\
		begin = get_cycles();					\
		for (i = 0; i < TIMES; i++) {				\
			OPTIMIZER_HIDE_VAR(i);				\
			statement;					\
		}							\
		end = get_cycles();					\
		local_irq_restore(flags);				\
		best = min_t(unsigned long, best, end - begin);		\
	}								\
	best;								\
})

static noinline unsigned long measure_loop(void)
{
	return MEASURE(barrier());
}

static noinline unsigned long measure_ktrace_numbers(void)
{
	return MEASURE(DO_TRACE(bench_numbers, "number %d size %lu pointer %p", READ_ONCE(number),
				READ_ONCE(size), (void *)&size));
}

static noinline unsigned long measure_ktrace_string(void)
{
	return MEASURE(DO_TRACE(bench_string, "number %d string %s", READ_ONCE(number), string));
}

static noinline unsigned long measure_event_numbers(void)
{
	return MEASURE(trace_ktrace_bench_numbers(READ_ONCE(number), READ_ONCE(size), &size));
}

static noinline unsigned long measure_event_string(void)
{
	return MEASURE(trace_ktrace_bench_string(READ_ONCE(number), string));
}

static noinline unsigned long measure_printk_numbers(void)
{
	return MEASURE(trace_printk("number %d size %lu pointer %p\n", READ_ONCE(number),
				    READ_ONCE(size), (void *)&size));
}

static noinline unsigned long measure_printk_string(void)
{
	return MEASURE(trace_printk("number %d string %s\n", READ_ONCE(number), string));
}

static const struct {
	const char	*name;
	unsigned long	(*measure)(void);
} benches[] = {
	{ "ktrace numbers",		measure_ktrace_numbers },
	{ "trace_event numbers",	measure_event_numbers },
	{ "trace_printk numbers",	measure_printk_numbers },
	{ "ktrace string",		measure_ktrace_string },
	{ "trace_event string",		measure_event_string },
	{ "trace_printk string",	measure_printk_string },
};

static int get_cycles_of_all(char *buffer, const struct kernel_param *kp)
{
	unsigned long loop = measure_loop(), ticks;
	int i, length = 0;

	for (i = 0; i < ARRAY_SIZE(benches); i++) {
		ticks = benches[i].measure();
		ticks = ticks > loop ? ticks - loop : 0;
		length += sysfs_emit_at(buffer, length, "%s %lu\n", benches[i].name,
					DIV_ROUND_CLOSEST(ticks, TIMES));
	}

	return length;
}

static const struct kernel_param_ops cycles_ops = {
	.get = get_cycles_of_all,
};

module_param_cb(cycles, &cycles_ops, NULL, 0400);
MODULE_PARM_DESC(cycles, "Runs the trace points, prints what each of them takes");

MODULE_DESCRIPTION("What trace points of ktrace cost");
MODULE_LICENSE("GPL");
