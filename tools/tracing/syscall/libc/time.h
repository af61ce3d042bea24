/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel has it in a header of its own. */
#include <linux/time.h>
