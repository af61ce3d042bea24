/* SPDX-License-Identifier: GPL-2.0 */
/* Empty: some of the kernel's headers include it if the C library is used. */
