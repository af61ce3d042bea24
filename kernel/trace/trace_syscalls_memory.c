// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: reads the memory of the current task, for captures.
 *
 * A traced call must not wait for what it would not have waited for itself: one that
 * fails at once fails at once. So memory that is there is read without a page fault.
 * Memory that is not there is faulted in only if the kernel alone decides when that
 * ends, and with the locks of the mapping held, so that it cannot become another one
 * meanwhile. What is not to be had in this way is left out, and marked so.
 */
#include <linux/magic.h>
#include <linux/mm.h>
#include <linux/pagemap.h>
#include <linux/sched/signal.h>
#include <linux/uaccess.h>
#include <linux/userfaultfd_k.h>

#include "trace_syscalls.h"

/* How often a fault is begun anew because the kernel dropped the locks. */
#define FAULTS_MAX	4

/* Can the page be mapped without asking the file system for it? */
static bool is_cached(struct vm_area_struct *vma, unsigned long addr)
{
	struct folio *folio = filemap_get_folio(vma->vm_file->f_mapping,
						linear_page_index(vma, addr));
	bool cached;

	if (IS_ERR(folio))
		return false;
	/* The mark of readahead would have more read, and maybe waited for. */
	cached = folio_test_uptodate(folio) && !folio_test_locked(folio) &&
		 !folio_test_readahead(folio);
	folio_put(folio);

	return cached;
}

/*
 * How a fault may be handled; negative: not at all. Memory of devices may do anything
 * when it is read. A userfaultfd and a file system in user space are others who decide
 * when the fault ends.
 */
static int fault_flags(struct vm_area_struct *vma, unsigned long addr)
{
	const int wait = FAULT_FLAG_ALLOW_RETRY | FAULT_FLAG_KILLABLE;
	const struct inode *inode;

	if (!vma_is_accessible(vma))
		return -EFAULT;
	if (vma->vm_flags & (VM_IO | VM_PFNMAP | VM_MIXEDMAP) ||
	    userfaultfd_missing(vma) || userfaultfd_minor(vma))
		return -EAGAIN;
	if (vma_is_anonymous(vma) || !vma->vm_file)
		return wait;

	inode = file_inode(vma->vm_file);
	if (!S_ISREG(inode->i_mode))
		return -EAGAIN;
	if (inode->i_sb->s_magic != FUSE_SUPER_MAGIC)
		return wait;

	return is_cached(vma, addr) ? FAULT_FLAG_ALLOW_RETRY | FAULT_FLAG_RETRY_NOWAIT : -EAGAIN;
}

static int fault_result(vm_fault_t fault)
{
	if (fault & VM_FAULT_OOM)
		return -EAGAIN;

	return fault & VM_FAULT_ERROR ? -EFAULT : 0;
}

#ifdef CONFIG_PER_VMA_LOCK
/* As below, with the lock of the mapping alone; -EBUSY: that does not do. */
static int fault_in_mapping(struct mm_struct *mm, unsigned long addr)
{
	struct vm_area_struct *vma = lock_vma_under_rcu(mm, addr);
	vm_fault_t fault;
	int flags;

	if (!vma)
		return -EBUSY;
	flags = fault_flags(vma, addr);
	if (flags < 0 || flags & FAULT_FLAG_RETRY_NOWAIT) {
		vma_end_read(vma);
		return flags < 0 ? flags : -EBUSY;
	}

	fault = handle_mm_fault(vma, addr, flags | FAULT_FLAG_VMA_LOCK, NULL);
	if (!(fault & (VM_FAULT_RETRY | VM_FAULT_COMPLETED)))
		vma_end_read(vma);

	return fault & VM_FAULT_RETRY ? -EBUSY : fault_result(fault);
}
#else
static int fault_in_mapping(struct mm_struct *mm, unsigned long addr)
{
	return -EBUSY;
}
#endif

/*
 * With the lock of all mappings, if it is free: whoever has it may be waiting for
 * somebody. -EBUSY: to be tried once more, since the lock was dropped.
 */
static int fault_in_locked(struct mm_struct *mm, unsigned long addr, int tried)
{
	struct vm_area_struct *vma;
	vm_fault_t fault;
	int flags;

	if (!mmap_read_trylock(mm))
		return -EAGAIN;

	vma = find_vma(mm, addr);
	if (!vma || addr < vma->vm_start)
		/* The stack would grow for the kernel, which is not done here. */
		flags = vma && vma->vm_flags & VM_GROWSDOWN ? -EAGAIN : -EFAULT;
	else
		flags = fault_flags(vma, addr);
	if (flags < 0) {
		mmap_read_unlock(mm);
		return flags;
	}

	fault = handle_mm_fault(vma, addr, flags | tried, NULL);
	if (fault & VM_FAULT_COMPLETED)
		return 0;
	if (fault & VM_FAULT_RETRY && !(flags & FAULT_FLAG_RETRY_NOWAIT))
		return -EBUSY;
	mmap_read_unlock(mm);

	return fault & VM_FAULT_RETRY ? -EAGAIN : fault_result(fault);
}

/*
 * Have the page at an address mapped. -EFAULT: there is none that the task may read;
 * -EAGAIN: not now, or not without waiting for others.
 */
static int fault_in(unsigned long addr)
{
	struct mm_struct *mm = current->mm;
	unsigned int i;
	int ret;

	if (!mm || !access_ok((void __user *)addr, 1))
		return -EFAULT;

	addr = untagged_addr(addr) & PAGE_MASK;
	for (i = 0; i < FAULTS_MAX; i++) {
		/* The fault could be long, and is not worth a signal's delay. */
		if (signal_pending(current))
			return -EAGAIN;
		ret = i ? -EBUSY : fault_in_mapping(mm, addr);
		if (ret == -EBUSY)
			ret = fault_in_locked(mm, addr, i ? FAULT_FLAG_TRIED : 0);
		if (ret != -EBUSY)
			return ret;
	}

	return -EAGAIN;
}

/* The same for a reader. @absent: it is not there because others would provide it. */
static bool have_page(unsigned long addr, bool *absent)
{
	int ret = fault_in(addr);

	if (ret == -EAGAIN) {
		*absent = true;
		syscall_trace_refuse(SYSCALL_TRACE_NOT_RESIDENT);
	}

	return !ret;
}

static size_t left_of_page(unsigned long addr)
{
	return PAGE_SIZE - offset_in_page(addr);
}

/**
 * syscall_trace_read_by_page - read memory that is not resident as a whole
 * @to: where to; behind what is read, zeroes
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
		size_t part = min(size, left_of_page(addr)), missing;

		missing = syscall_trace_read_resident(to, addr, part);
		if (missing && have_page(addr, absent))
			missing = syscall_trace_read_resident(to, addr, part);
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
 * @to: where to; behind what is read, zeroes
 * @addr: the address in user space
 * @size: bytes to read
 *
 * Captures read memory through this function, syscall_trace_copy() or, if it is a
 * string, syscall_trace_copy_string(), and in no other way.
 *
 * Context: as syscall_trace_read_by_page(). The argument that is being captured is
 * marked if nothing of it is captured for want of what is not resident.
 * Return: bytes, at the end, that could not be read.
 */
size_t syscall_trace_read(void *to, unsigned long addr, size_t size)
{
	size_t missing = syscall_trace_read_resident(to, addr, size);

	return likely(!missing) ? 0 :
	       syscall_trace_read_by_page(to, addr, size, &current->syscall_trace.absent);
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
		unsigned long addr = (unsigned long)str + done;
		size_t part = min(limit - done, left_of_page(addr));
		long len = syscall_trace_read_resident_string(to + done, str + done, part);

		if (len < 0 && have_page(addr, absent))
			len = syscall_trace_read_resident_string(to + done, str + done, part);
		if (len < 0)
			return len;
		done += len;
		if (len < part)
			break;
	}

	return done;
}
