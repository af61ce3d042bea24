/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of ktrace know of each other.
 */
#ifndef _KTRACE_INTERNAL_H
#define _KTRACE_INTERNAL_H

#include <linux/jump_label.h>
#include <linux/ktrace.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/sizes.h>

struct dentry;
struct file;
struct seq_file;
struct trace_buffer;

/* Events have at most 12 KiB of strings and 12 other arguments: they fit in four pages. */
#define KTRACE_SUBBUF_SIZE	SZ_16K
#define KTRACE_BUFFER_KB	1024

/* In front of the events of a sub-buffer: see struct buffer_data_page in ring_buffer.c. */
#define KTRACE_SUBBUF_HEADER	(sizeof(u64) + sizeof(long))

/**
 * struct ktrace_event - all sites with the same name
 * @list: in the list of all events, in the order of ids
 * @sites: its sites; none if the module has been unloaded
 * @file: its file in events/
 * @rcu: for kfree_rcu()
 * @id: what its records begin with; no other event ever gets it
 * @enabled: whether it records while ktrace does
 * @nr_args: how many arguments it has
 * @kinds: what they are
 * @format: the format, behind @name
 * @name: the name
 *
 * All but @id, @nr_args, @kinds, @format and @name, which never change, are protected by
 * ktrace_mutex.
 */
struct ktrace_event {
	struct list_head	list;
	struct list_head	sites;
	struct dentry		*file;
	struct rcu_head		rcu;
	u32			id;
	bool			enabled;
	u8			nr_args;
	u8			kinds[KTRACE_ARGS_MAX];
	const char		*format;
	char			name[];
};

/* The linker knows the kernel's own sites. */
extern struct ktrace_site *const __start___ktrace_sites[];
extern struct ktrace_site *const __stop___ktrace_sites[];

extern struct mutex ktrace_mutex;

/* events.c */
extern bool ktrace_enabled;
struct ktrace_event *ktrace_find_event(u32 id);
struct ktrace_event *ktrace_event_of(const struct ktrace_site *site);
const char *ktrace_format_of_sites(const char *name);
void ktrace_update_site(const struct ktrace_event *event, struct ktrace_site *site);
void ktrace_update_events(bool enable);
void ktrace_enable_event(struct ktrace_event *event, bool enable);
void ktrace_forget_events(void);
void ktrace_limit_gone(void);
void ktrace_show_events(struct seq_file *m);

/* sites.c */
void ktrace_init_sites(void);

/* enable.c */
int ktrace_enable(bool enable);

/* record.c */
extern struct trace_buffer *ktrace_buffer;
unsigned long ktrace_lost_events(void);
void ktrace_forget_lost(void);

/* buffers.c */
extern unsigned long ktrace_buffer_kb;
int ktrace_need_buffer(void);
int ktrace_resize(unsigned long kb);
void ktrace_reset(void);
bool ktrace_may_read(const struct file *file);
void ktrace_init_buffers(struct dentry *parent);

/* event_files.c */
ssize_t ktrace_show_bool(char __user *to, size_t count, loff_t *pos, bool value);
struct dentry *ktrace_create_event_file(struct ktrace_event *event);
void ktrace_init_event_files(struct dentry *folder);

/* echo.c */
DECLARE_STATIC_KEY_FALSE(ktrace_echo_key);
void ktrace_echo(const void *record, unsigned int size);
void *ktrace_echo_reserve(unsigned int size);
bool ktrace_echo_commit(const void *record, unsigned int size);
int ktrace_enable_echo(bool enable);
bool ktrace_echo_enabled(void);

#endif /* _KTRACE_INTERNAL_H */
