// SPDX-License-Identifier: GPL-2.0
/*
 * The instance of the tracer that one run of sctrace has for itself. Whatever it sets is set
 * there, so nobody else sees a difference.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <tracefs.h>

#include "shared/error.h"
#include "choice.h"
#include "clock.h"
#include "comm.h"
#include "fail.h"
#include "instance.h"
#include "module.h"
#include "namespace.h"
#include "others.h"
#include "output.h"
#include "proc.h"
#include "settings.h"
#include "tracefs.h"

/* The paths of a call need room: see syscall_strlen in Documentation/trace/syscall.rst. */
#define SUBBUF_KB	"8"
#define STRLEN		"4095"
#define MOST_DATALEN	4095

/* All ring buffers together, in bytes: at first, and at most this part of the memory */
#define FIRST_BUFFERS	(8UL << 20)
#define MOST_OF_MEMORY	8
#define LEAST_BUFFER	(256UL << 10)

/**
 * struct own - the instance of this run
 * @instance: NULL: there is none
 * @lock: the folder; its lock says that somebody uses it
 * @process: who has made it: children do not remove it
 * @buffer: bytes of the ring buffer of each CPU
 * @most: bytes that it may become
 */
static struct {
	struct tracefs_instance	*instance;
	int			lock;
	pid_t			process;
	size_t			buffer;
	size_t			most;
} own = { .lock = -1 };

/* --------------------------------- files --------------------------------- */

/* What the kernel says of a word that it has refused. */
static void __attribute__((__noreturn__)) fail_to_write(const char *name, const char *text)
{
	int error = errno;
	char *why = tracefs_error_last(own.instance);
	char *line = why ? strstr(why, "error: ") : NULL;

	if (error == EINVAL && line) {
		line[strcspn(line, "\n")] = '\0';
		fail("%s: the kernel refuses '%.*s': %s", name, (int)strcspn(text, "\n"), text,
		     line + strlen("error: "));
	}
	errno = error;
	fail("cannot write '%.*s' to %s: %s", (int)strcspn(text, "\n"), text, name,
	     strerror(error));
}

static void write_file(const char *name, const char *text)
{
	if (tracefs_instance_file_write(own.instance, name, text) < 0)
		fail_to_write(name, text);
}

static void write_number(const char *name, unsigned long number)
{
	char text[32];

	snprintf(text, sizeof(text), "%lu", number);
	write_file(name, text);
}

static void __attribute__((__noreturn__)) fail_to_read(const char *name)
{
	fail("cannot read '%s' of the instance %s: %s", name,
	     tracefs_instance_get_name(own.instance), strerror(errno));
}

/**
 * instance_append - add to a file of the instance
 * @name: its name
 * @text: what is added. The program ends if the kernel refuses it
 */
void instance_append(const char *name, const char *text)
{
	if (tracefs_instance_file_append(own.instance, name, text) < 0)
		fail_to_write(name, text);
}

/**
 * instance_open - open a file of the instance to read it
 * @name: its name
 *
 * Return: the file. The program ends if it cannot be opened.
 */
FILE *instance_open(const char *name)
{
	int fd = tracefs_instance_file_open(own.instance, name, O_RDONLY | O_CLOEXEC);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "r");

	if (!file)
		fail_to_read(name);

	return file;
}

/**
 * instance_read - read a file of the instance
 * @name: its name
 *
 * Return: the text, which the caller frees. The program ends if it cannot be read.
 */
char *instance_read(const char *name)
{
	char *text = tracefs_instance_file_read(own.instance, name, NULL);

	if (!text)
		fail_to_read(name);

	return text;
}

/* ------------------------------- the instance ------------------------------ */

/* Makes an instance and its lock. False: the name is in use, or it was taken for a stale one. */
static bool make_instance(const char *name)
{
	struct stat mine, there;
	int again = -1;

	own.instance = tracefs_instance_create(name);
	if (!own.instance)
		fail_to("make an instance of the tracer");
	if (!tracefs_instance_is_new(own.instance))
		goto other_name;
	own.lock = others_open(name);
	if (own.lock < 0 || flock(own.lock, LOCK_EX | LOCK_NB))
		goto other_name;
	/* Somebody may have removed it before it was locked. */
	again = others_open(name);
	if (again < 0 || fstat(again, &there) || fstat(own.lock, &mine) ||
	    mine.st_ino != there.st_ino)
		goto other_name;
	close(again);

	return true;

other_name:
	if (again >= 0)
		close(again);
	if (own.lock >= 0)
		close(own.lock);
	own.lock = -1;
	tracefs_instance_free(own.instance);
	own.instance = NULL;

	return false;
}

/**
 * instance_end - remove the instance, if there is one
 *
 * Also called when the program ends by exit(). Its files must be closed by then.
 */
void instance_end(void)
{
	if (own.process != getpid())
		return;
	if (own.instance) {
		/* It stays while somebody else reads it, but costs nobody anything. */
		instance_stop();
		tracefs_instance_destroy(own.instance);
		tracefs_instance_free(own.instance);
		own.instance = NULL;
		close(own.lock);
	}
	if (module_is_mine())
		others_leave_module();
}

/* ------------------------------- the settings ------------------------------ */

static void size_buffers(void)
{
	long cpus = sysconf(_SC_NPROCESSORS_CONF);
	struct sysinfo info;
	size_t memory = 0;

	if (!sysinfo(&info))
		memory = (size_t)info.totalram * info.mem_unit;
	own.most = memory / MOST_OF_MEMORY / cpus;
	if (own.most < LEAST_BUFFER)
		own.most = LEAST_BUFFER;
	own.buffer = settings.buffer;
	if (own.buffer) {
		own.most = own.buffer;
	} else {
		own.buffer = FIRST_BUFFERS / cpus;
		if (own.buffer > own.most)
			own.buffer = own.most;
		if (own.buffer < LEAST_BUFFER)
			own.buffer = LEAST_BUFFER;
	}
	if (settings.count)
		own.buffer = LEAST_BUFFER;
	/* Sub-buffers of kernels like 6.1 are a page, and the file is not there. */
	if (tracefs_file_exists(own.instance, "buffer_subbuf_size_kb"))
		write_file("buffer_subbuf_size_kb", SUBBUF_KB);
	write_number("buffer_size_kb", own.buffer >> 10);
}

/**
 * instance_make_room - make the ring buffers larger, if they may become so
 * @backlog: the bytes that have been waiting in one of them: more than half of it is too much
 */
void instance_make_room(size_t backlog)
{
	char text[32];

	if (backlog <= own.buffer / 2 || own.buffer >= own.most)
		return;
	own.buffer = own.buffer > own.most / 2 ? own.most : 2 * own.buffer;
	snprintf(text, sizeof(text), "%zu", own.buffer >> 10);
	/* If there is no memory, it stays as it is. */
	if (tracefs_instance_file_write(own.instance, "buffer_size_kb", text) < 0)
		own.most = own.buffer / 2;
}

static void set_clock(void)
{
	char clock[CLOCK_NAME];

	clock_choose(clock);
	write_file("trace_clock", clock);
}

static void set_comm(void)
{
	char *pattern;

	if (!settings.comm)
		return;
	pattern = comm_pattern(settings.comm);
	write_file("process_trace_taskcomm_filter", pattern);
	free(pattern);
}

static void set_uid(void)
{
	struct passwd *passwd;
	char *end;

	if (!settings.uid)
		return;
	if (proc_in_user_namespace())
		fail("--uid: this is a user namespace, where users have other numbers than the kernel's. Run sctrace outside, or choose tasks by --comm or --cgroup");
	strtoul(settings.uid, &end, 10);
	if (isdigit((unsigned char)*settings.uid) && (!*end || *end == '-')) {
		write_file("process_trace_uid_filter", settings.uid);
		return;
	}
	passwd = getpwnam(settings.uid);
	if (!passwd)
		fail("there is no user '%s'", settings.uid);
	write_number("process_trace_uid_filter", passwd->pw_uid);
}

/* A cgroup by its path in the hierarchy, or by that of its folder. */
static void set_cgroup(void)
{
	static const char mounted[] = "/sys/fs/cgroup";
	const char *path = settings.cgroup;

	if (!path)
		return;
	if (!*path)
		fail("--cgroup: the path is missing; --cgroup / is for all cgroups");
	if (!tracefs_file_exists(own.instance, "set_syscall_cgroup"))
		fail("--cgroup: this kernel has no cgroups (CONFIG_CGROUPS)");
	if (!strncmp(path, mounted, strlen(mounted)) &&
	    (path[strlen(mounted)] == '/' || !path[strlen(mounted)]))
		path += strlen(mounted);
	write_file("set_syscall_cgroup", *path ? path : "/");
}

static char *read_common(const char *name)
{
	char *text = tracefs_instance_file_read(NULL, name, NULL);

	if (!text)
		fail_to("read the names of calls in tracefs");

	return text;
}

/* The names of calls are long to read, and most often nobody asks for them. */
static void set_calls(void)
{
	bool has_paths = settings.paths.nr;
	char *available = has_paths || settings.trace.nr ? read_common("available_syscalls") : NULL;
	char *table = has_paths ? read_common("syscall_table") : NULL;
	char *text;

	text = choice_calls(available);
	if (text && !*text) {
		write_file("process_trace_syscalls", "0");
		/* They would be counted. */
		write_file("set_syscall_notrace", "*");
	} else if (text) {
		write_file("set_syscall", text);
	}
	free(text);
	text = choice_filter(available, table);
	if (text)
		write_file("syscall_filter", text);
	free(text);
	free(available);
	free(table);
}

/*
 * A new instance has the options of the first one, which are somebody else's choice. What is lost
 * must be the oldest, which is counted, and stacks would only fill the ring buffer.
 */
static void set_own_options(void)
{
	static const struct {
		const char *name, *value;
	} options[] = {
		{ "options/overwrite", "1" },
		{ "options/stacktrace", "0" },
		{ "options/userstacktrace", "0" },
		{ "options/event-fork", "0" },
	};
	size_t i;

	for (i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		if (tracefs_file_exists(own.instance, options[i].name))
			write_file(options[i].name, options[i].value);
	}
	if (settings.follow)
		write_file("options/event-fork", "1");
}

static bool is_set(const char *option)
{
	char *text = tracefs_instance_file_read(NULL, option, NULL);
	bool set = !text || *text != '0';

	free(text);

	return set;
}

/* These options are those of all instances: others may rely on them, so they stay. */
static void look_at_common_options(void)
{
	static const struct {
		const char *name, *what;
	} options[] = {
		{ "options/syscall_strings", "file names and other strings" },
		{ "options/syscall_data", "data and arguments of programs" },
		{ "options/syscall_structs", "structures" },
	};
	size_t i;

	if (settings.count)
		return;
	if (tracefs_file_exists(NULL, "options/syscall_stat_only") &&
	    is_set("options/syscall_stat_only"))
		fail("somebody has set options/syscall_stat_only in tracefs: calls are counted for all, and recorded for nobody; -c counts, too");
	for (i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		if (!is_set(options[i].name))
			complain("somebody has cleared %s in tracefs: %s are not recorded, and shown as addresses",
				 options[i].name, options[i].what);
	}
}

/**
 * instance_begin - make an instance with the user's settings
 *
 * Instances that were left behind by sctrace are removed. Nothing is traced yet.
 *
 * Return: the instance. The program ends if there can be none.
 */
struct tracefs_instance *instance_begin(void)
{
	char name[64];
	int number;

	own.process = getpid();
	atexit(instance_end);
	find_tracefs();
	others_remove_stale();
	for (number = 0; ; number++) {
		snprintf(name, sizeof(name), number ? INSTANCE_PREFIX "%d-%d" : INSTANCE_PREFIX "%d",
			 getpid(), number);
		if (make_instance(name))
			break;
		if (number == 100)
			fail("cannot make an instance of the tracer: all names are in use");
	}
	tracefs_unlock();

	look_at_common_options();
	set_own_options();
	size_buffers();
	set_clock();
	write_file("syscall_strlen", STRLEN);
	write_number("syscall_datalen",
		     settings.strlen < MOST_DATALEN ? settings.strlen : MOST_DATALEN);
	write_file("process_trace_times", "1");
	write_file("process_trace_stats", settings.count || settings.count_too ? "1" : "0");
	write_file("process_trace_syscalls", settings.count ? "0" : "1");
	write_file("process_trace_signals", settings.count || !choice_has_signals() ? "0" : "1");
	set_comm();
	set_uid();
	set_cgroup();
	set_calls();

	return own.instance;
}

/**
 * instance_lost - count the records that were overwritten before they were read
 *
 * Return: their number, on all CPUs.
 */
unsigned long long instance_lost(void)
{
	unsigned long long lost = 0, number;
	char *stats, *line;
	char name[64];
	int cpu;

	for (cpu = 0; ; cpu++) {
		snprintf(name, sizeof(name), "per_cpu/cpu%d/stats", cpu);
		stats = tracefs_instance_file_read(own.instance, name, NULL);
		if (!stats)
			break;
		line = strstr(stats, "overrun: ");
		if (line && sscanf(line, "overrun: %llu", &number) == 1)
			lost += number;
		free(stats);
	}

	return lost;
}

/*
 * Whoever chooses tasks, and not by their numbers, does not mean this program, nor what reads its
 * output: that was started before, and what it starts itself is left out because it follows.
 */
static void leave_out_own(void)
{
	char text[64];

	if (!settings.all && !settings.comm && !settings.uid && !settings.cgroup)
		return;
	snprintf(text, sizeof(text), "%d", namespace_to_kernel(getpid()));
	if (output_reader()) {
		snprintf(text + strlen(text), sizeof(text) - strlen(text), " %d",
			 namespace_to_kernel(output_reader()));
		if (!is_set("options/syscall_follow"))
			complain("somebody has cleared options/syscall_follow in tracefs: what '%s' starts itself is traced if it is chosen, and may print for ever",
				 settings.output + 1);
	}
	strcat(text, "\n");
	write_file("set_syscall_notrace_pid", text);
}

/* Begin to trace. */
void instance_trace(void)
{
	const char *name = tracer_file();

	leave_out_own();
	if (tracefs_instance_file_write(own.instance, name, "process") >= 0)
		return;
	if (errno == ENOSPC)
		fail("64 instances trace system calls already: end one of them");
	fail_to_write(name, "process");
}

/* End it. What has been recorded can still be read. */
void instance_stop(void)
{
	tracefs_instance_file_write(own.instance, "tracing_on", "0");
}
