// SPDX-License-Identifier: GPL-2.0
/*
 * sctrace: the system calls of a command, or of what runs already, in the manner of strace.
 * The kernel records and selects; this program sets that up, and prints what comes.
 */
#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "shared/error.h"
#include "shared/patience.h"
#include "records/source.h"
#include "lines/table.h"
#include "attach.h"
#include "call.h"
#include "choice.h"
#include "clock.h"
#include "command.h"
#include "count.h"
#include "instance.h"
#include "live.h"
#include "namespace.h"
#include "options.h"
#include "output.h"
#include "pids.h"
#include "print.h"
#include "proc.h"
#include "settings.h"
#include "streams.h"
#include "tasks.h"

#define NSEC_PER_MSEC	1000000ULL
/* Between two looks at the ring buffer */
#define PAUSE		(10 * NSEC_PER_MSEC)
/* How long a command that got the user's Ctrl-C, too, may take to end */
#define LAST_WORDS	(500 * NSEC_PER_MSEC)
/* Files that are open at a time, besides those of each CPU; a picture may have one of each, too */
#define MOST_FILES	32
/* How often it is asked whether all tasks have ended, if the record of an end was lost */
#define ASK		(1000 * NSEC_PER_MSEC)

/**
 * struct session - what is being traced
 * @input: the ring buffer
 * @source: its records
 * @command: the process of the command; 0: there is none, or it has ended
 * @has_begun: it may go on, and calls are recorded
 * @status: how it has ended
 * @has_ended: it has
 * @is_unread: who has read the output is gone
 * @asked: when it was asked whether tasks are left
 * @printed: the time of the last record that was printed
 */
static struct {
	struct input		*input;
	struct source		*source;
	pid_t			command;
	bool			has_begun;
	int			status;
	bool			has_ended;
	bool			is_unread;
	unsigned long long	asked;
	unsigned long long	printed;
} session;

/* The signal by which the user wants to end, and whether the terminal has sent it to all. */
static volatile sig_atomic_t stopped, by_terminal;

static void stop(int sig, siginfo_t *info, void *context)
{
	ucontext_t *interrupted = context;

	stopped = sig;
	by_terminal = info->si_code == SI_KERNEL && sig != SIGALRM;
	patience_end(&interrupted->uc_sigmask);
}

/* Ends the pause between two looks. */
static void note_child(int sig)
{
}

static void catch_signals(void)
{
	static const int sigs[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM };
	struct sigaction action = { .sa_sigaction = stop, .sa_flags = SA_SIGINFO };
	struct sigaction child = { .sa_handler = note_child, .sa_flags = SA_RESTART };
	struct sigaction old;
	size_t i;

	for (i = 0; i < sizeof(sigs) / sizeof(sigs[0]); i++) {
		/*
		 * What nohup ignores remains so. Shells without job control let what runs in the
		 * background ignore two signals; but a trace without a command has no other end.
		 */
		if (!settings.command && (sigs[i] == SIGINT || sigs[i] == SIGQUIT))
			old.sa_handler = SIG_DFL;
		else if (sigaction(sigs[i], NULL, &old))
			continue;
		if (old.sa_handler != SIG_IGN)
			sigaction(sigs[i], &action, NULL);
	}
	sigaction(SIGCHLD, &child, NULL);
	output_ignore_signals();
}

/* --------------------------------- the command ------------------------------- */

static void wait_for_command(void)
{
	int status;
	pid_t pid;

	/*
	 * What the command begets with CLONE_PARENT are children of this program, too. No signal
	 * tells of any if whoever has started this program has blocked it.
	 */
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid != session.command || session.has_ended)
			continue;
		session.status = status;
		session.has_ended = true;
	}
}

/* ---------------------------------- records --------------------------------- */

/*
 * The oldest record; NULL: there is none of which it is known that no older one can come. @all:
 * nothing is recorded any more.
 */
static const struct record *next_record(bool all)
{
	unsigned long long safe = ~0ULL;
	const struct record *next = NULL, *rec;
	int cpu;

	for (cpu = 0; cpu < source_cpus(session.source); cpu++) {
		rec = source_peek(session.source, cpu);
		if (!rec) {
			unsigned long long empty = live_empty_since(session.input, cpu);

			if (empty < safe)
				safe = empty;
			continue;
		}
		if (!next || rec->time < next->time)
			next = rec;
	}
	if (next && !all && next->time + clock_offset() + LATE >= safe)
		return NULL;

	return next;
}

/* Prints what there is. Returns the number of records. */
static size_t print_records(bool all)
{
	const struct record *rec;
	size_t nr = 0;
	int cpu;

	namespace_forget();
	print_set_clock();
	for (cpu = 0; cpu < source_cpus(session.source); cpu++)
		source_retry(session.source, cpu);
	while ((rec = next_record(all))) {
		session.printed = rec->time + clock_offset();
		print_record(rec);
		if (!(++nr % 4096) && !all)
			break;
	}
	instance_make_room(live_backlog(session.input));

	return nr;
}

/* ---------------------------------- the end --------------------------------- */

/*
 * Is it time to ask whether tasks have ended? Only if all that was recorded before they were asked
 * about the last time has been printed, so that an end which comes late is not missed.
 */
static bool must_ask(bool all)
{
	const unsigned long long time = now();

	if (time - session.asked < ASK || !(all || session.printed > session.asked))
		return false;
	session.asked = time;

	return true;
}

/* Has the command ended, whoever goes on? */
static bool command_is_over(void)
{
	return session.has_ended && !settings.follow_to_end;
}

/* Is there anybody left whose calls may come? @asks: ask the tasks, too */
static bool is_over(bool asks)
{
	if (command_is_over())
		return true;
	if (session.command && !session.has_ended)
		return false;
	/* With -p, the others only choose among those processes. */
	if (!settings.nr_pids &&
	    (settings.all || settings.comm || settings.uid || settings.cgroup))
		return false;
	/* Ends may be missing, though nothing tells that records were lost. */
	if (!settings.count && tasks_alive() && !(asks && (print_has_lost() || !tasks_run())))
		return false;

	/*
	 * So may beginnings: of a child that was made before the tracer was on, and of one whose
	 * record is too young to be printed. The kernel knows them.
	 */
	return !pids_any_runs();
}

static void end_by_signal(int sig)
{
	struct rlimit no_core = { };
	sigset_t this_one;

	/* It is the command that has crashed: its core is enough. */
	setrlimit(RLIMIT_CORE, &no_core);
	signal(sig, SIG_DFL);
	/* Whoever has started this program may have blocked it. */
	sigemptyset(&this_one);
	sigaddset(&this_one, sig);
	sigprocmask(SIG_UNBLOCK, &this_one, NULL);
	raise(sig);
	_exit(128 + sig);
}

static void run(void)
{
	unsigned long long deadline = 0;

	for (;;) {
		bool asks;
		size_t nr;

		wait_for_command();
		clock_follow();
		nr = settings.count ? 0 : print_records(false);
		if (!print_flush()) {
			session.is_unread = true;
			break;
		}
		if (stopped && !deadline)
			deadline = now() + (by_terminal && session.command ? LAST_WORDS : 0);
		if (deadline && (now() >= deadline || session.has_ended))
			break;
		asks = must_ask(nr < 4096);
		/* If calls are only counted, no end is read. */
		if (asks && !settings.count)
			events_forget_missed();
		/* Others may make calls faster than they are printed. */
		if (nr >= 4096 && !command_is_over())
			continue;
		if (is_over(asks))
			break;
		poll(NULL, 0, PAUSE / NSEC_PER_MSEC);
	}
	instance_stop();
	if (!settings.count) {
		while (!session.is_unread && print_records(true))
			session.is_unread = !print_flush();
	}
	/* Nobody reads any more, but somebody waits for the command. */
	while (session.is_unread && output_is_read() && session.command && !session.has_ended &&
	       !stopped) {
		wait_for_command();
		poll(NULL, 0, PAUSE / NSEC_PER_MSEC);
	}
}

/* The instance cannot be removed before. */
static void close_source(void)
{
	if (session.source)
		source_close(session.source);
	session.source = NULL;
}

/* Ends as the command has ended, or by the signal that has ended the tracing. */
static int leave(void)
{
	int error = session.has_ended ? command_error() : 0;

	close_source();
	instance_end();
	if (error) {
		complain("cannot run '%s'%s%s: %s", settings.command[0], settings.user ? " as " : "",
			 settings.user ?: "", strerror(error));
		return error == ENOENT ? 127 : 126;
	}
	if (session.has_ended && WIFEXITED(session.status))
		return WEXITSTATUS(session.status);
	if (stopped)
		end_by_signal(stopped);
	if (session.has_ended)
		end_by_signal(WTERMSIG(session.status));
	if (session.is_unread)
		end_by_signal(SIGPIPE);

	return EXIT_SUCCESS;
}

/* The command has ended before it could be traced. */
static int end_untraced(void)
{
	for (;;) {
		wait_for_command();
		if (session.has_ended)
			return leave();
		poll(NULL, 0, PAUSE / NSEC_PER_MSEC);
	}
}

static int end(void)
{
	unsigned long long lost = print_has_lost() ? instance_lost() : 0;

	print_last();
	if ((settings.count || settings.count_too) && !session.is_unread) {
		count_print(print_file());
		session.is_unread = !print_flush();
	}
	print_end();
	if (stopped)
		attach_say_detached(session.has_ended ? 0 : session.command);
	attach_say_unseen_ends();
	if (lost)
		complain("%llu records were lost: the ring buffer was full, and %llu calls are missing where that is said. A larger one (--buffer 64M), or fewer calls (-e), may help",
			 lost, print_lost());
	else if (print_lost())
		complain("%llu calls are missing where that is said", print_lost());

	return leave();
}

/* The command has the limit of whoever has called. */
static void raise_file_limit(void)
{
	const rlim_t cpus = sysconf(_SC_NPROCESSORS_CONF);
	const rlim_t needed = MOST_FILES + (settings.picture ? 2 : 1) * cpus;
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= needed)
		return;
	limit.rlim_cur = needed;
	if (limit.rlim_max < needed)
		limit.rlim_max = needed;
	setrlimit(RLIMIT_NOFILE, &limit);
}

/* Also if it is because of the signal that the program could not begin. */
static void end_unbegun(void)
{
	if (stopped && !session.has_begun)
		end_by_signal(stopped);
}

/* A command that has not begun ends with this program. */
static void begin(void)
{
	session.has_begun = true;
	if (stopped)
		session.command = 0;
	else if (session.command)
		command_go();
}

int main(int argc, char **argv)
{
	struct tracefs_instance *instance;
	char *table;

	streams_fill();
	streams_open_error();
	options_parse(argc, argv);
	choice_has_signals();
	if (settings.command)
		session.command = command_start();
	raise_file_limit();
	/* What instance_begin() makes must not stay, whenever a signal comes. */
	catch_signals();
	atexit(end_unbegun);
	instance = instance_begin();
	namespace_enter();
	if (session.command && !attach_command(session.command))
		return end_untraced();
	attach_all();
	output_start_reader();
	/* Nobody may read yet when the tracer is chosen. */
	instance_trace();
	session.input = live_open(instance);
	session.source = source_of(session.input);
	atexit(close_source);
	table = source_setting(session.source, "syscall_table");
	table_load("tracefs", table);
	free(table);
	clock_begin(instance);
	print_begin(session.source, session.command);
	attach_say();
	streams_leave();
	print_flush();
	begin();
	run();

	return end();
}
