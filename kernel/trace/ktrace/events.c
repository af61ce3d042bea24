// SPDX-License-Identifier: GPL-2.0
/*
 * Events and their sites: which there are, and which of them record.
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/debugfs.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/overflow.h>
#include <linux/ring_buffer.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string_helpers.h>
#include <linux/xarray.h>

#include "format.h"
#include "ktrace.h"

/* How many events without a site are remembered, for what the buffers have of them. */
#define GONE_MAX	256

/* A longer name is no file name in debugfs. */
#define NAME_LENGTH_MAX	64

/* Whether ktrace records, events and their sites, and the size of the buffers. */
DEFINE_MUTEX(ktrace_mutex);

/*
 * Held while sites come or go, around ktrace_mutex. Files of events are made and removed
 * under this one only: removing waits for those who write to the file, and they need
 * ktrace_mutex.
 */
static DEFINE_MUTEX(sites_mutex);

/* In the order of ids. Protected by ktrace_mutex. */
static LIST_HEAD(events);
/* The same events by id, for lockless readers. */
static DEFINE_XARRAY(events_by_id);
static u32 last_id = KTRACE_ID_LOST;

/* Written under ktrace_mutex; who waits for events reads it without. */
bool ktrace_enabled;

/* ------------------------------- what records ------------------------------- */

static void update_site(const struct ktrace_event *event, struct ktrace_site *site)
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
		update_site(event, site);
}

/**
 * ktrace_enable - switch ktrace on or off
 * @enable: which
 *
 * Takes ktrace_mutex, sleeps. When it is off, nothing more gets into the buffers.
 *
 * Return: 0, or -ENOMEM: there is no memory for the buffers.
 */
int ktrace_enable(bool enable)
{
	struct ktrace_event *event;
	int ret;

	guard(mutex)(&ktrace_mutex);

	if (enable == ktrace_enabled)
		return 0;
	if (enable) {
		ret = ktrace_need_buffer();
		if (ret)
			return ret;
		ring_buffer_record_on(ktrace_buffer);
	} else {
		/* Somebody may be past the key already: it does not matter to them. */
		ring_buffer_record_off(ktrace_buffer);
	}
	WRITE_ONCE(ktrace_enabled, enable);
	list_for_each_entry(event, &events, list)
		update_event(event);
	if (!enable) {
		/* Wait for records that were begun before. */
		synchronize_rcu();
		ring_buffer_wake_waiters(ktrace_buffer, RING_BUFFER_ALL_CPUS);
	}

	return 0;
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

/* If there are too many events without sites, forget the oldest one of them. */
static void limit_gone(void)
{
	struct ktrace_event *event, *oldest = NULL;
	unsigned int gone = 0;

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

/*
 * The event that a site belongs to: with other sites, or without, because the module was
 * here before. ERR_PTR(-EEXIST): sites of this name have another format.
 */
static struct ktrace_event *event_of(const struct ktrace_site *site)
{
	struct ktrace_event *event, *found = NULL;

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

static const char *format_of_sites(const char *name)
{
	struct ktrace_event *event;

	list_for_each_entry(event, &events, list) {
		if (!strcmp(event->name, name) && !list_empty(&event->sites))
			return event->format;
	}

	return "";
}

/* Returns the event if it is in need of a file. */
static struct ktrace_event *add_site(struct ktrace_site *site, const char *owner)
{
	struct ktrace_event *event;
	const char *problem;

	guard(mutex)(&ktrace_mutex);

	problem = ktrace_check_args(site->format, site->kinds, site->nr_args,
				    &site->stars, site->limits);
	if (!problem && strlen(site->name) > NAME_LENGTH_MAX)
		problem = "the name is too long";
	if (problem) {
		pr_warn("%s: event %s does not record: %s: \"%*pE\"\n", owner, site->name,
			problem, (int)strlen(site->format), site->format);
		return NULL;
	}
	event = event_of(site);
	if (event == ERR_PTR(-EEXIST)) {
		const char *other = format_of_sites(site->name);

		pr_warn("%s: event %s does not record here: its format is \"%*pE\", but elsewhere \"%*pE\"%s\n",
			owner, site->name, (int)strlen(site->format), site->format,
			(int)strlen(other), other,
			strcmp(other, site->format) ? "" : " with arguments of other types");
		return NULL;
	}
	if (IS_ERR(event)) {
		pr_warn("%s: event %s does not record: no memory\n", owner, site->name);
		return NULL;
	}
	site->id = event->id;
	site->event = event;
	list_add_tail(&site->link, &event->sites);
	/* Whoever sees the key switched on, sees the rest of the site. */
	smp_wmb();
	update_site(event, site);

	return event->file ? NULL : event;
}

static void add_sites(struct ktrace_site *const *from, struct ktrace_site *const *to,
		      const char *owner)
{
	struct ktrace_event *event;

	guard(mutex)(&sites_mutex);

	for (; from < to; from++) {
		event = add_site(*from, owner);
		/* It stays: only del_sites() could take its last site away. */
		if (event) {
			struct dentry *file = ktrace_create_event_file(event);

			guard(mutex)(&ktrace_mutex);
			event->file = file;
		}
	}
}

#ifdef CONFIG_MODULES
/* Their keys stay as they are: nobody runs the code any more. */
static void del_sites(struct ktrace_site *const *from, struct ktrace_site *const *to)
{
	struct ktrace_event *event;

	guard(mutex)(&sites_mutex);

	for (; from < to; from++) {
		struct dentry *file = NULL;

		event = (*from)->event;
		if (!event)
			continue;
		scoped_guard(mutex, &ktrace_mutex) {
			list_del(&(*from)->link);
			if (list_empty(&event->sites))
				file = event->file;
		}
		if (!file)
			continue;
		debugfs_remove(file);
		scoped_guard(mutex, &ktrace_mutex) {
			event->file = NULL;
			limit_gone();
		}
	}
}

static int module_event(struct notifier_block *nb, unsigned long action, void *data)
{
	struct module *mod = data;

	if (!mod->num_ktrace_sites)
		return NOTIFY_DONE;
	if (action == MODULE_STATE_COMING)
		add_sites(mod->ktrace_sites, mod->ktrace_sites + mod->num_ktrace_sites, mod->name);
	else if (action == MODULE_STATE_GOING)
		del_sites(mod->ktrace_sites, mod->ktrace_sites + mod->num_ktrace_sites);

	return NOTIFY_OK;
}

/* After jump_label's, which makes the keys of the module known. */
static struct notifier_block module_block = {
	.notifier_call = module_event,
};

static void init_modules(void)
{
	if (register_module_notifier(&module_block))
		pr_warn("trace points of modules do not record: no notifier\n");
}
#else
static inline void init_modules(void) { }
#endif

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

/**
 * ktrace_init_events - begin with the kernel's own sites
 */
void __init ktrace_init_events(void)
{
	add_sites(__start___ktrace_sites, __stop___ktrace_sites, "vmlinux");
	init_modules();
}
