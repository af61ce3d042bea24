/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Faults for tests/suites/90-broken, which puts this text before the entry hook
 * of a copy of the tracer. The kernel command line picks one: syscall_broken=N.
 */
#include <linux/delay.h>
#include <linux/moduleparam.h>
#include <linux/slab.h>

static int broken;
core_param(syscall_broken, broken, int, 0644);

static DEFINE_SPINLOCK(broken_a);
static DEFINE_SPINLOCK(broken_b);
static int __rcu *broken_rcu;

static noinline void syscall_trace_broken(void)
{
	int fault = xchg(&broken, 0);
	char *p;

	switch (fault) {
	case 1:
		WARN_ON(fault);
		break;
	case 2:
		p = kmalloc(32, GFP_KERNEL);
		kfree(p);
		WRITE_ONCE(p[3], 1);
		break;
	case 3:
		preempt_disable();
		msleep(1);
		preempt_enable();
		break;
	case 4:
		spin_lock(&broken_a);
		spin_lock(&broken_b);
		spin_unlock(&broken_b);
		spin_unlock(&broken_a);
		spin_lock(&broken_b);
		spin_lock(&broken_a);
		spin_unlock(&broken_a);
		spin_unlock(&broken_b);
		break;
	case 5:
		p = (char *)rcu_dereference(broken_rcu);
		break;
	case 6:
		*(volatile int *)8 = fault;
		break;
	}
}

