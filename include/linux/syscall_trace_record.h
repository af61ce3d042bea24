/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The system call tracer's records: what is in the ring buffer, and so in saved traces. Plain
 * data, because programs in user space read it, too.
 */
#ifndef _LINUX_SYSCALL_TRACE_RECORD_H
#define _LINUX_SYSCALL_TRACE_RECORD_H

#include <linux/syscall_trace_type.h>

/*
 * The version of the records and of the file syscall_table. Programs that know another one
 * cannot read either.
 */
#define SYSCALL_TRACE_VERSION	3

/*
 * There are three records of calls: one for a whole call, one for the entry of a call that
 * others saw in flight, and one for its exit. Behind what all records of the ring buffer
 * begin with, they have, without padding:
 *
 *	struct syscall_trace_head
 *	s32	nr		with SYSCALL_TRACE_HEAD_LONG_NR
 *	s32	result		not in an entry; s64 with SYSCALL_TRACE_HEAD_LONG_RET
 *	u64	entry time	with SYSCALL_TRACE_HEAD_TIMED
 *	u32	argument	or u64, by syscall_trace_head.words, as many as there are
 *	struct syscall_trace_blob	up to the end of the record
 *
 * The call's name and types follow from its number and ABI with the syscall_table of the
 * kernel that made the record. An argument that fits is stored in 32 bits; the others are 0.
 */

/**
 * struct syscall_trace_head - what each record of a call begins with
 * @nr: the number in the low SYSCALL_TRACE_NR_BITS, above it the index of the ABI in
 *	syscall_trace_abis[]
 * @words: which argument words the record has, see SYSCALL_TRACE_WORDS()
 * @flags: SYSCALL_TRACE_HEAD_*
 * @seq: counts the calls of the task that the instance wanted, from 1: a gap means lost calls.
 *	 The entry and the exit of a call have one number. See SYSCALL_TRACE_SEQ_MASK
 */
struct syscall_trace_head {
	u16	nr;
	u8	words;
	u8	flags;
	u32	seq;
};

/* The bits of the number in struct syscall_trace_head.seq. Those above are for an exit only. */
#define SYSCALL_TRACE_SEQ_MASK		0x3fffffffU

/* Of an exit: nobody wanted the entry, which has not been recorded. */
#define SYSCALL_TRACE_SEQ_ALONE		0x80000000U

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

/*
 * Of a whole call or an exit: nobody can tell whether the call meets the conditions of the
 * instance, because something was not copied. So it counts as one that does. Of an entry: what
 * could not be read is read again when the call ends, and the exit may have copies of it.
 */
#define SYSCALL_TRACE_HEAD_UNDECIDED	128

/*
 * Of an entry: it was not seen. The call was in flight when somebody began to trace its task,
 * and the arguments are what the registers said then. The bit means another thing of an exit.
 */
#define SYSCALL_TRACE_HEAD_LATE		SYSCALL_TRACE_HEAD_REWRITTEN

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
 *	 SYSCALL_TRACE_BLOB_AT_EXIT is set if the copy was made when the call ended: also of
 *	 what the kernel only reads, if it could not be read when the call began
 * @status: enum syscall_trace_status
 * @absent: with SYSCALL_TRACE_BLOB_FAULTED, the rest was not resident: a FUSE server or another
 *	    process would have to provide it. If not, the argument leads to more pieces than
 *	    there are blobs
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
 * @part_high: the bits of that number which @part has no room for. Old readers take them for 0:
 *	       they find the pieces up to 255, which come first
 * @is_part: 1, the same bit as in struct syscall_trace_blob
 */
struct syscall_trace_blob_part {
	u16	count;
	u8	part;
	u8	part_high : 7,
		is_part : 1;
};

/* The largest number of a piece. */
#define SYSCALL_TRACE_PART_MAX	0x7fff

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
	const struct syscall_trace_blob_part *part = syscall_trace_part_of(blob);

	return part ? part->part_high << 8 | part->part : 0;
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
 * @SYSCALL_TRACE_EVENT_CALLS: tells nothing but how many calls of the task are numbered. It makes
 *	no more under this pid. Value: 0
 * @SYSCALL_TRACE_EVENT_CALLS_LATE: the same, told late and perhaps again. Another task may have the
 *	pid by now. If recording was off when the task ended, the number is that of no call, 0.
 *	Value: 0; info: struct syscall_trace_calls_late
 *
 * The values are part of the records: append only.
 */
enum syscall_trace_event {
	SYSCALL_TRACE_EVENT_SIGNAL,
	SYSCALL_TRACE_EVENT_END,
	SYSCALL_TRACE_EVENT_FORK,
	SYSCALL_TRACE_EVENT_THREAD,
	SYSCALL_TRACE_EVENT_EXEC,
	SYSCALL_TRACE_EVENT_CALLS,
	SYSCALL_TRACE_EVENT_CALLS_LATE,
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

/**
 * struct syscall_trace_calls_late - which end of a task it is that is told late
 * @age: how long ago it was, in units of the trace clock
 * @number: ends of an instance are numbered one after the other. Told again, it is the same
 *
 * Part of the records: append only.
 */
struct syscall_trace_calls_late {
	u64	age;
	u32	number;
	u32	reserved;
};

/* How many elements of an array are captured. */
#define SYSCALL_TRACE_ELEMENTS_MAX	32

/* How many bytes behind the known part of a structure are shown. */
#define SYSCALL_TRACE_REST_MAX		32

#endif /* _LINUX_SYSCALL_TRACE_RECORD_H */
