/* SPDX-License-Identifier: GPL-2.0 */
/* Nothing: some of the kernel's headers include it where the C library is used. */
