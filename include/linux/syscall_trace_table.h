/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The system call tracer's table: what syscalls.def says about calls, their arguments and types,
 * and the ABIs by which programs make them. Plain data, because the formatter that prints records
 * by it also compiles in user space.
 */
#ifndef _LINUX_SYSCALL_TRACE_TABLE_H
#define _LINUX_SYSCALL_TRACE_TABLE_H

#include <linux/syscall_trace_type.h>

#define SYSCALL_TRACE_MAX_ARGS	6

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
#define SYSCALL_TRACE_DIR_TRIED	32	/* perhaps written even if the call failed */

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
 * @is_long: the parameter is a long, although @type is not: the kernel ignores the rest
 * @len: index of an argument or a number, by @len_by
 */
struct syscall_trace_arg {
	const char			*name;
	const struct syscall_trace_type	*type;
	const struct syscall_trace_set	*cond_set;
	u8				cond_arg;
	u8				dir;
	u8				len_by;
	bool				is_long;
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

/* The name of a case of a call; NULL: it has that of the number. */
static inline const char *syscall_trace_case_name(const struct syscall_trace_call *call,
						  unsigned int i)
{
	const struct syscall_trace_case *one = &call->cases->cases[i];

	return one->call->target ? one->call->target_name : one->call->shown;
}

/* How many cases of a call have names of their own; 0: the number stands for one call only. */
static inline unsigned int syscall_trace_nr_named(const struct syscall_trace_call *call)
{
	if (!call || !call->cases || !call->cases->nr || !syscall_trace_case_name(call, 0))
		return 0;

	return call->cases->nr;
}

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
 * syscall_trace_truncate - cut a register to the C type of the argument that it holds
 * @arg: the argument
 * @word: the register
 * @abi: index of the ABI
 *
 * The entry point ignores the other bits, and programs may leave anything there.
 *
 * Return: the low bits, zero-extended; @word itself if the type is no integer, or if the
 * parameter is a long and the register, too.
 */
static inline u64 syscall_trace_truncate(const struct syscall_trace_arg *arg, u64 word,
					 unsigned int abi)
{
	const struct syscall_trace_type *type = arg->type;
	unsigned int layout = syscall_trace_abis[abi].layout;

	if (!type || type->sort != SYSCALL_TRACE_SCALAR || !type->size[layout] ||
	    (arg->is_long && layout == SYSCALL_TRACE_WIDE))
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

#ifdef __KERNEL__

struct task_struct;

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

#endif /* __KERNEL__ */

#endif /* _LINUX_SYSCALL_TRACE_TABLE_H */
