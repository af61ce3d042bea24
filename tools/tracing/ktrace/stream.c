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

/* Where a sub-buffer tells how many bytes of events it has, and which bits are that number. */
#define COMMIT_AT	8
#define COMMIT_MASK	0x3fffffffUL

static const struct trace_buffer_meta *meta_of(const struct stream *stream)
{
	return (const struct trace_buffer_meta *)stream->map;
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
	stream->events = kbuffer_alloc(info->long_size == 8 ? KBUFFER_LSIZE_8 : KBUFFER_LSIZE_4,
				       KBUFFER_ENDIAN_SAME_AS_HOST);
	if (!stream->sub || !stream->events)
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
	stream->loaded = false;
}

/* Give back the sub-buffer in front. Somebody else may have done so. */
static void give_back(struct stream *stream)
{
	u32 to = stream->consumed + stream->commit - stream->read;

	/* What is not printed yet would be lost if we ended now. */
	fflush(stdout);
	if (ioctl(stream->fd, KTRACE_BUF_PUT_CONSUMED, &to) && errno != EINVAL)
		err(1, "cpu%d: giving back", stream->cpu);
	stream->loaded = false;
}

/* How many bytes of events a sub-buffer has, and these events with it. */
static u64 get_commit(const u8 *commit, const struct info *info)
{
	return info->long_size == 8 ? __atomic_load_n((const u64 *)commit, __ATOMIC_ACQUIRE) :
				      __atomic_load_n((const u32 *)commit, __ATOMIC_ACQUIRE);
}

/* What is committed while a sub-buffer is copied may be in the copy in part. */
static void put_commit(u8 *commit, const struct info *info, u64 value)
{
	if (info->long_size == 8)
		*(u64 *)commit = value;
	else
		*(u32 *)commit = value;
}

/* Look at the sub-buffer in front. False: there is nothing in it, or nothing wanted. */
static bool load(struct stream *stream, const struct info *info)
{
	u32 produced, consumed;
	const u8 *front;

	do {
		get_positions(stream, &produced);
		if ((s32)(stream->end - stream->consumed) <= 0)
			return false;
		front = stream->map + (size_t)info->subbuf_size * (1 + meta_of(stream)->reader.id);
		stream->read = meta_of(stream)->reader.read;
		stream->commit = get_commit(front + COMMIT_AT, info) & COMMIT_MASK;
		/* If another reader gives it back meanwhile, the writer changes it. */
		memcpy(stream->sub, front, info->subbuf_size);
		consumed = stream->consumed;
		get_positions(stream, &produced);
	} while (consumed != stream->consumed);
	if (stream->commit > info->subbuf_size - info->subbuf_header)
		errx(1, "cpu%d: the sub-buffer is damaged", stream->cpu);
	put_commit(stream->sub + COMMIT_AT, info, stream->commit);
	kbuffer_load_subbuffer(stream->events, stream->sub);
	stream->loaded = stream->commit > stream->read;

	return stream->loaded;
}

/**
 * stream_next - go on to the next record
 * @stream: the CPU
 * @info: what is known of sub-buffers
 */
void stream_next(struct stream *stream, const struct info *info)
{
	struct kbuffer *events = stream->events;

	for (;;) {
		if (stream->loaded)
			stream->record = kbuffer_next_event(events, &stream->time);
		else if (load(stream, info))
			stream->record = kbuffer_read_event(events, &stream->time);
		else
			stream->record = NULL;
		/* What is consumed already matters only for the time. */
		while (stream->record && kbuffer_curr_index(events) < (int)stream->read)
			stream->record = kbuffer_next_event(events, &stream->time);
		if (stream->record)
			stream->length = kbuffer_event_size(events);
		if (stream->record || !stream->loaded)
			return;
		give_back(stream);
	}
}
