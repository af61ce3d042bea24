// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: what open files have written to a list of text, in the order in which it was
 * set. So a file can take back what it has written, or half a word of that, and what others have
 * written meanwhile stays. What is known goes with the last file that has written.
 */
#include <linux/cleanup.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "list_pieces.h"
#include "list_sort.h"

/**
 * struct piece - what was written to a list at once
 * @list: links all of the list
 * @writer: the open file; NULL: it is closed, or this is the list from before
 * @append: it was added to the list, whose place it took else
 * @len: bytes of @text
 * @text: what was written
 */
struct piece {
	struct list_head	list;
	const void		*writer;
	bool			append;
	size_t			len;
	char			text[];
};

/**
 * struct syscall_trace_pieces - what was written to a list
 * @all: links all lists to which open files have written
 * @which: what sort of list it is
 * @data: what its file was created with
 * @writers: number of open files, under all_lock
 * @pieces: what was written, under the lock of the list. The first one is the list from before
 */
struct syscall_trace_pieces {
	struct list_head			all;
	const struct syscall_trace_list_file	*which;
	void					*data;
	unsigned int				writers;
	struct list_head			pieces;
};

static LIST_HEAD(all_lists);
static DEFINE_MUTEX(all_lock);

/* The word that stands for an empty list would be wrong beside others. */
static void drop_none(const struct syscall_trace_list_file *which, struct piece *piece)
{
	size_t len = which->none ? strlen(which->none) : 0;
	const char *word = skip_spaces(piece->text);

	if (len && !strncmp(word, which->none, len) && !*skip_spaces(word + len)) {
		piece->append = false;
		piece->len = 0;
	}
}

static struct piece *make_piece(const struct syscall_trace_new_piece *new)
{
	struct piece *piece = kvmalloc(struct_size(piece, text, new->len + 1), GFP_KERNEL);

	if (!piece)
		return NULL;
	piece->writer = new->writer;
	piece->append = new->append;
	piece->len = new->len;
	memcpy(piece->text, new->text, new->len);
	piece->text[new->len] = '\0';

	return piece;
}

/* The list of an instance, as the file shows it. */
static char *print_list(const struct syscall_trace_list_file *which, void *data)
{
	struct seq_file m = { .size = SZ_1K };

	do {
		kvfree(m.buf);
		m.count = 0;
		m.size *= 2;
		m.buf = kvmalloc(m.size, GFP_KERNEL);
		if (!m.buf)
			return NULL;
		which->show(&m, data);
	} while (seq_has_overflowed(&m));
	m.buf[m.count] = '\0';

	return m.buf;
}

static struct piece *print_piece(const struct syscall_trace_list_file *which, void *data)
{
	char *text __free(kvfree) = print_list(which, data);
	struct syscall_trace_new_piece new = { .text = text };
	struct piece *piece;

	if (!text)
		return NULL;
	new.len = strlen(text);
	piece = make_piece(&new);
	if (piece)
		drop_none(which, piece);

	return piece;
}

static struct syscall_trace_pieces *find_pieces(const struct syscall_trace_list_file *which,
						void *data)
{
	struct syscall_trace_pieces *pieces;

	guard(mutex)(&all_lock);
	list_for_each_entry(pieces, &all_lists, all) {
		if (pieces->which == which && pieces->data == data) {
			pieces->writers++;
			return pieces;
		}
	}

	return NULL;
}

/**
 * syscall_trace_get_pieces - a file is about to write to a list for the first time
 * @which: what sort of list it is
 * @data: what its file was created with
 *
 * Context: task context, may sleep; the lock of the list is held.
 * Return: what is known of the list, or NULL: there is no memory.
 */
struct syscall_trace_pieces *
syscall_trace_get_pieces(const struct syscall_trace_list_file *which, void *data)
{
	struct syscall_trace_pieces *pieces = find_pieces(which, data);
	struct piece *first;

	if (pieces)
		return pieces;
	pieces = kzalloc(sizeof(*pieces), GFP_KERNEL);
	first = print_piece(which, data);
	if (!pieces || !first) {
		kfree(pieces);
		kvfree(first);
		return NULL;
	}
	pieces->which = which;
	pieces->data = data;
	pieces->writers = 1;
	INIT_LIST_HEAD(&pieces->pieces);
	list_add(&first->list, &pieces->pieces);
	guard(mutex)(&all_lock);
	list_add(&pieces->all, &all_lists);

	return pieces;
}

static void free_piece(struct piece *piece)
{
	list_del(&piece->list);
	kvfree(piece);
}

/* Nobody takes back what stands in front of a list that a closed file has set in its place. */
static void drop_replaced(struct syscall_trace_pieces *pieces)
{
	struct piece *piece, *before;
	bool replaced = false;

	list_for_each_entry_safe_reverse(piece, before, &pieces->pieces, list) {
		if (piece->writer)
			continue;
		if (replaced)
			free_piece(piece);
		else
			replaced = !piece->append;
	}
}

/**
 * syscall_trace_put_pieces - a file that has written to a list is closed
 * @pieces: what is known of the list
 * @writer: the file
 *
 * Context: task context, may sleep; the lock of the list is held.
 */
void syscall_trace_put_pieces(struct syscall_trace_pieces *pieces, const void *writer)
{
	struct piece *piece, *next;

	list_for_each_entry(piece, &pieces->pieces, list) {
		if (piece->writer == writer)
			piece->writer = NULL;
	}
	drop_replaced(pieces);
	scoped_guard(mutex, &all_lock) {
		if (--pieces->writers)
			return;
		list_del(&pieces->all);
	}
	list_for_each_entry_safe(piece, next, &pieces->pieces, list)
		free_piece(piece);
	kfree(pieces);
}

/* Make one text of all that counts, with @last behind it, if any. @at: gets where that begins. */
static char *join_pieces(const struct syscall_trace_pieces *pieces, const struct piece *last,
			 size_t *at)
{
	const struct piece *piece;
	size_t len = 0;
	char *text;

	list_for_each_entry(piece, &pieces->pieces, list)
		len += piece->len + 1;
	text = kvmalloc(len + (last ? last->len : 0) + 1, GFP_KERNEL);
	if (!text)
		return NULL;
	len = 0;
	list_for_each_entry(piece, &pieces->pieces, list) {
		if (!piece->append)
			len = 0;
		memcpy(text + len, piece->text, piece->len);
		len += piece->len;
		text[len++] = '\n';
	}
	*at = len;
	if (last)
		memcpy(text + len, last->text, last->len);
	text[len + (last ? last->len : 0)] = '\0';

	return text;
}

static struct piece *find_last(const struct syscall_trace_pieces *pieces, const void *writer)
{
	struct piece *piece;

	list_for_each_entry_reverse(piece, &pieces->pieces, list) {
		if (piece->writer == writer)
			return piece;
	}

	return NULL;
}

/* Set a piece, or all with it. */
static int set_text(struct syscall_trace_pieces *pieces, const struct piece *piece, bool all,
		    struct syscall_trace_fault *fault, size_t *at)
{
	char *text __free(kvfree) = NULL;
	size_t begin = 0, pos;
	int ret;

	if (all)
		text = join_pieces(pieces, piece, &begin);
	else
		text = kvmemdup(piece->text, piece->len + 1, GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	ret = pieces->which->set(pieces->data, text, !all && piece->append, fault);
	if (fault->word) {
		pos = fault->word - text;
		*at = pos - min(pos, begin);
	}

	return ret;
}

/**
 * syscall_trace_set_piece - set what a file has written to a list
 * @pieces: what is known of the list
 * @new: what was written
 * @fault: what the list file's @set gets
 * @at: gets the place of what is wrong in @new, if @fault has a word
 *
 * Context: task context, may sleep; the lock of the list is held.
 * Return: 0 or an error, and then the list is as it was.
 */
int syscall_trace_set_piece(struct syscall_trace_pieces *pieces,
			    const struct syscall_trace_new_piece *new,
			    struct syscall_trace_fault *fault, size_t *at)
{
	struct piece *piece = make_piece(new);
	struct piece *before = new->again ? find_last(pieces, new->writer) : NULL;
	size_t len = before ? before->len : 0;
	int ret;

	if (!piece)
		return -ENOMEM;
	if (before)
		before->len -= min(len, new->again);
	ret = set_text(pieces, piece, before, fault, at);
	if (!ret) {
		drop_none(pieces->which, piece);
		list_add_tail(&piece->list, &pieces->pieces);
		return 0;
	}
	if (before)
		before->len = len;
	kvfree(piece);

	return ret;
}

/**
 * syscall_trace_take_back - set a list as if a file had written nothing
 * @pieces: what is known of the list
 * @writer: the file
 *
 * If others use by now what was set, and it cannot go, it stays.
 *
 * Context: task context, may sleep; the lock of the list is held.
 * Return: 0 or an error; then it may be tried again.
 */
int syscall_trace_take_back(struct syscall_trace_pieces *pieces, const void *writer)
{
	char *text __free(kvfree) = NULL, *copy __free(kvfree) = NULL;
	struct syscall_trace_fault fault = { };
	struct piece *piece, *next;
	size_t len;
	int ret;

	list_for_each_entry_safe(piece, next, &pieces->pieces, list) {
		if (piece->writer == writer)
			free_piece(piece);
	}
	text = join_pieces(pieces, NULL, &len);
	if (!text)
		return -ENOMEM;
	copy = kvmemdup(text, len + 1, GFP_KERNEL);
	if (!copy)
		return -ENOMEM;
	ret = pieces->which->set(pieces->data, text, false, &fault);
	if (ret == -EBUSY)
		ret = pieces->which->set(pieces->data, copy, true, &fault);

	return ret;
}
