// SPDX-License-Identifier: GPL-2.0
/*
 * Trace points of ktrace with arguments of all kinds.
 *
 *   echo 1 > /sys/kernel/debug/ktrace/enabled
 *   echo 3 > /sys/module/ktrace_sample/parameters/fire
 *
 * runs all of them three times. With the parameter print, each is also printed, so that
 * what readers of ktrace make of the arguments can be compared with what printk() does.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/err.h>
#include <linux/ktrace.h>
#include <linux/module.h>
#include <linux/sizes.h>
#include <linux/slab.h>

static bool print;
module_param(print, bool, 0644);
MODULE_PARM_DESC(print, "Print what is traced");

enum sample_enum { SAMPLE_ONE = 1, SAMPLE_MINUS_TWO = -2 };

struct sample_bits {
	unsigned int three : 3;
	int four : 4;
};

/* The trace point, and the same arguments for printk(). */
#define SAMPLE(name, fmt, args...)					\
do {									\
	DO_TRACE(name, fmt, ##args);					\
	if (print)							\
		pr_info(#name ": " fmt "\n", ##args);			\
} while (0)

static void fire_numbers(void)
{
	struct sample_bits bits = { .three = 5, .four = -6 };
	enum sample_enum one = SAMPLE_ONE, minus_two = SAMPLE_MINUS_TWO;
	unsigned char uc = 0xfe;
	signed char sc = -2;
	unsigned short us = 0xfffd;
	short ss = -3;
	bool yes = true, no = false;
	char c = 'k';

	SAMPLE(sample_nothing, "no arguments, 100%%");
	SAMPLE(sample_char, "%c|%d|%hhd|%hhu|%x|%3c|%-3c|", c, sc, sc, uc, uc, c, c);
	SAMPLE(sample_short, "%d %hd %u %hu %hx %#ho", ss, ss, us, us, us, us);
	SAMPLE(sample_int, "%d %i %u %x %X %o %#x", -1, INT_MIN, UINT_MAX, 0xbeef, 0xbeef, 8, 0);
	SAMPLE(sample_long, "%ld %lu %lx", LONG_MIN, ULONG_MAX, 0x123456789abcdefUL);
	SAMPLE(sample_long_long, "%lld %llu %#llx", LLONG_MIN, ULLONG_MAX, 0xfedcba9876543210ULL);
	SAMPLE(sample_size, "%zu %zd %td", sizeof(long), (ssize_t)-1, &ss + 3 - &ss);
	SAMPLE(sample_bool, "%d %d %u", yes, no, one);
	SAMPLE(sample_enum, "%d %d", one, minus_two);
	SAMPLE(sample_bits, "%u %d", bits.three, bits.four);
	SAMPLE(sample_flags, "%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d|%#010x|%+5d|",
	       42, 42, 42, 42, 42, 7, 7, 0xab, -7);
	SAMPLE(sample_width, "%*d|%*d|%-*d|%*.*d|%.*d|", 6, 1, -6, 2, 6, 3, 6, 3, 4, -1, 5);
	SAMPLE(sample_twelve, "%d %d %d %d %d %d %d %d %d %d %d %d",
	       1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
}

static void fire_pointers(void)
{
	/* Not a %p: printk() would hash it, and a reader of the buffer would not. */
	SAMPLE(sample_pointer, "%px %px %px", (void *)0x1234, NULL, ERR_PTR(-ENOENT));
}

static void fire_strings(char *text)
{
	static const char no_end[4] = { 'f', 'o', 'u', 'r' };
	const char *null = NULL, *hello = "hello", *efault = (const char *)8;
	char array[] = "array";

	/* gcc would warn of printing NULL. */
	OPTIMIZER_HIDE_VAR(null);
	SAMPLE(sample_string, "%s, %s", hello, array);
	SAMPLE(sample_literal, "%s", "a literal");
	SAMPLE(sample_empty, "[%s]", "");
	SAMPLE(sample_pad, "[%8s] [%-8s] [%.2s] [%8.2s] [%.10s]",
	       hello, hello, hello, hello, hello);
	SAMPLE(sample_star, "[%*s] [%*s] [%.*s] [%*.*s] [%.*s]",
	       7, hello, -7, hello, 3, hello, 6, 2, hello, -1, hello);
	SAMPLE(sample_no_end, "[%.4s] [%.*s]", no_end, (int)sizeof(no_end), no_end);
	SAMPLE(sample_null, "[%s] [%9s] [%.3s]", null, null, null);
	SAMPLE(sample_mixed, "%s %d %s %lu %c", hello, 1, array, 2UL, '!');

	/* printk() would print what it cannot: too long, other bytes, and nowhere. */
	DO_TRACE(sample_efault, "[%s] [%s]", efault, (const char *)ERR_PTR(-EINVAL));
	DO_TRACE(sample_bytes, "%s %c\n", "\033[2J\377\n\"\\", '\t');
	memset(text, 'k', SZ_8K - 1);
	text[KTRACE_STR_MAX] = '\0';
	DO_TRACE(sample_4k, "%s", text);
	text[KTRACE_STR_MAX] = 'k';
	DO_TRACE(sample_cut, "%s.", text);
	DO_TRACE(sample_5000, "%.5000s", text);
	DO_TRACE(sample_six, "%s %s %s %s %s %s", text, hello, text, text, text, text);
}

static int fire(const char *value, const struct kernel_param *kp)
{
	unsigned int times;
	char *text;
	int ret = kstrtouint(value, 0, &times);

	if (ret)
		return ret;
	text = kzalloc(SZ_8K, GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	while (times--) {
		fire_numbers();
		fire_pointers();
		fire_strings(text);
		cond_resched();
	}
	kfree(text);

	return 0;
}

/* Often, and nothing but the event: for tests of what happens under load. */
static int storm(const char *value, const struct kernel_param *kp)
{
	unsigned int times, i;
	int ret = kstrtouint(value, 0, &times);

	if (ret)
		return ret;
	for (i = 0; i < times; i++) {
		DO_TRACE(sample_storm, "%u of %u by %s", i, times, current->comm);
		if (!(i & 255))
			cond_resched();
	}

	return 0;
}

static const struct kernel_param_ops fire_ops = {
	.set = fire,
};

static const struct kernel_param_ops storm_ops = {
	.set = storm,
};

/* Without a flag for the boot line: before the module is ready, these files do not exist. */
module_param_cb(fire, &fire_ops, NULL, 0200);
MODULE_PARM_DESC(fire, "How often to run all trace points");
module_param_cb(storm, &storm_ops, NULL, 0200);
MODULE_PARM_DESC(storm, "How often to run one of them");

static int __init ktrace_sample_init(void)
{
	DO_TRACE(sample_init, "loaded by %s", current->comm);

	return 0;
}

static void __exit ktrace_sample_exit(void)
{
	DO_TRACE(sample_exit, "unloaded by %s", current->comm);
}

module_init(ktrace_sample_init);
module_exit(ktrace_sample_exit);
MODULE_DESCRIPTION("Trace points of ktrace");
MODULE_LICENSE("GPL");
