// SPDX-License-Identifier: GPL-2.0
/*
 * Keys, Landlock, seccomp and perf; memory policies; what the system as a whole is
 * asked for.
 */
#include <linux/filter.h>
#include <linux/keyctl.h>
#include <linux/landlock.h>
#include <linux/mempolicy.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <sys/mman.h>

#include "case.h"

#define BAD ((void *)8)
#define MISSING_KEY 0x7fffffff

CASE(add_key)
{
	char long_text[] = "more than thirty-two bytes of payload";
	long key;

	key = sys(SYS_add_key, "user", "test:key", "pay\0load", 8, KEY_SPEC_PROCESS_KEYRING);
	expect("add_key(\"user\", \"test:key\", \"pay\\0load\", 8, KEY_SPEC_PROCESS_KEYRING) = %ld", key);
	sys(SYS_add_key, "user", NULL, long_text, sizeof(long_text) - 1, 5);
	expect("add_key(\"user\", NULL, \"more than thirty-two bytes of pa\"..., 37, 5) = <*>");
	sys(SYS_add_key, BAD, BAD, BAD, 3, -99);
	expect("add_key(0x8, 0x8, 0x8, 3, -99) = " EFAULT_LINE);
	sys(SYS_add_key, "user", "x", long_text, -1L, 0);
	expect("add_key(\"user\", \"x\", \"more than thirty-two bytes of pa\"..., %lu, 0) = " EINVAL_LINE,
	       -1UL);
	sys(SYS_request_key, "user", "test:key", NULL, 0);
	expect("request_key(\"user\", \"test:key\", NULL, 0) = %ld", key);
}

CASE(keyctl)
{
	int ids[3] = { 1, 2, 3 };
	char buf[100];
	long key, len;

	key = sys(SYS_add_key, "user", "test:key", "payload", 7, KEY_SPEC_PROCESS_KEYRING);
	sys(SYS_keyctl, KEYCTL_UPDATE, key, "new\n", 4);
	expect_later("keyctl(KEYCTL_UPDATE, %ld, \"new\\n\", 4) = 0", key);
	sys(SYS_keyctl, KEYCTL_READ, key, buf, 100);
	expect("keyctl(KEYCTL_READ, %ld, \"new\\n\", 100) = 4", key);
	sys(SYS_keyctl, KEYCTL_READ, key, buf, 2);
	expect("keyctl(KEYCTL_READ, %ld, %s, 2) = 4", key, ptr(buf));
	sys(SYS_keyctl, KEYCTL_READ, key, NULL, 0);
	expect("keyctl(KEYCTL_READ, %ld, NULL, 0) = 4", key);
	len = sys(SYS_keyctl, KEYCTL_DESCRIBE, key, buf, 100);
	expect("keyctl(KEYCTL_DESCRIBE, %ld, \"user;0;0;<*>;test:key\", 100) = %ld", key, len);
	sys(SYS_keyctl, KEYCTL_CHOWN, key, 0, -1);
	expect("keyctl(KEYCTL_CHOWN, %ld, 0, -1) = 0", key);
	sys(SYS_keyctl, KEYCTL_LINK, key, KEY_SPEC_SESSION_KEYRING);
	expect("keyctl(KEYCTL_LINK, %ld, KEY_SPEC_SESSION_KEYRING) = 0", key);
	sys(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_PROCESS_KEYRING, "user", "test:key", 0);
	expect("keyctl(KEYCTL_SEARCH, KEY_SPEC_PROCESS_KEYRING, \"user\", \"test:key\", 0) = %ld", key);
	sys(SYS_keyctl, KEYCTL_SET_TIMEOUT, key, 100);
	expect("keyctl(KEYCTL_SET_TIMEOUT, %ld, 100) = 0", key);
	sys(SYS_keyctl, KEYCTL_SETPERM, key, 0x01000002);
	expect("keyctl(KEYCTL_SETPERM, %ld, KEY_POS_VIEW|KEY_OTH_READ) = 0", key);
	sys(SYS_keyctl, KEYCTL_SETPERM, MISSING_KEY, 0x40000001);
	expect("keyctl(KEYCTL_SETPERM, %d, KEY_OTH_VIEW|0x40000000) = " EINVAL_LINE, MISSING_KEY);
	sys(SYS_keyctl, KEYCTL_REJECT, MISSING_KEY, 30, 128, 0);
	expect("keyctl(KEYCTL_REJECT, %d, 30, EKEYREVOKED, 0) = " EPERM_LINE,
	       MISSING_KEY);
	sys(SYS_keyctl, KEYCTL_SET_REQKEY_KEYRING, -1);
	expect("keyctl(KEYCTL_SET_REQKEY_KEYRING, KEY_REQKEY_DEFL_NO_CHANGE) = <*>");
	sys(SYS_keyctl, KEYCTL_SET_REQKEY_KEYRING, 77);
	expect("keyctl(KEYCTL_SET_REQKEY_KEYRING, 77 /* KEY_REQKEY_DEFL_??? */) = " EINVAL_LINE);
	sys(SYS_keyctl, KEYCTL_DH_COMPUTE, ids, buf, 64, NULL);
	expect("keyctl(KEYCTL_DH_COMPUTE, {private=1, prime=2, base=3}, %s, 64, NULL) = <*>", ptr(buf));
	sys(SYS_keyctl, KEYCTL_RESTRICT_KEYRING, MISSING_KEY, "asymmetric", BAD);
	expect("keyctl(KEYCTL_RESTRICT_KEYRING, %d, \"asymmetric\", 0x8) = <*>", MISSING_KEY);
	sys(SYS_keyctl, KEYCTL_CAPABILITIES, buf, 1);
	expect("keyctl(KEYCTL_CAPABILITIES, [KEYCTL_CAPS0_CAPABILITIES|<*>], 1) = 2");
	sys(SYS_keyctl, KEYCTL_CAPABILITIES, BAD, 4);
	expect("keyctl(KEYCTL_CAPABILITIES, 0x8, 4) = " EFAULT_LINE);
	sys(SYS_keyctl, 99, 1, 2, 3, 4);
	expect("keyctl(0x63 /* KEYCTL_??? */, 0x1, 0x2, 0x3, 0x4) = -1 EOPNOTSUPP (Operation not supported)");
	sys(SYS_keyctl, KEYCTL_CLEAR, KEY_SPEC_PROCESS_KEYRING);
	expect("keyctl(KEYCTL_CLEAR, KEY_SPEC_PROCESS_KEYRING) = 0");
}

/* A structure with addresses of text and of bytes. */
CASE(keyctl_kdf)
{
	/* An x32 program makes the call of x86-64. */
	struct {
		__syscall_ulong_t hashname, otherinfo;
		unsigned int otherinfolen, spare[8];
	} kdf = { WORD("sha256"), WORD("in\0fo"), 5, { 0 } };
	int ids[3] = { 1, 2, 3 };
	char buf[64];

	sys(SYS_keyctl, KEYCTL_DH_COMPUTE, ids, buf, 64, &kdf);
	expect("keyctl(KEYCTL_DH_COMPUTE, {private=1, prime=2, base=3}, %s, 64, {hashname=\"sha256\", otherinfo=\"in\\0fo\", otherinfolen=5}) = <*>",
	       ptr(buf));
	kdf.hashname = WORD(BAD);
	kdf.otherinfo = 0;
	sys(SYS_keyctl, KEYCTL_DH_COMPUTE, BAD, buf, 64, &kdf);
	expect("keyctl(KEYCTL_DH_COMPUTE, 0x8, %s, 64, {hashname=0x8, otherinfo=NULL, otherinfolen=5}) = <*>",
	       ptr(buf));
	sys(SYS_keyctl, KEYCTL_DH_COMPUTE, ids, buf, 64, BAD);
	expect("keyctl(KEYCTL_DH_COMPUTE, {private=1, prime=2, base=3}, %s, 64, 0x8) = <*>", ptr(buf));
}

CASE(landlock)
{
	struct {
		unsigned long long fs, more[2];
	} attr = { LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE, { 0, 0 } };
	struct landlock_path_beneath_attr beneath = { LANDLOCK_ACCESS_FS_READ_FILE, 77 };
	void *edge = at_end(&attr, 8);
	long fd;

	fd = sys(SYS_landlock_create_ruleset, &attr, 8, 0);
	expect("landlock_create_ruleset({handled_access_fs=LANDLOCK_ACCESS_FS_EXECUTE|LANDLOCK_ACCESS_FS_READ_FILE}, 8, 0) = %ld",
	       fd);
	sys(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	expect("landlock_create_ruleset(NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) = <*>");
	sys(SYS_landlock_create_ruleset, &attr, 5000, 0);
	expect("landlock_create_ruleset({handled_access_fs=LANDLOCK_ACCESS_FS_EXECUTE|LANDLOCK_ACCESS_FS_READ_FILE, handled_access_net=0, scoped=0, ...}, 5000, 0) = -1 E2BIG (Argument list too long)");
	sys(SYS_landlock_create_ruleset, edge, 16, 0);
	expect("landlock_create_ruleset({handled_access_fs=LANDLOCK_ACCESS_FS_EXECUTE|LANDLOCK_ACCESS_FS_READ_FILE, ...}, 16, 0) = " EFAULT_LINE);
	attr.more[0] = 1 | 4;
	sys(SYS_landlock_create_ruleset, &attr, 16, 0);
	expect("landlock_create_ruleset({handled_access_fs=LANDLOCK_ACCESS_FS_EXECUTE|LANDLOCK_ACCESS_FS_READ_FILE, "
	       "handled_access_net=LANDLOCK_ACCESS_NET_BIND_TCP|0x4}, 16, 0) = <*>");
	attr.more[1] = 2;
	sys(SYS_landlock_create_ruleset, &attr, 24, 1);
	expect("landlock_create_ruleset({handled_access_fs=LANDLOCK_ACCESS_FS_EXECUTE|LANDLOCK_ACCESS_FS_READ_FILE, "
	       "handled_access_net=LANDLOCK_ACCESS_NET_BIND_TCP|0x4, scoped=LANDLOCK_SCOPE_SIGNAL}, 24, "
	       "LANDLOCK_CREATE_RULESET_VERSION) = " EINVAL_LINE);
	sys(SYS_landlock_create_ruleset, &attr, 4, 0);
	expect("landlock_create_ruleset(%s, 4, 0) = " EINVAL_LINE, ptr(&attr));
	sys(SYS_landlock_create_ruleset, BAD, 8, 0);
	expect("landlock_create_ruleset(0x8, 8, 0) = " EFAULT_LINE);
	sys(SYS_landlock_add_rule, fd, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
	expect("landlock_add_rule(%ld, LANDLOCK_RULE_PATH_BENEATH, {allowed_access=LANDLOCK_ACCESS_FS_READ_FILE, parent_fd=77}, 0) = " EBADF_LINE,
	       fd);
	sys(SYS_landlock_add_rule, fd, 0, &beneath, 5);
	expect("landlock_add_rule(%ld, 0 /* LANDLOCK_RULE_??? */, %s, 0x5) = " EINVAL_LINE, fd,
	       ptr(&beneath));
	sys(SYS_landlock_restrict_self, -1, 7);
	expect("landlock_restrict_self(-1, 0x7) = <*>");
}

CASE(seccomp)
{
	struct sock_filter filter[] = { BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
	struct sock_fprog prog = { 1, filter };
	unsigned int action = SECCOMP_RET_ALLOW;
	char sizes[16];

	sys(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_LOG, &prog);
	expect("seccomp(SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_LOG, {len=1, filter=%s}) = 0",
	       ptr(filter));
	sys(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action);
	expect("seccomp(SECCOMP_GET_ACTION_AVAIL, 0, [SECCOMP_RET_ALLOW]) = 0");
	sys(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, sizes);
	expect("seccomp(SECCOMP_GET_NOTIF_SIZES, 0, {seccomp_notif=80, seccomp_notif_resp=24, seccomp_data=64}) = 0");
	sys(SYS_seccomp, 99, 7, BAD);
	expect("seccomp(0x63 /* SECCOMP_SET_MODE_??? */, 0x7, 0x8) = " EINVAL_LINE);
}

CASE(perf_event_open)
{
	struct perf_event_attr attr = {
		.size = PERF_ATTR_SIZE_VER0, .type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_DUMMY, .disabled = 1, .exclude_kernel = 1,
	};
	long fd;

	fd = sys(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	expect("perf_event_open({type=PERF_TYPE_SOFTWARE, size=PERF_ATTR_SIZE_VER0, config=PERF_COUNT_SW_DUMMY, sample_period=0, sample_type=0, read_format=0, disabled=1, exclude_kernel=1, precise_ip=0 /* arbitrary skid */, ...}, 0, -1, -1, PERF_FLAG_FD_CLOEXEC) = %ld",
	       fd);
	attr.type = PERF_TYPE_HW_CACHE;
	attr.config = 0x10203;
	attr.freq = 1;
	attr.sample_freq = 1000;
	attr.precise_ip = 2;
	attr.disabled = attr.exclude_kernel = 0;
	attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID;
	attr.read_format = PERF_FORMAT_ID;
	sys(SYS_perf_event_open, &attr, -1, -1, -1, 0);
	expect("perf_event_open({type=PERF_TYPE_HW_CACHE, size=PERF_ATTR_SIZE_VER0, config=PERF_COUNT_HW_CACHE_RESULT_MISS<<16|PERF_COUNT_HW_CACHE_OP_PREFETCH<<8|PERF_COUNT_HW_CACHE_DTLB, sample_freq=1000, sample_type=PERF_SAMPLE_IP|PERF_SAMPLE_TID, read_format=PERF_FORMAT_ID, freq=1, precise_ip=2 /* requested to have 0 skid */, ...}, -1, -1, -1, 0) = <*>");
	attr.type = PERF_TYPE_HARDWARE;
	attr.config = 0x500000003;
	sys(SYS_perf_event_open, &attr, -1, -1, -1, 0);
	expect("perf_event_open({type=PERF_TYPE_HARDWARE, size=PERF_ATTR_SIZE_VER0, config=0x5<<32|PERF_COUNT_HW_CACHE_MISSES, <*>, ...}, -1, -1, -1, 0) = <*>");
	attr.type = PERF_TYPE_SOFTWARE;
	attr.config = 1ULL << 32 | PERF_COUNT_SW_DUMMY;
	sys(SYS_perf_event_open, &attr, -1, -1, -1, 0);
	expect("perf_event_open({type=PERF_TYPE_SOFTWARE, size=PERF_ATTR_SIZE_VER0, config=0x100000009 /* PERF_COUNT_SW_??? */, <*>, ...}, -1, -1, -1, 0) = <*>");
	attr.config = 0x10203;
	attr.type = 99;
	attr.size = 1000;
	sys(SYS_perf_event_open, &attr, 0, -1, -1, 0x100);
	expect("perf_event_open({type=0x63 /* PERF_TYPE_??? */, size=0x3e8 /* PERF_ATTR_SIZE_??? */, config=0x10203, <*>, ...}, 0, -1, -1, 0x100 /* PERF_FLAG_??? */) = " EINVAL_LINE);
	attr.size = 40;
	sys(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	expect("perf_event_open(%s, 0, -1, -1, 0) = -1 E2BIG (Argument list too long)", ptr(&attr));
	sys(SYS_perf_event_open, BAD, 0, -1, -1, 0);
	expect("perf_event_open(0x8, 0, -1, -1, 0) = " EFAULT_LINE);
}

#ifdef ABI_64
#define FIVE "0x00000000000005"
#define ZERO "0000000000000000"
#else
#define FIVE "0x000005"
#define ZERO "00000000"
#endif

CASE(mempolicy)
{
	unsigned int bits = 8 * sizeof(long);
	unsigned long mask[8] = { 5 };
	int policy;

	sys(SYS_set_mempolicy, MPOL_DEFAULT, NULL, 0);
	expect("set_mempolicy(MPOL_DEFAULT, NULL, 0) = 0");
	sys(SYS_set_mempolicy, MPOL_BIND, mask, bits + 1);
	expect("set_mempolicy(MPOL_BIND, [" FIVE "], %u) = <*>", bits + 1);
	sys(SYS_set_mempolicy, MPOL_BIND | MPOL_F_STATIC_NODES, mask, bits + 2);
	expect("set_mempolicy(MPOL_BIND|MPOL_F_STATIC_NODES, [" FIVE ", " ZERO "], %u) = <*>", bits + 2);
	sys(SYS_set_mempolicy, 0x40000002, mask, 1);
	expect("set_mempolicy(0x40000002 /* MPOL_??? */, %s, 1) = " EINVAL_LINE, ptr(mask));
	sys(SYS_set_mempolicy, MPOL_BIND, mask, 0);
	expect("set_mempolicy(MPOL_BIND, [], 0) = " EINVAL_LINE);
	sys(SYS_set_mempolicy, MPOL_BIND, BAD, 64);
	expect("set_mempolicy(MPOL_BIND, 0x8, 64) = " EFAULT_LINE);
	sys(SYS_set_mempolicy, MPOL_DEFAULT, NULL, 0);
	sys(SYS_get_mempolicy, &policy, NULL, 0, NULL, 0);
	expect_later("get_mempolicy([MPOL_DEFAULT], NULL, 0, NULL, 0) = 0");
	sys(SYS_get_mempolicy, &policy, mask, 5, BAD, 0x10);
	expect("get_mempolicy(%s, %s, 5, 0x8, 0x10 /* MPOL_??? */) = " EINVAL_LINE, ptr(&policy),
	       ptr(mask));
	sys(SYS_mbind, BAD, 4096, MPOL_BIND, mask, bits, MPOL_MF_STRICT | 0x100);
	expect("mbind(0x8, 4096, MPOL_BIND, [" FIVE "], %u, MPOL_MF_STRICT|0x100) = " EINVAL_LINE, bits);
}

CASE(move_pages)
{
	void *pages[3] = { text("x"), BAD, NULL };
	int nodes[2] = { 0, 7 }, status[3];

	sys(SYS_move_pages, 0, 3, pages, NULL, status, MPOL_MF_MOVE);
	expect("move_pages(0, 3, [%s, 0x8, NULL], NULL, [0, -EFAULT, -EFAULT], MPOL_MF_MOVE) = 0",
	       ptr(pages[0]));
	sys(SYS_move_pages, 0, 2, pages, nodes, status, 0x10);
	expect("move_pages(0, 2, [%s, 0x8], [0, 7], %s, 0x10 /* MPOL_??? */) = " EINVAL_LINE,
	       ptr(pages[0]), ptr(status));
	sys(SYS_move_pages, 0, 0, pages, nodes, status, 0);
	expect("move_pages(0, 0, [], [], [], 0) = 0");
}

CASE(modules)
{
	sys(SYS_init_module, BAD, 8, "p=1");
	expect("init_module(0x8, 8, \"p=1\") = <*>");
	sys(SYS_finit_module, -1, "", 0x11);
	expect("finit_module(-1, \"\", MODULE_INIT_IGNORE_MODVERSIONS|0x10) = <*>");
	sys(SYS_delete_module, "none", O_NONBLOCK | O_TRUNC);
	expect("delete_module(\"none\", O_NONBLOCK|O_TRUNC) = <*>");
}

CASE(names)
{
	const char *name = "0123456789012345678901234567890123456789";

	sys(SYS_sethostname, "abc\n", 4);
	expect("sethostname(\"abc\\n\", 4) = 0");
	sys(SYS_setdomainname, name, 40);
	expect("setdomainname(\"01234567890123456789012345678901\"..., 40) = 0");
	sys(SYS_sethostname, name, 65);
	expect("sethostname(%s, 65) = " EINVAL_LINE, ptr(name));
	sys(SYS_sethostname, name, -1);
	expect("sethostname(%s, 4294967295) = " EINVAL_LINE, ptr(name));
	sys(SYS_sethostname, BAD, 4);
	expect("sethostname(0x8, 4) = " EFAULT_LINE);
}

CASE(kernel_log)
{
	char buf[8];

	sys(SYS_syslog, 10, NULL, 0);
	expect("syslog(10 /* SYSLOG_ACTION_SIZE_BUFFER */) = <*>");
	sys(SYS_syslog, 3, buf, 8);
	expect("syslog(3 /* SYSLOG_ACTION_READ_ALL */, \"<*>\", 8) = <*>");
	sys(SYS_syslog, 3, buf, -1);
	expect("syslog(3 /* SYSLOG_ACTION_READ_ALL */, %s, -1) = " EINVAL_LINE, ptr(buf));
	sys(SYS_syslog, 8, NULL, 99);
	expect("syslog(8 /* SYSLOG_ACTION_CONSOLE_LEVEL */, NULL, 99 /* LOGLEVEL_??? */) = " EINVAL_LINE);
	sys(SYS_syslog, 77, buf, 5);
	expect("syslog(77 /* SYSLOG_ACTION_??? */, %s, 5) = " EINVAL_LINE, ptr(buf));
}

CASE(reboot)
{
	sys(SYS_reboot, 1, 2, 3, "x");
	expect("reboot(0x1 /* LINUX_REBOOT_MAGIC_??? */, 0x2 /* LINUX_REBOOT_MAGIC_??? */, 0x3 /* LINUX_REBOOT_CMD_??? */) = " EINVAL_LINE);
	sys(SYS_reboot, 0xfee1dead, 1, 0xa1b2c3d4, "arg");
	expect("reboot(LINUX_REBOOT_MAGIC1, 0x1 /* LINUX_REBOOT_MAGIC_??? */, LINUX_REBOOT_CMD_RESTART2, \"arg\") = " EINVAL_LINE);
}

CASE(kexec)
{
	struct {
		void *buf;
		size_t bufsz;
		void *mem;
		size_t memsz;
	} segments[2] = { { BAD, 10, (void *)0x100000, 4096 }, { NULL, 0, NULL, 0 } };

	sys(SYS_kexec_load, 0x1000, 2, segments, 0x998001);
	expect("kexec_load(0x1000, 2, [{buf=0x8, bufsz=10, mem=0x100000, memsz=4096}, {buf=NULL, bufsz=0, mem=NULL, memsz=0}], KEXEC_ON_CRASH|0x998000) = " EINVAL_LINE);
	sys(SYS_kexec_load, NULL, 0, NULL, 0x3e0000);
	expect("kexec_load(NULL, 0, NULL, KEXEC_ARCH_X86_64) = <*>");
}

CASE(various)
{
	sys(SYS_swapon, "/none", 0x8005);
	expect("swapon(\"/none\", SWAP_FLAG_PREFER|5) = " ENOENT_LINE);
	sys(SYS_swapon, "/none", 7);
	expect("swapon(\"/none\", 7) = " ENOENT_LINE);
	sys(SYS_memfd_create, "x", 4 | 21U << 26);
	expect("memfd_create(\"x\", MFD_HUGETLB|21<<MFD_HUGE_SHIFT) = <*>");
	sys(SYS_memfd_create, "x", 30U << 26);
	expect("memfd_create(\"x\", 30<<MFD_HUGE_SHIFT) = " EINVAL_LINE);
	sys(SYS_memfd_create, BAD, 0x100);
	expect("memfd_create(0x8, 0x100 /* MFD_??? */) = " EINVAL_LINE);
	sys(SYS_acct, "/none");
	expect("acct(\"/none\") = <*>");
}
