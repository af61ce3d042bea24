/* SPDX-License-Identifier: GPL-2.0 */
/* The port at which syscall-receive listens. */
#ifndef _RECEIVE_PORT_H
#define _RECEIVE_PORT_H

#include <sys/socket.h>

int port_open(const char *text);
const char *port_text_of(const struct sockaddr_storage *from);

#endif /* _RECEIVE_PORT_H */
