/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The integer types and macros that every kernel header brings along, for the formatter in
 * user space.
 */
#ifndef _SYSCALL_TOOLS_LINUX_TYPES_H
#define _SYSCALL_TOOLS_LINUX_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include_next <linux/types.h>

typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __u64 u64;
typedef __s8 s8;
typedef __s16 s16;
typedef __s32 s32;
typedef __s64 s64;
typedef __kernel_ssize_t ssize_t;

#define U8_MAX		((u8)~0U)
#define U16_MAX		((u16)~0U)
#define U32_MAX		((u32)~0U)
#define U64_MAX		((u64)~0ULL)
#define S32_MAX		((s32)(U32_MAX >> 1))
#define S64_MAX		((s64)(U64_MAX >> 1))

#ifndef INT_MAX	/* of <limits.h> */
#define INT_MAX		__INT_MAX__
#define INT_MIN		(-INT_MAX - 1)
#define UINT_MAX	(INT_MAX * 2U + 1)
#define LONG_MAX	__LONG_MAX__
#define LONG_MIN	(-LONG_MAX - 1)
#define ULONG_MAX	(LONG_MAX * 2UL + 1)
#endif

#define __force
#define __user
#define __uninitialized
#define __maybe_unused	__attribute__((__unused__))
#define __printf(a, b)	__attribute__((__format__(printf, a, b)))
#define fallthrough	__attribute__((__fallthrough__))

/* The headers of user space's interface have one, too. */
#undef __always_inline
#define __always_inline	inline __attribute__((__always_inline__))

#define likely(x)	__builtin_expect(!!(x), 1)
#define unlikely(x)	__builtin_expect(!!(x), 0)

#undef static_assert	/* of <assert.h> */
#define static_assert(expr, ...)	_Static_assert(expr, #expr)
#define BUILD_BUG_ON(cond)		_Static_assert(!(cond), "not " #cond)

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#define sizeof_field(type, member)	sizeof(((type *)0)->member)
#define offsetofend(type, member)	\
	(offsetof(type, member) + sizeof_field(type, member))
#define BIT(nr)			(1UL << (nr))
#define BIT_ULL(nr)		(1ULL << (nr))
#define GENMASK(high, low)	((~0UL << (low)) & (~0UL >> (63 - (high))))
#define upper_32_bits(n)	((u32)((n) >> 16 >> 16))
#define lower_32_bits(n)	((u32)(n))
#define BITS_PER_BYTE		8
#define BITS_PER_LONG		64
#define BITS_TO_BYTES(nr)	(((nr) + 7) / 8)
#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))
#define ALIGN(x, a)		(((x) + (a) - 1) & ~((__typeof__(x))(a) - 1))

#define min(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a < _b ? _a : _b; })
#define max(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define min3(a, b, c)		min(min(a, b), c)
#define clamp(val, low, high)	min(max(val, low), high)
#define min_t(type, a, b)	min((type)(a), (type)(b))
#define max_t(type, a, b)	max((type)(a), (type)(b))

static inline int fls(unsigned int word)
{
	return word ? 32 - __builtin_clz(word) : 0;
}

static inline unsigned int hweight8(u8 word)
{
	return __builtin_popcount(word);
}

static inline unsigned int hweight32(u32 word)
{
	return __builtin_popcount(word);
}

static inline unsigned int hweight64(u64 word)
{
	return __builtin_popcountll(word);
}

#endif /* _SYSCALL_TOOLS_LINUX_TYPES_H */
