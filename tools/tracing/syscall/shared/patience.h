/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How long others are waited for, such as who reads a pipe: as long as they need, and, when the
 * user wants to end, until they have done nothing for a second.
 */
#ifndef _SHARED_PATIENCE_H
#define _SHARED_PATIENCE_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

/**
 * patience_end - nobody is waited for any more who does nothing for a second
 * @mask: the signals that are blocked when the handler returns
 *
 * For handlers of signals. A call that waits, or begins to wait later, is interrupted.
 */
void patience_end(sigset_t *mask);

/**
 * patience_ends - does the user want to end?
 */
bool patience_ends(void);

/**
 * patience_begin - wait for somebody
 *
 * Also to be called when it has done something.
 *
 * Return: for patience_is_over().
 */
int patience_begin(void);

/**
 * patience_is_over - has somebody done nothing for a second, and the user wants to end?
 * @begun: what patience_begin() has returned
 */
bool patience_is_over(int begun);

/**
 * patient_open - let a descriptor be a file to write
 * @fd: the descriptor, which is closed with the file
 *
 * What a signal interrupts goes on, and so does what O_NONBLOCK refuses. If whoever reads it is not
 * waited for any more, nothing is written from then on, and the error is EINTR.
 *
 * Return: the file; NULL: there is no memory for it.
 */
FILE *patient_open(int fd);

/**
 * patient_error - tell why a file could not be written
 * @file: what patient_open() has returned
 *
 * Return: the first error; 0: there was none.
 */
int patient_error(const FILE *file);

/**
 * patient_fd - find the descriptor of a file
 * @file: what patient_open() has returned
 */
int patient_fd(const FILE *file);

#endif /* _SHARED_PATIENCE_H */
