#!/usr/bin/env -S busybox sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# A small system: everything is an applet of busybox, its shell too.

set -e
applets=$(busybox --list)
# Not every busybox has every applet.
run() {
	case "
$applets
" in
	*"
$1
"*) busybox "$@" ;;
	esac
}
run mkdir -p tree/sub
run echo text >tree/file
run cp tree/file tree/sub/copy
run tar -czf tree.tar.gz tree
run gunzip -c tree.tar.gz | run tar -t
run find tree -type f -exec busybox md5sum {} +
run grep -rn text tree
run sed -i s/text/words/ tree/file
run awk '{ print length($0) }' tree/file
run vi -c ':q!' tree/file </dev/null >/dev/null 2>&1 || true
run dd if=/dev/zero of=zeros bs=4096 count=3
run ls -la /
run ps
run free
run uptime
run cat /proc/self/maps
run mknod null c 1 3
run mount -t tmpfs none tree/sub
run df
run umount tree/sub
run ifconfig lo
run ip addr
run ip route
run netstat -an
run hostname
run dmesg -s 1000 >/dev/null
run stty -a </dev/null || true
busybox nc -l -p 4711 >heard &
run sleep 0.3
echo hello | run nc -w 2 127.0.0.1 4711
wait
run ping -c 1 127.0.0.1
busybox httpd -f -p 127.0.0.1:4712 -h tree &
run sleep 0.3
run wget -q -O - http://127.0.0.1:4712/file
kill $!
wait
run unshare -m true || true
run chroot / /bin/true
run setsid busybox true
run flock lock busybox true
run usleep 1000
run su -c true 2>/dev/null || true
run sync
run nproc
