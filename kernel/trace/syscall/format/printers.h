/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the printers that the generated table refers to, by the
 * names that syscalls.def gives. A printer's family is the file it is in.
 */
#ifndef _SYSCALL_FORMAT_PRINTERS_H
#define _SYSCALL_FORMAT_PRINTERS_H

#include <linux/types.h>

struct syscall_trace_fmt;
struct syscall_trace_type;

/* syscall_kind_WORD(): an integer */
#define SYSCALL_KIND(word)						\
	void syscall_kind_##word(struct syscall_trace_fmt *fmt,		\
				 const struct syscall_trace_type *type, u64 val)

/* syscall_struct_WORD(): the @len bytes that were captured of a structure */
#define SYSCALL_STRUCT(word)						\
	void syscall_struct_##word(struct syscall_trace_fmt *fmt,	\
				   const struct syscall_trace_type *type, \
				   const u8 *data, size_t len)

/* syscall_nested_WORD(): an argument that has several blobs */
#define SYSCALL_NESTED(word)						\
	void syscall_nested_##word(struct syscall_trace_fmt *fmt, unsigned int arg)

/* syscall_print_WORD(): a whole argument list */
#define SYSCALL_PRINT(word)						\
	void syscall_print_##word(struct syscall_trace_fmt *fmt)

/* kind.c */
SYSCALL_KIND(set);
SYSCALL_KIND(named);
SYSCALL_KIND(annotated);
SYSCALL_KIND(zhex);
SYSCALL_STRUCT(xbytes);
SYSCALL_KIND(hex);
SYSCALL_KIND(reserved);
SYSCALL_KIND(octal);
SYSCALL_KIND(ptr);
SYSCALL_KIND(memory);
SYSCALL_KIND(lo);
SYSCALL_KIND(signed_word);
SYSCALL_KIND(hi);
SYSCALL_KIND(dirfd);
SYSCALL_KIND(id);
SYSCALL_KIND(id16);
SYSCALL_KIND(dev);
SYSCALL_KIND(access_mode);
SYSCALL_KIND(bare_flags);
SYSCALL_KIND(fanotify_init_flags);
SYSCALL_KIND(futex_op);
SYSCALL_KIND(mmap_flags);
SYSCALL_KIND(renameat2_flags);
SYSCALL_KIND(sched_policy);
SYSCALL_KIND(kernel_version);
SYSCALL_KIND(key_error);
SYSCALL_KIND(neg_error);
SYSCALL_KIND(numbered);
SYSCALL_KIND(signed_set);

/* bpf.c */
SYSCALL_NESTED(bpf_attr);

/* clone.c */
SYSCALL_KIND(clone_flags);
SYSCALL_KIND(exit_signal);
SYSCALL_NESTED(clone_args);
SYSCALL_PRINT(clone);
SYSCALL_PRINT(clone3);
SYSCALL_PRINT(ia32_clone);

/* exec.c */
SYSCALL_NESTED(envv);
SYSCALL_NESTED(strv);

/* file.c */
SYSCALL_NESTED(dirent);
SYSCALL_NESTED(dirent64);
SYSCALL_KIND(fan_dirfd);
SYSCALL_NESTED(file_handle);
SYSCALL_KIND(file_mode);
SYSCALL_STRUCT(file_timespec);
SYSCALL_STRUCT(file_timeval);
SYSCALL_KIND(got_fd_flags);
SYSCALL_KIND(got_lease);
SYSCALL_KIND(got_open_flags);
SYSCALL_KIND(got_seals);
SYSCALL_KIND(got_signal);
SYSCALL_PRINT(mount);
SYSCALL_NESTED(old_dirent);
SYSCALL_STRUCT(open_how);
SYSCALL_KIND(quota_cmd);
SYSCALL_STRUCT(stat);
SYSCALL_STRUCT(statx);
SYSCALL_KIND(swap_flags);
SYSCALL_STRUCT(xattr_list);
SYSCALL_STRUCT(link);
SYSCALL_STRUCT(xattr_value);
SYSCALL_KIND(swapon_flags);

/* io.c */
SYSCALL_KIND(aio_opcode);
SYSCALL_STRUCT(hexbytes);
SYSCALL_STRUCT(iocb);
SYSCALL_NESTED(iocbs);
SYSCALL_NESTED(iovec_in);
SYSCALL_NESTED(iovec_out);

/* io_uring.c */
SYSCALL_NESTED(io_uring_params);
SYSCALL_NESTED(io_uring_files_update);
SYSCALL_NESTED(io_uring_probe);
SYSCALL_STRUCT(io_uring_workers);

/* ioctl.c */
SYSCALL_NESTED(fiemap);
SYSCALL_STRUCT(fslabel);
SYSCALL_STRUCT(hwaddr);
SYSCALL_NESTED(ifconf);
SYSCALL_NESTED(ifreq);
SYSCALL_STRUCT(loop_info64);
SYSCALL_STRUCT(sockaddr16);
SYSCALL_KIND(termios_flags);
SYSCALL_KIND(uffd_ioctls);
SYSCALL_NESTED(uffdio);
SYSCALL_NESTED(uffdio_api);

/* ioctl_cmd.c */
SYSCALL_KIND(ioctl_cmd);

/* ipc.c */
SYSCALL_KIND(ipc_call);
SYSCALL_KIND(ipc_cmd);
SYSCALL_KIND(ipc_key);
SYSCALL_KIND(ipc_mode);
SYSCALL_NESTED(ipc_msgrcv);
SYSCALL_PRINT(ipc_msgrcv);
SYSCALL_STRUCT(ipc_perm);
SYSCALL_NESTED(ipc_semun);
SYSCALL_NESTED(msgbuf);
SYSCALL_STRUCT(msqid_ds);
SYSCALL_STRUCT(semid_ds);
SYSCALL_KIND(shm_mode);
SYSCALL_KIND(shmat_ret);
SYSCALL_STRUCT(shmid_ds);

/* mm.c */
SYSCALL_NESTED(mincore);
SYSCALL_KIND(pgoff);
SYSCALL_KIND(memfd_flags);
SYSCALL_NESTED(nodemask);

/* msg.c */
SYSCALL_NESTED(mmsgs_received);
SYSCALL_NESTED(mmsgs_sent);
SYSCALL_NESTED(msghdr);

/* net.c */
SYSCALL_KIND(sock_errno);
SYSCALL_KIND(sock_level);
SYSCALL_KIND(socket_type);
SYSCALL_KIND(so_txrehash);
SYSCALL_STRUCT(icmp_filter);
SYSCALL_STRUCT(ipv6_mreq);
SYSCALL_STRUCT(opt_int);
SYSCALL_STRUCT(opt_uints);
SYSCALL_STRUCT(optval);
SYSCALL_STRUCT(sockopt);
SYSCALL_STRUCT(sockopt_exact);
SYSCALL_NESTED(name_len);
SYSCALL_NESTED(opt_len);

/* netlink.c */
SYSCALL_KIND(genl_family);
SYSCALL_STRUCT(nla_hwaddr);
SYSCALL_STRUCT(nla_inet);
SYSCALL_STRUCT(nla_str);
SYSCALL_STRUCT(nlattrs);
SYSCALL_STRUCT(nlfamily);
SYSCALL_STRUCT(nlmessage);
SYSCALL_STRUCT(sock_data);

/* perf.c */
SYSCALL_STRUCT(perf_event_attr);

/* poll.c */
SYSCALL_KIND(epoll_data);
SYSCALL_KIND(poll_result);
SYSCALL_KIND(recvmmsg_result);
SYSCALL_KIND(select_result);
SYSCALL_STRUCT(fd_set);
SYSCALL_STRUCT(pollfd);
SYSCALL_NESTED(pollfds);
SYSCALL_PRINT(unless_failed);

/* process.c */
SYSCALL_KIND(futex_wake_op);
SYSCALL_KIND(ldt_result);
SYSCALL_KIND(personality);
SYSCALL_KIND(rlim);
SYSCALL_KIND(thread_area);
SYSCALL_KIND(vector_length);
SYSCALL_STRUCT(comm);
SYSCALL_STRUCT(user_desc);
SYSCALL_STRUCT(wait_status);
SYSCALL_PRINT(get_thread_area);
SYSCALL_PRINT(restart_syscall);
SYSCALL_NESTED(hostname);

/* ptrace.c */
SYSCALL_KIND(user_offset);
SYSCALL_STRUCT(syscall_info);
SYSCALL_NESTED(regset);
SYSCALL_NESTED(user_regs);

/* sched.c */
SYSCALL_KIND(ioprio);
SYSCALL_STRUCT(cpumask);
SYSCALL_STRUCT(sched_attr);

/* security.c */
SYSCALL_STRUCT(cap_data);
SYSCALL_STRUCT(key_text);
SYSCALL_STRUCT(keyctl_caps);
SYSCALL_STRUCT(landlock_ruleset_attr);

/* signal.c */
SYSCALL_KIND(cur_mask);
SYSCALL_KIND(handler);
SYSCALL_KIND(old_mask);
SYSCALL_KIND(sa_handler);
SYSCALL_KIND(sigmask);
SYSCALL_STRUCT(sigaction);
SYSCALL_STRUCT(sigevent);
SYSCALL_STRUCT(siginfo);
SYSCALL_STRUCT(sigset);
SYSCALL_NESTED(old_sigframe);
SYSCALL_NESTED(sigframe);

/* sockaddr.c */
SYSCALL_KIND(htonl);
SYSCALL_KIND(htonl_hex);
SYSCALL_KIND(ifindex);
SYSCALL_KIND(inet_addr);
SYSCALL_KIND(l2cap_cid);
SYSCALL_KIND(l2cap_psm);
SYSCALL_KIND(port);
SYSCALL_KIND(protocol_packet);
SYSCALL_KIND(sock_byte);
SYSCALL_STRUCT(packet_mreq);
SYSCALL_STRUCT(sockaddr);

/* time.c */
SYSCALL_KIND(clock);
SYSCALL_KIND(stamp);
SYSCALL_KIND(stamp_ret);

#endif /* _SYSCALL_FORMAT_PRINTERS_H */
