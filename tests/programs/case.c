// SPDX-License-Identifier: GPL-2.0
/*
 * What the test programs share: see case.h.
 *
 * Output, one line per expectation, fields separated by tabs:
 *	TID	MODE	TEXT	MODE: "=" next line, ">" some later one, "!" none
 *	view	OPTIONS
 *	instance	PATH
 *	skip	REASON
 */
#include <sched.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "case.h"

#define OUTPUT_MAX	(1 << 20)
#define THREAD_STACK	(64 << 10)

static struct test_case *cases, **last_case = &cases;

/* Shared with the children of the program, which append as well. */
static struct output {
	size_t	used;
	char	bytes[OUTPUT_MAX];
} *output;

static char *texts, *next_text;

void case_add(struct test_case *c)
{
	*last_case = c;
	last_case = &c->next;
}

static void *shared_memory(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		die("no memory");
	return p;
}

static void flush_output(void)
{
	size_t done = 0;

	while (output && done < output->used) {
		ssize_t n = write(STDOUT_FILENO, output->bytes + done,
				  output->used - done);

		if (n <= 0)
			_exit(3);
		done += n;
	}
}

void die(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	_exit(2);
}

/* ------------------------------ expectations ------------------------------ */

static void append(const char *head, const char *fmt, va_list ap)
{
	char line[32 << 10];
	int len, size;

	len = snprintf(line, sizeof(line), "%s", head);
	size = vsnprintf(line + len, sizeof(line) - len, fmt, ap);
	if (size < 0 || (size_t)(len + size) > sizeof(line) - 2)
		die("expectation too long");
	len += size;
	line[len++] = '\n';
	if (output->used + len > OUTPUT_MAX)
		die("too many expectations");
	memcpy(output->bytes + __atomic_fetch_add(&output->used, len, __ATOMIC_SEQ_CST),
	       line, len);
}

static void append_line(const char *head, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	append(head, fmt, ap);
	va_end(ap);
}

/*
 * Asking the kernel would leave a line in the trace. So a thread made by
 * spawn_thread() cannot call expect(): its maker can, for its tid.
 */
static pid_t self;

#define EXPECT(tid, mode)						\
	do {								\
		char head[32];						\
		va_list ap;						\
									\
		snprintf(head, sizeof(head), "%d\t%c\t", tid, mode);	\
		va_start(ap, fmt);					\
		append(head, fmt, ap);					\
		va_end(ap);						\
	} while (0)

void expect(const char *fmt, ...)
{
	EXPECT(self, '=');
}

void expect_later(const char *fmt, ...)
{
	EXPECT(self, '>');
}

void expect_of(pid_t tid, const char *fmt, ...)
{
	EXPECT(tid, '=');
}

void expect_later_of(pid_t tid, const char *fmt, ...)
{
	EXPECT(tid, '>');
}

void expect_never(const char *fmt, ...)
{
	EXPECT(self, '!');
}

void expect_never_of(pid_t tid, const char *fmt, ...)
{
	EXPECT(tid, '!');
}

void view(const char *options)
{
	append_line("view\t", "%s", options);
}

void view_instance(const char *path)
{
	append_line("instance\t", "%s", path);
}

void skip(const char *reason)
{
	output->used = 0;
	append_line("skip\t", "%s", reason);
	flush_output();
	_exit(0);
}

/* ------------------------------- system calls ------------------------------ */

#if defined(__x86_64__)
long long raw_syscall(word nr, word a, word b, word c, word d, word e, word f)
{
	register word r10 asm("r10") = d;
	register word r8 asm("r8") = e;
	register word r9 asm("r9") = f;
	long long ret;

	asm volatile("syscall"
		     : "=a"(ret)
		     : "a"(nr), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
		     : "rcx", "r11", "memory");
	return ret;
}

/* rbp cannot be named as an operand, and old kernels do not preserve r8. */
int raw_int80_wide(word nr, word a, word b, word c, word d, word e, word f)
{
	register word r8 asm("r8") = f;
	int ret;

	asm volatile("lea -128(%%rsp), %%rsp\n\t"	/* the red zone */
		     "push %%rbp\n\t"
		     "mov %%r8, %%rbp\n\t"
		     "int $0x80\n\t"
		     "pop %%rbp\n\t"
		     "lea 128(%%rsp), %%rsp"
		     : "=a"(ret), "+r"(r8)
		     : "a"(nr), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e)
		     : "r9", "r10", "r11", "memory");
	return ret;
}

int raw_int80(unsigned int nr, unsigned int a, unsigned int b, unsigned int c,
	      unsigned int d, unsigned int e, unsigned int f)
{
	return raw_int80_wide(nr, a, b, c, d, e, f);
}
#else
int raw_int80(unsigned int nr, unsigned int a, unsigned int b, unsigned int c,
	      unsigned int d, unsigned int e, unsigned int f)
{
	unsigned int words[] = { a, f };
	int ret;

	asm volatile("push %%ebp\n\t"
		     "push %%ebx\n\t"
		     "mov 4(%%ebx), %%ebp\n\t"
		     "mov (%%ebx), %%ebx\n\t"
		     "int $0x80\n\t"
		     "pop %%ebx\n\t"
		     "pop %%ebp"
		     : "=a"(ret)
		     : "a"(nr), "b"(words), "c"(b), "d"(c), "S"(d), "D"(e)
		     : "memory");
	return ret;
}

long long raw_syscall(word nr, word a, word b, word c, word d, word e, word f)
{
	return raw_int80(nr, a, b, c, d, e, f);
}
#endif

/* ---------------------------------- helpers -------------------------------- */

char *text(const char *fmt, ...)
{
	char *start = next_text;
	va_list ap;

	va_start(ap, fmt);
	next_text += vsnprintf(start, texts + OUTPUT_MAX - start, fmt, ap) + 1;
	va_end(ap);
	if (next_text >= texts + OUTPUT_MAX)
		die("too much text");
	return start;
}

char *before_hole(size_t len)
{
	char *map = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (map == MAP_FAILED || munmap(map + 2 * PAGE, PAGE))
		die("no memory");
	return map + 2 * PAGE - len;
}

void *at_end(const void *from, size_t len)
{
	return memcpy(before_hole(len), from, len);
}

int file_with(const char *content)
{
	char path[] = "/tmp/case-XXXXXX";
	ssize_t len = strlen(content);
	int fd = mkstemp(path);

	if (fd < 0 || unlink(path) || pwrite(fd, content, len, 0) != len)
		die("cannot make a file");
	return fd;
}

const char *ptr(const void *p)
{
	return p ? text("0x%lx", (unsigned long)p) : "NULL";
}

const char *result(long long ret)
{
	if (ret >= 0)
		return text("%lld", ret);

	return text("-1 %s (%s)", strerrorname_np(-ret), strerror(-ret));
}

const char *data(const void *buf, size_t count)
{
	(void)count;
	return ptr(buf);
}

int write_file_error(const char *path, const char *value)
{
	int fd, err = 0;

	fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	if (fd < 0)
		return errno;
	if (write(fd, value, strlen(value)) != (ssize_t)strlen(value))
		err = errno;
	close(fd);
	return err;
}

void write_file(const char *path, const char *value)
{
	int err = write_file_error(path, value);

	if (err)
		die("cannot write \"%s\" to %s: %s", value, path, strerror(err));
}

const char *tracer_path(const char *file)
{
	const char *dir = getenv("TRACE_INSTANCE");

	if (!dir)
		die("TRACE_INSTANCE is not set: run me with tests/guest/run-programs");
	return text("%s/%s", dir, file);
}

const char *the_tracer(void)
{
	return getenv("TRACE_TRACER") ?: "current_tracer";
}

void tracer(const char *file, const char *value)
{
	write_file(tracer_path(file), value);
}

int tracer_error(const char *file, const char *value)
{
	return write_file_error(tracer_path(file), value);
}

char *tracer_read(const char *file)
{
	char *start = text("%s", ""), *end = texts + OUTPUT_MAX;
	int fd = open(tracer_path(file), O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		die("cannot open %s", file);
	next_text = start;
	while ((n = read(fd, next_text, end - next_text - 1)) > 0)
		next_text += n;
	close(fd);
	*next_text++ = '\0';
	return start;
}

const char *other_instance(void)
{
	const char *dir = getenv("TRACE_OTHER_INSTANCE");

	if (!dir)
		die("TRACE_OTHER_INSTANCE is not set");
	if (mkdir(dir, 0700) && errno != EEXIST)
		die("cannot make %s", dir);
	return dir;
}

/*
 * /proc/TID/syscall begins with the number of the call a thread sleeps in, or
 * with the word "running".
 */
void wait_blocked(pid_t tid, long nr)
{
	char path[64], line[256];

	snprintf(path, sizeof(path), "/proc/%d/syscall", tid);
	/* That file has the number without the mark of x32. */
	nr &= ~0x40000000L;
	for (;;) {
		int fd = open(path, O_RDONLY | O_CLOEXEC);
		ssize_t n;
		char *end;

		if (fd < 0)
			die("cannot open %s", path);
		n = read(fd, line, sizeof(line) - 1);
		close(fd);
		if (n > 0) {
			line[n] = '\0';
			if ((strtol(line, &end, 10) & ~0x40000000L) == nr &&
			    end != line)
				return;
		}
		usleep(1000);
	}
}

pid_t spawn(void (*fn)(void *arg), void *arg)
{
	pid_t pid = fork();

	if (pid < 0)
		die("cannot fork");
	if (!pid) {
		self = gettid();
		fn(arg);
		_exit(0);
	}
	return pid;
}

struct thread {
	void	(*fn)(void *arg);
	void	*arg;
};

#define MAX_THREADS	8
static struct thread threads[MAX_THREADS];

/*
 * The C library's own thread would make calls of its own before and after, and
 * cannot be left by a plain exit().
 */
static int thread_main(void *arg)
{
	struct thread *t = arg;

	t->fn(t->arg);
	return 0;
}

pid_t spawn_thread(void (*fn)(void *arg), void *arg)
{
	struct thread *t = threads;
	pid_t tid;
	char *stack;

	while (t->fn)
		if (++t == threads + MAX_THREADS)
			die("too many threads");
	stack = mmap(NULL, THREAD_STACK, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	t->fn = fn;
	t->arg = arg;
	if (stack == MAP_FAILED)
		die("no memory");
	tid = clone(thread_main, stack + THREAD_STACK,
		    CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND |
		    CLONE_THREAD | CLONE_SYSVSEM, t);
	if (tid < 0)
		die("cannot make a thread");
	return tid;
}

int wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, __WALL) < 0)
		if (errno != EINTR)
			die("cannot wait for %d: %s", pid, strerror(errno));
	return status;
}

void wait_for_thread(pid_t tid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/task/%d", tid);
	while (!access(path, F_OK))
		usleep(1000);
}

const char *program(const char *abi, const char *name)
{
	char self[PATH_MAX] = "", *end;

	if (readlink("/proc/self/exe", self, sizeof(self) - 1) < 0)
		die("who am I?");
	end = strrchr(self, '/');
	*end = '\0';
	end = strrchr(self, '/');
	*end = '\0';
	return text("%s/%s/%s", self, abi, name);
}

void pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		die("cannot pin to CPU %d: %s", cpu, strerror(errno));
}

void marker(int n)
{
	sys(SYS_close, -1000 - n);
}

const char *marker_line(int n)
{
	return text("close(%d) = -1 EBADF (Bad file descriptor)", -1000 - n);
}

/* Programs without cases have their own. */
__attribute__((weak)) int main(int argc, char **argv)
{
	struct test_case *c;

	output = shared_memory(sizeof(*output));
	texts = next_text = shared_memory(OUTPUT_MAX);
	if (argc != 2)
		die("usage: %s CASE | --list", argv[0]);
	if (!strcmp(argv[1], "--list")) {
		for (c = cases; c; c = c->next)
			puts(c->name);
		return 0;
	}
	for (c = cases; c; c = c->next) {
		if (!strcmp(argv[1], c->name)) {
			self = gettid();
			c->run();
			flush_output();
			_exit(0);
		}
	}
	die("no such case: %s", argv[1]);
}

/* ---------------------------------- places --------------------------------- */

const char *make_disk(void)
{
	const char *dir = text("/dev/shm/disk-%d", getpid());
	const char *image = text("%s.img", dir);

	if (mkdir(dir, 0700) ||
	    system(text("truncate -s 1M %s && mke2fs -q -F %s && losetup /dev/loop0 %s && "
			"mount -t ext2 /dev/loop0 %s", image, image, image, dir)))
		die("no disk");

	return dir;
}

void remove_disk(const char *dir)
{
	if (system(text("umount -l %s; losetup -d /dev/loop0", dir)))
		die("the disk does not go");
	rmdir(dir);
	unlink(text("%s.img", dir));
}

const char *make_cgroup(void)
{
	const char *top = text("/tmp/cgroup-%d", getpid());
	const char *cgroup = text("%s/poor", top);

	if (mkdir(top, 0700) || mount("cgroup", top, "cgroup2", 0, NULL))
		skip("no cgroups");
	if (write_file_error(text("%s/cgroup.subtree_control", top), "+memory"))
		skip("no memory cgroups");
	if (mkdir(cgroup, 0700) && errno != EEXIST)
		die("cannot make a cgroup");

	return cgroup;
}
