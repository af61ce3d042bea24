/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SYSCALL_TOOLS_LINUX_UNALIGNED_H
#define _SYSCALL_TOOLS_LINUX_UNALIGNED_H

#include <linux/types.h>

#define get_unaligned(ptr) ({					\
	__typeof__(*(ptr)) _val;				\
	__builtin_memcpy(&_val, (ptr), sizeof(_val));		\
	_val;							\
})

static inline u16 get_unaligned_be16(const void *p)
{
	return __builtin_bswap16(get_unaligned((const u16 *)p));
}

static inline u32 get_unaligned_be32(const void *p)
{
	return __builtin_bswap32(get_unaligned((const u32 *)p));
}

static inline u64 get_unaligned_be64(const void *p)
{
	return __builtin_bswap64(get_unaligned((const u64 *)p));
}

#endif /* _SYSCALL_TOOLS_LINUX_UNALIGNED_H */
