/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The work bit that is lent to a traced task, so that the beginning of its calls gets to a
 * redirected function. lend_audit.h is for kernels that call syscall_trace_enter(), lend_dispatch.h
 * for those that have it in line:
 *
 * lend() - lend it to a task that is traced, or was: then that does nothing
 * lend_no_more() - take it back from a task that has lost its mark
 * lend_again() - a call of the current task has ended, or a debugger has let it go on
 * lend_begin() - the module begins: an earlier one may have left something
 * lend_forget() - the module begins or ends
 */
#ifndef _MODULE_LEND_H
#define _MODULE_LEND_H

#include "compat.h"

#ifdef COMPAT_ENTER_IS_INLINED
#include "lend_dispatch.h"
#else
#include "lend_audit.h"
#endif

#endif /* _MODULE_LEND_H */
