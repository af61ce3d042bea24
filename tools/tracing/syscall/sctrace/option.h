/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The options of sctrace: each is a row, by which the command line is parsed, --help printed, and
 * completions and the list in the manual page made.
 */
#ifndef _SCTRACE_OPTION_H
#define _SCTRACE_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "picture/kind.h"
#include "words.h"

/* What becomes of an option. */
enum option_kind {
	OPTION_HEADING,		/* it is none, but a heading of --help */
	OPTION_FLAG,		/* @flag becomes true */
	OPTION_TALLY,		/* @number counts how often it is given */
	OPTION_NUMBER,		/* @number is set, from @least to @most */
	OPTION_SIZE,		/* @size is set, such as 64M, from @least to @most */
	OPTION_TEXT,		/* @text is set */
	OPTION_TEXTS,		/* it is added to @texts */
	OPTION_WORD,		/* @number is that of one of @words */
	OPTION_SET,		/* @number gets the bits of some of @words */
	OPTION_PARSE,		/* @parse knows */
	OPTION_EXPRESSION,	/* -e */
	OPTION_HELP,
	OPTION_VERSION,
	OPTION_IGNORED,		/* it changes nothing here */
	OPTION_REFUSED,		/* it cannot be had: @help says why */
};

/* What completes an argument, if it is not one of @words. */
enum option_completion {
	BY_NOTHING,
	BY_FILE,
	BY_FOLDER,
	BY_COMMAND,
	BY_PID,
	BY_USER,
	BY_CALLS,
};

/**
 * struct option_word - a word that an option takes
 * @name: the word
 * @number: what it stands for
 * @is_unlisted: it is accepted, but not proposed
 */
struct option_word {
	const char	*name;
	unsigned int	number;
	bool		is_unlisted;
};

/**
 * struct option_words - all words that an option takes
 * @word: they, up to one without a name
 * @joint: what is said between the last two of them
 * @ending: what is said of them
 */
struct option_words {
	const struct option_word	*word;
	const char			*joint;
	const char			*ending;
};

/* Long names that an option has besides its first one */
#define MAX_ALIASES	2

/**
 * struct option_row - an option
 * @letter: its short name, or 0
 * @name: its long name, or NULL
 * @help: what --help says, or why it is ignored or refused
 * @kind: what becomes of it
 * @arg: what its argument is, in brackets if it may be left out; NULL: it takes none
 * @completes: what completes the argument
 * @value: what stands for an argument that is not there
 * @words: the words that it takes, which complete the argument
 * @least: the least number that it takes
 * @most: the greatest one
 * @times: how often its letter may be given so that each time changes something; 0: once
 * @aliases: other long names, up to NULL
 * @qualifiers: the words before "=" by which -e knows it, with commas; NULL: none
 * @strace: how the option of strace with this name differs; NULL: there is none, or the option is
 *	ignored or refused
 * @is_unlisted: --help has it by another name
 * @picture: the kind of picture that it asks for
 * @parse: takes the argument
 */
struct option_row {
	char				letter;
	const char			*name;
	const char			*help;
	enum option_kind		kind;
	const char			*arg;
	enum option_completion		completes;
	union {
		bool			*flag;
		unsigned int		*number;
		size_t			*size;
		const char		**text;
		struct words		*texts;
	};
	const char			*value;
	const struct option_words	*words;
	unsigned long long		least, most;
	unsigned int			times;
	const char			*aliases[MAX_ALIASES + 1];
	const char			*qualifiers;
	const char			*strace;
	bool				is_unlisted;
	enum picture_kind		picture;
	void				(*parse)(const struct option_row *row, const char *text);
};

/**
 * struct given - what options say before they are put together
 * @follows: how often -f is there
 * @no_follow: --no-follow is there
 * @old_follow: -F is there
 * @stamps: how often -t is there
 * @quiets: how often -q is there
 * @picture: the option that asks for a picture, or NULL
 */
struct given {
	unsigned int			follows;
	bool				no_follow;
	bool				old_follow;
	unsigned int			stamps;
	unsigned int			quiets;
	const struct option_row		*picture;
};

/* option-table.c */
extern const struct option_row option_rows[];
extern const size_t nr_option_rows;
extern struct given given;

/* option-apply.c */
bool option_is_listed(const struct option_row *row);
int option_takes(const struct option_row *row);
void option_apply(const struct option_row *row, const char *text);
unsigned long long option_number(const struct option_row *row, const char *text);

/* option-parse.c: arguments that are not of a usual kind */
void parse_pids(const struct option_row *row, const char *text);
void parse_calls(const struct option_row *row, const char *text);
void parse_stamp(const struct option_row *row, const char *text);
void parse_picture(const struct option_row *row, const char *text);

/* help.c */
void help_print(void);

#endif /* _SCTRACE_OPTION_H */
