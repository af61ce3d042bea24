/* SPDX-License-Identifier: GPL-2.0 */
/* The port at which syscall-receive listens. */
#ifndef _RECEIVE_PORT_H
#define _RECEIVE_PORT_H

int port_open(const char *text);

#endif /* _RECEIVE_PORT_H */
