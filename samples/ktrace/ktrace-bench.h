/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The trace event that a trace point of ktrace is compared with.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM ktrace_bench

#if !defined(_KTRACE_BENCH_H) || defined(TRACE_HEADER_MULTI_READ)
#define _KTRACE_BENCH_H

#include <linux/tracepoint.h>

TRACE_EVENT(ktrace_bench_numbers,
	TP_PROTO(int number, unsigned long size, void *pointer),
	TP_ARGS(number, size, pointer),
	TP_STRUCT__entry(
		__field(int, number)
		__field(unsigned long, size)
		__field(void *, pointer)
	),
	TP_fast_assign(
		__entry->number = number;
		__entry->size = size;
		__entry->pointer = pointer;
	),
	TP_printk("number %d size %lu pointer %p", __entry->number, __entry->size,
		  __entry->pointer)
);

TRACE_EVENT(ktrace_bench_string,
	TP_PROTO(int number, const char *string),
	TP_ARGS(number, string),
	TP_STRUCT__entry(
		__field(int, number)
		__string(string, string)
	),
	TP_fast_assign(
		__entry->number = number;
		__assign_str(string);
	),
	TP_printk("number %d string %s", __entry->number, __get_str(string))
);

#endif

#undef TRACE_INCLUDE_PATH
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE ktrace-bench
#include <trace/define_trace.h>
