/* SPDX-License-Identifier: GPL-2.0 */
/* All that the formatter takes from it is in <linux/types.h>. */
#include <linux/types.h>
