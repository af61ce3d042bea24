/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SYSCALL_TOOLS_LINUX_OVERFLOW_H
#define _SYSCALL_TOOLS_LINUX_OVERFLOW_H

#define check_add_overflow(a, b, sum)		__builtin_add_overflow(a, b, sum)
#define check_mul_overflow(a, b, product)	__builtin_mul_overflow(a, b, product)

#endif /* _SYSCALL_TOOLS_LINUX_OVERFLOW_H */
