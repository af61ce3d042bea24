/* SPDX-License-Identifier: GPL-2.0 */
/*
 * nettrace: a target. See target.c.
 */
#ifndef _NETTRACE_H
#define _NETTRACE_H

#include <linux/configfs.h>
#include <linux/ktime.h>
#include <linux/mutex.h>
#include <linux/netpoll.h>
#include <linux/spinlock.h>
#include <linux/trace.h>
#include <uapi/linux/nettrace.h>

struct task_struct;
struct trace_buffer;

#define NETTRACE_PAYLOAD_MAX \
	((unsigned int)(NETTRACE_DATAGRAM_MAX - sizeof(struct nettrace_datagram)))

/**
 * struct nettrace_target - where records are sent
 * @item: its folder
 * @lock: serializes changes
 * @list: links the targets, for the notifiers
 * @enabled: under @lock
 * @rate_kb: how much may be sent, in KiB per second; 0: no limit
 * @buffer_size_kb: how much waits for each CPU at most
 * @export: gets the records
 * @buffer: where they wait
 * @refused: records that found no place there
 * @thread: sends them
 * @send_lock: protects what follows; interrupts are off
 * @local_ip: as it was set
 * @np: how to send. dev is written under RTNL
 * @gone: the device is no more, or belongs to another one
 * @next: for each CPU, the time of its next record, 0: not known
 * @tokens: bytes that may be sent; may be below 0
 * @refilled: when @tokens were added
 * @sent_at: when something was sent, in jiffies
 * @records: the number of records in the stream so far
 * @unsent: how many of these end in @payload
 * @datagrams: the number of datagrams in the stream so far
 * @left: the number of records that were left when it was disabled
 * @room: how many bytes of @payload the device takes
 * @fill: bytes of @payload
 * @head: the beginning of the datagram that is being filled
 * @payload: the rest of it
 */
struct nettrace_target {
	struct config_item	item;
	struct mutex		lock;		/* see above */
	struct list_head	list;
	bool			enabled;
	unsigned int		rate_kb;
	unsigned int		buffer_size_kb;
	union inet_addr		local_ip;

	struct trace_export	export;
	struct trace_buffer	*buffer;
	atomic_t		refused;
	struct task_struct	*thread;

	spinlock_t		send_lock;	/* see above */
	struct netpoll		np;
	bool			gone;
	u64			*next;
	s64			tokens;
	ktime_t			refilled;
	unsigned long		sent_at;
	u64			records;
	u32			unsent;
	u32			datagrams;
	u32			left;
	unsigned int		room;
	unsigned int		fill;
	struct nettrace_datagram head;
	u8			payload[NETTRACE_PAYLOAD_MAX];
};

/* send.c */
void nettrace_keep_record(struct trace_export *export, const void *buf, unsigned int len);
bool nettrace_can_send(struct nettrace_target *target);
void nettrace_begin_datagram(struct nettrace_target *target);
u32 nettrace_count_dropped(const struct nettrace_target *target);
int nettrace_send_until_stopped(void *data);
void nettrace_send_rest(struct nettrace_target *target);
void nettrace_send_last(struct nettrace_target *target);

#endif /* _NETTRACE_H */
