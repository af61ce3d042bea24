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

/* Where the length of the data behind a pointer argument comes from. */
enum syscall_trace_len {
	SYSCALL_TRACE_LEN_NONE,		/* it has none: it is one object */
	SYSCALL_TRACE_LEN_ARG,		/* the value of argument @len */
	SYSCALL_TRACE_LEN_PTR,		/* the number that argument @len points to */
	SYSCALL_TRACE_LEN_RET,		/* the return value, at most the value of argument @len */
	SYSCALL_TRACE_LEN_CONST,	/* @len itself */
};

#define SYSCALL_TRACE_DIR_IN	1	/* the kernel reads it */
#define SYSCALL_TRACE_DIR_OUT	2	/* the kernel writes it */
#define SYSCALL_TRACE_DIR_UPDATE	4	/* read and written; only what was read is shown */
#define SYSCALL_TRACE_DIR_FOUND	8	/* written only if the result is more than 0 */
#define SYSCALL_TRACE_DIR_REST	16	/* written only if a signal interrupted the call */

/**
 * struct syscall_trace_arg - one argument of a system call
 * @name: the kernel's name of the parameter; NULL: the argument is not shown
 * @type: its type; of a pointer, the type of what it points to. NULL: the case of the
 *	  call does not use the argument
 * @cond_set: the argument is shown only if argument @cond_arg holds one of these
 *	      constants; NULL: always
 * @cond_arg: index of another argument, see @cond_set
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
 * struct syscall_trace_case - a call whose arguments another argument decides on
 * @value: the value of that argument, masked with syscall_trace_cases.mask
 * @call: describes the call if the argument has this value
 */
struct syscall_trace_case {
	u32				value;
	const struct syscall_trace_call	*call;
};

/**
 * struct syscall_trace_cases - the cases of a call such as ioctl() or fcntl()
 * @arg: index of the argument that decides on the case
 * @nr: number of @cases
 * @mask: the bits of the argument that are compared
 * @cases: one for each value that is known
 */
struct syscall_trace_cases {
	u8				arg;
	u16				nr;
	u32				mask;
	const struct syscall_trace_case	*cases;
};

/* syscall_trace_copy.flags. Without any of the first four, it is an array, or a structure. */
#define SYSCALL_TRACE_COPY_TEXT		0x001	/* a string */
#define SYSCALL_TRACE_COPY_FIXED	0x002	/* always the same number of structures */
#define SYSCALL_TRACE_COPY_DATA		0x004	/* bytes, as far as they are wanted */
#define SYSCALL_TRACE_COPY_BITS		0x008	/* longs with so many bits */
#define SYSCALL_TRACE_COPY_NULL		0x010	/* simple only if the pointer is null */
#define SYSCALL_TRACE_COPY_LONG		0x020	/* the argument that counts is as large as a long */
#define SYSCALL_TRACE_COPY_RESULT	0x040	/* the result counts, up to that argument */
#define SYSCALL_TRACE_COPY_FOUND	0x080	/* not copied unless the result is more than 0 */
#define SYSCALL_TRACE_COPY_COMPAT	0x100	/* syscall_trace_type.compat */
#define SYSCALL_TRACE_COPY_SOCKET	0x200	/* may lead to more: see syscall_trace_is_plain() */

/* Bytes of a simple copy, besides the last one of data: there is always room for these. */
#define SYSCALL_TRACE_SIMPLE_MAX	256

/**
 * struct syscall_trace_copy - what an argument leads to, if that is simple to copy
 * @arg: index of the argument
 * @sort: syscall_trace_type.sort
 * @what: of what SYSCALL_TRACE_HAS_* it is, shifted by SYSCALL_TRACE_HAS_SHIFT
 * @len: index of the argument that counts, or a fixed number
 * @flags: SYSCALL_TRACE_COPY_*
 * @limit: a larger number of elements or bits, or of bytes to copy of data, is not simple
 * @size: bytes of all that is copied, or of an element, by layout
 */
struct syscall_trace_copy {
	u8				arg;
	u8				sort;
	u8				what;
	u8				len;
	u16				flags;
	u16				limit;
	u16				size[SYSCALL_TRACE_NR_LAYOUTS];
};

/**
 * struct syscall_trace_call - one entry point of the kernel, or one case of it
 * @id: identifies the entry point in syscall_table: the same in every build and on every
 *	architecture; never 0
 * @nr_args: number of arguments
 * @wide: the arguments that have more than 32 bits in an ABI with registers of 64, a bit
 *	  for the index of each
 * @nr_shown: number of arguments that are shown
 * @noreturn: a successful call does not return to user space
 * @split: so many of the shown arguments are printed when the call begins; the next one
 *	   is the first that the kernel may write, and it and the rest wait for the exit
 * @late_mask: the arguments that wait for the exit, a bit for the index of each
 * @flat: 1 + the index of the data that is all that is copied, if its length is that of a
 *	  long argument, or of the result up to that; 0: there is more, or none
 * @flat_len: with @flat, the index of that argument
 * @captures: what is copied and when, see SYSCALL_TRACE_CAPTURES(); 0: nothing
 * @inputs: what is copied when the call begins, if all of it is simple, up to a copy without
 *	    @what; NULL: it is not, or there is none
 * @outputs: the same for what is copied when the call has ended without an error
 * @name: the entry point's name without sys_
 * @shown: the name that is printed in place of the one in struct syscall_trace_slot,
 *	   or NULL
 * @args: the arguments
 * @order: indices of the arguments that are shown, in the order of printing; NULL: all,
 *	   in the order of @args
 * @ret: type of the result of a successful call
 * @cases: describes the call more closely by the value of one argument, or NULL
 * @target: the call whose arguments are in the memory that the last argument points to,
 *	    as with socketcall(), or NULL
 * @target_name: the name that is printed for @target
 * @print_args: prints the whole argument list; NULL: the arguments print one by one
 */
struct syscall_trace_call {
	u32				id;
	u8				nr_args;
	u8				wide;
	u8				nr_shown;
	bool				noreturn;
	u8				split;
	u8				late_mask;
	u8				flat;
	u8				flat_len;
	u32				captures;
	const struct syscall_trace_copy	*inputs;
	const struct syscall_trace_copy	*outputs;
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
 * syscall_trace_call.captures has three masks of arguments, then flags. From the lowest
 * byte: strings to copy at entry; other arguments to copy at entry; arguments to copy at
 * exit. The hooks test all of it at once: a call with strings only is a value below 256.
 */
#define SYSCALL_TRACE_CAPTURES(str, in, out)	\
	((u32)(str) | (u32)(in) << 8 | (u32)(out) << 16)
#define SYSCALL_TRACE_HAS_CASES		0x01000000	/* cases, or a target */
#define SYSCALL_TRACE_HAS_NAMES		0x02000000	/* some of these have a name of their own */
#define SYSCALL_TRACE_HAS_TEXT		0x04000000	/* strings to copy at exit */
#define SYSCALL_TRACE_HAS_DATA		0x08000000	/* data to copy at entry or exit */
#define SYSCALL_TRACE_HAS_STRUCTS	0x10000000	/* anything else to copy at entry or exit */
#define SYSCALL_TRACE_HAS_SHIFT		24
#define SYSCALL_TRACE_STR_MASK(captures)	((captures) & 0xff)
#define SYSCALL_TRACE_IN_MASK(captures)		((captures) >> 8 & 0xff)
#define SYSCALL_TRACE_OUT_MASK(captures)	((captures) >> 16 & 0xff)

/* The call has something to copy, or a case to find out, at entry. */
#define SYSCALL_TRACE_HAS_ENTRY_WORK	\
	(SYSCALL_TRACE_CAPTURES(0xff, 0xff, 0) | SYSCALL_TRACE_HAS_CASES)

/**
 * struct syscall_trace_slot - one system call number of one ABI
 * @call: the entry point behind the number; NULL: the table has none
 * @name: the name of the number in user space, as in __NR_name; NULL: not in use
 * @narrow: mask of the arguments of which the entry point takes the low 32 bits only,
 *	    though registers of the ABI have 64
 */
struct syscall_trace_slot {
	const struct syscall_trace_call	*call;
	const char			*name;
	u8				narrow;
};

/* Sorted by id. */
extern const struct syscall_trace_call syscall_trace_calls[];
extern const unsigned int syscall_trace_nr_calls;

/**
 * struct syscall_trace_class - a class of calls, which syscalls.def declares
 * @name: its name, as in %file
 * @text: what calls of the class do
 */
struct syscall_trace_class {
	const char			*name;
	const char			*text;
};

extern const struct syscall_trace_class syscall_trace_classes[];
extern const unsigned int syscall_trace_nr_classes;

/* For each of syscall_trace_calls[] the classes that it has, a bit for the index of each. */
extern const u32 syscall_trace_classes_of[];

/* Each type once, behind all types that it is made of. */
extern const struct syscall_trace_type * const syscall_trace_types[];
extern const unsigned int syscall_trace_nr_types;

/* The largest number of strings that any call has copied at entry. */
extern const unsigned int syscall_trace_max_strings;

/* The address of a socket, and its structures: a variant by family. */
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

/* The flags of a new task, all that there are. */
extern const struct syscall_trace_type syscall_trace_clone3_flags;

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
 * struct syscall_trace_abi - one system call ABI of the architecture
 * @name: its name
 * @slots: its system call numbers, from 0
 * @nr_slots: number of @slots
 * @nr_bit: a bit that is set in the register beside the number, or 0
 * @audit_arch: AUDIT_ARCH_*, by which seccomp and ptrace tell programs of the ABI
 * @layout: enum syscall_trace_layout of structures; SYSCALL_TRACE_NARROW means that
 *	    registers have 32 bits, too
 * @compat_layout: enum syscall_trace_layout of the structures that syscalls.def marks as
 *	    `compat`; SYSCALL_TRACE_NARROW means that long and pointers of programs have
 *	    32 bits. May differ from @layout
 * @regs: the registers of its tasks
 * @sigchld: the member of siginfo that describes a child for SIGCHLD
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
 * Defined by the architecture, in its kernel/syscall_trace_nr.c. Records contain indices:
 * append only. The first ABI must use all bits of its registers, because the hooks store
 * these unchanged. The last entry is SYSCALL_TRACE_NO_ABI, for records with any other index.
 */
extern const struct syscall_trace_abi syscall_trace_abis[];
extern const unsigned int syscall_trace_nr_abis;

#define SYSCALL_TRACE_NO_ABI	{ .name = "?", .compat_layout = SYSCALL_TRACE_NARROW }

const struct syscall_trace_slot *syscall_trace_find_slot(unsigned int abi, unsigned int nr);
unsigned int syscall_trace_find_abi(u32 arch, u32 nr);
const struct syscall_trace_regs *syscall_trace_find_regs(unsigned int nr);

/* -------------------------------- records -------------------------------- */

/*
 * The version of the records and of the file syscall_table. Programs that know another one
 * cannot read either.
 */
#define SYSCALL_TRACE_VERSION	2

/*
 * There are three records of calls: one for a whole call, one for the entry of a call that
 * others saw in flight, and one for its exit. Behind what all records of the ring buffer
 * begin with, they have, without padding:
 *
 *	struct syscall_trace_head
 *	u32	seq		entry and exit only
 *	s32	nr		with SYSCALL_TRACE_HEAD_LONG_NR
 *	s32	result		not in an entry; s64 with SYSCALL_TRACE_HEAD_LONG_RET
 *	u64	entry time	with SYSCALL_TRACE_HEAD_TIMED
 *	u32	argument	or u64, by syscall_trace_head.words, as many as there are
 *	struct syscall_trace_blob	up to the end of the record
 *
 * The call's name and types follow from its number and ABI with the syscall_table of the
 * kernel that made the record. An argument that fits is stored in 32 bits; the others are 0.
 */

/* Of syscall_trace_head.nr. A number that does not fit is behind the head. */
#define SYSCALL_TRACE_NR_BITS	12
#define SYSCALL_TRACE_NR_MASK	((1U << SYSCALL_TRACE_NR_BITS) - 1)

/*
 * syscall_trace_head.words: a bit for each argument, set if that has 64 bits. Above that of
 * the last argument, one more bit is set.
 */
#define SYSCALL_TRACE_WORDS(nr, wide)	((u8)(1U << (nr) | (wide)))

/* Bits of struct syscall_trace_head.flags: append only. */

/* Of a whole call or an exit: ptrace, seccomp or a signal stopped it, nobody saw a result. */
#define SYSCALL_TRACE_HEAD_NO_RESULT	1

/*
 * Of an entry: the exit prints the arguments of syscall_trace_call.late_mask. Of an exit: it
 * has all arguments, and the blobs of the entry that it needs.
 */
#define SYSCALL_TRACE_HEAD_SPLIT	2

/* The time of the entry is in the record, by the clock of its ring buffer. */
#define SYSCALL_TRACE_HEAD_TIMED	4

/* There are no blobs of the entry, because there was no memory for copies, or no time. */
#define SYSCALL_TRACE_HEAD_UNCOPIED	8

/*
 * With SYSCALL_TRACE_HEAD_NO_RESULT: ptrace or seccomp replaced the call by another one,
 * whose record is the next one of the task.
 */
#define SYSCALL_TRACE_HEAD_REWRITTEN	16

/* The number does not fit into syscall_trace_head.nr. */
#define SYSCALL_TRACE_HEAD_LONG_NR	32

/* The result has 64 bits. */
#define SYSCALL_TRACE_HEAD_LONG_RET	64

/* How much of the memory is in a blob. */
enum syscall_trace_status {
	SYSCALL_TRACE_BLOB_OK,		/* all of it */
	SYSCALL_TRACE_BLOB_TRUNCATED,	/* its beginning, because of a limit */
	SYSCALL_TRACE_BLOB_FAULTED,	/* its beginning, because the next byte is not readable */
	SYSCALL_TRACE_BLOB_NULL,	/* nothing: the pointer is null */
};

/**
 * struct syscall_trace_blob - a copy of memory that an argument points to
 * @len: bytes of @data in use; a string comes without its NUL
 * @arg: index of the argument, or one of the SYSCALL_TRACE_BLOB_* values in its place.
 *	 SYSCALL_TRACE_BLOB_AT_EXIT is set if the copy was made when the call ended
 * @status: enum syscall_trace_status
 * @absent: the rest was not resident: a FUSE server or another process would have to provide it
 * @sort: enum syscall_trace_sort of the type; SYSCALL_TRACE_DATA also of strings with the
 *	  limit of data
 * @has_part: struct syscall_trace_blob_part stands before it
 * @is_part: 0; tells it from that
 * @data: the bytes, padded to a multiple of SYSCALL_TRACE_BLOB_ALIGN
 *
 * The blobs of a record stand behind its argument words, in the order of the arguments.
 */
struct syscall_trace_blob {
	u16	len;
	u8	arg;
	u8	status : 2,
		absent : 1,
		sort : 3,
		has_part : 1,
		is_part : 1;
	u8	data[];
};

/**
 * struct syscall_trace_blob_part - stands before a blob that is one of several, or not all
 * @count: number of elements, bytes or bits that the caller passed, also of those that
 *	   are not in the blob; at most U16_MAX. Of data, the protocol + 1 if these are
 *	   messages of a netlink socket
 * @part: 0, or the number of a piece, if the argument leads to several pieces of memory
 * @reserved: 0
 * @is_part: 1, the same bit as in struct syscall_trace_blob
 */
struct syscall_trace_blob_part {
	u16	count;
	u8	part;
	u8	reserved : 7,
		is_part : 1;
};

/* The bytes before the data of a blob at most. */
#define SYSCALL_TRACE_BLOB_HEAD_MAX	\
	(sizeof(struct syscall_trace_blob_part) + sizeof(struct syscall_trace_blob))

/* The blob at @pos, which begins with the blob or with its part. */
static inline struct syscall_trace_blob *syscall_trace_blob_at(const void *pos)
{
	struct syscall_trace_blob *blob = (void *)pos;

	return blob->is_part ? blob + 1 : blob;
}

/* Where the blob begins. */
static inline void *syscall_trace_blob_start(const struct syscall_trace_blob *blob)
{
	return (void *)(blob->has_part ? blob - 1 : blob);
}

/* What stands before a blob, or NULL. */
static inline struct syscall_trace_blob_part *
syscall_trace_part_of(const struct syscall_trace_blob *blob)
{
	return blob->has_part ? syscall_trace_blob_start(blob) : NULL;
}

static inline unsigned int syscall_trace_blob_nr(const struct syscall_trace_blob *blob)
{
	return blob->has_part ? syscall_trace_part_of(blob)->part : 0;
}

/* How many elements the caller passed; without a number, as many bytes as there are. */
static inline unsigned int syscall_trace_blob_count(const struct syscall_trace_blob *blob)
{
	return blob->has_part ? syscall_trace_part_of(blob)->count : blob->len;
}

/* Are these messages of a netlink socket? */
static inline bool syscall_trace_is_netlink(const struct syscall_trace_blob *blob)
{
	return blob->sort == SYSCALL_TRACE_DATA && blob->has_part &&
	       syscall_trace_part_of(blob)->count;
}

#define SYSCALL_TRACE_BLOB_AT_EXIT	0x80

/* In place of an index: the argument words of syscall_trace_call.target, as u64. */
#define SYSCALL_TRACE_BLOB_WORDS	0x7f

/*
 * In place of an index: the u32 number of a network interface and its name. Such blobs
 * have the parts from 0 up.
 */
#define SYSCALL_TRACE_BLOB_IFNAME	0x7e
#define SYSCALL_TRACE_IFNAMES_MAX	4

#define SYSCALL_TRACE_BLOB_ALIGN	4

/* The most bytes of the name of a program that a record of its execution has. */
#define SYSCALL_TRACE_EXEC_NAME_MAX	256

/**
 * enum syscall_trace_event - what happens to a task between its calls
 * @SYSCALL_TRACE_EVENT_SIGNAL: a signal is delivered. Value: its number; info: struct
 *	siginfo of the first ABI
 * @SYSCALL_TRACE_EVENT_END: the task ends. Value: the status that wait4() gives
 * @SYSCALL_TRACE_EVENT_FORK: the task has forked. Value: the child's pid; info: struct
 *	syscall_trace_birth; in old records, nothing or only its first member
 * @SYSCALL_TRACE_EVENT_THREAD: the same of a new thread in the task's process
 * @SYSCALL_TRACE_EVENT_EXEC: the task executes a program. Value: its pid before that;
 *	info: the name of the program
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

/**
 * struct syscall_trace_birth - what is recorded of a new task besides its pid
 * @ns_pid: its pid in the pid namespace of the task that made it; 0: it is the same number
 * @exit_signal: the signal that the parent gets when it ends; 0: none
 * @flags: CLONE_*
 *
 * Part of the records: append only.
 */
struct syscall_trace_birth {
	s32	ns_pid;
	s32	exit_signal;
	u64	flags;
};

/* How many elements of an array are captured. */
#define SYSCALL_TRACE_ELEMENTS_MAX	32

/* How many bytes behind the known part of a structure are shown. */
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

/**
 * syscall_trace_truncate - cut a register to the C type of the argument that it holds
 * @arg: the argument
 * @word: the register
 * @abi: index of the ABI
 *
 * The entry point ignores the other bits, and programs may leave anything there.
 *
 * Return: the low bits, zero-extended; @word itself if the type is no integer.
 */
static inline u64 syscall_trace_truncate(const struct syscall_trace_arg *arg, u64 word,
					 unsigned int abi)
{
	const struct syscall_trace_type *type = arg->type;
	unsigned int layout = syscall_trace_abis[abi].layout;

	if (!type || type->sort != SYSCALL_TRACE_SCALAR || !type->size[layout])
		return word;

	return syscall_trace_extend(word, type->size[layout], false);
}

/**
 * syscall_trace_find_case - find the case of a call
 * @call: a call with @cases
 * @word: the register with the argument that decides
 *
 * The upper half of @word counts only if the argument is a long.
 *
 * Return: the case, which may have cases in turn, or NULL if there is none for @word
 */
static inline const struct syscall_trace_call *
syscall_trace_find_case(const struct syscall_trace_call *call, u64 word)
{
	const struct syscall_trace_cases *cases = call->cases;
	const struct syscall_trace_type *type = call->args[cases->arg].type;
	unsigned int i;

	/* An argument that the case does not use has no type. */
	if (type && type->size[SYSCALL_TRACE_WIDE] > sizeof(u32) && word >> 32)
		return NULL;

	for (i = 0; i < cases->nr; i++) {
		if (cases->cases[i].value == ((u32)word & cases->mask))
			return cases->cases[i].call;
	}

	return NULL;
}

/**
 * syscall_trace_arg_at - which argument is printed in a place of the argument list
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

#include <linux/jump_label.h>
#include <linux/sched.h>
#include <linux/thread_info.h>

struct pt_regs;

#ifdef CONFIG_SYSCALL_TRACER

/* Default and limit of syscall_strlen; PATH_MAX counts the NUL, this does not. */
#define SYSCALL_TRACE_STRLEN_DEFAULT	256
#define SYSCALL_TRACE_STRLEN_MAX	4095

/* Default and limit of syscall_datalen. */
#define SYSCALL_TRACE_DATALEN_DEFAULT	32
#define SYSCALL_TRACE_DATALEN_MAX	4095

long syscall_trace_record_enter(struct pt_regs *regs, long syscall);
void syscall_trace_record_held(struct pt_regs *regs, long syscall);
void syscall_trace_record_passed(struct pt_regs *regs, long syscall);
void syscall_trace_record_exit(struct pt_regs *regs);
void syscall_trace_exit_task(struct task_struct *task);
void syscall_trace_buffer_changed(void);

/*
 * What the entry code does for others is out of line: then it saves no registers for a call
 * that nobody but the tracer wants to see.
 */
#define __syscall_trace_others	noinline

/**
 * syscall_trace_asked - record the entry of a call before ptrace and seccomp see it
 * @regs: the task's registers
 * @syscall: the number that the task passed
 * @others: ptrace, seccomp or the like will see the call, and may stop it, change it or
 *	    kill the task
 *
 * Context: the task's own, preemptible, interrupts on. May sleep.
 * Return: @others. If true, the caller lets them see the call, and then calls
 * syscall_trace_record_passed() for a call that goes on.
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

/* The child must not share the store that is in its copy of the parent's task_struct. */
static inline void syscall_trace_init_task(struct task_struct *child)
{
	child->syscall_trace = (struct syscall_trace_task) { };
}

DECLARE_STATIC_KEY_FALSE(syscall_trace_has_tasks);
void __syscall_trace_fork(struct task_struct *child);
void __syscall_trace_cred_changed(void);

/*
 * The tracer flags tasks while it holds tasklist_lock for reading. The caller holds it for
 * writing and is about to list @child: so the tracer either sees the child, or has found
 * before which tasks it wants. The flag that @child has is an old copy of its parent's.
 */
static inline void syscall_trace_fork(struct task_struct *child)
{
	if (static_branch_unlikely(&syscall_trace_has_tasks))
		__syscall_trace_fork(child);
	else
		clear_task_syscall_work(child, SYSCALL_TRACER);
}

/* The current task may have another user. */
static inline void syscall_trace_cred_changed(void)
{
	if (static_branch_unlikely(&syscall_trace_has_tasks))
		__syscall_trace_cred_changed();
}

/*
 * Implemented by the architecture, beside syscall_trace_abis[]. In its <asm/syscall_trace.h>,
 * syscall_trace_arch_abi() tells the ABI of the current task's call, and makes an index into
 * syscall_trace_abi.slots of its number; syscall_trace_arch_args() reads the arguments of a
 * call of the first ABI, whose entry points take registers as they are.
 */

/**
 * syscall_trace_arch_regs - which general registers ptrace() has for a task
 * @task: the task; its own width decides, not that of its tracer
 *
 * Context: the caller holds the task's stack, see try_get_task_stack().
 * Return: their names and sizes.
 */
const struct syscall_trace_regs *syscall_trace_arch_regs(struct task_struct *task);

/**
 * syscall_trace_arch_sigmask - find the signal mask in the frame of a signal handler
 * @abi: index of the ABI of the call, which is sigreturn() or rt_sigreturn()
 * @old: it is sigreturn(), from before there were real-time signals
 * @addr: gets the user space address of each half of the mask
 *
 * Context: the task's own, at the entry of the call.
 */
void syscall_trace_arch_sigmask(unsigned int abi, bool old, unsigned long addr[2]);

#else /* !CONFIG_SYSCALL_TRACER */

/* The entry code is as it would be without the tracer. */
#define __syscall_trace_others	__always_inline

static inline long syscall_trace_record_enter(struct pt_regs *regs, long syscall)
{
	return syscall;
}

static inline bool syscall_trace_asked(struct pt_regs *regs, long syscall, bool others)
{
	return true;
}

static inline void syscall_trace_record_passed(struct pt_regs *regs, long syscall) { }
static inline void syscall_trace_record_exit(struct pt_regs *regs) { }
static inline void syscall_trace_exit_task(struct task_struct *task) { }
static inline void syscall_trace_init_task(struct task_struct *child) { }
static inline void syscall_trace_fork(struct task_struct *child) { }
static inline void syscall_trace_cred_changed(void) { }
static inline void syscall_trace_buffer_changed(void) { }

#endif /* CONFIG_SYSCALL_TRACER */
#endif /* __KERNEL__ */
#endif /* _LINUX_SYSCALL_TRACE_H */
