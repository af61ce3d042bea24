/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * What nettrace sends: the records of the system call tracer in UDP datagrams. See
 * Documentation/trace/syscall-export.rst. All numbers are little-endian.
 */
#ifndef _UAPI_LINUX_NETTRACE_H
#define _UAPI_LINUX_NETTRACE_H

#include <linux/types.h>

#define NETTRACE_MAGIC		"NTRC"
#define NETTRACE_VERSION	1

/* Bytes of a datagram at most, the header included: what netpoll sends in one piece. */
#define NETTRACE_DATAGRAM_MAX	1460

/* Of nettrace_datagram.flags: nothing comes after it, the target has been switched off. */
#define NETTRACE_END		0x01

/* Of nettrace_datagram.first: no record begins in it. */
#define NETTRACE_NO_RECORD	0xffff

/**
 * struct nettrace_datagram - the beginning of a datagram
 * @magic: NETTRACE_MAGIC, without a NUL
 * @version: NETTRACE_VERSION
 * @flags: NETTRACE_END
 * @machine: whose calls these are: EM_* of <linux/elf-em.h>
 * @stream: a number that is chosen at random when the target is switched on
 * @sequence: the number of the datagram in its stream, from 0
 * @record: the number of the record that begins at @first, from 0. If there is none: of the one
 *	    that begins next
 * @dropped: how many records the sender has dropped so far, because it could not send them
 * @first: how many bytes behind this header the first record begins, or NETTRACE_NO_RECORD
 * @newest: of the instances that had begun to trace when the target was enabled, the last one. All
 *	    records of those that have begun later are in the stream
 *
 * Records follow each other without regard to the borders of datagrams: the bytes from here to
 * @first belong to a record that began in an earlier datagram.
 */
struct nettrace_datagram {
	__u8	magic[4];
	__u8	version;
	__u8	flags;
	__le16	machine;
	__le32	stream;
	__le32	sequence;
	__le64	record;
	__le32	dropped;
	__le16	first;
	__le16	newest;
};

/* nettrace_record.kind. Readers skip kinds that they do not know. */
#define NETTRACE_CALL		1	/* a whole call */
#define NETTRACE_ENTER		2	/* the entry of a call in flight */
#define NETTRACE_EXIT		3	/* its exit */
#define NETTRACE_TASK		4	/* a signal, or the beginning or end of a task */

/**
 * struct nettrace_record - the beginning of a record
 * @size: bytes of the record, this header included; records are not padded
 * @kind: NETTRACE_*
 * @flags: common_flags of the record in the ring buffer
 * @preempt_count: common_preempt_count
 * @unused: 0
 * @time: when it was exported, in ns of the trace clock "local"
 * @pid: the task that it is about
 * @tgid: the process of that task; 0: not known
 * @cpu: where it was recorded
 * @instance: which instance has made it. Instances get another number, the next one, each time that
 *	      they begin to trace; after 65535 comes 1. 0: not known
 * @lost: how many records of this CPU the sender has dropped right before this one
 * @comm: the name of the task; empty: not known
 *
 * What follows is what events/ftrace/syscall_*\/format describes from "nr" or "what" on. Each
 * instance numbers the calls of a task for itself.
 */
struct nettrace_record {
	__le32	size;
	__u8	kind;
	__u8	flags;
	__u8	preempt_count;
	__u8	unused;
	__le64	time;
	__le32	pid;
	__le32	tgid;
	__le16	cpu;
	__le16	instance;
	__le32	lost;
	__u8	comm[16];
};

#endif /* _UAPI_LINUX_NETTRACE_H */
