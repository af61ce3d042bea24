/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tracer as a module: loaded if need be, and unloaded by who has loaded it.
 */
#ifndef _SCTRACE_MODULE_H
#define _SCTRACE_MODULE_H

#include <stdbool.h>

void module_load(void);
bool module_is_mine(void);
void module_unload(int lock);

#endif /* _SCTRACE_MODULE_H */
