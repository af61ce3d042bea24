// SPDX-License-Identifier: GPL-2.0
/*
 * What commands of ioctl() take and give: terminals, network devices, files, block
 * devices, and others that one meets.
 */
#include <asm/termbits.h>
#include <asm/ioctls.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <linux/if.h>
#include <linux/in.h>
#include <linux/kvm.h>
#include <linux/loop.h>
#include <linux/random.h>
#include <linux/rtc.h>
#include <linux/sockios.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <sys/mman.h>

#include "case.h"

#define BAD ((void *)8)

struct size {
	unsigned short rows, columns, width, height;
};

/* Both sides of a terminal. */
static int new_terminal(int *other)
{
	int ptmx = sys(SYS_open, "/dev/ptmx", O_RDWR | O_NOCTTY), off = 0, number;

	if (ptmx < 0)
		skip("no terminals");
	sys(SYS_ioctl, ptmx, TIOCSPTLCK, &off);
	expect_later("ioctl(%d, TIOCSPTLCK, [0]) = 0", ptmx);
	sys(SYS_ioctl, ptmx, TIOCGPTN, &number);
	expect("ioctl(%d, TIOCGPTN, [%d]) = 0", ptmx, number);
	*other = sys(SYS_ioctl, ptmx, TIOCGPTPEER, O_RDWR | O_NOCTTY);
	expect("ioctl(%d, TIOCGPTPEER, 0x%x) = %d", ptmx, O_RDWR | O_NOCTTY, *other);

	return ptmx;
}

CASE(terminal_modes)
{
	const char *usual = "{c_iflag=ICRNL|IXON, c_oflag=NL0|CR0|TAB0|BS0|VT0|FF0|OPOST|ONLCR, c_cflag=B38400|CS8|CREAD, c_lflag=ISIG|ICANON|ECHO|ECHOE|ECHOK|IEXTEN|ECHOCTL|ECHOKE, ...}";
	struct termios modes;
	int tty;

	new_terminal(&tty);
	sys(SYS_ioctl, tty, TCGETS, &modes);
	expect_later("ioctl(%d, TCGETS, %s) = 0", tty, usual);
	sys(SYS_ioctl, tty, TCSETSW, &modes);
	expect("ioctl(%d, SNDCTL_TMR_STOP or TCSETSW, %s) = 0", tty, usual);
	sys(SYS_ioctl, -1, TCGETS, &modes);
	expect("ioctl(-1, TCGETS, %s) = " EBADF_LINE, ptr(&modes));
	sys(SYS_ioctl, tty, TCGETS, NULL);
	expect("ioctl(%d, TCGETS, NULL) = " EFAULT_LINE, tty);
	modes.c_iflag = 0;
	modes.c_oflag = 0x80000000;
	modes.c_cflag = B4000000 | B38400 << 16 | CS6;
	modes.c_lflag = 0;
	sys(SYS_ioctl, -1, TCSETS, &modes);
	expect("ioctl(-1, SNDCTL_TMR_START or TCSETS, {c_iflag=, c_oflag=NL0|CR0|TAB0|BS0|VT0|FF0|0x80000000, c_cflag=B4000000|B38400<<IBSHIFT|CS6|, c_lflag=, ...}) = " EBADF_LINE);
}

CASE(terminals)
{
	struct size size = { 1, 2, 3, 4 };
	int tty, value = 1, ptmx = new_terminal(&tty);

	sys(SYS_ioctl, tty, TIOCSWINSZ, &size);
	expect_later("ioctl(%d, TIOCSWINSZ, {ws_row=1, ws_col=2, ws_xpixel=3, ws_ypixel=4}) = 0", tty);
	sys(SYS_ioctl, tty, TIOCGWINSZ, &size);
	expect("ioctl(%d, TIOCGWINSZ, {ws_row=1, ws_col=2, ws_xpixel=3, ws_ypixel=4}) = 0", tty);
	sys(SYS_ioctl, tty, TIOCGWINSZ, BAD);
	expect("ioctl(%d, TIOCGWINSZ, 0x8) = " EFAULT_LINE, tty);
	sys(SYS_ioctl, tty, TIOCGPGRP, &value);
	expect("ioctl(%d, TIOCGPGRP, %s) = -1 ENOTTY (Inappropriate ioctl for device)", tty, ptr(&value));
	sys(SYS_ioctl, tty, TIOCSPGRP, &value);
	expect("ioctl(%d, TIOCSPGRP, [1]) = -1 ENOTTY (Inappropriate ioctl for device)", tty);
	value = 0x1007;
	sys(SYS_ioctl, -1, TIOCMSET, &value);
	expect("ioctl(-1, TIOCMSET, [TIOCM_LE|TIOCM_DTR|TIOCM_RTS|0x1000]) = " EBADF_LINE);
	sys(SYS_write, tty, "abc", 3);
	poll(&(struct pollfd){ ptmx, POLLIN, 0 }, 1, -1);
	sys(SYS_ioctl, ptmx, FIONREAD, &value);
	expect_later("ioctl(%d, FIONREAD, [3]) = 0", ptmx);
	value = 1;
	sys(SYS_ioctl, ptmx, FIONBIO, &value);
	expect("ioctl(%d, FIONBIO, [1]) = 0", ptmx);
	sys(SYS_ioctl, ptmx, FIOCLEX, 7);
	expect("ioctl(%d, FIOCLEX) = 0", ptmx);
	sys(SYS_ioctl, tty, TCXONC, TCOOFF);
	expect("ioctl(%d, TCXONC, TCOOFF) = 0", tty);
	sys(SYS_ioctl, tty, TCFLSH, 7);
	expect("ioctl(%d, TCFLSH, 0x7 /* TC??? */) = " EINVAL_LINE, tty);
#ifdef ABI_64
	sys(SYS_ioctl, tty, TCFLSH, 0x100000001);
	expect("ioctl(%d, TCFLSH, 0x100000001 /* TC??? */) = " EINVAL_LINE, tty);
	sys(SYS_ioctl, -1, TCXONC, 0x100000001);
	expect("ioctl(-1, TCXONC, 0x100000001 /* TC??? */) = " EBADF_LINE);
#endif
	sys(SYS_ioctl, tty, TIOCSTI, "a");
	expect("ioctl(%d, TIOCSTI, \"a\") = <*>", tty);
	sys(SYS_ioctl, tty, TIOCSCTTY, 1);
	expect("ioctl(%d, TIOCSCTTY, 1) = <*>", tty);
}

static int new_socket(void)
{
	int fd = sys(SYS_socket, 2, 2, 0);

	if (fd < 0)
		skip("no network");

	return fd;
}

static void name_it(struct ifreq *req, const char *name)
{
	memset(req, 0, sizeof(*req));
	strncpy(req->ifr_name, name, IFNAMSIZ);
}

CASE(network_devices)
{
	int fd = new_socket(), pid = getpid();
	struct ifreq req;

	name_it(&req, "lo");
	sys(SYS_ioctl, fd, SIOCGIFINDEX, &req);
	expect_later("ioctl(%d, SIOCGIFINDEX, {ifr_name=\"lo\", ifr_ifindex=1}) = 0", fd);
	name_it(&req, "lo");
	sys(SYS_ioctl, fd, SIOCGIFMTU, &req);
	expect("ioctl(%d, SIOCGIFMTU, {ifr_name=\"lo\", ifr_mtu=65536}) = 0", fd);
	name_it(&req, "lo");
	sys(SYS_ioctl, fd, SIOCGIFFLAGS, &req);
	expect("ioctl(%d, SIOCGIFFLAGS, {ifr_name=\"lo\", ifr_flags=<*>IFF_LOOPBACK<*>}) = 0", fd);
	name_it(&req, "lo");
	sys(SYS_ioctl, fd, SIOCGIFHWADDR, &req);
	expect("ioctl(%d, SIOCGIFHWADDR, {ifr_name=\"lo\", ifr_hwaddr={sa_family=ARPHRD_LOOPBACK, sa_data=00:00:00:00:00:00}}) = 0",
	       fd);
	name_it(&req, "lo");
	sys(SYS_ioctl, fd, FIOSETOWN, &pid);
	expect("ioctl(%d, FIOSETOWN, [%d]) = 0", fd, pid);
	sys(SYS_ioctl, fd, FIOGETOWN, &pid);
	expect("ioctl(%d, FIOGETOWN, [%d]) = 0", fd, pid);
	req.ifr_map.irq = 17;
	sys(SYS_ioctl, -1, SIOCSIFMAP, &req);
	expect("ioctl(-1, SIOCSIFMAP, {ifr_name=\"lo\", ifr_map={mem_start=<*>, irq=0x11, <*>}}) = " EBADF_LINE);
	sys(SYS_ioctl, fd, SIOCGIFMAP, &req);
	expect("ioctl(%d, SIOCGIFMAP, {ifr_name=\"lo\", ifr_map={mem_start=0, mem_end=0, base_addr=0, irq=0, dma=0, port=0}}) = 0",
	       fd);
	name_it(&req, "none");
	sys(SYS_ioctl, fd, SIOCGIFADDR, &req);
	expect("ioctl(%d, SIOCGIFADDR, {ifr_name=\"none\"}) = " ENODEV_LINE, fd);
	name_it(&req, "longer than it may be");
	req.ifr_flags = IFF_UP | IFF_PROMISC;
	sys(SYS_ioctl, fd, SIOCSIFFLAGS, &req);
	expect("ioctl(%d, SIOCSIFFLAGS, {ifr_name=\"longer than it \"..., ifr_flags=IFF_UP|IFF_PROMISC}) = " ENODEV_LINE,
	       fd);
	name_it(&req, "none");
	memcpy(&req.ifr_addr, "\2\0\0\x50\x7f\0\0\1", 8);
	sys(SYS_ioctl, fd, SIOCSIFADDR, &req);
	expect("ioctl(%d, SIOCSIFADDR, {ifr_name=\"none\", ifr_addr={sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr(\"127.0.0.1\")}}) = " ENODEV_LINE,
	       fd);
	name_it(&req, "none");
	strcpy(req.ifr_newname, "new");
	sys(SYS_ioctl, fd, SIOCSIFNAME, &req);
	expect("ioctl(%d, SIOCSIFNAME, {ifr_name=\"none\", ifr_newname=\"new\"}) = " ENODEV_LINE, fd);
	memset(&req, 0, sizeof(req));
	req.ifr_ifindex = 1;
	sys(SYS_ioctl, fd, SIOCGIFNAME, &req);
	expect("ioctl(%d, SIOCGIFNAME, {ifr_ifindex=1, ifr_name=\"lo\"}) = 0", fd);
	req.ifr_ifindex = 0x7fffffff;
	sys(SYS_ioctl, fd, SIOCGIFNAME, &req);
	expect("ioctl(%d, SIOCGIFNAME, {ifr_ifindex=2147483647}) = " ENODEV_LINE, fd);
	sys(SYS_ioctl, fd, SIOCGIFFLAGS, NULL);
	expect("ioctl(%d, SIOCGIFFLAGS, NULL) = " EFAULT_LINE, fd);
	sys(SYS_ioctl, fd, SIOCGIFFLAGS, BAD);
	expect("ioctl(%d, SIOCGIFFLAGS, 0x8) = " EFAULT_LINE, fd);
}

CASE(network_list)
{
	struct ifreq list[4];
	struct ifconf conf = { .ifc_len = sizeof(list) + 1, .ifc_req = list };
	int fd = new_socket();

	sys(SYS_ioctl, fd, SIOCGIFCONF, &conf);
	expect_later("ioctl(%d, SIOCGIFCONF, {ifc_len=%zu => <*>, ifc_buf=[<*>]}) = 0", fd,
		     sizeof(list) + 1);
	conf.ifc_len = 10;
	sys(SYS_ioctl, fd, SIOCGIFCONF, &conf);
	expect("ioctl(%d, SIOCGIFCONF, {ifc_len=10 => 0, ifc_buf=[]}) = 0", fd);
	conf.ifc_len = 2 * sizeof(list[0]);
	sys(SYS_ioctl, -1, SIOCGIFCONF, &conf);
	expect("ioctl(-1, SIOCGIFCONF, {ifc_len=%zu /* 2 * sizeof(struct ifreq) */, ifc_buf=%s}) = " EBADF_LINE,
	       2 * sizeof(list[0]), ptr(list));
	conf.ifc_len = -5;
	sys(SYS_ioctl, -1, SIOCGIFCONF, &conf);
	expect("ioctl(-1, SIOCGIFCONF, {ifc_len=-5, ifc_buf=%s}) = " EBADF_LINE, ptr(list));
	conf.ifc_req = NULL;
	sys(SYS_ioctl, fd, SIOCGIFCONF, &conf);
	expect("ioctl(%d, SIOCGIFCONF, {ifc_len=<*> /* <*> * sizeof(struct ifreq) */, ifc_buf=NULL}) = 0", fd);
	expect_never("ioctl(%d, SIOCGIFCONF, {<*> => <*>, ifc_buf=NULL}) = 0", fd);
	sys(SYS_ioctl, fd, SIOCGIFCONF, NULL);
	expect("ioctl(%d, SIOCGIFCONF, NULL) = " EFAULT_LINE, fd);
}

CASE(files)
{
	struct file_clone_range range = { 5, 1, 2, 3 };
	struct fsxattr attr = { .fsx_xflags = FS_XFLAG_NODUMP, .fsx_projid = 300 };
	struct fiemap map = { .fm_length = 4096, .fm_flags = FIEMAP_FLAG_SYNC, .fm_extent_count = 3 };
	unsigned long flags = FS_IMMUTABLE_FL | FS_NOATIME_FL;

#ifdef ABI_64
	sys(SYS_ioctl, -1, FS_IOC_SETFLAGS, &flags);
	expect("ioctl(-1, FS_IOC_SETFLAGS, [FS_IMMUTABLE_FL|FS_NOATIME_FL]) = " EBADF_LINE);
#else
	sys(SYS_ioctl, -1, FS_IOC32_SETFLAGS, &flags);
	expect("ioctl(-1, FS_IOC32_SETFLAGS, [FS_IMMUTABLE_FL|FS_NOATIME_FL]) = " EBADF_LINE);
#endif
	sys(SYS_ioctl, -1, FICLONE, 5);
	expect("ioctl(-1, BTRFS_IOC_CLONE or FICLONE, 5) = " EBADF_LINE);
	sys(SYS_ioctl, -1, FICLONERANGE, &range);
	expect("ioctl(-1, BTRFS_IOC_CLONE_RANGE or FICLONERANGE, {src_fd=5, src_offset=1, src_length=2, dest_offset=3}) = " EBADF_LINE);
	sys(SYS_ioctl, -1, FIFREEZE, 0);
	expect("ioctl(-1, FIFREEZE) = " EBADF_LINE);
	sys(SYS_ioctl, -1, FS_IOC_FSSETXATTR, &attr);
	expect("ioctl(-1, FS_IOC_FSSETXATTR, {fsx_xflags=FS_XFLAG_NODUMP, fsx_extsize=0, fsx_projid=0x12c, fsx_cowextsize=0}) = " EBADF_LINE);
	sys(SYS_ioctl, -1, FS_IOC_FIEMAP, &map);
	expect("ioctl(-1, FS_IOC_FIEMAP, {fm_start=0, fm_length=4096, fm_flags=FIEMAP_FLAG_SYNC, fm_extent_count=3}) = " EBADF_LINE);
	sys(SYS_ioctl, -1, FS_IOC_SETFSLABEL, "label\n");
	expect("ioctl(-1, FS_IOC_SETFSLABEL, \"label\\n\") = " EBADF_LINE);
}

/* Of these, only where an address is expected is known. */
CASE(addresses)
{
	static const struct {
		unsigned int cmd;
		const char *shown;
	} cases[] = {
		{ SIOCETHTOOL, "SIOCETHTOOL, NULL" },
		{ 0x1269, "BLKPG, NULL" },
		{ 0x2201, "SG_SET_TIMEOUT, NULL" },
		{ 0x2202, "SG_GET_TIMEOUT" },
		{ 0x30d, "HDIO_GET_IDENTITY, NULL" },
		{ 0x4b31, "KDGETLED, NULL" },
		{ 0x4b32, "KDSETLED, 0" },
		{ 0x5601, "VT_GETMODE, NULL" },
		{ 0x5606, "VT_ACTIVATE, 0" },
		{ 0x80685600, "VIDIOC_QUERYCAP, NULL" },
		{ 0x40044590, "EVIOCGRAB, 0" },
		{ 0x80084502, "EVIOCGID, NULL" },
		{ 0x8188ae81, "_IOC(_IOC_READ, 0xae, 0x81, 0x188), NULL" },
		{ 0x8138ae83, "KVM_GET_SREGS, NULL" },
		{ 0xae80, "KVM_RUN, 0" },
		{ 0xc0502100, "SECCOMP_IOCTL_NOTIF_RECV, NULL" },
		{ 0x80045705, "WDIOC_KEEPALIVE" },
		{ 0x80045701, "WDIOC_GETSTATUS, NULL" },
		{ 0x80044f05, "UBI_IOCEBISMAP, NULL" },
		{ 0x80503d01, "PTP_CLOCK_GETCAPS, NULL" },
		{ 0x40049421, "BTRFS_IOC_BALANCE_CTL, 0" },
		{ 0x9408, "BTRFS_IOC_SYNC" },
		{ 0xd0009411, "BTRFS_IOC_TREE_SEARCH, NULL" },
		{ 0x12345678, "_IOC(_IOC_NONE, 0x56, 0x78, 0x1234), NULL" },
		{ 0x1234, "_IOC(_IOC_NONE, 0x12, 0x34, 0), NULL" },
		{ 0x9934, "_IOC(_IOC_NONE, 0x99, 0x34, 0), 0" },
	};
	unsigned int i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		sys(SYS_ioctl, -1, cases[i].cmd, NULL);
		expect("ioctl(-1, %s) = " EBADF_LINE, cases[i].shown);
	}
}

CASE(block_devices)
{
	unsigned long long range[2] = { 1, 2 };
	struct loop_info64 info = { .lo_flags = LO_FLAGS_READ_ONLY, .lo_number = 3 };
	int value = 1;

	sys(SYS_ioctl, -1, BLKRRPART, 0);
	expect("ioctl(-1, BLKRRPART) = " EBADF_LINE);
	sys(SYS_ioctl, -1, BLKROSET, &value);
	expect("ioctl(-1, BLKROSET, [1]) = " EBADF_LINE);
	sys(SYS_ioctl, -1, BLKBSZSET, &value);
	expect("ioctl(-1, BLKBSZSET, [1]) = " EBADF_LINE);
	sys(SYS_ioctl, -1, BLKGETSIZE64, range);
	expect("ioctl(-1, BLKGETSIZE64, %s) = " EBADF_LINE, ptr(range));
	sys(SYS_ioctl, -1, BLKDISCARD, range);
	expect("ioctl(-1, BLKDISCARD, [1, 2]) = " EBADF_LINE);
	sys(SYS_ioctl, -1, LOOP_SET_FD, 5);
	expect("ioctl(-1, LOOP_SET_FD, 5) = " EBADF_LINE);
	sys(SYS_ioctl, -1, LOOP_CLR_FD, 0);
	expect("ioctl(-1, LOOP_CLR_FD) = " EBADF_LINE);
	strcpy((char *)info.lo_file_name, "/a/file");
	sys(SYS_ioctl, -1, LOOP_SET_STATUS64, &info);
	expect("ioctl(-1, LOOP_SET_STATUS64, {lo_offset=0, lo_number=3, lo_flags=LO_FLAGS_READ_ONLY, lo_file_name=\"/a/file\", ...}) = " EBADF_LINE);
}

CASE(others)
{
	struct rtc_time time = { 1, 2, 3, 4, 5, 100, 0, 0, 0 };
	struct kvm_userspace_memory_region region = { 1, KVM_MEM_READONLY, 0x1000, 8192, 0x5000 };
	int count;
	long fd;

	fd = sys(SYS_open, "/dev/urandom", O_RDONLY);
	sys(SYS_ioctl, fd, RNDGETENTCNT, &count);
	expect_later("ioctl(%ld, RNDGETENTCNT, [%d]) = 0", fd, count);
	sys(SYS_ioctl, -1, RTC_SET_TIME, &time);
	expect("ioctl(-1, RTC_SET_TIME, {tm_sec=1, tm_min=2, tm_hour=3, tm_mday=4, tm_mon=5, tm_year=100, ...}) = " EBADF_LINE);
	sys(SYS_ioctl, -1, RTC_IRQP_SET, 64);
	expect("ioctl(-1, RTC_IRQP_SET, 64) = " EBADF_LINE);
	sys(SYS_ioctl, -1, KVM_CREATE_VM, 0);
	expect("ioctl(-1, KVM_CREATE_VM, 0) = " EBADF_LINE);
	sys(SYS_ioctl, -1, KVM_CHECK_EXTENSION, KVM_CAP_NR_MEMSLOTS);
	expect("ioctl(-1, KVM_CHECK_EXTENSION, KVM_CAP_NR_MEMSLOTS) = " EBADF_LINE);
	sys(SYS_ioctl, -1, KVM_SET_USER_MEMORY_REGION, &region);
	expect("ioctl(-1, KVM_SET_USER_MEMORY_REGION, {slot=1, flags=KVM_MEM_READONLY, guest_phys_addr=0x1000, memory_size=8192, userspace_addr=0x5000}) = " EBADF_LINE);
	sys(SYS_ioctl, -1, 0x12345678, 5);
	expect("ioctl(-1, _IOC(_IOC_NONE, 0x56, 0x78, 0x1234), 0x5) = " EBADF_LINE);
	sys(SYS_ioctl, -1, 0, 0);
	expect("ioctl(-1, _IOC(_IOC_NONE, 0, 0, 0), 0) = " EBADF_LINE);
}

CASE(userfaultfd)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	struct uffdio_zeropage zero = { .mode = 0 };
	void *map = mmap(NULL, getpagesize(), PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	long fd = sys(SYS_userfaultfd, O_CLOEXEC);
	unsigned int size = getpagesize();

	if (fd < 0)
		skip("no userfaultfd");
	expect_later("userfaultfd(O_CLOEXEC) = %ld", fd);
	sys(SYS_ioctl, fd, UFFDIO_API, &api);
	expect_later("ioctl(%ld, UFFDIO_API, {api=0xaa, features=0 => features=UFFD_FEATURE_<*>, ioctls=1<<_UFFDIO_REGISTER|1<<_UFFDIO_UNREGISTER|1<<_UFFDIO_API}) = 0",
		     fd);
	reg.range.start = zero.range.start = (unsigned long)map;
	reg.range.len = zero.range.len = size;
	sys(SYS_ioctl, fd, UFFDIO_REGISTER, &reg);
	expect("ioctl(%ld, UFFDIO_REGISTER, {range={start=%s, len=0x%x}, mode=UFFDIO_REGISTER_MODE_MISSING, ioctls=1<<_UFFDIO_WAKE|1<<_UFFDIO_COPY|1<<_UFFDIO_ZEROPAGE<*>}) = 0",
	       fd, ptr(map), size);
	sys(SYS_ioctl, fd, UFFDIO_ZEROPAGE, &zero);
	expect("ioctl(%ld, UFFDIO_ZEROPAGE, {range={start=%s, len=0x%x}, mode=0, zeropage=0x%x}) = 0", fd,
	       ptr(map), size, size);
	sys(SYS_ioctl, fd, UFFDIO_WAKE, &reg.range);
	expect("ioctl(%ld, UFFDIO_WAKE, {start=%s, len=0x%x}) = 0", fd, ptr(map), size);
	api.api = 1;
	api.features = 0;
	sys(SYS_ioctl, -1, UFFDIO_API, &api);
	expect("ioctl(-1, UFFDIO_API, {api=0x1, features=0}) = " EBADF_LINE);
}
