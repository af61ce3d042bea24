/* SPDX-License-Identifier: GPL-2.0 */
/* <linux/types.h> has all that the formatter needs of this header. */
#include <linux/types.h>
