/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: reads memory of programs.
 */
#ifndef _SYSCALL_CAPTURE_MEMORY_H
#define _SYSCALL_CAPTURE_MEMORY_H

#include <linux/nospec.h>
#include <linux/uaccess.h>

size_t syscall_trace_read(void *to, unsigned long addr, size_t size);
unsigned int syscall_trace_read_longs(u64 *longs, unsigned long addr, size_t size,
				      unsigned int nr);
size_t syscall_trace_read_by_page(void *to, unsigned long addr, size_t size, bool *absent);
long syscall_trace_read_string(void *to, const char __user *str, size_t limit, bool *absent);

/* pagefault_disable() and _enable(), always inline: the compiler may call those. */
static __always_inline void syscall_trace_begin_resident(void)
{
	pagefault_disabled_inc();
	barrier();
}

static __always_inline void syscall_trace_end_resident(void)
{
	barrier();
	pagefault_disabled_dec();
}

/* Read memory without a page fault. Returns the bytes, at the end, that are missing. */
static __always_inline size_t
syscall_trace_read_resident(void *to, unsigned long addr, size_t size)
{
	size_t missing;

	syscall_trace_begin_resident();
	missing = copy_from_user(to, (void __user *)addr, size);
	syscall_trace_end_resident();

	return missing;
}

/* Read memory without a page fault; false: some is missing. In line: most pieces are short. */
static __always_inline bool syscall_trace_read_all(void *to, unsigned long addr,
						   unsigned int size)
{
	const void __user *from = (const void __user *)addr;
	unsigned long missing;

	if (unlikely(!access_ok(from, size)))
		return false;
	/* As in copy_from_user(): nothing is to be read ahead of that check. */
	barrier_nospec();
	syscall_trace_begin_resident();
	missing = __copy_from_user_inatomic(to, from, size);
	syscall_trace_end_resident();

	return !missing;
}

static __always_inline long
syscall_trace_read_resident_string(void *to, const char __user *str, size_t limit)
{
	long len;

	syscall_trace_begin_resident();
	len = strncpy_from_user(to, str, limit);
	syscall_trace_end_resident();

	return len;
}

#endif /* _SYSCALL_CAPTURE_MEMORY_H */
