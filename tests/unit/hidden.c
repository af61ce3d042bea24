// SPDX-License-Identifier: GPL-2.0
/*
 * What a dump shows of every argument of every call: the same bytes are behind all of
 * them, and only kinds that are names may show these.
 */
#include <stdio.h>
#include <string.h>

#include "record.h"
#include "format/format.h"

#define PARTS		72
#define PART_SIZE	192
#define DEPTH		3
#define ADDRESS		0x7f0000001000

/* The bytes, and how they look as text, in hexadecimal and as a hardware address. */
#define SECRET		"Zq7x"
static const char * const looks[] = { "Zq7", "q7x", "7xZ", "xZq", "\\x71\\x37", "71:37" };

/* Names of files, programs, network interfaces, machines and the like, and addresses. */
static const char * const names[] = {
	"path", "link", "strv", "comm", "old_dirent", "utsname",
	"bpf_map_create", "bpf_prog_load", "bpf_obj", "ifconf",
	"ifreq_flags", "ifreq_addr", "ifreq_dstaddr", "ifreq_broadaddr", "ifreq_netmask",
	"ifreq_hwaddr", "ifreq_index", "ifreq_name", "ifreq_mtu", "ifreq_metric",
	"ifreq_qlen", "ifreq_map", "ifreq_newname", "ifreq_slave", "ipv6_mreq",
	"loop_info64", "loop_config",
};

#define NR_NAMES	(sizeof(names) / sizeof(*names))

static bool seen[NR_NAMES];
static unsigned int nr_arguments, nr_bad;

static bool shows(const char *text)
{
	size_t i;

	for (i = 0; i < sizeof(looks) / sizeof(*looks); i++) {
		if (strstr(text, looks[i]))
			return true;
	}

	return false;
}

static void judge(const struct syscall_trace_call *call, const struct syscall_trace_arg *arg,
		  const char *text)
{
	unsigned int i;

	if (!shows(text))
		return;
	for (i = 0; i < NR_NAMES; i++) {
		if (!strcmp(names[i], arg->type->name)) {
			seen[i] = true;
			return;
		}
	}
	nr_bad++;
	printf("  | %s: %s shows contents. Are they a name and no secret? Then add \"%s\"\n",
	       call->name, arg->name ?: "", arg->type->name);
	printf("  | to names[] of tests/unit/hidden.c. The line: %s", text);
}

/* @as: SYSCALL_TRACE_BLOB_AT_EXIT for what was copied when the call ended. */
static void add(struct record *rec, unsigned int arg, const struct syscall_trace_type *type,
		unsigned int as)
{
	bool nested = type->sort == SYSCALL_TRACE_NESTED;
	static u8 data[1024];
	unsigned int i;

	for (i = 0; i < sizeof(data); i++)
		data[i] = SECRET[i % strlen(SECRET)];
	for (i = 0; i < (nested ? PARTS : 1); i++)
		record_blob(rec, arg | as, i, SYSCALL_TRACE_BLOB_OK, data,
			    nested ? PART_SIZE : sizeof(data));
}

/* Something is behind one argument. The others have any value, or all flags. */
static void try_one(const struct syscall_trace_call *top, const struct syscall_trace_call *call,
		    unsigned int abi, unsigned int arg, const u64 *words)
{
	const struct syscall_trace_type *type = call->args[arg].type;
	static struct record whole;
	struct view view = {
		.flags	= SYSCALL_TRACE_SHOW_NO_DATA,
		.room	= SYSCALL_TRACE_TEXT_MAX,
	};
	struct record_call of = {
		.abi		= abi,
		.nr		= RECORD_NR_CALLS + (top - syscall_trace_calls),
		.flags		= SYSCALL_TRACE_HEAD_SPLIT,
		.ret		= 64,
		.nr_args	= top->nr_args,
		.wide		= U8_MAX,
	};
	static struct trace_seq s;

	memcpy(of.args, words, sizeof(of.args));
	record_begin(&whole, SYSCALL_TRACE_WHOLE, &of);
	if (call->args[arg].dir & SYSCALL_TRACE_DIR_IN)
		add(&whole, arg, type, 0);
	if (call->args[arg].dir & SYSCALL_TRACE_DIR_OUT)
		add(&whole, arg, type, SYSCALL_TRACE_BLOB_AT_EXIT);

	trace_seq_init(&s);
	record_print(&s, &whole, NULL, &view);
	judge(call, &call->args[arg], s.buffer);
	nr_arguments++;
}

static void try_call(const struct syscall_trace_call *top, const struct syscall_trace_call *call,
		     u64 *words, u64 mask, unsigned int depth)
{
	unsigned int i, abi;

	for (i = 0; i < call->nr_args; i++) {
		const struct syscall_trace_type *type = call->args[i].type;
		u64 rest[SYSCALL_TRACE_MAX_ARGS], fill;
		unsigned int j;

		if (!type || type->sort == SYSCALL_TRACE_SCALAR)
			continue;
		for (fill = 0; fill <= 8; fill += 8) {
			for (j = 0; j < SYSCALL_TRACE_MAX_ARGS; j++) {
				bool fixed = mask >> j & 1;
				bool pointer = j < call->nr_args && call->args[j].type &&
					       call->args[j].type->sort != SYSCALL_TRACE_SCALAR;

				rest[j] = fixed ? words[j] : pointer ? ADDRESS : fill * 32;
			}
			for (abi = 0; abi < syscall_trace_nr_abis; abi++)
				try_one(top, call, abi, i, rest);
		}
	}
	if (!call->cases || depth == DEPTH)
		return;
	for (i = 0; i < call->cases->nr; i++) {
		unsigned int arg = call->cases->arg;
		u64 before = words[arg];

		words[arg] = (before & ~(u64)call->cases->mask) | call->cases->cases[i].value;
		try_call(top, call->cases->cases[i].call, words, mask | 1ULL << arg, depth + 1);
		words[arg] = before;
	}
}

int main(void)
{
	u64 words[SYSCALL_TRACE_MAX_ARGS] = { };
	unsigned int i;

	for (i = 0; i < syscall_trace_nr_calls; i++)
		try_call(&syscall_trace_calls[i], &syscall_trace_calls[i], words, 0, 0);
	for (i = 0; i < NR_NAMES; i++) {
		if (seen[i])
			continue;
		printf("  | %s is a name, and not shown\n", names[i]);
		nr_bad++;
	}
	printf("%u arguments\n", nr_arguments);

	return nr_bad || nr_arguments < 1000;
}
