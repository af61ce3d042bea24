#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# make lets gcc compile and link a program of two files, which then runs.

set -e
cat >main.c <<'END'
#include <stdio.h>
int answer(void);
int main(void)
{
	printf("%d\n", answer());
	return 0;
}
END
echo 'int answer(void) { return 42; }' >answer.c
printf 'program: main.o answer.o\n\t$(CC) -o $@ $^\n%%.o: %%.c\n\t$(CC) -O1 -c $<\n' >Makefile
make -j2 CC=gcc
test "$(./program)" = 42
ar rcs library.a answer.o
nm library.a
strip program
