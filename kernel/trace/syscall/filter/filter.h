/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: conditions on calls, as the file syscall_filter has them.
 *
 * parse.c makes a condition of text, names.c looks up what its words mean, and eval.c asks
 * it about a call, with copies.c for what arguments lead to. All of this is pure, like the
 * formatter: it needs the table, and what a record has of the call. So it compiles in user
 * space, too.
 */
#ifndef _SYSCALL_FILTER_H
#define _SYSCALL_FILTER_H

#include <linux/bitops.h>
#include <linux/types.h>

#include "../format/format.h"

/* What is wrong with a line or its condition: index into syscall_filter_errors[]. */
enum syscall_filter_error {
	SYSCALL_FILTER_NOT_AN_OPERAND,
	SYSCALL_FILTER_NOT_AN_OPERATOR,
	SYSCALL_FILTER_NOT_A_VALUE,
	SYSCALL_FILTER_NOT_AN_END,
	SYSCALL_FILTER_NO_PARENTHESIS,
	SYSCALL_FILTER_NO_QUOTE,
	SYSCALL_FILTER_BAD_ESCAPE,
	SYSCALL_FILTER_TOO_LARGE,
	SYSCALL_FILTER_TOO_DEEP,
	SYSCALL_FILTER_TOO_MANY,
	SYSCALL_FILTER_TOO_LONG,
	SYSCALL_FILTER_NO_SUCH_ARGUMENT,
	SYSCALL_FILTER_NO_SUCH_MEMBER,
	SYSCALL_FILTER_NO_SUCH_CONSTANT,
	SYSCALL_FILTER_AMBIGUOUS,
	SYSCALL_FILTER_NO_SUCH_ABI,
	SYSCALL_FILTER_NO_SUCH_ERROR,
	SYSCALL_FILTER_NEEDS_UNIT,
	SYSCALL_FILTER_NEEDS_NUMBER,
	SYSCALL_FILTER_NEEDS_TEXT,
	SYSCALL_FILTER_NEEDS_QUOTES,
	SYSCALL_FILTER_NEEDS_COMPARISON,
	SYSCALL_FILTER_IS_WHOLE,
	SYSCALL_FILTER_NOT_COPIED,
	SYSCALL_FILTER_WRONG_ACTION,
	SYSCALL_FILTER_WRONG_COUNT,
	SYSCALL_FILTER_COUNTS_NOTHING,
	SYSCALL_FILTER_NO_CONDITION,
	SYSCALL_FILTER_NO_COLON,
	SYSCALL_FILTER_NO_SNAPSHOT,
	SYSCALL_FILTER_NO_STACKTRACE,
	SYSCALL_FILTER_NR_ERRORS,
};

extern const char *syscall_filter_errors[];

/**
 * struct syscall_filter_fault - why a line was refused
 * @error: enum syscall_filter_error
 * @at: where in the text
 */
struct syscall_filter_fault {
	u8		error;
	const char	*at;
};

/*
 * What is not known yet, such as the result of a call that has not ended, makes a condition
 * neither true nor false, unless it is so whatever will be. So does what was not copied, be it
 * because it could not be read or because it is too long: it may be anything.
 */
enum syscall_filter_truth {
	SYSCALL_FILTER_FALSE,
	SYSCALL_FILTER_TRUE,
	SYSCALL_FILTER_UNKNOWN,		/* to be asked again */
	SYSCALL_FILTER_UNDECIDED,	/* nobody will know */
};

/* Counts a call as one that meets a condition, as far as that will ever be known? */
static inline bool syscall_filter_may_be(enum syscall_filter_truth truth)
{
	return truth == SYSCALL_FILTER_TRUE || truth == SYSCALL_FILTER_UNDECIDED;
}

/* What follows the bytes of a text that are known. */
enum syscall_filter_rest {
	SYSCALL_FILTER_NO_REST,
	SYSCALL_FILTER_SOME_REST,	/* at least one byte more */
	SYSCALL_FILTER_ANY_REST,	/* perhaps nothing */
};

/* How much of a call is known. Each stage has all that those before it have. */
enum syscall_filter_stage {
	SYSCALL_FILTER_BEGUN,		/* number and argument words */
	SYSCALL_FILTER_COPIED,		/* what was copied at the entry */
	SYSCALL_FILTER_ENDED,		/* what was copied at the exit, and the result */
};

/**
 * struct syscall_filter_call - a call that a condition is asked about
 * @fmt: the call, as syscall_trace_load() or syscall_trace_identify() leaves it; @at_exit
 *	tells that there is a result
 * @stage: enum syscall_filter_stage
 * @has_args: its argument words are known, or will be
 * @is_brief: of @fmt, there are only the ABI, the result and @at_exit: what needs more has no
 *	      answer. Many conditions have one even so
 * @has_duration: it is known how long it has taken: somebody saw it begin
 * @index: the index of its number's entry point in syscall_trace_calls[], or -1
 * @duration: how long it has taken up to now, in ns
 */
struct syscall_filter_call {
	struct syscall_trace_fmt	fmt;
	u8				stage;
	bool				has_args;
	bool				is_brief;
	bool				has_duration;
	int				index;
	u64				duration;
};

/**
 * struct syscall_filter_needs - what has to be copied for a condition
 * @strlen: bytes of strings
 * @datalen: bytes of data
 * @structs: structures
 */
struct syscall_filter_needs {
	unsigned int	strlen;
	unsigned int	datalen;
	bool		structs;
};

/* Operators. Those that compare take numbers, and the first two take text, too. */
enum syscall_filter_op {
	SYSCALL_FILTER_EQ,
	SYSCALL_FILTER_NE,
	SYSCALL_FILTER_LT,
	SYSCALL_FILTER_LE,
	SYSCALL_FILTER_GT,
	SYSCALL_FILTER_GE,
	SYSCALL_FILTER_HAS,		/* &: has one of these bits, or one of these constants */
	SYSCALL_FILTER_LIKE,		/* ~: matches */
	SYSCALL_FILTER_SET,		/* no operator: is it not 0? */
};

/* What is asked about. */
enum syscall_filter_subject {
	SYSCALL_FILTER_ARG,
	SYSCALL_FILTER_RET,
	SYSCALL_FILTER_ERRNO,
	SYSCALL_FILTER_FAILED,
	SYSCALL_FILTER_DURATION,
	SYSCALL_FILTER_ABI,
};

/* Members of members. */
#define SYSCALL_FILTER_MEMBERS_MAX	4

/* The longest text that is copied for a condition. */
#define SYSCALL_FILTER_TEXT_MAX		4095

/* See syscall_filter_test.arg. */
#define SYSCALL_FILTER_OTHER_FORM	0xff

/* Values of &. */
#define SYSCALL_FILTER_VALUES_MAX	16

/**
 * struct syscall_filter_value - a number that something is compared with
 * @value: with SYSCALL_FILTER_HAS, what the bits of @mask must be
 * @mask: 0: any of the bits of @value is enough. Of a constant without bits, all that there are
 */
struct syscall_filter_value {
	u64	value;
	u64	mask;
};

/**
 * struct syscall_filter_test - one comparison of a condition
 * @subject: enum syscall_filter_subject
 * @op: enum syscall_filter_op
 * @is_text: it compares text, not numbers
 * @is_negative: the number in @values is negative
 * @is_null: it is NULL: what is compared is an address
 * @is_limited: it is about some calls only, by @arg
 * @has_strings: it looks at strings
 * @has_data: it looks at data
 * @nr_values: number of @values
 * @nr_members: number of @members
 * @values: what it compares with; with SYSCALL_FILTER_ABI a bit for each ABI
 * @text: likewise
 * @text_len: bytes of @text
 * @name: the argument
 * @members: names of the member, of its member and so on
 * @arg: for each of syscall_trace_calls[], 1 + the index of the argument; 0: it has none,
 *	 or it has another meaning; SYSCALL_FILTER_OTHER_FORM: it has what the same call of
 *	 another ABI has in that argument, but in another form
 */
struct syscall_filter_test {
	u8				subject;
	u8				op;
	bool				is_text;
	bool				is_negative;
	bool				is_null;
	bool				is_limited;
	bool				has_strings;
	bool				has_data;
	u8				nr_values;
	u8				nr_members;
	struct syscall_filter_value	values[SYSCALL_FILTER_VALUES_MAX];
	char				*text;
	unsigned int			text_len;
	char				*name;
	char				*members[SYSCALL_FILTER_MEMBERS_MAX];
	u8				arg[];
};

/* Steps of a condition, in the order in which they are done. */
enum syscall_filter_step {
	SYSCALL_FILTER_TEST,		/* put the truth of a test on the stack */
	SYSCALL_FILTER_NOT,		/* turn the last one round */
	SYSCALL_FILTER_AND,		/* join the last two */
	SYSCALL_FILTER_OR,
	SYSCALL_FILTER_SKIP_FALSE,	/* go on at another step if the last one is false */
	SYSCALL_FILTER_SKIP_TRUE,	/* or true */
};

#define SYSCALL_FILTER_STEPS_MAX	256
#define SYSCALL_FILTER_TESTS_MAX	64

/* Parentheses and ! within each other. Each of them may leave two truths on the stack. */
#define SYSCALL_FILTER_DEPTH_MAX	16
#define SYSCALL_FILTER_STACK_MAX	(2 * SYSCALL_FILTER_DEPTH_MAX + 3)

/**
 * struct syscall_filter - a condition
 * @nr_steps: number of @steps
 * @nr_tests: number of @tests
 * @steps: what to do; @to is the index of a test, or of another step
 * @tests: the comparisons
 */
struct syscall_filter {
	u16				nr_steps;
	u16				nr_tests;
	struct {
		u8			what;
		u16			to;
	} steps[SYSCALL_FILTER_STEPS_MAX];
	struct syscall_filter_test	*tests[SYSCALL_FILTER_TESTS_MAX];
};

/* parse.c */
int syscall_filter_parse(struct syscall_filter **filter, const char *text, size_t len,
			 const unsigned long *calls, struct syscall_filter_fault *fault);
void syscall_filter_free(struct syscall_filter *filter);

/* names.c */

/**
 * struct syscall_filter_word - a name in the text of a condition
 * @text: where it stands
 * @len: its bytes
 */
struct syscall_filter_word {
	const char	*text;
	size_t		len;
};

/**
 * struct syscall_filter_names - the names in the text of a comparison
 * @subject: what is compared
 * @members: those of syscall_filter_test.members
 * @constants: for each of syscall_filter_test.values, the constant or, if it is a number,
 *	       nothing
 */
struct syscall_filter_names {
	struct syscall_filter_word	subject;
	struct syscall_filter_word	members[SYSCALL_FILTER_MEMBERS_MAX];
	struct syscall_filter_word	constants[SYSCALL_FILTER_VALUES_MAX];
};

int syscall_filter_bind(struct syscall_filter_test *test, const unsigned long *calls,
			const struct syscall_filter_names *names,
			struct syscall_filter_fault *fault);
void syscall_filter_add_needs(struct syscall_filter_needs *needs,
			      const struct syscall_filter *filter);
/* Is a word that name? */
static inline bool syscall_filter_is(const struct syscall_filter_word *word, const char *name)
{
	return strlen(name) == word->len && !memcmp(word->text, name, word->len);
}

/* eval.c */
enum syscall_filter_truth syscall_filter_ask(const struct syscall_filter *filter,
					     const struct syscall_filter_call *call);
bool syscall_filter_is_limited(const struct syscall_filter *filter);
bool syscall_filter_asks_duration(const struct syscall_filter *filter);
u64 syscall_filter_next_time(const struct syscall_filter *filter, u64 duration);

/* copies.c */
enum syscall_filter_truth syscall_filter_ask_copies(const struct syscall_filter_test *test,
						    const struct syscall_trace_fmt *fmt,
						    unsigned int arg, unsigned int dir);

/* match.c */
enum syscall_filter_truth syscall_filter_match_text(const struct syscall_filter_test *test,
						    const u8 *data, size_t len,
						    enum syscall_filter_rest rest);
bool syscall_filter_match_number(const struct syscall_filter_test *test, u64 val, size_t size,
				 bool is_signed);
unsigned int syscall_filter_text_need(const struct syscall_filter_test *test, unsigned int most);

#endif /* _SYSCALL_FILTER_H */
