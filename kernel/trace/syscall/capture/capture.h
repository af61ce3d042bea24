/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: copies of what the arguments of a call lead to. First what the hooks
 * need, then what the files of the families need.
 */
#ifndef _SYSCALL_CAPTURE_H
#define _SYSCALL_CAPTURE_H

#include <linux/netlink.h>
#include <linux/nospec.h>
#include <linux/sched/coredump.h>
#include <linux/sizes.h>
#include <linux/syscall_trace.h>
#include <linux/syscall_trace_table.h>
#include <linux/uaccess.h>
#include <asm/syscall.h>
#include <asm/syscall_trace.h>

#include "../copy_limits.h"
#include "../pieces.h"
#include "memory.h"

/**
 * struct syscall_trace_store - copies of what the arguments of a task's call lead to
 * @next: links stores that are to be freed
 * @rcu: frees it once nobody reads it any more
 * @room: bytes of blobs that it can hold, @limits.room or more
 * @size: bytes of @blobs in use
 * @entered: of these, the bytes that were there when the call began
 * @fits: if @entered is not more, there is sure to be room for what the exit copies; negative:
 *	  the exit has more to do
 * @mm: with SYSCALL_TRACE_READ_LATE, the memory that could not be read
 * @limits: the limits when the call was entered
 * @call: with SYSCALL_TRACE_HEAD_SPLIT, the case of the call, for the exit
 * @args: the argument words
 * @words: room for these as a record has them, right before the blobs
 * @blobs: the blobs
 *
 * Only its task writes it: hooks while the task is busy, or without sleeping, and interrupts
 * that keep its arguments. In @args and the bytes that were @entered, nothing changes while the
 * call is in flight: others may read them.
 */
struct syscall_trace_store {
	union {
		struct syscall_trace_store	*next;
		struct rcu_head			rcu;
	};
	unsigned int			room;
	u32				size;
	u32				entered;
	s32				fits;
	const struct mm_struct		*mm;
	struct syscall_trace_limits	limits;
	const struct syscall_trace_call	*call;
	unsigned long			args[SYSCALL_TRACE_MAX_ARGS];
	u64				words[SYSCALL_TRACE_MAX_ARGS];
	u8				blobs[] __aligned(SYSCALL_TRACE_BLOB_ALIGN);
};

/**
 * struct syscall_trace_clip - what of a call's blobs goes into a record
 * @strlen: bytes of a string
 * @datalen: bytes of data
 * @piece: bytes of any blob
 * @room: bytes of all: those behind are left out
 */
struct syscall_trace_clip {
	unsigned int	strlen;
	unsigned int	datalen;
	unsigned int	piece;
	size_t		room;
};

/*
 * Of syscall_trace_task.flags, while the call is in flight: the exit tries to copy what could not
 * be read at the entry. The kernel has read it by then.
 */
#define SYSCALL_TRACE_READ_LATE		SYSCALL_TRACE_HEAD_UNDECIDED

/* Flags by which the hook at exit has something to copy. */
#define SYSCALL_TRACE_COPIES_AT_EXIT	(SYSCALL_TRACE_HEAD_SPLIT | SYSCALL_TRACE_READ_LATE)

/* hash.c */
u64 syscall_trace_hash(struct pt_regs *regs);

/* store.c */
struct syscall_trace_store *syscall_trace_renew_store(struct syscall_trace_task *task);
void syscall_trace_leave_store(struct syscall_trace_task *task);
void syscall_trace_free_store(struct syscall_trace_task *task);
void syscall_trace_free_stores(void);
extern struct work_struct syscall_trace_take_work;

/* The store of the current task, with up-to-date limits; NULL: no memory. The task is busy. */
static __always_inline struct syscall_trace_store *
syscall_trace_current_store(struct syscall_trace_task *task)
{
	struct syscall_trace_store *store = task->store;

	if (unlikely(!store || store->limits.version != READ_ONCE(syscall_trace_limits.version)))
		store = syscall_trace_renew_store(task);

	return store;
}

/* memory.c */
size_t syscall_trace_read(void *to, unsigned long addr, size_t size);
unsigned int syscall_trace_read_longs(u64 *longs, unsigned long addr, size_t size,
				      unsigned int nr);
size_t syscall_trace_read_by_page(void *to, unsigned long addr, size_t size, bool *absent);
long syscall_trace_read_string(void *to, const char __user *str, size_t limit, bool *absent);

/* pagefault_disable() and _enable(), always inline: the compiler may call those. */
static __always_inline void syscall_trace_begin_resident(void)
{
	pagefault_disabled_inc();
	barrier();
}

static __always_inline void syscall_trace_end_resident(void)
{
	barrier();
	pagefault_disabled_dec();
}

/* Read memory without a page fault. Returns the bytes, at the end, that are missing. */
static __always_inline size_t
syscall_trace_read_resident(void *to, unsigned long addr, size_t size)
{
	size_t missing;

	syscall_trace_begin_resident();
	missing = copy_from_user(to, (void __user *)addr, size);
	syscall_trace_end_resident();

	return missing;
}

/* Read memory without a page fault; false: some is missing. In line: most pieces are short. */
static __always_inline bool syscall_trace_read_all(void *to, unsigned long addr,
						   unsigned int size)
{
	const void __user *from = (const void __user *)addr;
	unsigned long missing;

	if (unlikely(!access_ok(from, size)))
		return false;
	/* As in copy_from_user(): nothing is to be read ahead of that check. */
	barrier_nospec();
	syscall_trace_begin_resident();
	missing = __copy_from_user_inatomic(to, from, size);
	syscall_trace_end_resident();

	return !missing;
}

static __always_inline long
syscall_trace_read_resident_string(void *to, const char __user *str, size_t limit)
{
	long len;

	syscall_trace_begin_resident();
	len = strncpy_from_user(to, str, limit);
	syscall_trace_end_resident();

	return len;
}

/* clip.c */
unsigned int syscall_trace_string_limit(const struct syscall_trace_limits *limits, u32 captures);
size_t syscall_trace_clip_blobs(void *dst, const void *blobs, size_t size,
				const struct syscall_trace_clip *clip);

/* capture.c */
void syscall_trace_capture_input(struct syscall_trace_task *task,
				 struct syscall_trace_store *store,
				 const struct syscall_trace_call *call);
bool syscall_trace_capture_simple(const struct syscall_trace_task *task, long ret);
void syscall_trace_capture_exit(struct syscall_trace_task *task,
				struct syscall_trace_store *store, long ret);
void syscall_trace_drop_written(struct syscall_trace_store *store);
bool syscall_trace_capture_late(struct syscall_trace_task *task);
void syscall_trace_forget_late(struct syscall_trace_task *task);

/* Is the exit sure to have the room that it has without the entry's copies? */
static __always_inline bool syscall_trace_output_fits(const struct syscall_trace_store *store)
{
	return (s32)store->entered <= store->fits;
}

/* Find out when that is so. */
static inline void syscall_trace_find_fits(struct syscall_trace_store *store)
{
	store->fits = (s32)store->limits.room - SYSCALL_TRACE_STRUCTS_ROOM -
		      (s32)store->limits.datalen;
}

/* Let the exit copy, too, and print what the kernel may write. */
static __always_inline void syscall_trace_note_output(struct syscall_trace_task *task,
						      struct syscall_trace_store *store,
						      const struct syscall_trace_call *call)
{
	task->flags |= SYSCALL_TRACE_HEAD_SPLIT;
	store->call = call;
}

/* The bytes that the caller has for the data that is all that a call copies. */
static __always_inline u64 syscall_trace_flat_length(const struct syscall_trace_store *store,
						     const struct syscall_trace_call *call)
{
	return store->args[call->flat_len];
}

/*
 * Copy the data that is all that a call copies: @len bytes, as far as that is wanted. Returns
 * the size of the blob; 0: it is not simple, and the functions of arg.c have to do it.
 */
static __always_inline unsigned int
syscall_trace_copy_flat(struct syscall_trace_store *store,
			const struct syscall_trace_call *call, unsigned int at, u64 len)
{
	unsigned int wanted = min_t(u64, len, store->limits.datalen), arg = call->flat - 1;
	struct syscall_trace_blob *blob = (void *)store->blobs;
	unsigned long addr = store->args[arg];

	if (unlikely(!addr || store->limits.tight || syscall_trace_has_devices()))
		return 0;
	*blob = (struct syscall_trace_blob) {
		.len	= wanted,
		.arg	= arg | at,
		.status	= wanted < len ? SYSCALL_TRACE_BLOB_TRUNCATED : SYSCALL_TRACE_BLOB_OK,
		.sort	= SYSCALL_TRACE_DATA,
	};
	if (unlikely(!syscall_trace_read_all(blob->data, addr, wanted)))
		return 0;

	return syscall_trace_blob_size(wanted);
}

/* Are strings all that is copied when a call begins, or nothing? There may be output. */
static __always_inline bool
syscall_trace_begins_with_strings(const struct syscall_trace_store *store,
				  const struct syscall_trace_call *call)
{
	if (call->captures == SYSCALL_TRACE_STR_MASK(call->captures))
		return true;

	/* If the room is tight, strings must leave some for the output. */
	return !(call->captures & SYSCALL_TRACE_HAS_ENTRY_WORK & ~SYSCALL_TRACE_STR_MASK(~0U)) &&
	       !(store->limits.tight && SYSCALL_TRACE_STR_MASK(call->captures));
}

/* Where the next blob goes. */
static inline void *syscall_trace_blob_end(const struct syscall_trace_blob *blob)
{
	return (void *)blob + syscall_trace_blob_size(blob->len);
}

/* Number the blob that is about to be made at @pos. Returns where it goes. */
static inline struct syscall_trace_blob *syscall_trace_put_part(void *pos, unsigned int part,
								u64 count)
{
	*(struct syscall_trace_blob_part *)pos = (struct syscall_trace_blob_part) {
		.count		= min_t(u64, count, U16_MAX),
		.part		= part & 0xff,
		.part_high	= part >> 8,
		.is_part	= true,
	};

	return pos + sizeof(struct syscall_trace_blob_part);
}

/* blob.c */
void syscall_trace_set_faulted(struct syscall_trace_blob *blob, bool absent);
size_t syscall_trace_end_string(struct syscall_trace_blob *blob, const char __user *str,
				long len, unsigned int limit);

static __always_inline void syscall_trace_begin_string(struct syscall_trace_blob *blob,
						       unsigned int arg)
{
	*blob = (struct syscall_trace_blob) {
		.arg	= arg,
		.status	= SYSCALL_TRACE_BLOB_OK,
		.sort	= SYSCALL_TRACE_STRING,
	};
}

/* Copy the string at @str into @blob, up to @limit bytes without its NUL. */
static __always_inline size_t
syscall_trace_copy_string(struct syscall_trace_blob *blob, unsigned int arg,
			  const char __user *str, unsigned int limit)
{
	unsigned long len;

	syscall_trace_begin_string(blob, arg);
	if (unlikely(!str || syscall_trace_has_devices()))
		return syscall_trace_end_string(blob, str, -EFAULT, limit);
	len = syscall_trace_read_resident_string(blob->data, str, limit + 1);
	if (unlikely(len > limit))
		return syscall_trace_end_string(blob, str, len, limit);
	blob->len = len;

	return syscall_trace_blob_size(len);
}

/* other_task.c */
struct syscall_trace_store *
syscall_trace_copy_other(struct mm_struct *mm, const struct syscall_trace_call *call, u8 abi,
			 const unsigned long *args);

/* capture.c */
unsigned int syscall_trace_capture_strings(struct syscall_trace_store *store,
					   const struct syscall_trace_call *call);

/*
 * Copy the strings of a call that has nothing else to copy. Most such calls have one, which is
 * resident and not too long. Only that is done here. All others start again in a function that
 * is not inline: variables that live across the read would cost the common case, too. Returns
 * the size of the blobs.
 */
static __always_inline unsigned int
syscall_trace_capture_string(struct syscall_trace_store *store,
			     const struct syscall_trace_call *call)
{
	unsigned int strings = SYSCALL_TRACE_STR_MASK(call->captures);
	struct syscall_trace_blob *blob = (void *)store->blobs;
	const char __user *str;
	unsigned long len;

	if (unlikely(!strings || strings & (strings - 1)))
		return syscall_trace_capture_strings(store, call);

	syscall_trace_begin_string(blob, __ffs(strings));
	str = (const char __user *)store->args[__ffs(strings)];
	if (unlikely(!str || syscall_trace_has_devices()))
		return syscall_trace_capture_strings(store, call);
	len = syscall_trace_read_resident_string(blob->data, str, store->limits.strlen + 1);
	if (unlikely(len > store->limits.strlen))
		return syscall_trace_capture_strings(store, call);
	blob->len = len;

	return syscall_trace_blob_size(len);
}

/* Copy what the arguments of a call, which are in the store, lead to when it begins. */
static __always_inline void syscall_trace_capture_enter(struct syscall_trace_task *task,
							struct syscall_trace_store *store,
							const struct syscall_trace_call *call)
{
	store->size = 0;
	if (likely(syscall_trace_begins_with_strings(store, call))) {
		if (call->captures & ~SYSCALL_TRACE_STR_MASK(~0U) &&
		    call->captures & store->limits.mask)
			syscall_trace_note_output(task, store, call);
		if (store->limits.strlen)
			store->size = syscall_trace_capture_string(store, call);
	} else if (call->captures & store->limits.mask) {
		if (call->flat)
			store->size = syscall_trace_copy_flat(store, call, 0,
							      syscall_trace_flat_length(store, call));
		if (!store->size)
			syscall_trace_capture_input(task, store, call);
	}
	store->entered = store->size;
}

/* The table's entry for a number of an ABI, or NULL. */
static __always_inline const struct syscall_trace_call *syscall_trace_call_of(int nr, u8 abi)
{
	const struct syscall_trace_abi *desc = &syscall_trace_abis[abi];
	unsigned long index = (unsigned int)nr;

	if (unlikely(index >= desc->nr_slots))
		return NULL;

	return desc->slots[array_index_nospec(index, desc->nr_slots)].call;
}

/* The table's entry for a call of the current task, or NULL; @abi gets the index of the ABI. */
static __always_inline const struct syscall_trace_call *syscall_trace_find_call(int nr, u8 *abi)
{
	*abi = syscall_trace_arch_abi(&nr);

	return syscall_trace_call_of(nr, *abi);
}

/* The case of a call, as far as its words tell. */
static inline const struct syscall_trace_call *
syscall_trace_case_of(const struct syscall_trace_call *call, const unsigned long *args)
{
	const struct syscall_trace_call *found = call;

	while (found && !found->target) {
		call = found;
		if (!call->cases)
			break;
		found = syscall_trace_find_case(call, args[call->cases->arg]);
	}

	return call;
}

/* words.c */
void syscall_trace_read_args(struct task_struct *task, struct pt_regs *regs, unsigned int abi,
			     int nr, unsigned long args[SYSCALL_TRACE_MAX_ARGS]);

/* The arguments of a task's call, as the kernel's entry point gets them. */
static __always_inline void
syscall_trace_get_arguments(struct task_struct *task, struct pt_regs *regs, unsigned int abi,
			    int nr, unsigned long args[SYSCALL_TRACE_MAX_ARGS])
{
	if (likely(!abi))
		syscall_trace_arch_args(regs, args);
	else
		syscall_trace_read_args(task, regs, abi, nr, args);
}

/* -------------------------------- families -------------------------------- */

/**
 * struct syscall_trace_capture - a capture of one call under way
 * @task: the current task's call
 * @store: where the copies go
 * @limits: limits of the copies
 * @call: the case of the call
 * @args: the arguments of @call
 * @pos: where the next blob goes
 * @end: the end of the space for blobs
 * @sharers: number of arguments still to capture, which share what is left of the space
 * @nr_ifnames: number of names of network interfaces that were captured
 * @ifindexes: the numbers of these interfaces
 * @ret: with @at_exit, the return value
 * @at_exit: the call has ended; if not, it begins
 */
struct syscall_trace_capture {
	struct syscall_trace_task	*task;
	struct syscall_trace_store	*store;
	const struct syscall_trace_limits *limits;
	const struct syscall_trace_call	*call;
	const unsigned long		*args;
	void				*pos;
	void				*end;
	unsigned int			sharers;
	unsigned int			nr_ifnames;
	int				ifindexes[SYSCALL_TRACE_IFNAMES_MAX];
	long				ret;
	bool				at_exit;
};

/* What stands for an argument in the blobs that are being made. */
static inline unsigned int syscall_trace_captured(const struct syscall_trace_capture *cap,
						  unsigned int arg)
{
	return cap->at_exit ? arg | SYSCALL_TRACE_BLOB_AT_EXIT : arg;
}

/* blob.c */
void syscall_trace_note_missing(struct syscall_trace_capture *cap, unsigned int arg);
struct syscall_trace_blob *
syscall_trace_add_blob(struct syscall_trace_capture *cap, unsigned int arg,
		       unsigned int part, unsigned int sort);
struct syscall_trace_blob *
syscall_trace_add_counted(struct syscall_trace_capture *cap, unsigned int arg,
			  unsigned int part, unsigned int sort, u64 count);
size_t syscall_trace_share(const struct syscall_trace_capture *cap);
size_t syscall_trace_piece(const struct syscall_trace_capture *cap, size_t size, size_t limit,
			   unsigned int rest);
void syscall_trace_copy(struct syscall_trace_capture *cap, struct syscall_trace_blob *blob,
			unsigned long addr, size_t size, size_t limit);
void syscall_trace_end_blob(struct syscall_trace_capture *cap,
			    const struct syscall_trace_blob *blob);
struct syscall_trace_blob *
syscall_trace_capture_blob(struct syscall_trace_capture *cap, unsigned int arg,
			   unsigned int part, unsigned int sort,
			   unsigned long addr, size_t size, size_t limit);
bool syscall_trace_capture_words(struct syscall_trace_capture *cap, unsigned int arg,
				 unsigned int part, const u64 *words, unsigned int nr);
const struct syscall_trace_blob *
syscall_trace_entered(const struct syscall_trace_capture *cap, unsigned int arg,
		      unsigned int part);

/* Do @size bytes of data fit into the blob that is being made? */
static inline bool syscall_trace_has_room(const struct syscall_trace_capture *cap,
					  const struct syscall_trace_blob *blob, size_t size)
{
	return cap->end - (void *)blob->data >= size;
}

/* The unsigned number that is @offset bytes into the blob; 0: the blob ends before. */
static inline u64 syscall_trace_number_at(const struct syscall_trace_blob *blob, size_t offset,
					  size_t size)
{
	return blob->len < offset + size ? 0 : syscall_trace_get_uint(blob->data + offset, size);
}

/* Copy a string that is a piece of an argument, where there is room for @limit bytes. */
static inline struct syscall_trace_blob *
syscall_trace_copy_part(struct syscall_trace_capture *cap, unsigned int arg, unsigned int part,
			u64 addr, size_t limit)
{
	struct syscall_trace_blob *blob = syscall_trace_put_part(cap->pos, part, 0);

	syscall_trace_copy_string(blob, arg, (const char __user *)addr, limit);
	blob->has_part = true;

	return blob;
}

/* The limit of a string of that type, in bytes. */
static inline size_t syscall_trace_text_limit(const struct syscall_trace_capture *cap,
					      const struct syscall_trace_type *type)
{
	return type->count_by == SYSCALL_TRACE_BYTES ? cap->limits->datalen : cap->limits->strlen;
}

/* Capture one piece of nested data. */
static inline struct syscall_trace_blob *
syscall_trace_capture_part(struct syscall_trace_capture *cap, unsigned int arg,
			   unsigned int part, unsigned long addr, size_t size, size_t limit)
{
	return syscall_trace_capture_blob(cap, arg, part, SYSCALL_TRACE_NESTED, addr, size,
					  limit);
}

/* length.c */
s64 syscall_trace_length(const struct syscall_trace_capture *cap, unsigned int arg);

/* arg.c */
struct syscall_trace_blob *
syscall_trace_begin_data(struct syscall_trace_capture *cap, unsigned int arg);
const struct syscall_trace_blob *
syscall_trace_capture_plain(struct syscall_trace_capture *cap, unsigned int arg);
bool syscall_trace_copy_structs(struct syscall_trace_capture *cap,
				struct syscall_trace_blob *blob,
				const struct syscall_trace_type *type, unsigned long addr,
				s64 len);
void syscall_trace_capture_arg(struct syscall_trace_capture *cap, unsigned int arg);

/* nested.c; for syscall_capture_WORD(), see nested.h. */
struct syscall_trace_blob *
syscall_trace_begin_nested(struct syscall_trace_capture *cap, unsigned int arg);
struct syscall_trace_blob *
syscall_trace_begin_counted(struct syscall_trace_capture *cap, unsigned int arg, u64 count);

/* Bytes of a register of the ABI, and of the longs that sets of bits consist of. */
static inline size_t syscall_trace_word_size(const struct syscall_trace_task *task)
{
	return syscall_trace_abis[task->abi].layout == SYSCALL_TRACE_NARROW ?
	       sizeof(u32) : sizeof(u64);
}

/* Bytes of a structure, an integer or an element of that type. */
static inline size_t syscall_trace_type_size(const struct syscall_trace_capture *cap,
					     const struct syscall_trace_type *type)
{
	return type->size[syscall_trace_layout(type, cap->task->abi)];
}

/* Bytes of a long in what an argument leads to. */
static inline size_t syscall_trace_arg_long(const struct syscall_trace_capture *cap,
					    unsigned int arg)
{
	return syscall_trace_long_size(cap->call->args[arg].type, cap->task->abi);
}

/* ifname.c */
void syscall_trace_capture_ifname(struct syscall_trace_capture *cap, int ifindex);
void syscall_trace_ifname_at(struct syscall_trace_capture *cap,
			     const struct syscall_trace_blob *blob, size_t offset);

/* netlink.c */

/* Could the data of a blob begin with a message of a netlink socket? */
static inline bool syscall_trace_like_netlink(const struct syscall_trace_blob *blob)
{
	u32 len = syscall_trace_number_at(blob, offsetof(struct nlmsghdr, nlmsg_len), sizeof(len));

	return blob->len >= sizeof(struct nlmsghdr) && len >= sizeof(struct nlmsghdr) &&
	       len <= SZ_1M;
}

struct syscall_trace_blob *
syscall_trace_copy_netlink(struct syscall_trace_capture *cap, struct syscall_trace_blob *blob,
			   unsigned long addr, size_t size);
void syscall_trace_netlink_ifnames(struct syscall_trace_capture *cap,
				   const struct syscall_trace_blob *blob);

/* sockaddr.c */
void syscall_trace_ifnames(struct syscall_trace_capture *cap,
			   const struct syscall_trace_blob *blob, size_t offset,
			   const struct syscall_trace_type *type);

#endif /* _SYSCALL_CAPTURE_H */
