/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The file kprobe_probes and the kprobe events that stand behind its lines: what it asks of
 * trace_kprobe.c, and what that asks of it.
 */
#ifndef _TRACE_KPROBE_PROBES_H
#define _TRACE_KPROBE_PROBES_H

#include <linux/jump_label.h>
#include <linux/ptrace.h>
#include <linux/string.h>
#include <linux/trace_events.h>

struct dyn_event;
struct trace_probe;

/**
 * struct trace_kprobe_place - what a kprobe event probes
 * @tp: its fields
 * @is_return: it records when the function returns
 * @symbol: [MOD:]NAME, or NULL: the place was given as an address
 * @offset: from @symbol
 * @addr: the address, if the place was given as one
 */
struct trace_kprobe_place {
	struct trace_probe	*tp;
	bool			is_return;
	const char		*symbol;
	unsigned int		offset;
	unsigned long		addr;
};

/* trace_kprobe.c */
bool trace_kprobe_get_place(struct dyn_event *ev, struct trace_kprobe_place *place);
unsigned int trace_kprobe_count_symbols(const char *mod, const char *name);

#ifdef CONFIG_KPROBE_PROBES
/* Some event that stands behind a line is enabled. */
DECLARE_STATIC_KEY_FALSE(kprobe_probes_on);

extern struct trace_event_functions kprobe_probes_funcs;
extern struct trace_event_functions kprobe_probes_return_funcs;

bool kprobe_probes_is_new(const struct trace_event_call *call);
void kprobe_probes_init_event(struct trace_event_call *call, bool is_return);
bool kprobe_probes_is_apart(const struct trace_event_call *call);
bool kprobe_probes_creates(void);
bool kprobe_probes_take_error(int word, int error);
bool kprobe_probes_is_wanted(const struct trace_event_file *file);
bool kprobe_probes_hides(const struct trace_iterator *iter, const struct trace_event *event);

/* By what prints them, events that stand behind a line are told from others. */
static __always_inline bool kprobe_probes_prints(const struct trace_event *event)
{
	return event->funcs == &kprobe_probes_funcs || event->funcs == &kprobe_probes_return_funcs;
}

/* Does an event stand behind a line? While none is enabled, nobody asks. */
static __always_inline bool kprobe_probes_has(const struct trace_event_call *call)
{
	return static_branch_unlikely(&kprobe_probes_on) && kprobe_probes_prints(&call->event);
}

/* Is an event not to be recorded in the instance of @file, because of the current task? */
static __always_inline bool kprobe_probes_refuses(const struct trace_event_call *call,
						  const struct trace_event_file *file)
{
	return kprobe_probes_has(call) && !kprobe_probes_is_wanted(file);
}

/* What cannot be read reads as 0, not as what was in the ring buffer before. */
static __always_inline void kprobe_probes_clear(const struct trace_event_call *call, void *values,
						size_t size)
{
	if (kprobe_probes_has(call))
		memset(values, 0, size);
}

/*
 * Where a function returns to. If several probes wait for its return, all but the first one
 * have found the address of a trampoline in its place.
 */
static __always_inline unsigned long kprobe_probes_ret_ip(const struct trace_event_call *call,
							  const struct pt_regs *regs,
							  unsigned long found)
{
	return kprobe_probes_has(call) ? instruction_pointer((struct pt_regs *)regs) : found;
}
#else
static inline bool kprobe_probes_hides(const struct trace_iterator *iter,
				       const struct trace_event *event)
{
	return false;
}

static inline bool kprobe_probes_is_new(const struct trace_event_call *call)
{
	return false;
}

static inline void kprobe_probes_init_event(struct trace_event_call *call, bool is_return) { }

static inline bool kprobe_probes_is_apart(const struct trace_event_call *call)
{
	return false;
}

static inline bool kprobe_probes_creates(void)
{
	return false;
}

static inline bool kprobe_probes_take_error(int word, int error)
{
	return false;
}

static inline bool kprobe_probes_refuses(const struct trace_event_call *call,
					 const struct trace_event_file *file)
{
	return false;
}

static inline void kprobe_probes_clear(const struct trace_event_call *call, void *values,
				       size_t size) { }

static inline unsigned long kprobe_probes_ret_ip(const struct trace_event_call *call,
						 const struct pt_regs *regs, unsigned long found)
{
	return found;
}
#endif

#endif /* _TRACE_KPROBE_PROBES_H */
