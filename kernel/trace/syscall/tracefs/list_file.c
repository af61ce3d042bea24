// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: files in tracefs that hold lists. What is written to an open file is one
 * list, also if it comes in several pieces: it takes the place of the old one, or is added to
 * that if the file was opened for appending. A list with a wrong word is refused as a whole: if
 * pieces before it have been set, the list becomes what it would be without them. What others
 * write meanwhile stays, and lists of pids follow what tasks do, also the one from before.
 */
#include <linux/cleanup.h>
#include <linux/ctype.h>
#include <linux/delay.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../instances.h"
#include "file.h"
#include "list_file.h"
#include "list_pieces.h"

/* Bytes of a list. */
#define LIST_MAX	SZ_1M

/*
 * Programs with a lot to write cut it where a buffer of theirs ends, maybe in a word or a line.
 * A piece of so many bytes may be such a one: then it waits for the next one, or until the file
 * is closed.
 */
#define PIECE_MIN	1024

/* Bytes of a line that error_log shows. */
#define LINE_MAX	160

/**
 * struct open_list - an open list file
 * @lock: orders writes at the same time: those of io_uring do not take the lock of the file's
 *	  position
 * @data: what the file was created with
 * @text: what has been written so far
 * @len: bytes of it, without the NUL
 * @pieces: what has been written to the list; NULL: nothing has by this file
 * @set: bytes of @text that have been set
 * @half: bytes at the end of these that are a word or a comment, which may go on
 * @append: the list is added to the one that is there
 * @written: something has been set, which may be that the list is empty
 * @dirty: something has to be set when the file is closed
 * @refused: a piece was wrong
 */
struct open_list {
	struct mutex		lock;
	void			*data;
	char			*text;
	size_t			len;
	struct syscall_trace_pieces *pieces;
	size_t			set;
	size_t			half;
	bool			append;
	bool			written;
	bool			dirty;
	bool			refused;
};

static struct open_list *open_list(const struct file *file)
{
	return ((struct seq_file *)file->private_data)->private;
}

static const struct syscall_trace_list_file *list_file(const struct file *file)
{
	return container_of(file->f_op, struct syscall_trace_list_file, fops);
}

static struct mutex *lock_of(const struct syscall_trace_list_file *which)
{
	return which->lock ?: &trace_types_lock;
}

/* Errors for error_log, which keeps the pointer, that are not those of a word */
enum {
	TOO_MUCH,
	NO_MEMORY,
	NOT_TAKEN_BACK,
};

static const char **list_errors = (const char *[]) {
	[TOO_MUCH]	= "Too much was added while a file is open that has written to it",
	[NO_MEMORY]	= "No memory",
	[NOT_TAKEN_BACK] = "What was written before cannot be taken back; write the list anew",
};

/* Say in error_log what is wrong at @pos of a list, with the line that it is in. */
static void log_fault(const struct file *file, const struct open_list *open, const char **errors,
		      u8 error, size_t pos)
{
	const char *text = open->text ?: "";
	size_t begin = pos, len;
	char *line;

	while (begin && text[begin - 1] != '\n')
		begin--;
	/* Of a long line, what is around the word. */
	if (pos - begin > LINE_MAX / 2)
		begin = pos - LINE_MAX / 2;
	len = min_t(size_t, strcspn(text + begin, "\n"), LINE_MAX);
	line = kmemdup_nul(text + begin, len, GFP_KERNEL);
	if (line)
		syscall_file_log_err(open->data, list_file(file)->name, line, errors, error,
				     pos - begin);
	kfree(line);
}

/**
 * syscall_trace_set_list - set a list that is not written to a file
 * @which: the file that it could be written to
 * @data: what that was created with
 * @text: the list
 * @where: gets the place of what is wrong, if that is known
 *
 * Context: task context, may sleep.
 * Return: NULL, or why the list was refused.
 */
const char *syscall_trace_set_list(const struct syscall_trace_list_file *which,
				   void *data, const char *text, const char **where)
{
	struct syscall_trace_new_piece piece = {
		.writer	= &piece,
		.text	= text,
		.len	= strlen(text),
	};
	struct syscall_trace_fault fault = { };
	struct syscall_trace_pieces *pieces;
	int ret = -ENOMEM;
	size_t at = 0;

	scoped_guard(mutex, lock_of(which)) {
		pieces = syscall_trace_get_pieces(which, data);
		if (pieces) {
			ret = syscall_trace_set_piece(pieces, &piece, &fault, &at);
			syscall_trace_put_pieces(pieces, &piece);
		}
	}
	if (!ret)
		return NULL;
	if (fault.word)
		*where = text + at;

	return fault.word ? which->errors[fault.error] : "No memory";
}

static bool ends_word(const struct syscall_trace_list_file *which, char c)
{
	return which->lines ? c == '\n' : isspace(c);
}

static bool has_word(const char *text)
{
	text = skip_spaces(text);
	while (*text == '#')
		text = skip_spaces(text + strcspn(text, "\n"));

	return *text;
}

/* How many bytes at the end of what was written are a word or a comment that may go on? */
static size_t find_half(const struct syscall_trace_list_file *which, const struct open_list *open)
{
	const char *word = open->text, *end = word + open->len, *next;

	if (which->lines) {
		for (word = end; word > open->text && word[-1] != '\n'; word--)
			;
		return end - word;
	}
	for (;; word = next) {
		while (word < end && isspace(*word))
			word++;
		for (next = word; next < end; next++) {
			if (*word == '#' ? *next == '\n' : isspace(*next))
				break;
		}
		if (next == end)
			return end - word;
	}
}

/* Find where what is to be set begins. If the word before goes on, it is set again. */
static size_t find_begin(const struct syscall_trace_list_file *which, const struct open_list *open,
			 bool *again)
{
	size_t begin = open->set - open->half;
	bool comment = open->half && open->text[begin] == '#';

	*again = false;
	if (!open->half || open->set == open->len ||
	    (!comment && ends_word(which, open->text[open->set])))
		return open->set;
	*again = !comment;

	return begin;
}

/* Set what has been written from @begin on. */
static int set_piece(const struct file *file, struct open_list *open, size_t begin,
		     struct syscall_trace_new_piece *piece)
{
	const struct syscall_trace_list_file *which = list_file(file);
	struct syscall_trace_fault fault = { };
	int ret = -ENOMEM;
	size_t at = 0;

	piece->writer = open;
	piece->text = open->text ? open->text + begin : "";
	piece->len = open->len - begin;
	scoped_guard(mutex, lock_of(which)) {
		if (!open->pieces)
			open->pieces = syscall_trace_get_pieces(which, open->data);
		if (open->pieces)
			ret = syscall_trace_set_piece(open->pieces, piece, &fault, &at);
	}
	open->written |= !ret;
	/* Who closes the file gets no error. */
	if (fault.word)
		log_fault(file, open, which->errors, fault.error, begin + at);
	else if (ret == -E2BIG || ret == -ENOMEM)
		log_fault(file, open, list_errors, ret == -E2BIG ? TOO_MUCH : NO_MEMORY, begin);

	return ret;
}

/* Set what has been written. */
static int set_list(const struct file *file, struct open_list *open)
{
	const struct syscall_trace_list_file *which = list_file(file);
	struct syscall_trace_new_piece piece = { };
	size_t half = open->text ? find_half(which, open) : 0;
	size_t begin = find_begin(which, open, &piece.again);
	int ret = 0;

	piece.half = half;
	piece.append = open->append || open->pieces;
	/* Of more than one word where there is one, all are wrong. */
	if (which->single) {
		piece = (struct syscall_trace_new_piece) { .again = true };
		if (!open->pieces || has_word(open->text + begin))
			ret = set_piece(file, open, 0, &piece);
	} else if (!piece.append || has_word(open->text + begin) || open->half) {
		ret = set_piece(file, open, begin, &piece);
	}
	if (!ret) {
		open->set = open->len;
		open->half = half;
	}

	return ret;
}

/*
 * What was right before is wrong for a moment while a module that it names comes or goes, and there
 * may be memory again soon.
 */
static int take_back(const struct syscall_trace_list_file *which, struct open_list *open)
{
	unsigned int tries = 10;
	int ret;

	guard(mutex)(lock_of(which));
	for (;;) {
		ret = syscall_trace_take_back(open->pieces, open);
		if (!ret || !--tries)
			return ret;
		msleep(20);
	}
}

/* Take no more, and nothing of what was written. If that is not possible, what was set stays. */
static void refuse(const struct file *file, struct open_list *open)
{
	open->refused = true;
	/* Nor is the list emptied when the file is closed. */
	open->dirty = false;
	/* If nothing has been set, what is there need not be set again. */
	if (open->written && take_back(list_file(file), open))
		log_fault(file, open, list_errors, NOT_TAKEN_BACK, open->set);
}

static int show_list(struct seq_file *m, void *v)
{
	struct open_list *open = m->private;

	guard(mutex)(lock_of(list_file(m->file)));
	list_file(m->file)->show(m, open->data);

	return 0;
}

int syscall_trace_list_open(struct inode *inode, struct file *file)
{
	struct open_list *open __free(kfree) = kzalloc(sizeof(*open), GFP_KERNEL);
	int ret;

	if (!open)
		return -ENOMEM;
	mutex_init(&open->lock);
	open->data = inode->i_private;
	if (file->f_mode & FMODE_WRITE) {
		open->append = !(file->f_flags & O_TRUNC);
		/* If nothing is written, the list is emptied. */
		open->dirty = !open->append;
	}
	ret = syscall_file_get(open->data);
	if (ret)
		return ret;
	ret = single_open(file, show_list, open);
	if (ret)
		syscall_file_put(open->data);
	else
		retain_and_null_ptr(open);

	return ret;
}

/* Error for error_log, which keeps the pointer. */
static const char **nul_error = (const char *[]) {
	"A byte 0",
};

/* Nothing behind a NUL would be looked at. */
static int check_text(const struct file *file, const struct open_list *open)
{
	const char *text = open->text;
	size_t end = strlen(text), begin = end;

	if (end == open->len)
		return 0;
	while (begin && text[begin - 1] != '\n' && end - begin < LINE_MAX)
		begin--;
	syscall_file_log_err(open->data, list_file(file)->name, text + begin, nul_error, 0,
			     end - begin);

	return -EINVAL;
}

/* Add a piece to what has been written. */
static int add_text(struct open_list *open, const char __user *buf, size_t count)
{
	char *text;

	if (count > LIST_MAX - open->len)
		return -E2BIG;
	text = kvrealloc(open->text, open->len + count + 1, GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	open->text = text;
	if (copy_from_user(text + open->len, buf, count))
		return -EFAULT;
	open->len += count;
	text[open->len] = '\0';

	return 0;
}

ssize_t syscall_trace_list_write(struct file *file, const char __user *buf, size_t count,
				 loff_t *ppos)
{
	struct open_list *open = open_list(file);
	int ret;

	guard(mutex)(&open->lock);
	/* error_log tells why, if the write that was refused did not. */
	if (open->refused)
		return -EINVAL;
	/* That ends no word, and what waits for more still does. But a list may be empty. */
	if (!count && open->len)
		return 0;
	ret = add_text(open, buf, count) ?: check_text(file, open);
	open->dirty = !ret && count >= PIECE_MIN &&
		      !ends_word(list_file(file), open->text[open->len - 1]);
	if (!ret && !open->dirty)
		ret = set_list(file, open);
	if (ret) {
		refuse(file, open);
		return ret;
	}
	*ppos += count;

	return count;
}

int syscall_trace_list_release(struct inode *inode, struct file *file)
{
	struct open_list *open = open_list(file);

	/* Nobody gets the result any more, but error_log says what is wrong. */
	if (open->dirty && set_list(file, open))
		refuse(file, open);
	scoped_guard(mutex, lock_of(list_file(file))) {
		if (open->pieces)
			syscall_trace_put_pieces(open->pieces, open);
	}
	syscall_file_put(open->data);
	kvfree(open->text);
	kfree(open);

	return single_release(inode, file);
}
