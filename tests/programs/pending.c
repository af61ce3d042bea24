// SPDX-License-Identifier: GPL-2.0
/*
 * A call on another processor, of which nobody has seen the record when the machine is made
 * to show its trace:
 *
 *	pending LETTER [FILE]
 *
 * A task on CPU 1 opens a file that does not exist, and then makes no other call. At once,
 * this program, on CPU 0, writes LETTER to FILE, or to /proc/sysrq-trigger.
 */
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "case.h"

static volatile int *step;

static void bind_to(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		die("no CPU %d", cpu);
}

static void await(int wanted)
{
	while (*step != wanted)
		;
}

int main(int argc, char **argv)
{
	int trigger;
	pid_t child;

	if (argc == 2 && !strcmp(argv[1], "--list"))
		return 0;
	trigger = open(argc == 3 ? argv[2] : "/proc/sysrq-trigger", O_WRONLY);
	if (argc < 2 || argc > 3 || trigger < 0)
		die("usage: pending LETTER [FILE]");

	step = mmap(NULL, sizeof(*step), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (step == MAP_FAILED)
		die("no memory");
	child = fork();
	if (!child) {
		bind_to(1);
		*step = 1;
		await(2);
		open("/no/such/neighbour", O_RDONLY);
		*step = 3;
		await(4);
		_exit(0);
	}
	bind_to(0);
	await(1);
	/* Let what has been recorded so far be written. */
	usleep(300000);
	*step = 2;
	await(3);
	if (write(trigger, argv[1], 1) != 1)
		die("cannot write to the trigger");
	*step = 4;
	waitpid(child, NULL, 0);
	return 0;
}
