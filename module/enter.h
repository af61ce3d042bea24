/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The way in, which kernels have made different: enter_called.c is for those that call
 * syscall_trace_enter(), enter_inlined.c for those that have it in line.
 */
#ifndef _MODULE_ENTER_H
#define _MODULE_ENTER_H

#include "compat.h"

#ifdef COMPAT_ENTER_IS_INLINED
#include "enter_inlined.h"
#else
#include "enter_called.h"
#endif

#endif /* _MODULE_ENTER_H */
