// SPDX-License-Identifier: GPL-2.0
/*
 * Trace points that ktrace refuses when this module is loaded, with what the kernel log
 * says: gcc has nothing against their formats. The module is loaded nevertheless.
 */
#include <linux/ktrace.h>
#include <linux/module.h>

static int __init ktrace_refused_init(void)
{
	char text[] = "text";

	/* The module ktrace-sample has this one with another format, and with other types. */
	DO_TRACE(sample_string, "%d", 1);
	DO_TRACE(sample_char, "%c|%d|%hhd|%hhu|%x|%3c|%-3c|", 'k', 1, 2, 3, 4, 'k', 'k');
	/* What these point to may be gone when the record is read. */
	DO_TRACE(refused_symbol, "%pS", (void *)ktrace_refused_init);
	DO_TRACE(refused_pointer, "%p", text);
	/* Not refused. */
	DO_TRACE(refused_not, "%p is not %s", (void *)text, text);

	return 0;
}

static void __exit ktrace_refused_exit(void)
{
}

module_init(ktrace_refused_init);
module_exit(ktrace_refused_exit);
MODULE_DESCRIPTION("Trace points that ktrace refuses");
MODULE_LICENSE("GPL");
