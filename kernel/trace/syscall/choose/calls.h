/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: which calls an instance wants to see. calls.c decides, and has the files.
 */
#ifndef _SYSCALL_CALLS_H
#define _SYSCALL_CALLS_H

#include <linux/bitops.h>
#include <linux/minmax.h>
#include <linux/nospec.h>
#include <linux/syscall_trace_table.h>
#include <linux/syscall_trace_task.h>
#include <asm/syscall.h>
#include <asm/syscall_trace.h>

#include "../tracefs/list_file.h"

struct syscall_trace_calls;
struct syscall_trace_instance;

/*
 * A set of calls has a bit for each number of each ABI, one for all numbers that an ABI does
 * not have, and one for each call that is a case of a number, as with socketcall().
 */
#define SYSCALL_TRACE_SET_NUMBERS	BIT(10)
#define SYSCALL_TRACE_SET_OTHERS	(SYSCALL_TRACE_SET_NUMBERS - 1)
#define SYSCALL_TRACE_SET_CASES		(SYSCALL_TRACE_NR_ABIS * SYSCALL_TRACE_SET_NUMBERS)
#define SYSCALL_TRACE_SET_CASES_MAX	128
#define SYSCALL_TRACE_SET_BITS		(SYSCALL_TRACE_SET_CASES + SYSCALL_TRACE_SET_CASES_MAX)

/**
 * struct syscall_trace_call_set - a set of calls
 * @wanted: the calls of the set
 * @partly: numbers that are wanted, but perhaps not in each of their cases or not by each
 *	    instance: that has to be looked at
 */
struct syscall_trace_call_set {
	DECLARE_BITMAP(wanted, SYSCALL_TRACE_SET_BITS);
	DECLARE_BITMAP(partly, SYSCALL_TRACE_SET_BITS);
};

/*
 * What the hooks have to do about a call while MODE_SELECT is set; 0: no instance wants to see it.
 * A hook that is under way sees the old choice or the new one: so all of it is in one byte.
 */
enum {
	CHOSEN		= 1,	/* some instance wants to see it */
	CHOSEN_PARTLY	= 2,	/* perhaps not each instance, or not in each of its cases */
	CHOSEN_FILTERED	= 4,	/* some instance has a condition about it, see conditions.c */
};

/* By the place of the call in sets: an or of these. */
extern u8 syscall_trace_choices[SYSCALL_TRACE_SET_BITS];

/* Why a word of a list of calls is refused. */
enum syscall_trace_wrong_call {
	SYSCALL_TRACE_WRONG_CALL,
	SYSCALL_TRACE_WRONG_CLASS,
	SYSCALL_TRACE_WRONG_ABI,
	SYSCALL_TRACE_NR_WRONG_CALLS,
};

#define SYSCALL_TRACE_CALL_ERRORS ((const char *[]) {				\
	[SYSCALL_TRACE_WRONG_CALL] =						\
		"No system call has such a name; available_syscalls lists them", \
	[SYSCALL_TRACE_WRONG_CLASS] =						\
		"No such class of system calls; available_syscalls lists them",	\
	[SYSCALL_TRACE_WRONG_ABI] =						\
		"No such ABI of this kernel; available_syscalls lists them",	\
})

/* The place of the current task's call in a set. Changes @nr as syscall_trace_arch_abi() does. */
static __always_inline unsigned int syscall_trace_set_index(int nr)
{
	unsigned int abi = syscall_trace_arch_abi(&nr);
	unsigned long index = (unsigned int)nr;

	if (unlikely(index >= SYSCALL_TRACE_SET_OTHERS))
		index = SYSCALL_TRACE_SET_OTHERS;
	else
		index = array_index_nospec(index, SYSCALL_TRACE_SET_OTHERS);

	return abi * SYSCALL_TRACE_SET_NUMBERS + index;
}

/* The place of a call that was identified. */
static inline unsigned int syscall_trace_index_of(const struct syscall_trace_task *task)
{
	unsigned int nr = task->nr & ~syscall_trace_abis[task->abi].nr_bit;

	return task->abi * SYSCALL_TRACE_SET_NUMBERS + min(nr, SYSCALL_TRACE_SET_OTHERS);
}

/* calls.c */
u64 syscall_trace_declining(unsigned int index, unsigned long arg);
bool syscall_trace_is_declined(struct syscall_trace_task *task, struct pt_regs *regs, int nr,
			       unsigned int index);
unsigned int syscall_trace_case_index(unsigned int index, unsigned long arg);
int syscall_trace_update_calls(void);
int syscall_trace_renew_set(struct syscall_trace_calls *calls);
int syscall_trace_add_call_words(struct syscall_trace_words **words,
				 const struct syscall_trace_words *old, char *text,
				 struct syscall_trace_fault *fault);
int syscall_trace_add_calls(unsigned long *set, const char *word, bool first,
			    struct syscall_trace_fault *fault);
void syscall_trace_entry_points(unsigned long *points, const unsigned long *set);

/* call_lists.c */
void syscall_trace_free_calls(struct syscall_trace_instance *inst);
extern const struct syscall_trace_list_file syscall_trace_call_files[];
extern const unsigned int syscall_trace_nr_call_files;

/* available.c */
extern const struct file_operations syscall_trace_available_fops;

#endif /* _SYSCALL_CALLS_H */
