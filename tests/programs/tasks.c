// SPDX-License-Identifier: GPL-2.0
/*
 * The life of tasks: a child's return from its parent's call, programs that
 * replace each other and the ABI with it, calls that never end.
 */
#include <linux/sched.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "case.h"

/* A child made by a bare call: no C library between it and the trace. */
static void child_exits(void)
{
	sys(SYS_exit_group, 7);
}

CASE(fork)
{
	pid_t child = sys(SYS_fork);

	if (!child)
		child_exits();
	expect("fork() = %d", child);
	wait_for(child);
	expect_of(child, "<... fork resumed>) = 0");
	expect_of(child, "exit_group(7) = ?");
}

/*
 * The child borrows the stack: it must be gone before anybody looks at it, so
 * the two calls are one piece of assembly.
 */
static int vfork_exit(void)
{
	long ret;

#ifdef ABI_32
	asm volatile("int $0x80\n\t"
		     "test %%eax, %%eax\n\t"
		     "jnz 1f\n\t"
		     "mov %[exit], %%eax\n\t"
		     "mov $7, %%ebx\n\t"
		     "int $0x80\n"
		     "1:"
		     : "=a"(ret)
		     : "a"(SYS_vfork), [exit] "i"(SYS_exit_group)
		     : "ebx", "memory");
#else
	asm volatile("syscall\n\t"
		     "test %%eax, %%eax\n\t"
		     "jnz 1f\n\t"
		     "mov %[exit], %%eax\n\t"
		     "mov $7, %%edi\n\t"
		     "syscall\n"
		     "1:"
		     : "=a"(ret)
		     : "a"(SYS_vfork), [exit] "i"(SYS_exit_group)
		     : "rcx", "r11", "rdi", "memory");
#endif
	return ret;
}

CASE(vfork)
{
	pid_t child = vfork_exit();

	expect("vfork() = %d", child);
	wait_for(child);
	expect_of(child, "<... vfork resumed>) = 0");
	expect_of(child, "exit_group(7) = ?");
}

CASE(clone)
{
	pid_t child = sys(SYS_clone, SIGCHLD, 0);

	if (!child)
		child_exits();
	expect("clone(child_stack=NULL, flags=SIGCHLD) = %d", child);
	wait_for(child);
	expect_of(child, "<... clone resumed>) = 0");
	expect_of(child, "exit_group(7) = ?");
}

CASE(clone3)
{
	struct clone_args args = { .exit_signal = SIGCHLD };
	pid_t child = sys(SYS_clone3, &args, sizeof(args));

	if (!child)
		child_exits();
	expect("clone3({flags=0, exit_signal=SIGCHLD, stack=NULL, stack_size=0}, %zu) = %d", sizeof(args), child);
	wait_for(child);
	expect_of(child, "<... clone3 resumed>) = 0");
	expect_of(child, "exit_group(7) = ?");
}

CASE(fork_by_int80)
{
	pid_t child = int80(2);

	if (!child)
		int80(252, 7);
	expect("fork() = %d", child);
	wait_for(child);
	expect_of(child, "<... fork resumed>) = 0");
	expect_of(child, "exit_group(7) = ?");
}

CASE(fork_error)
{
	sys(SYS_clone, CLONE_THREAD, 0);
	expect("clone(child_stack=NULL, flags=CLONE_THREAD) = " EINVAL_LINE);
}

static void thread_main(void *arg)
{
	(void)arg;
	marker(1);
	sys(SYS_exit, 5);
}

CASE(thread)
{
	pid_t tid = spawn_thread(thread_main, NULL);

	wait_for_thread(tid);
	expect_of(tid, "<... clone resumed>) = 0");
	expect_of(tid, "%s", marker_line(1));
	expect_of(tid, "exit(5) = ?");
}

CASE(exit_group)
{
	/* Nothing can be expected after it; nothing is done before it either. */
	expect_later("exit_group(0) = ?");
}

static int pipe_fds[2];

static void read_pipe(void *buf)
{
	sys(SYS_read, pipe_fds[0], buf, 1);
}

static char byte;

/* A signal that kills also ends the call first, as every signal does. */
CASE(killed_in_call)
{
	pid_t child;

	if (pipe(pipe_fds))
		die("no pipe");
	child = spawn(read_pipe, &byte);
	wait_blocked(child, SYS_read);
	kill(child, SIGKILL);
	wait_for(child);
	expect_later_of(child, "read(%d, %s, 1) = ? ERESTARTSYS (To be restarted if SA_RESTART is set)",
			pipe_fds[0], data(&byte, 1));
}

/* The exit of one thread's group ends the calls of the others. */
struct shared {
	pid_t reader, leaver;
	char byte;
};

/* Not before its maker has noted who it is. */
static void exit_group_thread(void *arg)
{
	volatile struct shared *shared = arg;

	while (!shared->leaver)
		;
	sys(SYS_exit_group, 3);
}

static void process_with_threads(void *arg)
{
	struct shared *shared = arg;

	shared->reader = spawn_thread(read_pipe, &shared->byte);
	wait_blocked(shared->reader, SYS_read);
	shared->leaver = spawn_thread(exit_group_thread, shared);
	for (;;)
		pause();
}

static void *shared_memory(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		die("no memory");
	return p;
}

CASE(group_exit)
{
	struct shared *shared = shared_memory(sizeof(*shared));

	if (pipe(pipe_fds))
		die("no pipe");
	wait_for(spawn(process_with_threads, shared));
	expect_of(shared->reader, "<... clone resumed>) = 0");
	expect_of(shared->reader, "read(%d, %s, 1) = ? ERESTARTSYS (To be restarted if SA_RESTART is set)",
		  pipe_fds[0], data(&shared->byte, 1));
	expect_of(shared->leaver, "<... clone resumed>) = 0");
	expect_of(shared->leaver, "exit_group(3) = ?");
}

/* ---------------------------------- exec ----------------------------------- */

/* In the last program of an exec chain: argv says who is next. */
static const char *const next_abi[] = { "64", "32", "x32", "64", "32", "64" };
#define HOPS (sizeof(next_abi) / sizeof(*next_abi))

static bool have_x32(void)
{
	pid_t child = fork();

	if (!child) {
		dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
		execl(program("x32", "tasks"), "tasks", "--list", NULL);
		_exit(127);
	}
	return !wait_for(child);
}

static void hop(void *arg)
{
	const char *name = arg;
	const char *argv[] = { "tasks", "exec_hop", NULL };
	char hops[] = "HOPS=0", *env[] = { hops, NULL };

	sys(SYS_execve, name, argv, env);
	die("no exec");
}

/* Not a case of its own: one program of exec_across_abis. */
CASE(exec_hop)
{
	const char *hops = getenv("HOPS");
	int n = hops ? atoi(hops) : 0;

	if (!hops)
		skip("part of exec_across_abis");
	marker(n);
	if (n + 1 < (int)HOPS) {
		const char *name = program(next_abi[n + 1], "tasks");
		const char *argv[] = { "tasks", "exec_hop", NULL };
		char *env[] = { text("HOPS=%d", n + 1), NULL };

		sys(SYS_execve, name, argv, env);
		die("no exec");
	}
	_exit(0);
}

/* The exit of an exec is that of the number and ABI it was entered with. */
CASE(exec_across_abis)
{
	pid_t child;

	if (!have_x32())
		skip("the kernel has no x32");
	child = spawn(hop, (void *)program(next_abi[0], "tasks"));
	wait_for(child);
	for (size_t i = 0; i < HOPS; i++) {
		expect_later_of(child, "execve(\"%s\", [<*>], 0x<*> /* <*> */) = 0",
				program(next_abi[i], "tasks"));
		expect_later_of(child, "%s", marker_line(i));
	}
}

static void do_execveat(void *arg)
{
	const char *argv[] = { "tasks", "--list", NULL };

	sys(SYS_execveat, AT_FDCWD, arg, argv, NULL, 0);
	die("no exec");
}

/* The kernel makes the number that of execve on the way. */
CASE(execveat)
{
	const char *name = program("64", "tasks");
	pid_t child;
	int out = dup(STDOUT_FILENO), null = open("/dev/null", O_WRONLY | O_CLOEXEC);

	dup2(null, STDOUT_FILENO);
	child = spawn(do_execveat, (void *)name);
	wait_for(child);
	dup2(out, STDOUT_FILENO);
	expect_later_of(child, "execveat(AT_FDCWD, \"%s\", [\"tasks\", \"--list\"], NULL, 0) = 0", name);
	expect_never_of(child, "<... execve resumed>) = 0");
}

CASE(exec_error)
{
	static char *envp[UINT16_MAX + 2];
	char **argv = (char **)before_hole(2 * sizeof(*argv));
	int i, ret;

	argv[0] = argv[1] = "a";
	ret = sys(SYS_execve, MISSING, argv, NULL);
	expect_later("execve(\"" MISSING "\", [\"a\", \"a\", ... /* %s */], NULL) = %s",
		     ptr(argv + 2), result(ret));
	for (i = 0; i < 5000; i++)
		envp[i] = "a";
	sys(SYS_execve, MISSING, NULL, envp);
	expect("execve(\"" MISSING "\", NULL, %s /* 5000 vars */) = " ENOENT_LINE, ptr(envp));
	for (; i <= UINT16_MAX; i++)
		envp[i] = "a";
	sys(SYS_execve, MISSING, NULL, envp);
	expect_later("execve(\"" MISSING "\", NULL, %s /* more than 65535 vars */) = " ENOENT_LINE,
		     ptr(envp));
	sys(SYS_execve, "/no/such/file", NULL, NULL);
	expect("execve(\"/no/such/file\", NULL, NULL) = " ENOENT_LINE);
	sys(SYS_execve, "/dev/null", NULL, NULL);
	expect("execve(\"/dev/null\", NULL, NULL) = -1 EACCES (Permission denied)");
	sys(SYS_execve, NULL, NULL, NULL);
	expect("execve(NULL, NULL, NULL) = " EFAULT_LINE);
}

struct exec_by_thread {
	const char	*name;
	pid_t		thread;
};

static void exec_in_thread(void *arg)
{
	struct exec_by_thread *e = arg;
	const char *argv[] = { "tasks", "exec_hop", NULL };
	char hops[] = "HOPS=5", *env[] = { hops, NULL };

	e->thread = sys(SYS_gettid);
	sys(SYS_execve, e->name, argv, env);
}

static void exec_by_thread(void *arg)
{
	spawn_thread(exec_in_thread, arg);
	for (;;)
		pause();
}

/* The thread takes the pid of its process: the call begins and ends elsewhere. */
CASE(exec_by_thread)
{
	struct exec_by_thread *e = shared_memory(sizeof(*e));
	pid_t child;

	e->name = program("64", "tasks");
	child = spawn(exec_by_thread, e);
	wait_for(child);
	expect_of(e->thread, "<... clone resumed>) = 0");
	expect_of(e->thread, "gettid() = %d", e->thread);
	expect_of(e->thread, "execve(\"%s\", [\"tasks\", \"exec_hop\"], 0x<*> /* 1 var */ <unfinished ...>", e->name);
	expect_later_of(child, "<... execve resumed>) = 0");
	expect_later_of(child, "%s", marker_line(5));
	expect_never_of(child, "execve(<*>");
}
