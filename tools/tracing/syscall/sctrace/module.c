// SPDX-License-Identifier: GPL-2.0
/*
 * A kernel without the tracer may have it as a module, which sctrace loads if need be. Who has
 * loaded it unloads it, unless others use it by then.
 */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shared/error.h"
#include "fail.h"
#include "module.h"
#include "settings.h"

#define MODULE		"syscall_tracer"
#define MODPROBE	"/sbin/modprobe"
#define READ_ALL	3
#define LOG_SIZE	(64 << 10)

/* This process has loaded it. */
static bool is_loaded;

/* ------------------------------ what went wrong ---------------------------- */

static bool has_file(const char *pattern)
{
	glob_t found;
	bool has = !glob(pattern, 0, NULL, &found);

	globfree(&found);

	return has;
}

static void __attribute__((__noreturn__)) fail_without_module(void)
{
	struct utsname kernel = { };
	char path[sizeof(kernel.release) + 32];

	uname(&kernel);
	if (!has_file("/usr/src/syscall-tracer-[0-9]*/dkms.conf"))
		fail("this kernel does not have the system call tracer: install the package syscall-tracer-dkms, which has it as a module, or a kernel with CONFIG_SYSCALL_TRACER (see Documentation/trace/syscall-packages.rst)");
	snprintf(path, sizeof(path), "/lib/modules/%s/build/Makefile", kernel.release);
	if (!has_file(path))
		fail("the module " MODULE " is not built for this kernel, whose headers are missing: try apt install linux-headers-%s, and dkms builds it",
		     kernel.release);
	fail("the module " MODULE " is not built for this kernel: try dkms autoinstall, which builds it, or says why not");
}

/* Prints the last line of the kernel's log that is the module's, without its name. */
static void last_of_log(char *line, size_t size)
{
	static const char start[] = MODULE ": ";
	char *log = malloc(LOG_SIZE + 1), *at, *found = NULL;
	int len = log ? klogctl(READ_ALL, log, LOG_SIZE) : 0;

	line[0] = '\0';
	if (len > 0) {
		log[len] = '\0';
		for (at = log; (at = strstr(at, start)); at += strlen(start))
			found = at + strlen(start);
	}
	if (found)
		snprintf(line, size, "%.*s", (int)strcspn(found, "\n"), found);
	free(log);
}

/* @said: what modprobe has said, which is in English. */
static void __attribute__((__noreturn__)) fail_to_load(char *said)
{
	static const char * const unsigned_[] = {
		"Operation not permitted", "Key was rejected", "Required key not available",
	};
	char *why = strrchr(said, ':');
	char line[256];
	size_t i;

	if (strstr(said, "not found in directory") || strstr(said, "No such file"))
		fail_without_module();
	for (i = 0; i < ARRAY_SIZE(unsigned_); i++) {
		if (strstr(said, unsigned_[i]))
			fail("the kernel does not load the module " MODULE ", as it takes only those that are signed with a key that it knows (Secure Boot): dkms signs with its own; try mokutil --import /var/lib/dkms/mok.pub, and reboot");
	}
	last_of_log(line, sizeof(line));
	fail("the module " MODULE " cannot be loaded: %s", *line ? line : why ? why + 2 : said);
}

/* --------------------------------- loading --------------------------------- */

/* In a child. */
static void __attribute__((__noreturn__)) become_modprobe(int output)
{
	int null = open("/dev/null", O_RDWR);

	/* Ctrl-C in a terminal does not end it: who has loaded a module has to know it. */
	setsid();
	/* Nor does the alarm of a signal that came before: it would stay for modprobe. */
	alarm(0);
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	dup2(output, STDERR_FILENO);
	setenv("LC_ALL", "C", 1);
	execl(MODPROBE, "modprobe", MODULE, NULL);
	dprintf(STDERR_FILENO, MODPROBE ": %s", strerror(errno));
	_exit(127);
}

/**
 * module_load - load the module
 *
 * The program ends with a message if it cannot be loaded.
 */
void module_load(void)
{
	char said[512] = "";
	size_t used = 0;
	int ends[2], status = 0;
	ssize_t got;
	pid_t child;

	if (geteuid()) {
		errno = EPERM;
		fail_to("load the module " MODULE);
	}
	if (pipe2(ends, O_CLOEXEC))
		fail_to("make a pipe");
	child = fork();
	if (child < 0)
		fail_to("start modprobe");
	if (!child)
		become_modprobe(ends[1]);
	close(ends[1]);
	/* The rest is of no interest, but modprobe may have to write it. */
	do {
		char rest[512];

		got = read(ends[0], rest, sizeof(rest));
		if (got > 0 && used < sizeof(said) - 1)
			used += snprintf(said + used, sizeof(said) - used, "%.*s", (int)got, rest);
		if (used > sizeof(said) - 1)
			used = sizeof(said) - 1;
	} while (got > 0 || (got < 0 && errno == EINTR));
	close(ends[0]);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	said[strcspn(said, "\n")] = '\0';
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		fail_to_load(said);
	is_loaded = true;
}

/**
 * module_is_mine - tell whether this process has loaded the module
 *
 * Return: true if so.
 */
bool module_is_mine(void)
{
	return is_loaded;
}

/**
 * module_unload - unload it
 * @lock: what keeps others from beginning to use it
 *
 * That takes a second, for which nobody waits but who begins just then. If somebody has one of the
 * module's files open, it stays.
 */
void module_unload(int lock)
{
	int null;

	is_loaded = false;
	if (fork())
		return;
	/* The lock stays until this process has ended. Who reads a pipe does not wait for that. */
	setsid();
	null = open("/dev/null", O_RDWR);
	if (null >= 0) {
		dup2(null, STDIN_FILENO);
		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
	}
	close_range(STDERR_FILENO + 1, lock - 1, 0);
	close_range(lock + 1, ~0U, 0);
	syscall(SYS_delete_module, MODULE, O_NONBLOCK);
	_exit(EXIT_SUCCESS);
}
