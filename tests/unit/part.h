/* SPDX-License-Identifier: GPL-2.0 */
/* What cases say of records, for unit.c. */
#ifndef _TESTS_UNIT_PART_H
#define _TESTS_UNIT_PART_H

#include "record.h"

#define MOST_BLOBS	128
#define NO_WORDS	-1

/**
 * struct part - what a case says of one record
 * @kind: which of the records of calls it is
 * @call: all but its time and its blobs
 * @time: when it was recorded
 * @has_words: @call has the argument words
 * @words: syscall_trace_head.words; NO_WORDS: as @call has them
 * @size: bytes of words and blobs that are left; 0: all
 * @nr_blobs: how many of @blobs there are
 * @blobs: where they begin in @copies
 * @copies: the blobs
 */
struct part {
	enum syscall_trace_kind kind;
	struct record_call	call;
	u64			time;
	bool			has_words;
	int			words;
	size_t			size;
	unsigned int		nr_blobs;
	size_t			blobs[MOST_BLOBS];
	struct record		copies;
};

void part_begin(struct part *part, enum syscall_trace_kind kind, char **pos);
void part_words(struct part *part, char **pos);
void part_blob(struct part *part, char **pos);
void part_set(struct part *part, const char *field, u64 val);
void part_poke(struct part *part, u64 offset, u64 val, u64 size);
void part_record(struct record *rec, const struct part *part);
bool part_is_one_call(const struct part *enter, const struct part *exit);
void part_whole(struct record *rec, const struct part *enter, const struct part *exit);

#endif /* _TESTS_UNIT_PART_H */
