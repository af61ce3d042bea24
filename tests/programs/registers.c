// SPDX-License-Identifier: GPL-2.0
/*
 * What ptrace() copies of a task that may be of another width than its tracer. The
 * traced task's own decides what its registers are.
 */
#include <linux/elf.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "case.h"

/* A task that stops before the first instruction of a program: most registers are 0. */
static pid_t traced(const char *abi)
{
	const char *path = program(abi, "registers");
	pid_t pid = fork();

	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		execl(path, path, NULL);
		_exit(1);
	}
	if (waitpid(pid, NULL, 0) != pid || kill(pid, 0))
		skip("no ptrace");
	return pid;
}

static void end(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

#define FIRST_64 "r15=0, r14=0, r13=0, r12=0, rbp=0, rbx=0, r11=0, r10=0"
#define FIRST_32 "ebx=0, ecx=0, edx=0, esi=0, edi=0, ebp=0, eax=0, xds=0x2b, xes=0x2b, xfs=0, xgs=0, orig_eax=0xb"

static const char *get(pid_t pid, size_t len, const char *format, void *where)
{
	struct iovec iov = { where, len };

	sys(SYS_ptrace, PTRACE_GETREGSET, pid, NT_PRSTATUS, &iov);

	return text("ptrace(PTRACE_GETREGSET, %d, NT_PRSTATUS, %s", pid, format);
}

static void wide(const char *abi)
{
	unsigned long long regs[64];
	pid_t pid = traced(abi);

	expect_later("%s", get(pid, 8, "{iov_base={r15=0}, iov_len=8}) = 0", regs));
	expect_later("%s", get(pid, 64, "{iov_base={" FIRST_64 "}, iov_len=64}) = 0", regs));
	expect_later("%s", get(pid, 72, "{iov_base={" FIRST_64 ", r9=0}, iov_len=72}) = 0", regs));
	expect_later("%s", get(pid, 208, "{iov_base={" FIRST_64 ", <*>, fs=0}, iov_len=208}) = 0", regs));
	expect_later("%s", get(pid, 512, "{iov_base={" FIRST_64 ", <*>, fs=0, gs=0}, iov_len=512 => 216}) = 0", regs));
	/* No whole register */
	expect_later("%s", get(pid, 68, text("{iov_base=%s, iov_len=68}) = " EINVAL_LINE, ptr(regs)), regs));
	end(pid);
}

static void narrow(void)
{
	unsigned int regs[128];
	pid_t pid = traced("32");

	expect_later("%s", get(pid, 4, "{iov_base={ebx=0}, iov_len=4}) = 0", regs));
	expect_later("%s", get(pid, 48, "{iov_base={" FIRST_32 "}, iov_len=48}) = 0", regs));
	expect_later("%s", get(pid, 68, "{iov_base={" FIRST_32 ", <*>, xss=0x2b}, iov_len=68}) = 0", regs));
	expect_later("%s", get(pid, 216, "{iov_base={" FIRST_32 ", <*>, xss=0x2b}, iov_len=216 => 68}) = 0", regs));
	end(pid);
}

CASE(of_64_bits)
{
	wide("64");
}

CASE(of_x32)
{
	wide("x32");
}

CASE(of_32_bits)
{
	narrow();
}

/* What is given to a task: not more than it has. */
CASE(given)
{
	unsigned long long wide_regs[32] = { 0x77 };
	unsigned int narrow_regs[32] = { 0x77 };
	struct iovec iov = { wide_regs, 16 };
	pid_t pid = traced("64");

	sys(SYS_ptrace, PTRACE_SETREGSET, pid, NT_PRSTATUS, &iov);
	expect_later("ptrace(PTRACE_SETREGSET, %d, NT_PRSTATUS, {iov_base={r15=0x77, r14=0}, iov_len=16}) = 0", pid);
	iov.iov_len = 70;
	sys(SYS_ptrace, PTRACE_SETREGSET, pid, NT_PRSTATUS, &iov);
	expect("ptrace(PTRACE_SETREGSET, %d, NT_PRSTATUS, {iov_base=%s, iov_len=70}) = " EINVAL_LINE, pid, ptr(wide_regs));
	iov.iov_base = (void *)8;
	iov.iov_len = 72;
	sys(SYS_ptrace, PTRACE_SETREGSET, pid, NT_PRSTATUS, &iov);
	expect("ptrace(PTRACE_SETREGSET, %d, NT_PRSTATUS, {iov_base=0x8, iov_len=72}) = " EFAULT_LINE, pid);
	end(pid);

	pid = traced("32");
	iov = (struct iovec) { narrow_regs, 8 };
	sys(SYS_ptrace, PTRACE_SETREGSET, pid, NT_PRSTATUS, &iov);
	expect_later("ptrace(PTRACE_SETREGSET, %d, NT_PRSTATUS, {iov_base={ebx=0x77, ecx=0}, iov_len=8}) = 0", pid);
	end(pid);

	/* Nobody's registers */
	iov.iov_len = 72;
	sys(SYS_ptrace, PTRACE_SETREGSET, 0x7fffffff, NT_PRSTATUS, &iov);
	expect_later("ptrace(PTRACE_SETREGSET, 2147483647, NT_PRSTATUS, {iov_base=%s, iov_len=72}) = " ESRCH_LINE, ptr(narrow_regs));
}

/* All of the signals that wait for a task, each as large as in any ABI. */
CASE(pending)
{
	struct {
		unsigned long long off;
		unsigned int flags;
		int nr;
	} args = { 0, 1, 4 };
	static char infos[4 * 128];
	pid_t pid = traced(ABI), self = getpid();

	kill(pid, SIGUSR1);
	kill(pid, SIGUSR2);
	sys(SYS_ptrace, PTRACE_PEEKSIGINFO, pid, &args, infos);
	expect_later("ptrace(PTRACE_PEEKSIGINFO, %d, {off=0, flags=PTRACE_PEEKSIGINFO_SHARED, nr=4}, [{si_signo=SIGUSR1, si_code=SI_USER, si_pid=%d, si_uid=0}, {si_signo=SIGUSR2, si_code=SI_USER, si_pid=%d, si_uid=0}]) = 2", pid, self, self);
	end(pid);
}
