/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's limits. The compiler's own header would include the C library's. */
#include <linux/limits.h>
#include <linux/types.h>
