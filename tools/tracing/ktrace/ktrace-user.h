/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel's formatter needs to be compiled for programs.
 */
#ifndef _KTRACE_USER_H
#define _KTRACE_USER_H

#include <linux/ktrace.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "linux/ktrace_kind.h"

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;

void ktrace_print_pointer(char *text, size_t size, u64 pointer, int long_size);
int ktrace_snprintf(char *text, size_t size, const char *format, ...);

#endif /* _KTRACE_USER_H */
