// SPDX-License-Identifier: GPL-2.0
/*
 * Has the current process mapped a device? A mapping that the kernel itself has made (vvar) is
 * none.
 */
#include <linux/mm.h>
#include <linux/mmap_lock.h>

#include "state.h"
#include "home/memory.h"

static bool find_devices(struct mm_struct *mm)
{
	VMA_ITERATOR(vmi, mm, 0);
	struct vm_area_struct *vma;

	for_each_vma(vmi, vma) {
		if (vma->vm_file && vma->vm_flags & (VM_IO | VM_PFNMAP))
			return true;
	}

	return false;
}

/**
 * memory_look - look at the mappings of the current process, unless somebody is changing them
 *
 * Context: the task's own. Does not sleep.
 * Return: false if it has mapped no device.
 */
bool memory_look(void)
{
	struct mm_struct *mm = current->mm;
	struct memory_seen *seen = &state_of(tasks_find(current))->memory;

	if (!COMPAT_MM_TELLS_CHANGES || !mmap_read_trylock(mm))
		return true;
	seen->mm = mm;
	seen->exec = current->self_exec_id;
	seen->changes = compat_mm_changes(mm);
	seen->devices = find_devices(mm);
	mmap_read_unlock(mm);

	return seen->devices;
}
