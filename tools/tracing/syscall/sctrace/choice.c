// SPDX-License-Identifier: GPL-2.0
/*
 * Which calls and signals the user wants: from the words of strace to those of the tracer, so
 * that the kernel selects.
 */
#include <ctype.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "shared/error.h"
#include "choice.h"
#include "settings.h"
#include "words.h"

#define MOST_NAME	64
#define MOST_LINE	256

/* What strace calls the ABIs, and what the tracer calls them. */
static const struct {
	const char	*theirs, *ours;
} abis[] = {
	{ "64", "x86_64" }, { "32", "i386" }, { "x32", "x32" },
};

/* Classes of strace that are several words here. */
static const struct {
	const char	*theirs, *ours;
} classes[] = {
	{ "%net", "%network" },
	{ "%%stat", "%stat %lstat %fstat" },
	{ "%fstatfs", "fstatfs*" },
	{ "%%statfs", "%statfs fstatfs* ustat" },
};

/* ---------------------------------- lines ---------------------------------- */

/*
 * Takes the next line of a text, as far as it is of interest. A line of its own, because sscanf()
 * looks for the end of its text first, and that of syscall_table is far away. False: there is none.
 */
static bool next_line(const char **text, char *line)
{
	size_t len = strcspn(*text, "\n");

	if (!**text)
		return false;
	snprintf(line, MOST_LINE, "%.*s", (int)len, *text);
	*text += len + ((*text)[len] == '\n');

	return true;
}

/* --------------------------------- the calls -------------------------------- */

/* What available_syscalls has: the names of all calls, and the classes. */
struct known {
	struct words	names, classes;
};

static void read_known(struct known *known, const char *available)
{
	char name[MOST_NAME + 1], line[MOST_LINE];

	while (next_line(&available, line)) {
		if (sscanf(line, "# %%%64[a-z]", name) == 1)
			words_add(&known->classes, name, strlen(name));
		else if (sscanf(line, "%*[a-z0-9_] %*d %64[a-z0-9_]", name) == 1 &&
			 !words_have(&known->names, name))
			words_add(&known->names, name, strlen(name));
	}
}

/* How many letters have to be changed, added or left out to make one name of the other. */
static size_t distance(const char *a, const char *b)
{
	size_t row[MOST_NAME + 1], i, j, len = strlen(b), corner, above;

	if (len > MOST_NAME || strlen(a) > MOST_NAME)
		return MOST_NAME;
	for (j = 0; j <= len; j++)
		row[j] = j;
	for (i = 1; a[i - 1]; i++) {
		corner = row[0];
		row[0] = i;
		for (j = 1; j <= len; j++) {
			above = row[j];
			row[j] = corner + (a[i - 1] != b[j - 1]);
			if (above + 1 < row[j])
				row[j] = above + 1;
			if (row[j - 1] + 1 < row[j])
				row[j] = row[j - 1] + 1;
			corner = above;
		}
	}

	return row[len];
}

static void __attribute__((__noreturn__)) fail_unknown(const struct known *known,
						       const char *name)
{
	size_t best = 3, near, i;
	char text[256] = "";

	for (i = 0; i < known->names.nr; i++) {
		near = distance(name, known->names.word[i]);
		if (near < best)
			best = near;
	}
	for (i = 0; best < 3 && i < known->names.nr; i++) {
		size_t len = strlen(text);

		if (distance(name, known->names.word[i]) == best)
			snprintf(text + len, sizeof(text) - len, "%s%s", len ? ", " : "",
				 known->names.word[i]);
	}
	if (*text)
		fail("there is no system call '%s'; did you mean %s?", name, text);
	fail("there is no system call '%s'; /sys/kernel/tracing/available_syscalls has all names",
	     name);
}

static void put_word(FILE *out, bool negated, const char *word, const char *abi)
{
	fprintf(out, "%s%s%s%s ", negated ? "!" : "", word, *abi ? "@" : "", abi);
}

/* A class, which may be several words. */
static void put_class(FILE *out, const struct known *known, bool negated, const char *name,
		      const char *abi)
{
	char words[128], *word, *rest = words;
	size_t i;

	snprintf(words, sizeof(words), "%s%s", *name == '%' ? "" : "%", name);
	for (i = 0; i < ARRAY_SIZE(classes); i++) {
		if (!strcmp(classes[i].theirs, words))
			snprintf(words, sizeof(words), "%s", classes[i].ours);
	}
	while ((word = strsep(&rest, " "))) {
		if (*word == '%' && !words_have(&known->classes, word + 1))
			fail("there is no class of calls '%s'; /sys/kernel/tracing/available_syscalls has all classes",
			     name);
		put_word(out, negated, word, abi);
	}
}

static void put_regex(FILE *out, const struct known *known, bool negated, const char *pattern,
		      const char *abi, bool optional)
{
	char text[128];
	bool any = false;
	regex_t regex;
	size_t i;
	int ret;

	ret = regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB);
	if (ret) {
		regerror(ret, &regex, text, sizeof(text));
		fail("'/%s' is no regular expression: %s", pattern, text);
	}
	for (i = 0; i < known->names.nr; i++) {
		if (regexec(&regex, known->names.word[i], 0, NULL, 0))
			continue;
		put_word(out, negated, known->names.word[i], abi);
		any = true;
	}
	regfree(&regex);
	if (!any && !optional)
		fail("there is no system call like '/%s'", pattern);
}

/* The name of the ABI behind the last @, which is cut off; "" if there is none. */
static const char *cut_abi(char *word)
{
	char *at = strrchr(word, '@');
	size_t i;

	if (!at)
		return "";
	*at++ = '\0';
	for (i = 0; i < ARRAY_SIZE(abis); i++) {
		if (!strcmp(at, abis[i].theirs) || !strcmp(at, abis[i].ours))
			return abis[i].ours;
	}
	fail("there is no ABI '%s': 64, 32 and x32 are", at);
}

/* strace still takes these classes without a %. */
static bool is_old_class(const char *word)
{
	static const char old[] = " file process network signal ipc desc memory ";
	char text[MOST_NAME];

	snprintf(text, sizeof(text), " %s ", word);

	return strstr(old, text);
}

static void put_one(FILE *out, const struct known *known, bool negated, char *word)
{
	bool optional = *word == '?';
	const char *abi;

	while (*word == '?')
		word++;
	if (*word == '/') {
		put_regex(out, known, negated, word + 1, "", optional);
		return;
	}
	abi = cut_abi(word);
	if (!strcmp(word, "all"))
		put_word(out, negated, "*", abi);
	else if (*word == '%' || is_old_class(word))
		put_class(out, known, negated, word, abi);
	else if (words_have(&known->names, word) || strpbrk(word, "*?["))
		put_word(out, negated, word, abi);
	else if (!optional)
		fail_unknown(known, word);
}

/**
 * choice_calls - tell what -e trace= means for set_syscall
 * @available: the text of available_syscalls
 *
 * Return: words; "": no call is wanted; NULL: all are. The caller frees it.
 */
char *choice_calls(const char *available)
{
	struct known known = { };
	bool negated = false;
	char *text = NULL;
	size_t size = 0, i;
	FILE *out;

	if (!settings.trace.nr)
		return NULL;
	read_known(&known, available);
	out = open_memstream(&text, &size);
	if (!out)
		fail("not enough memory");
	for (i = 0; i < settings.trace.nr; i++) {
		char *word = settings.trace.word[i];

		if (i && *word == '!')
			fail("-e trace=: '%s': a ! stands before the whole list, and means all other calls",
			     word);
		while (*word == '!') {
			negated = !negated;
			word++;
		}
		if (!*word)
			fail("-e trace=: the name of a call is missing; trace=none is for no call");
		if (!strcmp(word, "none") && negated)
			put_word(out, false, "*", "");
		else if (strcmp(word, "none"))
			put_one(out, &known, negated, word);
	}
	/* Whoever leaves out nothing wants all. */
	if (negated && !ftell(out))
		put_word(out, false, "*", "");
	fclose(out);
	words_clear(&known.names);
	words_clear(&known.classes);

	return text;
}

/* ------------------------------- the conditions ------------------------------ */

/* A string of the conditions' grammar. */
static void put_quoted(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text; text++) {
		unsigned char c = *text;

		if (c < ' ' || c > '~')
			fprintf(out, "\\x%02x", c);
		else
			fprintf(out, "%s%c", c == '"' || c == '\\' ? "\\" : "", c);
	}
	fputc('"', out);
}

/* The ids of the calls of the class %file, which available_syscalls and syscall_table tell. */
static void find_file_calls(struct words *ids, const char *available, const char *table)
{
	char name[MOST_NAME + 1], line[MOST_LINE], id[16];
	struct words names = { };

	while (next_line(&available, line)) {
		if (sscanf(line, "%*[a-z0-9_] %*d %64[a-z0-9_]", name) == 1 &&
		    strstr(line, "%file"))
			words_add(&names, name, strlen(name));
	}
	while (next_line(&table, line)) {
		if (sscanf(line, " nr %*d %15s %64s", id, name) == 2 && words_have(&names, name) &&
		    !words_have(ids, id))
			words_add(ids, id, strlen(id));
	}
	words_clear(&names);
}

/* The names of arguments of these calls that are paths. */
static void find_path_names(struct words *names, const char *available, const char *table)
{
	char name[MOST_NAME + 1], direction[8], kind[MOST_NAME + 1], id[16] = "";
	char line[MOST_LINE];
	struct words ids = { };

	find_file_calls(&ids, available, table);
	while (next_line(&table, line)) {
		if (sscanf(line, "call %15s", id) != 1 &&
		    sscanf(line, " arg %*d %64s %7s %64s", name, direction, kind) == 3 &&
		    !strcmp(kind, "path") && !strncmp(direction, "in", 2) &&
		    words_have(&ids, id) && !words_have(names, name))
			words_add(names, name, strlen(name));
	}
	words_clear(&ids);
}

static void put_paths(FILE *out, const struct words *names)
{
	const char *or = "";
	size_t i, j;

	fputc('(', out);
	for (i = 0; i < settings.paths.nr; i++) {
		for (j = 0; j < names->nr; j++) {
			fprintf(out, "%s%s == ", or, names->word[j]);
			put_quoted(out, settings.paths.word[i]);
			or = " || ";
		}
	}
	fputc(')', out);
}

/* What is true of calls that ended so; the result of a call that has none is in no comparison. */
static const struct {
	const char	*name, *condition;
} statuses[] = {
	{ "successful", "errno == 0" },
	{ "failed", "failed" },
	{ "unfinished", "(!(errno == 0) && !failed)" },
	{ "unavailable", NULL },
	{ "detached", NULL },
};

/* Reads -e status=SET: which of the statuses are wanted. */
static unsigned int wanted_statuses(void)
{
	char *copy = strdup(settings.status), *rest = copy, *word;
	unsigned int wanted = 0, all = (1 << ARRAY_SIZE(statuses)) - 1, i;
	bool negated = *copy == '!';

	rest += negated;
	while ((word = strsep(&rest, ","))) {
		if (!strcmp(word, "all"))
			wanted = all;
		if (!strcmp(word, "all") || !strcmp(word, "none"))
			continue;
		for (i = 0; i < ARRAY_SIZE(statuses); i++) {
			if (!strcmp(statuses[i].name, word))
				break;
		}
		if (i == ARRAY_SIZE(statuses))
			fail("-e status=%s: a call is successful, failed, unfinished, unavailable or detached",
			     word);
		wanted |= 1 << i;
	}
	free(copy);

	return negated ? all & ~wanted : wanted;
}

static void put_status(FILE *out)
{
	unsigned int wanted = wanted_statuses(), i;
	const char *or = "(";

	for (i = 0; i < ARRAY_SIZE(statuses); i++) {
		if (!(wanted & 1 << i) || !statuses[i].condition)
			continue;
		fprintf(out, "%s%s", or, statuses[i].condition);
		or = " || ";
	}
	/* No call is unavailable or detached here. */
	if (*or == '(')
		fputs("(failed && errno == 0", out);
	fputc(')', out);
}

/* Where the names of calls in front of a condition end; 0: it has none. */
static size_t names_of(const char *line)
{
	size_t len = strcspn(line, ":\"'=<>&~");

	return line[len] == ':' ? len + 1 : 0;
}

/* Where the actions behind a condition begin. */
static size_t actions_of(const char *condition)
{
	char quote = '\0';
	size_t i;

	for (i = 0; condition[i]; i++) {
		if (quote && condition[i] == '\\' && condition[i + 1])
			i++;
		else if (quote && condition[i] == quote)
			quote = '\0';
		else if (!quote && (condition[i] == '"' || condition[i] == '\''))
			quote = condition[i];
		else if (!quote && condition[i] == ':')
			break;
	}

	return i;
}

/*
 * One line: what the user has written, and what all lines have to say besides. @paths: names of
 * arguments
 */
static void put_line(FILE *out, const char *line, const struct words *paths)
{
	size_t names = names_of(line), len = actions_of(line + names);
	bool more = settings.status || settings.paths.nr;
	const char *and = "";

	if (names)
		fprintf(out, "%.*s ", (int)names, line);
	else if (!*line && settings.paths.nr)
		/* An argument of another call may have the same name, and be no path. */
		fputs("%file: ", out);
	if (strspn(line + names, " \t") < len) {
		/* What stands alone is left as it is: the kernel quotes it if it refuses it. */
		fprintf(out, more ? "(%.*s)" : "%.*s", (int)len, line + names);
		and = " && ";
	}
	if (settings.status) {
		fputs(and, out);
		put_status(out);
		and = " && ";
	}
	if (settings.paths.nr) {
		fputs(and, out);
		put_paths(out, paths);
	}
	line += names + len;
	fprintf(out, "%s%s\n", *line ? " " : "", line);
}

/**
 * choice_filter - tell what the conditions of the user mean for syscall_filter
 * @available: the text of available_syscalls; NULL: there are no paths
 * @table: that of syscall_table, likewise
 *
 * Return: lines, or NULL: there are no conditions. The caller frees them.
 */
char *choice_filter(const char *available, const char *table)
{
	struct words paths = { };
	char *text = NULL;
	size_t size = 0, i;
	FILE *out;

	if (!settings.conditions.nr && !settings.paths.nr && !settings.status)
		return NULL;
	out = open_memstream(&text, &size);
	if (!out)
		fail("not enough memory");
	if (settings.paths.nr)
		find_path_names(&paths, available, table);
	for (i = 0; i < settings.conditions.nr; i++)
		put_line(out, settings.conditions.word[i], &paths);
	if (!settings.conditions.nr)
		put_line(out, "", &paths);
	fclose(out);
	words_clear(&paths);

	return text;
}

/* --------------------------------- the signals ------------------------------- */

#define FIRST_REAL_TIME	32

/* Lines have names that the C library has not. */
static bool is_name_of_lines(const char *word, int sig)
{
	char name[16] = "RTMIN";

	if (sig == SIGIO)
		return !strcasecmp(word, "IO");
	if (sig > FIRST_REAL_TIME)
		snprintf(name, sizeof(name), "RT_%d", sig - FIRST_REAL_TIME);

	return sig >= FIRST_REAL_TIME && !strcasecmp(word, name);
}

static bool is_signal(const char *word, int sig)
{
	const char *name = sigabbrev_np(sig);
	char *end;

	if (strtol(word, &end, 10) == sig && *word && !*end)
		return true;
	if (!strncasecmp(word, "SIG", 3))
		word += 3;

	return (name && !strcasecmp(word, name)) || is_name_of_lines(word, sig);
}

static bool is_any_signal(const char *word)
{
	int sig;

	for (sig = 1; sig < NSIG; sig++) {
		if (is_signal(word, sig))
			return true;
	}

	return false;
}

/**
 * choice_shows_signal - tell whether the user wants to see a signal
 * @sig: the signal
 *
 * Return: true if so. The program ends if what the user has written is wrong.
 */
bool choice_shows_signal(int sig)
{
	bool negated = false, shown = false;
	char *copy, *rest, *word;

	if (!settings.signals)
		return true;
	copy = strdup(settings.signals);
	if (!copy)
		fail("not enough memory");
	rest = copy;
	while (*rest == '!') {
		negated = !negated;
		rest++;
	}
	while ((word = strsep(&rest, ","))) {
		if (!*word)
			fail("-e signal=: the name of a signal is missing; signal=none is for no signal");
		if (!strcmp(word, "all"))
			shown = true;
		else if (!strcmp(word, "none"))
			continue;
		else if (!is_any_signal(word))
			fail("-e signal=%s: there is no such signal", word);
		else if (is_signal(word, sig))
			shown = true;
	}
	free(copy);

	return shown != negated;
}

/* Does the user want to see any signals? */
bool choice_has_signals(void)
{
	int sig;

	for (sig = 1; sig < NSIG; sig++) {
		if (choice_shows_signal(sig))
			return true;
	}

	return false;
}
