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

#include <linux/types.h>

#define SYSCALL_TRACE_MAX_ARGS	6

/**
 * enum syscall_trace_abi - the calling convention one call was made with
 * @SYSCALL_TRACE_ABI_X86_64: 64-bit SYSCALL
 * @SYSCALL_TRACE_ABI_I386: int 0x80, SYSENTER, 32-bit SYSCALL
 * @SYSCALL_TRACE_ABI_X32: 64-bit SYSCALL with __X32_SYSCALL_BIT in the number
 * @SYSCALL_TRACE_NR_ABIS: number of ABIs
 *
 * The values are part of the records: append only.
 */
enum syscall_trace_abi {
	SYSCALL_TRACE_ABI_X86_64,
	SYSCALL_TRACE_ABI_I386,
	SYSCALL_TRACE_ABI_X32,
	SYSCALL_TRACE_NR_ABIS,
};

/* ------------------------------- the table ------------------------------- */

struct syscall_trace_fmt;
struct syscall_trace_call;

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

/* What the length of a pointer argument's data is counted by. */
enum syscall_trace_len {
	SYSCALL_TRACE_LEN_NONE,		/* by its type */
	SYSCALL_TRACE_LEN_ARG,		/* the argument @len */
	SYSCALL_TRACE_LEN_RET,		/* the return value */
	SYSCALL_TRACE_LEN_CONST,	/* the constant @len */
};

#define SYSCALL_TRACE_IN	1	/* the kernel reads it */
#define SYSCALL_TRACE_OUT	2	/* the kernel writes it */

/**
 * struct syscall_trace_arg - what one argument of a system call is
 * @name: the kernel's name of the parameter
 * @kind: the word in syscalls.def that says what it is
 * @print: prints it
 * @set: the constants it may hold, or NULL
 * @cond_set: constants of argument @cond_arg that make this one count, or NULL
 * @cond_arg: index of the argument that decides whether this one counts
 * @dir: SYSCALL_TRACE_IN, _OUT or both for a pointer, else 0
 * @len_by: enum syscall_trace_len
 * @len: index of an argument or a number, by @len_by
 */
struct syscall_trace_arg {
	const char			*name;
	const char			*kind;
	void (*print)(struct syscall_trace_fmt *fmt, unsigned int arg);
	const struct syscall_trace_set	*set;
	const struct syscall_trace_set	*cond_set;
	u8				cond_arg;
	u8				dir;
	u8				len_by;
	u16				len;
};

/**
 * struct syscall_trace_call - one entry point of the kernel
 * @id: the same in every build and on every architecture; never 0
 * @nr_args: number of arguments
 * @str_mask: arguments that are strings to copy at entry
 * @nr_strings: number of bits in @str_mask
 * @noreturn: never comes back to user space
 * @name: the entry point's name without sys_
 * @args: @nr_args descriptions
 * @print_args: prints the whole argument list, or NULL for one by one
 * @print_ret: prints a return value that is not an error
 * @ret_set: the constants a return value may hold, or NULL
 */
struct syscall_trace_call {
	u32				id;
	u8				nr_args;
	u8				str_mask;
	u8				nr_strings;
	bool				noreturn;
	const char			*name;
	const struct syscall_trace_arg	*args;
	void (*print_args)(struct syscall_trace_fmt *fmt);
	void (*print_ret)(struct syscall_trace_fmt *fmt);
	const struct syscall_trace_set	*ret_set;
};

/**
 * struct syscall_trace_slot - one number of one ABI
 * @call: the entry point behind the number, NULL if the table has none
 * @name: the name user space knows it by, NULL if there is none
 */
struct syscall_trace_slot {
	const struct syscall_trace_call	*call;
	const char			*name;
};

/* Sorted by id. */
extern const struct syscall_trace_call syscall_trace_calls[];
extern const unsigned int syscall_trace_nr_calls;

/* errno values, and the restart codes only a tracer sees, with their texts. */
extern const struct syscall_trace_set syscall_trace_errnos;

/* -------------------------------- records -------------------------------- */

/**
 * struct syscall_trace_head - which call a record is about
 * @id: struct syscall_trace_call.id, or 0 if the table does not have the call
 * @nr: system call number, as it was in the register
 * @seq: counts the calls of a task, so that an exit finds its entry and no other
 * @abi: enum syscall_trace_abi
 * @nr_args: number of argument words in the entry; captured data fills the rest
 * @flags: SYSCALL_TRACE_NO_RESULT
 * @pad: 0
 */
struct syscall_trace_head {
	u32	id;
	s32	nr;
	u32	seq;
	u8	abi;
	u8	nr_args;
	u8	flags;
	u8	pad;
};

/* In an exit: the call was turned down by a signal and returned nothing. */
#define SYSCALL_TRACE_NO_RESULT	1

/* What became of an argument that the table wants copied. */
enum syscall_trace_status {
	SYSCALL_TRACE_OK,		/* all of it is there */
	SYSCALL_TRACE_TRUNCATED,	/* the first @len bytes are there */
	SYSCALL_TRACE_FAULTED,		/* not readable */
	SYSCALL_TRACE_NULL,		/* a null pointer */
};

/**
 * struct syscall_trace_blob - a copy of what one pointer argument points to
 * @len: bytes of @data in use; a string comes without its NUL
 * @arg: index of the argument
 * @status: enum syscall_trace_status
 * @data: the bytes, padded to a multiple of SYSCALL_TRACE_BLOB_ALIGN
 *
 * Part of the records: the blobs of a call stand behind its argument words,
 * in the order of the arguments.
 */
struct syscall_trace_blob {
	u16	len;
	u8	arg;
	u8	status;
	u8	data[];
};

#define SYSCALL_TRACE_BLOB_ALIGN	8

/* --------------------------------- hooks --------------------------------- */

#ifdef __KERNEL__

#include <linux/sched.h>
#include <linux/thread_info.h>

struct pt_regs;

#ifdef CONFIG_SYSCALL_TRACER

/* Default and limit of syscall_strlen; PATH_MAX counts the NUL, this does not. */
#define SYSCALL_TRACE_STRLEN_DEFAULT	256
#define SYSCALL_TRACE_STRLEN_MAX	4095

void syscall_trace_record_enter(struct pt_regs *regs, long syscall);
void syscall_trace_record_exit(struct pt_regs *regs);
void syscall_trace_free_task(struct task_struct *task);

/* The child's copy of its parent's call in flight: the child made no call. */
static inline void syscall_trace_init_task(struct task_struct *child)
{
	child->syscall_trace = NULL;
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

/* Implemented by the architecture, in its kernel/syscall_trace_nr.c. */

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
 * syscall_trace_arch_slot - find a system call number
 * @abi: the ABI
 * @nr: the number as it was in the register, any value
 *
 * Context: any.
 * Return: the slot, or NULL if the number or the ABI is out of range.
 */
const struct syscall_trace_slot *
syscall_trace_arch_slot(unsigned int abi, unsigned int nr);

#else /* !CONFIG_SYSCALL_TRACER */

static inline void syscall_trace_record_enter(struct pt_regs *regs,
					      long syscall) { }
static inline void syscall_trace_record_exit(struct pt_regs *regs) { }
static inline void syscall_trace_free_task(struct task_struct *task) { }
static inline void syscall_trace_init_task(struct task_struct *child) { }
static inline void syscall_trace_fork(struct task_struct *child) { }

#endif /* CONFIG_SYSCALL_TRACER */
#endif /* __KERNEL__ */
#endif /* _LINUX_SYSCALL_TRACE_H */
