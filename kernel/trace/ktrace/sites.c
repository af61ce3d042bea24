// SPDX-License-Identifier: GPL-2.0
/*
 * Sites of events: they come and go with modules.
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/debugfs.h>
#include <linux/list.h>
#include <linux/module.h>

#include "format.h"
#include "ktrace.h"

/* A longer name is no file name in debugfs. */
#define NAME_LENGTH_MAX	64

/*
 * Held while sites come or go, around ktrace_mutex. Files of events are made and removed
 * under this one only: removing waits for those who write to the file, and they need
 * ktrace_mutex.
 */
static DEFINE_MUTEX(sites_mutex);

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
	event = ktrace_event_of(site);
	if (event == ERR_PTR(-EEXIST)) {
		const char *other = ktrace_format_of_sites(site->name);

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
	ktrace_update_site(event, site);

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
			ktrace_limit_gone();
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

/**
 * ktrace_init_sites - begin with the kernel's own sites
 */
void __init ktrace_init_sites(void)
{
	add_sites(__start___ktrace_sites, __stop___ktrace_sites, "vmlinux");
	init_modules();
}
