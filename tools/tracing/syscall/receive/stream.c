// SPDX-License-Identifier: GPL-2.0
/*
 * Takes datagrams of nettrace apart. Records follow each other in them as in one long file, see
 * include/uapi/linux/nettrace.h. A datagram that comes too early waits for its predecessors.
 */
#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include <linux/nettrace.h>

#include "stream.h"
#include "shared/error.h"

/* Datagrams that wait at most */
#define MOST_EARLY	64
/* No record is larger */
#define MOST_BYTES	(1 << 20)
/* A machine with more CPUs would be the first one */
#define MOST_CPUS	8192

/**
 * struct early - a datagram that came before its predecessors
 * @len: bytes; 0: none
 * @data: the bytes
 */
struct early {
	size_t	len;
	char	data[NETTRACE_DATAGRAM_MAX];
};

/**
 * struct decoder - a stream, and what is needed to read on
 * @stream: what others see of it
 * @machine: EM_* of the calls that can be printed
 * @known: a datagram has come
 * @synced: @bytes are those of the record @stream.next; otherwise they are of no use
 * @newest: instances with a higher number have begun while the stream was open
 * @sequence: the number of the next datagram
 * @now: when the last datagram came
 * @last: where the next entry is linked
 * @early: by sequence number
 * @bytes: the beginning of a record
 * @fill: the number of bytes
 */
struct decoder {
	struct stream	stream;
	unsigned int	machine;
	bool		known;
	bool		synced;
	uint16_t	newest;
	uint32_t	sequence;
	long long	now;
	struct entry	**last;
	struct early	early[MOST_EARLY];
	char		bytes[MOST_BYTES];
	size_t		fill;
};

static struct decoder *decoder_of(struct stream *stream)
{
	return container_of(stream, struct decoder, stream);
}

struct stream *stream_new(unsigned int machine)
{
	struct decoder *dec = allocate(1, sizeof(*dec));

	dec->machine = machine;
	dec->last = &dec->stream.first;

	return &dec->stream;
}

void stream_free(struct stream *stream)
{
	while (stream->first)
		stream_drop(stream, stream->first);
	free(decoder_of(stream));
}

void stream_drop(struct stream *stream, struct entry *entry)
{
	struct decoder *dec = decoder_of(stream);
	struct entry **link = &stream->first;

	while (*link != entry)
		link = &(*link)->next;
	*link = entry->next;
	if (dec->last == &entry->next)
		dec->last = link;
	free(entry);
}

/* --------------------------------- the records -------------------------------- */

/*
 * Tells what kind of record it is, and how long its fixed part is. One that is damaged is of none,
 * as is one of a kind that is not known.
 */
static void classify(struct record *rec, unsigned int kind)
{
	rec->type = RECORD_OTHER;
	if (rec->cpu >= MOST_CPUS)
		return;
	switch (kind) {
	case NETTRACE_CALL:
		rec->type = RECORD_CALL;
		rec->rest = 8;
		break;
	case NETTRACE_ENTER:
		rec->type = RECORD_ENTER;
		rec->rest = 8;
		break;
	case NETTRACE_EXIT:
		rec->type = RECORD_EXIT;
		rec->rest = 8;
		break;
	case NETTRACE_TASK:
		rec->type = RECORD_TASK;
		rec->rest = 12;
		break;
	}
	if (rec->size < rec->rest)
		rec->type = RECORD_OTHER;
}

static void add_entry(struct decoder *dec, const struct nettrace_record *head, const void *data)
{
	size_t size = le32toh(head->size) - sizeof(*head);
	struct record rec = {
		.cpu		= le16toh(head->cpu),
		.pid		= le32toh(head->pid),
		.flags		= head->flags,
		.preempt_count	= head->preempt_count,
		.time		= le64toh(head->time),
		.missing	= le32toh(head->lost),
		.size		= size,
	};
	struct entry *entry;

	classify(&rec, head->kind);
	entry = allocate(1, sizeof(*entry) + size);
	memcpy(entry->data, data, size);
	memcpy(entry->comm, head->comm, sizeof(head->comm));
	entry->record = rec;
	entry->record.data = entry->data;
	entry->tgid = le32toh(head->tgid);
	entry->number = dec->stream.next;
	entry->instance = le16toh(head->instance);
	/* The numbers begin anew when there are no more. */
	entry->from_start = (int16_t)(entry->instance - dec->newest) > 0;
	entry->came = dec->now;
	entry->gap = dec->stream.gap;
	dec->stream.gap = 0;
	*dec->last = entry;
	dec->last = &entry->next;
}

/* Makes entries of all records that are complete. */
static void take_records(struct decoder *dec)
{
	struct nettrace_record head;
	size_t pos = 0, size;

	while (dec->fill - pos >= sizeof(head)) {
		memcpy(&head, dec->bytes + pos, sizeof(head));
		size = le32toh(head.size);
		if (size < sizeof(head) || size > MOST_BYTES) {
			/* Go on where a datagram says that a record begins. */
			dec->synced = false;
			return;
		}
		if (dec->fill - pos < size)
			break;
		add_entry(dec, &head, dec->bytes + pos + sizeof(head));
		dec->stream.next++;
		dec->stream.records++;
		pos += size;
	}
	dec->fill -= pos;
	memmove(dec->bytes, dec->bytes + pos, dec->fill);
}

/* -------------------------------- the datagrams ------------------------------- */

static void take_datagram(struct decoder *dec, const void *datagram, size_t len)
{
	const void *payload = datagram + sizeof(struct nettrace_datagram);
	struct nettrace_datagram head;
	uint64_t record;
	size_t first;

	memcpy(&head, datagram, sizeof(head));
	len -= sizeof(head);
	record = le64toh(head.record);
	first = le16toh(head.first);
	dec->sequence = le32toh(head.sequence) + 1;
	dec->stream.dropped = le32toh(head.dropped);
	dec->newest = le16toh(head.newest);

	if (!dec->synced || dec->fill + len > sizeof(dec->bytes)) {
		/* What is lost includes the record whose rest is missing. */
		if (record > dec->stream.next) {
			dec->stream.gap += record - dec->stream.next;
			dec->stream.lost += record - dec->stream.next;
			dec->stream.next = record;
		}
		dec->fill = 0;
		dec->synced = first <= len || (first == NETTRACE_NO_RECORD && !len);
		if (dec->synced && len) {
			payload += first;
			len -= first;
		}
	}
	if (dec->synced) {
		memcpy(dec->bytes + dec->fill, payload, len);
		dec->fill += len;
		take_records(dec);
	}
	if (head.flags & NETTRACE_END)
		dec->stream.ended = true;
}

static struct early *early_of(struct decoder *dec, uint32_t sequence)
{
	return &dec->early[sequence % MOST_EARLY];
}

/* Takes those whose predecessors have come. */
static void take_early(struct decoder *dec)
{
	bool waits, taken = false;
	struct early *early;
	unsigned int i;
	size_t len;

	while ((len = early_of(dec, dec->sequence)->len)) {
		early = early_of(dec, dec->sequence);
		early->len = 0;
		take_datagram(dec, early->data, len);
		taken = true;
	}
	waits = false;
	for (i = 0; i < MOST_EARLY; i++)
		waits |= dec->early[i].len > 0;
	if (waits && (taken || !dec->stream.waits))
		dec->stream.waits_since = dec->now;
	dec->stream.waits = waits;
}

/* Goes on with the next datagram that is there. */
void stream_skip(struct stream *stream, long long now)
{
	struct decoder *dec = decoder_of(stream);
	unsigned int i;

	dec->now = now;
	for (i = 0; i < MOST_EARLY && !early_of(dec, dec->sequence + i)->len; i++)
		;
	dec->sequence += i;
	dec->synced = false;
	dec->fill = 0;
	take_early(dec);
}

bool stream_is_late(struct stream *stream, uint32_t sequence)
{
	return sequence - decoder_of(stream)->sequence > UINT32_MAX / 2;
}

enum stream_answer stream_add(struct stream *stream, const void *datagram, size_t len,
			      long long now)
{
	struct decoder *dec = decoder_of(stream);
	struct nettrace_datagram head;
	struct early *early;
	uint32_t ahead;

	if (len < sizeof(head) || len > NETTRACE_DATAGRAM_MAX)
		return STREAM_NO_NETTRACE;
	memcpy(&head, datagram, sizeof(head));
	if (memcmp(head.magic, NETTRACE_MAGIC, sizeof(head.magic)) ||
	    head.version != NETTRACE_VERSION)
		return STREAM_NO_NETTRACE;
	if (le16toh(head.machine) != dec->machine)
		return STREAM_OTHER_MACHINE;
	if (!dec->known) {
		dec->known = true;
		dec->stream.id = le32toh(head.stream);
		/* The first ones may come in any order, unless the beginning was long ago. */
		if (le32toh(head.sequence) >= MOST_EARLY)
			dec->sequence = le32toh(head.sequence);
	} else if (le32toh(head.stream) != dec->stream.id) {
		return STREAM_OTHER;
	}

	dec->now = now;
	if (stream_is_late(stream, le32toh(head.sequence)))
		return STREAM_TAKEN;
	ahead = le32toh(head.sequence) - dec->sequence;
	while (ahead >= MOST_EARLY) {
		if (!stream->waits) {
			/* A long silence */
			dec->sequence += ahead;
			dec->synced = false;
			dec->fill = 0;
		} else {
			stream_skip(stream, now);
		}
		ahead = le32toh(head.sequence) - dec->sequence;
	}
	early = early_of(dec, le32toh(head.sequence));
	memcpy(early->data, datagram, len);
	early->len = len;
	take_early(dec);

	return STREAM_TAKEN;
}
