// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel does not export. The functions have the names that they have in the kernel, so
 * the tracer calls them as if it were built in. Their prototypes are those of the kernel's headers.
 */
#include <linux/fsnotify_backend.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/pagemap.h>
#include <linux/printk.h>
#include <linux/sched/clock.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/sched/task_stack.h>
#include <linux/secretmem.h>
#include <linux/static_call.h>
#include <linux/task_work.h>
#include <linux/trace_events.h>
#include <linux/tracefs.h>

#include "borrow.h"
#include "module.h"

bool __percpu *borrow_taskinfo_save;
rwlock_t *borrow_tasklist_lock;
char *borrow_static_temp_buf;
struct mutex *borrow_event_mutex;

#define BORROWED(type, name, parameters, arguments)		\
	DEFINE_STATIC_CALL_NULL(borrow_##name, name);		\
	type name parameters					\
	{							\
		return static_call(borrow_##name) arguments;	\
	}
#include "borrowed.h"
#undef BORROWED

static const struct borrowed {
	const char *name;
	struct static_call_key *key;
	void *trampoline;
} borrowed[] = {
#define BORROWED(type, name, parameters, arguments)					\
	{ #name, &STATIC_CALL_KEY(borrow_##name), STATIC_CALL_TRAMP_ADDR(borrow_##name) },
#include "borrowed.h"
};

/* Where the kernel has it: what is here has the same name. */
static unsigned long find_in_kernel(const char *name)
{
	unsigned long address = address_of(name);

	return within_module(address, THIS_MODULE) ? 0 : address;
}

static unsigned long find(const char *name)
{
	unsigned long address = find_in_kernel(name);

	if (!address)
		pr_err("syscall_tracer: this kernel has no %s, which the tracer needs\n", name);

	return address;
}

/**
 * borrow_start - find what is not exported
 *
 * Return: 0 or an error, which is in the log.
 */
int borrow_start(void)
{
	unsigned long address;
	size_t i;

	if (find_in_kernel("syscall_trace_begin")) {
		pr_err("syscall_tracer: this kernel has the tracer already\n");
		return -EEXIST;
	}
	for (i = 0; i < ARRAY_SIZE(borrowed); i++) {
		address = find(borrowed[i].name);
		if (!address)
			return -EOPNOTSUPP;
		__static_call_update(borrowed[i].key, borrowed[i].trampoline, (void *)address);
	}
	borrow_tasklist_lock = (rwlock_t *)find("tasklist_lock");
	borrow_taskinfo_save = (bool __percpu *)find("trace_taskinfo_save");
	borrow_static_temp_buf = (char *)find("static_temp_buf");
	borrow_event_mutex = (struct mutex *)find("event_mutex");
	if (!borrow_tasklist_lock || !borrow_taskinfo_save || !borrow_static_temp_buf ||
	    !borrow_event_mutex)
		return -EOPNOTSUPP;

	return 0;
}
