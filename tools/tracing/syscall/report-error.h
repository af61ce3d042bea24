/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _REPORT_ERROR_H
#define _REPORT_ERROR_H

#define PROGRAM	"syscall-report"

/* Tell what is wrong, and go on or not. */
void complain(const char *fmt, ...) __attribute__((__format__(printf, 1, 2)));
void fail(const char *fmt, ...) __attribute__((__format__(printf, 1, 2), __noreturn__));

#endif /* _REPORT_ERROR_H */
