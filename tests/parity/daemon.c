// SPDX-License-Identifier: GPL-2.0
/*
 * A daemon: one epoll loop over a listening socket and its connections, a
 * signalfd, timers, an eventfd and inotify. A child is its client.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include "must.h"

static int epoll_fd, listener, signal_fd, timer_fd, event_fd, watch_fd;
static int ticks, alarms, usr1, rt, ended;
static const struct sockaddr_un address = {
	.sun_family = AF_UNIX, .sun_path = "daemon.socket",
};

static void on_alarm(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)context;
	alarms += info->si_code != 0;
}

static void add(int fd, uint32_t events)
{
	struct epoll_event event = { .events = events, .data.fd = fd };

	must(epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &event));
}

static void client(pid_t daemon)
{
	char answer[64] = "";
	struct timespec pause = { .tv_nsec = 5000000 };
	union sigval value = { .sival_int = 42 };
	int fd = must(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));

	must(connect(fd, (void *)&address, sizeof(address)));
	must(send(fd, "question", 8, MSG_NOSIGNAL));
	must(recv(fd, answer, sizeof(answer), 0));
	must(close(must(open("spool/job", O_CREAT | O_WRONLY, 0600))));
	must(clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL) ? -1 : 0);
	must(kill(daemon, SIGUSR1));
	must(sigqueue(daemon, SIGRTMIN + 1, value));
	exit(strcmp(answer, "answer"));
}

static void serve_connection(int fd, uint32_t events)
{
	char question[100];
	ssize_t got = recv(fd, question, sizeof(question), MSG_DONTWAIT);

	if (got > 0) {
		struct iovec parts[] = { { "ans", 3 }, { "wer", 3 } };
		struct msghdr message = { .msg_iov = parts, .msg_iovlen = 2 };

		must(sendmsg(fd, &message, MSG_NOSIGNAL));
	} else if (!got || events & EPOLLHUP) {
		must(epoll_ctl(epoll_fd, EPOLL_CTL_DEL, fd, NULL));
		must(close(fd));
	}
}

static void take_signal(void)
{
	struct signalfd_siginfo info;
	int status;

	if (must(read(signal_fd, &info, sizeof(info))) != sizeof(info))
		exit(2);
	usr1 += info.ssi_signo == SIGUSR1;
	rt += info.ssi_signo == (uint32_t)SIGRTMIN + 1 && info.ssi_int == 42;
	if (info.ssi_signo == SIGCHLD) {
		must(waitpid(-1, &status, WNOHANG));
		ended = status == 0;
	}
}

static void serve(const struct epoll_event *event)
{
	char buffer[4096];
	uint64_t count = 0;

	if (event->data.fd == listener) {
		add(must(accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK)),
		    EPOLLIN | EPOLLRDHUP);
	} else if (event->data.fd == signal_fd) {
		take_signal();
	} else if (event->data.fd == timer_fd) {
		must(read(timer_fd, &count, sizeof(count)));
		ticks += count;
		count = 1;
		must(write(event_fd, &count, sizeof(count)));
	} else if (event->data.fd == event_fd) {
		must(read(event_fd, &count, sizeof(count)));
	} else if (event->data.fd == watch_fd) {
		must(read(watch_fd, buffer, sizeof(buffer)));
	} else {
		serve_connection(event->data.fd, event->events);
	}
}

static void start(sigset_t *blocked)
{
	struct itimerspec every = { { 0, 10000000 }, { 0, 10000000 } };
	struct rlimit files;

	must(getrlimit(RLIMIT_NOFILE, &files));
	umask(027);
	must(mkdir("spool", 0700));
	sigemptyset(blocked);
	sigaddset(blocked, SIGUSR1);
	sigaddset(blocked, SIGCHLD);
	sigaddset(blocked, SIGRTMIN + 1);
	must(sigprocmask(SIG_BLOCK, blocked, NULL));
	epoll_fd = must(epoll_create1(EPOLL_CLOEXEC));
	signal_fd = must(signalfd(-1, blocked, SFD_CLOEXEC | SFD_NONBLOCK));
	event_fd = must(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
	timer_fd = must(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC));
	must(timerfd_settime(timer_fd, 0, &every, NULL));
	must(timerfd_gettime(timer_fd, &every));
	watch_fd = must(inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
	must(inotify_add_watch(watch_fd, "spool", IN_CREATE | IN_CLOSE_WRITE));
	listener = must(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0));
	must(bind(listener, (void *)&address, sizeof(address)));
	must(listen(listener, 10));
	add(signal_fd, EPOLLIN);
	add(event_fd, EPOLLIN | EPOLLET);
	add(timer_fd, EPOLLIN);
	add(watch_fd, EPOLLIN);
	add(listener, EPOLLIN);
}

int main(void)
{
	struct sigaction action = { .sa_sigaction = on_alarm, .sa_flags = SA_SIGINFO | SA_RESTART };
	struct itimerval soon = { .it_value.tv_usec = 20000 };
	struct sigevent how = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM };
	struct itimerspec once = { .it_value.tv_nsec = 30000000 };
	struct epoll_event events[8];
	sigset_t blocked, mask;
	pid_t self = getpid();
	timer_t timer;
	int i, got, turns;

	openlog("daemon", LOG_PID, LOG_DAEMON);
	syslog(LOG_INFO, "starting");
	start(&blocked);
	must(sigaction(SIGALRM, &action, NULL));
	must(setitimer(ITIMER_REAL, &soon, NULL));
	must(timer_create(CLOCK_REALTIME, &how, &timer));
	must(timer_settime(timer, 0, &once, NULL));
	if (!must(fork()))
		client(self);
	mask = blocked;
	sigaddset(&mask, SIGHUP);
	for (turns = 0; turns < 1000 && (ticks < 5 || !ended || !usr1 || !rt || alarms < 2); turns++) {
		got = epoll_pwait(epoll_fd, events, 8, 1000, &mask);
		if (got < 0 && errno != EINTR)
			must(got);
		for (i = 0; i < got; i++)
			serve(&events[i]);
	}
	must(timer_delete(timer));
	must(unlink(address.sun_path));
	return turns == 1000;
}
