// SPDX-License-Identifier: GPL-2.0
/*
 * The files of sctrace: one for all lines, or one for each task. There may be more tasks than a
 * process may have open files: then the file that was not used for longest is closed, and opened
 * again for its next line.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shared/output-file.h"
#include "shared/error.h"
#include "shared/patience.h"
#include "output.h"
#include "settings.h"

#define LEAST_FILES	8

/* More pids than the kernel has: PID_MAX_LIMIT */
#define MOST_PIDS	(4 << 20)

/**
 * struct task_file - the file of a task
 * @prev: the one that was used later, or NULL; only if it is open
 * @next: the one that was used earlier, or NULL
 * @name: its name in the folder
 * @out: NULL: it is not open
 * @dev: its file system
 * @ino: its number there
 * @appends: what is in it when it is created stays: it is of a task that had the pid before
 * @is_lost: it could not be opened, and its lines are lost
 * @is_dirty: it was used since all files were flushed
 */
struct task_file {
	struct task_file	*prev, *next;
	char			*name;
	FILE			*out;
	dev_t			dev;
	ino_t			ino;
	bool			appends;
	bool			is_lost;
	bool			is_dirty;
};

/**
 * struct files - the files of tasks
 * @folder: where they are
 * @prefix: what their names begin with, up to the dot
 * @newest: the open one that was used last
 * @oldest: that which was not used for longest
 * @nr_open: how many are open
 * @most_open: how many may be
 * @created: a bit for each pid that has, or had, a file
 * @has_begun: there was one
 * @error: why something could not be written; 0: all was
 * @nowhere: takes the lines of lost files
 */
static struct {
	int			folder;
	char			*prefix;
	struct task_file	*newest, *oldest;
	size_t			nr_open;
	size_t			most_open;
	unsigned char		*created;
	bool			has_begun;
	int			error;
	FILE			*nowhere;
} files;

/* --------------------------------- one for all -------------------------------- */

/**
 * struct reader - who reads the output, if that is a command
 * @process: its process; 0: there is none
 * @begin: it waits until something is written there
 * @file: what it reads
 */
static struct {
	pid_t	process;
	int	begin;
	FILE	*file;
} reader;

bool output_is_read(void)
{
	return settings.output && (*settings.output == '|' || *settings.output == '!');
}

static void begin_task_files(void)
{
	struct rlimit limit = { };
	char *begin;

	getrlimit(RLIMIT_NOFILE, &limit);
	/* The other half is for all else. */
	files.most_open = limit.rlim_cur / 2 > LEAST_FILES ? limit.rlim_cur / 2 : LEAST_FILES;
	/* Behind a slash, the name is empty: then it begins with the dot. */
	if (asprintf(&begin, "%s%s", settings.output, *settings.output ? "." : "") < 0)
		fail("not enough memory");
	files.folder = output_folder(begin, false, &files.prefix);
	free(begin);
	files.created = allocate(2 * MOST_PIDS / 8, 1);
	files.nowhere = fopen("/dev/null", "we");
	if (!files.nowhere)
		fail("cannot open '/dev/null': %s", strerror(errno));
}

/* Those that are ignored here, and were not by whoever has called. */
static sigset_t ignored;

/* The output tells by an error. */
void output_ignore_signals(void)
{
	/* The last one comes if the command has the terminal, where nobody else may write then. */
	static const int sigs[] = { SIGPIPE, SIGXFSZ, SIGTTOU };
	size_t i;

	sigemptyset(&ignored);
	for (i = 0; i < ARRAY_SIZE(sigs); i++) {
		if (signal(sigs[i], SIG_IGN) != SIG_IGN)
			sigaddset(&ignored, sigs[i]);
	}
}

/* Waits until it may begin, and becomes a shell with the signals of whoever has called. */
static void __attribute__((__noreturn__)) become_reader(const char *command, int input, int begin,
							const sigset_t *mask)
{
	struct sigaction action;
	char byte;
	int sig;

	for (sig = 1; sig < NSIG; sig++) {
		/* Two are the C library's own. */
		if (sigaction(sig, NULL, &action))
			continue;
		if (action.sa_handler != SIG_IGN || sigismember(&ignored, sig) == 1)
			signal(sig, SIG_DFL);
	}
	sigprocmask(SIG_SETMASK, mask, NULL);
	if (read(begin, &byte, 1) != 1 || dup2(input, STDIN_FILENO) < 0)
		_exit(EXIT_FAILURE);
	execl("/bin/sh", "sh", "-c", command, NULL);
	_exit(127);
}

void output_start_reader(void)
{
	int ends[2], begin[2];
	sigset_t all, mask;

	if (!output_is_read())
		return;
	if (pipe2(ends, O_CLOEXEC) || pipe2(begin, O_CLOEXEC))
		fail("cannot make a pipe: %s", strerror(errno));
	fflush(NULL);
	/* It has no handler of this program when a signal comes. */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &mask);
	reader.process = fork();
	if (!reader.process) {
		/* If sctrace ends, it does not wait any more. */
		close(begin[1]);
		close(ends[1]);
		become_reader(settings.output + 1, ends[0], begin[0], &mask);
	}
	sigprocmask(SIG_SETMASK, &mask, NULL);
	if (reader.process < 0)
		fail("cannot start '%s': %s", settings.output + 1, strerror(errno));
	close(begin[0]);
	close(ends[0]);
	reader.begin = begin[1];
	reader.file = patient_open(ends[1]);
	if (!reader.file)
		fail("not enough memory");
}

pid_t output_reader(void)
{
	return reader.process;
}

/* If it has been killed, the output tells that nobody reads. */
static FILE *begin_reader(void)
{
	if (write(reader.begin, "", 1) != 1 && errno != EPIPE)
		fail("cannot let '%s' begin: %s", settings.output + 1, strerror(errno));
	close(reader.begin);

	return reader.file;
}

/* It has read all. What it does with that may take longer than the user waits. */
static void wait_for_reader(void)
{
	int begun = patience_begin();

	while (waitpid(reader.process, NULL, 0) < 0 && errno == EINTR && !patience_is_over(begun))
		;
}

FILE *output_begin(void)
{
	if (settings.separate)
		begin_task_files();
	if (!settings.output || settings.separate)
		return stderr;
	if (!output_is_read())
		return output_open(settings.output, settings.append);

	return begin_reader();
}

bool output_end(FILE *out)
{
	bool fine = !fflush(out);
	int error = errno;

	if (out == stderr)
		return fine;
	if (!output_is_read())
		return !fclose(out) && fine;
	fclose(out);
	wait_for_reader();
	errno = error;

	return fine;
}

bool output_is_shared(FILE *out)
{
	struct stat ours, theirs;
	int fd;

	if (!settings.command || settings.separate || fstat(patient_fd(out), &ours))
		return false;
	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (!fstat(fd, &theirs) && theirs.st_dev == ours.st_dev &&
		    theirs.st_ino == ours.st_ino)
			return true;
	}

	return false;
}

/* --------------------------------- one for each ------------------------------- */

static void take_out(struct task_file *file)
{
	*(file->prev ? &file->prev->next : &files.newest) = file->next;
	*(file->next ? &file->next->prev : &files.oldest) = file->prev;
	files.nr_open--;
}

static void put_in_front(struct task_file *file)
{
	file->prev = NULL;
	file->next = files.newest;
	*(files.newest ? &files.newest->prev : &files.oldest) = file;
	files.newest = file;
	files.nr_open++;
}

/* The first error is why the output ends. */
static void note_error(bool failed)
{
	if (failed && !files.error)
		files.error = errno;
}

static void close_file(struct task_file *file)
{
	take_out(file);
	note_error(fclose(file->out));
	file->out = NULL;
}

/* The file as it was created: nobody has put another one into its place. */
static int open_again(struct task_file *file)
{
	int fd = openat(files.folder, file->name, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
	struct stat now;

	if (fd < 0)
		return -1;
	if (!fstat(fd, &now) && now.st_dev == file->dev && now.st_ino == file->ino)
		return fd;
	close(fd);
	errno = ESTALE;

	return -1;
}

static int create(struct task_file *file)
{
	int fd = output_open_in(files.folder, file->name, file->appends);
	struct stat now;

	if (fd >= 0 && !fstat(fd, &now)) {
		file->dev = now.st_dev;
		file->ino = now.st_ino;
	}

	return fd;
}

static const char *reason(int error)
{
	if (error == EPERM)
		return "it belongs to somebody else, is a link, or has another name elsewhere";
	if (error == ESTALE)
		return "another file has taken its place";

	return strerror(error);
}

/* The other tasks go on being traced. */
static void lose(struct task_file *file, int error)
{
	if (!files.has_begun)
		fail("cannot open '%s' in the folder of '%s': %s", file->name, settings.output,
		     reason(error));
	complain("cannot open '%s' in the folder of '%s': %s; what comes of this task is lost",
		 file->name, settings.output, reason(error));
	file->is_lost = true;
}

static void open_file(struct task_file *file, int (*open_it)(struct task_file *file))
{
	int fd;

	while (files.nr_open >= files.most_open)
		close_file(files.oldest);
	fd = open_it(file);
	while (fd < 0 && (errno == EMFILE || errno == ENFILE) && files.oldest) {
		close_file(files.oldest);
		fd = open_it(file);
	}
	file->out = fd < 0 ? NULL : patient_open(fd);
	if (!file->out) {
		lose(file, errno);
		return;
	}
	files.has_begun = true;
	put_in_front(file);
}

/* Does the task have the pid of another one, which has a file? */
static bool had_file(int pid)
{
	/* A task outside of the pid namespace has one less than 0. */
	unsigned int place = (pid < 0 ? MOST_PIDS - pid : pid) % (2 * MOST_PIDS);
	unsigned char *byte = &files.created[place / 8];
	unsigned char bit = 1 << place % 8;
	bool had = *byte & bit;

	*byte |= bit;

	return had;
}

struct task_file *task_file_new(int pid)
{
	struct task_file *file = allocate(1, sizeof(*file));

	file->appends = settings.append || had_file(pid);
	if (asprintf(&file->name, "%s%d", files.prefix, pid) < 0)
		fail("not enough memory");
	open_file(file, create);

	return file;
}

FILE *task_file_use(struct task_file *file)
{
	if (!file->out && !file->is_lost)
		open_file(file, open_again);
	if (file->is_lost)
		return files.nowhere;
	take_out(file);
	put_in_front(file);
	file->is_dirty = true;

	return file->out;
}

/* False: something could not be written so far, and errno tells why. */
static bool is_fine(void)
{
	if (files.error)
		errno = files.error;

	return !files.error;
}

bool task_files_flush(void)
{
	struct task_file *file;

	for (file = files.newest; file && file->is_dirty; file = file->next) {
		note_error(fflush(file->out));
		file->is_dirty = false;
	}

	return is_fine();
}

bool task_file_end(struct task_file *file)
{
	if (file->out)
		close_file(file);
	free(file->name);
	free(file);

	return is_fine();
}
