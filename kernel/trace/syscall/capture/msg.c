// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures messages: names, vectors, data and control data, as they
 * are sent and received.
 */
#include <linux/in6.h>
#include <linux/socket.h>
#include <net/ipv6.h>

#include "../named_types.h"
#include "../refusals.h"
#include "arg.h"
#include "control.h"
#include "length.h"
#include "nested.h"
#include "netlink.h"
#include "sockaddr.h"

/* What each of several messages can have of its data at least. */
#define DATA_LEAST	16

/* struct msghdr, whose members all take as much room as a long. */
enum {
	MSG_NAME,
	MSG_NAMELEN,
	MSG_IOV,
	MSG_IOVLEN,
	MSG_CONTROL,
	MSG_CONTROLLEN,
	MSG_FLAGS,
	NR_MSG_WORDS,
	MSG_LEN = NR_MSG_WORDS,		/* struct mmsghdr */
	NR_MMSG_WORDS,
};

/* A piece of user memory. */
struct span {
	u64	addr;
	u64	size;
};

/* Header @i of the messages that an argument leads to. */
static struct span header_at(const struct syscall_trace_capture *cap, unsigned int arg,
			     unsigned int i)
{
	size_t size = syscall_trace_type_size(cap, cap->call->args[arg].type);

	return (struct span){ cap->args[arg] + i * size, size };
}

/* The words of a header that was captured. */
static void header_words(const struct syscall_trace_blob *blob, size_t size, u64 *words)
{
	unsigned int i;

	for (i = 0; i < NR_MMSG_WORDS; i++)
		words[i] = syscall_trace_number_at(blob, i * size, size);
	words[MSG_NAMELEN] = (u32)words[MSG_NAMELEN];
	words[MSG_LEN] = (u32)words[MSG_LEN];
}

/* The header as it was when the call began; false: nobody knows. */
static bool entered_header(const struct syscall_trace_capture *cap, unsigned int arg,
			   unsigned int part, u64 *words)
{
	const struct syscall_trace_blob *blob = syscall_trace_entered(cap, arg, part);
	size_t size = syscall_trace_arg_long(cap, arg);

	if (!blob || blob->len < NR_MSG_WORDS * size)
		return false;
	header_words(blob, size, words);

	return true;
}

/*
 * Put back the members that the kernel only reads, as they were when the call began: the
 * task may have received the message over its own header.
 */
static bool restore_header(const struct syscall_trace_capture *cap,
			   struct syscall_trace_blob *blob)
{
	unsigned int arg = blob->arg & ~SYSCALL_TRACE_BLOB_AT_EXIT;
	unsigned int part = syscall_trace_blob_nr(blob);
	const struct syscall_trace_blob *old = syscall_trace_entered(cap, arg, part);
	size_t size = syscall_trace_arg_long(cap, arg);
	u64 words[NR_MMSG_WORDS];
	unsigned int i;

	if (!entered_header(cap, arg, part, words))
		return false;
	for (i = 0; i < MSG_FLAGS; i++) {
		if (i == MSG_CONTROLLEN || (i == MSG_NAMELEN && words[MSG_NAME]))
			continue;
		memcpy(blob->data + i * size, old->data + i * size, size);
	}

	return true;
}

/* Capture header @i; false: it is not there. */
static bool capture_header(struct syscall_trace_capture *cap, unsigned int arg,
			   unsigned int i, u64 *words)
{
	bool filled = cap->at_exit && cap->call->args[arg].dir & SYSCALL_TRACE_DIR_OUT;
	struct span header = header_at(cap, arg, i);
	struct syscall_trace_blob *blob;

	blob = syscall_trace_add_blob(cap, arg, i * SYSCALL_MSG_PARTS, SYSCALL_TRACE_NESTED);
	if (!blob)
		return false;
	syscall_trace_copy(cap, blob, header.addr, header.size, header.size);
	if (blob->status != SYSCALL_TRACE_BLOB_OK)
		blob->len = 0;
	else if (filled && !restore_header(cap, blob))
		return false;
	header_words(blob, syscall_trace_arg_long(cap, arg), words);
	syscall_trace_end_blob(cap, blob);

	return blob->status == SYSCALL_TRACE_BLOB_OK;
}

/* Capture @len bytes of a name. Returns its family, AF_UNSPEC if there is no address. */
static sa_family_t capture_name(struct syscall_trace_capture *cap, unsigned int arg,
				unsigned int part, const u64 *words, s32 len)
{
	const struct syscall_trace_blob *blob;
	sa_family_t family;

	if (!words[MSG_NAME] || len < (s32)sizeof(family))
		return AF_UNSPEC;

	len = min_t(s32, len, sizeof(struct sockaddr_storage));
	blob = syscall_trace_capture_part(cap, arg, part + SYSCALL_MSG_NAME, words[MSG_NAME],
					  len, len);
	if (!blob || blob->status != SYSCALL_TRACE_BLOB_OK)
		return AF_UNSPEC;
	syscall_trace_ifnames(cap, blob, 0, &syscall_trace_sockaddr);
	memcpy(&family, blob->data, sizeof(family));

	return family;
}

/* Capture the vector; @rest: number of vectors to come, this one included. */
static const struct syscall_trace_blob *
capture_iov(struct syscall_trace_capture *cap, unsigned int arg, unsigned int part,
	    const u64 *words, unsigned int rest)
{
	size_t each = 2 * syscall_trace_arg_long(cap, arg), limit, bytes, end;

	if (check_mul_overflow((size_t)words[MSG_IOVLEN], each, &bytes) ||
	    check_add_overflow((size_t)words[MSG_IOV], bytes, &end)) {
		syscall_trace_note_missing(cap, arg);
		return NULL;
	}
	limit = syscall_trace_piece(cap, bytes, SYSCALL_TRACE_ELEMENTS_MAX * each, rest);

	return syscall_trace_capture_part(cap, arg, part + SYSCALL_MSG_IOV, words[MSG_IOV],
					  bytes, limit);
}

/* Take the elements out of a vector. Returns their number. */
static unsigned int read_iov(const struct syscall_trace_blob *vec, size_t size, struct span *iov)
{
	unsigned int nr = vec->len / (2 * size), i;

	for (i = 0; i < nr; i++) {
		iov[i].addr = syscall_trace_get_uint(vec->data + 2 * i * size, size);
		iov[i].size = syscall_trace_get_uint(vec->data + (2 * i + 1) * size, size);
	}

	return nr;
}

/*
 * Capture @left bytes of what the vector leads to; U64_MAX: all of it. @rest: number of messages
 * to come, this one included. @netlink: these may be messages of a netlink socket.
 */
static void capture_buffers(struct syscall_trace_capture *cap, unsigned int arg,
			    unsigned int part, const struct syscall_trace_blob *vec,
			    u64 left, unsigned int rest, bool netlink)
{
	struct span iov[SYSCALL_TRACE_ELEMENTS_MAX];
	unsigned int nr = read_iov(vec, syscall_trace_arg_long(cap, arg), iov), i;

	if (nr && !cap->limits->datalen)
		syscall_trace_note_missing(cap, arg);
	for (i = 0; i < nr && cap->limits->datalen; i++) {
		u64 len = min(iov[i].size, left);
		struct syscall_trace_blob *blob;
		size_t limit;

		blob = syscall_trace_add_blob(cap, arg, part + SYSCALL_MSG_DATA + i,
					      SYSCALL_TRACE_DATA);
		if (!blob)
			break;
		limit = syscall_trace_piece(cap, len, cap->limits->datalen, (nr - i) * rest);
		if (rest > 1)
			limit = max(limit, min_t(size_t, cap->limits->datalen, DATA_LEAST));
		syscall_trace_copy(cap, blob, iov[i].addr, len, limit);
		if (netlink)
			blob = syscall_trace_copy_netlink(cap, blob, iov[i].addr, len);
		syscall_trace_end_blob(cap, blob);
		syscall_trace_netlink_ifnames(cap, blob);
		if (left != U64_MAX)
			left -= len;
	}
}

/*
 * Capture all that the header of a message that is sent leads to; @rest: number of messages to
 * come, this one included.
 */
static void capture_sent(struct syscall_trace_capture *cap, unsigned int arg,
			 unsigned int part, const u64 *words, unsigned int rest)
{
	sa_family_t family = capture_name(cap, arg, part, words, words[MSG_NAMELEN]);
	const struct syscall_trace_blob *vec;

	syscall_trace_capture_control(cap, arg, part, words[MSG_CONTROL], words[MSG_CONTROLLEN]);
	vec = capture_iov(cap, arg, part, words, 1);
	if (vec)
		capture_buffers(cap, arg, part, vec, U64_MAX, rest, family == AF_NETLINK);
}

static bool overlap(u64 addr, u64 size, const struct span *span)
{
	return size && span->size && addr <= span->addr + (span->size - 1) &&
	       span->addr <= addr + (size - 1);
}

/* What a message may be written to: its name, control data and the elements of its vector. */
#define TARGETS_MAX	(2 + SYSCALL_TRACE_ELEMENTS_MAX)

/*
 * Find what a message of @left bytes, as it was when the call began, may have been written to,
 * but for its header. Returns the number of targets; negative: nobody knows all of them.
 */
static int find_targets(const struct syscall_trace_capture *cap, unsigned int arg,
			unsigned int part, u64 left, struct span *targets)
{
	const struct syscall_trace_blob *vec;
	u64 words[NR_MMSG_WORDS];
	unsigned int nr, i;

	if (!entered_header(cap, arg, part, words))
		return -1;
	targets[0] = (struct span){ words[MSG_NAME], words[MSG_NAME] ? words[MSG_NAMELEN] : 0 };
	targets[1] = (struct span){ words[MSG_CONTROL], words[MSG_CONTROLLEN] };

	vec = syscall_trace_entered(cap, arg, part + SYSCALL_MSG_IOV);
	if (!vec)
		return words[MSG_IOVLEN] ? -1 : 2;
	nr = 2 + read_iov(vec, syscall_trace_arg_long(cap, arg), targets + 2);
	for (i = 2; i < nr; i++)
		left -= min(left, targets[i].size);

	/* The rest of it went to elements that were not captured. */
	return left && vec->status != SYSCALL_TRACE_BLOB_OK ? -1 : nr;
}

/* May that message have been written over @span? */
static bool written_over(const struct syscall_trace_capture *cap, unsigned int arg,
			 unsigned int part, u64 left, const struct span *span)
{
	struct span targets[TARGETS_MAX];
	int nr = find_targets(cap, arg, part, left, targets), i;

	for (i = 0; i < nr; i++) {
		if (overlap(targets[i].addr, targets[i].size, span))
			return true;
	}

	return nr < 0;
}

/*
 * Capture all that header @i of a received message leads to; @left: bytes of data; @rest: number
 * of messages to come, this one included; @discarded: the data was not written. The kernel reads
 * the room for the name only after it has written the data. If the data went over the header,
 * nobody knows how much of the name was written.
 */
static void capture_received(struct syscall_trace_capture *cap, unsigned int arg,
			     unsigned int i, const u64 *words, u64 left, unsigned int rest,
			     bool discarded)
{
	struct span header = header_at(cap, arg, i);
	unsigned int part = i * SYSCALL_MSG_PARTS;
	sa_family_t family = AF_UNSPEC;
	const struct syscall_trace_blob *vec;
	u64 old[NR_MMSG_WORDS];

	if (words[MSG_NAME] && entered_header(cap, arg, part, old) &&
	    !written_over(cap, arg, part, left, &header))
		family = capture_name(cap, arg, part, words,
				      min((s32)words[MSG_NAMELEN], (s32)old[MSG_NAMELEN]));
	else if (words[MSG_NAME])
		syscall_trace_note_missing(cap, arg);

	syscall_trace_capture_control(cap, arg, part, words[MSG_CONTROL], words[MSG_CONTROLLEN]);
	vec = syscall_trace_entered(cap, arg, part + SYSCALL_MSG_IOV);
	if (vec && !discarded)
		capture_buffers(cap, arg, part, vec, left, rest, family == AF_NETLINK);
	else
		syscall_trace_note_missing(cap, arg);
}

/*
 * Of a message to be received, the header and the vector are captured at entry, too: they
 * tell where the message goes, and how much room there is for the name.
 */
SYSCALL_CAPTURE(msghdr)
{
	bool received = cap->call->args[arg].dir & SYSCALL_TRACE_DIR_OUT;
	u64 words[NR_MMSG_WORDS];

	if (!cap->args[arg] || !capture_header(cap, arg, 0, words))
		return;
	if (!received)
		capture_sent(cap, arg, 0, words, 1);
	else if (cap->at_exit)
		capture_received(cap, arg, 0, words, cap->ret, 1,
				 syscall_trace_is_discarded(cap, cap->args[arg + 1]));
	else
		capture_iov(cap, arg, 0, words, 1);
}

/* ----------------------------- several messages --------------------------- */

/* What is left to each argument behind the messages: a time needs no more. */
#define OTHER_ROOM	32

/**
 * struct messages - several messages that are being captured
 * @nr: how many there is room for, or fewer, if there are no more
 * @all: how many there are
 * @entry: bytes that each takes at least of what is captured when the call begins
 * @exit: likewise, when it has ended
 * @end: where the room for all of them ends
 * @outer_end: where that for all arguments does
 * @outer_sharers: how many arguments share that
 */
struct messages {
	u32		nr;
	u32		all;
	size_t		entry;
	size_t		exit;
	void		*end;
	void		*outer_end;
	unsigned int	outer_sharers;
};

static size_t part_size(size_t len)
{
	return sizeof(struct syscall_trace_blob_part) + syscall_trace_blob_size(len);
}

/* Find what a message takes: a header, a vector of one element, and some bytes of data. */
static void find_needs(const struct syscall_trace_capture *cap, unsigned int arg,
		       bool received, struct messages *msgs)
{
	size_t header = part_size(header_at(cap, arg, 0).size);
	size_t vec = part_size(2 * syscall_trace_arg_long(cap, arg)) + SYSCALL_TRACE_BLOB_HEAD_MAX +
		     SYSCALL_TRACE_BLOB_ALIGN;
	size_t data = cap->limits->datalen ? part_size(DATA_LEAST) : 0;

	msgs->entry = header + vec + (received ? 0 : data);
	msgs->exit = header + (received ? data : 0);
}

static u32 room_for(const void *pos, const void *end, size_t each)
{
	return pos < end ? (end - pos) / each : 0;
}

/* Count the messages, and take the room that other arguments leave to them. */
static void begin_messages(struct syscall_trace_capture *cap, unsigned int arg,
			   bool received, struct messages *msgs)
{
	void *end = cap->store->blobs + min(cap->limits->room, cap->limits->least);
	size_t others = (max(cap->sharers, 1U) - 1) * OTHER_ROOM;

	find_needs(cap, arg, received, msgs);
	msgs->all = cap->args[arg] ? syscall_trace_length(cap, arg) : 0;
	if (cap->at_exit)
		msgs->all = min_t(u32, msgs->all, cap->ret);
	msgs->outer_end = cap->end;
	msgs->outer_sharers = cap->sharers;
	msgs->end = end - others;
	/* The exit has to find room, too. */
	msgs->nr = min3(msgs->all, SYSCALL_MSGS_MAX,
			room_for(cap->pos, msgs->end,
				 cap->at_exit ? msgs->exit : msgs->entry + msgs->exit));
	if (!cap->at_exit)
		msgs->end -= msgs->nr * msgs->exit;
	cap->sharers = 1;
}

/* Leave to each message behind message @i what it takes at least, which is @each. */
static void bound_message(struct syscall_trace_capture *cap, const struct messages *msgs,
			  unsigned int i, size_t each)
{
	cap->end = msgs->end - (msgs->nr - 1 - i) * each;
}

/* Note if there are more messages than there was room for. */
static void end_messages(struct syscall_trace_capture *cap, unsigned int arg,
			 const struct messages *msgs)
{
	cap->end = msgs->outer_end;
	cap->sharers = msgs->outer_sharers;
	if (msgs->nr == msgs->all)
		return;
	syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_ROOM);
	syscall_trace_note_missing(cap, arg);
}

/* Messages are captured at entry; at exit, their headers tell how much was sent. */
SYSCALL_CAPTURE(mmsgs_sent)
{
	u64 words[NR_MMSG_WORDS];
	struct messages msgs;
	unsigned int i;

	begin_messages(cap, arg, false, &msgs);
	for (i = 0; i < msgs.nr; i++) {
		bound_message(cap, &msgs, i, cap->at_exit ? msgs.exit : msgs.entry);
		if (!capture_header(cap, arg, i, words))
			break;
		if (!cap->at_exit)
			capture_sent(cap, arg, i * SYSCALL_MSG_PARTS, words, msgs.nr - i);
	}
	end_messages(cap, arg, &msgs);
}

/* Read the header of a message that was captured at @pos. Returns where the next one is. */
static const void *next_header(const struct syscall_trace_capture *cap, unsigned int arg,
			       const void *pos, u64 *words)
{
	const struct syscall_trace_blob *blob = syscall_trace_blob_at(pos);

	header_words(blob, syscall_trace_arg_long(cap, arg), words);
	return syscall_trace_blob_end(blob);
}

/* The vector that a header leads to. One that cannot be in memory is everywhere. */
static struct span vector_of(const struct syscall_trace_capture *cap, unsigned int arg,
			     const u64 *words)
{
	struct span vec = { words[MSG_IOV] };

	if (check_mul_overflow(words[MSG_IOVLEN], 2 * (u64)syscall_trace_arg_long(cap, arg),
			       &vec.size))
		return (struct span){ 0, U64_MAX };

	return vec;
}

/* Is @target over the header or the vector of another message than @except? */
static bool over_another(const struct syscall_trace_capture *cap, unsigned int arg,
			 const void *headers, unsigned int nr, unsigned int except,
			 const struct span *target)
{
	u64 words[NR_MMSG_WORDS];
	struct span header, vec;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		headers = next_header(cap, arg, headers, words);
		header = header_at(cap, arg, i);
		vec = vector_of(cap, arg, words);
		if (i != except && (overlap(target->addr, target->size, &header) ||
				    overlap(target->addr, target->size, &vec)))
			return true;
	}

	return false;
}

/* Where the headers and the vectors are: from the first one to the end of the last one. */
static void find_read(const struct syscall_trace_capture *cap, unsigned int arg,
		      const void *headers, unsigned int nr, struct span *all_headers,
		      struct span *all_vecs)
{
	u64 words[NR_MMSG_WORDS], first = U64_MAX, last = 0;
	struct span vec;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		headers = next_header(cap, arg, headers, words);
		vec = vector_of(cap, arg, words);
		if (!vec.size)
			continue;
		first = min(first, vec.addr);
		last = max(last, vec.addr + (vec.size - 1));
		/* It wraps around. */
		if (vec.addr + (vec.size - 1) < vec.addr)
			last = U64_MAX;
	}
	*all_headers = header_at(cap, arg, 0);
	all_headers->size *= nr;
	*all_vecs = first <= last ? (struct span){ first, last - first + 1 ?: U64_MAX } :
				    (struct span){ };
}

/*
 * May one of @nr messages, whose headers were captured at @headers, have been written over the
 * header or the vector of another one? The kernel reads these only when the turn of that message
 * comes. Most programs have all headers in one place and all vectors in another.
 */
static bool written_over_others(const struct syscall_trace_capture *cap, unsigned int arg,
				const void *headers, unsigned int nr)
{
	struct span all_headers, all_vecs, targets[TARGETS_MAX];
	const void *pos = headers;
	u64 words[NR_MMSG_WORDS];
	unsigned int i;
	int left;

	if (nr < 2)
		return false;
	find_read(cap, arg, headers, nr, &all_headers, &all_vecs);
	for (i = 0; i < nr; i++) {
		pos = next_header(cap, arg, pos, words);
		left = find_targets(cap, arg, i * SYSCALL_MSG_PARTS, words[MSG_LEN], targets);
		if (left < 0)
			return true;
		while (left--) {
			const struct span *target = &targets[left];

			if (!overlap(target->addr, target->size, &all_headers) &&
			    !overlap(target->addr, target->size, &all_vecs))
				continue;
			if (over_another(cap, arg, headers, nr, i, target))
				return true;
		}
	}

	return false;
}

/* All headers come first: without its header, nothing of a message is shown. */
SYSCALL_CAPTURE(mmsgs_received)
{
	const void *headers = cap->pos;
	u64 words[NR_MMSG_WORDS];
	bool discarded = syscall_trace_is_discarded(cap, cap->args[arg + 2]);
	struct messages msgs;
	unsigned int nr, i;

	begin_messages(cap, arg, true, &msgs);
	cap->end = msgs.end;
	for (nr = 0; nr < msgs.nr && capture_header(cap, arg, nr, words);)
		nr++;
	/* If so, nobody knows which headers and vectors the kernel read. */
	if (cap->at_exit && written_over_others(cap, arg, headers, nr)) {
		cap->pos = (void *)headers;
		nr = 0;
	}
	for (i = 0; i < nr; i++) {
		headers = next_header(cap, arg, headers, words);
		if (cap->at_exit) {
			bound_message(cap, &msgs, i, msgs.exit - header_at(cap, arg, i).size);
			capture_received(cap, arg, i, words, words[MSG_LEN], nr - i, discarded);
		} else {
			capture_iov(cap, arg, i * SYSCALL_MSG_PARTS, words, nr - i);
		}
	}
	end_messages(cap, arg, &msgs);
}

/* ------------------------------ without a vector -------------------------- */

/* What is sent or received by a call without a vector. The flags follow the length. */
SYSCALL_CAPTURE(sock_data)
{
	struct syscall_trace_blob *blob;

	if (syscall_trace_is_discarded(cap, cap->args[arg + 2]))
		return;
	blob = syscall_trace_begin_data(cap, arg);
	if (!blob)
		return;
	if (cap->args[arg])
		blob = syscall_trace_copy_netlink(cap, blob, cap->args[arg],
						  syscall_trace_length(cap, arg));
	syscall_trace_end_blob(cap, blob);
	syscall_trace_netlink_ifnames(cap, blob);
}
