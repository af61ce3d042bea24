// SPDX-License-Identifier: GPL-2.0
/*
 * A picture for Perfetto: a Trace of its schema, which ui.perfetto.dev opens. Each packet is
 * complete, so the file can be written as records come. Perfetto sorts packets by time.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/array_size.h>

#include "shared/error.h"
#include "file.h"
#include "writer.h"

/* Numbers of the fields, from the published schema. */
enum { TRACE_PACKET = 1 };

/* TracePacket */
enum { PACKET_TIMESTAMP = 8, PACKET_SEQUENCE = 10, PACKET_EVENT = 11, PACKET_TRACK = 60 };

/* TrackDescriptor, ProcessDescriptor and ThreadDescriptor */
enum { TRACK_UUID = 1, TRACK_NAME = 2, TRACK_PROCESS = 3, TRACK_THREAD = 4 };
enum { PROCESS_PID = 1, PROCESS_NAME = 6 };
enum { THREAD_PID = 1, THREAD_TID = 2, THREAD_NAME = 5 };

/* TrackEvent and DebugAnnotation */
enum {
	EVENT_ANNOTATION = 4, EVENT_TYPE = 9, EVENT_TRACK = 11, EVENT_CATEGORY = 22,
	EVENT_NAME = 23, EVENT_FLOW = 47, EVENT_LAST_FLOW = 48,
};

enum { TYPE_BEGIN = 1, TYPE_END = 2, TYPE_INSTANT = 3 };
enum { ANNOTATION_BOOL = 2, ANNOTATION_INT = 4, ANNOTATION_STRING = 6, ANNOTATION_NAME = 10 };

/* How a field is encoded. */
enum { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2 };

/* All packets come from one writer, which needs a number. */
#define SEQUENCE	1

/* What a track is of. The rest of its uuid tells which one. */
enum track_of { TRACK_OF_PROCESS = 1, TRACK_OF_TASK, TRACK_OF_CPU };

/* A message whose size is not known yet has this much room for it. */
#define SIZE_BYTES	4

/**
 * struct perfetto - a trace for Perfetto
 * @writer: what others know of it
 * @file: the file
 * @packet: the packet that is being made
 */
struct perfetto {
	struct picture_writer	writer;
	struct picture_file	file;
	struct picture_bytes	packet;
};

static struct perfetto *perfetto_of(struct picture_writer *writer)
{
	return container_of(writer, struct perfetto, writer);
}

/* -------------------------------- encoding -------------------------------- */

static void put_varint(struct perfetto *p, u64 val)
{
	for (; val >= 0x80; val >>= 7)
		*picture_bytes_add(&p->packet, 1) = val | 0x80;
	*picture_bytes_add(&p->packet, 1) = val;
}

static void put_tag(struct perfetto *p, unsigned int field, unsigned int wire)
{
	put_varint(p, field << 3 | wire);
}

static void put_int(struct perfetto *p, unsigned int field, u64 val)
{
	put_tag(p, field, WIRE_VARINT);
	put_varint(p, val);
}

static void put_fixed(struct perfetto *p, unsigned int field, u64 val)
{
	put_tag(p, field, WIRE_FIXED64);
	picture_bytes_add_number(&p->packet, val, sizeof(val));
}

static void put_string(struct perfetto *p, unsigned int field, const char *text)
{
	size_t len = strlen(text);

	put_tag(p, field, WIRE_BYTES);
	put_varint(p, len);
	memcpy(picture_bytes_add(&p->packet, len), text, len);
}

/* Begins a message inside the packet. Its size is a varint with leading zeroes. */
static size_t begin(struct perfetto *p, unsigned int field)
{
	put_tag(p, field, WIRE_BYTES);
	picture_bytes_add(&p->packet, SIZE_BYTES);

	return p->packet.len;
}

static void end(struct perfetto *p, size_t start)
{
	unsigned char *to = p->packet.data + start - SIZE_BYTES;
	size_t size = p->packet.len - start;
	unsigned int i;

	for (i = 0; i < SIZE_BYTES; i++)
		to[i] = size >> 7 * i | (i < SIZE_BYTES - 1 ? 0x80 : 0);
}

static size_t begin_packet(struct perfetto *p)
{
	size_t start;

	p->packet.len = 0;
	start = begin(p, TRACE_PACKET);
	put_int(p, PACKET_SEQUENCE, SEQUENCE);

	return start;
}

static void end_packet(struct perfetto *p, size_t start)
{
	end(p, start);
	picture_file_write(&p->file, p->packet.data, p->packet.len);
}

/* ---------------------------------- tracks --------------------------------- */

static u64 uuid(enum track_of of, unsigned int number)
{
	return (u64)of << 32 | number;
}

static void describe_process(struct perfetto *p, const struct picture_task *task)
{
	size_t packet = begin_packet(p), track = begin(p, PACKET_TRACK), process;

	put_int(p, TRACK_UUID, uuid(TRACK_OF_PROCESS, task->number));
	process = begin(p, TRACK_PROCESS);
	put_int(p, PROCESS_PID, task->pid);
	put_string(p, PROCESS_NAME, task->comm);
	end(p, process);
	end(p, track);
	end_packet(p, packet);
}

/* Without its process, Perfetto takes no thread: such a task has a track with a name only. */
static void describe(struct perfetto *p, struct picture_task *task)
{
	char name[PICTURE_COMM_LEN + 16];
	size_t packet, track, thread;

	if (task->pid && task->pid == task->tid)
		describe_process(p, task);
	packet = begin_packet(p);
	track = begin(p, PACKET_TRACK);
	put_int(p, TRACK_UUID, uuid(TRACK_OF_TASK, task->number));
	if (task->pid) {
		thread = begin(p, TRACK_THREAD);
		put_int(p, THREAD_PID, task->pid);
		put_int(p, THREAD_TID, task->tid);
		put_string(p, THREAD_NAME, task->comm);
		end(p, thread);
	} else {
		snprintf(name, sizeof(name), "%s %d", task->comm, task->tid);
		put_string(p, TRACK_NAME, name);
	}
	end(p, track);
	end_packet(p, packet);
	task->is_described = true;
}

/* ---------------------------------- events --------------------------------- */

struct place {
	size_t	packet;
	size_t	event;
};

static struct place begin_event(struct perfetto *p, u64 time, u64 track, unsigned int type)
{
	struct place place = { .packet = begin_packet(p) };

	put_int(p, PACKET_TIMESTAMP, time);
	place.event = begin(p, PACKET_EVENT);
	put_int(p, EVENT_TYPE, type);
	put_int(p, EVENT_TRACK, track);

	return place;
}

static void end_event(struct perfetto *p, struct place place)
{
	end(p, place.event);
	end_packet(p, place.packet);
}

static void put_name(struct perfetto *p, const char *category, const char *name)
{
	put_string(p, EVENT_CATEGORY, category);
	put_string(p, EVENT_NAME, name);
}

static size_t begin_annotation(struct perfetto *p, const char *name)
{
	size_t start = begin(p, EVENT_ANNOTATION);

	put_string(p, ANNOTATION_NAME, name);

	return start;
}

static void annotate(struct perfetto *p, const char *name, const char *text)
{
	size_t start = begin_annotation(p, name);

	put_string(p, ANNOTATION_STRING, text);
	end(p, start);
}

static void annotate_int(struct perfetto *p, const char *name, s64 val)
{
	size_t start = begin_annotation(p, name);

	put_int(p, ANNOTATION_INT, val);
	end(p, start);
}

static void annotate_bool(struct perfetto *p, const char *name)
{
	size_t start = begin_annotation(p, name);

	put_int(p, ANNOTATION_BOOL, true);
	end(p, start);
}

static void put_flows(struct perfetto *p, const struct picture_event *event)
{
	unsigned int i;

	if (event->starts)
		put_fixed(p, EVENT_FLOW, event->starts);
	for (i = 0; i < ARRAY_SIZE(event->ends); i++) {
		if (event->ends[i])
			put_fixed(p, EVENT_LAST_FLOW, event->ends[i]);
	}
}

static void put_call(struct perfetto *p, const struct picture_event *event)
{
	unsigned int i;

	put_name(p, "call", event->name);
	if (event->error)
		put_string(p, EVENT_CATEGORY, "failed");
	if (event->began_earlier)
		put_string(p, EVENT_CATEGORY, "begun earlier");
	for (i = 0; i < event->nr_args; i++)
		annotate(p, event->args[i].name, event->args[i].text);
	if (event->result)
		annotate(p, "result", event->result);
	if (event->has_ret)
		annotate_int(p, "ret", event->ret);
	if (event->error)
		annotate(p, "errno", event->error);
	if (event->what == PICTURE_UNFINISHED)
		annotate_bool(p, "unfinished");
	if (event->began_earlier)
		annotate_bool(p, "begun earlier");
	if (event->is_malformed)
		annotate_bool(p, "malformed");
	annotate(p, "abi", event->abi);
	annotate_int(p, "cpu", event->cpu);
	put_flows(p, event);
}

/* A call without a time of its begin has no length to draw. */
static void write_call(struct perfetto *p, const struct picture_event *event, u64 track)
{
	struct place place;

	place = begin_event(p, event->begin ?: event->end, track,
			    event->begin ? TYPE_BEGIN : TYPE_INSTANT);
	put_call(p, event);
	end_event(p, place);
	/* Perfetto draws what has no end up to the end of the trace. */
	if (event->begin && event->end)
		end_event(p, begin_event(p, event->end, track, TYPE_END));
}

static const char *category_of(const struct picture_event *event)
{
	switch (event->what) {
	case PICTURE_SIGNAL:
		return "signal";
	case PICTURE_LOST:
		return "lost";
	case PICTURE_OTHER:
		return "other";
	default:
		return "task";
	}
}

static void write_mark(struct perfetto *p, const struct picture_event *event, u64 track)
{
	struct place place = begin_event(p, event->time, track, TYPE_INSTANT);

	put_name(p, category_of(event), event->name);
	annotate(p, "text", event->text);
	if (event->what == PICTURE_LOST)
		annotate_int(p, "calls", event->value);
	annotate_int(p, "cpu", event->cpu);
	put_flows(p, event);
	end_event(p, place);
}

static void perfetto_event(struct picture_writer *writer, const struct picture_event *event)
{
	struct perfetto *p = perfetto_of(writer);
	u64 track = uuid(TRACK_OF_TASK, event->task->number);

	if (event->what == PICTURE_ENTRY)
		return;
	if (!event->task->is_described)
		describe(p, event->task);
	if (event->what == PICTURE_CALL || event->what == PICTURE_UNFINISHED)
		write_call(p, event, track);
	else
		write_mark(p, event, track);
}

static void perfetto_lost(struct picture_writer *writer, int cpu, u64 time, long long missing)
{
	struct perfetto *p = perfetto_of(writer);
	size_t packet = begin_packet(p), track = begin(p, PACKET_TRACK);
	struct place place;
	char name[32];

	snprintf(name, sizeof(name), "CPU %d: lost records", cpu);
	put_int(p, TRACK_UUID, uuid(TRACK_OF_CPU, cpu));
	put_string(p, TRACK_NAME, name);
	end(p, track);
	end_packet(p, packet);

	place = begin_event(p, time, uuid(TRACK_OF_CPU, cpu), TYPE_INSTANT);
	put_name(p, "lost", "lost records");
	if (missing >= 0)
		annotate_int(p, "records", missing);
	end_event(p, place);
}

static void perfetto_close(struct picture_writer *writer)
{
	struct perfetto *p = perfetto_of(writer);

	picture_file_close(&p->file);
	free(p->packet.data);
	free(p);
}

static const struct picture_writer_ops perfetto_ops = {
	.event	= perfetto_event,
	.lost	= perfetto_lost,
	.close	= perfetto_close,
};

/* Perfetto knows nanoseconds only: other units look like these. */
struct picture_writer *picture_perfetto_open(const char *path, bool in_ns)
{
	struct perfetto *p = allocate(1, sizeof(*p));

	p->writer.ops = &perfetto_ops;
	picture_file_open(&p->file, path);

	return &p->writer;
}
