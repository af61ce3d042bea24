/* SPDX-License-Identifier: GPL-2.0 */
/* Prints records that are not the tracer's, with libtraceevent. */
#ifndef _RECORDS_TEXT_H
#define _RECORDS_TEXT_H

#include "record.h"

struct tep_handle;
struct trace_seq;

const char *report_text(struct tep_handle *tep, struct trace_seq *s,
			const struct record *rec);

#endif /* _RECORDS_TEXT_H */
