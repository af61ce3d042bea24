// SPDX-License-Identifier: GPL-2.0
/*
 * Ends sctrace because the kernel refuses something.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "shared/error.h"
#include "fail.h"

static bool is_locked_down(void)
{
	FILE *file = fopen("/sys/kernel/security/lockdown", "r");
	char text[128] = "";

	if (!file)
		return false;
	if (!fgets(text, sizeof(text), file))
		text[0] = '\0';
	fclose(file);

	return strstr(text, "[confidentiality]");
}

/**
 * fail_to - end the program with a message
 * @what: what could not be done, errno tells why
 */
void fail_to(const char *what)
{
	int error = errno;

	if (geteuid() && (error == EACCES || error == EPERM))
		fail("only root can trace system calls: try sudo sctrace ...");
	if (error == EPERM && is_locked_down())
		fail("the kernel is locked down (see /sys/kernel/security/lockdown): it lets nobody trace");
	fail("cannot %s: %s", what, strerror(error));
}
