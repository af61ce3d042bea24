/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Static trace points with formats: Documentation/trace/ktrace.rst
 */
#ifndef _LINUX_KTRACE_H
#define _LINUX_KTRACE_H

#include <linux/args.h>
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/jump_label.h>
#include <linux/ktrace_kind.h>
#include <linux/list.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/types.h>
#include <uapi/linux/ktrace.h>

struct ktrace_event;

/**
 * struct ktrace_site - a DO_TRACE() in the code
 * @key: whether it records
 * @id: what its records begin with
 * @nr_args: how many arguments it has
 * @kinds: what they are: enum ktrace_kind
 * @stars: bits of the strings whose precision is the argument before: %.*s
 * @limits: of strings, how many bytes the format can show
 * @name: the name of its event
 * @format: as for printk()
 * @event: the event, NULL if the site was refused
 * @link: in the list of the event's sites
 *
 * The first five are written before @key is switched on.
 */
struct ktrace_site {
	struct static_key_false	key;
	u32			id;
	u8			nr_args;
	u8			kinds[KTRACE_ARGS_MAX];
	u16			stars;
	u16			limits[KTRACE_ARGS_MAX];
	const char		*name;
	const char		*format;
	struct ktrace_event	*event;
	struct list_head	link;
};

/* gcc compares the format with the arguments. */
static inline __printf(1, 2) void ktrace_check_format(const char *format, ...)
{
}

#ifdef CONFIG_KTRACE

void *ktrace_reserve(const struct ktrace_site *site, unsigned int size);
void ktrace_commit(void *record, unsigned int size);
unsigned int ktrace_string(const char *string, unsigned int limit, unsigned int max);
void *ktrace_put_string(void *to, const char *string, unsigned int head);

/* Bytes behind the head of a string. */
static __always_inline unsigned int ktrace_string_size(unsigned int head)
{
	return head >= KTRACE_STR_BAD ? 0 : head & KTRACE_STR_LEN;
}

#endif

/* sparse does not know all that is used to tell the types of arguments. */
#if defined(CONFIG_KTRACE) && !defined(__CHECKER__)

/*
 * The type of an argument: arrays become pointers, all else stays as it is. The comma lets
 * bit-fields through to typeof().
 */
#define KTRACE_TYPE(arg)	typeof(((void)0, (arg)))

#define KTRACE_IS_STR(arg)						\
	(__builtin_types_compatible_p(KTRACE_TYPE(arg), char *) ||	\
	 __builtin_types_compatible_p(KTRACE_TYPE(arg), const char *) ||	\
	 __builtin_types_compatible_p(KTRACE_TYPE(arg), volatile char *) ||	\
	 __builtin_types_compatible_p(KTRACE_TYPE(arg), const volatile char *))

/* What gcc's <typeclass.h> calls pointer_type_class. */
#define KTRACE_IS_PTR(arg)	(__builtin_classify_type(arg) == 5)

/* Neither a float nor a structure. */
#define KTRACE_IS_INT(arg)						\
	(__builtin_classify_type(arg) >= 1 && __builtin_classify_type(arg) <= 4)

#define KTRACE_KIND(arg)						\
	(KTRACE_IS_STR(arg) ? KTRACE_KIND_STR :				\
	 KTRACE_IS_PTR(arg) ? KTRACE_KIND_PTR | (int)sizeof(long) :	\
	 (int)sizeof(KTRACE_TYPE(arg)) |				\
	 ((KTRACE_TYPE(arg))-1 < (KTRACE_TYPE(arg))1 ? KTRACE_KIND_SIGNED : 0))

/*
 * KTRACE_EACH(what, args...) calls what(n, before, arg) for each argument: n counts down to
 * 1, so that it can be a part of names, and before is the n of the argument before.
 */
#define KTRACE_EACH_0(w, b)
#define KTRACE_EACH_1(w, b, a)		w(1, b, a)
#define KTRACE_EACH_2(w, b, a, r...)	w(2, b, a) KTRACE_EACH_1(w, 2, r)
#define KTRACE_EACH_3(w, b, a, r...)	w(3, b, a) KTRACE_EACH_2(w, 3, r)
#define KTRACE_EACH_4(w, b, a, r...)	w(4, b, a) KTRACE_EACH_3(w, 4, r)
#define KTRACE_EACH_5(w, b, a, r...)	w(5, b, a) KTRACE_EACH_4(w, 5, r)
#define KTRACE_EACH_6(w, b, a, r...)	w(6, b, a) KTRACE_EACH_5(w, 6, r)
#define KTRACE_EACH_7(w, b, a, r...)	w(7, b, a) KTRACE_EACH_6(w, 7, r)
#define KTRACE_EACH_8(w, b, a, r...)	w(8, b, a) KTRACE_EACH_7(w, 8, r)
#define KTRACE_EACH_9(w, b, a, r...)	w(9, b, a) KTRACE_EACH_8(w, 9, r)
#define KTRACE_EACH_10(w, b, a, r...)	w(10, b, a) KTRACE_EACH_9(w, 10, r)
#define KTRACE_EACH_11(w, b, a, r...)	w(11, b, a) KTRACE_EACH_10(w, 11, r)
#define KTRACE_EACH_12(w, b, a, r...)	w(12, b, a) KTRACE_EACH_11(w, 12, r)
#define KTRACE_EACH(w, args...)						\
	CONCATENATE(KTRACE_EACH_, COUNT_ARGS(args))(w, 0, ##args)

#define KTRACE_ONE_KIND(n, b, arg)	KTRACE_KIND(arg),
#define KTRACE_ONE_IS_STR(n, b, arg)	+ KTRACE_IS_STR(arg)

/* Each argument is evaluated once. The head of a string goes beside it. */
#define KTRACE_ONE_VALUE(n, b, arg)					\
	KTRACE_TYPE(arg) __ktrace_arg##n = (arg);			\
	unsigned int __ktrace_head##n __maybe_unused;			\
	BUILD_BUG_ON_MSG(!KTRACE_IS_PTR(arg) && !KTRACE_IS_INT(arg),	\
			 "DO_TRACE() takes numbers, pointers and strings");	\
	BUILD_BUG_ON_MSG(sizeof(__ktrace_arg##n) > 8,			\
			 "DO_TRACE() takes numbers of at most 64 bits");

/*
 * How many bytes of a string the format shows. A constant, unless the format has a '.', and
 * so perhaps a precision; and "%.*s" can only be behind what printk() takes as an int. To
 * printk(), a negative precision is 0.
 */
#define KTRACE_LIMIT(n, b)						\
({									\
	unsigned int __limit = U16_MAX;					\
	int __star = (int)(unsigned long)__ktrace_arg##b;		\
									\
	if (__ktrace_dot)						\
		__limit = __ktrace_site.limits[__ktrace_nr - n];	\
	if (__ktrace_dot && sizeof(__ktrace_arg##b) <= sizeof(int) &&	\
	    __ktrace_site.stars & (1U << (__ktrace_nr - n)))		\
		__limit = clamp(__star, 0, (int)__limit);		\
	__limit;							\
})

#define KTRACE_ONE_SIZE(n, b, arg)					\
	if (KTRACE_IS_STR(arg)) {					\
		__ktrace_head##n =					\
			ktrace_string((const char *)(unsigned long)__ktrace_arg##n,	\
				      KTRACE_LIMIT(n, b), __ktrace_max);	\
		__ktrace_size += sizeof(u16) + ktrace_string_size(__ktrace_head##n);	\
	} else {							\
		__ktrace_size += sizeof(__ktrace_arg##n);		\
	}

#define KTRACE_ONE_STORE(n, b, arg)					\
	if (KTRACE_IS_STR(arg)) {					\
		__ktrace_to = ktrace_put_string(__ktrace_to,		\
				(const char *)(unsigned long)__ktrace_arg##n,	\
				__ktrace_head##n);			\
	} else {							\
		__builtin_memcpy(__ktrace_to, &__ktrace_arg##n,		\
				 sizeof(__ktrace_arg##n));		\
		__ktrace_to += sizeof(__ktrace_arg##n);			\
	}

/**
 * DO_TRACE - a static trace point
 * @event: the name of its event: letters, digits and underscores
 * @fmt: a format as for printk(), a string literal; of %p, only %p and %px
 * @args: up to 12 numbers, pointers and strings (char *) for it
 *
 * While its event is switched on, stores the arguments in the buffer of this CPU, with their
 * natural sizes, strings by value. @args are evaluated only then, and once.
 *
 * Context: any in which RCU watches, also NMIs. Not in noinstr code. Strings may be anywhere:
 * what cannot be read is recorded as such, and user space is never read.
 *
 * Several trace points may have the same name if they have the same format and types of
 * arguments. Formats that are wrong in another way than gcc can see, and a format that
 * differs from that of a site with the same name, are reported when the kernel boots or the
 * module is loaded, and the site does not record.
 */
#define DO_TRACE(event, fmt, args...)					\
do {									\
	static struct ktrace_site __ktrace_site = {			\
		.key = STATIC_KEY_FALSE_INIT,				\
		.nr_args = COUNT_ARGS(args),				\
		.kinds = { KTRACE_EACH(KTRACE_ONE_KIND, ##args) },	\
		.name = #event,						\
		.format = "" fmt,					\
	};								\
	static struct ktrace_site *const __ktrace_site_ptr		\
		__used __section("__ktrace_sites") = &__ktrace_site;	\
									\
	if (0)								\
		ktrace_check_format(fmt, ##args);			\
	BUILD_BUG_ON_MSG(COUNT_ARGS(args) > KTRACE_ARGS_MAX,		\
			 "DO_TRACE() takes at most 12 arguments");	\
	if (static_branch_unlikely(&__ktrace_site.key))			\
		KTRACE_RECORD(fmt, ##args);				\
} while (0)

/* All that an enabled site does. */
#define KTRACE_RECORD(fmt, args...)					\
do {									\
	enum {								\
		__ktrace_nr = COUNT_ARGS(args),				\
		__ktrace_strs = 0 KTRACE_EACH(KTRACE_ONE_IS_STR, ##args),	\
		/* All of them fit into an event, however long they are. */	\
		__ktrace_max = __ktrace_strs > 3 ?			\
			3 * KTRACE_STR_MAX / __ktrace_strs : KTRACE_STR_MAX,	\
	};								\
	const bool __ktrace_dot __maybe_unused = __builtin_strchr("" fmt, '.');	\
	const u64 __ktrace_arg0 __maybe_unused = 0;			\
	unsigned int __ktrace_size = sizeof(u32);			\
	void *__ktrace_to __maybe_unused, *__ktrace_record;				\
	KTRACE_EACH(KTRACE_ONE_VALUE, ##args)				\
									\
	KTRACE_EACH(KTRACE_ONE_SIZE, ##args)				\
	__ktrace_record = ktrace_reserve(&__ktrace_site, __ktrace_size);	\
	if (likely(__ktrace_record)) {					\
		__ktrace_to = __ktrace_record + sizeof(u32);		\
		KTRACE_EACH(KTRACE_ONE_STORE, ##args)			\
		ktrace_commit(__ktrace_record, __ktrace_size);		\
	}								\
} while (0)

#else

#define DO_TRACE(event, fmt, args...)					\
do {									\
	if (0)								\
		ktrace_check_format(fmt, ##args);			\
} while (0)

#endif

#endif /* _LINUX_KTRACE_H */
