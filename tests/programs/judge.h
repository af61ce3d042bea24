/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What seccomp is asked to do about one call. For the programs of tests/stock, too.
 */
#ifndef _TESTS_PROGRAMS_JUDGE_H
#define _TESTS_PROGRAMS_JUDGE_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>

/* A filter that does @action at call @nr and lets all others pass. The next one takes its place. */
static struct sock_fprog *judge_call(unsigned int nr, unsigned int action)
{
	static struct sock_filter filter[4];
	static struct sock_fprog program = {
		.len = sizeof(filter) / sizeof(*filter), .filter = filter,
	};
	const struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, nr, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, action),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};

	memcpy(filter, code, sizeof(filter));

	return &program;
}

#endif /* _TESTS_PROGRAMS_JUDGE_H */
