// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: what open files have written to a list, in the order in which it was set. So
 * a file can take back what it has written, or half a word of that, and what others have written
 * meanwhile stays. The list is what its pieces have together: their text, or their layers. What is
 * known goes with the last file that has written; pieces of which none is taken back without the
 * other become one.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "list_pieces.h"
#include "list_sort.h"
#include "list_words.h"

/* Bytes of what is added to a list of text and kept, beside what each open file replaces it by. */
#define PIECES_MAX	SZ_4M

/**
 * struct piece - what was written to a list at once
 * @list: links all of the list
 * @writer: the open file; NULL: it is closed, or this is the list from before
 * @append: it was added to the list, whose place it took else
 * @half: it is a word that may go on in the next piece of @writer
 * @layer: what it means, if the list has layers
 * @len: bytes of @text
 * @text: what was written; nothing if there is a layer
 */
struct piece {
	struct list_head	list;
	const void		*writer;
	bool			append;
	bool			half;
	void			*layer;
	size_t			len;
	char			text[];
};

/**
 * struct syscall_trace_pieces - what was written to a list
 * @all: links all lists to which open files have written
 * @which: what sort of list it is
 * @data: what its file was created with
 * @writers: number of open files, under all_lock
 * @pieces: what was written, under the lock of the list. The first one was added to nothing
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

/* ---------------------------------- a piece ------------------------------- */

static struct piece *alloc_piece(const void *writer, size_t len)
{
	struct piece *piece = kvzalloc(struct_size(piece, text, len + 1), GFP_KERNEL);

	if (!piece)
		return NULL;
	INIT_LIST_HEAD(&piece->list);
	piece->writer = writer;
	piece->len = len;

	return piece;
}

static void free_piece(const struct syscall_trace_list_file *which, struct piece *piece)
{
	if (IS_ERR_OR_NULL(piece))
		return;
	list_del(&piece->list);
	if (piece->layer)
		which->layers->drop(piece->layer);
	kvfree(piece);
}

/* @fault and @at: as in syscall_trace_set_piece() */
static struct piece *make_piece(const struct syscall_trace_list_file *which, const void *writer,
				const char *text, size_t len, struct syscall_trace_fault *fault,
				size_t *at)
{
	char *words __free(kvfree) = which->layers ? syscall_trace_copy_words(text, len) : NULL;
	struct piece *piece = alloc_piece(writer, which->layers ? 0 : len);
	int ret = -ENOMEM;

	if (!piece || (which->layers && !words))
		goto no_piece;
	memcpy(piece->text, text, piece->len);
	if (!which->layers)
		return piece;
	piece->layer = which->layers->make(which, words, fault);
	if (!IS_ERR(piece->layer))
		return piece;
	ret = PTR_ERR(piece->layer);
	if (fault->word)
		*at = fault->word - words;

no_piece:
	kvfree(piece);

	return ERR_PTR(ret);
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

/* The list that is in use */
static struct piece *make_first(const struct syscall_trace_list_file *which, void *data)
{
	char *text __free(kvfree) = NULL;
	struct piece *piece;
	int ret;

	if (!which->layers) {
		text = print_list(which, data);
		ret = text ? syscall_trace_is_word(text, strlen(text), which->none) : -ENOMEM;
		return ret < 0 ? ERR_PTR(ret) :
				 make_piece(which, NULL, text, ret ? 0 : strlen(text), NULL, NULL);
	}
	piece = alloc_piece(NULL, 0);
	if (!piece)
		return ERR_PTR(-ENOMEM);
	piece->layer = which->layers->keep(which, data);
	if (!IS_ERR(piece->layer))
		return piece;
	ret = PTR_ERR(piece->layer);
	kvfree(piece);

	return ERR_PTR(ret);
}

/* --------------------------------- all pieces ----------------------------- */

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
	first = make_first(which, data);
	if (!pieces || IS_ERR(first)) {
		kfree(pieces);
		free_piece(which, first);
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

static struct piece *first_of(const struct syscall_trace_pieces *pieces)
{
	return list_first_entry(&pieces->pieces, struct piece, list);
}

/* Does a piece count if nothing is meant that the file @without has written? NULL: all is. */
static bool counts(const struct piece *piece, const void *without)
{
	return !without || piece->writer != without;
}

/* Where the list begins: the last piece that has taken the place of those before. */
static struct piece *find_begin(const struct syscall_trace_pieces *pieces, const void *without)
{
	struct piece *piece;

	list_for_each_entry_reverse(piece, &pieces->pieces, list) {
		if (!piece->append && counts(piece, without))
			return piece;
	}

	return first_of(pieces);
}

/* Nobody takes back what stands in front of a list that a closed file has set in its place. */
static void drop_replaced(struct syscall_trace_pieces *pieces)
{
	struct piece *piece, *before;
	bool replaced = false;

	list_for_each_entry_safe_reverse(piece, before, &pieces->pieces, list) {
		if (replaced)
			free_piece(pieces->which, piece);
		else
			replaced = !piece->writer && !piece->append;
	}
}

/*
 * Find a piece before this one that it can become one with, or return NULL. Of two words, the one
 * may count that was written last, so text stays in its order; its first piece may be long.
 */
static struct piece *find_mate(const struct syscall_trace_pieces *pieces, struct piece *piece)
{
	struct piece *mate = piece;

	while (!piece->half && mate->append) {
		mate = list_prev_entry(mate, list);
		if (!pieces->which->layers && mate == first_of(pieces))
			break;
		if (mate->writer == piece->writer && !mate->half)
			return mate;
		if (!pieces->which->layers)
			break;
	}

	return NULL;
}

static void join_layers(struct syscall_trace_pieces *pieces, struct piece *mate,
			struct piece *piece)
{
	const struct syscall_trace_list_layers *layers = pieces->which->layers;
	void *both = layers->unite(piece->layer, mate->layer);

	if (IS_ERR(both))
		return;
	layers->drop(mate->layer);
	mate->layer = both;
	free_piece(pieces->which, piece);
}

static void join_text(struct syscall_trace_pieces *pieces, struct piece *mate, struct piece *piece)
{
	struct piece *both = alloc_piece(mate->writer, mate->len + 1 + piece->len);

	if (!both)
		return;
	both->append = mate->append;
	memcpy(both->text, mate->text, mate->len);
	both->text[mate->len] = '\n';
	memcpy(both->text + mate->len + 1, piece->text, piece->len);
	list_add(&both->list, &mate->list);
	free_piece(pieces->which, mate);
	free_piece(pieces->which, piece);
}

/* Keep no more than what somebody can take back. Without memory, more is kept. */
static void tidy(struct syscall_trace_pieces *pieces)
{
	struct piece *piece, *next, *mate;

	drop_replaced(pieces);
	list_for_each_entry_safe(piece, next, &pieces->pieces, list) {
		mate = find_mate(pieces, piece);
		if (mate && pieces->which->layers)
			join_layers(pieces, mate, piece);
		else if (mate)
			join_text(pieces, mate, piece);
	}
}

static void free_pieces(struct syscall_trace_pieces *pieces)
{
	struct piece *piece, *next;

	list_for_each_entry_safe(piece, next, &pieces->pieces, list)
		free_piece(pieces->which, piece);
	kfree(pieces);
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
	struct piece *piece;
	bool last;

	scoped_guard(mutex, &all_lock) {
		last = !--pieces->writers;
		if (last)
			list_del(&pieces->all);
	}
	if (last) {
		free_pieces(pieces);
		return;
	}
	list_for_each_entry(piece, &pieces->pieces, list) {
		if (piece->writer != writer)
			continue;
		piece->writer = NULL;
		piece->half = false;
	}
	tidy(pieces);
}

/* ---------------------------------- setting ------------------------------- */

/* Let the list be what all layers have together. */
static int use_layers(struct syscall_trace_pieces *pieces, const void *without)
{
	const struct syscall_trace_list_layers *layers = pieces->which->layers;
	struct piece *piece = find_begin(pieces, without);
	void *all = NULL, *before = piece->layer;
	int ret;

	list_for_each_entry_continue(piece, &pieces->pieces, list) {
		if (!counts(piece, without))
			continue;
		before = layers->unite(piece->layer, before);
		if (all)
			layers->drop(all);
		if (IS_ERR(before))
			return PTR_ERR(before);
		all = before;
	}
	if (!all)
		all = layers->unite(before, NULL);
	if (IS_ERR(all))
		return PTR_ERR(all);
	ret = layers->use(pieces->data, &all);
	layers->drop(all);

	return ret;
}

/* Make one text of all that counts, with @last behind it, if any. @at: gets where that begins. */
static char *join_pieces(const struct syscall_trace_pieces *pieces, const void *without,
			 const struct syscall_trace_new_piece *last, size_t *at)
{
	struct piece *begin = find_begin(pieces, without), *piece = begin;
	size_t len = 0;
	char *text;

	list_for_each_entry_from(piece, &pieces->pieces, list)
		len += piece->len + 1;
	text = kvmalloc(len + (last ? last->len : 0) + 1, GFP_KERNEL);
	if (!text)
		return NULL;
	len = 0;
	piece = begin;
	list_for_each_entry_from(piece, &pieces->pieces, list) {
		if (!counts(piece, without))
			continue;
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

/* Set a text, or all with it. */
static int set_text(struct syscall_trace_pieces *pieces, const struct syscall_trace_new_piece *new,
		    bool all, struct syscall_trace_fault *fault, size_t *at)
{
	char *text __free(kvfree) = NULL;
	size_t begin = 0, pos;
	int ret;

	if (all)
		text = join_pieces(pieces, NULL, new, &begin);
	else
		text = kvmemdup(new->text, new->len + 1, GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	ret = pieces->which->set(pieces->data, text, !all && new->append, fault);
	if (fault->word) {
		pos = fault->word - text;
		*at = pos - min(pos, begin);
	}

	return ret;
}

/* Is too much added to the text that was there, or that the last one has set in its place? */
static bool is_too_long(const struct syscall_trace_pieces *pieces,
			const struct syscall_trace_new_piece *new)
{
	size_t len = new->len;
	struct piece *piece;

	list_for_each_entry_reverse(piece, &pieces->pieces, list) {
		if (piece == first_of(pieces) || (!piece->append && piece->len))
			break;
		len += struct_size(piece, text, piece->len + 1);
	}

	return new->append && len > PIECES_MAX;
}

/* What is written begins with the half of a word, which is not meant: drop that, or it is meant. */
static bool end_half(struct syscall_trace_pieces *pieces,
		     const struct syscall_trace_new_piece *new)
{
	struct piece *piece, *next;
	bool dropped = false;

	list_for_each_entry_safe(piece, next, &pieces->pieces, list) {
		if (piece->writer != new->writer)
			continue;
		if (new->again && (piece->half || pieces->which->single)) {
			free_piece(pieces->which, piece);
			dropped = true;
		} else {
			piece->half = false;
		}
	}

	return dropped;
}

/* Make the pieces of a text: all of it, or what stands before half a word, and that. */
static int make_pieces(const struct syscall_trace_pieces *pieces,
		       const struct syscall_trace_new_piece *new, struct piece **whole,
		       struct piece **half, struct syscall_trace_fault *fault, size_t *at)
{
	const struct syscall_trace_list_file *which = pieces->which;
	size_t len = new->len - new->half;
	int none = syscall_trace_is_word(new->text, new->len, which->none);

	if (none < 0)
		return none;
	if (!which->layers && is_too_long(pieces, new))
		return -E2BIG;
	*whole = make_piece(which, new->writer, new->text, none ? 0 : len, fault, at);
	if (IS_ERR(*whole))
		return PTR_ERR(*whole);
	(*whole)->append = new->append && !none;
	if (none || !new->half)
		return 0;
	*half = make_piece(which, new->writer, new->text + len, new->half, fault, at);
	if (IS_ERR(*half)) {
		*at += len;
		return PTR_ERR(*half);
	}
	(*half)->append = true;
	(*half)->half = true;

	return 0;
}

/**
 * syscall_trace_set_piece - set what a file has written to a list
 * @pieces: what is known of the list
 * @new: what was written
 * @fault: what the list file's @set gets
 * @at: gets the place of what is wrong in @new, if @fault has a word
 *
 * Context: task context, may sleep; the lock of the list is held.
 * Return: 0 or an error, and then the list is as it was, and the file has to take back all that it
 *	   has written. -E2BIG: too much has been written while files were open.
 */
int syscall_trace_set_piece(struct syscall_trace_pieces *pieces,
			    const struct syscall_trace_new_piece *new,
			    struct syscall_trace_fault *fault, size_t *at)
{
	const struct syscall_trace_list_file *which = pieces->which;
	struct piece *whole = NULL, *half = NULL;
	bool anew = end_half(pieces, new);
	int ret = make_pieces(pieces, new, &whole, &half, fault, at);

	if (!ret && !which->layers)
		ret = set_text(pieces, new, anew, fault, at);
	if (!ret) {
		list_add_tail(&whole->list, &pieces->pieces);
		if (half)
			list_add_tail(&half->list, &pieces->pieces);
	}
	if (!ret && which->layers)
		ret = use_layers(pieces, NULL);
	if (!ret) {
		tidy(pieces);
		return 0;
	}
	free_piece(which, whole);
	free_piece(which, half);

	return ret;
}

static int set_without(struct syscall_trace_pieces *pieces, const void *writer)
{
	char *text __free(kvfree) = NULL, *copy __free(kvfree) = NULL;
	const struct syscall_trace_list_file *which = pieces->which;
	struct syscall_trace_fault fault = { };
	size_t len;
	int ret;

	if (which->layers)
		return use_layers(pieces, writer);
	text = join_pieces(pieces, writer, NULL, &len);
	if (!text)
		return -ENOMEM;
	copy = kvmemdup(text, len + 1, GFP_KERNEL);
	if (!copy)
		return -ENOMEM;
	ret = which->set(pieces->data, text, false, &fault);
	if (ret == -EBUSY)
		ret = which->set(pieces->data, copy, true, &fault);

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
 * Return: 0 or an error, and then nothing has changed, and it may be tried again.
 */
int syscall_trace_take_back(struct syscall_trace_pieces *pieces, const void *writer)
{
	struct piece *piece, *next;
	int ret = set_without(pieces, writer);

	if (ret)
		return ret;
	list_for_each_entry_safe(piece, next, &pieces->pieces, list) {
		if (piece->writer == writer)
			free_piece(pieces->which, piece);
	}

	return 0;
}
