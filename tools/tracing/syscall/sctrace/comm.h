/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The name of --comm as a pattern of the kernel.
 */
#ifndef _SCTRACE_COMM_H
#define _SCTRACE_COMM_H

char *comm_pattern(const char *name);

#endif /* _SCTRACE_COMM_H */
