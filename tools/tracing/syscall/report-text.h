/* SPDX-License-Identifier: GPL-2.0 */
/* Prints records that are not the tracer's, with libtraceevent. */
#ifndef _REPORT_TEXT_H
#define _REPORT_TEXT_H

#include "report-record.h"

struct tep_handle;
struct trace_seq;

const char *report_text(struct tep_handle *tep, struct trace_seq *s,
			const struct record *rec);

#endif /* _REPORT_TEXT_H */
