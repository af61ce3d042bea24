/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The system call tracer's interface: the hooks that the entry and fork code
 * call, the records they write, and the table that turns records into text.
 *
 * The record and table parts hold plain data only, because the formatter that
 * works on them also compiles in user space.
 */
#ifndef _LINUX_SYSCALL_TRACE_H
#define _LINUX_SYSCALL_TRACE_H

#include <linux/syscall_trace_types.h>
#include <linux/types.h>

#define SYSCALL_TRACE_MAX_ARGS	6

/* ------------------------------- the table ------------------------------- */

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
 * @value: what the masked argument must equal
 * @mask: bits of the argument this constant speaks for; @value itself for a
 *	  plain flag, the field's mask for a value inside a flag word, ~0 in an
 *	  enumeration
 * @name: the constant's C name
 * @text: what it means in words, or NULL
 */
struct syscall_trace_const {
	u64		value;
	u64		mask;
	const char	*name;
	const char	*text;
};

/**
 * struct syscall_trace_set - a family of constants one argument may hold
 * @name: the set's name in syscalls.def
 * @unknown: prefix shown for a value that has no name, for example "O_"; NULL: it
 *	     is an ordinary number
 * @size: bytes of the argument that count (4: int, 8: long)
 * @flags: true: an or of constants, false: exactly one of them
 * @nr: number of constants
 * @consts: the constants; the first match in this order wins
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
 * struct syscall_trace_when - what makes a member of a structure count
 * @field: index of another member
 * @set: constants of which that one holds one; NULL: it is not 0
 */
struct syscall_trace_when {
	u8				field;
	const struct syscall_trace_set	*set;
};

/**
 * struct syscall_trace_field - one member of a structure, or one choice of a variant
 * @name: its name, or that of the constant; NULL: not shown, or the choice for any other
 * @type: what it is
 * @offset: where it is, by layout
 * @size: bytes of it or, if it is an array, of one element
 * @nr: number of elements of an array, 0 if it is none
 * @is_signed: it is an integer with a sign
 * @to: what it leads to that is captured, too, or NULL
 * @length: with @to, the member that tells how much there is, counted from 1; 0: none
 * @value: of a choice, what the constant is
 * @unless: it is shown if nothing of @when is so
 * @nr_when: number of @when; 0: it is shown in any case
 * @when: it is shown if one of these is so
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
	SYSCALL_TRACE_SCALAR,		/* an integer; all others are behind an address */
	SYSCALL_TRACE_STRING,		/* text up to a NUL */
	SYSCALL_TRACE_DATA,		/* bytes */
	SYSCALL_TRACE_STRUCT,		/* one structure or, with a length, several */
	SYSCALL_TRACE_ARRAY,		/* elements of another type */
	SYSCALL_TRACE_NESTED,		/* printed by a function that gets the whole call */
	SYSCALL_TRACE_UNKNOWN,		/* not followed */
	SYSCALL_TRACE_VARIANT,		/* one of several types, by the value of something else */
};

/* Which function of struct syscall_trace_type.by prints it. */
enum syscall_trace_printer {
	SYSCALL_TRACE_BY_TABLE,		/* none: what the table says is enough */
	SYSCALL_TRACE_BY_INTEGER,
	SYSCALL_TRACE_BY_STRUCT,
	SYSCALL_TRACE_BY_NESTED,
};

/* What the formatter has to know of a scalar beside its printer. */
enum syscall_trace_role {
	SYSCALL_TRACE_NUMBER,		/* nothing */
	SYSCALL_TRACE_SET,		/* the names of its set are all that is printed of it */
	SYSCALL_TRACE_RESERVED,		/* as a member, not shown if it is 0 */
	SYSCALL_TRACE_MEMORY,		/* it was read from memory that may not be shown */
	SYSCALL_TRACE_IFINDEX,		/* a network interface, whose name may be captured */
	SYSCALL_TRACE_LO,		/* the lower half of a number of two arguments */
	SYSCALL_TRACE_HI,		/* the upper half */
};

/* What the length of such data counts. */
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
 * struct syscall_trace_type - a word of syscalls.def that says what something is
 * @name: the word
 * @sort: enum syscall_trace_sort
 * @count_by: enum syscall_trace_count; a string counted by bytes is cut as data is
 * @is_signed: a scalar with a sign
 * @compat: it has the ABI's compat layout
 * @nr_fields: number of members in @fields
 * @nr_asked: how many of them the kernel reads, which stand before those that it writes;
 *	      0: there is no such difference
 * @abbreviated: there is more in it than @fields
 * @leads_on: what its members lead to is captured, too
 * @role: enum syscall_trace_role
 * @size: bytes of a scalar, a structure or an element; 0: not fixed
 * @least: with SYSCALL_TRACE_BYTES, less than that is no structure
 * @set: the constants a scalar may hold, or that decide in a variant; NULL: none
 * @element: the type of an array's elements
 * @fields: the members of a structure, in the order in which they are shown, or the
 *	    choices of a variant
 * @printer: enum syscall_trace_printer, which of @by there is
 * @by: its printer, for which see syscall_trace_integer_printer() and those below it
 * @capture: captures argument @arg; NULL outside the kernel
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
	u8				nr_asked;
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

/* What the length of a pointer argument's data is counted by. */
enum syscall_trace_len {
	SYSCALL_TRACE_LEN_NONE,		/* there is one */
	SYSCALL_TRACE_LEN_ARG,		/* the argument @len */
	SYSCALL_TRACE_LEN_PTR,		/* the number that argument @len leads to */
	SYSCALL_TRACE_LEN_RET,		/* the return value; argument @len limits it */
	SYSCALL_TRACE_LEN_CONST,	/* the constant @len */
};

#define SYSCALL_TRACE_DIR_IN	1	/* the kernel reads it */
#define SYSCALL_TRACE_DIR_OUT	2	/* the kernel writes it */
#define SYSCALL_TRACE_DIR_UPDATE	4	/* shown as it was at entry */
#define SYSCALL_TRACE_DIR_FOUND	8	/* written only if the result is more than 0 */
#define SYSCALL_TRACE_DIR_REST	16	/* written only if a signal ended the call */

/**
 * struct syscall_trace_arg - what one argument of a system call is
 * @name: the kernel's name of the parameter; NULL: not shown
 * @type: what it is
 * @cond_set: constants of argument @cond_arg that make this one count, or NULL
 * @cond_arg: index of the argument that decides whether this one counts
 * @dir: SYSCALL_TRACE_DIR_IN, _OUT and so on for a pointer, else 0
 * @len_by: enum syscall_trace_len
 * @len: index of an argument or a number, by @len_by
 */
struct syscall_trace_arg {
	const char			*name;
	const struct syscall_trace_type	*type;
	const struct syscall_trace_set	*cond_set;
	u8				cond_arg;
	u8				dir;
	u8				len_by;
	u16				len;
};

/**
 * struct syscall_trace_case - what a call is if one of its arguments says so
 * @value: the argument's value
 * @call: the call in that case
 */
struct syscall_trace_case {
	u32				value;
	const struct syscall_trace_call	*call;
};

/**
 * struct syscall_trace_cases - an argument that decides what the others are
 * @arg: its index
 * @mask: the bits of it that count
 * @nr: number of @cases
 * @cases: what to compare with
 */
struct syscall_trace_cases {
	u8				arg;
	u16				nr;
	u32				mask;
	const struct syscall_trace_case	*cases;
};

/**
 * struct syscall_trace_call - one entry point of the kernel
 * @id: the same in every build and on every architecture; never 0
 * @nr_args: number of arguments
 * @nr_shown: how many of them are shown
 * @noreturn: never comes back to user space
 * @split: how many of those are shown as they were when the call began, the others
 *	   as they are when it ends
 * @late_mask: the latter
 * @captures: what is to be copied, see below; 0: nothing
 * @name: the entry point's name without sys_
 * @shown: the name that it has in place of its number's, or NULL
 * @args: @nr_args descriptions
 * @order: the arguments that are shown, in the order in which they are; NULL: all
 * @ret: what it returns if it succeeds
 * @cases: what it is by one of its arguments, or NULL
 * @target: the call that it makes, with the arguments that its last one leads to,
 *	    or NULL
 * @target_name: what that is called
 * @print_args: prints the whole argument list, or NULL for one by one
 */
struct syscall_trace_call {
	u32				id;
	u8				nr_args;
	u8				nr_shown;
	bool				noreturn;
	u8				split;
	u8				late_mask;
	u32				captures;
	const char			*name;
	const char			*shown;
	const struct syscall_trace_arg	*args;
	const u8			*order;
	const struct syscall_trace_type	*ret;
	const struct syscall_trace_cases *cases;
	const struct syscall_trace_call	*target;
	const char			*target_name;
	syscall_trace_print_list	*print_args;
};

/*
 * The bytes of syscall_trace_call.captures, from the lowest: the arguments that are
 * strings to copy at entry, those that lead to anything else that is copied at
 * entry, those that lead to what is copied at exit, and flags.
 */
#define SYSCALL_TRACE_CAPTURES(str, in, out)	\
	((u32)(str) | (u32)(in) << 8 | (u32)(out) << 16)
#define SYSCALL_TRACE_HAS_CASES		0x01000000	/* cases, or a target */
#define SYSCALL_TRACE_HAS_NAMES		0x02000000	/* and names of some of these */
#define SYSCALL_TRACE_HAS_TEXT		0x04000000	/* strings to copy at exit */
#define SYSCALL_TRACE_HAS_DATA		0x08000000	/* data to copy at either */
#define SYSCALL_TRACE_HAS_STRUCTS	0x10000000	/* and anything else */
#define SYSCALL_TRACE_STR_MASK(captures)	((captures) & 0xff)
#define SYSCALL_TRACE_IN_MASK(captures)		((captures) >> 8 & 0xff)
#define SYSCALL_TRACE_OUT_MASK(captures)	((captures) >> 16 & 0xff)

/* Something is done when the call begins. */
#define SYSCALL_TRACE_HAS_ENTRY_WORK	\
	(SYSCALL_TRACE_CAPTURES(0xff, 0xff, 0) | SYSCALL_TRACE_HAS_CASES)

/**
 * struct syscall_trace_slot - one number of one ABI
 * @call: the entry point behind the number, NULL if the table has none
 * @name: the name user space knows it by, NULL if there is none
 * @narrow: in an ABI with registers of 64 bits, the arguments of which the entry point
 *	    takes 32
 */
struct syscall_trace_slot {
	const struct syscall_trace_call	*call;
	const char			*name;
	u8				narrow;
};

/* Sorted by id. */
extern const struct syscall_trace_call syscall_trace_calls[];
extern const unsigned int syscall_trace_nr_calls;

/* Each word of syscalls.def once, behind those that it is made of. */
extern const struct syscall_trace_type * const syscall_trace_types[];
extern const unsigned int syscall_trace_nr_types;

/* The most strings that a call has. */
extern const unsigned int syscall_trace_max_strings;

/* Addresses of sockets, and a variant of what they have, by family. */
extern const struct syscall_trace_type syscall_trace_sockaddr;
extern const struct syscall_trace_type syscall_trace_sockaddrs;

/* Control data of sockets: a variant by level and then by type. */
extern const struct syscall_trace_type syscall_trace_cmsgs;

/*
 * Of netlink sockets: variants of messages and their flags, by protocol and then by type,
 * and of an error's attributes.
 */
extern const struct syscall_trace_type syscall_trace_netlink_messages;
extern const struct syscall_trace_type syscall_trace_netlink_flags;
extern const struct syscall_trace_type syscall_trace_nlmsgerr_attrs;

/* struct siginfo, whose wide layout is the kernel's own, too. */
extern const struct syscall_trace_type syscall_trace_siginfo;

/* The parameters of families of ioctl commands. */
extern const struct syscall_trace_type syscall_trace_input_axis;
extern const struct syscall_trace_type syscall_trace_input_event;

/* The number of a signal. */
extern const struct syscall_trace_type syscall_trace_signal;

/* errno values, and the restart codes only a tracer sees, with their texts. */
extern const struct syscall_trace_set syscall_trace_errnos;

/* ---------------------------- the architecture --------------------------- */

/**
 * struct syscall_trace_regs - the general registers that debuggers see
 * @names: their names, in the order in which they are copied
 * @nr: number of @names, by which the records tell which registers they have
 * @size: bytes of each
 */
struct syscall_trace_regs {
	const char * const		*names;
	u16				nr;
	u16				size;
};

/**
 * struct syscall_trace_abi - one convention for making calls
 * @name: what it is called
 * @slots: its numbers, from 0
 * @nr_slots: number of @slots
 * @nr_bit: what is set in the register beside the number
 * @audit_arch: AUDIT_ARCH_*, which is what the kernel tells programs of it
 * @layout: enum syscall_trace_layout of its structures. If that is the narrow one,
 *	    registers have 32 bits, too
 * @compat_layout: of the structures that the table says are `compat`. If that is the
 *	    narrow one, long and pointers of programs have 32 bits
 * @regs: the registers of its tasks
 * @sigchld: the member that siginfo has for a child
 */
struct syscall_trace_abi {
	const char			*name;
	const struct syscall_trace_slot	*slots;
	u32				nr_slots;
	u32				nr_bit;
	u32				audit_arch;
	u8				layout;
	u8				compat_layout;
	const struct syscall_trace_regs	*regs;
	const char			*sigchld;
};

/*
 * Defined by the architecture, in its kernel/syscall_trace_nr.c. An index is part of the
 * records, so what is new comes last. The first ABI takes registers as they are. Behind
 * the last one stands SYSCALL_TRACE_NO_ABI, for records with any other index.
 */
extern const struct syscall_trace_abi syscall_trace_abis[];
extern const unsigned int syscall_trace_nr_abis;

#define SYSCALL_TRACE_NO_ABI	{ .name = "?", .compat_layout = SYSCALL_TRACE_NARROW }

const struct syscall_trace_slot *syscall_trace_find_slot(unsigned int abi, unsigned int nr);
unsigned int syscall_trace_find_abi(u32 arch, u32 nr);
const struct syscall_trace_regs *syscall_trace_find_regs(unsigned int nr);

/* -------------------------------- records -------------------------------- */

/* Bits of struct syscall_trace_head.flags: append only. */

/* In an exit: the call was turned down by a signal and returned nothing. */
#define SYSCALL_TRACE_HEAD_NO_RESULT	1

/*
 * The exit, too, has argument words and what was captured: what the table says is
 * shown as of the exit is left to it.
 */
#define SYSCALL_TRACE_HEAD_SPLIT	2

/* The exit has the time of the entry, behind argument words if it has these. */
#define SYSCALL_TRACE_HEAD_TIMED	4

/* For want of memory, nothing was copied of what the arguments lead to. */
#define SYSCALL_TRACE_HEAD_UNCOPIED	8

/*
 * In an exit without a result: ptrace or seccomp made another call of it, whose entry
 * comes next.
 */
#define SYSCALL_TRACE_HEAD_REWRITTEN	16

/* What became of an argument that the table wants copied. */
enum syscall_trace_status {
	SYSCALL_TRACE_BLOB_OK,		/* all of it is there */
	SYSCALL_TRACE_BLOB_TRUNCATED,	/* the first @len bytes are there */
	SYSCALL_TRACE_BLOB_FAULTED,		/* only the first @len bytes are readable */
	SYSCALL_TRACE_BLOB_NULL,		/* a null pointer */
};

/**
 * struct syscall_trace_blob - a copy of what one pointer argument points to
 * @len: bytes of @data in use; a string comes without its NUL
 * @arg: index of the argument; with SYSCALL_TRACE_BLOB_AS_ENTERED, in an exit, it is what
 *	 was there when the call began
 * @status: enum syscall_trace_status
 * @sort: enum syscall_trace_sort of the type; with SYSCALL_TRACE_BLOB_ABSENT, what is
 *	  not there could not be had without waiting for somebody else
 * @part: 0, or which piece of nested data it is
 * @count: elements, or bytes, there are, also those that are not in @data; at most
 *	   U16_MAX. Of a string: 1 if it is cut as data is
 * @data: the bytes, padded to a multiple of SYSCALL_TRACE_BLOB_ALIGN
 *
 * Part of the records: the blobs of a call stand behind its argument words,
 * in the order of the arguments.
 */
struct syscall_trace_blob {
	u16	len;
	u8	arg;
	u8	status;
	u8	sort;
	u8	part;
	u16	count;
	u8	data[];
};

#define SYSCALL_TRACE_BLOB_AS_ENTERED	0x80

#define SYSCALL_TRACE_BLOB_ABSENT		0x80

/*
 * In an exit, in place of the index of an argument: the blob is a u64, the time of
 * the entry, and its @count says by which of the trace clocks.
 */
#define SYSCALL_TRACE_BLOB_ENTRY_TIME	0x40

/* In place of an index: the argument words of a call's target, as u64. */
#define SYSCALL_TRACE_BLOB_WORDS	0x7f

/*
 * Likewise: the name of a network interface, behind its u32 index. Each such blob has
 * a part number of its own.
 */
#define SYSCALL_TRACE_BLOB_IFNAME	0x7e
#define SYSCALL_TRACE_IFNAMES_MAX	4

#define SYSCALL_TRACE_BLOB_ALIGN	8

/**
 * enum syscall_trace_event - what a record between calls is about
 * @SYSCALL_TRACE_EVENT_SIGNAL: a signal is delivered; its number, and struct siginfo as
 *	the first ABI has it
 * @SYSCALL_TRACE_EVENT_END: the task ends; the status that wait4() would tell
 * @SYSCALL_TRACE_EVENT_FORK: it has a child, whose pid is told; and, as an s32, the one that
 *	it has in the task's pid namespace, if that is another one
 * @SYSCALL_TRACE_EVENT_THREAD: likewise, in the same process
 * @SYSCALL_TRACE_EVENT_EXEC: it executes a program; the pid before, and the name
 *
 * The values are part of the records: append only.
 */
enum syscall_trace_event {
	SYSCALL_TRACE_EVENT_SIGNAL,
	SYSCALL_TRACE_EVENT_END,
	SYSCALL_TRACE_EVENT_FORK,
	SYSCALL_TRACE_EVENT_THREAD,
	SYSCALL_TRACE_EVENT_EXEC,
};

/* Of an array, as many elements are captured at most. */
#define SYSCALL_TRACE_ELEMENTS_MAX	32

/* Bytes that are shown of what is behind the known part of a structure. */
#define SYSCALL_TRACE_REST_MAX		32

/**
 * syscall_trace_layout - the layout of structures of a type in an ABI
 * @type: the type
 * @abi: index of the ABI
 *
 * Return: enum syscall_trace_layout
 */
static inline unsigned int
syscall_trace_layout(const struct syscall_trace_type *type, unsigned int abi)
{
	const struct syscall_trace_abi *desc = &syscall_trace_abis[abi];

	return type->compat ? desc->compat_layout : desc->layout;
}

/**
 * syscall_trace_user_long - bytes of a program's long or pointer
 * @abi: index of the ABI
 *
 * Return: 4 or 8.
 */
static inline size_t syscall_trace_user_long(unsigned int abi)
{
	return syscall_trace_abis[abi].compat_layout == SYSCALL_TRACE_NARROW ? sizeof(u32) :
									       sizeof(u64);
}

/**
 * syscall_trace_integer_printer - the function that prints integers of a type
 * @type: any type
 *
 * Return: the function, or NULL: it is a decimal number, or no integer.
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
 * Return: the function, or NULL: it is printed member by member, or as text, or is
 * neither of the two.
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
 * Return: the function, or NULL: it is something else.
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

/**
 * syscall_trace_taken - what the entry point of a call takes of a register
 * @arg: the argument that is in it
 * @word: the register
 * @abi: index of the ABI
 *
 * Return: what the argument's C type holds of it; all of it if that is not known.
 */
static inline u64 syscall_trace_taken(const struct syscall_trace_arg *arg, u64 word,
				      unsigned int abi)
{
	const struct syscall_trace_type *type = arg->type;
	unsigned int layout = syscall_trace_abis[abi].layout;

	if (!type || type->sort != SYSCALL_TRACE_SCALAR || !type->size[layout])
		return word;

	return syscall_trace_extend(word, type->size[layout], false);
}

/**
 * syscall_trace_find_case - what a call turns out to be by one of its arguments
 * @call: the call, which has cases
 * @word: the argument that decides
 *
 * What the argument's type does not hold is no part of it; of a long, all bits count.
 *
 * Return: the call, which may have cases in turn, or NULL if it is none of them
 */
static inline const struct syscall_trace_call *
syscall_trace_find_case(const struct syscall_trace_call *call, u64 word)
{
	const struct syscall_trace_cases *cases = call->cases;
	const struct syscall_trace_type *type = call->args[cases->arg].type;
	unsigned int i;

	/* One that is not shown has no type here. */
	if (type && type->size[SYSCALL_TRACE_WIDE] > sizeof(u32) && word >> 32)
		return NULL;

	for (i = 0; i < cases->nr; i++) {
		if (cases->cases[i].value == ((u32)word & cases->mask))
			return cases->cases[i].call;
	}

	return NULL;
}

/**
 * syscall_trace_arg_at - the argument that is shown in a place
 * @call: the call
 * @place: less than its @nr_shown
 *
 * Return: index of the argument
 */
static inline unsigned int
syscall_trace_arg_at(const struct syscall_trace_call *call, unsigned int place)
{
	return call->order ? call->order[place] : place;
}

/* --------------------------------- hooks --------------------------------- */

#ifdef __KERNEL__

#include <linux/sched.h>
#include <linux/thread_info.h>

struct pt_regs;

#ifdef CONFIG_SYSCALL_TRACER

/* Default and limit of syscall_strlen; PATH_MAX counts the NUL, this does not. */
#define SYSCALL_TRACE_STRLEN_DEFAULT	256
#define SYSCALL_TRACE_STRLEN_MAX	4095

/* The same of syscall_datalen. */
#define SYSCALL_TRACE_DATALEN_DEFAULT	32
#define SYSCALL_TRACE_DATALEN_MAX	4095

void syscall_trace_record_enter(struct pt_regs *regs, long syscall);
void syscall_trace_record_held(struct pt_regs *regs, long syscall);
void syscall_trace_record_passed(struct pt_regs *regs, long syscall);
void syscall_trace_record_exit(struct pt_regs *regs);
void syscall_trace_exit_task(struct task_struct *task);
void syscall_trace_buffer_changed(void);

/**
 * syscall_trace_asked - record a call before anybody else has seen it
 * @regs: the task's registers
 * @syscall: the number that was asked for
 * @others: whether anybody may hold the call, change it or end the task
 *
 * Context: the task's own, preemptible, interrupts on. May sleep.
 * Return: whether somebody else is to see it, and syscall_trace_record_passed() is to be
 * called if it goes on.
 */
static __always_inline bool syscall_trace_asked(struct pt_regs *regs, long syscall,
						bool others)
{
	if (unlikely(others)) {
		syscall_trace_record_held(regs, syscall);
		return true;
	}
	syscall_trace_record_enter(regs, syscall);

	return false;
}

/* The child's copy of its parent's call in flight: the child made no call. */
static inline void syscall_trace_init_task(struct task_struct *child)
{
	child->syscall_trace = (struct syscall_trace_task) { };
}

/*
 * The tracer sets and clears the flag of all listed tasks under tasklist_lock
 * held for reading; the caller holds it for writing and lists @child. So the
 * flag of the parent, taken now, is right, and that of the copy may not be.
 */
static inline void syscall_trace_fork(struct task_struct *child)
{
	if (test_syscall_work(SYSCALL_TRACER))
		set_task_syscall_work(child, SYSCALL_TRACER);
	else
		clear_task_syscall_work(child, SYSCALL_TRACER);
}

/* Implemented by the architecture, beside syscall_trace_abis[]. */

/**
 * syscall_trace_arch_call - tell which call the current task is in
 * @regs: the task's registers
 * @nr: the system call number as the kernel has it
 * @head: its @nr and @abi are set
 *
 * Context: the task's own, between entry and exit of the call.
 * Return: the call, or NULL if the table does not have it.
 */
const struct syscall_trace_call *
syscall_trace_arch_call(struct pt_regs *regs, int nr, struct syscall_trace_head *head);

/**
 * syscall_trace_arch_regs - the general registers that ptrace() knows of a task
 * @task: the task
 *
 * Its own width decides, whatever that of its tracer is.
 *
 * Context: the task's stack is held.
 * Return: what they are.
 */
const struct syscall_trace_regs *syscall_trace_arch_regs(struct task_struct *task);

/**
 * syscall_trace_arch_sigmask - where a signal handler's frame holds the signal mask
 * @abi: index of the ABI of the sigreturn that the current task is in
 * @old: it is the one from before there were real-time signals
 * @addr: the address of each half of the mask in user space
 *
 * Context: the task's own, at the entry of the call.
 */
void syscall_trace_arch_sigmask(unsigned int abi, bool old, unsigned long addr[2]);

#else /* !CONFIG_SYSCALL_TRACER */

static inline bool syscall_trace_asked(struct pt_regs *regs, long syscall, bool others)
{
	return true;
}

static inline void syscall_trace_record_passed(struct pt_regs *regs, long syscall) { }
static inline void syscall_trace_record_exit(struct pt_regs *regs) { }
static inline void syscall_trace_exit_task(struct task_struct *task) { }
static inline void syscall_trace_init_task(struct task_struct *child) { }
static inline void syscall_trace_fork(struct task_struct *child) { }
static inline void syscall_trace_buffer_changed(void) { }

#endif /* CONFIG_SYSCALL_TRACER */
#endif /* __KERNEL__ */
#endif /* _LINUX_SYSCALL_TRACE_H */
