// SPDX-License-Identifier: GPL-2.0
/*
 * One system call, again and again.
 *
 *	call NAME TIMES
 */
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "bench.h"

static char buf[64];
static int zero;

static void call_getppid(void)
{
	syscall(SYS_getppid);
}

static void call_pread64(void)
{
	syscall(SYS_pread64, zero, buf, 16, 0);
}

static void call_write(void)
{
	syscall(SYS_write, zero, buf, 16);
}

static void call_openat(void)
{
	syscall(SYS_openat, AT_FDCWD, "/none/missing", O_RDONLY);
}

static const struct {
	const char *name;
	void (*make)(void);
} calls[] = {
	{ "getppid", call_getppid },
	{ "pread64", call_pread64 },
	{ "write", call_write },
	{ "openat", call_openat },
};

int main(int argc, char **argv)
{
	zero = open("/dev/zero", O_RDWR);
	must(zero >= 0, "/dev/zero");
	for (unsigned int i = 0; argc == 3 && i < sizeof(calls) / sizeof(*calls); i++) {
		if (strcmp(calls[i].name, argv[1]))
			continue;
		for (long left = atol(argv[2]); left > 0; left--)
			calls[i].make();
		return 0;
	}
	fprintf(stderr, "usage: call getppid|pread64|write|openat TIMES\n");
	return 2;
}
