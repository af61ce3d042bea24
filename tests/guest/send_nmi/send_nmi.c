// SPDX-License-Identifier: GPL-2.0
/*
 * For tests: sends a processor, whose number is written to the parameter cpu, an NMI of which nobody
 * knows anything.
 */
#include <linux/cpumask.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <asm/apic.h>

static unsigned int cpu;

static int send(const char *text, const struct kernel_param *param)
{
	int ret = param_set_uint(text, param);

	if (ret)
		return ret;
	if (cpu >= nr_cpu_ids || !cpu_online(cpu))
		return -ENODEV;
	apic->send_IPI(cpu, NMI_VECTOR);

	return 0;
}

static const struct kernel_param_ops send_ops = {
	.set	= send,
};

module_param_cb(cpu, &send_ops, &cpu, 0200);
MODULE_PARM_DESC(cpu, "the processor that gets an NMI");

MODULE_DESCRIPTION("Sends an NMI, for tests");
MODULE_LICENSE("GPL");
