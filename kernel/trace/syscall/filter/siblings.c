// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: finds the entry points of a call that lack an argument which the same call
 * has in another ABI. A program can make a call by any ABI: so the comparison must not be false
 * there. Called by names.c.
 *
 * Such an entry point has the argument under another name, in the same place, or in another
 * form: a number of 64 bits in halves, for example.
 */
#include <linux/string.h>

#include "siblings.h"

/* Names that were seen, by a hash. Some names that were not seen look as if they were. */
#define SEEN_BITS	2048

/**
 * struct name - a name that users know, and an entry point that it means
 * @text: the name
 * @call: the entry point
 * @is_case: the entry point has other names, too
 */
struct name {
	const char			*text;
	const struct syscall_trace_call	*call;
	bool				is_case;
};

/* A place among all names: number @nr of ABI @abi, and of its names number @which. */
struct cursor {
	unsigned int	abi;
	unsigned int	nr;
	unsigned int	which;
};

/* Take the next name. Returns false at the end. */
static bool next_name(struct cursor *at, struct name *name)
{
	const struct syscall_trace_slot *slot;
	const struct syscall_trace_call *call;

	for (; at->abi < syscall_trace_nr_abis; at->abi++, at->nr = 0) {
		for (; at->nr < syscall_trace_abis[at->abi].nr_slots; at->nr++, at->which = 0) {
			slot = &syscall_trace_abis[at->abi].slots[at->nr];
			call = slot->call;
			if (!call || at->which > syscall_trace_nr_named(call))
				continue;
			*name = (struct name) { .text = slot->name, .call = call };
			if (at->which) {
				name->text = syscall_trace_case_name(call, at->which - 1);
				name->call = call->cases->cases[at->which - 1].call->target ?:
					     call;
				name->is_case = true;
			}
			at->which++;
			return true;
		}
	}

	return false;
}

/**
 * syscall_filter_find_arg - find an argument of a call, or of one of its cases
 * @call: the call
 * @name: the name of the argument
 *
 * Return: 1 + its index; 0: there is none.
 */
unsigned int syscall_filter_find_arg(const struct syscall_trace_call *call, const char *name)
{
	unsigned int arg = 0, i;

	for (i = 0; i < call->nr_args; i++) {
		if (call->args[i].name && !strcmp(call->args[i].name, name))
			return i + 1;
	}
	for (i = 0; !arg && call->cases && i < call->cases->nr; i++)
		arg = syscall_filter_find_arg(call->cases->cases[i].call, name);

	return arg;
}

/* Has an entry point the argument @arg of another one in the same place? */
static bool has_in_place(const struct syscall_trace_call *call,
			 const struct syscall_trace_call *other, unsigned int arg)
{
	const struct syscall_trace_arg *mine = &call->args[arg - 1];
	const struct syscall_trace_type *type = other->args[arg - 1].type;

	if (arg > call->nr_args || !mine->name || !mine->type || !type ||
	    syscall_filter_find_arg(other, mine->name))
		return false;
	if (mine->type->sort == SYSCALL_TRACE_SCALAR || type->sort == SYSCALL_TRACE_SCALAR)
		return mine->type == type;

	return true;
}

static unsigned int hash_name(const char *text)
{
	unsigned int hash = 0;

	while (*text)
		hash = hash * 31 + (u8)*text++;

	return hash % SEEN_BITS;
}

/* What an entry point that lacks the argument gets from another one of the same name. */
static u8 arg_of_other(const struct syscall_filter_test *test, const struct name *name,
		       bool in_place)
{
	struct cursor at = { };
	struct name other;
	unsigned int arg;

	while (next_name(&at, &other)) {
		/* The argument of one with a target is the address of those of the target. */
		if (other.call == name->call || other.call->target ||
		    strcmp(other.text, name->text))
			continue;
		if (!in_place && test->arg[other.call - syscall_trace_calls])
			return SYSCALL_FILTER_OTHER_FORM;
		arg = syscall_filter_find_arg(other.call, test->name);
		if (in_place && arg && !name->is_case && !other.is_case &&
		    has_in_place(name->call, other.call, arg))
			return arg;
	}

	return 0;
}

/**
 * syscall_filter_bind_siblings - bind an argument in entry points that do not have its name
 * @test: the comparison; gets, for each entry point that lacks it, what it has instead
 * @calls: the calls that the condition is about, a bit for each of syscall_trace_calls[]
 * @in_place: bind what is in the same place. Else only what is in another form, after all
 *	      others are bound
 */
void syscall_filter_bind_siblings(struct syscall_filter_test *test, const unsigned long *calls,
				  bool in_place)
{
	u64 seen[SEEN_BITS / 64] = { };
	struct cursor at = { };
	struct name name;
	unsigned int i;

	while (next_name(&at, &name)) {
		i = hash_name(name.text);
		if (!name.call->target && syscall_filter_find_arg(name.call, test->name))
			seen[i / 64] |= 1ULL << i % 64;
	}

	at = (struct cursor) { };
	while (next_name(&at, &name)) {
		u8 *arg = &test->arg[name.call - syscall_trace_calls];

		i = hash_name(name.text);
		if (!*arg && seen[i / 64] >> i % 64 & 1 && !name.call->target &&
		    syscall_filter_is_chosen(calls, name.call - syscall_trace_calls) &&
		    !syscall_filter_find_arg(name.call, test->name))
			*arg = arg_of_other(test, &name, in_place);
	}
}
