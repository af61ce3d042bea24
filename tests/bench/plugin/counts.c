// SPDX-License-Identifier: GPL-2.0
/*
 * A plugin for QEMU's emulation: counts how often each instruction of the guest's kernel is
 * executed.
 *
 *	-plugin counts.so,out=FILE
 *
 * When QEMU ends, FILE gets a line "ADDRESS COUNT" for each instruction that was executed,
 * the address in hex. No header of QEMU is needed: what is used of its interface is declared
 * here, in version 1, which all releases from 5.1 on load.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* The text of a kernel for x86-64 that is not moved at boot. */
#define TEXT	UINT64_C(0xffffffff81000000)
#define SIZE	UINT64_C(0x1000000)

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info;

/* The only operation that QEMU does in line: add to a number. */
enum { QEMU_PLUGIN_INLINE_ADD_U64 };

typedef void on_translated(uint64_t id, struct qemu_plugin_tb *block);
typedef void on_end(uint64_t id, void *data);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t i);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn, int op,
						void *number, uint64_t add);
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, on_translated *function);
void qemu_plugin_register_atexit_cb(uint64_t id, on_end *function, void *data);

EXPORT int qemu_plugin_version = 1;

static uint64_t counts[SIZE];

static void count_block(uint64_t id, struct qemu_plugin_tb *block)
{
	size_t nr = qemu_plugin_tb_n_insns(block);

	(void)id;
	for (size_t i = 0; i < nr; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(block, i);
		uint64_t place = qemu_plugin_insn_vaddr(insn) - TEXT;

		if (place < SIZE)
			qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64,
								   &counts[place], 1);
	}
}

static void write_counts(uint64_t id, void *path)
{
	FILE *out = fopen(path, "w");

	(void)id;
	if (!out) {
		perror(path);
		return;
	}
	for (uint64_t i = 0; i < SIZE; i++) {
		if (counts[i])
			fprintf(out, "%" PRIx64 " %" PRIu64 "\n", TEXT + i, counts[i]);
	}
	fclose(out);
}

EXPORT int qemu_plugin_install(uint64_t id, const struct qemu_info *info, int argc, char **argv)
{
	(void)info;
	if (argc != 1 || strncmp(argv[0], "out=", 4)) {
		fprintf(stderr, "counts: -plugin counts.so,out=FILE\n");
		return 1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, count_block);
	qemu_plugin_register_atexit_cb(id, write_counts, strdup(argv[0] + 4));
	return 0;
}
