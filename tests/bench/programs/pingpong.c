// SPDX-License-Identifier: GPL-2.0
/*
 * Two processes that talk over TCP on loopback.
 *
 *	pingpong TIMES		messages of 256 bytes
 *	pingpong TIMES FILE	as tbench does for the first TIMES lines of its load file
 */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>
#include "bench.h"

#define MESSAGE	256
#define LARGEST	131072
#define HEADER	39

/* What a request begins with, in the byte order of the network. */
struct head {
	uint32_t send;
	uint32_t receive;
};

static char buf[LARGEST];

static void give(int fd, size_t len)
{
	must(send(fd, buf, len, 0) == (ssize_t)len, "send");
}

static void take(int fd, size_t len)
{
	for (size_t got = 0; got < len;) {
		ssize_t part = recv(fd, buf + got, len - got, 0);

		must(part > 0, "recv");
		got += part;
	}
}

/* Sends back what it receives until the client closes. */
static void echo(int fd)
{
	while (recv(fd, buf, MESSAGE, MSG_WAITALL) == MESSAGE)
		give(fd, MESSAGE);
	exit(0);
}

/* Answers requests until the client closes. */
static void serve(int fd)
{
	struct head head;

	while (recv(fd, &head, sizeof(head), MSG_PEEK) == sizeof(head)) {
		take(fd, ntohl(head.send));
		give(fd, ntohl(head.receive));
	}
	exit(0);
}

static void request(int fd, int bytes_sent, int bytes_received)
{
	struct head head = { htonl(bytes_sent), htonl(bytes_received) };

	must(bytes_sent <= LARGEST && bytes_received <= LARGEST, "too large");
	memcpy(buf, &head, sizeof(head));
	give(fd, bytes_sent);
	take(fd, bytes_received);
}

/*
 * The sizes of a request and its answer.  A name takes two bytes a character.  The numbers
 * of bytes read and written are the last but one before the status.
 */
static void replay(int fd, char *line)
{
	int names = 0, bytes = 0, before, after;
	char *word, *save, *end;

	word = strtok_r(line, " ", &save);
	must(!!word, "empty line");
	before = HEADER;
	after = HEADER;
	for (char *arg; (arg = strtok_r(NULL, " ", &save));) {
		if (*arg == '"')
			names += 2 * strlen(arg);
		strtol(arg, &end, 0);
		if (!*end)
			bytes = atoi(arg);
	}
	before += names;
	if (!strcmp(word, "WriteX"))
		before += bytes;
	else if (!strcmp(word, "ReadX"))
		after += bytes;
	else if (!strcmp(word, "FIND_FIRST"))
		after += 90 * bytes;
	request(fd, before, after);
}

/* A connection to a new process that runs @server. */
static int connected(void (*server)(int fd))
{
	struct sockaddr_in to = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	int listener = socket(AF_INET, SOCK_STREAM, 0), fd, one = 1;
	socklen_t len = sizeof(to);
	pid_t pid;

	must(!bind(listener, (struct sockaddr *)&to, len) && !listen(listener, 1) &&
	     !getsockname(listener, (struct sockaddr *)&to, &len), "listen");
	pid = fork();
	must(pid >= 0, "fork");
	if (!pid) {
		fd = accept(listener, NULL, NULL);
		must(fd >= 0, "accept");
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
		server(fd);
	}
	fd = socket(AF_INET, SOCK_STREAM, 0);
	must(!connect(fd, (struct sockaddr *)&to, len), "connect");
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	return fd;
}

int main(int argc, char **argv)
{
	static char line[4096];
	FILE *load = NULL;
	int fd, times;

	must(argc > 1, "pingpong TIMES [FILE]");
	times = atoi(argv[1]);
	if (argc > 2) {
		load = fopen(argv[2], "r");
		must(!!load, argv[2]);
	}
	fd = connected(load ? serve : echo);
	for (int i = 0; i < times; i++) {
		if (!load) {
			give(fd, MESSAGE);
			take(fd, MESSAGE);
		} else if (fgets(line, sizeof(line), load)) {
			replay(fd, line);
		}
	}
	return 0;
}
