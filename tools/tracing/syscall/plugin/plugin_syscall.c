// SPDX-License-Identifier: GPL-2.0
/*
 * A plugin of libtraceevent: trace-cmd report, KernelShark and other programs that read a
 * trace.dat with this library print the tracer's records as lines.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <event-parse.h>
#include <trace-seq.h>

#include "gaps.h"
#include "line.h"
#include "records/layout.h"

#define EXPORT	__attribute__((__visibility__("default")))

enum plugin_option {
	OPTION_NAMES,
	OPTION_RAW,
	OPTION_TIME,
	OPTION_TICKS,
	OPTION_TABLE,
	OPTION_LOST,
};

#define ALIAS	"syscall"

static struct tep_plugin_option options[] = {
	[OPTION_NAMES] = {
		.name = "names",
		.plugin_alias = ALIAS,
		.description = "Show the names of arguments",
	},
	[OPTION_RAW] = {
		.name = "raw",
		.plugin_alias = ALIAS,
		.description = "Show all words in hex",
	},
	[OPTION_TIME] = {
		.name = "time",
		.plugin_alias = ALIAS,
		.description = "Show how long each call took, if it was recorded with syscall_time",
		.set = true,
	},
	[OPTION_TICKS] = {
		.name = "ticks",
		.plugin_alias = ALIAS,
		.description = "The trace clock counts no nanoseconds, as x86-tsc",
	},
	[OPTION_TABLE] = {
		.name = "table",
		.plugin_alias = ALIAS,
		.description = "Take numbers of calls from this copy of syscall_table",
		.value = "",
	},
	[OPTION_LOST] = {
		.name = "lost",
		.plugin_alias = ALIAS,
		.description = "Tell which calls are missing; no filter may leave any out",
	},
	{ }
};

/*
 * How many traces are open. The first one decides the options. The library sets each one again
 * whenever it is told them, and so would clear those that were set by name only.
 */
static unsigned int nr_users;
static bool in_ns;
static bool tells_lost;

/* Other kinds of machines have other records. */
static bool is_readable(struct tep_handle *tep)
{
	return tep_get_long_size(tep) == 8 && !tep_is_file_bigendian(tep);
}

/* The library takes the size from the file. The record cannot be larger than its page. */
static bool has_room(struct tep_handle *tep, const struct tep_record *stored)
{
	int most = tep_get_sub_buffer_size(tep);

	return stored->size >= 0 && (most <= 0 || stored->size <= most);
}

/* As kernels do, so that the formatter can read the numbers in it. */
#define ALIGNMENT	4

/* The file decides about the address, too. Returns a better one if it needs that, or NULL. */
static void *aligned_copy(const struct tep_record *stored)
{
	void *copy;

	if (!((uintptr_t)stored->data % ALIGNMENT))
		return NULL;
	copy = malloc(stored->size);
	if (copy)
		memcpy(copy, stored->data, stored->size);

	return copy;
}

/* Not 0: the library prints the record by its format, as without the plugin. */
static int print_record(struct trace_seq *s, struct tep_record *stored, struct tep_event *event,
			void *context)
{
	enum record_type type = (uintptr_t)context;
	char line[PLUGIN_LINE_MAX];
	char why[LAYOUT_WHY];
	struct layout layout;
	struct record rec = {
		.cpu	= stored->cpu,
		.time	= stored->ts,
		.data	= stored->data,
		.size	= stored->size,
	};
	unsigned int lost = 0;
	void *copy;

	if (!is_readable(event->tep) || !layout_find(&layout, type, event, why))
		return -1;

	if (!has_room(event->tep, stored) || !layout_read_common(&rec) ||
	    !layout_apply(&layout, type, &rec)) {
		trace_seq_puts(s, "<malformed record>");
		return 0;
	}
	copy = aligned_copy(stored);
	if (copy)
		rec.data = copy;
	if (tells_lost)
		lost = plugin_gaps_find(event->tep, stored->offset, &rec);
	plugin_make_line(&rec, in_ns, lost, line);
	free(copy);
	trace_seq_puts(s, line);

	return 0;
}

/* Before the first trace. Returns false if there is no table: its lines would be wrong. */
static bool begin(void)
{
	struct plugin_view view;

	tep_plugin_add_options(ALIAS, options);
	if (!plugin_load_table(options[OPTION_TABLE].value)) {
		tep_plugin_remove_options(options);
		return false;
	}
	view = (struct plugin_view) {
		.names	= options[OPTION_NAMES].set,
		.raw	= options[OPTION_RAW].set,
		.time	= options[OPTION_TIME].set,
	};
	plugin_set_view(&view);
	in_ns = !options[OPTION_TICKS].set;
	tells_lost = options[OPTION_LOST].set;

	return true;
}

#define SYSTEM	"ftrace"

/*
 * The library hands a handler to the first event of that name that it reads in the file. trace-cmd
 * writes the events of this system into each file, and those that it was asked for (-e) again.
 */
#define MOST_TIMES	2

static void handle_events(struct tep_handle *tep, enum record_type type)
{
	int times;

	for (times = 0; times < MOST_TIMES; times++)
		tep_register_event_handler(tep, -1, SYSTEM, layout_name(type), print_record,
					   (void *)(uintptr_t)type);
}

/* Events that were read, and those that were not. */
static void leave_events(struct tep_handle *tep)
{
	struct tep_event **events = tep_list_events(tep, TEP_EVENT_SORT_ID);
	enum record_type type;

	for (; events && *events; events++) {
		if ((*events)->handler == print_record)
			(*events)->handler = NULL;
	}
	for (type = 0; type < RECORD_OTHER; type++) {
		while (!tep_unregister_event_handler(tep, -1, SYSTEM, layout_name(type),
						     print_record, (void *)(uintptr_t)type))
			;
	}
}

/* The library finds this function and the next one by their names. */
EXPORT int TEP_PLUGIN_LOADER(struct tep_handle *tep)
{
	enum record_type type;

	if (!nr_users && !begin())
		return -1;

	if (tells_lost)
		plugin_gaps_begin(tep);
	nr_users++;
	for (type = 0; type < RECORD_OTHER; type++)
		handle_events(tep, type);

	return 0;
}

EXPORT int TEP_PLUGIN_UNLOADER(struct tep_handle *tep)
{
	/* The library calls this even if the loader has failed. */
	if (!nr_users)
		return 0;

	leave_events(tep);
	plugin_gaps_end(tep);
	if (!--nr_users)
		tep_plugin_remove_options(options);

	return 0;
}
