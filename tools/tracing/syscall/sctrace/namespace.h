/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The pid namespace that sctrace runs in.
 */
#ifndef _SCTRACE_NAMESPACE_H
#define _SCTRACE_NAMESPACE_H

#include <sys/types.h>

void namespace_enter(void);
void namespace_to_kernels(const pid_t *here, pid_t *kernels, size_t nr);
pid_t namespace_to_kernel(pid_t here);
pid_t namespace_from_kernel(pid_t kernels);
void namespace_forget(void);

#endif /* _SCTRACE_NAMESPACE_H */
