// SPDX-License-Identifier: GPL-2.0
/*
 * Switches ktrace on and off: events and the ring buffer.
 */
#include <linux/rcupdate.h>
#include <linux/ring_buffer.h>

#include "ktrace.h"

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
	ktrace_update_events(enable);
	if (!enable) {
		/* Wait for records that were begun before. */
		synchronize_rcu();
		ring_buffer_wake_waiters(ktrace_buffer, RING_BUFFER_ALL_CPUS);
	}

	return 0;
}
