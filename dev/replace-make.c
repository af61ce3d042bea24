// SPDX-License-Identifier: GPL-2.0
/*
 * A make function that turns make itself into another program:
 *
 *	$(replace-make PROGRAM,NAME=VALUE,...)
 *
 * make ends with status 2 whenever a recipe fails, but `make vm CMD=...` has to
 * end with the status of the command. The NAME=VALUEs go to the environment,
 * empty values do not.
 */
#include <gnumake.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int plugin_is_GPL_compatible;

int replace_make_setup(void);

static char *replace_make(const char *name, unsigned int argc, char **argv)
{
	for (unsigned int i = 1; i < argc; i++) {
		char *value = strchr(argv[i], '=');

		if (value && value[1]) {
			*value = '\0';
			setenv(argv[i], value + 1, 1);
		}
	}
	execlp(argv[0], argv[0], (char *)NULL);
	perror(argv[0]);
	(void)name;
	return NULL;
}

int replace_make_setup(void)
{
	gmk_add_function("replace-make", replace_make, 1, 0, GMK_FUNC_DEFAULT);
	return 1;
}
