/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what the formatter's files share.
 *
 * The formatter makes text of a call's records and the table. It needs nothing else, no
 * user memory, lock or allocation, so it works in an oops dump and compiles in user space.
 */
#ifndef _SYSCALL_FORMAT_H
#define _SYSCALL_FORMAT_H

#include <linux/syscall_trace_record.h>
#include <linux/syscall_trace_table.h>
#include <linux/trace_seq.h>
#include <linux/types.h>

#include "../pieces.h"

/*
 * The text of any record must fit into an empty trace_seq. So printers of lists and strings
 * stop once a line has this many bytes. Whatever a line has besides must fit into the rest
 * of the trace_seq.
 */
#define SYSCALL_TRACE_TEXT_MAX	5120

/* The same for JSON, whose escapes may double the text. */
#define SYSCALL_TRACE_JSON_MAX	2048

/* The same for an oops dump, which cuts lines at 1000 bytes. */
#define SYSCALL_TRACE_DUMP_MAX	600

/*
 * Room for all that follows a long argument: the other arguments, the result and the
 * newline.
 */
#define SYSCALL_TRACE_RESULT_MAX	2048

/* JSON cuts the text of other events to fewer bytes than this. */
#define SYSCALL_TRACE_OTHER_MAX	512

#define SYSCALL_TRACE_SHOW_RAW	1	/* words in hex, nothing decoded */
#define SYSCALL_TRACE_SHOW_NAMES	2	/* argument names */
#define SYSCALL_TRACE_SHOW_TIME	4	/* how long the call took */
#define SYSCALL_TRACE_SHOW_IN_NS	8	/* times are in nanoseconds, not in some unit */
#define SYSCALL_TRACE_SHOW_NO_DATA	16	/* hide contents of what was read or written */
#define SYSCALL_TRACE_SHOW_HEX	32	/* strings in hex */
#define SYSCALL_TRACE_SHOW_BINARY_HEX	64	/* strings that are not ASCII in hex */
#define SYSCALL_TRACE_SHOW_NUMBERS	128	/* constants as numbers */
#define SYSCALL_TRACE_SHOW_BOTH	256	/* constants as numbers, and by name */

/* The kernel refuses larger structures if the caller passes their size. */
#define SYSCALL_TRACE_STRUCT_MAX	4096

/* What the head of a trace says about the time in front of the lines. */
#define SYSCALL_TRACE_HEADER	\
	"# The time of a call is that of its return or, if its entry was recorded, of that.\n"

/* Stands in place of hidden contents. */
#define SYSCALL_TRACE_HIDDEN	"/* data */"

/**
 * struct syscall_trace_blobs - the blobs of a record, not trusted
 * @data: the blobs
 * @size: bytes of @data
 */
struct syscall_trace_blobs {
	const void	*data;
	size_t		size;
};

struct syscall_trace_context;

/**
 * struct syscall_trace_fmt - one call on its way to text
 * @s: where the text goes
 * @call: what is known about the call, or NULL
 * @name: printed name, or NULL
 * @head: what its record begins with
 * @nr: number, for a call without a name
 * @abi: index of the ABI, syscall_trace_nr_abis if the record's is unknown
 * @flags: SYSCALL_TRACE_SHOW_RAW and others
 * @nr_args: how many of @args the record holds
 * @args: argument words as the task passed them
 * @ret: return value
 * @blobs: what was captured
 * @begin_time: when the record of the entry was made, which may be later than @entry_time;
 *		0: there is none
 * @entry_time: when the call was entered, 0 if unknown
 * @at_exit: the call has ended: @ret is its result
 * @is_split: the first argument that the kernel writes, and all behind it, are left to the
 *	      exit
 * @late: arguments for which what was copied when the call had ended stands in for what could
 *	  not be read when it began, a bit for each
 * @uncopied: the tracer had no memory to copy what the arguments lead to
 * @blob: the copy that is being printed; an empty one if an argument has none
 * @addr: its address in user space
 * @leads_on: what its members lead to was captured, too, as parts of their own
 * @arg: with @leads_on, the argument
 * @part: with @leads_on, the last of these parts that was printed
 * @family: the address family of the netlink message that is being printed
 * @end: length of @s at which long text must end
 * @room: bytes of a line up to there
 * @column: length of @s at which the result of a call begins, if the call is shorter; 0: any
 * @json: the head of a JSON object; NULL: print a line in strace's notation
 */
struct syscall_trace_fmt {
	struct trace_seq		*s;
	const struct syscall_trace_call	*call;
	const char			*name;
	struct syscall_trace_head	head;
	int				nr;
	unsigned int			abi;
	unsigned int			flags;
	unsigned int			nr_args;
	u64				args[SYSCALL_TRACE_MAX_ARGS];
	s64				ret;
	struct syscall_trace_blobs	blobs;
	u64				begin_time;
	u64				entry_time;
	bool				at_exit;
	bool				is_split;
	u8				late;
	bool				uncopied;
	const struct syscall_trace_blob	*blob;
	u64				addr;
	bool				leads_on;
	u8				arg;
	u8				part;
	u8				family;
	size_t				end;
	size_t				room;
	size_t				column;
	const struct syscall_trace_context *json;
};

/* Which of the records of calls it is. */
enum syscall_trace_kind {
	SYSCALL_TRACE_WHOLE,
	SYSCALL_TRACE_ENTRY,
	SYSCALL_TRACE_EXIT,
};

/**
 * struct syscall_trace_record - the record of a call, not trusted
 * @kind: enum syscall_trace_kind
 * @data: its bytes from struct syscall_trace_head on, perhaps not aligned
 * @size: bytes of @data
 * @time: when it was recorded
 */
struct syscall_trace_record {
	enum syscall_trace_kind	kind;
	const void		*data;
	size_t			size;
	u64			time;
};

/**
 * struct syscall_trace_context - when and where a record was made, and by which task
 * @time: in units of the trace clock
 * @cpu: the CPU
 * @comm: the name of the task, not trusted
 * @pid: its process, 0 if unknown
 * @tid: the task itself
 * @ns_pid: @pid in the task's pid namespace, 0 if unknown or if that is the first one
 * @ns_tid: @tid there, likewise
 */
struct syscall_trace_context {
	u64		time;
	int		cpu;
	const char	*comm;
	int		pid;
	int		tid;
	int		ns_pid;
	int		ns_tid;
};

/**
 * struct syscall_trace_task_event - an event of a task between its calls, not trusted
 * @what: enum syscall_trace_event
 * @value: see enum syscall_trace_event
 * @seq: the number of the last call of the task, see struct syscall_trace_head
 * @info: see enum syscall_trace_event
 * @size: bytes of @info
 */
struct syscall_trace_task_event {
	unsigned int	what;
	int		value;
	u32		seq;
	const u8	*info;
	size_t		size;
};

/* line.c */
void syscall_trace_print_call_line(struct syscall_trace_fmt *fmt,
				   const struct syscall_trace_record *rec);
bool syscall_trace_print_entry_line(struct syscall_trace_fmt *fmt,
				    const struct syscall_trace_record *rec);
size_t syscall_trace_longest_line(const struct syscall_trace_fmt *fmt);
bool syscall_trace_exit_fits(const struct syscall_trace_fmt *fmt);
void syscall_trace_print_no_result(struct syscall_trace_fmt *fmt);
void syscall_trace_print_outcome(struct syscall_trace_fmt *fmt);
void syscall_trace_print_unfinished_line(struct syscall_trace_fmt *fmt);
void syscall_trace_print_exit_line(struct syscall_trace_fmt *fmt,
				   const struct syscall_trace_record *rec);
void syscall_trace_print_resumed_line(struct syscall_trace_fmt *fmt,
				      const struct syscall_trace_record *rec);
void syscall_trace_print_task_line(struct syscall_trace_fmt *fmt,
				   const struct syscall_trace_task_event *event);
void syscall_trace_print_lost_line(struct syscall_trace_fmt *fmt, int tid, unsigned int calls);

/* json.c; all but the last one need @fmt->json */
void syscall_trace_json_call(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_record *rec);
bool syscall_trace_json_enter(struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_record *rec);
void syscall_trace_json_unfinished(struct syscall_trace_fmt *fmt);
void syscall_trace_json_exit(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_record *rec);
void syscall_trace_json_resumed(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_record *rec, bool valid);
void syscall_trace_json_text(struct syscall_trace_fmt *fmt, const char *type,
			     const char *text, size_t len);
void syscall_trace_json_task(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_task_event *event);
void syscall_trace_json_lost_calls(struct syscall_trace_fmt *fmt, unsigned int calls);
void syscall_trace_json_lost(struct trace_seq *s, int cpu, unsigned long records);

/* event.c */
bool syscall_trace_find_birth(const struct syscall_trace_task_event *event,
			      struct syscall_trace_birth *birth);
void syscall_trace_print_birth_flags(struct syscall_trace_fmt *fmt,
				     const struct syscall_trace_birth *birth);
void syscall_trace_print_event(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_task_event *event);

/* record.c */
bool syscall_trace_load(struct syscall_trace_fmt *fmt, const struct syscall_trace_record *rec);
void syscall_trace_identify(struct syscall_trace_fmt *fmt);
bool syscall_trace_duration(const struct syscall_trace_fmt *fmt,
			    const struct syscall_trace_record *rec, u64 *duration);

/* Was the call in flight before its task was traced? Then a line of its own says so. */
static inline bool syscall_trace_began_earlier(const struct syscall_trace_fmt *enter)
{
	return enter->head.flags & SYSCALL_TRACE_HEAD_LATE;
}

bool syscall_trace_is_exit_of(const struct syscall_trace_fmt *enter,
			      const struct syscall_trace_record *rec);
const struct syscall_trace_blob *
syscall_trace_next_blob(const struct syscall_trace_fmt *fmt, unsigned int arg,
			unsigned int dir, size_t *pos);
const struct syscall_trace_blob *
syscall_trace_find_blob(const struct syscall_trace_fmt *fmt, unsigned int arg,
			unsigned int dir, unsigned int part);
const struct syscall_trace_blob *
syscall_trace_find_in(const struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int part);
const struct syscall_trace_blob *
syscall_trace_find_out(const struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int part);

unsigned int syscall_trace_late_args(const struct syscall_trace_fmt *fmt);

/* fmt.c */
void syscall_trace_init_fmt(struct syscall_trace_fmt *fmt, struct trace_seq *s,
			    unsigned int flags, size_t room);
bool syscall_trace_is_narrow(const struct syscall_trace_fmt *fmt);
bool syscall_trace_failed(const struct syscall_trace_fmt *fmt);
size_t syscall_trace_room(const struct syscall_trace_fmt *fmt);
bool syscall_trace_full(const struct syscall_trace_fmt *fmt);
u64 syscall_trace_arg(const struct syscall_trace_fmt *fmt, unsigned int arg);
size_t syscall_trace_fmt_long(const struct syscall_trace_fmt *fmt, unsigned int arg);
size_t syscall_trace_fmt_size(const struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_type *type);
unsigned int syscall_trace_fmt_dir(const struct syscall_trace_fmt *fmt, unsigned int arg);
unsigned int syscall_trace_blob_arg(const struct syscall_trace_fmt *fmt);
bool syscall_trace_hide(struct syscall_trace_fmt *fmt);

/* call.c */
void syscall_trace_print_name(struct syscall_trace_fmt *fmt);
void syscall_trace_print_enter(struct syscall_trace_fmt *fmt, bool is_split);
void syscall_trace_print_exit(struct syscall_trace_fmt *fmt);
s64 syscall_trace_result(const struct syscall_trace_fmt *fmt);
void syscall_trace_print_result(struct syscall_trace_fmt *fmt);
void syscall_trace_print_late(struct syscall_trace_fmt *fmt, unsigned int arg);
bool syscall_trace_is_decoded(const struct syscall_trace_fmt *fmt);
bool syscall_trace_arg_shown(const struct syscall_trace_fmt *fmt, unsigned int i);
void syscall_trace_print_joined(struct syscall_trace_fmt *fmt, unsigned int i);
void syscall_trace_print_range(struct syscall_trace_fmt *fmt, unsigned int from,
			       unsigned int to);

/* arg.c */
void syscall_trace_print_arg(struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_trace_print_blob(struct syscall_trace_fmt *fmt, unsigned int arg,
			      const struct syscall_trace_blob *blob);

/* struct.c */
void syscall_trace_print_array(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_type *type, u64 addr,
			       const struct syscall_trace_blob *blob);
bool syscall_trace_is_zero(const u8 *data, size_t len);
void syscall_trace_print_rest(struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_type *type,
			      const u8 *data, size_t len);
bool syscall_trace_field_shown(const struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_type *type,
			       const struct syscall_trace_field *field, const u8 *data, size_t len);
bool syscall_trace_print_fields(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_type *type,
				unsigned int from, unsigned int to,
				const u8 *data, size_t len);
void syscall_trace_print_struct(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_type *type,
				const u8 *data, size_t len);
bool syscall_trace_read_member(const struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_type *type, const char *name,
			       const u8 *data, size_t len, u64 *val);
u64 syscall_trace_member(const struct syscall_trace_fmt *fmt,
			 const struct syscall_trace_type *type, const char *name,
			 const u8 *data, size_t len);
void syscall_trace_print_contents(struct syscall_trace_fmt *fmt,
				  const struct syscall_trace_type *type, bool several,
				  size_t most, u64 addr,
				  const struct syscall_trace_blob *blob);
void syscall_trace_print_field(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_type *type,
			       const char *name, const u8 *data, size_t len);
const struct syscall_trace_field *
syscall_trace_find_field(const struct syscall_trace_type *type, const char *name);
bool syscall_trace_print_choice(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_field *choice,
				const u8 *data, size_t len);

/* scalar.c */
void syscall_trace_print_set(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_set *set, u64 val);
const struct syscall_trace_const *
syscall_trace_find_const(const struct syscall_trace_set *set, u64 val);
bool syscall_trace_print_const(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_set *set, u64 val);
bool syscall_trace_has_const(const struct syscall_trace_set *set, u64 val);
void syscall_trace_print_scalar(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_type *type, u64 val);

/* flags.c */
u64 syscall_trace_unnamed_bits(const struct syscall_trace_set *set, u64 val);
void syscall_trace_print_unknown(struct syscall_trace_fmt *fmt, u64 val, const char *what);
void syscall_trace_print_flags(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_set *set, u64 val, const char *what);
void syscall_trace_print_number_and_flags(struct syscall_trace_fmt *fmt,
					  const struct syscall_trace_set *set, u64 val,
					  u64 mask, const char *what, const char *others);

/* number.c */
void syscall_trace_print_unsigned(struct syscall_trace_fmt *fmt, u64 val);
void syscall_trace_print_signed(struct syscall_trace_fmt *fmt, s64 val);
void syscall_trace_print_hex_digits(struct syscall_trace_fmt *fmt, u64 val);
void syscall_trace_print_in_hex(struct syscall_trace_fmt *fmt, u64 val);

/* text.c */
void syscall_trace_comma(struct syscall_trace_fmt *fmt);
void syscall_trace_print_path(struct syscall_trace_fmt *fmt, const u8 *str,
			      size_t len, bool truncated);
void syscall_trace_print_string(struct syscall_trace_fmt *fmt, const u8 *str,
				size_t len, bool truncated);
void syscall_trace_print_pointer(struct syscall_trace_fmt *fmt, u64 val);
void syscall_trace_print_fault(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_blob *blob, u64 addr);
void syscall_trace_print_list_fault(struct syscall_trace_fmt *fmt,
				    const struct syscall_trace_blob *blob, u64 addr);
void syscall_trace_end_list(struct syscall_trace_fmt *fmt,
			    const struct syscall_trace_blob *blob, unsigned int shown,
			    size_t size, u64 addr);
void syscall_trace_print_missing(struct syscall_trace_fmt *fmt, u64 addr,
				 const struct syscall_trace_blob *blob);
void syscall_trace_print_address(struct syscall_trace_fmt *fmt);
void syscall_trace_print_hex(struct syscall_trace_fmt *fmt, const u8 *data, size_t len,
			     bool truncated);

/* io.c */
void syscall_trace_print_piece(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_blob *data, u64 addr);
void syscall_trace_print_vector(struct syscall_trace_fmt *fmt, unsigned int arg,
				const struct syscall_trace_blob *list, u64 addr,
				unsigned int dir, unsigned int part);

/* netlink.c */
void syscall_trace_print_netlink(struct syscall_trace_fmt *fmt,
				 const struct syscall_trace_blob *blob, u64 addr);

/* poll.c */
const struct syscall_trace_blob *
syscall_trace_find_time_left(const struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_trace_print_time_left(struct syscall_trace_fmt *fmt, unsigned int arg,
				   const char *sep);

/* signal.c */
void syscall_trace_print_mask(struct syscall_trace_fmt *fmt, u64 set, unsigned int nr);
/**
 * struct syscall_trace_sent - what a siginfo tells of a signal and its sender
 * @error: si_errno
 * @code: si_code
 * @has_sender: @pid and @uid are valid
 * @pid: si_pid
 * @uid: si_uid
 */
struct syscall_trace_sent {
	s32	error;
	s32	code;
	bool	has_sender;
	s32	pid;
	u32	uid;
};

void syscall_trace_print_signal(struct syscall_trace_fmt *fmt, int sig);
void syscall_trace_read_siginfo(struct syscall_trace_fmt *fmt, const u8 *data, size_t len,
				struct syscall_trace_sent *sent);
void syscall_trace_print_nr(struct syscall_trace_fmt *fmt, u32 arch, u32 nr);

/* sockaddr.c */
void syscall_trace_print_inet6(struct syscall_trace_fmt *fmt, const u8 *addr,
			       const char *name);
void syscall_trace_print_hwaddr(struct syscall_trace_fmt *fmt, const u8 *data, size_t len);
void syscall_trace_print_sockaddr(struct syscall_trace_fmt *fmt, const u8 *data, size_t len);

/* time.c */
void syscall_trace_print_date(struct syscall_trace_fmt *fmt, s64 sec, u32 part,
			      unsigned int digits);
u64 syscall_trace_nsec(const struct syscall_trace_fmt *fmt, u64 val);
void syscall_trace_comment_date(struct syscall_trace_fmt *fmt, s64 sec, u32 part,
				unsigned int digits);

#endif /* _SYSCALL_FORMAT_H */
