// SPDX-License-Identifier: GPL-2.0
/*
 * What a dump shows of every argument of every call, and of what the members of structures
 * lead to: the same bytes are behind all of them, and only kinds that are names may show these.
 */
#include <stdio.h>
#include <string.h>

#include "record.h"
#include "format/format.h"

#define PARTS		72
#define PART_SIZE	192
#define STRUCT_SIZE	512
#define DEPTH		3
#define ADDRESS		0x7f0000001000

/* The bytes, and how they look as text, in hexadecimal, as a hardware address and as numbers. */
#define SECRET		"Zq7x"
static const char * const looks[] = {
	"Zq7", "q7x", "7xZ", "xZq", "\\x71\\x37", "71:37", "113, 55", "0x71, 0x37",
};

/* Names of files, programs, network interfaces, machines and the like, and addresses. */
static const char * const names[] = {
	"path", "link", "strv", "comm", "old_dirent", "utsname",
	"bpf_map_create", "bpf_prog_load", "bpf_obj", "ifconf",
	"ifreq_flags", "ifreq_addr", "ifreq_dstaddr", "ifreq_broadaddr", "ifreq_netmask",
	"ifreq_hwaddr", "ifreq_multi", "ifreq_index", "ifreq_name", "ifreq_mtu", "ifreq_metric",
	"ifreq_qlen", "ifreq_map", "ifreq_newname", "ifreq_slave", "ipv6_mreq",
	"loop_info64", "loop_config",
	/* Numbers of a byte each: capabilities, and members that are reserved. */
	"keyctl_caps", "fsxattr", "fsxattr_set",
	/* What members lead to: each by its structure. */
	"bpf_obj.pathname",
};

#define NR_NAMES	(sizeof(names) / sizeof(*names))

/**
 * struct attempt - a call with something behind one of its arguments
 * @top: the entry point
 * @call: which of its cases
 * @abi: index of the ABI
 * @arg: the argument
 * @words: all arguments
 */
struct attempt {
	const struct syscall_trace_call	*top;
	const struct syscall_trace_call	*call;
	unsigned int			abi;
	unsigned int			arg;
	const u64			*words;
};

static bool seen[NR_NAMES];
static unsigned int nr_arguments, nr_pieces, nr_bad;
static u8 secret[1024];

static bool shows(const char *text)
{
	size_t i;

	for (i = 0; i < sizeof(looks) / sizeof(*looks); i++) {
		if (strstr(text, looks[i]))
			return true;
	}

	return false;
}

/* @what: what the bytes are taken for */
static void judge(const struct attempt *try, const char *what, const char *text)
{
	unsigned int i;

	if (!shows(text))
		return;
	for (i = 0; i < NR_NAMES; i++) {
		if (!strcmp(names[i], what)) {
			seen[i] = true;
			return;
		}
	}
	nr_bad++;
	printf("  | %s: %s shows contents. Are they a name and no secret? Then add \"%s\"\n",
	       try->call->name, try->call->args[try->arg].name ?: "", what);
	printf("  | to names[] of tests/unit/hidden.c. The line: %s", text);
}

static void begin(struct record *rec, const struct attempt *try)
{
	struct record_call of = {
		.abi		= try->abi,
		.nr		= RECORD_NR_CALLS + (try->top - syscall_trace_calls),
		.flags		= SYSCALL_TRACE_HEAD_SPLIT,
		.ret		= 64,
		.nr_args	= try->top->nr_args,
		.wide		= U8_MAX,
	};

	memcpy(of.args, try->words, sizeof(of.args));
	record_begin(rec, SYSCALL_TRACE_WHOLE, &of);
}

static void print(struct trace_seq *s, const struct record *rec)
{
	struct view view = {
		.flags	= SYSCALL_TRACE_SHOW_NO_DATA,
		.room	= SYSCALL_TRACE_TEXT_MAX,
	};

	trace_seq_init(s);
	record_print(s, rec, NULL, &view);
}

/* @as: SYSCALL_TRACE_BLOB_AT_EXIT for what was copied when the call ended. */
static void add(struct record *rec, unsigned int arg, const struct syscall_trace_type *type,
		unsigned int as)
{
	bool nested = type->sort == SYSCALL_TRACE_NESTED;
	unsigned int i;

	for (i = 0; i < (nested ? PARTS : 1); i++)
		record_blob(rec, arg | as, i, SYSCALL_TRACE_BLOB_OK, secret,
			    nested ? PART_SIZE : sizeof(secret));
}

/* Something is behind one argument. The others have any value, or all flags. */
static void try_argument(const struct attempt *try)
{
	const struct syscall_trace_arg *arg = &try->call->args[try->arg];
	static struct record whole;
	static struct trace_seq s;

	begin(&whole, try);
	if (arg->dir & SYSCALL_TRACE_DIR_IN)
		add(&whole, try->arg, arg->type, 0);
	if (arg->dir & SYSCALL_TRACE_DIR_OUT)
		add(&whole, try->arg, arg->type, SYSCALL_TRACE_BLOB_AT_EXIT);
	print(&s, &whole);
	judge(try, arg->type->name, s.buffer);
	nr_arguments++;
}

/* So many bytes are behind a member, whose structure is @data. Does the line show anything of it? */
static bool try_piece(const struct attempt *try, const char *what, unsigned int part, size_t nr,
		      const u8 *data, size_t len)
{
	static struct trace_seq without, with;
	static struct record whole;

	begin(&whole, try);
	record_blob(&whole, try->arg, 0, SYSCALL_TRACE_BLOB_OK, data, len);
	print(&without, &whole);
	record_blob(&whole, try->arg, part, SYSCALL_TRACE_BLOB_OK, secret, nr);
	print(&with, &whole);
	judge(try, what, with.buffer);

	return strcmp(without.buffer, with.buffer);
}

/* Does a line show anything of what is behind a member, however much of it there is? */
static bool try_sizes(const struct attempt *try, const char *what, unsigned int part,
		      const u8 *data, size_t len)
{
	/* Some printers take no more than a long. */
	bool is_shown = try_piece(try, what, part, sizeof(u64), data, len);

	return try_piece(try, what, part, sizeof(secret), data, len) || is_shown;
}

/*
 * What a member of a structure of this type leads to. The other members are 0, but for those that
 * let this one be shown.
 */
static void try_member(const struct attempt *try, const struct syscall_trace_type *type,
		       const struct syscall_trace_field *field, unsigned int part,
		       const u8 *data, size_t len)
{
	bool is_shown;
	char what[128];
	unsigned int i;

	/* A kind that shows names does so of a secret, too: each member is looked at by somebody. */
	snprintf(what, sizeof(what), "%s.%s", type->name, field->name);
	is_shown = try_sizes(try, what, part, data, len);
	/* Some functions have a number of their own for the piece. */
	if (type->sort == SYSCALL_TRACE_NESTED) {
		for (i = 1; i < PARTS && !is_shown; i++)
			is_shown = try_sizes(try, what, i, data, len);
	}
	if (!is_shown) {
		nr_bad++;
		printf("  | %s: no line shows what %s leads to\n", try->call->name, field->name);
	}
	nr_pieces++;
}

/*
 * What the members of a structure lead to, one after the other, as struct.c counts these pieces.
 * The structure, of type @type, is at @at in that of the argument.
 */
static void try_members(const struct attempt *try, const struct syscall_trace_type *type,
			size_t at, unsigned int *part)
{
	unsigned int i, layout = syscall_trace_layout(type, try->abi);

	for (i = 0; i < type->nr_fields; i++) {
		const struct syscall_trace_field *field = &type->fields[i];
		u8 data[STRUCT_SIZE] = { };

		if (!field->name)
			continue;
		if (field->type->leads_on)
			try_members(try, field->type, at + field->offset[layout], part);
		if (!field->to)
			continue;
		record_satisfy(type, field, layout, data + at);
		try_member(try, type, field, ++*part, data, sizeof(data));
	}
}

static void try_one(const struct attempt *try)
{
	const struct syscall_trace_arg *arg = &try->call->args[try->arg];
	unsigned int part = 0;

	try_argument(try);
	if (arg->type->leads_on && arg->dir & SYSCALL_TRACE_DIR_IN)
		try_members(try, arg->type, 0, &part);
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
				try_one(&(struct attempt){ top, call, abi, i, rest });
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

	for (i = 0; i < sizeof(secret); i++)
		secret[i] = SECRET[i % strlen(SECRET)];
	for (i = 0; i < syscall_trace_nr_calls; i++)
		try_call(&syscall_trace_calls[i], &syscall_trace_calls[i], words, 0, 0);
	for (i = 0; i < NR_NAMES; i++) {
		if (seen[i])
			continue;
		printf("  | %s is a name, and not shown\n", names[i]);
		nr_bad++;
	}
	printf("%u arguments, %u pieces of memory that members lead to\n", nr_arguments, nr_pieces);

	return nr_bad || nr_arguments < 1000 || !nr_pieces;
}
