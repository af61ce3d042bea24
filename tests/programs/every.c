// SPDX-License-Identifier: GPL-2.0
/*
 * Makes the call of every number, and has seccomp turn all of them down: what
 * the tracer prints of them is checked by tests/guest/run-numbers, which has
 * the kernel's tables. Each number is called once for each pattern of words.
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

#include "case.h"

#define NUMBERS		700
#define DENY_MARK	0x5ca1ab1e

#ifdef ABI_X32
#define FIRST		0x40000000
#else
#define FIRST		0
#endif

/* Calls whose sixth word is the mark fail with EDOM, which none of them knows. */
static void deny_marked(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, args[5])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, DENY_MARK, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EDOM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = {
		.len = sizeof(filter) / sizeof(*filter), .filter = filter,
	};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog))
		die("no seccomp filters");
}

static void every(const word *w)
{
	for (int nr = 0; nr < NUMBERS; nr++) {
		word number = FIRST + nr;

#ifdef ABI_64
		/* uretprobe: seccomp cannot deny it, and it kills who calls it. */
		if (nr == 335)
			number = 9999;
#endif
		raw_syscall(number, w[0], w[1], w[2], w[3], w[4], DENY_MARK);
	}
}

static void every_int80(const word *w)
{
	for (int nr = 0; nr < NUMBERS; nr++)
		raw_int80(nr, w[0], w[1], w[2], w[3], w[4], DENY_MARK);
}

static const word patterns[][5] = {
	{ 1, 2, 3, 4, 5 },
	{ 0, 0, 0, 0, 0 },
	{ -1ull, -1ull, -1ull, -1ull, -1ull },
	{ 0x8000000080000000, 0x8000000080000000, 0x8000000080000000,
	  0x8000000080000000, 0x8000000080000000 },
	{ 0x123456789abcdef0, 0xfedcba9876543210, 0x5555555555555555,
	  0xaaaaaaaaaaaaaaaa, 0x7fffffff7fffffff },
};

static void run(void (*fn)(const word *w))
{
	static const char string[] = "string";
	const word strings[] = {
		WORD(string), WORD(string), WORD(string), WORD(string), WORD(string),
	};

	if (!getenv("EVERY"))
		skip("for tests/guest/run-numbers");
	deny_marked();
	for (size_t i = 0; i < sizeof(patterns) / sizeof(*patterns); i++)
		fn(patterns[i]);
	fn(strings);
	expect_later("exit_group(0) = ?");
}

CASE(numbers)
{
	run(every);
}

CASE(int80_numbers)
{
	run(every_int80);
}
