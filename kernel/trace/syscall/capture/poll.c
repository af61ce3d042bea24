// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures descriptors that are waited for, and what became of
 * them.
 */
#include <linux/poll.h>

#include "arg.h"
#include "length.h"
#include "nested.h"

/* Only so many are searched for ready ones: poll() takes any number. */
#define POLLFDS_MAX	4096

/* One more than is shown, to tell that there are more. */
#define READY_MAX	(SYSCALL_TRACE_ELEMENTS_MAX + 1)

/* How many descriptors are read at once. */
#define CHUNK		16

static void capture_ready(struct syscall_trace_capture *cap, unsigned int arg)
{
	unsigned long from = cap->args[arg];
	unsigned int nr = min_t(s64, syscall_trace_length(cap, arg), POLLFDS_MAX), i, j;
	unsigned int wanted = min_t(long, READY_MAX, cap->ret), found = 0;
	struct syscall_trace_blob *blob;
	struct pollfd fds[CHUNK];

	blob = syscall_trace_add_blob(cap, arg, 0, SYSCALL_TRACE_NESTED);
	if (!blob || !syscall_trace_has_room(cap, blob, READY_MAX * sizeof(*fds)))
		return;

	for (i = 0; i < nr && found < wanted; i += CHUNK, from += sizeof(fds)) {
		unsigned int n = min_t(unsigned int, nr - i, CHUNK);

		n -= DIV_ROUND_UP(syscall_trace_read(fds, from, n * sizeof(*fds)), sizeof(*fds));
		if (!n)
			break;
		for (j = 0; j < n && found < READY_MAX; j++) {
			if (!fds[j].revents)
				continue;
			memcpy(blob->data + blob->len, &fds[j], sizeof(*fds));
			blob->len += sizeof(*fds);
			found++;
		}
	}
	syscall_trace_end_blob(cap, blob);
}

SYSCALL_CAPTURE(pollfds)
{
	if (!cap->at_exit)
		syscall_trace_capture_plain(cap, arg);
	else if (cap->ret > 0 && cap->args[arg])
		capture_ready(cap, arg);
}
