/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the file info of ktrace says: Documentation/trace/ktrace.rst
 */
#ifndef _KTRACE_INFO_H
#define _KTRACE_INFO_H

#include "ktrace-user.h"

struct event {
	u32	id;
	u8	nr_args;
	u8	kinds[KTRACE_ARGS_MAX];
	char	*name;
	char	*format;
};

/**
 * struct info - all of it
 * @long_size: bytes of a long of the kernel
 * @subbuf_size: of a sub-buffer
 * @subbuf_header: in front of its events
 * @nr: how many events there are
 * @events: these, in the order of their ids
 */
struct info {
	unsigned int	long_size;
	unsigned int	subbuf_size;
	unsigned int	subbuf_header;
	size_t		nr;
	struct event	*events;
};

void info_read(struct info *info, const char *path);
const struct event *info_find(const struct info *info, u32 id);

#endif /* _KTRACE_INFO_H */
