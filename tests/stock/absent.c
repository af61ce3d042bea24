// SPDX-License-Identifier: GPL-2.0
/*
 * A task that sleeps in a call because of a page that is absent, or of a fork that somebody has to
 * see first: absent dispatch FILE | absent emulated FILE | absent fork FILE
 *
 * dispatch: writes its number to FILE; the selector of its calls is in the page
 * emulated: a child does so, and its debugger emulates two calls. Before the second one, it takes
 * that page away
 * fork: writes its number to FILE, and forks
 *
 * Prints "asleep" when it is, unless it is emulated. A byte or the end of the input lets it go on.
 * The child of fork then asks for dispatch of its calls, prints "asked", and makes one at the end
 * of the input. Prints "fine" at last.
 */
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dispatch.h"
#include "mark.h"

#define SIZE	4096
#define SYSEMU	31	/* PTRACE_SYSEMU */

static int faults;
static char *page;

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void say(const char *text)
{
	if (write(1, text, strlen(text)) < 0)
		_exit(1);
}

/* Who waits goes on when the message has been read, and the page is there. */
static void *helper(void *arg)
{
	struct pollfd ready = { .fd = faults, .events = POLLIN };
	struct uffdio_zeropage zero = { .range = { (unsigned long)page, SIZE } };
	struct uffd_msg message;
	char byte;

	if (poll(&ready, 1, -1) != 1)
		die("poll");
	say("asleep\n");
	if (read(0, &byte, 1) < 0 || read(faults, &message, sizeof(message)) != sizeof(message))
		die("read");
	if (message.event == UFFD_EVENT_PAGEFAULT && ioctl(faults, UFFDIO_ZEROPAGE, &zero))
		die("UFFDIO_ZEROPAGE");

	return arg;
}

static void make_absent(int forks)
{
	struct uffdio_api api = { .api = UFFD_API, .features = forks ? UFFD_FEATURE_EVENT_FORK : 0 };
	struct uffdio_register absent = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	pthread_t thread;

	page = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	faults = syscall(SYS_userfaultfd, O_CLOEXEC);
	absent.range.start = (unsigned long)page;
	absent.range.len = SIZE;
	if (page == MAP_FAILED || faults < 0 || ioctl(faults, UFFDIO_API, &api) ||
	    ioctl(faults, UFFDIO_REGISTER, &absent))
		die("userfaultfd");
	if (pthread_create(&thread, NULL, helper, NULL))
		die("pthread_create");
}

/* Zero allows calls. */
static void dispatched(const char *mark)
{
	be_marked(mark);
	syscall(SYS_getpgrp);
	if (dispatch(1, page))
		die("dispatch");
	syscall(SYS_getppid);
	syscall(SYS_getppid);
	dispatch(0, NULL);
}

static void be_emulated(const char *mark)
{
	be_marked(mark);
	*page = 0;
	if (dispatch(1, page) || ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		die("dispatch");
	syscall(SYS_kill, getpid(), SIGSTOP);
	syscall(SYS_getpgrp);
	syscall(SYS_getppid);
	_exit(0);
}

static void emulated(const char *mark)
{
	int file = memfd_create("page", 0), status;
	pid_t pid;

	if (file < 0 || ftruncate(file, SIZE))
		die("memfd_create");
	page = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	if (page == MAP_FAILED)
		die("mmap");
	pid = fork();
	if (!pid)
		be_emulated(mark);
	if (waitpid(pid, &status, 0) != pid || ptrace(SYSEMU, pid, NULL, NULL) ||
	    waitpid(pid, &status, 0) != pid ||
	    fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, SIZE) ||
	    ptrace(SYSEMU, pid, NULL, NULL) || waitpid(pid, &status, 0) != pid ||
	    ptrace(PTRACE_CONT, pid, NULL, NULL) || waitpid(pid, &status, 0) != pid || status)
		die("emulated");
}

static void forks(const char *mark)
{
	int status;
	char byte;
	pid_t pid;

	be_marked(mark);
	pid = fork();
	if (!pid) {
		signal(SIGSYS, on_sigsys);
		dispatch(1, &selector);
		say("asked\n");
		while (read(0, &byte, 1) > 0)
			;
		selector = 1;
		syscall(SYS_getppid);
		_exit(signals == 1 ? 0 : 2);
	}
	if (waitpid(pid, &status, 0) != pid || status) {
		say("its call was not dispatched\n");
		exit(1);
	}
}

int main(int argc, char **argv)
{
	const char *way = argc == 3 ? argv[1] : "";

	if (strcmp(way, "emulated"))
		make_absent(!strcmp(way, "fork"));
	else
		emulated(argv[2]);
	if (!strcmp(way, "dispatch"))
		dispatched(argv[2]);
	else if (!strcmp(way, "fork"))
		forks(argv[2]);
	else if (strcmp(way, "emulated"))
		return 1;
	say("fine\n");

	return 0;
}
