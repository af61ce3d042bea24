/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The C library's functions that the kernel has, too. Its headers are not included:
 * they do not mix with those of the kernel.
 */
#ifndef _SYSCALL_TOOLS_LINUX_STRING_H
#define _SYSCALL_TOOLS_LINUX_STRING_H

#include <linux/types.h>

void *memchr(const void *s, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memcpy(void *dst, const void *src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *s, int c, size_t n);
char *strchr(const char *s, int c);
int strcmp(const char *a, const char *b);
size_t strlen(const char *s);
int strncmp(const char *a, const char *b, size_t n);
size_t strnlen(const char *s, size_t n);
char *strrchr(const char *s, int c);

#endif /* _SYSCALL_TOOLS_LINUX_STRING_H */
