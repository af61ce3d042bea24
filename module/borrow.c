// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel does not export. The functions have the names that they have in the kernel, so the tracer
 * calls them as if it were built in. Their prototypes are those of the kernel's headers.
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

/* X(type, name, parameters, arguments) */
#define BORROWED(X)									\
	X(pte_t *, __pte_offset_map, (pmd_t *pmd, unsigned long addr, pmd_t *pmdvalp),	\
	  (pmd, addr, pmdvalp))								\
	X(void *, filemap_get_entry, (struct address_space *mapping, pgoff_t index),	\
	  (mapping, index))								\
	X(struct task_struct *, find_task_by_vpid, (pid_t nr), (nr))			\
	X(struct task_struct *, find_task_by_pid_ns, (pid_t nr, struct pid_namespace *ns), (nr, ns)) \
	X(struct task_struct *, idle_task, (int cpu), (cpu))				\
	X(struct vm_area_struct *, lock_vma_under_rcu,					\
	  (struct mm_struct *mm, unsigned long address), (mm, address))			\
	X(u64, local_clock_noinstr, (void), ())						\
	X(void, netdev_copy_name, (struct net_device *dev, char *name), (dev, name))	\
	X(void, put_task_stack, (struct task_struct *task), (task))			\
	X(bool, vma_is_secretmem, (struct vm_area_struct *vma), (vma))			\
	X(void, fsnotify_destroy_group, (struct fsnotify_group *group), (group))	\
	X(int, task_curr, (const struct task_struct *p), (p))				\
	X(int, task_call_func, (struct task_struct *p, task_call_f func, void *arg), (p, func, arg)) \
	X(struct callback_head *, task_work_cancel_func,				\
	  (struct task_struct *task, task_work_func_t func), (task, func))		\
	X(unsigned int, tracing_gen_ctx_irq_test, (unsigned int irqs_status), (irqs_status)) \
	X(void, trace_find_cmdline, (int pid, char comm[]), (pid, comm))		\
	X(int, trace_find_tgid, (int pid), (pid))					\
	X(void, tracing_record_taskinfo, (struct task_struct *task, int flags), (task, flags)) \
	X(void, tracing_log_err, (struct trace_array *tr, const char *loc, const char *cmd, \
	  const char **errs, u8 type, u16 pos), (tr, loc, cmd, errs, type, pos))	\
	X(bool, ring_buffer_record_is_on, (struct trace_buffer *buffer), (buffer))	\
	X(struct dentry *, tracefs_create_file, (const char *name, umode_t mode,	\
	  struct dentry *parent, void *data, const struct file_operations *fops),	\
	  (name, mode, parent, data, fops))						\
	X(void, tracefs_remove, (struct dentry *dentry), (dentry))			\
	X(struct trace_pid_list *, trace_pid_list_alloc, (void), ())			\
	X(void, trace_pid_list_free, (struct trace_pid_list *list), (list))		\
	X(bool, trace_pid_list_is_set, (struct trace_pid_list *list, unsigned int pid), (list, pid)) \
	X(int, trace_pid_list_set, (struct trace_pid_list *list, unsigned int pid), (list, pid)) \
	X(int, trace_pid_list_clear, (struct trace_pid_list *list, unsigned int pid), (list, pid)) \
	X(int, trace_pid_list_first, (struct trace_pid_list *list, unsigned int *pid), (list, pid)) \
	X(int, trace_pid_list_next, (struct trace_pid_list *list, unsigned int pid,	\
	  unsigned int *next), (list, pid, next))					\
	X(bool, trace_ignore_this_task, (struct trace_pid_list *these,			\
	  struct trace_pid_list *none_of_these, struct task_struct *task),		\
	  (these, none_of_these, task))

#define DEFINE(type, name, parameters, arguments)	\
	DEFINE_STATIC_CALL_NULL(borrow_##name, name);	\
	type name parameters				\
	{						\
		return static_call(borrow_##name) arguments; \
	}

BORROWED(DEFINE)

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
		pr_err("syscall_tracer: this kernel has no %s() that the tracer could call\n", name);

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

	if (find_in_kernel("syscall_trace_begin")) {
		pr_err("syscall_tracer: this kernel has the tracer already\n");
		return -EEXIST;
	}
#define FIND(type, name, parameters, arguments)				\
	address = find(#name);						\
	if (!address)							\
		return -EOPNOTSUPP;					\
	static_call_update(borrow_##name, (typeof(&name))address);
	BORROWED(FIND)
	borrow_tasklist_lock = (rwlock_t *)find("tasklist_lock");
	borrow_taskinfo_save = (bool __percpu *)find("trace_taskinfo_save");

	return borrow_tasklist_lock && borrow_taskinfo_save ? 0 : -EOPNOTSUPP;
}
