// SPDX-License-Identifier: GPL-2.0
/*
 * A network connection on the loopback device, for the demonstration. The program
 * listens, connects to itself, sends a line and receives it. It is built for 64 and
 * for 32 bits.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
	struct sockaddr_in addr = { .sin_family = AF_INET };
	socklen_t len = sizeof(addr);
	char line[64];
	int server = socket(AF_INET, SOCK_STREAM, 0);
	int client = socket(AF_INET, SOCK_STREAM, 0);
	int peer;
	ssize_t got;

	addr.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (bind(server, (struct sockaddr *)&addr, len) || listen(server, 1) ||
	    getsockname(server, (struct sockaddr *)&addr, &len) ||
	    connect(client, (struct sockaddr *)&addr, len))
		return 1;
	peer = accept(server, NULL, NULL);
	if (peer < 0 || write(client, "hello, loopback\n", 16) != 16)
		return 1;
	got = read(peer, line, sizeof(line));
	return got < 0 || write(1, line, got) != got;
}
