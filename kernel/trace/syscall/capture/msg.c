// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures messages: names, vectors, data and control data, as they
 * are sent and received.
 */
#include <linux/in6.h>
#include <linux/socket.h>
#include <net/ipv6.h>

#include "../named_types.h"
#include "capture.h"
#include "nested.h"

/* What is copied of control data at most. */
#define CONTROL_MAX	512

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

/* Take the words out of a vector. Returns the number of its elements. */
static unsigned int read_iov(const struct syscall_trace_blob *vec, size_t size, u64 *iov)
{
	unsigned int nr = vec->len / (2 * size), i;

	for (i = 0; i < 2 * nr; i++)
		iov[i] = syscall_trace_get_uint(vec->data + i * size, size);

	return nr;
}

/*
 * Capture @left bytes of what the vector leads to; U64_MAX: all of it. @netlink: these
 * may be messages of a netlink socket.
 */
static void capture_buffers(struct syscall_trace_capture *cap, unsigned int arg,
			    unsigned int part, const struct syscall_trace_blob *vec,
			    u64 left, bool netlink)
{
	u64 iov[2 * SYSCALL_TRACE_ELEMENTS_MAX];
	unsigned int nr = read_iov(vec, syscall_trace_arg_long(cap, arg), iov), i;

	if (nr && !cap->limits->datalen)
		syscall_trace_note_missing(cap, arg);
	for (i = 0; i < nr && cap->limits->datalen; i++) {
		u64 len = min(iov[2 * i + 1], left);
		struct syscall_trace_blob *blob;

		blob = syscall_trace_add_blob(cap, arg, part + SYSCALL_MSG_DATA + i,
					      SYSCALL_TRACE_DATA);
		if (!blob)
			break;
		syscall_trace_copy(cap, blob, iov[2 * i], len,
				   syscall_trace_piece(cap, len, cap->limits->datalen, nr - i));
		if (netlink)
			blob = syscall_trace_copy_netlink(cap, blob, iov[2 * i], len);
		syscall_trace_end_blob(cap, blob);
		syscall_trace_netlink_ifnames(cap, blob);
		if (left != U64_MAX)
			left -= len;
	}
}

/* Capture names of the interfaces in control data. */
static void capture_cmsg_ifnames(struct syscall_trace_capture *cap, unsigned int arg,
				 const struct syscall_trace_blob *blob)
{
	size_t size = syscall_trace_arg_long(cap, arg), head = size + 2 * sizeof(u32), pos = 0;

	while (pos < blob->len && blob->len - pos >= head) {
		u64 len = syscall_trace_get_uint(blob->data + pos, size);
		u32 level = syscall_trace_number_at(blob, pos + size, sizeof(level));
		u32 nr = syscall_trace_number_at(blob, pos + head - sizeof(nr), sizeof(nr));
		const struct syscall_trace_type *type;

		type = syscall_trace_chosen(&syscall_trace_cmsgs, level);
		syscall_trace_ifnames(cap, blob, pos + head, syscall_trace_chosen(type, nr));
		if (len < head || len > blob->len - pos)
			break;
		pos += ALIGN(len, size);
	}
}

static void capture_control(struct syscall_trace_capture *cap, unsigned int arg,
			    unsigned int part, u64 addr, u64 len)
{
	const struct syscall_trace_blob *blob;

	if (len < syscall_trace_arg_long(cap, arg) + 2 * sizeof(u32))
		return;
	blob = syscall_trace_capture_part(cap, arg, part + SYSCALL_MSG_CONTROL, addr, len,
					  CONTROL_MAX);
	if (blob && blob->status != SYSCALL_TRACE_BLOB_FAULTED)
		capture_cmsg_ifnames(cap, arg, blob);
}

/* Capture all that the header of a message that is sent leads to. */
static void capture_sent(struct syscall_trace_capture *cap, unsigned int arg,
			 unsigned int part, const u64 *words)
{
	sa_family_t family = capture_name(cap, arg, part, words, words[MSG_NAMELEN]);
	const struct syscall_trace_blob *vec;

	capture_control(cap, arg, part, words[MSG_CONTROL], words[MSG_CONTROLLEN]);
	vec = capture_iov(cap, arg, part, words, 1);
	if (vec)
		capture_buffers(cap, arg, part, vec, U64_MAX, family == AF_NETLINK);
}

static bool overlap(u64 addr, u64 size, const struct span *span)
{
	return size && span->size && addr <= span->addr + (span->size - 1) &&
	       span->addr <= addr + (size - 1);
}

/*
 * May a message of @left bytes, as it was when the call began, have been written over
 * @span? Its header does not count.
 */
static bool written_over(const struct syscall_trace_capture *cap, unsigned int arg,
			 unsigned int part, u64 left, const struct span *span)
{
	const struct syscall_trace_blob *vec;
	u64 words[NR_MMSG_WORDS], iov[2 * SYSCALL_TRACE_ELEMENTS_MAX];
	unsigned int i, nr;

	if (!entered_header(cap, arg, part, words))
		return true;
	if (words[MSG_NAME] && overlap(words[MSG_NAME], words[MSG_NAMELEN], span))
		return true;
	if (overlap(words[MSG_CONTROL], words[MSG_CONTROLLEN], span))
		return true;

	vec = syscall_trace_entered(cap, arg, part + SYSCALL_MSG_IOV);
	if (!vec)
		return words[MSG_IOVLEN];
	nr = read_iov(vec, syscall_trace_arg_long(cap, arg), iov);
	for (i = 0; i < nr; i++) {
		if (overlap(iov[2 * i], iov[2 * i + 1], span))
			return true;
		left -= min(left, iov[2 * i + 1]);
	}

	/* The rest of it went to elements that were not captured. */
	return left && vec->status != SYSCALL_TRACE_BLOB_OK;
}

/*
 * Capture all that header @i of a received message leads to; @left: bytes of data. The
 * kernel reads the room for the name only after it has written the data. If the data went
 * over the header, nobody knows how much of the name was written.
 */
static void capture_received(struct syscall_trace_capture *cap, unsigned int arg,
			     unsigned int i, const u64 *words, u64 left)
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

	capture_control(cap, arg, part, words[MSG_CONTROL], words[MSG_CONTROLLEN]);
	vec = syscall_trace_entered(cap, arg, part + SYSCALL_MSG_IOV);
	if (vec)
		capture_buffers(cap, arg, part, vec, left, family == AF_NETLINK);
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
		capture_sent(cap, arg, 0, words);
	else if (cap->at_exit)
		capture_received(cap, arg, 0, words, cap->ret);
	else
		capture_iov(cap, arg, 0, words, 1);
}

/* How many messages there are to capture. */
static unsigned int count_messages(const struct syscall_trace_capture *cap, unsigned int arg)
{
	u32 nr = syscall_trace_length(cap, arg);

	if (!cap->args[arg])
		return 0;
	if (cap->at_exit)
		nr = min_t(u32, nr, cap->ret);

	return min_t(u32, nr, SYSCALL_MSGS_MAX);
}

/* Note that there are more messages than are captured. */
static void note_others(struct syscall_trace_capture *cap, unsigned int arg)
{
	u32 nr = syscall_trace_length(cap, arg);

	if (min_t(u32, nr, cap->at_exit ? cap->ret : U32_MAX) > SYSCALL_MSGS_MAX)
		syscall_trace_note_missing(cap, arg);
}

/* Messages are captured at entry; at exit, their headers tell how much was sent. */
SYSCALL_CAPTURE(mmsgs_sent)
{
	unsigned int nr = count_messages(cap, arg), i;
	u64 words[NR_MMSG_WORDS];

	for (i = 0; i < nr && capture_header(cap, arg, i, words); i++) {
		if (!cap->at_exit)
			capture_sent(cap, arg, i * SYSCALL_MSG_PARTS, words);
	}
	note_others(cap, arg);
}

/*
 * May one of @nr messages have been written over the header or the vector of another
 * one? The kernel reads these only when the turn of that message comes.
 */
static bool written_over_others(const struct syscall_trace_capture *cap, unsigned int arg,
				unsigned int nr, const u64 (*words)[NR_MMSG_WORDS])
{
	unsigned int i, j;

	for (i = 0; i < nr; i++) {
		struct span header = header_at(cap, arg, i), vec = { words[i][MSG_IOV] };

		if (check_mul_overflow(words[i][MSG_IOVLEN],
				       2 * (u64)syscall_trace_arg_long(cap, arg), &vec.size))
			return true;
		for (j = 0; j < nr; j++) {
			unsigned int part = j * SYSCALL_MSG_PARTS;
			u64 left = words[j][MSG_LEN];

			if (j != i && (written_over(cap, arg, part, left, &header) ||
				       written_over(cap, arg, part, left, &vec)))
				return true;
		}
	}

	return false;
}

/* All headers come first: without its header, nothing of a message is shown. */
SYSCALL_CAPTURE(mmsgs_received)
{
	unsigned int max = count_messages(cap, arg), nr, i;
	u64 words[SYSCALL_MSGS_MAX][NR_MMSG_WORDS];
	void *start = cap->pos;

	for (nr = 0; nr < max && capture_header(cap, arg, nr, words[nr]);)
		nr++;
	/* If so, nobody knows which headers and vectors the kernel read. */
	if (cap->at_exit && written_over_others(cap, arg, nr, words)) {
		cap->pos = start;
		return;
	}
	for (i = 0; i < nr; i++) {
		if (cap->at_exit)
			capture_received(cap, arg, i, words[i], words[i][MSG_LEN]);
		else
			capture_iov(cap, arg, i * SYSCALL_MSG_PARTS, words[i], nr - i);
	}
	note_others(cap, arg);
}
