// SPDX-License-Identifier: GPL-2.0
/*
 * The ABIs and numbers of the kernel that has recorded a trace, from its syscall_table. They
 * take the place of the program's own: the linker leads the formatter to the tables of this
 * file, see the Makefile. Nothing in the text is trusted.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/syscall_trace_record.h>
#include <linux/syscall_trace_table.h>

#include "shared/error.h"
#include "table.h"

/* A record has 4 bits for the index; the highest value means an unknown ABI. */
#define MOST_ABIS	15
/* No kernel has that many calls. */
#define MOST_SLOTS	65536
#define MOST_NAME	64
/* __X32_SYSCALL_BIT, which programs of other architectures do not have. */
#define NR_BIT		0x40000000

/* What the architecture has, and what the formatter takes for it. */
extern const struct syscall_trace_abi __real_syscall_trace_abis[];
extern const unsigned int __real_syscall_trace_nr_abis;
extern struct syscall_trace_abi __wrap_syscall_trace_abis[];
extern unsigned int __wrap_syscall_trace_nr_abis;

struct syscall_trace_abi __wrap_syscall_trace_abis[MOST_ABIS + 1];
unsigned int __wrap_syscall_trace_nr_abis;

/**
 * struct table - a table that is being read
 * @path: the trace that it is of
 * @line: the number of the line
 * @abi: the last ABI, or NULL
 * @slots: its numbers, which belong to @abi
 */
struct table {
	const char			*path;
	unsigned int			line;
	struct syscall_trace_abi	*abi;
	struct syscall_trace_slot	*slots;
};

static void __attribute__((__noreturn__)) damaged(const struct table *table)
{
	fail("'%s': syscall_table is damaged in line %u", table->path, table->line);
}

/* Names go to the output as they are. */
static const char *copy_name(const struct table *table, const char *name)
{
	size_t len = 0;
	char *copy;

	while (isalnum((unsigned char)name[len]) || name[len] == '_')
		len++;
	if (!len || len > MOST_NAME || name[len])
		damaged(table);
	copy = strdup(name);
	if (!copy)
		fail("not enough memory");

	return copy;
}

static const struct syscall_trace_call *find_call(u32 id)
{
	unsigned int i;

	for (i = 0; i < syscall_trace_nr_calls; i++) {
		if (syscall_trace_calls[i].id == id)
			return &syscall_trace_calls[i];
	}

	return NULL;
}

static u8 read_layout(const struct table *table, const char *name)
{
	if (!strcmp(name, "wide"))
		return SYSCALL_TRACE_WIDE;
	if (strcmp(name, "narrow"))
		damaged(table);

	return SYSCALL_TRACE_NARROW;
}

/* What this program knows of an ABI besides its numbers; of an unknown one, the layouts. */
static void add_abi(struct table *table, unsigned int index, const char *name,
		    const char *layout, const char *compat_layout)
{
	const struct syscall_trace_abi *own = __real_syscall_trace_abis;
	unsigned int i;

	if (index != __wrap_syscall_trace_nr_abis || index == MOST_ABIS)
		damaged(table);
	for (i = 0; i < __real_syscall_trace_nr_abis && strcmp(own[i].name, name); i++)
		;
	table->abi = &__wrap_syscall_trace_abis[__wrap_syscall_trace_nr_abis++];
	if (i < __real_syscall_trace_nr_abis) {
		*table->abi = own[i];
	} else {
		*table->abi = (struct syscall_trace_abi) {
			.name		= copy_name(table, name),
			.layout		= read_layout(table, layout),
			.compat_layout	= read_layout(table, compat_layout),
			.regs		= own[0].regs,
			.sigchld	= own[0].sigchld,
		};
	}
	table->abi->slots = NULL;
	table->abi->nr_slots = 0;
	table->slots = NULL;
}

static void add_number(struct table *table, u32 nr, const char *id, const char *name)
{
	struct syscall_trace_abi *abi = table->abi;
	u32 old;

	if (!abi)
		damaged(table);
	abi->nr_bit |= nr & NR_BIT;
	nr &= ~abi->nr_bit;
	if (nr >= MOST_SLOTS)
		damaged(table);
	old = abi->nr_slots;
	if (nr >= old) {
		abi->nr_slots = nr + 1;
		table->slots = realloc(table->slots, (nr + 1) * sizeof(*table->slots));
		if (!table->slots)
			fail("not enough memory");
		memset(table->slots + old, 0, (nr + 1 - old) * sizeof(*table->slots));
		abi->slots = table->slots;
	}
	table->slots[nr].name = copy_name(table, name);
	table->slots[nr].call = find_call(strtoul(id, NULL, 16));
}

static void read_line(struct table *table, const char *line)
{
	char name[MOST_NAME + 2], word[16], other[16];
	unsigned int nr;

	if (!strncmp(line, "abi ", 4)) {
		if (sscanf(line, "abi %u %65s %15s %15s", &nr, name, word, other) != 4)
			damaged(table);
		add_abi(table, nr, name, word, other);
	} else if (!strncmp(line, "nr ", 3)) {
		if (sscanf(line, "nr %u %15s %65s", &nr, word, name) != 3)
			damaged(table);
		add_number(table, nr, word, name);
	}
}

/* The first line tells whether this program understands the others. */
static void check_version(const struct table *table, const char *line)
{
	unsigned int version;

	if (!line || sscanf(line, "# syscall_table version %u", &version) != 1)
		damaged(table);
	if (version != SYSCALL_TRACE_VERSION)
		fail("'%s': syscall_table is of version %u, and this program knows version %u: print it with the syscall-report of the version that has recorded it",
		     table->path, version, SYSCALL_TRACE_VERSION);
}

/**
 * table_load - let the formatter know the numbers of a trace
 * @path: the name of the trace
 * @text: its syscall_table, which is cut up; NULL: the numbers are those of the program
 *
 * The program ends if the text cannot be read.
 */
void table_load(const char *path, char *text)
{
	const struct syscall_trace_abi *own = __real_syscall_trace_abis;
	struct table table = { .path = path, .line = 1 };
	unsigned int i;
	char *line;

	/* The plugin may load one again after a failure. */
	__wrap_syscall_trace_nr_abis = 0;
	if (!text) {
		for (i = 0; i < __real_syscall_trace_nr_abis; i++)
			__wrap_syscall_trace_abis[i] = own[i];
		__wrap_syscall_trace_nr_abis = i;
	} else {
		check_version(&table, strsep(&text, "\n"));
		while ((line = strsep(&text, "\n"))) {
			table.line++;
			read_line(&table, line);
		}
		if (!table.abi)
			damaged(&table);
	}
	/* For records with any other index. */
	__wrap_syscall_trace_abis[__wrap_syscall_trace_nr_abis] =
		own[__real_syscall_trace_nr_abis];
}
