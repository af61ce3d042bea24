#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# GNU coreutils, one after the other, as scripts use them.

set -e
mkdir -p a/b/c
echo one >a/one
seq 1 2000 >a/numbers
cp a/one a/b/two
cp -a a d
mv d/one d/moved
ln -s ../one a/b/link
ln a/one a/b/hard
readlink -f a/b/link
realpath a/b/hard
stat a/one
stat -f .
ls -laR .
touch -d '2001-02-03 04:05:06' a/one
chmod -R u=rwX,go=rX a
chown 12:34 a/one
install -m 755 a/one installed
dd if=a/numbers of=copy bs=1k count=4 conv=fsync
truncate -s 100K copy
sync copy
head -n 3 a/numbers
tail -c 20 a/numbers
sort -rn a/numbers -o sorted
uniq -c sorted
comm -12 a/one a/b/two
cut -c 1 a/numbers | tr 0-9 a-j | wc
split -l 500 a/numbers part-
cat part-* | cmp - a/numbers
sha256sum a/one sorted
base64 a/one
od -c a/one
tee x y <a/one
mkfifo fifo
(cat fifo &) && echo through >fifo
mktemp -d
df -h .
du -s a
id
uname -a
date -u +%s
nproc
env -i A=b printenv A
timeout 5 sleep 0.02
timeout 0.05 sleep 10 || test $? = 124
nice -n 5 true
nohup true
stdbuf -oL echo buffered
tty || true
who
test -w /etc/hostname
rm -rf a d part-*
if cat /no/such/file 2>/dev/null || rmdir . 2>/dev/null; then
	exit 1
fi
