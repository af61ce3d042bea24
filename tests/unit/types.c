// SPDX-License-Identifier: GPL-2.0
/*
 * Prints structures that no call of the table has, but that its language allows: members
 * that lead on beside members that are not always shown, or that the kernel writes.
 */
#include <stdio.h>
#include <string.h>

#include "record.h"
#include "format/printers.h"

syscall_trace_print_nested syscall_nested_answered;

static const struct syscall_trace_type u32_type = {
	.name = "u32", .sort = SYSCALL_TRACE_SCALAR, .size = { 4, 4 },
};

static const struct syscall_trace_type u64_type = {
	.name = "u64", .sort = SYSCALL_TRACE_SCALAR, .size = { 8, 8 },
};

static const struct syscall_trace_type path_type = {
	.name = "path", .sort = SYSCALL_TRACE_STRING,
};

static const struct syscall_trace_when has_extra = { .field = 3 };

/* The second member is shown if the fourth is not 0. The last one is the kernel's. */
static const struct syscall_trace_field fields[] = {
	{ .name = "first", .type = &u64_type, .size = { 8, 8 }, .to = &path_type },
	{ .name = "extra", .type = &u64_type, .offset = { 8, 8 }, .size = { 8, 8 },
	  .to = &path_type, .nr_when = 1, .when = &has_extra },
	{ .name = "last", .type = &u64_type, .offset = { 16, 16 }, .size = { 8, 8 },
	  .to = &path_type },
	{ .name = "has_extra", .type = &u32_type, .offset = { 24, 24 }, .size = { 4, 4 } },
	{ .name = "result", .type = &u32_type, .offset = { 28, 28 }, .size = { 4, 4 } },
};

static const struct syscall_trace_type plain = {
	.name = "plain", .sort = SYSCALL_TRACE_STRUCT, .size = { 32, 32 }, .leads_on = true,
	.fields = fields, .nr_fields = ARRAY_SIZE(fields),
};

static const struct syscall_trace_type answered = {
	.name = "answered", .sort = SYSCALL_TRACE_NESTED, .size = { 32, 32 }, .leads_on = true,
	.fields = fields, .nr_fields = ARRAY_SIZE(fields), .nr_inputs = 4,
	.printer = SYSCALL_TRACE_BY_NESTED, .by.nested = syscall_nested_answered,
};

static int failed;

static void check(const char *name, const struct syscall_trace_type *type, u32 has_extra,
		  const char *expected)
{
	const struct syscall_trace_arg arg = {
		.name = "arg", .type = type,
		.dir = SYSCALL_TRACE_DIR_IN | SYSCALL_TRACE_DIR_OUT,
	};
	const struct syscall_trace_call call = { .nr_args = 1, .nr_shown = 1, .args = &arg };
	static const char * const paths[] = { "/one", "/two", "/three" };
	struct { u64 first, extra, last; u32 has_extra, result; } data = {
		0x1000, 0x2000, 0x3000, has_extra, 0,
	};
	static struct record copies;
	static struct trace_seq s;
	struct syscall_trace_fmt fmt = {
		.s = &s, .call = &call, .nr_args = 1, .args = { 0x4000 }, .at_exit = true,
		.end = SYSCALL_TRACE_TEXT_MAX,
	};
	unsigned int i;

	copies.size = 0;
	record_blob(&copies, 0, 0, SYSCALL_TRACE_BLOB_OK, &data, sizeof(data));
	for (i = 0; i < ARRAY_SIZE(paths); i++)
		record_blob(&copies, 0, i + 1, SYSCALL_TRACE_BLOB_OK, paths[i], strlen(paths[i]));
	data.result = 5;
	/* Of the other type, a copy that differs is shown as well, without what it leads to. */
	if (type == &answered)
		record_blob(&copies, SYSCALL_TRACE_BLOB_AT_EXIT, 0, SYSCALL_TRACE_BLOB_OK, &data,
			    sizeof(data));
	fmt.blobs = (struct syscall_trace_blobs){ copies.data, copies.size };

	trace_seq_init(&s);
	syscall_trace_print_arg(&fmt, 0);
	trace_seq_putc(&s, 0);
	if (!strcmp(s.buffer, expected)) {
		printf("ok - %s\n", name);
		return;
	}
	printf("not ok - %s\n  | %s\n", name, s.buffer);
	failed = 1;
}

int main(void)
{
	check("members that lead on", &plain, 1,
	      "{first=\"/one\", extra=\"/two\", last=\"/three\", has_extra=1, result=0}");
	check("a member that leads on and is not shown", &plain, 0,
	      "{first=\"/one\", last=\"/three\", has_extra=0, result=0}");
	check("members that lead on beside the kernel's answer", &answered, 1,
	      "{first=\"/one\", extra=\"/two\", last=\"/three\", has_extra=1, result=5}");
	check("the same, one of which is not shown", &answered, 0,
	      "{first=\"/one\", last=\"/three\", has_extra=0, result=5}");

	return failed;
}
