/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The file kprobe_probes: the kprobe events that stand behind its lines.
 */
#ifndef _TRACE_KPROBE_PROBES_EVENT_H
#define _TRACE_KPROBE_PROBES_EVENT_H

#include <linux/types.h>

#define KPROBE_PROBES_GROUP	"kprobe_probes"

struct dyn_event;
struct dynevent_cmd;
struct trace_event_call;
struct trace_kprobe_place;

/**
 * struct kprobe_probes_refusal - why trace_kprobe.c refuses to create an event
 * @word: which word of the command is wrong; lines have as many. -1: it did not say
 * @error: why, TP_ERR_*
 */
struct kprobe_probes_refusal {
	int	word;
	int	error;
};

int kprobe_probes_generate(struct dynevent_cmd *cmd, struct kprobe_probes_refusal *why);
void kprobe_probes_release(struct trace_event_call *call);
bool kprobe_probes_get(struct dyn_event *ev, struct trace_kprobe_place *place);
const char *kprobe_probes_print(const struct trace_kprobe_place *place, char *buf, bool addresses);

#endif /* _TRACE_KPROBE_PROBES_EVENT_H */
