// SPDX-License-Identifier: GPL-2.0
/*
 * Where in the tracer's records the parts are that the formatter wants. The formats in a trace
 * are not trusted: the fields must be where this program reads them.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <event-parse.h>

#include "layout.h"

/* The most fields of a record that this program looks at. */
#define MOST_FIELDS	5

/* No field is further behind. */
#define MOST_OFFSET	4096

struct place {
	const char	*name;
	size_t		offset;
};

/* The fields of each type. The first begins the head, from which the offsets count. */
static const struct kind {
	const char	*name;
	struct place	fields[MOST_FIELDS];
} kinds[] = {
	[RECORD_CALL] = {
		.name = "syscall_call",
		.fields = {
			{ "nr", 0 }, { "words", 2 }, { "flags", 3 }, { "seq", 4 }, { "data", 8 },
		},
	},
	[RECORD_ENTER] = {
		.name = "syscall_enter",
		.fields = {
			{ "nr", 0 }, { "words", 2 }, { "flags", 3 }, { "seq", 4 }, { "data", 8 },
		},
	},
	[RECORD_EXIT] = {
		.name = "syscall_exit",
		.fields = {
			{ "nr", 0 }, { "words", 2 }, { "flags", 3 }, { "seq", 4 }, { "data", 8 },
		},
	},
	[RECORD_TASK] = {
		.name = "syscall_task",
		.fields = {
			{ "what", 0 }, { "value", 4 }, { "seq", 8 }, { "info", 12 },
		},
	},
};

/* The start of every record. The formats are checked for it. */
struct common {
	uint16_t	type;
	uint8_t		flags;
	uint8_t		preempt_count;
	int32_t		pid;
};

static const struct place common_fields[] = {
	{ "common_type", offsetof(struct common, type) },
	{ "common_flags", offsetof(struct common, flags) },
	{ "common_preempt_count", offsetof(struct common, preempt_count) },
	{ "common_pid", offsetof(struct common, pid) },
};

const char *layout_name(enum record_type type)
{
	return kinds[type].name;
}

static bool find_place(struct tep_event *event, const char *name, size_t *place,
		       char why[LAYOUT_WHY])
{
	struct tep_format_field *field = tep_find_any_field(event, name);

	if (!field) {
		snprintf(why, LAYOUT_WHY,
			 "the format of %s has no field '%s': the tracer that has recorded it is too different from this program",
			 event->name, name);
		return false;
	}
	if (field->offset < 0 || field->offset > MOST_OFFSET) {
		snprintf(why, LAYOUT_WHY, "the format of %s is damaged", event->name);
		return false;
	}
	*place = field->offset;

	return true;
}

/* Are these fields where this program reads them? Tells where the last one is. */
static bool are_there(struct tep_event *event, const struct place *places, size_t nr, size_t from,
		      size_t *last, char why[LAYOUT_WHY])
{
	size_t i;

	for (i = 0; i < nr && places[i].name; i++) {
		if (!find_place(event, places[i].name, last, why))
			return false;
		if (*last != from + places[i].offset) {
			snprintf(why, LAYOUT_WHY,
				 "the format of %s is not the one that this program knows",
				 event->name);
			return false;
		}
	}

	return true;
}

/**
 * layout_find - find the fields of a type of records
 * @layout: the result
 * @type: the type
 * @event: its format
 * @why: what is wrong with the format, if it is not the one that this program knows
 *
 * Return: true if it is.
 */
bool layout_find(struct layout *layout, enum record_type type, struct tep_event *event,
		 char why[LAYOUT_WHY])
{
	const struct place *fields = kinds[type].fields;
	size_t last;

	layout->id = event->id;
	if (!find_place(event, fields[0].name, &layout->head, why))
		return false;
	/* The formatter reads an unaligned number in few places only. */
	if (layout->head < sizeof(struct common) || layout->head % sizeof(uint32_t)) {
		snprintf(why, LAYOUT_WHY, "the format of %s is damaged", event->name);
		return false;
	}

	return are_there(event, common_fields, sizeof(common_fields) / sizeof(*common_fields), 0,
			 &last, why) &&
	       are_there(event, fields, MOST_FIELDS, layout->head, &layout->rest, why);
}

/**
 * layout_read_common - fill in what all records begin with
 * @rec: the record, of which data and size are known
 *
 * Return: true unless the record is too short.
 */
bool layout_read_common(struct record *rec)
{
	struct common common;

	if (rec->size < sizeof(common))
		return false;

	memcpy(&common, rec->data, sizeof(common));
	rec->id = common.type;
	rec->pid = common.pid;
	rec->flags = common.flags;
	rec->preempt_count = common.preempt_count;

	return true;
}

/**
 * layout_apply - say where the parts of a record are
 * @layout: of records of that type
 * @type: the type
 * @rec: the record
 *
 * Return: true unless the record is too short.
 */
bool layout_apply(const struct layout *layout, enum record_type type, struct record *rec)
{
	rec->type = type;
	rec->head = layout->head;
	rec->rest = layout->rest;

	return rec->size >= rec->rest;
}
