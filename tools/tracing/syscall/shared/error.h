/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SHARED_ERROR_H
#define _SHARED_ERROR_H

#include <stddef.h>

/* Print what is wrong; fail() also ends the program. */
void complain(const char *fmt, ...) __attribute__((__format__(printf, 1, 2)));
void fail(const char *fmt, ...) __attribute__((__format__(printf, 1, 2), __noreturn__));

/* Returns memory full of zeroes. The program ends if there is none. */
void *allocate(size_t nr, size_t size);

#endif /* _SHARED_ERROR_H */
