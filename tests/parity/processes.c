// SPDX-License-Identifier: GPL-2.0
/* Processes: how they are made, limited, identified, waited for, signalled and ended. */
#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "must.h"

static volatile int usr1;

static void on_usr1(int number)
{
	usr1 = number;
}

static void identity(void)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct caps[2];
	gid_t groups[64], some[] = { 1, 2, 3 };
	struct sysinfo info;
	struct utsname name;
	uid_t real, effective, saved;
	char title[16];

	must(getresuid(&real, &effective, &saved));
	must(setgroups(3, some));
	must(getgroups(64, groups));
	must(syscall(SYS_capget, &head, caps));
	must(uname(&name));
	must(sysinfo(&info));
	must(prctl(PR_SET_NAME, "new name"));
	must(prctl(PR_GET_NAME, title));
	must(prctl(PR_SET_PDEATHSIG, SIGTERM));
	must(getpgid(0));
	must(getsid(0));
}

static void limits(void)
{
	struct rlimit files;
	struct rusage usage;
	struct sched_param param = { };
	struct tms spent;
	struct timespec now;
	struct timeval day;
	cpu_set_t set;

	must(getrlimit(RLIMIT_NOFILE, &files));
	files.rlim_cur = 100;
	must(setrlimit(RLIMIT_NOFILE, &files));
	must(getrusage(RUSAGE_SELF, &usage));
	must(setpriority(PRIO_PROCESS, 0, 3));
	must(getpriority(PRIO_PROCESS, 0));
	must(sched_setscheduler(0, SCHED_BATCH, &param));
	must(sched_getparam(0, &param));
	must(sched_getaffinity(0, sizeof(set), &set));
	must(clock_getres(CLOCK_PROCESS_CPUTIME_ID, &now));
	must(syscall(SYS_clock_gettime, CLOCK_BOOTTIME, &now));
	must(syscall(SYS_gettimeofday, &day, NULL));
	times(&spent);
	must(syscall(SYS_getcpu, NULL, NULL, NULL));
}

static void children(void)
{
	struct clone_args args = { .exit_signal = SIGCHLD };
	struct sigaction action = { .sa_handler = on_usr1 };
	struct rusage usage;
	/* Of what waitid() leaves as it was, strace shows anything, the tracer only zeroes. */
	siginfo_t info = { 0 };
	sigset_t mask, pending;
	pid_t child;
	int status;

	child = must(syscall(SYS_clone3, &args, sizeof(args)));
	if (!child)
		_exit(3);
	must(waitid(P_PID, child, &info, WEXITED | WNOWAIT));
	must(wait4(child, &status, 0, &usage));
	child = must(vfork());
	if (!child)
		_exit(4);
	must(waitpid(child, &status, 0));
	child = must(fork());
	if (!child)
		for (;;)
			pause();
	must(setpgid(child, child));
	must(kill(child, SIGSTOP));
	must(waitpid(child, &status, WUNTRACED));
	must(kill(-child, SIGCONT));
	must(waitpid(child, &status, WCONTINUED));
	must(kill(child, SIGKILL));
	must(wait(&status));
	child = must(fork());
	if (!child)
		execl("/bin/sh", "sh", "-c", "kill -ABRT $$", NULL);
	must(wait(&status));
	if (wait(&status) != -1 || errno != ECHILD || !WIFSIGNALED(status))
		exit(2);

	must(sigaction(SIGUSR1, &action, NULL));
	sigfillset(&mask);
	must(sigprocmask(SIG_SETMASK, &mask, NULL));
	must(raise(SIGUSR1));
	must(sigpending(&pending));
	sigdelset(&mask, SIGUSR1);
	if (sigsuspend(&mask) != -1 || !usr1)
		exit(3);
	sigemptyset(&mask);
	sigaddset(&mask, SIGUSR2);
	must(sigtimedwait(&mask, NULL, &(struct timespec){ .tv_nsec = 1000000 }) == -1 ? 0 : -1);
	must(sigprocmask(SIG_UNBLOCK, &mask, NULL));
	must(sigaltstack(&(stack_t){ .ss_sp = malloc(SIGSTKSZ), .ss_size = SIGSTKSZ }, NULL));
}

static void messages(void)
{
	struct { long type; char text[20]; } message = { 7, "a message" };
	struct sembuf up = { .sem_op = 1 };
	struct shmid_ds segment;
	int queue = must(msgget(IPC_PRIVATE, IPC_CREAT | 0600));
	int set = must(semget(IPC_PRIVATE, 2, IPC_CREAT | 0600));
	int shared = must(shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600));
	char copy[20];
	struct iovec here = { copy, 10 }, there = { &message, 10 };

	must(msgsnd(queue, &message, 10, 0));
	/* The room for just that: strace shows all of it, the tracer what was received. */
	must(msgrcv(queue, &message, 10, 7, IPC_NOWAIT));
	must(msgctl(queue, IPC_RMID, NULL));
	must(semop(set, &up, 1));
	must(semctl(set, 0, SETVAL, 5));
	must(semctl(set, 0, IPC_RMID));
	must((long)shmat(shared, NULL, 0));
	must(shmctl(shared, IPC_STAT, &segment));
	must(shmctl(shared, IPC_RMID, NULL));
	must(process_vm_readv(getpid(), &here, 1, &there, 1, 0));
	must(unshare(CLONE_NEWUTS | CLONE_NEWNS));
	must(sethostname("elsewhere", 9));
}

int main(void)
{
	identity();
	limits();
	children();
	messages();
	return 0;
}
