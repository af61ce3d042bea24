/* SPDX-License-Identifier: GPL-2.0 */
/* Conditions on records of calls, for unit.c. */
#ifndef _TESTS_UNIT_ASK_H
#define _TESTS_UNIT_ASK_H

#include "record.h"

void ask_record(char *answer, size_t size, const struct record *rec, const char *stage,
		const char *condition);
void ask_line(char *answer, size_t size, const char *text);

#endif /* _TESTS_UNIT_ASK_H */
