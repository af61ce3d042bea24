/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's headers have these definitions in <linux/time.h>. */
#include <linux/time.h>
