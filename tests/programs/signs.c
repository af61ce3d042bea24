// SPDX-License-Identifier: GPL-2.0
/*
 * Members and arguments whose sign is not what the C type of a header says, and numbers
 * that have a value in one half and flags in the other.
 */
#include <linux/kcmp.h>
#include <linux/loop.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>

#include "case.h"

#ifndef LOOP_CONFIGURE
#define LOOP_CONFIGURE	0x4c0a
#endif

/* A descriptor is one in a structure that has an unsigned number, too. */
CASE(descriptors)
{
	unsigned int slot[3] = { -1, -1, -1 };
	struct loop_config config = { .fd = -1 };

	sys(SYS_kcmp, 0x7fffffff, 1, KCMP_EPOLL_TFD, -1, slot);
	expect("kcmp(2147483647, 1, KCMP_EPOLL_TFD, -1, {efd=-1, tfd=-1, toff=4294967295}) = " ESRCH_LINE);
	sys(SYS_kcmp, 0x7fffffff, 1, KCMP_FILE, -1, 0xffffffff);
	expect("kcmp(2147483647, 1, KCMP_FILE, -1, -1) = " ESRCH_LINE);
	sys(SYS_ioctl, -1, LOOP_CONFIGURE, &config);
	expect("ioctl(-1, LOOP_CONFIGURE, {fd=-1, block_size=0, info={<*>}}) = " EBADF_LINE);
}

CASE(options)
{
	int rehash = -1;

	sys(SYS_setsockopt, -1, SOL_SOCKET, SO_TXREHASH, &rehash, sizeof(rehash));
	expect("setsockopt(-1, SOL_SOCKET, SO_TXREHASH, [-1 /* SOCK_TXREHASH_??? */], 4) = " EBADF_LINE);
}

CASE(signals)
{
	struct {
		unsigned long long off;
		unsigned int flags;
		int nr;
	} args = { 0, 1, -1 };
	siginfo_t info = { .si_signo = SIGALRM, .si_code = SI_TIMER };
	pid_t none = 0x7fffffff;

	info.si_timerid = -5;
	info.si_overrun = -3;
	sys(SYS_ptrace, PTRACE_SETSIGINFO, none, 0, &info);
	expect("ptrace(PTRACE_SETSIGINFO, %d, NULL, {si_signo=SIGALRM, si_code=SI_TIMER, si_timerid=0xfffffffb, si_overrun=-3, si_int=0, si_ptr=NULL}) = " ESRCH_LINE, none);
	sys(SYS_ptrace, PTRACE_PEEKSIGINFO, none, &args, 8);
	expect("ptrace(PTRACE_PEEKSIGINFO, %d, {off=0, flags=PTRACE_PEEKSIGINFO_SHARED, nr=4294967295}, 0x8) = " ESRCH_LINE, none);
}

/* Whom a sender says it is. */
CASE(credentials)
{
	union {
		char room[CMSG_SPACE(sizeof(struct ucred))];
		struct cmsghdr head;
	} control = { };
	struct msghdr msg = { .msg_control = &control, .msg_controllen = CMSG_LEN(sizeof(struct ucred)) };
	size_t len = msg.msg_controllen;

	control.head.cmsg_len = len;
	control.head.cmsg_level = SOL_SOCKET;
	control.head.cmsg_type = SCM_CREDENTIALS;
	memset(CMSG_DATA(&control.head), 0xff, sizeof(struct ucred));
	sys(SYS_sendmsg, -1, &msg, 0);
	expect("sendmsg(-1, {msg_name=NULL, msg_namelen=0, msg_iov=NULL, msg_iovlen=0, msg_control=[{cmsg_len=%zu, cmsg_level=SOL_SOCKET, cmsg_type=SCM_CREDENTIALS, cmsg_data={pid=-1, uid=-1, gid=-1}}], msg_controllen=%zu, msg_flags=0}, 0) = " EBADF_LINE, len, len);
}

/* The length of vectors, with flags in all of the bits above it. */
CASE(halves)
{
	sys(SYS_prctl, 50, 0x10);
	expect("prctl(PR_SVE_SET_VL, 0x10) = " EINVAL_LINE);
	sys(SYS_prctl, 50, 0);
	expect("prctl(PR_SVE_SET_VL, 0) = " EINVAL_LINE);
	sys(SYS_prctl, 50, 0x60020);
	expect("prctl(PR_SVE_SET_VL, PR_SVE_SET_VL_ONEXEC|PR_SVE_VL_INHERIT|0x20) = " EINVAL_LINE);
	sys(SYS_prctl, 63, 0x50000);
	expect("prctl(PR_SME_SET_VL, PR_SME_SET_VL_ONEXEC|0x10000|0) = " EINVAL_LINE);
	sys(SYS_prctl, 63, 0x10001);
	expect("prctl(PR_SME_SET_VL, 0x10000|0x1) = " EINVAL_LINE);
	sys(SYS_prctl, 63, -1);
#ifdef ABI_64
	expect("prctl(PR_SME_SET_VL, PR_SME_SET_VL_ONEXEC|PR_SME_VL_INHERIT|0xfffffffffff90000|0xffff) = " EINVAL_LINE);
#else
	expect("prctl(PR_SME_SET_VL, PR_SME_SET_VL_ONEXEC|PR_SME_VL_INHERIT|0xfff90000|0xffff) = " EINVAL_LINE);
#endif
}
