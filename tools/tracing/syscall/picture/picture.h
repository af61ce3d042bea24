/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pictures of what tasks did: files that other programs show. They are made of a stream of records,
 * in order of time, so that whoever reads records live can make them, too.
 */
#ifndef _PICTURE_H
#define _PICTURE_H

#include <linux/syscall_trace_record.h>

#include "kind.h"
#include "records/source.h"
#include "format/format.h"

struct picture;

/*
 * Begins a picture in a file, that of CTF in a new folder. @flags: SYSCALL_TRACE_SHOW_RAW,
 * SYSCALL_TRACE_SHOW_IN_NS
 */
struct picture *picture_open(enum picture_kind kind, const char *path, unsigned int flags);

/*
 * Adds a record. @who: when and where it was made, and by which task. @text: what libtraceevent
 * says of a RECORD_OTHER, not trusted; NULL for the tracer's own records.
 */
void picture_add(struct picture *picture, const struct record *rec,
		 const struct syscall_trace_context *who, const char *text);

/* So many calls are missing before the record, and are of its task. */
void picture_lost_calls(struct picture *picture, const struct record *rec,
			const struct syscall_trace_context *who, unsigned int calls);

/* Records of a CPU are missing before @time; -1: some. */
void picture_lost(struct picture *picture, int cpu, unsigned long long time, long long missing);

/* Completes the file. The program ends if that fails. */
void picture_close(struct picture *picture);

#endif /* _PICTURE_H */
