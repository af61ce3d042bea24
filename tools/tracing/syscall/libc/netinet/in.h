/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel has it in headers of its own. */
#include <sys/socket.h>
#include <linux/in.h>
#include <linux/in6.h>
