// SPDX-License-Identifier: GPL-2.0
/*
 * Creates files for output. Root writes them, and perhaps where others may write, too: these must
 * not lead it to another file by a link, or by a folder that they exchange. So the path is walked
 * step by step, each folder must belong to the caller or to root, and a link that is followed, too.
 * In a folder where others can create files, such as /tmp, a file that exists must be the caller's.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "output-file.h"
#include "error.h"
#include "patience.h"

#define MOST_LINKS	40

/**
 * struct walk - a path that is being walked
 * @path: as the user has written it
 * @dir: the folder so far
 * @words: the path as far as it is known, in memory of its own
 * @rest: what is left of it
 * @follow: a link at the end is followed, too
 * @links: how many links were followed
 */
struct walk {
	const char	*path;
	int		dir;
	char		*words;
	char		*rest;
	bool		follow;
	unsigned int	links;
};

/* Who has started this program, perhaps by way of root. */
static bool is_caller(uid_t uid)
{
	static const char * const names[] = { "SUDO_UID", "PKEXEC_UID" };
	const char *text;
	char *end;
	size_t i;

	/* Whoever is not root can only be led to files that are his own. */
	if (!uid || geteuid() || uid == getuid())
		return true;
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		text = getenv(names[i]);
		if (text && *text && strtoul(text, &end, 10) == uid && !*end)
			return true;
	}

	return false;
}

/* Can others create files there? */
static bool is_shared(const struct stat *dir)
{
	return dir->st_mode & (S_IWGRP | S_IWOTH);
}

static const char *name_of(uid_t uid)
{
	static char number[32];
	const struct passwd *passwd = getpwuid(uid);

	if (passwd)
		return passwd->pw_name;
	snprintf(number, sizeof(number), "the user %u", uid);

	return number;
}

/* Ends the program if others could exchange what is in the folder. */
static void check_folder(const struct walk *walk)
{
	struct stat dir;

	if (fstat(walk->dir, &dir))
		fail("cannot open '%s': %s", walk->path, strerror(errno));
	if (!is_caller(dir.st_uid))
		fail("'%s': a folder on the way belongs to %s, who could lead the file elsewhere; take one of your own",
		     walk->path, name_of(dir.st_uid));
	if (!geteuid() && (dir.st_mode & S_IWOTH) && !(dir.st_mode & S_ISVTX))
		fail("'%s': everybody may exchange files in a folder on the way; take another one, or set its sticky bit (chmod +t)",
		     walk->path);
}

static void enter(struct walk *walk, int dir)
{
	if (dir < 0)
		fail("cannot open '%s': %s", walk->path, strerror(errno));
	if (walk->dir >= 0)
		close(walk->dir);
	walk->dir = dir;
	check_folder(walk);
}

/* Takes the next word of the path; NULL: it has none. */
static char *next_word(struct walk *walk, char *word)
{
	size_t len;

	walk->rest += strspn(walk->rest, "/");
	len = strcspn(walk->rest, "/");
	if (!len)
		return NULL;
	if (len > NAME_MAX) {
		errno = ENAMETOOLONG;
		fail("cannot open '%s': %s", walk->path, strerror(errno));
	}
	memcpy(word, walk->rest, len);
	word[len] = '\0';
	walk->rest += len;

	return word;
}

static void begin_at(struct walk *walk, const char *path)
{
	if (*path == '/' || walk->dir < 0)
		enter(walk, open(*path == '/' ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
}

/* Goes on where a link leads, which stands in the folder that was reached. */
static void follow(struct walk *walk, int link, const struct stat *stat_of)
{
	char target[PATH_MAX], *whole;
	struct stat dir;
	ssize_t len;

	if (fstat(walk->dir, &dir) || (is_shared(&dir) && !is_caller(stat_of->st_uid)))
		fail("'%s': a link on the way belongs to %s, who could lead the file elsewhere",
		     walk->path, name_of(stat_of->st_uid));
	len = readlinkat(link, "", target, sizeof(target) - 1);
	if (len < 0 || ++walk->links > MOST_LINKS) {
		errno = len < 0 ? errno : ELOOP;
		fail("cannot open '%s': %s", walk->path, strerror(errno));
	}
	target[len] = '\0';
	whole = allocate(1, len + strlen(walk->rest) + 2);
	strcat(strcat(strcpy(whole, target), "/"), walk->rest);
	free(walk->words);
	walk->words = whole;
	walk->rest = whole;
	begin_at(walk, target);
}

/* The files of processes there lead to open files, and are no links with a path. */
static bool is_in_proc(int dir)
{
	struct statfs fs;

	return !fstatfs(dir, &fs) && fs.f_type == PROC_SUPER_MAGIC;
}

/* Takes a step to a folder or along a link. False: the word is the name of a file, or of nothing. */
static bool step(struct walk *walk, const char *word, bool is_last)
{
	int next = openat(walk->dir, word, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	struct stat stat_of;

	if (next < 0 && is_last && errno == ENOENT)
		return false;
	if (next < 0 || fstat(next, &stat_of))
		fail("cannot open '%s': %s", walk->path, strerror(errno));
	if (S_ISLNK(stat_of.st_mode) &&
	    !(is_last && (!walk->follow || is_in_proc(walk->dir)))) {
		follow(walk, next, &stat_of);
		close(next);
		return true;
	}
	if (!is_last) {
		enter(walk, next);
		return true;
	}
	close(next);

	return false;
}

int output_folder(const char *path, bool follow, char **name)
{
	struct walk walk = { .path = path, .dir = -1, .follow = follow };
	char word[NAME_MAX + 1];

	walk.words = strdup(path);
	if (!walk.words)
		fail("not enough memory");
	walk.rest = walk.words;
	begin_at(&walk, path);
	for (;;) {
		if (!next_word(&walk, word))
			fail("cannot open '%s': %s", path, strerror(*path ? EISDIR : ENOENT));
		if (!step(&walk, word, !walk.rest[strspn(walk.rest, "/")]))
			break;
	}
	free(walk.words);
	*name = strdup(word);
	if (!*name)
		fail("not enough memory");

	return walk.dir;
}

/* Whose file is it? */
static bool is_safe(int folder, const struct stat *file)
{
	struct stat dir;

	if (fstat(folder, &dir))
		return false;
	if (!is_shared(&dir) || is_in_proc(folder))
		return true;

	/* A second name may have been given to a file that is elsewhere. */
	return is_caller(file->st_uid) && (file->st_nlink == 1 || !S_ISREG(file->st_mode));
}

/* Opens what exists. Between the look and the opening, it stays the same file. */
static int open_existing(int folder, const char *name, bool append)
{
	int flags = O_WRONLY | O_CLOEXEC | (append ? O_APPEND : 0), path, fd = -1;
	char reopen[64];
	struct stat file;

	if (is_in_proc(folder))
		return openat(folder, name, flags);
	path = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	if (path < 0)
		return -1;
	errno = EPERM;
	if (!fstat(path, &file) && !S_ISLNK(file.st_mode) && is_safe(folder, &file)) {
		snprintf(reopen, sizeof(reopen), "/proc/self/fd/%d", path);
		fd = open(reopen, flags);
	}
	close(path);
	if (fd >= 0 && !append && S_ISREG(file.st_mode) && ftruncate(fd, 0)) {
		close(fd);
		return -1;
	}

	return fd;
}

int output_open_in(int folder, const char *name, bool append)
{
	int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC |
			(append ? O_APPEND : 0), 0666);

	return fd < 0 && errno == EEXIST ? open_existing(folder, name, append) : fd;
}

FILE *output_open(const char *path, bool append)
{
	FILE *file = NULL;
	int folder, fd;
	char *name;

	if (*path && path[strlen(path) - 1] == '/')
		fail("cannot open '%s': %s", path, strerror(EISDIR));
	folder = output_folder(path, true, &name);
	fd = output_open_in(folder, name, append);
	if (fd < 0 && errno == EPERM)
		fail("'%s' is there, and belongs to somebody else, or has another name elsewhere: it is left alone",
		     path);
	if (fd >= 0)
		file = patient_open(fd);
	if (!file)
		fail("cannot open '%s': %s", path, strerror(errno));
	close(folder);
	free(name);

	return file;
}
