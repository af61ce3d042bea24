/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kernels before 6.12 have this elsewhere.
 */
#ifndef _OLD_LINUX_UNALIGNED_H
#define _OLD_LINUX_UNALIGNED_H

#include <asm/unaligned.h>

#endif /* _OLD_LINUX_UNALIGNED_H */
