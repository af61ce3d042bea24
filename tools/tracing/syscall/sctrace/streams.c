// SPDX-License-Identifier: GPL-2.0
/*
 * The standard streams of sctrace, which the command has, too.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "shared/error.h"
#include "shared/patience.h"
#include "streams.h"

/*
 * If a standard stream is closed, the next file that is opened takes its place: lines would go to a
 * control file of the tracer. The command gets the stream as it was.
 */
void streams_fill(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

/* What is said there is not lost if who reads it is slow when a signal comes. */
void streams_open_error(void)
{
	FILE *file = patient_open(STDERR_FILENO);

	if (!file)
		fail("not enough memory");
	setvbuf(file, NULL, _IONBF, 0);
	stderr = file;
}

/*
 * Whoever waits for the end of a pipe waits for the command, and not for a program that never uses
 * that pipe. A command for the output has been started before.
 */
void streams_leave(void)
{
	int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (fd < 0)
		return;
	dup2(fd, STDIN_FILENO);
	dup2(fd, STDOUT_FILENO);
	close(fd);
}
