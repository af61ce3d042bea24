/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What differs among the kernels that the module is built for.
 */
#ifndef _MODULE_COMPAT_H
#define _MODULE_COMPAT_H

#include <linux/version.h>

/*
 * From 6.13 on, a probe of the tracepoint sys_exit may sleep. Then a task may sleep where
 * redirect.c relies on it that none does: between the look at its work bits and the call of
 * user_single_step_report(). Later kernels have a function that is called only if there is work
 * at the exit, syscall_exit_work(), which is to be redirected instead.
 */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 1, 0) || LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
#error "the module knows the entry code of the kernels 6.1 to 6.12"
#endif

/* tasks.c takes a lock and memory in probes. */
#ifdef CONFIG_PREEMPT_RT
#error "the module is not for kernels with PREEMPT_RT"
#endif

/* Does syscall_trace_enter() get the number of the call, or did gcc find out that it need not? */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 4, 0)
#define COMPAT_ENTER_HAS_NUMBER
#endif

#ifndef __ASSEMBLY__

#include <linux/fs.h>
#include <linux/fsnotify_backend.h>
#include <linux/ftrace.h>
#include <linux/mm_types.h>
#include <linux/ring_buffer.h>

#ifdef COMPAT_ENTER_HAS_NUMBER

#define COMPAT_ENTER	"syscall_trace_enter"

static inline int compat_register_direct(struct ftrace_ops *ops, unsigned long stub)
{
	return register_ftrace_direct(ops, stub);
}

static inline void compat_unregister_direct(struct ftrace_ops *ops, unsigned long stub)
{
	unregister_ftrace_direct(ops, stub, true);
}

#else /* !COMPAT_ENTER_HAS_NUMBER */

#define COMPAT_ENTER	"syscall_trace_enter.constprop.0"

static inline int compat_register_direct(struct ftrace_ops *ops, unsigned long stub)
{
	return register_ftrace_direct_multi(ops, stub);
}

static inline void compat_unregister_direct(struct ftrace_ops *ops, unsigned long stub)
{
	unregister_ftrace_direct_multi(ops, stub);
	ftrace_free_filter(ops);
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

/* Let a file, which is still there, stay until fput(). Returns false if it is being closed. */
static inline bool compat_get_file(struct file *file)
{
	return atomic_long_inc_not_zero(&file->f_count);
}
#endif /* !__ASSEMBLY__ */
#endif /* _MODULE_COMPAT_H */
