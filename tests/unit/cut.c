// SPDX-License-Identifier: GPL-2.0
/*
 * Records of all numbers and widths of arguments: what comes out is what went in. And what
 * is left of each after any of its bytes, which the sanitizers watch.
 */
#include <stdio.h>
#include <string.h>

#include "record.h"

#define UNKNOWN_NR	999
#define BLOB		"blob"

static const u64 args[SYSCALL_TRACE_MAX_ARGS] = {
	0x100000001, 0xffffffffffffffff, 0x8000000080000000, 0x400000000, 0x500000005, 0xf6f6f6f6f6,
};

static unsigned int nr_records, nr_bad;

static void bad(const char *what, const char *text)
{
	printf("  | %s: %s", what, text);
	nr_bad++;
}

static void print(struct trace_seq *s, const struct record *rec, bool as_json)
{
	static const struct syscall_trace_context context = { .comm = "a" };
	struct view view = {
		.flags	= SYSCALL_TRACE_SHOW_TIME,
		.room	= as_json ? SYSCALL_TRACE_JSON_MAX : SYSCALL_TRACE_TEXT_MAX,
		.json	= as_json ? &context : NULL,
	};
	bool is_exit = rec->kind == SYSCALL_TRACE_EXIT;

	trace_seq_init(s);
	record_print(s, is_exit ? NULL : rec, is_exit ? rec : NULL, &view);
	nr_records++;
}

/* One line, and no more of the record than there is. */
static void cut(const struct record *whole, size_t fixed, bool as_json)
{
	const char *malformed = as_json ? ",\"malformed\":true}\n" : "<malformed record>\n";
	static struct record rec;
	static struct trace_seq s;
	const char *end;

	for (rec = *whole; rec.size--;) {
		print(&s, &rec, as_json);
		end = strchr(s.buffer, '\n');
		if (!end || end[1])
			bad("not one line", s.buffer);
		else if (rec.size < fixed && !strstr(s.buffer, malformed))
			bad("not malformed", s.buffer);
		else if (rec.size >= fixed && strstr(s.buffer, malformed))
			bad("malformed", s.buffer);
		else if (as_json && rec.kind != SYSCALL_TRACE_ENTRY &&
			 (rec.size < fixed) != !!strstr(s.buffer, ",\"ret\":null,\"result\":\"?\","))
			bad("a result that nobody knows", s.buffer);
	}
}

static void try_one(enum syscall_trace_kind kind, struct record_call *call)
{
	static struct record rec;
	static struct trace_seq s;
	char expected[512];
	size_t fixed, len;
	unsigned int i;

	rec.time = call->entered + 3;
	record_begin(&rec, kind, call);
	fixed = rec.size;
	record_blob(&rec, 0, 0, SYSCALL_TRACE_BLOB_OK, BLOB, strlen(BLOB));
	print(&s, &rec, false);
	if (kind != SYSCALL_TRACE_EXIT) {
		len = sprintf(expected, "syscall_0x%llx(", (long long)call->nr);
		for (i = 0; i < call->nr_args; i++) {
			u64 arg = call->wide & BIT(i) ? args[i] : (u32)args[i];

			len += sprintf(expected + len, "%s%s%llx", i ? ", " : "", arg ? "0x" : "", arg);
		}
		if (!strlen(expected) || strncmp(s.buffer, expected, len))
			bad(expected, s.buffer);
	}
	if (kind != SYSCALL_TRACE_ENTRY) {
		len = sprintf(expected, ") = %lld%s\n", (long long)call->ret,
			      call->flags & SYSCALL_TRACE_HEAD_TIMED ? " <3>" : "");
		if (s.len < len || strcmp(s.buffer + s.len - len, expected))
			bad(expected, s.buffer);
	}
	cut(&rec, fixed, false);
	cut(&rec, fixed, true);
}

static void try_words(struct record_call *call)
{
	unsigned int nr, wide;

	for (nr = 0; nr <= SYSCALL_TRACE_MAX_ARGS; nr++) {
		for (wide = 0; wide < BIT(nr); wide++) {
			call->nr_args = nr;
			call->wide = wide;
			try_one(SYSCALL_TRACE_WHOLE, call);
			try_one(SYSCALL_TRACE_ENTRY, call);
			call->flags ^= SYSCALL_TRACE_HEAD_SPLIT;
			try_one(SYSCALL_TRACE_EXIT, call);
			call->flags ^= SYSCALL_TRACE_HEAD_SPLIT;
		}
	}
	try_one(SYSCALL_TRACE_EXIT, call);
}

int main(void)
{
	static const s64 results[] = { 7, 0x7fffffff, 0x80000000, -0x80000001LL };
	static const s32 numbers[] = { UNKNOWN_NR, 4096, -1 };
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(results) * ARRAY_SIZE(numbers); i++) {
		for (j = 0; j <= SYSCALL_TRACE_HEAD_TIMED; j += SYSCALL_TRACE_HEAD_TIMED) {
			struct record_call call = {
				.nr		= numbers[i % ARRAY_SIZE(numbers)],
				.flags		= j,
				.ret		= results[i / ARRAY_SIZE(numbers)],
				.entered	= 0x123456789,
			};

			memcpy(call.args, args, sizeof(call.args));
			try_words(&call);
		}
	}
	printf("%u records\n", nr_records);

	return nr_bad || nr_records < 10000;
}
