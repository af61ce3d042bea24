// SPDX-License-Identifier: GPL-2.0
/*
 * Tracepoints by their names: the kernel does not export most of them.
 */
#include <linux/printk.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "borrow.h"

struct wanted {
	const char		*name;
	struct tracepoint	*point;
};

static void compare(struct tracepoint *point, void *data)
{
	struct wanted *wanted = data;

	if (!strcmp(point->name, wanted->name))
		wanted->point = point;
}

static struct tracepoint *find(const char *name)
{
	struct wanted wanted = { .name = name };

	for_each_kernel_tracepoint(compare, &wanted);
	if (!wanted.point)
		pr_err("syscall_tracer: this kernel has no tracepoint %s\n", name);

	return wanted.point;
}

/**
 * probe_register_prio - let a tracepoint call a function
 * @name: that of the tracepoint
 * @probe: the function
 * @data: its first argument
 * @prio: those with a larger number are called earlier
 *
 * Return: 0 or an error.
 */
int probe_register_prio(const char *name, void *probe, void *data, int prio)
{
	struct tracepoint *point = find(name);

	return point ? tracepoint_probe_register_prio(point, probe, data, prio) : -EOPNOTSUPP;
}

/**
 * probe_unregister - end that
 * @name: that of the tracepoint
 * @probe: the function
 * @data: its first argument
 */
void probe_unregister(const char *name, void *probe, void *data)
{
	struct tracepoint *point = find(name);

	if (point)
		tracepoint_probe_unregister(point, probe, data);
}
