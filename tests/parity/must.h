/* SPDX-License-Identifier: GPL-2.0 */
/* For programs of which every step has to succeed. */
#ifndef MUST_H
#define MUST_H

#include <stdio.h>
#include <stdlib.h>

#define must(expr)							\
	({								\
		__typeof__(expr) must_result = (expr);			\
		if ((long)must_result == -1) {				\
			perror(#expr);					\
			exit(1);					\
		}							\
		must_result;						\
	})

#endif
