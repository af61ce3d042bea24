/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Formats and the binary arguments for them. Compiled in the kernel and in
 * tools/tracing/ktrace: no lock, no allocation, no memory but what it is given.
 */
#ifndef _KTRACE_FORMAT_H
#define _KTRACE_FORMAT_H

#ifdef __KERNEL__
#include <linux/ktrace.h>
#include <linux/sprintf.h>

#define ktrace_snprintf snprintf

/* As printk() shows it: hashed. */
static inline void ktrace_print_pointer(char *text, size_t size, u64 pointer, int long_size)
{
	snprintf(text, size, "%p", (void *)(unsigned long)pointer);
}
#else
#include "ktrace-user.h"
#endif

/**
 * struct ktrace_out - where text goes
 * @put: takes some of it
 * @long_size: bytes of a long where the record comes from
 */
struct ktrace_out {
	void	(*put)(struct ktrace_out *out, const char *text, size_t length);
	int	long_size;
};

const char *ktrace_check_args(const char *format, const u8 *kinds, unsigned int nr,
			      u16 *stars, u16 *limits);
void ktrace_print(struct ktrace_out *out, const char *format, const u8 *kinds, unsigned int nr,
		  const void *data, size_t size);

#endif /* _KTRACE_FORMAT_H */
