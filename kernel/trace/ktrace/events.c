// SPDX-License-Identifier: GPL-2.0
/*
 * Events: which there are, and which of them record.
 */
#include <linux/list.h>
#include <linux/overflow.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string_helpers.h>
#include <linux/xarray.h>

#include "ktrace.h"

/* How many events without a site are remembered, for what the buffers have of them. */
#define GONE_MAX	256

/* Whether ktrace records, events and their sites, and the size of the buffers. */
DEFINE_MUTEX(ktrace_mutex);

/* In the order of ids. Protected by ktrace_mutex. */
static LIST_HEAD(events);
/* The same events by id, for lockless readers. */
static DEFINE_XARRAY(events_by_id);
static u32 last_id = KTRACE_ID_LOST;

/* Written under ktrace_mutex; who waits for events reads it without. */
bool ktrace_enabled;

/* ------------------------------- what records ------------------------------- */

/**
 * ktrace_update_site - let a site record, if its event does
 * @event: the event
 * @site: the site
 *
 * The caller holds ktrace_mutex.
 */
void ktrace_update_site(const struct ktrace_event *event, struct ktrace_site *site)
{
	lockdep_assert_held(&ktrace_mutex);

	if (ktrace_enabled && event->enabled)
		static_branch_enable(&site->key);
	else
		static_branch_disable(&site->key);
}

static void update_event(const struct ktrace_event *event)
{
	struct ktrace_site *site;

	list_for_each_entry(site, &event->sites, link)
		ktrace_update_site(event, site);
}

/**
 * ktrace_update_events - let all sites record, or none
 * @enable: which
 *
 * The caller holds ktrace_mutex. Sleeps.
 */
void ktrace_update_events(bool enable)
{
	struct ktrace_event *event;

	lockdep_assert_held(&ktrace_mutex);

	WRITE_ONCE(ktrace_enabled, enable);
	list_for_each_entry(event, &events, list)
		update_event(event);
}

/**
 * ktrace_enable_event - switch an event on or off
 * @event: the event
 * @enable: which
 *
 * It records if ktrace is on, too. Takes ktrace_mutex, sleeps.
 */
void ktrace_enable_event(struct ktrace_event *event, bool enable)
{
	guard(mutex)(&ktrace_mutex);

	event->enabled = enable;
	update_event(event);
}

/* ------------------------------ which there are ------------------------------ */

/**
 * ktrace_find_event - the event of a record
 * @id: what the record begins with
 *
 * Any context, under rcu_read_lock() or with preemption off: the event is gone afterwards.
 *
 * Return: the event, or NULL if it is forgotten.
 */
struct ktrace_event *ktrace_find_event(u32 id)
{
	return xa_load(&events_by_id, id);
}

static void forget_event(struct ktrace_event *event)
{
	lockdep_assert_held(&ktrace_mutex);

	list_del(&event->list);
	xa_erase(&events_by_id, event->id);
	kfree_rcu(event, rcu);
}

/**
 * ktrace_forget_events - forget the events that have no sites
 *
 * The caller holds ktrace_mutex, and has emptied the buffers.
 */
void ktrace_forget_events(void)
{
	struct ktrace_event *event, *next;

	lockdep_assert_held(&ktrace_mutex);

	list_for_each_entry_safe(event, next, &events, list) {
		if (list_empty(&event->sites) && !event->file)
			forget_event(event);
	}
}

/**
 * ktrace_limit_gone - forget the oldest event without sites, if there are too many
 *
 * The caller holds ktrace_mutex.
 */
void ktrace_limit_gone(void)
{
	struct ktrace_event *event, *oldest = NULL;
	unsigned int gone = 0;

	lockdep_assert_held(&ktrace_mutex);

	list_for_each_entry(event, &events, list) {
		if (!list_empty(&event->sites) || event->file)
			continue;
		oldest = oldest ?: event;
		gone++;
	}
	if (gone > GONE_MAX)
		forget_event(oldest);
}

static bool is_same(const struct ktrace_event *event, const struct ktrace_site *site)
{
	return event->nr_args == site->nr_args &&
	       !memcmp(event->kinds, site->kinds, site->nr_args) &&
	       !strcmp(event->format, site->format);
}

static struct ktrace_event *new_event(const struct ktrace_site *site)
{
	size_t name = strlen(site->name) + 1, format = strlen(site->format) + 1;
	struct ktrace_event *event;

	event = kzalloc(struct_size(event, name, name + format), GFP_KERNEL);
	if (!event)
		return NULL;
	memcpy(event->name, site->name, name);
	/* The module's text is there as long as the module. */
	event->format = memcpy(event->name + name, site->format, format);
	memcpy(event->kinds, site->kinds, sizeof(event->kinds));
	event->nr_args = site->nr_args;
	event->id = last_id + 1;
	event->enabled = true;
	INIT_LIST_HEAD(&event->sites);
	if (xa_err(xa_store(&events_by_id, event->id, event, GFP_KERNEL))) {
		kfree(event);
		return NULL;
	}
	last_id++;
	list_add_tail(&event->list, &events);

	return event;
}

/**
 * ktrace_event_of - the event that a site belongs to
 * @site: the site
 *
 * The event has other sites, or none, because the module was here before, or it is new. The
 * caller holds ktrace_mutex.
 *
 * Return: the event; ERR_PTR(-EEXIST): sites of this name have another format; ERR_PTR(-ENOMEM).
 */
struct ktrace_event *ktrace_event_of(const struct ktrace_site *site)
{
	struct ktrace_event *event, *found = NULL;

	lockdep_assert_held(&ktrace_mutex);

	list_for_each_entry(event, &events, list) {
		if (strcmp(event->name, site->name))
			continue;
		if (is_same(event, site))
			found = event;
		else if (!list_empty(&event->sites))
			return ERR_PTR(-EEXIST);
	}

	return found ?: new_event(site) ?: ERR_PTR(-ENOMEM);
}

/**
 * ktrace_format_of_sites - the format of the event that has sites
 * @name: its name
 *
 * The caller holds ktrace_mutex.
 *
 * Return: the format, or "".
 */
const char *ktrace_format_of_sites(const char *name)
{
	struct ktrace_event *event;

	lockdep_assert_held(&ktrace_mutex);

	list_for_each_entry(event, &events, list) {
		if (!strcmp(event->name, name) && !list_empty(&event->sites))
			return event->format;
	}

	return "";
}

/* ------------------------------- what is told ------------------------------- */

static void show_kinds(struct seq_file *m, const struct ktrace_event *event)
{
	unsigned int i;

	for (i = 0; i < event->nr_args; i++) {
		u8 kind = event->kinds[i];

		if (i)
			seq_putc(m, ',');
		if (kind & KTRACE_KIND_STR)
			seq_puts(m, "str");
		else if (kind & KTRACE_KIND_PTR)
			seq_puts(m, "ptr");
		else
			seq_printf(m, "%c%d", kind & KTRACE_KIND_SIGNED ? 's' : 'u',
				   (kind & KTRACE_KIND_SIZE) * 8);
	}
	if (!event->nr_args)
		seq_putc(m, '-');
}

static const char *state_of(const struct ktrace_event *event)
{
	if (list_empty(&event->sites))
		return "gone";

	return event->enabled ? "on" : "off";
}

/**
 * ktrace_show_events - the lines of the file info about events
 * @m: gets them
 *
 * Takes ktrace_mutex.
 */
void ktrace_show_events(struct seq_file *m)
{
	struct ktrace_event *event;

	guard(mutex)(&ktrace_mutex);

	list_for_each_entry(event, &events, list) {
		seq_printf(m, "event %u %s %s ", event->id, state_of(event), event->name);
		show_kinds(m, event);
		seq_puts(m, " \"");
		/* Whatever is no printable ASCII, and what has a meaning here, in octal. */
		seq_escape_str(m, event->format, ESCAPE_OCTAL | ESCAPE_NAP | ESCAPE_APPEND, "\"\\");
		seq_puts(m, "\"\n");
	}
}
