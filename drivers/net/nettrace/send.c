// SPDX-License-Identifier: GPL-2.0
/*
 * nettrace: collects records and sends them, in datagrams as include/uapi/linux/nettrace.h
 * describes them.
 */
#include <linux/delay.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/kthread.h>
#include <linux/math64.h>
#include <linux/netdevice.h>
#include <linux/ring_buffer.h>
#include <linux/sched.h>
#include <linux/syscall_trace_export.h>
#include <linux/udp.h>

#include "nettrace.h"

/* The thread looks for records this often. */
#define PERIOD		(HZ / 20)
/* Without records, it sends an empty datagram this often: readers see what the last ones lacked. */
#define HEARTBEAT	HZ
/* A record is taken out of the ring buffer when its CPU has surely completed all older ones. */
#define SETTLE_NS	NSEC_PER_MSEC
/* In a panic, the device is looked at this often. */
#define PANIC_POLL_US	50

/* -------------------------------- collecting ------------------------------- */

static const u8 kinds[SYSCALL_TRACE_EXPORT_NR_KINDS] = {
	[SYSCALL_TRACE_EXPORT_CALL]	= NETTRACE_CALL,
	[SYSCALL_TRACE_EXPORT_ENTER]	= NETTRACE_ENTER,
	[SYSCALL_TRACE_EXPORT_EXIT]	= NETTRACE_EXIT,
	[SYSCALL_TRACE_EXPORT_TASK]	= NETTRACE_TASK,
};

/* The rest of the head is known when the record is taken out. */
static void fill_record(struct nettrace_record *rec, const struct syscall_trace_export *desc)
{
	*rec = (struct nettrace_record) {
		.size		= cpu_to_le32(sizeof(*rec) + desc->size),
		.kind		= kinds[desc->kind],
		.flags		= desc->flags,
		.preempt_count	= desc->preempt_count,
		.pid		= cpu_to_le32(desc->pid),
		.instance	= cpu_to_le16(desc->instance),
	};
	/* The record may be of another task, when somebody shows all calls in flight. */
	if (desc->pid == current->pid) {
		rec->tgid = cpu_to_le32(current->tgid);
		memcpy(rec->comm, current->comm, sizeof(rec->comm));
	}
	memcpy(rec + 1, desc->data, desc->size);
}

/**
 * nettrace_keep_record - keep a record until it is sent: .write() of the export
 * @export: that of a target
 * @buf: the record
 * @len: its bytes
 *
 * Context: that of the tracer's hooks; preemption is disabled.
 */
void nettrace_keep_record(struct trace_export *export, const void *buf, unsigned int len)
{
	struct nettrace_target *target = container_of(export, struct nettrace_target, export);
	struct syscall_trace_export desc;
	struct ring_buffer_event *event;

	if (!syscall_trace_describe_export(buf, len, &desc))
		return;
	event = ring_buffer_lock_reserve(target->buffer,
					 sizeof(struct nettrace_record) + desc.size);
	if (!event) {
		atomic_inc(&target->refused);
		return;
	}
	fill_record(ring_buffer_event_data(event), &desc);
	ring_buffer_unlock_commit(target->buffer);
}

/* --------------------------------- sending --------------------------------- */

/* Does the device transmit what it is given, and has netpoll nothing left of before? */
static bool is_up(struct nettrace_target *target)
{
	struct net_device *dev = target->np.dev;
	struct netpoll_info *info;

	lockdep_assert_held(&target->send_lock);

	if (target->gone || !dev || !netif_running(dev) || !netif_device_present(dev) ||
	    !netif_carrier_ok(dev))
		return false;
	/* With interrupts off, this is an RCU reader. Netpoll's queue has no limit of its own. */
	info = rcu_dereference_check(dev->npinfo, true);

	return info && skb_queue_empty_lockless(&info->txq);
}

/**
 * nettrace_can_send - does the device take a packet at once?
 * @target: the target
 *
 * If it does not, netpoll would wait with interrupts off.
 *
 * Context: send_lock is held.
 * Return: true if it does.
 */
bool nettrace_can_send(struct nettrace_target *target)
{
	struct net_device *dev = target->np.dev;
	unsigned int i;

	if (!is_up(target))
		return false;
	for (i = 0; i < dev->real_num_tx_queues; i++) {
		if (netif_xmit_frozen_or_stopped(netdev_get_tx_queue(dev, i)))
			return false;
	}

	return true;
}

/* What is around a datagram in a packet */
static unsigned int header_size(const struct nettrace_target *target)
{
	return (target->np.ipv6 ? sizeof(struct ipv6hdr) : sizeof(struct iphdr)) +
	       sizeof(struct udphdr) + sizeof(struct nettrace_datagram);
}

/**
 * nettrace_begin_datagram - begin the next datagram
 * @target: the target, whose device is there
 *
 * It must fit into a packet: netpoll sends no fragments.
 *
 * Context: send_lock is held.
 */
void nettrace_begin_datagram(struct nettrace_target *target)
{
	unsigned int mtu = READ_ONCE(target->np.dev->mtu);

	target->room = min(max(mtu, header_size(target) + 1) - header_size(target),
			   NETTRACE_PAYLOAD_MAX);
	target->fill = 0;
	target->head.first = cpu_to_le16(NETTRACE_NO_RECORD);
}

/**
 * nettrace_count_dropped - how many records were dropped since a target was enabled
 * @target: the target
 *
 * Context: send_lock is held.
 * Return: their number.
 */
u32 nettrace_count_dropped(const struct nettrace_target *target)
{
	u32 dropped = target->left + atomic_read(&target->refused);

	return target->buffer ? dropped + ring_buffer_overruns(target->buffer) : dropped;
}

static void send_datagram(struct nettrace_target *target, unsigned int flags)
{
	u8 *datagram = (u8 *)&target->head;

	lockdep_assert_held(&target->send_lock);
	BUILD_BUG_ON(offsetof(struct nettrace_target, payload) !=
		     offsetofend(struct nettrace_target, head));

	target->head.flags = flags;
	target->head.sequence = cpu_to_le32(target->datagrams++);
	target->head.dropped = cpu_to_le32(nettrace_count_dropped(target));
	if (target->head.first == cpu_to_le16(NETTRACE_NO_RECORD))
		target->head.record = cpu_to_le64(target->records);
	netpoll_send_udp(&target->np, datagram, sizeof(target->head) + target->fill);
	target->unsent = 0;
	target->tokens -= sizeof(target->head) + target->fill;
	target->sent_at = jiffies;
	nettrace_begin_datagram(target);
}

/* Add bytes to the stream. A full datagram is sent. */
static void put_bytes(struct nettrace_target *target, const void *data, unsigned int len)
{
	unsigned int part;

	for (; len; len -= part, data += part) {
		part = min(len, target->room - target->fill);
		memcpy(target->payload + target->fill, data, part);
		target->fill += part;
		if (target->fill == target->room)
			send_datagram(target, 0);
	}
}

static void put_record(struct nettrace_target *target, struct nettrace_record *rec, int cpu,
		       u64 time, unsigned long lost)
{
	rec->cpu = cpu_to_le16(cpu);
	rec->time = cpu_to_le64(time);
	rec->lost = cpu_to_le32(lost);

	if (target->head.first == cpu_to_le16(NETTRACE_NO_RECORD)) {
		target->head.first = cpu_to_le16(target->fill);
		target->head.record = cpu_to_le64(target->records);
	}
	target->records++;
	put_bytes(target, rec, le32_to_cpu(rec->size));
	if (target->fill)
		target->unsent++;
}

/* The CPU with the oldest record, or -1. What was seen once is not overwritten any more. */
static int find_oldest(struct nettrace_target *target)
{
	struct ring_buffer_event *event;
	int cpu, oldest = -1;

	lockdep_assert_held(&target->send_lock);

	for_each_possible_cpu(cpu) {
		if (!target->next[cpu]) {
			event = ring_buffer_peek(target->buffer, cpu, &target->next[cpu], NULL);
			if (!event)
				target->next[cpu] = 0;
		}
		if (target->next[cpu] &&
		    (oldest < 0 || target->next[cpu] < target->next[oldest]))
			oldest = cpu;
	}

	return oldest;
}

/* Send the oldest record if it is not younger than @until. Returns whether there was one. */
static bool send_oldest(struct nettrace_target *target, u64 until)
{
	struct ring_buffer_event *event;
	unsigned long lost;
	int cpu;
	u64 ts;

	cpu = find_oldest(target);
	if (cpu < 0 || target->next[cpu] > until)
		return false;

	target->next[cpu] = 0;
	event = ring_buffer_consume(target->buffer, cpu, &ts, &lost);
	if (event)
		put_record(target, ring_buffer_event_data(event), cpu, ts, lost);

	return event;
}

static void refill_tokens(struct nettrace_target *target)
{
	u64 rate = (u64)READ_ONCE(target->rate_kb) * 1024;
	ktime_t now = ktime_get();
	u64 nsecs = ktime_to_ns(ktime_sub(now, target->refilled));

	target->refilled = now;
	if (!rate) {
		target->tokens = S32_MAX;
		return;
	}
	/* What was not sent in two periods is not saved up for later. */
	nsecs = min_t(u64, nsecs, 2 * jiffies_to_nsecs(PERIOD));
	target->tokens = min_t(s64,
			       target->tokens + mul_u64_u64_div_u64(rate, nsecs, NSEC_PER_SEC),
			       div_u64(rate * 2 * PERIOD, HZ));
}

/* Send what waits, up to a time. */
static void send_records(struct nettrace_target *target, u64 until)
{
	bool more = true;

	scoped_guard(spinlock_irqsave, &target->send_lock)
		refill_tokens(target);
	while (more) {
		scoped_guard(spinlock_irqsave, &target->send_lock) {
			more = target->tokens > 0 && nettrace_can_send(target) &&
			       send_oldest(target, until);
		}
		cond_resched();
	}

	scoped_guard(spinlock_irqsave, &target->send_lock) {
		if ((target->fill || time_after(jiffies, target->sent_at + HEARTBEAT)) &&
		    nettrace_can_send(target))
			send_datagram(target, 0);
	}
}

/**
 * nettrace_send_until_stopped - the thread that sends
 * @data: the target
 *
 * Return: 0.
 */
int nettrace_send_until_stopped(void *data)
{
	struct nettrace_target *target = data;

	while (!kthread_should_stop()) {
		send_records(target, ring_buffer_time_stamp(target->buffer) - SETTLE_NS);
		set_current_state(TASK_INTERRUPTIBLE);
		if (!kthread_should_stop())
			schedule_timeout(PERIOD);
		__set_current_state(TASK_RUNNING);
	}

	return 0;
}

/**
 * nettrace_send_rest - send the last datagrams of a stream, without a limit
 * @target: the target, to which nobody adds records any more
 *
 * Without a link, this takes a second.
 *
 * Context: task context, sleeps.
 */
void nettrace_send_rest(struct nettrace_target *target)
{
	unsigned long give_up = jiffies + HZ;
	bool able, more;

	do {
		scoped_guard(spinlock_irqsave, &target->send_lock) {
			able = nettrace_can_send(target);
			more = able ? send_oldest(target, U64_MAX) : !target->gone;
			if (able && !more)
				send_datagram(target, NETTRACE_END);
		}
		if (able)
			give_up = jiffies + HZ;
		else
			msleep(20);
		cond_resched();
	} while (more && time_before(jiffies, give_up));
}

/* ---------------------------------- in a panic -------------------------------- */

/* In a panic, nobody but us looks whether the device has sent something. */
static bool wait_for_device(struct nettrace_target *target)
{
	unsigned int tries;

	for (tries = 0; is_up(target) && tries < USEC_PER_SEC / PANIC_POLL_US; tries++) {
		if (nettrace_can_send(target))
			return true;
		netpoll_poll_dev(target->np.dev);
		udelay(PANIC_POLL_US);
	}

	return false;
}

/**
 * nettrace_send_last - send what waits in a panic
 * @target: the target
 *
 * Context: any but NMI; send_lock is held, other CPUs are stopped.
 */
void nettrace_send_last(struct nettrace_target *target)
{
	bool able;

	do {
		able = wait_for_device(target);
	} while (able && send_oldest(target, U64_MAX));
	/* Else some are left, and the end would say that there are none. */
	if (able)
		send_datagram(target, NETTRACE_END);
}
