// SPDX-License-Identifier: GPL-2.0
/*
 * What an enabled trace point calls: space in the ring buffer, and strings.
 */
#include <linux/export.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/ring_buffer.h>
#include <linux/uaccess.h>
#include <asm/word-at-a-time.h>
#include <linux/unaligned.h>

#include "ktrace.h"

/* Set before the first site is switched on, and then never changed. */
struct trace_buffer *ktrace_buffer __read_mostly;

/*
 * Events that this CPU could not write since the last one that it could. They are told of
 * in front of the next one.
 */
static DEFINE_PER_CPU(unsigned long, ktrace_untold);
/* All of them, since the last reset. */
static DEFINE_PER_CPU(unsigned long, ktrace_lost);

struct ktrace_lost_record {
	u32	id;
	u64	count;
} __packed;

/**
 * ktrace_lost_events - how many events there was no space for
 *
 * Any context.
 *
 * Return: their number since the last reset, of all CPUs.
 */
unsigned long ktrace_lost_events(void)
{
	unsigned long sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += READ_ONCE(per_cpu(ktrace_lost, cpu));

	return sum;
}

/**
 * ktrace_forget_lost - begin to count anew
 *
 * The caller has made sure that nothing is being recorded.
 */
void ktrace_forget_lost(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		WRITE_ONCE(per_cpu(ktrace_lost, cpu), 0);
		WRITE_ONCE(per_cpu(ktrace_untold, cpu), 0);
	}
}

/* Put the number of lost events in front of the next one. */
static noinline bool ktrace_tell_lost(void)
{
	unsigned long count = this_cpu_xchg(ktrace_untold, 0);
	struct ktrace_lost_record *lost;
	struct ring_buffer_event *event;

	/* An interrupt has been here first. */
	if (!count)
		return true;

	event = ring_buffer_lock_reserve(ktrace_buffer, sizeof(*lost));
	if (!event) {
		this_cpu_add(ktrace_untold, count);
		return false;
	}
	lost = ring_buffer_event_data(event);
	lost->id = KTRACE_ID_LOST;
	lost->count = count;
	ring_buffer_unlock_commit(ktrace_buffer);

	return true;
}

/*
 * An event does not fit. It is still shown in tracefs, if that is wanted, whose buffer
 * overwrites: there, it is the last events that matter.
 */
static noinline u32 *ktrace_reserve_lost(unsigned int size)
{
	/* Switched off meanwhile: that is no loss. */
	if (!ring_buffer_record_is_set_on(ktrace_buffer))
		return NULL;

	this_cpu_inc(ktrace_untold);
	this_cpu_inc(ktrace_lost);

	return ktrace_echo_reserve(size);
}

/**
 * ktrace_reserve - begin a record
 * @site: whose it is
 * @size: its bytes, with those of the id
 *
 * Any context in which RCU watches. If there is space, preemption is off until
 * ktrace_commit().
 *
 * Return: the record, whose id is written already, or NULL: the event is lost. It may be one
 * that only tracefs gets.
 */
void *ktrace_reserve(const struct ktrace_site *site, unsigned int size)
{
	struct ring_buffer_event *event = NULL;
	u32 *record;

	/* The loss of an event is told of on the CPU where it was lost. */
	preempt_disable_notrace();
	if (likely(!__this_cpu_read(ktrace_untold)) || ktrace_tell_lost())
		event = ring_buffer_lock_reserve(ktrace_buffer, size);
	if (likely(event)) {
		record = ring_buffer_event_data(event);
	} else {
		record = ktrace_reserve_lost(size);
		if (!record) {
			preempt_enable_notrace();
			return NULL;
		}
	}
	*record = site->id;

	return record;
}
EXPORT_SYMBOL_GPL(ktrace_reserve);

/**
 * ktrace_commit - let readers see a record
 * @record: what ktrace_reserve() has returned
 * @size: its bytes, as passed there
 */
void ktrace_commit(void *record, unsigned int size)
{
	if (static_branch_unlikely(&ktrace_echo_key)) {
		if (ktrace_echo_commit(record, size)) {
			preempt_enable_notrace();
			return;
		}
		ktrace_echo(record, size);
	}
	ring_buffer_unlock_commit(ktrace_buffer);
	preempt_enable_notrace();
}
EXPORT_SYMBOL_GPL(ktrace_commit);

/*
 * The length of a string, at most @limit, or -EFAULT. A word is read at once: it can reach
 * into a page that is not there, which only the bytes then tell.
 */
static long ktrace_strnlen(const char *string, unsigned int limit)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	unsigned int length = 0;
	unsigned long word, data;
	char c;

	pagefault_disable();
	if (!IS_ENABLED(CONFIG_HAVE_EFFICIENT_UNALIGNED_ACCESS))
		goto bytes;
	for (; length + sizeof(word) <= limit; length += sizeof(word)) {
		__get_kernel_nofault(&word, string + length, unsigned long, bytes);
		if (!has_zero(word, &data, &constants))
			continue;
		data = prep_zero_mask(word, data, &constants);
		data = create_zero_mask(data);
		length += find_zero(data);
		goto out;
	}
bytes:
	for (; length < limit; length++) {
		__get_kernel_nofault(&c, string + length, char, fault);
		if (!c)
			break;
	}
out:
	pagefault_enable();
	return length;
fault:
	pagefault_enable();
	return -EFAULT;
}

/**
 * ktrace_string - what the record is going to say of a string
 * @string: it may be anywhere, or nowhere
 * @limit: how many bytes of it the format can show
 * @max: how many bytes of it can be stored
 *
 * Any context. Kernel memory is read as copy_from_kernel_nofault() does, user space is not.
 *
 * Return: the u16 in front of the string, with its length.
 */
unsigned int ktrace_string(const char *string, unsigned int limit, unsigned int max)
{
	unsigned int stored = min(limit, max);
	long length;

	if (!string)
		return KTRACE_STR_NULL;
	/* One more than is stored, if there may be one, tells whether it is cut. */
	if (!copy_from_kernel_nofault_allowed(string, stored + 1))
		return KTRACE_STR_BAD;
	length = ktrace_strnlen(string, limit > max ? max + 1 : limit);
	if (unlikely(length < 0))
		return KTRACE_STR_BAD;
	if (unlikely(length > stored))
		return stored | KTRACE_STR_CUT;

	return length;
}
EXPORT_SYMBOL_GPL(ktrace_string);

/*
 * Copy what ktrace_strnlen() has read. The last word may be copied in part for the second
 * time: that is quicker than its bytes.
 */
static bool ktrace_copy(void *to, const char *string, unsigned int length)
{
	unsigned int done = 0;
	unsigned long word;
	char c;

	pagefault_disable();
	if (IS_ENABLED(CONFIG_HAVE_EFFICIENT_UNALIGNED_ACCESS) && length >= sizeof(word)) {
		for (; done < length - sizeof(word); done += sizeof(word)) {
			__get_kernel_nofault(&word, string + done, unsigned long, fault);
			put_unaligned(word, (unsigned long *)(to + done));
		}
		done = length - sizeof(word);
		__get_kernel_nofault(&word, string + done, unsigned long, fault);
		put_unaligned(word, (unsigned long *)(to + done));
		done = length;
	}
	for (; done < length; done++) {
		__get_kernel_nofault(&c, string + done, char, fault);
		*(char *)(to + done) = c;
	}
	pagefault_enable();
	return true;
fault:
	pagefault_enable();
	return false;
}

/**
 * ktrace_put_string - store a string
 * @to: where, of any alignment
 * @string: the string
 * @head: what ktrace_string() has said of it
 *
 * The string may have changed since, or even have gone: its length stays.
 *
 * Return: behind it.
 */
void *ktrace_put_string(void *to, const char *string, unsigned int head)
{
	unsigned int length = ktrace_string_size(head);

	put_unaligned((u16)head, (u16 *)to);
	to += sizeof(u16);
	if (unlikely(!ktrace_copy(to, string, length)))
		memset(to, '?', length);

	return to + length;
}
EXPORT_SYMBOL_GPL(ktrace_put_string);
