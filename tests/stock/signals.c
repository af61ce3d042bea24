// SPDX-License-Identifier: GPL-2.0
/*
 * Signals as fast as they come, in two processes that send them to each other while timers
 * interrupt their calls: signals ROUNDS
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t ticks, pings;

static void on_signal(int signal)
{
	if (signal == SIGALRM)
		ticks++;
	else
		pings++;
	syscall(SYS_getppid);
}

static void make_rounds(int rounds, pid_t other)
{
	struct itimerval every = { { .tv_usec = 700 }, { .tv_usec = 700 } };
	struct timespec moment = { .tv_nsec = 2000000 };
	struct sigaction action = { .sa_handler = on_signal };

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &every, NULL);
	for (int i = 0; i < rounds; i++) {
		kill(other, SIGUSR1);
		nanosleep(&moment, NULL);
	}
	signal(SIGALRM, SIG_IGN);
}

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	int status, rounds = argc == 2 ? atoi(argv[1]) : 0;
	pid_t pid;

	sigaction(SIGUSR1, &action, NULL);
	pid = fork();
	if (!pid) {
		make_rounds(rounds, getppid());
		_exit(0);
	}
	make_rounds(rounds, pid);
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return 1;
	}

	return status || !ticks || !pings;
}
