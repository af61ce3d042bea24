/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What kernels like 6.1 have not, by the names that 6.12 has for it.
 */
#ifndef _MODULE_OLD_H
#define _MODULE_OLD_H

#include <linux/bitmap.h>
#include <linux/cleanup.h>
#include <linux/highmem.h>
#include <linux/mm.h>
#include <linux/netdevice.h>
#include <linux/pagemap.h>
#include <linux/path.h>
#include <linux/ring_buffer.h>
#include <linux/sched/signal.h>
#include <linux/sched/clock.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/string.h>

struct linux_binprm;

/* --------------------------------- memory --------------------------------- */

/* Mappings have no locks of their own. Then the lock of all is taken, if it is free. */
#define FAULT_FLAG_VMA_LOCK	0

static inline struct vm_area_struct *lock_vma_under_rcu(struct mm_struct *mm, unsigned long address)
{
	return NULL;
}

static inline void vma_end_read(struct vm_area_struct *vma)
{
}

static inline pmd_t pmdp_get_lockless(pmd_t *pmdp)
{
	return READ_ONCE(*pmdp);
}

static inline void *filemap_get_entry(struct address_space *mapping, pgoff_t index)
{
	return __filemap_get_folio(mapping, index, FGP_ENTRY, 0);
}

/* @len bytes within a page */
static inline void memcpy_from_folio(char *to, struct folio *folio, size_t offset, size_t len)
{
	memcpy_from_page(to, folio_page(folio, offset >> PAGE_SHIFT), offset_in_page(offset), len);
}

/* --------------------------------- tracing -------------------------------- */

#define TRACE_SEQ_BUFFER_SIZE	PAGE_SIZE

/* A page less its head and that of an event, which may have a time stamp in front of it */
static inline size_t ring_buffer_max_event_size(struct trace_buffer *buffer)
{
	return PAGE_SIZE - 16 - 2 * sizeof(u32) - sizeof(u64);
}

static inline u64 local_clock_noinstr(void)
{
	return local_clock();
}

/* ---------------------------------- cleanup ------------------------------- */

#define retain_and_null_ptr(p)	((void)no_free_ptr(p))

DEFINE_FREE(bitmap, unsigned long *, if (_T) bitmap_free(_T))
DEFINE_FREE(kvfree, void *, if (_T) kvfree(_T))
DEFINE_GUARD(read_lock, rwlock_t *, read_lock(_T), read_unlock(_T))
DEFINE_GUARD(task_lock, struct task_struct *, task_lock(_T), task_unlock(_T))

/* ---------------------------------- others -------------------------------- */

/* The size may be missing. */
#define strscpy(to, from, size...)	\
	CONCATENATE(old_strscpy, COUNT_ARGS(size))(to, from, ##size)
#define old_strscpy0(to, from)		old_strscpy1(to, from, sizeof(to))
#define old_strscpy1(to, from, size)	((strscpy)(to, from, size))

/*
 * Theirs wants to know the old size. This one does not give what is contiguous only in virtual
 * memory: for a megabyte at most, which few ask for.
 */
#define kvrealloc(p, size, flags)	krealloc(p, size, (flags) | __GFP_NOWARN)

static inline void *kvmemdup(const void *from, size_t len, gfp_t flags)
{
	void *to = kvmalloc(len, flags);

	return to ? memcpy(to, from, len) : NULL;
}

/* Callbacks are not put off. */
#define call_rcu_hurry(head, function)	call_rcu(head, function)

/* task_work_add() never allocates memory. */
#define TWAF_NO_ALLOC	0

/* exec.c, in place of a tracepoint */
typedef void (*old_exec_probe)(void *data, struct task_struct *task, struct linux_binprm *bprm);
int old_watch_exec(old_exec_probe probe, void *data);
void old_unwatch_exec(old_exec_probe probe, void *data);

/* The only kernel threads with a program's memory */
#define PF_USER_WORKER	PF_IO_WORKER

#define try_cmpxchg_local(place, old, new)				\
({									\
	typeof(place) cmpxchg_place = (place), cmpxchg_old = (old);	\
	typeof(*cmpxchg_place) cmpxchg_expected = *cmpxchg_old;		\
									\
	*cmpxchg_old = cmpxchg_local(cmpxchg_place, cmpxchg_expected, new); \
	likely(*cmpxchg_old == cmpxchg_expected);			\
})

/* The device may be renamed meanwhile. */
static inline void netdev_copy_name(struct net_device *dev, char *name)
{
	do {
		memcpy(name, dev->name, IFNAMSIZ);
		smp_rmb(); /* both reads must see the same name */
		name[IFNAMSIZ - 1] = '\0';
	} while (strncmp(name, dev->name, IFNAMSIZ));
}

/* Exported, but in no header */
int vfs_path_lookup(struct dentry *dentry, struct vfsmount *mnt, const char *name,
		    unsigned int flags, struct path *path);

#endif /* _MODULE_OLD_H */
