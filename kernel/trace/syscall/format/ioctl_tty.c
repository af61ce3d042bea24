// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints flags of terminals.
 */
#include "format.h"
#include "printers.h"

#define CIBAUD		0x100f0000U
#define IBSHIFT		16

/* Is the constant one of several values of a bit field, and no flag? */
static bool is_field_value(const struct syscall_trace_set *set, const struct syscall_trace_const *c)
{
	unsigned int i;

	for (i = 0; i < set->nr; i++) {
		if (set->consts[i].mask == c->mask && set->consts[i].value != c->value)
			return true;
	}

	return false;
}

/*
 * The values of bit fields come first, each followed by a |, and then the flags. A word
 * without either prints as nothing.
 */
SYSCALL_KIND(termios_flags)
{
	const struct syscall_trace_set *set = type->set;
	const struct syscall_trace_const *c;
	bool is_cflag = set->nr && set->consts[0].mask == CIBAUD >> IBSHIFT;
	const char *sep = "";
	unsigned int i;
	u64 done = 0;

	for (i = 0; i < set->nr; i++) {
		c = &set->consts[i];
		if (!(c->mask & done) && (val & c->mask) == c->value && is_field_value(set, c)) {
			trace_seq_printf(fmt->s, "%s%s", sep, c->name);
			done |= c->mask;
			sep = "|";
			/* Behind the output speed comes the input speed if it is set. */
			if (is_cflag && c->mask == set->consts[0].mask && (val & CIBAUD)) {
				const struct syscall_trace_const *in;

				in = syscall_trace_find_const(set, (val & CIBAUD) >> IBSHIFT);
				if (in)
					trace_seq_printf(fmt->s, "|%s<<IBSHIFT", in->name);
				else
					trace_seq_printf(fmt->s, "|0x%llx<<IBSHIFT",
							 (val & CIBAUD) >> IBSHIFT);
				done |= CIBAUD;
			}
		}
	}
	if (*sep)
		trace_seq_puts(fmt->s, sep);

	sep = "";
	for (i = 0; i < set->nr; i++) {
		c = &set->consts[i];
		if ((val & c->mask) != c->value || (c->mask & done) || is_field_value(set, c))
			continue;
		trace_seq_printf(fmt->s, "%s%s", sep, c->name);
		done |= c->mask;
		sep = "|";
	}
	if (val & ~done)
		trace_seq_printf(fmt->s, "%s0x%llx", sep, val & ~done);
}
