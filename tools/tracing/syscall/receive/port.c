// SPDX-License-Identifier: GPL-2.0
/*
 * The port at which syscall-receive listens.
 */
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "port.h"
#include "shared/error.h"

/**
 * port_open - receive datagrams
 * @text: where: [ADDRESS:]PORT, an IPv6 address in brackets
 *
 * Ends the program with a message if that cannot be done.
 *
 * Return: the socket.
 */
int port_open(const char *text)
{
	const struct addrinfo hints = {
		.ai_family	= AF_UNSPEC,
		.ai_socktype	= SOCK_DGRAM,
		.ai_flags	= AI_PASSIVE | AI_NUMERICSERV,
	};
	char *where = strdup(text);
	char *colon = where ? strrchr(where, ':') : NULL;
	char *port = colon ? colon + 1 : where;
	const char *address = "::";
	struct addrinfo *info = NULL;
	int size = 8 << 20, off = 0;
	unsigned long number;
	int fd, error;
	char *end;

	if (!where)
		fail("not enough memory");
	if (colon) {
		*colon = '\0';
		address = where;
		if (*address == '[' && colon[-1] == ']') {
			address++;
			colon[-1] = '\0';
		}
	}
	/* getaddrinfo() would take any number. */
	number = strtoul(port, &end, 10);
	if (end == port || *end || !number || number > 65535)
		fail("'%s' is no port: a number from 1 to 65535", port);
	error = getaddrinfo(address, port, &hints, &info);
	if (error)
		fail("'%s' port %s: %s", address, port, gai_strerror(error));
	fd = socket(info->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0 && info->ai_family == AF_INET6 && !colon) {
		freeaddrinfo(info);
		/* This machine has no IPv6. */
		if (getaddrinfo("0.0.0.0", port, &hints, &info))
			fail("port %s cannot be used", port);
		fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	}
	if (fd < 0)
		fail("no socket: %s", strerror(errno));
	if (info->ai_family == AF_INET6)
		setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off));
	/* The first one needs no rights, and gets less. */
	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size));
	setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size));
	if (bind(fd, info->ai_addr, info->ai_addrlen))
		fail("cannot listen at port %s: %s", port, strerror(errno));
	freeaddrinfo(info);
	free(where);

	return fd;
}

/**
 * port_text_of - tell where datagrams come from
 * @from: their sender
 *
 * Return: a text, up to the next call.
 */
const char *port_text_of(const struct sockaddr_storage *from)
{
	static char text[NI_MAXHOST + NI_MAXSERV + 8];
	char host[NI_MAXHOST], port[NI_MAXSERV];
	const char *name = host;

	if (getnameinfo((const struct sockaddr *)from, sizeof(*from), host, sizeof(host), port,
			sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV))
		return "somebody";
	/* A socket of IPv6 has IPv4 addresses in this form. */
	if (!strncmp(name, "::ffff:", 7))
		name += 7;
	snprintf(text, sizeof(text), "%s port %s", name, port);

	return text;
}
