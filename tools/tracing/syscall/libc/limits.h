/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's limits; the compiler's own header would want the C library's. */
#include <linux/limits.h>
#include <linux/types.h>
