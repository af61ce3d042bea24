// SPDX-License-Identifier: GPL-2.0
/*
 * Mounting by the old calls and by the new ones, swap areas, quotas, and rules about
 * files.
 */
#include <sys/mman.h>
#include <sys/mount.h>
#include <linux/dqblk_xfs.h>
#include <linux/quota.h>

#include "case.h"


#ifndef SYS_quotactl_fd
#define SYS_quotactl_fd	(SYS_landlock_create_ruleset - 1)
#endif
#define NR_STATMOUNT	(SYS_mount_setattr + 15)
#define NR_LISTMOUNT	(SYS_mount_setattr + 16)

/* What is ignored is no string. */
CASE(mount)
{
	static char type[] = "type", data[] = "data";

	sys(SYS_mount, "src", MISSING, type, MS_RDONLY, data);
	expect("mount(\"src\", \"" MISSING "\", \"type\", MS_RDONLY, \"data\") = " ENOENT_LINE);
	sys(SYS_mount, "src", MISSING, type, MS_REMOUNT, data);
	expect("mount(\"src\", \"" MISSING "\", %s, MS_REMOUNT, \"data\") = " ENOENT_LINE, ptr(type));
	sys(SYS_mount, "src", MISSING, type, MS_BIND | MS_REC, data);
	expect("mount(\"src\", \"" MISSING "\", %s, MS_BIND|MS_REC, %s) = " ENOENT_LINE, ptr(type),
	       ptr(data));
	sys(SYS_mount, "src", MISSING, type, 0xc0ed0000 | MS_RDONLY, data);
	expect("mount(\"src\", \"" MISSING "\", \"type\", MS_MGC_VAL|MS_RDONLY, \"data\") = " ENOENT_LINE);
	sys(SYS_mount, NULL, MISSING, NULL, MS_PRIVATE, NULL);
	expect("mount(NULL, \"" MISSING "\", NULL, MS_PRIVATE, NULL) = " ENOENT_LINE);
	sys(SYS_mount, "src", MISSING, type, 0, 8);
	expect("mount(\"src\", \"" MISSING "\", \"type\", 0, 0x8) = " EFAULT_LINE);
}

CASE(fsconfig)
{
	static char text[] = "bin\1x";
	int fd = syscall(SYS_fsopen, "tmpfs", 0);

	if (fd < 0)
		die("cannot open a file system");
	sys(SYS_fsconfig, fd, 0, "ro", NULL, 0);
	expect_later("fsconfig(%d, FSCONFIG_SET_FLAG, \"ro\", NULL, 0) = 0", fd);
	sys(SYS_fsconfig, fd, 1, "size", "1M", 0);
	expect("fsconfig(%d, FSCONFIG_SET_STRING, \"size\", \"1M\", 0) = 0", fd);
	sys(SYS_fsconfig, fd, 2, "k", text, 5);
	expect("fsconfig(%d, FSCONFIG_SET_BINARY, \"k\", \"\\x62\\x69\\x6e\\x01\\x78\", 5) = " EINVAL_LINE, fd);
	sys(SYS_fsconfig, fd, 2, "k", text, -1);
	expect("fsconfig(%d, FSCONFIG_SET_BINARY, \"k\", %s, -1) = " EINVAL_LINE, fd, ptr(text));
	sys(SYS_fsconfig, fd, 3, "source", "/tmp", AT_FDCWD);
	expect("fsconfig(%d, FSCONFIG_SET_PATH, \"source\", \"/tmp\", AT_FDCWD) = " EINVAL_LINE, fd);
	sys(SYS_fsconfig, fd, 5, "source", text, AT_FDCWD);
	expect("fsconfig(%d, FSCONFIG_SET_FD, \"source\", %s, -100) = " EINVAL_LINE, fd, ptr(text));
	sys(SYS_fsconfig, fd, 6, NULL, NULL, 0);
	expect("fsconfig(%d, FSCONFIG_CMD_CREATE, NULL, NULL, 0) = 0", fd);
	sys(SYS_fsconfig, fd, 99, text, text, 7);
	expect("fsconfig(%d, 0x63 /* FSCONFIG_??? */, %s, %s, 7) = <*>", fd, ptr(text), ptr(text));
}

CASE(attributes)
{
	uint64_t attr[5] = { 0x11, 0x70, MS_PRIVATE, 5, 0 };
	char *hole = before_hole(31);

	sys(SYS_mount_setattr, 99, MISSING, 0x8100, attr, 32);
	expect_later("mount_setattr(99, \"" MISSING "\", AT_SYMLINK_NOFOLLOW|AT_RECURSIVE, "
		     "{attr_set=MOUNT_ATTR_RDONLY|MOUNT_ATTR_NOATIME, "
		     "attr_clr=MOUNT_ATTR__ATIME, propagation=MS_PRIVATE, "
		     "userns_fd=5}, 32) = <*>");
	sys(SYS_fsmount, 99, 0, 0x31);
	expect("fsmount(99, 0, MOUNT_ATTR_RDONLY|0x30) = " EINVAL_LINE);
	sys(SYS_fsmount, 99, 0, 0x90);
	expect("fsmount(99, 0, MOUNT_ATTR_NOATIME|MOUNT_ATTR_NODIRATIME) = " EBADF_LINE);
	attr[2] = 0;
	attr[4] = 7;
	sys(SYS_mount_setattr, 99, MISSING, 0, attr, 40);
	expect("mount_setattr(99, \"" MISSING "\", 0, {attr_set=<*>, propagation=0 /* MS_??? */, userns_fd=5, "
	       "/* bytes 32..39 */ \"\\x07\\x00\\x00\\x00\\x00\\x00\\x00\\x00\"}, 40) = "
	       "-1 E2BIG (Argument list too long)");
	sys(SYS_mount_setattr, 99, MISSING, 0, attr, 31);
	expect("mount_setattr(99, \"" MISSING "\", 0, %s, 31) = " EINVAL_LINE, ptr(attr));
	sys(SYS_mount_setattr, 99, MISSING, 0, hole, 32);
	expect("mount_setattr(99, \"" MISSING "\", 0, %s, 32) = " EFAULT_LINE, ptr(hole));
	sys(SYS_mount_setattr, 99, MISSING, 0, NULL, 32);
	expect("mount_setattr(99, \"" MISSING "\", 0, NULL, 32) = " EFAULT_LINE);
}

CASE(ids)
{
	struct {
		uint32_t	size;
		int32_t		mnt_ns_fd;
		uint64_t	mnt_id;
		uint64_t	param;
		uint64_t	mnt_ns_id;
		uint64_t	more;
	} req = { .size = 24, .mnt_id = -1, .param = 0, .mnt_ns_id = 5, .more = 6 };
	static uint64_t ids[2];
	static char buf[1024];

	if (sys(NR_LISTMOUNT, &req, ids, 1, 0) != 1)
		skip("the kernel cannot list mounts");
	expect("listmount({size=24, mnt_id=LSMT_ROOT, param=0}, [%#llx], 1, 0) = 1",
	       (unsigned long long)ids[0]);
	req.mnt_id = ids[0];
	req.param = 3;
	sys(NR_STATMOUNT, &req, buf, 1024, 0);
	expect("statmount({size=24, mnt_id=%#llx, param=STATMOUNT_SB_BASIC|STATMOUNT_MNT_BASIC}, "
	       "{size=<*>, mask=STATMOUNT_SB_BASIC|STATMOUNT_MNT_BASIC, <*>}, 1024, 0) = 0",
	       (unsigned long long)ids[0]);
	req.param = 0;
	sys(NR_STATMOUNT, NULL, buf, 1024, 0);
	expect("statmount(NULL, %s, 1024, 0) = " EFAULT_LINE, ptr(buf));
	/* What is not the caller's is not shown, and nothing of it is left out. */
	req.size = 23;
	sys(NR_STATMOUNT, &req, buf, 1024, 0);
	expect("statmount({size=23}, %s, 1024, 0) = " EINVAL_LINE, ptr(buf));
	req.size = 40;
	req.mnt_ns_fd = -3;
	req.mnt_id = 1ULL << 63;
	sys(NR_STATMOUNT, &req, buf, 1024, 0);
	expect("statmount({size=40, mnt_ns_fd=-3, mnt_id=0x8000000000000000, param=0, mnt_ns_id=0x5, /* bytes 32..39 */ \"\\x06\\x00\\x00\\x00\\x00\\x00\\x00\\x00\"}, %s, 1024, 0) = -1 E2BIG (Argument list too long)",
	       ptr(buf));
	sys(NR_LISTMOUNT, &req, ids, 1, 0);
	expect("listmount({size=40, mnt_ns_fd=-3, mnt_id=0x8000000000000000, param=0, mnt_ns_id=0x5, /* bytes 32..39 */ \"\\x06\\x00\\x00\\x00\\x00\\x00\\x00\\x00\"}, %s, 1, 0) = -1 E2BIG (Argument list too long)",
	       ptr(ids));
}

CASE(swap)
{
	sys(SYS_swapon, MISSING, 0x8000 | 5);
	expect("swapon(\"" MISSING "\", SWAP_FLAG_PREFER|5) = " ENOENT_LINE);
	sys(SYS_swapon, MISSING, 0x18000);
	expect("swapon(\"" MISSING "\", SWAP_FLAG_PREFER|SWAP_FLAG_DISCARD|0) = " ENOENT_LINE);
	sys(SYS_swapon, MISSING, 5);
	expect("swapon(\"" MISSING "\", 5) = " ENOENT_LINE);
	sys(SYS_swapon, MISSING, 0x80000000);
	expect("swapon(\"" MISSING "\", 0x80000000 /* SWAP_FLAG_??? */|0) = " EINVAL_LINE);
}

CASE(quotas)
{
	static uint64_t buf[32] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
	uint32_t flags = FS_QUOTA_UDQ_ACCT | FS_QUOTA_UDQ_ENFD;

	sys(SYS_quotactl, QCMD(Q_SYNC, USRQUOTA), NULL, -1, buf);
	expect("quotactl(QCMD(Q_SYNC, USRQUOTA), NULL) = 0");
	sys(SYS_quotactl, QCMD(Q_QUOTAON, GRPQUOTA), MISSING, 2, "/some/file");
	expect("quotactl(QCMD(Q_QUOTAON, GRPQUOTA), \"" MISSING "\", QFMT_VFS_V0, \"/some/file\") = "
	       ENOENT_LINE);
	sys(SYS_quotactl, QCMD(Q_GETQUOTA, PRJQUOTA), MISSING, 2, buf);
	expect("quotactl(QCMD(Q_GETQUOTA, PRJQUOTA), \"" MISSING "\", 2, %s) = " ENOENT_LINE, ptr(buf));
	sys(SYS_quotactl, QCMD(Q_SETQUOTA, USRQUOTA), MISSING, -1, buf);
	expect("quotactl(QCMD(Q_SETQUOTA, USRQUOTA), \"" MISSING "\", -1, {dqb_bhardlimit=1, "
	       "dqb_bsoftlimit=2, dqb_curspace=3, dqb_ihardlimit=4, dqb_isoftlimit=5, dqb_curinodes=6, "
	       "...}) = " ENOENT_LINE);
	sys(SYS_quotactl, QCMD(Q_SETINFO, USRQUOTA), MISSING, -1, buf);
	expect("quotactl(QCMD(Q_SETINFO, USRQUOTA), \"" MISSING "\", {dqi_bgrace=1, dqi_igrace=2, "
	       "dqi_flags=DQF_ROOT_SQUASH|0x2, dqi_valid=0}) = " ENOENT_LINE);
	sys(SYS_quotactl, QCMD(Q_XQUOTAON, USRQUOTA), MISSING, 0, &flags);
	expect("quotactl(QCMD(Q_XQUOTAON, USRQUOTA), \"" MISSING "\", [FS_QUOTA_UDQ_ACCT|FS_QUOTA_UDQ_ENFD]) = "
	       ENOENT_LINE);
	sys(SYS_quotactl, QCMD(Q_XSETQLIM, USRQUOTA), MISSING, 3, buf);
	expect("quotactl(QCMD(Q_XSETQLIM, USRQUOTA), \"" MISSING "\", 3, {d_version=1, d_flags=0, "
	       "d_fieldmask=0, d_id=0, d_blk_hardlimit=2, d_blk_softlimit=3, d_ino_hardlimit=4, "
	       "d_ino_softlimit=5, d_bcount=6, d_icount=7, ...}) = " ENOENT_LINE);
	sys(SYS_quotactl, QCMD(0x123456, 9), MISSING, 2, buf);
	expect("quotactl(QCMD(0x123456 /* Q_??? */, 0x9 /* ???QUOTA */), \"" MISSING "\", 2, %s) = <*>",
	       ptr(buf));
	sys(SYS_quotactl_fd, 99, QCMD(Q_GETNEXTQUOTA, GRPQUOTA), 3, buf);
	expect("quotactl_fd(99, QCMD(Q_GETNEXTQUOTA, GRPQUOTA), 3, %s) = " EBADF_LINE, ptr(buf));
}

CASE(landlock)
{
	struct {
		uint64_t	access;
		int		fd;
	} __attribute__((packed)) rule = { 3 | 0x1000000, 5 };
	uint64_t port[2] = { 3, 80 };
	char *hole = before_hole(11);

	sys(SYS_landlock_add_rule, 99, 1, &rule, 0);
	expect_later("landlock_add_rule(99, LANDLOCK_RULE_PATH_BENEATH, {allowed_access="
		     "LANDLOCK_ACCESS_FS_EXECUTE|LANDLOCK_ACCESS_FS_WRITE_FILE|0x1000000, parent_fd=5}, 0) = <*>");
	sys(SYS_landlock_add_rule, 99, 1, NULL, 0);
	expect("landlock_add_rule(99, LANDLOCK_RULE_PATH_BENEATH, NULL, 0) = <*>");
	sys(SYS_landlock_add_rule, 99, 1, hole, 7);
	expect("landlock_add_rule(99, LANDLOCK_RULE_PATH_BENEATH, %s, 0x7) = <*>", ptr(hole));
	sys(SYS_landlock_add_rule, 99, 2, port, 0);
	expect("landlock_add_rule(99, LANDLOCK_RULE_NET_PORT, {allowed_access="
	       "LANDLOCK_ACCESS_NET_BIND_TCP|LANDLOCK_ACCESS_NET_CONNECT_TCP, port=80}, 0) = <*>");
}
