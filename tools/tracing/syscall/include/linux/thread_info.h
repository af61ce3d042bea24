/* SPDX-License-Identifier: GPL-2.0 */
/* Nothing of it concerns the formatter. */
