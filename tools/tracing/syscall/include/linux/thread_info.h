/* SPDX-License-Identifier: GPL-2.0 */
/* Empty: the formatter needs nothing of this header. */
