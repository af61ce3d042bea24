// SPDX-License-Identifier: GPL-2.0
/*
 * Reads the mapped buffer of a CPU.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/trace_mmap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "stream.h"

/* What the type of an event in the ring buffer can be, beside the length of a record. */
enum { TYPE_PADDING = 29, TYPE_TIME_EXTEND, TYPE_TIME_STAMP };

#define COMMIT_MASK	0x3fffffffUL
#define STAMP_MASK	((1ULL << 59) - 1)

static const struct trace_buffer_meta *meta_of(const struct stream *stream)
{
	return (const struct trace_buffer_meta *)stream->map;
}

static u32 get_u32(const u8 *from)
{
	u32 value;

	memcpy(&value, from, sizeof(value));
	return value;
}

/**
 * stream_open - map the buffer of a CPU
 * @stream: the CPU
 * @info: what is known of sub-buffers
 * @path: the file
 * @cpu: its number
 *
 * Return: false if the CPU has no buffer. If something is wrong, the program ends.
 */
bool stream_open(struct stream *stream, const struct info *info, const char *path, int cpu)
{
	size_t length;

	*stream = (struct stream) { .cpu = cpu, .fd = open(path, O_RDONLY | O_CLOEXEC) };
	if (stream->fd < 0)
		err(1, "%s", path);
	for (;;) {
		if (ioctl(stream->fd, KTRACE_BUF_GET_SIZE, &stream->size)) {
			if (errno != ENODEV)
				err(1, "%s: the size", path);
			close(stream->fd);
			return false;
		}
		length = (size_t)stream->size + info->subbuf_size;
		stream->map = mmap(NULL, length, PROT_READ, MAP_SHARED, stream->fd, 0);
		if (stream->map == MAP_FAILED)
			err(1, "%s: mmap", path);
		/* From now on, it cannot change. Has it changed before? */
		if ((u64)meta_of(stream)->nr_subbufs * info->subbuf_size == stream->size)
			break;
		munmap((void *)stream->map, length);
	}
	stream->sub = malloc(info->subbuf_size);
	if (!stream->sub)
		err(1, "%s", path);

	return true;
}

/* What the positions are now. */
static void get_positions(struct stream *stream, u32 *produced)
{
	if (ioctl(stream->fd, KTRACE_BUF_GET_CONSUMED, &stream->consumed) ||
	    ioctl(stream->fd, KTRACE_BUF_GET_PRODUCED, produced))
		err(1, "cpu%d: positions", stream->cpu);
}

/**
 * stream_begin - from now on, want all records that are there now
 * @stream: the CPU
 */
void stream_begin(struct stream *stream)
{
	get_positions(stream, &stream->end);
	stream->commit = 0;
}

/* Give back what was seen of the sub-buffer in front. Somebody else may have done so. */
static void give_back(struct stream *stream)
{
	u32 to = stream->consumed + (stream->at - stream->read);

	/* What is not printed yet would be lost if we ended now. */
	fflush(stdout);
	if (to != stream->consumed && ioctl(stream->fd, KTRACE_BUF_PUT_CONSUMED, &to) &&
	    errno != EINVAL)
		err(1, "cpu%d: giving back", stream->cpu);
	stream->commit = 0;
}

/* Look at the sub-buffer in front. False: there is nothing in it, or nothing wanted. */
static bool load(struct stream *stream, const struct info *info)
{
	u32 produced, consumed;
	const u8 *front;

again:
	get_positions(stream, &produced);
	if ((s32)(stream->end - stream->consumed) <= 0)
		return false;
	front = stream->map + (size_t)info->subbuf_size * (1 + meta_of(stream)->reader.id);
	stream->read = meta_of(stream)->reader.read;
	/* With the events that it counts. The length of a long decides which half has it. */
	if (info->long_size == 8)
		stream->commit = __atomic_load_n((const u64 *)(front + 8), __ATOMIC_ACQUIRE);
	else
		stream->commit = __atomic_load_n((const u32 *)(front + 8), __ATOMIC_ACQUIRE);
	stream->commit &= COMMIT_MASK;
	/* If another reader gives it back meanwhile, the writer changes it. */
	memcpy(stream->sub, front, info->subbuf_size);
	consumed = stream->consumed;
	get_positions(stream, &produced);
	if (consumed != stream->consumed)
		goto again;
	if (stream->commit > info->subbuf_size - info->subbuf_header)
		errx(1, "cpu%d: the sub-buffer is damaged", stream->cpu);
	memcpy(&stream->time, stream->sub, sizeof(stream->time));
	stream->at = 0;

	return stream->commit > stream->read;
}

/* Go past an event. True: it is a record. */
static bool step(struct stream *stream, const struct info *info)
{
	const u8 *event = stream->sub + info->subbuf_header + stream->at;
	size_t room = stream->commit - stream->at, length;
	u32 word, type, delta, extra = 0;
	bool big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

	if (room < 4)
		goto damaged;
	word = get_u32(event);
	type = big ? word >> 27 : word & 31;
	delta = big ? word & 0x7ffffff : word >> 5;
	if (!type || type >= TYPE_PADDING) {
		if (room < 8) {
			/* The rest of the sub-buffer. */
			if (type == TYPE_PADDING && !delta)
				goto rest;
			goto damaged;
		}
		extra = get_u32(event + 4);
	}
	switch (type) {
	case TYPE_PADDING:
		if (!delta)
			goto rest;
		length = 4 + (size_t)extra;
		break;
	case TYPE_TIME_EXTEND:
		stream->time += ((u64)extra << 27) + delta;
		length = 8;
		break;
	case TYPE_TIME_STAMP:
		stream->time = (stream->time & ~STAMP_MASK) | (((u64)extra << 27) + delta);
		length = 8;
		break;
	case 0:
		stream->time += delta;
		stream->record = event + 8;
		stream->length = extra - 4;
		length = 4 + (size_t)extra;
		if (extra < 8)
			goto damaged;
		break;
	default:
		stream->time += delta;
		stream->record = event + 4;
		stream->length = type * 4;
		length = 4 + type * 4;
	}
	if (length > room)
		goto damaged;
	stream->at += length;

	return !type || type < TYPE_PADDING;
rest:
	stream->at = stream->commit;
	return false;
damaged:
	errx(1, "cpu%d: the sub-buffer is damaged", stream->cpu);
}

/**
 * stream_next - go on to the next record
 * @stream: the CPU
 * @info: what is known of sub-buffers
 */
void stream_next(struct stream *stream, const struct info *info)
{
	stream->record = NULL;
	for (;;) {
		if (!stream->commit && !load(stream, info)) {
			stream->commit = 0;
			return;
		}
		while (stream->at < stream->commit) {
			size_t from = stream->at;

			/* What is consumed already matters only for the time. */
			if (step(stream, info) && from >= stream->read)
				return;
			stream->record = NULL;
		}
		give_back(stream);
	}
}
