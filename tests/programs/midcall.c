// SPDX-License-Identifier: GPL-2.0
/*
 * Tracing that begins or ends while a task is inside a call: each half of the
 * call that was seen is shown, and never with another call's other half.
 */
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "case.h"

static int pipe_fds[2];

static struct shared {
	volatile int	reads;
	char		byte;
} *shared;

static void read_pipe(void *arg)
{
	(void)arg;
	sys(SYS_read, pipe_fds[0], &shared->byte, 1);
	marker(1);
}

static pid_t start(void (*fn)(void *arg))
{
	pid_t child;

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED || pipe(pipe_fds))
		die("cannot set up");
	child = spawn(fn, NULL);
	wait_blocked(child, SYS_read);
	return child;
}

static void write_pipe(void)
{
	if (write(pipe_fds[1], "x", 1) != 1)
		die("cannot write");
}

/* What was read shows with the result. */
#define READ_RESUMED	"<... read resumed>\"x\", 1) = 1"

static const char *read_line(void)
{
	return text("read(%d, \"x\", 1) = 1", pipe_fds[0]);
}

/* The call that the task was in before. */
static const char *begun_earlier_line(void)
{
	return text("read(%d,  <begun earlier> <unfinished ...>", pipe_fds[0]);
}

static const char *begun_line(void)
{
	return text("read(%d,  <unfinished ...>", pipe_fds[0]);
}

CASE(enabled_in_call)
{
	pid_t child;

	tracer(the_tracer(), "nop");
	child = start(read_pipe);
	tracer(the_tracer(), "syscall");
	write_pipe();
	wait_for(child);
	expect_of(child, "%s", begun_earlier_line());
	expect_of(child, READ_RESUMED);
	expect_of(child, "%s", marker_line(1));
}

static void read_twice(void *arg)
{
	(void)arg;
	for (int i = 1; i <= 2; i++) {
		sys(SYS_read, pipe_fds[0], &shared->byte, 1);
		shared->reads++;
		marker(i);
	}
}

static void wait_for_second_read(pid_t child)
{
	while (!shared->reads)
		usleep(1000);
	wait_blocked(child, SYS_read);
}

/* Leaving the tracer empties the buffer, so what must not be there is off. */
CASE(disabled_in_call)
{
	pid_t child = start(read_twice);

	tracer(the_tracer(), "nop");
	write_pipe();
	wait_for_second_read(child);
	tracer(the_tracer(), "syscall");
	write_pipe();
	wait_for(child);
	expect_of(child, "%s", begun_earlier_line());
	expect_of(child, READ_RESUMED);
	expect_of(child, "%s", marker_line(2));
	expect_never_of(child, "%s", marker_line(1));
}

static char fifo[64];
static struct pollfd polled;

static void open_fifo(void *arg)
{
	(void)arg;
	sys(SYS_openat, AT_FDCWD, fifo, O_RDONLY);
	marker(1);
}

static void poll_pipe(void *arg)
{
	(void)arg;
	sys(SYS_poll, &polled, 1, -1);
	marker(1);
}

/* What the arguments lead to is in the memory of a task that sleeps. */
CASE(string_in_call)
{
	pid_t child;
	int fd;

	snprintf(fifo, sizeof(fifo), "/tmp/midcall-%d", getpid());
	if (mkfifo(fifo, 0600))
		die("cannot make a fifo");
	tracer(the_tracer(), "nop");
	child = spawn(open_fifo, NULL);
	wait_blocked(child, SYS_openat);
	tracer(the_tracer(), "syscall");
	fd = open(fifo, O_WRONLY);
	wait_for(child);
	close(fd);
	unlink(fifo);
	expect_of(child, "openat(AT_FDCWD, \"%s\", O_RDONLY <begun earlier> <unfinished ...>", fifo);
	expect_of(child, "<... openat resumed>) = %d", fd);
	expect_of(child, "%s", marker_line(1));
}

CASE(structure_in_call)
{
	pid_t child;

	if (pipe(pipe_fds))
		die("cannot make a pipe");
	polled = (struct pollfd) { .fd = pipe_fds[0], .events = POLLIN };
	tracer(the_tracer(), "nop");
	child = spawn(poll_pipe, NULL);
	wait_blocked(child, SYS_poll);
	tracer(the_tracer(), "syscall");
	write_pipe();
	wait_for(child);
	expect_of(child, "poll([{fd=%d, events=POLLIN}], 1, -1 <begun earlier> <unfinished ...>",
		  pipe_fds[0]);
	expect_of(child, "<... poll resumed>) = 1 ([{fd=%d, revents=POLLIN}])", pipe_fds[0]);
	expect_of(child, "%s", marker_line(1));
}

/* Off and on again: the entry belongs to another run, whose trace is gone. */
CASE(toggled_in_call)
{
	pid_t child = start(read_pipe);

	tracer(the_tracer(), "nop");
	tracer(the_tracer(), "syscall");
	write_pipe();
	wait_for(child);
	expect_of(child, "%s", begun_earlier_line());
	expect_of(child, READ_RESUMED);
	expect_of(child, "%s", marker_line(1));
}

CASE(instance_added_in_call)
{
	const char *other = other_instance();
	pid_t child = start(read_pipe);

	write_file(text("%s/%s", other, the_tracer()), "syscall");
	write_pipe();
	wait_for(child);

	expect_later_of(child, "%s", read_line());
	expect_of(child, "%s", marker_line(1));
	view_instance(other);
	expect_of(child, "%s", begun_earlier_line());
	expect_of(child, READ_RESUMED);
	expect_of(child, "%s", marker_line(1));
}

CASE(instance_left_in_call)
{
	const char *other = other_instance();
	pid_t child;

	write_file(text("%s/%s", other, the_tracer()), "syscall");
	child = start(read_pipe);
	write_file(text("%s/%s", other, the_tracer()), "nop");
	write_pipe();
	wait_for(child);

	expect_later_of(child, "%s", read_line());
	expect_of(child, "%s", marker_line(1));
	view_instance(other);
	expect_never_of(child, "<*>");
}

/* The first instance goes, the second one keeps the whole call. */
CASE(first_instance_left_in_call)
{
	const char *other = other_instance();
	pid_t child;

	write_file(text("%s/%s", other, the_tracer()), "syscall");
	child = start(read_pipe);
	tracer(the_tracer(), "nop");
	write_pipe();
	wait_for(child);

	expect_never_of(child, "<*>");
	view_instance(other);
	expect_later_of(child, "%s", read_line());
	expect_of(child, "%s", marker_line(1));
}

/* What is recorded is what is wanted when it is, not when the call began. */
static void want_no_data_since(const char *file)
{
	pid_t child = start(read_pipe);

	tracer(file, "0");
	write_pipe();
	wait_for(child);
	expect_later_of(child, "read(%d, %s, 1) = 1", pipe_fds[0], ptr(&shared->byte));
}

CASE(less_wanted_since)
{
	want_no_data_since("syscall_datalen");
}

CASE(no_data_since)
{
	want_no_data_since("options/syscall_data");
}

CASE(less_wanted_by_new_instance)
{
	const char *other = other_instance();
	pid_t child = start(read_pipe);

	write_file(text("%s/syscall_datalen", other), "0");
	write_file(text("%s/%s", other, the_tracer()), "syscall");
	write_pipe();
	wait_for(child);
	expect_later_of(child, "%s", read_line());
	view_instance(other);
	expect_later_of(child, "<... read resumed>%s, 1) = 1", ptr(&shared->byte));
}

static char much[4095];

static void read_much(void *arg)
{
	(void)arg;
	sys(SYS_read, pipe_fds[0], much, sizeof(much));
	marker(1);
}

/* The record that fitted when the call began does not any more. */
CASE(smaller_records_since)
{
	pid_t child;

	if (tracer_error("buffer_subbuf_size_kb", "16"))
		skip("no buffer_subbuf_size_kb");
	tracer("syscall_datalen", "4095");
	child = start(read_much);
	tracer("buffer_subbuf_size_kb", "4");
	if (write(pipe_fds[1], much, sizeof(much)) != sizeof(much))
		die("cannot write");
	wait_for(child);
	expect_later_of(child, "<... read resumed>\"<*>\"..., %zu) = %zu", sizeof(much),
			sizeof(much));
	expect_of(child, "%s", marker_line(1));
}

CASE(tracing_off_in_call)
{
	pid_t child = start(read_pipe);

	tracer("tracing_on", "0");
	write_pipe();
	wait_for(child);
	tracer("tracing_on", "1");
	expect_later_of(child, "%s", begun_line());
	expect_never_of(child, "<... read resumed>) = <*>");
}

/* Where nobody else leaves records, if there is a second processor. */
static void read_twice_alone(void *arg)
{
	pin(0);
	read_twice(arg);
}

/*
 * The exit of one read, a call and the entry of another read are not recorded. The two reads look
 * alike and are not one call, and the second one has its arguments.
 */
CASE(halves_of_two_calls)
{
	pid_t child;

	pin(sysconf(_SC_NPROCESSORS_ONLN) - 1);
	child = start(read_twice_alone);
	tracer("tracing_on", "0");
	write_pipe();
	wait_for_second_read(child);
	tracer("tracing_on", "1");
	write_pipe();
	wait_for(child);
	expect_later_of(child, "%s", begun_line());
	expect_of(child, "+++ 1 call of [pid %d] was lost +++", child);
	expect_of(child, "%s", read_line());
	expect_of(child, "%s", marker_line(2));
}

/* Whatever another task did on that CPU meanwhile stands between the halves. */
CASE(split)
{
	pid_t child;

	pin(0);
	child = start(read_pipe);
	marker(2);
	write_pipe();
	wait_for(child);
	expect_later("%s", marker_line(2));
	expect_later_of(child, "%s", begun_line());
	expect_of(child, READ_RESUMED);
	expect_of(child, "%s", marker_line(1));
}
