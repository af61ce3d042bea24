// SPDX-License-Identifier: GPL-2.0
/*
 * Reads a trace.
 *
 *	reader FILE		reads what there is, prints the instructions of that
 *	reader FILE follow	goes on until it is killed
 */
#include <fcntl.h>
#include <unistd.h>
#include "bench.h"

int main(int argc, char **argv)
{
	static char buf[65536];
	int follow = argc == 3, fd;
	unsigned long long start;
	ssize_t got;

	must(argc > 1, "reader FILE [follow]");
	fd = open(argv[1], O_RDONLY | (follow ? 0 : O_NONBLOCK));
	must(fd >= 0, argv[1]);
	start = now();
	do {
		got = read(fd, buf, sizeof(buf));
	} while (got > 0 || follow);
	printf("%llu\n", now() - start);
	return 0;
}
