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
 * @data: what the file was created with
 * @text: what has been written so far
 * @len: bytes of it, without the NUL
 * @pieces: what has been written to the list; NULL: nothing has by this file
 * @kept: a list of pids as it would be without this file; NULL: nothing has been set
 * @set: bytes of @text that have been set
 * @append: the list is added to the one that is there
 * @dirty: something has to be set when the file is closed
 * @refused: a piece was wrong
 */
struct open_list {
	void			*data;
	char			*text;
	size_t			len;
	struct syscall_trace_pieces *pieces;
	struct syscall_trace_kept_pids *kept;
	size_t			set;
	bool			append;
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

/**
 * syscall_trace_next_word - take the next word from a list
 * @text: where to look; moves behind the word. Comments, from # to the end of a line, are
 *	  passed over
 *
 * Return: the word, with a NUL behind it; NULL: there is none any more.
 */
char *syscall_trace_next_word(char **text)
{
	char *word = skip_spaces(*text), *end;

	while (*word == '#')
		word = skip_spaces(word + strcspn(word, "\n"));
	for (end = word; *end && !isspace(*end); end++)
		;
	*text = *end ? end + 1 : end;
	*end = '\0';

	return *word ? word : NULL;
}

/**
 * syscall_trace_count_words - how many words may a list have?
 * @text: the list
 *
 * Return: how many it has, counting those of comments.
 */
unsigned int syscall_trace_count_words(const char *text)
{
	unsigned int nr = 0;

	for (; *text; text++)
		nr += !isspace(*text) && (!text[1] || isspace(text[1]));

	return nr;
}

/**
 * syscall_trace_refuse_word - refuse a list
 * @fault: what the list file's @set got
 * @error: index of the message
 * @word: the wrong word
 *
 * Return: -EINVAL
 */
int syscall_trace_refuse_word(struct syscall_trace_fault *fault, u8 error, const char *word)
{
	fault->error = error;
	fault->word = word;

	return -EINVAL;
}

static int add_word(struct syscall_trace_words *words, const char *word)
{
	unsigned int i;
	char *copy;

	/* What was said before is said anew: of contradictory words, the last one counts. */
	for (i = 0; i < words->nr; i++) {
		if (!strcmp(words->word[i], word)) {
			copy = words->word[i];
			memmove(&words->word[i], &words->word[i + 1],
				(words->nr - i - 1) * sizeof(copy));
			words->word[words->nr - 1] = copy;
			return 0;
		}
	}
	copy = kstrdup(word, GFP_KERNEL);
	if (!copy)
		return -ENOMEM;
	words->word[words->nr++] = copy;

	return 0;
}

/**
 * syscall_trace_free_words - free a list
 * @words: the list, or NULL
 */
void syscall_trace_free_words(struct syscall_trace_words *words)
{
	unsigned int i;

	for (i = 0; words && i < words->nr; i++)
		kfree(words->word[i]);
	kvfree(words);
}

DEFINE_FREE(words, struct syscall_trace_words *, syscall_trace_free_words(_T))

/**
 * syscall_trace_add_words - make a list of words
 * @words: gets the list; NULL: it would be empty
 * @old: the list to which the words are added, or NULL
 * @text: the words
 * @check: refuses wrong ones with syscall_trace_refuse_word()
 * @fault: what the list file's @set got
 *
 * Context: task context, may sleep.
 * Return: 0 or an error.
 */
int syscall_trace_add_words(struct syscall_trace_words **words,
			    const struct syscall_trace_words *old, char *text,
			    int (*check)(const char *word, struct syscall_trace_fault *fault),
			    struct syscall_trace_fault *fault)
{
	unsigned int i, nr = (old ? old->nr : 0) + syscall_trace_count_words(text);
	struct syscall_trace_words *new __free(words) = NULL;
	char *word;
	int ret = 0;

	*words = NULL;
	if (!nr)
		return 0;
	new = kvzalloc(struct_size(new, word, nr), GFP_KERNEL);
	if (!new)
		return -ENOMEM;
	for (i = 0; !ret && old && i < old->nr; i++)
		ret = add_word(new, old->word[i]);
	while (!ret && (word = syscall_trace_next_word(&text)))
		ret = check(word, fault) ?: add_word(new, word);
	if (!ret && new->nr)
		*words = no_free_ptr(new);

	return ret;
}

/**
 * syscall_trace_print_words - print a list
 * @m: the file
 * @words: the list
 */
void syscall_trace_print_words(struct seq_file *m, const struct syscall_trace_words *words)
{
	unsigned int i;

	for (i = 0; i < words->nr; i++)
		seq_printf(m, "%s\n", words->word[i]);
}

/* Say in error_log what is wrong at @pos of a list, with the line that it is in. */
static void log_fault(const struct file *file, const struct open_list *open, u8 error, size_t pos)
{
	const struct syscall_trace_list_file *which = list_file(file);
	size_t begin = pos, len;
	char *line;

	while (begin && open->text[begin - 1] != '\n')
		begin--;
	/* Of a long line, what is around the word. */
	if (pos - begin > LINE_MAX / 2)
		begin = pos - LINE_MAX / 2;
	len = min_t(size_t, strcspn(open->text + begin, "\n"), LINE_MAX);
	line = kmemdup_nul(open->text + begin, len, GFP_KERNEL);
	if (line)
		syscall_file_log_err(open->data, which->name, line, which->errors, error,
				     pos - begin);
	kfree(line);
}

/**
 * syscall_trace_set_list - set a list that is not written to a file
 * @which: the file that it could be written to
 * @data: what that was created with
 * @text: the list, which is changed
 * @where: gets the place of what is wrong, if that is known
 *
 * Context: task context, may sleep.
 * Return: NULL, or why the list was refused.
 */
const char *syscall_trace_set_list(const struct syscall_trace_list_file *which,
				   void *data, char *text, const char **where)
{
	struct syscall_trace_fault fault = { };
	int ret;

	scoped_guard(mutex, lock_of(which))
		ret = which->set(data, text, false, &fault);
	if (!ret)
		return NULL;
	if (fault.word)
		*where = fault.word;

	return fault.word ? which->errors[fault.error] : "No memory";
}

/*
 * Find the first word that has not been set yet. If it has come in two pieces, and the first one
 * was set as a pid, that is not meant.
 */
static int find_new(const struct file *file, const struct open_list *open, size_t *begin)
{
	char *words __free(kvfree) = kvmemdup(open->text, open->len + 1, GFP_KERNEL);
	char *text = words, *word, *set = words + open->set;
	unsigned int pid;

	if (!words)
		return -ENOMEM;
	do {
		word = syscall_trace_next_word(&text);
	} while (word && word + strlen(word) <= set);
	*begin = word ? word - words : open->len;
	if (!word || word >= set)
		return 0;
	*set = '\0';
	if (kstrtouint(word, 0, &pid))
		return 0;
	memcpy(words, open->text, *begin);
	*word = '\0';

	return list_file(file)->pids->unlist(open->kept, pid, words, open->append);
}

/* Set the first piece that is written to a list of pids. */
static int set_first(const struct file *file, struct open_list *open, char *words,
		     struct syscall_trace_fault *fault)
{
	const struct syscall_trace_list_file *which = list_file(file);
	struct syscall_trace_kept_pids *kept;
	int ret;

	kept = which->pids->keep(open->data);
	if (!kept)
		return -ENOMEM;
	ret = which->set(open->data, words, open->append, fault);
	if (ret)
		which->pids->drop(kept);
	else
		open->kept = kept;

	return ret;
}

/*
 * Set what has been written to a list of pids. A later piece is added to what has become of the
 * list meanwhile: children have come, and tasks have ended.
 */
static int set_pids(const struct file *file, struct open_list *open)
{
	char *words __free(kvfree) = NULL;
	const struct syscall_trace_list_file *which = list_file(file);
	struct syscall_trace_fault fault = { };
	const char *text;
	size_t begin = 0;
	bool append;
	int ret = 0;

	scoped_guard(mutex, lock_of(which)) {
		if (open->kept)
			ret = find_new(file, open, &begin);
		if (ret || (open->kept && begin == open->len))
			return ret;
		/* Of more than one word where there is one, all are wrong. */
		if (which->single)
			begin = 0;
		text = open->text ? open->text + begin : "";
		words = kvmemdup(text, open->len - begin + 1, GFP_KERNEL);
		if (!words)
			return -ENOMEM;
		append = open->append || open->kept;
		ret = open->kept ? which->set(open->data, words, true, &fault) :
				   set_first(file, open, words, &fault);
		if (!ret)
			which->pids->tell(open->kept, text, append);
	}
	open->set = open->len;
	if (fault.word)
		log_fault(file, open, fault.error, begin + (fault.word - words));

	return ret;
}

static bool ends_word(const struct file *file, char c)
{
	return list_file(file)->lines ? c == '\n' : isspace(c);
}

/* How many bytes of what has been set are a word or a comment that goes on in the next piece? */
static size_t find_half(const struct file *file, const struct open_list *open)
{
	const char *word = open->text, *end = word + open->set, *next;

	if (!open->set)
		return 0;
	if (list_file(file)->lines) {
		for (word = end; word > open->text && word[-1] != '\n'; word--)
			;
		return ends_word(file, *end) ? 0 : end - word;
	}
	for (;; word = next) {
		while (word < end && isspace(*word))
			word++;
		for (next = word; next < end; next++) {
			if (*word == '#' ? *next == '\n' : isspace(*next))
				break;
		}
		if (next == end)
			break;
	}

	return word < end && *word != '#' && isspace(*end) ? 0 : end - word;
}

/* Set what has been written. */
static int set_list(const struct file *file, struct open_list *open)
{
	const struct syscall_trace_list_file *which = list_file(file);
	size_t half = find_half(file, open), begin = open->set - half, at = 0;
	struct syscall_trace_new_piece piece = {
		.writer	= open,
		.text	= open->text ? open->text + begin : "",
		.len	= open->len - begin,
		.again	= half,
		.append	= open->append || open->pieces,
	};
	struct syscall_trace_fault fault = { };
	int ret;

	if (which->pids)
		return set_pids(file, open);
	scoped_guard(mutex, lock_of(which)) {
		if (!open->pieces)
			open->pieces = syscall_trace_get_pieces(which, open->data);
		if (!open->pieces)
			return -ENOMEM;
		ret = syscall_trace_set_piece(open->pieces, &piece, &fault, &at);
	}
	if (!ret)
		open->set = open->len;
	if (fault.word)
		log_fault(file, open, fault.error, begin + at);

	return ret;
}

/*
 * Take no more, and nothing of what was written. Without memory, what was set stays. What was right
 * before is wrong for a moment while a module that it names comes or goes.
 */
static void refuse(const struct file *file, struct open_list *open)
{
	const struct syscall_trace_list_file *which = list_file(file);
	unsigned int tries = 10;
	int ret;

	open->refused = true;
	/* Nor is the list emptied when the file is closed. */
	open->dirty = false;
	guard(mutex)(lock_of(which));
	if (open->kept) {
		which->pids->restore(open->kept);
		which->pids->drop(open->kept);
		open->kept = NULL;
	}
	/* Nothing has been set: what is there need not be set again. */
	if (!open->pieces || !open->set)
		return;
	for (;;) {
		ret = syscall_trace_take_back(open->pieces, open);
		if (!ret || ret == -ENOMEM || !--tries)
			break;
		msleep(20);
	}
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

	/* error_log tells why, if the write that was refused did not. */
	if (open->refused)
		return -EINVAL;
	ret = add_text(open, buf, count) ?: check_text(file, open);
	open->dirty = !ret && count >= PIECE_MIN && !ends_word(file, open->text[open->len - 1]);
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
		if (open->kept)
			list_file(file)->pids->drop(open->kept);
		if (open->pieces)
			syscall_trace_put_pieces(open->pieces, open);
	}
	syscall_file_put(open->data);
	kvfree(open->text);
	kfree(open);

	return single_release(inode, file);
}
