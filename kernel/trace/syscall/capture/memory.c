// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: reads the memory of the current task, for captures.
 *
 * Tracing must not make a call wait for another process, use up memory, or read a device,
 * if the call itself would not. So memory that is mapped is read without a page fault.
 * Pages that a fault would only map are copied from the page cache, and anonymous memory
 * that nobody has touched reads as zeroes. Only pages in swap or on a disk are faulted in,
 * if there is enough free memory: such a fault waits for nobody but the kernel. The
 * mapping is locked all the time, so that it cannot be replaced meanwhile. If another thread
 * holds that lock, only what is mapped is read. Memory that cannot be read in this way is left
 * out, and the blob marked.
 */
#include <linux/highmem.h>
#include <linux/hugetlb.h>
#include <linux/magic.h>
#include <linux/memcontrol.h>
#include <linux/mm.h>
#include <linux/mmu_context.h>
#include <linux/pagemap.h>
#include <linux/sched/signal.h>
#include <linux/secretmem.h>
#include <linux/shmem_fs.h>
#include <linux/syscall_trace.h>
#include <linux/uaccess.h>
#include <linux/userfaultfd_k.h>

#include "../refusals.h"
#include "devices.h"
#include "memory.h"

/* How often a fault is begun anew because the kernel dropped the locks. */
#define FAULTS_MAX	4

#define FAULT_FLAGS	(FAULT_FLAG_ALLOW_RETRY | FAULT_FLAG_KILLABLE)

/*
 * Pages that must be free before one is faulted in. A fault takes fewer, for a page table
 * and for readahead; but cgroups are charged in batches, and others allocate, too.
 */
#define FAULT_ROOM	(SZ_1M / PAGE_SIZE)

/*
 * The result of an attempt to copy. If negative: -EFAULT, the task itself cannot read
 * there; -EAGAIN, it cannot be read now, or not without waiting for others.
 */
enum {
	COPIED,
	TO_BE_FAULTED,
	FAULTED,
};

/* Part of a page that could not simply be read. */
struct missing {
	unsigned long	addr;
	size_t		size;
	void		*to;
};

/* Is the entry of the page table empty, without even a swap entry? */
static bool is_unmapped(struct mm_struct *mm, unsigned long addr)
{
	pgd_t *pgd = pgd_offset(mm, addr);
	bool unmapped = false;
	pmd_t pmdval;
	p4d_t *p4d;
	pud_t *pud;
	pmd_t *pmd;
	pte_t *pte;

	if (pgd_none(*pgd))
		return true;
	p4d = p4d_offset(pgd, addr);
	if (p4d_none(*p4d))
		return true;
	pud = pud_offset(p4d, addr);
	if (pud_none(*pud))
		return true;
	if (pud_leaf(*pud))
		return false;
	pmd = pmd_offset(pud, addr);
	pmdval = pmdp_get_lockless(pmd);
	if (pmd_none(pmdval))
		return true;
	if (!pmd_present(pmdval) || pmd_leaf(pmdval))
		return false;
	pte = pte_offset_map(pmd, addr);
	if (pte) {
		/* sparse does not see that pte_offset_map() takes the RCU read lock. */
		__acquire(RCU);
		unmapped = pte_none(ptep_get(pte));
		pte_unmap(pte);
	}

	return unmapped;
}

/* Is the page cache the only copy of a file, so that a page it lacks is a hole? */
static bool is_in_memory(struct address_space *mapping)
{
	return shmem_mapping(mapping) || mapping->host->i_sb->s_magic == RAMFS_MAGIC;
}

/* Copy part of a file's page that is not mapped, if it is in the page cache. */
static int copy_cached(struct vm_area_struct *vma, const struct missing *missing)
{
	struct address_space *mapping = vma->vm_file->f_mapping;
	pgoff_t index = linear_page_index(vma, missing->addr);
	loff_t pos = ((loff_t)index << PAGE_SHIFT) + offset_in_page(missing->addr);
	struct folio *folio;
	int ret = TO_BE_FAULTED;

	if (index >= DIV_ROUND_UP(i_size_read(mapping->host), PAGE_SIZE))
		return -EFAULT;
	folio = filemap_get_entry(mapping, index);
	if (!folio && is_in_memory(mapping)) {
		/* A fault would fill the hole, and use up memory. */
		memset(missing->to, 0, missing->size);
		return COPIED;
	}
	if (!folio || xa_is_value(folio))
		return TO_BE_FAULTED;

	if (folio->mapping == mapping && folio_test_uptodate(folio) &&
	    !PageHWPoison(folio_page(folio, index - folio->index))) {
		memcpy_from_folio(missing->to, folio, pos - folio_pos(folio), missing->size);
		ret = COPIED;
	}
	folio_put(folio);

	return ret;
}

/*
 * Is the file in memory, in swap or on a disk? A server of a network file system, or of
 * FUSE, may take as long as it likes to provide a page.
 */
static bool is_local(struct address_space *mapping)
{
	const struct super_block *sb = mapping->host->i_sb;

	return shmem_mapping(mapping) ||
	       (sb->s_type->fs_flags & FS_REQUIRES_DEV && sb->s_magic != FUSE_SUPER_MAGIC);
}

#ifdef CONFIG_MEMCG
static bool has_room(struct page_counter *counter)
{
	unsigned long limit = min(READ_ONCE(counter->max), READ_ONCE(counter->high));
	unsigned long used = page_counter_read(counter);

	return used < limit && limit - used > FAULT_ROOM;
}

/*
 * A task that reaches a limit of its cgroup is throttled or killed. In version 2, memsw is
 * a counter of swap alone, which a fault only lowers.
 */
static bool cgroups_have_room(struct mm_struct *mm)
{
	bool with_swap = !cgroup_subsys_on_dfl(memory_cgrp_subsys);
	struct mem_cgroup *memcg = get_mem_cgroup_from_mm(mm), *each;

	for (each = memcg; each; each = parent_mem_cgroup(each)) {
		if (!has_room(&each->memory) || (with_swap && !has_room(&each->memsw)))
			break;
	}
	mem_cgroup_put(memcg);

	return !each;
}
#else
static bool cgroups_have_room(struct mm_struct *mm)
{
	return true;
}
#endif

/* May a page be faulted in? The call then waits for a disk, but for nothing else. */
static bool may_fault(struct vm_area_struct *vma)
{
	/*
	 * A fault could take long. A signal must not wait for it, nor whoever looks at what a
	 * task is blocked in.
	 */
	if (signal_pending(current) || current->flags & PF_KTHREAD ||
	    (vma->vm_file && !is_local(vma->vm_file->f_mapping)))
		return false;

	return si_mem_available() > (long)FAULT_ROOM && cgroups_have_room(vma->vm_mm);
}

/* Copy part of a page that is not mapped, of anonymous memory or of a regular file. */
static int copy_unmapped(struct vm_area_struct *vma, const struct missing *missing)
{
	int ret = TO_BE_FAULTED;

	if (is_unmapped(vma->vm_mm, missing->addr)) {
		if (vma_is_anonymous(vma)) {
			memset(missing->to, 0, missing->size);
			return COPIED;
		}
		if (vma->vm_file)
			ret = copy_cached(vma, missing);
	}
	if (ret == TO_BE_FAULTED && !may_fault(vma))
		return -EAGAIN;

	return ret;
}

/*
 * Copy what is missing, from a mapping that is locked. Reading memory of devices may have
 * side effects, and secret memory is not mapped in the kernel. With a userfaultfd, another
 * process decides when a fault ends. Huge pages are scarce: the tracer must not take one.
 */
static int copy_missing(struct vm_area_struct *vma, const struct missing *missing)
{
	if (!vma_is_accessible(vma) || !arch_vma_access_permitted(vma, false, false, false))
		return -EFAULT;
	if (vma->vm_flags & (VM_IO | VM_PFNMAP))
		return -EAGAIN;
	if (!syscall_trace_read_resident(missing->to, missing->addr, missing->size))
		return COPIED;
	if (vma->vm_flags & VM_MIXEDMAP || is_vm_hugetlb_page(vma) ||
	    vma_is_secretmem(vma) || userfaultfd_missing(vma) || userfaultfd_minor(vma) ||
	    (vma->vm_file && !S_ISREG(file_inode(vma->vm_file)->i_mode)))
		return -EAGAIN;

	return copy_unmapped(vma, missing);
}

/* The result of a fault; -EBUSY: it needs the lock of all mappings. */
static int fault_result(vm_fault_t fault, unsigned int flags)
{
	if (fault & VM_FAULT_RETRY && flags & FAULT_FLAG_VMA_LOCK)
		return -EBUSY;
	if (fault & VM_FAULT_OOM)
		return -EAGAIN;

	return fault & VM_FAULT_ERROR ? -EFAULT : FAULTED;
}

/* Copy from a locked mapping or fault the page in, and unlock. @flags say which lock it is. */
static int provide_locked(struct vm_area_struct *vma, const struct missing *missing,
			  unsigned int flags)
{
	struct mm_struct *mm = vma->vm_mm;
	int ret = copy_missing(vma, missing);
	vm_fault_t fault = 0;

	if (ret == TO_BE_FAULTED) {
		fault = handle_mm_fault(vma, missing->addr, FAULT_FLAGS | flags, NULL);
		ret = fault_result(fault, flags);
	}
	/* A fault that waits drops the lock. */
	if (fault & (VM_FAULT_RETRY | VM_FAULT_COMPLETED))
		return ret;
	if (flags & FAULT_FLAG_VMA_LOCK)
		vma_end_read(vma);
	else
		mmap_read_unlock(mm);

	return ret;
}

/*
 * Copy what is mapped, while others hold the locks of all mappings, as fork() does. Devices and
 * secret memory have no page that could be had in this way.
 */
static int copy_mapped(const struct missing *missing)
{
	struct page *page;

	if (!get_user_page_fast_only(missing->addr, 0, &page))
		return -EAGAIN;
	memcpy_from_page(missing->to, page, offset_in_page(missing->addr), missing->size);
	put_page(page);

	return COPIED;
}

/* With the lock of all mappings, if it is free: its owner may be waiting for somebody. */
static int provide_with_mm_locked(struct mm_struct *mm, const struct missing *missing,
				  unsigned int flags)
{
	struct vm_area_struct *vma;
	int ret;

	if (!mmap_read_trylock(mm))
		return copy_mapped(missing);

	vma = find_vma(mm, missing->addr);
	if (vma && missing->addr >= vma->vm_start)
		return provide_locked(vma, missing, flags);

	/* A fault could grow the stack. The task may do that, but not the tracer. */
	ret = vma && vma->vm_flags & VM_GROWSDOWN ? -EAGAIN : -EFAULT;
	mmap_read_unlock(mm);

	return ret;
}

/* Copy what is missing. Returns COPIED, -EFAULT or -EAGAIN. */
static int provide(const struct missing *missing)
{
	struct mm_struct *mm = current->mm;
	struct vm_area_struct *vma;
	unsigned int i;
	int ret;

	if (!mm || !access_ok((void __user *)missing->addr, 1))
		return -EFAULT;

	for (i = 0; i < FAULTS_MAX; i++) {
		vma = lock_vma_under_rcu(mm, missing->addr);
		ret = vma ? provide_locked(vma, missing, FAULT_FLAG_VMA_LOCK) : -EBUSY;
		if (ret == -EBUSY)
			ret = provide_with_mm_locked(mm, missing, i ? FAULT_FLAG_TRIED : 0);
		if (ret != FAULTED)
			return ret;
	}

	return -EAGAIN;
}

/* The same, counted if it fails. @absent: set if others would have to provide the memory. */
static int provide_part(unsigned long addr, void *to, size_t size, bool *absent)
{
	struct missing missing = {
		.addr	= untagged_addr(addr),
		.size	= size,
		.to	= to,
	};
	int ret = provide(&missing);

	if (ret == -EAGAIN) {
		*absent = true;
		syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NOT_RESIDENT);
	}

	return ret;
}

static size_t left_of_page(unsigned long addr)
{
	return PAGE_SIZE - offset_in_page(addr);
}

/* Read within a page; returns bytes, at the end, that could not be read. */
static size_t read_part(void *to, unsigned long addr, size_t size, bool *absent)
{
	size_t missing = size;

	if (!syscall_trace_has_devices())
		missing = syscall_trace_read_resident(to, addr, size);

	return missing && provide_part(addr, to, size, absent) ? missing : 0;
}

/* Read a string within a page; returns the length without a NUL, or -EFAULT. */
static long read_part_of_string(void *to, const char __user *str, size_t size, bool *absent)
{
	long len = -EFAULT;

	if (!syscall_trace_has_devices())
		len = syscall_trace_read_resident_string(to, str, size);
	if (len >= 0)
		return len;

	if (provide_part((unsigned long)str, to, size, absent))
		return len;

	len = strnlen(to, size);
	/* What is behind the string is no part of the record. */
	memset(to + len, 0, size - len);

	return len;
}

/**
 * syscall_trace_read_by_page - read memory that is not resident as a whole
 * @to: where to; undefined behind what could be read
 * @addr: the address in user space
 * @size: bytes to read
 * @absent: set if something is missing because it is not resident
 *
 * Context: the task's own, may sleep, but not for anything that others decide.
 * Return: bytes, at the end, that could not be read.
 */
size_t syscall_trace_read_by_page(void *to, unsigned long addr, size_t size, bool *absent)
{
	while (size) {
		size_t part = min(size, left_of_page(addr));
		size_t missing = read_part(to, addr, part, absent);

		if (missing)
			return size - part + missing;
		to += part;
		addr += part;
		size -= part;
	}

	return 0;
}

/**
 * syscall_trace_read - read memory of the current task
 * @to: where to; undefined behind what could be read
 * @addr: the address in user space
 * @size: bytes to read
 *
 * Captures read memory through this function, syscall_trace_copy() or, if it is a
 * string, syscall_trace_copy_string(), and in no other way.
 *
 * Context: as syscall_trace_read_by_page(). If the memory is not resident, and so nothing
 * of the argument is captured, syscall_trace_capture_arg() marks the argument.
 * Return: bytes, at the end, that could not be read.
 */
size_t syscall_trace_read(void *to, unsigned long addr, size_t size)
{
	if (!syscall_trace_has_devices() &&
	    likely(!syscall_trace_read_resident(to, addr, size)))
		return 0;

	return syscall_trace_read_by_page(to, addr, size, &syscall_trace_of(current)->absent);
}

/**
 * syscall_trace_read_longs - read longs or pointers
 * @longs: where to
 * @addr: the address in user space
 * @size: bytes that each of them has there, 4 or 8
 * @nr: number of them
 *
 * Context: as syscall_trace_read().
 * Return: how many could be read.
 */
unsigned int syscall_trace_read_longs(u64 *longs, unsigned long addr, size_t size,
				      unsigned int nr)
{
	const u32 *narrow = (const u32 *)longs;
	unsigned int i;

	nr = (nr * size - syscall_trace_read(longs, addr, nr * size)) / size;
	/* Widened in place, and so from the last one to the first. */
	for (i = nr; size == sizeof(*narrow) && i > 0; i--)
		longs[i - 1] = narrow[i - 1];

	return nr;
}

/**
 * syscall_trace_read_string - read a string that is not resident as a whole
 * @to: where to
 * @str: the string in user space
 * @limit: bytes to read at most
 * @absent: set if something is missing because it is not resident
 *
 * Context: as syscall_trace_read_by_page().
 * Return: the length without a NUL; @limit if there is none; -EFAULT.
 */
long syscall_trace_read_string(void *to, const char __user *str, size_t limit, bool *absent)
{
	size_t done = 0;

	while (done < limit) {
		size_t part = min(limit - done, left_of_page((unsigned long)str + done));
		long len = read_part_of_string(to + done, str + done, part, absent);

		if (len < 0)
			return len;
		done += len;
		if (len < part)
			break;
	}

	return done;
}
