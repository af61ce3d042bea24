// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdio.h>

#include <linux/string.h>
#include <linux/trace_seq.h>

/* The number of bytes that still fit. The last byte of the buffer is for the NUL. */
static size_t room(const struct trace_seq *s)
{
	return s->size - 1 - s->len;
}

void trace_seq_printf(struct trace_seq *s, const char *fmt, ...)
{
	va_list args;
	int len;

	if (s->full)
		return;

	va_start(args, fmt);
	len = vsnprintf(s->buffer + s->len, room(s) + 1, fmt, args);
	va_end(args);
	if (len < 0 || (size_t)len > room(s)) {
		s->buffer[s->len] = '\0';
		s->full = true;
		return;
	}
	s->len += len;
}

void trace_seq_putmem(struct trace_seq *s, const void *mem, unsigned int len)
{
	if (s->full)
		return;
	if (len > room(s)) {
		s->full = true;
		return;
	}
	memcpy(s->buffer + s->len, mem, len);
	s->len += len;
	s->buffer[s->len] = '\0';
}

void trace_seq_puts(struct trace_seq *s, const char *str)
{
	trace_seq_putmem(s, str, strlen(str));
}

void trace_seq_putc(struct trace_seq *s, unsigned char c)
{
	trace_seq_putmem(s, &c, 1);
}
