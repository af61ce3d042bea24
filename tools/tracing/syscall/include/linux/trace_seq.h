/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The buffer that the formatter writes to. Like the kernel's, it leaves out a text that
 * does not fit as a whole, and every text after it.
 */
#ifndef _SYSCALL_TOOLS_LINUX_TRACE_SEQ_H
#define _SYSCALL_TOOLS_LINUX_TRACE_SEQ_H

#include <linux/types.h>

/* That of the kernel's struct trace_seq on a 64-bit machine. */
#define TRACE_SEQ_BUFFER_SIZE	8156

/* Programs that need not print what the kernel prints give it a larger one: then no line is cut. */
#define TRACE_SEQ_LONG_ROOM	(512 * 1024)
#define TRACE_SEQ_LONG_SIZE	(TRACE_SEQ_BUFFER_SIZE + 2 * TRACE_SEQ_LONG_ROOM)

struct trace_seq {
	char	*buffer;
	size_t	size;
	size_t	len;
	bool	full;
	char	usual[TRACE_SEQ_BUFFER_SIZE];
};

static inline void trace_seq_init_in(struct trace_seq *s, char *buffer, size_t size)
{
	s->buffer = buffer;
	s->size = size;
	s->len = 0;
	s->full = false;
	s->buffer[0] = '\0';
}

static inline void trace_seq_init(struct trace_seq *s)
{
	trace_seq_init_in(s, s->usual, sizeof(s->usual));
}

static inline int trace_seq_used(struct trace_seq *s)
{
	return s->len;
}

static inline bool trace_seq_has_overflowed(struct trace_seq *s)
{
	return s->full;
}

/* libtraceevent has functions of these names, too; a program may use both. */
#define trace_seq_printf	syscall_trace_seq_printf
#define trace_seq_puts		syscall_trace_seq_puts
#define trace_seq_putc		syscall_trace_seq_putc
#define trace_seq_putmem	syscall_trace_seq_putmem

void trace_seq_printf(struct trace_seq *s, const char *fmt, ...) __printf(2, 3);
void trace_seq_puts(struct trace_seq *s, const char *str);
void trace_seq_putc(struct trace_seq *s, unsigned char c);
void trace_seq_putmem(struct trace_seq *s, const void *mem, unsigned int len);

#endif /* _SYSCALL_TOOLS_LINUX_TRACE_SEQ_H */
