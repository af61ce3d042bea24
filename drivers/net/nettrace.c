// SPDX-License-Identifier: GPL-2.0
/*
 * Sends the records of the system call tracer to another host, in UDP datagrams, through
 * netpoll as netconsole does: no socket, no route, no process. Targets are folders in configfs:
 *
 *   cd /sys/kernel/config; mkdir nettrace/far; cd nettrace/far
 *   echo eth0 > dev_name; echo 192.168.1.2 > remote_ip; echo 1 > enabled
 *
 * The tracer writes records with the run queue's lock held, or with interrupts off. So they go
 * into a ring buffer, and a thread sends them, never more than the target's limit. If it cannot
 * send, the oldest ones are overwritten and counted: nobody waits for the network.
 *
 * See Documentation/trace/syscall-export.rst and include/uapi/linux/nettrace.h.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/configfs.h>
#include <linux/delay.h>
#include <linux/elf.h>
#include <linux/etherdevice.h>
#include <linux/inet.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/netdevice.h>
#include <linux/netpoll.h>
#include <linux/panic_notifier.h>
#include <linux/random.h>
#include <linux/rculist.h>
#include <linux/ring_buffer.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/syscall_trace_export.h>
#include <linux/trace.h>
#include <linux/udp.h>
#include <net/ipv6.h>
#include <uapi/linux/nettrace.h>

/* The thread looks for records this often. */
#define PERIOD		(HZ / 20)
/* Without records, it sends an empty datagram this often: readers see what the last ones lacked. */
#define HEARTBEAT	HZ
/* A record is taken out of the ring buffer when its CPU has surely completed all older ones. */
#define SETTLE_NS	NSEC_PER_MSEC
/* Sub-buffers of 32 KiB: a record has a few strings of 4 KiB at most. */
#define SUBBUF_ORDER	get_order(32 * 1024)

/* In a panic, the device is looked at this often. */
#define PANIC_POLL_US	50

#define PAYLOAD_MAX	((unsigned int)(NETTRACE_DATAGRAM_MAX - sizeof(struct nettrace_datagram)))

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
	u32			datagrams;
	u32			left;
	unsigned int		room;
	unsigned int		fill;
	struct nettrace_datagram head;
	u8			payload[PAYLOAD_MAX];
};

/* Written under the mutex, read under RCU by the panic notifier. */
static LIST_HEAD(targets);
static DEFINE_MUTEX(targets_lock);

static struct nettrace_target *to_target(struct config_item *item)
{
	return container_of(item, struct nettrace_target, item);
}

#define target_err(target, fmt, ...) \
	pr_err("%s: " fmt "\n", config_item_name(&(target)->item), ##__VA_ARGS__)

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
	};
	/* The record may be of another task, when somebody shows all calls in flight. */
	if (desc->pid == current->pid) {
		rec->tgid = cpu_to_le32(current->tgid);
		memcpy(rec->comm, current->comm, sizeof(rec->comm));
	}
	memcpy(rec + 1, desc->data, desc->size);
}

/* Called by the hooks, preemption is disabled. */
static void keep_record(struct trace_export *export, const void *buf, unsigned int len)
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

/* Does it take a packet at once? Otherwise, netpoll would wait with interrupts off. */
static bool can_send(struct nettrace_target *target)
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

/* Begin the next datagram. It must fit into a packet: netpoll sends no fragments. */
static void begin_datagram(struct nettrace_target *target)
{
	unsigned int mtu = READ_ONCE(target->np.dev->mtu);

	target->room = min(max(mtu, header_size(target) + 1) - header_size(target), PAYLOAD_MAX);
	target->fill = 0;
	target->head.first = cpu_to_le16(NETTRACE_NO_RECORD);
}

/* How many records were dropped since it was enabled */
static u32 count_dropped(const struct nettrace_target *target)
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
	target->head.dropped = cpu_to_le32(count_dropped(target));
	if (target->head.first == cpu_to_le16(NETTRACE_NO_RECORD))
		target->head.record = cpu_to_le64(target->records);
	netpoll_send_udp(&target->np, datagram, sizeof(target->head) + target->fill);
	target->tokens -= sizeof(target->head) + target->fill;
	target->sent_at = jiffies;
	begin_datagram(target);
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
			more = target->tokens > 0 && can_send(target) &&
			       send_oldest(target, until);
		}
		cond_resched();
	}

	scoped_guard(spinlock_irqsave, &target->send_lock) {
		if ((target->fill || time_after(jiffies, target->sent_at + HEARTBEAT)) &&
		    can_send(target))
			send_datagram(target, 0);
	}
}

static int send_until_stopped(void *data)
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

/* The last datagrams of a stream, without a limit. Nobody adds records any more. */
static void send_rest(struct nettrace_target *target)
{
	unsigned long give_up = jiffies + HZ;
	bool able, more;

	do {
		scoped_guard(spinlock_irqsave, &target->send_lock) {
			able = can_send(target);
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

/* ---------------------------------- events --------------------------------- */

static int device_event(struct notifier_block *nb, unsigned long event, void *ptr)
{
	struct net_device *dev = netdev_notifier_info_to_dev(ptr);
	struct nettrace_target *target;

	if (event != NETDEV_UNREGISTER && event != NETDEV_RELEASE && event != NETDEV_JOIN &&
	    event != NETDEV_CHANGENAME)
		return NOTIFY_DONE;

	guard(mutex)(&targets_lock);
	list_for_each_entry(target, &targets, list) {
		if (target->np.dev != dev)
			continue;
		if (event == NETDEV_CHANGENAME) {
			strscpy(target->np.dev_name, dev->name, IFNAMSIZ);
			continue;
		}
		scoped_guard(spinlock_irqsave, &target->send_lock)
			target->gone = true;
		do_netpoll_cleanup(&target->np);
		target_err(target, "%s cannot be used any more; what is recorded is dropped. To go on, write 0 and 1 to enabled",
			   dev->name);
	}

	return NOTIFY_DONE;
}

static struct notifier_block device_notifier = { .notifier_call = device_event };

/* In a panic, nobody but us looks whether the device has sent something. */
static bool wait_for_device(struct nettrace_target *target)
{
	unsigned int tries;

	for (tries = 0; is_up(target) && tries < USEC_PER_SEC / PANIC_POLL_US; tries++) {
		if (can_send(target))
			return true;
		netpoll_poll_dev(target->np.dev);
		udelay(PANIC_POLL_US);
	}

	return false;
}

/* What the traced machine did last is what is wanted most. Other CPUs are stopped. */
static int panic_event(struct notifier_block *nb, unsigned long event, void *ptr)
{
	struct nettrace_target *target;
	unsigned long flags;

	/* Network drivers do not expect that. */
	if (in_nmi())
		return NOTIFY_DONE;
	syscall_trace_export_current();

	guard(rcu)();
	list_for_each_entry_rcu(target, &targets, list) {
		/* A CPU that was stopped while it was sending keeps the lock. */
		if (!spin_trylock_irqsave(&target->send_lock, flags))
			continue;
		while (wait_for_device(target) && send_oldest(target, U64_MAX))
			;
		if (wait_for_device(target))
			send_datagram(target, NETTRACE_END);
		spin_unlock_irqrestore(&target->send_lock, flags);
	}

	return NOTIFY_DONE;
}

static struct notifier_block panic_notifier = { .notifier_call = panic_event };

/* --------------------------------- on and off ------------------------------ */

static void begin_stream(struct nettrace_target *target)
{
	target->gone = false;
	target->tokens = 0;
	target->refilled = ktime_get();
	target->sent_at = jiffies;
	target->records = 0;
	target->datagrams = 0;
	target->left = 0;
	atomic_set(&target->refused, 0);
	target->head = (struct nettrace_datagram) {
		.version	= NETTRACE_VERSION,
		.machine	= cpu_to_le16(ELF_ARCH),
		.stream		= cpu_to_le32(get_random_u32()),
	};
	memcpy(target->head.magic, NETTRACE_MAGIC, sizeof(target->head.magic));
	/* A panic that comes before the device is known finds nothing to send. */
	target->np.local_ip = target->local_ip;
}

static int get_buffer(struct nettrace_target *target)
{
	int ret;

	target->next = kcalloc(nr_cpu_ids, sizeof(*target->next), GFP_KERNEL);
	if (!target->next)
		return -ENOMEM;
	/* The ring buffer counts on pages, and would make the kernel complain of larger ones. */
	if ((u64)target->buffer_size_kb * num_possible_cpus() >
	    (u64)si_mem_available() * (PAGE_SIZE / 1024) / 2)
		return -ENOMEM;
	/* Too large a buffer would be a warning, too large a change is an error. */
	target->buffer = ring_buffer_alloc(PAGE_SIZE, RB_FL_OVERWRITE);
	if (!target->buffer)
		return -ENOMEM;
	ret = ring_buffer_subbuf_order_set(target->buffer, SUBBUF_ORDER);
	if (ret)
		return ret;
	ret = ring_buffer_resize(target->buffer, (unsigned long)target->buffer_size_kb * 1024,
				 RING_BUFFER_ALL_CPUS);

	return ret < 0 ? ret : 0;
}

static void put_buffer(struct nettrace_target *target)
{
	if (target->buffer)
		ring_buffer_free(target->buffer);
	target->buffer = NULL;
	kfree(target->next);
	target->next = NULL;
}

static void leave_list(struct nettrace_target *target)
{
	scoped_guard(mutex, &targets_lock)
		list_del_rcu(&target->list);
	synchronize_rcu();
}

static int enable_target(struct nettrace_target *target)
{
	int ret;

	lockdep_assert_held(&target->lock);

	if (ipv6_addr_any(&target->np.remote_ip.in6)) {
		target_err(target, "no remote_ip is set");
		return -EDESTADDRREQ;
	}
	begin_stream(target);
	ret = get_buffer(target);
	if (ret) {
		target_err(target, "no memory for %u KiB per CPU; lower buffer_size_kb",
			   target->buffer_size_kb);
		goto free;
	}
	/* From here on, the device may go. */
	scoped_guard(mutex, &targets_lock)
		list_add_rcu(&target->list, &targets);
	/* Tells itself what is wrong */
	ret = netpoll_setup(&target->np);
	if (ret) {
		/* Programs do not know the error of devices without netpoll. */
		ret = ret == -ENOTSUPP ? -EOPNOTSUPP : ret;
		goto leave;
	}
	scoped_guard(spinlock_irqsave, &target->send_lock) {
		if (!target->gone)
			begin_datagram(target);
	}
	target->thread = kthread_run(send_until_stopped, target, "nettrace/%s",
				     config_item_name(&target->item));
	if (IS_ERR(target->thread)) {
		ret = PTR_ERR(target->thread);
		goto cleanup;
	}
	ret = register_ftrace_export(&target->export);
	if (ret)
		goto stop;
	target->enabled = true;

	return 0;

stop:
	kthread_stop(target->thread);
cleanup:
	netpoll_cleanup(&target->np);
leave:
	leave_list(target);
free:
	put_buffer(target);

	return ret;
}

static void disable_target(struct nettrace_target *target)
{
	lockdep_assert_held(&target->lock);

	unregister_ftrace_export(&target->export);
	kthread_stop(target->thread);
	send_rest(target);
	netpoll_cleanup(&target->np);
	leave_list(target);
	scoped_guard(spinlock_irqsave, &target->send_lock) {
		target->left = ring_buffer_entries(target->buffer) +
			       ring_buffer_overruns(target->buffer);
	}
	put_buffer(target);
	target->enabled = false;
}

/* -------------------------------- attributes ------------------------------- */

/* Settings cannot be changed while they are in use. */
static bool is_changeable(struct nettrace_target *target)
{
	lockdep_assert_held(&target->lock);

	if (target->enabled)
		target_err(target, "is enabled: write 0 to enabled first");

	return !target->enabled;
}

static ssize_t nettrace_enabled_show(struct config_item *item, char *page)
{
	return sysfs_emit(page, "%d\n", READ_ONCE(to_target(item)->enabled));
}

static ssize_t nettrace_enabled_store(struct config_item *item, const char *page, size_t count)
{
	struct nettrace_target *target = to_target(item);
	bool on;
	int ret;

	ret = kstrtobool(page, &on);
	if (ret)
		return ret;

	guard(mutex)(&target->lock);
	if (on && !target->enabled)
		ret = enable_target(target);
	else if (!on && target->enabled)
		disable_target(target);

	return ret ?: count;
}
CONFIGFS_ATTR(nettrace_, enabled);

static ssize_t nettrace_dev_name_show(struct config_item *item, char *page)
{
	return sysfs_emit(page, "%s\n", to_target(item)->np.dev_name);
}

static ssize_t nettrace_dev_name_store(struct config_item *item, const char *page, size_t count)
{
	struct nettrace_target *target = to_target(item);
	size_t len = strcspn(page, "\n");

	if (!len || len >= IFNAMSIZ)
		return -EINVAL;

	guard(mutex)(&target->lock);
	if (!is_changeable(target))
		return -EBUSY;
	strscpy(target->np.dev_name, page, len + 1);

	return count;
}
CONFIGFS_ATTR(nettrace_, dev_name);

static ssize_t show_ip(struct config_item *item, char *page, const union inet_addr *ip)
{
	if (to_target(item)->np.ipv6)
		return sysfs_emit(page, "%pI6c\n", &ip->in6);

	return sysfs_emit(page, "%pI4\n", &ip->ip);
}

/* Both addresses are of the kind that was set last. */
static ssize_t store_ip(struct config_item *item, const char *page, size_t count,
			union inet_addr *ip)
{
	struct nettrace_target *target = to_target(item);
	union inet_addr addr = { };
	bool ipv6 = false;
	const char *end;

	if (!in4_pton(page, count, (u8 *)&addr.ip, '\n', &end)) {
		ipv6 = true;
		if (!in6_pton(page, count, addr.in6.s6_addr, '\n', &end))
			return -EINVAL;
	}
	if (*end && *end != '\n')
		return -EINVAL;

	guard(mutex)(&target->lock);
	if (!is_changeable(target))
		return -EBUSY;
	if (target->np.ipv6 != ipv6) {
		memset(&target->local_ip, 0, sizeof(target->local_ip));
		memset(&target->np.remote_ip, 0, sizeof(target->np.remote_ip));
		target->np.ipv6 = ipv6;
	}
	*ip = addr;

	return count;
}

/* While it is enabled, the address that is used. */
static ssize_t nettrace_local_ip_show(struct config_item *item, char *page)
{
	struct nettrace_target *target = to_target(item);

	return show_ip(item, page, READ_ONCE(target->enabled) ? &target->np.local_ip :
								&target->local_ip);
}

static ssize_t nettrace_local_ip_store(struct config_item *item, const char *page, size_t count)
{
	return store_ip(item, page, count, &to_target(item)->local_ip);
}
CONFIGFS_ATTR(nettrace_, local_ip);

static ssize_t nettrace_remote_ip_show(struct config_item *item, char *page)
{
	return show_ip(item, page, &to_target(item)->np.remote_ip);
}

static ssize_t nettrace_remote_ip_store(struct config_item *item, const char *page, size_t count)
{
	return store_ip(item, page, count, &to_target(item)->np.remote_ip);
}
CONFIGFS_ATTR(nettrace_, remote_ip);

static ssize_t nettrace_remote_mac_show(struct config_item *item, char *page)
{
	return sysfs_emit(page, "%pM\n", to_target(item)->np.remote_mac);
}

static ssize_t nettrace_remote_mac_store(struct config_item *item, const char *page,
					 size_t count)
{
	struct nettrace_target *target = to_target(item);
	u8 mac[ETH_ALEN];

	if (!mac_pton(page, mac) || strcspn(page, "\n") != 3 * ETH_ALEN - 1)
		return -EINVAL;

	guard(mutex)(&target->lock);
	if (!is_changeable(target))
		return -EBUSY;
	ether_addr_copy(target->np.remote_mac, mac);

	return count;
}
CONFIGFS_ATTR(nettrace_, remote_mac);

/* @kind: u16 or uint; @most: the largest value */
#define NUMBER_ATTRIBUTE(name, field, kind, type, least)				\
static ssize_t nettrace_##name##_show(struct config_item *item, char *page)		\
{											\
	return sysfs_emit(page, "%u\n", READ_ONCE(to_target(item)->field));		\
}											\
											\
static ssize_t nettrace_##name##_store(struct config_item *item, const char *page,	\
				       size_t count)					\
{											\
	struct nettrace_target *target = to_target(item);				\
	type value;									\
	int ret;									\
											\
	ret = kstrto##kind(page, 0, &value);						\
	if (ret)									\
		return ret;								\
	if (value < (least))								\
		return -EINVAL;								\
											\
	guard(mutex)(&target->lock);							\
	if (!is_changeable(target))							\
		return -EBUSY;								\
	target->field = value;								\
											\
	return count;									\
}											\
CONFIGFS_ATTR(nettrace_, name)

NUMBER_ATTRIBUTE(local_port, np.local_port, u16, u16, 1);
NUMBER_ATTRIBUTE(remote_port, np.remote_port, u16, u16, 1);
NUMBER_ATTRIBUTE(rate_kb, rate_kb, uint, unsigned int, 0);
NUMBER_ATTRIBUTE(buffer_size_kb, buffer_size_kb, uint, unsigned int, 1);

static ssize_t nettrace_status_show(struct config_item *item, char *page)
{
	struct nettrace_target *target = to_target(item);
	const char *state = "off";
	u32 datagrams, dropped;
	u64 records;

	guard(mutex)(&target->lock);
	scoped_guard(spinlock_irqsave, &target->send_lock) {
		if (target->enabled && target->gone)
			state = "the device is gone";
		else if (target->enabled)
			state = can_send(target) ? "sending" : "the device takes no packets";
		records = target->records;
		datagrams = target->datagrams;
		dropped = count_dropped(target);
	}

	return sysfs_emit(page, "state: %s\nrecords: %llu\ndatagrams: %u\ndropped: %u\n", state,
			  records, datagrams, dropped);
}
CONFIGFS_ATTR_RO(nettrace_, status);

static struct configfs_attribute *target_attributes[] = {
	&nettrace_attr_enabled,
	&nettrace_attr_dev_name,
	&nettrace_attr_local_ip,
	&nettrace_attr_local_port,
	&nettrace_attr_remote_ip,
	&nettrace_attr_remote_mac,
	&nettrace_attr_remote_port,
	&nettrace_attr_rate_kb,
	&nettrace_attr_buffer_size_kb,
	&nettrace_attr_status,
	NULL
};

static void release_target(struct config_item *item)
{
	kfree(to_target(item));
}

static struct configfs_item_operations target_ops = { .release = release_target };

static const struct config_item_type target_type = {
	.ct_attrs	= target_attributes,
	.ct_item_ops	= &target_ops,
	.ct_owner	= THIS_MODULE,
};

static struct config_item *make_target(struct config_group *group, const char *name)
{
	struct nettrace_target *target;

	target = kzalloc(sizeof(*target), GFP_KERNEL);
	if (!target)
		return ERR_PTR(-ENOMEM);

	mutex_init(&target->lock);
	spin_lock_init(&target->send_lock);
	target->rate_kb = 10 * 1024;
	target->buffer_size_kb = 1024;
	target->export.write = keep_record;
	target->export.flags = TRACE_EXPORT_SYSCALL;
	target->np.name = KBUILD_MODNAME;
	strscpy(target->np.dev_name, "eth0", IFNAMSIZ);
	target->np.local_port = 6667;
	target->np.remote_port = 6668;
	eth_broadcast_addr(target->np.remote_mac);
	config_item_init_type_name(&target->item, name, &target_type);

	return &target->item;
}

static void drop_target(struct config_group *group, struct config_item *item)
{
	struct nettrace_target *target = to_target(item);

	scoped_guard(mutex, &target->lock) {
		if (target->enabled)
			disable_target(target);
	}
	config_item_put(item);
}

static struct configfs_group_operations group_ops = {
	.make_item	= make_target,
	.drop_item	= drop_target,
};

static const struct config_item_type group_type = {
	.ct_group_ops	= &group_ops,
	.ct_owner	= THIS_MODULE,
};

static struct configfs_subsystem subsystem = {
	.su_group.cg_item = {
		.ci_namebuf	= KBUILD_MODNAME,
		.ci_type	= &group_type,
	},
};

static int __init nettrace_init(void)
{
	int ret;

	config_group_init(&subsystem.su_group);
	mutex_init(&subsystem.su_mutex);
	ret = register_netdevice_notifier(&device_notifier);
	if (ret)
		return ret;
	atomic_notifier_chain_register(&panic_notifier_list, &panic_notifier);
	ret = configfs_register_subsystem(&subsystem);
	if (ret) {
		atomic_notifier_chain_unregister(&panic_notifier_list, &panic_notifier);
		unregister_netdevice_notifier(&device_notifier);
	}

	return ret;
}

static void __exit nettrace_exit(void)
{
	configfs_unregister_subsystem(&subsystem);
	atomic_notifier_chain_unregister(&panic_notifier_list, &panic_notifier);
	unregister_netdevice_notifier(&device_notifier);
}

module_init(nettrace_init);
module_exit(nettrace_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Sends system calls over the network");
