// SPDX-License-Identifier: GPL-2.0
/*
 * Any bytes as a saved trace: a trace.dat, or the files of a folder. The program that
 * reads them is all of syscall-report, each time in a child, since it may end in the
 * middle, and since the libraries that it uses may crash: they trust what they read, and
 * the program says so (see report/isolate.c). What is no fault of theirs is a failure, and
 * so is no end in time, if it is not they who find none.
 *
 * tests/unit/report_seeds.py tells what the bytes mean, and what to start with.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sanitizer/common_interface_defs.h>

#define CRASHED		99
#define MOST_SECONDS	5

/* The program under these names, see the Makefile. */
int report_main(int argc, char **argv);
int report_fork(void);
void report_exit(int status) __attribute__((__noreturn__));

/* libFuzzer calls them. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

const char *__asan_default_options(void);
const char *__ubsan_default_options(void);

/* By its number in the input. */
static const char *const names[] = {
	"events/header_page",
	"events/ftrace/syscall_call/format",
	"events/ftrace/syscall_enter/format",
	"events/ftrace/syscall_exit/format",
	"events/ftrace/syscall_task/format",
	"events/ftrace/kernel_stack/format",
	"events/ftrace/print/format",
	"events/sched/sched_switch/format",
	"per_cpu/cpu0/trace_pipe_raw",
	"per_cpu/cpu1/trace_pipe_raw",
	"per_cpu/cpu0/stats",
	"saved_cmdlines",
	"saved_tgids",
	"syscall_names",
	"printk_formats",
	"syscall_table",
	"kallsyms",
	"online",
	"trace_clock",
	"current_tracer",
	"options/record-tgid",
};

#define NR_NAMES	(sizeof(names) / sizeof(names[0]))

/* Of the first byte: a folder; else options. */
#define IS_FOLDER	0x80

static char *const options[] = { "--json", "--names", "--raw", "--time", "--plugins" };

#define NR_OPTIONS	(sizeof(options) / sizeof(options[0]))

/*
 * What has been reached is counted here; a child has to hand it over. The names are the
 * linker's.
 */
extern uint8_t counters[] __asm__("__start___sancov_cntrs");
extern uint8_t counters_end[] __asm__("__stop___sancov_cntrs");

/* And where that is. */
struct place {
	uintptr_t	pc;
	uintptr_t	flags;
};

extern const struct place places[] __asm__("__start___sancov_pcs");
extern const struct place places_end[] __asm__("__stop___sancov_pcs");

static uint8_t *reached;
/* In memory: a disk would take longer than all else. */
static char folder[] = "/dev/shm/syscall-tracer-fuzz.XXXXXX";
static char saved[64], messages[64];
static unsigned long of_libraries;
static pid_t parent;

const char *__asan_default_options(void)
{
	return "exitcode=99:detect_leaks=0:allocator_may_return_null=1:symbolize=0:"
	       "handle_abort=1:handle_sigfpe=1:handle_sigill=1";
}

const char *__ubsan_default_options(void)
{
	return "print_stacktrace=1:symbolize=0";
}

static size_t nr_counters(void)
{
	return counters_end - counters;
}

static void hand_over(void)
{
	memcpy(reached, counters, nr_counters());
}

/* ------------------------------- the child ------------------------------- */

/* It is one already. */
int report_fork(void)
{
	return 0;
}

void report_exit(int status)
{
	fflush(NULL);
	hand_over();
	_exit(status);
}

static void no_end(int sig)
{
	(void)sig;
	fputs("no end\n", stderr);
	__sanitizer_print_stack_trace();
	report_exit(CRASHED);
}

static void run(uint8_t how, char *path)
{
	struct rlimit limit = { MOST_SECONDS, MOST_SECONDS + 1 };
	char *argv[NR_OPTIONS + 3];
	unsigned int i;
	int argc = 0;

	if (!freopen(messages, "w", stderr) || !freopen("/dev/null", "w", stdout))
		_exit(1);
	__sanitizer_set_report_fd((void *)(intptr_t)fileno(stderr));
	__sanitizer_set_death_callback(hand_over);
	signal(SIGXCPU, no_end);
	setrlimit(RLIMIT_CPU, &limit);
	limit.rlim_cur = 0;
	limit.rlim_max = 0;
	setrlimit(RLIMIT_CORE, &limit);

	argv[argc++] = "syscall-report";
	for (i = 0; i < NR_OPTIONS; i++) {
		if (how & 1 << i)
			argv[argc++] = options[i];
	}
	argv[argc++] = path;
	argv[argc] = NULL;
	report_exit(report_main(argc, argv));
}

/* ------------------------------- the parent ------------------------------- */

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void write_file(const char *path, const void *data, size_t size)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size || close(fd))
		die(path);
}

/* The name of a file of the folder, and all folders that it is in. */
static const char *place(const char *name)
{
	static char path[256];
	char *pos;

	snprintf(path, sizeof(path), "%s/trace/%s", folder, name);
	for (pos = path + strlen(folder) + 1; (pos = strchr(pos, '/')); pos++) {
		*pos = '\0';
		mkdir(path, 0700);
		*pos = '/';
	}

	return path;
}

/* Files, each as its number, the low and the high byte of its size, and what is in it. */
static void write_files(const uint8_t *data, size_t size)
{
	bool there[NR_NAMES] = { };
	size_t nr, len;

	while (size > 3) {
		nr = data[0] % NR_NAMES;
		len = data[1] | data[2] << 8;
		data += 3;
		size -= 3;
		if (len > size)
			len = size;
		write_file(place(names[nr]), data, len);
		there[nr] = true;
		data += len;
		size -= len;
	}
	for (nr = 0; nr < NR_NAMES; nr++) {
		if (!there[nr])
			unlink(place(names[nr]));
	}
}

/* All that is compiled for the fuzzer lies together; the sanitizers are not among it. */
static bool is_ours(uintptr_t addr)
{
	uintptr_t first = UINTPTR_MAX, last = 0;
	const struct place *place;

	for (place = places; place < places_end; place++) {
		first = place->pc < first ? place->pc : first;
		last = place->pc > last ? place->pc : last;
	}

	return addr >= first && addr < last + 4096;
}

/* Whether a library stands on the stack before anything of ours. */
static bool is_of_library(char *text)
{
	char *line, *rest = text;
	unsigned long addr;

	while ((line = strsep(&rest, "\n"))) {
		if (sscanf(line, " #%*u 0x%lx", &addr) != 1)
			continue;
		if (is_ours(addr))
			return false;
		if (strstr(line, "/libtrace"))
			return true;
	}

	return false;
}

static void judge(int status)
{
	static char text[1 << 16], copy[1 << 16];
	FILE *file = fopen(messages, "r");
	size_t len = file ? fread(text, 1, sizeof(text) - 1, file) : 0;

	if (file)
		fclose(file);
	text[len] = '\0';
	if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS)
		return;
	if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE) {
		if (strstr(text, "fuzz-report: "))
			return;
		fprintf(stderr, "the program fails without a word\n%s", text);
		abort();
	}
	memcpy(copy, text, len + 1);
	if (is_of_library(copy)) {
		of_libraries++;
		return;
	}
	fprintf(stderr, "status %#x\n%s", status, text);
	abort();
}

static void end(void)
{
	char *argv[] = { "rm", "-rf", folder, NULL };

	if (getpid() != parent)
		return;
	fprintf(stderr, "a library crashed: %lu times\n", of_libraries);
	if (!fork()) {
		execvp(*argv, argv);
		_exit(1);
	}
	wait(NULL);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	reached = mmap(NULL, nr_counters() + 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		       -1, 0);
	if (reached == MAP_FAILED || !mkdtemp(folder))
		die("cannot begin");
	snprintf(saved, sizeof(saved), "%s/trace.dat", folder);
	snprintf(messages, sizeof(messages), "%s/messages", folder);
	parent = getpid();
	atexit(end);

	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char trace[sizeof(folder) + 8];
	char *path = saved;
	int status;
	pid_t child;

	if (!size)
		return -1;
	if (data[0] & IS_FOLDER) {
		write_files(data + 1, size - 1);
		snprintf(trace, sizeof(trace), "%s/trace", folder);
		path = trace;
	} else {
		write_file(saved, data + 1, size - 1);
	}

	child = fork();
	if (child < 0)
		die("cannot fork");
	if (!child)
		run(data[0], path);
	/* The alarm of libFuzzer interrupts it. */
	while (waitpid(child, &status, 0) != child) {
		if (errno != EINTR)
			die("cannot wait");
	}
	memcpy(counters, reached, nr_counters());
	judge(status);

	return 0;
}
