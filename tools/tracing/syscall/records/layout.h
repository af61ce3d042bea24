/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where in the tracer's records the parts are that the formatter wants. The formats say that, for
 * syscall-report and for the plugin.
 */
#ifndef _RECORDS_LAYOUT_H
#define _RECORDS_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "record.h"

struct tep_event;

/**
 * struct layout - where the parts of one kind of record are
 * @id: the kernel's number of the record
 * @head: the offset of the first field
 * @rest: the offset of the last field
 */
struct layout {
	int	id;
	size_t	head;
	size_t	rest;
};

/* Room for what is wrong with a format. */
#define LAYOUT_WHY	256

/* The records of a type, less than RECORD_OTHER, are described by events/ftrace/NAME/format. */
const char *layout_name(enum record_type type);

bool layout_find(struct layout *layout, enum record_type type, struct tep_event *event,
		 char why[LAYOUT_WHY]);
bool layout_read_common(struct record *rec);
bool layout_apply(const struct layout *layout, enum record_type type, struct record *rec);

#endif /* _RECORDS_LAYOUT_H */
