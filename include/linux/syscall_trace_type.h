/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The system call tracer's types of arguments: constants and sets of them, structures, arrays and
 * variants, as syscalls.def declares them. Plain data, as in <linux/syscall_trace_table.h>.
 */
#ifndef _LINUX_SYSCALL_TRACE_TYPE_H
#define _LINUX_SYSCALL_TRACE_TYPE_H

#include <linux/types.h>

struct syscall_trace_blob;
struct syscall_trace_call;
struct syscall_trace_capture;
struct syscall_trace_fmt;
struct syscall_trace_type;

/* The two layouts that a structure has in memory. */
enum syscall_trace_layout {
	SYSCALL_TRACE_WIDE,		/* long and pointers have 64 bits */
	SYSCALL_TRACE_NARROW,		/* they have 32 bits */
	SYSCALL_TRACE_NR_LAYOUTS,
};

/**
 * struct syscall_trace_const - one named constant of a set
 * @value: a word holds the constant if (word & @mask) == @value
 * @mask: the bits that the constant occupies: those of a flag, those of a bit field
 *	  for one of its values, all for a value of an enumeration
 * @name: the constant's C name
 * @text: its meaning in words, or NULL
 */
struct syscall_trace_const {
	u64		value;
	u64		mask;
	const char	*name;
	const char	*text;
};

/**
 * struct syscall_trace_set - constants of which an integer holds one or, as flags, several
 * @name: the set's name in syscalls.def
 * @unknown: prefix of the names: "O_" gives a value without a name the comment O_???;
 *	     NULL: such a value is printed as a decimal number
 * @size: 4 or 8: only so many low bytes of the integer are looked at
 * @flags: the integer is an or of constants; if not, it is one of them
 * @nr: number of @consts
 * @consts: the constants; where several match, the first one is printed
 */
struct syscall_trace_set {
	const char			*name;
	const char			*unknown;
	u8				size;
	bool				flags;
	u16				nr;
	const struct syscall_trace_const *consts;
};

/**
 * struct syscall_trace_when - a condition on one member that decides whether another is shown
 * @field: index of the member that decides
 * @set: the condition is met if that member holds one of these constants; NULL: if it
 *	 is not 0
 */
struct syscall_trace_when {
	u8				field;
	const struct syscall_trace_set	*set;
};

/**
 * struct syscall_trace_field - one member of a structure, or one choice of a variant
 * @name: the member's name; NULL: it is not shown. In a variant, the constant's name;
 *	  NULL: this choice is for all values that no other choice has
 * @type: the type of the member, or of what the choice decides on
 * @offset: offset of the member in bytes, by layout
 * @size: size in bytes, by layout; of an array, the size of one element
 * @nr: number of elements of an array; 0: the member is no array
 * @is_signed: an integer with a sign
 * @length: with @to, 1 + index of the member that holds the length; 0: there is none
 * @unless: reverses @when: the member is shown if none of the conditions is met
 * @nr_when: number of @when; 0: the member is always shown
 * @value: the value of the constant that a choice is for
 * @to: the type of the memory whose address the member holds, which is captured, too;
 *	NULL: only the address is shown
 * @when: the member is shown if at least one of these conditions is met
 */
struct syscall_trace_field {
	const char			*name;
	const struct syscall_trace_type	*type;
	u16				offset[SYSCALL_TRACE_NR_LAYOUTS];
	u16				size[SYSCALL_TRACE_NR_LAYOUTS];
	u16				nr;
	bool				is_signed;
	u8				length;
	bool				unless;
	u8				nr_when;
	u32				value;
	const struct syscall_trace_type	*to;
	const struct syscall_trace_when	*when;
};

enum syscall_trace_sort {
	SYSCALL_TRACE_SCALAR,		/* an integer; arguments of other sorts are pointers */
	SYSCALL_TRACE_STRING,		/* text up to a NUL */
	SYSCALL_TRACE_DATA,		/* bytes */
	SYSCALL_TRACE_STRUCT,		/* one structure or, with a length, several */
	SYSCALL_TRACE_ARRAY,		/* elements of another type */
	SYSCALL_TRACE_NESTED,		/* printed by a function, from all blobs of the argument */
	SYSCALL_TRACE_UNKNOWN,		/* the pointer is not followed */
	SYSCALL_TRACE_VARIANT,		/* one of several types, by a value found elsewhere */
};

/* Which function of struct syscall_trace_type.by prints it. */
enum syscall_trace_printer {
	SYSCALL_TRACE_BY_TABLE,		/* none: what the table says is enough */
	SYSCALL_TRACE_BY_INTEGER,
	SYSCALL_TRACE_BY_STRUCT,
	SYSCALL_TRACE_BY_NESTED,
};

/* What the formatter must know about a scalar that its printer cannot tell it. */
enum syscall_trace_role {
	SYSCALL_TRACE_NUMBER,		/* nothing special */
	SYSCALL_TRACE_SET,		/* printed by the names of its set alone */
	SYSCALL_TRACE_RESERVED,		/* as a member, not shown if it is 0 */
	SYSCALL_TRACE_MEMORY,		/* contents of memory, hidden where contents are */
	SYSCALL_TRACE_IFINDEX,		/* a network interface, whose name may be captured */
	SYSCALL_TRACE_UNION,		/* an int in a word of which the caller sets no more */
	SYSCALL_TRACE_LO,		/* the lower half of a number that takes two arguments */
	SYSCALL_TRACE_HI,		/* its upper half */
};

/* The unit of a length. */
enum syscall_trace_count {
	SYSCALL_TRACE_ELEMENTS,
	SYSCALL_TRACE_BYTES,
	SYSCALL_TRACE_BITS,
};

/* Prints a scalar. */
typedef void syscall_trace_print_integer(struct syscall_trace_fmt *fmt,
					 const struct syscall_trace_type *type, u64 val);

/* Prints what was captured of one structure, or of data. */
typedef void syscall_trace_print_structure(struct syscall_trace_fmt *fmt,
					   const struct syscall_trace_type *type,
					   const u8 *data, size_t len);

/* Prints argument @arg from its blobs. */
typedef void syscall_trace_print_nested(struct syscall_trace_fmt *fmt, unsigned int arg);

/* Prints all arguments. */
typedef void syscall_trace_print_list(struct syscall_trace_fmt *fmt);

/* Captures what argument @arg leads to. */
typedef void syscall_trace_capture_pointer(struct syscall_trace_capture *cap,
					   unsigned int arg);

/**
 * struct syscall_trace_type - a type that syscalls.def declares, in the table's word a kind
 * @name: its name in syscalls.def
 * @sort: enum syscall_trace_sort
 * @count_by: enum syscall_trace_count, the unit of its lengths. A string counted by bytes
 *	      is cut at the limit of data, not at that of strings
 * @is_signed: a scalar with a sign
 * @compat: laid out by the ABI's @compat_layout, not by its @layout
 * @abbreviated: @fields leaves members out: dots are printed for them
 * @leads_on: members have a @to, which is captured, too
 * @role: enum syscall_trace_role
 * @printer: enum syscall_trace_printer: which member of @by is valid
 * @nr_fields: number of @fields
 * @nr_inputs: the first so many members are read by the kernel, the others are written
 *	       by it; 0: the type makes no such difference
 * @size: size in bytes, by layout, of a scalar, of a structure or of an element of an
 *	  array; 0: not fixed
 * @least: with SYSCALL_TRACE_BYTES, a shorter structure is not decoded
 * @set: the constants of a scalar, or of the value that decides in a variant, or NULL
 * @element: the type of an array's elements
 * @fields: the members of a structure in the order in which they are shown, or the
 *	    choices of a variant
 * @by: the function that prints it; read it by syscall_trace_integer_printer() and the
 *	two functions behind that one
 * @capture: captures argument @arg; NULL: arg.c does, by @sort. NULL outside the kernel
 */
struct syscall_trace_type {
	const char			*name;
	u8				sort;
	u8				count_by;
	bool				is_signed;
	bool				compat;
	bool				abbreviated;
	bool				leads_on;
	u8				role;
	u8				printer;
	u8				nr_fields;
	u8				nr_inputs;
	u16				size[SYSCALL_TRACE_NR_LAYOUTS];
	u16				least;
	const struct syscall_trace_set	*set;
	const struct syscall_trace_type	*element;
	const struct syscall_trace_field *fields;
	union {
		syscall_trace_print_integer	*integer;
		syscall_trace_print_structure	*structure;
		syscall_trace_print_nested	*nested;
	} by;
	syscall_trace_capture_pointer	*capture;
};

/**
 * syscall_trace_integer_printer - the function that prints integers of a type
 * @type: any type
 *
 * Return: the function; NULL: the integer prints as a decimal number, or the type is none.
 */
static inline syscall_trace_print_integer *
syscall_trace_integer_printer(const struct syscall_trace_type *type)
{
	return type->printer == SYSCALL_TRACE_BY_INTEGER ? type->by.integer : NULL;
}

/**
 * syscall_trace_struct_printer - the function that prints a structure, or data
 * @type: any type
 *
 * Return: the function; NULL: a structure prints member by member, and data as a string.
 */
static inline syscall_trace_print_structure *
syscall_trace_struct_printer(const struct syscall_trace_type *type)
{
	return type->printer == SYSCALL_TRACE_BY_STRUCT ? type->by.structure : NULL;
}

/**
 * syscall_trace_nested_printer - the function that prints nested data
 * @type: any type
 *
 * Return: the function; NULL: the type has none, and its one blob is printed by @sort.
 */
static inline syscall_trace_print_nested *
syscall_trace_nested_printer(const struct syscall_trace_type *type)
{
	return type->printer == SYSCALL_TRACE_BY_NESTED ? type->by.nested : NULL;
}

/**
 * syscall_trace_extend - the value of an integer in the low bytes of a word
 * @word: the word
 * @size: number of bytes
 * @is_signed: whether it has a sign
 *
 * Return: the value
 */
static inline u64 syscall_trace_extend(u64 word, unsigned int size, bool is_signed)
{
	unsigned int shift = 64 - 8 * size;

	word <<= shift;

	return is_signed ? (u64)((s64)word >> shift) : word >> shift;
}

#endif /* _LINUX_SYSCALL_TRACE_TYPE_H */
