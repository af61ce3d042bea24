/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The C library's memory by the kernel's names. Its headers are not included: they do not mix
 * with those of the kernel.
 */
#ifndef _SYSCALL_TOOLS_LINUX_SLAB_H
#define _SYSCALL_TOOLS_LINUX_SLAB_H

#include <linux/string.h>
#include <linux/types.h>

#define GFP_KERNEL	0

void *calloc(size_t nr, size_t size);
void free(void *mem);

static inline void *kzalloc(size_t size, int flags)
{
	return calloc(1, size);
}

static inline char *kmemdup_nul(const char *from, size_t len, int flags)
{
	char *to = calloc(1, len + 1);

	if (to)
		memcpy(to, from, len);

	return to;
}

static inline void kfree(const void *mem)
{
	free((void *)mem);
}

#endif /* _SYSCALL_TOOLS_LINUX_SLAB_H */
