// SPDX-License-Identifier: GPL-2.0
/*
 * For tests: an NMI writes to a ring buffer while a block is written there. The clock of the ring buffer
 * is one that this module has, so that NMIs come for certain: where the clock is asked, and where the
 * time stamp is put in front of the block. They are none but look like some.
 *
 * It cannot be loaded if times go back or are not those of the events; the log says which.
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/ring_buffer.h>

/* Where NMIs come */
#define AT_CLOCK	BIT(0)
#define AT_CLOCK_AGAIN	BIT(1)
#define AT_STAMP	BIT(2)
#define EVERYWHERE	(AT_CLOCK | AT_CLOCK_AGAIN | AT_STAMP)

#define TICK		10
#define IN_BLOCK	3

/* An event of a block has happened at @from, any other one is written from then on. */
struct mark {
	u64	from;
	bool	in_block;
};

static int (*write_block)(struct trace_buffer *buffer, struct ring_buffer_block *block);
static void (*set_clock)(struct trace_buffer *buffer, u64 (*clock)(void));

static struct trace_buffer *buffer;
static u64 now;
static unsigned int wanted;

static void write_one(void)
{
	struct ring_buffer_event *event = ring_buffer_lock_reserve(buffer, sizeof(struct mark));

	if (WARN_ON_ONCE(!event))
		return;
	*(struct mark *)ring_buffer_event_data(event) = (struct mark) { .from = now };
	ring_buffer_unlock_commit(buffer);
}

/* One NMI, if it is wanted here. Others may come in it no more. */
static void maybe_nmi(unsigned int where)
{
	bool enters = !in_nmi();
	unsigned int rest;

	if (!(wanted & where))
		return;
	rest = wanted & ~where;
	wanted = 0;
	if (enters)
		__preempt_count_add(NMI_OFFSET);
	write_one();
	if (enters)
		__preempt_count_sub(NMI_OFFSET);
	wanted = rest;
}

static u64 tick(void)
{
	u64 time = now += TICK;

	maybe_nmi(wanted & AT_CLOCK ? AT_CLOCK : AT_CLOCK_AGAIN);

	return time;
}

static int before_stamp(struct kprobe *unused, struct pt_regs *regs)
{
	/* Only that of the block */
	if (wanted & AT_STAMP)
		maybe_nmi(AT_STAMP);

	return 0;
}

static struct kprobe stamp_probe = {
	.symbol_name	= "rb_add_timestamp",
	.pre_handler	= before_stamp,
};

static void fill(struct ring_buffer_block *block)
{
	unsigned int nr, size = ring_buffer_block_event_size(sizeof(struct mark));
	struct mark *mark;

	block->nr = 0;
	block->size = 0;
	for (nr = 0; nr < IN_BLOCK; nr++) {
		now += TICK;
		mark = ring_buffer_block_reserve(block, now, size);
		*mark = (struct mark) { .from = now, .in_block = true };
		ring_buffer_block_commit(block, now, block->size + size);
	}
}

/* Read all. Times never go back, and are those of the events as far as possible. */
static int check(unsigned int where)
{
	struct ring_buffer_event *event;
	const struct mark *mark;
	u64 ts, last = 0;
	int count = 0;

	while ((event = ring_buffer_consume(buffer, raw_smp_processor_id(), &ts, NULL))) {
		mark = ring_buffer_event_data(event);
		if (ts < last || ts < mark->from || (!mark->in_block && ts > mark->from + TICK) ||
		    (mark->in_block && !where && ts != mark->from)) {
			pr_info("nested_writes: NMIs %x, event %d of %llu%s: %llu behind %llu\n", where,
				count, mark->from, mark->in_block ? " in a block" : "", ts, last);
			return -EILSEQ;
		}
		last = ts;
		count++;
	}
	if (count != 2 * (1 + IN_BLOCK) + 1 + hweight32(where)) {
		pr_info("nested_writes: NMIs %x, %d events\n", where, count);
		return -ENODATA;
	}

	return 0;
}

/* Write the block. An NMI that comes right behind that must not find anything to write. */
static int empty(struct ring_buffer_block *block)
{
	write_block(buffer, block);
	if (!block->size && !block->nr)
		return 0;
	pr_info("nested_writes: the block still has %u events of %u bytes\n", block->nr,
		block->size);

	return -EEXIST;
}

/* An event, a block with NMIs in its writing, an event, a block, an event */
static int write_with(struct ring_buffer_block *block, unsigned int where)
{
	int ret = 0;

	scoped_guard(irqsave) {
		write_one();
		fill(block);
		wanted = where;
		ret = empty(block);
		if (wanted)
			pr_info("nested_writes: NMIs %x did not come\n", wanted);
		wanted = 0;
		write_one();
		fill(block);
		ret = empty(block) ?: ret;
		write_one();
	}

	return check(where) ?: ret;
}

static void *find(const char *name)
{
	struct kprobe probe = { .symbol_name = name };

	if (register_kprobe(&probe))
		return NULL;
	unregister_kprobe(&probe);

	return probe.addr;
}

static int run(struct ring_buffer_block *block)
{
	unsigned int where;
	int ret = 0;

	guard(preempt)();
	for (where = 0; where <= EVERYWHERE; where++) {
		/* The clock is asked again only if an NMI has come the first time. */
		if ((where & (AT_CLOCK | AT_CLOCK_AGAIN)) != AT_CLOCK_AGAIN)
			ret = write_with(block, where) ?: ret;
	}

	return ret;
}

static int __init nested_writes_init(void)
{
	static u8 room[sizeof(struct ring_buffer_block) + 1024] __aligned(8);
	struct ring_buffer_block *block = (void *)room;
	int ret;

	write_block = find("ring_buffer_write_block");
	set_clock = find("ring_buffer_set_clock");
	if (!write_block || !set_clock)
		return -ENOENT;
	buffer = ring_buffer_alloc(PAGE_SIZE * 8, RB_FL_OVERWRITE);
	if (!buffer)
		return -ENOMEM;
	set_clock(buffer, tick);
	block->max = 1024;
	block->room = 1024;
	ret = register_kprobe(&stamp_probe);
	if (!ret) {
		ret = run(block);
		unregister_kprobe(&stamp_probe);
	}
	ring_buffer_free(buffer);

	return ret;
}

static void __exit nested_writes_exit(void)
{
}

module_init(nested_writes_init);
module_exit(nested_writes_exit);
MODULE_DESCRIPTION("Writes to a ring buffer as in an NMI while a block is written, for tests");
MODULE_LICENSE("GPL");
