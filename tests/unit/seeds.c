// SPDX-License-Identifier: GPL-2.0
/*
 * What the fuzzer starts with: each call and each of its cases, in each ABI, with
 * something behind each pointer.
 *
 *	seeds FOLDER
 */
#include <linux/audit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "format/format.h"
#include "pieces.h"

#define PARTS	4
#define FAMILIES	47
#define CONTROL		96
#define CONTROL_TYPES	66
/* More than a line has room for. */
#define LONG	6000

static const char *folder;
static unsigned int nr_seeds;
static bool lengthy;

static unsigned int layout_of(const struct syscall_trace_type *type, unsigned int abi)
{
	return syscall_trace_layout(type, abi);
}

/* A value that a scalar may well have. */
static u64 value_of(const struct syscall_trace_type *type, unsigned int turn)
{
	const struct syscall_trace_set *set = type->set;

	return set && set->nr ? set->consts[turn % set->nr].value : turn % 5;
}

static void fill_struct(u8 *data, const struct syscall_trace_type *type, unsigned int abi,
			unsigned int turn)
{
	unsigned int layout = layout_of(type, abi), i;

	for (i = 0; i < type->nr_fields; i++) {
		const struct syscall_trace_field *field = &type->fields[i];
		u8 *pos = data + field->offset[layout];
		u64 val;

		if (field->type->sort == SYSCALL_TRACE_STRUCT) {
			fill_struct(pos, field->type, abi, turn);
		} else if (field->size[layout] <= sizeof(val)) {
			val = value_of(field->type, turn + i);
			memcpy(pos, &val, field->size[layout]);
		}
	}
}

/* The same over and over: what has no end by itself must still end. */
static size_t repeat(u8 *data, size_t size)
{
	size_t len;

	if (!lengthy)
		return size;
	for (len = size; len < LONG; len++)
		data[len] = data[len - size];

	return LONG;
}

/* What may be behind a pointer of the type; returns its size. */
static size_t pointed(u8 *data, const struct syscall_trace_type *type, unsigned int abi,
		      unsigned int turn)
{
	static const char text[] = "/some/where\n\1" "23";
	const struct syscall_trace_type *element = type->element ?: type;
	size_t size = type->size[layout_of(type, abi)];
	unsigned int i, nr = size && size < 512 ? 3 : 1;

	for (i = 0; i < 64; i++)
		data[i] = i % 8 ? 0 : turn + i / 8;
	switch (type->sort) {
	case SYSCALL_TRACE_STRING:
	case SYSCALL_TRACE_DATA:
		memcpy(data, text, sizeof(text) - 1);
		return repeat(data, sizeof(text) - 1);
	case SYSCALL_TRACE_NESTED:
		if (!type->nr_fields)
			break;
		fallthrough;
	case SYSCALL_TRACE_STRUCT:
	case SYSCALL_TRACE_ARRAY:
		if (!size || size > 4096)
			break;
		for (i = 0; i < nr; i++) {
			u64 val = value_of(element, turn + i);

			memset(data + i * size, 0, size);
			if (element->sort == SYSCALL_TRACE_STRUCT)
				fill_struct(data + i * size, element, abi, turn);
			else
				memcpy(data + i * size, &val, size < 8 ? size : 8);
		}
		if (!lengthy && type->sort != SYSCALL_TRACE_ARRAY && turn % 2)
			nr = 1;
		return repeat(data, nr * size);
	}

	return repeat(data, 64);
}

/* @as: SYSCALL_TRACE_BLOB_AT_EXIT for what was copied when the call ended. */
static void add_blobs(struct record *rec, const struct syscall_trace_call *call,
		      unsigned int abi, unsigned int dir, unsigned int as, unsigned int turn)
{
	static u8 data[3 * 4096 + LONG];
	unsigned int i, part;

	for (i = 0; i < call->nr_args; i++) {
		const struct syscall_trace_arg *arg = &call->args[i];
		size_t len;

		if (!arg->type || arg->type->sort == SYSCALL_TRACE_SCALAR || !(arg->dir & dir))
			continue;
		len = pointed(data, arg->type, abi, turn);
		record_blob(rec, i | as, 0, turn % 7 == 6 ? SYSCALL_TRACE_BLOB_TRUNCATED : 0,
			    data, len);
		if (arg->type->sort != SYSCALL_TRACE_NESTED)
			continue;
		for (part = 1; part <= PARTS; part++)
			record_blob(rec, i | as, part, 0, data, 16 * part);
	}
}

static void write_seed(const struct input *in, const struct record *enter,
		       const struct record *leave)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/seed-%05u", folder, nr_seeds++);
	file = fopen(path, "wb");
	if (!file || fwrite(in, sizeof(*in), 1, file) != 1 ||
	    fwrite(enter->data, 1, enter->size, file) != enter->size ||
	    fwrite(leave->data, 1, leave->size, file) != leave->size || fclose(file)) {
		perror(path);
		exit(1);
	}
}

static void seed(struct input *in, const struct syscall_trace_call *call)
{
	static struct record enter, leave;
	unsigned int i, abi;

	for (abi = 0; abi < (lengthy ? 1 : syscall_trace_nr_abis); abi++) {
		enter.size = 0;
		leave.size = 0;
		in->abi = abi;
		in->more = (nr_seeds % 4 == 3 ? INPUT_JSON : 0) |
			   (nr_seeds % 5 == 4 ? INPUT_TIME | INPUT_IN_NS : 0) |
			   (nr_seeds % 3 ? INPUT_WHOLE : 0) |
			   (nr_seeds % 64 == 63 ? INPUT_TASK : 0);
		in->exit_flags = call->split < call->nr_args ? SYSCALL_TRACE_HEAD_SPLIT : 0;
		in->enter_flags = in->exit_flags;
		for (i = 0; i < call->nr_args; i++) {
			const struct syscall_trace_type *type = call->args[i].type;

			if (type && type->sort == SYSCALL_TRACE_SCALAR)
				in->words[i] = value_of(type, nr_seeds);
			else
				in->words[i] = 0x7f0000001000;
		}
		in->ret = nr_seeds % 16 ? nr_seeds % 3 : -(s64)(nr_seeds % 530);
		add_blobs(&enter, call, abi, SYSCALL_TRACE_DIR_IN, 0, nr_seeds);
		if (in->exit_flags && nr_seeds % 4 && !(in->more & INPUT_WHOLE))
			add_blobs(&leave, call, abi, SYSCALL_TRACE_DIR_IN, 0, nr_seeds);
		add_blobs(&leave, call, abi, SYSCALL_TRACE_DIR_OUT, SYSCALL_TRACE_BLOB_AT_EXIT,
			  nr_seeds + 1);
		in->enter_size = enter.size;
		write_seed(in, &enter, &leave);
	}
}

static void seed_cases(struct input *in, const struct syscall_trace_call *call,
		       unsigned int depth)
{
	unsigned int i;

	seed(in, call);
	lengthy = true;
	seed(in, call);
	lengthy = false;
	if (!call->cases || depth == INPUT_DEPTH)
		return;
	for (i = 0; i < call->cases->nr && i < U8_MAX; i++) {
		in->cases[depth] = i + 1;
		seed_cases(in, call->cases->cases[i].call, depth + 1);
	}
	in->cases[depth] = 0;
}

/* One that has no case that it might be guessed by. */
static struct input input_of(const char *name, unsigned int abi)
{
	struct input in = { .abi = abi };

	while (in.call < syscall_trace_nr_calls &&
	       strcmp(syscall_trace_calls[in.call].name, name))
		in.call++;

	return in;
}

/* Addresses of each family, in the sizes that they may have. */
static void seed_addresses(void)
{
	static const size_t sizes[] = { 2, 4, 6, 8, 12, 14, 16, 20, 24, 28, 40, 88, 110, 128 };
	static struct record enter, leave;
	static const u32 name[] = { 7, 0x30687465 };
	struct input in = input_of("bind", 0);
	u16 family;
	u32 data[32];
	size_t i, j;

	for (family = 0; family < FAMILIES; family++) {
		for (i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
			for (j = 0; j < sizeof(data) / sizeof(*data); j++)
				data[j] = i % 2 ? sizeof(data) - j : name[0];
			/* A link-local one of IPv6 */
			data[2] = i % 2 ? 0x80fe : data[2];
			data[6] = name[0];
			memcpy(data, &family, sizeof(family));
			enter.size = 0;
			record_blob(&enter, 1, 0, 0, data, sizes[i]);
			record_blob(&enter, SYSCALL_TRACE_BLOB_IFNAME, 0, 0, name, sizeof(name));
			in.words[1] = 0x7f0000001000;
			in.enter_size = enter.size;
			write_seed(&in, &enter, &leave);
		}
	}
}

/* Control data by what it says it is. */
static void seed_control(void)
{
	static const u32 levels[] = { 0, 1 };
	static const u64 header[7] = { 0, 0, 0x1000, 1, 0x2000, CONTROL, 0 };
	struct input in = input_of("sendmsg", 0);
	static struct record enter, leave;
	struct {
		u64	len;
		u32	level;
		u32	type;
		u8	data[CONTROL - 16];
	} control;
	unsigned int level, i;

	for (level = 0; level < sizeof(levels) / sizeof(*levels); level++) {
		for (i = 0; i < CONTROL_TYPES; i++) {
			control.len = i % 3 ? CONTROL : 24;
			control.level = levels[level];
			control.type = i;
			memset(control.data, i % 2, sizeof(control.data));
			enter.size = 0;
			record_blob(&enter, 1, 0, 0, header, sizeof(header));
			record_blob(&enter, 1, SYSCALL_MSG_IOV, 0, header + 2, 16);
			record_blob(&enter, 1, SYSCALL_MSG_CONTROL, 0, &control, sizeof(control));
			record_blob(&enter, 1, SYSCALL_MSG_DATA, 0, "data", 4);
			in.words[1] = 0x7f0000001000;
			in.enter_size = enter.size;
			write_seed(&in, &enter, &leave);
		}
	}
}

/* Calls whose arguments are in memory. */
static void seed_targets(unsigned int abi)
{
	struct input in = input_of("socketcall", abi);
	static struct record enter, leave;
	u64 words[SYSCALL_TRACE_MAX_ARGS] = { 3, 0x7f0000001000, 4, 5, 0x7f0000002000, 6 };
	unsigned int number, nr;

	for (number = 1; number <= 20; number++) {
		for (nr = 1; nr <= SYSCALL_TRACE_MAX_ARGS; nr++) {
			enter.size = 0;
			leave.size = 0;
			in.words[0] = number;
			in.words[1] = 0x7f0000001000;
			in.exit_flags = SYSCALL_TRACE_HEAD_SPLIT;
			record_blob(&enter, SYSCALL_TRACE_BLOB_WORDS, 0, 0, words,
				    nr * sizeof(*words));
			record_blob(&enter, 1, 0, 0, words, sizeof(words));
			record_blob(&leave, SYSCALL_TRACE_BLOB_WORDS, 0, 0, words,
				    nr * sizeof(*words));
			record_blob(&leave, 1 | SYSCALL_TRACE_BLOB_AT_EXIT, 0, 0, words,
				    sizeof(words));
			in.enter_size = enter.size;
			write_seed(&in, &enter, &leave);
		}
	}
}

int main(int argc, char **argv)
{
	struct input in;
	unsigned int i;

	if (argc != 2)
		return 2;
	folder = argv[1];
	for (i = 0; i < syscall_trace_nr_calls; i++) {
		in = (struct input) { .call = i };
		seed_cases(&in, &syscall_trace_calls[i], 0);
	}
	seed_addresses();
	seed_control();
	seed_targets(syscall_trace_find_abi(AUDIT_ARCH_I386, 0));
	printf("%u seeds\n", nr_seeds);

	return 0;
}
