/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files that sctrace writes its lines to.
 */
#ifndef _SCTRACE_OUTPUT_H
#define _SCTRACE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

struct task_file;

/* Is there a command for the output, "|COMMAND"? */
bool output_is_read(void);

/* Ignores the signals of the output: after the command is started, before output_begin(). */
void output_ignore_signals(void);

/*
 * Starts that command, which waits until output_begin(): so it can be left out before anything is
 * traced.
 */
void output_start_reader(void);

/* The process of that command; 0: there is none. */
pid_t output_reader(void);

/* Opens the file for the lines of all tasks. The program ends if it cannot be opened. */
FILE *output_begin(void);

/* Ends it. False: something could not be written. */
bool output_end(FILE *out);

/* Does the command write to the same file, or the same terminal? */
bool output_is_shared(FILE *out);

/* Creates the file of a task. */
struct task_file *task_file_new(int pid);

/* Returns the open file of a task, until the next one is asked for. */
FILE *task_file_use(struct task_file *file);

/* Writes what is waiting for that in all files of tasks. False: it could not be written, see errno. */
bool task_files_flush(void);

/* Ends the file of a task. False: something could not be written, see errno. */
bool task_file_end(struct task_file *file);

#endif /* _SCTRACE_OUTPUT_H */
