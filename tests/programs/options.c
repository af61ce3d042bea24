// SPDX-License-Identifier: GPL-2.0
/*
 * Tracer options that change how a trace reads after it was made: one trace,
 * read several times.
 */
#include "case.h"

/* A word is what the kernel takes of a register: 32 bits of an int. */
#define MINUS_100	"0xffffff9c"

#ifdef ABI_32
#define MINUS_ENOENT	"0xfffffffe"
#define MINUS_ENOSYS	"0xffffffda"
#else
#define MINUS_ENOENT	"0xfffffffffffffffe"
#define MINUS_ENOSYS	"0xffffffffffffffda"
#endif

CASE(views)
{
	const char *name = MISSING;
	pid_t child;

	sys(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT, 0600);
	sys(SYS_openat, AT_FDCWD, name, O_RDONLY, 0600);
	sys(SYS_getuid);
	sys(SYS_rename, name, NULL);
	raw_syscall(9999, 1, 2, 3, 4, 5, 6);
	child = sys(SYS_fork);
	if (!child)
		sys(SYS_exit_group, 3);
	wait_for(child);

	expect("openat(AT_FDCWD, \"" MISSING "\", O_WRONLY|O_CREAT, 0600) = " ENOENT_LINE);
	expect("openat(AT_FDCWD, \"" MISSING "\", O_RDONLY) = " ENOENT_LINE);
	expect("getuid() = 0");

	view("syscall_names");
	expect("openat(dfd=AT_FDCWD, filename=\"" MISSING "\", flags=O_WRONLY|O_CREAT, mode=0600) = " ENOENT_LINE);
	expect("openat(dfd=AT_FDCWD, filename=\"" MISSING "\", flags=O_RDONLY) = " ENOENT_LINE);
	expect("getuid() = 0");
	expect("rename(oldname=\"" MISSING "\", newname=NULL) = <*>");
	expect("syscall_0x270f(0x1, 0x2, 0x3, 0x4, 0x5, 0x6) = -1 ENOSYS (Function not implemented)");
	expect_of(child, "<... fork resumed>) = 0");
	expect_of(child, "exit_group(error_code=3) = ?");

	view("syscall_raw");
	expect("openat(" MINUS_100 ", %s, 0x41, 0x180) = " MINUS_ENOENT, ptr(name));
	expect("openat(" MINUS_100 ", %s, 0, 0x180) = " MINUS_ENOENT, ptr(name));
	expect("getuid() = 0x0");
	expect("rename(%s, 0) = <*>", ptr(name));
	expect("syscall_0x270f(0x1, 0x2, 0x3, 0x4, 0x5, 0x6) = " MINUS_ENOSYS);
	expect_of(child, "<... fork resumed>) = 0x0");
	expect_of(child, "exit_group(0x3) = ?");

	view("syscall_raw syscall_names");
	expect("openat(dfd=" MINUS_100 ", filename=%s, flags=0x41, mode=0x180) = " MINUS_ENOENT,
	       ptr(name));
	expect("openat(dfd=" MINUS_100 ", filename=%s, flags=0, mode=0x180) = " MINUS_ENOENT,
	       ptr(name));

	view("");
	expect("openat(AT_FDCWD, \"" MISSING "\", O_WRONLY|O_CREAT, 0600) = " ENOENT_LINE);
}

/* An option set through one instance is set for the tracer, tracing or not. */
CASE(option_files)
{
	static const char *const names[] = { "syscall_raw", "syscall_names" };

	for (size_t i = 0; i < 2; i++) {
		const char *file = text("options/%s", names[i]);

		tracer(file, "1");
		if (strcmp(tracer_read(file), "1\n"))
			die("%s does not stay", file);
		tracer(file, "0");
		if (tracer_error(file, "2") != EINVAL)
			die("%s takes 2", file);
		tracer("trace_options", names[i]);
		if (strcmp(tracer_read(file), "1\n"))
			die("trace_options does not set %s", names[i]);
		tracer("trace_options", text("no%s", names[i]));
		if (strcmp(tracer_read(file), "0\n"))
			die("trace_options does not clear %s", names[i]);
	}
	marker(1);
	expect_later("%s", marker_line(1));
}
