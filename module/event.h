/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The records, as events of the kernel's.
 */
#ifndef _MODULE_EVENT_H
#define _MODULE_EVENT_H

#include <linux/types.h>

struct instance;

void events_allow(void);
void events_forbid(void);
int event_enable(struct instance *inst, bool on);

#endif /* _MODULE_EVENT_H */
