/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what open files have written to a list.
 */
#ifndef _SYSCALL_LIST_PIECES_H
#define _SYSCALL_LIST_PIECES_H

#include <linux/types.h>

struct syscall_trace_fault;
struct syscall_trace_list_file;
struct syscall_trace_pieces;

/**
 * struct syscall_trace_new_piece - what an open file is about to set
 * @writer: the file
 * @text: the text
 * @len: bytes of it
 * @half: so many bytes at its end may go on in the next piece
 * @again: those of the piece before it do, and are at its beginning. As a word of their own, they
 *	   are not meant
 * @append: it is added to the list
 */
struct syscall_trace_new_piece {
	const void	*writer;
	const char	*text;
	size_t		len;
	size_t		half;
	bool		again;
	bool		append;
};

struct syscall_trace_pieces *
syscall_trace_get_pieces(const struct syscall_trace_list_file *which, void *data);
void syscall_trace_put_pieces(struct syscall_trace_pieces *pieces, const void *writer);
int syscall_trace_set_piece(struct syscall_trace_pieces *pieces,
			    const struct syscall_trace_new_piece *new,
			    struct syscall_trace_fault *fault, size_t *at);
int syscall_trace_take_back(struct syscall_trace_pieces *pieces, const void *writer);

#endif /* _SYSCALL_LIST_PIECES_H */
