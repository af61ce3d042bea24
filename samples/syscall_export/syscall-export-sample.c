// SPDX-License-Identifier: GPL-2.0
/*
 * Counts the records of the system call tracer as they are exported.
 *
 *   insmod syscall-export-sample.ko exports=2
 *   echo syscall > /sys/kernel/tracing/current_tracer
 *   grep . /sys/module/syscall_export_sample/parameters/*
 *   echo 0 > /sys/module/syscall_export_sample/parameters/exports
 */
#include <linux/atomic.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/syscall_trace_export.h>
#include <linux/trace.h>

#define MOST_EXPORTS	8

/**
 * struct sample - an export
 * @export: what is registered
 * @listens: from before it is registered until it has been unregistered
 */
struct sample {
	struct trace_export	export;
	bool			listens;
};

static struct sample samples[MOST_EXPORTS];
static unsigned int nr_exports;
static unsigned int nr_wanted;
static bool is_live;
static DEFINE_MUTEX(samples_lock);

/* By kind of the record, the last one: something else. */
static atomic_long_t records[SYSCALL_TRACE_EXPORT_NR_KINDS + 1];
static atomic_long_t bytes;
/* Records that an export got after it had been unregistered */
static atomic_long_t late;

/*
 * Called with preemption disabled, where the tracer writes a record: perhaps with the run
 * queue's lock held. It may not sleep, wake up anybody or take a lock that is held elsewhere
 * with interrupts on.
 */
static void count_record(struct trace_export *export, const void *buf, unsigned int len)
{
	struct sample *sample = container_of(export, struct sample, export);
	struct syscall_trace_export desc;
	unsigned int kind = SYSCALL_TRACE_EXPORT_NR_KINDS;

	if (!READ_ONCE(sample->listens))
		atomic_long_inc(&late);
	if (syscall_trace_describe_export(buf, len, &desc))
		kind = desc.kind;
	atomic_long_inc(&records[kind]);
	atomic_long_add(len, &bytes);
}

static int begin(struct sample *sample)
{
	int ret;

	sample->export.write = count_record;
	sample->export.flags = TRACE_EXPORT_SYSCALL;
	WRITE_ONCE(sample->listens, true);
	ret = register_ftrace_export(&sample->export);
	if (ret)
		WRITE_ONCE(sample->listens, false);

	return ret;
}

static void end(struct sample *sample)
{
	unregister_ftrace_export(&sample->export);
	WRITE_ONCE(sample->listens, false);
}

static int set_number(unsigned int wanted)
{
	int ret;

	guard(mutex)(&samples_lock);
	while (nr_exports > wanted)
		end(&samples[--nr_exports]);
	while (nr_exports < wanted) {
		ret = begin(&samples[nr_exports]);
		if (ret)
			return ret;
		nr_exports++;
	}

	return 0;
}

/* What is set while the module is being loaded takes effect when nothing can fail any more. */
static int set_exports(const char *val, const struct kernel_param *kp)
{
	unsigned int wanted;
	int ret;

	ret = kstrtouint(val, 0, &wanted);
	if (ret)
		return ret;
	if (wanted > MOST_EXPORTS)
		return -ERANGE;
	nr_wanted = wanted;

	return is_live ? set_number(wanted) : 0;
}

static const struct kernel_param_ops exports_ops = {
	.set = set_exports,
	.get = param_get_uint,
};
module_param_cb(exports, &exports_ops, &nr_exports, 0644);
MODULE_PARM_DESC(exports, "how many exports are registered, at most 8");

static int get_counter(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%ld\n", atomic_long_read(kp->arg));
}

static const struct kernel_param_ops counter_ops = { .get = get_counter };

module_param_cb(calls, &counter_ops, &records[SYSCALL_TRACE_EXPORT_CALL], 0444);
module_param_cb(entries, &counter_ops, &records[SYSCALL_TRACE_EXPORT_ENTER], 0444);
module_param_cb(exits, &counter_ops, &records[SYSCALL_TRACE_EXPORT_EXIT], 0444);
module_param_cb(tasks, &counter_ops, &records[SYSCALL_TRACE_EXPORT_TASK], 0444);
module_param_cb(others, &counter_ops, &records[SYSCALL_TRACE_EXPORT_NR_KINDS], 0444);
module_param_cb(bytes, &counter_ops, &bytes, 0444);
module_param_cb(late, &counter_ops, &late, 0444);

/* Every export twice, one that is not registered, and one without .write: all refused? */
static int check_refusals(const char *val, const struct kernel_param *kp)
{
	struct trace_export nothing = { .flags = TRACE_EXPORT_SYSCALL };
	unsigned int i;

	guard(mutex)(&samples_lock);
	for (i = 0; i < nr_exports; i++) {
		if (register_ftrace_export(&samples[i].export) != -EBUSY)
			return -EIO;
	}
	if (!unregister_ftrace_export(&nothing))
		return -EIO;

	/* The kernel warns of this one. */
	return register_ftrace_export(&nothing) ? 0 : -EIO;
}

static const struct kernel_param_ops refusals_ops = { .set = check_refusals };
module_param_cb(check_refusals, &refusals_ops, NULL, 0200);

static int __init sample_init(void)
{
	int ret = set_number(nr_wanted);

	if (ret)
		set_number(0);
	is_live = !ret;

	return ret;
}

static void __exit sample_exit(void)
{
	set_number(0);
}

module_init(sample_init);
module_exit(sample_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Counts exported system calls");
