/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the functions that capture nested data.
 */
#ifndef _SYSCALL_CAPTURE_NESTED_H
#define _SYSCALL_CAPTURE_NESTED_H

/* Programs have the table, too, but not the captures. */
#ifdef __KERNEL__
#define SYSCALL_TRACE_CAPTURES_NESTED	1
#else
#define SYSCALL_TRACE_CAPTURES_NESTED	0
#endif

#define SYSCALL_TRACE_CAPTURE(word)	\
	(SYSCALL_TRACE_CAPTURES_NESTED ? syscall_capture_##word : NULL)

struct syscall_trace_blob;
struct syscall_trace_capture;

/* clone.c */
void syscall_capture_clone_args(struct syscall_trace_capture *cap, unsigned int arg);

/* exec.c */
void syscall_capture_strv(struct syscall_trace_capture *cap, unsigned int arg);
void syscall_capture_envv(struct syscall_trace_capture *cap, unsigned int arg);

/* file.c */
void syscall_capture_dirent(struct syscall_trace_capture *cap, unsigned int arg);
void syscall_capture_dirent64(struct syscall_trace_capture *cap, unsigned int arg);
void syscall_capture_file_handle(struct syscall_trace_capture *cap, unsigned int arg);
void syscall_capture_old_dirent(struct syscall_trace_capture *cap, unsigned int arg);

/* ifname.c */
void syscall_trace_capture_ifname(struct syscall_trace_capture *cap, int ifindex);
void syscall_trace_ifname_at(struct syscall_trace_capture *cap,
			     const struct syscall_trace_blob *blob, size_t offset);

/* io.c */
void syscall_capture_iocbs(struct syscall_trace_capture *cap, unsigned int arg);
void syscall_capture_iovec_in(struct syscall_trace_capture *cap, unsigned int arg);
void syscall_capture_iovec_out(struct syscall_trace_capture *cap, unsigned int arg);

/* io_uring.c */
void syscall_capture_io_uring_files_update(struct syscall_trace_capture *cap,
					   unsigned int arg);
void syscall_capture_io_uring_probe(struct syscall_trace_capture *cap, unsigned int arg);

/* ioctl.c */
void syscall_capture_ifconf(struct syscall_trace_capture *cap, unsigned int arg);

/* ipc.c */
void syscall_capture_ipc_msgrcv(struct syscall_trace_capture *cap, unsigned int arg);
void syscall_capture_ipc_semun(struct syscall_trace_capture *cap, unsigned int arg);
void syscall_capture_msgbuf(struct syscall_trace_capture *cap, unsigned int arg);

/* mm.c */
void syscall_capture_nodemask(struct syscall_trace_capture *cap, unsigned int arg);
void syscall_capture_mincore(struct syscall_trace_capture *cap, unsigned int arg);

/* msg.c */
void syscall_capture_mmsgs_received(struct syscall_trace_capture *cap, unsigned int arg);
void syscall_capture_mmsgs_sent(struct syscall_trace_capture *cap, unsigned int arg);
void syscall_capture_msghdr(struct syscall_trace_capture *cap, unsigned int arg);

/* netlink.c */
void syscall_capture_sock_data(struct syscall_trace_capture *cap, unsigned int arg);
void syscall_trace_copy_netlink(struct syscall_trace_capture *cap,
				struct syscall_trace_blob *blob, unsigned long addr,
				size_t size);
void syscall_trace_netlink_ifnames(struct syscall_trace_capture *cap,
				   const struct syscall_trace_blob *blob);

/* pointers.c */
void syscall_capture_pointers(struct syscall_trace_capture *cap, unsigned int arg);

/* poll.c */
void syscall_capture_pollfds(struct syscall_trace_capture *cap, unsigned int arg);

/* process.c */
void syscall_capture_hostname(struct syscall_trace_capture *cap, unsigned int arg);

/* ptrace.c */
void syscall_capture_regset(struct syscall_trace_capture *cap, unsigned int arg);
void syscall_capture_user_regs(struct syscall_trace_capture *cap, unsigned int arg);

/* signal.c */
void syscall_capture_old_sigframe(struct syscall_trace_capture *cap, unsigned int arg);
void syscall_capture_sigframe(struct syscall_trace_capture *cap, unsigned int arg);

/* sockaddr.c */
void syscall_trace_address_ifname(struct syscall_trace_capture *cap,
				  const struct syscall_trace_blob *blob, size_t offset);
void syscall_capture_group_req(struct syscall_trace_capture *cap, unsigned int arg);
void syscall_capture_ipv6_mreq(struct syscall_trace_capture *cap, unsigned int arg);
void syscall_capture_packet_mreq(struct syscall_trace_capture *cap, unsigned int arg);
void syscall_capture_sockaddr(struct syscall_trace_capture *cap, unsigned int arg);

#endif /* _SYSCALL_CAPTURE_NESTED_H */
