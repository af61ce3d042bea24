// SPDX-License-Identifier: GPL-2.0
/*
 * A mix of file calls.
 *
 *	mix DIR TIMES [SWITCH]
 *
 * It works in DIR, and prints how many calls it made.  If SWITCH, a file of tracefs, is
 * given, tracing is on for just these calls.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "bench.h"

#define BLOCKS	8
#define BLOCK	4096
/* open, the blocks twice, lseek, close, stat, rename, unlink */
#define CALLS	(2 * BLOCKS + 6)

static void once(void)
{
	static char block[BLOCK];
	struct stat st;
	int fd = open("first", O_RDWR | O_CREAT | O_TRUNC, 0644);

	must(fd >= 0, "open");
	for (int i = 0; i < BLOCKS; i++)
		must(write(fd, block, BLOCK) == BLOCK, "write");
	lseek(fd, 0, SEEK_SET);
	for (int i = 0; i < BLOCKS; i++)
		must(read(fd, block, BLOCK) == BLOCK, "read");
	close(fd);
	must(!stat("first", &st), "stat");
	must(!rename("first", "second"), "rename");
	must(!unlink("second"), "unlink");
}

int main(int argc, char **argv)
{
	int control = -1, times;

	must(argc >= 3 && !chdir(argv[1]), "mix DIR TIMES [SWITCH]");
	times = atoi(argv[2]);
	if (argc > 3) {
		control = open(argv[3], O_WRONLY);
		must(control >= 0, argv[3]);
	}
	once();
	if (control >= 0)
		must(pwrite(control, "1", 1, 0) == 1, "switching on");
	for (int i = 0; i < times; i++)
		once();
	if (control >= 0)
		must(pwrite(control, "0", 1, 0) == 1, "switching off");
	printf("%d\n", times * CALLS);
	return 0;
}
