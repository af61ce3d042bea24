// SPDX-License-Identifier: GPL-2.0
/*
 * Reads the file info of ktrace.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "info.h"

static void clear(struct info *info)
{
	while (info->nr) {
		info->nr--;
		free(info->events[info->nr].name);
		free(info->events[info->nr].format);
	}
	free(info->events);
	*info = (struct info) { 0 };
}

/* KINDS: false if there is an unknown one. */
static bool parse_kinds(struct event *event, char *kinds, unsigned int long_size)
{
	char *kind, *rest = kinds;

	if (!strcmp(kinds, "-"))
		return true;
	while ((kind = strsep(&rest, ","))) {
		int bits = atoi(kind + 1), value = bits / 8;

		if (!strcmp(kind, "str"))
			value = KTRACE_KIND_STR;
		else if (!strcmp(kind, "ptr"))
			value = KTRACE_KIND_PTR | long_size;
		else if ((*kind != 's' && *kind != 'u') ||
			 (bits != 8 && bits != 16 && bits != 32 && bits != 64))
			return false;
		else if (*kind == 's')
			value |= KTRACE_KIND_SIGNED;
		if (event->nr_args == KTRACE_ARGS_MAX)
			return false;
		event->kinds[event->nr_args++] = value;
	}

	return true;
}

/* "FORMAT": false if there are no quotes around it. */
static bool parse_format(char *format)
{
	char *to = format;
	size_t length = strlen(format);

	if (length < 2 || format[0] != '"' || format[length - 1] != '"')
		return false;
	format[length - 1] = '\0';
	for (format++; *format; to++) {
		unsigned int c;

		if (format[0] == '\\' && strlen(format) >= 4 &&
		    sscanf(format + 1, "%3o", &c) == 1) {
			*to = c;
			format += 4;
		} else {
			*to = *format++;
		}
	}
	*to = '\0';

	return true;
}

static bool parse_event(struct info *info, char *line)
{
	char *id = strsep(&line, " "), *state = strsep(&line, " "), *name = strsep(&line, " ");
	char *kinds = strsep(&line, " ");
	struct event event = { 0 };

	if (!id || !state || !name || !kinds || !line)
		return false;
	event.id = strtoul(id, NULL, 10);
	if (!parse_kinds(&event, kinds, info->long_size) || !parse_format(line))
		return false;
	info->events = reallocarray(info->events, info->nr + 1, sizeof(event));
	event.name = strdup(name);
	event.format = strdup(line);
	if (!info->events || !event.name || !event.format)
		err(1, "events");
	info->events[info->nr++] = event;

	return true;
}

/* All of it has to be known, but for words that came later. */
static bool parse_line(struct info *info, char *line)
{
	char *word = strsep(&line, " ");

	if (!line)
		return true;
	if (!strcmp(word, "version"))
		return atoi(line) == KTRACE_VERSION;
	if (!strcmp(word, "endian"))
		return !strcmp(line, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? "big" : "little");
	if (!strcmp(word, "long"))
		info->long_size = atoi(line);
	if (!strcmp(word, "subbuf_size"))
		info->subbuf_size = atoi(line);
	if (!strcmp(word, "subbuf_header"))
		info->subbuf_header = atoi(line);
	if (!strcmp(word, "event"))
		return parse_event(info, line);

	return true;
}

/**
 * info_read - read the file, or read it again
 * @info: what it says; ends the program if that is of no use
 * @path: the file
 */
void info_read(struct info *info, const char *path)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t room = 0;
	ssize_t length;

	if (!file)
		err(1, "%s", path);
	clear(info);
	while ((length = getline(&line, &room, file)) > 0) {
		char *copy;

		line[strcspn(line, "\n")] = '\0';
		copy = strdup(line);
		if (!copy)
			err(1, "%s", path);
		if (!parse_line(info, line))
			errx(1, "%s: this program does not know: %s", path, copy);
		free(copy);
	}
	if (ferror(file))
		err(1, "%s", path);
	fclose(file);
	free(line);
	if ((info->long_size != 4 && info->long_size != 8) ||
	    info->subbuf_header != 8 + info->long_size ||
	    info->subbuf_size <= info->subbuf_header)
		errx(1, "%s: it does not tell of the sub-buffers", path);
}

static int compare_id(const void *key, const void *member)
{
	u32 id = *(const u32 *)key, other = ((const struct event *)member)->id;

	return id < other ? -1 : id > other;
}

/**
 * info_find - the event of a record
 * @info: what was read
 * @id: what the record begins with
 *
 * Return: the event or NULL.
 */
const struct event *info_find(const struct info *info, u32 id)
{
	if (!info->nr)
		return NULL;

	return bsearch(&id, info->events, info->nr, sizeof(*info->events), compare_id);
}
