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

#include <linux/elf.h>
#include <linux/etherdevice.h>
#include <linux/inet.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/panic_notifier.h>
#include <linux/random.h>
#include <linux/rculist.h>
#include <linux/ring_buffer.h>
#include <linux/slab.h>
#include <linux/syscall_trace_export.h>
#include <net/ipv6.h>

#include "nettrace.h"

/* Sub-buffers of 32 KiB: a record has a few strings of 4 KiB at most. */
#define SUBBUF_ORDER	get_order(32 * 1024)

/* Written under the mutex, read under RCU by the panic notifier. */
static LIST_HEAD(targets);
static DEFINE_MUTEX(targets_lock);

static struct nettrace_target *to_target(struct config_item *item)
{
	return container_of(item, struct nettrace_target, item);
}

#define target_err(target, fmt, ...) \
	pr_err("%s: " fmt "\n", config_item_name(&(target)->item), ##__VA_ARGS__)

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
		nettrace_send_last(target);
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
	target->unsent = 0;
	target->datagrams = 0;
	target->left = 0;
	atomic_set(&target->refused, 0);
	target->head = (struct nettrace_datagram) {
		.version	= NETTRACE_VERSION,
		.machine	= cpu_to_le16(ELF_ARCH),
		.stream		= cpu_to_le32(get_random_u32()),
		/* Until all of an instance's records come, none is younger. */
		.newest		= cpu_to_le16(syscall_trace_newest_instance() + S16_MAX / 2),
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
			nettrace_begin_datagram(target);
	}
	target->thread = kthread_run(nettrace_send_until_stopped, target, "nettrace/%s",
				     config_item_name(&target->item));
	if (IS_ERR(target->thread)) {
		ret = PTR_ERR(target->thread);
		goto cleanup;
	}
	ret = register_ftrace_export(&target->export);
	if (ret)
		goto stop;
	scoped_guard(spinlock_irqsave, &target->send_lock)
		target->head.newest = cpu_to_le16(syscall_trace_newest_instance());
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
	nettrace_send_rest(target);
	netpoll_cleanup(&target->np);
	leave_list(target);
	scoped_guard(spinlock_irqsave, &target->send_lock) {
		target->left = target->unsent + ring_buffer_entries(target->buffer) +
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

/* @type: u16 or uint; @least: the smallest value */
#define NUMBER_ATTRIBUTE(name, field, type, least)					\
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
	ret = kstrto##type(page, 0, &value);						\
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

NUMBER_ATTRIBUTE(local_port, np.local_port, u16, 1);
NUMBER_ATTRIBUTE(remote_port, np.remote_port, u16, 1);
NUMBER_ATTRIBUTE(rate_kb, rate_kb, uint, 0);
NUMBER_ATTRIBUTE(buffer_size_kb, buffer_size_kb, uint, 1);

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
		else if (target->enabled && !nettrace_can_send(target))
			state = "the device takes no packets";
		else if (target->enabled)
			state = "sending";
		records = target->records - target->unsent;
		datagrams = target->datagrams;
		dropped = nettrace_count_dropped(target);
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
	target->export.write = nettrace_keep_record;
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
