/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The records in what nettrace sends, for syscall-receive. Datagrams get lost, come late, twice
 * or from somebody else. Nothing in them is trusted.
 */
#ifndef _RECEIVE_STREAM_H
#define _RECEIVE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "records/source.h"

/**
 * struct entry - a record that has come
 * @next: the one after it
 * @record: the record; missing: what the sender dropped of this CPU right before it. A RECORD_OTHER
 *	is not shown, but what is missing before it is
 * @gap: how many records before this one got lost on the way
 * @came: when it came
 * @number: the number of the record in its stream
 * @instance: which instance has made it; 0: not known
 * @from_start: all that this instance has recorded should be in the stream
 * @comm: the name of the task, if @tgid is not 0
 * @tgid: its process; 0: neither is known
 * @data: the bytes of the record
 */
struct entry {
	struct entry	*next;
	struct record	record;
	uint64_t	gap;
	long long	came;
	uint64_t	number;
	unsigned int	instance;
	bool		from_start;
	char		comm[NAME_LEN + 1];
	int		tgid;
	char		data[];
};

/**
 * struct stream - what has come of a stream
 * @id: its number
 * @ended: its last datagram has come
 * @waits: datagrams have come whose predecessors have not
 * @waits_since: since when
 * @first: the oldest record that nobody has taken
 * @next: the number of the record that comes next
 * @gap: how many records before @next got lost, after the last entry
 * @records: the number of records that have come
 * @lost: the number of those that got lost on the way
 * @dropped: the number of those that the sender has dropped, as it says
 */
struct stream {
	uint32_t	id;
	bool		ended;
	bool		waits;
	long long	waits_since;
	struct entry	*first;
	uint64_t	next;
	uint64_t	gap;
	uint64_t	records;
	uint64_t	lost;
	uint32_t	dropped;
};

enum stream_answer {
	STREAM_TAKEN,
	STREAM_OTHER,		/* it belongs to another stream */
	STREAM_NO_NETTRACE,	/* no datagram of nettrace, or of another version */
	STREAM_OTHER_MACHINE,	/* its calls are those of another architecture */
};

/* @machine: EM_* of the calls that can be printed */
struct stream *stream_new(unsigned int machine);
void stream_free(struct stream *stream);

/*
 * Takes a datagram that comes at @now, a time of any kind. The first one decides which stream it
 * is. Datagrams of that stream that were sent before count as lost.
 */
enum stream_answer stream_add(struct stream *stream, const void *datagram, size_t len,
			      long long now);

/* Does the datagram of this number come too late, or for the second time? */
bool stream_is_late(struct stream *stream, uint32_t sequence);

/* No longer waits for the next datagram, which has not come. */
void stream_skip(struct stream *stream, long long now);

/* Forgets an entry. */
void stream_drop(struct stream *stream, struct entry *entry);

#endif /* _RECEIVE_STREAM_H */
