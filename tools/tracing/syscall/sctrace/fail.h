/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Ends sctrace because the kernel refuses something.
 */
#ifndef _SCTRACE_FAIL_H
#define _SCTRACE_FAIL_H

void fail_to(const char *what) __attribute__((__noreturn__));

#endif /* _SCTRACE_FAIL_H */
