/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the signs, words, numbers and texts of a condition that is being read.
 */
#ifndef _SYSCALL_FILTER_SCAN_H
#define _SYSCALL_FILTER_SCAN_H

#include "filter.h"

/**
 * struct syscall_filter_parser - a condition that is being read
 * @pos: the next sign
 * @end: the end of the text
 * @depth: how many parentheses and ! are open
 * @calls: the calls that the condition is about, a bit for each of syscall_trace_calls[]
 * @filter: what was read
 * @fault: what is wrong with it
 */
struct syscall_filter_parser {
	const char			*pos;
	const char			*end;
	unsigned int			depth;
	const unsigned long		*calls;
	struct syscall_filter		*filter;
	struct syscall_filter_fault	*fault;
};

/**
 * struct syscall_filter_unit - a unit of a number
 * @name: NULL behind the last one
 * @factor: it stands for so many
 */
struct syscall_filter_unit {
	const char	*name;
	u64		factor;
};

extern const struct syscall_filter_unit syscall_filter_times[];
extern const struct syscall_filter_unit syscall_filter_sizes[];

static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The sign that is @offset behind the next one; NUL: the text ends before. */
static inline char look(const struct syscall_filter_parser *p, size_t offset)
{
	return p->end - p->pos > offset ? p->pos[offset] : '\0';
}

int syscall_filter_refuse(struct syscall_filter_parser *p, u8 error, const char *at);
void syscall_filter_skip_blanks(struct syscall_filter_parser *p);
bool syscall_filter_take(struct syscall_filter_parser *p, const char *sign);
bool syscall_filter_take_word(struct syscall_filter_parser *p, struct syscall_filter_word *word);
char *syscall_filter_copy_word(const struct syscall_filter_word *word);
int syscall_filter_take_number(struct syscall_filter_parser *p,
			       const struct syscall_filter_unit *units, bool needed, u64 *val);
int syscall_filter_take_text(struct syscall_filter_parser *p, struct syscall_filter_test *test);

#endif /* _SYSCALL_FILTER_SCAN_H */
