// SPDX-License-Identifier: GPL-2.0
/*
 * One system call, again and again.
 *
 *	call NAME TIMES
 */
#include <fcntl.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/stat.h>
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

static void call_stat(void)
{
	static struct stat st;

	syscall(SYS_newfstatat, AT_FDCWD, "/dev/zero", &st, 0);
}

/* What is sent fails, and what is received stays there: the network costs little. */
static void call_send(void)
{
	syscall(SYS_sendto, -1, buf, 16, 0, NULL, 0);
}

static void call_recv(void)
{
	static int pair[2];

	if (!pair[1]) {
		must(!socketpair(AF_UNIX, SOCK_DGRAM, 0, pair), "socketpair");
		must(send(pair[1], buf, 16, 0) == 16, "send");
	}
	syscall(SYS_recvfrom, pair[0], buf, 16, MSG_PEEK, NULL, NULL);
}

static int there[2], back[2];

/* Two processes of one CPU, and pipes between them. */
static void begin_pingpong(void)
{
	cpu_set_t first;

	CPU_ZERO(&first);
	CPU_SET(0, &first);
	must(!sched_setaffinity(0, sizeof(first), &first), "sched_setaffinity");
	must(!pipe(there) && !pipe(back), "pipe");
	if (fork())
		return;
	close(there[1]);
	while (read(there[0], buf, 1) == 1)
		must(write(back[1], buf, 1) == 1, "write");
	exit(0);
}

/* Two writes, and two reads that sleep. */
static void call_pingpong(void)
{
	if (!there[1])
		begin_pingpong();
	must(write(there[1], buf, 1) == 1, "write");
	must(read(back[0], buf, 1) == 1, "read");
}

static const struct {
	const char *name;
	void (*make)(void);
} calls[] = {
	{ "getppid", call_getppid },
	{ "pread64", call_pread64 },
	{ "write", call_write },
	{ "openat", call_openat },
	{ "stat", call_stat },
	{ "send", call_send },
	{ "recv", call_recv },
	{ "pingpong", call_pingpong },
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
	fprintf(stderr, "usage: call getppid|pread64|write|openat|stat|send|recv|pingpong TIMES\n");
	return 2;
}
