/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Test programs that say themselves what the tracer must print.
 *
 * A program has cases. Each case makes system calls and names the lines that
 * they must leave in the trace, without the head of the line. The runner,
 * tests/guest/run-programs, starts one case at a time under the tracer and
 * compares. Nothing here knows syscalls.def: an expectation is written by hand
 * from what the manual pages and strace say.
 *
 * All three ABIs compile the same source. The calls of a case are made with
 * sys(), not by way of the C library, so that no other call comes between.
 */
#ifndef CASE_H
#define CASE_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#if defined(__x86_64__) && defined(__ILP32__)
#define ABI "x32"
#define ABI_X32 1
#elif defined(__x86_64__)
#define ABI "64"
#define ABI_64 1
#else
#define ABI "32"
#define ABI_32 1
#endif

/* ---------------------------------- cases --------------------------------- */

struct test_case {
	const char		*name;
	void			(*run)(void);
	struct test_case	*next;
};

void case_add(struct test_case *c);

#define CASE(id)						\
	static void case_##id(void);				\
	__attribute__((constructor))				\
	static void case_add_##id(void)				\
	{							\
		static struct test_case c = {			\
			.name = #id, .run = case_##id,		\
		};						\
		case_add(&c);					\
	}							\
	static void case_##id(void)

/* ------------------------------ expectations ------------------------------ */

/*
 * A line of the calling thread, or of thread @tid. It stands immediately
 * behind the line expected before it of the same thread; "_later" allows other
 * lines between. <*> stands for any text. Whether the kernel had to split a
 * call into "<unfinished ...>" and "<... resumed>" does not matter, unless the
 * expectation has one of these words.
 */
#define LIKE_PRINTF(fmt) __attribute__((format(printf, fmt, fmt + 1)))
void expect(const char *fmt, ...) LIKE_PRINTF(1);
void expect_later(const char *fmt, ...) LIKE_PRINTF(1);
void expect_of(pid_t tid, const char *fmt, ...) LIKE_PRINTF(2);
void expect_later_of(pid_t tid, const char *fmt, ...) LIKE_PRINTF(2);

/* How a call that failed ends. */
#define EBADF_LINE	"-1 EBADF (Bad file descriptor)"
#define EFAULT_LINE	"-1 EFAULT (Bad address)"
#define EINVAL_LINE	"-1 EINVAL (Invalid argument)"
#define ENODEV_LINE	"-1 ENODEV (No such device)"
#define ENOENT_LINE	"-1 ENOENT (No such file or directory)"
#define EPERM_LINE	"-1 EPERM (Operation not permitted)"
#define ESRCH_LINE	"-1 ESRCH (No such process)"

/* What -1 is as an unsigned long. */
#ifdef ABI_64
#define MAX_LONG	"18446744073709551615"
#else
#define MAX_LONG	"4294967295"
#endif

/* No line of that thread is this one. */
void expect_never(const char *fmt, ...) LIKE_PRINTF(1);
void expect_never_of(pid_t tid, const char *fmt, ...) LIKE_PRINTF(2);

/*
 * The expectations that follow are about the trace as it reads with these
 * tracer options, for example "syscall_raw syscall_names"; each view begins at
 * the start of the trace.
 */
void view(const char *options);

/* The expectations that follow are about another trace instance. */
void view_instance(const char *path);

/* Ends the program: the case makes no sense in this ABI or on this kernel. */
void skip(const char *reason) __attribute__((noreturn));

/* Ends the program with a failure that is the test's, not the tracer's. */
void die(const char *fmt, ...) LIKE_PRINTF(1) __attribute__((noreturn));

/* ------------------------------- system calls ------------------------------ */

typedef unsigned long long word;

/* Return what the kernel returned: errors are negative. */
long long raw_syscall(word nr, word a, word b, word c, word d, word e, word f);

/* An i386 call by int $0x80, from any program. */
int raw_int80(unsigned int nr, unsigned int a, unsigned int b, unsigned int c,
	      unsigned int d, unsigned int e, unsigned int f);

#ifndef ABI_32
/* The same with whole registers, whose upper halves the kernel ignores. */
int raw_int80_wide(word nr, word a, word b, word c, word d, word e, word f);
#endif

/* A number, without a name, that is negative: as wide as the ABI's registers. */
#ifdef ABI_32
#define WIDE_SIGN ""
#else
#define WIDE_SIGN "ffffffff"
#endif
#define MINUS_ONE_NAME "syscall_0x" WIDE_SIGN "ffffffff"

/* The words of a call: pointers and integers as the ABI's long; the rest 0. */
#define WORD(x) ((word)(unsigned long)(x))
#define SYS_(nr, a, b, c, d, e, f, ...) \
	raw_syscall(WORD(nr), WORD(a), WORD(b), WORD(c), WORD(d), WORD(e), WORD(f))
#define sys(...) SYS_(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)

#define HALF(x) ((unsigned int)(unsigned long)(x))
#define INT80_(nr, a, b, c, d, e, f, ...) \
	raw_int80(HALF(nr), HALF(a), HALF(b), HALF(c), HALF(d), HALF(e), HALF(f))
#define int80(...) INT80_(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)

/* ---------------------------------- helpers -------------------------------- */

/* printf into storage that stays until the end of the case. */
char *text(const char *fmt, ...) LIKE_PRINTF(1);

#define PAGE	4096

/* @len bytes, at most two pages, that end where the memory does; writable. */
char *before_hole(size_t len);

/* A copy of @len bytes, likewise. */
void *at_end(const void *from, size_t len);

/* A new file without a name that has @content, read and written from its beginning. */
int file_with(const char *content);

/* What is not there. */
#define MISSING	"/no/such/file"

/* An address as the trace shows it. */
const char *ptr(const void *p);

/* How the line of a call ends that returned @ret: for calls that kernels answer differently. */
const char *result(long long ret);

/* How the trace shows the buffer of a read or write of @count bytes. */
const char *data(const void *buf, size_t count);

/*
 * Write to a file of the instance that the program is traced by. tracer() must
 * succeed; tracer_error() returns 0 or an errno.
 */
void tracer(const char *file, const char *value);
int tracer_error(const char *file, const char *value);
char *tracer_read(const char *file);
const char *tracer_path(const char *file);

/* The file of an instance that chooses its tracer: "current_tracer", unless the tracer is a module. */
const char *the_tracer(void);

/* A second trace instance; removed by the runner. */
const char *other_instance(void);
void write_file(const char *path, const char *value);
int write_file_error(const char *path, const char *value);

/* A folder on a disk of its own, for a while. One at a time. */
const char *make_disk(void);
void remove_disk(const char *dir);

/* A cgroup that accounts for memory, or skip(). */
const char *make_cgroup(void);

/* Wait until thread @tid sleeps inside system call @nr. */
void wait_blocked(pid_t tid, long nr);

/* A process that runs @fn(@arg) and exits; it shares expectations, not memory. */
pid_t spawn(void (*fn)(void *arg), void *arg);

/* A thread, likewise; it shares memory. Returns its tid. */
pid_t spawn_thread(void (*fn)(void *arg), void *arg);

/* Wait for the end of a process; returns its wait status. */
int wait_for(pid_t pid);

/* Wait for the end of a thread. */
void wait_for_thread(pid_t tid);

/* The path of a program built for another ABI: "64", "32" or "x32". */
const char *program(const char *abi, const char *name);

/* Run on one CPU only. */
void pin(int cpu);

/* A call that leaves a recognizable line, marker_line(n). */
void marker(int n);
const char *marker_line(int n);

#endif /* CASE_H */
