// SPDX-License-Identifier: GPL-2.0
/*
 * Text of which the kernel takes no more than so many bytes: what is behind these need
 * not be readable, and is not shown.
 */
#include <linux/keyctl.h>
#include <linux/prctl.h>
#include <linux/reboot.h>
#include <sys/ioctl.h>

#include "case.h"

#ifndef PR_SET_VMA
#define PR_SET_VMA		0x53564d41
#define PR_SET_VMA_ANON_NAME	0
#endif
#ifndef SYS_fsconfig
#define SYS_fsconfig		431
#endif
#define SIOCBRADDBR		0x89a0

#define EINVAL_END		" = " EINVAL_LINE

/* @len letters without a NUL, behind which memory ends. */
static const char *letters(unsigned int len)
{
	return memset(before_hole(len), 'a', len);
}

/* How that shows: in full, or with dots. */
static const char *shown(unsigned int len, const char *dots)
{
	return text("\"%s\"%s", (char *)memset(calloc(1, len + 1), 'a', len), dots);
}

/* Where more is copied than the kernel takes. */
CASE(limits)
{
	const char *s;

	tracer("syscall_datalen", "4095");
	sys(SYS_prctl, PR_SET_NAME, letters(15));
	expect_later("prctl(PR_SET_NAME, %s) = 0", shown(15, "..."));
	sys(SYS_memfd_create, letters(250), 0x1000);
	expect_later("memfd_create(%s, 0x1000 /* MFD_??? */)" EINVAL_END, shown(250, "..."));
	sys(SYS_getxattr, "/", letters(256), 0, 0);
	expect_later("getxattr(\"/\", %s, NULL, 0) = -1 ERANGE (Numerical result out of range)", shown(256, "..."));
	sys(SYS_fremovexattr, -1, letters(256));
	expect_later("fremovexattr(-1, %s) = -1 E<*>", shown(256, "..."));
	sys(SYS_fsconfig, -1, 0, letters(256), 0, 0);
	expect_later("fsconfig(-1, FSCONFIG_SET_FLAG, %s, NULL, 0)" EINVAL_END, shown(256, "..."));
	sys(SYS_fsconfig, -1, 1, "k", letters(256), 0);
	expect_later("fsconfig(-1, FSCONFIG_SET_STRING, \"k\", %s, 0)" EINVAL_END, shown(256, "..."));
	sys(SYS_prctl, PR_SET_VMA, PR_SET_VMA_ANON_NAME, 1, 4096, letters(80));
	expect_later("prctl(PR_SET_VMA, PR_SET_VMA_ANON_NAME, 0x1, 4096, %s)" EINVAL_END, shown(80, "..."));
	sys(SYS_reboot, 0, 0, LINUX_REBOOT_CMD_RESTART2, letters(255));
	expect_later("reboot(0 /* LINUX_REBOOT_MAGIC_??? */, 0 /* LINUX_REBOOT_MAGIC_??? */, LINUX_REBOOT_CMD_RESTART2, %s)" EINVAL_END, shown(255, "..."));
	sys(SYS_delete_module, letters(56), 0);
	expect_later("delete_module(%s, 0) = -1 E<*>", shown(56, "..."));
	sys(SYS_add_key, letters(32), "x", 0, 0, 0);
	expect_later("add_key(%s, \"x\", NULL, 0, 0) = -1 E<*>", shown(32, "..."));
	sys(SYS_request_key, letters(32), "x", 0, 0);
	expect_later("request_key(%s, \"x\", NULL, 0) = -1 E<*>", shown(32, "..."));
	sys(SYS_keyctl, KEYCTL_SEARCH, 0, letters(32), "x", 0);
	expect_later("keyctl(KEYCTL_SEARCH, 0, %s, \"x\", 0) = -1 E<*>", shown(32, "..."));
	sys(SYS_keyctl, KEYCTL_RESTRICT_KEYRING, 0, letters(32), "x");
	expect_later("keyctl(KEYCTL_RESTRICT_KEYRING, 0, %s, \"x\") = -1 E<*>", shown(32, "..."));
	sys(SYS_ioctl, -1, SIOCBRADDBR, letters(16));
	expect_later("ioctl(-1, SIOCBRADDBR, %s) = " EBADF_LINE, shown(16, "..."));

	/* One byte less, and the kernel does look at what is not there. */
	s = letters(249);
	sys(SYS_memfd_create, s, 0);
	expect_later("memfd_create(%s, 0) = " EFAULT_LINE, ptr(s));
}

/* With a NUL where it is just not too late, and one byte behind it. */
CASE(ends)
{
	static char longest[256], longer[257];

	memset(longest, 'a', sizeof(longest) - 1);
	memset(longer, 'a', sizeof(longer) - 1);
	tracer("syscall_datalen", "4095");
	sys(SYS_getxattr, "/", longest, 0, 0);
	expect_later("getxattr(\"/\", %s, NULL, 0) = -1 E<*>", shown(255, ""));
	sys(SYS_getxattr, "/", longer, 0, 0);
	expect_later("getxattr(\"/\", %s, NULL, 0) = -1 ERANGE (Numerical result out of range)", shown(256, "..."));
}

/* Where less is copied, or exactly as much, it is cut as any text is. */
CASE(less)
{
	tracer("syscall_datalen", "15");
	sys(SYS_prctl, PR_SET_NAME, letters(15));
	expect_later("prctl(PR_SET_NAME, %s) = 0", shown(15, "..."));
	tracer("syscall_datalen", "14");
	sys(SYS_prctl, PR_SET_NAME, letters(15));
	expect_later("prctl(PR_SET_NAME, %s) = 0", shown(14, "..."));
	tracer("syscall_datalen", "32");
	sys(SYS_prctl, PR_SET_NAME, letters(15));
	expect_later("prctl(PR_SET_NAME, %s) = 0", shown(15, "..."));
	sys(SYS_add_key, letters(32), "x", 0, 0, 0);
	expect_later("add_key(%s, \"x\", NULL, 0, 0) = -1 E<*>", shown(32, "..."));
}
