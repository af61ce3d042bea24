// SPDX-License-Identifier: GPL-2.0
/*
 * Starts the command that is to be traced. It waits before it becomes the program, until it is
 * traced. Its standard streams, its place in the terminal and its signals are the user's.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shared/error.h"
#include "command.h"
#include "settings.h"

/*
 * The pipes: the command reads from the first one until it may go on. It writes to the second one
 * that it has become the user, if there is one, and why it could not become him or the program. It
 * closes it when it has become the program.
 */
static int go[2], told[2];

/* What the second pipe has told: an errno, 0: it has become the program; -1: nothing yet. */
static int answer = -1;

/* Reads the answer. The pipe is closed without one when the command has become the program. */
static void read_answer(void)
{
	ssize_t len;
	int error;

	if (answer >= 0)
		return;
	do
		len = read(told[0], &error, sizeof(error));
	while (len < 0 && errno == EINTR);
	answer = len == sizeof(error) ? error : 0;
}

/* Finds the program as a shell does. */
static char *find_program(const char *name)
{
	const char *path = getenv("PATH"), *end;
	char *whole = NULL;
	struct stat stat_of;

	if (strchr(name, '/')) {
		if (stat(name, &stat_of))
			fail("cannot start '%s': %s", name, strerror(errno));
		return strdup(name);
	}
	for (path = path ? path : "/bin:/usr/bin"; ; path = end + 1) {
		end = strchrnul(path, ':');
		if (asprintf(&whole, "%.*s%s%s", (int)(end - path), path, end == path ? "" : "/",
			     name) < 0)
			fail("not enough memory");
		if (!stat(whole, &stat_of) && S_ISREG(stat_of.st_mode) && (stat_of.st_mode & 0111))
			return whole;
		free(whole);
		if (!*end)
			break;
	}
	fail("there is no program '%s' (PATH was searched)", name);
}

static void tell(int error)
{
	if (write(told[1], &error, sizeof(error)) < 0)
		_exit(126);
}

static void become_user(const struct passwd *passwd)
{
	if (initgroups(passwd->pw_name, passwd->pw_gid) ||
	    setregid(passwd->pw_gid, passwd->pw_gid) || setreuid(passwd->pw_uid, passwd->pw_uid)) {
		tell(errno);
		_exit(126);
	}
	tell(0);
}

/* The calls by which it becomes the user are not the command's: it is not traced before. */
static void wait_for_user(void)
{
	read_answer();
	if (!answer)
		answer = -1;
}

static void set_environment(void)
{
	size_t i;

	for (i = 0; i < settings.environment.nr; i++) {
		char *text = settings.environment.word[i];

		if (strchr(text, '='))
			putenv(text);
		else
			unsetenv(text);
	}
}

static void __attribute__((__noreturn__)) become(const char *program, const struct passwd *passwd)
{
	char byte;
	int error;

	/* Whoever waits here ends if sctrace ends. */
	close(go[1]);
	close(told[0]);
	if (passwd)
		become_user(passwd);
	/* It may need memory, by calls that are not the command's. */
	set_environment();
	if (read(go[0], &byte, 1) != 1)
		_exit(126);
	execv(program, settings.command);
	error = errno;
	tell(error);
	_exit(error == ENOENT ? 127 : 126);
}

/**
 * command_start - start the command, which waits for command_go()
 *
 * Return: its process. The program ends if it cannot be started.
 */
pid_t command_start(void)
{
	char *program = find_program(settings.command[0]);
	struct passwd *passwd = NULL;
	pid_t pid;

	if (settings.user) {
		passwd = getpwnam(settings.user);
		if (!passwd)
			fail("there is no user '%s'", settings.user);
	}
	if (pipe2(go, O_CLOEXEC) || pipe2(told, O_CLOEXEC))
		fail("cannot make a pipe: %s", strerror(errno));
	fflush(NULL);
	pid = fork();
	if (pid < 0)
		fail("cannot fork: %s", strerror(errno));
	if (!pid)
		become(program, passwd);
	close(go[0]);
	close(told[1]);
	free(program);
	if (passwd)
		wait_for_user();

	return pid;
}

/* Let it become the program. If it has ended already, its end tells why. */
void command_go(void)
{
	if (write(go[1], "", 1) != 1 && errno != EPIPE)
		fail("cannot let the command begin: %s", strerror(errno));
	close(go[1]);
}

/**
 * command_state - tell whether the command has become the program
 *
 * It is asked itself, because the record of that may be lost.
 *
 * Return: COMMAND_WAITS: not yet.
 */
enum command_state command_state(void)
{
	struct pollfd pipe = { .fd = told[0], .events = POLLIN };

	if (answer < 0 && poll(&pipe, 1, 0) <= 0)
		return COMMAND_WAITS;
	read_answer();

	return answer ? COMMAND_FAILED : COMMAND_RUNS;
}

/**
 * command_waits_by - may a call of the command be one that this program makes for it?
 * @call: the name of the call
 * @args: its arguments; NULL: they are not known
 *
 * These are the calls of become() before execv(), once the command may be traced.
 */
bool command_waits_by(const char *call, const unsigned long long *args)
{
	int fd = args ? args[0] : -1;

	if (!strcmp(call, "read"))
		return !args || fd == go[0];

	return !strcmp(call, "close") && (!args || fd == go[1] || fd == told[0]);
}

/**
 * command_error - tell why the command did not become the program
 *
 * Context: it has ended.
 * Return: an errno; 0: it did.
 */
int command_error(void)
{
	read_answer();

	return answer;
}
