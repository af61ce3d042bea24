/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the room that a record has for blobs.
 */
#ifndef _SYSCALL_ROOM_H
#define _SYSCALL_ROOM_H

#include <linux/syscall_trace_record.h>
#include <linux/syscall_trace_table.h>
#include <linux/types.h>

#include "sink.h"

/* The most that a record has besides blobs: number, result, time of the entry, arguments. */
#define SYSCALL_TRACE_FIXED_MAX	\
	(sizeof(struct syscall_call_entry) + sizeof(s32) + sizeof(s64) + sizeof(u64) + \
	 SYSCALL_TRACE_MAX_ARGS * sizeof(u64))

/* Bytes of blobs that any record of an instance can hold. */
static inline size_t syscall_trace_record_room(const struct syscall_trace_instance *inst)
{
	return syscall_sink_size(inst) - SYSCALL_TRACE_FIXED_MAX;
}

#endif /* _SYSCALL_ROOM_H */
