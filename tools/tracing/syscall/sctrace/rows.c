// SPDX-License-Identifier: GPL-2.0
/*
 * Prints the table of options, for what is made of it: a line for each row, with its letter, long
 * name, other long names, kind, argument, what completes that, words to choose from, the word by
 * which -e knows it, "listed" if --help has it, how often its letter may be given, how strace's
 * option differs, and its help. Tabs are between them. A heading has only kind and help.
 */
#include <stdio.h>
#include <string.h>

#include "option.h"

static const char * const kinds[] = {
	[OPTION_HEADING]	= "heading",
	[OPTION_FLAG]		= "flag",
	[OPTION_TALLY]		= "tally",
	[OPTION_NUMBER]		= "number",
	[OPTION_SIZE]		= "size",
	[OPTION_TEXT]		= "text",
	[OPTION_TEXTS]		= "texts",
	[OPTION_WORD]		= "word",
	[OPTION_SET]		= "set",
	[OPTION_PARSE]		= "parse",
	[OPTION_EXPRESSION]	= "expression",
	[OPTION_HELP]		= "help",
	[OPTION_VERSION]	= "version",
	[OPTION_IGNORED]	= "ignored",
	[OPTION_REFUSED]	= "refused",
};

static const char * const completions[] = {
	[BY_NOTHING]		= "nothing",
	[BY_FILE]		= "file",
	[BY_FOLDER]		= "folder",
	[BY_COMMAND]		= "command",
	[BY_PID]		= "pid",
	[BY_USER]		= "user",
	[BY_CALLS]		= "calls",
};

static void print_words(const struct option_words *words)
{
	const struct option_word *word;
	const char *between = "";

	for (word = words->word; word->name; word++) {
		if (word->is_unlisted)
			continue;
		printf("%s%s", between, word->name);
		between = " ";
	}
}

static void print_aliases(const char * const *alias)
{
	const char *between = "";

	for (; *alias; alias++) {
		printf("%s%s", between, *alias);
		between = " ";
	}
}

static void print_row(const struct option_row *row)
{
	const char *qualifier = row->qualifiers ?: "";

	if (row->letter)
		putchar(row->letter);
	printf("\t%s\t", row->name ?: "");
	print_aliases(row->aliases);
	printf("\t%s\t%s\t%s\t", kinds[row->kind], row->arg ?: "",
	       row->words ? "words" : completions[row->completes]);
	if (row->words)
		print_words(row->words);
	printf("\t%.*s\t%s\t%u\t%s\t%s\n", (int)strcspn(qualifier, ","), qualifier,
	       option_is_listed(row) ? "listed" : "", row->times ?: 1, row->strace ?: "",
	       row->help);
}

int main(void)
{
	size_t i;

	for (i = 0; i < nr_option_rows; i++)
		print_row(&option_rows[i]);

	return 0;
}
