// SPDX-License-Identifier: GPL-2.0
/*
 * Prints the system calls that another machine sends with nettrace, as they come.
 */
#include <arpa/inet.h>
#include <endian.h>
#include <elf.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <linux/syscall_trace_record.h>
#include <linux/syscall_trace_table.h>
#include <linux/nettrace.h>

#include "gaps.h"
#include "port.h"
#include "stream.h"
#include "shared/error.h"
#include "format/gap.h"
#include "lines/gaps.h"
#include "lines/line.h"
#include "lines/table.h"

#define DEFAULT_PORT	"6668"

static const char help[] =
"usage: syscall-receive [OPTION...] [[ADDRESS:]PORT]\n"
"\n"
"Prints the system calls that another machine sends with nettrace, as they come. The\n"
"lines are those of the file \"trace\" of tracefs there. The default port is " DEFAULT_PORT ".\n"
"\n"
"  --json   JSON, an object per line       (options/syscall_json)\n"
"  --names  names of arguments             (options/syscall_names)\n"
"  --raw    all words in hex               (options/syscall_raw)\n"
"  --time   how long each call took        (options/syscall_time)\n"
"  -O, --option [no]NAME\n"
"           any of these options by its name in tracefs, or context-info, irq-info,\n"
"           record-tgid; for example -O noirq-info\n"
"  --table FILE\n"
"           the file syscall_table of the other machine, if its kernel has calls that\n"
"           this program does not know\n"
"  --wait MS\n"
"           how long the exit of a call, or a datagram that is missing, is waited for: 100\n"
"  -1, --once\n"
"           end when the other machine has switched the target off\n"
"  -h, --help\n"
"\n"
"On the other machine, as root:\n"
"    modprobe nettrace; mkdir /sys/kernel/config/nettrace/far\n"
"    cd /sys/kernel/config/nettrace/far\n"
"    echo ADDRESS > remote_ip; echo eth0 > dev_name; echo 1 > enabled\n"
"    echo syscall > /sys/kernel/tracing/current_tracer\n"
"\n"
"A line \"[LOST 3 RECORDS ON THE WAY: 17-19]\" tells which ones the network has lost, and\n"
"\"CPU:1 [LOST 5 EVENTS]\" that the other machine could not send as fast as it recorded.\n"
"\"+++ 12 calls of [pid 51] were lost +++\" tells where calls of a task are missing, whatever\n"
"the reason: those of such records among them.\n"
"\n"
"Status: 0, or 1 if it cannot go on.\n";

/* How long the exit of a call, or a datagram that others have overtaken, is waited for, in ms */
static long long patience = 100;
/* A signal that comes right before poll() is seen after so many ms */
#define WAKE		1000
/* A sender that is silent for so many ms makes room for another one. It beats once in a second. */
#define SILENCE		5000
/* Streams that have ended and are remembered */
#define ENDED		16
/* Names of tasks whose records come without one */
#define NAMES		1024

/**
 * struct receiver - what is being received
 * @lines: prints it
 * @stream: the stream, or NULL
 * @gaps: which calls are missing in it
 * @missing: how many of these there are
 * @heard: when something of it came, in ms
 * @silent: it was told that nothing comes any more
 * @warned: it was told that there is another stream
 * @from: who sends it
 * @ended: the numbers of streams that have ended: what comes of them is late
 * @nr_ended: how many have ended
 * @names: names of tasks, by pid
 */
struct receiver {
	struct lines	lines;
	struct stream	*stream;
	struct stream_gaps *gaps;
	unsigned long long missing;
	long long	heard;
	bool		silent;
	bool		warned;
	struct sockaddr_storage from;
	uint32_t	ended[ENDED];
	unsigned int	nr_ended;
	struct {
		int	pid;
		char	comm[NAME_LEN + 1];
	} names[NAMES];
};

static volatile sig_atomic_t stopped;

static void stop(int sig)
{
	stopped = 1;
}

static long long now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);

	return ts.tv_sec * 1000LL + ts.tv_nsec / 1000000;
}

/* --------------------------------- printing --------------------------------- */

static struct entry *first_of_cpu(const struct stream *stream, int cpu)
{
	struct entry *entry;

	for (entry = stream->first; entry && entry->record.cpu != cpu; entry = entry->next)
		;

	return entry;
}

static void leave(struct lines *lines, int cpu)
{
	struct stream *stream = container_of(lines, struct receiver, lines)->stream;

	stream_drop(stream, first_of_cpu(stream, cpu));
}

static const struct record *peek(struct lines *lines, int cpu)
{
	struct entry *entry;

	entry = first_of_cpu(container_of(lines, struct receiver, lines)->stream, cpu);

	/* Behind a gap, the exit may be that of another call of the same number. */
	return entry && !entry->gap ? &entry->record : NULL;
}

/* The name of a task. A record of another task comes without it. */
static const char *name_of(struct receiver *recv, const struct entry *entry)
{
	int pid = entry->record.pid;
	unsigned int slot = (unsigned int)pid % NAMES;

	if (entry->tgid) {
		recv->names[slot].pid = pid;
		memcpy(recv->names[slot].comm, entry->comm, sizeof(entry->comm));
	}

	return recv->names[slot].pid == pid && pid ? recv->names[slot].comm : "<...>";
}

static void print_gap(uint64_t gap, uint64_t next)
{
	if (option_is_on(OPTION_JSON))
		printf("{\"type\":\"lost\",\"records\":%llu,\"first\":%llu}\n",
		       (unsigned long long)gap, (unsigned long long)(next - gap));
	else
		printf("[LOST %llu RECORDS ON THE WAY: %llu-%llu]\n", (unsigned long long)gap,
		       (unsigned long long)(next - gap), (unsigned long long)(next - 1));
}

/* Prints which calls are missing before an entry, if any are. */
static void print_lost_calls(struct receiver *recv, const struct entry *entry, const char *comm,
			     const struct syscall_trace_context *json)
{
	unsigned int calls = stream_gaps_find(recv->gaps, entry);

	if (!calls)
		return;
	recv->missing += syscall_trace_lost_calls(calls);
	if (!json && option_is_on(OPTION_CONTEXT_INFO))
		lines_print_head(&recv->lines, &entry->record, comm, entry->tgid);
	lines_print_lost_calls(&recv->lines, &entry->record, calls, json);
	lines_write(&recv->lines);
	trace_seq_init(&recv->lines.s);
}

/* Prints the first entry, and forgets it. */
static void print_entry(struct receiver *recv)
{
	const struct entry *entry = recv->stream->first;
	const struct record *rec = &entry->record;
	const char *comm = name_of(recv, entry);
	const struct syscall_trace_context json = {
		.time	= rec->time,
		.cpu	= rec->cpu,
		.comm	= comm,
		.pid	= entry->tgid,
		.tid	= rec->pid,
	};
	const struct syscall_trace_context *ctx = option_is_on(OPTION_JSON) ? &json : NULL;

	if (entry->gap)
		print_gap(entry->gap, entry->number);
	trace_seq_init(&recv->lines.s);
	if (rec->missing)
		lines_print_lost(&recv->lines, rec->cpu, rec->missing);
	print_lost_calls(recv, entry, comm, ctx);
	if (entry->instance && gaps_only_count(rec)) {
		lines_write(&recv->lines);
		leave(&recv->lines, rec->cpu);
		return;
	}
	if (!ctx && option_is_on(OPTION_CONTEXT_INFO))
		lines_print_head(&recv->lines, rec, comm, entry->tgid);
	lines_print_record(&recv->lines, rec, ctx);
	lines_write(&recv->lines);
}

/* An entry may have its exit in the next record of the CPU, which may still be under way. */
static bool may_join(const struct stream *stream)
{
	const struct entry *first = stream->first, *entry;

	if (first->record.type != RECORD_ENTER)
		return false;
	for (entry = first->next; entry; entry = entry->next) {
		if (entry->record.cpu == first->record.cpu)
			return false;
	}

	return true;
}

/* Prints what has come. @now: LLONG_MAX: nothing more comes */
static void print_entries(struct receiver *recv, long long now)
{
	struct stream *stream = recv->stream;

	while (stream->waits && now - stream->waits_since >= patience)
		stream_skip(stream, now);
	while (stream->first && !(now - stream->first->came < patience && may_join(stream)))
		print_entry(recv);
	if (!stream->first && stream->gap) {
		print_gap(stream->gap, stream->next);
		stream->gap = 0;
	}
	if (fflush(stdout))
		fail("cannot write: %s", strerror(errno));
}

/* --------------------------------- receiving -------------------------------- */

static void end_stream(struct receiver *recv, const char *why)
{
	struct stream *stream = recv->stream;

	if (!stream)
		return;
	print_entries(recv, LLONG_MAX);
	complain("%s: %llu records came, %llu were lost on the way, %u were dropped by the sender",
		 why, (unsigned long long)stream->records, (unsigned long long)stream->lost,
		 stream->dropped);
	if (recv->missing)
		complain("%llu calls are missing where that is said", recv->missing);
	stream_gaps_close(recv->gaps);
	recv->ended[recv->nr_ended++ % ENDED] = stream->id;
	stream_free(stream);
	recv->stream = NULL;
	recv->silent = false;
	recv->warned = false;
}

static const char *text_of(const struct sockaddr_storage *from)
{
	static char text[NI_MAXHOST + NI_MAXSERV + 8];
	char host[NI_MAXHOST], port[NI_MAXSERV];
	const char *name = host;

	if (getnameinfo((const struct sockaddr *)from, sizeof(*from), host, sizeof(host), port,
			sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV))
		return "somebody";
	/* A socket of IPv6 has IPv4 addresses in this form. */
	if (!strncmp(name, "::ffff:", 7))
		name += 7;
	snprintf(text, sizeof(text), "%s port %s", name, port);

	return text;
}

static void complain_of(struct receiver *recv, enum stream_answer answer, const char *from)
{
	if (recv->warned)
		return;
	recv->warned = true;
	if (answer == STREAM_OTHER)
		complain("%s sends another stream, which is ignored; give it another port", from);
	else if (answer == STREAM_OTHER_MACHINE)
		complain("%s has other calls than this machine; they cannot be printed", from);
	else
		complain("%s sends something else, or nettrace of another version", from);
}

static bool is_silent(const struct receiver *recv)
{
	return now_ms() - recv->heard >= SILENCE;
}

/* Is it a datagram of a stream that has ended? */
static bool is_late(const struct receiver *recv, const void *datagram, size_t len)
{
	struct nettrace_datagram head;
	unsigned int i;

	if (len < sizeof(head))
		return false;
	memcpy(&head, datagram, sizeof(head));
	if (memcmp(head.magic, NETTRACE_MAGIC, sizeof(head.magic)))
		return false;
	for (i = 0; i < ENDED && i < recv->nr_ended; i++) {
		if (le32toh(head.stream) == recv->ended[i])
			return true;
	}

	return false;
}

/* Another stream takes the place of one whose sender has begun anew, or is silent. */
static bool makes_room(const struct receiver *recv, const struct sockaddr_storage *from)
{
	return is_silent(recv) || !memcmp(&recv->from, from, sizeof(*from));
}

static enum stream_answer begin_stream(struct receiver *recv, const void *datagram, size_t len,
				       const struct sockaddr_storage *from)
{
	enum stream_answer answer;

	recv->stream = stream_new(MACHINE);
	answer = stream_add(recv->stream, datagram, len, now_ms());
	if (answer == STREAM_TAKEN) {
		complain("receiving from %s", text_of(from));
		recv->from = *from;
		recv->gaps = stream_gaps_open();
		recv->missing = 0;
		recv->warned = false;
	} else {
		stream_free(recv->stream);
		recv->stream = NULL;
	}

	return answer;
}

/* Takes one datagram; false: there is none. */
static bool receive(struct receiver *recv, int fd)
{
	struct sockaddr_storage from = { };
	socklen_t from_len = sizeof(from);
	char datagram[NETTRACE_DATAGRAM_MAX + 1];
	enum stream_answer answer = STREAM_OTHER;
	ssize_t len;

	len = recvfrom(fd, datagram, sizeof(datagram), MSG_DONTWAIT,
		       (struct sockaddr *)&from, &from_len);
	if (len < 0) {
		if (errno != EAGAIN && errno != EINTR)
			fail("cannot receive: %s", strerror(errno));
		return false;
	}
	if (is_late(recv, datagram, len))
		return true;

	if (recv->stream)
		answer = stream_add(recv->stream, datagram, len, now_ms());
	if (answer == STREAM_OTHER && recv->stream && makes_room(recv, &from))
		end_stream(recv, "another stream begins");
	if (!recv->stream)
		answer = begin_stream(recv, datagram, len, &from);
	if (answer == STREAM_TAKEN) {
		recv->heard = now_ms();
		recv->silent = false;
	} else {
		complain_of(recv, answer, text_of(&from));
	}

	return true;
}

/* How long poll() may take, in ms: until something that has come is waited for no longer. */
static int patience_left(const struct stream *stream)
{
	long long left = WAKE;

	if (stream && stream->first)
		left = stream->first->came + patience - now_ms();
	if (stream && stream->waits && stream->waits_since + patience - now_ms() < left)
		left = stream->waits_since + patience - now_ms();

	return left > 0 ? left : 0;
}

/* Receives what is there, and prints it. Returns whether the stream has ended. */
static bool receive_some(struct receiver *recv, int fd)
{
	struct pollfd pfd = { .fd = fd, .events = POLLIN };
	int nr = 0;

	poll(&pfd, 1, patience_left(recv->stream));
	while (!stopped && nr++ < 1000 && receive(recv, fd)) {
		if (recv->stream && recv->stream->ended)
			break;
	}
	if (!recv->stream)
		return false;
	print_entries(recv, now_ms());
	if (recv->stream->ended) {
		end_stream(recv, "the sender has switched the target off");
		return true;
	}
	if (!recv->silent && is_silent(recv)) {
		complain("nothing comes any more; waiting");
		recv->silent = true;
	}

	return false;
}

/* --------------------------------- beginning -------------------------------- */

/* Bytes of a syscall_table, which has some 64 KiB. */
#define MOST_TABLE	(1 << 24)

static char *read_table(const char *path)
{
	size_t room = 1 << 16, len = 0;
	char *text = allocate(1, room + 1);
	FILE *file = fopen(path, "r");

	if (!file)
		fail("cannot open '%s': %s", path, strerror(errno));
	while ((len += fread(text + len, 1, room - len, file)) == room) {
		if (room >= MOST_TABLE)
			fail("'%s' is no syscall_table: it is too long", path);
		room *= 2;
		text = realloc(text, room + 1);
		if (!text)
			fail("not enough memory");
	}
	if (ferror(file))
		fail("cannot read '%s': %s", path, strerror(errno));
	fclose(file);
	text[len] = '\0';

	return text;
}

/* What the command line says. */
struct settings {
	const char	*port;
	const char	*table;
	char		*table_text;
	bool		once;
};

/* Returns the number of ms, or ends the program. */
static long long parse_patience(const char *text)
{
	char *end;
	long ms = strtol(text, &end, 10);

	if (end == text || *end || ms < 0 || ms > 1000000)
		fail("'%s' is no number of ms from 0 to 1000000", text);

	return ms;
}

static void parse_options(struct settings *settings, int argc, char **argv)
{
	enum { TABLE = 256, WAIT };
	static const struct option long_options[] = {
		{ "json", no_argument, NULL, OPTION_JSON },
		{ "names", no_argument, NULL, OPTION_NAMES },
		{ "raw", no_argument, NULL, OPTION_RAW },
		{ "time", no_argument, NULL, OPTION_TIME },
		{ "option", required_argument, NULL, 'O' },
		{ "table", required_argument, NULL, TABLE },
		{ "wait", required_argument, NULL, WAIT },
		{ "once", no_argument, NULL, '1' },
		{ "help", no_argument, NULL, 'h' },
		{ }
	};
	int opt;

	while ((opt = getopt_long(argc, argv, "O:1h", long_options, NULL)) != -1) {
		switch (opt) {
		case OPTION_JSON:
		case OPTION_NAMES:
		case OPTION_RAW:
		case OPTION_TIME:
			option_set(opt, true);
			break;
		case 'O':
			option_set_by_name(optarg);
			break;
		case TABLE:
			settings->table = optarg;
			settings->table_text = read_table(optarg);
			break;
		case WAIT:
			patience = parse_patience(optarg);
			break;
		case '1':
			settings->once = true;
			break;
		case 'h':
			fputs(help, stdout);
			exit(EXIT_SUCCESS);
		default:
			fputs("Try syscall-receive --help\n", stderr);
			exit(EXIT_FAILURE);
		}
	}
	if (argc - optind > 1)
		fail("only one port at a time; --help explains");
	if (optind < argc)
		settings->port = argv[optind];
}

int main(int argc, char **argv)
{
	struct settings settings = { .port = DEFAULT_PORT, .table = "this program" };
	static struct receiver recv = {
		.lines = { .in_ns = true, .leave = leave, .peek = peek },
	};
	/* Output goes on. poll() does not: it is never restarted. */
	const struct sigaction action = { .sa_handler = stop, .sa_flags = SA_RESTART };
	int fd;

	parse_options(&settings, argc, argv);
	table_load(settings.table, settings.table_text);
	free(settings.table_text);
	fd = port_open(settings.port);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	complain("waiting");
	while (!stopped) {
		if (receive_some(&recv, fd) && settings.once)
			break;
	}
	end_stream(&recv, "interrupted");

	return EXIT_SUCCESS;
}
