/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which options are set. The tracer's own options.h has their names.
 */
#ifndef _MODULE_OPTIONS_H
#define _MODULE_OPTIONS_H

#include <linux/types.h>

int options_set(u32 bit, bool on);

#endif /* _MODULE_OPTIONS_H */
