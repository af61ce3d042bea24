/* SPDX-License-Identifier: GPL-2.0 */
/* What the headers of user space's interface take from the C library's. */
#ifndef _SYSCALL_TOOLS_SYS_SOCKET_H
#define _SYSCALL_TOOLS_SYS_SOCKET_H

#include <linux/socket.h>

typedef __kernel_sa_family_t sa_family_t;

struct sockaddr {
	sa_family_t	sa_family;
	char		sa_data[14];
};

#define sockaddr_storage __kernel_sockaddr_storage

#endif /* _SYSCALL_TOOLS_SYS_SOCKET_H */
