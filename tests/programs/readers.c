// SPDX-License-Identifier: GPL-2.0
/*
 * Readers of a trace: that wait, poll, take small bites, or want to splice. They
 * read a second instance; the first one watches them as always.
 */
#include <poll.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "case.h"

#define TRACE_MAX (1 << 20)

static const char *other;

static const char *other_file(const char *name)
{
	return text("%s/%s", other, name);
}

/* The second instance traces, but records nothing yet. */
static void begin(void)
{
	other = other_instance();
	write_file(other_file("tracing_on"), "0");
	write_file(other_file(the_tracer()), "syscall");
}

static void record(bool on)
{
	write_file(other_file("tracing_on"), on ? "1" : "0");
}

static int open_pipe(int flags)
{
	int fd = open(other_file("trace_pipe"), O_RDONLY | O_CLOEXEC | flags);

	if (fd < 0)
		die("cannot open trace_pipe");
	return fd;
}

/* All that a descriptor gives now, taken in bites of @bite bytes. */
static char *read_all(int fd, size_t bite)
{
	char *buf = mmap(NULL, TRACE_MAX, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	size_t used = 0;
	ssize_t n;

	if (buf == MAP_FAILED)
		die("no memory");
	while (used < TRACE_MAX - bite - 1 && (n = read(fd, buf + used, bite)) > 0)
		used += n;
	if (used >= TRACE_MAX - bite - 1)
		die("endless trace");
	buf[used] = '\0';
	return buf;
}

static char *read_trace(size_t bite)
{
	int fd = open(other_file("trace"), O_RDONLY | O_CLOEXEC);
	char *trace;

	if (fd < 0)
		die("cannot open trace");
	trace = read_all(fd, bite);
	close(fd);
	return trace;
}

/* The lines that are not comments; they all come behind these. */
static char *without_header(char *trace)
{
	while (*trace == '#') {
		trace = strchr(trace, '\n') + 1;
		if (trace == (char *)1)
			die("a trace without lines");
	}
	return trace;
}

static void must_contain(const char *trace, const char *line)
{
	const char *at = strstr(trace, line);

	if (!at || at[strlen(line)] != '\n')
		die("\"%s\" is not in:\n%s", line, trace);
}

/* For the runner: the program came to its end. */
static void done(void)
{
	marker(99);
	expect_later("%s", marker_line(99));
}

CASE(nonblocking)
{
	char byte;
	int fd;

	begin();
	/* The reader itself makes the call. */
	write_file(other_file("options/syscall_readers"), "1");
	fd = open_pipe(O_NONBLOCK);
	if (read(fd, &byte, 1) != -1 || errno != EAGAIN)
		die("read of an empty trace_pipe: %s", strerror(errno));
	record(true);
	marker(1);
	record(false);
	must_contain(read_all(fd, 4096), marker_line(1));
	if (read(fd, &byte, 1) != -1 || errno != EAGAIN)
		die("read of a trace_pipe read empty: %s", strerror(errno));
	close(fd);
	write_file(other_file("options/syscall_readers"), "0");
	done();
}

static void blocking_reader(void *arg)
{
	static char buf[65536];
	int fd = open_pipe(0);

	(void)arg;
	if (read(fd, buf, sizeof(buf) - 1) <= 0)
		die("blocking read: %s", strerror(errno));
	if (!strstr(buf, " = ") && !strstr(buf, "<unfinished ...>"))
		die("no lines of calls: %s", buf);
}

CASE(blocking)
{
	pid_t child;

	begin();
	child = spawn(blocking_reader, NULL);
	wait_blocked(child, SYS_read);
	record(true);
	marker(1);
	if (wait_for(child))
		die("the reader failed");
	done();
}

static void poller(void *arg)
{
	struct pollfd p = { .fd = open_pipe(O_NONBLOCK), .events = POLLIN };
	static char buf[65536];

	(void)arg;
	if (sys(SYS_poll, &p, 1, 0) != 0)
		die("poll of an empty trace_pipe: %x", p.revents);
	if (sys(SYS_poll, &p, 1, -1) != 1 || p.revents != POLLIN)
		die("poll: %x", p.revents);
	if (read(p.fd, buf, sizeof(buf) - 1) <= 0)
		die("nothing to read after poll: %s", strerror(errno));
}

CASE(polling)
{
	pid_t child;

	begin();
	child = spawn(poller, NULL);
	wait_blocked(child, SYS_poll);
	record(true);
	marker(1);
	if (wait_for(child))
		die("the poller failed");
	done();
}

/* However it is cut, it is the same text. */
CASE(small_bites)
{
	static const size_t bites[] = { 1, 7, 80, 4095, 65536 };
	char *whole, *piped;

	begin();
	record(true);
	for (int i = 0; i < 30; i++) {
		marker(i);
		sys(SYS_rename, "/no/such/file", "/neither/this");
	}
	record(false);
	whole = read_trace(1 << 16);
	must_contain(whole, marker_line(29));
	for (size_t i = 0; i < sizeof(bites) / sizeof(*bites); i++)
		if (strcmp(read_trace(bites[i]), whole))
			die("trace in bites of %zu bytes differs", bites[i]);
	piped = read_all(open_pipe(O_NONBLOCK), 7);
	if (strcmp(piped, without_header(whole)))
		die("trace_pipe in bites of 7 bytes differs:\n%s\n%s", piped, whole);
	done();
}

/* Calls whose results take much of a line, or all of it, among short ones. */
static void long_call(unsigned int kind)
{
	static char buf[4000];
	struct iovec iov[8];
	struct msghdr msg = { .msg_iov = iov, .msg_iovlen = 8 };
	struct mmsghdr msgs[7];
	static int file = -1, sockets[2];

	memset(buf, 0x80, sizeof(buf));
	if (file < 0) {
		file = memfd_create("long", MFD_CLOEXEC);
		if (file < 0 || write(file, buf, sizeof(buf)) != sizeof(buf) ||
		    socketpair(AF_UNIX, SOCK_DGRAM, 0, sockets))
			die("no file, or no sockets");
	}
	for (int i = 0; i < 8; i++)
		iov[i] = (struct iovec) { buf + 500 * i, 500 };
	for (int i = 0; i < 7; i++)
		msgs[i] = (struct mmsghdr) { .msg_hdr = msg };
	switch (kind) {
	case 0:
		sys(SYS_pread64, file, buf, sizeof(buf));
		break;
	case 1:
		sys(SYS_preadv, file, iov, 8);
		break;
	case 2:
		sys(SYS_sendmsg, sockets[0], &msg);
		sys(SYS_recvmsg, sockets[1], &msg);
		break;
	case 3:
		sys(SYS_sendmmsg, -1, msgs, 7);
		break;
	case 4:
		sys(SYS_sendmmsg, sockets[0], msgs, 2);
		sys(SYS_recvmmsg, sockets[1], msgs, 2);
		break;
	}
}

#define LONG_CALLS 5

/* Both readers show the same, however much of a page of text a line takes. */
static void compare_readers(const char *datalen, const char *option, unsigned int kind)
{
	char *whole, *piped;
	int fd;

	record(true);
	/* Which process a task is of is kept when it sleeps, and JSON tells it. */
	usleep(1000);
	record(false);
	write_file(other_file("trace"), "");
	record(true);
	for (int i = 0; i < 40; i++) {
		for (int k = 0; k < i % 7; k++)
			sys(SYS_getppid);
		long_call(kind);
	}
	marker(kind);
	record(false);
	whole = read_trace(1 << 16);
	fd = open_pipe(O_NONBLOCK);
	piped = read_all(fd, 1 << 16);
	close(fd);
	if (strcmp(piped, without_header(whole)))
		die("kind %u, datalen %s, %s: trace_pipe, %zu bytes, differs from trace, %zu",
		    kind, datalen, option, strlen(piped), strlen(without_header(whole)));
	if (!strstr(piped, "close"))
		die("kind %u, datalen %s, %s: nothing was recorded", kind, datalen, option);
	munmap(whole, TRACE_MAX);
	munmap(piped, TRACE_MAX);
}

CASE(long_results)
{
	static const char * const lengths[] = { "32", "4095" };
	static const char * const options[] = {
		"syscall_names", "syscall_raw", "syscall_json", "syscall_time",
	};

	begin();
	pin(0);
	/* The buffer of the first instance is too small for all of this. */
	tracer("tracing_on", "0");
	for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
		write_file(other_file("syscall_datalen"), lengths[i]);
		for (unsigned int kind = 0; kind < LONG_CALLS; kind++)
			compare_readers(lengths[i], "no option", kind);
		for (size_t j = 0; j < sizeof(options) / sizeof(*options); j++) {
			write_file(other_file(text("options/%s", options[j])), "1");
			for (unsigned int kind = 0; kind < LONG_CALLS; kind++)
				compare_readers(lengths[i], options[j], kind);
			write_file(other_file(text("options/%s", options[j])), "0");
		}
	}
	tracer("tracing_on", "1");
	done();
}

/*
 * The kernel would drop lines between the pages that it splices; a reader who is
 * refused reads instead.
 */
CASE(splice)
{
	int fd, fds[2];

	begin();
	record(true);
	marker(1);
	record(false);
	fd = open_pipe(O_NONBLOCK);
	if (pipe(fds))
		die("no pipe");
	if (splice(fd, NULL, fds[1], NULL, 65536, SPLICE_F_NONBLOCK) != -1 || errno != EINVAL)
		die("splice: %s", strerror(errno));
	if (sendfile(fds[1], fd, NULL, 65536) != -1 || errno != EINVAL)
		die("sendfile: %s", strerror(errno));
	must_contain(read_all(fd, 65536), marker_line(1));
	done();
}

/* The kernel's rule for all tracers: not while somebody has trace_pipe open. */
CASE(switch_under_reader)
{
	int fd;

	begin();
	fd = open_pipe(O_NONBLOCK);
	if (write_file_error(other_file(the_tracer()), "nop") != EBUSY)
		die("the tracer changed under a reader");
	close(fd);
	write_file(other_file(the_tracer()), "nop");
	done();
}

/* --------------------------- records as they are --------------------------- */

struct layout {
	unsigned int	type;
	int		nr, words, flags, data;
};

/* The offset of a field in a format file, or -1. */
static int offset_of(const char *format, const char *field)
{
	const char *at = strstr(format, text(" %s;\toffset:", field));

	return at ? atoi(strchr(at, ':') + 1) : -1;
}

static struct layout layout_of(const char *name)
{
	struct layout l;
	char format[4096] = "";
	int fd = open(text("/sys/kernel/tracing/events/ftrace/%s/format", name), O_RDONLY);

	if (fd < 0 || read(fd, format, sizeof(format) - 1) <= 0)
		die("no format of %s", name);
	close(fd);
	l.type = atoi(strstr(format, "ID: ") + 4);
	l.nr = offset_of(format, "nr");
	l.words = offset_of(format, "words");
	l.flags = offset_of(format, "flags");
	l.data = offset_of(format, "data[]");
	if (l.nr < 0 || l.words < 0 || l.flags < 0 || l.data < 0)
		die("%s: fields are missing: %s", name, format);
	return l;
}

static unsigned int u32_at(const char *p)
{
	unsigned int v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static unsigned long long u64_at(const char *p)
{
	unsigned long long v;

	memcpy(&v, p, sizeof(v));
	return v;
}

#define LONG_NR	32

/* Is it the record of marker(1), a call with one argument of 32 bits? */
static bool is_marker(const char *body, const struct layout *call)
{
	unsigned int nr = u32_at(body + call->nr) & 0xffff;
	const char *data = body + call->data;

	if ((u32_at(body) & 0xffff) != call->type || (nr & 0xfff) != (SYS_close & 0xfff) ||
	    body[call->words] != 2)
		return false;
	if (body[call->flags] & LONG_NR) {
		if (u32_at(data) != (unsigned int)SYS_close)
			return false;
		data += 4;
	}
	return (int)u32_at(data) == -EBADF && (int)u32_at(data + 4) == -1001;
}

/*
 * A page of the ring buffer, as Documentation/trace/ring-buffer-design.rst and
 * events/header_event describe it: looks for the exact record of a call.
 */
static bool page_has(const char *page, const struct layout *call)
{
	const char *end, *p = page + 16;

	end = p + (u64_at(page + 8) & 0xfffff);
	while (p < end) {
		unsigned int head = u32_at(p), type_len = head & 31, len;
		const char *body = p + 4;

		if (type_len == 0) {
			len = u32_at(body);
			body += 4;
			p = body + len - 4;
		} else if (type_len <= 28) {
			len = type_len * 4;
			p = body + len;
		} else if (type_len == 29) {
			p = body + u32_at(body);
			continue;
		} else {
			p = body + 4;
			continue;
		}
		if (is_marker(body, call))
			return true;
	}
	return false;
}

CASE(raw_pages)
{
	struct layout call = layout_of("syscall_call");
	static char page[4096];
	bool found = false;
	int fd;

	begin();
	pin(0);
	record(true);
	marker(1);
	record(false);
	fd = open(other_file("per_cpu/cpu0/trace_pipe_raw"), O_RDONLY | O_NONBLOCK);
	if (fd < 0)
		die("no trace_pipe_raw");
	while (!found && read(fd, page, sizeof(page)) > 16)
		found = page_has(page, &call);
	if (!found)
		die("the record of a call is not what the format says");
	done();
}
