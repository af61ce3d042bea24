// SPDX-License-Identifier: GPL-2.0
/*
 * Prints the system calls that another machine sends with nettrace, as they come.
 */
#include <arpa/inet.h>
#include <endian.h>
#include <elf.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <linux/syscall_trace_record.h>
#include <linux/syscall_trace_table.h>
#include <linux/nettrace.h>

#include "gaps.h"
#include "options.h"
#include "port.h"
#include "stream.h"
#include "shared/error.h"
#include "shared/patience.h"
#include "format/gap.h"
#include "lines/gaps.h"
#include "lines/line.h"
#include "lines/table.h"

/* A signal that comes right before poll() is seen after so many ms */
#define WAKE		1000
/* More datagrams do not wait in a socket. A sender that goes on does not prevent the end. */
#define MOST_WAITING	65536
/* A sender that is silent for so many ms makes room for another one. It beats once in a second. */
#define SILENCE		5000
/* Streams of which nothing more is printed, and that are remembered */
#define ENDED		256
/* Streams that may go on, though others have taken their place */
#define LEFT		4
/* Names of tasks whose records come without one */
#define NAMES		1024

/**
 * struct sender - somebody who sends a stream
 * @stream: the stream, or NULL
 * @gaps: which calls are missing in it
 * @missing: how many of these there are
 * @from: who sends it
 * @nr_left: how many others had lost their place when it lost it
 */
struct sender {
	struct stream	*stream;
	struct stream_gaps *gaps;
	unsigned long long missing;
	struct sockaddr_storage from;
	unsigned int	nr_left;
};

/**
 * struct ended - a stream of which nothing more is printed
 * @id: its number
 * @is_forgotten: it may go on: others have taken its place, and then that among those that have
 *	lost theirs
 */
struct ended {
	uint32_t	id;
	bool		is_forgotten;
};

/**
 * struct receiver - what is being received
 * @lines: prints it
 * @now: whose lines are printed
 * @left: senders whose place another one has taken
 * @nr_left: how often that has happened
 * @heard: when something of it came, in ms
 * @silent: it was told that nothing comes any more
 * @warned: it was told that there is another stream
 * @ended: streams that have ended, so that what comes of them is late, and those that are forgotten
 * @nr_ended: how many have ended
 * @names: names of tasks, by pid
 */
struct receiver {
	struct lines	lines;
	struct sender	now;
	struct sender	left[LEFT];
	unsigned int	nr_left;
	long long	heard;
	bool		silent;
	bool		warned;
	struct ended	ended[ENDED];
	unsigned int	nr_ended;
	struct {
		int	pid;
		char	comm[NAME_LEN + 1];
	} names[NAMES];
};

static struct settings settings;

static volatile sig_atomic_t stopped;

static void stop(int sig, siginfo_t *info, void *context)
{
	ucontext_t *interrupted = context;

	stopped = 1;
	patience_end(&interrupted->uc_sigmask);
}

/* Who reads it may stand still: then a signal ends the program nevertheless. */
static FILE *patiently(int fd)
{
	FILE *file = patient_open(fd);

	if (!file)
		fail("not enough memory");

	return file;
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
	struct stream *stream = container_of(lines, struct receiver, lines)->now.stream;

	stream_drop(stream, first_of_cpu(stream, cpu));
}

static const struct record *peek(struct lines *lines, int cpu)
{
	struct entry *entry;

	entry = first_of_cpu(container_of(lines, struct receiver, lines)->now.stream, cpu);

	/* Behind a gap, the exit may be that of another call of the same number. */
	return entry && !entry->gap ? &entry->record : NULL;
}

/* The exit is printed with its entry. Behind it, other calls may be missing. */
static void join(struct lines *lines, const struct record *rec)
{
	struct sender *now = &container_of(lines, struct receiver, lines)->now;

	stream_gaps_find(now->gaps, first_of_cpu(now->stream, rec->cpu));
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
	unsigned int calls = stream_gaps_find(recv->now.gaps, entry);

	if (!calls)
		return;
	recv->now.missing += syscall_trace_lost_calls(calls);
	if (!json && option_is_on(OPTION_CONTEXT_INFO))
		lines_print_head(&recv->lines, &entry->record, comm, entry->tgid);
	lines_print_lost_calls(&recv->lines, &entry->record, calls, json);
	lines_write(&recv->lines);
	trace_seq_init(&recv->lines.s);
}

/* Prints the first entry, and forgets it. */
static void print_entry(struct receiver *recv)
{
	const struct entry *entry = recv->now.stream->first;
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
	if (rec->type != RECORD_OTHER)
		print_lost_calls(recv, entry, comm, ctx);
	if (rec->type == RECORD_OTHER || (entry->instance && gaps_only_count(rec))) {
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

/* Has a thing been waited for long enough since then? */
static bool is_over(long long since)
{
	return now_ms() - since >= settings.patience;
}

/* Prints what has come. @all: also what waits for something that is under way */
static void print_entries(struct receiver *recv, bool all)
{
	struct stream *stream = recv->now.stream;

	while (stream->waits && (all || is_over(stream->waits_since)))
		stream_skip(stream, now_ms());
	while (stream->first && (all || is_over(stream->first->came) || !may_join(stream)))
		print_entry(recv);
	if (!stream->first && stream->gap) {
		print_gap(stream->gap, stream->next);
		stream->gap = 0;
	}
	if (fflush(stdout))
		fail("cannot write: %s",
		     errno == EINTR ? "who reads it stands still" : strerror(errno));
}

/* --------------------------------- receiving -------------------------------- */

static void forget(struct sender *sender)
{
	stream_gaps_close(sender->gaps);
	stream_free(sender->stream);
	sender->stream = NULL;
}

/* Prints the rest of what has come, and what that was. */
static void sum_up(struct receiver *recv, const char *why)
{
	const struct stream *stream = recv->now.stream;

	print_entries(recv, true);
	complain("%s: %llu records came, %llu were lost on the way, %u were dropped by the sender",
		 why, (unsigned long long)stream->records, (unsigned long long)stream->lost,
		 stream->dropped);
	if (recv->now.missing)
		complain("%llu call%s missing where that is said", recv->now.missing,
			 recv->now.missing == 1 ? " is" : "s are");
}

/* Nothing more of a stream is printed. */
static void note_ended(struct receiver *recv, const struct stream *stream, bool is_forgotten)
{
	recv->ended[recv->nr_ended++ % ENDED] = (struct ended) {
		.id = stream->id, .is_forgotten = is_forgotten,
	};
}

static void end_stream(struct receiver *recv, const char *why)
{
	if (!recv->now.stream)
		return;
	sum_up(recv, why);
	note_ended(recv, recv->now.stream, false);
	forget(&recv->now);
	recv->silent = false;
	recv->warned = false;
}

/* Finds a place for a stream that is left: a free one, or else that of the one left longest ago. */
static struct sender *place_to_leave(struct receiver *recv)
{
	struct sender *place = recv->left;
	unsigned int i;

	for (i = 1; i < LEFT && place->stream; i++) {
		if (!recv->left[i].stream || recv->left[i].nr_left < place->nr_left)
			place = &recv->left[i];
	}

	return place;
}

/* Another stream takes the place of this one, which may go on nevertheless. */
static void leave_stream(struct receiver *recv)
{
	struct sender *place = place_to_leave(recv);

	sum_up(recv, "another stream begins");
	if (place->stream) {
		note_ended(recv, place->stream, true);
		forget(place);
	}
	recv->now.nr_left = recv->nr_left++;
	*place = recv->now;
	recv->now.stream = NULL;
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

/* Reads the head of a datagram. False: it is none of nettrace. */
static bool read_head(struct nettrace_datagram *head, const void *datagram, size_t len)
{
	if (len < sizeof(*head))
		return false;
	memcpy(head, datagram, sizeof(*head));

	return !memcmp(head->magic, NETTRACE_MAGIC, sizeof(head->magic));
}

/* Finds the stream with this number among those of which nothing more is printed. */
static struct ended *find_ended(struct receiver *recv, uint32_t id)
{
	unsigned int i;

	for (i = 0; i < ENDED && i < recv->nr_ended; i++) {
		if (id == recv->ended[i].id)
			return &recv->ended[i];
	}

	return NULL;
}

/* Says that a stream goes on which nobody expects any more, once. */
static void complain_of_ended(struct ended *ended, const struct sockaddr_storage *from)
{
	if (ended->is_forgotten)
		complain("%s goes on with a stream that is forgotten, as others have come since; switch the target off and on, or give it another port",
			 port_text_of(from));
	ended->is_forgotten = false;
}

/* Finds the stream with this number among those that have lost their place. */
static struct sender *find_left(struct receiver *recv, uint32_t id)
{
	unsigned int i;

	for (i = 0; i < LEFT; i++) {
		if (recv->left[i].stream && recv->left[i].stream->id == id)
			return &recv->left[i];
	}

	return NULL;
}

/* Another stream takes the place of one whose sender has begun anew, or is silent. */
static bool makes_room(const struct receiver *recv, const struct sockaddr_storage *from)
{
	return is_silent(recv) || !memcmp(&recv->now.from, from, sizeof(*from));
}

/* The names of tasks are those of one machine. */
static void begin_printing(struct receiver *recv)
{
	memset(recv->names, 0, sizeof(recv->names));
	recv->silent = false;
	recv->warned = false;
}

/* A stream that had lost its place goes on. */
static void go_on(struct receiver *recv, struct sender *sender)
{
	struct sender again = *sender;

	sender->stream = NULL;
	if (recv->now.stream)
		leave_stream(recv);
	recv->now = again;
	complain("receiving from %s again", port_text_of(&again.from));
	begin_printing(recv);
}

static enum stream_answer begin_stream(struct receiver *recv, const void *datagram, size_t len,
				       const struct sockaddr_storage *from)
{
	enum stream_answer answer;

	recv->now = (struct sender) { .stream = stream_new(MACHINE), .from = *from };
	answer = stream_add(recv->now.stream, datagram, len, now_ms());
	if (answer == STREAM_TAKEN) {
		complain("receiving from %s", port_text_of(from));
		recv->now.gaps = stream_gaps_open();
		begin_printing(recv);
	} else {
		stream_free(recv->now.stream);
		recv->now.stream = NULL;
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
	struct nettrace_datagram head;
	struct sender *left = NULL;
	struct ended *ended;
	ssize_t len;

	len = recvfrom(fd, datagram, sizeof(datagram), MSG_DONTWAIT,
		       (struct sockaddr *)&from, &from_len);
	if (len < 0) {
		if (errno != EAGAIN && errno != EINTR)
			fail("cannot receive: %s", strerror(errno));
		return false;
	}
	if (read_head(&head, datagram, len)) {
		ended = find_ended(recv, le32toh(head.stream));
		if (ended) {
			complain_of_ended(ended, &from);
			return true;
		}
		left = find_left(recv, le32toh(head.stream));
	}
	if (left && stream_is_late(left->stream, le32toh(head.sequence)))
		return true;
	if (left && (!recv->now.stream || is_silent(recv)))
		go_on(recv, left);

	if (recv->now.stream)
		answer = stream_add(recv->now.stream, datagram, len, now_ms());
	if (answer == STREAM_OTHER && recv->now.stream && !left && makes_room(recv, &from))
		leave_stream(recv);
	if (!recv->now.stream)
		answer = begin_stream(recv, datagram, len, &from);
	if (answer == STREAM_TAKEN) {
		recv->heard = now_ms();
		recv->silent = false;
	} else {
		complain_of(recv, answer, port_text_of(&from));
	}

	return true;
}

/* How long poll() may take, in ms: until something that has come is waited for no longer. */
static int patience_left(const struct stream *stream)
{
	long long left = WAKE;

	if (stream && stream->first)
		left = stream->first->came + settings.patience - now_ms();
	if (stream && stream->waits && stream->waits_since + settings.patience - now_ms() < left)
		left = stream->waits_since + settings.patience - now_ms();

	return left > 0 ? left : 0;
}

/* Receives what is there, and prints it. Returns whether the stream has ended. */
static bool receive_some(struct receiver *recv, int fd)
{
	struct pollfd pfd = { .fd = fd, .events = POLLIN };
	int nr = 0;

	poll(&pfd, 1, patience_left(recv->now.stream));
	while (!stopped && nr++ < 1000 && receive(recv, fd)) {
		if (recv->now.stream && recv->now.stream->ended)
			break;
	}
	if (!recv->now.stream)
		return false;
	print_entries(recv, false);
	if (recv->now.stream->ended) {
		end_stream(recv, "the sender has switched the target off");
		return true;
	}
	if (!recv->silent && is_silent(recv)) {
		complain("nothing comes any more; waiting");
		recv->silent = true;
	}

	return false;
}

/* Takes what had come before somebody stopped the program: as much as a socket can hold. */
static void receive_rest(struct receiver *recv, int fd)
{
	int nr = 0;

	while (nr++ < MOST_WAITING && receive(recv, fd)) {
		if (!recv->now.stream || !recv->now.stream->ended)
			continue;
		end_stream(recv, "the sender has switched the target off");
		if (settings.once)
			return;
	}
}

int main(int argc, char **argv)
{
	static struct receiver recv = {
		.lines = { .in_ns = true, .leave = leave, .peek = peek, .join = join },
	};
	const struct sigaction action = { .sa_sigaction = stop, .sa_flags = SA_SIGINFO };
	int fd;

	options_parse(&settings, argc, argv);
	stdout = patiently(STDOUT_FILENO);
	stderr = patiently(STDERR_FILENO);
	setvbuf(stderr, NULL, _IONBF, 0);
	table_load(settings.table, settings.table_text);
	free(settings.table_text);
	fd = port_open(settings.port);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	complain("waiting");
	while (!stopped) {
		if (receive_some(&recv, fd) && settings.once)
			return EXIT_SUCCESS;
	}
	receive_rest(&recv, fd);
	end_stream(&recv, "interrupted");

	return EXIT_SUCCESS;
}
