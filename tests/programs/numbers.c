// SPDX-License-Identifier: GPL-2.0
/*
 * System call numbers: which call a number means is decided by the way it was
 * made, not by what the program was compiled for. A number that means nothing
 * is shown with its words.
 */
#include "case.h"

#define NOSYS "-1 ENOSYS (Function not implemented)"
#define SIX 0x1, 0x2, 0x3, 0x4, 0x5, 0x6
#define SIX_SHOWN "0x1, 0x2, 0x3, 0x4, 0x5, 0x6"

#define X32_BIT 0x40000000u

/* Numbers of one ABI, for programs of another. */
#define NR64_getppid	110
#define NR64_openat	257
#define NR32_getppid	64
#define NR32_close	6
#define NR32_chown32	212
#define NR32_mmap2	192

CASE(unknown)
{
	/* Where there is no name, the number shows as the register had it. */
#ifdef ABI_X32
	int nr = X32_BIT | 600;
#else
	int nr = 600;
#endif

	sys(nr, SIX);
	expect("syscall_0x%x(" SIX_SHOWN ") = " NOSYS, nr);
	sys(9999, SIX);
	expect("syscall_0x270f(" SIX_SHOWN ") = " NOSYS);
}

CASE(minus_one)
{
	sys(-1, SIX);
	expect(MINUS_ONE_NAME "(" SIX_SHOWN ") = " NOSYS);
	sys(-2147483648, SIX);
	expect("syscall_0x" WIDE_SIGN "80000000(" SIX_SHOWN ") = " NOSYS);
}

/* A number of the table without a function behind it. */
CASE(unimplemented)
{
#ifdef ABI_32
	sys(17, SIX);
	expect("break(" SIX_SHOWN ") = " NOSYS);
#else
	/* sysfs' neighbours: 174 create_module, 180 nfsservctl */
	raw_syscall(174, SIX);
	expect("create_module(" SIX_SHOWN ") = " NOSYS);
#endif
}

CASE(wide_words)
{
#ifdef ABI_32
	skip("words have 32 bits");
#else
	raw_syscall(600, 0xffffffffffffffff, 0x8000000000000000, 0x123456789abcdef0,
		    0xffffffff, 0, 1);
	expect("syscall_0x258(0xffffffffffffffff, 0x8000000000000000, 0x123456789abcdef0, 0xffffffff, 0, 0x1) = " NOSYS);
	/* Only the low half of the register is the number. */
	raw_syscall(0x7700000000ull + NR64_getppid, 0, 0, 0, 0, 0, 0);
	expect("getppid() = <*>");
#endif
}

CASE(int80_from_64_bit_code)
{
#ifdef ABI_32
	skip("every call is made this way");
#else
	unsigned int ppid = int80(NR32_getppid);

	expect("getppid() = %u", ppid);
	int80(NR32_close, -1);
	expect("close(-1) = " EBADF_LINE);
	int80(NR32_chown32, 8, -1, 70000);
	expect("chown32(0x8, -1, 70000) = " EFAULT_LINE);
	int80(NR32_mmap2, 0, 0, 0, 0, -1, 16);
	expect("mmap2(NULL, 0, PROT_NONE, MAP_FILE, -1, 0x10000) = " EBADF_LINE);
	int80(600, SIX);
	expect("syscall_0x258(" SIX_SHOWN ") = " NOSYS);
	int80(-1, SIX);
	expect("syscall_0xffffffff(" SIX_SHOWN ") = " NOSYS);
	/* No mark of x32 here. */
	int80(X32_BIT | NR64_getppid, SIX);
	expect("syscall_0x4000006e(" SIX_SHOWN ") = " NOSYS);
	/* The next one is as usual. */
	marker(1);
	expect("%s", marker_line(1));
#endif
}

/* Strings of an i386 call are where its 32-bit pointers say. */
CASE(int80_string)
{
	static const char name[] = "/no/such/file";

	/* A static program's data is below 4 GB. */
	int80(5, name, O_RDONLY, 0);
	expect("open(\"/no/such/file\", O_RDONLY) = " ENOENT_LINE);
	int80(195, name, 8);
	expect("stat64(\"/no/such/file\", 0x8) = " ENOENT_LINE);
}

CASE(x32_numbers)
{
#ifdef ABI_32
	skip("32-bit code has int $0x80 only");
#else
	long ppid = raw_syscall(X32_BIT | NR64_getppid, 0, 0, 0, 0, 0, 0);

	if (ppid == -ENOSYS)
		skip("the kernel has no x32");
	expect("getppid() = %ld", ppid);
	/* Entry points of x32's own stand from 512 on. */
	raw_syscall(X32_BIT | 534, -1ull, 8, 1, 0, 0, 0);
	expect("preadv(-1, 0x8, 1, 0) = " EBADF_LINE);
	raw_syscall(X32_BIT | 520, 8, 0, 0, 0, 0, 0);
	expect("execve(0x8, NULL, NULL) = " EFAULT_LINE);
	raw_syscall(534, SIX);
	expect("<*>(0x1, 0x2, 0x3, 0x4, 0x5, 0x6) = " NOSYS);
	raw_syscall(X32_BIT | 600, SIX);
	expect("syscall_0x%x(" SIX_SHOWN ") = " NOSYS, X32_BIT | 600);
	raw_syscall(X32_BIT | 0xfff, SIX);
	expect("syscall_0x%x(" SIX_SHOWN ") = " NOSYS, X32_BIT | 0xfff);
#endif
}

/* An x32 program may use the numbers of x86-64, and is taken at its word. */
CASE(x86_64_numbers)
{
#ifdef ABI_32
	skip("32-bit code has int $0x80 only");
#else
	static const char name[] = "/no/such/file";

	raw_syscall(NR64_openat, AT_FDCWD, WORD(name), 0, 0, 0, 0);
	expect("openat(AT_FDCWD, \"/no/such/file\", O_RDONLY) = " ENOENT_LINE);
#endif
}

/* Entries and exits of alternating ABIs do not mix. */
CASE(alternating)
{
#ifdef ABI_32
	skip("32-bit code has int $0x80 only");
#else
	for (int i = 0; i < 20; i++) {
		raw_syscall(3, -1ull, 0, 0, 0, 0, 0);
		expect("close(-1) = " EBADF_LINE);
		int80(3, -1, 0, 0);
		expect("read(-1, NULL, 0) = " EBADF_LINE);
		raw_syscall(X32_BIT | 3, -1ull, 0, 0, 0, 0, 0);
		expect("close(-1) = " EBADF_LINE);
	}
#endif
}
