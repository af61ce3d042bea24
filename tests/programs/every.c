// SPDX-License-Identifier: GPL-2.0
/*
 * Makes the call of every number, and has seccomp turn all of them down: what
 * the tracer prints of them is checked by tests/guest/run-numbers, which has
 * the kernel's tables. Each number is called once for each pattern of words.
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include "case.h"

#define NUMBERS		700
#define DENY_MARK	0x5ca1ab1e
#define DECOY_ABOVE	0x100000000ull
#define GARBAGE_OF_NUMBER	0xffffffff00000000ull

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

#ifdef ABI_64

/* An entry of the table that the environment's IGNORED names. */
struct ignored {
	char	abi[8];
	int	nr;
	word	bits[6];	/* that the kernel's wrapper does not look at */
};

#define MAX_IGNORED	2000
static struct ignored ignored[MAX_IGNORED];

static size_t read_ignored(const char *path)
{
	FILE *f = fopen(path, "re");
	size_t n = 0;
	struct ignored *i;

	if (!f)
		die("cannot open %s", path);
	for (i = ignored; n < MAX_IGNORED; i++, n++)
		if (fscanf(f, "%7s %d %llx %llx %llx %llx %llx %llx", i->abi, &i->nr,
			   &i->bits[0], &i->bits[1], &i->bits[2], &i->bits[3], &i->bits[4],
			   &i->bits[5]) != 8)
			break;
	fclose(f);
	return n;
}

static void call_with(const struct ignored *call, const word *clean, word garbage)
{
	word w[6];

	for (int i = 0; i < 6; i++)
		w[i] = (clean[i] & ~call->bits[i]) | (garbage & call->bits[i]);
	if (!strcmp(call->abi, "i386"))
		raw_int80_wide((garbage & GARBAGE_OF_NUMBER) | call->nr, w[0], w[1], w[2], w[3],
			       w[4], w[5]);
	else
		raw_syscall(call->nr, w[0], w[1], w[2], w[3], w[4], w[5]);
}

/* Where garbage makes another address of a pointer, something else is. */
static void map_decoy(const char *string)
{
	char *page = (char *)((WORD(string) & -PAGE) | DECOY_ABOVE);

	if (mmap(page, PAGE, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != page)
		die("no memory above 4 GiB");
	memset(page, 'x', PAGE);
}

/* Each call without garbage, and then with two sorts of it. */
CASE(garbage)
{
	static char string[16] __attribute__((aligned(16))) = "string";
	const word patterns[][6] = {
		{ 1, 2, 3, 4, 5, DENY_MARK },
		{ WORD(string), WORD(string), WORD(string), WORD(string), WORD(string), DENY_MARK },
		{ 3, WORD(string), 6, WORD(string), 16, DENY_MARK },
		{ WORD(string), 0x7fffffff, WORD(string), 0x8001, WORD(string), DENY_MARK },
	};
	static const word garbage[] = { 0, DECOY_ABOVE | 0xffff0000, -1ull };
	size_t count;

	if (!getenv("IGNORED"))
		skip("for tests/guest/run-numbers");
	count = read_ignored(getenv("IGNORED"));
	map_decoy(string);
	deny_marked();
	for (size_t i = 0; i < count; i++)
		for (int p = 0; p < 4; p++)
			for (int g = 0; g < 3; g++)
				call_with(&ignored[i], patterns[p], garbage[g]);
	expect_later("exit_group(0) = ?");
}

#endif /* ABI_64 */
