// SPDX-License-Identifier: GPL-2.0
/*
 * A trace in the Common Trace Format 1.8, which babeltrace2 and Trace Compass read: a folder with
 * a stream of packets for each CPU, and the metadata that says how to read them. A call is one
 * event, at its end.
 */
#include <errno.h>
#include <search.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shared/output-file.h"
#include "shared/error.h"
#include "file.h"
#include "writer.h"

/* At the start of each packet, from the specification. */
#define MAGIC		0xc1fc1fc1
/* A packet is written when it has so many bytes. */
#define PACKET_BYTES	65536
#define PATH_BYTES	4096

/* Sizes are in bits. All is aligned to bytes, so that events can be put one behind the other. */
static const char head[] =
	"/* CTF 1.8 */\n"
	"typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
	"typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
	"typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
	"typealias integer { size = 32; align = 8; signed = true; } := int32_t;\n"
	"typealias integer { size = 64; align = 8; signed = true; } := int64_t;\n"
	"trace {\n"
	"	major = 1;\n"
	"	minor = 8;\n"
	"	byte_order = le;\n"
	"	packet.header := struct { uint32_t magic; uint32_t stream_id; };\n"
	"};\n"
	"env { domain = \"kernel\"; tracer_name = \"syscall\"; };\n"
	"clock { name = trace; freq = 1000000000; };\n"
	"typealias integer {\n"
	"	size = 64; align = 8; signed = false; map = clock.trace.value;\n"
	"} := time_t;\n"
	"stream {\n"
	"	id = 0;\n"
	"	packet.context := struct {\n"
	"		time_t timestamp_begin;\n"
	"		time_t timestamp_end;\n"
	"		uint64_t content_size;\n"
	"		uint64_t packet_size;\n"
	"		uint64_t events_discarded;\n"
	"		uint32_t cpu_id;\n"
	"	};\n"
	"	event.header := struct { uint32_t id; time_t timestamp; };\n"
	"	event.context := struct { int32_t tid; int32_t pid; string comm; };\n"
	"};\n";

static const char call_fields[] =
	"string abi; string args; string result; int64_t ret; string errno;"
	" uint64_t begin; uint64_t duration;"
	" enum : uint8_t { finished = 0, unfinished = 1, malformed = 2, begun_earlier = 3,"
	" begun_earlier_unfinished = 4 } state;";

static const char mark_fields[] = "string text;";

enum { FINISHED, UNFINISHED, MALFORMED, BEGUN_EARLIER, BEGUN_EARLIER_UNFINISHED };

/**
 * struct ctf_class - events with the same name and fields
 * @id: its number
 * @kind: what is in front of the name; "": they are calls
 * @name: the name of the call, or of the mark
 */
struct ctf_class {
	unsigned int	id;
	const char	*kind;
	char		name[];
};

/**
 * struct ctf_stream - the events of a CPU
 * @file: where they go
 * @path: its name
 * @events: those of the packet that is being made
 * @first: the time of the first of these
 * @last: the time of the last one of all
 * @discarded: how many were lost
 * @has_packet: a packet has been written
 */
struct ctf_stream {
	struct picture_file	file;
	char			path[PATH_BYTES];
	struct picture_bytes	events;
	u64			first;
	u64			last;
	u64			discarded;
	bool			has_packet;
};

/**
 * struct ctf - a trace
 * @writer: what others know of it
 * @folder: where it is
 * @streams: by CPU; NULL: it has none
 * @nr_streams: their number
 * @classes: a tree of struct ctf_class
 * @nr_classes: their number
 * @metadata: the declarations of these, which are written before what they declare: however the
 *	program ends, what it has written can be read
 * @metadata_path: its name
 */
struct ctf {
	struct picture_writer	writer;
	const char		*folder;
	struct ctf_stream	**streams;
	unsigned int		nr_streams;
	void			*classes;
	unsigned int		nr_classes;
	struct picture_file	metadata;
	char			metadata_path[PATH_BYTES];
};

static struct ctf *ctf_of(struct picture_writer *writer)
{
	return container_of(writer, struct ctf, writer);
}

static void put_text(struct picture_bytes *bytes, const char *text)
{
	size_t len = strlen(text);

	memcpy(picture_bytes_add(bytes, len), text, len);
}

static void end_string(struct picture_bytes *bytes)
{
	picture_bytes_add_number(bytes, 0, 1);
}

/* babeltrace2 2.0 shows the string of an event before in place of an empty one. */
static void put_string(struct picture_bytes *bytes, const char *text)
{
	put_text(bytes, text && *text ? text : "-");
	end_string(bytes);
}

static void make_path(struct ctf *ctf, char *path, const char *name)
{
	if (snprintf(path, PATH_BYTES, "%s/%s", ctf->folder, name) >= PATH_BYTES)
		fail("the name of '%s' is too long", ctf->folder);
}

/* --------------------------------- streams --------------------------------- */

static struct ctf_stream *stream_of(struct ctf *ctf, unsigned int cpu)
{
	struct ctf_stream *stream;
	char name[32];

	if (cpu >= ctf->nr_streams) {
		ctf->streams = reallocarray(ctf->streams, cpu + 1, sizeof(*ctf->streams));
		if (!ctf->streams)
			fail("not enough memory");
		while (ctf->nr_streams <= cpu)
			ctf->streams[ctf->nr_streams++] = NULL;
	}
	stream = ctf->streams[cpu];
	if (!stream) {
		stream = allocate(1, sizeof(*stream));
		snprintf(name, sizeof(name), "cpu%u", cpu);
		make_path(ctf, stream->path, name);
		picture_file_open(&stream->file, stream->path);
		ctf->streams[cpu] = stream;
	}

	return stream;
}

static void write_packet(struct ctf_stream *stream, unsigned int cpu)
{
	struct picture_bytes packet = { };
	size_t start, size;

	picture_bytes_add_number(&packet, MAGIC, 4);
	picture_bytes_add_number(&packet, 0, 4);
	picture_bytes_add_number(&packet, stream->first, 8);
	picture_bytes_add_number(&packet, stream->last, 8);
	/* Both sizes: with the two, the number of what was lost, and the CPU. */
	start = packet.len + 8 + 8 + 8 + 4;
	size = (start + stream->events.len) * 8;
	picture_bytes_add_number(&packet, size, 8);
	picture_bytes_add_number(&packet, size, 8);
	picture_bytes_add_number(&packet, stream->discarded, 8);
	picture_bytes_add_number(&packet, cpu, 4);
	picture_file_write(&stream->file, packet.data, packet.len);
	if (stream->events.len)
		picture_file_write(&stream->file, stream->events.data, stream->events.len);
	stream->events.len = 0;
	stream->has_packet = true;
	free(packet.data);
}

/* --------------------------------- classes --------------------------------- */

static int compare_classes(const void *a, const void *b)
{
	const struct ctf_class *one = a, *other = b;

	return strcmp(one->name, other->name) ?: strcmp(one->kind, other->kind);
}

static void put_quoted(struct picture_bytes *bytes, const char *text)
{
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			put_text(bytes, "\\");
		picture_bytes_add_number(bytes, *text, 1);
	}
}

/* A mark may have the name of a call, such as fork. */
static void declare(struct ctf *ctf, const struct ctf_class *class)
{
	struct picture_bytes line = { };
	char text[64];

	snprintf(text, sizeof(text), "event { id = %u; stream_id = 0; name = \"%s", class->id,
		 class->kind);
	put_text(&line, text);
	put_quoted(&line, class->name);
	put_text(&line, "\"; fields := struct { ");
	put_text(&line, *class->kind ? mark_fields : call_fields);
	put_text(&line, " }; };\n");
	picture_file_write(&ctf->metadata, line.data, line.len);
	picture_file_flush(&ctf->metadata);
	free(line.data);
}

static const struct ctf_class *class_of(struct ctf *ctf, const char *name, const char *kind)
{
	size_t len = strlen(name);
	struct ctf_class *class = allocate(1, sizeof(*class) + len + 1), **found;

	class->kind = kind;
	memcpy(class->name, name, len);
	found = tsearch(class, &ctf->classes, compare_classes);
	if (!found)
		fail("not enough memory");
	if (*found != class) {
		free(class);
		return *found;
	}
	class->id = ctf->nr_classes++;
	declare(ctf, class);

	return class;
}

/* ---------------------------------- events --------------------------------- */

static const char *kind_of(const struct picture_event *event)
{
	switch (event->what) {
	case PICTURE_CALL:
	case PICTURE_UNFINISHED:
		return "";
	case PICTURE_SIGNAL:
		return "signal:";
	case PICTURE_LOST:
		return "lost:";
	case PICTURE_OTHER:
		return "other:";
	default:
		return "task:";
	}
}

static void put_args(struct picture_bytes *bytes, const struct picture_event *event)
{
	unsigned int i;

	for (i = 0; i < event->nr_args; i++) {
		if (i)
			put_text(bytes, ", ");
		put_text(bytes, event->args[i].name);
		put_text(bytes, "=");
		put_text(bytes, event->args[i].text);
	}
	if (i)
		end_string(bytes);
	else
		put_string(bytes, NULL);
}

static unsigned int state_of(const struct picture_event *event)
{
	if (event->is_malformed)
		return MALFORMED;
	if (event->what == PICTURE_CALL)
		return event->began_earlier ? BEGUN_EARLIER : FINISHED;

	return event->began_earlier ? BEGUN_EARLIER_UNFINISHED : UNFINISHED;
}

static void put_call(struct picture_bytes *bytes, const struct picture_event *event)
{
	bool has_duration = event->what == PICTURE_CALL && !event->began_earlier;
	u64 begin = event->begin ?: event->time;

	put_string(bytes, event->abi);
	put_args(bytes, event);
	put_string(bytes, event->result);
	picture_bytes_add_number(bytes, event->has_ret ? event->ret : 0, 8);
	put_string(bytes, event->error);
	picture_bytes_add_number(bytes, begin, 8);
	picture_bytes_add_number(bytes, has_duration && event->end > begin ?
				 event->end - begin : 0, 8);
	picture_bytes_add_number(bytes, state_of(event), 1);
}

/* Begins an event. Of a call that is given up, others have come since @time. */
static void begin_event(struct ctf_stream *stream, const struct ctf_class *class, u64 time)
{
	if (time < stream->last)
		time = stream->last;
	if (!stream->events.len)
		stream->first = time;
	stream->last = time;
	picture_bytes_add_number(&stream->events, class->id, 4);
	picture_bytes_add_number(&stream->events, time, 8);
}

static void put_task(struct picture_bytes *bytes, int tid, int pid, const char *comm)
{
	picture_bytes_add_number(bytes, tid, 4);
	picture_bytes_add_number(bytes, pid, 4);
	put_string(bytes, comm);
}

static void ctf_event(struct picture_writer *writer, const struct picture_event *event)
{
	struct ctf *ctf = ctf_of(writer);
	const char *name = event->what == PICTURE_LOST ? "calls" : event->name;
	const char *kind = kind_of(event);
	struct ctf_stream *stream;

	if (event->what == PICTURE_ENTRY)
		return;
	stream = stream_of(ctf, event->cpu);
	begin_event(stream, class_of(ctf, name, kind), event->time);
	put_task(&stream->events, event->task->tid, event->task->pid, event->task->comm);
	if (*kind)
		put_string(&stream->events, event->text);
	else
		put_call(&stream->events, event);
	if (stream->events.len >= PACKET_BYTES)
		write_packet(stream, event->cpu);
}

/*
 * What is lost between two packets is in the count of the second one. An event is there for
 * those that show no such count, and makes a packet even if nothing else comes. An unknown
 * number counts as 1.
 */
static void ctf_lost(struct picture_writer *writer, int cpu, u64 time, long long missing)
{
	struct ctf *ctf = ctf_of(writer);
	struct ctf_stream *stream = stream_of(ctf, cpu);
	char text[64];

	/* babeltrace2 takes the count of the first packet for what it began with: it is empty. */
	if (!stream->has_packet && !stream->events.len) {
		stream->first = time;
		stream->last = time;
	}
	if (!stream->has_packet || stream->events.len)
		write_packet(stream, cpu);
	stream->discarded += missing > 0 ? missing : 1;
	if (missing > 0)
		snprintf(text, sizeof(text), "%lld record%s lost", missing,
			 missing == 1 ? " was" : "s were");
	else
		snprintf(text, sizeof(text), "records were lost, nobody knows how many");
	begin_event(stream, class_of(ctf, "records", "lost:"), time);
	put_task(&stream->events, 0, 0, NULL);
	put_string(&stream->events, text);
}

static void ctf_close(struct picture_writer *writer)
{
	struct ctf *ctf = ctf_of(writer);
	unsigned int cpu;

	for (cpu = 0; cpu < ctf->nr_streams; cpu++) {
		struct ctf_stream *stream = ctf->streams[cpu];

		if (!stream)
			continue;
		if (stream->events.len)
			write_packet(stream, cpu);
		picture_file_close(&stream->file);
		free(stream->events.data);
		free(stream);
	}
	picture_file_close(&ctf->metadata);
	tdestroy(ctf->classes, free);
	free(ctf->streams);
	free(ctf);
}

static const struct picture_writer_ops ctf_ops = {
	.event	= ctf_event,
	.lost	= ctf_lost,
	.close	= ctf_close,
};

/* As for Perfetto, other units than nanoseconds look like these. */
struct picture_writer *picture_ctf_open(const char *path, bool in_ns)
{
	struct ctf *ctf;
	int folder, error;
	char *name;

	/* What is there already would be read as a part of the trace. */
	folder = output_folder(path, false, &name);
	error = mkdirat(folder, name, 0777) ? errno : 0;
	free(name);
	close(folder);
	if (error)
		fail("cannot make the folder '%s': %s", path, strerror(error));
	ctf = allocate(1, sizeof(*ctf));
	ctf->writer.ops = &ctf_ops;
	ctf->folder = path;
	make_path(ctf, ctf->metadata_path, "metadata");
	picture_file_open(&ctf->metadata, ctf->metadata_path);
	picture_file_write(&ctf->metadata, head, sizeof(head) - 1);
	picture_file_flush(&ctf->metadata);

	return &ctf->writer;
}
