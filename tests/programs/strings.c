// SPDX-License-Identifier: GPL-2.0
/*
 * Strings that a call points to: what is copied, how it is written, and what
 * shows when there is nothing to copy. Null, unreadable, empty and truncated
 * are four different things.
 */
#include <sys/mman.h>

#include "case.h"

#define LONGEST	4095	/* what syscall_strlen goes up to */

/* Open a file that is not there and expect its name as @shown. */
static void check_as(const char *name, const char *shown)
{
	sys(SYS_openat, 77, name, O_RDONLY);
	expect("openat(77, %s, O_RDONLY) = <*>", shown);
}

static void check(const char *name, const char *escaped)
{
	check_as(name, text("\"%s\"", escaped));
}

/* A name of @len bytes. */
static char *name_of(size_t len)
{
	char *name = text("%*s", (int)len, "");

	memset(name, 'n', len);
	return name;
}

CASE(null)
{
	sys(SYS_openat, AT_FDCWD, NULL, O_RDONLY);
	expect("openat(AT_FDCWD, NULL, O_RDONLY) = " EFAULT_LINE);
}

CASE(unreadable)
{
	char *hole = before_hole(0);

	sys(SYS_openat, AT_FDCWD, 8, O_RDONLY);
	expect_later("openat(AT_FDCWD, 0x8, O_RDONLY) = " EFAULT_LINE);
	sys(SYS_openat, AT_FDCWD, hole, O_RDONLY);
	expect("openat(AT_FDCWD, %s, O_RDONLY) = " EFAULT_LINE, ptr(hole));
#ifndef ABI_32
	/* The kernel's half of the address space, and addresses of no half. */
	raw_syscall(SYS_openat, 77, 0xffffffff81000000, O_RDONLY, 0, 0, 0);
	expect("openat(77, 0xffffffff81000000, O_RDONLY) = " EFAULT_LINE);
	raw_syscall(SYS_openat, 77, 0x8000000000000000, O_RDONLY, 0, 0, 0);
	expect("openat(77, 0x8000000000000000, O_RDONLY) = " EFAULT_LINE);
#endif
}

CASE(empty)
{
	sys(SYS_openat, AT_FDCWD, "", O_RDONLY);
	expect("openat(AT_FDCWD, \"\", O_RDONLY) = " ENOENT_LINE);
}

/* The last byte before a hole is the NUL: all is there. */
CASE(ends_with_page)
{
	char *name = before_hole(5);

	strcpy(name, "/xyz");
	check(name, "/xyz");
	name += 4;
	check(name, "");
}

/* It runs into the hole: not a string. */
CASE(runs_into_hole)
{
	char *name = before_hole(4);

	memcpy(name, "/xyz", 4);
	sys(SYS_openat, AT_FDCWD, name, O_RDONLY);
	expect_later("openat(AT_FDCWD, %s, O_RDONLY) = " EFAULT_LINE, ptr(name));
}

/* Nobody has touched the page yet: reading it faults it in, and may sleep. */
CASE(not_yet_paged_in)
{
	char *map = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	check(map, "");

	map = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, file_with("from a file"), 0);
	sys(SYS_openat, 77, map, O_RDONLY);
	expect_later("openat(77, \"from a file\", O_RDONLY) = " EBADF_LINE);
}

CASE(across_pages)
{
	char *name = before_hole(PAGE + 3);

	strcpy(name, "astride");
	check(name, "astride");
}

CASE(escapes)
{
	check("quote\" backslash\\", "quote\\\" backslash\\\\");
	check("\f\n\r\t\v", "\\f\\n\\r\\t\\v");
	check("\a\b\001\033[31m\177", "\\7\\10\\1\\33[31m\\177");
	check("\x80\xff\xc3\xa9", "\\200\\377\\303\\251");
	/* Three octal digits only if another one follows. */
	check("\0011", "\\0011");
	check("\0018", "\\18");
	check("\001a", "\\1a");
	check("\0337\033", "\\0337\\33");
	check(" ~'?%s%n", " ~'?%s%n");
	check("a, b) = 0", "a, b) = 0");
}

/* The default, and the limit itself: only what is longer is truncated. */
CASE(truncated)
{
	check(name_of(255), name_of(255));
	check(name_of(256), name_of(256));
	check_as(name_of(257), text("\"%s\"...", name_of(256)));
	check_as(name_of(3000), text("\"%s\"...", name_of(256)));
}

CASE(truncated_at_hole)
{
	char *name = before_hole(257);

	/* One byte more is looked at, and it is there. */
	memset(name, 'h', 257);
	sys(SYS_openat, 77, name, O_RDONLY);
	expect_later("openat(77, \"%.256s\"..., O_RDONLY) = " EFAULT_LINE, name);
}

CASE(strlen_small)
{
	tracer("syscall_strlen", "3");
	check("", "");
	check("abc", "abc");
	check_as("abcd", "\"abc\"...");
	sys(SYS_rename, "12", "12345");
	expect("rename(\"12\", \"123\"...) = " ENOENT_LINE);
	tracer("syscall_strlen", "1");
	sys(SYS_rename, "x", "xy");
	expect_later("rename(\"x\", \"x\"...) = " ENOENT_LINE);
}

CASE(strlen_zero)
{
	const char *name = "/no/such";

	tracer("syscall_strlen", "0");
	check_as(name, ptr(name));
	check_as(NULL, "NULL");
	check_as("", ptr(""));
	tracer("syscall_strlen", "256");
	sys(SYS_openat, 77, name, O_RDONLY);
	expect_later("openat(77, \"/no/such\", O_RDONLY) = <*>");
}

/* A page of the ring buffer, 4 kB, cannot hold the longest name and the rest. */
CASE(longer_than_a_page)
{
	char *name = name_of(LONGEST);

	tracer("syscall_strlen", "4095");
	sys(SYS_openat, 77, name, O_RDONLY);
	expect_later("openat(77, \"%.3800s<*>n\"..., O_RDONLY) = <*>", name);
	/* Two of them share what there is. */
	sys(SYS_rename, name, name);
	expect("rename(\"%.1900s<*>n\"..., \"%.1900s<*>n\"...) = -1 ENAMETOOLONG (File name too long)",
	       name, name);
	expect_never("openat(77, \"%s\", O_RDONLY) = <*>", name);
}

CASE(longest)
{
	char *name = name_of(LONGEST + 1);

	if (tracer_error("buffer_subbuf_size_kb", "8"))
		skip("no buffer_subbuf_size_kb");
	tracer("syscall_strlen", "4095");
	check_as(name, text("\"%.4095s\"...", name));
	name[LONGEST] = '\0';
	check(name, name);
	/* The longest name that opens something. */
	for (size_t i = 0; i < LONGEST; i++)
		name[i] = i & 1 ? '.' : '/';
	sys(SYS_openat, AT_FDCWD, name, O_RDONLY);
	expect("openat(AT_FDCWD, \"%s\", O_RDONLY) = 3", name);
}

/* Every byte takes four characters: the line is cut, its rest is not. */
CASE(longest_of_escapes)
{
	char *name = name_of(LONGEST);

	if (tracer_error("buffer_subbuf_size_kb", "16"))
		skip("no buffer_subbuf_size_kb");
	tracer("syscall_strlen", "4095");
	memset(name, '\377', LONGEST);
	sys(SYS_openat, 77, name, O_RDONLY);
	expect_later("openat(77, \"\\377\\377<*>\\377\"..., O_RDONLY) = <*>");
	sys(SYS_mount, "x", name, name, 0, NULL);
	expect("mount(\"x\", \"\\377\\377<*>\\377\"..., \"<*>\"..., 0, NULL) = <*>");
}

CASE(strlen_bad_input)
{
	static const char *const bad[] = {
		"4096", "-1", "99999999999999999999", "x", "12 34", "0x", "",
		"\n", "1234567890123456789012345678901234567890",
	};
	const char *log;

	tracer("syscall_strlen", "123");
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		int err = *bad[i] ? tracer_error("syscall_strlen", bad[i]) : EINVAL;

		if (err != EINVAL)
			die("\"%s\" into syscall_strlen: %s", bad[i], strerror(err));
		if (strcmp(tracer_read("syscall_strlen"), "123\n"))
			die("\"%s\" changed syscall_strlen", bad[i]);
	}
	tracer("error_log", "");
	tracer_error("syscall_strlen", "4096");
	log = tracer_read("error_log");
	if (!strstr(log, "syscall_strlen: error: ") || !strstr(log, "Command: 4096") ||
	    !strstr(log, "^"))
		die("error_log says: %s", log);
	tracer("syscall_strlen", " 0x10\n");
	if (strcmp(tracer_read("syscall_strlen"), "16\n"))
		die("hex input: %s", tracer_read("syscall_strlen"));
	check_as("abcdefghijklmnopqrst", "\"abcdefghijklmnop\"...");
}

/* Without copies: the same as for what cannot be copied. */
CASE(strings_off)
{
	const char *name = "/no/such", *to = "/neither";

	tracer("options/syscall_strings", "0");
	check_as(name, ptr(name));
	sys(SYS_rename, name, to);
	expect("rename(%s, %s) = " ENOENT_LINE, ptr(name), ptr(to));
	check_as(NULL, "NULL");
	tracer("options/syscall_strings", "1");
	sys(SYS_rename, name, to);
	expect_later("rename(\"/no/such\", \"/neither\") = " ENOENT_LINE);
}

/* Two instances, two lengths, one call. */
CASE(strlen_per_instance)
{
	const char *other = other_instance(), *name = "/no/such/file";

	write_file(text("%s/syscall_strlen", other), "4");
	tracer("syscall_strlen", "7");
	write_file(text("%s/%s", other, the_tracer()), "syscall");
	sys(SYS_rename, name, "1234567");
	sys(SYS_rename, "", NULL);
	write_file(text("%s/tracing_on", other), "0");

	expect_later("rename(\"/no/suc\"..., \"1234567\") = " ENOENT_LINE);
	expect("rename(\"\", NULL) = <*>");
	view_instance(other);
	expect_later("rename(\"/no/\"..., \"1234\"...) = " ENOENT_LINE);
	expect("rename(\"\", NULL) = <*>");
}

/* One that wants no strings does not take them from the other, nor get them. */
CASE(strlen_zero_beside_another)
{
	const char *other = other_instance(), *name = "/no/such/file";

	write_file(text("%s/syscall_strlen", other), "0");
	write_file(text("%s/%s", other, the_tracer()), "syscall");
	check(name, name);

	view_instance(other);
	expect("openat(77, %s, O_RDONLY) = <*>", ptr(name));
}
