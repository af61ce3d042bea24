/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What differs among the kernels that the module is built for.
 */
#ifndef _MODULE_COMPAT_H
#define _MODULE_COMPAT_H

#include <linux/version.h>

/* Linux 6.13 to 7.1 have not been looked at: no Debian has them. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 1, 0) || \
	(LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0) && \
	 LINUX_VERSION_CODE < KERNEL_VERSION(7, 2, 0)) || \
	LINUX_VERSION_CODE >= KERNEL_VERSION(7, 3, 0)
#error "the module knows the entry code of the kernels 6.1 to 6.12, and 7.2"
#endif

/* tasks.c takes a lock and memory in probes. */
#ifdef CONFIG_PREEMPT_RT
#error "the module is not for kernels with PREEMPT_RT"
#endif

/* Is syscall_trace_enter() in line in the functions at which calls begin? */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(7, 2, 0)
#define COMPAT_ENTER_IS_INLINED
#endif

/* Does it get the number of the call, or did gcc find out that it need not? */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 4, 0)
#define COMPAT_ENTER_HAS_NUMBER
#endif

#ifndef __ASSEMBLY__

#include <linux/fs.h>
#include <linux/fsnotify_backend.h>
#include <linux/ftrace.h>
#include <linux/mm_types.h>
#include <linux/rcupdate.h>
#include <linux/rcupdate_trace.h>
#include <linux/ring_buffer.h>
#include <asm/ibt.h>

#ifdef COMPAT_ENTER_HAS_NUMBER

static inline int compat_register_direct(struct ftrace_ops *ops, unsigned long stub)
{
	return register_ftrace_direct(ops, stub);
}

static inline int compat_unregister_direct(struct ftrace_ops *ops, unsigned long stub)
{
	return unregister_ftrace_direct(ops, stub, true);
}

#else /* !COMPAT_ENTER_HAS_NUMBER */

static inline int compat_register_direct(struct ftrace_ops *ops, unsigned long stub)
{
	return register_ftrace_direct_multi(ops, stub);
}

static inline int compat_unregister_direct(struct ftrace_ops *ops, unsigned long stub)
{
	int ret = unregister_ftrace_direct_multi(ops, stub);

	ftrace_free_filter(ops);

	return ret;
}

#endif /* COMPAT_ENTER_HAS_NUMBER */

/* Kbuild says for whom old/ is. */
#ifdef COMPAT_IS_OLD
#include "old/old.h"

static __always_inline void compat_unlock_commit(struct trace_buffer *buffer,
						 struct ring_buffer_event *event)
{
	ring_buffer_unlock_commit(buffer, event);
}

int tracing_update_buffers(void);

static inline int compat_update_buffers(struct trace_array *tr)
{
	return tracing_update_buffers();
}
#else
static __always_inline void compat_unlock_commit(struct trace_buffer *buffer,
						 struct ring_buffer_event *event)
{
	ring_buffer_unlock_commit(buffer);
}

int tracing_update_buffers(struct trace_array *tr);

static inline int compat_update_buffers(struct trace_array *tr)
{
	return tracing_update_buffers(tr);
}
#endif

/* Does each change of mappings show in something that can be read without a lock? */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0) && defined(CONFIG_PER_VMA_LOCK)
#define COMPAT_MM_TELLS_CHANGES	true

/* An odd number: they are being changed. What was seen under the lock is even. */
static __always_inline unsigned int compat_mm_changes(const struct mm_struct *mm)
{
	return READ_ONCE(mm->mm_lock_seq.sequence);
}
#else
#define COMPAT_MM_TELLS_CHANGES	false

static __always_inline unsigned int compat_mm_changes(const struct mm_struct *mm)
{
	return 0;
}
#endif

/* Whoever is asked before a file is opened */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 10, 0)
#define COMPAT_PRIO_CONTENT	FSNOTIFY_PRIO_CONTENT

static inline int compat_add_sb_mark(struct fsnotify_mark *mark, struct super_block *sb)
{
	return fsnotify_add_mark(mark, sb, FSNOTIFY_OBJ_TYPE_SB, 0);
}
#else
#define COMPAT_PRIO_CONTENT	FS_PRIO_1

static inline int compat_add_sb_mark(struct fsnotify_mark *mark, struct super_block *sb)
{
	return fsnotify_add_mark(mark, &sb->s_fsnotify_marks, FSNOTIFY_OBJ_TYPE_SB, 0, NULL);
}
#endif

/*
 * compat_get_file: let a file, which is still there, stay until fput(). Returns false if it is
 * being closed.
 *
 * compat_is_endbr: may an indirect branch go there?
 *
 * compat_wait_for_looks: wait for each task that has looked at its work bits, until it has called
 * what they lead to. In between it may be preempted, but does not sleep, unless a probe of
 * sys_exit does, which it may from 6.13 on.
 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
static inline bool compat_get_file(struct file *file)
{
	return file_ref_get(&file->f_ref);
}

static inline bool compat_is_endbr(unsigned long address)
{
	return __is_endbr(*(u32 *)address);
}

static inline void compat_wait_for_looks(void)
{
	synchronize_rcu_tasks();
	synchronize_rcu_tasks_trace();
	synchronize_rcu_tasks();
}

/* The tracer's files use the names that 6.12 has. A timer's function is set afterwards. */
#define hrtimer_init(timer, clock, mode)	hrtimer_setup(timer, hrtimer_dummy_timeout, clock, mode)
#define system_unbound_wq			system_dfl_wq
#define TWAF_NO_ALLOC				0
#else
static inline bool compat_get_file(struct file *file)
{
	return atomic_long_inc_not_zero(&file->f_count);
}

static inline bool compat_is_endbr(unsigned long address)
{
	return is_endbr(*(u32 *)address);
}

static inline void compat_wait_for_looks(void)
{
	synchronize_rcu_tasks();
}
#endif
#endif /* !__ASSEMBLY__ */
#endif /* _MODULE_COMPAT_H */
