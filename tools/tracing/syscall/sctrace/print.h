/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The output of sctrace.
 */
#ifndef _SCTRACE_PRINT_H
#define _SCTRACE_PRINT_H

#include <stdio.h>

#include "records/source.h"

/**
 * print_begin - open the output
 * @source: the records
 * @command: the process that is going to be the command; 0: none
 */
void print_begin(struct source *source, int command);

/* Prints the next record of a CPU, and goes on behind it. */
void print_record(const struct record *rec);

/* The task is there from the beginning. */
void print_attached(int pid, int tgid, const char *comm);

/* The time of day of records that are printed from now on. */
void print_set_clock(void);

/* What there is now goes to the output. False: nobody reads it any more. */
bool print_flush(void);

/* The output file, for the table of -c at the end. */
FILE *print_file(void);

/* Prints what is known only now, and ends the last line. */
void print_last(void);

/* Closes the output. */
void print_end(void);

/* How many calls are missing, as far as that is known. */
unsigned long long print_lost(void);

/* Have records been lost? */
bool print_has_lost(void);

#endif /* _SCTRACE_PRINT_H */
