// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures what is more than one piece of memory.
 * syscall_capture_WORD() belongs to the structure WORD that syscalls.def declares
 * as nested; its printer is syscall_nested_WORD(). Each piece is a blob with a
 * number of its own.
 */
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/sched/task_stack.h>
#include <linux/utsname.h>
#include <uapi/linux/elf.h>
#include <uapi/linux/io_uring.h>
#include <uapi/linux/uio.h>

#include "../pieces.h"
#include "../tracer.h"
#include "../format/format.h"
#include "../format/printers.h"
#include "nested.h"

/* Where counting the elements of a list ends. */
#define COUNT_MAX	U16_MAX

/* Pointers that are read at once. */
#define CHUNK		64

/**
 * syscall_trace_long_size - bytes of a long or a pointer in an argument's memory
 * @cap: the capture
 * @arg: index of the argument
 *
 * Return: 4 or 8.
 */
size_t syscall_trace_long_size(const struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_type *type = cap->call->args[arg].type;

	return syscall_trace_layout(type, cap->task->head.abi) == SYSCALL_TRACE_NARROW ?
	       sizeof(u32) : sizeof(u64);
}

/**
 * syscall_trace_read_long - read a long or a pointer
 * @addr: the address in user space
 * @size: its size, 4 or 8
 * @val: the result
 *
 * Context: may sleep.
 * Return: whether it is readable.
 */
bool syscall_trace_read_long(unsigned long addr, size_t size, u64 *val)
{
	*val = 0;

	return !syscall_trace_read(val, addr, size);
}

/* A null pointer, or the head of what is to come. */
static struct syscall_trace_blob *
begin(struct syscall_trace_capture *cap, unsigned int arg, unsigned int sort)
{
	struct syscall_trace_blob *blob = syscall_trace_add_blob(cap, arg, 0, sort);

	if (blob && !cap->args[arg]) {
		blob->status = SYSCALL_TRACE_NULL;
		syscall_trace_end_blob(cap, blob);
		return NULL;
	}

	return blob;
}

/*
 * Read pointers of a list that a null pointer ends, up to @nr and up to the end of the
 * page: what is behind the end of the list is not to be touched. Returns their number.
 */
static unsigned int read_pointers(unsigned long addr, size_t size, u64 *ptrs, unsigned int nr)
{
	u32 narrow[CHUNK];
	void *to = size == sizeof(*narrow) ? (void *)narrow : ptrs;
	unsigned int i;

	nr = min_t(size_t, nr, max_t(size_t, (PAGE_SIZE - offset_in_page(addr)) / size, 1));
	nr = (nr * size - syscall_trace_read(to, addr, nr * size)) / size;
	for (i = 0; i < nr && to == narrow; i++)
		ptrs[i] = narrow[i];

	return nr;
}

/* Nothing more of the list is to be had. */
static void end_list(const struct syscall_trace_capture *cap, struct syscall_trace_blob *blob)
{
	blob->status = SYSCALL_TRACE_FAULTED;
	if (cap->task->absent)
		blob->sort |= SYSCALL_TRACE_ABSENT;
}

/* The pointers of argv that are shown, and whether there are more: the blob's status. */
static unsigned int read_list(const struct syscall_trace_capture *cap,
			      struct syscall_trace_blob *blob, unsigned long addr,
			      size_t size, u64 *ptrs)
{
	unsigned int nr = 0;

	for (;;) {
		unsigned int end = nr + read_pointers(addr + nr * size, size, ptrs + nr,
						      SYSCALL_TRACE_ELEMENTS_MAX + 1 - nr);

		if (end == nr) {
			end_list(cap, blob);
			return nr;
		}
		for (; nr < end; nr++) {
			if (!ptrs[nr])
				return nr;
		}
		if (nr > SYSCALL_TRACE_ELEMENTS_MAX) {
			blob->status = SYSCALL_TRACE_TRUNCATED;
			return SYSCALL_TRACE_ELEMENTS_MAX;
		}
	}
}

/*
 * argv: the pointers, so far as they are shown, and behind them each string. What is
 * not readable shows as its pointer.
 */
void syscall_capture_strv(struct syscall_trace_capture *cap, unsigned int arg)
{
	struct syscall_trace_blob *blob;
	size_t size = syscall_trace_long_size(cap, arg);
	u64 ptrs[SYSCALL_TRACE_ELEMENTS_MAX + 1];
	unsigned int i, nr;

	blob = begin(cap, arg, SYSCALL_TRACE_NESTED);
	if (!blob)
		return;

	nr = read_list(cap, blob, cap->args[arg], size, ptrs);
	if (cap->end - cap->pos < sizeof(*blob) + nr * sizeof(*ptrs))
		return;
	memcpy(blob->data, ptrs, nr * sizeof(*ptrs));
	blob->len = nr * sizeof(*ptrs);
	blob->count = nr;
	syscall_trace_end_blob(cap, blob);

	for (i = 0; i < nr; i++) {
		size_t share = (cap->end - cap->pos) / (nr - i);

		if (!cap->limits->datalen || share <= syscall_trace_string_room(0))
			break;
		blob = cap->pos;
		syscall_trace_copy_string(blob, arg, (const char __user *)ptrs[i],
					  min_t(size_t, cap->limits->datalen,
						share - syscall_trace_string_room(0)));
		blob->part = i + 1;
		if (blob->status == SYSCALL_TRACE_TRUNCATED && blob->len < cap->limits->datalen)
			syscall_trace_refuse(SYSCALL_TRACE_NO_SHARE);
		syscall_trace_end_blob(cap, blob);
	}
}

/*
 * envp: how many there are. The kernel copies each string, and so counting them takes
 * a small part of what the call takes.
 */
void syscall_capture_envv(struct syscall_trace_capture *cap, unsigned int arg)
{
	unsigned long addr = cap->args[arg];
	struct syscall_trace_blob *blob;
	size_t size = syscall_trace_long_size(cap, arg);
	u64 ptrs[CHUNK];
	unsigned int i, nr;

	blob = begin(cap, arg, SYSCALL_TRACE_NESTED);
	if (!blob)
		return;

	for (;; addr += nr * size) {
		nr = fatal_signal_pending(current) ? 0 :
		     read_pointers(addr, size, ptrs, ARRAY_SIZE(ptrs));
		if (!nr) {
			end_list(cap, blob);
			break;
		}
		for (i = 0; i < nr && ptrs[i] && blob->count < COUNT_MAX; i++)
			blob->count++;
		if (i == nr)
			continue;
		if (ptrs[i])
			blob->status = SYSCALL_TRACE_TRUNCATED;
		break;
	}
	syscall_trace_end_blob(cap, blob);
}

/*
 * clone3(): the structure as large as both sides know it and, when the call begins, the
 * wanted ids. When it ends, what the structure tells the kernel to write.
 */
void syscall_capture_clone_args(struct syscall_trace_capture *cap, unsigned int arg)
{
	unsigned long addr = cap->args[arg];
	size_t given = cap->args[arg + 1];
	size_t size = min_t(size_t, given, sizeof(struct clone_args));
	const struct syscall_trace_blob *old;
	struct syscall_trace_blob *blob;
	struct clone_args args = { };

	if (size < CLONE_ARGS_SIZE_VER0)
		return;

	if (cap->at_exit) {
		/* The kernel read it once: what it wrote may have gone over it. */
		old = syscall_trace_entered(cap, arg, 0);
		if (!old || old->len < size)
			return;
		memcpy(&args, old->data, size);
		if (args.flags & CLONE_PIDFD)
			syscall_trace_capture_part(cap, arg, SYSCALL_CLONE3_PIDFD, args.pidfd,
						   sizeof(s32), sizeof(s32));
		if (args.flags & CLONE_PARENT_SETTID)
			syscall_trace_capture_part(cap, arg, SYSCALL_CLONE3_PARENT_TID,
						   args.parent_tid, sizeof(s32), sizeof(s32));
		return;
	}

	if (syscall_trace_read(&args, addr, size))
		return;

	/* Beyond what is known, there must be nothing but zeroes. */
	blob = syscall_trace_add_blob(cap, arg, 0, SYSCALL_TRACE_NESTED);
	if (!blob)
		return;
	blob->count = min_t(size_t, given, U16_MAX);
	syscall_trace_copy(cap, blob, addr, given, sizeof(args) + SYSCALL_TRACE_REST_MAX);
	syscall_trace_end_blob(cap, blob);

	size = args.set_tid_size * sizeof(s32);
	if (args.set_tid && args.set_tid_size &&
	    args.set_tid_size <= SYSCALL_TRACE_ELEMENTS_MAX)
		syscall_trace_capture_part(cap, arg, SYSCALL_CLONE3_SET_TID, args.set_tid,
					   size, size);
}

/*
 * General registers, of which @size bytes are there. The blob says how many there are in
 * all, because that tells which ones they are.
 */
static void capture_regs(struct syscall_trace_capture *cap, unsigned int arg,
			 unsigned int part, unsigned long addr, size_t size, bool wide)
{
	struct syscall_trace_blob *blob;

	blob = syscall_trace_add_blob(cap, arg, part, SYSCALL_TRACE_NESTED);
	if (!blob)
		return;
	blob->count = wide ? SYSCALL_NR_REGS_64 : SYSCALL_NR_REGS_32;
	syscall_trace_copy(cap, blob, addr, size, size);
	syscall_trace_end_blob(cap, blob);
}

/* The general registers of a traced task: ptrace(PTRACE_GETREGS) and the like. */
void syscall_capture_user_regs(struct syscall_trace_capture *cap, unsigned int arg)
{
	bool wide = cap->task->head.abi != SYSCALL_TRACE_ABI_I386;

	if (cap->args[arg])
		capture_regs(cap, arg, 0, cap->args[arg],
			     wide ? SYSCALL_REGS_64 : SYSCALL_REGS_32, wide);
}

/*
 * Bytes of general registers, and of each of them, that ptrace() knows of a task: the task's
 * own width decides, whatever that of its tracer is. False: there is no such task.
 */
static bool regset_size(pid_t pid, size_t *all, size_t *each)
{
	struct task_struct *task;
	bool found = false;

	guard(rcu)();
	task = find_task_by_vpid(pid);
	/* A task that is gone has no registers, but can be found for a while. */
	if (task && try_get_task_stack(task)) {
		bool wide = user_64bit_mode(task_pt_regs(task));

		*all = wide ? SYSCALL_REGS_64 : SYSCALL_REGS_32;
		*each = wide ? sizeof(u64) : sizeof(u32);
		put_task_stack(task);
		found = true;
	}

	return found;
}

/*
 * The same by way of an iovec, which is all that is followed of other registers. Parts of
 * a register are refused.
 */
void syscall_capture_regset(struct syscall_trace_capture *cap, unsigned int arg)
{
	size_t size = cap->task->head.abi == SYSCALL_TRACE_ABI_X86_64 ?
		      sizeof(u64) : sizeof(u32);
	unsigned long addr = cap->args[arg];
	const struct syscall_trace_blob *old;
	struct syscall_trace_blob *blob;
	size_t all, each;
	u64 iov[2];

	if (!addr || !syscall_trace_read_long(addr, size, &iov[0]) ||
	    !syscall_trace_read_long(addr + size, size, &iov[1]))
		return;
	if (cap->at_exit) {
		/* The kernel has filled in the length only. Registers may be in both. */
		old = syscall_trace_entered(cap, arg, 0);
		if (!old || old->len < sizeof(iov))
			return;
		memcpy(&iov[0], old->data, sizeof(iov[0]));
	}

	blob = syscall_trace_add_blob(cap, arg, 0, SYSCALL_TRACE_NESTED);
	if (!blob || cap->end - cap->pos < sizeof(*blob) + sizeof(iov))
		return;
	memcpy(blob->data, iov, sizeof(iov));
	blob->len = sizeof(iov);
	syscall_trace_end_blob(cap, blob);

	if (cap->args[arg - 1] != NT_PRSTATUS ||
	    (cap->call->args[arg].dir & SYSCALL_TRACE_OUT && !cap->at_exit))
		return;
	if (regset_size(cap->args[arg - 2], &all, &each) && iov[1] % each == 0)
		capture_regs(cap, arg, 1, iov[0], min_t(u64, iov[1], all),
			     each == sizeof(u64));
}

/* The number that a member of a structure is; 0: it is not there. */
static u64 member_value(const struct syscall_trace_field *field, unsigned int layout,
			const u8 *data, size_t len)
{
	size_t size = field->size[layout];
	u64 val = 0;

	if (!field->nr && size <= sizeof(val) && field->offset[layout] + size <= len)
		memcpy(&val, data + field->offset[layout], size);

	return val;
}

/* The length of what member @of leads to: its name's with "len" or "_size" behind. */
static u64 member_length(const struct syscall_trace_type *type,
			 const struct syscall_trace_field *of, unsigned int layout,
			 const u8 *data, size_t len)
{
	size_t prefix = strlen(of->name);
	unsigned int i;

	for (i = 0; i < type->nr_fields; i++) {
		const char *name = type->fields[i].name;

		if (name && !strncmp(name, of->name, prefix) &&
		    (!strcmp(name + prefix, "len") || !strcmp(name + prefix, "_size")))
			return member_value(&type->fields[i], layout, data, len);
	}

	return 0;
}

/* What the address @addr, a member of a structure, leads to. */
static void capture_pointed(struct syscall_trace_capture *cap, unsigned int arg,
			    unsigned int part, const struct syscall_trace_type *kind,
			    u64 addr, u64 size)
{
	const struct syscall_trace_limits *limits = cap->limits;
	size_t room = cap->end - cap->pos;
	struct syscall_trace_blob *blob;
	syscall_trace_print_integer *print = syscall_trace_integer_printer(kind);
	unsigned int limit;

	if (!addr)
		return;

	if (print == syscall_kind_at_bytes) {
		blob = syscall_trace_add_blob(cap, arg, part, SYSCALL_TRACE_DATA);
		if (!blob || !limits->datalen)
			return;
		syscall_trace_copy(cap, blob, addr, size, limits->datalen);
	} else {
		limit = print == syscall_kind_at_path ? limits->strlen : limits->datalen;
		if (!limit || room <= syscall_trace_string_room(0))
			return;
		blob = cap->pos;
		syscall_trace_copy_string(blob, arg, (const char __user *)addr,
					  min_t(size_t, limit,
						room - syscall_trace_string_room(0)));
		blob->part = part;
	}
	syscall_trace_end_blob(cap, blob);
}

/* The same of all members that are such addresses, in the order of the members. */
static void capture_members(struct syscall_trace_capture *cap, unsigned int arg,
			    unsigned int *part, const struct syscall_trace_type *type,
			    unsigned int layout, const u8 *data, size_t len)
{
	unsigned int i;

	for (i = 0; i < type->nr_fields; i++) {
		const struct syscall_trace_field *field = &type->fields[i];
		size_t offset = field->offset[layout];

		if (!field->name || offset >= len)
			continue;
		if (field->type->sort == SYSCALL_TRACE_STRUCT)
			capture_members(cap, arg, part, field->type, layout, data + offset,
					len - offset);
		else if (syscall_trace_is_address(field->type))
			capture_pointed(cap, arg, ++*part, field->type,
					member_value(field, layout, data, len),
					member_length(type, field, layout, data, len));
	}
}

/*
 * A structure with addresses of text or bytes. What the kernel has written to it is
 * copied alone.
 */
void syscall_capture_indirect(struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_type *type = cap->call->args[arg].type;
	const struct syscall_trace_blob *blob = cap->pos;
	unsigned int part = 0;

	syscall_trace_capture_plain(cap, arg);
	if (!cap->at_exit && (void *)blob < cap->pos)
		capture_members(cap, arg, &part, type,
				syscall_trace_layout(type, cap->task->head.abi),
				blob->data, blob->len);
}

void syscall_capture_bpf_attr(struct syscall_trace_capture *cap, unsigned int arg)
{
	/* More than a page is refused, and nobody else looks at it. */
	if (syscall_trace_length(cap, arg) <= PAGE_SIZE)
		syscall_capture_indirect(cap, arg);
}

/*
 * A set of nodes: whole longs. The length is one more than it has bits; without any of
 * them it is an error.
 */
void syscall_capture_nodemask(struct syscall_trace_capture *cap, unsigned int arg)
{
	size_t size = syscall_trace_long_size(cap, arg);
	u64 len = syscall_trace_length(cap, arg);
	u64 nr = len ? DIV_ROUND_UP_ULL(len - 1, 8 * size) : 0;
	struct syscall_trace_blob *blob;

	blob = begin(cap, arg, SYSCALL_TRACE_NESTED);
	/* Nobody takes such a length for a real one. */
	if (!blob || len == 1 || len >= S64_MAX)
		return;

	blob->count = min_t(u64, nr, U16_MAX);
	syscall_trace_copy(cap, blob, cap->args[arg], nr * size,
			   min_t(u64, nr, SYSCALL_TRACE_ELEMENTS_MAX) * size);
	syscall_trace_end_blob(cap, blob);
}

/* sigreturn(): no argument leads to the mask that it restores. */
static void capture_sigframe(struct syscall_trace_capture *cap, unsigned int arg, bool old)
{
	struct syscall_trace_blob *blob;
	unsigned long addr[2];

	blob = syscall_trace_add_blob(cap, arg, 0, SYSCALL_TRACE_NESTED);
	if (!blob)
		return;
	syscall_trace_arch_sigmask(cap->task->head.abi, old, addr);
	syscall_trace_copy(cap, blob, addr[0], sizeof(u32), sizeof(u32));
	if (blob->len == sizeof(u32))
		syscall_trace_copy(cap, blob, addr[1], sizeof(u32), sizeof(u32));
	syscall_trace_end_blob(cap, blob);
}

void syscall_capture_sigframe(struct syscall_trace_capture *cap, unsigned int arg)
{
	capture_sigframe(cap, arg, false);
}

void syscall_capture_old_sigframe(struct syscall_trace_capture *cap, unsigned int arg)
{
	capture_sigframe(cap, arg, true);
}

/* The name of a host or a domain, unless it is too long to be one. */
void syscall_capture_hostname(struct syscall_trace_capture *cap, unsigned int arg)
{
	u64 len = syscall_trace_length(cap, arg);
	struct syscall_trace_blob *blob;

	if (len > __NEW_UTS_LEN || !cap->args[arg])
		return;
	blob = syscall_trace_add_blob(cap, arg, 0, SYSCALL_TRACE_DATA);
	if (!blob)
		return;
	syscall_trace_copy(cap, blob, cap->args[arg], len, cap->limits->datalen);
	syscall_trace_end_blob(cap, blob);
}

/* Some descriptors in the place of registered ones: where, and where they are. */
void syscall_capture_io_uring_files_update(struct syscall_trace_capture *cap,
					   unsigned int arg)
{
	u64 nr = syscall_trace_length(cap, arg);
	struct io_uring_files_update update;

	syscall_trace_capture_part(cap, arg, 0, cap->args[arg], sizeof(update), sizeof(update));
	if (syscall_trace_read(&update, cap->args[arg], sizeof(update)))
		return;
	syscall_trace_capture_part(cap, arg, 1, update.fds, nr * sizeof(s32),
				   min_t(u64, nr, SYSCALL_TRACE_ELEMENTS_MAX) * sizeof(s32));
}

/* What the kernel can do: a head, and an element for each operation. */
void syscall_capture_io_uring_probe(struct syscall_trace_capture *cap, unsigned int arg)
{
	u64 nr = syscall_trace_length(cap, arg);
	struct io_uring_probe *probe;

	syscall_trace_capture_part(cap, arg, 0, cap->args[arg], struct_size(probe, ops, nr),
				   struct_size(probe, ops,
					       min_t(u64, nr, SYSCALL_TRACE_ELEMENTS_MAX)));
}
