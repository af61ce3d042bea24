/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tasks that get another user.
 */
#ifndef _MODULE_USERS_H
#define _MODULE_USERS_H

#include <linux/types.h>

int users_watch(bool on);

#endif /* _MODULE_USERS_H */
