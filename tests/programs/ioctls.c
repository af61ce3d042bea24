// SPDX-License-Identifier: GPL-2.0
/*
 * Commands of ioctl(): by name, with the numbers that this ABI's headers give
 * them; several names of one number; families; numbers without a name.
 */
#include <linux/blkpg.h>
#include <linux/blkzoned.h>
#include <linux/cdrom.h>
#include <linux/dm-ioctl.h>
#include <linux/fb.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <linux/fscrypt.h>
#include <linux/hdreg.h>
#include <linux/hidraw.h>
#include <linux/i2c-dev.h>
#include <linux/if_tun.h>
#include <linux/input.h>
#include <linux/joystick.h>
#include <linux/kd.h>
#include <linux/kvm.h>
#include <linux/loop.h>
#include <linux/mtio.h>
#include <linux/nbd.h>
#include <linux/nsfs.h>
#include <linux/perf_event.h>
#include <linux/ppp-ioctl.h>
#include <linux/random.h>
#include <linux/rtc.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <linux/soundcard.h>
#include <linux/spi/spidev.h>
#include <linux/uinput.h>
#include <linux/usbdevice_fs.h>
#include <linux/userfaultfd.h>
#include <linux/vfio.h>
#include <linux/vhost.h>
#include <linux/vt.h>
#include <linux/watchdog.h>
#include <linux/wireless.h>
#include <scsi/sg.h>
#include <asm/ioctls.h>
#include <asm/termbits.h>

#include "case.h"


/* This is about the command, however its argument is shown. */
static void check(unsigned int cmd, const char *shown)
{
	sys(SYS_ioctl, -1, cmd, 0);
	expect("ioctl(-1, %s, <*>) = " EBADF_LINE, shown);
}

#define CHECK(cmd) check(cmd, #cmd)

/* A command that takes no argument: 0 may be shown for it or nothing. */
#define CHECK_ALONE(cmd)						\
	do {								\
		sys(SYS_ioctl, -1, cmd, 0);				\
		expect("ioctl(-1, " #cmd "<*>) = " EBADF_LINE);		\
	} while (0)

CASE(terminals)
{
	CHECK(TCGETS);
	/* The sound sequencer has the same number. */
	check(TCSETSF, "SNDCTL_TMR_CONTINUE or TCSETSF");
	CHECK(TCGETA);
	CHECK(TCSBRK);
	CHECK(TCFLSH);
	CHECK(TIOCSCTTY);
	CHECK(TIOCGPGRP);
	CHECK(TIOCGWINSZ);
	CHECK(TIOCSWINSZ);
	CHECK(TIOCSTI);
	CHECK_ALONE(TIOCNOTTY);
	CHECK(TIOCGPTN);
	CHECK(TIOCSPTLCK);
	CHECK(TIOCGPTPEER);
	CHECK_ALONE(TIOCVHANGUP);
	CHECK(TCGETS2);
	CHECK(TCSETSW2);
	CHECK(FIONREAD);
	CHECK(FIONBIO);
	CHECK_ALONE(FIOCLEX);
	CHECK(FIOASYNC);
	/* Another name of a command is not printed. */
	check(TIOCINQ, "FIONREAD");
	CHECK(KDGKBMODE);
	CHECK(KDSKBMODE);
	CHECK(KDSETMODE);
	CHECK(KDGETLED);
	CHECK(PIO_FONTX);
	CHECK(GIO_UNIMAP);
	CHECK(VT_OPENQRY);
	CHECK(VT_SETMODE);
	CHECK(VT_ACTIVATE);
	CHECK(VT_WAITACTIVE);
	CHECK(FBIOGET_VSCREENINFO);
	CHECK(FBIOPAN_DISPLAY);
}

CASE(files)
{
	CHECK(FIBMAP);
	CHECK(FIGETBSZ);
	CHECK_ALONE(FIFREEZE);
	CHECK_ALONE(FITHAW);
	CHECK(FITRIM);
	CHECK(FS_IOC_FIEMAP);
	CHECK(FS_IOC_FSGETXATTR);
	CHECK(FS_IOC_GETFSLABEL);
	CHECK(FS_IOC_SET_ENCRYPTION_POLICY);
	CHECK(FS_IOC_ADD_ENCRYPTION_KEY);
	check(FICLONE, "BTRFS_IOC_CLONE or FICLONE");
	check(FICLONERANGE, "BTRFS_IOC_CLONE_RANGE or FICLONERANGE");
	check(FIDEDUPERANGE, "BTRFS_IOC_FILE_EXTENT_SAME or FIDEDUPERANGE");
	check(FS_IOC32_GETFLAGS, "FS_IOC32_GETFLAGS");
	check(FS_IOC_GETFLAGS, sizeof(long) == 4 ? "FS_IOC32_GETFLAGS" : "FS_IOC_GETFLAGS");
	check(FS_IOC_SETVERSION, sizeof(long) == 4 ? "FS_IOC32_SETVERSION" : "FS_IOC_SETVERSION");
	CHECK_ALONE(NS_GET_USERNS);
	CHECK(NS_GET_OWNER_UID);
	CHECK(UFFDIO_API);
	CHECK(UFFDIO_REGISTER);
	CHECK(UFFDIO_COPY);
	CHECK(SECCOMP_IOCTL_NOTIF_RECV);
	CHECK(SECCOMP_IOCTL_NOTIF_SEND);
	CHECK(PERF_EVENT_IOC_ENABLE);
	CHECK(PERF_EVENT_IOC_PERIOD);
	CHECK(PERF_EVENT_IOC_SET_FILTER);
}

CASE(block_devices)
{
	CHECK(BLKROSET);
	CHECK_ALONE(BLKRRPART);
	CHECK(BLKGETSIZE);
	CHECK_ALONE(BLKFLSBUF);
	CHECK(BLKSSZGET);
	CHECK(BLKBSZSET);
	CHECK(BLKGETSIZE64);
	CHECK(BLKDISCARD);
	CHECK(BLKZEROOUT);
	CHECK(BLKPG);
	CHECK(BLKREPORTZONE);
	CHECK(LOOP_SET_FD);
	CHECK_ALONE(LOOP_CLR_FD);
	CHECK(LOOP_SET_STATUS64);
	CHECK(LOOP_CONFIGURE);
	CHECK_ALONE(LOOP_CTL_GET_FREE);
	CHECK(NBD_SET_SOCK);
	CHECK_ALONE(NBD_DO_IT);
	CHECK(DM_VERSION);
	CHECK(DM_DEV_CREATE);
	CHECK(DM_TABLE_LOAD);
	CHECK(HDIO_GETGEO);
	CHECK(HDIO_GET_IDENTITY);
	CHECK(HDIO_DRIVE_CMD);
	CHECK(CDROMEJECT);
	CHECK(CDROM_DRIVE_STATUS);
	CHECK(CDROM_GET_CAPABILITY);
	CHECK(SG_IO);
	CHECK(SG_GET_VERSION_NUM);
	CHECK(MTIOCTOP);
	CHECK(MTIOCGET);
}

CASE(sockets)
{
	CHECK(SIOCATMARK);
	CHECK(SIOCGPGRP);
	CHECK(SIOCADDRT);
	CHECK(SIOCGIFNAME);
	CHECK(SIOCGIFCONF);
	CHECK(SIOCGIFFLAGS);
	CHECK(SIOCSIFFLAGS);
	CHECK(SIOCGIFADDR);
	CHECK(SIOCGIFMTU);
	CHECK(SIOCSIFHWADDR);
	CHECK(SIOCGIFHWADDR);
	CHECK(SIOCGIFINDEX);
	CHECK(SIOCGIFTXQLEN);
	CHECK(SIOCETHTOOL);
	CHECK(SIOCGMIIPHY);
	CHECK(SIOCGARP);
	CHECK(SIOCBRADDBR);
	CHECK(SIOCBONDENSLAVE);
	CHECK(SIOCSHWTSTAMP);
	CHECK(SIOCDEVPRIVATE);
	CHECK(SIOCPROTOPRIVATE);
	check(SIOCINQ, "FIONREAD");
	CHECK(SIOCGIWNAME);
	CHECK(SIOCGIWSCAN);
	CHECK(TUNSETIFF);
	CHECK(TUNSETPERSIST);
	CHECK(TUNGETFEATURES);
	CHECK(TUNATTACHFILTER);
	CHECK(TUNSETQUEUE);
	CHECK(PPPIOCGUNIT);
	CHECK(PPPIOCSPASS);
	CHECK(PPPIOCCONNECT);
	check(PPPIOCGIDLE32, "PPPIOCGIDLE32");
}

CASE(devices)
{
	CHECK(RNDGETENTCNT);
	CHECK(RNDADDTOENTCNT);
	CHECK(RNDADDENTROPY);
	CHECK_ALONE(RNDRESEEDCRNG);
	CHECK(RTC_RD_TIME);
	CHECK(RTC_WKALM_SET);
	CHECK(RTC_IRQP_READ);
	CHECK_ALONE(WDIOC_KEEPALIVE);
	CHECK(WDIOC_GETTIMELEFT);
	CHECK(KVM_GET_API_VERSION);
	CHECK(KVM_CREATE_VM);
	CHECK(KVM_CHECK_EXTENSION);
	CHECK(KVM_CREATE_VCPU);
	CHECK(KVM_RUN);
	CHECK(KVM_GET_REGS);
	CHECK(KVM_SET_SREGS);
	CHECK(KVM_SET_USER_MEMORY_REGION);
	CHECK(KVM_GET_MSRS);
	CHECK(KVM_SET_CPUID2);
	CHECK(KVM_IRQFD);
	CHECK(KVM_IOEVENTFD);
	CHECK(VHOST_SET_OWNER);
	CHECK(VHOST_SET_VRING_ADDR);
	CHECK(VHOST_NET_SET_BACKEND);
	CHECK(VFIO_GET_API_VERSION);
	CHECK(VFIO_GROUP_GET_STATUS);
	check(VFIO_IOMMU_MAP_DMA, "VFIO_DEVICE_PCI_HOT_RESET or VFIO_IOMMU_MAP_DMA");
	/* Graphics drivers share the numbers from 0x40 on. */
	check(_IO('d', 0x1e), "DRM_IOCTL_SET_MASTER");
	check(_IOW('d', 0x09, uint64_t), "DRM_IOCTL_GEM_CLOSE");
	check(_IOWR('d', 0xbc, char[56]), "DRM_IOCTL_MODE_ATOMIC");
	check(_IO('d', 0x58), "DRM_IOCTL_I915_GEM_THROTTLE or DRM_IOCTL_RADEON_CP_RESUME");
	CHECK(USBDEVFS_CLAIMINTERFACE);
	CHECK(USBDEVFS_RESET);
	CHECK(EVIOCGVERSION);
	CHECK(EVIOCGID);
	CHECK(EVIOCGRAB);
	CHECK(UI_DEV_DESTROY);
	CHECK(JSIOCGAXES);
	CHECK(HIDIOCGRAWINFO);
	CHECK(SPI_IOC_RD_MODE);
	CHECK(SNDCTL_DSP_SPEED);
	CHECK(SNDCTL_DSP_GETOSPACE);
}

CASE(families)
{
	CHECK(EVIOCGNAME(256));
	CHECK(EVIOCGPHYS(0));
	CHECK(EVIOCGPROP(4));
	CHECK(EVIOCGMTSLOTS(1024));
	CHECK(EVIOCGKEY(96));
	CHECK(EVIOCGSW(2));
	CHECK(EVIOCGBIT(0, 4));
	CHECK(EVIOCGBIT(EV_KEY, 96));
	CHECK(EVIOCGBIT(EV_FF_STATUS, 1));
	check(EVIOCGBIT(6, 8), "EVIOCGBIT(0x6 /* EV_??? */, 8)");
	CHECK(EVIOCGABS(ABS_X));
	CHECK(EVIOCGABS(ABS_MT_SLOT));
	check(_IOC(_IOC_READ, 'E', 0x40 + ABS_Y, 20), "EVIOCGABS(ABS_Y)");
	check(EVIOCGABS(63), "EVIOCGABS(0x3f /* ABS_??? */)");
	CHECK(EVIOCSABS(ABS_PRESSURE));
	CHECK(HIDIOCGRAWNAME(256));
	CHECK(HIDIOCGRAWPHYS(16383));
	CHECK(HIDIOCSFEATURE(65));
	CHECK(HIDIOCGFEATURE(2));
	CHECK(HIDIOCGRAWUNIQ(64));
	CHECK(JSIOCGNAME(128));
	CHECK(UI_GET_SYSNAME(64));
	check(SOUND_MIXER_READ_VOLUME, "MIXER_READ(0)");
	check(SOUND_MIXER_WRITE_PCM, "MIXER_WRITE(4)");
	CHECK(SPI_IOC_MESSAGE(1));
	CHECK(SPI_IOC_MESSAGE(3));
}

CASE(without_name)
{
	CHECK(_IOC(_IOC_NONE, 0, 0, 0));
	CHECK(_IOC(_IOC_READ, 0x12, 0x34, 0x8));
	CHECK(_IOC(_IOC_WRITE, 0x12, 0x34, 0x8));
	check(~0U, "_IOC(_IOC_READ|_IOC_WRITE, 0xff, 0xff, 0x3fff)");
	CHECK(_IOC(_IOC_NONE, 0x12, 0x34, 0x2000));
	/* A byte more than an axis or a message has. */
	check(_IOC(_IOC_WRITE, 'k', 0, 33), "_IOC(_IOC_WRITE, 0x6b, 0, 0x21)");
	check(SIOCDEVPRIVATE + 1, "_IOC(_IOC_NONE, 0x89, 0xf1, 0)");
}

/* The kernel looks at 32 bits of the command. */
CASE(upper_half)
{
#ifdef ABI_32
	skip("a register has no more");
#else
	raw_syscall(SYS_ioctl, -1, 0xffffffff00005401, 0, 0, 0, 0);
	expect("ioctl(-1, TCGETS, <*>) = " EBADF_LINE);
#endif
}

/* The other ABI's numbers are no commands of this one. */
CASE(other_size)
{
#ifdef ABI_64
	check(_IOC(_IOC_WRITE, 0x12, 113, 4), "_IOC(_IOC_WRITE, 0x12, 0x71, 0x4)");
	check(_IOC(_IOC_WRITE, 0x12, 113, 8), "BLKBSZSET");
	int80(54, -1, _IOC(_IOC_WRITE, 0x12, 113, 4), 0);
	expect("ioctl(-1, BLKBSZSET, <*>) = " EBADF_LINE);
	int80(54, -1, _IOC(_IOC_WRITE, 0x12, 113, 8), 0);
	expect("ioctl(-1, _IOC(_IOC_WRITE, 0x12, 0x71, 0x8), <*>) = " EBADF_LINE);
#else
	check(_IOC(_IOC_WRITE, 0x12, 113, 8), "_IOC(_IOC_WRITE, 0x12, 0x71, 0x8)");
	check(_IOC(_IOC_WRITE, 0x12, 113, 4), "BLKBSZSET");
#endif
}
